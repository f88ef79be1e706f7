#pragma once
// One job on four nodes of eight H100, bought, rented on demand and rented as spot by quotes of a price book:
// a purchase whose figures can all be summed by hand (tst_purchase).

#include <memory>
#include <stdexcept>

#include "core/cost/goodput.h"
#include "core/cost/money.h"
#include "core/hardware/price_book.h"
#include "core/plan/snapshot.h"
#include "tests/core/problems.h"

namespace astrolabe::tests {

inline hardware::Quote quoted_node(hardware::Term term, double usd, int from_units = 1) {
  hardware::Quote quote;
  quote.node = "onprem-dgx-h100";
  quote.term = term;
  quote.usd = usd;
  quote.provider = "Broker";
  quote.from_units = from_units;
  quote.source = {"offer", "2026-11-20", true};
  return quote;
}

/// A node costs 320,000 USD, 300,000 of four or more; 24 USD an hour on demand and 12 as spot, which takes a
/// node away 0.009 times an hour.
inline hardware::Catalogue worked_prices() {
  hardware::OwnTypes own;
  own.quotes = {quoted_node(hardware::Term::purchase, 320'000),
                quoted_node(hardware::Term::purchase, 300'000, 4), quoted_node(hardware::Term::on_demand, 24),
                quoted_node(hardware::Term::spot, 12)};
  own.quotes.back().interruptions_per_node_hour = 0.009;
  return hardware::Catalogue::built_in().with(own);
}

/// Four nodes of 8 kW, with 16,000 USD of network each, of whose switches each GPU has 50 W.
inline hardware::Cluster worked_cluster(hardware::Commitment commitment) {
  hardware::PoolSpec pool;
  pool.id = "h100";
  pool.node = "onprem-dgx-h100";
  pool.nodes = 4;
  pool.kw_per_node = 8.0;
  pool.network_usd_per_node = 16'000;
  auto cluster = hardware::resolve({"worked", {pool}, {}, {}}, worked_prices(), commitment);
  if (!cluster) throw std::logic_error("the worked cluster is refused");
  cluster->pools[0].network_power = Watts{50};
  return *cluster;
}

/// 7.2 x 10^11 tokens at 100,000 tokens/s: 2,000 hours undisturbed, on 28 of the 32 GPUs. A GPU fails 0.0005
/// times an hour; after each hour of work a checkpoint of 25.2 GB at 0.7 GB/s takes 36 s, and work goes on
/// half an hour after a failure. Four years at 80 %, a tenth left; 0.10 USD a kWh, PUE 1.25, 400 g a kWh,
/// hosting 150 USD a kW and month. It starts on 1 March 2027.
inline strategy::Problem worked_problem(hardware::CostBasis basis, hardware::Commitment commitment) {
  auto graph = make_graph(4);
  graph->parameters_total = 1'800'000'000;  // 14 bytes each in a checkpoint
  strategy::Problem problem = make_test_problem(graph, worked_cluster(commitment), 4096, 256);
  strategy::Job& job = problem.job;
  job.tokens = 7.2e11;
  job.start = "2027-03-01";
  job.reliability = {0.0005, 1764.0, 0.7, 3600.0};
  job.cost.basis = basis;
  job.cost.commitment = commitment;
  job.cost.pue = 1.25;
  job.cost.hosting_usd_per_kw_month = 150.0;
  job.cost.carbon_g_per_kwh = 400.0;
  return problem;
}

/// What a search would have found for it: one strategy of 10 s a step, 9.5 to 10.8 s.
inline std::shared_ptr<plan::Snapshot> worked_answer(const strategy::Problem& problem) {
  auto answer = std::make_shared<plan::Snapshot>();
  answer->problem = std::make_shared<const strategy::Problem>(problem);
  answer->objective = strategy::Objective::money;
  cost::Evaluation row;
  row.gpus = {28};
  row.paid = cost::paid_gpus(problem.cluster, row.gpus);
  row.step = Seconds{10.0};
  row.step_low = Seconds{9.5};
  row.step_high = Seconds{10.8};
  row.tokens_per_second = 1e5;
  row.hours_for_job = 2000.0;
  row.money = cost::hourly(problem.cluster, problem.job, row.gpus);
  cost::add_job_totals(row.money, problem.job, row.tokens_per_second);
  cost::add_outcome(problem, row);
  answer->best = {std::move(row)};
  return answer;
}

}  // namespace astrolabe::tests
