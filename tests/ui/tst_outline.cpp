// ui/canvas: the outline, the accessible twin of the canvas. Real events; then the document is looked at.
#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QClipboard>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QMenu>
#include <QSignalSpy>
#include <QTimer>
#include <QTreeView>
#include <QtTest>

#include "tests/program/test_program.h"
#include "tests/ui/outline_desk.h"
#include "ui/canvas/rack_item.h"
#include "ui/document/commands/notes.h"
#include "ui/document/commands/racks.h"

namespace tst_outline {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestOutline : public QObject, OutlineDesk {
  Q_OBJECT

  /// Rows that are no branches of others.
  int things() {
    const OutlineModel& model = m_outline->model();
    int rows = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
      const QModelIndex index = model.index(row, 0);
      const OutlineModel::Kind kind = model.kindOf(index);
      rows += model.rowCount(index);
      rows += kind == OutlineModel::Kind::Networks || kind == OutlineModel::Kind::Notes ? 0 : 1;
    }
    return rows;
  }

 private slots:
  void init() { openBoth(); }
  void cleanup() { closeBoth(); }

  void A63_theOutlineIsTheTwin() {
    view().addNoteWith(QStringLiteral("a note"), QPointF(0, 300));
    OutlineModel& model = m_outline->model();
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    // Two pools, one link, one note: as many rows as there are things on the canvas, and a branch for each of
    // the last two.
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(things(), 4);
    QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&view());
    QCOMPARE(canvas->childCount(), 4);
    QVERIFY(canvas->child(2)->text(QAccessible::Name).contains(QStringLiteral("a note")));
    const QString link = canvas->child(3)->text(QAccessible::Name);
    QVERIFY2(link.startsWith(QStringLiteral("link h100 – a100: ")) && link.contains(QStringLiteral("Gb/s")) &&
                 link.endsWith(QStringLiteral(", 4 of 4")),
             qPrintable(link));
    // Selection goes both ways.
    scene().select({"a100"});
    QCOMPARE(table().selectionModel()->selectedRows(), QModelIndexList{model.indexOf("a100")});
    table().setFocus();
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, table().visualRect(model.index(0, 0)).center());
    QCOMPARE(scene().selectedPools(), std::vector<std::string>{"h100"});
  }

  /// A rack is a child of the canvas and a row of the outline, with name, role and place; both select it, and
  /// its cells are edited.
  void A63_racksAndNotesAreChildrenAndRows() {
    m_document->undoStack().push(makeRack(*m_document, {"h100"}, 48.0));
    view().addNoteWith(QStringLiteral("cooling"), QPointF(0, 400));
    OutlineModel& model = m_outline->model();
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(things(), 5);
    QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&view());
    QCOMPARE(canvas->childCount(), 5);
    QAccessibleInterface* note = canvas->child(2);
    QAccessibleInterface* rack = canvas->child(3);
    QCOMPARE(note->role(), QAccessible::Note);
    QCOMPARE(note->text(QAccessible::Name), QStringLiteral("note: cooling, 3 of 5"));
    QCOMPARE(rack->role(), QAccessible::Grouping);
    const QString name = rack->text(QAccessible::Name);
    QVERIFY2(name.startsWith(QStringLiteral("Rack R1: ")) && name.endsWith(QStringLiteral(", 4 of 5")),
             qPrintable(name));
    QVERIFY2(name.contains(QStringLiteral("48")), qPrintable(name));
    QCOMPARE(canvas->indexOfChild(rack), 3);
    // It lies where its title row is drawn; the tile within it answers for itself.
    const RackItem* frame = scene().rackItem("R1");
    const QPoint title =
        view().viewport()->mapToGlobal(view().mapFromScene(frame->mapToScene(QPointF(20, 10))));
    QVERIFY(rack->rect().contains(title));
    QCOMPARE(canvas->childAt(title.x(), title.y()), rack);
    QVERIFY(!rack->state().selected);
    QSignalSpy refused(&model, &OutlineModel::refused);
    const QPersistentModelIndex row = model.indexOf(OutlineModel::Kind::Rack, "R1");
    table().setFocus();
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, table().visualRect(row).center());
    QCOMPARE(scene().selectedRacks(), std::vector<std::string>{"R1"});
    QVERIFY(rack->state().selected);
    scene().selectThings({{CanvasThing::Kind::Rack, "R1"}});
    QCOMPARE(table().selectionModel()->selectedRows(), QModelIndexList{row});
    QVERIFY(!model.setData(row.sibling(row.row(), OutlineModel::Hardware), QStringLiteral("much")));
    QCOMPARE(refused.count(), 1);
    QVERIFY(model.setData(row.sibling(row.row(), OutlineModel::Hardware), QStringLiteral("60")));
    QCOMPARE(*plan().racks.front().power_kw, 60.0);
    QVERIFY(model.setData(row, QStringLiteral("Hall 2")));
    QCOMPARE(plan().racks.front().name, std::string("Hall 2"));
    QVERIFY(!rack->isValid());  // the name is what it is known by
    QVERIFY(canvas->child(3)->text(QAccessible::Name).startsWith(QStringLiteral("Rack Hall 2: ")));
    table().setCurrentIndex(row);
    QTest::keyClick(&table(), Qt::Key_Delete);
    QVERIFY(plan().racks.empty());
    QVERIFY(!row.isValid());
    QCOMPARE(canvas->childCount(), 4);
    while (m_document->undoStack().canUndo()) m_document->undoStack().undo();
    QVERIFY(plan() == plan::sample_plan());
  }

  /// A link is reached by Tab and by its row, changed with Enter and removed with Delete: no pointer.
  void A33_linksByKeys() {
    scene().select({"a100"});
    QTest::keyClick(&view(), Qt::Key_Tab);
    const LinkItem* link = scene().selectedLink();
    QVERIFY(link != nullptr && link->a() == "h100" && link->b() == "a100");
    QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&view());
    QVERIFY(canvas->child(2)->state().selected);
    const auto linkRow = [this] { return m_outline->model().indexOf(linkId("h100", "a100")); };
    QVERIFY(linkRow().isValid());
    QCOMPARE(table().selectionModel()->selectedRows(), QModelIndexList{linkRow()});
    QTimer::singleShot(0, qApp, [] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      QVERIFY(dialog);
      dialog->findChild<QDoubleSpinBox*>()->setValue(200.0);
      dialog->accept();
    });
    QTest::keyClick(&view(), Qt::Key_Return);
    QCOMPARE(plan().cluster.between_pools.front().gb_per_s, 25.0);  // 200 Gb/s over 8
    QVERIFY(scene().selectedLink() != nullptr);
    QTest::keyClick(&view(), Qt::Key_Delete);
    QVERIFY(plan().cluster.between_pools.empty());
    m_document->undoStack().undo();
    scene().clearSelection();
    table().setFocus();
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, table().visualRect(linkRow()).center());
    QVERIFY(scene().selectedLink() != nullptr);
    m_panel->activateWindow();
    view().setFocus();
    QTRY_VERIFY(view().hasFocus());
    QTest::keyClick(&view(), Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(scene().selectedPools(), std::vector<std::string>{"a100"});
  }

  /// The outline edits with the canvas's keys and has its menu.
  void theOutlineHasKeysAndMenuOfTheCanvas() {
    table().setFocus();
    table().setCurrentIndex(m_outline->model().index(0, 0));
    QCOMPARE(scene().selectedPools(), std::vector<std::string>{"h100"});
    QTest::keyClick(&table(), Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(plan().cluster.pools.size(), std::size_t(3));
    QCOMPARE(scene().selectedPools(), std::vector<std::string>{"h100-2"});
    QTest::keyClick(&table(), Qt::Key_X, Qt::ControlModifier);
    QCOMPARE(plan().cluster.pools.size(), std::size_t(2));
    QTest::keyClick(&table(), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(plan().cluster.pools.size(), std::size_t(3));
    QTest::keyClick(&table(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("h100-2: ")));
    QStringList entries;
    QTimer::singleShot(0, qApp, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (menu == nullptr) return;
      for (const QAction* action : menu->actions()) entries << action->objectName();
      menu->close();
    });
    emit table().customContextMenuRequested(QPoint(5, 5));
    QVERIFY(entries.contains(QStringLiteral("clusterMenu.duplicate")));
    QVERIFY(entries.contains(QStringLiteral("clusterMenu.delete")));
  }

  void outlineCellsAreEditedAndChecked() {
    OutlineModel& model = m_outline->model();
    QSignalSpy refused(&model, &OutlineModel::refused);
    const auto set = [&](const char* id, int column, const QString& value) {
      return model.setData(model.indexOf(id, column), value);
    };
    QVERIFY(set("h100", OutlineModel::Nodes, QStringLiteral("12")));
    QCOMPARE(findPool(plan(), "h100")->nodes, 12);
    QVERIFY(set("h100", OutlineModel::Price, QStringLiteral("2.5")));
    QCOMPARE(*findPool(plan(), "h100")->usd_per_gpu_hour, 2.5);
    QVERIFY(set("h100", OutlineModel::Network, QStringLiteral("800")));
    QCOMPARE(*findPool(plan(), "h100")->inter_node_gb_per_s, 100.0);  // 800 Gb/s over 8
    QVERIFY(set("h100", OutlineModel::Name, QStringLiteral("fast")));
    QVERIFY(findPool(plan(), "fast") != nullptr);
    const int steps = m_document->undoStack().count();
    QVERIFY(!set("fast", OutlineModel::Nodes, QStringLiteral("0")));
    QVERIFY(!set("fast", OutlineModel::Nodes, QStringLiteral("2.5")));
    QVERIFY(!set("fast", OutlineModel::Name, QStringLiteral("a100")));
    QVERIFY(!set("fast", OutlineModel::Price, QStringLiteral("cheap")));
    QVERIFY(set("a100", OutlineModel::Price, QString()));  // the catalogue's, as it is already
    QVERIFY(set("a100", OutlineModel::Network, QString()));
    QCOMPARE(refused.count(), 4);
    QCOMPARE(m_document->undoStack().count(), steps);
    while (m_document->undoStack().canUndo()) m_document->undoStack().undo();
    QVERIFY(plan() == plan::sample_plan());
  }
};

}  // namespace tst_outline

ASTROLABE_TEST(tst_outline, TestOutline)
#include "tst_outline.moc"
