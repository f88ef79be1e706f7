#include "core/serving/expert_exchange.h"

#include <algorithm>

#include "core/base/units.h"
#include "core/serving/network_exchange.h"

namespace astrolabe::serving {

std::optional<ExpertExchange> expert_exchange(const Question& question, const Worker& worker, double tokens) {
  const auto& layers = question.shape.layers;
  const auto layer =
      std::find_if(layers.begin(), layers.end(), [](const LayerShape& shape) { return shape.experts > 0; });
  const int ranks = worker.expert_parallel;
  if (layer == layers.end() || ranks < 2 || ranks > layer->experts || worker.attention_data_parallel < 2 ||
      !(tokens > 0.0))
    return std::nullopt;
  const auto experts = static_cast<int>(layer->experts);
  ExpertExchange made;
  made.tokens = tokens;
  made.loads_known = question.expert_load != nullptr;
  made.loads = made.loads_known ? question.expert_load->layers(experts, ranks).front()
                                : std::vector<double>(static_cast<std::size_t>(experts), 1.0);
  made.placement = made.loads_known ? question.expert_load->placement(experts, ranks)
                                    : exchange::place_in_order({made.loads}, ranks);
  made.gb_per_s =
      ranks > question.machine.domain ? question.machine.network_gb_per_s : question.machine.link_gb_per_s;
  made.traffic =
      exchange::traffic_by_load(made.placement.load, tokens * layer->top_k * question.shape.hidden);
  const std::vector<double> rates(static_cast<std::size_t>(ranks), made.gb_per_s * kGb);
  made.bound_seconds = exchange::bound_seconds(made.traffic, rates);
  if (const ExchangeTiers tiers = exchange_tiers(ranks, question.machine.domain); tiers.domains > 1)
    made.bound_seconds =
        exchange::tier_bounds(made.traffic, {tiers.in_domain, question.machine.link_gb_per_s * kGb,
                                             question.machine.network_gb_per_s * kGb})
            .seconds();
  if (ranks <= kMostScheduledRanks) made.schedule = exchange::schedule(made.traffic, rates);
  made.in_order_seconds = exchange::in_order_seconds(made.traffic, rates);
  return made;
}

}  // namespace astrolabe::serving
