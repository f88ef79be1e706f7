#pragma once
// What a serving job asks, in words: one place for the comparison, the report and slides.

#include <QString>
#include <optional>
#include <vector>

#include "core/serving/question.h"
#include "core/strategy/job.h"

namespace astrolabe::ui {

/// A setting of a serving job.
struct ServingSetting {
  const char* field;  ///< its key in a job: "traffic", "promises.ttft_seconds"
  QString name;
  QString (*text)(const serving::ServeJob&);
  bool optional = false;  ///< told only where a job says it
};
/// All of them, in the order in which they are asked.
std::vector<ServingSetting> servingSettings();

/// Whether somebody stated it; else the job keeps what is usual, or what the window began with.
bool isStated(const ServingSetting& setting, const strategy::Job& job);
/// The serving part of a job; none where it trains or is not right.
std::optional<serving::ServeJob> servedJob(const strategy::Job& job);

/// "6 requests/s", "64 requests in flight".
QString trafficText(const serving::Traffic& traffic);
/// "1,000", "1,155 on average, as in azure-2023-conv".
QString lengthsText(const serving::Lengths& lengths);
/// "busiest hour 14:00, 1.6 times the stated rate; 0.4 times at 4:00"; empty without hours.
QString hoursOfDayText(const std::vector<double>& hours);

}  // namespace astrolabe::ui
