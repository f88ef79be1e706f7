// Costs of rules and of holding tensors, at one ratio vector.

#include <algorithm>
#include <bit>

#include "core/spmd/labels.h"

namespace astrolabe::spmd {

namespace {

using Matrix = std::array<std::array<double, kMostCodes>, kMostCodes>;

Matrix conversions(const TensorClass& form, const Prices& prices) {
  Matrix matrix;
  for (int from = 0; from < form.codes; ++from)
    for (int to = 0; to < form.codes; ++to)
      matrix[from][to] = from == to ? 0.0
                         : form.communicates
                             ? prices.convert(form.form, property_of(from), property_of(to)).seconds
                             : kNever;
  return matrix;
}

/// held[set]: least cost of conversions from `made` to exactly the properties of `set`, each reached from one
/// held before; `reached(set, before)` at every improvement. `held` is kNever everywhere.
template <typename Reached>
void grow(const Matrix& matrix, int made, int codes, double* held, Reached reached) {
  held[1U << made] = 0.0;
  for (unsigned set = 1U << made; set < 1U << codes; ++set) {
    if (held[set] == kNever) continue;
    for (int to = 0; to < codes; ++to) {
      if ((set >> to & 1U) != 0) continue;
      double least = kNever;
      for (int from = 0; from < codes; ++from)
        if ((set >> from & 1U) != 0) least = std::min(least, matrix[from][to]);
      const unsigned next = set | 1U << to;
      if (held[set] + least >= held[next]) continue;
      held[next] = held[set] + least;
      reached(next, set);
    }
  }
}

/// spread[made << codes | wanted]: least cost of conversions from `made` to all of `wanted`, each property
/// reached from one that is held already. The released rules allow one conversion for each tensor.
std::vector<double> spread(const TensorClass& form, const Prices& prices) {
  const int codes = form.codes;
  const unsigned sets = 1U << codes;
  const Matrix matrix = conversions(form, prices);
  std::vector<double> result(static_cast<std::size_t>(codes) * sets, kNever);
  for (int made = 0; made < codes; ++made) {
    double* held = result.data() + static_cast<std::size_t>(made) * sets;
    if (prices.released()) {
      for (unsigned wanted = 0; wanted < sets; ++wanted) {
        const unsigned others = wanted & ~(1U << made);
        if (others == 0) held[wanted] = 0.0;
        if (std::popcount(others) == 1) held[wanted] = matrix[made][std::countr_zero(others)];
      }
      continue;
    }
    grow(matrix, made, codes, held, [](unsigned, unsigned) {});
    // A set is held as cheaply as the cheapest that contains it.
    for (unsigned set = sets; set-- > 0;)
      for (int to = 0; to < codes; ++to)
        if ((set >> to & 1U) == 0) held[set] = std::min(held[set], held[set | 1U << to]);
  }
  return result;
}

/// Leaves may be stored whole or gathered, never as parts of a sum; where weights are gathered again, in
/// shards only, and the optimizer works on shards.
bool storable(int code, const TensorForm& form, const Prices& prices) {
  const bool shards_only =
      prices.execution().gather_again && prices.ratios().size() > 1 && form.elements() > 1.0;
  return code != 1 && (code != 0 || !shards_only);
}

/// Adds what holding the tensor in all of these properties takes of memory. `extra_bytes`: of each element,
/// held as it is made (an optimizer's moments).
void charge_memory(const TensorClass& form, const Prices& prices, double memory_price,
                   std::vector<double>& table) {
  const int codes = form.codes;
  const Execution& execution = prices.execution();
  // Held for one layer at a time.
  if (execution.recompute && form.form.again && form.form.traffic == Traffic::activation) return;
  if (execution.gather_again && form.form.traffic != Traffic::activation) return;
  for (int made = 0; made <= codes; ++made)
    for (unsigned wanted = 0; wanted < 1U << codes; ++wanted) {
      unsigned held = wanted;
      if (made > 0) held |= 1U << (made - 1);
      const double times = form.form.traffic == Traffic::activation ? execution.in_flight : 1.0;
      double share = 0.0;
      for (int code = 0; code < codes; ++code)
        if ((held >> code & 1U) != 0)
          share += times * form.form.bytes() * prices.memory_share(form.form, property_of(code));
      if (form.updated && made > 0)
        share += optimizer_bytes(form.form.element_bytes) * form.form.elements() *
                 prices.memory_share(form.form, property_of(made - 1));
      table[(static_cast<std::size_t>(made) << codes) | wanted] += memory_price * share;
    }
}

std::vector<double> hold_table(const TensorClass& form, const Prices& prices) {
  const int codes = form.codes;
  const unsigned sets = 1U << codes;
  std::vector<double> table(static_cast<std::size_t>(codes + 1) << codes, 0.0);
  const std::vector<double> from = spread(form, prices);
  const auto made_row = [&](int made) {
    return table.data() + (static_cast<std::size_t>(made + 1) << codes);
  };
  if (form.role == Role::activation) {
    std::copy(from.begin(), from.end(), made_row(0));
    if (form.loss)
      for (int made = 0; made < codes; ++made)
        if (made > 1 || (made == 0 && prices.released())) std::fill_n(made_row(made), sets, kNever);
    return table;
  }
  const auto load = [&](int code) { return prices.load(form.form, form.role, property_of(code)); };
  if (!form.updated) {
    // Inputs and constants of the full theory are read in as many properties as are wanted.
    for (unsigned wanted = 1; wanted < sets; ++wanted) {
      table[wanted] = kNever;
      if ((wanted & 2U) != 0) continue;
      if (!prices.released() && form.role != Role::parameter) {
        table[wanted] = 0.0;
        continue;
      }
      for (int stored = 0; stored < codes; ++stored)
        if (stored != 1)
          table[wanted] = std::min(table[wanted],
                                   load(stored) + from[(static_cast<std::size_t>(stored) << codes) | wanted]);
    }
    return table;
  }
  TensorClass back = form;
  back.form.traffic = Traffic::updated;
  const std::vector<double> returned = spread(back, prices);
  // A parameter is stored in one property, read in those wanted, and its update, made in `made`, comes back
  // to the property in which it is stored.
  for (int made = 0; made < codes; ++made)
    for (unsigned wanted = 0; wanted < sets; ++wanted) {
      if (!storable(made, form.form, prices) && made != 1) {
        made_row(made)[wanted] = kNever;
        continue;
      }
      double& least = made_row(made)[wanted];
      least = kNever;
      for (int stored = 0; stored < codes; ++stored)
        if (storable(stored, form.form, prices))
          least = std::min(least, load(stored) + from[(static_cast<std::size_t>(stored) << codes) | wanted] +
                                      returned[(static_cast<std::size_t>(made) << codes) | 1U << stored]);
    }
  return table;
}

}  // namespace

Tables make_tables(const Theory& theory, const Prices& prices, double memory_price) {
  Tables tables;
  for (const TensorClass& form : theory.tensor_classes) {
    tables.hold.push_back(hold_table(form, prices));
    if (memory_price > 0.0) charge_memory(form, prices, memory_price, tables.hold.back());
  }
  std::vector<double> least;
  for (const StepClass& step : theory.classes) {
    std::vector<double> costs;
    double cheapest = kNever;
    for (const StepRule& rule : step.rules) {
      const double work = prices.runs(step.phase, step.again) *
                          (prices.compute(step.flops, step.kind, rule.sharded) +
                           (rule.exchanges ? prices.exchange(step.exchange_elements, 4.0) : 0.0));
      costs.push_back(work);
      double fresh = work;
      for (const Access& access : rule.accesses) {
        const TensorClass& form = theory.tensor_classes[access.tensor_class];
        const unsigned wanted = access.makes ? 0U : 1U << access.code;
        if (access.first && form.role != Role::activation && !form.updated)
          fresh += tables.hold[access.tensor_class][wanted];
        if (access.makes && (form.updated || form.loss))
          fresh += tables.hold[access.tensor_class][static_cast<std::size_t>(access.code + 1) << form.codes];
      }
      cheapest = std::min(cheapest, fresh);
    }
    tables.compute.push_back(std::move(costs));
    least.push_back(cheapest);
  }
  tables.remaining.assign(theory.order.size() + 1, 0.0);
  for (std::size_t k = theory.order.size(); k-- > 0;)
    tables.remaining[k] = tables.remaining[k + 1] + least[theory.step_classes[k]];
  return tables;
}

double conversion_cost(const TensorClass& form, const Prices& prices, int made, unsigned wanted) {
  return spread(form, prices)[(static_cast<std::size_t>(made) << form.codes) | wanted];
}

std::vector<int> conversion_tree(const TensorClass& form, const Prices& prices, int made, unsigned wanted) {
  const int codes = form.codes;
  const unsigned sets = 1U << codes;
  std::vector<int> parent(codes, -1);
  if (prices.released()) {  // one conversion, straight from what was made
    for (int to = 0; to < codes; ++to)
      if (to != made && (wanted >> to & 1U) != 0) parent[to] = made;
    return parent;
  }
  const Matrix matrix = conversions(form, prices);
  std::vector<double> held(sets, kNever);
  std::vector<unsigned> before(sets, 0);
  grow(matrix, made, codes, held.data(), [&](unsigned set, unsigned from) { before[set] = from; });
  unsigned best = 0;
  for (unsigned set = 0; set < sets; ++set)
    if ((set & wanted) == wanted && (set >> made & 1U) != 0 && (best == 0 || held[set] < held[best]))
      best = set;
  for (unsigned set = best; set != 1U << made && set != 0; set = before[set]) {
    const int to = std::countr_zero(set & ~before[set]);
    int from = -1;
    for (int other = 0; other < codes; ++other)
      if ((before[set] >> other & 1U) != 0 && (from < 0 || matrix[other][to] < matrix[from][to]))
        from = other;
    parent[to] = from;
  }
  return parent;
}

}  // namespace astrolabe::spmd
