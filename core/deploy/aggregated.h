#pragma once
// Aggregated deployments of one pool.

#include <algorithm>
#include <map>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/deploy/candidate.h"
#include "core/deploy/hull.h"
#include "core/deploy/search.h"

namespace astrolabe::deploy {

/// What became of a layout with a number of copies.
enum class Seen : unsigned char { no, predicted, beyond_limits };

/// A layout of a pool with how often it fits there.
struct Layout {
  int pool = 0, order = 0;
  std::shared_ptr<const Replica> replica;  ///< null: it does not fit its memory, or was not looked at
  bool too_large = false;                  ///< it does not fit its memory
  int most = 0;                            ///< copies
  /// By copies, those that were looked at; shared by copies of this struct. One thread at a time writes to
  /// it.
  std::shared_ptr<std::map<int, Seen>> seen;
  void see(int copies, Seen what = Seen::predicted) const {
    Seen& one = (*seen)[copies];
    one = std::max(one, what);
  }
};
/// What became of all layouts and numbers of copies.
Counts counts_of(const std::vector<Layout>& layouts);

/// All layouts of a pool, in a fixed order.
std::vector<Layout> layouts_in(const Question& question, int pool, int threads, const std::stop_token& stop);

/// These layouts in the room of `question`: how often each fits there, none of them looked at yet.
std::vector<Layout> in_room_of(const Question& question, const std::vector<Layout>& layouts);

/// `copies` of a layout at the question's traffic.
struct Point {
  Candidate candidate;
  Missed missed = Missed::none;
};
Point point_of(const Question& question, const Prices& prices, const Layout& layout, int copies);

/// The least copies with which a layout keeps the promises and the spares are left over; 0 where none does.
int fewest_copies(const Question& question, const Layout& layout);

/// The best number of copies of a layout: nothing where none keeps promises and limits.
std::optional<Candidate> best_of(const Question& question, const Prices& prices, const Layout& layout);

/// Adds to a frontier what no other deployment of these layouts beats by more than kFrontierResolution in
/// tokens/s of a user and of a GPU, whatever the promises. All of them carry the traffic also without their
/// spares. Between two numbers of copies the fewer make a GPU faster and the more a user, so a stretch of
/// them whose best corner is beaten is left out.
void add_copies_to(Hull& hull, const Question& question, const Prices& prices,
                   const std::vector<Layout>& layouts, const std::stop_token& stop);

/// What every layout, number of copies and limit of sequences comes to, each predicted: the twin of the
/// search. Those within promises and limits, the best first; all that carry the traffic go to the hull.
std::vector<Candidate> everything_of(const Question& question, const Prices& prices,
                                     const std::vector<Layout>& layouts, Hull& hull,
                                     const std::stop_token& stop);

}  // namespace astrolabe::deploy
