#pragma once
// Batch and state of the training shared out separately: which GPU computes how many sequences in
// micro-batches of which size, and how much of the state it stores (Cephalo).

#include <cstdint>
#include <vector>

namespace astrolabe::mesh {

/// One way for a GPU to take part: so many sequences of a step, in micro-batches of so many.
struct UnevenOption {
  std::int64_t batch = 0;
  int micro_batch = 0;
  double seconds = 0.0;  ///< of a step
  double bytes = 0.0;    ///< that it holds beside the state
};

/// Equal GPUs.
struct UnevenClass {
  int gpus = 1;
  double limit = 0.0;  ///< bytes of one
  /// Any order; doing nothing is an option only where it stands here.
  std::vector<UnevenOption> options;
};

/// What one GPU does.
struct UnevenGpu {
  UnevenOption option;
  int place = 0;       ///< of the option in its class
  double state = 0.0;  ///< bytes that it stores
};

struct Uneven {
  bool possible = false;
  double seconds = 0.0;                      ///< of the slowest
  double largest_state = 0.0;                ///< bytes: every collective is padded to it
  std::vector<std::vector<UnevenGpu>> gpus;  ///< by class, one for each GPU
};

/// The least time in which all sequences are done while `state` bytes fit beside: exact over the options.
/// Binary search over the options' times; for each the least memory of all ways to add up to the batch, by
/// min-plus convolution over classes (equal GPUs by doubling), O(log options x classes x log gpus x batch^2).
/// The state is one divisible good: it fits where every GPU's own part does and all rooms together hold it.
/// Of the ways in that time one of the least memory, and of these one of the least sum of squares of the
/// GPUs' seconds: equal GPUs do alike, and slow ones no more than they have to. State is stored so that the
/// largest part is the least: room or a level, whichever is less. Source: Cephalo (ICS 2025), whose dynamic
/// programme stands the sum of micro-batches in for memory.
Uneven share_unevenly(const std::vector<UnevenClass>& classes, std::int64_t batch, double state);

/// Seconds of a layer of a sharded step with its traffic hidden behind work: weights are gathered before
/// forward, and again before backward, which computes the layer anew, beside the gradients of the layer
/// before. `forward`, `backward` (with what it computes anew), `gather`, `reduce`: seconds.
double sharded_layer(double forward, double backward, double gather, double reduce);

}  // namespace astrolabe::mesh
