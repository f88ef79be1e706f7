#pragma once
// Walks that go round ranges of stages in the rounds that a stage behind which they lie, or where they begin,
// does no weights in, as many rounds as the range has stages each time. Formulas: search/partition.h.

#include <algorithm>
#include <vector>

#include "core/search/walks.h"

namespace astrolabe::search {

/// What a walk does that dwells on a stage, after the rounds there.
enum class Then { goes_on, stays };

/// A stage that a walk comes back to when it has no forward left, to stay for the last passes: a backward
/// with its weights each.
struct LastPasses {
  int stage = 0;
  double in_sum = 0.0;  ///< what the stage adds to S
  double pass = 0.0;    ///< seconds of one of them
};

/// The longest of them by the rounds that they take, of the stages that are dealt out from the last one on.
/// Seconds. One object a thread; its tables are reused.
class Loops {
 public:
  /// No stage is dealt out. `links`: both ways over the link behind each stage.
  void start(const Walks& walks, const std::vector<double>& links);
  /// The longest of so many rounds from a stage on that adds `in_sum` to S: all stages behind it are dealt
  /// out.
  double longest(int stage, double in_sum, int rounds) const;
  /// What a walk that dwells on such a stage gains by the rounds in which it does no weights at most.
  double gain(int stage, double in_sum, Then then) const;
  /// What a walk that dwells on a stage `first`, that adds `in_sum` to S, in front of `stage`, that adds
  /// `next`, gains the same way by ranges from there to this one or behind it, `way` what the stages between
  /// add, the first one among them, with their links.
  double gain_across(int first, double in_sum, double way, int stage, double next, Then then) const;
  /// The same of one range, that is open behind: `turn` round it.
  double gain_within(int first, double in_sum, int length, double turn, Then then) const {
    const int turns = free_rounds(first, then) / length;
    return turns * (turn - length * in_sum);
  }
  /// The same of stages in a row, so many, that add no less than the first one, over links of `link` or more.
  double gain_of_run(int first, int length, double link, Then then) const {
    const int rounds = free_rounds(first, then);
    return length > 1 && rounds > 1 ? (rounds - (rounds + length - 1) / length) * link : 0.0;
  }
  /// Few rounds: what a walk spends behind a stage, or in ranges from it on, before it stays there: the
  /// longest of Walks::beside() rounds, or of more, less the passes that these take from those left. One
  /// round of the stages from `first` to `stage` takes `range`; the first one is that stage, or the range
  /// begins with stages that add no less. All behind `stage` is dealt out.
  double before_last(const LastPasses& last, int first, double range, int stage) const;
  /// The same of stages in a row that add no less, not that one alone: so many up to stage `end`, links of
  /// `link` both ways between them.
  double before_last_of_run(const LastPasses& last, int end, int length, double link) const;
  /// All stages behind this one are dealt out, now it is.
  void deal(int stage, double in_sum);

 private:
  /// A range has more stages than one, and all from `first` to `stage`, that once round takes `range`.
  static int shortest(int first, int stage) { return std::max(2, stage - first + 1); }
  /// Once round so many stages from `first` on, what is behind `stage` dealt out.
  double once_round(int first, double range, int stage, int length) const;
  /// The longest of so many rounds with such a range, the others on a stage that adds `in_sum` or behind; 0
  /// where there is no room for one.
  double in_ranges(int first, double range, int stage, double in_sum, int rounds) const;
  /// Rounds of a walk that dwells on the stage in which it does no weights. Such a walk comes back to it by a
  /// backward: it goes on by one of the forwards that are left, unless it stays.
  int free_rounds(int stage, Then then) const {
    const int rounds = static_cast<int>(m_walks->rounds(stage)) - (then == Then::goes_on ? 1 : 0);
    return m_walks->weights_later() ? std::min(stage, rounds) : rounds;
  }
  int beside(const LastPasses& last) const { return static_cast<int>(m_walks->beside(last.stage)); }
  /// Rounds with which behind it a walk may go round stages up to this one at most: the first of them has a
  /// forward left.
  int most_rounds(int end) const { return m_walks->micro_batches() - m_walks->stages() + end; }
  double* by_rounds(int stage) { return &m_longest[static_cast<std::size_t>(stage) * m_width]; }
  const double* by_rounds(int stage) const { return &m_longest[static_cast<std::size_t>(stage) * m_width]; }

  const Walks* m_walks = nullptr;
  const std::vector<double>* m_links = nullptr;
  std::size_t m_width = 0;
  std::vector<double> m_longest;  ///< [stage][rounds]: from that stage on; of so many rounds
  std::vector<double> m_behind;   ///< by stage: what it and those behind it add to S, with their links
};

}  // namespace astrolabe::search
