// The least step of pipelines whose stages are given by pool, or in all: the forms of each schedule.
#include <algorithm>
#include <cmath>

#include "core/strategy/chunks.h"
#include "core/verify/bounds.h"
#include "core/verify/dealing.h"
#include "core/verify/index.h"

namespace astrolabe::verify {

using strategy::Schedule;

namespace {

/// 1F1B of `stages` stages with the sum S of all passes and transfers and the bottleneck B.
double walk_form(double sum, double bottleneck, double micro_batches, double stages, double backward) {
  const double after = micro_batches - 1.0;
  double least = std::max(micro_batches * bottleneck, sum + after * backward * bottleneck);
  if (micro_batches >= stages)
    least = std::max(least, sum + (micro_batches - stages + (stages - 1.0) * backward) * bottleneck);
  if (const double turns = std::floor(after / stages); turns >= 1.0)
    for (const double n : {1.0, turns})
      least = std::max(least, (1.0 + n) * sum + (after - n * stages) * bottleneck);
  return least;
}

}  // namespace

Least Bounds::mixture(const Figures& figures, int stages, const std::vector<int>& given) const {
  const double seconds = raw_mixture(figures, stages, given);
  if (seconds >= kNoRoom) return {kNoRoom};
  return finished(figures, seconds, stages, given);
}

/// Pipelines with several chunks a stage: every chunk holds as many layers, but that the first of the model
/// may lack one and the last some. `longest`: of the longest stage whoever holds what.
double Bounds::chunks_form(const Figures& figures, const Dealing& dealing, double longest) const {
  const double batches = figures.micro_batches;
  const int layers = m_problem.graph->layer_count();
  const bool way_back = strategy::schedule_row(figures.schedule).back;
  const strategy::Chunking chunking =
      strategy::chunking_of(figures.schedule, layers, dealing.stages, figures.chunks);
  const int lacking = chunking.lacking_first();
  // Layers of other classes, and the stages from the first on that may hold some or lack a layer, and the
  // last.
  const std::vector<int>& in_order = m_problem.graph->layers;
  const auto other = [&](int k) { return std::min(at(k), kClasses - 1) != m_common; };
  const auto others = static_cast<int>(std::count_if(in_order.begin(), in_order.end(), other));
  const auto front =
      static_cast<int>(std::find_if(in_order.rbegin(), in_order.rend(), other).base() - in_order.begin());
  // The first chunk of the last stage lacks some where all of its chunks do.
  const int of_last_chunk = way_back ? 0 : (chunking.lacking() - lacking) / figures.chunks;
  const bool first_chunks_hold_them =
      others == 0 || front + lacking + of_last_chunk <= dealing.stages * chunking.chunk();
  const int in_front =
      first_chunks_hold_them ? (front + lacking + chunking.chunk() - 1) / chunking.chunk() : dealing.stages;
  // Of the V the first stage alone, which has both ends.
  const int short_ones = chunking.lacking() > 0 ? 1 : 0;
  const int lighter = way_back ? std::max(in_front, short_ones) : in_front + short_ones;
  const int shortest = chunking.least_stage();
  const int of_last = chunking.least_of(dealing.stages - 1);
  const int of_stage =
      std::min({others, first_chunks_hold_them ? chunking.chunk() : chunking.stage(), shortest});
  double last = kBeyond, slowest = 0.0, sum = 0.0, lightest = kBeyond;
  for (const Dealing::Part& part : dealing.parts) {
    const double common = others > 0 ? part.common : part.pool->layer;
    const double light = others > 0 ? figures.lightest * part.pool->layer : common;
    const double in_front_of_all = (chunking.least_of(0) - of_stage) * common + of_stage * light;
    const double any = in_front < dealing.stages ? std::min(in_front_of_all, shortest * common)
                                                 : (shortest - of_stage) * common + of_stage * light;
    longest = std::max(longest, part.stages > lighter ? chunking.stage() * common : any);
    last = std::min(last, in_front < dealing.stages ? of_last * common : any);
    slowest = std::max(slowest, common);
    lightest = std::min(lightest, light);
    sum += part.stages * common;
  }
  // The way down the V and back leaves no more than the work of single stages to tell from here.
  if (way_back) return batches * std::max(longest, last);
  const double first_chunks = chunking.chunk() * (sum - slowest) - (others + lacking) * slowest +
                              (others > 0 ? others * lightest : 0.0);
  return std::max(batches * longest, batches * last + first_chunks);
}

/// Stages for the pools, the first of them as given. What is not given goes to the fastest pools, which then
/// hold what any slower one would. False when they cannot hold the model.
bool Bounds::deal_out(const Figures& figures, int stages, const std::vector<int>& given,
                      Dealing& dealing) const {
  const std::size_t count = figures.pools.size();
  dealing.layers = m_problem.graph->layer_count();
  int left = stages;
  int owed = 0;
  for (std::size_t i = 0; i < count; ++i)
    i < given.size() ? left -= given[i] : owed += figures.pools[i].least;
  if (left < owed) return false;
  long room = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const PoolFigures& pool = figures.pools[i];
    Dealing::Part part;
    part.pool = &pool;
    part.holds = pool.holds;
    part.common = pool.common;
    if (i < given.size()) {
      part.stages = given[i];
    } else {
      owed -= pool.least;
      part.stages = std::min(pool.most, left - owed);
      left -= part.stages;
      if (given.size() + 1 < count)
        for (std::size_t slower = i + 1; slower < count; ++slower) {
          part.holds = std::max(part.holds, figures.pools[slower].holds);
          part.common = std::min(part.common, figures.pools[slower].common);
        }
    }
    if (part.stages == 0) continue;
    if (m_problem.graph->classes.size() == 1 && part.holds < 1) return false;
    dealing.parts.push_back(part);
    dealing.stages += part.stages;
    dealing.one_each += part.stages * pool.layer;
    room += static_cast<long>(part.stages) * part.holds;
  }
  return left <= 0 && room >= m_counts[m_common] && dealing.stages > 0 && dealing.stages <= dealing.layers;
}

