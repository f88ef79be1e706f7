#include "core/mesh/layout.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "core/strategy/chunks.h"
#include "core/strategy/fits.h"
#include "core/strategy/space.h"

namespace astrolabe::mesh {

using strategy::Schedule;

int Layout::inner_data() const {
  return std::max(1, expert_parallel * expert_tensor_parallel / (tensor_parallel * context_parallel));
}

strategy::Strategy strategy_of(const Layout& layout) {
  strategy::Strategy made;
  made.tensor_parallel = layout.tensor_parallel;
  made.pipeline_parallel = layout.pipeline_parallel;
  made.virtual_pipeline = layout.virtual_pipeline;
  made.context_parallel = layout.context_parallel;
  made.expert_parallel = layout.expert_parallel;
  made.expert_tensor_parallel = layout.expert_tensor_parallel;
  made.data_parallel = layout.groups * layout.inner_data();
  made.micro_batch = layout.micro_batch;
  made.sequence_parallel = layout.tensor_parallel > 1;
  made.overlap_tensor_parallel = made.sequence_parallel;
  const bool several = made.replicas() > 1;
  made.zero_stage = several ? 1 : 0;
  made.sharding_group = several ? made.replicas() : 1;
  made.overlap_grad_reduce = made.overlap_param_gather = several;
  made.recompute = strategy::Recompute::full;
  made.schedule = layout.schedule;
  for (const int layers : layout.layers)
    made.stages.push_back({layout.pool, layers, layout.tensor_parallel, strategy::Recompute::full, 0});
  return made;
}

strategy::Strategy strategy_of(const Layout& layout, const std::vector<int>& again) {
  strategy::Strategy made = strategy_of(layout);
  for (std::size_t j = 0; j < again.size(); ++j) {
    made.stages[j].recompute_layers = again[j];
    if (again[j] == 0) made.stages[j].recompute = strategy::Recompute::none;
    made.recompute_layers = std::max(made.recompute_layers, again[j]);
  }
  return made;
}

std::vector<std::vector<int>> even_splits(int layers, int stages, Schedule schedule, int chunks) {
  if (stages > layers) return {};
  if (chunks > 1) {
    const strategy::Chunking chunking = strategy::chunking_of(schedule, layers, stages, chunks);
    return chunking.possible() ? chunking.splits() : std::vector<std::vector<int>>{};
  }
  std::vector<int> split(static_cast<std::size_t>(stages), layers / stages);
  const int rest = layers % stages;
  // Embedding and head are work of the ends, of which the head is more.
  const int first = std::max(0, std::min(stages - 1 - rest, (stages - rest) / 2));
  for (int j = 0; j < rest; ++j) ++split[static_cast<std::size_t>(first + j)];
  std::vector<std::vector<int>> all{split};
  if (stages > 1 && split.back() > 1) {  // a layer less beside the head
    --split.back();
    ++*std::min_element(split.begin(), split.end() - 1);
    all.push_back(std::move(split));
  }
  return all;
}

namespace {

std::vector<int> values_of(const strategy::Problem& problem, std::string_view key, int most) {
  std::vector<int> values = strategy::usual_values(problem, key);
  std::erase_if(values, [&](int value) { return value > most; });
  return values;
}

/// Keys whose values a layout has on its own; what holds of all replicas together is not among them.
constexpr const char* kOwnKeys[] = {
    "tensor_parallel",      "pipeline_parallel",      "virtual_pipeline",  "context_parallel",
    "expert_parallel",      "expert_tensor_parallel", "micro_batch",       "schedule",
    "zero_stage",           "sequence_parallel",      "offload_optimizer", "overlap_grad_reduce",
    "overlap_param_gather", "overlap_tensor_parallel"};

/// Whether the job lets `key` be `value`.
bool allows(const strategy::Problem& problem, std::string_view key, std::string_view value) {
  const auto named = problem.job.allowed.find(key);
  return named == problem.job.allowed.end() ||
         std::find(named->second.begin(), named->second.end(), value) != named->second.end();
}

}  // namespace

bool is_allowed(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  return std::all_of(std::begin(kOwnKeys), std::end(kOwnKeys),
                     [&](const char* key) { return allows(problem, key, strategy::setting(strategy, key)); });
}

bool may_recompute(const strategy::Problem& problem) {
  return allows(problem, "recompute", strategy::to_string(strategy::Recompute::full));
}

namespace {

/// Sequences that groups of `strategy` can share evenly: how the batch is shared is decided later.
int even_batch(const strategy::Strategy& strategy) {
  return strategy.data_parallel * strategy.micro_batch * strategy.pipeline_parallel * 2;
}

/// Rules see a batch that the groups can share evenly. `even`: the problem, whose batch is set so.
bool is_kept(strategy::Problem& even, const Layout& layout) {
  const strategy::Strategy strategy = strategy_of(layout);
  // Among other groups its replicas are never alone, and nothing goes to the host.
  strategy::Strategy among = strategy;
  among.zero_stage = 1;
  among.overlap_grad_reduce = among.overlap_param_gather = true;
  if (!is_allowed(even, among) || !allows(even, "offload_activations", "false")) return false;
  if (!may_recompute(even) && !allows(even, "recompute", "none")) return false;
  even.job.global_batch = even_batch(strategy);
  return strategy::first_broken_rule(even, strategy) == nullptr;
}

class Lister {
 public:
  Lister(const strategy::Problem& problem, int pool, int gpus)
      : m_problem(problem), m_even(problem), m_gpus(gpus) {
    m_layout.pool = pool;
    m_micro = values_of(problem, "micro_batch", kMostMicroBatch);
    m_chunks = strategy::usual_values(problem, "virtual_pipeline");
  }

