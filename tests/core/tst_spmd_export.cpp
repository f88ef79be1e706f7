// core/spmd/program_text.h, export_pytorch.h: a program for people, as JSON, and as a script that Python
// reads.
#include <QProcess>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/exports/pytorch.h"
#include "core/spmd/graph_parts.h"
#include "core/spmd/program_text.h"
#include "core/spmd/synthesis.h"
#include "spmd_cases.h"
#include "tests/program/test_program.h"

namespace tst_spmd_export {

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::exports;

namespace {

/// Two linear layers with relu and classes: a multi-layer perceptron.
Graph perceptron() {
  Parts parts("perceptron", false);
  const TensorId labels = parts.input("labels", {12});
  TensorId x = parts.relu(parts.linear("up", parts.input("x", {12, 64}), 256));
  x = parts.linear("down", x, 10);
  const TensorId loss = parts.class_loss(x, labels);
  return *with_backward(std::move(parts).finish(loss, 12.0));
}

Graph graph_of(const QString& name) {
  if (name == "perceptron") return perceptron();
  return tests::trained(qPrintable(name), 1, 3, 24);
}

Program program_of(const Graph& graph, double bandwidth) {
  return synthesise(graph, tests::make_devices({1e12, 2e12, 4e12}, {1, 1, 1}, bandwidth))->program;
}

}  // namespace

class TestSpmdExport : public QObject {
  Q_OBJECT

