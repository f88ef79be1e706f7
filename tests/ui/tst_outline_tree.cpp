// ui/canvas: the outline as a tree. Its rows follow every edit without losing what is open, selected or
// current; keys, dragged rows, a layout from right to left. Real events; then the document is looked at.
#include <QAbstractItemModelTester>
#include <QDragEnterEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTreeView>
#include <QtTest>
#include <random>

#include "tests/program/test_program.h"
#include "tests/ui/outline_desk.h"
#include "ui/document/commands/notes.h"
#include "ui/document/commands/racks.h"
#include "ui/document/commands/set_job.h"

namespace tst_outline_tree {

using namespace astrolabe;
using namespace astrolabe::ui;

using Kind = OutlineModel::Kind;

class TestOutlineTree : public QObject, OutlineDesk {
  Q_OBJECT

  OutlineModel& model() { return m_outline->model(); }
  QModelIndex pool(const std::string& id, int column = OutlineModel::Name) {
    return model().indexOf(Kind::Pool, id, column);
  }
  QModelIndex rack(const std::string& name, int column = OutlineModel::Name) {
    return model().indexOf(Kind::Rack, name, column);
  }
  void push(QUndoCommand* command) { m_document->undoStack().push(command); }

  /// The rows that the plan asks for, a line each, those within another behind a space.
  static QStringList wantedLines(const plan::Plan& plan) {
    QStringList lines;
    const auto text = [](const std::string& id) { return QString::fromStdString(id); };
    for (const plan::Rack& rack : plan.racks) {
      lines << QStringLiteral("rack ") + text(rack.name);
      for (const std::string& pool : rack.pools) lines << QStringLiteral(" pool ") + text(pool);
    }
    for (const hardware::PoolSpec& pool : plan.cluster.pools)
      if (rackOf(plan, pool.id) == nullptr) lines << QStringLiteral("pool ") + text(pool.id);
    if (!plan.cluster.between_pools.empty()) lines << QStringLiteral("networks ");
    for (const hardware::BetweenPools& link : plan.cluster.between_pools)
      lines << QStringLiteral(" link ") + text(linkId(link.a, link.b));
    if (!plan.notes.empty()) lines << QStringLiteral("notes ");
    for (const plan::Note& note : plan.notes) lines << QStringLiteral(" note ") + text(note.id);
    return lines;
  }
  QStringList shownLines(const QModelIndex& parent = {}, const QString& before = {}) {
    static const std::map<Kind, QString> kinds{
        {Kind::Rack, QStringLiteral("rack")},   {Kind::Pool, QStringLiteral("pool")},
        {Kind::Link, QStringLiteral("link")},   {Kind::Networks, QStringLiteral("networks")},
        {Kind::Notes, QStringLiteral("notes")}, {Kind::Note, QStringLiteral("note")}};
    QStringList lines;
    for (int row = 0; row < model().rowCount(parent); ++row) {
      const QModelIndex index = model().index(row, 0, parent);
      lines << QStringLiteral("%1%2 %3").arg(before, kinds.at(model().kindOf(index)),
                                             QString::fromStdString(model().idOf(index)));
      lines += shownLines(index, before + QLatin1Char(' '));
    }
    return lines;
  }

  void takeKeys() {
    m_outline->activateWindow();
    table().setFocus();
    QTRY_VERIFY(table().hasFocus());
  }
  void press(Qt::Key key) { QTest::keyClick(&table(), key); }
  template <class Editor>
  Editor* editor() {
    return table().viewport()->findChild<Editor*>();
  }

