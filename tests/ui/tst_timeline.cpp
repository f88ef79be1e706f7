// ui/results and ui/render: blocks and lanes of the timeline, measuring, the cursor, keys.
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>
#include <QtTest>
#include <numeric>

#include "tests/program/test_program.h"
#include "tests/ui/timeline_desk.h"
#include "ui/render/figure_file.h"
#include "ui/render/measure.h"
#include "ui/render/timeline_words.h"
#include "ui/results/parts_panel.h"
#include "ui/results/ranking_model.h"
#include "ui/results/span_table.h"

namespace tst_timeline {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using cost::SpanKind;

class TestTimeline : public TimelineDesk {
  Q_OBJECT

  /// One lane: F 0 to 2, idle to 3, B 3 to 7, optimizer 7 to 8.
  static cost::Timeline oneLane() {
    cost::Timeline timeline;
    timeline.step = 8.0;
    timeline.micro_batches = 1;
    cost::Lane lane;
    lane.work = {{0.0, 2.0, SpanKind::forward, false, 0, 0},
                 {3.0, 7.0, SpanKind::backward, false, 0, 0},
                 {7.0, 8.0, SpanKind::optimizer, false, 0, -1}};
    timeline.lanes = {lane};
    return timeline;
  }
  static double secondsOf(const Measure& measure, SpanKind kind) {
    for (const Measure::Sum& sum : measure.sums)
      if (sum.kind == kind) return sum.seconds;
    return 0.0;
  }

 private slots:
  void initTestCase() { QVERIFY(open()); }
  void init() { rest(); }
  void cleanupTestCase() { m_view.reset(); }

  /// Reports: 8 lanes are one figure, 9 two of 4 and 5, 13 two of 6 and 7, 24 three of 8. Of 40 the first 16
  /// and the last 8. However many there are, no figure has more than 8, and all stand in their order.
  void lanesOfReports() {
    using Ranges = std::vector<std::pair<int, int>>;
    QCOMPARE(lanesOfFigures(8), (Ranges{{0, 8}}));
    QCOMPARE(lanesOfFigures(9), (Ranges{{0, 4}, {4, 9}}));
    QCOMPARE(lanesOfFigures(13), (Ranges{{0, 6}, {6, 13}}));
    QCOMPARE(lanesOfFigures(24), (Ranges{{0, 8}, {8, 16}, {16, 24}}));
    QCOMPARE(lanesOfFigures(40), (Ranges{{0, 8}, {8, 16}, {32, 40}}));
    for (int lanes = 1; lanes <= 100; ++lanes) {
      int before = 0;
      for (const auto& [from, to] : lanesOfFigures(lanes)) {
        QVERIFY(from >= before && to > from && to - from <= 8 && to <= lanes);
        before = to;
      }
      QCOMPARE(before, lanes);
    }
  }

  /// A48: the step ends with its last block, blocks of a lane never overlap, the bubble is the ranking's:
  /// what the lane of the stage that ends the step has no block for, less what its transfers are made for.
  void A48_blocksMakeTheStep() {
    for (int rank = 0; rank < 20; ++rank) {
      m_live.selection.select(rank);
      const auto detail = m_live.selection.detail();
      double last = 0.0;
      for (const cost::Lane& lane : detail->timeline.lanes) {
        for (std::size_t i = 0; i < lane.work.size(); ++i) {
          last = std::max(last, lane.work[i].end);
          if (i > 0) QVERIFY(lane.work[i].start >= lane.work[i - 1].end - 1e-9);
        }
      }
      QVERIFY(qAbs(last - detail->timeline.step) <= 1e-9 * detail->timeline.step);
      const auto& row = m_live.bridge.snapshot()->best[static_cast<std::size_t>(rank)];
      QCOMPARE(detail->evaluation.bubble_share(), row.bubble_share());
      QVERIFY(qAbs(detail->timeline.step - row.step.value) <= 1e-9 * row.step.value);
      const cost::Lane& critical = detail->timeline.lanes[static_cast<std::size_t>(row.critical_stage)];
      double idle = row.step.value;
      for (const cost::Span& span : critical.work) idle -= span.end - span.start;
      const double bubble = idle / row.step.value - row.time[cost::Part::pipeline_transfer] / row.step.value;
      QVERIFY2(qAbs(bubble - row.bubble_share()) < 1e-6,
               qPrintable(u"#%1: %2, %3"_s.arg(rank + 1).arg(bubble).arg(row.bubble_share())));
      QVERIFY(qAbs(critical.idle - idle / row.step.value) < 1e-9);
    }
  }

