// core/plan/assumptions, core/hardware/reason: what an answer rests on, with units, and why.
#include <QtTest>
#include <algorithm>
#include <set>

#include "core/plan/assumptions.h"
#include "core/strategy/software_of.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_assumptions {

using namespace astrolabe;
using namespace astrolabe::tests;
using hardware::Assumption;
using hardware::Reason;

namespace {

/// "value, why" of a key, or nothing.
std::string told(const strategy::Problem& problem, std::string_view key) {
  const std::vector<Assumption> all = plan::assumptions_of(problem);
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Assumption& one) { return one.what == key; });
  return found == all.end() ? std::string() : found->value + ", " + to_text(found->why);
}

}  // namespace

class TestAssumptions : public QObject {
  Q_OBJECT

 private slots:
  /// Every kind has a sentence of its own, with as many places as its comment says.
  void sentences() {
    std::set<std::string> forms;
    for (int i = 0; i < Reason::kKinds; ++i) {
      const std::string form = hardware::form_of(static_cast<Reason::Kind>(i));
      QVERIFY(!form.empty());
      forms.insert(form);
    }
    QCOMPARE(forms.size(), std::size_t{Reason::kKinds});
    QCOMPARE(to_text(Reason{Reason::Kind::source, {"list, 2026"}}), std::string("list, 2026"));
    QCOMPARE(to_text(Reason{Reason::Kind::bridge_too_small, {"NVLink3", "2", "4"}}),
             std::string("NVLink3 joins 2 GPUs, the node has 4: PCIe between the rest"));
    QCOMPARE(to_text(Reason{Reason::Kind::power_limit, {"350", "700", "0.4"}}),
             std::string("(350 W / 700 W)^0.4: matrix rates under a power limit"));
    // What stands in a sentence is taken as it is; a place without a value is told.
    QCOMPARE(to_text(Reason{Reason::Kind::host_memory_like, {"%2", "b"}}),
             std::string("as much for each GPU as in %2: b"));
    QCOMPARE(to_text(Reason{Reason::Kind::sold_as_rack, {}}), std::string("the rack that ? is sold in"));
  }

