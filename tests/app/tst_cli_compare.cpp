// astrolabe-cli compare, started for real: scenarios side by side, as each is by itself; those that ask
// exactly the same are asked once.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "tests/app/mixed_inputs.h"
#include "tests/app/two_scenarios.h"
#include "tests/core/small_plan.h"
#include "tests/program/test_program.h"

namespace tst_cli_compare {

using namespace cli_process;
using namespace astrolabe;

class TestCliCompare : public QObject, TwoScenarios {
  Q_OBJECT

 private slots:
  /// Three scenarios, of which the second is a copy of the first, against the first and the third alone: the
  /// same answers, from two searches and two syntheses that end by themselves.
  void theSameQuestionIsAskedOnce() {
    const Json two = compared("two.astrolabe", false), three = compared("three.astrolabe", true);
    QCOMPARE(three["scenarios"].size(), std::size_t(3));
    QCOMPARE(three["rows"].size(), two["rows"].size());
    int programs = 0;
    for (std::size_t i = 0; i < two["rows"].size(); ++i) {
      const Json &few = two["rows"][i], &all = three["rows"][i];
      const auto quantity = few["quantity"].get<std::string>();
      QCOMPARE(all["quantity"], few["quantity"]);
      if (quantity == "place" || quantity == "chance") continue;  // of the columns that stand there
      programs += quantity.starts_with("program") && few["values"][0].is_number() ? 1 : 0;
      for (const char* what : {"values", "differences", "changes"}) {
        QVERIFY2(all[what][0] == few[what][0], quantity.c_str());
        QVERIFY2(all[what][1] == few[what][0], quantity.c_str());
        QVERIFY2(all[what][2] == few[what][1], quantity.c_str());
      }
    }
    QVERIFY(programs > 0);
  }

  /// Scenarios side by side: the same speeds as each has by itself, with the change to the first.
  void A55_scenariosSideBySide() {
    QVERIFY(saveTwoScenarios());
    const double first = speedOfTwo({"--scenario", "A"}), second = speedOfTwo({"--scenario", "B"});
    const Said said = m_place.run({"compare", "two.astrolabe", "--json"});
    QVERIFY2(said.status == 0, said.all().constData());
    const Json compared = said.json();
    QCOMPARE(compared["scenarios"].size(), std::size_t(2));
    QCOMPARE(compared["scenarios"][1]["name"].get<std::string>(), std::string("Half the nodes"));
    QVERIFY(compared["scenarios"][0]["baseline"] == true);
    int found = 0;
    for (const Json& row : compared["rows"]) {
      if (row["quantity"] != "tokens_per_second") continue;
      ++found;
      QCOMPARE(row["values"][0].get<double>(), first);
      QCOMPARE(row["values"][1].get<double>(), second);
      QCOMPARE(row["differences"][1].get<double>(), second - first);
      QCOMPARE(row["changes"][1].get<double>(), second / first - 1.0);
    }
    QCOMPARE(found, 1);
    const Said csv = m_place.run({"compare", "two.astrolabe", "--csv"});
    QCOMPARE(csv.status, 0);
    QVERIFY2(csv.out.startsWith("quantity,") && csv.out.contains("\r\ntokens_per_second,"),
             csv.out.constData());
    const Said words = m_place.run({"compare", "two.astrolabe"});
    QCOMPARE(words.status, 0);
    QVERIFY2(words.out.contains("B: Half the nodes") && words.out.contains("(baseline)"),
             words.out.constData());
    const std::string sentence = compared["decision"]["sentence"].get<std::string>();
    QVERIFY2(!sentence.empty() && words.out.contains(("\n\n" + sentence + "\n").c_str()),
             words.out.constData());
    QCOMPARE(m_place.run({"compare", "two.astrolabe", "--csv", "--json"}).status, 2);
    QCOMPARE(m_place.run({"compare"}).status, 2);
    // The report compares them, too.
    QCOMPARE(m_place.run({"report", "two.astrolabe", "--pdf", "two.pdf"}).status, 0);
    const QByteArray text = wordsOf("two.pdf");
    QVERIFY(text.contains("The options compared") && text.contains("(baseline)"));
  }

