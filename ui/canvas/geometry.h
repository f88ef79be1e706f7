#pragma once
// Where things stand on the canvas, in scene pixels: tiles, the grid, free spots, the way of a link. No
// widget.

#include <QLineF>
#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <string>
#include <vector>

#include "core/plan/plan_file.h"

namespace astrolabe::ui {

inline constexpr double kTileWidth = 240.0, kTileHeight = 100.0;
inline constexpr double kGrid = 20.0;

inline QRectF tileRect(plan::Position corner) { return {corner.x, corner.y, kTileWidth, kTileHeight}; }
/// Title row of a rack, and the room between its frame and its tiles: frames keep to the grid.
inline constexpr double kRackTitle = 28.0, kRackPad = 20.0, kRackTop = 40.0;
/// The frame of a rack: around the tiles of its pools. Empty when it has none.
QRectF rackFrame(const plan::Rack& rack, const plan::Layout& tiles);
/// The rack whose frame covers a point; null when none does.
const plan::Rack* rackAt(const plan::Plan& plan, QPointF point);
/// The nearest point of the 20 px grid.
QPointF snapped(QPointF point);
/// The place to which a tile's corner snaps: an edge of a tile around it within 8 px (left to left, right to
/// left and so on, across and down each by itself), else the grid. `guides` gets the edges kept to.
QPointF snappedToEdges(QPointF corner, const std::vector<QRectF>& around,
                       std::vector<QLineF>* guides = nullptr);
/// The corner of every pool's tile; pools that have none in the layout get the next free spot in a row.
plan::Layout tilePositions(const plan::Plan& plan);
/// The pool whose tile covers a point, the topmost first; empty when none does.
std::string poolAt(const plan::Plan& plan, QPointF point);
/// The first free grid spot for a tile, from the left top corner of `area` in reading order; below all tiles
/// when the area is full. Tiles keep one grid step apart.
plan::Position freeSpot(const plan::Layout& taken, QRectF area);

/// The first free grid spot in `area` for a box of `size` that keeps one grid step from all of `taken`; below
/// all of them when the area is full.
QPointF freePlace(const std::vector<QRectF>& taken, QSizeF size, QRectF area);
/// What stands on a canvas: tiles, the frames of racks, notes.
std::vector<QRectF> occupied(const plan::Plan& plan);

/// Right-angled way between two tiles and the place of its label.
struct LinkWay {
  QPainterPath path;
  QPointF label;
};
LinkWay linkWay(QRectF from, QRectF to);
/// Which of the links at these places lies within 8 px of a point; -1 when none does.
int linkAt(const plan::Plan& plan, const std::vector<std::size_t>& links, QPointF point);

}  // namespace astrolabe::ui
