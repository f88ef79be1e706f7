#pragma once
// Workers that read prompts beside workers that write answers: what their traffic makes of two step models.

#include "core/serving/prefix_cache.h"
#include "core/serving/question.h"
#include "core/serving/traffic.h"

namespace astrolabe::serving {

/// Both kinds of workers, made once and asked at any traffic and any numbers of them; all of it outlives
/// this.
struct ApartModels {
  const StepModel& prefill;
  const StepModel& decode;
  const Memory& prefill_memory;  ///< of a rank that reads prompts
  Transfer transfer;
};

/// How prefill workers hand over to decode workers. `decode_memory` is of a rank that decodes.
Transfer transfer_of(const Question& question, const Worker& prefill, const Worker& decode,
                     const Memory& decode_memory);

/// One replica of `deployment`, which has both kinds, at the question's traffic with `places` sequences on a
/// worker that decodes; those of prompts keep the prefixes, beside the prompts of a step.
CachedFlow flow_apart(const Question& question, const Deployment& deployment, const ApartModels& models,
                      const Demand& demand, double places);

/// Whether a worker of prompts alone has room for the keys and values of all prompts of a full step, beside
/// its weights and work space; of prompts that take several steps, for each of which a part is in one.
bool holds_prompts(const Question& question, const Worker& worker, const Memory& memory,
                   const Demand& demand);

}  // namespace astrolabe::serving
