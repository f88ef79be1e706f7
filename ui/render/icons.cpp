#include "ui/render/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPaintEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "ui/render/theme.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

/// Renders the drawing when it is first painted at a size, with the stroke of the theme that is then in
/// force.
class LineIconEngine : public QIconEngine {
 public:
  LineIconEngine(QString name, bool onAccent) : m_name(std::move(name)), m_onAccent(onAccent) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const int side = std::min(rect.width(), rect.height());
    const QPointF corner(rect.x() + (rect.width() - side) / 2.0, rect.y() + (rect.height() - side) / 2.0);
    const bool onPixels = painter->paintEngine()->type() == QPaintEngine::Raster &&
                          painter->worldTransform().type() <= QTransform::TxTranslate;
    if (!onPixels) return draw(*painter, QRectF(corner, QSizeF(side, side)), mode);
    const qreal ratio = painter->device()->devicePixelRatioF();
    QPixmap picture = rendered(QSizeF(side * ratio, side * ratio).toSize(), mode);
    picture.setDevicePixelRatio(ratio);
    painter->drawPixmap(corner, picture);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override { return rendered(size, mode); }

  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal) override {
    return rendered(size, mode);
  }

  QIconEngine* clone() const override { return new LineIconEngine(m_name, m_onAccent); }
  QString key() const override { return u"astrolabe-line"_s; }
  bool isNull() override { return source().isEmpty(); }

 private:
  /// The drawing in the middle of `size` pixels, made once for each theme.
  QPixmap rendered(const QSize& size, QIcon::Mode mode) {
    const QString key =
        u"astrolabe.icon %1 %2 %3 %4"_s.arg(m_name, stroke(mode).name()).arg(size.width()).arg(size.height());
    QPixmap picture;
    if (QPixmapCache::find(key, &picture)) return picture;
    picture = QPixmap(size);
    picture.fill(Qt::transparent);
    const int side = std::min(size.width(), size.height());
    QPainter painter(&picture);
    draw(painter, QRectF((size.width() - side) / 2.0, (size.height() - side) / 2.0, side, side), mode);
    painter.end();
    QPixmapCache::insert(key, picture);
    return picture;
  }

  void draw(QPainter& painter, const QRectF& box, QIcon::Mode mode) {
    QByteArray drawing = source();
    // The one colour of every drawing in resources/icons.
    drawing.replace("#000", stroke(mode).name().toLatin1());
    QSvgRenderer(drawing).render(&painter, box);
  }

  QColor stroke(QIcon::Mode mode) const {
    const Theme& theme = currentTheme();
    return mode == QIcon::Disabled ? theme.disabled : (m_onAccent ? theme.onAccent : theme.text2);
  }
  const QByteArray& source() {
    if (m_source.isEmpty()) {
      QFile file(u":/astrolabe/icons/%1.svg"_s.arg(m_name));
      if (file.open(QIODevice::ReadOnly)) m_source = file.readAll();
    }
    return m_source;
  }
  QString m_name;
  QByteArray m_source;
  bool m_onAccent;
};

}  // namespace

QIcon noIcon() {
  constexpr int kSide = 128;  // no text asks for larger ones, and none is made larger than it is
  QPixmap nothing(kSide, kSide);
  nothing.fill(Qt::transparent);
  return {nothing};
}

QIcon icon(const QString& name, bool onAccent) { return QIcon(new LineIconEngine(name, onAccent)); }

}  // namespace astrolabe::ui
