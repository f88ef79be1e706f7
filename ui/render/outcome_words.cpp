#include "ui/render/outcome_words.h"

#include <QCoreApplication>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

bool isEndless(const cost::Outcome& outcome) {
  constexpr double kHoursOfAYear = 8766.0, kMostYears = 1e4;
  return outcome.hours > kHoursOfAYear * kMostYears;
}

QString jobHoursText(const cost::Outcome& outcome) {
  return isEndless(outcome) ? QCoreApplication::translate("Messages", "for ever", "how long a job takes")
                            : hoursText(outcome.hours);
}

}  // namespace astrolabe::ui
