#include "core/spmd/prices.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace astrolabe::spmd {

namespace {

constexpr double kBelow = 1.0 - 1e-12;   ///< for rounded sums
constexpr double kReleasedPasses = 3.0;  ///< forward, and twice as much backward

/// The least time in which devices of these speeds can do one unit of work, none more than `most` of it.
double least_shared(const std::vector<double>& speeds, double most) {
  std::vector<double> sorted = speeds;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double left = 1.0, sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
  for (const double speed : sorted) {
    if (left * speed <= most * sum) break;  // shares in proportion to speed
    left -= most;
    sum -= speed;
    if (left <= 0.0 || sum <= 0.0) return most / speed;
  }
  return left / sum;
}

/// The least time for one unit of work when the device that does most of it does `largest.least` to
/// `largest.most` of it.
double least_shared(const std::vector<double>& speeds, LargestRatio largest) {
  return std::max(least_shared(speeds, largest.most),
                  largest.least / *std::max_element(speeds.begin(), speeds.end()));
}

/// The least time, from below, for one unit of work that is cut into `extent` equal parts, which no device
/// splits; both limits of `largest` are rounded to whole parts.
double least_longest(std::int64_t extent, const std::vector<double>& speeds, LargestRatio largest) {
  std::map<double, double> devices;  // by speed
  for (const double speed : speeds) ++devices[speed];
  const auto units = static_cast<double>(extent);
  const double longest = std::floor(largest.most * units) + 1.0;
  const double at_least = std::floor(largest.least * units * kBelow) / (units * devices.rbegin()->first);
  const auto suffices = [&](double seconds) {
    double done = 0.0;
    for (const auto& [speed, count] : devices)
      done += count * std::min(longest, std::floor(seconds * units * speed * (1.0 + 1e-12)));
    return done >= units;
  };
  double low = least_shared(speeds, longest / units), high = low + 1.0 / (units * devices.begin()->first);
  for (int halving = 0; halving < 48 && !suffices(low); ++halving) {
    const double middle = 0.5 * (low + high);
    (suffices(middle) ? high : low) = middle;
  }
  return std::max(low, at_least);
}

}  // namespace

int class_of(const Node& node) {
  if (node.speed_class >= 0) return node.speed_class;
  switch (node.op) {
    case Op::contract:
    case Op::linear:
    case Op::fused_attention:
    case Op::attention:
    case Op::attention_gradient:
    case Op::conv2d:
    case Op::conv2d_input_gradient:
    case Op::conv2d_weight_gradient:
      return static_cast<int>(OperatorClass::product);
    default:
      return static_cast<int>(OperatorClass::memory_bound);
  }
}

double TensorForm::elements() const {
  double product = 1.0;
  for (const std::int64_t extent : shape) product *= static_cast<double>(extent);
  return product;
}

Prices::Prices(const Devices& devices, std::vector<double> ratios, bool released, Execution execution)
    : m_devices(&devices), m_ratios(std::move(ratios)), m_released(released), m_execution(execution) {
  const auto n = static_cast<double>(m_ratios.size());
  double largest = 0.0, moved = 0.0;
  for (const double ratio : m_ratios) {
    largest = std::max(largest, ratio);
    moved = std::max(moved, ratio * (1.0 - ratio));
  }
  m_padding = n * largest;
  m_exchange_factor = released ? m_padding : (n > 1.0 ? moved * n * n / (n - 1.0) : 0.0);
  for (std::size_t i = 0; i < devices.memory.size(); ++i) {
    m_memory_whole = std::max(m_memory_whole, 1.0 / devices.memory[i].value);
    m_memory_shared = std::max(m_memory_shared, m_ratios[i] / devices.memory[i].value);
  }
  m_whole.assign(devices.flops_per_second.size(), 0.0);
  m_shared = m_whole;
  for (std::size_t kind = 0; kind < m_whole.size(); ++kind) {
    for (std::size_t i = 0; i < m_ratios.size(); ++i) {
      const double speed = devices.flops_per_second[kind][i];
      m_whole[kind] = std::max(m_whole[kind], 1.0 / speed);
      m_shared[kind] = std::max(m_shared[kind], m_ratios[i] / speed);
    }
  }
}

