#pragma once
// Every deployment of a small question by a prediction of its own, and random small questions: the oracle of
// the search over deployments. It shares with it the prediction and the list of layouts alone.

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <vector>

#include "core/deploy/layouts.h"
#include "core/deploy/replica.h"
#include "core/deploy/search.h"
#include "tests/core/draws.h"
#include "tests/core/problems.h"
#include "tests/core/serving_cases.h"

namespace astrolabe::tests {

/// Its cluster and job; `question` points at them.
struct SmallDeployCase {
  hardware::Cluster cluster;
  strategy::Job job;
  deploy::Question question;
};

inline serving::ModelShape small_shape(std::mt19937& random) {
  const Pick pick{random};
  serving::LayerShape layer;
  layer.count = 4 << pick(0, 1);
  layer.attention = serving::LayerShape::Attention::grouped;
  layer.heads = 8;
  layer.kv_heads = 2 << pick(0, 2);
  layer.head_dim = layer.value_dim = 64 << pick(0, 1);
  serving::ModelShape shape;
  shape.hidden = layer.heads * layer.head_dim;
  shape.vocabulary = 32000;
  shape.layer_count = layer.count;
  if (pick(0, 2) == 0) {
    layer.experts = 8;
    layer.top_k = 2;
    layer.expert_ffn = 2 * shape.hidden;
    shape.expert_layers = layer.count;
  } else {
    layer.ffn = 4 * shape.hidden;
  }
  shape.layers = {layer};
  return shape;
}

/// One request alone on the first layout that fits; of no GPU where none does.
inline serving::Figures alone_on(const deploy::PoolQuestion& pool, const serving::ServeJob& job) {
  serving::Question asked = *pool.asked;
  asked.promises = {};
  asked.traffic.kind = serving::Traffic::Kind::concurrency;
  asked.traffic.concurrency = 1.0;
  for (const serving::Worker& worker : deploy::workers_of(asked, pool.room, job)) {
    serving::Deployment deployment;
    deployment.worker = worker;
    const serving::Figures figures = serving::predict(asked, deployment);
    if (figures.fits) return figures;
  }
  return {};
}

/// One to three pools of up to 4 GPUs, small memories, traffic from little to too much, promises from close
/// to wide.
inline void make_small_case(unsigned seed, SmallDeployCase& made) {
  std::mt19937 random(seed);
  const Pick pick{random};
  const Real real{random};
  const serving::ModelShape shape = small_shape(random);
  const char* types[] = {"h100-sxm", "a100-sxm-80", "l40s"};
  const int pools = pick(1, 3);
  deploy::Question& question = made.question;
  for (int i = 0; i < pools; ++i) {
    const int gpus = 1 << pick(0, 2);
    hardware::Pool pool = make_pool(std::string(1, static_cast<char>('a' + i)), gpus == 4 ? 1 : pick(1, 2),
                                    gpus, 1.0, 80.0, real(0.5, 4.0));
    pool.unit = pick(0, 1) == 0 ? 1 : gpus;
    deploy::PoolQuestion of;
    of.room = {pool.nodes, gpus, gpus, pool.gpus(), pool.unit};
    of.asked = llama_question();
    of.asked->shape = shape;
    of.asked->machine = machine(types[pick(0, 2)]);
    of.asked->machine.domain = gpus;
    of.asked->machine.memory_bytes = real(3.0, 8.0) * 1073741824.0;
    of.asked->weights = of.asked->cache = serving::DataType::bf16;
    question.pools.push_back(std::move(of));
    made.cluster.pools.push_back(std::move(pool));
  }
  question.objective =
      static_cast<strategy::Objective>(std::array{0, 1, 3}[static_cast<std::size_t>(pick(0, 2))]);
  question.cluster = &made.cluster;
  question.limits = &made.job;
  serving::Traffic traffic;
  traffic.input = serving::Lengths::fixed(real(100.0, 3000.0));
  traffic.output = serving::Lengths::fixed(real(20.0, 600.0));
  traffic.kind = pick(0, 1) == 0 ? serving::Traffic::Kind::rate : serving::Traffic::Kind::concurrency;
  question.job.traffic = traffic;
  for (deploy::PoolQuestion& pool : question.pools) pool.asked->traffic = traffic;
  const serving::Figures alone = alone_on(question.pools.front(), question.job);
  if (alone.fits && alone.tpot.value > 0.0) {
    if (pick(0, 3) > 0) question.job.promises.tpot_seconds = alone.tpot.value * real(0.8, 3.0);
    if (pick(0, 3) > 0) question.job.promises.ttft_seconds = alone.ttft.value * real(0.9, 8.0);
    if (pick(0, 5) == 0) question.job.promises.e2e_seconds = alone.e2e.value * real(0.9, 3.0);
  }
  const double copies = real(0.2, 2.0) * pools;
  traffic.concurrency = std::max(1.0, std::floor(40.0 * copies));
  traffic.requests_per_second = alone.e2e.value > 0.0 ? 20.0 * copies / alone.e2e.value : 1.0;
  question.job.traffic = traffic;
  for (deploy::PoolQuestion& pool : question.pools) {
    pool.asked->traffic = traffic;
    pool.asked->promises = question.job.promises;
  }
}

/// The least value of the objective and all stable points (seconds a token, GPU seconds a token).
struct Brute {
  double best = 1e300;
  std::vector<std::pair<double, double>> points;
};

/// Fixed points end at a relative 2e-4, so closed loops are not quite monotone.
inline constexpr double kSpreadTolerance = 2e-3;

/// What a copy holds within the promises, by bisection of predictions.
inline double most_in_flight(const serving::Question& pool, serving::Deployment& deployment) {
  serving::Question asked = pool;
  const auto kept = [&](double load) {
    asked.traffic.concurrency = load;
    const serving::Figures figures = serving::predict(asked, deployment);
    return deploy::missed_of(figures, asked.promises, asked.traffic.output.mean) == deploy::Missed::none &&
           load <= figures.places;
  };
  asked.traffic.concurrency = 1.0;
  double high = serving::predict(asked, deployment).places, low = 1e-3;
  if (high < 1.0 || !kept(low)) return 0.0;
  if (kept(high)) return high;
  while (high - low > 1e-5 * high) {
    const double middle = 0.5 * (low + high);
    (kept(middle) ? low : high) = middle;
  }
  return low;
}

struct SpreadEntry {
  serving::Deployment deployment;
  int gpus = 0, paid = 0;
  double usd = 0.0, each = 0.0, full = 0.0;  ///< tokens/s of all copies when full
  double capacity() const { return deployment.replicas * each; }
};

inline std::vector<SpreadEntry> entries_of(const deploy::Question& question, std::size_t pool) {
  const deploy::PoolQuestion& of = question.pools[pool];
  std::vector<SpreadEntry> entries;
  for (const serving::Worker& worker : deploy::workers_of(*of.asked, of.room, question.job)) {
    SpreadEntry entry;
    entry.deployment.worker = worker;
    entry.deployment.worker.max_sequences = deploy::sequence_limits().back();
    entry.each = most_in_flight(*of.asked, entry.deployment);
    if (entry.each <= 0.0) continue;
    serving::Question full = *of.asked;
    full.traffic.concurrency = entry.each;
    const double tokens = serving::predict(full, entry.deployment).output_tokens_per_second.value;
    for (int copies = 1; copies * worker.gpus() <= of.room.max_gpus; ++copies) {
      if (worker.gpus() <= of.room.gpus_per_node &&
          copies > of.room.nodes * (of.room.gpus_per_node / worker.gpus()))
        continue;
      entry.deployment.replicas = copies;
      entry.gpus = copies * worker.gpus();
      entry.paid = (entry.gpus + of.room.unit - 1) / of.room.unit * of.room.unit;
      entry.usd = entry.paid * question.cluster->pools[pool].usd_per_gpu_hour->value;
      entry.full = copies * tokens;
      entries.push_back(entry);
    }
  }
  return entries;
}

/// The least of the objective over all fleets of two pools or more, at most `best`.
class InFlightOracle {
 public:
  InFlightOracle(const deploy::Question& question, double best) : m_question(question), m_best(best) {
    for (std::size_t pool = 0; pool < question.pools.size(); ++pool)
      m_all.push_back(entries_of(question, pool));
  }
  double run() {
    visit(0);
    return m_best;
  }

