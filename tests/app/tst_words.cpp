// What the window says and explains: the glossary from every place that leads to it, the status bar, and the
// log through a change of the window's looks.

#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSignalSpy>
#include <QStatusTipEvent>
#include <QTextBrowser>
#include <QToolButton>
#include <QtTest>

#include "core/strategy/schedules.h"
#include "sample_window.h"
#include "tests/program/test_program.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/glossary.h"
#include "ui/results/ranking_columns.h"
#include "ui/results/ranking_view.h"
#include "ui/results/results_panel.h"
#include "ui/shell/glossary_dialog.h"

namespace tst_words {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::ui;

class WordsTest : public QObject {
  Q_OBJECT

  static GlossaryDialog* glossaryOf(MainWindow& window) {
    auto* dialog = window.findChild<GlossaryDialog*>();
    return dialog != nullptr && dialog->isVisible() ? dialog : nullptr;
  }
  /// As after another language was chosen.
  static void rebuild(MainWindow& window) {
    QEvent language(QEvent::LanguageChange);
    QCoreApplication::sendEvent(&window, &language);
    const QPointer<ResultsPanel> before(window.findChild<ResultsPanel*>());
    QTRY_VERIFY(before.isNull() && window.findChild<ResultsPanel*>() != nullptr);
  }
  static QString said(MainWindow& window) {
    return window.findChild<QLabel*>(u"statusBar.message"_s)->text();
  }

 private slots:
  void initTestCase() { dress(); }

  /// Every term has an id of its own, words, and relatives that exist; every column of the ranking that has
  /// figures or degrees leads to one.
  void termsAreWhole() {
    const std::vector<GlossaryTerm> terms = glossary();
    QSet<QString> ids;
    for (const GlossaryTerm& term : terms) ids << term.id;
    QCOMPARE(ids.size(), int(terms.size()));
    for (const GlossaryTerm& term : terms) {
      QVERIFY2(term.text.endsWith(u'.') && term.text.size() > 30, qPrintable(term.id));
      QVERIFY2(!term.related.isEmpty(), qPrintable(term.id));
      for (const QString& id : term.related) QVERIFY2(ids.contains(id) && id != term.id, qPrintable(id));
    }
    for (const QString& id :
         {u"hap"_s, u"mbs"_s, u"mixed-degrees"_s, u"zero"_s, u"hsdp"_s,
          u"mfu"_s, u"bubble"_s, u"goodput"_s, u"gap"_s, u"bound"_s, u"pareto"_s})
      QVERIFY2(ids.contains(id), qPrintable(id));
    for (const std::string& schedule : strategy::schedule_names())
      QVERIFY2(ids.contains(QString::fromStdString(schedule)), schedule.c_str());
    int columns = 0;
    for (int column = 0; column < RankingModel::ColumnCount; ++column)
      if (const QString id = glossaryOfColumn(column); !id.isEmpty()) {
        QVERIFY2(ids.contains(id), qPrintable(id));
        ++columns;
      }
    QVERIFY(columns >= 20);
    for (const char* control : {"runBar.gap", "runBar.bound", "paretoView", "sensitivityView", "programPage"})
      QVERIFY2(ids.contains(glossaryTermOf(QLatin1StringView(control))), control);
    QVERIFY(glossaryTermOf(u"paletteView"_s).isEmpty());
  }

