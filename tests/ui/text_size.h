#pragma once
// Text of another size, for tests.

#include <QApplication>
#include <QFont>

namespace astrolabe::ui {

/// Text of that size while it lives, whatever a test ends by.
class TextSize {
 public:
  static TextSize points(int size) {
    QFont face = QApplication::font();
    face.setPointSize(size);
    return TextSize(face);
  }
  static TextSize pixels(int size) {
    QFont face = QApplication::font();
    face.setPixelSize(size);
    return TextSize(face);
  }
  ~TextSize() { QApplication::setFont(m_before); }
  Q_DISABLE_COPY_MOVE(TextSize)

 private:
  explicit TextSize(const QFont& face) : m_before(QApplication::font()) { QApplication::setFont(face); }
  QFont m_before;
};

}  // namespace astrolabe::ui
