#pragma once
// How the layers of a stage are dealt out to its chunks where there are several (interleaved, ZB-V).

namespace astrolabe::strategy {

/// Layers of chunk `k` of stage `stage`. What does not divide goes to the later chunks of the first stage,
/// which is lighter there by the embedding, and to the earlier ones of the others.
constexpr int chunk_layers(int stage, int k, int layers, int chunks) {
  const int rest = layers % chunks;
  const bool longer = stage == 0 ? k >= chunks - rest : k < rest;
  return layers / chunks + (longer ? 1 : 0);
}

}  // namespace astrolabe::strategy
