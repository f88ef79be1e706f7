// astrolabe-cli, started for real: saved plans with scenarios and a catalogue of their own, and their
// reports.
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/hardware/catalogue_rows.h"
#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "tests/app/cli_process.h"
#include "tests/app/mixed_inputs.h"
#include "tests/program/test_program.h"

namespace tst_cli_plans {

using namespace cli_process;
using namespace astrolabe;

namespace {

const QStringList kParts{"--model", "llama-3.1-8b", "--cluster", "cluster.json", "--job", "job.json"};

}  // namespace

class TestCliPlans : public QObject {
  Q_OBJECT

 private slots:
  /// The report of a plan that was just searched and of a saved one; without a display.
  void reports() {
    const Said said = m_place.run(QStringList{"plan"} + kParts +
                                  QStringList{"--json", "--pdf", "plan.pdf", "--save", "saved.astrolabe"});
    QVERIFY2(said.status == 0, said.all().constData());
    const Said again = m_place.run({"report", "saved.astrolabe", "--pdf", "saved.pdf"});
    QVERIFY2(again.status == 0, again.all().constData());
    for (const char* name : {"plan.pdf", "saved.pdf"}) {
      const QByteArray words = wordsOf(name);
      for (const char* part :
           {"llama-3.1-8b", "Winner and runners-up", "Why it won", "What would change the answer",
            "Assumed values", "Formulas", "Data sources", "Page 1 of"})
        QVERIFY2(words.contains(part), part);
    }
    QCOMPARE(m_place.run({"report", "saved.astrolabe"}).status, 2);  // no --pdf
    // A web page and Markdown beside it, of both commands.
    const Said forms = m_place.run(
        {"report", "saved.astrolabe", "--html", "saved.html", "--markdown", "saved.md", "--json"});
    QVERIFY2(forms.status == 0, forms.all().constData());
    QVERIFY(forms.json()["written"] == Json::array({"saved.html", "saved.md"}));
    QCOMPARE(
        m_place.run(QStringList{"plan"} + kParts + QStringList{"--json", "--markdown", "plan.md"}).status, 0);
    for (const char* name :
         {"saved.html", "saved.md", "plan.md", "saved-figures/figure-1.svg", "plan-figures/figure-1.svg"}) {
      QFile file(m_place.path(name));
      QVERIFY2(file.open(QIODevice::ReadOnly), name);
      const QByteArray bytes = file.readAll();
      QVERIFY2(bytes.contains(QByteArray(name).endsWith(".svg") ? "<svg" : "Winner and runners"), name);
    }
    QCOMPARE(m_place.run({"report", "saved.astrolabe", "--lang", "zh_CN", "--pdf", "zh.pdf"}).status, 0);
    QVERIFY(wordsOf("zh.pdf").contains("集群") && !wordsOf("zh.pdf").contains("The cluster"));
    const Said klingon = m_place.run({"report", "saved.astrolabe", "--lang", "tlh", "--pdf", "x.pdf"});
    QCOMPARE(klingon.status, 2);
    QVERIFY(klingon.err.contains("--lang") && klingon.err.contains("zh_CN"));
  }
  /// A saved plan answers for the scenario that it shows, or for the one that is named.
  void scenarios() {
    QVERIFY(saveTwoScenarios());
    const auto speed = [&](const QStringList& named) { return speedOfTwo(named); };
    const double first = speed({}), second = speed({"--scenario", "b"});
    QVERIFY(first > 0.0 && second > 0.0 && first != second);
    QCOMPARE(speed({"--scenario", "A"}), first);
    QCOMPARE(speed({"--scenario", "half the nodes"}), second);
    QCOMPARE(speed({"--scenario", "2"}), second);
    const Said words = m_place.run({"plan", "two.astrolabe", "--scenario", "B"});
    QVERIFY2(words.out.startsWith("Scenario B of 2: Half the nodes\n"), words.out.constData());
    const Said none = m_place.run({"plan", "two.astrolabe", "--scenario", "C"});
    QCOMPARE(none.status, 2);
    QVERIFY2(none.err.contains("--scenario") && none.err.contains("B (Half the nodes)"),
             none.err.constData());
    QCOMPARE(m_place.run(QStringList{"plan"} + kParts + QStringList{"--scenario", "A"}).status, 2);
    QCOMPARE(m_place.run({"report", "two.astrolabe", "--scenario", "B", "--pdf", "b.pdf"}).status, 0);
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

  /// A search for programs that ends by its work before its end comes to the same ones in every command, with
  /// any number of workers, and an entry of them is found again.
  void aCutProgramIsTheSameEverywhere() {
    m_place.put("two.json", mixedCluster(1));
    m_place.put("long.json",
                R"({"sequence_length": 8192, "global_batch": 256, "tokens": 1e12, "precision": "bf16"})");
    const QStringList asked{"--model", "llama-3.1-8b", "--cluster", "two.json",
                            "--job",   "long.json",    "--json"};
    const Said plan = m_place.run(QStringList{"plan"} + asked + QStringList{"--save", "cut.astrolabe"});
    QVERIFY2(plan.status == 0, plan.all().left(2000).constData());
    const Json answer = plan.json();
    QCOMPARE(answer["programs_stopped_early"], Json(true));
    const Json& rows = answer["programs"];
    QVERIFY(!rows.empty());
    const auto stepIn = [this](const char* name) {
      QFile file(m_place.path(name));
      return file.open(QIODevice::ReadOnly)
                 ? parse_json(file.readAll().toStdString(), code::broken_json).value()["step_seconds"]
                 : Json();
    };
    const auto figures = [](Json programs) {
      for (Json& row : programs) row.erase("seconds");  // what the search took
      return programs;
    };
    const Json alone = m_place.run(QStringList{"plan"} + asked + QStringList{"--threads", "1"}).json();
    QCOMPARE(figures(alone["programs"]), figures(rows));
    QCOMPARE(m_place.run({"export", "cut.astrolabe", "--format", "program-json", "--out", "x.json"}).status,
             0);
    QCOMPARE(stepIn("x.json"), rows[0]["step_seconds"]);
    // In words: "The best distributed program is 36.4 % slower: 121 490 tokens/s, a step in ...".
    QCOMPARE(m_place.run({"report", "cut.astrolabe", "--markdown", "cut.md"}).status, 0);
    QFile report(m_place.path("cut.md"));
    QVERIFY(report.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(report.readAll());
    static const QRegularExpression told(
        QStringLiteral("distributed program is [^:\\n]*slower: ([^t\\n]*) tokens/s"));
    QString tokens = told.match(text).captured(1);
    tokens.remove(QRegularExpression(QStringLiteral("\\D")));
    QCOMPARE(tokens.toLongLong(), std::llround(rows[0]["tokens_per_second"].get<double>()));
    for (const Json& row : rows) {
      m_place.put("row.json", QByteArray::fromStdString(row.dump()));
      const Said evaluated =
          m_place.run(QStringList{"evaluate"} + asked + QStringList{"--strategy", "row.json"});
      QVERIFY2(evaluated.status == 0, evaluated.all().left(2000).constData());
      QCOMPARE(evaluated.json()["step_seconds"], row["step_seconds"]);
      const Said why = m_place.run(QStringList{"why"} + asked + QStringList{"--strategy", "row.json"});
      QVERIFY2(why.status == 0, why.all().left(2000).constData());
      QCOMPARE(why.json()["given"]["step_seconds"], row["step_seconds"]);
      QCOMPARE(m_place
                   .run(QStringList{"export"} + asked +
                        QStringList{"--strategy", "row.json", "--format", "program-json", "--out", "y.json"})
                   .status,
               0);
      QCOMPARE(stepIn("y.json"), row["step_seconds"]);
    }
  }

  /// Of the best strategy `why` weighs what `plan` has first: programs on groups on 3 nodes of H100 and 5 of
  /// A100.
  void whyOfTheBestStrategyIsOfWhatLeads() {
    m_place.put("uneven.json", R"({"pools": [
        {"id": "h", "gpu": "h100-sxm", "nodes": 3, "gpus_per_node": 8, "inter_node_gb_per_s": 400, "usd_per_gpu_hour": 2.5},
        {"id": "a", "gpu": "a100-sxm-80", "nodes": 5, "gpus_per_node": 8, "inter_node_gb_per_s": 200, "usd_per_gpu_hour": 1.3}],
      "between_pools": [{"a": "h", "b": "a", "gb_per_s": 200}]})");
    m_place.put("batch.json",
                R"({"sequence_length": 8192, "global_batch": 256, "tokens": 1e12, "precision": "bf16"})");
    const QStringList asked{"--model", "llama-3.1-8b", "--cluster", "uneven.json", "--job", "batch.json"};
    const Said planned = m_place.run(QStringList{"plan"} + asked + QStringList{"--json"});
    QVERIFY2(planned.status == 0, planned.all().left(2000).constData());
    const Json rows = planned.json()["best"];
    QCOMPARE(rows[0]["kind"], Json("groups"));
    const auto strategy =
        std::find_if(rows.begin(), rows.end(), [](const Json& row) { return row["kind"] == "pipeline"; });
    QVERIFY(strategy != rows.end());
    m_place.put("best.json", QByteArray::fromStdString((*strategy)["strategy"].dump()));
    const QStringList command = QStringList{"why"} + asked + QStringList{"--strategy", "best.json"};
    const Said said = m_place.run(command + QStringList{"--json"});
    QVERIFY2(said.status == 0, said.all().left(2000).constData());
    const Json why = said.json();
    QCOMPARE(why["verdict"], Json("slower"));
    QCOMPARE(why["best"]["kind"], Json("groups"));
    const double given = (*strategy)["step_seconds"].get<double>();
    const double first = why["best"]["step_seconds"].get<double>();
    QVERIFY(first < given);
    QVERIFY(std::abs(why["difference"]["step_seconds"].get<double>() - (given - first)) <= 1e-9 * given);
    const QByteArray words = m_place.run(command).all();
    QVERIFY2(
        words.contains("The best is of another kind than strategies") && words.contains("with the best plan"),
        words.constData());
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
  /// A plan keeps the prices of the catalogue that it was saved with: 40 USD an hour for a node of
  /// today's 80.
  void catalogueOfAPlan() {
    QCOMPARE(
        m_place.run(QStringList{"plan"} + kParts + QStringList{"--json", "--save", "day.astrolabe"}).status,
        0);
    const std::string path = m_place.path("day.astrolabe").toStdString();
    auto file = plan::read_plan(path).value();
    QVERIFY(file.plan.catalogue.empty());
    const hardware::Catalogue& today = hardware::Catalogue::built_in();
    hardware::CatalogueRows rows = hardware::rows_of(today, {}, {"oci-bm-gpu-h100-8"});
    rows.date = "2025-01-31";
    rows.nodes.front().prices.on_demand = UsdPerHour(40.0);
    file.plan.catalogue = hardware::differing(rows, today);
    QVERIFY(plan::write_plan(file, path).has_value());
    const auto price = [&](const QStringList& day) {
      const Said said = m_place.run(QStringList{"plan", "day.astrolabe", "--json"} + day);
      return said.status == 0 ? said.json()["best"][0]["usd_per_trillion_tokens"].get<double>() : 0.0;
    };
    const double kept = price({}), named = price({"--catalogue-of", "plan"}),
                 fresh = price({"--catalogue-of", "today"});
    QVERIFY(kept > 0.0);
    QCOMPARE(named, kept);
    QCOMPARE(fresh / kept, 80.0 / 40.0);
    const Said told = m_place.run({"plan", "day.astrolabe"});
    QVERIFY2(told.err.contains("2025-01-31") && told.err.contains("prices"), told.err.constData());
    QVERIFY(!m_place.run({"plan", "day.astrolabe", "--catalogue-of", "today"}).err.contains("2025-01-31"));
    const Said other = m_place.run({"plan", "day.astrolabe", "--catalogue-of", "monday"});
    QCOMPARE(other.status, 2);
    QVERIFY2(other.err.contains("--catalogue-of"), other.err.constData());
    QCOMPARE(m_place.run(QStringList{"plan"} + kParts + QStringList{"--catalogue-of", "today"}).status, 2);
  }
  /// A plan that is searched and saved again keeps what other programs have in it, and the answers of the
  /// scenarios that were not asked, as long as they answer what those ask.
  void savedAgainItKeepsTheRest() {
    QVERIFY(saveTwoScenarios());
    const std::string path = m_place.path("two.astrolabe").toStdString();
    auto before = plan::read_plan(path).value();
    const std::string first = before.answer;
    QVERIFY(!first.empty());
    before.other_answers[2] = R"({"status": "of then"})";
    before.extras.meta = {{"theirs", "kept"}, {"beside_models", "[]"}};
    plan::ForeignTable table;
    table.name = "theirs";
    table.sql = "CREATE TABLE theirs (a)";
    table.columns = {"a"};
    table.rows = {{std::int64_t{7}}};
    before.extras.tables = {table};
    QVERIFY(plan::write_plan(before, path).has_value());
    const auto again = [&](const QStringList& more) {
      const Said said =
          m_place.run(QStringList{"plan", "two.astrolabe", "--json", "--save", "again.astrolabe"} + more);
      if (said.status != 0) qWarning() << said.all();
      return plan::read_plan(m_place.path("again.astrolabe").toStdString()).value();
    };
    const plan::PlanFile other = again({"--scenario", "B"});
    QCOMPARE(other.plan.id, 2);
    QVERIFY(other.extras.meta == before.extras.meta);
    QCOMPARE(other.extras.tables.size(), std::size_t(1));
    QVERIFY(other.extras.tables[0].rows == table.rows);
    QCOMPARE(other.other_answers.size(), std::size_t(1));
    QCOMPARE(other.other_answers.at(1), first);
    QVERIFY(other.answer.find("of then") == std::string::npos &&
            other.answer.find("best") != std::string::npos);
    // Another goal is that of the shown scenario alone; other prices are those of all.
    QCOMPARE(again({"--objective", "money"}).other_answers.at(2), before.other_answers.at(2));
    m_place.put("rents.json",
                R"({"gpu_rents": [{"gpu_id": "h100-sxm", "usd_per_gpu_hour": 3, "source": "broker",
      "source_date": "2026-11-20"}]})");
    QVERIFY(again({"--hardware", "rents.json"}).other_answers.empty());
  }
  /// An own price counts however a pool names its GPU, and on a node that only the plan knows: $3 for each of
  /// 16 GPUs are $48 an hour.
  void ownPricesOfWhateverName() {
    m_place.put("rents.json",
                R"({"gpu_rents": [{"gpu_id": "h100-sxm", "usd_per_gpu_hour": 3, "source": "broker",
      "source_date": "2026-11-20"}]})");
    m_place.put("spelled.json", R"({"pools": [{"id": "h100", "gpu": "H100-SXM-80GB", "nodes": 2,
      "gpus_per_node": 8, "inter_node_gb_per_s": 400}]})");
    const auto hourly = [&](const QStringList& question) {
      const Said said =
          m_place.run(QStringList{"plan"} + question + QStringList{"--hardware", "rents.json", "--json"});
      if (said.status != 0) qWarning() << said.all();
      return said.status == 0 ? said.json()["best"][0]["usd_per_hour"].get<double>() : 0.0;
    };
    QCOMPARE(hourly({"--model", "llama-3.1-8b", "--cluster", "spelled.json", "--job", "job.json"}), 48.0);
    QCOMPARE(
        m_place.run(QStringList{"plan"} + kParts + QStringList{"--json", "--save", "gone.astrolabe"}).status,
        0);
    const std::string path = m_place.path("gone.astrolabe").toStdString();
    auto file = plan::read_plan(path).value();
    const hardware::Catalogue& today = hardware::Catalogue::built_in();
    hardware::CatalogueRows rows = hardware::rows_of(today, {}, {"oci-bm-gpu-h100-8"});
    rows.date = "2025-01-31";
    rows.nodes.front().id = "gone-h100-8";
    file.plan.catalogue = hardware::differing(rows, today);
    file.plan.cluster.pools[0].node = "gone-h100-8";
    QVERIFY(plan::write_plan(file, path).has_value());
    QCOMPARE(hourly({"gone.astrolabe"}), 48.0);
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
  /// Nothing to report: the answer says why, with --json as an object.
  void reportOfNothing() {
    m_place.put("tiny.json",
                R"({"pools": [{"id": "v100", "gpu": "v100-sxm2-16", "nodes": 1, "gpus_per_node": 8}]})");
    m_place.put("fp16.json",
                R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e12, "precision": "fp16"})");
    QCOMPARE(m_place
                 .run({"plan", "--model", "llama-3.1-70b", "--cluster", "tiny.json", "--job", "fp16.json",
                       "--json", "--save", "none.astrolabe"})
                 .status,
             1);
    const Said json = m_place.run({"report", "none.astrolabe", "--pdf", "none.pdf", "--json"});
    QCOMPARE(json.status, 1);
    QCOMPARE(json.json()["status"], Json("infeasible"));
    QCOMPARE(json.json()["binding"]["limit"], Json("memory"));
    const Said text = m_place.run({"report", "none.astrolabe", "--pdf", "none.pdf"});
    QVERIFY2(text.status == 1 && text.out.isEmpty() && text.err.contains("No strategy fits"),
             text.all().constData());
    QVERIFY(!QFile::exists(m_place.path("none.pdf")));
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
  /// The text of a PDF.
  QByteArray wordsOf(const char* name) const {
    QProcess text;
    text.start("pdftotext", {m_place.path(name), "-"});
    text.waitForFinished();
    return text.readAllStandardOutput();
  }
  /// "two.astrolabe": the question of the parts, and "Half the nodes" with half the batch.
  bool saveTwoScenarios() const {
    if (m_place.run(QStringList{"plan"} + kParts + QStringList{"--json", "--save", "two.astrolabe"}).status !=
        0)
      return false;
    const std::string path = m_place.path("two.astrolabe").toStdString();
    auto file = plan::read_plan(path).value();
    plan::Scenario half = file.plan;
    half.title = "Half the nodes";
    for (hardware::PoolSpec& pool : half.cluster.pools) pool.nodes = std::max(1, pool.nodes / 2);
    half.job.global_batch /= 2;
    plan::add_scenario(file.plan, half);
    plan::show_scenario(file.plan, 1);
    return plan::write_plan(file, path).has_value();
  }
  /// Tokens per second that its scenario finds; 0 for none.
  double speedOfTwo(const QStringList& named) const {
    const Said said = m_place.run(QStringList{"plan", "two.astrolabe", "--json"} + named);
    return said.status == 0 ? said.json()["best"][0]["tokens_per_second"].get<double>() : 0.0;
  }
  Workplace m_place;
};

}  // namespace tst_cli_plans

ASTROLABE_TEST(tst_cli_plans, TestCliPlans)
#include "tst_cli_plans.moc"
