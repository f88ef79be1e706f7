#include "core/mesh/tables.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/cost/memory.h"
#include "core/cost/transfer.h"
#include "core/cost/tuning.h"
#include "core/strategy/chunks.h"

namespace astrolabe::mesh {

using strategy::Recompute;

Scene::Scene(const strategy::Problem& problem, std::vector<int> gpus)
    : m_asked(problem), m_sized(problem), m_gpus(std::move(gpus)), m_tables(m_sized) {
  int all = 0;
  for (const int of_pool : m_gpus) {
    all += of_pool;
    m_pools_used += of_pool > 0 ? 1 : 0;
  }
  m_stragglers = cost::straggler_factor(m_asked, all);
  const hardware::Cluster& cluster = m_asked.cluster;
  for (std::size_t pool = 0; pool < cluster.pools.size(); ++pool) {
    hardware::Pool met = cluster.pools[pool];
    if (m_pools_used > 1) {
      const hardware::Link way =
          cost::slowest_way(cluster, pool, [&](std::size_t to) { return m_gpus[to] > 0; });
      met.inter_node.bandwidth = way.bandwidth;
      met.inter_node.latency = way.latency;
    }
    m_met.push_back(std::move(met));
  }
}

cost::Shape Scene::shape(const strategy::Strategy& strategy, std::int64_t micro_batches) {
  // A shape reads of the batch how many micro-batches a replica takes.
  m_sized.job.global_batch = static_cast<int>(micro_batches * strategy.data_parallel * strategy.micro_batch);
  return {m_tables, strategy};
}

double Scene::scale(const Layout& layout) const {
  return m_stragglers / cost::straggler_factor(m_asked, layout.gpus());
}

int StageTable::fewest(double state) const {
  if (own.front() + state <= limit) return 0;
  if (own.back() + state > limit) return -1;
  // Falling but for the layer that is live from the first on.
  const auto fits = [&](double held) { return held + state <= limit; };
  const auto found =
      std::partition_point(own.begin() + 1, own.end(), [&](double held) { return !fits(held); });
  return static_cast<int>(found - own.begin());
}

LayoutTable::LayoutTable(Scene& scene, Layout layout) : LayoutTable(scene, std::move(layout), true) {}

LayoutTable::LayoutTable(Scene& scene, Layout layout, bool to_the_end)
    : m_scene(scene), m_layout(std::move(layout)) {
  int begin = 0;
  for (int j = 0; j < m_layout.pipeline_parallel && (m_holds || to_the_end); ++j) {
    add_stage(j, begin);
    begin += m_layout.layers[static_cast<std::size_t>(j)];
    m_least.push_back(m_stages.back().fewest(0.0));
    m_holds = m_holds && m_least.back() >= 0 && (m_least.back() == 0 || may_recompute(scene.problem()));
  }
}

std::unique_ptr<LayoutTable> LayoutTable::if_it_holds(Scene& scene, Layout layout) {
  std::unique_ptr<LayoutTable> table(new LayoutTable(scene, std::move(layout), false));
  return table->m_holds ? std::move(table) : nullptr;
}

namespace {

struct Count {
  int all = 0, again = 0;
};

/// Layers of each class in a stage, and how many of them are recomputed, chunk by chunk.
class Holding {
 public:
  Holding(const cost::Tables& tables, const Layout& layout, int stage, int begin)
      : m_tables(tables),
        m_layout(layout),
        m_chunking(strategy::chunking_of(layout.schedule, tables.problem().graph->layer_count(),
                                         layout.pipeline_parallel, layout.virtual_pipeline)),
        m_stage(stage),
        m_begin(begin) {}

  Count of(int layer_class, int again) const {
    Count count;
    const int held = m_layout.layers[static_cast<std::size_t>(m_stage)];
    for (int k = 0; k < m_layout.virtual_pipeline; ++k) {
      int size = held, first = m_begin;
      if (m_layout.virtual_pipeline > 1) {
        size = m_chunking.of_chunk(m_stage, held, k);
        const int place =
            strategy::schedule_row(m_layout.schedule).place(m_layout.pipeline_parallel, m_stage, k);
        first = std::min(m_chunking.first_of(place, m_stage, m_begin, held), m_chunking.layers - size);
      }
      const int full = std::min(again, size);
      count.all += among(layer_class, first, first + size);
      count.again += among(layer_class, first, first + full);
      again -= full;
    }
    return count;
  }

