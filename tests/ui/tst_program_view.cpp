// ui/results/program_*: the view of a distributed program says what core's synthesis says for the same input;
// it runs beside the window, follows the plan, can be stopped, and everything is reached by keys.
#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QtTest>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/exports/program_files.h"
#include "core/model/model_reader.h"
#include "core/plan/program_lines.h"
#include "core/planning/programs.h"
#include "tests/program/test_program.h"
#include "tests/ui/program_desk.h"
#include "ui/canvas/pool_face.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"
#include "ui/render/numbers.h"
#include "ui/render/timeline_painter.h"
#include "ui/results/layout_text.h"
#include "ui/results/program_page.h"
#include "ui/results/program_text.h"
#include "ui/results/program_timeline.h"
#include "ui/results/results_panel.h"
#include "ui/results/share_bars.h"
#include "ui/results/why_view.h"

namespace tst_program_view {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestProgramView : public QObject, ProgramDesk {
  Q_OBJECT

 private slots:
  void cleanupTestCase() { close(); }

  void saysWhatCoreSays() {
    Shown shown(small());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    const plan::ShardAnswer core = fromCore(shown.document);
    const spmd::Synthesis& made = core.synthesis;
    QCOMPARE(shown.text("programStep"), durationText(made.step.value));
    QVERIFY(!shown.child<QComboBox>("programStage")->isVisible());
    QCOMPARE(shown.text("programEven"), durationText(*made.baselines.data_parallel_even));
    QCOMPARE(shown.text("programProportional"), durationText(*made.baselines.data_parallel_proportional));
    QCOMPARE(shown.text("programTensor"), durationText(*made.baselines.tensor_parallel));
    QCOMPARE(
        shown.text("programEven.gain"),
        tr("%1 ×").arg(QLocale().toString(*made.baselines.data_parallel_even / made.step.value, 'f', 2)));
    QCOMPARE(shown.text("programBound"), durationText(made.lower_bound.value));
    // 256 sequences of 512 tokens a step.
    QCOMPARE(shown.text("programSpeed"), wholeText(131072.0 / made.step.value));
    QVERIFY(shown.text("programTitle").contains(percentText(made.gap)));
    QVERIFY(!shown.text("programTitle").contains(u"ptimal"_s) ||
            made.status == spmd::SynthesisStatus::optimal);
  }

  /// The sample's program runs in three unusual ways, whose words would make the column wider than it is
  /// shown: every figure beside the shares stands inside it, and their rows do not pile up.
  void figuresStandInside() {
    Shown shown(plan::sample_plan());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    QVERIFY(shown.text("programRun").contains(u", "_s));
    const auto* numbers = shown.child<QScrollArea>("programNumbers");
    QVERIFY(numbers->widget()->width() <= numbers->viewport()->width());
    for (const char* name : {"programStep", "programBound", "programBound.gain", "programRun"}) {
      const auto* label = shown.child<QLabel>(name);
      const QPoint end = label->mapTo(numbers->viewport(), QPoint(label->width(), 0));
      QVERIFY2(end.x() <= numbers->viewport()->width(), name);
    }
  }

  void partsAddUp() {
    Shown shown(small());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    const plan::ProgramReport& report = *reportOf(shown.bridge);
    const spmd::Synthesis& made = report.synthesis();
    QVERIFY(same(report.events.back().end, made.step.value));
    double shares = 0.0, devices = 0.0;
    for (const plan::ProgramLane& lane : report.shares) {
      shares += lane.share * lane.devices;
      devices += lane.devices;
    }
    QVERIFY(same(shares, 1.0));
    QCOMPARE(devices, 64.0);
    // Folded layers stand for all: lengths times their count are all of the communication but that inside
    // operators.
    double folded = 0.0, whole = 0.0;
    for (const plan::ProgramCollective& one : report.collectives) folded += one.length.value * one.times;
    for (const spmd::Instruction& instruction : made.program.instructions)
      if (instruction.kind != spmd::Instruction::Kind::compute) whole += instruction.communication.value;
    QVERIFY(same(folded, whole));
    // Parameters of the rows are those of the graph.
    double parameters = 0.0;
    for (const plan::ProgramTensor& tensor : report.tensors)
      if (tensor.role == spmd::Role::parameter)
        parameters += tensor.times * std::accumulate(tensor.shape.begin(), tensor.shape.end(), 1.0,
                                                     [](double a, std::int64_t b) { return a * double(b); });
    QVERIFY(same(parameters, report.answer->graph.parameters()));
    QVERIFY(report.tensors.size() < report.answer->graph.tensors.size() / 5);  // 24 layers stand once
    // No lane computes longer than the slowest.
    for (const plan::ProgramEvent& event : report.events)
      QVERIFY(*std::max_element(event.computing.begin(), event.computing.end()) <=
              event.slowest - event.start + 1e-12);
  }

