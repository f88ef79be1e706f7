#pragma once
// What one stage of one pool takes and holds at least: of these the bounds of whole pipelines are made.

#include <array>

#include "core/base/units.h"
#include "core/cost/evaluation.h"
#include "core/cost/tables.h"
#include "core/cost/zero_bubble.h"

namespace astrolabe::cost {

/// What no stage of one pool with one tensor parallelism beats, before the stragglers' factor. Layers of
/// several classes are averaged against the floor average_layers() picks, so that any share of the model's
/// layers costs at least its number times `layer`.
struct PoolFloor {
  static constexpr std::size_t kClasses =
      8;                     ///< further classes share the last place, with the least of them
  double layer = 0.0;        ///< forward and backward of an average layer, seconds
  double least_layer = 0.0;  ///< of the cheapest layer: every stage has one
  double main_layer = 0.0;   ///< of a layer of the main class
  /// Work of the shortest and of the longest layer in average layers.
  double lightest = 1.0, heaviest = 1.0;
  double backward_share = 0.0;               ///< least share of the longer pass in any work of a stage
  PassShares shares;                         ///< most of any work of a stage
  double first_edge = 0.0, last_edge = 0.0;  ///< embedding and head
  double fixed = 0.0;                        ///< host time of a step
  double boundary_bytes = 0.0;               ///< of one transfer between stages
  std::array<double, kClasses> classes{};    ///< seconds of a layer by class
  /// Of the last layer's class: seconds of its forward pass, seconds more when it is recomputed, parameters
  /// on a rank; of all layers before the last run of equal ones: seconds. Forward passes of the edges.
  double forward = 0.0, again = 0.0, dense = 0.0, expert = 0.0;
  double weight = 0.0, last_weight = 0.0;  ///< gradients of the weights, of that layer and of the head
  double lead = 0.0;
  double first_forward = 0.0, last_forward = 0.0;
  int holds = kAnyNumber;         ///< layers of the main class that a stage holds
  void lengthen(double seconds);  ///< of every layer, at least
};

/// The floor of a splitting, `holds` left open. With sharded weights the gathering is left out, so that the
/// floor holds for every number of ranks.
PoolFloor pool_floor(Tables& tables, Splitting splitting, strategy::Recompute recompute);

/// Layers of a graph by class, as PoolFloor counts them.
struct ClassCounts {
  struct OfClass {
    std::size_t at = 0;
    double layers = 0.0;
  };
  std::array<OfClass, PoolFloor::kClasses> classes{};  ///< that there are, `kinds` of them
  std::size_t kinds = 0;
  double all = 0.0;
  std::size_t main = 0;      ///< the class of most layers
  double main_layers = 0.0;  ///< of that class
  int front = 0;             ///< from this layer on all are of that class
};
ClassCounts class_counts(const model::Graph& graph);
/// Fills layer, main_layer, lightest and heaviest of `count` floors that work together.
void average_layers(const ClassCounts& layers, PoolFloor* floors, int count);
/// `layer` alone, of floors that stay as they are.
void average_layers(const ClassCounts& layers, const PoolFloor* const* floors, int count, double* seconds);

/// Least seconds that every layer takes beyond a floor under these settings, for which the floor leaves the
/// traffic of gradients and weights in every micro-batch open (ZeRO 2 with a pipeline, ZeRO 3).
double layer_extra(Tables& tables, const strategy::Strategy& settings, int pool, int tensor_parallel,
                   int stages, const PoolFloor& floor);

/// How many layers of one class fit into a stage without embedding and head.
struct Room {
  double free_bytes = 0.0, layer_bytes = 0.0, kept_bytes = 0.0;  ///< kept: a layer and micro-batch in flight
  double again_free_bytes = -1.0, again_kept_bytes = 0.0;        ///< the same, every layer recomputed
  /// What a layer keeps in host memory, and the layers for which a GPU's share of that is enough.
  double host_layer_bytes = 0.0;
  int host_holds = kAnyNumber;
  int holds(double in_flight) const;
  /// Holds at least as many layers as `other`, whatever is in flight.
  bool covers(const Room& other) const;
};
/// `layer_class` as PoolFloor counts them; `empty`: a stage of the pool without layers, as stage_memory()
/// tells it.
Room room_of(Tables& tables, const strategy::Strategy& settings, int pool, int tensor_parallel,
             std::size_t layer_class, const StageMemory& empty);

}  // namespace astrolabe::cost
