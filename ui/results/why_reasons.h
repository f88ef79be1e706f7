#pragma once
// The words of the Why view: what one strategy is told in one line. No widget.

#include <QString>

#include "core/plan/why.h"
#include "ui/render/chosen_because.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

/// "32 H100 + 32 A100 · micro-batch 1 · 1f1b · selective recompute".
QString usageText(const cost::Evaluation& evaluation, const strategy::Problem& problem);

/// The verdict in a few words: "Out of memory: 3.1 GiB over".
QString verdictTitle(const plan::Why& why, const plan::Snapshot& snapshot);

}  // namespace astrolabe::ui
