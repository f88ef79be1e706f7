#include "core/planning/marked_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/counted.h"
#include "core/base/units.h"
#include "core/cost/money.h"
#include "core/replan/kind_bound.h"
#include "core/search/pareto.h"
#include "core/search/ranking.h"

namespace astrolabe::planning {

namespace {

constexpr std::size_t kMostSearches = 24;

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
    if (other[i].gpus < choice[i].gpus || !hardware::as_wide(cluster.pools[i], other[i], choice[i]))
      return 0.0;
    const hardware::Slowness &here = choice[i].slowness, &there = other[i].slowness;
    share = std::min(
        {share, here.kernels / there.kernels, here.links / there.links, here.network / there.network});
  }
  return share;
}

/// More GPUs stand idle and are paid for with nothing of `one` in use than of `other`.
bool keeps_more(const strategy::Problem& one, const strategy::Problem& other) {
  const auto kept = [](const strategy::Problem& problem, std::size_t pool) {
    return cost::kept_gpus(problem.cluster.pools[pool], problem.job.cost, 0);
  };
  for (std::size_t i = 0; i < one.cluster.pools.size(); ++i)
    if (kept(one, i) > kept(other, i)) return true;
  return false;
}

/// What the searches of others say of a choice. Where kernels, links and network are at most r times as slow,
/// a step takes at most r times as long, and costs at most r times as much where no more GPUs are kept idle
/// beside it. That is not so of what limits on time and money or rules of one's own allow.
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
    if (objective == strategy::Objective::money &&
        keeps_more(choices.problems[other], choices.problems[choice]))
      continue;
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
    const double rate = work_rate(choices.problems.front(), i);
    speed += rate * one.gpus / one.factor;
    healthy += rate * one.gpus;
  }
  const bool of_those_used =
      objective == strategy::Objective::money && !choices.problems.front().job.cost.idle_gpus_cost;
  return (of_those_used ? healthy : 1.0) / speed;
}

/// All that was found in one ranking: a configuration has one place, on the choice where it is best.
void rank_found(const FoundOfChoices& found, search::Ranking& ranking) {
  for (const auto& one : found)
    if (one)
      for (const cost::Evaluation& row : one->best) ranking.insert(row);
}

/// The searched choice that such a row is of, by its figures; of several one where the strategy may be
/// fastest.
std::size_t choice_of(const MarkChoices& choices, const FoundOfChoices& found, const cost::Evaluation& row) {
  constexpr auto kTimeAndMoney = strategy::Objective::throughput;
  std::optional<std::size_t> of;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i])
      for (const cost::Evaluation& own : found[i]->best)
        if (own.strategy == row.strategy && search::compare_figures(own, row, kTimeAndMoney) == 0)
          if (!of ||
              (!may_be_fastest(choices, *of, row.strategy) && may_be_fastest(choices, i, row.strategy)))
            of = i;
  return of.value_or(0);
}

/// Of each choice that was not searched what no strategy on it is below.
std::vector<std::pair<std::size_t, double>> not_searched(const MarkChoices& choices,
                                                         const FoundOfChoices& found,
                                                         strategy::Objective objective) {
  std::vector<std::pair<std::size_t, double>> open;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!found[i]) open.emplace_back(i, known_by_others(choices, i, found, objective).value);
  return open;
}

/// Puts a row that was found on one choice only because that where it is judged was not searched on the
/// latter. `open`: not_searched().
void move_to_its_own(const MarkChoices& choices, strategy::Objective objective,
                     const std::vector<std::pair<std::size_t, double>>& open, cost::Evaluation& row,
                     std::size_t& choice) {
  const double value = search::objective_value(row, objective);
  const bool by_time =
      objective == strategy::Objective::throughput || objective == strategy::Objective::pareto;
  const bool may_be_better = std::any_of(open.begin(), open.end(), [&](const auto& one) {
    return one.second < value && (!by_time || may_be_fastest(choices, one.first, row.strategy));
  });
  if (!may_be_better && (!by_time || may_be_fastest(choices, choice, row.strategy))) return;
  const strategy::Problem judged = judged_by_marks(choices.problems.front(), row.strategy, objective);
  for (std::size_t i = 0; i < choices.problems.size(); ++i)
    if (is_chosen(judged.cluster, choices.choices[i]))
      if (auto own = evaluated_on(judged, row.strategy);
          own && search::compare_figures(*own, row, objective) <= 0) {
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

/// Of choices of which nothing else is known: what no strategy on GPUs that work falls below. Nothing where
/// there are none such, for other goals than the step, and where nobody knows.
Known known_of_all(const MarkChoices& choices, const FoundOfChoices& found, strategy::Objective objective) {
  if (objective != strategy::Objective::throughput) return {};
  bool wanted = !choices.left.empty();
  std::vector<strategy::Strategy> best;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i])
      for (const cost::Evaluation& row : found[i]->best) best.push_back(row.strategy);
    else
      wanted = wanted || known_by_others(choices, i, found, objective).value <= 0.0;
  }
  if (!wanted) return {};
  const double least = replan::kind_bound(choices.problems.front(), best);
  return {least, least};
}