  /// A48: folding changes what is drawn, not what is summed; the fold and the rest fill the same width.
  void A48_foldKeepsTotals() {
    // Stages that keep two paces do not repeat themselves: of the ranking the first that does.
    for (int rank = 0; rank < 20; ++rank) {
      m_live.selection.select(rank);
      if (m_live.selection.detail()->timeline.fold_repeats > 0) break;
    }
    const cost::Timeline& timeline = m_live.selection.detail()->timeline;
    QVERIFY(timeline.fold_repeats > 0);
    m_view->setFolded(true);
    m_view->measureBetween(0.0, timeline.step, -1);
    const Measure folded = *m_view->measured();
    const TimeAxis bent = m_view->axis();
    QVERIFY(bent.folded());
    m_view->setFolded(false);
    m_view->measureBetween(0.0, timeline.step, -1);
    const Measure unfolded = *m_view->measured();
    const TimeAxis straight = m_view->axis();
    QVERIFY(!straight.folded());
    QCOMPARE(folded.idle, unfolded.idle);
    QCOMPARE(folded.sums.size(), unfolded.sums.size());
    for (std::size_t i = 0; i < folded.sums.size(); ++i)
      QCOMPARE(folded.sums[i].seconds, unfolded.sums[i].seconds);
    QCOMPARE(bent.xOf(0.0), straight.xOf(0.0));
    QCOMPARE(bent.xOf(timeline.step), straight.xOf(timeline.step));
    m_view->setFolded(true);
    m_view->clearMeasure();
  }

  /// A51: from 1 to 5 of the lane above: F 1 to 2 is 1 s, B 3 to 5 is 2 s, idle 2 to 3 is 1 s.
  void A51_measureClipsBlocks() {
    const cost::Timeline timeline = oneLane();
    for (const bool backwards : {false, true}) {
      const Measure m = backwards ? measure(timeline, 5.0, 1.0, 0) : measure(timeline, 1.0, 5.0, 0);
      QCOMPARE(m.begin, 1.0);
      QCOMPARE(m.end, 5.0);
      QCOMPARE(secondsOf(m, SpanKind::forward), 1.0);
      QCOMPARE(secondsOf(m, SpanKind::backward), 2.0);
      QCOMPARE(secondsOf(m, SpanKind::optimizer), 0.0);
      QCOMPARE(m.sums.size(), std::size_t{2});
      QCOMPARE(m.idle, 1.0);
    }
    // Beyond the step nothing is counted: 2 + 4 + 1 of work, 1 of waiting.
    const Measure whole = measure(timeline, -3.0, 99.0, -1);
    QCOMPARE(whole.end, 8.0);
    QCOMPARE(whole.idle, 1.0);
    QCOMPARE(secondsOf(whole, SpanKind::forward) + secondsOf(whole, SpanKind::backward) +
                 secondsOf(whole, SpanKind::optimizer),
             7.0);
  }

