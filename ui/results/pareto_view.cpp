#include "ui/results/pareto_view.h"

#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QTableWidget>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/controls/flow_row.h"
#include "ui/render/answer_text.h"
#include "ui/render/kind_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/results/named_plot.h"
#include "ui/results/ranking_view.h"
#include "ui/results/sides_page.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kReach = 12.0;  ///< pixels around a point that still mean it

/// The column of the ranking that says what an axis shows.
int columnOf(PlotAxis axis) {
  switch (axis) {
    case PlotAxis::UsdPerTrillion:
      return RankingModel::UsdPerTrillion;
    case PlotAxis::GpusUsed:
      return RankingModel::GpusUsed;
    case PlotAxis::PeakMemory:
      return RankingModel::PeakMemory;
    case PlotAxis::StepSeconds:
      return RankingModel::Step;
    case PlotAxis::TokensPerSecond:
      return RankingModel::TokensPerSecond;
    case PlotAxis::TokensPerGpu:
      return RankingModel::TokensPerGpu;
  }
  return -1;
}

}  // namespace

ParetoView::ParetoView(PlanDocument& document, StrategySelection& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection) {
  setObjectName(u"paretoView"_s);
  setAccessibleName(tr("Speed against cost"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(scaled(12), scaled(4), scaled(12), scaled(4));
  column->setSpacing(scaled(2));
  auto* page = new SidesPage(this);  // large text leaves the plot less room than it needs
  page->setObjectName(u"paretoView.scroll"_s);
  column->addWidget(page);
  m_stack = new QStackedWidget(this);
  page->setSides(m_stack);
  page->setFoot(makeAxes());
  addPlot();
  addTable();
  makeCard();
  connect(&m_selection, &StrategySelection::changed, this, &ParetoView::follow);
  refresh();
}

void ParetoView::addPlot() {
  m_plot = new NamedPlot(m_stack);
  m_plot->setObjectName(u"paretoPlot"_s);
  m_plot->setAccessibleName(tr("Strategies by speed and cost"));
  m_plot->setFocusPolicy(Qt::StrongFocus);
  m_plot->setMouseTracking(true);
  m_plot->setMinimumHeight(scaled(largeText() ? 150 : 110));
  m_plot->setLegendBelow();
  m_plot->installEventFilter(this);
  m_stack->addWidget(m_plot);
}

void ParetoView::addTable() {
  m_table = new QTableWidget(m_stack);
  m_table->setObjectName(u"paretoPlot.table"_s);
  m_table->setAccessibleName(tr("Strategies by speed and cost, as a table"));
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->setShowGrid(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(scaled(26));
  connect(m_table, &QTableWidget::currentCellChanged, this, [this](int row) {
    if (const QTableWidgetItem* item = m_table->item(row, 0)) {
      const QVariant kept = item->data(Qt::UserRole);  // none of the baseline
      const auto place = static_cast<std::size_t>(kept.toInt());
      if (kept.isValid() && place < m_points.points.size())
        m_selection.select(m_points.points[place].layout());
    }
  });
  m_stack->addWidget(m_table);
}

/// What the axes show, and how many strategies there are.
QWidget* ParetoView::makeAxes() {
  auto* axes = new QWidget(this);
  auto* row = new FlowRow(axes);
  row->setContentsMargins(0, scaled(2), 0, 0);
  const auto box = [&](const QString& name, const QString& text) {
    auto* choice = new QComboBox(this);
    choice->setObjectName(name);
    choice->setAccessibleName(text);
    choice->setToolTip(text);
    for (int axis = 0; axis <= static_cast<int>(PlotAxis::TokensPerGpu); ++axis)
      choice->addItem(axisTitle(static_cast<PlotAxis>(axis)));
    row->addWidget(choice);
    return choice;
  };
  m_yBox = box(u"pareto.y"_s, tr("Upwards"));
  m_xBox = box(u"pareto.x"_s, tr("To the right"));
  m_yBox->setCurrentIndex(static_cast<int>(m_y));
  m_xBox->setCurrentIndex(static_cast<int>(m_x));
  connect(m_xBox, &QComboBox::currentIndexChanged, this, [this](int x) { setAxes(PlotAxis(x), m_y); });
  connect(m_yBox, &QComboBox::currentIndexChanged, this, [this](int y) { setAxes(m_x, PlotAxis(y)); });
  m_counts = new QLabel(this);
  m_counts->setObjectName(u"pareto.counts"_s);
  m_counts->setWordWrap(true);  // narrow windows and large text
  row->addStretch();
  row->addWidget(m_counts);
  return axes;
}

/// Over the plot: what sets two strategies apart.
void ParetoView::makeCard() {
  m_card = new QLabel(m_plot);
  m_card->setObjectName(u"pareto.difference"_s);
  m_card->setTextFormat(Qt::RichText);
  m_card->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  m_card->setAutoFillBackground(true);
  m_card->setBackgroundRole(QPalette::ToolTipBase);
  m_card->setFrameShape(QFrame::StyledPanel);
  m_card->setMargin(scaled(9));
  m_card->hide();
  connect(m_card, &QLabel::linkActivated, this, [this] { m_selection.swapCompared(); });
}

void ParetoView::setBaseline(std::optional<ParetoBaseline> baseline) {
  if (!baseline && !m_baseline) return;
  m_baseline = std::move(baseline);
  refresh();
}

void ParetoView::setMine(MineList mine) {
  m_mine = std::move(mine);
  refresh();
}

void ParetoView::setStale(bool stale) {
  if (std::exchange(m_stale, stale) != stale) refresh();
}

void ParetoView::setAxes(PlotAxis x, PlotAxis y) {
  if (x == m_x && y == m_y) return;
  m_x = x;
  m_y = y;
  m_xBox->setCurrentIndex(static_cast<int>(x));
  m_yBox->setCurrentIndex(static_cast<int>(y));
  refresh();
}

bool ParetoView::showsTable() const { return m_stack->currentIndex() == 1; }

void ParetoView::setShowTable(bool table) {
  if (showsTable() == table) return;
  m_stack->setCurrentIndex(table ? 1 : 0);
  if (table) fillTable();
  emit looksChanged();
}

void ParetoView::setDominatedShown(bool shown) {
  if (std::exchange(m_dominated, shown) == shown) return;
  refresh();
  emit looksChanged();
}

double ParetoView::shownX(double value) const { return value * m_xUnit.factor; }
double ParetoView::shownY(double value) const { return value * m_yUnit.factor; }

void ParetoView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_dirty) refresh();
}

void ParetoView::follow() { m_refresh.follow(m_selection.snapshot()); }

void ParetoView::refresh() {
  m_dirty = !isVisible() && window()->isVisible();
  if (m_dirty) return;  // behind another tab: drawn when it is looked at
  m_refresh.drawn();
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  // The new points are made before the old snapshot, which owns the old ones' strategies, may go.
  m_points = snapshot ? paretoPoints(*snapshot, m_mine, m_x, m_y) : ParetoPoints{};
  m_snapshot = snapshot;
  double right = 0.0, top = 0.0;
  for (const PlotPoint& point : m_points.points) {
    right = std::max(right, point.x);
    top = std::max(top, point.y);
  }
  m_xUnit = axisUnit(m_x, right);
  m_yUnit = axisUnit(m_y, top);
  const planning::LayoutPtr selected = m_selection.layout();
  const auto other = m_selection.other();
  m_drawn = thinned(m_points.points, kMostDrawn, {selected, other ? layoutOf(*other) : nullptr});
  if (!m_dominated)
    std::erase_if(m_drawn, [&](std::size_t i) {
      const PlotPoint& p = m_points.points[i];
      return !p.frontier && !p.mine && !p.is(selected);
    });
  draw(currentTheme());
  m_plot->replot(QCustomPlot::rpQueuedReplot);
  m_counts->setText(countsText());
  updateCard();
  if (showsTable()) fillTable();
}

/// How many are drawn, of how many that are kept, of how many that the search evaluated.
QString ParetoView::countsText() const {
  const double kept = double(m_points.points.size() + m_points.withoutValue);
  const QString drawn = wholeText(double(m_drawn.size())), all = wholeText(double(m_points.points.size()));
  const double evaluated = m_snapshot ? double(m_snapshot->space.evaluated) : 0.0;
  QString counts = evaluated > kept
                       ? tr("showing %1 of %2 kept, of %3 evaluated").arg(drawn, all, wholeText(evaluated))
                       : tr("showing %1 of %2").arg(drawn, all);
  if (m_points.withoutValue > 0)
    counts += u" · "_s + tr("%1 without a price").arg(wholeText(double(m_points.withoutValue)));
  if (m_snapshot && !m_snapshot->best.empty())
    counts = tr("80 % band of the step %1").arg(bandText(m_snapshot->best.front())) + u" · "_s + counts;
  return counts;
}

bool ParetoView::isProven() const {
  return isFrontierProven(*m_snapshot, m_x, m_y) &&
         std::none_of(m_points.points.begin(), m_points.points.end(),
                      [](const PlotPoint& point) { return point.beside != nullptr; });
}

QStringList ParetoView::chosenColumns(const planning::LayoutPtr& layout) const {
  const int row = m_ranking != nullptr ? m_ranking->rows().rowOf(layout) : -1;
  if (row < 0) return {};
  const RankingModel& rows = m_ranking->rows();
  const QHeaderView* header = m_ranking->horizontalHeader();
  QStringList lines;
  for (int place = 0; place < header->count(); ++place) {
    const int column = header->logicalIndex(place);
    const bool told = column == RankingModel::Rank || column == columnOf(m_x) || column == columnOf(m_y);
    if (told || header->isSectionHidden(column)) continue;
    const QString value = rows.index(row, column).data(Qt::DisplayRole).toString();
    if (!value.isEmpty())
      lines << u"%1: %2"_s.arg(rows.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), value);
  }
  return lines;
}

