#include "core/cost/moves.h"

#include <algorithm>
#include <array>
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

std::vector<Move> moves_of(const Pipeline& pipeline) {
  const int stages = static_cast<int>(pipeline.stages.size());
  const int chunks = pipeline.chunks();
  const auto size = static_cast<std::size_t>(stages);
  const auto micro_batches = static_cast<std::size_t>(pipeline.micro_batches);
  std::vector<std::vector<Operation>> order(size);
  std::size_t all = 0;
  for (int j = 0; j < stages; ++j) {
    order[static_cast<std::size_t>(j)] = operations(pipeline, j);
    all += order[static_cast<std::size_t>(j)].size();
  }
  // place[(stage, backward)][chunk * K + micro_batch]: its move, -1 as long as it has none
  std::vector<std::vector<int>> place(2 * size,
                                      std::vector<int>(static_cast<std::size_t>(chunks) * micro_batches, -1));
  const auto slot = [&](int stage, bool backward, int chunk, int micro_batch) -> int& {
    return place[2 * static_cast<std::size_t>(stage) + (backward ? 1 : 0)]
                [static_cast<std::size_t>(chunk) * micro_batches + static_cast<std::size_t>(micro_batch)];
  };
  std::vector<Move> moves;
  moves.reserve(all);
  std::vector<std::size_t> next(size, 0);
  for (bool moved = true; moved;) {
    moved = false;
    for (int j = 0; j < stages; ++j) {
      const auto& row = order[static_cast<std::size_t>(j)];
      for (std::size_t& i = next[static_cast<std::size_t>(j)]; i < row.size(); ++i) {
        const Operation& op = row[i];
        const Wait wait = wait_of(op, j, pipeline);
        const int from = wait.stage < 0 ? -1 : slot(wait.stage, wait.backward, wait.chunk, op.micro_batch);
        if (wait.stage >= 0 && from < 0) break;
        if (!op.weight) slot(j, op.backward, op.chunk, op.micro_batch) = static_cast<int>(moves.size());
        const auto small = [](int value) { return static_cast<std::int16_t>(value); };
        const int kind = op.weight ? 2 : op.backward ? 1 : 0;
        moves.push_back({from, small(j), small(op.chunk), small(wait.link), small(kind)});
        moved = true;
      }
    }
  }
  return moves;
}

namespace {

/// The moves of the pipelines that this thread has met, as long as they are few.
const std::vector<Move>& known_moves(const Pipeline& pipeline) {
  using Key = std::tuple<strategy::Schedule, std::size_t, int, int>;
  constexpr std::size_t kMost = 1'500'000;  // moves, 12 bytes each
  thread_local std::map<Key, std::vector<Move>> known;
  thread_local std::size_t held = 0;
  const Key key{pipeline.schedule, pipeline.stages.size(), pipeline.chunks(), pipeline.micro_batches};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  if (held > kMost) {
    known.clear();
    held = 0;
  }
  const std::vector<Move>& moves = known.emplace(key, moves_of(pipeline)).first->second;
  held += moves.size();
  return moves;
}

/// When the last pass of each stage ends; `seconds` [stage][chunk][Move::kind]. Many pipelines of a search
/// differ in their tails alone: the last few that this thread played are kept.
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
  const std::vector<Move>& moves = known_moves(pipeline);
  const auto chunks = static_cast<std::size_t>(pipeline.chunks());
  thread_local std::vector<double> ends;
  ends.resize(moves.size());
  std::vector<double>& busy = now.ends;
  busy.assign(pipeline.stages.size(), 0.0);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move& move = moves[i];
    const auto stage = static_cast<std::size_t>(move.stage);
    double at = busy[stage];
    if (move.from >= 0) {
      double ready = ends[static_cast<std::size_t>(move.from)];
      if (move.link >= 0)
        ready += (move.kind == 0 ? pipeline.link_forward
                                 : pipeline.link_backward)[static_cast<std::size_t>(move.link)];
      at = std::max(at, ready);
    }
    at += seconds[(stage * chunks + static_cast<std::size_t>(move.chunk)) * 3 +
                  static_cast<std::size_t>(move.kind)];
    busy[stage] = ends[i] = at;
  }
  return busy;
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
