#include "core/spmd/search.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace astrolabe::spmd {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kUnknown = -1.0;

std::uint64_t hash_of(const State& state, std::uint64_t seed) {
  std::uint64_t hash = seed * 0x9e3779b97f4a7c15ULL;
  for (const std::uint64_t word : state.words) {
    hash ^= word;
    hash *= 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32;
  }
  return hash;
}

/// Takes one step by one rule; returns what it adds, infinite when the rule cannot be used here.
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

/// Which of two states at the same place makes the other needless: a state that is cheaper even after paying
/// for everything that the other has and it has not.
class Dominance {
 public:
  Dominance(const Theory& theory, const Tables& tables) : m_theory(theory), m_tables(tables) {
    m_known.resize(theory.open_kinds.size());
  }

  /// The most that continuing from `a` can cost above continuing from `b`, given up when above `most`.
  double excess(const State& a, const State& b, int step, double most) {
    double sum = 0.0;
    for (const OpenSlot& open : m_theory.open[step]) {
      const unsigned value_a = a.slot(open.slot), value_b = b.slot(open.slot);
      if (value_a == value_b) continue;
      sum += of_slot(open, value_a, value_b);
      if (sum > most) return kNever;
    }
    return sum;
  }

 private:
  /// Results for one kind of open tensor, by small numbers of the slot values met.
  struct Known {
    std::vector<std::int16_t> number;  ///< of a slot value, -1 when not met
    std::vector<double> excess;        ///< [a * stride + b], kUnknown when not computed
    int count = 0, stride = 0;
  };

  static int number_of(Known& known, unsigned value) {
    if (known.number.empty()) known.number.assign(4096, -1);
    std::int16_t& number = known.number[value];
    if (number >= 0) return number;
    number = static_cast<std::int16_t>(known.count++);
    if (known.count > known.stride) {
      const int stride = std::max(16, 2 * known.stride);
      std::vector<double> larger(static_cast<std::size_t>(stride) * stride, kUnknown);
      for (int a = 0; a < known.stride; ++a)
        std::copy_n(known.excess.begin() + static_cast<std::ptrdiff_t>(a) * known.stride, known.stride,
                    larger.begin() + static_cast<std::ptrdiff_t>(a) * stride);
      known.excess = std::move(larger);
      known.stride = stride;
    }
    return number;
  }

  double of_slot(const OpenSlot& open, unsigned a, unsigned b) {
    Known& known = m_known[open.kind];
    const int number_a = number_of(known, a), number_b = number_of(known, b);
    double& value = known.excess[static_cast<std::size_t>(number_a) * known.stride + number_b];
    if (value == kUnknown) value = computed(m_theory.open_kinds[open.kind], a, b);
    return value;
  }

  /// Over all that may still be wanted, and in which property an unmade tensor may come: what it adds to a
  /// less what it adds to b.
  double computed(const OpenKind& open, unsigned a, unsigned b) const {
    const TensorClass& form = m_theory.tensor_classes[open.tensor_class];
    const std::vector<double>& hold = m_tables.hold[open.tensor_class];
    const auto at = [&](unsigned made, unsigned wanted) { return hold[(made << form.codes) | wanted]; };
    const unsigned wanted_a = a & 0xffU, wanted_b = b & 0xffU;
    const double base_a = at(a >> 8, wanted_a), base_b = at(b >> 8, wanted_b);
    double worst = 0.0;
    const auto compare = [&](unsigned made_a, unsigned made_b) {
      for (unsigned more = open.may_want;; more = (more - 1) & open.may_want) {
        const double of_b = at(made_b, wanted_b | more);
        if (of_b < kNever) worst = std::max(worst, at(made_a, wanted_a | more) - base_a - (of_b - base_b));
        if (more == 0) break;
      }
    };
    if (!open.unmade)
      compare(a >> 8, b >> 8);
    else
      for (int made = 1; made <= form.codes; ++made)
        compare(static_cast<unsigned>(made), static_cast<unsigned>(made));
    return worst;
  }

  const Theory& m_theory;
  const Tables& m_tables;
  std::vector<Known> m_known;
};

struct Label {
  State state;
  double cost = 0.0;
  int parent = -1;
  int place = 0;          ///< in the list of moves
  std::int16_t way = -1;  ///< rule of a single step, or exit of a folded block
  bool done = false;
};

