#pragma once
// What is said of plans around slow and failed GPUs.

#include <QString>
#include <QStringList>
#include <vector>

#include "core/planning/layout.h"
#include "core/replan/replan.h"

namespace astrolabe::ui {

/// "Re-balance layers".
QString replanKindText(replan::Kind kind);
/// As that; of a fresh start of another kind than a strategy: "Start anew: pipelines".
QString replanPlanText(const replan::Plan& plan);
/// The degrees of a strategy that runs, the name of another kind.
QString runningText(const planning::LayoutPtr& running);
/// "node 3 of new, GPU 5".
QString gpuPlaceText(const replan::GpuId& gpu, const strategy::Problem& problem);

/// Headings of a table of plans, and a row for each plan; the recommended one says so in words.
QStringList replanColumns();
std::vector<QStringList> replanRows(const replan::Answer& answer);

/// What a plan looks like: its pipelines with their micro-batches, layers and tensor parallelism, and the
/// GPUs that it leaves idle.
QStringList replanDetail(const replan::Plan& plan, const strategy::Problem& problem);

/// What is recommended, in sentences.
QStringList replanLead(const replan::Answer& answer);
/// What goes with it: how steps are counted, what moves, how long that takes, whether runtimes start it.
QStringList replanRest(const replan::Answer& answer);
/// Both.
QStringList replanSentences(const replan::Answer& answer);

/// Columns and a row for each factor of a what-if curve.
QStringList curveColumns();
std::vector<QStringList> curveRows(const replan::Curve& curve);
/// "2.5 ×", "failed".
QString factorText(double factor);

}  // namespace astrolabe::ui
