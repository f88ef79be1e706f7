#include "core/strategy/launch_variables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "core/base/text.h"
#include "core/strategy/chunks.h"
#include "core/strategy/layer_variables.h"
#include "core/strategy/tuning_variables.h"

namespace astrolabe::strategy {

namespace {

using P = const Problem&;
using S = const Strategy&;

/// Layers are not dealt out yet, and of each pool one stage may stand for all.
bool undealt(S s) {
  return std::all_of(s.stages.begin(), s.stages.end(), [](const Stage& stage) { return stage.layers == 0; });
}

RuleValue launch_gpus(P, S s, const Stage*) {
  if (s.stages.size() != static_cast<std::size_t>(s.pipeline_parallel))
    return static_cast<RuleValue>(s.tensor_parallel) * s.pipeline_parallel * s.replicas();
  RuleValue sum = 0;
  for (const Stage& stage : s.stages) sum += static_cast<RuleValue>(stage.tensor_parallel) * s.replicas();
  return sum;
}

RuleValue cluster_gpus(P p, S, const Stage*) {
  RuleValue sum = 0;
  for (const hardware::Pool& pool : p.cluster.pools) sum += pool.gpus();
  return sum;
}

RuleValue cluster_nodes(P p, S, const Stage*) {
  RuleValue sum = 0;
  for (const hardware::Pool& pool : p.cluster.pools) sum += pool.nodes;
  return sum;
}

/// Sequences that hold the tokens to train, padding apart, and steps that train them.
RuleValue train_samples(P p, S, const Stage*) {
  return static_cast<RuleValue>(std::ceil(p.job.tokens / p.job.tokens_per_step() * p.job.global_batch));
}
RuleValue train_steps(P p, S, const Stage*) {
  return static_cast<RuleValue>(std::ceil(p.job.tokens / p.job.tokens_per_step()));
}

RuleValue capability(P p, S, const Stage* stage) {
  const auto value = compute_capability(p.cluster.pools[static_cast<std::size_t>(stage->pool)].gpu);
  return value ? *value : kNone;
}

RuleValue gpu_kinds(P p, S s, const Stage*) {
  std::set<std::string> kinds;
  for (const Stage& stage : s.stages)
    kinds.insert(p.cluster.pools[static_cast<std::size_t>(stage.pool)].gpu.id);
  return static_cast<RuleValue>(kinds.size());
}

/// Whether a number of every stage is the same.
template <auto Member>
RuleValue even(P, S s, const Stage*) {
  return std::all_of(s.stages.begin(), s.stages.end(),
                     [&](const Stage& stage) { return stage.*Member == s.stages.front().*Member; })
             ? 1
             : 0;
}

/// Of layers that are not dealt out: whether every chunk of every stage can hold as many.
RuleValue even_layers(P p, S s, const Stage* stage) {
  if (undealt(s)) return p.graph->layer_count() % (s.pipeline_parallel * s.virtual_pipeline) == 0 ? 1 : 0;
  return even<&Stage::layers>(p, s, stage);
}

int recomputed(const Stage& stage) { return stage.recompute == Recompute::full ? stage.recompute_layers : 0; }

RuleValue most_recomputed(P, S s, const Stage*) {
  if (undealt(s)) return s.recompute == Recompute::full ? 1 : 0;
  int most = 0;
  for (const Stage& stage : s.stages) most = std::max(most, recomputed(stage));
  return most;
}

RuleValue recompute_whole(P, S s, const Stage*) {
  return std::all_of(s.stages.begin(), s.stages.end(),
                     [](const Stage& stage) { return recomputed(stage) == stage.layers; })
             ? 1
             : 0;
}

/// Calls `use(stage, layers)` for every chunk of every stage.
template <typename Use>
void each_chunk(P p, S s, const Use& use) {
  const int stages = static_cast<int>(s.stages.size());
  const Chunking chunking = chunking_of(s.schedule, p.graph->layer_count(), stages, s.virtual_pipeline);
  for (int j = 0; j < stages; ++j) {
    const int held = s.stages[static_cast<std::size_t>(j)].layers;
    for (int chunk = 0; chunk < s.virtual_pipeline; ++chunk)
      use(j, s.virtual_pipeline == 1 ? held : chunking.of_chunk(j, held, chunk));
  }
}

RuleValue recomputed_in_chunk(P p, S s, const Stage* stage) {
  RuleValue most = (most_recomputed(p, s, stage) + s.virtual_pipeline - 1) / s.virtual_pipeline;
  if (recompute_whole(p, s, stage) != 0)
    each_chunk(p, s, [&](int, int layers) { most = std::max<RuleValue>(most, layers); });
  return most;
}

/// One number of layers in every chunk recomputes in each stage what the strategy says.
RuleValue recompute_even(P p, S s, const Stage* stage) {
  const int each = static_cast<int>(recomputed_in_chunk(p, s, stage));
  std::vector<int> sums(s.stages.size(), 0);
  each_chunk(p, s, [&](int j, int layers) { sums[static_cast<std::size_t>(j)] += std::min(each, layers); });
  return std::equal(sums.begin(), sums.end(), s.stages.begin(),
                    [](int sum, const Stage& one) { return sum == recomputed(one); })
             ? 1
             : 0;
}

/// Ranks of data parallelism over which weights and gradients are sharded.
RuleValue data_shards(P, S s, const Stage*) {
  return s.zero_stage >= 2 ? std::max(1, s.shards() / s.context_parallel) : 1;
}

std::vector<RuleVariable> of_launch() {
  constexpr auto number = RuleType::number;
  constexpr auto boolean = RuleType::boolean;
  constexpr std::uint32_t recompute = reads::recompute;
  constexpr std::uint32_t chunks = recompute | reads::virtual_pipeline | reads::schedule;
  constexpr std::uint32_t shards = reads::sharding | reads::zero | reads::group;
  return {
      {"gpus", number, reads::group, false, launch_gpus, "GPUs that the strategy uses"},
      {"cluster_gpus", number, 0, false, cluster_gpus, "GPUs of the cluster"},
      {"cluster_nodes", number, 0, false, cluster_nodes, "machines of the cluster"},
      {"train_samples", number, 0, false, train_samples, "sequences of all tokens that are trained"},
      {"train_steps", number, 0, false, train_steps, "steps of the job, each of the whole batch"},
      {"capability", number, reads::pool, true, capability,
       "CUDA's compute capability of a stage's GPU, such as 90; None where it has none"},
      {"gpu_kinds", number, reads::pool, false, gpu_kinds, "types of GPU that the stages lie on"},
      {"even_layers", boolean, reads::pipeline | reads::virtual_pipeline, false, even_layers,
       "all stages hold as many layers"},
      {"even_tensor", boolean, reads::pool | reads::tensor, false, even<&Stage::tensor_parallel>,
       "all stages have the same tensor parallelism"},
      {"even_recompute_kind", boolean, recompute, false, even<&Stage::recompute>,
       "all stages recompute in the same way"},
      {"recompute_even", boolean, chunks, false, recompute_even,
       "one number of layers a chunk says what every stage recomputes"},
      {"recompute_whole", boolean, recompute, false, recompute_whole, "every layer is recomputed in full"},
      {"recomputed_most", number, recompute, false, most_recomputed, "layers recomputed in a stage, at most"},
      {"recomputed_in_chunk", number, chunks, false, recomputed_in_chunk, "the same of a chunk"},
      {"shards", number, shards, false, [](P, S s, const Stage*) -> RuleValue { return s.shards(); },
       "ranks that share state where it is sharded"},
      {"data_shards", number, shards, false, data_shards, "of these the data-parallel ones, from ZeRO-2 on"},
      {"micro_batch_group", number, reads::pipeline | reads::micro | reads::data, false,
       [](P p, S s, const Stage*) -> RuleValue {
         return micro_batch_group(s.pipeline_parallel, p.job.micro_batches(s.data_parallel, s.micro_batch));
       },
       "micro-batches that an interleaved pipeline takes in one go; 0 where none divides them"},
      {"tied_embeddings", boolean, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return p.graph->tied_embeddings ? 1 : 0; }, "of the model"},
      {"tokens_samples", number, 0, false,
       [](P p, S, const Stage*) -> RuleValue {
         return static_cast<RuleValue>(p.job.tokens / p.job.sequence_length);
       },
       "sequences that the job trains on"},
      {"ramp_up", boolean, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return p.job.batch_ramp_up ? 1 : 0; },
       "the batch grows at the beginning"},
      {"ramp_start", number, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return p.job.batch_ramp_up ? p.job.batch_ramp_up->start : 0; },
       "sequences of the first batches"},
      {"ramp_increment", number, 0, false,
       [](P p, S, const Stage*) -> RuleValue {
         return p.job.batch_ramp_up ? p.job.batch_ramp_up->increment : 0;
       },
       "sequences by which they grow"},
      {"ramp_samples", number, 0, false,
       [](P p, S, const Stage*) -> RuleValue {
         return p.job.batch_ramp_up ? static_cast<RuleValue>(p.job.batch_ramp_up->sequences) : 0;
       },
       "sequences over which they grow"},
  };
}

