// ui/results: the page of plans around slow and failed GPUs. Real events; then document and plans are looked
// at.
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QtTest>
#include <cmath>
#include <memory>

#include "core/base/json.h"
#include "core/planning/programs.h"
#include "tests/program/test_program.h"
#include "tests/ui/live_results.h"
#include "ui/document/commands/pool_marks.h"
#include "ui/document/running_layout.h"
#include "ui/render/numbers.h"
#include "ui/render/replan_words.h"
#include "ui/results/replan_page.h"

namespace tst_replan_page {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestReplanPage : public QObject {
  Q_OBJECT

  std::unique_ptr<LiveResults> m_live;
  std::unique_ptr<ReplanPage> m_page;

  template <class Kind>
  Kind* child(const QString& name) {
    return m_page->findChild<Kind*>(u"replanPage."_s + name);
  }
  const strategy::Job& job() { return m_live->document.plan().job; }
  /// Until the plans are those of the plan as it is.
  bool answered() {
    return QTest::qWaitFor([this] { return !m_page->isWorking() && m_page->shown(); },
                           LiveResults::kPatienceMs);
  }
  std::string firstPool() {
    const strategy::Problem& problem = *m_live->selection.snapshot()->problem;
    return problem.cluster.pools[static_cast<std::size_t>(m_live->selection.strategy()->stages[0].pool)].id;
  }
  void mark(const std::string& pool, const PoolMarks& marks) {
    m_live->document.undoStack().push(new SetPoolMarks(m_live->document, {{pool, marks}}, u"mark"_s));
  }

 private slots:
  void init() {
    QLocale::setDefault(QLocale::c());
    m_live = std::make_unique<LiveResults>();
    QVERIFY(m_live->search());
    m_page = std::make_unique<ReplanPage>(m_live->document, m_live->selection);
    m_page->resize(1200, 500);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
  }
  void cleanup() {
    m_page.reset();
    m_live.reset();
  }

  /// One press says that the selected strategy runs: one undo step. With nothing slow the plan is to keep.
  void selectedStrategyRuns() {
    QVERIFY(job().running.empty());
    QVERIFY(!child<QTableView>(u"plans"_s)->isVisible());
    QTest::mouseClick(child<QPushButton>(u"use"_s), Qt::LeftButton);
    const strategy::Problem& problem = *m_live->selection.snapshot()->problem;
    QCOMPARE(job().running, text_of(strategy::to_json(*m_live->selection.strategy(), problem.pool_ids())));
    QVERIFY(answered());
    const auto shown = m_page->shown();
    QVERIFY2(!shown->refused, shown->refused ? shown->refused->where.c_str() : "");
    QVERIFY(child<QTableView>(u"plans"_s)->isVisible());
    QVERIFY(shown->answer.recommended.has_value());
    const replan::Plan& best = shown->answer.plans[static_cast<std::size_t>(*shown->answer.recommended)];
    QVERIFY(best.kind == replan::Kind::keep);
    QCOMPARE(best.bytes_to_move, 0.0);
    QVERIFY(child<QLabel>(u"running"_s)->text().startsWith(u"Runs: TP"_s));
    m_live->document.undoStack().undo();
    QVERIFY(job().running.empty());
    QVERIFY(!child<QTableView>(u"plans"_s)->isVisible());
  }

