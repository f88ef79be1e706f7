#pragma once
// A pipeline whose stages have groups of their own number, played pass by pass: which group takes which
// micro-batch, who waits for whom.

#include <vector>

namespace astrolabe::mesh {

/// Seconds of the passes of one micro-batch on a group.
struct GroupPasses {
  double forward = 0.0, backward = 0.0;
  double both() const { return forward + backward; }
};

struct PlayedStage {
  std::vector<GroupPasses> groups;
  /// Micro-batches whose forward a group has begun and whose backward has not ended: at most so many. >= 1.
  int in_flight = 1;
  double link = 0.0;  ///< seconds of a transfer to the next stage, either way; takes up no group
};

/// A pass on a group of a stage.
struct PlayedPass {
  double start = 0.0, end = 0.0;
  int group = 0, micro_batch = 0;
  bool backward = false;
};

/// The group of every micro-batch: that which would be free first if all of them were there at once, the
/// first of several.
std::vector<int> routes_of(const std::vector<GroupPasses>& groups, int micro_batches);

/// When each stage has ended its last backward, seconds. A group that is free takes what has come, backwards
/// before forwards, the lowest number first. `passes`, unless null: all of them, by stage, in the order of
/// their starts. O(stages x micro-batches x log). Precondition: a stage, each with a group.
std::vector<double> play_groups(const std::vector<PlayedStage>& stages, int micro_batches,
                                std::vector<std::vector<PlayedPass>>* passes = nullptr);

}  // namespace astrolabe::mesh
