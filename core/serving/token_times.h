#pragma once
// Times per token of answers of many lengths: what the prompts of others add to the few steps of a short
// answer.

#include "core/serving/traffic.h"
#include "core/serving/waiting.h"

namespace astrolabe::serving {

/// The steps of a replica as an answer meets them. Times in ms, rates a ms.
struct AnswerSteps {
  double decode = 0.0;   ///< of a step without prompts
  double tau = 0.0;      ///< of a step on average
  double longest = 0.0;  ///< of a step full of prompts
  double own = 0.0;      ///< steps of the own prompt, during which others come that are read behind it
  double rate = 0.0;     ///< of requests
  double tokens = 1.0;   ///< of an answer in a step
};

/// Time per token below which 90 and 99 % of answers lie; mean and median are tau's. Prompts that come while an
/// answer of n steps is written, or its own prompt is read, add what they take, and while they do others
/// come: with a share r = 1 - decode / tau of the time for prompts their sum has the mean r w / (1 - r) and
/// the variance rate e2 w / (1 - r)^3 of a busy period that begins with w = own + n decode, e2 the mean
/// square of what one takes. It is 0 where none comes, else of a gamma distribution, and no step is longer
/// than a full one. Precondition: demand.answers has shares.
Spread token_times(const Demand& demand, const AnswerSteps& steps);

}  // namespace astrolabe::serving
