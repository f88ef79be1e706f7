// ui/render: time and cost against nodes in sentences and cells, of figures written out here.
#include <QtTest>

#include "tests/program/test_program.h"
#include "ui/render/numbers.h"
#include "ui/render/scale_words.h"

namespace tst_scale_words {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

plan::ScalePoint point(int nodes, double days, double usd) {
  plan::ScalePoint made;
  made.nodes = nodes;
  made.best.emplace().outcome.hours = 24.0 * days;
  made.best->outcome.usd = Usd{usd};
  return made;
}

/// One node has no strategy; 2, 4, 6 and 8 take 100, 45, 30 and 26 days for 1, 0.9, 1.2 and 1.4 M$.
plan::Scale made() {
  plan::Scale scale;
  scale.pool = "h100";
  scale.counts = {1, 2, 4, 6, 8};
  scale.points.emplace_back().nodes = 1;
  scale.points.push_back(point(2, 100, 1e6));
  scale.points.push_back(point(4, 45, 9e5));
  scale.points.push_back(point(6, 30, 1.2e6));
  scale.points.push_back(point(8, 26, 1.4e6));
  return scale;
}

}  // namespace

class TestScaleWords : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  /// Below the line from (2, 100) to (8, 26): four nodes 1 - 1/3 - 19/74 = 0.41, six 1 - 2/3 - 4/74 = 0.28.
  void theKneeTheLimitsAndTheCheapest() {
    plan::Scale scale = made();
    scale.deadline_hours = 24.0 * 40;
    scale.budget_usd = 1.25e6;
    const QString told = scaleSentences(scale).join(u'\n');
    for (const QString& part :
         {u"The knee is at 4 nodes: 45"_s, u"6 nodes are the fewest that are done within"_s,
          u"The budget of $1.25"_s, u"is kept at a count of 2, 4, 6."_s, u"The job is cheapest on 4 nodes"_s,
          u"No strategy fits at a count of 1."_s})
      QVERIFY2(told.contains(part), qPrintable(told));
    scale.deadline_hours = 24.0 * 20;
    scale.budget_usd = 1e5;
    const QString none = scaleSentences(scale).join(u'\n');
    QVERIFY2(none.contains(u"No count drawn is done within"_s), qPrintable(none));
    QVERIFY2(none.contains(u"No count drawn keeps the budget"_s), qPrintable(none));
  }

  /// Nine million years at one count, of which the end is at ten thousand: no sum of money, no knee from
  /// there.
  void aJobThatNeverEnds() {
    plan::Scale scale = made();
    const QString before = scaleSentences(scale).join(u'\n');
    plan::ScalePoint endless = point(10, 365.25 * 9e6, 8e5);  // fewer dollars than any other
    scale.counts.push_back(10);
    scale.points.push_back(endless);
    const QString told = scaleSentences(scale).join(u'\n');
    QVERIFY2(told.contains(u"At a count of 10 the job takes for ever"_s), qPrintable(told));
    QVERIFY2(told.contains(u"The job is cheapest on 4 nodes"_s), qPrintable(told));
    QVERIFY2(told.startsWith(before), qPrintable(told));  // the knee is that of the others
    QCOMPARE(scalePointText(endless), u"10 nodes: for ever; within the limits"_s);
    QCOMPARE(scaleCells(endless)[0], u"for ever"_s);
    QCOMPARE(scaleCells(endless)[1], unknownText());
  }

  /// Of mixed GPUs the words say of which strategies the points are.
  void whereStateLies() {
    plan::Scale scale = made();
    QVERIFY(!scaleSentences(scale).join(u' ').contains(u"state"_s));
    scale.mixed = true;
    QVERIFY(scaleSentences(scale).first().contains(u"each stage holding its own state"_s));
    scale.state_anywhere = true;
    QVERIFY(scaleSentences(scale).first().contains(u"the state of the optimizer anywhere"_s));
  }

  void aPointSaysWhatItBreaks() {
    plan::Scale scale = made();
    QVERIFY(scalePointText(scale.points[0]).endsWith(u"no strategy fits"_s));
    QVERIFY(scalePointText(scale.points[1]).endsWith(u"within the limits"_s));
    cost::Violation& broken = scale.points[1].violation;
    broken.binding = cost::Binding::deadline;
    broken.found = 2400.0;
    broken.limit = 960.0;
    const QString told = scalePointText(scale.points[1]);
    QVERIFY2(told.contains(u"deadline allows 40"_s), qPrintable(told));
    QCOMPARE(scaleCells(scale.points[1]).size(), scaleColumns().size());
    QVERIFY(scaleCells(scale.points[1]).back().contains(u"deadline"_s));
    scale.points[2].idle = true;
    QVERIFY(scalePointText(scale.points[2]).endsWith(u"stand idle and are paid"_s));
  }
};

}  // namespace tst_scale_words

ASTROLABE_TEST(tst_scale_words, TestScaleWords)
#include "tst_scale_words.moc"
