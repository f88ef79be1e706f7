#include "ui/compare/cluster_thumb.h"

#include <QPainter>
#include <algorithm>

#include "ui/document/commands/pool_facts.h"
#include "ui/document/scenario_text.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

constexpr double kThumbHigh = 84.0, kThumbEdge = 10.0, kNodeWide = 58.0, kNodeHigh = 22.0, kNodeGap = 6.0,
                 kPoolGap = 16.0;
constexpr int kNodeRows = 2;

/// Black or white, whichever stands out from the colour.
QColor inkOn(const QColor& ground) {
  return 0.299 * ground.redF() + 0.587 * ground.greenF() + 0.114 * ground.blueF() > 0.55 ? Qt::black
                                                                                         : Qt::white;
}

}  // namespace

ClusterThumb::ClusterThumb(const PlanDocument& document, const plan::Scenario& scenario, QWidget* parent)
    : QWidget(parent) {
  for (const hardware::PoolSpec& pool : scenario.cluster.pools) {
    const hardware::Gpu* gpu = hardware::pool_gpu(pool, document.catalogue());
    m_pools.push_back({tr("%1 %2", "GPUs of a node and their type")
                           .arg(wholeText(poolGpusPerNode(pool, document.catalogue())),
                                gpu != nullptr ? shortGpuName(*gpu) : QString::fromStdString(pool.gpu)),
                       pool.nodes, document.gpuIndex(document.gpuOf(pool))});
  }
  setAccessibleName(tr("Cluster: %1").arg(hardwareText(scenario.cluster, document.catalogue())));
  setToolTip(hardwareText(scenario.cluster, document.catalogue()));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize ClusterThumb::sizeHint() const { return {scaled(200), scaled(kThumbHigh)}; }

void ClusterThumb::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setLayoutDirection(Qt::LeftToRight);
  const Theme& theme = currentTheme();
  const double unit = fontScale();
  painter.setPen(theme.border);
  painter.setBrush(theme.canvas);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6.0, 6.0);
  QFont face = ui::font(TextRole::Caption);
  face.setBold(true);
  painter.setFont(face);
  if (m_pools.empty()) {
    painter.setPen(theme.text3);
    painter.drawText(rect(), Qt::AlignCenter, tr("no hardware"));
    return;
  }
  // Every pool gets as many columns of two nodes as its share of the room allows.
  const QFontMetricsF metrics(face);
  double widest = kNodeWide * unit;
  for (const Pool& pool : m_pools)
    widest = std::max(widest, metrics.horizontalAdvance(pool.text) + 10.0 * unit);
  const double room =
      width() - 2.0 * kThumbEdge * unit - static_cast<double>(m_pools.size() - 1) * kPoolGap * unit;
  const double column = widest + kNodeGap * unit;
  const int columns = std::max(1, static_cast<int>((room + kNodeGap * unit) / column));
  const int each = std::max(1, columns / static_cast<int>(m_pools.size()));
  double x = kThumbEdge * unit;
  const double top = (height() - (kNodeRows * kNodeHigh + (kNodeRows - 1) * kNodeGap) * unit) / 2.0;
  for (std::size_t i = 0; i < m_pools.size(); ++i) {
    const Pool& pool = m_pools[i];
    const int places = each * kNodeRows;
    const int shown = pool.nodes <= places ? pool.nodes : places - 1;
    const int boxes = pool.nodes <= places ? pool.nodes : places;
    const QColor fill = theme.gpu(pool.gpuIndex).color;
    for (int box = 0; box < boxes; ++box) {
      const QRectF place(x + static_cast<double>(box / kNodeRows) * column,
                         top + static_cast<double>(box % kNodeRows) * (kNodeHigh + kNodeGap) * unit, widest,
                         kNodeHigh * unit);
      const bool rest = box >= shown;
      painter.setPen(Qt::NoPen);
      painter.setBrush(rest ? theme.header : fill);
      painter.drawRoundedRect(place, 3.0, 3.0);
      painter.setPen(rest ? theme.text2 : inkOn(fill));
      painter.drawText(place, Qt::AlignCenter,
                       rest ? tr("+ %1", "further nodes").arg(wholeText(pool.nodes - shown)) : pool.text);
    }
    x += static_cast<double>((boxes + kNodeRows - 1) / kNodeRows) * column - kNodeGap * unit;
    if (i + 1 < m_pools.size()) {
      painter.setPen(QPen(theme.borderStrong, 2.0));
      painter.drawLine(QPointF(x + 3.0, height() / 2.0), QPointF(x + kPoolGap * unit - 3.0, height() / 2.0));
      x += kPoolGap * unit;
    }
  }
}

}  // namespace astrolabe::ui
