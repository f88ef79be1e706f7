#pragma once
// Lying bars of a plot whose rows are whole numbers, and the words beside them.

#include <QColor>
#include <QString>

#include "ui/render/theme.h"

namespace astrolabe::ui {

class NamedPlot;

inline constexpr double kHalfBar = 0.31;  ///< half the height of a bar, in rows

/// Adds a bar from one value to another; paler where it is of an older question (`stale`).
void addBar(NamedPlot& plot, double from, double to, double row, const PartStyle& style, const Theme& theme,
            bool stale);
/// Adds words right of `x`, or left of it. They may leave the axes where they are not `clipped`.
void addBarText(NamedPlot& plot, double x, double row, const QString& text, const QColor& color, bool right,
                bool clipped = true);

}  // namespace astrolabe::ui
