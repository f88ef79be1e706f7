// ui/results: a strategy as a line of text, the editor that checks it, own strategies beside the search's.
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest>

#include "live_results.h"
#include "tests/program/test_program.h"
#include "ui/results/layout_editor.h"
#include "ui/results/layout_text.h"
#include "ui/results/my_layouts.h"

namespace tst_my_layout {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestMyLayout : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QVERIFY(m_live.search());
    m_problem = m_live.bridge.snapshot()->problem;
  }

  /// Every ranked strategy is written as a line that reads back as the same strategy.
  void lineReadsBack() {
    for (const cost::Evaluation& row : m_live.bridge.snapshot()->best) {
      const QString line = layoutText(row.strategy, *m_problem);
      const auto read = readLayout(line, *m_problem);
      QVERIFY2(read.has_value(), qPrintable(line));
      QVERIFY2(*read == row.strategy, qPrintable(line));
    }
  }

  void whatIsLeftOut() {
    // 64 GPUs, TP 8, PP 4: 64 / 32 = 2 replicas; a stage takes 16 GPUs, so two stages stand in each pool of
    // 32; 80 layers over 4 stages are 20 each.
    const auto read = readLayout(u"tp=8 pp=4 mbs=1"_s, *m_problem);
    QVERIFY(read.has_value());
    QCOMPARE(read->data_parallel, 2);
    QCOMPARE(read->stages.size(), std::size_t{4});
    const int pools[] = {0, 0, 1, 1};
    for (std::size_t i = 0; i < 4; ++i) {
      QCOMPARE(read->stages[i].layers, 20);
      QCOMPARE(read->stages[i].pool, pools[i]);
      QCOMPARE(read->stages[i].tensor_parallel, 8);
    }
  }

  /// "What would this run do": the launch line of a run says the same as the short line.
  void launchArguments() {
    const auto launch = readLayout(
        u"torchrun --nproc_per_node 8 --tensor-model-parallel-size 8 "
        "--pipeline-model-parallel-size=4 --micro-batch-size 1 "
        "--sequence-parallel --lr 1e-4"_s.remove(u"torchrun "_s),
        *m_problem);
    QVERIFY(launch.has_value());
    const auto typed = readLayout(u"TP 8 PP 4 mbs 1 sequence_parallel=true"_s, *m_problem);
    QVERIFY(typed.has_value());
    QVERIFY(*launch == *typed);
  }

  void mistakesAreNamed() {
    const auto wrong = readLayout(u"tp=8 pp=4 tensr_parallel=4"_s, *m_problem);
    QVERIFY(!wrong.has_value());
    QCOMPARE(wrong.error().found, std::string("tensr_parallel"));
    QVERIFY(std::find(wrong.error().wanted.values.begin(), wrong.error().wanted.values.end(),
                      "tensor_parallel") != wrong.error().wanted.values.end());
  }

  /// The editor predicts while one types; the figures are those of the engine.
  void editorPredicts() {
    const auto& best = m_live.bridge.snapshot()->best;
    LayoutEditor editor(m_problem, best[3].strategy, best[0].tokens_per_second);
    editor.show();
    const auto* answer = editor.findChild<QLabel*>(u"layoutEditor.answer"_s);
    const auto* add = editor.findChild<QPushButton*>(u"layoutEditor.add"_s);
    QVERIFY(*editor.strategy() == best[3].strategy);
    QVERIFY2(answer->text().contains(QLocale().toString(qRound(best[3].tokens_per_second)).left(2)),
             qPrintable(answer->text()));
    QVERIFY(add->isEnabled());
    editor.setText(u"tp=8 pp=4 mbs=1 nonsense=1"_s);
    QVERIFY(answer->text().contains(u"nonsense"_s));
    QVERIFY(!add->isEnabled());
    // What a rule forbids is told with its reason and what it compared.
    editor.setText(u"tp=8 pp=4 mbs=3"_s);
    QVERIFY2(answer->text().contains(u"“batch_not_divided” forbids it: global batch is a multiple of"_s) &&
                 answer->text().contains(u"micro_batch is 3, data_parallel is 2. Change the strategy."_s),
             qPrintable(answer->text()));
    // A stage edited in the table goes into the line, and from there into the strategy.
    editor.setText(u"tp=8 pp=4 mbs=1 recompute=selective"_s);
    auto* stages = editor.findChild<QTableWidget*>(u"layoutEditor.stages"_s);
    QCOMPARE(stages->rowCount(), 4);
    static_cast<QSpinBox*>(stages->cellWidget(0, 1))->setValue(24);
    static_cast<QSpinBox*>(stages->cellWidget(3, 1))->setValue(16);
    QVERIFY(editor.strategy().has_value());
    QCOMPARE(editor.strategy()->stages[0].layers, 24);
    QCOMPARE(editor.strategy()->stages[3].layers, 16);
  }

  /// A number that no stage can have stays as it was typed and is told; the next right one is predicted.
  void numbersOfStagesAreRefusedInSight() {
    const auto& best = m_live.bridge.snapshot()->best;
    LayoutEditor editor(m_problem, best[0].strategy, best[0].tokens_per_second);
    editor.show();
    editor.setText(u"tp=8 pp=4 mbs=1 recompute=selective"_s);
    const auto* answer = editor.findChild<QLabel*>(u"layoutEditor.answer"_s);
    const auto* add = editor.findChild<QPushButton*>(u"layoutEditor.add"_s);
    auto* stages = editor.findChild<QTableWidget*>(u"layoutEditor.stages"_s);
    auto* layers = static_cast<QSpinBox*>(stages->cellWidget(0, 1));
    QVERIFY(add->isEnabled());
    layers->selectAll();
    QTest::keyClicks(layers, u"205"_s);
    QCOMPARE(layers->text(), u"205"_s);
    QCOMPARE(answer->text(), u"Layers of stage 1: Must be from 1 to 80."_s);
    QVERIFY(!add->isEnabled() && !editor.strategy());
    QTest::keyClick(layers, Qt::Key_Backspace);
    QCOMPARE(layers->text(), u"20"_s);
    QVERIFY(add->isEnabled());
    QCOMPARE(editor.strategy()->stages[0].layers, 20);
    // A line typed above takes the place of what was refused.
    QTest::keyClicks(layers, u"5"_s);
    QVERIFY(!editor.strategy());
    editor.setText(u"tp=8 pp=4 mbs=1"_s);
    QVERIFY(editor.strategy() && add->isEnabled());
  }

  /// Own strategies are predicted for the question at hand and again for the next one.
  void followTheQuestion() {
    MyLayouts mine(m_live.document, m_live.selection);
    const auto typed =
        readLayout(layoutText(m_live.bridge.snapshot()->best[5].strategy, *m_problem), *m_problem);
    QVERIFY(typed.has_value());
    mine.add(planning::layout_of(*typed));
    QCOMPARE(mine.predicted().size(), std::size_t{1});
    QCOMPARE(*m_live.selection.strategy(), *typed);
    const auto expected = detail(*m_problem, *typed);
    QVERIFY(expected.has_value());
    QCOMPARE(mine.predicted()[0]->evaluation.step.value, expected->evaluation.step.value);
    strategy::Job job = m_live.document.plan().job;
    job.global_batch *= 2;
    m_live.document.undoStack().push(new SetJob(m_live.document, job, u"batch"_s));
    QVERIFY(m_live.settled());
    const auto again = detail(*m_live.bridge.snapshot()->problem, *typed);
    QVERIFY(again.has_value());
    QCOMPARE(mine.predicted()[0]->evaluation.step.value, again->evaluation.step.value);
    QVERIFY(again->evaluation.step.value > expected->evaluation.step.value);
    mine.remove(planning::layout_of(*typed));
    QVERIFY(mine.predicted().empty());
    QCOMPARE(m_live.selection.rank(), 0);
  }

  /// The plan keeps them: adding is one undo step that asks no new question, and the file brings them back.
  void A23_thePlanKeepsThem() {
    LiveResults live;
    QVERIFY(live.search());
    const auto problem = live.bridge.snapshot()->problem;
    MyLayouts mine(live.document, live.selection);
    const auto typed = readLayout(u"tp=8 pp=4 dp=2 mbs=1"_s, *problem);
    QVERIFY(typed.has_value());
    mine.add(planning::layout_of(*typed));
    mine.add(planning::layout_of(*typed));  // once
    QCOMPARE(live.document.undoStack().count(), 1);
    QVERIFY(live.document.isModified());
    QVERIFY(!live.bridge.isStale());
    QCOMPARE(live.bridge.state(), SearchBridge::State::Finished);
    live.document.undoStack().undo();
    QVERIFY(!mine.contains(planning::layout_of(*typed)));
    live.document.undoStack().redo();
    QVERIFY(mine.contains(planning::layout_of(*typed)));
    const auto other = readLayout(u"tp=4 pp=8 dp=2 mbs=1"_s, *problem);
    mine.replace(planning::layout_of(*typed), planning::layout_of(*other));
    QVERIFY(mine.contains(planning::layout_of(*other)) && !mine.contains(planning::layout_of(*typed)));
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"mine.astrolabe"_s);
    QVERIFY(live.document.save(path).has_value());
    LiveResults again;
    QVERIFY(again.document.load(path).has_value());
    MyLayouts read(again.document, again.selection);
    again.bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(again.bridge.state() == SearchBridge::State::Finished, 120'000);
    QCOMPARE(read.predicted().size(), std::size_t{1});
    QVERIFY(read.contains(planning::layout_of(*other)));
  }

 private:
  LiveResults m_live;
  std::shared_ptr<const strategy::Problem> m_problem;
};

}  // namespace tst_my_layout

ASTROLABE_TEST(tst_my_layout, TestMyLayout)
#include "tst_my_layout.moc"
