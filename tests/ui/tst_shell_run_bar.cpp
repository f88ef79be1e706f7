// What the run bar says in each state, and that it never shows a figure it does not know.

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/program/test_program.h"
#include "ui/render/answer_text.h"
#include "ui/render/numbers.h"
#include "ui/shell/run_bar.h"
#include "ui/shell/run_bar_parts.h"

namespace tst_shell_run_bar {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::RunBar;
using State = ui::SearchBridge::State;

namespace {

/// 8192 tokens x 64 sequences = 524,288 tokens a step; the best step takes 13.3368 s, so 39,311 tokens/s, and
/// no strategy can be faster than 12.85 s, which is 40,801 tokens/s.
std::shared_ptr<plan::Snapshot> snapshot() {
  auto problem = std::make_shared<strategy::Problem>();
  problem->job.sequence_length = 8192;
  problem->job.global_batch = 64;
  auto result = std::make_shared<plan::Snapshot>();
  result->problem = problem;
  result->space.total = 439290;
  result->space.evaluated = 48213;
  result->space.rejected_by_rule = 300000;
  result->space.rejected_by_limit = 1077;
  result->space.rejected_by_memory = 50000;
  result->space.cut_by_bound = 40000;  // 300,000 + 1,077 + 50,000 + 40,000 = 391,077
  result->seconds = 44.0;
  result->rate = 9820;
  result->has_bound = true;
  result->gap = 0.038;
  result->bound_step_seconds = 12.85;
  cost::Evaluation best;
  best.tokens_per_second = 39311;
  best.step = {13.3368};
  result->best.push_back(best);
  result->improvements = {{1.0, 15.0, 34953}, {30.0, 13.3368, 39311}};
  return result;
}

QString text(const RunBar& bar, const char* name) {
  const auto* label = bar.findChild<QLabel*>(QLatin1StringView(name));
  if (!label) return u"missing"_s;
  // Groups and units stand behind narrow no-break spaces; the digits are what is asserted.
  return label->text().replace(QChar(0x202F), u' ').replace(QChar(0x00A0), u' ');
}

}  // namespace

class ShellRunBarTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void everyStateHasWordAndIcon_data() {
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("iconName");
    QTest::addColumn<bool>("buttons");
    const auto row = [](const char* name, State state, const QString& word, const QString& icon,
                        bool buttons) { QTest::newRow(name) << int(state) << word << icon << buttons; };
    row("ready", State::Ready, u"Ready"_s, u"play"_s, false);
    row("searching", State::Searching, u"Searching"_s, u"play"_s, true);
    row("paused", State::Paused, u"Paused"_s, u"pause"_s, true);
    row("stopping", State::Stopping, u"Stopping"_s, u"stop"_s, true);
    row("finished", State::Finished, u"Finished"_s, u"ok"_s, false);
    row("stopped early", State::StoppedEarly, u"Stopped early"_s, u"stop"_s, false);
    row("failed", State::Failed, u"Failed"_s, u"err"_s, false);
  }
  void everyStateHasWordAndIcon() {
    QFETCH(int, state);
    QFETCH(QString, word);
    QFETCH(QString, iconName);
    QFETCH(bool, buttons);
    RunBar bar;
    bar.resize(1280, 46);
    bar.setSearch(static_cast<State>(state), snapshot());
    QCOMPARE(text(bar, "runBar.state"), word);
    QCOMPARE(RunBar::stateIcon(static_cast<State>(state)), iconName);
    QCOMPARE(!bar.findChild<QPushButton*>(u"runBar.stop"_s)->isHidden(), buttons);
    QCOMPARE(!bar.findChild<QPushButton*>(u"runBar.pause"_s)->isHidden(), buttons);
    QCOMPARE(bar.findChild<QPushButton*>(u"runBar.stop"_s)->isEnabled(),
             static_cast<State>(state) != State::Stopping);
  }

