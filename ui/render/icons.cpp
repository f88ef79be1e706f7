#include "ui/render/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

#include "ui/render/theme.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

/// Renders the drawing when it is painted, with the stroke of the theme that is then in force.
class LineIconEngine : public QIconEngine {
 public:
  LineIconEngine(QString name, bool onAccent) : m_name(std::move(name)), m_onAccent(onAccent) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const Theme& theme = currentTheme();
    const QColor stroke =
        mode == QIcon::Disabled ? theme.disabled : (m_onAccent ? theme.onAccent : theme.text2);
    QByteArray drawing = source();
    drawing.replace("#000", stroke.name().toLatin1());  // the one colour of every drawing in resources/icons
    QSvgRenderer renderer(drawing);
    const int side = std::min(rect.width(), rect.height());
    renderer.render(painter, QRectF(rect.x() + (rect.width() - side) / 2.0,
                                    rect.y() + (rect.height() - side) / 2.0, side, side));
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return scaledPixmap(size, mode, state, 1.0);
  }

  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return pixmap;
  }

  QIconEngine* clone() const override { return new LineIconEngine(m_name, m_onAccent); }
  QString key() const override { return u"astrolabe-line"_s; }
  bool isNull() override { return source().isEmpty(); }

 private:
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
