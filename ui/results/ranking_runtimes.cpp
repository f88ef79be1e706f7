// Which training runtimes start the layouts of the ranking, and what stands behind their predictions.

#include <algorithm>

#include "ui/render/evidence_words.h"
#include "ui/render/marks.h"
#include "ui/results/ranking_model.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

const RuntimeVerdicts* RankingModel::State::verdicts(Entry entry) const {
  const strategy::Strategy* s = runtimes != nullptr ? strategy(entry) : nullptr;
  if (s == nullptr) return nullptr;
  const auto found = runtimes->find(*s);
  return found == runtimes->end() ? nullptr : &found->second;
}

template <class See>
void RankingModel::State::seePools(Entry entry, const See& see) const {
  if (const planning::Option* other = beside(entry)) {
    for (std::size_t pool = 0; pool < std::min(other->evaluation.gpus.size(), evidence.size()); ++pool)
      if (other->evaluation.gpus[pool] > 0) see(pool);
  } else if (const strategy::Strategy* s = strategy(entry)) {
    for (const strategy::Stage& stage : s->stages)
      if (const auto pool = static_cast<std::size_t>(stage.pool); pool < evidence.size()) see(pool);
  }
}

/// The least of the pools that a layout uses.
cost::Evidence RankingModel::State::evidenceOf(Entry entry) const {
  cost::Evidence least = cost::Evidence::measured;
  seePools(entry, [&](std::size_t pool) { least = std::max(least, evidence[pool]); });
  return least;
}

void RankingModel::setRuntimes(RuntimesOfLayoutsPtr runtimes) {
  State next = m_state;
  next.runtimes = std::move(runtimes);
  replace(std::move(next));
}

std::vector<strategy::Strategy> RankingModel::layouts() const {
  std::vector<strategy::Strategy> all;
  const auto add = [&](Kind kind, std::size_t count) {
    for (std::uint32_t i = 0; i < count && all.size() < kMostJudged; ++i)
      if (const strategy::Strategy* s = m_state.strategy({kind, i})) all.push_back(*s);
  };
  if (m_state.snapshot == nullptr) return all;
  add(Kind::Mine, m_state.mine.size());
  add(Kind::Best, m_state.snapshot->best.size());
  if (m_state.showRejected) add(Kind::Rejected, m_state.snapshot->rejected.size());
  return all;
}

/// For files, also of rows that are not judged yet: a file waits for nobody.
QString RankingModel::runsOnNamed(Entry entry) const {
  if (const RuntimeVerdicts* known = m_state.verdicts(entry)) return runsOnNames(*known);
  const strategy::Strategy* s = m_state.strategy(entry);
  if (s == nullptr || entry.index >= kMostJudged || !m_state.snapshot->problem) return {};
  return runsOnNames(judgeRuntimes(*m_state.snapshot->problem, *s));
}

QString RankingModel::runtimeTip(Entry entry) const {
  const RuntimeVerdicts* known = m_state.verdicts(entry);
  return known == nullptr ? QString() : (runsOnText(*known) + u'\n' + runsOnReasons(*known)).trimmed();
}

/// A line of each GPU type in use.
QString RankingModel::evidenceTip(Entry entry) const {
  if (!m_state.snapshot->problem) return {};
  QStringList lines;
  m_state.seePools(entry, [&](std::size_t pool) {
    const QString line = tr("%1: %2", "GPU type, what its predictions rest on")
                             .arg(shortGpuName(m_state.snapshot->problem->cluster.pools[pool].gpu),
                                  evidenceText(m_state.evidence[pool]));
    if (!lines.contains(line)) lines << line;
  });
  return lines.join(u'\n');
}

}  // namespace astrolabe::ui
