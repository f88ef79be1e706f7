// core/hardware/placement and core/planning/running: what was found around marks runs on the GPUs that it was
// found on, and a further failure moves what stood there alone.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "core/cost/memory.h"
#include "core/hardware/usable_gpus.h"
#include "core/planning/pipelines.h"
#include "core/planning/running.h"
#include "hurt_nodes.h"
#include "tests/program/test_program.h"

namespace tst_running_placed {

using namespace astrolabe;
using namespace astrolabe::replan;
using hardware::NodePart;
using tests::four_pipelines;

class TestRunningPlaced : public QObject {
  Q_OBJECT

  static bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
  }
  static strategy::Problem problem_on(int nodes, int layers = 24) {
    return tests::make_test_problem(tests::make_graph(layers, 2048),
                                    tests::make_cluster({tests::make_pool("a", nodes, 8)}), 2048, 64);
  }
  static Json json_of(const char* text) { return Json::parse(text); }
  static std::vector<int> all_but(int left_out) {
    std::vector<int> gpus;
    for (int gpu = 0; gpu < 8; ++gpu)
      if (gpu != left_out) gpus.push_back(gpu);
    return gpus;
  }
  /// The strategy given back as what runs, with where it stands or without.
  static replan::Answer given_back(strategy::Problem problem, const strategy::Strategy& strategy,
                                   bool placed) {
    Json json =
        planning::running_json(problem, planning::layout_of(strategy), strategy::Objective::throughput);
    if (!placed) json.erase("placed_on");
    problem.job.running = text_of(json);
    const auto running = planning::running_layout(problem);
    if (!running) return {};
    const auto row = detail(problem, strategy);
    const auto answer = planning::replan(problem, *running, {fresh_of(problem, row->evaluation, 0.0)});
    return answer ? *answer : replan::Answer();
  }
  /// It is to be kept: nothing moves, nothing is lost, and it is not to be started anew as itself.
  static bool is_kept(const replan::Answer& answer, double step) {
    const Plan* keep = answer.find(Kind::keep);
    return keep != nullptr && answer.recommended == 0 && keep == &answer.plans.front() &&
           near(keep->step_seconds, step) && keep->bytes_to_move == 0.0 && keep->change_seconds() == 0.0 &&
           keep->break_even_steps == 0.0 && answer.find(Kind::fresh) == nullptr;
  }

