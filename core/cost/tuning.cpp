#include "core/cost/tuning.h"

#include <algorithm>

#include "core/cost/constants.h"
#include "core/cost/kernel.h"

namespace astrolabe::cost {

namespace {

using model::Split;
using strategy::FrozenStore;
using strategy::Stack;
using strategy::Tuning;

/// How frozen products are stored in 4 bits. Bytes of a weight: 4 bits and the scales of its blocks. Traffic:
/// bytes of device memory that unpacking a weight costs at the datasheet's bandwidth, from LitGPT's printed
/// seconds (NF4 8.4 to 11.7) and Qwen's finetune.py (GPTQ 25.0 to 25.6). Buffer: bytes of an element of the
/// largest matrix, and bytes besides.
struct Stored {
  double bytes, traffic, buffer_bytes, buffer_gib;
};
constexpr Stored stored_as(FrozenStore store) {
  switch (store) {
    case FrozenStore::nf4_double:  // Dettmers et al., arXiv 2305.14314: blocks of 64, their scales of 256
      return {0.5 + 1.0 / 64.0 + 4.0 / (64.0 * 256.0), 10.6, 2.0, 0.0};
    case FrozenStore::nf4:
      return {0.5 + 4.0 / 64.0, 10.0, 2.0, 0.0};
    case FrozenStore::gptq:  // QwenLM/Qwen finetune.py: GPTQConfig(bits=4, disable_exllama=True)
      return {0.52, 25.5, 8.0, 1.4};
  }
  return {};
}

/// Element-wise traffic of an adapter, of a token and hidden element: dropout, scale and sum forward, twice
/// that backward; of an eager stack whose own is kEagerLevel. Source: runs of PEFT in resources/measured.
constexpr double kAdapterBytes = 9.0, kEagerLevel = 6.0;
/// Launches of an adapter and of a layer's 4-bit products, seconds, forward and backward, of eager stacks.
/// Source: the same.
constexpr double kAdapterLaunch = 0.12e-3, kQuantisedLaunch = 2.5e-3;
/// Of an expert whose weights are gathered by themselves, in a loop over all experts of a rank, seconds.
/// Source: runs of XTuner (10 to 13 ms).
constexpr double kExpertLoop = 13e-3;
/// A stack launches products one by one if its layers take longer than that, seconds.
constexpr double kEagerLaunch = 1e-3;
/// Bytes that an adapter keeps of an input element: with dropout (Hugging Face's trainers) its mask and what
/// it lets through, else the input itself.
constexpr double kDroppedInput = 3.0, kWholeInput = 2.0;
/// What DoRA keeps of an output element beside: both results and what their sum is scaled by, by count.
constexpr double kScaledOutput = 8.0;
/// Activations beside a frozen base in eager PyTorch over their count. Source: 116 readings of LitGPT and
/// PEFT (1.15 to 1.17).
constexpr double kEagerFrozen = 1.16;
/// In the allocator beside tensors; of the driver beside the allocator on one GPU, on several. GiB. Source:
/// readings of LitGPT and Qwen's finetune.py.
constexpr double kTunedWorkspaceGib = 0.4, kOneContextGib = 0.6, kSeveralContextGib = 2.1;
/// DeepSpeed's defaults of stage3_max_live_parameters and sub_group_size.
constexpr double kLiveParameters = 1e9;
/// Temporaries of PyTorch's optimizers (foreach), bytes of a trained parameter: by count 4, with fragments.
constexpr double kForeachBytes = 4.3;
/// Of a frozen weight, bytes: of a job in fp32, of any other.
constexpr double kWideFrozen = 4.0, kFrozen = 2.0;

bool one_by_one(const LayerScene& s) { return s.stack.host_layer_seconds > kEagerLaunch; }

/// Tokens of the fullest micro-batch over those of an average one: memory has to hold the fullest.
double of_fullest(const LayerScene& s) {
  const strategy::Job& job = s.problem.job;
  return strategy::fullest_tokens(job.tuning, job.sequence_length) /
         strategy::computed_tokens(job.tuning, job.sequence_length, s.split.micro_batch);
}

bool frozen_layer(const Tuning& tuning, const model::LayerClass& layer) {
  return tuning.adapters() || strategy::freezes(tuning, layer.name);
}
bool frozen_experts(const Tuning& tuning, const model::LayerClass& layer) {
  return frozen_layer(tuning, layer) || strategy::freezes(tuning, "experts");
}
bool frozen_embedding(const Tuning& tuning) {
  return tuning.adapters() || strategy::freezes(tuning, "embedding");
}
bool frozen_head(const Tuning& tuning) { return tuning.adapters() || strategy::freezes(tuning, "head"); }

double weight_bytes(const strategy::Job& job) {
  return job.precision == hardware::Precision::fp32 ? kWideFrozen : kFrozen;
}

double tower_weights(const model::TowerGraph& tower) {
  double weights = 0.0;
  const auto add = [&](const std::vector<model::Gemm>& gemms) {
    for (const model::Gemm& gemm : gemms)
      weights += static_cast<double>(gemm.n) * static_cast<double>(gemm.k);
  };
  for (const int index : tower.layers) add(tower.classes[static_cast<std::size_t>(index)].gemms);
  add(tower.gemms);
  return weights;
}

/// A copy of the model answers beside it: weights of its own, which are never trained.
double reference_bytes(const strategy::Job& job) {
  return job.tuning->reference == strategy::Reference::copy ? weight_bytes(job) : 0.0;
}

/// Whether nothing in front of a class of layers is trained, so that nothing has to come back through it.
bool inert(const strategy::Problem& problem, const model::LayerClass& layer) {
  const Tuning& tuning = *problem.job.tuning;
  if (tuning.adapters() || !frozen_embedding(tuning)) return false;
  const model::Graph& graph = *problem.graph;
  for (const model::TowerGraph& tower : graph.towers)
    if (trains_tower(problem.job, tower)) return false;
  const auto at = static_cast<int>(&layer - graph.classes.data());
  bool trained = false;
  for (const int index : graph.layers) {
    const model::LayerClass& other = graph.classes[static_cast<std::size_t>(index)];
    trained = trained || !frozen_layer(tuning, other) || (other.experts && !frozen_experts(tuning, other));
    if (index == at && trained) return false;
  }
  return true;
}

/// One adapter: its two products each way, what runs element by element, and its parameters on this rank.
/// `beside`: the product that it stands beside; `copies`: adapters alike, each with its share of the rows.
class Adapter {
 public:
  Adapter(const LayerScene& s, RankProduct beside, double copies = 1.0)
      : m_scene(s), m_beside(beside), m_rows(beside.rows / copies), m_copies(copies) {}

