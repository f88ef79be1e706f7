#pragma once
// One question to the engine: graph, cluster, job. A value; copied into the search.

#include <memory>

#include "core/hardware/cluster.h"
#include "core/model/graph.h"
#include "core/strategy/job.h"
#include "core/strategy/software.h"

namespace astrolabe::cost {
struct Coefficients;
}

namespace astrolabe::strategy {

struct RuleSet;

/// What ranks first: the fastest; the cheapest; every one that no other beats in both; the one on fewest
/// GPUs, then the fastest.
enum class Objective { throughput, money, pareto, gpus };

struct Problem {
  std::shared_ptr<const model::Graph> graph;
  hardware::Cluster cluster;
  Job job;
  Software software;
  /// What a calibration replaced; empty: the shipped constants.
  std::shared_ptr<const cost::Coefficients> coefficients;
  /// The job's own rules with the shipped ones; empty: the shipped ones.
  std::shared_ptr<const RuleSet> rules;
  std::vector<std::string> pool_ids() const;
};

/// True where every layout uses GPUs of more than one type.
bool needs_several_types(const hardware::Cluster& cluster);

/// Checks that need all three parts: batch against sequence, prices against objective and limits,
/// interruptions of spot, limits that contradict each other, precision against the pools. Objective::gpus may
/// leave GPUs unused whatever the cluster says. Where the job names no runtime, that of the problem does: the
/// usual one, or "any" where GPUs of several types have to be used or the usual one lacks layers of the model
/// or does not fine-tune as the job asks.
Result<Problem> make_problem(std::shared_ptr<const model::Graph> graph, hardware::Cluster cluster, Job job,
                             Objective objective);

}  // namespace astrolabe::strategy
