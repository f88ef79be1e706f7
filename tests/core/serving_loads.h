#pragma once
// Models, engines and lengths that fixed points of serving traffic are tried with.

#include <QtTest>
#include <cmath>

#include "serving_cases.h"
#include "tests/core/close_to.h"

namespace astrolabe::tests {

/// Models on GPUs that hold them.
struct ServingSetting {
  const char* model;
  const char* gpu;
  int tensor_parallel;
};
inline constexpr ServingSetting kSettings[] = {{"llama-3.1-8b", "h100-sxm", 1},
                                               {"llama-3.1-70b", "h100-sxm", 4},
                                               {"gpt-oss-120b", "b200-sxm", 2},
                                               {"deepseek-v3", "b200-sxm", 8}};
/// Tokens of prompts and of answers.
inline constexpr double kLengths[][2] = {{1000, 1000}, {4000, 400}, {300, 1200}};
inline constexpr double kForever = 1e9;  // places that never are all taken

inline serving::Question question_of(const ServingSetting& setting, serving::Runtime runtime) {
  serving::Question question = llama_question();
  question.shape = shape(setting.model);
  question.machine = machine(setting.gpu);
  question.engine = serving::engine_of(runtime);
  return question;
}

}  // namespace astrolabe::tests
