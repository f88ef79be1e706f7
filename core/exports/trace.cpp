// Trace Event Format: one process per pipeline stage, lanes as its threads, so that viewers keep the order.
#include "core/exports/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace astrolabe::exports {

namespace {

using cost::Lane;
using cost::Span;

/// Whole nanoseconds: neighbouring events share their edge exactly, and viewers store no finer time.
std::int64_t nanoseconds(double seconds) { return std::llround(seconds * 1e9); }
double as_microseconds(std::int64_t ns) { return static_cast<double>(ns) / 1e3; }

Json metadata(const char* what, int process, int thread, const char* key, Json value) {
  return Json{{"name", what},
              {"ph", "M"},
              {"pid", process},
              {"tid", thread},
              {"args", Json{{key, std::move(value)}}}};
}

Json complete(std::string name, std::string category, int process, int thread, double start, double end,
              Json args) {
  const std::int64_t from = nanoseconds(start);
  return Json{{"name", std::move(name)},
              {"cat", std::move(category)},
              {"ph", "X"},
              {"pid", process},
              {"tid", thread},
              {"ts", as_microseconds(from)},
              {"dur", as_microseconds(nanoseconds(end) - from)},
              {"args", std::move(args)}};
}

Json span_event(const Span& span, int process, int thread, const char* category) {
  Json args = Json::object();
  if (span.micro_batch >= 0) args["micro_batch"] = span.micro_batch;
  args["virtual_stage"] = span.chunk;
  if (span.peer >= 0) args["peer_stage"] = span.peer;
  if (span.bytes > 0.0) args["bytes"] = span.bytes;
  if (span.waited > 0.0) args["waited_us"] = as_microseconds(nanoseconds(span.waited));
  if (span.waited_for >= 0) args["waited_for_stage"] = span.waited_for;
  args["critical"] = span.critical;
  std::string name = to_string(span.kind);
  if (span.micro_batch >= 0) name += fmt::format(" {}", span.micro_batch);
  return complete(std::move(name), category, process, thread, span.start, span.end, std::move(args));
}

/// Compute lane: one event for the step, inside it the work and, where the lane stands still, whom it waits
/// for.
void add_work(Json& events, const Lane& lane, int process, double step) {
  events.push_back(complete("step", "step", process, 0, 0.0, step, Json{{"idle_share", lane.idle}}));
  double last = 0.0;
  const auto wait = [&](double until, int on) {
    if (nanoseconds(until) <= nanoseconds(last)) return;
    Json args = Json::object();
    if (on >= 0) args["waited_for_stage"] = on;
    events.push_back(complete("wait", "bubble", process, 0, last, until, std::move(args)));
  };
  for (const Span& span : lane.work) {
    wait(span.start, span.waited_for);
    events.push_back(span_event(span, process, 0, "compute"));
    last = std::max(last, span.end);
  }
  wait(step, -1);
}

/// Transfers overlap each other; each goes to the first lane that is free, so that events of a lane never
/// cross.
int add_transfers(Json& events, const Lane& lane, int process) {
  std::vector<Span> transfers = lane.transfers;
  std::stable_sort(transfers.begin(), transfers.end(),
                   [](const Span& a, const Span& b) { return a.start < b.start; });
  std::vector<std::int64_t> free_at(1, 0);
  for (const Span& span : transfers) {
    const std::int64_t start = nanoseconds(span.start);
    std::size_t thread = 0;
    while (thread < free_at.size() && free_at[thread] > start) ++thread;
    if (thread == free_at.size()) free_at.push_back(0);
    free_at[thread] = nanoseconds(span.end);
    events.push_back(span_event(span, process, static_cast<int>(thread) + 1, "transfer"));
  }
  return static_cast<int>(free_at.size());
}

void add_memory(Json& events, const Lane& lane, int process, double step) {
  const auto counter = [&](double time, double activations) {
    events.push_back(Json{{"name", "memory (bytes)"},
                          {"ph", "C"},
                          {"pid", process},
                          {"ts", as_microseconds(nanoseconds(time))},
                          {"args", Json{{"fixed", lane.fixed_bytes}, {"activations", activations}}}});
  };
  for (const cost::MemoryStep& level : lane.memory) counter(level.time, level.activation_bytes);
  if (!lane.memory.empty()) counter(step, lane.memory.back().activation_bytes);
}

}  // namespace

Json trace_json(const cost::Timeline& timeline, const std::vector<std::string>& stage_names) {
  Json events = Json::array();
  for (std::size_t stage = 0; stage < timeline.lanes.size(); ++stage) {
    const Lane& lane = timeline.lanes[stage];
    const int process = static_cast<int>(stage) + 1;  // some viewers take process 0 for the idle one
    std::string name = stage < stage_names.size() ? stage_names[stage] : fmt::format("stage {}", stage);
    events.push_back(metadata("process_name", process, 0, "name", std::move(name)));
    events.push_back(metadata("process_sort_index", process, 0, "sort_index", process));
    events.push_back(metadata("thread_name", process, 0, "name", "compute"));
    events.push_back(metadata("thread_sort_index", process, 0, "sort_index", 0));
    add_work(events, lane, process, timeline.step);
    const int lanes = add_transfers(events, lane, process);
    for (int thread = 1; thread <= lanes; ++thread) {
      events.push_back(metadata("thread_name", process, thread, "name",
                                lanes == 1 ? std::string("transfers") : fmt::format("transfers {}", thread)));
      events.push_back(metadata("thread_sort_index", process, thread, "sort_index", thread));
    }
    add_memory(events, lane, process, timeline.step);
  }
  return Json{
      {"traceEvents", std::move(events)},
      {"displayTimeUnit", "ms"},
      {"otherData", Json{{"step_seconds", timeline.step}, {"micro_batches", timeline.micro_batches}}}};
}

}  // namespace astrolabe::exports
