#pragma once
// Time of one iteration of an engine: sequences that decode beside prompts that are read.

#include <array>
#include <utility>
#include <vector>

#include "core/serving/constants.h"
#include "core/serving/deployment.h"
#include "core/serving/engine.h"
#include "core/serving/expert_load.h"
#include "core/serving/kernels.h"
#include "core/serving/shape.h"

namespace astrolabe::serving {

/// Work of one rank in a step. Counts may be fractions: they are means.
struct Load {
  double decode = 0.0;   ///< sequences that decode
  double context = 0.0;  ///< mean tokens that each of them has
  double prefill = 0.0;  ///< tokens of prompts
  double prompt = 1.0;   ///< tokens of a prompt, or of its chunk
  double prefix = 0.0;   ///< tokens of that prompt that are there already
  double spread = 1.0;   ///< prompt tokens of the mean rank over this one's: what all ranks' experts share
};

/// Where the time of a step goes. us on the GPU but for `host_ms`. The parts are those of kernels in place,
/// one after another in a step: what kernels alone take, times the engine's and the GPU's factor. They add up
/// to `gpu_ms`, and with what of the host is not overlapped to `step_ms`.
struct StepParts {
  double products = 0.0, decode_attention = 0.0, prefill_attention = 0.0, experts = 0.0, communication = 0.0,
         elementwise = 0.0, head = 0.0, fixed = 0.0;
  double exchange = 0.0;  ///< of `communication`: to the experts and back
  double gpu_ms = 0.0, host_ms = 0.0, step_ms = 0.0;
  /// The parts that add up to sum_us(), by their keys in answers; "other" is what every step takes.
  std::array<std::pair<const char*, double>, 8> by_key() const {
    return {{{"products", products},
             {"decode_attention", decode_attention},
             {"prefill_attention", prefill_attention},
             {"experts", experts},
             {"communication", communication},
             {"elementwise", elementwise},
             {"head", head},
             {"other", fixed}}};
  }
  double sum_us() const {
    return products + decode_attention + prefill_attention + experts + communication + elementwise + head +
           fixed;
  }
  /// What the GPU waits for the host.
  double exposed_host_ms() const { return step_ms - gpu_ms; }
  /// Makes every part `by` times as long; times of the whole step stay.
  void scale(double by) {
    for (double* part : {&products, &decode_attention, &prefill_attention, &experts, &communication,
                         &elementwise, &head, &fixed, &exchange})
      *part *= by;
  }
};

struct StepInputs {
  const ModelShape& shape;
  const Machine& machine;
  const Worker& worker;
  const Engine& engine;
  WeightTypes weights;
  DataType cache = DataType::bf16;
  const ExpertLoad* expert_load = nullptr;  ///< none: even
};

/// A worker of one model, GPU type and engine. Made once, asked often: step_ms() allocates nothing.
class StepModel {
 public:
  StepModel(const StepInputs& inputs, const Constants& constants);

  double step_ms(const Load& load) const { return parts(load).step_ms; }
  StepParts parts(const Load& load) const;

  bool separate_prefill() const { return m_engine.separate_prefill; }
  const Worker& worker() const { return m_worker; }
  const Engine& engine() const { return m_engine; }
  double front_end_ms() const { return m_front_end_ms; }
  /// Share of the steps to gather a prompt a rank that a prompt waits for; 0: none.
  double balance_wait() const { return m_balance_wait; }
  /// Prompts a rank that TensorRT-LLM starts together under attention data parallelism; 0: any.
  double prompts_together() const { return m_prompts_together; }

 private:
  struct AttentionForm {
    double count = 0.0;
    bool latent = false;
    double heads = 0.0, kv_heads = 0.0, head_dim = 0.0;  ///< of a rank
    double window = 0.0, top_keys = 0.0;                 ///< 0: none
    double index_us = 0.0;                               ///< a key and sequence
    double latent_bytes = 0.0, latent_work_us = 0.0;     ///< a key and sequence
    double prefill_us = 0.0;                             ///< a pair of token and key
    double absorbed_weight_us = 0.0, absorbed_work_us = 0.0;
    ProductForm expanded;      ///< of prompts
    AttentionRatios ratios{};  ///< of the measured kernel over the form, less 1
    double state_us = 0.0;     ///< a sequence
    double side_us = 0.0;      ///< beside products, a step
  };
  struct ExpertForm {
    double count = 0.0;
    double launch_us = 0.0, local = 0.0, experts = 0.0, top_k = 0.0;
    double weight_us = 0.0, row_us = 0.0;  ///< an expert read, a row multiplied
    double padding_rows = 0.0, expert_us = 0.0, token_us = 0.0;
    double fullest = 1.0;  ///< tokens of the fullest rank over the mean, by the loads that are known
    TokenRatios ratios{};  ///< of the measured kernel over the form, less 1
    double exchange_us = 0.0, exchange_token_us = 0.0;  ///< all-to-all, where attention is data parallel
    double network_us = 0.0, network_token_us = 0.0;    ///< its part beyond a domain
  };

  void add_layer(const StepInputs& inputs, const LayerShape& layer, const Constants& constants);
  ProductForm product(const StepInputs& inputs, DataType type, double outputs, double reads,
                      double count) const;
  void add_attention(const StepInputs& inputs, const LayerShape& layer);
  void add_experts(const StepInputs& inputs, const LayerShape& layer, const Constants& constants);
  double reduce_us(int ranks, double bytes) const;
  double attention_us(const AttentionForm& form, const Load& load, double queries, StepParts& parts) const;

  Machine m_machine;
  Worker m_worker;
  Engine m_engine;
  KernelConstants m_kernels;
  double m_launch = 1.0, m_quantise = 1.0;
  double m_old_products = 0.0;  ///< share of the peak in untuned products; 0: as the kernels have it
  double m_decode_share = 0.9, m_cache_bytes = 2.0;
  std::vector<ProductForm> m_products;  ///< over all tokens of the step
  std::vector<AttentionForm> m_attention;
  std::vector<ExpertForm> m_experts;
  ProductForm m_head;
  double m_reduces = 0.0, m_all_reduce = 1.0, m_reduce_bytes = 0.0;
  double m_elementwise_us = 0.0, m_elementwise_token_us = 0.0;
  double m_decode_factor = 1.0, m_prefill_factor = 1.0, m_experts_prefill = 1.0, m_imbalance = 1.0;
  double m_host = 0.0, m_host_sequence = 0.0, m_host_prefill = 0.0, m_gap = 0.0, m_gap_sequence = 0.0,
         m_prefill_step = 0.0, m_front_end_ms = 0.0, m_prompts_together = 0.0, m_rank_imbalance = 1.0,
         m_routed_apart = 1.0, m_routing_skew = 0.0, m_reduce_rate = 1.0, m_residual = 1.0,
         m_products_factor = 1.0, m_few_rows = 0.0, m_untuned = 1.0, m_block_products = 1.0,
         m_prefill_attention = 1.0, m_balance_wait = 0.0, m_switch_reduce = 0.0;
};

}  // namespace astrolabe::serving
