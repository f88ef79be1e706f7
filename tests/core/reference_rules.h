#pragma once
// The shipped rules as they were first written, in C++: the oracle of the rule language.

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/strategy/problem.h"

namespace astrolabe::tests {

using namespace astrolabe::strategy;

struct ReferenceRule {
  std::string_view name, because;
  bool (*broken)(const Problem& problem, const Strategy& strategy);
  bool of_group = false;
};

template <class Test>
bool any_stage(const Strategy& s, Test&& test) {
  return std::any_of(s.stages.begin(), s.stages.end(), test);
}

inline const hardware::Pool& pool_of(const Problem& p, const Stage& stage) {
  return p.cluster.pools[static_cast<std::size_t>(stage.pool)];
}

inline int replicas(const Strategy& s) { return s.data_parallel * s.context_parallel; }

inline const std::vector<ReferenceRule>& reference_rules() {
  static const std::vector<ReferenceRule> rules{
      {"precision_without_rate",
       "the GPU type has no matrix rate for the job's precision, or its memory is unknown",
       [](const Problem& p, const Strategy& s) {
         return any_stage(s, [&](const Stage& stage) {
           const hardware::Gpu& gpu = pool_of(p, stage).gpu;
           return !hardware::peak(gpu, p.job.precision) || !gpu.memory || !gpu.memory_bandwidth;
         });
       },
       true},
      {"more_stages_than_layers", "each pipeline stage needs a layer",
       [](const Problem& p, const Strategy& s) {
         const int layers = p.graph->layer_count();
         return s.pipeline_parallel > layers || s.pipeline_parallel * s.virtual_pipeline > layers + 2;
       }},
      {"batch_not_divided",
       "global batch is a multiple of micro-batch x data parallelism (--global-batch-size)",
       [](const Problem& p, const Strategy& s) {
         return p.job.global_batch % (s.micro_batch * s.data_parallel) != 0;
       }},
      {"heads_not_divided", "attention heads are a multiple of tensor parallelism (--num-attention-heads)",
       [](const Problem& p, const Strategy& s) {
         return any_stage(s, [&](const Stage& stage) { return p.graph->heads % stage.tensor_parallel != 0; });
       },
       true},
      {"kv_heads_not_divided",
       "KV groups are a multiple or a divisor of tensor parallelism (--num-query-groups)",
       [](const Problem& p, const Strategy& s) {
         return any_stage(s, [&](const Stage& stage) {
           return p.graph->kv_heads % stage.tensor_parallel != 0 &&
                  stage.tensor_parallel % p.graph->kv_heads != 0;
         });
       },
       true},
      {"state_heads_not_divided",
       "heads of mixers that carry a state are a multiple of tensor x context parallelism",
       [](const Problem& p, const Strategy& s) {
         return any_stage(s, [&](const Stage& stage) {
           return p.graph->state_heads % (stage.tensor_parallel * s.context_parallel) != 0 ||
                  p.graph->state_groups % stage.tensor_parallel != 0;
         });
       }},
      {"tensor_beyond_domain", "tensor parallelism stays inside the scale-up domain",
       [](const Problem& p, const Strategy& s) {
         return any_stage(s, [&](const Stage& stage) {
           return stage.tensor_parallel > pool_of(p, stage).scale_up_domain;
         });
       },
       true},
      {"sequence_not_divided",
       "the sequence is a multiple of 2 x context parallelism (--context-parallel-size)",
       [](const Problem& p, const Strategy& s) {
         return s.context_parallel > 1 && p.job.sequence_length % (2 * s.context_parallel) != 0;
       },
       true},
      {"experts_not_divided", "experts are a multiple of expert parallelism (--expert-model-parallel-size)",
       [](const Problem& p, const Strategy& s) {
         if (p.graph->experts == 0) return s.expert_parallel > 1 || s.expert_tensor_parallel > 1;
         return p.graph->experts % s.expert_parallel != 0;
       }},
      {"expert_ranks_not_divided",
       "the ranks of a stage are a multiple of expert x expert-tensor parallelism",
       [](const Problem&, const Strategy& s) {
         return any_stage(s, [&](const Stage& stage) {
           return replicas(s) * stage.tensor_parallel % (s.expert_parallel * s.expert_tensor_parallel) != 0;
         });
       }},
      {"expert_width_not_divided",
       "the inner width of an expert is a multiple of expert-tensor parallelism (--moe-ffn-hidden-size)",
       [](const Problem& p, const Strategy& s) {
         return std::any_of(p.graph->classes.begin(), p.graph->classes.end(), [&](const auto& layer) {
           return layer.experts && layer.experts->ffn % s.expert_tensor_parallel != 0;
         });
       }},
      {"expert_tensor_beyond_domain", "the ranks that share an expert stay inside the scale-up domain",
       [](const Problem& p, const Strategy& s) {
         return any_stage(s, [&](const Stage& stage) {
           return s.expert_tensor_parallel > pool_of(p, stage).scale_up_domain;
         });
       },
       true},
      {"interleaving_without_pipeline", "virtual stages need more than one pipeline stage",
       [](const Problem&, const Strategy& s) { return s.virtual_pipeline > 1 && s.pipeline_parallel == 1; }},
      {"interleaving_schedule", "virtual stages and the interleaved schedule belong together",
       [](const Problem&, const Strategy& s) {
         return (s.virtual_pipeline > 1) !=
                (s.schedule == Schedule::interleaved || s.schedule == Schedule::zb_v ||
                 s.schedule == Schedule::looped_bfs);
       }},
      {"interleaving_uneven",
       "all chunks equally long, but that up to three layers may be missing at the ends",
       [](const Problem& p, const Strategy& s) {
         int whole = p.graph->layer_count();
         while (whole % (s.pipeline_parallel * s.virtual_pipeline) != 0) ++whole;
         return s.virtual_pipeline > 1 && whole > p.graph->layer_count() + 3;
       }},
      {"zero_bubble_v_ends", "the first stage of ZB-V holds both ends and needs a layer beside them",
       [](const Problem& p, const Strategy& s) {
         return s.schedule == Schedule::zb_v &&
                s.pipeline_parallel * s.virtual_pipeline - 2 >= p.graph->layer_count();
       }},
      {"interleaving_micro_batches",
       "with virtual stages the micro-batches are a multiple of the pipeline stages",
       [](const Problem& p, const Strategy& s) {
         return s.schedule == Schedule::interleaved &&
                p.job.global_batch / (s.micro_batch * s.data_parallel) % s.pipeline_parallel != 0;
       }},
      {"sequence_parallel_alone", "sequence parallelism needs tensor parallelism (--sequence-parallel)",
       [](const Problem&, const Strategy& s) {
         return s.sequence_parallel &&
                !any_stage(s, [](const Stage& stage) { return stage.tensor_parallel > 1; });
       }},
      {"tensor_overlap_alone", "tensor-parallel overlap needs sequence parallelism (--tp-comm-overlap)",
       [](const Problem&, const Strategy& s) { return s.overlap_tensor_parallel && !s.sequence_parallel; }},
      {"sharding_without_replicas", "ZeRO shards over data and context ranks; there is one only",
       [](const Problem&, const Strategy& s) { return s.zero_stage > 0 && replicas(s) == 1; }},
      {"sharding_with_pipeline",
       "ZeRO 2 and 3 reduce or gather in every micro-batch: with a pipeline they are searched where the job "
       "names zero_stage",
       [](const Problem& p, const Strategy& s) {
         return s.zero_stage >= 2 && s.pipeline_parallel > 1 && !p.job.allowed.contains("zero_stage");
       }},
      {"grad_overlap_without_replicas", "there is no gradient traffic to overlap (--overlap-grad-reduce)",
       [](const Problem&, const Strategy& s) { return s.overlap_grad_reduce && replicas(s) == 1; }},
      {"param_overlap_alone",
       "overlapped parameter gathering needs a sharded optimizer and overlapped gradient reduction "
       "(--overlap-param-gather)",
       [](const Problem&, const Strategy& s) {
         return s.overlap_param_gather && (s.zero_stage == 0 || !s.overlap_grad_reduce);
       }},
      {"selective_with_flash",
       "fused attention already recomputes the attention core (--recompute-granularity selective)",
       [](const Problem& p, const Strategy& s) {
         const bool selective = s.recompute == Recompute::selective || any_stage(s, [](const Stage& stage) {
                                  return stage.recompute == Recompute::selective;
                                });
         return selective && p.job.flash_attention;
       }},
      {"optimizer_offload_whole", "an optimizer in host memory is a sharded one (--optimizer-cpu-offload)",
       [](const Problem&, const Strategy& s) {
         return s.offload_optimizer && s.zero_stage == 0 && replicas(s) > 1;
       }},
      {"activation_offload_schedule",
       "activations that go to host memory are not computed again, and without a pipeline there is one order "
       "to play",
       [](const Problem&, const Strategy& s) {
         return s.offload_activations && (s.recompute != Recompute::none ||
                                          s.schedule != Schedule::one_f_one_b || s.virtual_pipeline > 1);
       }},
      {"activation_offload_alone",
       "activations go to host memory without a pipeline and without recomputation (--cpu-offloading)",
       [](const Problem&, const Strategy& s) {
         return s.offload_activations &&
                (s.pipeline_parallel > 1 || s.recompute != Recompute::none ||
                 any_stage(s, [](const Stage& stage) { return stage.recompute != Recompute::none; }));
       }},
      {"zero_bubble_v_chunks", "ZB-V has two chunks a stage, one down the pipeline and one back",
       [](const Problem&, const Strategy& s) {
         return s.schedule == Schedule::zb_v && s.virtual_pipeline != 2;
       }},
  };
  return rules;
}

}  // namespace astrolabe::tests
