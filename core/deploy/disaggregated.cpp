#include "core/deploy/disaggregated.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/deploy/in_flight_pairs.h"
#include "core/deploy/least_pairs.h"
#include "core/deploy/pair_search.h"

namespace astrolabe::deploy {

namespace {

/// Of requests at a rate.
class RatePairs : PairSearch {
 public:
  using PairSearch::PairSearch;

  std::vector<Candidate> run(const std::vector<Layout>& layouts) {
    std::vector<Side> prefills = sides(layouts, true), decodes = sides(layouts, false);
    bound_sides(prefills, decodes);
    const int spare = m_question.job.spare_replicas;
    std::vector<Pair> pairs;
    for (const Side& prefill : prefills) {
      if (m_stop.stop_requested()) return {};
      for (const Side& decode : decodes) {
        const double least = static_cast<double>(prefill.fewest + spare) * prefill.gpus() +
                             static_cast<double>(decode.fewest + spare) * decode.gpus();
        if (least > gpus() || late_together(prefill, decode)) continue;
        pairs.push_back({&prefill, &decode, least});
      }
    }
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair& a, const Pair& b) { return a.bound < b.bound; });
    for (const Pair& pair : pairs) {
      if (m_stop.stop_requested()) break;
      // Those behind it take as many GPUs or more.
      if (hopeless(static_cast<int>(pair.bound), m_question.demand() * m_demand.output)) break;
      at_rate(pair);
    }
    return std::move(m_best);
  }

 private:
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
        return prefill ? at(side, workers, nearest, kManyWorkers, rate)
                       : at(reader, kManyWorkers, side, workers, rate);
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
      const PromisedTimes times = promised_times(state(kManyWorkers).flow, m_demand.output, m_shares);
      side.least_seconds = prefill ? times.ttft : times.tpot;
    };
    for (Side& side : prefills) bound(side, true);
    for (Side& side : decodes) bound(side, false);
    for (std::vector<Side>* some : {&prefills, &decodes})
      std::erase_if(*some, [&](const Side& side) { return side.fewest > side.most - spare; });
  }
  /// Whether both sides at their fastest miss the promise of whole requests.
  bool late_together(const Side& prefill, const Side& decode) const {
    return m_asked.promises.e2e_seconds &&
           prefill.least_seconds + m_demand.median_answer() * decode.least_seconds >
               *m_asked.promises.e2e_seconds;
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
};

}  // namespace

std::vector<Candidate> disaggregated_of(const Question& question, const Prices& prices, int pool,
                                        const std::vector<Layout>& layouts, int most, const Candidate* last,
                                        bool all, const std::stop_token& stop) {
  if (!question.pools[static_cast<std::size_t>(pool)].asked || most < 1) return {};
  const serving::Traffic::Kind kind = question.traffic().kind;
  if (kind == serving::Traffic::Kind::concurrency)
    return pairs_in_flight(question, prices, pool, layouts, most, last, all, stop);
  if (kind != serving::Traffic::Kind::rate) return {};
  return RatePairs(question, prices, pool, most, last, all, stop).run(layouts);
}

bool has_pair(const Question& question, const Prices& prices, int pool, const std::vector<Layout>& layouts,
              const std::stop_token& stop) {
  if (question.traffic().kind != serving::Traffic::Kind::concurrency)
    return !disaggregated_of(question, prices, pool, layouts, 1, nullptr, false, stop).empty();
  if (!question.pools[static_cast<std::size_t>(pool)].asked) return false;
  LeastPairs pairs(question, prices, pool, 1, nullptr, false, stop);
  pairs.take(layouts);
  return pairs.in_room_of(question, prices).has_value();
}

}  // namespace astrolabe::deploy
