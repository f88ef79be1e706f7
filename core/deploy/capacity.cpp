#include "core/deploy/capacity.h"

#include <algorithm>

#include "core/deploy/replica.h"
#include "core/serving/apart.h"

namespace astrolabe::deploy {

namespace {

/// Requests a second that workers apart serve within the promises, from below by so many halvings.
double rate_of_pair(const serving::Question& asked, const serving::Deployment& deployment, int halvings) {
  // By the closed forms, as of copies, whatever simulated tails are.
  serving::Question tried = asked;
  const Replica reads(asked, *deployment.prefill), writes(asked, deployment.worker);
  const serving::ApartModels models{reads.model(), writes.model(), reads.memory(),
                                    serving::transfer_of(asked, deployment)};
  const serving::Demand demand = serving::demand_of(asked.traffic);
  const TailShares shares = tail_shares(asked.promises.quantile);
  const double places = writes.places(deployment.worker.max_sequences);
  if (places < 1.0 || !serving::holds_prompts(asked, *deployment.prefill, reads.memory(), demand)) return 0.0;
  const auto kept = [&](double rate) {
    tried.traffic.requests_per_second = rate;
    const serving::Flow flow = serving::flow_apart(tried, deployment, models, demand, places).flow;
    return flow.stable &&
           missed_by(promised_times(flow, demand.output, shares), asked.promises) == Missed::none;
  };
  double low = 0.0, high = std::max(1e-9, asked.traffic.requests_per_second);
  for (int i = 0; i < 40 && kept(high); ++i) {
    low = high;
    high *= 2.0;
  }
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (low + high);
    (kept(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace

double capacity_of(const serving::Question& asked, const Group& group) {
  const serving::Deployment& deployment = group.deployment;
  if (!group.figures.fits) return 0.0;
  if (!deployment.disaggregated()) {
    if (asked.traffic.kind == serving::Traffic::Kind::offline) return group.figures.requests_per_second;
    const Replica replica(asked, deployment.worker);
    const double load = replica.largest_load(1e-3, deployment.worker.max_sequences);
    if (asked.traffic.kind == serving::Traffic::Kind::rate) return load * deployment.replicas;
    return load > 0.0 ? replica.at(load).flow.rate * 1e3 * deployment.replicas : 0.0;
  }
  if (asked.traffic.kind != serving::Traffic::Kind::rate) return group.figures.requests_per_second;
  return rate_of_pair(asked, deployment, 12);
}

void share_traffic(const Question& question, std::vector<Group>& groups) {
  if (groups.size() == 1) {
    groups.front().share = 1.0;
    return;
  }
  // By what each can do within the promises; where one can do nothing, by GPUs.
  std::vector<double> able;
  double sum = 0.0;
  for (const Group& group : groups) {
    const serving::Question& asked = *question.pools[static_cast<std::size_t>(group.pool)].asked;
    const bool rate = asked.traffic.kind == serving::Traffic::Kind::rate;
    if (group.deployment.disaggregated())
      able.push_back(rate ? rate_of_pair(asked, group.deployment, 24) : 0.0);
    else
      able.push_back(
          Replica(asked, group.deployment.worker).largest_load(1e-6, group.deployment.worker.max_sequences) *
          group.deployment.replicas);
    sum += able.back();
  }
  if (std::find(able.begin(), able.end(), 0.0) != able.end()) {
    sum = 0.0;
    for (std::size_t i = 0; i < groups.size(); ++i) sum += able[i] = groups[i].deployment.gpus();
  }
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i].share = able[i] / sum;
}

}  // namespace astrolabe::deploy
