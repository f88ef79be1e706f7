// core/plan/sweep_grid and sweep_lines, core/base/file_lines: what a grid asks, in which order, what is wrong
// with it; lines that a stopped run leaves; shards that do not belong together.
#include <sched.h>
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "core/base/error_codes.h"
#include "core/base/file_lines.h"
#include "core/base/file_read.h"
#include "core/base/parallel.h"
#include "core/plan/sweep_grid.h"
#include "core/plan/sweep_lines.h"
#include "tests/program/test_program.h"

namespace tst_sweeps {

using namespace astrolabe;
using plan::SweepAxis;

Json json_of(const char* text) { return Json::parse(text); }

class TestSweeps : public QObject {
  Q_OBJECT

 private slots:
  /// Two clusters, two node counts, three batches: 12 cases, the last list goes round first.
  void casesInOrder() {
    const auto grid = plan::read_sweep_grid(json_of(
        R"({"model": ["m"], "cluster": ["a.json", {"pools": []}], "job": ["j.json"],
            "set": {"cluster.pools[a].nodes": [4, 8], "job.global_batch": [1, 2, 3]}})"));
    QVERIFY(grid.has_value());
    QCOMPARE(grid->models, std::vector<std::string>({"m"}));
    QCOMPARE(grid->clusters.size(), std::size_t(2));
    QVERIFY(grid->clusters[1].is_object());
    QCOMPARE(grid->set[0].path, std::string("cluster.pools[a].nodes"));
    const std::vector<std::size_t> lengths{1, 2, 1, 2, 3};
    QCOMPARE(plan::count_cases(lengths), std::size_t(12));
    QCOMPARE(plan::case_places(lengths, 0), std::vector<std::size_t>({0, 0, 0, 0, 0}));
    QCOMPARE(plan::case_places(lengths, 4), std::vector<std::size_t>({0, 0, 0, 1, 1}));
    QCOMPARE(plan::case_places(lengths, 11), std::vector<std::size_t>({0, 1, 0, 1, 2}));
    QCOMPARE(plan::count_cases({100'000, 100'000, 100'000, 100'000, 100'000}), plan::kMostCases + 1);
    QCOMPARE(plan::count_cases({3, 0}), std::size_t(0));
  }

  void valuesAreSet() {
    // An id may hold dots and brackets.
    Json cluster = json_of(
        "{\"pools\": [{\"id\": \"a\", \"nodes\": 1}, {\"id\": \"b.c]\", \"nodes\": 1}],"
        " \"between_pools\": [{\"a\": \"a\", \"b\": \"b.c]\"}]}");
    const auto set = [&](const char* path, const Json& value) {
      const auto place = plan::set_value(cluster, SweepAxis{path, {}}, value);
      return place ? *place : place.error().code + " " + place.error().found;
    };
    QCOMPARE(set("cluster.pools[a].nodes", 4), std::string("pools[0].nodes"));
    QCOMPARE(set("cluster.pools[b.c]].nodes", 8), std::string("pools[1].nodes"));
    QCOMPARE(cluster["pools"][0]["nodes"], Json(4));
    QCOMPARE(cluster["pools"][1]["nodes"], Json(8));
    QCOMPARE(set("cluster.between_pools[b.c],a].gb_per_s", 25.5), std::string("between_pools[0].gb_per_s"));
    QCOMPARE(cluster["between_pools"][0]["gb_per_s"], Json(25.5));
    // Objects on the way are made; null takes a key out.
    QCOMPARE(set("cluster.choose.max_gpus_per_pool[a]", 16), std::string("choose.max_gpus_per_pool.a"));
    QCOMPARE(cluster["choose"]["max_gpus_per_pool"]["a"], Json(16));
    set("cluster.pools[a].nodes", nullptr);
    QVERIFY(!cluster["pools"][0].contains("nodes"));
    // What is not there.
    QCOMPARE(set("cluster.pools[z].nodes", 4), std::string(code::unknown_pool) + " z");
    QCOMPARE(set("cluster.pools.nodes.x", 4),
             std::string(code::wrong_type) + " pools is " + shown(cluster["pools"]));
    const auto wrong = plan::set_value(cluster, SweepAxis{"cluster.pools[z].nodes", {}}, 4);
    QCOMPARE(wrong.error().where, std::string("set[\"cluster.pools[z].nodes\"]"));
    QCOMPARE(wrong.error().wanted.values.at(0), std::string("a"));
  }

  void wrongGrids_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("where");
    QTest::newRow("no object") << QByteArray("[]") << QByteArray("AST-D104") << QByteArray("");
    QTest::newRow("unknown key") << QByteArray(R"({"models": ["m"]})") << QByteArray("AST-D101")
                                 << QByteArray("models");
    QTest::newRow("empty list") << QByteArray(R"({"model": []})") << QByteArray("AST-D105")
                                << QByteArray("model");
    QTest::newRow("number as cluster")
        << QByteArray(R"({"cluster": [4]})") << QByteArray("AST-D104") << QByteArray("cluster");
    QTest::newRow("another root") << QByteArray(R"({"set": {"pools[a].nodes": [4]}})")
                                  << QByteArray("AST-D101") << QByteArray("set[\"pools[a].nodes\"]");
    QTest::newRow("the root alone") << QByteArray(R"({"set": {"cluster": [4]}})") << QByteArray("AST-D101")
                                    << QByteArray("set[\"cluster\"]");
    QTest::newRow("open bracket") << QByteArray("{\"set\": {\"cluster.pools[a.nodes\": [4]}}")
                                  << QByteArray("AST-D101") << QByteArray("set[\"cluster.pools[a.nodes\"]");
    QTest::newRow("dot at the end") << QByteArray(R"({"set": {"job.": [4]}})") << QByteArray("AST-D101")
                                    << QByteArray("set[\"job.\"]");
    QTest::newRow("one value, no list") << QByteArray(R"({"set": {"job.global_batch": 4}})")
                                        << QByteArray("AST-D104") << QByteArray("set[\"job.global_batch\"]");
    QTest::newRow("no value") << QByteArray(R"({"set": {"job.global_batch": []}})") << QByteArray("AST-D105")
                              << QByteArray("set[\"job.global_batch\"]");
  }
  void wrongGrids() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, where);
    const auto grid = plan::read_sweep_grid(json_of(text.constData()));
    QVERIFY(!grid);
    QCOMPARE(grid.error().code, code.toStdString());
    QCOMPARE(grid.error().where, where.toStdString());
  }

