#include "core/placement/zones.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <set>
#include <tuple>

#include "core/placement/index.h"

namespace astrolabe::placement {

namespace {

constexpr int kMostLayers = 255;
using Layers = std::bitset<kMostLayers + 1>;  ///< numbers of layers that are possible
constexpr std::size_t kMostStates = 4096, kMostZoneForms = 1500;
constexpr int kMostEnds = 8;  ///< machines on a side of a boundary
constexpr int kPadding = 2;   ///< machines beyond those that a stage at a boundary needs
constexpr int kBisections = 14;

double mean_link(const Network& network, const std::vector<int>& from, const std::vector<int>& to) {
  double sum = 0.0;
  for (const int a : from)
    for (const int b : to) sum += network.link(a, b);
  return sum / static_cast<double>(from.size() * to.size());
}

/// All series of one zone at one rate, by the numbers of layers that they hold.
class Zone {
 public:
  Zone(const std::vector<Kind>& kinds, int layers, double rate) : m_kinds(kinds) {
    std::size_t states = 1;
    for (const Kind& kind : kinds) {
      m_strides.push_back(states);
      states *= at(kind.count()) + 1;
    }
    if (states > kMostStates) return;
    m_forms = stage_forms(kinds, layers, rate);
    if (m_forms.size() > kMostZoneForms) m_forms.clear();
    fill(states);
    pad();
    tabulate();
  }

  /// Layers of series whose first stage has at least `in` machines and whose last at least `out`; 0: any.
  const Layers& layers(int in, int out) const { return m_between[at(in)][at(out)]; }

  /// One such series of `layers` layers, the first stage first. Precondition: layers(in, out) has it.
  std::vector<StageForm> series(int in, int out, int layers) const {
    std::vector<StageForm> chosen;
    each_pair(in, out, [&](const StageForm* first, const StageForm* last) {
      const int rest = layers - (first ? first->layers : 0) - (last ? last->layers : 0);
      const std::size_t state = state_without(first, last);
      if (rest < 0 || !m_reach[state][at(rest)]) return false;
      if (first) chosen.push_back(*first);
      walk_back(state, rest, chosen);
      if (last) chosen.push_back(*last);
      return true;
    });
    return chosen;
  }

 private:
  void fill(std::size_t states) {
    m_reach.assign(states, {});
    for (std::size_t state = 0; state < states; ++state) {
      Layers& here = m_reach[state];
      here.set(0);
      for (std::size_t kind = 0; kind < m_kinds.size(); ++kind)
        if (number(state, kind) > 0) here |= m_reach[state - m_strides[kind]];
      for (const StageForm& form : m_forms)
        if (fits(form, state)) here |= m_reach[state - taken(form)] << at(form.layers);
    }
  }

  /// Stages at boundaries may have more machines than they need.
  void pad() {
    std::set<std::pair<int, std::vector<int>>> known;
    std::vector<StageForm> last = m_forms;
    m_ends = m_forms;
    for (const StageForm& form : m_forms) known.insert({form.layers, form.use});
    for (int round = 0; round < kPadding; ++round) {
      std::vector<StageForm> more;
      for (const StageForm& form : last)
        for (std::size_t kind = 0; kind < m_kinds.size(); ++kind) {
          StageForm larger = form;
          if (++larger.use[kind] > m_kinds[kind].count() ||
              at(form.layers) > m_kinds[kind].throughput.size() || larger.size() > kMostEnds)
            continue;
          larger.rate += m_kinds[kind].throughput[at(form.layers - 1)];
          if (known.insert({larger.layers, larger.use}).second) more.push_back(larger);
        }
      m_ends.insert(m_ends.end(), more.begin(), more.end());
      last = std::move(more);
      if (m_ends.size() > kMostZoneForms) break;
    }
  }

