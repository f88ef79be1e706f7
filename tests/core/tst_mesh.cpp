// core/mesh: shares, state and traffic of programs on groups against sums by hand.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

#include "core/cost/shape.h"
#include "core/mesh/bound.h"
#include "core/mesh/state.h"
#include "tests/core/cases.h"
#include "tests/core/draws.h"
#include "tests/core/problems.h"
#include "tests/program/test_program.h"

namespace tst_mesh {

using namespace astrolabe;
using namespace astrolabe::tests;

class TestMesh : public QObject {
  Q_OBJECT
 private slots:
  void stateMovesWhereThereIsRoom();
  void receiversAreFilledEvenly();
  void stateFitsExactlyWhereAllOfItDoes();
  void sharesEndTogether();
  void fillCountsOncePerGroup();
  void microBatchesOfSeveralSizes();
  void sharesAreLeastOfAll();
  void hierarchiesSpareTheNetwork();
  void slicesAddUp();
  void tailIsThatOfAStrategy();
  void fewestLayersAreRecomputed();
  void memoryHasAPrice();
  void timesAreThoseOfStrategies();
};

namespace {

mesh::Pace pace_of(int groups, double seconds, double fill = 0.0, int sequences = 1) {
  mesh::Pace pace;
  pace.groups = groups;
  pace.seconds = seconds;
  pace.fill = fill;
  pace.sequences = sequences;
  return pace;
}

bool near(double a, double b, double within) { return std::abs(a - b) <= within; }

}  // namespace

/// 16 (86.9 - 75.2) + 16 (84.7 - 75.2) = 339.2 GiB; room 32 (75.2 - 33.3) = 1340.8. 339.2 2^30 / 12
/// = 3.035e10 parameters of 6 bytes over 4 x 200e9 x 0.6835 = 0.3330 s.
void TestMesh::stateMovesWhereThereIsRoom() {
  const double gib = 1024.0 * 1024.0 * 1024.0;
  const auto holder = [&](double total, int gpus) {
    return mesh::Holder{(total - 20.0) * gib, 20.0 * gib, 75.2 * gib, gpus};
  };
  const auto placed = mesh::place_state({holder(86.9, 16), holder(84.7, 16), holder(33.3, 32)});
  QVERIFY(placed.possible);
  QVERIFY(std::abs(placed.moved / gib - 339.2) < 1e-9);
  QVERIFY(std::abs(placed.room / gib - 1340.8) < 1e-9);
  QVERIFY(std::abs(placed.level / gib - 339.2 / 32) < 1e-9);
  QCOMPARE(placed.moves.size(), std::size_t{2});
  QCOMPARE(placed.moves[1].from, 1);
  QCOMPARE(placed.moves[1].to, 2);
  QVERIFY(std::abs(placed.moves[1].bytes / gib - 152.0) < 1e-9);  // 16 x 9.5
  QVERIFY(std::abs(placed.held[0] / gib - 8.3) < 1e-9);           // 75.2 - 66.9
  const double seconds = mesh::moved_seconds(placed.moved, {}, 4, 200e9 * 0.6835);
  QVERIFY(std::abs(seconds - 0.3330) < 5e-5);
}

/// Rooms 4, 10, 10 and 30 take 36: 4 + 3 x 10.67 would be more than two of them have, so 4, 10, 10, 12.
void TestMesh::receiversAreFilledEvenly() {
  QCOMPARE(mesh::water_level({4, 10, 10, 30}, {1, 1, 1, 1}, 36), 12.0);
  const auto placed =
      mesh::place_state({{40, 36, 40, 1}, {0, 0, 4, 1}, {0, 0, 10, 1}, {0, 0, 10, 1}, {0, 0, 30, 1}});
  QVERIFY(placed.possible);
  QCOMPARE(placed.held, (std::vector<double>{0, 4, 10, 10, 12}));
}

/// Whatever is drawn: possible exactly where each own part fits and the sum does; nothing is lost, nobody
/// holds more than his limit, and nothing moves that need not.
void TestMesh::stateFitsExactlyWhereAllOfItDoes() {
  std::mt19937 random(7);
  const Pick pick{random};
  for (int round = 0; round < 5000; ++round) {
    std::vector<mesh::Holder> holders;
    double sum = 0.0, limit = 0.0, state = 0.0, least = 0.0;
    bool own = true;
    for (int j = pick(1, 5); j > 0; --j) {
      holders.push_back({1.0 * pick(0, 60), 1.0 * pick(0, 40), 1.0 * pick(30, 90), pick(1, 16)});
      const mesh::Holder& one = holders.back();
      sum += one.gpus * (one.own + one.state);
      limit += one.gpus * one.limit;
      state += one.gpus * one.state;
      least += one.gpus * std::max(0.0, one.own + one.state - one.limit);
      own = own && one.own <= one.limit;
    }
    const auto placed = mesh::place_state(holders);
    QCOMPARE(placed.possible, own && sum <= limit);
    if (!placed.possible) continue;
    QCOMPARE(placed.moved, least);
    double held = 0.0, told = 0.0;
    for (std::size_t j = 0; j < holders.size(); ++j) {
      QVERIFY(holders[j].own + placed.held[j] <= holders[j].limit + 1e-9);
      held += holders[j].gpus * placed.held[j];
    }
    for (const mesh::Move& move : placed.moves) told += move.bytes;
    QVERIFY(std::abs(held - state) < 1e-6);
    QVERIFY(std::abs(told - placed.moved) < 1e-6);
  }
}

/// Groups of 0.8409 s (4) and 2.2495 s (4), 256 sequences: fractional 256 / (4 / 0.8409 + 4 / 2.2495) =
/// 39.173793; 47 x 0.8409 = 39.5223 with 4 x 47 + 4 x 17 = 256; even 32 x 2.2495 = 71.984.
void TestMesh::sharesEndTogether() {
  const std::vector<mesh::Pace> paces{pace_of(4, 0.8409), pace_of(4, 2.2495)};
  QVERIFY(near(mesh::fractional_time(paces, 256), 39.173793, 1e-6));
  const mesh::Shares shares = mesh::shares_of(paces, 256);
  QVERIFY(near(shares.time, 39.5223, 1e-9));
  QCOMPARE(shares.of_groups[0], std::vector<std::int64_t>(4, 47));
  QCOMPARE(shares.of_groups[1], std::vector<std::int64_t>(4, 17));
  // The sample: f and s of 32 H100 and 32 A100; 187 and 69 sequences, 0.247 + 187 x 0.2141 = 40.2837.
  const std::vector<mesh::Pace> sample{pace_of(1, 0.2141, 0.247), pace_of(1, 0.5698, 0.702)};
  QVERIFY(near(mesh::fractional_time(sample, 256), 40.211186, 1e-6));
  const mesh::Shares of_sample = mesh::shares_of(sample, 256);
  QVERIFY(near(of_sample.time, 40.2837, 1e-9));
  QCOMPARE(of_sample.of_groups[0].front(), std::int64_t{187});
  QCOMPARE(of_sample.of_groups[1].front(), std::int64_t{69});
  // Groups of one GPU, no fill: shares as speeds, 1 and 2 of 3.
  const mesh::Shares flat = mesh::shares_of({pace_of(1, 2.0), pace_of(1, 1.0)}, 300);
  QCOMPARE(flat.of(0), std::int64_t{100});
  QCOMPARE(flat.of(1), std::int64_t{200});
}

/// (100 + 2 + 4) / (2 / 0.5 + 2 / 1.25) = 106 / 5.6 = 18.928571; whole 0.5 + 37 x 0.5 = 19 with 2 x 37 + 2
/// x 13.
void TestMesh::fillCountsOncePerGroup() {
  const std::vector<mesh::Pace> paces{pace_of(2, 0.5, 0.5), pace_of(2, 1.25, 2.5)};
  QVERIFY(near(mesh::fractional_time(paces, 100), 18.928571, 1e-6));
  const mesh::Shares shares = mesh::shares_of(paces, 100);
  QVERIFY(near(shares.time, 19.0, 1e-9));
  QCOMPARE(shares.of(0), std::int64_t{74});
  QCOMPARE(shares.of(1), std::int64_t{26});
}

/// s_1 = 0.4, s_2 = 0.7, s_4 = 1.3; three such groups and two of 1.0, 1.9, 2.8 take 20 sequences in 2.0.
void TestMesh::microBatchesOfSeveralSizes() {
  const auto sizes =
      std::make_shared<const mesh::Sizes>(std::vector<mesh::Sizes::Size>{{1, 0.4}, {2, 0.7}, {4, 1.3}});
  const std::vector<double> seconds{0, .4, .7, 1.1, 1.3, 1.7, 2.0, 2.4, 2.6};
  for (std::size_t b = 0; b < seconds.size(); ++b)
    QVERIFY(near(sizes->seconds(static_cast<std::int64_t>(b)), seconds[b], 1e-12));
  QCOMPARE(sizes->made_of(7), (std::vector<std::int64_t>{1, 1, 1}));
  QVERIFY(near(sizes->seconds(4000), 1300.0, 1e-6));
  QCOMPARE(sizes->most(1300.0), std::int64_t{4000});
  std::vector<mesh::Pace> paces{pace_of(3, 0.4), pace_of(2, 1.0)};
  paces[0].sizes = sizes;
  paces[1].sizes =
      std::make_shared<const mesh::Sizes>(std::vector<mesh::Sizes::Size>{{1, 1.0}, {2, 1.9}, {3, 2.8}});
  const mesh::Shares shares = mesh::shares_of(paces, 20);
  QVERIFY(near(shares.time, 2.0, 1e-12));
  QCOMPARE(shares.of(0) + shares.of(1), std::int64_t{20});
  QCOMPARE(paces[0].most(2.0), std::int64_t{6});
  QCOMPARE(paces[1].most(2.0), std::int64_t{2});
}

/// Against every share of the first pace: no other is done sooner, and all sequences have a group.
void TestMesh::sharesAreLeastOfAll() {
  std::mt19937 random(11);
  const Pick pick{random};
  for (int round = 0; round < cases(2000); ++round) {
    std::vector<mesh::Pace> paces;
    for (int k = 0; k < 2; ++k) {
      paces.push_back(pace_of(pick(1, 3), 0.1 * pick(1, 30), 0.1 * pick(0, 40), pick(1, 3)));
      if (pick(0, 2) == 0) paces.back().multiple = pick(1, 4);
    }
    const std::int64_t batch = pick(1, 60);
    double least = kBeyond;
    for (std::int64_t first = 0; first <= batch; ++first) {
      const auto spread = [&](const mesh::Pace& pace, std::int64_t of) {
        const std::int64_t step = static_cast<std::int64_t>(pace.sequences) * pace.multiple;
        const std::int64_t runs = (of + step - 1) / step;
        return pace.end((runs + pace.groups - 1) / pace.groups * step);
      };
      least = std::min(least, std::max(spread(paces[0], first), spread(paces[1], batch - first)));
    }
    const mesh::Shares shares = mesh::shares_of(paces, batch);
    QVERIFY(near(shares.time, least, 1e-9));
    QVERIFY(near(mesh::least_time(paces, batch), least, 1e-9));
    QCOMPARE(shares.of(0) + shares.of(1), batch);
    QVERIFY(mesh::fractional_time(paces, static_cast<double>(batch)) <= least + 1e-9);
  }
}

/// 17.6e9 parameters a rank, tensor parallelism 4, two nodes of 12.5 GB/s, links of 300 GB/s, 6 bytes. Ring
/// of 4: 3/4 x 17.6e9 x 6 x 4 / (12.5e9 x 0.6835) = 37.0797 s; hierarchy: 1/2 of it between nodes, 24.7198,
/// and 1/2 x 17.6e9 x 6 / (300e9 x 0.7555) = 0.2330 inside, 24.9528 s.
void TestMesh::hierarchiesSpareTheNetwork() {
  const mesh::RingInput in{17.6e9, 6.0, 4.0, 4};
  const mesh::RingTime time = mesh::ring_time(in, 12.5e9 * 0.6835, 300e9 * 0.7555, 8, 0.0);
  QVERIFY(near(time.ring, 37.0797, 5e-4));
  QVERIFY(near(time.hierarchy, 24.9528, 5e-4));
  // One rank a node: there is no hierarchy.
  const mesh::RingTime wide = mesh::ring_time({1e9, 4.0, 4.0, 8}, 100e9, 300e9, 8, 0.0);
  QCOMPARE(wide.ring, wide.hierarchy);
}

/// 70B on 64 H100, tp 8, cp 2, dp 4: 8,820,360,192 parameters a rank over 8 ranks at 50 GB/s a card.
/// Reduction 7/8 x 4 x 8.82e9 / (50e9 x 0.6835) = 0.9033 and 221 buckets x 7 x 8 us = 0.0124; gathering half
/// of the first and the second: 0.4640. A micro-batch of 0.438612 s hides 0.9 x 0.438612 / 1.013431 = 0.3895
/// of it: (0.9157 + 0.4640 - 0.3895) x 0.959428 = 0.9500.
void TestMesh::tailIsThatOfAStrategy() {
  const double node = 400e9 * 0.6835, link = 450e9;
  mesh::StepTail tail;
  tail.reduce = mesh::ring_time({8'820'360'192.0, 4.0, 8.0, 8}, node, link, 8, 8e-6).ring;
  tail.gather = mesh::ring_time({8'820'360'192.0, 2.0, 8.0, 8}, node, link, 8, 8e-6).ring;
  QVERIFY(near(tail.reduce, 0.9157, 5e-5));
  QVERIFY(near(tail.gather, 0.4640, 5e-5));
  tail.hidden = 0.9 * 0.438612 / 1.013431;
  tail.factor = 0.959428;
  QVERIFY(near(tail.exposed(), 0.9500, 1e-4));
}

/// 60 fixed, 6 of workspace, 12 kept by 20 layers of which a recomputed one keeps a tenth, 0.36 while one is
/// live, all activations times 1.08; limit 75.2: (75.2 - 66) / 1.08 = 8.5185 >= 12.36 - 0.54 r from r = 8 on,
/// which hold 66 + 1.08 x 8.04 = 74.6832.
void TestMesh::fewestLayersAreRecomputed() {
  mesh::StageTable stage;
  stage.limit = 75.2;
  for (int again = 0; again <= 20; ++again)
    stage.own.push_back(66.0 + 1.08 * (12.0 - 0.54 * again + (again > 0 ? 0.36 : 0.0)));
  QCOMPARE(stage.fewest(0.0), 8);
  QVERIFY(near(stage.own[8], 74.6832, 1e-9));
  QCOMPARE(stage.fewest(75.2 - 66.0 - 1.08 * 12.0 + 100.0), -1);
  stage.limit = 80.0;  // 66 + 1.08 x 12 = 78.96
  QCOMPARE(stage.fewest(1.0), 0);
}

/// 32 GPUs of tp 8, pp 2 hold a slice twice, 32 of tp 4 eight times.
void TestMesh::slicesAddUp() {
  mesh::Layout a, b;
  a.tensor_parallel = 8;
  a.pipeline_parallel = 2;
  a.groups = 2;
  b.tensor_parallel = 4;
  b.groups = 8;
  QCOMPARE(a.gpus(), 32);
  QCOMPARE(b.gpus(), 32);
  QCOMPARE(mesh::replicas_of({&a, &b}).dense, 10.0);
}

/// 8 GPUs of 75; layout A 1.0 s a sequence and 90, B 1.25 s and 50. 5 GPUs with A and 3 with B hold 600: rate
/// 5 x 1 + 3 x 0.8 = 7.4 at 0.005 a byte, so 100 sequences take 13.513514 s.
void TestMesh::memoryHasAPrice() {
  std::vector<mesh::Column> columns(2);
  const auto way = [](double sigma, double own) { return mesh::Column::Way{8.0 / sigma, 0.0, own}; };
  columns[0].least = columns[0].all = way(1.0, 90.0);
  columns[1].least = columns[1].all = way(1.25, 50.0);
  for (mesh::Column& column : columns) column.pace = pace_of(8, 0.5);
  mesh::BoundInput input;
  input.batch = 100;
  input.gpus = {8.0};
  input.room = 600.0;
  const mesh::Most most = mesh::most_within({{&columns[0], &columns[1]}}, input, 1.0);
  QVERIFY(near(most.sequences, 7.4, 1e-6));
  QVERIFY(near(most.price, 0.005, 1e-8));
  QVERIFY(near(mesh::bound_of(columns, input).step, 13.513514, 2e-5));
}

/// One layout on one pool takes the step that evaluate() gives of its strategy, rings alone.
void TestMesh::timesAreThoseOfStrategies() {
  std::mt19937 random(3);
  int compared = 0;
  double most = 0.0;
  for (int round = 0; round < cases(40); ++round) {
    const Pick pick{random};
    auto problem = make_test_problem(make_graph(16, 4096, 32, 8, pick(0, 2) == 0 ? 4 : 0),
                                     make_cluster({make_pool("a", 2, 8)}), 2048, 16);
    const std::vector<mesh::Layout> layouts = mesh::layouts_of(problem, 0, 16);
    QVERIFY(!layouts.empty());
    const mesh::Layout& layout =
        layouts[static_cast<std::size_t>(pick(0, static_cast<int>(layouts.size()) - 1))];
    mesh::Scene scene(problem, {16});
    mesh::LayoutTable table(scene, layout);
    if (!table.holds() || layout.dense_replicas() == 1) continue;
    const int micro_batches = 4 * layout.pipeline_parallel;
    const cost::Shape shape = scene.shape(mesh::strategy_of(layout, table.least_again()), micro_batches);
    const double wanted = shape.evaluate(layout.layers, true).step.value;
    const mesh::Times& times = table.times(table.least_again());
    const mesh::Replicas replicas = mesh::replicas_of({&layout});
    const mesh::NodeTraffic traffic = mesh::node_traffic(scene, table, replicas, false);
    const double hidden =
        mesh::hidden_of(scene, 0, traffic.reduce + traffic.gather, mesh::window_of(scene, layout, times));
    const double tail =
        (traffic.reduce + traffic.gather - hidden + mesh::optimizer_seconds(scene, table, replicas) +
         scene.tables().stack(0).step_seconds) *
        scene.tail_factor(0);
    const double step = times.fill + micro_batches * times.seconds + tail;
    most = std::max(most, std::abs(step / wanted - 1.0));
    ++compared;
    QVERIFY2(std::abs(step / wanted - 1.0) < 0.0025,
             qPrintable(QStringLiteral("tp %1 cp %2 ep %3 pp %4 vpp %5 schedule %6: %7, not %8")
                            .arg(layout.tensor_parallel)
                            .arg(layout.context_parallel)
                            .arg(layout.expert_parallel)
                            .arg(layout.pipeline_parallel)
                            .arg(layout.virtual_pipeline)
                            .arg(static_cast<int>(layout.schedule))
                            .arg(step)
                            .arg(wanted)));
  }
  QVERIFY(compared > 0);
}

}  // namespace tst_mesh

ASTROLABE_TEST(tst_mesh, TestMesh)
#include "tst_mesh.moc"
