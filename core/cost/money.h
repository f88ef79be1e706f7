#pragma once
// What the GPUs of a plan cost an hour, and the job as a whole.

#include <vector>

#include "core/cost/evaluation.h"
#include "core/hardware/cluster.h"
#include "core/strategy/job.h"

namespace astrolabe::cost {

/// Of each pool the GPUs of the whole units that `used` take, and their sum.
std::vector<int> paid_gpus(const hardware::Cluster& cluster, const std::vector<int>& used);
int all_paid(const hardware::Cluster& cluster, const std::vector<int>& used);

/// GPUs that stand idle beside `paid` ones, those of the units in use, and are paid for like them: in the
/// hour, in the purchase, over the years. Where the machines stand there whatever a plan uses
/// (Cost::idle_gpus_cost), they are all others, slow and failed ones among them. Else a plan chooses what it
/// is paid for, and they are the spares that no failed node has put to work: neither rented nor bought is
/// what is not chosen, failed or not, unless it lies in a unit in use. Nor does a spare count that lies
/// inside of the units that all usable GPUs take (a rack that is had whole): it is paid with these.
int kept_gpus(const hardware::Pool& pool, const strategy::Cost& cost, int paid);
std::vector<int> kept_gpus(const hardware::Cluster& cluster, const strategy::Cost& cost,
                           const std::vector<int>& paid);

/// Rate of a set of GPUs, independent of the strategy that uses them. `used`: GPUs per pool; paid are the
/// whole units that they take and the idle GPUs of kept_gpus(). Power, and with it electricity, is of the
/// units in use; all other figures are of what is paid. rent: sum of GPUs x price. buy: price x (1 -
/// residual) / (years x 8,760 h x utilisation) + electricity + hosting, where the price is that of the GPU
/// and, if its pool states one, its share of the network. own: electricity and hosting. Power at the wall is
/// that of machines and their share of the switches, times pue. Electricity is power at the wall x
/// usd_per_kwh, paid as it is drawn. Hosting is the power of machines and switches x hosting_usd_per_kw_month
/// / (730.5 h x utilisation): a month is paid for, its hours used or not; nothing where the job states no
/// price. Without a price of a GPU that is paid for the rate is empty. A month costs the rate over all its
/// hours where it is rented, over those used where not. Ownership over `years` is the sum of its terms
/// (ownership.h); empty without a purchase price. Nodes that are rented as spot are interrupted as often as
/// their pool says.
Money hourly(const hardware::Cluster& cluster, const strategy::Job& job, const std::vector<int>& used);
/// hourly() of a row with the GPUs that it says it uses, pays and keeps idle (tell_paid()).
Money hourly_of_row(const hardware::Cluster& cluster, const strategy::Job& job, const Evaluation& row);

/// Tells of a row what its GPUs are paid with: `paid` and `kept` from `gpus`.
void tell_paid(const hardware::Cluster& cluster, const strategy::Cost& cost, Evaluation& row);

/// The figures of hourly() that limits bound: what a paid GPU of a pool adds to them, or what they are with
/// no GPU in use. None: a price is not known.
struct Charge {
  std::optional<double> usd_per_hour, usd_per_month;
  double power_kw = 0.0;
  std::optional<double> purchase, ownership;
};

/// The coefficients of hourly(): each of its figures is that of `base` and, for every GPU of a unit in use,
/// that of its pool. Where idle GPUs cost, a paid one is no longer idle; a pool with fewer GPUs than one unit
/// saves them over the whole unit, and GPUs paid beyond those it has save none: there hourly() is above.
struct Charges {
  Charge base;                 ///< idle GPUs with nothing in use, storage and staff
  std::vector<Charge> of_gpu;  ///< by pool
};
Charges charges_of(const hardware::Cluster& cluster, const strategy::Job& job);

/// Adds what depends on speed: cost per 10^12 tokens = rate x 10^12 / (tokens per second x 3600); job totals.
void add_job_totals(Money& money, const strategy::Job& job, double tokens_per_second);

}  // namespace astrolabe::cost