  void equalGpusNeedNoProgram() {
    plan::Plan plan = smallPlan();
    plan.cluster.pools.pop_back();
    plan.cluster.between_pools.clear();
    Shown shown(plan);
    QVERIFY(shown.wait(PlannerBridge::State::Declines));
    QCOMPARE(
        shown.text("programWords"),
        u"There are no distributed programs to find: all GPUs work at one speed. Give the cluster pools of "
        u"several GPU types."_s);
    QVERIFY(!shown.page.hasProgram());
  }

  void whatDoesNotFitIsSaid() {
    plan::Plan plan = plan::sample_plan();  // 70.6e9 x 18 bytes on 16 GPUs of 80 GB
    for (hardware::PoolSpec& pool : plan.cluster.pools) pool.nodes = 1;
    Shown shown(plan);
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    QVERIFY(!shown.page.hasProgram());
    const spmd::MissingMemory& missing = reportOf(shown.bridge)->synthesis().short_of;
    QVERIFY(missing.missing.value > 0.0);
    QVERIFY(shown.text("programWords").contains(gibText(missing.missing.value)));
    QVERIFY(shown.text("programWords").contains(QString::fromStdString(missing.device)));
  }

  void followsThePlanOnlyWhileLookedAt() {
    Shown shown(smallPlan());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    const ProgramPtr before = reportOf(shown.bridge);
    shown.page.hide();
    shown.document.undoStack().push(new SetNodeCount(shown.document, "a100", 2));
    QTest::qWait(400);  // beyond the quarter second after which one that is looked at begins
    QCoreApplication::processEvents();
    QCOMPARE(reportOf(shown.bridge), before);
    QCOMPARE(shown.bridge.state(), PlannerBridge::State::Done);
    shown.page.show();
    QTRY_VERIFY_WITH_TIMEOUT(
        shown.bridge.state() == PlannerBridge::State::Done && reportOf(shown.bridge) != before, kPatienceMs);
    QCOMPARE(reportOf(shown.bridge)->answer->devices.count(), 48);  // 4 x 8 + 2 x 8
    // Many edits, one answer: that of the last.
    for (int nodes = 1; nodes <= 4; ++nodes)
      shown.document.undoStack().push(new SetNodeCount(shown.document, "h100", nodes == 4 ? 1 : nodes));
    shown.document.undoStack().push(new SetNodeCount(shown.document, "h100", 3));
    QTRY_VERIFY_WITH_TIMEOUT(shown.bridge.state() == PlannerBridge::State::Done &&
                                 reportOf(shown.bridge)->answer->devices.count() == 40,
                             kPatienceMs);
  }

  /// From the edit to the program that follows it; where that one is stopped, the older one stays marked.
  void aProgramIsStaleUntilTheNextOneIsThere() {
    Shown shown(smallPlan());
    QVERIFY(!shown.bridge.isStale());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    QVERIFY(!shown.bridge.isStale());
    const ProgramPtr first = reportOf(shown.bridge);
    const QSignalSpy told(&shown.bridge, &PlannerBridge::outdated);
    bool always = true;
    connect(&shown.bridge, &PlannerBridge::changed, &shown.page,
            [&] { always = always && shown.bridge.isStale() == (reportOf(shown.bridge) == first); });
    shown.document.undoStack().push(new SetNodeCount(shown.document, "h100", 2));
    QVERIFY(told.count() > 0);
    QVERIFY(shown.bridge.isStale());
    const auto* lanes = shown.page.findChild<ProgramTimeline*>();
    QVERIFY(lanes->isStale());  // at the edit, not when the next one is asked for
    QTRY_VERIFY_WITH_TIMEOUT(reportOf(shown.bridge) != first, kPatienceMs);
    QVERIFY(!shown.bridge.isStale() && !lanes->isStale());
    QVERIFY(always);
    shown.document.undoStack().push(new SetNodeCount(shown.document, "h100", 1));
    shown.bridge.stop();
    QVERIFY(shown.bridge.isStale() && lanes->isStale());
    shown.bridge.run();
    QVERIFY(shown.bridge.isStale());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    QVERIFY(!shown.bridge.isStale());
  }

