#pragma once
// The inside of the ONNX reader: values and the operations on them from which operators are put together.

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "core/onnx/draft.h"
#include "core/onnx/file.h"
#include "core/onnx/reader.h"

namespace astrolabe::onnx {

/// A value of the file. Its dimensions are views: a transposition or a reshape changes `dims` alone.
struct OnnxValue {
  spmd::Shape shape;
  bool real = true;
  bool known = false;  ///< a constant whose numbers are in `data`
  std::vector<double> data;
  int tensor = -1;  ///< in the draft; -1: none yet (known)
  /// Atoms of each dimension, outermost first; empty for an extent of 1 and for a broadcast dimension.
  std::vector<std::vector<int>> dims;
  /// Made of ids, places and choices, which take no gradient: an input once it is read as a tensor.
  bool chosen = false;
  std::string
      mask;  ///< of ids that were chosen along the last dimension: their one-hot mask, among the values
  bool is_scalar() const { return known && data.size() == 1; }
  /// Dimensions of extent 1 come in front, up to that rank.
  void raise_to(std::size_t rank) {
    while (shape.size() < rank) {
      shape.insert(shape.begin(), 1);
      dims.insert(dims.begin(), std::vector<int>{});
    }
  }
};

/// The end of a slice may be the largest number there is, which a double rounds up.
inline std::int64_t whole_number(double value) {
  constexpr double kMost = 9e18;
  return std::isnan(value) ? 0 : static_cast<std::int64_t>(std::clamp(value, -kMost, kMost));
}

/// Constants from constants: shapes and masks that a file computes. False when the operator is not one of
/// these or an input is not known.
bool fold(const OnnxNode& node, const std::vector<const OnnxValue*>& inputs, OnnxValue& result);

/// Known patterns become one operator (LayerNorm and Gelu of older exports); nodes that nothing needs go.
void fuse(OnnxModel& model);

class OnnxLowering {
 public:
  OnnxLowering(OnnxModel model, const OnnxOptions& options) : m_model(std::move(model)), m_options(options) {}
  Result<spmd::Graph> run();

 private:
  using Value = OnnxValue;
  using Done = Result<void>;

  Done read_inputs();
  Done read_weight(const std::string& name, const OnnxTensor& weight);
  /// Checks that the operator has the inputs that it needs, and that its axes exist in the first of them.
  Done check(const OnnxNode& node);
  Done check_choices(const OnnxNode& node);
  Done lower(const OnnxNode& node);
  Done lower_view(const OnnxNode& node, bool& done);
  Done lower_elementwise(const OnnxNode& node, bool& done);
  Done lower_product(const OnnxNode& node, bool& done);
  Done lower_image(const OnnxNode& node, bool& done);
  Done lower_selection(const OnnxNode& node, bool& done);
  Done lower_split(const OnnxNode& node);
  Done lower_gather(const OnnxNode& node);
  Done lower_bent(const OnnxNode& node, bool& done);
  Done lower_branch(const OnnxNode& node, bool& done);
  Done lower_fused(const OnnxNode& node, bool& done);
  Done lower_norm(const OnnxNode& node, bool& done);
  Done lower_routing(const OnnxNode& node, bool& done);
  Done lower_choice(const OnnxNode& node, bool& done);
  Done shape_of_choice(const OnnxNode& node, bool& done);
  Done count_found(const OnnxNode& node);
  Done one_hot(const OnnxNode& node);
  Result<spmd::Shape> reduced_shape(const OnnxNode& node, const spmd::Shape& x);
  Result<spmd::Graph> add_loss();

  // Views: onnx_views.
  bool is_copy_of_weight(const OnnxNode& node) const;
  Value constant(const OnnxNode& node);
  Value dropout(const OnnxNode& node, const Value& x);
  Value transposed(const OnnxNode& node, Value x);
  Result<Value> expanded(const OnnxNode& node, Value x);
  /// The shape that Reshape, Flatten, Squeeze or Unsqueeze makes of `of`.
  Result<spmd::Shape> asked_shape(const OnnxNode& node, const spmd::Shape& of);
  Result<spmd::Shape> filled_shape(const OnnxNode& node, const spmd::Shape& of,
                                   const std::vector<std::int64_t>& given);

  // Norms and reductions: onnx_layers.
  Result<Value> softmax(const OnnxNode& node);
  Result<Value> layer_norm(const OnnxNode& node);
  Result<Value> batch_norm(const OnnxNode& node);
  Result<Value> mean_or_sum(const OnnxNode& node);

  // Arithmetic, element by element.
  Result<Value> sum(const OnnxNode& node);
  Result<Value> times(const OnnxNode& node);
  Result<Value> power(const OnnxNode& node);
  Result<Value> either(const OnnxNode& node);

