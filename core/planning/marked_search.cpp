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

constexpr std::size_t kMostChoices = 256;  ///< that are looked at
constexpr std::size_t kMostSearches = 12;

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
/// narrower ones only where something of them is faster. None where nothing holds it.
std::vector<hardware::Usable> fastest_of(const std::vector<hardware::Usable>& all, int used) {
  std::vector<hardware::Usable> fastest;
  for (const hardware::Usable& choice : all)
    if (choice.gpus >= used &&
        std::none_of(fastest.begin(), fastest.end(), [&](const hardware::Usable& wider) {
          return hardware::no_worse(wider.slowness, choice.slowness);
        }))
      fastest.push_back(choice);
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

/// Work a second that a GPU of a pool could do with nothing slow.
double rate_of(const strategy::Problem& problem, std::size_t pool) {
  const hardware::Pool& of = problem.cluster.pools[pool];
  const auto peak = hardware::peak(of.gpu, problem.job.precision);
  return (peak ? peak->value : 1.0) * of.relative_speed * of.slowed.kernels;
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
    const double rate = rate_of(problem, i);
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

/// A strategy on what is chosen; nothing where it is not possible there.
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

/// Its step there; beyond all where it is not possible.
double step_on(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  const auto row = evaluated_on(problem, strategy);
  return row ? row->step.value : kBeyond;
}

}  // namespace

MarkChoices mark_choices(const strategy::Problem& problem, strategy::Objective objective) {
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
  if (objective == strategy::Objective::pareto && !fluid.choices.empty()) {
    result.left = "nothing is proven of other choices of nodes: a set of time and money is of one";
    return result;
  }
  for (Choice& choice : fluid.choices) {
    result.problems.push_back(chosen(problem, choice));
    result.choices.push_back(std::move(choice));
  }
  return result;
}

strategy::Problem judged_by_marks(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  const std::vector<int> used = strategy::gpus_by_pool(problem.cluster, strategy);
  std::vector<strategy::Problem> able{problem};
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] == 0) continue;
    std::vector<strategy::Problem> more;
    for (const hardware::Usable& choice :
         fastest_of(choices_of(problem.cluster, problem.cluster.pools[i]), used[i]))
      for (const strategy::Problem& before : able) {
        more.push_back(before);
        hardware::choose_usable(more.back().cluster.pools[i], choice);
      }
    if (!more.empty()) able = std::move(more);
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
  const auto same = [](const hardware::Usable& a, const hardware::Usable& b) {
    return a.gpus == b.gpus && a.of_node == b.of_node;
  };
  const std::vector<int> used = strategy::gpus_by_pool(choices.problems[choice].cluster, strategy);
  for (std::size_t i = 0; i < used.size(); ++i) {
    const hardware::Usable& here = choices.choices[choice][i];
    const std::vector<hardware::Usable> able =
        used[i] > 0 ? fastest_of(choices.of_pools[i], used[i]) : Choice{choices.choices.front()[i]};
    if (!able.empty() &&
        std::none_of(able.begin(), able.end(), [&](const auto& one) { return same(one, here); }))
      return false;
  }
  return true;
}

/// A value that no strategy on a choice is below, and the step that goes with it; 0 where nothing is known.
struct Known {
  double value = 0.0, step = 0.0;
};

Known known_of(const search::Progress& one, strategy::Objective objective) {
  if (one.best.empty()) return one.gap <= 0.0 ? Known{kBeyond, kBeyond} : Known{};
  if (!one.has_bound && !one.optimal) return {};
  const double value = search::objective_value(one.best.front(), objective);
  return {value * (1.0 - one.gap), one.bound_step_seconds};
}

/// How fast, at least, a strategy on `choice` may be for what it is on `other`, as a share of its time; 0
/// where `other` does not hold all of them.
double share_of_time(const hardware::Cluster& cluster, const Choice& choice, const Choice& other) {
  double share = 1.0;
  for (std::size_t i = 0; i < choice.size(); ++i) {
    const auto width = [&](const hardware::Usable& one) {
      return one.of_node > 0 ? one.of_node : cluster.pools[i].gpus_per_node;
    };
    if (other[i].gpus < choice[i].gpus || width(other[i]) < width(choice[i])) return 0.0;
    const hardware::Slowness &here = choice[i].slowness, &there = other[i].slowness;
    share = std::min(
        {share, here.kernels / there.kernels, here.links / there.links, here.network / there.network});
  }
  return share;
}

