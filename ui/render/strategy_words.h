#pragma once
// A strategy in a few words.

#include <QString>

#include "core/strategy/strategy.h"

namespace astrolabe::ui {

/// "none", "selective", "12 layers" of a strategy, "8 to 12 layers" when its stages differ.
QString recomputeText(const strategy::Strategy& strategy);
/// What lies in host memory; empty where nothing does.
QString offloadText(const strategy::Strategy& strategy);
/// With a space in "DP 2" at which no line is broken.
QString boundDegrees(QString words);
/// "TP 8 · PP 4 · DP 2", with CP and EP where they are used; no line is broken between a name and its number.
QString degreesText(const strategy::Strategy& strategy);
/// What a strategy without a rank is called: "mine", or "state anywhere" where it moves state of the optimizer.
QString unrankedText(const strategy::Strategy& strategy);
/// Tensor parallelism of the pools, "8" or "8·4".
QString tensorText(const strategy::Strategy& strategy);

/// "29 · 28 · 12 · 11", and "2 × 20 + 4 × 10" where there are many.
QString layersText(const strategy::Strategy& strategy);

}  // namespace astrolabe::ui
