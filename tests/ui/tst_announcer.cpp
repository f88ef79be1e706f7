// What the window says in its status bar: beside an edit, after a search, to people who listen.

#include <QLabel>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include "tests/program/test_program.h"
#include "ui/shell/announcer.h"

namespace tst_announcer {

using namespace Qt::StringLiterals;
using astrolabe::ui::Announcer;

class AnnouncerTest : public QObject {
  Q_OBJECT

  QUndoStack m_steps;

  static QToolButton& undoOf(const QStatusBar& bar) {
    return *bar.findChild<QToolButton*>(u"statusBar.undo"_s);
  }
  static QLabel& messageOf(const QStatusBar& bar) { return *bar.findChild<QLabel*>(u"statusBar.message"_s); }

 private slots:
  void cleanup() { m_steps.clear(); }

  /// The button belongs to the newest step alone; it goes with the next one and with whatever else is said.
  void theButtonUndoesTheEditOfTheMessage() {
    QStatusBar bar;
    Announcer announcer(m_steps);
    announcer.build(bar);
    const QSignalSpy wanted(&announcer, &Announcer::undoRequested);
    announcer.sayEdit(u"nothing was done"_s);
    QVERIFY(undoOf(bar).isHidden());  // there is no step
    m_steps.push(new QUndoCommand(u"Set nodes"_s));
    announcer.sayEdit(u"4 nodes"_s);
    QCOMPARE(messageOf(bar).text(), u"4 nodes"_s);
    QCOMPARE(messageOf(bar).toolTip(), u"4 nodes"_s);
    QVERIFY(!undoOf(bar).isHidden());
    QVERIFY(undoOf(bar).toolTip().contains(u"Set nodes"_s));
    undoOf(bar).click();
    QCOMPARE(wanted.count(), 1);
    m_steps.push(new QUndoCommand(u"Set price"_s));
    QVERIFY(undoOf(bar).isHidden());
    announcer.sayEdit(u"2 USD"_s);
    announcer.say(u"Ready"_s);
    QVERIFY(undoOf(bar).isHidden());
  }

  /// Beside an edit it waits; other words in its place make it old.
  void whatASearchFindsLeavesTheEditItsPlace() {
    QStatusBar bar;
    Announcer announcer(m_steps);
    announcer.build(bar);
    announcer.sayFound(u"first"_s);
    QCOMPARE(messageOf(bar).text(), u"first"_s);
    m_steps.push(new QUndoCommand(u"Set nodes"_s));
    announcer.sayEdit(u"4 nodes"_s);
    announcer.sayFound(u"second"_s);
    QCOMPARE(messageOf(bar).text(), u"4 nodes"_s);
    m_steps.undo();  // the button has gone, and with it the reason to wait
    announcer.sayFound(u"third"_s);
    QCOMPARE(messageOf(bar).text(), u"third"_s);
  }

  /// One at once, the newest of the others two seconds later.
  void listenersHearTheNewest() {
    QStatusBar bar;
    Announcer announcer(m_steps);
    announcer.build(bar);
    for (const QString& words : {u"one"_s, u"two"_s, u"three"_s}) announcer.announce(words);
    QCOMPARE(messageOf(bar).accessibleName(), u"one"_s);
    QTRY_COMPARE_WITH_TIMEOUT(messageOf(bar).accessibleName(), u"three"_s, 10'000);
  }

  /// A window makes its bar anew in another language: nothing is said without one.
  void aBarGoesAndAnotherComes() {
    Announcer announcer(m_steps);
    announcer.say(u"too early"_s);
    announcer.announce(u"too early"_s);
    QVERIFY(!announcer.isBuilt());
    {
      QStatusBar first;
      announcer.build(first);
      announcer.say(u"first"_s);
      m_steps.push(new QUndoCommand(u"Set nodes"_s));
      announcer.sayEdit(u"4 nodes"_s);
      announcer.leave();
    }
    m_steps.undo();
    announcer.sayEdit(u"nowhere"_s);
    announcer.sayFound(u"nowhere"_s);
    QStatusBar second;
    announcer.build(second);
    QCOMPARE(messageOf(second).text(), QString());
    QVERIFY(undoOf(second).isHidden());
    announcer.say(u"second"_s);
    QCOMPARE(messageOf(second).text(), u"second"_s);
  }
};

}  // namespace tst_announcer

ASTROLABE_TEST(tst_announcer, AnnouncerTest)
#include "tst_announcer.moc"
