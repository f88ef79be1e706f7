#include "ui/results/ranking_model.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "ui/render/answer_text.h"
#include "ui/render/evidence_words.h"
#include "ui/render/kind_words.h"
#include "ui/render/marks.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/pool_name.h"
#include "ui/results/ranking_columns.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

RankingModel::RankingModel(QObject* parent) : QAbstractTableModel(parent) {}

std::shared_ptr<const RankingModel> RankingModel::frozen() const {
  const auto later = [](RankingModel* model) { model->deleteLater(); };  // in the thread it belongs to
  const std::shared_ptr<RankingModel> copy(new RankingModel, later);
  copy->m_state = m_state;
  return copy;
}

const RankingModel::Entry* RankingModel::entry(int row) const {
  return row < 0 || row >= rowCount() ? nullptr : &m_state.rows[static_cast<std::size_t>(row)];
}

const cost::Evaluation* RankingModel::evaluation(int row) const {
  const Entry* found = entry(row);
  return found != nullptr ? m_state.evaluation(*found) : nullptr;
}

const strategy::Strategy* RankingModel::strategy(int row) const {
  const Entry* found = entry(row);
  return found != nullptr ? m_state.strategy(*found) : nullptr;
}

const planning::Option* RankingModel::beside(int row) const {
  const Entry* found = entry(row);
  return found != nullptr ? m_state.beside(*found) : nullptr;
}

planning::LayoutPtr RankingModel::layout(int row) const {
  if (const planning::Option* other = beside(row)) return other->layout;
  const strategy::Strategy* found = strategy(row);
  return found != nullptr ? planning::layout_of(*found) : nullptr;
}

bool RankingModel::shows(int row, const planning::LayoutPtr& layout) const {
  const Entry* found = entry(row);
  return found != nullptr && m_state.is(*found, layout);
}

bool RankingModel::isPinned(int row) const {
  const Entry* found = entry(row);
  return found != nullptr && m_state.isPinned(*found);
}

bool RankingModel::isColumnUsed(int column) const {
  if (column == Reason) {
    for (const auto& own : m_state.mine)
      if (own->violation.binding != cost::Binding::none) return true;
    return m_state.showRejected;
  }
  if (column == Evidence)  // what is measured needs no word
    return std::any_of(m_state.evidence.begin(), m_state.evidence.end(),
                       [](cost::Evidence evidence) { return evidence != cost::Evidence::measured; });
  const double above = rankingColumn(column).used_above;
  return above < 0.0 || std::any_of(m_state.rows.begin(), m_state.rows.end(),
                                    [&](Entry row) { return m_state.number(row, column) > above; });
}

int RankingModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_state.rows.size());
}

int RankingModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString RankingModel::gpusText(const cost::Evaluation& e) const {
  QStringList parts;
  for (std::size_t i = 0; i < e.gpus.size(); ++i)
    if (e.gpus[i] > 0 && m_state.snapshot->problem)
      parts
          << tr("%1 %2", "count and GPU type").arg(e.gpus[i]).arg(poolGpuName(*m_state.snapshot->problem, i));
  return parts.join(u" + "_s);
}