  void stopsAtOnceAndGoesOn() {
    Shown shown(smallPlan());
    QVERIFY(shown.wait(PlannerBridge::State::Running));
    auto* stop = shown.child<QPushButton>("programStop");
    QVERIFY(stop->isVisible());
    QTest::mouseClick(stop, Qt::LeftButton);
    QCOMPARE(shown.bridge.state(), PlannerBridge::State::Stopped);
    QVERIFY(!stop->isVisible());
    auto* again = shown.child<QPushButton>("programAgain");
    QVERIFY(again->isVisible());
    again->setFocus();
    QTest::keyClick(again, Qt::Key_Space);
    QCOMPARE(shown.bridge.state(), PlannerBridge::State::Running);
    QVERIFY(shown.wait(PlannerBridge::State::Done));
  }

  void goneWhileSynthesising() {
    for (int i = 0; i < 3; ++i) {
      auto shown = std::make_unique<Shown>(plan::sample_plan());
      QVERIFY(shown->wait(PlannerBridge::State::Running));
      QTest::qWait(30 * i);
    }
  }

  void keysWalkTheTimeline() {
    Shown shown(small());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    ProgramTimeline& timeline = shown.page.timeline();
    timeline.setFocus();
    QTest::keyClick(&timeline, Qt::Key_Tab);
    QCOMPARE(timeline.selected(), 0);
    QTest::keyClick(&timeline, Qt::Key_Tab);
    QCOMPARE(timeline.selected(), 1);
    QTest::keyClick(&timeline, Qt::Key_Backtab);
    QCOMPARE(timeline.selected(), 0);
    QCOMPARE(shown.text("programBlock"), eventText(*reportOf(shown.bridge), 0));
    const double whole = reportOf(shown.bridge)->synthesis().step.value;
    QCOMPARE(timeline.visibleEnd(), whole);
    QTest::keyClick(&timeline, Qt::Key_Plus);
    QVERIFY(same(timeline.visibleEnd() - timeline.visibleBegin(), whole / 1.5));
    QTest::keyClick(&timeline, Qt::Key_F);
    QCOMPARE(timeline.visibleBegin(), 0.0);
    QCOMPARE(timeline.visibleEnd(), whole);
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&timeline);
    QCOMPARE(spoken->childCount(), int(reportOf(shown.bridge)->events.size()));
    QCOMPARE(spoken->child(0)->text(QAccessible::Name), eventText(*reportOf(shown.bridge), 0));
    auto* shares = shown.child<ShareBars>("programShares");
    QVERIFY(QAccessible::queryAccessibleInterface(shares)
                ->child(0)
                ->text(QAccessible::Name)
                .contains(percentText(reportOf(shown.bridge)->shares[0].share, 3)));
    QVERIFY(QAccessible::queryAccessibleInterface(shares)
                ->child(0)
                ->text(QAccessible::Name)
                .contains(speedText(reportOf(shown.bridge)->shares[0].flops_per_second)));
    // Memory of tensors against what workspace leaves of the limit that every ranking tells.
    const plan::ProgramReport& report = *reportOf(shown.bridge);
    const cost::StageMemory& memory = report.evaluation.memory[0];
    const QString spokenMemory =
        QAccessible::queryAccessibleInterface(shares)->child(0)->text(QAccessible::Name);
    QCOMPARE(report.shares[0].pool, memory.pool);
    QVERIFY(same(report.shares[0].limit.value, (memory.limit - memory.workspace).value));
    for (const double bytes : {report.shares[0].limit.value, memory.limit.value})
      QVERIFY2(spokenMemory.contains(gibText(bytes)), qPrintable(spokenMemory));
    QVERIFY2(spokenMemory.contains(u"after workspace"_s), qPrintable(spokenMemory));
  }

