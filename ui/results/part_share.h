#pragma once
// How parts of an iteration of post-training look in bars.

#include "core/post_training/parts.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

/// A part in the looks of the part of a training step that is most alike.
Share shareOfPart(post_training::Part part, const QString& name, double seconds, const Theme& theme);

}  // namespace astrolabe::ui
