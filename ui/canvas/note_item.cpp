#include "ui/canvas/note_item.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include "ui/canvas/cluster_scene.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/tile_font.h"

namespace astrolabe::ui {

namespace {

constexpr double kFold = 12.0, kPad = 10.0;

QFont noteFont() { return tileFont(12.0, QFont::Normal); }

}  // namespace

NoteItem::NoteItem(ClusterScene& scene, std::string note) : m_scene(scene), m_note(std::move(note)) {
  setFlags(ItemIsSelectable | ItemIsMovable | ItemSendsGeometryChanges);
  setZValue(1.0);
}

void NoteItem::setNote(const QString& text, QSizeF size) {
  if (size != m_size) prepareGeometryChange();
  m_text = text;
  m_size = size;
  setToolTip(text);
  update();
}

QRectF NoteItem::boundingRect() const { return QRectF(QPointF(), m_size).adjusted(-6, -6, 6, 6); }

QPainterPath NoteItem::shape() const {
  QPainterPath path;
  path.addRect(QRectF(QPointF(), m_size));
  return path;
}

void NoteItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  painter->setLayoutDirection(Qt::LeftToRight);  // a drawing is not mirrored
  const Theme& theme = currentTheme();
  const double zoom = drawnZoom(*painter);
  const QRectF box(QPointF(), m_size);
  painter->setRenderHint(QPainter::Antialiasing);
  QPen edge(theme.best, 1.0);
  edge.setCosmetic(true);
  painter->setPen(edge);
  painter->setBrush(theme.bestFill);
  const QPolygonF sheet{box.topLeft(), box.topRight(), box.bottomRight() - QPointF(0, kFold),
                        box.bottomRight() - QPointF(kFold, 0), box.bottomLeft()};
  painter->drawPolygon(sheet);
  painter->drawPolyline(QPolygonF{box.bottomRight() - QPointF(0, kFold),
                                  box.bottomRight() - QPointF(kFold, kFold),
                                  box.bottomRight() - QPointF(kFold, 0)});
  if (isSelected()) {
    constexpr double kGap = 3.0;
    QPen ring(theme.focus, 2.0);
    ring.setCosmetic(true);
    painter->setPen(ring);
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(box.adjusted(-kGap, -kGap, kGap, kGap));
  }
  if (zoom < kNoText) return;
  painter->setPen(theme.text);
  painter->setFont(noteFont());
  painter->drawText(box.adjusted(kPad, kPad, -kPad, -kPad), Qt::TextWordWrap, m_text);
}

QVariant NoteItem::itemChange(GraphicsItemChange change, const QVariant& value) {
  if (change == ItemPositionChange && m_scene.isDragging() && m_scene.snapsNow())
    return snapped(value.toPointF());
  return QGraphicsItem::itemChange(change, value);
}

}  // namespace astrolabe::ui