/// Labels by (place, state): open addressing, grows.
class LabelTable {
 public:
  LabelTable() : m_index(1024, -1) {}
  std::vector<Label> labels;

  void clear() {
    labels.clear();
    std::fill(m_index.begin(), m_index.end(), -1);
  }

  /// The label of that state, made with infinite cost when new.
  int at(const State& state, int place) {
    if (labels.size() * 2 >= m_index.size()) grow();
    std::size_t cell = hash_of(state, static_cast<std::uint64_t>(place) + 1) & (m_index.size() - 1);
    while (m_index[cell] >= 0) {
      const Label& label = labels[m_index[cell]];
      if (label.place == place && label.state == state) return m_index[cell];
      cell = (cell + 1) & (m_index.size() - 1);
    }
    m_index[cell] = static_cast<int>(labels.size());
    labels.push_back({state, kNever, -1, place, -1, false});
    return m_index[cell];
  }

 private:
  void grow() {
    m_index.assign(m_index.size() * 2, -1);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      std::size_t cell =
          hash_of(labels[i].state, static_cast<std::uint64_t>(labels[i].place) + 1) & (m_index.size() - 1);
      while (m_index[cell] >= 0) cell = (cell + 1) & (m_index.size() - 1);
      m_index[cell] = static_cast<int>(i);
    }
  }
  std::vector<int> m_index;
};

/// One way through a block of steps.
struct Exit {
  State state;
  double cost = 0.0;
  std::vector<std::int16_t> rules;
};

class Search {
 public:
  Search(const Theory& theory, const Tables& tables, const SearchOptions& options)
      : m_theory(theory), m_tables(tables), m_options(options), m_dominance(theory, tables) {
    make_moves();
    m_kept.resize(m_moves.size() + 1);
  }

  Found run() {
    Found found;
    const double greedy = dive(found);
    m_limit = std::min(m_options.at_most, greedy == kNever ? kNever : greedy * (1.0 + 1e-12));
    LabelTable table;
    using Entry = std::pair<double, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    const int start = table.at({}, 0);
    table.labels[start].cost = 0.0;
    queue.emplace(m_tables.remaining[0], start);
    const auto goal = static_cast<int>(m_moves.size());
    while (!queue.empty()) {
      const auto [estimate, index] = queue.top();
      found.lower_bound = std::min(estimate, found.any ? found.seconds : kNever);
      if (table.labels[index].place == goal) {
        finish(table, index, found);
        return found;
      }
      if (must_stop(found)) {
        found.stopped = true;
        found.states_expanded += m_inner;
        return found;
      }
      queue.pop();
      if (table.labels[index].done) continue;
      table.labels[index].done = true;
      if (is_dominated(table, index)) continue;
      ++found.states_expanded;
      expand(table, index, [&](int next, double cost) {
        queue.emplace(cost + m_tables.remaining[step_of(table.labels[next].place)], next);
      });
    }
    // Nothing better than what the dive found, or nothing below the limit at all.
    if (queue.empty()) found.lower_bound = found.any ? found.seconds : m_options.at_most;
    found.states_expanded += m_inner;
    return found;
  }

 private:
  struct Move {
    int first = 0, length = 1, repeat = -1;
  };

  bool must_stop(const Found& found) const {
    if (m_options.stop.stop_requested() || found.states_expanded + m_inner >= m_options.most_states)
      return true;
    return m_options.deadline && (found.states_expanded & 63) == 0 &&
           std::chrono::steady_clock::now() >= *m_options.deadline;
  }

  void make_moves() {
    std::size_t next = 0;
    for (int step = 0; step < static_cast<int>(m_theory.order.size());) {
      const auto& repeats = m_theory.repeats;
      if (m_options.fold && next < repeats.size() && repeats[next].first == step) {
        for (int r = 0; r < repeats[next].repeats; ++r)
          m_moves.push_back({step + r * repeats[next].length, repeats[next].length, static_cast<int>(next)});
        step += repeats[next].length * repeats[next].repeats;
        ++next;
        continue;
      }
      m_moves.push_back({step++, 1, -1});
    }
    m_rows.resize(m_theory.repeats.size());
  }

  int step_of(int place) const {
    return place < static_cast<int>(m_moves.size()) ? m_moves[place].first
                                                    : static_cast<int>(m_theory.order.size());
  }

