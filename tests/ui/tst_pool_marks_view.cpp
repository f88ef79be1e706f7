// ui/canvas: GPUs and nodes marked slow, failed or spare by menu, dialog and table. Real events; then the
// document is looked at.
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTimer>
#include <QtTest>
#include <algorithm>
#include <tuple>

#include "tests/program/test_program.h"
#include "tests/ui/outline_desk.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/mark_dialog.h"
#include "ui/canvas/tile_words.h"
#include "ui/controls/number_box.h"

namespace tst_pool_marks_view {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestPoolMarksView : public QObject, OutlineDesk {
  Q_OBJECT

  void trigger(const char* entry) {
    const std::unique_ptr<QMenu> menu = view().makeContextMenu();
    auto* action = menu->findChild<QAction*>(QLatin1StringView(entry));
    QVERIFY2(action, entry);
    action->trigger();
  }
  /// Fills the dialog that opens next by keys and accepts it.
  static void answerMark(int node, int gpu, const QString& factor, const QString& link) {
    QTimer::singleShot(0, qApp, [=] {
      auto* dialog = qobject_cast<MarkDialog*>(QApplication::activeModalWidget());
      QVERIFY(dialog);
      dialog->findChild<QSpinBox*>(QStringLiteral("markDialog.node"))->setValue(node);
      dialog->findChild<QComboBox*>(QStringLiteral("markDialog.gpu"))->setCurrentIndex(gpu + 1);
      const auto type = [&](const char* name, const QString& text) {
        auto* box = dialog->findChild<NumberBox*>(QLatin1StringView(name));
        if (box == nullptr || text.isEmpty()) return;
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, text);
      };
      type("markDialog.factor", factor);
      type("markDialog.linkFactor", link);
      dialog->accept();
    });
  }
  static void answerValue(double value) {
    QTimer::singleShot(0, qApp, [value] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      QVERIFY(dialog);
      dialog->findChild<NumberBox*>(QStringLiteral("valueDialog.value"))->setValue(value);
      dialog->accept();
    });
  }
  const hardware::PoolSpec& pool(const std::string& id) { return *findPool(plan(), id); }

 private slots:
  void init() { openBoth(); }
  void cleanup() { closeBoth(); }

  /// GPU 5 of node 3 takes 2.5 times as long: one step, told on the tile by words and mark, in the outline,
  /// and taken back by undo.
  void slowGpu() {
    const plan::Plan before = plan();
    scene().select({"h100"});
    answerMark(3, 5, QStringLiteral("2.5"), QString());
    trigger("clusterMenu.slow");
    const std::vector<hardware::SlowSpec> wanted{{3, 5, 2.5, 1.0}};
    QVERIFY(pool("h100").slow == wanted);
    QVERIFY(m_document->problem().has_value());
    const PoolFace& face = scene().item("h100")->face();
    QCOMPARE(face.condition, QStringLiteral("1 slow"));
    QVERIFY(face.marks[5] == PoolFace::Mark::Slow && face.marks[4] == PoolFace::Mark::Sound);
    QVERIFY(face.spoken.contains(QStringLiteral("1 slow")));
    QVERIFY(face.tip.contains(QStringLiteral("Node 3, GPU 5: 2.50 × slower")));
    const auto told = [this] {
      return !table()
                  .model()
                  ->match(table().model()->index(0, OutlineModel::Hardware), Qt::DisplayRole,
                          QStringLiteral("1 slow"), 1, Qt::MatchContains | Qt::MatchRecursive)
                  .isEmpty();
    };
    QTRY_VERIFY(told());
    m_document->undoStack().undo();
    QVERIFY(plan() == before);
    QVERIFY(scene().item("h100")->face().condition.isEmpty());
    QTRY_VERIFY(!told());
  }

  /// A node that fails takes the place of what was said of its GPUs; healthy again, nothing is left.
  void failedAndHealthyAgain() {
    scene().select({"h100"});
    answerMark(1, 2, QStringLiteral("3"), QStringLiteral("4"));
    trigger("clusterMenu.slow");
    QCOMPARE(pool("h100").slow.front().link_factor, 4.0);
    answerMark(1, -1, QString(), QString());
    trigger("clusterMenu.failed");
    QVERIFY(pool("h100").slow.empty());
    const std::vector<hardware::FailedSpec> wanted{{1, std::nullopt}};
    QVERIFY(pool("h100").failed == wanted);
    QCOMPARE(scene().item("h100")->face().failed, 1);
    m_document->undoStack().undo();  // one step brings the slow GPU back
    QVERIFY(pool("h100").failed.empty() && pool("h100").slow.size() == 1);
    m_document->undoStack().redo();
    answerMark(2, 7, QString(), QString());
    trigger("clusterMenu.failed");
    trigger("clusterMenu.healthy.0");
    QCOMPARE(pool("h100").failed.size(), std::size_t{1});
    QCOMPARE(*pool("h100").failed.front().gpu, 7);
    trigger("clusterMenu.healthy.all");
    QVERIFY(pool("h100").failed.empty());
  }

  /// A GPU of a node that has failed is not marked slow: the dialog says why and goes on only for others, or
  /// for the whole node, which works again then.
  void slowGpuOfAFailedNode() {
    scene().select({"h100"});
    answerMark(2, -1, QString(), QString());
    trigger("clusterMenu.failed");
    const plan::Plan before = plan();
    QTimer::singleShot(0, qApp, [] {
      auto* dialog = qobject_cast<MarkDialog*>(QApplication::activeModalWidget());
      QVERIFY(dialog);
      auto* node = dialog->findChild<QSpinBox*>(QStringLiteral("markDialog.node"));
      auto* gpu = dialog->findChild<QComboBox*>(QStringLiteral("markDialog.gpu"));
      const auto* note = dialog->findChild<QLabel*>(QStringLiteral("markDialog.note"));
      auto* ok = dialog->findChild<QPushButton*>(QStringLiteral("markDialog.ok"));
      node->setValue(2);
      gpu->setFocus();
      QTest::keyClick(gpu, Qt::Key_Down);  // GPU 0
      QCOMPARE(gpu->currentIndex(), 1);
      QVERIFY(!ok->isEnabled());
      QVERIFY2(note->text().startsWith(QStringLiteral("Node 2 has failed")), qPrintable(note->text()));
      QTest::keyClick(dialog, Qt::Key_Return);
      QVERIFY(dialog->isVisible());
      QTest::keyClick(gpu, Qt::Key_Up);  // the whole node
      QVERIFY(ok->isEnabled());
      QTest::keyClick(gpu, Qt::Key_Down);
      node->setValue(1);
      QVERIFY(ok->isEnabled());
      node->setValue(2);
      dialog->reject();
    });
    trigger("clusterMenu.slow");
    QVERIFY(plan() == before);
    answerMark(2, -1, QStringLiteral("3"), QString());
    trigger("clusterMenu.slow");
    QVERIFY(pool("h100").failed.empty());
    QCOMPARE(pool("h100").slow.size(), std::size_t{1});
  }

  /// A GPU of every node has failed: the tile tells how many of each node the strategies of the answer use.
  void partsOfNodes() {
    PoolMarks marks;
    for (int node = 0; node < pool("h100").nodes; ++node) marks.failed.push_back({node, 2});
    m_document->undoStack().push(new SetPoolMarks(*m_document, {{"h100", marks}}, QStringLiteral("fail")));
    QVERIFY(m_document->problem().has_value());
    const std::shared_ptr<plan::Snapshot> answer = std::make_shared<plan::Snapshot>();
    answer->problem = std::make_shared<const strategy::Problem>(*m_document->problem());
    answer->best.emplace_back().gpus.assign(answer->problem->cluster.pools.size(), 0);
    const PoolFace face = faceOf(*m_document, pool("h100"), CanvasLayer::Price, badgesFrom(answer));
    QVERIFY2(face.tip.contains(QStringLiteral("Strategies use 4 of the 8 GPUs of a node")),
             qPrintable(face.tip));
    // The pile tells how many there are, and shows one node: with more marks than the others, that one.
    QCOMPARE(face.condition, QStringLiteral("%1 failed").arg(pool("h100").nodes));
    const auto shown = [&](PoolFace::Mark mark) {
      const PoolFace now = faceOf(*m_document, pool("h100"), CanvasLayer::Price, badgesFrom(answer));
      return static_cast<int>(std::count(now.marks.begin(), now.marks.end(), mark));
    };
    marks.failed.clear();
    for (int node = 0; node < pool("h100").nodes; ++node) marks.failed.push_back({node, node});
    marks.slow = {{1, 5, 2.0, 1.0}};
    m_document->undoStack().push(new SetPoolMarks(*m_document, {{"h100", marks}}, QStringLiteral("fail")));
    QCOMPARE(shown(PoolFace::Mark::Failed), 1);
    QCOMPARE(shown(PoolFace::Mark::Slow), 1);
    // A failed GPU of one node and a slow one of another: both are marked.
    marks.failed = {{0, 2}};
    m_document->undoStack().push(new SetPoolMarks(*m_document, {{"h100", marks}}, QStringLiteral("fail")));
    QCOMPARE(shown(PoolFace::Mark::Failed), 1);
    QCOMPARE(shown(PoolFace::Mark::Slow), 1);
    const PoolFace other = faceOf(*m_document, pool("a100"), CanvasLayer::Price, badgesFrom(answer));
    QVERIFY(!other.tip.contains(QStringLiteral("GPUs of a node")));
  }

  /// The GPU of a tile of one node on which the menu was opened is the one that is asked about.
  void gpuUnderThePointer() {
    m_document->undoStack().push(new SetNodeCount(*m_document, "h100", 1));
    const PoolItem* tile = scene().item("h100");
    view().ensureVisible(tile);
    constexpr double kLeft = 16.0, kStep = 26.0, kTop = 59.0;  // of the marks of a tile
    const QPoint place = at(tile->mapToScene(QPointF(kLeft + 3 * kStep + 4.0, kTop)));
    int gpu = -1;
    QTimer::singleShot(0, qApp, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      QVERIFY(menu);
      QTimer::singleShot(0, qApp, [&] {
        auto* dialog = qobject_cast<MarkDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        gpu = dialog->findChild<QComboBox*>(QStringLiteral("markDialog.gpu"))->currentIndex() - 1;
        dialog->reject();
      });
      menu->findChild<QAction*>(QStringLiteral("clusterMenu.slow"))->trigger();
      menu->close();
    });
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, port()->mapToGlobal(place));
    QCoreApplication::sendEvent(port(), &event);
    QTRY_COMPARE(gpu, 3);
  }

  void sparesAndDomain() {
    const plan::Plan before = plan();
    scene().select({"a100"});
    answerValue(2);
    trigger("clusterMenu.spares");
    QCOMPARE(pool("a100").spares, 2);
    answerValue(2);
    trigger("clusterMenu.switch");
    QVERIFY(pool("a100").domain->kind == hardware::DomainKind::switches);
    QCOMPARE(pool("a100").domain->nodes, 2);
    QCOMPARE(scene().item("a100")->face().condition, QStringLiteral("2 spare · switches of 2"));
    m_document->undoStack().undo();
    m_document->undoStack().undo();
    QVERIFY(plan() == before);
  }

  /// Marks of nodes that go, go with them, and undo brings them back.
  void marksFollowTheirNodes() {
    PoolMarks marks;
    markSlow(marks, {3, 5}, 2.0, 1.0);
    markFailed(marks, {1, std::nullopt});
    marks.spares = 3;
    m_document->undoStack().push(new SetPoolMarks(*m_document, {{"h100", marks}}, QStringLiteral("mark")));
    m_document->undoStack().push(new SetNodeCount(*m_document, "h100", 2));
    QVERIFY(pool("h100").slow.empty());
    QCOMPARE(pool("h100").failed.size(), std::size_t{1});
    QCOMPARE(pool("h100").spares, 1);
    m_document->undoStack().undo();
    QVERIFY(marksOf(pool("h100")) == marks);
    // Of 4 nodes 3 are spares: a tile that holds them holds all.
    const plan::Plan before = plan();
    scene().select({"h100"});
    QSignalSpy told(&view(), &ClusterView::message);
    view().expandSelection();
    QCOMPARE(told.size(), 1);
    QVERIFY(plan() == before);
  }

  /// Expanded nodes keep their marks, the first tile all spares, tiles of whole failure domains theirs, and
  /// links what is stated of them: joined again they are the same pool. 6 nodes with a spare: tiles of 2, 1,
  /// 1, 1 and 1; in racks of 2: three of 2; 7 of them: of 2, 2 and 3.
  void expandedMarksAskTheSame() {
    m_document->undoStack().push(new SetLink(*m_document, "h100", "a100", 5.0, 12.0));
    for (const auto& [nodes, domain, tiles] :
         {std::tuple{6, 0, 5}, std::tuple{6, 2, 3}, std::tuple{7, 2, 3}}) {
      m_document->undoStack().push(new SetNodeCount(*m_document, "h100", nodes));
      PoolMarks marks;
      markSlow(marks, {0, 3}, 1.8, 1.0);
      markSlow(marks, {1, std::nullopt}, 1.0, 1.5);
      markFailed(marks, {2, 1});
      markFailed(marks, {5, std::nullopt});
      marks.spares = 1;
      if (domain > 0) marks.domain = hardware::FailureDomain{hardware::DomainKind::rack, domain};
      m_document->undoStack().push(new SetPoolMarks(*m_document, {{"h100", marks}}, QStringLiteral("mark")));
      const plan::Plan before = plan();
      const hardware::Cluster whole = m_document->problem()->cluster;
      scene().select({"h100"});
      view().expandSelection();
      QCOMPARE(plan().cluster.pools.size(), static_cast<std::size_t>(tiles) + 1);
      QCOMPARE(pool("h100").nodes, 2);
      QCOMPARE(pool("h100").spares, 1);
      const hardware::Cluster joined = m_document->problem()->cluster;
      QCOMPARE(joined.pools.size(), whole.pools.size());
      for (std::size_t i = 0; i < whole.pools.size(); ++i) {
        const hardware::Pool &one = joined.pools[i], &other = whole.pools[i];
        QCOMPARE(one.id, other.id);
        QCOMPARE(one.nodes, other.nodes);
        QCOMPARE(one.max_gpus, other.max_gpus);
        QVERIFY(one.slow == other.slow);
        QVERIFY(one.failed == other.failed);
        QCOMPARE(one.spares, other.spares);
        QVERIFY(one.domain == other.domain);
        for (std::size_t j = 0; j < whole.pools.size(); ++j) {
          if (i == j) continue;
          QCOMPARE(joined.links[i][j].bandwidth.value, whole.links[i][j].bandwidth.value);
          QCOMPARE(joined.links[i][j].latency.value, whole.links[i][j].latency.value);
        }
      }
      // Collapsed, the tiles are the pool that they were, in one step, which undo takes back.
      const plan::Plan expanded = plan();
      view().selectAll();
      const int steps = m_document->undoStack().index();
      trigger("clusterMenu.collapse");
      QCOMPARE(m_document->undoStack().index(), steps + 1);
      QVERIFY(plan().cluster == before.cluster);
      m_document->undoStack().undo();
      QVERIFY(plan() == expanded);
      m_document->undoStack().undo();
      QVERIFY(plan() == before);
    }
  }

  /// Tiles that were marked apart keep their marks as they collapse: a copy of 4 nodes stands behind the 4 of
  /// the tile that it joins, so that its node 1 is node 5, and 1 + 2 spares are 3.
  void collapsedTilesKeepTheirMarks() {
    scene().select({"h100"});
    view().duplicateCopies(1, 1, 1, "h-##");
    const std::string copy = plan().cluster.pools.back().id;
    const auto marked = [](int node, int spares) {
      PoolMarks marks;
      markSlow(marks, {node, 3}, 1.8, 1.0);
      markFailed(marks, {node + 1, std::nullopt});
      marks.spares = spares;
      return marks;
    };
    m_document->undoStack().push(
        new SetPoolMarks(*m_document, {{"h100", marked(0, 1)}, {copy, marked(1, 2)}}, QStringLiteral("m")));
    const plan::Plan before = plan();
    scene().select({"h100", copy});
    trigger("clusterMenu.collapse");
    QCOMPARE(pool("h100").nodes, 8);
    QVERIFY((pool("h100").slow == std::vector<hardware::SlowSpec>{{0, 3, 1.8, 1.0}, {5, 3, 1.8, 1.0}}));
    QVERIFY((pool("h100").failed == std::vector<hardware::FailedSpec>{{1, {}}, {6, {}}}));
    QCOMPARE(pool("h100").spares, 3);
    QVERIFY(findPool(plan(), copy) == nullptr);
    m_document->undoStack().undo();
    QVERIFY(plan() == before);
  }

  /// A table marks several pools at once; one that names no GPU of the plan is refused with its place.
  void marksFromATable() {
    const plan::Plan before = plan();
    view().takeMarks("pool,node,gpu,factor\nh100,3,5,2.4\na100,1,,inf\n");
    QCOMPARE(pool("h100").slow.front().factor, 2.4);
    QCOMPARE(pool("a100").failed.size(), std::size_t{1});
    m_document->undoStack().undo();
    QVERIFY(plan() == before);
    QSignalSpy told(&view(), &ClusterView::message);
    view().takeMarks("pool,node,gpu,factor\nh100,99,5,2.4\n");
    QCOMPARE(told.size(), 1);
    QVERIFY2(told.front().front().toString().contains(QStringLiteral("99")),
             qPrintable(told.front().front().toString()));
    QVERIFY(plan() == before);
  }

  /// A condition that is a tenth longer than the 220 pixels it has on a tile of 240 stands there whole, in
  /// smaller letters; one that is too long at three quarters of its size ends in three dots.
  void longConditionsStandWhole() {
    PoolFace face;
    face.condition = QStringLiteral("1 slow");
    const double size = TileWords(face).condition.face.pixelSize();
    const QFontMetricsF letters(TileWords(face).condition.face);
    constexpr double kRoom = 220.0;
    while (letters.horizontalAdvance(face.condition) < kRoom * 1.1) face.condition += u'1';
    const TileWords longer(face);
    QCOMPARE(longer.condition.text.text(), face.condition);
    QVERIFY(longer.condition.face.pixelSize() < size);
    QVERIFY(longer.conditionBox.width() <= kTileWidth);
    face.condition += face.condition;
    const TileWords longest(face);
    QVERIFY(longest.condition.text.text().endsWith(u'\u2026'));
    QVERIFY(longest.condition.face.pixelSize() >= 0.75 * size);
    QVERIFY(longest.conditionBox.width() <= kTileWidth);
  }
};

}  // namespace tst_pool_marks_view

ASTROLABE_TEST(tst_pool_marks_view, TestPoolMarksView)
#include "tst_pool_marks_view.moc"
