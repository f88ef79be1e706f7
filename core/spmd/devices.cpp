#include "core/spmd/devices.h"

#include <algorithm>
#include <cmath>

namespace astrolabe::spmd {

const char* to_string(Collective collective) {
  constexpr std::array names{"all_gather",     "all_gather_grouped",     "all_reduce",
                             "reduce_scatter", "reduce_scatter_grouped", "all_to_all"};
  static_assert(names.size() == kCollectives);
  return names[static_cast<std::size_t>(collective)];
}

Bytes Devices::memory_together() const {
  Bytes all;
  for (const Bytes& of_device : memory) all += of_device;
  return all;
}

bool Devices::one_speed() const {
  for (std::size_t kind = 1; kind < flops_per_second.size(); ++kind)
    if (factor(static_cast<int>(kind), 0) == 0.0) return false;
  return true;
}

double Devices::factor(int kind, int like) const {
  constexpr double kSame = 1e-12;
  const std::vector<double>&a = flops_per_second[kind], &b = flops_per_second[like];
  const double first = a.front() / b.front();
  for (std::size_t i = 1; i < a.size(); ++i)
    if (std::abs(a[i] - first * b[i]) > kSame * a[i]) return 0.0;
  return first;
}

Devices::Call Devices::call(Collective kind, Traffic traffic, double elements, bool again) const {
  const CollectiveCost& cost = of(kind);
  Call result{cost.latency.value, 1.0 / cost.bandwidth.value};
  const bool grouped = kind == Collective::all_gather_grouped || kind == Collective::reduce_scatter_grouped;
  if (grouped) result.constant *= count();
  if (traffic == Traffic::activation) return result;
  if (terms.weight_latency >= 0.0)
    result.constant = terms.weight_latency * elements * (kind == Collective::all_reduce ? 2.0 : 1.0);
  const double exposed = again ? terms.again_exposed : terms.weight_exposed;
  return {result.constant * exposed, result.per_byte * exposed};
}

std::optional<Devices> devices_of_long_traffic(const Devices& devices, double m, bool again, int runs) {
  const StepTerms& terms = devices.terms;
  const double exposed = again ? terms.again_exposed : terms.weight_exposed;
  if (exposed <= 0.0 || exposed >= 1.0 || terms.window >= 1.0) return {};
  const double work = 1.0 - m * terms.window / runs;
  Devices made = devices;
  for (auto& speeds : made.flops_per_second)
    for (double& speed : speeds) speed /= work;
  for (CollectiveCost& collective : made.collectives) {
    collective.bandwidth.value /= work;
    collective.latency.value *= work;
  }
  if (terms.weight_latency >= 0.0) made.terms.weight_latency *= work;
  for (double* share : {&made.terms.weight_exposed, &made.terms.again_exposed})
    *share = (exposed * (1.0 - m) + m) / work;
  return made;
}

}  // namespace astrolabe::spmd
