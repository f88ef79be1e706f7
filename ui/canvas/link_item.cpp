#include "ui/canvas/link_item.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPathStroker>
#include <QStyleOptionGraphicsItem>

#include "ui/canvas/tile_font.h"

namespace astrolabe::ui {

namespace {
constexpr double kPillHeight = 22.0;
}

std::string linkId(const std::string& a, const std::string& b) { return a + '\n' + b; }

LinkItem::LinkItem(std::string a, std::string b) : m_a(std::move(a)), m_b(std::move(b)) {
  setFlag(ItemIsSelectable);
  setZValue(1.0);
}

void LinkItem::setWay(LinkWay way) {
  prepareGeometryChange();
  m_way = std::move(way);
}

void LinkItem::setLabel(const QString& label, bool assumed) {
  prepareGeometryChange();
  m_label = label;
  m_assumed = assumed;
  update();
}

void LinkItem::setLimits(bool limits) {
  if (m_limits == limits) return;
  prepareGeometryChange();
  m_limits = limits;
  update();
}

QString LinkItem::shownLabel() const {
  return m_limits ? QCoreApplication::translate("LinkItem", "%1 · limits", "bandwidth of a link").arg(m_label)
                  : m_label;
}

void LinkItem::setPillShown(bool shown) {
  if (m_pillShown == shown) return;
  m_pillShown = shown;
  update();
}

QRectF LinkItem::pill() const {
  QFont face = tileFont(11.5, QFont::Normal);
  face.setItalic(m_assumed);
  const double width = QFontMetricsF(face).horizontalAdvance(shownLabel()) + 20.0;
  return {m_way.label.x() - width / 2.0, m_way.label.y() - kPillHeight / 2.0, width, kPillHeight};
}

QRectF LinkItem::boundingRect() const {
  return m_way.path.boundingRect().united(pill()).adjusted(-5.0, -5.0, 5.0, 5.0);
}

QPainterPath LinkItem::shape() const {
  QPainterPathStroker stroker;
  stroker.setWidth(12.0);
  QPainterPath path = stroker.createStroke(m_way.path);
  path.setFillRule(Qt::WindingFill);
  if (isPillShown()) path.addRect(pill());
  return path;
}

void LinkItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  painter->setLayoutDirection(Qt::LeftToRight);  // a drawing is not mirrored
  const Theme& theme = currentTheme();
  painter->setRenderHint(QPainter::Antialiasing);
  QPen pen(isSelected() ? theme.focus : theme.borderStrong, 3.0);
  pen.setCosmetic(true);
  pen.setJoinStyle(Qt::RoundJoin);
  if (m_limits) {
    pen.setStyle(Qt::DashLine);
    if (!isSelected()) pen.setColor(theme.accent);
  }
  painter->setPen(pen);
  painter->setBrush(Qt::NoBrush);
  painter->drawPath(m_way.path);
  if (drawnZoom(*painter) < kNoText) return;
  if (!isPillShown()) return;
  const QRectF box = pill();
  QPen edge(isSelected() ? theme.focus : theme.borderStrong, 1.0);
  edge.setCosmetic(true);
  painter->setPen(edge);
  painter->setBrush(theme.panel);
  painter->drawRoundedRect(box, kPillHeight / 2.0, kPillHeight / 2.0);
  QFont face = tileFont(11.5, QFont::Normal);
  face.setItalic(m_assumed);
  painter->setFont(face);
  painter->setPen(m_assumed ? theme.text2 : theme.text);
  painter->drawText(box, Qt::AlignCenter, shownLabel());
}

}  // namespace astrolabe::ui
