#pragma once
// What the search keeps of states: labels by place, and which state makes another needless.

#include <algorithm>
#include <limits>
#include <vector>

#include "core/spmd/search.h"
#include "core/spmd/work_limit.h"

namespace astrolabe::spmd {

inline std::uint64_t hash_of(const State& state, std::uint64_t seed) {
  std::uint64_t hash = seed * 0x9e3779b97f4a7c15ULL;
  for (const std::uint64_t word : state.words) {
    hash ^= word;
    hash *= 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32;
  }
  return hash;
}

/// A number for each pair of slot values that was asked for, computed when it is first wanted.
class PairTable {
 public:
  static constexpr double kNotComputed = -1.0;

  double& at(unsigned a, unsigned b) {
    const int number_a = number_of(a), number_b = number_of(b);
    return numbered(number_a, number_b);
  }
  unsigned value_of(int number) const { return m_slot_values[number]; }
  double& numbered(int a, int b) { return m_values[static_cast<std::size_t>(a) * m_stride + b]; }

  /// Small numbers of the values met.
  std::int16_t number_of(unsigned value) {
    if (m_number.empty()) m_number.assign(kSlotValues, -1);
    std::int16_t& number = m_number[value];
    if (number >= 0) return number;
    number = static_cast<std::int16_t>(m_count++);
    m_slot_values.push_back(value);
    if (m_count > m_stride) {
      const int stride = std::max(16, 2 * m_stride);
      std::vector<double> larger(static_cast<std::size_t>(stride) * stride, kNotComputed);
      for (int a = 0; a < m_stride; ++a)
        std::copy_n(m_values.begin() + static_cast<std::ptrdiff_t>(a) * m_stride, m_stride,
                    larger.begin() + static_cast<std::ptrdiff_t>(a) * stride);
      m_values = std::move(larger);
      m_stride = stride;
    }
    return number;
  }

 private:
  static constexpr std::size_t kSlotValues = 4096;

  std::vector<std::int16_t> m_number;
  std::vector<unsigned> m_slot_values;
  std::vector<double> m_values;
  int m_count = 0, m_stride = 0;
};

/// Which of two states at the same place makes the other needless: a state that is cheaper even after paying
/// for everything that the other has and it has not.
class Dominance {
 public:
  Dominance(const Theory& theory, const Tables& tables) : m_theory(theory), m_tables(tables) {
    m_known.resize(theory.open_kinds.size());
    m_open.resize(theory.open.size());
  }

  /// A state as small numbers, one for each open slot; those whose tensors cost most come first, so that a
  /// comparison ends early.
  void append_row(const State& state, int step, std::vector<std::int16_t>& rows) {
    for (const OpenSlot& open : open_at(step))
      rows.push_back(m_known[open.kind].number_of(state.slot(open.slot)));
  }
  /// Whether the excess of the state of row `a` over that of row `b` may be at most `room`: when not, it is
  /// not. The sum is in another order than that of excess().
  bool may_be_within(const std::int16_t* a, const std::int16_t* b, int step, double room) {
    constexpr double kRounding = 1.0 + 1e-12;
    const double most = room * kRounding;
    double sum = 0.0;
    for (const OpenSlot& open : m_open[step]) {
      const int of_a = *a++, of_b = *b++;
      if (of_a == of_b) continue;
      PairTable& table = m_known[open.kind];
      double& value = table.numbered(of_a, of_b);
      if (value == PairTable::kNotComputed)
        value = computed(m_theory.open_kinds[open.kind], table.value_of(of_a), table.value_of(of_b));
      sum += value;
      if (sum > most) return false;
    }
    return true;
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
  const std::vector<OpenSlot>& open_at(int step) {
    std::vector<OpenSlot>& open = m_open[step];
    if (!open.empty() || m_theory.open[step].empty()) return open;
    if (m_dearest.empty())
      for (const std::vector<double>& hold : m_tables.hold) {
        m_dearest.push_back(0.0);
        for (const double seconds : hold)
          if (seconds < kNever) m_dearest.back() = std::max(m_dearest.back(), seconds);
      }
    open = m_theory.open[step];
    std::stable_sort(open.begin(), open.end(), [&](const OpenSlot& a, const OpenSlot& b) {
      return m_dearest[m_theory.open_kinds[a.kind].tensor_class] >
             m_dearest[m_theory.open_kinds[b.kind].tensor_class];
    });
    return open;
  }

  double of_slot(const OpenSlot& open, unsigned a, unsigned b) {
    double& value = m_known[open.kind].at(a, b);
    if (value == PairTable::kNotComputed) value = computed(m_theory.open_kinds[open.kind], a, b);
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
  std::vector<PairTable> m_known;
  std::vector<std::vector<OpenSlot>> m_open;  ///< by step, the dearest first
  std::vector<double> m_dearest;              ///< by tensor class
};

/// States of one place that no other one made needless, asked for one that makes a further one so.
class Kept {
 public:
  struct Entry {
    State state;
    double cost = 0.0;
    int label = -1;
  };

  /// Whether one of them dominates; `same`: a label that is not compared with.
  /// What it compares with is work.
  bool dominates(Dominance& dominance, WorkLimit& work_limit, const Entry& entry, int step, int same = -1) {
    const bool by_rows = m_entries.size() >= kMany;
    if (by_rows) {
      while (m_in_rows < m_entries.size()) dominance.append_row(m_entries[m_in_rows++].state, step, m_rows);
      m_row.clear();
      dominance.append_row(entry.state, step, m_row);
    }
    for (std::size_t k = 0; k < m_order.size(); ++k) {
      const Entry& other = m_entries[m_order[k]];
      const double room = entry.cost - other.cost;
      if (other.label == same || room < 0.0) continue;
      if (by_rows &&
          !dominance.may_be_within(m_rows.data() + m_order[k] * m_row.size(), m_row.data(), step, room))
        continue;
      if (dominance.excess(other.state, entry.state, step, room) > room) continue;
      work_limit.spend(static_cast<std::int64_t>(k) + 1);
      // What made one needless often makes the next so.
      std::swap(m_order[k], m_order[k / 2]);
      return true;
    }
    work_limit.spend(static_cast<std::int64_t>(m_order.size()) + 1);
    return false;
  }
  void add(const Entry& entry) {
    m_order.push_back(m_entries.size());
    m_entries.push_back(entry);
  }

 private:
  static constexpr std::size_t kMany = 12;  ///< from here on rows of numbers pay

  std::vector<Entry> m_entries;
  std::vector<std::int16_t> m_rows, m_row;  ///< of the first entries, and of the one that is asked for
  std::size_t m_in_rows = 0;
  std::vector<std::size_t> m_order;
};

struct Label {
  State state;
  double cost = 0.0;
  int parent = -1;
  int place = 0;  ///< in the list of moves
  int way = -1;   ///< rule of a step, choice of a group, or number of an exit of a folded block
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

}  // namespace astrolabe::spmd
