#include "ui/render/report_lead.h"

#include <QCoreApplication>

#include "core/planning/recommended.h"
#include "ui/render/answer_text.h"
#include "ui/render/kind_words.h"
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

const planning::Option& leadOf(const ReportSubject& subject, const ReportOptions& options) {
  const planning::OptionPtr beside =
      planning::recommended_beside(&subject.winner.evaluation, options.beside, subject.snapshot.objective);
  return beside ? *beside : subject.winner;
}

bool leadsBesideStrategies(const ReportContent& content) { return &content.lead != &content.winner; }

QString leadEndText(const ReportContent& content) {
  return leadsBesideStrategies(content) ? leadEndText(content.lead.proof) : endText(content.snapshot);
}

QString leadEndText(const planning::Proof& proof) {
  if (proof.proven && proof.gap <= 0.0)
    return LeadWords::tr("First of all kinds of plan found, and proven the best of its kind");
  return proof.gap > 0.0 && proof.gap < 1.0
             ? LeadWords::tr("First of all kinds of plan found; one of its kind may be better by at most %1")
                   .arg(percentText(proof.gap))
             : LeadWords::tr("First of all kinds of plan found");
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
