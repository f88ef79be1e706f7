#include "core/calibration/measured_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/calibration/measured_open.h"
#include "core/cost/shape.h"
#include "core/strategy/chunks.h"

namespace astrolabe::calibration {

namespace {

using strategy::Stack;

/// Model FLOP of a token by the convention that the row states.
double flops_per_token(const MeasuredRun& run, const model::Graph& graph) {
  const double head = static_cast<double>(graph.vocabulary) * graph.hidden;
  const double body = static_cast<double>(graph.parameters_active - graph.parameters_embedding) -
                      (graph.tied_embeddings ? 0.0 : head);
  const double attention =
      12.0 * graph.layer_count() * static_cast<double>(graph.hidden) * *run.sequence_length;
  const auto says = [&](const char* part) { return contains_ignoring_case(run.flops_convention, part); };
  if (says("8 per param-token")) return 8.0 * static_cast<double>(graph.parameters_total);
  const bool again = says("hardware") || says("recompute");
  return (again ? 4.0 / 3.0 : 1.0) * (6.0 * body + attention) + 6.0 * head;
}

/// Reads job, degrees and switches; the rules of the defaults are here.
class CaseMaker {
 public:
  explicit CaseMaker(MeasuredCase& out) : m_case(out), m_run(out.run) {}

  void job() {
    strategy::Job& job = m_case.problem.job;
    job.sequence_length = *m_run.sequence_length;
    job.precision = hardware::precision_from(m_run.dtype).value_or(hardware::Precision::bf16);
    if (m_run.dtype.empty()) assume("dtype", "bf16", "default of mixed-precision training");
    // XLA fuses no attention by itself: only Transformer Engine's custom calls do.
    const bool plain_jax = software().stack == Stack::jax &&
                           contains_ignoring_case(m_run.framework, "paxml") &&
                           !contains_ignoring_case(m_run.framework, "transformer engine");
    job.flash_attention = m_run.flash_attention.value_or(software().year >= 2023.0 && !plain_jax);
    if (!m_run.flash_attention)
      assume("flash", job.flash_attention ? "1" : "0", "fused attention from 2023 on, in JAX by libraries");
    const bool narrow = software().stack == Stack::megatron_2022 || software().stack == Stack::deepspeed ||
                        software().stack == Stack::native || software().stack == Stack::intern_evo ||
                        software().stack == Stack::trainer || !software().wide_optimizer;
    job.gradient_precision = narrow ? strategy::GradientPrecision::bf16 : strategy::GradientPrecision::fp32;
    if (contains_ignoring_case(m_run.framework, "megatron-bridge"))  // perf_recipes: grad_reduce_in_fp32
      job.gradient_precision = strategy::GradientPrecision::bf16;
    if (!m_run.grad_reduce_dtype.empty())
      job.gradient_precision = m_run.grad_reduce_dtype == "bf16" ? strategy::GradientPrecision::bf16
                                                                 : strategy::GradientPrecision::fp32;
    job.limits.memory_headroom = 0.0;
  }

  Result<void> degrees() {
    strategy::Strategy& s = m_case.strategy;
    const auto or_one = [&](const std::optional<int>& value, const char* name) {
      if (!value) assume(name, "1", "not stated");
      return value.value_or(1);
    };
    s.tensor_parallel = or_one(m_run.tensor_parallel, "tp");
    s.pipeline_parallel = or_one(m_run.pipeline_parallel, "pp");
    s.context_parallel = or_one(m_run.context_parallel, "cp");
    s.expert_parallel = m_run.is_moe() ? or_one(m_run.expert_parallel, "ep") : 1;
    const int ways = s.tensor_parallel * s.pipeline_parallel * s.context_parallel;
    if (*m_run.gpus % ways != 0)
      return fail(code::bad_measured_row, fmt::format("row {}, column n_gpus", m_run.line),
                  std::to_string(*m_run.gpus),
                  {Wanted::Kind::multiple_of, {fmt::format("tp x pp x cp = {}", ways)}});
    s.data_parallel = *m_run.gpus / ways;
    s.expert_tensor_parallel = expert_tensor_parallel();
    s.virtual_pipeline = m_run.virtual_pipeline.value_or(default_chunks());
    if (!m_run.virtual_pipeline && s.pipeline_parallel > 1)
      assume("vpp", std::to_string(s.virtual_pipeline), "recipe default of the framework");
    s.schedule = s.virtual_pipeline > 1 ? strategy::Schedule::interleaved : strategy::Schedule::one_f_one_b;
    return {};
  }

