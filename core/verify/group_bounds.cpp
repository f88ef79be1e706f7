#include "core/verify/group_bounds.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/mesh/traffic.h"

namespace astrolabe::verify {

using mesh::Layout;
using mesh::LayoutTable;

GroupBounds::GroupBounds(mesh::Scene& scene, std::int64_t batch) : m_scene(scene), m_batch(batch) {
  const strategy::Problem& problem = scene.problem();
  std::vector<std::unique_ptr<LayoutTable>> tables;
  const std::size_t pools = scene.gpus().size();
  // Replicas of a slice for each GPU, at least, and what a GPU may hold, at most.
  std::vector<double> dense(pools, kBeyond), expert(pools, kBeyond), limit(pools, 0.0);
  double state = kBeyond;
  m_host = m_factor = kBeyond;
  for (std::size_t pool = 0; pool < pools; ++pool) {
    const int gpus = scene.gpus()[pool];
    for (Layout& layout : mesh::layouts_of(problem, static_cast<int>(pool), gpus)) {
      if (layout.sequences() > batch) continue;
      auto table = LayoutTable::if_it_holds(scene, std::move(layout));
      if (table == nullptr) continue;
      const Layout& made = table->layout();
      double bytes = 0.0;  // of the state of all parameters
      for (const mesh::StageTable& stage : table->stages()) {
        bytes += stage.state_bytes * (stage.dense * made.tensor_parallel +
                                      stage.expert * made.expert_parallel * made.expert_tensor_parallel);
        limit[pool] = std::max(limit[pool], stage.limit);
      }
      state = std::min(state, bytes);
      dense[pool] = std::min(dense[pool], 1.0 * made.dense_replicas() / gpus);
      expert[pool] = std::min(expert[pool], 1.0 * made.expert_replicas() / gpus);
      m_factor = std::min(m_factor, scene.tail_factor(made.pool));
      m_host = std::min(m_host, scene.tables().stack(made.pool).step_seconds);
      tables.push_back(std::move(table));
    }
  }
  double others_dense = 0.0, others_expert = 0.0;  // of all GPUs
  for (std::size_t pool = 0; pool < pools; ++pool) {
    const int gpus = scene.gpus()[pool];
    if (gpus == 0) continue;
    m_room += gpus * limit[pool];
    others_dense += gpus * dense[pool];
    others_expert += gpus * expert[pool];
  }
  m_room -= state;
  for (const auto& table : tables) {
    const auto pool = static_cast<std::size_t>(table->layout().pool);
    const int group = table->layout().group_gpus();
    m_layouts.push_back(of(*table, others_dense - group * dense[pool], others_expert - group * expert[pool]));
  }
  std::stable_sort(m_layouts.begin(), m_layouts.end(),
                   [](const OfLayout& a, const OfLayout& b) { return a.traffic < b.traffic; });
}

/// `dense`, `expert`: replicas that the GPUs outside of one group have at least.
GroupBounds::OfLayout GroupBounds::of(LayoutTable& table, double dense, double expert) {
  const Layout& layout = table.layout();
  OfLayout made;
  made.pool = static_cast<std::size_t>(layout.pool);
  const auto way = [&](const mesh::Again& again) {
    const mesh::Pace pace = table.pace(again);
    double own = 0.0;
    for (std::size_t j = 0; j < table.stages().size(); ++j)
      own += table.stages()[j].own[static_cast<std::size_t>(again[j])];
    return Way{pace.rate(), pace.fill, own / static_cast<double>(table.stages().size())};
  };
  made.least = way(table.least_again());
  made.all = way(table.all_again());
  made.pace = table.pace(table.least_again());
  const mesh::Replicas fewest{1.0 * layout.dense_replicas() / layout.groups + dense,
                              1.0 * layout.expert_replicas() / layout.groups + expert};
  const mesh::NodeTraffic traffic = mesh::node_traffic(m_scene, table, fewest);
  const double window = mesh::window_of(m_scene, layout, table.times(table.all_again()));
  const double all = traffic.reduce + traffic.gather;
  made.traffic = all - mesh::hidden_of(m_scene, layout.pool, all, window);
  return made;
}

std::vector<double> GroupBounds::traffic() const {
  std::vector<double> all;
  for (const OfLayout& layout : m_layouts) all.push_back(layout.traffic);
  return all;
}

double GroupBounds::work_within(double step, double above, double most) const {
  const auto first = std::find_if(m_layouts.begin(), m_layouts.end(), [&](const OfLayout& layout) {
    return above < 0.0 || layout.traffic > above;
  });
  if (first == m_layouts.end() || first->traffic > most) return -1.0;
  return step - (first->traffic + m_host) * m_factor;
}

double GroupBounds::by_price(double work, double most, double price) const {
  double sum = price * m_room;
  for (std::size_t pool = 0; pool < m_scene.gpus().size(); ++pool) {
    const int gpus = m_scene.gpus()[pool];
    if (gpus == 0) continue;
    double best = -kBeyond;
    for (const OfLayout& layout : m_layouts) {
      if (layout.traffic > most) break;
      if (layout.pool != pool) continue;
      for (const Way& way : {layout.least, layout.all})
        best = std::max(best, way.rate * std::max(0.0, work - way.fill) - price * gpus * way.own);
    }
    if (best == -kBeyond) return -1.0;  // of some pool no layout: no program
    sum += best;
  }
  return sum;
}

std::int64_t GroupBounds::in_whole(double work, double most) const {
  std::int64_t sum = 0;
  for (std::size_t pool = 0; pool < m_scene.gpus().size(); ++pool) {
    std::int64_t best = 0;
    for (const OfLayout& layout : m_layouts) {
      if (layout.traffic > most) break;
      if (layout.pool == pool) best = std::max(best, layout.pace.groups * layout.pace.most(work));
    }
    sum += best;
  }
  return sum;
}

double GroupBounds::good_price(double work, double most) const {
  // Convex in the price: thirds of an interval, first widened until the least value lies inside.
  double high = 1e-3 * static_cast<double>(m_batch) / std::max(1.0, std::abs(m_room));
  constexpr int kDoublings = 60, kThirds = 90;
  for (int k = 0; k < kDoublings && by_price(work, most, 2.0 * high) < by_price(work, most, high); ++k)
    high *= 2.0;
  high *= 2.0;
  double low = 0.0;
  for (int k = 0; k < kThirds; ++k) {
    const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
    if (by_price(work, most, a) < by_price(work, most, b))
      high = b;
    else
      low = a;
  }
  return by_price(work, most, 0.0) <= by_price(work, most, low) ? 0.0 : low;
}

bool GroupBounds::excludes(double step, double above, double most, double price) const {
  const double work = work_within(step, above, most);
  if (work <= 0.0) return true;
  return in_whole(work, most) < m_batch ||
         by_price(work, most, price) < static_cast<double>(m_batch) * (1.0 - 1e-12);
}

}  // namespace astrolabe::verify
