#pragma once
// What searches over pairs of a prefill and a decode layout share: sides, what a pair does, the best so far.

#include <vector>

#include "core/deploy/aggregated.h"
#include "core/serving/apart.h"

namespace astrolabe::deploy {

inline constexpr int kManyWorkers = 1'000'000;  ///< beyond every queue

/// One side of a pair, alone.
struct Side {
  const Layout* layout = nullptr;
  double able = 0.0;  ///< requests a second of a worker, at most
  int most = 0;
  /// At a rate: workers without which a promise is missed, whatever the other side is, and seconds that no
  /// number of them goes below, of the first token or of each further one.
  int fewest = 1;
  double least_seconds = 0.0;
  /// Of answers: ms from the first token to the last where steps take as long as the promise allows.
  double longest_ms = 0.0;
  const Replica& replica() const { return *layout->replica; }
  const serving::Worker& worker() const { return replica().worker(); }
  int gpus() const { return replica().gpus(); }
};

struct Pair {
  const Side* prefill = nullptr;
  const Side* decode = nullptr;
  double bound = 0.0;  ///< GPUs, at least
};

/// Of one pool. At most `most` are kept, and none that ranks behind `last` (null: any).
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

 protected:
  /// What a pair with so many workers of each does at a load of all of them, with as many sequences on a
  /// worker of answers as it has room for.
  struct State {
    serving::Flow flow;
    Missed missed = Missed::none;
  };
  State at(const Side& prefill, int prefills, const Side& decode, int decodes, double load);
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

  static serving::Deployment deployment_of(const Layout& prefill, int prefills, const Layout& decode,
                                           int decodes);
  bool is_rate() const { return m_asked.traffic.kind == serving::Traffic::Kind::rate; }
  int gpus() const;
  /// Layouts that some worker of that side may have, with what it can do at most: of prompts, full steps; of
  /// answers, the largest batch that keeps the promised time per token.
  std::vector<Side> sides(const std::vector<Layout>& layouts, bool prefill);
  Candidate candidate_of(const Pair& pair, int prefills, int decodes);
  /// No candidate with so many GPUs and at most so many tokens/s can enter.
  bool hopeless(int gpus, double tokens) const;
  /// Which keeps the promises.
  void offer(const Candidate& one);
  /// The least limit of sequences, the engine's own first, that holds so many on a worker of answers, and as
  /// many more as there are ever at once.
  int limit_for(const Side& decode, double batch) const;
  /// Bytes of keys and values that a token of a prompt sends.
  double sent(const Side& decode) const;

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

 private:
  double prefill_rate(const Side& side) const;
  void bound_decode(Side& side) const;
};

}  // namespace astrolabe::deploy
