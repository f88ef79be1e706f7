// Goal panel: what is typed becomes one undoable step; what is wrong is told at the field and changes
// nothing.

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QTest>

#include "core/engine.h"
#include "tests/program/test_program.h"
#include "tests/ui/goal_desk.h"
#include "ui/document/commands/set_job.h"
#include "ui/document/plan_document.h"
#include "ui/document/space_estimate.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/number_field.h"

namespace tst_shell_goal_panel {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::GoalPanel;
using ui::NumberField;
using ui::PlanDocument;
using ui::sample;
using ui::type;

class ShellGoalPanelTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void numbersAsPeopleTypeThem_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    QTest::newRow("plain") << u"8192"_s << 8192.0;
    QTest::newRow("suffix") << u"2.5 M"_s << 2.5e6;
    QTest::newRow("trillion") << u"1T"_s << 1e12;
    QTest::newRow("small k") << u"90k"_s << 90e3;
    QTest::newRow("exponent") << u"1e12"_s << 1e12;
    QTest::newRow("spaces") << u"1 000 000"_s << 1e6;
  }
  void numbersAsPeopleTypeThem() {
    QFETCH(QString, text);
    QFETCH(double, value);
    QCOMPARE(ui::numberFromText(text).value(), value);
    QCOMPARE(ui::numberFromText(ui::numberFieldText(value)).value(), value);
  }

  void whatIsNoNumber() {
    for (const QString& text : {u"abc"_s, u"12x"_s, u"inf"_s, u"nan"_s, u"--3"_s})
      QVERIFY2(!ui::numberFromText(text), qPrintable(text));
  }

  void germanDigitsAndPlainOnes() {
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(ui::numberFromText(u"2,5"_s).value(), 2.5);
    QCOMPARE(ui::numberFromText(u"2.5"_s).value(), 2.5);
    QLocale::setDefault(QLocale::c());
  }

  void editsAreSteps_data() {
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QString>("typed");
    QTest::newRow("sequence") << QByteArray("goalPanel.sequence") << u"4096"_s;
    QTest::newRow("batch") << QByteArray("goalPanel.batch") << u"256"_s;
    QTest::newRow("tokens") << QByteArray("goalPanel.tokens") << u"2T"_s;
    QTest::newRow("headroom") << QByteArray("goalPanel.headroom") << u"10"_s;
  }
  void editsAreSteps() {
    QFETCH(QByteArray, field);
    QFETCH(QString, typed);
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    const plan::Plan before = document.plan();
    type(panel, field.constData(), typed);
    QCOMPARE(document.undoStack().count(), 1);
    const strategy::Job& job = document.plan().job;
    if (field == "goalPanel.sequence") QCOMPARE(job.sequence_length, 4096);
    if (field == "goalPanel.batch") QCOMPARE(job.global_batch, 256);
    if (field == "goalPanel.tokens") QCOMPARE(job.tokens, 2e12);
    if (field == "goalPanel.headroom") QCOMPARE(job.limits.memory_headroom, 0.10);
    QVERIFY(!document.undoStack().undoText().isEmpty());
    document.undoStack().undo();
    QVERIFY(document.plan() == before);
    document.undoStack().redo();
    QVERIFY(!(document.plan() == before));
  }

  /// A line parts the fields, which scroll, from what is said below them, whatever is cut there.
  void aLinePartsTheFieldsFromWhatIsSaidBelow() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.resize(320, 300);
    panel.show();
    const auto* fields = panel.findChild<QWidget*>(u"goalPanel.scroll"_s);
    const auto* edge = panel.findChild<QWidget*>(u"goalPanel.edge"_s);
    const auto* space = panel.findChild<QLabel*>(u"goalPanel.space"_s);
    QVERIFY(fields && edge && space && edge->isVisible());
    QCOMPARE(edge->y(), fields->geometry().bottom() + 1);
    QCOMPARE(edge->size(), QSize(panel.width(), 1));
    QVERIFY(space->y() >= edge->geometry().bottom() + 1);
    QVERIFY(edge->autoFillBackground());
    QCOMPARE(edge->backgroundRole(), QPalette::Mid);
  }

  void undoIsShownInTheField() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    auto* field = panel.findChild<NumberField*>(u"goalPanel.sequence"_s);
    const QString before = field->text();
    type(panel, "goalPanel.sequence", u"2048"_s);
    QCOMPARE(field->text(), u"2048"_s);
    document.undoStack().undo();
    QCOMPARE(field->text(), before);
  }

  void wrongInputIsToldAtTheField_data() {
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("said");
    QTest::newRow("word") << QByteArray("goalPanel.batch") << u"many"_s << u"“many” is not a number."_s;
    QTest::newRow("zero") << QByteArray("goalPanel.batch") << u"0"_s << u"Must be above zero."_s;
    QTest::newRow("negative") << QByteArray("goalPanel.sequence") << u"-5"_s << u"Must be above zero."_s;
    QTest::newRow("fraction") << QByteArray("goalPanel.sequence") << u"12.5"_s
                              << u"Must be a whole number."_s;
    QTest::newRow("infinite") << QByteArray("goalPanel.tokens") << u"inf"_s << u"“inf” is not a number."_s;
    QTest::newRow("too much headroom")
        << QByteArray("goalPanel.headroom") << u"95"_s << u"Must be at most 90."_s;
  }
  void wrongInputIsToldAtTheField() {
    QFETCH(QByteArray, field);
    QFETCH(QString, typed);
    QFETCH(QString, said);
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    const plan::Plan before = document.plan();
    const QString held = panel.findChild<NumberField*>(QString::fromLatin1(field))->text();
    type(panel, field.constData(), typed);
    auto* error = panel.findChild<QLabel*>(QString::fromLatin1(field) + u".error"_s);
    QVERIFY(error->isVisible());
    // What is wrong, and the value that holds until it is mended: "6 %".
    QVERIFY2(error->text().startsWith(said + u" Until then: "_s + held), qPrintable(error->text()));
    QCOMPARE(panel.findChild<NumberField*>(QString::fromLatin1(field))->text(),
             typed);  // nothing typed is lost
    QVERIFY(document.plan() == before);
    QCOMPARE(document.undoStack().count(), 0);
    QTest::keyClick(panel.findChild<NumberField*>(QString::fromLatin1(field)), Qt::Key_Escape);
    QVERIFY(!error->isVisible());
  }

  /// A refused text is no value: no mark says that it is assumed, no edit beside it takes it away, and one
  /// for another plan goes with that.
  void aRefusedTextIsNoValue() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    auto* headroom = panel.findChild<NumberField*>(u"goalPanel.headroom"_s);
    QCOMPARE(headroom->accessibleName(), u"Memory headroom, assumed"_s);
    QVERIFY(headroom->font().italic());
    QCOMPARE(panel.takeTyped(), nullptr);
    headroom->selectAll();
    QTest::keyClicks(headroom, u"95"_s);
    QVERIFY(!headroom->isRefused());  // still being typed
    QCOMPARE(panel.takeTyped(), headroom);
    QVERIFY(headroom->isRefused());
    QCOMPARE(headroom->problem(), u"Must be at most 90. Until then: 6 %."_s);
    QCOMPARE(headroom->accessibleName(), u"Memory headroom"_s);
    QVERIFY(!headroom->font().italic());
    type(panel, "goalPanel.sequence", u"2048"_s);
    QCOMPARE(document.plan().job.sequence_length, 2048);
    QCOMPARE(headroom->text(), u"95"_s);
    QVERIFY(headroom->isRefused());
    QTest::keyClick(headroom, Qt::Key_Escape);
    QCOMPARE(headroom->accessibleName(), u"Memory headroom, assumed"_s);
    QVERIFY(headroom->font().italic());
    QCOMPARE(panel.takeTyped(), nullptr);
    type(panel, "goalPanel.headroom", u"95"_s);
    document.reset(sample(), {});
    QVERIFY(!headroom->isRefused());
    QCOMPARE(headroom->text(), u"6"_s);
    headroom->selectAll();
    QTest::keyClicks(headroom, u"7"_s);
    QCOMPARE(panel.takeTyped(), nullptr);  // what is right is taken
    QCOMPARE(document.plan().job.limits.memory_headroom, 0.07);
  }

  /// One limit of the batch, that of a job's file, in either unit: 100,000,000 sequences.
  void oneLimitOfTheGlobalBatch() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    auto* batch = panel.findChild<NumberField*>(u"goalPanel.batch"_s);
    for (const QString& text : {u"100000001"_s, u"1T"_s, u"2T"_s}) {
      type(panel, "goalPanel.batch", text);
      QVERIFY2(batch->problem().startsWith(u"Must be at most 100 M."_s), qPrintable(batch->problem()));
      QCOMPARE(document.undoStack().count(), 0);
    }
    type(panel, "goalPanel.batch", u"100 M"_s);
    QCOMPARE(document.plan().job.global_batch, strategy::kLargestBatch);
    QVERIFY(strategy::read_job(strategy::to_json(document.plan().job)));
    auto* unit = panel.findChild<QComboBox*>(u"goalPanel.batchUnit"_s);
    unit->setCurrentIndex(1);
    emit unit->activated(1);
    type(panel, "goalPanel.batch", u"819200008192"_s);  // a sequence of 8,192 tokens more
    QVERIFY2(batch->problem().startsWith(u"Must be at most 819.2 B."_s), qPrintable(batch->problem()));
    QCOMPARE(document.plan().job.global_batch, strategy::kLargestBatch);
  }

  void objectiveAndCost() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    panel.findChild<QRadioButton*>(u"goalPanel.bestValue"_s)->click();
    QCOMPARE(int(document.plan().objective), int(strategy::Objective::money));
    document.undoStack().undo();
    QVERIFY(panel.findChild<QRadioButton*>(u"goalPanel.fastest"_s)->isChecked());
    auto* basis = panel.findChild<QComboBox*>(u"goalPanel.basis"_s);
    basis->setCurrentIndex(2);
    emit basis->activated(2);
    QCOMPARE(int(document.plan().job.cost.basis), int(hardware::CostBasis::own));
    QVERIFY(!panel.findChild<QComboBox*>(u"goalPanel.commitment"_s)->isEnabled());
  }

  /// Goals of one click: one undo step, counts free, and the deadline is asked for where there is none.
  void goalsOfOneClick() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    QVERIFY(!document.plan().cluster.choose);
    panel.findChild<QRadioButton*>(u"goalPanel.smallest"_s)->click();
    QCOMPARE(int(document.plan().objective), int(strategy::Objective::gpus));
    QVERIFY(document.plan().cluster.choose);
    document.undoStack().undo();
    QCOMPARE(int(document.plan().objective), int(strategy::Objective::throughput));
    QVERIFY(!document.plan().cluster.choose);
    auto* deadline = panel.findChild<QCheckBox*>(u"goalPanel.deadline.check"_s);
    QVERIFY(!deadline->isChecked());
    auto* inTime = panel.findChild<QRadioButton*>(u"goalPanel.inTime"_s);
    inTime->click();
    QCOMPARE(int(document.plan().objective), int(strategy::Objective::money));
    QVERIFY(document.plan().cluster.choose);
    QVERIFY(deadline->isChecked());
    QVERIFY(!document.plan().job.limits.deadline_hours);  // no value was invented
    QVERIFY(inTime->isChecked());
    type(panel, "goalPanel.deadline", u"900"_s);
    QCOMPARE(document.plan().job.limits.deadline_hours.value(), 900.0);
    QVERIFY(inTime->isChecked());
  }

  /// One of the goals is on, always; those that may leave GPUs unused bring back the counts once entered.
  void oneGoalIsOn() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    const auto on = [&] {
      QStringList names;
      for (const QRadioButton* button : panel.findChildren<QRadioButton*>())
        if (button->isChecked()) names << button->objectName().section(u'.', 1);
      return names;
    };
    const auto click = [&](const QString& name) {
      panel.findChild<QRadioButton*>(u"goalPanel."_s + name)->click();
      return on() == QStringList(name);
    };
    QCOMPARE(on(), QStringList(u"fastest"_s));
    QVERIFY(click(u"mixed"_s));
    QCOMPARE(int(document.plan().objective), int(strategy::Objective::throughput));
    hardware::Choose counts;
    counts.max_total_gpus = 24;
    document.undoStack().push(new ui::SetChoose(document, counts));
    QVERIFY(click(u"fastest"_s));
    QVERIFY(!document.plan().cluster.choose);
    QVERIFY(click(u"bestValue"_s));
    QCOMPARE(document.plan().cluster.choose->max_total_gpus.value(), 24);
    document.undoStack().undo();
    QCOMPARE(on(), QStringList(u"fastest"_s));
    QVERIFY(click(u"smallest"_s) && click(u"both"_s) && click(u"inTime"_s));
    type(panel, "goalPanel.deadline", u"900"_s);
    QVERIFY(click(u"bestValue"_s));  // without a deadline the cheapest is just that
    QVERIFY(!document.plan().job.limits.deadline_hours);
    QCOMPARE(int(document.plan().objective), int(strategy::Objective::money));
  }

  void everyFieldIsNamedAndReachable() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    for (QWidget* widget : panel.findChildren<QWidget*>()) {
      const bool control = qobject_cast<NumberField*>(widget) || qobject_cast<QComboBox*>(widget) ||
                           qobject_cast<QAbstractButton*>(widget);
      if (!control) continue;
      const QString name = widget->objectName();
      QVERIFY2(name.startsWith(u"goalPanel."_s) || name.startsWith(u"traffic."_s) ||
                   name.startsWith(u"postTraining."_s),
               qPrintable(name));
      QVERIFY2(widget->focusPolicy() & Qt::TabFocus, qPrintable(widget->objectName()));
      const auto* button = qobject_cast<QAbstractButton*>(widget);
      QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
               qPrintable(widget->objectName()));
    }
  }

  void theBatchInTokens() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    auto* unit = panel.findChild<QComboBox*>(u"goalPanel.batchUnit"_s);
    auto* field = panel.findChild<NumberField*>(u"goalPanel.batch"_s);
    QCOMPARE(field->value().value(), 128.0);
    unit->setCurrentIndex(1);
    emit unit->activated(1);
    QCOMPARE(field->value().value(), 1048576.0);  // 128 x 8192
    type(panel, "goalPanel.batch", u"2097152"_s);
    QCOMPARE(document.plan().job.global_batch, 256);  // 2097152 / 8192
    type(panel, "goalPanel.batch", u"2000000"_s);     // 244.14 sequences
    QCOMPARE(document.plan().job.global_batch, 256);
    QString told = panel.findChild<QLabel*>(u"goalPanel.batch.error"_s)->text();
    told.remove(QRegularExpression(u"[^0-9.]"_s));  // whatever groups the digits
    // 244 x 8192 = 1998848, 245 x 8192 = 2007040.
    QVERIFY2(told.contains(u"1998848"_s), qPrintable(told));
    QVERIFY2(told.contains(u"2007040"_s), qPrintable(told));
  }

  /// The line that counts the space: the number of the search, its time only at a rate that was measured.
  void theSpaceIsCounted() {
    PlanDocument document;
    document.reset(sample(), {});
    ui::SpaceEstimate estimate(document);
    GoalPanel panel(document);
    panel.setEstimate(estimate);
    auto* line = panel.findChild<QLabel*>(u"goalPanel.space"_s);
    QVERIFY2(line->text().startsWith(u"—"_s), qPrintable(line->text()));
    QTRY_VERIFY_WITH_TIMEOUT(estimate.total(), 60'000);  // no search tells it: it is counted
    const std::uint64_t total = count_space(*document.problem()).total;
    QCOMPARE(*estimate.total(), total);
    QVERIFY(!estimate.seconds());
    QVERIFY(!line->text().contains(u"about"_s));
    auto snapshot = std::make_shared<plan::Snapshot>();
    snapshot->revision = document.revision();
    snapshot->status = plan::Status::optimal;
    snapshot->space.total = total;
    snapshot->seconds = 2.0;
    estimate.follow(snapshot);
    QCOMPARE(*estimate.seconds(), 2.0);  // the same space at the same rate
    QVERIFY2(line->text().contains(u"about"_s), qPrintable(line->text()));
    type(panel, "goalPanel.batch", u"256"_s);
    QVERIFY(!estimate.total());  // never the number of another question
    QTRY_VERIFY_WITH_TIMEOUT(estimate.total(), 60'000);
    QCOMPARE(*estimate.seconds(), double(*estimate.total()) / (double(total) / 2.0));
    estimate.setMeasured({double(*estimate.total()) / 31.0, 1.0});
    QVERIFY(!estimate.seconds());  // 31 times what was searched: nobody knows
    auto none = document.plan().job;
    none.allowed["tensor_parallel"] = {"3"};
    document.undoStack().push(new ui::SetJob(document, none, u"job"_s));
    QTRY_COMPARE_WITH_TIMEOUT(estimate.total().value_or(1), std::uint64_t{0}, 60'000);
    auto* all = panel.findChild<QPushButton*>(u"goalPanel.space.fixes.allowAll"_s);
    QVERIFY(all);
    all->click();
    QVERIFY(document.plan().job.allowed.empty());
    QTRY_VERIFY_WITH_TIMEOUT(estimate.total().value_or(0) > 0, 60'000);
  }
};

}  // namespace tst_shell_goal_panel

ASTROLABE_TEST(tst_shell_goal_panel, ShellGoalPanelTest)
#include "tst_shell_goal_panel.moc"
