#include "ui/results/serving_scale_view.h"

#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QThread>
#include <algorithm>

#include "ui/controls/flow_row.h"
#include "ui/render/messages.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/serving_move_words.h"
#include "ui/results/deployment_ranking.h"
#include "ui/results/named_plot.h"
#include "ui/results/why_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using planning::TrafficPoint;
using planning::TrafficScale;

namespace {

constexpr double kTrafficRoom = 1.15;

}  // namespace

ServingScaleView::ServingScaleView(PlannerBridge& bridge, QWidget* parent)
    : PlotPage(parent), m_bridge(bridge) {
  setUp(
      {.name = u"servingScale"_s,
       .title = tr("Scale"),
       .plot = tr("GPUs and cost of the best deployment against the traffic"),
       .side = tr("What the plot says"),
       .scroll = {}},
      [](QWidget* bar, FlowRow* row) {
        row->addWidget(new QLabel(tr("The best deployment for an eighth up to four times the traffic"), bar));
      });
  m_plot->setMinimumHeight(scaled(largeText() ? 150 : 110));
  connect(m_stop, &QPushButton::clicked, this, &ServingScaleView::stop);
  connect(&m_bridge, &PlannerBridge::changed, this, &ServingScaleView::follow);
  follow();
}

bool ServingScaleView::hasFigure() const {
  return m_found && std::any_of(m_found->points.begin(), m_found->points.end(),
                                [](const TrafficPoint& point) { return point.best != nullptr; });
}

QString ServingScaleView::workingText() const { return tr("Planning with more and with less traffic…"); }

QString ServingScaleView::nothingText() const {
  if (!m_refused.isEmpty()) return m_refused;
  return m_bridge.option() ? tr("Not worked out yet.") : noDeploymentText(m_bridge);
}

void ServingScaleView::follow() {
  if (m_bridge.state() != PlannerBridge::State::Done) {
    if (m_latest.isWorking()) stop();
    return showPage();
  }
  if (m_bridge.found() == m_asked && (m_found || m_latest.isWorking())) return;
  ask();
}

void ServingScaleView::ask() {
  m_dirty = !isVisible();
  if (m_dirty) return;  // behind another tab: asked when it is looked at
  const auto found = std::dynamic_pointer_cast<const planning::FoundDeployments>(m_bridge.found());
  m_asked = found;
  m_refused.clear();
  const bool offline = found && found->job.traffic.kind == serving::Traffic::Kind::offline;
  if (offline)
    m_refused = tr("Offline work takes all machines as fast as they go: there is no traffic to grow.");
  if (m_bridge.state() != PlannerBridge::State::Done || !found || offline) {
    m_latest.cancel();
    m_stop->hide();
    m_state->clear();
    return take(nullptr);
  }
  m_state->setText(tr("Calculating…"));
  m_stop->show();
  m_latest.ask(
      [this, question = found->question](const Latest::Turn& turn) {
        const int threads = std::max(1, QThread::idealThreadCount() / 2);
        return planning::traffic_scale(*question, threads, turn.stop(), [&](const TrafficScale& known) {
          turn.tell([this, scale = std::make_shared<const TrafficScale>(known)] { take(scale); });
        });
      },
      [this](const Result<TrafficScale>& answer) {
        m_stop->hide();
        m_state->clear();
        if (!answer) m_refused = messageFor(answer.error()).plain();
        take(answer ? std::make_shared<const TrafficScale>(*answer) : nullptr);
      });
  showPage();
}

void ServingScaleView::stop() {
  m_latest.cancel();
  m_stop->hide();
  m_state->setText(tr("Stopped"));
  showPage();
}

void ServingScaleView::take(const TrafficScalePtr& found) {
  const bool first = hasFigure();
  m_found = found;
  if (m_latest.isWorking() && found)
    m_state->setText(tr("%1 of %2 counts", "how many are known")
                         .arg(wholeText(static_cast<double>(found->points.size())), wholeText(found->all)));
  setWords(found ? trafficSentences(*found, *m_asked->question) : QStringList());
  fillCells();
  draw(currentTheme());
  showPage();
  if (first != hasFigure()) emit looksChanged();
}