 private:
  double value(double tokens) const {
    double usd = 0.0, gpus = 0.0, paid = 0.0;
    for (const auto& [pool, entry] : m_now) {
      usd += entry->usd;
      gpus += entry->gpus;
      paid += entry->paid;
    }
    if (m_question.objective == strategy::Objective::money) return usd / tokens;
    if (m_question.objective == strategy::Objective::gpus) return paid;
    return gpus / tokens;
  }
  void weigh() {
    double capacity = 0.0, full = 0.0, tokens = 0.0;
    for (const auto& [pool, entry] : m_now) {
      capacity += entry->capacity();
      full += entry->full;
    }
    // Fewer requests make fewer tokens.
    if (capacity < m_question.demand() || value(full * (1.0 + kSpreadTolerance)) >= m_best) return;
    for (const auto& [pool, entry] : m_now) {
      serving::Question asked = *m_question.pools[pool].asked;
      asked.traffic.concurrency *= entry->capacity() / capacity;
      const serving::Figures figures = serving::predict(asked, entry->deployment);
      tokens += figures.output_tokens_per_second.value;
    }
    m_best = std::min(m_best, value(tokens));
  }
  void visit(std::size_t pool) {
    if (pool == m_all.size()) {
      if (m_now.size() > 1) weigh();
      return;
    }
    visit(pool + 1);
    for (const SpreadEntry& entry : m_all[pool]) {
      m_now.emplace_back(pool, &entry);
      visit(pool + 1);
      m_now.pop_back();
    }
  }

