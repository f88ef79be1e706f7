// Command search, shortcuts page, preferences, themes: everything can be found and changed by keys.

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <cmath>

#include "tests/program/test_program.h"
#include "tests/ui/contrast.h"
#include "ui/render/theme.h"
#include "ui/shell/command_search.h"
#include "ui/shell/fixed_keys.h"
#include "ui/shell/preferences.h"
#include "ui/shell/shortcuts_dialog.h"
#include "ui/shell/style.h"

namespace tst_shell_commands {

using namespace Qt::StringLiterals;
using namespace astrolabe::ui;

namespace {

Command named(const char* name, const char* title, const char* place, const char* keys = "") {
  return {QString::fromLatin1(name),
          QString::fromLatin1(title),
          QString::fromLatin1(place),
          QString::fromLatin1(keys),
          {},
          true,
          {}};
}

}  // namespace

class ShellCommandsTest : public QObject {
  Q_OBJECT
 private slots:
  void A65_wordsInAnyOrderFindACommand() {
    const Command fit = named("actionZoomFit", "Fit all", "View", "Ctrl+9");
    QVERIFY(commandRank(fit, u"fit"_s) > 0);
    QVERIFY(commandRank(fit, u"ALL fit"_s) > 0);
    QVERIFY(commandRank(fit, u"view fit"_s) > 0);
    QVERIFY(commandRank(fit, u"ctrl+9"_s) > 0);
    QCOMPARE(commandRank(fit, u"fit none"_s), 0);
    // The start of a word beats its inside, and a title beats a menu.
    QVERIFY(commandRank(named("a", "Save as", "File"), u"sa"_s) >
            commandRank(named("b", "Discard messages", "File"), u"sa"_s));
    QVERIFY(commandRank(named("c", "View log", "Results"), u"view"_s) > commandRank(fit, u"view"_s));
  }

  /// By another word for the same thing, too, below what is called so.
  void A65_wordsThatMeanTheSame() {
    const Command load = named("actionLoadModel", "Load model…", "Plan", "Ctrl+L");
    for (const QString& typed : {u"open model"_s, u"model open"_s, u"ope mod"_s, u"Read Model"_s})
      QVERIFY2(commandRank(load, typed) > 0, qPrintable(typed));
    QCOMPARE(commandRank(load, u"open rules"_s), 0);
    QCOMPARE(commandRank(load, u"op model"_s), 0);  // too few letters to mean a word
    QVERIFY(commandRank(named("actionOpen", "Open…", "File"), u"open"_s) > commandRank(load, u"open"_s));
    QVERIFY(commandRank(named("actionPreferences", "Preferences…", "Edit"), u"settings"_s) > 0);
  }

  void A65_enterRunsTheChosenCommand() {
    QWidget window;
    int first = 0, second = 0;
    std::vector<Command> commands{named("one", "Zoom in", "View"), named("two", "Zoom out", "View"),
                                  named("off", "Zoom fit", "View")};
    commands[0].run = [&] { ++first; };
    commands[1].run = [&] { ++second; };
    commands[2].enabled = false;
    auto* search = new CommandSearch(commands, &window);
    search->setAttribute(Qt::WA_DeleteOnClose);
    search->show();
    auto* field = search->findChild<QLineEdit*>();
    QTest::keyClicks(field, u"zoom"_s);
    QCOMPARE(search->shown(), QStringList({u"one"_s, u"two"_s, u"off"_s}));
    QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(second, 1);
    QCOMPARE(first, 0);
  }

  void A65_thePageListsEveryActionAndFindsByKey() {
    Actions actions;
    ShortcutsDialog page(actions);
    auto* table = page.findChild<QTableWidget*>();
    const std::vector<FixedKey> fixed = fixedKeys();
    QCOMPARE(table->rowCount(), int(actions.all().size() + qsizetype(fixed.size())));
    QTest::keyClicks(page.findChild<QLineEdit*>(u"shortcutsDialog.search"_s), u"Ctrl+9"_s);
    QStringList left;
    for (int row = 0; row < table->rowCount(); ++row)
      if (!table->isRowHidden(row)) left << table->item(row, 0)->text();
    QCOMPARE(left, QStringList{u"Fit all"_s});
  }

  /// Keys of one place alone stand below: of the canvas, the timeline and the presentation; nobody changes
  /// them.
  void A65_keysOfOnePlaceAreRead() {
    Actions actions;
    ShortcutsDialog page(actions);
    auto* table = page.findChild<QTableWidget*>();
    QSet<QString> places;
    const int first = int(actions.all().size());
    for (int row = first; row < table->rowCount(); ++row) {
      places << table->item(row, 1)->text();
      QVERIFY(!table->item(row, 0)->text().isEmpty() && !table->item(row, 2)->text().isEmpty());
    }
    QCOMPARE(places, (QSet<QString>{u"Canvas"_s, u"Timeline"_s, u"Presentation"_s}));
    const auto* set = page.findChild<QPushButton*>(u"shortcutsDialog.set"_s);
    QVERIFY(set->isEnabled());
    table->setCurrentCell(first, 0);
    QVERIFY(!set->isEnabled());
    QVERIFY(!page.findChild<QKeySequenceEdit*>()->isEnabled());
    QTest::keyClicks(page.findChild<QLineEdit*>(u"shortcutsDialog.search"_s), u"critical path"_s);
    int shown = 0;
    for (int row = 0; row < table->rowCount(); ++row) shown += table->isRowHidden(row) ? 0 : 1;
    QCOMPARE(shown, 1);
    table->setCurrentCell(0, 0);
    QVERIFY(set->isEnabled());
  }

