#include "core/verify/settling.h"

#include <algorithm>
#include <utility>

#include "core/base/parallel.h"
#include "core/verify/index.h"
#include "core/verify/refusal.h"
#include "core/verify/splits.h"

namespace astrolabe::verify {

void Settling::add(std::uint64_t node, const strategy::Strategy& configuration, const cost::Shape& shape,
                   double from, double told) {
  Waiting waiting{node, configuration, from, told, m_answers.of(configuration, shape), kBeyond};
  for (const std::size_t answer : waiting.answers)
    waiting.least = std::min(waiting.least, m_answers.step(answer));
  m_stages += configuration.stages.size();
  m_waiting.push_back(std::move(waiting));
  if (m_waiting.size() == kTogether || m_stages >= kStagesTogether) search();
}

void Settling::search() {
  const std::vector<Waiting> all = std::exchange(m_waiting, {});
  m_stages = 0;
  std::vector<SplitAnswer> found(all.size());
  std::vector<SplitSearch> searches(at(worker_count(0)));
  parallel_for(all.size(), worker_count(0), {}, [&](std::size_t i, int worker) {
    const cost::Shape shape(m_tables, all[i].configuration);
    const double below = all[i].answers.empty() ? all[i].from : std::max(all[i].from, all[i].least);
    found[i] = searches[at(worker)].faster_than(shape, below);
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!found[i].complete) refuse("node {}: its splits are too many to be checked", all[i].node);
    settle(all[i], found[i].found, found[i].step);
  }
}

/// `best`: the fastest split below what covers the configuration and below its answers, where one was found.
void Settling::settle(const Waiting& waiting, bool found, double best) {
  if (!found && waiting.answers.empty()) return;
  if (!found) best = waiting.least;
  // All slower splits break a limit as well.
  if (found && breaks_limits(m_problem, cost::Shape(m_tables, waiting.configuration), best)) return;
  const auto holders = std::count_if(waiting.answers.begin(), waiting.answers.end(),
                                     [&](std::size_t answer) { return m_answers.step(answer) == best; });
  if (holders > 1) refuse("node {}: two of the incumbents are one split of it", waiting.node);
  if (holders == 0 && waiting.answers.empty())
    refuse("node {} has a split that takes {} s, less than the {} s from which incumbents cover it",
           waiting.node, best, waiting.from);
  if (holders == 0)
    refuse("node {} has a split that takes {} s, and an incumbent that is a slower split of it", waiting.node,
           best);
  for (const std::size_t answer : waiting.answers)
    if (m_answers.step(answer) == best && waiting.told == best) m_answers.prove(answer);
}

}  // namespace astrolabe::verify