  Result<void> batch() {
    strategy::Strategy& s = m_case.strategy;
    s.micro_batch = m_run.micro_batch.value_or(1);
    if (!m_run.micro_batch) assume("mbs", "1", "not stated");
    const int step = s.micro_batch * s.data_parallel;
    int batch = m_run.global_batch.value_or(0);
    if (batch == 0) {
      batch = step * std::max(8, 4 * s.pipeline_parallel);
      assume("gbs", std::to_string(batch), "not stated: four micro-batches a stage, at least eight");
    }
    if (batch % step != 0)
      return fail(code::bad_measured_row, fmt::format("row {}, column gbs", m_run.line),
                  std::to_string(batch), {Wanted::Kind::multiple_of, {fmt::format("mbs x dp = {}", step)}});
    m_case.problem.job.global_batch = batch;
    m_case.tokens_per_step = static_cast<double>(batch) * *m_run.sequence_length;
    // Interleaving works in groups of as many micro-batches as there are stages.
    if (s.virtual_pipeline > 1 && batch / step % s.pipeline_parallel != 0) {
      assume("vpp", "1", "interleaving needs micro-batches in multiples of the stages");
      s.virtual_pipeline = 1;
      s.schedule = strategy::Schedule::one_f_one_b;
    }
    return {};
  }

  void switches() {
    strategy::Strategy& s = m_case.strategy;
    const Stack stack = software().stack;
    const bool vendor = stack == Stack::megatron_core || stack == Stack::jax;
    s.sequence_parallel = m_run.sequence_parallel.value_or(vendor) && s.tensor_parallel > 1;
    if (!m_run.sequence_parallel && s.tensor_parallel > 1)
      assume("sp", s.sequence_parallel ? "1" : "0", "on in Megatron-Core and JAX, off before 2023");
    s.zero_stage = m_run.zero_stage.value_or(default_zero());
    if (!m_run.zero_stage) assume("zero", std::to_string(s.zero_stage), "default of the framework");
    if (s.zero_stage == 3 && software().keeps_gathered) {  // then only the optimizer's state is sharded
      s.zero_stage = 1;
      assume("zero", "1", "FSDP with a pipeline keeps weights gathered and gradients whole for the step");
    }
    s.overlap_grad_reduce = true;
    s.overlap_param_gather = stack != Stack::intern_evo;  // overlap_sync_param is off by default
    s.overlap_tensor_parallel =
        s.sequence_parallel && ((vendor && software().graphs && software().grouped_experts) ||
                                (stack == Stack::torch_native && m_run.noted("async TP")));
    s.sharding_group = s.zero_stage > 0 ? sharding_group() : 1;
    s.offload_optimizer = m_run.offload.value_or(false) &&
                          (m_run.noted("offload-opt") || m_run.noted("optimizer CPU offload 100 %"));
    m_case.problem.software.offload_master = m_run.noted("offload-master");
    s.recompute = m_run.recompute == "full"        ? strategy::Recompute::full
                  : m_run.recompute == "selective" ? strategy::Recompute::selective
                                                   : strategy::Recompute::none;
    if (stack == Stack::native) native_recompute();
    if (m_run.recompute.empty() && m_run.is_time())
      assume("recompute", "none", "not stated: tuned recipes use forms that cost next to nothing");
  }