  /// Against the states of the same place that were expanded before: they are the cheaper ones.
  bool is_dominated(const LabelTable& table, int index) {
    const Label& label = table.labels[index];
    std::vector<int>& kept = m_kept[label.place];
    for (const int other : kept) {
      const double room = label.cost - table.labels[other].cost;
      if (m_dominance.excess(table.labels[other].state, label.state, step_of(label.place), room) <= room)
        return true;
    }
    kept.push_back(index);
    return false;
  }

  template <class Push>
  void improve(LabelTable& table, const State& state, int place, int parent, double cost, std::int16_t way,
               const Push& push) {
    if (cost + m_tables.remaining[step_of(place)] > m_limit) return;
    const int next = table.at(state, place);
    Label& label = table.labels[next];
    if (cost >= label.cost) return;
    label.cost = cost;
    label.parent = parent;
    label.way = way;
    push(next, cost);
  }

  template <class Push>
  void expand(LabelTable& table, int index, const Push& push) {
    const Label from = table.labels[index];
    const Move& move = m_moves[from.place];
    if (move.repeat >= 0) {
      const std::vector<Exit>& row = row_of(move, from.state, table);
      for (std::size_t e = 0; e < row.size(); ++e)
        improve(table, row[e].state, from.place + 1, index, from.cost + row[e].cost,
                static_cast<std::int16_t>(e), push);
      return;
    }
    const int step_class = m_theory.step_classes[move.first];
    const auto rules = static_cast<int>(m_theory.classes[step_class].rules.size());
    for (int rule = 0; rule < rules; ++rule) {
      State state = from.state;
      const double cost = apply(m_theory, m_tables, step_class, rule, state);
      if (cost == kNever) continue;
      improve(table, state, from.place + 1, index, from.cost + cost, static_cast<std::int16_t>(rule), push);
    }
  }

  /// All exits of a block from one entry, each by its cheapest way: the row of a min-plus matrix, shared by
  /// all repeats of the block.
  const std::vector<Exit>& row_of(const Move& move, const State& entry, const LabelTable&) {
    for (const auto& [state, row] : m_rows[move.repeat])
      if (state == entry) return row;
    LabelTable inner;
    inner.labels.push_back({entry, 0.0, -1, 0, -1, false});
    std::vector<int> layer{0};
    const double base = m_tables.remaining[move.first];
    for (int k = 0; k < move.length; ++k) {
      const int step_class = m_theory.step_classes[move.first + k];
      const auto rules = static_cast<int>(m_theory.classes[step_class].rules.size());
      std::vector<int> next_layer;
      thin_out(inner, layer, move.first + k);
      for (const int index : layer) {
        const Label from = inner.labels[index];
        ++m_inner;
        for (int rule = 0; rule < rules; ++rule) {
          State state = from.state;
          const double cost = from.cost + apply(m_theory, m_tables, step_class, rule, state);
          // What is certain outside of the block does not depend on where its copy stands.
          const double rest = m_tables.remaining[0] - base + m_tables.remaining[move.first + k + 1];
          if (cost == kNever || cost + rest > m_limit) continue;
          const int next = inner.at(state, k + 1);
          Label& label = inner.labels[next];
          if (label.cost == kNever) next_layer.push_back(next);
          if (cost >= label.cost) continue;
          label.cost = cost;
          label.parent = index;
          label.way = static_cast<std::int16_t>(rule);
        }
      }
      layer = std::move(next_layer);
    }
    thin_out(inner, layer, move.first + move.length);
    std::vector<Exit> row;
    for (const int index : layer) {
      Exit exit{inner.labels[index].state, inner.labels[index].cost, {}};
      for (int at = index; inner.labels[at].parent >= 0; at = inner.labels[at].parent)
        exit.rules.push_back(inner.labels[at].way);
      std::reverse(exit.rules.begin(), exit.rules.end());
      row.push_back(std::move(exit));
    }
    m_rows[move.repeat].emplace_back(entry, std::move(row));
    return m_rows[move.repeat].back().second;
  }

