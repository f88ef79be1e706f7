#include "core/spmd/search.h"

#include <algorithm>
#include <queue>
#include <set>

#include "core/spmd/beam.h"
#include "core/spmd/grouping.h"
#include "core/spmd/labels.h"
#include "core/spmd/whole_pairs.h"

namespace astrolabe::spmd {

namespace {

/// One way through a block of groups.
struct Exit {
  State state;
  double cost = 0.0;
  std::vector<std::int16_t> rules;
};

/// The exits of a block from one entry: [first, first + count) of all exits; `room`: what could be spent.
struct BlockRow {
  State entry;
  double room = 0.0;
  int first = 0, count = 0;
};

class Search {
 public:
  Search(const Theory& theory, const Tables& tables, const SearchOptions& options)
      : m_theory(theory),
        m_tables(tables),
        m_options(options),
        m_work_limit(options.stop, options.deadline, options.most_work),
        m_dominance(theory, tables) {}

  Found run() {
    Found& found = m_found;
    if (!m_options.incumbent.empty()) take_incumbent(found);
    if (!found.any && dive(m_theory, m_tables, found) < kNever) {
      found.seconds += charged(m_theory, m_tables.pairs, found.rule);
      limit_to(found.seconds);
    }
    // A little more than the difference, for the rounding of sums.
    m_grouping =
        make_grouping(m_theory, m_tables, m_limit - m_tables.remaining[0] * (1.0 - 1e-9), m_work_limit);
    if (m_work_limit.is_over()) return stopped_at(m_tables.remaining[0], found);
    make_moves();
    raise_remaining();
    LabelTable table;
    using Entry = std::pair<double, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    const int start = table.at({}, 0);
    table.labels[start].cost = 0.0;
    queue.emplace(m_grouping.remaining[0], start);
    const auto goal = static_cast<int>(m_moves.size());
    while (!queue.empty()) {
      const auto [estimate, index] = queue.top();
      if (table.labels[index].place == goal) {
        finish(table, index, found);
        return std::move(found);
      }
      if (must_stop(found)) return stopped_at(estimate, found);
      if (estimate > m_limit) break;
      queue.pop();
      if (table.labels[index].done) continue;
      table.labels[index].done = true;
      if (is_dominated(table, index)) continue;
      ++found.states_expanded;
      if (found.states_expanded + m_inner > m_options.beam_after) cut_by_beam();
      expand(table, index, [&](int next, double cost) {
        queue.emplace(cost + m_grouping.remaining[group_of(table.labels[next].place)], next);
      });
      if (m_work_limit.is_over()) return stopped_at(estimate, found);  // perhaps amid the ways from here
    }
    // Nothing better than what was known before, or nothing below the limit at all.
    found.any = found.any && found.seconds <= m_limit;
    found.lower_bound = found.any ? found.seconds : m_options.at_most;
    found.states_expanded += m_inner;
    return std::move(found);
  }

  /// Of states, and of comparisons, as run() did.
  std::int64_t work() const { return m_work_limit.work(); }

 private:
  struct Move {
    int first = 0, length = 1, repeat = -1;  ///< groups
  };

  void take_incumbent(Found& found) {
    const double cost = cost_of(m_theory, m_tables, m_options.incumbent);
    if (cost == kNever) return;
    found.any = true;
    found.seconds = cost;
    found.rule = m_options.incumbent;
    limit_to(cost);
  }

  void limit_to(double cost) {
    m_limit = std::min({m_limit, m_options.at_most, cost == kNever ? kNever : cost * (1.0 + 1e-12)});
  }

  bool must_stop(const Found& found) {
    return found.states_expanded + m_inner >= m_options.most_states || m_work_limit.is_over();
  }

  /// The best program so far; none takes less than `bound`.
  Found stopped_at(double bound, Found& found) const {
    found.stopped = true;
    found.lower_bound = std::min(bound, found.any ? found.seconds : kNever);
    found.states_expanded += m_inner;
    return std::move(found);
  }

  void make_moves() {
    std::size_t next = 0;
    for (int group = 0; group < static_cast<int>(m_theory.groups.size());) {
      const auto& repeats = m_theory.repeats;
      if (m_options.fold && next < repeats.size() && repeats[next].first == group) {
        for (int r = 0; r < repeats[next].repeats; ++r)
          m_moves.push_back({group + r * repeats[next].length, repeats[next].length, static_cast<int>(next)});
        group += repeats[next].length * repeats[next].repeats;
        ++next;
        continue;
      }
      m_moves.push_back({group++, 1, -1});
    }
    m_rows.resize(m_theory.repeats.size());
    m_kept.resize(m_moves.size() + 1);
  }

