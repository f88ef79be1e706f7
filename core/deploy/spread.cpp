#include "core/deploy/spread.h"

#include <algorithm>
#include <tuple>

#include "core/base/parallel.h"
#include "core/base/units.h"
#include "core/deploy/sizing.h"

namespace astrolabe::deploy {

namespace {

constexpr int kSpreadRows = 5;
constexpr double kEqualValue = 1e-12;
constexpr double kRateOfMs = 1e3;  // rates of flows are a ms

class SpreadSearch {
 public:
  SpreadSearch(const SpreadQuestion& question, const std::stop_token& stop)
      : m_question(question), m_stop(stop), m_menus(question.menus), m_paid(question.menus.size(), 0) {
    for (std::vector<SpreadPart>& menu : m_menus)
      std::stable_sort(menu.begin(), menu.end(), [&](const SpreadPart& a, const SpreadPart& b) {
        return question.of_tokens ? a.cost * b.most < b.cost * a.most : a.cost < b.cost;
      });
    m_holds.assign(m_menus.size() + 1, 0.0);
    m_ratio.assign(m_menus.size() + 1, kBeyond);
    for (std::size_t pool = m_menus.size(); pool-- > 0;) {
      double most = 0.0;
      m_ratio[pool] = m_ratio[pool + 1];
      for (const SpreadPart& part : m_menus[pool]) {
        most = std::max(most, part.capacity());
        m_ratio[pool] = std::min(m_ratio[pool], part.cost / part.capacity());
      }
      m_holds[pool] = m_holds[pool + 1] + most;
    }
    m_rest.assign(m_menus.size() + 1, 0.0);
    m_now.cost = question.fixed_cost;
  }

  std::vector<SpreadFleet> run() {
    visit(0);
    return std::move(m_best);
  }

 private:
  bool full() const { return static_cast<int>(m_best.size()) >= m_question.most; }

  /// What the last of the best has; a spread that enters has less.
  double value() const { return m_best.back().cost / m_best.back().tokens; }

  /// The least that parts of pools from each on take from cost - value x tokens.
  void renew_rest() {
    for (std::size_t pool = m_menus.size(); pool-- > 0;) {
      double least = 0.0;
      for (const SpreadPart& part : m_menus[pool]) least = std::min(least, part.cost - value() * part.most);
      m_rest[pool] = m_rest[pool + 1] + least;
    }
  }

  /// Tokens/s that the parts chosen so far make at most.
  double tokens_at_most() const {
    const double share = m_now.capacity > m_question.in_flight ? m_question.in_flight / m_now.capacity : 1.0;
    double sum = 0.0;
    for (const SpreadPart& part : m_now.parts)
      sum += std::min(part.most, share * part.capacity() * part.fastest);
    return sum;
  }

  bool hopeless(std::size_t pool) const {
    if (m_question.all) return false;
    if (m_now.capacity + m_holds[pool] < m_question.in_flight) return true;
    if (m_now.gpus > m_question.max_gpus) return true;
    if (!full()) return false;
    if (!m_question.of_tokens) {
      const double lacking = std::max(0.0, m_question.in_flight - m_now.capacity);
      const double more = lacking > 0.0 ? lacking * m_ratio[pool] : 0.0;
      return m_now.cost + more > m_best.back().cost * (1.0 + kEqualValue);
    }
    return m_now.cost - value() * tokens_at_most() + m_rest[pool] > kEqualValue * m_now.cost;
  }

  /// Capacity without the most able copies that may be lost.
  double held() const {
    std::vector<std::pair<double, int>> able;
    for (const SpreadPart& part : m_now.parts) able.emplace_back(part.each, part.copies);
    std::sort(able.rbegin(), able.rend());
    double left = m_now.capacity;
    int lost = m_question.spare;
    for (const auto& [each, copies] : able) {
      const int some = std::min(lost, copies);
      left -= some * each;
      lost -= some;
    }
    return left;
  }

  void keep() {
    if (m_now.parts.size() < 2 || m_now.gpus > m_question.max_gpus || held() < m_question.in_flight) return;
    if (m_question.admits && !m_question.admits(m_paid)) return;
    SpreadFleet one = m_now;
    one.tokens = 0.0;
    for (const SpreadPart& part : one.parts)
      one.tokens += m_question.tokens(part, m_question.in_flight * part.each / one.capacity);
    if (one.tokens <= 0.0) return;
    const auto at = std::upper_bound(
        m_best.begin(), m_best.end(), one,
        [&](const SpreadFleet& a, const SpreadFleet& b) { return before(a, b, m_question.of_tokens); });
    m_best.insert(at, std::move(one));
    if (static_cast<int>(m_best.size()) > m_question.most) m_best.pop_back();
    if (full() && m_question.of_tokens) renew_rest();
  }