QString RankingModel::reasonText(const cost::Violation& violation) const {
  const auto gpu = [&] {
    const auto pool = static_cast<std::size_t>(std::max(0, violation.pool));
    const auto& problem = m_state.snapshot->problem;
    return problem ? poolGpuName(*problem, pool) : unknownText();
  };
  switch (violation.binding) {
    case cost::Binding::none:
      return {};
    case cost::Binding::rule:
      return tr("rule: %1").arg(QString::fromStdString(violation.rule));
    case cost::Binding::memory:
      return tr("%1 over on %2, stage %3").arg(gibText(violation.over.value), gpu()).arg(violation.stage + 1);
    case cost::Binding::host_memory:
      return tr("%1 over in host memory of %2, stage %3")
          .arg(gibText(violation.over.value), gpu())
          .arg(violation.stage + 1);
    case cost::Binding::budget:
      return tr("budget: %1 of %2").arg(moneyText(violation.found), moneyText(violation.limit));
    case cost::Binding::deadline:
      return tr("deadline: %1 of %2").arg(hoursText(violation.found), hoursText(violation.limit));
    case cost::Binding::power:
      return tr("power: %1 of %2")
          .arg(powerText(violation.found * 1000.0), powerText(violation.limit * 1000.0));
    case cost::Binding::usd_per_hour:
      return tr("cost an hour: %1 of %2").arg(moneyText(violation.found), moneyText(violation.limit));
    case cost::Binding::purchase:
      return tr("purchase: %1 of %2").arg(moneyText(violation.found), moneyText(violation.limit));
    case cost::Binding::ownership:
      return tr("cost of ownership: %1 of %2").arg(moneyText(violation.found), moneyText(violation.limit));
    case cost::Binding::usd_per_month:
      return tr("cost per month: %1 of %2").arg(moneyText(violation.found), moneyText(violation.limit));
    case cost::Binding::done_by:
      return tr("day to be done: %1 of %2").arg(hoursText(violation.found), hoursText(violation.limit));
    case cost::Binding::usd_per_trillion_tokens:
      return tr("%1: %2 of %3", "$/1T tokens, found, limit")
          .arg(moneyPerTokens(), moneyText(violation.found), moneyText(violation.limit));
  }
  return {};
}

QString RankingModel::evaluatedText(const cost::Evaluation& e, Entry entry, int column) const {
  switch (column) {
    case PeakMemory: {
      const int stage = e.fullest_stage();
      if (stage < 0 || !m_state.snapshot->problem) return unknownText();
      const auto pool = static_cast<std::size_t>(e.memory[static_cast<std::size_t>(stage)].pool);
      return tr("%1 %2", "share and GPU type")
          .arg(percentText(e.memory_share(), 0), poolGpuName(*m_state.snapshot->problem, pool));
    }
    case GpusUsed:
      return gpusText(e);
    case Delta:
      return m_state.isReference(entry) ? unknownText() : signedPercentText(m_state.number(entry, Delta));
    default:
      return rankingColumn(column).text(e);
  }
}

/// How a layout is set: a strategy by the column, another kind by its words.
QString RankingModel::settingText(Entry entry, int column) const {
  const RankingColumn& of = rankingColumn(column);
  if (const planning::Option* other = m_state.beside(entry)) return kindWords(*other).cell(of.field, *other);
  const strategy::Strategy& s = *m_state.strategy(entry);
  return of.set_text != nullptr ? of.set_text(s) : QString::number(static_cast<int>(of.set(s)));
}

QString RankingModel::text(Entry entry, int column) const {
  const planning::Option* other = m_state.beside(entry);
  if (m_state.strategy(entry) == nullptr && other == nullptr) return {};
  if (rankingColumn(column).setting) return settingText(entry, column);
  switch (column) {
    case Rank:
      if (entry.kind == Kind::Best) return placeText(*m_state.snapshot, entry.index);
      if (other != nullptr) return kindWords(*other).label();
      return entry.kind == Kind::Mine ? unrankedText(*m_state.strategy(entry)) : unknownText();
    case Reason:
      if (const cost::Violation* violation = m_state.violation(entry)) return reasonText(*violation);
      return {};
    case Evidence:
      return evidenceWord(m_state.evidenceOf(entry));
    case RunsOn: {
      const RuntimeVerdicts* known = m_state.verdicts(entry);
      return known != nullptr ? runsOnCell(*known, *m_state.snapshot->problem) : unknownText();
    }
    default:
      break;
  }
  const cost::Evaluation* e = m_state.evaluation(entry);
  return e != nullptr ? evaluatedText(*e, entry, column) : unknownText();
}

