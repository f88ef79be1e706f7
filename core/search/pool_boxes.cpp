#include "core/search/pool_boxes.h"

#include <algorithm>
#include <tuple>

#include "core/strategy/stage_gpus.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Problem;
namespace reads = strategy::reads;

namespace {

bool same_figures(const hardware::Pool& a, const hardware::Pool& b) {
  const auto counts = [](const hardware::Pool& p) {
    return std::tie(p.nodes, p.gpus_per_node, p.used_of_node, p.max_gpus, p.unit, p.scale_up_domain,
                    p.relative_speed, p.sustained_clock, p.slowed);
  };
  const auto prices = [](const hardware::Pool& p) {
    return std::tie(p.usd_per_gpu_hour, p.purchase_per_gpu, p.network_per_gpu, p.type_usd_per_gpu_hour,
                    p.interruptions_per_node_hour, p.gpu_power, p.network_power, p.host_memory);
  };
  return a.gpu == b.gpu && a.intra_node == b.intra_node && a.inter_node == b.inter_node &&
         counts(a) == counts(b) && prices(a) == prices(b);
}

/// Whether two pools can stand for each other in any plan.
bool interchangeable(const hardware::Cluster& cluster, std::size_t a, std::size_t b) {
  if (!same_figures(cluster.pools[a], cluster.pools[b])) return false;
  if (!(cluster.links[a][b] == cluster.links[b][a])) return false;
  for (std::size_t other = 0; other < cluster.pools.size(); ++other)
    if (other != a && other != b &&
        (!(cluster.links[a][other] == cluster.links[b][other]) ||
         !(cluster.links[other][a] == cluster.links[other][b])))
      return false;
  return std::none_of(cluster.machine_links.begin(), cluster.machine_links.end(),
                      [&](const hardware::MachineLink& link) {
                        const auto names = [&](int pool) {
                          return pool == static_cast<int>(a) || pool == static_cast<int>(b);
                        };
                        return names(link.a.pool) || names(link.b.pool);
                      });
}

/// Whether a rule of the job may name pools one by one.
bool names_pools(const Problem& problem) {
  const std::vector<strategy::Rule>& rules = strategy::rules_of(problem);
  return std::any_of(rules.begin(), rules.end(),
                     [](const strategy::Rule& rule) { return rule.own && (rule.reads & reads::pool) != 0; });
}

/// Boxes of the same replicas.
class BoxMaker {
 public:
  BoxMaker(const Problem& problem, const strategy::Space& space, SettingTables& settings,
           const std::vector<PoolClass>& classes, int workers)
      : m_problem(problem), m_space(space), m_settings(settings), m_classes(classes), m_workers(workers) {}

  void make(int data, int context, int tensor, std::vector<PoolBox>& out) {
    m_box = {data, context, tensor, std::vector<std::vector<StageRange>>(m_classes.size()), {}};
    m_largest.clear();
    for (std::size_t c = 0; c < m_classes.size(); ++c) {
      const std::optional<Family::Use> use = use_of(c, tensor);
      if (!use) continue;
      const std::uint32_t row = row_of({*use});
      if (row == SettingTables::kNoRow) continue;
      if (!take_kinds(row)) continue;
      m_largest.push_back(*use);
      m_box.choices[c].push_back({tensor, use->least, use->most});
    }
    if (m_largest.empty()) return;
    if (sharing_hangs_on_others()) take_all_kinds();
    for (std::size_t c = 0; c < m_classes.size(); ++c) add_smaller(c);
    if (whole()) out.push_back(std::move(m_box));
  }