/// What the searches of others say of a choice. Where kernels, links and network are at most r times as slow,
/// a step takes at most r times as long, and costs at most r times as much. That is not so of what limits on
/// time and money or rules of one's own allow.
Known known_by_others(const MarkChoices& choices, std::size_t choice, const FoundOfChoices& found,
                      strategy::Objective objective) {
  constexpr double kRounded = 1.0 - 1e-12;
  const strategy::Job& job = choices.problems.front().job;
  const bool scales = objective == strategy::Objective::throughput || objective == strategy::Objective::money;
  if (!scales || job.limits != job.limits.of_memory_alone() || !job.rules.empty()) return {};
  Known best;
  for (std::size_t other = 0; other < found.size(); ++other) {
    if (!found[other]) continue;
    const double share =
        share_of_time(choices.problems.front().cluster, choices.choices[choice], choices.choices[other]);
    if (share <= 0.0) continue;
    const Known known = known_of(*found[other], objective);
    if (known.value >= kBeyond) return known;
    if (known.value * share * kRounded > best.value)
      best = {known.value * share * kRounded, known.step * share * kRounded};
  }
  return best;
}

/// The objective's value on a choice, but for a constant, were all its GPUs at work.
double expected(const MarkChoices& choices, std::size_t choice, strategy::Objective objective) {
  double speed = 0.0, healthy = 0.0;
  for (std::size_t i = 0; i < choices.choices[choice].size(); ++i) {
    const hardware::Usable& one = choices.choices[choice][i];
    const double rate = rate_of(choices.problems.front(), i);
    speed += rate * one.gpus / one.factor;
    healthy += rate * one.gpus;
  }
  return (objective == strategy::Objective::money ? healthy : 1.0) / speed;
}

/// All that was found in one ranking: a configuration has one place, on the choice where it is best.
void rank_found(const FoundOfChoices& found, search::Ranking& ranking) {
  for (const auto& one : found)
    if (one)
      for (const cost::Evaluation& row : one->best) ranking.insert(row);
}

/// The searched choice that such a row is of; of several the one where the strategy is judged.
std::size_t choice_of(const MarkChoices& choices, const FoundOfChoices& found, const cost::Evaluation& row) {
  std::optional<std::size_t> of;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i])
      for (const cost::Evaluation& own : found[i]->best)
        if (own.strategy == row.strategy && own.step == row.step)
          if (!of ||
              (!may_be_fastest(choices, *of, row.strategy) && may_be_fastest(choices, i, row.strategy)))
            of = i;
  return of.value_or(0);
}

/// Puts a row that was found on one choice only because that where it is judged was not searched on the
/// latter.
void move_to_its_own(const MarkChoices& choices, cost::Evaluation& row, std::size_t& choice) {
  if (may_be_fastest(choices, choice, row.strategy)) return;
  const strategy::Problem judged = judged_by_marks(choices.problems.front(), row.strategy);
  for (std::size_t i = 0; i < choices.problems.size(); ++i)
    if (is_chosen(judged.cluster, choices.choices[i]))
      if (auto own = evaluated_on(judged, row.strategy); own && own->step <= row.step) {
        row = std::move(*own);
        choice = i;
        return;
      }
}

/// No strategy that is not among those found is below `bound`, nor, of the first places, below `places`.
struct ProofOfChoices {
  bool finished = true, stopped = false, bounded = true;
  double bound = kBeyond, step = 0.0, places = kBeyond;
  void add(const Known& known) {
    bounded = bounded && known.value > 0.0;
    if (known.value < bound) step = known.step;
    bound = std::min(bound, known.value);
  }
};

ProofOfChoices proof_of(const MarkChoices& choices, const FoundOfChoices& found,
                        strategy::Objective objective, int top) {
  const auto value = [&](const cost::Evaluation& row) { return search::objective_value(row, objective); };
  ProofOfChoices proof;
  for (std::size_t i = 0; i < choices.problems.size(); ++i) {
    if (!found[i]) {
      const Known known = known_by_others(choices, i, found, objective);
      proof.add(known);
      proof.places = std::min(proof.places, known.value);
      continue;
    }
    const search::Progress& one = *found[i];
    proof.finished = proof.finished && one.finished;
    proof.stopped = proof.stopped || one.stopped_early;
    proof.add(known_of(one, objective));
    if (one.best.empty()) continue;
    const auto places = one.places_proven.value_or(static_cast<int>(one.best.size()));
    if (places < static_cast<int>(one.best.size()))
      proof.places =
          std::min(proof.places, value(one.best[static_cast<std::size_t>(places)]) * (1.0 - one.ranking_gap));
    else if (places >= top)
      proof.places = std::min(proof.places, value(one.best.back()));
  }
  return proof;
}

search::Space all_space(const FoundOfChoices& found) {
  search::Space space;
  for (const auto& one : found) {
    if (!one) continue;
    space.known = space.known && one->space.known;
    for (auto count : {&search::Space::total, &search::Space::rejected_by_rule,
                       &search::Space::rejected_by_limit, &search::Space::rejected_by_memory,
                       &search::Space::cut_by_bound, &search::Space::evaluated, &search::Space::not_reached})
      space.*count += one->space.*count;
    space.layer_splits += one->space.layer_splits;
  }
  return space;
}

}  // namespace

std::size_t most_searches(const MarkChoices& choices) {
  return std::min(choices.problems.size(), kMostSearches);
}

