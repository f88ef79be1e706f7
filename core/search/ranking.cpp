#include "core/search/ranking.h"

#include <algorithm>

namespace astrolabe::search {

double longest_step(int gpus, double value) {
  const double share = (value - gpus) * (1.0 + 1e-9);
  return share < 1.0 ? std::max(0.0, share) / (1.0 - share) : 1e300;
}

double objective_value(const cost::Evaluation& evaluation, strategy::Objective objective) {
  if (objective == strategy::Objective::gpus)
    return smallest_value(evaluation.gpus_used(), evaluation.step.value);
  if (objective == strategy::Objective::money)
    return evaluation.money.usd_per_trillion_tokens.value_or(1e299);
  return evaluation.step.value;
}

bool ranks_before(const cost::Evaluation& a, const cost::Evaluation& b, strategy::Objective objective) {
  if (objective == strategy::Objective::gpus && a.gpus_used() != b.gpus_used())
    return a.gpus_used() < b.gpus_used();
  const double money_a = a.money.usd_per_trillion_tokens.value_or(1e299);
  const double money_b = b.money.usd_per_trillion_tokens.value_or(1e299);
  const bool money_first = objective == strategy::Objective::money;
  const double first_a = money_first ? money_a : a.step.value;
  const double first_b = money_first ? money_b : b.step.value;
  if (first_a != first_b) return first_a < first_b;
  const double second_a = money_first ? a.step.value : money_a;
  const double second_b = money_first ? b.step.value : money_b;
  if (second_a != second_b) return second_a < second_b;
  if (a.gpus_used() != b.gpus_used()) return a.gpus_used() < b.gpus_used();
  return a.strategy < b.strategy;
}

namespace {

/// `strategy` whatever its split and what that has recomputed: the same for all splits of a configuration.
strategy::Strategy without_split(strategy::Strategy strategy) {
  strategy.recompute_layers = 0;
  for (strategy::Stage& stage : strategy.stages) {
    stage.layers = stage.recompute_layers = 0;
    stage.recompute = strategy.recompute;
  }
  return strategy;
}

/// The configuration that recomputes all instead of nothing, or nothing instead of all; else itself.
strategy::Strategy twin_of(strategy::Strategy configuration) {
  using strategy::Recompute;
  if (configuration.recompute == Recompute::selective) return configuration;
  const bool none = configuration.recompute == Recompute::none;
  configuration.recompute = none ? Recompute::full : Recompute::none;
  for (strategy::Stage& stage : configuration.stages) stage.recompute = configuration.recompute;
  return configuration;
}

}  // namespace

bool Ranking::insert(cost::Evaluation evaluation) {
  const std::lock_guard lock(m_mutex);
  const auto before = [this](const cost::Evaluation& a, const cost::Evaluation& b) {
    return ranks_before(a, b, m_objective);
  };
  const strategy::Strategy configuration = without_split(evaluation.strategy);
  const auto is_of = [](const cost::Evaluation& other, const strategy::Strategy& asked) {
    return other.strategy.pipeline_parallel == asked.pipeline_parallel &&
           without_split(other.strategy) == asked;
  };
  // Full recomputation has all splits of none, at the same steps: no faster it is no place of its own.
  const auto overshadows = [](const cost::Evaluation& none, const cost::Evaluation& full) {
    return none.strategy.recompute == strategy::Recompute::none && none.step <= full.step;
  };
  const strategy::Strategy twin = twin_of(configuration);
  const auto is_needless = [&](const cost::Evaluation& kept) {
    return (is_of(kept, configuration) && !before(evaluation, kept)) ||
           (overshadows(kept, evaluation) && is_of(kept, twin));
  };
  if (std::any_of(m_best_few.begin(), m_best_few.end(), is_needless)) return false;
  std::erase_if(m_best_few, [&](const cost::Evaluation& kept) {
    return is_of(kept, configuration) || (overshadows(evaluation, kept) && is_of(kept, twin));
  });
  const auto place = std::lower_bound(m_best_few.begin(), m_best_few.end(), evaluation, before);
  const bool first = place == m_best_few.begin();
  m_best_few.insert(place, std::move(evaluation));
  if (static_cast<int>(m_best_few.size()) > m_limit) m_best_few.pop_back();
  if (static_cast<int>(m_best_few.size()) == m_limit)
    m_cut.store(objective_value(m_best_few.back(), m_objective));
  m_best.store(objective_value(m_best_few.front(), m_objective));
  return first;
}

std::vector<cost::Evaluation> Ranking::sorted() const {
  const std::lock_guard lock(m_mutex);
  return m_best_few;
}

}  // namespace astrolabe::search
