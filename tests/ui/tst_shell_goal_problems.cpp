// Goal panel: what contradicts itself is told at the field before a run, and its buttons mend it.

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "core/engine.h"
#include "core/plan/contradictions.h"
#include "core/runtimes/runtime.h"
#include "tests/program/test_program.h"
#include "tests/ui/goal_desk.h"
#include "ui/document/commands/set_job.h"
#include "ui/document/commands/set_link.h"
#include "ui/document/plan_document.h"
#include "ui/document/space_estimate.h"
#include "ui/render/numbers.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/job_details.h"
#include "ui/shell/number_field.h"

namespace tst_shell_goal_problems {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::GoalPanel;
using ui::NumberField;
using ui::PlanDocument;
using ui::sample;
using ui::type;

class ShellGoalProblemsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void contradictionsAreToldBeforeARun() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    // 32 H100 at 10.00 and 32 A100 at 4.00 dollars an hour: 448.
    panel.findChild<QCheckBox*>(u"goalPanel.usdPerHour.check"_s)->click();
    type(panel, "goalPanel.usdPerHour", u"400"_s);
    auto* error = panel.findChild<QLabel*>(u"goalPanel.usdPerHour.error"_s);
    QVERIFY2(error->text().contains(u"448"_s), qPrintable(error->text()));
    QVERIFY(!error->isHidden());
    type(panel, "goalPanel.usdPerHour", u"448"_s);
    QVERIFY2(error->text().isEmpty(), qPrintable(error->text()));
    type(panel, "goalPanel.usdPerHour", u"400"_s);
    QVERIFY(!error->text().isEmpty());
    // When GPUs may stay unused, fewer of them may keep the limit.
    document.undoStack().push(new ui::SetChoose(document, hardware::Choose{}));
    QVERIFY2(error->text().isEmpty(), qPrintable(error->text()));
  }

  /// The runtime of the job: chosen it is one undo step and said in the file, and there is a way back to what
  /// is assumed.
  void theSoftwareOfTheJob() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    auto* box = panel.findChild<QComboBox*>(u"goalPanel.software"_s);
    QVERIFY(box != nullptr);
    QVERIFY((box->focusPolicy() & Qt::TabFocus) != 0);
    QCOMPARE(box->count(), int(runtimes::runtimes().size()) + 1);
    QCOMPARE(box->currentIndex(), 0);
    const auto assumed = [box] { return box->accessibleName().endsWith(u", assumed"_s); };
    QVERIFY(assumed());
    QTest::keyClick(box, Qt::Key_Down);
    QTest::keyClick(box, Qt::Key_Down);
    const strategy::Job& job = document.plan().job;
    QCOMPARE(QString::fromStdString(job.software.runtime),
             QString::fromStdString(runtimes::runtimes()[1].id));
    QVERIFY(strategy::is_stated(job, "software.runtime") && !assumed());
    QVERIFY(strategy::to_json(*strategy::read_job(strategy::to_json(job))) == strategy::to_json(job));
    QCOMPARE(document.undoStack().count(), 2);
    auto* back = panel.findChild<QAction*>(u"goalPanel.software.default"_s);
    QVERIFY(back->isEnabled());
    back->trigger();
    QVERIFY(job.software.runtime.empty() && assumed() && !back->isEnabled());
    QCOMPARE(box->currentIndex(), 0);
    document.undoStack().undo();
    QCOMPARE(box->currentText(), QString::fromStdString(runtimes::runtimes()[1].title));
  }

  /// Two limits that exclude each other: told at the one that the deadline leaves no room, mended there as
  /// one undo step; without the deadline there is nothing to tell.
  void limitsAgainstTheDeadline() {
    PlanDocument document;
    document.reset(sample(), {});
    document.undoStack().push(new ui::SetChoose(document, hardware::Choose{}));
    GoalPanel panel(document);
    panel.show();
    panel.findChild<QCheckBox*>(u"goalPanel.deadline.check"_s)->click();
    type(panel, "goalPanel.deadline", u"4000"_s);
    panel.findChild<QCheckBox*>(u"goalPanel.usdPerHour.check"_s)->click();
    type(panel, "goalPanel.usdPerHour", u"40"_s);
    auto* error = panel.findChild<QLabel*>(u"goalPanel.usdPerHour.error"_s);
    QVERIFY2(error->text().contains(u"finish within"_s), qPrintable(error->text()));
    const int steps = document.undoStack().index();
    QTest::mouseClick(panel.findChild<QPushButton*>(u"goalPanel.usdPerHour.fixes.set"_s), Qt::LeftButton);
    QVERIFY2(error->text().isEmpty(), qPrintable(error->text()));
    QVERIFY(plan::contradictions(*document.problem()).empty());
    QCOMPARE(document.undoStack().index(), steps + 1);
    document.undoStack().undo();
    QVERIFY(!error->text().isEmpty());
    panel.findChild<QCheckBox*>(u"goalPanel.deadline.check"_s)->click();
    QVERIFY2(error->text().isEmpty(), qPrintable(error->text()));
  }

  /// AST-C110: 3,200 GB/s is above every network of the catalogue; in bits it is an eighth, 400 GB/s. Told
  /// with the pool and the value, set by a button as one step, for a link between pools as well.
  void bandwidthsThatMayBeBits() {
    PlanDocument document;
    plan::PlanFile file = sample();
    file.plan.cluster.pools[0].inter_node_gb_per_s = 3200.0;
    document.reset(std::move(file), {});
    GoalPanel panel(document);
    panel.show();
    auto* told = panel.findChild<QLabel*>(u"goalPanel.doubts.text"_s);
    const QString pool = QString::fromStdString(document.plan().cluster.pools[0].id);
    QVERIFY(told->isVisible());
    for (const QString& part : {u"“%1”"_s.arg(pool), ui::bandwidthText(3.2e12), u"[AST-C110]"_s})
      QVERIFY2(told->text().contains(part), qPrintable(told->text()));
    const auto button = [&] { return panel.findChild<QPushButton*>(u"goalPanel.doubts.fixes.bits"_s); };
    QVERIFY(button());
    QVERIFY2(button()->text().contains(ui::bandwidthText(4e11)), qPrintable(button()->text()));
    QTest::mouseClick(button(), Qt::LeftButton);
    QCOMPARE(document.plan().cluster.pools[0].inter_node_gb_per_s.value(), 400.0);
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(!told->isVisible());
    QVERIFY(document.problem()->cluster.warnings.empty());
    document.undoStack().undo();
    QVERIFY(told->isVisible());
    document.undoStack().redo();

    const hardware::BetweenPools link = document.plan().cluster.between_pools.front();
    document.undoStack().push(new ui::SetLink(document, link.a, link.b, 3200.0, link.latency_us));
    QVERIFY(told->isVisible());
    QVERIFY2(told->text().contains(
                 u"“%1” and “%2”"_s.arg(QString::fromStdString(link.a), QString::fromStdString(link.b))),
             qPrintable(told->text()));
    QTest::mouseClick(button(), Qt::LeftButton);
    QCOMPARE(document.plan().cluster.between_pools.front().gb_per_s, 400.0);
    QCOMPARE(document.plan().cluster.pools[0].inter_node_gb_per_s.value(), 400.0);
    QVERIFY(!told->isVisible());
  }

  /// AST-C111: sequences of more tokens than the model states positions, told with both numbers.
  void sequencesBeyondThePositions() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    auto* told = panel.findChild<QLabel*>(u"goalPanel.doubts.text"_s);
    QVERIFY(!told->isVisible());
    const int positions = document.problem()->graph->max_sequence;
    QVERIFY(positions > 0);
    strategy::Job job = document.plan().job;
    job.sequence_length = 2 * positions;
    document.undoStack().push(new ui::SetJob(document, job, u"sequence length"_s));
    QVERIFY(told->isVisible());
    for (const QString& part : {ui::wholeText(positions), ui::wholeText(2 * positions), u"[AST-C111]"_s})
      QVERIFY2(told->text().contains(part), qPrintable(told->text()));
    document.undoStack().undo();
    QVERIFY(!told->isVisible());
  }

  /// AST-J102: a limit on the purchase of machines that nobody buys is not held, and that is said.
  void purchaseLimitsOfRentedMachines() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    auto* told = panel.findChild<QLabel*>(u"goalPanel.doubts.text"_s);
    QVERIFY(!told->isVisible());
    strategy::Job job = document.plan().job;
    job.cost.basis = hardware::CostBasis::rent;
    job.limits.purchase_usd = 1e5;
    document.undoStack().push(new ui::SetJob(document, job, u"purchase limit"_s));
    QVERIFY(document.problem());
    QVERIFY(told->isVisible());
    QVERIFY2(told->text().contains(u"not held"_s) && told->text().contains(u"[AST-J102]"_s),
             qPrintable(told->text()));
    document.undoStack().undo();
    QVERIFY(!told->isVisible());
  }

  /// Degrees of a file that take more GPUs than there are: each of them, and how many there are.
  void degreesAboveTheGpus() {
    PlanDocument document;
    plan::PlanFile file = sample();
    file.plan.job.allowed = {{"data_parallel", {"64", "128"}}, {"tensor_parallel", {"4"}}};
    document.reset(std::move(file), {});
    GoalPanel panel(document);
    auto* error = panel.findChild<QLabel*>(u"goalPanel.goal.error"_s);
    QVERIFY(!error->isHidden());
    for (const QString& part :
         {u"tensor_parallel 4"_s, u"data_parallel 64"_s, u"64 may be used"_s, u"[AST-S302]"_s})
      QVERIFY2(error->text().contains(part), qPrintable(error->text()));
    strategy::Job job = document.plan().job;
    job.allowed = {};
    document.undoStack().push(new ui::SetJob(document, job, u"degrees"_s));
    QVERIFY2(error->text().isEmpty(), qPrintable(error->text()));
  }

  /// AST-S302: at every limit that nothing can keep stand buttons, and each of them takes the contradiction
  /// away in one step that is undone in one.
  void contradictionsAreMendedAtTheField_data() {
    QTest::addColumn<QString>("limit");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("button");
    for (const auto& [limit, typed, second] :
         {std::tuple(u"usdPerHour"_s, u"400"_s, u"ask"_s), std::tuple(u"power"_s, u"20"_s, u"ask"_s),
          std::tuple(u"budget"_s, u"1000"_s, u"off"_s), std::tuple(u"deadline"_s, u"10"_s, u"off"_s),
          std::tuple(u"usdPerTokens"_s, u"1000"_s, u"off"_s), std::tuple(u"power"_s, u"0.1"_s, u"off"_s)})
      for (const QString& button : {u"set"_s, second})
        QTest::addRow("%s %s %s", qPrintable(limit), qPrintable(typed), qPrintable(button))
            << limit << typed << button;
  }
  void contradictionsAreMendedAtTheField() {
    QFETCH(QString, limit);
    QFETCH(QString, typed);
    QFETCH(QString, button);
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    panel.findChild<QCheckBox*>(u"goalPanel.%1.check"_s.arg(limit))->click();
    type(panel, qPrintable(u"goalPanel."_s + limit), typed);
    auto* error = panel.findChild<QLabel*>(u"goalPanel.%1.error"_s.arg(limit));
    QVERIFY2(error->text().endsWith(u"[AST-S302]"_s), qPrintable(error->text()));
    QVERIFY(error->isVisible());
    const plan::Plan before = document.plan();
    const int steps = document.undoStack().index();
    auto* mend = panel.findChild<QPushButton*>(u"goalPanel.%1.fixes.%2"_s.arg(limit, button));
    QVERIFY(mend && mend->isVisible());
    mend->click();
    QVERIFY2(error->text().isEmpty(), qPrintable(error->text()));
    QVERIFY(document.problem().has_value());
    QVERIFY(plan::contradictions(*document.problem()).empty());
    QCOMPARE(document.undoStack().index(), steps + 1);
    const strategy::Limits& limits = document.plan().job.limits;
    if (limit == u"usdPerHour"_s && button == u"set"_s) QCOMPARE(*limits.usd_per_hour, 448.0);
    // 32 A100 at 4 dollars and 24 H100 at 10 cost 368 of 400, another node of H100 448.
    if (limit == u"usdPerHour"_s && button == u"ask"_s)
      QCOMPARE(document.plan().cluster.choose->max_total_gpus.value(), 56);
    if (button == u"off"_s)
      QVERIFY(!panel.findChild<QCheckBox*>(u"goalPanel.%1.check"_s.arg(limit))->isChecked());
    QVERIFY(!panel.findChild<QPushButton*>(u"goalPanel.%1.fixes.%2"_s.arg(limit, button)));
    document.undoStack().undo();
    QVERIFY(document.plan() == before);
    QVERIFY(!error->text().isEmpty());
  }

  /// A batch that no split of the GPUs divides, and one in tokens that makes no whole sequences.
  void batchesAreMendedAtTheField() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    const auto press = [&](const char* name) {
      auto* button = panel.findChild<QPushButton*>(QLatin1StringView(name));
      if (button) button->click();
      return button != nullptr;
    };
    auto* error = panel.findChild<QLabel*>(u"goalPanel.batch.error"_s);
    document.undoStack().push(new ui::SetJob(
        document,
        [&] {
          strategy::Job job = document.plan().job;
          job.allowed["tensor_parallel"] = job.allowed["context_parallel"] = {"1"};
          job.allowed["pipeline_parallel"] = {"2"};  // one stage for each pool: 32 replicas
          job.global_batch = 7;
          return job;
        }(),
        u"job"_s));
    QVERIFY2(!error->text().isEmpty(), qPrintable(error->text()));
    QVERIFY(press("goalPanel.batch.fixes.set"));
    QCOMPARE(document.plan().job.global_batch, 32);  // the next that 32 replicas can share
    QVERIFY2(error->text().isEmpty(), qPrintable(error->text()));
    document.undoStack().undo();
    QVERIFY(press("goalPanel.batch.fixes.unused"));
    QVERIFY(document.plan().cluster.choose);
    while (document.undoStack().canUndo()) document.undoStack().undo();
    auto* unit = panel.findChild<QComboBox*>(u"goalPanel.batchUnit"_s);
    unit->setCurrentIndex(1);
    emit unit->activated(1);
    for (const auto& [button, sequences] :
         {std::pair("goalPanel.batch.fixes.below", 244), std::pair("goalPanel.batch.fixes.above", 245)}) {
      type(panel, "goalPanel.batch", u"2000000"_s);  // 244.14 sequences of 8192
      QVERIFY(press(button));
      QCOMPARE(document.plan().job.global_batch, sequences);
      QVERIFY(error->text().isEmpty());
    }
  }
};

}  // namespace tst_shell_goal_problems

ASTROLABE_TEST(tst_shell_goal_problems, ShellGoalProblemsTest)
#include "tst_shell_goal_problems.moc"
