// Limits of the goal panel: what each limits, its unit, its days, and where a click begins.

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDate>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTest>
#include <QWheelEvent>

#include "core/engine.h"
#include "tests/program/test_program.h"
#include "tests/ui/goal_desk.h"
#include "ui/document/plan_document.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/number_field.h"

namespace tst_shell_goal_limits {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::GoalPanel;
using ui::NumberField;
using ui::PlanDocument;
using ui::sample;
using ui::type;

class ShellGoalLimitsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void limitsGoOnAndOff() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    auto* check = panel.findChild<QCheckBox*>(u"goalPanel.power.check"_s);
    auto* field = panel.findChild<NumberField*>(u"goalPanel.power"_s);
    QVERIFY(!check->isChecked());
    QVERIFY(!field->isEnabled());
    check->click();
    QVERIFY(field->isEnabled());
    QVERIFY(!document.plan().job.limits.power_kw);  // no value was invented
    type(panel, "goalPanel.power", u"90"_s);
    QCOMPARE(document.plan().job.limits.power_kw.value(), 90.0);
    check->click();
    QVERIFY(!document.plan().job.limits.power_kw);
    check->click();  // the value that stood there comes back
    QCOMPARE(document.plan().job.limits.power_kw.value(), 90.0);
    document.undoStack().undo();
    document.undoStack().undo();
    QCOMPARE(document.plan().job.limits.power_kw.value(), 90.0);
    QVERIFY(check->isChecked());
  }

  /// By the pointer alone: a click switches a limit on at what the best strategy takes, the wheel moves it.
  void aClickBeginsAtTheBestAndTheWheelMovesIt() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    QVERIFY(QTest::qWaitForWindowActive(&panel, 30'000));
    cost::Evaluation best;
    best.outcome.usd = Usd{1234567.0};
    best.money.power_kw = 71.234;
    panel.setBest(best);
    panel.findChild<QCheckBox*>(u"goalPanel.power.check"_s)->click();
    QCOMPARE(document.plan().job.limits.power_kw.value(), 71.3);  // three digits, upwards
    panel.findChild<QCheckBox*>(u"goalPanel.budget.check"_s)->click();
    QCOMPARE(document.plan().job.limits.budget_usd.value(), 1.24e6);
    auto* field = panel.findChild<NumberField*>(u"goalPanel.budget"_s);
    QVERIFY(field->hasFocus());
    QCOMPARE(field->selectedText(), field->text());  // typing replaces it
    const auto wheel = [&](int turn) {
      const QPointF at(field->rect().center());
      QWheelEvent event(at, field->mapToGlobal(at), {}, QPoint(0, turn), {}, {}, Qt::NoScrollPhase, false);
      QApplication::sendEvent(field, &event);
    };
    wheel(120);  // 1.24 M: the second digit is 0.1 M, from 1.2 one up
    QCOMPARE(document.plan().job.limits.budget_usd.value(), 1.3e6);
    wheel(-120);
    QCOMPARE(document.plan().job.limits.budget_usd.value(), 1.2e6);
    QTest::keyClick(field, Qt::Key_Down);
    QCOMPARE(document.plan().job.limits.budget_usd.value(), 1.1e6);
    field->clearFocus();
    wheel(120);  // without the focus the panel scrolls
    QCOMPARE(document.plan().job.limits.budget_usd.value(), 1.1e6);
  }

  /// Where a plan of another kind leads, a limit begins where both it and the best strategy just keep it: the
  /// strategy needs the longer time, the leader the more power.
  void aLimitBeginsWhereTheLeaderKeepsItToo() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    cost::Evaluation best, leader;
    best.outcome.hours = 60.0;
    best.money.power_kw = 71.234;
    leader.outcome.hours = 50.0;
    leader.money.power_kw = 75.0;
    panel.setBest(best, &leader);
    panel.findChild<QCheckBox*>(u"goalPanel.power.check"_s)->click();
    QCOMPARE(document.plan().job.limits.power_kw.value(), 75.0);
    panel.findChild<QCheckBox*>(u"goalPanel.deadline.check"_s)->click();
    QCOMPARE(document.plan().job.limits.deadline_hours.value(), 60.0);
  }

  /// "Done within" is counted in hours, days or weeks; a unit that is typed is taken over, and the plan keeps
  /// hours: 90 days are 2,160, 12 weeks 2,016.
  void timeInHoursDaysAndWeeks() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    panel.findChild<QCheckBox*>(u"goalPanel.deadline.check"_s)->click();
    auto* field = panel.findChild<NumberField*>(u"goalPanel.deadline"_s);
    auto* unit = panel.findChild<QComboBox*>(u"goalPanel.deadlineUnit"_s);
    const auto hours = [&] { return document.plan().job.limits.deadline_hours.value_or(0.0); };
    type(panel, "goalPanel.deadline", u"90d"_s);
    QCOMPARE(hours(), 2160.0);
    QCOMPARE(unit->currentIndex(), 1);
    QCOMPARE(field->text(), u"90"_s);
    type(panel, "goalPanel.deadline", u"120"_s);
    QCOMPARE(hours(), 2880.0);
    type(panel, "goalPanel.deadline", u"12 weeks"_s);
    QCOMPARE(hours(), 2016.0);
    QCOMPARE(unit->currentIndex(), 2);
    QCOMPARE(field->text(), u"12"_s);
    const int steps = document.undoStack().count();
    unit->setCurrentIndex(0);
    QCOMPARE(field->text(), u"2016"_s);
    QCOMPARE(document.undoStack().count(), steps);  // another unit is no edit
    type(panel, "goalPanel.deadline", u"12 months"_s);
    QVERIFY(field->isRefused());
    QCOMPARE(hours(), 2016.0);
  }

  /// A limit that is on says what it limits, in sight and to assistive technology.
  void limitsSayWhatTheyLimit() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    for (const char* name : {"budget", "purchase", "ownership", "usdPerHour", "usdPerMonth", "usdPerTokens",
                             "deadline", "start", "doneBy", "power"}) {
      const QString full = u"goalPanel."_s + QLatin1StringView(name);
      auto* meaning = panel.findChild<QLabel*>(full + u".meaning"_s);
      auto* check = panel.findChild<QCheckBox*>(full + u".check"_s);
      QVERIFY2(meaning && check, name);
      QVERIFY2(meaning->isHidden(), name);
      check->click();
      QVERIFY2(!meaning->isHidden() && meaning->text().endsWith(u'.'), name);
      QCOMPARE(panel.findChild<QLineEdit*>(full)->toolTip().section(u'\n', 0, 0), meaning->text());
    }
  }

  /// A day to be done by asks for a start; both are one step, and neither contradicts the other.
  void daysOfTheJob() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    const strategy::Job& job = document.plan().job;
    const auto enter = [&](const char* name, const QString& day) {
      auto* field = panel.findChild<QLineEdit*>(QLatin1StringView(name));
      field->selectAll();
      QTest::keyClicks(field, day);
      QTest::keyClick(field, Qt::Key_Return);
    };
    auto* startCheck = panel.findChild<QCheckBox*>(u"goalPanel.start.check"_s);
    auto* doneCheck = panel.findChild<QCheckBox*>(u"goalPanel.doneBy.check"_s);
    startCheck->click();
    QCOMPARE(QString::fromStdString(job.start), QDate::currentDate().toString(Qt::ISODate));
    enter("goalPanel.start", u"2031-03-01"_s);
    QCOMPARE(job.start, std::string("2031-03-01"));
    doneCheck->click();
    QVERIFY(job.limits.done_by.empty());  // no value was invented
    enter("goalPanel.doneBy", u"2031-02-28"_s);
    auto* error = panel.findChild<QLabel*>(u"goalPanel.doneBy.error"_s);
    QVERIFY2(error->text().contains(u"is before 2031-03-01"_s), qPrintable(error->text()));
    QVERIFY(job.limits.done_by.empty());
    QVERIFY(panel.takeTyped() != nullptr);
    enter("goalPanel.doneBy", u"2041-02-30"_s);
    QVERIFY2(error->text().contains(u"is no day"_s), qPrintable(error->text()));
    enter("goalPanel.doneBy", u"2041-03-31"_s);
    QCOMPARE(job.limits.done_by, std::string("2041-03-31"));
    QVERIFY(error->text().isEmpty());
    QCOMPARE(panel.takeTyped(), nullptr);
    QTest::keyClick(panel.findChild<QLineEdit*>(u"goalPanel.doneBy"_s), Qt::Key_Up);
    QCOMPARE(job.limits.done_by, std::string("2041-04-01"));
    enter("goalPanel.start", u"2042-01-01"_s);
    QCOMPARE(job.start, std::string("2031-03-01"));  // refused: it is after the day to be done by
    QTest::keyClick(panel.findChild<QLineEdit*>(u"goalPanel.start"_s), Qt::Key_Escape);
    // Two days are too short at any rate: told, and mended by a button.
    enter("goalPanel.doneBy", u"2031-03-02"_s);
    QVERIFY2(error->text().contains(u"too short"_s), qPrintable(error->text()));
    QTest::mouseClick(panel.findChild<QPushButton*>(u"goalPanel.doneBy.fixes.set"_s), Qt::LeftButton);
    QVERIFY(job.limits.done_by > "2031-03-02");
    QVERIFY2(error->text().isEmpty(), qPrintable(error->text()));
    const int steps = document.undoStack().index();
    startCheck->click();
    QVERIFY(job.start.empty() && job.limits.done_by.empty());
    QCOMPARE(document.undoStack().index(), steps + 1);
    QVERIFY(!doneCheck->isChecked());
  }
};

}  // namespace tst_shell_goal_limits

ASTROLABE_TEST(tst_shell_goal_limits, ShellGoalLimitsTest)
#include "tst_shell_goal_limits.moc"
