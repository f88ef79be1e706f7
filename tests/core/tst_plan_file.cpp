// core/plan/plan_file: what was saved comes back, what is not a plan is refused, and nothing is ever lost.
#include <sqlite3.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QtTest>
#include <csignal>
#include <random>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/base/units.h"
#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "tests/program/test_program.h"

namespace tst_plan_file {

using namespace astrolabe;

namespace {

std::string code_of(const Result<plan::PlanFile>& result) { return result ? "read" : result.error().code; }

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(bytes), bytes.size());
}

/// A value in every field.
plan::PlanFile full_plan() {
  plan::PlanFile file;
  file.plan = plan::sample_plan();
  file.plan.name = "Zwei Generationen \u2014 \u4e24\u4ee3";
  file.plan.cluster.pools[0].gpus_per_node = 8;
  file.plan.cluster.pools[0].usd_per_gpu_hour = 2.5;
  file.plan.cluster.pools[1].relative_speed = 0.875;
  file.plan.cluster.choose = hardware::Choose{{{"h100", 32}}, 48};
  file.plan.job.allowed["recompute"] = {"none", "selective"};
  file.plan.job.limits.budget_usd = 1e6;
  file.plan.job.stated.emplace_back("limits.memory_headroom");
  file.plan.objective = strategy::Objective::pareto;
  file.plan.model_entered = {{"num_attention_heads", 64.0}};
  file.plan.layout["h100"] = {12.5, -7.25};
  file.plan.notes = {{"n1", "R1 is delivered in March.\n\u2192 plan with R2", {-40.0, 160.5}, 240.0, 60.0},
                     {"n0", "", {0.0, 0.0}, 120.0, 40.0}};
  file.plan.racks = {{"R1", {"h100"}, 48.0}, {"R2 \"spare\"", {}, std::nullopt}};
  file.plan.my_layouts = {R"({"tensor_parallel": 8})", R"({"tensor_parallel": 4, "pipeline_parallel": 2})"};
  file.answer = R"({"status": "optimal"})";
  file.catalogue_date = "2026-11-09";
  return file;
}

/// The full plan with two scenarios more: the second is shown, the third is the baseline.
plan::PlanFile three_scenarios() {
  plan::PlanFile file = full_plan();
  plan::Scenario second = file.plan;
  second.title = "Nur H100 \u2014 billiger";
  second.cluster.pools.erase(second.cluster.pools.begin() + 1);
  second.cluster.between_pools.clear();
  second.notes = {{"n1", "of the second", {1.0, 2.0}, 100.0, 50.0}};
  plan::Scenario third = second;
  third.title.clear();
  third.model_name = "other";
  third.model_entered.clear();
  third.objective = strategy::Objective::money;
  plan::add_scenario(file.plan, second);
  file.plan.baseline = plan::add_scenario(file.plan, third);
  plan::show_scenario(file.plan, 2);
  return file;
}

int count_of(sqlite3* database, const char* sql) {
  int count = -1;
  const auto first = [](void* into, int, char** values, char**) {
    *static_cast<int*>(into) = QByteArray(values[0]).toInt();
    return 0;
  };
  return sqlite3_exec(database, sql, first, &count, nullptr) == SQLITE_OK ? count : -1;
}

}  // namespace

