#include "core/search/ranking.h"

#include <algorithm>
#include <iterator>

#include "core/base/rounding.h"

namespace astrolabe::search {

double longest_step(int gpus, double value) {
  const double share = rounded_up(value - gpus);
  return share < 1.0 ? std::max(0.0, share) / (1.0 - share) : 1e300;
}

double objective_value(const cost::Evaluation& evaluation, strategy::Objective objective) {
  if (objective == strategy::Objective::gpus)
    return smallest_value(evaluation.gpus_paid(), evaluation.step.value);
  if (objective == strategy::Objective::money)
    return evaluation.money.usd_per_trillion_tokens.value_or(1e299);
  return evaluation.step.value;
}

int compare_figures(const cost::Evaluation& a, const cost::Evaluation& b, strategy::Objective objective) {
  const auto order = [](auto x, auto y) { return x < y ? -1 : x > y ? 1 : 0; };
  if (objective == strategy::Objective::gpus && a.gpus_paid() != b.gpus_paid())
    return order(a.gpus_paid(), b.gpus_paid());
  const double money_a = a.money.usd_per_trillion_tokens.value_or(1e299);
  const double money_b = b.money.usd_per_trillion_tokens.value_or(1e299);
  const bool money_first = objective == strategy::Objective::money;
  const double first_a = money_first ? money_a : a.step.value;
  const double first_b = money_first ? money_b : b.step.value;
  if (first_a != first_b) return order(first_a, first_b);
  const double second_a = money_first ? a.step.value : money_a;
  const double second_b = money_first ? b.step.value : money_b;
  if (second_a != second_b) return order(second_a, second_b);
  return order(a.gpus_used(), b.gpus_used());
}

bool ranks_before(const cost::Evaluation& a, const cost::Evaluation& b, strategy::Objective objective) {
  const int figures = compare_figures(a, b, objective);
  return figures != 0 ? figures < 0 : a.strategy < b.strategy;
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

void Ranking::forget(std::map<strategy::Strategy, Places::iterator>::iterator kept) {
  m_places.erase(kept->second);
  m_configurations.erase(kept);
}

bool Ranking::insert(cost::Evaluation evaluation) {
  strategy::Strategy configuration = without_split(evaluation.strategy);
  const strategy::Strategy twin = twin_of(configuration);
  // Full recomputation has all splits of none, at the same steps: no faster it is no place of its own.
  const auto overshadows = [](const cost::Evaluation& none, const cost::Evaluation& full) {
    return none.strategy.recompute == strategy::Recompute::none && none.step <= full.step;
  };
  const std::lock_guard lock(m_mutex);
  const auto own = m_configurations.find(configuration);
  if (own != m_configurations.end() && !ranks_before(evaluation, *own->second, m_objective)) return false;
  const auto other = twin == configuration ? m_configurations.end() : m_configurations.find(twin);
  if (other != m_configurations.end() && overshadows(*other->second, evaluation)) return false;
  if (other != m_configurations.end() && overshadows(evaluation, *other->second)) forget(other);
  if (own != m_configurations.end()) forget(own);
  const auto place = m_places.insert(std::move(evaluation)).first;
  const bool first = place == m_places.begin();
  m_configurations.emplace(std::move(configuration), place);
  const auto last = [this] { return std::prev(m_places.end()); };
  if (static_cast<int>(m_places.size()) > m_limit)
    forget(m_configurations.find(without_split(last()->strategy)));
  if (static_cast<int>(m_places.size()) == m_limit) m_cut.store(objective_value(*last(), m_objective));
  m_best.store(objective_value(*m_places.begin(), m_objective));
  return first;
}

std::vector<cost::Evaluation> Ranking::sorted() const {
  const std::lock_guard lock(m_mutex);
  return {m_places.begin(), m_places.end()};
}

}  // namespace astrolabe::search