  /// Rows are dragged to a place of the outline; true where it took them.
  bool dropRows(const QModelIndexList& rows, QPoint to) {
    const std::unique_ptr<QMimeData> data(model().mimeData(rows));
    if (data == nullptr) return false;
    QWidget* port = table().viewport();
    QDragEnterEvent enter(to, Qt::MoveAction, data.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(port, &enter);
    QDragMoveEvent move(to, Qt::MoveAction, data.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(port, &move);
    const bool taken = move.isAccepted();
    QDropEvent drop(to, Qt::MoveAction, data.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(port, &drop);
    return taken;
  }
  QPoint middle(const QModelIndex& index) { return table().visualRect(index).center(); }

 private slots:
  void init() { openBoth(); }
  void cleanup() { closeBoth(); }

  /// Racks hold their pools; behind them pools that stand in none, then links and notes as branches of their
  /// own.
  void racksHoldTheirPools() {
    QCOMPARE(shownLines(), (QStringList{"pool h100", "pool a100", "networks ", " link h100\na100"}));
    push(makeRack(*m_document, {"a100"}, 48.0));
    view().addNoteWith(QStringLiteral("cooling"), QPointF(0, 400));
    const std::string note = plan().notes.front().id;
    QCOMPARE(shownLines(), (QStringList{"rack R1", " pool a100", "pool h100", "networks ", " link h100\na100",
                                        "notes ", QStringLiteral(" note ") + QString::fromStdString(note)}));
    const QString links = model().indexOf(Kind::Networks, {}, OutlineModel::Hardware).data().toString();
    QVERIFY2(links.startsWith(QStringLiteral("1 ")), qPrintable(links));
    QCOMPARE(pool("a100", OutlineModel::Rack).data().toString(), QStringLiteral("R1"));
    // All that comes is open; what holds nothing has no arrow.
    QVERIFY(table().isExpanded(rack("R1")));
    QVERIFY(table().isExpanded(model().indexOf(Kind::Notes, {})));
    QVERIFY(model().flags(pool("h100")).testFlag(Qt::ItemNeverHasChildren));
    QVERIFY(!model().flags(model().indexOf(Kind::Networks, {})).testFlag(Qt::ItemIsEditable));
    m_document->undoStack().undo();
    QVERIFY(!model().indexOf(Kind::Notes, {}).isValid());
    m_document->undoStack().undo();
    QCOMPARE(shownLines(), wantedLines(plan::sample_plan()));
  }

  /// Random edits, undone and done again: the rows are those of the plan each time, Qt's own check finds no
  /// fault, and the model never starts over.
  void rowsFollowEveryEdit() {
    QAbstractItemModelTester tester(&model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy reset(&model(), &QAbstractItemModel::modelReset);
    std::mt19937 random(7);
    const auto upTo = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
    QUndoStack& steps = m_document->undoStack();
    for (int i = 0; i < 120; ++i) {
      const std::vector<hardware::PoolSpec>& pools = plan().cluster.pools;
      const std::string one = pools.empty() ? std::string() : pools[upTo(pools.size())].id;
      const std::string other = pools.empty() ? std::string() : pools[upTo(pools.size())].id;
      const std::string name = "R" + std::to_string(1 + upTo(4));
      const std::string free = "n" + std::to_string(i);
      switch (pools.empty() ? 9 : upTo(11)) {
        case 0:
          push(putIntoRack(*m_document, one == other ? std::vector{one} : std::vector{one, other}, name));
          break;
        case 1:
          push(putIntoRack(*m_document, {one}, {}));
          break;
        case 2:
          push(makeRack(*m_document, {one}, std::nullopt));
          break;
        case 3:
          push(removeRacks(*m_document, {name}));
          break;
        case 4:
          if (findRack(plan(), name) != nullptr) push(renameRack(*m_document, name, free));
          break;
        case 5:
          push(new RenamePool(*m_document, one, free));
          break;
        case 6:
          if (pools.size() < 12) {
            scene().select({one, other});
            view().duplicate();
          }
          break;
        case 7:
          push(new RemovePools(*m_document, {one}));
          break;
        case 8:
          view().addNoteWith(QString::fromStdString(free), QPointF(0, 40.0 * i));
          break;
        case 9:
          for (std::size_t back = upTo(6); back > 0 && steps.canUndo(); --back) steps.undo();
          break;
        default:
          if (steps.canRedo())
            steps.redo();
          else if (!plan().notes.empty())
            push(removeNotes(*m_document, {plan().notes[upTo(plan().notes.size())].id}));
          break;
      }
      QCOMPARE(shownLines(), wantedLines(plan()));
    }
    while (steps.canUndo()) steps.undo();
    QCOMPARE(shownLines(), wantedLines(plan::sample_plan()));
    while (steps.canRedo()) steps.redo();
    QCOMPARE(shownLines(), wantedLines(plan()));
    QCOMPARE(reset.count(), 0);
  }

  /// Values, names, other racks and what comes beside them leave the row that is current, what is selected
  /// and what is closed as they were.
  void editsKeepWhatIsOpenSelectedAndCurrent() {
    push(makeRack(*m_document, {"a100"}, std::nullopt));
    table().collapse(rack("R1"));
    table().setCurrentIndex(pool("h100", OutlineModel::Price));
    QCOMPARE(scene().selectedPools(), std::vector<std::string>{"h100"});
    const QPersistentModelIndex current = table().currentIndex();
    const auto kept = [&](const std::string& name, const std::string& in) {
      return table().currentIndex() == current && current.column() == OutlineModel::Price &&
             model().idOf(current) == name && !table().isExpanded(rack(in)) &&
             table().selectionModel()->selectedRows() == QModelIndexList{pool(name)} &&
             scene().selectedPools() == std::vector<std::string>{name};
    };
    push(new SetNodeCount(*m_document, "h100", 9));
    QVERIFY(kept("h100", "R1"));
    push(new RenamePool(*m_document, "h100", "fast"));
    QVERIFY(kept("fast", "R1"));
    push(renameRack(*m_document, "R1", "Hall"));
    QVERIFY(kept("fast", "Hall"));
    m_document->undoStack().undo();
    m_document->undoStack().undo();
    QVERIFY(kept("h100", "R1"));
    push(setRackPower(*m_document, "R1", 30.0));
    push(putIntoRack(*m_document, {"h100"}, "R2"));
    QVERIFY(kept("h100", "R1"));
    QCOMPARE(QModelIndex(current).parent(), rack("R2"));
    push(removeRacks(*m_document, {"R2"}));
    QVERIFY(kept("h100", "R1"));
    QVERIFY(!QModelIndex(current).parent().isValid());
    // Another plan has nothing selected.
    fillSample(*m_document);
    QVERIFY(scene().selectedItems().isEmpty());
    QVERIFY(table().selectionModel()->selectedRows().isEmpty());
  }

  /// What is selected on the canvas is selected here, within a closed rack too, and the other way round.
  void selectionGoesBothWays() {
    push(makeRack(*m_document, {"a100"}, std::nullopt));
    view().addNoteWith(QStringLiteral("cooling"), QPointF(0, 400));
    const std::string note = plan().notes.front().id, link = linkId("h100", "a100");
    table().collapse(rack("R1"));
    view().setFocus();
    scene().select({"a100"});
    QVERIFY(table().isExpanded(rack("R1")));  // it is shown
    using Of = CanvasThing::Kind;
    const std::vector<CanvasThing> things{
        {Of::Rack, "R1"}, {Of::Pool, "a100"}, {Of::Link, link}, {Of::Note, note}};
    for (const CanvasThing& thing : things) {
      const std::string& id = thing.id;
      scene().clearSelection();
      QVERIFY(table().selectionModel()->selectedRows().isEmpty());
      scene().selectThings({thing});
      QCOMPARE(table().selectionModel()->selectedRows(), QModelIndexList{model().indexOf(id)});
      scene().clearSelection();
      QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, middle(model().indexOf(id)));
      QCOMPARE(scene().selectedItems().size(), 1);
      QCOMPARE(table().selectionModel()->selectedRows(), QModelIndexList{model().indexOf(id)});
    }
    QCOMPARE(scene().selectedNotes(), std::vector<std::string>{note});
    // A branch is no thing of the canvas: nothing is selected there, and nothing is deleted.
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, middle(model().indexOf(Kind::Networks, {})));
    QVERIFY(scene().selectedItems().isEmpty());
    const plan::Plan before = plan();
    press(Qt::Key_Delete);
    QVERIFY(plan() == before);
    QCOMPARE(table().selectionModel()->selectedRows(), QModelIndexList{model().indexOf(Kind::Networks, {})});
  }

  /// A rack may be called as a pool is: its row selects and deletes the rack alone, that of the pool the
  /// pool.
  void aRackCalledAsAPool() {
    push(makeRack(*m_document, {"a100"}, std::nullopt));
    push(renameRack(*m_document, "R1", "h100"));
    const int steps = m_document->undoStack().count();
    takeKeys();
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, middle(pool("h100")));
    QCOMPARE(scene().selectedPools(), std::vector<std::string>{"h100"});
    QVERIFY(scene().selectedRacks().empty());
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, middle(rack("h100")));
    QCOMPARE(scene().selectedRacks(), std::vector<std::string>{"h100"});
    QVERIFY(scene().selectedPools().empty());
    press(Qt::Key_Delete);
    QVERIFY(plan().racks.empty());
    QCOMPARE(plan().cluster.pools.size(), std::size_t(2));
    QCOMPARE(m_document->undoStack().count(), steps + 1);
  }

