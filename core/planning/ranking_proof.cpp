#include "core/planning/ranking_proof.h"

#include <algorithm>

#include "core/base/units.h"
#include "core/planning/pipelines.h"
#include "core/planning/programs.h"
#include "core/planning/sharded.h"
#include "core/planning/widths.h"
#include "core/search/ranking.h"

namespace astrolabe::planning {

namespace {

double value_of(const cost::Evaluation& row, strategy::Objective objective) {
  return search::objective_value(row, objective);
}

/// All kinds of plan have bounds of the step and of what it costs, strategies alone of what is asked beside.
bool has_bounds_of_kinds(strategy::Objective objective) {
  return objective == strategy::Objective::throughput || objective == strategy::Objective::money;
}

/// What is known of a kind: which of its listed plans are proven to be its first ones, and what none of the
/// others falls below.
struct KindBound {
  std::string id;
  double least = kBeyond;       ///< no plan of it falls below
  int proven = 0;               ///< so many of its listed ones are its best, in this order
  double unseen = kBeyond;      ///< none falls below but those
  bool open = false;            ///< nothing is known
  std::optional<double> gap{};  ///< of a set of time and money, which no one value bounds
};

KindBound strategies_of(const plan::Snapshot& snapshot) {
  KindBound kind{std::string(kPipeline)};
  if (snapshot.best.empty()) return kind;
  const auto value = [&](std::size_t place) { return value_of(snapshot.best[place], snapshot.objective); };
  const bool bounded = snapshot.has_bound || snapshot.status == plan::Status::optimal;
  const auto shown = static_cast<int>(snapshot.best.size());
  kind.least = kind.unseen = bounded ? value(0) * (1.0 - snapshot.gap) : 0.0;
  if (snapshot.objective == strategy::Objective::pareto) kind.gap = snapshot.gap;
  kind.proven = std::clamp(snapshot.places_proven.value_or(0), 0, shown);
  if (kind.proven > 0) kind.unseen = std::max(kind.unseen, value(static_cast<std::size_t>(kind.proven) - 1));
  if (kind.proven < shown && snapshot.ranking_gap > 0.0)
    kind.unseen = std::max(kind.unseen, value(snapshot.best.size() - 1) * (1.0 - snapshot.ranking_gap));
  return kind;
}

double first_of(const OfPlanner& each, strategy::Objective objective) {
  return each.options && !each.options->empty() ? value_of(each.options->front()->evaluation, objective)
                                                : kBeyond;
}

/// A flat program, and shares of sharded data parallelism that were cut short, have bounds that are far: they
/// count where they stand first, as groups of GPUs stand for them.
std::vector<KindBound> kinds_beside(const plan::Snapshot& snapshot, const Beside& beside, double best) {
  std::vector<KindBound> kinds;
  for (const OfPlanner& each : beside.others) {
    const double first = first_of(each, snapshot.objective);
    const bool far = each.planner->id() == kProgram || (each.planner->id() == kSharded && each.stopped_early);
    if (far && first > best) continue;
    KindBound kind{std::string(each.planner->id())};
    const bool some = first < kBeyond;
    if (some && !has_bounds_of_kinds(snapshot.objective)) {
      kind.open = true;
    } else if (some) {
      const double gap = each.options->front()->proof.gap;
      kind.least = kind.unseen = first * (1.0 - gap);
      kind.proven = gap <= 0.0 ? 1 : 0;
      // Of what was stopped before its bound, a plan behind the best says no more than none.
      kind.open = each.stopped_early && first > best && gap >= 1.0;
    } else if (each.least && has_bounds_of_kinds(snapshot.objective)) {
      kind.least = kind.unseen = *each.least;
      kind.open = *each.least <= 0.0;
    } else {
      kind.open = each.stopped_early;
    }
    if (some || kind.open || kind.least < kBeyond) kinds.push_back(std::move(kind));
  }
  return kinds;
}

/// The kinds of the ranking, strategies first, and the value of its first plan.
struct Bounds {
  std::vector<KindBound> kinds;
  double best = kBeyond;
  double gap_of(const KindBound& kind) const {
    if (kind.gap) return *kind.gap;
    return best > 0.0 && best < kBeyond ? std::max(0.0, 1.0 - kind.least / best) : 0.0;
  }
  double gap() const {
    double gap = 0.0;
    for (const KindBound& kind : kinds)
      if (!kind.open) gap = std::max(gap, gap_of(kind));
    return gap;
  }
};

Bounds bounds_of(const plan::Snapshot& snapshot, Beside beside, bool equal_widths) {
  if (equal_widths)
    std::erase_if(beside.others, [](const OfPlanner& each) { return each.planner->id() == kWidths; });
  Bounds bounds;
  if (!snapshot.best.empty()) bounds.best = value_of(snapshot.best.front(), snapshot.objective);
  for (const OfPlanner& each : beside.others)
    bounds.best = std::min(bounds.best, first_of(each, snapshot.objective));
  bounds.kinds = kinds_beside(snapshot, beside, bounds.best);
  if (!snapshot.best.empty()) bounds.kinds.insert(bounds.kinds.begin(), strategies_of(snapshot));
  return bounds;
}

/// A row of the ranking of all kinds: its value, of which kind it is, and which of its kind from 0.
struct Row {
  double value = 0.0;
  std::string_view kind;
  int place = 0;
};

std::vector<Row> rows_of(const plan::Snapshot& snapshot, const Beside& beside) {
  std::vector<Row> rows;
  for (const cost::Evaluation& row : snapshot.best)
    rows.push_back({value_of(row, snapshot.objective), kPipeline, static_cast<int>(rows.size())});
  const std::vector<int> places = places_of(beside.options(), snapshot.best, snapshot.objective, beside.top);
  std::vector<std::pair<int, Row>> others;
  auto place = places.begin();
  for (const OfPlanner& each : beside.others) {
    if (!each.options) continue;
    int of_kind = 0;
    for (const OptionPtr& option : *each.options)
      others.emplace_back(
          *place++, Row{value_of(option->evaluation, snapshot.objective), each.planner->id(), of_kind++});
  }
  std::stable_sort(others.begin(), others.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [at, row] : others)
    if (at > 0) rows.insert(rows.begin() + std::min<std::ptrdiff_t>(at - 1, std::ssize(rows)), row);
  if (std::ssize(rows) > beside.top) rows.resize(static_cast<std::size_t>(beside.top));
  return rows;
}

/// A row has its place for certain where it is among the first of its kind and no other kind has an unseen
/// plan before it.
bool is_proven(const Row& row, const std::vector<KindBound>& kinds) {
  const bool bounded =
      std::any_of(kinds.begin(), kinds.end(), [&](const KindBound& kind) { return kind.id == row.kind; });
  return bounded && std::all_of(kinds.begin(), kinds.end(), [&](const KindBound& kind) {
           return kind.id == row.kind ? row.place < kind.proven : !kind.open && kind.unseen >= row.value;
         });
}

}  // namespace

bool RankingProof::is_of_several() const {
  return state_anywhere || kinds.size() > 1 || (!kinds.empty() && kinds.front().id != kPipeline);
}

std::optional<RankingProof> ranking_proof(const plan::Snapshot& snapshot, const Beside& beside) {
  const std::vector<Row> rows = rows_of(snapshot, beside);
  if (rows.empty()) return std::nullopt;
  const Bounds bounds = bounds_of(snapshot, beside, false);
  RankingProof proof;
  for (const KindBound& kind : bounds.kinds) {
    proof.kinds.push_back({kind.id, kind.open ? std::nullopt : std::optional(bounds.gap_of(kind))});
    proof.open = proof.open || kind.open;
  }
  proof.state_anywhere = snapshot.state_anywhere && !snapshot.best.empty();
  proof.of_strategies = !has_bounds_of_kinds(snapshot.objective);
  proof.gap = bounds.gap();
  proof.gap_equal_widths = bounds_of(snapshot, beside, true).gap();
  const auto unproven = std::find_if_not(rows.begin(), rows.end(),
                                         [&](const Row& row) { return is_proven(row, bounds.kinds); });
  proof.places_proven = static_cast<int>(unproven - rows.begin());
  if (unproven == rows.end()) return proof;
  double unseen = proof.open ? 0.0 : kBeyond;
  for (const KindBound& kind : bounds.kinds)
    if (!kind.open) unseen = std::min(unseen, kind.unseen);
  proof.ranking_gap = rows.back().value > 0.0 ? std::max(0.0, 1.0 - unseen / rows.back().value) : 0.0;
  return proof;
}

void tell(const RankingProof& proof, const plan::Snapshot& snapshot, Json& answer) {
  Json alone = Json::object();
  for (const char* key : {"status", "gap", "places_proven", "ranking_gap"})
    alone[key] = answer.contains(key) ? answer[key] : Json();
  answer["proof_of_strategies"] = std::move(alone);
  answer["gap"] = proof.gap;
  answer["gap_equal_widths"] = proof.gap_equal_widths;
  Json of = Json::array(), by_kind = Json::object();
  for (const RankingProof::Kind& kind : proof.kinds) {
    if (kind.gap) of.push_back(kind.id);
    if (kind.id == kPipeline && proof.state_anywhere) of.push_back("moved_state");
    by_kind[kind.id] = kind.gap ? Json(*kind.gap) : Json();
  }
  answer["gap_of"] = std::move(of);
  answer["gap_by_kind"] = std::move(by_kind);
  if (answer.contains("places_proven")) {
    answer["places_proven"] = proof.places_proven;
    answer["ranking_gap"] = proof.ranking_gap;
  }
  if (snapshot.best.empty() ||
      (snapshot.status == plan::Status::optimal && (proof.gap > snapshot.gap || proof.open)))
    answer["status"] = plan::to_string(proof.proven() ? plan::Status::optimal : plan::Status::feasible);
}

}  // namespace astrolabe::planning
