#pragma once
// How blocks are made: the arguments that a family file gives them, and the tensors that they write.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error_codes.h"
#include "core/model/layers.h"

namespace astrolabe::model {

/// Arguments of one block, by place or by name; keeps the first mistake.
class BlockArguments {
 public:
  BlockArguments(const Arguments& arguments, std::int64_t hidden)
      : m_arguments(arguments), m_hidden(hidden) {}

  std::int64_t hidden() const { return m_hidden; }
  const Value* find(std::size_t place, std::string_view name) const {
    for (const auto& [key, value] : m_arguments.named)
      if (key == name) return &value;
    return place < m_arguments.positional.size() ? &m_arguments.positional[place] : nullptr;
  }
  /// A size; false, null and absent are `otherwise`.
  std::int64_t size(std::size_t place, std::string_view name, std::int64_t otherwise = 0) {
    const Value* value = find(place, name);
    if (value == nullptr) return otherwise;
    if (value->is_none()) return 0;
    const auto* number = value->whole();
    if (number != nullptr && *number >= 0 && *number <= kLargestDimension) return *number;
    refuse(*value, number == nullptr
                       ? Wanted{Wanted::Kind::whole_number, {}}
                       : Wanted{Wanted::Kind::between, {"0", std::to_string(kLargestDimension)}});
    return otherwise;
  }
  std::int64_t positive(std::size_t place, std::string_view name) {
    const std::int64_t number = size(place, name);
    const Value* value = find(place, name);
    if (number == 0) refuse(value == nullptr ? Value() : *value, {Wanted::Kind::at_least, {"1"}});
    return std::max<std::int64_t>(1, number);
  }
  bool flag(std::size_t place, std::string_view name, bool otherwise) const {
    const Value* value = find(place, name);
    return value == nullptr ? otherwise : value->truth();
  }
  std::string word(std::size_t place, std::string_view name) const {
    const Value* value = find(place, name);
    return value != nullptr && value->text() != nullptr ? *value->text() : std::string();
  }
  /// The argument `part` must divide the argument `whole`.
  void must_divide(std::size_t part_place, std::string_view part_name, std::size_t whole_place,
                   std::string_view whole_name) {
    const std::int64_t part = size(part_place, part_name), whole = size(whole_place, whole_name);
    if (part > 0 && whole % part == 0) return;
    const Value* value = find(part_place, part_name);
    const Value* total = find(whole_place, whole_name);
    refuse(value == nullptr ? Value(part) : *value,
           {Wanted::Kind::divisor_of,
            {total == nullptr || total->key.empty() ? "that" : total->key, std::to_string(whole)}});
  }
  void refuse(const Value& value, Wanted wanted) {
    if (!m_error)
      m_error = Error{std::string(code::impossible_value), {}, value.key, value.shown(), std::move(wanted)};
  }
  Result<Value> finish(Block block) {
    if (m_error) return tl::unexpected<Error>(*m_error);
    BlockList blocks;
    blocks.push_back(std::move(block));
    return Value(std::move(blocks));
  }

 private:
  static constexpr std::int64_t kLargestDimension = std::int64_t{1} << 40;
  const Arguments& m_arguments;
  std::int64_t m_hidden;
  std::optional<Error> m_error;
};

/// A size as a field of a Block has it; what is larger than that is as large as can be.
inline int small_size(std::int64_t value) {
  return static_cast<int>(std::clamp<std::int64_t>(value, 0, std::numeric_limits<int>::max()));
}

/// Adds tensors to one block.
struct PieceWriter {
  Block& block;
  using Use = Piece::Use;

  void add(std::string name, std::vector<std::int64_t> shape, Use use, bool split) {
    Piece piece;
    piece.name = std::move(name);
    piece.shape = std::move(shape);
    piece.use = use;
    piece.split = split;
    block.pieces.push_back(std::move(piece));
  }
  void product(const std::string& name, std::int64_t outputs, std::int64_t inputs, bool split,
               bool bias = false, bool split_bias = true) {
    add(name + ".weight", {outputs, inputs}, Use::product, split);
    if (bias) add(name + ".bias", {outputs}, Use::vector, split && split_bias);
  }
  void row(const std::string& name, std::int64_t outputs, std::int64_t inputs, bool bias) {
    const std::size_t weight = block.pieces.size();
    product(name, outputs, inputs, true, bias, false);
    block.pieces[weight].row = true;
  }
  /// What the block mixes tokens with.
  void scan(ScanKind kind, std::int64_t heads, std::int64_t groups, std::int64_t key, std::int64_t value,
            std::int64_t taps, std::int64_t channels) {
    block.scan = Scan{
        kind,    small_size(heads), small_size(groups), small_size(key), small_size(value), small_size(taps),
        channels};
  }
  void vector(const std::string& name, std::vector<std::int64_t> shape, bool split = false) {
    add(name, std::move(shape), Use::vector, split);
  }
  void norm(const std::string& name, std::int64_t width, bool bias = false) {
    if (width == 0) return;
    vector(name + ".weight", {width});
    if (bias) vector(name + ".bias", {width});
  }
};

using BlockMaker = Result<Value> (*)(BlockArguments);
/// What makes the mixer of tokens `name` ("attn", "mamba2"); null when none has that name.
BlockMaker mixer_maker(std::string_view name);
/// What makes the mixer of channels `name` ("mlp", "moe"); null when none has that name.
BlockMaker channel_maker(std::string_view name);

}  // namespace astrolabe::model
