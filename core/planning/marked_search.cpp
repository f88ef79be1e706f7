#include "core/planning/marked_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/units.h"
#include "core/cost/limits.h"
#include "core/cost/shape.h"
#include "core/cost/tables.h"
#include "core/hardware/gpu.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/search/ranking.h"
#include "core/strategy/fits.h"

namespace astrolabe::planning {

namespace {

constexpr std::size_t kMostChoices = 12;

/// What of a pool is chosen now.
hardware::Usable chosen_of(const hardware::Pool& pool) {
  return {pool.max_gpus, hardware::factor_of(pool, pool.max_gpus), pool.used_of_node};
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
/// narrower ones only where they are faster. What is chosen now where none does.
std::vector<hardware::Usable> choices_for(const hardware::Cluster& cluster, const hardware::Pool& pool,
                                          int used) {
  std::vector<hardware::Usable> fastest;
  for (const hardware::Usable& choice : choices_of(cluster, pool))
    if (choice.gpus >= used && (fastest.empty() || choice.factor < fastest.back().factor))
      fastest.push_back(choice);
  if (fastest.empty()) fastest.push_back(chosen_of(pool));
  return fastest;
}

/// True where a choice under a limit that is not known here could do more than what is searched.
bool leaves_more(const hardware::Cluster& cluster, const hardware::Pool& pool) {
  return hardware::is_marked(pool) && pool.max_gpus > 0 && limit_unknown(cluster) &&
         hardware::usable_choices(pool).size() > 1;
}

/// A choice of every pool.
using Choice = std::vector<hardware::Usable>;

bool is_chosen(const hardware::Cluster& cluster, const Choice& choice) {
  for (std::size_t i = 0; i < choice.size(); ++i)
    if (!hardware::is_chosen(cluster.pools[i], choice[i])) return false;
  return true;
}

strategy::Problem chosen(strategy::Problem problem, const Choice& choice) {
  for (std::size_t i = 0; i < choice.size(); ++i)
    hardware::choose_usable(problem.cluster.pools[i], choice[i]);
  return problem;
}

/// The choices with the most work a second that all GPUs of them could do, fastest first; at most `most`, and
/// whether these are all. A sum over pools, so that none of the first begins as none of the first parts does.
struct Fluid {
  std::vector<Choice> choices;
  bool all = true;
};
Fluid most_fluid(const strategy::Problem& problem, std::size_t most) {
  struct Begun {
    double speed = 0.0;
    Choice choice;
  };
  Fluid result;
  std::vector<Begun> begun(1);
  for (const hardware::Pool& pool : problem.cluster.pools) {
    const auto peak = hardware::peak(pool.gpu, problem.job.precision);
    const double healthy = pool.relative_speed * hardware::factor_of(pool, pool.max_gpus);
    const double rate = (peak ? peak->value : 1.0) * healthy;
    std::vector<Begun> longer;
    for (const Begun& before : begun)
      for (const hardware::Usable& one : choices_of(problem.cluster, pool)) {
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

/// The least step of a strategy on what is chosen; beyond all where it is not possible there.
double step_on(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!strategy::fits(problem, strategy) || strategy::broken_rule(problem, strategy)) return kBeyond;
  std::vector<int> layers;
  for (const strategy::Stage& stage : strategy.stages) layers.push_back(stage.layers);
  cost::Tables tables(problem);
  const cost::Evaluation row = cost::Shape(tables, strategy).evaluate(layers, true);
  const bool possible = cost::lacking_memory(row).binding == cost::Binding::none &&
                        cost::broken_limit(problem, row).binding == cost::Binding::none;
  return possible ? row.step.value : kBeyond;
}

}  // namespace

MarkChoices mark_choices(const strategy::Problem& problem, strategy::Objective objective) {
  MarkChoices result;
  result.problems.push_back(problem);
  const hardware::Cluster& cluster = problem.cluster;
  if (!hardware::is_marked(cluster)) return result;
  if (std::any_of(cluster.pools.begin(), cluster.pools.end(),
                  [&](const hardware::Pool& pool) { return leaves_more(cluster, pool); }))
    result.left = "nothing is proven of other nodes that a limit on the GPUs of several pools leaves";
  const Fluid fluid = most_fluid(problem, kMostChoices);
  const std::string others = fmt::format(
      "nothing is proven of other choices of nodes than these {}, which have the most GPUs for "
      "their slowness",
      kMostChoices);
  if (!fluid.all) result.left = others;
  for (const Choice& choice : fluid.choices) {
    if (is_chosen(cluster, choice)) continue;
    if (objective == strategy::Objective::pareto) {
      result.left = "nothing is proven of other choices of nodes: a set of time and money is of one";
      break;
    }
    if (result.problems.size() == kMostChoices) {
      result.left = others;
      break;
    }
    result.problems.push_back(chosen(problem, choice));
  }
  return result;
}

strategy::Problem judged_by_marks(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  const std::vector<int> used = strategy::gpus_by_pool(problem.cluster, strategy);
  std::vector<strategy::Problem> able{problem};
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] == 0) continue;
    std::vector<strategy::Problem> more;
    for (const hardware::Usable& choice : choices_for(problem.cluster, problem.cluster.pools[i], used[i]))
      for (const strategy::Problem& before : able) {
        more.push_back(before);
        hardware::choose_usable(more.back().cluster.pools[i], choice);
      }
    able = std::move(more);
  }
  std::size_t best = 0;
  double least = able.size() > 1 ? step_on(able.front(), strategy) : 0.0;
  for (std::size_t i = 1; i < able.size(); ++i)
    if (const double step = step_on(able[i], strategy); step < least) {
      best = i;
      least = step;
    }
  return std::move(able[best]);
}

namespace {

/// Whether the strategy may be as fast on this choice as on any other.
bool may_be_fastest(const MarkChoices& choices, std::size_t choice, const strategy::Strategy& strategy) {
  const hardware::Cluster& cluster = choices.problems[choice].cluster;
  const std::vector<int> used = strategy::gpus_by_pool(cluster, strategy);
  for (std::size_t i = 0; i < used.size(); ++i) {
    const std::vector<hardware::Usable> able =
        used[i] > 0 ? choices_for(cluster, cluster.pools[i], used[i])
                    : Choice{chosen_of(choices.problems.front().cluster.pools[i])};
    if (std::none_of(able.begin(), able.end(),
                     [&](const hardware::Usable& one) { return hardware::is_chosen(cluster.pools[i], one); }))
      return false;
  }
  return true;
}

}  // namespace

Joined join_choices(const MarkChoices& choices, std::vector<search::Progress> found,
                    strategy::Objective objective, int top, double tolerance) {
  if (found.size() == 1 && choices.all()) {
    const std::size_t rows = found.front().best.size();
    return {std::move(found.front()), std::vector<std::size_t>(rows, 0)};
  }
  const auto value = [&](const cost::Evaluation& row) { return search::objective_value(row, objective); };
  std::vector<std::pair<cost::Evaluation, std::size_t>> rows;
  bool finished = true, bounded = true, stopped = false;
  double bound = kBeyond, bound_step = 0.0, proven_below = kBeyond, seconds = 0.0;
  search::Space space;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const search::Progress& one = found[i];
    finished = finished && one.finished;
    stopped = stopped || one.stopped_early;
    seconds += one.seconds;
    const bool none = one.best.empty() && one.gap <= 0.0;
    bounded = bounded && (none || one.has_bound || one.optimal);
    if (!one.best.empty()) {
      const double least = value(one.best.front()) * (1.0 - (one.optimal || one.has_bound ? one.gap : 1.0));
      if (least < bound) bound_step = one.bound_step_seconds;
      bound = std::min(bound, least);
      const auto places = one.places_proven.value_or(static_cast<int>(one.best.size()));
      if (places < static_cast<int>(one.best.size()))
        proven_below = std::min(proven_below,
                                value(one.best[static_cast<std::size_t>(places)]) * (1.0 - one.ranking_gap));
      else if (places >= top)
        proven_below = std::min(proven_below, value(one.best.back()));
    }
    space.known = space.known && one.space.known;
    for (auto count : {&search::Space::total, &search::Space::rejected_by_rule,
                       &search::Space::rejected_by_limit, &search::Space::rejected_by_memory,
                       &search::Space::cut_by_bound, &search::Space::evaluated, &search::Space::not_reached})
      space.*count += one.space.*count;
    space.layer_splits += one.space.layer_splits;
    for (const cost::Evaluation& row : one.best)
      if (may_be_fastest(choices, i, row.strategy)) rows.emplace_back(row, i);
  }
  std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
    return search::ranks_before(a.first, b.first, objective);
  });
  std::vector<cost::Evaluation> best = found.front().best;
  if (objective != strategy::Objective::pareto) {
    // A configuration has one place, on the choice where it is best.
    search::Ranking ranking(objective, std::max(1, top));
    for (const auto& row : rows) ranking.insert(row.first);
    best = ranking.sorted();
  }
  Joined result;
  for (const cost::Evaluation& row : best) {
    const auto own = std::find_if(rows.begin(), rows.end(),
                                  [&](const auto& known) { return known.first.strategy == row.strategy; });
    result.choices.push_back(own == rows.end() ? 0 : own->second);
  }
  result.progress = std::move(found[result.winner()]);
  search::Progress& joined = result.progress;
  joined.best = std::move(best);
  const bool whole = choices.all() && found.size() == choices.problems.size();
  joined.finished = finished;
  joined.stopped_early = stopped || found.size() < choices.problems.size();
  joined.seconds = seconds;
  joined.space = space;
  if (!whole) joined.pools_proven = 0;
  joined.has_bound = whole && bounded && bound < kBeyond;
  joined.bound = joined.has_bound ? bound : 0.0;
  joined.bound_step_seconds = joined.has_bound ? bound_step : 0.0;
  if (joined.best.empty()) {
    joined.gap = whole && finished && bound >= kBeyond ? 0.0 : 1.0;
    joined.optimal = false;
    return result;
  }
  joined.gap = joined.has_bound ? std::max(0.0, 1.0 - bound / value(joined.best.front())) : 1.0;
  joined.optimal = joined.has_bound && finished && joined.gap <= tolerance;
  if (joined.places_proven) {
    const auto first_open = std::find_if(joined.best.begin(), joined.best.end(),
                                         [&](const auto& row) { return value(row) > proven_below; });
    joined.places_proven = whole && finished ? static_cast<int>(first_open - joined.best.begin()) : 0;
    joined.ranking_gap = 1.0;
    if (whole && finished)
      joined.ranking_gap =
          std::max(0.0, 1.0 - proven_below / std::max(proven_below, value(joined.best.back())));
  }
  return result;
}

}  // namespace astrolabe::planning
