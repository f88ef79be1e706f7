// Parts of nodes where GPUs are slow or have failed: which are worth choosing, against counting; what they
// cost.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/cost/money.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/program_report.h"
#include "core/planning/mark_choices.h"
#include "core/verify/choices.h"
#include "node_parts.h"
#include "tests/program/test_program.h"

namespace tst_node_parts {

using namespace astrolabe;
using namespace astrolabe::hardware;
using namespace astrolabe::tests;
using namespace astrolabe::tests::node_parts;

namespace {

int width_of(const Pool& pool, const Usable& choice) {
  return choice.of_node > 0 ? choice.of_node : pool.gpus_per_node;
}

/// As wide, as many GPUs, as fast in everything; what divides a node is covered by what does.
bool covers(const Pool& pool, const Usable& choice, const Usable& way) {
  return width_of(pool, choice) >= way.of_node &&
         joined_of(pool, width_of(pool, choice)) >= joined_of(pool, way.of_node) && choice.gpus >= way.gpus &&
         (pool.gpus_per_node % width_of(pool, choice) == 0 || pool.gpus_per_node % way.of_node != 0) &&
         choice.slowness.kernels <= way.slowness.kernels && choice.slowness.links <= way.slowness.links &&
         choice.slowness.network <= way.slowness.network;
}

/// The choices that a verifier finds, in the order of usable_choices().
std::vector<Usable> verified(const Cluster& cluster, const std::vector<Usable>& like) {
  std::vector<Usable> found;
  const std::vector<verify::Chosen> all = verify::all_choices(cluster);
  for (const Usable& choice : like)
    for (const verify::Chosen& chosen : all)
      if (chosen.at("a") == verify::ChosenNodes{choice.gpus, choice.of_node}) found.push_back(choice);
  return found.size() == all.size() ? found : std::vector<Usable>{};
}

}  // namespace

class TestNodeParts : public QObject {
  Q_OBJECT

 private slots:
  /// 28 of 32 GPUs work: of each node 7, in which no pair is sure to lie in one node; 6, in which pairs and
  /// threes are; 4, that divide the node and fit any layout. 5 and 3 join no more than 7, 2 no more than 6.
  void oneOfEveryNode() {
    Pool pool = hurt_pool(4, 4);
    QVERIFY((usable_choices(pool) == std::vector<Usable>{{28, 1.0, 7}, {24, 1.0, 6}, {16, 1.0, 4}}));
    const std::vector<int> joined{1, 2, 1, 4, 1, 3, 1, 8};
    for (int width = 1; width <= 8; ++width)
      QCOMPARE(joined_gpus(pool, width), joined[static_cast<std::size_t>(width) - 1]);
    QCOMPARE(joined_gpus(make_pool("b", 1, 16), 12), 4);  // 1, 2, 3 and 4 divide 12
    QVERIFY((usable_choices(pool, kAllGpus, Widths::dividing) == std::vector<Usable>{{16, 1.0, 4}}));
    Cluster two = make_cluster({pool, make_pool("b", 1, 8)});
    two.pools[0].max_gpus = 16;  // beside another pool
    use_of_node(two.pools[0], 4);
    QVERIFY((verify::all_choices(two) ==
             std::vector<verify::Chosen>{{{"a", {16, 4}}}, {{"a", {24, 6}}}, {{"a", {28, 7}}}}));
    strategy::Problem mixed = question(pool);
    mixed.cluster = two;
    QCOMPARE(planning::mark_choices(mixed).choices.size(), std::size_t(3));
    mixed.cluster.pools.pop_back();
    QCOMPARE(planning::mark_choices(mixed).choices.size(), std::size_t(3));
    Pool seven = pool;
    choose_usable(seven, {28, 1.0, 7});
    QCOMPARE(seven.scale_up_domain, 1);
    QCOMPARE(joined_gpus(seven, 6), 3);
    QCOMPARE(without_marks(make_cluster({seven})).pools[0].scale_up_domain, 8);
    apply_marks(pool);
    QCOMPARE(pool.max_gpus, 16);
    QCOMPARE(pool.gpus_of_node(), 4);
    QCOMPARE(pool.scale_up_domain, 4);
    QVERIFY(left_out(pool).empty());
    QCOMPARE(failed_nodes(pool), 0);
    // Of node 0 GPU 0 does not work, of node 3 GPU 3.
    const std::vector<NodePart> parts = parts_in_use(pool);
    QCOMPARE(parts.size(), std::size_t(4));
    QVERIFY((parts[0] == NodePart{0, {1, 2, 3, 4}}));
    QVERIFY((parts[3] == NodePart{3, {0, 1, 2, 4}}));
    const Pool healthy = without_marks(make_cluster({pool})).pools[0];
    QCOMPARE(healthy.max_gpus, 32);
    QCOMPARE(healthy.gpus_of_node(), 8);
    QCOMPARE(healthy.scale_up_domain, 8);
  }

