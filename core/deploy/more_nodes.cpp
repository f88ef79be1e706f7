#include "core/deploy/more_nodes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "core/deploy/least_pairs.h"

namespace astrolabe::deploy {

namespace {

/// One pool of a question with other numbers of nodes.
class PoolOfNodes {
 public:
  PoolOfNodes(const Question& question, int pool, const std::vector<Layout>& layouts,
              const Settings& settings)
      : m_question(question),
        m_pool(pool),
        m_settings(settings),
        m_cluster(*question.cluster),
        m_most(with_nodes(question, pool, kMostNodes, m_cluster)),
        m_own(layouts_in(m_most, pool, settings.threads, settings.stop)),
        m_layouts(m_own),
        m_prices(m_most) {
    m_settings.top = 1;
    m_settings.publish = {};
    const bool in_flight = question.traffic().kind == serving::Traffic::Kind::concurrency;
    if (in_flight && m_settings.disaggregated && question.job.choices.disaggregated) {
      m_pairs.emplace(m_most, m_prices, pool, 1, nullptr, false, m_settings.stop);
      m_pairs->take(m_own);
      m_settings.disaggregated = false;
    }
    std::copy_if(layouts.begin(), layouts.end(), std::back_inserter(m_layouts),
                 [&](const Layout& layout) { return layout.pool != pool; });
  }

  /// The least in (`low`, `high`] that do, where `low` do not and more never do worse, looked for around
  /// `guess`; 0 where `high` do not.
  int least(int low, int high, int guess) {
    if (low >= high || !do_nodes(high)) return 0;
    guess = std::clamp(guess, low + 1, high);
    if (guess == high || do_nodes(guess)) {
      high = guess;
      for (int step = 1; high - low > step; step *= 2) {
        if (!do_nodes(high - step)) {
          low = high - step;
          break;
        }
        high -= step;
      }
    } else {
      low = guess;
      for (int step = 1; high - low > step; step *= 2) {
        if (do_nodes(low + step)) {
          high = low + step;
          break;
        }
        low += step;
      }
    }
    while (high - low > 1) {
      const int middle = low + (high - low) / 2;
      (do_nodes(middle) ? high : low) = middle;
    }
    return m_settings.stop.stop_requested() ? 0 : high;
  }

 private:
  bool do_nodes(int nodes) {
    hardware::Cluster cluster = *m_question.cluster;
    const Question question = with_nodes(m_question, m_pool, nodes, cluster);
    if (m_pairs && m_pairs->in_room_of(question, Prices(question))) return true;
    return has_answer(question, m_layouts, m_settings);
  }

  const Question& m_question;
  int m_pool;
  Settings m_settings;
  hardware::Cluster m_cluster;
  Question m_most;                ///< what the layouts are asked
  std::vector<Layout> m_own;      ///< of the pool, those of any number of nodes
  std::vector<Layout> m_layouts;  ///< these, and those of other pools
  Prices m_prices;
  /// For requests in flight, whose pairs take long: what one number of nodes told of them holds for others.
  /// The other pools, which stay as they are, have none.
  std::optional<LeastPairs> m_pairs{};
};

}  // namespace

NodesNeeded nodes_needed(const Question& question, const std::vector<Layout>& layouts, double times,
                         const Settings& settings) {
  NodesNeeded best;
  int fewest_more = kMostNodes;
  for (std::size_t pool = 0; pool < question.pools.size(); ++pool) {
    if (!question.pools[pool].asked || settings.stop.stop_requested()) continue;
    const int there = question.pools[pool].room.nodes, at = static_cast<int>(pool);
    PoolOfNodes more(question, at, layouts, settings);
    const double guess = std::min(std::ceil(there * times), static_cast<double>(kMostNodes));
    const int nodes = more.least(there, std::min(kMostNodes, there + fewest_more), static_cast<int>(guess));
    if (nodes == 0 || nodes - there >= fewest_more) continue;
    fewest_more = nodes - there;
    best = {at, nodes};
  }
  return best;
}

}  // namespace astrolabe::deploy
