#pragma once
// The operator graph of one training step on one device, before any split: what a distributed program is
// synthesised for, and what the interpreter executes as the truth. A value: tensors and nodes by number.

#include <compare>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace astrolabe::spmd {

using TensorId = int;
using NodeId = int;
using Shape = std::vector<std::int64_t>;

/// When a node runs. A forward-only graph (released rules) has no backward and no optimizer nodes.
enum class Phase { forward, backward, optimizer };

enum class Role {
  activation,  ///< made by a node (gradients too)
  input,       ///< read from the data set
  parameter,   ///< trainable; `Tensor::updated` is the tensor that replaces it at the end of the step
  constant     ///< a buffer: read, never trained
};

/// What a node computes. x, y: tensors [dims]; g: gradient of the loss with respect to the tensor named.
/// Elementwise operators keep the shape. Every operator is a function of its inputs and attributes alone.
enum class Op {
  // Products and sums, described completely by the signature.
  contract,    ///< einsum: product of all inputs, summed over the indices that the output lacks
  reduce_sum,  ///< one input, summed over the indices that the output lacks (bias gradients, the loss)
  add,         ///< two inputs; an extent of 1 or a missing leading dimension is broadcast
  scale,       ///< x * attributes.factor
  // Fused forms of the released code (forward-only graphs).
  linear,           ///< x[..., i] W[o, i]^T + b[o]
  fused_attention,  ///< x[L, N, E], Win[3E, E], bin[3E], Wout[E, E], bout[E] (, mask[L, L]) -> y[L, N, E]
  log_softmax,      ///< over attributes.axis
  nll_loss,         ///< log-probabilities [n, c, ...], labels [n, ...] -> sum over n, ... (scalar)
  // Elementwise.
  relu,
  gelu,
  sigmoid,
  gated_silu,  ///< x[..., 2, f] -> silu(x[..., 0, f]) * x[..., 1, f]
  dropout,     ///< mask: function of attributes.stream, global element index and step; never of the device
  function,    ///< attributes.function of every element
  // Normalisation over the last dimension; optional second input: gain[last].
  layer_norm,
  rms_norm,
  softmax,  ///< over the last dimension
  /// Scaled dot-product attention on qkv[b, s, g, (r + 2) * d]: g groups of r query heads that share one key
  /// and one value head, r = attributes.heads_per_group, d = attributes.head_dim; in the last dimension the r
  /// queries stand first, then key, then value. Result [b, s, g, r * d]. attributes.causal masks the future.
  attention,
  // Images, NCHW.
  /// x[n, g * c, h, w], W[o, c, k, l] (, b[o]) -> y[n, o, u, v] in g groups: the i-th of g equal parts of the
  /// results reads the i-th part of the channels; g follows from the shapes. attributes.rows and columns say
  /// how the kernel goes over the image.
  conv2d,
  max_pool,      ///< over the windows of attributes.rows and columns
  average_pool,  ///< the same; windows of 0: adaptive, to the output's extents
  resize,        ///< to a whole multiple of rows and columns, by attributes.interpolation
  flatten,       ///< dimensions from attributes.axis on become one
  // Tokens.
  embedding,           ///< ids[b, s], table[v, e] -> [b, s, e]; a device that holds rows of the table alone
                       ///< gives zero for ids outside of them
  append_class_token,  ///< x[b, s, e], token[1, 1, e] -> [b, s + 1, e], token first
  get_class_token,     ///< x[b, s, e] -> x[b, 0, e]
  transpose,           ///< exchanges dimensions attributes.axis and attributes.axis2
  part,    ///< along attributes.axis the elements from attributes.begin on, as many as the output has
  place,   ///< zeros, the input along attributes.axis from attributes.begin on: gradient of `part`; a
           ///< concatenation is a sum of such, unless it is
  concat,  ///< the inputs one behind the other along attributes.axis
  /// x[b, s, d], gate[d, e] -> dispatch[b, s, e, c] (0 or 1), combine[b, s, e, c] (weights). The two (or
  /// attributes.choices) largest of softmax(x gate), ties to the lower index; capacity c counted per sample,
  /// in
  /// order of s, first choices before second ones.
  top2_gate,
  /// logits[..., v], labels[...] -> sum of -log softmax(logits)[label] (scalar).
  cross_entropy,
  // Gradients. The first input is the gradient of the operator's output, then what the operator had read.
  relu_gradient,             ///< g_y, x -> g_x
  gelu_gradient,             ///< g_y, x -> g_x
  sigmoid_gradient,          ///< g_y, x -> g_x
  gated_silu_gradient,       ///< g_y, x -> g_x
  dropout_gradient,          ///< g_y -> g_x with the mask of attributes.stream
  function_gradient,         ///< g_y, x -> g_x
  softmax_gradient,          ///< g_y, x -> g_x
  layer_norm_gradient,       ///< g_y, x (, gain) -> g_x
  layer_norm_gain_gradient,  ///< g_y, x -> g_gain
  rms_norm_gradient,
  rms_norm_gain_gradient,
  attention_gradient,                 ///< g_y, qkv -> g_qkv
  conv2d_input_gradient,              ///< g_y, W -> g_x
  conv2d_weight_gradient,             ///< g_y, x -> g_W
  max_pool_gradient,                  ///< g_y, x -> g_x
  average_pool_gradient,              ///< g_y -> g_x
  resize_gradient,                    ///< g_y -> g_x
  flatten_gradient,                   ///< g_y -> g_x
  embedding_gradient,                 ///< g_y, ids -> g_table
  append_class_token_input_gradient,  ///< g_y -> g_x
  append_class_token_token_gradient,  ///< g_y -> g_token (summed over b)
  get_class_token_gradient,           ///< g_y -> g_x: zero but for token 0
  top2_gate_input_gradient,           ///< g_combine, x, gate -> g_x
  top2_gate_weight_gradient,          ///< g_combine, x, gate -> g_gate
  cross_entropy_gradient,             ///< logits, labels -> g_logits
  broadcast_gradient,                 ///< no input: ones, the gradient of a sum
  // Optimizer.
  update  ///< w, g_w -> w'; elementwise. The moments of Adam belong to the node and are held as w' is
};

