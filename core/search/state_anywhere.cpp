#include "core/search/state_anywhere.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <utility>

#include "core/base/units.h"
#include "core/cost/limits.h"
#include "core/cost/shape.h"
#include "core/mesh/state.h"
#include "core/search/ranking.h"
#include "core/strategy/rules.h"

namespace astrolabe::search {

namespace {

using cost::Evaluation;
using strategy::Objective;
using strategy::Strategy;

constexpr double kNoAnswer = kBeyond;

std::vector<int> layers_of(const Strategy& strategy) {
  std::vector<int> layers;
  for (const strategy::Stage& stage : strategy.stages) layers.push_back(stage.layers);
  return layers;
}

bool all_fit(const Evaluation& evaluation) {
  return std::all_of(evaluation.memory.begin(), evaluation.memory.end(),
                     [](const cost::StageMemory& stage) { return stage.fits(); });
}

/// Strategies next to one in what memory asks for: one layer more or less done again by a stage, one layer on
/// another stage. Those that a runtime would refuse are left out.
class Neighbours {
 public:
  Neighbours(const strategy::Problem& problem, const Strategy& at)
      : m_at(at),
        m_by_stage(strategy::recompute_choice(problem, at, strategy::Recompute::full) ==
                   strategy::RecomputeChoice::by_stage),
        m_deals(!strategy::deals_evenly(problem, at) && at.virtual_pipeline == 1) {}
  /// Calls `use` with each until it returns true; true then.
  template <class Use>
  bool any(const Use& use) const {
    const std::size_t stages = m_at.stages.size();
    for (std::size_t j = 0; j < stages; ++j)
      for (const int more : {-1, 1})
        if (m_by_stage && m_at.recompute != strategy::Recompute::selective)
          if (const auto next = again(j, more); next && use(*next)) return true;
    for (std::size_t from = 0; from < stages && m_deals; ++from)
      for (std::size_t to = 0; to < stages; ++to)
        if (const auto next = dealt(from, to); next && use(*next)) return true;
    return false;
  }

 private:
  std::optional<Strategy> again(std::size_t j, int more) const {
    Strategy next = m_at;
    strategy::Stage& stage = next.stages[j];
    stage.recompute_layers += more;
    if (stage.recompute_layers < 0 || stage.recompute_layers > stage.layers) return std::nullopt;
    return named(std::move(next));
  }
  std::optional<Strategy> dealt(std::size_t from, std::size_t to) const {
    if (from == to || m_at.stages[from].layers == 1) return std::nullopt;
    Strategy next = m_at;
    strategy::Stage& less = next.stages[from];
    --less.layers;
    ++next.stages[to].layers;
    less.recompute_layers = std::min(less.recompute_layers, less.layers);
    return named(std::move(next));
  }
  /// Only a configuration that recomputes in full may do so; a stage that does nothing again is named so.
  std::optional<Strategy> named(Strategy next) const {
    if (m_at.recompute == strategy::Recompute::none)
      return std::any_of(next.stages.begin(), next.stages.end(),
                         [](const strategy::Stage& stage) { return stage.recompute_layers > 0; })
                 ? std::nullopt
                 : std::optional(std::move(next));
    if (m_at.recompute != strategy::Recompute::full) return next;
    next.recompute_layers = 0;
    for (strategy::Stage& stage : next.stages) {
      stage.recompute = stage.recompute_layers > 0 ? strategy::Recompute::full : strategy::Recompute::none;
      next.recompute_layers = std::max(next.recompute_layers, stage.recompute_layers);
    }
    if (next.recompute_layers == 0) return std::nullopt;  // a configuration of its own
    return next;
  }