  /// What a killed writer leaves: whole lines and half of one, which is cut off, and the next stands behind
  /// the whole ones.
  void tornLines() {
    const std::string path = file("torn.jsonl");
    std::ofstream(path) << "one\ntwo\nthr";
    std::vector<std::string> lines;
    const auto read = [&] {
      lines.clear();
      return read_lines(path, [&](std::int64_t number, std::string_view text) -> Result<void> {
        lines.push_back(std::to_string(number) + std::string(text));
        return {};
      });
    };
    auto found = read();
    QVERIFY(found.has_value());
    QCOMPARE(lines, std::vector<std::string>({"1one", "2two"}));
    QCOMPARE(found->bytes, std::int64_t(8));
    QCOMPARE(found->torn, std::int64_t(3));
    {
      auto open = LineFile::open(path);
      QVERIFY(open.has_value());
      QVERIFY(!LineFile::open(path));  // one writer at a time
      QVERIFY(open->cut(found->bytes).has_value());
      QVERIFY(open->add("three").has_value());
    }
    QCOMPARE(*read_file(path), std::string("one\ntwo\nthree\n"));
    QCOMPARE(read()->torn, std::int64_t(0));
    QVERIFY(LineFile::open(path).has_value());  // and the next after it
    QVERIFY(!LineFile::open(file("no/such/folder.jsonl")));
    // Longer than what is read at once.
    const std::string large(std::size_t{3} << 20, 'x');
    std::ofstream(path) << large << "\n\n" << large;
    found = read();
    QCOMPARE(lines, std::vector<std::string>({"1" + large, "2"}));
    QCOMPARE(found->torn, static_cast<std::int64_t>(large.size()));
  }