  double parameters() const {
    const double magnitudes = tuning().method == strategy::TuningMethod::dora ? m_beside.n : 0.0;
    return m_copies * (rank() * (m_beside.n + m_beside.k) + magnitudes);
  }

  void add_to(TimeParts& forward, TimeParts& backward, double& weight) const {
    const auto product = [&](double m, double n, double k, Product kind) {
      return m_copies * gemm_seconds(m_scene.device, m, n, k, false, kind);
    };
    const double r = rank();
    const double here =
        product(m_rows, r, m_beside.k, Product::forward) + product(m_rows, m_beside.n, r, Product::forward);
    const double gradient = product(r, m_beside.k, m_rows, Product::weight_gradient) +
                            product(m_beside.n, r, m_rows, Product::weight_gradient);
    const double back = product(m_rows, m_beside.k, r, Product::input_gradient) +
                        product(m_rows, r, m_beside.n, Product::input_gradient) + gradient;
    const double level = m_scene.stack.elementwise / kEagerLevel;
    const double elements = memory_seconds(
        m_scene.device, kAdapterBytes * level * m_copies * m_rows * m_scene.problem.graph->hidden);
    forward[Part::compute_forward] += here + elements;
    backward[Part::compute_backward] += back + 2.0 * elements;
    weight += gradient;
    if (tuning().method == strategy::TuningMethod::dora) add_norm(forward, backward);
  }

