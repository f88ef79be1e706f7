#include "core/post_training/role_layouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/cost/shape.h"
#include "core/post_training/asked_layout.h"
#include "core/strategy/rules.h"

namespace astrolabe::post_training {

namespace {

using strategy::Recompute;
using strategy::Strategy;

constexpr int kWidestTensor = 8, kLongestPipeline = 16;

strategy::Job job_of(const RoleQuestion& question) {
  strategy::Job job;
  job.sequence_length = static_cast<int>(std::clamp(std::round(question.batch.tokens), 1.0, 1e8));
  job.global_batch =
      static_cast<int>(std::max(1.0, std::round(question.batch.samples / question.mini_batches)));
  job.precision = question.role.precision;
  job.limits.memory_headroom = question.memory_headroom;
  job.software.runtime = "any";
  if (question.trains && question.role.adapter_rank > 0) {
    job.tuning.emplace();
    job.tuning->method = strategy::TuningMethod::lora;
    job.tuning->rank = question.role.adapter_rank;
    strategy::note_stated(job, "tuning.rank");
  }
  return job;
}

/// Of trainers whose batches have another shape each time.
strategy::Software trainer_software(bool sharded, double year) {
  strategy::Software software;
  software.stack = sharded ? strategy::Stack::trainer : strategy::Stack::megatron_core;
  software.year = year;
  software.graphs = false;
  software.dispatcher = strategy::Dispatcher::all_to_all;
  return software;
}

bool is_asked(const RoleQuestion& question, const Strategy& strategy) {
  if (question.asked == nullptr) return true;
  return std::all_of(question.asked->begin(), question.asked->end(), [&](const auto& pair) {
    return strategy::setting(strategy, pair.first) == pair.second;
  });
}

/// Data-parallel ranks of which each has a sample: of an update where the role is trained, of an iteration
/// where it reads alone.
int most_ranks(const RoleQuestion& question) {
  const double samples = question.samples / (question.trains ? question.mini_batches : 1);
  return static_cast<int>(std::clamp(std::floor(samples), 1.0, 1e9));
}

/// Batches of unequal samples are filled by tokens, so that replicas need not divide their number.
int filled_batch(int batch, const Strategy& strategy) {
  const int each = strategy.data_parallel * strategy.micro_batch;
  return (batch + each - 1) / each * each;
}

/// The whole number that is asked for of a key; none where there is none.
std::optional<std::int64_t> whole_asked(const AskedLayout& asked, const char* key) {
  const auto found = asked.find(key);
  return found == asked.end() ? std::nullopt : parse_whole(found->second);
}

/// Values of a key that are tried: the usual ones, and the one that is asked for.
std::vector<int> tried(const RoleQuestion& question, const char* key, std::vector<int> usual) {
  if (question.asked == nullptr) return usual;
  const auto value = whole_asked(*question.asked, key);
  if (value && std::find(usual.begin(), usual.end(), static_cast<int>(*value)) == usual.end())
    usual.push_back(static_cast<int>(*value));
  return usual;
}

std::vector<int> powers_of_two(int most) {
  std::vector<int> all;
  for (int power = 1; power <= most; power *= 2) all.push_back(power);
  return all;
}

/// Every layout of the space on so many GPUs of a pool, fully sharded or not, to `visit`.
class LayoutSpace {
 public:
  LayoutSpace(const RoleQuestion& question, const hardware::Pool& pool, int gpus, bool sharded, int batch)
      : m_question(question),
        m_domain(std::min(std::max(pool.scale_up_domain, pool.gpus_of_node()), gpus)),
        m_gpus(gpus),
        m_batch(batch),
        m_ranks(most_ranks(question)),
        m_sharded(sharded) {}

