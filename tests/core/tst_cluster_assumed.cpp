// core/hardware/cluster: what resolving a cluster assumes, and why.
#include <QtTest>

#include <algorithm>

#include "cluster_texts.h"
#include "tests/program/test_program.h"

namespace tst_cluster_assumed {

using namespace astrolabe;
using namespace astrolabe::hardware;
using namespace cluster_texts;

class TestClusterAssumed : public QObject {
  Q_OBJECT

 private slots:
  /// Why, with what was compared. 280 of 350 W: 0.8^0.4 = e^(-0.4 x 0.22314) = 0.9146.
  void reasonsWithTheirValues() {
    const auto told = [](const std::string& gpu, const std::string& fields, const std::string& key) {
      const auto cluster =
          resolved(onePool("\"gpu\": \"" + gpu + "\", \"nodes\": 1, \"gpus_per_node\": " + fields));
      if (!cluster) return cluster.error().where;
      for (const Assumption& one : cluster->assumptions)
        if (one.what == "pools[p]." + key) return one.value + ", " + to_text(one.why);
      return std::string();
    };
    QCOMPARE(told("h100-pcie", "8", "intra_node_gb_per_s"),
             std::string("63 GB/s, NVLink4 bridge joins 2 GPUs, the node has 8: PCIe between the rest"));
    QCOMPARE(told("h100-pcie", R"(2, "gpu_power_limit_watts": 280)", "sustained_clock"),
             std::string("0.9146, (280 W / 350 W)^0.4: matrix rates under a power limit"));
    QCOMPARE(told("max-1550", "8", "intra_node_gb_per_s"),
             std::string("63 GB/s, the bandwidth of Xe Link is not known: PCIe"));
    QCOMPARE(told("gb200", "4", "scaleup_domain_gpus"),
             std::string("72, the rack that GB200 (per GPU) is sold in"));
    QCOMPARE(told("gb200", "4", "host_memory_gib"),  // 864 / 4 = 216 for each, of others 240
             std::string("864 GiB, as much for each GPU as in azure-nd128isr-ndr-gb200-v6: Microsoft Learn "
                         "ND-GB200-v6; aspire.dev (2026)"));
  }
  /// Of every type of the catalogue alone: no place of a sentence is without its value, no value without a
  /// place.
  void reasonsAreWhole() {
    int told = 0;
    for (const Gpu& gpu : Catalogue::built_in().gpus()) {
      const auto cluster = resolved(onePool("\"gpu\": \"" + gpu.id +
                                            "\", \"nodes\": 2, \"gpus_per_node\": 8, "
                                            "\"inter_node_gb_per_s\": 100, \"gpu_power_limit_watts\": 50"));
      if (!cluster) continue;
      for (const Assumption& one : cluster->assumptions) {
        const std::vector<std::string>& values = one.why.values;
        const auto places = QByteArray(form_of(one.why.kind)).count('%');
        QVERIFY2(static_cast<qsizetype>(values.size()) == places && !to_text(one.why).empty() &&
                     std::find(values.begin(), values.end(), "") == values.end(),
                 (gpu.id + ", " + one.what).c_str());
        ++told;
      }
    }
    QVERIFY2(told > 200, QByteArray::number(told).constData());
  }
  /// Messages that nobody sends need no latency: one node has no network, a GPU alone in its node no peer.
  void latenciesOfWhatIsThere() {
    const auto assumed = [](const std::string& fields) {
      return listed(resolved(onePool(fields))->assumptions);
    };
    QCOMPARE(assumed(R"("node": "onprem-dgx-h100", "nodes": 1)"),
             std::string("pools[p].intra_node_latency_us = 2 us; "));
    QCOMPARE(assumed(R"("gpu": "h100-sxm", "nodes": 2, "gpus_per_node": 1, "inter_node_gb_per_s": 50,
                        "host_memory_gib": 200, "purchase_usd_per_gpu": 1)"),
             std::string("pools[p].inter_node_latency_us = 5 us; pools[p].kw_per_node = 1.275 kW; "
                         "pools[p].network_kw_per_node = 0.08063 kW; "));
  }
  void latencyBetweenPoolsIsAssumed() {
    std::string text = kFull;
    text.replace(text.find(", \"latency_us\": 12"), 18, "");
    const auto cluster = resolved(text);
    QVERIFY(cluster);
    QCOMPARE(cluster->links[0][1].latency.value, 6e-6);  // the slower of 5 and 6
    QVERIFY(listed(cluster->assumptions).find("between_pools[new, old].latency_us = 6 us") !=
            std::string::npos);
  }
};

}  // namespace tst_cluster_assumed

ASTROLABE_TEST(tst_cluster_assumed, TestClusterAssumed)
#include "tst_cluster_assumed.moc"
