// The end of an interleaved step without playing every operation.

#include <algorithm>
#include <utility>

#include "core/cost/repetition.h"
#include "core/cost/schedule.h"

namespace astrolabe::cost {

namespace {

/// One step of the interleaved walk: from the ends of forwards and of last operations of the step before.
class Groups {
 public:
  Groups(const Pipeline& line, double* times)
      : m_stages(std::max(1, static_cast<int>(line.stages.size()))),
        m_chunks(line.size().chunks),
        m_all(line.micro_batches * m_chunks),
        m_line(line),
        m_forward(times),
        m_backward(times + m_stages) {
    for (int j = 0; j < m_stages; ++j) {
      m_forward[j] = line.stages[static_cast<std::size_t>(j)].forward.front();
      m_backward[j] = line.stages[static_cast<std::size_t>(j)].backward.front();
    }
    // Only edges make a stage's chunks differ.
    for (int j = 1; j + 1 < m_stages; ++j) {
      const StageTimes& stage = line.stages[static_cast<std::size_t>(j)];
      const auto all = [](const std::vector<double>& row) {
        return std::all_of(row.begin(), row.end(), [&](double t) { return t == row.front(); });
      };
      m_alike = m_alike && all(stage.forward) && all(stage.backward);
    }
  }
  int all() const { return m_all; }
  /// `whole`: every stage has a forward and a backward in this step.
  void play(int step, bool whole, const double* fe, const double* be, double* new_fe, double* new_be) const {
    if (!whole || !m_alike) {
      for (int j = 0; j < m_stages; ++j) play(step, j, fe, be, new_fe, new_be);
      return;
    }
    play(step, 0, fe, be, new_fe, new_be);
    const double* there = m_line.link_forward.data();
    const double* back = m_line.link_backward.data();
    for (int j = 1; j < m_stages - 1; ++j) {
      const double forward = std::max(be[j], fe[j - 1] + there[j - 1]) + m_forward[j];
      new_fe[j] = forward;
      new_be[j] = std::max(forward, be[j + 1] + back[j]) + m_backward[j];
    }
    if (m_stages > 1) play(step, m_stages - 1, fe, be, new_fe, new_be);
  }

 private:
  void play(int step, int j, const double* fe, const double* be, double* new_fe, double* new_be) const;

  int m_stages, m_chunks, m_all;  ///< all: forwards of a stage
  const Pipeline& m_line;
  double *m_forward, *m_backward;  ///< of a chunk, by stage
  bool m_alike = true;
};

void Groups::play(int step, int j, const double* fe, const double* be, double* new_fe, double* new_be) const {
  const auto s = static_cast<std::size_t>(j);
  const auto last = static_cast<std::size_t>(m_stages - 1);
  const StageTimes& times = m_line.stages[s];
  const int group = m_stages * m_chunks;
  const int ahead = m_stages - 1 - j;
  const int forward = step + ahead + (m_chunks - 1) * m_stages;
  const int backward = step - ahead;
  double free = be[j];
  new_fe[j] = fe[j];
  if (forward >= 0 && forward < m_all) {
    const int chunk = forward % group / m_stages;
    double ready = 0.0;
    if (j > 0)
      ready = fe[j - 1] + m_line.link_forward[s - 1];
    else if (chunk > 0)
      ready = fe[last] + m_line.link_forward[last];
    free = new_fe[j] = std::max(free, ready) + times.forward[static_cast<std::size_t>(chunk)];
  }
  if (backward >= 0 && backward < m_all) {
    const int turn = backward % group / m_stages;
    double ready = 0.0;
    if (j + 1 < m_stages)
      ready = be[j + 1] + m_line.link_backward[s];
    else if (turn > 0)
      ready = be[0] + m_line.link_backward[last];
    free = std::max(free, ready) + times.backward[static_cast<std::size_t>(m_chunks - 1 - turn)];
  }
  new_be[j] = free;
}

}  // namespace

StepEnd interleaved_end(const Pipeline& pipeline, std::vector<double>& scratch) {
  const int stages = static_cast<int>(pipeline.stages.size());
  const int chunks = pipeline.size().chunks;
  const int period = stages * chunks;
  const auto size = static_cast<std::size_t>(stages);
  scratch.assign(8 * size, 0.0);
  const Groups groups(pipeline, scratch.data() + 6 * size);
  // Ends of forwards and of last operations, before and after a step.
  double* old_ends = scratch.data();
  double* new_ends = old_ends + 2 * size;
  Repetition repetition(new_ends + 2 * size, 2 * stages);
  const int first = -(period - 1);
  const int last = groups.all() - 1 + stages - 1;
  // From the first step on to `steady` every stage has a forward and a backward.
  const int steady = groups.all() - period;
  bool looking = true;
  for (int step = first; step <= last; ++step) {
    groups.play(step, step >= stages - 1 && step <= steady, old_ends, old_ends + size, new_ends,
                new_ends + size);
    std::swap(old_ends, new_ends);
    if (!looking || step < stages - 1 || step > steady || (step - (stages - 1)) % period != 0) continue;
    double advance = 0.0;
    const int found = repetition.look(old_ends, (step - (stages - 1)) / period, advance);
    if (found == 0) continue;
    const int jumps = (steady - step) / (found * period);
    for (std::size_t i = 0; i < 2 * size; ++i) old_ends[i] += jumps * advance;
    step += jumps * found * period;
    looking = false;
  }
  StepEnd end;
  for (int j = 0; j < stages; ++j) {
    const double ended =
        old_ends[size + static_cast<std::size_t>(j)] + pipeline.stages[static_cast<std::size_t>(j)].tail;
    if (ended > end.step) end = {ended, j};
  }
  return end;
}

}  // namespace astrolabe::cost