  void stages() {
    strategy::Strategy& s = m_case.strategy;
    const int count = s.pipeline_parallel;
    const int layers = m_case.problem.graph->layer_count();
    m_case.layers.assign(static_cast<std::size_t>(count), layers / count);
    const int rest = layers % count;
    const strategy::Chunking chunking = strategy::chunking_of(s.schedule, layers, count, s.virtual_pipeline);
    const bool predicts =
        std::any_of(m_case.assumed.begin(), m_case.assumed.end(),
                    [](const AssumedSetting& setting) { return setting.what == "token prediction"; });
    if (m_run.virtual_pipeline && s.virtual_pipeline > 1 && predicts && chunking.allows(0)) {
      // Layouts of recipes that predict a further token leave the last stage what is missing:
      // Et*4|(t*4|)*14tmL.
      m_case.layers = chunking.splits().front();
    } else if (rest != 0 && (layers + 2) % count == 0) {  // embedding and head count as layers
      std::fill(m_case.layers.begin(), m_case.layers.end(), (layers + 2) / count);
      --m_case.layers.front();
      --m_case.layers.back();
    } else {
      for (int j = 0; j < rest; ++j) ++m_case.layers[static_cast<std::size_t>(j)];
    }
    for (const int held : m_case.layers) {
      strategy::Stage stage;
      stage.layers = held;
      stage.tensor_parallel = s.tensor_parallel;
      stage.recompute = s.recompute;
      stage.recompute_layers = s.recompute == strategy::Recompute::full ? held : 0;
      s.stages.push_back(stage);
    }
    if (s.recompute == strategy::Recompute::full)
      s.recompute_layers = *std::max_element(m_case.layers.begin(), m_case.layers.end());
    if (s.recompute == strategy::Recompute::selective && is_fsdp()) fewest_layers();
    if (s.recompute == strategy::Recompute::selective) counted_layers();
    if (m_run.recompute.empty() && !m_run.is_time()) {
      recompute(cheapest_recompute(m_case));
      assume("recompute", strategy::to_string(s.recompute), "not stated: the cheapest setting that fits");
    }
  }

  void recompute(strategy::Recompute kind) {
    strategy::Strategy& s = m_case.strategy;
    s.recompute = kind;
    for (strategy::Stage& stage : s.stages) {
      stage.recompute = kind;
      stage.recompute_layers = kind == strategy::Recompute::full ? stage.layers : 0;
      s.recompute_layers = std::max(s.recompute_layers, stage.recompute_layers);
    }
  }

  /// "checkpointing on 5 of 48 layers", "every 2nd layer checkpointed".
  void counted_layers() {
    const int layers = m_case.problem.graph->layer_count();
    auto share = captured(m_run.notes, "checkpointing on ([0-9]+) of [0-9]+ layers");
    if (share) *share /= layers;
    if (const auto each = captured(m_run.notes, "every ([0-9]+)(?:nd|rd|th) layer")) share = 1.0 / *each;
    if (!share) return;
    strategy::Strategy& s = m_case.strategy;
    s.recompute = strategy::Recompute::full;
    s.recompute_layers = 0;
    for (strategy::Stage& stage : s.stages) {
      stage.recompute = s.recompute;
      stage.recompute_layers = std::min(stage.layers, static_cast<int>(std::lround(*share * stage.layers)));
      s.recompute_layers = std::max(s.recompute_layers, stage.recompute_layers);
    }
  }

  /// FSDP's selective checkpointing does every n-th layer again: as few as fit the memory.
  void fewest_layers() {
    strategy::Strategy& s = m_case.strategy;
    s.recompute = strategy::Recompute::full;
    cost::Tables tables(m_case.problem);
    const cost::Shape shape(tables, s);
    int begin = 0;
    for (std::size_t j = 0; j < s.stages.size(); ++j) {
      const int held = m_case.layers[j];
      s.stages[j].recompute = strategy::Recompute::full;
      s.stages[j].recompute_layers = shape.stage(static_cast<int>(j), {begin, begin + held}).recompute_layers;
      s.recompute_layers = std::max(s.recompute_layers, s.stages[j].recompute_layers);
      begin += held;
    }
    assume("recompute_layers", std::to_string(s.recompute_layers),
           "selective in FSDP: every n-th layer, as few as fit");
  }

