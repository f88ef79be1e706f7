#include "ui/results/accuracy_plots.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <cmath>

#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/named_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kBin = 0.05;        // of the histogram, as a share
constexpr int kBins = 20;            // -50 % to +50 %; what lies beyond goes into the outermost
constexpr double kNearPixels = 9.0;  // of a click to a point

/// A straight line through predicted = factor x measured.
void addDiagonal(QCustomPlot& plot, double low, double high, double factor, const QPen& pen,
                 const QString& name) {
  QCPGraph* line = plot.addGraph();
  line->setPen(pen);
  line->setName(name);
  line->setData({low, high}, {low * factor, high * factor});
  if (name.isEmpty()) line->removeFromLegend();
}

}  // namespace

AccuracyPlots::AccuracyPlots(QWidget* parent)
    : QWidget(parent), m_scatter(new QCustomPlot(this)), m_histogram(new QCustomPlot(this)) {
  setObjectName(u"accuracyPlots"_s);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(scaled(16));
  m_scatter->setObjectName(u"accuracyPlots.scatter"_s);
  m_scatter->setAccessibleName(tr("Predicted over measured; the table below has the same rows"));
  m_histogram->setObjectName(u"accuracyPlots.histogram"_s);
  m_histogram->setAccessibleName(tr("How the errors are spread; the table below has the same rows"));
  m_scatter->setMinimumHeight(scaled(220));
  row->addWidget(m_scatter, 3);
  row->addWidget(m_histogram, 2);
  connect(m_scatter, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
    const plan::ValidatedRow* nearest = nullptr;
    double least = kNearPixels;
    for (const plan::ValidatedRow* candidate : std::as_const(m_rows)) {
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

void AccuracyPlots::setRows(const QList<const plan::ValidatedRow*>& rows, bool time) {
  m_rows = rows;
  m_time = time;
  if (!m_rows.contains(m_marked)) m_marked = nullptr;
  refresh();
}

void AccuracyPlots::mark(const plan::ValidatedRow* row) {
  m_marked = row;
  if (m_mark == nullptr) return;
  if (row != nullptr)
    m_mark->setData(QVector<double>{row->measured}, QVector<double>{row->predicted});
  else
    m_mark->setData({}, {});
  m_scatter->replot(QCustomPlot::rpQueuedReplot);
}

void AccuracyPlots::style(QCustomPlot& plot) const {
  styleAxes(plot, currentTheme());
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
    axis->setBasePen(QPen(currentTheme().plotAxis));  // both are read
    axis->setSubTickPen(QPen(currentTheme().plotAxis));
  }
}

void AccuracyPlots::refresh() {
  for (QCustomPlot* plot : {m_scatter, m_histogram}) {
    plot->clearPlottables();
    plot->clearItems();
    style(*plot);
  }
  m_mark = nullptr;
  drawScatter();
  drawHistogram();
  m_scatter->replot(QCustomPlot::rpQueuedReplot);
  m_histogram->replot(QCustomPlot::rpQueuedReplot);
}

void AccuracyPlots::drawScatter() {
  const Theme& theme = currentTheme();
  QCustomPlot& plot = *m_scatter;
  double low = m_time ? 1e-7 : 1.0;
  double high = m_time ? 1e-3 : 100.0;
  if (!m_rows.isEmpty()) {
    low = 1e300;
    high = 0.0;
    for (const plan::ValidatedRow* row : std::as_const(m_rows)) {
      low = std::min({low, row->measured, row->predicted});
      high = std::max({high, row->measured, row->predicted});
    }
    low /= 1.5;
    high *= 1.5;
  }
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
    axis->setScaleType(QCPAxis::stLogarithmic);
    axis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    axis->setNumberFormat(u"eb"_s);
    axis->setNumberPrecision(0);
    axis->setRange(low, high);
  }
  setAxisTitles(plot, m_time ? tr("measured, seconds a token") : tr("measured, GiB"),
                m_time ? tr("predicted, seconds a token") : tr("predicted, GiB"));
  addDiagonal(plot, low, high, 1.0, QPen(theme.plotAxis, 1.2), tr("equal"));
  addDiagonal(plot, low, high, 1.1, QPen(theme.limit, 1.0, Qt::DashLine), tr("±10 %"));
  addDiagonal(plot, low, high, 0.9, QPen(theme.limit, 1.0, Qt::DashLine), {});
  const struct {
    bool experts;
    QString name;
    QCPScatterStyle::ScatterShape shape;
    QColor color;
  } kinds[] = {{false, tr("dense"), QCPScatterStyle::ssCircle, theme.gpu(0).color},
               {true, tr("mixture of experts"), QCPScatterStyle::ssTriangle, theme.gpu(1).color}};
  for (const auto& kind : kinds) {
    QVector<double> x, y;
    for (const plan::ValidatedRow* row : std::as_const(m_rows))
      if (row->moe == kind.experts) {
        x << row->measured;
        y << row->predicted;
      }
    if (x.isEmpty()) continue;
    QCPGraph* points = plot.addGraph();
    points->setLineStyle(QCPGraph::lsNone);
    QColor fill = kind.color;
    fill.setAlphaF(0.45F);
    points->setScatterStyle(QCPScatterStyle(kind.shape, QPen(kind.color), QBrush(fill), scaled(6)));
    points->setName(kind.name);
    points->setData(x, y);
  }
  m_mark = plot.addGraph();
  m_mark->setLineStyle(QCPGraph::lsNone);
  m_mark->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.focus, 2.0), Qt::NoBrush, scaled(13)));
  m_mark->removeFromLegend();
  plot.legend->setVisible(true);
  plot.axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignLeft | Qt::AlignTop);
  mark(m_marked);
}

void AccuracyPlots::drawHistogram() {
  const Theme& theme = currentTheme();
  QCustomPlot& plot = *m_histogram;
  QVector<double> keys, counts(kBins, 0.0);
  constexpr int middle = kBins / 2;
  for (int i = 0; i < kBins; ++i) keys << 100.0 * kBin * (i - middle + 0.5);
  for (const plan::ValidatedRow* row : std::as_const(m_rows)) {
    const int bin = static_cast<int>(std::floor(row->error() / kBin)) + middle;
    counts[std::clamp(bin, 0, kBins - 1)] += 1.0;
  }
  auto* bars = new QCPBars(plot.xAxis, plot.yAxis);
  bars->setWidthType(QCPBars::wtPlotCoords);
  bars->setWidth(100.0 * kBin * 0.9);
  bars->setPen(Qt::NoPen);
  bars->setBrush(theme.part(cost::Part::compute_backward).color);
  bars->setData(keys, counts);
  setAxisTitles(plot, tr("error, %; the outermost bars hold what lies beyond"), tr("runs"));
  plot.xAxis->setRange(-52.0, 52.0);
  const double most = counts.isEmpty() ? 1.0 : *std::max_element(counts.begin(), counts.end());
  plot.yAxis->setRange(0.0, std::max(1.0, most) * 1.1);
  plot.legend->setVisible(false);
}

void AccuracyPlots::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange ||
      event->type() == QEvent::PaletteChange)
    refresh();
}

}  // namespace astrolabe::ui
