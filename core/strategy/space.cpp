#include "core/strategy/space.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/base/text.h"
#include "core/strategy/chunks.h"
#include "core/strategy/stage_gpus.h"

namespace astrolabe::strategy {

namespace {

/// What the job allows for a key, or the defaults.
std::vector<int> whole_domain(const Job& job, std::string_view key, std::vector<int> defaults) {
  const auto allowed = job.allowed.find(key);
  if (allowed == job.allowed.end()) return defaults;
  std::set<int> values;
  for (const std::string& text : allowed->second)
    if (const auto value = parse_whole(text)) values.insert(static_cast<int>(*value));
  return {values.begin(), values.end()};
}

/// A switch; -1 means "on where legal".
std::vector<int> switch_domain(const Job& job, std::string_view key, std::vector<int> defaults) {
  const auto allowed = job.allowed.find(key);
  if (allowed == job.allowed.end()) return defaults;
  std::set<int> values;
  for (const std::string& text : allowed->second) values.insert(text == "true" ? 1 : 0);
  return {values.begin(), values.end()};
}

template <class Kind>
std::vector<Kind> named_domain(const Job& job, std::string_view key, std::vector<Kind> all) {
  const auto allowed = job.allowed.find(key);
  if (allowed == job.allowed.end()) return all;
  std::vector<Kind> values;
  for (const Kind kind : all)
    if (std::find(allowed->second.begin(), allowed->second.end(), to_string(kind)) != allowed->second.end())
      values.push_back(kind);
  return values;
}

/// The schedules that the job names, or all that are searched without that.
std::vector<Schedule> schedule_domain(const Job& job) {
  std::vector<Schedule> all, searched;
  for (std::size_t i = 0; i < kSchedules.size(); ++i) {
    all.push_back(static_cast<Schedule>(i));
    if (kSchedules[i].searched) searched.push_back(all.back());
  }
  return named_domain<Schedule>(job, "schedule", job.allowed.contains("schedule") ? all : searched);
}

std::vector<int> divisors(int number) {
  std::vector<int> result;
  for (int d = 1; d * d <= number; ++d)
    if (number % d == 0) {
      result.push_back(d);
      if (d != number / d) result.push_back(number / d);
    }
  std::sort(result.begin(), result.end());
  return result;
}

std::set<int> powers_of_two(int most) {
  std::set<int> result;
  for (int value = 1; value <= most; value *= 2) result.insert(value);
  return result;
}

std::vector<int> listed(const std::set<int>& values) { return {values.begin(), values.end()}; }

/// Chunks a stage that can hold equally many layers on two stages or more, or as many but for short ends, up
/// to what recipes use.
std::vector<int> chunk_counts(int layers) {
  constexpr int kMostChunks = 24;
  std::vector<int> result{1};
  for (int chunks = 2; chunks <= kMostChunks; ++chunks)
    for (int stages = 2; chunks * stages <= layers + Chunking::kMostMissing; ++stages)
      if (Chunking{layers, stages, chunks}.possible()) {
        result.push_back(chunks);
        break;
      }
  return result;
}

/// C(layers - 1, stages - 1)
double splits(int layers, int stages) {
  double ways = 1.0;
  for (int i = 1; i < stages; ++i) ways = ways * (layers - i) / i;
  return std::round(ways);
}

/// Tensor parallelism as far as the scale-up domain reaches, or as there are heads to split: powers of two,
/// and what divides both the heads and the domain of a pool.
std::vector<int> tensor_degrees(const Problem& problem, bool beyond) {
  int domain = 1;
  std::int64_t gpus = 0;
  for (const hardware::Pool& pool : problem.cluster.pools) {
    domain = std::max(domain, pool.scale_up_domain);
    gpus += pool.max_gpus;
  }
  const int heads = std::max(problem.graph->heads, 1);
  const auto widest =
      static_cast<int>(std::min<std::int64_t>(beyond ? heads : domain, std::max<std::int64_t>(gpus, 1)));
  std::set<int> degrees = powers_of_two(widest);
  for (const hardware::Pool& pool : problem.cluster.pools)
    for (const int degree : divisors(std::gcd(heads, std::max(pool.scale_up_domain, 1))))
      if (degree <= widest) degrees.insert(degree);
  return listed(degrees);
}

/// Context parallelism as long as a rank keeps a kilotoken; of short sequences as far as nodes of 8 reach.
std::vector<int> context_degrees(const Job& job) {
  constexpr int kAlways = 8, kFewestTokens = 1024;
  return listed(powers_of_two(std::max(kAlways, job.sequence_length / kFewestTokens)));
}

/// Micro-batches of up to 16 sequences that divide the batch; of powers of two that do not, a rule tells it.
std::vector<int> micro_batches(const Job& job) {
  constexpr int kMost = 16;
  std::set<int> sizes = powers_of_two(kMost);
  for (int size = 1; size <= kMost; ++size)
    if (job.global_batch % size == 0) sizes.insert(size);
  return listed(sizes);
}

}  // namespace

std::vector<int> usual_values(const Problem& problem, std::string_view key) {
  const int experts = problem.graph->experts;
  if (key == "tensor_parallel") return tensor_degrees(problem, !in_force(problem, "tensor_beyond_domain"));
  if (key == "context_parallel") return context_degrees(problem.job);
  if (key == "data_parallel") return divisors(problem.job.global_batch);
  if (key == "expert_parallel") return experts > 0 ? divisors(experts) : std::vector<int>{1};
  if (key == "expert_tensor_parallel") {
    // Megatron splits experts over as many ranks as the layers around them, over fewer and over more.
    std::set<int> shared{1};
    if (experts > 0) {
      const std::vector<int> around =
          whole_domain(problem.job, "tensor_parallel", usual_values(problem, "tensor_parallel"));
      const std::vector<int> all = tensor_degrees(problem, !in_force(problem, "expert_tensor_beyond_domain"));
      shared.insert(around.begin(), around.end());
      shared.insert(all.begin(), all.end());
    }
    return {shared.begin(), shared.end()};
  }
  if (key == "micro_batch") return micro_batches(problem.job);
  if (key == "virtual_pipeline") return chunk_counts(problem.graph->layer_count());
  if (key == "zero_stage") return {0, 1, 2, 3};
  return {};
}

Space::Space(const Problem& problem, const Ended& ended) : m_problem(problem) {
  const Job& job = problem.job;
  m_beyond_domain = !in_force(problem, "tensor_beyond_domain");
  const auto whole = [&](std::string_view key) { return whole_domain(job, key, usual_values(problem, key)); };
  m_tensor = whole("tensor_parallel");
  m_context = whole("context_parallel");
  m_data = whole("data_parallel");
  m_pipeline = whole("pipeline_parallel");
  m_expert = whole("expert_parallel");
  m_expert_tensor = whole("expert_tensor_parallel");
  m_micro = whole("micro_batch");
  m_virtual = whole("virtual_pipeline");
  m_zero = whole("zero_stage");
  m_sharding = whole_domain(job, "sharding_group", {kAllReplicas, kInsideDomain});
  m_recompute =
      named_domain<Recompute>(job, "recompute", {Recompute::none, Recompute::selective, Recompute::full});
  m_schedule = schedule_domain(job);
  m_sequence = switch_domain(job, "sequence_parallel", {-1});
  m_grad = switch_domain(job, "overlap_grad_reduce",
                         overlap_hangs_on_schedule(problem) ? std::vector{1, 0} : std::vector{-1});
  m_param = switch_domain(job, "overlap_param_gather", {-1});
  m_overlap = switch_domain(job, "overlap_tensor_parallel", {-1});
  m_offload = switch_domain(job, "offload_optimizer", {0, 1});
  m_activations = switch_domain(job, "offload_activations", {0, 1});
  // Schedule and virtual stages are one dimension: interleaved with each v > 1, the others with v = 1.
  const auto dimension = [this](std::size_t size, std::uint32_t field) {
    m_dimensions.push_back({size, m_per_group, field});
    m_per_group *= size;
  };
  // In the order of choose().
  dimension(m_recompute.size(), reads::recompute);
  dimension(m_zero.size(), reads::zero);
  dimension(m_schedule.size(), reads::schedule);
  dimension(m_virtual.size(), reads::virtual_pipeline);
  dimension(m_micro.size(), reads::micro);
  dimension(m_expert.size(), reads::expert);
  dimension(m_expert_tensor.size(), reads::expert_tensor);
  dimension(m_sequence.size(), reads::sequence);
  dimension(m_grad.size(), reads::grad);
  m_param_stride = m_per_group;
  dimension(m_param.size(), reads::param);
  dimension(m_overlap.size(), reads::overlap);
  dimension(m_offload.size(), reads::offload);
  dimension(m_activations.size(), reads::activations);
  m_sharding_stride = m_per_group;
  dimension(m_sharding.size(), reads::sharding);
  if (m_per_group == 0) return;
  m_whole = count_groups(ended);
  const int layers = problem.graph->layer_count();
  for (int stages = 1; stages <= layers; ++stages) {
    double groups = 0.0;
    for (const Degrees& degrees : m_degrees)
      groups += static_cast<double>(degrees.groups[static_cast<std::size_t>(stages)]);
    if (groups > 0.0 && m_counted)
      m_layer_splits += groups * static_cast<double>(m_per_group) * splits(layers, stages);
  }
  m_layer_splits = std::round(m_layer_splits);
}

std::optional<std::pair<int, int>> Space::stages_of(std::size_t pool, int stage_gpus, int tensor) const {
  const hardware::Pool& here = m_problem.cluster.pools[pool];
  const bool all = !m_problem.cluster.may_leave_unused;
  if (stage_gpus > here.max_gpus || (!m_beyond_domain && tensor > here.scale_up_domain)) return {};
  if (all && here.max_gpus % stage_gpus != 0) return {};
  const int most = std::min(here.max_gpus / stage_gpus, all ? here.max_gpus : m_problem.graph->layer_count());
  return std::pair(all ? most : 1, most);
}

void Space::visit_settings(Strategy& started, const std::vector<const Rule*>& rules,
                           const std::function<void(std::uint64_t)>& use, std::uint64_t first,
                           std::uint64_t end) const {
  if (m_per_group == 0) return;
  // Rules that read the fastest dimensions alone say the same of every block of these: asked once.
  constexpr std::uint32_t kInside =
      reads::recompute | reads::zero | reads::schedule | reads::virtual_pipeline;
  const std::uint64_t block = m_recompute.size() * m_zero.size() * m_schedule.size() * m_virtual.size();
  std::vector<const Rule*> inside;
  struct Check {
    const Rule* rule;
    std::uint64_t skip;                      ///< configurations that the rule cannot tell apart
    std::uint64_t kept = ~std::uint64_t{0};  ///< of these, one after the other, the last that it keeps
  };
  std::vector<Check> checks;
  for (const Rule* rule : rules) {
    if (rule->reads != 0 && (rule->reads & ~kInside) == 0) {
      inside.push_back(rule);
      continue;
    }
    Check check{rule, m_per_group};
    for (const Dimension& dimension : m_dimensions)
      if ((rule->reads & dimension.field) != 0) {
        check.skip = dimension.stride;
        break;
      }
    checks.push_back(check);
  }
  // The slowest rules first: they skip most.
  std::stable_sort(checks.begin(), checks.end(),
                   [](const Check& a, const Check& b) { return a.skip > b.skip; });
  std::vector<std::uint64_t> kept;  // of a block
  for (std::uint64_t index = 0; index < block; ++index) {
    choose(index, started);
    if (std::none_of(inside.begin(), inside.end(),
                     [&](const Rule* rule) { return rule->broken(m_problem, started); }))
      kept.push_back(index);
  }
  end = std::min(end, m_per_group);
  for (std::uint64_t index = first; index < end;) {
    const std::uint64_t start = index / block * block;
    choose(start, started);
    std::uint64_t next = start + block;
    for (auto at = std::lower_bound(kept.begin(), kept.end(), index - start); at != kept.end(); ++at) {
      if (start + *at < index) continue;  // skipped
      index = start + *at;
      if (index >= end) return;
      choose_inside(index, started);
      bool broken = false;
      for (Check& check : checks) {
        if (check.kept == index / check.skip) continue;
        broken = check.rule->broken(m_problem, started);
        if (broken) {
          index += check.skip - index % check.skip;
          break;
        }
        check.kept = index / check.skip;
      }
      if (!broken)
        use(index);
      else if (index >= next)
        break;
    }
    index = std::max(index, next);
  }
}

void Space::visit_projection(std::uint32_t mask,
                             const std::function<void(std::uint64_t, std::uint64_t)>& use) const {
  std::uint64_t alike = 1;
  for (const Dimension& dimension : m_dimensions)
    if ((mask & dimension.field) == 0) alike *= dimension.size;
  std::vector<std::uint64_t> indices{0};
  for (const Dimension& dimension : m_dimensions) {
    if ((mask & dimension.field) == 0) continue;
    std::vector<std::uint64_t> next;
    for (const std::uint64_t index : indices)
      for (std::uint64_t value = 0; value < dimension.size; ++value)
        next.push_back(index + value * dimension.stride);
    indices.swap(next);
  }
  if (m_per_group == 0) return;
  for (const std::uint64_t index : indices) use(index, alike);
}

Projection Space::projection(std::uint32_t mask) const {
  Projection result;
  for (const Dimension& dimension : m_dimensions)
    if ((mask & dimension.field) != 0) result.add(dimension.size, dimension.stride);
  return result;
}

std::vector<std::uint64_t> Space::next_to(std::uint64_t index) const {
  std::vector<std::uint64_t> result;
  for (const Dimension& dimension : m_dimensions) {
    const std::uint64_t value = index / dimension.stride % dimension.size;
    for (std::uint64_t other = 0; other < dimension.size; ++other)
      if (other != value) result.push_back(index - value * dimension.stride + other * dimension.stride);
  }
  return result;
}

void Space::combine(const Combination& use) const {
  const hardware::Cluster& cluster = m_problem.cluster;
  const int layers = m_problem.graph->layer_count();
  const bool all = !cluster.may_leave_unused;
  const std::size_t pools = cluster.pools.size();
  std::vector<Group::Use> uses;
  std::vector<int> least_behind(pools + 1);  // stages of the pools from one on
  for (const int data : m_data) {
    for (const int context : m_context) {
      for (std::size_t pool = pools; all && pool-- > 0;) {
        int least = layers + 1;
        for (const int tensor : m_tensor)
          if (const auto range = stages_of(pool, stage_gpus_of(tensor, data, context), tensor))
            least = std::min(least, range->first);
        least_behind[pool] = std::min(layers + 1, least + least_behind[pool + 1]);
      }
      if (least_behind[0] > layers) continue;
      // Depth first over the pools: tensor parallelism and stages of each. False ends the walk.
      const std::function<bool(std::size_t, int, std::int64_t)> choose_pool =
          [&](std::size_t pool, int stages, std::int64_t gpus) -> bool {
        if (cluster.max_total_gpus && gpus > *cluster.max_total_gpus) return true;
        if (pool == pools) {
          if (stages == 0) return true;
          if (!m_pipeline.empty() &&
              std::find(m_pipeline.begin(), m_pipeline.end(), stages) == m_pipeline.end())
            return true;
          return use(uses, data, context);
        }
        if (!all && !choose_pool(pool + 1, stages, gpus)) return false;
        for (const int tensor : m_tensor) {
          const auto range = stages_of(pool, stage_gpus_of(tensor, data, context), tensor);
          if (!range) continue;
          const int stage_gpus = stage_gpus_of(tensor, data, context);
          const int left = layers - stages - least_behind[pool + 1];
          for (int count = range->first; count <= range->second && count <= left; ++count) {
            uses.push_back({static_cast<int>(pool), count, tensor});
            const bool on = choose_pool(pool + 1, stages + count, gpus + std::int64_t{count} * stage_gpus);
            uses.pop_back();
            if (!on) return false;
          }
        }
        return true;
      };
      if (!choose_pool(0, 0, 0)) return;
    }
  }
}

void Space::visit(const std::function<bool(const Group&)>& use) const {
  if (m_per_group == 0) return;
  Group group;
  const auto by_pool = [](const Group::Use& a, const Group::Use& b) { return a.pool < b.pool; };
  combine([&](const std::vector<Group::Use>& uses, int data, int context) {
    group.uses = uses;  // in the order of the pools, so the first permutation
    group.data_parallel = data;
    group.context_parallel = context;
    do {
      if (!use(group)) return false;
    } while (std::next_permutation(group.uses.begin(), group.uses.end(), by_pool));
    return true;
  });
}

void Space::start_family(const Family& family, Strategy& out) const {
  out.data_parallel = family.data_parallel;
  out.context_parallel = family.context_parallel;
  out.recompute_layers = 0;
  out.stages.clear();
  for (const Family::Use& use : family.uses)
    out.stages.push_back({use.pool, 0, use.tensor_parallel, Recompute::none, 0});
  out.pipeline_parallel = static_cast<int>(out.stages.size());
  out.tensor_parallel = out.stages.front().tensor_parallel;
}

void Space::start(const Group& group, Strategy& out) const {
  out.data_parallel = group.data_parallel;
  out.context_parallel = group.context_parallel;
  out.recompute_layers = 0;
  out.stages.clear();
  for (const Group::Use& use : group.uses)
    for (int i = 0; i < use.stages; ++i)
      out.stages.push_back({use.pool, 0, use.tensor_parallel, Recompute::none, 0});
  out.pipeline_parallel = static_cast<int>(out.stages.size());
  out.tensor_parallel = out.stages.front().tensor_parallel;
}

void Space::choose(std::uint64_t index, Strategy& out) const {
  const auto pick = [&index](const auto& domain) {
    if (domain.size() == 1) return domain.front();  // many are, and a division takes long
    const auto value = domain[index % domain.size()];
    index /= domain.size();
    return value;
  };
  const int replicas = out.replicas();
  const bool split = std::any_of(out.stages.begin(), out.stages.end(),
                                 [](const Stage& stage) { return stage.tensor_parallel > 1; });
  out.recompute = pick(m_recompute);
  out.zero_stage = pick(m_zero);
  out.schedule = pick(m_schedule);
  out.virtual_pipeline = pick(m_virtual);
  out.micro_batch = pick(m_micro);
  out.expert_parallel = pick(m_expert);
  out.expert_tensor_parallel = pick(m_expert_tensor);
  const int sequence = pick(m_sequence);
  const int grad = pick(m_grad);
  const int param = pick(m_param);
  const int overlap = pick(m_overlap);
  out.offload_optimizer = pick(m_offload) == 1;
  out.offload_activations = pick(m_activations) == 1;
  out.sharding_group = sharding_group(pick(m_sharding), out);
  out.sequence_parallel = sequence < 0 ? split : sequence == 1;
  out.overlap_grad_reduce = grad < 0 ? replicas > 1 : grad == 1;
  out.overlap_param_gather = param < 0 ? out.overlap_grad_reduce && out.zero_stage > 0 : param == 1;
  out.overlap_tensor_parallel = overlap < 0 ? out.sequence_parallel : overlap == 1;
}

/// What choose() sets of the fastest dimensions, and what follows from them; the others are as in the block.
void Space::choose_inside(std::uint64_t index, Strategy& out) const {
  const auto of_param = static_cast<std::size_t>(index / m_param_stride % m_param.size());
  const auto of_sharding = static_cast<std::size_t>(index / m_sharding_stride % m_sharding.size());
  const auto pick = [&index](const auto& domain) {
    if (domain.size() == 1) return domain.front();
    const auto value = domain[index % domain.size()];
    index /= domain.size();
    return value;
  };
  out.recompute = pick(m_recompute);
  out.zero_stage = pick(m_zero);
  out.schedule = pick(m_schedule);
  out.virtual_pipeline = pick(m_virtual);
  const int param = m_param[of_param];
  out.overlap_param_gather = param < 0 ? out.overlap_grad_reduce && out.zero_stage > 0 : param == 1;
  out.sharding_group = sharding_group(m_sharding[of_sharding], out);
}

int Space::sharding_group(int chosen, const Strategy& strategy) const {
  const int replicas = strategy.replicas();
  const bool first = chosen == m_sharding.front();
  if (strategy.zero_stage == 0) return first ? 1 : 0;
  if (chosen == kAllReplicas) return replicas;
  if (chosen != kInsideDomain) return chosen;
  if (strategy.zero_stage < 3) return 0;
  // Inside the domain of every stage: the order of the pools makes no difference.
  int inside = replicas;
  for (const Stage& stage : strategy.stages) {
    const hardware::Pool& pool = m_problem.cluster.pools[static_cast<std::size_t>(stage.pool)];
    inside = std::min(inside, pool.scale_up_domain / stage.tensor_parallel);
  }
  while (inside > 1 && replicas % inside != 0) --inside;
  return inside > 1 && inside < replicas ? inside : 0;
}

void Space::configuration(const Group& group, std::uint64_t index, Strategy& out) const {
  start(group, out);
  choose(index, out);
}

}  // namespace astrolabe::strategy
