#include "ui/canvas/tile_words.h"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>
#include <algorithm>

#include "ui/canvas/geometry.h"
#include "ui/canvas/tile_font.h"

namespace astrolabe::ui {

namespace {

constexpr double kLeastSize = 0.75;  ///< of a text's own size, where that makes room for more of it

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

TileText shaped(const QString& words, const QFont& face, QPointF at) {
  TileText text;
  text.text = QStaticText(words);
  text.text.setTextFormat(Qt::PlainText);
  text.text.setPerformanceHint(QStaticText::AggressiveCaching);
  QTextOption option;
  option.setTextDirection(Qt::LeftToRight);  // a drawing is not mirrored
  option.setWrapMode(QTextOption::NoWrap);
  text.text.setTextOption(option);
  text.text.prepare({}, face);
  text.face = face;
  text.at = at;
  text.ascent = QFontMetricsF(face).ascent();
  return text;
}

/// In its own size, or down to three quarters of it where that makes room for all of it; a longer text loses
/// words, never figures.
TileText fitted(const QString& words, QFont face, QPointF at, double room) {
  const double wide = QFontMetricsF(face).horizontalAdvance(words);
  if (wide > room)
    face.setPixelSize(std::max(1, static_cast<int>(face.pixelSize() * std::max(kLeastSize, room / wide))));
  return shaped(withItsFigures(words, face, room), face, at);
}

/// In the middle of `box`.
TileText centred(const QString& words, const QFont& face, const QRectF& box) {
  const QFontMetricsF metrics(face);
  const double left = box.center().x() - metrics.horizontalAdvance(words) / 2.0;
  return shaped(words, face, {left, box.center().y() + (metrics.ascent() - metrics.descent()) / 2.0});
}

}  // namespace

void TileText::draw(QPainter& painter) const {
  painter.setFont(face);
  painter.drawStaticText(QPointF(at.x(), at.y() - ascent), text);
}

TileWords::TileWords(const PoolFace& face) : family(QGuiApplication::font()) {
  constexpr double kFirst = 24.0, kSecond = 43.0, kLast = 86.0;  // baselines
  const QFont tagFont = tileFont(11.5, QFont::DemiBold), strong = tileFont(13.0, QFont::DemiBold),
              countFont = tileFont(12.0, QFont::DemiBold), small = tileFont(11.5, QFont::Normal),
              alarm = tileFont(11.0, QFont::DemiBold);
  const auto width = [](const QFont& font, const QString& words) {
    return QFontMetricsF(font).horizontalAdvance(words);
  };

  const double tagWidth = width(tagFont, face.tag) + 14.0;
  tagBox = QRectF(kTileWidth - 8.0 - tagWidth, 8.0, tagWidth, 20.0);
  tag = centred(face.tag, tagFont, tagBox);
  const double titleLeft = kTileLeft + 18.0;
  title = fitted(face.title, strong, {titleLeft, kFirst}, tagBox.left() - titleLeft - 6.0);

  double right = kTileWidth - kTileRight;
  if (!face.count.isEmpty()) {
    const double wide = width(countFont, face.count);
    count = shaped(face.count, countFont, {right - wide, kSecond});
    right -= wide + 6.0;
  }
  link = fitted(face.link, small, {kTileLeft, kSecond}, right - kTileLeft);

  const double networkLeft = kTileWidth - kTileRight - width(small, face.network);
  network = shaped(face.network, small, {networkLeft, kLast});
  name = shaped(QFontMetricsF(small).elidedText(face.name, Qt::ElideMiddle, networkLeft - kTileLeft - 10.0),
                small, {kTileLeft, kLast});

  double taken = 0.0;
  if (!face.badge.isEmpty()) {
    const double wide = width(alarm, face.badge);
    badgeBox = QRectF(kTileWidth - wide - 24.0 + 8.0, -14.0, wide + 24.0, 22.0);
    badge = centred(face.badge, alarm, badgeBox);
    taken = wide + 30.0;
  }
  if (!face.condition.isEmpty()) {
    const double room = kTileWidth - taken - 20.0;
    QFont fit = alarm;
    while (width(fit, face.condition) > room && fit.pixelSize() - 1 >= kLeastSize * alarm.pixelSize())
      fit.setPixelSize(fit.pixelSize() - 1);
    const QString words = QFontMetricsF(fit).elidedText(face.condition, Qt::ElideRight, room);
    conditionBox = QRectF(-4.0, -14.0, width(fit, words) + 20.0, 22.0);
    condition = centred(words, fit, conditionBox);
  }
}

}  // namespace astrolabe::ui
