// A canvas of hundreds of pools, each linked to each: what is drawn, listed and counted stays within bounds.
// Work is counted in items, not in seconds.
#include <QDropEvent>
#include <QTreeView>
#include <QtTest>

#include "core/hardware/join_pools.h"
#include "tests/program/test_program.h"
#include "tests/ui/many_tiles.h"
#include "tests/ui/outline_desk.h"
#include "ui/canvas/geometry.h"

namespace tst_many_links {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestManyLinks : public QObject, OutlineDesk {
  Q_OBJECT

  int linkItems() {
    int links = 0;
    for (const QGraphicsItem* item : scene().items()) links += item->type() == LinkItem::Type ? 1 : 0;
    return links;
  }
  static std::size_t pairs(std::size_t pools) { return pools * (pools - 1) / 2; }

  /// Of 501 pools: the edit of one changes no row; half of them in a rack are one row that comes and one
  /// other order. What is selected and current stays. Both are undone.
  void theOutlineFollows() {
    OutlineModel& rows = m_outline->model();
    QSignalSpy reset(&rows, &QAbstractItemModel::modelReset), come(&rows, &QAbstractItemModel::rowsInserted);
    QSignalSpy gone(&rows, &QAbstractItemModel::rowsRemoved),
        order(&rows, &QAbstractItemModel::layoutChanged);
    const std::string last = plan().cluster.pools.back().id;
    table().setCurrentIndex(rows.indexOf(last, OutlineModel::Nodes));
    const QPersistentModelIndex current = table().currentIndex();
    QCOMPARE(scene().selectedPools(), std::vector<std::string>{last});
    m_document->undoStack().push(new SetNodeCount(*m_document, last, 7));
    QCOMPARE(come.count() + gone.count() + order.count(), 0);
    QCOMPARE(table().currentIndex().data().toInt(), 7);
    QCOMPARE(table().selectionModel()->selectedRows().size(), 1);
    std::vector<std::string> half;
    for (std::size_t i = 0; i < 250; ++i) half.push_back(plan().cluster.pools[i].id);
    scene().select(half);
    view().group();
    QCOMPARE(come.count(), 1);
    QCOMPARE(order.count(), 1);
    QCOMPARE(gone.count(), 0);
    QCOMPARE(rows.rowCount(), 1 + 251 + 1);  // the rack, pools that stand in none, the links
    QCOMPARE(rows.rowCount(rows.indexOf(OutlineModel::Kind::Rack, "R1")), 250);
    QCOMPARE(table().selectionModel()->selectedRows().size(), 251);
    QCOMPARE(QModelIndex(current), rows.indexOf(last, OutlineModel::Nodes));
    m_document->undoStack().undo();
    m_document->undoStack().undo();
    QCOMPARE(rows.rowCount(), 501 + 1);
    QCOMPARE(gone.count(), 1);
    QCOMPARE(reset.count(), 0);
  }

 private slots:
  void init() { openBoth(); }
  void cleanup() { closeBoth(); }

  /// The tile h100 and 499 copies, with the tile a100: 501 pools, 501 x 500 / 2 = 125,250 links in one step.
  void fiveHundredCopiesAreOneStepAndFewItems() {
    scene().select({"h100"});
    const plan::Plan before = plan();
    view().duplicateCopies(499, 25, 2, "h-###");
    QCOMPARE(m_document->undoStack().count(), 1);
    QCOMPARE(plan().cluster.pools.size(), std::size_t(501));
    QCOMPARE(plan().cluster.between_pools.size(), pairs(501));
    std::set<std::pair<std::string, std::string>> joined;
    for (const hardware::BetweenPools& link : plan().cluster.between_pools)
      joined.insert(std::minmax(link.a, link.b));
    QCOMPARE(joined.size(), pairs(501));
    QCoreApplication::processEvents();
    QCOMPARE(scene().bundledLinks(), pairs(501));
    QCOMPARE(linkItems(), 0);  // the copies are selected: their links among each other would be too many
    // Pools, one branch with one row for all links.
    QCOMPARE(m_outline->model().rowCount(), 502);
    QCOMPARE(m_outline->model().rowCount(m_outline->model().index(501, 0)), 1);
    const QModelIndex bundle = m_outline->model().indexOf(OutlineModel::Kind::Bundle, {});
    QVERIFY2(bundle.data().toString().contains(QStringLiteral("other links")),
             qPrintable(bundle.data().toString()));
    QVERIFY(!m_outline->model().flags(bundle).testFlag(Qt::ItemIsEditable));
    // To the search the copies are one pool: 500 x 4 nodes.
    const auto problem = m_document->problem();
    QVERIFY(problem.has_value());
    QCOMPARE(problem->cluster.pools.size(), std::size_t(2));
    QCOMPARE(problem->cluster.pools.front().nodes, 2000);
    QCOMPARE(hardware::joined_pools(problem->cluster).size(), std::size_t(499));
    theOutlineFollows();
    m_document->undoStack().undo();
    QVERIFY(plan() == before);
    QCOMPARE(linkItems(), 1);
    QCOMPARE(m_outline->model().rowCount(), 3);
  }