/// The function that a node of Op::function applies to each element.
enum class Function {
  tanh,
  exp,
  log,
  sqrt,
  reciprocal,
  erf,
  square,
  silu,
  absolute,
  clip,          ///< min(max(x, attributes.low), attributes.high)
  hard_sigmoid,  ///< factor x + offset between 0 and 1
  hard_swish,    ///< x hard_sigmoid(x)
  leaky_relu,    ///< factor x below 0
  elu,           ///< factor (exp(x) - 1) below 0
  softplus       ///< log(1 + exp(x))
};

/// How a kernel or a window goes over the rows or the columns of an image.
struct Sliding {
  int window = 0;  ///< of a pool; a convolution's is that of its weight
  int stride = 1;
  int dilation = 1;           ///< conv2d: from one weight to the next
  int before = 0, after = 0;  ///< elements around the image: zeros, for the largest nothing
  auto operator<=>(const Sliding&) const = default;
};

/// Where an element of a resized image lies in the one before.
enum class Interpolation {
  nearest,      ///< i / factor, rounded down
  half_pixel,   ///< linear between (i + 0.5) / factor - 0.5 and its neighbours
  align_ends,   ///< linear, first and last elements on each other
  from_corner,  ///< linear at i / factor
};

const char* to_string(Op op);
const char* to_string(Function function);
const char* to_string(Phase phase);

/// Whether a dimension with an index may be sharded.
enum class Sharing {
  free,      ///< may be sharded
  locked,    ///< may not (softmax and normalised dimensions, spatial dimensions, the gate's sequence)
  exchanged  ///< may be sharded on input, the operator itself then exchanges `Signature::exchange_elements`
             ///< per device by all-reduce (vocabulary-parallel cross entropy) and its result is I
};

/// One index of an operator, as in an einsum.
struct Index {
  char letter = '.';
  std::int64_t extent = 1;
  Sharing sharing = Sharing::free;
};

/// Which index stands on which dimension: the rules of the theory follow from it. For a free index k:
/// operands that carry k are gathered (G) on that dimension and the others identical (I); a result is G if it
/// carries k and R if k is summed. -1: no index (extent 1, broadcast, or of no use): never sharded.
struct Signature {
  std::vector<Index> indices;
  std::vector<std::vector<int>> inputs;   ///< inputs[i][d]: index on dimension d of input i
  std::vector<std::vector<int>> outputs;  ///< likewise
  std::vector<int> linear_inputs;  ///< inputs in which the operator is linear: R there, I elsewhere => R
  bool jointly_linear = false;     ///< all inputs R => R (add)
  double exchange_elements = 0.0;  ///< see Sharing::exchanged
};

struct Attributes {
  int axis = -1, axis2 = -1;
  std::int64_t begin = 0;  ///< part, place
  double factor = 1.0;
  Function function = Function::tanh;
  int heads_per_group = 1, head_dim = 0;
  bool causal = false;
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  double offset = 0.0;
  Sliding rows, columns;
  bool counts_padding = false;  ///< average_pool: what is around the image counts as zeros
  Interpolation interpolation = Interpolation::nearest;
  double probability = 0.0;   ///< dropout
  int stream = 0;             ///< which mask; forward and backward share it
  std::int64_t capacity = 0;  ///< top2_gate
  int choices = 2;            ///< top2_gate: experts for each token
};

