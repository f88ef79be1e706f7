#pragma once
// What a row of the palette has no room for: every figure of a type that the catalogue knows, with its sources.

#include <QStringList>

#include "core/hardware/catalogue.h"

namespace astrolabe::ui {

/// Lines for a tooltip; figures that are not known are left out.
QStringList tipLines(const hardware::NodeType& node, const hardware::Catalogue& catalogue);
QStringList tipLines(const hardware::Gpu& gpu, const hardware::Catalogue& catalogue);

}  // namespace astrolabe::ui