  /// Of mixed GPUs their distributed programs, too: the steps that `plan` finds for each by itself, of the
  /// whole batch, with the change to the first.
  void programsSideBySide() {
    m_place.put("mixed.json", mixedCluster(1));
    m_place.put("short.json", kShortJob);
    QCOMPARE(m_place
                 .run({"plan", "--model", "bert-large", "--cluster", "mixed.json", "--job", "short.json",
                       "--json", "--programs", "never", "--save", "mixed.astrolabe"})
                 .status,
             0);
    const std::string path = m_place.path("mixed.astrolabe").toStdString();
    auto file = plan::read_plan(path).value();
    plan::Scenario more = file.plan;
    more.title = "Another node";
    more.cluster.pools[1].nodes = 2;
    plan::add_scenario(file.plan, more);
    plan::show_scenario(file.plan, 1);
    QVERIFY(plan::write_plan(file, path).has_value());
    std::vector<double> steps, gaps;
    std::vector<Json> first;
    for (const char* scenario : {"A", "B"}) {
      const Said said =
          m_place.run({"plan", "mixed.astrolabe", "--json", "--scenario", scenario, "--programs", "always"});
      QVERIFY2(said.status == 0, said.all().left(2000).constData());
      const Json answered = said.json(), program = answered["programs"][0];
      first.push_back(answered["best"][0]);
      steps.push_back(program["step_seconds"].get<double>());
      gaps.push_back(program["gap"].get<double>());
    }
    QVERIFY(steps[0] != steps[1]);
    const Said said = m_place.run({"compare", "mixed.astrolabe", "--json", "--programs", "always"});
    QVERIFY2(said.status == 0, said.all().left(2000).constData());
    std::map<std::string, Json> rows;
    const Json answer = said.json();
    for (const Json& row : answer["rows"]) rows[row["quantity"].get<std::string>()] = row;
    const Json& step = rows["program_step_seconds"];
    QCOMPARE(step["section"], Json("program_time"));
    for (std::size_t i = 0; i < 2; ++i) {
      const auto compared = step["values"][i].get<double>();
      QCOMPARE(compared, steps[i]);
      QCOMPARE(rows["program_gap"]["values"][i].get<double>(), gaps[i]);
      steps[i] = compared;
    }
    QCOMPARE(step["changes"][1].get<double>(), steps[1] / steps[0] - 1.0);
    QCOMPARE(step["differences"][1].get<double>(), steps[1] - steps[0]);
    for (std::size_t i = 0; i < 2; ++i) {
      // 288 x 512 tokens a step.
      QVERIFY(std::abs(rows["program_tokens_per_second"]["values"][i].get<double>() * steps[i] - 147456.0) <
              1e-3);
      double parts = 0.0, counts = 0.0;
      for (const Json& part : step["parts"]) parts += part[i].is_null() ? 0.0 : part[i].get<double>();
      QVERIFY(std::abs(parts / steps[i] - 1.0) < 1e-9);
      for (const Json& part : rows["program_collectives"]["parts"])
        counts += part[i].is_null() ? 0.0 : part[i].get<double>();
      QVERIFY(counts > 0.0);
      QCOMPARE(rows["program_collectives"]["values"][i].get<double>(), counts);
      // Eight GPUs of the one kind, eight or sixteen of the other: their shares are the whole.
      const Json& shares = rows["program_shares"]["parts"];
      QCOMPARE(shares.size(), std::size_t(2));
      const double all = 8.0 * shares["H100 share of a GPU"][i].get<double>() +
                         (i == 0 ? 8.0 : 16.0) * shares["A100 share of a GPU"][i].get<double>();
      QVERIFY2(std::abs(all - 1.0) < 1e-9, shares.dump().c_str());
      const Json& peak = rows["program_peak_memory"];
      QVERIFY(peak["values"][i] > 0.0 && peak["values"][i] <= 1.0);
      QVERIFY(peak["parts"]["new total_gib"][i] <= peak["parts"]["new limit_gib"][i]);
    }
    QVERIFY(answer["scenarios"][1]["program_stale"] == false);
    QVERIFY(rows["program_graph"]["values"][0] == rows["program_graph"]["values"][1]);
    // Each is told by what `plan` has first, whatever kind it is.
    for (std::size_t i = 0; i < 2; ++i) {
      QCOMPARE(answer["scenarios"][i]["recommended"]["kind"], first[i]["kind"]);
      QCOMPARE(rows["step_seconds"]["values"][i], first[i]["step_seconds"]);
      QCOMPARE(rows["tokens_per_second"]["values"][i], first[i]["tokens_per_second"]);
      QCOMPARE(answer["scenarios"][i]["recommended"]["step_seconds"], first[i]["step_seconds"]);
    }
    // Without them what is asked is the same, and a word that is none.
    const Said without = m_place.run({"compare", "mixed.astrolabe", "--json", "--programs", "never"});
    QCOMPARE(without.status, 0);
    int others = 0;
    const Json fewer = without.json();
    for (const Json& row : fewer["rows"]) {
      const auto name = row["quantity"].get<std::string>();
      QVERIFY2(!name.starts_with("program"), name.c_str());
      ++others;
      if (row["section"] == "inputs") QVERIFY2(rows[name]["values"] == row["values"], name.c_str());
    }
    QVERIFY(others > 20);
    for (const Json& scenario : fewer["scenarios"]) {
      QCOMPARE(scenario["recommended"]["kind"], Json("pipeline"));
      QCOMPARE(scenario["not_looked_for"], Json({"programs", "groups", "sharded"}));
    }
    const Said wrong = m_place.run({"compare", "mixed.astrolabe", "--programs", "sometimes"});
    QCOMPARE(wrong.status, 2);
    QVERIFY2(wrong.err.contains("--programs"), wrong.err.constData());
    // The report has the same table.
    QCOMPARE(m_place.run({"report", "mixed.astrolabe", "--markdown", "mixed.md"}).status, 0);
    QFile report(m_place.path("mixed.md"));
    QVERIFY(report.open(QIODevice::ReadOnly));
    const QByteArray text = report.readAll();
    for (const char* part : {"The options compared", "Shares of the devices", "Exposed communication"})
      QVERIFY2(text.contains(part), part);
  }

