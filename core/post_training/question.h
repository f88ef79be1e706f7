#pragma once
// What post-training is asked: roles with their models, a dataflow, samples and lengths. JSON form:
// interfaces, "Several models".

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware/gpu.h"
#include "core/model/architecture.h"
#include "core/model/graph.h"
#include "core/post_training/dataflow.h"
#include "core/serving/engine.h"
#include "core/serving/lengths.h"

namespace astrolabe::post_training {

/// Who takes part: a model of its own, the weights of another role, or a rule without a model.
struct Role {
  std::string name;
  std::string model;   ///< a built-in id, or the name of a file whose text is `config`
  std::string config;  ///< "" for a built-in id
  std::string shares;  ///< role whose weights it uses; "" where it has its own
  /// Rank of the adapters that are trained in place of the weights; 0: all weights are.
  int adapter_rank = 0;
  bool rule = false;
  double seconds_per_sample = 0.0;  ///< of a rule
  int at_once = 1;                  ///< samples that a rule judges at the same time
  hardware::Precision precision = hardware::Precision::bf16;
  std::shared_ptr<const model::Architecture> architecture;  ///< null of a rule
  std::shared_ptr<const model::Graph> graph;
  /// The id of its model, or of the role whose weights it uses.
  const std::string& model_name() const { return model.empty() ? shares : model; }
};

/// Tokens of the answers: the distribution, and where generation is cut.
struct Responses {
  serving::Lengths lengths;
  double longest = 0.0;         ///< tokens; 0: nothing cuts them
  bool assumed_spread = false;  ///< a mean and a longest alone were stated
  /// Tokens of the longest as they are stated: where they are cut, the one length, or the upper end; 0: none.
  double stated_longest() const;
  /// `count` lengths that stand for as many equal parts of the samples, ascending; their mean is that of the
  /// distribution.
  std::vector<double> drawn(int count) const;
  /// Tokens of the longest of so many answers, on average.
  double longest_of(double count) const;
  /// Tokens of the fullest of `replicas` over the mean, each of so many prompts.
  double imbalance_of(double replicas, double prompts) const;

 private:
  double raw(double share) const;
  double cut(double tokens) const;
  double factor_of_cut() const;
};

/// Values of strategy or worker keys that a layout has to have: {"tensor_parallel": "4"}.
using AskedLayout = std::map<std::string, std::string, std::less<>>;

/// Samples of equal length.
struct Batch {
  double samples = 1.0, tokens = 1.0;
};

struct Job {
  Dataflow flow;
  std::vector<Role> roles;  ///< in the order of flow.roles()
  double prompts = 512.0, samples_per_prompt = 1.0;
  double prompt_tokens = 512.0;  ///< mean
  double prompt_longest = 0.0;   ///< tokens: stated, or the one length of all; 0: not known
  /// Samples stand one behind the other without padding; false: each is filled up to the longest prompt and
  /// the longest answer, as trainers do that neither pack nor batch by tokens.
  bool packed = true;
  Responses responses;
  int mini_batches = 1, epochs = 1;  ///< updates of an iteration: their product
  int asynchronous = 0;              ///< steps that generation may run ahead
  std::optional<double> steps;       ///< iterations of the whole job, for limits on its time and cost
  serving::Runtime runtime = serving::Runtime::vllm;
  std::string date;
  std::map<std::string, AskedLayout, std::less<>> train, infer, generate;  ///< by role

  /// Of the software, with its fraction: that of `date`, or the newest that costs were fitted to.
  double year() const;
  double samples() const { return prompts * samples_per_prompt; }
  double tokens_of_sample() const { return prompt_tokens + responses.lengths.mean; }
  /// Of one sample: the longest prompt and answer that are stated, else their means.
  double longest_sample() const;
  int role_named(std::string_view name) const;
  /// What training and forward passes read, as samples of equal length with the same tokens and the same
  /// work of attention: packed, E[n^2] / E[n] tokens each, with n of a sample; padded, the longest.
  Batch trained_batch() const;
};

/// Reads the keys of a job with `"task": "post_train"` that are its own, models from their text or as
/// built-in ids. Errors: a role of the dataflow with neither model nor rule, roles that no call names,
/// lengths without a distribution, samples longer than a model's positions, those of read_dataflow(), of
/// models and of layouts.
Result<Job> read_job(const Json& asked);

/// Takes a layout {"tensor_parallel": 4, ...} of a role in a phase ("train", "infer", "generate") over into
/// `job`: of engines as a deployment has it, else as a strategy. Errors, at `path`: a phase that there is not,
/// or that the role does not have, keys and their ranges.
Result<void> read_role_layout(const std::string& phase, const std::string& role, const Json& layout,
                              const std::string& path, Job& job);

}  // namespace astrolabe::post_training
