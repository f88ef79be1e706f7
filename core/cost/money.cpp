#include "core/cost/money.h"

#include <algorithm>

#include "core/base/hours.h"
#include "core/cost/ownership.h"

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

/// How often an hour takes away one of the nodes that these GPUs of a pool rented as spot are in.
double interruptions_of(const hardware::Pool& pool, int used, const strategy::Cost& cost) {
  if (cost.basis != hardware::CostBasis::rent || used == 0) return 0.0;
  const int nodes = (used + pool.gpus_per_node - 1) / std::max(1, pool.gpus_per_node);
  return pool.interruptions_per_node_hour.value_or(0.0) * nodes;
}

}  // namespace

std::vector<int> paid_gpus(const hardware::Cluster& cluster, const std::vector<int>& used) {
  std::vector<int> paid(used.size());
  for (std::size_t i = 0; i < used.size(); ++i) paid[i] = cluster.pools[i].paid(used[i]);
  return paid;
}

int all_paid(const hardware::Cluster& cluster, const std::vector<int>& used) {
  int sum = 0;
  for (std::size_t i = 0; i < used.size(); ++i) sum += cluster.pools[i].paid(used[i]);
  return sum;
}

Money hourly(const hardware::Cluster& cluster, const strategy::Job& job, const std::vector<int>& used) {
  Money money;
  bool known = true;
  const double hosting = hosting_rate(job.cost);
  double hardware = 0.0;
  double network = 0.0;
  double watts = 0.0;
  double switches = 0.0;
  double idle = 0.0;
  std::optional<double> machines = 0.0;
  double networks = 0.0;
  for (std::size_t i = 0; i < cluster.pools.size(); ++i) {
    const hardware::Pool& pool = cluster.pools[i];
    const int paid = pool.paid(used[i]);
    const int idle_gpus = job.cost.idle_gpus_cost ? std::max(0, pool.gpus() - paid) : 0;
    watts += paid * pool.billed_watts();
    switches += paid * pool.network_power.value;
    money.interruptions_per_hour += interruptions_of(pool, used[i], job.cost);
    if (paid > 0) {
      money.power_estimated = money.power_estimated || pool.power_estimated || pool.network_power.value > 0.0;
      const auto& price = pool.purchase_per_gpu;
      machines = machines && price ? std::optional(*machines + paid * price->value) : std::nullopt;
      networks += pool.network_per_gpu ? paid * pool.network_per_gpu->value : 0.0;
    }
    if (paid == 0 && idle_gpus == 0) continue;
    const auto rate = hardware_rate(pool, job.cost);
    if (!rate) {
      known = false;
      continue;
    }
    const double of_network = network_rate(pool, job.cost);
    hardware += paid * *rate;
    network += paid * of_network;
    const double idle_kw = (pool.billed_watts() + pool.network_power.value) / 1000.0;
    idle += idle_gpus * (*rate + of_network + idle_kw * hosting);
  }
  money.machine_kw = watts / 1000.0;
  money.network_kw = switches / 1000.0;
  money.power_kw = money.it_kw() * job.cost.pue;
  const bool rented = job.cost.basis == hardware::CostBasis::rent;
  money.hardware_per_hour = hardware;
  money.network_per_hour = network;
  money.power_per_hour = rented ? 0.0 : money.power_kw * job.cost.usd_per_kwh;
  money.hosting_per_hour = money.it_kw() * hosting;
  money.idle_per_hour = idle;
  if (machines) money.purchase = Usd{*machines + networks};
  if (machines)
    money.ownership = Usd{ownership_terms(*machines, networks, money, job.cost).total()};
  else if (job.cost.basis == hardware::CostBasis::own)
    money.ownership = Usd{ownership_terms(0.0, 0.0, money, job.cost).total()};
  if (!known) return money;
  money.usd_per_hour = UsdPerHour{money.hardware_per_hour + money.network_per_hour + money.power_per_hour +
                                  money.hosting_per_hour + money.idle_per_hour};
  money.usd_per_month =
      Usd{money.usd_per_hour->value * kHoursPerMonth * (rented ? 1.0 : job.cost.utilisation)};
  return money;
}

void add_job_totals(Money& money, const strategy::Job& job, double tokens_per_second) {
  const double hours = job.tokens / tokens_per_second / kSecondsPerHour;
  money.energy_kwh_for_job = money.power_kw * hours;
  if (const auto& grams = job.cost.carbon_g_per_kwh)
    money.carbon_kg_for_job = money.energy_kwh_for_job * *grams / kGramsPerKilogram;
  if (!money.usd_per_hour) return;
  money.usd_per_trillion_tokens = money.usd_per_hour->value * 1e12 / (tokens_per_second * kSecondsPerHour);
  money.usd_for_job = Usd{money.usd_per_hour->value * hours};
}

}  // namespace astrolabe::cost
