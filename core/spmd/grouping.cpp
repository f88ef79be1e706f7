#include "core/spmd/grouping.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/spmd/labels.h"

namespace astrolabe::spmd {

namespace {

/// What the rest of the group has to know of its steps so far; `forms`: which tensors of pairs the forward
/// node uses whole.
struct Known {
  State state;
  int forms = 0;
  bool operator==(const Known&) const = default;
};
struct KnownHash {
  std::size_t operator()(const Known& known) const {
    return static_cast<std::size_t>(hash_of(known.state, 1 + static_cast<std::uint64_t>(known.forms)));
  }
};

struct Partial {
  State state;
  double seconds = 0.0;
  std::vector<std::int16_t> rules;
  int forms = 0;
};

/// The most that a tensor of a class can cost more with bits `a` than with bits `b`, over all that the rest
/// of the graph may add. The cost of a tensor depends on its last bits alone, so this is a bound for good.
class Excess {
 public:
  Excess(const Theory& theory, const Tables& tables)
      : m_theory(theory), m_tables(tables), m_known(theory.tensor_classes.size()) {}

  PairTable& table(int tensor_class) const { return m_known[tensor_class]; }
  double value(int tensor_class, double& known, unsigned a, unsigned b) const {
    if (known == PairTable::kNotComputed) known = computed(tensor_class, a, b);
    return known;
  }

 private:
  double computed(int tensor_class, unsigned a, unsigned b) const {
    const int codes = m_theory.tensor_classes[tensor_class].codes;
    const std::vector<double>& hold = m_tables.hold[tensor_class];
    const auto hold_at = [&](unsigned made, unsigned wanted) { return hold[made << codes | wanted]; };
    double worst = 0.0;
    const auto compare = [&](unsigned made_a, unsigned made_b) {
      for (unsigned more = 0; more < 1U << codes; ++more) {
        const double of_b = hold_at(made_b, (b & 0xffU) | more);
        if (of_b < kNever) worst = std::max(worst, hold_at(made_a, (a & 0xffU) | more) - of_b);
      }
    };
    const unsigned made_a = a >> 8, made_b = b >> 8;
    if (made_a != 0 || made_b != 0)
      compare(made_a, made_b);
    else
      for (unsigned made = 0; made <= static_cast<unsigned>(codes); ++made) compare(made, made);
    return worst;
  }

  const Theory& m_theory;
  const Tables& m_tables;
  mutable std::vector<PairTable> m_known;
};

/// The excess of a partial choice of a layer over another one, slot by slot.
class Differences {
 public:
  Differences(const Excess& excess, const std::array<std::int16_t, State::kSlots>& class_of_slot,
              const std::vector<Partial>& layer)
      : m_excess(excess), m_layer(layer) {
    for (int index = 0; index < State::kSlots; ++index) {
      const unsigned first = layer.empty() ? 0U : layer.front().state.slot(index);
      if (std::all_of(layer.begin(), layer.end(),
                      [&](const Partial& partial) { return partial.state.slot(index) == first; }))
        continue;
      Slot slot{index, class_of_slot[index], &excess.table(class_of_slot[index]), {}};
      slot.number.reserve(layer.size());
      for (const Partial& partial : layer)
        slot.number.push_back(slot.table->number_of(partial.state.slot(index)));
      m_slots.push_back(std::move(slot));
    }
  }

  /// Whether having choice `a` in the place of `b` costs at most `room` more.
  bool within(std::size_t a, std::size_t b, double room) const {
    double sum = 0.0;
    for (const Slot& slot : m_slots) {
      if (slot.number[a] == slot.number[b]) continue;
      sum += m_excess.value(slot.tensor_class, slot.table->numbered(slot.number[a], slot.number[b]),
                            m_layer[a].state.slot(slot.index), m_layer[b].state.slot(slot.index));
      if (sum > room) return false;
    }
    return true;
  }

 private:
  struct Slot {
    int index = 0, tensor_class = 0;
    PairTable* table = nullptr;
    std::vector<std::int16_t> number;  ///< of each choice's value
  };
  const Excess& m_excess;
  const std::vector<Partial>& m_layer;
  std::vector<Slot> m_slots;
};

class KindMaker {
 public:
  KindMaker(const Theory& theory, const Tables& tables, const Excess& excess, const Theory::Group& group,
            WorkLimit& work_limit)
      : m_theory(theory), m_tables(tables), m_excess(excess), m_group(group), m_work_limit(work_limit) {
    if (!tables.pairs.empty()) m_pairs = tables.pairs[group.kind];
    for (int k = 0; k < group.length; ++k) {
      const StepClass& step = step_at(k);
      for (const std::int16_t slot : step.opens) m_opened[slot] = true;
      for (const std::int16_t slot : step.closes) m_closed[slot] = true;
      for (const StepRule& rule : step.rules)
        for (const Access& access : rule.accesses) m_class[access.slot] = access.tensor_class;
    }
  }

