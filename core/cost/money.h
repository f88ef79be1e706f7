#pragma once
// What the GPUs of a plan cost an hour, and the job as a whole.

#include <vector>

#include "core/cost/evaluation.h"
#include "core/hardware/cluster.h"
#include "core/strategy/job.h"

namespace astrolabe::cost {

/// Rate of a set of GPUs, independent of the strategy that uses them. `used`: GPUs per pool.
/// rent: sum of GPUs x price. buy: price x (1 - residual) / (years x 8,760 h x utilisation) + electricity +
/// hosting, where the price is that of the GPU and, if its pool states one, its share of the network.
/// own: electricity and hosting. Electricity is machine power x pue x usd_per_kwh, paid as it is drawn.
/// Hosting is machine power x hosting_usd_per_kw_month / (730.5 h x utilisation): a month is paid for, its
/// hours used or not; nothing where the job states no price. Idle GPUs of the cluster are added when the job
/// says so, with their hosting. Without a price of the GPU the rate is empty.
Money hourly(const hardware::Cluster& cluster, const strategy::Job& job, const std::vector<int>& used);

/// Adds what depends on speed: cost per 10^12 tokens = rate x 10^12 / (tokens per second x 3600); job totals.
void add_job_totals(Money& money, const strategy::Job& job, double tokens_per_second);

}  // namespace astrolabe::cost
