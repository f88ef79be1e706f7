#include "ui/results/accuracy_plots.h"

#include <QEvent>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ui/render/numbers.h"
#include "ui/results/accuracy_model.h"
#include "ui/results/named_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kBin = 0.02;  // of the histogram, as a share
constexpr int kBins = 30;      // -30 % to +30 %; what lies beyond goes into the outermost
constexpr int kBinsPerTick = 5;
constexpr double kBeside = 0.03;     // room for half a number beside the outermost bars
constexpr double kNear = 0.1;        // the error that both plots mark, as a share
constexpr float kFill = 0.8F;        // of a point, so that those below it show
constexpr double kNearPixels = 9.0;  // of a click to a point
constexpr QSize kPaper{1040, 460};   // of the figure
constexpr int kPaperGap = 24;
constexpr double kPaperScatter = 0.58;  // of the width

int binOf(double error) {
  return std::clamp(static_cast<int>(std::floor(error / kBin)) + kBins / 2, 0, kBins - 1);
}
double startOf(int bin) {
  const int middle = kBins / 2;
  return kBin * (bin - middle);
}

/// Powers of ten as they are written in every language; the toolkit raises the small letter "e" alone.
class PowerTicker : public QCPAxisTickerLog {
 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    constexpr int kWritten = 3;  // up to a thousand in figures
    const int power = static_cast<int>(std::lround(std::log10(tick)));
    return power >= 0 && power <= kWritten ? wholeText(tick) : powerOfTenText(power);
  }
};

/// A straight line through predicted = factor x measured.
QCPGraph* addDiagonal(QCustomPlot& plot, double low, double high, double factor, const QPen& pen) {
  QCPGraph* line = plot.addGraph();
  line->setPen(pen);
  line->setData({low, high}, {low * factor, high * factor});
  line->removeFromLegend();
  return line;
}

QCPItemText* addWords(QCustomPlot& plot, const QString& text, const QColor& color, const QPointF& at,
                      Qt::Alignment alignment) {
  auto* item = new QCPItemText(&plot);
  item->setFont(ui::font(TextRole::Caption));
  item->setColor(color);
  item->setText(text);
  item->setPositionAlignment(alignment);
  item->position->setCoords(at);
  return item;
}

}  // namespace

AccuracyQuantity AccuracyQuantity::time() {
  return {AccuracyPlots::tr("measured, seconds a token"),
          AccuracyPlots::tr("predicted, seconds a token"),
          AccuracyPlots::tr("too slow"),
          AccuracyPlots::tr("too fast"),
          1e-7,
          1e-3,
          [](double seconds) { return durationText(seconds); }};
}

AccuracyQuantity AccuracyQuantity::memory() {
  return {AccuracyPlots::tr("measured, GiB"),
          AccuracyPlots::tr("predicted, GiB"),
          AccuracyPlots::tr("too much"),
          AccuracyPlots::tr("too little"),
          1.0,
          100.0,
          [](double gib) { return gibText(gib * kGib); }};
}

AccuracyPlots::AccuracyPlots(QWidget* parent)
    : QObject(parent), m_scatter(new NamedPlot(parent)), m_histogram(new NamedPlot(parent)) {
  m_scatter->setObjectName(u"accuracyPlots.scatter"_s);
  m_scatter->setAccessibleName(tr("Predicted over measured; the table below has the same rows"));
  m_histogram->setObjectName(u"accuracyPlots.histogram"_s);
  m_histogram->setAccessibleName(tr("How the errors are spread; the table below has the same rows"));
  m_scatter->setMinimumHeight(scaled(220));
  m_histogram->setMinimumHeight(scaled(110));
  m_scatter->installEventFilter(this);
  connect(m_scatter, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
    const calibration::ValidatedRow* nearest = nullptr;
    double least = kNearPixels;
    for (const calibration::ValidatedRow* candidate : std::as_const(m_rows)) {
      const double x = m_scatter->xAxis->coordToPixel(candidate->measured) - event->position().x();
      const double y = m_scatter->yAxis->coordToPixel(candidate->predicted) - event->position().y();
      if (std::hypot(x, y) >= least) continue;
      least = std::hypot(x, y);
      nearest = candidate;
    }
    if (nearest != nullptr) emit rowClicked(nearest);
  });
  refresh();
}

QWidget* AccuracyPlots::scatter() const { return m_scatter; }
QWidget* AccuracyPlots::histogram() const { return m_histogram; }