  int group_of(int place) const {
    return place < static_cast<int>(m_moves.size()) ? m_moves[place].first
                                                    : static_cast<int>(m_theory.groups.size());
  }
  int step_of(int group) const {
    return group < static_cast<int>(m_theory.groups.size()) ? m_theory.groups[group].first
                                                            : static_cast<int>(m_theory.order.size());
  }
  const GroupKind& kind_of(int group) const { return m_grouping.kinds[m_theory.groups[group].kind]; }

  /// Against the states of the same place that were expanded before: they are the cheaper ones.
  bool is_dominated(const LabelTable& table, int index) {
    const Label& label = table.labels[index];
    Kept& kept = m_kept[label.place];
    const Kept::Entry entry{label.state, label.cost, index};
    const int step = step_of(group_of(label.place));
    if (kept.dominates(m_dominance, m_work_limit, entry, step, index))
      return true;  // not by itself, reached again at less
    kept.add(entry);
    return false;
  }

  template <class Push>
  void improve(LabelTable& table, const State& state, int place, int parent, double cost, int way,
               const Push& push) {
    if (cost + m_grouping.remaining[group_of(place)] > m_limit) return;
    const int next = table.at(state, place);
    Label& label = table.labels[next];
    if (cost >= label.cost) return;
    label.cost = cost;
    label.parent = parent;
    label.way = way;
    label.done = false;
    push(next, cost);
  }

  /// Sharpens what is still needed: repeated blocks, the end behind the last of them and short windows
  /// elsewhere each cost at least their window_bound(). Then the remaining cost may fall by more than a step
  /// costs, so a label may be reached again at less after it was expanded: improve() opens it again.
  void raise_remaining() {
    constexpr int kWindow = 5;
    std::vector<double>& remaining = m_grouping.remaining;
    const std::vector<double> plain = remaining;
    auto end = static_cast<int>(m_theory.groups.size());
    const auto raise = [&](int length, double bound) {
      const int first = end - length;
      const double above = remaining[end] - plain[end];
      for (int group = first; group < end; ++group) remaining[group] = plain[group] + above;
      remaining[first] = std::max(remaining[first], bound + remaining[end]);
      end = first;
    };
    const auto raise_windows_to = [&](int first) {
      while (end > first) {
        const int length = std::min(kWindow, end - first);
        raise(length, length > 1 ? window_bound(end - length, length) : 0.0);
      }
    };
    for (std::size_t r = m_theory.repeats.size(); r-- > 0;) {
      const Theory::Repeat& repeat = m_theory.repeats[r];
      raise_windows_to(repeat.first + repeat.length * repeat.repeats);
      const double bound = window_bound(repeat.first, repeat.length);
      for (int k = 0; k < repeat.repeats; ++k) raise(repeat.length, bound);
    }
    raise_windows_to(0);
  }

  /// Least cost of groups [first, first + length), whatever the state before: tensors that are open there are
  /// free, whatever is wanted of them. 0 once the limit is reached.
  double window_bound(int first, int length) {
    State free;
    for (const OpenSlot& open : m_theory.open[step_of(first)]) free.set(open.slot, 0xffffU);
    LabelTable table;
    std::vector<int> layer{table.at({}, 0)};
    table.labels[0].cost = 0.0;
    for (int group = first; group < first + length; ++group) {
      const GroupKind kind = counted_besides(free, kind_of(group));
      std::vector<int> next_layer;
      for (const int index : layer) {
        if (m_work_limit.is_over()) return 0.0;
        const Label from = table.labels[index];
        ++m_inner;
        for (const Choice& choice : kind.choices) {
          State state = from.state;
          const double cost = from.cost + apply(m_theory, m_tables, kind, choice, state);
          if (cost == kNever) continue;
          const int next = table.at(state, from.place + 1);
          if (table.labels[next].cost == kNever) next_layer.push_back(next);
          table.labels[next].cost = std::min(table.labels[next].cost, cost);
        }
      }
      for (int word = 0; word < State::kWords; ++word) free.words[word] &= kind.keep.words[word];
      layer = std::move(next_layer);
      thin_out(table, layer, step_of(group + 1));
    }
    if (m_work_limit.is_over()) return 0.0;
    return layer.empty() ? kNever : table.labels[cheapest(table, layer)].cost;
  }