  /// The heading of the prices says of which they are: to rent an hour, or to buy.
  void theHeadingFollowsTheBasis() {
    QSignalSpy heading(&model(), &QAbstractItemModel::headerDataChanged);
    const auto words = [this] {
      return model().headerData(OutlineModel::Price, Qt::Horizontal, Qt::DisplayRole).toString();
    };
    const QString rent = words();
    push(new SetNodeCount(*m_document, "h100", 9));
    QCOMPARE(heading.count(), 0);
    strategy::Job job = plan().job;
    QCOMPARE(job.cost.basis, hardware::CostBasis::rent);
    job.cost.basis = hardware::CostBasis::buy;
    push(new SetJob(*m_document, job, QStringLiteral("basis")));
    QCOMPARE(heading.count(), 1);
    QVERIFY(words() != rent);
    m_document->undoStack().undo();
    QCOMPARE(heading.count(), 2);
    QCOMPARE(words(), rent);
  }

  /// Words that some read as numbers are refused, and so is nothing at all, which no file may hold; what a
  /// cell says already is no step.
  void whatIsNoEdit() {
    push(makeRack(*m_document, {"a100"}, 48.0));
    push(setRackSlots(*m_document, "R1", 8));
    const int steps = m_document->undoStack().count();
    const plan::Plan before = plan();
    QSignalSpy refused(&model(), &OutlineModel::refused);
    for (const char* word : {"inf", "nan", "-inf", "0"})
      for (const QModelIndex& cell :
           {pool("h100", OutlineModel::Price), pool("h100", OutlineModel::Network),
            pool("h100", OutlineModel::Nodes), rack("R1", OutlineModel::Hardware),
            rack("R1", OutlineModel::Nodes), model().indexOf(linkId("h100", "a100"), OutlineModel::Network)})
        QVERIFY2(!model().setData(cell, QString::fromLatin1(word)), word);
    QCOMPARE(refused.count(), 24);
    QVERIFY(model().setData(rack("R1", OutlineModel::Hardware), QStringLiteral("48.0")));
    QVERIFY(model().setData(rack("R1", OutlineModel::Nodes), QStringLiteral(" 8")));
    QVERIFY(model().setData(pool("a100", OutlineModel::Rack), QStringLiteral("R1 ")));
    QVERIFY(model().setData(pool("h100", OutlineModel::Rack), QStringLiteral(" ")));
    QCOMPARE(m_document->undoStack().count(), steps);
    QVERIFY(plan() == before);
  }