  template <class Visit>
  void each(const Visit& visit) const {
    const model::Graph& graph = *m_question.role.graph;
    for (const int tensor :
         tried(m_question, "tensor_parallel", powers_of_two(std::min(m_domain, kWidestTensor))))
      for (const int stages : tried(m_question, "pipeline_parallel", powers_of_two(kLongestPipeline))) {
        if (tensor > m_domain || tensor * stages > m_gpus || m_gpus % (tensor * stages) != 0 ||
            stages > graph.layer_count() || m_gpus / (tensor * stages) > m_ranks)
          continue;
        const int ranks = m_gpus / stages;
        const int most = graph.experts > 0 ? std::min(graph.experts, ranks) : 1;
        for (const int experts : tried(m_question, "expert_parallel", powers_of_two(most)))
          if (experts <= most) each_micro_batch(tensor, stages, experts, visit);
      }
  }

 private:
  template <class Visit>
  void each_micro_batch(int tensor, int stages, int experts, const Visit& visit) const {
    const bool alone = m_gpus == tensor * stages;  // one replica has nobody to shard with
    if (m_sharded && (stages > 1 || alone)) return;
    Strategy strategy;
    strategy.tensor_parallel = tensor;
    strategy.pipeline_parallel = stages;
    strategy.expert_parallel = experts;
    strategy.data_parallel = m_gpus / (tensor * stages);
    strategy.zero_stage = m_sharded ? 3 : alone ? 0 : 1;
    strategy.sharding_group = strategy.data_parallel;
    strategy.sequence_parallel = tensor > 1;
    strategy.overlap_grad_reduce = strategy.overlap_param_gather = !alone;
    const int layers = m_question.role.graph->layer_count();
    for (int stage = 0; stage < stages; ++stage)
      strategy.stages.push_back({0, layers / stages + (stage < layers % stages ? 1 : 0), tensor});
    for (const int micro_batch : tried(m_question, "micro_batch", {1, 2, 4, 8}))
      for (const Recompute recompute : {Recompute::none, Recompute::full}) {
        if (micro_batch > std::max(m_batch / strategy.data_parallel, 1)) continue;
        strategy.micro_batch = micro_batch;
        strategy.recompute = recompute;
        strategy.recompute_layers = 0;
        for (strategy::Stage& stage : strategy.stages) {
          stage.recompute = recompute;
          stage.recompute_layers = recompute == Recompute::full ? stage.layers : 0;
          strategy.recompute_layers = std::max(strategy.recompute_layers, stage.recompute_layers);
        }
        visit(strategy);
      }
  }

  const RoleQuestion& m_question;
  int m_domain, m_gpus, m_batch, m_ranks;
  bool m_sharded;
};

class LayoutMaker {
 public:
  LayoutMaker(const RoleQuestion& question, strategy::Problem problem, cost::KeptTables& kept,
              std::vector<RoleLayout>& layouts)
      : m_question(question),
        m_problem(std::move(problem)),
        m_tables(m_problem, &kept),
        m_batch(m_problem.job.global_batch),
        m_layouts(layouts) {}

  /// Adds those of the maker's software: fully sharded, or not.
  void add_all(int gpus, bool sharded) {
    if (!m_tables.usable(0)) return;
    LayoutSpace(m_question, m_problem.cluster.pools.front(), gpus, sharded, m_batch)
        .each([this](const Strategy& strategy) {
          if (is_asked(m_question, strategy)) add(strategy);
        });
  }

 private:
  void add(const Strategy& strategy) {
    m_problem.job.global_batch = filled_batch(m_batch, strategy);
    if (strategy::first_broken_rule(m_problem, strategy) != nullptr) return;
    const cost::Shape shape(m_tables, strategy);
    std::vector<int> layers;
    for (const strategy::Stage& stage : strategy.stages) layers.push_back(stage.layers);
    const cost::Evaluation evaluation = shape.evaluate(layers, true);
    RoleLayout layout;
    layout.strategy = strategy;
    // The batch was rounded up: seconds are of the samples that there are.
    const double filled = static_cast<double>(m_batch) / m_problem.job.global_batch;
    const int updates = m_question.epochs * m_question.mini_batches;
    if (m_question.trains) layout.train_seconds = updates * evaluation.step.value * (0.5 + 0.5 * filled);
    layout.forward_seconds = forward_seconds(shape, strategy);
    measure_memory(evaluation, strategy, layout);
    keep(std::move(layout));
  }

