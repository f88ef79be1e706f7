// What a pool costs, told at every place: tile, totals, outline, properties and bill say what the search has.
#include <QLabel>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <QTreeView>
#include <QtTest>

#include "core/hardware/pool_price.h"
#include "core/hardware/price_import.h"
#include "tests/program/test_program.h"
#include "tests/ui/outline_desk.h"
#include "ui/canvas/bill.h"
#include "ui/canvas/pool_face.h"
#include "ui/canvas/properties_dialog.h"
#include "ui/canvas/totals.h"
#include "ui/document/commands/import_prices.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"

namespace tst_pool_prices {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestPoolPrices : public QObject, OutlineDesk {
  Q_OBJECT

  void import(const std::string& table) {
    const auto read = hardware::import_prices(table, m_document->catalogue());
    QVERIFY(read && read->mistakes.empty());
    m_document->undoStack().push(new ImportPrices(*m_document, read->types, read->taken));
  }
  PoolFace face(const std::string& pool) {
    return faceOf(*m_document, *findPool(plan(), pool), CanvasLayer::Price, {});
  }
  QString property(const std::string& pool, const QString& what) {
    for (const auto& [name, value] : propertiesOf(*m_document, *findPool(plan(), pool)))
      if (name == what) return value;
    return {};
  }
  /// A cell of the bill, by the name of its column.
  QString cell(int line, const char* column) {
    const QList<QByteArray> lines = billOfMaterials(plan(), m_document->catalogue()).split('\n');
    const qsizetype at = lines[0].trimmed().split(',').indexOf(QByteArray(column));
    return QString::fromUtf8(lines[line].trimmed().split(',').value(at));
  }
  /// Dollars an hour of all pools as the search has them.
  double usdPerHour() {
    const auto problem = m_document->problem();
    double usd = 0.0;
    for (const hardware::Pool& pool : problem->cluster.pools)
      usd += pool.usd_per_gpu_hour->value * pool.gpus();
    return usd;
  }

 private slots:
  void init() { openBoth(); }
  void cleanup() { closeBoth(); }

  /// 4 nodes of 8 H100 at an imported $3 an hour each, 4 of 8 A100 at the list's 32 / 8 = $4:
  /// 32 x 3 + 32 x 4 = $224 an hour.
  void importedRentsOfGpusAreEverywhere() {
    QCOMPARE(usdPerHour(), 32 * 10.0 + 32 * 4.0);
    QCOMPARE(*totalsOf(plan(), m_document->catalogue()).usdPerHour, usdPerHour());
    import("gpu,usd_per_gpu_hour,source,date\nh100-sxm,3,broker,2026-11-20\n");
    QCOMPARE(usdPerHour(), 224.0);
    QCOMPARE(*totalsOf(plan(), m_document->catalogue()).usdPerHour, 224.0);
    QVERIFY2(face("h100").tag.contains(QStringLiteral("$24.0/h")), qPrintable(face("h100").tag));
    QVERIFY2(face("h100").tip.contains(QStringLiteral("$3.00/h, broker, 2026-11-20")),
             qPrintable(face("h100").tip));
    QVERIFY(face("h100").spoken.contains(QStringLiteral("3 dollars per GPU hour")));
    QCOMPARE(property("h100", QStringLiteral("Rent of a GPU")),
             QStringLiteral("$3.00/h, broker, 2026-11-20"));
    QCOMPARE(cell(1, "usd_per_gpu_hour"), QStringLiteral("3"));
    QCOMPARE(cell(1, "rent_source"), QStringLiteral("broker"));
    QCOMPARE(cell(1, "rent_date"), QStringLiteral("2026-11-20"));
    QCOMPARE(cell(2, "usd_per_gpu_hour"), QStringLiteral("4"));
    const QAbstractItemModel& outline = *table().model();
    QCOMPARE(outline.index(0, OutlineModel::Price).data(Qt::EditRole).toString(), QStringLiteral("3"));
    const auto problem = m_document->problem();
    QCOMPARE(problem->cluster.pools[0].price_source, std::string("broker"));
    m_document->undoStack().undo();
    QCOMPARE(*totalsOf(plan(), m_document->catalogue()).usdPerHour, 448.0);
  }

