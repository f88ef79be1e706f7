// core/hardware/cluster: reading, writing and resolving, each mistake with its place, and warnings.
#include <QtTest>

#include <limits>
#include <random>

#include "cluster_texts.h"
#include "core/hardware/join_pools.h"
#include "core/hardware/pool_price.h"
#include "mistakes.h"
#include "tests/program/test_program.h"

namespace tst_cluster {

using namespace astrolabe;
using namespace astrolabe::hardware;
using namespace cluster_texts;

class TestCluster : public QObject {
  Q_OBJECT

 private slots:
  void theExample() {
    const auto cluster = resolved(kFull);
    QVERIFY(cluster);
    QCOMPARE(cluster->gpus(), 96);  // 4 x 8 + 8 x 8
    const Pool& fresh = cluster->pools[0];
    QCOMPARE(fresh.gpu.id, std::string("h100-sxm"));
    QCOMPARE(fresh.node_id, std::string("onprem-dgx-h100"));
    QCOMPARE(fresh.gpus_per_node, 8);
    QCOMPARE(fresh.scale_up_domain, 8);
    QCOMPARE(fresh.intra_node.bandwidth.value, 450e9);
    QCOMPARE(fresh.intra_node.latency.value, 2e-6);
    QCOMPARE(fresh.inter_node.bandwidth.value, 400e9);
    QCOMPARE(fresh.inter_node.latency.value, 5e-6);
    QCOMPARE(fresh.gpu_power.value_or(Watts{}).value, 1275.0);  // 10,200 W / 8
    QCOMPARE(fresh.usd_per_gpu_hour->value, 2.5);
    QCOMPARE(fresh.purchase_per_gpu->value, 41197.5);  // 329,580 / 8
    const Pool& old = cluster->pools[1];
    QCOMPARE(old.intra_node.bandwidth.value, 300e9);
    QCOMPARE(old.inter_node.bandwidth.value, 200e9);
    QCOMPARE(old.inter_node.latency.value, 6e-6);
    QCOMPARE(old.relative_speed, 0.9);
    QCOMPARE(old.gpu_power.value_or(Watts{}).value, 812.5);  // as in a DGX A100, 6,500 / 8
    QCOMPARE(old.purchase_per_gpu->value, 17348.56);         // newest listing of one GPU, 2025-03-04
    const Link between{gb_per_s(100), microseconds(12)};
    QVERIFY(cluster->links[0][1] == between);
    QVERIFY(cluster->links[1][0] == between);
    QVERIFY(cluster->may_leave_unused);
    QCOMPARE(cluster->max_total_gpus.value(), 96);
    QVERIFY(cluster->warnings.empty());
    QCOMPARE(listed(cluster->assumptions),
             std::string("pools[new].intra_node_latency_us = 2 us; pools[new].inter_node_latency_us = 5 us; "
                         "pools[old].intra_node_latency_us = 2 us; pools[old].host_memory_gib = 1152 GiB; "
                         "pools[old].kw_per_node = 6.5 kW; "
                         "pools[old].purchase_usd_per_gpu = 17348.56 USD; "
                         "pools[new].network_kw_per_node = 0.645 kW; "
                         "pools[old].network_kw_per_node = 0.3225 kW; "));
  }
  /// The GPUs of a pool are its node's, of an unknown node what the pool names.
  void nodeAndGpuOfAPool() {
    const Catalogue& today = Catalogue::built_in();
    PoolSpec pool;
    pool.gpu = "a100-sxm-80";
    QVERIFY(pool_node(pool, today) == nullptr);
    QCOMPARE(pool_gpu(pool, today)->id, std::string("a100-sxm-80"));
    pool.node = "onprem-dgx-h100";
    QCOMPARE(pool_node(pool, today)->id, pool.node);
    QCOMPARE(pool_gpu(pool, today)->id, std::string("h100-sxm"));
    pool.node = "nobody's";
    QVERIFY(pool_node(pool, today) == nullptr);
    QCOMPARE(pool_gpu(pool, today)->id, std::string("a100-sxm-80"));
    pool.gpu = "nobody's";
    QVERIFY(pool_gpu(pool, today) == nullptr);
  }
  void rackScaleDomain() {
    const auto tray = resolved(onePool(R"("node": "onprem-gb200-nvl72-tray", "nodes": 36)"));
    QVERIFY(tray);
    QCOMPARE(tray->pools[0].scale_up_domain, 72);
    QCOMPARE(tray->pools[0].gpus(), 144);
    const auto bare = resolved(onePool(R"("gpu": "GB200", "nodes": 18, "gpus_per_node": 4)"));
    QVERIFY(bare);  // 18 x 4 = 72 GPUs in one rack: no network needed
    QCOMPARE(bare->pools[0].scale_up_domain, 72);
    QVERIFY(listed(bare->assumptions).find("pools[p].scaleup_domain_gpus = 72") == 0);
    QCOMPARE(resolved(onePool(R"("gpu": "gb200", "nodes": 19, "gpus_per_node": 4)")).error().code,
             std::string(code::missing_network));
    QCOMPARE(
        resolved(onePool(R"("gpu": "h100-sxm", "nodes": 1, "gpus_per_node": 4)"))->pools[0].scale_up_domain,
        4);
  }
  void linksInsideANode() {
    // PCIe card without a link of its own
    QCOMPARE(resolved(onePool(R"("gpu": "l40s", "nodes": 1, "gpus_per_node": 4)"))
                 ->pools[0]
                 .intra_node.bandwidth.value,
             31.5e9);
    // A bridge joins two cards: a pair uses it, four cross PCIe, and that is said.
    QCOMPARE(resolved(onePool(R"("gpu": "h100-pcie", "nodes": 1, "gpus_per_node": 2)"))
                 ->pools[0]
                 .intra_node.bandwidth.value,
             300e9);
    const auto four = resolved(onePool(R"("gpu": "h100-pcie", "nodes": 1, "gpus_per_node": 4)"));
    QCOMPARE(four->pools[0].intra_node.bandwidth.value, 63e9);
    QVERIFY(listed(four->assumptions).find("pools[p].intra_node_gb_per_s = 63 GB/s") != std::string::npos);
    // NVSwitch joins all sixteen.
    QCOMPARE(
        resolved(onePool(R"("node": "gcp-a2-megagpu-16g", "nodes": 1)"))->pools[0].intra_node.bandwidth.value,
        300e9);
    // Unknown link: PCIe, and that is said.
    const auto unknown = resolved(onePool(R"("gpu": "mtt-s4000", "nodes": 1, "gpus_per_node": 8)"));
    QCOMPARE(unknown->pools[0].intra_node.bandwidth.value, 63e9);
    QVERIFY(listed(unknown->assumptions).find("intra_node_gb_per_s") != std::string::npos);
  }
  void everyNodeResolvesOrNamesWhatIsMissing() {
    for (const NodeType& node : Catalogue::built_in().nodes()) {
      ClusterSpec spec;
      spec.pools.emplace_back();
      spec.pools[0].id = "p";
      spec.pools[0].node = node.id;
      spec.pools[0].nodes = 2;
      const auto cluster = resolve(spec, Catalogue::built_in(), Commitment::on_demand);
      if (!cluster) {
        QVERIFY2(
            cluster.error().code == (node.gpus == 0 ? code::unknown_hardware_value : code::missing_network),
            node.id.c_str());
        QVERIFY(!node.network || node.gpus == 0);
        continue;
      }
      const Pool& pool = cluster->pools[0];
      QVERIFY2(pool.intra_node.bandwidth.value > 0 && pool.inter_node.bandwidth.value > 0, node.id.c_str());
      QVERIFY(cluster->warnings.empty());
    }
  }
  void bitsInsteadOfBytes() {
    // The fastest node network of the catalogue is 800 GB/s, the fastest link 900 GB/s.
    const auto fast = resolved(onePool(
        R"("gpu": "h100-sxm", "nodes": 2, "gpus_per_node": 8, "inter_node_gb_per_s": 3200, "intra_node_gb_per_s": 900)"));
    QVERIFY(fast);
    QCOMPARE(listed(fast->warnings), std::string("pools[p].inter_node_gb_per_s = 3200 GB/s; "));
    QCOMPARE(to_text(fast->warnings[0].why),
             std::string("above the fastest in the catalogue, 800 GB/s: bits?"));
    std::string text = kFull;
    text.replace(text.find("\"gb_per_s\": 100"), 15, "\"gb_per_s\": 801");
    QCOMPARE(listed(resolved(text)->warnings), std::string("between_pools[new, old].gb_per_s = 801 GB/s; "));
  }
  void withoutChooseAllMustBeUsed() {
    const auto cluster = resolved(onePool(R"("node": "onprem-dgx-h100", "nodes": 3)"));
    QVERIFY(!cluster->may_leave_unused);
    QCOMPARE(cluster->pools[0].max_gpus, 24);
    std::string text = kFull;
    text.replace(text.find("\"new\": 32, "), 11, "");
    const auto chosen = resolved(text);
    QVERIFY(chosen);
    QCOMPARE(chosen->pools[0].max_gpus, 32);  // unnamed: the whole pool
  }
  /// Within one domain nothing crosses a network: 8 x 450 GB/s stand for it. Switches reduce where it is
  /// said.
  void networkOfOneNode() {
    const auto pool = [](const std::string& fields) {
      return resolved(onePool(R"("gpu": "h100-sxm", "nodes": 1, "gpus_per_node": 8)" + fields))->pools[0];
    };
    QCOMPARE(pool("").inter_node.bandwidth.value, 3600e9);
    QVERIFY(!pool("").inter_node.reduces);
    QVERIFY(pool(R"(, "in_network_reduction": true)").inter_node.reduces);
  }
  void mistakes_data() {
    test::mistake_columns();
    const auto row = test::mistake_row;
    const char* positive = "a finite number above zero";
    row("unknown gpu", "a100-sxm-80", "a100-smx-80", code::unknown_gpu, "pools[1].gpu", "a100-smx-80", "");
    row("unknown node", "onprem-dgx-h100", "onprem-dgx-h101", code::unknown_node, "pools[0].node",
        "onprem-dgx-h101", "");
    row("both", "\"gpu\": \"a100-sxm-80\"", "\"gpu\": \"a100-sxm-80\", \"node\": \"onprem-dgx-h100\"",
        code::out_of_range, "pools[1].gpu", "gpu and node", "either gpu or node");
    row("neither", "\"gpu\": \"a100-sxm-80\", ", "", code::missing_key, "pools[1].gpu",
        "neither gpu nor node", "one of: gpu, node");
    row("no id", "\"id\": \"old\", ", "", code::missing_key, "pools[1].id", "nothing", "the field \"id\"");
    row("no nodes", "\"nodes\": 4, ", "", code::missing_key, "pools[0].nodes", "nothing",
        "the field \"nodes\"");
    row("zero nodes", "\"nodes\": 4", "\"nodes\": 0", code::out_of_range, "pools[0].nodes", "0",
        "between 1 and 100000");
    row("negative price", "2.5", "-2.5", code::out_of_range, "pools[0].usd_per_gpu_hour", "-2.5", positive);
    row("zero bandwidth", "\"intra_node_gb_per_s\": 300", "\"intra_node_gb_per_s\": 0", code::out_of_range,
        "pools[1].intra_node_gb_per_s", "0", positive);
    row("negative latency", "\"inter_node_latency_us\": 6", "\"inter_node_latency_us\": -6",
        code::out_of_range, "pools[1].inter_node_latency_us", "-6", "between 0 and 1000000");
    row("negative network price", "\"usd_per_gpu_hour\": 1.3",
        "\"usd_per_gpu_hour\": 1.3, \"network_usd_per_node\": -1", code::out_of_range,
        "pools[1].network_usd_per_node", "-1", "between 0 and 1000000000");
    row("speed", "\"relative_speed\": 0.9", "\"relative_speed\": 0", code::out_of_range,
        "pools[1].relative_speed", "0", positive);
    row("too fast", "\"relative_speed\": 0.9", "\"relative_speed\": 1000.5", code::out_of_range,
        "pools[1].relative_speed", "1000.5", "between 0 and 1000");
    row("text", "\"nodes\": 8", "\"nodes\": \"8\"", code::wrong_type, "pools[1].nodes", "8",
        "a whole number");
    row("repeated pool", "\"id\": \"old\"", "\"id\": \"new\"", code::repeated_pool, "pools[1].id", "new",
        "an id of its own");
    row("misspelt", "relative_speed", "relative_sped", code::unknown_key, "pools[1].relative_sped",
        "relative_sped", "");
    row("misspelt at the top", "\"between_pools\"", "\"between_pool\"", code::unknown_key, "between_pool",
        "between_pool", "one of: between_pools");
    row("no gpus per node", "\"gpus_per_node\": 8, ", "", code::missing_key, "pools[1].gpus_per_node",
        "nothing", "the field \"gpus_per_node\"");
    row("no network", "\"inter_node_gb_per_s\": 200,", "", code::missing_network,
        "pools[1].inter_node_gb_per_s", "a100-sxm-80", "the field \"inter_node_gb_per_s\"");
    row("link to nowhere", "\"b\": \"old\"", "\"b\": \"odl\"", code::unknown_pool, "between_pools[0].b",
        "odl", "one of: old");
    row("link to itself", "\"b\": \"old\"", "\"b\": \"new\"", code::out_of_range, "between_pools[0].b", "new",
        "another pool than a");
    row("link twice", "\"between_pools\": [",
        "\"between_pools\": [{\"a\": \"old\", \"b\": \"new\", \"gb_per_s\": 1}, ", code::repeated_key,
        "between_pools[1]", "new and old", "the key only once");
    row("slow link", "\"gb_per_s\": 100", "\"gb_per_s\": 0", code::out_of_range, "between_pools[0].gb_per_s",
        "0", positive);
    row("no link", "{\"a\": \"new\", \"b\": \"old\", \"gb_per_s\": 100, \"latency_us\": 12}", "",
        code::missing_link, "between_pools", "no link between new and old", "a link between new and old");
    row("choose unknown", "\"old\": 64", "\"older\": 64", code::unknown_pool,
        "choose.max_gpus_per_pool.older", "older", "");
    row("choose too many", "\"old\": 64", "\"old\": 65", code::out_of_range, "choose.max_gpus_per_pool.old",
        "65", "between 0 and 64");
    row("choose negative", "\"old\": 64", "\"old\": -1", code::out_of_range, "choose.max_gpus_per_pool.old",
        "-1", "");
    row("total too many", "\"max_total_gpus\": 96", "\"max_total_gpus\": 97", code::out_of_range,
        "choose.max_total_gpus", "97", "between 1 and 96");
    row("total above the limits", "\"new\": 32", "\"new\": 8", code::out_of_range, "choose.max_total_gpus",
        "96", "between 1 and 72");  // 8 + 64
    row("total zero", "\"max_total_gpus\": 96", "\"max_total_gpus\": 0", code::out_of_range,
        "choose.max_total_gpus", "0", "");
    row("pools no array", "\"pools\": [", "\"pools\": 3, \"spare\": [", code::wrong_type, "pools", "3",
        "an array");
    row("not a number", "2.5", "1e999", code::broken_json, "line 3, column 77", "1e999",
        "a number below 1.8e308");
    row("repeated key", "\"nodes\": 4", "\"nodes\": 4, \"nodes\": 4", code::repeated_key, "line 3, column 57",
        "nodes", "");
  }
  void mistakes() {
    test::checkMistake(kFull, [](const std::string& text) { return resolved(text); });
  }
  void equalNodesAreOnePool() {
    // Two tiles of 2 and 1 nodes at their own network of 400 GB/s, a third pool 100 GB/s from both.
    const auto drawn = [](const std::string& first, const std::string& between, const std::string& rest) {
      return resolved(R"({"pools": [{"id": "a", "node": "onprem-dgx-h100", "nodes": 2},
        {"id": "old", "node": "onprem-dgx-a100-80gb", "nodes": 1, "inter_node_gb_per_s": 200},
        {"id": "b", "node": "onprem-dgx-h100", )" +
                      first + R"("nodes": 1}], "between_pools": [{"a": "a", "b": "old", "gb_per_s": 100},
        {"a": "b", "b": "old", "gb_per_s": 100}, {"a": "a", "b": "b", "gb_per_s": )" +
                      between + "}]" + rest + "}");
    };
    const auto one = drawn("", "400", "");
    QVERIFY2(one, one ? "" : one.error().found.c_str());
    QCOMPARE(one->pools.size(), std::size_t(2));
    QCOMPARE(one->pools[0].nodes, 3);
    QCOMPARE(one->pools[0].max_gpus, 24);  // 3 x 8
    QCOMPARE(joined_pools(*one), (std::map<std::string, std::string>{{"b", "a"}}));
    QVERIFY((one->links[0][1] == Link{gb_per_s(100), microseconds(5)}));
    // As one tile of three nodes.
    const auto tile = resolved(R"({"pools": [{"id": "a", "node": "onprem-dgx-h100", "nodes": 3},
      {"id": "old", "node": "onprem-dgx-a100-80gb", "nodes": 1, "inter_node_gb_per_s": 200}],
      "between_pools": [{"a": "a", "b": "old", "gb_per_s": 100}]})");
    QCOMPARE(listed(tile->assumptions) + "pools[b].part_of = a; ", listed(one->assumptions));
    QVERIFY(tile->links == one->links);
    // Another network between them, another speed or price, and they are two.
    QCOMPARE(drawn("", "300", "")->pools.size(), std::size_t(3));
    QCOMPARE(drawn(R"("relative_speed": 0.9, )", "400", "")->pools.size(), std::size_t(3));
    QCOMPARE(drawn(R"("usd_per_gpu_hour": 2, )", "400", "")->pools.size(), std::size_t(3));
    QCOMPARE(drawn(R"("network_usd_per_node": 0, )", "400", "")->pools.size(), std::size_t(3));
    // Limits of whole nodes add up: 8 of a and all 8 of b; half a node or none of it stays by itself.
    const auto limit = [](const char* of) {
      return R"(, "choose": {"max_gpus_per_pool": )" + std::string(of) + "}";
    };
    QCOMPARE(drawn("", "400", limit(R"({"a": 8})"))->pools[0].max_gpus, 16);
    QCOMPARE(drawn("", "400", limit(R"({"b": 8})"))->pools[0].max_gpus, 24);
    QCOMPARE(drawn("", "400", limit(R"({"b": 4})"))->pools.size(), std::size_t(3));
    QCOMPARE(drawn("", "400", limit(R"({"b": 0})"))->pools.size(), std::size_t(3));
  }
  /// Two nodes without a network of their own, as far apart as what stands for one: a pool of both would need
  /// it, so they stay two, and what is said of their link is said.
  void nodesWithoutANetworkStayApart() {
    const auto cluster =
        resolved(R"({"pools": [{"id": "a", "gpu": "h100-sxm", "nodes": 1, "gpus_per_node": 8},
      {"id": "b", "gpu": "h100-sxm", "nodes": 1, "gpus_per_node": 8}],
      "between_pools": [{"a": "a", "b": "b", "gb_per_s": 3600}]})");
    QVERIFY(cluster);
    QCOMPARE(cluster->pools.size(), std::size_t(2));
    QVERIFY(listed(cluster->assumptions).ends_with("; between_pools[a, b].latency_us = 5 us; "));
    QCOMPARE(listed(cluster->warnings), std::string("between_pools[a, b].gb_per_s = 3600 GB/s; "));
  }
  /// A limit of 700 W leaves an H100 all of its power, and nothing has to be assumed.
  void powerLimitThatIsNone() {
    const auto free = resolved(onePool(R"("node": "onprem-dgx-h100", "nodes": 1)"));
    const auto held =
        resolved(onePool(R"("node": "onprem-dgx-h100", "nodes": 1, "gpu_power_limit_watts": 700)"));
    QVERIFY(free && held);
    QVERIFY(held->pools[0].gpu_power == free->pools[0].gpu_power);
    QCOMPARE(listed(held->assumptions), listed(free->assumptions));
  }
  /// What nodes of one kind are joined by has to be what joins them inside a pool: the latency, too, and to a
  /// third pool; and two parts of a rack are no rack.
  void unequalNodesStayApart() {
    const auto count = [](const std::string& nodes, const std::string& links) {
      const auto cluster =
          resolved(R"({"pools": [{"id": "a", "node": )" + nodes + R"(}, {"id": "b", "node": )" + nodes +
                   R"(}, {"id": "c", "node": "onprem-dgx-a100-80gb", "nodes": 1,
        "inter_node_gb_per_s": 200}], "between_pools": [)" +
                   links + "]}");
      return cluster ? cluster->pools.size() : std::size_t{0};
    };
    const auto links = [](const std::string& a_b, const std::string& b_c) {
      return R"({"a": "a", "b": "b", )" + a_b + R"(}, {"a": "a", "b": "c", "gb_per_s": 100},
        {"a": "b", "b": "c", )" +
             b_c + "}";
    };
    const std::string dgx = R"("onprem-dgx-h100", "nodes": 2)", own = R"("gb_per_s": 400)";
    const std::string slow = R"("gb_per_s": 100)";
    QCOMPARE(count(dgx, links(own, slow)), std::size_t(2));
    QCOMPARE(count(dgx, links(own + R"(, "latency_us": 5)", slow)), std::size_t(2));
    QCOMPARE(count(dgx, links(own + R"(, "latency_us": 6)", slow)), std::size_t(3));
    QCOMPARE(count(dgx, links(own, R"("gb_per_s": 50)")), std::size_t(3));
    // Trays of four in racks of 72: 18 make one, 9 half of one.
    const std::string rack = R"("onprem-gb200-nvl72-tray", "nodes": 18)";
    const std::string half = R"("onprem-gb200-nvl72-tray", "nodes": 9)";
    QCOMPARE(count(rack, links(R"("gb_per_s": 200)", slow)), std::size_t(2));
    QCOMPARE(count(half, links(R"("gb_per_s": 200)", slow)), std::size_t(3));
  }
  void nearMatches() {
    const auto gpu = resolved(onePool(R"("gpu": "h100sxm5", "nodes": 1, "gpus_per_node": 8)"));
    QCOMPARE(gpu.error().wanted.values.at(0), std::string("h100-sxm"));
    const auto node = resolved(onePool(R"("node": "onprem-dgx-h10", "nodes": 1)"));
    QCOMPARE(node.error().wanted.values.at(0), std::string("onprem-dgx-h100"));
  }
  void noPools() {
    QCOMPARE(read("{}").error().code, std::string(code::missing_key));
    QCOMPARE(read(R"({"pools": []})").error().code, std::string(code::no_pools));
    QCOMPARE(read("[]").error().code, std::string(code::wrong_type));
    QCOMPARE(resolve({}, Catalogue::built_in(), Commitment::on_demand).error().code,
             std::string(code::no_pools));
  }
  void valuesThatNoFileCanHold() {
    // A document may be built without a file: the same checks hold.
    auto spec = read(kFull).value();
    spec.pools[0].usd_per_gpu_hour = std::numeric_limits<double>::quiet_NaN();
    auto result = resolve(spec, Catalogue::built_in(), Commitment::on_demand);
    QCOMPARE(result.error().where, std::string("pools[0].usd_per_gpu_hour"));
    QCOMPARE(result.error().found, std::string("not a finite number"));
    spec = read(kFull).value();
    spec.pools[1].nodes = -1;
    QCOMPARE(resolve(spec, Catalogue::built_in(), Commitment::on_demand).error().where,
             std::string("pools[1].nodes"));
    spec = read(kFull).value();
    spec.pools[1].relative_speed = std::numeric_limits<double>::infinity();
    QCOMPARE(check(spec, "problem.cluster").error().where,
             std::string("problem.cluster.pools[1].relative_speed"));
    spec = read(kFull).value();
    spec.between_pools[0].latency_us = 1e6 + 1.0;
    QCOMPARE(check(spec).error().where, std::string("between_pools[0].latency_us"));
    spec.between_pools[0].latency_us = 1e6;
    QVERIFY(check(spec));
    spec.between_pools[0].gb_per_s = -1.0;
    QCOMPARE(check(spec).error().where, std::string("between_pools[0].gb_per_s"));
    spec = read(kFull).value();
    spec.choose->max_total_gpus = 0;
    QCOMPARE(check(spec).error().where, std::string("choose.max_total_gpus"));
  }
  void randomRoundTrips() {
    std::mt19937 random(3);
    const auto chance = [&] { return random() % 2 == 0; };
    const auto upto = [&](int most) { return 1 + static_cast<int>(random() % static_cast<unsigned>(most)); };
    for (int trial = 0; trial < 300; ++trial) {
      ClusterSpec spec;
      if (chance()) spec.name = "plan \"ä\"";
      const int pools = upto(4);
      for (int p = 0; p < pools; ++p) {
        PoolSpec pool;
        pool.id = "pool " + std::to_string(p);
        (chance() ? pool.gpu : pool.node) = "anything";
        pool.nodes = upto(1000);
        if (chance()) pool.gpus_per_node = upto(16);
        if (chance()) pool.intra_node_gb_per_s = upto(9000) / 7.0;
        if (chance()) pool.inter_node_gb_per_s = upto(9000) / 9.0;
        if (chance()) pool.inter_node_latency_us = (upto(100) - 1) / 3.0;
        if (chance()) pool.usd_per_gpu_hour = upto(100) / 11.0;
        if (chance()) pool.purchase_usd_per_gpu = upto(40'000) / 7.0;
        if (chance()) pool.network_usd_per_node = (upto(40'000) - 1) / 3.0;
        if (chance()) pool.relative_speed = upto(20) / 13.0;
        if (chance()) pool.gpu_power_limit_watts = upto(700) / 3.0;
        if (chance()) pool.host_memory_gib = upto(4096) / 3.0;
        pool.in_network_reduction = chance();
        spec.pools.push_back(pool);
        for (int other = 0; other < p; ++other)
          spec.between_pools.push_back({spec.pools[std::size_t(other)].id, pool.id, upto(999) / 3.0, {}});
        for (BetweenPools& link : spec.between_pools)
          if (chance()) link.latency_us = (upto(100) - 1) / 3.0;
      }
      if (chance()) {
        spec.choose.emplace();
        if (chance()) spec.choose->max_total_gpus = upto(100);
        if (chance()) spec.choose->max_gpus_per_pool["pool 0"] = upto(8) - 1;
      }
      const auto again = read(to_json(spec).dump());
      QVERIFY2(again, again ? "" : again.error().where.c_str());
      QVERIFY(*again == spec);
    }
  }
  void damagedTextIsRefusedWithAPlace() {
    test::checkDamaged(kFull, 130, [](const std::string& text) { return resolved(text); });
  }
};

}  // namespace tst_cluster

ASTROLABE_TEST(tst_cluster, TestCluster)
#include "tst_cluster.moc"
