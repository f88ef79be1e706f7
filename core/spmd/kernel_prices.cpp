#include "core/spmd/kernel_prices.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/cost/constants.h"
#include "core/cost/kernel.h"
#include "core/cost/memory.h"
#include "core/cost/routes.h"
#include "core/cost/shape.h"
#include "core/cost/stack.h"
#include "core/cost/tail.h"

namespace astrolabe::spmd {

namespace {

namespace c = cost::constants;

constexpr double kPermuteShare = 0.5;  ///< dispatch and combine together are one permutation in core/cost

/// A product C[m, n] = A[m, k] B[k, n], `groups` of them side by side.
struct ProductForm {
  double m = 1.0, n = 1.0, k = 1.0, groups = 1.0;
};

class Pricer {
 public:
  Pricer(const strategy::Problem& problem, Graph& graph, Devices& devices, int gpus)
      : m_problem(problem),
        m_graph(graph),
        m_devices(devices),
        m_coefficients(cost::coefficients_of(problem)),
        m_traffic(traffic_of(graph)),
        m_count(devices.count()) {
    for (const hardware::Pool& pool : problem.cluster.pools)
      m_pools.push_back(cost::make_device(pool, problem.job.precision, m_coefficients, problem.software));
    m_stack = cost::stack_traits(problem, m_pools.front().low_precision);
    m_scale = m_stack.factor * cost::straggler_factor(problem, gpus > 0 ? gpus : devices.count());
  }

  void run() {
    widen_gradients();
    for (Node& node : m_graph.nodes) price(node);
    set_overall_speed();
    set_terms();
    set_memory();
  }

 private:
  double elements(TensorId tensor) const { return m_graph.tensors[tensor].elements(); }
  double first(const Node& node) const {
    return node.inputs.empty() ? elements(node.outputs[0]) : elements(node.inputs[0]);
  }

  void widen_gradients() {
    for (std::size_t t = 0; t < m_traffic.size(); ++t)
      if (m_traffic[t] == Traffic::gradient) m_graph.tensors[t].element_bytes = m_stack.gradient_bytes;
  }

  void price(Node& node) {
    std::vector<double> seconds, speeds;
    seconds.reserve(m_pools.size());
    speeds.reserve(m_pools.size());
    for (const cost::Device& device : m_pools) seconds.push_back(m_scale * seconds_of(node, device));
    if (seconds.front() <= 0.0) {  // views: no kernel
      node.flops = 0.0;
      return;
    }
    if (node.flops <= 0.0) node.flops = first(node);
    for (const double of_pool : seconds) speeds.push_back(node.flops / of_pool);
    const auto [place, is_new] =
        m_classes.emplace(speeds, static_cast<int>(m_devices.flops_per_second.size()));
    if (is_new) m_devices.flops_per_second.push_back(spread(speeds));
    node.speed_class = place->second;
    if (node.phase == Phase::optimizer) return;
    m_work += node.flops;
    m_seconds.resize(seconds.size(), 0.0);
    for (std::size_t pool = 0; pool < seconds.size(); ++pool) m_seconds[pool] += seconds[pool];
  }

  /// One value a pool to one a device.
  std::vector<double> spread(const std::vector<double>& by_pool) const {
    std::vector<double> all;
    for (std::size_t pool = 0; pool < by_pool.size(); ++pool)
      all.insert(all.end(), static_cast<std::size_t>(m_problem.cluster.pools[pool].gpus()), by_pool[pool]);
    return all;
  }

  void set_overall_speed() {
    if (m_work <= 0.0) return;
    std::vector<double> speeds;
    for (const double seconds : m_seconds) speeds.push_back(m_work / seconds);
    m_devices.flops_per_second[0] = m_devices.flops_per_second[1] = spread(speeds);
  }

  /// Seconds of the whole node on one device of this kind, at the rate that an even share of it reaches.
  double seconds_of(const Node& node, const cost::Device& device) const {
    switch (node.op) {
      case Op::contract:
        return product(node, device);
      case Op::attention:
      case Op::attention_gradient:
        return attention(node, device);
      case Op::conv2d:
      case Op::conv2d_input_gradient:
      case Op::conv2d_weight_gradient:
        return convolution(node, device);
      case Op::update:
        return cost::memory_seconds(
            device, cost::optimizer_traffic(m_problem.job, m_coefficients) * elements(node.outputs[0]));
      case Op::cross_entropy:
        return loss(node, device, c::loss_forward);
      case Op::cross_entropy_gradient:
        return loss(node, device, 1.0 - c::loss_forward);
      case Op::embedding:
        return cost::memory_seconds(device, 2.0 * device.wide_bytes * elements(node.outputs[0]));
      case Op::embedding_gradient:
        return cost::memory_seconds(device, 4.0 * device.wide_bytes * first(node));
      case Op::transpose:
      case Op::flatten:
      case Op::flatten_gradient:
      case Op::part:
      case Op::place:  // written by the sum that reads it
      case Op::broadcast_gradient:
        return 0.0;
      default:
        return cost::memory_seconds(device, m_stack.elementwise * device.wide_bytes * elements_moved(node));
    }
  }

