#include "core/deploy/disaggregated.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/deploy/layouts.h"
#include "core/serving/apart.h"

namespace astrolabe::deploy {

namespace {

constexpr double kMsOfSecond = 1e3;
constexpr int kMany = 1'000'000;  // workers beyond every queue
constexpr double kRateTolerance = 1e-4;
constexpr double kLeastBatch = 1e-3;  // sequences: fewer are no load
constexpr std::size_t kTriedSides = 4;
constexpr int kBisections = 24;

/// One side of a pair, alone.
struct Side {
  const Layout* layout = nullptr;
  double able = 0.0;  ///< requests a second of a worker, at most
  int most = 0;
  /// At a rate: workers without which a promise is missed, whatever the other side is, and seconds that no
  /// number of them goes below, of the first token or of each further one.
  int fewest = 1;
  double least_seconds = 0.0;
  const Replica& replica() const { return *layout->replica; }
  const serving::Worker& worker() const { return replica().worker(); }
  int gpus() const { return replica().gpus(); }
};

struct Pair {
  const Side* prefill = nullptr;
  const Side* decode = nullptr;
  double bound = 0.0;  ///< GPUs for a request a second, at least; at a rate GPUs, at least
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
        m_shares(tail_shares(m_asked.promises.quantile)),
        m_most(most),
        m_last(last),
        m_all(all),
        m_stop(stop) {}

  std::vector<Candidate> run(const std::vector<Layout>& layouts) {
    std::vector<Side> prefills = sides(layouts, true), decodes = sides(layouts, false);
    if (is_rate()) bound_sides(prefills, decodes);
    const int spare = m_question.job.spare_replicas;
    std::vector<Pair> pairs;
    for (const Side& prefill : prefills) {
      if (m_stop.stop_requested()) return {};
      for (const Side& decode : decodes) {
        Pair pair{&prefill, &decode, prefill.gpus() / prefill.able + decode.gpus() / decode.able};
        if (is_rate()) {
          const double least = static_cast<double>(prefill.fewest + spare) * prefill.gpus() +
                               static_cast<double>(decode.fewest + spare) * decode.gpus();
          if (least > gpus() || late_together(prefill, decode)) continue;
          pair.bound = least;
        }
        pairs.push_back(pair);
      }
    }
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair& a, const Pair& b) { return a.bound < b.bound; });
    for (const Pair& pair : pairs) {
      if (m_stop.stop_requested()) break;
      if (is_rate()) {
        // Those behind it take as many GPUs or more.
        if (hopeless(static_cast<int>(pair.bound), m_question.demand() * m_demand.output)) break;
        at_rate(pair);
      } else {
        in_flight(pair);
      }
    }
    return std::move(m_best);
  }