void AccuracyPlots::setRows(const ValidatedRows& rows, const AccuracyQuantity& quantity,
                            const AccuracyTypes& types) {
  m_rows = rows;
  m_quantity = quantity;
  m_types = types;
  if (!m_rows.contains(m_marked)) m_marked = nullptr;
  refresh();
}

void AccuracyPlots::mark(const calibration::ValidatedRow* row) {
  m_marked = row;
  if (m_mark == nullptr) return;
  if (row != nullptr)
    m_mark->setData(QVector<double>{row->measured}, QVector<double>{row->predicted});
  else
    m_mark->setData({}, {});
  m_scatter->replot(QCustomPlot::rpQueuedReplot);
}

Figure AccuracyPlots::figure() {
  return {tr("Predicted against measured"), kPaper, [this](QPaintDevice& device) {
            draw(Theme::make(ThemeKind::Light));
            QCPPainter painter(&device);
            const int left = static_cast<int>(kPaperScatter * kPaper.width());
            m_scatter->paintOn(painter, QRect(0, 0, left, kPaper.height()));
            const int right = left + kPaperGap;
            m_histogram->paintOn(painter, QRect(right, 0, kPaper.width() - right, kPaper.height()));
            refresh();
          }};
}

void AccuracyPlots::style(NamedPlot& plot, const Theme& theme) const {
  plot.clearPlottables();
  plot.clearItems();
  plot.applyTheme(theme, fontScale());
  plot.setNotAntialiasedElements(QCP::aeNone);
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
    axis->setBasePen(QPen(theme.plotAxis));  // both are read
    axis->setSubTickPen(QPen(theme.plotAxis));
  }
}

void AccuracyPlots::refresh() {
  draw(currentTheme());
  m_scatter->replot(QCustomPlot::rpQueuedReplot);
  m_histogram->replot(QCustomPlot::rpQueuedReplot);
}

void AccuracyPlots::draw(const Theme& theme) {
  m_mark = nullptr;
  style(*m_scatter, theme);
  style(*m_histogram, theme);
  drawScatter(theme);
  drawHistogram(theme);
}

void AccuracyPlots::drawGuides(const Theme& theme, double low, double high) {
  NamedPlot& plot = *m_scatter;
  QCPGraph* below = addDiagonal(plot, low, high, 1.0 - kNear, QPen(theme.border));
  QCPGraph* above = addDiagonal(plot, low, high, 1.0 + kNear, QPen(theme.border));
  above->setBrush(theme.hover);
  above->setChannelFillGraph(below);
  addDiagonal(plot, low, high, 1.0, QPen(theme.plotAxis, 1.2));
  const auto between = [&](double share) { return low * std::pow(high / low, share); };
  addWords(plot, tr("±10 %"), theme.text3, {between(0.08), between(0.02)}, Qt::AlignLeft | Qt::AlignBottom);
  QFont slanted = ui::font(TextRole::Caption);
  slanted.setItalic(true);
  addWords(plot, m_quantity.above, theme.text3, {between(0.78), between(0.93)},
           Qt::AlignRight | Qt::AlignVCenter)
      ->setFont(slanted);
  addWords(plot, m_quantity.below, theme.text3, {between(0.98), between(0.75)},
           Qt::AlignRight | Qt::AlignVCenter)
      ->setFont(slanted);
}

void AccuracyPlots::drawScatter(const Theme& theme) {
  NamedPlot& plot = *m_scatter;
  double low = m_quantity.low;
  double high = m_quantity.high;
  if (!m_rows.isEmpty()) {
    low = kBeyond;
    high = 0.0;
    for (const calibration::ValidatedRow* row : std::as_const(m_rows)) {
      low = std::min({low, row->measured, row->predicted});
      high = std::max({high, row->measured, row->predicted});
    }
    low /= 1.5;
    high *= 1.5;
  }
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
    axis->setScaleType(QCPAxis::stLogarithmic);
    axis->setTicker(QSharedPointer<PowerTicker>::create());
    axis->setRange(low, high);
  }
  setAxisTitles(plot, m_quantity.measured, m_quantity.predicted);
  drawGuides(theme, low, high);
  std::vector<NamedPlot::Item> items;
  for (const std::string& gpu : m_types.of(m_rows)) {
    QVector<double> x, y;
    for (const calibration::ValidatedRow* row : std::as_const(m_rows)) {
      if (row->gpu != gpu) continue;
      x << row->measured;
      y << row->predicted;
      items.push_back({tr("%1, %2: measured %3, predicted %4, error %5")
                           .arg(QString::fromStdString(row->id), QString::fromStdString(gpu),
                                m_quantity.text(row->measured), m_quantity.text(row->predicted),
                                signedPercentText(row->error())),
                       QRectF(row->measured, row->predicted, 0, 0), row == m_marked});
    }
    const GpuStyle looks = m_types.style(gpu, theme);
    QCPGraph* points = plot.addGraph();
    points->setLineStyle(QCPGraph::lsNone);
    QColor fill = looks.color;
    fill.setAlphaF(kFill);
    points->setScatterStyle(markerOf(looks.shape, fill, {}, scaled(8)));
    points->setName(QString::fromStdString(gpu));
    points->setData(x, y);
  }
  plot.setItems(std::move(items));
  m_mark = plot.addGraph();
  m_mark->setLineStyle(QCPGraph::lsNone);
  m_mark->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.focus, 2.0), Qt::NoBrush, scaled(13)));
  m_mark->removeFromLegend();
  mark(m_marked);
}

