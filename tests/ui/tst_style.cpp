// ui/shell/style: what the style draws and measures, looked at pixel by pixel.
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <QtTest>
#include <algorithm>

#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/render/icons.h"
#include "ui/render/theme.h"
#include "ui/shell/style.h"
#include "ui/shell/theme_mode.h"

namespace tst_style {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

/// A square that no control is drawn in the colour of.
QIcon square() {
  QPixmap pixmap(64, 64);
  pixmap.fill(Qt::red);
  return {pixmap};
}

bool isRed(const QColor& color) { return color.red() > 200 && color.green() < 60 && color.blue() < 60; }
bool isInk(const QColor& color) { return color.lightness() < 140 && !isRed(color); }

/// First and last column inside the edges of a control whose middle holds such pixels.
template <class Is>
std::pair<int, int> columnsOf(const QImage& drawn, Is is) {
  constexpr int kEdge = 4;
  int first = -1, last = -1;
  for (int x = kEdge; x < drawn.width() - kEdge; ++x)
    for (int y = kEdge; y < drawn.height() - kEdge; ++y)
      if (is(drawn.pixelColor(x, y))) {
        if (first < 0) first = x;
        last = x;
      }
  return {first, last};
}

}  // namespace

class TestStyle : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale::c());
    QApplication::setStyle(new AstrolabeStyle);
  }
  void init() { applyTheme(ThemeMode::Light); }

  void picturesAndWordsStandApart_data() {
    QTest::addColumn<bool>("tool");
    QTest::addColumn<bool>("mirrored");
    for (const bool tool : {false, true})
      for (const bool mirrored : {false, true})
        QTest::addRow("%s, %s", tool ? "tool" : "button", mirrored ? "mirrored" : "as usual")
            << tool << mirrored;
  }
  /// Six design pixels between picture and word, and both in the middle of the button.
  void picturesAndWordsStandApart() {
    QFETCH(bool, tool);
    QFETCH(bool, mirrored);
    std::unique_ptr<QAbstractButton> button;
    if (tool) {
      auto made = std::make_unique<QToolButton>();
      made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
      button = std::move(made);
    } else {
      button = std::make_unique<QPushButton>();
    }
    button->setText(u"HHH"_s);
    button->setIcon(square());
    button->setLayoutDirection(mirrored ? Qt::RightToLeft : Qt::LeftToRight);
    button->resize(button->sizeHint());
    const QImage drawn = button->grab().toImage();
    const auto [redFirst, redLast] = columnsOf(drawn, isRed);
    const auto [inkFirst, inkLast] = columnsOf(drawn, isInk);
    QVERIFY(redFirst > 0 && inkFirst > 0);
    const int gap = mirrored ? redFirst - inkLast - 1 : inkFirst - redLast - 1;
    QVERIFY2(gap >= scaled(6) && gap <= scaled(6) + 3, qPrintable(QString::number(gap)));
    const int before = std::min(redFirst, inkFirst), after = drawn.width() - 1 - std::max(redLast, inkLast);
    QVERIFY2(std::abs(before - after) <= 4, qPrintable(u"%1 before, %2 after"_s.arg(before).arg(after)));
  }

  /// What stands in fields of every kind begins on one line.
  void textsOfFieldsBeginOnOneLine() {
    QLineEdit line;
    line.setText(u"HHH"_s);
    QSpinBox spin;
    spin.setSpecialValueText(u"HHH"_s);
    QComboBox chosen, typed;
    typed.setEditable(true);
    for (QComboBox* box : {&chosen, &typed}) box->addItem(u"HHH"_s);
    QStringList starts;
    int least = 1000, most = 0;
    for (QWidget* field : {static_cast<QWidget*>(&line), static_cast<QWidget*>(&spin),
                           static_cast<QWidget*>(&chosen), static_cast<QWidget*>(&typed)}) {
      field->resize(scaled(140), field->sizeHint().height());
      const int first = columnsOf(field->grab().toImage(), isInk).first;
      starts << QString::number(first);
      least = std::min(least, first);
      most = std::max(most, first);
    }
    QVERIFY2(most - least <= 2 && least >= scaled(7), qPrintable(starts.join(u' ')));
  }

  void theArrowOfAMenuStandsBesideTheWord() {
    QPushButton plain(u"HHH"_s), asking(u"HHH"_s);
    QMenu menu;
    for (QPushButton* button : {&plain, &asking}) button->setIcon(square());
    asking.setMenu(&menu);
    for (QPushButton* button : {&plain, &asking}) button->resize(button->sizeHint());
    QCOMPARE(asking.width() - plain.width(), scaled(16));
    const QImage drawn = asking.grab().toImage();
    int inked = 0;  // of the arrow, in the last 20 design pixels
    for (int x = drawn.width() - scaled(20); x < drawn.width() - 4; ++x)
      for (int y = 4; y < drawn.height() - 4; ++y) inked += drawn.pixelColor(x, y).lightness() < 200 ? 1 : 0;
    QVERIFY2(inked >= 6, qPrintable(QString::number(inked)));
  }

  /// A field for several lines has the edge of one for a single line, and its ring; what is only read has
  /// none.
  void textFieldsHaveAnEdge() {
    const Theme& theme = currentTheme();
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    auto* field = new QPlainTextEdit(&window);
    auto* read = new QPlainTextEdit(&window);
    auto* button = new QPushButton(&window);
    read->setReadOnly(true);
    for (QWidget* each :
         {static_cast<QWidget*>(field), static_cast<QWidget*>(read), static_cast<QWidget*>(button)})
      column->addWidget(each);
    window.resize(300, 300);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    button->setFocus();
    const auto edge = [](QWidget* widget, int x) {
      return widget->grab().toImage().pixelColor(x, widget->height() / 2);
    };
    QCOMPARE(edge(field, 0), theme.borderStrong);
    QCOMPARE(edge(field, 2), theme.panel);
    QVERIFY(edge(read, 0) != theme.borderStrong);
    field->setFocus();
    QTRY_COMPARE(edge(field, 0), theme.focus);
    button->setFocus();
    QTRY_COMPARE(edge(field, 0), theme.borderStrong);
  }

  void scrollBarsStandOnTheGroundOfWhatTheyScroll_data() {
    QTest::addColumn<QPalette::ColorRole>("role");
    QTest::newRow("a dialog") << QPalette::Window;
    QTest::newRow("a panel") << QPalette::Base;
  }
  void scrollBarsStandOnTheGroundOfWhatTheyScroll() {
    QFETCH(QPalette::ColorRole, role);
    const Theme& theme = currentTheme();
    QVERIFY(theme.window != theme.panel);
    QScrollArea area;
    auto* page = new QWidget;
    page->setFixedSize(900, 900);
    page->setBackgroundRole(role);
    area.setWidget(page);
    area.setFrameShape(QFrame::NoFrame);
    area.resize(300, 300);
    area.show();
    QTRY_VERIFY(area.verticalScrollBar()->isVisible() && area.horizontalScrollBar()->isVisible());
    const QColor ground = role == QPalette::Window ? theme.window : theme.panel;
    const QImage drawn = area.grab().toImage();
    const QRect bar(area.verticalScrollBar()->mapTo(&area, QPoint()), area.verticalScrollBar()->size());
    QCOMPARE(drawn.pixelColor(bar.left(), bar.center().y()), ground);
    QCOMPARE(drawn.pixelColor(bar.center().x(), bar.bottom() - 1), ground);   // beyond the handle
    QCOMPARE(drawn.pixelColor(area.width() - 1, area.height() - 1), ground);  // the corner between both
    QCOMPARE(drawn.pixelColor(area.width() - bar.width(), area.height() - bar.width()), ground);
  }

  /// A tip is a card: its words stand away from an edge that can be seen, in both themes.
  void tipsHaveAnEdgeAndAir() {
    for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
      applyTheme(mode);
      QWidget window;
      window.resize(200, 100);
      window.show();
      QToolTip::showText(QPoint(300, 300), u"HHH"_s, &window);
      QWidget* tip = nullptr;
      QTRY_VERIFY([&] {
        for (QWidget* each : QApplication::topLevelWidgets())
          if (each->inherits("QTipLabel") && each->isVisible()) tip = each;
        return tip != nullptr;
      }());
      const QImage drawn = tip->grab().toImage();
      QCOMPARE(drawn.pixelColor(0, drawn.height() / 2), currentTheme().borderStrong);
      QCOMPARE(drawn.pixelColor(2, drawn.height() / 2), currentTheme().raised);
      int first = -1;
      for (int x = 1; x < drawn.width() - 1 && first < 0; ++x)
        for (int y = 1; y < drawn.height() - 1 && first < 0; ++y)
          if (std::abs(drawn.pixelColor(x, y).lightness() - currentTheme().raised.lightness()) > 80)
            first = x;
      QVERIFY2(first >= scaled(8), qPrintable(QString::number(first)));
      QToolTip::hideText();
      QTRY_VERIFY(!QToolTip::isVisible());
    }
  }

  void headingsOfNarrowColumnsStandApart() {
    QTableWidget table(1, 2);
    table.setHorizontalHeaderLabels({u"Median"_s, u"9 of 10"_s});
    table.resizeColumnsToContents();
    for (int column = 0; column < 2; ++column) {
      const int word = table.horizontalHeader()->fontMetrics().horizontalAdvance(
          table.horizontalHeaderItem(column)->text());
      QVERIFY2(table.columnWidth(column) - word >= scaled(12),
               qPrintable(QString::number(table.columnWidth(column) - word)));
    }
  }

  /// A heading begins where the words of its column do, and ends where its numbers do: the same letters have
  /// their ink in the same pixels, one more or less for how letters are rounded.
  void headingsStandOverTheirColumns() {
    QTableWidget table(1, 2);
    table.setFrameShape(QFrame::NoFrame);
    table.setShowGrid(false);
    table.setFocusPolicy(Qt::NoFocus);  // no frame around a cell
    table.verticalHeader()->hide();
    table.horizontalHeader()->setFont(table.font());
    for (int column = 0; column < 2; ++column) {
      const Qt::Alignment side = (column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
      for (QTableWidgetItem* item : {new QTableWidgetItem(u"HHHH"_s), new QTableWidgetItem(u"HHHH"_s)}) {
        item->setTextAlignment(side);
        if (table.horizontalHeaderItem(column) == nullptr)
          table.setHorizontalHeaderItem(column, item);
        else
          table.setItem(0, column, item);
      }
      table.setColumnWidth(column, 120);
    }
    table.resize(240, 80);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    const QImage head =
        table.horizontalHeader()->viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QImage cells = table.viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
    // What differs from the ground of its row, the edge below it left out.
    const auto inked = [](const QImage& drawn, int from, int to, int bottom) {
      std::pair<int, int> ink{-1, -1};
      for (int x = from; x < to; ++x)
        for (int y = 2; y < bottom; ++y)
          if (std::abs(drawn.pixelColor(x, y).lightness() - drawn.pixelColor(60, 2).lightness()) > 40) {
            if (ink.first < 0) ink.first = x;
            ink.second = x;
          }
      return ink;
    };
    const int bottom = head.height() - 3, row = table.rowHeight(0) - 3;
    const auto title = inked(head, 0, 120, bottom), words = inked(cells, 0, 120, row);
    QVERIFY(title.first > 0 && words.first > 0);
    QVERIFY2(std::abs(title.first - words.first) <= 1,
             qPrintable(u"%1 %2"_s.arg(title.first).arg(words.first)));
    const auto sum = inked(head, 120, 240, bottom), numbers = inked(cells, 120, 240, row);
    QVERIFY(sum.second > 0 && numbers.second > 0);
    QVERIFY2(std::abs(sum.second - numbers.second) <= 1,
             qPrintable(u"%1 %2"_s.arg(sum.second).arg(numbers.second)));
  }

  /// Words without a picture begin where those with one do, however large the text is.
  void nothingIsAsLargeAsAPicture() {
    for (const int side : {16, 27, 40, 64}) {
      QCOMPARE(noIcon().actualSize(QSize(side, side)), QSize(side, side));
      QCOMPARE(icon(u"copy"_s).actualSize(QSize(side, side)), QSize(side, side));
    }
  }

  /// While the zoom rests tiles are kept as pictures: other colours are drawn all the same.
  void tilesFollowTheColours() {
    PlanDocument document;
    fillSample(document);
    CanvasPanel panel(document);
    panel.resize(1200, 700);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QTest::qWait(400);  // until they are kept
    const auto drawn = [&panel] { return panel.view().viewport()->grab().toImage(); };
    const QImage colours = drawn();
    QCOMPARE(drawn(), colours);
    applyPlots(PlotPalette::Print);
    const QImage print = drawn();
    applyPlots(PlotPalette::Colours);
    QVERIFY(print != colours);
    QCOMPARE(drawn(), colours);
  }
};

}  // namespace tst_style

ASTROLABE_TEST(tst_style, TestStyle)
#include "tst_style.moc"
