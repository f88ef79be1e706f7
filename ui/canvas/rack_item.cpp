#include "ui/canvas/rack_item.h"

#include <QGraphicsSceneMouseEvent>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <utility>

#include "ui/canvas/cluster_scene.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/tile_font.h"
#include "ui/document/commands/racks.h"
#include "ui/render/icons.h"

namespace astrolabe::ui {

RackItem::RackItem(ClusterScene& scene, std::string rack) : m_scene(scene), m_rack(std::move(rack)) {
  setFlags(ItemIsSelectable | ItemIsMovable | ItemSendsGeometryChanges);
  setZValue(-2.0);
}

void RackItem::setFace(const RackFace& face) {
  if (m_face == face) return;
  m_face = face;
  setToolTip(face.spoken);
  update();
}

void RackItem::setFrame(const QRectF& frame) {
  if (frame.size() != m_size) prepareGeometryChange();
  m_size = frame.size();
  setPos(frame.topLeft());
}

void RackItem::setTarget(bool target) {
  if (std::exchange(m_target, target) != target) update();
}

QRectF RackItem::boundingRect() const { return QRectF(QPointF(), m_size).adjusted(-6, -6, 6, 6); }

/// The title row alone: what lies inside belongs to the tiles and to the rubber band.
QPainterPath RackItem::shape() const {
  QPainterPath path;
  path.addRect(QRectF(0.0, 0.0, m_size.width(), kRackTitle));
  return path;
}

void RackItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  painter->setLayoutDirection(Qt::LeftToRight);  // a drawing is not mirrored
  const Theme& theme = currentTheme();
  const double zoom = drawnZoom(*painter);
  const QRectF box(QPointF(), m_size);
  painter->setRenderHint(QPainter::Antialiasing);
  QColor fill = m_target ? theme.accent : theme.window;
  fill.setAlphaF(m_target ? 0.07F : 0.55F);
  const bool over = m_face.over || m_face.full;
  QPen edge(m_target ? theme.accent : over ? theme.error : theme.border, m_target ? 2.0 : 1.0);
  edge.setCosmetic(true);
  painter->setPen(edge);
  painter->setBrush(fill);
  constexpr double kRound = 8.0, kGap = 3.0;
  painter->drawRoundedRect(box, kRound, kRound);
  if (isSelected()) {
    QPen ring(theme.focus, 2.0);
    ring.setCosmetic(true);
    painter->setPen(ring);
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(box.adjusted(-kGap, -kGap, kGap, kGap), kRound + kGap, kRound + kGap);
  }
  if (zoom >= kNoText) paintTitle(*painter);
}

/// Name, what still fits, power and price, as far as there is room.
void RackItem::paintTitle(QPainter& painter) const {
  const Theme& theme = currentTheme();
  constexpr double kPad = 12.0;
  QPen hair(theme.border, 1.0);
  hair.setCosmetic(true);
  painter.setPen(hair);
  painter.drawLine(QPointF(0.0, kRackTitle), QPointF(m_size.width(), kRackTitle));
  const QRectF title(kPad, 0.0, m_size.width() - 2.0 * kPad, kRackTitle);
  const QFont strong = tileFont(13.0, QFont::DemiBold), small = tileFont(11.5, QFont::Normal);
  painter.setFont(strong);
  painter.setPen(theme.text);
  const double priceWidth = QFontMetricsF(strong).horizontalAdvance(m_face.price);
  constexpr double kApart = 10.0, kMark = 18.0;  // between what it says; the sign of what is too much
  const auto wide = [&](const QString& words, bool tooMuch) {
    return words.isEmpty() ? 0.0
                           : QFontMetricsF(small).horizontalAdvance(words) + kApart + (tooMuch ? kMark : 0.0);
  };
  painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter, m_face.price);
  const double room = title.width() - priceWidth - 16.0 - wide(m_face.power, m_face.over);
  const double nameWidth = QFontMetricsF(strong).horizontalAdvance(m_face.name);
  const QString fitting =
      nameWidth + wide(m_face.fitting, m_face.full) > room ? m_face.fittingShort : m_face.fitting;
  const QString name = QFontMetricsF(strong).elidedText(m_face.name, Qt::ElideMiddle,
                                                        std::max(24.0, room - wide(fitting, m_face.full)));
  painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, name);
  double x = title.left() + QFontMetricsF(strong).horizontalAdvance(name) + kApart;
  painter.setFont(small);
  for (const auto& [words, tooMuch] :
       {std::pair(fitting, m_face.full), std::pair(m_face.power, m_face.over)}) {
    if (words.isEmpty()) continue;
    if (tooMuch) {
      constexpr double kIcon = 14.0;
      icon(QStringLiteral("warn"))
          .paint(&painter, QRectF(x, (kRackTitle - kIcon) / 2.0, kIcon, kIcon).toAlignedRect());
    }
    painter.setPen(tooMuch ? theme.error : theme.text3);
    const double from = x + (tooMuch ? kMark : 0.0);
    x += wide(words, tooMuch);
    painter.drawText(QRectF(from, 0.0, x - from, kRackTitle), Qt::AlignLeft | Qt::AlignVCenter, words);
  }
}

QVariant RackItem::itemChange(GraphicsItemChange change, const QVariant& value) {
  if (change == ItemPositionChange && m_scene.isDragging() && m_scene.snapsNow())
    return snapped(value.toPointF());
  return QGraphicsItem::itemChange(change, value);
}

/// Its tiles come along.
void RackItem::mousePressEvent(QGraphicsSceneMouseEvent* event) {
  QGraphicsItem::mousePressEvent(event);
  if (!isSelected()) return;
  if (const plan::Rack* rack = findRack(m_scene.document().plan(), m_rack))
    for (const std::string& pool : rack->pools)
      if (PoolItem* tile = m_scene.item(pool)) tile->setSelected(true);
}

}  // namespace astrolabe::ui
