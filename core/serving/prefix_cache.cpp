#include "core/serving/prefix_cache.h"

#include "core/base/units.h"

namespace astrolabe::serving {

namespace {

constexpr double kFullest = 0.98;  // of the link, beyond which a queue would have no end

}  // namespace

bool counts_prefixes(const Traffic& traffic) {
  return traffic.cached_prefix > 0.0 && traffic.prefix_tokens > 0.0;
}

PrefixHits prefix_hits(const Question& question, const Worker& worker, const Memory& memory,
                       const Holding& holding) {
  const Traffic& traffic = question.traffic;
  PrefixHits hits;
  if (!counts_prefixes(traffic)) {
    hits.on_device = traffic.cached_prefix;
    return hits;
  }
  const double token = std::max(memory.kv_token, 1.0);
  const double held = holding.running * (memory.kv_token * holding.context + memory.kv_sequence);
  const double all = traffic.prefix_tokens * token;
  const double device = std::min(1.0, std::max(0.0, memory.kv_bytes - held) / all);
  const double host = worker.kv_host_gib > 0.0 ? std::min(1.0, memory.host_bytes / all) : 0.0;
  const bool copies = question.engine.runtime != Runtime::tensorrt_llm;
  const double there = copies ? std::max(device, host) : std::min(1.0, device + host);
  hits.on_device = traffic.cached_prefix * device;
  hits.on_host = traffic.cached_prefix * (there - device);
  hits.missed = traffic.cached_prefix * (1.0 - there);
  if (hits.on_host <= 0.0) return hits;
  const double bytes = hits.on_host * traffic.input.mean * token;
  const double alone = bytes / (kAssumedFetchShare * question.machine.host_gb_per_s * kGb);
  hits.link_use = holding.requests_per_second * alone;
  const double busy = std::min(kFullest, hits.link_use);
  hits.fetch_seconds = alone * (1.0 + 0.5 * busy / (1.0 - busy));  // one after the other, alike
  return hits;
}

Holding holding_of(const Flow& flow, const Demand& all, const Worker& worker) {
  constexpr double kPerSecond = 1e3;
  const double ranks = worker.attention_data_parallel;
  return {flow.batch / ranks, all.context(), flow.rate * kPerSecond / ranks};
}

Demand with_hits(const Demand& all, const PrefixHits& hits) {
  constexpr double kMs = 1e3;
  Demand demand = all;
  const double prompt = all.prefix + all.input;
  demand.prefix = (hits.on_device + hits.on_host) * prompt;
  demand.input = std::max(1.0, prompt - demand.prefix);
  demand.fetch_ms = hits.fetch_seconds * kMs;
  return demand;
}

}  // namespace astrolabe::serving
