#include "ui/results/serving_plots.h"

#include <QEvent>
#include <QGridLayout>
#include <algorithm>
#include <utility>

#include "ui/render/deployment_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kServingRoom = 1.12;
constexpr double kPointSize = 8.0, kRing = 17.0;

/// A dashed line across a plot with its words, at the side of it that has more room.
void addPromiseLine(NamedPlot& plot, double at, bool upright, const QString& words, const QColor& color,
                    const QColor& ground) {
  auto* line = new QCPItemStraightLine(&plot);
  line->setPen(QPen(color, 1.2, Qt::DashLine));
  auto* label = new QCPItemText(&plot);
  for (QCPItemPosition* end : {line->point1, line->point2, label->position}) {
    end->setTypeX(upright ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
    end->setTypeY(upright ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
  }
  line->point1->setCoords(upright ? at : 0.0, upright ? 0.0 : at);
  line->point2->setCoords(upright ? at : 1.0, upright ? 1.0 : at);
  const QCPRange range = upright ? plot.xAxis->range() : plot.yAxis->range();
  const bool far = at > range.center();
  label->position->setCoords(upright ? at : 0.01, upright ? 0.02 : at);
  if (upright)
    label->setPositionAlignment(Qt::AlignTop | (far ? Qt::AlignRight : Qt::AlignLeft));
  else
    label->setPositionAlignment(Qt::AlignLeft | (far ? Qt::AlignTop : Qt::AlignBottom));
  label->setPadding(QMargins(scaled(4), scaled(1), scaled(4), scaled(1)));
  label->setText(words);
  label->setFont(ui::font(TextRole::Caption));
  label->setColor(color);
  label->setBrush(ground);
}

QString pointText(const deploy::Fleet& fleet) {
  return FrontierPlot::tr("%1: %2 tok/s a user, %3 tok/s a GPU, %4", "layout, rates, money")
      .arg(fleetText(fleet), significantText(fleet.figures.tokens_per_second_per_user),
           significantText(fleet.figures.output_tokens_per_second_per_gpu),
           perMillionText(fleet.usd_per_million_tokens));
}

}  // namespace

FrontierPlot::FrontierPlot(QWidget* parent)
    : WalkedPlot(u"serving.frontier"_s, tr("Tokens per second of a user and of a GPU"), parent) {
  setMinimumHeight(scaled(120));
  setMinimumWidth(scaled(220));
}

planning::OptionPtr FrontierPlot::optionAt(int index) const {
  return index >= 0 && index < static_cast<int>(m_shown.size()) ? m_shown[static_cast<std::size_t>(index)]
                                                                : nullptr;
}

void FrontierPlot::setFound(const DeploymentsPtr& found, const planning::LayoutPtr& chosen,
                            std::vector<int> gpus, bool stale) {
  m_found = found;
  m_chosen = chosen;
  m_gpus = std::move(gpus);
  m_stale = stale;
  m_shown.clear();
  if (m_found) m_shown = m_found->frontier;
  // What is chosen may lie behind the frontier.
  const auto same = [&](const planning::OptionPtr& option) { return planning::same(option->layout, chosen); };
  if (m_found && chosen && std::none_of(m_shown.begin(), m_shown.end(), same))
    for (const planning::OptionPtr& option : m_found->options)
      if (same(option)) m_shown.push_back(option);
  std::stable_sort(m_shown.begin(), m_shown.end(), [](const auto& a, const auto& b) {
    return fleetOf(a)->figures.tokens_per_second_per_user < fleetOf(b)->figures.tokens_per_second_per_user;
  });
  draw(currentTheme());
}

GpuStyle FrontierPlot::styleOf(const deploy::Fleet& fleet, const Theme& theme) const {
  const auto pool = static_cast<std::size_t>(fleet.groups.front().pool);
  return theme.gpu(pool < m_gpus.size() ? m_gpus[pool] : 0);
}

void FrontierPlot::draw(const Theme& theme) {
  clearPlottables();
  clearItems();
  setWalked({});
  applyTheme(theme, fontScale());
  setAntialiasedElements(QCP::aeScatters | QCP::aePlottables | QCP::aeItems);
  setAccessibleDescription(m_stale ? tr("Older than the plan") : QString());
  if (m_shown.empty()) return replot(rpQueuedReplot);
  double users = 0.0, gpus = 0.0;
  for (const planning::OptionPtr& option : m_shown) {
    const serving::Figures& figures = fleetOf(option)->figures;
    users = std::max(users, figures.tokens_per_second_per_user);
    gpus = std::max(gpus, figures.output_tokens_per_second_per_gpu);
  }
  xAxis->setRange(0.0, users * kServingRoom);
  yAxis->setRange(0.0, gpus * kServingRoom);
  drawMoney(theme);
  drawPromise(theme);
  drawPoints(theme);
  setAxisTitles(*this, tr("tokens/s of a user"),
                yAxis2->visible()
                    ? tr("tokens/s of a GPU at the left, %1 at the right").arg(currencySign() + u"/M"_s)
                    : tr("tokens/s of a GPU"));
  replot(rpQueuedReplot);
}

/// Else it is what the window shows, behind the frontier.
bool FrontierPlot::isOnFrontier(const planning::OptionPtr& option) const {
  return std::find(m_found->frontier.begin(), m_found->frontier.end(), option) != m_found->frontier.end();
}

/// What a million tokens cost along the frontier, on an axis at the right.
void FrontierPlot::drawMoney(const Theme& theme) {
  QVector<double> x, y;
  for (const planning::OptionPtr& option : m_shown)
    if (const auto& usd = fleetOf(option)->usd_per_million_tokens; usd && isOnFrontier(option)) {
      x << fleetOf(option)->figures.tokens_per_second_per_user;
      y << shownMoney(*usd);
    }
  const bool priced = !x.isEmpty();
  yAxis2->setVisible(priced);
  yAxis2->setTickLabels(priced);
  if (!priced) return;
  yAxis2->setSubTicks(false);
  yAxis2->setBasePen(Qt::NoPen);
  yAxis2->setTickPen(QPen(theme.plotAxis));
  yAxis2->setTickLabelFont(ui::font(TextRole::Caption));
  yAxis2->setTickLabelColor(theme.text2);
  yAxis2->setRange(0.0, *std::max_element(y.begin(), y.end()) * kServingRoom);
  auto* line = addGraph(xAxis, yAxis2);
  line->setPen(QPen(m_stale ? theme.stale : theme.text3, 1.2, Qt::DotLine));
  line->setData(x, y, true);
  line->setName(tr("%1 per million tokens", "legend; sign of a currency").arg(currencySign()));
}

/// As fast as the promise on time per token asks.
void FrontierPlot::drawPromise(const Theme& theme) {
  const auto& tpot = m_found->job.promises.tpot_seconds;
  if (!tpot || *tpot <= 0.0) return;
  const double least = 1.0 / *tpot;
  if (least > xAxis->range().upper) xAxis->setRangeUpper(least * kServingRoom);
  addPromiseLine(*this, least, true, tr("promised: %1 a token").arg(durationText(*tpot)), theme.limit,
                 theme.plot);
}

void FrontierPlot::drawPoints(const Theme& theme) {
  QVector<double> x, y;
  std::vector<Item> items;
  std::vector<std::pair<GpuStyle, std::pair<QVector<double>, QVector<double>>>> byStyle;
  const deploy::Fleet* chosen = nullptr;
  for (const planning::OptionPtr& option : m_shown) {
    const deploy::Fleet& fleet = *fleetOf(option);
    const double user = fleet.figures.tokens_per_second_per_user,
                 gpu = fleet.figures.output_tokens_per_second_per_gpu;
    if (isOnFrontier(option)) {
      x << user;
      y << gpu;
    }
    const bool is_chosen = m_chosen && planning::same(option->layout, m_chosen);
    if (is_chosen) chosen = &fleet;
    items.push_back({pointText(fleet), QRectF(user, gpu, 0.0, 0.0), is_chosen});
    const GpuStyle style = styleOf(fleet, theme);
    auto group = std::find_if(byStyle.begin(), byStyle.end(), [&](const auto& each) {
      return each.first.color == style.color && each.first.shape == style.shape;
    });
    if (group == byStyle.end()) group = byStyle.insert(byStyle.end(), {style, {}});
    group->second.first << user;
    group->second.second << gpu;
  }
  auto* line = addGraph();
  line->setPen(QPen(m_stale ? theme.stale : theme.text, 1.5));
  line->setData(x, y, true);
  line->setName(tr("frontier"));
  for (const auto& [style, points] : byStyle) {
    auto* marks = addGraph();
    marks->setLineStyle(QCPGraph::lsNone);
    marks->setScatterStyle(
        markerOf(style.shape, m_stale ? theme.stale : style.color, theme.plot, kPointSize * fontScale()));
    marks->setData(points.first, points.second, true);
    marks->removeFromLegend();
  }
  if (chosen != nullptr) {
    auto* ring = addGraph();
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.best, 2.2), Qt::NoBrush, kRing * fontScale()));
    ring->setData({chosen->figures.tokens_per_second_per_user},
                  {chosen->figures.output_tokens_per_second_per_gpu});
    ring->removeFromLegend();
    auto* key = addGraph();  // the ring itself is larger than an entry of the legend
    key->setLineStyle(QCPGraph::lsNone);
    key->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.best, 2.2), Qt::NoBrush,
                                         kPointSize * fontScale()));
    key->setName(tr("shown"));
  }
  setWalked(std::move(items));
}

