#include "core/search/walks.h"

#include <cmath>

namespace astrolabe::search {

using strategy::Schedule;

bool Walks::know(const strategy::Strategy& strategy) {
  return strategy.virtual_pipeline == 1 && cost::one_chunk(strategy.schedule);
}

void Walks::start(const cost::Shape& shape) {
  m_schedule = shape.strategy().schedule;
  m_stages = shape.stages();
  m_micro_batches = shape.micro_batches();
  m_rest = m_micro_batches - 1;
  m_shares = {};
  m_rounds.assign(static_cast<std::size_t>(m_stages), 0.0);
  m_beside.assign(static_cast<std::size_t>(m_stages), 0.0);
  m_least.assign(static_cast<std::size_t>(m_stages), 0.0);
  m_least_alone.assign(static_cast<std::size_t>(m_stages), m_rest);
  m_with_weights.assign(static_cast<std::size_t>(m_stages), 0.0);
  m_between.assign(static_cast<std::size_t>(m_stages), 0.0);
  m_aside.assign(static_cast<std::size_t>(m_stages), {});
  if (m_schedule == Schedule::gpipe) return;
  const bool zero_bubble = m_schedule == Schedule::zb_h1;
  if (zero_bubble) m_shares = shape.pass_shares();
  for (int j = 0; j < m_stages; ++j) {
    const auto s = static_cast<std::size_t>(j);
    // A walk dwells from one round on.
    const double rounds = m_rest - (m_stages - 1 - j);
    m_rounds[s] = rounds >= 1.0 ? rounds : 0.0;
    // With more rounds walks that dwell further behind are longer.
    if (j + 1 < m_stages && m_micro_batches < 2 * m_stages) m_beside[s] = std::max(0.0, rounds + 1.0);
    // 1F1B: of single passes the longer one is at least half.
    m_least_alone[s] = m_rounds[s] + (m_rest - m_rounds[s]) / 2.0;
    if (zero_bubble)
      m_least_alone[s] =
          std::max(0.0, m_rest - (m_rest - m_rounds[s]) * m_shares.forward -
                            (m_rest - cost::weights_before_last_backward(j, m_stages, m_micro_batches)) *
                                m_shares.weight);
    m_with_weights[s] = m_rounds[s];
    if (zero_bubble && m_rounds[s] > 0.0)
      m_with_weights[s] = cost::weights_before_last_forward(j, m_stages, m_micro_batches);
  }
  set_between(shape);
}

void Walks::set_between(const cost::Shape& shape) {
  const auto stages = static_cast<std::size_t>(m_stages);
  std::vector<double> work(stages);  // of a stage with one layer
  std::vector<double> turn(stages);  // between it and the next, no weights done
  std::vector<double>& least = m_least;
  for (std::size_t s = 0; s < stages; ++s) {
    const int stage = static_cast<int>(s);
    double layer = shape.layer_seconds(stage, shape.class_of(0));
    for (int k = 1; k < shape.layers(); ++k)
      layer = std::min(layer, shape.layer_seconds(stage, shape.class_of(k)));
    work[s] = layer + shape.edge_seconds(stage);
    least[s] = in_sum(layer, shape.edge_seconds(stage));
  }
  for (std::size_t s = 0; s + 1 < stages; ++s) {
    turn[s] = least[s] + 2.0 * shape.links()[s] + least[s + 1];
    const double turns = std::floor(m_rounds[s + 1] / 2.0);
    const std::size_t before_weights = (s + 1) / 2;
    const double with_weights = std::max(0.0, turns - static_cast<double>(before_weights));
    m_between[s] = turns * turn[s] + with_weights * (work[s] - least[s]) +
                   (m_rounds[s + 1] - 2.0 * turns) * least[s + 1];
  }
  if (m_schedule != Schedule::zb_h1) return;
  for (std::size_t j = 0; j < stages; ++j) {
    if (m_rounds[j] == 0.0) continue;
    // Rounds that do no weights on j.
    const double free = std::min(static_cast<double>(j), m_rounds[j]);
    double longest = 0.0;
    for (std::size_t s = j > 0 ? j - 1 : 0; s + 1 < stages; ++s) longest = std::max(longest, turn[s]);
    // Such a walk comes back to j by a backward: it goes on by one of the forwards that are left.
    const double turns = std::floor(std::min(free, m_rounds[j] - 1.0) / 2.0);
    m_aside[j][0] = {turns * longest, 2.0 * turns};
    // Further before j, from where the walk climbs: a round for each stage on the way.
    double way = 0.0;
    longest = 0.0;
    for (std::size_t s = j > 1 ? j - 1 : 0; s-- > 0;) {
      way += 2.0 * shape.links()[s + 1] + (s + 2 < j ? least[s + 2] : 0.0);
      const auto apart = static_cast<double>(j - s - 1);
      const double fewer = std::floor((free - apart) / 2.0);
      if (fewer < 1.0 || turn[s] <= longest) continue;
      longest = turn[s];
      m_aside[j][1] = {fewer * turn[s] + way, 2.0 * fewer + apart - 1.0};
    }
  }
}

StageTerms Walks::other_terms(int stage, const cost::StageCost& cost) const {
  const double t = cost.seconds();
  if (m_schedule == Schedule::gpipe) {
    const double left = m_micro_batches * cost.backward + cost.tail;
    return {t, 0.0, m_rest * t, cost.backward, cost.tail, 0.0, 0.0, left, m_rest * cost.backward};
  }
  const double sum = t - cost.weight;
  const double backward = cost.backward - cost.weight;
  const double rounds = this->rounds(stage);
  const double aside = rounds > 0.0 ? this->aside(stage, sum) : 0.0;
  const double dwell =
      rounds > 0.0 ? rounds * sum + m_with_weights[static_cast<std::size_t>(stage)] * cost.weight + aside
                   : 0.0;
  const int before = cost::weights_before_last_backward(stage, m_stages, m_micro_batches);
  return {sum,
          dwell,
          rounds * cost.forward + m_rest * backward + before * cost.weight + aside,
          backward,
          cost.tail + (m_micro_batches - before) * cost.weight,
          cost.weight,
          (m_rest - beside(stage)) * cost.backward,
          backwards_left(stage) * backward +
              (m_micro_batches - cost::weights_before_last_forward(stage, m_stages, m_micro_batches)) *
                  cost.weight +
              cost.tail,
          (backwards_left(stage) - 1.0) * backward +
              (before - cost::weights_before_last_forward(stage, m_stages, m_micro_batches)) * cost.weight};
}

}  // namespace astrolabe::search
