// core/hardware/pool_marks: slow, failed and spare GPUs, each mistake with its place, and what is left.
#include <QtTest>
#include <utility>
#include <vector>

#include "cluster_texts.h"
#include "core/hardware/join_pools.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/strategy/job.h"
#include "mistakes.h"
#include "tests/program/test_program.h"

namespace tst_pool_marks {

using namespace astrolabe;
using namespace astrolabe::hardware;
using namespace cluster_texts;

const std::string kMarked = R"({"pools": [{"id": "p", "gpu": "a100-sxm-80", "nodes": 8, "gpus_per_node": 8,
  "inter_node_gb_per_s": 200, "inter_node_latency_us": 6,
  "slow": [{"node": 3, "gpu": 5, "factor": 2.5}, {"node": 4, "link_factor": 1.5}],
  "failed": [{"node": 7}, {"node": 2, "gpu": 1}], "spares": 1, "domain": {"kind": "rack", "nodes": 4}}]})";

Pool poolOf(int nodes, int each) {
  Pool pool;
  pool.nodes = nodes;
  pool.gpus_per_node = pool.scale_up_domain = each;
  pool.max_gpus = pool.gpus();
  return pool;
}

class TestPoolMarks : public QObject {
  Q_OBJECT

 private slots:
  void readAndWritten() {
    const auto spec = read(kMarked);
    QVERIFY(spec);
    const PoolSpec& pool = spec->pools[0];
    QCOMPARE(pool.slow.size(), std::size_t(2));
    QVERIFY(pool.slow[0] == (SlowSpec{3, 5, 2.5, 1.0}));
    QVERIFY(pool.slow[1] == (SlowSpec{4, std::nullopt, 1.0, 1.5}));
    QVERIFY(pool.failed[0] == (FailedSpec{7, std::nullopt}));
    QVERIFY(pool.failed[1] == (FailedSpec{2, 1}));
    QCOMPARE(pool.spares, 1);
    QVERIFY(pool.domain == (FailureDomain{DomainKind::rack, 4}));
    const auto again = read_cluster(to_json(*spec));
    QVERIFY(again);
    QVERIFY(*again == *spec);
    // A cluster without marks writes none of the keys.
    const std::string plain = text_of(to_json(*read(kFull)));
    for (const char* key : {"slow", "failed", "spares", "domain"})
      QVERIFY(plain.find(std::string("\"") + key + "\"") == std::string::npos);
  }

