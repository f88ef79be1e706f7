#include "ui/results/breakdown_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include <qcustomplot.h>

#include "ui/render/breakdown_painter.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/results/ranking_model.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kCompared = 6;  // strategies drawn side by side

/// One series of stacked bars; `base` is below it.
QCPBars* addBars(QCustomPlot& plot, bool horizontal, const Share& share, const QVector<double>& keys,
                 const QVector<double>& values, QCPBars* base, const Theme& theme, bool stale) {
  auto* bars = horizontal ? new QCPBars(plot.yAxis, plot.xAxis) : new QCPBars(plot.xAxis, plot.yAxis);
  bars->setAntialiased(false);
  bars->setStackingGap(1);
  QColor fill = share.color;
  if (stale) fill.setAlphaF(0.72F);
  bars->setPen(Qt::NoPen);
  if (share.hatch) {
    // A tile of the hatch repeats: 45 degrees every 6 px.
    QPixmap tile(8, 8);
    tile.fill(theme.part(cost::Part::pipeline_bubble).color);
    QPainter painter(&tile);
    painter.setPen(theme.hatch);
    painter.drawLine(0, 7, 7, 0);
    bars->setBrush(QBrush(tile));
  } else {
    bars->setBrush(fill);
  }
  bars->setName(share.name);
  bars->setData(keys, values);
  bars->setWidthType(QCPBars::wtPlotCoords);
  bars->setWidth(0.62);
  if (base != nullptr) bars->moveAbove(base);
  return bars;
}

void fillTable(QTableWidget& table, const QStringList& columns, const QStringList& rows,
               const QList<QStringList>& cells) {
  table.clear();
  table.setColumnCount(static_cast<int>(columns.size()));
  table.setRowCount(static_cast<int>(rows.size()));
  table.setHorizontalHeaderLabels(columns);
  table.setVerticalHeaderLabels(rows);
  for (int r = 0; r < rows.size(); ++r)
    for (int c = 0; c < columns.size(); ++c) {
      auto* item = new QTableWidgetItem(cells[r][c]);
      item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
      table.setItem(r, c, item);
    }
  table.resizeColumnsToContents();
}

}  // namespace

BreakdownView::BreakdownView(PlanDocument& document, StrategySelection& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection) {
  setObjectName(u"breakdownView"_s);
  setAccessibleName(tr("Breakdown of time, memory and money"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(scaled(12), scaled(6), scaled(12), scaled(6));
  row->setSpacing(scaled(16));
  m_time = makePanel(u"breakdownView.time"_s, tr("Step time by part"), 4);
  m_memory = makePanel(u"breakdownView.memory"_s, tr("Memory per GPU by stage"), 4);
  m_money = makePanel(u"breakdownView.money"_s, tr("Money per 10¹² tokens"), 3);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);  // asks for a repaint, so the panels come first
  connect(&m_selection, &StrategySelection::changed, this, &BreakdownView::refresh);
  refresh();
}

BreakdownView::Panel BreakdownView::makePanel(const QString& name, const QString& title, int stretch) {
  Panel panel;
  auto* column = new QVBoxLayout;
  column->setSpacing(scaled(2));
  panel.title = new QLabel(title, this);
  panel.title->setFont(ui::font(TextRole::Section));
  column->addWidget(panel.title);
  panel.stack = new QStackedWidget(this);
  panel.plot = new QCustomPlot(panel.stack);
  panel.plot->setObjectName(name);
  panel.plot->setAccessibleName(title);
  panel.plot->setMinimumHeight(scaled(90));
  panel.table = new QTableWidget(panel.stack);
  panel.table->setObjectName(name + u".table"_s);
  panel.table->setAccessibleName(tr("%1, as a table").arg(title));
  panel.table->setFrameShape(QFrame::NoFrame);
  panel.table->setShowGrid(false);
  panel.table->verticalHeader()->setDefaultSectionSize(scaled(26));
  panel.stack->addWidget(panel.plot);
  panel.stack->addWidget(panel.table);
  column->addWidget(panel.stack, 1);
  static_cast<QHBoxLayout*>(layout())->addLayout(column, stretch);
  return panel;
}

void BreakdownView::setStale(bool stale) {
  if (m_stale == stale) return;
  m_stale = stale;
  refresh();
}

void BreakdownView::setShowTable(bool table) {
  if (m_table == table) return;
  m_table = table;
  for (const Panel* panel : {&m_time, &m_memory, &m_money}) panel->stack->setCurrentIndex(table ? 1 : 0);
  emit looksChanged();
}

void BreakdownView::style(QCustomPlot& plot) const {
  const Theme& theme = currentTheme();
  plot.setBufferDevicePixelRatio(devicePixelRatioF());
  plot.setBackground(theme.plot);
  plot.setNotAntialiasedElements(QCP::aePlottables);
  const QFont caption = ui::font(TextRole::Caption);
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
    axis->setBasePen(axis == plot.yAxis ? QPen(Qt::NoPen) : QPen(theme.plotAxis));
    axis->setTickPen(QPen(theme.plotAxis));
    axis->setSubTicks(false);
    axis->setTickLengthIn(0);
    axis->setTickLengthOut(4);
    axis->setTickLabelFont(caption);
    axis->setTickLabelColor(theme.text2);
    axis->setLabelFont(caption);
    axis->setLabelColor(theme.text3);
    axis->grid()->setPen(QPen(theme.plotGrid));
    axis->grid()->setZeroLinePen(QPen(theme.plotGrid));
  }
  plot.legend->setVisible(true);
  plot.legend->setFont(caption);
  plot.legend->setTextColor(theme.text2);
  plot.legend->setBrush(Qt::NoBrush);
  plot.legend->setBorderPen(Qt::NoPen);
  plot.legend->setIconSize(scaled(10), scaled(10));
  plot.legend->setIconTextPadding(scaled(5));
  plot.legend->setRowSpacing(0);
  plot.legend->setColumnSpacing(scaled(10));
  plot.legend->setMargins(QMargins(0, 0, 0, 0));
  if (plot.plotLayout()->rowCount() == 1) {
    // The legend stands above, wrapped, not over the data.
    plot.plotLayout()->insertRow(0);
    plot.plotLayout()->addElement(0, 0, plot.legend);
    plot.plotLayout()->setRowStretchFactor(0, 0.001);
    plot.plotLayout()->setRowSpacing(0);
  }
}