  /// Right goes away from the names and opens what is closed, Left comes back, closes, and goes to the rack;
  /// from right to left they change places.
  void arrowsGoFromCellToCell_data() {
    QTest::addColumn<bool>("mirrored");
    QTest::newRow("left to right") << false;
    QTest::newRow("right to left") << true;
  }
  void arrowsGoFromCellToCell() {
    QFETCH(bool, mirrored);
    if (mirrored) m_outline->setLayoutDirection(Qt::RightToLeft);
    const Qt::Key on = mirrored ? Qt::Key_Left : Qt::Key_Right,
                  back = mirrored ? Qt::Key_Right : Qt::Key_Left;
    push(makeRack(*m_document, {"a100"}, std::nullopt));
    takeKeys();
    table().setCurrentIndex(pool("a100"));
    press(on);
    press(on);
    QCOMPARE(table().currentIndex(), pool("a100", OutlineModel::Nodes));
    QCOMPARE(scene().selectedPools(), std::vector<std::string>{"a100"});
    press(back);
    press(back);
    QCOMPARE(table().currentIndex(), pool("a100"));
    press(back);
    QCOMPARE(table().currentIndex(), rack("R1"));
    QCOMPARE(scene().selectedRacks(), std::vector<std::string>{"R1"});
    QVERIFY(scene().selectedPools().empty());
    press(back);
    QVERIFY(!table().isExpanded(rack("R1")));
    press(back);
    QCOMPARE(table().currentIndex(), rack("R1"));  // nothing holds it
    press(on);
    QVERIFY(table().isExpanded(rack("R1")));
    QCOMPARE(table().currentIndex(), rack("R1"));
    press(on);
    QCOMPARE(table().currentIndex(), rack("R1", OutlineModel::Hardware));
    for (int column = OutlineModel::Hardware; column < OutlineModel::kColumns + 2; ++column) press(on);
    QCOMPARE(table().currentIndex(), rack("R1", OutlineModel::Rack));
  }