  /// The pool's own price is before any table; the user's price of the node before that of its GPUs.
  void whichPriceGoesFirst() {
    const auto rent = [this] {
      return *hardware::pool_rent(*findPool(plan(), "h100"), m_document->catalogue(),
                                  hardware::Commitment::on_demand);
    };
    import(
        "gpu,node,usd_per_hour,source,date\n,oci-bm-gpu-h100-8,64,quote,2026-11-01\nh100-sxm,,3,broker,2026-"
        "11-20\n");
    QCOMPARE(rent().usd_per_gpu, 8.0);
    QCOMPARE(rent().source, std::string("quote"));
    QCOMPARE(*poolPrice(*findPool(plan(), "h100"), m_document->catalogue(), hardware::Commitment::on_demand),
             8.0);
    m_document->undoStack().push(new SetPoolPrice(*m_document, "h100", 2.5));
    QCOMPARE(rent().usd_per_gpu, 2.5);
    QVERIFY(rent().stated && rent().date.empty());
    QVERIFY(face("h100").tip.contains(QStringLiteral("$2.50/h, own price")));
    QCOMPARE(usdPerHour(), 32 * 2.5 + 32 * 4.0);
    // A bare type that nobody sells by the hour, and a type that the catalogue does not have.
    hardware::PoolSpec bare;
    bare.gpu = "a100-sxm-80";
    QVERIFY(!hardware::pool_rent(bare, m_document->catalogue(), hardware::Commitment::on_demand));
    bare.gpu = "h300";
    QVERIFY(!hardware::pool_rent(bare, m_document->catalogue(), hardware::Commitment::on_demand));
    QVERIFY(!hardware::pool_purchase(bare, m_document->catalogue()));
  }

  /// Price and power tint, too: a node of 8 H100 at $80 an hour is the dearest, one of 8 A100 at $32 has 40 %
  /// of its bar; what has no price has none.
  void priceAndPowerTint() {
    const auto heat = [this](const char* pool) { return scene().item(pool)->face().heat; };
    QCOMPARE(heat("h100"), 1.0);
    QCOMPARE(heat("a100"), 0.4);
    scene().setLayer(CanvasLayer::Power);
    QCOMPARE(heat("h100"), 1.0);  // 8 x 700 W and 8 x 400 W
    QCOMPARE(heat("a100"), *poolPower(*findPool(plan(), "a100"), m_document->catalogue()) /
                               *poolPower(*findPool(plan(), "h100"), m_document->catalogue()));
    scene().setLayer(CanvasLayer::Stage);
    QVERIFY(heat("h100") < 0.0);
    scene().setLayer(CanvasLayer::Price);
    m_document->undoStack().push(new ReplaceGpus(*m_document, "a100", "h200-sxm", {}));
    QVERIFY(heat("h200-sxm") < 0.0);
    // Under the tag of the dearest tile lies the deepest tint of the scale.
    QImage picture(int(kTileWidth), int(kTileHeight), QImage::Format_RGB32);
    picture.fill(currentTheme().panel);
    QPainter painter(&picture);
    QStyleOptionGraphicsItem option;
    scene().item("h100")->paint(&painter, &option, nullptr);
    painter.end();
    int deep = 0;
    for (int x = 0; x < picture.width(); ++x)
      deep += picture.pixelColor(x, 30) == currentTheme().sequential[7] ? 1 : 0;
    QVERIFY2(deep > 30, qPrintable(QString::number(deep)));
  }

  /// The node's price over the GPUs it comes with, times those that the pool has of it.
  void purchasesAreThoseOfTheSearch() {
    const auto agrees = [this] {
      const auto problem = m_document->problem();
      double usd = 0.0;
      for (const hardware::Pool& pool : problem->cluster.pools)
        usd += pool.purchase_per_gpu->value * pool.gpus();
      return qFuzzyCompare(*totalsOf(plan(), m_document->catalogue()).purchaseUsd, usd);
    };
    QVERIFY(agrees());
    m_document->undoStack().push(new SetPoolPrice(*m_document, "h100", 20000.0, hardware::CostBasis::buy));
    QVERIFY(agrees());
    QCOMPARE(*poolPurchase(*findPool(plan(), "h100"), m_document->catalogue()), 160000.0);  // 8 x 20,000
    hardware::PoolSpec half;
    half.node = "onprem-dgx-h100";
    const hardware::NodeType* node = m_document->catalogue().find_node(half.node);
    QVERIFY(node != nullptr && node->prices.purchase_typical);
    QCOMPARE(*poolPurchase(half, m_document->catalogue()), node->prices.purchase_typical->value);
    half.gpus_per_node = 4;
    QCOMPARE(*poolPurchase(half, m_document->catalogue()), node->prices.purchase_typical->value / 2.0);
  }

