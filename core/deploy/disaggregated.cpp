#include "core/deploy/disaggregated.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/units.h"
#include "core/deploy/layouts.h"

namespace astrolabe::deploy {

namespace {

constexpr double kMsOfSecond = 1e3;
constexpr double kMany = 1e6;  // workers beyond every queue
constexpr double kRateTolerance = 1e-4;
constexpr double kLeastBatch = 1e-3;  // sequences: fewer are no load
constexpr std::size_t kTriedSides = 4;
constexpr int kBisections = 24;
constexpr double kMoreNodes = 1.02;

/// One side of a pair, alone.
struct Side {
  const Layout* layout = nullptr;
  std::shared_ptr<const serving::StepModel> model;
  double able = 0.0;  ///< requests a second of a worker, at most
  int most = 0;
};

struct Pair {
  const Side* prefill = nullptr;
  const Side* decode = nullptr;
  double bound = 0.0;  ///< GPUs for a request a second, at least
};

class PairSearch {
 public:
  PairSearch(const Question& question, const Prices& prices, int pool, int most, const Candidate* last,
             bool all, const std::stop_token& stop)
      : m_question(question),
        m_prices(prices),
        m_pool(pool),
        m_room(question.pools[static_cast<std::size_t>(pool)].room),
        m_asked(*question.pools[static_cast<std::size_t>(pool)].asked),
        m_demand(serving::demand_of(m_asked.traffic)),
        m_most(most),
        m_last(last),
        m_all(all),
        m_stop(stop) {}

  std::vector<Candidate> run(const std::vector<Layout>& layouts) {
    const std::vector<Side> prefills = sides(layouts, true), decodes = sides(layouts, false);
    std::vector<Pair> pairs;
    for (const Side& prefill : prefills) {
      if (m_stop.stop_requested()) return {};
      for (const Side& decode : decodes)
        pairs.push_back(
            {&prefill, &decode,
             prefill.layout->replica->gpus() / prefill.able + decode.layout->replica->gpus() / decode.able});
    }
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair& a, const Pair& b) { return a.bound < b.bound; });
    for (const Pair& pair : pairs) {
      if (m_stop.stop_requested()) break;
      if (is_rate())
        at_rate(pair);
      else
        in_flight(pair);
    }
    return std::move(m_best);
  }

  /// Of the sides that do most for a GPU, in proportion to what each can do.
  std::optional<PairCapacity> capacity(const std::vector<Layout>& layouts) {
    std::vector<Side> prefills = sides(layouts, true), decodes = sides(layouts, false);
    const auto most_first = [](std::vector<Side>& some) {
      std::stable_sort(some.begin(), some.end(), [](const Side& a, const Side& b) {
        return a.able * b.layout->replica->gpus() > b.able * a.layout->replica->gpus();
      });
    };
    most_first(prefills);
    most_first(decodes);
    if (decodes.size() > kTriedSides) decodes.resize(kTriedSides);
    std::optional<PairCapacity> best;
    std::size_t tried_prefills = 0;
    for (const Side& prefill : prefills) {
      if (m_stop.stop_requested() || tried_prefills == kTriedSides) break;
      bool any = false;
      for (const Side& decode : decodes) {
        const PairCapacity one = capacity_of(prefill, decode);
        any = any || one.able > 0.0;
        if (one.able > (best ? best->able : 0.0)) best = one;
      }
      tried_prefills += any ? 1 : 0;
    }
    if (best) best->nodes_needed = nodes_for(*best);
    return best;
  }

 private:
  /// Requests a second within the promises, by bisection below `most`.
  double carried(const serving::Deployment& deployment, double most) const {
    serving::Question asked = m_asked;
    const auto kept = [&](double rate) {
      asked.traffic.requests_per_second = rate;
      return missed_of(serving::predict(asked, deployment), asked.promises, m_demand.output) == Missed::none;
    };
    if (kept(most)) return most;
    double low = 0.0, high = most;
    for (int i = 0; i < kBisections; ++i) {
      const double middle = 0.5 * (low + high);
      (kept(middle) ? low : high) = middle;
    }
    return low;
  }

  static serving::Deployment deployment_of(const Layout& prefill, int prefills, const Layout& decode,
                                           int decodes) {
    serving::Deployment deployment;
    deployment.prefill = prefill.replica->worker();
    deployment.worker = decode.replica->worker();
    deployment.worker.max_sequences = sequence_limits().back();
    deployment.prefill_workers = prefills;
    deployment.decode_workers = decodes;
    return deployment;
  }

