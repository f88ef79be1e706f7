#pragma once
// How far the answer to a serving question holds and how it grows, in words: for the views and the report.

#include <QStringList>

#include "core/planning/serving_moves.h"
#include "ui/render/moved_words.h"

namespace astrolabe::ui {

/// "Requests per second", "Rent of h200".
QString leverName(const planning::ServingLever& lever, const planning::Question& question,
                  serving::Traffic::Kind kind);
/// "$ per million tokens".
QString metricName(planning::ServingMetric metric);
QString metricText(planning::ServingMetric metric, const std::optional<double>& value);
ToldMoves toldMoves(const planning::ServingSensitivity& found, const planning::Question& question,
                    serving::Traffic::Kind kind);

/// "6 requests/s", "64 users".
QString demandText(serving::Traffic::Kind kind, double demand);
/// "12 requests/s: 2 × TP 4 on h200, 8 GPUs, $50.4/h", or why nothing serves it.
QString trafficPointText(const planning::TrafficScale& scale, const planning::TrafficPoint& point,
                         const planning::Question& question);
QStringList trafficSentences(const planning::TrafficScale& scale, const planning::Question& question);
/// A table of the traffic, without the column of its demand; one of its rows.
QStringList trafficColumns();
QStringList trafficCells(const planning::TrafficPoint& point, const planning::Question& question);

}  // namespace astrolabe::ui