 private:
  int among(int layer_class, int begin, int end) const {
    return m_tables.count_before(layer_class, end) - m_tables.count_before(layer_class, begin);
  }
  const cost::Tables& m_tables;
  const Layout& m_layout;
  strategy::Chunking m_chunking;
  int m_stage, m_begin;
};

/// What a rank of one stage holds, by the number of layers that are recomputed.
class Filling {
 public:
  Filling(Scene& scene, const Layout& layout, int stage, int begin, double in_flight)
      : m_scene(scene),
        m_layout(layout),
        m_split(scene.tables().split(
            cost::splitting_of(strategy_of(layout), layout.pool, layout.tensor_parallel))),
        m_holding(scene.tables(), layout, stage, begin) {
    const strategy::Problem& problem = scene.problem();
    const model::Graph& graph = *problem.graph;
    const bool first = stage == 0;
    if (first) {
      m_edges.edge_parameters += m_split.edge.embedding_parameters;
      m_edges.edge_frozen_bytes += m_split.edge.embedding_frozen_bytes;
    }
    if (stage == layout.pipeline_parallel - 1) {
      m_edges.edge_parameters += m_split.edge.head_parameters;
      m_edges.edge_frozen_bytes += m_split.edge.head_frozen_bytes;
      if (graph.tied_embeddings && graph.has_head && !first) {
        const cost::TiedCopy copy = cost::tied_copy(
            problem.job, static_cast<double>(graph.vocabulary) * graph.hidden / layout.tensor_parallel);
        m_edges.edge_parameters += copy.trained;
        m_edges.edge_frozen_bytes += copy.frozen_bytes;
      }
      m_edges.logits_bytes = m_split.edge.logits_bytes;
    }
    m_edges.dense_parameters = m_edges.edge_parameters;
    m_edges.frozen_dense_bytes = m_edges.edge_frozen_bytes;
    m_edges.in_flight = in_flight;
    m_edges.zero_stage = 1;
  }

  cost::StageContent content(int again) const {
    cost::StageContent content = m_edges;
    for (std::size_t k = 0; k < m_split.classes.size(); ++k) {
      const cost::LayerCost& cost = m_split.classes[k];
      const Count count = m_holding.of(static_cast<int>(k), again);
      if (count.all == 0) continue;
      content.dense_parameters += count.all * cost.dense_parameters;
      content.expert_parameters += count.all * cost.expert_parameters;
      content.kept_bytes += (count.all - count.again) * cost.kept_bytes[0] + count.again * cost.kept_bytes[2];
      if (count.again > 0) content.live_bytes = std::max(content.live_bytes, cost.live_bytes);
      content.frozen_dense_bytes += count.all * cost.frozen_dense_bytes;
      content.frozen_expert_bytes += count.all * cost.frozen_expert_bytes;
      content.buffer_bytes = std::max(content.buffer_bytes, cost.buffer_bytes);
    }
    return content;
  }

  cost::StageMemory memory(const cost::StageContent& content) const {
    const hardware::Pool& pool = m_scene.problem().cluster.pools[static_cast<std::size_t>(m_layout.pool)];
    return cost::stage_memory(m_scene.problem().job, pool, m_layout.pool, content,
                              m_scene.tables().stack(m_layout.pool));
  }