  /// On all GPUs, without the spares of each kind.
  PairCapacity capacity_of(const Side& prefill, const Side& decode) const {
    PairCapacity best{prefill.layout, decode.layout};
    const int spare = m_question.job.spare_replicas;
    const int reads = prefill.layout->replica->gpus(), writes = decode.layout->replica->gpus();
    const int room = gpus() - spare * (reads + writes);
    const double even = room / (reads / prefill.able + writes / decode.able);
    const int near = static_cast<int>(even / decode.able);
    for (const int decodes : {std::max(1, near), near + 1}) {
      const int prefills = std::min(prefill.most - spare, (room - decodes * writes) / reads);
      if (prefills < 1 || decodes > decode.most - spare) continue;
      const auto deployment = deployment_of(*prefill.layout, prefills, *decode.layout, decodes);
      if (nodes_of(m_room, deployment_of(*prefill.layout, prefills + spare, *decode.layout,
                                         decodes + spare)) > m_room.nodes)
        continue;
      const double able = carried(deployment, std::min(prefills * prefill.able, decodes * decode.able));
      if (able <= best.able) continue;
      best.able = able;
      best.prefills = prefills;
      best.decodes = decodes;
    }
    return best;
  }

  /// Whole nodes with as many of both as carry all of the traffic; 0 where none is found.
  int nodes_for(const PairCapacity& pair) const {
    const int spare = m_question.job.spare_replicas;
    double times = m_question.demand() / pair.able;
    for (int i = 0; i < kBisections; ++i, times *= kMoreNodes) {
      if (times * std::max(pair.prefills, pair.decodes) > kMostWorkers) return 0;
      const int prefills = static_cast<int>(std::ceil(pair.prefills * times));
      const int decodes = static_cast<int>(std::ceil(pair.decodes * times));
      const double rate = m_question.demand();
      if (carried(deployment_of(*pair.prefill, prefills, *pair.decode, decodes), rate) == rate)
        return nodes_of(m_room,
                        deployment_of(*pair.prefill, prefills + spare, *pair.decode, decodes + spare));
    }
    return 0;
  }

  bool is_rate() const { return m_asked.traffic.kind == serving::Traffic::Kind::rate; }
  int gpus() const {
    return std::min(m_room.max_gpus, m_question.cluster->max_total_gpus.value_or(m_room.max_gpus));
  }

  /// Layouts that some worker of that side may have, with what it can do at most: of prompts, full steps; of
  /// answers, the largest batch that keeps the promised time per token.
  std::vector<Side> sides(const std::vector<Layout>& layouts, bool prefill) {
    std::vector<Side> all;
    for (const Layout& layout : layouts) {
      if (m_stop.stop_requested()) break;
      if (!layout.replica || layout.most == 0) continue;
      const serving::Worker& worker = layout.replica->worker();
      const bool other = prefill ? worker.speculation.draft_tokens > 0
                                 : worker.max_batched_tokens != usual_budget(m_question.job);
      if (other) continue;
      Side side{&layout, std::make_shared<const serving::StepModel>(serving::step_model(m_asked, worker)),
                0.0, layout.most};
      side.able = prefill ? prefill_rate(side) : decode_rate(side);
      if (side.able > 0.0) all.push_back(std::move(side));
    }
    return all;
  }

  /// Full steps of prompts, one after the other.
  double prefill_rate(const Side& side) const {
    const serving::Worker& worker = side.layout->replica->worker();
    const double count = std::max(1.0, std::ceil(m_demand.input / worker.max_batched_tokens));
    const double tokens = std::max(1.0, m_demand.input / count);
    const double together = std::max(1.0, worker.max_batched_tokens / tokens);
    const double ms = side.model->step_ms({0.0, 0.0, together * tokens, tokens, m_demand.prefix});
    return kMsOfSecond * worker.attention_data_parallel * together / (count * ms);
  }
  /// Decoding alone, with the largest batch that keeps the promised median and has a place.
  double decode_rate(const Side& side) const {
    const serving::Worker& worker = side.layout->replica->worker();
    const double split = static_cast<double>(worker.attention_data_parallel) * worker.pipeline_parallel;
    const double tokens = worker.speculation.tokens_a_step();
    const double steps = std::max(1e-9, (m_demand.output - 1.0) / tokens);
    const auto tau = [&](double batch) {
      return side.model->step_ms({batch / split, m_demand.context(), 0.0, 1.0, 0.0});
    };
    const double promised = m_asked.promises.tpot_seconds.value_or(kBeyond) * kMsOfSecond * tokens;
    double low = kLeastBatch, high = 0.0;
    for (const int limit : sequence_limits()) high = std::max(high, side.layout->replica->places(limit));
    // A step of next to nothing takes as long as one sequence does, a step of nothing no time at all: halving
    // towards no sequences would never end where one alone is late.
    if (high < low || tau(low) > promised) return 0.0;
    if (tau(high) > promised) {
      while (high - low > kRateTolerance * high) {
        const double middle = 0.5 * (low + high);
        (tau(middle) <= promised ? low : high) = middle;
      }
    }
    return kMsOfSecond * high * (1.0 + kRateTolerance) / (steps * tau(high));
  }

