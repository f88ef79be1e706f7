// ui/results: what goes between the stages of the timeline, and a second strategy below on the same scale.
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QtTest>

#include "tests/program/test_program.h"
#include "tests/ui/timeline_desk.h"
#include "ui/render/figure_file.h"
#include "ui/render/measure.h"
#include "ui/results/parts_panel.h"
#include "ui/results/ranking_model.h"
#include "ui/results/span_table.h"

namespace tst_timeline_beside {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using cost::SpanKind;

class TestTimelineBeside : public TimelineDesk {
  Q_OBJECT

 private slots:
  void initTestCase() { QVERIFY(open()); }
  void init() { rest(); }
  void cleanupTestCase() { m_view.reset(); }

  /// Sends and receives are walked by Tab after the work of their lane, found, and named with the link that
  /// they run over; those of the critical path are outlined.
  void transfersAreBlocks() {
    const cost::Timeline& timeline = m_live.selection.detail()->timeline;
    const cost::Lane& first = timeline.lanes.front();
    QVERIFY(!first.transfers.empty());
    std::size_t blocks = 0;
    for (const cost::Lane& lane : timeline.lanes) blocks += lane.work.size() + lane.transfers.size();
    QCOMPARE(std::size_t(m_view->itemCount()), blocks);
    m_view->setFolded(false);
    m_view->selectSpan({0, static_cast<int>(first.work.size()) - 1});
    QTest::keyClick(m_view.get(), Qt::Key_Tab);
    QCOMPARE(m_view->selectedSpan(), (SpanRef{0, 0, true}));
    QVERIFY(m_view->isItemSelected(static_cast<int>(first.work.size())));
    QVERIFY2(m_view->describe(m_view->selectedSpan()).contains(u"\nOver the "_s),
             qPrintable(m_view->describe(m_view->selectedSpan())));
    QTest::keyClick(m_view.get(), Qt::Key_Backtab);
    QCOMPARE(m_view->selectedSpan(), (SpanRef{0, static_cast<int>(first.work.size()) - 1}));
    QVERIFY(m_view->find(u"s1 send 2"_s));
    const SpanRef found = m_view->selectedSpan();
    QVERIFY(found.transfer);
    QCOMPARE(first.transfers[static_cast<std::size_t>(found.index)].kind, SpanKind::send);
    QCOMPARE(first.transfers[static_cast<std::size_t>(found.index)].micro_batch, 1);
    // Round and round: before the first block stands the last one.
    m_view->selectSpan({0, 0});
    QTest::keyClick(m_view.get(), Qt::Key_Backtab);
    QVERIFY(m_view->isItemSelected(m_view->itemCount() - 1));
    // A critical transfer: the colour of the path around its mark, and without it when the path is hidden.
    const auto critical = std::find_if(first.transfers.begin(), first.transfers.end(),
                                       [](const cost::Span& span) { return span.critical; });
    QVERIFY(critical != first.transfers.end());
    m_view->selectSpan({});
    m_view->verticalScrollBar()->setValue(0);
    m_view->fit();
    const QRect mark = m_view->itemRect(
        static_cast<int>(first.work.size() + std::size_t(critical - first.transfers.begin())));
    const auto outlined = [&] {
      const QImage picture = m_view->viewport()->grab(mark.adjusted(-3, -1, 3, 1)).toImage();
      int pixels = 0;
      for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
          pixels += picture.pixelColor(x, y) == currentTheme().best ? 1 : 0;
      return pixels;
    };
    m_view->setCriticalPath(true);
    QVERIFY2(outlined() > 8, qPrintable(QString::number(outlined())));
    m_view->setCriticalPath(false);
    QCOMPARE(outlined(), 0);
    m_view->setCriticalPath(true);
    m_view->setFolded(true);
  }

