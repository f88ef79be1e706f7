#include "core/replan/side_by_side.h"

#include <algorithm>

namespace astrolabe::replan {

namespace {

bool in_chunks(const WorkingLane& lane) { return lane.shape->strategy().virtual_pipeline > 1; }

/// The slowest tail of any lane's stage with each number.
void join_by_number(std::vector<WorkingLane>& lanes) {
  std::vector<double> slowest;
  for (const WorkingLane& lane : lanes) {
    slowest.resize(std::max(slowest.size(), lane.slow.size()), 1.0);
    for (std::size_t j = 0; j < lane.slow.size(); ++j) slowest[j] = std::max(slowest[j], lane.slow[j].tail);
  }
  for (WorkingLane& lane : lanes)
    for (std::size_t j = 0; j < lane.slow.size(); ++j) lane.slow[j].tail = slowest[j];
}

/// Calls `use` with each stage of a lane and the range of its layers.
template <class Use>
void each_range(const WorkingLane& lane, const Use& use) {
  int begin = 0;
  for (std::size_t j = 0; j < lane.slow.size(); ++j) {
    use(j, begin, begin + lane.split->layers[j]);
    begin += lane.split->layers[j];
  }
}

/// The slowest tail of the stages that hold each layer.
void join_by_layer(std::vector<WorkingLane>& lanes) {
  std::vector<double> slowest(static_cast<std::size_t>(lanes.front().shape->shape().layers()), 1.0);
  const auto range = [&](int begin, int end) {
    return std::pair(slowest.begin() + begin, slowest.begin() + end);
  };
  for (const WorkingLane& lane : lanes)
    each_range(lane, [&](std::size_t j, int begin, int end) {
      for (auto [at, last] = range(begin, end); at != last; ++at) *at = std::max(*at, lane.slow[j].tail);
    });
  for (WorkingLane& lane : lanes)
    each_range(lane, [&](std::size_t j, int begin, int end) {
      const auto [first, last] = range(begin, end);
      if (first != last) lane.slow[j].tail = std::max(lane.slow[j].tail, *std::max_element(first, last));
    });
}

}  // namespace

double step_of(std::vector<WorkingLane> lanes) {
  if (lanes.empty()) return 0.0;
  const bool alike = std::all_of(lanes.begin(), lanes.end(), [&](const WorkingLane& lane) {
    return lane.slow.size() == lanes.front().slow.size();
  });
  if (alike || std::any_of(lanes.begin(), lanes.end(), in_chunks))
    join_by_number(lanes);
  else
    join_by_layer(lanes);
  double step = 0.0;
  for (const WorkingLane& lane : lanes)
    step = std::max(step, lane.shape->seconds(*lane.split, lane.slow, lane.micro_batches));
  return step;
}

}  // namespace astrolabe::replan