/// The first few ranks, the selected one among them.
QList<int> BreakdownView::rows(const plan::Snapshot& snapshot) const {
  QList<int> result;
  for (int i = 0; i < static_cast<int>(snapshot.best.size()) && result.size() < kCompared; ++i) result << i;
  const int selected = m_selection.rank();
  if (selected >= 0 && selected < static_cast<int>(snapshot.best.size()) && !result.contains(selected))
    result.last() = selected;
  return result;
}

void BreakdownView::refresh() {
  const auto snapshot = m_selection.snapshot();
  const auto detail = m_selection.detail();
  for (const Panel* panel : {&m_time, &m_memory, &m_money}) {
    panel->plot->clearPlottables();
    panel->plot->clearItems();
    panel->title->setFont(ui::font(TextRole::Section));
    style(*panel->plot);
  }
  if (snapshot && detail && snapshot->problem && !snapshot->best.empty()) {
    drawTime(*snapshot);
    drawMemory(*snapshot, *detail);
    drawMoney(*snapshot);
  } else {
    for (const Panel* panel : {&m_time, &m_memory, &m_money}) {
      fillTable(*panel->table, {}, {}, {});
      auto* words = new QCPItemText(panel->plot);
      words->position->setType(QCPItemPosition::ptAxisRectRatio);
      words->position->setCoords(0.5, 0.5);
      words->setText(tr("No strategy to show yet."));
      words->setColor(currentTheme().text2);
      words->setFont(ui::font(TextRole::Body));
    }
  }
  wrapLegends();
}