  void unknownValuesAreDashes() {
    RunBar bar;
    bar.setSearch(State::Ready, nullptr);
    for (const char* name :
         {"runBar.evaluated", "runBar.pruned", "runBar.elapsed", "runBar.best", "runBar.bound", "runBar.gap"})
      QCOMPARE(text(bar, name), u"—"_s);
    auto unbound = snapshot();
    unbound->has_bound = false;
    unbound->best.clear();
    bar.setSearch(State::Searching, unbound);
    QCOMPARE(text(bar, "runBar.gap"), u"—"_s);
    QCOMPARE(text(bar, "runBar.bound"), u"—"_s);
    QCOMPARE(text(bar, "runBar.best"), u"—"_s);
  }

  void figures() {
    RunBar bar;
    bar.setSearch(State::Searching, snapshot());
    QCOMPARE(text(bar, "runBar.evaluated").remove(u' ').remove(u','), u"48213"_s);
    QCOMPARE(text(bar, "runBar.pruned").remove(u' ').remove(u','), u"391077"_s);
    QCOMPARE(text(bar, "runBar.elapsed"), u"0:44"_s);
    QVERIFY2(text(bar, "runBar.best").startsWith(u"39.3 k"_s), qPrintable(text(bar, "runBar.best")));
    QVERIFY2(text(bar, "runBar.bound").startsWith(u"40.8 k"_s), qPrintable(text(bar, "runBar.bound")));
    QCOMPARE(text(bar, "runBar.gap"), u"3.8 %"_s);
  }

  void tokensOfAStep() { QCOMPARE(ui::tokensPerStep(*snapshot()), 524288.0); }

  void moneyIsShownWhenItIsTheGoal() {
    RunBar bar;
    auto money = snapshot();
    money->objective = strategy::Objective::money;
    money->gap = 0.25;
    money->best.front().money.usd_per_trillion_tokens = 2'000'000;  // bound: 2 M x (1 - 0.25) = 1.5 M
    bar.setSearch(State::Finished, money);
    QVERIFY2(text(bar, "runBar.best").contains(u"2.00 M"_s), qPrintable(text(bar, "runBar.best")));
    QVERIFY2(text(bar, "runBar.bound").contains(u"1.50 M"_s), qPrintable(text(bar, "runBar.bound")));
  }

  void endIsHonest() {
    RunBar bar;
    auto whole = snapshot();
    whole->status = plan::Status::optimal;
    whole->gap = 0.0;
    bar.setSearch(State::Finished, whole);
    QCOMPARE(text(bar, "runBar.end"),
             ui::endText(*whole).replace(QChar(0x202F), u' ').replace(QChar(0x00A0), u' '));
    QVERIFY(!text(bar, "runBar.end").isEmpty());
    bar.setSearch(State::Searching, whole);
    QVERIFY(text(bar, "runBar.end").isEmpty());
  }

  void staleMark() {
    RunBar bar;
    bar.setSearch(State::Finished, snapshot());
    auto* pill = bar.findChild<QLabel*>(u"runBar.stale"_s);
    QVERIFY(pill->isHidden());
    bar.setStale(true, 2);
    QVERIFY(!pill->isHidden());
    bar.setStale(false, 0);
    QVERIFY(pill->isHidden());
  }

  void buttonsAsk() {
    RunBar bar;
    bar.setSearch(State::Searching, snapshot());
    QSignalSpy pause(&bar, &RunBar::pauseRequested), stop(&bar, &RunBar::stopRequested);
    bar.findChild<QPushButton*>(u"runBar.pause"_s)->click();
    bar.findChild<QPushButton*>(u"runBar.stop"_s)->click();
    QCOMPARE(pause.size(), 1);
    QCOMPARE(stop.size(), 1);
  }
};

}  // namespace tst_shell_run_bar

ASTROLABE_TEST(tst_shell_run_bar, ShellRunBarTest)
#include "tst_shell_run_bar.moc"
