#include "core/cost/moves.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <tuple>

namespace astrolabe::cost {

namespace {

/// ZB-V: the first chunk goes down and its backward up, the second the other way round.
Wait wait_in_v(const Operation& operation, int stage, int stages) {
  const int chunk = operation.chunk;
  const bool down = (chunk == 0) != operation.backward;
  if (down && stage > 0) return {stage - 1, chunk, operation.backward, stage - 1};
  if (!down && stage + 1 < stages) return {stage + 1, chunk, operation.backward, stage};
  if (operation.backward)
    return {stage, 1, chunk == 0, -1};  // the other chunk's backward, or its own forward
  return chunk == 0 ? Wait{} : Wait{stage, 0, false, -1};
}

}  // namespace

Wait wait_of(const Operation& operation, int stage, const Pipeline& pipeline) {
  const int stages = static_cast<int>(pipeline.stages.size());
  const int chunks = pipeline.chunks();
  const int chunk = operation.chunk;
  if (operation.weight) return {};  // its backward is earlier in the same order
  if (pipeline.schedule == strategy::Schedule::zb_v) return wait_in_v(operation, stage, stages);
  if (!operation.backward) {
    if (stage > 0) return {stage - 1, chunk, false, stage - 1};
    if (chunk > 0) return {stages - 1, chunk - 1, false, stages > 1 ? stages - 1 : -1};
    return {};
  }
  if (stage + 1 < stages) return {stage + 1, chunk, true, stage};
  if (chunk + 1 < chunks) return {0, chunk + 1, true, stages > 1 ? stages - 1 : -1};
  return {stage, chunk, false, -1};
}

double link_seconds(const Pipeline& pipeline, bool backward, int link) {
  if (link < 0) return 0.0;
  return (backward ? pipeline.link_backward : pipeline.link_forward)[static_cast<std::size_t>(link)];
}

namespace {

/// The orders of all stages. An operation is its chunk x 3 + 0 for a forward, 1 for a backward, 2 for the
/// gradients of the weights alone; each of these comes to its micro-batches one after the other.
struct Orders {
  std::vector<std::uint8_t> operations;  ///< stage by stage
  std::vector<std::size_t> begin;        ///< of each stage, and the end
};

Orders orders_of(const Pipeline& pipeline) {
  Orders orders;
  for (int j = 0; j < static_cast<int>(pipeline.stages.size()); ++j) {
    orders.begin.push_back(orders.operations.size());
    for (const Operation& op : operations(pipeline, j))
      orders.operations.push_back(static_cast<std::uint8_t>(3 * op.chunk + (op.weight     ? 2
                                                                            : op.backward ? 1
                                                                                          : 0)));
  }
  orders.begin.push_back(orders.operations.size());
  return orders;
}

/// Those of the pipelines that this thread has met, as long as they are few.
const Orders& known_orders(const Pipeline& pipeline) {
  using Key = std::tuple<strategy::Schedule, std::size_t, int, int>;
  constexpr std::size_t kMost = 4'000'000;  // operations
  thread_local std::map<Key, Orders> known;
  thread_local std::size_t held = 0;
  const Key key{pipeline.schedule, pipeline.stages.size(), pipeline.chunks(), pipeline.micro_batches};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  if (held > kMost) {
    known.clear();
    held = 0;
  }
  const Orders& orders = known.emplace(key, orders_of(pipeline)).first->second;
  held += orders.operations.size();
  return orders;
}

/// When the last pass of each stage ends, every operation played; `seconds` [stage][chunk x 3 + kind].
void play_all(const Pipeline& pipeline, const std::vector<double>& seconds, std::vector<double>& stage_ends) {
  const Orders& orders = known_orders(pipeline);
  const std::size_t stages = pipeline.stages.size();
  const auto kinds = 3 * static_cast<std::size_t>(pipeline.chunks());
  const auto micro_batches = static_cast<std::size_t>(pipeline.micro_batches);
  struct Source {
    std::ptrdiff_t row = -1;  ///< [stage][kind] of what is waited for; -1: nothing
    double link = 0.0;
  };
  thread_local std::vector<Source> sources;
  sources.assign(stages * kinds, {});
  for (std::size_t j = 0; j < stages; ++j)
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      const Operation op{kind % 3 == 1, 0, static_cast<int>(kind / 3), kind % 3 == 2};
      const Wait wait = wait_of(op, static_cast<int>(j), pipeline);
      if (wait.stage < 0) continue;
      Source& source = sources[j * kinds + kind];
      source.row = wait.stage * static_cast<std::ptrdiff_t>(kinds) + 3 * wait.chunk + (wait.backward ? 1 : 0);
      source.link = link_seconds(pipeline, op.backward, wait.link);
    }
  thread_local std::vector<double> ends;       // [stage][kind][micro-batch]
  thread_local std::vector<std::size_t> done;  // [stage][kind]: micro-batches
  thread_local std::vector<std::size_t> next;  // by stage: its place in the orders
  ends.resize(stages * kinds * micro_batches);
  done.assign(stages * kinds, 0);
  next.assign(orders.begin.begin(), orders.begin.end() - 1);
  stage_ends.assign(stages, 0.0);
  // Stage by stage as far as it gets, until all are through.
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t j = 0; j < stages; ++j) {
      const std::size_t first = next[j];
      std::size_t at = first;
      double now = stage_ends[j];
      for (; at < orders.begin[j + 1]; ++at) {
        const std::size_t row = j * kinds + orders.operations[at];
        const std::size_t micro_batch = done[row];
        const Source& source = sources[row];
        if (source.row >= 0) {
          const auto from = static_cast<std::size_t>(source.row);
          if (done[from] <= micro_batch) break;
          now = std::max(now, ends[from * micro_batches + micro_batch] + source.link);
        }
        now += seconds[row];
        ends[row * micro_batches + micro_batch] = now;
        ++done[row];
      }
      moved = moved || at > first;
      next[j] = at;
      stage_ends[j] = now;
    }
  }
}

