// ui/render/report: what a report says of plans of other kinds than strategies, and where one leads.
#include <QtTest>
#include <algorithm>
#include <memory>
#include <vector>

#include "core/planning/groups.h"
#include "core/planning/programs.h"
#include "core/planning/ranking_proof.h"
#include "tests/program/test_program.h"
#include "ui/render/mark_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "written_report.h"

namespace tst_report_leader {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using namespace read_report;

class TestReportLeader : public QObject, WrittenReport {
  Q_OBJECT

 private slots:
  void initTestCase() { search(); }

  /// A distributed program that is known is compared with the strategy that the report is about.
  void aProgramIsToldInTheSummary() {
    ReportOptions known = options();
    planning::Option program;
    program.evaluation = m_snapshot->best.front();
    program.layout = std::make_shared<const planning::ProgramLayout>(
        nullptr, std::make_shared<const plan::ProgramSummary>());
    const auto told = [&](double factor) {
      program.evaluation.tokens_per_second = factor * m_snapshot->best.front().tokens_per_second;
      known.beside = {std::make_shared<const planning::Option>(program)};
      return written("program.html", known).paragraphs.filter(u"istributed program"_s).join(u' ');
    };
    const QString faster = told(1.25);
    QVERIFY2(faster.contains(u"is %1 faster"_s.arg(percentText(0.25)).simplified()), qPrintable(faster));
    QVERIFY(faster.contains(wholeText(1.25 * m_snapshot->best.front().tokens_per_second).simplified()));
    QVERIFY(told(0.5).contains(u"is %1 slower"_s.arg(percentText(0.5)).simplified()));
    QVERIFY(told(1.0).contains(u"A distributed program is as fast: "_s));
    QVERIFY(written("none.html", options()).paragraphs.filter(u"istributed program"_s).isEmpty());
  }

  /// A plan of another kind that ranks ahead is what the report recommends: title, figures, hours and money
  /// are its own, and the best strategy, with which it is told, is named as such.
  void aPlanOfAnotherKindLeads() {
    ReportOptions known = options();
    planning::Option groups;
    groups.evaluation = m_snapshot->best.front();
    cost::Evaluation& figures = groups.evaluation;
    figures.step = figures.step * 0.8;
    figures.tokens_per_second /= 0.8;  // 25 % more
    figures.outcome.hours = figures.outcome.hours_low = figures.outcome.hours_high = 24.0 * 111.0;
    figures.outcome.usd = Usd{1.11e6};
    groups.layout = std::make_shared<const planning::GroupsLayout>(
        mesh::Program{}, 0.0, planning::question_of(*m_snapshot->problem, m_snapshot->objective));
    groups.proof = {true, 0.05};
    known.beside = {std::make_shared<const planning::Option>(groups)};
    const Read read = written("groups.html", known);
    const QString all = read.paragraphs.join(u' ') + read.headings.join(u' ') + read.cells.join(u' ');
    const QString speed = wholeText(1.25 * m_snapshot->best.front().tokens_per_second).simplified();
    QVERIFY2(read.headings.filter(u" trains at %1 tokens/s on "_s.arg(speed)).size() == 1,
             qPrintable(read.headings.join(u'|')));
    for (const QString& part :
         {hoursText(24.0 * 111.0), moneyText(1.11e6),
          u"at most %1 below the bound of its kind"_s.arg(percentText(0.05)), u"Recommended is Groups: "_s,
          u"The best strategy, TP "_s, wholeText(m_snapshot->best.front().tokens_per_second),
          signedPercentText(-0.2)})
      QVERIFY2(all.contains(part.simplified()), qPrintable(part + u'\n' + all.left(4000)));
    QVERIFY(!all.contains(u"A program on groups is"_s));
    // Its words, why it leads (a step of 0.8: with the strategy it takes a quarter more), whether it can be
    // started; the strategy stands beside it.
    for (const QString& heading : {u"The plan in words"_s, u"The best strategy in words"_s, u"Why it won"_s,
                                   u"Why #1 is the best of the strategies"_s})
      QVERIFY2(read.headings.contains(heading), qPrintable(heading));
    for (const QString& part :
         {u"Every group holds the whole model."_s, u"It is the fastest plan of all kinds found: "_s,
          u"a step (%1)."_s.arg(signedPercentText(0.25)),
          u"Runtimes start one layout for all GPUs: none of them takes unequal groups."_s,
          u"the plan that is recommended has no timeline"_s})
      QVERIFY2(all.contains(part.simplified()), qPrintable(part + u'\n' + all.left(4000)));
    // One that is slower does not lead.
    groups.evaluation.step = m_snapshot->best.front().step * 1.25;
    groups.evaluation.tokens_per_second = m_snapshot->best.front().tokens_per_second * 0.8;
    known.beside = {std::make_shared<const planning::Option>(groups)};
    const Read behind = written("behind.html", known);
    QVERIFY(behind.paragraphs.filter(u"Recommended"_s).isEmpty());
    const QStringList told = behind.paragraphs.filter(u"The best program on groups is"_s);
    QCOMPARE(told.size(), 1);
    QVERIFY2(told.front().contains(
                 u"at most %1 below the bound of its kind"_s.arg(percentText(0.05)).simplified()),
             qPrintable(told.front()));
    groups.proof = {false, 1.0};  // stopped before anything was known of others
    known.beside = {std::make_shared<const planning::Option>(groups)};
    QCOMPARE(
        written("early.html", known).paragraphs.filter(u"One of its kind may be better: no bound"_s).size(),
        1);
  }