  /// Which operations a hand-written trainer does again, moves to the host or runs in pieces: its own flags.
  void native_recompute() {
    const model::LayerClass& layer = m_case.problem.graph->classes.front();
    const double matrices = m_run.gated.value_or(true) ? 3.0 : 2.0;
    double redone = 0.0, all = 0.0;
    for (const model::Gemm& gemm : layer.gemms) {
      const double work = static_cast<double>(gemm.n) * static_cast<double>(gemm.k);
      all += work;
      if (gemm.name == "mlp_up" && m_run.noted("--recompute-ffn")) redone += work;
    }
    double dropped = 0.0;
    if (m_run.noted("--recompute-norm")) dropped += layer.kept_hidden / 2.0;
    if (m_run.noted("--offload-residual")) dropped += layer.kept_hidden / 4.0;  // one of the two
    if (m_run.noted("--recompute-ffn"))
      dropped += layer.kept_mlp;
    else if (m_run.noted("--recompute-swiglu"))
      dropped += layer.kept_mlp / matrices;
    strategy::Software& software = m_case.problem.software;
    if (const auto chunks = captured(m_run.notes, "lmhead-chunks=([0-9]+)"))
      software.loss_chunks = static_cast<int>(*chunks);
    strategy::Strategy& s = m_case.strategy;
    if (s.recompute == strategy::Recompute::full || dropped == 0.0) return;
    s.recompute = strategy::Recompute::selective;
    software.selective = {.keeps = 1.0 - dropped / (layer.kept_hidden + layer.kept_heads + layer.kept_mlp),
                          .redoes = redone / all};
  }

 private:
  bool is_fsdp() const {
    return software().stack == Stack::fsdp_eager || software().stack == Stack::fsdp_compiled;
  }
  void assume(std::string what, std::string value, std::string rule) {
    m_case.assumed.push_back({std::move(what), std::move(value), std::move(rule)});
  }
  const strategy::Software& software() const { return m_case.problem.software; }

  /// Recipes keep experts whole (NeMo 2's and Megatron-Bridge's deepseek_v3.py, qwen3_235b_a22b.py: 1), or
  /// the sources' tables say how they do not. Megatron itself splits them over the tensor-parallel ranks
  /// (parallel_state.py, d98e8a64).
  int expert_tensor_parallel() {
    const int degree = m_case.strategy.tensor_parallel;
    if (const auto etp = captured(m_run.notes, "expert (?:tensor parallel|TP) ([0-9]+)"))
      return static_cast<int>(*etp);
    if (!m_run.is_moe() || degree == 1) return 1;
    const bool whole = software().grouped_experts;
    const int assumed = whole ? 1 : degree;
    assume("etp", std::to_string(assumed),
           whole ? "recipes keep experts whole" : "Megatron's default: as many as tp");
    return assumed;
  }

  int default_chunks() const {
    const int stages = m_run.pipeline_parallel.value_or(1);
    if (stages == 1 || software().stack != Stack::megatron_core || !software().graphs) return 1;
    if (m_run.is_moe()) return 2;
    if (const auto later = captured(m_run.notes, "NA in this release, ([0-9]+) in the next"))
      return static_cast<int>(*later);
    if (*m_run.layers % stages != 0) return 1;
    const int held = *m_run.layers / stages;  // the most chunks of at least four layers
    for (int chunks = held / 4; chunks > 1; --chunks)
      if (held % chunks == 0) return chunks;
    return 1;
  }

  int default_zero() const {
    switch (software().stack) {
      case Stack::fsdp_eager:
      case Stack::fsdp_compiled:
      case Stack::torch_native:
      case Stack::jax:
        return 3;
      case Stack::native:
        return m_run.noted("--shard-weights") ? 3 : 0;
      case Stack::megatron_2022:
        return 0;
      case Stack::trainer:  // launched with DeepSpeed's ZeRO-3 where there is more than one GPU
        return *m_run.gpus > 1 && !m_run.is_adapter() ? 3 : 0;
      default:
        return 1;
    }
  }

  /// Ranks over which state is sharded: what the notes say, else all replicas.
  int sharding_group() const {
    const strategy::Strategy& s = m_case.strategy;
    const int replicas = s.replicas();
    const int per_node = m_case.problem.cluster.pools.front().gpus_per_node;
    int group = replicas;
    if (const auto stated = captured(m_run.notes, "FSDP[ =]([0-9]+)"); stated && *stated > 1.0)
      group = static_cast<int>(*stated);
    if (const auto over = captured(m_run.notes, "sharded over ([0-9]+) GPUs"))
      group = static_cast<int>(*over);
    // "HSDP", or "7B uses HSDP" in the notes of several sizes
    const auto size = captured(m_run.notes, "([0-9]+)B uses HSDP");
    const bool this_size = !size || contains_ignoring_case(m_run.model, "-" + format_number(*size) + "B");
    if (m_run.noted("HSDP") && this_size) group = per_node;
    return replicas % group == 0 ? std::min(group, replicas) : replicas;
  }

