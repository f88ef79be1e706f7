#pragma once
// What machines cost over the years of their use, term by term, and renting them beside it.

#include <optional>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/hardware/cluster.h"
#include "core/strategy/job.h"

namespace astrolabe::cost {

/// Payments of 1 a year, spread evenly over `years`, in money of today: the integral of (1 + d)^-t from 0 to
/// years, (1 - (1 + d)^-years) / ln(1 + d); years without a discount.
double worth_of_payments(double years, double discount_rate);

/// Machines that are paid for, used or idle, and their network.
struct PaidMachines {
  std::optional<double> usd = 0.0;  ///< to buy them; none: a price is not known
  double network_usd = 0.0;
  double it_kw = 0.0;  ///< of machines and switches at full load: a hall has room for it, and it is hosted
  /// So many more GPUs of a pool, with their shares of node and network.
  void add(const hardware::Pool& pool, double gpus);
};

/// Terms of ownership of machines that draw `power_kw` at the wall while they are used; what they cost counts
/// nothing where it is not known. Bought at once: machines and network (basis own: nothing), storage, and of
/// a hall of one's own the part of its years that the machines fill. Paid over the years: hosting of all
/// months, electricity of the hours used, support as a share of machines and network, staff. At the end as
/// much is left as the residual says.
OwnershipTerms ownership_terms(const PaidMachines& paid, double power_kw, const strategy::Cost& cost);

/// Those of the GPUs that are paid for in each pool, idle ones among them (Evaluation::all_paid()), and the
/// share of a job of so many hours. Empty: a price is not known.
std::optional<Ownership> ownership_of(const hardware::Cluster& cluster, const strategy::Job& job,
                                      const std::vector<int>& paid, const Money& money, double hours);

/// Renting the GPUs that are paid for in each pool for the hours that they are used (all hours under a
/// commitment of years), beside buying them. A pool without a rent is compared with the least rent of its GPU
/// type. Empty: a price is not known, or the machines are owned.
std::optional<RentOrBuy> rent_or_buy(const hardware::Cluster& cluster, const strategy::Job& job,
                                     const std::vector<int>& paid, const Money& money);

}  // namespace astrolabe::cost
