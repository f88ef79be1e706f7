// The table of actions: every one has a name, words and a menu, and no key does two things.

#include <QAction>
#include <QSet>
#include <QTest>

#include "tests/program/test_program.h"
#include "ui/shell/actions.h"

namespace tst_shell_actions {

using namespace Qt::StringLiterals;
using namespace astrolabe::ui;

class ShellActionsTest : public QObject {
  Q_OBJECT
 private slots:
  void everyActionIsComplete() {
    Actions actions;
    QSet<QString> names;
    int rows = 0;
    for (const ActionSpec& spec : actionTable()) {
      if (!*spec.name) continue;
      ++rows;
      const QAction* action = actions[spec.name];
      QVERIFY(action);
      QVERIFY2(action->objectName().startsWith(u"action"_s), spec.name);
      QVERIFY2(!action->text().isEmpty(), spec.name);
      QVERIFY2(!action->statusTip().isEmpty(), spec.name);
      QVERIFY2(!menuTitle(spec.menu).isEmpty(), spec.name);
      QVERIFY2(!names.contains(action->objectName()), spec.name);
      names << action->objectName();
      if (*spec.icon) QVERIFY2(!action->icon().isNull(), spec.name);
    }
    QCOMPARE(actions.all().size(), qsizetype(rows));
  }

  /// What is said of a menu's words elsewhere has no letter to press, in scripts that put it beside, too.
  void lettersToPressAreNoWords() {
    QCOMPARE(withoutLetter(u"&Save as…"_s), u"Save as…"_s);
    QCOMPARE(withoutLetter(u"Pr&eferences…"_s), u"Preferences…"_s);
    QCOMPARE(withoutLetter(u"首选项…(&E)"_s), u"首选项…"_s);
    QCOMPARE(withoutLetter(u"保存 (&S)"_s), u"保存"_s);
    QCOMPARE(withoutLetter(u"H100 (80 GB)"_s), u"H100 (80 GB)"_s);
    const Actions actions;
    for (const QAction* action : actions.all())
      QVERIFY2(!action->toolTip().contains(u'&'), qPrintable(action->toolTip()));
  }

  void A65_noKeyDoesTwoThings() {
    Actions actions;
    QHash<QString, QString> owner;
    for (const QAction* action : actions.all()) {
      for (const QKeySequence& key : action->shortcuts()) {
        const QString text = key.toString(QKeySequence::PortableText);
        QVERIFY2(!text.isEmpty(), qPrintable(action->objectName()));
        QVERIFY2(!owner.contains(text),
                 qPrintable(text + u": "_s + owner.value(text) + u" and "_s + action->objectName()));
        owner[text] = action->objectName();
      }
    }
  }

  void theKeysOfTheDesign_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("key");
    const auto row = [](const char* name, const char* key) {
      QTest::newRow(name) << QByteArray(name) << QString::fromLatin1(key);
    };
    row("actionNew", "Ctrl+N");
    row("actionOpen", "Ctrl+O");
    row("actionSave", "Ctrl+S");
    row("actionSaveAs", "Ctrl+Shift+S");
    row("actionUndo", "Ctrl+Z");
    row("actionRedo", "Ctrl+Shift+Z");
    row("actionFind", "Ctrl+F");
    row("actionRun", "Ctrl+Return");
    row("actionPause", "Ctrl+Shift+Return");
    row("actionStop", "Ctrl+.");
    row("actionToggleTheme", "Ctrl+Shift+L");
    row("actionNextPanel", "F6");
    row("actionZoomFit", "Ctrl+9");
    row("actionFullScreen", "F11");
    row("actionPresent", "F5");
    row("actionSaveView", "Ctrl+B");
  }
  void theKeysOfTheDesign() {
    QFETCH(QByteArray, name);
    QFETCH(QString, key);
    Actions actions;
    QVERIFY(actions[name.constData()]->shortcuts().contains(
        QKeySequence::fromString(key, QKeySequence::PortableText)));
  }

  void mnemonicsDoNotClashInsideAMenu() {
    QHash<QString, QString> seen;  // "menu/group/letter" -> action
    for (const ActionSpec& spec : actionTable()) {
      if (!*spec.name) continue;
      const QString text = QString::fromUtf8(spec.text);
      const qsizetype at = text.indexOf(u'&');
      QVERIFY2(at >= 0 && at + 1 < text.size(), spec.name);
      const QString key =
          u"%1/%2/%3"_s.arg(int(spec.menu)).arg(QLatin1StringView(spec.group), text.at(at + 1).toLower());
      QVERIFY2(!seen.contains(key),
               qPrintable(key + u" "_s + seen.value(key) + u" "_s + QLatin1StringView(spec.name)));
      seen[key] = QLatin1StringView(spec.name);
    }
  }
};

}  // namespace tst_shell_actions

ASTROLABE_TEST(tst_shell_actions, ShellActionsTest)
#include "tst_shell_actions.moc"
