#include "core/plan/decision.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

#include "core/cost/limits.h"
#include "core/model/graph.h"

namespace astrolabe::plan {

namespace {

constexpr double kBandDeviations = 1.2815515655446004;  ///< of a normal error: four of five lie within

double deviation(const Contender& option) {
  return option.low > 0.0 && option.high > option.low
             ? std::log(option.high / option.low) / (2.0 * kBandDeviations)
             : 0.0;
}

/// Correlation of two errors: kinds in common over the root of the product of their numbers.
double correlation(const Contender& a, const Contender& b) {
  if (a.kinds.empty() || b.kinds.empty()) return 0.0;
  const auto common = std::count_if(a.kinds.begin(), a.kinds.end(), [&](const std::string& kind) {
    return std::find(b.kinds.begin(), b.kinds.end(), kind) != b.kinds.end();
  });
  return static_cast<double>(common) /
         std::sqrt(static_cast<double>(a.kinds.size()) * static_cast<double>(b.kinds.size()));
}

bool ties(const Contender& a, const Contender& b) {
  const double one = deviation(a), other = deviation(b);
  const double ratio =
      std::sqrt(std::max(0.0, one * one + other * other - 2.0 * correlation(a, b) * one * other));
  // Options of one kind differ by what is computed; equal ones tie.
  return std::fabs(std::log(a.value / b.value)) <= kBandDeviations * ratio + 1e-12;
}

bool competes(const Contender& option) { return option.alternative && option.possible(); }

/// Normal numbers that are the same on every platform (Box and Muller 1958).
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : m_engine(seed) {}
  double operator()() {
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
  }

 private:
  /// Above 0, up to 1.
  double uniform() { return (static_cast<double>(m_engine() >> 11U) + 1.0) * 0x1p-53; }
  std::mt19937_64 m_engine;
};

/// What is the same in every drawing of an option that is possible.
struct Drawn {
  std::size_t option = 0;
  double log_value = 0.0, deviation = 0.0, root = 1.0;  ///< root of the number of kinds
  std::vector<std::size_t> kinds;                       ///< places among all kinds
};

std::vector<Drawn> drawn_of(const std::vector<Contender>& options, const std::vector<std::string>& kinds) {
  std::vector<Drawn> all;
  for (std::size_t o = 0; o < options.size(); ++o) {
    const Contender& option = options[o];
    if (!competes(option)) continue;
    Drawn drawn{o,
                std::log(option.value),
                deviation(option),
                std::sqrt(std::max<double>(1.0, static_cast<double>(option.kinds.size()))),
                {}};
    for (const std::string& kind : option.kinds)
      drawn.kinds.push_back(
          static_cast<std::size_t>(std::lower_bound(kinds.begin(), kinds.end(), kind) - kinds.begin()));
    all.push_back(std::move(drawn));
  }
  return all;
}

/// A share of the drawings each. Nothing is drawn where no other option is possible.
void draw_chances(const std::vector<Contender>& options, Decision& decision) {
  std::vector<std::string> kinds;  // in the order of their names
  for (const Contender& option : options) kinds.insert(kinds.end(), option.kinds.begin(), option.kinds.end());
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  const std::vector<Drawn> all = drawn_of(options, kinds);
  if (decision.draws <= 0) return;
  if (all.size() == 1) {
    decision.options[all.front().option].chance = 1.0;
    return;
  }
  Normal normal(decision.seed);
  std::vector<double> errors(kinds.size()), wins(options.size(), 0.0);
  std::vector<std::size_t> best;  // equal ones share a drawing
  for (int i = 0; i < decision.draws; ++i) {
    for (double& error : errors) error = normal();
    best.clear();
    double least = 0.0;
    for (const Drawn& each : all) {
      double sum = 0.0;
      for (const std::size_t kind : each.kinds) sum += errors[kind];
      const double drawn = each.log_value + each.deviation * sum / each.root;
      if (!best.empty() && drawn > least) continue;
      if (best.empty() || drawn < least) best.clear();
      best.push_back(each.option);
      least = drawn;
    }
    for (const std::size_t o : best) wins[o] += 1.0 / static_cast<double>(best.size());
  }
  for (std::size_t o = 0; o < options.size(); ++o) decision.options[o].chance = wins[o] / decision.draws;
}

/// Every limit of the job, in the order in which they are told.
std::vector<HeldLimit> held_limits(const strategy::Problem& problem, const cost::Evaluation& best) {
  using cost::Binding;
  const strategy::Limits& limits = problem.job.limits;
  const std::pair<Binding, std::optional<double>> asked[] = {
      {Binding::budget, limits.budget_usd},
      {Binding::purchase, limits.purchase_usd},
      {Binding::ownership, limits.ownership_usd},
      {Binding::usd_per_hour, limits.usd_per_hour},
      {Binding::usd_per_month, limits.usd_per_month},
      {Binding::usd_per_trillion_tokens, limits.usd_per_trillion_tokens},
      {problem.job.done_by_first() ? Binding::done_by : Binding::deadline, problem.job.deadline()},
      {Binding::power, limits.power_kw}};
  std::vector<HeldLimit> held;
  for (const auto& [binding, limit] : asked)
    if (limit) held.push_back({binding, *limit, cost::taken(binding, problem, best)});
  return held;
}

/// Limits that a job leaves open, from another job. One on a purchase is not for machines that nobody buys,
/// nor one on ownership for rented ones.
void add_limits(strategy::Job& job, const strategy::Job& common) {
  using hardware::CostBasis;
  using strategy::Limits;
  const auto add = [&](std::optional<double> Limits::*limit) {
    if (!(job.limits.*limit)) job.limits.*limit = common.limits.*limit;
  };
  for (const auto limit : {&Limits::budget_usd, &Limits::usd_per_hour, &Limits::usd_per_month,
                           &Limits::usd_per_trillion_tokens, &Limits::power_kw})
    add(limit);
  if (job.cost.basis == CostBasis::buy) add(&Limits::purchase_usd);
  if (job.cost.basis != CostBasis::rent) add(&Limits::ownership_usd);
  if (!job.deadline()) job.limits.deadline_hours = common.deadline();
}

}  // namespace

