#include "app/cli/trace.h"

#include "core/base/file_write.h"
#include "core/exports/trace.h"

namespace astrolabe::cli {

Result<void> writeTrace(const planning::Option& option, const strategy::Problem& problem,
                        const std::string& path) {
  std::vector<std::string> names;
  for (const cost::Lane& lane : option.timeline.lanes) {
    const std::string pool = problem.cluster.pools.at(static_cast<std::size_t>(lane.pool)).id;
    names.push_back("stage " + std::to_string(names.size()) + " · " + pool + " · " +
                    std::to_string(lane.layers) + " layers");
  }
  return write_file(path, text_of(exports::trace_json(option.timeline, names)));
}

}  // namespace astrolabe::cli