  /// The scenarios that a report compares are searched in what is left of the time limit: a second one of six
  /// kinds of GPU, 512 of each, is not proven in it.
  void comparedScenariosKeepTheTimeLimit() {
    QVERIFY(saveTwoScenarios());
    const std::string path = m_place.path("two.astrolabe").toStdString();
    auto file = plan::read_plan(path).value();
    plan::Scenario* large = plan::find_scenario(file.plan, 2);
    large->cluster.pools.clear();
    large->cluster.between_pools.clear();
    large->cluster.choose.emplace();
    for (const char* gpu : {"h100-sxm", "a100-sxm-80", "h200-sxm", "h20", "b200-sxm", "v100-sxm2-32"}) {
      hardware::PoolSpec pool;
      pool.id = pool.gpu = gpu;
      pool.nodes = 64;
      pool.gpus_per_node = 8;
      pool.inter_node_gb_per_s = 200.0;
      pool.usd_per_gpu_hour = 2.0;
      for (const hardware::PoolSpec& other : large->cluster.pools)
        large->cluster.between_pools.push_back({other.id, pool.id, 100.0, {}});
      large->cluster.pools.push_back(pool);
    }
    large->job.global_batch = 1024;
    large->job.sequence_length = 8192;
    large->model_name = "llama-3.1-405b";
    large->model_text.clear();
    large->job.software.runtime = "any";  // the space of one runtime is searched within the limit
    large->objective = strategy::Objective::pareto;
    QVERIFY(plan::write_plan(file, path).has_value());
    const Said said =
        m_place.run({"plan", "two.astrolabe", "--json", "--time-limit", "3", "--pdf", "limit.pdf"});
    QVERIFY2(said.status == 3, said.all().left(2000).constData());
    QCOMPARE(said.json()["status"], Json("optimal"));  // the question itself is answered
    QVERIFY2(said.err.contains("compared scenarios was stopped early"), said.err.constData());
    QVERIFY(wordsOf("limit.pdf").contains("The options compared"));
  }