  void visit(std::size_t pool) {
    if (m_stop.stop_requested() || hopeless(pool)) return;
    if (pool == m_menus.size()) {
      keep();
      return;
    }
    for (const SpreadPart& part : m_menus[pool]) {
      const double cost = m_now.cost, capacity = m_now.capacity;
      m_now.parts.push_back(part);
      m_now.cost += part.cost;
      m_now.capacity += part.capacity();
      m_now.gpus += part.gpus;
      m_paid[pool] = part.paid;
      visit(pool + 1);
      m_paid[pool] = 0;
      m_now.gpus -= part.gpus;
      m_now.parts.pop_back();
      m_now.cost = cost;
      m_now.capacity = capacity;
    }
    visit(pool + 1);
  }

  const SpreadQuestion& m_question;
  const std::stop_token& m_stop;
  std::vector<std::vector<SpreadPart>> m_menus;
  std::vector<double> m_holds, m_ratio, m_rest;  ///< of this pool and those behind it
  std::vector<int> m_paid;
  SpreadFleet m_now;
  std::vector<SpreadFleet> m_best;
};

/// Tokens/s of one copy with `load` requests in flight.
double tokens_of(const Question& question, const Replica& replica, double load) {
  return replica.at(load).flow.rate * kRateOfMs * std::max(1.0, question.traffic().output.mean);
}

SpreadPart part_of(const Question& question, const Prices& prices, const Layout& layout, int copies) {
  SpreadPart part;
  part.layout = &layout;
  part.copies = copies;
  serving::Deployment deployment;
  deployment.replicas = copies;
  deployment.worker = layout.replica->worker();
  part.gpus = deployment.gpus();
  const Room& room = question.pools[static_cast<std::size_t>(layout.pool)].room;
  part.paid = room.paid(nodes_of(room, deployment), part.gpus);
  part.cost = cost_of(question.objective, prices, layout.pool, part.gpus, part.paid);
  return part;
}

/// What each pool may give: every layout that holds a request within the promises, in every number of copies.
/// Of layouts that differ in tokens of a step alone and do the same, the first.
std::vector<std::vector<SpreadPart>> menus_of(const Question& question, const Prices& prices,
                                              const std::vector<Layout>& layouts, const Settings& settings) {
  struct Able {
    double each = 0.0, most = 0.0, fastest = 0.0;
    auto operator<=>(const Able&) const = default;
  };
  std::vector<Able> able(layouts.size());
  parallel_for(layouts.size(), settings.threads, settings.stop, [&](std::size_t i, int) {
    const Layout& layout = layouts[i];
    if (!layout.replica || layout.most == 0) return;
    const Replica& replica = *layout.replica;
    const double each = replica.largest_load();
    if (each <= 0.0) return;
    const double little = std::min(1.0, each);
    able[i] = {each, tokens_of(question, replica, each), tokens_of(question, replica, little) / little};
  });
  std::vector<std::vector<SpreadPart>> menus(question.pools.size());
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    if (able[i].each <= 0.0) continue;
    const auto same = [&](std::size_t other) {
      return layouts[other].pool == layouts[i].pool && able[other] == able[i] &&
             layouts[other].replica->gpus() == layouts[i].replica->gpus();
    };
    bool known = false;
    for (std::size_t other = 0; other < i && !known; ++other) known = same(other);
    if (known) continue;
    for (int copies = 1; copies <= layouts[i].most; ++copies) {
      SpreadPart part = part_of(question, prices, layouts[i], copies);
      part.each = able[i].each;
      part.most = copies * able[i].most;
      part.fastest = able[i].fastest;
      menus[static_cast<std::size_t>(layouts[i].pool)].push_back(part);
    }
  }
  return menus;
}

Group group_of(const SpreadPart& part, double share, int max_sequences) {
  Group group;
  group.pool = part.layout->pool;
  group.deployment.replicas = part.copies;
  group.deployment.worker = part.layout->replica->worker();
  group.deployment.worker.max_sequences = max_sequences;
  group.share = share;
  return group;
}

/// One layout of each of some pools with the most tokens/s in all.
class WidestSearch {
 public:
  struct Choice {
    SpreadPart part;
    double tokens = 0.0;
    int max_sequences = 0;
  };
  WidestSearch(std::vector<std::vector<Choice>> menus, int max_gpus,
               std::function<bool(const std::vector<int>&)> admits, const std::stop_token& stop)
      : m_menus(std::move(menus)),
        m_max_gpus(max_gpus),
        m_admits(std::move(admits)),
        m_stop(stop),
        m_rest(m_menus.size() + 1, 0.0),
        m_paid(m_menus.size(), 0) {
    for (std::size_t pool = m_menus.size(); pool-- > 0;) {
      std::stable_sort(m_menus[pool].begin(), m_menus[pool].end(),
                       [](const Choice& a, const Choice& b) { return a.tokens > b.tokens; });
      m_rest[pool] = m_rest[pool + 1] + (m_menus[pool].empty() ? 0.0 : m_menus[pool].front().tokens);
    }
  }
  std::vector<Choice> run() {
    visit(0, 0.0, 0);
    return std::move(m_best);
  }