  const deploy::Question& m_question;
  double m_best;
  std::vector<std::vector<SpreadEntry>> m_all;
  std::vector<std::pair<std::size_t, const SpreadEntry*>> m_now;
};

class DeployOracle {
 public:
  explicit DeployOracle(const deploy::Question& question) : m_question(question) {}

  Brute run(bool with_pairs) {
    for (std::size_t pool = 0; pool < m_question.pools.size(); ++pool) aggregated(pool);
    if (with_pairs) run_pairs();
    const serving::Traffic::Kind kind = m_question.traffic().kind;
    if (kind == serving::Traffic::Kind::rate && m_question.pools.size() > 1) mixtures();
    if (kind == serving::Traffic::Kind::concurrency && m_question.pools.size() > 1)
      m_brute.best = InFlightOracle(m_question, m_brute.best).run();
    return m_brute;
  }

  /// Workers apart alone.
  Brute run_pairs() {
    for (std::size_t pool = 0; pool < m_question.pools.size(); ++pool) pairs(pool);
    return m_brute;
  }

 private:
  bool kept(const serving::Figures& figures) const {
    const serving::Promises& promises = m_question.job.promises;
    return figures.fits && carried(figures) &&
           (!promises.ttft_seconds || figures.ttft.value <= *promises.ttft_seconds) &&
           (!promises.tpot_seconds || figures.tpot.value <= *promises.tpot_seconds) &&
           (!promises.e2e_seconds || figures.e2e.value <= *promises.e2e_seconds);
  }
  /// All that comes is served; all that are in flight have a place, where no promise limits their wait.
  bool carried(const serving::Figures& figures) const {
    const serving::Promises& promises = m_question.job.promises;
    return figures.stable && (!figures.crowded || promises.ttft_seconds || promises.e2e_seconds);
  }
  int paid(std::size_t pool, int gpus) const {
    const int unit = m_question.pools[pool].room.unit;
    return (gpus + unit - 1) / unit * unit;
  }
  double price(std::size_t pool) const { return m_question.cluster->pools[pool].usd_per_gpu_hour->value; }
  double value(double usd, int gpus, int paid_gpus, double tokens) const {
    if (m_question.objective == strategy::Objective::money) return usd / tokens;
    if (m_question.objective == strategy::Objective::gpus) return paid_gpus;
    return gpus / tokens;
  }
  void offer(std::size_t pool, const serving::Figures& figures) {
    const int used = figures.gpus;
    const double tokens = figures.output_tokens_per_second.value;
    m_brute.best =
        std::min(m_brute.best, value(paid(pool, used) * price(pool), used, paid(pool, used), tokens));
  }

