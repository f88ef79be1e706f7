// What a person sees of placements of post-training: ranking, iteration, why, tiles and slides, on the
// sample's cluster with GRPO of a 7B model.
#include <QComboBox>
#include <QLabel>
#include <QTabBar>
#include <QTableView>
#include <QTableWidget>
#include <QtTest>

#include "core/planning/post_trainings.h"
#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/badges.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_decision.h"
#include "ui/render/post_training_job_words.h"
#include "ui/render/post_training_reasons.h"
#include "ui/render/post_training_words.h"
#include "ui/results/iteration_page.h"
#include "ui/results/kind_ranking.h"
#include "ui/results/kinds.h"
#include "ui/results/post_training_moves_views.h"
#include "ui/results/post_training_pareto_page.h"
#include "ui/results/post_training_why_page.h"
#include "ui/shell/post_training_slides.h"

namespace tst_post_training_pages {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using post_training::Placement;

constexpr int kPatienceMs = 120'000;

plan::PlanFile question(strategy::Objective objective = strategy::Objective::throughput) {
  plan::PlanFile file;
  file.plan = plan::sample_plan();
  const Json asked{{"task", "post_train"},
                   {"dataflow", "grpo"},
                   {"prompts", 128},
                   {"samples_per_prompt", 8},
                   {"prompt_tokens", 200},
                   {"response_tokens", {{"mean", 800}, {"max", 4096}}},
                   {"roles",
                    {{"actor", {{"model", "qwen2.5-7b"}}},
                     {"reference", {{"model", "qwen2.5-7b"}}},
                     {"reward", {{"rule", true}}}}}};
  file.plan.job = *strategy::read_job(asked);
  file.plan.objective = objective;
  return file;
}

class TestPostTrainingPages : public QObject {
  Q_OBJECT

  PlanDocument m_document;
  std::unique_ptr<PlannerBridge> m_bridge;

  PostTrainingsPtr found() const {
    return std::dynamic_pointer_cast<const planning::FoundPostTrainings>(m_bridge->found());
  }
  static int rowsOf(const QWidget& page, const QString& table) {
    return page.findChild<QTableView*>(table)->model()->rowCount();
  }

 private slots:
  void initTestCase() {
    m_document.reset(question(), {});
    m_bridge = std::make_unique<PlannerBridge>(m_document, planning::post_training_planner());
    m_bridge->run();
    QTRY_VERIFY_WITH_TIMEOUT(m_bridge->found() && m_bridge->state() == PlannerBridge::State::Done,
                             kPatienceMs);
    QVERIFY(!found()->options.empty());
  }

  /// A row each, the best first; what every column says is of the option's own figures.
  void ranksPlacements() {
    const auto page =
        std::unique_ptr<KindPage>(postTrainingResults().makeRanking(m_document, *m_bridge, nullptr));
    const auto& ranking = static_cast<const KindRanking&>(*page);
    const KindModel& rows = ranking.rows();
    QCOMPARE(rows.rowCount(), static_cast<int>(found()->options.size()));
    const std::vector<PostTrainingColumn> columns = postTrainingColumns();
    for (std::size_t i = 0; i < columns.size(); ++i)
      QCOMPARE(rows.data(rows.index(0, static_cast<int>(i) + 2), Qt::DisplayRole).toString().trimmed(),
               columns[i].text(*found()->options.front()));
    // The job does not say how many iterations it has.
    for (std::size_t i = 0; i < columns.size(); ++i)
      QCOMPARE(ranking.table().isColumnHidden(static_cast<int>(i) + 2), columns[i].where_known);
    double before = 0.0;
    for (const planning::OptionPtr& option : found()->options) {
      QVERIFY(option->evaluation.step.value >= before);
      before = option->evaluation.step.value;
    }
    QVERIFY(page->copyText().startsWith(u"#\t"_s));
  }