  /// Searched by typing, walked by arrows, links followed.
  void theGlossaryIsSearched() {
    GlossaryDialog dialog;
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    auto* search = dialog.findChild<QLineEdit*>(u"glossary.search"_s);
    auto* list = dialog.findChild<QListWidget*>(u"glossary.terms"_s);
    auto* text = dialog.findChild<QTextBrowser*>(u"glossary.text"_s);
    auto* none = dialog.findChild<QLabel*>(u"glossary.none"_s);
    QTest::keyClicks(search, u"zb-v"_s);
    QCOMPARE(dialog.term(), u"zb-v"_s);
    QVERIFY2(text->toPlainText().contains(u"zero-bubble schedule"_s), qPrintable(text->toPlainText()));
    search->clear();
    QTest::keyClicks(search, u"mfu"_s);
    QCOMPARE(dialog.term(), u"mfu"_s);  // whose name begins so, before those that name it
    QTest::keyClick(search, Qt::Key_Down);
    QVERIFY(!dialog.term().isEmpty() && dialog.term() != u"mfu"_s);
    search->clear();
    QTest::keyClicks(search, u"qqq"_s);
    QVERIFY(none->isVisible() && none->text().contains(u"qqq"_s));
    QVERIFY(dialog.term().isEmpty() && text->toPlainText().isEmpty());
    QTest::keyClick(search, Qt::Key_Escape);
    QVERIFY(dialog.isVisible() && search->text().isEmpty());
    dialog.showTerm(u"tp"_s);
    emit text->anchorClicked(QUrl(u"sp"_s));
    QCOMPARE(dialog.term(), u"sp"_s);
    for (int row = 0; row < list->count(); ++row) QVERIFY(!list->item(row)->isHidden());
    QTest::keyClick(list, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
  }

  /// From the menu, by F1 on a column of the ranking and on a figure of the run bar, from Why, and kept when
  /// the window is made anew.
  void waysToTheGlossary() {
    const auto window = opened();
    window->bridge().run();
    QVERIFY(finished(*window));
    window->findChild<QAction*>(u"actionGlossary"_s)->trigger();
    QVERIFY(glossaryOf(*window) != nullptr);
    glossaryOf(*window)->close();
    auto* ranking = window->findChild<RankingView*>();
    window->findChild<ResultsPanel*>()->showTab(window->findChild<QWidget*>(u"rankingPage"_s));
    window->activateWindow();
    ranking->setFocus();
    ranking->setCurrentIndex(ranking->model()->index(0, RankingModel::Bubble));
    QTRY_VERIFY(ranking->hasFocus());
    window->findChild<QAction*>(u"actionHelpOnFocus"_s)->trigger();
    QVERIFY(glossaryOf(*window) != nullptr);
    QCOMPARE(glossaryOf(*window)->term(), u"bubble"_s);
    glossaryOf(*window)->close();
    emit ranking->glossaryRequested(u"mfu"_s);  // as the menu of the heading does
    QCOMPARE(glossaryOf(*window)->term(), u"mfu"_s);
    rebuild(*window);
    QVERIFY(glossaryOf(*window) != nullptr);
    QCOMPARE(glossaryOf(*window)->term(), u"mfu"_s);
  }

  /// A tip stands in the place of the message, never over it or over the button beside it, and gives it back;
  /// another plan takes both away.
  void theStatusBarSaysOneThing() {
    const auto window = opened();
    auto& stack = window->document().undoStack();
    window->findChild<QAction*>(u"actionSelectAll"_s)->trigger();
    window->findChild<QAction*>(u"actionDelete"_s)->trigger();
    auto* undo = window->findChild<QToolButton*>(u"statusBar.undo"_s);
    QVERIFY(stack.canUndo() && undo->isVisible());
    const QString deleted = said(*window);
    QVERIFY(!deleted.isEmpty());
    QStatusTipEvent tip(u"Save the plan"_s), over{QString()};
    QCoreApplication::sendEvent(window.get(), &tip);
    QCOMPARE(said(*window), u"Save the plan"_s);
    QVERIFY(!undo->isVisible());
    QCoreApplication::sendEvent(window.get(), &over);
    QCOMPARE(said(*window), deleted);
    QVERIFY(undo->isVisible());
    window->openEmpty();
    QVERIFY2(said(*window).isEmpty(), qPrintable(said(*window)));
    QVERIFY(!undo->isVisible());
  }

  /// What was logged stays when the window is made anew, as for another language, and the next search is
  /// added.
  void theLogIsKept() {
    const auto window = opened();
    window->bridge().run();
    QVERIFY(finished(*window));
    const auto log = [&] { return window->findChild<QPlainTextEdit*>(u"logView"_s)->toPlainText(); };
    const QString before = log();
    QVERIFY2(before.contains(u"goal"_s), qPrintable(before));
    rebuild(*window);
    QCOMPARE(log(), before);
    window->document().undoStack().push(new SetObjective(window->document(), strategy::Objective::money));
    window->bridge().run();
    QVERIFY(finished(*window));
    QTRY_VERIFY(log().size() > before.size());
    QVERIFY(log().startsWith(before));
  }
};

}  // namespace tst_words

ASTROLABE_TEST(tst_words, WordsTest)
#include "tst_words.moc"
