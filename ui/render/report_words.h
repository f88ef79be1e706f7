#pragma once
// Names and settings as every section of the report says them.

#include "ui/render/report_sections.h"

namespace astrolabe::ui {

/// The GPU type of a pool, short.
QString reportGpu(const ReportContent& content, int pool);
/// "32 H100 + 32 A100": what a strategy uses.
QString reportGpus(const strategy::Problem& problem, const cost::Evaluation& evaluation);
/// "TP 8 · PP 4 · DP 2 · zb-h1"; 1F1B needs no word.
QString reportDegrees(const strategy::Strategy& strategy);
/// Order in which a GPU type enters the cluster: its colour and shape.
int reportGpuIndex(const strategy::Problem& problem, const std::string& id);

/// The answer against the other strategies: speed against price, and why each is not first.
void drawTradeoff(ReportPage& page, const ReportContent& content);
void drawWhyNot(ReportPage& page, const ReportContent& content);

}  // namespace astrolabe::ui
