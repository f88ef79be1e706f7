#include "core/deploy/search.h"

#include <algorithm>

#include <cmath>

#include "core/base/parallel.h"
#include "core/deploy/aggregated.h"
#include "core/deploy/bound.h"
#include "core/deploy/disaggregated.h"
#include "core/deploy/pair_frontier.h"
#include "core/deploy/shortfall.h"
#include "core/deploy/sizing.h"
#include "core/deploy/spread.h"

namespace astrolabe::deploy {

namespace {

/// The best `top` of all layouts, one entry each; of those that only tokens of a step tell apart, and that do
/// the same, the first.
void rank(std::vector<Candidate>& candidates, strategy::Objective objective, int top) {
  std::sort(candidates.begin(), candidates.end(),
            [&](const Candidate& a, const Candidate& b) { return before(a, b, objective); });
  std::vector<Candidate> kept;
  for (Candidate& one : candidates) {
    if (static_cast<int>(kept.size()) == top) break;
    const bool known = std::any_of(
        kept.begin(), kept.end(), [&](const Candidate& other) { return is_same_but_for_budget(other, one); });
    if (!known) kept.push_back(std::move(one));
  }
  candidates = std::move(kept);
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

/// At most `most` of a frontier, spread evenly in the logarithm of the time per token.
void thin(std::vector<Candidate>& frontier, int most) {
  const auto wanted = static_cast<std::size_t>(std::max(1, most)), all = frontier.size();
  if (most <= 0 || all <= wanted) return;
  std::vector<Candidate> kept{frontier.front()};
  const double first = std::log(frontier.front().tpot), last = std::log(frontier.back().tpot);
  std::size_t at = 1;
  for (std::size_t i = 1; i < wanted; ++i, ++at) {
    const double aim = first + (last - first) * static_cast<double>(i) / static_cast<double>(wanted - 1);
    const std::size_t latest = all - (wanted - i);
    while (at < latest &&
           std::abs(std::log(frontier[at + 1].tpot) - aim) <= std::abs(std::log(frontier[at].tpot) - aim))
      ++at;
    if (i + 1 == wanted) at = all - 1;
    kept.push_back(frontier[at]);
  }
  frontier = std::move(kept);
}

constexpr int kDisaggregatedRows = 3;

/// One search: its parts one after the other, each for all pools.
class FleetSearch {
 public:
  FleetSearch(const Question& question, const Settings& settings)
      : m_question(question), m_settings(settings), m_prices(question) {}

  Findings run() {
    lay_out();
    Hull hull;
    if (m_settings.exhaustive) {
      add_disaggregated();
      m_candidates = first_of_each(everything_of(m_question, m_prices, copied(), hull, m_settings.stop));
    } else {
      add_aggregated();
      tell();
      add_disaggregated();
    }
    m_candidates.insert(m_candidates.end(), m_apart.begin(), m_apart.end());
    rank(m_candidates, m_question.objective, m_settings.top);
    tell();
    add_fleets();
    fill_best();
    for (const Candidate& one : frontier(hull)) m_findings.frontier.push_back(fleet_of(m_question, one));
    if (m_findings.best.empty() && !m_settings.stop.stop_requested())
      m_findings.shortfall = m_nearest ? shortfall_of(m_question, m_layouts, *m_nearest, m_settings)
                                       : shortfall_of(m_question, m_layouts, m_settings);
    m_findings.counts = counts_of(m_layouts);
    m_findings.stopped = m_settings.stop.stop_requested();
    if (m_findings.stopped) m_findings.shortfall.reset();
    m_findings.gap = gap();
    return std::move(m_findings);
  }

  bool any(const std::vector<Layout>& layouts) {
    m_layouts = in_room_of(m_question, layouts);
    const auto stands = [&](const Candidate& one) { return !bursts() || confirmed(one).keeps_promises(); };
    if (m_question.job.choices.aggregated)
      for (const Layout& layout : m_layouts) {
        if (m_settings.stop.stop_requested()) return false;
        if (const auto one = best_of(m_question, m_prices, layout); one && stands(*one)) return true;
      }
    if (any_pair()) return true;
    add_fleets();
    return !m_mixed.empty() || (m_widest && m_widest->keeps_promises());
  }

 private:
  /// `hull` has copies already where all were looked at.
  std::vector<Candidate> frontier(Hull& hull) const {
    for (const Candidate& one : m_apart) hull.insert(one);
    if (!m_settings.exhaustive) add_copies_to(hull, m_question, m_prices, copied(), m_settings.stop);
    for (std::size_t pool = 0; pairs_allowed() && pool < m_question.pools.size(); ++pool)
      add_pairs_to(hull, m_question, m_prices, static_cast<int>(pool), layouts_of_pool(pool),
                   m_settings.exhaustive, m_settings.stop);
    std::vector<Candidate> points = hull.take();
    thin(points, m_settings.frontier);
    return points;
  }

  /// Layouts of which copies may stand.
  const std::vector<Layout>& copied() const {
    static const std::vector<Layout> none;
    return m_question.job.choices.aggregated ? m_layouts : none;
  }

  void lay_out() {
    for (std::size_t pool = 0; pool < m_question.pools.size(); ++pool) {
      const auto some = layouts_in(m_question, static_cast<int>(pool), m_settings.threads, m_settings.stop);
      m_layouts.insert(m_layouts.end(), some.begin(), some.end());
    }
  }

  void add_aggregated() {
    if (!m_question.job.choices.aggregated) return;
    std::vector<std::optional<Candidate>> found(m_layouts.size());
    parallel_for(m_layouts.size(), m_settings.threads, m_settings.stop,
                 [&](std::size_t i, int) { found[i] = best_of(m_question, m_prices, m_layouts[i]); });
    for (const std::optional<Candidate>& one : found)
      if (one) m_candidates.push_back(*one);
    rank(m_candidates, m_question.objective, m_settings.top);
  }

  bool pairs_allowed() const { return m_settings.disaggregated && m_question.job.choices.disaggregated; }

  bool any_pair() const {
    for (std::size_t pool = 0; pairs_allowed() && pool < m_question.pools.size(); ++pool)
      if (has_pair(m_question, m_prices, static_cast<int>(pool), layouts_of_pool(pool), m_settings.stop))
        return true;
    return false;
  }

  std::vector<Layout> layouts_of_pool(std::size_t pool) const {
    std::vector<Layout> layouts;
    for (const Layout& layout : m_layouts)
      if (layout.pool == static_cast<int>(pool)) layouts.push_back(layout);
    return layouts;
  }

  void add_disaggregated() {
    if (!pairs_allowed()) return;
    const bool full = static_cast<int>(m_candidates.size()) >= m_settings.top;
    for (std::size_t pool = 0; pool < m_question.pools.size(); ++pool) {
      const std::vector<Candidate> found = disaggregated_of(
          m_question, m_prices, static_cast<int>(pool), layouts_of_pool(pool), kDisaggregatedRows,
          full ? &m_candidates.back() : nullptr, m_settings.exhaustive, m_settings.stop);
      m_apart.insert(m_apart.end(), found.begin(), found.end());
    }
  }

  /// Fleets over several pools.
  void add_fleets() {
    const bool rate = m_question.traffic().kind == serving::Traffic::Kind::rate;
    if (m_question.pools.size() < 2 || (!m_question.job.choices.aggregated && !rate)) return;
    switch (m_question.traffic().kind) {
      case serving::Traffic::Kind::rate:
        m_mixed = mixed_fleets(m_question, m_prices, m_layouts, m_settings);
        break;
      case serving::Traffic::Kind::offline:
        m_widest = widest_fleet(m_question, m_prices, m_layouts, m_settings.stop);
        break;
      default:
        m_mixed = spread_fleets(m_question, m_prices, m_layouts, m_settings);
    }
  }

  bool bursts() const { return serving::comes_in_bursts(m_question.traffic()); }

  /// A pair with workers added until it keeps the promises, of prompts where first tokens are late, else of
  /// answers; without answer where there is no room for them.
  std::optional<Fleet> with_more_workers(Candidate one, Missed missed) const {
    constexpr int kMostAdded = 16;
    const Room& room = m_question.pools[static_cast<std::size_t>(one.pool)].room;
    const int gpus = std::min(room.max_gpus, m_question.cluster->max_total_gpus.value_or(room.max_gpus));
    for (int added = 0; added < kMostAdded && !m_settings.stop.stop_requested(); ++added) {
      // Traffic is missed where spares have failed, by either kind.
      const bool reads = missed == Missed::ttft || (missed == Missed::traffic && added % 2 == 0);
      ++(reads ? one.deployment.prefill_workers : one.deployment.decode_workers);
      if (one.deployment.gpus() > gpus || nodes_of(room, one.deployment) > room.nodes) return std::nullopt;
      Fleet more = fleet_of(m_question, one);
      if (!m_prices.within_limits(more.pool_paid)) return std::nullopt;
      if (more.keeps_promises()) return more;
      missed = more.missed;
    }
    return std::nullopt;
  }

  /// A candidate with its figures. Where requests come in bursts their tails are the simulation's: copies are
  /// added until they keep the promises, too, as far as there is room.
  Fleet confirmed(Candidate one) const {
    Fleet fleet = fleet_of(m_question, one);
    if (!bursts() || fleet.keeps_promises()) return fleet;
    if (one.deployment.disaggregated()) return with_more_workers(one, fleet.missed).value_or(fleet);
    const auto layout = std::find_if(m_layouts.begin(), m_layouts.end(), [&](const Layout& other) {
      return other.pool == one.pool && other.order == one.order;
    });
    const int most = layout == m_layouts.end() ? 0 : layout->most;
    while (one.deployment.replicas < most && !m_settings.stop.stop_requested()) {
      ++one.deployment.replicas;
      Fleet more = fleet_of(m_question, one);
      if (!m_prices.within_limits(more.pool_paid)) break;
      if (more.keeps_promises()) return more;
    }
    return fleet;
  }

  void fill_best() {
    m_findings.best.clear();
    for (const Candidate& one : m_candidates) m_findings.best.push_back(confirmed(one));
    m_findings.best.insert(m_findings.best.end(), m_mixed.begin(), m_mixed.end());
    // Simulated tails may be above those of the closed forms.
    const auto missed = [](const Fleet& fleet) { return !fleet.keeps_promises(); };
    if (const auto first = std::find_if(m_findings.best.begin(), m_findings.best.end(), missed);
        first != m_findings.best.end())
      m_nearest = *first;
    std::erase_if(m_findings.best, missed);
    std::stable_sort(m_findings.best.begin(), m_findings.best.end(),
                     [&](const Fleet& a, const Fleet& b) { return before(a, b, m_question.objective); });
    if (static_cast<int>(m_findings.best.size()) > m_settings.top)
      m_findings.best.erase(m_findings.best.begin() + m_settings.top, m_findings.best.end());
    // All machines together make no GPU faster than the best of them: it stands where it belongs, or last.
    if (!m_widest || !m_widest->keeps_promises() || m_settings.top < 1) return;
    if (static_cast<int>(m_findings.best.size()) == m_settings.top) m_findings.best.pop_back();
    const auto at =
        std::upper_bound(m_findings.best.begin(), m_findings.best.end(), *m_widest,
                         [&](const Fleet& a, const Fleet& b) { return before(a, b, m_question.objective); });
    m_findings.best.insert(at, *m_widest);
  }

  /// Proven by what no deployment of these layouts can do.
  double gap() const {
    if (!m_findings.stopped) return 0.0;
    if (m_findings.best.empty()) return 1.0;
    const double least = least_value(m_question, m_layouts);
    const double value = objective_value(m_question, m_findings.best.front());
    return value > 0.0 ? std::clamp(1.0 - least / value, 0.0, 1.0) : 1.0;
  }

  void tell() {
    if (!m_settings.publish || m_candidates.empty()) return;
    fill_best();
    m_findings.counts = counts_of(m_layouts);
    m_settings.publish(m_findings);
  }

  const Question& m_question;
  const Settings& m_settings;
  Prices m_prices;
  std::vector<Layout> m_layouts;
  std::vector<Candidate> m_candidates, m_apart;
  std::vector<Fleet> m_mixed;
  std::optional<Fleet> m_widest;   ///< offline
  std::optional<Fleet> m_nearest;  ///< that keeps the promises but for tails that are simulated
  Findings m_findings;
};

}  // namespace

Findings find_fleets(const Question& question, const Settings& settings) {
  return FleetSearch(question, settings).run();
}

bool has_answer(const Question& question, const std::vector<Layout>& layouts, const Settings& settings) {
  return FleetSearch(question, settings).any(layouts);
}

}  // namespace astrolabe::deploy