  GroupKind make(double slack) {
    std::vector<Partial> layer{{}};
    for (int k = 0; k < m_group.length && !m_work_limit.is_over(); ++k) {
      layer = advance(layer, k, slack);
      if (k == 0) tell_forms(layer);
      thin_out(layer, k);
    }
    GroupKind kind;
    for (int slot = 0; slot < State::kSlots; ++slot) kind.keep.set(slot, m_closed[slot] ? 0U : 0xffffU);
    for (Partial& partial : layer) kind.choices.push_back(choice_of(std::move(partial)));
    return kind;
  }

 private:
  int class_at(int k) const { return m_theory.step_classes[m_group.first + k]; }
  const StepClass& step_at(int k) const { return m_theory.classes[class_at(k)]; }
  bool is_inner(int slot) const { return m_opened[slot] && m_closed[slot]; }
  const Rule& rule_at(int k, int rule) const { return m_theory.rules[class_at(k)][rule]; }

  /// Numbers which tensors of pairs the forward rules use whole.
  void tell_forms(std::vector<Partial>& layer) {
    for (Partial& partial : layer) {
      std::vector<bool> whole;
      const Rule& forward = rule_at(0, partial.rules.front());
      for (const WholePair& pair : m_pairs)
        whole.push_back((pair.made ? forward.outputs : forward.inputs)[pair.operand] == Property::identity());
      const auto place = std::find(m_whole.begin(), m_whole.end(), whole);
      partial.forms = static_cast<int>(place - m_whole.begin());
      if (place == m_whole.end()) m_whole.push_back(std::move(whole));
    }
  }

  /// What a rule of step `k` is charged for pairs behind a forward rule of these forms.
  double charge(int forms, int k, int rule) const {
    double sum = 0.0;
    if (k == 0) return sum;
    for (std::size_t p = 0; p < m_pairs.size(); ++p)
      if (m_pairs[p].step == k && m_whole[forms][p] &&
          rule_at(k, rule).inputs[m_pairs[p].reader] == Property::identity())
        sum += m_pairs[p].price;
    return sum;
  }

  /// The most that steps behind `k` are charged more with forms `a` than with forms `b`.
  double more_charged(int a, int b, int k) const {
    double sum = 0.0;
    if (a == b) return sum;
    for (std::size_t p = 0; p < m_pairs.size(); ++p)
      if (m_pairs[p].step > k && m_whole[a][p] && !m_whole[b][p]) sum += m_pairs[p].price;
    return sum;
  }

  /// Each rule of the step behind each partial choice; of equal results the cheapest. A program costs at
  /// least what all other steps do, so a partial choice may cost its own steps' least and the slack.
  std::vector<Partial> advance(const std::vector<Partial>& layer, int k, double slack) const {
    const StepClass& step = step_at(k);
    const std::vector<double>& compute = m_tables.compute[class_at(k)];
    std::unordered_map<Known, std::size_t, KnownHash> known;
    std::vector<Partial> next;
    const double most = m_tables.remaining[m_group.first] - m_tables.remaining[m_group.first + k + 1] + slack;
    for (const Partial& from : layer) {
      if (m_work_limit.is_over()) break;
      m_work_limit.spend(static_cast<std::int64_t>(step.rules.size()));
      for (std::size_t rule = 0; rule < step.rules.size(); ++rule) {
        State state = from.state;
        const double seconds = from.seconds + compute[rule] + charge(from.forms, k, static_cast<int>(rule)) +
                               take(step.rules[rule], state);
        if (seconds == kNever || seconds > most) continue;
        for (const std::int16_t slot : step.closes)
          if (is_inner(slot)) state.set(slot, 0);
        const auto [place, is_new] = known.emplace(key_of(from, k, rule, state), next.size());
        if (is_new) {
          next.push_back({state, kNever, {}, from.forms});
        } else if (seconds >= next[place->second].seconds) {
          continue;
        }
        Partial& to = next[place->second];
        to.seconds = seconds;
        to.rules = from.rules;
        to.rules.push_back(static_cast<std::int16_t>(rule));
      }
    }
    return next;
  }

