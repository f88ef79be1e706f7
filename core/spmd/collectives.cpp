#include "core/spmd/collectives.h"

namespace astrolabe::spmd {

Blocks empty_shards(const Shape& whole, int dim, const std::vector<std::int64_t>& lengths) {
  Blocks shards;
  std::int64_t begin = 0;
  for (const std::int64_t length : lengths) {
    Shape shape = whole, offset(whole.size(), 0);
    shape[dim] = length;
    offset[dim] = begin;
    begin += length;
    shards.push_back(Block::zeros(std::move(shape), std::move(offset), whole));
  }
  return shards;
}

Blocks all_gather(const Blocks& values) {
  Block whole = Block::zeros(values.front().whole);
  for (const Block& value : values) paste(value, whole);
  return Blocks(values.size(), whole);
}

Blocks all_reduce(const Blocks& values) {
  Block sum = values.front();
  for (std::size_t i = 1; i < values.size(); ++i) sum.values += values[i].values;
  return Blocks(values.size(), sum);
}

Blocks reduce_scatter(const Blocks& values, int dim, const std::vector<std::int64_t>& lengths) {
  const Block sum = all_reduce(values).front();
  Blocks shards = empty_shards(sum.whole, dim, lengths);
  for (Block& shard : shards) paste(sum, shard);
  return shards;
}

Blocks all_to_all(const Blocks& values, int dim, const std::vector<std::int64_t>& lengths) {
  Blocks shards = empty_shards(values.front().whole, dim, lengths);
  for (Block& shard : shards)
    for (const Block& value : values) paste(value, shard);
  return shards;
}

void all_reduce_maximum(std::vector<Eigen::ArrayXd*> values) {
  Eigen::ArrayXd result = *values.front();
  for (const Eigen::ArrayXd* value : values) result = result.max(*value);
  for (Eigen::ArrayXd* value : values) *value = result;
}

void all_reduce_sum(std::vector<Eigen::ArrayXd*> values) {
  Eigen::ArrayXd result = *values.front();
  for (std::size_t i = 1; i < values.size(); ++i) result += *values[i];
  for (Eigen::ArrayXd* value : values) *value = result;
}

}  // namespace astrolabe::spmd
