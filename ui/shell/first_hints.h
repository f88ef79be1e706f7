#pragma once
// What a first start says of palette, goal, run bar and results.

#include <QMainWindow>

#include "ui/document/plan_document.h"

namespace astrolabe::ui {

class Hints;
struct Panels;

/// Shows the four hints over `window`, which owns them; they cover neither tiles nor the rows around the
/// canvas.
Hints* firstHints(QMainWindow& window, const Panels& panels, const PlanDocument& document);

}  // namespace astrolabe::ui
