#pragma once
// Questions about whole clusters that tests of the search over deployments share.

#include "deploy_brute.h"

namespace astrolabe::tests {

/// Fixed points end at a relative 2e-4, so closed loops are not quite monotone.
inline constexpr double kFixedPoint = 2e-3;

inline deploy::Findings found(const deploy::Question& question, int threads = 1, bool exhaustive = false) {
  deploy::Settings settings;
  settings.threads = threads;
  settings.exhaustive = exhaustive;
  return deploy::find_fleets(question, settings);
}

/// 70B in fp8 on nodes of 8 H100 at $2.5 an hour.
inline void make_llama_case(SmallDeployCase& made, int nodes, serving::Traffic::Kind kind, double load) {
  hardware::Pool pool = make_pool("h100", nodes, 8);
  pool.unit = 8;
  deploy::PoolQuestion of;
  of.room = {nodes, 8, 8, nodes * 8, 8};
  of.asked = llama_question();
  of.asked->traffic.kind = kind;
  of.asked->traffic.concurrency = of.asked->traffic.requests_per_second = load;
  made.question.job.traffic = of.asked->traffic;
  made.question.job.promises = of.asked->promises;
  made.question.pools.push_back(std::move(of));
  made.cluster.pools.push_back(std::move(pool));
  made.question.cluster = &made.cluster;
  made.question.limits = &made.job;
}

}  // namespace astrolabe::tests
