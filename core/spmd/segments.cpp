#include "core/spmd/segments.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "core/spmd/assembly.h"
#include "core/spmd/ratios.h"

namespace astrolabe::spmd {

namespace {

/// What another parting has to save of a step.
constexpr double kWorthParting = 1e-4;
/// Ratios that differ by less are the same.
constexpr double kEqualRatios = 1e-6;

bool are_equal_ratios(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::fabs(a[i] - b[i]) > kEqualRatios) return false;
  return true;
}

/// The largest share that a device sends or receives when shards by `before` become shards by `after`.
double displaced_share(const std::vector<double>& before, const std::vector<double>& after) {
  double old_start = 0.0, new_start = 0.0, moved = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double overlap = std::max(0.0, std::min(old_start + before[i], new_start + after[i]) -
                                             std::max(old_start, new_start));
    moved = std::max({moved, before[i] - overlap, after[i] - overlap});
    old_start += before[i];
    new_start += after[i];
  }
  return moved;
}

class Parter {
 public:
  Parter(const Graph& graph, const Devices& devices, const Program& program)
      : m_graph(graph), m_devices(devices), m_program(program), m_traffic(traffic_of(graph)) {
    m_place.assign(graph.nodes.size(), -1);
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      const Node& node = graph.nodes[n];
      if (node.phase == Phase::forward)
        m_place[n] = m_count++;
      else if (node.of >= 0)
        m_place[n] = m_place[static_cast<std::size_t>(node.of)];
    }
    add_vectors();
  }

  std::optional<Graph> run(int most) {
    if (m_count < 2 || m_vectors.size() < 2 || most < 2) return std::nullopt;
    add_times();
    add_borders();
    const std::vector<int> vector_of = part(most);
    if (vector_of.empty()) return std::nullopt;
    Graph graph = m_graph;
    std::vector<int> segment_of(vector_of.size(), 0);
    for (std::size_t p = 1; p < vector_of.size(); ++p)
      segment_of[p] = segment_of[p - 1] + (vector_of[p] != vector_of[p - 1] ? 1 : 0);
    if (segment_of.back() == 0) return std::nullopt;
    for (std::size_t n = 0; n < graph.nodes.size(); ++n)
      if (m_place[n] >= 0) graph.nodes[n].segment = segment_of[static_cast<std::size_t>(m_place[n])];
    return graph;
  }

 private:
  using Kind = Instruction::Kind;

  void add_vectors() {
    const auto add = [&](const std::vector<double>& ratios) {
      if (std::none_of(m_vectors.begin(), m_vectors.end(),
                       [&](const std::vector<double>& known) { return are_equal_ratios(known, ratios); }))
        m_vectors.push_back(ratios);
    };
    add(m_program.ratios.front());
    for (const std::vector<double>& speeds : m_devices.flops_per_second)
      if (!speeds.empty())
        for (const std::vector<double>& ratios : caps(speeds)) add(ratios);
  }

  int place_of(TensorId id) const {
    const Tensor& tensor = m_graph.tensors[static_cast<std::size_t>(id)];
    if (tensor.producer >= 0) return m_place[static_cast<std::size_t>(tensor.producer)];
    return tensor.consumers.empty() ? -1 : m_place[static_cast<std::size_t>(tensor.consumers.front())];
  }
  int place_of(const Instruction& instruction) const {
    if (instruction.kind == Kind::compute) return m_place[static_cast<std::size_t>(instruction.node)];
    if (!instruction.inputs.empty()) return place_of(instruction.inputs.front().tensor);
    return -1;
  }

  /// Seconds of every operator with all that belongs to it, at every vector.
  void add_times() {
    Program program = m_program;
    for (const std::vector<double>& ratios : m_vectors) {
      program.ratios.assign(1, ratios);
      evaluate(m_graph, m_devices, program, true);
      std::vector<double>& seconds = m_seconds.emplace_back(static_cast<std::size_t>(m_count), 0.0);
      for (const Instruction& one : program.instructions)
        if (const int place = place_of(one); place >= 0)
          seconds[static_cast<std::size_t>(place)] +=
              (one.computation.value + one.communication.value) * program.repeats(m_graph, one);
    }
  }

  /// What crosses the border before each operator: every sharded tensor that is read on the other side, once
  /// for each dimension along which it is.
  void add_borders() {
    m_constant.assign(static_cast<std::size_t>(m_count), 0.0);
    m_by_share = m_constant;
    const double devices = m_devices.count();
    std::set<std::tuple<TensorId, int, int>> seen;  // tensor, dimension, border
    for (const Instruction& one : m_program.instructions) {
      if (one.kind != Kind::compute) continue;
      const int here = m_place[static_cast<std::size_t>(one.node)];
      for (const Fact& fact : one.inputs) {
        const int there = place_of(fact.tensor);
        if (fact.property.kind != Property::Kind::gather || here < 0 || there < 0) continue;
        const Tensor& tensor = m_graph.tensors[static_cast<std::size_t>(fact.tensor)];
        const Devices::Call call =
            m_devices.call(Collective::all_to_all, m_traffic[static_cast<std::size_t>(fact.tensor)],
                           tensor.elements(), m_program.execution.gather_again);
        const double times = m_program.repeats(m_graph, one);
        const double bytes = tensor.elements() * tensor.element_bytes * devices * devices / (devices - 1.0);
        for (int border = std::min(here, there) + 1; border <= std::max(here, there); ++border) {
          if (!seen.insert({fact.tensor, fact.property.dim, border}).second) continue;
          m_constant[static_cast<std::size_t>(border)] += times * call.constant;
          m_by_share[static_cast<std::size_t>(border)] += times * bytes * call.per_byte;
        }
      }
    }
  }

  /// The vector of each operator; empty where one is best for all.
  std::vector<int> part(int most) const {
    const std::size_t vectors = m_vectors.size();
    std::vector<double> moved(vectors * vectors, 0.0);
    for (std::size_t a = 0; a < vectors; ++a)
      for (std::size_t b = 0; b < vectors; ++b) moved[a * vectors + b] = displaced_share(m_vectors[a], m_vectors[b]);
    // Of the operators so far with so many borders, the last one at that vector: seconds, and the vector of
    // the operator before.
    const auto borders = static_cast<std::size_t>(most);
    std::vector<std::vector<double>> best(borders, std::vector<double>(vectors, kBeyond));
    std::vector<std::vector<std::vector<int>>> from;
    for (std::size_t v = 0; v < vectors; ++v) best[0][v] = m_seconds[v][0];
    for (int p = 1; p < m_count; ++p) {
      const auto at = static_cast<std::size_t>(p);
      auto next = best;
      auto& back = from.emplace_back(borders, std::vector<int>(vectors, -1));
      for (std::size_t k = 0; k < borders; ++k)
        for (std::size_t v = 0; v < vectors; ++v) {
          next[k][v] = best[k][v];
          back[k][v] = static_cast<int>(v);
          for (std::size_t w = 0; k > 0 && w < vectors; ++w) {
            if (w == v) continue;
            const double there = best[k - 1][w] + m_constant[at] + moved[w * vectors + v] * m_by_share[at];
            if (there < next[k][v]) {
              next[k][v] = there;
              back[k][v] = static_cast<int>(w);
            }
          }
          next[k][v] += m_seconds[v][at];
        }
      best = std::move(next);
    }
    std::size_t end_k = 0, end_v = 0;
    for (std::size_t v = 1; v < vectors; ++v)
      if (best[0][v] < best[0][end_v]) end_v = v;
    const double alone = best[0][end_v];
    for (std::size_t k = 1; k < borders; ++k)
      for (std::size_t v = 0; v < vectors; ++v)
        if (best[k][v] < best[end_k][end_v] - kWorthParting * alone) {
          end_k = k;
          end_v = v;
        }
    if (end_k == 0) return {};
    std::vector<int> vector_of(static_cast<std::size_t>(m_count), static_cast<int>(end_v));
    for (int p = m_count - 1; p > 0; --p) {
      const int before = from[static_cast<std::size_t>(p) - 1][end_k][end_v];
      if (before != static_cast<int>(end_v)) --end_k;
      end_v = static_cast<std::size_t>(before);
      vector_of[static_cast<std::size_t>(p) - 1] = before;
    }
    return vector_of;
  }

  const Graph& m_graph;
  const Devices& m_devices;
  const Program& m_program;
  std::vector<Traffic> m_traffic;
  int m_count = 0;           ///< forward operators
  std::vector<int> m_place;  ///< of each node among them, -1 for none
  std::vector<std::vector<double>> m_vectors;
  std::vector<std::vector<double>> m_seconds;  ///< [vector][operator]
  std::vector<double> m_constant, m_by_share;  ///< of a border before each operator
};

}  // namespace

std::optional<Graph> in_segments(const Graph& graph, const Devices& devices, const Program& program,
                                 int most) {
  if (program.ratios.size() != 1 || devices.count() < 2) return std::nullopt;
  return Parter(graph, devices, program).run(std::min(most, kMostSegments));
}

std::vector<SegmentSpan> spans_of(const Graph& graph) {
  std::vector<SegmentSpan> spans;
  for (const Node& node : graph.nodes) {
    if (node.phase != Phase::forward) continue;
    const auto segment = static_cast<std::size_t>(node.segment);
    if (segment >= spans.size()) spans.resize(segment + 1);
    SegmentSpan& span = spans[segment];
    if (span.operators++ == 0) span.first = node.name;
    span.last = node.name;
  }
  return spans;
}

}  // namespace astrolabe::spmd
