// Cross entropy over classes, in the steps between which devices exchange numbers.

#include <cmath>

#include "core/base/units.h"
#include "core/spmd/kernels.h"

namespace astrolabe::spmd {

using std::int64_t;

EntropyParts entropy_maximum(const Block& logits) {
  EntropyParts parts;
  const int64_t width = logits.last();
  Shape tokens(logits.shape.begin(), logits.shape.end() - 1);
  parts.maximum = Eigen::ArrayXd::Constant(volume(tokens), -kBeyond);
  if (width > 0)
    for (int64_t row = 0; row < parts.maximum.size(); ++row)
      parts.maximum[row] = logits.values.segment(row * width, width).maxCoeff();
  return parts;
}

void entropy_sums(const Block& logits, const Block& labels, EntropyParts& parts) {
  const int64_t width = logits.last(), begin = logits.offset.back();
  parts.sums = Eigen::ArrayXd::Zero(parts.maximum.size());
  parts.of_labels = Eigen::ArrayXd::Zero(parts.maximum.size());
  for (int64_t row = 0; row < parts.maximum.size(); ++row) {
    parts.sums[row] = (logits.values.segment(row * width, width) - parts.maximum[row]).exp().sum();
    const int64_t label = static_cast<int64_t>(labels.values[row]) - begin;
    if (label >= 0 && label < width) parts.of_labels[row] = logits.values[row * width + label];
  }
}

void entropy_result(const Node& node, const Block& logits, const Block& labels, const EntropyParts& parts,
                    Block& result) {
  if (node.op == Op::cross_entropy) {
    result.values[0] = (parts.maximum + parts.sums.log() - parts.of_labels).sum();
    return;
  }
  const int64_t width = logits.last(), begin = logits.offset.back();
  for (int64_t row = 0; row < parts.maximum.size(); ++row) {
    result.values.segment(row * width, width) =
        (logits.values.segment(row * width, width) - parts.maximum[row]).exp() / parts.sums[row];
    const int64_t label = static_cast<int64_t>(labels.values[row]) - begin;
    if (label >= 0 && label < width) result.values[row * width + label] -= 1.0;
  }
}

}  // namespace astrolabe::spmd
