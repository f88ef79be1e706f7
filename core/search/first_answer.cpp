#include "core/search/first_answer.h"

#include "core/search/branching.h"
#include "core/search/enumeration.h"
#include "core/strategy/space.h"

namespace astrolabe::search {

std::optional<cost::Evaluation> first_answer(const strategy::Problem& problem, const Request& request,
                                             Control& control, cost::Tables& tables) {
  strategy::Problem part = problem;
  for (const auto& [key, value] :
       {std::pair{"schedule", "1f1b"}, std::pair{"virtual_pipeline", "1"},
        std::pair{"offload_optimizer", "false"}, std::pair{"offload_activations", "false"},
        std::pair{"expert_tensor_parallel", "1"}})
    part.job.allowed.try_emplace(key, std::vector<std::string>{value});
  Request first = request;
  first.top = 1;
  const strategy::Space space(part);
  Findings findings(part, first, control);
  Judge judge(part, first, control, tables, findings);
  const Report nobody;
  Reporter reporter(nobody, control, findings);
  if (Tree::fits(part)) {
    Tree tree(part, space, tables, request.objective, [&] { return control.ended(); });
    Branching(first, control, tree, findings, judge, reporter).begin();
  } else {
    first.effort.nodes = 0;  // some split, without a proof
    Enumeration(part, first, control, space, tables, findings, judge, reporter).begin();
  }
  Progress found = findings.picture(false, {});
  if (found.best.empty()) return std::nullopt;
  return std::move(found.best.front());
}

}  // namespace astrolabe::search
