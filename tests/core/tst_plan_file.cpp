// core/plan/plan_file: what was saved comes back, what is not a plan is refused, and nothing is ever lost.
#include <sqlite3.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QtTest>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <random>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/base/units.h"
#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "tests/core/plan_files.h"
#include "tests/program/full_device.h"
#include "tests/program/test_program.h"

namespace tst_plan_file {

using namespace astrolabe;
using namespace astrolabe::plan_files;

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
  /// Earlier versions took a slow GPU in a node that has failed: its mark is dropped, others stay.
  void slowGpusOfFailedNodesAreDropped() {
    plan::PlanFile before = full_plan();
    hardware::PoolSpec& pool = before.plan.cluster.pools[0];
    pool.slow = {{1, 2, 2.0, 1.0}, {0, 3, 1.5, 1.0}};
    pool.failed = {{1, std::nullopt}, {0, 4}};
    QVERIFY(plan::write_plan(before, path("marks.astrolabe")));
    const auto after = plan::read_plan(path("marks.astrolabe"));
    QVERIFY2(after, code_of(after).c_str());
    const hardware::PoolSpec& read = after->plan.cluster.pools[0];
    QVERIFY((read.slow == std::vector<hardware::SlowSpec>{{0, 3, 1.5, 1.0}}));
    QVERIFY(read.failed == pool.failed);
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
    QCOMPARE(bytes.mid(60, 4), QByteArray("\x00\x00\x00\x08", 4));
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
  /// Bytes behind the last page, a format that never was, and a count of free pages that are not there: told
  /// before anything is read.
  void damageThatReadsWell() {
    QVERIFY(plan::write_plan(full_plan(), path("whole.astrolabe")));
    const QByteArray whole = content(at("whole.astrolabe"));
    const auto found = [&](const QByteArray& bytes) {
      put(at("damaged.astrolabe"), bytes);
      const auto result = plan::read_plan(path("damaged.astrolabe"));
      return code_of(result) == code::damaged_plan ? result.error().found : code_of(result);
    };
    QCOMPARE(QString::fromStdString(found(whole + QByteArray(10, '\0'))),
             QStringLiteral("%1 of %2 bytes").arg(whole.size() + 10).arg(whole.size()));
    QByteArray bytes = whole;
    bytes[63] = 0;  // user_version, big-endian at byte 60
    QCOMPARE(found(bytes), std::string("format 0"));
    bytes[60] = '\xff';
    QCOMPARE(found(bytes), std::string("format -16777216"));
    bytes = whole;
    QCOMPARE(bytes[39], '\0');
    bytes[39] = 1;  // free pages, big-endian at byte 36
    QVERIFY2(found(bytes).find("ree") != std::string::npos, found(bytes).c_str());
  }
  /// Another program may give the file pages of 65,536 bytes, for which two bytes say 1.
  void largestPages() {
    QVERIFY(plan::write_plan(full_plan(), path("pages.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("pages.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database, "PRAGMA page_size = 65536; VACUUM;", nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(database);
    QCOMPARE(content(at("pages.astrolabe")).mid(16, 2), QByteArray("\0\1", 2));
    const auto result = plan::read_plan(path("pages.astrolabe"));
    QVERIFY2(result.has_value(), result ? "" : result.error().found.c_str());
    QVERIFY(result->plan == full_plan().plan);
  }
  /// What stands for a table and is none is not asked.
  void viewsAreNotRead() {
    QVERIFY(plan::write_plan(full_plan(), path("view.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("view.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database,
                          "ALTER TABLE notes RENAME TO hidden; CREATE VIEW notes AS SELECT * FROM hidden;",
                          nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(database);
    QCOMPARE(code_of(plan::read_plan(path("view.astrolabe"))), std::string(code::damaged_plan));
  }
  /// Our number at its place makes no plan of bytes that are no database.
  void numberWithoutADatabase() {
    QVERIFY(plan::write_plan(full_plan(), path("whole.astrolabe")));
    QByteArray bytes = content(at("whole.astrolabe"));
    bytes[0] = 'X';
    put(at("number.astrolabe"), bytes);
    QVERIFY(!plan::looks_like_plan(path("number.astrolabe")));
    put(at("number.astrolabe"), content(at("whole.astrolabe")).left(99));
    QVERIFY(!plan::looks_like_plan(path("number.astrolabe")));
  }
  /// A tile that lies nowhere is not saved; all others are.
  void tilesThatLieNowhere() {
    plan::PlanFile before = full_plan();
    before.plan.layout["lost"] = {std::nan(""), 1.0};
    before.plan.layout["far"] = {1.0, INFINITY};
    const auto written = plan::write_plan(before, path("tiles.astrolabe"));
    QVERIFY2(written.has_value(), written ? "" : written.error().found.c_str());
    const auto after = plan::read_plan(path("tiles.astrolabe"));
    QVERIFY(after.has_value());
    QVERIFY(after->plan == full_plan().plan);
  }
  /// A pool stands in the first of the racks that name it; a rack without power to give says nothing of it.
  void racksThatShareAPool() {
    plan::PlanFile before = full_plan();
    before.plan.racks = {{"R1", {"h100"}, 48.0, 6}, {"R2", {"h100", "a100"}, 10.0}};
    QVERIFY(plan::write_plan(before, path("racks.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("racks.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(
        sqlite3_exec(database, "UPDATE racks SET power_kw = 0 WHERE name = 'R2'", nullptr, nullptr, nullptr),
        SQLITE_OK);
    sqlite3_close(database);
    const auto after = plan::read_plan(path("racks.astrolabe"));
    QVERIFY(after.has_value());
    before.plan.racks[1] = {"R2", {"a100"}, std::nullopt};
    QVERIFY(after->plan.racks == before.plan.racks);
  }
  /// Kept beside a plan is what the catalogue said of the GPUs in its own nodes, too, and on which day.
  void catalogueOfOwnNodes() {
    plan::PlanFile before = full_plan();
    hardware::NodeType node;
    node.id = "mine";
    node.gpu_id = "b200-sxm";
    node.gpus = 4;
    node.source.own = true;
    before.plan.own_types.nodes = {node};
    before.plan.catalogue.gpus = {*hardware::Catalogue::built_in().find_gpu("h100-sxm")};
    before.plan.catalogue.gpus[0].note = "as it was";
    before.plan.catalogue.date = "2025-01-31";
    before.catalogue_date = "2026-11-09";
    QVERIFY(plan::write_plan(before, path("nodes.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("nodes.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(count_of(database, "SELECT count(*) FROM catalogue WHERE kind = 'gpu' AND id = 'b200-sxm'"), 1);
    sqlite3_close(database);
    const auto after = plan::read_plan(path("nodes.astrolabe"));
    QVERIFY(after.has_value());
    QCOMPARE(after->plan.catalogue.date, std::string("2025-01-31"));
    QVERIFY(after->plan == before.plan);
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
  /// A file that tells of another scenario than it has shows the first and compares with it.
  void shownScenarioThatIsNotThere() {
    QVERIFY(plan::write_plan(three_scenarios(), path("gone.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("gone.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database, "UPDATE meta SET value = '7' WHERE key IN ('shown', 'baseline')", nullptr,
                          nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(database);
    const auto after = plan::read_plan(path("gone.astrolabe"));
    QVERIFY(after.has_value());
    QCOMPARE(after->plan.id, 1);
    QCOMPARE(after->plan.baseline, 1);
  }
  void unknownGoalIsTold() {
    QVERIFY(plan::write_plan(full_plan(), path("goal.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("goal.astrolabe").c_str(), &database), SQLITE_OK);
    for (const char* goal : {"throughput", "money", "pareto", "gpus", "fastest"}) {
      const std::string sql = std::string("UPDATE scenarios SET objective = '") + goal + "'";
      QCOMPARE(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
      const auto result = plan::read_plan(path("goal.astrolabe"));
      QCOMPARE(result.has_value(), std::string_view(goal) != "fastest");
      if (result) continue;
      QCOMPARE(result.error().where, std::string("scenarios.objective"));
      QCOMPARE(to_text(result.error().wanted), std::string("one of: throughput, money, pareto, gpus"));
    }
    sqlite3_close(database);
  }
  void enteredTextIsTold() {
    QVERIFY(plan::write_plan(full_plan(), path("entered.astrolabe")));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path("entered.astrolabe").c_str(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database, "UPDATE model SET entered = '{\"num_attention_heads\": \"many\"}'",
                          nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(database);
    const auto result = plan::read_plan(path("entered.astrolabe"));
    QCOMPARE(code_of(result), std::string(code::damaged_plan));
    QCOMPARE(result.error().where, std::string("model.entered"));
    QCOMPARE(result.error().found, std::string("many"));
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
    const std::string full = tests::full_device(m_folder.path().toStdString());
    if (!full.empty()) {
      QCOMPARE(code(full), std::string(code::cannot_save));
      QVERIFY(std::filesystem::is_character_file(full));  // no file has its place
    }
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
