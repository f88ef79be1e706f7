#include "core/spmd/small_graph.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "core/base/error_codes.h"
#include "core/spmd/dimensions.h"

namespace astrolabe::spmd {

namespace {

using std::int64_t;

class Shrinker {
 public:
  explicit Shrinker(const Graph& graph) : m_graph(graph), m_dims(graph) {
    m_derived.assign(m_dims.count(), false);
    m_image.assign(m_dims.count(), false);
    m_fixed.assign(m_dims.count(), 0);
    m_least.assign(m_dims.count(), 0);
    for (const Node& node : graph.nodes) mark(node);
    while (keep_lengths()) {
    }
  }

  Result<Graph> run() {
    // Images as small as the strides on their way allow; where lengths are put together in two ways (a sum of
    // parts that is a product elsewhere), the whole ones.
    for (;;) {
      for (const int64_t least : {2, 1})
        for (int64_t image = 2; image <= kEverySize; ++image)
          if (try_image(image, least)) return written();
      if (!fix_conflicts()) break;
    }
    const int64_t whole = whole_image();
    for (int64_t image = kEverySize + kCoarse; image < whole + kCoarse; image += kCoarse)
      if (try_image(std::min(image, whole), 1)) return of_some_size(std::min(image, whole));
    return fail(code::unsupported_model, m_graph.name, "convolutions and pools",
                {Wanted::Kind::text, {"an image that passes through them"}});
  }

 private:
  int output(const Node& node, std::size_t dim) { return m_dims.of(node.outputs[0], dim); }
  int input(const Node& node, std::size_t i, std::size_t dim) { return m_dims.of(node.inputs[i], dim); }

  void mark(const Node& node) {
    if (node.phase != Phase::forward) return;
    switch (node.op) {
      case Op::flatten:
        m_derived[output(node, static_cast<std::size_t>(node.attributes.axis))] = true;
        return;
      case Op::flatten_gradient:
        m_derived[input(node, 0, static_cast<std::size_t>(node.attributes.axis))] = true;
        return;
      case Op::conv2d:
        for (const std::size_t d : {2U, 3U}) m_fixed[input(node, 1, d)] = shape(node.inputs[1])[d];
        mark_groups(node);
        [[fallthrough]];
      case Op::max_pool:
        for (const std::size_t d : {2U, 3U}) {
          m_derived[output(node, d)] = true;
          m_image[input(node, 0, d)] = m_image[output(node, d)] = true;
        }
        return;
      case Op::average_pool:
        for (const std::size_t d : {2U, 3U}) {
          m_image[input(node, 0, d)] = true;
          if (node.attributes.rows.window == 0) {
            m_fixed[output(node, d)] = shape(node.outputs[0])[d];
            continue;
          }
          m_derived[output(node, d)] = true;
          m_image[output(node, d)] = true;
        }
        return;
      case Op::resize:
        for (const std::size_t d : {2U, 3U}) {
          m_derived[output(node, d)] = true;
          m_image[input(node, 0, d)] = m_image[output(node, d)] = true;
        }
        return;
      case Op::concat:
        m_derived[output(node, static_cast<std::size_t>(node.attributes.axis))] = true;
        return;
      case Op::append_class_token:
        m_derived[output(node, 1)] = true;
        return;
      case Op::attention:
        if (!keeps_heads(node)) m_derived[input(node, 0, 3)] = m_derived[output(node, 3)] = true;
        return;
      case Op::part:
      case Op::place:
        mark_part(node);
        return;
      case Op::gated_silu:
        m_fixed[input(node, 0, shape(node.inputs[0]).size() - 2)] = 2;
        return;
      case Op::top2_gate:
        m_least[input(node, 1, 1)] = node.attributes.choices + 1;
        return;
      default:
        return;
    }
  }