  const Strategy& m_at;
  bool m_by_stage = false, m_deals = false;
};

/// Strategies that move state, from those that a search without it found.
class Placing {
 public:
  Placing(const strategy::Problem& problem, const Request& request, const std::stop_token& stop)
      : m_problem(problem), m_request(request), m_stop(stop), m_tables(problem, request.kept) {}
  /// Places the state of each row; of one that cannot be placed a neighbour that can be.
  void add(const std::vector<Evaluation>& rows) {
    for (const Evaluation& row : rows)
      if (auto placed = with_placed_state(m_problem, m_tables, row.strategy))
        m_found.push_back(std::move(*placed));
  }
  /// From the best few to better ones next to them.
  void improve() {
    constexpr std::size_t kFew = 4;
    sort();
    for (std::size_t i = 0; i < std::min(kFew, m_found.size()); ++i) {
      int tries = kMostTries;
      while (tries > 0 && !m_stop.stop_requested() && better_one(m_found[i], tries)) {
      }
    }
    sort();
  }
  const std::vector<Evaluation>& found() const { return m_found; }

 private:
  static constexpr int kMostTries = 600;
  void sort() {
    std::sort(m_found.begin(), m_found.end(), [this](const Evaluation& a, const Evaluation& b) {
      return ranks_before(a, b, m_request.objective);
    });
  }
  bool better_one(Evaluation& at, int& tries) {
    Strategy bare = at.strategy;
    bare.state.clear();
    const double value = objective_value(at, m_request.objective);
    return Neighbours(m_problem, bare).any([&](const Strategy& next) {
      if (--tries < 0) return true;
      auto placed = with_placed_state(m_problem, m_tables, next);
      if (!placed || objective_value(*placed, m_request.objective) >= value) return false;
      at = std::move(*placed);
      return true;
    }) && tries >= 0;
  }

