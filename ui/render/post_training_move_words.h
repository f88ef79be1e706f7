#pragma once
// What is said when a value of a post-training question moves, and when there are more machines or fewer.

#include <QStringList>

#include "core/planning/post_training_moves.h"
#include "ui/render/moved_words.h"

namespace astrolabe::ui {

QString metricName(planning::PostTrainingMetric metric);
ToldMoves toldMoves(const planning::PostTrainingSensitivity& found, const planning::Question& question);

/// "128 GPUs: Actor on 64 h100 | …, 41 s, $12 an iteration".
QString machineShareText(const planning::MachineSharePoint& point, const planning::Question& question);
/// Where another form takes over, what the last machines bring, where an iteration costs least.
QStringList machineShareSentences(const planning::MachineShares& shares, const planning::Question& question);
QStringList machineShareColumns();
QStringList machineShareCells(const planning::MachineSharePoint& point, const planning::Question& question);

}  // namespace astrolabe::ui
