// astrolabe-cli, started for real: clusters that change. One ranking of all kinds, what to do with the layout
// that runs, and mistakes told at their places.
#include <cmath>

#include "tests/app/cli_process.h"
#include "tests/program/test_program.h"

namespace tst_cli_changing {

using namespace cli_process;
using namespace astrolabe;

namespace {

/// Four nodes of eight H100 with `marks` as further keys of the pool.
QByteArray cluster(const QByteArray& marks) {
  return R"({"pools": [{"id": "new", "node": "onprem-dgx-h100", "nodes": 4)" + marks + "}]}";
}
QByteArray job(const QByteArray& more) {
  return R"({"sequence_length": 4096, "global_batch": 512, "tokens": 1e12, "precision": "bf16",
    "software": {"runtime": "any"})" +
         more + "}";
}

}  // namespace

class TestCliChanging : public QObject {
  Q_OBJECT

  Workplace m_place;

  Said plan(const QByteArray& marks, const QByteArray& more, const QStringList& options) {
    m_place.put("changing.json", cluster(marks));
    m_place.put("work.json", job(more));
    const QStringList top = options.contains("--top") ? QStringList() : QStringList{"--top", "3"};
    return m_place.run(
        QStringList{"plan", "--model", "llama-3.1-8b", "--cluster", "changing.json", "--job", "work.json"} +
        top + options);
  }

 private slots:
  /// Pipelines around a slow GPU stand above the best strategy in the one table, as what they are; strategies
  /// have the numbers. There are as many rows as were asked for. No other place is told.
  void oneTableOfAllKinds() {
    const Said said = plan(R"(, "slow": [{"node": 1, "gpu": 3, "factor": 2.0}])", "", {"--top", "9"});
    QVERIFY2(said.status == 0, said.all());
    QList<QByteArray> first;  // the first cell of each row below the heading
    bool table = false;
    for (const QByteArray& line : said.out.split('\n')) {
      if (table && line.trimmed().isEmpty()) break;
      if (table) first << line.trimmed().split(' ').first();
      table = table || line.contains("Tokens/s  ");
    }
    QVERIFY2(first.size() == 9 && first.first() == "pipelines", said.all());
    first.removeAll("pipelines");
    QVERIFY2(first.size() >= 3, said.all());
    for (qsizetype i = 0; i < first.size(); ++i) QCOMPARE(first[i], QByteArray::number(i + 1));
    QVERIFY2(said.out.contains("First is of another kind than strategies: Pipelines: "), said.all());
    QVERIFY(said.out.contains("Best of all strategies, all pipelines alike."));
    QVERIFY(!said.out.contains("place 1"));
    // Where a column tells steps on the nodes, it is said which step the other figures are of.
    QCOMPARE(said.out.contains("Step on its nodes"),
             said.out.contains("every GPU in use as slow as the slowest of its pool"));
  }

  /// With a spare node in the place of the slow GPU pipelines are the strategy that the search has found: no
  /// plan beside it takes as long and uses as many GPUs.
  void whatIsAStrategyIsNoPipelines() {
    const Said said = plan(R"(, "slow": [{"node": 1, "gpu": 1, "factor": 2}], "spares": 1)", "", {"--json"});
    QVERIFY2(said.status == 0, said.all());
    const Json answer = said.json();
    double best = 0.0;
    for (const Json& row : answer["best"])
      if (row["kind"] == "pipeline" && best == 0.0) best = row["step_seconds"].get<double>();
    QVERIFY(best > 0.0);
    for (const Json& row : answer["pipelines"])
      QVERIFY2(std::abs(row["step_seconds"].get<double>() / best - 1.0) > 1e-9, said.out);
  }

