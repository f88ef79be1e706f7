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
constexpr double kPointSize = 8.0, kRing = 17.0, kDimSize = 5.5, kDim = 0.45;
constexpr double kHighWords = 0.02, kMiddleWords = 0.26, kLowWords = 0.84;  ///< below the top, as shares

/// A dashed line across a plot with its words, at the side of it that has more room; those of an upright one
/// stand `down` so far, as a share of the height.
void addPromiseLine(NamedPlot& plot, double at, bool upright, const QString& words, const QColor& color,
                    const QColor& ground, double down = kHighWords) {
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
  label->position->setCoords(upright ? at : 0.01, upright ? down : at);
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
  return FrontierPlot::tr("%1: %2 tok/s a user, %3 tok/s a GPU, %4, TTFT %5, TPOT %6",
                          "layout, rates, money, times")
      .arg(fleetText(fleet), userRateText(fleet.figures),
           significantText(fleet.figures.output_tokens_per_second_per_gpu),
           perMillionText(fleet.usd_per_million_tokens), timeText(fleet.figures.ttft.value),
           timeText(fleet.figures.tpot.value));
}

}  // namespace

FrontierPlot::FrontierPlot(QWidget* parent)
    : WalkedPlot(u"serving.frontier"_s, tr("Tokens per second of a user and of a GPU"), parent) {
  setMinimumHeight(scaled(120));
  setMinimumWidth(scaled(220));
}

planning::OptionPtr FrontierPlot::optionAt(int index) const {
  return index >= 0 && index < static_cast<int>(m_drawn.size()) ? m_drawn[static_cast<std::size_t>(index)]
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
  // The others that were found lie behind the frontier.
  if (m_found)
    for (const planning::OptionPtr& option : m_found->options)
      if (fleetOf(option) != nullptr && std::none_of(m_shown.begin(), m_shown.end(), [&](const auto& each) {
            return planning::same(each->layout, option->layout);
          }))
        m_shown.push_back(option);
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
  m_drawn.clear();
  applyTheme(theme, fontScale());
  setAntialiasedElements(QCP::aeScatters | QCP::aePlottables | QCP::aeItems);
  setAccessibleDescription(m_stale ? tr("Older than the plan") : QString());
  yAxis2->setVisible(false);
  yAxis2->setTickLabels(false);
  if (m_shown.empty()) return replot(rpQueuedReplot);
  double users = 0.0, high = 0.0;
  for (const planning::OptionPtr& option : m_shown) {
    users = std::max(users, fleetOf(option)->figures.tokens_per_second_per_user);
    high = std::max(high, heightOf(*fleetOf(option)).value_or(0.0));
  }
  xAxis->setRange(0.0, users * kServingRoom);
  yAxis->setRange(0.0, high > 0.0 ? high * kServingRoom : 1.0);
  if (!m_money) drawMoney(theme);
  drawPromise(theme);
  drawPoints(theme);
  setAxisTitles(*this, tr("tokens/s of a user"),
                m_money ? tr("%1 per million tokens", "legend; sign of a currency").arg(currencySign())
                : yAxis2->visible()
                    ? tr("tokens/s of a GPU at the left, %1 at the right").arg(currencySign() + u"/M"_s)
                    : tr("tokens/s of a GPU"));
  replot(rpQueuedReplot);
}

std::optional<double> FrontierPlot::heightOf(const deploy::Fleet& fleet) const {
  if (!m_money) return fleet.figures.output_tokens_per_second_per_gpu;
  return fleet.usd_per_million_tokens ? std::optional(shownMoney(*fleet.usd_per_million_tokens))
                                      : std::nullopt;
}

void FrontierPlot::setOfMoney(bool money) {
  if (std::exchange(m_money, money) == money) return;
  draw(currentTheme());
}

/// Else it lies behind the frontier.
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
  // Prices are alike at the top, tokens/s at the bottom.
  addPromiseLine(*this, least, true, tr("promised: %1 a token").arg(durationText(*tpot)), theme.limit,
                 theme.plot, m_money ? kLowWords : kHighWords);
}