QString RankingModel::fullText(Entry entry, int column) const {
  if (column == RunsOn) return runsOnNamed(entry);
  if (column == Evidence) return QString::fromLatin1(cost::to_string(m_state.evidenceOf(entry)));
  if (rankingColumn(column).words && column != PeakMemory) return text(entry, column);
  if (column == Rank && entry.kind != Kind::Best) return text(entry, column);
  const double value = m_state.number(entry, column);
  return std::isnan(value) ? QString() : QString::fromStdString(format_number(value));
}

QVariant RankingModel::data(const QModelIndex& index, int role) const {
  const Entry* row = entry(index.row());
  if (row == nullptr) return {};
  const int column = index.column();
  const cost::Evaluation* e = m_state.evaluation(*row);
  switch (role) {
    case Qt::DisplayRole:
      return text(*row, column);
    case Qt::AccessibleTextRole:
      return tr("%1: %2").arg(headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(),
                              text(*row, column));
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((rankingColumn(column).words ? Qt::AlignLeft : Qt::AlignRight) |
                                 Qt::AlignVCenter);
    case Qt::FontRole: {
      const bool first = row->kind == Kind::Best && row->index == 0;
      QFont face = font(first ? TextRole::BodyStrong : TextRole::Body);
      const cost::Evaluation* made = column == Power ? m_state.evaluation(*row) : nullptr;
      face.setItalic(made != nullptr && made->money.power_estimated);  // as all that is assumed
      return face;
    }
    case Qt::ForegroundRole:
      if (column == Rank && row->kind == Kind::Best && row->index == 0) return currentTheme().best;
      if (m_state.violation(*row) != nullptr)
        return column == Reason ? currentTheme().text2 : currentTheme().text3;
      if ((column == RunsOn || column == Evidence) && !data(index, BadgeRole).toBool())
        return currentTheme().text3;
      return {};
    case BadgeRole: {
      if (column == Evidence) return m_state.evidenceOf(*row) != cost::Evidence::measured;
      const RuntimeVerdicts* known = column == RunsOn ? m_state.verdicts(*row) : nullptr;
      return known != nullptr && isStarted(*known, *m_state.snapshot->problem);
    }
    case Qt::ToolTipRole:
      return tip(*row, column);
    case SortRole:
      return m_state.number(*row, column);
    case ShareRole:
      return e != nullptr ? QVariant(e->memory_share()) : QVariant();
    case PoolsRole: {
      QVariantList pools;
      if (e != nullptr && m_state.snapshot->problem)
        for (std::size_t i = 0; i < std::min(e->gpus.size(), m_state.snapshot->problem->cluster.pools.size());
             ++i)
          if (e->gpus[i] > 0) pools << QVariant(QVariantList{static_cast<int>(i), e->gpus[i]});
      return pools;
    }
    case FullRole:
      return fullText(*row, column);
    case PinnedRole:
      return isPinned(index.row());
    case RejectedRole:
      return m_state.violation(*row) != nullptr;
    default:
      return {};
  }
}

/// The band is of the job and its GPUs, the same share for every row: said once.
QString RankingModel::stepTitle(bool whole) const {
  if (m_state.snapshot == nullptr || m_state.snapshot->best.empty())
    return whole ? tr("Seconds of one training step") : tr("Step");
  const QString band = bandText(m_state.snapshot->best.front());
  return whole ? tr("Seconds of one training step; 80 % band %1").arg(band)
               : tr("Step %1", "title; its band in percent").arg(band);
}

QVariant RankingModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (section < 0 || section >= ColumnCount) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((rankingColumn(section).words ? Qt::AlignLeft : Qt::AlignRight) |
                               Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const bool whole = role == Qt::ToolTipRole;
  if (section == Step) return stepTitle(whole);
  if (section == Delta) return deltaTitle(whole);
  return rankingColumn(section).title(whole);
}

}  // namespace astrolabe::ui
