#include "core/deploy/sizing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/base/units.h"
#include "core/deploy/disaggregated.h"

namespace astrolabe::deploy {

namespace {

constexpr int kMixedRows = 5;
constexpr double kRounding = 1e-12;

/// Parts that another one beats in everything, taken out; of equal ones the first stays. `spares`: the
/// other's copies must do no more each, too, as losing some of them then leaves no less.
std::vector<Part> without_beaten(std::vector<Part> parts, bool spares) {
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return std::make_tuple(-a.capacity, a.paid, a.gpus) < std::make_tuple(-b.capacity, b.paid, b.gpus);
  });
  std::vector<Part> kept;
  // By what a copy does (with spares), the least GPUs of those that pay for at most so many.
  std::map<double, std::map<int, int>> least;
  for (const Part& part : parts) {
    const double each = spares ? part.each : 0.0;
    const bool beaten = std::any_of(least.begin(), least.upper_bound(each), [&](const auto& of_each) {
      const auto above = of_each.second.upper_bound(part.paid);
      return above != of_each.second.begin() && std::prev(above)->second <= part.gpus;
    });
    if (beaten) continue;
    kept.push_back(part);
    std::map<int, int>& steps = least[each];
    const auto [at, is_new] = steps.try_emplace(part.paid, part.gpus);
    at->second = std::min(at->second, part.gpus);
    for (auto next = std::next(at); next != steps.end() && next->second >= at->second;)
      next = steps.erase(next);
  }
  return kept;
}

class MixtureSearch {
 public:
  MixtureSearch(const MixtureQuestion& question, const std::stop_token& stop)
      : m_question(question), m_stop(stop), m_menus(question.menus) {
    const std::size_t pools = m_menus.size();
    m_ratio.assign(pools + 1, kBeyond);
    m_most.assign(pools + 1, 0.0);
    m_paid.assign(pools, 0);
    for (std::size_t pool = pools; pool-- > 0;) {
      std::stable_sort(m_menus[pool].begin(), m_menus[pool].end(),
                       [](const Part& a, const Part& b) { return a.cost < b.cost; });
      m_ratio[pool] = m_ratio[pool + 1];
      double able = 0.0;
      m_able.emplace_back();
      for (const Part& part : m_menus[pool]) {
        m_ratio[pool] = std::min(m_ratio[pool], part.cost / part.capacity);
        able = std::max(able, part.capacity);
        m_able.back().push_back(able);
      }
      m_most[pool] = m_most[pool + 1] + able;
    }
    std::reverse(m_able.begin(), m_able.end());
  }

  std::vector<Mixture> run() {
    visit(0);
    return std::move(m_best);
  }

 private:
  /// Capacity that the spares take away.
  double spared() const {
    std::vector<std::pair<double, int>> able;
    for (const Part& part : m_now.parts) able.emplace_back(part.each, part.copies);
    std::sort(able.rbegin(), able.rend());
    double sum = 0.0;
    int left = m_question.spare;
    for (const auto& [each, copies] : able) {
      const int taken = std::min(left, copies);
      sum += taken * each;
      left -= taken;
    }
    return sum;
  }
  bool enough() const { return m_now.capacity - spared() >= m_question.demand; }
  bool beyond(double cost) const {
    return !m_question.all && static_cast<int>(m_best.size()) >= m_question.most &&
           cost > m_best.back().cost * (1.0 + kRounding) + kRounding;
  }

  void keep() {
    if (m_now.parts.size() < 2 || m_gpus > m_question.max_gpus || !enough()) return;
    if (m_question.admits && !m_question.admits(m_paid)) return;
    const auto at = std::upper_bound(m_best.begin(), m_best.end(), m_now,
                                     [](const Mixture& a, const Mixture& b) { return before(a, b); });
    m_best.insert(at, m_now);
    if (static_cast<int>(m_best.size()) > m_question.most) m_best.pop_back();
  }

  void visit(std::size_t pool) {
    if (m_stop.stop_requested()) return;
    if (pool == m_menus.size()) {
      keep();
      return;
    }
    const double lacking = std::max(0.0, m_question.demand - m_now.capacity);
    if (!m_question.all && m_most[pool] < lacking) return;
    if (lacking > 0.0 && beyond(m_now.cost + lacking * m_ratio[pool])) return;
    visit(pool + 1);
    // Of the last pool the first part that is able enough, or one behind it.
    const std::vector<double>& able = m_able[pool];
    std::size_t first = 0;
    if (!m_question.all && pool + 1 == m_menus.size())
      first = static_cast<std::size_t>(
          std::lower_bound(able.begin(), able.end(), lacking * (1.0 - kRounding)) - able.begin());
    for (std::size_t i = first; i < m_menus[pool].size(); ++i) {
      const Part& part = m_menus[pool][i];
      if (beyond(m_now.cost + part.cost)) break;
      const Mixture before_it = m_now;
      m_now.parts.push_back(part);
      m_now.cost += part.cost;
      m_now.second += part.second;
      m_now.capacity += part.capacity;
      m_gpus += part.gpus;
      m_paid[pool] = part.paid;
      visit(pool + 1);
      m_paid[pool] = 0;
      m_gpus -= part.gpus;
      m_now = before_it;
    }
  }

  const MixtureQuestion& m_question;
  const std::stop_token& m_stop;
  std::vector<std::vector<Part>> m_menus;
  std::vector<double> m_ratio, m_most;      ///< of this pool and those behind it
  std::vector<std::vector<double>> m_able;  ///< by pool and part: the most of it and those before
  std::vector<int> m_paid;
  int m_gpus = 0;
  Mixture m_now;
  std::vector<Mixture> m_best;
};

