#include "core/placement/stages.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>

#include "core/placement/index.h"
#include "core/placement/packing.h"

namespace astrolabe::placement {

namespace {

constexpr double kSlack = 1e-9;  ///< what rounding may take
constexpr std::size_t kMostForms = 20'000;
constexpr int kMostPivots = 300;
constexpr double kBisected = 1e-4;  ///< of the rate, then one stage after the other
constexpr int kMostSteps = 60;

/// Forms of one length, kinds from the fastest to the slowest: the last one taken is the first that can go.
class Forms {
 public:
  Forms(const std::vector<Kind>& kinds, int layers, double rate, std::vector<StageForm>& forms)
      : m_kinds(kinds), m_layers(layers), m_rate(rate), m_forms(forms) {
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      if (at(layers) <= kinds[kind].throughput.size() && kinds[kind].count() > 0) m_order.push_back(kind);
    std::sort(m_order.begin(), m_order.end(), [&](std::size_t a, std::size_t b) {
      return speed(a) != speed(b) ? speed(a) > speed(b) : a < b;
    });
    m_use.assign(kinds.size(), 0);
    take(0, 0.0, 0);
  }

 private:
  double speed(std::size_t kind) const { return m_kinds[kind].throughput[at(m_layers - 1)]; }

  void take(std::size_t place, double done, int taken) {
    if (place == m_order.size() || taken == kMostKinds || m_forms.size() >= kMostForms) return;
    const std::size_t kind = m_order[place];
    for (int number = 0; number <= m_kinds[kind].count(); ++number) {
      m_use[kind] = number;
      const double sum = done + number * speed(kind);
      if (sum >= m_rate * (1.0 - kSlack)) {
        m_forms.push_back({m_layers, m_use, sum});
        break;
      }
      take(place + 1, sum, taken + (number > 0 ? 1 : 0));
    }
    m_use[kind] = 0;
  }

  const std::vector<Kind>& m_kinds;
  int m_layers;
  double m_rate;
  std::vector<StageForm>& m_forms;
  std::vector<std::size_t> m_order;
  std::vector<int> m_use;
};

/// Forms of a rate, priced; a series of them, depth first.
class Series {
 public:
  Series(const std::vector<Kind>& kinds, int layers, double rate, int most_stages)
      : m_kinds(kinds), m_layers(layers), m_stages(most_stages), m_forms(stage_forms(kinds, layers, rate)) {
    for (const Kind& kind : kinds) m_counts.push_back(kind.count());
    price();
  }

  /// False: not even a part of stages does.
  bool may_do() const { return m_slack >= -kSlack * m_layers; }

  std::optional<std::vector<StageForm>> find(long most_looks) {
    if (!may_do()) return {};
    m_looks = most_looks;
    m_left = m_counts;
    if (!descend(0, m_layers, m_slack + kSlack * m_layers, m_stages)) return {};
    std::vector<StageForm> series;
    for (const std::size_t form : m_chosen) series.push_back(m_forms[form]);
    return series;
  }