void BreakdownView::drawTime(const plan::Snapshot& snapshot) {
  const Theme& theme = currentTheme();
  QCustomPlot& plot = *m_time.plot;
  const QList<int> shown = rows(snapshot);
  QVector<double> keys;
  QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
  QStringList names;
  double most = 0.0;
  for (int i = 0; i < shown.size(); ++i) {
    keys << i;
    const cost::Evaluation& e = snapshot.best[static_cast<std::size_t>(shown[i])];
    names << u"#%1"_s.arg(shown[i] + 1);
    ticks->addTick(i, (shown[i] == m_selection.rank() ? u"▸ "_s : QString()) + names.last());
    most = std::max(most, e.step.value);
  }
  QCPBars* base = nullptr;
  QStringList parts;
  QList<QStringList> cells;
  for (int k = 0; k < cost::kParts; ++k) {
    const auto part = static_cast<cost::Part>(k);
    QVector<double> values;
    QStringList row;
    double sum = 0.0;
    for (const int rank : shown) {
      values << snapshot.best[static_cast<std::size_t>(rank)].time[part];
      sum += values.last();
      row << QLocale().toString(values.last(), 'f', 3);
    }
    parts << partName(part);
    cells << row;
    if (sum <= 0.0) continue;
    const PartStyle& look = theme.part(part);
    base = addBars(plot, true, {partName(part), 0.0, look.color, look.ink, look.hatch}, keys, values, base,
                   theme, m_stale);
  }
  QStringList totals;
  for (const int rank : shown)
    totals << QLocale().toString(snapshot.best[static_cast<std::size_t>(rank)].step.value, 'f', 3);
  parts << tr("Sum");
  cells << totals;
  fillTable(*m_time.table, names, parts, cells);
  plot.yAxis->setTicker(ticks);
  plot.yAxis->setTickLength(0);
  plot.yAxis->grid()->setVisible(false);
  plot.yAxis->setRange(-0.6, static_cast<double>(shown.size()) - 0.4);
  plot.yAxis->setRangeReversed(true);
  plot.xAxis->setRange(0, most * 1.12);
  plot.xAxis->setLabel(tr("seconds a step"));
  for (int i = 0; i < shown.size(); ++i) {
    auto* label = new QCPItemText(&plot);
    label->position->setCoords(snapshot.best[static_cast<std::size_t>(shown[i])].step.value, i);
    label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    label->setPadding(QMargins(scaled(4), 0, 0, 0));
    label->setText(durationText(snapshot.best[static_cast<std::size_t>(shown[i])].step.value));
    label->setFont(ui::font(TextRole::Caption));
    label->setColor(shown[i] == 0 ? theme.best : theme.text2);
  }
}

void BreakdownView::drawMemory(const plan::Snapshot& snapshot, const Detail& detail) {
  const Theme& theme = currentTheme();
  QCustomPlot& plot = *m_memory.plot;
  const auto& stages = detail.evaluation.memory;
  QVector<double> keys;
  QStringList names;
  QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
  double most = 0.0;
  for (std::size_t j = 0; j < stages.size(); ++j) {
    keys << static_cast<double>(j);
    names << QString::number(j + 1);
    if (stages.size() <= 16 || j % 4 == 0) ticks->addTick(static_cast<double>(j), names.last());
    most = std::max({most, in_gib(stages[j].total), in_gib(stages[j].limit)});
  }
  QCPBars* base = nullptr;
  QStringList parts;
  QList<QStringList> cells;
  const std::vector<Share> first = memoryShares(stages.front(), theme);
  for (std::size_t k = 0; k < first.size(); ++k) {
    QVector<double> values;
    QStringList row;
    for (const cost::StageMemory& stage : stages) {
      values << memoryShares(stage, theme)[k].value / kGib;
      row << QLocale().toString(values.last(), 'f', 1);
    }
    base = addBars(plot, false, first[k], keys, values, base, theme, m_stale);
    parts << first[k].name;
    cells << row;
  }
  QStringList totals, limits;
  for (std::size_t j = 0; j < stages.size(); ++j) {
    totals << QLocale().toString(in_gib(stages[j].total), 'f', 1);
    limits << QLocale().toString(in_gib(stages[j].limit), 'f', 1);
    auto* line = new QCPItemLine(&plot);
    line->setPen(QPen(theme.limit, 1.5, Qt::DashLine));
    line->start->setCoords(static_cast<double>(j) - 0.42, in_gib(stages[j].limit));
    line->end->setCoords(static_cast<double>(j) + 0.42, in_gib(stages[j].limit));
  }
  parts << tr("Sum") << tr("Limit");
  cells << totals << limits;
  fillTable(*m_memory.table, names, parts, cells);
  plot.xAxis->setTicker(ticks);
  plot.xAxis->setTickLength(0);
  plot.xAxis->grid()->setVisible(false);
  plot.xAxis->setRange(-0.6, static_cast<double>(stages.size()) - 0.4);
  plot.xAxis->setLabel(tr("stage; dashed: what the headroom leaves"));
  plot.yAxis->setRange(0, most * 1.1);
  plot.yAxis->setLabel(tr("GiB"));
  m_memory.title->setText(tr("Memory per GPU by stage, #%1").arg(m_selection.rank() + 1));
  Q_UNUSED(snapshot)
}

