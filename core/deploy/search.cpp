#include "core/deploy/search.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/deploy/aggregated.h"

namespace astrolabe::deploy {

namespace {

/// The best `top` of all layouts, one entry each.
void rank(std::vector<Candidate>& candidates, strategy::Objective objective, int top) {
  std::sort(candidates.begin(), candidates.end(),
            [&](const Candidate& a, const Candidate& b) { return before(a, b, objective); });
  if (static_cast<int>(candidates.size()) > top) candidates.resize(static_cast<std::size_t>(top));
}

/// The first entry of each layout, in order.
std::vector<Candidate> first_of_each(const std::vector<Candidate>& sorted) {
  std::vector<Candidate> firsts;
  std::vector<std::pair<int, int>> seen;
  for (const Candidate& one : sorted) {
    const std::pair key{one.pool, one.order};
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
    seen.push_back(key);
    firsts.push_back(one);
  }
  return firsts;
}

}  // namespace

Counts& Counts::operator+=(const Counts& other) {
  total += other.total;
  rejected_by_memory += other.rejected_by_memory;
  rejected_by_limit += other.rejected_by_limit;
  cut_by_bound += other.cut_by_bound;
  evaluated += other.evaluated;
  return *this;
}

Findings find_fleets(const Question& question, const Settings& settings) {
  Findings findings;
  const Prices prices(question);
  std::vector<Layout> layouts;
  for (std::size_t pool = 0; pool < question.pools.size(); ++pool) {
    const auto some = layouts_in(question, static_cast<int>(pool), settings.threads, settings.stop);
    layouts.insert(layouts.end(), some.begin(), some.end());
  }
  Counts& counts = findings.counts;
  for (const Layout& layout : layouts) {
    counts.total += layout.most;
    if (!layout.replica) counts.rejected_by_memory += layout.most;
  }
  std::vector<Candidate> candidates, frontier;
  if (settings.exhaustive) {
    Everything all = everything_of(question, prices, layouts, counts, settings.stop);
    candidates = first_of_each(all.kept);
    frontier = std::move(all.frontier);
  } else {
    std::vector<Counts> of_each(layouts.size());
    std::vector<std::optional<Candidate>> found(layouts.size());
    parallel_for(layouts.size(), settings.threads, settings.stop,
                 [&](std::size_t i, int) { found[i] = best_of(question, prices, layouts[i], of_each[i]); });
    for (std::size_t i = 0; i < layouts.size(); ++i) {
      counts += of_each[i];
      if (found[i]) candidates.push_back(*found[i]);
    }
  }
  rank(candidates, question.objective, settings.top);
  for (const Candidate& one : candidates) findings.best.push_back(fleet_of(question, one));
  if (settings.publish && !findings.best.empty()) settings.publish(findings);
  if (!settings.exhaustive) frontier = frontier_of(question, prices, layouts, counts, settings.stop);
  for (const Candidate& one : frontier) findings.frontier.push_back(fleet_of(question, one, false));
  counts.cut_by_bound = std::max<std::int64_t>(
      0, counts.total - counts.rejected_by_memory - counts.rejected_by_limit - counts.evaluated);
  counts.total =
      counts.rejected_by_memory + counts.rejected_by_limit + counts.cut_by_bound + counts.evaluated;
  findings.stopped = settings.stop.stop_requested();
  return findings;
}

}  // namespace astrolabe::deploy
