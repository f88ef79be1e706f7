// core/spmd/interpreter.h, faults.h, small_graph.h: programs executed device by device against one device.
#include <QtTest>
#include <algorithm>
#include <array>
#include <set>

#include "core/spmd/faults.h"
#include "core/spmd/graph_parts.h"
#include "core/spmd/small_graph.h"
#include "core/spmd/synthesis.h"
#include "kernel_graphs.h"
#include "spmd_cases.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_spmd_interpreter {

using namespace astrolabe;
using namespace astrolabe::spmd;

namespace {

/// The synthesised program of a benchmark model on four unequal devices, and the graph made small.
struct Case {
  Graph graph, small;
  Program program;
};

/// Synthesised once for all tests that ask for it.
const Case& make_case(const std::string& name, double bandwidth = 1e9) {
  static std::map<std::pair<std::string, double>, Case> known;
  const auto [place, is_new] = known.try_emplace({name, bandwidth});
  Case& made = place->second;
  if (!is_new) return made;
  const std::vector<double> speeds{1e12, 2e12, 4e12};
  made.graph = tests::trained(name.c_str(), name == "vgg19" ? 0 : 2, static_cast<int>(speeds.size()), 24);
  const std::vector<int> ones(speeds.size(), 1);
  SynthesisOptions options;
  options.baselines = false;
  made.program = synthesise(made.graph, tests::make_devices(speeds, ones, bandwidth), options)->program;
  made.small = *small_graph(made.graph);
  return made;
}

QString told(const Verification& result) {
  if (result.holds()) return QStringLiteral("holds");
  const Violation& violation = *result.violation;
  return QString::fromStdString("step " + std::to_string(violation.step) + ", instruction " +
                                std::to_string(violation.instruction) + " [" + violation.text + "] " +
                                violation.rule + ", " + violation.claim + ": " + violation.what);
}

Instruction instruction_of(Instruction::Kind kind, std::vector<Fact> inputs, std::vector<Fact> outputs) {
  Instruction instruction;
  instruction.kind = kind;
  instruction.inputs = std::move(inputs);
  instruction.outputs = std::move(outputs);
  return instruction;
}

/// Every node computed whole on every device.
Program replicated(const Graph& graph, int devices) {
  Program program;
  program.ratios = {std::vector<double>(static_cast<std::size_t>(devices), 1.0 / devices)};
  const auto whole = [](TensorId tensor) { return Fact{tensor, Property::identity(), 0}; };
  for (std::size_t t = 0; t < graph.tensors.size(); ++t)
    if (graph.tensors[t].producer < 0)
      program.instructions.push_back(
          instruction_of(Instruction::Kind::load, {}, {whole(static_cast<TensorId>(t))}));
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    Instruction instruction;
    instruction.node = static_cast<NodeId>(n);
    for (const TensorId input : graph.nodes[n].inputs) instruction.inputs.push_back(whole(input));
    for (const TensorId output : graph.nodes[n].outputs) instruction.outputs.push_back(whole(output));
    program.instructions.push_back(instruction);
  }
  program.instructions.push_back(instruction_of(Instruction::Kind::output, {whole(graph.loss)}, {}));
  return program;
}

/// Convolution, pools and classes on 8 x 8.
Graph images() {
  Parts parts("images", false);
  const TensorId labels = parts.input("labels", {4});
  TensorId x = parts.relu(parts.conv2d(parts.input("image", {4, 3, 8, 8}), 5, 3));
  Attributes attributes;
  attributes.rows = attributes.columns = {0, 1, 2, 2, 2};
  x = parts.builder().add(Op::conv2d, "by channel", {x, parts.parameter("by_channel", {5, 1, 3, 3})},
                          {4, 5, 8, 8}, "ncXY,c.KL->ncUV", 11520.0, attributes);
  x = parts.average_pool(parts.max_pool(x), 2);
  x = parts.linear("head", parts.dropout(parts.flatten(x, 1)), 7);
  const TensorId loss = parts.class_loss(x, labels);
  return *with_backward(std::move(parts).finish(loss, 4.0));
}

constexpr std::array kRuleGraphs{"images", "vit", "bert", "moe", "functions", "convolutions", "resized"};