  /// The page in sight has the program executed against one device, and says what came of it.
  void programIsVerified() {
    Shown shown(smallPlan());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    QVERIFY(QTest::qWaitFor([&] { return shown.page.proof().proof().has_value(); }, kPatienceMs));
    const spmd::Verification& proof = *shown.page.proof().proof();
    QVERIFY(proof.holds());
    auto* badge = shown.child<QLabel>("programProof");
    QVERIFY(badge->isVisible());
    QVERIFY2(badge->text().contains(smallText(proof.max_abs_difference)), qPrintable(badge->text()));
    QVERIFY(badge->toolTip().contains(wholeText(proof.checks)));
    // Another question: nothing is said of the program before.
    shown.bridge.setSettings({{"sequences", shown.document.plan().job.global_batch / 2}});
    QVERIFY(shown.wait(PlannerBridge::State::Running));
    QVERIFY(!badge->isVisible());
    QCOMPARE(smallText(1.14e-9), u"1.1 × 10⁻⁹"_s);
    QCOMPARE(smallText(0.0), u"0"_s);
  }

  void tilesShowTheShares() {
    Shown shown(small());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    const plan::ProgramReport& report = *reportOf(shown.bridge);
    const std::vector<double>& ratios = report.synthesis().program.ratios[0];  // 32 H100, then 32 A100
    Badges badges;
    addShares(badges, reportOf(shown.bridge));
    const auto& pools = shown.document.plan().cluster.pools;
    const PoolFace fast = faceOf(shown.document, pools[0], CanvasLayer::Share, badges);
    const PoolFace slow = faceOf(shown.document, pools[1], CanvasLayer::Share, badges);
    QVERIFY(fast.tag.contains(percentText(ratios[0], 2)));
    QVERIFY(slow.tag.contains(percentText(ratios[63], 2)));
    QVERIFY(slow.spoken.contains(percentText(ratios[63], 2)));
    // One scale: the bars are as the shares, the marks as the speeds.
    QVERIFY(same(slow.bar / fast.bar, ratios[63] / ratios[0]));
    const std::vector<double>& speeds = report.answer->devices.speeds();
    QVERIFY(same(slow.barMark / fast.barMark, speeds[63] / speeds[0]));
    QCOMPARE(faceOf(shown.document, pools[0], CanvasLayer::Price, badges).bar, -1.0);
    // Of an older program: the same figures, and that they are stale, for eyes, pointers and readers.
    addShares(badges, reportOf(shown.bridge), true);
    const PoolFace older = faceOf(shown.document, pools[0], CanvasLayer::Share, badges);
    QVERIFY(older.stale && !fast.stale);
    QCOMPARE(older.bar, fast.bar);
    QCOMPARE(older.tag, percentText(ratios[0], 2) + u" · stale"_s);
    for (const QString& text : {older.spoken, older.tip})
      QVERIFY2(text.contains(u"stale"_s), qPrintable(text));
    for (const QString& text : {fast.tag, fast.spoken, fast.tip}) QVERIFY(!text.contains(u"stale"_s));
    QVERIFY(!faceOf(shown.document, pools[0], CanvasLayer::Price, badges).stale);
    addShares(badges, nullptr);
    QCOMPARE(faceOf(shown.document, pools[0], CanvasLayer::Share, badges).bar, -1.0);
  }

