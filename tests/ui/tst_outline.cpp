// ui/canvas: the outline, the accessible twin of the canvas. Real events; then the document is looked at.
#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QSignalSpy>
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

 private slots:
  void init() { openBoth(); }
  void cleanup() { closeBoth(); }

  void A63_theOutlineIsTheTwin() {
    view().addNoteWith(QStringLiteral("a note"), QPointF(0, 300));
    OutlineModel& model = m_outline->model();
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    // Two pools, one link, one note: as many rows as there are things on the canvas.
    QCOMPARE(model.rowCount(), 4);
    QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&view());
    QCOMPARE(canvas->childCount(), 3);
    QVERIFY(canvas->child(2)->text(QAccessible::Name).contains(QStringLiteral("a note")));
    // Selection goes both ways.
    scene().select({"a100"});
    QCOMPARE(table().selectionModel()->selectedRows().value(0).row(), model.rowOf("a100"));
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
    QCOMPARE(model.rowCount(), 5);
    QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&view());
    QCOMPARE(canvas->childCount(), 4);
    QAccessibleInterface* note = canvas->child(2);
    QAccessibleInterface* rack = canvas->child(3);
    QCOMPARE(note->role(), QAccessible::Note);
    QCOMPARE(note->text(QAccessible::Name), QStringLiteral("note: cooling, 3 of 4"));
    QCOMPARE(rack->role(), QAccessible::Grouping);
    const QString name = rack->text(QAccessible::Name);
    QVERIFY2(name.startsWith(QStringLiteral("Rack R1: ")) && name.endsWith(QStringLiteral(", 4 of 4")),
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
    const int row = model.rowOf(OutlineModel::Kind::Rack, "R1");
    table().setFocus();
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {},
                      table().visualRect(model.index(row, 0)).center());
    QCOMPARE(scene().selectedRacks(), std::vector<std::string>{"R1"});
    QVERIFY(rack->state().selected);
    scene().select({"R1"});
    QCOMPARE(table().selectionModel()->selectedRows().value(0).row(), row);
    QVERIFY(!model.setData(model.index(row, OutlineModel::Hardware), QStringLiteral("much")));
    QCOMPARE(refused.count(), 1);
    QVERIFY(model.setData(model.index(row, OutlineModel::Hardware), QStringLiteral("60")));
    QCOMPARE(*plan().racks.front().power_kw, 60.0);
    QVERIFY(model.setData(model.index(row, OutlineModel::Name), QStringLiteral("Hall 2")));
    QCOMPARE(plan().racks.front().name, std::string("Hall 2"));
    QVERIFY(!rack->isValid());  // the name is what it is known by
    QVERIFY(canvas->child(3)->text(QAccessible::Name).startsWith(QStringLiteral("Rack Hall 2: ")));
    table().setCurrentIndex(model.index(row, 0));
    QTest::keyClick(&table(), Qt::Key_Delete);
    QVERIFY(plan().racks.empty());
    QCOMPARE(canvas->childCount(), 3);
    while (m_document->undoStack().canUndo()) m_document->undoStack().undo();
    QVERIFY(plan() == plan::sample_plan());
  }

  void outlineCellsAreEditedAndChecked() {
    OutlineModel& model = m_outline->model();
    QSignalSpy refused(&model, &OutlineModel::refused);
    const auto set = [&](const char* id, int column, const QString& value) {
      return model.setData(model.index(model.rowOf(id), column), value);
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
    QCOMPARE(refused.count(), 4);
    QCOMPARE(m_document->undoStack().count(), steps);
    while (m_document->undoStack().canUndo()) m_document->undoStack().undo();
    QVERIFY(plan() == plan::sample_plan());
  }
};

}  // namespace tst_outline

ASTROLABE_TEST(tst_outline, TestOutline)
#include "tst_outline.moc"
