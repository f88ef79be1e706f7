// core/hardware/pool_price: which price a pool has of those that are stated, of one's own and of the lists,
// to rent and to buy, and when it has none.
#include <QtTest>

#include <algorithm>
#include <limits>
#include <tuple>

#include "cluster_texts.h"
#include "core/hardware/pool_price.h"
#include "tests/program/test_program.h"

namespace tst_cluster_prices {

using namespace astrolabe;
using namespace astrolabe::hardware;
using namespace cluster_texts;

class TestClusterPrices : public QObject {
  Q_OBJECT

 private slots:
  /// An own price of a GPU type wins over the list's, to rent as to buy, unless the node is an own one.
  void ownPricesOfGpuTypes() {
    const Catalogue& today = Catalogue::built_in();
    OwnTypes own;
    own.gpu_rents = {{"h100-sxm", {3.0}, {"broker", "2026-01-02", true}}};
    own.gpu_prices = {{"h100-sxm", "2026-01-01", {20000.0}, "", ""}};
    PoolSpec pool;
    pool.id = "p";
    pool.node = "onprem-dgx-h100";
    const Catalogue ours = today.with(own);
    QCOMPARE(pool_rent(pool, ours, Commitment::on_demand)->usd_per_gpu, 3.0);
    QVERIFY(pool_rent(pool, ours, Commitment::on_demand)->own);
    const auto bought = pool_purchase(pool, ours);
    QVERIFY(bought && bought->gpu_alone && bought->own);
    QVERIFY(!pool_purchase(pool, today)->own);
    QCOMPARE(bought->usd_per_gpu, 20000.0);
    QCOMPARE(bought->source, std::string("own price"));
    QCOMPARE(bought->date, std::string("2026-01-01"));
    ClusterSpec spec;
    spec.pools = {pool};
    const auto cluster = resolve(spec, ours, Commitment::on_demand);
    QVERIFY(cluster);
    QCOMPARE(cluster->pools[0].purchase_per_gpu->value, 20000.0);
    const auto assumed =
        std::find_if(cluster->assumptions.begin(), cluster->assumptions.end(),
                     [](const Assumption& one) { return one.what == "pools[p].purchase_usd_per_gpu"; });
    QVERIFY(assumed != cluster->assumptions.end());
    QCOMPARE(to_text(assumed->why), std::string("own price (2026-01-01)"));
    for (const auto& [condition, source, told] :
         {std::tuple("", "dealer", "dealer"), {"used", "", "used"}, {"used", "dealer", "used: dealer"}}) {
      own.gpu_prices[0].condition = condition;
      own.gpu_prices[0].source = source;
      QCOMPARE(pool_purchase(pool, today.with(own))->source, std::string(told));
    }
    own.nodes = {*today.find_node(pool.node)};
    own.nodes[0].source.own = true;
    own.nodes[0].prices.on_demand = UsdPerHour(40.0);
    const Catalogue mine = today.with(own);
    QCOMPARE(pool_rent(pool, mine, Commitment::on_demand)->usd_per_gpu, 5.0);  // 40 / 8
    QCOMPARE(pool_purchase(pool, mine)->usd_per_gpu, 41197.5);                 // 329,580 / 8
    QVERIFY(pool_rent(pool, mine, Commitment::on_demand)->own && pool_purchase(pool, mine)->own);
  }
  /// 16,000 USD a node over its 8 GPUs, beside their price and not in it; none stated is none, zero is zero,
  /// and neither is assumed.
  void priceOfTheNetwork() {
    const auto pool = [](const std::string& fields) {
      return resolved(onePool(R"("node": "onprem-dgx-h100", "nodes": 2)" + fields));
    };
    const auto stated = pool(R"(, "network_usd_per_node": 16000)");
    QVERIFY(stated);
    QCOMPARE(stated->pools[0].network_per_gpu->value, 2000.0);
    QCOMPARE(stated->pools[0].purchase_per_gpu->value, 41197.5);  // 329,580 / 8
    QCOMPARE(pool(R"(, "network_usd_per_node": 0)")->pools[0].network_per_gpu->value, 0.0);
    const auto none = pool("");
    QVERIFY(!none->pools[0].network_per_gpu);
    QVERIFY(listed(none->assumptions) == listed(stated->assumptions));
    auto spec = read(kFull).value();
    spec.pools[0].network_usd_per_node = std::numeric_limits<double>::infinity();
    QCOMPARE(check(spec).error().where, std::string("pools[0].network_usd_per_node"));
  }
  void prices() {
    // List price of the node over its GPUs: 21.957642 / 8
    const auto cloud = resolved(onePool(R"("node": "aws-p4d-24xlarge", "nodes": 1)"));
    QCOMPARE(cloud->pools[0].usd_per_gpu_hour->value, 21.957642 / 8);
    // A commitment that the provider does not sell has no price.
    const auto none = resolved(onePool(R"("node": "coreweave-a100", "nodes": 1)"), Commitment::reserved_3y);
    QVERIFY(none);
    QVERIFY(!none->pools[0].usd_per_gpu_hour);
    // A type without any offer has none either.
    QVERIFY(!resolved(onePool(R"("gpu": "mtt-s5000", "nodes": 1, "gpus_per_node": 8)"))
                 ->pools[0]
                 .usd_per_gpu_hour);
    // A stated price wins.
    QCOMPARE(resolved(onePool(R"("node": "aws-p4d-24xlarge", "nodes": 1, "usd_per_gpu_hour": 9)"))
                 ->pools[0]
                 .usd_per_gpu_hour->value,
             9.0);
  }
  /// Eight A100 of Azure cost 27.197 USD an hour on demand, 22.64 for a year and 13.6 for three; nobody sells
  /// spot. Reserved prices have a date of their own, those of one's own node the node's.
  void commitments() {
    PoolSpec pool;
    pool.node = "azure-nd96asr-v4";
    const Catalogue& today = Catalogue::built_in();
    const auto check = [&](const Catalogue& catalogue, Commitment commitment, double usd, const char* date) {
      const auto rent = pool_rent(pool, catalogue, commitment);
      QVERIFY(rent);
      QCOMPARE(rent->usd_per_gpu, usd / 8);
      QCOMPARE(rent->date, std::string(date));
    };
    check(today, Commitment::on_demand, 27.197, "2026-11-09");
    check(today, Commitment::reserved_1y, 22.64, "2024-01-29");
    check(today, Commitment::reserved_3y, 13.6, "2024-01-29");
    QVERIFY(!pool_rent(pool, today, Commitment::spot));
    OwnTypes own;
    own.nodes = {*today.find_node(pool.node)};
    own.nodes[0].source = {"offer", "2026-11-20", true};
    own.nodes[0].prices.spot = UsdPerHour{8.0};
    check(today.with(own), Commitment::reserved_1y, 22.64, "2026-11-20");
    check(today.with(own), Commitment::spot, 8.0, "2026-11-20");
  }
  /// A GPU named without a machine, or a machine of one's own without an hourly price, has no rent: never a
  /// guess.
  void noPriceIsNeverGuessed() {
    for (const char* pool : {R"("gpu": "h100-sxm", "nodes": 1, "gpus_per_node": 8)",
                             R"("node": "onprem-dgx-h100", "nodes": 1)"}) {
      const auto cluster = resolved(onePool(pool));
      QVERIFY(cluster);
      QVERIFY(!cluster->pools[0].usd_per_gpu_hour);
      QVERIFY(listed(cluster->assumptions).find("usd_per_gpu_hour") == std::string::npos);
    }
  }
  void ownPricesWin() {
    OwnTypes own;
    own.gpu_rents.push_back({"h100-sxm", {1.99}, {"broker", "2026-11-20", true}});
    const Catalogue catalogue = Catalogue::built_in().with(own);
    const auto spec = read(onePool(R"("node": "oci-bm-gpu-h100-8", "nodes": 1)"));
    const auto cluster = resolve(*spec, catalogue, Commitment::on_demand);
    QCOMPARE(cluster->pools[0].usd_per_gpu_hour->value, 1.99);
    QCOMPARE(cluster->pools[0].price_source, std::string("broker"));
  }
};

}  // namespace tst_cluster_prices

ASTROLABE_TEST(tst_cluster_prices, TestClusterPrices)
#include "tst_cluster_prices.moc"
