// astrolabe-cli sweep --grid, started for real: each case is what plan answers, a run that was killed goes on
// where it was, shards make the whole, and what is wrong is told with its file, key, value and remedy.
#include <set>
#include <tuple>

#include "tests/app/cli_process.h"
#include "tests/app/swept_grid.h"
#include "tests/program/test_program.h"

namespace tst_cli_sweep_grid {

using namespace cli_process;

class TestCliSweepGrid : public QObject, SweptGrid {
  Q_OBJECT

 private slots:
  void initTestCase() { sweepWhole(); }

  /// The answer of a case is that of plan for the same files, byte for byte but for what tells of the work.
  void casesAreAnswersOfPlan() {
    const std::vector<Json> lines = linesOf(m_whole);
    std::size_t number = 0;
    for (const char* name : {"cluster.json", "b.json"})
      for (const int nodes : {1, 2})
        for (const int batch : {64, 128}) {
          Json cluster = Json::parse(file(QLatin1String(name)).toStdString());
          Json job = Json::parse(file("job.json").toStdString());
          cluster["pools"][0]["nodes"] = nodes;
          cluster["pools"][0]["inter_node_gb_per_s"] = 400;
          job["global_batch"] = batch;
          m_place.put("one.json", QByteArray::fromStdString(cluster.dump()));
          m_place.put("one_job.json", QByteArray::fromStdString(job.dump()));
          const Said said = m_place.run({"plan", "--model", "llama-3.1-8b", "--cluster", "one.json", "--job",
                                         "one_job.json", "--top", "1", "--json", "--programs", "never"});
          QVERIFY2(said.status == 0, said.all().left(2000).constData());
          const Json& line = lines[number];
          QCOMPARE(line["case"], Json(number));
          QCOMPARE(line["cases"], Json(8));
          QCOMPARE(line["inputs"]["cluster"], Json(name));
          QCOMPARE(line["inputs"]["set"]["cluster.pools[h100].nodes"], Json(nodes));
          QCOMPARE(line["inputs"]["set"]["job.global_batch"], Json(batch));
          QCOMPARE(line["status"], Json("optimal"));
          QCOMPARE(QString::fromStdString(line["answer"].dump()),
                   QString::fromStdString(lasting(said.json()).dump()));
          ++number;
        }
    // Eight questions, eight hashes; one sweep.
    std::set<std::string> hashes, sweeps;
    for (const Json& line : lines) {
      hashes.insert(line["inputs_hash"].get<std::string>());
      sweeps.insert(line["version"].get<std::string>() + line["catalogue"].get<std::string>() +
                    line["grid"].get<std::string>());
    }
    QCOMPARE(hashes.size(), std::size_t(8));
    QCOMPARE(sweeps.size(), std::size_t(1));
  }

