#include "ui/render/report_lead.h"

#include <QCoreApplication>

#include "core/planning/recommended.h"
#include "ui/render/answer_text.h"
#include "ui/render/kind_words.h"
#include "ui/render/leader_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/report_sections.h"
#include "ui/render/report_words.h"

namespace astrolabe::ui {

namespace {

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

QString leadText(const ReportContent& content) {
  if (!leadsBesideStrategies(content)) return {};
  const cost::Evaluation& strategy = content.winner.evaluation;
  return LeadWords::tr(
             "Recommended is %1. The best strategy, %2, makes %3 tokens/s, with a step in %4 and %5 for 10¹² "
             "tokens; the ranking, the timeline, why and what would change the answer are about it.")
      .arg(layoutLine(content.lead.layout), reportDegrees(strategy.strategy),
           wholeText(strategy.tokens_per_second), durationText(strategy.step.value),
           moneyText(strategy.money.usd_per_trillion_tokens));
}

}  // namespace astrolabe::ui
