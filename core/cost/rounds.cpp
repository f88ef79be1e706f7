// Ends of GPipe and ZB-H1 steps without playing every operation.

#include <algorithm>

#include "core/cost/repetition.h"
#include "core/cost/schedule.h"

namespace astrolabe::cost {

StepEnd gpipe_end(const std::vector<LineStage>& line, int micro_batches) {
  const int stages = static_cast<int>(line.size());
  const auto at = [&](int j) -> const LineStage& { return line[static_cast<std::size_t>(j)]; };
  double reached = 0.0;  // the last stage's first backward
  double longest = 0.0;
  for (int j = 0; j < stages; ++j) {
    reached += at(j).forward + (j + 1 < stages ? at(j).link : 0.0);
    longest = std::max(longest, at(j).forward);
  }
  reached += (micro_batches - 1) * longest;
  longest = 0.0;
  StepEnd end;
  for (int j = stages - 1; j >= 0; --j) {
    reached += at(j).backward + (j + 1 < stages ? at(j).link : 0.0);
    longest = std::max(longest, at(j).backward);
    const double last = reached + (micro_batches - 1) * longest + at(j).tail;
    if (last >= end.step) end = {last, j};
  }
  return end;
}

namespace {

/// Round r of stage j: forward r + P - 1 - j, backward r, and the gradients of the weights that are due.
class ZeroBubble {
 public:
  ZeroBubble(const std::vector<LineStage>& line, int micro_batches, double* free, double* forward)
      : m_line(line),
        m_stages(static_cast<int>(line.size())),
        m_micro_batches(micro_batches),
        m_free(free),
        m_forward(forward) {}

  void play(int round) {
    // Stages with a forward left. Before the first of them the stage before had its last one.
    const int first = std::max(0, round + m_stages - m_micro_batches);
    const int last = std::min(m_stages - 1, round + m_stages - 1);
    double before = first > 0 ? m_forward[first - 1] : 0.0;  // end of its forward in the round before
    for (int j = first; j <= last; ++j) {
      const double ready = j == 0 ? 0.0 : before + at(j - 1).link;
      before = m_forward[j];
      m_free[j] = m_forward[j] = std::max(m_free[j], ready) + at(j).forward;
    }
    if (round < 0) return;
    double behind = 0.0;
    for (int j = m_stages - 1; j >= 0; --j) {
      const LineStage& stage = at(j);
      const double ready = j + 1 == m_stages ? 0.0 : behind + stage.link;
      behind = m_free[j] = std::max(m_free[j], ready) + stage.backward - stage.weight;
      if (due(round, j)) m_free[j] += stage.weight;
    }
  }
  /// A round in which every stage has all three: not before P - 1, not after K - P.
  void play_steady() {
    double before = m_forward[0];
    m_free[0] = m_forward[0] = m_free[0] + at(0).forward;
    for (int j = 1; j < m_stages; ++j) {
      const double last = m_forward[j];
      m_free[j] = m_forward[j] = std::max(m_free[j], before + at(j - 1).link) + at(j).forward;
      before = last;
    }
    double behind = -kBeyond;
    for (int j = m_stages - 1; j >= 0; --j) {
      const LineStage& stage = at(j);
      behind = std::max(m_free[j], behind + stage.link) + stage.backward - stage.weight;
      m_free[j] = behind + stage.weight;
    }
  }
  /// What is left once stage j's last backward is over, by j: the backwards before it, on each stage the last
  /// weights and its tail. With so many micro-batches that there are steady rounds.
  void set_rest(double* rest) const {
    for (int j = 0; j < m_stages; ++j) {
      rest[j] = weights_behind(j) * at(j).weight + at(j).tail;
      if (j > 0) {
        const LineStage& before = at(j - 1);
        rest[j] = std::max(rest[j], rest[j - 1] + before.link + before.backward - before.weight);
      }
    }
  }
  /// No end is earlier after a steady round: each stage has its forwards, backwards and all weights but the
  /// last ones left. Exact, as times lie on a grid. With the stage that this is seen from.
  StepEnd least_end(int round, const double* rest) const {
    StepEnd least;
    const int backwards = m_micro_batches - 1 - round;
    for (int j = 0; j < m_stages; ++j) {
      const int forwards = backwards - (m_stages - 1 - j);
      const double work = forwards * at(j).forward + backwards * at(j).backward - at(j).weight;
      const double end = m_free[j] + work + rest[j];
      if (end > least.step) least = {end, j};
    }
    return least;
  }
  /// What least_end() saw stage `j` have left after a round, and what set_rest() saw behind it.
  void add_rest(int round, int j, const double* rest, CriticalChain& chain) const {
    auto s = static_cast<std::size_t>(j);
    const int backwards = m_micro_batches - 1 - round;
    chain.forwards[s] += backwards - (m_stages - 1 - j);
    chain.backwards[s] += backwards;
    chain.weights[s] += backwards - 1;
    for (; rest[s] != weights_behind(static_cast<int>(s)) * at(static_cast<int>(s)).weight + m_line[s].tail;
         --s) {
      ++chain.transfers[s - 1];
      ++chain.backwards[s - 1];
    }
    chain.weights[s] += weights_behind(static_cast<int>(s));
    chain.last = static_cast<int>(s);
  }
  double end(int j) const { return m_free[j] + weights_left(j) * at(j).weight + at(j).tail; }
  /// Put off by j micro-batches while there are forwards, then one after each backward.
  bool due(int round, int j) const {
    return round >= j || round >= m_micro_batches - std::min(m_stages - 1 - j, m_micro_batches);
  }
  /// After the last round.
  int weights_left(int j) const {
    return std::min(j, m_micro_batches - std::min(m_stages - 1 - j, m_micro_batches));
  }

