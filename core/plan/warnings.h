#pragma once
// What a question was given that looks wrong, and is planned with all the same.

#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/hardware/cluster.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

/// The cluster's `warnings` in the form of errors, without a file: AST-C110 at each bandwidth above the
/// fastest of the catalogue, with what it would be if it was meant in bits (an eighth); AST-C111 at each
/// price, power and rate beyond anything known.
std::vector<Error> warnings_of(const hardware::Cluster& cluster);
/// How many positions the model states where the job's sequences are longer; 0 where they are not.
int positions_exceeded(const strategy::Problem& problem);
/// Those of the cluster, and AST-C111 at a sequence longer than the model states positions: those beyond
/// count as extended, at no cost; impossible_job at `steps_left` where no layout is said to run.
std::vector<Error> warnings_of(const strategy::Problem& problem);

/// `warnings` of an answer where there are any, first those of the model's files: one object each, with the
/// keys of an error.
void add_warnings(Json& answer, const std::vector<Error>& of_model, const strategy::Problem& problem);
/// `warnings` of an answer for which a model alone was read, where there are any.
void add_warnings(Json& answer, const std::vector<Error>& of_model);

}  // namespace astrolabe::plan
