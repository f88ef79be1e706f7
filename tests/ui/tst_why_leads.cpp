// ui/results: what the Why view says where a plan of another kind than strategies leads the ranking.
#include <QLabel>
#include <QTableWidget>
#include <QtTest>
#include <memory>

#include "core/planning/sharded.h"
#include "live_why.h"
#include "tests/program/test_program.h"
#include "ui/render/leader_words.h"
#include "ui/render/numbers.h"

namespace tst_why_leads {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using plan::Verdict;

class TestWhyLeads : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  /// Where a plan of another kind stands first, the best strategy is weighed against it term by term, and of
  /// every other one that is possible it is told how far it is ahead.
  void anotherKindLeads() {
    LiveWhy live;
    QVERIFY(live.open());
    const auto& best = live.bridge.snapshot()->best;
    auto leader = std::make_shared<planning::Option>();
    leader->evaluation = best[0];
    leader->evaluation.strategy = {};
    // A second less of the backward pass than the best strategy takes, and nothing else.
    leader->evaluation.time[cost::Part::compute_backward] -= 1.0;
    leader->evaluation.step = Seconds{best[0].step.value - 1.0};
    leader->layout = std::make_shared<const planning::ShardedLayout>(mesh::ShardedProgram(), 0.0,
                                                                     std::vector<std::string>());
    const double first = leader->evaluation.step.value;
    live.view->setLeader(leader);
    const auto led = [&] { return live.view->answer() && live.view->answer()->behind; };
    QTRY_VERIFY_WITH_TIMEOUT(led(), LiveWhy::kPatienceMs);
    QCOMPARE(live.verdict(), Verdict::best);
    const QString named = firstOfAllText(*leader);
    QVERIFY2(named.contains(u"Sharded: "_s), qPrintable(named));
    QVERIFY2(live.text().startsWith(named), qPrintable(live.text()));
    for (const QString& told : {durationText(first), durationText(best[0].step.value),
                                signedPercentText(best[0].step.value / first - 1.0)})
      QVERIFY2(live.text().contains(told), qPrintable(live.text()));
    const auto* table = live.view->findChild<QTableWidget*>(u"whyView.table"_s);
    QVERIFY(live.view->hasFigure() && table->rowCount() >= 2);
    // One second lies in the one part that differs, and in the sum below it.
    const auto last = [&](int row) {
      return QLocale().toDouble(table->item(row, 2)->text().replace(u'−', u'-').remove(u'+'));
    };
    QVERIFY(qAbs(last(table->rowCount() - 1) - 1.0) <= 0.00005);
    QVERIFY2(table->horizontalHeaderItem(0) == nullptr || live.view->plainText().contains(u"sharded"_s),
             qPrintable(live.view->plainText()));
    QVERIFY(live.view->findChild<QLabel*>(u"whyView.heading"_s)->text().startsWith(named));
    QVERIFY(!live.view->plainText().contains(u"Chosen: "_s));
    for (const QString& text :
         {live.view->findChild<QLabel*>(u"whyView.heading"_s)->text(), live.view->plainText()})
      QVERIFY2(text.contains(u"plan of all kinds found: "_s), qPrintable(text));
    QVERIFY(live.view->findChild<QLabel*>(u"whyView.heading"_s)
                ->text()
                .contains(kindWords(*leader).runtimesNote()));

    // Beside the best strategy, as before, with the line.
    QVERIFY(live.ask(best[4].strategy));
    QTRY_VERIFY_WITH_TIMEOUT(led(), LiveWhy::kPatienceMs);
    QCOMPARE(live.verdict(), Verdict::slower);
    QVERIFY2(live.text().contains(named), qPrintable(live.text()));
    QVERIFY(live.text().contains(signedPercentText(best[4].step.value / first - 1.0)));
    QVERIFY(live.title().contains(signedPercentText(best[4].step.value / best[0].step.value - 1.0)));
    // One that is not possible is behind nothing.
    QVERIFY(live.ask(live.read(u"tp=8 pp=4 dp=2 mbs=8 recompute=none"_s)));
    QCOMPARE(live.verdict(), Verdict::memory);
    QVERIFY(!live.view->answer()->behind && !live.text().contains(named));
    live.view->setLeader(nullptr);
    QVERIFY(live.ask(best[0].strategy));
    QTRY_VERIFY_WITH_TIMEOUT(live.view->answer() && !live.view->answer()->leader, LiveWhy::kPatienceMs);
    QVERIFY(!live.view->hasFigure());
    QCOMPARE(live.view->findChild<QLabel*>(u"whyView.heading"_s)->text(), u"Chosen"_s);
  }
};

}  // namespace tst_why_leads

ASTROLABE_TEST(tst_why_leads, TestWhyLeads)
#include "tst_why_leads.moc"
