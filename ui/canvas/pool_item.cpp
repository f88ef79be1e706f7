#include "ui/canvas/pool_item.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPixmapCache>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <cmath>

#include "ui/canvas/cluster_scene.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/gpu_marks.h"
#include "ui/canvas/tile_font.h"
#include "ui/render/gpu_condition.h"

namespace astrolabe::ui {

namespace {

constexpr double kRadius = 6.0, kBar = 6.0, kStack = 4.0, kLeft = kTileLeft, kRight = kTileRight;
constexpr int kMostPips = 16;
constexpr double kStale = 0.72;  ///< of the colour, where results are stale

const QRectF kTile(0.0, 0.0, kTileWidth, kTileHeight);

QPen cosmetic(const QColor& color, double width) {
  QPen pen(color, width);
  pen.setCosmetic(true);
  return pen;
}

}  // namespace

PoolItem::PoolItem(ClusterScene& scene, std::string pool) : m_scene(scene), m_pool(std::move(pool)) {
  setFlags(ItemIsSelectable | ItemIsMovable | ItemSendsGeometryChanges);
  setZValue(2.0);
}

void PoolItem::setFace(PoolFace face) {
  if (m_face == face) return;
  m_face = std::move(face);
  m_words.reset();
  setToolTip(m_face.tip);
  update();
}

void PoolItem::setTarget(bool target) {
  if (std::exchange(m_target, target) != target) update();
}

QRectF PoolItem::boundingRect() const { return kTile.adjusted(-6.0, -16.0, 14.0, 14.0); }

QPainterPath PoolItem::shape() const {
  QPainterPath path;
  path.addRect(kTile);
  return path;
}

void PoolItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  painter->setLayoutDirection(Qt::LeftToRight);  // a drawing is not mirrored
  const double zoom = drawnZoom(*painter);
  const Theme& theme = currentTheme();
  painter->setRenderHint(QPainter::Antialiasing);
  if (zoom < kRectangleOnly) {
    const GpuStyle style = theme.gpu(m_face.gpuIndex);
    if (theme.plots == PlotPalette::Print)
      paintPattern(*painter, style, kTile, theme.panel);
    else
      painter->fillRect(kTile, style.color);
    if (isSelected()) {
      painter->setPen(cosmetic(theme.focus, 2.0));
      painter->setBrush(Qt::NoBrush);
      painter->drawRect(kTile);
    }
    return;
  }
  if (m_face.excluded) painter->setOpacity(0.4);
  paintBody(*painter);
  if (zoom >= kNoText) {
    paintWords(*painter);
    if (!m_face.badge.isEmpty()) paintBadge(*painter);
    if (!m_face.condition.isEmpty()) paintCondition(*painter);
  }
  if (!m_face.marks.empty()) paintMarks(*painter);
  if (!m_face.excluded) return;
  painter->setOpacity(1.0);
  painter->setPen(cosmetic(theme.borderStrong, 1.5));
  painter->drawLine(kTile.bottomLeft(), kTile.topRight());
}

/// Frame and pips. Tiles that look alike share one picture: outlines cost more than all words of a tile. What
/// is lit or selected is drawn afresh, and a figure on paper is made of lines.
void PoolItem::paintBody(QPainter& painter) const {
  const QTransform toScreen = painter.worldTransform();
  if (m_scene.isPaper() || m_target || isSelected() || toScreen.type() > QTransform::TxScale) {
    paintTile(painter);
    return paintPips(painter);
  }
  const QRectF all = boundingRect();
  const double zoom = toScreen.m11(), ratio = painter.device()->devicePixelRatioF();
  const PoolFace& face = m_face;
  const Theme& theme = currentTheme();
  const QString key = QStringLiteral("astrolabe.tile %1 %2 %3 %4 %5 %6 %7 %8 %9")
                          .arg(static_cast<int>(theme.kind) * 2 + static_cast<int>(theme.plots))
                          .arg(zoom)
                          .arg(ratio)
                          .arg(face.gpuIndex)
                          .arg(face.gpus)
                          .arg((face.count.isEmpty() ? 0 : 1) + (face.badge.isEmpty() ? 0 : 2))
                          .arg(face.fill)
                          .arg(face.stage)
                          .arg(QStringLiteral("%1 %2 %3").arg(face.bar).arg(face.barMark).arg(face.stale));
  QPixmap picture;
  if (!QPixmapCache::find(key, &picture)) {
    picture = QPixmap((all.size() * zoom * ratio).toSize() + QSize(1, 1));
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter afresh(&picture);
    afresh.setRenderHint(QPainter::Antialiasing);
    afresh.scale(zoom, zoom);
    afresh.translate(-all.topLeft());
    paintTile(afresh);
    paintPips(afresh);
    afresh.end();
    QPixmapCache::insert(key, picture);
  }
  const QPointF corner = toScreen.map(all.topLeft());
  painter.save();
  painter.resetTransform();
  painter.drawPixmap(QPointF(std::round(corner.x() * ratio) / ratio, std::round(corner.y() * ratio) / ratio),
                     picture);
  painter.restore();
}

