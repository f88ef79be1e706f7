// ui/canvas: what is asked once for several pools, and what is found by a part of its name.
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QtTest>

#include "tests/program/test_program.h"
#include "tests/ui/canvas_desk.h"
#include "tests/ui/many_tiles.h"
#include "ui/canvas/clipboard.h"
#include "ui/document/commands/racks.h"

namespace tst_canvas_several {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestCanvasSeveral : public QObject, CanvasDesk {
  Q_OBJECT

  /// Types a number into the next dialog and accepts it.
  static void answer(double value) {
    QTimer::singleShot(0, qApp, [value] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      QVERIFY(dialog);
      dialog->findChild<QDoubleSpinBox*>()->setValue(value);
      dialog->accept();
    });
  }
  /// Types a name into the next dialog, sees that it is searched by any part of it, and accepts.
  static void name(const QString& text) {
    QTimer::singleShot(0, qApp, [text] {
      auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      QVERIFY(dialog);
      const auto* box = dialog->findChild<QComboBox*>();
      QVERIFY(box && box->isEditable());
      QCOMPARE(box->completer()->filterMode(), Qt::MatchFlags(Qt::MatchContains));
      dialog->setTextValue(text);
      dialog->accept();
    });
  }
  /// What the field of the next dialog says, which is confirmed as it opened, or answered by its other
  /// button.
  QString answeredUnread(const char* entry, bool reset = false) {
    QString shown;
    QTimer::singleShot(0, qApp, [&] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      QVERIFY(dialog);
      shown = dialog->findChild<QDoubleSpinBox*>()->text();
      if (reset)
        dialog->findChild<QPushButton*>(QStringLiteral("valueDialog.reset"))->click();
      else
        dialog->accept();
    });
    trigger(entry);
    return shown;
  }
  void trigger(const char* entry) {
    const std::unique_ptr<QMenu> menu = view().makeContextMenu();
    auto* action = menu->findChild<QAction*>(QLatin1StringView(entry));
    QVERIFY2(action, entry);
    action->trigger();
  }
  /// One step, which undo takes back whole.
  void wasOneStep(const plan::Plan& before) {
    QCOMPARE(m_document->undoStack().count(), 1);
    m_document->undoStack().undo();
    QVERIFY(plan() == before);
    m_document->undoStack().clear();
  }

 private slots:
  void init() { open(); }
  void cleanup() { close(); }

  void countPriceAndNetworkOfSeveral() {
    const plan::Plan before = plan();
    scene().select({"h100", "a100"});
    answer(6);
    trigger("clusterMenu.count");
    for (const hardware::PoolSpec& pool : plan().cluster.pools) QCOMPARE(pool.nodes, 6);
    wasOneStep(before);
    answer(2.5);
    trigger("clusterMenu.price");
    for (const hardware::PoolSpec& pool : plan().cluster.pools) QCOMPARE(pool.usd_per_gpu_hour, 2.5);
    wasOneStep(before);
    answer(400);
    trigger("clusterMenu.network");
    for (const hardware::PoolSpec& pool : plan().cluster.pools) QCOMPARE(pool.inter_node_gb_per_s, 50.0);
    QCOMPARE(plan().cluster.between_pools.front().gb_per_s, 50.0);  // assumed, so it follows
    wasOneStep(before);
    scene().select({"a100"});
    answer(3);
    trigger("clusterMenu.count");
    QCOMPARE(findPool(plan(), "a100")->nodes, 3);
    QCOMPARE(findPool(plan(), "h100")->nodes, 4);
  }

  /// Where nothing is stated a dialog opens empty, and where pools differ. Who confirms it as it opened
  /// changes nothing: no figure of the catalogue becomes one's own, and none becomes 0.
  void whatIsConfirmedAsItOpenedIsNoStep() {
    const plan::Plan before = plan();
    const QString differ = QStringLiteral("they differ"), open = QStringLiteral("not stated");
    scene().select({"h100"});
    QCOMPARE(answeredUnread("clusterMenu.networkPrice"), open);
    QVERIFY(answeredUnread("clusterMenu.price").startsWith(QStringLiteral("10.0000")));   // 80 dollars for 8
    QVERIFY(answeredUnread("clusterMenu.network").startsWith(QStringLiteral("3200.0")));  // 400 GB/s
    QCOMPARE(answeredUnread("clusterMenu.count"), QStringLiteral("4"));
    QVERIFY(answeredUnread("clusterMenu.powerLimit").startsWith(QStringLiteral("700")));
    QVERIFY(answeredUnread("clusterMenu.hostMemory").startsWith(QStringLiteral("2048")));
    scene().select({"h100", "a100"});
    QCOMPARE(answeredUnread("clusterMenu.networkPrice"), open);
    QCOMPARE(answeredUnread("clusterMenu.price"), differ);
    QCOMPARE(answeredUnread("clusterMenu.network"), differ);
    QCOMPARE(answeredUnread("clusterMenu.count"), QStringLiteral("4"));
    QVERIFY(answeredUnread("clusterMenu.between").startsWith(QStringLiteral("1600.0")));  // 200 GB/s
    for (const char* entry : {"clusterMenu.networkPrice", "clusterMenu.price", "clusterMenu.network"})
      answeredUnread(entry, true);  // takes away what nobody stated
    QCOMPARE(m_document->undoStack().count(), 0);
    QVERIFY(plan() == before);
    // Two pools without a link between them.
    plan::PlanFile apart{before};
    apart.plan.cluster.between_pools.clear();
    m_document->reset(apart, {});
    scene().select({"h100", "a100"});
    QCOMPARE(answeredUnread("clusterMenu.between"), open);
    QCOMPARE(m_document->undoStack().count(), 0);
    QVERIFY(plan() == apart.plan);
  }

  /// A price that is stated, and taken away again by emptying its field.
  void anEmptyPriceIsNone() {
    const auto typed = [&](const QString& text) {
      QTimer::singleShot(0, qApp, [text] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        auto* field = dialog->findChild<QDoubleSpinBox*>();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
      });
      trigger("clusterMenu.networkPrice");
    };
    scene().select({"h100"});
    const auto price = [&] { return findPool(plan(), "h100")->network_usd_per_node; };
    typed({});
    QCOMPARE(m_document->undoStack().count(), 0);
    typed(QStringLiteral("21500"));
    QCOMPARE(price(), std::optional(21500.0));
    QVERIFY(answeredUnread("clusterMenu.networkPrice").startsWith(QStringLiteral("21500.00")));
    QCOMPARE(m_document->undoStack().count(), 1);
    typed({});
    QVERIFY(!price());
    QCOMPARE(m_document->undoStack().count(), 2);
    typed(QStringLiteral("0"));  // so much is stated, where somebody says so
    QCOMPARE(price(), std::optional(0.0));
  }

  /// Two hundred pools, each linked to each: one command, one change of the plan, and back.
  void twoHundredAtOnce() {
    constexpr int kTiles = 200;
    fillTiles(*m_document, kTiles, 20);
    const plan::Plan before = plan();
    QCOMPARE(before.cluster.between_pools.size(), std::size_t(kTiles * (kTiles - 1) / 2));
    const auto asOne = [&](const auto& edit) {
      view().selectAll();
      QCOMPARE(scene().selectedPools().size(), std::size_t(kTiles));
      QSignalSpy changed(m_document.get(), &PlanDocument::planChanged);
      edit();
      QCOMPARE(changed.count(), 1);
      QCOMPARE(m_document->undoStack().count(), 1);
      QCOMPARE(m_document->undoStack().command(0)->childCount(), 0);
      QVERIFY(!m_document->undoStack().undoText().isEmpty());
    };
    asOne([&] {
      answer(400);
      trigger("clusterMenu.network");
    });
    for (const hardware::PoolSpec& pool : plan().cluster.pools) QCOMPARE(pool.inter_node_gb_per_s, 50.0);
    QCOMPARE(plan().cluster.between_pools.size(), before.cluster.between_pools.size());
    for (const hardware::BetweenPools& link : plan().cluster.between_pools) QCOMPARE(link.gb_per_s, 50.0);
    wasOneStep(before);
    asOne([&] {
      answer(2.5);
      trigger("clusterMenu.price");
    });
    for (const hardware::PoolSpec& pool : plan().cluster.pools) QCOMPARE(pool.usd_per_gpu_hour, 2.5);
    wasOneStep(before);
    asOne([&] {
      answer(6);
      trigger("clusterMenu.count");
    });
    for (const hardware::PoolSpec& pool : plan().cluster.pools) QCOMPARE(pool.nodes, 6);
    wasOneStep(before);
    asOne([&] {
      name(QStringLiteral("h200"));
      trigger("clusterMenu.hardware.other");
    });
    for (const hardware::PoolSpec& pool : plan().cluster.pools)
      QCOMPARE(m_document->gpuOf(pool), std::string("h200-sxm"));
    wasOneStep(before);
    asOne([&] { QTest::keyClick(&view(), Qt::Key_Plus); });
    for (std::size_t i = 0; i < before.cluster.pools.size(); ++i)
      QCOMPARE(plan().cluster.pools[i].nodes, before.cluster.pools[i].nodes + 1);
    wasOneStep(before);
  }

  /// The types that are there already are one click away, all others are searched.
  void otherGpusFromTheMenu() {
    const plan::Plan before = plan();
    scene().select({"a100"});
    trigger("clusterMenu.hardware.h100-sxm");
    QCOMPARE(m_document->gpuOf(plan().cluster.pools[1]), std::string("h100-sxm"));
    wasOneStep(before);
    scene().select({"h100", "a100"});
    name(QStringLiteral("h200"));
    trigger("clusterMenu.hardware.other");
    for (const hardware::PoolSpec& pool : plan().cluster.pools)
      QCOMPARE(m_document->gpuOf(pool), std::string("h200-sxm"));
    wasOneStep(before);
    QSignalSpy said(&view(), &ClusterView::message);
    name(QStringLiteral("h300"));
    trigger("clusterMenu.hardware.other");
    QVERIFY(plan() == before);
    QVERIFY(said.last()[0].toString().contains(QStringLiteral("h300")));
  }

  void nodesAndRacksAreFoundByName() {
    m_document->undoStack().push(putIntoRack(*m_document, {"h100"}, "Hall 2"));
    name(QStringLiteral("A10"));
    view().goToNode();
    QCOMPARE(scene().selectedPools(), std::vector<std::string>{"a100"});
    name(QStringLiteral("hall"));
    view().goToNode();
    QCOMPARE(scene().selectedRacks(), std::vector<std::string>{"Hall 2"});
    QVERIFY(scene().selectedPools().empty());
    // A rack alone, as Tab selects it: its menu removes it, the pools stay.
    trigger("clusterMenu.delete");
    QVERIFY(plan().racks.empty());
    QCOMPARE(plan().cluster.pools.size(), std::size_t(2));
  }

  /// A rack may be called as a pool is: each is gone to, reached by Tab, renamed and copied by itself.
  void aRackCalledAsAPool() {
    using Names = std::vector<std::string>;
    const auto alone = [this](const Names& pools, const Names& racks) {
      return scene().selectedPools() == pools && scene().selectedRacks() == racks &&
             scene().selectedItems().size() == 1;
    };
    const auto rename = [this](const QString& to) {
      QTimer::singleShot(0, qApp, [to] {
        auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->setTextValue(to);
        dialog->accept();
      });
      QTest::keyClick(&view(), Qt::Key_F2);
    };
    m_document->undoStack().push(putIntoRack(*m_document, {"a100"}, "h100"));
    // Tab goes through both pools and then to the rack, and back.
    scene().select({"h100"});
    QTest::keyClick(&view(), Qt::Key_Tab);
    QVERIFY(alone({"a100"}, {}));
    QTest::keyClick(&view(), Qt::Key_Tab);
    QVERIFY(alone({}, {"h100"}));
    QTest::keyClick(&view(), Qt::Key_Backtab, Qt::ShiftModifier);
    QTest::keyClick(&view(), Qt::Key_Backtab, Qt::ShiftModifier);
    QVERIFY(alone({"h100"}, {}));
    name(QStringLiteral("h100"));
    view().goToNode();
    QVERIFY(alone({"h100"}, {}));
    name(QStringLiteral("h100 (rack)"));
    view().goToNode();
    QVERIFY(alone({}, {"h100"}));
    // Copied after "h100-2" is there as a pool: the rack's copy is called so, too.
    scene().select({"h100"});
    view().duplicate();
    QCOMPARE(plan().cluster.pools.back().id, std::string("h100-2"));
    QVERIFY(alone({"h100-2"}, {}));
    scene().selectThings({{CanvasThing::Kind::Rack, "h100"}});
    view().duplicate();
    QCOMPARE(plan().racks.back().name, std::string("h100-2"));
    QCOMPARE(scene().selectedRacks(), Names{"h100-2"});
    QCOMPARE(scene().selectedPools(), Names{"a100-2"});
    // Dropped from elsewhere it is the same.
    m_document->undoStack().undo();
    const auto data = objectsMime(copyObjects(plan(), {}, {"h100"}), m_document->catalogue());
    const QPoint place = at(QPointF(0.0, 400.0));
    QDragEnterEvent enter(place, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(port(), &enter);
    QDragMoveEvent move(place, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(port(), &move);
    QDropEvent drop(place, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(port(), &drop);
    QCOMPARE(plan().racks.size(), std::size_t(2));
    QCOMPARE(scene().selectedRacks(), Names{"h100-2"});
    QCOMPARE(scene().selectedPools(), Names{"a100-2"});
    // Renamed: what had the name keeps it, and is not selected.
    scene().selectThings({{CanvasThing::Kind::Rack, "h100"}});
    rename(QStringLiteral("a100"));
    QCOMPARE(plan().racks.front().name, std::string("a100"));
    QVERIFY(alone({}, {"a100"}));
    scene().select({"h100"});
    rename(QStringLiteral("spare"));
    scene().select({"a100"});
    rename(QStringLiteral("h100"));
    QVERIFY(findPool(plan(), "h100") != nullptr && findPool(plan(), "a100") == nullptr);
    QCOMPARE(plan().racks.front().name, std::string("a100"));
    QVERIFY(alone({"h100"}, {}));
    // A note has an id of its own; a pool called so stays as it is.
    view().addNoteWith(QStringLiteral("cooling"), QPointF(0, 400));
    const std::string note = plan().notes.front().id;
    scene().select({"spare"});
    rename(QString::fromStdString(note));
    QVERIFY(alone({note}, {}));
  }

  /// Two pools: the link between them, in whichever order it was written.
  void theLinkOfTwoPools() {
    scene().select({"h100", "a100"});
    answer(200);
    trigger("clusterMenu.between");
    QCOMPARE(plan().cluster.between_pools.size(), std::size_t(1));
    QCOMPARE(plan().cluster.between_pools.front().gb_per_s, 25.0);
  }
};

}  // namespace tst_canvas_several

ASTROLABE_TEST(tst_canvas_several, TestCanvasSeveral)
#include "tst_canvas_several.moc"
