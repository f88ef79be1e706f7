#include "ui/render/outcome_words.h"

#include <QCoreApplication>

#include "core/cost/endless.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

bool isEndless(const cost::Outcome& outcome) { return cost::is_endless(outcome); }

QString jobHoursText(const cost::Outcome& outcome) {
  return isEndless(outcome) ? QCoreApplication::translate("Messages", "for ever", "how long a job takes")
                            : hoursText(outcome.hours);
}

QString progressText(double share) {
  constexpr double kMost = 0.999, kShown = 0.9995;  // from there on one decimal says 100.0
  return share >= kShown && share < 1.0 ? leftToRightText(u'>' + percentText(kMost)) : percentText(share);
}

}  // namespace astrolabe::ui
