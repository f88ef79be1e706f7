#pragma once
// The words of a tile, measured and shaped once for all frames: shaping costs more than drawing.

#include <QFont>
#include <QRectF>
#include <QStaticText>

#include "ui/canvas/pool_face.h"

class QPainter;

namespace astrolabe::ui {

inline constexpr double kTileLeft = 16.0, kTileRight = 12.0;  ///< margins of what stands on a tile

/// One text and where it stands.
struct TileText {
  QStaticText text;
  QFont face;
  QPointF at;  ///< the left end of the baseline
  double ascent = 0.0;

  /// In the pen of `painter`.
  void draw(QPainter& painter) const;
};

struct TileWords {
  explicit TileWords(const PoolFace& face);

  QFont family;  ///< the application's at that time
  TileText tag, title, count, link, network, name, badge, condition;
  QRectF tagBox, badgeBox, conditionBox;
};

}  // namespace astrolabe::ui
