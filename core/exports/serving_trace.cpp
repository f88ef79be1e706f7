#include "core/exports/serving_trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace astrolabe::exports {

namespace {

using serving::StepParts;

constexpr std::array<std::pair<const char*, double StepParts::*>, 8> kStepParts{
    {{"products", &StepParts::products},
     {"attention of decoding", &StepParts::decode_attention},
     {"attention of prompts", &StepParts::prefill_attention},
     {"experts", &StepParts::experts},
     {"communication", &StepParts::communication},
     {"elementwise", &StepParts::elementwise},
     {"head", &StepParts::head},
     {"fixed", &StepParts::fixed}}};

constexpr double kUsOfMs = 1e3, kUsOfSecond = 1e6;

/// To whole nanoseconds, as viewers store them.
double microseconds(double us) { return std::round(us * 1e3) / 1e3; }

class ServingTrace {
 public:
  void name(const char* what, int process, int thread, const std::string& name) {
    m_events.push_back(
        {{"name", what}, {"ph", "M"}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}});
  }
  void span(const std::string& name, int process, int thread, double from_us, double to_us, Json args = {}) {
    const double from = microseconds(from_us);
    m_events.push_back({{"name", name},
                        {"ph", "X"},
                        {"pid", process},
                        {"tid", thread},
                        {"ts", from},
                        {"dur", microseconds(microseconds(to_us) - from)},
                        {"args", args.is_null() ? Json::object() : std::move(args)}});
  }
  /// A step on two threads: its parts on the GPU one after another, and the host.
  void step(const std::string& title, const StepParts& parts, int process, int thread, double begin_us) {
    span(title, process, thread, begin_us, begin_us + parts.step_ms * kUsOfMs);
    double at = begin_us;
    for (const auto& [part, member] : kStepParts) {
      const double us = parts.*member;
      if (us <= 0.0) continue;
      span(part, process, thread, at, at + us);
      at += us;
    }
    if (parts.host_ms > 0.0)
      span(title + ", host", process, thread + 1, begin_us, begin_us + parts.host_ms * kUsOfMs);
  }
  Json take() { return std::move(m_events); }

 private:
  Json m_events = Json::array();
};

void add_group(ServingTrace& trace, const deploy::Group& group, const std::string& pool, int process) {
  const serving::Figures& figures = group.figures;
  trace.name("process_name", process, 0, pool);
  trace.name("thread_name", process, 1, "iteration");
  trace.name("thread_name", process, 2, "host");
  trace.name("thread_name", process, 3, "request");
  trace.step("step that decodes", figures.decode_step, process, 1, 0.0);
  if (figures.mixed_step.step_ms > 0.0)
    trace.step("step with prompts", figures.mixed_step, process, 1, figures.decode_step.step_ms * kUsOfMs);
  if (!std::isfinite(figures.ttft.value)) return;  // its requests wait without end
  const double first = figures.ttft.value * kUsOfSecond;
  const double last = std::max(first, figures.e2e.value * kUsOfSecond);
  trace.span("request", process, 3, 0.0, last);
  trace.span("to the first token", process, 3, 0.0, first);
  trace.span("tokens behind it", process, 3, first, last, {{"tpot_us", figures.tpot.value * kUsOfSecond}});
}

}  // namespace

Json serving_trace(const deploy::Fleet& fleet, const std::vector<std::string>& pools) {
  ServingTrace trace;
  int process = 0;
  for (const deploy::Group& group : fleet.groups) {
    const auto at = static_cast<std::size_t>(group.pool);
    add_group(trace, group, at < pools.size() ? pools[at] : group.deployment.pool, ++process);
  }
  return {
      {"traceEvents", trace.take()},
      {"displayTimeUnit", "ms"},
      {"otherData",
       {{"ttft_seconds", std::isfinite(fleet.figures.ttft.value) ? Json(fleet.figures.ttft.value) : Json()},
        {"tpot_seconds", fleet.figures.tpot.value}}}};
}

}  // namespace astrolabe::exports