double Bounds::raw_mixture(const Figures& figures, int stages, const std::vector<int>& given) const {
  Dealing dealing;
  if (!deal_out(figures, stages, given, dealing)) return kNoRoom;
  const int layers = dealing.layers;
  double rate = 0.0, slowest = 0.0, backward = 1.0, embedding = kBeyond, head = kBeyond;
  double shortest = kBeyond;
  MostShares shares;
  for (const Dealing::Part& part : dealing.parts) {
    const PoolFigures& pool = *part.pool;
    rate += part.stages / pool.layer;
    slowest = std::max(slowest, pool.shortest);
    shares.join(pool.shares);
    backward = std::min(backward, pool.backward);
    embedding = std::min(embedding, pool.embedding);
    head = std::min(head, pool.head);
    shortest = std::min(shortest, pool.layer);
  }
  const double batches = figures.micro_batches;
  const bool whole = m_problem.graph->classes.size() == 1;
  if (figures.chunks > 1) return chunks_form(figures, dealing, layers / rate);
  const double least = std::max(slowest, layers / rate);
  const Schedule schedule = figures.schedule;
  if (!cost::one_chunk(schedule)) return batches * least;
  const int crossings = static_cast<int>(figures.pools.size()) - 1;
  const int inner = stages - 1 - crossings;
  const double ways =
      (crossings > 0 ? crossings * figures.cross_link : 0.0) + (inner > 0 ? inner * figures.inner_link : 0.0);
  const auto form = [&](double of_layers, double bottleneck) {
    if (schedule == Schedule::zb_h1)
      return zero_bubble_form((1.0 - shares.weights_of_layers) * of_layers +
                                  (1.0 - shares.weights_of_edges) * (embedding + head) + ways,
                              bottleneck, batches, dealing.stages, shares);
    const double sum = of_layers + embedding + head + ways;
    if (schedule == Schedule::gpipe)
      return std::max(batches * bottleneck, sum + (batches - 1.0) * bottleneck);
    return walk_form(sum, bottleneck, batches, dealing.stages, backward);
  };
  if (!whole) {
    const double sum =
        figures.lightest * dealing.one_each + (layers - figures.lightest * dealing.stages) * shortest;
    const double bottleneck = dealing.bottleneck_for(m_counts[m_common], least);
    return bottleneck >= kNoRoom ? kNoRoom : form(sum, bottleneck);
  }
  return least_over_bottlenecks(dealing, least, form);
}

}  // namespace astrolabe::verify
