#include "core/runtimes/settings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/text.h"

namespace astrolabe::runtimes {

namespace {

using Questions = std::vector<Question>;
/// The other values of a setting that does not depend on the runtime.
using Others = Questions (*)(const strategy::Problem& problem, const strategy::Strategy& strategy);

template <typename Change>
Questions changed(const strategy::Problem& problem, const strategy::Strategy& strategy,
                  const Change& change) {
  Question other{problem.job, strategy};
  change(other);
  return {std::move(other)};
}

/// A degree that is 1 where it is not used.
template <int strategy::Strategy::*Degree>
Questions without_degree(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.*Degree == 1) return {};
  return changed(problem, strategy, [](Question& other) { other.strategy.*Degree = 1; });
}

/// A switch that is off where it is not used.
template <bool strategy::Strategy::*Switch>
Questions without_switch(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!(strategy.*Switch)) return {};
  return changed(problem, strategy, [](Question& other) { other.strategy.*Switch = false; });
}

/// Every stage with its own state of the optimizer.
Questions without_moved_state(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.state.empty()) return {};
  return changed(problem, strategy, [](Question& other) { other.strategy.state.clear(); });
}

bool tensor_is_split(const strategy::Strategy& strategy) {
  return std::any_of(strategy.stages.begin(), strategy.stages.end(),
                     [](const strategy::Stage& stage) { return stage.tensor_parallel > 1; });
}

Questions without_tensor(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!tensor_is_split(strategy)) return {};
  return changed(problem, strategy, [](Question& other) {
    other.strategy.tensor_parallel = 1;
    for (strategy::Stage& stage : other.strategy.stages) stage.tensor_parallel = 1;
  });
}

Questions without_pipeline(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.stages.size() < 2) return {};
  return changed(problem, strategy, [&](Question& other) {
    strategy::Strategy& one = other.strategy;
    one.stages.resize(1);
    one.stages.front().layers = problem.graph->layer_count();
    one.pipeline_parallel = one.virtual_pipeline = 1;
    one.schedule = strategy::Schedule::one_f_one_b;
  });
}

/// Of ZB-V the schedule says the chunks.
Questions without_chunks(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.virtual_pipeline == 1 || strategy.schedule == strategy::Schedule::zb_v) return {};
  return changed(problem, strategy, [](Question& other) { other.strategy.virtual_pipeline = 1; });
}

Questions other_schedule(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.stages.size() < 2 || strategy.schedule == strategy::Schedule::one_f_one_b ||
      strategy.schedule == strategy::Schedule::interleaved)
    return {};
  return changed(problem, strategy, [](Question& other) {
    other.strategy.schedule = strategy::Schedule::one_f_one_b;
    other.strategy.virtual_pipeline = 1;
  });
}

Questions without_context(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.context_parallel == 1) return {};
  return changed(problem, strategy, [](Question& other) {
    other.strategy.data_parallel *= other.strategy.context_parallel;
    other.strategy.context_parallel = 1;
  });
}

Questions without_sequence(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!tensor_is_split(strategy)) return {};
  return without_switch<&strategy::Strategy::sequence_parallel>(problem, strategy);
}

Questions other_zero(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.zero_stage == 0 || strategy.replicas() == 1) return {};
  constexpr int kMost = 3;
  Questions all;
  for (int stage = 0; stage <= kMost; ++stage) {
    if (stage == strategy.zero_stage) continue;
    Question other{problem.job, strategy};
    other.strategy.zero_stage = stage;
    if (stage == 0) other.strategy.sharding_group = 1;
    all.push_back(std::move(other));
  }
  return all;
}

Questions whole_sharding(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.zero_stage == 0 || strategy.shards() == strategy.replicas()) return {};
  return changed(problem, strategy, [](Question& other) { other.strategy.sharding_group = 1; });
}

void recompute_all(strategy::Strategy& strategy, strategy::Recompute kind) {
  const bool full = kind == strategy::Recompute::full;
  strategy.recompute = kind;
  strategy.recompute_layers = 0;
  for (strategy::Stage& stage : strategy.stages) {
    stage.recompute = kind;
    stage.recompute_layers = full ? stage.layers : 0;
    strategy.recompute_layers = std::max(strategy.recompute_layers, stage.recompute_layers);
  }
}

