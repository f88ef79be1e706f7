// The blocks of the timeline: their order, their places, and what they are in words.

#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/render/kind_words.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/results/timeline_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

const planning::Option& TimelineView::detailOf(bool lower) const { return lower ? *m_other : *m_detail; }

const cost::Span& TimelineView::at(SpanRef ref) const { return blockAt(detailOf(ref.lower).timeline, ref); }

/// Every row of blocks as it stands from top to bottom: of each lane the work, then the transfers.
void TimelineView::layRows() {
  m_rows.clear();
  for (const bool lower : {false, true}) {
    if (!(lower ? m_other : m_detail)) break;
    const auto& lanes = detailOf(lower).timeline.lanes;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
      for (const bool transfer : {false, true})
        m_rows.push_back({{static_cast<int>(lane), 0, transfer, lower},
                          static_cast<int>(blocksOf(lanes[lane], transfer).size())});
  }
}

int TimelineView::itemCount() const {
  int count = 0;
  for (const Row& row : m_rows) count += row.count;
  return count;
}

SpanRef TimelineView::spanOf(int item) const {
  for (const Row& row : m_rows) {
    if (item < row.count) return {row.first.lane, item, row.first.transfer, row.first.lower};
    item -= row.count;
  }
  return {};
}

int TimelineView::itemOf(SpanRef ref) const {
  int item = ref.index;
  for (const Row& row : m_rows) {
    if (row.first.lane == ref.lane && row.first.transfer == ref.transfer && row.first.lower == ref.lower)
      return item;
    item += row.count;
  }
  return -1;
}

QString TimelineView::itemName(int index) const { return describe(spanOf(index)).replace(u'\n', u", "_s); }

/// In pixels from the top of all that can be scrolled to; empty when it is folded away or out of sight.
QRectF TimelineView::placeOf(SpanRef ref) const {
  const bool lower = std::exchange(ref.lower, false);
  const QRectF place = (lower ? otherPainter() : painter()).placeOf(axis(), ref);
  return lower ? place.translated(0, lowerTop()) : place;
}

SpanRef TimelineView::spanAt(QPointF place) const {
  const bool lower = m_other && place.y() >= lowerTop();
  SpanRef ref =
      lower ? otherPainter().spanAt(axis(), place - QPointF(0, lowerTop())) : painter().spanAt(axis(), place);
  ref.lower = lower && ref.lane >= 0;
  return ref;
}

QRect TimelineView::itemRect(int index) const {
  return placeOf(spanOf(index)).translated(0, -verticalScrollBar()->value()).toAlignedRect();
}

bool TimelineView::isItemSelected(int index) const {
  return m_overlay.selected.lane >= 0 && spanOf(index) == m_overlay.selected;
}

void TimelineView::selectSpan(SpanRef span) {
  m_overlay.selected = span;
  setAccessibleDescription(describe(span));
  if (span.lane >= 0) announceItem(*this, itemOf(span));
  viewport()->update();
  emit spanSelected();
}

/// Brings a block into sight: shifts the view, scrolls to its lane, and unfolds when it is folded away.
void TimelineView::reveal(SpanRef ref) {
  const cost::Span& span = at(ref);
  if (span.end > m_end || span.start < m_begin) {
    const double length = m_end - m_begin;
    m_begin = std::clamp((span.start + span.end - length) / 2, 0.0, wholeLength() - length);
    m_end = m_begin + length;
  }
  if (axis().folded() && placeOf(ref).isEmpty()) setFolded(false);
  const QRectF place = placeOf(ref);
  QScrollBar& bar = *verticalScrollBar();
  const int margin = static_cast<int>(m_look.gap());
  const int top = static_cast<int>(std::floor(place.top())) - margin;
  const int bottom = static_cast<int>(std::ceil(place.bottom())) + margin;
  if (top < bar.value() || bottom - top > viewport()->height())
    bar.setValue(top);
  else if (bottom > bar.value() + viewport()->height())
    bar.setValue(bottom - viewport()->height());
}

/// To the next block or the one before, round and round.
void TimelineView::step(int direction) {
  const int count = itemCount();
  if (count == 0) return;
  const int now = m_overlay.selected.lane >= 0 ? itemOf(m_overlay.selected) : direction > 0 ? -1 : 0;
  const SpanRef next = spanOf((now + direction + count) % count);
  reveal(next);
  selectSpan(next);
}

bool TimelineView::find(const QString& text) {
  const auto query = readSpanQuery(text);
  if (!query || !m_detail) return false;
  const int count = itemCount();
  const int from = m_overlay.selected.lane >= 0 ? itemOf(m_overlay.selected) + 1 : 0;
  for (int n = 0; n < count; ++n) {
    const SpanRef ref = spanOf((from + n) % count);
    if (!query->matches(at(ref), ref.lane)) continue;
    reveal(ref);
    selectSpan(ref);
    return true;
  }
  return false;
}