 private:
  Scene& m_scene;
  const Layout& m_layout;
  const cost::SplitCost& m_split;
  Holding m_holding;
  cost::StageContent m_edges;
};

}  // namespace

StageTable stage_table(Scene& scene, const Layout& layout, int stage, int begin, double in_flight) {
  const Filling filling(scene, layout, stage, begin, in_flight);
  StageTable table;
  for (int again = 0; again <= layout.layers[static_cast<std::size_t>(stage)]; ++again) {
    const cost::StageContent content = filling.content(again);
    const cost::StageMemory memory = filling.memory(content);
    const double trained = content.dense_parameters + content.expert_parameters;
    table.dense = content.dense_parameters;
    table.expert = content.expert_parameters;
    table.state_bytes = trained > 0.0 ? memory.optimizer.value / trained : 0.0;
    table.limit = memory.limit.value;
    table.own.push_back((memory.total - memory.optimizer).value);
  }
  return table;
}

cost::StageMemory stage_memory_of(Scene& scene, const Layout& layout, int stage, int begin, double in_flight,
                                  int again) {
  const Filling filling(scene, layout, stage, begin, in_flight);
  return filling.memory(filling.content(again));
}

void LayoutTable::add_stage(int stage, int begin) {
  // As many as a long step holds: a share may have fewer.
  const int many = 2 * m_layout.pipeline_parallel;
  const int held =
      cost::in_flight(m_layout.schedule, m_layout.pipeline_parallel, m_layout.virtual_pipeline, many, stage);
  m_stages.push_back(
      stage_table(m_scene, m_layout, stage, begin, static_cast<double>(held) / m_layout.virtual_pipeline));
}

double LayoutTable::mean_own(const Again& again) const {
  double sum = 0.0;
  for (std::size_t j = 0; j < m_stages.size(); ++j)
    sum += m_stages[j].own[static_cast<std::size_t>(again[j])];
  return sum / static_cast<double>(m_stages.size());
}

double LayoutTable::least_own() {
  constexpr double kEqual = 1.0 + 1e-9;
  const std::vector<double> least = times(m_least).stages, all = times(m_layout.layers).stages;
  const double slowest = *std::max_element(least.begin(), least.end()) * kEqual;
  double sum = 0.0;
  for (std::size_t j = 0; j < m_stages.size(); ++j) {
    const std::vector<double>& own = m_stages[j].own;
    const int layers = m_layout.layers[j];
    int again = layers;
    if (all[j] > slowest)
      again = std::min(
          layers, m_least[j] + 1 +
                      static_cast<int>((slowest - least[j]) / (all[j] - least[j]) * (layers - m_least[j])));
    // Not falling where the first layers are done again.
    sum += *std::min_element(own.begin() + m_least[j], own.begin() + again + 1);
  }
  return sum / static_cast<double>(m_stages.size());
}

Times LayoutTable::made(const Layout& layout, const Again& again) {
  const int stages = layout.pipeline_parallel;
  const double scale = m_scene.scale(layout);
  std::vector<cost::StageCost> costs;
  std::vector<double> scratch;
  const auto end = [&](int micro_batches) {
    const cost::Shape shape = m_scene.shape(layout, micro_batches);
    if (costs.empty()) {
      int begin = 0;
      for (int j = 0; j < stages; ++j) {
        const int held = layout.layers[static_cast<std::size_t>(j)];
        costs.push_back(
            shape.stage(j, {begin, begin + held}, Recompute::full, again[static_cast<std::size_t>(j)]));
        costs.back().tail = 0.0;
        begin += held;
      }
    }
    return shape.step(costs, scratch).step * scale;
  };
  Times times;
  if (stages == 1) {
    times.seconds = end(1);
  } else {
    // From here on every further micro-batch takes as long.
    const int few = 4 * stages, many = 6 * stages;
    const double short_end = end(few);
    times.seconds = (end(many) - short_end) / (many - few);
    times.fill = std::max(0.0, short_end - few * times.seconds);
  }
  for (const cost::StageCost& cost : costs) times.stages.push_back(cost.seconds() * scale);
  times.stage = times.stages.front();
  return times;
}

const LayoutTable::Known& LayoutTable::known(const Again& again) {
  const auto found = m_known.find(again);
  if (found != m_known.end()) return found->second;
  Known made;
  made.times = this->made(m_layout, again);
  if (m_layout.virtual_pipeline > 1 && again != m_least) {
    // What computes more is not faster, however many micro-batches a line is drawn through.
    const Times& least = times(m_least);
    made.times.seconds = std::max(made.times.seconds, least.seconds);
    made.times.fill = std::max(made.times.fill, least.fill);
  }
  if (m_layout.pipeline_parallel == 1 && m_layout.micro_batch > 1) {
    std::vector<Sizes::Size> sizes;
    for (int micro = 1; micro < m_layout.micro_batch; micro *= 2) {
      Layout smaller = m_layout;
      smaller.micro_batch = micro;
      sizes.push_back({smaller.sequences(), this->made(smaller, again).seconds});
    }
    sizes.push_back({m_layout.sequences(), made.times.seconds});
    made.sizes = std::make_shared<const Sizes>(std::move(sizes));
  }
  return m_known.emplace(again, std::move(made)).first->second;
}

const Times& LayoutTable::times(const Again& again) { return known(again).times; }

Pace LayoutTable::pace(const Again& again) {
  const Known& found = known(again);
  Pace pace;
  pace.groups = m_layout.groups;
  pace.sequences = m_layout.sequences();
  pace.multiple = m_layout.schedule == strategy::Schedule::interleaved ? m_layout.pipeline_parallel : 1;
  pace.seconds = found.times.seconds;
  pace.fill = found.times.fill;
  pace.sizes = found.sizes;
  return pace;
}

}  // namespace astrolabe::mesh
