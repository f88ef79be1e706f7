#include "core/serving/apart.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace astrolabe::serving {

namespace {

constexpr double kSecondsOfMs = 1e-3;

}  // namespace

Transfer transfer_of(const Question& question, const Worker& prefill, const Worker& decode,
                     const Memory& decode_memory) {
  return {decode_memory.kv_token * decode.tensor_parallel * decode.pipeline_parallel,
          question.machine.network_gb_per_s, static_cast<double>(prefill.tensor_parallel)};
}

CachedFlow flow_apart(const Question& question, const Deployment& deployment, const ApartModels& models,
                      const Demand& demand, double places) {
  const Traffic& traffic = question.traffic;
  const Worker& read = *deployment.prefill;
  const double replicas = deployment.replicas;
  const auto flow_of = [&](const Demand& found) {
    if (traffic.kind == Traffic::Kind::rate)
      return disaggregated_open(models.prefill, deployment.prefill_workers, models.decode,
                                deployment.decode_workers, found, models.transfer,
                                traffic.requests_per_second / replicas * kSecondsOfMs, places);
    const double in_flight = traffic.kind == Traffic::Kind::offline ? places * deployment.decode_workers
                                                                    : traffic.concurrency / replicas;
    return disaggregated(models.prefill, deployment.prefill_workers, models.decode, deployment.decode_workers,
                         found, models.transfer, in_flight, places);
  };
  const double prompt = demand.prefix + demand.input;
  const double together = std::max(1.0, read.max_batched_tokens / demand.input);
  const double ranks = static_cast<double>(deployment.prefill_workers) * read.attention_data_parallel;
  return cached_flow(question, read, models.prefill_memory, demand, flow_of, [&](const Flow& flow) {
    return Holding{together, prompt, flow.rate / kSecondsOfMs / ranks};
  });
}

bool holds_prompts(const Question& question, const Worker& worker, const Memory& memory,
                   const Demand& demand) {
  Worker open = worker;
  const double steps = std::max(1.0, std::ceil(demand.input / worker.max_batched_tokens));
  const double prompts = std::max(1.0, std::floor(worker.max_batched_tokens * steps / demand.input));
  open.max_sequences = std::numeric_limits<int>::max();
  return capacity(memory, question.engine, open, demand.prefix + demand.input, 0.0, true) >= prompts;
}

}  // namespace astrolabe::serving
