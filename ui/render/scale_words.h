#pragma once
// Time and cost against nodes in words.

#include <QStringList>

#include "core/plan/scale.h"

namespace astrolabe::ui {

/// "8 nodes: 41 days, $3.2 M; within the limits".
QString scalePointText(const plan::ScalePoint& point);
/// The knee, what the deadline and the budget leave, the cheapest count, and which have no strategy.
QStringList scaleSentences(const plan::Scale& scale);
/// A table of the counts without the column of their names; one of its rows.
QStringList scaleColumns();
QStringList scaleCells(const plan::ScalePoint& point);

}  // namespace astrolabe::ui