  /// What was found around a failed GPU runs where it was found: one press, and it is to be kept.
  void foundAroundMarksIsKept() {
    const std::string pool = firstPool();
    PoolMarks marks;
    marks.failed.push_back({0, 0});
    mark(pool, marks);
    m_live->bridge.run();
    QVERIFY(m_live->settled());
    const cost::Evaluation row = m_live->selection.snapshot()->best.front();
    m_live->selection.select(row.strategy);
    QTest::mouseClick(child<QPushButton>(u"use"_s), Qt::LeftButton);
    const Json running = json_or_null(job().running);
    for (const Json& run : running["placed_on"].value(pool, Json::array()))
      QVERIFY(run["node"] != 0 || (run.contains("gpus") && run["gpus"][0] != 0));
    QVERIFY(answered());
    const auto shown = m_page->shown();
    QVERIFY2(!shown->refused, shown->refused ? shown->refused->where.c_str() : "");
    QCOMPARE(shown->answer.recommended, std::optional(0));
    const replan::Plan& keep = shown->answer.plans.front();
    QVERIFY(keep.kind == replan::Kind::keep);
    QCOMPARE(keep.bytes_to_move, 0.0);
    QCOMPARE(keep.change_seconds(), 0.0);
    const double step = row.placed_step.value_or(row.step).value;
    QVERIFY(std::abs(keep.step_seconds - step) <= 1e-9 * step);
  }

  /// Marking a GPU slow brings other plans without a press: none of them is slower than keeping, which is
  /// slower than with nothing slow; the recommended row is selected and says so in words.
  void slowGpuIsAnsweredAtOnce() {
    setRunning(m_live->document, m_live->selection.layout(), *m_live->selection.snapshot()->problem);
    QVERIFY(answered());
    const double healthy = m_page->shown()->answer.healthy_step_seconds;
    PoolMarks marks;
    markSlow(marks, {0, 0}, 3.0, 1.0);
    mark(firstPool(), marks);
    QVERIFY(answered());
    const replan::Answer& answer = m_page->shown()->answer;
    const replan::Plan* keep = answer.find(replan::Kind::keep);
    QVERIFY(keep != nullptr && keep->step_seconds > healthy);
    QVERIFY(answer.recommended.has_value());
    const auto row = static_cast<std::size_t>(*answer.recommended);
    QVERIFY(answer.plans[row].step_seconds <= keep->step_seconds);
    const auto* plans = child<QTableView>(u"plans"_s);
    QCOMPARE(plans->currentIndex().row(), *answer.recommended);
    QVERIFY(plans->model()->index(*answer.recommended, 0).data().toString().endsWith(u": recommended"_s));
    QVERIFY(!child<QLabel>(u"detail"_s)->text().isEmpty());
    qInfo("plans in %.3f s", answer.seconds);
  }

  /// 57.6 s of moving and 657.6 s of a restart are 715.2 s; with 3.89 s less a step they are paid back after
  /// 183.9 steps. No runtime starts pipelines of which one has more micro-batches than the other.
  void sentencesAddUp() {
    replan::Plan plan;
    plan.kind = replan::Kind::drop;
    plan.move_seconds = 57.6;
    plan.restart_seconds = 657.6;
    plan.break_even_steps = 715.2 / 3.89;
    replan::Pipeline pipeline;
    pipeline.micro_batches = 8;
    pipeline.stages = {{0, 32, 2, strategy::Recompute::none, 0, {{0, 0, 0}, {0, 0, 1}}, 1.0}};
    plan.pipelines = {pipeline, pipeline};
    plan.pipelines[1].stages[0].gpus = {{0, 0, 2}, {0, 0, 3}};
    plan.pipelines[1].stages[0].factor = 2.0;
    replan::Answer answer;
    answer.steps_left = 200.0;
    answer.recommended = 0;
    answer.plans = {plan};
    const QString alike =
        replanSentences(answer).join(u' ').simplified();  // a unit stands behind a narrow space
    QVERIFY2(alike.endsWith(
                 u"Moving and restart take 715 s together, paid back: after 184 steps. Steps left: 200."_s),
             qPrintable(alike));
    QVERIFY(alike.contains(u"the ranking counts every GPU in use as slow as the slowest of its pool."_s));
    answer.plans[0].pipelines[1].stages[0].factor = 1.0;
    QVERIFY(!replanSentences(answer).join(u' ').contains(u"as slow as"_s));
    answer.plans[0].pipelines[1].micro_batches = 4;
    const QString unequal = replanSentences(answer).last();
    QCOMPARE(unequal, u"Runtimes start pipelines of one shape: none of them takes unequal ones."_s);
  }

