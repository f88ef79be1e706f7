#include "core/strategy/rule_variables.h"

#include <algorithm>
#include <numeric>

#include "core/strategy/schedules.h"

namespace astrolabe::strategy {

namespace {

using S = const Strategy&;
using P = const Problem&;

const std::vector<std::string> kRecompute{"none", "selective", "full"};
const std::vector<std::string> kPrecision{"bf16", "fp16", "fp32", "fp8", "fp8_block", "mxfp8", "nvfp4"};
const std::vector<std::string> kOptimizer{"adam", "adamw", "sgd", "adafactor", "muon"};
const std::vector<std::string> kGradient{"fp32", "bf16"};

const hardware::Pool& pool_of(P p, const Stage& stage) {
  return p.cluster.pools[static_cast<std::size_t>(stage.pool)];
}

/// A field of the strategy.
template <auto Member>
RuleValue field(P, S s, const Stage*) {
  return static_cast<RuleValue>(s.*Member);
}

/// What divides the widths of the experts of all layers.
RuleValue expert_ffn(P p, S, const Stage*) {
  int width = 0;
  for (const model::LayerClass& layer : p.graph->classes)
    if (layer.experts) width = std::gcd(width, layer.experts->ffn);
  return width;
}

constexpr std::uint32_t kSequence = reads::sequence | reads::tensor;
constexpr std::uint32_t kGrad = reads::grad | reads::data | reads::context;
constexpr std::uint32_t kParam = reads::param | kGrad | reads::zero;

std::vector<RuleVariable> of_strategy() {
  constexpr auto number = RuleType::number;
  constexpr auto boolean = RuleType::boolean;
  return {
      {"pipeline_parallel", number, reads::pipeline, false, field<&Strategy::pipeline_parallel>,
       "pipeline stages"},
      {"virtual_pipeline", number, reads::virtual_pipeline | reads::schedule, false,
       field<&Strategy::virtual_pipeline>, "chunks a stage"},
      {"context_parallel", number, reads::context, false, field<&Strategy::context_parallel>,
       "ranks that share a sequence"},
      {"expert_parallel", number, reads::expert, false, field<&Strategy::expert_parallel>,
       "ranks that share the experts"},
      {"expert_tensor_parallel", number, reads::expert_tensor, false,
       field<&Strategy::expert_tensor_parallel>, "ranks that share one expert"},
      {"data_parallel", number, reads::data, false, field<&Strategy::data_parallel>, "replicas of the model"},
      {"micro_batch", number, reads::micro, false, field<&Strategy::micro_batch>, "sequences at a time"},
      {"sequence_parallel", boolean, kSequence, false, field<&Strategy::sequence_parallel>,
       "activations split along the sequence"},
      {"zero_stage", number, reads::zero, false, field<&Strategy::zero_stage>, "0 to 3"},
      {"sharding_group", number,
       reads::sharding | reads::zero | reads::data | reads::context | reads::tensor | reads::pool, false,
       field<&Strategy::sharding_group>, "ranks over which state is sharded; 1 without ZeRO"},
      {"recompute", RuleType::name, reads::recompute, false, field<&Strategy::recompute>,
       "none, selective or full", &kRecompute},
      {"offload_optimizer", boolean, reads::offload, false, field<&Strategy::offload_optimizer>,
       "optimizer state in host memory"},
      {"offload_activations", boolean, reads::activations, false, field<&Strategy::offload_activations>,
       "activations in host memory"},
      {"overlap_grad_reduce", boolean, kGrad, false, field<&Strategy::overlap_grad_reduce>,
       "gradients reduced behind the backward pass"},
      {"overlap_param_gather", boolean, kParam, false, field<&Strategy::overlap_param_gather>,
       "parameters gathered behind the forward pass"},
      {"overlap_tensor_parallel", boolean, reads::overlap | kSequence, false,
       field<&Strategy::overlap_tensor_parallel>, "tensor-parallel traffic behind the products"},
      {"schedule", RuleType::name, reads::schedule | reads::virtual_pipeline, false,
       field<&Strategy::schedule>, "1f1b, interleaved, gpipe, zb-h1, zb-v or looped-bfs", &schedule_names()},
      {"replicas", number, reads::data | reads::context, false,
       [](P, S s, const Stage*) -> RuleValue {
         return static_cast<RuleValue>(s.data_parallel) * s.context_parallel;
       },
       "data x context parallelism"},
      {"micro_batches", number, reads::micro | reads::data, false,
       [](P p, S s, const Stage*) -> RuleValue {
         return p.job.micro_batches(s.data_parallel, s.micro_batch);
       },
       "of a step and replica, rounded down"},
      {"largest_tensor_parallel", number, reads::tensor, false,
       [](P, S s, const Stage*) -> RuleValue {
         int most = 1;
         for (const Stage& stage : s.stages) most = std::max(most, stage.tensor_parallel);
         return most;
       },
       "of all stages"},
  };
}

std::vector<RuleVariable> of_stages() {
  constexpr auto number = RuleType::number;
  return {
      {"tensor_parallel", number, reads::tensor, true,
       [](P, S, const Stage* stage) -> RuleValue { return stage->tensor_parallel; },
       "ranks that share a layer, of a stage"},
      {"stage_recompute", RuleType::name, reads::recompute, true,
       [](P, S, const Stage* stage) { return static_cast<RuleValue>(stage->recompute); },
       "recomputation that a given strategy states for one stage", &kRecompute, nullptr, true},
      {"scale_up_domain", number, reads::pool, true,
       [](P p, S, const Stage* stage) -> RuleValue { return pool_of(p, *stage).scale_up_domain; },
       "GPUs joined by the fast link, of a stage's pool"},
      {"gpus_per_node", number, reads::pool, true,
       [](P p, S, const Stage* stage) -> RuleValue { return pool_of(p, *stage).gpus_of_node(); },
       "of a stage's pool"},
      {"gpu_memory_gib", number, reads::pool, true,
       [](P p, S, const Stage* stage) -> RuleValue {
         const auto& memory = pool_of(p, *stage).gpu.memory;
         return memory ? static_cast<RuleValue>(in_gib(*memory)) : kNone;
       },
       "of a stage's GPU, rounded down; None where unknown"},
      {"precision_supported", RuleType::boolean, reads::pool, true,
       [](P p, S, const Stage* stage) -> RuleValue {
         const hardware::Gpu& gpu = pool_of(p, *stage).gpu;
         return hardware::peak(gpu, p.job.precision) && gpu.memory && gpu.memory_bandwidth ? 1 : 0;
       },
       "the stage's GPU has a rate for the job's precision, and its memory is known"},
      {"host_link_known", RuleType::boolean, reads::pool, true,
       [](P p, S, const Stage* stage) -> RuleValue { return pool_of(p, *stage).gpu.pcie ? 1 : 0; },
       "the bandwidth of the link between a stage's GPU and host memory is known"},
      {"pool", RuleType::text, reads::pool, true, nullptr, "id of a stage's pool", nullptr,
       [](P p, const Stage& stage) -> std::string_view { return pool_of(p, stage).id; }},
      {"gpu", RuleType::text, reads::pool, true, nullptr, "catalogue id of a stage's GPU", nullptr,
       [](P p, const Stage& stage) -> std::string_view { return pool_of(p, stage).gpu.id; }},
  };
}

std::vector<RuleVariable> of_problem() {
  constexpr auto number = RuleType::number;
  return {
      {"layers", number, 0, false, [](P p, S, const Stage*) -> RuleValue { return p.graph->layer_count(); },
       "of the model"},
      {"hidden_size", number, 0, false, [](P p, S, const Stage*) -> RuleValue { return p.graph->hidden; },
       "of the model"},
      {"vocabulary", number, 0, false, [](P p, S, const Stage*) -> RuleValue { return p.graph->vocabulary; },
       "of the model"},
      {"heads", number, 0, false, [](P p, S, const Stage*) -> RuleValue { return p.graph->heads; },
       "attention heads"},
      {"kv_heads", number, 0, false, [](P p, S, const Stage*) -> RuleValue { return p.graph->kv_heads; },
       "key and value heads (groups)"},
      {"state_heads", number, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return p.graph->state_heads; },
       "what divides the heads of mixers that carry a state, 0 without any"},
      {"state_groups", number, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return p.graph->state_groups; },
       "what divides the groups of Mamba 2, 0 without it"},
      {"experts", number, 0, false, [](P p, S, const Stage*) -> RuleValue { return p.graph->experts; },
       "of a layer, 0 for a dense model"},
      {"expert_ffn", number, 0, false, expert_ffn, "inner width of an expert, 0 for a dense model"},
      {"zero_stage_named", RuleType::boolean, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return p.job.allowed.contains("zero_stage") ? 1 : 0; },
       "the job fixes zero_stage or lists what it allows of it"},
      {"sequence_length", number, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return p.job.sequence_length; }, "of the job"},
      {"global_batch", number, 0, false, [](P p, S, const Stage*) -> RuleValue { return p.job.global_batch; },
       "sequences a step"},
      {"flash_attention", RuleType::boolean, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return p.job.flash_attention ? 1 : 0; }, "of the job"},
      {"recompute_modules", RuleType::boolean, 0, false,
       [](P p, S, const Stage*) -> RuleValue {
         return (p.software.recompute_modules & ~again_core_attention) != 0 ? 1 : 0;
       },
       "the job's software names modules beside core attention that selective recomputation does again"},
      {"precision", RuleType::name, 0, false,
       [](P p, S, const Stage*) { return static_cast<RuleValue>(p.job.precision); }, "of the job",
       &kPrecision},
      {"optimizer", RuleType::name, 0, false,
       [](P p, S, const Stage*) { return static_cast<RuleValue>(p.job.optimizer); }, "of the job",
       &kOptimizer},
      {"gradient_precision", RuleType::name, 0, false,
       [](P p, S, const Stage*) { return static_cast<RuleValue>(p.job.gradient_precision); }, "of the job",
       &kGradient},
  };
}

}  // namespace

const std::vector<RuleVariable>& rule_variables() {
  static const std::vector<RuleVariable> all = [] {
    std::vector<RuleVariable> variables = of_strategy();
    for (auto* more : {+of_stages, +of_problem}) {
      const std::vector<RuleVariable> next = more();
      variables.insert(variables.end(), next.begin(), next.end());
    }
    return variables;
  }();
  return all;
}

const RuleVariable* find_rule_variable(std::string_view name) {
  const std::vector<RuleVariable>& all = rule_variables();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const RuleVariable& variable) { return variable.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace astrolabe::strategy
