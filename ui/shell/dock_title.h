#pragma once

#include <QDockWidget>
#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace astrolabe::ui {

/// The 32 px head of a dock: its title in the section face and, at the right, the controls that belong to it.
/// A drag on it moves the dock, a double click floats it, as with the ordinary title.
class DockTitle : public QWidget {
  Q_OBJECT

 public:
  DockTitle(const QString& title, QDockWidget* dock);
  /// Adds a control at the right end.
  void addControl(QWidget* control);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QHBoxLayout* m_layout;
  QLabel* m_label;
};

}  // namespace astrolabe::ui
