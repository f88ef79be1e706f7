#pragma once
// One question about an all-to-all and all that is answered: mapping, bound, schedule.

#include <optional>
#include <string>

#include "core/base/json.h"
#include "core/exchange/mapping.h"
#include "core/exchange/schedule.h"

namespace astrolabe::exchange {

/// Traffic of one model, or of two that share the GPUs.
struct ExchangeQuestion {
  Traffic first;
  std::optional<Traffic> second;  ///< as many GPUs as `first`
  std::vector<double> rates;      ///< of each GPU, units a second
};

struct ExchangeAnswer {
  Mapping mapping;
  Traffic traffic;  ///< between GPUs, of both models
  Schedule schedule;
  double in_order_seconds = 0.0;      ///< where everybody sends in the order of receivers
  std::vector<double> alone_seconds;  ///< bounds of each model alone, its experts mapped for itself
};

/// Maps experts to GPUs, bounds and schedules what they send. With equal rates and one model experts stay
/// where they are.
ExchangeAnswer answer(const ExchangeQuestion& question);

/// The answer of `astrolabe-cli alltoall`: that of the schedule with "mapping": of one model the GPU of each
/// expert; of two the expert of the second beside each of the first, and "gpu_of" the GPU of each pair.
Json to_json(const ExchangeAnswer& answer);

}  // namespace astrolabe::exchange