  double forward_seconds(const cost::Shape& shape, const Strategy& strategy) const {
    double slowest = 0.0;
    int begin = 0;
    for (int j = 0; j < shape.stages(); ++j) {
      const int size = strategy.stages[static_cast<std::size_t>(j)].layers;
      const cost::StageCost cost = shape.stage(j, {begin, begin + size}, Recompute::none, 0);
      slowest = std::max(slowest, cost.forward + shape.links()[static_cast<std::size_t>(j)]);
      begin += size;
    }
    const double micro_batches =
        std::ceil(m_question.batch.samples / (strategy.data_parallel * strategy.micro_batch));
    return (micro_batches + shape.stages() - 1) * slowest;
  }

  void measure_memory(const cost::Evaluation& evaluation, const Strategy& strategy,
                      RoleLayout& layout) const {
    for (std::size_t j = 0; j < evaluation.memory.size(); ++j) {
      const cost::StageMemory& memory = evaluation.memory[j];
      const double weights = memory.weights.value;
      const bool shared = !m_question.role.shares.empty();
      const double held =
          m_question.trains ? weights + memory.gradients.value + memory.optimizer.value : weights;
      layout.rest_bytes = std::max(layout.rest_bytes, shared ? held - weights : held);
      layout.train_bytes = std::max(layout.train_bytes, memory.total.value);
      // Forward alone keeps nothing of a layer once the next one has begun.
      const double layers = std::max(1, strategy.stages[j].layers);
      const double live =
          memory.activations.value / layers * (strategy.recompute == Recompute::none ? 2.0 : layers);
      const double other = memory.total.value - memory.weights.value - memory.gradients.value -
                           memory.optimizer.value - memory.activations.value;
      layout.forward_bytes = std::max(layout.forward_bytes, held + live + std::max(0.0, other));
    }
  }

  void keep(RoleLayout layout) {
    const auto beats = [&](const RoleLayout& a, const RoleLayout& b) {
      return a.train_seconds <= b.train_seconds && a.forward_seconds <= b.forward_seconds &&
             a.rest_bytes <= b.rest_bytes && (!m_question.trains || a.train_bytes <= b.train_bytes) &&
             a.forward_bytes <= b.forward_bytes;
    };
    for (const RoleLayout& other : m_layouts)
      if (beats(other, layout)) return;
    std::erase_if(m_layouts, [&](const RoleLayout& other) { return beats(layout, other); });
    m_layouts.push_back(std::move(layout));
  }

