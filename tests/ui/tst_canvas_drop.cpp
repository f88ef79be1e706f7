// ui/canvas: drops as one function, free spots, snapping, totals.
#include <QtTest>

#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/cluster_scene.h"
#include "ui/canvas/drop.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/totals.h"
#include "ui/document/commands/commands.h"
#include "ui/render/numbers.h"

namespace tst_canvas_drop {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using Kind = CanvasDrop::Kind;

class TestCanvasDrop : public QObject {
  Q_OBJECT

  static std::unique_ptr<QMimeData> file(const char* path) {
    auto data = std::make_unique<QMimeData>();
    data->setUrls({QUrl::fromLocalFile(QLatin1StringView(path))});
    return data;
  }
  static std::unique_ptr<QMimeData> mime(const QString& what) {
    if (what == u"gpu") return hardwareMime({"h100-sxm", {}}, what);
    if (what == u"other gpu") return hardwareMime({"h200-sxm", {}}, what);
    if (what == u"node") return hardwareMime({{}, "oci-bm-gpu-h100-8"}, what);
    if (what == u"unknown") return hardwareMime({"no-such-gpu", {}}, what);
    if (what == u"model") return file("/plans/config.json");
    if (what == u"plan") return file("/plans/a.astrolabe");
    if (what == u"csv") return file("/plans/prices.csv");
    auto data = std::make_unique<QMimeData>();
    data->setText(QStringLiteral("nonsense"));
    return data;
  }