Questions other_recompute(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.recompute == strategy::Recompute::none) return {};
  Questions all;
  for (const auto kind :
       {strategy::Recompute::none, strategy::Recompute::selective, strategy::Recompute::full})
    if (kind != strategy.recompute) {
      all.push_back({problem.job, strategy});
      recompute_all(all.back().strategy, kind);
    }
  return all;
}

Questions every_layer(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.recompute != strategy::Recompute::full) return {};
  Questions all = changed(problem, strategy,
                          [](Question& other) { recompute_all(other.strategy, strategy::Recompute::full); });
  if (all.front().strategy.stages == strategy.stages) return {};
  return all;
}

Questions without_grad_overlap(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.replicas() == 1) return {};
  return without_switch<&strategy::Strategy::overlap_grad_reduce>(problem, strategy);
}

Questions without_param_overlap(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.replicas() == 1 || strategy.zero_stage == 0) return {};
  return without_switch<&strategy::Strategy::overlap_param_gather>(problem, strategy);
}

Questions without_tensor_overlap(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!tensor_is_split(strategy)) return {};
  return without_switch<&strategy::Strategy::overlap_tensor_parallel>(problem, strategy);
}

/// The stages with something else in each; none where that is what they have.
template <typename Change>
Questions other_stages(const strategy::Problem& problem, const strategy::Strategy& strategy,
                       const Change& change) {
  Question other{problem.job, strategy};
  for (std::size_t i = 0; i < other.strategy.stages.size(); ++i) change(other.strategy.stages[i], i);
  if (other.strategy.stages == strategy.stages) return {};
  return {std::move(other)};
}

Questions even_stages(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  const int layers = problem.graph->layer_count(), stages = static_cast<int>(strategy.stages.size());
  return other_stages(problem, strategy, [&](strategy::Stage& stage, std::size_t place) {
    stage.layers = layers / stages + (static_cast<int>(place) < layers % stages ? 1 : 0);
    stage.recompute_layers = std::min(stage.recompute_layers, stage.layers);
  });
}

Questions same_tensor(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  return other_stages(problem, strategy, [&](strategy::Stage& stage, std::size_t) {
    stage.tensor_parallel = strategy.stages.front().tensor_parallel;
  });
}

Questions same_pool(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  return other_stages(problem, strategy, [&](strategy::Stage& stage, std::size_t) {
    stage.pool = strategy.stages.front().pool;
  });
}

Questions longer_sequence(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  return changed(problem, strategy, [](Question& other) { other.job.sequence_length *= 2; });
}

Questions larger_batch(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  return changed(problem, strategy, [](Question& other) { other.job.global_batch *= 2; });
}

Questions other_precision(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  using hardware::Precision;
  Questions all;
  if (problem.job.precision == Precision::bf16) return all;
  for (const Precision each : {Precision::bf16, Precision::fp16, Precision::fp32, Precision::fp8,
                               Precision::fp8_block, Precision::mxfp8, Precision::nvfp4})
    if (each != problem.job.precision) {
      all.push_back({problem.job, strategy});
      all.back().job.precision = each;
    }
  return all;
}

/// Adam and AdamW differ in the decay alone, which costs nothing.
Questions other_optimizer(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  using strategy::Optimizer;
  const Optimizer own = problem.job.optimizer;
  Questions all;
  if (own == Optimizer::adam || own == Optimizer::adamw) return all;
  for (const Optimizer each : {Optimizer::adam, Optimizer::sgd, Optimizer::adafactor, Optimizer::muon})
    if (each != own) {
      all.push_back({problem.job, strategy});
      all.back().job.optimizer = each;
    }
  return all;
}

Questions other_gradients(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (problem.job.gradient_precision == strategy::GradientPrecision::fp32) return {};
  return changed(problem, strategy,
                 [](Question& other) { other.job.gradient_precision = strategy::GradientPrecision::fp32; });
}

