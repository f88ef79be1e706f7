// What of a pool is had at once, as a cluster states it and as the catalogue has it: parts of nodes, nodes
// and whole racks, with their prices and their power.
#include <QtTest>

#include "core/cost/money.h"
#include "core/hardware/pool_power.h"
#include "core/hardware/pool_unit.h"
#include "tests/program/test_program.h"

namespace tst_pool_units {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

hardware::ClusterSpec spec(const std::string& pool) {
  const auto cluster = hardware::read_cluster(json_or_null("{\"pools\": [{\"id\": \"p\", " + pool + "}]}"));
  return cluster ? *cluster : hardware::ClusterSpec{};
}

Result<hardware::Cluster> resolved(const std::string& pool) {
  const auto cluster = hardware::read_cluster(json_or_null("{\"pools\": [{\"id\": \"p\", " + pool + "}]}"));
  if (!cluster) return tl::unexpected<Error>(cluster.error());
  return hardware::resolve(*cluster, hardware::Catalogue::built_in(), hardware::Commitment::on_demand);
}

}  // namespace

class TestPoolUnits : public QObject {
  Q_OBJECT

 private slots:
  void unitsOfAPool() {
    const std::string node = R"("node": "onprem-dgx-h100", "nodes": 4)";
    const auto unit = [&](const std::string& more) { return resolved(node + more)->pools[0].unit; };
    QCOMPARE(unit(""), 8);
    QCOMPARE(unit(R"(, "unit": "node")"), 8);
    QCOMPARE(unit(R"(, "unit": "gpu")"), 1);
    QCOMPARE(unit(R"(, "unit": 4)"), 4);
    QCOMPARE(unit(R"(, "unit": 16)"), 16);
    const auto refusal = [&](const std::string& more) {
      const auto cluster = resolved(node + more);
      return cluster ? std::string() : cluster.error().where + ": " + cluster.error().found;
    };
    QCOMPARE(refusal(R"(, "unit": 3)"), std::string("pools[0].unit: 3"));
    QCOMPARE(refusal(R"(, "unit": 24)"), std::string("pools[0].unit: 24"));  // four nodes are no two of three
    QCOMPARE(refusal(R"(, "unit": 64)"), std::string("pools[0].unit: 64"));  // larger than the cluster
    QVERIFY(refusal(R"(, "unit": "rack")").starts_with("pools[0].unit: "));
    QCOMPARE(refusal(R"(, "unit": 0)"), std::string("pools[0].unit: 0"));
    for (const char* written : {"", R"(, "unit": "gpu")", R"(, "unit": 16)"}) {
      const hardware::ClusterSpec read = spec(node + written);
      QVERIFY(*hardware::read_cluster(hardware::to_json(read)) == read);
    }
  }

