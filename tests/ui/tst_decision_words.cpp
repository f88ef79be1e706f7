// ui/render: which of several options to take, in words, of answers whose figures are written out here.
#include <QtTest>

#include "core/plan/plan_file.h"
#include "tests/program/test_program.h"
#include "ui/render/decision_words.h"

namespace tst_decision_words {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

/// What a search for the cheapest may have come to: a job of so many days and dollars, on H100 or A100 GPUs,
/// with a band of ten per cent each way.
std::shared_ptr<plan::Snapshot> answer(double days, double usd, bool h100) {
  static const strategy::Problem asked =
      *plan::make_problem(plan::sample_plan(), hardware::Catalogue::built_in());
  auto made = std::make_shared<plan::Snapshot>();
  strategy::Problem problem = asked;
  problem.job.limits.deadline_hours = 24.0 * 100;
  made->problem = std::make_shared<const strategy::Problem>(problem);
  made->objective = strategy::Objective::money;
  cost::Evaluation best;
  best.gpus = {h100 ? 32 : 0, h100 ? 0 : 32};
  best.tokens_per_second = problem.job.tokens / (24.0 * 3600.0 * days);
  best.hours_for_job = 24.0 * days;
  best.step = {1.0};
  best.step_low = {0.9};
  best.step_high = {1.1};
  best.outcome.hours = 24.0 * days;
  best.outcome.hours_low = 0.9 * 24.0 * days;
  best.outcome.hours_high = 1.1 * 24.0 * days;
  best.outcome.usd = Usd{usd};
  best.outcome.usd_low = Usd{0.9 * usd};
  best.outcome.usd_high = Usd{1.1 * usd};
  best.money.usd_per_hour = UsdPerHour{usd / (24.0 * days)};
  best.money.hardware_per_hour = usd / (24.0 * days);  // rented: all of it
  made->best = {best, best};
  return made;
}

}  // namespace

