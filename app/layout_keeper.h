#pragma once
// Says when it is worth keeping how a window stands, while it is used.

#include <QObject>
#include <QTimer>

#include "ui/shell/main_window.h"

namespace astrolabe::app {

/// Belongs to a window. Its timer ("layoutKeeper") runs from a change of how the window or its panels stand
/// until due() has told of it.
class LayoutKeeper : public QObject {
  Q_OBJECT

 public:
  explicit LayoutKeeper(ui::MainWindow& window);

 signals:
  /// The window may stand in another way than at the last time, nobody drags anything in it, and its panels
  /// stand where they belong.
  void due();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void tell();

  ui::MainWindow& m_window;
  QTimer m_soon;
};

}  // namespace astrolabe::app