  /// A scenario that cannot be asked is told, whichever is shown; the others are compared.
  void aScenarioThatCannotBeAsked() {
    QVERIFY(saveTwoScenarios());
    const std::string path = m_place.path("two.astrolabe").toStdString();
    auto file = plan::read_plan(path).value();
    plan::find_scenario(file.plan, 2)->cluster.pools[0].node = "no-such-node";
    QVERIFY(plan::write_plan(file, path).has_value());
    for (const char* shown : {"A", "B"}) {
      const Said said = m_place.run({"compare", "two.astrolabe", "--json", "--scenario", shown});
      QCOMPARE(said.status, 2);
      QVERIFY2(said.err.contains("Scenario B: ") && said.err.contains("no-such-node") &&
                   !said.err.contains("Scenario A: "),
               said.err.constData());
      const Json compared = said.json();
      QCOMPARE(compared["scenarios"].size(), std::size_t(2));
      const auto speed = std::find_if(compared["rows"].begin(), compared["rows"].end(),
                                      [](const Json& row) { return row["quantity"] == "tokens_per_second"; });
      QVERIFY(speed != compared["rows"].end() && (*speed)["values"][0].get<double>() > 0.0);
      QVERIFY((*speed)["values"][1].is_null());
    }
  }

 private:
  /// What compare says of a node of each kind of GPU, perhaps of a copy of that, and of a plan with another
  /// node; its progress is of two searches and of two programs.
  Json compared(const char* name, bool withCopy) {
    plan::PlanFile file{smallQuestion()};
    if (withCopy) {
      plan::Scenario copy = file.plan;
      copy.title = "The same once more";
      plan::add_scenario(file.plan, copy);
    }
    plan::Scenario more = file.plan;
    more.title = "Another node";
    more.cluster.pools[1].nodes = 2;
    plan::add_scenario(file.plan, more);
    plan::show_scenario(file.plan, 1);
    if (!plan::write_plan(file, m_place.path(name).toStdString())) return {};
    const Said said =
        m_place.run({"compare", name, "--json", "--threads", "1", "--progress=json", "--programs", "always"});
    if (said.status != 0) qWarning() << said.all().left(2000);
    checkProgress(said.err);
    return said.json();
  }
  /// A search of one thread begins where the seconds of its pictures fall; programs are counted.
  static void checkProgress(const QByteArray& told) {
    int searches = 0, programs = 0;
    double before = 0.0;
    for (const QByteArray& line : told.split('\n')) {
      if (!line.startsWith('{')) continue;
      const Json one = Json::parse(line.toStdString());
      if (one.contains("evaluated")) {
        const double seconds = one["seconds"].get<double>();
        searches += searches == 0 || seconds < before ? 1 : 0;
        before = seconds;
      } else if (one.value("step", std::string()) == "programs") {
        QCOMPARE(one["of"], Json(2));
        programs = std::max(programs, one["done"].get<int>() + 1);
      }
    }
    QVERIFY2(searches >= 1 && searches <= 2, told.left(4000).constData());
    QCOMPARE(programs, 2);
  }
};

}  // namespace tst_cli_compare

ASTROLABE_TEST(tst_cli_compare, TestCliCompare)
#include "tst_cli_compare.moc"