  /// A collective says how much it is given and over what; no rate, for work hides a part of it. The panel
  /// beside breaks what is long into lines.
  void collectivesSayWhatTheyMove() {
    const cost::Lane& lane = m_live.selection.detail()->timeline.lanes.front();
    int seen = 0;
    for (int i = 0; i < static_cast<int>(lane.work.size()); ++i) {
      const cost::Span& span = lane.work[static_cast<std::size_t>(i)];
      const bool collective = span.kind == SpanKind::all_reduce || span.kind == SpanKind::reduce_scatter ||
                              span.kind == SpanKind::all_gather;
      QCOMPARE(span.bytes > 0.0, collective);
      if (!collective) continue;
      ++seen;
      const QString words = m_view->describe({0, i});
      const QString size = QLocale().toString(span.bytes / 1e6, 'f', 1);
      QVERIFY2(words.contains(u"\n%1 MB moved\nOver the "_s.arg(size)), qPrintable(words));
    }
    QVERIFY(seen > 0);
    PartsPanel panel(m_live.selection);
    panel.resize(panel.sizeHint());
    panel.setBlock(u"short\nshort"_s);
    const int two = panel.sizeHint().height();
    panel.setBlock(u"short\nlong, so long that no panel of this width holds all of it in one line"_s);
    QVERIFY(panel.sizeHint().height() > two + 5);
    // Words at the cursor that are broken elsewhere get their room, as many lines as they are.
    QWidget host;
    QVBoxLayout column(&host);
    auto* inside = new PartsPanel(m_live.selection);
    column.addWidget(inside);
    host.show();
    inside->setReading(u"short\nshort"_s);
    const int shortOnes = column.sizeHint().height();
    inside->setReading(u"short\nlong, so long that no panel of this width holds all of it in one line"_s);
    QVERIFY(column.sizeHint().height() > shortOnes + 5);
  }

  /// A50: one scale for both, long enough for the longer one. The two axes are the same picture, pixel by
  /// pixel, and a time stands on the same pixel in both drawings.
  void A50_oneScaleForTwo() {
    const auto& best = m_live.bridge.snapshot()->best;
    m_live.selection.compareWith(planning::layout_of(best.back().strategy));
    QVERIFY(m_view->isStacked());
    const double longer = std::max(best.front().step.value, best.back().step.value);
    QVERIFY(qAbs(m_view->visibleEnd() - longer) < 1e-9 * longer);
    QVERIFY(!m_view->axis().folded());
    const QImage axes = m_view->viewport()->grab().toImage();
    const auto firstBlock = [&](bool lower) {
      std::size_t before = 0;
      if (lower)
        for (const cost::Lane& lane : m_live.selection.detail()->timeline.lanes)
          before += lane.work.size() + lane.transfers.size();
      return m_view->itemRect(static_cast<int>(before));
    };
    const int below = firstBlock(true).top() - firstBlock(false).top();
    constexpr int kAxisHeight = 26;  // of the default text size, where this test runs
    QVERIFY(below > kAxisHeight && below + kAxisHeight < axes.height());
    QSet<QRgb> colours;
    for (int y = 0; y < kAxisHeight; ++y)
      for (int x = 0; x < axes.width(); ++x) {
        QVERIFY2(axes.pixel(x, y) == axes.pixel(x, y + below), qPrintable(u"%1, %2"_s.arg(x).arg(y)));
        colours << axes.pixel(x, y);
      }
    QVERIFY(colours.size() > 8);  // ticks and digits in them, not an empty strip
    // One time falls on one pixel in both drawings: pixels of the focus line at a cursor.
    m_view->setCursorTime(0.5 * longer);
    const double x = m_view->axis().xOf(0.5 * longer);
    const QImage picture = m_view->viewport()->grab().toImage();
    const QColor focus = currentTheme().focus;
    int upper = 0, lower = 0;
    for (int y = 0; y < picture.height(); ++y)
      for (int dx = -1; dx <= 1; ++dx)
        if (picture.pixelColor(qRound(x) + dx, y) == focus) {
          (y < picture.height() / 2 ? upper : lower) += 1;
          break;
        }
    QVERIFY2(upper > 40 && lower > 40, qPrintable(u"%1 %2"_s.arg(upper).arg(lower)));
    m_view->setCursorTime({});
  }