  /// 5 of 8 nodes have lost one: 3 x 8 = 24 in whole nodes, 8 x 7 = 56, 8 x 6 = 48, 8 x 4 = 32 in halves,
  /// which are the most that fit any layout.
  void moreInPartsThanInWholeNodes() {
    Pool pool = hurt_pool(8, 5);
    const std::vector<Usable> choices = usable_choices(pool);
    QVERIFY((choices == std::vector<Usable>{{24, 1.0, 0}, {56, 1.0, 7}, {48, 1.0, 6}, {32, 1.0, 4}}));
    apply_marks(pool);
    QVERIFY(is_chosen(pool, choices[3]));
    QVERIFY(left_out(pool).empty());
    QCOMPARE(parts_in_use(pool).size(), std::size_t(8));
    choose_usable(pool, choices[0]);
    QVERIFY(is_chosen(pool, choices[0]));
    QVERIFY((left_out(pool) == std::vector<int>{0, 1, 2, 3, 4}));
    QVERIFY(parts_in_use(pool).empty());
    QCOMPARE(pool.scale_up_domain, 8);
    // 4 of 8: 4 x 8 = 32 whole, and no more in halves. Of 24 at most there are no more in any part.
    QVERIFY(
        (usable_choices(hurt_pool(8, 4)) == std::vector<Usable>{{32, 1.0, 0}, {56, 1.0, 7}, {48, 1.0, 6}}));
    QVERIFY((usable_choices(hurt_pool(8, 5), 24) == std::vector<Usable>{{24, 1.0, 0}}));
    Pool limited = hurt_pool(8, 5);
    limited.max_gpus = 24;
    apply_marks(limited);
    QVERIFY(limited.max_gpus == 24 && limited.used_of_node == 0);
  }

  /// Node 0 has lost a GPU and has a slow one, which only 7 of it need; of node 1 three work. In halves
  /// 2 x 4 = 8, in quarters 3 x 2 = 6; 6 of two nodes are 12, more than 3 of three; 7 of node 2 alone, or of
  /// node 0, too.
  void slowAndFewLeft() {
    Pool pool = hurt_pool(3, 3);
    pool.slow = {{0, 1, 2.0, 1.0}};
    for (int gpu = 2; gpu < 6; ++gpu) pool.failed.push_back({1, gpu});
    QVERIFY(
        (usable_choices(pool) == std::vector<Usable>{{7, 1.0, 7}, {14, 2.0, 7}, {12, 1.0, 6}, {8, 1.0, 4}}));
    apply_marks(pool);
    QCOMPARE(pool.relative_speed, 1.0);
    QVERIFY((left_out(pool) == std::vector<int>{1}));
    QCOMPARE(failed_nodes(pool), 1);
    QVERIFY((parts_in_use(pool).front() == NodePart{0, {2, 3, 4, 5}}));
    // Nodes of three that have lost one: two of each hold all that one of each does, but only one divides a
    // node.
    Pool threes = hurt_pool(3, 3, 3);
    QVERIFY((usable_choices(threes) == std::vector<Usable>{{6, 1.0, 2}, {3, 1.0, 1}}));
    apply_marks(threes);
    QCOMPARE(threes.max_gpus, 3);
    // A rack that joins four nodes of four: halves of them are joined as well, 8 GPUs. Of racks other parts
    // than those that divide a node are not used.
    Pool rack = hurt_pool(4, 4, 4);
    rack.scale_up_domain = 16;
    apply_marks(rack);
    QCOMPARE(rack.gpus_of_node(), 2);
    QCOMPARE(rack.scale_up_domain, 8);
  }