  void add_point(const serving::Figures& figures) {
    m_brute.points.emplace_back(figures.tpot.value, figures.gpus / figures.output_tokens_per_second.value);
  }

  void aggregated(std::size_t pool) {
    const deploy::PoolQuestion& of = m_question.pools[pool];
    const int gpus = of.room.max_gpus, a_node = of.room.gpus_per_node;
    for (const serving::Worker& worker : deploy::workers_of(*of.asked, of.room, m_question.job))
      for (int copies = 1; copies * worker.gpus() <= gpus; ++copies) {
        // A copy that fits into a node lies within one.
        if (worker.gpus() <= a_node && copies > of.room.nodes * (a_node / worker.gpus())) continue;
        for (const int limit : {0, 32, deploy::sequence_limits().back()}) {
          serving::Deployment deployment;
          deployment.replicas = copies;
          deployment.worker = worker;
          deployment.worker.max_sequences = limit;
          const serving::Figures figures = serving::predict(*of.asked, deployment);
          if (!figures.fits) continue;
          if (waits(of, deployment, figures)) continue;
          if (carried(figures)) add_point(figures);
          if (kept(figures)) offer(pool, figures);
        }
      }
  }
  /// Whether a limit makes requests in flight wait although there is room for them.
  bool waits(const deploy::PoolQuestion& of, const serving::Deployment& deployment,
             const serving::Figures& figures) const {
    if (m_question.traffic().kind == serving::Traffic::Kind::rate) return false;
    serving::Deployment widest = deployment;
    widest.worker.max_sequences = deploy::sequence_limits().back();
    const double room = serving::predict(*of.asked, widest).places;
    return figures.places < std::min(m_question.traffic().concurrency / deployment.replicas, room);
  }

  template <class Visit>
  void each_pair(std::size_t pool, const Visit& visit) const {
    const deploy::PoolQuestion& of = m_question.pools[pool];
    const int gpus = of.room.max_gpus;
    const auto workers = deploy::workers_of(*of.asked, of.room, m_question.job);
    for (const serving::Worker& prefill : workers)
      for (const serving::Worker& decode : workers) {
        if (decode.max_batched_tokens != serving::Worker{}.max_batched_tokens) continue;
        for (int prefills = 1; prefills * prefill.gpus() < gpus; ++prefills)
          for (int decodes = 1; prefills * prefill.gpus() + decodes * decode.gpus() <= gpus; ++decodes) {
            serving::Deployment deployment;
            deployment.prefill = prefill;
            deployment.worker = decode;
            deployment.prefill_workers = prefills;
            deployment.decode_workers = decodes;
            deployment.worker.max_sequences = deploy::sequence_limits().back();
            if (deploy::nodes_of(of.room, deployment) <= of.room.nodes) visit(deployment);
          }
      }
  }
  void pairs(std::size_t pool) {
    each_pair(pool, [&](const serving::Deployment& deployment) {
      const serving::Figures figures = serving::predict(*m_question.pools[pool].asked, deployment);
      if (!figures.fits) return;
      const bool starves = figures.binds == serving::Binds::prefill;
      if (carried(figures) && !starves) add_point(figures);
      if (kept(figures)) offer(pool, figures);
    });
  }

