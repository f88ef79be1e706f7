#pragma once
// What gradients and weights cost a stage beside its layers: the end of a step, and with ZeRO 2 in a pipeline
// every backward pass.

#include <algorithm>

#include "core/cost/collective.h"
#include "core/cost/memory.h"
#include "core/cost/routes.h"
#include "core/cost/tables.h"

namespace astrolabe::cost {

/// Seconds of the gradient reduction and the parameter gathering of one stage, exposed, and of its optimizer.
struct Tail {
  double reduce = 0.0, gather = 0.0, optimizer = 0.0;
  double host = 0.0;  ///< of every step, whatever it computes
  double total() const { return reduce + gather + optimizer + host; }
};

/// What is the same for every range of layers that a stage may hold.
struct TailInput {
  const strategy::Job& job;
  const Coefficients& k;
  const StackTraits& stack;
  const Device& device;
  const TailRoutes& routes;
  int zero_stage = 0;
  bool overlap_grad_reduce = false, overlap_param_gather = false, offload_optimizer = false;
  int virtual_pipeline = 1, micro_batches = 1, stages = 1;
};

/// `several_nodes`: the ranks on the pool fill more than one node. Left out where that is not known: no
/// traffic takes longer then.
TailInput tail_input(const Tables& tables, const strategy::Strategy& strategy, const Splitting& splitting,
                     int expert_stride, int micro_batches, int stages, bool several_nodes = false);

/// Ranks and shards of a stage with this tensor parallelism, nothing held.
StageContent ranks_of(const strategy::Strategy& settings, int tensor_parallel);

/// ZeRO 2 in a pipeline reduces the gradients of every micro-batch into their shards before the stage goes
/// on: seconds by which that lengthens a backward pass; a share of the `micro_batch_seconds` hides it.
/// Source: Megatron-FSDP, --data-parallel-sharding-strategy optim_grads; with optim_grads_params (ZeRO 3)
/// weights are gathered in every pass, too, which is in the time of a layer. torchtitan's FSDP with a
/// pipeline keeps gathered weights and whole gradients for the step (reshard_after_forward default): that is
/// ZeRO 1 here. DeepSpeed refuses both with a pipeline.
double reduction_in_backward(const TailInput& in, const StageContent& content, double micro_batch_seconds);

/// Bytes of device memory that the optimizer moves for each parameter that it updates: that of Adam
/// (optimizer_bytes) by the state that is read and written, 12 bytes of 30 with 18 of weights and gradients.
double optimizer_traffic(const strategy::Job& job, const Coefficients& k);

/// What state of the optimizer that lies on other GPUs adds to the end of a stage's step.
struct MovedTail {
  double seconds = 0.0;     ///< of its gradients on their way to their owners and its weights on the way back
  double parameters = 0.0;  ///< that a GPU updates for others
};

/// The end of a stage's step, before the stragglers' factor and that of the stack; `micro_batch_seconds` of
/// work may hide its traffic, that of moved state included: it runs beside the reduction and the gathering. A
/// GPU whose state others hold waits as long for its update as it would take itself.
Tail tail_of(const TailInput& in, const StageContent& content, double micro_batch_seconds,
             const MovedTail& moved = {});

/// Bytes of the tensors that the collectives of tail_of() reduce and gather; 0 where there is one rank.
struct TailBytes {
  double reduce = 0.0, gather = 0.0;
};
TailBytes tail_bytes(const TailInput& in, const StageContent& content);

/// Least seconds after the last backward of a stage of so many layers of one class, what embedding and head
/// add left out: `fixed` and the longest of three lines.
struct TailFloor {
  double fixed = 0.0;
  double layer = 0.0;        ///< of each layer, all hidden that can be
  double whole_layer = 0.0;  ///< of each layer, nothing hidden, less `window` times the work of a micro-batch
  double window = 0.0;
  double unaided = 0.0;     ///< of each layer, hidden by its own work alone, less what ...
  double beside = kBeyond;  ///< ... the stage's other work hides of it; without of_these_alone() all of it
  double by_embedding = 0.0, by_head = 0.0;  ///< of that, where the stage has these
  double seconds(double layers, double work) const {
    return fixed +
           std::max({layers * layer, layers * whole_layer - window * work, layers * unaided - beside});
  }
  /// The floor of a stage all of whose layers are of that class, with embedding and head as stated.
  TailFloor of_these_alone(bool embeds, bool has_head) const {
    TailFloor floor = *this;
    floor.beside = (embeds ? by_embedding : 0.0) + (has_head ? by_head : 0.0);
    return floor;
  }
  /// Above all: for take_least().
  static TailFloor most() {
    TailFloor floor;
    floor.fixed = floor.layer = floor.whole_layer = floor.unaided = kBeyond;
    return floor;
  }
  /// No longer than either of both.
  void take_least(const TailFloor& other) {
    fixed = std::min(fixed, other.fixed);
    layer = std::min(layer, other.layer);
    whole_layer = std::min(whole_layer, other.whole_layer);
    window = std::max(window, other.window);
    unaided = std::min(unaided, other.unaided);
    by_embedding = std::max(by_embedding, other.by_embedding);
    by_head = std::max(by_head, other.by_head);
  }
};
/// Seconds for a micro-batch at most, whatever is done again for want of memory, before the stragglers'
/// factor: of a layer of the last run, the embedding and the head.
struct MostWork {
  double layer = 0.0, embedding = 0.0, head = 0.0;
};
MostWork most_work(Tables& tables, const Splitting& splitting);

/// Before the stragglers' factor; `dense`, `expert`: parameters of a layer on a rank.
TailFloor tail_floor(const TailInput& in, const StageContent& ranks, double dense, double expert,
                     const MostWork& most);

/// Least seconds after the last backward of a first stage with `layers` layers or more, before the
/// stragglers' factor, however long it works for a micro-batch: that hides traffic.
double least_tail(Tables& tables, const strategy::Strategy& settings, int pool, int tensor_parallel,
                  int stages, int layers);

/// ZeRO 2 with a pipeline: least seconds by which reducing the gradients of a layer lengthens each of its
/// backward passes, before the stragglers' factor; 0 otherwise.
double least_layer_reduction(const Tables& tables, const strategy::Strategy& settings,
                             const Splitting& splitting, const LayerCost& layer, int stages);
double least_layer_reduction(const TailInput& in, const LayerCost& layer);

}  // namespace astrolabe::cost