/// What a block of communication runs over; empty for other blocks.
QString TimelineView::wireText(SpanRef ref) const {
  const cost::Span& span = at(ref);
  const auto snapshot = m_selection.snapshot();
  const auto& lanes = detailOf(ref.lower).timeline.lanes;
  const auto pool = static_cast<std::size_t>(lanes[static_cast<std::size_t>(ref.lane)].pool);
  if (span.wire == cost::Wire::none || !snapshot || !snapshot->problem) return {};
  const hardware::Cluster& cluster = snapshot->problem->cluster;
  if (pool >= cluster.pools.size()) return {};
  const hardware::Pool& own = cluster.pools[pool];
  if (span.wire == cost::Wire::links)
    return tr("Over the links between GPUs, %1 each way").arg(bandwidthText(own.intra_node.bandwidth.value));
  if (span.wire == cost::Wire::network)
    return tr("Over the network, %1 a node").arg(networkText(own.inter_node.bandwidth.value));
  if (span.peer < 0 || span.peer >= static_cast<int>(lanes.size())) return {};
  const auto peer = static_cast<std::size_t>(lanes[static_cast<std::size_t>(span.peer)].pool);
  if (peer >= cluster.pools.size()) return {};
  return tr("Over the network between %1 and %2, %3 a node")
      .arg(shortGpuName(own.gpu), shortGpuName(cluster.pools[peer].gpu),
           networkText(cluster.between(pool, peer).bandwidth.value));
}

QString TimelineView::describe(SpanRef ref) const {
  if (!m_detail || ref.lane < 0) return {};
  const cost::Span& span = at(ref);
  const planning::Option& detail = detailOf(ref.lower);
  const auto stage = [&detail](int lane) {  // pipelines of unequal shape count their own stages
    const QString own = kindWords(detail).laneSign(detail, lane);
    return own.isEmpty() ? QString::number(lane + 1) : own;
  };
  QStringList lines;
  lines << (span.micro_batch >= 0 ? tr("%1 %2 · stage %3", "kind, micro-batch, stage")
                                        .arg(spanName(span.kind))
                                        .arg(span.micro_batch + 1)
                                        .arg(stage(ref.lane))
                                  : tr("%1 · stage %2").arg(spanName(span.kind), stage(ref.lane)));
  lines << tr("Start %1").arg(QLocale().toString(span.start, 'f', 3) + u"\u202Fs"_s);
  lines << tr("Length %1").arg(durationText(span.end - span.start));
  if (span.bytes > 0.0) {
    const QString size = tr("%1 MB").arg(QLocale().toString(span.bytes / 1e6, 'f', 1));
    lines << (span.peer >= 0
                  ? (span.kind == cost::SpanKind::send ? tr("%1 to stage %2") : tr("%1 from stage %2"))
                        .arg(size, stage(span.peer))
                  : tr("%1 moved").arg(size));
    // Of a collective only what work does not hide takes time here.
    const bool alone = span.peer >= 0 || kindWords(detail).drawsWholeCollectives();
    if (span.end > span.start && alone)
      lines << tr("at %1").arg(bandwidthText(span.bytes / (span.end - span.start)));
  }
  if (const QString wire = wireText(ref); !wire.isEmpty()) lines << wire;
  if (span.waited > 1e-6)
    lines << (span.waited_for >= 0
                  ? tr("Waited %1 for stage %2").arg(durationText(span.waited), stage(span.waited_for))
                  : tr("Waited %1").arg(durationText(span.waited)));
  if (span.critical) lines << tr("On the critical path");
  if (m_other)
    lines << tr("Of %1", "a strategy").arg(ref.lower ? m_selection.otherLabel() : m_selection.label());
  return lines.join(u'\n');
}

/// A line for each lane: what it does at a time and how much memory it holds.
void TimelineView::readLanes(const planning::Option& option, double t, QStringList& lines) {
  int number = 0;
  for (const cost::Lane& lane : option.timeline.lanes) {
    const auto found = std::partition_point(lane.work.begin(), lane.work.end(),
                                            [&](const cost::Span& span) { return span.end <= t; });
    QString what = tr("waits");
    if (found != lane.work.end() && found->start <= t)
      what = found->micro_batch >= 0 ? u"%1 %2"_s.arg(spanName(found->kind)).arg(found->micro_batch + 1)
                                     : spanName(found->kind);
    double held = 0.0;
    for (const cost::MemoryStep& level : lane.memory)
      if (level.time <= t) held = level.activation_bytes;
    lines << tr("%1 %2, %3", "stage, what it does, memory")
                 .arg(laneSign(option, number++), what, gibText(lane.fixed_bytes + held));
  }
}

QStringList TimelineView::reading() const {
  if (!m_detail || !m_overlay.cursor) return {};
  const double t = *m_overlay.cursor;
  QStringList lines{tr("At %1").arg(QLocale().toString(t, 'f', 3) + u"\u202Fs"_s)};
  readLanes(*m_detail, t, lines);
  if (!m_other) return lines;
  lines << m_selection.otherLabel();
  readLanes(*m_other, t, lines);
  return lines;
}

}  // namespace astrolabe::ui