/// The option of that place in software_options().
template <std::size_t Option>
RuleValue option(P p, S, const Stage*) {
  const SoftwareOption& option = software_options()[Option];
  const auto said = in_use(p.job.software, option.key);
  using Kind = SoftwareOption::Kind;
  switch (option.kind) {
    case Kind::boolean:
      return said && *said == "true" ? 1 : 0;
    case Kind::number:
      return said ? parse_whole(*said).value_or(0) : 0;
    case Kind::list:
      return said && !said->empty() ? 1 : 0;
    case Kind::name:
      break;
  }
  if (!said) return kNone;
  const auto found = std::find(option.names.begin(), option.names.end(), *said);
  return found == option.names.end() ? kNone : found - option.names.begin();
}

constexpr std::size_t kOptions = 13;

template <std::size_t... Options>
std::vector<RuleVariable> of_software(std::index_sequence<Options...>) {
  const std::array<RuleValue (*)(P, S, const Stage*), sizeof...(Options)> values{option<Options>...};
  std::vector<RuleVariable> variables;
  const std::vector<SoftwareOption>& options = software_options();
  for (std::size_t i = 0; i < std::min(options.size(), values.size()); ++i) {
    using Kind = SoftwareOption::Kind;
    const RuleType type = options[i].kind == Kind::name     ? RuleType::name
                          : options[i].kind == Kind::number ? RuleType::number
                                                            : RuleType::boolean;
    variables.push_back({options[i].key, type, 0, false, values[i],
                         "of the job's software, or the default of its runtime",
                         type == RuleType::name ? &options[i].names : nullptr});
  }
  return variables;
}

}  // namespace