void AccuracyPlots::drawErrorGuides(const Theme& theme, double top) {
  NamedPlot& plot = *m_histogram;
  auto* near = new QCPItemRect(&plot);
  near->setPen(Qt::NoPen);
  near->setBrush(theme.hover);
  near->setLayer(u"background"_s);
  near->topLeft->setCoords(-100.0 * kNear, top);
  near->bottomRight->setCoords(100.0 * kNear, 0.0);
  if (m_rows.isEmpty()) return;
  const double typical = summaryOf(m_rows).bias;
  const double at = std::clamp(100.0 * typical, 100.0 * startOf(0), 100.0 * startOf(kBins));
  auto* line = new QCPItemLine(&plot);
  line->setPen(QPen(theme.text, 1.0));
  line->start->setCoords(at, 0.0);
  line->end->setCoords(at, top);
  QCPItemText* words = addWords(plot, tr("typical %1").arg(signedPercentText(typical)), theme.text, {at, top},
                                (typical > 0.1 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
  words->setPadding(QMargins(scaled(4), 0, scaled(4), 0));
}

void AccuracyPlots::drawHistogram(const Theme& theme) {
  NamedPlot& plot = *m_histogram;
  QVector<double> keys, totals(kBins, 0.0);
  for (int i = 0; i < kBins; ++i) keys << 100.0 * (startOf(i) + kBin / 2.0);
  QCPBars* under = nullptr;
  for (const std::string& gpu : m_types.of(m_rows)) {
    QVector<double> counts(kBins, 0.0);
    for (const calibration::ValidatedRow* row : std::as_const(m_rows)) {
      if (row->gpu != gpu) continue;
      counts[binOf(row->error())] += 1.0;
      totals[binOf(row->error())] += 1.0;
    }
    auto* bars = new QCPBars(plot.xAxis, plot.yAxis);
    bars->setName(QString::fromStdString(gpu));
    bars->setWidthType(QCPBars::wtPlotCoords);
    bars->setWidth(100.0 * kBin * 0.9);
    bars->setPen(Qt::NoPen);
    bars->setStackingGap(0.0);
    bars->setBrush(m_types.style(gpu, theme).color);
    bars->setData(keys, counts);
    if (under != nullptr) bars->moveAbove(under);
    under = bars;
  }
  std::vector<NamedPlot::Item> items;
  for (int i = 0; i < kBins; ++i)
    if (totals[i] > 0.0)
      items.push_back({tr("%1 to %2: %n run(s)", nullptr, static_cast<int>(totals[i]))
                           .arg(signedPercentText(startOf(i), 0), signedPercentText(startOf(i + 1), 0)),
                       QRectF(QPointF(100.0 * startOf(i), 0.0), QPointF(100.0 * startOf(i + 1), totals[i]))});
  plot.setItems(std::move(items));
  setAxisTitles(plot, tr("error; the outermost bars hold what lies beyond"),
                tr("runs for every %1").arg(percentText(kBin, 0)));
  plot.xAxis->setRange(100.0 * (startOf(0) - kBeside), 100.0 * (startOf(kBins) + kBeside));
  QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
  for (int i = 0; i <= kBins; i += kBinsPerTick)
    ticks->addTick(100.0 * startOf(i), signedPercentText(startOf(i), 0));
  plot.xAxis->setTicker(ticks);
  plot.xAxis->grid()->setVisible(false);
  const double top = std::max(1.0, *std::max_element(totals.begin(), totals.end())) * 1.2;
  plot.yAxis->setRange(0.0, top);
  drawErrorGuides(theme, top);
  plot.hideLegend();
}

bool AccuracyPlots::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange ||
      event->type() == QEvent::PaletteChange)
    refresh();
  return QObject::eventFilter(watched, event);
}

}  // namespace astrolabe::ui
