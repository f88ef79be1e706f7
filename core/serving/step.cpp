#include "core/serving/step.h"

#include <algorithm>
#include <cmath>

#include "core/serving/network_exchange.h"

namespace astrolabe::serving {

namespace {

constexpr double kElementwiseShare = 0.75;  // of the memory bandwidth
constexpr double kStepUs = 30.0;            // a step: embedding, sampling
constexpr double kRouterLaunches = 4.0;     // us: choice and order of the experts
constexpr double kSideUs = 10.0;            // us a layer with a state: its convolution, gates and scan
constexpr double kLatentRows = 16.0;        // heads that the kernel of latent attention fills at least
constexpr double kPipelineHopUs = 15.0;
constexpr double kSwitchUs = 15.0;      // least of an all-reduce in the switch
constexpr double kShortPrompt = 200.0;  // tokens at which prefill attention runs at half its rate

Constant by(Runtime runtime, Constant trt, Constant sglang, Constant vllm) {
  return runtime == Runtime::tensorrt_llm ? trt : runtime == Runtime::sglang ? sglang : vllm;
}

/// Row of the constants of kernels in place, from the first of them.
Constant of_generation(Constant hopper, Generation generation) {
  int offset = 0;
  switch (generation) {
    case Generation::hopper:
    case Generation::ada:
      offset = 0;
      break;
    case Generation::blackwell:
    case Generation::blackwell_workstation:
      offset = 1;
      break;
    case Generation::ampere:
      offset = 2;
      break;
    case Generation::cdna3:
      offset = 3;
      break;
  }
  return static_cast<Constant>(static_cast<int>(hopper) + offset);
}

double sixth_power_sum(double a, double b) {
  const double a3 = cube(a), b3 = cube(b);
  return std::cbrt(std::sqrt(a3 * a3 + b3 * b3));
}

}  // namespace

StepModel::StepModel(const StepInputs& inputs, const Constants& constants)
    : m_machine(inputs.machine),
      m_worker(inputs.worker),
      m_engine(inputs.engine),
      m_kernels(kernels_of(inputs.machine)) {
  using enum Constant;
  const Runtime runtime = m_engine.runtime;
  const bool v0 = runtime == Runtime::vllm && m_engine.old;
  const bool old_trt = runtime == Runtime::tensorrt_llm && m_engine.old;
  m_launch = constants[old_trt ? launch_old_trt : by(runtime, launch_trt, launch_sglang, launch_vllm)];
  m_quantise = constants[by(runtime, quantise_trt, quantise_sglang, quantise_vllm)];
  m_decode_factor = constants[of_generation(decode_hopper, m_machine.generation)];
  m_prefill_factor = constants[of_generation(prefill_hopper, m_machine.generation)];
  m_experts_prefill = constants[experts_prefill];
  m_imbalance = m_worker.attention_data_parallel > 1 ? constants[attention_rank_imbalance] : 1.0;
  m_rank_imbalance = constants[rank_imbalance];
  m_routed_apart = constants[routed_apart];
  m_routing_skew = std::min(0.95, constants[routing_skew]);
  m_residual = constants[kernel_residual];
  m_reduce_rate = constants[reduce_rate];
  const bool trt = runtime == Runtime::tensorrt_llm;
  if (trt) m_products_factor = constants[products_trt];
  if (m_machine.generation == Generation::cdna3) m_few_rows = constants[rows_cdna3];
  const bool old_cdna = v0 && m_machine.generation == Generation::cdna3;
  if (old_cdna) m_old_products = constants[v0_cdna_products];
  m_host = constants[old_cdna ? host_v0_cdna
                     : v0     ? host_vllm_v0
                              : by(runtime, host_trt, host_sglang, host_vllm)];
  m_host_sequence = constants[by(runtime, host_sequence_trt, host_sequence_sglang, host_sequence_vllm)];
  m_gap = constants[v0 ? gap_vllm_v0 : old_trt ? gap_old_trt : by(runtime, gap_trt, gap_sglang, gap_vllm)];
  const bool late = !m_engine.old && !m_engine.tuned;
  m_gap_sequence = v0                                 ? constants[gap_sequence_vllm_v0]
                   : late && runtime == Runtime::vllm ? constants[gap_sequence_vllm]
                                                      : 0.0;
  const ModelShape& shape = inputs.shape;
  if (old_cdna) m_host *= shape.layer_count;
  if (late && shape.moe()) {
    m_untuned += constants[by(runtime, untuned_trt, untuned_sglang, untuned_vllm)];
    if (trt && inputs.weights.experts == DataType::fp8_block) m_untuned += constants[untuned_block_trt];
  }
  const bool cdna = m_machine.generation == Generation::cdna3;
  if (cdna && !m_engine.old && !m_engine.tuned_cdna3 && shape.moe())
    m_untuned = 1.0 + constants[untuned_cdna3];
  if (runtime == Runtime::vllm) m_block_products = constants[products_block_vllm];
  m_prefill_attention = constants[prefill_attention];
  if (!cdna && m_machine.domain >= 8) m_switch_reduce = constants[switch_reduce];
  m_host_prefill =
      shape.layer_count * constants[by(runtime, host_layer_trt, host_layer_sglang, host_layer_vllm)] +
      shape.expert_layers * constants[by(runtime, host_experts_trt, host_experts_sglang, host_experts_vllm)] +
      shape.latent_layers * constants[trt ? host_latent_trt : host_latent];
  m_prefill_step = constants[prefill_step];
  m_front_end_ms = constants[by(runtime, front_end_trt, front_end_sglang, front_end)];
  if (trt && m_worker.attention_data_parallel > 1) {
    m_prompts_together = constants[prompt_balance] * m_worker.attention_data_parallel;
    m_balance_wait = constants[balance_wait];
  }
  m_all_reduce =
      constants[all_reduce] * (m_machine.generation == Generation::cdna3 ? constants[reduce_cdna3] : 1.0);
  m_reduce_bytes = 2.0 * shape.hidden;
  m_cache_bytes = bytes_of(inputs.cache);
  m_decode_share = m_kernels.decode.bandwidth_share * (m_cache_bytes < 2.0 ? m_kernels.fp8_cache : 1.0);
  if (old_trt)
    m_decode_share /= constants[cache_old_trt];
  else if (trt && m_cache_bytes < 2.0 && m_machine.generation == Generation::hopper)
    m_decode_share /= constants[cache_trt];
  if (old_cdna) m_decode_share = constants[v0_cdna_cache];
  for (const LayerShape& layer : shape.layers) add_layer(inputs, layer, constants);
  m_head = product(inputs, DataType::bf16, shape.vocabulary / m_worker.tensor_parallel, shape.hidden, 1.0);
}

ProductForm StepModel::product(const StepInputs& inputs, DataType type, double outputs, double reads,
                               double count) const {
  ProductForm form = product_form(inputs.machine, type, outputs, reads, m_launch, m_quantise);
  form.count = count;
  if (m_old_products > 0.0) {
    form.work_us = 2.0 * outputs * reads / (m_old_products * inputs.machine.bf16_tflops * 1e6);
  } else if (m_engine.runtime == Runtime::tensorrt_llm && type == DataType::fp8) {
    form.ratios.fill(m_products_factor - 1.0);
  } else {
    form.few_rows = m_few_rows;
    form.ratios = product_ratios(inputs.machine, type, outputs * reads);
    const double factor = type == DataType::fp8_block ? m_block_products : 1.0;
    for (double& ratio : form.ratios) ratio = factor * (1.0 + m_residual * (ratio - 1.0)) - 1.0;
  }
  return form;
}

void StepModel::add_layer(const StepInputs& inputs, const LayerShape& layer, const Constants& constants) {
  const double tp = m_worker.tensor_parallel, h = inputs.shape.hidden;
  const auto add = [&](DataType type, double outputs, double reads) {
    m_products.push_back(product(inputs, type, outputs, reads, layer.count));
  };
  add_attention(inputs, layer);
  const bool mixes = layer.attention != LayerShape::Attention::none || !layer.side.empty();
  if (mixes && tp > 1) m_reduces += layer.count;
  if (layer.ffn > 0 || layer.shared_ffn > 0) {
    const double width = layer.ffn > 0 ? layer.ffn : layer.shared_ffn;
    const DataType type = layer.ffn > 0 ? inputs.weights.dense : inputs.weights.experts;
    add(type, (layer.gated ? 2.0 : 1.0) * width / tp, h);
    add(type, h, width / tp);
    if (layer.experts == 0 && tp > 1) m_reduces += layer.count;
  }
  if (layer.experts > 0) add_experts(inputs, layer, constants);
  m_elementwise_us +=
      layer.count * constants[Constant::small_kernels] * constants[Constant::small_kernel_us] * m_launch;
  m_elementwise_token_us += layer.count *
                            (10.0 * h + 4.0 * (layer.heads + 2.0 * layer.kv_heads) * layer.head_dim / tp) /
                            (kElementwiseShare * m_machine.gb_per_s * 1e3);
}

void StepModel::add_attention(const StepInputs& inputs, const LayerShape& layer) {
  const double tp = m_worker.tensor_parallel, h = inputs.shape.hidden;
  const DataType type = inputs.weights.attention;
  const auto add = [&](double outputs, double reads) {
    m_products.push_back(product(inputs, type, outputs, reads, layer.count));
  };
  const double memory = m_machine.gb_per_s * 1e3, peak = m_machine.bf16_tflops * 1e6;
  AttentionForm form;
  form.count = layer.count;
  form.window = layer.window;
  form.top_keys = layer.top_keys;
  if (!layer.side.empty()) {
    for (const SideProduct& side : layer.side) {
      const double part = side.split ? tp : 1.0;
      add(side.row ? side.outputs : side.outputs / part, side.row ? side.inputs / part : side.inputs);
    }
    form.side_us = kSideUs;
    form.state_us = 2.0 * layer.state_bytes / tp / (kElementwiseShare * memory);
  }
  form.heads = layer.heads / tp;
  // The tables are of vLLM's kernels, which TensorRT-LLM shares on Blackwell alone.
  if (m_old_products == 0.0 &&
      (m_engine.runtime != Runtime::tensorrt_llm ||
       of_generation(Constant::decode_hopper, m_machine.generation) == Constant::decode_blackwell)) {
    form.ratios = attention_ratios(inputs.machine, inputs.cache);
    for (HeadRatios& span : form.ratios)
      for (double& ratio : span) ratio = m_residual * (ratio - 1.0);
  }
  if (layer.attention == LayerShape::Attention::grouped) {
    // Untuned kernels read keys and values once a head of queries.
    form.kv_heads = m_old_products > 0.0 ? form.heads : std::max(layer.kv_heads / tp, 1.0);
    form.head_dim = layer.head_dim;
    if (layer.side.empty()) {
      add((layer.heads + 2.0 * std::max(layer.kv_heads, tp)) * layer.head_dim / tp, h);
      add(h, layer.heads * layer.value_dim / tp);
    }
    form.prefill_us = m_prefill_attention * 4.0 * form.heads * layer.head_dim / (m_kernels.prefill * peak);
  } else if (layer.attention == LayerShape::Attention::latent) {
    form.latent = true;
    const double nope = layer.head_dim - layer.rope_dim;
    add(layer.latent_q + layer.latent_kv + layer.rope_dim, h);
    add(layer.heads * layer.head_dim / tp, layer.latent_q > 0 ? layer.latent_q : h);
    add(h, layer.heads * layer.value_dim / tp);
    const double width = layer.latent_kv + layer.rope_dim;
    form.latent_bytes = width * m_cache_bytes;
    form.latent_work_us = 2.0 * std::max(form.heads, kLatentRows) * (width + layer.latent_kv) /
                          (m_kernels.latent.compute_share * peak);
    const double absorbed = form.heads * layer.latent_kv * (nope + layer.value_dim);
    const ProductConstants& plain = m_kernels.product[static_cast<std::size_t>(DataType::bf16)];
    form.absorbed_weight_us = 2.0 * absorbed / (plain.bandwidth_share * memory);
    form.absorbed_work_us = 2.0 * absorbed / (0.5 * peak);
    form.expanded =
        product(inputs, type, form.heads * (nope + layer.value_dim), layer.latent_kv, layer.count);
    form.prefill_us = m_prefill_attention * 2.0 * form.heads * (layer.head_dim + layer.value_dim) /
                      (m_kernels.prefill * peak);
    if (layer.top_keys > 0) {
      add(layer.index_heads * layer.index_dim, layer.latent_q > 0 ? layer.latent_q : h);
      add(layer.index_dim + layer.index_heads, h);
      form.index_us = layer.index_dim / (m_kernels.decode.bandwidth_share * memory);
    }
  } else if (layer.side.empty()) {
    return;
  }
  m_attention.push_back(form);
}

void StepModel::add_experts(const StepInputs& inputs, const LayerShape& layer, const Constants& constants) {
  const Runtime runtime = m_engine.runtime;
  const double h = inputs.shape.hidden, ep = m_worker.expert_parallel;
  const DataType type = inputs.weights.experts;
  const ExpertConstants kernel = expert_constants(m_machine, type, runtime);
  ProductForm router = product(inputs, DataType::bf16, layer.experts, h, layer.count);
  router.launch_us += kRouterLaunches * m_launch;
  m_products.push_back(router);
  ExpertForm form;
  form.count = layer.count;
  form.experts = layer.experts;
  form.top_k = layer.top_k;
  form.local = layer.experts / ep;
  if (inputs.expert_load && ep > 1) {
    form.fullest =
        inputs.expert_load->balance(static_cast<int>(layer.experts), m_worker.expert_parallel).used;
    form.local += inputs.expert_load->redundant_experts() / ep;
  }
  const double rate =
      constants[by(runtime, Constant::experts_trt, Constant::experts_sglang, Constant::experts_vllm)];
  const double weights = (layer.gated ? 3.0 : 2.0) * h * layer.expert_ffn / m_worker.expert_tensor_parallel();
  form.launch_us = kernel.launch_us * constants[Constant::experts_launch] * m_launch;
  form.weight_us = rate * weights * bytes_of(type) / (kernel.bandwidth_share * m_machine.gb_per_s * 1e3);
  form.row_us = rate * 2.0 * weights / (kernel.compute_share * kernel.peak_tflops * 1e6);
  form.padding_rows = kernel.padding_rows;
  form.ratios = expert_ratios(m_machine, type, runtime);
  for (double& ratio : form.ratios) ratio = m_residual * (ratio - 1.0);
  form.expert_us = rate * kernel.expert_us;
  form.token_us = rate * kernel.token_traffic * layer.top_k * h * 2.0 / (m_machine.gb_per_s * 1e3);
  if (m_worker.attention_data_parallel > 1) {
    form.exchange_us = 2.0 * constants[Constant::exchange_us];
    form.exchange_token_us =
        3.0 * layer.top_k * h / (constants[Constant::exchange_share] * m_machine.link_gb_per_s * 1e3);
    // fp8 to the experts and bf16 back: three bytes an element.
    const int ranks = m_worker.tensor_parallel * m_worker.attention_data_parallel;
    const ExchangeTiers tiers = exchange_tiers(ranks, m_machine.domain);
    if (tiers.domains > 1) {
      form.exchange_token_us *= tiers.inside;
      form.network_us = std::max(0.0, 2.0 * kNetworkExchangeUs - form.exchange_us);
      form.network_token_us =
          3.0 * layer.top_k * h * tiers.outside / (kNetworkExchangeShare * m_machine.network_gb_per_s * 1e3);
    }
  } else if (m_worker.tensor_parallel > 1) {
    m_reduces += layer.count;
  }
  m_experts.push_back(form);
}

double StepModel::attention_us(const AttentionForm& form, const Load& load, double queries,
                               StepParts& parts) const {
  const double span = load.prefix + 0.5 * load.prompt;
  double decode = 0.0, prefill = 0.0;
  if (load.decode > 0.0) {
    double keys = form.window > 0.0 ? std::min(load.context, form.window) : load.context;
    if (form.latent) {
      double index = 0.0;
      if (form.top_keys > 0.0) {
        index = form.index_us * load.decode * keys;
        keys = std::min(keys, form.top_keys);
      }
      const double bytes = form.latent_bytes * load.decode * keys;
      decode += m_kernels.latent.launch_us * m_launch +
                sixth_power_sum(bytes / (m_kernels.latent.bandwidth_share * m_machine.gb_per_s * 1e3),
                                form.latent_work_us * queries * keys) +
                m_kernels.decode.cold_us * std::min(1.0, bytes / (m_machine.l2_mb * 1e6)) + index;
      // The two batched products of absorbed weights.
      decode += 2.0 * m_kernels.product[0].launch_us * m_launch +
                std::cbrt(cube(form.absorbed_weight_us) +
                          cube(std::max(queries, ProductForm::kLeastRows) * form.absorbed_work_us));
    } else if (form.kv_heads > 0.0) {
      const GridPlace heads = head_place(load.decode * form.kv_heads);
      double ratio = 0.0;
      if (form.window > 0.0) {
        ratio = value_at(form.ratios[4], heads);
      } else {
        const GridPlace near_span = span_place(keys);
        const double near = value_at(form.ratios[near_span.index], heads);
        ratio = near + near_span.weight * (value_at(form.ratios[near_span.index + 1], heads) - near);
      }
      decode += (1.0 + ratio) * decode_attention_us(m_machine, m_kernels.decode, m_decode_share, m_launch,
                                                    load.decode, keys, form.heads, form.kv_heads,
                                                    form.head_dim, m_cache_bytes);
    }
    decode += form.side_us + form.state_us * load.decode;
  }
  if (load.prefill > 0.0 && form.prefill_us > 0.0) {
    double keys = form.window > 0.0 ? std::min(span, form.window) : span;
    if (form.top_keys > 0.0) keys = std::min(keys, form.top_keys);
    prefill += m_kernels.decode.launch_us * m_launch +
               load.prefill * keys * form.prefill_us * (1.0 + kShortPrompt / std::max(1.0, load.prompt));
    if (form.latent) prefill += form.expanded.us(load.prefill, row_place(load.prefill)) / form.count;
  }
  parts.decode_attention += form.count * decode;
  parts.prefill_attention += form.count * prefill;
  return decode + prefill;
}

double StepModel::reduce_us(int ranks, double bytes) const {
  const double own =
      m_all_reduce * all_reduce_us(m_machine, m_kernels.all_reduce, ranks, bytes, m_reduce_rate);
  if (m_switch_reduce == 0.0 || ranks <= 1 || ranks > m_machine.domain) return own;
  return std::min(own, kSwitchUs + m_switch_reduce * bytes / (m_machine.link_gb_per_s * 1e3));
}

StepParts StepModel::parts(const Load& load) const {
  StepParts parts;
  const double pipeline = m_worker.pipeline_parallel;
  const double queries = load.decode * (1.0 + m_worker.speculation.draft_tokens);
  const double tokens = queries + load.prefill;
  const double prefill_share = tokens > 0.0 ? load.prefill / tokens : 0.0;
  const GridPlace row = row_place(tokens);
  for (const ProductForm& form : m_products) parts.products += form.us(tokens, row);
  for (const AttentionForm& form : m_attention) attention_us(form, load, queries, parts);
  const double group = (queries + load.prefill * load.spread) * m_worker.attention_data_parallel;
  const GridPlace group_place = token_place(group);
  const int ranks = m_worker.expert_parallel;
  for (const ExpertForm& form : m_experts) {
    double active = distinct_experts(form.local, form.experts, form.top_k,
                                     std::min(group, 1.0 + (group - 1.0) * m_routed_apart), m_routing_skew);
    double rows = group * form.top_k / ranks;
    if (ranks > 1) {
      active = fullest_experts(active, form.local, ranks) * m_rank_imbalance;
      rows = (form.fullest * rows + std::sqrt(2.0 * std::log(ranks) * rows)) * m_rank_imbalance;
    }
    const double ratio = 1.0 + value_at(form.ratios, group_place);
    const double busy =
        std::cbrt(cube(active * form.weight_us) + cube((rows + form.padding_rows * active) * form.row_us)) +
        form.expert_us * active + form.token_us * group / ranks;
    parts.experts +=
        ratio * form.count * (form.launch_us + busy * (1.0 + (m_experts_prefill - 1.0) * prefill_share));
    // To the experts and back by two all-to-alls, or by gathering and summing, whichever is faster.
    // The largest column of the dispatch, and row of the combine, is that of the fullest rank.
    if (form.exchange_us > 0.0)
      parts.exchange +=
          form.count *
          std::min(form.exchange_us + form.network_us +
                       std::max(form.exchange_token_us, form.network_token_us) * tokens * form.fullest,
                   reduce_us(m_worker.attention_data_parallel, m_reduce_bytes * group));
  }
  parts.communication += parts.exchange;
  if (m_reduces > 0.0)
    parts.communication += m_reduces * reduce_us(m_worker.tensor_parallel, m_reduce_bytes * tokens);
  if (pipeline > 1.0)
    parts.communication +=
        (pipeline - 1.0) * (kPipelineHopUs + m_reduce_bytes * tokens / (0.7 * m_machine.link_gb_per_s * 1e3));
  parts.elementwise = m_elementwise_us + tokens * m_elementwise_token_us;
  const double prompts = load.prefill > 0.0 ? load.prefill / std::max(1.0, load.prompt) : 0.0;
  parts.head = m_head.us(queries + prompts, row_place(queries + prompts));
  parts.fixed = kStepUs;
  const double factor = m_decode_factor + (m_prefill_factor - m_decode_factor) * prefill_share;
  parts.scale(factor * m_imbalance * m_untuned);
  parts.gpu_ms = parts.sum_us() * 1e-3;
  parts.host_ms = m_host + m_host_sequence * load.decode + (load.prefill > 0.0 ? m_host_prefill : 0.0);
  const double gpu2 = parts.gpu_ms * parts.gpu_ms, host2 = parts.host_ms * parts.host_ms;
  parts.step_ms = std::sqrt(std::sqrt(gpu2 * gpu2 + host2 * host2)) + m_gap + m_gap_sequence * load.decode +
                  (load.prefill > 0.0 ? m_prefill_step : 0.0);
  return parts;
}

}  // namespace astrolabe::serving