void FrontierPlot::changeEvent(QEvent* event) {
  WalkedPlot::changeEvent(event);
  if (event->type() == QEvent::StyleChange) draw(currentTheme());
}

LoadPlots::LoadPlots(QWidget* parent) : QWidget(parent) {
  setObjectName(u"serving.load"_s);
  setAccessibleName(tr("Figures against requests per second"));
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(scaled(8));
  constexpr double kMillisecond = 1e-3;
  const auto add = [&](const char* name, const QString& title, double (*value)(const serving::Figures&),
                       QString (*text)(double), double unit) {
    auto* plot = new WalkedPlot(u"serving.load."_s + QLatin1StringView(name), title, this);
    plot->setMinimumHeight(scaled(90));
    plot->setMinimumWidth(scaled(150));
    const int at = static_cast<int>(m_quantities.size());
    grid->addWidget(plot, at / 2, at % 2);
    m_quantities.push_back({plot, title, value, text, unit});
  };
  add(
      "ttft", tr("TTFT, s"), [](const serving::Figures& figures) { return figures.ttft.value; },
      [](double value) { return durationText(value); }, 1.0);
  add(
      "tpot", tr("TPOT, ms"), [](const serving::Figures& figures) { return figures.tpot.value; },
      [](double value) { return durationText(value); }, kMillisecond);
  add(
      "batch", tr("Batch, sequences"), [](const serving::Figures& figures) { return figures.batch; },
      [](double value) { return significantText(value); }, 1.0);
  add(
      "kv", tr("KV use, %"), [](const serving::Figures& figures) { return figures.kv_use; },
      [](double value) { return percentText(value); }, 0.01);
}