  std::vector<Layout> list() {
    const int most = m_problem.graph->experts > 0 ? m_gpus : 1;
    for (const int tensor : values_of(m_problem, "tensor_parallel", m_gpus))
      for (const int context : values_of(m_problem, "context_parallel", kMostContext))
        for (const int experts : values_of(m_problem, "expert_parallel", most)) {
          m_layout.tensor_parallel = tensor;
          m_layout.context_parallel = context;
          m_layout.expert_parallel = experts;
          list_expert_ranks();
        }
    return std::move(m_found);
  }

 private:
  /// Up to here chunks may lack layers at the ends; more of them are all alike.
  static constexpr int kUnevenChunks = 4;

  void list_expert_ranks() {
    for (const int ranks : {1, m_layout.tensor_parallel}) {
      if (ranks == 1 || m_problem.graph->experts > 0) {
        m_layout.expert_tensor_parallel = ranks;
        list_stages();
      }
      if (m_layout.tensor_parallel == 1) return;
    }
  }

  void list_stages() {
    const int around = m_layout.tensor_parallel * m_layout.context_parallel;
    const int wide = m_layout.expert_parallel * m_layout.expert_tensor_parallel;
    if (wide > around ? wide % around != 0 : around % wide != 0) return;
    for (int stages = 1; stages <= std::min(kMostStages, m_problem.graph->layer_count()); ++stages) {
      m_layout.pipeline_parallel = stages;
      if (m_gpus % m_layout.group_gpus() != 0) continue;
      m_layout.groups = m_gpus / m_layout.group_gpus();
      for (const int micro : m_micro) {
        m_layout.micro_batch = micro;
        list_schedules();
      }
    }
  }

  void list_schedules() {
    for (const int chunks : m_chunks) {
      const bool even = m_problem.graph->layer_count() % (m_layout.pipeline_parallel * chunks) == 0;
      if (chunks > kUnevenChunks && !even) continue;
      m_layout.virtual_pipeline = chunks;
      for (const Schedule schedule : {Schedule::one_f_one_b, Schedule::zb_h1, Schedule::interleaved}) {
        if ((schedule == Schedule::interleaved) != (chunks > 1)) continue;
        if (m_layout.pipeline_parallel == 1 && schedule != Schedule::one_f_one_b) continue;
        m_layout.schedule = schedule;
        add();
      }
    }
  }

  void add() {
    bool asked = false;
    for (std::vector<int>& split : even_splits(m_problem.graph->layer_count(), m_layout.pipeline_parallel,
                                               m_layout.schedule, m_layout.virtual_pipeline)) {
      m_layout.layers = std::move(split);
      if (!asked && !is_kept(m_even, m_layout)) return;
      asked = true;
      m_found.push_back(m_layout);
    }
  }

  const strategy::Problem& m_problem;
  strategy::Problem m_even;
  int m_gpus = 0;
  Layout m_layout;
  std::vector<int> m_micro, m_chunks;
  std::vector<Layout> m_found;
};

}  // namespace

bool keeps_rules(const strategy::Problem& problem, const Layout& layout, const std::vector<int>& again) {
  strategy::Problem even = problem;
  const bool none = std::all_of(again.begin(), again.end(), [](int layers) { return layers == 0; });
  return (none || may_recompute(problem)) && is_kept(even, layout);
}

std::optional<strategy::Rule> broken_rule(const strategy::Problem& problem, const Layout& layout) {
  const strategy::Strategy strategy = strategy_of(layout);
  strategy::Problem even = problem;
  even.job.global_batch = even_batch(strategy);
  return strategy::broken_rule(even, strategy);
}

std::vector<Layout> layouts_of(const strategy::Problem& problem, int pool, int gpus) {
  if (gpus <= 0) return {};
  return Lister(problem, pool, gpus).list();
}

}  // namespace astrolabe::mesh