  /// 419 / (54 x 24 x 16,384) = 1.97328e-5; 2e12 / 24,576 = 81,380,208 bytes a second.
  void valuesHaveUnits() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}), 1024, 64);
    problem.job.reliability = {};
    QCOMPARE(
        told(problem, "job.reliability.failures_per_gpu_hour"),
        std::string("1.97e-05/h, 419 unexpected interruptions in 54 days on 16,384 H100 (Llama 3, 2024)"));
    QCOMPARE(told(problem, "job.reliability.storage_gb_per_s"),
             std::string("81.4 MB/s/GPU, 2 TB/s for 24,576 GPUs (Llama 3, 2024)"));
    QCOMPARE(told(problem, "job.reliability.restart_seconds"),
             std::string("600 s, noticing a failure, replacing the node, starting again"));
    QCOMPARE(told(problem, "memory.context_gib"),
             std::string("4 GiB, driver and communication context, at most a tenth of a card"));
    for (const Assumption& one : plan::assumptions_of(problem))
      QVERIFY2(one.what.find(' ') == std::string::npos, one.what.c_str());
    problem.job.reliability.failures_per_gpu_hour = 1e-5;
    problem.job.reliability.storage_gb_per_s = 100.0;
    problem.job.reliability.restart_seconds = 60.0;
    for (const char* key : {"failures_per_gpu_hour", "storage_gb_per_s", "restart_seconds"})
      QVERIFY2(told(problem, std::string("job.reliability.") + key).empty(), key);
  }

  /// Of the pool's type itself, of the one that it was made from, of the nearest one.
  void kernelsOfAnotherType() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}), 1024, 64);
    QVERIFY(told(problem, "pools[a].kernels").empty());
    hardware::Gpu& gpu = problem.cluster.pools[0].gpu;
    gpu.id = "mine";
    QCOMPARE(told(problem, "pools[a].kernels"),
             std::string("h100-sxm, no kernel tables for mine: efficiencies of its nearest measured type"));
    gpu.like = "h100-sxm";
    QCOMPARE(told(problem, "pools[a].kernels"),
             std::string("h100-sxm, no kernel tables for mine: those of the type it was made from"));
  }

  /// A sequence that is longer than the model's file knows is planned, and told.
  void positionsBeyondTheModel() {
    auto graph = std::make_shared<model::Graph>(*make_graph(4));
    graph->max_sequence = 1024;
    strategy::Problem problem = make_test_problem(graph, make_cluster({make_pool("a", 2, 8)}), 1024, 64);
    QVERIFY(told(problem, "job.sequence_length").empty());
    problem.job.sequence_length = 2048;
    QCOMPARE(
        told(problem, "job.sequence_length"),
        std::string("2048, beyond the 1024 positions that the model states: they count as extended, at no "
                    "cost"));
    graph->max_sequence = 0;  // none is stated
    QVERIFY(told(problem, "job.sequence_length").empty());
  }

  /// A rank of adapters that nobody states is the runtime's own, and stays unsaid in the job's JSON.
  void adaptersUnsaid() {
    const auto asked = [](const char* runtime, const Json& tuning) {
      const Json json{{"sequence_length", 1024},
                      {"global_batch", 64},
                      {"tokens", 1e9},
                      {"precision", "bf16"},
                      {"software", {{"runtime", runtime}}},
                      {"tuning", tuning}};
      return strategy::make_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}),
                                    strategy::read_job(json).value(), strategy::Objective::throughput)
          .value();
    };
    const strategy::Problem unsaid = asked("ms-swift", {{"method", "lora"}});
    QCOMPARE(unsaid.job.tuning->rank, 8);
    const std::string rank = told(unsaid, "job.tuning.rank");
    QVERIFY2(rank.starts_with("8, ") && rank.find("megatron_args.py:465") != std::string::npos, rank.c_str());
    QVERIFY(told(unsaid, "job.tuning.targets").starts_with("all-linear, "));
    const strategy::Problem said =
        asked("ms-swift", {{"method", "lora"}, {"rank", 16}, {"targets", {"q_proj"}}});
    QCOMPARE(said.job.tuning->rank, 16);
    QVERIFY(told(said, "job.tuning.rank").empty() && told(said, "job.tuning.targets").empty());
    const strategy::Problem any = asked("any", {{"method", "lora"}});
    QCOMPARE(any.job.tuning->rank, strategy::kDefaultRank);
    QVERIFY(!told(any, "job.tuning.rank").empty());
    QVERIFY(!strategy::to_json(any.job).at("tuning").contains("rank"));
    QCOMPARE(strategy::to_json(said.job).at("tuning").at("rank").get<int>(), 16);
  }

  /// A release whose day is known counts with it, one that is not is told; a stated date is no assumption.
  void releasesOfTheRuntime() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}), 1024, 64);
    problem.job.software.runtime = "megatron-lm";
    const auto told_of = [&](const char* release, const char* date) {
      problem.job.software.release = release;
      problem.job.software.date = date;
      problem.software = strategy::software_of(problem.job.software);
      return told(problem, "software.year");
    };
    const std::string newest = told_of("", "");
    QVERIFY(newest.ends_with("training stack as new as the newest measured one"));
    // The middle of February 2024.
    QCOMPARE(told_of("core_v0.5.0", ""),
             std::string("2024.125, release core_v0.5.0 of Megatron-LM is of 2024-02-26"));
    QCOMPARE(told_of("0.5", ""), std::string("2024.125, release 0.5 of Megatron-LM is of 2024-02-26"));
    const std::string unknown = told_of("9.9", "");
    QVERIFY2(unknown.find("no date of release 9.9 of Megatron-LM is known") != std::string::npos,
             unknown.c_str());
    QCOMPARE(unknown.substr(0, unknown.find(',')), newest.substr(0, newest.find(',')));
    QVERIFY(told_of("9.9", "2024-06").empty());
  }

  /// What the cluster assumes comes first, as it says it.
  void clusterFirst() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}), 1024, 64);
    const Assumption own{"pools[a].inter_node_latency_us", "5 us", {Reason::Kind::latency_between_nodes, {}}};
    problem.cluster.assumptions = {own};
    QVERIFY(plan::assumptions_of(problem).front() == own);
  }
};

}  // namespace tst_assumptions

ASTROLABE_TEST(tst_assumptions, TestAssumptions)
#include "tst_assumptions.moc"