  /// What a dimension of fixed length is made from has its whole length, too. True when something was fixed.
  bool keep_lengths() {
    bool changed = false;
    const auto is_fixed = [&](TensorId tensor, std::size_t d) {
      const int dim = m_dims.of(tensor, d);
      return m_fixed[dim] > 0 && m_fixed[dim] == shape(tensor)[d];
    };
    const auto fix = [&](TensorId tensor, std::size_t d) {
      int64_t& fixed = m_fixed[m_dims.of(tensor, d)];
      changed = changed || fixed != shape(tensor)[d];
      fixed = shape(tensor)[d];
    };
    for (const Node& node : m_graph.nodes) {
      if (node.phase != Phase::forward) continue;
      const TensorId x = node.inputs.empty() ? -1 : node.inputs[0], y = node.outputs[0];
      const auto axis = static_cast<std::size_t>(std::max(node.attributes.axis, 0));
      switch (node.op) {
        case Op::flatten:
        case Op::flatten_gradient: {
          const TensorId whole = node.op == Op::flatten ? y : x, parts = node.op == Op::flatten ? x : y;
          if (is_fixed(whole, axis))
            for (std::size_t d = axis; d < shape(parts).size(); ++d) fix(parts, d);
          break;
        }
        case Op::concat:
          if (is_fixed(y, axis))
            for (const TensorId input : node.inputs) fix(input, axis);
          break;
        case Op::part:
        case Op::place: {
          const Part part = part_of(node);
          if (part.length == 1) break;
          if (is_fixed(part.longer, axis)) fix(part.shorter, axis);
          if (is_fixed(part.shorter, axis)) fix(part.longer, axis);
          break;
        }
        case Op::resize:
        case Op::conv2d:
        case Op::max_pool:
        case Op::average_pool:
          if (node.op == Op::average_pool && node.attributes.rows.window == 0) break;
          for (const std::size_t d : {2U, 3U})
            if (is_fixed(y, d)) fix(x, d);
          break;
        default:
          break;
      }
    }
    return changed;
  }

  /// Groups of more than one channel: two of two channels, or four of one. (Groups of one channel and one
  /// result are split with their channel.)
  void mark_groups(const Node& node) {
    const int64_t channels = shape(node.inputs[0])[1], of_group = shape(node.inputs[1])[1];
    const int64_t results = shape(node.outputs[0])[1];
    if (of_group == channels || (of_group == 1 && results == channels)) return;
    const bool few = channels < 4;  // two or three groups of one channel
    m_fixed[input(node, 0, 1)] = few ? channels : 4;
    m_fixed[input(node, 1, 1)] = std::min<int64_t>(of_group, 2);
    m_fixed[output(node, 1)] = few ? results : 4;
  }

  /// Heads that are put together from parts keep their widths, as parts do (mark_part(), which comes first).
  bool keeps_heads(const Node& node) {
    const TensorId heads = node.inputs[node.op == Op::attention ? 0 : 1];
    return m_fixed[m_dims.of(heads, 3)] > 0;
  }

  struct Part {
    TensorId shorter, longer;
    int64_t before, length, after;
  };
  Part part_of(const Node& node) const {
    const bool cuts = node.op == Op::part;
    const auto axis = static_cast<std::size_t>(node.attributes.axis);
    Part part{cuts ? node.outputs[0] : node.inputs[0], cuts ? node.inputs[0] : node.outputs[0],
              node.attributes.begin, 0, 0};
    part.length = shape(part.shorter)[axis];
    part.after = shape(part.longer)[axis] - part.before - part.length;
    return part;
  }
  /// One element of many ties nothing; a longer part is that much shorter than the whole.
  void mark_part(const Node& node) {
    const Part part = part_of(node);
    const auto axis = static_cast<std::size_t>(node.attributes.axis);
    const int longer = m_dims.of(part.longer, axis), shorter = m_dims.of(part.shorter, axis);
    if (part.length == 1) {
      m_least[longer] =
          std::max<int64_t>(m_least[longer], std::min<int64_t>(part.before + part.after + 1, 3));
      return;
    }
    if (part.before <= 1 && part.after <= 1) {
      m_derived[node.op == Op::part ? shorter : longer] = true;
      return;
    }
    m_fixed[longer] = shape(part.longer)[axis];
    m_fixed[shorter] = part.length;
  }

  const Shape& shape(TensorId tensor) const { return m_graph.tensors[tensor].shape; }

  int64_t whole_image() {
    int64_t whole = 0;
    for (std::size_t t = 0; t < m_graph.tensors.size(); ++t)
      for (std::size_t d = 0; d < shape(static_cast<TensorId>(t)).size(); ++d)
        if (m_image[m_dims.of(static_cast<TensorId>(t), d)])
          whole = std::max(whole, shape(static_cast<TensorId>(t))[d]);
    return whole;
  }

  /// Images that strides keep large are executed as long as somebody would wait for it.
  Result<Graph> of_some_size(int64_t image) {
    Graph graph = written();
    double elements = 0.0;
    for (const Tensor& tensor : graph.tensors) elements += tensor.elements();
    if (elements <= kMostElements) return graph;
    return fail(code::unsupported_model, m_graph.name,
                fmt::format("an image of {0} x {0}, the smallest that passes: {1:.0f} elements", image, elements),
                {Wanted::Kind::text,
                 {fmt::format("a file with fewer strides: all tensors together at most {:.0f} elements",
                              kMostElements)}});
  }

