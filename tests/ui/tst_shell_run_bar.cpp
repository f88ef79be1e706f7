// What the run bar says in each state, and that it never shows a figure it does not know.

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "core/planning/sharded.h"
#include "tests/program/test_program.h"
#include "ui/render/answer_text.h"
#include "ui/render/leader_words.h"
#include "ui/render/numbers.h"
#include "ui/render/proof_figures.h"
#include "ui/render/theme.h"
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
  result->gap = 1.0 - 12.85 / 13.3368;  // of the steps: (13.3368 - 12.85) / 13.3368 = 3.65 %
  result->bound_step_seconds = 12.85;
  cost::Evaluation best;
  best.tokens_per_second = 39311;
  best.step = {13.3368};
  result->best.push_back(best);
  result->improvements = {{1.0, 15.0, 34953, 2.25e6, 64}, {30.0, 13.3368, 39311, 2e6, 32}};
  result->bounds = {{1.0, 8.0}, {10.0, 12.0}};
  return result;
}

/// Shares of sharded data parallelism that make 50,000 tokens a second: 524,288 / 50,000 = 10.48576 s a step.
std::shared_ptr<planning::Option> shares(const planning::Proof& proof) {
  auto option = std::make_shared<planning::Option>();
  option->evaluation.step = {10.48576};
  option->evaluation.tokens_per_second = 50000;
  option->evaluation.outcome.hours = option->evaluation.outcome.hours_low =
      option->evaluation.outcome.hours_high = 4800.0;
  option->layout = std::make_shared<const planning::ShardedLayout>(mesh::ShardedProgram(), 0.0,
                                                                   std::vector<std::string>());
  option->proof = proof;
  return option;
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

  /// A search that found nothing has not the green of one that did.
  void nothingFoundIsNotGreen() {
    RunBar bar;
    bar.resize(1200, 46);
    bar.show();
    const auto green = [&] {
      const QImage pill = bar.findChild<QLabel*>(u"runBar.state"_s)->grab().toImage();
      int count = 0;
      for (int y = 0; y < pill.height(); ++y)
        for (int x = 0; x < pill.width(); ++x)
          count += pill.pixelColor(x, y) == ui::currentTheme().successFill ? 1 : 0;
      return count;
    };
    auto found = snapshot();
    found->status = plan::Status::optimal;
    bar.setSearch(State::Finished, found);
    QVERIFY(green() > 20);
    auto none = snapshot();
    none->best.clear();
    none->status = plan::Status::infeasible;
    bar.setSearch(State::Finished, none);
    QCOMPARE(green(), 0);
    QCOMPARE(text(bar, "runBar.end"), u"No strategy fits"_s);
  }

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

  /// Energy of power that nobody has published is marked in the headline, to the eye and to the ear.
  void energyThatIsEstimated() {
    RunBar bar;
    bar.resize(2400, 46);
    auto found = snapshot();
    cost::Outcome& outcome = found->best.front().outcome;
    outcome.hours = 4752.0;
    outcome.hours_low = 4344.0;
    outcome.hours_high = 5304.0;
    outcome.energy_kwh = 2.1e6;
    bar.setSearch(State::Finished, found);
    const auto* job = bar.findChild<QLabel*>(u"runBar.job"_s);
    QCOMPARE(text(bar, "runBar.job"), u"198 days (181 to 221) · 2.10 GWh"_s);
    QVERIFY(!job->parentWidget()->toolTip().contains(u"estimate"_s));
    found->best.front().money.power_estimated = true;
    bar.setSearch(State::Finished, found);
    QCOMPARE(text(bar, "runBar.job"), u"198 days (181 to 221) · <i>≈ 2.10 GWh</i>"_s);
    QCOMPARE(job->textFormat(), Qt::RichText);
    QVERIFY(job->accessibleName().endsWith(u"· ≈ "_s + ui::energyText(2.1e6)));
    QVERIFY(job->parentWidget()->toolTip().contains(u"The energy is an estimate"_s));
    found->best.clear();
    bar.setSearch(State::Searching, found);
    QCOMPARE(text(bar, "runBar.job"), u"—"_s);
  }

  /// A plan of another kind that leads the ranking: its figures under its name, with the bound of its kind,
  /// until a strategy leads again.
  void anotherKindLeads() {
    RunBar bar;
    auto found = snapshot();
    found->status = plan::Status::optimal;
    found->best.front().outcome.hours = found->best.front().outcome.hours_low =
        found->best.front().outcome.hours_high = 9600.0;
    const auto tip = [&](const QString& name) {
      return bar.findChild<QLabel*>(name)->parentWidget()->toolTip();
    };
    const auto leader = shares({true, 0.02});
    bar.setSearch(State::Finished, found);
    bar.setLeader(leader);
    QCOMPARE(text(bar, "runBar.best.label"), u"Best: sharded"_s);
    QCOMPARE(text(bar, "runBar.job.label"), u"The job: sharded"_s);
    QVERIFY2(text(bar, "runBar.best").startsWith(u"50.0 k"_s), qPrintable(text(bar, "runBar.best")));
    QVERIFY(bar.findChild<QLabel*>(u"runBar.best"_s)->accessibleName().startsWith(u"Best: sharded: 50.0"_s));
    // 4,800 h are 200 days; the strategy takes 400.
    QVERIFY2(text(bar, "runBar.job").startsWith(u"200 days"_s), qPrintable(text(bar, "runBar.job")));
    for (const QString& name : {u"runBar.best"_s, u"runBar.bound"_s, u"runBar.gap"_s, u"runBar.job"_s})
      QVERIFY2(tip(name).startsWith(ui::unrankedLine(leader->layout)), qPrintable(tip(name)));
    // A step of its kind is 2 % shorter at most: 50,000 / 0.98 = 51,020 tokens a second.
    QVERIFY2(text(bar, "runBar.bound").startsWith(u"51.0 k"_s), qPrintable(text(bar, "runBar.bound")));
    QCOMPARE(text(bar, "runBar.gap"), u"2.0 %"_s);
    const auto* end = bar.findChild<QLabel*>(u"runBar.end"_s);
    QVERIFY2(end->text().startsWith(u"First of all kinds of plan found"_s), qPrintable(end->text()));
    QVERIFY2(end->toolTip().endsWith(u"Strategies: "_s + ui::endText(*found)), qPrintable(end->toolTip()));
    // One that is proven has no gap, and of one that is not none is known: that of strategies says nothing.
    bar.setSearch(State::Finished, found);
    bar.setLeader(shares({true, 0.0}));
    QCOMPARE(text(bar, "runBar.gap"), u"0.0 %"_s);
    bar.setSearch(State::Finished, found);
    bar.setLeader(shares({}));
    QCOMPARE(text(bar, "runBar.gap"), u"—"_s);
    QCOMPARE(text(bar, "runBar.bound"), u"—"_s);
    // It is there before the search has found a strategy.
    auto nothing = snapshot();
    nothing->best.clear();
    bar.setSearch(State::Searching, nothing);
    bar.setLeader(leader);
    QVERIFY2(text(bar, "runBar.best").startsWith(u"50.0 k"_s), qPrintable(text(bar, "runBar.best")));
    bar.setSearch(State::Finished, found);
    bar.setLeader(nullptr);
    QCOMPARE(text(bar, "runBar.best.label"), u"Best"_s);
    QCOMPARE(text(bar, "runBar.job.label"), u"The job"_s);
    QVERIFY2(text(bar, "runBar.best").startsWith(u"39.3 k"_s), qPrintable(text(bar, "runBar.best")));
    QVERIFY2(text(bar, "runBar.job").startsWith(u"400 days"_s), qPrintable(text(bar, "runBar.job")));
    QCOMPARE(end->text(), ui::endText(*found));
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
    // Of the tokens a second beside it: (40,800 - 39,311) / 40,800 = 1,489 / 40,800 = 3.65 %, as of the steps
    // (13.3368 - 12.85) / 13.3368 = 3.65005 %, which is 3.7 % with one decimal.
    QCOMPARE(text(bar, "runBar.gap"), u"3.7 %"_s);
  }

  /// A14: of each goal the gap is |bound - best| of the two figures beside it, as a share of the larger: of
  /// the speed that is |bound - best| / |best| of the steps.
  void A14_theGapIsOfTheFiguresBesideIt() {
    RunBar bar;
    auto set = snapshot();
    set->objective = strategy::Objective::pareto;
    set->gap = 0.5;  // of the set of time and money: not of the speed shown
    bar.setSearch(State::Searching, set);
    QVERIFY2(text(bar, "runBar.bound").startsWith(u"40.8 k"_s), qPrintable(text(bar, "runBar.bound")));
    QCOMPARE(text(bar, "runBar.gap"), u"3.7 %"_s);
    const QString tip = bar.findChild<QLabel*>(u"runBar.gap"_s)->parentWidget()->toolTip();
    QVERIFY2(tip.contains(ui::percentText(0.5)), qPrintable(tip));

    // 13.3368 s on 32 GPUs counts 32 + 13.3368 / 14.3368 = 32.93; three quarters of it are 24.70, so 24 GPUs
    // at least: (32 - 24) / 32 = 25 %.
    auto few = snapshot();
    few->objective = strategy::Objective::gpus;
    few->gap = 0.25;
    few->best.front().gpus = {32};
    bar.setSearch(State::Searching, few);
    QCOMPARE(text(bar, "runBar.best"), u"32 GPUs"_s);
    QCOMPARE(text(bar, "runBar.bound"), u"24"_s);
    QCOMPARE(text(bar, "runBar.gap"), u"25.0 %"_s);

    // As long as every step is possible nothing is known of the speed.
    auto open = snapshot();
    open->bound_step_seconds = 0.0;
    open->gap = 1.0;
    bar.setSearch(State::Searching, open);
    QCOMPARE(text(bar, "runBar.bound"), u"—"_s);
    QCOMPARE(text(bar, "runBar.gap"), u"—"_s);
  }

  /// Three digits in the bar, all of them on hover.
  void fullPrecisionOnHover() {
    RunBar bar;
    auto exact = snapshot();
    exact->best.front().tokens_per_second = 39311.0625;
    bar.setSearch(State::Searching, exact);
    const auto tip = [&](const QString& name) {
      return bar.findChild<QLabel*>(name)->parentWidget()->toolTip().remove(QChar(0x202F)).remove(u',');
    };
    QVERIFY2(tip(u"runBar.best"_s).contains(u"39311.0625"_s), qPrintable(tip(u"runBar.best"_s)));
    QVERIFY2(tip(u"runBar.rate"_s).contains(u"9820"_s), qPrintable(tip(u"runBar.rate"_s)));
    QVERIFY2(tip(u"runBar.elapsed"_s).startsWith(u"44"_s), qPrintable(tip(u"runBar.elapsed"_s)));
  }

  /// The rate stands in a window of 1280, too, and after the end as the average.
  void rateIsShown() {
    RunBar bar;
    bar.resize(1280, 46);
    bar.show();
    bar.setSearch(State::Searching, snapshot());
    const auto* rate = bar.findChild<QLabel*>(u"runBar.rate"_s);
    QTRY_VERIFY(rate->isVisible());
    auto whole = snapshot();
    whole->status = plan::Status::optimal;
    bar.setSearch(State::Finished, whole);
    QTRY_VERIFY(rate->isVisible());
    QVERIFY(rate->parentWidget()->toolTip().contains(u"average"_s));
    bar.setSearch(State::Ready, nullptr);
    QVERIFY(!rate->isVisible());
  }

  void rulesAreBesideWhatTheyPruned() {
    RunBar bar;
    bar.setSearch(State::Searching, snapshot());
    QSignalSpy asked(&bar, &RunBar::rulesRequested);
    bar.findChild<QToolButton*>(u"runBar.rules"_s)->click();
    QCOMPARE(asked.size(), 1);
  }

  /// The bound moves over the time, in the unit of the goal.
  void sparkLine() {
    ui::SparkLine line;
    line.setSnapshot(snapshot());
    // 524,288 tokens in 8 s are 65,536 a second, in 12 s 43,690.67; the last bound holds now, at 44 s.
    QCOMPARE(line.boundLine().size(), 3);
    QCOMPARE(line.boundLine()[0], QPointF(1.0, 65536.0));
    QCOMPARE(line.boundLine()[1], QPointF(10.0, 524288.0 / 12.0));
    QCOMPARE(line.boundLine()[2].x(), 44.0);
    QCOMPARE(line.bestLine(), (QList<QPointF>{{1.0, 34953.0}, {30.0, 39311.0}, {44.0, 39311.0}}));
    auto money = snapshot();
    money->objective = strategy::Objective::money;
    money->gap = 0.25;
    money->best.front().money.usd_per_trillion_tokens = 2e6;
    money->bounds = {{1.0, 0.5e6}};
    line.setSnapshot(money);
    QCOMPARE(line.bestLine(), (QList<QPointF>{{1.0, 2.25e6}, {30.0, 2e6}, {44.0, 2e6}}));
    QCOMPARE(line.boundLine(), (QList<QPointF>{{1.0, 0.5e6}, {44.0, 1.5e6}}));
    auto few = snapshot();
    few->objective = strategy::Objective::gpus;
    few->bounds = {{1.0, 16.7}};  // 16 GPUs and a step
    line.setSnapshot(few);
    QCOMPARE(line.bestLine()[1], QPointF(30.0, 32.0));
    QCOMPARE(line.boundLine()[0], QPointF(1.0, 16.0));
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
