#include "core/cost/schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/cost/moves.h"

namespace astrolabe::cost {

using strategy::Schedule;

namespace {

/// Warm-up forwards of a stage, in chunk operations.
int warm_up(Schedule schedule, int stages, int chunks, int micro_batches, int stage) {
  const int all = micro_batches * chunks;
  if (schedule == Schedule::gpipe) return all;
  if (chunks == 1) return std::min(stages - 1 - stage, all);
  return std::min(2 * (stages - 1 - stage) + (chunks - 1) * stages, all);
}

/// k-th forward (or backward) of an interleaved stage: chunks take turns of one group of `stages`
/// micro-batches.
Operation interleaved_operation(int index, int stages, int chunks, bool backward) {
  const int group = stages * chunks;
  const int in_group = index % group;
  const int turn = in_group / stages;
  return {backward, index / group * stages + in_group % stages, backward ? chunks - 1 - turn : turn};
}

/// ZB-H1: as 1F1B with `warm` forwards first; weight gradients run `stage` micro-batches behind.
std::vector<Operation> zero_bubble_order(int micro_batches, int warm, int stage) {
  std::vector<Operation> order;
  order.reserve(3 * static_cast<std::size_t>(micro_batches));
  int weights = 0;
  const auto add_weight = [&] { order.push_back({false, weights++, 0, true}); };
  for (int i = 0; i < warm; ++i) order.push_back({false, i, 0});
  for (int i = warm; i < micro_batches; ++i) {
    order.push_back({false, i, 0});
    order.push_back({true, i - warm, 0});
    if (i - warm >= stage) add_weight();
  }
  for (int i = micro_batches - warm; i < micro_batches; ++i) {
    order.push_back({true, i, 0});
    if (weights <= i) add_weight();
  }
  while (weights < micro_batches) add_weight();
  return order;
}

/// ZB-V: `chunk` 0 down, 1 back. Orders of fewer than 2 P - 1 micro-batches leave out those that are missing.
std::vector<Operation> zero_bubble_v_order(int micro_batches, int stages, int stage) {
  std::vector<Operation> order;
  order.reserve(6 * static_cast<std::size_t>(micro_batches));
  const int all = std::max(micro_batches, 2 * stages - 1);
  int forwards[2] = {0, 0};
  int backwards[2] = {0, 0};
  int weights[2] = {0, 0};
  const auto add = [&](Operation operation) {
    if (operation.micro_batch < micro_batches) order.push_back(operation);
  };
  const auto forward = [&](int chunk) { add({false, forwards[chunk]++, chunk}); };
  const auto backward = [&](int chunk) { add({true, backwards[chunk]++, chunk}); };
  const auto weight = [&](int chunk) { add({false, weights[chunk]++, chunk, true}); };
  const auto both = [&](int chunk) {
    backward(chunk);
    weight(chunk);
  };
  const int behind = stages - stage;
  for (int i = 0; i < 2 * behind - 1; ++i) forward(0);
  for (int i = 0; i < stage; ++i) {
    forward(1);
    forward(0);
  }
  for (int i = 0; i < behind; ++i) {
    forward(1);
    both(1);
  }
  while (forwards[1] < forwards[0] || forwards[0] < all) {
    if (forwards[0] < all) forward(0);
    both(0);
    forward(1);
    both(1);
  }
  for (int i = 0; i < stage; ++i) {
    backward(0);
    backward(1);
  }
  for (int i = 0; i < behind; ++i) both(0);
  while (weights[1] < backwards[1]) weight(1);
  while (weights[0] < backwards[0]) weight(0);
  return order;
}

/// The stage that takes over after an operation, and the link to it; -1 for none.
struct Next {
  int stage = -1, link = -1;
};

Next next_of(const Operation& op, int stage, const Pipeline& pipeline) {
  const int stages = static_cast<int>(pipeline.stages.size());
  if (op.weight) return {};
  const Next down = stage + 1 < stages ? Next{stage + 1, stage} : Next{};
  const Next up = stage > 0 ? Next{stage - 1, stage - 1} : Next{};
  if (pipeline.schedule == Schedule::zb_v) return (op.chunk == 0) != op.backward ? down : up;
  if (!op.backward) {
    if (down.stage >= 0) return down;
    return op.chunk + 1 < pipeline.chunks() ? Next{0, stages - 1} : Next{};
  }
  if (up.stage >= 0) return up;
  return op.chunk > 0 ? Next{stages - 1, stages - 1} : Next{};
}

}  // namespace

std::vector<Operation> operations(const Pipeline& pipeline, int stage) {
  const int stages = static_cast<int>(pipeline.stages.size());
  const int chunks = pipeline.chunks();
  const int all = pipeline.micro_batches * chunks;
  if (pipeline.schedule == Schedule::zb_v) return zero_bubble_v_order(pipeline.micro_batches, stages, stage);
  const auto forward = [&](int i) {
    return chunks == 1 ? Operation{false, i, 0} : interleaved_operation(i, stages, chunks, false);
  };
  const auto backward = [&](int i) {
    return chunks == 1 ? Operation{true, i, 0} : interleaved_operation(i, stages, chunks, true);
  };
  const int warm = warm_up(pipeline.schedule, stages, chunks, pipeline.micro_batches, stage);
  if (pipeline.schedule == Schedule::zb_h1) return zero_bubble_order(all, warm, stage);
  std::vector<Operation> order;
  order.reserve(2 * static_cast<std::size_t>(all));
  for (int i = 0; i < warm; ++i) order.push_back(forward(i));
  for (int i = warm; i < all; ++i) {
    order.push_back(forward(i));
    order.push_back(backward(i - warm));
  }
  for (int i = all - warm; i < all; ++i) order.push_back(backward(i));
  return order;
}

int in_flight(Schedule schedule, int stages, int chunks, int micro_batches, int stage) {
  const int all = micro_batches * chunks;
  if (schedule == Schedule::zb_h1) return std::min(all, stages);
  if (schedule == Schedule::zb_v) return std::min({2 * stages, all, micro_batches + stage + 1});
  const int warm = warm_up(schedule, stages, chunks, micro_batches, stage);
  return std::min(all, warm + 1);
}

namespace {

/// Times of all operations, and what set them.
struct Play {
  std::vector<std::vector<Operation>> order;
  std::vector<std::vector<double>> start, end;
  /// For each operation the place (stage, index) whose end set its start; stage -1: nothing.
  std::vector<std::vector<std::pair<int, int>>> cause;
  std::vector<std::vector<bool>> by_transfer;
};

double seconds_of(const Operation& op, const StageTimes& times, Schedule schedule, std::size_t chunk) {
  const double weight = times.weight.empty() ? 0.0 : times.weight[chunk];
  if (op.weight) return weight;
  if (!op.backward) return times.forward[chunk];
  return weights_apart(schedule) ? times.backward[chunk] - weight : times.backward[chunk];
}

/// Where the operations stand in the orders of their stages, for those who wait for them.
class OperationPlaces {
 public:
  OperationPlaces(const Play& play, int chunks, int micro_batches)
      : m_micro_batches(static_cast<std::size_t>(micro_batches)),
        m_index(2 * play.order.size(), std::vector<int>(slot(chunks, 0))) {
    for (std::size_t s = 0; s < play.order.size(); ++s)
      for (std::size_t i = 0; i < play.order[s].size(); ++i) {
        const Operation& op = play.order[s][i];
        if (op.weight) continue;  // nobody waits for it
        m_index[2 * s + (op.backward ? 1 : 0)][slot(op.chunk, op.micro_batch)] = static_cast<int>(i);
      }
  }
  int of(const Wait& wait, int micro_batch) const {
    return m_index[2 * static_cast<std::size_t>(wait.stage) + (wait.backward ? 1 : 0)]
                  [slot(wait.chunk, micro_batch)];
  }