class TestPlanFile : public QObject {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(m_folder.isValid()); }

  void roundTrip() {
    plan::PlanFile before = full_plan();
    before.plan.calibration = R"({"format": "astrolabe-calibration"})";
    before.plan.presentation = R"([{"page": "cost", "shown": true}])";
    const auto written = plan::write_plan(before, path("round.astrolabe"));
    QVERIFY2(written.has_value(), written ? "" : written.error().found.c_str());
    const auto after = plan::read_plan(path("round.astrolabe"));
    QVERIFY2(after.has_value(), after ? "" : (after.error().where + ": " + after.error().found).c_str());
    QVERIFY(after->plan == before.plan);
    QCOMPARE(after->plan.job.stated, before.plan.job.stated);
    QCOMPARE(after->answer, before.answer);
    QCOMPARE(after->catalogue_date, before.catalogue_date);
    QVERIFY(plan::looks_like_plan(path("round.astrolabe")));
  }
  /// Plans of before noted "cost" and "limits" for whatever a person had set there: all of the group counts.
  void statedGroupsOfOldPlans() {
    plan::PlanFile before = full_plan();
    before.plan.job.stated = {"sequence_length", "cost.years", "cost", "limits", "optimizer"};
    QVERIFY(plan::write_plan(before, path("groups.astrolabe")));
    const auto after = plan::read_plan(path("groups.astrolabe"));
    QVERIFY2(after.has_value(), after ? "" : (after.error().where + ": " + after.error().found).c_str());
    QCOMPARE(after->plan.job.stated,
             (std::vector<std::string>{"sequence_length", "cost.years", "optimizer", "limits.memory_headroom",
                                       "cost.basis", "cost.commitment", "cost.residual", "cost.utilisation",
                                       "cost.usd_per_kwh", "cost.pue", "cost.idle_gpus_cost"}));
  }
  void ownTypesTravelWithThePlan() {
    const Json json = parse_json(R"({"gpus": [{"id": "x1000", "name": "X1000", "memory_gib": 256,
      "mem_bw_GBps": 16000, "bf16_tflops": 4000, "link_uni_GBps": 1800, "link_domain_max_gpus": 8}]})",
                                 code::broken_json)
                          .value();
    plan::PlanFile before = full_plan();
    const auto own = hardware::read_own_types(json);
    QVERIFY2(own.has_value(), own ? "" : own.error().where.c_str());
    before.plan.own_types = *own;
    before.plan.cluster.pools[0].node.clear();
    before.plan.cluster.pools[0].gpu = "x1000";
    before.plan.cluster.pools[0].inter_node_gb_per_s = 400.0;
    QVERIFY(plan::write_plan(before, path("own.astrolabe")));
    const auto after = plan::read_plan(path("own.astrolabe"));
    QVERIFY2(after.has_value(), after ? "" : (after.error().where + ": " + after.error().found).c_str());
    QVERIFY(after->plan == before.plan);
    // The built-in catalogue does not know the type; the plan brings it along.
    const auto problem = plan::make_problem(after->plan, hardware::Catalogue::built_in());
    QVERIFY2(problem.has_value(),
             problem ? "" : (problem.error().where + ": " + problem.error().found).c_str());
    QCOMPARE(problem->cluster.pools[0].gpu.memory->value, 256.0 * kGib);
  }
  void whatNobodyHereKnowsIsKept() {
    QVERIFY(plan::write_plan(full_plan(), path("theirs.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("theirs.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(
        sqlite3_exec(database,
                     "CREATE TABLE \"their \"\"own\" (a INTEGER PRIMARY KEY, b, c BLOB, d REAL);"
                     "INSERT INTO \"their \"\"own\" VALUES (7, 'text', x'00ff', 0.5), (8, NULL, NULL, NULL);"
                     "CREATE TABLE twice (a, b AS (a * 2), c TEXT); INSERT INTO twice VALUES (1, 'x');"
                     "CREATE INDEX by_c ON twice (c); CREATE UNIQUE INDEX by_b ON twice (b);"
                     "INSERT INTO catalogue VALUES ('rack', 'r1', 'no json');"
                     "INSERT INTO meta VALUES ('theirs', 'kept');",
                     nullptr, nullptr, nullptr),
        SQLITE_OK);
    sqlite3_close(database);
    auto read = plan::read_plan(path("theirs.astrolabe"));
    QVERIFY(read.has_value());
    QVERIFY(read->plan == full_plan().plan);
    plan::ForeignTable wrong;  // one that cannot be made again is left out
    wrong.name = "wrong";
    wrong.sql = "CREATE TABLE wrong (a CHECK (a > 1))";
    wrong.columns = {"a"};
    wrong.rows = {{std::int64_t{1}}};
    read->extras.tables.push_back(wrong);
    read->plan.name = "edited";
    QVERIFY(plan::write_plan(*read, path("again.astrolabe")));
    QCOMPARE(sqlite3_open(path("again.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(count_of(database,
                      "SELECT count(*) FROM \"their \"\"own\" WHERE a = 7 AND b = 'text' AND c = x'00ff' AND "
                      "d = 0.5 OR a = 8 AND b IS NULL AND c IS NULL AND d IS NULL"),
             2);
    QCOMPARE(count_of(database, "SELECT count(*) FROM meta WHERE key = 'theirs' AND value = 'kept'"), 1);
    QCOMPARE(count_of(database, "SELECT count(*) FROM twice WHERE a = 1 AND b = 2 AND c = 'x'"), 1);
    QCOMPARE(count_of(database, "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'twice'"),
             2);
    QCOMPARE(count_of(database, "SELECT count(*) FROM sqlite_schema WHERE name = 'wrong'"), 0);
    QCOMPARE(count_of(database,
                      "SELECT count(*) FROM catalogue WHERE kind = 'rack' AND id = 'r1' AND json = 'no json'"),
             1);
    sqlite3_close(database);
    QCOMPARE(plan::read_plan(path("again.astrolabe"))->plan.name, std::string("edited"));
  }
  /// A table whose generated column asks for a function of another program does not keep a plan shut.
  void tablesWithFunctionsOfOthers() {
    QVERIFY(plan::write_plan(full_plan(), path("unreadable.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("unreadable.astrolabe").c_str(), &database), SQLITE_OK);
    const auto theirs = [](sqlite3_context* context, int, sqlite3_value**) { sqlite3_result_int(context, 1); };
    QCOMPARE(sqlite3_create_function(database, "theirs", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, theirs,
                                     nullptr, nullptr),
             SQLITE_OK);
    QCOMPARE(sqlite3_exec(database,
                          "CREATE TABLE odd (a, b AS (theirs(a))); INSERT INTO odd VALUES (1);"
                          "CREATE TABLE even (a); INSERT INTO even VALUES (2);",
                          nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(database);
    const auto read = plan::read_plan(path("unreadable.astrolabe"));
    QVERIFY2(read.has_value(), read ? "" : read.error().found.c_str());
    QVERIFY(read->plan == full_plan().plan);
    const auto& tables = read->extras.tables;
    QVERIFY(std::any_of(tables.begin(), tables.end(), [](const auto& table) { return table.name == "even"; }));
  }
  void answersOfEveryScenario() {
    plan::PlanFile before = three_scenarios();
    before.other_answers = {{1, R"({"status": "infeasible"})"}, {9, "of none"}};
    QVERIFY(plan::write_plan(before, path("answers.astrolabe")));
    const auto after = plan::read_plan(path("answers.astrolabe"));
    QVERIFY(after.has_value());
    QCOMPARE(after->answer, before.answer);
    QCOMPARE(after->other_answers.size(), std::size_t(1));
    QCOMPARE(after->other_answers.at(1), before.other_answers.at(1));
  }
  void unlinkedPoolsAreSaved() {
    plan::PlanFile before = full_plan();
    before.plan.cluster.between_pools.clear();  // a canvas on which the link is not drawn yet
    QVERIFY(plan::write_plan(before, path("unlinked.astrolabe")));
    const auto after = plan::read_plan(path("unlinked.astrolabe"));
    QVERIFY(after.has_value());
    QVERIFY(after->plan == before.plan);
    const auto problem = plan::make_problem(after->plan, hardware::Catalogue::built_in());
    QVERIFY(!problem);
    QCOMPARE(problem.error().code, std::string(code::missing_link));
  }
  void sameContentSameBytes() {
    QVERIFY(plan::write_plan(full_plan(), path("a.astrolabe")));
    QVERIFY(plan::write_plan(full_plan(), path("b.astrolabe")));
    QCOMPARE(content(at("a.astrolabe")), content(at("b.astrolabe")));
  }
  void emptyCanvas() {
    plan::PlanFile empty;
    empty.plan.cluster.name = "not yet";
    QVERIFY(plan::write_plan(empty, path("empty.astrolabe")));
    const auto after = plan::read_plan(path("empty.astrolabe"));
    QVERIFY(after.has_value());
    QVERIFY(after->plan == empty.plan);
  }
  void header() {
    QVERIFY(plan::write_plan(full_plan(), path("header.astrolabe")));
    const QByteArray bytes = content(at("header.astrolabe"));
    QCOMPARE(bytes.left(15), QByteArray("SQLite format 3"));
    QCOMPARE(bytes.mid(18, 2), QByteArray("\x01\x01"));  // rollback journal, not write-ahead
    QCOMPARE(bytes.mid(60, 4), QByteArray("\x00\x00\x00\x06", 4));
    QCOMPARE(bytes.mid(68, 4), QByteArray("ASTL"));
  }
  void sampleIsWhatItSays() {
    const plan::Plan sample = plan::sample_plan();
    QCOMPARE(sample.cluster.pools.size(), std::size_t(2));
    const auto problem = plan::make_problem(sample, hardware::Catalogue::built_in());
    QVERIFY2(problem.has_value(),
             problem ? "" : (problem.error().where + ": " + problem.error().found).c_str());
    const auto& pools = problem->cluster.pools;
    QCOMPARE(pools[0].gpu.id, std::string("h100-sxm"));
    QCOMPARE(pools[1].gpu.id, std::string("a100-sxm-80"));
    QCOMPARE(problem->cluster.gpus(), 64);  // 4 x 8 + 4 x 8
    QVERIFY(pools[0].usd_per_gpu_hour && pools[1].usd_per_gpu_hour);
    QCOMPARE(pools[0].usd_per_gpu_hour->value, 80.0 / 8.0);  // list price of a node over its GPUs
    QCOMPARE(problem->graph->parameters_total, std::int64_t(70553706496));
    QCOMPARE(problem->cluster.links[0][1].bandwidth.value, 200e9);
  }

  void truncated() {
    QVERIFY(plan::write_plan(full_plan(), path("whole.astrolabe")));
    const QByteArray whole = content(at("whole.astrolabe"));
    std::mt19937 random(7);
    for (int i = 0; i < 50; ++i) {
      const qsizetype size = 1 + static_cast<qsizetype>(random() % static_cast<unsigned>(whole.size() - 1));
      put(at("cut.astrolabe"), whole.left(size));
      const auto result = plan::read_plan(path("cut.astrolabe"));
      QCOMPARE(code_of(result), std::string(code::damaged_plan));
      QCOMPARE(result.error().file, path("cut.astrolabe"));
      QCOMPARE(content(at("cut.astrolabe")), whole.left(size));  // reading changes nothing
    }
  }
  void flippedBytesNeverCrash() {
    QVERIFY(plan::write_plan(full_plan(), path("whole.astrolabe")));
    const QByteArray whole = content(at("whole.astrolabe"));
    std::mt19937 random(11);
    int refused = 0;
    for (int i = 0; i < 200; ++i) {
      QByteArray bytes = whole;
      for (int flips = 0; flips < 8; ++flips)
        bytes[static_cast<qsizetype>(random() % static_cast<unsigned>(bytes.size()))] =
            static_cast<char>(random());
      put(at("flipped.astrolabe"), bytes);
      if (!plan::read_plan(path("flipped.astrolabe"))) ++refused;
    }
    QVERIFY(refused > 0);
  }
  void otherFiles_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    QTest::newRow("empty") << QByteArray() << "AST-F406";
    QTest::newRow("text") << QByteArray("{\"pools\": []}") << "AST-F402";
    QTest::newRow("nul bytes") << QByteArray(4096, '\0') << "AST-F402";
    QTest::newRow("start of the magic") << QByteArray("SQLite") << "AST-F409";
  }
  void otherFiles() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    put(at("other.astrolabe"), bytes);
    QCOMPARE(QString::fromStdString(code_of(plan::read_plan(path("other.astrolabe")))), code);
    QVERIFY(!plan::looks_like_plan(path("other.astrolabe")));
  }
  void foreignDatabase() {
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("foreign.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database, "CREATE TABLE scenarios (id INTEGER)", nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(database);
    QCOMPARE(code_of(plan::read_plan(path("foreign.astrolabe"))), std::string(code::not_a_plan));
    QVERIFY(!plan::looks_like_plan(path("foreign.astrolabe")));
  }
  void ourNumberOnAnotherSchema() {
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("schema.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database,
                          "PRAGMA application_id = 0x4153544C; PRAGMA user_version = 1; CREATE TABLE t (i)",
                          nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(database);
    QCOMPARE(code_of(plan::read_plan(path("schema.astrolabe"))), std::string(code::damaged_plan));
  }
  void A26_olderFormatOpens() {
    plan::PlanFile before = full_plan();
    before.plan.notes.clear();  // format 1 had none
    before.plan.my_layouts.clear();
    before.plan.racks.clear();
    QVERIFY(plan::write_plan(before, path("older.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("older.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database,
                          "DROP TABLE notes; DROP TABLE layouts; DROP TABLE racks; PRAGMA user_version = 1;",
                          nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(database);
    const QByteArray bytes = content(at("older.astrolabe"));
    const auto result = plan::read_plan(path("older.astrolabe"));
    QVERIFY(result.has_value());
    QCOMPARE(result->format, 1);
    QVERIFY(result->plan == before.plan);
    QCOMPARE(content(at("older.astrolabe")), bytes);
  }
  void A26_formatBeforeOwnLayouts() {
    plan::PlanFile before = full_plan();
    QVERIFY(!before.plan.my_layouts.empty());
    QVERIFY(plan::write_plan(before, path("second.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("second.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database, "DROP TABLE layouts; DROP TABLE racks; PRAGMA user_version = 2;", nullptr,
                          nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(database);
    const auto result = plan::read_plan(path("second.astrolabe"));
    QVERIFY(result.has_value());
    QCOMPARE(result->format, 2);
    before.plan.my_layouts.clear();  // format 2 had none
    before.plan.racks.clear();
    QVERIFY(result->plan == before.plan);
  }
  void A26_formatBeforeRacks() {
    plan::PlanFile before = full_plan();
    QVERIFY(plan::write_plan(before, path("third.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("third.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database, "DROP TABLE racks; PRAGMA user_version = 3;", nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(database);
    const auto result = plan::read_plan(path("third.astrolabe"));
    QVERIFY(result.has_value());
    QCOMPARE(result->format, 3);
    before.plan.racks.clear();  // format 3 had none
    QVERIFY(result->plan == before.plan);
  }
  void A26_formatBeforeScenarios() {
    plan::PlanFile before = full_plan();
    QVERIFY(plan::write_plan(before, path("fourth.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("fourth.astrolabe").c_str(), &database), SQLITE_OK);
    // Format 4 had the name of the cluster where titles stand, and told neither of these.
    QCOMPARE(sqlite3_exec(database,
                          "UPDATE scenarios SET name = 'two generations'; "
                          "DELETE FROM meta WHERE key IN ('shown', 'baseline'); PRAGMA user_version = 4;",
                          nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(database);
    const auto result = plan::read_plan(path("fourth.astrolabe"));
    QVERIFY(result.has_value());
    QCOMPARE(result->format, 4);
    QVERIFY(result->plan == before.plan);
  }
  void scenariosComeBack() {
    const plan::PlanFile before = three_scenarios();
    QVERIFY(plan::write_plan(before, path("three.astrolabe")));
    const auto after = plan::read_plan(path("three.astrolabe"));
    QVERIFY2(after.has_value(), after ? "" : (after.error().where + ": " + after.error().found).c_str());
    QVERIFY(after->plan == before.plan);
    QCOMPARE(after->plan.id, 2);
    QCOMPARE(after->plan.baseline, 3);
    QCOMPARE(after->answer, before.answer);
    // Two models for three scenarios; notes and tiles stand with the scenario that they belong to.
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("three.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(count_of(database, "SELECT count(*) FROM model"), 2);
    QCOMPARE(count_of(database, "SELECT count(*) FROM scenarios"), 3);
    QCOMPARE(count_of(database, "SELECT count(*) FROM notes WHERE scenario = 2"), 1);
    QCOMPARE(count_of(database, "SELECT count(*) FROM runs WHERE scenario = 2"), 1);
    sqlite3_close(database);
  }
  void scenarioWithoutItsModelIsTold() {
    QVERIFY(plan::write_plan(three_scenarios(), path("model.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("model.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database, "DELETE FROM model WHERE id = 2", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    const auto result = plan::read_plan(path("model.astrolabe"));
    QCOMPARE(code_of(result), std::string(code::damaged_plan));
    QVERIFY2(result.error().where.starts_with("model"), result.error().where.c_str());
  }
  void damagedLayoutIsTold() {
    plan::PlanFile before = full_plan();
    before.plan.my_layouts = {"{"};
    QVERIFY(plan::write_plan(before, path("torn.astrolabe")));
    const auto result = plan::read_plan(path("torn.astrolabe"));
    QCOMPARE(code_of(result), std::string(code::damaged_plan));
    QVERIFY2(result.error().where.starts_with("layouts"), result.error().where.c_str());
  }
  void newerFormat() {
    QVERIFY(plan::write_plan(full_plan(), path("newer.astrolabe")));
    QByteArray bytes = content(at("newer.astrolabe"));
    bytes[63] = 7;  // user_version, big-endian at byte 60
    put(at("newer.astrolabe"), bytes);
    const auto result = plan::read_plan(path("newer.astrolabe"));
    QCOMPARE(code_of(result), std::string(code::newer_format));
    QCOMPARE(result.error().found, std::string("format 7"));
    QCOMPARE(content(at("newer.astrolabe")), bytes);
  }
  void placesThatAreNoFiles() {
    QCOMPARE(code_of(plan::read_plan(m_folder.path().toStdString())), std::string(code::cannot_read));
    QCOMPARE(code_of(plan::read_plan(path("absent.astrolabe"))), std::string(code::cannot_read));
    QCOMPARE(code_of(plan::read_plan("/dev/null")), std::string(code::cannot_read));
  }
  void oneGigabyteIsRefusedUnread() {
    QFile file(at("huge.astrolabe"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.resize(qint64(1) << 30));  // sparse: takes no room
    QCOMPARE(code_of(plan::read_plan(path("huge.astrolabe"))), std::string(code::file_too_large));
  }

  void failedSaveLeavesTheOldFile_data() {
    QTest::addColumn<qint64>("room");
    QTest::newRow("no room at all") << qint64(0);
    QTest::newRow("room for a part") << qint64(5000);
  }
  void failedSaveLeavesTheOldFile() {
    QFETCH(qint64, room);
    QVERIFY(plan::write_plan(full_plan(), path("kept.astrolabe")));
    const QByteArray before = content(at("kept.astrolabe"));
    const QStringList files = QDir(m_folder.path()).entryList(QDir::Files);
    plan::PlanFile next = full_plan();
    next.plan.name = "never saved";
    // A limit on the size of files acts as a full disk does: write() fails after so many bytes.
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &old), 0);
    const rlimit tight{static_cast<rlim_t>(room), old.rlim_max};
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &tight), 0);
    const auto written = plan::write_plan(next, path("kept.astrolabe"));
    setrlimit(RLIMIT_FSIZE, &old);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!written);
    QCOMPARE(written.error().code, std::string(code::cannot_save));
    QCOMPARE(content(at("kept.astrolabe")), before);
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files), files);  // nothing half-written left behind
  }
  void placesThatCannotBeWritten() {
    const auto code = [](const std::string& target) {
      const auto written = plan::write_plan(full_plan(), target);
      return written ? std::string("written") : written.error().code;
    };
    QCOMPARE(code("/dev/full"), std::string(code::cannot_save));
    QVERIFY(QFileInfo(QStringLiteral("/dev/full")).exists());
    QCOMPARE(code("/proc/no.astrolabe"), std::string(code::cannot_save));
    QCOMPARE(code(path("absent/no.astrolabe")), std::string(code::cannot_save));
    QCOMPARE(code(m_folder.path().toStdString()), std::string(code::cannot_save));
  }
  void readOnlyFolder() {
    if (geteuid() == 0) QSKIP("the system's administrator may write anywhere; /proc above stands for it");
    const QString folder = at("locked");
    QVERIFY(QDir().mkdir(folder));
    const std::string target = (folder + QStringLiteral("/p.astrolabe")).toStdString();
    QVERIFY(plan::write_plan(full_plan(), target));
    const QByteArray before = content(QString::fromStdString(target));
    QVERIFY(QFile::setPermissions(folder, QFile::ReadOwner | QFile::ExeOwner));
    const bool written = plan::write_plan(full_plan(), target).has_value();
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QVERIFY(!written);
    QCOMPARE(content(QString::fromStdString(target)), before);
  }
  void linksAndPermissionsStay() {
    QVERIFY(plan::write_plan(full_plan(), path("real.astrolabe")));
    QVERIFY(QFile::setPermissions(at("real.astrolabe"), QFile::ReadOwner | QFile::WriteOwner));
    QVERIFY(QFile::link(at("real.astrolabe"), at("link.astrolabe")));
    plan::PlanFile next = full_plan();
    next.plan.name = "through the link";
    QVERIFY(plan::write_plan(next, path("link.astrolabe")));
    QVERIFY(QFileInfo(at("link.astrolabe")).isSymLink());
    QCOMPARE(plan::read_plan(path("real.astrolabe"))->plan.name, std::string("through the link"));
    QVERIFY(!(QFile::permissions(at("real.astrolabe")) & QFile::ReadOther));
  }

 private:
  QString at(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
  std::string path(const char* name) const { return at(name).toStdString(); }
  QTemporaryDir m_folder;
};

}  // namespace tst_plan_file

ASTROLABE_TEST(tst_plan_file, TestPlanFile)
#include "tst_plan_file.moc"
