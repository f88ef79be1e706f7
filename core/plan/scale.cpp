#include "core/plan/scale.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/cost/endless.h"
#include "core/cost/limits.h"
#include "core/hardware/machine_links.h"
#include "core/hardware/marks_of_nodes.h"
#include "core/hardware/pool_unit.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/program_report.h"

namespace astrolabe::plan {

namespace {

/// Where a number of nodes becomes whole units.
int whole_units(double nodes, int step) {
  return std::max(1, static_cast<int>(std::lround(nodes / step))) * step;
}

const hardware::Pool* find_pool(const hardware::Cluster& cluster, const std::string& id) {
  for (const hardware::Pool& pool : cluster.pools)
    if (pool.id == id) return &pool;
  return nullptr;
}

}  // namespace

hardware::ClusterSpec without_pool(hardware::ClusterSpec cluster, const std::string& pool) {
  std::erase_if(cluster.pools, [&](const hardware::PoolSpec& it) { return it.id == pool; });
  std::erase_if(cluster.between_pools,
                [&](const hardware::BetweenPools& link) { return link.a == pool || link.b == pool; });
  hardware::drop_gone_machine_links(cluster);
  if (cluster.choose) cluster.choose->max_gpus_per_pool.erase(pool);
  return cluster;
}

std::vector<int> scale_counts(int step, int now, int most) {
  constexpr int kLeastUnits = 4;
  const int top = std::max(2 * whole_units(now, step), kLeastUnits * step);
  std::vector<int> counts;
  if (top / step <= most) {
    for (int nodes = step; nodes <= top; nodes += step) counts.push_back(nodes);
  } else {
    const double low = std::max<double>(step, now / 4.0);
    for (int i = 0; i < most; ++i)
      counts.push_back(whole_units(low * std::pow(top / low, i / (most - 1.0)), step));
  }
  if (now % step == 0) counts.push_back(now);
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

Result<strategy::Problem> at_count(const ScaleQuestion& question, int nodes, bool all) {
  hardware::ClusterSpec spec = question.cluster;
  const hardware::Choose choose = std::exchange(spec.choose, std::nullopt).value_or(hardware::Choose{});
  for (const auto& [pool, most] : choose.max_gpus_per_pool)
    if (most == 0 && pool != question.pool) spec = without_pool(std::move(spec), pool);
  for (hardware::PoolSpec& pool : spec.pools)
    if (pool.id == question.pool) {  // of fewer nodes the first: marks of the others have no place
      pool.nodes = nodes;
      hardware::keep_marks_of_nodes(pool, 0, nodes, hardware::kAllGpus);
    }
  hardware::drop_gone_machine_links(spec);
  strategy::Job job = question.asked.job;
  job.limits = job.limits.of_memory_alone();
  if (!all) {
    spec.choose.emplace();
    job.cost.idle_gpus_cost = true;
  }
  auto cluster = hardware::resolve(spec, question.catalogue, job.cost.commitment);
  if (!cluster) return tl::unexpected<Error>(std::move(cluster.error()));
  auto problem = strategy::make_problem(question.asked.graph, std::move(*cluster), std::move(job),
                                        strategy::Objective::throughput);
  if (!problem) return problem;
  problem->software = question.asked.software;
  problem->coefficients = question.asked.coefficients;
  return problem;
}

Scale scale(const ScaleQuestion& question, const Ask& ask, const std::stop_token& stop,
            const std::function<void(const Scale&)>& publish) {
  const strategy::Limits& limits = question.asked.job.limits;
  Scale found;
  found.pool = question.pool;
  found.mixed = is_mixed(question.asked.cluster);
  found.deadline_hours = question.asked.job.deadline();
  found.budget_usd = limits.budget_usd;
  int step = 1;
  for (const hardware::PoolSpec& pool : question.cluster.pools)
    if (pool.id == question.pool) found.nodes_now = pool.nodes;
  if (const hardware::Pool* pool = find_pool(question.asked.cluster, question.pool))
    step = hardware::nodes_at_once(*pool);
  found.counts = scale_counts(step, std::max(1, found.nodes_now));
  for (const int nodes : found.counts) {
    ScalePoint point;
    point.nodes = nodes;
    for (const bool all : {true, false}) {
      if (point.best || stop.stop_requested()) continue;
      const auto problem = at_count(question, nodes, all);
      if (!problem) continue;
      const SnapshotPtr answer = ask(*problem);
      if (!answer || answer->best.empty()) continue;
      point.best = answer->best.front();
      found.state_anywhere = found.state_anywhere || answer->state_anywhere;
      point.idle = !all;
      strategy::Problem limited = *problem;
      limited.job.limits = limits;
      point.violation = cost::broken_limit(limited, *point.best);
    }
    found.stopped = stop.stop_requested();
    if (found.stopped) break;  // of this count it is not known whether there is a better one
    found.points.push_back(std::move(point));
    if (publish) publish(found);
  }
  return found;
}

std::optional<std::size_t> knee(const Scale& scale) {
  constexpr double kLeastBend = 0.01;
  std::vector<std::size_t> possible;
  for (std::size_t i = 0; i < scale.points.size(); ++i)
    if (scale.points[i].best && !cost::is_endless(scale.points[i].best->outcome)) possible.push_back(i);
  if (possible.size() < 3) return std::nullopt;
  const auto hours = [&](std::size_t i) { return scale.points[i].best->outcome.hours; };
  const auto nodes = [&](std::size_t i) { return static_cast<double>(scale.points[i].nodes); };
  const std::size_t first = possible.front(), last = possible.back();
  const double fall = hours(first) - hours(last);
  if (!(fall > 0.0)) return std::nullopt;
  std::optional<std::size_t> best;
  double bend = kLeastBend;
  for (const std::size_t i : possible) {
    const double along = (nodes(i) - nodes(first)) / (nodes(last) - nodes(first));
    const double below = 1.0 - along - (hours(i) - hours(last)) / fall;
    if (below <= bend) continue;
    bend = below;
    best = i;
  }
  return best;
}

}  // namespace astrolabe::plan