  /// F2 renames, from a cell that takes nothing too; a number is typed into its cell; a pool goes into a rack
  /// by its cell, and Ctrl+Z of each is one step. No pointer.
  void A33_cellsAreEditedByKeys() {
    takeKeys();
    table().setCurrentIndex(pool("h100"));
    press(Qt::Key_Right);
    QCOMPARE(table().currentIndex(), pool("h100", OutlineModel::Hardware));
    press(Qt::Key_F2);
    QTRY_VERIFY(editor<QLineEdit>() != nullptr);
    QTest::keyClicks(editor<QLineEdit>(), QStringLiteral("fast"));
    QTest::keyClick(editor<QLineEdit>(), Qt::Key_Return);
    QTRY_VERIFY(findPool(plan(), "fast") != nullptr);
    QTRY_VERIFY(editor<QLineEdit>() == nullptr);
    QCOMPARE(m_document->undoStack().count(), 1);
    QCOMPARE(scene().selectedPools(), std::vector<std::string>{"fast"});
    QTRY_VERIFY(table().hasFocus());
    table().setCurrentIndex(pool("fast", OutlineModel::Nodes));
    press(Qt::Key_F2);
    QTRY_VERIFY(editor<QSpinBox>() != nullptr);
    editor<QSpinBox>()->selectAll();
    QTest::keyClicks(editor<QSpinBox>(), QStringLiteral("12"));
    QTest::keyClick(editor<QSpinBox>(), Qt::Key_Return);
    QTRY_COMPARE(findPool(plan(), "fast")->nodes, 12);
    QTRY_VERIFY(editor<QSpinBox>() == nullptr);
    QTRY_VERIFY(table().hasFocus());
    table().setCurrentIndex(pool("fast", OutlineModel::Rack));
    press(Qt::Key_F2);
    QTRY_VERIFY(editor<QLineEdit>() != nullptr);
    QTest::keyClicks(editor<QLineEdit>(), QStringLiteral("Hall"));
    QTest::keyClick(editor<QLineEdit>(), Qt::Key_Return);
    QTRY_VERIFY(findRack(plan(), "Hall") != nullptr);
    QCOMPARE(pool("fast").parent(), rack("Hall"));
    QCOMPARE(table().currentIndex(), pool("fast", OutlineModel::Rack));
    QCOMPARE(m_document->undoStack().count(), 3);
    QTRY_VERIFY(table().hasFocus());
    press(Qt::Key_Delete);
    QVERIFY(findPool(plan(), "fast") == nullptr);
    while (m_document->undoStack().canUndo()) m_document->undoStack().undo();
    QVERIFY(plan() == plan::sample_plan());
  }

  /// The speed of a link is typed into its row.
  void linksAreEdited() {
    const QModelIndex speed = model().indexOf(linkId("h100", "a100"), OutlineModel::Network);
    QVERIFY(model().flags(speed).testFlag(Qt::ItemIsEditable));
    QSignalSpy refused(&model(), &OutlineModel::refused);
    QVERIFY(!model().setData(speed, QStringLiteral("-3")));
    QVERIFY(!model().setData(speed, QStringLiteral("fast")));
    QCOMPARE(refused.count(), 2);
    QVERIFY(model().setData(speed, QStringLiteral("400")));
    QCOMPARE(plan().cluster.between_pools.front().gb_per_s, 50.0);  // 400 Gb/s over 8
    QCOMPARE(m_document->undoStack().count(), 1);
  }

