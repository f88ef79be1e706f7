// astrolabe-cli, started for real: what an answer lists is read back, by evaluate and as the layout that
// runs, whatever its kind.
#include <cmath>
#include <map>
#include <string>

#include "tests/app/cli_process.h"
#include "tests/app/mixed_inputs.h"
#include "tests/program/test_program.h"

namespace tst_cli_running {

using namespace cli_process;
using namespace astrolabe;

namespace {

constexpr const char* kJob = R"({"sequence_length": 4096, "global_batch": 256, "tokens": 1e11,
  "precision": "bf16", "software": {"runtime": "any"}})";

/// Two nodes of eight H100, with `marks` as further keys of the pool, and two of A100.
QByteArray cluster(const QByteArray& marks) {
  return R"({"pools": [{"id": "h", "node": "onprem-dgx-h100", "nodes": 2)" + marks +
         R"(}, {"id": "a", "node": "onprem-dgx-a100-80", "nodes": 2}],
      "between_pools": [{"a": "h", "b": "a", "gb_per_s": 200}]})";
}

}  // namespace

class TestCliRunning : public QObject {
  Q_OBJECT

  Workplace m_place;
  Json m_answer;  ///< with a slow GPU: rows of all kinds

  Said ask(const QStringList& command, const QByteArray& marks, const Json& job) {
    m_place.put("mixed.json", cluster(marks));
    m_place.put("work.json", QByteArray::fromStdString(job.dump()));
    return m_place.run(command + QStringList{"--model", "llama-3.1-8b", "--cluster", "mixed.json", "--job",
                                             "work.json", "--json"});
  }
  Said evaluate(const QByteArray& marks, const Json& layout) {
    m_place.put("layout.json", QByteArray::fromStdString(layout.dump()));
    return ask({"evaluate", "--strategy", "layout.json"}, marks, Json::parse(kJob));
  }

  Json replanned(const QByteArray& marks, const Json& running) {
    Json job = Json::parse(kJob);
    job["running"] = running;
    const Said said = ask({"plan", "--top", "3", "--programs", "never"}, marks, job);
    if (said.status != 0) qWarning("%s", said.all().constData());
    return said.json();
  }

  static constexpr const char* kSlow = R"(, "slow": [{"node": 0, "gpu": 3, "factor": 1.8}])";

  /// The first row of each kind that keeps a layout.
  std::map<std::string, Json> rows() const {
    std::map<std::string, Json> first;
    for (const char* key : {"best", "pipelines", "groups", "sharded"})
      for (const Json& row : m_answer.value(key, Json::array()))
        if (row["strategy"].is_object()) first.try_emplace(row["kind"].get<std::string>(), row);
    return first;
  }

 private slots:
  void initTestCase() {
    const Said said = ask({"plan", "--top", "30"}, kSlow, Json::parse(kJob));
    QVERIFY2(said.status == 0, said.all());
    m_answer = said.json();
    std::string kinds;
    for (const auto& [kind, row] : rows()) kinds += kind + " ";
    QCOMPARE(kinds, std::string("groups pipeline pipelines sharded "));
  }

  /// The layout of a row, and the whole row, take as long as the answer says of it.
  void rowsAreEvaluated() {
    for (const auto& [kind, row] : rows())
      for (const Json& given : {row["strategy"], row}) {
        const Said said = evaluate(kSlow, given);
        QVERIFY2(said.status == 0, said.all());
        const Json told = said.json();
        QCOMPARE(told["kind"].get<std::string>(), kind);
        const double step = row["step_seconds"].get<double>();
        QVERIFY2(std::abs(told["step_seconds"].get<double>() - step) <= 1e-9 * step, said.out);
      }
  }

