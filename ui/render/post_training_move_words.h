#pragma once
// What is said when a value of a post-training question moves, and when there are more machines or fewer.

#include <QStringList>

#include "core/planning/post_training_moves.h"

namespace astrolabe::ui {

/// "Length of answers"; of hardware as for training.
QString leverName(const planning::PostTrainingLever& lever, const strategy::Problem& problem);
QString leverText(const planning::PostTrainingLever& lever, double value);
QString metricName(planning::PostTrainingMetric metric);
QString metricText(planning::PostTrainingMetric metric, const std::optional<double>& value);

/// Whether the first stays the best, then each value at which it does not.
QStringList sensitivitySentences(const planning::PostTrainingSensitivity& found,
                                 const planning::Question& question);
QStringList postTrainingMoveColumns();
QStringList moveCells(const planning::PostTrainingSensitivity& found,
                      const planning::PostTrainingSwing& swing, const planning::Question& question);

/// "128 GPUs: Actor on 64 h100 | …, 41 s, $12 an iteration".
QString machineShareText(const planning::MachineSharePoint& point, const planning::Question& question);
/// Where another form takes over, what the last machines bring, where an iteration costs least.
QStringList machineShareSentences(const planning::MachineShares& shares, const planning::Question& question);
QStringList machineShareColumns();
QStringList machineShareCells(const planning::MachineSharePoint& point, const planning::Question& question);

}  // namespace astrolabe::ui