QString ParetoView::ownName(const PlotPoint& point) {
  return kindWords(planning::kind_of(point.beside)).label();
}

QString ParetoView::describe(const PlotPoint& point, bool card) const {
  QStringList lines;
  const QString name = point.rank >= 0 ? tr("#%1").arg(point.rank + 1)
                       : point.mine    ? ownName(point)
                                       : tr("not ranked");
  lines << u"%1  %2"_s.arg(name, layoutLine(point.layout()));
  lines << m_points.mixes[point.mix].name;
  lines << u"%1 %2"_s.arg(axisText(m_y, point.y), axisTitle(m_y));
  lines << u"%1 %2"_s.arg(axisText(m_x, point.x),
                          m_x == PlotAxis::UsdPerTrillion ? tr("per 1T tokens") : axisTitle(m_x));
  if (card && point.rank >= 0) lines << chosenColumns(point.layout());
  // The band is of the job and its GPUs: the same for every strategy.
  if (!m_snapshot->best.empty()) {
    const cost::Evaluation& e = m_snapshot->best[static_cast<std::size_t>(std::max(point.rank, 0))];
    lines << tr("80 % band of the step: %1 shorter to %2 longer")
                 .arg(percentText(1.0 - e.step_low.value / e.step.value, 0),
                      percentText(e.step_high.value / e.step.value - 1.0, 0));
  }
  if (point.frontier)
    lines << (isProven() ? tr("nothing beats it on both") : tr("no strategy evaluated beats it on both"));
  return lines.join(u'\n');
}

