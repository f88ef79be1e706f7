// Plots at any size of text: numbers beside the axes stand apart, words at the bars stand inside the plot,
// marks of the legend stand on the line of their words.
#include <QLabel>
#include <QScrollArea>
#include <QtTest>
#include <cmath>

#include "live_results.h"
#include "tests/program/test_program.h"
#include "tests/ui/text_size.h"
#include "ui/render/theme.h"
#include "ui/results/breakdown_view.h"
#include "ui/results/named_plot.h"
#include "ui/results/pareto_view.h"

namespace tst_plots {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Where the numbers of an axis stand, along it.
QList<QRectF> numbersOf(const QCPAxis& axis) {
  const QVector<double> ticks = axis.tickVector();
  const QVector<QString> words = axis.tickVectorLabels();
  const QFontMetricsF letters(axis.tickLabelFont());
  QList<QRectF> places;
  for (qsizetype i = 0; i < ticks.size(); ++i) {
    if (!axis.range().contains(ticks[i])) continue;
    const double at = axis.coordToPixel(ticks[i]), wide = letters.horizontalAdvance(words[i]);
    places << (axis.orientation() == Qt::Horizontal
                   ? QRectF(at - wide / 2.0, 0.0, wide, 1.0)
                   : QRectF(0.0, at - letters.ascent() / 2.0, 1.0, letters.ascent()));
  }
  return places;
}

bool standApart(const QList<QRectF>& places) {
  for (qsizetype i = 0; i < places.size(); ++i)
    for (qsizetype j = i + 1; j < places.size(); ++j)
      if (places[i].intersects(places[j])) return false;
  return true;
}

/// What figures take of the room of a line of words.
QRectF lineOf(const QRectF& place, double ascent) {
  return {place.left(), place.center().y() - ascent / 2.0, place.width(), ascent};
}

/// The words that stand at bars of a plot: those at coordinates, not titles of axes.
QList<QRectF> wordsAtBars(const NamedPlot& plot) {
  QList<QRectF> places;
  for (int i = 0; i < plot.QCustomPlot::itemCount(); ++i)
    if (const auto* words = qobject_cast<const QCPItemText*>(plot.item(i));
        words && words->position->typeX() == QCPItemPosition::ptPlotCoords)
      places << lineOf(QRectF(words->topLeft->pixelPosition(), words->bottomRight->pixelPosition()),
                       QFontMetricsF(words->font()).ascent());
  return places;
}

}  // namespace