  /// Of the sides that do most for a GPU, in proportion to what each can do.
  std::optional<PairCapacity> capacity(const std::vector<Layout>& layouts) {
    std::vector<Side> prefills = sides(layouts, true), decodes = sides(layouts, false);
    const auto most_first = [](std::vector<Side>& some) {
      std::stable_sort(some.begin(), some.end(),
                       [](const Side& a, const Side& b) { return a.able * b.gpus() > b.able * a.gpus(); });
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
    return best;
  }

 private:
  /// What a pair with so many workers of each does at a load of all of them, with as many sequences on a
  /// worker of answers as it has room for.
  struct State {
    serving::Flow flow;
    Missed missed = Missed::none;
  };
  State at(const Side& prefill, int prefills, const Side& decode, int decodes, double load) {
    m_asked.traffic.requests_per_second = m_asked.traffic.concurrency = load;
    m_tried.prefill = prefill.worker();
    m_tried.worker = decode.worker();
    m_tried.prefill_workers = prefills;
    m_tried.decode_workers = decodes;
    const double places = decode.replica().places(sequence_limits().back());
    const serving::ApartModels models{
        prefill.replica().model(), decode.replica().model(), prefill.replica().memory(),
        serving::transfer_of(m_asked, prefill.worker(), decode.worker(), decode.replica().memory())};
    State state;
    state.flow = serving::flow_apart(m_asked, m_tried, models, m_demand, places).flow;
    const bool crowded = !is_rate() && state.flow.slots_bound && !may_wait(m_asked.promises);
    state.missed = !state.flow.stable || crowded
                       ? Missed::traffic
                       : missed_by(promised_times(state.flow, m_demand.output, m_shares), m_asked.promises);
    return state;
  }
  Missed missed_at(const Pair& pair, int prefills, int decodes) {
    return at(*pair.prefill, prefills, *pair.decode, decodes, m_question.demand()).missed;
  }

  /// The least count up to `most` for which `kept` holds, which holds for all above it; `most` + 1 where it
  /// holds for none.
  template <class Kept>
  static int least_count(int fewest, int most, const Kept& kept) {
    if (most < fewest || !kept(most)) return most + 1;
    int low = fewest - 1, high = most;
    while (high - low > 1) {
      const int middle = low + (high - low) / 2;
      (kept(middle) ? high : low) = middle;
    }
    return high;
  }

  /// How many workers of each kind the traffic takes at least, beside more of the other kind than it can
  /// use: first tokens come from those of prompts where all find a place, all others from those of answers.
  /// Sides of which no number that there is room for keeps the promises are taken out.
  void bound_sides(std::vector<Side>& prefills, std::vector<Side>& decodes) {
    if (prefills.empty() || decodes.empty()) return;
    const double rate = m_question.demand();
    // Keys and values that are the fewest to send.
    const Side nearest = *std::min_element(decodes.begin(), decodes.end(),
                                           [&](const Side& a, const Side& b) { return sent(a) < sent(b); });
    const Side reader = prefills.front();
    const int spare = m_question.job.spare_replicas;
    const auto bound = [&](Side& side, bool prefill) {
      const auto state = [&](int workers) {
        return prefill ? at(side, workers, nearest, kMany, rate) : at(reader, kMany, side, workers, rate);
      };
      const auto kept = [&](int workers) {
        const State one = state(workers);
        return one.flow.stable && (prefill ? one.missed != Missed::ttft : one.missed != Missed::tpot);
      };
      const double able = std::ceil(rate / side.able);
      side.fewest = able > side.most
                        ? side.most + 1
                        : least_count(std::max(1, static_cast<int>(able)), side.most - spare, kept);
      if (!m_asked.promises.e2e_seconds) return;
      const PromisedTimes times = promised_times(state(kMany).flow, m_demand.output, m_shares);
      side.least_seconds = prefill ? times.ttft : times.tpot;
    };
    for (Side& side : prefills) bound(side, true);
    for (Side& side : decodes) bound(side, false);
    for (std::vector<Side>* some : {&prefills, &decodes})
      std::erase_if(*some, [&](const Side& side) { return side.fewest > side.most - spare; });
  }
  /// Bytes of keys and values that a token of a prompt sends.
  double sent(const Side& decode) const {
    return serving::transfer_of(m_asked, decode.worker(), decode.worker(), decode.replica().memory())
        .kv_token_bytes;
  }
  /// Whether both sides at their fastest miss the promise of whole requests.
  bool late_together(const Side& prefill, const Side& decode) const {
    return m_asked.promises.e2e_seconds &&
           prefill.least_seconds + m_demand.median_answer() * decode.least_seconds >
               *m_asked.promises.e2e_seconds;
  }

  /// Requests a second within the promises, by bisection below `most`.
  double carried(const Side& prefill, int prefills, const Side& decode, int decodes, double most) {
    const auto kept = [&](double rate) {
      return at(prefill, prefills, decode, decodes, rate).missed == Missed::none;
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
  PairCapacity capacity_of(const Side& prefill, const Side& decode) {
    PairCapacity best{prefill.layout, decode.layout};
    const int spare = m_question.job.spare_replicas;
    const int reads = prefill.gpus(), writes = decode.gpus();
    const int room = gpus() - spare * (reads + writes);
    const double even = room / (reads / prefill.able + writes / decode.able);
    const int near = static_cast<int>(even / decode.able);
    for (const int decodes : {std::max(1, near), near + 1}) {
      const int prefills = std::min(prefill.most - spare, (room - decodes * writes) / reads);
      if (prefills < 1 || decodes > decode.most - spare) continue;
      if (nodes_of(m_room, deployment_of(*prefill.layout, prefills + spare, *decode.layout,
                                         decodes + spare)) > m_room.nodes)
        continue;
      const double able = carried(prefill, prefills, decode, decodes,
                                  std::min(prefills * prefill.able, decodes * decode.able));
      if (able <= best.able) continue;
      best.able = able;
      best.prefills = prefills;
      best.decodes = decodes;
    }
    return best;
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
      if (prefill && !serving::holds_prompts(m_asked, worker, layout.replica->memory(), m_demand)) continue;
      Side side{&layout, 0.0, layout.most};
      side.able = prefill ? prefill_rate(side) : decode_rate(side);
      if (side.able > 0.0) all.push_back(std::move(side));
    }
    return all;
  }

  /// Full steps of prompts, one after the other.
  double prefill_rate(const Side& side) const {
    return kMsOfSecond * serving::readers_of(side.replica().model(), 1.0, m_demand).limit();
  }
  /// Decoding alone, with the largest batch that keeps the promised median and has a place.
  double decode_rate(const Side& side) const {
    const serving::Worker& worker = side.worker();
    const double split = static_cast<double>(worker.attention_data_parallel) * worker.pipeline_parallel;
    const double tokens = worker.speculation.tokens_a_step();
    const double steps = std::max(1e-9, (m_demand.output - 1.0) / tokens);
    const auto tau = [&](double batch) {
      return side.replica().model().step_ms({batch / split, m_demand.context(), 0.0, 1.0, 0.0});
    };
    const double promised = promised_tpot_ms(m_asked) * tokens;
    double low = kLeastBatch, high = 0.0;
    for (const int limit : sequence_limits()) high = std::max(high, side.replica().places(limit));
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

  /// The least limit of sequences, the engine's own first, that holds so many on a worker of answers, and as
  /// many more as there are ever at once.
  int limit_for(const Side& decode, double batch) const {
    constexpr double kDeviations = 6.0;
    const double most = batch + kDeviations * std::sqrt(batch);
    for (const int limit : sequence_limits())
      if ((limit == 0 || limit > m_asked.engine.max_sequences) && decode.replica().places(limit) > most)
        return limit;
    return sequence_limits().back();
  }
  Candidate candidate_of(const Pair& pair, int prefills, int decodes) {
    const serving::Flow flow = at(*pair.prefill, prefills, *pair.decode, decodes, m_question.demand()).flow;
    Candidate candidate;
    candidate.pool = m_pool;
    candidate.order = pair.prefill->layout->order * 100000 + pair.decode->layout->order;
    candidate.deployment = m_tried;
    candidate.deployment.worker.max_sequences = limit_for(*pair.decode, flow.batch / decodes);
    candidate.gpus = candidate.deployment.gpus();
    candidate.nodes = nodes_of(m_room, candidate.deployment);
    candidate.paid = m_room.paid(candidate.nodes, candidate.gpus);
    candidate.usd_per_hour = m_prices.usd_per_hour(m_pool, candidate.paid);
    candidate.tokens_per_second = flow.rate * kMsOfSecond * m_demand.output;
    candidate.tpot = flow.tpot;
    return candidate;
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

  /// Which keeps the promises.
  void offer(const Candidate& one) {
    if (one.tokens_per_second <= 0.0 || one.nodes > m_room.nodes || one.gpus > gpus()) return;
    if (!m_prices.within_limits(m_pool, one.paid)) return;
    const auto first = [&](const Candidate& a, const Candidate& b) {
      return before(a, b, m_question.objective);
    };
    m_best.insert(std::upper_bound(m_best.begin(), m_best.end(), one, first), one);
    if (static_cast<int>(m_best.size()) > m_most) m_best.pop_back();
  }

  /// Least workers of each kind; those of prompts make first tokens late, those of answers all others.
  void at_rate(const Pair& pair) {
    const double tokens = m_question.demand() * m_demand.output;
    const Side &prefill = *pair.prefill, &decode = *pair.decode;
    const int spare = m_question.job.spare_replicas, most = decode.most - spare;
    if (nodes_of(m_room, deployment_of(*prefill.layout, prefill.fewest + spare, *decode.layout,
                                       decode.fewest + spare)) > m_room.nodes)
      return;
    if (missed_at(pair, prefill.fewest, decode.fewest) == Missed::none) {
      offer(candidate_of(pair, prefill.fewest + spare, decode.fewest + spare));
      return;
    }
    // Of first tokens that are late beside all workers of prompts the wait for a place is.
    const auto in_time = [&](int decodes) { return missed_at(pair, prefill.most, decodes) == Missed::none; };
    for (int decodes = least_count(decode.fewest, most, in_time); decodes <= most; ++decodes) {
      if (m_stop.stop_requested()) return;
      const int rest = (gpus() - (decodes + spare) * decode.gpus()) / prefill.gpus() - spare;
      const int high = std::min(prefill.most - spare, rest);
      if (high < prefill.fewest) return;
      if (hopeless((prefill.fewest + spare) * prefill.gpus() + (decodes + spare) * decode.gpus(), tokens))
        return;
      if (missed_at(pair, high, decodes) != Missed::none) continue;
      const int prefills = least_count(
          prefill.fewest, high, [&](int count) { return missed_at(pair, count, decodes) == Missed::none; });
      offer(candidate_of(pair, prefills + spare, decodes + spare));
      // More workers of answers help where both times together are promised, or the first token, of which the
      // wait for a place is a part.
      if (!m_asked.promises.e2e_seconds && (m_all || !m_asked.promises.ttft_seconds)) return;
    }
  }

  void in_flight(const Pair& pair) {
    const double users = m_question.demand();
    const int prefill_gpus = pair.prefill->gpus();
    const int decode_gpus = pair.decode->gpus();
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
        if (missed_at(pair, prefills + spare, decodes + spare) == Missed::none &&
            (spare == 0 || missed_at(pair, prefills, decodes) == Missed::none))
          offer(candidate_of(pair, prefills + spare, decodes + spare));
      }
      if (hopeless((1 + spare) * prefill_gpus + (decodes + spare) * decode_gpus, fastest * m_demand.output))
        return;
    }
  }

  double alone_seconds(const Pair& pair) const {
    const serving::Flow flow =
        serving::disaggregated_open(pair.prefill->replica().model(), kMany, pair.decode->replica().model(),
                                    kMany, m_demand, {0.0, 1.0, 1.0}, 1e-9, kMany);
    return (flow.ttft + (m_demand.output - 1.0) * flow.tpot) / kMsOfSecond;
  }

  const Question& m_question;
  const Prices& m_prices;
  int m_pool;
  const Room& m_room;
  serving::Question m_asked;  ///< its traffic is what is tried
  serving::Demand m_demand;
  TailShares m_shares;
  int m_most;
  const Candidate* m_last;
  bool m_all;
  const std::stop_token& m_stop;
  std::vector<Candidate> m_best;
  serving::Deployment m_tried;
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