 private:
  /// DoRA scales every column to a norm that is trained: of the weight with its adapter multiplied out, which
  /// is read and summed in fp32. Source: Liu et al., arXiv 2402.09353; PEFT, DoraLinearLayer.
  void add_norm(TimeParts& forward, TimeParts& backward) const {
    constexpr double kNormBytes = 2.0 + 2.0 + 4.0 + 4.0;  // weight, product, their sum twice
    const double norm =
        m_copies * (gemm_seconds(m_scene.device, m_beside.n, m_beside.k, rank(), false, Product::forward) +
                    memory_seconds(m_scene.device, kNormBytes * m_beside.n * m_beside.k));
    const double scaled = memory_seconds(m_scene.device, 6.0 * m_copies * m_rows * m_beside.n);
    forward[Part::compute_forward] += norm + scaled;
    backward[Part::compute_backward] += 2.0 * scaled;
  }

  const Tuning& tuning() const { return *m_scene.problem.job.tuning; }
  double rank() const { return tuning().rank; }
  const LayerScene& m_scene;
  RankProduct m_beside;
  double m_rows, m_copies;
};

/// Adapters of the products outside experts. Returns how many.
double add_adapters(const LayerScene& s, const model::LayerClass& layer, LayerWork& work) {
  double count = 0.0;
  for (const strategy::Adapted& each : strategy::adapted(*s.problem.job.tuning, layer)) {
    const Adapter adapter(s, on_rank(s, layer.gemms[each.gemm].split, static_cast<double>(each.n),
                                     static_cast<double>(each.k)));
    adapter.add_to(work.forward, work.backward, work.weight);
    work.dense_parameters += adapter.parameters();
    count += 1.0;
  }
  return count;
}

/// Adapters of every routed expert of this rank. Returns how many of one expert.
double add_expert_adapters(const LayerScene& s, const model::LayerClass& layer, LayerWork& work) {
  if (!layer.experts) return 0.0;
  const model::Experts& experts = *layer.experts;
  const strategy::AdaptedExperts adapted = strategy::adapted_experts(*s.problem.job.tuning);
  const double etp = s.split.expert_tensor_parallel;
  const double here = std::max(1.0, static_cast<double>(experts.count) / s.split.expert_parallel);
  const double rows = s.tokens * experts.top_k * etp / s.split.tensor_parallel;
  const double hidden = experts.width;
  const double inner = experts.ffn / etp;
  double count = 0.0;
  const auto add = [&](double n, double k) {
    const Adapter adapter(s, {rows, n, k}, here);
    adapter.add_to(work.forward, work.backward, work.weight);
    work.expert_parameters += adapter.parameters();
    count += 1.0;
  };
  for (int i = 0; i < adapted.first_products(experts.gated); ++i) add(inner, hidden);
  if (adapted.down) add(hidden, inner);
  return count;
}

/// Weights of a layer's products outside experts on this rank.
double product_weights(const LayerScene& s, const model::LayerClass& layer) {
  double weights = 0.0;
  for (const model::Gemm& gemm : layer.gemms) {
    const RankProduct part = on_rank(s, gemm);
    if (gemm.low_precision) weights += part.n * part.k;
  }
  return weights;
}

/// Weights of the largest of them, experts included.
double largest_matrix(const LayerScene& s, const model::LayerClass& layer) {
  double largest = 0.0;
  for (const model::Gemm& gemm : layer.gemms) {
    if (!gemm.low_precision) continue;
    const RankProduct part = on_rank(s, gemm);
    const bool two = gemm.name.ends_with("_up") && gemm.n > s.problem.graph->hidden;  // gate and up apart
    largest = std::max(largest, part.n * part.k / (two ? 2.0 : 1.0));
  }
  return largest;
}

/// Frozen weights of a layer: where they lie, and what unpacking 4-bit ones takes in each pass.
void freeze_weights(const LayerScene& s, const model::LayerClass& layer, bool dense, bool experts,
                    LayerWork& work) {
  const strategy::Job& job = s.problem.job;
  const double bytes = weight_bytes(job);
  const double all_dense = work.dense_parameters, all_experts = work.expert_parameters;
  if (dense) {
    work.frozen_dense_bytes = bytes * all_dense;
    work.dense_parameters = 0.0;
  }
  if (experts) {
    work.frozen_expert_bytes = bytes * all_experts;
    work.expert_parameters = 0.0;
  }
  if (job.tuning->method == strategy::TuningMethod::qlora) {
    const Stored store = stored_as(s.problem.software.frozen_store);
    const double products = std::min(all_dense, product_weights(s, layer));
    work.frozen_dense_bytes -= (bytes - store.bytes) * products;
    work.frozen_expert_bytes -= (bytes - store.bytes) * all_experts;
    const double unpack =
        s.device.bandwidth > 0.0 ? store.traffic * (products + all_experts) / s.device.bandwidth : 0.0;
    work.forward[Part::compute_forward] += unpack;
    work.backward[Part::compute_backward] += unpack;
    work.buffer_bytes = store.buffer_bytes * largest_matrix(s, layer) + store.buffer_gib * kGib;
  }
  work.frozen_dense_bytes += reference_bytes(job) * all_dense;
  work.frozen_expert_bytes += reference_bytes(job) * all_experts;
}

/// Bytes that frozen products do not keep, as nobody asks for the gradients of their weights: the results of
/// norms and what enters the second product of an MLP.
double not_kept(const LayerScene& s, const model::LayerClass& layer, bool experts) {
  const double t = s.split.tensor_parallel;
  double bytes = s.device.element_bytes * layer.kept_hidden / 2.0 / s.sequence_ways;
  for (const model::Gemm& gemm : layer.gemms)
    if (gemm.name.ends_with("_down") && gemm.split == Split::row)
      bytes += s.device.element_bytes * static_cast<double>(gemm.k) / t;
  if (layer.experts && experts)
    bytes += s.device.element_bytes * layer.experts->top_k * (layer.experts->width + layer.experts->ffn) / t;
  return s.tokens * bytes;
}

/// Bytes of the inputs of adapted products, one for each product that several adapters share.
double adapter_inputs(const LayerScene& s, const model::LayerClass& layer) {
  const Tuning& tuning = *s.problem.job.tuning;
  const double t = s.split.tensor_parallel;
  const bool drops = s.problem.software.stack == Stack::trainer;
  const double input = drops ? kDroppedInput : kWholeInput;
  double bytes = 0.0;
  std::size_t last = layer.gemms.size();
  for (const strategy::Adapted& each : strategy::adapted(tuning, layer)) {
    if (tuning.method == strategy::TuningMethod::dora)
      bytes += kScaledOutput / input *
               on_rank(s, layer.gemms[each.gemm].split, static_cast<double>(each.n), 0.0).n;
    if (each.gemm == last) continue;
    last = each.gemm;
    if (!drops && layer.gemms[each.gemm].name == "attention_out") continue;  // its backward keeps the context
    const double ways = layer.gemms[each.gemm].split == Split::row ? t : s.sequence_ways;
    bytes += static_cast<double>(each.k) / ways;
  }
  if (layer.experts) {
    const strategy::AdaptedExperts adapted = strategy::adapted_experts(tuning);
    const double of_expert =
        (adapted.gate || adapted.up ? layer.experts->width : 0) + (adapted.down ? layer.experts->ffn : 0);
    bytes += layer.experts->top_k * of_expert / t;
  }
  return input * s.tokens * bytes;
}

/// Activations of a layer whose own weights are frozen.
void freeze_activations(const LayerScene& s, const model::LayerClass& layer, bool experts, LayerWork& work) {
  work.kept -= not_kept(s, layer, experts);
  if (s.problem.job.tuning->adapters()) work.kept += adapter_inputs(s, layer);
  if (s.problem.software.stack == Stack::trainer) work.kept *= kEagerFrozen;
  if (s.problem.software.keeps_quantised_inputs &&
      s.problem.job.tuning->method == strategy::TuningMethod::qlora)
    for (const model::Gemm& gemm : layer.gemms)
      work.kept += 2.0 * s.tokens * static_cast<double>(gemm.k) /
                   (gemm.split == Split::row ? static_cast<double>(s.split.tensor_parallel) : 1.0);
  work.kept = std::max(work.kept, work.inputs);
}

}  // namespace

void set_tuning_traits(const strategy::Problem& problem, StackTraits& traits) {
  const strategy::Software& software = problem.software;
  const std::optional<Tuning>& tuning = problem.job.tuning;
  if (!tuning) return;
  const bool torch = software.stack == Stack::trainer || software.stack == Stack::torch_native;
  if (!torch) return;
  int gpus = 0;
  for (const hardware::Pool& pool : problem.cluster.pools) gpus += pool.nodes * pool.gpus_per_node;
  traits.workspace_bytes = kTunedWorkspaceGib * kGib;
  traits.context_bytes = (gpus == 1 ? kOneContextGib : kSeveralContextGib) * kGib;
  traits.loads_whole = software.loads_whole;
  if (software.stack == Stack::trainer) {
    traits.foreach_bytes = kForeachBytes;
    traits.host_expert_seconds = kExpertLoop;
    if (!software.loads_whole) traits.live_parameters = kLiveParameters;
    if (software.hooked) traits.live_from = 0;
  }
  if (!tuning->adapters()) return;
  traits.wide_weights = !software.narrow_adapters;
  traits.wide_optimizer = !software.narrow_adapters;
}

void tune(const LayerScene& s, const model::LayerClass& layer, double dense_weight, LayerWork& work) {
  const std::optional<Tuning>& tuning = s.problem.job.tuning;
  if (!tuning) return;
  const bool dense = frozen_layer(*tuning, layer);
  const bool experts = frozen_experts(*tuning, layer);
  const double expert_weight = work.weight - dense_weight;
  const double dropped = (dense ? dense_weight : 0.0) + (experts ? expert_weight : 0.0);
  work.backward[Part::compute_backward] -= dropped;
  work.weight = (dense ? 0.0 : dense_weight) + (experts ? 0.0 : expert_weight);
  freeze_weights(s, layer, dense, experts, work);
  if (dense) freeze_activations(s, layer, experts, work);
  if (tuning->adapters()) {
    const double adapters = add_adapters(s, layer, work) + add_expert_adapters(s, layer, work);
    if (one_by_one(s)) work.host_seconds += kAdapterLaunch * adapters;
    if (one_by_one(s) && tuning->method == strategy::TuningMethod::qlora)
      work.host_seconds += kQuantisedLaunch;
  }
  const double fullest = of_fullest(s);
  work.kept *= fullest;
  work.inputs *= fullest;
  work.scores *= fullest * fullest;
  work.inert = inert(s.problem, layer);
  if (!work.inert) return;
  work.kept = work.scores = work.inputs = work.weight = 0.0;
}

void tune(const LayerScene& s, EdgeCost& edge) {
  const std::optional<Tuning>& tuning = s.problem.job.tuning;
  if (!tuning) return;
  const double bytes = weight_bytes(s.problem.job), reference = reference_bytes(s.problem.job);
  const double t = s.split.tensor_parallel;
  double frozen = 0.0, table = edge.embedding_parameters;
  for (const model::TowerGraph& tower : s.problem.graph->towers) {
    const double weights = tower_weights(tower) / t;
    table -= weights;
    if (!trains_tower(s.problem.job, tower)) frozen += weights;
  }
  table = std::max(0.0, table);
  if (frozen_embedding(*tuning)) frozen += table;
  edge.embedding_frozen_bytes = bytes * frozen + reference * edge.embedding_parameters;
  edge.embedding_parameters = std::max(0.0, edge.embedding_parameters - frozen);
  if (frozen_embedding(*tuning) && trains_table(s.problem.job)) edge.embedding_parameters += table;
  edge.head_frozen_bytes = reference * edge.head_parameters;
  if (frozen_head(*tuning)) {
    edge.head_frozen_bytes += bytes * edge.head_parameters;
    if (!strategy::trains_head(*tuning)) {
      edge.head_backward -= edge.head_weight_seconds;
      edge.head_parameters = edge.head_weight_seconds = 0.0;
    }
  }
  edge.logits_bytes *= of_fullest(s);
  const double passes = forward_passes(s.problem.job);
  edge.embedding_forward *= passes;
  edge.head_forward *= passes;
}

bool trains_table(const strategy::Job& job) {
  return !job.tuning || !frozen_embedding(*job.tuning) || strategy::trains_embedding(*job.tuning);
}

bool trains_tower(const strategy::Job& job, const model::TowerGraph& tower) {
  return !job.tuning || (!job.tuning->adapters() && !strategy::freezes(*job.tuning, tower.role));
}

double forward_passes(const strategy::Job& job) {
  if (!job.tuning || !job.tuning->reference) return 1.0;
  return *job.tuning->reference == strategy::Reference::precomputed ? 1.0 : 2.0;
}

TiedCopy tied_copy(const strategy::Job& job, double parameters) {
  if (!job.tuning) return {parameters, 0.0};
  const bool frozen = frozen_embedding(*job.tuning);
  return {trains_table(job) ? parameters : 0.0,
          ((frozen ? weight_bytes(job) : 0.0) + reference_bytes(job)) * parameters};
}

double trained_parameters(const strategy::Problem& problem) {
  const model::Graph& graph = *problem.graph;
  if (!problem.job.tuning) return static_cast<double>(graph.parameters_total);
  const Tuning& tuning = *problem.job.tuning;
  double trained = 0.0;
  auto table = static_cast<double>(graph.embedding_parameters);
  for (const model::TowerGraph& tower : graph.towers) {
    table -= tower_weights(tower);
    if (trains_tower(problem.job, tower)) trained += tower_weights(tower);
  }
  if (trains_table(problem.job)) trained += std::max(0.0, table);
  if (!frozen_head(tuning) || strategy::trains_head(tuning))
    trained += static_cast<double>(graph.head_parameters);
  for (const int index : graph.layers) {
    const model::LayerClass& layer = graph.classes[static_cast<std::size_t>(index)];
    if (!frozen_layer(tuning, layer))
      trained += static_cast<double>(layer.parameters_split + layer.parameters_replicated);
    if (!frozen_experts(tuning, layer)) trained += static_cast<double>(layer.parameters_expert);
    const double magnitude = tuning.method == strategy::TuningMethod::dora ? 1.0 : 0.0;
    for (const strategy::Adapted& each : strategy::adapted(tuning, layer))
      trained += tuning.rank * static_cast<double>(each.n + each.k) + magnitude * static_cast<double>(each.n);
    if (!layer.experts || !tuning.adapters()) continue;
    const strategy::AdaptedExperts adapted = strategy::adapted_experts(tuning);
    const double pairs = adapted.first_products(layer.experts->gated) + (adapted.down ? 1.0 : 0.0);
    trained += pairs * layer.experts->count * tuning.rank * (layer.experts->width + layer.experts->ffn);
  }
  return trained;
}

UsefulWork useful_work(const strategy::Problem& problem) {
  const model::Graph& graph = *problem.graph;
  UsefulWork work;
  work.passed = static_cast<double>(graph.parameters_active - graph.parameters_embedding);
  work.trained = work.passed;
  work.attended = strategy::attended_tokens(problem.job.tuning, problem.job.sequence_length, 1);
  if (!problem.job.tuning) return work;
  work.passes = forward_passes(problem.job);
  // Of what is trained the share that a token visits: adapters and frozen parts are counted as they are.
  const double table =
      frozen_embedding(*problem.job.tuning) ? 0.0 : static_cast<double>(graph.parameters_embedding);
  work.trained = std::max(0.0, std::min(work.passed, trained_parameters(problem) - table));
  return work;
}

double useful_operations(const strategy::Problem& problem) {
  const model::Graph& graph = *problem.graph;
  const UsefulWork work = useful_work(problem);
  const double attention = 6.0 * graph.attention_layers() * static_cast<double>(graph.hidden) * work.attended;
  if (!problem.job.tuning) return 6.0 * work.passed + attention;
  return (2.0 + 2.0 * work.passes) * work.passed + 2.0 * work.trained + attention;
}

}  // namespace astrolabe::cost