class TestPlots : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    setCurrentTheme(ThemeKind::Light);
  }

  void numbersStandApart_data() {
    QTest::addColumn<int>("letters");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("roomy");
    QTest::newRow("much room") << 13 << QSize(900, 500) << true;
    QTest::newRow("low") << 13 << QSize(500, 120) << false;
    QTest::newRow("large text") << 32 << QSize(420, 260) << false;
    QTest::newRow("large text, little room") << 32 << QSize(300, 170) << false;
  }
  /// Where there is room the toolkit's own numbers stay, about five; elsewhere there are fewer.
  void numbersStandApart() {
    QFETCH(int, letters);
    QFETCH(QSize, size);
    QFETCH(bool, roomy);
    const auto text = TextSize::pixels(letters);
    NamedPlot plot;
    plot.applyTheme(currentTheme(), fontScale());
    plot.hideLegend();
    plot.xAxis->setRange(0.0, 0.33);
    plot.yAxis->setRange(0.0, 140.0);
    plot.resize(size);
    plot.show();
    plot.replot();
    for (const QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
      QTRY_VERIFY2(standApart(numbersOf(*axis)),
                   qPrintable(QStringList(axis->tickVectorLabels()).join(u' ')));
      QVERIFY(!numbersOf(*axis).isEmpty());
      if (roomy) QVERIFY2(numbersOf(*axis).size() >= 4, qPrintable(QString::number(numbersOf(*axis).size())));
    }
    plot.resize(900, 500);  // and they come back
    QTRY_VERIFY(numbersOf(*plot.yAxis).size() >= 4);
  }

  void numbersFitThePaper() {
    NamedPlot plot;
    plot.applyTheme(currentTheme(), fontScale());
    plot.hideLegend();
    plot.yAxis->setRange(0.0, 140.0);
    plot.resize(300, 90);
    plot.show();
    plot.replot();
    QTRY_VERIFY(standApart(numbersOf(*plot.yAxis)));
    const qsizetype few = plot.yAxis->ticker()->tickCount();
    QImage paper(900, 600, QImage::Format_RGB32);
    QCPPainter painter(&paper);
    plot.paintOn(painter, QRect(QPoint(), paper.size()));
    painter.end();
    QVERIFY(plot.yAxis->ticker()->tickCount() > few);
    plot.replot();
    QTRY_COMPARE(plot.yAxis->ticker()->tickCount(), few);
  }

  void barsHaveRoomForTheirWords_data() {
    QTest::addColumn<int>("letters");
    for (const int letters : {11, 13, 21, 32}) QTest::addRow("%d px", letters) << letters;
  }
  /// Six strategies in a low window: the plots are as high as their rows of words, and what stands at the
  /// ends of the bars is inside the plot, one below another. What has no room is scrolled to.
  void barsHaveRoomForTheirWords() {
    QFETCH(int, letters);
    const auto text = TextSize::pixels(letters);
    LiveResults live;
    QVERIFY(live.search());
    BreakdownView view(live.document, live.selection);
    view.resize(1100, 260);
    view.show();
    const int line = QFontMetrics(ui::font(TextRole::Caption)).ascent();
    for (const char* name : {"breakdownView.time", "breakdownView.money"}) {
      auto* plot = view.findChild<NamedPlot*>(QLatin1StringView(name));
      QVERIFY(plot);
      QTRY_COMPARE(wordsAtBars(*plot).size(), 6);
      QTRY_VERIFY2(plot->axisRect()->height() >= 6 * line,
                   qPrintable(QString::number(plot->axisRect()->height())));
      const QList<QRectF> words = wordsAtBars(*plot);
      for (const QRectF& place : words)
        QVERIFY2(QRectF(plot->rect()).contains(place), qPrintable(QString::number(place.right())));
      QVERIFY(standApart(words));
      QTRY_VERIFY(standApart(numbersOf(*plot->xAxis)));
    }
    const auto* scroll = view.findChild<QScrollArea*>(u"breakdownView.scroll"_s);
    QVERIFY(scroll->widget()->height() >= scroll->widget()->minimumSizeHint().height());
  }

  /// In a plot as low as it gets the ring of the best is whole: drawn above the axes, and inside the plot.
  void theRingOfTheBestIsWhole() {
    LiveResults live;
    QVERIFY(live.search());
    ParetoView view(live.document, live.selection);
    view.resize(900, 130);
    view.show();
    const auto* plot = view.findChild<NamedPlot*>(u"paretoPlot"_s);
    QVERIFY(plot);
    int rings = 0;
    QTRY_VERIFY([&] {
      rings = 0;
      for (int i = 0; i < plot->QCustomPlot::itemCount(); ++i)
        rings += qobject_cast<const QCPItemEllipse*>(plot->item(i)) ? 1 : 0;
      return rings > 0;
    }());
    QTest::qWait(100);
    for (int i = 0; i < plot->QCustomPlot::itemCount(); ++i) {
      const auto* ring = qobject_cast<const QCPItemEllipse*>(plot->item(i));
      if (ring == nullptr) continue;
      const QRectF place(ring->topLeft->pixelPosition(), ring->bottomRight->pixelPosition());
      QVERIFY2(QRectF(plot->rect()).contains(place), qPrintable(QString::number(place.top())));
      QVERIFY(!ring->clipToAxisRect());
    }
  }

  /// The square of a part in the legend: as high as wide, its middle on that of the line of words.
  void legendMarksStandOnTheLineOfTheirWords() {
    LiveResults live;
    QVERIFY(live.search());
    BreakdownView view(live.document, live.selection);
    view.resize(1100, 420);
    view.show();
    auto* plot = view.findChild<NamedPlot*>(u"breakdownView.time"_s);
    QTRY_VERIFY(plot->legend->itemCount() > 2 && plot->legend->item(0)->rect().height() > 0);
    QTest::qWait(100);
    const QRect entry = plot->legend->item(0)->rect();
    const QImage drawn = plot->grab().toImage();
    const double scale = drawn.devicePixelRatio();
    const QColor mark = currentTheme().part(cost::Part::compute_forward).color;
    QRect square;
    for (int y = entry.top(); y <= entry.bottom(); ++y)
      for (int x = entry.left(); x < entry.left() + plot->legend->iconSize().width(); ++x)
        if (drawn.pixelColor(int(x * scale), int(y * scale)) == mark) square |= QRect(x, y, 1, 1);
    QVERIFY(square.width() >= 5);
    QVERIFY2(std::abs(square.width() - square.height()) <= 1,
             qPrintable(u"%1 x %2"_s.arg(square.width()).arg(square.height())));
    QVERIFY2(std::abs(QRectF(square).center().y() - QRectF(entry).center().y()) <= 1.5,
             qPrintable(u"%1, %2"_s.arg(square.center().y()).arg(entry.center().y())));
  }
};

}  // namespace tst_plots

ASTROLABE_TEST(tst_plots, TestPlots)
#include "tst_plots.moc"