  /// Every way is covered by a choice, every choice is a way that no other choice covers, and a verifier
  /// finds the same ones.
  void choicesAgainstCounting() {
    std::mt19937 random(7);
    const Pick pick{random};
    int parts = 0;
    for (int trial = 0; trial < 500; ++trial) {
      const int each = std::vector<int>{1, 2, 3, 4, 6, 8}[static_cast<std::size_t>(pick(0, 5))];
      const Pool pool = drawn_pool(pick, pick(1, 6), each, 15);
      if (!is_marked(pool)) continue;
      const QByteArray told = QByteArray::number(trial);
      for (const int limit : {kAllGpus, pick(1, pool.gpus())}) {
        const std::vector<Usable> found = usable_choices(pool, limit), ways = counted(pool, limit);
        if (ways.empty()) {
          QVERIFY2((found == std::vector<Usable>{{0, 1.0, 0}}), told);
          continue;
        }
        for (const Usable& way : ways)
          QVERIFY2(std::any_of(found.begin(), found.end(),
                               [&](const Usable& choice) { return covers(pool, choice, way); }),
                   told);
        for (const Usable& choice : found) {
          const Usable as_way{choice.gpus, choice.factor, width_of(pool, choice), choice.slowness};
          QVERIFY2(std::any_of(
                       ways.begin(), ways.end(),
                       [&](const Usable& way) { return way == as_way && way.slowness == choice.slowness; }),
                   told);
          QVERIFY2(std::count_if(found.begin(), found.end(),
                                 [&](const Usable& other) { return covers(pool, other, as_way); }) == 1,
                   told);
        }
        Pool limited = pool;
        limited.max_gpus = std::min(limit, pool.gpus());
        apply_marks(limited);
        Cluster cluster = make_cluster({limited});
        if (limit != kAllGpus) cluster.max_total_gpus = limit;
        QVERIFY2(verified(cluster, found) == found, told);
      }
      const std::vector<Usable> found = usable_choices(pool);
      Pool applied = pool;
      apply_marks(applied);
      for (const Usable& choice : found) {
        if (choice.gpus == 0) continue;
        parts += choice.of_node > 0 ? 1 : 0;
        choose_usable(applied, choice);
        QVERIFY(is_chosen(applied, choice));
        QVERIFY(applied.slowed == choice.slowness);
        QVERIFY(std::abs(applied.relative_speed * choice.slowness.kernels - 1.0) < 1e-12);
        const auto standing = static_cast<int>(applied.nodes - static_cast<int>(left_out(applied).size()));
        QVERIFY(standing * applied.gpus_of_node() >= choice.gpus);
        QVERIFY(usable_choices(applied) == found);
        for (const NodePart& part : parts_in_use(applied))
          for (const int gpu : part.gpus)
            QVERIFY(std::count_if(pool.failed.begin(), pool.failed.end(), [&](const FailedSpec& failed) {
                      return failed.node == part.node && failed.gpu == gpu;
                    }) == 0);
      }
      const Pool healthy = without_marks(make_cluster({applied})).pools[0];
      QVERIFY(healthy.scale_up_domain == each && healthy.max_gpus == pool.gpus());
    }
    QVERIFY(parts > 100);
  }

  /// Of nodes rented as wholes 5 GPUs in halves are in two nodes, and cost 16; single GPUs cost 5. All 16 in
  /// halves of four nodes cost 32 x 2.5 = 80 USD as wholes, and 16 x 2.5 = 40 one by one; where idle GPUs
  /// cost 80 either way.
  void wholeNodesArePaid() {
    Pool pool = hurt_pool(4, 4);
    apply_marks(pool);
    const auto usd = [&](bool idle) {
      strategy::Job job;
      job.cost.idle_gpus_cost = idle;
      return cost::hourly(make_cluster({pool}), job, {16}).usd_per_hour->value;
    };
    QCOMPARE(pool.paid(5), 5);
    QCOMPARE(usd(false), 40.0);
    QCOMPARE(usd(true), 80.0);
    pool.unit = 8;
    QCOMPARE(pool.paid(5), 16);
    QCOMPARE(pool.paid(16), 32);
    QCOMPARE(usd(false), 80.0);
    QCOMPARE(usd(true), 80.0);
  }

  /// A GPU keeps what it has of the network: 400 GB/s of 8, 200 of 4; of 100 GB/s between two pools an
  /// eighth as long as one has whole nodes, a quarter of 50 where none has.
  void asSmallerNodes() {
    Pool a = hurt_pool(4, 4), b = make_pool("b", 2, 8);
    apply_marks(a);
    a.host_memory = gib(64);
    const Cluster one = nodes_of_parts(make_cluster({a, b}));
    QCOMPARE(one.pools[0].nodes, 4);
    QCOMPARE(one.pools[0].gpus_per_node, 4);
    QCOMPARE(one.pools[0].inter_node.bandwidth.value, gb_per_s(200).value);
    QCOMPARE(one.pools[0].host_memory->value, gib(32).value);
    QCOMPARE(one.pools[1].gpus(), 16);
    QCOMPARE(one.links[0][1].bandwidth.value, gb_per_s(100).value);
    b.failed = {{0, 0}, {1, 0}};
    apply_marks(b);
    const Cluster both = nodes_of_parts(make_cluster({a, b}));
    QCOMPARE(both.links[0][1].bandwidth.value, gb_per_s(50).value);
    QCOMPARE(both.links[1][0].bandwidth.value, gb_per_s(50).value);
    const Cluster programs = plan::usable_part(make_cluster({a, b}), Precision::bf16);
    QCOMPARE(programs.pools[0].gpus(), 16);
    QCOMPARE(programs.pools[1].gpus(), 8);
  }
};

}  // namespace tst_node_parts

ASTROLABE_TEST(tst_node_parts, TestNodeParts)
#include "tst_node_parts.moc"
