#pragma once
// Numbers of a tensor, or of the part of it that one device holds. For the interpreter, on small tensors.

#include <Eigen/Core>
#include <cstdint>

#include "core/spmd/graph.h"
#include "core/spmd/shape.h"

namespace astrolabe::spmd {

/// A box of a tensor, row-major: elements [offset, offset + shape) of a tensor of shape `whole`.
struct Block {
  Shape shape, offset, whole;
  Eigen::ArrayXd values;

  static Block zeros(Shape shape, Shape offset, Shape whole);
  static Block zeros(const Shape& whole) { return zeros(whole, Shape(whole.size(), 0), whole); }
  std::int64_t last() const { return shape.empty() ? 1 : shape.back(); }
  /// Number of runs along the last dimension.
  std::int64_t rows() const { return last() == 0 ? 0 : values.size() / last(); }
};

/// Row-major strides in elements.
Shape strides_of(const Shape& shape);

/// The part [begin, begin + length) of `block` along `dim`; begin counts in the whole tensor.
Block cut(const Block& block, int dim, std::int64_t begin, std::int64_t length);
/// Writes `part` to its place in `target` (offsets of both count in the whole tensor).
void paste(const Block& part, Block& target);

}  // namespace astrolabe::spmd
