#include "ui/render/scale_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <functional>

#include "ui/render/answer_text.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using plan::Scale;
using plan::ScalePoint;

struct ScaleWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ScaleView)
};

QString nodesText(int nodes) { return grouped(ScaleWords::tr("%n nodes", nullptr, nodes), nodes); }

bool isEndlessAt(const ScalePoint& point) { return point.best && isEndless(point.best->outcome); }

/// None for a job that never ends.
std::optional<double> usdOf(const ScalePoint& point) {
  return point.best && point.best->outcome.usd && !isEndlessAt(point)
             ? std::optional(point.best->outcome.usd->value)
             : std::nullopt;
}

/// "41 days, $3.2 M".
QString takenText(const ScalePoint& point) {
  if (isEndless(point.best->outcome)) return jobHoursText(point.best->outcome);
  QStringList parts{hoursText(point.best->outcome.hours)};
  if (const auto usd = usdOf(point)) parts << moneyText(usd);
  return parts.join(u", "_s);
}

QString limitsText(const ScalePoint& point) {
  return point.violation.binding == cost::Binding::none ? ScaleWords::tr("within the limits")
                                                        : violationText(point.violation);
}

/// "1, 2, 3": the counts of those that do.
QString countsText(const Scale& scale, const std::function<bool(const ScalePoint&)>& does) {
  QStringList counts;
  for (const ScalePoint& point : scale.points)
    if (does(point)) counts << wholeText(point.nodes);
  return counts.join(u", "_s);
}

/// The possible point with the least of something; null where none has it.
const ScalePoint* leastBy(const Scale& scale,
                          const std::function<std::optional<double>(const ScalePoint&)>& of) {
  const ScalePoint* least = nullptr;
  for (const ScalePoint& point : scale.points)
    if (point.best && of(point) && (least == nullptr || *of(point) < *of(*least))) least = &point;
  return least;
}

}  // namespace

QString scalePointText(const ScalePoint& point) {
  if (!point.best) return ScaleWords::tr("%1: no strategy fits").arg(nodesText(point.nodes));
  const QString text = ScaleWords::tr("%1: %2; %3", "nodes, time and cost, limits")
                           .arg(nodesText(point.nodes), takenText(point), limitsText(point));
  return point.idle ? ScaleWords::tr("%1; some GPUs stand idle and are paid").arg(text) : text;
}

QStringList scaleSentences(const Scale& scale) {
  QStringList told;
  const bool found = std::any_of(scale.points.begin(), scale.points.end(),
                                 [](const ScalePoint& point) { return point.best.has_value(); });
  if (found && scale.mixed)
    told << (scale.state_anywhere
                 ? ScaleWords::tr("Each point is the fastest strategy, the state of the optimizer anywhere.")
                 : ScaleWords::tr("Each point is the fastest strategy, each stage holding its own state."));
  if (const auto at = plan::knee(scale)) {
    const ScalePoint& point = scale.points[*at];
    told << ScaleWords::tr(
                "The knee is at %1: %2. Beyond it a further node saves less time than on average over "
                "all that is drawn.")
                .arg(nodesText(point.nodes), takenText(point));
  }
  if (scale.deadline_hours) {
    const QString limit = hoursText(*scale.deadline_hours);
    const ScalePoint* fewest = leastBy(scale, [&](const ScalePoint& point) {
      return point.best->outcome.hours <= *scale.deadline_hours ? std::optional<double>(point.nodes)
                                                                : std::nullopt;
    });
    told << (fewest != nullptr ? ScaleWords::tr("%1 are the fewest that are done within %2: %3.")
                                     .arg(nodesText(fewest->nodes), limit, takenText(*fewest))
                               : ScaleWords::tr("No count drawn is done within %1.").arg(limit));
  }
  if (scale.budget_usd) {
    const QString counts = countsText(
        scale, [&](const ScalePoint& point) { return usdOf(point) && *usdOf(point) <= *scale.budget_usd; });
    const QString limit = moneyText(*scale.budget_usd);
    told << (counts.isEmpty()
                 ? ScaleWords::tr("No count drawn keeps the budget of %1.").arg(limit)
                 : ScaleWords::tr("The budget of %1 is kept at a count of %2.").arg(limit, counts));
  }
  if (const ScalePoint* cheapest = leastBy(scale, usdOf))
    told << ScaleWords::tr("The job is cheapest on %1: %2.")
                .arg(nodesText(cheapest->nodes), takenText(*cheapest));
  const QString none = countsText(scale, [](const ScalePoint& point) { return !point.best; });
  if (!none.isEmpty()) told << ScaleWords::tr("No strategy fits at a count of %1.").arg(none);
  const QString idle = countsText(scale, [](const ScalePoint& point) { return point.best && point.idle; });
  if (!idle.isEmpty())
    told << ScaleWords::tr("At a count of %1 no strategy takes all GPUs: some stand idle and are paid.")
                .arg(idle);
  if (const QString endless = countsText(scale, isEndlessAt); !endless.isEmpty())
    told << ScaleWords::tr("At a count of %1 the job takes for ever: failures leave it no time to end.")
                .arg(endless);
  return told;
}

QStringList scaleColumns() {
  return {ScaleWords::tr("Time"), ScaleWords::tr("Cost"), ScaleWords::tr("Limits")};
}

QStringList scaleCells(const ScalePoint& point) {
  if (!point.best) return {ScaleWords::tr("no strategy fits"), unknownText(), unknownText()};
  return {jobHoursText(point.best->outcome), moneyText(usdOf(point)), limitsText(point)};
}

}  // namespace astrolabe::ui