  /// By the machines of both ends as they are, then for all who ask for fewer.
  void tabulate() {
    const std::size_t all = m_reach.size() - 1;
    const auto size = [](const StageForm& form) { return at(std::min(form.size(), kMostEnds)); };
    m_between[0][0] = m_reach[all];
    for (const StageForm& first : m_ends) {
      const Layers rest = m_reach[all - taken(first)] << at(first.layers);
      m_between[size(first)][0] |= rest;
      m_between[0][size(first)] |= rest;
      m_between[size(first)][size(first)].set(at(first.layers));  // alone
      for (const StageForm& last : m_ends)
        if (fits(last, all - taken(first)))
          m_between[size(first)][size(last)] |= m_reach[all - taken(first) - taken(last)]
                                                << at(first.layers + last.layers);
    }
    for (int in = kMostEnds; in >= 0; --in)
      for (int out = kMostEnds; out >= 0; --out) {
        if (in > 0 && in < kMostEnds) m_between[at(in)][at(out)] |= m_between[at(in + 1)][at(out)];
        if (out > 0 && out < kMostEnds) m_between[at(in)][at(out)] |= m_between[at(in)][at(out + 1)];
      }
  }

  /// Calls with the stages at both ends; one stage alone is the first with the larger of both demands.
  template <class Each>
  void each_pair(int in, int out, Each each) const {
    if (m_reach.empty()) return;
    const std::size_t all = m_reach.size() - 1;
    if (in == 0 && out == 0) {
      each(nullptr, nullptr);
      return;
    }
    for (const StageForm& one : m_ends) {
      if (one.size() < std::max(in, out)) continue;
      if (in > 0 && out > 0 && alone(one, each)) return;
    }
    for (const StageForm& first : m_ends) {
      if (in > 0 && first.size() < in) continue;
      if (in == 0 || out == 0) {  // one end alone is asked for
        if (first.size() < std::max(in, out)) continue;
        if (in > 0 ? each(&first, nullptr) : each(nullptr, &first)) return;
        continue;
      }
      for (const StageForm& last : m_ends)
        if (last.size() >= out && fits(last, all - taken(first)) && each(&first, &last)) return;
    }
  }
  /// A zone of one stage: nothing else may be in it.
  template <class Each>
  bool alone(const StageForm& one, Each& each) const {
    m_alone = true;
    const bool done = each(&one, nullptr);
    m_alone = false;
    return done;
  }

  std::size_t state_without(const StageForm* first, const StageForm* last) const {
    if (m_alone) return 0;
    return m_reach.size() - 1 - (first ? taken(*first) : 0) - (last ? taken(*last) : 0);
  }

  void walk_back(std::size_t state, int layers, std::vector<StageForm>& chosen) const {
    while (layers > 0) {
      bool moved = false;
      for (std::size_t kind = 0; kind < m_kinds.size() && !moved; ++kind)
        if (number(state, kind) > 0 && m_reach[state - m_strides[kind]][at(layers)]) {
          state -= m_strides[kind];
          moved = true;
        }
      for (std::size_t form = 0; form < m_forms.size() && !moved; ++form) {
        const StageForm& one = m_forms[form];
        if (one.layers > layers || !fits(one, state)) continue;
        if (!m_reach[state - taken(one)][at(layers - one.layers)]) continue;
        state -= taken(one);
        layers -= one.layers;
        chosen.push_back(one);
        moved = true;
      }
      if (!moved) return;
    }
  }

  int number(std::size_t state, std::size_t kind) const {
    return static_cast<int>(state / m_strides[kind] % (at(m_kinds[kind].count()) + 1));
  }
  bool fits(const StageForm& form, std::size_t state) const {
    for (std::size_t kind = 0; kind < m_kinds.size(); ++kind)
      if (form.use[kind] > number(state, kind)) return false;
    return true;
  }
  std::size_t taken(const StageForm& form) const {
    std::size_t sum = 0;
    for (std::size_t kind = 0; kind < m_kinds.size(); ++kind) sum += at(form.use[kind]) * m_strides[kind];
    return sum;
  }

  const std::vector<Kind>& m_kinds;
  std::vector<std::size_t> m_strides;
  std::vector<StageForm> m_forms, m_ends;
  std::vector<Layers> m_reach;  ///< by what machines there are
  Layers m_between[kMostEnds + 1][kMostEnds + 1];
  mutable bool m_alone = false;
};

/// A visit of a zone by a chain.
struct Visit {
  std::size_t zone = 0;
  int in = 0, out = 0, layers = 0;
};

/// A way through zones at one rate.
class WaySearch {
 public:
  WaySearch(const std::vector<Zone>& zones, const std::vector<std::vector<double>>& links, double rate)
      : m_zones(zones), m_links(links), m_rate(rate) {}

