#include "ui/results/scale_view.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QThread>
#include <algorithm>
#include <utility>

#include "core/base/hours.h"
#include "core/engine.h"
#include "ui/controls/flow_row.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/scale_words.h"
#include "ui/results/named_plot.h"
#include "ui/results/why_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

using plan::ScalePoint;

/// Each count is searched on half the processors for at most ten seconds, to within a hundredth of the
/// fastest.
SearchOptions optionsOfCounts() {
  constexpr double kLongestSeconds = 10.0, kNear = 0.01;
  SearchOptions options;
  options.top = 1;
  options.threads = std::max(1, QThread::idealThreadCount() / 2);
  options.time_limit = kLongestSeconds;
  options.tolerance = kNear;
  options.near_answers = false;
  return options;
}

/// A line in a plot with its words at the right end, or above a line that stands.
void addLimitLine(NamedPlot& plot, QCPAxis* axis, double at, bool upright, const QString& words,
                  const QColor& color, const QColor& ground) {
  auto* line = new QCPItemStraightLine(&plot);
  line->setPen(QPen(color, 1.2, Qt::DashLine));
  for (QCPItemPosition* end : {line->point1, line->point2}) {
    end->setAxes(plot.xAxis, axis);
    end->setTypeX(upright ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
    end->setTypeY(upright ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
    const double along = end == line->point1 ? 0.0 : 1.0;
    end->setCoords(upright ? at : along, upright ? along : at);
  }
  auto* label = new QCPItemText(&plot);
  label->position->setAxes(plot.xAxis, axis);
  label->position->setTypeX(upright ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
  label->position->setTypeY(upright ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
  label->position->setCoords(upright ? at : 0.99, upright ? 0.06 : at);
  label->setPositionAlignment(upright ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignBottom);
  label->setPadding(QMargins(scaled(4), 0, scaled(4), scaled(1)));
  label->setText(words);
  label->setFont(ui::font(TextRole::Caption));
  label->setColor(color);
  label->setBrush(ground);  // no curve crosses the words
}

/// Dollars of which an axis counts one, and what that is called: "M USD".
std::pair<double, QString> moneyOfAxis(double usd) {
  const double shown = shownMoney(usd);
  const QString& code = currentCurrency().code;
  for (const auto& [size, letter] : {std::pair(1e9, u'B'), std::pair(1e6, u'M'), std::pair(1e3, u'k')})
    if (shown >= size) return {dollars(size), QChar(letter) + u' ' + code};
  return {dollars(1.0), code};
}

constexpr double kAxisRoom = 1.2;       // above the largest value, for the word of the knee
constexpr double kLimitReach = 2.0;     // a line is in sight up to so many times the largest value
constexpr double kHoursInHours = 72.0;  // up to so many, time is counted in hours

}  // namespace

ScaleView::ScaleView(PlanDocument& document, StrategySelection& selection, QWidget* parent)
    : PlotPage(parent), m_document(document), m_selection(selection) {
  const auto pools = [this](QWidget* bar, FlowRow* row) {
    auto* what = new QLabel(tr("More or fewer nodes of"), bar);
    row->addWidget(what);
    m_pool = new QComboBox(bar);
    m_pool->setObjectName(u"scaleView.pool"_s);
    m_pool->setAccessibleName(tr("Pool whose nodes are counted"));
    m_pool->setMinimumWidth(scaled(140));
    what->setBuddy(m_pool);
    row->addWidget(m_pool);
  };
  setUp({.name = u"scaleView"_s,
         .title = tr("Scale"),
         .plot = tr("Time and cost of the job against nodes"),
         .side = tr("What the plot says"),
         .scroll = {}},
        pools);
  m_plot->setMinimumHeight(scaled(largeText() ? 150 : 110));  // lower, its lines could not be told apart
  connect(m_pool, &QComboBox::activated, this, &ScaleView::follow);
  connect(m_stop, &QPushButton::clicked, this, &ScaleView::stop);
  connect(&m_selection, &StrategySelection::changed, this, &ScaleView::follow);
  connect(&m_document, &PlanDocument::planChanged, this, &ScaleView::listPools);
  listPools();
  follow();
}

QString ScaleView::workingText() const { return tr("Searching with more and with fewer nodes…"); }

QString ScaleView::nothingText() const { return tr("Nothing was searched yet."); }

/// The pools of the plan; the one with the most nodes is looked at first.
void ScaleView::listPools() {
  const hardware::ClusterSpec& cluster = m_document.plan().cluster;
  QStringList ids;
  QString largest;
  int most = 0;
  for (const hardware::PoolSpec& pool : cluster.pools) {
    ids << QString::fromStdString(pool.id);
    if (pool.nodes <= most) continue;
    most = pool.nodes;
    largest = ids.back();
  }
  QStringList shown;
  for (int i = 0; i < m_pool->count(); ++i) shown << m_pool->itemText(i);
  if (shown == ids) return;
  const QString before = m_pool->currentText();
  const QSignalBlocker quiet(m_pool);
  m_pool->clear();
  m_pool->addItems(ids);
  m_pool->setCurrentText(ids.contains(before) ? before : largest);
}

/// After the search of the window, which has the processors to itself.
void ScaleView::follow() {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  if (snapshot && snapshot->status == plan::Status::searching) {
    if (m_latest.isWorking() && m_asked != m_document.revision()) stop();
    return;
  }
  const std::string pool = m_pool->currentText().toStdString();
  const bool same = m_asked == m_document.revision() && m_askedPool == pool;
  if (snapshot && same && (m_found || m_latest.isWorking())) return;
  ask();
}

void ScaleView::ask() {
  m_dirty = !isVisible();
  if (m_dirty) return;  // behind another tab: asked when it is looked at
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  const auto problem = m_document.problem();
  if (!snapshot || !problem || m_pool->count() == 0) {
    m_latest.cancel();
    m_stop->hide();
    m_state->clear();
    return showFound(nullptr);
  }
  m_asked = m_document.revision();
  const std::string pool = m_pool->currentText().toStdString();
  if (pool != std::exchange(m_askedPool, pool)) showFound(nullptr);
  m_state->setText(tr("Calculating…"));
  m_stop->show();
  const plan::ScaleQuestion question{*problem, m_document.plan().cluster, m_document.catalogue(),
                                     m_askedPool};
  m_latest.ask(
      [this, question](const Latest::Turn& turn) {
        const plan::Ask search = [&turn](const strategy::Problem& each) {
          return run_search(each, optionsOfCounts(), turn.stop());
        };
        const auto publish = [&](const plan::Scale& known) {
          turn.tell([this, scale = std::make_shared<const plan::Scale>(known)] { showFound(scale); });
        };
        return std::make_shared<const plan::Scale>(plan::scale(question, search, turn.stop(), publish));
      },
      [this](const ScalePtr& scale) { showFound(scale); });
  showPage();
}

void ScaleView::stop() {
  m_latest.cancel();
  m_stop->hide();
  m_state->setText(tr("Stopped"));
  showPage();
}

void ScaleView::showFound(const ScalePtr& scale) {
  const bool first = hasFigure();
  m_found = scale;
  if (m_latest.isWorking() && scale) {
    m_state->setText(
        tr("%1 of %2 counts", "how many are known")
            .arg(wholeText(double(scale->points.size())), wholeText(double(scale->counts.size()))));
  } else {
    m_stop->hide();
    m_state->clear();
  }
  setWords(scale ? scaleSentences(*scale) : QStringList());
  fillCells();
  draw(currentTheme());
  showPage();
  if (first != hasFigure()) emit looksChanged();
}

/// Deadline, budget and the knee, where they are in sight.
void ScaleView::drawLines(const Theme& theme, double hoursOfUnit, double usdOfUnit) {
  const auto horizontal = [&](QCPAxis* axis, const std::optional<double>& limit, double unit,
                              const QString& words) {
    if (!limit) return;
    const double at = *limit / unit, top = axis->range().upper;
    if (at > kLimitReach * top) return;
    if (at > top) axis->setRange(0.0, at * kAxisRoom);
    addLimitLine(*m_plot, axis, at, false, words, theme.limit, theme.plot);
  };
  if (m_found->deadline_hours)
    horizontal(m_plot->yAxis, m_found->deadline_hours, hoursOfUnit,
               tr("deadline %1").arg(hoursText(*m_found->deadline_hours)));
  if (m_found->budget_usd && m_plot->yAxis2->visible())
    horizontal(m_plot->yAxis2, m_found->budget_usd, usdOfUnit,
               tr("budget %1").arg(moneyText(*m_found->budget_usd)));
  if (const auto at = plan::knee(*m_found))
    addLimitLine(*m_plot, m_plot->yAxis, m_found->points[*at].nodes, true, tr("knee"), theme.text2,
                 theme.plot);
}

void ScaleView::draw(const Theme& theme) {
  m_plot->clearPlottables();
  m_plot->clearItems();
  m_plot->setItems({});
  m_plot->applyTheme(theme, fontScale());
  m_plot->setAntialiasedElements(QCP::aeScatters | QCP::aePlottables | QCP::aeItems);
  m_plot->setAccessibleDescription(m_stale ? tr("Older than the current question") : QString());
  if (!hasFigure()) return m_plot->replot();
  double hours = 0.0, usd = 0.0;
  for (const ScalePoint& point : m_found->points) {
    if (!point.best) continue;
    hours = std::max(hours, point.best->outcome.hours);
    if (point.best->outcome.usd) usd = std::max(usd, point.best->outcome.usd->value);
  }
  const bool inHours = hours <= kHoursInHours, priced = usd > 0.0;
  const double hoursOfUnit = inHours ? 1.0 : kHoursPerDay;
  const std::pair<double, QString> money = moneyOfAxis(usd);
  const double usdOfUnit = money.first;
  m_plot->xAxis->setRange(m_found->counts.front() - 0.5, m_found->counts.back() + 0.5);
  m_plot->yAxis->setRange(0.0, std::max(hours, 1e-6) / hoursOfUnit * kAxisRoom);
  m_plot->yAxis2->setVisible(priced);
  m_plot->yAxis2->setTickLabels(priced);
  m_plot->yAxis2->setSubTicks(false);
  m_plot->yAxis2->setBasePen(Qt::NoPen);
  m_plot->yAxis2->setTickPen(QPen(theme.plotAxis));
  m_plot->yAxis2->setTickLabelFont(ui::font(TextRole::Caption));
  m_plot->yAxis2->setTickLabelColor(theme.text2);
  m_plot->yAxis2->setRange(0.0, std::max(usd, 1e-6) / usdOfUnit * kAxisRoom);
  setAxisTitles(*m_plot, tr("nodes of %1").arg(QString::fromStdString(m_found->pool)),
                priced ? tr("time at the left, cost at the right") : QString());

  std::vector<NamedPlot::Item> items;
  const auto series = [&](QCPAxis* axis, const GpuStyle& style, const QString& name, bool ofMoney) {
    const auto value = [&](const ScalePoint& point) -> std::optional<double> {
      if (!point.best) return std::nullopt;
      if (!ofMoney) return point.best->outcome.hours / hoursOfUnit;
      return point.best->outcome.usd ? std::optional(point.best->outcome.usd->value / usdOfUnit)
                                     : std::nullopt;
    };
    QVector<double> xs, ys;
    for (const ScalePoint& point : m_found->points)
      if (const auto at = value(point)) {
        xs << point.nodes;
        ys << *at;
      }
    auto* line = m_plot->addGraph(m_plot->xAxis, axis);
    line->setPen(QPen(m_stale ? theme.stale : style.color, 1.6, ofMoney ? Qt::DotLine : Qt::SolidLine));
    line->setData(xs, ys, true);
    line->removeFromLegend();
    for (const bool holds : {true, false}) {
      QVector<double> x, y;
      for (const ScalePoint& point : m_found->points)
        if (const auto at = value(point); at && (point.violation.binding == cost::Binding::none) == holds) {
          x << point.nodes;
          y << *at;
        }
      auto* marks = m_plot->addGraph(m_plot->xAxis, axis);
      marks->setLineStyle(QCPGraph::lsNone);
      const QColor color = m_stale ? theme.stale : style.color;
      marks->setScatterStyle(markerOf(style.shape, holds ? color : theme.plot, color, 8.0 * fontScale()));
      marks->setData(x, y, true);
      marks->setName(holds ? name : tr("%1, a limit is broken").arg(name));
      if (x.isEmpty()) marks->removeFromLegend();
    }
  };
  series(m_plot->yAxis, theme.gpu(0), inHours ? tr("time, hours") : tr("time, days"), false);
  if (priced)
    series(m_plot->yAxis2, theme.gpu(1), tr("cost, %1", "unit of money: M USD").arg(money.second), true);
  drawLines(theme, hoursOfUnit, usdOfUnit);
  const double high = m_plot->yAxis->range().upper;
  for (const ScalePoint& point : m_found->points) {
    const double at = point.best ? point.best->outcome.hours / hoursOfUnit : 0.0;
    constexpr double kHalfWidth = 0.3, kHalfHeight = 0.03;
    items.push_back(
        {scalePointText(point),
         QRectF(point.nodes - kHalfWidth, at - kHalfHeight * high, 2 * kHalfWidth, 2 * kHalfHeight * high),
         false});
  }
  m_plot->setItems(std::move(items));
  m_plot->replot();
}

void ScaleView::fillCells() {
  PlotTable table;
  table.columns = scaleColumns();
  if (m_found)
    for (const ScalePoint& point : m_found->points) {
      table.rows << wholeText(point.nodes);
      table.cells << scaleCells(point);
    }
  fillTable(*m_cells, table);
}

}  // namespace astrolabe::ui
