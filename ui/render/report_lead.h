#pragma once
// What a report recommends: the best strategy, or a plan of another kind that ranks ahead of it.

#include "ui/render/report.h"

namespace astrolabe::ui {

struct ReportContent;

/// Puts what was found beside the search into the options of its report.
void putBeside(const planning::Beside& beside, const plan::Snapshot& snapshot, ReportOptions& options);
/// All options of other kinds that a report knows.
const std::vector<planning::OptionPtr>& othersOf(const ReportOptions& options);
/// The first of `options.beside` that ranks ahead of the best strategy; the winner where none does.
const planning::Option& leadOf(const ReportSubject& subject, const ReportOptions& options);
/// True where a report recommends a plan of another kind than strategies.
bool leadsBesideStrategies(const ReportContent& content);
/// How the search for what is recommended ended: of strategies endText(), of another kind its place and
/// proof, and what is proven of all kinds together where that is known.
QString leadEndText(const ReportContent& content);
/// What a section says that weighs strategies alone, where a plan of another kind leads.
QString ofStrategiesText();
/// Which runtimes start what is recommended, or why none does; empty where it is the best strategy.
QString leadRunsText(const ReportContent& content);
/// What is recommended, whether a runtime starts it, how far the best strategy is behind and what of
/// strategies can be started; empty where it is that one.
QString leadText(const ReportContent& content);

}  // namespace astrolabe::ui