class TestDecisionWords : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  /// B costs 2 M$ and A 3 M$: B, for whose machines the price has to rise by a half for A to win. C is within
  /// the error of B, D too late.
  void theChoiceAndWhatWouldChangeIt() {
    const auto a = answer(40, 3e6, true), b = answer(80, 2e6, false), c = answer(50, 2.1e6, true),
               d = answer(120, 1e6, true);
    const DecisionWords two = decisionWords({{1, u"A"_s, a.get(), true}, {2, u"B"_s, b.get(), false}});
    QVERIFY2(two.sentence.startsWith(u"Rent B ("_s), qPrintable(two.sentence));
    QVERIFY2(two.sentence.contains(u"50 % higher, at which A wins"_s) ||
                 two.sentence.contains(u"50.0 % higher, at which A wins"_s) ||
                 two.sentence.contains(u"50.0\u202F% higher, at which A wins"_s),
             qPrintable(two.sentence));
    QVERIFY2(two.sentence.contains(u"the nearest limit"_s) && two.sentence.contains(u"deadline"_s),
             qPrintable(two.sentence));
    QVERIFY(two.message.startsWith(u"Rent B, done in 80"_s) && !two.message.contains(u'$'));
    QCOMPARE(two.options[1].place, u"1"_s);
    QCOMPARE(two.chances.size(), 2);
    QVERIFY2(two.chances.back().contains(u"seed 1"_s), qPrintable(two.chances.back()));
    const DecisionWords all = decisionWords({{1, u"A"_s, a.get(), true},
                                             {2, u"B"_s, b.get(), false},
                                             {3, u"C"_s, c.get(), false},
                                             {4, u"D"_s, d.get(), false},
                                             {5, u"E"_s, nullptr, false}});
    QCOMPARE(all.decision.winner, 1);
    QCOMPARE(all.options[2].place, u"2, within the error of the first"_s);
    QCOMPARE(all.options[3].place, u"breaks a limit"_s);
    QVERIFY2(all.options[3].limits.contains(u"deadline"_s) && !all.options[3].holds,
             qPrintable(all.options[3].limits));
    const QString told = all.told().join(u' ');
    for (const QString& part :
         {u"so as good: C."_s, u"A limit is broken by D"_s, u"At least 2 layouts of B"_s})
      QVERIFY2(told.contains(part), qPrintable(told));
  }

  /// Of what is as good as the first no price is told at which it wins.
  void whatIsAlikeWinsAtNoOtherPrice() {
    const auto a = answer(80, 2e6, false), b = answer(80, 2e6, false);
    const DecisionWords words = decisionWords({{1, u"A"_s, a.get(), true}, {2, u"B"_s, b.get(), false}});
    QVERIFY2(words.sentence.contains(u"the nearest limit"_s) && !words.sentence.contains(u"wins"_s),
             qPrintable(words.sentence));
    QVERIFY(words.told().join(u' ').contains(u"so as good: B."_s));
  }

  /// The only option with a strategy is the one to take; the other says which limit it crosses, with the
  /// figure.
  void anOptionThatNothingFits() {
    const auto a = answer(80, 2e6, false);
    plan::Snapshot none;
    none.status = plan::Status::infeasible;
    none.problem = a->problem;
    none.binding.violation.binding = cost::Binding::deadline;
    none.binding.violation.found = 24.0 * 202;
    none.binding.violation.limit = 24.0 * 120;
    const DecisionWords words = decisionWords({{1, u"A"_s, a.get(), true}, {2, u"B"_s, &none, false}});
    QVERIFY2(words.sentence.startsWith(u"Rent A ("_s), qPrintable(words.sentence));
    const QString limits = words.options[1].limits.simplified();
    QVERIFY2(limits.contains(u"202 days"_s) && limits.contains(u"120 days"_s), qPrintable(limits));
    QVERIFY2(words.told().join(u' ').contains(u"A limit is broken by B"_s),
             qPrintable(words.told().join(u' ')));
    QVERIFY(words.chances.isEmpty());
  }

  /// B trains on twice the tokens: neither is the better one, and no chance is told. Beside C, which does the
  /// job of A, A is chosen, and B stands apart without a place.
  void anotherJobIsNoAlternative() {
    const auto a = answer(40, 2e6, true), b = answer(20, 1e6, true), c = answer(45, 3e6, false);
    strategy::Problem twice = *b->problem;
    twice.job.tokens *= 2.0;
    b->problem = std::make_shared<const strategy::Problem>(twice);
    const DecisionWords two = decisionWords({{1, u"A"_s, a.get(), true}, {2, u"B"_s, b.get(), false}});
    QCOMPARE(two.decision.winner, -1);
    QCOMPARE(two.message, u"The options do different jobs"_s);
    QVERIFY2(two.sentence.startsWith(two.message), qPrintable(two.sentence));
    QVERIFY(two.chances.isEmpty());
    QCOMPARE(two.options[0].place, u"\u2014"_s);
    QCOMPARE(two.options[1].place, u"another job"_s);
    QVERIFY(two.options[0].holds && two.options[1].holds);
    const QString apart = u"B does another job than A ("_s, tokens = u" tokens, not "_s;
    QVERIFY2(two.further.size() == 1 && two.further[0].startsWith(apart) && two.further[0].contains(tokens),
             qPrintable(two.further.join(u'\n')));
    const DecisionWords three =
        decisionWords({{1, u"A"_s, a.get(), true}, {2, u"B"_s, b.get(), false}, {3, u"C"_s, c.get(), false}});
    QCOMPARE(three.decision.winner, 0);
    QVERIFY2(three.sentence.startsWith(u"Rent A ("_s), qPrintable(three.sentence));
    QVERIFY(three.further[0].startsWith(apart));
    QVERIFY(!three.told().join(u' ').contains(u"A limit is broken"_s));
    QCOMPARE(three.options[1].place, u"another job"_s);
    QVERIFY2(three.chances.size() == 2 && !three.chances[0].contains(u"B with"_s),
             qPrintable(three.chances.join(u'\n')));
  }

  void oneAnswerIsNoChoice() {
    const auto a = answer(40, 3e6, true);
    QVERIFY(decisionWords({{1, u"A"_s, a.get(), true}, {2, u"B"_s, nullptr, false}}).sentence.isEmpty());
    QVERIFY(decisionWords({}).sentence.isEmpty());
    const auto late = answer(120, 1e6, true), later = answer(130, 1e6, false);
    const DecisionWords none =
        decisionWords({{1, u"A"_s, late.get(), true}, {2, u"B"_s, later.get(), false}});
    QCOMPARE(none.sentence, u"No option keeps every limit."_s);
    QCOMPARE(none.decision.winner, -1);
  }
};

}  // namespace tst_decision_words

ASTROLABE_TEST(tst_decision_words, TestDecisionWords)
#include "tst_decision_words.moc"