 private slots:
  /// While a node is held above a tile the best strategy after the drop is told, as a search says after it;
  /// another place asks anew, and leaving asks nothing. The plan stays as it is.
  void numbersFollowTheDrag() {
    PlanDocument document;
    fillSample(document);
    ClusterScene scene(document);
    const plan::Plan before = document.plan();
    const auto hold = [&](QPointF place) {
      const CanvasDrop drop = judgeCanvasDrop(document, mime(u"gpu"_s).get(), place, {});
      scene.setDropPreview(drop);
      return drop;
    };
    const CanvasDrop node = hold({-100, 50});
    QTRY_VERIFY_WITH_TIMEOUT(!scene.foresight().text().isEmpty(), 60'000);
    const double more = scene.foresight().answer()->best.front().tokens_per_second;
    QVERIFY(scene.foresight().text().contains(wholeText(more)));
    hold({-90, 55});  // the same tile
    QVERIFY(scene.foresight().answer());
    hold({300, 50});  // replaces the A100
    QVERIFY(!scene.foresight().answer());
    QTRY_VERIFY_WITH_TIMEOUT(scene.foresight().answer(), 60'000);
    QVERIFY(scene.foresight().answer()->best.front().tokens_per_second != more);
    hold({60, 50});  // a link does not take it
    QVERIFY(scene.foresight().text().isEmpty());
    hold({-100, 50});
    scene.setDropPreview(std::nullopt);
    QVERIFY(scene.foresight().text().isEmpty());
    QTest::qWait(300);  // what has left before the pointer rested is not looked for later
    QVERIFY(!scene.foresight().answer());
    QVERIFY(document.plan() == before);
    document.undoStack().push(dropCommand(document, node).release());
    SearchOptions options;
    options.top = 1;
    QCOMPARE(run_search(*document.problem(), options)->best.front().tokens_per_second, more);
  }

  void table_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QPointF>("at");
    QTest::addColumn<int>("modifiers");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("pool");
    // The sample: tile "h100" at (-240, 0), "a100" at (240, 0), each 240 x 100; the link runs at y = 50
    // between.
    const QPointF empty(0, 600), h100(-100, 50), a100(300, 50), link(60, 50);
    const auto row = [](const char* name, const char* what, QPointF at, int modifiers, Kind kind,
                        const char* pool = "") {
      QTest::newRow(name) << QString::fromLatin1(what) << at << modifiers << static_cast<int>(kind)
                          << QString::fromLatin1(pool);
    };
    row("gpu, empty", "gpu", empty, 0, Kind::AddPool);
    row("gpu, same tile", "gpu", h100, 0, Kind::AddNode, "h100");
    row("gpu, other tile", "gpu", a100, 0, Kind::ReplaceGpus, "a100");
    row("gpu, link", "gpu", link, 0, Kind::Forbidden);
    row("gpu, tile with Ctrl", "gpu", h100, Qt::ControlModifier, Kind::AddPool);
    row("node, empty", "node", empty, 0, Kind::AddPool);
    row("node, same tile", "node", h100, 0, Kind::AddNode, "h100");
    row("node, other tile", "node", a100, 0, Kind::ReplaceGpus, "a100");
    row("node, link", "node", link, 0, Kind::Forbidden);
    row("unknown, empty", "unknown", empty, 0, Kind::Forbidden);
    row("unknown, tile", "unknown", h100, 0, Kind::Forbidden);
    for (const auto& [name, place] : {std::pair("empty", empty), {"tile", h100}, {"link", link}}) {
      row(qPrintable(QStringLiteral("model, %1").arg(QLatin1StringView(name))), "model", place, 0,
          Kind::Files);
      row(qPrintable(QStringLiteral("plan, %1").arg(QLatin1StringView(name))), "plan", place, 0, Kind::Files);
      row(qPrintable(QStringLiteral("csv, %1").arg(QLatin1StringView(name))), "csv", place, 0,
          Kind::Forbidden);
      row(qPrintable(QStringLiteral("nonsense, %1").arg(QLatin1StringView(name))), "nonsense", place, 0,
          Kind::Forbidden);
    }
  }
  void table() {
    QFETCH(QString, what);
    QFETCH(QPointF, at);
    QFETCH(int, modifiers);
    QFETCH(int, kind);
    QFETCH(QString, pool);
    PlanDocument document;
    fillSample(document);
    const CanvasDrop drop = judgeCanvasDrop(document, mime(what).get(), at, Qt::KeyboardModifiers(modifiers));
    QCOMPARE(static_cast<int>(drop.kind), kind);
    QCOMPARE(QString::fromStdString(drop.pool), pool);
    QVERIFY(!drop.text.isEmpty());  // what will happen, or why not
    const auto command = dropCommand(document, drop);
    QCOMPARE(command != nullptr, drop.kind != Kind::Forbidden && drop.kind != Kind::Files);
  }

  /// A rack of an NVL72 is 18 trays that are had at once: on empty area a pool of them, on a tile of such
  /// trays 18 more, a tray on that as many, on another tile whole racks in its place.
  void wholeRacks() {
    PlanDocument document;
    fillSample(document);
    const char* const tray = "onprem-gb200-nvl72-tray";
    const auto held = [&](int unit, QPointF at) {
      return judgeCanvasDrop(document, hardwareMime({{}, tray, {}, {}, unit}, u"x"_s).get(), at, {});
    };
    const auto take = [&](const CanvasDrop& drop) {
      document.undoStack().push(dropCommand(document, drop).release());
      return touchedBy(static_cast<const PlanCommand&>(
                           *document.undoStack().command(document.undoStack().index() - 1)),
                       drop)
          .front();
    };
    const std::string id = take(held(72, {0, 600}));
    const auto pool = [&](const std::string& of) { return *findPool(document.plan(), of); };
    QCOMPARE(pool(id).nodes, 18);
    QCOMPARE(pool(id).unit, 72);
    const QPointF there = tileRect(tilePositions(document.plan()).at(id)).center();
    for (const int unit : {72, 0}) {
      const CanvasDrop more = held(unit, there);
      QCOMPARE(static_cast<int>(more.kind), static_cast<int>(Kind::AddNode));
      QCOMPARE(more.nodes, 18);
      QVERIFY2(more.text.contains(u"18"_s), qPrintable(more.text));
      take(more);
    }
    QCOMPARE(pool(id).nodes, 54);
    document.undoStack().undo();
    document.undoStack().undo();
    QCOMPARE(pool(id).nodes, 18);
    const std::string other = take(held(72, {300, 50}));  // the A100s
    QCOMPARE(pool(other).node, std::string(tray));
    QCOMPARE(pool(other).unit, 72);
    QCOMPARE(pool(other).nodes % 18, 0);
    const auto problem = document.problem();
    QVERIFY(problem);
    QCOMPARE(problem->cluster.pools.back().unit, 72);
  }

  /// Networks and racks over empty area, tile, link and rack: what they would do, and the one step it is.
  void A31_networksAndRacks_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QPointF>("at");
    QTest::addColumn<int>("kind");
    const QPointF empty(0, 600), h100(-100, 50), a100(300, 50), link(60, 50), rack(165, 50);
    const auto row = [](const char* name, const char* what, QPointF at, Kind kind) {
      QTest::newRow(name) << QString::fromLatin1(what) << at << static_cast<int>(kind);
    };
    row("network, empty", "network", empty, Kind::Forbidden);
    row("network, tile", "network", h100, Kind::SetNetwork);
    row("network, tile in a rack", "network", a100, Kind::SetNetwork);
    row("network, link", "network", link, Kind::SetLink);
    row("rack, empty", "rack", empty, Kind::Forbidden);
    row("rack, tile", "rack", h100, Kind::MakeRack);
    row("rack, link", "rack", link, Kind::Forbidden);
    row("fed rack, tile in a rack", "rack 30", a100, Kind::FeedRack);
    row("rack, tile in a rack", "rack", a100, Kind::Forbidden);
  }
  void A31_networksAndRacks() {
    QFETCH(QString, what);
    QFETCH(QPointF, at);
    QFETCH(int, kind);
    PlanDocument document;
    fillSample(document);
    document.undoStack().push(makeRack(document, {"a100"}, 20.0));
    const plan::Plan before = document.plan();
    HardwareId id;
    if (what == QStringLiteral("network"))
      id.network = "100";
    else
      id.rack = what == QStringLiteral("rack") ? "0" : "30";
    const auto data = hardwareMime(id, what);
    const CanvasDrop drop = judgeCanvasDrop(document, data.get(), at, {});
    QCOMPARE(static_cast<int>(drop.kind), kind);
    QVERIFY(!drop.text.isEmpty());
    auto command = dropCommand(document, drop);
    QCOMPARE(command != nullptr, drop.kind != Kind::Forbidden);
    if (!command) return;
    document.undoStack().push(command.release());
    if (drop.kind == Kind::SetNetwork)
      QCOMPARE(findPool(document.plan(), drop.pool)->inter_node_gb_per_s.value(), 100.0);
    if (drop.kind == Kind::SetLink) QCOMPARE(document.plan().cluster.between_pools.front().gb_per_s, 100.0);
    if (drop.kind == Kind::MakeRack) QCOMPARE(rackOf(document.plan(), "h100")->name, std::string("R2"));
    if (drop.kind == Kind::FeedRack) QCOMPARE(findRack(document.plan(), "R1")->power_kw.value(), 30.0);
    document.undoStack().undo();
    QVERIFY(document.plan() == before);
  }

