#pragma once
// One program on groups: a layout for each pool, evaluated with whole numbers.

#include <optional>
#include <vector>

#include "core/mesh/traffic.h"

namespace astrolabe::mesh {

/// Groups of one layout at work.
struct GroupClass {
  Layout layout;
  Again again;  ///< layers that each stage recomputes
  Times times;
  Pace pace;
  std::vector<std::int64_t> shares;  ///< sequences of each group
  std::vector<double> state;         ///< bytes of the optimizer that a GPU of each stage keeps
  NodeTraffic traffic;
};

struct Program {
  std::vector<GroupClass> classes;  ///< by pool
  double work = 0.0;                ///< seconds until the last group has computed
  StepTail tail;
  StatePlacement state;  ///< holders: stages of the classes, one after the other
  Replicas replicas;
  double step() const { return work + tail.total(); }
};

/// How much of its even part of the state a stage leaves room for when it chooses what to recompute: all of
/// it, half, none. What has no room then moves.
inline constexpr double kKept[] = {1.0, 0.5, 0.0};

/// The best program of these layouts, one a pool. State moves only where `anywhere`. None: it does not fit.
std::optional<Program> program_of(Scene& scene, const std::vector<LayoutTable*>& tables, std::int64_t batch,
                                  bool anywhere = true);

/// Groups of these layouts and recomputed layers with the best shares for their times; what has no room for
/// its even part of the state moves. None: it does not fit.
std::optional<Program> program_dealt_anew(Scene& scene, const std::vector<GroupClass>& classes,
                                          std::int64_t batch);

/// The program of groups as somebody wrote them: layouts, recomputed layers and shares, one class a pool;
/// what has no room for its even part of the state moves. None: it does not fit.
std::optional<Program> program_as_written(Scene& scene, const std::vector<GroupClass>& classes);

}  // namespace astrolabe::mesh