  /// A checkpoint of 50 GiB at 25 s each way beside 600 s of starting: 25 s of writing, 625 s of a restart
  /// that reads it back, 650 s together. Words say what each holds, so that nobody takes one for part of the
  /// other.
  void freshStartSaysWhatEachHolds() {
    replan::Plan plan;
    plan.kind = replan::Kind::fresh;
    plan.bytes_to_move = 50.0 * 1024.0 * 1024.0 * 1024.0;
    plan.move_seconds = 25.0;
    plan.restart_seconds = 625.0;
    plan.break_even_steps = 100.0;
    replan::Answer answer;
    answer.steps_left = 200.0;
    answer.recommended = 0;
    answer.plans = {plan};
    const QString told = replanRest(answer).join(u' ').simplified();
    const auto holds = [&](const QString& part) { return told.contains(part.simplified()); };
    QVERIFY2(holds(u"Its checkpoint of %1 is written in %2."_s.arg(gibText(plan.bytes_to_move),
                                                                   durationText(25.0))),
             qPrintable(told));
    QVERIFY2(holds(u"starts anew and reads that back: %1 ("_s.arg(durationText(625.0))), qPrintable(told));
    QVERIFY2(holds(u"Writing and restart take %1 together"_s.arg(durationText(650.0))), qPrintable(told));
    QVERIFY(!told.contains(u"Stages or groups change"_s));
    answer.plans[0].kind = replan::Kind::drop;
    QVERIFY(!replanRest(answer).join(u' ').contains(u"checkpoint"_s));
  }

  /// A layout of fewer GPUs than work now, none of them slow: what uses them all drops nothing. With a slow
  /// GPU that no longer runs, or a failed one, which cannot be kept, GPUs are dropped.
  void namesWhatUsesAllGpus() {
    replan::Answer answer;
    answer.healthy_step_seconds = 4.7;
    answer.plans.resize(2);
    answer.plans[0].step_seconds = 4.7;
    answer.plans[1].kind = replan::Kind::drop;
    answer.plans[1].step_seconds = 4.43;
    answer.recommended = 1;
    const auto name = [&] { return replanRows(answer)[1].first(); };
    QCOMPARE(name(), u"Start anew on all GPUs: recommended"_s);
    const QString told = replanSentences(answer).join(u' ').simplified();
    QVERIFY2(told.startsWith(u"With nothing slow a step of the layout that runs takes 4.70 s. Recommended: "
                             "Start anew on all GPUs, "_s),
             qPrintable(told));
    answer.plans[1].idle = {{0, 0, 3}};
    QCOMPARE(name(), u"Drop slow or failed GPUs: recommended"_s);
    answer.plans[1].idle.clear();
    answer.plans[0].kind = replan::Kind::spare;
    QCOMPARE(name(), u"Drop slow or failed GPUs: recommended"_s);
  }

  /// In the window's smallest usual size (1280 x 800 leaves 215 pixels below the tabs) what is recommended
  /// and five plans stand in sight; what goes with it stands below them.
  void plansComeFirst() {
    setRunning(m_live->document, m_live->selection.layout(), *m_live->selection.snapshot()->problem);
    QVERIFY(answered());
    const QSize before = m_page->size();
    m_page->resize(1280, 215);
    QCoreApplication::processEvents();
    const auto* plans = child<QTableView>(u"plans"_s);
    const auto* rest = child<QLabel>(u"rest"_s);
    const replan::Answer& answer = m_page->shown()->answer;
    QCOMPARE(child<QLabel>(u"words"_s)->text(), replanLead(answer).join(u' '));
    QVERIFY(rest->text().startsWith(replanRest(answer).join(u' ')));
    QCOMPARE(replanSentences(answer), replanLead(answer) + replanRest(answer));
    const int top = plans->viewport()->mapTo(m_page.get(), QPoint()).y();
    QVERIFY2(top + 4 * plans->verticalHeader()->defaultSectionSize() <= 215,
             qPrintable(QString::number(top)));
    QVERIFY(rest->text().isEmpty() || rest->y() > plans->y());
    const auto* curve = child<QWidget>(u"curve"_s);
    const auto seen = [&] { return curve->mapTo(m_page.get(), curve->rect().bottomLeft()).y() < 215; };
    QVERIFY(curve->isVisible());
    QTRY_VERIFY(seen());
    m_page->resize(before);
  }

