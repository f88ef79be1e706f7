#include "ui/controls/framed_words.h"

#include <QStyle>
#include <algorithm>

#include "ui/render/theme.h"

namespace astrolabe::ui {

int paintFramed(QPainter& painter, const QRect& room, const QString& words, Qt::LayoutDirection direction,
                const FramedLook& look) {
  const QFontMetrics letters = painter.fontMetrics();
  const int width = std::min(room.width(), letters.horizontalAdvance(words) + 2 * look.inset);
  const QRect badge =
      QStyle::visualRect(direction, room, QRect(room.left(), room.top(), width, room.height()));
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(look.frame, 1));
  painter.setBrush(look.ground);
  painter.drawRoundedRect(QRectF(badge).adjusted(0.5, 0.5, -0.5, -0.5), scaled(3), scaled(3));
  painter.restore();
  const QRect inside = badge.adjusted(look.inset, 0, -look.inset, 0);
  painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                   letters.elidedText(words, Qt::ElideRight, inside.width() + 1));
  return width;
}

}  // namespace astrolabe::ui