 private slots:
  void script_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("bandwidth");
    for (const char* name : {"perceptron", "encoder", "bert", "vit", "moe", "vgg19"})
      for (const double bandwidth : {1e8, 1e11})
        QTest::newRow(qPrintable(QStringLiteral("%1, %2 B/s").arg(QLatin1String(name)).arg(bandwidth)))
            << QString::fromLatin1(name) << bandwidth;
  }
  /// Python parses it; every name that a line of the step reads was written by an earlier one; one line for
  /// each instruction.
  void script() {
    QFETCH(QString, name);
    QFETCH(double, bandwidth);
    const Graph graph = graph_of(name);
    const Program program = program_of(graph, bandwidth);
    const auto script = pytorch_script(graph, program);
    QVERIFY(script.has_value());
    QProcess python;
    python.start(QStringLiteral("python3"), {QStringLiteral("-c"), QStringLiteral(R"(
import ast, builtins, sys
tree = ast.parse(sys.stdin.read())
top = {n.name for n in tree.body if isinstance(n, ast.FunctionDef)} | set(dir(builtins))
for n in tree.body:
    if isinstance(n, (ast.Import, ast.ImportFrom)):
        top |= {a.asname or a.name.split('.')[0] for a in n.names}
    if isinstance(n, ast.Assign):
        for target in n.targets:
            top |= {x.id for x in ast.walk(target) if isinstance(x, ast.Name)}
step = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == 'train_step')
known, lines = {'step', 'x'}, 0
for statement in step.body:
    if isinstance(statement, ast.Delete):
        for target in statement.targets:
            known.remove(target.id)
        continue
    names = [n for n in ast.walk(statement) if isinstance(n, ast.Name)]
    unknown = [n.id for n in names if isinstance(n.ctx, ast.Load) and n.id not in known | top]
    assert not unknown, (ast.unparse(statement), unknown)
    known |= {n.id for n in names if isinstance(n.ctx, ast.Store)}
    lines += isinstance(statement, ast.Assign)
print(lines)
)")});
    QVERIFY(python.waitForStarted());
    python.write(script->c_str());
    python.closeWriteChannel();
    QVERIFY(python.waitForFinished(120'000));
    QCOMPARE(python.readAllStandardError(), QByteArray());
    // Each instruction, the batch, and one line for each parameter that moves on.
    int parameters = 0;
    for (const Tensor& tensor : graph.tensors) parameters += tensor.updated >= 0 ? 1 : 0;
    QCOMPARE(python.readAllStandardOutput().trimmed().toInt(),
             static_cast<int>(program.instructions.size()) + 1 + parameters);
  }

  /// By hand, one device column: 12 x 64 inputs cut 1 : 2 : 4.
  void wording() {
    const Graph graph = perceptron();
    const Program program = program_of(graph, 1e11);
    const std::string script = *pytorch_script(graph, program);
    const QString text = QString::fromStdString(script);
    QVERIFY(text.contains(QStringLiteral("torchrun --nproc-per-node 3")));
    QVERIFY(text.contains(QStringLiteral("RATIOS = [\n    [0.1428571428571428")));
    QVERIFY(text.contains(QStringLiteral("torch.randint(10, [12], generator=source),  # labels")));
    QVERIFY(text.contains(
        QRegularExpression(QStringLiteral("t\\d+_\\w+ = torch.einsum\\(\"ab,cb->ac\", t\\d+_"))));
    QVERIFY(text.contains(QStringLiteral("parameter(\"2 up.weight\", [256, 64], 64")));
  }

  /// PyTorch's own convolutions and pools refuse a device that has no channels: none stands in the step
  /// alone.
  void emptyShards() {
    const Graph graph = graph_of(QStringLiteral("vgg19"));
    const QString script = QString::fromStdString(*pytorch_script(graph, program_of(graph, 1e11)));
    const QString step = script.mid(script.indexOf(QStringLiteral("def train_step")));
    for (const char* own : {"= convolution(t", "= max_pool(t", "= average_pool(t"})
      QVERIFY2(step.contains(QLatin1String(own)), own);
    for (const char* theirs : {"F.conv2d", "F.max_pool2d", "F.adaptive_avg_pool2d"})
      QVERIFY2(!step.contains(QLatin1String(theirs)), theirs);
    // What gradient() is asked of has one where a device holds nothing.
    for (const char* own :
         {"convolution", "max_pool", "average_pool", "average_windows", "resize", "attention"}) {
      const qsizetype begin = script.indexOf(QStringLiteral("\ndef %1(").arg(QLatin1String(own)));
      const QString body = script.mid(begin, script.indexOf(QStringLiteral("\n\n\n"), begin) - begin);
      const qsizetype empty = body.indexOf(QStringLiteral("new_zeros("));
      QVERIFY2(begin >= 0 && empty >= 0, own);
      QVERIFY2(body.mid(empty, body.indexOf('\n', empty) - empty).contains(QStringLiteral("+ 0 * ")), own);
    }
  }

  /// Weights are drawn for the elements that go into one of the product, whichever dimension these are:
  /// queries, keys and values [16, 192, 1024] of 1,024, experts' [6, 768, 3072] of 768 and back of 3,072, the
  /// gate's [768, 6] of 768. Gains of norms start at 1, biases at 0.
  void startsOfParameters() {
    const auto script = [](const Graph& graph) {
      return QString::fromStdString(*pytorch_script(graph, program_of(graph, 1e11)));
    };
    const auto starts = [](const QString& text, const char* parameter) {
      const QRegularExpression line(
          QStringLiteral("parameter\\(\"\\d+ [a-z.0-9]*%1\", (\\[[0-9, ]+\\], [^,)]+)")
              .arg(QLatin1String(parameter)));
      return line.match(text).captured(1);
    };
    const QString encoder = script(graph_of(QStringLiteral("encoder")));
    QCOMPARE(starts(encoder, "0.qkv.weight"), QStringLiteral("[16, 192, 1024], 1024"));
    QCOMPARE(starts(encoder, "0.out.weight"), QStringLiteral("[1024, 16, 64], 1024"));
    QCOMPARE(starts(encoder, "0.qkv.bias"), QStringLiteral("[16, 192], \"zeros\""));
    const QString moe = script(tests::trained("moe", 2, 3, 24));
    QCOMPARE(starts(moe, "gate"), QStringLiteral("[768, 6], 768"));
    QCOMPARE(starts(moe, "up"), QStringLiteral("[6, 768, 3072], 768"));
    QCOMPARE(starts(moe, "down"), QStringLiteral("[6, 3072, 768], 3072"));
    Parts parts("norm", false);
    const TensorId labels = parts.input("labels", {12});
    const TensorId x = parts.linear("up", parts.rms_norm("norm", parts.input("x", {12, 64})), 10);
    const Graph graph = *with_backward(std::move(parts).finish(parts.class_loss(x, labels), 12.0));
    QVERIFY(script(graph).contains(QStringLiteral("[64], \"ones\"")));
  }

  void releasedFormIsRefused() {
    const Graph graph = tests::released("encoder", 1, 3, 24);
    const auto program = synthesise(graph, tests::make_devices({1e12, 2e12, 4e12}, {1, 1, 1}, 1e9))->program;
    const auto script = pytorch_script(graph, program);
    QVERIFY(!script.has_value());
    QCOMPARE(script.error().code, std::string("AST-M105"));
  }

  /// Numbered lines under the three phases, ratios in percent.
  void text() {
    const Graph graph = perceptron();
    const Program program = program_of(graph, 1e11);
    const QString text = QString::fromStdString(program_text(graph, program));
    QVERIFY(
        text.startsWith(QStringLiteral("program for perceptron on 3 devices\n"
                                       "ratios of segment 0, percent: 14.286 28.571 57.143\n"
                                       "\nforward\n    0  load")));
    for (const char* phase : {"\nbackward\n", "\noptimizer\n"}) QVERIFY(text.contains(QLatin1String(phase)));
    const auto lines = text.split('\n').filter(QRegularExpression(QStringLiteral("^ *\\d+  ")));
    QCOMPARE(lines.size(), static_cast<qsizetype>(program.instructions.size()));
  }

  void json() {
    const Graph graph = perceptron();
    const Program program = program_of(graph, 1e11);
    const nlohmann::json list = instructions_json(graph, program);
    QCOMPARE(list.size(), program.instructions.size());
    double seconds = 0.0;
    for (const auto& one : list)
      seconds += one["computation_seconds"].get<double>() + one["communication_seconds"].get<double>();
    double expected = 0.0;
    for (const Instruction& instruction : program.instructions)
      expected += instruction.computation.value + instruction.communication.value;
    QVERIFY(std::fabs(seconds - expected) <= 1e-12 * expected);
    const auto product =
        std::find_if(list.begin(), list.end(), [](const auto& one) { return one["op"] == "contract"; });
    QCOMPARE((*product)["node"].get<std::string>(), std::string("up"));
    QCOMPARE((*product)["phase"].get<std::string>(), std::string("forward"));
    QCOMPARE((*product)["inputs"][1]["tensor"].get<std::string>(), std::string("up.weight"));
    QCOMPARE((*product)["inputs"][1]["shape"], nlohmann::json({256, 64}));
  }
};

}  // namespace tst_spmd_export

ASTROLABE_TEST(tst_spmd_export, TestSpmdExport)
#include "tst_spmd_export.moc"
