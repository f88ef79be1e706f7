#include "core/search/turns.h"

#include <cmath>

namespace astrolabe::search {

void Turns::start(const Walks& walks, const std::vector<double>& layers, const std::vector<double>& edges,
                  const std::vector<double>& links) {
  const auto stages = static_cast<std::size_t>(walks.stages());
  m_in_sum.resize(stages);
  for (std::size_t s = 0; s < stages; ++s) m_in_sum[s] = walks.in_sum(layers[s], edges[s]);
  m_turn.resize(stages);
  m_between.assign(stages, 0.0);
  for (std::size_t s = 0; s + 1 < stages; ++s) {
    m_turn[s] = m_in_sum[s] + links[s] + m_in_sum[s + 1];
    const double rounds = walks.rounds(static_cast<int>(s) + 1);
    const double turns = std::floor(rounds / 2.0);
    const std::size_t before_weights = (s + 1) / 2;
    const double with_weights = std::max(0.0, turns - static_cast<double>(before_weights));
    m_between[s] = turns * m_turn[s] + with_weights * (layers[s] + edges[s] - m_in_sum[s]) +
                   (rounds - 2.0 * turns) * m_in_sum[s + 1];
  }
  m_aside.clear();
  if (walks.weights_later()) set_asides(walks, links);
}

void Turns::set_asides(const Walks& walks, const std::vector<double>& links) {
  const auto stages = static_cast<std::size_t>(walks.stages());
  m_aside.resize(stages);
  double longest = 0.0;  // from the stage before on
  for (std::size_t j = stages; j-- > 0;) {
    if (j > 0) longest = std::max(longest, m_turn[j - 1]);
    const double rounds = walks.rounds(static_cast<int>(j));
    if (rounds == 0.0) continue;
    // Rounds that do no weights on j.
    const double free = std::min(static_cast<double>(j), rounds);
    // Such a walk comes back to j by a backward: it goes on by one of the forwards that are left.
    m_aside[j][0] = {std::floor(std::min(free, rounds - 1.0) / 2.0), longest, 0.0, 0.0};
    // Further before j, from where the walk climbs: a round for each stage on the way.
    double way = 0.0;
    double longest_before = 0.0;
    for (std::size_t s = j > 1 ? j - 1 : 0; s-- > 0;) {
      way += links[s + 1] + (s + 2 < j ? m_in_sum[s + 2] : 0.0);
      const auto apart = static_cast<double>(j - s - 1);
      const double fewer = std::floor((free - apart) / 2.0);
      if (fewer < 1.0) break;
      if (m_turn[s] <= longest_before) continue;
      longest_before = m_turn[s];
      m_aside[j][1] = {fewer, m_turn[s], way, apart - 1.0};
    }
  }
}

}  // namespace astrolabe::search