  /// The choices of a group with all slots of `free` for nothing; the cheapest of those that are then alike.
  static GroupKind counted_besides(const State& free, const GroupKind& all) {
    GroupKind kind{{}, all.keep};
    std::set<std::vector<int>> known;
    for (const Choice& choice : all.choices) {
      Choice counted{choice.seconds, {}, {}};
      std::vector<int> key;
      for (const Touch& touch : choice.touches)
        if (free.slot(touch.slot) == 0) {
          counted.touches.push_back(touch);
          key.insert(key.end(), {touch.slot, touch.bits});
        }
      if (known.insert(std::move(key)).second) kind.choices.push_back(std::move(counted));
    }
    return kind;
  }

  /// Calls visit(choice, state, cost) for each choice of the group that may lead below the limit; `base`:
  /// what the limit has to cover besides the group, at the least.
  template <class Visit>
  void each_choice(int group, const State& from, double base, const Visit& visit) {
    const GroupKind& kind = kind_of(group);
    const double rest = base + m_grouping.remaining[group + 1];
    for (std::size_t c = 0; c < kind.choices.size(); ++c) {
      if (rest + kind.choices[c].seconds > m_limit) return;
      m_work_limit.spend(1);
      State state = from;
      const double cost = apply(m_theory, m_tables, kind, kind.choices[c], state);
      if (rest + cost <= m_limit) visit(static_cast<std::int16_t>(c), state, cost);
    }
  }

  template <class Push>
  void expand(LabelTable& table, int index, const Push& push) {
    const Label from = table.labels[index];
    const Move& move = m_moves[from.place];
    if (move.repeat >= 0) {
      const BlockRow& row = row_of(move, from);
      for (int e = row.first; e < row.first + row.count; ++e)
        improve(table, m_exits[e].state, from.place + 1, index, from.cost + m_exits[e].cost, e, push);
      return;
    }
    each_choice(move.first, from.state, from.cost, [&](std::int16_t choice, const State& state, double cost) {
      improve(table, state, from.place + 1, index, from.cost + cost, choice, push);
    });
  }

  /// One group further from every label of `layer`; `base` as in each_choice(), on top of the labels' costs.
  std::vector<int> advance(LabelTable& table, const std::vector<int>& layer, int group, double base) {
    std::vector<int> next_layer;
    for (const int index : layer) {
      if (m_work_limit.is_over()) break;
      const Label from = table.labels[index];
      ++m_inner;
      each_choice(group, from.state, base + from.cost,
                  [&](std::int16_t choice, const State& state, double cost) {
                    const int next = table.at(state, from.place + 1);
                    Label& label = table.labels[next];
                    if (label.cost == kNever) next_layer.push_back(next);
                    if (from.cost + cost >= label.cost) return;
                    label.cost = from.cost + cost;
                    label.parent = index;
                    label.way = choice;
                  });
    }
    return next_layer;
  }

  /// Once in a hard search: a beam of states of which none makes another needless, and its best program.
  void cut_by_beam() {
    constexpr std::size_t kBeam = 512;
    if (m_has_beam) return;
    m_has_beam = true;
    LabelTable table;
    std::vector<int> layer{table.at({}, 0)};
    table.labels[0].cost = 0.0;
    for (int group = 0; group < static_cast<int>(m_theory.groups.size()) && !layer.empty(); ++group) {
      layer = advance(table, layer, group, 0.0);
      keep_cheapest(table, layer, 4 * kBeam);
      thin_out(table, layer, step_of(group + 1));
      keep_cheapest(table, layer, kBeam);
    }
    if (layer.empty() || m_work_limit.is_over()) return;
    const int best = cheapest(table, layer);
    const double cost = table.labels[best].cost;
    if (m_found.any && cost >= m_found.seconds) return;
    m_found.any = true;
    m_found.seconds = cost;
    m_found.rule = rules_to(table, best, 0);
    limit_to(cost);
  }

  /// The rules of the groups from `first` on that lead to label `index`.
  std::vector<std::int16_t> rules_to(const LabelTable& table, int index, int first) const {
    std::vector<int> way;
    for (int at = index; table.labels[at].parent >= 0; at = table.labels[at].parent)
      way.push_back(table.labels[at].way);
    std::vector<std::int16_t> rules;
    for (std::size_t k = way.size(); k-- > 0; ++first) {
      const Choice& choice = kind_of(first).choices[way[k]];
      rules.insert(rules.end(), choice.rules.begin(), choice.rules.end());
    }
    return rules;
  }

