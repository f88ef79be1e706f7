// A window whose machines serve: chosen by the task, planned, ranked, shown and taken back, by mouse and
// keys.
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QtTest>

#include "tests/app/scenario_desk.h"
#include "tests/app/task_window.h"
#include "tests/program/test_program.h"
#include "ui/compare/comparison.h"
#include "ui/render/deployment_words.h"
#include "ui/results/deployment_ranking.h"
#include "ui/results/deployment_why_page.h"
#include "ui/results/results_panel.h"
#include "ui/results/serving_page.h"
#include "ui/results/serving_scale_view.h"
#include "ui/results/serving_sensitivity_view.h"

namespace tst_serving_window {

using namespace astrolabe;
using namespace Qt::StringLiterals;

namespace {

constexpr int kServingPatienceMs = 60'000;

}  // namespace

class ServingWindowTest : public QObject, ui::TaskWindow {
  Q_OBJECT

  ui::ServingPage& page() const { return *m_window->findChild<ui::ServingPage*>(); }
  /// The entry of the task by its keys.
  void choose(int task) const {
    auto& box = *m_window->findChild<QComboBox*>(u"goalDock.task"_s);
    box.setFocus();
    QTest::keyClick(&box, task == 1 ? Qt::Key_Down : Qt::Key_Up);
  }
  bool planned() const { return answered(kServingPatienceMs); }

 public:
  ServingWindowTest() : TaskWindow(u"deploymentRanking"_s) {}

 private slots:
  void initTestCase() { openFinished(); }
  void cleanupTestCase() { m_window.reset(); }

  /// The answer to another task takes the place of strategies, without a press of Run.
  void serves() {
    const QStringList before = titles();
    choose(1);
    QCOMPARE(ui::plan(*m_window).job.task, std::string("serve"));
    QVERIFY(planned());
    QCOMPARE(titles(),
             (QStringList{u"Ranking"_s, u"Serving"_s, u"Why"_s, u"Sensitivity"_s, u"Scale"_s, u"Log"_s}));
    QVERIFY(m_window->bridge().state() == ui::SearchBridge::State::Finished);
    QVERIFY(m_window->bridge().snapshot()->best.empty());
    const auto* words = m_window->findChild<QLabel*>(u"placementWords"_s);  // of the task's other planner
    QVERIFY2(words->text().startsWith(u"Replicas serve this job"_s), qPrintable(words->text()));
    const auto* best = m_window->findChild<QLabel*>(u"runBar.best"_s);
    QVERIFY2(best->text().contains(u"tok/s/GPU"_s), qPrintable(best->text()));
    m_window->document().undoStack().undo();
    QCOMPARE(titles(), before);
    QVERIFY(ui::finished(*m_window));
    QVERIFY(!m_window->bridge().snapshot()->best.empty());
    m_window->document().undoStack().redo();
    QVERIFY(planned());
  }

  /// Where layers lie over machines, the views are those of layers; the deployments' are gone.
  void showsTheViewsOfWhoAnswers() {
    auto& document = m_window->document();
    strategy::Job job = document.plan().job;
    Json asked = Json::parse(job.asked);
    asked["placement"] = "layers";
    job.asked = text_of(asked);
    document.undoStack().push(new ui::SetJob(document, job, u"placement"_s));
    QTRY_COMPARE(titles(), (QStringList{u"Layers"_s, u"Why"_s, u"Sensitivity"_s, u"Scale"_s, u"Log"_s}));
    document.undoStack().undo();
    QVERIFY(planned());
    QCOMPARE(titles().front(), u"Ranking"_s);
  }

  /// Print and preview stand open where there is a report.
  void isPrinted() {
    QTRY_VERIFY_WITH_TIMEOUT(m_window->actions()["actionPrint"]->isEnabled(), kServingPatienceMs);
    QVERIFY(m_window->actions()["actionPrintPreview"]->isEnabled());
  }

  /// A click on a row shows that deployment everywhere; every row keeps the promises.
  void selectsRows() {
    QTableView& table = ranking().table();
    QTRY_COMPARE_WITH_TIMEOUT(table.selectionModel()->currentIndex().row(), 0, kServingPatienceMs);
    for (const planning::OptionPtr& option : ranking().rows().options())
      QVERIFY(ui::fleetOf(option)->keeps_promises());
    if (ranking().rows().rowCount() < 2) return;
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(table.model()->index(1, 1)).center());
    const planning::LayoutPtr second = ranking().rows().options()[1]->layout;
    QVERIFY(planning::same(m_window->selection().layout(), second));
    QVERIFY(planning::same(page().option()->layout, second));
  }