  /// Elements that an elementwise operator reads and writes, as core/model counts them for fused kernels: a
  /// norm and the residual sum behind it 4 of the hidden width together, one and a half times that in
  /// backward.
  double elements_moved(const Node& node) const {
    switch (node.op) {
      case Op::layer_norm_gain_gradient:
      case Op::rms_norm_gain_gradient:
      case Op::reduce_sum:
        return first(node);
      case Op::add:
        return 2.0 * elements(node.outputs[0]);
      case Op::layer_norm:
      case Op::rms_norm:
        return 2.0 * first(node);
      case Op::layer_norm_gradient:
      case Op::rms_norm_gradient:
        return 3.0 * first(node);
      default: {
        double sum = 0.0;
        for (const auto* list : {&node.inputs, &node.outputs})
          for (const TensorId tensor : *list) {
            // Routes are held as a place and a weight for each chosen expert, not as the dense tensor.
            const Tensor& it = m_graph.tensors[tensor];
            sum += it.elements() * std::min(1.0, it.element_bytes / 2.0);
          }
        return sum;
      }
    }
  }

  double loss(const Node& node, const cost::Device& device, double share) const {
    return share * cost::memory_seconds(device, m_stack.loss_bytes * first(node));
  }

  bool is_weight(TensorId tensor) const { return m_traffic[tensor] != Traffic::activation; }

  double product(const Node& node, const cost::Device& device) const {
    const Signature& s = node.signature;
    ProductForm form;
    const auto has = [](const std::vector<int>& labels, int index) {
      return std::find(labels.begin(), labels.end(), index) != labels.end();
    };
    for (std::size_t i = 0; i < s.indices.size(); ++i) {
      const int index = static_cast<int>(i);
      const bool a = has(s.inputs[0], index), b = has(s.inputs[1], index), out = has(s.outputs[0], index);
      (a && b && out ? form.groups
       : !out        ? form.k
       : a           ? form.m
                     : form.n) *= static_cast<double>(s.indices[i].extent);
    }
    if (node.flops < form.m * form.n * form.k * form.groups) {  // routing: a permutation
      const double moved = c::moe_permute * 4.0 * kPermuteShare * node.flops;
      return m_stack.release * cost::memory_seconds(device, moved);
    }
    const bool gradient = m_traffic[node.outputs[0]] == Traffic::gradient;
    const bool weighted = gradient || is_weight(node.inputs[0]) || is_weight(node.inputs[1]);
    // Only layers run in low precision, the head does not.
    const bool low = node.block >= 0 && weighted;
    const double cut = 1.0 / m_count;
    if (form.groups > 1.0 && weighted) return m_count * experts(form, device, gradient, cut);
    form.m *= form.groups;
    (gradient ? form.k : form.m) *= cut;
    const cost::Product kind = gradient                        ? cost::Product::weight_gradient
                               : node.phase == Phase::backward ? cost::Product::input_gradient
                                                               : cost::Product::forward;
    double seconds = cost::gemm_seconds(device, form.m, form.n, form.k, low, kind);
    if (low && device.low_precision && kind != cost::Product::input_gradient) {
      const double read = gradient ? form.n * form.k : form.m * form.k;
      const double scaled = read * (device.block_scaled ? c::cast_block_scaled : 1.0);
      seconds += m_stack.release * cost::memory_seconds(device, m_coefficients.cast_bytes * 4.0 * scaled);
    }
    return m_count * seconds;
  }

  /// Grouped products of routed experts; all experts on each device, each with its part of the tokens.
  double experts(ProductForm form, const cost::Device& device, bool gradient, double cut) const {
    (gradient ? form.k : form.m) *= form.groups * cut;
    return cost::gemm_seconds(device, form.m, form.n, form.k, true,
                              gradient ? cost::Product::weight_gradient : cost::Product::forward, form.groups,
                              cost::grouped_share(m_stack, m_coefficients)) +
           m_stack.release * m_coefficients.grouped_seconds * form.groups;
  }

