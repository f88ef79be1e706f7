#include "core/planning/marked_search.h"

#include <algorithm>
#include <utility>

#include "core/base/units.h"
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

/// GPUs that may be chosen of a pool, fewest first: one choice where nothing is marked or a limit is not
/// known. Where there is one pool the limit of all GPUs is its own.
std::vector<hardware::Usable> choices_of(const hardware::Cluster& cluster, const hardware::Pool& pool) {
  if (!hardware::is_marked(pool) || pool.max_gpus == 0 || limit_unknown(cluster)) return {chosen_of(pool)};
  const int limit = cluster.max_total_gpus.value_or(pool.gpus());
  std::vector<hardware::Usable> choices;
  for (hardware::Usable choice : hardware::usable_choices(pool)) {
    const bool enough = choice.gpus >= limit;
    choice.gpus = std::min(choice.gpus, limit);
    choices.push_back(choice);
    if (enough) break;
  }
  return choices;
}

/// The fewest GPUs of the choices that hold `used`; what is taken where none does.
hardware::Usable choice_for(const hardware::Cluster& cluster, const hardware::Pool& pool, int used) {
  for (const hardware::Usable& choice : choices_of(cluster, pool))
    if (choice.gpus >= used) return choice;
  return chosen_of(pool);
}

/// True where a choice under a limit that is not known here could do more than what is searched.
bool leaves_more(const hardware::Cluster& cluster, const hardware::Pool& pool) {
  return hardware::is_marked(pool) && pool.max_gpus > 0 && limit_unknown(cluster) &&
         hardware::usable_choices(pool).size() > 1;
}

}  // namespace

MarkChoices mark_choices(const strategy::Problem& problem, strategy::Objective objective) {
  MarkChoices result;
  result.problems.push_back(problem);
  const hardware::Cluster& cluster = problem.cluster;
  for (std::size_t i = 0; i < cluster.pools.size(); ++i) {
    const hardware::Pool& pool = cluster.pools[i];
    std::vector<hardware::Usable> others = choices_of(cluster, pool);
    std::erase_if(others, [&](const hardware::Usable& other) { return hardware::is_chosen(pool, other); });
    // The most GPUs for their slowness first, as there may be too many.
    std::stable_sort(others.begin(), others.end(),
                     [](const auto& a, const auto& b) { return a.gpus / a.factor > b.gpus / b.factor; });
    result.all = result.all && !leaves_more(cluster, pool);
    // A set of time and money is of one choice.
    if (objective == strategy::Objective::pareto && !others.empty()) {
      result.all = false;
      continue;
    }
    const std::size_t before = result.problems.size();
    for (const hardware::Usable& other : others) {
      if (result.problems.size() + before > kMostChoices) {
        result.all = false;
        break;
      }
      for (std::size_t k = 0; k < before; ++k) {
        result.problems.push_back(result.problems[k]);
        hardware::choose_usable(result.problems.back().cluster.pools[i], other);
      }
    }
  }
  return result;
}

strategy::Problem judged_by_marks(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  strategy::Problem judged = problem;
  const std::vector<int> used = strategy::gpus_by_pool(problem.cluster, strategy);
  for (std::size_t i = 0; i < used.size(); ++i) {
    hardware::Pool& pool = judged.cluster.pools[i];
    if (used[i] > 0) hardware::choose_usable(pool, choice_for(judged.cluster, pool, used[i]));
  }
  return judged;
}

search::Progress join_choices(const MarkChoices& choices, std::vector<search::Progress> found,
                              strategy::Objective objective, int top, double tolerance, std::size_t& winner) {
  winner = 0;
  if (found.size() == 1 && choices.all) return std::move(found.front());
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
    for (const cost::Evaluation& row : one.best) {
      const std::vector<hardware::Pool>& pools = choices.problems[i].cluster.pools;
      const std::vector<int> used = strategy::gpus_by_pool(choices.problems[i].cluster, row.strategy);
      bool own = true;
      for (std::size_t p = 0; p < used.size(); ++p)
        own = own && hardware::is_chosen(
                         pools[p], used[p] == 0 ? chosen_of(choices.problems.front().cluster.pools[p])
                                                : choice_for(choices.problems[i].cluster, pools[p], used[p]));
      if (own) rows.emplace_back(row, i);
    }
  }
  std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
    return search::ranks_before(a.first, b.first, objective);
  });
  if (objective != strategy::Objective::pareto && !rows.empty()) winner = rows.front().second;
  search::Progress joined = std::move(found[winner]);
  if (objective != strategy::Objective::pareto) {
    const auto most = static_cast<std::size_t>(std::max(1, top));
    if (rows.size() > most) rows.resize(most);
    joined.best.clear();
    for (auto& row : rows) joined.best.push_back(std::move(row.first));
  }
  const bool whole = choices.all && found.size() == choices.problems.size();
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
    return joined;
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
  return joined;
}

}  // namespace astrolabe::planning
