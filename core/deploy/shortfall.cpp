#include "core/deploy/shortfall.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/units.h"
#include "core/deploy/layouts.h"

namespace astrolabe::deploy {

namespace {

constexpr double kAlone = 1e-9;  // requests a second that never meet
constexpr int kMostDoublings = 10;

const serving::Question& asked_of(const Question& question, int pool) {
  return *question.pools[static_cast<std::size_t>(pool)].asked;
}

/// GiB of a rank that weights, work space, reserve and one request take.
double gib_needed(const serving::Question& asked, const serving::Memory& memory) {
  const serving::Demand demand = serving::demand_of(asked.traffic);
  return (memory.weights + memory.workspace + memory.reserve +
          memory.kv_token * (demand.prefix + demand.input + demand.output) + memory.kv_sequence) /
         kGib;
}

/// Nodes of a pool, twice as many each time, with which some layout fits; 0 where none does.
int nodes_that_fit(const Question& question, int pool, const std::stop_token& stop) {
  const PoolQuestion& of = question.pools[static_cast<std::size_t>(pool)];
  Room room = of.room;
  const int domain = room.domain;
  for (int i = 0; i < kMostDoublings; ++i) {
    room.nodes *= 2;
    room.max_gpus = room.nodes * room.gpus_per_node;
    room.domain = std::max(domain, std::min(of.asked->machine.domain, room.max_gpus));
    for (const serving::Worker& worker : workers_of(*of.asked, room, question.job)) {
      if (stop.stop_requested()) return 0;
      if (worker.gpus() <= of.room.max_gpus || !Replica(*of.asked, worker).fits()) continue;
      serving::Deployment deployment;
      deployment.worker = worker;
      return nodes_of(room, deployment);
    }
  }
  return 0;
}

Shortfall of_memory(const Question& question, const std::stop_token& stop) {
  Shortfall nearest;
  double share = kBeyond;
  for (std::size_t pool = 0; pool < question.pools.size(); ++pool) {
    const PoolQuestion& of = question.pools[pool];
    if (!of.asked) continue;
    for (const serving::Worker& worker : workers_of(*of.asked, of.room, question.job)) {
      if (stop.stop_requested()) break;
      const serving::Memory memory = Replica(*of.asked, worker).memory();
      const double found = gib_needed(*of.asked, memory), limit = memory.device / kGib;
      if (found / limit >= share) continue;
      share = found / limit;
      nearest.pool = static_cast<int>(pool);
      nearest.worker = worker;
      nearest.found = found;
      nearest.limit = limit;
    }
  }
  nearest.nodes_needed = nodes_that_fit(question, nearest.pool, stop);
  return nearest;
}

/// The part of a step that takes longest.
void name_term(const serving::StepParts& parts, Shortfall& shortfall) {
  const std::pair<const char*, double> all[] = {{"products", parts.products},
                                                {"decode_attention", parts.decode_attention},
                                                {"prefill_attention", parts.prefill_attention},
                                                {"experts", parts.experts},
                                                {"communication", parts.communication},
                                                {"elementwise", parts.elementwise},
                                                {"head", parts.head},
                                                {"other", parts.fixed},
                                                {"host", parts.host_ms * 1e3}};
  const auto longest = std::max_element(std::begin(all), std::end(all),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
  shortfall.term = longest->first;
  shortfall.term_seconds = longest->second * 1e-6;
}

double limit_of(const serving::Promises& promises, Missed missed) {
  return missed == Missed::ttft   ? promises.ttft_seconds.value_or(0.0)
         : missed == Missed::tpot ? promises.tpot_seconds.value_or(0.0)
                                  : promises.e2e_seconds.value_or(0.0);
}

double time_of(const PromisedTimes& times, Missed missed) {
  return missed == Missed::ttft ? times.ttft : missed == Missed::tpot ? times.tpot : times.e2e;
}

/// One request alone on one copy.
serving::Figures alone(const serving::Question& asked, const serving::Worker& worker) {
  serving::Question one = asked;
  if (one.traffic.kind != serving::Traffic::Kind::rate)
    one.traffic.kind = serving::Traffic::Kind::concurrency;
  one.traffic.requests_per_second = kAlone;
  one.traffic.concurrency = 1.0;
  serving::Deployment deployment;
  deployment.worker = worker;
  return serving::predict(one, deployment);
}

}  // namespace

Shortfall shortfall_of(const Question& question, const std::vector<Layout>& layouts,
                       const std::stop_token& stop) {
  const auto usable = [](const Layout& layout) { return layout.replica && layout.most > 0; };
  if (std::none_of(layouts.begin(), layouts.end(), usable)) return of_memory(question, stop);
  const serving::Promises& promises = question.job.promises;
  const double output = std::max(1.0, question.traffic().output.mean);
  Shortfall nearest;
  double share = kBeyond, most = 0.0;
  std::vector<double> able_of(question.pools.size(), 0.0);  // pools serve side by side
  const Layout* ablest = nullptr;
  for (const Layout& layout : layouts) {
    if (stop.stop_requested()) break;
    if (!usable(layout)) continue;
    const serving::Question& asked = asked_of(question, layout.pool);
    const serving::Figures figures = alone(asked, layout.replica->worker());
    const Missed missed = missed_of(figures, promises, output);
    if (missed == Missed::none || missed == Missed::traffic || missed == Missed::memory) {
      const double able = layout.replica->largest_load() * layout.most;
      double& of_pool = able_of[static_cast<std::size_t>(layout.pool)];
      of_pool = std::max(of_pool, able);
      if (able > most) {
        most = able;
        ablest = &layout;
      }
      continue;
    }
    const double found = time_of(promised_times(figures, output, promises.quantile), missed);
    const double limit = limit_of(promises, missed);
    if (found / limit >= share) continue;
    share = found / limit;
    nearest = {missed, layout.pool, layout.replica->worker(), found, limit, true, {}, 0.0, 0};
    name_term(missed == Missed::ttft ? figures.mixed_step : figures.decode_step, nearest);
  }
  if (ablest == nullptr) return nearest;
  const double each = most / ablest->most;
  const double all = std::accumulate(able_of.begin(), able_of.end(), 0.0);
  const double left = std::max(each, question.demand() - (all - most));
  const int needed = static_cast<int>(std::ceil(left / each)) + question.job.spare_replicas;
  Shortfall traffic;
  traffic.missed = all < question.demand() || needed > ablest->most ? Missed::traffic : Missed::none;
  traffic.pool = ablest->pool;
  traffic.worker = ablest->replica->worker();
  traffic.found = all;
  traffic.limit = question.demand();
  if (traffic.missed == Missed::traffic) {
    serving::Deployment deployment;
    deployment.replicas = needed;
    deployment.worker = traffic.worker;
    traffic.nodes_needed = nodes_of(question.pools[static_cast<std::size_t>(ablest->pool)].room, deployment);
  }
  return traffic;
}

}  // namespace astrolabe::deploy