Graph rule_graph(const QString& name) {
  if (name == "images") return images();
  if (name == "functions") return tests::function_graph();
  if (name == "convolutions") return tests::convolution_graph();
  if (name == "resized") return tests::image_graph();
  return tests::trained(qPrintable(name), name == "moe" ? 2 : 1, 3, 24);
}

/// x[4, 3] -> W[2, 3] -> relu -> sum, all whole numbers.
Graph small_layer() {
  GraphBuilder builder("layer", false);
  const TensorId x = builder.leaf(Role::input, "x", {4, 3});
  const TensorId w = builder.leaf(Role::parameter, "w", {2, 3});
  const TensorId y = builder.add(Op::contract, "y", {x, w}, {4, 2}, "bi,oi->bo", 48.0);
  const TensorId z = builder.add(Op::relu, "z", {y}, {4, 2}, "bo->bo", 8.0);
  const TensorId loss = builder.add(Op::reduce_sum, "loss", {z}, {}, "bo->", 8.0);
  return *with_backward(std::move(builder).finish(loss, 4.0));
}

}  // namespace

class TestSpmdInterpreter : public QObject {
  Q_OBJECT

 private slots:
  void synthesised_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("bandwidth");
    for (const char* name : {"vgg19", "vit", "bert", "moe", "encoder"})
      for (const double bandwidth : {1e10, 1e8, 1e12}) {
        if (tests::kCaseShare > 1 && bandwidth != 1e10) continue;
        QTest::newRow(qPrintable(QStringLiteral("%1, %2 B/s").arg(QLatin1String(name)).arg(bandwidth)))
            << QString::fromLatin1(name) << bandwidth;
      }
  }
  /// Three steps of Adam and, once for each model, of SGD: the program's own ratios, ratios with a device
  /// that gets nothing, and ratios of which every device has a part.
  void synthesised() {
    QFETCH(QString, name);
    QFETCH(double, bandwidth);
    Case made = make_case(name.toStdString(), bandwidth);
    std::vector<OptimizerKind> optimizers{OptimizerKind::adam};
    if (bandwidth == 1e10) optimizers.push_back(OptimizerKind::sgd);
    for (const OptimizerKind optimizer : optimizers)
      for (const std::vector<double>& ratios :
           {made.program.ratios.front(), {0.5, 0.0, 0.5}, {0.2, 0.35, 0.45}}) {
        made.program.ratios.front() = ratios;
        VerifyOptions options;
        options.optimizer = optimizer;
        options.spread_masks = true;
        const Verification result = verify(made.small, made.program, options);
        QVERIFY2(result.holds(), qPrintable(told(result)));
        QCOMPARE(result.steps, 3);
        // Every tensor that the program names was compared, among them all gradients and new parameters.
        QVERIFY(result.tensors > static_cast<int>(made.small.nodes.size()));
      }
  }

  /// Data parallel by hand, exact in whole numbers: shards of 4 samples by 1 : 0 : 3.
  void byHand() {
    const Graph graph = small_layer();
    const TensorId w = 1, g_w = graph.tensors[w].gradient, updated = graph.tensors[w].updated;
    Program program = replicated(graph, 3);
    program.ratios = {{0.25, 0.0, 0.75}};
    const auto sharded = [&](Fact& fact) {
      if (graph.tensors[fact.tensor].shape.size() == 2 && graph.tensors[fact.tensor].shape[0] == 4)
        fact.property = Property::gather(0);
      if (fact.tensor == graph.loss || fact.tensor == g_w) fact.property = Property::reduce();
    };
    for (Instruction& instruction : program.instructions) {
      for (Fact& fact : instruction.inputs) sharded(fact);
      for (Fact& fact : instruction.outputs) sharded(fact);
    }
    VerifyOptions options;
    options.whole_numbers = true;
    options.optimizer = OptimizerKind::sgd;
    // As it stands, the update reads a sum of parts and claims a whole.
    Verification result = verify(graph, program, options);
    QVERIFY(!result.holds());
    QCOMPARE(result.violation->rule, std::string("update: I, R => I"));
    // The all-reduce that was missing, before the update.
    const auto place =
        std::find_if(program.instructions.begin(), program.instructions.end(), [&](const auto& i) {
          return i.kind == Instruction::Kind::compute && graph.nodes[i.node].op == Op::update;
        });
    place->inputs[1].property = Property::identity();
    Instruction reduce;
    reduce.kind = Instruction::Kind::all_reduce;
    reduce.inputs = {{g_w, Property::reduce(), 0}};
    reduce.outputs = {{g_w, Property::identity(), 0}};
    program.instructions.insert(place, reduce);
    result = verify(graph, program, options);
    QVERIFY2(result.holds(), qPrintable(told(result)));
    QCOMPARE(result.tensors, static_cast<int>(graph.tensors.size()));
    // Facts: 2 loads, 3 forward, 2 or 3 backward, all-reduce, update; three steps.
    int facts = 0;
    for (const Instruction& instruction : program.instructions)
      facts += static_cast<int>(instruction.outputs.size());
    QCOMPARE(result.checks, 3 * facts);

    // The loop invariant: the update is kept sharded, the parameter was loaded whole.
    Program sliced = program;
    sliced.instructions.back() = instruction_of(
        Instruction::Kind::slice, {{updated, Property::identity(), 0}}, {{updated, Property::gather(0), 0}});
    QVERIFY(!verify(graph, sliced, options).holds());  // and the loss is not delivered
    QCOMPARE(verify(graph, sliced, options).violation->what, std::string("the loss is not delivered"));
    // An operand that nobody made.
    Program torn = program;
    torn.instructions.erase(torn.instructions.begin() + 2);  // y
    const Verification missing = verify(graph, torn, options);
    QVERIFY(!missing.holds());
    QCOMPARE(missing.violation->what, std::string("no earlier instruction gives y[4, 2] is G0"));
  }

  void faults_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("rule");
    QTest::newRow("softmax") << 1 << "vit"
                             << "attention: G1 => G1";
    QTest::newRow("softmax of classes") << 1 << "vgg19"
                                        << "cross_entropy: G1, I => R";
    QTest::newRow("relu of parts") << 2 << "bert"
                                   << "relu: R => R";
    QTest::newRow("sum with whole") << 3 << "encoder"
                                    << "add: R, I => R";
    QTest::newRow("transposition") << 4 << "vit"
                                   << "transpose: G1 => G1";
    QTest::newRow("einsum as transposition") << 4 << "encoder"
                                             << "contract: G0, I => G1";
    QTest::newRow("mixture") << 5 << "moe"
                             << "contract: I, G2 => G1";
    QTest::newRow("extent 1") << 6 << "vit"
                              << "update: I, R => I";
    QTest::newRow("not reduced") << 6 << "encoder"
                                 << "update: I, R => I";
    QTest::newRow("dropout") << 7 << "vgg19"
                             << "dropout: I => I";
    QTest::newRow("border") << 8 << "encoder"
                            << "contract: G0, I => G0";
  }
  /// hap.md 7.3: each fault stands in an otherwise right program and is found at its own instruction.
  void faults() {
    QFETCH(int, fault);
    QFETCH(QString, model);
    QFETCH(QString, rule);
    const Case& made = make_case(model.toStdString());
    const auto faulty = inject(made.graph, made.program, static_cast<Fault>(fault));
    QVERIFY(faulty.has_value());
    VerifyOptions options;
    options.spread_masks = true;
    options.fault = faulty->fault;
    const Verification result = verify(made.small, faulty->program, options);
    QVERIFY2(!result.holds(), to_string(static_cast<Fault>(fault)).data());
    QCOMPARE(result.violation->instruction, faulty->instruction);
    QCOMPARE(QString::fromStdString(result.violation->rule), rule);
    QVERIFY(!result.violation->what.empty());
  }

  /// A fault that the graph has no operator for is refused with what it would need.
  void faultWithoutPlace() {
    const Graph graph = small_layer();
    const auto none = inject(graph, replicated(graph, 2), Fault::dropout_per_device);
    QVERIFY(!none.has_value());
    QCOMPARE(none.error().wanted.values.front(), std::string("a graph with dropout"));
    QVERIFY(!inject(graph, replicated(graph, 1), Fault::relu_of_parts).has_value());
  }

  void rules_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : kRuleGraphs) QTest::newRow(name) << QString::fromLatin1(name);
  }
  /// Every rule of every node, also those in no program, executed once with uneven shards, one for each node
  /// in a program in which every device computes everything: every fact is compared, so none hides another.
  void rules() {
    QFETCH(QString, name);
    const Graph graph = rule_graph(name);
    const Graph small = *small_graph(graph);
    Program whole = replicated(small, 3);
    whole.ratios = {{0.5, 0.2, 0.3}};
    VerifyOptions options;
    options.spread_masks = true;
    options.steps = 1;
    const Verification plain = verify(small, whole, options);
    QVERIFY2(plain.holds(), qPrintable(told(plain)));
    std::set<std::string> seen;
    std::vector<Program> programs;  // the k-th has the k-th new rule of every node that has so many
    for (std::size_t n = 0; n < small.nodes.size(); ++n) {
      std::size_t of_node = 0;
      for (const Rule& rule : signature_rules(small.nodes[n])) {
        const auto node = static_cast<NodeId>(n);
        if (programs.size() == of_node) programs.push_back(whole);
        Rewritten written = with_rule(programs[of_node], node, rule.inputs, rule.outputs);
        std::string shapes = rule_text(small, written.program.instructions[written.instruction]);
        for (const TensorId input : small.nodes[n].inputs)
          for (const std::int64_t extent : small.tensors[input].shape) shapes += std::to_string(extent);
        if (seen.insert(shapes).second) programs[of_node++] = std::move(written.program);
      }
    }
    for (const Program& program : programs) {
      const Verification result = verify(small, program, options);
      QVERIFY2(result.holds(), qPrintable(told(result)));
    }
    QVERIFY(seen.size() > 40);
  }

  /// No operator is left out of those graphs but the fused ones of the released code, which have no gradient.
  void everyOperatorHasItsRulesExecuted() {
    std::set<Op> met{Op::linear, Op::fused_attention, Op::log_softmax, Op::nll_loss};
    for (const char* name : kRuleGraphs)
      for (const Node& node : rule_graph(QString::fromLatin1(name)).nodes) met.insert(node.op);
    for (int op = 0; op <= static_cast<int>(Op::update); ++op)
      QVERIFY2(met.contains(static_cast<Op>(op)), to_string(static_cast<Op>(op)));
  }

  /// The released theory's rule for the last einsum of a mixture, and none of its others, is refuted.
  void releasedMixtureRule() {
    const Graph graph = tests::released("moe", 2, 3, 24);
    const Graph trained = tests::trained("moe", 2, 3, 24);
    const Graph small = *small_graph(trained);
    const Program whole = replicated(small, 3);
    int refuted = 0, tried = 0;
    for (const Node& node : graph.nodes) {
      if (node.op != Op::contract) continue;
      const auto same = std::find_if(small.nodes.begin(), small.nodes.end(), [&](const Node& other) {
        return other.phase == Phase::forward && other.op == Op::contract &&
               other.name.starts_with("experts") &&
               other.name.ends_with(node.name.substr(node.name.rfind('.')));
      });
      QVERIFY(same != small.nodes.end());
      for (const Rule& rule : released_rules(graph, node, true)) {
        Program even =
            with_rule(whole, static_cast<NodeId>(same - small.nodes.begin()), rule.inputs, rule.outputs)
                .program;
        even.ratios = {{0.5, 0.2, 0.3}};
        VerifyOptions options;
        options.steps = 1;
        const Verification result = verify(small, even, options);
        ++tried;
        if (!result.holds()) {
          ++refuted;
          QCOMPARE(result.violation->rule, std::string("contract: I, G2 => G1"));
        }
      }
    }
    QVERIFY(tried >= 4 * 5);  // four einsums, five rules each and all-I
    QCOMPARE(refuted, 1);
  }
};

}  // namespace tst_spmd_interpreter

ASTROLABE_TEST(tst_spmd_interpreter, TestSpmdInterpreter)
#include "tst_spmd_interpreter.moc"
