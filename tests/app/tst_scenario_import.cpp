// Scenarios of another plan in the window: files that fail, names and constants that mean something else.

#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <functional>

#include "core/calibration/calibration.h"
#include "core/plan/plan_file.h"
#include "core/plan/samples.h"
#include "tests/app/scenario_desk.h"
#include "tests/program/test_program.h"
#include "ui/document/commands/import_scenarios.h"

namespace tst_scenario_import {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::document;
using ui::MainWindow;
using ui::opened;
using ui::plan;
using ui::trigger;

class ScenarioImportTest : public QObject {
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
    QTRY_COMPARE_WITH_TIMEOUT(plan(*window).others.size(), std::size_t(1), 30'000);
    QCOMPARE(plan(*window).cluster.pools.front().nodes, 6);
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
      return plan::make_problem(plan::plan_of(plan(*window), id), document(*window).catalogue())
          ->cluster.pools;
    };
    const auto original = asked(1);
    document(*window).undoStack().push(ui::importScenarios(document(*window), from, ui::Meaning::Ours));
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
    calibration::Calibration theirs;
    theirs.gpus = {"h100-sxm", "a100-sxm-80"};
    theirs.runs = 3;
    theirs.coefficients.gemm_hopper *= 0.9;
    theirs.date = "2026-11-20";
    theirs.source = "runs.csv";
    plan::Plan from = ours;
    from.calibration = calibration::to_json(theirs).dump();
    const ui::ImportConflicts conflicts = ui::importConflicts(document(*window), from);
    QVERIFY(conflicts.calibration && !conflicts.published);
    QCOMPARE(conflicts.constants, u"calibrated on 2026-11-20 from runs.csv"_s);
    QCOMPARE(conflicts.uncovered, QStringList());
    // Made on one of the two types; unreadable.
    plan::Plan other = from;
    theirs.gpus = {"h100-sxm"};
    other.calibration = calibration::to_json(theirs).dump();
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
    other.calibration = calibration::to_json(theirs).dump();
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

}  // namespace tst_scenario_import

ASTROLABE_TEST(tst_scenario_import, ScenarioImportTest)
#include "tst_scenario_import.moc"
