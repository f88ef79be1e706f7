#include "ui/canvas/geometry.h"

#include <QPainterPathStroker>
#include <algorithm>
#include <cmath>
#include <optional>

namespace astrolabe::ui {

QPointF snapped(QPointF point) {
  return {std::round(point.x() / kGrid) * kGrid, std::round(point.y() / kGrid) * kGrid};
}

QPointF snappedToEdges(QPointF corner, const std::vector<QRectF>& around, std::vector<QLineF>* guides) {
  constexpr double kReach = 8.0, kBeside = 2.0 * kTileWidth;
  const QRectF own(corner, QSizeF(kTileWidth, kTileHeight));
  const QRectF near = own.adjusted(-kBeside, -kBeside, kBeside, kBeside);
  const QPointF grid = snapped(corner);
  std::optional<double> byX, byY;
  const auto closer = [](std::optional<double>& kept, double by) {
    if (std::abs(by) <= kReach && (!kept || std::abs(by) < std::abs(*kept))) kept = by;
  };
  for (const QRectF& other : around) {
    if (!near.intersects(other)) continue;
    for (const double edge : {other.left(), other.right()}) {
      closer(byX, edge - own.left());
      closer(byX, edge - own.right());
    }
    for (const double edge : {other.top(), other.bottom()}) {
      closer(byY, edge - own.top());
      closer(byY, edge - own.bottom());
    }
  }
  const QPointF found(byX ? corner.x() + *byX : grid.x(), byY ? corner.y() + *byY : grid.y());
  if (guides == nullptr) return found;
  const QRectF placed(found, own.size());
  for (const QRectF& other : around) {
    if (!near.intersects(other)) continue;
    const QRectF both = placed | other;
    for (const double x : {placed.left(), placed.right()})
      if (byX && (x == other.left() || x == other.right()))
        guides->emplace_back(x, both.top(), x, both.bottom());
    for (const double y : {placed.top(), placed.bottom()})
      if (byY && (y == other.top() || y == other.bottom()))
        guides->emplace_back(both.left(), y, both.right(), y);
  }
  return found;
}

plan::Layout tilePositions(const plan::Plan& plan) {
  plan::Layout result;
  for (const hardware::PoolSpec& pool : plan.cluster.pools)
    if (const auto found = plan.layout.find(pool.id); found != plan.layout.end()) result.insert(*found);
  const QRectF row(0.0, 0.0, 6 * kTileWidth, kTileHeight);
  for (const hardware::PoolSpec& pool : plan.cluster.pools)
    if (!result.contains(pool.id)) result[pool.id] = freeSpot(result, row);
  return result;
}

std::string poolAt(const plan::Plan& plan, QPointF point) {
  const plan::Layout layout = tilePositions(plan);
  std::string found;
  for (const hardware::PoolSpec& pool : plan.cluster.pools)
    if (tileRect(layout.at(pool.id)).contains(point)) found = pool.id;
  return found;
}

QRectF rackFrame(const plan::Rack& rack, const plan::Layout& tiles) {
  QRectF frame;
  for (const std::string& pool : rack.pools)
    if (const auto tile = tiles.find(pool); tile != tiles.end()) frame |= tileRect(tile->second);
  return frame.isEmpty() ? frame : frame.adjusted(-kRackPad, -kRackTop, kRackPad, kRackPad);
}

const plan::Rack* rackAt(const plan::Plan& plan, QPointF point) {
  if (plan.racks.empty()) return nullptr;
  const plan::Layout layout = tilePositions(plan);
  for (const plan::Rack& rack : plan.racks)
    if (rackFrame(rack, layout).contains(point)) return &rack;
  return nullptr;
}

plan::Position freeSpot(const plan::Layout& taken, QRectF area) {
  const auto free = [&](QPointF corner) {
    const QRectF rect = QRectF(corner, QSizeF(kTileWidth, kTileHeight))
                            .adjusted(-kGrid + 1, -kGrid + 1, kGrid - 1, kGrid - 1);
    return std::none_of(taken.begin(), taken.end(),
                        [&](const auto& tile) { return tileRect(tile.second).intersects(rect); });
  };
  const double left = std::ceil(area.left() / kGrid) * kGrid;
  const double top = std::ceil(area.top() / kGrid) * kGrid;
  for (double y = top; y + kTileHeight <= area.bottom() + 0.5; y += kGrid)
    for (double x = left; x + kTileWidth <= area.right() + 0.5; x += kGrid)
      if (free({x, y})) return {x, y};
  double bottom = top;
  for (const auto& [id, corner] : taken) bottom = std::max(bottom, corner.y + kTileHeight + 2 * kGrid);
  return {left, std::ceil(bottom / kGrid) * kGrid};
}

QPointF freePlace(const std::vector<QRectF>& taken, QSizeF size, QRectF area) {
  const auto onGrid = [](double at) { return std::ceil(at / kGrid) * kGrid; };
  constexpr double kApart = kGrid - 1.0;
  const double left = onGrid(area.left()), top = onGrid(area.top());
  // The first free row is that of the area's top or just below something.
  std::vector<double> rows{top};
  for (const QRectF& box : taken)
    if (const double row = onGrid(box.bottom() + kApart); row > top) rows.push_back(row);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const double y : rows) {
    if (y + size.height() > area.bottom() + 0.5) break;
    for (double x = left; x + size.width() <= area.right() + 0.5;) {
      const QRectF spot = QRectF(QPointF(x, y), size).adjusted(-kApart, -kApart, kApart, kApart);
      const auto there =
          std::find_if(taken.begin(), taken.end(), [&](const QRectF& box) { return box.intersects(spot); });
      if (there == taken.end()) return {x, y};
      x = std::max(x + kGrid, onGrid(there->right() + kApart));
    }
  }
  double bottom = top;
  for (const QRectF& box : taken) bottom = std::max(bottom, box.bottom() + 2 * kGrid);
  return {left, onGrid(bottom)};
}