  /// The lanes are the sets; work and waiting of each fill the iteration; tables have the same numbers.
  void showsTheIteration() {
    IterationPage page(*m_bridge);
    page.resize(1200, 420);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    QVERIFY(page.option() != nullptr);
    const Placement& placement = *placementOf(page.option());
    const auto iteration = post_training::iteration_of(placement, found()->question->problem);
    QCOMPARE(iteration.lanes.size(), placement.sets.size());
    std::size_t blocks = iteration.rules.size();
    for (const post_training::SetLane& lane : iteration.lanes) blocks += lane.blocks.size();
    IterationView& view = page.timeline();
    QCOMPARE(view.itemCount(), static_cast<int>(blocks));
    QCOMPARE(rowsOf(page, u"postTraining.phases.table"_s), static_cast<int>(blocks));
    QCOMPARE(rowsOf(page, u"postTraining.sets.table"_s), static_cast<int>(placement.sets.size()));
    QVERIFY(page.findChild<QLabel*>(u"postTraining.title"_s)->text().contains(u"Actor"_s));
    // Keys walk the calls, zoom and come back; what is chosen is told below.
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.selected(), 0);
    QVERIFY(page.findChild<QLabel*>(u"postTraining.block"_s)->text().contains(u"rollout"_s));
    const double whole = view.visibleEnd() - view.visibleBegin();
    QTest::keyClick(&view, Qt::Key_Plus);
    QVERIFY(view.visibleEnd() - view.visibleBegin() < whole);
    QTest::keyClick(&view, Qt::Key_F);
    QCOMPARE(view.visibleEnd() - view.visibleBegin(), whole);
    QTest::keyClick(&view, Qt::Key_End);
    QCOMPARE(view.selected(), view.itemCount() - 1);
    // A click on a block chooses it.
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.itemRect(0).center());
    QCOMPARE(view.selected(), 0);
    // As a table, and stale in words.
    page.setShowTable(true);
    QVERIFY(!view.isVisible());
    page.setShowTable(false);
    page.setStale(true);
    QVERIFY(page.findChild<QLabel*>(u"postTraining.title"_s)->text().contains(u"Older than the plan"_s));
    QVERIFY(!view.accessibleDescription().isEmpty());
    QVERIFY(page.figure().size.isValid());
  }

  /// Parts add up to the iteration; every form is compared or said not to fit; the frontier falls.
  void comparesFormsAndMoney() {
    IterationPage page(*m_bridge);
    const Placement& placement = *placementOf(page.option());
    const auto iteration = post_training::iteration_of(placement, found()->question->problem);
    QVERIFY(std::abs(iteration.parts.sum() - iteration.seconds) < 1e-6 * iteration.seconds);
    for (int view = 0; view < 2; ++view) {
      page.showView(view);
      QVERIFY(!page.copyText().isEmpty());
    }
    QCOMPARE(page.findChild<QTabBar*>(u"postTraining.choice"_s)->count(), 2);
    const auto made =
        std::unique_ptr<KindPage>(postTrainingResults().makePareto(m_document, *m_bridge, nullptr));
    const auto& pareto = static_cast<const PostTrainingParetoPage&>(*made);
    QCOMPARE(rowsOf(pareto, u"postTrainingPareto.forms.table"_s), static_cast<int>(found()->forms.size()));
    QCOMPARE(rowsOf(pareto, u"postTrainingPareto.table"_s), static_cast<int>(found()->frontier.size()));
    QVERIFY(pareto.pareto().itemCount() >= static_cast<int>(found()->frontier.size()));
    QVERIFY(pareto.copyText().contains(u"GPUs"_s));
  }

  void saysWhy() {
    PostTrainingWhyPage page(*m_bridge);
    // What the second one lacks stands at the right alone; the form of the first is called so; the engine
    // too.
    const QString because = page.findChild<QLabel*>(u"postTrainingWhy.chosen"_s)->text();
    QVERIFY2(because.contains(u"No placement has a shorter iteration"_s), qPrintable(because));
    QVERIFY(!because.contains(u"The next one"_s));
    QVERIFY(chosenBecause(*found()).join(u' ').contains(u"The next one"_s) == (found()->options.size() > 1));
    QVERIFY(because.contains(u"generated by vLLM"_s));
    for (const planning::PostTrainingOfForm& form : found()->forms)
      if (form.option && planning::same(form.option->layout, found()->options.front()->layout))
        QVERIFY2(because.contains(formText(form.form) + u" is this one"_s), qPrintable(because));
    auto* pick = page.findChild<QComboBox*>(u"postTrainingWhy.pick"_s);
    QVERIFY(pick->count() >= 1);
    QVERIFY(!page.findChild<QLabel*>(u"postTrainingWhy.verdict"_s)->text().isEmpty());
    if (pick->count() > 1) {
      pick->setFocus();
      QTest::keyClick(pick, Qt::Key_End);
      QVERIFY(page.option() != found()->options.front());
      QVERIFY(rowsOf(page, u"postTrainingWhy.table"_s) > 0);
    }
  }

  /// How far the best holds, and what more machines do: bars and points as the planner tells them, with their
  /// tables, sentences and words for who does not see them.
  void movesValues() {
    PostTrainingSensitivityView sensitivity(*m_bridge);
    PostTrainingScaleView scale(*m_bridge);
    sensitivity.show();
    scale.show();
    QTRY_VERIFY_WITH_TIMEOUT(!sensitivity.isWorking() && !scale.isWorking(), kPatienceMs);
    QVERIFY(sensitivity.hasFigure() && scale.hasFigure());
    const auto* bars = sensitivity.findChild<QTableWidget*>(u"postTrainingSensitivity.table"_s);
    QCOMPARE(bars->rowCount(), static_cast<int>(sensitivity.found()->swings.size()));
    QVERIFY(bars->rowCount() >= 3);  // prompts, their length, that of answers
    QVERIFY(std::abs(sensitivity.found()->base - found()->options.front()->evaluation.step.value) <
            1e-9 * sensitivity.found()->base);
    const auto* points = scale.findChild<QTableWidget*>(u"postTrainingScale.table"_s);
    QCOMPARE(points->rowCount(), scale.found()->all);
    const auto now = std::find_if(scale.found()->points.begin(), scale.found()->points.end(),
                                  [](const auto& point) { return point.gpus == 64; });
    QVERIFY(now != scale.found()->points.end() && scale.found()->gpus == 64);  // 4 nodes of 8 of both types
    QVERIFY(std::abs(now->best->evaluation.step.value - sensitivity.found()->base) <
            1e-9 * sensitivity.found()->base);
    for (const auto* words : {sensitivity.findChild<QLabel*>(u"postTrainingSensitivity.words"_s),
                              scale.findChild<QLabel*>(u"postTrainingScale.words"_s)})
      QVERIFY(!words->text().isEmpty());
  }

  /// Tiles tell which roles stand where, and that the others stand idle.
  void marksTheTiles() {
    const planning::Option& best = *found()->options.front();
    const strategy::Problem& problem = found()->question->problem;
    Badges badges;
    addPostTraining(badges, &best, problem);
    int gpus = 0;
    for (const auto& [id, badge] : badges)
      if (badge.gpusUsed > 0) {
        gpus += badge.gpusUsed;
        QVERIFY(badge.serving.contains(u"Actor"_s) || badge.serving.contains(u"Reference"_s));
        QVERIFY(badge.busy > 0.0 && badge.busy <= 1.0);
        QVERIFY(badge.memoryShare > 0.0 && badge.memoryShare <= 1.0 + 1e-9);
      }
    QCOMPARE(gpus, placementOf(&best)->gpus());
    Badges none;
    addPostTraining(none, nullptr, problem);
    QVERIFY(none.empty());
  }

  /// Every page of a presentation has words; sums of money can be hidden.
  void presents() {
    const Theme theme = Theme::make(ThemeKind::Light);
    for (const Slide slide :
         {Slide::Cluster, Slide::Options, Slide::Winner, Slide::Why, Slide::Cost, Slide::Risks,
          Slide::Ranking, Slide::Pareto, Slide::Timeline, Slide::Breakdown}) {
      const SlideContent shown = postTrainingSlide(slide, *found(), theme, false, {});
      QVERIFY(!shown.headline.isEmpty());
      QVERIFY(!shown.spoken().isEmpty());
      QVERIFY(!tellsMoney(postTrainingSlide(slide, *found(), theme, true, {}).spoken()));
    }
  }

  /// A job of 13 h (8 to 21) and 100 USD (62 to 160) against limits within the bands, beyond them and below.
  void tellsTheWholeJob() {
    planning::Option option;
    strategy::Problem problem;
    QCOMPARE(wholeJobSentences(option, problem), QStringList());
    cost::Outcome& outcome = option.evaluation.outcome;
    outcome.hours = 13.0;
    outcome.hours_low = 8.0;
    outcome.hours_high = 21.0;
    outcome.usd = Usd{100.0};
    outcome.usd_low = Usd{62.0};
    outcome.usd_high = Usd{160.0};
    const QString whole =
        u"With failures, the whole job takes 13\u202Fh (8 to 21) and costs $100 ($62.0 to $160)."_s;
    QCOMPARE(wholeJobSentences(option, problem), QStringList{whole});
    problem.job.limits.deadline_hours = 13.5;
    problem.job.limits.budget_usd = 120.0;
    QCOMPARE(wholeJobSentences(option, problem),
             QStringList({whole, u"The band crosses the deadline, 13.5\u202Fh: that may not hold."_s,
                          u"The band crosses the budget, $120: that may not hold."_s}));
    problem.job.limits.deadline_hours = 24.0;
    problem.job.limits.budget_usd = 90.0;
    QCOMPARE(wholeJobSentences(option, problem),
             QStringList({whole, u"The whole band is within the deadline, 24\u202Fh."_s}));
    QCOMPARE(wholeJobText(option), u"13\u202Fh (8 to 21) · $100"_s);
  }

  /// What breaks a limit is not proven; the window says by how much.
  void saysHowFarBeyondLimits() {
    auto option = std::make_shared<planning::Option>(*found()->options.front());
    option->violation.binding = cost::Binding::deadline;
    option->violation.found = 13.0002;
    option->violation.limit = 13.0;
    planning::FoundPostTrainings beyond = *found();
    beyond.options = {option};
    QCOMPARE(proofText(*option), unknownText());
    const ElsewhereWords said = kindWords(planning::kPostTraining).elsewhere(beyond);
    QVERIFY2(said.why.contains(u"13.0002\u202Fh where the deadline allows 13.0000\u202Fh"_s),
             qPrintable(said.why));
    planning::PostTrainingOfForm form;
    QCOMPARE(noneOfFormText(form), u"does not fit"_s);
    form.beyond_limits = true;
    QCOMPARE(noneOfFormText(form), u"is not within the limits"_s);
  }

  /// The shorter iteration wins; without two answers nothing is decided.
  void decides() {
    const planning::OptionPtr best = found()->options.front();
    auto slower = std::make_shared<planning::Option>(*best);
    slower->evaluation.step = Seconds{best->evaluation.step.value * 10.0};
    slower->evaluation.step_low = Seconds{best->evaluation.step_low.value * 10.0};
    slower->evaluation.step_high = Seconds{best->evaluation.step_high.value * 10.0};
    std::vector<PlacedOption> options(2);
    for (std::size_t i = 0; i < 2; ++i) {
      options[i].id = static_cast<int>(i);
      options[i].name = i == 0 ? u"A"_s : u"B"_s;
      options[i].best = i == 0 ? planning::OptionPtr(slower) : best;
      options[i].problem = &found()->question->problem;
    }
    const auto decided = postTrainingDecisionWords(options, strategy::Objective::throughput);
    QCOMPARE(decided.decision.winner, 1);
    QVERIFY(decided.sentence.contains(u"B"_s));
    QCOMPARE(decided.chances.size(), 1);
    // Twice the prompts are another job: neither is the better one, and no chance is told.
    auto job = std::make_shared<post_training::Job>(*placementOf(best)->job);
    job->prompts *= 2.0;
    auto placement = std::make_shared<post_training::Placement>(*placementOf(best));
    placement->job = job;
    auto other = std::make_shared<planning::Option>(*slower);
    other->layout = std::make_shared<const planning::PostTrainingLayout>(placement);
    options[0].baseline = true;
    options[1].best = other;
    const auto apart = postTrainingDecisionWords(options, strategy::Objective::throughput);
    QCOMPARE(apart.decision.winner, -1);
    QCOMPARE(apart.options[0].place, unknownText());
    QCOMPARE(apart.options[1].place, u"another job"_s);
    QVERIFY(apart.chances.isEmpty());
    QCOMPARE(apart.further,
             QStringList{u"B does another job than A (other prompts or answers), so neither is "
                         "an alternative to the other."_s});
    options[0].best = nullptr;
    QVERIFY(postTrainingDecisionWords(options, strategy::Objective::throughput).sentence.isEmpty());
  }

  /// A cluster that cannot hold a role says which, and how much it lacks.
  void saysWhatIsLacking() {
    PlanDocument document;
    plan::PlanFile file = question();
    Json job = strategy::to_json(file.plan.job);
    for (const char* role : {"actor", "reference"}) job["roles"][role]["model"] = "llama-3.1-405b";
    file.plan.job = *strategy::read_job(job);
    file.plan.cluster.pools.resize(1);
    file.plan.cluster.pools.front().nodes = 1;
    file.plan.cluster.between_pools.clear();
    document.reset(file, {});
    PlannerBridge bridge(document, planning::post_training_planner());
    IterationPage page(bridge);
    bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(bridge.state() == PlannerBridge::State::Done, kPatienceMs);
    const QString words = page.findChild<QLabel*>(u"postTraining.words"_s)->text();
    QVERIFY2(words.contains(u"GiB"_s), qPrintable(words));
    const ElsewhereWords said = kindWords(planning::kPostTraining).elsewhere(*bridge.found());
    QVERIFY(!said.end.isEmpty() && !said.why.isEmpty());
  }
};

}  // namespace tst_post_training_pages

ASTROLABE_TEST(tst_post_training_pages, TestPostTrainingPages)
#include "tst_post_training_pages.moc"