 private slots:
  /// Runs of nodes, and GPUs where these are not all: read as they are written.
  void writtenAndRead() {
    hardware::Cluster cluster =
        tests::make_cluster({tests::make_pool("a", 6, 8), tests::make_pool("b", 2, 8)});
    const std::vector<int> all{0, 1, 2, 3, 4, 5, 6, 7};
    const hardware::Placement placement{{{0, all}, {2, all}, {3, all}, {5, all}},
                                        {{0, {0, 1, 2, 4}}, {1, {0, 1, 2, 4}}}};
    const Json json = json_of(R"({"a": [{"node": 0}, {"node": 2, "to": 3}, {"node": 5}],
                                  "b": [{"node": 0, "to": 1, "gpus": [0, 1, 2, 4]}]})");
    QCOMPARE(hardware::to_json(placement, cluster), json);
    const auto read = hardware::read_placement(json, cluster, "on");
    QVERIFY(read && *read == placement);
    // 4 nodes of 6 hold 25 to 32 GPUs; a pool that is used whole, or not at all, says nothing.
    cluster.pools[0].failed = {{1, {}}};
    QCOMPARE(hardware::to_json(hardware::fastest_placement(cluster, {25, 16}), cluster),
             json_of(R"({"a": [{"node": 0}, {"node": 2, "to": 4}]})"));
    QVERIFY(!hardware::is_placed(hardware::fastest_placement(cluster, {0, 16})));
    QVERIFY(!hardware::is_placed(hardware::fastest_placement(cluster, {41, 0})));  // 40 work
  }

  void mistakesAtTheirPlaces() {
    const hardware::Cluster cluster = tests::make_cluster({tests::make_pool("a", 4, 8)});
    const auto error = [&](const char* text) {
      const auto read = hardware::read_placement(json_of(text), cluster, "on");
      return read ? std::string("none") : read.error().where + ": " + read.error().found;
    };
    QCOMPARE(error(R"([])"), std::string("on: []"));
    QCOMPARE(error(R"({"z": []})"), std::string("on: z"));
    QCOMPARE(error(R"({"a": 3})"), std::string("on.a: 3"));
    QCOMPARE(error(R"({"a": [{"node": 4}]})"), std::string("on.a[0].node: 4"));
    QCOMPARE(error(R"({"a": [{"node": 2, "to": 1}]})"), std::string("on.a[0].to: 1"));
    QCOMPARE(error(R"({"a": [{"node": 0, "to": 2}, {"node": 1}]})"),
             std::string("on.a[1].node: 1, as in on.a[0].node"));
    QCOMPARE(error(R"({"a": [{"node": 0, "gpus": [0, 8]}]})"), std::string("on.a[0].gpus[1]: 8"));
    QCOMPARE(error(R"({"a": [{"node": 0, "gpus": [2, 2]}]})"), std::string("on.a[0].gpus[1]: 2"));
    QCOMPARE(error(R"({"a": [{"node": 0}, {"node": 1, "gpus": [2]}]})"), std::string("on.a[1].gpus: 1"));
    strategy::Problem problem = problem_on(6);
    const auto refused = [&](const char* placed_on) {
      Json json = strategy::to_json(four_pipelines(24), problem.pool_ids());
      json["placed_on"] = json_of(placed_on);
      problem.job.running = text_of(json);
      const auto running = planning::running_layout(problem);
      return running ? std::string("none") : running.error().where + ": " + running.error().found;
    };
    // 3 nodes of 8 are 24 of the 32 GPUs that 4 x 4 x 2 ranks take.
    QCOMPARE(refused(R"({"a": [{"node": 0, "to": 2}]})"), std::string("job.running.placed_on.a: 24 GPUs"));
    QCOMPARE(refused(R"({"a": [{"node": 9}]})"), std::string("job.running.placed_on.a[0].node: 9"));
    QCOMPARE(refused(R"({"a": [{"node": 0, "to": 1}, {"node": 4, "to": 5}]})"), std::string("none"));
  }

  /// A strategy without stages stands on the pool that placed_on names: 2 x 4 x 4 ranks on the four nodes of
  /// "b", where "a" has 16 GPUs. Of several pools it does not say which stage is where.
  void withoutStages() {
    strategy::Problem problem = tests::make_test_problem(
        tests::make_graph(24, 2048),
        tests::make_cluster({tests::make_pool("a", 2, 8), tests::make_pool("b", 4, 8)}), 2048, 64);
    Json json = strategy::to_json(four_pipelines(24), problem.pool_ids());
    json.erase("stages");
    const auto stands = [&](const char* placed_on) {
      json["placed_on"] = json_of(placed_on);
      problem.job.running = text_of(json);
      return planning::running_layout(problem);
    };
    const auto running = stands(R"({"b": [{"node": 0, "to": 3}]})");
    QVERIFY2(running, running ? "" : (running.error().where + ": " + running.error().found).c_str());
    strategy::Strategy moved = four_pipelines(24);
    for (strategy::Stage& stage : moved.stages) stage.pool = 1;
    QVERIFY(planning::strategy_of(*running)->stages == moved.stages);
    const std::vector<GpuId> on = planning::gpus_of_curves(problem, *running);
    QCOMPARE(on.size(), std::size_t(32));
    QVERIFY(on.front() == (GpuId{1, 0, 0}) && on.back() == (GpuId{1, 3, 7}));
    const auto both = stands(R"({"a": [{"node": 0, "to": 1}], "b": [{"node": 0, "to": 1}]})");
    QVERIFY(!both);
    QCOMPARE(both.error().where, std::string("job.running.stages"));
  }

  /// 32 GPUs on six nodes: a GPU of node 1 has failed and node 4 is slow, so that nodes 0, 2, 3 and 5 have
  /// it.
  void strategyIsKept() {
    strategy::Problem problem = problem_on(6);
    hardware::Pool& pool = problem.cluster.pools.front();
    pool.failed = {{1, 3}};
    pool.slow = {{4, {}, 2.0, 1.0}};
    hardware::apply_marks(pool);
    const auto row = detail(problem, four_pipelines(24));
    QVERIFY(row && row->is_possible() && !row->evaluation.placed_step);
    const Json nodes = json_of(R"({"a": [{"node": 0}, {"node": 2, "to": 3}, {"node": 5}]})");
    QCOMPARE(hardware::to_json(row->evaluation.placement, problem.cluster), nodes);
    QCOMPARE(planning::running_json(problem, planning::layout_of(four_pipelines(24)),
                                    strategy::Objective::throughput)["placed_on"],
             nodes);
    for (const bool placed : {true, false}) {
      const replan::Answer answer = given_back(problem, four_pipelines(24), placed);
      QVERIFY(is_kept(answer, row->evaluation.step.value));
      QCOMPARE(answer.plans.size(), std::size_t(1));
      QVERIFY(near(answer.healthy_step_seconds, row->evaluation.step.value));
    }
  }

  /// Then GPU 5 of node 2 fails. Ranks fill nodes 0, 2, 3, 5 stage by stage, two GPUs a pipeline: it works
  /// for the second stage of the third pipeline. Two of node 1's seven take the place of its pair, which held
  /// 6 of 24 layers: 2048 x (4096 + 2048 + 16384 + 8192) = 62,914,560 parameters each, split in two, and
  /// 4,096 on both; a parameter is 2 bytes of weight and 12 of state.
  void whatStoodOnItMovesAlone() {
    strategy::Problem problem = problem_on(6);
    hardware::Pool& pool = problem.cluster.pools.front();
    pool.failed = {{1, 3}};
    pool.slow = {{4, {}, 2.0, 1.0}};
    hardware::apply_marks(pool);
    const Json running = planning::running_json(problem, planning::layout_of(four_pipelines(24)),
                                                strategy::Objective::throughput);
    const replan::Answer before = given_back(problem, four_pipelines(24), true);
    problem.cluster = hardware::remarked(problem.cluster, [](std::size_t, hardware::Pool& of) {
      of.failed.push_back({2, 5});
    });
    problem.job.running = text_of(running);
    const auto layout = planning::running_layout(problem);
    QVERIFY(layout);
    const auto answer = planning::replan(problem, *layout);
    QVERIFY(answer && answer->find(Kind::keep) == nullptr);
    const Plan* spare = answer->find(Kind::spare);
    QVERIFY(spare != nullptr);
    const std::vector<Pipeline>& kept = before.find(Kind::keep)->pipelines;
    QCOMPARE(spare->pipelines.size(), kept.size());
    for (std::size_t p = 0; p < kept.size(); ++p)
      for (std::size_t j = 0; j < kept[p].stages.size(); ++j)
        QCOMPARE(spare->pipelines[p].stages[j] != kept[p].stages[j], p == 2 && j == 1);
    QVERIFY((spare->pipelines[2].stages[1].gpus == std::vector<GpuId>{{0, 1, 0}, {0, 1, 1}}));
    QCOMPARE(cost::optimizer_state_bytes(problem.job), 12.0);
    QCOMPARE(spare->bytes_to_move, 6.0 * (62914560.0 + 2 * 4096.0) * 14.0);
    // A GPU that it does not stand on may fail.
    problem.cluster = hardware::remarked(problem.cluster, [](std::size_t, hardware::Pool& of) {
      of.failed = {{1, 3}, {1, 4}};
    });
    const auto apart = planning::replan(problem, *planning::running_layout(problem));
    QVERIFY(apart && is_kept(*apart, before.find(Kind::keep)->step_seconds));
  }

  /// One GPU of each of four nodes has failed: 7 stages of 4 pipelines stand on the 28 that work.
  void onPartsOfNodes() {
    strategy::Problem problem = problem_on(4, 28);
    hardware::Pool& pool = problem.cluster.pools.front();
    pool.failed = {{0, 0}, {1, 3}, {2, 7}, {3, 5}};
    hardware::apply_marks(pool);
    strategy::Strategy running;
    running.pipeline_parallel = 7;
    running.data_parallel = 4;
    for (int j = 0; j < 7; ++j) running.stages.push_back({0, 4, 1});
    const auto row = detail(problem, running);
    QVERIFY(row && row->is_possible());
    const hardware::Placement parts{{{0, all_but(0)}, {1, all_but(3)}, {2, all_but(7)}, {3, all_but(5)}}};
    QCOMPARE(row->evaluation.placement, parts);
    for (const bool placed : {true, false})
      QVERIFY(is_kept(given_back(problem, running, placed), row->evaluation.step.value));
  }

  /// Random marks: what a strategy takes as it stands is what it takes when it is given back.
  void asItRanks() {
    std::mt19937 random(61);
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
    int kept = 0;
    for (int i = 0; i < 40; ++i) {
      strategy::Problem problem = problem_on(pick(4, 7));
      hardware::Pool& pool = problem.cluster.pools.front();
      for (int node = 0; node < pool.nodes; ++node) {
        const int what = pick(0, 5);
        if (what == 0 && pool.failed.size() + 4 < static_cast<std::size_t>(pool.nodes))
          pool.failed.push_back({node, {}});
        else if (what < 3)
          pool.slow.push_back({node, pick(0, 7), 1.0 + 0.1 * pick(1, 20), 1.0 + 0.5 * pick(0, 2)});
      }
      hardware::apply_marks(pool);
      problem.cluster.may_leave_unused = true;
      const auto row = detail(problem, four_pipelines(24));
      if (!row || !row->is_possible()) continue;
      const double step = row->evaluation.placed_step.value_or(row->evaluation.step).value;
      for (const bool placed : {true, false}) {
        const replan::Answer answer = given_back(problem, four_pipelines(24), placed);
        const Plan* keep = answer.find(Kind::keep);
        QVERIFY(keep != nullptr);
        QVERIFY2(near(keep->step_seconds, step),
                 qPrintable(QStringLiteral("%1 %2").arg(keep->step_seconds).arg(step)));
        QCOMPARE(keep->bytes_to_move, 0.0);
        QVERIFY(answer.find(Kind::fresh) == nullptr);
      }
      ++kept;
    }
    QVERIFY(kept >= 30);
  }

  /// A spare stands idle until somebody puts it in: where nothing says that it did, the failed GPU was at
  /// work. Where the answer has put it in, that is said, and kept.
  void spares() {
    const strategy::Problem problem = tests::four_nodes(24, HUGE_VAL, 1);  // GPU 3 of node 1
    const replan::Answer unsaid = given_back(problem, four_pipelines(24), false);
    QVERIFY(unsaid.find(Kind::keep) == nullptr && unsaid.find(Kind::spare) != nullptr);
    const auto row = detail(problem, four_pipelines(24));
    QCOMPARE(hardware::to_json(row->evaluation.placement, problem.cluster),
             json_of(R"({"a": [{"node": 0}, {"node": 2, "to": 4}]})"));
    QVERIFY(is_kept(given_back(problem, four_pipelines(24), true), row->evaluation.step.value));
  }

  /// The curve is of the GPUs that it stands on.
  void whatIfStandsThere() {
    strategy::Problem problem = problem_on(6);
    problem.cluster.pools.front().failed = {{1, 3}};
    hardware::apply_marks(problem.cluster.pools.front());
    const planning::LayoutPtr layout = planning::layout_of(four_pipelines(24));
    problem.job.running = text_of(planning::running_json(problem, layout, strategy::Objective::throughput));
    const auto curve = planning::what_if(problem, layout, {0, 2, 0});
    QVERIFY(curve && curve->points.front().keep && !curve->points.back().keep);
    QVERIFY(near(*curve->points.back().spare, *curve->points.front().keep));
    QVERIFY(!planning::what_if(problem, layout, {0, 1, 0}));
  }
};

}  // namespace tst_running_placed

ASTROLABE_TEST(tst_running_placed, TestRunningPlaced)
#include "tst_running_placed.moc"
