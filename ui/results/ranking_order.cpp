// Which rows the ranking shows and in which order.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/plan/order.h"
#include "core/planning/recommended.h"
#include "ui/render/kind_words.h"
#include "ui/results/ranking_columns.h"
#include "ui/results/ranking_model.h"

namespace astrolabe::ui {

const cost::Evaluation* RankingModel::State::evaluation(Entry entry) const {
  if (entry.kind == Kind::Mine)
    return entry.index < mine.size() && mine[entry.index]->violation.binding != cost::Binding::rule
               ? &mine[entry.index]->evaluation
               : nullptr;
  if (entry.kind == Kind::Rejected || !snapshot || entry.index >= snapshot->best.size()) return nullptr;
  return &snapshot->best[entry.index];
}

const strategy::Strategy* RankingModel::State::strategy(Entry entry) const {
  if (entry.kind == Kind::Rejected)
    return snapshot && entry.index < snapshot->rejected.size() ? &snapshot->rejected[entry.index].strategy
                                                               : nullptr;
  if (entry.kind == Kind::Mine)
    return entry.index < mine.size() ? planning::strategy_of(*mine[entry.index]) : nullptr;
  const cost::Evaluation* found = evaluation(entry);
  return found != nullptr ? &found->strategy : nullptr;
}

const planning::Option* RankingModel::State::beside(Entry entry) const {
  if (entry.kind != Kind::Mine || entry.index >= mine.size()) return nullptr;
  const planning::Option& option = *mine[entry.index];
  return planning::strategy_of(option) == nullptr ? &option : nullptr;
}

bool RankingModel::State::is(Entry entry, const planning::LayoutPtr& layout) const {
  if (const planning::Option* other = beside(entry)) return planning::same(other->layout, layout);
  const strategy::Strategy* own = strategy(entry);
  return own != nullptr && isPipeline(layout, *own);
}

const cost::Violation* RankingModel::State::violation(Entry entry) const {
  if (entry.kind == Kind::Rejected)
    return snapshot && entry.index < snapshot->rejected.size() ? &snapshot->rejected[entry.index].violation
                                                               : nullptr;
  if (entry.kind == Kind::Mine && entry.index < mine.size() &&
      mine[entry.index]->violation.binding != cost::Binding::none)
    return &mine[entry.index]->violation;
  return nullptr;
}

bool RankingModel::State::isPinned(Entry entry) const {
  return std::any_of(pinned.begin(), pinned.end(),
                     [&](const planning::LayoutPtr& layout) { return is(entry, layout); });
}

/// From 1. What stands beside the strategies found, typed by hand or of another kind, stands between those
/// that it beats and those that beat it, and so among each other; what is not possible stands behind all of
/// them.
double RankingModel::State::rank(Entry entry) const {
  if (entry.kind == Kind::Best) return entry.index + 1.0;
  const double behind = (snapshot ? static_cast<double>(snapshot->best.size()) : 0.0) + 1.0;
  if (entry.kind == Kind::Rejected) return behind + 1.0 + entry.index;
  const cost::Evaluation* own = evaluation(entry);
  if (own == nullptr || violation(entry) != nullptr || !snapshot) return behind;
  const auto place = std::partition_point(
      snapshot->best.begin(), snapshot->best.end(),
      [&](const cost::Evaluation& row) { return plan::ranks_before(row, *own, snapshot->objective); });
  const auto ahead = std::count_if(mine.begin(), mine.end(), [&](const planning::OptionPtr& other) {
    return other->is_possible() && planning::ranks_before(*other, *mine[entry.index], snapshot->objective);
  });
  return static_cast<double>(place - snapshot->best.begin()) +
         static_cast<double>(ahead + 1) / static_cast<double>(mine.size() + 1);
}

double RankingModel::State::number(Entry entry, int column) const {
  const strategy::Strategy* s = strategy(entry);
  const planning::Option* other = beside(entry);
  if (s == nullptr && other == nullptr) return std::nan("");
  const RankingColumn& of = rankingColumn(column);
  if (of.setting) return other != nullptr ? kindWords(*other).number(of.field, *other) : of.set(*s);
  switch (column) {
    case Rank:
      return rank(entry);
    case Evidence:
      return static_cast<int>(evidenceOf(entry));
    case RunsOn: {
      const RuntimeVerdicts* known = verdicts(entry);
      return known != nullptr ? countRunning(*known) : std::nan("");
    }
    case Reason:
      return entry.kind == Kind::Rejected ? snapshot->rejected[entry.index].excess : 0.0;
    default:
      break;
  }
  const cost::Evaluation* e = evaluation(entry);
  if (e == nullptr) return std::nan("");
  return column == Delta ? delta(*e) : of.figure(*e);
}

FilterRow RankingModel::State::facts(Entry entry) const {
  FilterRow row;
  row.evaluation = evaluation(entry);
  row.strategy = strategy(entry);
  row.rank = rank(entry);
  if (row.evaluation != nullptr) row.delta = delta(*row.evaluation);
  row.mine = entry.kind == Kind::Mine;
  row.rejected = violation(entry) != nullptr;
  row.pinned = isPinned(entry);
  row.beside = beside(entry);
  return row;
}

/// The figure of the goal: US dollars or GPUs where fewer are looked for, else tokens a second.
double RankingModel::State::goalValue(const cost::Evaluation& e) const {
  if (snapshot && snapshot->objective == strategy::Objective::money)
    return e.money.usd_per_trillion_tokens.value_or(std::nan(""));
  if (snapshot && snapshot->objective == strategy::Objective::gpus) return e.gpus_paid();
  return e.tokens_per_second;
}

/// By what share a strategy is better than the reference; less than nothing where it is worse, whatever the
/// goal makes small or large.
double RankingModel::State::delta(const cost::Evaluation& e) const {
  if (!(reference > 0.0)) return std::nan("");
  const bool less = snapshot && (snapshot->objective == strategy::Objective::money ||
                                 snapshot->objective == strategy::Objective::gpus);
  const double share = goalValue(e) / reference;
  return less ? 1.0 - share : share - 1.0;
}

/// What Δ is taken against: the plan pinned last, else what stands first, be it #1 or a plan of another kind.
void RankingModel::State::findReference() {
  referencePinned = false;
  reference = 0.0;
  leader.reset();
  if (snapshot) {
    const cost::Evaluation* best = snapshot->best.empty() ? nullptr : &snapshot->best.front();
    leader = planning::recommended_beside(best, mine, snapshot->objective);
    if (leader)
      reference = goalValue(leader->evaluation);
    else if (best != nullptr)
      reference = goalValue(*best);
  }
  if (pinned.empty()) return;
  const auto take = [&](Entry entry, const cost::Evaluation& row) {
    if (!is(entry, pinned.back())) return false;
    reference = goalValue(row);
    return referencePinned = true;
  };
  for (std::uint32_t i = 0; snapshot && i < snapshot->best.size(); ++i)
    if (take({Kind::Best, i}, snapshot->best[i])) return;
  for (std::uint32_t i = 0; i < mine.size(); ++i)
    if (take({Kind::Mine, i}, mine[i]->evaluation)) return;
}

bool RankingModel::State::isReference(Entry entry) const {
  if (referencePinned) return is(entry, pinned.back());
  if (leader) return entry.kind == Kind::Mine && entry.index < mine.size() && mine[entry.index] == leader;
  return entry.kind == Kind::Best && entry.index == 0;
}

void RankingModel::State::arrange() {
  findReference();
  filter.bind(snapshot ? snapshot->problem.get() : nullptr);
  struct Keyed {
    double key;
    Entry entry;
    bool pinned;
  };
  std::vector<Keyed> kept;
  const std::size_t best = snapshot ? snapshot->best.size() : 0;
  // Without an answer nothing says which GPUs the pools of one's own strategies are.
  const std::size_t own = snapshot ? mine.size() : 0;
  const std::size_t refused = snapshot && showRejected ? snapshot->rejected.size() : 0;
  kept.reserve(best + own + refused);
  const auto consider = [&](Entry entry) {
    if (strategy(entry) == nullptr && beside(entry) == nullptr) return;
    const bool first = !pinned.empty() && isPinned(entry);
    if (first || filter.isEmpty() || filter.accepts(facts(entry)))
      kept.push_back({number(entry, sortColumn), entry, first});
  };
  for (std::uint32_t i = 0; i < best; ++i) consider({Kind::Best, i});
  for (std::uint32_t i = 0; i < own; ++i) consider({Kind::Mine, i});
  for (std::uint32_t i = 0; i < refused; ++i) consider({Kind::Rejected, i});
  unfiltered = static_cast<int>(best + own + refused);
  // Pinned first, what is not known last, equals in the order of the ranking.
  std::stable_sort(kept.begin(), kept.end(), [this](const Keyed& a, const Keyed& b) {
    if (a.pinned != b.pinned) return a.pinned;
    const bool unknownA = std::isnan(a.key), unknownB = std::isnan(b.key);
    if (unknownA || unknownB) return !unknownA && unknownB;
    return order == Qt::AscendingOrder ? a.key < b.key : a.key > b.key;
  });
  rows.clear();
  rows.reserve(kept.size());
  for (const Keyed& row : kept) rows.push_back(row.entry);
}

/// Swaps the rows in, so that indices that views hold on to stay with their strategies: places come at the
/// end before the rows move to where they belong, and go from the end after that.
void RankingModel::replace(State next) {
  next.arrange();
  const int before = rowCount();
  const int after = static_cast<int>(next.rows.size());
  const bool moved = m_state.snapshot != next.snapshot || m_state.rows != next.rows;
  constexpr Entry kNobody{Kind::Best, UINT32_MAX};
  if (after > before) {
    beginInsertRows({}, before, after - 1);
    m_state.rows.resize(next.rows.size(), kNobody);
    endInsertRows();
  }
  next.rows.resize(m_state.rows.size(), kNobody);
  if (moved) emit layoutAboutToBeChanged({}, VerticalSortHint);
  std::swap(m_state, next);
  if (moved) {
    moveHeldIndices(next, after);
    emit layoutChanged({}, VerticalSortHint);
  }
  if (after < before) {
    beginRemoveRows({}, after, before - 1);
    m_state.rows.resize(static_cast<std::size_t>(after));
    endRemoveRows();
  }
  if (after > 0) emit dataChanged(index(0, 0), index(after - 1, ColumnCount - 1));
}

/// Persistent indices follow their strategies from the rows of `old` to the first `count` rows of now.
void RankingModel::moveHeldIndices(const State& old, int count) {
  const QModelIndexList held = persistentIndexList();
  const auto before = [&old](const QModelIndex& index) {
    return old.rows[static_cast<std::size_t>(index.row())];
  };
  std::map<strategy::Strategy, int> rows;
  for (const QModelIndex& index : held)
    if (const strategy::Strategy* s = old.strategy(before(index))) rows[*s] = -1;
  if (!rows.empty())
    for (int row = 0; row < count; ++row)
      if (const strategy::Strategy* s = strategy(row))
        if (const auto found = rows.find(*s); found != rows.end()) found->second = row;
  QModelIndexList now;
  for (const QModelIndex& index : held) {
    const strategy::Strategy* s = old.strategy(before(index));
    const planning::Option* other = old.beside(before(index));
    const int row = s != nullptr ? rows[*s] : other != nullptr ? rowOf(other->layout) : -1;
    now << (row >= 0 ? createIndex(row, index.column()) : QModelIndex());
  }
  changePersistentIndexList(held, now);
}

void RankingModel::setSnapshot(plan::SnapshotPtr snapshot) {
  State next = m_state;
  const auto problemOf = [](const plan::SnapshotPtr& of) { return of ? of->problem : nullptr; };
  if (problemOf(snapshot) != problemOf(m_state.snapshot)) next.runtimes = nullptr;
  next.evidence.clear();
  if (const auto problem = problemOf(snapshot))
    for (const hardware::Pool& pool : problem->cluster.pools)
      next.evidence.push_back(cost::evidence_of(pool.gpu, problem->software));
  next.snapshot = std::move(snapshot);
  replace(std::move(next));
  emit headerDataChanged(Qt::Horizontal, Step, Step);
  emit headerDataChanged(Qt::Horizontal, Delta, Delta);
}

void RankingModel::setMine(Mine mine) {
  State next = m_state;
  next.mine = std::move(mine);
  replace(std::move(next));
}

void RankingModel::setShowRejected(bool shown) {
  if (m_state.showRejected == shown) return;
  State next = m_state;
  next.showRejected = shown;
  replace(std::move(next));
}

void RankingModel::setFilter(RowFilter filter) {
  State next = m_state;
  next.filter = std::move(filter);
  replace(std::move(next));
}

void RankingModel::setPinned(std::vector<planning::LayoutPtr> pinned) {
  State next = m_state;
  next.pinned = std::move(pinned);
  replace(std::move(next));
  emit headerDataChanged(Qt::Horizontal, Delta, Delta);
}

void RankingModel::sort(int column, Qt::SortOrder order) {
  State next = m_state;
  next.sortColumn = column;
  next.order = order;
  replace(std::move(next));
}

int RankingModel::rowOf(const planning::LayoutPtr& wanted) const {
  for (int row = 0; row < rowCount(); ++row)
    if (shows(row, wanted)) return row;
  return -1;
}

}  // namespace astrolabe::ui