  /// 16,000 $ of network for each of the 4 nodes of H100: in the sums, on the tile, in the properties and the
  /// bill as in the search; the machine's own price is without it wherever it is told or typed. Nobody states
  /// one: no price.
  void networksHaveAPriceOfTheirOwn() {
    strategy::Job job = plan().job;
    job.cost.basis = hardware::CostBasis::buy;
    m_document->undoStack().push(new SetJob(*m_document, job, QStringLiteral("Cost basis")));
    const plan::Plan before = plan();
    CanvasTotals line(*m_document);
    const auto* purchase = line.findChild<QLabel*>(QStringLiteral("canvasTotals.purchase"));
    const auto sums = [this] { return totalsOf(plan(), m_document->catalogue()); };
    const auto networkOf = [this](const char* pool) {
      return property(pool, QStringLiteral("Network of a node, to buy"));
    };
    const QModelIndex outlined = table().model()->index(0, OutlineModel::Price);
    const QString machine = outlined.data(Qt::EditRole).toString();
    const double machines = *sums().purchaseUsd, node = cell(1, "usd_per_node").toDouble();
    QVERIFY(node > 0.0);
    QCOMPARE(QLocale().toDouble(machine), node);  // purchases are priced by the node
    QCOMPARE(networkOf("h100"), QStringLiteral("no price"));
    QVERIFY(face("h100").tip.contains(QStringLiteral("Network of a node, to buy: no price")));
    QCOMPARE(cell(1, "network_usd_per_node"), QString());
    QVERIFY(purchase->text().endsWith(QStringLiteral(" to buy")));
    QVERIFY(purchase->toolTip().contains(QStringLiteral("networks have no price")));

    m_document->undoStack().push(new SetNetworkPrice(*m_document, {"h100"}, 16000.0));
    QCOMPARE(*sums().purchaseUsd, machines + 4 * 16000.0);
    const auto problem = m_document->problem();
    double searched = 0.0;
    for (const hardware::Pool& pool : problem->cluster.pools)
      searched += (pool.purchase_per_gpu->value + pool.network_per_gpu.value_or(Usd{}).value) * pool.gpus();
    QVERIFY(qFuzzyCompare(*sums().purchaseUsd, searched));
    QCOMPARE(problem->cluster.pools[0].network_per_gpu->value, 2000.0);  // 16,000 / 8
    QVERIFY2(face("h100").tag.contains(moneyText(node + 16000.0)), qPrintable(face("h100").tag));
    QCOMPARE(networkOf("h100"), moneyText(16000.0));
    QCOMPARE(networkOf("a100"), QStringLiteral("no price"));
    QCOMPARE(cell(1, "usd_per_node").toDouble(), node);
    QCOMPARE(cell(1, "network_usd_per_node"), QStringLiteral("16000"));
    QCOMPARE(cell(1, "usd").toDouble(), 4 * (node + 16000.0));
    QCOMPARE(table().model()->index(0, OutlineModel::Price).data(Qt::EditRole).toString(), machine);
    QVERIFY2(purchase->text().endsWith(QStringLiteral(" with network")), qPrintable(purchase->text()));
    QVERIFY(purchase->toolTip().contains(QStringLiteral("have a price")));  // of two pools one
    m_document->undoStack().push(new SetNetworkPrice(*m_document, {"a100"}, 0.0));
    QVERIFY(purchase->toolTip().contains(QStringLiteral("with the network between nodes")));
    QCOMPARE(*sums().purchaseUsd, machines + 4 * 16000.0);

    // Other GPUs in the same machines keep the network, other machines have none yet.
    m_document->undoStack().push(new ReplaceGpus(*m_document, "h100", "h200-sxm", {}));
    QCOMPARE(*findPool(plan(), "h200-sxm")->network_usd_per_node, 16000.0);
    m_document->undoStack().push(new ReplaceGpus(*m_document, "h200-sxm", {}, "oci-bm-gpu-h200-8"));
    QVERIFY(!findPool(plan(), "h200-sxm")->network_usd_per_node);
    for (int step = 0; step < 3; ++step) m_document->undoStack().undo();
    m_document->undoStack().push(new SetNetworkPrice(*m_document, {"h100"}, std::nullopt));
    QVERIFY(plan() == before);
    m_document->undoStack().undo();
    m_document->undoStack().undo();
    QVERIFY(plan() == before);
  }
};

}  // namespace tst_pool_prices

ASTROLABE_TEST(tst_pool_prices, TestPoolPrices)
#include "tst_pool_prices.moc"
