#include "core/cost/money.h"

namespace astrolabe::cost {

namespace {

constexpr double kHoursPerYear = 8760.0;

/// Hardware share of one GPU hour, or nothing without a price.
std::optional<double> hardware_rate(const hardware::Pool& pool, const strategy::Cost& cost) {
  switch (cost.basis) {
    case hardware::CostBasis::rent:
      if (!pool.usd_per_gpu_hour) return std::nullopt;
      return pool.usd_per_gpu_hour->value;
    case hardware::CostBasis::buy:
      if (!pool.purchase_per_gpu) return std::nullopt;
      return pool.purchase_per_gpu->value * (1.0 - cost.residual) /
             (cost.years * kHoursPerYear * cost.utilisation);
    case hardware::CostBasis::own:
      return 0.0;
  }
  return std::nullopt;
}

}  // namespace

Money hourly(const hardware::Cluster& cluster, const strategy::Job& job, const std::vector<int>& used) {
  Money money;
  bool known = true;
  double hardware = 0.0;
  double watts = 0.0;
  double idle = 0.0;
  for (std::size_t i = 0; i < cluster.pools.size(); ++i) {
    const hardware::Pool& pool = cluster.pools[i];
    const int idle_gpus = job.cost.idle_gpus_cost ? pool.gpus() - used[i] : 0;
    watts += used[i] * pool.gpu_power.value;
    if (used[i] == 0 && idle_gpus <= 0) continue;
    const auto rate = hardware_rate(pool, job.cost);
    if (!rate) {
      known = false;
      continue;
    }
    hardware += used[i] * *rate;
    if (idle_gpus > 0) idle += idle_gpus * *rate;
  }
  money.power_kw = watts / 1000.0;
  const bool electricity = job.cost.basis != hardware::CostBasis::rent;
  money.hardware_per_hour = hardware;
  money.power_per_hour = electricity ? money.power_kw * job.cost.pue * job.cost.usd_per_kwh : 0.0;
  money.idle_per_hour = idle;
  if (known)
    money.usd_per_hour = UsdPerHour{money.hardware_per_hour + money.power_per_hour + money.idle_per_hour};
  return money;
}

void add_job_totals(Money& money, const strategy::Job& job, double tokens_per_second) {
  const double hours = job.tokens / tokens_per_second / kSecondsPerHour;
  money.energy_kwh_for_job = money.power_kw * hours;
  if (!money.usd_per_hour) return;
  money.usd_per_trillion_tokens = money.usd_per_hour->value * 1e12 / (tokens_per_second * kSecondsPerHour);
  money.usd_for_job = Usd{money.usd_per_hour->value * hours};
}

}  // namespace astrolabe::cost