/// Neither needs no word: which one holds unsaid is the runtime's own choice.
Questions other_attention(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  return changed(problem, strategy,
                 [](Question& other) { other.job.flash_attention = !other.job.flash_attention; });
}

Questions without_ramp(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!problem.job.batch_ramp_up) return {};
  return changed(problem, strategy, [](Question& other) { other.job.batch_ramp_up.reset(); });
}

Questions without_tuning(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!problem.job.tuning) return {};
  return changed(problem, strategy, [](Question& other) { other.job.tuning.reset(); });
}

bool tunes_adapters(const strategy::Problem& problem) {
  return problem.job.tuning && problem.job.tuning->adapters();
}

Questions other_method(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  using strategy::TuningMethod;
  Questions all;
  if (!tunes_adapters(problem)) return all;
  for (const TuningMethod each : {TuningMethod::lora, TuningMethod::qlora, TuningMethod::dora})
    if (each != problem.job.tuning->method) {
      all.push_back({problem.job, strategy});
      all.back().job.tuning->method = each;
    }
  return all;
}

Questions other_rank(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!tunes_adapters(problem)) return {};
  return changed(problem, strategy, [](Question& other) { ++other.job.tuning->rank; });
}

/// One target fewer, or one alone instead of every product.
Questions other_targets(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!tunes_adapters(problem)) return {};
  return changed(problem, strategy, [](Question& other) {
    std::vector<std::string>& targets = other.job.tuning->targets;
    if (targets.size() > 1)
      targets.pop_back();
    else
      targets = {targets.empty() || targets.front() != "o_proj" ? "o_proj" : "q_proj"};
  });
}

/// Beside adapters everything is frozen.
Questions nothing_frozen(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!problem.job.tuning || problem.job.tuning->adapters() || problem.job.tuning->frozen.empty()) return {};
  return changed(problem, strategy, [](Question& other) { other.job.tuning->frozen.clear(); });
}

/// Samples as long as the sequence are packed either way.
Questions other_packing(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!problem.job.tuning || !problem.job.tuning->lengths) return {};
  return changed(problem, strategy,
                 [](Question& other) { other.job.tuning->packing = !other.job.tuning->packing; });
}

Questions other_reference(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  using strategy::Reference;
  if (!problem.job.tuning || !problem.job.tuning->reference) return {};
  Questions all = changed(problem, strategy, [](Question& other) { other.job.tuning->reference.reset(); });
  for (const Reference each : {Reference::copy, Reference::precomputed, Reference::adapter})
    if (each != *problem.job.tuning->reference && (each != Reference::adapter || tunes_adapters(problem))) {
      all.push_back({problem.job, strategy});
      all.back().job.tuning->reference = each;
    }
  return all;
}

/// Whether an option of the software plays a part.
bool plays_a_part(std::string_view key, const strategy::Problem& problem,
                  const strategy::Strategy& strategy) {
  if (key == "dispatcher") return problem.graph->experts > 0 && strategy.expert_parallel > 1;
  if (key == "context_parallel_method") return strategy.context_parallel > 1;
  if (key == "recompute_modules") return strategy.recompute == strategy::Recompute::selective;
  if (key == "fp8_recipe") return problem.job.precision == hardware::Precision::fp8;
  return true;
}

/// What an option is worth where nobody says it and the runtime's file does not, either; "" where that is
/// not known.
std::string_view unsaid_value(const strategy::SoftwareOption& option) {
  using Kind = strategy::SoftwareOption::Kind;
  if (option.kind == Kind::boolean) return "false";
  if (option.kind == Kind::number) return "0";
  if (option.kind == Kind::list) return option.names.front();
  return std::string_view(option.key) == "graphs" ? "none" : "";
}

