// Memory of the nodes' hosts: what is offloaded has to find room there. Bytes against sums written out, the
// search against brute force, proofs, and what is said where it binds.
#include <QtTest>
#include <cmath>

#include "certificates.h"
#include "core/cost/memory.h"
#include "core/cost/shape.h"
#include "core/engine.h"
#include "core/hardware/catalogue.h"
#include "core/plan/answer.h"
#include "core/plan/why.h"
#include "cost_sums.h"
#include "tests/program/test_program.h"

namespace tst_host_memory {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

/// Models that need an optimizer or activations in host memory, over links that make both cheap.
strategy::Problem offloading(std::mt19937& random, int number) {
  strategy::Problem problem = random_problem(random, number % 2 == 1);
  for (hardware::Pool& pool : problem.cluster.pools) pool.gpu.pcie = gb_per_s(2000);
  problem.job.allowed["schedule"] = {"1f1b", number % 3 == 0 ? "interleaved" : "zb-h1"};
  if (number % 4 == 0) problem.job.allowed["offload_optimizer"] = {"true"};
  if (number % 4 == 1) problem.job.allowed["offload_activations"] = {"true"};
  return problem;
}

strategy::Problem without_host_limits(strategy::Problem problem) {
  for (hardware::Pool& pool : problem.cluster.pools) pool.host_memory.reset();
  return problem;
}

search::Progress searched(const strategy::Problem& problem, bool everything = false) {
  search::Request request;
  request.exhaustive = request.brute_splits = everything;
  return search::run(problem, request, {}, nullptr, {});
}

/// 1.6e9 parameters on two GPUs of a node, whose optimizer is in host memory.
strategy::Problem tight_host(double node_gib) {
  strategy::Problem problem = make_test_problem(make_graph(24, 2048, 16, 8),
                                                make_cluster({make_pool("a", 1, 2, 1.0, 24.0)}), 2048, 8);
  problem.cluster.pools[0].host_memory = gib(node_gib);
  problem.job.allowed["offload_optimizer"] = {"true"};
  return problem;
}

}  // namespace

class TestHostMemory : public QObject {
  Q_OBJECT

 private slots:
  /// 1e9 parameters over two ranks, ZeRO 1, Adam: weights, two moments and gradients in fp32 for 0.5e9 each,
  /// 16 x 0.5e9 bytes; SGD has one moment, 12. In fp32 the state has no weights of its own, the host has.
  void optimizerByHand() {
    strategy::Job job;
    cost::StageContent content;
    content.dense_parameters = 1e9;
    content.dense_shards = 2;
    content.zero_stage = 1;
    hardware::Pool pool = make_pool("a", 1, 8);
    const auto host = [&] { return cost::stage_memory(job, pool, 0, content).host.value; };
    QCOMPARE(host(), 0.0);
    content.offload_optimizer = true;
    checkClose(host(), 8e9);
    job.optimizer = strategy::Optimizer::sgd;
    checkClose(host(), 6e9);
    job.optimizer = strategy::Optimizer::adam;
    job.precision = hardware::Precision::fp32;
    checkClose(host(), 8e9);
    // A trainer whose state passes through the device keeps 12 bytes there, and no gradients.
    job.precision = hardware::Precision::bf16;
    cost::StackTraits stack;
    stack.host_optimizer = false;
    checkClose(cost::stage_memory(job, pool, 0, content, stack).host.value, 6e9);
  }

  /// A node of 256 GiB for eight GPUs, nine tenths of it to be filled: 28.8 GiB each. Without a figure there
  /// is no limit.
  void shareOfANode() {
    hardware::Pool pool = make_pool("a", 1, 8);
    QVERIFY(!std::isfinite(cost::host_limit(pool).value));
    pool.host_memory = gib(256);
    checkClose(in_gib(cost::host_limit(pool)), 28.8);
    cost::StageContent content;
    content.dense_parameters = 2e9;
    content.offload_optimizer = true;
    cost::StageMemory memory = cost::stage_memory({}, pool, 0, content);  // 32e9 bytes, 29.8 GiB
    QVERIFY(!memory.fits() && memory.over_in_host() && memory.total < memory.limit);
    checkClose(memory.over().value, 32e9 - 28.8 * 1073741824.0);
    content.dense_parameters = 1.9e9;
    QVERIFY(cost::stage_memory({}, pool, 0, content).fits());
  }