  // Operators that stand for several: onnx_fused.
  struct Heads {
    std::string query, key, value, past_key = {}, past_value = {}, bias = {};
    std::int64_t count = 0;
    bool causal = false;
  };
  /// Lowers one of the operators that `node` stands for; the name of its result.
  Result<std::string> step(const OnnxNode& node, const std::string& suffix, const std::string& type,
                           std::vector<std::string> inputs,
                           std::map<std::string, OnnxAttribute> attributes = {});
  std::string whole_numbers(const OnnxNode& node, const std::string& suffix, const spmd::Shape& values);
  Result<std::string> sum_of(const OnnxNode& node, const std::vector<std::string>& which);
  Result<std::string> root_mean_square_norm(const OnnxNode& node, const std::string& x,
                                            const std::string& gain);
  Result<std::string> in_heads(const OnnxNode& node, const std::string& suffix, const std::string& x,
                               std::int64_t heads);
  Result<std::string> attend(const OnnxNode& node, const Heads& of);
  Result<std::string> packed_attention(const OnnxNode& node);
  Result<std::string> separate_attention(const OnnxNode& node);
  Result<std::string> embedding_norm(const OnnxNode& node);

  // Values.
  bool has(const OnnxNode& node, std::size_t i) const {
    return i < node.inputs.size() && !node.inputs[i].empty();
  }
  Value& in(const OnnxNode& node, std::size_t i) { return m_values.at(node.inputs[i]); }
  void give(const OnnxNode& node, Value value, std::size_t i = 0) {
    if (i < node.outputs.size() && !node.outputs[i].empty()) m_values[node.outputs[i]] = std::move(value);
  }
  /// Gives the value, or passes its error on.
  Done keep(const OnnxNode& node, Result<Value> value) {
    if (!value) return tl::unexpected<Error>(value.error());
    give(node, std::move(*value));
    return {};
  }
  /// Numbers of a known input, else an error that names the node.
  Result<std::vector<std::int64_t>> numbers(const OnnxNode& node, std::size_t i);
  /// Numbers of an attribute, or of the second input that newer operator sets have in its place.
  Result<std::vector<std::int64_t>> numbers_of(const OnnxNode& node, const std::string& attribute);
  Value leaf(spmd::Role role, const std::string& name, const spmd::Shape& shape);
  /// A known value or a choice becomes a leaf.
  void need_tensor(Value& value, const std::string& name);
  /// An input with an element for each channel, to be broadcast over an image of that rank.
  Value per_channel(const OnnxNode& node, std::size_t i, std::size_t rank);
  Value scalar(double number) const;