Questions other_options(const strategy::SoftwareOption& option, const Runtime& runtime,
                        const strategy::Problem& problem, const strategy::Strategy& strategy) {
  using Kind = strategy::SoftwareOption::Kind;
  const auto said = problem.job.software.said(option.key);
  const auto fact = runtime.defaults.find(option.key);
  const std::string neutral = fact == runtime.defaults.end() ? std::string(unsaid_value(option))
                                                             : fact->at("value").get<std::string>();
  Questions all;
  if (!said || *said == neutral || !plays_a_part(option.key, problem, strategy)) return all;
  const auto add = [&](const std::string& value) {
    if (value == *said) return;
    all.push_back({problem.job, strategy});
    all.back().job.software.options.insert_or_assign(option.key, value);
  };
  if (option.kind != Kind::name) add(neutral);
  if (option.kind == Kind::number) add(std::to_string(parse_whole(*said).value_or(0) + 1));
  if (option.kind == Kind::name)
    for (const std::string& name : option.names) {
      // A recipe by blocks is a precision of its own, which a job keeps in that place.
      const bool precision =
          std::string_view(option.key) == "fp8_recipe" && name != "delayed" && name != "tensorwise";
      if (!precision) add(name);
    }
  return all;
}

Setting setting_of(std::string key) {
  Setting setting;
  setting.unsaid.name = key;
  std::replace(setting.unsaid.name.begin(), setting.unsaid.name.end(), '_', ' ');
  setting.unsaid.verdict = Verdict::none;
  setting.unsaid.why = "none of its settings says it, so that it would be dropped";
  setting.key = std::move(key);
  return setting;
}

std::vector<Setting> all_settings() {
  static const std::vector<std::pair<const char*, Others>> kOthers{
      {"tensor_parallel", without_tensor},
      {"pipeline_parallel", without_pipeline},
      {"virtual_pipeline", without_chunks},
      {"schedule", other_schedule},
      {"context_parallel", without_context},
      {"expert_parallel", without_degree<&strategy::Strategy::expert_parallel>},
      {"expert_tensor_parallel", without_degree<&strategy::Strategy::expert_tensor_parallel>},
      {"micro_batch", without_degree<&strategy::Strategy::micro_batch>},
      {"sequence_parallel", without_sequence},
      {"zero_stage", other_zero},
      {"sharding_group", whole_sharding},
      {"recompute", other_recompute},
      {"recompute_layers", every_layer},
      {"offload_optimizer", without_switch<&strategy::Strategy::offload_optimizer>},
      {"offload_activations", without_switch<&strategy::Strategy::offload_activations>},
      {"overlap_grad_reduce", without_grad_overlap},
      {"overlap_param_gather", without_param_overlap},
      {"overlap_tensor_parallel", without_tensor_overlap},
      {"stages.layers", even_stages},
      {"stages.tensor_parallel", same_tensor},
      {"stages.pool", same_pool},
      {"state", without_moved_state},
      {"sequence_length", longer_sequence},
      {"global_batch", larger_batch},
      {"precision", other_precision},
      {"optimizer", other_optimizer},
      {"gradient_precision", other_gradients},
      {"flash_attention", other_attention},
      {"batch_ramp_up", without_ramp},
      {"tuning", without_tuning},
      {"tuning.method", other_method},
      {"tuning.rank", other_rank},
      {"tuning.targets", other_targets},
      {"tuning.frozen", nothing_frozen},
      {"tuning.packing", other_packing},
      {"tuning.preference", other_reference}};
  std::vector<Setting> all;
  for (const auto& [key, others] : kOthers) {
    Setting setting = setting_of(key);
    setting.others = [others = others](const Runtime&, const strategy::Problem& problem,
                                       const strategy::Strategy& strategy) {
      return others(problem, strategy);
    };
    all.push_back(std::move(setting));
  }
  for (const strategy::SoftwareOption& option : strategy::software_options()) {
    Setting setting = setting_of(option.key);
    setting.others = [&option](const Runtime& runtime, const strategy::Problem& problem,
                               const strategy::Strategy& strategy) {
      return other_options(option, runtime, problem, strategy);
    };
    all.push_back(std::move(setting));
  }
  return all;
}

}  // namespace

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = all_settings();
  return all;
}

const Setting* find_setting(std::string_view key) {
  const auto found = std::find_if(settings().begin(), settings().end(),
                                  [&](const Setting& setting) { return setting.key == key; });
  return found == settings().end() ? nullptr : &*found;
}

}  // namespace astrolabe::runtimes
