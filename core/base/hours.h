#pragma once
// The hours of a year and of a month, where a price is that of one of them.

namespace astrolabe {

inline constexpr double kHoursPerYear = 8760.0;  ///< over which a purchase is written off: 365 days
inline constexpr double kHoursPerDay = 24.0;
inline constexpr double kHoursPerWeek = 7.0 * kHoursPerDay;
inline constexpr double kHoursPerMonth = 8766.0 / 12.0;  ///< of hosting: a year has 365.25 days on average

}  // namespace astrolabe
