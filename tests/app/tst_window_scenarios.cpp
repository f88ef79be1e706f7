// Scenarios in the window: duplicated, changed, undone, looked at again without a search, saved.

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <functional>

#include "core/base/json.h"
#include "core/plan/calibration.h"
#include "core/plan/plan_file.h"
#include "core/plan/samples.h"
#include "tests/app/scenario_desk.h"
#include "tests/program/test_program.h"
#include "ui/compare/compare_window.h"
#include "ui/document/commands/adopt_plan.h"
#include "ui/document/commands/import_scenarios.h"
#include "ui/document/commands/scenarios.h"
#include "ui/results/named_plot.h"
#include "ui/results/pareto_view.h"
#include "ui/results/ranking_view.h"
#include "ui/results/results_panel.h"

namespace tst_window_scenarios {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::document;
using ui::edit;
using ui::MainWindow;
using ui::opened;
using ui::plan;
using ui::SearchBridge;
using ui::threeScenarios;
using ui::trigger;
using State = SearchBridge::State;

namespace {

constexpr int kPatienceMs = 30000;

int nodes(MainWindow& window) { return plan(window).cluster.pools.front().nodes; }

}  // namespace

class WindowScenariosTest : public QObject {
  Q_OBJECT

  /// Imports a plan by the menu. `answer` sees the question that comes and names the button that is pressed.
  void importFrom(MainWindow& window, const plan::Plan& from,
                  const std::function<QString(QMessageBox& question)>& answer) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"other.astrolabe"_s);
    QVERIFY(plan::write_plan(plan::PlanFile{from}, path.toStdString()));
    ui::whenAsked(this, [&](QWidget* dialog) {
      auto* files = qobject_cast<QFileDialog*>(dialog);
      if (files == nullptr) return dialog->close(), void();
      ui::whenAsked(this, [&](QWidget* box) {
        auto* question = qobject_cast<QMessageBox*>(box);
        const QString button = question != nullptr ? answer(*question) : QString();
        if (auto* pressed = box->findChild<QPushButton*>(button); pressed != nullptr && !button.isEmpty())
          QTest::mouseClick(pressed, Qt::LeftButton);
        else
          box->close();
      });
      files->selectFile(path);
      files->findChild<QLineEdit*>()->setText(path);
      QMetaObject::invokeMethod(files, "accept");
    });
    trigger(window, "actionScenarioImport");
  }

 private slots:
  void initTestCase() {
    ui::dress();
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  }
  void duplicatedChangedAndUndone() {
    const auto window = opened(true);
    auto* box = window->findChild<QComboBox*>(u"tool.scenario"_s);
    QCOMPARE(box->count(), 1);
    QCOMPARE(box->currentText(), u"A: 32 H100 + 32 A100"_s);
    trigger(*window, "actionScenarioDuplicate");
    QCOMPARE(box->count(), 2);
    QCOMPARE(box->currentText(), u"B: 32 H100 + 32 A100"_s);
    edit(*window, 0, 2);
    QCOMPARE(box->currentText(), u"B: 16 H100 + 32 A100"_s);
    // Looking at the first changes nothing that undo would take back.
    const int steps = document(*window).undoStack().index();
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Up);
    QCOMPARE(plan(*window).id, 1);
    QCOMPARE(nodes(*window), 4);
    QCOMPARE(document(*window).undoStack().index(), steps);
    QCOMPARE(box->itemText(0), u"A: 32 H100 + 32 A100 (baseline)"_s);
    // The line under the canvas tells the difference to the baseline, and of that how it was.
    auto* difference = window->findChild<QLabel*>(u"canvasTotals.change"_s);
    QVERIFY2(difference->text().isEmpty(), qPrintable(difference->text()));
    document(*window).showScenario(2);
    QVERIFY2(difference->text().startsWith(u"to the baseline −16 GPUs"_s), qPrintable(difference->text()));
    document(*window).showScenario(1);
    // Undo shows where it takes something back.
    trigger(*window, "actionUndo");
    QCOMPARE(plan(*window).id, 2);
    QCOMPARE(nodes(*window), 4);
    trigger(*window, "actionRedo");
    QCOMPARE(nodes(*window), 2);
    trigger(*window, "actionUndo");
    trigger(*window, "actionUndo");
    QCOMPARE(box->count(), 1);
    QVERIFY(!document(*window).isModified());
    QVERIFY(!window->actions()["actionScenarioRemove"]->isEnabled());
  }
  void keysStepThroughThem() {
    const auto window = threeScenarios();
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get()));
    QTest::keyClick(window.get(), Qt::Key_PageDown, Qt::ControlModifier);  // behind the last comes the first
    QCOMPARE(plan(*window).id, 1);
    QTest::keyClick(window.get(), Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(plan(*window).id, 3);
    QTest::keyClick(window.get(), Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(plan(*window).id, 2);
    QTest::keyClick(window.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(plan(*window).id, 4);
    QCOMPARE(nodes(*window), 2);
  }
  void removedAndBaseline() {
    const auto window = threeScenarios();
    trigger(*window, "actionScenarioBaseline");
    QCOMPARE(plan(*window).baseline, 3);
    QVERIFY(!window->actions()["actionScenarioBaseline"]->isEnabled());  // it is that already
    trigger(*window, "actionScenarioRemove");
    QCOMPARE(plan(*window).id, 2);
    QCOMPARE(plan(*window).baseline, 1);
    trigger(*window, "actionUndo");
    QCOMPARE(plan(*window).id, 3);
    QCOMPARE(plan(*window).baseline, 3);
    trigger(*window, "actionUndo");
    QCOMPARE(plan(*window).baseline, 1);
  }
  /// The next scenario gets the number of one that was removed: nothing that named that one is of it.
  void whatNamedARemovedOneGoesWithIt() {
    const auto window = threeScenarios();
    plan::Plan named = plan(*window);
    named.presentation =
        R"([{"page":"winner","scenario":3},{"page":"cost","shown":true},{"page":"why","scenario":1}])";
    named.report = R"({"compared":[1,3],"title":"Mine"})";
    document(*window).undoStack().push(new ui::AdoptPlan(document(*window), named, u"names"_s));
    trigger(*window, "actionScenarioRemove");
    const Json steps = Json::parse(plan(*window).presentation);
    QCOMPARE(steps.size(), std::size_t(2));
    QCOMPARE(steps[0]["page"].get<std::string>(), std::string("cost"));
    QCOMPARE(steps[1]["scenario"].get<int>(), 1);
    const Json report = Json::parse(plan(*window).report);
    QVERIFY(report["compared"] == Json::array({1}));
    QCOMPARE(report["title"].get<std::string>(), std::string("Mine"));
    trigger(*window, "actionScenarioDuplicate");
    QCOMPARE(plan(*window).id, 3);
    trigger(*window, "actionUndo");
    trigger(*window, "actionUndo");
    QVERIFY(plan(*window) == named);
  }
  /// Nor is its answer that one's; where the removal is undone, it is still its own.
  void theAnswerOfARemovedOneGoesWithIt() {
    const auto window = opened();
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    window->bridge().run();
    QVERIFY(ui::finished(*window));
    const ui::ScenarioAnswers& answers = window->answers();
    QVERIFY(answers.of(2) && !answers.isStale(2) && !answers.of(1));
    trigger(*window, "actionScenarioRemove");
    QCOMPARE(plan(*window).id, 1);
    trigger(*window, "actionUndo");
    QVERIFY(answers.of(2) && !answers.isStale(2));
    QVERIFY(window->bridge().snapshot());
    trigger(*window, "actionScenarioRemove");
    trigger(*window, "actionScenarioDuplicate");
    QCOMPARE(plan(*window).id, 2);
    QVERIFY(!answers.of(2));
    QVERIFY(!window->bridge().snapshot());
  }
  /// The window that compares may still offer one that has gone.
  void noBaselineThatHasGone() {
    const auto window = threeScenarios();
    trigger(*window, "actionScenarioCompare");
    auto* compare = window->findChild<ui::CompareWindow*>();
    QVERIFY(compare);
    const plan::Plan before = plan(*window);
    const int steps = document(*window).undoStack().index();
    emit compare->baselineChosen(9);
    QVERIFY(plan(*window) == before);
    QCOMPARE(document(*window).undoStack().index(), steps);
    emit compare->baselineChosen(2);
    QCOMPARE(plan(*window).baseline, 2);
  }
  /// From one answer to another: the programs of the one that is shown are worked out.
  void programsOfAScenarioThatIsShownAgain() {
    const auto window = opened(true);
    QVERIFY(ui::finished(*window));
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    QVERIFY(ui::finished(*window));
    const auto& programs = window->findChild<ui::ResultsPanel*>()->programs();
    const auto known = [&] { return programs.beside(*window->bridge().snapshot()).has_value(); };
    QTRY_VERIFY_WITH_TIMEOUT(known(), 2 * kPatienceMs);
    document(*window).showScenario(1);
    QCOMPARE(window->bridge().state(), State::Finished);
    QVERIFY(!known());
    QTRY_VERIFY_WITH_TIMEOUT(known(), 2 * kPatienceMs);
    // Another plan in its place, while a program stands in the ranking.
    const auto* ranking = window->findChild<ui::RankingView*>();
    QTRY_COMPARE(ranking->model()->rowCount(), int(window->bridge().snapshot()->best.size()) + 1);
    window->openEmpty();
    QCOMPARE(ranking->model()->rowCount(), 0);
  }
  void lookedAtAgainWithoutASearch() {
    const auto window = opened(true);
    QVERIFY(ui::finished(*window));
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    QVERIFY(ui::finished(*window));
    const double second = window->bridge().snapshot()->best.front().tokens_per_second;
    int began = 0;
    connect(&window->bridge(), &SearchBridge::stateChanged, window.get(),
            [&] { began += window->bridge().state() == State::Searching ? 1 : 0; });
    document(*window).showScenario(1);
    QCOMPARE(window->bridge().state(), State::Finished);  // at once
    QVERIFY(!window->bridge().isStale());
    const double first = window->bridge().snapshot()->best.front().tokens_per_second;
    QVERIFY(first > 1.2 * second);  // 64 GPUs, not 48
    document(*window).showScenario(2);
    QTest::qWait(50);
    QCOMPARE(window->bridge().snapshot()->best.front().tokens_per_second, second);
    QCOMPARE(began, 0);
    edit(*window, 0, 3);
    QVERIFY(ui::finished(*window));
    QVERIFY(began > 0);
  }
  void aCopyHasTheAnswerOfTheOriginal() {
    const auto window = opened(true);
    QVERIFY(ui::finished(*window));
    window->bridge().setLive(false);
    const double speed = window->bridge().snapshot()->best.front().tokens_per_second;
    trigger(*window, "actionScenarioDuplicate");
    QCOMPARE(window->bridge().state(), State::Finished);
    QVERIFY(!window->bridge().isStale());
    QCOMPARE(window->bridge().snapshot()->best.front().tokens_per_second, speed);
    edit(*window, 0, 3);
    QVERIFY(window->bridge().isStale());
    trigger(*window, "actionUndo");
    QVERIFY(!window->bridge().isStale());
  }
  void answersOfOthersAreStaleAfterASharedEdit() {
    const auto window = threeScenarios();
    QVERIFY(ui::finished(*window));
    window->answers().searchMissing();
    QTRY_VERIFY_WITH_TIMEOUT(window->answers().of(1) && window->answers().of(2), kPatienceMs);
    QVERIFY(!window->answers().isStale(1));
    plan::Plan next = plan(*window);  // another price of the H100, which every scenario has
    next.own_types.gpu_rents.push_back({"h100-sxm", UsdPerHour(1.0), {}});
    document(*window).apply(next);
    QVERIFY(window->answers().isStale(1));
    QVERIFY(window->answers().isStale(2));
  }
  void theBaselineIsAStarInThePlot() {
    const auto window = opened(true);
    QVERIFY(ui::finished(*window));
    auto* plot = window->findChild<ui::ParetoView*>();
    QVERIFY(!plot->baseline());  // it is looked at itself
    const cost::Evaluation first = window->bridge().snapshot()->best.front();
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    QVERIFY(ui::finished(*window));
    QVERIFY(plot->baseline());
    QCOMPARE(plot->baseline()->name, u"A: 32 H100 + 32 A100"_s);
    QCOMPARE(plot->baseline()->evaluation.tokens_per_second, first.tokens_per_second);
    window->findChild<QTabWidget*>(u"resultsTabs"_s)->setCurrentIndex(1);
    QTRY_VERIFY(plot->isVisible());
    const auto* drawn = plot->findChild<ui::NamedPlot*>();
    const auto star = [&] {
      for (int i = 0; i < drawn->itemCount(); ++i)
        if (drawn->itemName(i).startsWith(u"Baseline A: 32 H100"_s)) return true;
      return false;
    };
    QTRY_VERIFY(star());
    // It lies within the plot: twice as many H100 are faster than anything of this scenario.
    QTRY_VERIFY(drawn->yAxis->range().upper * 1e3 > first.tokens_per_second);
    plot->setShowTable(true);
    const auto* table = plot->findChild<QTableWidget*>();
    QVERIFY(table->item(table->rowCount() - 1, 0)->text().startsWith(u"Baseline A: "_s));
    if (const QString folder = qEnvironmentVariable("ASTROLABE_KEEP_PICTURES"); !folder.isEmpty()) {
      plot->setShowTable(false);
      QTest::qWait(400);
      window->resize(1280, 800);
      QTest::qWait(400);
      window->grab().save(QDir(folder).filePath(u"star.png"_s));
    }
    document(*window).showScenario(1);
    QVERIFY(!plot->baseline());
  }
  void searchesBehindTheWindowAreStopped() {
    const auto window = threeScenarios();
    QVERIFY(ui::finished(*window));
    window->bridge().setLive(false);
    ui::ScenarioAnswers& answers = window->answers();
    answers.searchMissing();  // by itself nothing begins
    QVERIFY(!answers.isSearching(1) && !answers.isSearching(2));
    answers.search(1);
    answers.search(2);
    QVERIFY(answers.isSearching(1) && answers.isSearching(2));
    answers.stop(2);  // it waits
    QVERIFY(!answers.isSearching(2));
    answers.stop(1);  // it runs: with what it has, or none where it had not begun
    QTRY_VERIFY(!answers.isSearching(1));
    answers.search(2);  // the next one is not held up
    QTRY_VERIFY_WITH_TIMEOUT(answers.of(2) && !answers.isSearching(2), kPatienceMs);
    QVERIFY(!answers.isStale(2));
    // Nor does it go on when the window is closed.
    answers.search(1);
    answers.search(2);
    QVERIFY(answers.isSearching(1) && answers.isSearching(2));
    window->close();
    QVERIFY(!answers.isSearching(1) && !answers.isSearching(2));
  }
  void A23_savedWithThePlan() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"three.astrolabe"_s);
    {
      const auto window = threeScenarios();
      document(*window).undoStack().push(ui::renameScenario(document(*window), 2, "Half"));
      document(*window).showScenario(2);
      QVERIFY(window->saveFile(path));
    }
    MainWindow again;
    again.setAskOnClose(false);
    QVERIFY(again.openFile(path));
    auto* box = again.findChild<QComboBox*>(u"tool.scenario"_s);
    QCOMPARE(box->count(), 3);
    QCOMPARE(box->currentText(), u"B: Half"_s);
    QCOMPARE(nodes(again), 2);
    // Another plan takes its scenarios over.
    const auto other = opened(true);
    const auto read = plan::read_plan(path.toStdString());
    document(*other).undoStack().push(ui::importScenarios(document(*other), read->plan));
    QCOMPARE(other->findChild<QComboBox*>(u"tool.scenario"_s)->count(), 4);
    QCOMPARE(other->findChild<QComboBox*>(u"tool.scenario"_s)->itemText(2), u"C: Half"_s);
  }
  /// No plan: another file is chosen for the import, the plan at hand stays open.
  void anImportThatFailsIsTriedAgain() {
    const QTemporaryDir folder;
    const QString good = folder.filePath(u"good.astrolabe"_s), bad = folder.filePath(u"bad.astrolabe"_s);
    QFile nonsense(bad);
    QVERIFY(nonsense.open(QIODevice::WriteOnly));
    nonsense.write(QByteArray(4096, 'x'));
    nonsense.close();
    plan::PlanFile file{plan::sample_plan()};
    file.plan.cluster.pools.front().nodes = 6;
    QVERIFY(plan::write_plan(file, good.toStdString()));
    const auto window = opened();
    ui::saveAs(window.get(), bad);
    trigger(*window, "actionScenarioImport");
    QCOMPARE(ui::fileBanner(*window).message().code, u"AST-F402"_s);
    QVERIFY(plan(*window).others.empty());
    ui::saveAs(window.get(), good);
    ui::pressNamed(*window, "fileBanner.choose");
    QTRY_COMPARE(plan(*window).others.size(), std::size_t(1));
    QCOMPARE(nodes(*window), 6);
    QCOMPARE(document(*window).path(), QString());
  }
  /// Scenarios that come in with another H100 and another rent of A100: told, and either our meaning holds or
  /// theirs under a new name; what was here never changes.
  void whatIsMeantElsewhereIsTold() {
    const auto window = opened();
    const hardware::Catalogue& built = hardware::Catalogue::built_in();
    const plan::Plan ours = plan(*window);
    const auto gpuOf = [&](std::size_t pool) {
      return *built.find_gpu(document(*window).gpuOf(ours.cluster.pools[pool]));
    };
    plan::Plan from = ours;
    hardware::Gpu larger = gpuOf(0);
    const double before = larger.memory->value;
    larger.memory = Bytes{2.0 * before};
    larger.source = {"Offer 17", "2026-01-01", true};
    from.own_types.gpus.push_back(larger);
    from.own_types.gpu_rents.push_back({gpuOf(1).id, UsdPerHour{9.0}, {"Offer 17", "2026-01-01", true}});
    const ui::ImportConflicts conflicts = ui::importConflicts(document(*window), from);
    QCOMPARE(conflicts.types, QStringList{QString::fromStdString(larger.name)});
    QCOMPARE(conflicts.prices, QStringList{QString::fromStdString(gpuOf(1).name)});
    QVERIFY(!conflicts.calibration);
    QVERIFY(ui::importConflicts(document(*window), ours).empty());
    const auto asked = [&](int id) {
      return plan::make_problem(plan::plan_of(plan(*window), id), document(*window).catalogue())->cluster.pools;
    };
    const auto original = asked(1);
    document(*window).undoStack().push(
        ui::importScenarios(document(*window), from, ui::Meaning::Ours));
    QCOMPARE(asked(2)[0].gpu.memory->value, before);
    QVERIFY(asked(2)[1].usd_per_gpu_hour->value == original[1].usd_per_gpu_hour->value);
    document(*window).undoStack().undo();
    QVERIFY(plan(*window) == ours);

    // From the menu, by the buttons.
    QString told;
    importFrom(*window, from, [&](QMessageBox& question) {
      told = question.informativeText();
      return u"importConflicts.theirs"_s;
    });
    QVERIFY2(told.contains(QString::fromStdString(larger.name)), qPrintable(told));
    QVERIFY2(told.contains(QString::fromStdString(gpuOf(1).name)), qPrintable(told));
    QCOMPARE(plan(*window).others.size(), std::size_t(1));
    QCOMPARE(asked(2)[0].gpu.memory->value, 2.0 * before);
    QVERIFY(asked(2)[0].gpu.id != original[0].gpu.id);
    QCOMPARE(asked(2)[1].usd_per_gpu_hour->value, 9.0);
    QCOMPARE(asked(1)[0].gpu.memory->value, before);
    QCOMPARE(asked(1)[1].usd_per_gpu_hour->value, original[1].usd_per_gpu_hour->value);
    QCOMPARE(document(*window).undoStack().count(), 1);
    document(*window).undoStack().undo();
    QVERIFY(plan(*window) == ours);
  }
  /// Scenarios that are predicted with constants of their own: what those are is told, and they come with
  /// them in the same step where that is wanted, for the scenarios that are here as well.
  void theirConstantsComeWithThem() {
    const auto window = opened();
    const plan::Plan ours = plan(*window);
    plan::Calibration theirs;
    theirs.gpus = {"h100-sxm", "a100-sxm-80"};
    theirs.runs = 3;
    theirs.coefficients.gemm_hopper *= 0.9;
    theirs.date = "2026-11-20";
    theirs.source = "runs.csv";
    plan::Plan from = ours;
    from.calibration = plan::to_json(theirs).dump();
    const ui::ImportConflicts conflicts = ui::importConflicts(document(*window), from);
    QVERIFY(conflicts.calibration && !conflicts.published);
    QCOMPARE(conflicts.constants, u"calibrated on 2026-11-20 from runs.csv"_s);
    QCOMPARE(conflicts.uncovered, QStringList());
    // Made on one of the two types; unreadable.
    plan::Plan other = from;
    theirs.gpus = {"h100-sxm"};
    other.calibration = plan::to_json(theirs).dump();
    const hardware::Gpu* a100 = hardware::Catalogue::built_in().find_gpu("a100-sxm-80");
    QCOMPARE(ui::importConflicts(document(*window), other).uncovered,
             QStringList{QString::fromStdString(a100->name)});
    other.calibration = "{}";
    QVERIFY(ui::importConflicts(document(*window), other).constants.isEmpty());

    const auto hopper = [&](int id) {
      const plan::Plan alone = plan::plan_of(plan(*window), id);
      const auto problem = plan::make_problem(alone, document(*window).catalogue());
      return problem && problem->coefficients ? problem->coefficients->gemm_hopper : 0.0;
    };
    QString told;
    const auto answered = [&](bool take) {
      return [&told, take](QMessageBox& question) {
        told = question.informativeText();
        auto* constants = question.findChild<QCheckBox*>(u"importConflicts.constants"_s);
        if (constants == nullptr || constants->isChecked()) return QString();
        if (take) QTest::keyClick(constants, Qt::Key_Space);
        return u"importConflicts.ours"_s;
      };
    };
    importFrom(*window, from, answered(false));
    QVERIFY2(told.contains(u"calibrated on 2026-11-20 from runs.csv"_s), qPrintable(told));
    QCOMPARE(plan(*window).others.size(), std::size_t(1));
    QVERIFY(plan(*window).calibration.empty());
    document(*window).undoStack().undo();
    QVERIFY(plan(*window) == ours);
    importFrom(*window, from, answered(true));
    QCOMPARE(plan(*window).others.size(), std::size_t(1));
    QCOMPARE(plan(*window).calibration, from.calibration);
    for (const int id : {1, 2}) QCOMPARE(hopper(id), theirs.coefficients.gemm_hopper);
    QCOMPARE(document(*window).undoStack().count(), 1);
    // Now they are ours, whenever they were made; a plan with the published ones offers those.
    theirs.gpus = {"h100-sxm", "a100-sxm-80"};
    theirs.date = "2026-11-25";
    other.calibration = plan::to_json(theirs).dump();
    QVERIFY(!ui::importConflicts(document(*window), other).calibration);
    importFrom(*window, ours, answered(true));
    QCOMPARE(plan(*window).others.size(), std::size_t(2));
    QVERIFY(plan(*window).calibration.empty());
    document(*window).undoStack().undo();
    QCOMPARE(plan(*window).calibration, from.calibration);
    document(*window).undoStack().undo();
    QVERIFY(plan(*window) == ours);
  }
};

}  // namespace tst_window_scenarios

ASTROLABE_TEST(tst_window_scenarios, WindowScenariosTest)
#include "tst_window_scenarios.moc"