 private:
  std::size_t slot(int chunk, int micro_batch) const {
    return static_cast<std::size_t>(chunk) * m_micro_batches + static_cast<std::size_t>(micro_batch);
  }
  std::size_t m_micro_batches;
  std::vector<std::vector<int>> m_index;  ///< by stage and direction, then chunk and micro-batch
};

Play unplayed(const Pipeline& pipeline) {
  const std::size_t size = pipeline.stages.size();
  Play play;
  play.order.resize(size);
  play.start.resize(size);
  play.end.resize(size);
  play.cause.resize(size);
  play.by_transfer.resize(size);
  for (std::size_t s = 0; s < size; ++s) {
    play.order[s] = operations(pipeline, static_cast<int>(s));
    play.start[s].assign(play.order[s].size(), -1.0);
    play.end[s].assign(play.order[s].size(), -1.0);
    play.cause[s].assign(play.order[s].size(), {-1, -1});
    play.by_transfer[s].assign(play.order[s].size(), false);
  }
  return play;
}

Play run(const Pipeline& pipeline) {
  const int stages = static_cast<int>(pipeline.stages.size());
  Play play = unplayed(pipeline);
  const OperationPlaces places(play, pipeline.chunks(), pipeline.micro_batches);
  std::vector<std::size_t> next(play.order.size(), 0);
  bool moved = true;
  while (moved) {
    moved = false;
    for (int j = 0; j < stages; ++j) {
      const auto s = static_cast<std::size_t>(j);
      while (next[s] < play.order[s].size()) {
        const std::size_t i = next[s];
        const Operation& op = play.order[s][i];
        const Wait wait = wait_of(op, j, pipeline);
        const int from = wait.stage;
        double ready = 0.0;
        int from_index = -1;
        if (from >= 0) {
          from_index = places.of(wait, op.micro_batch);
          const double ended = play.end[static_cast<std::size_t>(from)][static_cast<std::size_t>(from_index)];
          if (ended < 0.0) break;
          ready = ended + link_seconds(pipeline, op.backward, wait.link);
        }
        const double free = i == 0 ? 0.0 : play.end[s][i - 1];
        play.start[s][i] = std::max(ready, free);
        if (from >= 0 && (ready > free || i == 0)) {
          play.cause[s][i] = {from, from_index};
          play.by_transfer[s][i] = from != j;
        } else if (i > 0) {
          play.cause[s][i] = {j, static_cast<int>(i) - 1};
        }
        const StageTimes& times = pipeline.stages[s];
        const auto chunk = static_cast<std::size_t>(op.chunk);
        play.end[s][i] = play.start[s][i] + seconds_of(op, times, pipeline.schedule, chunk);
        ++next[s];
        moved = true;
      }
    }
  }
  return play;
}

StepEnd end_of(const Pipeline& pipeline, const Play& play) {
  StepEnd end;
  for (std::size_t j = 0; j < pipeline.stages.size(); ++j) {
    const double last = play.end[j].back() + pipeline.stages[j].tail;
    if (last > end.step) end = {last, static_cast<int>(j)};
  }
  return end;
}

/// Where a lane repeats itself every `distance` operations and `rounds` micro-batches, around `middle`.
struct Repeats {
  double begin = 0.0, end = 0.0;  ///< seconds; nothing when they are equal
};

Repeats repeats_of(const Play& play, std::size_t stage, std::size_t distance, int rounds, double period,
                   double middle) {
  const std::vector<Operation>& order = play.order[stage];
  const std::vector<double>& start = play.start[stage];
  if (order.size() < 2 * distance) return {};
  const auto same = [&](std::size_t i) {
    const Operation &a = order[i], &b = order[i + distance];
    return a.backward == b.backward && a.weight == b.weight && a.chunk == b.chunk &&
           a.micro_batch + rounds == b.micro_batch &&
           std::fabs(start[i + distance] - start[i] - period) <= 1e-9 * period;
  };
  const std::size_t last = order.size() - distance;
  const auto at =
      static_cast<std::size_t>(std::lower_bound(start.begin(), start.end(), middle) - start.begin());
  std::size_t begin = std::min(at, last - 1);
  std::size_t end = begin;
  while (end < last && same(end)) ++end;
  while (begin > 0 && begin <= end && same(begin - 1)) --begin;
  if (begin == end) return {};
  return {start[begin], start[end - 1 + distance]};
}

/// Finds the longest stretch in which every lane repeats itself with one period.
void find_fold(const Pipeline& pipeline, const Play& play, Timeline& timeline) {
  const int stages = static_cast<int>(pipeline.stages.size());
  const auto passes =
      static_cast<std::size_t>(pipeline.chunks()) * (weights_apart(pipeline.schedule) ? 3 : 2);
  // With transfers the steady state may repeat every few micro-batches only: the shortest period wins.
  for (int rounds = 1; rounds <= stages; ++rounds) {
    const std::size_t distance = passes * static_cast<std::size_t>(rounds);
    const std::vector<double>& first = play.start.front();
    if (first.size() < 2 * distance) return;
    // From the middle of the step back to the period before.
    const double middle = timeline.step / 2.0;
    const auto here =
        static_cast<std::size_t>(std::lower_bound(first.begin(), first.end(), middle) - first.begin());
    if (here < distance || here >= first.size()) return;
    const double period = first[here] - first[here - distance];
    Repeats all{0.0, timeline.step};
    for (std::size_t j = 0; j < play.order.size() && all.begin < all.end; ++j) {
      const Repeats lane = repeats_of(play, j, distance, rounds, period, middle - period);
      all = {std::max(all.begin, lane.begin), std::min(all.end, lane.end)};
    }
    if (all.begin >= all.end) continue;
    // From a backward of the first stage on; one period stays visible on each side.
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (first[i] < all.begin || !play.order.front()[i].backward) continue;
      const int repeats = static_cast<int>((all.end - first[i]) / period * (1.0 + 1e-9)) - 2;
      if (repeats < 3) break;
      timeline.fold_start = first[i] + period;
      timeline.fold_end = timeline.fold_start + repeats * period;
      timeline.fold_repeats = repeats;
      return;
    }
  }
}

/// Of each operation the transfer that follows it: its place in the lane that sends, and where it arrives;
/// -1: none.
using Handed = std::vector<std::vector<std::pair<int, int>>>;

/// Operation `i` of stage `j` as a span, with what it waited for.
Span span_of(const Play& play, int j, std::size_t i) {
  const auto s = static_cast<std::size_t>(j);
  const Operation& op = play.order[s][i];
  Span span;
  span.start = play.start[s][i];
  span.end = play.end[s][i];
  span.kind = op.weight ? SpanKind::weight_gradient : op.backward ? SpanKind::backward : SpanKind::forward;
  span.stage = j;
  span.micro_batch = op.micro_batch;
  span.chunk = op.chunk;
  span.waited = span.start - (i == 0 ? 0.0 : play.end[s][i - 1]);
  const int from = play.cause[s][i].first;
  if (play.by_transfer[s][i] && from >= 0) {
    span.waited_for = from;
    span.peer = from;
  }
  return span;
}

/// Adds the transfer of a stage's `work` over `next` to both lanes: where it stands there.
std::pair<int, int> add_transfer(Timeline& timeline, const Span& work, const Next& next, double seconds) {
  Span send = work;
  send.start = work.end;
  send.end = work.end + seconds;
  send.kind = SpanKind::send;
  send.peer = next.stage;
  send.link = next.link;
  send.waited = 0.0;
  send.waited_for = -1;
  Span receive = send;
  receive.kind = SpanKind::receive;
  receive.stage = next.stage;
  receive.peer = work.stage;
  std::vector<Span>& sent = timeline.lanes[static_cast<std::size_t>(work.stage)].transfers;
  std::vector<Span>& received = timeline.lanes[static_cast<std::size_t>(next.stage)].transfers;
  sent.push_back(send);
  received.push_back(receive);
  return {static_cast<int>(sent.size()) - 1, static_cast<int>(received.size()) - 1};
}

/// The chain that sets the step: back from the last operation of the critical stage.
void mark_chain(const Play& play, const Handed& handed, int stage, Timeline& timeline) {
  int index = static_cast<int>(play.order[static_cast<std::size_t>(stage)].size()) - 1;
  while (stage >= 0 && index >= 0) {
    timeline.lanes[static_cast<std::size_t>(stage)].work[static_cast<std::size_t>(index)].critical = true;
    const auto [from, before] = play.cause[static_cast<std::size_t>(stage)][static_cast<std::size_t>(index)];
    if (from >= 0 && from != stage) {
      const auto [sent, received] = handed[static_cast<std::size_t>(from)][static_cast<std::size_t>(before)];
      const auto mark = [&](int lane, int at) {
        std::vector<Span>& transfers = timeline.lanes[static_cast<std::size_t>(lane)].transfers;
        transfers[static_cast<std::size_t>(at)].critical = true;
      };
      if (sent >= 0) mark(from, sent);
      if (received >= 0) mark(stage, received);
    }
    stage = from;
    index = before;
  }
}

}  // namespace