 private:
  const LineStage& at(int j) const { return m_line[static_cast<std::size_t>(j)]; }
  /// After the last backward, with so many micro-batches that there are steady rounds.
  int weights_behind(int j) const { return 1 + std::min(j, m_micro_batches - (m_stages - 1 - j)); }

  const std::vector<LineStage>& m_line;
  int m_stages, m_micro_batches;
  double *m_free, *m_forward;
};

/// Times of the stages after each round, but those of whole periods that are jumped over.
class Record {
 public:
  Record(int stages, std::vector<double>& rows) : m_stages(stages), m_rows(rows) { m_rows.clear(); }
  void add(const double* times) { m_rows.insert(m_rows.end(), times, times + 2 * m_stages); }
  /// `times`: of the round `to`, that whole periods lie behind the one last added.
  void jump(int from, int to, int period, const double* times) {
    m_from = from;
    m_to = to;
    m_period = period;
    add(times);
  }
  /// Of the stages: free again; end of the last forward. The row before it is that of the round before.
  const double* at(int round) const {
    int row = round + m_stages - 1;
    if (round > m_to)
      row -= m_to - m_from - 1;
    else if (round > m_from)
      row -= round - m_from + (m_to - round) % m_period;
    return m_rows.data() + static_cast<std::ptrdiff_t>(row) * 2 * m_stages;
  }
  const double* before(int round) const { return at(round) - 2 * m_stages; }

 private:
  int m_stages;
  std::vector<double>& m_rows;
  int m_from = 1 << 30, m_to = 1 << 30, m_period = 1;
};

/// Plays all rounds but whole periods of a steady state: from the first round on in which every stage does
/// its weights to the last with a forward on every stage. `played(round, steady)`: true when that is enough.
template <class Played, class Jumped>
bool play_rounds(ZeroBubble& walk, int stages, int micro_batches, double* times, Played&& played,
                 Jumped&& jumped) {
  Repetition repetition(times + 2 * stages, 2 * stages);
  const int last_steady = micro_batches - stages;
  bool looking = true;
  for (int round = -(stages - 1); round < micro_batches; ++round) {
    const bool steady = round >= stages - 1 && round <= last_steady;
    if (steady)
      walk.play_steady();
    else
      walk.play(round);
    if (played(round, steady)) return false;
    if (!steady || !looking) continue;
    double advance = 0.0;
    const int period = repetition.look(times, round, advance);
    if (period == 0) continue;
    const int jumps = (last_steady - round) / period;
    for (int i = 0; i < 2 * stages; ++i) times[i] += jumps * advance;
    if (jumps > 0) jumped(round, round + jumps * period, period);
    round += jumps * period;
    looking = false;
  }
  return true;
}

StepEnd last_end(const ZeroBubble& walk, int stages) {
  StepEnd end;
  for (int j = 0; j < stages; ++j)
    if (walk.end(j) > end.step) end = {walk.end(j), j};
  return end;
}

/// Whether the end of a step is seen to be at some time or later, long before it is played to the end.
class SoonEnough {
 public:
  /// `rest`: of the stages, for set_rest().
  SoonEnough(const ZeroBubble& walk, int stages, int micro_batches, double enough, double* rest)
      : m_walk(walk),
        m_rest(rest),
        m_enough(enough),
        m_asked(enough < kBeyond && stages > 1 && micro_batches - stages >= stages - 1) {
    if (m_asked) walk.set_rest(rest);
  }
  bool seen(int round, bool steady) {
    if (!m_asked || !steady || round < m_next_look) return false;
    m_least = m_walk.least_end(round, m_rest);
    m_round = round;
    m_next_look = round + kLook;
    return m_least.step >= m_enough;
  }
  /// As it was seen last, and after which round.
  const StepEnd& least() const { return m_least; }
  int round() const { return m_round; }

