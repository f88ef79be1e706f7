#include "core/cost/spares.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/cost/reliability.h"
#include "core/hardware/usable_gpus.h"

namespace astrolabe::cost {

namespace {

constexpr int kMostSpares = 64;
constexpr double kHardlyWaits = 1e-4;

int nodes_in_use(const hardware::Pool& pool, int used) {
  const int size = std::max(1, pool.gpus_of_node());
  return (used + size - 1) / size;
}

/// The best share of the pools so far with each number of spares, and how many the last of them has.
struct SparePlacing {
  std::vector<double> available;
  std::vector<std::vector<int>> last;  ///< per pool, per number of spares of the pools up to it
};

void add_pool(SparePlacing& placing, const RepairLoad& load) {
  std::vector<double> alone(placing.available.size());
  for (std::size_t n = 0; n < alone.size(); ++n) alone[n] = enough_spares(load, static_cast<int>(n));
  std::vector<double> best(alone.size(), -1.0);
  std::vector<int> chosen(alone.size(), 0);
  for (std::size_t all = 0; all < best.size(); ++all)
    for (std::size_t here = 0; here <= all; ++here) {
      const double available = placing.available[all - here] * alone[here];
      if (available < best[all]) continue;
      best[all] = available;
      chosen[all] = static_cast<int>(here);
    }
  placing.available = std::move(best);
  placing.last.push_back(std::move(chosen));
}

}  // namespace

std::optional<LastingFailures> lasting_failures(const hardware::Cluster& cluster, const strategy::Job& job) {
  const strategy::Reliability& stated = job.reliability;
  const bool last = stated.repair_hours ||
                    std::any_of(cluster.pools.begin(), cluster.pools.end(),
                                [](const hardware::Pool& pool) { return pool.spares > 0 || pool.domain; });
  if (!last) return std::nullopt;
  LastingFailures failures;
  failures.per_gpu_hour = stated.failures_per_gpu_hour.value_or(reliability::failures_per_gpu_hour) *
                          stated.lasting_share.value_or(reliability::lasting_share);
  failures.domain_share = stated.domain_share.value_or(reliability::domain_share);
  failures.repair_hours = stated.repair_hours.value_or(reliability::assumed_repair_hours);
  return failures;
}

RepairLoad repair_load(const hardware::Pool& pool, int used, const LastingFailures& failures) {
  const int nodes = nodes_in_use(pool, used);
  const double all = nodes * pool.gpus_of_node() * failures.per_gpu_hour * failures.repair_hours;
  if (!pool.domain) return {all, 0.0, 1};
  const double domains = all * failures.domain_share;
  return {all - domains, domains, std::clamp(pool.domain->nodes, 1, std::max(1, nodes))};
}

double enough_spares(const RepairLoad& load, int spares) {
  std::vector<double> few(static_cast<std::size_t>(spares) + 1);  // P(at most n single nodes)
  double term = std::exp(-load.nodes);
  double sum = 0.0;
  for (int n = 0; n <= spares; ++n) {
    sum += term;
    few[static_cast<std::size_t>(n)] = sum;
    term *= load.nodes / (n + 1);
  }
  double enough = 0.0;
  double down = std::exp(-load.domains);
  for (int domains = 0; domains * load.domain_nodes <= spares; ++domains) {
    enough += down * few[static_cast<std::size_t>(spares - domains * load.domain_nodes)];
    down *= load.domains / (domains + 1);
  }
  return std::min(1.0, enough);
}

double available_of(const hardware::Cluster& cluster, const strategy::Job& job,
                    const std::vector<int>& used) {
  const auto failures = lasting_failures(cluster, job);
  if (!failures) return 1.0;
  double available = 1.0;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i] > 0)
      available *= enough_spares(repair_load(cluster.pools[i], used[i], *failures),
                                 hardware::standing_spares(cluster.pools[i]));
  return available;
}

std::vector<SpareNodes> spare_table(const strategy::Problem& problem, const Evaluation& evaluation) {
  const auto failures = lasting_failures(problem.cluster, problem.job);
  std::vector<SpareNodes> table;
  if (!failures) return table;
  SparePlacing placing{std::vector<double>(kMostSpares + 1, 1.0), {}};
  std::vector<std::size_t> pools;
  for (std::size_t i = 0; i < evaluation.gpus.size(); ++i) {
    if (evaluation.gpus[i] == 0) continue;
    pools.push_back(i);
    add_pool(placing, repair_load(problem.cluster.pools[i], evaluation.gpus[i], *failures));
  }
  const double undisturbed =
      evaluation.goodput.available > 0.0 ? evaluation.goodput.share / evaluation.goodput.available : 0.0;
  for (int nodes = 0; nodes <= kMostSpares; ++nodes) {
    SpareNodes row{nodes, std::vector<int>(evaluation.gpus.size(), 0), 1.0, 1.0};
    row.available = placing.available[static_cast<std::size_t>(nodes)];
    row.share = row.available * undisturbed;
    int left = nodes;
    for (std::size_t k = pools.size(); k-- > 0;) {
      row.by_pool[pools[k]] = placing.last[k][static_cast<std::size_t>(left)];
      left -= row.by_pool[pools[k]];
    }
    table.push_back(std::move(row));
    if (1.0 - table.back().available < kHardlyWaits) break;
  }
  return table;
}

const SpareNodes* spares_for(const std::vector<SpareNodes>& table, double goodput) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [goodput](const SpareNodes& row) { return row.share >= goodput; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace astrolabe::cost
