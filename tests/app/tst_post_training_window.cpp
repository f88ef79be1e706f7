// A window that post-trains: chosen by the task, placed, ranked, shown, compared, presented and taken back,
// by mouse and keys.
#include <QComboBox>
#include <QLabel>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QtTest>

#include "tests/app/scenario_desk.h"
#include "tests/app/task_window.h"
#include "tests/program/test_program.h"
#include "ui/compare/comparison.h"
#include "ui/render/post_training_words.h"
#include "ui/results/iteration_page.h"
#include "ui/results/kind_ranking.h"
#include "ui/results/results_panel.h"
#include "ui/shell/presentation.h"

namespace tst_post_training_window {

using namespace astrolabe;
using namespace Qt::StringLiterals;

constexpr int kPlacingPatienceMs = 120'000;

class PostTrainingWindowTest : public QObject, ui::TaskWindow {
  Q_OBJECT

  ui::IterationPage& page() const { return *m_window->findChild<ui::IterationPage*>(); }
  bool placed() const { return answered(kPlacingPatienceMs); }

 public:
  PostTrainingWindowTest() : TaskWindow(u"post_trainingRanking"_s) {}

 private slots:
  void initTestCase() { openFinished(); }
  void cleanupTestCase() { m_window.reset(); }

  /// Placements take the place of strategies, without a press of Run; one step back they are gone.
  void postTrains() {
    const QStringList before = titles();
    auto& box = *m_window->findChild<QComboBox*>(u"goalDock.task"_s);
    box.setFocus();
    QTest::keyClick(&box, Qt::Key_End);
    QCOMPARE(ui::plan(*m_window).job.task, std::string("post_train"));
    QVERIFY(placed());
    QCOMPARE(titles(), (QStringList{u"Ranking"_s, u"Pareto"_s, u"Iteration"_s, u"Why"_s, u"Sensitivity"_s,
                                    u"Scale"_s, u"Log"_s}));
    const auto* best = m_window->findChild<QLabel*>(u"runBar.best"_s);
    QVERIFY2(best->text().contains(u"an iteration"_s), qPrintable(best->text()));
    m_window->document().undoStack().undo();
    QCOMPARE(titles(), before);
    QVERIFY(ui::finished(*m_window));
    m_window->document().undoStack().redo();
    QVERIFY(placed());
  }

  /// A click on a row shows that placement everywhere, on the page and on the canvas.
  void selectsRows() {
    QTableView& table = ranking().table();
    QTRY_COMPARE_WITH_TIMEOUT(table.selectionModel()->currentIndex().row(), 0, kPlacingPatienceMs);
    QVERIFY(ranking().rows().rowCount() > 1);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(table.model()->index(1, 1)).center());
    const planning::LayoutPtr second = ranking().rows().options()[1]->layout;
    QVERIFY(planning::same(m_window->selection().layout(), second));
    QVERIFY(planning::same(page().option()->layout, second));
    QTabBar& bar = *tabs().tabBar();
    QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.tabRect(2).center());
    QVERIFY(page().isVisible());
    QVERIFY(page().timeline().itemCount() > 0);
  }

  /// An edit makes the answer stale until it is found anew; the field of a role is part of the question.
  void isFoundAnew() {
    auto& document = m_window->document();
    const double before = page().option()->evaluation.tokens_per_second;
    auto& ahead = *m_window->findChild<QComboBox*>(u"postTraining.ahead"_s);
    ahead.setFocus();
    QTest::keyClick(&ahead, Qt::Key_Down);
    QVERIFY(m_window->bridge().isStale() ||
            m_window->bridge().state() == ui::SearchBridge::State::Searching ||
            ranking().rows().rowCount() > 0);
    QVERIFY(placed());
    QVERIFY(ranking().rows().options().front()->evaluation.tokens_per_second >= 0.99 * before);
    document.undoStack().undo();
    QVERIFY(placed());
  }

  /// Two scenarios have columns, rows and a decision.
  void comparesScenarios() {
    auto& document = m_window->document();
    ui::trigger(*m_window, "actionScenarioDuplicate");
    ui::edit(*m_window, 0, 2);
    QVERIFY(placed());
    m_window->answers().searchMissing();
    std::vector<int> ids;
    for (const plan::Scenario* scenario : plan::scenarios(document.plan())) ids.push_back(scenario->id);
    QCOMPARE(ids.size(), std::size_t{2});
    const auto compared = [&] {
      return ui::compareScenarios(document, m_window->answers(), ids, ui::Theme::make(ui::ThemeKind::Light));
    };
    QTRY_VERIFY_WITH_TIMEOUT(!compared().decision.sentence.isEmpty(), kPlacingPatienceMs);
    const ui::Comparison comparison = compared();
    bool iteration = false, dataflow = false;
    for (const ui::ComparedRow& row : comparison.rows) {
      iteration = iteration || QLatin1StringView(row.field) == "iteration_seconds"_L1;
      dataflow = dataflow || QLatin1StringView(row.field) == "dataflow"_L1;
    }
    QVERIFY(iteration && dataflow);
    QCOMPARE(comparison.decision.decision.winner, 0);  // twice the faster GPUs
  }

  /// Every page of a presentation says something; leaving it leaves the plan as it was.
  void presents() {
    ui::trigger(*m_window, "actionPresent");
    auto* pages = m_window->findChild<ui::Presentation*>();
    QVERIFY(pages);
    QVERIFY(QTest::qWaitForWindowExposed(pages));
    for (int i = 0; i < 12; ++i) {
      QVERIFY(!pages->grab().isNull());
      QTest::keyClick(pages, Qt::Key_Right);
    }
    QTest::keyClick(pages, Qt::Key_Escape);
    QTRY_VERIFY(m_window->findChild<ui::Presentation*>() == nullptr);
  }
};

}  // namespace tst_post_training_window

ASTROLABE_TEST(tst_post_training_window, PostTrainingWindowTest)
#include "tst_post_training_window.moc"
