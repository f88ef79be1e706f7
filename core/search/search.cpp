#include "core/search/search.h"

#include <string>
#include <utility>

#include "core/search/branching.h"
#include "core/search/enumeration.h"
#include "core/search/many_pools.h"
#include "core/search/near_misses.h"
#include "core/strategy/rules.h"
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

Progress run(const strategy::Problem& problem, const Request& request, const std::stop_token& stop,
             const std::atomic<bool>* paused, const Report& report) {
  Control control(stop, paused, request.time_limit, request.most_asks);
  const strategy::Space space(problem, [&] { return control.is_over(); });
  cost::Tables tables(problem, request.kept, request.state_held);
  Findings findings(problem, request, control);
  if (!space.is_whole()) return findings.picture(true, Unseen{0.0, 1.0});
  findings.counts.known = space.is_counted();
  if (space.is_counted()) {
    findings.counts.total = space.total();
    findings.counts.layer_splits = space.layer_splits();
  }
  Judge judge(problem, request, control, tables, findings);
  Reporter reporter(report, control, findings);
  std::optional<cost::Evaluation> first;
  if (!request.exhaustive && (report || !Tree::fits(problem)))
    first = first_answer(problem, request, control, tables);
  if (first) {
    findings.tell_first(*first);
    reporter.tell(Unseen{0.0, 1.0});
  }
  if (!request.exhaustive && (request.many_pools || !Tree::fits(problem))) {
    ManyPools many(problem, request, control, space, tables, findings, judge, reporter);
    many.run();
    // Where the work ends early the answer is no worse than what was told before.
    if (first && objective_value(*first, request.objective) < findings.best()) findings.insert(*first);
    const Unseen unseen = many.unseen();
    judge.tell_open();
    if (unseen.bound < 1e300 && !findings.any_answer()) findings.note_open(unseen.bound, {});
    return findings.picture(true, unseen);
  }
  if (request.exhaustive) {
    Enumeration(problem, request, control, space, tables, findings, judge, reporter).run();
    judge.prove_open();
    return findings.picture(true, control.ended_early() ? Unseen{0.0, 1.0} : Unseen{});
  }
  Tree tree(
      problem, space, tables, request.objective, [&] { return control.ended(); }, request.threads);
  Branching branching(request, control, tree, findings, judge, reporter);
  branching.run();
  if (control.ended_early()) return findings.picture(true, branching.unseen());
  judge.prove_open();
  if (request.near_misses && !request.near_answers && findings.any_solved())
    findings.forget_rejected();  // those met on the way depend on the run
  else if (request.near_misses)
    NearMisses(problem, request, control, tree, tables, findings, judge).find();
  return findings.picture(true, {});
}

Space count(const strategy::Problem& problem) {
  const strategy::Space space(problem);
  Space counts;
  counts.known = space.is_counted();
  if (!counts.known) return counts;
  counts.total = space.total();
  counts.layer_splits = space.layer_splits();
  if (Tree::fits(problem)) {
    cost::Tables tables(problem);
    Tree tree(problem, space, tables, strategy::Objective::throughput);
    while (tree.grow(1024)) {
    }
    counts.rejected_by_rule = tree.rejected_by_rule();
    return counts;
  }
  strategy::Strategy strategy;
  space.visit([&](const strategy::Group& group) {
    space.start(group, strategy);
    strategy::GroupRules rules(problem, strategy);
    if (rules.group_broken()) {
      counts.rejected_by_rule += space.per_group();
      return true;
    }
    for (std::uint64_t index = 0; index < space.per_group(); ++index) {
      space.choose(index, strategy);
      if (rules.broken(strategy)) ++counts.rejected_by_rule;
    }
    return true;
  });
  return counts;
}

}  // namespace astrolabe::search
