// What the Why view draws: where the difference of two steps comes from, or the memory by stage.

#include <QTableWidget>
#include <algorithm>

#include "ui/controls/flow_row.h"
#include "ui/render/leader_words.h"
#include "ui/render/numbers.h"
#include "ui/results/named_plot.h"
#include "ui/results/shown_table.h"
#include "ui/results/why_plot.h"
#include "ui/results/why_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

using plan::Verdict;

constexpr int kRowHeight = 22, kLeastRow = 15, kAxisHeight = 46, kBareAxis = 12;
constexpr int kLowPanel = 400, kWidePanel = 900;

}  // namespace

void WhyView::drawPlot() {
  const Theme& theme = look();
  m_plot->clearPlottables();
  m_plot->clearItems();
  m_plot->setItems({});
  m_plot->applyTheme(theme, fontScale());
  const plan::Why* why = m_answer ? weighed(*m_answer) : nullptr;
  const bool memory = why && why->verdict == Verdict::memory && why->given;
  const bool difference = why && !memory && why->given && why->best &&
                          (why->verdict != Verdict::best || why->is_ahead()) &&
                          why->given->step != why->best->step;
  for (QWidget* part : {static_cast<QWidget*>(m_plotTitle), static_cast<QWidget*>(m_stack)})
    part->setVisible(memory || difference);
  m_plotLegend->setVisible(difference);
  m_room = rowRoom();
  int rows = 0;
  if (difference) {
    const QString best = why == &*m_answer->why ? labelOf(planning::layout_of(why->best->strategy))
                                                : unrankedLabel(m_answer->leader->layout);
    const QString given = labelOf(m_answer->layout);
    const double seconds = why->given->step.value - why->best->step.value;
    m_plotTitle->setText((why->as_placed
                              ? tr("Where the difference of %1 comes from, as the ranking counts steps")
                              : tr("Where the difference of %1 comes from"))
                             .arg(durationText(std::abs(seconds))));
    m_plotLegend->setText(
        u"<span style=\"color:%1\">■</span> %2 &nbsp; <span style=\"color:%3\">■</span> %4"_s.arg(
            theme.part(cost::Part::tensor_parallel).color.name(), tr("takes longer"),
            theme.part(cost::Part::compute_forward).color.name(), tr("takes less")));
    rows = drawDifference(*m_plot, *why, *m_answer->snapshot->problem, best, given, theme, m_stale, m_room);
    fillTable(*m_cells, differenceTable(*why, *m_answer->snapshot->problem, best, given));
  } else if (memory) {
    m_plotTitle->setText(tr("Memory of the fullest GPU by stage"));
    rows = drawMemory(*m_plot, *why, theme, m_stale, m_room);
    fillTable(*m_cells, memoryTable(*why, theme));
  } else {
    fillTable(*m_cells, {});
  }
  m_plot->setAccessibleName(m_plotTitle->text());
  m_cells->setAccessibleName(tr("%1, as a table").arg(m_plotTitle->text()));
  m_rows = rows;
  fitPlot();
  m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void WhyView::paintFigure(QPaintDevice& device, const QSize& size) {
  m_paper = Theme::make(ThemeKind::Light);
  drawPlot();
  m_plot->paintOn(device, QRect(QPoint(), size));
  m_paper.reset();
  drawPlot();
}

/// The words stand beside the plot, whose rows are as low as their letters allow.
bool WhyView::isLow() const { return height() < scaled(kLowPanel) && width() > scaled(kWidePanel); }

/// Pixels for the rows of the plot and its axis.
int WhyView::plotRoom() const {
  constexpr int kAround = 60;  // above the title of the plot, below the plot
  const int wide = (m_right->viewport()->width() - scaled(2 * kSideAir + kPartsAir)) * 3 / 5;
  return height() - scaled(kAround) - m_plotHead->heightForWidth(std::max(1, wide));
}

RowRoom WhyView::rowRoom() const {
  if (m_paper || !isLow()) return {};
  const int row = scaled(kLeastRow);
  return {(plotRoom() - scaled(kAxisHeight)) / row, (plotRoom() - scaled(kBareAxis)) / row};
}

/// In a low panel the whole of the plot is seen without scrolling.
void WhyView::fitPlot() {
  const bool low = isLow();
  m_answerParts->setStretch(1, m_rows > 0 ? 3 : 0);
  m_answerParts->setDirection(low ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  const int rows = std::max(m_rows, 4);
  const int axis = scaled(m_plot->xAxis->tickLabels() ? kAxisHeight : kBareAxis);
  const int row = low ? std::clamp((plotRoom() - axis) / rows, scaled(kLeastRow), scaled(kRowHeight))
                      : scaled(kRowHeight);
  m_stack->setFixedHeight(row * rows + axis);
}

/// Another height may have room for other rows.
void WhyView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const RowRoom room = rowRoom();
  if (m_rows > 0 && (room.aboveAxis != m_room.aboveAxis || room.alone != m_room.alone)) return drawPlot();
  fitPlot();
}

}  // namespace astrolabe::ui
