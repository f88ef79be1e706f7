#include "core/deploy/bound.h"

#include <cmath>

#include "core/base/units.h"

namespace astrolabe::deploy {

namespace {

constexpr double kMsOfASecond = 1e3;
constexpr double kFixedPoints = 1.0 - 2e-3;   // fixed points end at a relative 2e-4
constexpr double kOfflineSequences = 2048.0;  // of a rank
constexpr int kHalvings = 40;

/// Requests a second that a copy can decode at most: prompts cost nothing and nobody waits.
double decodes_at_most(const serving::Question& asked, const Replica& replica) {
  const serving::Worker& worker = replica.worker();
  const serving::StepModel model = serving::step_model(asked, worker);
  const serving::Demand demand = serving::demand_of(asked.traffic);
  const double ranks = static_cast<double>(worker.attention_data_parallel) * worker.pipeline_parallel;
  const double tokens = worker.speculation.tokens_a_step();
  const auto step = [&](double batch) {
    return model.step_ms({batch / ranks, demand.context(), 0.0, 1.0, 0.0});
  };
  double high = 0.0;
  for (const int limit : sequence_limits()) high = std::max(high, replica.places(limit));
  if (asked.traffic.kind == serving::Traffic::Kind::offline)
    high = std::min(high, kOfflineSequences * worker.attention_data_parallel);
  const double promised = promised_tpot_ms(asked) * tokens;
  if (step(high) > promised) {
    double low = 0.0;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = 0.5 * (low + high);
      (step(middle) <= promised ? low : high) = middle;
    }
  }
  const double steps = std::max(1e-9, (demand.output - 1.0) / tokens);
  return kMsOfASecond * high / (steps * step(high));
}

}  // namespace

double objective_value(const Question& question, const Fleet& fleet) {
  const double tokens = std::max(1e-12, fleet.figures.output_tokens_per_second.value);
  switch (question.objective) {
    case strategy::Objective::money:
      return fleet.usd_per_hour ? *fleet.usd_per_hour / tokens : kBeyond;
    case strategy::Objective::gpus:
      return fleet.paid_gpus;
    default:
      return fleet.gpus / tokens;
  }
}

double least_value(const Question& question, const std::vector<Layout>& layouts) {
  const Prices prices(question);
  const bool money = question.objective == strategy::Objective::money;
  const double output = std::max(1.0, question.traffic().output.mean);
  // GPUs, or USD an hour, for a request a second, and the smallest copy.
  double ratio = kBeyond, smallest = kBeyond;
  for (const Layout& layout : layouts) {
    if (layout.too_large || layout.most == 0) continue;
    if (!layout.replica) return 0.0;
    const serving::Question& asked = *question.pools[static_cast<std::size_t>(layout.pool)].asked;
    const double able = decodes_at_most(asked, *layout.replica);
    const double gpus = layout.replica->gpus();
    const double cost = money ? gpus * prices.of_gpu(layout.pool) : gpus;
    smallest = std::min(smallest, gpus);
    if (able > 0.0) ratio = std::min(ratio, cost / able);
  }
  if (ratio >= kBeyond) return 0.0;
  ratio *= kFixedPoints;
  const bool rate = question.traffic().kind == serving::Traffic::Kind::rate;
  const double demand = question.demand();
  switch (question.objective) {
    case strategy::Objective::money:
      return ratio / output;
    case strategy::Objective::gpus:
      return rate ? std::max(smallest, std::ceil(ratio * demand)) : smallest;
    default:
      return rate ? std::max(smallest, std::ceil(ratio * demand)) / (demand * output) : ratio / output;
  }
}

}  // namespace astrolabe::deploy