void ParetoView::fillTable() {
  const QSignalBlocker quiet(m_table);
  m_table->setColumnCount(5);
  m_table->setRowCount(static_cast<int>(m_drawn.size()));
  m_table->setHorizontalHeaderLabels(
      {tr("Strategy"), tr("GPUs"), axisTitle(m_y), axisTitle(m_x), tr("Frontier")});
  std::vector<std::size_t> order = m_drawn;
  std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
    const PlotPoint &p = m_points.points[a], &q = m_points.points[b];
    return p.frontier != q.frontier ? p.frontier : largerIsBetter(m_y) ? p.y > q.y : p.y < q.y;
  });
  const planning::LayoutPtr selected = m_selection.layout();
  int current = -1;
  for (int row = 0; row < m_table->rowCount(); ++row) {
    const PlotPoint& p = m_points.points[order[static_cast<std::size_t>(row)]];
    const QString name = p.rank >= 0 ? tr("#%1").arg(p.rank + 1) + u"  "_s
                         : p.mine    ? ownName(p) + u"  "_s
                                     : QString();
    const QStringList cells{name + layoutLine(p.layout()), m_points.mixes[p.mix].name, axisText(m_y, p.y),
                            axisText(m_x, p.x), p.frontier ? tr("yes") : tr("no")};
    for (int c = 0; c < cells.size(); ++c) {
      auto* item = new QTableWidgetItem(cells[c]);
      item->setData(Qt::UserRole, static_cast<int>(order[static_cast<std::size_t>(row)]));
      if (c == 2 || c == 3) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      m_table->setItem(row, c, item);
    }
    if (p.is(selected)) current = row;
  }
  if (baselinePlace()) {
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    const QStringList cells{
        tr("Baseline %1").arg(m_baseline->name) + u"  "_s + degreesText(m_baseline->evaluation.strategy),
        unknownText(), axisText(m_y, axisValue(m_baseline->evaluation, m_y)),
        axisText(m_x, axisValue(m_baseline->evaluation, m_x)), unknownText()};
    for (int c = 0; c < cells.size(); ++c) {
      auto* item = new QTableWidgetItem(cells[c]);
      item->setFlags(Qt::ItemIsEnabled);  // no strategy of this question: it can be read, not chosen
      if (c == 2 || c == 3) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      m_table->setItem(row, c, item);
    }
  }
  m_table->resizeColumnsToContents();
  m_table->setCurrentCell(current, 0);
}

