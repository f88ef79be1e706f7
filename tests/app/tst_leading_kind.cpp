// Where a plan of another kind leads the ranking the window says so everywhere: programs on groups, on 3
// nodes of H100 and 5 of A100.
#include <QLabel>
#include <QPointer>
#include <QtTest>

#include "tests/app/scenario_desk.h"
#include "tests/core/small_plan.h"
#include "tests/program/test_program.h"
#include "ui/render/leader_words.h"
#include "ui/render/numbers.h"
#include "ui/results/ranking_page.h"
#include "ui/results/results_panel.h"
#include "ui/results/why_view.h"
#include "ui/shell/presentation.h"

namespace tst_leading_kind {

using namespace Qt::StringLiterals;
using namespace astrolabe;

constexpr int kPatienceMs = 120'000;

class LeadingKindTest : public QObject {
  Q_OBJECT

  std::unique_ptr<ui::MainWindow> m_window;

  ui::ResultsPanel& results() const { return *m_window->findChild<ui::ResultsPanel*>(); }
  QString said(const char* name) const {
    return m_window->findChild<QLabel*>(QLatin1StringView(name))->text();
  }
  const cost::Evaluation& strategy() const { return m_window->bridge().snapshot()->best.front(); }

 private slots:
  /// The sample's cluster with a node of H100 less and one of A100 more, and 256 sequences of an 8 B model.
  void initTestCase() {
    ui::dress();
    m_window = ui::opened();
    plan::Plan uneven = sampleOf("llama-3.1-8b", 256);
    for (const model::BuiltInModel& built_in : model::built_in_models())
      if (built_in.id == uneven.model_name) uneven.model_text = built_in.config;
    uneven.cluster.pools[0].nodes = 3;
    uneven.cluster.pools[1].nodes = 5;
    m_window->openPlan(uneven);
    m_window->bridge().run();
    QVERIFY(ui::finished(*m_window));
    QTRY_VERIFY_WITH_TIMEOUT(results().planner("groups").state() == ui::PlannerBridge::State::Done,
                             kPatienceMs);
    QVERIFY(results().leader());
    QCOMPARE(planning::kind_of(*results().leader()), std::string_view("groups"));
    // mesh.md 7: 11.4 % less time than the best pipeline has.
    QVERIFY(results().leader()->evaluation.tokens_per_second > 1.05 * strategy().tokens_per_second);
  }
  void cleanupTestCase() { m_window.reset(); }

  /// The figures of the bar are those of the first row, under its name.
  void theRunBar() {
    const planning::Option leader = *results().leader();
    const double speed = leader.evaluation.tokens_per_second;
    const ui::RankingModel& rows = results().ranking().view().rows();
    QTRY_COMPARE(rows.index(0, ui::RankingModel::Rank).data().toString(), u"groups"_s);
    QCOMPARE(rows.index(0, ui::RankingModel::TokensPerSecond).data().toString(), ui::wholeText(speed));
    QCOMPARE(said("runBar.best.label"), u"Best: groups"_s);
    QVERIFY2(said("runBar.best").startsWith(ui::significantText(speed)), qPrintable(said("runBar.best")));
    // The share by which a step may be shorter, as the words beside it and the answer tell it.
    QVERIFY(leader.proof.gap > 0.0 && leader.proof.gap < 1.0);
    QCOMPARE(said("runBar.gap"), ui::percentText(leader.proof.gap));
    QCOMPARE(said("runBar.job.label"), u"The job: groups"_s);
    QVERIFY2(said("runBar.job").contains(ui::energyText(leader.evaluation.outcome.energy_kwh)),
             qPrintable(said("runBar.job")));
    QVERIFY2(said("goalPanel.formula").contains(ui::wholeText(speed)), qPrintable(said("goalPanel.formula")));
    QVERIFY2(said("statusBar.message").contains(ui::unrankedLine(leader.layout)),
             qPrintable(said("statusBar.message")));
  }

  /// The best strategy is weighed against them.
  void why() {
    m_window->selection().select(0);
    results().showWhy();
    const auto* view = m_window->findChild<ui::WhyView*>();
    QTRY_VERIFY_WITH_TIMEOUT(view->answer() && view->answer()->behind, kPatienceMs);
    const QString words = said("whyView.text");
    QVERIFY2(words.startsWith(ui::firstOfAllText(*results().leader())), qPrintable(words));
    QVERIFY2(words.contains(ui::durationText(results().leader()->evaluation.step.value)) &&
                 words.contains(ui::durationText(strategy().step.value)),
             qPrintable(words));
    QVERIFY(view->hasFigure());
    QVERIFY(said("whyView.heading").startsWith(ui::firstOfAllText(*results().leader())));
  }

  /// A page of another plan than the first says so above what it shows, that of the first does not.
  void pagesOfAnotherPlan() {
    m_window->selection().select(0);
    const QString best = u"Shown: #1. First in the ranking is a plan of another kind: groups."_s;
    for (const char* line : {"timelinePage.leader", "breakdownView.leader", "sensitivityView.leader"})
      QTRY_COMPARE(said(line), best);
    QCOMPARE(said("groupsPage.leader"), QString());
    m_window->selection().select(results().leader()->layout);
    for (const char* line : {"timelinePage.leader", "breakdownView.leader"})
      QTRY_COMPARE(said(line), QString());
    QCOMPARE(said("sensitivityView.leader"), best);
    m_window->selection().select(0);
  }

  /// They are the winner of the presentation.
  void slides() {
    ui::trigger(*m_window, "actionPresent");
    const QPointer<ui::Presentation> pages = m_window->findChild<ui::Presentation*>();
    QVERIFY(pages);
    QTest::keyClick(pages, Qt::Key_3);
    QTest::keyClick(pages, Qt::Key_Return);
    QCOMPARE(pages->slide(), ui::Slide::Winner);
    const QString words = pages->spoken();
    QVERIFY2(words.contains(ui::firstOfAllText(*results().leader())), qPrintable(words));
    QVERIFY2(words.contains(ui::significantText(results().leader()->evaluation.tokens_per_second) +
                            u" tokens/s"_s),
             qPrintable(words));
    pages->close();
  }
};

}  // namespace tst_leading_kind

ASTROLABE_TEST(tst_leading_kind, LeadingKindTest)
#include "tst_leading_kind.moc"