void ServingScaleView::draw(const Theme& theme) {
  m_plot->clearPlottables();
  m_plot->clearItems();
  m_plot->setItems({});
  m_plot->applyTheme(theme, fontScale());
  m_plot->setAntialiasedElements(QCP::aeScatters | QCP::aePlottables | QCP::aeItems);
  m_plot->setAccessibleDescription(m_stale ? tr("Older than the current question") : QString());
  if (!hasFigure()) return m_plot->replot();
  QVector<double> x, gpus, paidX, usd;
  for (const TrafficPoint& point : m_found->points) {
    if (!point.best) continue;
    x << point.demand;
    gpus << point.best->gpus;
    if (!point.best->usd_per_million_tokens) continue;
    paidX << point.demand;
    usd << shownMoney(*point.best->usd_per_million_tokens);
  }
  const bool priced = !usd.isEmpty();
  m_plot->xAxis->setRange(0.0, m_found->points.back().demand * 1.05);
  m_plot->yAxis->setRange(0.0, *std::max_element(gpus.begin(), gpus.end()) * kTrafficRoom);
  m_plot->yAxis2->setVisible(priced);
  m_plot->yAxis2->setTickLabels(priced);
  m_plot->yAxis2->setSubTicks(false);
  m_plot->yAxis2->setBasePen(Qt::NoPen);
  m_plot->yAxis2->setTickPen(QPen(theme.plotAxis));
  m_plot->yAxis2->setTickLabelFont(ui::font(TextRole::Caption));
  m_plot->yAxis2->setTickLabelColor(theme.text2);
  if (priced) m_plot->yAxis2->setRange(0.0, *std::max_element(usd.begin(), usd.end()) * kTrafficRoom);
  const auto series = [&](QCPAxis* axis, const GpuStyle& style, const QString& name,
                          const QVector<double>& at, const QVector<double>& values, Qt::PenStyle pen) {
    const QColor color = m_stale ? theme.stale : style.color;
    auto* line = m_plot->addGraph(m_plot->xAxis, axis);
    line->setPen(QPen(color, 1.6, pen));
    line->setScatterStyle(markerOf(style.shape, color, color, 8.0 * fontScale()));
    line->setData(at, values, true);
    line->setName(name);
  };
  series(m_plot->yAxis, theme.gpu(0), tr("GPUs that serve"), x, gpus, Qt::SolidLine);
  if (priced)
    series(m_plot->yAxis2, theme.gpu(1),
           tr("%1 per million tokens", "sign of a currency").arg(currencySign()), paidX, usd, Qt::DotLine);
  const bool rate = m_found->kind == serving::Traffic::Kind::rate;
  setAxisTitles(
      *m_plot, rate ? tr("requests/s") : tr("users in flight"),
      priced ? tr("GPUs at the left, %1 per million tokens at the right").arg(currencySign()) : QString());
  auto* now = new QCPItemStraightLine(m_plot);
  now->setPen(QPen(theme.text2, 1.2, Qt::DashLine));
  now->point1->setCoords(m_found->demand, 0);
  now->point2->setCoords(m_found->demand, 1);
  std::vector<NamedPlot::Item> items;
  const double half = 0.02 * m_plot->xAxis->range().upper, high = 0.04 * m_plot->yAxis->range().upper;
  for (const TrafficPoint& point : m_found->points) {
    const double at = point.best ? point.best->gpus : 0.0;
    items.push_back({trafficPointText(*m_found, point, *m_asked->question),
                     QRectF(point.demand - half, at - high, 2.0 * half, 2.0 * high), false});
  }
  m_plot->setItems(std::move(items));
  m_plot->replot();
}

void ServingScaleView::fillCells() {
  PlotTable table;
  table.columns = trafficColumns();
  if (m_found)
    for (const TrafficPoint& point : m_found->points) {
      table.rows << demandText(m_found->kind, point.demand);
      table.cells << trafficCells(point, *m_asked->question);
    }
  fillTable(*m_cells, table);
}

}  // namespace astrolabe::ui
