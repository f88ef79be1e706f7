#pragma once
// Parts of a model that are cut by ratios of their own: where to part them.

#include <optional>
#include <string>
#include <vector>

#include "core/spmd/devices.h"
#include "core/spmd/program.h"

namespace astrolabe::spmd {

/// The most parts that anybody may ask for.
inline constexpr int kMostSegments = 16;

/// `graph` with its forward operators, in their order, parted into at most `most` runs; backward and update go
/// with the operator that they belong to. The parting under which the program's instructions take least when
/// each run has the best of a few ratio vectors (those between even and by speed, of every class of speed, and
/// the program's own) and every shard that is read in another run is moved there: exact over all partings and
/// these vectors by dynamic programming over the operators, O(operators x most x vectors^2). Moving is counted
/// at the share that a device has to send or receive. None: one run is best. Precondition: the program is one
/// of `graph`, whose operators are of one segment, with the times of evaluate().
std::optional<Graph> in_segments(const Graph& graph, const Devices& devices, const Program& program,
                                 int most);

/// The forward operators of one segment.
struct SegmentSpan {
  std::string first, last;  ///< names
  int operators = 0;
};
/// By segment; one where the graph is not parted.
std::vector<SegmentSpan> spans_of(const Graph& graph);

}  // namespace astrolabe::spmd
