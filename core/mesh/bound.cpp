#include "core/mesh/bound.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace astrolabe::mesh {

namespace {

struct Slope {
  double value = 0.0, slope = 0.0;  ///< of the dual function by the price
};

Slope dual(const std::vector<std::vector<const Column*>>& columns, const BoundInput& input, double time,
           double price) {
  Slope at{price * input.room, input.room};
  for (std::size_t pool = 0; pool < columns.size(); ++pool) {
    if (input.gpus[pool] <= 0.0) continue;
    double best = -kBeyond, own = 0.0;
    for (const Column* column : columns[pool])
      for (const Column::Way* way : {&column->least, &column->all}) {
        const double value = value_of(*way, input.gpus[pool], time, price);
        if (value > best || (value == best && way->own < own)) {
          best = value;
          own = way->own;
        }
      }
    if (best == -kBeyond) return {-kBeyond, 0.0};
    at.value += best;
    at.slope -= input.gpus[pool] * own;
  }
  return at;
}

}  // namespace

Most most_within(const std::vector<std::vector<const Column*>>& columns, const BoundInput& input,
                 double time) {
  const Slope free = dual(columns, input, time, 0.0);
  if (free.slope >= 0.0 || free.value == -kBeyond) return {free.value, 0.0};
  // Convex in the price: the least value lies where the slope turns.
  double low = 0.0;
  double high = std::max(1e-30, 1e-3 * static_cast<double>(input.batch) / std::abs(free.slope));
  Slope end = dual(columns, input, time, high);
  constexpr int kDoublings = 60, kHalvings = 50;
  for (int k = 0; k < kDoublings && end.slope < 0.0; ++k) {
    low = high;
    high *= 4.0;
    end = dual(columns, input, time, high);
  }
  if (end.slope < 0.0) return {-kBeyond, high};
  for (int k = 0; k < kHalvings && high - low > 1e-9 * high; ++k) {
    const double middle = 0.5 * (low + high);
    (dual(columns, input, time, middle).slope < 0.0 ? low : high) = middle;
  }
  return {dual(columns, input, time, high).value, high};
}

namespace {

bool is_beaten(const Column::Way& a, const Column::Way& by) {
  return by.rate >= a.rate && by.fill <= a.fill && by.own <= a.own;
}

bool is_beaten(const Column& a, const Column& by) {
  return is_beaten(a.least, by.least) && is_beaten(a.all, by.all);
}

/// Columns with little traffic first, more and more of them; of those what others beat in everything left
/// out.
class Bounder {
 public:
  explicit Bounder(const BoundInput& input)
      : m_input(input), m_all(input.gpus.size()), m_front(input.gpus.size()) {}

  void add(const Column& column) {
    const auto pool = static_cast<std::size_t>(column.pool);
    m_all[pool].push_back(&column);
    std::vector<const Column*>& front = m_front[pool];
    for (const Column* known : front)
      if (is_beaten(column, *known)) return;
    std::erase_if(front, [&](const Column* known) { return is_beaten(*known, column); });
    front.push_back(&column);
  }

  /// The least time of work, from below; kBeyond where nothing fits. `enough`: more than that is not asked.
  Bound least(double enough) const {
    if (!within(enough).fits) return {kBeyond, 0.0, kBeyond};
    double low = 0.0, high = enough;
    double price = 0.0;
    constexpr double kClose = 1e-6;
    while (high - low > kClose * high) {
      const double middle = 0.5 * (low + high);
      const Within at = within(middle);
      (at.fits ? high : low) = middle;
      price = at.price;
    }
    return {0.0, price, low};
  }

 private:
  struct Within {
    bool fits = false;
    double price = 0.0;
  };
  Within within(double time) const {
    const Most most = most_within(m_front, m_input, time);
    const auto batch = static_cast<double>(m_input.batch);
    return {most.sequences >= batch * (1.0 - 1e-12) && whole(time) >= m_input.batch, most.price};
  }

  std::int64_t whole(double time) const {
    std::int64_t sum = 0;
    for (std::size_t pool = 0; pool < m_all.size(); ++pool) {
      std::int64_t best = 0;
      for (const Column* column : m_all[pool])
        best = std::max(best, column->pace.groups * column->pace.most(time));
      sum += best;
    }
    return sum;
  }

  const BoundInput& m_input;
  std::vector<std::vector<const Column*>> m_all, m_front;
};

}  // namespace

Bound bound_of(const std::vector<Column>& columns, const BoundInput& input) {
  std::vector<const Column*> order;
  for (const Column& column : columns) order.push_back(&column);
  std::stable_sort(order.begin(), order.end(),
                   [](const Column* a, const Column* b) { return a->traffic < b->traffic; });
  constexpr std::size_t kLevels = 256;
  Bounder bounder(input);
  Bound best{kBeyond, 0.0, 0.0};
  // A time within which every layout is done with the whole batch.
  double enough = 0.0;
  for (const Column& column : columns)
    enough = std::max(enough, column.all.fill + 2.0 * static_cast<double>(input.batch) / column.all.rate +
                                  column.pace.end(input.batch));
  const std::size_t size = std::max<std::size_t>(1, (order.size() + kLevels - 1) / kLevels);
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    // Columns of one traffic stay together, so that the order of pools changes nothing.
    for (end = std::min(order.size(), begin + size);
         end < order.size() && order[end]->traffic == order[end - 1]->traffic;)
      ++end;
    const double waits = (order[begin]->traffic + input.host) * input.factor;
    if (waits >= best.step) break;
    for (std::size_t k = begin; k < end; ++k) bounder.add(*order[k]);
    Bound here = bounder.least(best.step == kBeyond ? enough : best.step - waits);
    if (here.time == kBeyond) continue;
    here.step = here.time + waits;
    if (here.step < best.step) best = here;
  }
  return best;
}

}  // namespace astrolabe::mesh