  /// The links of a selected tile are drawn, those of several the ones between them; one that a person stated
  /// always is, and has a row.
  void linksOfTheSelectionAreDrawn() {
    constexpr int kTiles = 60;  // 1,770 links
    fillTiles(*m_document, kTiles, 10);
    QCoreApplication::processEvents();
    QCOMPARE(linkItems(), 0);
    scene().select({"pool-7"});
    QCoreApplication::processEvents();
    QCOMPARE(linkItems(), kTiles - 1);
    for (const std::string& link : scene().drawnLinks())
      QVERIFY(scene().linkItem(link)->a() == "pool-7" || scene().linkItem(link)->b() == "pool-7");
    scene().select({"pool-3", "pool-7", "pool-9"});
    QCoreApplication::processEvents();
    QCOMPARE(linkItems(), 3);
    scene().selectThings({{CanvasThing::Kind::Link, linkId("pool-3", "pool-7")}});
    QCoreApplication::processEvents();
    QCOMPARE(linkItems(), 1);  // alone, and still there
    QVERIFY(scene().selectedLink() != nullptr);
    scene().clearSelection();
    QCoreApplication::processEvents();
    QCOMPARE(linkItems(), 0);
    m_document->undoStack().push(new SetLink(*m_document, "pool-3", "pool-7", 12.5));
    QCOMPARE(linkItems(), 1);
    QCOMPARE(scene().bundledLinks(), pairs(kTiles) - 1);
    OutlineModel& outline = m_outline->model();
    QCOMPARE(outline.rowCount(), kTiles + 1);
    QCOMPARE(outline.rowCount(outline.index(kTiles, 0)), 2);  // the stated link, and one row for the others
    const QModelIndex stated = outline.indexOf(linkId("pool-3", "pool-7"), OutlineModel::Network);
    QCOMPARE(stated.row(), 0);
    QCOMPARE(stated.data(Qt::EditRole).toString(), QStringLiteral("100"));
    QVERIFY(scene().item("pool-7")->face().tip.contains(QStringLiteral("while it is selected")));
  }

  /// A link that is in sight because its tile is selected takes a network that is dropped on it.
  void aLinkOfTheSelectionTakesANetwork() {
    fillTiles(*m_document, 60, 10);
    scene().select({"pool-0"});
    QCoreApplication::processEvents();
    QVERIFY(scene().linkItem(linkId("pool-0", "pool-1")) != nullptr);
    const QPointF place = linkWay(tileRect(corner("pool-0")), tileRect(corner("pool-1"))).label;
    QVERIFY(poolAt(plan(), place).empty());
    view().centerOn(place);
    HardwareId network;
    network.network = "100";
    const auto data = hardwareMime(network, QStringLiteral("x"));
    const auto drop = [&] {
      QDragEnterEvent enter(at(place), Qt::CopyAction, data.get(), Qt::LeftButton, {});
      QCoreApplication::sendEvent(port(), &enter);
      QDragMoveEvent move(at(place), Qt::CopyAction, data.get(), Qt::LeftButton, {});
      QCoreApplication::sendEvent(port(), &move);
      QDropEvent event(at(place), Qt::CopyAction, data.get(), Qt::LeftButton, {});
      QCoreApplication::sendEvent(port(), &event);
    };
    const plan::Plan before = plan();
    drop();
    QCOMPARE(m_document->undoStack().count(), 1);
    for (const hardware::BetweenPools& one : plan().cluster.between_pools)
      if (linkId(one.a, one.b) == linkId("pool-0", "pool-1")) QCOMPARE(one.gb_per_s, 100.0);
    m_document->undoStack().undo();
    QVERIFY(plan() == before);
    // Out of sight it takes none.
    scene().clearSelection();
    QCoreApplication::processEvents();
    drop();
    QVERIFY(plan() == before);
  }

  /// 20 pools and their 190 links are drawn as ever; the 21st makes 210.
  void usualClustersShowEveryLink() {
    fillTiles(*m_document, 20, 10);
    QCOMPARE(plan().cluster.between_pools.size(), std::size_t(190));
    QCOMPARE(linkItems(), 190);
    QCOMPARE(m_outline->model().rowCount(), 20 + 1);
    QCOMPARE(m_outline->model().rowCount(m_outline->model().index(20, 0)), 190);
    scene().select({"pool-0"});
    view().duplicate();
    QCOMPARE(plan().cluster.between_pools.size(), std::size_t(210));
    QCoreApplication::processEvents();
    QCOMPARE(linkItems(), 20);  // of the copy, which is selected
  }
};

}  // namespace tst_many_links

ASTROLABE_TEST(tst_many_links, TestManyLinks)
#include "tst_many_links.moc"
