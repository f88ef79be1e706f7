#pragma once
// The models by which the HAP paper and its released code are measured, as operator graphs.

#include <string_view>

#include "core/base/result.h"
#include "core/spmd/graph.h"

namespace astrolabe::spmd {

struct BenchmarkOptions {
  int layers = 0;          ///< 0: the model's own (vgg19 has always 19)
  std::int64_t batch = 0;  ///< samples of all devices together; 0: 32 per device
  int devices = 8;         ///< experts of `moe`: two per device
  bool released = false;   ///< operators, flop units and forward-only form of the released code
  // Smaller versions for tests of the interpreter; 0: the model's own.
  std::int64_t sequence = 0, hidden = 0, feed_forward = 0, vocabulary = 0, heads = 0, experts = 0;
};

/// `vgg19` 3 x 32 x 32, 10 classes. `vit` 12 layers, 768, patch 4, 64 + 1 tokens. `bert` 12 layers, 768, 128
/// positions, vocabulary 33,280. `moe` as bert, every second layer a top-2 mixture of experts, capacity
/// factor 2.5. `encoder` post-norm layers, 1024, hidden 4096, 128 positions. Without `released` the graph is
/// the forward part that with_backward() takes. Errors: AST-U501 for another name.
Result<Graph> benchmark_graph(std::string_view name, const BenchmarkOptions& options);

}  // namespace astrolabe::spmd
