#include "ui/results/span_table.h"

#include <algorithm>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

void SpanTable::setDetail(std::shared_ptr<const Detail> detail) {
  beginResetModel();
  m_detail = std::move(detail);
  m_spans.clear();
  if (m_detail)
    for (int lane = 0; lane < static_cast<int>(m_detail->timeline.lanes.size()); ++lane)
      for (int i = 0;
           i < static_cast<int>(m_detail->timeline.lanes[static_cast<std::size_t>(lane)].work.size()); ++i)
        m_spans.push_back({lane, i});
  endResetModel();
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
  const cost::Span& span =
      m_detail->timeline.lanes[static_cast<std::size_t>(ref.lane)].work[static_cast<std::size_t>(ref.index)];
  switch (index.column()) {
    case StageColumn:
      return tr("S%1", "stage").arg(ref.lane + 1);
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
    case Critical:
      return tr("Critical path");
    default:
      return {};
  }
}

}  // namespace astrolabe::ui
