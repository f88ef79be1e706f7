#include "core/planning/replan_bases.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/stop_later.h"
#include "core/hardware/usable_gpus.h"
#include "core/planning/running.h"
#include "core/replan/layout.h"
#include "core/search/search.h"
#include "core/strategy/rules.h"

namespace astrolabe::planning {

namespace {

/// Layouts of one search that are planned around the marks, as long as work allows.
constexpr std::size_t kBases = 24;
constexpr std::ptrdiff_t kFewApart = kBases / 4;  ///< with fewer bases of replicas apart, more are looked for
constexpr std::size_t kApart = 8;                 ///< so many
constexpr int kSearched = 20;
/// Questions of the search for bases whether to end (search::Request::most_asks), by the number of pools: of
/// several pools one takes longer. About a second.
constexpr std::int64_t kBaseAsks = 80'000;
constexpr double kShare = 0.6;     ///< of a limit of time, for finding bases
constexpr std::int64_t kMore = 2;  ///< times as much for who asks to go on to the end

/// The question with nothing slow or failed; spares stand idle.
strategy::Problem unmarked(const strategy::Problem& problem) {
  strategy::Problem healthy = replan::without_marks(problem);
  for (std::size_t i = 0; i < healthy.cluster.pools.size(); ++i) {
    hardware::Pool& pool = healthy.cluster.pools[i];
    const int spares = problem.cluster.pools[i].spares;
    pool.max_gpus = std::min(pool.max_gpus, (pool.nodes - spares) * pool.gpus_per_node);
  }
  return healthy;
}

/// The strategies of one search, the best first, then the fastest others that were seen, one of each way to
/// split layers and tensors. One worker looks for them, so that they are the same in every run. `cut`: it was
/// stopped, or its own limit left it none.
std::vector<strategy::Strategy> searched(const strategy::Problem& healthy, const StopLater::Deadline& end,
                                         Run& run, bool& cut) {
  search::Request request;
  request.top = kSearched;
  request.near_misses = false;
  if (end) request.time_limit = seconds_until(*end);
  const auto pools = static_cast<std::int64_t>(healthy.cluster.pools.size());
  request.most_asks = std::max<std::int64_t>(1, allowed_work(kBaseAsks, run) / pools);
  const search::Progress found = search::run(healthy, request, run.stop, run.paused, {});
  std::vector<strategy::Strategy> bases;
  std::set<std::vector<int>> degrees;
  const auto add_one = [&](const strategy::Strategy& base) {
    std::vector<int> key{base.pipeline_parallel, base.context_parallel, base.expert_parallel,
                         base.data_parallel, base.micro_batch};
    for (const strategy::Stage& stage : base.stages) key.push_back(stage.tensor_parallel);
    if (bases.size() < kBases && degrees.insert(std::move(key)).second) bases.push_back(base);
  };
  const auto add = [&](const strategy::Strategy& base) {
    add_one(base);
    // Small micro-batches are dealt over fewer pipelines with less left over, and take no more memory.
    if (base.micro_batch == 1 || healthy.job.allowed.contains("micro_batch")) return;
    strategy::Strategy smaller = base;
    smaller.micro_batch = 1;
    add_one(smaller);
  };
  for (const cost::Evaluation& row : found.best) add(row.strategy);
  // What is a little slower with nothing marked may lose less: short pipelines, small groups.
  std::vector<const search::SeenPoint*> seen;
  for (const search::SeenPoint& point : found.seen) seen.push_back(&point);
  std::sort(seen.begin(), seen.end(), [](const auto* a, const auto* b) {
    if (a->tokens_per_second != b->tokens_per_second) return a->tokens_per_second > b->tokens_per_second;
    return a->strategy < b->strategy;
  });
  for (const search::SeenPoint* point : seen) add(point->strategy);
  const bool limited = run.stop.stop_requested() || run.options.time_limit > 0.0;
  cut = cut || (found.stopped_early && (bases.empty() || limited));
  return bases;
}

/// The question with strategies alone whose replicas share no ranks. Only their stages go on with a part of
/// their GPUs (replan::Layout::replicas_per_lane): of others a whole stage is left out, of all replicas that
/// share experts or a sequence.
strategy::Problem of_replicas_apart(strategy::Problem problem) {
  constexpr std::string_view kRule =
      "replicas_share_ranks: reject if $context_parallel > 1"
      " || $expert_parallel * $expert_tensor_parallel > $tensor_parallel";
  auto rules = std::make_shared<strategy::RuleSet>();
  if (problem.rules) *rules = *problem.rules;
  rules->rules = strategy::rules_of(problem);
  std::vector<strategy::Rule> own = strategy::parse_rules(kRule).value();
  for (strategy::Rule& rule : own) {
    rule.own = true;
    rules->rules.push_back(std::move(rule));
  }
  problem.rules = std::move(rules);
  return problem;
}

}  // namespace

std::int64_t allowed_work(std::int64_t usual, const Run& run) {
  return run.options.to_the_end ? usual * kMore : usual;
}

std::vector<strategy::Strategy> bases_around_marks(const strategy::Problem& problem, Run& run, bool& cut) {
  std::vector<strategy::Strategy> bases;
  if (!problem.job.running.empty())
    if (const auto running = running_layout(problem))
      if (const strategy::Strategy* strategy = strategy_of(*running)) bases.push_back(*strategy);
  const StopLater::Deadline end = deadline_in(kShare * run.options.time_limit);
  const strategy::Problem healthy = unmarked(problem);
  const std::vector<strategy::Strategy> best = searched(healthy, end, run, cut);
  const auto with_apart = std::count_if(best.begin(), best.end(), [&](const strategy::Strategy& base) {
    return replan::layout_of(problem.cluster, base).replicas_per_lane == 1;
  });
  std::vector<strategy::Strategy> apart;
  if (with_apart < kFewApart && !run.stop.stop_requested())
    apart = searched(of_replicas_apart(healthy), end, run, cut);
  if (apart.size() > kApart) apart.resize(kApart);
  const auto add = [&](const std::vector<strategy::Strategy>& some, std::size_t place) {
    if (place < some.size() && std::find(bases.begin(), bases.end(), some[place]) == bases.end())
      bases.push_back(some[place]);
  };
  for (std::size_t place = 0; place < std::max(best.size(), apart.size()); ++place) {
    add(best, place);
    add(apart, place);
  }
  return bases;
}

}  // namespace astrolabe::planning