  /// A rack of 18 trays of 4 GB200 is had at once: 18 x 166,666.67 USD, 18 x 6.7 kW; one tray of it costs as
  /// much. Of two racks 80 GPUs pay for both, and 17 trays are no rack.
  void racksOfTheCatalogue() {
    const std::string tray = R"("node": "onprem-gb200-nvl72-tray", "unit": 72, "nodes": )";
    const auto racks = resolved(tray + "36");
    QVERIFY(racks);
    const hardware::Pool& pool = racks->pools[0];
    QCOMPARE(pool.unit, 72);
    QCOMPARE(pool.scale_up_domain, 72);
    QVERIFY(!pool.power_estimated);
    strategy::Job job;
    job.cost.basis = hardware::CostBasis::buy;
    job.cost.pue = 1.0;
    const cost::Money one = cost::hourly(*racks, job, {4});
    QCOMPARE(one.purchase->value, 18 * 166'666.67);
    QCOMPARE(one.power_kw, 18 * 6.7 + 72 * pool.network_power.value / 1000.0);
    QCOMPARE(cost::hourly(*racks, job, {80}).purchase->value, 36 * 166'666.67);
    QCOMPARE(cost::all_paid(*racks, {80}), 144);
    for (const char* id : {"onprem-gb200-nvl72-tray", "onprem-gb300-nvl72-tray"}) {
      const hardware::NodeType* node = hardware::Catalogue::built_in().find_node(id);
      QCOMPARE(hardware::gpus_of_rack(*node), 72);
      const double rack_kw = 18 * node->power->value / 1000.0;
      QVERIFY(rack_kw >= 119.0 && rack_kw <= 133.0);
    }
    QCOMPARE(hardware::gpus_of_rack(*hardware::Catalogue::built_in().find_node("onprem-dgx-h100")), 0);
    const auto torn = resolved(tray + "17");
    QVERIFY(!torn);
    QCOMPARE(torn.error().where, std::string("pools[0].unit"));
    hardware::PoolSpec by_rack =
        spec(R"("node": "onprem-gb200-nvl72-tray", "unit": 72, "nodes": 18)").pools[0];
    const hardware::Catalogue& today = hardware::Catalogue::built_in();
    QCOMPARE(hardware::nodes_at_once(by_rack, today), 18);
    QCOMPARE(hardware::whole_nodes(19, by_rack, today), 36);
    by_rack.unit = 2;
    QCOMPARE(hardware::nodes_at_once(by_rack, today), 1);
  }

  /// Either price gives the other; two that disagree are refused by both figures.
  void pricesOfANode() {
    const std::string node = R"("gpu": "h100-sxm", "nodes": 1, "gpus_per_node": 8)";
    QCOMPARE(resolved(node + R"(, "usd_per_node": 300000)")->pools[0].purchase_per_gpu->value, 37'500.0);
    QVERIFY(resolved(node + R"(, "usd_per_node": 300000, "purchase_usd_per_gpu": 37500)"));
    const auto torn = resolved(node + R"(, "usd_per_node": 300000, "purchase_usd_per_gpu": 40000)");
    QVERIFY(!torn);
    QCOMPARE(torn.error().where, std::string("pools[0].usd_per_node"));
    QCOMPARE(torn.error().found, std::string("300000"));
    QVERIFY(torn.error().wanted.values.at(0).find("320000") != std::string::npos);
  }

  /// H100 in the cloud draw what they draw in a DGX H100, which is published; what is stated wins. B200 nodes
  /// draw more than H100 nodes, wherever they stand, and no machine draws less than its GPUs.
  void powerOfMachines() {
    const auto pool = [](const std::string& text) { return resolved(text)->pools[0]; };
    const hardware::Pool own = pool(R"("node": "onprem-dgx-h100", "nodes": 2)");
    QCOMPARE(own.gpu_power->value, 1275.0);
    QVERIFY(!own.power_estimated);
    const hardware::Pool cloud = pool(R"("node": "aws-p5-48xlarge", "nodes": 2)");
    QCOMPARE(cloud.gpu_power->value, 1275.0);
    QVERIFY(cloud.power_estimated);
    const hardware::Pool blackwell =
        pool(R"("gpu": "b200-sxm", "nodes": 2, "gpus_per_node": 8, "inter_node_gb_per_s": 400)");
    QVERIFY(blackwell.gpu_power > own.gpu_power);
    const hardware::Pool stated = pool(R"("node": "onprem-dgx-h100", "nodes": 2, "kw_per_node": 9.6)");
    QCOMPARE(stated.gpu_power->value, 1200.0);
    QVERIFY(!stated.power_estimated);
    int estimated = 0;
    for (const hardware::Gpu& gpu : hardware::Catalogue::built_in().gpus()) {
      hardware::PoolSpec one;
      one.gpu = gpu.id;
      one.gpus_per_node = 8;
      const auto power = hardware::pool_power(one, hardware::Catalogue::built_in());
      QCOMPARE(power.has_value(), gpu.power.has_value());
      if (!power) continue;
      QVERIFY2(power->estimated && power->per_gpu.value > 1.25 * gpu.power->value, gpu.id.c_str());
      ++estimated;
    }
    QVERIFY(estimated > 40);
    // 48 switches of 1,720 W for 128 nodes of 400 GB/s: 645 W a node; one node alone has none.
    QCOMPARE(own.network_power.value, 645.0 / 8.0);
    QCOMPARE(pool(R"("node": "onprem-dgx-h100", "nodes": 1)").network_power.value, 0.0);
  }
};

}  // namespace tst_pool_units

ASTROLABE_TEST(tst_pool_units, TestPoolUnits)
#include "tst_pool_units.moc"