Part sized_part(const Question& question, const Prices& prices, const Layout& layout,
                const serving::Deployment& deployment, double each, double capacity) {
  const Room& room = question.pools[static_cast<std::size_t>(layout.pool)].room;
  Part part{&layout, deployment.replicas, deployment.gpus(), 0, each, capacity};
  part.paid = room.paid(nodes_of(room, deployment), part.gpus);
  part.cost = cost_of(question.objective, prices, layout.pool, part.gpus, part.paid);
  part.second = question.objective == strategy::Objective::throughput ||
                        question.objective == strategy::Objective::pareto
                    ? part.paid * prices.of_gpu(layout.pool)
                    : part.gpus;
  return part;
}

/// Copies of each layout that is not surpassed.
void add_copies(const Question& question, const Prices& prices, const std::vector<Layout>& layouts, bool all,
                const std::stop_token& stop, std::vector<Part>& parts) {
  std::vector<const Layout*> usable;
  for (const Layout& layout : layouts)
    if (layout.replica && layout.most > 0) usable.push_back(&layout);
  std::stable_sort(usable.begin(), usable.end(),
                   [](const Layout* a, const Layout* b) { return a->replica->gpus() < b->replica->gpus(); });
  // With spares the most able copies count for less, so none is surpassed for sure.
  const bool prune = !all && question.job.spare_replicas == 0;
  double ablest = 0.0;
  for (const Layout* layout : usable) {
    if (stop.stop_requested()) break;
    if (prune && ablest > 0.0 && layout->replica->at(ablest).missed != Missed::none) continue;
    const double each = layout->replica->largest_load();
    if (each <= 0.0) continue;
    ablest = std::max(ablest, each);
    // More than carry all of the traffic, spares beside, only cost more.
    const double enough = std::ceil(question.demand() / each) + 1.0 + question.job.spare_replicas;
    const int most = all || enough > layout->most ? layout->most : static_cast<int>(enough);
    serving::Deployment deployment;
    deployment.worker = layout->replica->worker();
    for (deployment.replicas = 1; deployment.replicas <= most; ++deployment.replicas)
      parts.push_back(sized_part(question, prices, *layout, deployment, each, deployment.replicas * each));
  }
}

Fleet fleet_of_mixture(const Question& question, const Mixture& mixture) {
  std::vector<Group> groups;
  for (const Part& part : mixture.parts) {
    Group group;
    group.pool = part.layout->pool;
    if (part.apart) {
      group.deployment = *part.apart;
    } else {
      group.deployment.replicas = part.copies;
      group.deployment.worker = part.layout->replica->worker();
      group.deployment.worker.max_sequences = part.layout->replica->at(part.each).max_sequences;
    }
    group.share = part.capacity / mixture.capacity;
    groups.push_back(std::move(group));
  }
  return fleet_of(question, std::move(groups));
}

}  // namespace

bool before(const Mixture& a, const Mixture& b) {
  return std::make_tuple(a.cost, a.second, -a.capacity) < std::make_tuple(b.cost, b.second, -b.capacity);
}

double cost_of(strategy::Objective objective, const Prices& prices, int pool, int gpus, int paid) {
  switch (objective) {
    case strategy::Objective::money:
      return paid * prices.of_gpu(pool);
    case strategy::Objective::gpus:
      return paid;
    default:
      return gpus;
  }
}

std::vector<Part> menu_of(const Question& question, const Prices& prices, int pool,
                          const std::vector<Layout>& layouts, const Settings& settings) {
  std::vector<Part> parts;
  const bool all = settings.exhaustive;
  if (question.job.choices.aggregated) add_copies(question, prices, layouts, all, settings.stop, parts);
  if (settings.disaggregated && question.job.choices.disaggregated)
    for (const PairCapacity& pair :
         capacities_of_pairs(question, prices, pool, layouts, question.demand(), settings.stop)) {
      auto apart = std::make_shared<const serving::Deployment>(pair.deployment);
      parts.push_back(sized_part(question, prices, *pair.decode, *apart, 0.0, pair.able));
      parts.back().apart = std::move(apart);
    }
  return all ? parts : without_beaten(std::move(parts), question.job.spare_replicas > 0);
}

std::vector<Mixture> best_mixtures(const MixtureQuestion& question, const std::stop_token& stop) {
  return MixtureSearch(question, stop).run();
}

std::vector<Fleet> mixed_fleets(const Question& question, const Prices& prices,
                                const std::vector<Layout>& layouts, const Settings& settings) {
  MixtureQuestion asked;
  asked.menus.resize(question.pools.size());
  std::vector<std::vector<Layout>> by_pool(question.pools.size());
  for (const Layout& layout : layouts) by_pool[static_cast<std::size_t>(layout.pool)].push_back(layout);
  int pools = 0;
  for (std::size_t pool = 0; pool < by_pool.size(); ++pool) {
    if (settings.stop.stop_requested()) return {};
    asked.menus[pool] = menu_of(question, prices, static_cast<int>(pool), by_pool[pool], settings);
    pools += asked.menus[pool].empty() ? 0 : 1;
  }
  if (pools < 2) return {};
  asked.demand = question.demand();
  asked.spare = question.job.spare_replicas;
  asked.most = std::min(settings.top, kMixedRows);
  asked.max_gpus = question.cluster->max_total_gpus.value_or(asked.max_gpus);
  asked.all = settings.exhaustive;
  asked.admits = [&](const std::vector<int>& paid) { return prices.within_limits(paid); };
  std::vector<Fleet> fleets;
  for (const Mixture& mixture : best_mixtures(asked, settings.stop))
    fleets.push_back(fleet_of_mixture(question, mixture));
  return fleets;
}

}  // namespace astrolabe::deploy