void LoadPlots::setCurve(std::vector<deploy::LoadPoint> curve, const serving::Promises& promises,
                         double requests_per_second, bool stale) {
  m_curve = std::move(curve);
  m_rate = requests_per_second;
  m_stale = stale;
  m_quantities[0].promised = promises.ttft_seconds;
  m_quantities[1].promised = promises.tpot_seconds;
  draw(currentTheme());
}

void LoadPlots::draw(const Theme& theme) {
  for (const Quantity& quantity : m_quantities) drawOne(quantity, theme);
}

void LoadPlots::drawOne(const Quantity& quantity, const Theme& theme) {
  constexpr double kMostTimes = 3.0;  // a promise is in sight up to so many times what is reached
  WalkedPlot& plot = *quantity.plot;
  plot.clearPlottables();
  plot.clearItems();
  plot.setWalked({});
  plot.applyTheme(theme, fontScale());
  plot.hideLegend();
  plot.setAntialiasedElements(QCP::aePlottables | QCP::aeItems);
  if (m_curve.empty()) return plot.replot(QCustomPlot::rpQueuedReplot);
  QVector<double> x, y;
  std::vector<NamedPlot::Item> items;
  for (const deploy::LoadPoint& point : m_curve) {
    if (!point.figures.stable) continue;
    const double value = quantity.value(point.figures);
    x << point.requests_per_second;
    y << value / quantity.unit;
    items.push_back(
        {tr("%1 at %2 requests/s: %3", "quantity, load, value")
             .arg(quantity.title, significantText(point.requests_per_second), quantity.text(value)),
         QRectF(x.back(), y.back(), 0.0, 0.0), false});
  }
  if (x.isEmpty()) return plot.replot(QCustomPlot::rpQueuedReplot);
  double top = *std::max_element(y.begin(), y.end());
  const double promised = quantity.promised.value_or(0.0) / quantity.unit;  // 0: nothing is
  // Near its capacity a queue grows without end: the promise sets what is worth seeing.
  if (promised > 0.0) top = std::min(std::max(top, promised), kMostTimes * promised);
  plot.xAxis->setRange(0.0, x.back() * 1.04);
  plot.yAxis->setRange(0.0, std::max(top, 1e-9) * kServingRoom);
  auto* line = plot.addGraph();
  line->setPen(QPen(m_stale ? theme.stale : theme.part(cost::Part::compute_backward).color, 1.8));
  line->setData(x, y, true);
  const bool last = &quantity - m_quantities.data() >= 2;  // plots above share the axis of those below
  setAxisTitles(plot, last ? tr("requests/s") : QString(), quantity.title);
  if (promised > 0.0)
    addPromiseLine(plot, promised, false, tr("promised %1").arg(quantity.text(promised * quantity.unit)),
                   theme.limit, theme.plot);
  if (m_rate > 0.0 && m_rate <= plot.xAxis->range().upper)
    addPromiseLine(plot, m_rate, true, tr("traffic"), theme.text2, theme.plot);
  plot.setWalked(std::move(items));
  plot.replot(QCustomPlot::rpQueuedReplot);
}

void LoadPlots::paintOn(QCPPainter& painter, const QRect& place) {
  const QSize half = place.size() / 2;
  for (std::size_t i = 0; i < m_quantities.size(); ++i) {
    const int column = static_cast<int>(i % 2), row = static_cast<int>(i / 2);
    const QPoint corner(column * half.width(), row * half.height());
    m_quantities[i].plot->paintOn(painter, QRect(place.topLeft() + corner, half));
  }
}

void LoadPlots::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && !m_quantities.empty()) draw(currentTheme());
}

}  // namespace astrolabe::ui
