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

}  // namespace

/// Plays all rounds but whole periods of a steady state: from the first round on in which every stage does
/// its weights to the last with a forward on every stage.
StepEnd zb_h1_end(const std::vector<LineStage>& line, int micro_batches, std::vector<double>& scratch,
                  double enough) {
  constexpr int kLook = 16;
  const int stages = static_cast<int>(line.size());
  const auto size = static_cast<std::size_t>(stages);
  scratch.assign(5 * size, 0.0);
  double* times = scratch.data();  // of the stages: free again; end of the last forward; a note of these
  double* rest = times + 4 * size;
  ZeroBubble walk(line, micro_batches, times, times + size);
  Repetition repetition(times + 2 * size, 2 * stages);
  const int last_steady = micro_batches - stages;
  const bool asked = enough < kBeyond && stages > 1 && last_steady >= stages - 1;
  if (asked) walk.set_rest(rest);
  bool looking = true;
  int next_look = 0;
  for (int round = -(stages - 1); round < micro_batches; ++round) {
    if (round < stages - 1 || round > last_steady) {
      walk.play(round);
      continue;
    }
    walk.play_steady();
    // That the end is at `enough` or later is seen long before it is played.
    if (asked && round >= next_look) {
      if (const StepEnd least = walk.least_end(round, rest); least.step >= enough) return least;
      next_look = round + kLook;
    }
    if (!looking) continue;
    double advance = 0.0;
    const int period = repetition.look(times, round, advance);
    if (period == 0) continue;
    const int jumps = (last_steady - round) / period;
    for (int i = 0; i < 2 * stages; ++i) times[i] += jumps * advance;
    round += jumps * period;
    looking = false;
  }
  StepEnd end;
  for (int j = 0; j < stages; ++j)
    if (walk.end(j) > end.step) end = {walk.end(j), j};
  return end;
}

}  // namespace astrolabe::cost