Prices Prices::below_all(const Devices& devices, bool released, Execution execution, LargestRatio largest) {
  const auto n = static_cast<double>(devices.count());
  Prices prices(devices, std::vector<double>(devices.speeds().size(), 1.0 / n), released, execution);
  prices.m_below_all = true;
  prices.m_range = largest;
  prices.m_padding = std::max(1.0, n * largest.least);
  prices.m_exchange_factor = released ? 1.0 : 0.0;
  for (std::size_t kind = 0; kind < prices.m_shared.size(); ++kind)
    prices.m_shared[kind] = least_shared(devices.flops_per_second[kind], largest);
  return prices;
}

Prices Prices::in_whole_units() const {
  Prices prices = *this;
  prices.m_whole_units = true;
  return prices;
}

const Prices::Longest& Prices::longest(std::int64_t extent) const {
  const auto [place, is_new] = m_longest.try_emplace(extent, Longest{m_padding, m_memory_shared});
  if (!is_new || extent <= 0) return place->second;
  Longest& made = place->second;
  if (m_below_all) {
    const auto n = static_cast<std::int64_t>(m_ratios.size());
    const auto largest = static_cast<std::int64_t>(m_range.least * static_cast<double>(extent) * kBelow);
    const std::int64_t padded = n * std::max((extent + n - 1) / n, largest);
    made.padding = static_cast<double>(padded) / static_cast<double>(extent);
    return made;
  }
  made = {0.0, 0.0};
  const std::vector<std::int64_t> lengths = shard_lengths(extent, m_ratios);
  const auto& memory = m_devices->memory;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const double share = static_cast<double>(lengths[i]) / static_cast<double>(extent);
    made.padding = std::max(made.padding, static_cast<double>(lengths.size()) * share);
    if (!memory.empty()) made.memory = std::max(made.memory, share / memory[i].value);
  }
  return made;
}

double Prices::padding(const TensorForm& form, Property property) const {
  if (!m_whole_units || property.dim < 0) return m_padding;
  return longest(form.shape[static_cast<std::size_t>(property.dim)]).padding;
}

double Prices::exchange_factor(const TensorForm& form, Property from, Property to) const {
  if (!m_below_all || m_released) return m_exchange_factor;
  const auto units = [&](Property property) {
    return static_cast<double>(form.shape[static_cast<std::size_t>(property.dim)]);
  };
  double sent = m_range.least, kept = m_range.most;
  if (m_whole_units && form.elements() > 0.0) {
    sent = std::floor(sent * units(from) * kBelow) / units(from);
    kept = (std::floor(kept * units(to)) + 1.0) / units(to);
  }
  const auto n = static_cast<double>(m_ratios.size());
  return n > 1.0 ? std::max(0.0, sent * (1.0 - kept)) * n * n / (n - 1.0) : 0.0;
}

double Prices::memory_share(const TensorForm& form, Property property) const {
  if (property.kind != Property::Kind::gather) return m_memory_whole;
  if (!m_whole_units) return m_memory_shared;
  return longest(form.shape[static_cast<std::size_t>(property.dim)]).memory;
}

double Prices::compute(double flops, int kind, bool sharded) const {
  return (m_released ? kReleasedPasses : 1.0) * flops * (sharded ? m_shared[kind] : m_whole[kind]);
}

double Prices::compute_in_units(double flops, int kind, std::int64_t extent) const {
  const std::vector<double>& speeds = m_devices->flops_per_second[kind];
  if (m_below_all) {
    const auto [place, is_new] = m_longest_work.try_emplace({kind, extent}, 0.0);
    if (is_new) place->second = least_longest(extent, speeds, m_range);
    return flops * place->second;
  }
  const std::vector<std::int64_t> lengths = shard_lengths(extent, m_ratios);
  double longest = 0.0;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    longest = std::max(longest, static_cast<double>(lengths[i]) / speeds[i]);
  return flops * longest / static_cast<double>(extent);
}

double Prices::runs(Phase phase, bool again) const {
  if (phase == Phase::optimizer) return 1.0;
  return m_execution.micro_batches * (m_execution.recompute && again ? 2.0 : 1.0);
}

