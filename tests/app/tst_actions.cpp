// The commands of the menus on a plan: each is chosen, then the document, the canvas or the written file is
// looked at.
#include <QAccessible>
#include <QFileDialog>
#include <QItemSelectionModel>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <map>

#include "core/runtimes/runtime.h"
#include "tests/app/sample_window.h"
#include "tests/core/small_plan.h"
#include "tests/program/test_program.h"
#include "ui/canvas/cluster_scene.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/totals.h"
#include "ui/compare/compare_window.h"
#include "ui/document/commands/commands.h"
#include "ui/render/theme.h"
#include "ui/results/ranking_model.h"
#include "ui/results/ranking_page.h"
#include "ui/results/ranking_view.h"
#include "ui/shell/actions.h"

namespace tst_actions {

using namespace astrolabe;
using namespace Qt::StringLiterals;
using ui::MainWindow;

class ActionsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> m_window;
  QTemporaryDir m_folder;

  ui::ClusterView& view() const { return *m_window->findChild<ui::ClusterView*>(); }
  const plan::Plan& plan() const { return m_window->document().plan(); }
  QUndoStack& steps() const { return m_window->document().undoStack(); }
  QAction* action(const char* name) const { return m_window->actions()[name]; }
  void choose(const char* name) const {
    QVERIFY2(action(name)->isEnabled(), name);
    action(name)->trigger();
  }
  void searched() {
    m_window->bridge().run();
    QVERIFY(ui::finished(*m_window));
    QTRY_VERIFY_WITH_TIMEOUT(action("actionExportTrace")->isEnabled(), 60'000);
  }
  /// Chooses a command that writes a file, and gives its bytes.
  QByteArray written(const char* name, const QString& file) {
    const QString path = m_folder.filePath(file);
    return ui::writtenBy(this, action(name), path);
  }

 private slots:
  void initTestCase() {
    ui::dress();
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  }
  void init() { m_window = ui::opened(); }
  void cleanup() { m_window.reset(); }

  /// Edges, middles and gaps of tiles; each is one step, and one undo brings everything back.
  void aligning() {
    auto& scene = view().clusterScene();
    const auto corner = [this](const char* id) { return plan().layout.at(id); };
    plan::Plan moved = plan();
    scene.select({"a100"});
    view().setFocus();
    for (int i = 0; i < 7; ++i) QTest::keyClick(&view(), Qt::Key_Down);
    QVERIFY(corner("a100").y != corner("h100").y && corner("a100").x != corner("h100").x);
    const plan::Plan before = plan();
    for (const auto& [name, upright] : {std::pair("actionAlignLeft", true),
                                        {"actionAlignCentre", true},
                                        {"actionAlignRight", true},
                                        {"actionAlignTop", false},
                                        {"actionAlignMiddle", false},
                                        {"actionAlignBottom", false}}) {
      scene.select({"h100", "a100"});
      const int step = steps().index();
      choose(name);
      QCOMPARE(steps().index(), step + 1);
      // Tiles are of one size: any two edges in line put the corners in line.
      QVERIFY2(upright ? corner("a100").x == corner("h100").x : corner("a100").y == corner("h100").y, name);
      steps().undo();
      QVERIFY(plan() == before);
    }
  }

  void goalsAndLayers() {
    const auto objective = [this] { return plan().objective; };
    choose("actionGoalBestValue");
    const auto value = objective();
    choose("actionGoalFastest");
    QVERIFY(objective() != value);
    choose("actionGoalBoth");
    QVERIFY(objective() != value);
    choose("actionGoalMixed");
    QVERIFY(plan().cluster.choose);
    for (const char* goal : {"actionGoalSmallest", "actionGoalInTime"})
      if (action(goal)->isEnabled()) choose(goal);
    while (steps().canUndo()) steps().undo();
    QVERIFY(plan() == plan::sample_plan());
    QSet<int> layers;
    for (const char* layer : {"actionLayerPower", "actionLayerMemory", "actionLayerStage", "actionLayerShare",
                              "actionLayerUtilisation", "actionLayerPrice"}) {
      choose(layer);
      layers << int(view().clusterScene().layer());
      QVERIFY2(action(layer)->isChecked(), layer);
    }
    QCOMPARE(layers.size(), 6);
  }

  /// What the tiles show of the program before an edit is marked at once, until the new one is there.
  void sharesOfAnOlderProgramAreMarked() {
    m_window->document().apply(smallPlan());
    choose("actionLayerShare");
    const auto tile = [this]() -> const ui::PoolItem& { return *view().clusterScene().item("h100"); };
    const auto said = [this] {
      return QAccessible::queryAccessibleInterface(&view())->child(0)->text(QAccessible::Name);
    };
    const auto marked = [&] { return said().contains(u"stale"_s) && tile().toolTip().contains(u"stale"_s); };
    QTRY_VERIFY_WITH_TIMEOUT(tile().face().bar >= 0.0, 120'000);
    QVERIFY(!tile().face().stale && !said().contains(u"stale"_s));
    const QString before = tile().face().tag;
    steps().push(new ui::SetNodeCount(m_window->document(), "h100", 2));
    QVERIFY(tile().face().stale && tile().face().bar >= 0.0);
    QVERIFY2(tile().face().tag.contains(u"stale"_s), qPrintable(tile().face().tag));
    QVERIFY2(marked(), qPrintable(said()));
    QTRY_VERIFY_WITH_TIMEOUT(!tile().face().stale, 120'000);
    QVERIFY(tile().face().bar >= 0.0);
    QVERIFY(tile().face().tag != before && !tile().face().tag.contains(u"stale"_s));
    QVERIFY(!said().contains(u"stale"_s) && !tile().toolTip().contains(u"stale"_s));
  }

  void poolsOfTheMenu() {
    auto& scene = view().clusterScene();
    scene.select({"h100"});
    choose("actionExclude");
    QVERIFY(action("actionExclude")->isChecked() && steps().count() == 1);
    choose("actionExclude");
    QVERIFY(!action("actionExclude")->isChecked());
    choose("actionNetworkReduction");
    QVERIFY(plan().cluster.pools[0].in_network_reduction);
    choose("actionNetworkReduction");
    QVERIFY(!plan().cluster.pools[0].in_network_reduction);
    choose("actionExpand");
    QVERIFY(plan().cluster.pools.size() > 2);
    scene.select({});
    QTest::keySequence(&view(), QKeySequence::SelectAll);
    choose("actionCollapse");
    QCOMPARE(plan().cluster.pools.size(), std::size_t(2));
    scene.select({"h100"});
    choose("actionGroup");
    QCOMPARE(plan().racks.size(), std::size_t(1));
    scene.select({"h100"});
    choose("actionUngroup");
    QVERIFY(plan().racks.empty());
    scene.select({"a100"});
    choose("actionZoomSelection");
    const QRectF shown = view().mapToScene(view().viewport()->rect()).boundingRect();
    QVERIFY(shown.contains(scene.item("a100")->sceneBoundingRect()));
    choose("actionZoomReset");
    QCOMPARE(view().zoom(), 1.0);
  }

  /// Panels hide and come back, the focus goes through them backwards, the theme follows.
  void panelsAndLooks() {
    for (const auto& [name, panel] : {std::pair("actionShowPalette", "paletteView"),
                                      {"actionShowModel", "modelPanel"},
                                      {"actionShowGoal", "goalPanel"},
                                      {"actionShowResults", "resultsPanel"}}) {
      const auto* widget = m_window->findChild<QWidget*>(QLatin1StringView(panel));
      QVERIFY2(widget && widget->isVisible(), name);
      choose(name);
      QVERIFY2(!widget->isVisible(), name);
      choose(name);
      QTRY_VERIFY2(widget->isVisible(), name);
    }
    const auto* model = m_window->findChild<QWidget*>(u"modelPanel"_s);
    choose("actionDocks");
    QVERIFY(!model->isVisible());
    choose("actionDocks");
    QTRY_VERIFY(model->isVisible());
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QSet<QWidget*> held;
    for (int turn = 0; turn < 6; ++turn) {
      choose("actionPreviousPanel");
      QVERIFY(QApplication::focusWidget());
      held << QApplication::focusWidget();
    }
    QVERIFY(held.size() >= 4);
    const bool live = m_window->bridge().isLive();
    choose("actionLive");
    QVERIFY(m_window->bridge().isLive() != live);
  }

  void resultsOfTheMenu() {
    searched();
    auto& tabs = *m_window->findChild<QTabWidget*>(u"resultsTabs"_s);
    for (int number = tabs.count(); number >= 1; --number) {
      choose(qPrintable(u"actionResultsTab%1"_s.arg(number)));
      QCOMPARE(tabs.currentIndex(), number - 1);
    }
    auto& ranking = m_window->findChild<ui::RankingPage*>()->view();
    ranking.selectionModel()->setCurrentIndex(
        ranking.model()->index(2, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    choose("actionPin");
    QCOMPARE(ranking.rows().pinned().size(), std::size_t(1));
    choose("actionPin");
    QVERIFY(ranking.rows().pinned().empty());
    choose("actionShowRejected");
    QVERIFY(ranking.rows().showsRejected());
    choose("actionFilter");
    QVERIFY(m_window->findChild<QWidget*>(u"ranking.filter"_s)->isVisible());
    choose("actionWhy");
    QCOMPARE(tabs.currentWidget()->objectName(), u"whyView"_s);
  }

  /// What a menu writes is what its name says.
  void exportsOfTheMenu() {
    searched();
    const QByteArray json = written("actionExportJson", u"a.json"_s);
    QVERIFY(QJsonDocument::fromJson(json).isObject());
    const QByteArray trace = written("actionExportTrace", u"a.trace.json"_s);
    QVERIFY(QJsonDocument::fromJson(trace).object().contains(u"traceEvents"_s));
    QVERIFY(written("actionExportRanking", u"a.csv"_s).contains("tokens_per_second"));
    QVERIFY(written("actionExportCanvas", u"a.svg"_s).contains("<svg"));
    QVERIFY(written("actionExportReport", u"a.pdf"_s).startsWith("%PDF-"));
    QVERIFY(written("actionExportReport", u"a.html"_s).startsWith("<!DOCTYPE html>"));
    QVERIFY(written("actionExportReport", u"a.md"_s).startsWith("# "));
  }

  /// What a runtime runs is written in its words. Of what it does not run, the setting, the condition and the
  /// source are told with the runtimes that do, and nothing is written.
  void launchSettings() {
    searched();
    ui::selectCommonLayout(*m_window);
    const std::map<std::string, QByteArray> words{
        {"megatron-lm", "--tensor-model-parallel-size 8\n"},
        {"megatron-bridge", "cfg.model.tensor_model_parallel_size = 8\n"},
        {"torchtitan", "config.parallelism.tensor_parallel_degree = 8\n"},
        {"torchtitan-v0.2.2", "tensor_parallel_degree = 8\n"},
        {"primus", "tensor_model_parallel_size: 8\n"},
        {"ms-swift", "--tensor_model_parallel_size 8\n"},
        {"llama-factory", "tensor_model_parallel_size: 8\n"}};
    QStringList refused;
    for (const runtimes::Runtime& runtime : runtimes::runtimes()) {
      const std::string name = ui::kLaunchPrefix + runtime.id;
      if (const auto expected = words.find(runtime.id); expected != words.end()) {
        const QByteArray text = written(name.c_str(), QString::fromStdString("a." + runtime.id + ".txt"));
        QVERIFY2(text.contains(expected->second), text.constData());
        continue;
      }
      ui::whenAsked(this, [&refused](QWidget* asked) {
        if (auto* box = qobject_cast<QMessageBox*>(asked); box && box->objectName() == u"launchRefused"_s)
          refused << box->text() + u'\n' + box->informativeText();
        asked->close();
      });
      choose(name.c_str());
    }
    QCOMPARE(refused.size(), 2);
    const auto deepspeed = std::find_if(refused.begin(), refused.end(),
                                        [](const QString& text) { return text.contains(u"DeepSpeed"_s); });
    QVERIFY(deepspeed != refused.end());
    for (const QString& part :
         {u"DeepSpeed has no setting for this layout.\n"_s, u"Setting: pipeline with tensor parallelism\n"_s,
          u"Condition: AutoTP does not work"_s,
          u"Source: deepspeed/runtime/pipe/engine.py:109, deepspeedai/DeepSpeed at edaa7221"_s,
          u"It runs on Megatron-LM, "_s, u"Nothing was written."_s})
      QVERIFY2(deepspeed->contains(part), qPrintable(*deepspeed + u" without "_s + part));
  }

  /// Nodes and prices of every scenario, with the sums that stand under the canvas.
  void billOfMaterials() {
    searched();
    choose("actionScenarioDuplicate");
    m_window->document().undoStack().push(new ui::SetNodeCount(m_window->document(), "h100", 2));
    m_window->document().undoStack().push(ui::putIntoRack(m_window->document(), {"a100"}, "R, 7"));
    m_window->document().undoStack().push(ui::setRackPower(m_window->document(), "R, 7", 40.0));
    m_window->document().undoStack().push(ui::setRackSlots(m_window->document(), "R, 7", 4));
    const QList<QByteArray> lines = written("actionExportBill", u"a.bill.csv"_s).trimmed().split('\n');
    QCOMPARE(lines.size(), 7);  // a heading; of each scenario two pools and a total
    QVERIFY(lines[0].startsWith("scenario,rack,pool,node,gpu,nodes,"));
    const auto cells = [&](int line) {
      return QString::fromUtf8(lines[line]).trimmed().replace(u"\"R, 7\""_s, u"R 7"_s).split(u',');
    };
    for (int line = 0; line < 7; ++line) QCOMPARE(cells(line).size(), 19);
    QCOMPARE(cells(1)[0], u"A: 32 H100 + 32 A100"_s);
    QCOMPARE(cells(1)[5], u"4"_s);  // nodes of 8 H100
    QCOMPARE(cells(4)[5], u"2"_s);
    QCOMPARE(cells(5)[1], u"R 7"_s);  // quoted in the file
    QCOMPARE(cells(5).mid(17),
             (QStringList{u"40"_s, u"4"_s}));  // what the rack is fed with, how many nodes fit
    QCOMPARE(cells(4).mid(17), (QStringList{QString(), QString()}));
    QCOMPARE(cells(4)[7], u"16"_s);
    const double node = cells(1)[8].toDouble();
    QVERIFY(node > 1e5);  // a node of 8 H100 costs hundreds of thousands
    QCOMPARE(cells(1)[9].toDouble(), 4 * node);
    QCOMPARE(cells(4)[9].toDouble(), 2 * node);
    QVERIFY(!cells(1)[10].isEmpty());
    const ui::Totals totals = ui::totalsOf(plan(), m_window->document().catalogue());
    QCOMPARE(cells(6)[2], u"total"_s);
    QCOMPARE(cells(6)[7].toInt(), totals.gpus);
    QCOMPARE(cells(6)[9].toDouble(), *totals.purchaseUsd);
    QCOMPARE(cells(6)[12].toDouble(), *totals.powerWatts / 1000.0);
    QCOMPARE(cells(4)[9].toDouble() + cells(5)[9].toDouble(), *totals.purchaseUsd);
  }

  /// What the comparison puts into the report is there as it stands when the report is written.
  void theReportComparesScenarios() {
    searched();
    choose("actionScenarioDuplicate");
    choose("actionScenarioCompare");
    auto* compare = m_window->findChild<ui::CompareWindow*>();
    const auto words = [&](const QString& file) {
      const QByteArray pdf = written("actionExportReport", file);
      QProcess text;
      text.start(u"pdftotext"_s, {u"-layout"_s, u"-"_s, u"-"_s});
      text.write(pdf);
      text.closeWriteChannel();
      if (!text.waitForFinished(60'000)) return QString();
      return QString::fromUtf8(text.readAllStandardOutput());
    };
    const QString with = words(u"with.pdf"_s);
    QVERIFY(with.contains(u"The options compared"_s));
    QVERIFY(with.contains(u"(baseline)"_s));
    QVERIFY(with.contains(u"Time per step"_s));
    QTest::mouseClick(compare->findChild<QPushButton*>(u"compareWindow.report"_s), Qt::LeftButton);
    QVERIFY(!words(u"without.pdf"_s).contains(u"The options compared"_s));
    choose("actionUndo");
    QVERIFY(words(u"again.pdf"_s).contains(u"The options compared"_s));
    compare->close();
    choose("actionUndo");
  }
};

}  // namespace tst_actions

ASTROLABE_TEST(tst_actions, ActionsTest)
#include "tst_actions.moc"
