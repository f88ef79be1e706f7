#include "ui/results/span_table.h"

#include <algorithm>

#include "ui/render/numbers.h"
#include "ui/render/timeline_words.h"

namespace astrolabe::ui {

void SpanTable::setDetail(planning::OptionPtr detail, planning::OptionPtr other, const QString& otherName) {
  beginResetModel();
  m_detail = std::move(detail);
  m_other = std::move(other);
  m_otherName = otherName;
  m_spans.clear();
  for (const bool lower : {false, true}) {
    const planning::Option* shown = lower ? m_other.get() : m_detail.get();
    if (shown == nullptr) break;
    const auto& lanes = shown->timeline.lanes;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
      for (const bool transfer : {false, true}) {
        const std::size_t count = blocksOf(lanes[lane], transfer).size();
        for (std::size_t i = 0; i < count; ++i)
          m_spans.push_back({static_cast<int>(lane), static_cast<int>(i), transfer, lower});
      }
  }
  endResetModel();
}

const cost::Span& SpanTable::at(SpanRef ref) const {
  return blockAt((ref.lower ? m_other : m_detail)->timeline, ref);
}

int SpanTable::rowOf(SpanRef span) const {
  const auto found = std::find(m_spans.begin(), m_spans.end(), span);
  return found == m_spans.end() ? -1 : static_cast<int>(found - m_spans.begin());
}

int SpanTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_spans.size());
}

int SpanTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant SpanTable::data(const QModelIndex& index, int role) const {
  if (role == Qt::TextAlignmentRole) {
    const bool words = index.column() == KindColumn || index.column() == Critical;
    return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole || !m_detail) return {};
  const SpanRef ref = spanAt(index.row());
  const cost::Span& span = at(ref);
  switch (index.column()) {
    case StageColumn:
      return ref.lower ? tr("%1 · %2", "stage and strategy").arg(laneSign(*m_other, ref.lane), m_otherName)
                       : laneSign(*m_detail, ref.lane);
    case KindColumn:
      return spanName(span.kind);
    case MicroBatch:
      return span.micro_batch >= 0 ? QVariant(span.micro_batch + 1) : QVariant(unknownText());
    case Start:
      return QLocale().toString(span.start, 'f', 4);
    case Length:
      return QLocale().toString(span.end - span.start, 'f', 4);
    case Waited:
      return QLocale().toString(span.waited, 'f', 4);
    case Moved:
      return span.bytes > 0.0 ? QLocale().toString(span.bytes / 1e6, 'f', 1) : unknownText();
    case Critical:
      return span.critical ? tr("yes") : tr("no");
    default:
      return {};
  }
}

QVariant SpanTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical) return section + 1;
  switch (section) {
    case StageColumn:
      return tr("Stage");
    case KindColumn:
      return tr("Block");
    case MicroBatch:
      return tr("Micro-batch");
    case Start:
      return tr("Start, s");
    case Length:
      return tr("Length, s");
    case Waited:
      return tr("Waited, s");
    case Moved:
      return tr("Moved, MB");
    case Critical:
      return tr("Critical path");
    default:
      return {};
  }
}

}  // namespace astrolabe::ui