 private:
  void price() {
    std::vector<double> room(m_counts.begin(), m_counts.end());
    room.push_back(m_stages);
    std::vector<std::vector<double>> use;
    for (const StageForm& form : m_forms) {
      use.emplace_back(form.use.begin(), form.use.end());
      use.back().push_back(1.0);
    }
    const auto worth = [](const std::vector<double>& prices, const std::vector<double>& amounts) {
      return std::inner_product(prices.begin(), prices.end(), amounts.begin(), 0.0);
    };
    const Packed packed = pack(
        room,
        [&](const std::vector<double>& prices) {
          Column best;
          double most = 0.0;
          for (std::size_t form = 0; form < m_forms.size(); ++form) {
            const double gain = m_forms[form].layers - worth(prices, use[form]);
            if (gain <= most) continue;
            most = gain;
            best = {use[form], static_cast<double>(m_forms[form].layers)};
          }
          return best;
        },
        kMostPivots, kSlack);
    // What the pivots left open is closed by scaling: no form is worth more than its prices.
    double scale = 1.0;
    std::vector<double> wastes;
    for (std::size_t form = 0; form < m_forms.size(); ++form)
      if (const double price = worth(packed.prices, use[form]); price > 0.0)
        scale = std::max(scale, m_forms[form].layers / price);
    m_slack = scale * worth(packed.prices, room) - m_layers;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t form = 0; form < m_forms.size(); ++form) {
      const double waste = std::max(0.0, scale * worth(packed.prices, use[form]) - m_forms[form].layers);
      if (waste <= m_slack + kSlack * m_layers) order.emplace_back(waste, form);
    }
    std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
      if (a.first != b.first) return a.first < b.first;
      return m_forms[a.second].layers > m_forms[b.second].layers;
    });
    std::vector<StageForm> kept;
    for (const auto& [waste, form] : order) {
      kept.push_back(std::move(m_forms[form]));
      m_waste.push_back(waste);
    }
    m_forms = std::move(kept);
  }

  std::uint64_t key(int layers, int stages) const {
    std::uint64_t key = static_cast<std::uint64_t>(layers) * 1024 + at(stages);
    for (std::size_t kind = 0; kind < m_left.size(); ++kind)
      key = key * (at(m_counts[kind]) + 1) + at(m_left[kind]);
    return key;
  }

  bool descend(std::size_t first, int layers, double slack, int stages) {
    if (layers == 0) return true;
    if (stages == 0 || --m_looks < 0) return false;
    // From here with forms from an earlier one on: tried before.
    const auto [tried, is_new] = m_tried.try_emplace(key(layers, stages), first);
    if (!is_new) {
      if (tried->second <= first) return false;
      tried->second = first;
    }
    for (std::size_t form = first; form < m_forms.size() && m_waste[form] <= slack; ++form) {
      const StageForm& stage = m_forms[form];
      if (stage.layers > layers || !fits(stage)) continue;
      move(stage, -1);
      m_chosen.push_back(form);
      if (descend(form, layers - stage.layers, slack - m_waste[form], stages - 1)) return true;
      m_chosen.pop_back();
      move(stage, 1);
    }
    return false;
  }
  bool fits(const StageForm& stage) const {
    for (std::size_t kind = 0; kind < m_left.size(); ++kind)
      if (stage.use[kind] > m_left[kind]) return false;
    return true;
  }
  void move(const StageForm& stage, int sign) {
    for (std::size_t kind = 0; kind < m_left.size(); ++kind) m_left[kind] += sign * stage.use[kind];
  }

  const std::vector<Kind>& m_kinds;
  int m_layers, m_stages;
  std::vector<StageForm> m_forms;
  std::vector<double> m_waste;
  std::vector<int> m_counts, m_left;
  double m_slack = 0.0;
  long m_looks = 0;
  std::vector<std::size_t> m_chosen;
  std::unordered_map<std::uint64_t, std::size_t> m_tried;
};

}  // namespace

int StageForm::size() const { return std::accumulate(use.begin(), use.end(), 0); }

std::vector<Kind> kinds_of(const Network& network, const std::vector<int>& machines) {
  std::vector<Kind> kinds;
  for (const int machine : machines) {
    const std::vector<double>& table = network.type_of(machine).throughput;
    auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const Kind& one) { return one.throughput == table; });
    if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {table, {}});
    kind->machines.push_back(machine);
  }
  return kinds;
}

std::vector<StageForm> stage_forms(const std::vector<Kind>& kinds, int layers, double rate) {
  std::vector<StageForm> forms;
  int longest = 0;
  for (const Kind& kind : kinds) longest = std::max(longest, static_cast<int>(kind.throughput.size()));
  for (int length = 1; length <= std::min(layers, longest); ++length) Forms(kinds, length, rate, forms);
  return forms;
}

double rate_of(const std::vector<StageForm>& stages) {
  double least = stages.empty() ? 0.0 : stages.front().rate;
  for (const StageForm& stage : stages) least = std::min(least, stage.rate);
  return least;
}

std::optional<std::vector<StageForm>> fastest_series(const std::vector<Kind>& kinds, int layers,
                                                     double most_rate, long most_looks, int most_stages) {
  double low = 0.0, high = most_rate * (1.0 + kSlack);
  while (high - low > kBisected * high) {  // the linear programme alone
    const double middle = 0.5 * (low + high);
    (Series(kinds, layers, middle, most_stages).may_do() ? low : high) = middle;
    if (high < kSlack * most_rate) return {};
  }
  std::optional<std::vector<StageForm>> best;
  low = 0.0;
  for (int step = 0; step < kMostSteps; ++step) {
    const bool close = high - low <= kBisected * high;
    const double rate = close ? low * (1.0 + 2.0 * kSlack) : 0.5 * (low + high);
    auto series = Series(kinds, layers, rate, most_stages).find(most_looks);
    if (series) {
      low = std::max(rate, rate_of(*series));
      best = std::move(series);
      high = std::max(high, low);
    } else if (close || high < kSlack * most_rate) {
      break;
    } else {
      high = rate;
    }
  }
  return best;
}

std::optional<std::vector<StageForm>> fastest_series(const std::vector<Kind>& kinds, int layers,
                                                     double most_rate, long most_looks) {
  return fastest_series(kinds, layers, most_rate, most_looks, layers);
}

}  // namespace astrolabe::placement
