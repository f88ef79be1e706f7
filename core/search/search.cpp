#include "core/search/search.h"

#include "core/search/branching.h"
#include "core/search/enumeration.h"
#include "core/search/first_answer.h"
#include "core/search/near_misses.h"
#include "core/strategy/rules.h"
#include "core/strategy/space.h"

namespace astrolabe::search {

Progress run(const strategy::Problem& problem, const Request& request, const std::stop_token& stop,
             const std::atomic<bool>* paused, const Report& report) {
  Control control(stop, paused, request.time_limit, request.most_asks);
  const strategy::Space space(problem, [&] { return control.is_over(); });
  cost::Tables tables(problem, request.kept);
  Findings findings(problem, request, control);
  if (!space.is_whole()) return findings.picture(true, Unseen{0.0, 1.0});
  findings.counts.total = space.total();
  findings.counts.layer_splits = space.layer_splits();
  findings.counts.known = true;
  Judge judge(problem, request, control, tables, findings);
  Reporter reporter(report, control, findings);
  if (!request.exhaustive && (report || !Tree::fits(problem)))
    if (auto first = first_answer(problem, request, control, tables)) {
      findings.tell_first(std::move(*first));
      reporter.tell(Unseen{0.0, 1.0});
    }
  if (request.exhaustive || !Tree::fits(problem)) {
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