void PoolItem::paintTile(QPainter& painter) const {
  const Theme& theme = currentTheme();
  const QColor edge = m_face.badge.isEmpty() ? theme.borderStrong : theme.error;
  if (!m_face.count.isEmpty()) {
    painter.setBrush(theme.panel);
    painter.setPen(cosmetic(theme.borderStrong, 1.0));
    for (int layer = 2; layer >= 1; --layer)
      painter.drawRoundedRect(kTile.translated(kStack * layer, kStack * layer), kRadius, kRadius);
  }
  painter.setPen(cosmetic(edge, 1.0));
  painter.setBrush(theme.panel);
  painter.drawRoundedRect(kTile, kRadius, kRadius);
  static const QPainterPath bar = [] {
    QPainterPath tile, strip;
    tile.addRoundedRect(kTile, kRadius, kRadius);
    strip.addRect(0.0, 0.0, kBar, kTileHeight);
    return tile.intersected(strip);
  }();
  const GpuStyle style = theme.gpu(m_face.gpuIndex);
  if (style.pattern == QLatin1StringView("solid")) {
    painter.fillPath(bar, style.color);
  } else {
    painter.save();
    painter.setClipPath(bar, Qt::IntersectClip);
    paintPattern(painter, style, QRectF(0.0, 0.0, kBar, kTileHeight), theme.panel);
    painter.restore();
  }
  painter.setBrush(Qt::NoBrush);
  if (m_target) {
    QColor wash = theme.accent;
    wash.setAlphaF(0.07F);
    painter.setBrush(wash);
    painter.setPen(cosmetic(theme.accent, 2.0));
    painter.drawRoundedRect(kTile, kRadius, kRadius);
    painter.setBrush(Qt::NoBrush);
  }
  if (isSelected()) {
    constexpr double kGap = 3.0;
    painter.setPen(cosmetic(theme.focus, 2.0));
    painter.drawRoundedRect(kTile.adjusted(-kGap, -kGap, kGap, kGap), kRadius + kGap, kRadius + kGap);
  }
}

void PoolItem::paintPips(QPainter& painter) const {
  const Theme& theme = currentTheme();
  GpuStyle style = theme.gpu(m_face.gpuIndex);
  if (m_face.stage >= 0.0)  // tinted by the place in the pipeline; the tag says the stage in words
    style.color = theme.sequential[2 + static_cast<std::size_t>(qRound(m_face.stage * 5.0))];
  if (!m_face.badge.isEmpty()) style.color = theme.error;
  paintShape(painter, theme.gpu(m_face.gpuIndex), QRectF(kLeft, 13.0, 12.0, 12.0));
  constexpr double kTop = 53.0, kHeight = 13.0;
  const double room = kTileWidth - kLeft - kRight;
  const auto pip = [&](QRectF box) {
    if (m_face.fill < 1.0) {  // filled from below
      painter.setPen(cosmetic(theme.borderStrong, 1.0));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(box, 2.0, 2.0);
      box.setTop(box.bottom() - box.height() * m_face.fill);
      if (box.height() < 0.5) return;
    }
    paintPattern(painter, style, box, theme.panel, 2.0);
  };
  if (m_face.bar >= 0.0) {  // share of the program, with a line where speed alone would put it
    painter.fillRect(QRectF(kLeft, kTop, room, kHeight), theme.header);
    const double whole = painter.opacity();
    if (m_face.stale) painter.setOpacity(whole * kStale);
    paintPattern(painter, style, QRectF(kLeft, kTop, room * m_face.bar, kHeight), theme.panel, 2.0);
    painter.fillRect(QRectF(kLeft + room * m_face.barMark - 2.0, kTop - 2.0, 2.0, kHeight + 4.0), theme.text);
    painter.setOpacity(whole);
    return;
  }
  if (m_face.gpus > kMostPips) {
    const QRectF box(kLeft, kTop, room, kHeight);
    pip(box);
    painter.setFont(tileFont(11.0, QFont::DemiBold));
    const QString text = QString::number(m_face.gpus);
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text) + 12.0;
    const QRectF label(box.center().x() - width / 2.0, kTop, width, kHeight);
    painter.fillRect(label, theme.panel);
    painter.setPen(theme.text);
    painter.drawText(label, Qt::AlignCenter, text);
    return;
  }
  for (int i = 0; i < m_face.gpus; ++i) pip(pipBox(i));
}

