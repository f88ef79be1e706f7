#include "core/spmd/block.h"

#include <algorithm>

namespace astrolabe::spmd {

namespace {

/// Copies the elements that both boxes hold.
void copy_common(const Block& from, Block& to) {
  const std::size_t rank = from.shape.size();
  Shape begin(rank), extent(rank);
  for (std::size_t d = 0; d < rank; ++d) {
    begin[d] = std::max(from.offset[d], to.offset[d]);
    extent[d] = std::min(from.offset[d] + from.shape[d], to.offset[d] + to.shape[d]) - begin[d];
    if (extent[d] <= 0) return;
  }
  const Shape from_strides = strides_of(from.shape), to_strides = strides_of(to.shape);
  Shape at(rank, 0);
  const std::int64_t count = volume(extent);
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t source = 0, target = 0;
    for (std::size_t d = 0; d < rank; ++d) {
      source += (begin[d] + at[d] - from.offset[d]) * from_strides[d];
      target += (begin[d] + at[d] - to.offset[d]) * to_strides[d];
    }
    to.values[target] = from.values[source];
    for (std::size_t d = rank; d-- > 0;) {
      if (++at[d] < extent[d]) break;
      at[d] = 0;
    }
  }
}

}  // namespace

Shape strides_of(const Shape& shape) {
  Shape strides(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

Block Block::zeros(Shape shape, Shape offset, Shape whole) {
  Block block{std::move(shape), std::move(offset), std::move(whole), {}};
  block.values = Eigen::ArrayXd::Zero(volume(block.shape));
  return block;
}

Block cut(const Block& block, int dim, std::int64_t begin, std::int64_t length) {
  Shape shape = block.shape, offset = block.offset;
  shape[dim] = length;
  offset[dim] = begin;
  Block part = Block::zeros(std::move(shape), std::move(offset), block.whole);
  copy_common(block, part);
  return part;
}

void paste(const Block& part, Block& target) { copy_common(part, target); }

}  // namespace astrolabe::spmd