  MeasuredCase& m_case;
  const MeasuredRun& m_run;
};

MemoryReading reading_of(const MeasuredRun& run) {
  if (run.mem_kind == "allocated") return MemoryReading::allocator;
  if (run.mem_kind == "reserved") return MemoryReading::reserved;
  if (run.mem_kind == "device") return MemoryReading::device;
  if (run.noted("allocator")) return MemoryReading::allocator;
  if (run.noted("nvidia-smi")) return MemoryReading::device;
  return MemoryReading::unspecified;
}

}  // namespace

double MeasuredCase::measured_seconds_per_token() const {
  const double gpus = *run.gpus;
  switch (run.kind) {
    case MeasuredKind::step_seconds:
      return run.value / tokens_per_step;
    case MeasuredKind::tokens_per_second_gpu:
      return 1.0 / (run.value * gpus);
    case MeasuredKind::tflops_gpu:
      return flops_per_token / (run.value * 1e12 * gpus);
    case MeasuredKind::peak_memory:
      return 0.0;
  }
  return 0.0;
}

namespace {

/// The case of a row that states its layout.
Result<MeasuredCase> stated_case(const MeasuredRun& run, const hardware::Catalogue& catalogue) {
  MeasuredCase result;
  result.run = run;
  auto graph = measured_graph(run, result.assumed);
  if (!graph) return tl::unexpected<Error>(graph.error());
  auto cluster = measured_cluster(run, catalogue, result.assumed);
  if (!cluster) return tl::unexpected<Error>(cluster.error());
  result.flops_per_token = flops_per_token(run, *graph);
  result.problem.graph = std::make_shared<const model::Graph>(std::move(*graph));
  result.problem.cluster = std::move(*cluster);
  result.problem.software = measured_software(run, result.assumed);
  result.reading = reading_of(run);
  CaseMaker maker(result);
  maker.job();
  set_tuning(result);
  if (const auto done = maker.degrees(); !done) return tl::unexpected<Error>(done.error());
  if (const auto done = maker.batch(); !done) return tl::unexpected<Error>(done.error());
  maker.switches();
  maker.stages();
  return result;
}

/// Of the layouts that a row leaves open, the fastest that fits.
Result<MeasuredCase> searched_case(const MeasuredRun& run, const hardware::Catalogue& catalogue) {
  std::optional<MeasuredCase> best;
  LayoutRank least;
  for (const MeasuredRun& layout : open_layouts(run)) {
    auto made = stated_case(layout, catalogue);
    if (!made || !hardware::peak(made->problem.cluster.pools.front().gpu, made->problem.job.precision))
      continue;
    const LayoutRank rank = rank_of(*made);
    if (best && !(rank < least)) continue;
    least = rank;
    best = std::move(*made);
  }
  if (!best) return stated_case(run, catalogue);
  const strategy::Strategy& s = best->strategy;
  const char* why = least.misfit < 2 ? "searched: the fastest layout that fits"
                                     : "searched: no layout fits, the fastest of them";
  const auto say = [&](const std::optional<int>& stated, const char* name, int value) {
    if (!stated) best->assumed.push_back({name, std::to_string(value), why});
  };
  say(run.tensor_parallel, "tp", s.tensor_parallel);
  say(run.pipeline_parallel, "pp", s.pipeline_parallel);
  if (run.is_time())
    say(run.micro_batch, "mbs", s.micro_batch);
  else if (!run.micro_batch)
    best->assumed.push_back(
        {"mbs", "1", "not stated: readings of memory that name no batch are of the smallest"});
  return std::move(*best);
}

}  // namespace

Result<MeasuredCase> make_case(const MeasuredRun& run, const hardware::Catalogue& catalogue) {
  std::vector<AssumedSetting> assumed;
  const MeasuredRun whole = with_assumed_sizes(run, assumed);
  const bool searched = leaves_layout_open(run) && whole.layers && whole.heads && whole.gpus;
  auto result = searched ? searched_case(whole, catalogue) : stated_case(whole, catalogue);
  if (!result) return result;
  result->complete = run.complete();
  result->assumed.insert(result->assumed.begin(), assumed.begin(), assumed.end());
  return result;
}

}  // namespace astrolabe::calibration
