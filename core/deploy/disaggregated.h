#pragma once
// Prefill and decode workers apart, on one pool, as one group.

#include <vector>

#include "core/deploy/aggregated.h"

namespace astrolabe::deploy {

/// The best few: at most `most`, and none that ranks behind `last` (null: any). A prefill layout and a decode
/// layout with numbers of workers of each, one replica. Exact: what a pair of layouts can do at most bounds
/// it before anything is predicted, and times fall with the number of workers. Requests at a rate, or in
/// flight; offline none.
std::vector<Candidate> disaggregated_of(const Question& question, const Prices& prices, int pool,
                                        const std::vector<Layout>& layouts, int most, const Candidate* last,
                                        bool all, const std::stop_token& stop);

/// Whether disaggregated_of() has any.
bool has_pair(const Question& question, const Prices& prices, int pool, const std::vector<Layout>& layouts,
              const std::stop_token& stop);

/// Prefill and decode workers on a pool, and what they carry.
struct PairCapacity {
  const Layout* prefill = nullptr;
  const Layout* decode = nullptr;
  int prefills = 0, decodes = 0;     ///< workers, without spares
  double able = 0.0;                 ///< requests a second within the promises
  serving::Deployment deployment{};  ///< spares among them
};
/// Pairs of a pool of which none carries more with no more GPUs, from the fewest GPUs on; none that carries
/// more than `enough`. First tokens are those of workers of prompts beside as many of answers as they can
/// use, further ones those of answers, so what each kind does beside endless workers of the other bounds the
/// pair; of each kind only what no other of it beats is combined. Where whole requests are promised, of which
/// both are a part, others may be better. Requests at a rate alone. `layouts` outlive it.
std::vector<PairCapacity> capacities_of_pairs(const Question& question, const Prices& prices, int pool,
                                              const std::vector<Layout>& layouts, double enough,
                                              const std::stop_token& stop);

}  // namespace astrolabe::deploy
