#pragma once

#include <QLabel>

namespace astrolabe::ui {

/// A figure that tells how it is worked out when it is clicked or, with the focus, Return or Space is
/// pressed. A hand and a dotted line say so under the pointer. Assistive technology is told of a button.
class FigureLabel : public QLabel {
  Q_OBJECT

 public:
  explicit FigureLabel(QWidget* parent = nullptr);
  /// Off while there is no figure: then it is a label like any other. Off at first.
  void setAskable(bool askable);
  bool isAskable() const { return m_askable; }
  /// As if it was clicked; nothing while there is no figure.
  void ask();

 signals:
  /// It was asked; `at` is where it stands on the screen.
  void asked(const QRect& at);

 protected:
  bool event(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool m_askable = false, m_pressed = false;
};

}  // namespace astrolabe::ui