  bool find(unsigned allowed, int layers, std::vector<Visit>& visits) {
    for (std::size_t zone = 0; zone < m_zones.size(); ++zone)
      if ((allowed >> zone & 1U) != 0 && go(allowed & ~(1U << zone), {zone, 0, 0, 0}, layers, visits))
        return true;
    return false;
  }

 private:
  bool go(unsigned allowed, Visit visit, int layers, std::vector<Visit>& visits) {
    const Zone& zone = m_zones[visit.zone];
    if (zone.layers(visit.in, 0)[at(layers)]) {
      visit.layers = layers;
      visits.push_back(visit);
      return true;
    }
    if (!m_failed.insert({allowed, visit.zone, visit.in, layers}).second) return false;
    for (std::size_t next = 0; next < m_zones.size(); ++next) {
      if ((allowed >> next & 1U) == 0) continue;
      for (visit.out = 1; visit.out <= kMostEnds; ++visit.out) {
        const int in = machines_for(m_links[visit.zone][next] * visit.out);
        if (in > kMostEnds) continue;
        const Layers& possible = zone.layers(visit.in, visit.out);
        for (int part = layers - 1; part >= 1; --part) {
          if (!possible[at(part)]) continue;
          visit.layers = part;
          visits.push_back(visit);
          if (go(allowed & ~(1U << next), {next, in, 0, 0}, layers - part, visits)) return true;
          visits.pop_back();
        }
      }
    }
    return false;
  }
  int machines_for(double rate_of_one) const {
    if (rate_of_one <= 0.0) return kMostEnds + 1;
    const double machines = std::ceil(m_rate / rate_of_one * (1.0 - 1e-9));
    return machines > kMostEnds ? kMostEnds + 1 : std::max(1, static_cast<int>(machines));
  }

  const std::vector<Zone>& m_zones;
  const std::vector<std::vector<double>>& m_links;
  double m_rate;
  std::set<std::tuple<unsigned, std::size_t, int, int>> m_failed;
};

/// Machines of a zone for its series. Those of stages at boundaries are the ones with the best links to
/// `before` and `behind`.
void place(const Network& network, const std::vector<Kind>& kinds, const std::vector<StageForm>& series,
           const std::vector<int>& before, const std::vector<int>& behind, Chain& chain) {
  std::vector<std::vector<int>> left;
  for (const Kind& kind : kinds) left.push_back(kind.machines);
  std::vector<Stage> stages(series.size());
  const auto take = [&](std::size_t stage, const std::vector<int>& others, bool from_others) {
    stages[stage].layers = series[stage].layers;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      const auto worth = [&](int machine) {
        double sum = 0.0;
        for (const int other : others)
          sum += from_others ? network.link(other, machine) : network.link(machine, other);
        return sum;
      };
      if (!others.empty())
        std::stable_sort(left[kind].begin(), left[kind].end(),
                         [&](int a, int b) { return worth(a) > worth(b); });
      for (int i = 0; i < series[stage].use[kind]; ++i) {
        stages[stage].machines.push_back(left[kind].front());
        left[kind].erase(left[kind].begin());
      }
    }
  };
  if (series.empty()) return;
  take(0, before, true);
  if (series.size() > 1) take(series.size() - 1, behind, false);
  for (std::size_t stage = 1; stage + 1 < series.size(); ++stage) take(stage, {}, false);
  chain.insert(chain.end(), stages.begin(), stages.end());
}

/// The fastest way through the zones of `allowed`, empty where there is none.
struct FoundWay {
  double rate = 0.0;
  Chain chain;
};

}  // namespace