  // Pieces. Each adds nodes to the draft.
  Value unary(const std::string& name, spmd::Op op, const Value& x, spmd::Attributes attributes = {},
              double flops = 1.0);
  /// An operator along one dimension of x, which comes to stand last: softmax, norms. No gain: null.
  Result<Value> along(const OnnxNode& node, spmd::Op op, Value x, std::size_t axis, const Value* gain,
                      double flops);
  Result<Value> binary(const OnnxNode& node, spmd::Op op, Value x,
                       Value y);  ///< add, or contract for a product
  Result<spmd::Shape> broadcast(const OnnxNode& node, Value& x, Value& y);
  std::vector<int> order_of(const Value& value, const std::map<int, int>& labels) const;
  Value aligned(const OnnxNode& node, const Value& value, std::map<int, int>& labels,
                const std::vector<int>& order);
  Result<Value> product(const OnnxNode& node, Value x, Value y);  ///< matmul
  Result<Value> einsum(const OnnxNode& node);
  Result<Value> einsum(const OnnxNode& node, const std::string& equation, std::array<Value, 2> x);
  Result<Value> reduced(const OnnxNode& node, const Value& x, const std::vector<bool>& away, bool keep);
  Result<Value> reshaped(const OnnxNode& node, Value x, const spmd::Shape& shape);
  /// Merges the parts that are seen as one dimension, where x has many: a tensor has at most six.
  Result<Value> fewer_dimensions(const OnnxNode& node, Value x);
  /// Takes dimension d apart in the operand that has it as a whole, where the other has it in parts.
  Done in_parts_alike(const OnnxNode& node, Value& x, Value& y, std::size_t d);
  /// Broadcast dimensions get elements of their own: a product with ones.
  Result<Value> spread(const OnnxNode& node, Value x);
  Value scaled(const std::string& name, const Value& x, double factor);
  Value function(const std::string& name, const Value& x, spmd::Function function);
  /// Dimensions in the order given, atoms of x; those of extent 1 that `ones` asks for come along.
  Value ordered(const std::string& name, const Value& x, const std::vector<int>& atoms);
  /// Dimension d as one atom.
  Result<Value> merged(const OnnxNode& node, Value x, std::size_t d);
  Result<Value> part(const OnnxNode& node, Value x, std::size_t d, std::int64_t begin, std::int64_t length);
  /// part() of the features of tokens or of a weight, which a later reshape may split into heads: cut out as
  /// whole runs of as many elements as divide `begin`, `length` and the extent of d.
  Result<Value> stretch(const OnnxNode& node, Value x, std::size_t d, std::int64_t begin,
                        std::int64_t length);
  /// Dimension d becomes `total` long, with zeros before `begin` and behind what x has.
  Result<Value> placed(const OnnxNode& node, const std::string& name, Value x, std::size_t d,
                       std::int64_t begin, std::int64_t total);
  Result<Value> concat(const OnnxNode& node, std::size_t axis);
  Result<Value> joined(const OnnxNode& node, std::vector<Value> parts, std::size_t axis);
  using Piece = std::pair<std::size_t, std::size_t>;  ///< dimension, and which part of it
  Done fit_parts(const OnnxNode& node, std::vector<Value>& parts, std::size_t axis);
  Result<std::vector<Piece>> order_parts(const OnnxNode& node, std::vector<Value>& parts, std::size_t axis);
  Done slice(const OnnxNode& node);
  /// Every step-th element along d, `count` of them.
  Result<Value> stepped(const OnnxNode& node, Value x, std::size_t d, std::int64_t begin, std::int64_t count,
                        std::int64_t step);
  /// Adds `made`, which takes or places a part of x: dimension `d` becomes `length` long, the others stay.
  Value resized(DraftNode made, const Value& x, std::size_t d, std::int64_t length);
  /// Dimensions of one element, each with an atom of its own behind all others.
  Value with_units(const OnnxNode& node, const Value& x, const std::vector<std::size_t>& units);
  /// Four dimensions in order, each one atom, also those of extent 1.
  Result<Value> image(const OnnxNode& node, Value x);
  Result<Value> convolution(const OnnxNode& node);
  Result<Value> convolution(const OnnxNode& node, Value x, Value w, std::size_t added);
  Result<Value> with_bias(const OnnxNode& node, const Value& y);
  /// How a kernel of that reach goes over extent d of an image, as the attributes of the node say.
  Result<spmd::Sliding> sliding(const OnnxNode& node, std::size_t d, std::int64_t extent,
                                std::int64_t window);
  Done lower_pool(const OnnxNode& node);
  Result<Value> resize(const OnnxNode& node);
  Done padded(const OnnxNode& node);
  Result<Value> pool(const OnnxNode& node, spmd::Op op, std::int64_t rows, std::int64_t columns,
                     spmd::Attributes attributes);

  // Routing.
  static bool is_choice(const OnnxNode& node);
  static Value chosen(spmd::Shape shape, bool real);
  std::string mask_of(const std::string& name, const spmd::Shape& shape, std::int64_t extent);
  Result<Value> mask_for(const OnnxNode& node, const Value& ids, const spmd::Shape& shape, std::size_t axis);
  Result<Value> picked(const OnnxNode& node, Value x, std::size_t axis, const Value& mask);
  Done keep_largest(const OnnxNode& node);
  Done scatter_elements(const OnnxNode& node);
  Done scatter_rows(const OnnxNode& node, std::int64_t depth);
  Done add_to(const OnnxNode& node, Value data, Value put, bool adds);
  Result<Value> rows_of(const OnnxNode& node, Value x, std::size_t depth);
  Result<Value> looked_up(const OnnxNode& node, const Value& table, const Value& ids);
  Result<Value> unflattened(const OnnxNode& node, Value x, int whole, std::int64_t outer);

  DraftOperand operand(const Value& value, const std::map<int, int>& labels) const;
  /// A new tensor with atoms linked to `like`, in that order. `fresh[i]` receives the atom of like[i].
  int new_tensor(const std::string& name, const std::vector<int>& like, std::vector<int>& fresh);
  std::vector<int> physical(const Value& value) const {
    return m_draft.atoms.expand(m_draft.tensors[value.tensor].dims);
  }

  tl::unexpected<Error> bad_shape(const OnnxNode& node, const std::string& found,
                                  const std::string& wanted) const;
  tl::unexpected<Error> unsupported(const OnnxNode& node, const std::string& wanted = {}) const;
  static std::string text(const spmd::Shape& shape);
  static std::size_t axis_of(std::int64_t axis, std::size_t rank) {
    return static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis);
  }

  OnnxModel m_model;
  OnnxOptions m_options;
  Draft m_draft;
  std::map<std::string, Value> m_values;
  /// Values seen as rows, by tensor and dimensions of a row, with the dimensions they were seen from.
  std::map<std::pair<int, std::size_t>, std::pair<std::vector<std::vector<int>>, Value>> m_rows;
  /// Concatenations by axis and inputs: one that begins with another is put together from that.
  std::map<std::pair<std::size_t, std::vector<std::string>>, Value> m_concats;
  int m_streams = 0;
};

}  // namespace astrolabe::onnx