  /// Half a GB/s between the types: each gets stages of its own. The chooser shows the program of each; the
  /// step, the rest of the head and the tiles are those of the whole pipeline.
  void stagesAreChosen() {
    Shown shown(slowBetween(smallPlan()));
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    const plan::ProgramReport report = *reportOf(shown.bridge);
    QVERIFY(report.pipeline);
    auto* box = shown.child<QComboBox>("programStage");
    QVERIFY(box->isVisible());
    QCOMPARE(box->count(), report.stages());
    QCOMPARE(box->currentIndex(), report.shown_stage);
    QCOMPARE(box->currentText(), stageText(report, report.shown_stage));
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Home);
    for (int stage = 0; stage < report.stages(); ++stage) {
      QCOMPARE(box->currentIndex(), stage);
      const plan::ProgramStage& wanted = report.pipeline->stages[std::size_t(stage)];
      QCOMPARE(shown.page.shown()->answer, wanted.answer);
      QCOMPARE(shown.text("programStep"), durationText(report.step.value));
      QCOMPARE(shown.text("programStageWork"), durationText(wanted.answer->synthesis.step.value));
      QVERIFY(shown.text("programLayers").contains(QString::number(wanted.first_layer + wanted.layers)));
      QCOMPARE(shown.text("programCount"),
               wholeText(double(wanted.answer->synthesis.program.instructions.size())));
      QCOMPARE(shown.child<QTableView>("programTensors")->model()->rowCount(),
               int(shown.page.shown()->tensors.size()));
      QCOMPARE(shown.page.copyText(), QString::fromStdString(exports::stage_text(report, stage)));
      QTest::keyClick(box, Qt::Key_Down);
    }
    Badges badges;
    addShares(badges, reportOf(shown.bridge));
    for (const hardware::PoolSpec& pool : shown.document.plan().cluster.pools)
      QVERIFY(badges[pool.id].share > 0.0);
    // Lanes of the common timeline: every stage by name, with the GPUs that it has.
    planning::Option detail;
    detail.evaluation = report.evaluation;
    detail.timeline = report.timeline;
    detail.layout = std::make_shared<const planning::ProgramLayout>(reportOf(shown.bridge),
                                                                    summaryOf(shown.bridge.option()));
    const auto problem = shown.document.problem();
    int gpus = 0;
    for (const LaneLabel& label : laneLabels(detail, *problem, currentTheme(), {})) {
      QVERIFY(label.title.startsWith(tr("Stage ")));
      gpus += label.gpus.section(u' ', 0, 0).toInt();
    }
    QCOMPARE(gpus, 64);
  }

  /// In the ranking's windows a program says that it is one: Why explains it by parts of the step and names
  /// no degrees, and My layout refuses with words.
  void programInWhyAndMyLayout() {
    QVERIFY(ranked().wait());
    PlanDocument& document = ranked().document;
    SearchBridge& search = ranked().search;
    StrategySelection& selection = ranked().selection;
    ResultsPanel& panel = ranked().panel;
    const cost::Evaluation row = reportOf(ranked().programs())->evaluation;
    QVERIFY(panel.rankingCsv().contains("HAP"));  // one ranking; the row says its kind
    WhyView why(document, selection);
    why.resize(1200, 500);
    why.show();
    const auto program = std::make_shared<const planning::ProgramLayout>(
        reportOf(ranked().programs()), summaryOf(ranked().programs().option()));
    selection.select(program);
    QCOMPARE(selection.label(), QStringLiteral("program"));
    QTRY_VERIFY_WITH_TIMEOUT(why.answer() && planning::same(why.answer()->layout, program), kPatienceMs);
    const plan::Why& told = *why.answer()->why;
    const cost::Evaluation& best = search.snapshot()->best.front();
    QCOMPARE(told.verdict, row.step < best.step ? plan::Verdict::best : plan::Verdict::slower);
    double difference = 0.0;
    for (const plan::PartDifference& part : told.differences) difference += part.difference();
    QVERIFY(std::fabs(difference - (row.step - best.step).value) <= 1e-6 * best.step.value);
    const QString line = why.findChild<QLineEdit*>(u"whyView.strategy.text"_s)->text();
    QVERIFY2(line.startsWith(u"Distributed program"_s), qPrintable(line));
    QVERIFY(!line.contains(u"tp="_s));
    QString refused;
    QTimer::singleShot(0, &panel, [&] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (box == nullptr) return;
      refused = box->text();
      box->accept();
    });
    panel.editLayout();
    QVERIFY2(refused.contains(u"no degrees to edit"_s), qPrintable(refused));
    // Not a strategy of the search: it cannot be read back from a line.
    QVERIFY(!readLayout(line, *search.snapshot()->problem).has_value());
  }

  // Changes what others look at: after them.
  void fewerSequencesAreAnotherQuestion() {
    Shown shown(small());
    QVERIFY(shown.wait(PlannerBridge::State::Done));
    const double whole = reportOf(shown.bridge)->synthesis().step.value;
    auto* box = shown.child<QComboBox>("programSequences");
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Down);  // 128
    QCOMPARE(shown.bridge.settings()["sequences"].get<int>(), 128);
    QTRY_VERIFY_WITH_TIMEOUT(
        shown.bridge.state() == PlannerBridge::State::Done && reportOf(shown.bridge)->sequences == 128,
        kPatienceMs);
    QVERIFY(reportOf(shown.bridge)->synthesis().step.value < whole);
  }
};

}  // namespace tst_program_view

ASTROLABE_TEST(tst_program_view, TestProgramView)
#include "tst_program_view.moc"