  void A65_keysAreChangedButNeverGivenTwice() {
    Actions actions;
    ShortcutsDialog page(actions);
    QSignalSpy changed(&page, &ShortcutsDialog::keysChanged);
    auto* table = page.findChild<QTableWidget*>();
    const auto row = [&](const char* name) { return int(actions.all().indexOf(actions[name])); };
    auto* keys = page.findChild<QKeySequenceEdit*>();
    auto* set = page.findChild<QPushButton*>(u"shortcutsDialog.set"_s);
    table->setCurrentCell(row("actionZoomFit"), 0);
    keys->setKeySequence(QKeySequence(u"Ctrl+S"_s));  // belongs to Save
    set->click();
    QCOMPARE(changed.size(), 0);
    QCOMPARE(actions["actionZoomFit"]->shortcut(), QKeySequence(u"Ctrl+9"_s));
    keys->setKeySequence(QKeySequence(u"Ctrl+7"_s));
    set->click();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed[0][1].toString(), u"Ctrl+7"_s);
    QCOMPARE(actions["actionZoomFit"]->shortcut(), QKeySequence(u"Ctrl+7"_s));
    page.findChild<QPushButton*>(u"shortcutsDialog.restore"_s)->click();
    QCOMPARE(actions["actionZoomFit"]->shortcut(), QKeySequence(u"Ctrl+9"_s));
    QVERIFY(changed[1][1].toString().isNull());
  }

  void preferencesSayWhatWasChosen() {
    Preferences liked;
    PreferencesDialog page(liked);
    QSignalSpy changed(&page, &PreferencesDialog::changed);
    page.findChild<QSpinBox*>(u"preferencesDialog.points"_s)->setValue(24);
    auto* theme = page.findChild<QComboBox*>(u"preferencesDialog.theme"_s);
    theme->setCurrentIndex(theme->findData(int(ThemeMode::HighContrast)));
    QCOMPARE(changed.size(), 2);
    QVERIFY(!page.preferences().numbersOfLanguage);  // a language leaves the numbers alone
    page.findChild<QComboBox*>(u"preferencesDialog.numbers"_s)->setCurrentIndex(1);
    QCOMPARE(changed.size(), 3);
    QVERIFY(page.preferences().numbersOfLanguage);
    QCOMPARE(page.preferences().plots, PlotPalette::Colours);
    page.findChild<QComboBox*>(u"preferencesDialog.plots"_s)->setCurrentIndex(1);
    QCOMPARE(changed.size(), 4);
    QCOMPARE(page.preferences().plots, PlotPalette::Print);
    QCOMPARE(page.preferences().points, 24);
    QCOMPARE(page.preferences().theme, ThemeMode::HighContrast);
    QCOMPARE(themeModeFrom(themeModeName(ThemeMode::HighContrast)), ThemeMode::HighContrast);
  }

  void A66_contrast_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("light") << int(ThemeKind::Light);
    QTest::newRow("dark") << int(ThemeKind::Dark);
    QTest::newRow("high contrast, light") << int(ThemeKind::HighContrastLight);
    QTest::newRow("high contrast, dark") << int(ThemeKind::HighContrastDark);
  }
  void A66_contrast() {
    QFETCH(int, kind);
    const Theme theme = Theme::make(static_cast<ThemeKind>(kind));
    const auto check = [&](const char* what, const QColor& ink, const QColor& ground, double least) {
      QVERIFY2(contrast(ink, ground) >= least,
               qPrintable(u"%1: %2"_s.arg(QLatin1StringView(what)).arg(contrast(ink, ground))));
    };
    for (const QColor& ground : {theme.window, theme.panel, theme.canvas, theme.toolbar, theme.header}) {
      check("text", theme.text, ground, 4.5);
      check("text2", theme.text2, ground, 4.5);
      check("text3", theme.text3, ground, 4.5);
      check("accent", theme.accent, ground, 4.5);
      check("focus ring", theme.focus, ground, 3.0);
      check("control edges", theme.borderStrong, ground, 3.0);
    }
    check("selected text", theme.selectionText, theme.selection, 4.5);
    check("primary button", theme.onAccent, theme.accent, 4.5);
    check("best", theme.best, theme.bestFill, 4.5);
    check("success", theme.success, theme.successFill, 4.5);
    check("warn", theme.warn, theme.warnFill, 4.5);
    check("error", theme.error, theme.errorFill, 4.5);
    check("stale", theme.stale, theme.staleFill, 4.5);
  }

  void A75_nothingMovesByItself() {
    const AstrolabeStyle style;
    QCOMPARE(style.styleHint(QStyle::SH_Widget_Animation_Duration), 0);
    QCOMPARE(style.styleHint(QStyle::SH_Widget_Animate), 0);
  }
};

}  // namespace tst_shell_commands

ASTROLABE_TEST(tst_shell_commands, ShellCommandsTest)
#include "tst_shell_commands.moc"