  /// In the ranking plans of other kinds stand where their steps are: halfway between the first two
  /// strategies, and, of a kind that is behind all of them, last. What is proven of all kinds stands at the
  /// beginning.
  void othersStandInTheirPlaces() {
    ReportOptions known = options();
    const std::vector<cost::Evaluation>& best = m_snapshot->best;
    const double first = best[0].step.value, second = best[1].step.value;
    QVERIFY(second > first);
    std::vector<double> speeds;
    const auto option = [&](planning::LayoutPtr layout, double step) {
      auto made = std::make_shared<planning::Option>();
      made->evaluation = best.front();
      made->evaluation.step = Seconds{step};
      made->evaluation.tokens_per_second = best.front().tokens_per_second * first / step;
      made->layout = std::move(layout);
      speeds.push_back(made->evaluation.tokens_per_second);
      return made;
    };
    const auto groups = std::make_shared<const planning::GroupsLayout>(
        mesh::Program{}, 0.0, planning::question_of(*m_snapshot->problem, m_snapshot->objective));
    const auto program = std::make_shared<const planning::ProgramLayout>(
        nullptr, std::make_shared<const plan::ProgramSummary>());
    known.beside = {option(groups, 0.5 * (first + second)), option(program, 5.0 * first)};
    known.others = known.beside;
    known.others.push_back(option(groups, 7.0 * first));  // behind all, and not the first of its kind
    known.proof = planning::RankingProof{{{"pipeline", 0.0}, {"groups", 0.05}}, false, 0.05};
    const Read read = written("places.html", known);
    const auto at = [&](double speed) { return read.cells.indexOf(wholeText(speed).simplified()); };
    QVERIFY(at(best[0].tokens_per_second) >= 0 && at(speeds[2]) < 0);
    QVERIFY(at(best[0].tokens_per_second) < at(speeds[0]));
    QVERIFY(at(speeds[0]) < at(best[1].tokens_per_second));
    const std::size_t last = std::min(best.size(), static_cast<std::size_t>(known.runnersUp) + 1) - 1;
    QVERIFY(at(best[last].tokens_per_second) < at(speeds[1]));
    QCOMPARE(read.captions.filter(u"Rows without a number are plans of other kinds."_s).size(), 1);
    QCOMPARE(read.captions.filter(u"and the plans of other kinds"_s).size(), 1);
    const QString proof =
        u"Of all kinds of plan one may be better than the first by at most %1: groups."_s.arg(
            percentText(0.05, 2));
    QVERIFY2(!read.paragraphs.filter(proof.simplified()).isEmpty(), qPrintable(read.paragraphs.join(u'\n')));
    QVERIFY(written("alone.html", options()).captions.filter(u"other kinds"_s).isEmpty());
  }

  /// Where the step of the best strategy on its nodes is shorter than the ranking counts, nine tenths here,
  /// both are told once, beside a plan of another kind that leads, too, and the table of strategies says
  /// which of both it is of.
  void stepsOnTheNodesAreTold() {
    const plan::SnapshotPtr found = m_snapshot;
    const planning::Option winner = *m_winner;
    const QString counted = u"count every GPU in use as slow as the slowest of its pool"_s;
    QVERIFY(written("sound.html", options()).captions.filter(counted).isEmpty());
    auto slow = std::make_shared<plan::Snapshot>(*found);
    slow->best[0].placed_step = slow->best[0].step * 0.9;
    m_snapshot = slow;
    m_winner->evaluation.placed_step = slow->best[0].placed_step;
    const QString told = placedStepText(m_winner->evaluation).simplified();
    ReportOptions led = options();
    planning::Option groups;
    groups.evaluation = found->best.front();  // nothing of it has another step on its nodes
    groups.evaluation.step = groups.evaluation.step * 0.8;
    groups.evaluation.tokens_per_second /= 0.8;
    groups.layout = std::make_shared<const planning::GroupsLayout>(
        mesh::Program{}, 0.0, planning::question_of(*found->problem, found->objective));
    led.beside = {std::make_shared<const planning::Option>(groups)};
    const Read alone = written("slow.html", options()), beside = written("slow-led.html", led);
    m_snapshot = found;
    *m_winner = winner;
    QVERIFY(!told.isEmpty());
    for (const Read& read : {alone, beside}) {
      const QString paragraphs = read.paragraphs.join(u' ');
      QVERIFY2(paragraphs.count(told) == 1, qPrintable(paragraphs.left(4000)));
      QVERIFY2(read.captions.filter(counted).size() == 1, qPrintable(read.captions.join(u'\n')));
    }
  }
};

}  // namespace tst_report_leader

ASTROLABE_TEST(tst_report_leader, TestReportLeader)
#include "tst_report_leader.moc"
