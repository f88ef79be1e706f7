#include "core/search/chains.h"

namespace astrolabe::search {

double Chains::start(const std::vector<cost::LineStage>& line, int micro_batches) {
  if (micro_batches != m_micro_batches || line.size() != m_line.size()) m_held = m_next = m_showed = 0;
  m_micro_batches = micro_batches;
  m_line = m_tried = line;
  m_changed.clear();
  m_known.resize(kMost);
  for (std::size_t k = 0; k < m_held; ++k) m_known[k].seconds = m_known[k].chain.seconds(m_line);
  return play();
}

void Chains::change(int stage, const cost::LineStage& times) {
  cost::LineStage& tried = m_tried[static_cast<std::size_t>(stage)];
  if (tried == times) return;
  tried = times;
  m_changed.push_back(stage);
}

double Chains::tried_seconds(const Known& known) const {
  double seconds = known.seconds;
  for (const int stage : m_changed) {
    const auto s = static_cast<std::size_t>(stage);
    seconds += known.chain.of_stage(s, m_tried[s]) - known.chain.of_stage(s, m_line[s]);
    if (stage == known.chain.last) seconds += m_tried[s].tail - m_line[s].tail;
  }
  return seconds;
}

bool Chains::reaches(double step) {
  // What showed it of the split before mostly does so again.
  for (std::size_t k = 0; k < m_held; ++k) {
    const std::size_t at = (m_showed + k) % m_held;
    if (tried_seconds(m_known[at]) < step) continue;
    m_showed = at;
    return true;
  }
  return false;
}

double Chains::play(double enough) {
  Known& known = m_known[m_next];
  const double step = cost::zb_h1_chain(m_tried, m_micro_batches, m_scratch, known.chain, enough).step;
  known.seconds = known.chain.seconds(m_line);
  m_next = (m_next + 1) % kMost;
  m_held = m_held < kMost ? m_held + 1 : kMost;
  return step;
}

void Chains::take() {
  for (std::size_t k = 0; k < m_held; ++k) m_known[k].seconds = tried_seconds(m_known[k]);
  for (const int stage : m_changed)
    m_line[static_cast<std::size_t>(stage)] = m_tried[static_cast<std::size_t>(stage)];
  m_changed.clear();
}

void Chains::drop() {
  for (const int stage : m_changed)
    m_tried[static_cast<std::size_t>(stage)] = m_line[static_cast<std::size_t>(stage)];
  m_changed.clear();
}

}  // namespace astrolabe::search
