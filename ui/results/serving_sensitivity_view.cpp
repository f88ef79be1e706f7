#include "ui/results/serving_sensitivity_view.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QThread>
#include <algorithm>
#include <cmath>

#include "ui/controls/flow_row.h"
#include "ui/controls/number_box.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/serving_move_words.h"
#include "ui/results/deployment_ranking.h"
#include "ui/results/named_plot.h"
#include "ui/results/plot_bars.h"
#include "ui/results/why_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using planning::ServingEnd;
using planning::ServingMetric;
using planning::ServingSensitivity;
using planning::ServingSwing;

namespace {

constexpr int kServingBarRow = 24, kServingBarAxis = 46, kChangeAtFirst = 10, kMostChange = 50;
constexpr ServingMetric kMovedMetrics[] = {ServingMetric::usd_per_million_tokens,
                                           ServingMetric::tokens_per_second_per_gpu,
                                           ServingMetric::paid_gpus};

int threadsBeside() { return std::max(1, QThread::idealThreadCount() / 2); }

}  // namespace

ServingSensitivityView::ServingSensitivityView(PlannerBridge& bridge, QWidget* parent)
    : PlotPage(parent), m_bridge(bridge) {
  setUp({.name = u"servingSensitivity"_s,
         .title = tr("Sensitivity"),
         .plot = tr("Effect of each value on the best deployment"),
         .side = tr("Values at which another deployment is better"),
         .scroll = tr("Sensitivity plot")},
        [this](QWidget* bar, FlowRow* row) { addBoxes(bar, row); });
  connect(m_metric, &QComboBox::activated, this, [this] {
    m_chosen = true;
    ask();
  });
  connect(m_change, &QSpinBox::valueChanged, this, &ServingSensitivityView::ask);
  connect(m_stop, &QPushButton::clicked, this, &ServingSensitivityView::stop);
  connect(&m_bridge, &PlannerBridge::changed, this, &ServingSensitivityView::follow);
  follow();
}

void ServingSensitivityView::addBoxes(QWidget* bar, FlowRow* row) {
  m_metric = new QComboBox(bar);
  m_metric->setObjectName(u"servingSensitivity.metric"_s);
  m_metric->setAccessibleName(tr("Figure"));
  m_metric->setMinimumWidth(scaled(168));
  for (const ServingMetric metric : kMovedMetrics) m_metric->addItem(metricName(metric));
  row->addWidget(m_metric);
  auto* each = new QLabel(tr("change each value by"), bar);
  row->addWidget(each);
  m_change = new WholeBox(bar);
  m_change->setObjectName(u"servingSensitivity.change"_s);
  m_change->setAccessibleName(tr("Change of every value in per cent"));
  m_change->setRange(1, kMostChange);
  m_change->setValue(kChangeAtFirst);
  m_change->setPrefix(u"± "_s);
  m_change->setSuffix(u"\u202F%"_s);
  m_change->setMinimumWidth(scaled(84));
  row->addWidget(m_change);
  each->setBuddy(m_change);
}

QString ServingSensitivityView::workingText() const { return tr("Planning anew with each value changed…"); }

QString ServingSensitivityView::nothingText() const {
  return m_bridge.option() ? tr("Not worked out yet.") : noDeploymentText(m_bridge);
}

/// Finished answers alone are moved about.
void ServingSensitivityView::follow() {
  if (m_bridge.state() != PlannerBridge::State::Done) {
    if (m_latest.isWorking()) stop();
    return showPage();
  }
  if (m_bridge.found() == m_asked && (m_found || m_latest.isWorking())) return;
  ask();
}

void ServingSensitivityView::ask() {
  m_dirty = !isVisible();
  if (m_dirty) return;  // behind another tab: asked when it is looked at
  const auto found = std::dynamic_pointer_cast<const planning::FoundDeployments>(m_bridge.found());
  if (m_bridge.state() != PlannerBridge::State::Done || !found || found->options.empty()) {
    m_latest.cancel();
    m_stop->hide();
    m_state->clear();
    m_asked = found;
    return take(nullptr);
  }
  m_asked = found;
  m_kind = found->job.traffic.kind;
  if (!m_chosen) {
    const auto* usual = std::find(std::begin(kMovedMetrics), std::end(kMovedMetrics),
                                  servingMetricOf(found->question->objective));
    m_metric->setCurrentIndex(static_cast<int>(usual - std::begin(kMovedMetrics)));
  }
  m_state->setText(tr("Calculating…"));
  m_stop->show();
  m_latest.ask(
      [this, question = found->question, metric = kMovedMetrics[m_metric->currentIndex()],
       change = m_change->value() / 100.0](const Latest::Turn& turn) {
        const auto publish = [&](const ServingSensitivity& known) {
          turn.tell([this, part = std::make_shared<const ServingSensitivity>(known)] { take(part); });
        };
        return planning::serving_sensitivity(*question, metric, change, threadsBeside(), turn.stop(),
                                             publish);
      },
      [this](const Result<ServingSensitivity>& answer) {
        m_stop->hide();
        m_state->setText(answer ? QString() : messageFor(answer.error()).plain());
        take(answer ? std::make_shared<const ServingSensitivity>(*answer) : nullptr);
      });
  showPage();
  if (m_found) draw(currentTheme());
}