  /// Jobs whose roles bring their models need none beside them: two cases, each what plan answers.
  void rolesBringTheirModels() {
    m_place.put("roles.json", R"({"task": "post_train", "dataflow": "grpo", "prompts": 64,
      "samples_per_prompt": 4, "prompt_tokens": 200, "response_tokens": {"mean": 300, "max": 1024},
      "roles": {"actor": {"model": "qwen2.5-7b"}, "reference": {"model": "qwen2.5-7b"},
                "reward": {"rule": true}}})");
    m_place.put("roles_grid.json", R"({"cluster": ["cluster.json"], "job": ["roles.json"],
      "set": {"job.prompts": [64, 32]}})");
    const Said said = m_place.run({"sweep", "--grid", "roles_grid.json"});
    QVERIFY2(said.status == 0, said.all().left(2000).constData());
    const std::vector<Json> lines = linesOf(said.out);
    QCOMPARE(lines.size(), std::size_t(2));
    const Said single =
        m_place.run({"plan", "--cluster", "cluster.json", "--job", "roles.json", "--top", "1", "--json"});
    QCOMPARE(lines[0]["answer"]["best"], single.json()["best"]);
    QVERIFY(lines[1]["answer"]["best"] != lines[0]["answer"]["best"]);
  }

  /// Jobs of other models: each row names its own job's, alone and in a grid, with time and placement as plan
  /// answers them.
  void eachJobHasItsOwnModel() {
    for (const char* model : {"qwen2.5-7b", "llama-3.1-8b"})
      m_place.put(QString::fromLatin1(model) + QStringLiteral(".json"),
                  QByteArray::fromStdString(Json({{"task", "post_train"},
                                                  {"dataflow", "grpo"},
                                                  {"prompts", 64},
                                                  {"samples_per_prompt", 4},
                                                  {"prompt_tokens", 200},
                                                  {"response_tokens", {{"mean", 300}, {"max", 1024}}},
                                                  {"roles",
                                                   {{"actor", {{"model", model}}},
                                                    {"reference", {{"model", model}}},
                                                    {"reward", {{"rule", true}}}}}})
                                                .dump()));
    const Said said =
        m_place.run({"sweep", "--cluster", "cluster.json", "--job", "qwen2.5-7b.json", "llama-3.1-8b.json"});
    QVERIFY2(said.status == 0, said.all().left(2000).constData());
    const Json rows = said.json()["rows"];
    QCOMPARE(rows.size(), std::size_t(2));
    m_place.put("models_grid.json",
                R"({"cluster": ["cluster.json"], "job": ["qwen2.5-7b.json", "llama-3.1-8b.json"]})");
    const std::vector<Json> lines = linesOf(m_place.run({"sweep", "--grid", "models_grid.json"}).out);
    QCOMPARE(lines.size(), std::size_t(2));
    for (const auto& [at, model] : {std::pair(0, "qwen2.5-7b"), {1, "llama-3.1-8b"}}) {
      const std::string job = std::string(model) + ".json";
      QCOMPARE(rows[at]["model"], Json(model));
      QCOMPARE(rows[at]["job"], Json(job));
      const Json best = m_place
                            .run({"plan", "--cluster", "cluster.json", "--job", QString::fromStdString(job),
                                  "--top", "1", "--json"})
                            .json()["best"][0];
      for (const char* key : {"iteration_seconds", "usd_per_iteration", "placement"})
        QCOMPARE(rows[at][key], best[key]);
      QCOMPARE(lines[static_cast<std::size_t>(at)]["inputs"]["model"], Json(model));
      QCOMPARE(lines[static_cast<std::size_t>(at)]["answer"]["best"][0], best);
    }
  }

  /// Standard output has the same lines, another number of threads the same bytes.
  void sameBytesElsewhere() {
    const Said said = m_place.run(grid({"--threads", "1"}));
    QCOMPARE(said.status, 0);
    QCOMPARE(said.out, m_whole);
  }

  /// Killed once two cases are done, and half of a line behind them: what is done stays, and the rest
  /// follows.
  void killedAndResumed() {
    QProcess process;
    m_place.start(process, grid({"--out", "killed.jsonl", "--progress", "text"}));
    QByteArray said;
    process.setReadChannel(QProcess::StandardError);
    while (!said.contains("case 2\n") && process.waitForReadyRead(120000))
      said += process.readAllStandardError();
    process.kill();
    process.waitForFinished();
    QVERIFY2(said.contains("case 2\n"), said.constData());
    const QByteArray left = file("killed.jsonl");
    QVERIFY(m_whole.startsWith(left.left(left.lastIndexOf('\n') + 1)));
    const auto done = left.count('\n');
    QVERIFY(done >= 2);
    m_place.put("killed.jsonl", left.left(left.lastIndexOf('\n') + 1) + "{\"case\": 9, \"ca");
    const Said again = m_place.run(grid({"--resume", "killed.jsonl", "--progress", "text"}));
    QVERIFY2(again.status == 0, again.all().constData());
    QCOMPARE(file("killed.jsonl"), m_whole);
    QVERIFY2(again.err.contains("killed.jsonl, line " + QByteArray::number(done + 1) + ": torn, and cut off"),
             again.err.constData());
    QCOMPARE(again.err.count("\ncase "), 8 - done);
    // All is done: nothing is searched.
    const Said once = m_place.run(grid({"--resume", "killed.jsonl", "--progress", "text"}));
    QVERIFY2(once.status == 0 && once.err.isEmpty(), once.all().constData());
    QCOMPARE(file("killed.jsonl"), m_whole);
  }

  /// A batch system says that it is about to end a task: what is done stays, the case under way does not,
  /// status 3.
  void toldToEnd() {
    Json batches = Json::array();
    for (int batch = 8; batch <= 800; batch += 8) batches.push_back(batch);
    const Json many{{"model", Json::array({"llama-3.1-8b"})},
                    {"cluster", Json::array({"cluster.json"})},
                    {"job", Json::array({"job.json"})},
                    {"set", Json{{"job.global_batch", batches}}}};
    m_place.put("many.json", QByteArray::fromStdString(many.dump()));
    QProcess process;
    m_place.start(process, {"sweep", "--grid", "many.json", "--out", "told.jsonl", "--progress", "text"});
    QByteArray told;
    process.setReadChannel(QProcess::StandardError);
    while (!told.contains("case 1\n") && process.waitForReadyRead(120000))
      told += process.readAllStandardError();
    process.terminate();
    const Said said = Workplace::finish(process);
    QVERIFY2(said.status == 3, said.all().constData());
    const std::vector<Json> lines = linesOf(file("told.jsonl"));
    QVERIFY(!lines.empty() && lines.size() < 100);
    for (const Json& line : lines) QCOMPARE(line["status"], Json("optimal"));
    QVERIFY2(
        said.err.contains("Stopped after " + QByteArray::number(qsizetype(lines.size())) + " of 100 cases."),
        said.err.constData());
  }

  void nothingIsWrittenOver() {
    const Said said = m_place.run(grid({"--out", "whole.jsonl", "--json"}));
    QCOMPARE(said.status, 2);
    QVERIFY2(said.out.contains("cases of a sweep already") && said.out.contains("--resume"),
             said.all().constData());
    QCOMPARE(file("whole.jsonl"), m_whole);
  }

  /// Other inputs, another shard, no lines at all: refused, and the file stays.
  void resumedByAnother() {
    m_place.put("kept.jsonl", m_whole);
    m_place.put("other_job.json",
                R"({"sequence_length": 2048, "global_batch": 64, "tokens": 1e12, "precision": "bf16"})");
    m_place.put("other.json", file("grid.json").replace("job.json", "other_job.json"));
    const auto told = [&](const QStringList& command) {
      const Said said = m_place.run(command + QStringList{"--resume", "kept.jsonl", "--json"});
      if (said.status != 2) qWarning() << said.all();
      const Json error = said.json()["error"];
      return QString::fromStdString(error.value("file", "") + "|" + error.value("where", ""));
    };
    QCOMPARE(told({"sweep", "--grid", "other.json"}), QStringLiteral("kept.jsonl|grid"));
    QCOMPARE(told(grid({"--shard", "2/2"})), QStringLiteral("kept.jsonl|line 1"));
    QCOMPARE(told(grid({"--top", "2"})), QStringLiteral("kept.jsonl|grid"));
    QCOMPARE(file("kept.jsonl"), m_whole);
    for (const auto& [from, to, where] :
         {std::tuple("\"version\":\"", "\"version\":\"0.", "kept.jsonl|version"),
          {"\"catalogue\":\"", "\"catalogue\":\"1", "kept.jsonl|catalogue"},
          {"\"inputs_hash\":\"", "\"inputs_hash\":\"0", "kept.jsonl|line 1"}}) {
      QByteArray changed = m_whole;
      m_place.put("kept.jsonl", changed.replace(from, to));
      QCOMPARE(told(grid({})), QString::fromUtf8(where));
    }
    m_place.put("kept.jsonl", "{\"sweep\": 1}\n");
    QCOMPARE(told(grid({})), QStringLiteral("kept.jsonl|line 1"));
  }

  /// Three parts, in whatever order, are the whole; a part that is missing is named, one of another sweep
  /// refused, objects and lines are not mixed.
  void shardsMakeTheWhole() {
    QStringList parts;
    for (const int part : {3, 1, 2}) {
      parts << QStringLiteral("part%1.jsonl").arg(part);
      const Said said =
          m_place.run(grid({"--shard", QStringLiteral("%1/3").arg(part), "--resume", parts.back()}));
      QVERIFY2(said.status == 0, said.all().constData());
    }
    Said said = m_place.run(QStringList{"merge"} + parts + QStringList{"--out", "merged.jsonl"});
    QVERIFY2(said.status == 0, said.all().constData());
    QCOMPARE(file("merged.jsonl"), m_whole);
    said = m_place.run({"merge", parts[0], parts[1]});
    QVERIFY2(said.status == 2 && said.err.contains("no case 2, 5, 8 (part 2/3)"), said.all().constData());
    m_place.put("foreign.jsonl", file(parts[2]).replace("\"version\":\"", "\"version\":\"0."));
    said = m_place.run({"merge", parts[0], parts[1], "foreign.jsonl"});
    QVERIFY2(said.status == 2 && said.err.contains("foreign.jsonl, “version”") &&
                 said.err.contains(parts[0].toUtf8()),
             said.all().constData());
    said = m_place.run(lists({"--out", "object.json"}));
    QVERIFY2(said.status == 0, said.all().constData());
    said = m_place.run({"merge", parts[0], "object.json"});
    QVERIFY2(said.status == 2 && said.err.contains("object.json") && said.err.contains("a file of lines"),
             said.all().constData());
  }

  /// Objects tell what their files held: the same names are not enough.
  void objectsOfOtherInputs() {
    const auto part = [&](int number, const char* out) {
      return m_place.run(lists({"--shard", QStringLiteral("%1/2").arg(number), "--out", QLatin1String(out)}))
          .status;
    };
    QCOMPARE(part(1, "first.json"), 0);
    const QByteArray job = file("job.json");
    m_place.put("job.json", QByteArray(job).replace("4096", "2048"));
    QCOMPARE(part(2, "second.json"), 0);
    m_place.put("job.json", job);
    const Said said = m_place.run({"merge", "first.json", "second.json", "--json"});
    QCOMPARE(said.status, 2);
    QCOMPARE(said.json()["error"]["file"], Json("second.json"));
    QCOMPARE(said.json()["error"]["where"], Json("sweep.inputs_hash"));
  }

  /// Without a grid the object comes in the end; the lines beside it are gone with it, or resumed.
  void objectWithLinesBesideIt() {
    Said said = m_place.run(lists({"--out", "uninterrupted.json"}));
    QVERIFY2(said.status == 0, said.all().constData());
    QVERIFY(!QFile::exists(m_place.path("uninterrupted.json.partial")));
    QProcess process;
    m_place.start(process, lists({"--out", "cut.json", "--progress", "text"}));
    QByteArray told;
    process.setReadChannel(QProcess::StandardError);
    while (!told.contains("case 1\n") && process.waitForReadyRead(120000))
      told += process.readAllStandardError();
    process.kill();
    process.waitForFinished();
    QVERIFY2(told.contains("case 1\n"), told.constData());
    if (!QFile::exists(m_place.path("cut.json"))) QVERIFY(file("cut.json.partial").count('\n') >= 1);
    said = m_place.run(lists({"--resume", "cut.json"}));
    QVERIFY2(said.status == 0, said.all().constData());
    QCOMPARE(file("cut.json"), file("uninterrupted.json"));
    QVERIFY(!QFile::exists(m_place.path("cut.json.partial")));
  }

  /// A case whose inputs are wrong says so in its line, with the grid's key; the others are searched.
  void wrongCases() {
    m_place.put("some.json", R"({"model": ["llama-3.1-8b"], "cluster": ["cluster.json", "missing.json"],
      "job": ["job.json"], "set": {"cluster.pools[h100].nodes": [1, 0]}})");
    const Said said = m_place.run({"sweep", "--grid", "some.json"});
    QCOMPARE(said.status, 2);
    QVERIFY2(said.err.contains("3 of 4 cases were refused"), said.err.constData());
    const std::vector<Json> lines = linesOf(said.out);
    QCOMPARE(lines.size(), std::size_t(4));
    QCOMPARE(lines[0]["status"], Json("optimal"));
    QCOMPARE(lines[1]["status"], Json("refused"));
    QCOMPARE(lines[1]["error"]["code"], Json("AST-D105"));
    QCOMPARE(lines[1]["error"]["file"], Json("some.json"));
    QCOMPARE(lines[1]["error"]["where"], Json("set[\"cluster.pools[h100].nodes\"]"));
    QCOMPARE(lines[1]["error"]["found"], Json("0"));
    QCOMPARE(lines[2]["error"]["file"], Json("missing.json"));
    QCOMPARE(lines[3]["error"]["code"], Json("AST-F405"));
  }

  void wrongForAll_data() {
    QTest::addColumn<QByteArray>("set");
    QTest::addColumn<QString>("told");
    const auto add = [](const char* name, const char* set, const char* told) {
      QTest::newRow(name) << QByteArray(set) << QString::fromUtf8(told);
    };
    add("no such pool", R"("cluster.pools[b200].nodes": [4])",
        "AST-C106|wrong.json|set[\"cluster.pools[b200].nodes\"]|b200|h100");
    add("no such key", R"("cluster.pools[h100].node_count": [4])",
        "AST-D101|wrong.json|set[\"cluster.pools[h100].node_count\"]|node_count|nodes");
    add("no such key on the way", R"("job.limit.budget_usd": [4])",
        "AST-D101|wrong.json|set[\"job.limit.budget_usd\"]|limit|limits");
    add("an empty list", R"("job.global_batch": [])",
        "AST-D105|wrong.json|set[\"job.global_batch\"]|an empty list|at least one value");
    add("neither cluster nor job", R"("model.layers": [4])",
        "AST-D101|wrong.json|set[\"model.layers\"]|model.layers|cluster.pools[a].nodes");
  }
  void wrongForAll() {
    QFETCH(QByteArray, set);
    QFETCH(QString, told);
    m_place.put("wrong.json", R"({"model": ["llama-3.1-8b"], "cluster": ["cluster.json"], "job": ["job.json"],
      "set": {)" + set + "}}");
    const Said said = m_place.run({"sweep", "--grid", "wrong.json", "--out", "none.jsonl", "--json"});
    QCOMPARE(said.status, 2);
    const Json error = said.json()["error"];
    const QStringList parts = told.split(u'|');
    for (int i = 0; const char* key : {"code", "file", "where", "found", "wanted"}) {
      const QString found = QString::fromStdString(error.value(key, ""));
      QVERIFY2(i == 4 ? found.contains(parts[i]) : found == parts[i], said.out.constData());
      ++i;
    }
    QVERIFY(!QFile::exists(m_place.path("none.jsonl")));
  }

  /// The scenarios of a saved plan are cases; a pool is in the one and not in the other.
  void scenariosOfAPlan() {
    QCOMPARE(m_place.run({"sample", "--out", "sample.astrolabe"}).status, 0);
    const Said said = m_place.run({"sweep", "sample.astrolabe"});
    QVERIFY2(said.status == 0, said.all().constData());
    const std::vector<Json> lines = linesOf(said.out);
    QVERIFY(!lines.empty());
    for (const Json& line : lines) {
      const auto scenario = QString::fromStdString(line["inputs"]["scenario"].get<std::string>());
      const Said single = m_place.run(
          {"plan", "sample.astrolabe", "--scenario", scenario, "--top", "1", "--json", "--groups", "never"});
      QVERIFY2(single.status == 0, single.all().left(2000).constData());
      // The gap of several kinds is worked out anew from that of each.
      Json swept = line["answer"], planned = lasting(single.json());
      QVERIFY(std::abs(swept["gap"].get<double>() - planned["gap"].get<double>()) < 1e-12);
      for (Json* answer : {&swept, &planned}) answer->erase("gap");
      QCOMPARE(QString::fromStdString(swept.dump()), QString::fromStdString(planned.dump()));
    }
    const Said unknown = m_place.run({"sweep", "sample.astrolabe", "--scenario", "nobody", "--json"});
    QVERIFY2(unknown.status == 2 && unknown.json()["error"]["found"] == "nobody", unknown.all().constData());
  }

 private:
  static std::vector<Json> linesOf(const QByteArray& text) {
    std::vector<Json> lines;
    for (const QByteArray& line : text.split('\n'))
      if (!line.isEmpty()) lines.push_back(Json::parse(line.toStdString()));
    return lines;
  }
  static Json lasting(Json answer) {
    // A sweep looks at strategies alone: parts of a gap and notes are of other kinds.
    for (const char* key : {"seconds", "threads", "space", "programs", "groups", "pipelines", "sharded",
                            "widths", "rules", "gap_of", "gap_by_kind", "gap_equal_widths",
                            "proof_of_strategies", "programs_stopped_early", "notes"})
      answer.erase(key);
    return answer;
  }
  static QStringList lists(const QStringList& more) {
    return QStringList{"sweep",        "--model", "llama-3.1-8b", "--cluster",
                       "cluster.json", "b.json",  "--job",        "job.json"} +
           more;
  }
};

}  // namespace tst_cli_sweep_grid

ASTROLABE_TEST(tst_cli_sweep_grid, TestCliSweepGrid)
#include "tst_cli_sweep_grid.moc"