void ParetoView::updateCard() {
  const auto detail = m_selection.detail();
  const auto other = m_selection.other();
  const bool two = detail && other && !planning::same(layoutOf(*detail), layoutOf(*other));
  m_card->setVisible(two);
  if (!two) return;
  const Difference d = difference(other->evaluation, detail->evaluation);
  const auto sign = [](double value) { return value < 0 ? QString(QChar(0x2212)) : u"+"_s; };
  QString text = tr("<b>%1 less %2</b>").arg(m_selection.label(), m_selection.otherLabel());
  const auto line = [&](const QString& label, const QString& value) {
    text += u"<br>%1&nbsp;&nbsp;%2"_s.arg(label, value.toHtmlEscaped());
  };
  line(tr("Tokens/s"), sign(d.tokensPerSecond) + wholeText(std::abs(d.tokensPerSecond)));
  if (d.hasMoney) line(moneyPerTokens(), sign(d.usdPerTrillion) + moneyText(std::abs(d.usdPerTrillion)));
  line(tr("Peak memory"), signedPercentText(d.memoryShare, 0));
  line(tr("Step"), sign(d.stepSeconds) + durationText(std::abs(d.stepSeconds)));
  text += u"<br><a href=\"swap\" style=\"text-decoration:none\">%1</a>"_s.arg(tr("Swap"));
  m_card->setText(text);
  m_card->adjustSize();
  m_card->move(m_plot->width() - m_card->width() - scaled(8), scaled(26));
  m_card->raise();
}

void ParetoView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  QMetaObject::invokeMethod(this, &ParetoView::updateCard, Qt::QueuedConnection);
}

int ParetoView::nearest(const QPointF& at) const {
  int found = -1;
  double least = kReach * kReach;
  for (const std::size_t i : m_drawn) {
    const PlotPoint& p = m_points.points[i];
    const double dx = m_plot->xAxis->coordToPixel(shownX(p.x)) - at.x();
    const double dy = m_plot->yAxis->coordToPixel(shownY(p.y)) - at.y();
    // What stands out is meant where points lie close together.
    const double distance = (dx * dx + dy * dy) * (p.frontier || p.rank == 0 ? 0.5 : 1.0);
    if (distance >= least) continue;
    least = distance;
    found = static_cast<int>(i);
  }
  return found;
}