  double attention(const Node& node, const cost::Device& device) const {
    const bool backward = node.op == Op::attention_gradient;
    const Shape& shape = m_graph.tensors[node.inputs[backward ? 1 : 0]].shape;  // [b, s, g, (r + 1) d + v]
    model::Attention form;
    form.kv_heads = static_cast<int>(shape[2]);
    form.heads = form.kv_heads * node.attributes.heads_per_group;
    form.qk_dim = node.attributes.head_dim;
    form.v_dim = static_cast<int>(shape[3]) - (node.attributes.heads_per_group + 1) * form.qk_dim;
    form.causal = node.attributes.causal;
    const auto sequences = static_cast<double>(shape[0]), length = static_cast<double>(shape[1]);
    // Windows are in the node's work alone.
    const double pairs = length * (form.causal ? 0.5 * (length + 1.0) : length);
    const double whole =
        (backward ? 2.5 : 1.0) * sequences * form.heads * pairs * (2.0 * (form.qk_dim + form.v_dim) + 5.0);
    const double share = std::min(1.0, node.flops / whole);
    const bool fused = m_problem.job.flash_attention;
    const auto core = backward ? cost::attention_backward_seconds : cost::attention_forward_seconds;
    const double passes = 2.0 * elements(node.inputs[backward ? 1 : 0]);  // rotation of queries and keys
    // A device gets its part of the heads and sequences: fewer of them fill it less.
    return share * m_count * core(device, form, sequences / m_count, length, 1, 1, fused) +
           cost::memory_seconds(device, m_stack.elementwise * device.wide_bytes * passes);
  }

  /// As a product over the window: n results of a group, k = its channels x window, all groups' rows in one
  /// batch. A group for each channel has no product to speak of: image and result are moved.
  double convolution(const Node& node, const cost::Device& device) const {
    const bool gradient = node.op == Op::conv2d_weight_gradient;
    const bool backward = node.op == Op::conv2d_input_gradient;
    const Shape& kernel = m_graph.tensors[gradient ? node.outputs[0] : node.inputs[1]].shape;
    const TensorId image = gradient ? node.inputs[1] : (backward ? node.outputs[0] : node.inputs[0]);
    const double groups =
        static_cast<double>(m_graph.tensors[image].shape[1]) / static_cast<double>(kernel[1]);
    double n = static_cast<double>(kernel[0]) / groups, k = 1.0;
    for (std::size_t d = 1; d < kernel.size(); ++d) k *= static_cast<double>(kernel[d]);
    if (kernel[1] == 1 && groups > 1.0) {
      const TensorId result = gradient || backward ? node.inputs[0] : node.outputs[0];
      return cost::memory_seconds(
          device, m_stack.elementwise * device.wide_bytes * (elements(image) + elements(result)));
    }
    const double m = node.flops / (2.0 * n * k * m_count);
    if (gradient) return m_count * cost::gemm_seconds(device, n, k, m, true, cost::Product::weight_gradient);
    if (backward) std::swap(n, k);
    return m_count * cost::gemm_seconds(device, m, n, k, true,
                                        backward ? cost::Product::input_gradient : cost::Product::forward);
  }

  void set_terms() {
    StepTerms& terms = m_devices.terms;
    terms.weight_exposed = 1.0 - m_stack.data_overlap;
    terms.again_exposed = m_coefficients.fsdp_slowdown;
    terms.window = c::data_window;
    terms.weight_latency = m_scale * c::ring_step_seconds * m_count / cost::bucket_over(m_count);
    terms.host_seconds = m_scale * m_stack.host_layer_seconds;
    terms.host_experts_seconds = m_scale * m_stack.host_moe_seconds;
    terms.fragmentation = m_stack.fragmentation;
    terms.fixed_seconds = m_scale * m_stack.step_seconds;
    std::vector<double> local, accumulate;
    for (const cost::Device& device : m_pools) {
      local.push_back(m_scale * cost::memory_seconds(device, c::optimizer_local_bytes));
      accumulate.push_back(m_scale * cost::memory_seconds(device, m_stack.accumulate_bytes));
    }
    terms.local = spread(local);
    terms.accumulate = spread(accumulate);
    for (CollectiveCost& collective : m_devices.collectives) {
      collective.bandwidth.value /= m_scale;
      collective.latency.value *= m_scale;
    }
  }

  /// Context, buffers and workspace of the stack, as core/cost counts them beside tensors.
  void set_memory() {
    std::size_t device = 0;
    for (const hardware::Pool& pool : m_problem.cluster.pools) {
      const double capacity = pool.gpu.memory.value_or(Bytes{}).value;
      const double beside = cost::context_on(capacity, m_stack) + c::buffer_bytes + m_stack.workspace_bytes;
      for (int i = 0; i < pool.gpus() && device < m_devices.memory.size(); ++i, ++device)
        m_devices.memory[device] = {std::max(0.0, m_devices.memory[device].value - beside)};
    }
  }

  const strategy::Problem& m_problem;
  Graph& m_graph;
  Devices& m_devices;
  const cost::Coefficients& m_coefficients;
  cost::StackTraits m_stack;
  std::vector<cost::Device> m_pools;
  std::vector<Traffic> m_traffic;
  double m_count, m_scale = 1.0;
  std::map<std::vector<double>, int> m_classes;
  double m_work = 0.0;
  std::vector<double> m_seconds;  ///< forward and backward, by pool
};

}  // namespace

void price_by_kernels(const strategy::Problem& problem, Graph& graph, Devices& devices, int gpus) {
  Pricer(problem, graph, devices, gpus).run();
}

}  // namespace astrolabe::spmd