  void mistakes_data() {
    test::mistake_columns();
    using test::mistake_row;
    mistake_row("node", R"("node": 3)", R"("node": 8)", code::out_of_range, "pools[0].slow[0].node", "8",
                "between 0 and 7");
    mistake_row("gpu", R"("gpu": 5)", R"("gpu": 8)", code::out_of_range, "pools[0].slow[0].gpu", "8",
                "between 0 and 7");
    mistake_row("below", "2.5", "0.9", code::out_of_range, "pools[0].slow[0].factor", "0.9",
                "between 1 and 100");
    mistake_row("above", "2.5", "101", code::out_of_range, "pools[0].slow[0].factor", "101",
                "between 1 and 100");
    mistake_row("link", "1.5", "0.5", code::out_of_range, "pools[0].slow[1].link_factor", "0.5",
                "between 1 and 100");
    mistake_row("no factor", R"(, "factor": 2.5)", "", code::missing_key, "pools[0].slow[0].factor",
                "nothing", "factor, link_factor or both");
    mistake_row("twice", R"({"node": 4, "link_factor": 1.5})", R"({"node": 3, "gpu": 5, "factor": 2})",
                code::out_of_range, "pools[0].slow[1]", "node 3, GPU 5, as in slow[0]",
                "one entry for each GPU");
    mistake_row("both", R"({"node": 2, "gpu": 1})", R"({"node": 3, "gpu": 5})", code::out_of_range,
                "pools[0].failed[1]", "node 3, GPU 5, as in slow[0]",
                "a GPU that slow[0] does not name: one GPU is slow or failed, not both");
    mistake_row("slow in a failed node", R"({"node": 7})", R"({"node": 3})", code::out_of_range,
                "pools[0].slow[0]", "node 3, GPU 5, of a node that failed[0] names",
                "a GPU of a node that works");
    mistake_row("failed node", R"({"node": 7})", R"({"node": -1})", code::out_of_range,
                "pools[0].failed[0].node", "-1", "between 0 and 7");
    mistake_row("gpu below", R"("gpu": 5)", R"("gpu": -1)", code::out_of_range, "pools[0].slow[0].gpu", "-1",
                "between 0 and 7");
    mistake_row(
        "spares", R"("spares": 1)", R"("spares": 9)", code::out_of_range, "pools[0].spares", "9",
        "a number between 0 and 7: spares stand idle, and one of the pool's 8 nodes at least has to work");
    mistake_row(
        "spares below", R"("spares": 1)", R"("spares": -1)", code::out_of_range, "pools[0].spares", "-1",
        "a number between 0 and 7: spares stand idle, and one of the pool's 8 nodes at least has to work");
    mistake_row("kind", R"("rack")", R"("row")", code::out_of_range, "pools[0].domain.kind", "row", "");
    mistake_row("domain", R"("nodes": 4})", R"("nodes": 0})", code::out_of_range, "pools[0].domain.nodes",
                "0", "a number between 1 and 8, the nodes of the pool");
    mistake_row("wide domain", R"("nodes": 4})", R"("nodes": 9})", code::out_of_range,
                "pools[0].domain.nodes", "9", "a number between 1 and 8, the nodes of the pool");
  }
  void mistakes() {
    test::checkMistake(kMarked, [](const std::string& text) { return read(text); });
  }

  void allFailed() {
    const auto none = resolved(onePool(
        R"("gpu": "a100-sxm-80", "nodes": 1, "gpus_per_node": 2, "failed": [{"node": 0, "gpu": 0}, {"node": 0, "gpu": 1}])"));
    QVERIFY(!none);
    QCOMPARE(none.error().where, std::string("pools[0].failed"));
    QCOMPARE(none.error().found, std::string("all GPUs"));
  }

  /// Where the node type says how many GPUs there are, an index is checked against that; before it is known,
  /// nothing is told of how many.
  void gpusOfTheNodeType() {
    const auto below = resolved(
        onePool(R"("node": "onprem-dgx-h100", "nodes": 2, "slow": [{"node": 1, "gpu": -1, "factor": 2}])"));
    QVERIFY(!below);
    QCOMPARE(below.error().where, std::string("pools[0].slow[0].gpu"));
    QCOMPARE(to_text(below.error().wanted), std::string("a GPU of the node, counted from 0"));
    const auto beyond = resolved(
        onePool(R"("node": "onprem-dgx-h100", "nodes": 2, "slow": [{"node": 1, "gpu": 8, "factor": 2}])"));
    QVERIFY(!beyond);
    QCOMPARE(beyond.error().where, std::string("pools[0].slow[0].gpu"));
  }

  void states() {
    Pool pool = poolOf(2, 2);
    pool.slow = {{0, std::nullopt, 2.0, 3.0}, {0, 1, 4.0, 1.0}};
    pool.failed = {{1, 0}};
    const std::vector<GpuState> states = gpu_states(pool);
    QVERIFY(states[0] == (GpuState{2.0, 1.0, false}));
    QVERIFY(states[1] == (GpuState{4.0, 1.0, false}));
    QVERIFY(states[2] == (GpuState{1.0, 1.0, true}));
    QVERIFY(states[3] == GpuState{});
    QVERIFY((network_factors(pool) == std::vector<double>{3.0, 1.0}));
  }

