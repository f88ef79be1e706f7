#include "ui/shell/paint_helpers.h"

#include <QPainter>
#include <QWidget>

#include "ui/render/icons.h"

namespace astrolabe::ui {

QPixmap tintedIcon(const QString& name, const QColor& color, int side, const QWidget* on) {
  const qreal ratio = on ? on->devicePixelRatioF() : 1.0;
  QPixmap pixmap(QSize(side, side) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  icon(name).paint(&painter, QRect(0, 0, side, side));
  painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
  painter.fillRect(QRect(0, 0, side, side), color);
  return pixmap;
}

void setInk(QWidget* label, const QColor& ink) {
  if (label->testAttribute(Qt::WA_SetPalette) && label->palette().color(QPalette::WindowText) == ink &&
      label->palette().color(QPalette::Text) == ink)
    return;
  QPalette palette;
  // Which role a label draws with depends on the ground of its panel: Window or Base.
  palette.setColor(QPalette::WindowText, ink);
  palette.setColor(QPalette::Text, ink);
  label->setPalette(palette);
}

}  // namespace astrolabe::ui
