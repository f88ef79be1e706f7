#pragma once
// Prefixes that come again: which share of them the GPU's memory still has, which share the host's.

#include <algorithm>

#include "core/serving/memory.h"
#include "core/serving/question.h"
#include "core/serving/traffic.h"

namespace astrolabe::serving {

/// Of a prompt's tokens: what is there when it comes, and what it takes to fetch it.
struct PrefixHits {
  double on_device = 0.0, on_host = 0.0;  ///< shares
  double missed = 0.0;                    ///< came before, but had to make room
  double fetch_seconds = 0.0;             ///< of a request, from the host's memory
  double link_use = 0.0;                  ///< share of the time in which the link to the host is busy
};

/// Share of the rate of the link to the host that blocks of a cache reach. assumed_
inline constexpr double kAssumedFetchShare = 0.6;

/// Whether the cache of this traffic has to be counted: prompts have a part that came before, and how many
/// tokens such parts have is said.
bool counts_prefixes(const Traffic& traffic);

/// What takes room on a rank beside its prefixes, and how often one of its prompts comes.
struct Holding {
  double running = 0.0;  ///< sequences
  double context = 0.0;  ///< mean tokens of each
  double requests_per_second = 0.0;
};

/// Of a worker that reads prompts and writes answers.
Holding holding_of(const Flow& flow, const Demand& all, const Worker& worker);

/// What a rank of `worker` has of the prefixes while other sequences hold room of the GPU's memory. Every
/// rank sees all prefixes, each as likely as any other, and gives up those that were not used for the longest
/// time: then room over tokens is the share that is there. The host's memory has copies of what the GPU has
/// (vLLM, SGLang), so that the larger of both counts, or what the GPU gave up (TensorRT-LLM), so that both
/// add. Where the traffic does not say how many tokens its prefixes have, the GPU has them all.
PrefixHits prefix_hits(const Question& question, const Worker& worker, const Memory& memory,
                       const Holding& holding);

/// `all`, demand_of() of the traffic, with what of the prefixes `hits` has not to be read again.
Demand with_hits(const Demand& all, const PrefixHits& hits);

/// A flow with its prefixes.
struct CachedFlow {
  Flow flow;
  PrefixHits hits;
};
/// Sequences that run take room from prefixes, and prefixes that are missed make more sequences run: the
/// least fixed point, from an empty GPU on. `flow_of(demand)`, and `holding_of(flow)` on a rank of `worker`,
/// which keeps the prefixes. `all`: demand_of() of the traffic.
template <class FlowOf, class HoldingOf>
CachedFlow cached_flow(const Question& question, const Worker& worker, const Memory& memory,
                       const Demand& all, const FlowOf& flow_of, const HoldingOf& holding_of) {
  constexpr int kRounds = 40;
  constexpr double kEnough = 1e-5;
  CachedFlow cached;
  if (!counts_prefixes(question.traffic)) {
    cached.hits.on_device = question.traffic.cached_prefix;
    cached.flow = flow_of(all);
    return cached;
  }
  Holding holding;
  for (int round = 0; round < kRounds; ++round) {
    cached.hits = prefix_hits(question, worker, memory, holding);
    cached.flow = flow_of(with_hits(all, cached.hits));
    const Holding next = holding_of(cached.flow);
    const bool enough = next.running <= holding.running * (1.0 + kEnough);
    holding = {std::max(holding.running, next.running), next.context, next.requests_per_second};
    if (enough) break;
  }
  if (cached.hits.link_use >= 1.0) cached.flow.stable = false;
  return cached;
}

}  // namespace astrolabe::serving
