#include "core/spmd/prices.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace astrolabe::spmd {

namespace {

constexpr double kReleasedPasses = 3.0;  ///< forward, and twice as much backward

}  // namespace

OperatorClass class_of(Op op) {
  switch (op) {
    case Op::contract:
    case Op::linear:
    case Op::fused_attention:
    case Op::attention:
    case Op::attention_gradient:
    case Op::conv2d:
    case Op::conv2d_input_gradient:
    case Op::conv2d_weight_gradient:
      return OperatorClass::product;
    default:
      return OperatorClass::memory_bound;
  }
}

double TensorForm::elements() const {
  double product = 1.0;
  for (const std::int64_t extent : shape) product *= static_cast<double>(extent);
  return product;
}

Prices::Prices(const Devices& devices, std::vector<double> ratios, bool released)
    : m_devices(&devices), m_ratios(std::move(ratios)), m_released(released) {
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
  for (int kind = 0; kind < kOperatorClasses; ++kind) {
    for (std::size_t i = 0; i < m_ratios.size(); ++i) {
      const double speed = devices.flops_per_second[kind][i];
      m_whole[kind] = std::max(m_whole[kind], 1.0 / speed);
      m_shared[kind] = std::max(m_shared[kind], m_ratios[i] / speed);
    }
  }
}

Prices Prices::below_all(const Devices& devices, bool released) {
  const auto n = static_cast<double>(devices.count());
  Prices prices(devices, std::vector<double>(devices.speeds().size(), 1.0 / n), released);
  prices.m_padding = 1.0;
  prices.m_exchange_factor = released ? 1.0 : 0.0;
  for (int kind = 0; kind < kOperatorClasses; ++kind) {
    const auto& speeds = devices.flops_per_second[kind];
    prices.m_shared[kind] = 1.0 / std::accumulate(speeds.begin(), speeds.end(), 0.0);
  }
  return prices;
}

double Prices::compute(double flops, OperatorClass kind, bool sharded) const {
  const int index = static_cast<int>(kind);
  return (m_released ? kReleasedPasses : 1.0) * flops * (sharded ? m_shared[index] : m_whole[index]);
}

double Prices::collective(Collective kind, double volume, double factor) const {
  const CollectiveCost& cost = m_devices->of(kind);
  return cost.latency.value + volume * factor / cost.bandwidth.value;
}

double Prices::load(const TensorForm& form, Role role, Property property) const {
  if (!m_released || role == Role::input || property.kind != Property::Kind::identity) return 0.0;
  return form.elements() / m_devices->of(Collective::all_reduce).bandwidth.value;
}

double Prices::exchange(double elements, double element_bytes) const {
  if (m_ratios.size() == 1) return 0.0;
  return collective(Collective::all_reduce, elements * element_bytes, 1.0);
}

Conversion Prices::convert(const TensorForm& form, Property from, Property to) const {
  using Kind = Property::Kind;
  const auto n = static_cast<double>(m_ratios.size());
  const double volume = m_released ? form.elements() : form.bytes();
  const auto cheaper = [&](Collective padded, Collective grouped, Instruction::Kind kind,
                           Instruction::Kind grouped_kind) -> Conversion {
    const double regular = collective(padded, volume, m_padding);
    const CollectiveCost& cost = m_devices->of(grouped);
    const double exact = n * cost.latency.value + volume / cost.bandwidth.value;
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
      return {collective(Collective::all_gather, volume, m_padding) +
                  collective(Collective::reduce_scatter, volume, m_padding),
              Instruction::Kind::all_gather};
    return cheaper(Collective::all_gather, Collective::all_gather_grouped, Instruction::Kind::all_gather,
                   Instruction::Kind::all_gather_grouped);
  }
  if (from.kind == Kind::gather) {
    if (alone) return {0.0, Instruction::Kind::all_to_all};
    const double once = collective(Collective::all_to_all, volume, m_exchange_factor);
    return {m_released ? 2.0 * once : once, Instruction::Kind::all_to_all};
  }
  if (to.kind == Kind::identity) {
    if (alone) return {0.0, Instruction::Kind::all_reduce};
    const double once = collective(Collective::all_reduce, volume, 1.0);
    return {m_released ? 2.0 * once : once, Instruction::Kind::all_reduce};
  }
  if (alone) return {0.0, Instruction::Kind::reduce_scatter};
  if (m_released)
    return {collective(Collective::reduce_scatter, volume, m_padding) +
                collective(Collective::all_gather, volume, m_padding),
            Instruction::Kind::reduce_scatter};
  return cheaper(Collective::reduce_scatter, Collective::reduce_scatter_grouped,
                 Instruction::Kind::reduce_scatter, Instruction::Kind::reduce_scatter_grouped);
}

}  // namespace astrolabe::spmd
