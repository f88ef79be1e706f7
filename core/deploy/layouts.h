#pragma once
// The ways in which one copy of a model may lie on a pool.

#include <vector>

#include "core/deploy/question.h"
#include "core/serving/deployment.h"

namespace astrolabe::deploy {

/// Tokens of a step that are tried, the usual ones first.
const std::vector<int>& step_budgets();

/// All workers of a pool that the job allows, in a fixed order, whether they fit its memory or not;
/// `max_sequences` is left to the traffic. Degrees: tensor parallelism divides heads and goes together with the heads of keys and values;
/// attention data parallelism, of models with experts alone, is a power of two; expert parallelism divides
/// experts and, of what is left, tensor parallelism their width; all of them lie within a domain, but where
/// pools are joined by a network with known figures, experts of one stage may span domains, each rank with
/// its own. Pipelines have up to 16 stages of which the longest is at most a tenth above the mean. Engines:
/// vLLM spreads experts over all ranks or none; what an engine cannot do, its file of resources/engines says.
std::vector<serving::Worker> workers_of(const serving::Question& question, const Room& room,
                                        const serving::ServeJob& job);
/// GiB of the host's memory, a GPU, in which the engine may keep prefixes on that pool; 0: none, or not known.
double host_gib_of(const serving::Question& question, const serving::ServeJob& job);
/// Tokens of a step that answers are decoded with, where it makes no difference.
int usual_budget(const serving::ServeJob& job);
/// Those of prompts, and those of answers, of a deployment with pools of both.
std::vector<serving::Worker> prefill_workers_of(const std::vector<serving::Worker>& workers);
std::vector<serving::Worker> decode_workers_of(const std::vector<serving::Worker>& workers);

/// Whether the model divides by the worker's degrees, whatever the pool. Errors: impossible_strategy at the
/// degree, with what it has to divide.
Result<void> check_worker(const serving::Question& question, const serving::Worker& worker,
                          const std::string& path);

}  // namespace astrolabe::deploy
