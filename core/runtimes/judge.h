#pragma once
// Whether a runtime runs a layout, and which of its conditions decides.

#include <string>
#include <vector>

#include "core/runtimes/runtime.h"

namespace astrolabe::runtimes {

struct Judgement {
  Verdict verdict = Verdict::runs;
  const Condition* decided = nullptr;  ///< null where it runs
  std::vector<std::string> remarks;    ///< what is said of a layout that runs
  /// "context parallelism: a sequence is a multiple of 2 x context parallelism (arguments.py:1336)"
  std::string why() const;
};

/// The question with what the runtime does where the job's software says nothing.
strategy::Problem with_defaults(strategy::Problem problem, const Runtime& runtime);

/// The first condition that holds decides. `whole_cluster`: the layout is launched on every GPU of the
/// cluster; otherwise on those that it uses. Neither memory nor limits nor rules of ours are asked. `problem`
/// comes from with_defaults().
Judgement judge(const Runtime& runtime, const strategy::Problem& problem, const strategy::Strategy& strategy,
                bool whole_cluster = false);

/// What judge() says of each runtime, with its defaults: rows of `runs_on` in an answer.
Json runs_on(const strategy::Problem& problem, const strategy::Strategy& strategy);

}  // namespace astrolabe::runtimes
