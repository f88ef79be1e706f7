#pragma once
// The words of the Why view: what one strategy is told in one line. No widget.

#include <QString>
#include <QStringList>

#include "core/plan/why.h"
#include "ui/document/why_answer.h"
#include "ui/render/chosen_because.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

/// "32 H100 + 32 A100 · micro-batch 1 · 1f1b · selective recompute".
QString usageText(const cost::Evaluation& evaluation, const strategy::Problem& problem);

/// The verdict in a few words: "Out of memory: 3.1 GiB over".
QString verdictTitle(const plan::Why& why, const plan::Snapshot& snapshot);

/// What is weighed term by term: beside the best strategy, and of what is behind none beside the plan of
/// another kind that stands first; null for an error.
const plan::Why* weighed(const WhyAnswer& answer);
/// What an answer without an error says below its title.
QStringList answerSentences(const WhyAnswer& answer);

}  // namespace astrolabe::ui
