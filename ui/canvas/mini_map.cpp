#include "ui/canvas/mini_map.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

#include "ui/canvas/cluster_view.h"
#include "ui/canvas/gpu_marks.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

namespace {
constexpr int kWidth = 180, kHeight = 110, kMargin = 12;  // design, canvas.miniMap
}

MiniMap::MiniMap(ClusterView& view) : QWidget(&view), m_view(view) {
  setObjectName(QStringLiteral("clusterView.miniMap"));
  setAccessibleName(tr("Mini-map of the cluster"));
  setToolTip(tr("Drag the frame to move what the canvas shows"));
  setFixedSize(kWidth, kHeight);
  setCursor(Qt::PointingHandCursor);
  for (QScrollBar* bar : {view.horizontalScrollBar(), view.verticalScrollBar()}) {
    connect(bar, &QScrollBar::valueChanged, this, &MiniMap::refresh);
    connect(bar, &QScrollBar::rangeChanged, this, &MiniMap::refresh);
  }
  connect(&view, &ClusterView::zoomChanged, this, &MiniMap::refresh);
  connect(&view.document(), &PlanDocument::planChanged, this, &MiniMap::refresh);
  hide();
}

QRectF MiniMap::world() const {
  const QRectF shown = m_view.mapToScene(m_view.viewport()->rect()).boundingRect();
  return m_view.clusterScene().tilesRect().united(shown).adjusted(-20, -20, 20, 20);
}

QTransform MiniMap::toMap() const {
  const QRectF all = world();
  const double factor = std::min(width() / all.width(), height() / all.height());
  QTransform map;
  map.translate(width() / 2.0, height() / 2.0);
  map.scale(factor, factor);
  map.translate(-all.center().x(), -all.center().y());
  return map;
}

void MiniMap::refresh() {
  const QRectF tiles = m_view.clusterScene().tilesRect();
  const QRectF shown = m_view.mapToScene(m_view.viewport()->rect()).boundingRect();
  const bool part = !tiles.isEmpty() && !shown.contains(tiles) && m_view.width() > 3 * kWidth &&
                    m_view.height() > 2 * kHeight;
  move(m_view.width() - kWidth - kMargin, m_view.height() - kHeight - kMargin);
  setVisible(part);
  if (part) update();
}

void MiniMap::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.panel);
  const QTransform map = toMap();
  const plan::Plan& plan = m_view.document().plan();
  for (const plan::Note& note : plan.notes)
    painter.fillRect(map.mapRect(QRectF(note.position.x, note.position.y, note.width, note.height)),
                     theme.bestFill);
  const plan::Layout tiles = tilePositions(plan);
  for (const hardware::PoolSpec& pool : plan.cluster.pools) {
    QRectF box = map.mapRect(tileRect(tiles.at(pool.id)));
    box.setSize(box.size().expandedTo(QSizeF(2.0, 2.0)));
    const GpuStyle style = theme.gpu(m_view.document().gpuIndex(m_view.document().gpuOf(pool)));
    if (theme.plots == PlotPalette::Print)
      paintPattern(painter, style, box, theme.panel);
    else
      painter.fillRect(box, style.color);
  }
  painter.setPen(QPen(theme.accent, 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(map.mapRect(m_view.mapToScene(m_view.viewport()->rect()).boundingRect()));
  painter.setPen(QPen(theme.border, 1.0));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void MiniMap::centreOn(QPointF place) { m_view.centerOn(m_held.inverted().map(place)); }

void MiniMap::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  m_held = toMap();  // the world grows while the frame leaves it: the drag keeps its first scale
  centreOn(event->position());
}

void MiniMap::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) centreOn(event->position());
}

}  // namespace astrolabe::ui