  /// Two strategies: what is below is read, pointed at, walked to, measured and exported as what is above.
  void lowerStrategyAnswers() {
    m_live.selection.compareWith(planning::layout_of(m_live.bridge.snapshot()->best.back().strategy));
    QVERIFY(m_view->isStacked());
    const cost::Timeline& upper = m_live.selection.detail()->timeline;
    const cost::Timeline& lower = m_live.selection.other()->timeline;
    const auto blocks = [](const cost::Timeline& timeline) {
      std::size_t sum = 0;
      for (const cost::Lane& lane : timeline.lanes) sum += lane.work.size() + lane.transfers.size();
      return static_cast<int>(sum);
    };
    QCOMPARE(m_view->itemCount(), blocks(upper) + blocks(lower));
    // Walked to: the first block below follows the last one above, and comes into sight.
    m_view->verticalScrollBar()->setValue(0);
    m_view->selectSpan({static_cast<int>(upper.lanes.size()) - 1,
                        static_cast<int>(upper.lanes.back().transfers.size()) - 1, true});
    QTest::keyClick(m_view.get(), Qt::Key_Tab);
    QCOMPARE(m_view->selectedSpan(), (SpanRef{0, 0, false, true}));
    const QRect place = m_view->itemRect(blocks(upper));
    QVERIFY(place.top() >= 0 && place.bottom() <= m_view->viewport()->height());
    QVERIFY(m_view->describe(m_view->selectedSpan()).contains(u"\nOf "_s + m_live.selection.otherLabel()));
    // Pointed at, in the middle of its lane: pressed, it is selected; dragged over, its lane is measured.
    m_view->selectSpan({});
    const TimeAxis axis = m_view->axis();
    const int y = place.center().y();
    const double from = 0.1 * lower.step, to = 0.5 * lower.step;
    const QPoint a(qRound(axis.xOf(from)), y), b(qRound(axis.xOf(to)), y);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, place.center());
    const SpanRef pressed = m_view->selectedSpan();
    QVERIFY(pressed.lower && pressed.lane == 0 && !pressed.transfer);
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, a);
    QTest::mouseMove(m_view->viewport(), (a + b) / 2);
    QTest::mouseMove(m_view->viewport(), b);
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, b);
    QVERIFY(!m_view->measured() && m_view->measuredBelow());
    double work = 0.0;
    const Measure& m = *m_view->measuredBelow();
    for (const cost::Span& span : lower.lanes[0].work)
      work += std::max(0.0, std::min(span.end, m.end) - std::max(span.start, m.begin));
    double sums = 0.0;
    for (const Measure::Sum& sum : m.sums) sums += sum.seconds;
    QVERIFY(qAbs(sums - work) < 1e-9);
    m_view->measureBetween(0.0, upper.step, -1);
    QVERIFY(m_view->measured() && m_view->measuredBelow());
    // Read at the cursor: a line of time, the lanes above, whose the rest is, the lanes below.
    m_view->setCursorTime(0.25 * lower.step);
    QCOMPARE(std::size_t(m_view->reading().size()), 2 + upper.lanes.size() + lower.lanes.size());
    m_view->setCursorTime({});
    m_view->clearMeasure();
    // On paper both, one under the other, to the foot of the lower one.
    const Figure figure{u"two steps"_s, QSize(1200, static_cast<int>(m_view->figureHeight())),
                        [this](QPaintDevice& device) {
                          QPainter painter(&device);
                          m_view->paintFigure(painter, 1200);
                        }};
    const QByteArray svg = svgOf(figure);
    for (const auto& detail : {m_live.selection.detail(), m_live.selection.other()})
      QVERIFY2(svg.contains(degreesText(detail->evaluation.strategy).toUtf8()), svg.left(2000).constData());
    const QImage picture = imageOf(figure, {1.0, false});
    int inked = 0;  // strips of memory stand at the foot
    for (int row = picture.height() - 60; row < picture.height(); ++row)
      for (int column = 0; column < picture.width(); ++column)
        inked += picture.pixelColor(column, row) != QColor(Qt::white) ? 1 : 0;
    QVERIFY2(inked > 500, qPrintable(QString::number(inked)));
  }
};

}  // namespace tst_timeline_beside

ASTROLABE_TEST(tst_timeline_beside, TestTimelineBeside)
#include "tst_timeline_beside.moc"
