#include "core/planning/mark_choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/units.h"
#include "core/cost/limits.h"
#include "core/cost/shape.h"
#include "core/cost/tables.h"
#include "core/hardware/gpu.h"
#include "core/hardware/pool_marks.h"
#include "core/search/ranking.h"
#include "core/strategy/fits.h"

namespace astrolabe::planning {

namespace {

constexpr std::size_t kMostChoices = 256;  ///< that are looked at

/// What of a pool is chosen now.
hardware::Usable chosen_of(const hardware::Pool& pool) {
  return {pool.max_gpus, hardware::factor_of(pool, pool.max_gpus), pool.used_of_node, pool.slowed};
}

/// True where a limit on each of several pools is not known here.
bool limit_unknown(const hardware::Cluster& cluster) {
  return cluster.max_total_gpus && cluster.pools.size() > 1;
}

/// What may be chosen of a pool: one choice where nothing is marked or a limit is not known. Where there is
/// one pool the limit of all GPUs is its own.
std::vector<hardware::Usable> choices_of(const hardware::Cluster& cluster, const hardware::Pool& pool) {
  if (!hardware::is_marked(pool) || pool.max_gpus == 0 || limit_unknown(cluster)) return {chosen_of(pool)};
  return hardware::usable_choices(pool, cluster.max_total_gpus.value_or(hardware::kAllGpus));
}

/// Where a strategy with so many GPUs of a pool may be fastest: of each width the fewest GPUs that hold it,
/// those that are no wider only where something of them is faster. None where nothing holds it.
std::vector<hardware::Usable> fastest_of(const hardware::Pool& pool, const std::vector<hardware::Usable>& all,
                                         int used) {
  std::vector<hardware::Usable> fastest;
  for (const hardware::Usable& choice : all)
    if (choice.gpus >= used &&
        std::none_of(fastest.begin(), fastest.end(), [&](const hardware::Usable& wider) {
          return hardware::as_wide(pool, wider, choice) &&
                 hardware::no_worse(wider.slowness, choice.slowness);
        }))
      fastest.push_back(choice);
  return fastest;
}

/// True where a choice under a limit that is not known here could do more than what is searched.
bool leaves_more(const hardware::Cluster& cluster, const hardware::Pool& pool) {
  return hardware::is_marked(pool) && pool.max_gpus > 0 && limit_unknown(cluster) &&
         hardware::usable_choices(pool).size() > 1;
}

strategy::Problem chosen(strategy::Problem problem, const Choice& choice) {
  for (std::size_t i = 0; i < choice.size(); ++i)
    hardware::choose_usable(problem.cluster.pools[i], choice[i]);
  return problem;
}

/// Every combination of the choices of pools.
std::vector<Choice> combinations(const std::vector<std::vector<hardware::Usable>>& of_pools) {
  std::vector<Choice> all(1);
  for (const std::vector<hardware::Usable>& of_pool : of_pools) {
    std::vector<Choice> longer;
    for (const hardware::Usable& one : of_pool)
      for (const Choice& before : all) {
        longer.push_back(before);
        longer.back().push_back(one);
      }
    all = std::move(longer);
  }
  return all;
}

/// The choices with the most work a second that all GPUs of them could do, fastest first; at most `most`, and
/// whether these are all. A sum over pools, so that none of the first begins as none of the first parts does.
struct Fluid {
  std::vector<Choice> choices;
  bool all = true;
};
Fluid most_fluid(const strategy::Problem& problem, const std::vector<std::vector<hardware::Usable>>& of_pools,
                 std::size_t most) {
  struct Begun {
    double speed = 0.0;
    Choice choice;
  };
  Fluid result;
  std::vector<Begun> begun(1);
  for (std::size_t i = 0; i < of_pools.size(); ++i) {
    const double rate = work_rate(problem, i);
    std::vector<Begun> longer;
    for (const Begun& before : begun)
      for (const hardware::Usable& one : of_pools[i]) {
        longer.push_back(before);
        longer.back().speed += rate * one.gpus / one.factor;
        longer.back().choice.push_back(one);
      }
    std::stable_sort(longer.begin(), longer.end(),
                     [](const Begun& a, const Begun& b) { return a.speed > b.speed; });
    result.all = result.all && longer.size() <= most;
    if (longer.size() > most) longer.resize(most);
    begun = std::move(longer);
  }
  for (Begun& one : begun) result.choices.push_back(std::move(one.choice));
  return result;
}

}  // namespace

bool is_chosen(const hardware::Cluster& cluster, const Choice& choice) {
  for (std::size_t i = 0; i < choice.size(); ++i)
    if (!hardware::is_chosen(cluster.pools[i], choice[i])) return false;
  return true;
}

double work_rate(const strategy::Problem& problem, std::size_t pool) {
  const hardware::Pool& of = problem.cluster.pools[pool];
  const auto peak = hardware::peak(of.gpu, problem.job.precision);
  return (peak ? peak->value : 1.0) * of.relative_speed * of.slowed.kernels;
}

std::optional<cost::Evaluation> evaluated_on(const strategy::Problem& problem,
                                             const strategy::Strategy& strategy) {
  if (!strategy::fits(problem, strategy) || strategy::broken_rule(problem, strategy)) return std::nullopt;
  std::vector<int> layers;
  for (const strategy::Stage& stage : strategy.stages) layers.push_back(stage.layers);
  cost::Tables tables(problem);
  cost::Evaluation row = cost::Shape(tables, strategy).evaluate(layers, true);
  const bool possible = cost::lacking_memory(row).binding == cost::Binding::none &&
                        cost::broken_limit(problem, row).binding == cost::Binding::none;
  return possible ? std::optional(std::move(row)) : std::nullopt;
}

MarkChoices mark_choices(const strategy::Problem& problem) {
  MarkChoices result;
  const hardware::Cluster& cluster = problem.cluster;
  Choice now;
  for (const hardware::Pool& pool : cluster.pools) {
    now.push_back(chosen_of(pool));
    result.of_pools.push_back(choices_of(cluster, pool));
  }
  result.problems.push_back(problem);
  result.choices.push_back(std::move(now));
  if (!hardware::is_marked(cluster)) return result;
  if (std::any_of(cluster.pools.begin(), cluster.pools.end(),
                  [&](const hardware::Pool& pool) { return leaves_more(cluster, pool); }))
    result.left = "nothing is proven of other nodes that a limit on the GPUs of several pools leaves";
  Fluid fluid = most_fluid(problem, result.of_pools, kMostChoices);
  if (!fluid.all)
    result.left = fmt::format(
        "nothing is proven of choices of nodes beyond the {} with the most GPUs for their "
        "slowness",
        kMostChoices);
  std::erase_if(fluid.choices, [&](const Choice& choice) { return is_chosen(cluster, choice); });
  for (Choice& choice : fluid.choices) {
    result.problems.push_back(chosen(problem, choice));
    result.choices.push_back(std::move(choice));
  }
  return result;
}

strategy::Problem judged_by_marks(const strategy::Problem& problem, const strategy::Strategy& strategy,
                                  strategy::Objective objective) {
  const std::vector<int> used = strategy::gpus_by_pool(problem.cluster, strategy);
  const bool by_time =
      objective == strategy::Objective::throughput || objective == strategy::Objective::pareto;
  std::vector<std::vector<hardware::Usable>> of_pools;
  std::size_t all = 1;
  for (std::size_t i = 0; i < used.size(); ++i) {
    const hardware::Pool& pool = problem.cluster.pools[i];
    of_pools.push_back({chosen_of(pool)});
    if (used[i] == 0 && by_time) continue;
    std::vector<hardware::Usable> able = choices_of(problem.cluster, pool);
    if (by_time)
      able = fastest_of(pool, able, used[i]);
    else
      std::erase_if(able, [&](const hardware::Usable& choice) { return choice.gpus < used[i]; });
    if (!able.empty()) of_pools.back() = std::move(able);
    all = std::min(all * of_pools.back().size(), kMostChoices + 1);
  }
  std::vector<strategy::Problem> able;
  for (const Choice& choice :
       all > kMostChoices ? most_fluid(problem, of_pools, kMostChoices).choices : combinations(of_pools))
    able.push_back(chosen(problem, choice));
  if (able.size() == 1) return std::move(able.front());
  std::size_t best = 0;
  std::optional<cost::Evaluation> least;
  for (std::size_t i = 0; i < able.size(); ++i) {
    auto row = evaluated_on(able[i], strategy);
    if (!row || (least && search::compare_figures(*row, *least, objective) >= 0)) continue;
    best = i;
    least = std::move(row);
  }
  return std::move(able[best]);
}

bool may_be_fastest(const MarkChoices& choices, std::size_t choice, const strategy::Strategy& strategy) {
  const auto same = [](const hardware::Usable& a, const hardware::Usable& b) {
    return a.gpus == b.gpus && a.of_node == b.of_node;
  };
  const hardware::Cluster& cluster = choices.problems[choice].cluster;
  const std::vector<int> used = strategy::gpus_by_pool(cluster, strategy);
  for (std::size_t i = 0; i < used.size(); ++i) {
    const hardware::Usable& here = choices.choices[choice][i];
    const std::vector<hardware::Usable> able =
        used[i] > 0 ? fastest_of(cluster.pools[i], choices.of_pools[i], used[i])
                    : Choice{choices.choices.front()[i]};
    if (!able.empty() &&
        std::none_of(able.begin(), able.end(), [&](const auto& one) { return same(one, here); }))
      return false;
  }
  return true;
}

}  // namespace astrolabe::planning