struct Tensor {
  std::string name;
  Shape shape;
  Role role = Role::activation;
  double element_bytes = 4.0;
  NodeId producer = -1;           ///< -1: leaf
  int producer_output = 0;        ///< which of its results
  std::vector<NodeId> consumers;  ///< in order; a node that reads it twice stands here once
  TensorId updated = -1;          ///< of a parameter: w'
  TensorId gradient = -1;         ///< of a parameter: g_w
  bool received =
      false;  ///< of an input: made by an earlier stage of a pipeline, which waits for its gradient
  double elements() const;
};

struct Node {
  Op op = Op::contract;
  Phase phase = Phase::forward;
  std::string name;
  std::vector<TensorId> inputs, outputs;
  Signature signature;
  Attributes attributes;
  double flops =
      0.0;          ///< of the whole operator, 2 per multiply-add; in a released graph the code's own units
  int block = -1;   ///< repeated block (layer) that the node belongs to, -1 for none
  int segment = 0;  ///< sharding ratios: ratios[segment]
  int speed_class = -1;  ///< row of Devices::flops_per_second; -1: the class of its operator
  NodeId of = -1;        ///< backward and optimizer nodes: the forward node (of the parameter's first use)
};

/// What an optimizer keeps of a parameter besides the weight: two moments in fp32, and a master copy where
/// the weight itself is narrower.
constexpr double optimizer_bytes(double element_bytes) { return element_bytes < 4.0 ? 12.0 : 8.0; }

/// What of a training step a tensor belongs to, as far as its traffic is concerned.
enum class Traffic : std::int8_t { activation, parameter, gradient, updated };

/// What a stage of a pipeline has to do with its neighbours; -1: it has none there.
struct Boundary {
  TensorId input = -1, input_gradient = -1;    ///< from and back to the stage before
  TensorId output = -1, output_gradient = -1;  ///< to and from the stage behind
};

/// Nodes stand in an order that can be executed: forward, backward, optimizer.
struct Graph {
  std::string name;
  std::vector<Tensor> tensors;
  std::vector<Node> nodes;
  TensorId loss = -1;        ///< scalar sum over samples
  bool released = false;     ///< forward only, with the released code's operators and flop units
  double samples = 0.0;      ///< batch
  int layers_per_block = 1;  ///< layers of the model in one repeated block
  Boundary boundary;
  double parameters() const;  ///< trainable elements
};

/// Traffic of every tensor. Gradients of parameters: also the parts that are added up to one.
std::vector<Traffic> traffic_of(const Graph& graph);

/// Appends tensors and nodes; the only way by which graphs are made.
class GraphBuilder {
 public:
  GraphBuilder(std::string name, bool released);
  explicit GraphBuilder(Graph graph) : m_graph(std::move(graph)) {}

  TensorId leaf(Role role, std::string name, Shape shape);
  /// A node with one result. `pattern` is its signature, as in an einsum, a letter for each dimension and '.'
  /// for a dimension without an index: "bsi,oi->bso". Capital letters are locked; letters in `exchanged` are
  /// of that kind. Extents come from the tensors; an extent of 1 has no index.
  TensorId add(Op op, std::string name, std::vector<TensorId> inputs, Shape shape, const std::string& pattern,
               double flops, Attributes attributes = {}, const std::string& exchanged = {});
  /// Several results: one shape each.
  std::vector<TensorId> add_many(Op op, std::string name, std::vector<TensorId> inputs,
                                 const std::vector<Shape>& shapes, const std::string& pattern, double flops,
                                 Attributes attributes = {}, const std::string& exchanged = {});
  void set_block(int block) { m_block = block; }
  void set_segment(int segment) { m_segment = segment; }
  void set_phase(Phase phase, NodeId of) { m_phase = phase, m_of = of; }
  void set_element_bytes(double bytes) { m_element_bytes = bytes; }
  Graph& graph() { return m_graph; }
  const Shape& shape(TensorId tensor) const { return m_graph.tensors[tensor].shape; }
  Graph finish(TensorId loss, double samples) &&;

 private:
  Graph m_graph;
  int m_block = -1, m_segment = 0;
  Phase m_phase = Phase::forward;
  NodeId m_of = -1;
  double m_element_bytes = 4.0;
};

}  // namespace astrolabe::spmd
