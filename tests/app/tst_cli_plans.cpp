// astrolabe-cli, started for real: saved plans with scenarios and a catalogue of their own, and their
// reports.
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/hardware/catalogue_rows.h"
#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "tests/app/mixed_inputs.h"
#include "tests/app/two_scenarios.h"
#include "tests/program/test_program.h"

namespace tst_cli_plans {

using namespace cli_process;
using namespace astrolabe;

class TestCliPlans : public QObject, TwoScenarios {
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
};

}  // namespace tst_cli_plans

ASTROLABE_TEST(tst_cli_plans, TestCliPlans)
#include "tst_cli_plans.moc"