  struct Tried {
    Candidate candidate;
    Missed missed = Missed::none;
  };
  Tried tried(const Pair& pair, int prefills, int decodes) {
    serving::Deployment deployment;
    deployment.prefill = pair.prefill->layout->replica->worker();
    deployment.worker = pair.decode->layout->replica->worker();
    deployment.prefill_workers = prefills;
    deployment.decode_workers = decodes;
    deployment.worker.max_sequences = 0;
    serving::Figures figures = serving::predict(m_asked, deployment);
    for (const int limit : sequence_limits()) {
      // Fewer than the engine's own hold no more.
      if (limit <= m_asked.engine.max_sequences || (figures.fits && figures.batch / decodes < figures.places))
        continue;
      deployment.worker.max_sequences = limit;
      figures = serving::predict(m_asked, deployment);
    }
    Tried result;
    Candidate& candidate = result.candidate;
    candidate.pool = m_pool;
    candidate.order = pair.prefill->layout->order * 100000 + pair.decode->layout->order;
    candidate.gpus = deployment.gpus();
    candidate.nodes = nodes_of(m_room, deployment);
    candidate.paid = m_room.paid(candidate.nodes, candidate.gpus);
    candidate.usd_per_hour = m_prices.usd_per_hour(m_pool, candidate.paid);
    candidate.tokens_per_second = figures.output_tokens_per_second.value;
    candidate.tpot = figures.tpot.value * kMsOfSecond;
    candidate.deployment = std::move(deployment);
    result.missed = missed_of(figures, m_asked.promises, m_demand.output);
    return result;
  }

  /// No candidate with so many GPUs and at most so many tokens/s can enter.
  bool hopeless(int gpus, double tokens) const {
    if (m_all) return false;
    Candidate best;
    best.gpus = best.paid = gpus;
    best.tokens_per_second = tokens;
    best.usd_per_hour = m_prices.usd_per_hour(m_pool, gpus);
    const auto behind = [&](const Candidate& other) {
      Candidate same = other;
      same.tpot = 0.0;
      best.deployment = same.deployment;
      best.pool = same.pool;
      return before(same, best, m_question.objective);
    };
    return (m_last != nullptr && behind(*m_last)) ||
           (static_cast<int>(m_best.size()) >= m_most && behind(m_best.back()));
  }

  void offer(const Tried& one) {
    if (one.missed != Missed::none || one.candidate.tokens_per_second <= 0.0) return;
    if (one.candidate.nodes > m_room.nodes || one.candidate.gpus > gpus()) return;
    if (!m_prices.within_limits(m_pool, one.candidate.paid)) return;
    const auto first = [&](const Candidate& a, const Candidate& b) {
      return before(a, b, m_question.objective);
    };
    m_best.insert(std::upper_bound(m_best.begin(), m_best.end(), one.candidate, first), one.candidate);
    if (static_cast<int>(m_best.size()) > m_most) m_best.pop_back();
  }

