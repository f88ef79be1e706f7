#pragma once
// Models on small clusters, for distributed programs priced as pipelines are.

#include "core/model/model_reader.h"
#include "core/plan/shard.h"
#include "problems.h"

namespace astrolabe::tests {

struct ProgramCase {
  model::Architecture architecture;
  strategy::Problem problem;
};

inline ProgramCase make_case(const char* model, hardware::Cluster cluster, int sequence, int batch) {
  ProgramCase made;
  made.architecture = *model::read_model(model, {});
  made.problem =
      make_test_problem(std::make_shared<const model::Graph>(model::build_graph(made.architecture)),
                        std::move(cluster), sequence, batch);
  return made;
}

inline plan::ShardRequest request_of(const ProgramCase& made) {
  plan::ShardRequest request;
  request.architecture = made.architecture;
  request.cluster = made.problem.cluster;
  request.job = made.problem.job;
  request.coefficients = made.problem.coefficients;
  request.batch = made.problem.job.global_batch;
  return request;
}

inline plan::ShardAnswer program_of(const ProgramCase& made) { return *plan::shard(request_of(made)); }

inline hardware::Cluster two_types(int nodes) {
  hardware::Pool fast = make_pool("fast", nodes, 8, 1.0, 2000.0),
                 slow = make_pool("slow", nodes, 8, 1.0, 1000.0);
  slow.relative_speed = 0.5;
  return make_cluster({fast, slow});
}

}  // namespace astrolabe::tests