  /// 4 GPUs of the second of three nodes have failed, so that 16 whole GPUs stand on the others. 20 are
  /// refused by both commands in the same words; placed_on is checked as under running, and told where it is
  /// not taken; a layout that a runtime does not write is refused with the form that does.
  void evaluateAndExportAgree() {
    m_place.put("four.json", R"({"pools": [{"id": "a", "node": "onprem-dgx-h100", "nodes": 3,
      "failed": [{"node": 1, "gpu": 2}, {"node": 1, "gpu": 3}, {"node": 1, "gpu": 6}, {"node": 1, "gpu": 7}]}]})");
    m_place.put("batch.json",
                R"({"sequence_length": 4096, "global_batch": 480, "tokens": 1e11, "precision": "bf16"})");
    const auto both = [&](int replicas, const QByteArray& more) {
      m_place.put("given.json", R"({"tensor_parallel": 2, "pipeline_parallel": 1, "micro_batch": 1,
        "recompute": "full", "zero_stage": 1, "data_parallel": )" +
                                    QByteArray::number(replicas) + more + "}");
      const QStringList parts{"--model",    "llama-3.1-8b", "--cluster",  "four.json", "--job",
                              "batch.json", "--strategy",   "given.json", "--json"};
      QFile::remove(m_place.path("given.args"));
      return std::pair(m_place.run(QStringList{"evaluate"} + parts),
                       m_place.run(QStringList{"export"} + parts +
                                   QStringList{"--format", "megatron-lm", "--out", "given.args"}));
    };
    const auto isWritten = [&] { return QFile::exists(m_place.path("given.args")); };
    const auto [evaluated, exported] = both(10, "");
    QVERIFY2(evaluated.status == 2 && evaluated.error() == "AST-T101", evaluated.all());
    QVERIFY2(exported.status == 1 && !isWritten(), exported.all());
    QCOMPARE(exported.json()["error"], evaluated.json()["error"]);
    const auto [wrong, unwritten] = both(8, R"(, "placed_on": {"a": [{"node": 0}, {"node": 17}]})");
    QVERIFY(!isWritten());
    for (const Said& said : {wrong, unwritten}) {
      QVERIFY2(said.status == 2 && said.error() == "AST-D105", said.all());
      QCOMPARE(said.json()["error"]["where"], Json("placed_on.a[1].node"));
    }
    for (const char* second : {"1", "2"}) {
      const auto [told, written] =
          both(8, QByteArray(R"(, "placed_on": {"a": [{"node": 0}, {"node": )") + second + "}]}");
      QVERIFY(isWritten());
      for (const Said& said : {told, written}) {
        QVERIFY2(said.status == 0, said.all());
        QCOMPARE(said.err.contains("placed_on in given.json is not taken"), *second == '1');
      }
    }
    m_place.put("pipelines.json", R"({"kind": "pipelines"})");
    const Said kind =
        m_place.run({"export", "--model", "llama-3.1-8b", "--cluster", "four.json", "--job", "batch.json",
                     "--strategy", "pipelines.json", "--format", "megatron-lm", "--out", "given.args"});
    QVERIFY2(kind.status == 2 && kind.err.contains("pipelines-json"), kind.all());
  }

  /// Each of them may be what runs: it is kept at its step, and every other way is weighed against that.
  void rowsMayRun() {
    for (const auto& [kind, row] : rows())
      for (const Json& given : {row["strategy"], row}) {
        const Json answer = replanned(kSlow, given);
        QVERIFY2(answer["replan"].is_array() && !answer["replan"].empty(), kind.c_str());
        const Json& keep = answer["replan"][0];
        QCOMPARE(keep["kind"].get<std::string>(), std::string("keep"));
        QCOMPARE(keep["bytes_to_move"].get<double>(), 0.0);
        const double step = row["step_seconds"].get<double>();
        // A strategy is told as its ranks stand: no slower than with every GPU as slow as the slowest.
        if (kind == "pipeline")
          QVERIFY(keep["step_seconds"].get<double>() <= step * (1.0 + 1e-9));
        else
          QVERIFY2(std::abs(keep["step_seconds"].get<double>() - step) <= 1e-9 * step, kind.c_str());
        QVERIFY(answer["healthy_step_seconds"].get<double>() <= step * (1.0 + 1e-9));
        QVERIFY2(answer["recommended"].is_number(), kind.c_str());
        for (const Json& way : answer["replan"]) QVERIFY(way["change_seconds"].get<double>() >= 0.0);
      }
  }

  /// A GPU of one of three nodes has failed: what each kind is found to be around it runs as it is when it is
  /// given back. So it does when another GPU fails that it does not stand on, and no longer when one does
  /// that it stands on: what that held is gone.
  void foundAroundFailuresAndKept() {
    const auto hurt = [](const char* more) {
      return QByteArray(R"({"pools": [{"id": "h", "node": "onprem-dgx-h100", "nodes": 3,
        "failed": [{"node": 0, "gpu": 3})") +
             more + R"(]}, {"id": "a", "node": "onprem-dgx-a100-80", "nodes": 2}],
        "between_pools": [{"a": "h", "b": "a", "gb_per_s": 200}]})";
    };
    const auto planned = [&](const char* more, const Json& running, const QStringList& options) {
      Json job = Json::parse(kJob);
      if (!running.is_null()) job["running"] = running;
      m_place.put("hurt.json", hurt(more));
      m_place.put("work.json", QByteArray::fromStdString(job.dump()));
      const Said said = m_place.run(QStringList{"plan", "--model", "llama-3.1-8b", "--cluster", "hurt.json",
                                                "--job", "work.json", "--json"} +
                                    options);
      if (said.status != 0) qWarning("%s", said.all().constData());
      return said.json();
    };
    const Json found = planned("", {}, {"--top", "30"});
    std::map<std::string, Json> first;
    for (const char* key : {"best", "pipelines", "groups", "sharded"})
      for (const Json& row : found.value(key, Json::array()))
        first.try_emplace(row["kind"].get<std::string>(), row);
    QVERIFY(first.size() >= 3 && first.contains("pipeline"));
    const QStringList quick{"--top", "3", "--programs", "never"};
    for (const auto& [kind, row] : first) {
      const double step = row.value("placed_step_seconds", row["step_seconds"].get<double>());
      for (const bool whole : {false, true}) {
        if (whole && kind != "pipeline") continue;  // rows of all kinds are read alike
        const Json answer = planned("", whole ? row : row["strategy"], quick);
        const Json& keep = answer["replan"][0];
        QVERIFY2(keep["kind"] == "keep", kind.c_str());
        QVERIFY2(std::abs(keep["step_seconds"].get<double>() - step) <= 1e-9 * step, kind.c_str());
        QCOMPARE(keep["bytes_to_move"].get<double>(), 0.0);
        QCOMPARE(keep["change_seconds"].get<double>(), 0.0);
        if (row == found["best"][0]) QCOMPARE(answer["recommended"], Json(0));
      }
      if (kind == "pipelines") continue;  // they name each GPU, and use what works of the first node, too
      // Groups and shares take the two whole nodes. Strategies fill nodes of seven, one behind the other.
      const bool whole = kind != "pipeline";
      const Json& placed = row["strategy"]["placed_on"]["h"];
      if (whole) QCOMPARE(placed, Json::parse(R"([{"node": 1, "to": 2}])"));
      if (!whole) QCOMPARE(placed[0], Json::parse(R"({"node": 0, "gpus": [0, 1, 2, 4, 5, 6, 7]})"));
      const Json apart = planned(whole ? R"(, {"node": 0, "gpu": 5})" : R"(, {"node": 1, "gpu": 7})",
                                 row["strategy"], quick);
      QVERIFY2(apart["replan"][0]["kind"] == "keep", kind.c_str());
      QVERIFY(std::abs(apart["replan"][0]["step_seconds"].get<double>() - step) <= 1e-9 * step);
      const Json gone = planned(R"(, {"node": 1, "gpu": 0})", row["strategy"], quick);
      QVERIFY2(!gone["replan"].empty(), kind.c_str());
      for (const Json& way : gone["replan"]) QVERIFY2(way["kind"] != "keep", kind.c_str());
    }
  }

  /// Groups made for a healthy cluster: around a slow GPU their shares are dealt anew, which moves nothing
  /// and is no slower; with a failed one they can't go on, and are not said to.
  void groupsAreDealtAnew() {
    const Said healthy = ask({"plan", "--programs", "never", "--groups", "always"}, {}, Json::parse(kJob));
    QVERIFY2(healthy.status == 0, healthy.all());
    const Json groups = healthy.json()["groups"][0]["strategy"];
    const Json slow = replanned(kSlow, groups);
    double keep = 0.0, dealt = 0.0;
    for (const Json& way : slow["replan"]) {
      if (way["kind"] == "keep") keep = way["step_seconds"].get<double>();
      if (way["kind"] != "rebalance_data") continue;
      dealt = way["step_seconds"].get<double>();
      QCOMPARE(way["bytes_to_move"].get<double>(), 0.0);
      QCOMPARE(way["restart_seconds"].get<double>(), 0.0);
      const Said said = evaluate(kSlow, way["strategy"]);
      QVERIFY2(said.status == 0, said.all());
      QVERIFY(std::abs(said.json()["step_seconds"].get<double>() - dealt) <= 1e-9 * dealt);
    }
    QVERIFY2(dealt > 0.0 && dealt < keep, slow["replan"].dump().c_str());
    const Json failed = replanned(R"(, "failed": [{"node": 0, "gpu": 3}])", groups);
    QVERIFY(!failed["replan"].empty());
    for (const Json& way : failed["replan"]) QCOMPARE(way["kind"].get<std::string>(), std::string("fresh"));
  }

  /// Programs on a node of each of two types run as their rows say: kept as they are while nothing has
  /// changed, no slower than a slow GPU is, and with a failed one to be started anew, whatever as: from a
  /// checkpoint of all weights and moments, at most 16 bytes for each of some 0.34e9 parameters.
  void programsMayRun() {
    const auto planned = [&](const char* key, const Json& marks, const Json& running,
                             const QStringList& more) {
      Json cluster = Json::parse(mixedCluster(1).toStdString()), job = Json::parse(kShortJob);
      if (!marks.is_null()) cluster["pools"][0][key] = marks;
      if (!running.is_null()) job["running"] = running;
      m_place.put("programs.json", QByteArray::fromStdString(cluster.dump()));
      m_place.put("short.json", QByteArray::fromStdString(job.dump()));
      const Said said = m_place.run(QStringList{"plan", "--model", "bert-large", "--cluster", "programs.json",
                                                "--job", "short.json", "--json"} +
                                    more);
      if (said.status != 0) qWarning("%s", said.all().constData());
      return said.json();
    };
    const QStringList quick{"--programs", "never"};
    const Json slow = Json::array({{{"node", 0}, {"gpu", 3}, {"factor", 1.8}}});
    const Json failed = Json::array({{{"node", 0}, {"gpu", 3}}});
    const Json programs = planned("", {}, {}, {})["programs"];
    QVERIFY2(programs.is_array() && !programs.empty(), programs.dump().c_str());
    for (const Json& row : programs) {
      const double step = row["step_seconds"].get<double>();
      QVERIFY(!row.contains("slowed") && !row.contains("placed_on"));
      const Json same = planned("", {}, row, quick);
      QVERIFY2(same["replan"].is_array() && !same["replan"].empty(), same["warnings"].dump().c_str());
      const Json& keep = same["replan"][0];
      QCOMPARE(keep["kind"], Json("keep"));
      QCOMPARE(keep["step_seconds"].get<double>(), step);
      QCOMPARE(keep["bytes_to_move"].get<double>(), 0.0);
      QCOMPARE(keep["change_seconds"].get<double>(), 0.0);
      QCOMPARE(same["healthy_step_seconds"].get<double>(), step);
      QCOMPARE(planned("", {}, keep["strategy"], quick)["replan"][0]["step_seconds"].get<double>(), step);
      const Json beside = planned("slow", slow, row, quick);
      const double slower = beside["replan"][0]["step_seconds"].get<double>();
      QCOMPARE(beside["replan"][0]["kind"], Json("keep"));
      QVERIFY(slower > step && slower <= 1.8 * step * (1.0 + 1e-9));
      const Json gone = planned("failed", failed, row, quick);
      QVERIFY(!gone["replan"].empty());
      for (const Json& way : gone["replan"]) {
        QVERIFY2(way["kind"] == "fresh", way.dump().c_str());
        const double bytes = way["bytes_to_move"].get<double>();
        QVERIFY2(bytes > 0.0 && bytes <= 16.0 * 0.36e9, way.dump().c_str());
        QVERIFY(way["change_seconds"].get<double>() > 0.0);
      }
    }
    // Found beside a slow GPU, or on what a failed one leaves of a node, and given back beside it.
    for (const auto& [key, marks] : {std::pair("slow", slow), {"failed", failed}}) {
      const Json found = planned(key, marks, {}, {})["programs"];
      QVERIFY2(found.is_array(), key);
      for (const Json& row : found) {
        const Json again = planned(key, marks, row, quick);
        QVERIFY2(again["replan"].is_array() && !again["replan"].empty(), key);
        QCOMPARE(again["replan"][0]["kind"], Json("keep"));
        QCOMPARE(again["replan"][0]["step_seconds"], row["step_seconds"]);
      }
    }
  }

  /// What does not fit, and what cannot run, is told at its place with the number.
  void whatCannotRun() {
    const auto refused = [&](const Json& given) {
      Json job = Json::parse(kJob);
      job["running"] = given;
      const Said said = ask({"plan"}, {}, job);
      return said.status == 2 ? said.json()["error"] : Json(said.all().toStdString());
    };
    Json shares = rows().at("sharded")["strategy"];
    shares["parts"][0]["gpus"] = 64;
    Json error = refused(shares);
    QVERIFY2(error.is_object(), error.dump().c_str());
    QCOMPARE(error["where"].get<std::string>(), std::string("job.running.parts"));
    QVERIFY2(error["found"].get<std::string>().find("64 GPUs of h") != std::string::npos,
             error.dump().c_str());
    QVERIFY(error["wanted"].get<std::string>().find("16 GPUs") != std::string::npos);
    error = refused(Json{{"kind", "program"}, {"strategy", nullptr}});  // its row says all of it
    QVERIFY2(error.is_object(), error.dump().c_str());
    QCOMPARE(error["where"].get<std::string>(), std::string("job.running.step_seconds"));
    error = refused(Json{{"kind", "program"}, {"step_seconds", 1.0}, {"gpus", {{"h", 17}}}});
    QCOMPARE(error["where"].get<std::string>(), std::string("job.running.gpus.h"));
    QCOMPARE(error["found"].get<std::string>(), std::string("17"));
  }

  /// A mistake in a row is told at its place in the row.
  void mistakesInRows() {
    Json row = rows().at("groups");
    row["strategy"]["pipelines"][0]["stages"][0]["layers"] = 0;
    const Said said = evaluate(kSlow, row);
    QCOMPARE(said.status, 2);
    QCOMPARE(said.json()["error"]["where"].get<std::string>(),
             std::string("strategy.pipelines[0].stages[0].layers"));
  }
};

}  // namespace tst_cli_running

ASTROLABE_TEST(tst_cli_running, TestCliRunning)
#include "tst_cli_running.moc"
