#pragma once
// Plots as pages of a presentation: drawn with letters that can be read from afar, and told in words.

#include <QFont>
#include <QPainter>
#include <QStringList>
#include <functional>
#include <memory>

#include "core/engine.h"
#include "core/plan/snapshot.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

/// Draws into a rectangle; no letter is smaller than `letters`.
using SlideDrawing = std::function<void(QPainter& painter, const QRectF& area, const QFont& letters)>;

/// The step of a strategy between two times (0 to 0: all of it); stages for which there is no room are left
/// out, and it says so.
SlideDrawing timelineDrawing(const plan::SnapshotPtr& snapshot, planning::OptionPtr detail, double begin,
                             double end, const Theme& theme);
/// The timeline of a strategy in words: each stage with the share of the step that it waits.
QStringList timelineTold(const plan::Snapshot& snapshot, const planning::Option& detail);
/// The strategies of an answer, speed against price. Precondition: one of them has a price.
SlideDrawing paretoDrawing(const plan::SnapshotPtr& snapshot, const Theme& theme);
/// The frontier of speed against price in words; empty where no strategy has a price.
QStringList paretoTold(const plan::Snapshot& snapshot, const Theme& theme);

}  // namespace astrolabe::ui