/// `least`: known_of_all().
ProofOfChoices proof_of(const MarkChoices& choices, const FoundOfChoices& found,
                        strategy::Objective objective, int top, const Known& least) {
  const auto value = [&](const cost::Evaluation& row) { return search::objective_value(row, objective); };
  ProofOfChoices proof;
  const auto add_unsearched = [&](const Known& known) {
    proof.add(known);
    proof.places = std::min(proof.places, known.value);
  };
  if (!choices.left.empty()) add_unsearched(least);
  for (std::size_t i = 0; i < choices.problems.size(); ++i) {
    if (!found[i]) {
      const Known known = known_by_others(choices, i, found, objective);
      add_unsearched(known.value > least.value ? known : least);
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

/// The sets of time and money of all choices as one.
struct JoinedSet {
  std::vector<search::ParetoPoint> points;
  /// Each strategy of the sets joined stands where it is fastest, so that no cheaper nodes are left out.
  bool whole = true;
};

/// A strategy is told where it is fastest, as a prediction of it is. Where one in the joined sets stands on
/// slower and cheaper nodes, the set of all strategies where they are fastest may have others.
JoinedSet join_sets(const MarkChoices& choices, const FoundOfChoices& found) {
  constexpr double kSame = 1e-9;  ///< of figures that were worked out twice
  const auto same = [](double a, double b) { return std::abs(a - b) <= kSame * std::abs(b); };
  search::ParetoFront front;
  for (const auto& one : found) {
    if (!one) continue;
    for (const search::ParetoPoint& point : one->pareto) {
      cost::Evaluation row;
      row.strategy = point.strategy;
      row.tokens_per_second = point.tokens_per_second;
      row.money.usd_per_trillion_tokens = point.usd_per_trillion_tokens;
      front.insert(row);
    }
  }
  JoinedSet joined;
  joined.points = front.points();
  search::ParetoFront fastest;
  for (const search::ParetoPoint& point : joined.points) {
    const strategy::Problem judged =
        judged_by_marks(choices.problems.front(), point.strategy, strategy::Objective::pareto);
    const auto row = evaluated_on(judged, point.strategy);
    if (!row || !row->money.usd_per_trillion_tokens) continue;
    joined.whole = joined.whole && same(row->tokens_per_second, point.tokens_per_second) &&
                   same(*row->money.usd_per_trillion_tokens, point.usd_per_trillion_tokens);
    fastest.insert(*row);
  }
  if (!joined.whole) joined.points = fastest.points();
  return joined;
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
  if (found.size() == 1 && choices.left.empty()) {
    result.progress = std::move(*found.front());
    result.choices.resize(result.progress.best.size(), 0);
    return result;
  }
  const Known least = known_of_all(choices, found, objective);
  const ProofOfChoices proof = proof_of(choices, found, objective, top, least);
  if (least.value <= 0.0) result.left = choices.left;
  const bool cut_short = next_choice(choices, found, objective, top).has_value();
  const bool of_set = objective == strategy::Objective::pareto;
  JoinedSet set;
  if (of_set) set = join_sets(choices, found);
  search::Ranking ranking(objective, std::max(1, top));
  rank_found(found, ranking);
  const auto open = not_searched(choices, found, objective);
  std::vector<std::pair<cost::Evaluation, std::size_t>> rows;
  for (cost::Evaluation& row : ranking.sorted()) {
    const std::size_t choice = choice_of(choices, found, row);
    rows.emplace_back(std::move(row), choice);
    move_to_its_own(choices, objective, open, rows.back().first, rows.back().second);
  }
  std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
    return search::ranks_before(a.first, b.first, objective);
  });
  std::vector<cost::Evaluation> best;
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
        "nothing is proven of {} of nodes beside these, which have the most GPUs for their slowness",
        counted(static_cast<std::int64_t>(unknown), "choice"));
  if (!set.whole && result.left.empty())
    result.left =
        "nothing is proven of slower and cheaper nodes for strategies that stand where they are "
        "fastest";
  double gap_of_sets = 0.0;
  for (const auto& one : found) gap_of_sets = std::max(gap_of_sets, one ? one->gap : 0.0);
  result.progress = std::move(*(found[result.winner()] ? found[result.winner()] : found.front()));
  search::Progress& joined = result.progress;
  joined.best = std::move(best);
  if (of_set) joined.pareto = std::move(set.points);
  const bool whole = proof.bounded && set.whole;
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
  if (of_set && joined.has_bound) joined.gap = gap_of_sets;
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
