#include "core/strategy/schedules.h"

#include <algorithm>

namespace astrolabe::strategy {

PassOrder::PassOrder(const PipelineSize& size)
    : m_left(static_cast<std::size_t>(kPasses * size.chunks), size.micro_batches) {}

void PassOrder::add(int count, std::initializer_list<int> rows) {
  while (count > 0) {
    PassRun run;
    run.count = count;
    for (const int row : rows)
      if (const auto at = static_cast<std::size_t>(row); at < m_left.size() && m_left[at] > 0) {
        run.rows[static_cast<std::size_t>(run.length++)] = static_cast<std::uint16_t>(row);
        run.count = std::min(run.count, m_left[at]);
      }
    if (run.length == 0) return;
    for (int i = 0; i < run.length; ++i) m_left[run.rows[static_cast<std::size_t>(i)]] -= run.count;
    count -= run.count;
    m_runs.push_back(run);
  }
}

namespace {

// Passes of a chunk.
constexpr int f(int chunk = 0) { return pass_row(Pass::forward, chunk); }
constexpr int b(int chunk = 0) { return pass_row(Pass::backward, chunk); }
constexpr int w(int chunk = 0) { return pass_row(Pass::weight, chunk); }

void gpipe(const PipelineSize& size, int /*stage*/, PassOrder& order) {
  order.add(size.micro_batches, {f()});
  order.add(size.micro_batches, {b()});
}

void one_f_one_b(const PipelineSize& size, int stage, PassOrder& order) {
  const int ahead = size.stages - 1 - stage;
  order.add(ahead, {f()});
  order.add(size.micro_batches - ahead, {f(), b()});
  order.add(size.micro_batches, {b()});
}

void interleaved(const PipelineSize& size, int stage, PassOrder& order) {
  const int all = size.micro_batches * size.chunks;
  const int ahead = std::min(all, 2 * (size.stages - 1 - stage) + (size.chunks - 1) * size.stages);
  const auto turn = [&](int pass) { return pass / size.stages % size.chunks; };
  const auto until_next = [&](int pass) { return size.stages - pass % size.stages; };
  for (int forward = 0, backward = -ahead; backward < all;) {
    int count = until_next(std::max(forward, 0));
    if (forward < ahead) count = std::min(count, ahead - forward);
    if (backward >= 0) count = std::min(count, until_next(backward));
    if (backward < 0)
      order.add(count, {f(turn(forward))});
    else if (forward < all)
      order.add(count, {f(turn(forward)), b(size.chunks - 1 - turn(backward))});
    else
      order.add(count, {b(size.chunks - 1 - turn(backward))});
    forward += count;
    backward += count;
  }
}

void zb_h1(const PipelineSize& size, int stage, PassOrder& order) {
  const int ahead = std::min(size.stages - 1 - stage, size.micro_batches);
  const int put_off = std::min(stage, size.micro_batches - ahead);
  order.add(ahead, {f()});
  order.add(put_off, {f(), b()});
  order.add(size.micro_batches - ahead - put_off, {f(), b(), w()});
  order.add(ahead, {b(), w()});
  order.add(put_off, {w()});
}

void zb_v(const PipelineSize& size, int stage, PassOrder& order) {
  const int behind = size.stages - stage;
  // Fewer micro-batches play the order of 2 P - 1 without those that are missing.
  const int all = std::max(size.micro_batches, 2 * size.stages - 1);
  order.add(2 * behind - 1, {f(0)});
  order.add(stage, {f(1), f(0)});
  order.add(behind, {f(1), b(1), w(1)});
  order.add(all - size.stages - behind + 1, {f(0), b(0), w(0), f(1), b(1), w(1)});
  order.add(behind - 1, {b(0), w(0), f(1), b(1), w(1)});
  order.add(stage, {b(0), b(1)});
  order.add(behind, {b(0), w(0)});
  order.add(stage, {w(1)});
  order.add(stage, {w(0)});
}

void looped_bfs(const PipelineSize& size, int /*stage*/, PassOrder& order) {
  for (int chunk = 0; chunk < size.chunks; ++chunk) order.add(size.micro_batches, {f(chunk)});
  for (int chunk = size.chunks; chunk-- > 0;) order.add(size.micro_batches, {b(chunk)});
}

}  // namespace

//                searched  several_chunks  back  weights_apart  megatron  pytorch  order
const std::array<ScheduleRow, 6> kSchedules{{
    // PipeDream-Flush: Narayanan et al., ICML 2021
    {"1f1b", true, false, false, false, true, "1F1B", one_f_one_b},
    // Megatron-LM's order, in which chunks change every P micro-batches: Narayanan et al., SC 2021
    {"interleaved", true, true, false, false, true, "Interleaved1F1B", interleaved},
    // Huang et al., NeurIPS 2019
    {"gpipe", true, false, false, false, false, "GPipe", gpipe},
    // Qi et al., "Zero Bubble Pipeline Parallelism", arXiv 2401.10241, section 2.3: 1F1B whose stage j puts
    // off the gradients of the weights by j micro-batches and fills the gaps of the end with them
    {"zb-h1", true, false, false, true, false, nullptr, zb_h1},
    // Section 6 there; the order of torch.distributed.pipelining 2.9, that torchtitan runs
    {"zb-v", true, true, true, true, false, "ZBVZeroBubble", zb_v},
    // Lamy-Poirier, "Breadth-First Pipeline Parallelism", arXiv 2211.05953. PyTorch goes back from the last
    // micro-batch to the first, on all devices alike, which takes as long
    {"looped-bfs", false, true, false, false, false, "LoopedBFS", looped_bfs},
}};

const std::vector<std::string>& schedule_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const ScheduleRow& row : kSchedules) all.emplace_back(row.name);
    return all;
  }();
  return names;
}

std::vector<PassRun> runs_of(Schedule schedule, const PipelineSize& size, int stage) {
  PassOrder order(size);
  schedule_row(schedule).order(size, stage, order);
  return order.take_runs();
}

}  // namespace astrolabe::strategy