  /// A51 on the sample: what a drag measures is the blocks of its lane, clipped, plus waiting.
  void A51_dragMeasures() {
    m_view->setFolded(false);
    const cost::Timeline& timeline = m_live.selection.detail()->timeline;
    const TimeAxis axis = m_view->axis();
    const double from = 0.2 * timeline.step, to = 0.6 * timeline.step;
    const int y = m_view->itemRect(0).center().y();
    const QPoint a(qRound(axis.xOf(from)), y), b(qRound(axis.xOf(to)), y);
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, a);
    QTest::mouseMove(m_view->viewport(), (a + b) / 2);
    QTest::mouseMove(m_view->viewport(), b);
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, b);
    QVERIFY(m_view->measured().has_value());
    const Measure& m = *m_view->measured();
    QCOMPARE(m.lane, 0);
    QCOMPARE(m.begin, axis.secondsAt(a.x()));
    QCOMPARE(m.end, axis.secondsAt(b.x()));
    double clipped = 0.0, sums = 0.0;
    for (const cost::Span& span : timeline.lanes[0].work)
      clipped += std::max(0.0, std::min(span.end, m.end) - std::max(span.start, m.begin));
    for (const Measure::Sum& sum : m.sums) sums += sum.seconds;
    QVERIFY(qAbs(sums - clipped) < 1e-9);
    QVERIFY(qAbs(sums + m.idle - (m.end - m.begin)) < 1e-9);
    m_view->setFolded(true);
    m_view->clearMeasure();
  }

  /// A49: each key does what its pointer action does.
  void A49_keys() {
    const double step = m_live.selection.detail()->timeline.step;
    const auto key = [&](Qt::Key which, Qt::KeyboardModifiers with = {}) {
      QTest::keyClick(m_view.get(), which, with);
    };
    const auto length = [&] { return m_view->visibleEnd() - m_view->visibleBegin(); };
    for (const Qt::Key in : {Qt::Key_W, Qt::Key_Plus}) {
      key(Qt::Key_F);
      QCOMPARE(length(), step);
      key(in);
      QVERIFY(qAbs(length() - step / 1.25) < 1e-9);
    }
    for (const Qt::Key out : {Qt::Key_S, Qt::Key_Minus}) {
      key(Qt::Key_F);
      key(Qt::Key_W);
      key(Qt::Key_W);
      key(out);
      QVERIFY(qAbs(length() - step / 1.25) < 1e-9);
    }
    for (const auto& [there, back] :
         {std::pair{Qt::Key_D, Qt::Key_A}, std::pair{Qt::Key_Right, Qt::Key_Left}}) {
      key(Qt::Key_F);
      key(Qt::Key_W);
      key(Qt::Key_W);
      const double before = m_view->visibleBegin();
      key(there);
      QVERIFY(qAbs(m_view->visibleBegin() - before - 0.1 * length()) < 1e-9);
      key(back);
      QVERIFY(qAbs(m_view->visibleBegin() - before) < 1e-9);
    }
    key(Qt::Key_F);
    key(Qt::Key_Tab);
    const SpanRef first = m_view->selectedSpan();
    QCOMPARE(first, (SpanRef{0, 0}));
    key(Qt::Key_Tab);
    QCOMPARE(m_view->selectedSpan(), (SpanRef{0, 1}));
    key(Qt::Key_Backtab);
    QCOMPARE(m_view->selectedSpan(), first);
    // The time cursor moves by pixels, two marks measure what lies between.
    key(Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(m_view->cursor().has_value());
    const double begin = *m_view->cursor();
    key(Qt::Key_M);
    for (int i = 0; i < 10; ++i) key(Qt::Key_Right, Qt::ShiftModifier);
    key(Qt::Key_M);
    QVERIFY(m_view->measured().has_value());
    QCOMPARE(m_view->measured()->begin, begin);
    QCOMPARE(m_view->measured()->end, *m_view->cursor());
    key(Qt::Key_Escape);
    QVERIFY(!m_view->measured().has_value());
    const bool path = m_view->showsCriticalPath();
    key(Qt::Key_C);
    QCOMPARE(m_view->showsCriticalPath(), !path);
    key(Qt::Key_C);
    QSignalSpy find(m_view.get(), &TimelineView::findRequested);
    key(Qt::Key_Slash);
    QCOMPARE(find.count(), 1);
  }

  /// With half the batch a strategy has fewer blocks: one that is gone is not selected, above and below.
  void aBlockThatIsGone() {
    LiveResults live;
    QVERIFY(live.search());
    const plan::Snapshot found = *live.bridge.snapshot();
    auto half = std::make_shared<strategy::Problem>(*found.problem);
    half->job.global_batch /= 2;
    std::vector<int> shorter;  // ranks of those that half the batch can be asked of
    for (int rank = 0; rank < static_cast<int>(found.best.size()) && shorter.size() < 2; ++rank) {
      const strategy::Strategy& strategy = found.best[std::size_t(rank)].strategy;
      const auto before = detail(*found.problem, strategy), after = detail(*half, strategy);
      if (before && after && !after->timeline.lanes.empty() &&
          after->timeline.lanes[0].work.size() < before->timeline.lanes[0].work.size())
        shorter.push_back(rank);
    }
    QCOMPARE(shorter.size(), std::size_t(2));
    live.bridge.setLive(false);
    const auto first = std::make_shared<const plan::Snapshot>(found);
    auto other = std::make_shared<plan::Snapshot>(found);
    other->problem = half;
    const plan::Plan asked = live.document.plan();
    plan::Plan askedOfHalf = asked;
    askedOfHalf.job.global_batch /= 2;
    for (const bool lower : {false, true}) {
      live.bridge.take(first, asked);
      live.selection.select(shorter[0]);
      live.selection.compareWith(planning::layout_of(found.best[std::size_t(shorter[1])].strategy));
      TimelineView view(live.document, live.selection);
      view.resize(1000, 520);
      const planning::Option& whole = lower ? *live.selection.other() : *live.selection.detail();
      const SpanRef last{0, static_cast<int>(whole.timeline.lanes[0].work.size()) - 1, false, lower};
      view.selectSpan(last);
      QCOMPARE(view.selectedSpan(), last);
      QVERIFY(!view.describe(view.selectedSpan()).isEmpty());
      live.bridge.take(other, askedOfHalf);
      QCOMPARE(live.selection.rank(), shorter[0]);
      QVERIFY(view.isStacked());
      QCOMPARE(view.selectedSpan(), SpanRef());
      QVERIFY(view.describe(view.selectedSpan()).isEmpty());
      // The first block is there in both.
      view.selectSpan({0, 0, false, lower});
      live.bridge.take(first, asked);
      QCOMPARE(view.selectedSpan(), (SpanRef{0, 0, false, lower}));
    }
  }

  /// The time cursor reads every lane: what it does and how much memory is held.
  void cursorReadsAllLanes() {
    const cost::Timeline& timeline = m_live.selection.detail()->timeline;
    const cost::Span& span = timeline.lanes[0].work[2];
    m_view->setCursorTime((span.start + span.end) / 2);
    const QStringList lines = m_view->reading();
    QCOMPARE(std::size_t(lines.size()), 1 + timeline.lanes.size());
    QVERIFY2(lines[1].contains(spanName(span.kind) + u" %1"_s.arg(span.micro_batch + 1)),
             qPrintable(lines[1]));
    QVERIFY(lines[1].contains(u"GiB"_s));
    m_view->setCursorTime({});
  }

  void findGoesToABlock() {
    QVERIFY(m_view->find(u"s2 B 3"_s));
    const SpanRef found = m_view->selectedSpan();
    QCOMPARE(found.lane, 1);
    const cost::Span& span = m_live.selection.detail()->timeline.lanes[1].work[std::size_t(found.index)];
    QCOMPARE(span.kind, SpanKind::backward);
    QCOMPARE(span.micro_batch, 2);
    QVERIFY(!m_view->find(u"nonsense"_s));
    QCOMPARE(m_view->selectedSpan(), found);
  }

  /// Where people read from the right, time and the words of the lanes still run to the right.
  void mirroredIsTheSame() {
    const auto picture = [&] { return m_view->viewport()->grab().toImage(); };
    const QImage before = picture();
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    const QImage mirrored = picture();
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    QCOMPARE(mirrored.size(), before.size());
    QVERIFY(mirrored == before);
  }

  /// The table twin has a row for each block, with its place and its time.
  void tableTwin() {
    SpanTable table;
    table.setDetail(m_live.selection.detail());
    const auto& lanes = m_live.selection.detail()->timeline.lanes;
    QCOMPARE(std::size_t(table.rowCount()), std::accumulate(lanes.begin(), lanes.end(), std::size_t{0},
                                                            [](std::size_t sum, const cost::Lane& lane) {
                                                              return sum + lane.work.size() +
                                                                     lane.transfers.size();
                                                            }));
    const int row = table.rowOf({1, 0});
    QCOMPARE(table.index(row, SpanTable::StageColumn).data().toString(), u"S2"_s);
    QCOMPARE(table.index(row, SpanTable::Start).data().toString(),
             QLocale().toString(lanes[1].work[0].start, 'f', 4));
    const int sent = table.rowOf({0, 0, true});
    QCOMPARE(sent, static_cast<int>(lanes[0].work.size()));  // after the lane's work
    QCOMPARE(table.index(sent, SpanTable::KindColumn).data().toString(),
             spanName(lanes[0].transfers[0].kind));
    QCOMPARE(table.index(sent, SpanTable::Moved).data().toString(),
             QLocale().toString(lanes[0].transfers[0].bytes / 1e6, 'f', 1));
    // Of two strategies both, the lower one's stages named after it.
    const int own = table.rowCount();
    table.setDetail(m_live.selection.detail(), m_live.selection.detail(), u"#7"_s);
    QCOMPARE(table.rowCount(), 2 * own);
    QCOMPARE(table.index(own, SpanTable::StageColumn).data().toString(), u"S1 · #7"_s);
    QCOMPARE(table.spanAt(own), (SpanRef{0, 0, false, true}));
  }
};

}  // namespace tst_timeline

ASTROLABE_TEST(tst_timeline, TestTimeline)
#include "tst_timeline.moc"
