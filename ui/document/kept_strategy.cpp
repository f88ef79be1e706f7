#include "ui/document/kept_strategy.h"

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/hardware/join_pools.h"

namespace astrolabe::ui {

Result<strategy::Strategy> keptStrategy(const std::string& json, const strategy::Problem& problem) {
  const auto read = parse_json(json, code::broken_json);
  if (!read) return tl::unexpected<Error>(read.error());
  return strategy::read_strategy(hardware::with_joined_pools(*read, problem.cluster), problem.pool_ids(),
                                 problem.graph->layer_count());
}

}  // namespace astrolabe::ui