double Prices::collective(Collective kind, const TensorForm& form, double factor) const {
  const double volume = m_released ? form.elements() : form.bytes();
  return m_devices->call(kind, form.traffic, form.elements(), m_execution.gather_again)
      .seconds(volume * factor);
}

double Prices::load(const TensorForm& form, Role role, Property property) const {
  if (!m_released || role == Role::input || property.kind != Property::Kind::identity) return 0.0;
  return form.elements() / m_devices->of(Collective::all_reduce).bandwidth.value;
}

double Prices::exchange(double elements, double element_bytes) const {
  if (m_ratios.size() == 1) return 0.0;
  return m_devices->call(Collective::all_reduce, Traffic::activation, elements, false)
      .seconds(elements * element_bytes);
}

Conversion Prices::convert(const TensorForm& form, Property from, Property to) const {
  Conversion conversion = convert_once(form, from, to);
  const Execution& run = m_execution;
  switch (form.traffic) {
    case Traffic::activation:
      // What backward alone wants is converted once.
      conversion.seconds *= run.micro_batches * (run.recompute && form.again && !m_below_all ? 2.0 : 1.0);
      break;
    case Traffic::parameter:
      // Below all: once; see second_gatherings().
      if (run.gather_again) conversion.seconds *= run.micro_batches * (m_below_all ? 1.0 : 2.0);
      break;
    case Traffic::gradient:
      if (run.gather_again) conversion.seconds *= run.micro_batches;
      break;
    case Traffic::updated:
      break;
  }
  return conversion;
}

Conversion Prices::convert_once(const TensorForm& form, Property from, Property to) const {
  using Kind = Property::Kind;
  const auto cheaper = [&](Collective padded, Collective grouped, Instruction::Kind kind,
                           Instruction::Kind grouped_kind) -> Conversion {
    const double regular = collective(padded, form, padding(form, from.dim >= 0 ? from : to));
    const double exact = collective(grouped, form, 1.0);
    return exact < regular ? Conversion{exact, grouped_kind} : Conversion{regular, kind};
  };
  if (from == to) return {0.0, Instruction::Kind::slice};
  if (to.kind == Kind::reduce) {
    if (m_released) return {kNever};
    return {0.0, from.kind == Kind::identity ? Instruction::Kind::mask : Instruction::Kind::pad};
  }
  if (from.kind == Kind::identity) return {0.0, Instruction::Kind::slice};
  const bool alone = m_ratios.size() == 1 && !m_released;
  if (from.kind == Kind::gather && to.kind == Kind::identity) {
    if (alone) return {0.0, Instruction::Kind::all_gather};
    if (m_released)
      return {collective(Collective::all_gather, form, m_padding) +
                  collective(Collective::reduce_scatter, form, m_padding),
              Instruction::Kind::all_gather};
    return cheaper(Collective::all_gather, Collective::all_gather_grouped, Instruction::Kind::all_gather,
                   Instruction::Kind::all_gather_grouped);
  }
  if (from.kind == Kind::gather) {
    if (alone) return {0.0, Instruction::Kind::all_to_all};
    const double once = collective(Collective::all_to_all, form, exchange_factor(form, from, to));
    return {m_released ? 2.0 * once : once, Instruction::Kind::all_to_all};
  }
  if (to.kind == Kind::identity) {
    if (alone) return {0.0, Instruction::Kind::all_reduce};
    const double once = collective(Collective::all_reduce, form, 1.0);
    return {m_released ? 2.0 * once : once, Instruction::Kind::all_reduce};
  }
  if (alone) return {0.0, Instruction::Kind::reduce_scatter};
  if (m_released)
    return {collective(Collective::reduce_scatter, form, m_padding) +
                collective(Collective::all_gather, form, m_padding),
            Instruction::Kind::reduce_scatter};
  return cheaper(Collective::reduce_scatter, Collective::reduce_scatter_grouped,
                 Instruction::Kind::reduce_scatter, Instruction::Kind::reduce_scatter_grouped);
}

}  // namespace astrolabe::spmd