 private:
  static constexpr int kLook = 16;
  const ZeroBubble& m_walk;
  const double* m_rest;
  double m_enough;
  bool m_asked;
  int m_next_look = 0, m_round = 0;
  StepEnd m_least;
};

}  // namespace

StepEnd zb_h1_end(const std::vector<LineStage>& line, int micro_batches, std::vector<double>& scratch,
                  double enough) {
  const int stages = static_cast<int>(line.size());
  const auto size = static_cast<std::size_t>(stages);
  scratch.assign(5 * size, 0.0);
  double* times = scratch.data();  // of the stages: free again; end of the last forward; a note of these
  ZeroBubble walk(line, micro_batches, times, times + size);
  SoonEnough soon(walk, stages, micro_batches, enough, times + 4 * size);
  const bool whole = play_rounds(
      walk, stages, micro_batches, times, [&](int round, bool steady) { return soon.seen(round, steady); },
      [](int, int, int) {});
  return whole ? last_end(walk, stages) : soon.least();
}

double CriticalChain::seconds(const std::vector<LineStage>& line) const {
  double seconds = line[static_cast<std::size_t>(last)].tail;
  for (std::size_t j = 0; j < line.size(); ++j) seconds += of_stage(j, line[j]) + transfers[j] * line[j].link;
  return seconds;
}

StepEnd zb_h1_chain(const std::vector<LineStage>& line, int micro_batches, std::vector<double>& scratch,
                    CriticalChain& chain, double enough) {
  const int stages = static_cast<int>(line.size());
  const auto size = static_cast<std::size_t>(stages);
  for (std::vector<int>* counts : {&chain.forwards, &chain.backwards, &chain.weights, &chain.transfers})
    counts->assign(size, 0);
  std::vector<double> times(5 * size, 0.0);
  double* rest = times.data() + 4 * size;
  ZeroBubble walk(line, micro_batches, times.data(), times.data() + size);
  SoonEnough soon(walk, stages, micro_batches, enough, rest);
  Record record(stages, scratch);
  const bool whole = play_rounds(
      walk, stages, micro_batches, times.data(),
      [&](int round, bool steady) {
        record.add(times.data());
        return soon.seen(round, steady);
      },
      [&](int from, int to, int period) { record.jump(from, to, period, times.data()); });
  const StepEnd end = whole ? last_end(walk, stages) : soon.least();
  int j = end.critical_stage;
  int round = whole ? micro_batches - 1 : soon.round();
  if (whole) {
    chain.last = j;
    chain.weights[static_cast<std::size_t>(j)] = walk.weights_left(j);
  } else {
    walk.add_rest(round, j, rest, chain);
  }
  // From there backwards, each time to what ended last of what was waited for.
  // To the last pass of a stage in the round before; false when there is none.
  bool backward = true;
  const auto earlier = [&] {
    --round;
    backward = round >= 0;
    if (!backward) round = std::min(round, micro_batches - stages + j);  // that of its last forward
    if (backward && walk.due(round, j)) ++chain.weights[static_cast<std::size_t>(j)];
    return round + stages - 1 >= j;
  };
  const auto forward_in = [&](int r) { return j >= r + stages - micro_batches && j <= r + stages - 1; };
  if (walk.due(round, j)) ++chain.weights[static_cast<std::size_t>(j)];
  for (bool more = true; more;) {
    const auto s = static_cast<std::size_t>(j);
    const double *here = record.at(round), *before = record.before(round);
    if (backward) {
      ++chain.backwards[s];
      const bool own_forward = forward_in(round);
      const double own = own_forward ? here[size + s] : before[s];
      const auto behind = [&] {
        const double weight = walk.due(round, j + 1) ? line[s + 1].weight : 0.0;
        return here[s + 1] - weight + line[s].link;
      };
      if (j + 1 < stages && behind() > own) {
        ++chain.transfers[s];
        ++j;
      } else if (own_forward) {
        backward = false;
      } else {
        more = earlier();
      }
      continue;
    }
    ++chain.forwards[s];
    const bool has_earlier = round + stages - 1 > j;
    if (j > 0 && (!has_earlier || before[size + s - 1] + line[s - 1].link > before[s])) {
      ++chain.transfers[s - 1];
      --j;
      --round;
    } else {
      more = has_earlier && earlier();
    }
  }
  return end;
}

}  // namespace astrolabe::cost
