#include "core/onnx/draft.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/error_codes.h"
#include "core/base/onnx_codes.h"

namespace astrolabe::onnx {

using std::int64_t;

int Atoms::make(int64_t extent) {
  m_atoms.push_back({extent, {}, {}, false});
  return static_cast<int>(m_atoms.size()) - 1;
}

void Atoms::expand(int atom, std::vector<int>& parts) const {
  if (is_whole(atom)) return parts.push_back(atom);
  for (const int part : m_atoms[atom].parts) expand(part, parts);
}

std::vector<int> Atoms::expand(const std::vector<int>& list) const {
  std::vector<int> parts;
  for (const int atom : list) expand(atom, parts);
  return parts;
}

std::vector<int> Atoms::real(const std::vector<int>& list) const {
  std::vector<int> parts = expand(list);
  std::erase_if(parts, [&](int part) { return extent(part) == 1; });
  return parts;
}

void Atoms::link(int a, int b) {
  auto& links = m_atoms[a].links;
  if (a == b || std::find(links.begin(), links.end(), b) != links.end()) return;
  links.push_back(b);
  m_atoms[b].links.push_back(a);
}

bool Atoms::is_kept_whole(int atom) const {
  std::set<int> seen{atom};
  std::vector<int> next{atom};
  while (!next.empty()) {
    const Atom& one = m_atoms[next.back()];
    next.pop_back();
    if (one.kept) return true;
    for (const int other : one.links)
      if (seen.insert(other).second) next.push_back(other);
  }
  return false;
}

bool Atoms::split(int atom, int64_t outer) {
  const int64_t whole = extent(atom);
  if (outer == whole || outer == 1) return true;
  if (outer < 1 || !is_whole(atom) || whole % outer != 0) return false;
  const int first = make(outer), second = make(whole / outer);
  m_atoms[atom].parts = {first, second};
  const std::vector<int> links = m_atoms[atom].links;  // a copy: the list of atoms grows
  return std::all_of(links.begin(), links.end(), [&](int other) { return unify({other}, {first, second}); });
}

bool Atoms::unify(const std::vector<int>& a, const std::vector<int>& b) {
  while (true) {
    const std::vector<int> left = real(a), right = real(b);
    std::size_t i = 0;
    for (; i < std::min(left.size(), right.size()); ++i) {
      const int64_t p = extent(left[i]), q = extent(right[i]);
      if (p != q) break;
      link(left[i], right[i]);
    }
    if (i == left.size() && i == right.size()) return true;
    if (i == std::min(left.size(), right.size())) return false;
    const int64_t p = extent(left[i]), q = extent(right[i]);
    if (!(p > q ? split(left[i], q) : split(right[i], p))) return false;
  }
}

namespace {

/// What makes two nodes alike, as numbers.
std::vector<double> form_of(const spmd::Graph& graph, const spmd::Node& node) {
  const spmd::Attributes& a = node.attributes;
  std::vector<double> form{static_cast<double>(node.op),    node.flops,
                           static_cast<double>(a.axis),     static_cast<double>(a.axis2),
                           static_cast<double>(a.begin),    a.factor,
                           static_cast<double>(a.function), static_cast<double>(a.heads_per_group),
                           static_cast<double>(a.head_dim), a.causal ? 1.0 : 0.0};
  for (const auto* list : {&node.inputs, &node.outputs}) {
    form.push_back(-1.0 - static_cast<double>(list->size()));
    for (const spmd::TensorId id : *list) {
      const spmd::Tensor& tensor = graph.tensors[id];
      form.push_back(static_cast<double>(tensor.role) + (tensor.producer < 0 ? 0.5 : 0.0));
      for (const std::int64_t extent : tensor.shape) form.push_back(static_cast<double>(extent));
    }
  }
  return form;
}

struct Run {
  std::size_t first = 0, period = 0, length = 0;  ///< of node i and node i + period alike, from `first` on
  std::size_t repeats() const { return period == 0 ? 0 : (length + period) / period; }
  std::size_t covered() const { return repeats() * period; }
};

/// The run that covers most nodes, at the shortest period.
Run longest_run(const std::vector<int>& kinds) {
  Run best;
  for (std::size_t period = 1; 3 * period <= kinds.size(); ++period) {
    Run run{0, period, 0};
    for (std::size_t i = 0; i + period <= kinds.size(); ++i) {
      if (i + period < kinds.size() && kinds[i] == kinds[i + period]) {
        ++run.length;
        continue;
      }
      if (run.repeats() >= 3 && run.covered() > best.covered()) best = run;
      run = {i + 1, period, 0};
    }
  }
  return best;
}

/// Layers, which a file does not name: sets `block` of the forward nodes of the longest run of three and more
/// alike stretches of nodes (operators, attributes, work and forms of tensors). Stretches begin where fewest
/// tensors cross. Nothing is set where there is no such run; folding checks by itself that blocks are alike.
void mark_repeats(spmd::Graph& graph) {
  std::vector<spmd::NodeId> forward;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    if (graph.nodes[n].phase == spmd::Phase::forward) forward.push_back(static_cast<spmd::NodeId>(n));
  std::map<std::vector<double>, int> known;
  std::vector<int> kinds;
  kinds.reserve(forward.size());
  for (const spmd::NodeId id : forward)
    kinds.push_back(
        known.emplace(form_of(graph, graph.nodes[id]), static_cast<int>(known.size())).first->second);
  const Run run = longest_run(kinds);
  if (run.repeats() < 3 || 2 * run.covered() < forward.size()) return;
  // Tensors that are made before each place and read behind it.
  std::vector<int> crossing(forward.size() + 1, 0), place(graph.nodes.size(), -1);
  for (std::size_t i = 0; i < forward.size(); ++i) place[forward[i]] = static_cast<int>(i);
  for (const spmd::Tensor& tensor : graph.tensors) {
    if (tensor.producer < 0) continue;
    int last = place[tensor.producer];
    for (const spmd::NodeId reader : tensor.consumers) last = std::max(last, place[reader]);
    for (int at = place[tensor.producer] + 1; at <= last; ++at) ++crossing[at];
  }
  std::size_t begin = run.first, repeats = 0;
  int fewest = 0;
  for (std::size_t offset = 0; offset < run.period; ++offset) {
    const std::size_t fit = (run.length + run.period - offset) / run.period;
    const int crossed = crossing[run.first + offset + run.period];
    if (fit < 3 || (repeats > 0 && crossed >= fewest)) continue;
    begin = run.first + offset;
    repeats = fit;
    fewest = crossed;
  }
  for (std::size_t i = 0; i < repeats * run.period; ++i)
    graph.nodes[forward[begin + i]].block = static_cast<int>(i / run.period);
}

}  // namespace

namespace {

class DraftWriter {
 public:
  DraftWriter(const Draft& draft, const std::string& name) : m_draft(draft), m_builder(name, false) {}

