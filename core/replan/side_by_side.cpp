#include "core/replan/side_by_side.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace astrolabe::replan {

namespace {

bool in_chunks(const WorkingLane& lane) { return lane.shape->strategy().virtual_pipeline > 1; }

/// The worst of what stages wait for, of every lane in step and of all together.
class Waiting {
 public:
  explicit Waiting(std::size_t places) : m_places(places), m_group(places) {}

  /// Stage j of a lane holds these places.
  void add(const WorkingLane& lane, std::size_t j, std::size_t begin, std::size_t end) {
    std::vector<hardware::Slowness>& own = m_own[lane.in_step_with];
    own.resize(m_places);
    for (std::size_t at = begin; at < end; ++at) {
      own[at].include(lane.slow[j].own);
      m_group[at].include(lane.slow[j].group);
    }
  }
  void tell(WorkingLane& lane, std::size_t j, std::size_t begin, std::size_t end) const {
    const std::vector<hardware::Slowness>& own = m_own.at(lane.in_step_with);
    for (std::size_t at = begin; at < end; ++at) {
      lane.slow[j].own.include(own[at]);
      lane.slow[j].group.include(m_group[at]);
    }
  }

 private:
  std::size_t m_places;
  std::vector<hardware::Slowness> m_group;
  std::map<int, std::vector<hardware::Slowness>> m_own;
};

/// Calls `use` with each lane and stage, and the places that it holds: its number, or its layers.
template <class Lanes, class Use>
void each_stage(Lanes& lanes, bool by_number, const Use& use) {
  for (auto& lane : lanes) {
    std::size_t begin = 0;
    for (std::size_t j = 0; j < lane.slow.size(); ++j) {
      const std::size_t held = by_number ? 1 : static_cast<std::size_t>(lane.split->layers[j]);
      use(lane, j, begin, begin + held);
      begin += held;
    }
  }
}

}  // namespace

void wait_for_each_other(std::vector<WorkingLane>& lanes) {
  if (lanes.empty()) return;
  const std::size_t stages = lanes.front().slow.size();
  const bool by_number =
      std::all_of(lanes.begin(), lanes.end(), [&](const auto& lane) { return lane.slow.size() == stages; }) ||
      std::any_of(lanes.begin(), lanes.end(), in_chunks);
  std::size_t places = static_cast<std::size_t>(lanes.front().shape->shape().layers());
  for (const WorkingLane& lane : lanes) places = std::max(places, lane.slow.size());
  Waiting waiting(places);
  each_stage(lanes, by_number,
             [&](const WorkingLane& lane, std::size_t j, std::size_t begin, std::size_t end) {
               waiting.add(lane, j, begin, end);
             });
  each_stage(lanes, by_number, [&](WorkingLane& lane, std::size_t j, std::size_t begin, std::size_t end) {
    waiting.tell(lane, j, begin, end);
  });
}

double step_of(const std::vector<WorkingLane>& lanes) {
  std::map<int, hardware::Slowness> worst;  // by pool
  const auto pool_of = [](const WorkingLane& lane, std::size_t j) {
    return lane.shape->strategy().stages[j].pool;
  };
  for (const WorkingLane& lane : lanes)
    for (std::size_t j = 0; j < lane.slow.size(); ++j) worst[pool_of(lane, j)].include(lane.slow[j].group);
  double step = 0.0;
  std::set<std::tuple<const LaneShape*, const Split*, int, std::vector<StageSlowness>>> seen;
  for (const WorkingLane& lane : lanes) {  // those that are alike end together
    if (!seen.emplace(lane.shape, lane.split, lane.micro_batches, lane.slow).second) continue;
    std::vector<StageSlowness> all(lane.slow.size());
    for (std::size_t j = 0; j < all.size(); ++j) all[j].own = all[j].group = worst.at(pool_of(lane, j));
    step = std::max(step, std::min(lane.shape->seconds(*lane.split, lane.slow, lane.micro_batches),
                                   lane.shape->seconds(*lane.split, all, lane.micro_batches)));
  }
  return step;
}

}  // namespace astrolabe::replan
