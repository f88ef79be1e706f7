#pragma once
// Operator graphs of the models that the app reads.

#include "core/base/result.h"
#include "core/model/architecture.h"
#include "core/spmd/graph.h"

namespace astrolabe::spmd {

struct ModelGraphOptions {
  std::int64_t sequence = 4096;
  std::int64_t batch = 32;     ///< samples of all devices together
  double element_bytes = 2.0;  ///< of weights, activations and gradients
  /// A stage of a pipeline: these layers (0: all from the first on), with the embedding before the first
  /// layer and the head behind the last. A stage in between reads the hidden state as an input whose gradient
  /// is asked for, and ends in the sum of what it would send (Graph::boundary).
  int first_layer = 0, layers = 0;
};

/// The forward part of a training step (for with_backward()). Layers are pre-norm with grouped heads; gated
/// MLPs with RMS norm, plain ones with layer norm (without affine weights) and gelu. Rotary embeddings are
/// counted nowhere: they are local to a head. Routed experts take the whole sequence at a capacity of
/// top_k * sequence / experts for each sample; their dispatch costs the elements it moves. Without a head the
/// loss is the sum of the last activation. Encoder and decoder have the
/// same number of tokens. Errors: AST-M105 names what has no operator here (cross attention in a stage of a
/// pipeline, values of another width than keys without a latent).
Result<Graph> model_graph(const model::Architecture& architecture, const ModelGraphOptions& options);

}  // namespace astrolabe::spmd
