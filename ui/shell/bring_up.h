#pragma once
// A window beside the main one comes to the front.

#include <QApplication>
#include <QWidget>

namespace astrolabe::ui {

/// Shows a window in front, with the keys. Where a dialog waits for an answer it keeps them and stays in
/// front: the desktop would give them to a window that is made anew once it has shown it, later than anyone
/// else can take them.
inline void bringUp(QWidget& window) {
  const bool asked = QApplication::activeModalWidget() != nullptr;
  window.setAttribute(Qt::WA_ShowWithoutActivating, asked);
  window.show();
  if (asked) return;
  window.raise();
  window.activateWindow();
}

}  // namespace astrolabe::ui
