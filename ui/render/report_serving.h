#pragma once
// What the sections of a deployment's report share.

#include <QString>
#include <optional>

#include "core/deploy/fleet.h"
#include "core/serving/question.h"
#include "ui/render/report_kinds.h"

namespace astrolabe::ui {

/// "TP 4, PP 2", and of a disaggregated one "2 × prefill TP 4 + 3 × decode TP 8".
QString servedWorkersText(const serving::Deployment& deployment);
/// "4 × TP 4 on h100 + 2 × TP 2 on l40s".
QString servedLayoutText(const deploy::Fleet& fleet, const strategy::Problem& problem);
/// What limits a group, in words.
QString servedBindsText(serving::Binds binds);

/// What is to be served; `cache`: the type of keys and values, where one is known.
void drawServingQuestion(ReportWriter& page, const FoundContent& content, const serving::ServeJob& job,
                         const std::optional<serving::DataType>& cache);
/// The pools of the cluster.
void drawServingPools(ReportWriter& page, const FoundContent& content);

/// The all-to-all of experts of each group; nothing where there is none.
void drawServingExchange(ReportWriter& page, const FoundContent& content);
/// How far the answer holds, where that was worked out.
void drawServingSensitivity(ReportWriter& page, const FoundContent& content);
/// How the figures come about, with the formulas.
void drawServingMethod(ReportWriter& page, const FoundContent& content);
/// The constants of the engines' software.
void drawServingConstants(ReportWriter& page, const FoundContent& content);
/// The arguments with which each server is started; what an engine cannot express is told.
void drawServingStart(ReportWriter& page, const FoundContent& content);

}  // namespace astrolabe::ui
