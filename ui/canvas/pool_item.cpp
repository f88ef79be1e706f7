#include "ui/canvas/pool_item.h"

#include <QPainter>
#include <QPixmapCache>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <cmath>

#include "ui/canvas/cluster_scene.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/gpu_marks.h"
#include "ui/canvas/tile_font.h"

namespace astrolabe::ui {

namespace {

constexpr double kRadius = 6.0, kBar = 6.0, kStack = 4.0, kLeft = 16.0, kRight = 12.0;
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
  m_face = std::move(face);
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
  const QString key = QStringLiteral("astrolabe.tile %1 %2 %3 %4 %5 %6 %7 %8 %9")
                          .arg(static_cast<int>(currentTheme().kind))
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
    if (mark == PoolFace::Mark::None) continue;
    const QRectF box = pipBox(i);
    const bool failed = mark == PoolFace::Mark::Failed;
    painter.setPen(cosmetic(failed ? theme.error : theme.warn, 2.0));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(box, 2.0, 2.0);
    painter.drawLine(box.bottomLeft(), box.topRight());
    if (failed) painter.drawLine(box.topLeft(), box.bottomRight());
  }
}

/// What is slow, failed or spare, on the upper left edge.
void PoolItem::paintCondition(QPainter& painter) const {
  const Theme& theme = currentTheme();
  const QFont face = tileFont(11.0, QFont::DemiBold);
  const QFontMetricsF metrics(face);
  const double taken = m_face.badge.isEmpty() ? 0.0 : metrics.horizontalAdvance(m_face.badge) + 30.0;
  const QString words = metrics.elidedText(m_face.condition, Qt::ElideRight, kTileWidth - taken - 20.0);
  const QRectF box(-4.0, -14.0, metrics.horizontalAdvance(words) + 20.0, 22.0);
  painter.setPen(Qt::NoPen);
  painter.setBrush(m_face.failed > 0 ? theme.error : m_face.slow > 0 ? theme.warn : theme.text2);
  painter.drawRoundedRect(box, 3.0, 3.0);
  painter.setPen(theme.panel);
  painter.setFont(face);
  painter.drawText(box, Qt::AlignCenter, words);
}

namespace {

/// As many words as have room: figures and their units stay, other words go from the end.
QString withItsFigures(const QString& text, const QFont& face, double room) {
  const QFontMetricsF metrics(face);
  QStringList words = text.split(u' ');
  const auto isFigure = [](const QString& word) {
    return std::any_of(word.begin(), word.end(), [](QChar letter) { return letter.isDigit(); });
  };
  while (words.size() > 1 && metrics.horizontalAdvance(words.join(u' ')) > room) {
    qsizetype gone = words.size() - 1;
    while (gone >= 0 && (isFigure(words[gone]) || (gone > 0 && isFigure(words[gone - 1])))) --gone;
    if (gone < 0) break;
    words.removeAt(gone);
  }
  return words.join(u' ');
}

/// In its own size, or down to three quarters of it where that makes room for all of it; a longer text loses
/// words, never figures.
void drawFitted(QPainter& painter, QPointF at, const QString& text, QFont face, double room) {
  constexpr double kLeastSize = 0.75;
  const double wide = QFontMetricsF(face).horizontalAdvance(text);
  if (wide > room) {
    face.setPixelSize(std::max(1, static_cast<int>(face.pixelSize() * std::max(kLeastSize, room / wide))));
    painter.setFont(face);
  }
  painter.drawText(at, withItsFigures(text, face, room));
}

}  // namespace

void PoolItem::paintWords(QPainter& painter) const {
  const Theme& theme = currentTheme();
  const auto elided = [&](const QFont& face, const QString& text, double room) {
    return QFontMetricsF(face).elidedText(text, Qt::ElideMiddle, room);
  };
  // The tag of the layer.
  const QFont tagFont = tileFont(11.5, QFont::DemiBold);
  const double tagWidth = QFontMetricsF(tagFont).horizontalAdvance(m_face.tag) + 14.0;
  const QRectF tag(kTileWidth - 8.0 - tagWidth, 8.0, tagWidth, 20.0);
  painter.setPen(cosmetic(theme.border, 1.0));
  painter.setBrush(m_face.stale ? theme.staleFill : theme.header);
  painter.drawRoundedRect(tag, 3.0, 3.0);
  painter.setFont(tagFont);
  painter.setPen(m_face.stale ? theme.stale : theme.text);
  painter.drawText(tag, Qt::AlignCenter, m_face.tag);
  painter.setPen(theme.text);
  if (m_face.heat >= 0.0) {  // as long and as deep as it is high among the tiles
    const std::size_t depth = 2 + static_cast<std::size_t>(qRound(std::min(m_face.heat, 1.0) * 5.0));
    painter.fillRect(QRectF(tag.left(), tag.bottom() + 1.0, tag.width() * m_face.heat, 3.0),
                     theme.sequential[depth]);
  }

  constexpr double kFirst = 24.0, kSecond = 43.0, kLast = 86.0;  // baselines
  const QFont strong = tileFont(13.0, QFont::DemiBold);
  painter.setFont(strong);
  drawFitted(painter, QPointF(kLeft + 18.0, kFirst), m_face.title, strong, tag.left() - kLeft - 18.0 - 6.0);
  double right = kTileWidth - kRight;
  if (!m_face.count.isEmpty()) {
    const QFont countFont = tileFont(12.0, QFont::DemiBold);
    painter.setFont(countFont);
    const double width = QFontMetricsF(countFont).horizontalAdvance(m_face.count);
    painter.drawText(QPointF(right - width, kSecond), m_face.count);
    right -= width + 6.0;
  }
  const QFont small = tileFont(11.5, QFont::Normal);
  painter.setFont(small);
  painter.setPen(theme.text2);
  drawFitted(painter, QPointF(kLeft, kSecond), m_face.link, small, right - kLeft);
  painter.setFont(small);
  const double networkWidth = QFontMetricsF(small).horizontalAdvance(m_face.network);
  painter.setPen(m_face.networkMissing ? theme.warn : theme.text3);
  painter.drawText(QPointF(kTileWidth - kRight - networkWidth, kLast), m_face.network);
  painter.setPen(theme.text3);
  painter.drawText(QPointF(kLeft, kLast),
                   elided(small, m_face.name, kTileWidth - kRight - networkWidth - kLeft - 10.0));
}

void PoolItem::paintBadge(QPainter& painter) const {
  const Theme& theme = currentTheme();
  const QFont face = tileFont(11.0, QFont::DemiBold);
  const double width = QFontMetricsF(face).horizontalAdvance(m_face.badge) + 24.0;
  const QRectF box(kTileWidth - width + 8.0, -14.0, width, 22.0);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.error);
  painter.drawRoundedRect(box, 3.0, 3.0);
  painter.setPen(theme.panel);
  painter.setFont(face);
  painter.drawText(box, Qt::AlignCenter, m_face.badge);
}

QVariant PoolItem::itemChange(GraphicsItemChange change, const QVariant& value) {
  if (change == ItemPositionChange && m_scene.isDragging() && m_scene.snapsNow())
    return m_scene.snappedTile(*this, value.toPointF());
  if (change == ItemPositionHasChanged) m_scene.placeLinks();
  return QGraphicsItem::itemChange(change, value);
}

}  // namespace astrolabe::ui