bool ParetoView::pick(const QPointF& at, bool compare) {
  const int found = nearest(at);
  if (found < 0) return false;
  const planning::LayoutPtr layout = m_points.points[static_cast<std::size_t>(found)].layout();
  if (compare)
    m_selection.compareWith(layout);
  else
    m_selection.select(layout);
  return true;
}

/// To the next point on the frontier by x, or to the next of all by y.
void ParetoView::walk(int step, bool frontier) {
  std::vector<std::size_t> order;
  for (const std::size_t i : m_drawn)
    if (!frontier || m_points.points[i].frontier) order.push_back(i);
  if (order.empty()) return;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const PlotPoint &p = m_points.points[a], &q = m_points.points[b];
    return frontier ? p.x < q.x : p.y < q.y;
  });
  const planning::LayoutPtr selected = m_selection.layout();
  const auto at = std::find_if(order.begin(), order.end(),
                               [&](std::size_t i) { return m_points.points[i].is(selected); });
  std::ptrdiff_t place =
      at == order.end() ? (step > 0 ? 0 : std::ssize(order) - 1) : at - order.begin() + step;
  place = std::clamp<std::ptrdiff_t>(place, 0, std::ssize(order) - 1);
  m_selection.select(m_points.points[order[static_cast<std::size_t>(place)]].layout());
  for (int i = 0; i < m_plot->itemCount(); ++i)
    if (m_plot->isItemSelected(i)) announceItem(*m_plot, i);
}

bool ParetoView::key(int key) {
  switch (key) {
    case Qt::Key_Left:
      walk(-1, true);
      return true;
    case Qt::Key_Right:
      walk(+1, true);
      return true;
    case Qt::Key_Up:
      walk(+1, false);
      return true;
    case Qt::Key_Down:
      walk(-1, false);
      return true;
    case Qt::Key_Home:
      m_selection.select(0);
      return true;
    case Qt::Key_Space:
      m_selection.compareWith(m_selection.other() ? nullptr : m_selection.layout());
      return true;
    case Qt::Key_X:
      m_selection.swapCompared();
      return true;
    case Qt::Key_D:
      setDominatedShown(!m_dominated);
      return true;
    case Qt::Key_T:
      setShowTable(!showsTable());
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      emit whyRequested();
      return true;
    default:
      return false;
  }
}

bool ParetoView::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_plot) return QWidget::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::KeyPress: {
      auto* press = static_cast<QKeyEvent*>(event);
      return press->modifiers() == Qt::NoModifier && key(press->key());
    }
    case QEvent::MouseButtonPress: {
      auto* press = static_cast<QMouseEvent*>(event);
      if (press->button() != Qt::LeftButton) return false;
      m_plot->setFocus(Qt::MouseFocusReason);
      return pick(press->position(), (press->modifiers() & Qt::ControlModifier) != 0);
    }
    case QEvent::MouseButtonDblClick:
      emit whyRequested();
      return true;
    case QEvent::MouseMove: {
      auto* move = static_cast<QMouseEvent*>(event);
      const int under = nearest(move->position());
      if (under >= 0)
        QToolTip::showText(move->globalPosition().toPoint() + QPoint(12, 12),
                           describe(m_points.points[static_cast<std::size_t>(under)], true), m_plot);
      else
        QToolTip::hideText();
      return false;
    }
    default:
      return false;
  }
}

void ParetoView::paintFigure(QPaintDevice& device, const QSize& size) {
  draw(Theme::make(ThemeKind::Light));
  m_plot->paintOn(device, QRect(QPoint(), size));
  draw(currentTheme());
  m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void ParetoView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if ((event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange ||
       event->type() == QEvent::PaletteChange) &&
      m_plot != nullptr && m_counts != nullptr && m_card != nullptr)
    refresh();
}

}  // namespace astrolabe::ui
