// ui/render/worked_figure: what a figure that is worked out says as text and as a page, in both directions.
#include <QAbstractTextDocumentLayout>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>
#include <QtTest>
#include <cmath>

#include "tests/program/test_program.h"
#include "ui/render/worked_figure.h"

namespace tst_worked_page {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using Origin = FormulaInput::Origin;

class TestWorkedPage : public QObject {
  Q_OBJECT

 private slots:
  void cleanup() { QGuiApplication::setLayoutDirection(Qt::LeftToRight); }

  /// Text and page say all of it; the page links to the pools, whatever they are called.
  void asTextAndPage() {
    WorkedFigure figure;
    figure.formula = formulaOf(FormulaId::Speed);
    figure.subject = u"TP <8>"_s;
    figure.value = u"40,000 tokens/s"_s;
    figure.worked = {u"64 × 8,192 ÷ 13.1072 = 40,000"_s};
    figure.inputs = {
        {u"G"_s, u"Sequences of a step"_s, u"64"_s, Origin::Assumed, u"a source"_s, u"2026-11-01"_s}};
    figure.stale = u"Older than the inputs"_s;
    figure.pools = {"a b&c"};
    const QString plain = plainText(figure);
    QVERIFY(plain.startsWith(u"Speed of TP <8>\n40,000 tokens/s\nOlder than the inputs\nv = G S / T\n"_s));
    QVERIFY(plain.contains(u"\nG\tSequences of a step\t64\tassumed\ta source\t2026-11-01"_s));
    const QString html = htmlText(figure, currentTheme());
    for (const QString& part :
         {u"TP &lt;8&gt;"_s, u"64 × 8,192 ÷ 13.1072 = 40,000"_s, u"<i>64</i>"_s, u"href='pool:a%20b%26c'"_s})
      QVERIFY2(html.contains(part), qPrintable(html));
  }

  /// From right to left the letter stands on the right, the name beside it, the value on the left, each as
  /// far from its neighbour as the other way round; values and dates read from left to right in both.
  void mirroredPage() {
    WorkedFigure figure;
    figure.formula = formulaOf(FormulaId::Speed);
    figure.inputs = {{u"G"_s, u"Sequences"_s, u"−64 GB/s"_s, Origin::Stated, u"x"_s, u"2026-11-01"_s}};
    struct Cell {
      double left = 0.0, right = 0.0;  // of its words
      Qt::LayoutDirection direction = Qt::LayoutDirectionAuto;
    };
    constexpr double kWidth = 400.0;
    const auto cellsOf = [&](Qt::LayoutDirection direction) {
      QGuiApplication::setLayoutDirection(direction);
      QTextDocument page;
      page.setHtml(htmlText(figure, currentTheme()));
      page.setTextWidth(kWidth);
      QGuiApplication::setLayoutDirection(Qt::LeftToRight);
      QHash<QString, Cell> cells;
      for (QTextFrame* frame : page.rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame))
          for (int column = 0; column < table->columns(); ++column) {
            const QTextBlock block = table->cellAt(0, column).firstCursorPosition().block();
            const QRectF box = page.documentLayout()->blockBoundingRect(block);  // lays it out
            const QRectF words = block.layout()->lineAt(0).naturalTextRect().translated(box.topLeft());
            cells[block.text().section(QChar(QChar::LineSeparator), 0, 0)] = {words.left(), words.right(),
                                                                              block.textDirection()};
          }
      return cells;
    };
    const QString value = u"−64\u00A0GB/s"_s;
    const auto plain = cellsOf(Qt::LeftToRight), mirrored = cellsOf(Qt::RightToLeft);
    for (const auto& cells : {plain, mirrored}) {
      QCOMPARE(cells.size(), 3);
      QVERIFY(cells.contains(u"G"_s) && cells.contains(u"Sequences"_s) && cells.contains(value));
      QCOMPARE(cells[value].direction, Qt::LeftToRight);
    }
    for (const QString& cell : {u"G"_s, u"Sequences"_s, value}) {
      const double off = mirrored[cell].right - (kWidth - plain[cell].left);
      QVERIFY2(std::abs(off) < 1.0, qPrintable(u"%1: %2"_s.arg(cell).arg(off)));
    }
    QVERIFY(mirrored[value].right < mirrored[u"Sequences"_s].left);
    QVERIFY(mirrored[u"Sequences"_s].right < mirrored[u"G"_s].left);
    QCOMPARE(mirrored[u"G"_s].direction, Qt::RightToLeft);
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    const QString html = htmlText(figure, currentTheme());
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    QVERIFY2(html.contains(u"\u20662026-11-01\u2069"_s), qPrintable(html));
    QVERIFY(!htmlText(figure, currentTheme()).contains(QChar(0x2066)));
  }
};

}  // namespace tst_worked_page

ASTROLABE_TEST(tst_worked_page, TestWorkedPage)
#include "tst_worked_page.moc"