int micro_batch_group(int stages, int micro_batches) {
  for (int group = stages; group <= micro_batches; ++group) {
    const int rest = micro_batches % group;
    if (rest == 0 || rest >= stages) return group;
  }
  return 0;
}

std::optional<int> compute_capability(const hardware::Gpu& gpu) {
  static const std::vector<std::pair<std::string_view, int>> kArchitectures{{"Pascal", 60},
                                                                            {"Volta", 70},
                                                                            {"Turing", 75},
                                                                            {"Ampere", 80},
                                                                            {"Ada", 89},
                                                                            {"Hopper", 90},
                                                                            {"Blackwell", 100},
                                                                            {"Blackwell Ultra", 103},
                                                                            {"Blackwell (GB202)", 120}};
  for (const auto& [architecture, value] : kArchitectures)
    if (gpu.architecture == architecture) return value;
  return std::nullopt;
}

const std::vector<RuleVariable>& launch_variables() {
  static const std::vector<RuleVariable> all = [] {
    std::vector<RuleVariable> variables = of_launch();
    for (const auto& more :
         {of_software(std::make_index_sequence<kOptions>()), tuning_variables(), layer_variables()})
      variables.insert(variables.end(), more.begin(), more.end());
    return variables;
  }();
  return all;
}

}  // namespace astrolabe::strategy
