#include "core/cost/ownership.h"

#include <cmath>
#include <numeric>

#include "core/base/hours.h"

namespace astrolabe::cost {

namespace {

constexpr double kMonths = 12.0;

PaidMachines machines_of(const hardware::Cluster& cluster, const std::vector<int>& paid) {
  PaidMachines machines;
  for (std::size_t i = 0; i < cluster.pools.size(); ++i)
    if (paid[i] > 0) machines.add(cluster.pools[i], paid[i]);
  return machines;
}

}  // namespace

const char* to_string(OwnershipTerm term) {
  constexpr std::array<const char*, kOwnershipTerms> names{
      "machines", "network", "storage", "hall", "hosting", "energy", "support", "staff", "residual"};
  return names[static_cast<std::size_t>(term)];
}

double OwnershipTerms::total() const { return std::accumulate(usd.begin(), usd.end(), 0.0); }

double worth_of_payments(double years, double discount_rate) {
  if (discount_rate <= 0.0) return years;
  return -std::expm1(-years * std::log1p(discount_rate)) / std::log1p(discount_rate);
}

void PaidMachines::add(const hardware::Pool& pool, double gpus) {
  usd =
      usd && pool.purchase_per_gpu ? std::optional(*usd + gpus * pool.purchase_per_gpu->value) : std::nullopt;
  network_usd += pool.network_per_gpu ? gpus * pool.network_per_gpu->value : 0.0;
  it_kw += gpus * (pool.billed_watts() + pool.network_power.value) / 1000.0;
}

OwnershipTerms ownership_terms(const PaidMachines& paid, double power_kw, const strategy::Cost& cost) {
  using Term = OwnershipTerm;
  const double machines = paid.usd.value_or(0.0), network = paid.usd ? paid.network_usd : 0.0;
  const bool owned = cost.basis == hardware::CostBasis::own;
  const double paid_years = worth_of_payments(cost.years, cost.discount_rate);
  OwnershipTerms terms;
  terms[Term::machines] = owned ? 0.0 : machines;
  terms[Term::network] = owned ? 0.0 : network;
  terms[Term::storage] = cost.storage_usd.value_or(0.0);
  terms[Term::hall] = cost.hall_usd_per_kw.value_or(0.0) * paid.it_kw * cost.years / cost.hall_years;
  terms[Term::hosting] = cost.hosting_usd_per_kw_month.value_or(0.0) * paid.it_kw * kMonths * paid_years;
  terms[Term::energy] = power_kw * cost.usd_per_kwh * kHoursPerYear * cost.utilisation * paid_years;
  terms[Term::support] = cost.support_share_per_year.value_or(0.0) * (machines + network) * paid_years;
  terms[Term::staff] = cost.staff_usd_per_year.value_or(0.0) * paid_years;
  terms[Term::residual] = 0.0 - cost.residual * (terms[Term::machines] + terms[Term::network]) *
                                    std::pow(1.0 + cost.discount_rate, -cost.years);
  return terms;
}

std::optional<Ownership> ownership_of(const hardware::Cluster& cluster, const strategy::Job& job,
                                      const std::vector<int>& paid, const Money& money, double hours) {
  const PaidMachines machines = machines_of(cluster, paid);
  if (!machines.usd && job.cost.basis != hardware::CostBasis::own) return std::nullopt;
  return Ownership{.years = job.cost.years,
                   .terms = ownership_terms(machines, money.power_kw, job.cost),
                   .job_share = hours / (job.cost.years * kHoursPerYear * job.cost.utilisation)};
}

double RentOrBuy::rent_after(double months_of_use) const {
  return rent_per_month * kMonths * worth_of_payments(months_of_use / kMonths, discount_rate);
}

double RentOrBuy::buy_after(double months_of_use) const {
  return buy_at_once + buy_per_month * kMonths * worth_of_payments(months_of_use / kMonths, discount_rate);
}

std::optional<double> RentOrBuy::even_after() const {
  const double saved = rent_per_month - buy_per_month;
  if (saved <= 0.0) return std::nullopt;
  double even = buy_at_once / saved;  // months, where later money is worth as much
  if (discount_rate > 0.0) {
    const double monthly = std::log1p(discount_rate) / kMonths;
    if (even * monthly >= 1.0) return std::nullopt;
    even = -std::log1p(-even * monthly) / monthly;
  }
  return even <= months ? std::optional(even) : std::nullopt;
}

std::optional<RentOrBuy> rent_or_buy(const hardware::Cluster& cluster, const strategy::Job& job,
                                     const std::vector<int>& paid, const Money& money) {
  using Term = OwnershipTerm;
  const strategy::Cost& cost = job.cost;
  const PaidMachines machines = machines_of(cluster, paid);
  if (!machines.usd || cost.basis == hardware::CostBasis::own) return std::nullopt;
  RentOrBuy result;
  const bool committed = cost.commitment == hardware::Commitment::reserved_1y ||
                         cost.commitment == hardware::Commitment::reserved_3y;
  const double hours = kHoursPerMonth * (committed ? 1.0 : cost.utilisation);
  for (std::size_t i = 0; i < cluster.pools.size(); ++i) {
    const hardware::Pool& pool = cluster.pools[i];
    if (paid[i] == 0) continue;
    const auto& rent = pool.usd_per_gpu_hour ? pool.usd_per_gpu_hour : pool.type_usd_per_gpu_hour;
    if (!rent) return std::nullopt;
    if (!pool.usd_per_gpu_hour) result.rent_source = pool.type_price_source;
    result.rent_per_month += paid[i] * rent->value * hours;
  }
  const OwnershipTerms terms = ownership_terms(machines, money.power_kw, cost);
  result.buy_at_once =
      terms[Term::machines] + terms[Term::network] + terms[Term::storage] + terms[Term::hall];
  const double over_years =
      terms[Term::hosting] + terms[Term::energy] + terms[Term::support] + terms[Term::staff];
  result.buy_per_month = over_years / (kMonths * worth_of_payments(cost.years, cost.discount_rate));
  result.left = -terms[Term::residual];
  result.months = cost.years * kMonths;
  result.discount_rate = cost.discount_rate;
  return result;
}

}  // namespace astrolabe::cost