  Result<spmd::Graph> run() {
    m_ids.assign(m_draft.tensors.size(), -1);
    for (std::size_t t = 0; t < m_draft.tensors.size(); ++t) {
      const DraftTensor& tensor = m_draft.tensors[t];
      if (m_draft.atoms.expand(tensor.dims).size() > 6)
        return fail(code::onnx_shape, tensor.name, "more than 6 dimensions",
                    {Wanted::Kind::text, {"at most 6"}});
    }
    for (const DraftNode& node : m_draft.nodes)
      if (auto done = write(node); !done) return tl::unexpected<Error>(done.error());
    spmd::Graph graph = std::move(m_builder).finish(m_ids[m_draft.loss], m_draft.samples);
    mark_repeats(graph);
    return graph;
  }

 private:
  std::vector<int> parts_of(int tensor) const { return m_draft.atoms.expand(m_draft.tensors[tensor].dims); }

  spmd::Shape shape_of(int tensor) const {
    spmd::Shape shape;
    for (const int part : parts_of(tensor)) shape.push_back(m_draft.atoms.extent(part));
    return shape;
  }

  /// Leaves are made where they are first read: those that nothing reads are left out.
  spmd::TensorId id_of(int tensor) {
    if (m_ids[tensor] < 0)
      m_ids[tensor] =
          m_builder.leaf(m_draft.tensors[tensor].role, m_draft.tensors[tensor].name, shape_of(tensor));
    return m_ids[tensor];
  }