QRectF PoolItem::pipBox(int gpu) const {
  constexpr double kTop = 53.0, kHeight = 13.0;
  const double room = kTileWidth - kLeft - kRight;
  const double step = m_face.gpus <= 8 ? 26.0 : room / m_face.gpus;
  return {kLeft + gpu * step, kTop, m_face.gpus <= 8 ? 22.0 : step - 3.0, kHeight};
}

std::optional<int> PoolItem::gpuAt(QPointF place) const {
  if (!m_face.count.isEmpty() || m_face.gpus > kMostPips || m_face.bar >= 0.0) return std::nullopt;
  for (int i = 0; i < m_face.gpus; ++i)
    if (pipBox(i).contains(place)) return i;
  return std::nullopt;
}

/// Over the pips: a stroke below a slow GPU, a cross through a failed one.
void PoolItem::paintMarks(QPainter& painter) const {
  if (m_face.gpus > kMostPips || m_face.bar >= 0.0) return;
  const Theme& theme = currentTheme();
  for (int i = 0; i < m_face.gpus; ++i) {
    const PoolFace::Mark mark = m_face.marks[static_cast<std::size_t>(i)];
    paintMarkedGpu(painter, pipBox(i), mark, theme, cosmetic(theme.text, 2.0));
  }
}

const TileWords& PoolItem::words() const {
  if (!m_words || m_words->family != QGuiApplication::font()) m_words.emplace(m_face);
  return *m_words;
}

/// What is slow, failed or spare, on the upper left edge.
void PoolItem::paintCondition(QPainter& painter) const {
  const Theme& theme = currentTheme();
  painter.setPen(Qt::NoPen);
  painter.setBrush(m_face.failed > 0 ? theme.error : m_face.slow > 0 ? theme.warn : theme.text2);
  painter.drawRoundedRect(words().conditionBox, 3.0, 3.0);
  painter.setPen(theme.panel);
  words().condition.draw(painter);
}

void PoolItem::paintWords(QPainter& painter) const {
  const Theme& theme = currentTheme();
  const TileWords& words = this->words();
  const QRectF& tag = words.tagBox;
  painter.setPen(cosmetic(theme.border, 1.0));
  painter.setBrush(m_face.stale ? theme.staleFill : theme.header);
  painter.drawRoundedRect(tag, 3.0, 3.0);
  painter.setPen(m_face.stale ? theme.stale : theme.text);
  words.tag.draw(painter);
  if (m_face.heat >= 0.0) {  // as long and as deep as it is high among the tiles
    const std::size_t depth = 2 + static_cast<std::size_t>(qRound(std::min(m_face.heat, 1.0) * 5.0));
    painter.fillRect(QRectF(tag.left(), tag.bottom() + 1.0, tag.width() * m_face.heat, 3.0),
                     theme.sequential[depth]);
  }
  painter.setPen(theme.text);
  words.title.draw(painter);
  if (!m_face.count.isEmpty()) words.count.draw(painter);
  painter.setPen(theme.text2);
  words.link.draw(painter);
  painter.setPen(m_face.networkMissing ? theme.warn : theme.text3);
  words.network.draw(painter);
  painter.setPen(theme.text3);
  words.name.draw(painter);
}

void PoolItem::paintBadge(QPainter& painter) const {
  const Theme& theme = currentTheme();
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.error);
  painter.drawRoundedRect(words().badgeBox, 3.0, 3.0);
  painter.setPen(theme.panel);
  words().badge.draw(painter);
}

QVariant PoolItem::itemChange(GraphicsItemChange change, const QVariant& value) {
  if (change == ItemPositionChange && m_scene.isDragging() && m_scene.snapsNow())
    return m_scene.snappedTile(*this, value.toPointF());
  if (change == ItemPositionHasChanged) m_scene.placeLinks();
  return QGraphicsItem::itemChange(change, value);
}

}  // namespace astrolabe::ui