void BreakdownView::drawMoney(const plan::Snapshot& snapshot) {
  const Theme& theme = currentTheme();
  QCustomPlot& plot = *m_money.plot;
  const QList<int> shown = rows(snapshot);
  QVector<double> keys, hardware, power, idle;
  QStringList names;
  QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
  double most = 0.0;
  bool known = true;
  QList<QStringList> cells(4);
  for (int i = 0; i < shown.size(); ++i) {
    const cost::Money& money = snapshot.best[static_cast<std::size_t>(shown[i])].money;
    known = known && money.usd_per_trillion_tokens.has_value();
    if (!known) break;
    const double perHour = money.usd_per_hour->value;
    const double share = perHour > 0.0 ? *money.usd_per_trillion_tokens / perHour / 1e6 : 0.0;
    keys << i;
    names << u"#%1"_s.arg(shown[i] + 1);
    ticks->addTick(i, (shown[i] == m_selection.rank() ? u"▸ "_s : QString()) + names.last());
    hardware << money.hardware_per_hour * share;
    power << money.power_per_hour * share;
    idle << money.idle_per_hour * share;
    const double all = *money.usd_per_trillion_tokens / 1e6;
    most = std::max(most, all);
    cells[0] << QLocale().toString(hardware.last(), 'f', 3);
    cells[1] << QLocale().toString(power.last(), 'f', 3);
    cells[2] << QLocale().toString(idle.last(), 'f', 3);
    cells[3] << QLocale().toString(all, 'f', 3);
  }
  if (!known) {
    fillTable(*m_money.table, {}, {}, {});
    auto* words = new QCPItemText(&plot);
    words->position->setType(QCPItemPosition::ptAxisRectRatio);
    words->position->setCoords(0.5, 0.5);
    words->setText(tr("No price for every GPU type used."));
    words->setColor(theme.text2);
    words->setFont(ui::font(TextRole::Body));
    plot.legend->setVisible(false);
    return;
  }
  const auto sum = [](const QVector<double>& row) { return std::accumulate(row.begin(), row.end(), 0.0); };
  const PartStyle& blue = theme.part(cost::Part::compute_backward);
  const PartStyle& orange = theme.part(cost::Part::tensor_parallel);
  QCPBars* base = nullptr;
  if (sum(hardware) > 0)
    base = addBars(plot, true, {tr("Hardware"), 0, blue.color, blue.ink, false}, keys, hardware, base, theme,
                   m_stale);
  if (sum(power) > 0)
    base = addBars(plot, true, {tr("Power"), 0, orange.color, orange.ink, false}, keys, power, base, theme,
                   m_stale);
  if (sum(idle) > 0)
    addBars(plot, true, {tr("Idle GPUs"), 0, theme.text3, theme.panel, true}, keys, idle, base, theme,
            m_stale);
  fillTable(*m_money.table, names, {tr("Hardware"), tr("Power"), tr("Idle GPUs"), tr("Sum")}, cells);
  plot.yAxis->setTicker(ticks);
  plot.yAxis->setTickLength(0);
  plot.yAxis->grid()->setVisible(false);
  plot.yAxis->setRange(-0.6, static_cast<double>(shown.size()) - 0.4);
  plot.yAxis->setRangeReversed(true);
  plot.xAxis->setRange(0, most * 1.22);
  plot.xAxis->setLabel(tr("million USD"));
  for (int i = 0; i < shown.size(); ++i) {
    const double all = *snapshot.best[static_cast<std::size_t>(shown[i])].money.usd_per_trillion_tokens;
    auto* label = new QCPItemText(&plot);
    label->position->setCoords(all / 1e6, i);
    label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    label->setPadding(QMargins(scaled(4), 0, 0, 0));
    label->setText(moneyText(all));
    label->setFont(ui::font(TextRole::Caption));
    label->setColor(theme.text2);
  }
}

/// As many legend entries a row as fit; fewer rows leave more room for the bars.
void BreakdownView::wrapLegends() {
  for (const Panel* panel : {&m_time, &m_memory, &m_money}) {
    int widest = scaled(40);
    for (int i = 0; i < panel->plot->legend->elementCount(); ++i)
      if (const QCPLayoutElement* entry = panel->plot->legend->elementAt(i))  // the last row has empty places
        widest = std::max(widest, entry->minimumOuterSizeHint().width());
    panel->plot->legend->setWrap(std::max(1, panel->plot->width() / (widest + scaled(12))));
    panel->plot->legend->setFillOrder(QCPLegend::foColumnsFirst);  // lays the entries out anew
    panel->plot->replot(QCustomPlot::rpQueuedReplot);
  }
}

void BreakdownView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // The plots get their new size after this event.
  QMetaObject::invokeMethod(this, &BreakdownView::wrapLegends, Qt::QueuedConnection);
}

void BreakdownView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange ||
      event->type() == QEvent::PaletteChange)
    refresh();
}

}  // namespace astrolabe::ui
