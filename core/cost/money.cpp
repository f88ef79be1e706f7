#include "core/cost/money.h"

#include <algorithm>

#include "core/base/hours.h"
#include "core/cost/ownership.h"
#include "core/cost/spares.h"
#include "core/hardware/usable_gpus.h"

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

/// USD an hour of a GPU that is paid for and stands idle: all but electricity.
double idle_rate(const hardware::Pool& pool, const strategy::Cost& cost, double hardware) {
  const double kw = (pool.billed_watts() + pool.network_power.value) / 1000.0;
  return hardware + network_rate(pool, cost) + kw * hosting_rate(cost);
}

/// The share of a month's hours that is paid for at an hourly rate.
double paid_share(const strategy::Cost& cost) {
  return cost.basis == hardware::CostBasis::rent ? 1.0 : cost.utilisation;
}

/// How often an hour takes away one of the nodes that these GPUs of a pool rented as spot are in.
double interruptions_of(const hardware::Pool& pool, int used, const strategy::Cost& cost) {
  if (cost.basis != hardware::CostBasis::rent || used == 0) return 0.0;
  const int nodes = (used + pool.gpus_of_node() - 1) / std::max(1, pool.gpus_of_node());
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

int kept_gpus(const hardware::Pool& pool, const strategy::Cost& cost, int paid) {
  if (cost.idle_gpus_cost) return std::max(0, pool.gpus() - paid);
  const int spares = hardware::standing_spares(pool) * pool.gpus_per_node;
  if (pool.unit <= pool.gpus_per_node) return spares;
  return std::clamp(pool.gpus() - std::max(paid, pool.paid(pool.max_gpus)), 0, spares);
}

std::vector<int> kept_gpus(const hardware::Cluster& cluster, const strategy::Cost& cost,
                           const std::vector<int>& paid) {
  std::vector<int> kept(paid.size());
  for (std::size_t i = 0; i < paid.size(); ++i) kept[i] = kept_gpus(cluster.pools[i], cost, paid[i]);
  return kept;
}

void tell_paid(const hardware::Cluster& cluster, const strategy::Cost& cost, Evaluation& row) {
  row.paid = paid_gpus(cluster, row.gpus);
  row.kept = kept_gpus(cluster, cost, row.paid);
}

namespace {

/// GPUs of a pool: used, of the whole units that these take, and idle ones that are paid for.
struct PoolGpus {
  int used, paid, kept;
};

/// hourly() of the GPUs that `gpus_of` tells of each pool.
template <class GpusOf>
Money hourly_of(const hardware::Cluster& cluster, const strategy::Job& job, const GpusOf& gpus_of) {
  Money money;
  bool known = true;
  double hardware = 0.0;
  double network = 0.0;
  double watts = 0.0;
  double switches = 0.0;
  double idle = 0.0;
  PaidMachines machines;
  for (std::size_t i = 0; i < cluster.pools.size(); ++i) {
    const hardware::Pool& pool = cluster.pools[i];
    const auto [used, paid, kept] = gpus_of(i);
    if (paid + kept == 0) continue;
    machines.add(pool, paid + kept);
    watts += paid * pool.billed_watts();
    switches += paid * pool.network_power.value;
    money.interruptions_per_hour += interruptions_of(pool, used, job.cost);
    if (paid > 0)
      money.power_estimated = money.power_estimated || pool.power_estimated || pool.network_power.value > 0.0;
    const auto rate = hardware_rate(pool, job.cost);
    if (!rate) {
      known = false;
      continue;
    }
    hardware += paid * *rate;
    network += paid * network_rate(pool, job.cost);
    idle += kept * idle_rate(pool, job.cost, *rate);
  }
  money.machine_kw = watts / 1000.0;
  money.network_kw = switches / 1000.0;
  money.power_kw = money.it_kw() * job.cost.pue;
  const bool rented = job.cost.basis == hardware::CostBasis::rent;
  money.hardware_per_hour = hardware;
  money.network_per_hour = network;
  money.power_per_hour = rented ? 0.0 : money.power_kw * job.cost.usd_per_kwh;
  money.hosting_per_hour = money.it_kw() * hosting_rate(job.cost);
  money.idle_per_hour = idle;
  if (machines.usd) money.purchase = Usd{*machines.usd + machines.network_usd};
  if (machines.usd || job.cost.basis == hardware::CostBasis::own)
    money.ownership = Usd{ownership_terms(machines, money.power_kw, job.cost).total()};
  if (!known) return money;
  money.usd_per_hour = UsdPerHour{money.hardware_per_hour + money.network_per_hour + money.power_per_hour +
                                  money.hosting_per_hour + money.idle_per_hour};
  money.usd_per_month = Usd{money.usd_per_hour->value * kHoursPerMonth * paid_share(job.cost)};
  return money;
}

}  // namespace

Money hourly(const hardware::Cluster& cluster, const strategy::Job& job, const std::vector<int>& used) {
  Money money = hourly_of(cluster, job, [&](std::size_t i) {
    const hardware::Pool& pool = cluster.pools[i];
    const int paid = pool.paid(used[i]);
    return PoolGpus{used[i], paid, kept_gpus(pool, job.cost, paid)};
  });
  money.available = available_of(cluster, job, used);
  return money;
}

Money hourly_of_row(const hardware::Cluster& cluster, const strategy::Job& job, const Evaluation& row) {
  Money money = hourly_of(cluster, job, [&](std::size_t i) {
    return PoolGpus{row.gpus[i], row.paid[i], row.kept[i]};
  });
  money.available = available_of(cluster, job, row.gpus);
  return money;
}

namespace {

/// What a GPU of a unit in use of a pool adds to the figures of hourly(): all of it or, where it was paid for
/// while it was idle, what it costs beyond that.
Charge charge_of(const hardware::Pool& pool, const strategy::Job& job) {
  const strategy::Cost& cost = job.cost;
  const double saved =
      cost.idle_gpus_cost ? std::min(1.0, static_cast<double>(pool.gpus()) / pool.unit) : 0.0;
  PaidMachines machines;
  machines.add(pool, 1.0 - saved);
  Charge charge;
  charge.power_kw = (pool.billed_watts() / 1000.0 + pool.network_power.value / 1000.0) * cost.pue;
  if (const auto rate = hardware_rate(pool, cost)) {
    const bool rented = cost.basis == hardware::CostBasis::rent;
    const double electricity = rented ? 0.0 : charge.power_kw * cost.usd_per_kwh;
    charge.usd_per_hour = electricity + (1.0 - saved) * idle_rate(pool, cost, *rate);
    charge.usd_per_month = *charge.usd_per_hour * kHoursPerMonth * paid_share(cost);
  }
  if (pool.purchase_per_gpu) charge.purchase = *machines.usd + machines.network_usd;
  if (!pool.purchase_per_gpu && cost.basis != hardware::CostBasis::own) return charge;
  strategy::Cost of_machines = cost;
  of_machines.storage_usd.reset();
  of_machines.staff_usd_per_year.reset();
  charge.ownership = ownership_terms(machines, charge.power_kw, of_machines).total();
  return charge;
}

}  // namespace

Charges charges_of(const hardware::Cluster& cluster, const strategy::Job& job) {
  Charges charges;
  double idle = 0.0;
  bool known = true;
  PaidMachines machines;
  for (const hardware::Pool& pool : cluster.pools) {
    charges.of_gpu.push_back(charge_of(pool, job));
    const int kept = kept_gpus(pool, job.cost, 0);
    if (kept == 0) continue;
    machines.add(pool, kept);
    const auto rate = hardware_rate(pool, job.cost);
    known = known && rate;
    idle += kept * idle_rate(pool, job.cost, rate.value_or(0.0));
  }
  if (known) {
    charges.base.usd_per_hour = idle;
    charges.base.usd_per_month = idle * kHoursPerMonth * paid_share(job.cost);
  }
  if (machines.usd) charges.base.purchase = *machines.usd + machines.network_usd;
  if (machines.usd || job.cost.basis == hardware::CostBasis::own)
    charges.base.ownership = ownership_terms(machines, 0.0, job.cost).total();
  return charges;
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
