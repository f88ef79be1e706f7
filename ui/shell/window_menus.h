#pragma once

#include <QMainWindow>

namespace astrolabe::ui {

class Actions;

/// Fills the menu bar of `window` with the menus of the table of actions, whose keys hold in the whole
/// window. Returns the menu for recent plans, which is empty.
QMenu* buildMenus(QMainWindow& window, const Actions& actions);

}  // namespace astrolabe::ui
