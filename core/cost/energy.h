#pragma once
// Energy and carbon of as many tokens as prices are told for.

#include <optional>

#include "core/base/units.h"
#include "core/cost/evaluation.h"

namespace astrolabe::cost {

/// kWh at the wall for 10^12 tokens, without failures, as usd_per_trillion_tokens is; empty: nothing is
/// trained.
inline std::optional<double> energy_kwh_per_trillion_tokens(const Evaluation& evaluation) {
  if (!(evaluation.tokens_per_second > 0.0)) return std::nullopt;
  return evaluation.money.power_kw * 1e12 / (evaluation.tokens_per_second * kSecondsPerHour);
}

/// Kilograms of CO2 equivalent for the electricity of 10^12 tokens, without failures; empty: nothing is
/// trained, or the job states no carbon intensity.
inline std::optional<double> carbon_kg_per_trillion_tokens(const Evaluation& evaluation) {
  const Money& money = evaluation.money;
  const auto energy = energy_kwh_per_trillion_tokens(evaluation);
  if (!energy || !money.carbon_kg_for_job || !(money.energy_kwh_for_job > 0.0)) return std::nullopt;
  return *energy * (*money.carbon_kg_for_job / money.energy_kwh_for_job);
}

}  // namespace astrolabe::cost