  /// What a deployment can do within the promises, by its own bisection; 0 where that is no more than
  /// `known`.
  double largest_rate(const serving::Question& pool, const serving::Deployment& deployment,
                      double known = 0.0) const {
    serving::Question asked = pool;
    const auto able = [&](double rate) {
      asked.traffic.requests_per_second = rate;
      return kept(serving::predict(asked, deployment));
    };
    // More than all of the demand makes no difference.
    double low = known, high = m_question.demand();
    if (!able(std::max(1e-3 * high, known * (1.0 + 1e-5)))) return 0.0;
    if (able(high)) return high;
    while (high - low > 1e-5 * high) {
      const double middle = 0.5 * (low + high);
      (able(middle) ? low : high) = middle;
    }
    return low;
  }

  struct Entry {
    int gpus = 0, paid = 0;
    double usd = 0.0, capacity = 0.0;
  };
  Entry entry_of(std::size_t pool, int gpus, double capacity) const {
    Entry entry;
    entry.gpus = gpus;
    entry.paid = paid(pool, gpus);
    entry.usd = entry.paid * price(pool);
    entry.capacity = capacity;
    return entry;
  }
  /// Workers apart that do more than any entry with no more GPUs.
  void add_pairs(std::size_t pool, std::vector<Entry>& entries) {
    each_pair(pool, [&](const serving::Deployment& deployment) {
      double known = 0.0;
      for (const Entry& entry : entries)
        if (entry.gpus <= deployment.gpus()) known = std::max(known, entry.capacity);
      if (known >= m_question.demand()) return;
      const double able = largest_rate(*m_question.pools[pool].asked, deployment, known);
      if (able > 0.0) entries.push_back(entry_of(pool, deployment.gpus(), able));
    });
  }
  void mixtures() {
    std::vector<std::vector<Entry>> all;
    for (std::size_t pool = 0; pool < m_question.pools.size(); ++pool) {
      const deploy::PoolQuestion& of = m_question.pools[pool];
      std::vector<Entry> entries{{}};
      for (const serving::Worker& worker : deploy::workers_of(*of.asked, of.room, m_question.job)) {
        serving::Deployment one;
        one.worker = worker;
        one.worker.max_sequences = deploy::sequence_limits().back();
        const double each = largest_rate(*of.asked, one);
        if (each <= 0.0) continue;
        for (int copies = 1; copies * worker.gpus() <= of.room.max_gpus; ++copies) {
          if (worker.gpus() <= of.room.gpus_per_node &&
              copies > of.room.nodes * (of.room.gpus_per_node / worker.gpus()))
            continue;
          entries.push_back(entry_of(pool, copies * worker.gpus(), copies * each));
        }
      }
      add_pairs(pool, entries);
      all.push_back(std::move(entries));
    }
    const double tokens = m_question.demand() * m_question.traffic().output.mean;
    std::function<void(std::size_t, const Entry&)> visit = [&](std::size_t pool, const Entry& sum) {
      if (pool == all.size()) {
        if (sum.gpus > 0 && sum.capacity >= m_question.demand())
          m_brute.best = std::min(m_brute.best, value(sum.usd, sum.gpus, sum.paid, tokens));
        return;
      }
      for (const Entry& entry : all[pool])
        visit(pool + 1, {sum.gpus + entry.gpus, sum.paid + entry.paid, sum.usd + entry.usd,
                         sum.capacity + entry.capacity});
    };
    visit(0, {});
  }

  const deploy::Question& m_question;
  Brute m_brute;
};

/// The objective's value of a fleet, as the oracle has it.
inline double value_of(const deploy::Question& question, const deploy::Fleet& fleet) {
  const double tokens = fleet.figures.output_tokens_per_second.value;
  if (question.objective == strategy::Objective::money) return *fleet.usd_per_hour / tokens;
  if (question.objective == strategy::Objective::gpus) return fleet.paid_gpus;
  return fleet.gpus / tokens;
}

/// A question with so many times the demand of `question`, in all pools.
inline deploy::Question with_demand(const deploy::Question& question, double factor) {
  deploy::Question other = question;
  other.job.traffic.requests_per_second *= factor;
  for (deploy::PoolQuestion& pool : other.pools) pool.asked->traffic.requests_per_second *= factor;
  return other;
}

}  // namespace astrolabe::tests
