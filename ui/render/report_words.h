#pragma once
// Names and settings as every section of the report says them.

#include "ui/render/pareto_figure.h"
#include "ui/render/report_sections.h"

namespace astrolabe::ui {

/// The GPU type of a pool, short.
QString reportGpu(const ReportContent& content, int pool);
/// "32 H100 + 32 A100": what a strategy uses.
QString reportGpus(const strategy::Problem& problem, const cost::Evaluation& evaluation);
/// "TP 8 · PP 4 · DP 2 · zb-h1, optimizer in host memory"; 1F1B needs no word.
QString reportDegrees(const strategy::Strategy& strategy);

/// The strategies of an answer and `others`, options of other kinds, as points of speed against price;
/// without points where none has a price. The answer is what is recommended, of whatever kind.
ParetoFigure tradeoffFigure(const plan::Snapshot& snapshot, const strategy::Problem& problem,
                            const Theme& theme, const std::vector<planning::OptionPtr>& others = {});

/// Columns for finished words: as wide as their longest cell asks for, numbers at the right.
std::vector<TableColumn> reportColumns(const QStringList& heads, const std::vector<QStringList>& rows);

/// What speaks for the answer, in sentences.
void drawWhy(ReportWriter& page, const ReportContent& content);
/// Values moved one at a time: what the first strategy does then, and where another takes its place.
void drawSensitivity(ReportWriter& page, const ReportContent& content);
/// The answer against the other strategies: speed against price, and why each is not first.
void drawTradeoff(ReportWriter& page, const ReportContent& content);
void drawWhyNot(ReportWriter& page, const ReportContent& content);

}  // namespace astrolabe::ui
