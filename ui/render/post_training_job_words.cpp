#include "ui/render/post_training_job_words.h"

#include <QCoreApplication>
#include <optional>

#include "ui/render/answer_text.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct WholeJob {
  Q_DECLARE_TR_FUNCTIONS(PostTrainings)
};

QString hoursOf(const cost::Outcome& outcome) {
  return hoursBandText(outcome.hours, outcome.hours_low, outcome.hours_high);
}

QString costOf(const cost::Outcome& outcome) {
  if (!outcome.usd || !outcome.usd_low || !outcome.usd_high)
    return moneyText(outcome.usd ? outcome.usd->value : 0.0);
  return WholeJob::tr("%1 (%2 to %3)", "a time with its band")
      .arg(moneyText(outcome.usd->value), moneyText(outcome.usd_low->value),
           moneyText(outcome.usd_high->value));
}

/// Whether a limit that a figure keeps is kept by the whole band of it, too; empty where it is not kept.
QString againstLimit(cost::Binding binding, std::optional<double> limit, double value, double high) {
  if (!limit || value > *limit) return {};
  const std::string key = cost::to_string(binding);
  const QString allowed =
      binding == cost::Binding::budget ? exactMoneyText(*limit) : exactText(*limit) + kThinSpace + u'h';
  return (high > *limit
              ? WholeJob::tr("The band crosses the %1, %2: that may not hold.", "name of a limit, its value")
              : WholeJob::tr("The whole band is within the %1, %2.", "name of a limit, its value"))
      .arg(limitName(key), allowed);
}

}  // namespace

QString wholeJobText(const planning::Option& option) {
  const cost::Outcome& outcome = option.evaluation.outcome;
  if (!(outcome.hours > 0.0)) return unknownText();
  return outcome.usd ? hoursOf(outcome) + u" · "_s + moneyText(outcome.usd->value) : hoursOf(outcome);
}

QStringList wholeJobSentences(const planning::Option& option, const strategy::Problem& problem) {
  const cost::Outcome& outcome = option.evaluation.outcome;
  if (!(outcome.hours > 0.0)) return {};
  QStringList said{
      outcome.usd ? WholeJob::tr("With failures, the whole job takes %1 and costs %2.", "time, money")
                        .arg(hoursOf(outcome), costOf(outcome))
                  : WholeJob::tr("With failures, the whole job takes %1.", "time").arg(hoursOf(outcome))};
  said << againstLimit(problem.job.done_by_first() ? cost::Binding::done_by : cost::Binding::deadline,
                       problem.job.deadline(), outcome.hours, outcome.hours_high);
  if (outcome.usd)
    said << againstLimit(cost::Binding::budget, problem.job.limits.budget_usd, outcome.usd->value,
                         (outcome.usd_high ? outcome.usd_high : outcome.usd)->value);
  said.removeAll(QString());
  return said;
}

QString beyondLimitsText(const planning::FoundPostTrainings& found) {
  if (found.options.empty() || found.options.front()->is_possible()) return {};
  return messageFor(found.options.front()->violation, found.question->problem).body;
}

QString noneOfFormText(const planning::PostTrainingOfForm& form) {
  return form.beyond_limits ? WholeJob::tr("is not within the limits", "a form of placements")
                            : WholeJob::tr("does not fit", "a form of placements");
}

}  // namespace astrolabe::ui