std::vector<QRectF> occupied(const plan::Plan& plan) {
  std::vector<QRectF> boxes;
  const plan::Layout layout = tilePositions(plan);
  for (const auto& [id, corner] : layout) boxes.push_back(tileRect(corner));
  for (const plan::Rack& rack : plan.racks)
    if (const QRectF frame = rackFrame(rack, layout); !frame.isEmpty()) boxes.push_back(frame);
  for (const plan::Note& note : plan.notes)
    boxes.emplace_back(note.position.x, note.position.y, note.width, note.height);
  return boxes;
}

LinkWay linkWay(QRectF from, QRectF to) {
  constexpr double kRoomForLabel = 40.0;
  LinkWay way;
  if (from.left() > to.left()) std::swap(from, to);
  QPainterPath& path = way.path;
  if (to.left() - from.right() >= kRoomForLabel) {  // side by side: out of the right edge, into the left one
    const QPointF start(from.right(), from.center().y()), end(to.left(), to.center().y());
    const double middle = (start.x() + end.x()) / 2.0;
    path.moveTo(start);
    path.lineTo(middle, start.y());
    path.lineTo(middle, end.y());
    path.lineTo(end);
    way.label = {middle, (start.y() + end.y()) / 2.0};
    return way;
  }
  if (from.top() > to.top()) std::swap(from, to);
  if (to.top() >= from.bottom()) {  // one above the other
    const QPointF start(from.center().x(), from.bottom()), end(to.center().x(), to.top());
    const double middle = (start.y() + end.y()) / 2.0;
    path.moveTo(start);
    path.lineTo(start.x(), middle);
    path.lineTo(end.x(), middle);
    path.lineTo(end);
    way.label = {(start.x() + end.x()) / 2.0, middle};
    return way;
  }
  // Overlapping or too near: around below both.
  const double below = std::max(from.bottom(), to.bottom()) + kGrid;
  path.moveTo(from.center().x(), from.bottom());
  path.lineTo(from.center().x(), below);
  path.lineTo(to.center().x(), below);
  path.lineTo(to.center().x(), to.bottom());
  way.label = {(from.center().x() + to.center().x()) / 2.0, below};
  return way;
}

int linkAt(const plan::Plan& plan, const std::vector<std::size_t>& links, QPointF point) {
  const plan::Layout layout = tilePositions(plan);
  QPainterPathStroker stroker;
  stroker.setWidth(16.0);
  for (const std::size_t i : links) {
    const hardware::BetweenPools& link = plan.cluster.between_pools[i];
    if (!layout.contains(link.a) || !layout.contains(link.b)) continue;
    const LinkWay way = linkWay(tileRect(layout.at(link.a)), tileRect(layout.at(link.b)));
    const QRectF near = way.path.controlPointRect().adjusted(-40, -16, 40, 16);
    if (!near.contains(point)) continue;  // of many links few are worth their stroke
    if (stroker.createStroke(way.path).contains(point) ||
        QRectF(way.label.x() - 40, way.label.y() - 11, 80, 22).contains(point))
      return static_cast<int>(i);
  }
  return -1;
}

}  // namespace astrolabe::ui