  /// The curve begins with nothing slow and ends with a GPU that failed, which cannot be kept; its table
  /// takes its place.
  void curveOfOneGpu() {
    setRunning(m_live->document, m_live->selection.layout(), *m_live->selection.snapshot()->problem);
    QVERIFY(answered());
    QVERIFY(m_page->hasFigure());
    const replan::Curve& curve = *m_page->shown()->curve;
    QCOMPARE(curve.points.front().factor, 1.0);
    QVERIFY(std::isinf(curve.points.back().factor));
    QVERIFY(!curve.points.back().keep);
    const auto* points = child<QTableView>(u"points"_s);
    QVERIFY(!points->isVisible());
    m_page->setShowTable(true);
    QVERIFY(points->isVisible());
    QCOMPARE(points->model()->rowCount(), static_cast<int>(curve.points.size()));
    QCOMPARE(points->model()->index(points->model()->rowCount() - 1, 0).data().toString(), u"failed"_s);
  }

  /// A program may be what runs where its row is known, not where only its figures were kept: on all GPUs of
  /// the first pool, 2 s a step, it is kept.
  void programMayRun() {
    const auto summary = std::make_shared<const plan::ProgramSummary>();
    const auto found = std::make_shared<const planning::ProgramLayout>(
        std::make_shared<const plan::ProgramReport>(), summary);
    const strategy::Problem problem = *m_live->selection.snapshot()->problem;
    QVERIFY(mayRun(found, problem) && !mayRun(found->in_short(), problem) && !mayRun(nullptr, problem));
    const hardware::Pool& pool = problem.cluster.pools.front();
    Json row{{"kind", "program"}, {"step_seconds", 2.0}, {"micro_batches", 1}};
    row["gpus"][pool.id] = pool.gpus();
    const auto layout = planning::read_program_row(row, problem);
    QVERIFY2(layout, layout ? "" : layout.error().where.c_str());
    setRunning(m_live->document, *layout, problem);
    QVERIFY(job().running == text_of(row));
    QVERIFY(answered());
    QVERIFY2(!m_page->shown()->refused, m_page->shown()->refused ? "refused" : "");
    const replan::Plan* keep = m_page->shown()->answer.find(replan::Kind::keep);
    QVERIFY(keep != nullptr && keep->step_seconds == 2.0 && keep->bytes_to_move == 0.0);
    QVERIFY(child<QLabel>(u"running"_s)->text().contains(u"program"_s));
  }

  /// A layout that does not fit is told with its place, in place of plans.
  void layoutThatDoesNotFit() {
    strategy::Strategy wrong = *m_live->selection.strategy();
    wrong.stages.front().layers += 1;
    setRunning(m_live->document, planning::layout_of(wrong), *m_live->selection.snapshot()->problem);
    QVERIFY(answered());
    QVERIFY(m_page->shown()->refused.has_value());
    QVERIFY(m_page->shown()->refused->where.starts_with("job.running"));
    QVERIFY(!child<QTableView>(u"plans"_s)->isVisible());
    QVERIFY(!child<QLabel>(u"words"_s)->text().isEmpty());
  }
};

}  // namespace tst_replan_page

ASTROLABE_TEST(tst_replan_page, TestReplanPage)
#include "tst_replan_page.moc"
