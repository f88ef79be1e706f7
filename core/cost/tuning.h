#pragma once
// What fine-tuning changes of a layer's cost: adapters beside frozen weights, weights in 4 bits, samples of
// several lengths, a reference model. core/cost/README.md, "Fine-tuning".

#include "core/cost/layer_scene.h"
#include "core/cost/memory.h"
#include "core/cost/useful_work.h"
#include "core/strategy/job.h"

namespace astrolabe::cost {

/// What a stack keeps and launches beside that where adapters are trained.
void set_tuning_traits(const strategy::Problem& problem, StackTraits& traits);

/// Makes of the work of a layer whose weights are all trained that of the job's tuning. `dense_weight`:
/// seconds of the gradients of the weights outside experts.
void tune(const LayerScene& s, const model::LayerClass& layer, double dense_weight, LayerWork& work);
/// Makes of the cost of embedding and head, all trained, that of the job's tuning.
void tune(const LayerScene& s, EdgeCost& edge);

/// Whether the embedding itself, or an encoder in front of the layers, is trained.
bool trains_table(const strategy::Job& job);
bool trains_tower(const strategy::Job& job, const model::TowerGraph& tower);

/// Forward passes of a micro-batch for each that its backward needs: 2 with a reference model beside it.
double forward_passes(const strategy::Job& job);

/// Bytes of a copy of the second embedding matrix of tied ones, which the last stage holds as well:
/// parameters that are trained, bytes of frozen ones.
struct TiedCopy {
  double trained = 0.0, frozen_bytes = 0.0;
};
TiedCopy tied_copy(const strategy::Job& job, double parameters);

/// Parameters that a job trains, of the whole model.
double trained_parameters(const strategy::Problem& problem);

}  // namespace astrolabe::cost
