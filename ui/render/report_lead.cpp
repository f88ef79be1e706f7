#include "ui/render/report_lead.h"

#include <QCoreApplication>
#include <algorithm>
#include <optional>

#include "core/planning/recommended.h"
#include "ui/render/answer_text.h"
#include "ui/render/kind_words.h"
#include "ui/render/leader_words.h"
#include "ui/render/mark_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/report_sections.h"
#include "ui/render/report_words.h"
#include "ui/render/runtime_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct LeadWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

}  // namespace

void putBeside(const planning::Beside& beside, const plan::Snapshot& snapshot, ReportOptions& options) {
  for (const planning::OfPlanner& each : beside.others)
    if (each.options && !each.options->empty()) options.beside.push_back(each.options->front());
  options.others = beside.options();
  options.proof = planning::ranking_proof(snapshot, beside);
}

const std::vector<planning::OptionPtr>& othersOf(const ReportOptions& options) {
  return options.others.empty() ? options.beside : options.others;
}

const planning::Option& leadOf(const ReportSubject& subject, const ReportOptions& options) {
  const planning::OptionPtr beside =
      planning::recommended_beside(&subject.winner.evaluation, options.beside, subject.snapshot.objective);
  return beside ? *beside : subject.winner;
}

bool leadsBesideStrategies(const ReportContent& content) { return &content.lead != &content.winner; }

QString leadEndText(const ReportContent& content) {
  return leadEndText(content.snapshot, leadsBesideStrategies(content) ? &content.lead : nullptr,
                     content.options.proof);
}

QString ofStrategiesText() { return LeadWords::tr("Of the strategies alone, the first of which is #1:"); }

QString leadRunsText(const ReportContent& content) {
  if (!leadsBesideStrategies(content)) return {};
  const KindWords& words = kindWords(content.lead);
  const QString runs = runsOnText(words.verdicts(content.problem, content.lead.evaluation));
  return runs.isEmpty() ? words.runtimesNote() : runs;
}

namespace {

/// The first strategy that a runtime starts as it is, by its place; none among the first ones.
std::optional<std::size_t> firstThatRuns(const ReportContent& content) {
  constexpr std::size_t kMostAsked = 20;
  const std::vector<cost::Evaluation>& best = content.snapshot.best;
  for (std::size_t i = 0; i < std::min(best.size(), kMostAsked); ++i)
    if (isStarted(judgeRuntimes(content.problem, best[i].strategy), content.problem)) return i;
  return {};
}

/// What can be started today, where the best strategy is not it.
QString startedText(const ReportContent& content) {
  const std::optional<std::size_t> first = firstThatRuns(content);
  if (!first) return LeadWords::tr("No runtime that the program knows starts one of the strategies.");
  const cost::Evaluation& row = content.snapshot.best[*first];
  const QString runs = runsOnText(content.problem, row.strategy);
  return *first == 0 ? runs
                     : LeadWords::tr("The best that a runtime starts is #%1, %2, with %3 tokens/s. %4",
                                     "place, layout, speed, which runtimes")
                           .arg(wholeText(static_cast<double>(*first + 1)), reportDegrees(row.strategy),
                                wholeText(row.tokens_per_second), runs);
}

}  // namespace

QString leadText(const ReportContent& content) {
  if (!leadsBesideStrategies(content)) return {};
  const cost::Evaluation &strategy = content.winner.evaluation, &lead = content.lead.evaluation;
  QStringList told{
      LeadWords::tr("Recommended is %1.").arg(layoutLine(content.lead.layout)), leadRunsText(content),
      LeadWords::tr(
          "The best strategy, %1, makes %2 tokens/s (%3), with a step in %4 and %5 for 10¹² tokens.")
          .arg(reportDegrees(strategy.strategy), wholeText(strategy.tokens_per_second),
               signedPercentText(strategy.tokens_per_second / lead.tokens_per_second - 1.0),
               durationText(strategy.step.value), moneyText(strategy.money.usd_per_trillion_tokens)),
      placedStepText(strategy), startedText(content)};
  told.removeAll(QString());
  return told.join(u' ');
}

}  // namespace astrolabe::ui