  bool try_image(int64_t image, int64_t least) {
    m_extents.assign(m_dims.count(), 0);
    m_conflicts.clear();
    constexpr std::array<int64_t, 3> kSizes{4, 3, 5};
    std::size_t next = 0;
    for (std::size_t t = 0; t < m_graph.tensors.size(); ++t)
      for (std::size_t d = 0; d < shape(static_cast<TensorId>(t)).size(); ++d) {
        const int dim = m_dims.of(static_cast<TensorId>(t), d);
        if (m_extents[dim] != 0 || (m_derived[dim] && m_fixed[dim] == 0)) continue;
        const int64_t whole = shape(static_cast<TensorId>(t))[d];
        if (m_fixed[dim] > 0)
          m_extents[dim] = m_fixed[dim];
        else if (m_image[dim])
          m_extents[dim] = std::min(whole, image);
        else
          m_extents[dim] = std::min(whole, std::max(kSizes[next++ % kSizes.size()], m_least[dim]));
      }
    // What is made of parts that are known later waits for them.
    for (std::ptrdiff_t known = -1, before = -2; known > before;) {
      for (const Node& node : m_graph.nodes)
        if (node.phase == Phase::forward && !derive(node, least)) return false;
      before = known;
      known = std::count_if(m_extents.begin(), m_extents.end(), [](int64_t extent) { return extent > 0; });
    }
    if (!m_conflicts.empty()) return false;
    return std::all_of(m_graph.tensors.begin(), m_graph.tensors.end(), [&](const Tensor& tensor) {
      for (std::size_t d = 0; d < tensor.shape.size(); ++d)
        if (m_extents[m_dims.of(static_cast<TensorId>(&tensor - m_graph.tensors.data()), d)] < 1)
          return false;
      return true;
    });
  }

  /// False when the extent is too small or differs from what another operator says.
  bool set(int dim, int64_t extent, int64_t whole, int64_t least) {
    if (extent > 0 && m_extents[dim] != 0 && m_extents[dim] != extent && !m_image[dim]) {
      m_conflicts[dim] = whole;
      return true;  // told by try_image(), once all are known
    }
    if (extent < std::min(whole, least) || (m_extents[dim] != 0 && m_extents[dim] != extent)) return false;
    m_extents[dim] = extent;
    return true;
  }

  /// Their whole lengths for dimensions that have two. False when there are none, or no more than before.
  bool fix_conflicts() {
    bool changed = false;
    for (const auto& [dim, whole] : m_conflicts) {
      changed = changed || m_fixed[dim] != whole;
      m_fixed[dim] = whole;
    }
    while (keep_lengths()) {
    }
    return changed;
  }

  bool derive(const Node& node, int64_t least) {
    const TensorId y = node.outputs[0];
    switch (node.op) {
      case Op::flatten: {
        int64_t product = 1;
        const auto axis = static_cast<std::size_t>(node.attributes.axis);
        for (std::size_t d = axis; d < shape(node.inputs[0]).size(); ++d)
          product *= m_extents[input(node, 0, d)];
        return product == 0 || set(output(node, axis), product, shape(y)[axis], least);
      }
      case Op::flatten_gradient: {
        int64_t product = 1;
        const auto axis = static_cast<std::size_t>(node.attributes.axis);
        for (std::size_t d = axis; d < shape(y).size(); ++d) product *= m_extents[output(node, d)];
        return product == 0 || set(input(node, 0, axis), product, shape(node.inputs[0])[axis], least);
      }
      case Op::average_pool:
        if (node.attributes.rows.window == 0) return true;
        [[fallthrough]];
      case Op::conv2d:
      case Op::max_pool:
        for (const std::size_t d : {2U, 3U}) {
          if (m_extents[input(node, 0, d)] == 0) continue;
          const int64_t extent = windows(node, d, m_extents[input(node, 0, d)]);
          // A pool's own extents are rounded down where the whole image's are.
          if (!set(output(node, d), extent, shape(y)[d], 1)) return false;
        }
        return true;
      case Op::part:
      case Op::place: {
        const Part part = part_of(node);
        if (part.length == 1 || part.before > 1 || part.after > 1) return true;
        const auto axis = static_cast<std::size_t>(node.attributes.axis);
        const int64_t others = part.before + part.after, from = m_extents[input(node, 0, axis)];
        if (from == 0) return true;
        return set(output(node, axis), node.op == Op::part ? from - others : from + others, shape(y)[axis],
                   least);
      }
      case Op::resize:
        for (const std::size_t d : {2U, 3U}) {
          const int64_t factor = shape(y)[d] / shape(node.inputs[0])[d];
          const int64_t extent = factor * m_extents[input(node, 0, d)];
          if (extent > 0 && !set(output(node, d), extent, shape(y)[d], 1)) return false;
        }
        return true;
      case Op::concat: {
        const auto axis = static_cast<std::size_t>(node.attributes.axis);
        int64_t sum = 0;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
          const int64_t extent = m_extents[input(node, i, axis)];
          if (extent == 0) return true;
          sum += extent;
        }
        return set(output(node, axis), sum, shape(y)[axis], least);
      }
      case Op::append_class_token:
        if (m_extents[input(node, 0, 1)] == 0) return true;
        return set(output(node, 1), m_extents[input(node, 0, 1)] + 1, shape(y)[1], least);
      case Op::attention:
        if (keeps_heads(node)) {
          m_extents[input(node, 0, 3)] = shape(node.inputs[0])[3];
          m_extents[output(node, 3)] = shape(y)[3];
          return true;
        }
        return set(input(node, 0, 3), int64_t{node.attributes.heads_per_group + 2} * kHeadDim,
                   shape(node.inputs[0])[3], 1) &&
               set(output(node, 3), int64_t{node.attributes.heads_per_group} * kHeadDim, shape(y)[3], 1);
      default:
        return true;
    }
  }