Timeline play(const Pipeline& pipeline) {
  const Play play = run(pipeline);
  const StepEnd end = end_of(pipeline, play);
  Timeline timeline;
  timeline.step = end.step;
  timeline.micro_batches = pipeline.micro_batches;
  timeline.lanes.resize(pipeline.stages.size());
  Handed handed(pipeline.stages.size());
  for (int j = 0; j < static_cast<int>(pipeline.stages.size()); ++j) {
    const auto s = static_cast<std::size_t>(j);
    handed[s].assign(play.order[s].size(), {-1, -1});
    for (std::size_t i = 0; i < play.order[s].size(); ++i) {
      const Operation& op = play.order[s][i];
      const Span span = span_of(play, j, i);
      timeline.lanes[s].work.push_back(span);
      const Next next = next_of(op, j, pipeline);
      if (next.stage >= 0 && next.stage != j)
        handed[s][i] = add_transfer(timeline, span, next, link_seconds(pipeline, op.backward, next.link));
    }
  }
  mark_chain(play, handed, end.critical_stage, timeline);
  for (Lane& lane : timeline.lanes)
    std::stable_sort(lane.transfers.begin(), lane.transfers.end(),
                     [](const Span& a, const Span& b) { return a.start < b.start; });
  find_fold(pipeline, play, timeline);
  return timeline;
}

const char* to_string(SpanKind kind) {
  switch (kind) {
    case SpanKind::forward:
      return "forward";
    case SpanKind::backward:
      return "backward";
    case SpanKind::weight_gradient:
      return "weight_gradient";
    case SpanKind::send:
      return "send";
    case SpanKind::receive:
      return "receive";
    case SpanKind::all_reduce:
      return "all_reduce";
    case SpanKind::reduce_scatter:
      return "reduce_scatter";
    case SpanKind::all_gather:
      return "all_gather";
    case SpanKind::optimizer:
      return "optimizer";
  }
  return "forward";
}

}  // namespace astrolabe::cost