  void dropsSnapUnlessAltIsHeld() {
    PlanDocument document;
    fillSample(document);
    const auto data = mime(QStringLiteral("node"));
    // The tile's middle is under the pointer: 413 - 120 = 293 -> 300, 287 - 50 = 237 -> 240.
    QCOMPARE(judgeCanvasDrop(document, data.get(), {413, 287}, {}).corner, QPointF(300, 240));
    QCOMPARE(judgeCanvasDrop(document, data.get(), {413, 287}, Qt::AltModifier).corner, QPointF(293, 237));
  }

  void freeSpotsDoNotOverlap() {
    plan::Layout taken;
    for (int i = 0; i < 12; ++i) {
      const plan::Position spot = freeSpot(taken, QRectF(-30, -30, 600, 300));
      QCOMPARE(snapped({spot.x, spot.y}), QPointF(spot.x, spot.y));
      for (const auto& [id, other] : taken) QVERIFY(!tileRect(other).intersects(tileRect(spot)));
      taken[std::to_string(i)] = spot;
    }
  }

  void linksAreRightAngled() {
    const LinkWay way = linkWay(QRectF(0, 0, 240, 100), QRectF(400, 200, 240, 100));
    for (int i = 1; i < way.path.elementCount(); ++i) {
      const QPointF from = way.path.elementAt(i - 1), to = way.path.elementAt(i);
      QVERIFY(from.x() == to.x() || from.y() == to.y());
    }
    QCOMPARE(way.label, QPointF(320, 150));  // middle of x 240..400 and of y 50..250
  }

  void totals() {
    PlanDocument document;
    document.reset({}, {});
    QCOMPARE(totalsOf(document.plan(), document.catalogue()).gpus, 0);
    fillSample(document);
    const Totals sums = totalsOf(document.plan(), document.catalogue());
    QCOMPARE(sums.gpus, 64);  // 4 x 8 + 4 x 8
    QCOMPARE(sums.types, 2);
    QCOMPARE(sums.usdPerHour.value(), 448.0);  // 4 nodes x 80 + 4 nodes x 32 USD/h
    document.undoStack().push(new SetPoolPrice(document, "a100", 2.5));
    // 320 + 32 GPUs x 2.5 = 400
    QCOMPARE(totalsOf(document.plan(), document.catalogue()).usdPerHour.value(), 400.0);
    hardware::PoolSpec pool;
    pool.gpu = pool.id = "h200-sxm";
    pool.gpus_per_node = 8;
    document.undoStack().push(new AddPools(document, {pool}, {}));
    const Totals unknown = totalsOf(document.plan(), document.catalogue());
    QCOMPARE(unknown.gpus, 72);
    QVERIFY(!unknown.usdPerHour.has_value());  // an unknown part makes the sum unknown
  }

  void copiedPoolsComeBackAsTheyWere() {
    PlanDocument document;
    fillSample(document);
    const auto data = objectsMime(copyObjects(document.plan(), {"h100", "a100"}), document.catalogue());
    const auto back = objectsFrom(data.get());
    QVERIFY(back.has_value());
    QVERIFY(back->pools == document.plan().cluster.pools);
    QVERIFY(back->links == document.plan().cluster.between_pools);
    QVERIFY(data->hasText());
    QVERIFY(!objectsFrom(mime(QStringLiteral("nonsense")).get()).has_value());
  }
};

}  // namespace tst_canvas_drop

ASTROLABE_TEST(tst_canvas_drop, TestCanvasDrop)
#include "tst_canvas_drop.moc"
