#include "core/spmd/beam.h"

#include <algorithm>

namespace astrolabe::spmd {

double apply(const Theory& theory, const Tables& tables, int step_class, int rule, State& state) {
  const StepClass& step = theory.classes[step_class];
  double cost = tables.compute[step_class][rule];
  for (const Access& access : step.rules[rule].accesses) {
    const int codes = theory.tensor_classes[access.tensor_class].codes;
    const unsigned before = state.slot(access.slot);
    const unsigned after = access.makes ? (before & 0xffU) | static_cast<unsigned>(access.code + 1) << 8
                                        : before | 1U << access.code;
    if (after == before) continue;
    const double value = tables.value(access, codes, after);
    if (value == kNever) return kNever;
    cost += value - tables.value(access, codes, before);
    state.set(access.slot, after);
  }
  for (const std::int16_t slot : step.closes) state.set(slot, 0);
  return cost;
}

void keep_cheapest(const LabelTable& table, std::vector<int>& layer, std::size_t count) {
  if (layer.size() <= count) return;
  std::nth_element(layer.begin(), layer.begin() + static_cast<std::ptrdiff_t>(count), layer.end(),
                   [&](int a, int b) {
                     return table.labels[a].cost < table.labels[b].cost ||
                            (table.labels[a].cost == table.labels[b].cost && a < b);
                   });
  layer.resize(count);
}

int cheapest(const LabelTable& table, const std::vector<int>& layer) {
  int best = layer.front();
  for (const int index : layer)
    if (table.labels[index].cost < table.labels[best].cost) best = index;
  return best;
}

double dive(const Theory& theory, const Tables& tables, Found& found) {
  constexpr std::size_t kBeam = 4;
  LabelTable table;
  std::vector<int> layer{table.at({}, 0)};
  table.labels[0].cost = 0.0;
  for (std::size_t k = 0; k < theory.order.size(); ++k) {
    const int step_class = theory.step_classes[k];
    const auto rules = static_cast<int>(theory.classes[step_class].rules.size());
    std::vector<int> next_layer;
    for (const int index : layer) {
      const Label from = table.labels[index];
      ++found.states_expanded;
      for (int rule = 0; rule < rules; ++rule) {
        State state = from.state;
        const double cost = from.cost + apply(theory, tables, step_class, rule, state);
        if (cost == kNever) continue;
        const int next = table.at(state, static_cast<int>(k) + 1);
        Label& label = table.labels[next];
        if (label.cost == kNever) next_layer.push_back(next);
        if (cost >= label.cost) continue;
        label.cost = cost;
        label.parent = index;
        label.way = static_cast<std::int16_t>(rule);
      }
    }
    keep_cheapest(table, next_layer, kBeam);
    layer = std::move(next_layer);
  }
  if (layer.empty()) return kNever;
  int at = cheapest(table, layer);
  found.any = true;
  found.seconds = table.labels[at].cost;
  found.rule.assign(theory.order.size(), -1);
  for (std::size_t k = theory.order.size(); k-- > 0; at = table.labels[at].parent)
    found.rule[k] = static_cast<std::int16_t>(table.labels[at].way);
  return found.seconds;
}

}  // namespace astrolabe::spmd
