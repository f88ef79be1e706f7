#include "core/cost/money.h"

#include "core/base/hours.h"

namespace astrolabe::cost {

namespace {

/// What an hour of use writes off.
double written_off(Usd price, const strategy::Cost& cost) {
  return price.value * (1.0 - cost.residual) / (cost.years * kHoursPerYear * cost.utilisation);
}

/// Hardware share of one GPU hour, or nothing without a price.
std::optional<double> hardware_rate(const hardware::Pool& pool, const strategy::Cost& cost) {
  switch (cost.basis) {
    case hardware::CostBasis::rent:
      if (!pool.usd_per_gpu_hour) return std::nullopt;
      return pool.usd_per_gpu_hour->value;
    case hardware::CostBasis::buy:
      if (!pool.purchase_per_gpu) return std::nullopt;
      return written_off(*pool.purchase_per_gpu, cost);
    case hardware::CostBasis::own:
      return 0.0;
  }
  return std::nullopt;
}

/// The network's share of one GPU hour; nothing where its pool states no price.
double network_rate(const hardware::Pool& pool, const strategy::Cost& cost) {
  return cost.basis == hardware::CostBasis::buy && pool.network_per_gpu
             ? written_off(*pool.network_per_gpu, cost)
             : 0.0;
}

/// USD for an hour of use of a kW that is hosted: a month is paid for, used or not. Nothing where the job
/// states no price.
double hosting_rate(const strategy::Cost& cost) {
  return cost.basis == hardware::CostBasis::rent
             ? 0.0
             : cost.hosting_usd_per_kw_month.value_or(0.0) / (kHoursPerMonth * cost.utilisation);
}

}  // namespace

Money hourly(const hardware::Cluster& cluster, const strategy::Job& job, const std::vector<int>& used) {
  Money money;
  bool known = true;
  const double hosting = hosting_rate(job.cost);
  double hardware = 0.0;
  double network = 0.0;
  double watts = 0.0;
  double idle = 0.0;
  for (std::size_t i = 0; i < cluster.pools.size(); ++i) {
    const hardware::Pool& pool = cluster.pools[i];
    const int idle_gpus = job.cost.idle_gpus_cost ? pool.gpus() - used[i] : 0;
    watts += used[i] * pool.billed_watts();
    if (used[i] == 0 && idle_gpus <= 0) continue;
    const auto rate = hardware_rate(pool, job.cost);
    if (!rate) {
      known = false;
      continue;
    }
    const double of_network = network_rate(pool, job.cost);
    hardware += used[i] * *rate;
    network += used[i] * of_network;
    if (idle_gpus > 0) idle += idle_gpus * (*rate + of_network + pool.billed_watts() / 1000.0 * hosting);
  }
  money.power_kw = watts / 1000.0;
  const bool electricity = job.cost.basis != hardware::CostBasis::rent;
  money.hardware_per_hour = hardware;
  money.network_per_hour = network;
  money.power_per_hour = electricity ? money.power_kw * job.cost.pue * job.cost.usd_per_kwh : 0.0;
  money.hosting_per_hour = money.power_kw * hosting;
  money.idle_per_hour = idle;
  if (known)
    money.usd_per_hour = UsdPerHour{money.hardware_per_hour + money.network_per_hour + money.power_per_hour +
                                    money.hosting_per_hour + money.idle_per_hour};
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