  /// Least workers of each kind; those of prompts make first tokens late, those of answers all others.
  void at_rate(const Pair& pair) {
    const double rate = m_question.demand(), tokens = rate * m_demand.output;
    const int prefill_gpus = pair.prefill->layout->replica->gpus();
    const int decode_gpus = pair.decode->layout->replica->gpus();
    if (rate / std::min(pair.prefill->able, pair.decode->able) > kMostWorkers) return;
    const int fewest_prefill = std::max(1, static_cast<int>(std::ceil(rate / pair.prefill->able)));
    const int fewest_decode = std::max(1, static_cast<int>(std::ceil(rate / pair.decode->able)));
    const int spare = m_question.job.spare_replicas;
    const int most_decode = pair.decode->most - spare;
    if (most_decode < fewest_decode ||
        hopeless((fewest_prefill + spare) * prefill_gpus + (fewest_decode + spare) * decode_gpus, tokens))
      return;
    for (int decodes = least_decodes(pair, fewest_decode, most_decode); decodes <= most_decode; ++decodes) {
      if (m_stop.stop_requested()) return;
      const int rest = (gpus() - (decodes + spare) * decode_gpus) / prefill_gpus - spare;
      int high = std::min(pair.prefill->most - spare, rest);
      if (high < fewest_prefill) return;
      if (hopeless((fewest_prefill + spare) * prefill_gpus + (decodes + spare) * decode_gpus, tokens)) return;
      const Tried most = tried(pair, high, decodes);
      if (most.missed == Missed::tpot || most.missed == Missed::traffic || most.missed == Missed::e2e)
        continue;
      if (most.missed != Missed::none) return;
      int low = fewest_prefill - 1;
      while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        (tried(pair, middle, decodes).missed == Missed::none ? high : low) = middle;
      }
      offer(tried(pair, high + spare, decodes + spare));
      // More workers of answers help only where both times together are promised.
      if (!m_asked.promises.e2e_seconds) return;
    }
  }

  /// The least workers of answers that keep up with the traffic and with the promised times per token and
  /// request, beside as many of prompts as there may be; one more than `most` where none do.
  int least_decodes(const Pair& pair, int fewest, int most) {
    const auto late = [&](int decodes) {
      const Missed missed = tried(pair, pair.prefill->most, decodes).missed;
      return missed == Missed::tpot || missed == Missed::traffic || missed == Missed::e2e;
    };
    if (!late(fewest)) return fewest;
    if (late(most)) return most + 1;
    int low = fewest, high = most;
    while (high - low > 1) {
      const int middle = low + (high - low) / 2;
      (late(middle) ? low : high) = middle;
    }
    return high;
  }

  void in_flight(const Pair& pair) {
    const double users = m_question.demand();
    const int prefill_gpus = pair.prefill->layout->replica->gpus();
    const int decode_gpus = pair.decode->layout->replica->gpus();
    const int spare = m_question.job.spare_replicas;
    // One request alone is the fastest that a user can have.
    const double fastest = users / alone_seconds(pair);
    for (int decodes = 1; decodes + spare <= pair.decode->most && decodes * decode_gpus < gpus(); ++decodes) {
      for (int prefills = 1; prefills + spare <= pair.prefill->most; ++prefills) {
        const int used = (prefills + spare) * prefill_gpus + (decodes + spare) * decode_gpus;
        if (used > gpus() || m_stop.stop_requested()) break;
        const double able = std::min(
            {(prefills + spare) * pair.prefill->able, (decodes + spare) * pair.decode->able, fastest});
        // With more workers of prompts than answers need, only GPUs are added.
        if (hopeless(used, able * m_demand.output)) {
          if ((prefills + spare) * pair.prefill->able >=
              std::min((decodes + spare) * pair.decode->able, fastest))
            break;
          continue;
        }
        const Tried one = tried(pair, prefills + spare, decodes + spare);
        if (one.missed == Missed::none &&
            (spare == 0 || tried(pair, prefills, decodes).missed == Missed::none))
          offer(one);
      }
      if (hopeless((1 + spare) * prefill_gpus + (decodes + spare) * decode_gpus, fastest * m_demand.output))
        return;
    }
  }

  double alone_seconds(const Pair& pair) const {
    const serving::Flow flow =
        serving::disaggregated_open(*pair.prefill->model, static_cast<int>(kMany), *pair.decode->model,
                                    static_cast<int>(kMany), m_demand, {0.0, 1.0, 1.0}, 1e-9, kMany);
    return (flow.ttft + (m_demand.output - 1.0) * flow.tpot) / kMsOfSecond;
  }

  const Question& m_question;
  const Prices& m_prices;
  int m_pool;
  const Room& m_room;
  const serving::Question& m_asked;
  serving::Demand m_demand;
  int m_most;
  const Candidate* m_last;
  bool m_all;
  const std::stop_token& m_stop;
  std::vector<Candidate> m_best;
};

}  // namespace

std::vector<Candidate> disaggregated_of(const Question& question, const Prices& prices, int pool,
                                        const std::vector<Layout>& layouts, int most, const Candidate* last,
                                        bool all, const std::stop_token& stop) {
  if (question.traffic().kind != serving::Traffic::Kind::rate || most < 1) return {};
  if (!question.pools[static_cast<std::size_t>(pool)].asked) return {};
  return PairSearch(question, prices, pool, most, last, all, stop).run(layouts);
}

std::optional<PairCapacity> capacity_of_pairs(const Question& question, int pool,
                                              const std::vector<Layout>& layouts,
                                              const std::stop_token& stop) {
  if (question.traffic().kind != serving::Traffic::Kind::rate) return std::nullopt;
  if (!question.pools[static_cast<std::size_t>(pool)].asked) return std::nullopt;
  const Prices prices(question);
  return PairSearch(question, prices, pool, 1, nullptr, false, stop).capacity(layouts);
}

}  // namespace astrolabe::deploy
