#pragma once
// The pieces of which the benchmark models and the models of the app are put together. Each piece exists in
// two forms: as the released code has it (fused operators, its flop units: 3 per multiply-add in forward) and
// in full, from operators that can be differentiated (2 flops per multiply-add).

#include "core/spmd/graph.h"

namespace astrolabe::spmd {

class Parts {
 public:
  Parts(std::string name, bool released) : m_builder(std::move(name), released), m_released(released) {}

  GraphBuilder& builder() { return m_builder; }
  Graph finish(TensorId loss, double samples) && { return std::move(m_builder).finish(loss, samples); }

  TensorId input(const std::string& name, Shape shape);
  TensorId constant(const std::string& name, Shape shape);
  TensorId parameter(const std::string& name, Shape shape);

  /// x[..., i] -> [..., o] with bias. In full: contract, then add.
  TensorId linear(const std::string& name, TensorId x, std::int64_t out, bool bias = true);
  TensorId relu(TensorId x);
  TensorId gelu(TensorId x);
  TensorId dropout(TensorId x, double probability = 0.1);
  TensorId scale(TensorId x, double factor);
  TensorId add(TensorId x, TensorId y);
  TensorId layer_norm(TensorId x);
  TensorId rms_norm(const std::string& name, TensorId x);
  TensorId sum(TensorId x);
  TensorId transpose(TensorId x, int axis, int axis2);
  TensorId conv2d(TensorId x, std::int64_t out, int kernel, int stride = 1);
  TensorId max_pool(TensorId x);
  TensorId average_pool(TensorId x, std::int64_t extent);
  TensorId flatten(TensorId x, int from);

  /// Image [b, 3, s, s] -> tokens [b, (s / patch)^2, hidden].
  TensorId patches(TensorId x, std::int64_t hidden, int patch);
  TensorId append_class_token(TensorId x);
  TensorId get_class_token(TensorId x);
  TensorId add_positions(TensorId x, bool trained);
  TensorId embedding(TensorId ids, std::int64_t vocabulary, std::int64_t hidden);
  /// Self-attention with residual and norm after it: norm(x + dropout(attention(x))). mask -1: none.
  TensorId self_attention(TensorId x, std::int64_t heads, TensorId mask);
  /// norm(x + dropout(linear(dropout(relu(linear(x)))))).
  TensorId feed_forward(TensorId x, std::int64_t hidden);
  /// norm(x + experts(x)), top 2.
  TensorId mixture(TensorId x, std::int64_t experts, std::int64_t hidden, std::int64_t capacity);
  /// Sum over samples of the cross entropy of x[b, classes].
  TensorId class_loss(TensorId x, TensorId labels);
  /// Sum over all tokens of the cross entropy of x[b, s, classes].
  TensorId token_loss(TensorId x, TensorId labels);
  /// einsum; 2 flops per multiply-add, 3 in the released form.
  TensorId contract(const std::string& name, const std::string& pattern, TensorId x, TensorId y);

 private:
  TensorId pointwise(Op op, const char* name, TensorId x, double flops_per_element,
                     Attributes attributes = {});
  TensorId attention_in_full(TensorId x, std::int64_t heads);
  double elements(TensorId tensor) { return m_builder.graph().tensors[tensor].elements(); }
  std::string numbered(const std::string& name);

  GraphBuilder m_builder;
  bool m_released = false;
  int m_streams = 0, m_names = 0;
};

}  // namespace astrolabe::spmd
