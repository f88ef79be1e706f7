#include "ui/document/kept_layout.h"

#include "core/base/error_codes.h"

namespace astrolabe::ui {

Result<planning::LayoutPtr> keptLayout(const std::string& json, const planning::Question& question) {
  const auto read = parse_json(json, code::broken_json);
  if (!read) return tl::unexpected<Error>(read.error());
  return planning::read_layout(*read, question);
}

std::string keptText(const planning::LayoutPtr& layout, const strategy::Problem& problem) {
  return planning::keep(layout, problem.pool_ids()).dump();
}

}  // namespace astrolabe::ui