  /// Rows of pools are dragged onto a rack, between its pools, and beside all rows; racks and links are not
  /// dragged, and what another window drags is not taken.
  void poolsAreDraggedIntoRacks() {
    push(makeRack(*m_document, {"a100"}, std::nullopt));
    const int from = m_document->undoStack().count();
    QVERIFY(dropRows({pool("h100")}, middle(rack("R1"))));
    QCOMPARE(m_document->undoStack().count(), from + 1);
    QCOMPARE(plan().racks.front().pools, (std::vector<std::string>{"a100", "h100"}));
    QCOMPARE(pool("h100").parent(), rack("R1"));
    QVERIFY(!dropRows({pool("h100")}, middle(rack("R1"))));  // it is there
    QCOMPARE(m_document->undoStack().count(), from + 1);
    // Beside all rows: out of the rack.
    const QPoint beside(20, table().viewport()->height() - 4);
    QVERIFY(!table().indexAt(beside).isValid());
    QVERIFY(dropRows({pool("h100")}, beside));
    QCOMPARE(plan().racks.front().pools, std::vector<std::string>{"a100"});
    QVERIFY(!dropRows({pool("h100")}, beside));
    // Onto a pool of the rack: beside it.
    QVERIFY(dropRows({pool("h100")}, middle(pool("a100"))));
    QCOMPARE(rackOf(plan(), "h100")->name, std::string("R1"));
    m_document->undoStack().undo();
    QVERIFY(rackOf(plan(), "h100") == nullptr);
    QVERIFY(model().mimeData({rack("R1"), model().indexOf(linkId("h100", "a100"))}) == nullptr);
    QVERIFY(!model().flags(rack("R1")).testFlag(Qt::ItemIsDragEnabled));
    QVERIFY(!dropRows({pool("h100")}, middle(model().indexOf(Kind::Networks, {}))));
    const OutlineModel another(*m_document);
    const std::unique_ptr<QMimeData> theirs(another.mimeData({another.indexOf("h100")}));
    QVERIFY(!model().canDropMimeData(theirs.get(), Qt::MoveAction, -1, -1, rack("R1")));
    QMimeData nonsense;
    for (const char* json : {"", "[]", "{\"model\": 3}", "{\"pools\": 3}"}) {
      nonsense.setData(model().mimeTypes().front(), json);
      QVERIFY(!model().canDropMimeData(&nonsense, Qt::MoveAction, -1, -1, rack("R1")));
    }
  }

  /// Each row says what it is, where it stands and which of its kind it is; each cell its column.
  void rowsAreSpoken() {
    push(makeRack(*m_document, {"a100"}, 48.0));
    view().addNoteWith(QStringLiteral("cooling"), QPointF(0, 400));
    const auto spoken = [](const QModelIndex& index) {
      return index.data(Qt::AccessibleTextRole).toString();
    };
    const QString inRack = spoken(pool("a100")), outside = spoken(pool("h100"));
    QVERIFY2(inRack.startsWith(QStringLiteral("pool a100, 4 nodes of 8 ")), qPrintable(inRack));
    QVERIFY2(inRack.endsWith(QStringLiteral(", rack R1, pool 2 of 2")), qPrintable(inRack));
    QVERIFY2(outside.endsWith(QStringLiteral(", pool 1 of 2")), qPrintable(outside));
    QVERIFY(!outside.contains(QStringLiteral("rack")));
    QVERIFY2(spoken(rack("R1")).startsWith(QStringLiteral("Rack R1: ")), qPrintable(spoken(rack("R1"))));
    const QString link = spoken(model().indexOf(linkId("h100", "a100")));
    QVERIFY2(link.startsWith(QStringLiteral("Link h100 – a100: ")) &&
                 link.endsWith(QStringLiteral(", link 1 of 1")),
             qPrintable(link));
    QCOMPARE(spoken(model().indexOf(plan().notes.front().id)), QStringLiteral("Note: cooling, note 1 of 1"));
    const QString notes = spoken(model().indexOf(Kind::Notes, {}));
    QVERIFY2(notes.startsWith(QStringLiteral("Notes: 1 ")), qPrintable(notes));
    QCOMPARE(spoken(pool("h100", OutlineModel::Nodes)), QStringLiteral("Nodes: 4"));
  }
};

}  // namespace tst_outline_tree

ASTROLABE_TEST(tst_outline_tree, TestOutlineTree)
#include "tst_outline_tree.moc"