  int64_t windows(const Node& node, std::size_t d, int64_t extent) const {
    const Sliding& a = d == 2 ? node.attributes.rows : node.attributes.columns;
    const int64_t size =
        node.op == Op::conv2d ? a.dilation * (shape(node.inputs[1])[d] - 1) + 1 : int64_t{a.window};
    const int64_t span = extent + a.before + a.after - size;
    return span < 0 ? 0 : span / a.stride + 1;
  }

  Graph written() {
    Graph graph = m_graph;
    for (std::size_t t = 0; t < graph.tensors.size(); ++t)
      for (std::size_t d = 0; d < graph.tensors[t].shape.size(); ++d)
        graph.tensors[t].shape[d] = m_extents[m_dims.of(static_cast<TensorId>(t), d)];
    for (Node& node : graph.nodes) {
      for (const auto& [tensors, labels] : {std::pair{&node.inputs, &node.signature.inputs},
                                            std::pair{&node.outputs, &node.signature.outputs}})
        for (std::size_t i = 0; i < labels->size(); ++i)
          for (std::size_t d = 0; d < (*labels)[i].size(); ++d)
            if (const int index = (*labels)[i][d]; index >= 0)
              node.signature.indices[index].extent = graph.tensors[(*tensors)[i]].shape[d];
      if (node.attributes.head_dim > 0 && !keeps_heads(node)) node.attributes.head_dim = kHeadDim;
      const bool of_concat =
          node.phase == Phase::backward && node.of >= 0 && graph.nodes[node.of].op == Op::concat;
      if (node.op == Op::part && of_concat) {
        const Node& concat = graph.nodes[node.of];
        const std::size_t number = part_number(m_graph, node, concat);
        node.attributes.begin = 0;
        for (std::size_t i = 0; i < number; ++i)
          node.attributes.begin += graph.tensors[concat.inputs[i]].shape[concat.attributes.axis];
      } else if (node.op == Op::part || node.op == Op::place) {
        const Part part = part_of(node);
        const auto axis = static_cast<std::size_t>(node.attributes.axis);
        const int64_t last =
            m_extents[m_dims.of(part.longer, axis)] - m_extents[m_dims.of(part.shorter, axis)];
        if (part.length == 1) node.attributes.begin = part.after == 0 ? last : std::min(part.before, last);
      }
      if (node.op == Op::top2_gate) node.attributes.capacity = graph.tensors[node.outputs[0]].shape[3];
      if (node.op == Op::top2_gate_input_gradient || node.op == Op::top2_gate_weight_gradient)
        node.attributes.capacity = graph.tensors[node.inputs[0]].shape[3];
    }
    return graph;
  }

  static constexpr int kHeadDim = 2;
  /// Images up to here are tried in every size, larger ones in steps: strides are powers of two.
  static constexpr int64_t kEverySize = 128, kCoarse = 32;
  static constexpr double kMostElements = 3e7;

  const Graph& m_graph;
  Dimensions m_dims;
  std::vector<bool> m_derived, m_image;
  std::map<int, int64_t> m_conflicts;  ///< of the last attempt: dimensions of two lengths, their whole one
  std::vector<int64_t> m_fixed, m_least, m_extents;
};

}  // namespace

Result<Graph> small_graph(const Graph& graph) { return Shrinker(graph).run(); }

}  // namespace astrolabe::spmd