std::vector<std::vector<int>> zones_of(const Network& network, double rate) {
  std::vector<std::vector<int>> zones;
  for (int machine = 0; machine < network.size(); ++machine) {
    auto zone = std::find_if(zones.begin(), zones.end(), [&](const std::vector<int>& members) {
      return std::all_of(members.begin(), members.end(), [&](int other) {
        return network.link(machine, other) >= rate && network.link(other, machine) >= rate;
      });
    });
    if (zone == zones.end()) zone = zones.insert(zones.end(), std::vector<int>());
    zone->push_back(machine);
  }
  std::stable_sort(zones.begin(), zones.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return zones;
}

Chain chain_of(const std::vector<Kind>& kinds, const std::vector<StageForm>& series) {
  Chain chain;
  std::vector<int> next(kinds.size(), 0);
  for (const StageForm& form : series) {
    Stage stage{form.layers, {}};
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      for (int i = 0; i < form.use[kind]; ++i)
        stage.machines.push_back(kinds[kind].machines[at(next[kind]++)]);
    std::sort(stage.machines.begin(), stage.machines.end());
    chain.push_back(std::move(stage));
  }
  std::stable_sort(chain.begin(), chain.end(),
                   [](const Stage& a, const Stage& b) { return a.machines.front() < b.machines.front(); });
  return chain;
}

std::vector<Chain> fastest_chains(const Network& network, const std::vector<std::vector<int>>& zones,
                                  double most_rate, double hope) {
  if (zones.size() > kMostZones || network.layers > kMostLayers) return {};
  std::vector<std::vector<Kind>> kinds;
  for (const auto& zone : zones) kinds.push_back(kinds_of(network, zone));
  std::vector<std::vector<double>> links(zones.size(), std::vector<double>(zones.size(), 0.0));
  for (std::size_t a = 0; a < zones.size(); ++a)
    for (std::size_t b = 0; b < zones.size(); ++b)
      if (a != b) links[a][b] = hope * mean_link(network, zones[a], zones[b]);

  const auto chain_at = [&](double rate, unsigned allowed, Chain& chain) {
    std::vector<Zone> filled;
    for (const auto& each : kinds) filled.emplace_back(each, network.layers, rate);
    std::vector<Visit> visits;
    if (!WaySearch(filled, links, rate).find(allowed, network.layers, visits)) return false;
    chain.clear();
    for (std::size_t i = 0; i < visits.size(); ++i) {
      const Visit& visit = visits[i];
      const std::vector<int> before = chain.empty() ? std::vector<int>() : chain.back().machines;
      const std::vector<int> behind = i + 1 < visits.size() ? zones[visits[i + 1].zone] : std::vector<int>();
      place(network, kinds[visit.zone], filled[visit.zone].series(visit.in, visit.out, visit.layers), before,
            behind, chain);
    }
    return true;
  };
  // Layers that the machines of a set of zones hold at most.
  const auto room = [&](unsigned allowed) {
    long sum = 0;
    for (std::size_t zone = 0; zone < zones.size(); ++zone)
      if ((allowed >> zone & 1U) != 0)
        for (const int machine : zones[zone]) sum += network.type_of(machine).most_layers();
    return sum;
  };
  const auto fastest = [&](unsigned allowed) {
    FoundWay found;
    if (room(allowed) < network.layers) return found;
    double low = 0.0, high = most_rate;
    for (int step = 0; step < kBisections; ++step) {
      const double rate = 0.5 * (low + high);
      Chain chain;
      if (chain_at(rate, allowed, chain)) {
        low = rate;
        found = {rate, std::move(chain)};
      } else {
        high = rate;
      }
    }
    return found;
  };
  // Chains side by side: the best division of the zones among them.
  const unsigned sets = 1U << zones.size();
  std::vector<FoundWay> ways(sets);
  std::vector<double> best(sets, 0.0);
  std::vector<unsigned> first(sets, 0);
  for (unsigned set = 1; set < sets; ++set) {
    ways[set] = fastest(set);
    for (unsigned part = set; part > 0; part = (part - 1) & set)
      if (ways[part].rate + best[set & ~part] > best[set]) {
        best[set] = ways[part].rate + best[set & ~part];
        first[set] = part;
      }
  }
  std::vector<Chain> chains;
  for (unsigned set = sets - 1; set != 0 && best[set] > 0.0; set &= ~first[set])
    chains.push_back(ways[first[set]].chain);
  return chains;
}

Layout layout_of(const Network& network, const std::vector<Chain>& chains) {
  Layout layout{std::vector<Interval>(network.machines.size()), false};
  for (const Chain& chain : chains) {
    int first = 0;
    for (const Stage& stage : chain) {
      for (const int machine : stage.machines) layout.machines[at(machine)] = {first, stage.layers};
      first += stage.layers;
    }
  }
  return layout;
}

}  // namespace astrolabe::placement
