#pragma once
// What each operator computes, on the numbers of one device (or of the only one). No kernel knows of other
// devices; the exchange inside a vocabulary-parallel cross entropy is therefore cut into steps.

#include <vector>

#include "core/spmd/block.h"
#include "core/spmd/optimizer.h"

namespace astrolabe::spmd {

/// Moments of one `update` node, as the device holds the parameter.
struct Moments {
  Eigen::ArrayXd first, second;
};

struct KernelContext {
  int step = 0;          ///< of training, from 0: drawn masks and Adam's corrections depend on it
  int stream_shift = 0;  ///< added to the mask's stream; not zero only to inject a fault
  OptimizerKind optimizer = OptimizerKind::adam;
  double learning_rate = 0.01;
  Moments* moments = nullptr;  ///< of `update` nodes
};

using Operands = std::vector<const Block*>;

/// Runs `node` on the operands. `results` come with shape and offset set and zeros inside.
/// A loss that is a plain sum is executed with a weight of 1 to 3 for each element: behind a norm, all
/// gradients of an unweighted sum are zero, and faults in them could not be seen. Precondition: extents agree
/// with the signature (see disagreement()).
void run_kernel(const Node& node, const Operands& operands, std::vector<Block>& results,
                const KernelContext& context);

/// Cross entropy over classes of which the device holds a part: three exchanges of one number per token.
/// Order: local_maximum, all-reduce by maximum, local_sums, all-reduce by sum, then the result.
struct EntropyParts {
  Eigen::ArrayXd maximum;    ///< per token
  Eigen::ArrayXd sums;       ///< per token: sum of exp(logit - maximum)
  Eigen::ArrayXd of_labels;  ///< per token: logit of the label, 0 when another device has it
};
EntropyParts entropy_maximum(const Block& logits);
void entropy_sums(const Block& logits, const Block& labels, EntropyParts& parts);
/// The result of `cross_entropy` (the sum over tokens) or of its gradient (softmax - one-hot on the device's
/// classes).
void entropy_result(const Node& node, const Block& logits, const Block& labels, const EntropyParts& parts,
                    Block& result);

/// 1 / (1 + exp(-x)).
double logistic(double x);
/// Value and slope of an elementwise operator at x; its gradient multiplies that of the result by the slope.
double value_of(const Node& node, double x);
double slope_of(const Node& node, double x);

// The kernels by subject; called by run_kernel.
void run_attention(const Node& node, const Operands& operands, std::vector<Block>& results);
void run_attention_gradient(const Node& node, const Operands& operands, std::vector<Block>& results);
void run_gate(const Node& node, const Operands& operands, std::vector<Block>& results);
void run_gate_gradient(const Node& node, const Operands& operands, std::vector<Block>& results);
void run_convolution(const Node& node, const Operands& operands, std::vector<Block>& results);
void run_pool(const Node& node, const Operands& operands, std::vector<Block>& results);
void run_resize(const Node& node, const Block& operand, Block& result);

}  // namespace astrolabe::spmd