void FrontierPlot::drawPoints(const Theme& theme) {
  QVector<double> x, y;
  std::vector<Item> items;
  struct Marks {
    GpuStyle style;
    bool first;  ///< on the frontier
    QVector<double> x, y;
  };
  std::vector<Marks> marked;
  std::optional<QPointF> chosen;
  std::vector<planning::OptionPtr> drawn;
  for (const planning::OptionPtr& option : m_shown) {
    const deploy::Fleet& fleet = *fleetOf(option);
    const std::optional<double> height = heightOf(fleet);
    if (!height) continue;
    const double user = fleet.figures.tokens_per_second_per_user;
    const bool first = isOnFrontier(option);
    if (first) {
      x << user;
      y << *height;
    }
    const bool is_chosen = m_chosen && planning::same(option->layout, m_chosen);
    if (is_chosen) chosen = QPointF(user, *height);
    items.push_back({pointText(fleet), QRectF(user, *height, 0.0, 0.0), is_chosen});
    drawn.push_back(option);
    const GpuStyle style = styleOf(fleet, theme);
    auto group = std::find_if(marked.begin(), marked.end(), [&](const Marks& each) {
      return each.first == first && each.style.color == style.color && each.style.shape == style.shape;
    });
    if (group == marked.end()) group = marked.insert(marked.end(), {style, first, {}, {}});
    group->x << user;
    group->y << *height;
  }
  m_drawn = std::move(drawn);
  auto* line = addGraph();
  line->setPen(QPen(m_stale ? theme.stale : theme.text, 1.5));
  line->setData(x, y, true);
  line->setName(tr("frontier"));
  for (const Marks& each : marked) {
    auto* marks = addGraph();
    marks->setLineStyle(QCPGraph::lsNone);
    QColor color = m_stale ? theme.stale : each.style.color;
    if (!each.first) color.setAlphaF(kDim);
    marks->setScatterStyle(markerOf(each.style.shape, color, each.first ? theme.plot : color,
                                    (each.first ? kPointSize : kDimSize) * fontScale()));
    marks->setData(each.x, each.y);
    marks->removeFromLegend();
  }
  if (chosen) {
    auto* ring = addGraph();
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.best, 2.2), Qt::NoBrush, kRing * fontScale()));
    ring->setData({chosen->x()}, {chosen->y()});
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
  m_grid = new QGridLayout(this);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setSpacing(scaled(8));
  constexpr double kMillisecond = 1e-3;
  const auto add = [&](const char* name, const QString& title, double (*value)(const serving::Figures&),
                       QString (*text)(double), double unit) {
    auto* plot = new WalkedPlot(u"serving.load."_s + QLatin1StringView(name), title, this);
    plot->setMinimumHeight(scaled(90));
    plot->setMinimumWidth(scaled(120));
    const int at = static_cast<int>(m_quantities.size());
    m_grid->addWidget(plot, at / m_columns, at % m_columns);
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

void LoadPlots::lay(int columns) {
  if (std::exchange(m_columns, columns) == columns) return;
  for (std::size_t i = 0; i < m_quantities.size(); ++i) {
    const int at = static_cast<int>(i);
    m_grid->addWidget(m_quantities[i].plot, at / columns, at % columns);
  }
  for (int row = 0; row < 2; ++row) m_grid->setRowStretch(row, row == 0 || columns == 2 ? 1 : 0);
  draw(currentTheme());
}

/// A plot lower than this tells nothing; beside each other they have to be as wide.
void LoadPlots::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const int low = scaled(260), wide = scaled(4 * 130);
  lay(height() < low && width() >= wide ? 4 : 2);
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
  // In two rows, plots above share the axis of those below.
  const bool last = isOneRow() || &quantity - m_quantities.data() >= 2;
  setAxisTitles(plot, last ? tr("requests/s") : QString(), quantity.title);
  if (promised > 0.0)
    addPromiseLine(plot, promised, false, tr("promised %1").arg(quantity.text(promised * quantity.unit)),
                   theme.limit, theme.plot);
  if (m_rate > 0.0 && m_rate <= plot.xAxis->range().upper)
    addPromiseLine(plot, m_rate, true, tr("traffic"), theme.text2, theme.plot, kMiddleWords);
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
