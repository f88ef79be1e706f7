#include "core/verify/answers.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "core/strategy/rules.h"
#include "core/verify/refusal.h"
#include "core/verify/splits.h"

namespace astrolabe::verify {

using strategy::Strategy;

namespace {

/// What tells configurations apart: no layers, and recomputation as the whole says.
Strategy stripped_of_layers(Strategy strategy) {
  strategy.recompute_layers = 0;
  for (strategy::Stage& stage : strategy.stages) {
    stage.layers = stage.recompute_layers = 0;
    stage.recompute = strategy::Recompute::none;
  }
  return strategy;
}

std::vector<int> layers_of(const Strategy& strategy) {
  std::vector<int> layers;
  for (const strategy::Stage& stage : strategy.stages) layers.push_back(stage.layers);
  return layers;
}

}  // namespace

int gpus_of(const strategy::Problem& problem, const cost::Shape& shape) {
  int paid = 0;
  const std::vector<int> used = shape.gpus();
  for (std::size_t i = 0; i < used.size(); ++i) {
    const hardware::Pool& pool = problem.cluster.pools[i];
    int gpus = used[i];
    if (pool.used_of_node > 0 && pool.unit > 1) {  // of nodes used in part all GPUs are paid
      gpus = 0;
      for (int part = 0; part < used[i]; part += pool.used_of_node) gpus += pool.gpus_per_node;
    }
    for (int units = 0; units * pool.unit < gpus; ++units) paid += pool.unit;
  }
  return paid;
}

double rate_of(const strategy::Problem& problem, const cost::Shape& shape) {
  const cost::Money money = cost::hourly(problem.cluster, problem.job, shape.gpus());
  if (!money.usd_per_hour) refuse("a GPU in use has no price");
  return money.usd_per_hour->value;
}

bool breaks_limits(const strategy::Problem& problem, const cost::Shape& shape, double step) {
  const cost::Money money = cost::hourly(problem.cluster, problem.job, shape.gpus());
  const double tokens = problem.job.tokens_per_step();
  const std::vector<int> used = shape.gpus();
  const int gpus = std::accumulate(used.begin(), used.end(), 0);
  return cost::broken_limit(problem, money, gpus, tokens / step).binding != cost::Binding::none;
}

void Answers::check() {
  std::set<Strategy> known;
  for (const Incumbent& told : m_certificate.incumbents) {
    const std::size_t place = m_answers.size() + 1;
    const auto incumbent =
        strategy::read_strategy(told.strategy, m_problem.pool_ids(), m_problem.graph->layer_count());
    if (!incumbent) refuse("the incumbent is no strategy for these GPUs and this model");
    if (const strategy::Rule* rule = strategy::first_broken_rule(m_problem, *incumbent))
      refuse("the incumbent breaks the rule {}", rule->name);
    const cost::Shape shape(m_tables, *incumbent);
    bool fits = false;
    const double step = step_of(shape, layers_of(*incumbent), fits);
    if (!fits) refuse("the incumbent does not fit into memory");
    check_claims(told, shape, step);
    if (shape.evaluate(layers_of(*incumbent)).strategy != *incumbent)
      refuse("the incumbent recomputes other layers than its step is of");
    check_order(place - 1);
    m_answers.push_back({*incumbent, stripped_of_layers(*incumbent), step});
    if (!known.insert(m_answers.back().stripped).second) {
      const auto same = std::find_if(m_answers.begin(), m_answers.end(), [&](const Answer& before) {
        return before.stripped == m_answers.back().stripped;
      });
      refuse("the incumbents {} and {} are the same, but for their layers", same - m_answers.begin() + 1,
             place);
    }
  }
}

void Answers::check_claims(const Incumbent& told, const cost::Shape& shape, double step) const {
  if (step != told.step) refuse("the incumbent's step takes {} s, not {} s", step, told.step);
  if (m_certificate.counts_money()) {
    const double usd = rate_of(m_problem, shape) * step;
    if (usd != told.usd) refuse("the incumbent's step costs {} USD s/h, not {}", usd, told.usd);
  }
  if (const int paid = gpus_of(m_problem, shape); m_certificate.counts_gpus() && paid != told.gpus)
    refuse("the incumbent takes {} GPUs in whole units, not {}", paid, told.gpus);
  if (breaks_limits(m_problem, shape, step)) refuse("the incumbent breaks a limit of the job");
}

/// No better than any place before it; of the set of time and money slower and cheaper.
void Answers::check_order(std::size_t place) const {
  const std::vector<Incumbent>& all = m_certificate.incumbents;
  for (std::size_t i = 0; i < place; ++i) {
    const Incumbent &before = all[i], &told = all[place];
    if (m_certificate.objective == strategy::Objective::pareto) {
      if (i + 1 == place && (told.step <= before.step || told.usd >= before.usd))
        refuse("the incumbent {} is not slower and cheaper than the one before it", place + 1);
      continue;
    }
    const double first = m_certificate.counts_gpus()    ? told.gpus - before.gpus
                         : m_certificate.counts_money() ? told.usd - before.usd * kAsDear
                                                        : told.step - before.step;
    if (first < 0.0 || (m_certificate.counts_gpus() && first == 0.0 && told.step < before.step))
      refuse("the incumbent {} stands behind a worse one", place + 1);
  }
}

/// The answer is a split of this configuration. Where nothing has to be recomputed it is one of two.
bool Answers::is_of(const Answer& answer, const Strategy& configuration, const cost::Shape& shape) {
  if (stripped_of_layers(configuration) == answer.stripped) return true;
  if (answer.strategy.stages.size() != configuration.stages.size()) return false;
  return shape.evaluate(layers_of(answer.strategy)).strategy == answer.strategy;
}

std::vector<std::size_t> Answers::of(const Strategy& configuration, const cost::Shape& shape) const {
  const auto placed_alike = [](const strategy::Stage& a, const strategy::Stage& b) {
    return a.pool == b.pool && a.tensor_parallel == b.tensor_parallel;
  };
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < m_answers.size(); ++i) {
    const Strategy& answer = m_answers[i].strategy;
    if (answer.data_parallel == configuration.data_parallel &&
        answer.micro_batch == configuration.micro_batch && answer.schedule == configuration.schedule &&
        std::equal(answer.stages.begin(), answer.stages.end(), configuration.stages.begin(),
                   configuration.stages.end(), placed_alike) &&
        is_of(m_answers[i], configuration, shape))
      found.push_back(i);
  }
  return found;
}

bool Answers::all_proven() const {
  return std::all_of(m_answers.begin(), m_answers.end(), [](const Answer& answer) { return answer.proven; });
}

}  // namespace astrolabe::verify