  /// Leaves of `layer` what no other state of it dominates.
  void thin_out(const LabelTable& table, std::vector<int>& layer, int step) {
    std::sort(layer.begin(), layer.end(), [&](int a, int b) {
      return table.labels[a].cost < table.labels[b].cost ||
             (table.labels[a].cost == table.labels[b].cost && a < b);
    });
    std::vector<int> kept;
    for (const int index : layer) {
      const Label& label = table.labels[index];
      const bool dominated = std::any_of(kept.begin(), kept.end(), [&](int other) {
        const double room = label.cost - table.labels[other].cost;
        return m_dominance.excess(table.labels[other].state, label.state, step, room) <= room;
      });
      if (!dominated) kept.push_back(index);
    }
    layer = std::move(kept);
  }

  /// A beam of a few states down the whole order: a first program and a limit for the search.
  double dive(Found& found) {
    constexpr std::size_t kBeam = 4;
    LabelTable table;
    std::vector<int> layer{table.at({}, 0)};
    table.labels[0].cost = 0.0;
    const auto steps = static_cast<int>(m_theory.order.size());
    for (int k = 0; k < steps; ++k) {
      const int step_class = m_theory.step_classes[k];
      const auto rules = static_cast<int>(m_theory.classes[step_class].rules.size());
      std::vector<int> next_layer;
      for (const int index : layer) {
        const Label from = table.labels[index];
        ++m_inner;
        for (int rule = 0; rule < rules; ++rule) {
          State state = from.state;
          const double cost = from.cost + apply(m_theory, m_tables, step_class, rule, state);
          if (cost == kNever) continue;
          const int next = table.at(state, k + 1);
          Label& label = table.labels[next];
          if (label.cost == kNever) next_layer.push_back(next);
          if (cost >= label.cost) continue;
          label.cost = cost;
          label.parent = index;
          label.way = static_cast<std::int16_t>(rule);
        }
      }
      if (next_layer.size() > kBeam) {
        std::nth_element(next_layer.begin(), next_layer.begin() + kBeam, next_layer.end(), [&](int a, int b) {
          return table.labels[a].cost < table.labels[b].cost ||
                 (table.labels[a].cost == table.labels[b].cost && a < b);
        });
        next_layer.resize(kBeam);
      }
      layer = std::move(next_layer);
    }
    int best = -1;
    for (const int index : layer)
      if (best < 0 || table.labels[index].cost < table.labels[best].cost) best = index;
    if (best < 0) return kNever;
    found.any = true;
    found.seconds = table.labels[best].cost;
    found.rule.assign(m_theory.order.size(), -1);
    int at = best;
    for (std::size_t k = m_theory.order.size(); k-- > 0; at = table.labels[at].parent)
      found.rule[k] = table.labels[at].way;
    return found.seconds;
  }

  void finish(const LabelTable& table, int index, Found& found) {
    found.any = true;
    found.seconds = found.lower_bound = table.labels[index].cost;
    found.rule.clear();
    for (int at = index; table.labels[at].parent >= 0; at = table.labels[at].parent) {
      const Label& label = table.labels[at];
      const Move& move = m_moves[label.place - 1];
      if (move.repeat < 0) {
        found.rule.push_back(label.way);
        continue;
      }
      const State& entry = table.labels[label.parent].state;
      for (const auto& [state, row] : m_rows[move.repeat])
        if (state == entry)
          found.rule.insert(found.rule.end(), row[label.way].rules.rbegin(), row[label.way].rules.rend());
    }
    std::reverse(found.rule.begin(), found.rule.end());
    found.states_expanded += m_inner;
  }

  const Theory& m_theory;
  const Tables& m_tables;
  SearchOptions m_options;
  Dominance m_dominance;
  std::vector<std::vector<int>> m_kept;
  std::vector<Move> m_moves;
  std::vector<std::vector<std::pair<State, std::vector<Exit>>>> m_rows;
  double m_limit = kNever;
  std::int64_t m_inner = 0;
};

}  // namespace

Found search(const Theory& theory, const Tables& tables, const SearchOptions& options) {
  return Search(theory, tables, options).run();
}

double cost_of(const Theory& theory, const Tables& tables, const std::vector<std::int16_t>& rule) {
  State state;
  double cost = 0.0;
  for (std::size_t k = 0; k < rule.size() && cost < kNever; ++k)
    cost += apply(theory, tables, theory.step_classes[k], rule[k], state);
  return cost;
}

}  // namespace astrolabe::spmd