  /// The page draws its views, and tells the same as tables.
  void showsThePage() {
    QTabBar& bar = *tabs().tabBar();
    QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.tabRect(1).center());
    QVERIFY(page().isVisible());
    QVERIFY(page().frontier().itemCount() > 0);
    QVERIFY(page().load().curve().size() > 10);
    for (const auto& point : page().load().curve()) QVERIFY(point.figures.tpot.value > 0.0);
    page().frontier().setFocus();
    QTest::keyClick(&page().frontier(), Qt::Key_Home);
    const planning::OptionPtr slowest = page().frontier().optionAt(0);
    QVERIFY(planning::same(m_window->selection().layout(), slowest->layout));
    page().setShowTable(true);
    for (const auto view : {ui::ServingPage::LoadShown, ui::ServingPage::IterationShown,
                            ui::ServingPage::RequestShown, ui::ServingPage::MemoryShown}) {
      page().showView(view);
      QVERIFY(page().copyText().count(u'\n') > 2);
    }
    page().setShowTable(false);
    QVERIFY(!page().figure().size.isEmpty());
  }

  /// Why the first is first, and what keeps a typed one from it; the same by the action of training.
  void tellsWhy() {
    auto& why = *m_window->findChild<ui::DeploymentWhyPage*>();
    m_window->actions()["actionWhy"]->trigger();
    QVERIFY(why.isVisible());
    const auto* chosen = why.findChild<QLabel*>(u"deploymentWhy.chosen"_s);
    QVERIFY2(chosen->text().contains(u"keep the promises"_s), qPrintable(chosen->text()));
    auto& replicas = *why.findChild<QSpinBox*>(u"deploymentWhy.replicas"_s);
    replicas.setValue(100'000);  // more than the cluster holds
    QTRY_VERIFY_WITH_TIMEOUT(!why.verdict().isEmpty(), kServingPatienceMs);
    QVERIFY(why.option() == nullptr);
    auto& pick = *why.findChild<QComboBox*>(u"deploymentWhy.pick"_s);
    pick.setCurrentIndex(0);
    emit pick.activated(0);
    QCOMPARE(why.verdict(), u"It is the first."_s);
    QVERIFY(planning::same(why.option()->layout, ranking().rows().options().front()->layout));
  }

  /// Each value moved, and more traffic, as plots with their tables.
  void movesValues() {
    auto& sensitivity = *m_window->findChild<ui::ServingSensitivityView*>();
    tabs().setCurrentWidget(&sensitivity);
    QTRY_VERIFY_WITH_TIMEOUT(sensitivity.hasFigure() && !sensitivity.isWorking(), kServingPatienceMs);
    QVERIFY(sensitivity.found()->swings.size() >= 6);
    auto& scale = *m_window->findChild<ui::ServingScaleView*>();
    tabs().setCurrentWidget(&scale);
    QTRY_VERIFY_WITH_TIMEOUT(scale.found() && !scale.isWorking(), kServingPatienceMs);
    QCOMPARE(scale.found()->points.size(), std::size_t(9));
  }

  /// A copy of the scenario asks the same; of both the comparison tells what they ask, and which to take.
  void comparesScenarios() {
    m_window->actions()["actionScenarioDuplicate"]->trigger();
    QVERIFY(planned());
    auto& document = m_window->document();
    strategy::Job job = document.plan().job;
    Json asked = Json::parse(job.asked);
    asked["promises"]["tpot_seconds"] = 0.2;
    job.asked = text_of(asked);
    document.undoStack().push(new ui::SetJob(document, job, u"promise"_s));
    QVERIFY(planned());
    m_window->answers().searchMissing();
    const std::vector<int> ids = ui::firstCompared(document.plan());
    QCOMPARE(ids.size(), std::size_t(2));
    const auto compared = [&] {
      return ui::compareScenarios(document, m_window->answers(), ids, ui::Theme::make(ui::ThemeKind::Light));
    };
    QTRY_VERIFY_WITH_TIMEOUT(!compared().decision.sentence.isEmpty(), kServingPatienceMs);
    const ui::Comparison comparison = compared();
    const auto has = [&](std::string_view field) {
      return std::any_of(comparison.rows.begin(), comparison.rows.end(),
                         [&](const ui::ComparedRow& row) { return field == row.field; });
    };
    for (const char* field : {"traffic", "input_tokens", "promises.tpot_seconds", "software", "precision",
                              "deployment", "usd_per_million_tokens"})
      QVERIFY2(has(field), field);
    for (const char* field : {"sequence_and_batch", "tokens", "step_seconds", "memory_headroom"})
      QVERIFY2(!has(field), field);
    document.undoStack().undo();
    document.undoStack().undo();
    QVERIFY(planned());
  }

  /// A promise that nothing keeps is told with what stands in the way; the ranking says so in words.
  void tellsWhatNothingKeeps() {
    auto& document = m_window->document();
    strategy::Job job = document.plan().job;
    Json asked = Json::parse(job.asked);
    asked["promises"] = {{"tpot_seconds", 1e-6}};
    job.asked = text_of(asked);
    document.undoStack().push(new ui::SetJob(document, job, u"promise"_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->bridge().state() == ui::SearchBridge::State::Finished &&
                                 !m_window->bridge().elsewhere().why.isEmpty(),
                             kServingPatienceMs);
    const auto* words = m_window->findChild<QLabel*>(u"deploymentRanking.words"_s);
    QVERIFY2(words->text().contains(u"time per token"_s), qPrintable(words->text()));
    document.undoStack().undo();
    QVERIFY(planned());
  }
};

}  // namespace tst_serving_window

ASTROLABE_TEST(tst_serving_window, ServingWindowTest)
#include "tst_serving_window.moc"