  /// A fresh start of what leads the ranking stands among the plans, and the restart counts in all that need
  /// one.
  void restartAndTheWholeRanking() {
    const QByteArray running =
        R"(, "running": {"tensor_parallel": 4, "pipeline_parallel": 2, "data_parallel": 4,
      "micro_batch": 1}, "reliability": {"restart_seconds": 77})";
    const Said said = plan(R"(, "slow": [{"node": 1, "gpu": 1, "factor": 2}])", running, {"--json"});
    QVERIFY2(said.status == 0, said.all());
    const Json answer = said.json();
    bool pipelines = false;
    double keep = 0.0;
    for (const Json& one : answer["replan"]) {
      const std::string kind = one["kind"].get<std::string>();
      const double step = one["step_seconds"].get<double>(), restart = one["restart_seconds"].get<double>();
      if (kind == "keep") keep = step;
      pipelines = pipelines || (kind == "fresh" && one["strategy"].value("kind", "") == "pipelines");
      QCOMPARE(restart > 0.0, kind != "keep" && kind != "rebalance_data");
      if (restart > 0.0) QVERIFY(restart >= 77.0);
      const double moving = one["move_seconds"].get<double>();
      QVERIFY(std::abs(one["change_seconds"].get<double>() - (moving + restart)) <
              1e-9 * (1.0 + moving + restart));
      if (kind != "keep" && one["break_even_steps"].is_number() && restart > 0.0)
        QVERIFY(std::abs(one["break_even_steps"].get<double>() -
                         (one["move_seconds"].get<double>() + restart) / (keep - step)) < 1e-6);
    }
    QVERIFY2(pipelines, said.out);
    QVERIFY(!answer["replan"].empty() && answer["recommended"].is_number());
    // A sweep tells what to do with the layout that runs, too, beside strategies alone.
    const Said swept = m_place.run({"sweep", "--model", "llama-3.1-8b", "--cluster", "changing.json", "--job",
                                    "work.json", "--out", "swept.jsonl"});
    QVERIFY2(swept.status == 0, swept.all());
    QFile lines(m_place.path("swept.jsonl"));
    QVERIFY(lines.open(QIODevice::ReadOnly));
    const Json row = Json::parse(lines.readLine().toStdString())["answer"];
    QVERIFY(row["recommended"].is_number());
    QCOMPARE(row["replan"][0], answer["replan"][0]);
  }

  /// Kinds that were asked for by name and cannot be there say why.
  void nothingOfAKind() {
    const Said unmarked =
        plan("", "", {"--pipelines", "always", "--groups", "always", "--sharded", "always"});
    QVERIFY2(unmarked.status == 0, unmarked.all());
    QVERIFY2(unmarked.out.contains("No pipelines around slow GPUs (--pipelines always): no GPU is marked."),
             unmarked.all());
    QVERIFY(unmarked.out.contains("No programs on groups (--groups always): all GPUs work at one speed."));
    const Said exported = m_place.run({"export", "--model", "llama-3.1-8b", "--cluster", "changing.json",
                                       "--job", "work.json", "--format", "groups-text", "--out", "g.txt"});
    QVERIFY2(
        exported.err.contains("Nothing is written: there are no programs on groups to find: all GPUs work "
                              "at one speed."),
        exported.all());
    m_place.put("pipelines.json", R"({"kind": "pipelines"})");
    const Said why = m_place.run({"why", "--model", "llama-3.1-8b", "--cluster", "changing.json", "--job",
                                  "work.json", "--strategy", "pipelines.json"});
    QVERIFY2(why.status == 2 && why.err.contains("no GPU is marked") && !why.err.contains("not_marked"),
             why.all());
    QVERIFY(unmarked.out.contains("(--sharded always): all GPUs work at one speed."));
    const Json notes = plan("", "", {"--pipelines", "always", "--json"}).json()["notes"];
    QCOMPARE(notes.size(), std::size_t(1));
    QCOMPARE(notes[0]["key"], Json("pipelines"));
    QCOMPARE(notes[0]["code"], Json("not_marked"));
    QVERIFY(unmarked.out.contains(notes[0]["text"].get<std::string>().c_str()));
    m_place.put("even.json", R"({"pools": [{"id": "new", "node": "onprem-dgx-h100", "nodes": 1},
      {"id": "old", "node": "onprem-dgx-a100-80", "nodes": 1}],
      "between_pools": [{"a": "new", "b": "old", "gb_per_s": 100}]})");
    const Said even = m_place.run({"plan", "--model", "llama-3.1-8b", "--cluster", "even.json", "--job",
                                   "work.json", "--programs", "never", "--widths", "always"});
    QVERIFY2(even.status == 0, even.all());
    QVERIFY2(even.out.contains("(--widths always): stages of one width stand on these counts"), even.all());
    m_place.put("named.json", R"({"sequence_length": 4096, "global_batch": 512, "tokens": 1e12,
      "precision": "bf16", "software": {"runtime": "megatron-lm"}})");
    const Said named = m_place.run({"plan", "--model", "llama-3.1-8b", "--cluster", "marked.json", "--job",
                                    "named.json", "--pipelines", "always"});
    QVERIFY2(named.status == 0, named.all());
    QVERIFY2(named.out.contains("megatron-lm starts none"), named.all());
    const Said quiet = plan("", "", {});
    QVERIFY(!quiet.all().contains("always"));
    QVERIFY(!plan("", "", {"--json"}).json().contains("notes"));
  }

  /// Every node is slow, by 1.5 or by 2: each strategy has a step as its ranks stand on them. What `why`
  /// weighs is what `plan` tells of each, against the fastest so. Megatron-LM starts no other kind of plan.
  void whyWeighsWhatPlanTells() {
    m_place.put("changing.json", cluster(R"(, "slow": [{"node": 0, "factor": 1.5}, {"node": 1, "factor": 2},
      {"node": 2, "factor": 1.5}, {"node": 3, "factor": 2}])"));
    m_place.put("work.json", job("").replace("any", "megatron-lm"));
    const QStringList asked{"--model", "llama-3.1-8b", "--cluster", "changing.json",
                            "--job",   "work.json",    "--json"};
    const Json rows = m_place.run(QStringList{"plan"} + asked).json()["best"];
    QVERIFY(rows.size() >= 3);
    double least = 1e300;
    const auto placed = [](const Json& row) {
      return row.value("placed_step_seconds", row["step_seconds"].get<double>());
    };
    for (const Json& row : rows) {
      QVERIFY(row.contains("placed_step_seconds"));
      least = std::min(least, placed(row));
    }
    for (std::size_t i = 0; i < 3; ++i) {
      m_place.put("row.json", QByteArray::fromStdString(rows[i]["strategy"].dump()));
      const Said said = m_place.run(QStringList{"why", "--strategy", "row.json"} + asked);
      QVERIFY2(said.status == 0, said.all());
      const Json why = said.json(), difference = why["difference"];
      const double behind = placed(rows[i]) - least;
      QVERIFY2(std::abs(difference["placed_step_seconds"].get<double>() - behind) < 1e-9 * least, said.out);
      QCOMPARE(why["verdict"] == "slower", behind > 1e-9 * least);
      QVERIFY(std::abs(placed(why["best"]) - least) < 1e-9 * least);
    }
  }

  /// Pipelines that are ahead of every strategy, and behind others of their kind, are not called the best:
  /// the first of all kinds is named.
  void whyNamesTheFirstOfAllKinds() {
    const Json rows = plan(R"(, "slow": [{"node": 0, "gpu": 0, "factor": 1.5}, {"node": 1, "gpu": 3,
      "factor": 1.5}, {"node": 2, "gpu": 6, "factor": 1.5}, {"node": 3, "gpu": 1, "factor": 1.5}])",
                           "", {"--json"})
                          .json()["pipelines"];
    QVERIFY(rows.size() >= 2);
    const double first = rows[0]["step_seconds"].get<double>(), next = rows[1]["step_seconds"].get<double>();
    QVERIFY(first < next);
    m_place.put("row.json", QByteArray::fromStdString(rows[1]["strategy"].dump()));
    const QStringList asked{"why",       "--strategy",    "row.json", "--model",  "llama-3.1-8b",
                            "--cluster", "changing.json", "--job",    "work.json"};
    const Said said = m_place.run(asked + QStringList{"--json"});
    QVERIFY2(said.status == 0, said.all());
    const Json why = said.json();
    QCOMPARE(why["verdict"], Json("slower"));
    QCOMPARE(why["best"]["kind"], rows[0]["kind"]);
    QVERIFY(std::abs(why["best"]["step_seconds"].get<double>() - first) < 1e-9 * first);
    QVERIFY(std::abs(why["difference"]["step_seconds"].get<double>() - (next - first)) < 1e-9 * first);
    const Said words = m_place.run(asked);
    QVERIFY2(words.out.contains("The best is of another kind than strategies: Pipelines"), words.all());
    QVERIFY2(!words.out.contains("Ahead of every strategy"), words.all());
  }

  /// Time that ends before pipelines are found is told where the answer is, with what is not known.
  void pipelinesThatTimeLeftOut() {
    const QByteArray marks = R"(, "slow": [{"node": 1, "gpu": 3, "factor": 2.0}])";
    const QStringList soon{"--time-limit", "0.02"};
    const Said json = plan(marks, "", soon + QStringList{"--json"});
    const Json answer = json.json();
    QVERIFY2(answer["pipelines_stopped_early"] == true, json.all());
    std::string told;
    for (const Json& note : answer["notes"])
      if (note["key"] == "pipelines" && note["code"] == "stopped_early") told = note["text"];
    QVERIFY2(told.find("The search for pipelines around slow GPUs was stopped early") == 0, json.all());
    QVERIFY(answer["status"] != "optimal");
    const Said words = plan(marks, "", soon);
    QVERIFY2(words.out.contains("The search for pipelines around slow GPUs was stopped early"), words.all());
  }

  /// An option of programs is about programs: pipelines around the marks stay, and state lies where another
  /// option says.
  void withoutPrograms() {
    m_place.put("mixed.json", R"({"pools": [{"id": "new", "node": "onprem-dgx-h100", "nodes": 1},
      {"id": "old", "node": "onprem-dgx-a100-80", "nodes": 1, "slow": [{"node": 0, "gpu": 3, "factor": 3}]}],
      "between_pools": [{"a": "new", "b": "old", "gb_per_s": 100}]})");
    m_place.put("work.json", job(""));
    const auto answer = [&](const QStringList& options) {
      return m_place
          .run(QStringList{"plan", "--model", "llama-3.1-8b", "--cluster", "mixed.json", "--job", "work.json",
                           "--json", "--programs", "never"} +
               options)
          .json();
    };
    const Json without = answer({});
    QVERIFY2(without["pipelines"].is_array() && !without["pipelines"].empty(), without.dump().c_str());
    for (const char* kind : {"programs", "groups", "sharded", "widths"})
      QVERIFY2(without[kind].is_null(), kind);
    const Json some = answer({"--groups", "always", "--pipelines", "never"});
    QVERIFY2(some["groups"].is_array() && !some["groups"].empty(), some.dump().c_str());
    QVERIFY(some["pipelines"].is_null());
  }

  void mistakesAtTheirPlaces_data() {
    QTest::addColumn<QByteArray>("marks");
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QByteArray>("wanted");
    QTest::newRow("factor below 1") << QByteArray(R"(, "slow": [{"node": 1, "gpu": 1, "factor": 0.5}])")
                                    << QByteArray() << QByteArray("pools[0].slow[0].factor")
                                    << QByteArray("between 1 and 100");
    QTest::newRow("factor above 100")
        << QByteArray(R"(, "slow": [{"node": 1, "gpu": 1, "factor": 200}])") << QByteArray()
        << QByteArray("pools[0].slow[0].factor") << QByteArray("between 1 and 100");
    QTest::newRow("all failed") << QByteArray(
                                       R"(, "failed": [{"node": 0}, {"node": 1}, {"node": 2}, {"node": 3}])")
                                << QByteArray() << QByteArray("pools[0].failed")
                                << QByteArray("a GPU that works");
    QTest::newRow("all spare") << QByteArray(R"(, "spares": 4)") << QByteArray()
                               << QByteArray("pools[0].spares") << QByteArray("between 0 and 3");
    // 3 x 2 x 4 = 24 of 32 GPUs; 3 divides no head of 32.
    QTest::newRow("a rule") << QByteArray()
                            << QByteArray(R"(, "running": {"tensor_parallel": 3, "pipeline_parallel": 2,
                                 "data_parallel": 4})")
                            << QByteArray("job.running.tensor_parallel") << QByteArray("keep the rule");
    // 32 whole copies: 8 B parameters x 18 bytes = 144 GB of an 80 GB GPU.
    QTest::newRow("memory") << QByteArray()
                            << QByteArray(R"(, "running": {"tensor_parallel": 1, "pipeline_parallel": 1,
                                 "data_parallel": 32, "zero_stage": 0})")
                            << QByteArray("job.running") << QByteArray("GiB of memory");
  }
  void mistakesAtTheirPlaces() {
    QFETCH(QByteArray, marks);
    QFETCH(QByteArray, more);
    QFETCH(QByteArray, where);
    QFETCH(QByteArray, wanted);
    const Said said = plan(marks, more, {});
    QCOMPARE(said.status, 2);
    QVERIFY2(said.err.contains(where), said.all());
    QVERIFY2(said.err.contains(wanted), said.all());
  }

  /// Steps are left of a layout: without one they are told to do nothing.
  void stepsOfNothing() {
    const Said said = plan("", R"(, "steps_left": 100)", {});
    QCOMPARE(said.status, 0);
    QVERIFY2(said.err.contains("job.steps_left") && said.err.contains("under running"), said.all());
  }

  /// The network of a node is slow: the same in the cluster's file and in a table without another factor. A
  /// table of a heading alone is refused.
  void linksAlone() {
    const QStringList alone{"--pipelines", "never", "--json"};
    m_place.put("slow.csv", "pool,node,gpu,link_factor\nnew,1,,20\n");
    const Said table = plan("", "", alone + QStringList{"--slow", "slow.csv"});
    QVERIFY2(table.status == 0, table.all());
    const Json best = table.json()["best"];
    QCOMPARE(best, plan(R"(, "slow": [{"node": 1, "link_factor": 20}])", "", alone).json()["best"]);
    QVERIFY(best[0]["step_seconds"] > plan("", "", alone).json()["best"][0]["step_seconds"]);
    m_place.put("slow.csv", "pool,node,gpu,factor\n");
    const Said heading = plan("", "", {"--slow", "slow.csv"});
    QVERIFY(heading.status != 0);
    QVERIFY2(heading.all().contains("slow.csv") && heading.all().contains("a row for each GPU or node"),
             heading.all());
  }

  /// One GPU of every node has failed: the 7 that work are used, 28 of 32, and the answer is proven.
  void oneGpuOfEveryNode() {
    const QByteArray marks =
        R"(, "failed": [{"node": 0, "gpu": 0}, {"node": 1, "gpu": 3}, {"node": 2, "gpu": 7},
      {"node": 3, "gpu": 5}])";
    const QStringList alone{"--pipelines", "never", "--programs", "never", "--sharded", "never"};
    const Said said = plan(marks, "", alone);
    QVERIFY2(said.status == 0, said.all());
    QVERIFY2(said.out.contains("#1 uses 7 of the 8 GPUs of a node of new, by node: "
                               "0: 1, 2, 3, 4, 5, 6, 7 · 1: 0, 1, 2, 4, 5, 6, 7"),
             said.all());
    const Said json = plan(marks, "", alone + QStringList{"--json"});
    const Json answer = json.json();
    QCOMPARE(answer["status"].get<std::string>(), std::string("optimal"));
    QCOMPARE(answer["best"][0]["gpus"].dump(), std::string(R"({"new":28})"));
    QCOMPARE(answer["used_of_node"]["new"].size(), std::size_t(4));
    // A layout of 28 that is given by hand starts on these GPUs, though the cluster has 32.
    QByteArray megatron = job("");
    m_place.put("work.json", megatron.replace("any", "megatron-lm"));
    m_place.put("sevens.json", R"({"tensor_parallel": 1, "pipeline_parallel": 7, "data_parallel": 4,
      "micro_batch": 1, "zero_stage": 1, "recompute": "none"})");
    const Said written = m_place.run({"export", "--model", "llama-3.1-8b", "--cluster", "changing.json",
                                      "--job", "work.json", "--strategy", "sevens.json", "--format",
                                      "megatron-lm", "--start", "torchrun", "--out", "sevens.args"});
    QVERIFY2(written.status == 0, written.all());
    QFile start(m_place.path("sevens.args.sh"));
    QVERIFY(start.open(QIODevice::ReadOnly));
    QVERIFY(start.readAll().contains("--nnodes 4 --nproc-per-node 7 "));
    // Where the same GPUs are five times as slow they are left out, too.
    QByteArray slow = marks;
    slow.replace("failed", "slow").replace("}", R"(, "factor": 5})");
    const Said slowed = plan(slow, "", alone + QStringList{"--json"});
    QVERIFY2(slowed.status == 0, slowed.all());
    const Json around_slow = slowed.json();
    QCOMPARE(around_slow["status"].get<std::string>(), std::string("optimal"));
    QCOMPARE(around_slow["best"][0]["step_seconds"], answer["best"][0]["step_seconds"]);
    QCOMPARE(around_slow["used_of_node"], answer["used_of_node"]);
    // Pipelines use all 7 of a node, 28 in all: the 4 nodes of 8 that they are in are paid.
    const Json around =
        plan(marks, "", {"--pipelines", "always", "--programs", "never", "--sharded", "never", "--json"})
            .json();
    QVERIFY(!around["pipelines"].empty());
    QCOMPARE(around["pipelines"][0]["gpus"].dump(), std::string(R"({"new":28})"));
    QCOMPARE(around["pipelines"][0]["paid_gpus"].dump(), std::string(R"({"new":32})"));
  }

  /// Of two nodes one has lost a GPU, of two others one all of them. Whatever is planned, 16 + 16 GPUs stand
  /// there and are paid for, on demand: 16 x 2.5 + 16 x 1.5 = 64 USD an hour. With counts to choose the
  /// failed node is not paid, and an hour costs 2.5 and 1.5 for each GPU that `paid_gpus` tells.
  void everyKindPaysForWhatHasFailed() {
    m_place.put("work.json", R"({"sequence_length": 4096, "global_batch": 128, "tokens": 1e12,
      "precision": "bf16", "software": {"runtime": "any"}})");
    const auto planned = [&](const QByteArray& more, const QStringList& options) {
      m_place.put("changing.json",
                  R"({"pools": [{"id": "new", "node": "onprem-dgx-h100", "nodes": 2, "usd_per_gpu_hour": 2.5,
                    "failed": [{"node": 1, "gpu": 3}]},
                   {"id": "old", "node": "oci-bm-gpu-a100-v2-8", "nodes": 2, "usd_per_gpu_hour": 1.5,
                    "failed": [{"node": 0}]}],
                   "between_pools": [{"a": "new", "b": "old", "gb_per_s": 100, "latency_us": 10}])" +
                      more + "}");
      return m_place.run(QStringList{"plan", "--model", "llama-3.1-8b", "--cluster", "changing.json", "--job",
                                     "work.json", "--top", "3", "--json"} +
                         options);
    };
    const Said said = planned("", {"--sharded", "always"});
    QVERIFY2(said.status == 0, said.all());
    const Json answer = said.json();
    const Said some = planned(R"(, "choose": {"max_gpus_per_pool": {"new": 16, "old": 16}})", {});
    QVERIFY2(some.status == 0, some.all());
    const Json chosen = some.json();
    for (const char* kind : {"best", "pipelines", "groups", "sharded", "programs"}) {
      if (std::string_view(kind) != "programs") QVERIFY2(answer.contains(kind), kind);
      for (const Json& row : answer.value(kind, Json::array())) {
        QCOMPARE(row["paid_gpus"].dump(), std::string(R"({"new":16,"old":16})"));
        QVERIFY(std::abs(row["usd_per_hour"].get<double>() - 64.0) < 1e-9);
      }
      for (const Json& row : chosen.value(kind, Json::array())) {
        const int fast = row["paid_gpus"].value("new", 0), slow = row["paid_gpus"].value("old", 0);
        QVERIFY(fast <= 16 && slow <= 8);
        QVERIFY(std::abs(row["usd_per_hour"].get<double>() - 2.5 * fast - 1.5 * slow) < 1e-9);
      }
    }
  }

  /// A node that is marked slow stands there and is paid for, left out or not: 16 x 2.5 + 16 x 1.5 = 64 USD
  /// an hour, which the answer says it assumes, and all 32 GPUs to buy. With counts to choose only what is
  /// used is paid.
  void everyKindPaysForWhatIsSlow() {
    m_place.put("work.json", job(""));
    const auto answer = [&](const QByteArray& factor, const QByteArray& more) {
      m_place.put("changing.json",
                  R"({"pools": [{"id": "new", "node": "onprem-dgx-h100", "nodes": 2, "usd_per_gpu_hour": 2.5},
                     {"id": "old", "node": "oci-bm-gpu-a100-v2-8", "nodes": 2, "usd_per_gpu_hour": 1.5,
                      "slow": [{"node": 0, "factor": )" +
                      factor + R"(}]}],
                     "between_pools": [{"a": "new", "b": "old", "gb_per_s": 100, "latency_us": 10}])" +
                      more + "}");
      return m_place
          .run({"plan", "--model", "llama-3.1-8b", "--cluster", "changing.json", "--job", "work.json",
                "--objective", "money", "--top", "3", "--programs", "never", "--json"})
          .json();
    };
    const auto assumes = [](const Json& told) {
      return told["assumed"].dump().find("job.cost.idle_gpus_cost") != std::string::npos;
    };
    for (const char* factor : {"1.01", "50"}) {
      const Json told = answer(factor, "");
      QVERIFY2(!told["best"].empty() && assumes(told), told.dump().c_str());
      for (const char* kind : {"best", "pipelines"})
        for (const Json& row : told.value(kind, Json::array())) {
          QVERIFY(std::abs(row["usd_per_hour"].get<double>() - 64.0) < 1e-9);
          QCOMPARE(row["paid_gpus"].dump(), std::string(R"({"new":16,"old":16})"));
          QCOMPARE(row["purchase_usd"], told["best"][0]["purchase_usd"]);
        }
    }
    const Json some = answer("50", R"(, "choose": {"max_gpus_per_pool": {"new": 16, "old": 16}})");
    QVERIFY(!some["best"].empty() && !assumes(some));
    QVERIFY(some["best"][0]["usd_per_hour"].get<double>() < 63.0);
  }

  void initTestCase() { m_place.put("marked.json", cluster(R"(, "failed": [{"node": 1, "gpu": 3}])")); }
};

}  // namespace tst_cli_changing

ASTROLABE_TEST(tst_cli_changing, TestCliChanging)
#include "tst_cli_changing.moc"