bool Contender::possible() const {
  return answered &&
         std::all_of(limits.begin(), limits.end(), [](const HeldLimit& limit) { return limit.holds(); });
}

bool same_job(const strategy::Problem& a, const strategy::Problem& b) {
  if (a.job.task != b.job.task || a.job.tokens != b.job.tokens || a.job.global_batch != b.job.global_batch ||
      a.job.sequence_length != b.job.sequence_length)
    return false;
  return one_model(a, b);
}

bool one_model(const strategy::Problem& a, const strategy::Problem& b) {
  if (a.graph == b.graph || !a.graph || !b.graph) return a.graph == b.graph;
  model::Graph named = *a.graph;  // the same model may have the name of another file
  named.name = b.graph->name;
  named.family = b.graph->family;
  return named == *b.graph;
}

DecideBy decide_by(strategy::Objective objective) {
  switch (objective) {
    case strategy::Objective::throughput:
      return DecideBy::hours;
    case strategy::Objective::gpus:
      return DecideBy::gpus;
    default:
      return DecideBy::usd;
  }
}

Contender contender_of(int id, const Snapshot& answer, DecideBy by, const strategy::Job& common) {
  Contender made;
  made.id = id;
  if (answer.best.empty() || !answer.problem) return made;
  const cost::Evaluation& best = answer.best.front();
  const cost::Outcome& outcome = best.outcome;
  switch (by) {
    case DecideBy::hours:
      made.value = outcome.hours;
      made.low = outcome.hours_low;
      made.high = outcome.hours_high;
      break;
    case DecideBy::usd:
      if (!outcome.usd) break;
      made.value = outcome.usd->value;
      made.low = outcome.usd_low ? outcome.usd_low->value : made.value;
      made.high = outcome.usd_high ? outcome.usd_high->value : made.value;
      break;
    case DecideBy::gpus:
      made.value = made.low = made.high = best.gpus_paid();
      break;
  }
  made.answered = made.value > 0.0;
  const cost::Money& money = best.money;
  if (by == DecideBy::usd && money.usd_per_hour && money.usd_per_hour->value > 0.0)
    made.price_share = money.hardware_per_hour / money.usd_per_hour->value;
  for (std::size_t i = 0; i < best.gpus.size() && i < answer.problem->cluster.pools.size(); ++i)
    if (best.gpus[i] > 0)
      made.kinds.push_back(answer.problem->cluster.pools[i].gpu.id + " " +
                           strategy::to_string(answer.problem->software.stack));
  std::sort(made.kinds.begin(), made.kinds.end());
  made.kinds.erase(std::unique(made.kinds.begin(), made.kinds.end()), made.kinds.end());
  strategy::Problem limited = *answer.problem;
  add_limits(limited.job, common);
  made.limits = held_limits(limited, best);
  return made;
}

Decision decide(const std::vector<Contender>& options, int draws, std::uint64_t seed) {
  Decision decision;
  decision.options.resize(options.size());
  decision.draws = draws;
  decision.seed = seed;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (competes(options[i])) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return options[a].value < options[b].value; });
  for (std::size_t place = 0; place < order.size(); ++place) {
    const bool equal = place > 0 && options[order[place]].value == options[order[place - 1]].value;
    decision.options[order[place]].place =
        equal ? decision.options[order[place - 1]].place : static_cast<int>(place) + 1;
    decision.options[order[place]].tied = place > 0 && ties(options[order.front()], options[order[place]]);
  }
  if (order.empty()) return decision;
  draw_chances(options, decision);
  const Contender& winner = options[order.front()];
  decision.winner = static_cast<int>(order.front());
  double share = 0.0;
  for (std::size_t i = 0; i < winner.limits.size(); ++i) {
    const double taken = winner.limits[i].limit > 0.0 ? winner.limits[i].found / winner.limits[i].limit : 0.0;
    if (taken <= share) continue;
    share = taken;
    decision.nearest = static_cast<int>(i);
  }
  if (order.size() < 2) return decision;
  decision.runner_up = static_cast<int>(order[1]);
  decision.value_factor = options[order[1]].value / winner.value;
  if (winner.price_share > 0.0)
    decision.price_factor = 1.0 + (*decision.value_factor - 1.0) / winner.price_share;
  return decision;
}

}  // namespace astrolabe::plan
