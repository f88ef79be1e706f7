#pragma once
// Settings that a runtime's file has to account for.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/runtimes/runtime.h"

namespace astrolabe::runtimes {

/// A job and a layout.
struct Question {
  strategy::Job job;
  strategy::Strategy strategy;
};

struct Setting {
  std::string key;   ///< as a job or a strategy has it; of stages "stages.layers"
  Condition unsaid;  ///< decides where neither the file nor a condition nor a remark accounts for it
  /// The question with the other values that a runtime would have to tell from the one that it has. None
  /// where it has the value that needs no word, or plays no part. Of an option of the job's software that is
  /// the runtime's default.
  std::function<std::vector<Question>(const Runtime& runtime, const strategy::Problem& problem,
                                      const strategy::Strategy& strategy)>
      others;
};

/// All settings of layouts, jobs and their software that decide how a run goes. Left out are the degree of
/// data parallelism, which the number of processes says, and what is about money, time and the model.
const std::vector<Setting>& settings();
/// The one of that key, or null.
const Setting* find_setting(std::string_view key);

}  // namespace astrolabe::runtimes
