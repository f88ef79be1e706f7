// core/plan/plan_file: files of other versions. Older formats are read, newer ones refused unchanged, and
// what nobody here knows is kept.
#include <sqlite3.h>

#include <QtTest>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "tests/core/plan_files.h"
#include "tests/program/test_program.h"

namespace tst_plan_formats {

using namespace astrolabe;
using namespace astrolabe::plan_files;

namespace {

/// Pools of before units counted single GPUs, jobs of before the usual runtime asked the whole space.
void make_older(plan::Scenario& scenario) {
  for (hardware::PoolSpec& pool : scenario.cluster.pools) pool.unit = 1;
  scenario.job.software.runtime = "any";
  strategy::note_stated(scenario.job, "software.runtime");
}
void make_older(plan::Plan& plan) {
  make_older(static_cast<plan::Scenario&>(plan));
  for (plan::Scenario& other : plan.others) make_older(other);
}

}  // namespace

class TestPlanFormats : public QObject {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(m_folder.isValid()); }

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
    QCOMPARE(
        count_of(database, "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'twice'"),
        2);
    QCOMPARE(count_of(database, "SELECT count(*) FROM sqlite_schema WHERE name = 'wrong'"), 0);
    QCOMPARE(
        count_of(database,
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
    const auto theirs = [](sqlite3_context* context, int, sqlite3_value**) {
      sqlite3_result_int(context, 1);
    };
    QCOMPARE(sqlite3_create_function(database, "theirs", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr,
                                     theirs, nullptr, nullptr),
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
    QVERIFY(
        std::any_of(tables.begin(), tables.end(), [](const auto& table) { return table.name == "even"; }));
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
    make_older(before.plan);
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
    make_older(before.plan);
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
    make_older(before.plan);
    QVERIFY(result->plan == before.plan);
    QVERIFY(!result->single_gpus.empty());
  }

  /// Racks of before had no slots and no column for them; what is no number of nodes there is none either.
  void A26_racksBeforeSlots() {
    plan::PlanFile before = full_plan();
    QCOMPARE(before.plan.racks.front().node_slots.value(), 6);
    QVERIFY(plan::write_plan(before, path("slots.astrolabe")));
    const auto with = plan::read_plan(path("slots.astrolabe"));
    QVERIFY(with.has_value());
    QVERIFY(with->plan == before.plan);
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("slots.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(count_of(database, "SELECT count(*) FROM racks WHERE typeof(node_slots) = 'integer'"), 1);
    QCOMPARE(count_of(database, "SELECT count(*) FROM racks WHERE node_slots IS NULL"), 1);
    before.plan.racks.front().node_slots.reset();
    for (const char* broken :
         {"UPDATE racks SET node_slots = -4", "UPDATE racks SET node_slots = 5000000000",
          "UPDATE racks SET node_slots = 'many'", "ALTER TABLE racks DROP COLUMN node_slots"}) {
      QCOMPARE(sqlite3_exec(database, broken, nullptr, nullptr, nullptr), SQLITE_OK);
      const auto without = plan::read_plan(path("slots.astrolabe"));
      QVERIFY2(without.has_value(), broken);
      QVERIFY2(without->plan == before.plan, broken);
    }
    sqlite3_close(database);
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
    make_older(before.plan);
    QVERIFY(result->plan == before.plan);
  }

  /// A job of before the usual runtime that named none asks the whole space as it did, and is told; one that
  /// named one keeps it, and a plan of today that names none means the usual one.
  void A26_formatBeforeTheUsualRuntime() {
    plan::PlanFile before = full_plan();
    QVERIFY(before.plan.job.software.runtime.empty());
    QVERIFY(plan::write_plan(before, path("today.astrolabe")));
    const auto today = plan::read_plan(path("today.astrolabe"));
    QVERIFY(today.has_value() && !today->whole_space);
    QVERIFY(today->plan.job.software.runtime.empty());
    for (const bool named : {false, true}) {
      for (plan::Scenario& other : before.plan.others) other.job.software.runtime = "deepspeed";
      if (named) before.plan.job.software.runtime = "torchtitan";
      QVERIFY(plan::write_plan(before, path("seventh.astrolabe")));
      sqlite3* database = nullptr;
      QCOMPARE(sqlite3_open(path("seventh.astrolabe").c_str(), &database), SQLITE_OK);
      QCOMPARE(sqlite3_exec(database, "PRAGMA user_version = 7;", nullptr, nullptr, nullptr), SQLITE_OK);
      sqlite3_close(database);
      const auto read = plan::read_plan(path("seventh.astrolabe"));
      QVERIFY(read.has_value());
      QCOMPARE(read->whole_space, !named);
      QCOMPARE(read->plan.job.software.runtime, std::string(named ? "torchtitan" : "any"));
      QCOMPARE(strategy::is_stated(read->plan.job, "software.runtime"), !named);
      for (const plan::Scenario& other : read->plan.others)
        QCOMPARE(other.job.software.runtime, std::string("deepspeed"));
    }
  }

  void newerFormat() {
    QVERIFY(plan::write_plan(full_plan(), path("newer.astrolabe")));
    QByteArray bytes = content(at("newer.astrolabe"));
    bytes[63] = plan::kFormat + 1;  // user_version, big-endian at byte 60
    put(at("newer.astrolabe"), bytes);
    const auto result = plan::read_plan(path("newer.astrolabe"));
    QCOMPARE(code_of(result), std::string(code::newer_format));
    QCOMPARE(result.error().found, "format " + std::to_string(plan::kFormat + 1));
    QCOMPARE(content(at("newer.astrolabe")), bytes);
  }

 private:
  QString at(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
  std::string path(const char* name) const { return at(name).toStdString(); }
  QTemporaryDir m_folder;
};

}  // namespace tst_plan_formats

ASTROLABE_TEST(tst_plan_formats, TestPlanFormats)
#include "tst_plan_formats.moc"
