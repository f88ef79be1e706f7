// Better splits by single layers that are moved.

#include <algorithm>

#include "core/search/partition.h"

namespace astrolabe::search {

using cost::StageCost;

/// Moves single layers between stages as long as the simulated step gets shorter. `far`: from any stage to
/// any other, where there are many as well.
void Partitioner::improve(std::vector<int>& layers, double& step, bool far) {
  const int stages = static_cast<int>(layers.size());
  const int reach = far || stages <= 16 ? stages : 2;
  const strategy::Schedule schedule = m_shape->strategy().schedule;
  const bool chains = schedule == strategy::Schedule::one_f_one_b || schedule == strategy::Schedule::zb_h1;
  if (chains) {
    std::vector<cost::LineStage> line(layers.size());
    int begin = 0;
    for (int j = 0; j < stages; ++j) {
      const int end = begin + layers[static_cast<std::size_t>(j)];
      line[static_cast<std::size_t>(j)] = m_shape->line_stage(j, cost(j, {begin, end}));
      begin = end;
    }
    m_chains.start(line, m_shape->micro_batches());
  }
  // The step with the layers moved, if it is shorter.
  const auto with = [&](int first, int last) {
    if (!chains) return simulate(layers, step);
    int begin = 0;
    for (int j = 0; j < first; ++j) begin += layers[static_cast<std::size_t>(j)];
    for (int j = first; j <= last; ++j) {
      const int end = begin + layers[static_cast<std::size_t>(j)];
      const StageCost& stage = cost(j, {begin, end});
      if (!stage.fits) return kNever;
      const cost::LineStage times = m_shape->line_stage(j, stage);
      m_chains.change(j, times);
      begin = end;
    }
    return m_chains.reaches(step) ? kNever : m_chains.play(step);
  };
  for (bool moved = true; moved;) {
    moved = false;
    for (int from = 0; from < stages; ++from) {
      for (int to = std::max(0, from - reach); to <= std::min(stages - 1, from + reach); ++to) {
        if (from == to || layers[static_cast<std::size_t>(from)] <= 1) continue;
        --layers[static_cast<std::size_t>(from)];
        ++layers[static_cast<std::size_t>(to)];
        const double tried = with(std::min(from, to), std::max(from, to));
        if (tried < step) {
          step = tried;
          moved = true;
          m_chains.take();
        } else {
          ++layers[static_cast<std::size_t>(from)];
          --layers[static_cast<std::size_t>(to)];
          m_chains.drop();
        }
      }
    }
  }
}

}  // namespace astrolabe::search