std::optional<std::size_t> next_choice(const MarkChoices& choices, const FoundOfChoices& found,
                                       strategy::Objective objective, int top) {
  if (!found.front()) return 0;
  const auto searched = static_cast<std::size_t>(
      std::count_if(found.begin(), found.end(), [](const auto& one) { return one.has_value(); }));
  if (searched >= most_searches(choices)) return std::nullopt;
  search::Ranking ranking(objective, std::max(1, top));
  rank_found(found, ranking);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!found[i] && known_by_others(choices, i, found, objective).value < ranking.cut()) open.push_back(i);
  // The one whose search settles most of these, if it finds what its speed promises.
  const double scale = known_of(*found.front(), objective).value / expected(choices, 0, objective);
  std::optional<std::size_t> next;
  std::ptrdiff_t most = 0;
  for (const std::size_t i : open) {
    const double promised = scale * expected(choices, i, objective);
    const auto settled = std::count_if(open.begin(), open.end(), [&](std::size_t other) {
      return other == i || promised * share_of_time(choices.problems.front().cluster, choices.choices[other],
                                                    choices.choices[i]) >=
                               ranking.cut();
    });
    if (settled > most) {
      next = i;
      most = settled;
    }
  }
  return next;
}

Joined join_choices(const MarkChoices& choices, FoundOfChoices found, strategy::Objective objective, int top,
                    double tolerance) {
  const auto value = [&](const cost::Evaluation& row) { return search::objective_value(row, objective); };
  Joined result;
  result.left = choices.left;
  if (found.size() == 1 && choices.left.empty()) {
    result.progress = std::move(*found.front());
    result.choices.resize(result.progress.best.size(), 0);
    return result;
  }
  const ProofOfChoices proof = proof_of(choices, found, objective, top);
  const bool cut_short = next_choice(choices, found, objective, top).has_value();
  std::vector<cost::Evaluation> best = found.front()->best;
  if (objective != strategy::Objective::pareto) {
    search::Ranking ranking(objective, std::max(1, top));
    rank_found(found, ranking);
    best = ranking.sorted();
  }
  std::vector<std::pair<cost::Evaluation, std::size_t>> rows;
  for (cost::Evaluation& row : best) {
    const std::size_t choice = choice_of(choices, found, row);
    rows.emplace_back(std::move(row), choice);
    if (objective != strategy::Objective::pareto)
      move_to_its_own(choices, rows.back().first, rows.back().second);
  }
  if (objective != strategy::Objective::pareto)
    std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
      return search::ranks_before(a.first, b.first, objective);
    });
  best.clear();
  for (auto& [row, choice] : rows) {
    best.push_back(std::move(row));
    result.choices.push_back(choice);
  }
  const search::Space space = all_space(found);
  double seconds = 0.0;
  for (const auto& one : found) seconds += one ? one->seconds : 0.0;
  const auto unknown = static_cast<std::size_t>(
      std::count_if(found.begin(), found.end(), [](const auto& one) { return !one.has_value(); }));
  if (!proof.bounded && unknown > 0 && !cut_short && result.left.empty())
    result.left = fmt::format(
        "nothing is proven of {} choices of nodes beside these, which have the most GPUs "
        "for their slowness",
        unknown);
  result.progress = std::move(*(found[result.winner()] ? found[result.winner()] : found.front()));
  search::Progress& joined = result.progress;
  joined.best = std::move(best);
  const bool whole = choices.left.empty() && proof.bounded;
  const bool finished = proof.finished && !cut_short;
  joined.finished = finished;
  joined.stopped_early = proof.stopped || cut_short;
  joined.seconds = seconds;
  joined.space = space;
  if (!whole || unknown > 0) joined.pools_proven = 0;
  joined.has_bound = whole && proof.bound < kBeyond;
  joined.bound = joined.has_bound ? proof.bound : 0.0;
  joined.bound_step_seconds = joined.has_bound ? proof.step : 0.0;
  if (joined.best.empty()) {
    joined.gap = whole && finished && proof.bound >= kBeyond ? 0.0 : 1.0;
    joined.optimal = false;
    return result;
  }
  joined.gap = joined.has_bound ? std::max(0.0, 1.0 - proof.bound / value(joined.best.front())) : 1.0;
  joined.optimal = joined.has_bound && finished && joined.gap <= tolerance;
  if (joined.places_proven) {
    const auto first_open = std::find_if(joined.best.begin(), joined.best.end(),
                                         [&](const auto& row) { return value(row) > proof.places; });
    joined.places_proven = whole && finished ? static_cast<int>(first_open - joined.best.begin()) : 0;
    joined.ranking_gap = 1.0;
    if (whole && finished)
      joined.ranking_gap =
          std::max(0.0, 1.0 - proof.places / std::max(proof.places, value(joined.best.back())));
  }
  return result;
}

}  // namespace astrolabe::planning