  /// Letters of one operand: each part of a label has its own. False when a locked one is split.
  bool add_letters(const DraftNode& node, const DraftOperand& operand, std::string& text) {
    for (std::size_t d = 0; d < operand.dims.size(); ++d) {
      std::vector<int> parts;
      m_draft.atoms.expand(operand.dims[d], parts);
      const int label = operand.labels[d];
      const bool locked = std::find(node.locked.begin(), node.locked.end(), label) != node.locked.end();
      if (parts.size() > 1 && (locked || node.atomic || label == node.exchanged)) return false;
      for (std::size_t k = 0; k < parts.size(); ++k) {
        const int64_t extent = m_draft.atoms.extent(parts[k]);
        if (label < 0 || extent == 1) {
          text += '.';
          continue;
        }
        const auto [at, is_new] =
            m_letters.try_emplace({label, static_cast<int>(k)}, static_cast<char>('a' + m_letters.size()));
        const char letter = locked ? static_cast<char>(at->second - 'a' + 'A') : at->second;
        if (label == node.exchanged) m_exchanged = std::string(1, letter);
        if (is_new) m_products *= static_cast<double>(extent);
        text += letter;
      }
    }
    return m_letters.size() <= 26;
  }

  Result<void> write(const DraftNode& node) {
    m_letters.clear();
    m_exchanged.clear();
    m_products = 1.0;
    std::string pattern;
    std::vector<spmd::TensorId> inputs;
    for (const DraftOperand& operand : node.inputs) {
      if (!inputs.empty()) pattern += ',';
      if (!add_letters(node, operand, pattern)) return split_error(node);
      inputs.push_back(id_of(operand.tensor));
    }
    pattern += "->";
    if (!add_letters(node, node.output, pattern)) return split_error(node);
    spmd::Attributes attributes = node.attributes;
    if (node.axis >= 0) {
      std::vector<int> before;
      for (int d = 0; d < node.axis; ++d) m_draft.atoms.expand(node.inputs[0].dims[d], before);
      attributes.axis = static_cast<int>(before.size());
    }
    m_ids[node.output.tensor] =
        m_builder.add(node.op, node.name, inputs, shape_of(node.output.tensor), pattern,
                      node.flops_per_product * m_products, attributes, m_exchanged);
    return {};
  }

  static Result<void> split_error(const DraftNode& node) {
    return fail(code::onnx_shape, node.name, "a dimension that a reshape splits",
                {Wanted::Kind::text, {"a dimension that stays whole"}});
  }

  const Draft& m_draft;
  spmd::GraphBuilder m_builder;
  std::vector<spmd::TensorId> m_ids;
  std::map<std::pair<int, int>, char> m_letters;
  std::string m_exchanged;
  double m_products = 1.0;
};

}  // namespace

void Draft::add(DraftNode node) {
  const auto keep = [&](const DraftOperand& operand) {
    for (std::size_t d = 0; d < operand.dims.size(); ++d) {
      const int label = operand.labels[d];
      if (node.atomic || label == node.exchanged ||
          std::find(node.locked.begin(), node.locked.end(), label) != node.locked.end())
        if (label >= 0) atoms.keep_whole(operand.dims[d]);
    }
  };
  for (const DraftOperand& operand : node.inputs) keep(operand);
  keep(node.output);
  nodes.push_back(std::move(node));
}

Result<spmd::Graph> graph_of(const Draft& draft, const std::string& name) {
  return DraftWriter(draft, name).run();
}

}  // namespace astrolabe::onnx
