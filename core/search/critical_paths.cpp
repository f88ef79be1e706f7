#include "core/search/critical_paths.h"

namespace astrolabe::search {

using strategy::Schedule;

bool CriticalPaths::know(const strategy::Strategy& strategy) {
  return strategy.virtual_pipeline == 1 && cost::one_chunk(strategy.schedule);
}

void CriticalPaths::start(const cost::Shape& shape) {
  m_schedule = shape.strategy().schedule;
  m_stages = shape.stages();
  m_micro_batches = shape.micro_batches();
  m_rest = m_micro_batches - 1;
  m_shares = {};
  m_rounds.assign(static_cast<std::size_t>(m_stages), 0.0);
  m_beside.assign(static_cast<std::size_t>(m_stages), 0.0);
  m_least_alone.assign(static_cast<std::size_t>(m_stages), m_rest);
  m_with_weights.assign(static_cast<std::size_t>(m_stages), 0.0);
  if (m_schedule == Schedule::gpipe) return;
  const bool zero_bubble = m_schedule == Schedule::zb_h1;
  if (zero_bubble) m_shares = shape.pass_shares();
  for (int j = 0; j < m_stages; ++j) {
    const auto s = static_cast<std::size_t>(j);
    // A path dwells from one round on.
    const double rounds = m_rest - (m_stages - 1 - j);
    m_rounds[s] = rounds >= 1.0 ? rounds : 0.0;
    // With more rounds paths that dwell further behind are longer.
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
}

StageTerms CriticalPaths::other_terms(int stage, const cost::StageCost& cost) const {
  const double t = cost.seconds();
  if (m_schedule == Schedule::gpipe) {
    const double left = m_micro_batches * cost.backward + cost.tail;
    return {t, 0.0, m_rest * t, cost.backward, cost.tail, 0.0, 0.0, left, m_rest * cost.backward};
  }
  const double sum = t - cost.weight;
  const double backward = cost.backward - cost.weight;
  const double rounds = this->rounds(stage);
  const double dwell =
      rounds > 0.0 ? rounds * sum + m_with_weights[static_cast<std::size_t>(stage)] * cost.weight : 0.0;
  const int before = cost::weights_before_last_backward(stage, m_stages, m_micro_batches);
  return {sum,
          dwell,
          rounds * cost.forward + m_rest * backward + before * cost.weight,
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
