#include "core/planning/post_training_exports.h"

#include "core/base/error_codes.h"
#include "core/exports/trainer_start.h"
#include "core/plan/answer.h"
#include "core/planning/post_trainings.h"

namespace astrolabe::planning {

namespace {

using WritePlacement = Result<std::string> (*)(const PostTrainingLayout& layout, const Option& option);

Export form_of(const char* id, const char* ending, WritePlacement write) {
  return {id, ending, [write](const Option& option) -> Result<std::string> {
            const auto* layout = as<PostTrainingLayout>(option.layout);
            if (layout == nullptr || layout->problem() == nullptr)
              return fail(code::defect, "placement", "a placement without its question");
            return write(*layout, option);
          }};
}

}  // namespace

std::vector<Export> post_training_exports() {
  return {form_of("csv", ".placement.csv",
                  [](const PostTrainingLayout& layout, const Option& option) -> Result<std::string> {
                    return plan::row_csv(layout.answer_json(option, *layout.problem(), 0));
                  }),
          form_of("json", ".placement.json",
                  [](const PostTrainingLayout& layout, const Option& option) -> Result<std::string> {
                    return text_of(layout.answer_json(option, *layout.problem(), 0), 1) + '\n';
                  }),
          form_of("openrlhf", ".openrlhf.sh",
                  [](const PostTrainingLayout& layout, const Option&) {
                    return exports::openrlhf_start(layout.placement(), *layout.problem());
                  }),
          form_of("trace", ".trace.json",
                  [](const PostTrainingLayout& layout, const Option&) -> Result<std::string> {
                    return text_of(exports::iteration_trace(layout.placement(), *layout.problem()), 1) + '\n';
                  }),
          form_of("verl", ".verl.sh", [](const PostTrainingLayout& layout, const Option&) {
            return exports::verl_start(layout.placement(), *layout.problem());
          })};
}

}  // namespace astrolabe::planning
