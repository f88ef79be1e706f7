// What a person set counts as stated, and nothing else does: the panels note the keys that the reader of jobs
// notes, show what nobody stated as assumed, and lead back to it.

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <algorithm>
#include <set>
#include <string>

#include "core/engine.h"
#include "tests/program/test_program.h"
#include "tests/ui/goal_desk.h"
#include "ui/document/plan_document.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/job_details.h"
#include "ui/shell/number_field.h"
#include "ui/shell/search_limit_row.h"

namespace tst_stated {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::GoalPanel;
using ui::JobDetailsDialog;
using ui::NumberField;
using ui::PlanDocument;
using ui::sample;
using ui::type;

namespace {

using Keys = std::set<std::string>;

Keys stated(const PlanDocument& document) {
  const std::vector<std::string>& keys = document.plan().job.stated;
  return {keys.begin(), keys.end()};
}

/// What the reader of a job file notes where the file says what `document` asks.
Keys read(const PlanDocument& document) {
  const auto job = strategy::read_job(strategy::to_json(document.plan().job));
  return job ? Keys(job->stated.begin(), job->stated.end()) : Keys{"unreadable"};
}

/// The sample states these.
const Keys kSample{"sequence_length", "global_batch", "tokens", "precision", "optimizer"};

Keys with(std::initializer_list<const char*> more) {
  Keys keys = kSample;
  keys.insert(more.begin(), more.end());
  return keys;
}

bool assumesHeadroom(const PlanDocument& document) {
  const auto problem = document.problem();
  if (!problem) return false;
  SearchOptions options;
  options.time_limit = 5.0;
  const plan::SnapshotPtr snapshot = run_search(*problem, options);
  return std::any_of(snapshot->assumptions.begin(), snapshot->assumptions.end(),
                     [](const auto& it) { return it.what == "job.limits.memory_headroom"; });
}

}  // namespace

class StatedTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void theGoalPanelNotesWhatWasSet() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    QCOMPARE(stated(document), kSample);
    // A limit has no value that would be assumed: it is told by being there.
    panel.findChild<QCheckBox*>(u"goalPanel.power.check"_s)->click();
    type(panel, "goalPanel.power", u"90"_s);
    QCOMPARE(stated(document), kSample);
    type(panel, "goalPanel.headroom", u"10"_s);
    QCOMPARE(stated(document), with({"limits.memory_headroom"}));
    auto* basis = panel.findChild<QComboBox*>(u"goalPanel.basis"_s);
    QTest::keyClick(basis, Qt::Key_Down);
    QCOMPARE(int(document.plan().job.cost.basis), int(hardware::CostBasis::buy));
    QCOMPARE(stated(document), with({"limits.memory_headroom", "cost.basis"}));
    QCOMPARE(read(document), stated(document));
    while (document.undoStack().canUndo()) document.undoStack().undo();
    QCOMPARE(stated(document), kSample);
  }

  /// What was set is no assumption of the answer any more.
  void theAnswerAssumesWhatNobodyStated() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    QVERIFY(assumesHeadroom(document));
    type(panel, "goalPanel.headroom", u"6"_s);  // the same value, and now it is stated
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(!assumesHeadroom(document));
  }

  void defaultsLookAssumedAndComeBack() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    auto* headroom = panel.findChild<NumberField*>(u"goalPanel.headroom"_s);
    auto* basis = panel.findChild<QComboBox*>(u"goalPanel.basis"_s);
    auto* commitment = panel.findChild<QComboBox*>(u"goalPanel.commitment"_s);
    auto* words = panel.findChild<QLabel*>(u"goalPanel.cost.assumed"_s);
    QCOMPARE(headroom->accessibleName(), u"Memory headroom, assumed"_s);
    QVERIFY(headroom->font().italic());
    QVERIFY(!headroom->toolTip().isEmpty());
    QCOMPARE(basis->accessibleName(), u"Cost basis, assumed"_s);
    QCOMPARE(commitment->accessibleName(), u"Commitment, assumed"_s);
    QVERIFY(words->isVisible());
    QCOMPARE(words->text(), u"≈ Cost basis and commitment are assumed."_s);
    QCOMPARE(panel.findChild<NumberField*>(u"goalPanel.batch"_s)->accessibleName(), u"Global batch"_s);
    const QImage assumed = headroom->grab().toImage();
    type(panel, "goalPanel.headroom", u"6"_s);
    headroom->clearFocus();
    QCOMPARE(headroom->accessibleName(), u"Memory headroom"_s);
    QVERIFY(!headroom->font().italic());
    QVERIFY(headroom->grab().toImage() != assumed);
    QTest::keyClick(commitment, Qt::Key_Down);
    QCOMPARE(int(document.plan().job.cost.commitment), int(hardware::Commitment::reserved_1y));
    QCOMPARE(commitment->accessibleName(), u"Commitment"_s);
    QCOMPARE(words->text(), u"≈ The cost basis is assumed."_s);
    QTest::keyClick(basis, Qt::Key_Down);
    QVERIFY(!words->isVisible());
    QTest::keyClick(basis, Qt::Key_Up);  // rent, and stated
    QVERIFY(!words->isVisible());

    // Back again: an emptied field, and the entries of the menus.
    type(panel, "goalPanel.headroom", u"12"_s);
    headroom->selectAll();
    QTest::keyClick(headroom, Qt::Key_Delete);
    QTest::keyClick(headroom, Qt::Key_Return);
    QCOMPARE(document.plan().job.limits.memory_headroom, 0.06);
    QCOMPARE(headroom->value().value(), 6.0);
    QCOMPARE(headroom->accessibleName(), u"Memory headroom, assumed"_s);
    for (const char* name : {"basis", "commitment"}) {
      auto* back = panel.findChild<QAction*>(u"goalPanel.%1.default"_s.arg(QLatin1StringView(name)));
      QVERIFY2(back && back->isEnabled(), name);
      back->trigger();
      QVERIFY(!back->isEnabled());
    }
    QCOMPARE(int(document.plan().job.cost.commitment), int(hardware::Commitment::on_demand));
    QCOMPARE(stated(document), kSample);
    QVERIFY(words->isVisible());
    QCOMPARE(document.plan().job, sample().plan.job);
  }

  void theDialogNotesAndTakesBack() {
    PlanDocument document;
    document.reset(sample(), {});
    JobDetailsDialog dialog(document);
    dialog.show();
    dialog.findChild<QTabWidget*>(u"jobDetails.pages"_s)->setCurrentIndex(2);
    const auto field = [&](const QString& name) {
      return dialog.findChild<QLineEdit*>(u"jobDetails."_s + name);
    };
    struct Case {
      const char* name;
      const char* key;
      const char* typed;
    };
    Keys wanted = kSample;
    for (const Case& each : {Case{"years", "cost.years", "3"}, Case{"residual", "cost.residual", "20"},
                             Case{"utilisation", "cost.utilisation", "70"},
                             Case{"kwh", "cost.usd_per_kwh", "0.2"}, Case{"pue", "cost.pue", "1.3"}}) {
      QLineEdit* line = field(QLatin1StringView(each.name));
      QVERIFY2(line, each.name);
      QVERIFY2(line->text().isEmpty() && line->placeholderText().endsWith(u", assumed"_s), each.name);
      QVERIFY2(line->accessibleName().endsWith(u", assumed"_s), qPrintable(line->accessibleName()));
      QTest::keyClicks(line, QLatin1StringView(each.typed));
      QTest::keyClick(line, Qt::Key_Return);
      wanted.insert(each.key);
      QCOMPARE(stated(document), wanted);
      QVERIFY2(!line->accessibleName().endsWith(u", assumed"_s), qPrintable(line->accessibleName()));
    }
    QCOMPARE(document.plan().job.cost.years, 3.0);
    QCOMPARE(document.plan().job.cost.residual, 0.2);
    QCOMPARE(document.plan().job.cost.pue, 1.3);  // as assumed, and stated
    QVERIFY(dialog.isVisible());                  // Enter takes a value, and closes nothing
    QTest::keyClick(dialog.findChild<QCheckBox*>(u"jobDetails.idle"_s), Qt::Key_Space);
    wanted.insert("cost.idle_gpus_cost");
    QCOMPARE(stated(document), wanted);
    QCOMPARE(read(document), wanted);
    // What has no assumed value is not noted.
    QTest::keyClicks(field(u"restart"_s), u"900"_s);
    QTest::keyClick(field(u"restart"_s), Qt::Key_Return);
    QCOMPARE(*document.plan().job.reliability.restart_seconds, 900.0);
    QCOMPARE(stated(document), wanted);

    auto* back = dialog.findChild<QAction*>(u"jobDetails.years.default"_s);
    QVERIFY(back && back->isVisible());
    back->trigger();
    QCOMPARE(document.plan().job.cost.years, 4.0);
    QVERIFY(!back->isVisible());
    QLineEdit* pue = field(u"pue"_s);
    pue->selectAll();
    QTest::keyClick(pue, Qt::Key_Delete);
    QTest::keyClick(pue, Qt::Key_Return);
    wanted.erase("cost.years");
    wanted.erase("cost.pue");
    QCOMPARE(stated(document), wanted);
    QCOMPARE(pue->placeholderText(), u"1.3, assumed"_s);
  }

  /// The limit of a search stands beside those of the plan, and is no part of it.
  void theSearchLimit() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    auto* check = panel.findChild<QCheckBox*>(u"goalPanel.searchLimit.check"_s);
    auto* field = panel.findChild<NumberField*>(u"goalPanel.searchLimit"_s);
    QVERIFY(check && field && check->isVisible() && field->isVisible());
    QVERIFY(!check->isChecked() && !field->isEnabled());
    QSignalSpy chosen(&panel.searchLimit(), &ui::SearchLimitRow::chosen);
    QTest::keyClick(check, Qt::Key_Space);
    QCOMPARE(chosen.takeLast().at(0).toDouble(), 120.0);
    QCOMPARE(field->value().value(), 120.0);
    type(panel, "goalPanel.searchLimit", u"30"_s);
    QCOMPARE(chosen.takeLast().at(0).toDouble(), 30.0);
    type(panel, "goalPanel.searchLimit", u"0.5"_s);
    QVERIFY(chosen.isEmpty());
    QVERIFY(!field->problem().isEmpty());
    QTest::keyClick(field, Qt::Key_Escape);
    QTest::keyClick(check, Qt::Key_Space);
    QCOMPARE(chosen.takeLast().at(0).toDouble(), 0.0);
    panel.searchLimit().setSeconds(45.0);
    QVERIFY(check->isChecked() && field->isEnabled());
    QCOMPARE(field->value().value(), 45.0);
    QCOMPARE(document.undoStack().count(), 0);
  }

  /// So does the seed: whole numbers from 0 on.
  void theSeed() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    auto* field = panel.findChild<NumberField*>(u"goalPanel.seed"_s);
    QVERIFY(field && field->isVisible() && field->isEnabled());
    QCOMPARE(field->text(), u"0"_s);
    QSignalSpy chosen(&panel.searchLimit(), &ui::SearchLimitRow::seedChosen);
    type(panel, "goalPanel.seed", u"42"_s);
    QCOMPARE(chosen.takeLast().at(0).toULongLong(), quint64{42});
    for (const QString& wrong : {u"1.5"_s, u"-1"_s, u"4294967296"_s, u"x"_s}) {  // one above 2^32 - 1
      type(panel, "goalPanel.seed", wrong);
      QVERIFY2(chosen.isEmpty() && !field->problem().isEmpty(), qPrintable(wrong));
    }
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(field->text(), u"42"_s);
    type(panel, "goalPanel.seed", u"0"_s);
    QCOMPARE(chosen.takeLast().at(0).toULongLong(), quint64{0});
    panel.searchLimit().setSeed(7);
    QCOMPARE(field->text(), u"7"_s);
    QCOMPARE(document.undoStack().count(), 0);
  }
};

}  // namespace tst_stated

ASTROLABE_TEST(tst_stated, StatedTest)
#include "tst_stated.moc"
