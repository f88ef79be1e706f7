#include "ui/render/outcome_words.h"

#include <QCoreApplication>

#include "core/cost/endless.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

bool isEndless(const cost::Outcome& outcome) { return cost::is_endless(outcome); }

QString jobHoursText(const cost::Outcome& outcome) {
  return isEndless(outcome) ? QCoreApplication::translate("Messages", "for ever", "how long a job takes")
                            : hoursText(outcome.hours);
}

}  // namespace astrolabe::ui