  const strategy::Problem& m_problem;
  const Request& m_request;
  const std::stop_token& m_stop;
  cost::Tables m_tables;
  std::vector<Evaluation> m_found;
};

/// The bound of a search that left the state out, and how many places of `best` hold against its own: as no
/// strategy takes longer there, the k-th of the whole space is no better than the k-th there.
void tell_bound(const Progress& relaxed, const Request& request, Progress& result) {
  result.finished = result.finished && relaxed.finished;
  result.stopped_early = result.stopped_early || relaxed.stopped_early;
  // Nothing fits wherever state lies only where nothing fits without it either.
  result.state_anywhere = !result.best.empty() || relaxed.best.empty();
  if (result.best.empty()) return;
  const bool alone = !result.has_bound;  // nothing fits where every stage holds its own
  result.has_bound = relaxed.has_bound;
  result.bound = alone ? relaxed.bound : std::min(result.bound, relaxed.bound);
  result.bound_step_seconds =
      alone ? relaxed.bound_step_seconds : std::min(result.bound_step_seconds, relaxed.bound_step_seconds);
  const auto value = [&](const Evaluation& row) { return objective_value(row, request.objective); };
  const double best = value(result.best.front());
  result.gap = best > 0.0 ? std::max(0.0, 1.0 - result.bound / best) : 0.0;
  if (!result.has_bound) result.gap = 1.0;
  result.optimal = result.finished && result.gap <= request.tolerance;
  if (result.optimal && request.tolerance == 0.0) result.gap = 0.0;
  if (!result.places_proven) return;
  const std::size_t known = std::min(relaxed.best.size(), result.best.size());
  std::size_t proven = 0;
  while (proven < known && value(result.best[proven]) <= value(relaxed.best[proven])) ++proven;
  if (!relaxed.finished) proven = 0;
  result.places_proven = std::min(*result.places_proven, static_cast<int>(proven));
  if (known > 0 && proven < result.best.size()) {
    const double last = value(result.best.back());
    const double open = proven < relaxed.best.size() ? value(relaxed.best[proven]) : result.bound;
    result.ranking_gap = std::max(result.ranking_gap, 1.0 - open / last);
  }
}

/// `more` among the rows of `result`, of which as many stay as were asked for.
void merge(const std::vector<Evaluation>& more, const Request& request, Progress& result) {
  result.best.insert(result.best.end(), more.begin(), more.end());
  std::sort(result.best.begin(), result.best.end(),
            [&](const Evaluation& a, const Evaluation& b) { return ranks_before(a, b, request.objective); });
  const auto last =
      std::unique(result.best.begin(), result.best.end(),
                  [](const Evaluation& a, const Evaluation& b) { return a.strategy == b.strategy; });
  result.best.erase(last, result.best.end());
  if (result.best.size() > static_cast<std::size_t>(request.top))
    result.best.resize(static_cast<std::size_t>(std::max(1, request.top)));
}

void tell_better(Progress& result) {
  const Evaluation& best = result.best.front();
  result.improvements.push_back({result.seconds, best.step.value, best.tokens_per_second,
                                 best.money.usd_per_trillion_tokens.value_or(-1.0), best.gpus_used()});
}

}  // namespace

std::optional<std::vector<strategy::MovedState>> placed_state(const cost::Shape& shape,
                                                              const Strategy& written) {
  constexpr double kMargin = 256.0;  // bytes of a GPU: what moves is whole bytes
  const std::vector<cost::StateHolder> stages = shape.holders(written);
  std::vector<mesh::Holder> holders;
  for (const cost::StateHolder& stage : stages) {
    const bool tight = stage.room() < kMargin;
    if (tight && stage.own + kMargin > stage.limit) return std::nullopt;
    holders.push_back({stage.own, stage.state, stage.limit - kMargin, stage.gpus});
  }
  const mesh::StatePlacement placed = mesh::place_state(holders);
  if (!placed.possible) return std::nullopt;
  std::map<std::pair<int, int>, double> bytes;  // by stage and pool
  for (const mesh::Move& move : placed.moves)
    bytes[{move.from, stages[static_cast<std::size_t>(move.to)].pool}] += move.bytes;
  std::vector<strategy::MovedState> state;
  for (const auto& [place, amount] : bytes)
    state.push_back({place.first, place.second, static_cast<std::int64_t>(std::ceil(amount))});
  return state;
}

std::optional<Evaluation> with_placed_state(const strategy::Problem& problem, cost::Tables& tables,
                                            Strategy written) {
  written.state.clear();
  const cost::Shape bare(tables, written);
  auto state = placed_state(bare, written);
  if (!state) return std::nullopt;
  if (!state->empty() && (written.zero_stage < 1 || written.offload_optimizer)) return std::nullopt;
  written.state = std::move(*state);
  Evaluation evaluation = cost::Shape(tables, written).evaluate(layers_of(written), true);
  if (!all_fit(evaluation)) return std::nullopt;
  if (cost::broken_limit(problem, evaluation).binding != cost::Binding::none) return std::nullopt;
  return evaluation;
}

Progress run_state_anywhere(const strategy::Problem& problem, const Request& request,
                            const std::stop_token& stop, const std::atomic<bool>* paused,
                            const Report& report) {
  if (request.objective == Objective::pareto || request.objective == Objective::gpus)
    return run(problem, request, stop, paused, report);
  constexpr double kShare = 0.6;  // of the time, for what every stage holds itself
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  cost::KeptTables tables;
  Request own = request;
  if (own.kept == nullptr) own.kept = &tables;
  own.time_limit *= kShare;
  Progress result = run(problem, own, stop, paused, report);
  Request anywhere = own;
  anywhere.state_held = 0.0;
  anywhere.near_misses = anywhere.exhaustive = anywhere.brute_splits = false;
  anywhere.time_limit = request.time_limit > 0.0 ? std::max(1e-3, request.time_limit - elapsed()) : 0.0;
  anywhere.starts.clear();
  for (const Evaluation& row : result.best) anywhere.starts.push_back(row.strategy);
  // What was found stands at once; what the bound of the whole space leaves open comes with its search.
  Report closing;
  if (report)
    closing = [&](const Progress& so_far) {
      Progress shown = result;
      shown.seconds = elapsed();
      tell_bound(so_far, request, shown);
      report(shown);
    };
  const Progress relaxed = run(problem, anywhere, stop, paused, closing);
  const auto value = [&](const Progress& progress) {
    return progress.best.empty() ? kNoAnswer : objective_value(progress.best.front(), request.objective);
  };
  if (value(relaxed) < value(result)) {
    const double before = value(result);
    Placing placing(problem, own, stop);
    placing.add(relaxed.best);
    placing.add(result.best);
    placing.improve();
    merge(placing.found(), request, result);
    result.seconds = elapsed();
    if (value(result) < before) tell_better(result);
  }
  tell_bound(relaxed, request, result);
  result.seconds = elapsed();
  return result;
}

}  // namespace astrolabe::search