void ServingSensitivityView::stop() {
  m_latest.cancel();
  m_stop->hide();
  m_state->setText(tr("Stopped"));
  showPage();
}

void ServingSensitivityView::take(const ServingSensitivityPtr& found) {
  const bool first = hasFigure();
  m_found = found;
  m_foundOf = m_asked;
  setWords(found ? sensitivitySentences(*found, *m_asked->question, m_kind) : QStringList());
  fillCells();
  draw(currentTheme());
  showPage();
  if (first != hasFigure()) emit looksChanged();
}

void ServingSensitivityView::draw(const Theme& theme) {
  m_plot->clearPlottables();
  m_plot->clearItems();
  m_plot->applyTheme(theme, fontScale());
  m_plot->hideLegend();
  m_plot->setItems({});
  const bool old = m_stale || (m_latest.isWorking() && m_foundOf != m_asked);
  m_plot->setAccessibleDescription(old ? tr("Older than the current question") : QString());
  if (!hasFigure()) return m_plot->replot();
  const double base = m_found->base;
  double least = base, most = base;
  std::vector<NamedPlot::Item> items;
  QStringList names;
  int row = 0;
  for (const ServingSwing& swing : m_found->swings) {
    QString name = leverName(swing.lever, *m_asked->question, m_kind);
    QStringList told;
    double left = base, right = base;
    for (const ServingEnd* end : {&swing.low, &swing.high}) {
      const QString at = leverText(swing.lever, end->value);
      told << tr("%1 at %2", "figure, value").arg(metricText(m_found->metric, end->metric), at);
      if (!end->metric) {
        // Nothing serves there: words in place of a bar.
        addBarText(*m_plot, base, row, tr("%1: nothing serves", "value").arg(at), theme.limit,
                   end == &swing.high, false);
        continue;
      }
      const double value = *end->metric;
      left = std::min(left, value);
      right = std::max(right, value);
      if (std::fabs(value - base) <= 1e-6 * std::fabs(base)) continue;
      const bool better = planning::more_is_better(m_found->metric) ? value > base : value < base;
      addBar(*m_plot, base, value, row,
             theme.part(better ? cost::Part::compute_forward : cost::Part::tensor_parallel), theme, old);
      addBarText(*m_plot, value, row, at, theme.text2, value > base, false);
    }
    least = std::min(least, left);
    most = std::max(most, right);
    items.push_back({name + u": "_s + told.join(u", "_s),
                     QRectF(QPointF(left, row - kHalfBar), QPointF(right, row + kHalfBar)), false});
    names << name;
    ++row;
  }
  auto* middle = new QCPItemStraightLine(m_plot);
  middle->setPen(QPen(theme.text, 1));
  middle->point1->setCoords(base, 0);
  middle->point2->setCoords(base, 1);
  drawAxes(least, most, names);
  m_plot->setItems(std::move(items));
  m_plot->replot();
}

void ServingSensitivityView::drawAxes(double least, double most, const QStringList& names) {
  QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText), places(new QCPAxisTickerText);
  const auto rows = static_cast<int>(names.size());
  for (int row = 0; row < rows; ++row) ticks->addTick(row, names[row]);
  m_plot->yAxis->setTicker(ticks);
  m_plot->yAxis->setTickPen(Qt::NoPen);  // a tick without length is still a dot
  m_plot->yAxis->grid()->setVisible(false);
  m_plot->yAxis->setRange(-0.6, rows - 0.4);
  m_plot->yAxis->setRangeReversed(true);
  const double room = std::max(most - least, 1e-3 * std::fabs(m_found->base));
  m_plot->xAxis->setRange(least - 0.25 * room, most + 0.25 * room);
  constexpr int kTicks = 5;
  if (most > least)
    for (int i = 0; i < kTicks; ++i) {
      const double x = least + (most - least) * i / (kTicks - 1);
      places->addTick(x, metricText(m_found->metric, x));
    }
  else
    places->addTick(m_found->base, metricText(m_found->metric, m_found->base));
  m_plot->xAxis->setTicker(places);
  setAxisTitles(*m_plot, metricName(m_found->metric));
  m_plot->setMinimumHeight(scaled(kServingBarRow * rows + kServingBarAxis));
}

void ServingSensitivityView::fillCells() {
  PlotTable table;
  table.columns = servingSensitivityColumns();
  if (m_found)
    for (const ServingSwing& swing : m_found->swings) {
      table.rows << leverName(swing.lever, *m_asked->question, m_kind);
      table.cells << sensitivityCells(*m_found, swing, *m_asked->question);
    }
  fillTable(*m_cells, table);
}

}  // namespace astrolabe::ui