 private:
  void visit(std::size_t pool, double tokens, int gpus) {
    if (m_stop.stop_requested() || gpus > m_max_gpus || tokens + m_rest[pool] <= m_tokens) return;
    if (pool == m_menus.size()) {
      if (m_admits && !m_admits(m_paid)) return;
      m_tokens = tokens;
      m_best = m_now;
      return;
    }
    for (const Choice& choice : m_menus[pool]) {
      m_now.push_back(choice);
      m_paid[pool] = choice.part.paid;
      visit(pool + 1, tokens + choice.tokens, gpus + choice.part.gpus);
      m_paid[pool] = 0;
      m_now.pop_back();
    }
    visit(pool + 1, tokens, gpus);
  }

  std::vector<std::vector<Choice>> m_menus;
  int m_max_gpus;
  std::function<bool(const std::vector<int>&)> m_admits;
  const std::stop_token& m_stop;
  std::vector<double> m_rest;
  std::vector<int> m_paid;
  double m_tokens = 0.0;
  std::vector<Choice> m_now, m_best;
};

}  // namespace

bool before(const SpreadFleet& a, const SpreadFleet& b, bool of_tokens) {
  if (!of_tokens && a.cost != b.cost) return a.cost < b.cost;
  const double left = (of_tokens ? a.cost : a.gpus) * b.tokens,
               right = (of_tokens ? b.cost : b.gpus) * a.tokens;
  if (left != right) return left < right;
  return std::make_tuple(a.gpus, -a.capacity) < std::make_tuple(b.gpus, -b.capacity);
}

std::vector<SpreadFleet> best_spreads(const SpreadQuestion& question, const std::stop_token& stop) {
  return SpreadSearch(question, stop).run();
}

std::vector<Fleet> spread_fleets(const Question& question, const Prices& prices,
                                 const std::vector<Layout>& layouts, const Settings& settings) {
  SpreadQuestion asked;
  asked.menus = menus_of(question, prices, layouts, settings);
  const auto pools = std::count_if(asked.menus.begin(), asked.menus.end(),
                                   [](const std::vector<SpreadPart>& menu) { return !menu.empty(); });
  if (pools < 2 || settings.stop.stop_requested()) return {};
  asked.in_flight = question.demand();
  asked.of_tokens = question.objective != strategy::Objective::gpus;
  if (question.objective == strategy::Objective::money)
    asked.fixed_cost = prices.usd_per_hour(std::vector<int>(question.pools.size(), 0)).value_or(0.0);
  asked.spare = question.job.spare_replicas;
  asked.most = std::min(settings.top, kSpreadRows);
  asked.max_gpus = question.cluster->max_total_gpus.value_or(asked.max_gpus);
  asked.all = settings.exhaustive;
  asked.admits = [&](const std::vector<int>& paid) { return prices.within_limits(paid); };
  asked.tokens = [&](const SpreadPart& part, double load) {
    return part.copies * tokens_of(question, *part.layout->replica, load);
  };
  std::vector<Fleet> fleets;
  for (const SpreadFleet& spread : best_spreads(asked, settings.stop)) {
    std::vector<Group> groups;
    for (const SpreadPart& part : spread.parts)
      groups.push_back(group_of(part, part.capacity() / spread.capacity,
                                part.layout->replica->at(part.each).max_sequences));
    Fleet fleet = fleet_of(question, std::move(groups));
    if (fleet.keeps_promises()) fleets.push_back(std::move(fleet));
  }
  return fleets;
}

std::optional<Fleet> widest_fleet(const Question& question, const Prices& prices,
                                  const std::vector<Layout>& layouts, const std::stop_token& stop) {
  // One copy of each layout at its best load; limits are of all copies together.
  strategy::Job unlimited = *question.limits;
  unlimited.limits = {};
  Question one = question;
  one.limits = &unlimited;
  one.objective = strategy::Objective::gpus;
  const Prices free(one);
  std::vector<std::vector<WidestSearch::Choice>> menus(question.pools.size());
  for (const Layout& layout : layouts) {
    if (stop.stop_requested()) return {};
    const std::optional<Candidate> copy = best_of(one, free, layout);
    if (!copy) continue;
    for (int copies = 1; copies <= layout.most; ++copies)
      menus[static_cast<std::size_t>(layout.pool)].push_back({part_of(question, prices, layout, copies),
                                                              copies * copy->tokens_per_second,
                                                              copy->deployment.worker.max_sequences});
  }
  const int most = question.cluster->max_total_gpus.value_or(1 << 30);
  const auto chosen = WidestSearch(
                          std::move(menus), most,
                          [&](const std::vector<int>& paid) { return prices.within_limits(paid); }, stop)
                          .run();
  if (chosen.size() < 2) return {};
  double sum = 0.0;
  for (const WidestSearch::Choice& choice : chosen) sum += choice.tokens;
  std::vector<Group> groups;
  for (const WidestSearch::Choice& choice : chosen)
    groups.push_back(group_of(choice.part, choice.tokens / sum, choice.max_sequences));
  return fleet_of(question, std::move(groups));
}

}  // namespace astrolabe::deploy