  /// Forward rules are told apart by themselves where anything is charged for them later.
  Known key_of(const Partial& from, int k, std::size_t rule, const State& state) const {
    if (k > 0) return {state, from.forms};
    return {state, m_pairs.empty() ? 0 : static_cast<int>(rule)};
  }

  double take(const StepRule& rule, State& state) const {
    double cost = 0.0;
    for (const Access& access : rule.accesses) {
      const unsigned before = state.slot(access.slot);
      const unsigned after = access.makes ? (before & 0xffU) | static_cast<unsigned>(access.code + 1) << 8
                                          : before | 1U << access.code;
      if (after == before) continue;
      state.set(access.slot, after);
      if (!is_inner(access.slot)) continue;
      const int codes = m_theory.tensor_classes[access.tensor_class].codes;
      const double value = m_tables.value(access, codes, after);
      if (value == kNever) return kNever;
      cost += value - m_tables.value(access, codes, before);
    }
    return cost;
  }

  /// Drops every partial choice in whose place another one costs no more, whatever comes before and after.
  /// What it compares with is work.
  void thin_out(std::vector<Partial>& layer, int k) const {
    std::sort(layer.begin(), layer.end(), [](const Partial& a, const Partial& b) {
      return a.seconds != b.seconds ? a.seconds < b.seconds : a.rules < b.rules;
    });
    constexpr std::ptrdiff_t kComparisons = 8;  // take as long as a choice tried in a search
    const Differences differences(m_excess, m_class, layer);
    std::vector<std::size_t> kept;
    for (std::size_t b = 0; b < layer.size() && !m_work_limit.is_over(); ++b) {
      const auto better = std::find_if(kept.begin(), kept.end(), [&](std::size_t a) {
        const double room =
            layer[b].seconds - layer[a].seconds - more_charged(layer[a].forms, layer[b].forms, k);
        return room >= 0.0 && differences.within(a, b, room);
      });
      m_work_limit.spend((better - kept.begin()) / kComparisons + 1);
      if (better == kept.end()) kept.push_back(b);
    }
    for (std::size_t at = 0; at < kept.size(); ++at)
      if (kept[at] != at) layer[at] = std::move(layer[kept[at]]);
    layer.resize(kept.size());
  }

  Choice choice_of(Partial&& partial) const {
    Choice choice{partial.seconds, {}, std::move(partial.rules)};
    for (int slot = 0; slot < State::kSlots; ++slot)
      if (const unsigned bits = partial.state.slot(slot); bits != 0)
        choice.touches.push_back(
            {static_cast<std::int16_t>(slot), m_class[slot], static_cast<std::uint16_t>(bits)});
    return choice;
  }

  const Theory& m_theory;
  const Tables& m_tables;
  const Excess& m_excess;
  const Theory::Group& m_group;
  WorkLimit& m_work_limit;
  std::array<bool, State::kSlots> m_opened{}, m_closed{};
  std::array<std::int16_t, State::kSlots> m_class{};
  std::vector<WholePair> m_pairs;
  std::vector<std::vector<bool>> m_whole;  ///< by number of forms, of each pair
};

}  // namespace

Grouping make_grouping(const Theory& theory, const Tables& tables, double slack, WorkLimit& work_limit) {
  Grouping grouping;
  grouping.kinds.resize(theory.group_kinds);
  const Excess excess(theory, tables);
  std::vector<double> least(theory.group_kinds, 0.0);
  for (const Theory::Group& group : theory.groups) {
    GroupKind& kind = grouping.kinds[group.kind];
    if (!kind.choices.empty()) continue;
    if (work_limit.is_over()) return grouping;
    kind = KindMaker(theory, tables, excess, group, work_limit).make(slack);
    least[group.kind] = tables.remaining[group.first] - tables.remaining[group.first + group.length];
    if (!kind.choices.empty()) least[group.kind] = std::max(least[group.kind], kind.choices.front().seconds);
  }
  grouping.remaining.assign(theory.groups.size() + 1, 0.0);
  for (std::size_t g = theory.groups.size(); g-- > 0;)
    grouping.remaining[g] = grouping.remaining[g + 1] + least[theory.groups[g].kind];
  return grouping;
}

}  // namespace astrolabe::spmd