  const RoleQuestion& m_question;
  strategy::Problem m_problem;
  cost::Tables m_tables;
  int m_batch;
  std::vector<RoleLayout>& m_layouts;
};

}  // namespace

hardware::Cluster part_of(const hardware::Pool& pool, int gpus) {
  hardware::Cluster cluster;
  cluster.pools = {pool};
  hardware::Pool& part = cluster.pools.front();
  const int of_node = std::min(pool.gpus_of_node(), gpus);
  part.nodes = (gpus + of_node - 1) / of_node;
  if (part.nodes == 1) {
    part.gpus_per_node = of_node;
    part.used_of_node = 0;
  }
  part.max_gpus = gpus;
  cluster.links = {{hardware::Link{}}};
  return cluster;
}

std::vector<RoleLayout> role_layouts(const RoleQuestion& question, const hardware::Pool& pool, int gpus,
                                     cost::KeptTables& kept) {
  auto problem = strategy::make_problem(question.role.graph, part_of(pool, gpus), job_of(question),
                                        strategy::Objective::throughput);
  if (!problem) return {};
  std::vector<RoleLayout> layouts;
  for (const bool sharded : {false, true}) {
    strategy::Problem of_software = *problem;
    of_software.software = trainer_software(sharded, question.year);
    LayoutMaker(question, std::move(of_software), kept, layouts).add_all(gpus, sharded);
  }
  std::stable_sort(layouts.begin(), layouts.end(), [](const RoleLayout& a, const RoleLayout& b) {
    return a.train_seconds + a.forward_seconds < b.train_seconds + b.forward_seconds;
  });
  return layouts;
}

namespace {

/// Degrees that are asked for whose product is not the number of GPUs. Errors: out_of_range.
Result<void> check_product(const AskedLayout& asked, int gpus) {
  std::int64_t product = 1;
  std::string told, last;
  for (const char* key : {"tensor_parallel", "pipeline_parallel", "context_parallel", "data_parallel"}) {
    const auto value = whole_asked(asked, key);
    if (!value) continue;
    product *= *value;
    told += fmt::format("{}{} {}", told.empty() ? "" : " x ", key, *value);
    last = key;
  }
  const bool whole = asked.contains("data_parallel") && asked.contains("tensor_parallel") &&
                     asked.contains("pipeline_parallel");
  if (last.empty() || (whole ? product == gpus : gpus % product == 0)) return {};
  return fail(code::out_of_range, last, fmt::format("{} = {} GPUs", told, product),
              {Wanted::Kind::text,
               {fmt::format("{} the {} GPUs of the set", whole ? "degrees whose product is" : "a divisor of",
                            gpus)}});
}

/// Errors at data_parallel: more ranks than samples.
Result<void> check_ranks(const RoleQuestion& question, const AskedLayout& asked) {
  const int most = most_ranks(question);
  const auto ranks = whole_asked(asked, "data_parallel");
  if (!ranks || *ranks <= most) return {};
  return fail(code::out_of_range, "data_parallel", asked.at("data_parallel"),
              {Wanted::Kind::text,
               {fmt::format("at most {}: each rank needs a sample of {}", most,
                            question.trains ? "an update" : "an iteration")}});
}

}  // namespace

std::optional<Error> layout_refusal(const RoleQuestion& question, const hardware::Pool& pool, int gpus) {
  const AskedLayout asked = question.asked != nullptr ? *question.asked : AskedLayout();
  if (const auto ranks = check_ranks(question, asked); !ranks) return ranks.error();
  if (const auto product = check_product(asked, gpus); !product) return product.error();
  auto problem = strategy::make_problem(question.role.graph, part_of(pool, gpus), job_of(question),
                                        strategy::Objective::throughput);
  if (!problem) return question.asked != nullptr ? std::optional(problem.error()) : std::nullopt;
  const int batch = problem->job.global_batch;
  std::vector<Strategy> layouts;
  for (const bool sharded : {false, true})
    LayoutSpace(question, problem->cluster.pools.front(), gpus, sharded, batch)
        .each([&](const Strategy& strategy) { layouts.push_back(strategy); });
  if (layouts.empty())
    return Error{std::string(code::out_of_range),
                 {},
                 {},
                 fmt::format("{} GPUs", gpus),
                 {Wanted::Kind::text,
                  {fmt::format("GPUs for at most {} data-parallel ranks: each needs a sample of {}",
                               most_ranks(question), question.trains ? "an update" : "an iteration")}}};
  if (question.asked == nullptr) return {};
  if (const auto kept = keep_asked(asked, layouts, strategy::setting); !kept) return kept.error();
  const strategy::Rule* broken = nullptr;
  for (const Strategy& layout : layouts) {
    problem->job.global_batch = filled_batch(batch, layout);
    broken = strategy::first_broken_rule(*problem, layout);
    if (broken == nullptr) return {};
  }
  return Error{std::string(code::impossible_strategy),
               {},
               {},
               "rule " + broken->name,
               {Wanted::Kind::text, {broken->because}}};
}

}  // namespace astrolabe::post_training
