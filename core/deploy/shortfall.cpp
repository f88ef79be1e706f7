#include "core/deploy/shortfall.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/units.h"
#include "core/deploy/disaggregated.h"
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
  double longest = -1.0;
  const auto take = [&](const char* term, double us) {
    if (us <= longest) return;
    shortfall.term = term;
    longest = us;
  };
  for (const auto& [key, us] : parts.by_key()) take(key, us);
  take("host", parts.host_ms * 1e3);
  shortfall.term_seconds = longest * 1e-6;
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

/// What copies of one layout, or a pair of layouts, carry on a pool, spares beside.
struct Carried {
  const Layout* layout = nullptr;
  const Layout* prefill = nullptr;  ///< null: copies
  double able = 0.0;
  int nodes_needed = 0;  ///< for all of the traffic; 0: not known
};

/// Whole nodes with as many copies as carry `load`.
int nodes_of_copies(const Question& question, const Layout& layout, double each, double load) {
  if (load / each > kMostWorkers) return 0;
  serving::Deployment deployment;
  deployment.replicas = static_cast<int>(std::ceil(load / each)) + question.job.spare_replicas;
  deployment.worker = layout.replica->worker();
  return nodes_of(question.pools[static_cast<std::size_t>(layout.pool)].room, deployment);
}

/// The most that each pool carries.
class PoolCapacities {
 public:
  explicit PoolCapacities(const Question& question)
      : m_question(question), m_pools(question.pools.size()), m_nodes(question.pools.size(), 0) {}

  void add_copies(const Layout& layout) {
    const double each = layout.replica->largest_load();
    if (each <= 0.0) return;
    const int nodes = nodes_of_copies(m_question, layout, each, m_question.demand());
    add(layout.pool,
        {&layout, nullptr, each * std::max(0, layout.most - m_question.job.spare_replicas), nodes});
  }
  void add_pairs(const std::vector<Layout>& layouts, const std::stop_token& stop) {
    for (std::size_t pool = 0; pool < m_pools.size(); ++pool) {
      std::vector<Layout> own;
      for (const Layout& layout : layouts)
        if (layout.pool == static_cast<int>(pool)) own.push_back(layout);
      const auto pair = capacity_of_pairs(m_question, static_cast<int>(pool), own, stop);
      if (!pair) continue;
      const auto at = [&](const Layout* one) {
        return std::find_if(layouts.begin(), layouts.end(), [&](const Layout& other) {
          return other.pool == one->pool && other.order == one->order;
        });
      };
      add(static_cast<int>(pool), {&*at(pair->decode), &*at(pair->prefill), pair->able, pair->nodes_needed});
    }
  }
  /// Pools serve side by side.
  double all() const {
    return std::accumulate(m_pools.begin(), m_pools.end(), 0.0,
                           [](double sum, const Carried& one) { return sum + one.able; });
  }
  /// Null where none carries anything.
  const Carried* ablest() const {
    const auto most = std::max_element(m_pools.begin(), m_pools.end(),
                                       [](const Carried& a, const Carried& b) { return a.able < b.able; });
    return most == m_pools.end() || most->layout == nullptr ? nullptr : &*most;
  }
  int nodes(int pool) const { return m_nodes[static_cast<std::size_t>(pool)]; }

 private:
  void add(int pool, const Carried& one) {
    const auto at = static_cast<std::size_t>(pool);
    if (one.able >= m_pools[at].able) m_pools[at] = one;
    if (one.nodes_needed > 0 && (m_nodes[at] == 0 || one.nodes_needed < m_nodes[at]))
      m_nodes[at] = one.nodes_needed;
  }
  const Question& m_question;
  std::vector<Carried> m_pools;
  std::vector<int> m_nodes;  ///< the fewest that carry all of the traffic
};

}  // namespace

Shortfall shortfall_of(const Question& question, const std::vector<Layout>& layouts,
                       const std::stop_token& stop) {
  const auto usable = [](const Layout& layout) { return layout.replica && layout.most > 0; };
  if (std::none_of(layouts.begin(), layouts.end(), usable)) return of_memory(question, stop);
  const serving::Promises& promises = question.job.promises;
  const double output = std::max(1.0, question.traffic().output.mean);
  Shortfall nearest;
  double share = kBeyond;
  PoolCapacities capacities(question);
  for (const Layout& layout : layouts) {
    if (stop.stop_requested()) break;
    if (!usable(layout)) continue;
    const serving::Question& asked = asked_of(question, layout.pool);
    const serving::Figures figures = alone(asked, layout.replica->worker());
    const Missed missed = missed_of(figures, promises, output);
    if (missed == Missed::none || missed == Missed::traffic || missed == Missed::memory) {
      if (question.job.choices.aggregated) capacities.add_copies(layout);
      continue;
    }
    const double found = time_of(promised_times(figures, output, promises.quantile), missed);
    const double limit = limit_of(promises, missed);
    if (found / limit >= share) continue;
    share = found / limit;
    nearest.missed = missed;
    nearest.pool = layout.pool;
    nearest.worker = layout.replica->worker();
    nearest.found = found;
    nearest.limit = limit;
    nearest.of_any_load = true;
    nearest.quantile = promises.quantile;
    name_term(missed == Missed::ttft ? figures.mixed_step : figures.decode_step, nearest);
  }
  if (question.job.choices.disaggregated) capacities.add_pairs(layouts, stop);
  const Carried* ablest = capacities.ablest();
  if (ablest == nullptr) return nearest;
  Shortfall traffic;
  traffic.missed = capacities.all() < question.demand() ? Missed::traffic : Missed::none;
  traffic.pool = ablest->layout->pool;
  traffic.worker = ablest->layout->replica->worker();
  if (ablest->prefill != nullptr) traffic.prefill = ablest->prefill->replica->worker();
  traffic.found = capacities.all();
  traffic.limit = question.demand();
  traffic.spares = question.job.spare_replicas;
  if (traffic.missed == Missed::traffic) traffic.nodes_needed = capacities.nodes(traffic.pool);
  return traffic;
}

}  // namespace astrolabe::deploy
