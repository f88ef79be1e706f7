// Bars of tools where text is large: the main window's tools do with their icons, and what the comparison is
// about has the room that its tools leave, each of its rows one line.

#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include "tests/app/sample_window.h"
#include "tests/program/test_program.h"
#include "tests/ui/text_size.h"
#include "ui/canvas/cluster_view.h"
#include "ui/render/theme.h"

namespace tst_bars {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;

class BarsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }

  /// At 24 points, wide enough for every word and a little less: no tool is ever out of sight.
  void A68_mainToolsDoWithTheirIcons() {
    const auto text = ui::TextSize::points(24);
    auto window = ui::opened();
    auto* bar = window->findChild<QToolBar*>(u"toolBar"_s);
    const QList<const char*> worded{"tool.actionScenarioCompare", "tool.actionReportBuilder",
                                    "tool.actionPresent"};
    const auto style = [&](const char* name) {
      return bar->findChild<QToolButton*>(QLatin1StringView(name))->toolButtonStyle();
    };
    const auto whole = [&] {
      for (const char* name : worded)
        if (!bar->findChild<QToolButton*>(QLatin1StringView(name))->isVisible()) return false;
      const auto* more = bar->findChild<QToolButton*>(u"qt_toolbar_ext_button"_s);
      return more == nullptr || !more->isVisible();
    };
    window->resize(4000, 1000);
    QTRY_VERIFY(whole());
    for (const char* name : worded) QCOMPARE(style(name), Qt::ToolButtonTextBesideIcon);
    const int needed = bar->sizeHint().width();
    window->resize(needed - 1, 1000);
    QCOMPARE(window->width(), needed - 1);
    QTRY_VERIFY(whole());
    for (const char* name : worded) QCOMPARE(style(name), Qt::ToolButtonIconOnly);
    for (const char* name : worded)
      QVERIFY2(!bar->findChild<QToolButton*>(QLatin1StringView(name))->accessibleName().isEmpty(), name);
    window->resize(needed, 1000);
    QTRY_VERIFY(whole());
    for (const char* name : worded) QCOMPARE(style(name), Qt::ToolButtonTextBesideIcon);
    // One that left the bar and comes back is enabled as its action is.
    const auto* redo = bar->findChild<QToolButton*>(u"tool.actionRedo"_s);
    window->resize(1280, 800);
    QTRY_VERIFY(!redo->isVisible());
    window->resize(4000, 1000);
    QTRY_VERIFY(redo->isVisible());
    QVERIFY(!window->actions()["actionRedo"]->isEnabled() && !redo->isEnabled());
  }

  /// So that a window started again with the same text has panels of the same heights.
  void theBarKeepsItsHeightWithOtherIcons() {
    auto window = ui::opened();
    auto* bar = window->findChild<QToolBar*>(u"toolBar"_s);
    QTRY_VERIFY(bar->isVisible());
    const int high = bar->height();
    const QSize icons = bar->iconSize();
    for (const int more : {-4, 0}) {
      bar->setIconSize(icons + QSize(more, more));
      QCOMPARE(bar->minimumHeight(), high);
      QTRY_COMPARE(bar->height(), high);
    }
  }

  /// Run is off while a search works. The focus then goes to no other button, by pointer or by key.
  void runGivesItsFocusToNoOtherButton() {
    auto window = ui::opened(true);
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get(), 30'000));
    QVERIFY(ui::finished(*window));
    auto* run = window->findChild<QPushButton*>(u"tool.actionRun"_s);
    auto* tree = window->findChild<QWidget*>(u"paletteView"_s);
    QWidget* view = window->findChild<ui::ClusterView*>();
    QTRY_VERIFY(run->isEnabled());
    tree->setFocus();
    QTest::mouseClick(run, Qt::LeftButton);
    QVERIFY(ui::finished(*window));
    QTRY_VERIFY(run->isEnabled());
    QCOMPARE(window->focusWidget(), tree);
    run->setFocus(Qt::TabFocusReason);
    QTest::keyClick(run, Qt::Key_Space);
    QVERIFY(ui::finished(*window));
    QTRY_VERIFY(run->isEnabled());
    QCOMPARE(window->focusWidget(), view);
  }

  void theComparisonSaysWhatItIsAbout_data() {
    QTest::addColumn<int>("points");
    for (const int points : {10, 16, 24}) QTest::addRow("%d pt", points) << points;
  }
  /// All of it where there is room, else as much as there is.
  void theComparisonSaysWhatItIsAbout() {
    QFETCH(int, points);
    const auto text = ui::TextSize::points(points);
    auto window = ui::opened();
    window->actions()["actionScenarioDuplicate"]->trigger();
    window->actions()["actionScenarioCompare"]->trigger();
    auto* dialog = window->findChild<QDialog*>(u"compareWindow"_s);
    QVERIFY(dialog);
    const auto* about = dialog->findChild<QLabel*>(u"compareWindow.about"_s);
    const QString all = about->toolTip();
    QVERIFY2(all.contains(u"llama-3.1-70b"_s), qPrintable(all));
    for (const int width : {dialog->width(), dialog->width() + 1500, dialog->width()}) {
      dialog->resize(width, dialog->height());
      QTRY_COMPARE(about->text(), about->fontMetrics().elidedText(all, Qt::ElideRight, about->width()));
    }
    dialog->resize(dialog->width() + 2500, dialog->height());
    QTRY_COMPARE(about->text(), all);
  }

  /// As far from the edge of the window as what stands above it, however large the text is.
  void theDecisionKeepsItsEdge() {
    const auto text = ui::TextSize::points(24);
    auto window = ui::opened(true);
    QVERIFY(ui::finished(*window));
    window->actions()["actionScenarioDuplicate"]->trigger();
    window->actions()["actionScenarioCompare"]->trigger();
    auto* dialog = window->findChild<QDialog*>(u"compareWindow"_s);
    QVERIFY(dialog);
    const auto* decision = dialog->findChild<QLabel*>(u"compareWindow.decision"_s);
    QTRY_VERIFY_WITH_TIMEOUT(decision->isVisible(), 60'000);
    QTRY_VERIFY(decision->geometry().left() >= ui::scaled(16));
    QVERIFY(decision->geometry().right() < dialog->width() - ui::scaled(15));
  }

  /// Beside large figures, too, the name of a row stands on their line.
  void namesStandOnTheLineOfTheirFigures() {
    auto window = ui::opened();
    window->actions()["actionScenarioDuplicate"]->trigger();
    window->actions()["actionScenarioCompare"]->trigger();
    auto* dialog = window->findChild<QDialog*>(u"compareWindow"_s);
    QVERIFY(dialog);
    const int large = QFontInfo(ui::font(ui::TextRole::Figure)).pixelSize();
    const auto place = [&](const QLabel* label) {
      return QRect(label->mapTo(dialog, QPoint()), label->size());
    };
    const auto line = [&](const QLabel* label) {  // of letters, in the middle of what the margins leave
      const QFontMetrics letters = label->fontMetrics();
      const int above = label->contentsMargins().top();
      return place(label).top() + above + (label->height() - above - letters.height()) / 2 + letters.ascent();
    };
    int figures = 0;
    const auto stand = [&] {
      figures = 0;
      const auto* page = dialog->findChild<QWidget*>(u"compareWindow.page"_s);
      const QList<QLabel*> labels = page->findChildren<QLabel*>();
      for (const QLabel* figure : labels) {
        if (QFontInfo(figure->font()).pixelSize() != large) continue;
        for (const QLabel* name : labels) {
          const QRect there = place(name), here = place(figure);
          if (name->parentWidget() != page || there.top() > here.bottom() || there.bottom() < here.top())
            continue;
          ++figures;
          if (std::abs(line(name) - line(figure)) > 1) return false;
        }
      }
      return figures >= 4;  // speed and money, each of two scenarios
    };
    QTRY_VERIFY2(stand(), qPrintable(QString::number(figures)));
  }
};

}  // namespace tst_bars

ASTROLABE_TEST(tst_bars, BarsTest)
#include "tst_bars.moc"