  void whatIsLeft() {
    Pool pool = poolOf(8, 8);
    QCOMPARE(usable(pool).gpus, 64);
    pool.slow = {{2, 5, 1.1}};  // 8 / 1.1 = 7.27 nodes' worth against 7
    QCOMPARE(usable(pool).gpus, 64);
    QCOMPARE(usable(pool).factor, 1.1);
    pool.slow[0].factor = 1.3;  // 8 / 1.3 = 6.15 against 7: the node is left out
    QCOMPARE(usable(pool).gpus, 56);
    QCOMPARE(usable(pool).factor, 1.0);
    pool.failed = {{0, 3}, {1}};  // two nodes do not work, and the slow one: 5 x 8, or 6 / 1.3 = 4.6
    QCOMPARE(usable(pool).gpus, 40);
    pool.spares = 2;  // both stand in: as many nodes as before
    QCOMPARE(usable(pool).gpus, 40);
    pool.spares = 4;  // 8 - 4 = 4 nodes
    QCOMPARE(usable(pool).gpus, 32);
    Pool one = poolOf(1, 8);
    one.failed = {{0, 3}};  // 7 work; 4 of them, which divide a node, fit any layout
    QCOMPARE(usable(one).gpus, 4);
  }

  /// Nodes 1 and 2 are slow, of node 3 a GPU does not work: one node at 1, two at 1.3, three at 2. Seven GPUs
  /// of nodes 0, 1 and 3 are as fast as node 0: 3 x 7 = 21; with seven of node 2, of which the network alone
  /// is slow, 28 whose kernels are not. The same of six, and of four, which fit more layouts.
  void choicesOfNodes() {
    Pool pool = poolOf(4, 8);
    pool.inter_node.bandwidth = {400e9};
    pool.slow = {{1, 5, 1.3}, {2, std::nullopt, 1.0, 2.0}};
    pool.failed = {{3, 0}};
    std::vector<std::pair<int, double>> found;
    for (const Usable& choice : usable_choices(pool)) found.emplace_back(choice.gpus, choice.factor);
    QVERIFY((found == std::vector<std::pair<int, double>>{{8, 1.0},
                                                          {16, 1.3},
                                                          {24, 2.0},
                                                          {21, 1.0},
                                                          {28, 2.0},
                                                          {18, 1.0},
                                                          {24, 2.0},
                                                          {12, 1.0},
                                                          {16, 2.0}}));
    QCOMPARE(factor_of(pool, 4), 1.0);
    QCOMPARE(factor_of(pool, 9), 1.3);
    QCOMPARE(factor_of(pool, 24), 2.0);
    // 16 / 1.3 = 12.3 is the most.
    apply_marks(pool);
    QCOMPARE(pool.max_gpus, 16);
    QCOMPARE(pool.relative_speed, 1.0 / 1.3);
    QVERIFY((left_out(pool) == std::vector<int>{2, 3}));
    const double network = pool.inter_node.bandwidth.value;
    choose_usable(pool, {24, 2.0, 0});
    // Node 1's kernels and node 2's network: as slow as the slowest of each.
    QCOMPARE(pool.relative_speed, 1.0 / 1.3);
    QCOMPARE(pool.inter_node.bandwidth.value, network / 2.0);
    QVERIFY((pool.slowed == Slowness{1.3, 1.0, 2.0}));
    QVERIFY((left_out(pool) == std::vector<int>{3}));
    Cluster cluster;
    cluster.pools = {pool};
    QCOMPARE(without_marks(cluster).pools[0].relative_speed, 1.0);
    QCOMPARE(without_marks(cluster).pools[0].inter_node.bandwidth.value, network);
    QCOMPARE(without_marks(cluster).pools[0].max_gpus, 32);
    QVERIFY(left_out(poolOf(4, 8)).empty());
    // No node is whole: of the 6 and 7 that work, 4 each fit any layout.
    Pool parts = poolOf(2, 8);
    parts.failed = {{0, 0}, {0, 1}, {1, 0}};
    apply_marks(parts);
    QCOMPARE(parts.max_gpus, 8);
    QVERIFY(left_out(parts).empty());
    QCOMPARE(usable_choices(poolOf(4, 8)).front().gpus, 32);
  }

