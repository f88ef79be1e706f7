#include "app/cli/trace.h"

#include "core/base/file_write.h"
#include "core/exports/trace.h"
#include "core/planning/planner.h"

namespace astrolabe::cli {

Result<std::string> traceText(const planning::Option& option, const strategy::Problem& problem) {
  if (const planning::Planner* planner = planning::find_planner(planning::kind_of(option)))
    for (const planning::Export& form : planner->exports())
      if (form.id == "trace") return form.text(option);
  std::vector<std::string> names;
  for (const cost::Lane& lane : option.timeline.lanes) {
    const std::string pool = problem.cluster.pools.at(static_cast<std::size_t>(lane.pool)).id;
    names.push_back("stage " + std::to_string(names.size()) + " · " + pool + " · " +
                    std::to_string(lane.layers) + " layers");
  }
  return text_of(exports::trace_json(option.timeline, names));
}

Result<void> writeTrace(const planning::Option& option, const strategy::Problem& problem,
                        const std::string& path) {
  const auto text = traceText(option, problem);
  if (!text) return tl::unexpected<Error>(text.error());
  return write_file(path, *text);
}

}  // namespace astrolabe::cli
