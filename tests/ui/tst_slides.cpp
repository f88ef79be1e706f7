// ui/shell/slides: how a page of a presentation is drawn, looked at pixel by pixel.
#include <QtTest>
#include <algorithm>

#include "tests/program/test_program.h"
#include "ui/render/theme.h"
#include "ui/shell/slides.h"

namespace tst_slides {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestSlides : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  /// The last column of a table, heading and all: numbers end on one line at the right edge of the page,
  /// words begin on one line.
  void numbersEndOnOneLine_data() {
    QTest::addColumn<bool>("numbers");
    QTest::newRow("numbers") << true;
    QTest::newRow("words") << false;
  }
  void numbersEndOnOneLine() {
    QFETCH(bool, numbers);
    SlideContent page;
    page.rows = {
        {u"Option"_s, u"Tokens/s"_s}, {u"A"_s, u"9"_s}, {u"B"_s, u"51,289"_s}, {u"C"_s, u"1,024,000"_s}};
    page.boldRow = 0;
    if (numbers) page.numbers = {1};
    const Theme theme = Theme::make(ThemeKind::Light);
    QImage drawn(1920, 1080, QImage::Format_RGB32);
    drawn.fill(theme.panel);
    QPainter painter(&drawn);
    paintSlide(painter, drawn.rect(), page, theme, 1.0);
    painter.end();
    // Letters are dark, the lines between the rows are not. Of each row the ink behind its first word.
    const auto isInk = [&](int x, int y) { return drawn.pixelColor(x, y).lightness() < 130; };
    QList<int> starts, ends;
    bool inside = false;
    for (int y = 0; y < drawn.height(); ++y) {
      int first = -1, last = -1;
      for (int x = drawn.width() / 4; x < drawn.width(); ++x)
        if (isInk(x, y)) {
          if (first < 0) first = x;
          last = x;
        }
      if (first >= 0 && !inside) {
        starts << first;
        ends << last;
      } else if (first >= 0) {
        starts.back() = std::min(starts.back(), first);
        ends.back() = std::max(ends.back(), last);
      }
      inside = first >= 0;
    }
    QCOMPARE(starts.size(), 4);
    const QList<int>& same = numbers ? ends : starts;
    const auto [least, most] = std::minmax_element(same.begin(), same.end());
    QVERIFY2(*most - *least <= 6, qPrintable(u"%1 to %2"_s.arg(*least).arg(*most)));
    const int edge = drawn.width() - 72;  // design pixels beside a page
    if (numbers) QVERIFY2(std::abs(*most - edge) <= 6, qPrintable(QString::number(*most)));
  }
};

}  // namespace tst_slides

ASTROLABE_TEST(tst_slides, TestSlides)
#include "tst_slides.moc"