  /// All exits of a block from one entry, each by its cheapest way: the row of a min-plus matrix, shared by
  /// all repeats of the block. It lacks what was too dear for the label that asked, so a label that may spend
  /// more gets a row of its own.
  BlockRow row_of(const Move& move, const Label& from) {
    const auto room = [&] { return m_limit - from.cost - m_grouping.remaining[move.first + move.length]; };
    for (const BlockRow& row : m_rows[move.repeat])
      if (row.entry == from.state && row.room >= room()) return row;
    LabelTable inner;
    inner.labels.push_back({from.state, 0.0, -1, 0, -1, false});
    std::vector<int> layer{0};
    for (int k = 0; k < move.length; ++k) {
      thin_out(inner, layer, step_of(move.first + k));
      if (m_inner > m_options.beam_after) cut_by_beam();
      layer = advance(inner, layer, move.first + k, from.cost);
    }
    thin_out(inner, layer, step_of(move.first + move.length));
    const BlockRow row{from.state, room(), static_cast<int>(m_exits.size()), static_cast<int>(layer.size())};
    for (const int index : layer)
      m_exits.push_back(
          {inner.labels[index].state, inner.labels[index].cost, rules_to(inner, index, move.first)});
    m_rows[move.repeat].push_back(row);
    return row;
  }

  /// Leaves of `layer` what no other state of it dominates.
  void thin_out(const LabelTable& table, std::vector<int>& layer, int step) {
    std::sort(layer.begin(), layer.end(), [&](int a, int b) {
      return table.labels[a].cost < table.labels[b].cost ||
             (table.labels[a].cost == table.labels[b].cost && a < b);
    });
    std::vector<int> left;
    Kept kept;
    for (const int index : layer) {
      if (m_work_limit.is_over()) break;
      const Kept::Entry entry{table.labels[index].state, table.labels[index].cost, index};
      if (kept.dominates(m_dominance, m_work_limit, entry, step)) continue;
      kept.add(entry);
      left.push_back(index);
    }
    layer = std::move(left);
  }

  void finish(const LabelTable& table, int index, Found& found) {
    found.any = true;
    found.seconds = found.lower_bound = table.labels[index].cost;
    std::vector<int> way;
    for (int at = index; table.labels[at].parent >= 0; at = table.labels[at].parent) way.push_back(at);
    found.rule.clear();
    for (std::size_t k = way.size(); k-- > 0;) {
      const Label& label = table.labels[way[k]];
      const Move& move = m_moves[label.place - 1];
      if (move.repeat < 0) {
        const Choice& choice = kind_of(move.first).choices[label.way];
        found.rule.insert(found.rule.end(), choice.rules.begin(), choice.rules.end());
        continue;
      }
      const std::vector<std::int16_t>& rules = m_exits[label.way].rules;
      found.rule.insert(found.rule.end(), rules.begin(), rules.end());
    }
    found.states_expanded += m_inner;
  }

  const Theory& m_theory;
  const Tables& m_tables;
  SearchOptions m_options;
  WorkLimit m_work_limit;
  Dominance m_dominance;
  Grouping m_grouping;
  std::vector<Kept> m_kept;
  std::vector<Move> m_moves;
  std::vector<Exit> m_exits;
  std::vector<std::vector<BlockRow>> m_rows;  ///< of each repeated block
  Found m_found;
  double m_limit = kNever;
  std::int64_t m_inner = 0;
  bool m_has_beam = false;
};

}  // namespace

Found search(const Theory& theory, const Tables& tables, const SearchOptions& options) {
  Search one(theory, tables, options);
  Found found = one.run();
  found.work = one.work();
  return found;
}

std::vector<std::int16_t> translated(const std::vector<std::int16_t>& rule, const Theory& from,
                                     const Theory& to) {
  std::vector<std::int16_t> result;
  for (std::size_t k = 0; k < rule.size(); ++k) {
    const Rule& wanted = from.rules[from.step_classes[k]][rule[k]];
    const std::vector<Rule>& all = to.rules[to.step_classes[k]];
    result.push_back(static_cast<std::int16_t>(std::find(all.begin(), all.end(), wanted) - all.begin()));
  }
  return result;
}

double cost_of(const Theory& theory, const Tables& tables, const std::vector<std::int16_t>& rule) {
  State state;
  double cost = 0.0;
  for (std::size_t k = 0; k < rule.size() && cost < kNever; ++k)
    cost += apply(theory, tables, theory.step_classes[k], rule[k], state);
  return cost < kNever ? cost + charged(theory, tables.pairs, rule) : cost;
}

}  // namespace astrolabe::spmd