  /// Four parts of 10 cases; without the third the cases 3 and 7 are missing, and the part is named.
  void shardsOfOneSweep() {
    const auto part = [&](int number, const plan::SweepIdentity& sweep) {
      const std::string path = file("part" + std::to_string(number));
      std::ofstream out(path);
      for (std::size_t i = static_cast<std::size_t>(number); i < 10; i += 4) out << line(i, sweep) << '\n';
      return path;
    };
    const plan::SweepIdentity sweep{"g", "1.0", "2026-07-01 c", 10};
    const auto merged = [&](const std::vector<std::string>& files) {
      plan::SweepShards shards;
      for (const std::string& each : files)
        if (const auto read = shards.read(each); !read)
          return read.error().file + "|" + read.error().where + "|" + read.error().found + "|" +
                 to_text(read.error().wanted);
      const auto whole = shards.whole();
      return whole ? *whole : whole.error().file + "|" + whole.error().found;
    };
    const std::vector<std::string> all{part(3, sweep), part(0, sweep), part(2, sweep), part(1, sweep)};
    std::string whole;
    for (std::size_t i = 0; i < 10; ++i) whole += line(i, sweep) + '\n';
    QCOMPARE(merged(all), whole);
    QCOMPARE(merged({all[0], all[1], all[3]}), all[3] + "|no case 3, 7 (part 3/4)");
    QCOMPARE(merged({all[0], all[1], all[1]}), all[1] + "|line 1|case 1 again|each case once");
    // One that was killed: its last line is torn.
    const std::string text = *read_file(all[2]);
    std::ofstream(all[2]) << text.substr(0, text.size() - 5);
    QCOMPARE(merged(all), all[2] + "|no case 7 (part 3/4); " + all[2] + " ends in a torn line");
    // Of another version, catalogue, grid.
    auto other = sweep;
    other.version = "1.1";
    QCOMPARE(merged({all[0], part(1, other)}), all[3] + "|version|1.1|1.0, the version of " + all[0]);
    other = sweep;
    other.catalogue = "2026-08-01 d";
    QCOMPARE(merged({all[0], part(1, other)}),
             all[3] + "|catalogue|2026-08-01 d|2026-07-01 c, the catalogue of " + all[0]);
    other = sweep;
    other.grid = "h";
    QCOMPARE(merged({all[0], part(1, other)}), all[3] + "|grid|h|g, the grid of " + all[0]);
    std::ofstream(all[3]) << "{}\n";
    QCOMPARE(merged({all[3]}), all[3] + "|line 1|no inputs_hash|a line that sweep wrote");
  }

  /// The hash of a text is the same in every build.
  void hashes() {
    QCOMPARE(plan::hash_text("").size(), std::size_t(16));
    QCOMPARE(plan::hash_text(""), std::string("cbf29ce484222325"));  // the basis of FNV-1a
    QVERIFY(plan::hash_text("a") != plan::hash_text("b"));
  }

  void processorsOfThisProcess() {
    QVERIFY(usable_processors() >= 1);
    QCOMPARE(worker_count(3), 3);
    QCOMPARE(worker_count(0), usable_processors());
    // Bound to one, a process uses one, however many the machine has.
    cpu_set_t before, one;
    QCOMPARE(::sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    int first = 0;
    while (!CPU_ISSET(first, &before)) ++first;
    CPU_SET(first, &one);
    QCOMPARE(::sched_setaffinity(0, sizeof one, &one), 0);
    const int bound = usable_processors();
    QCOMPARE(::sched_setaffinity(0, sizeof before, &before), 0);
    QCOMPARE(bound, 1);
  }

 private:
  std::string file(const std::string& name) const {
    return m_folder.filePath(QString::fromStdString(name)).toStdString();
  }
  static std::string line(std::size_t number, const plan::SweepIdentity& sweep) {
    Json whole = plan::line_head({sweep, number, "0123", {}}, Json::object());
    whole["status"] = "optimal";
    return text_of(whole);
  }
  QTemporaryDir m_folder;
};

}  // namespace tst_sweeps

ASTROLABE_TEST(tst_sweeps, TestSweeps)
#include "tst_sweeps.moc"
