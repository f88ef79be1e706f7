#include "core/cost/floor.h"

#include <algorithm>

#include "core/base/rounding.h"
#include "core/cost/constants.h"
#include "core/cost/memory.h"
#include "core/cost/tail.h"

namespace astrolabe::cost {

namespace {

/// Least share of backward in a layer of a splitting, its gathering left out where it is sharded.
double least_backward(const SplitCost& split, bool sharded) {
  double least = 1.0;
  for (const LayerCost& layer : split.classes) {
    const LayerTime& time = layer.time[kNothingAgain];
    const double forward = time.forward_seconds - (sharded ? time.forward_sharded : 0.0);
    const double backward = time.backward_seconds - (sharded ? time.backward_sharded : 0.0);
    least = std::min(least, backward / (forward + backward));
  }
  return least;
}

}  // namespace

PoolFloor pool_floor(Tables& tables, Splitting splitting, strategy::Recompute recompute) {
  const hardware::Cluster& cluster = tables.problem().cluster;
  const bool sharded = splitting.gathered_over > 1;
  if (sharded) splitting.gathered_over = 2;
  splitting = in_nodes(splitting, cluster, always_fills_several_nodes(cluster, splitting.pool));
  const SplitCost& split = tables.split(splitting);
  PoolFloor floor;
  floor.least_layer = kBeyond;
  floor.backward_share = least_backward(split, sharded);
  floor.classes.fill(kBeyond);
  for (std::size_t k = 0; k < split.classes.size(); ++k) {
    const LayerTime& time = split.classes[k].time[kNothingAgain];
    double forward = time.forward_seconds;
    double backward = time.backward_seconds;
    if (sharded) {
      forward -= time.forward_sharded;
      backward -= time.backward_sharded;
    }
    double& least = floor.classes[std::min(k, PoolFloor::kClasses - 1)];
    least = std::min(least, forward + backward);
    floor.least_layer = std::min(floor.least_layer, forward + backward);
  }
  const model::Graph& graph = *tables.problem().graph;
  const LayerCost& last = split.classes[static_cast<std::size_t>(graph.layers.back())];
  const LayerTime& time = last.time[kNothingAgain];
  floor.forward = time.forward_seconds - (sharded ? time.forward_sharded : 0.0);
  const LayerTime& twice = last.time[static_cast<std::size_t>(strategy::Recompute::full)];
  floor.again = sharded ? 0.0
                        : std::max(0.0, twice.forward_seconds + twice.backward_seconds -
                                            time.forward_seconds - time.backward_seconds);
  floor.weight = last.weight_seconds;
  floor.last_weight = split.edge.head_weight_seconds;
  floor.dense = last.dense_parameters;
  floor.expert = last.expert_parameters;
  for (int layer = 0; layer < tables.alike_from(); ++layer)
    floor.lead += floor.classes[std::min(
        static_cast<std::size_t>(graph.layers[static_cast<std::size_t>(layer)]), PoolFloor::kClasses - 1)];
  const EdgeCost& edge = split.edge;
  floor.first_forward = edge.embedding_forward;
  floor.last_forward = edge.head_forward;
  floor.first_edge = edge.embedding_forward + edge.embedding_backward;
  floor.last_edge = edge.head_forward + edge.head_backward;
  if (floor.first_edge > 0.0)
    floor.backward_share = std::min(floor.backward_share, edge.embedding_backward / floor.first_edge);
  if (floor.last_edge > 0.0)
    floor.backward_share = std::min(floor.backward_share, edge.head_backward / floor.last_edge);
  // Recomputation adds to backward only; gathering may add to both. The longer pass is at least half of a
  // stage.
  floor.shares = pass_shares(split, recompute, !sharded);
  if (const Splitting apart = in_nodes(splitting, cluster, true); apart != splitting) {
    // Traffic between nodes may lengthen both passes alike.
    const SplitCost& longer = tables.split(apart);
    floor.backward_share = std::min(floor.backward_share, least_backward(longer, sharded));
    floor.shares.include(pass_shares(longer, recompute, !sharded));
  }
  floor.backward_share = sharded ? 0.5 : std::max(0.5, floor.backward_share);
  const StackTraits& stack = tables.stack(splitting.pool);
  floor.fixed = stack.step_seconds * stack.factor;
  floor.boundary_bytes = split.boundary_bytes;
  return floor;
}

double layer_extra(Tables& tables, const strategy::Strategy& settings, int pool, int tensor_parallel,
                   int stages, const PoolFloor& floor) {
  if (settings.zero_stage < 2 || (settings.zero_stage == 2 && stages == 1)) return 0.0;
  const hardware::Cluster& cluster = tables.problem().cluster;
  const Splitting splitting = in_nodes(splitting_of(settings, pool, tensor_parallel), cluster,
                                       always_fills_several_nodes(cluster, pool));
  const SplitCost& split = tables.split(splitting);
  double least = kBeyond;
  for (std::size_t k = 0; k < split.classes.size(); ++k) {
    const LayerTime& time = split.classes[k].time[kNothingAgain];
    const double seconds = time.forward_seconds + time.backward_seconds +
                           least_layer_reduction(tables, settings, splitting, split.classes[k], stages);
    least = std::min(least, seconds - floor.classes[std::min(k, PoolFloor::kClasses - 1)]);
  }
  return std::max(0.0, least);
}

ClassCounts class_counts(const model::Graph& graph) {
  std::array<double, PoolFloor::kClasses> layers{};
  for (const int k : graph.layers)
    layers[std::min(static_cast<std::size_t>(k), PoolFloor::kClasses - 1)] += 1.0;
  ClassCounts counts;
  for (std::size_t k = 0; k < layers.size(); ++k) {
    if (layers[k] == 0.0) continue;
    counts.classes[counts.kinds++] = {k, layers[k]};
    counts.all += layers[k];
    if (layers[k] <= counts.main_layers) continue;
    counts.main = k;
    counts.main_layers = layers[k];
  }
  for (std::size_t i = graph.layers.size(); i > 0 && counts.front == 0; --i)
    if (std::min(static_cast<std::size_t>(graph.layers[i - 1]), PoolFloor::kClasses - 1) != counts.main)
      counts.front = static_cast<int>(i);
  return counts;
}

void PoolFloor::lengthen(double seconds) {
  if (seconds == 0.0) return;
  // Work that counts as one layer may be less than one.
  layer += seconds / heaviest;
  main_layer += seconds;
  least_layer += seconds;
}

namespace {

/// What layers of several classes are averaged against: the floor that works through all of them first.
struct Reference {
  int floor = 0;
  double average = 0.0;  ///< seconds of one of its layers
};

/// `classes_of(i)`: seconds by class of floor i.
template <class ClassesOf>
Reference reference_of(const ClassCounts& layers, const ClassesOf& classes_of, int count) {
  Reference reference;
  double least = 0.0;
  for (int i = 0; i < count; ++i) {
    const auto& classes = classes_of(i);
    double seconds = 0.0;
    for (std::size_t k = 0; k < layers.kinds; ++k)
      seconds += layers.classes[k].layers * classes[layers.classes[k].at];
    if (i > 0 && seconds >= least) continue;
    reference.floor = i;
    least = seconds;
  }
  reference.average = least / layers.all;
  return reference;
}

/// Seconds of an average layer, where one against `classes` counts as `average`.
double layer_against(const ClassCounts& layers, const std::array<double, PoolFloor::kClasses>& classes,
                     const std::array<double, PoolFloor::kClasses>& reference, double average) {
  double slower = kBeyond;
  for (std::size_t k = 0; k < layers.kinds; ++k) {
    const std::size_t at = layers.classes[k].at;
    slower = std::min(slower, classes[at] / reference[at]);
  }
  return slower * average;
}

}  // namespace

void average_layers(const ClassCounts& layers, PoolFloor* floors, int count) {
  for (int i = 0; i < count; ++i) {
    floors[i].main_layer = floors[i].classes[layers.main];
    floors[i].lightest = floors[i].heaviest = 1.0;
  }
  if (layers.kinds == 1) {
    for (int i = 0; i < count; ++i) floors[i].layer = floors[i].main_layer;
    return;
  }
  const auto [fastest, average] = reference_of(
      layers, [&](int i) -> const auto& { return floors[i].classes; }, count);
  const auto& reference = floors[fastest].classes;
  double lightest = 1.0;
  double heaviest = 1.0;
  for (std::size_t k = 0; k < layers.kinds; ++k) {
    const double work = reference[layers.classes[k].at] / average;
    lightest = std::min(lightest, work);
    heaviest = std::max(heaviest, work);
  }
  for (int i = 0; i < count; ++i) {
    floors[i].layer = layer_against(layers, floors[i].classes, reference, average);
    floors[i].lightest = lightest;
    floors[i].heaviest = heaviest;
  }
}

void average_layers(const ClassCounts& layers, const PoolFloor* const* floors, int count, double* seconds) {
  if (layers.kinds == 1) {
    for (int i = 0; i < count; ++i) seconds[i] = floors[i]->classes[layers.main];
    return;
  }
  const auto [fastest, average] = reference_of(
      layers, [&](int i) -> const auto& { return floors[i]->classes; }, count);
  for (int i = 0; i < count; ++i)
    seconds[i] =
        i == fastest ? average : layer_against(layers, floors[i]->classes, floors[fastest]->classes, average);
}

int Room::holds(double in_flight) const {
  const auto most = [&](double free, double kept) {
    if (free < 0.0) return 0;
    const double layer = layer_bytes + in_flight * kept;
    return layer <= 0.0 ? kAnyNumber : static_cast<int>(std::min(1e6, whole_in(free, layer)));
  };
  return std::min(host_holds,
                  std::max(most(free_bytes, kept_bytes), most(again_free_bytes, again_kept_bytes)));
}

bool Room::covers(const Room& other) const {
  return free_bytes >= other.free_bytes && layer_bytes <= other.layer_bytes &&
         kept_bytes <= other.kept_bytes && again_free_bytes >= other.again_free_bytes &&
         again_kept_bytes <= other.again_kept_bytes && host_holds >= other.host_holds;
}

namespace {

/// What a stage of `settings` holds beside its layers.
StageContent bare_content(const strategy::Strategy& settings, int tensor_parallel) {
  StageContent content = ranks_of(settings, tensor_parallel);
  content.offload_optimizer = settings.offload_optimizer;
  return content;
}

const SplitCost& split_of(Tables& tables, const strategy::Strategy& settings, int pool, int tensor_parallel) {
  Splitting splitting = splitting_of(settings, pool, tensor_parallel);
  // Bytes and parameters do not depend on how many ranks share the weights.
  if (splitting.gathered_over > 1) splitting.gathered_over = 2;
  return tables.split(splitting);
}

}  // namespace

Room room_of(Tables& tables, const strategy::Strategy& settings, int pool, int tensor_parallel,
             std::size_t layer_class, const StageMemory& empty) {
  const SplitCost& split = split_of(tables, settings, pool, tensor_parallel);
  const std::size_t base = base_of(settings.recompute);
  double dense = kBeyond;
  double expert = kBeyond;
  double frozen_dense = kBeyond;
  double frozen_expert = kBeyond;
  double kept = kBeyond;
  double again = kBeyond;
  double live = kBeyond;
  double host = kBeyond;
  for (std::size_t k = 0; k < split.classes.size(); ++k) {
    if (std::min(k, PoolFloor::kClasses - 1) != layer_class) continue;
    const LayerCost& layer = split.classes[k];
    dense = std::min(dense, layer.dense_parameters);
    expert = std::min(expert, layer.expert_parameters);
    frozen_dense = std::min(frozen_dense, layer.frozen_dense_bytes);
    frozen_expert = std::min(frozen_expert, layer.frozen_expert_bytes);
    kept = std::min(kept, layer.kept_bytes[base]);
    again = std::min(again, std::min(kept, layer.kept_bytes[2]));
    live = std::min(live, layer.live_bytes);
    host = std::min(host, layer.host_bytes);
  }
  const strategy::Problem& problem = tables.problem();
  StageContent content = bare_content(settings, tensor_parallel);
  content.in_flight = 1.0;
  Room room;
  room.free_bytes = empty.limit.value - empty.total.value;
  room.kept_bytes = activation_bytes(kept, {});
  if (settings.recompute == strategy::Recompute::full) {
    room.again_kept_bytes = activation_bytes(again, {});
    room.again_free_bytes = room.free_bytes - activation_bytes(live, {});
  }
  content.dense_parameters = dense;
  content.expert_parameters = expert;
  content.frozen_dense_bytes = frozen_dense;
  content.frozen_expert_bytes = frozen_expert;
  room.layer_bytes = parameter_memory(problem.job, content, tables.stack(pool)).value;
  if (!settings.offload_optimizer && !settings.offload_activations) return room;
  // Layers that are computed again leave nothing there.
  if (settings.recompute == strategy::Recompute::none) content.host_bytes = host;
  const Bytes layer = host_memory(problem.job, content, tables.stack(pool));
  room.host_layer_bytes = layer.value;
  const double most = layer > Bytes{} ? whole_in(empty.host_limit.value, layer.value) : kBeyond;
  // Enough for the whole model is as good as any more: then it tells no settings apart.
  if (most < problem.graph->layer_count()) room.host_holds = static_cast<int>(most);
  return room;
}

}  // namespace astrolabe::cost
