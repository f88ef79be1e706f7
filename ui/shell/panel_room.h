#pragma once
// How much room each panel gets in a window of some size and text.

#include <QMainWindow>

#include "ui/shell/panels.h"

namespace astrolabe::ui {

/// The side on which hardware stands and the one on which model and goal do: the toolkit mirrors bars and
/// dialogs for languages that are written from the right, but not the sides of a main window.
Qt::DockWidgetArea sideBefore();
Qt::DockWidgetArea sideBehind();

/// Widths of the side panels and heights of those that share a column, in pixels, at the first start of a
/// window as large as `window` is now.
int paletteWidth(const QMainWindow& window);
int modelWidth(const QMainWindow& window);
/// Of the column at the side of the cluster.
int columnHeight(const QMainWindow& window, const Panels& panels);
/// As much as the model and what is asked of it have to say, but where that leaves the goal too little not
/// more than half of the column, or than their part of what both say.
int modelHeight(const QMainWindow& window, const Panels& panels);
/// Model and goal can stand below each other: most of what the task asks for is seen.
bool hasRoomForBoth(const QMainWindow& window, const Panels& panels);
int resultsHeight(const QMainWindow& window, const Panels& panels);

/// In a window whose text is so large that it holds half of what it usually does, hardware, model and goal
/// are tabs of one column as high as the window; what menus hold as well leaves canvas and palette. A roomy
/// one has them at both sides again.
void gatherWhereTight(QMainWindow& window, const Panels& panels);

}  // namespace astrolabe::ui
