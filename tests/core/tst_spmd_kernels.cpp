// core/spmd/kernels.h: gradients against differences of the loss. Distributed programs are compared with what
// these kernels compute on one device, so they must be right themselves.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/spmd/graph_parts.h"
#include "core/spmd/kernels.h"
#include "core/spmd/leaves.h"
#include "core/spmd/small_graph.h"
#include "kernel_graphs.h"
#include "spmd_cases.h"
#include "tests/program/test_program.h"

namespace tst_spmd_kernels {

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::tests;

namespace {

/// Results of `node` from operands that `value_of` gives.
template <class ValueOf>
std::vector<Block> run_node(const Graph& graph, const Node& node, const ValueOf& value_of) {
  Operands operands;
  for (const TensorId input : node.inputs) operands.push_back(&value_of(input));
  std::vector<Block> results;
  for (const TensorId output : node.outputs) results.push_back(Block::zeros(graph.tensors[output].shape));
  KernelContext context;
  context.optimizer = OptimizerKind::sgd;
  run_kernel(node, operands, results, context);
  return results;
}

std::vector<Block> run(const Graph& graph, std::vector<Block> values) {
  for (const Node& node : graph.nodes) {
    std::vector<Block> results = run_node(graph, node, [&](TensorId t) -> const Block& { return values[t]; });
    for (std::size_t i = 0; i < results.size(); ++i) values[node.outputs[i]] = std::move(results[i]);
  }
  return values;
}

/// The nodes that the loss needs, in order: the forward pass.
std::vector<const Node*> forward_of(const Graph& graph) {
  std::set<TensorId> needed{graph.loss};
  std::vector<const Node*> nodes;
  for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node)
    if (std::any_of(node->outputs.begin(), node->outputs.end(),
                    [&](TensorId t) { return needed.contains(t); })) {
      needed.insert(node->inputs.begin(), node->inputs.end());
      nodes.push_back(&*node);
    }
  std::reverse(nodes.begin(), nodes.end());
  return nodes;
}

/// The loss where one leaf has another value: of `known`, what does not depend on it stays.
double loss_with(const Graph& graph, const std::vector<const Node*>& forward, const std::vector<Block>& known,
                 TensorId leaf, Block value) {
  std::map<TensorId, Block> changed;
  changed.emplace(leaf, std::move(value));
  const auto value_of = [&](TensorId t) -> const Block& {
    const auto found = changed.find(t);
    return found == changed.end() ? known[t] : found->second;
  };
  for (const Node* node : forward) {
    if (std::none_of(node->inputs.begin(), node->inputs.end(),
                     [&](TensorId t) { return changed.contains(t); }))
      continue;
    std::vector<Block> results = run_node(graph, *node, value_of);
    for (std::size_t i = 0; i < results.size(); ++i)
      changed.insert_or_assign(node->outputs[i], std::move(results[i]));
  }
  return value_of(graph.loss).values[0];
}

}  // namespace

class TestSpmdKernels : public QObject {
  Q_OBJECT