  /// Of node 0 three GPUs are sound, of node 1 seven; four of each are used: of node 0 with the one that is
  /// slow by 1.5, of node 1 sound ones alone. Links inside are slow by 1.5, too, its card with them; the
  /// network of node 1 is by 1.2, which is less.
  void slownessByKind() {
    Pool pool = poolOf(2, 8);
    pool.failed = {{0, 0}, {1, 0}};
    pool.slow = {{0, 1, 2.0}, {0, 2, 1.1, 1.5}, {0, 3, 2.5}, {0, 4, 3.0}, {1, std::nullopt, 1.0, 1.2}};
    use_of_node(pool, 4);
    QVERIFY((slowness_of(pool, 8) == Slowness{1.1, 1.5, 1.5}));
    // Four of the faster node: GPUs 1 to 4 of node 1.
    QVERIFY((fastest_parts(pool, 4) == std::vector<NodePart>{{1, {1, 2, 3, 4}}}));
    QVERIFY((slowness_of(pool, 4) == Slowness{1.0, 1.0, 1.2}));
    QVERIFY((fastest_parts(pool, 8) == std::vector<NodePart>{{0, {2, 5, 6, 7}}, {1, {1, 2, 3, 4}}}));
    slow_by(pool, {2.0, 1.0, 1.0});
    slow_by(pool, {4.0, 1.0, 1.0});  // in place of what it was slowed by
    QCOMPARE(pool.relative_speed, 0.25);
  }

  /// What is marked limits the pool and slows it, and the cluster without marks is as before.
  void appliedAndTakenBack() {
    const auto marked = resolved(kMarked);
    QVERIFY(marked);
    // Node 7 and node 2 do not work, node 4 is slow on its links (6 / 1.5 = 4 < ...), node 3 is slow:
    // 4 nodes work well, 5 / 1.5 = 3.3, 6 / 2.5 = 2.4.
    QCOMPARE(marked->pools[0].max_gpus, 32);
    const Cluster healthy = without_marks(*marked);
    QCOMPARE(healthy.pools[0].max_gpus, 64);
    QCOMPARE(healthy.pools[0].relative_speed, 1.0);
    QVERIFY(!is_marked(healthy));
    const auto plain = resolved(kFull);
    QVERIFY(!is_marked(*plain));
  }

