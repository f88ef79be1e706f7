// astrolabe-cli, started for real: a plan of another kind than strategies leads the ranking, and every
// command says so: no common width divides three and five nodes, and programs on groups are a tenth faster
// there.
#include <algorithm>

#include "core/base/json.h"
#include "core/planning/groups.h"
#include "tests/app/cli_process.h"
#include "tests/program/test_program.h"

namespace tst_cli_ahead {

using namespace cli_process;
using namespace astrolabe;

namespace {

const QStringList kParts{"--model", "llama-3.1-8b", "--cluster", "odd.json", "--job", "batch.json"};

double figure(const Json& of, const char* key) { return of.at(key).get<double>(); }

/// True where `a` is as fast and as cheap as `b`.
bool is_as_good(const Json& a, const Json& b) {
  return figure(a, "tokens_per_second") >= figure(b, "tokens_per_second") &&
         figure(a, "usd_per_trillion_tokens") <= figure(b, "usd_per_trillion_tokens");
}

}  // namespace

class TestCliAhead : public QObject {
  Q_OBJECT

  Workplace m_place;
  Json m_answer;

 private slots:
  void initTestCase() {
    m_place.put("odd.json", R"({"pools": [
      {"id": "h", "node": "onprem-dgx-h100", "nodes": 3, "usd_per_gpu_hour": 2.5},
      {"id": "a", "node": "onprem-dgx-a100-80", "nodes": 5, "usd_per_gpu_hour": 1.2}],
      "between_pools": [{"a": "h", "b": "a", "gb_per_s": 200}]})");
    m_place.put("batch.json", R"({"sequence_length": 4096, "global_batch": 256, "tokens": 1e11,
      "precision": "bf16"})");
    const Said said = m_place.run(QStringList{"plan"} + kParts + QStringList{"--json", "--top", "5"});
    QVERIFY2(said.status == 0, said.all().left(4000).constData());
    m_answer = said.json();
    QVERIFY(m_answer["best"][0]["kind"] == std::string(planning::kGroups));
  }

  /// The Pareto set has it: of all that are listed each is in the set or beaten by one of it, and none of the
  /// set by another.
  void paretoOfAllKinds() {
    const Json& set = m_answer["pareto"];
    QVERIFY(std::any_of(set.begin(), set.end(),
                        [&](const Json& point) { return point["kind"] == m_answer["best"][0]["kind"]; }));
    for (const Json& row : m_answer["best"])
      QVERIFY(std::any_of(set.begin(), set.end(), [&](const Json& point) { return is_as_good(point, row); }));
    for (std::size_t i = 1; i < set.size(); ++i)  // slower and slower, so cheaper and cheaper
      QVERIFY(!is_as_good(set[i], set[i - 1]) && !is_as_good(set[i - 1], set[i]));
  }

  /// For time and money the set stands first, all of it, and the ranking has #1, which the head tells of,
  /// however few rows are asked for: of one row the first is of another kind, so that #1 is the second.
  void textBeginsWithTheSet() {
    m_place.put("choice.json", R"({"choose": {}, "pools": [
      {"id": "h", "node": "onprem-dgx-h100", "nodes": 3, "usd_per_gpu_hour": 2.5},
      {"id": "a", "node": "onprem-dgx-a100-80", "nodes": 5, "usd_per_gpu_hour": 1.2}],
      "between_pools": [{"a": "h", "b": "a", "gb_per_s": 200}]})");
    const QStringList command{"plan",  "--model",    "llama-3.1-8b", "--cluster", "choice.json",
                              "--job", "batch.json", "--objective",  "pareto",    "--top",
                              "1"};
    const Said told = m_place.run(command + QStringList{"--json"});
    QVERIFY2(told.status == 0, told.all().left(4000).constData());
    const Json answer = told.json();
    QVERIFY(answer["pareto"].size() > 1);
    const Said said = m_place.run(command);
    QVERIFY2(said.status == 0, said.all().constData());
    const auto begin = said.out.indexOf("\nThe set of time and money");
    QVERIFY2(begin > 0, said.out.constData());
    const QByteArray set = said.out.mid(begin + 1);
    const auto end = set.indexOf("\n\n");
    QCOMPARE(static_cast<std::size_t>(set.left(end).count('\n')), 1 + answer["pareto"].size());
    const QByteArray ranking = set.mid(end + 2);
    const QList<QByteArray> lines = ranking.left(ranking.indexOf("\n\n")).split('\n');
    QVERIFY(answer["best"][0]["kind"] == std::string(planning::kGroups));
    QVERIFY2(lines.size() == 3 && lines[0].contains("Tokens/s"), said.out.constData());
    QVERIFY2(lines[1].trimmed().startsWith("groups "), said.out.constData());
    QVERIFY2(!lines[2].trimmed().startsWith("groups "), said.out.constData());
  }

  /// Text and JSON say the same of what is proven, and list the same rows.
  void textSaysWhatJsonSays() {
    const Said said = m_place.run(QStringList{"plan"} + kParts + QStringList{"--top", "5"});
    QVERIFY2(said.status == 0, said.all().constData());
    const bool proven = m_answer["status"] == "optimal";
    QCOMPARE(proven, m_answer["gap"] == 0.0 && m_answer["places_proven"] > 0);
    QVERIFY2(
        said.out.contains(proven ? "\nProven the first of all kinds of plan." : "\nOf all kinds of plan one"),
        said.out.constData());
    QVERIFY2(said.out.contains("\nFirst is of another kind than strategies: Groups: 24 h"),
             said.out.constData());
    // Which time is of what: that of the search, and that of all it waited for.
    QVERIFY2(
        said.out.contains(" for strategies.\n") && said.out.contains("\nAll kinds of plan together took "),
        said.out.constData());
    const Json& alone = m_answer["proof_of_strategies"];
    QVERIFY(alone["status"] == "optimal" && alone["gap"] == 0.0);
    QVERIFY2(said.out.contains("Best of all strategies"), said.out.constData());
    const QByteArray table = said.out.mid(said.out.indexOf("Tokens/s"));
    const auto rows = table.left(table.indexOf("\n\n")).count('\n');
    QCOMPARE(static_cast<std::size_t>(rows), m_answer["best"].size());
  }

  /// The trace is of what leads: a lane for machines of each pool, of which the last works until the step
  /// ends.
  void traceIsOfTheLeader() {
    const Said said = m_place.run(QStringList{"plan"} + kParts +
                                  QStringList{"--json", "--top", "5", "--trace", "trace.json"});
    QVERIFY2(said.status == 0, said.all().left(2000).constData());
    QVERIFY2(!said.err.contains("The trace is of #1"), said.err.constData());
    QFile file(m_place.path("trace.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Json trace = Json::parse(file.readAll().toStdString());
    const double step = figure(m_answer["best"][0], "step_seconds");
    QVERIFY(qAbs(figure(trace["otherData"], "step_seconds") / step - 1.0) < 1e-9);
    double end = 0.0;
    std::string names;
    for (const Json& event : trace["traceEvents"]) {
      if (event["ph"] == "X") end = std::max(end, figure(event, "ts") + figure(event, "dur"));
      if (event["name"] == "process_name") names += "\n" + event["args"]["name"].get<std::string>();
    }
    QVERIFY2(end <= step * 1e6 + 1.0, qPrintable(QString::number(end)));  // microseconds
    // Groups are called by their pool, not by a stage of a strategy.
    QVERIFY2(names.find("\nh") != std::string::npos && names.find("\na") != std::string::npos, names.c_str());
  }

  /// What is written is the best strategy; the file and standard error say what is ahead of it.
  void exportsSayIt() {
    const QStringList command = QStringList{"export"} + kParts + QStringList{"--format"};
    const Said said = m_place.run(command + QStringList{"json", "--out", "row.json"});
    QVERIFY2(said.status == 0, said.all().constData());
    QVERIFY2(said.err.contains("#1 of the strategies is written.") && said.err.contains("groups-json"),
             said.err.constData());
    QFile file(m_place.path("row.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Json row = Json::parse(file.readAll().toStdString());
    QCOMPARE(row["kind"], Json("pipeline"));
    QCOMPARE(row["recommended"]["kind"], m_answer["best"][0]["kind"]);
    QCOMPARE(row["recommended"]["step_seconds"], m_answer["best"][0]["step_seconds"]);
    QCOMPARE(row["notes"][0]["key"], Json("groups"));
    QCOMPARE(row["notes"][0]["code"], Json("ahead"));
    m_place.put("ahead.json", row["recommended"]["strategy"].dump().c_str());
    for (const auto& [name, step] : {std::pair("row.json", figure(row, "step_seconds")),
                                     {"ahead.json", figure(row["recommended"], "step_seconds")}}) {
      const Said again =
          m_place.run(QStringList{"evaluate"} + kParts + QStringList{"--strategy", name, "--json"});
      QVERIFY2(again.status == 0, again.all().left(2000).constData());
      QVERIFY(qAbs(figure(again.json(), "step_seconds") / step - 1.0) < 1e-9);
    }
    const Said launch = m_place.run(command + QStringList{"megatron-lm", "--out", "launch.txt"});
    QCOMPARE(launch.err.contains("#1 of the strategies is written."), launch.status == 0);
    QVERIFY2(launch.err.contains("groups-json"), launch.err.constData());
    QCOMPARE(m_place.run(command + QStringList{"csv", "--out", "row.csv"}).status, 0);
    QFile table(m_place.path("row.csv"));
    QVERIFY(table.open(QIODevice::ReadOnly));
    QVERIFY(table.readLine().contains(",recommended.kind,"));
  }
};

}  // namespace tst_cli_ahead

ASTROLABE_TEST(tst_cli_ahead, TestCliAhead)
#include "tst_cli_ahead.moc"