 private slots:
  void gradients_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"functions", "convolutions", "images", "vit", "bert", "moe", "encoder", "vgg19"})
      QTest::newRow(name) << QString::fromLatin1(name);
  }
  /// For each parameter w and a direction d: (L(w + h d) - L(w - h d)) / 2h = g_w . d; h = 1e-6, as third
  /// derivatives reach 2e5 (narrow norms): an error of h^2 / 6 x 2e5 = 3e-8.
  void gradients() {
    QFETCH(QString, name);
    const Graph graph = name == "functions"      ? function_graph()
                        : name == "convolutions" ? convolution_graph()
                        : name == "images"       ? image_graph()
                                                 : *small_graph(tests::trained(qPrintable(name), 2, 2, 8));
    const Leaves leaves(graph, 3, false);
    std::vector<Block> values(graph.tensors.size());
    for (std::size_t t = 0; t < values.size(); ++t)
      if (graph.tensors[t].producer < 0) values[t] = leaves.draw(static_cast<TensorId>(t), 0);
    const std::vector<Block> result = run(graph, values);
    const std::vector<const Node*> forward = forward_of(graph);
    int compared = 0;
    for (std::size_t t = 0; t < values.size(); ++t) {
      const Tensor& tensor = graph.tensors[t];
      if (tensor.gradient < 0 || (name == "vgg19" && ++compared % 8 != 0)) continue;
      Eigen::ArrayXd direction(values[t].values.size());
      for (Eigen::Index i = 0; i < direction.size(); ++i)
        direction[i] = std::cos(static_cast<double>(5 * i + 1));
      const double h = 1e-6;
      const auto loss_at = [&](double step) {
        Block moved = values[t];
        moved.values += step * direction;
        return loss_with(graph, forward, result, static_cast<TensorId>(t), std::move(moved));
      };
      const double measured = (loss_at(h) - loss_at(-h)) / (2.0 * h);
      const double computed = (result[tensor.gradient].values * direction).sum();
      const double size =
          result[tensor.gradient].values.abs().maxCoeff() * std::sqrt(static_cast<double>(direction.size()));
      QVERIFY2(std::fabs(measured - computed) <= 1e-5 * size + 1e-7,
               qPrintable(QStringLiteral("%1: %2, by differences %3")
                              .arg(QString::fromStdString(tensor.name))
                              .arg(computed, 0, 'g', 12)
                              .arg(measured, 0, 'g', 12)));
    }
  }

  /// By hand: x counts 0 to 24 on 5 x 5, two channels, the second 100 more; weights 1 at the corners of 3 x
  /// 3, dilation 2, so the corners of 5 x 5: 0 + 4 + 20 + 24 = 48 in a group of its own, 448 in the other's.
  void dilatedGroups() {
    Parts parts("by hand", false);
    Attributes attributes;
    attributes.rows.dilation = attributes.columns.dilation = 2;
    const TensorId x = parts.input("x", {1, 2, 5, 5}), w = parts.parameter("w", {2, 1, 3, 3});
    const TensorId y =
        parts.builder().add(Op::conv2d, "y", {x, w}, {1, 2, 1, 1}, "ncXY,c.KL->nc..", 72.0, attributes);
    const Graph graph = std::move(parts).finish(parts.sum(y), 1.0);
    std::vector<Block> values(graph.tensors.size());
    values[x] = Block::zeros({1, 2, 5, 5});
    values[w] = Block::zeros({2, 1, 3, 3});
    for (Eigen::Index i = 0; i < 50; ++i)
      values[x].values[i] = static_cast<double>(i < 25 ? i : i - 25 + 100);
    for (const Eigen::Index corner : {0, 2, 6, 8})
      values[w].values[corner] = values[w].values[9 + corner] = 1.0;
    const std::vector<Block> result = run(graph, values);
    QCOMPARE(result[y].values[0], 48.0);
    QCOMPARE(result[y].values[1], 448.0);
  }

  /// By hand, one row 0, 4, 8 to twice its length: by centres -0.25, 0.25, 0.75, ... of an element, cut off
  /// at the ends; by ends 0, 2/5, 4/5, ...; from the corner 0, 1/2, 1, ...
  void resizedRows() {
    const std::vector<std::pair<Interpolation, std::vector<double>>> expected{
        {Interpolation::nearest, {0, 0, 4, 4, 8, 8}},
        {Interpolation::half_pixel, {0, 1, 3, 5, 7, 8}},
        {Interpolation::align_ends, {0, 1.6, 3.2, 4.8, 6.4, 8}},
        {Interpolation::from_corner, {0, 2, 4, 6, 8, 8}}};
    for (const auto& [way, row] : expected) {
      Parts parts("by hand", false);
      Attributes attributes;
      attributes.interpolation = way;
      const TensorId x = parts.input("x", {1, 1, 1, 3});
      const TensorId y =
          parts.builder().add(Op::resize, "y", {x}, {1, 1, 1, 6}, "...X->...Y", 1.0, attributes);
      const Graph graph = std::move(parts).finish(parts.sum(y), 1.0);
      std::vector<Block> values(graph.tensors.size());
      values[x] = Block::zeros({1, 1, 1, 3});
      for (Eigen::Index i = 0; i < 3; ++i) values[x].values[i] = 4.0 * static_cast<double>(i);
      const std::vector<Block> result = run(graph, values);
      for (std::size_t i = 0; i < row.size(); ++i)
        QVERIFY(std::fabs(result[y].values[static_cast<Eigen::Index>(i)] - row[i]) < 1e-12);
    }
  }
};

}  // namespace tst_spmd_kernels

ASTROLABE_TEST(tst_spmd_kernels, TestSpmdKernels)
#include "tst_spmd_kernels.moc"
