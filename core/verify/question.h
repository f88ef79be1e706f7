#pragma once
// The question that a certificate answers, with all that its costs rest on but the program's own data.

#include <map>
#include <memory>
#include <string>

#include "core/base/json.h"
#include "core/hardware/cluster.h"
#include "core/model/model_reader.h"
#include "core/strategy/problem.h"

namespace astrolabe::verify {

/// What strategies use of a pool of which something is slow or failed.
struct ChosenNodes {
  int gpus = 0;
  int of_node = 0;  ///< GPUs of each node; 0: whole nodes
  bool operator==(const ChosenNodes&) const = default;
};
using Chosen = std::map<std::string, ChosenNodes>;  ///< by pool

struct Question {
  std::string model_name;  ///< built-in id, or what the configuration came from
  std::string model_text;  ///< configuration; empty for a built-in model
  model::EnteredValues model_entered;
  hardware::ClusterSpec cluster;
  hardware::OwnTypes own_types;
  hardware::CatalogueRows catalogue;  ///< rows in place of the built-in catalogue's
  strategy::Job job;
  std::shared_ptr<const cost::Coefficients> coefficients;  ///< of a calibration, or null
  Chosen chosen = {};  ///< of each marked pool (choices.h); empty: the most GPUs for their slowness
};

Json to_json(const Question& question);
/// As `choice` of a question.
Json to_json(const Chosen& chosen);
/// Errors: those of the readers of model, cluster and job; damaged_certificate for anything else.
Result<Question> read_question(const Json& json);
/// Everything resolved against the built-in catalogue with the question's rows and own types, with the GPUs
/// chosen. Errors: those of resolving; damaged_certificate for a choice that the marks do not leave.
Result<strategy::Problem> problem_of(const Question& question, strategy::Objective objective);

/// GPUs that a proof is among, by pool of which something is slow, failed or a spare: strategies on more are
/// not covered. And in words before a claim: "among 24 of the 32 GPUs of h ", "among 16 of the 32 GPUs of h
/// (4 of a node) ", nothing where all GPUs are covered.
Json among_gpus(const strategy::Problem& problem);
std::string among_text(const strategy::Problem& problem);
/// "with every GPU in use as slow as the slowest of its pool, ", which the proof is about; nothing where none
/// of those in use is slow.
std::string slow_text(const strategy::Problem& problem);

}  // namespace astrolabe::verify