  /// One GPU, four layers: each micro-batch leaves what four layers keep in host memory.
  void activationsByHand() {
    const strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 1)}), 2048, 8);
    cost::Tables tables(problem);
    strategy::Strategy s = plain_strategy(1, 1, 1, 4);
    const double kept = tables.split(cost::splitting_of(s, 0, 1)).classes[0].kept_bytes[0];
    QCOMPARE(cost::Shape(tables, s).evaluate({4}).memory[0].host.value, 0.0);
    s.offload_activations = true;
    checkClose(cost::Shape(tables, s).evaluate({4}).memory[0].host.value, 4.0 * kept);
  }

  /// Pools of the same GPUs share what layers cost, not what their hosts hold: every strategy that is ranked
  /// has room in both, and none that has is missing.
  void hostsOfPoolsOfOneKind() {
    std::mt19937 random(83);
    int tight = 0;
    for (int i = 0; i < cases(24); ++i) {
      std::vector<hardware::Pool> pools{make_pool("a", 1, 2), make_pool("b", 1, 2), make_pool("c", 1, 1)};
      pools[1].host_memory = gib(std::uniform_real_distribution<double>(0.1, 0.6)(random));
      strategy::Problem problem =
          make_test_problem(make_graph(6, 512), make_cluster(std::move(pools), 50.0), 1024, 8);
      problem.job.allowed["data_parallel"] = {"1"};
      problem.job.allowed["offload_optimizer"] = {"true"};
      problem.job.allowed["offload_activations"] = {"false"};
      search::Request request;
      request.top = 1000;
      const search::Progress quick = search::run(problem, request, {}, nullptr, {});
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = search::run(problem, request, {}, nullptr, {});
      QCOMPARE(quick.best.size(), brute.best.size());
      for (const cost::Evaluation& each : quick.best)
        for (const cost::StageMemory& stage : each.memory)
          QVERIFY2(stage.fits(), QByteArray::number(i).constData());
      tight += brute.space.rejected_by_memory > 0 && !brute.best.empty() ? 1 : 0;
    }
    QVERIFY2(tight > cases(8), QByteArray::number(tight).constData());
  }

  /// Little host memory: what the search calls best is what evaluating everything finds, and answers change.
  void searchEqualsBruteForce() {
    std::mt19937 random(20261122);
    int changed = 0, lost = 0, offloaded = 0;
    for (int i = 0; i < cases(160); ++i) {
      const strategy::Problem problem = offloading(random, i);
      const search::Progress quick = searched(problem);
      const search::Progress brute = searched(problem, true);
      QCOMPARE(quick.space.total, brute.space.total);
      QCOMPARE(quick.best.empty(), brute.best.empty());
      const search::Progress free = searched(without_host_limits(problem));
      QCOMPARE(free.space.total, quick.space.total);
      lost += brute.best.empty() && !free.best.empty() ? 1 : 0;
      if (brute.best.empty()) continue;
      const cost::Evaluation& best = brute.best.front();
      if (quick.optimal) QCOMPARE(quick.best.front().step.value, best.step.value);
      QVERIFY(!quick.has_bound || quick.bound <= best.step.value * (1.0 + 1e-12));
      for (const cost::StageMemory& stage : quick.best.front().memory) QVERIFY(stage.fits());
      // More room never makes a job slower.
      QVERIFY(free.best.front().step <= quick.best.front().step);
      changed += free.best.front().strategy != quick.best.front().strategy ? 1 : 0;
      offloaded += best.strategy.offload_optimizer || best.strategy.offload_activations ? 1 : 0;
    }
    QVERIFY2((changed > 5 && lost > 3 && offloaded > 30) || kCaseShare > 1,
             qPrintable(QStringLiteral("%1 %2 %3").arg(changed).arg(lost).arg(offloaded)));
  }

  /// Proofs of such answers are accepted; with less host memory than the incumbent needs they are refused.
  void proofs() {
    std::mt19937 random(7);
    int accepted = 0, without_room = 0;
    for (int i = 0; i < cases(60); ++i) {
      strategy::Problem problem = offloading(random, i);
      const auto certificate = certificate_of(problem);
      if (!certificate) continue;
      const verify::Finding finding = verify::check(*certificate, problem);
      QVERIFY2(finding.accepted, tests::why(finding).constData());
      ++accepted;
      const search::Progress answer = answer_of(problem);
      if (answer.best.empty()) continue;
      bool offloads = false;
      for (const cost::StageMemory& stage : answer.best.front().memory) {
        if (stage.host <= Bytes{}) continue;
        offloads = true;
        hardware::Pool& pool = problem.cluster.pools[static_cast<std::size_t>(stage.pool)];
        pool.host_memory = stage.host * (0.99 * pool.gpus_per_node);  // nine tenths of it count
      }
      if (!offloads) continue;
      QVERIFY(refused(*certificate, problem, "does not fit into memory"));
      ++without_room;
    }
    QVERIFY2((accepted > 45 && without_room > 10) || kCaseShare > 1,
             qPrintable(QStringLiteral("%1 %2").arg(accepted).arg(without_room)));
  }

  /// Nothing but host memory lacks: it is named with its bytes, and with as much as the fix says a search
  /// finds an answer, with a GiB less it does not.
  void bindsAndIsFixed() {
    const strategy::Problem problem = tight_host(8);
    const plan::SnapshotPtr answer = run_search(problem, {});
    QCOMPARE(answer->status, plan::Status::infeasible);
    QCOMPARE(answer->binding.violation.binding, cost::Binding::host_memory);
    QVERIFY(answer->binding.violation.over > Bytes{});
    const Json json = plan::answer_json(*answer);
    QCOMPARE(json["binding"]["limit"].get<std::string>(), std::string("host_memory"));
    QVERIFY(json["binding"]["over_gib"].get<double>() > 0.0);
    const auto fix = std::find_if(answer->fixes.begin(), answer->fixes.end(), [](const plan::Fix& each) {
      return each.kind == plan::Fix::Kind::more_host_memory;
    });
    QVERIFY(fix != answer->fixes.end());
    QCOMPARE(fix->pool, std::string("a"));
    QVERIFY(!run_search(tight_host(fix->amount), {})->best.empty());
    QVERIFY(run_search(tight_host(0.5 * fix->amount), {})->best.empty());
  }

  /// What is over on the host alone is refused with its stage, and the answer says both sums.
  void whyNot() {
    const strategy::Problem problem = tight_host(512);
    const plan::SnapshotPtr answer = run_search(problem, {});
    QVERIFY(!answer->best.empty());
    const cost::Evaluation& best = answer->best.front();
    const Json stage = plan::to_json(best, {"a"})["memory_per_stage"][0];
    checkClose(stage["host_gib"].get<double>(), in_gib(best.memory[0].host));
    checkClose(stage["host_limit_gib"].get<double>(), 0.9 * 256.0);
    QVERIFY(plan::to_json(searched(without_host_limits(problem)).best.front(),
                          {"a"})["memory_per_stage"][0]["host_limit_gib"]
                .is_null());
    const auto refused = detail(tight_host(8), best.strategy);
    QVERIFY(refused.has_value());
    QCOMPARE(refused->violation.binding, cost::Binding::host_memory);
    const int at = refused->violation.stage;
    QVERIFY(at >= 0);
    checkClose(refused->violation.over.value,
               best.memory[static_cast<std::size_t>(at)].host.value - 3.6 * 1073741824.0);
    const auto why = astrolabe::why(tight_host(8), best.strategy, {});
    QVERIFY(why.has_value());
    QCOMPARE(why->verdict, plan::Verdict::memory);
  }

  /// The cluster's own figure, the node's in the catalogue, the least of nodes with the GPU, the GPUs' own.
  void whereItComesFrom() {
    const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
    const auto resolved = [&](const char* pool) {
      const auto spec = hardware::read_cluster(Json{{"pools", Json::array({Json::parse(pool)})}});
      return hardware::resolve(spec.value(), catalogue, hardware::Commitment::on_demand).value();
    };
    const auto assumed = [](const hardware::Cluster& cluster) {
      std::string said;
      for (const hardware::Assumption& each : cluster.assumptions)
        if (each.what == "pools[a].host_memory_gib") said = each.value + ", " + to_text(each.why);
      return said;
    };
    const auto node = resolved(R"({"id": "a", "node": "onprem-dgx-h100", "nodes": 2})");
    QCOMPARE(in_gib(*node.pools[0].host_memory), 2048.0);
    QVERIFY(assumed(node).empty());
    const auto own =
        resolved(R"({"id": "a", "node": "onprem-dgx-h100", "nodes": 2, "host_memory_gib": 1024})");
    QCOMPARE(in_gib(*own.pools[0].host_memory), 1024.0);
    const auto like = resolved(R"({"id": "a", "gpu": "h100-sxm", "nodes": 1, "gpus_per_node": 4})");
    QCOMPARE(in_gib(*like.pools[0].host_memory), 800.0);
    QVERIFY(QString::fromStdString(assumed(like))
                .startsWith("800 GiB, as much for each GPU as in nebius-8x-h100"));
    const auto alone = resolved(R"({"id": "a", "gpu": "rtx-4090", "nodes": 1, "gpus_per_node": 4})");
    QCOMPARE(in_gib(*alone.pools[0].host_memory), 4.0 * in_gib(*alone.pools[0].gpu.memory));
    QVERIFY(!assumed(alone).empty());
  }

  /// Written as it was read; none, zero and words are refused at their place.
  void inTheFile() {
    const auto read = [](const char* value) {
      const std::string text = R"({"pools": [{"id": "a", "gpu": "h100-sxm", "nodes": 1, "gpus_per_node": 8,
                                  "host_memory_gib": )" +
                               std::string(value) + "}]}";
      return hardware::read_cluster(Json::parse(text));
    };
    const auto good = read("1536");
    QVERIFY(good.has_value());
    QCOMPARE(hardware::to_json(*good)["pools"][0]["host_memory_gib"].get<double>(), 1536.0);
    QCOMPARE(*hardware::read_cluster(hardware::to_json(*good)), *good);
    for (const char* bad : {"0", "-4", "\"much\"", "true"}) {
      const auto refused = read(bad);
      QVERIFY(!refused.has_value());
      QCOMPARE(refused.error().where, std::string("pools[0].host_memory_gib"));
    }
  }
};

}  // namespace tst_host_memory

ASTROLABE_TEST(tst_host_memory, TestHostMemory)
#include "tst_host_memory.moc"
