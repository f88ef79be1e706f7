#include "core/strategy/job.h"

#include <algorithm>
#include <cmath>

#include "core/base/date.h"
#include "core/base/hours.h"

namespace astrolabe::strategy {

std::optional<double> Job::hours_to_done_by() const {
  const auto first = day_number(start), last = day_number(limits.done_by);
  if (!first || !last) return std::nullopt;
  return (*last - *first + 1) * kHoursPerDay;
}

std::optional<double> Job::deadline() const {
  const auto until = hours_to_done_by();
  if (!until || !limits.deadline_hours) return until ? until : limits.deadline_hours;
  return std::min(*until, *limits.deadline_hours);
}

std::string Job::end_after(double hours) const {
  const auto first = day_number(start);
  constexpr double kMostDays = 1e6;
  const double days = std::ceil(hours / kHoursPerDay);
  if (!first || !(days < kMostDays)) return {};
  return date_of(*first + std::max(0, static_cast<int>(days) - 1));
}

bool Job::done_by_first() const {
  const auto until = hours_to_done_by();
  return until && (!limits.deadline_hours || *until < *limits.deadline_hours);
}

bool is_stated(const Job& job, std::string_view key) {
  return std::find(job.stated.begin(), job.stated.end(), key) != job.stated.end();
}

void note_stated(Job& job, const std::string& key) {
  if (!key.empty() && !is_stated(job, key)) job.stated.push_back(key);
}

}  // namespace astrolabe::strategy