  /// Equal pools are one, with their marks behind each other.
  void joined() {
    const auto cluster = resolved(R"({"pools": [
      {"id": "a", "gpu": "a100-sxm-80", "nodes": 2, "gpus_per_node": 8, "inter_node_gb_per_s": 200,
       "inter_node_latency_us": 6, "slow": [{"node": 1, "factor": 1.5}]},
      {"id": "b", "gpu": "a100-sxm-80", "nodes": 3, "gpus_per_node": 8, "inter_node_gb_per_s": 200,
       "inter_node_latency_us": 6, "slow": [{"node": 0, "gpu": 2, "factor": 3}], "failed": [{"node": 2}]}],
      "between_pools": [{"a": "a", "b": "b", "gb_per_s": 200, "latency_us": 6}]})");
    QVERIFY(cluster);
    QCOMPARE(cluster->pools.size(), std::size_t(1));
    const Pool& pool = cluster->pools[0];
    QCOMPARE(pool.nodes, 5);
    QVERIFY((pool.slow == std::vector<SlowSpec>{{1, std::nullopt, 1.5}, {2, 2, 3.0}}));
    QVERIFY((pool.failed == std::vector<FailedSpec>{{4}}));
  }

  void table() {
    const ClusterSpec spec = *read(kMarked);
    const auto laid = with_marks(spec,
                                 "pool,node,gpu,factor,link_factor\n"
                                 "p,3,5,inf,\n"  // slow before, failed now
                                 "p,7,,2.57,\n"  // failed before, slow now
                                 "p,0,1,1,1.25\n"
                                 "p,2,1,1,\n",  // works again
                                 Catalogue::built_in());
    QVERIFY(laid);
    QVERIFY((laid->pools[0].slow ==
             std::vector<SlowSpec>{{4, std::nullopt, 1.0, 1.5}, {7, std::nullopt, 2.57}, {0, 1, 1.0, 1.25}}));
    QVERIFY((laid->pools[0].failed == std::vector<FailedSpec>{{3, 5}}));
    // Node 3 fails with its GPU 5, which was slow, and node 2 with its GPU 1, which had failed alone.
    const auto nodes = with_marks(spec, "pool,node,gpu,factor\np,3,,inf\np,2,,inf\n", Catalogue::built_in());
    QVERIFY(nodes);
    QVERIFY((nodes->pools[0].slow == std::vector<SlowSpec>{{4, std::nullopt, 1.0, 1.5}}));
    QVERIFY((nodes->pools[0].failed == std::vector<FailedSpec>{{7}, {3}, {2}}));
  }

  /// What is wrong with several rows together, and with places in nodes of a type, is told at a row.
  void tableOfNodes() {
    const ClusterSpec spec =
        *read(onePool(R"("node": "onprem-dgx-h100", "nodes": 2, "failed": [{"node": 1}])"));
    const auto error = [&](const std::string& rows) {
      return with_marks(spec, "pool,node,gpu,factor\n" + rows, Catalogue::built_in()).error();
    };
    const Error beyond = error("p,0,8,2\n");  // a DGX has 8
    QCOMPARE(beyond.where, std::string("row 2, column gpu"));
    QCOMPARE(to_text(beyond.wanted), std::string("between 0 and 7"));
    for (const char* rows : {"p,0,,inf\np,0,3,2\n", "p,0,3,2\np,0,,inf\n"}) {
      const bool first = std::string_view(rows).starts_with("p,0,3");
      const Error slow = error(rows);
      QCOMPARE(slow.where, std::string(first ? "row 2" : "row 3"));
      QCOMPARE(slow.found, std::string("node 0, GPU 3, of a node that fails in row ") + (first ? "3" : "2"));
      QCOMPARE(to_text(slow.wanted), std::string("a GPU of a node that works"));
    }
    QCOMPARE(error("p,1,3,2\n").found,
             std::string("node 1, GPU 3, of a node that has failed in the cluster"));
    // Node 1 has failed; GPU 7 of node 0, in row 9, is the last of the 8 that worked.
    std::string all;
    for (int gpu = 0; gpu < 8; ++gpu) all += "p,0," + std::to_string(gpu) + ",inf\n";
    const Error none = error(all);
    QCOMPARE(none.code + " " + none.where, std::string(code::out_of_range) + " row 9, column factor");
    QCOMPARE(none.found, std::string("inf"));
  }

  /// Links alone: in a column of their own, or beside an empty factor.
  void tableOfLinks() {
    const ClusterSpec spec =
        *read(onePool(R"("gpu": "a100-sxm-80", "nodes": 2, "gpus_per_node": 8, "inter_node_gb_per_s": 200)"));
    const std::vector<SlowSpec> marks{{0, std::nullopt, 1.0, 2.0}, {1, 3, 1.0, 1.5}};
    for (const char* csv : {"pool,node,gpu,link_factor\np,0,,2\np,1,3,1.5\n",
                            "pool,node,gpu,factor,link_factor\np,0,,,2\np,1,3,,1.5\n"}) {
      const auto laid = with_marks(spec, csv, Catalogue::built_in());
      QVERIFY2(laid, csv);
      QVERIFY(laid->pools[0].slow == marks);
    }
  }

  void tableMistakes() {
    const ClusterSpec spec = *read(kMarked);
    const auto where = [&](const char* csv) {
      const auto laid = with_marks(spec, csv, Catalogue::built_in());
      return laid ? std::string() : laid.error().code + " " + laid.error().where;
    };
    QCOMPARE(where("pool,node,factor\n"), std::string(code::missing_key) + " row 1");
    QCOMPARE(where(""), std::string(code::missing_key) + " row 1");
    const std::string head = "pool,node,gpu,factor\n";
    QCOMPARE(where((head + "q,0,0,2\n").c_str()), std::string(code::unknown_pool) + " row 2, column pool");
    QCOMPARE(where((head + "p,8,0,2\n").c_str()), std::string(code::out_of_range) + " row 2, column node");
    QCOMPARE(where((head + "p,0,9,2\n").c_str()), std::string(code::out_of_range) + " row 2, column gpu");
    QCOMPARE(where((head + "p,0,0,0.5\n").c_str()),
             std::string(code::out_of_range) + " row 2, column factor");
    QCOMPARE(where((head + "p,0,0,\n").c_str()), std::string(code::missing_key) + " row 2, column factor");
    QCOMPARE(where((head + "p,,0,2\n").c_str()), std::string(code::missing_key) + " row 2, column node");
    QCOMPARE(where((head + ",0,0,2\n").c_str()), std::string(code::missing_key) + " row 2, column pool");
    QCOMPARE(where(head.c_str()), std::string(code::missing_key) + " row 2");
    QCOMPARE(where("pool,node,gpu\np,0,0\n"), std::string(code::missing_key) + " row 1");
    QCOMPARE(where("pool,node,gpu,link_factor\np,0,0,\n"),
             std::string(code::missing_key) + " row 2, column factor");
    QCOMPARE(where("pool,node,gpu,factor,link_factor\np,0,0,inf,2\n"),
             std::string(code::out_of_range) + " row 2, column link_factor");
    std::string all = head;
    for (int node = 0; node < spec.pools[0].nodes; ++node) all += "p," + std::to_string(node) + ",,inf\n";
    QCOMPARE(where(all.c_str()), std::string(code::out_of_range) + " row 9, column factor");
    QCOMPARE(with_marks(spec, head + "p,,0,2\n", Catalogue::built_in()).error().found,
             std::string("an empty cell"));
    const Error twice = with_marks(spec, head + "p,0,0,2\np,0,0,3\n", Catalogue::built_in()).error();
    QCOMPARE(twice.code + " " + twice.where, std::string(code::out_of_range) + " row 3");
    QCOMPARE(twice.found, std::string("node 0, GPU 0, as in row 2"));
    QCOMPARE(where((head + "p,0,0,2\np,0,1,3,4\n").c_str()), std::string(code::out_of_range) + " row 3");
    QCOMPARE(where("pool,node,gpu,factor,link\np,0,0,2,3\n"),
             std::string(code::unknown_key) + " row 1, column 5");
    QCOMPARE(where("pool,node,gpu,factor,node\np,0,0,2,3\n"), std::string(code::repeated_key) + " row 1");
  }

  /// A job keeps the layout that runs.
  void running() {
    const auto job = strategy::read_job(*parse_json(
        R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e9, "precision": "bf16",
            "running": {"tensor_parallel": 8}, "steps_left": 500})",
        code::broken_json));
    QVERIFY(job);
    QCOMPARE(job->running, std::string(R"({"tensor_parallel":8})"));
    QCOMPARE(job->steps_left.value(), 500.0);
    const auto again = strategy::read_job(strategy::to_json(*job));
    QVERIFY(again);
    QVERIFY(*again == *job);
    const auto part = strategy::read_job(*parse_json(
        R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e9, "precision": "bf16",
            "running": {"tensor_parallel": 8}, "steps_left": 1.5})",
        code::broken_json));
    QVERIFY(!part);
    QCOMPARE(part.error().where, std::string("steps_left"));
    QCOMPARE(to_text(part.error().wanted), std::string("a whole number"));
  }
};

}  // namespace tst_pool_marks

ASTROLABE_TEST(tst_pool_marks, TestPoolMarks)
#include "tst_pool_marks.moc"
