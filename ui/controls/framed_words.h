#pragma once
// A few words in a frame, as delegates paint them.

#include <QBrush>
#include <QColor>
#include <QPainter>
#include <QRect>
#include <QString>

namespace astrolabe::ui {

struct FramedLook {
  int inset = 0;  ///< beside the words, in pixels
  QColor frame;
  QBrush ground{};
};

/// Words in a frame of their own width where `room` begins, as high as it; shortened where it ends. They have
/// the painter's pen and font. How much of the room the frame takes.
int paintFramed(QPainter& painter, const QRect& room, const QString& words, Qt::LayoutDirection direction,
                const FramedLook& look);

}  // namespace astrolabe::ui