 private:
  std::optional<Family::Use> use_of(std::size_t c, int tensor) const {
    const int stage_gpus = strategy::stage_gpus_of(tensor, m_box.data_parallel, m_box.context_parallel);
    const int pool = m_classes[c].front();
    const auto range = m_space.stages_of(static_cast<std::size_t>(pool), stage_gpus, tensor);
    if (!range) return {};
    const int layers = m_problem.graph->layer_count();
    if (range->first > layers) return {};
    return Family::Use{pool, tensor, range->first, std::min(range->second, layers)};
  }
  /// What rules leave stages on these pools, one of each.
  std::uint32_t row_of(std::vector<Family::Use> uses) {
    Family family{std::move(uses), m_box.data_parallel, m_box.context_parallel};
    // Any number of stages may stand behind these.
    for (Family::Use& use : family.uses) {
      use.least = 1;
      use.most = m_problem.graph->layer_count() + 1;
    }
    return m_settings.find({&family}, m_workers).front();
  }
  /// False where no setting is left.
  bool take_kinds(std::uint32_t row) {
    const Settings& left = m_settings.settings(row);
    for (const Settings::Use& use : left.buckets)
      for (const Bucket::Part& part : use.bucket->parts) {
        Bits& stages = m_box.kinds[part.kind];
        for (const Bucket::Count& count : use.bucket->counts_of(part)) {
          const Bits& allowed = m_settings.stage_sets()[count.set];
          stages.resize(std::max(stages.size(), allowed.size()), 0);
          for (std::size_t word = 0; word < allowed.size(); ++word) stages[word] |= allowed[word];
        }
      }
    return !left.buckets.empty();
  }
  /// Ranks that share state inside the domain of every stage: with smaller domains beside it a stage may be
  /// left with settings that it does not have alone.
  bool sharing_hangs_on_others() const {
    const std::vector<hardware::Pool>& pools = m_problem.cluster.pools;
    return m_problem.job.allowed.contains("zero_stage") &&
           std::any_of(pools.begin(), pools.end(), [&](const hardware::Pool& pool) {
             return pool.scale_up_domain != pools.front().scale_up_domain;
           });
  }
  void take_all_kinds() {
    const std::size_t words = static_cast<std::size_t>(m_problem.graph->layer_count()) / 64 + 1;
    for (std::uint32_t kind = 0; kind < m_settings.kinds().size(); ++kind)
      m_box.kinds[kind].assign(words, ~std::uint64_t{0});
  }
  void add_smaller(std::size_t c) {
    for (const int tensor : m_space.tensor_degrees()) {
      if (tensor >= m_box.tensor_parallel) break;
      const std::optional<Family::Use> use = use_of(c, tensor);
      if (!use || row_of({m_largest.front(), *use}) == SettingTables::kNoRow) continue;
      m_box.choices[c].push_back({tensor, use->least, use->most});
    }
  }
  bool whole() const {
    if (m_problem.cluster.may_leave_unused) return true;
    return std::none_of(m_box.choices.begin(), m_box.choices.end(),
                        [](const std::vector<StageRange>& choices) { return choices.empty(); });
  }

  const Problem& m_problem;
  const strategy::Space& m_space;
  SettingTables& m_settings;
  const std::vector<PoolClass>& m_classes;
  int m_workers;
  PoolBox m_box;
  std::vector<Family::Use> m_largest;  ///< those with the largest tensor parallelism
};

}  // namespace

std::vector<PoolClass> pool_classes(const Problem& problem) {
  const std::size_t pools = problem.cluster.pools.size();
  const bool apart = names_pools(problem);
  std::vector<PoolClass> classes;
  for (std::size_t pool = 0; pool < pools; ++pool) {
    const auto known = std::find_if(classes.begin(), classes.end(), [&](const PoolClass& members) {
      return !apart && std::all_of(members.begin(), members.end(), [&](int member) {
        return interchangeable(problem.cluster, static_cast<std::size_t>(member), pool);
      });
    });
    if (known == classes.end())
      classes.push_back({static_cast<int>(pool)});
    else
      known->push_back(static_cast<int>(pool));
  }
  return classes;
}

std::vector<PoolBox> pool_boxes(const Problem& problem, const strategy::Space& space, SettingTables& settings,
                                const std::vector<PoolClass>& classes, int workers,
                                const std::function<bool()>& kept_going) {
  std::vector<PoolBox> boxes;
  BoxMaker maker(problem, space, settings, classes, workers);
  for (const strategy::Space::Degrees& degrees : space.degrees())
    for (const int tensor : space.tensor_degrees()) {
      if (!kept_going()) return boxes;
      maker.make(degrees.data_parallel, degrees.context_parallel, tensor, boxes);
    }
  return boxes;
}

}  // namespace astrolabe::search