/// The same. Many pipelines of a search differ in their tails alone: the last few that this thread played are
/// kept.
const std::vector<double>& passes_end(const Pipeline& pipeline, const std::vector<double>& seconds) {
  struct Played {
    strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
    int micro_batches = 0;
    std::vector<double> seconds, forward_links, backward_links, ends;
  };
  constexpr std::size_t kMost = 8;
  thread_local std::array<Played, kMost> played;
  thread_local std::size_t oldest = 0;
  for (const Played& known : played)
    if (known.schedule == pipeline.schedule && known.micro_batches == pipeline.micro_batches &&
        known.ends.size() == pipeline.stages.size() && known.seconds == seconds &&
        known.forward_links == pipeline.link_forward && known.backward_links == pipeline.link_backward)
      return known.ends;
  Played& now = played[oldest];
  oldest = (oldest + 1) % kMost;
  now.schedule = pipeline.schedule;
  now.micro_batches = pipeline.micro_batches;
  now.seconds = seconds;
  now.forward_links = pipeline.link_forward;
  now.backward_links = pipeline.link_backward;
  play_all(pipeline, seconds, now.ends);
  return now.ends;
}

}  // namespace

StepEnd simulate(const Pipeline& pipeline) {
  const auto chunks = static_cast<std::size_t>(pipeline.chunks());
  thread_local std::vector<double> seconds;
  const bool apart = weights_apart(pipeline.schedule);
  seconds.assign(pipeline.stages.size() * chunks * 3, 0.0);
  for (std::size_t j = 0; j < pipeline.stages.size(); ++j)
    for (std::size_t k = 0; k < chunks; ++k) {
      const StageTimes& times = pipeline.stages[j];
      double* row = &seconds[(j * chunks + k) * 3];
      row[2] = times.weight.empty() ? 0.0 : times.weight[k];
      row[0] = times.forward[k];
      row[1] = apart ? times.backward[k] - row[2] : times.backward[k];
    }
  const std::vector<double>& ends = passes_end(pipeline, seconds);
  StepEnd end;
  for (std::size_t j = 0; j < pipeline.stages.size(); ++j) {
    const double last = ends[j] + pipeline.stages[j].tail;
    if (last > end.step) end = {last, static_cast<int>(j)};
  }
  return end;
}

}  // namespace astrolabe::cost
