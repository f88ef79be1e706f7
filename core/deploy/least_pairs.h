#pragma once
// Whether workers apart hold requests in flight at all: the fewest workers of each kind that keep the
// promises.

#include <optional>
#include <vector>

#include "core/deploy/pair_search.h"

namespace astrolabe::deploy {

/// Pairs of one pool for requests in flight. Of two layouts there is a least number of workers of each kind:
/// first tokens take more workers of prompts the more there are of answers, as requests come back sooner, and
/// times per token more workers of answers the more there are of prompts. So both numbers are raised in turn,
/// from what any state within the promises takes at least, until neither time is missed; what was raised
/// holds for any room, and is kept.
class LeastPairs : protected PairSearch {
 public:
  using PairSearch::PairSearch;

  /// The layouts of the pool, which outlive this.
  void take(const std::vector<Layout>& layouts);

  struct Workers {
    const Side* prefill = nullptr;
    const Side* decode = nullptr;
    int prefills = 0, decodes = 0;  ///< spares among them
  };
  /// Workers that keep the promises in the pool's room in `question` and within its limits, which differs
  /// from what the layouts were asked in nodes alone; none: there are none.
  std::optional<Workers> in_room_of(const Question& question, const Prices& prices);

 protected:
  /// Workers of both kinds without which a time is missed, whatever more there are of the other kind: raised
  /// until no time is missed but that of whole requests, or they are more than `gpus`, which returns false.
  bool raise(const Side& prefill, const Side& decode, int gpus);
  int least_prefills(const Side& prefill, const Side& decode) { return fewest(prefill, decode).prefills; }
  int least_decodes(const Side& prefill, const Side& decode) { return fewest(prefill, decode).decodes; }

  std::vector<Side> m_prefills, m_decodes;

 private:
  struct Fewest {
    int prefills = 0, decodes = 0;
    bool in_time = false;  ///< neither first tokens nor further ones are late, but by rounding
  };
  Fewest& fewest(const Side& prefill, const Side& decode) {
    return m_fewest[static_cast<std::size_t>(&prefill - m_prefills.data()) * m_decodes.size() +
                    static_cast<std::size_t>(&decode - m_decodes.data())];
  }
  int spare() const { return m_question.job.spare_replicas; }
  double first_alone(const Side& prefill, const Side& decode);
  double above_median(const Side& prefill) const;
  void keep_unbeaten();
  Fewest least_of(const Side& prefill, const Side& decode) const;

  /// Which of the promised times are late, also without the spares.
  struct Late {
    bool first = false, further = false, whole = false;
    bool any() const { return first || further || whole; }
  };
  Late late(const Side& prefill, int prefills, const Side& decode, int decodes, double tolerance);
  bool raise(const Side& prefill, const Side& decode, int gpus, double tolerance, Fewest& from);
  std::optional<Workers> whole_in_time(const Side& prefill, const Side& decode, int gpus, Fewest from);
  std::optional<Workers> with_most_writers(const Side& prefill, const Side& decode, int gpus,
                                           const Question& question, const Prices& prices);
  bool stands(const Workers& workers, const Question& question, const Prices& prices) const;

  std::vector<Fewest> m_fewest;        ///< by prefill and decode layout
  std::vector<double> m_above_median;  ///< ms, by prefill layout
};

/// The next number of workers that is looked at: each up to kEveryCount, those 2 % apart beyond.
int next_count(int workers);

inline constexpr int kEveryCount = 128;

}  // namespace astrolabe::deploy
