// ui/results: why the best was chosen and why another one was not, each verdict from a question of its own,
// its buttons pressed for real and the document looked at.
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableWidget>
#include <QtTest>
#include <cmath>

#include "core/cost/collective.h"
#include "core/plan/samples.h"
#include "live_why.h"
#include "tests/program/test_program.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/proof_figures.h"
#include "ui/render/runtime_words.h"
#include "ui/render/strategy_words.h"
#include "ui/results/layout_text.h"
#include "ui/results/named_plot.h"
#include "ui/results/results_panel.h"
#include "ui/results/why_view.h"
#include "ui/shell/main_window.h"

namespace tst_why_view {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using plan::Verdict;
using Live = LiveWhy;

class TestWhyView : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  /// In a low panel every row of the plot is in sight: the numbers below them give way, then the smallest
  /// parts, which are drawn together. The figure and the table have all.
  void aLowPanelShowsTheWholePlot() {
    Live live;
    QVERIFY(live.open());
    QVERIFY(live.ask(live.bridge.snapshot()->best.back().strategy));
    const auto* plot = live.view->findChild<NamedPlot*>(u"whyView.plot"_s);
    QVERIFY(plot->isVisible());
    for (const int height :
         {700, scaled(380), scaled(230), scaled(190)}) {  // low from 400 of the base font down
      live.view->resize(1280, height);
      const auto bottom = [&] { return plot->mapTo(live.view.get(), plot->rect().bottomLeft()).y(); };
      QTRY_VERIFY2(bottom() < height, qPrintable(u"%1 of %2"_s.arg(bottom()).arg(height)));
      QVERIFY(plot->itemCount() >= 3);
      QVERIFY(height < 700 || plot->xAxis->tickLabels());
    }
  }

  /// Each kind of answer names itself with its number.
  void A19_verdicts() {
    Live live;
    QVERIFY(live.open());
    const auto& best = live.bridge.snapshot()->best;
    QCOMPARE(live.verdict(), Verdict::best);

    QVERIFY(live.ask(best[4].strategy));
    QCOMPARE(live.verdict(), Verdict::slower);
    QVERIFY(live.title().contains(signedPercentText(best[4].step.value / best[0].step.value - 1.0)));
    // The table twin lists the parts, and the last row is the sum of the differences above it.
    const auto* table = live.view->findChild<QTableWidget*>(u"whyView.table"_s);
    QVERIFY(table->rowCount() >= 3);
    const auto cell = [&](int row, int column) {
      return QLocale().toDouble(table->item(row, column)->text().replace(u'−', u'-').remove(u'+'));
    };
    double sum = 0.0;
    for (int row = 0; row + 1 < table->rowCount(); ++row) sum += cell(row, 2);
    // Half a unit of the fourth digit in each row.
    QVERIFY(qAbs(sum - cell(table->rowCount() - 1, 2)) <= 0.00005 * table->rowCount() + 1e-9);
    QVERIFY(qAbs(cell(table->rowCount() - 1, 2) - (best[4].step.value - best[0].step.value)) <= 0.00005);

    // 80 layers on 64 GPUs without recompute, micro-batch 8: too much.
    QVERIFY(live.ask(live.read(u"tp=8 pp=4 dp=2 mbs=8 recompute=none"_s)));
    QCOMPARE(live.verdict(), Verdict::memory);
    const double over = live.view->answer()->why->violation.over.value;
    QVERIFY(over > 0.0);
    QVERIFY(live.title().contains(gibText(over)));
    QCOMPARE(table->rowCount(), 4);  // one row a stage
    const int overColumn = table->columnCount() - 1;
    double most = 0.0;
    for (int row = 0; row < 4; ++row) most = std::max(most, cell(row, overColumn));
    QVERIFY(qAbs(most - over / kGib) <= 0.005);

    // Selective recomputation beside fused attention is forbidden by a shipped rule; its text is shown.
    QVERIFY(live.ask(live.read(u"tp=8 pp=4 dp=2 mbs=1 recompute=selective"_s)));
    QCOMPARE(live.verdict(), Verdict::rule);
    QVERIFY(live.title().contains(u"selective_with_flash"_s));
    QVERIFY(live.view->findChild<QLabel*>(u"whyView.rule"_s)->text().contains(u"$recompute == selective"_s));
    QVERIFY(live.button(u"rules"_s) != nullptr);
  }

  /// A limit that is broken is raised by the button, as one undo step, so far that the strategy keeps it.
  void A19_limit() {
    Live live;
    QVERIFY(live.open());
    const auto& best = live.bridge.snapshot()->best;
    const strategy::Strategy slow = best[10].strategy;
    const double hours = best[10].outcome.hours, fastest = best[0].outcome.hours;
    QVERIFY(hours > fastest);
    QVERIFY(live.change([&](strategy::Job& job) { job.limits.deadline_hours = (hours + fastest) / 2; }));
    QVERIFY(live.ask(slow));
    QCOMPARE(live.verdict(), Verdict::limit);
    plan::Fix raised;
    connect(live.view.get(), &WhyView::fixRequested, this, [&](const plan::Fix& fix) { raised = fix; });
    QTest::mouseClick(live.button(u"raise"_s), Qt::LeftButton);
    QCOMPARE(raised.kind, plan::Fix::Kind::raise_limit);
    QVERIFY(QByteArray("deadline_hours").startsWith(raised.limit.c_str()));
    QCOMPARE(raised.amount, hours);
  }

  /// Outside of what the job allows: the button allows it, and undo takes that back.
  void A19_outsideTheSpace() {
    Live live;
    QVERIFY(live.open());
    const strategy::Strategy once = live.bridge.snapshot()->best[0].strategy;
    QCOMPARE(once.micro_batch, 1);
    QVERIFY(live.change([](strategy::Job& job) {
      job.allowed["micro_batch"] = {"2"};
      job.stated.emplace_back("allowed");
    }));
    QVERIFY(live.ask(once));
    QCOMPARE(live.verdict(), Verdict::outside_space);
    const plan::Plan before = live.document.plan();
    const int steps = live.document.undoStack().index();
    QTest::mouseClick(live.button(u"widen"_s), Qt::LeftButton);
    QCOMPARE(live.document.undoStack().index(), steps + 1);
    const std::vector<std::string> wanted{"2", "1"};
    QVERIFY(live.document.plan().job.allowed.at("micro_batch") == wanted);
    QVERIFY(live.settled());
    QTRY_VERIFY_WITH_TIMEOUT(live.view->answer() && live.view->answer()->snapshot == live.bridge.snapshot(),
                             Live::kPatienceMs);
    QCOMPARE(live.verdict(), Verdict::best);
    live.document.undoStack().undo();
    QVERIFY(live.document.plan() == before);
  }

  /// Both goals at once: whatever is slower on the same GPUs is dearer, too, so another one dominates it.
  void A19_dominated() {
    Live live;
    QVERIFY(live.open());
    const strategy::Strategy slow = live.bridge.snapshot()->best[10].strategy;
    live.document.undoStack().push(new SetObjective(live.document, strategy::Objective::pareto));
    QVERIFY(live.settled());
    QVERIFY(live.ask(slow));
    QCOMPARE(live.verdict(), Verdict::dominated);
    const plan::Why& why = *live.view->answer()->why;
    QVERIFY(why.dominated_by && why.given);
    QVERIFY(why.dominated_by->tokens_per_second >= why.given->tokens_per_second);
    QVERIFY(*why.dominated_by->money.usd_per_trillion_tokens <= *why.given->money.usd_per_trillion_tokens);
    QVERIFY2(live.title().contains(QRegularExpression(u"#\\d"_s)), qPrintable(live.title()));
  }

  /// A search that was stopped before it came to the strategy says how much was left.
  void A19_notReached() {
    Live live;
    QVERIFY(live.open());
    const strategy::Strategy best = live.bridge.snapshot()->best[0].strategy;
    plan::Snapshot early = *live.bridge.snapshot();
    early.best.erase(early.best.begin(), early.best.begin() + 5);
    early.status = plan::Status::feasible;
    early.stopped_early = true;
    early.space.not_reached = 1234;
    early.space.cut_by_bound -= 1234;
    live.bridge.show(SearchBridge::State::StoppedEarly, early);
    QVERIFY(live.ask(best));
    QTRY_VERIFY_WITH_TIMEOUT(live.view->answer() && live.view->answer()->snapshot == live.bridge.snapshot(),
                             Live::kPatienceMs);
    QCOMPARE(live.verdict(), Verdict::not_reached);
    QVERIFY2(live.title().contains(u"1,234"_s), qPrintable(live.title()));
  }

  /// Worked out beside the window's thread: the call that selects comes back before there is an answer, and
  /// of many questions the newest is answered.
  void theNewestQuestionWins() {
    Live live;
    QVERIFY(live.open());
    const auto& best = live.bridge.snapshot()->best;
    for (int rank = 1; rank < 12; ++rank) live.selection.select(rank);
    QVERIFY(live.view->answer() == nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(live.view->answer() != nullptr, Live::kPatienceMs);
    QVERIFY(isPipeline(live.view->answer()->layout, best[11].strategy));
  }

  /// A strategy typed by keys: a mistake is told at the field and changes nothing; a good line is asked.
  void typed() {
    Live live;
    QVERIFY(live.open());
    auto* field = live.view->findChild<QLineEdit*>(u"whyView.strategy.text"_s);
    auto* mistake = live.view->findChild<QLabel*>(u"whyView.mistake"_s);
    live.view->focusStrategy();
    QTest::keyClicks(field, u"tp=8 pp=4 nonsense=1"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY2(mistake->isVisible() && mistake->text().contains(u"nonsense"_s), qPrintable(mistake->text()));
    QCOMPARE(live.selection.rank(), 0);
    field->selectAll();
    QTest::keyClicks(field, u"tp=4 pp=8 dp=2 mbs=1 recompute=full"_s);
    QVERIFY(!mistake->isVisible());
    QTest::keyClick(field, Qt::Key_Return);
    const strategy::Strategy wanted = live.read(u"tp=4 pp=8 dp=2 mbs=1 recompute=full"_s);
    QVERIFY(*live.selection.strategy() == wanted);
    QTRY_VERIFY_WITH_TIMEOUT(live.view->answer() && isPipeline(live.view->answer()->layout, wanted),
                             Live::kPatienceMs);
  }

  /// What is explained stands there in words, and as the line to edit once the field has the keys.
  void theStrategyInWords() {
    Live live;
    QVERIFY(live.open());
    const auto& best = live.bridge.snapshot()->best;
    const auto* field = live.view->findChild<QLineEdit*>(u"whyView.strategy.text"_s);
    const auto focus = [&](QEvent::Type type) {
      QFocusEvent event(type, Qt::TabFocusReason);
      QCoreApplication::sendEvent(const_cast<QLineEdit*>(field), &event);
      return field->text();
    };
    const QString words = focus(QEvent::FocusOut);
    QVERIFY2(words.startsWith(u"#1 "_s) && words.endsWith(degreesText(best[0].strategy)), qPrintable(words));
    QCOMPARE(focus(QEvent::FocusIn), layoutText(best[0].strategy, *live.bridge.snapshot()->problem));
    QCOMPARE(focus(QEvent::FocusOut), words);
    QVERIFY(live.ask(best[1].strategy));
    QVERIFY2(focus(QEvent::FocusOut).startsWith(u"#2 "_s), qPrintable(field->text()));
  }

  /// A strategy without one of the pools is a question like any other.
  void withoutAPool() {
    Live live;
    QVERIFY(live.open());
    auto* field = live.view->findChild<QLineEdit*>(u"whyView.strategy.text"_s);
    live.view->focusStrategy();
    const QString line = u"tp=8 pp=4 dp=1 mbs=1 recompute=full h100:20 h100:20 h100:20 h100:20"_s;
    QTest::keyClicks(field, line);
    QTest::keyClick(field, Qt::Key_Return);
    const strategy::Strategy wanted = live.read(line);
    QTRY_VERIFY_WITH_TIMEOUT(live.view->answer() && isPipeline(live.view->answer()->layout, wanted),
                             Live::kPatienceMs);
    QVERIFY(live.view->answer()->why);
    QCOMPARE(live.view->answer()->why->unused, std::vector<std::string>{"a100"});
    QVERIFY2(live.view->plainText().contains(u"It leaves GPUs of a100 unused"_s),
             qPrintable(live.view->plainText()));
  }

  /// What a sentence may say of a strategy: its figures, its parts, its degrees and what they give.
  static QStringList figuresOf(const cost::Evaluation& e, const strategy::Problem& problem) {
    const strategy::Strategy& s = e.strategy;
    const strategy::Stage& last = s.stages[static_cast<std::size_t>(e.critical_stage)];
    const double sequences = double(problem.job.global_batch) / s.data_parallel;
    QStringList known{durationText(e.step.value),
                      wholeText(e.tokens_per_second),
                      percentText(e.bubble_share()),
                      moneyText(e.money.usd_per_trillion_tokens),
                      moneyText(e.money.usd_per_hour->value),
                      layersText(s),
                      degreesText(s),
                      tensorText(s),
                      recomputeText(s)};
    for (const double whole :
         {double(s.pipeline_parallel), double(s.data_parallel), double(s.micro_batch),
          double(s.virtual_pipeline), double(s.replicas()), sequences, std::floor(sequences / s.micro_batch),
          double(last.layers), double(last.recompute_layers), double(last.tensor_parallel),
          double(last.tensor_parallel) * s.context_parallel, double(last.tensor_parallel) * s.shards()})
      known << wholeText(whole);
    for (int part = 0; part < cost::kParts; ++part)
      known << durationText(e.time[static_cast<cost::Part>(part)]);
    for (const cost::StageMemory& stage : e.memory)
      known << gibText(stage.total.value) << gibText(stage.limit.value);
    for (const cost::Group group :
         {cost::Group{last.tensor_parallel, 1}, cost::Group{s.replicas(), last.tensor_parallel}})
      known << bandwidthText(
          cost::group_link(group, problem.cluster.pools[static_cast<std::size_t>(last.pool)])
              .bandwidth.value);
    return known;
  }
  /// How far two strategies are apart.
  static QStringList differencesOf(const cost::Evaluation& e, const cost::Evaluation& best) {
    QStringList known{signedPercentText(e.step.value / best.step.value - 1.0),
                      signedPercentText(e.tokens_per_second / best.tokens_per_second - 1.0)};
    for (int i = 0; i < cost::kParts; ++i) {
      const auto part = static_cast<cost::Part>(i);
      known << durationText(std::fabs(e.time[part] - best.time[part]));
    }
    return known;
  }
  /// The first number of a sentence that none of `known` has; empty where each is known.
  static QString unknownNumber(QString text, QStringList known) {
    // Longer ones first, so that no part of a number is taken for one.
    std::sort(known.begin(), known.end(),
              [](const QString& a, const QString& b) { return a.size() > b.size(); });
    for (const QString& each : known) text.replace(each, u" "_s);
    static const QRegularExpression number(u"(?<![A-Za-z#\\d])\\d[\\d.,]*"_s);
    return number.match(text).captured();
  }

  /// A20: every number of a sentence is one of the strategies that it speaks of: the best, and the one of the
  /// rank that it links to; or of the search.
  void A20_numbers() {
    Live live;
    QVERIFY(live.open());
    const plan::Snapshot& snapshot = *live.bridge.snapshot();
    const strategy::Problem& problem = *snapshot.problem;
    const auto reasons = chosenBecause(snapshot);
    QVERIFY(reasons.size() >= 3 && reasons.size() <= 6);
    int causes = 0;
    for (const Reason& reason : reasons) {
      QStringList known{u"10¹²"_s, u"H100"_s, u"A100"_s,
                        wholeText(static_cast<double>(snapshot.space.total))};
      known << figuresOf(snapshot.best[0], problem);
      if (const ProofFigures proof = proofFigures(snapshot); proof.gap)
        known << goalFigureText(snapshot.objective, *proof.bound) << percentText(*proof.gap);
      for (std::size_t stage = 1; stage <= snapshot.best[0].memory.size(); ++stage)
        known << u"stage %1"_s.arg(stage);
      if (reason.rank > 0) {
        const cost::Evaluation& other = snapshot.best[static_cast<std::size_t>(reason.rank)];
        known << figuresOf(other, problem) << differencesOf(other, snapshot.best[0]);
      }
      const QString text = plainReason(reason);
      QVERIFY2(unknownNumber(text, known).isEmpty(),
               qPrintable(unknownNumber(text, known) + u" in "_s + text));
      causes += text.contains(u"because"_s) ? 1 : 0;
    }
    QVERIFY(causes >= 1);
    // A number of a third strategy would be found.
    const QString strange = u"It takes "_s + durationText(12345.0);
    QVERIFY(!unknownNumber(strange, figuresOf(snapshot.best[0], problem)).isEmpty());
    // The answer to another one speaks of it and of the best alone, and says what causes the difference.
    for (const int rank : {1, 4, 10, 19}) {
      const cost::Evaluation& other = snapshot.best[static_cast<std::size_t>(rank)];
      QVERIFY(live.ask(other.strategy));
      if (live.verdict() != Verdict::slower) continue;
      QStringList known = figuresOf(snapshot.best[0], problem) + figuresOf(other, problem) +
                          differencesOf(other, snapshot.best[0]);
      known << u"number %1"_s.arg(rank + 1) << u"H100"_s << u"A100"_s;
      QVERIFY2(unknownNumber(live.text(), known).isEmpty(),
               qPrintable(unknownNumber(live.text(), known) + u" in "_s + live.text()));
      QVERIFY2(live.text().contains(u"because"_s), qPrintable(live.text()));
    }
  }

  /// Below an entry that cannot be read stands no answer, which would be to another one.
  void aMistakeHidesTheAnswer() {
    Live live;
    QVERIFY(live.open());
    auto* field = live.view->findChild<QLineEdit*>(u"whyView.strategy.text"_s);
    auto* title = live.view->findChild<QLabel*>(u"whyView.title"_s);
    QVERIFY(title->isVisible());
    live.view->focusStrategy();
    QTest::keyClicks(field, u"tp=8 pp=4 nonsense=1"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!title->isVisible());
    QTest::keyClick(field, Qt::Key_Backspace);
    QVERIFY(!title->isVisible());  // still of another one
    field->selectAll();
    QTest::keyClicks(field, u"tp=4 pp=8 dp=2 mbs=1 recompute=full"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(title->isVisible(), Live::kPatienceMs);
    // One that is picked elsewhere takes the place of what was typed.
    live.view->focusStrategy();
    QTest::keyClicks(field, u"nonsense"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!title->isVisible());
    field->clearFocus();
    QVERIFY(live.ask(live.bridge.snapshot()->best[4].strategy));
    QTRY_VERIFY_WITH_TIMEOUT(title->isVisible(), Live::kPatienceMs);
  }

  /// The words that need one have a link to the glossary.
  void theTermsAreExplained() {
    Live live;
    QVERIFY(live.open());
    const auto* terms = live.view->findChild<QLabel*>(u"whyView.terms"_s);
    QVERIFY(terms->isVisible());
    const QString links = terms->text();
    for (const QString& id : {u"tp"_s, u"bubble"_s, u"exposed"_s})
      QVERIFY2(links.contains(u"href=\"%1\""_s.arg(id)), qPrintable(links));
    QSignalSpy asked(live.view.get(), &WhyView::glossaryRequested);
    emit const_cast<QLabel*>(terms)->linkActivated(u"bubble"_s);
    QCOMPARE(asked.value(0).value(0).toString(), u"bubble"_s);
  }

  /// Who can start a layout, and why the others cannot.
  void whoCanStartIt() {
    Live live;
    QVERIFY(live.open());
    const strategy::Problem& problem = *live.bridge.snapshot()->problem;
    const auto common = strategy::read_strategy(
        Json{{"tensor_parallel", 8}, {"pipeline_parallel", 4}, {"sequence_parallel", true}},
        problem.pool_ids(), problem.graph->layer_count());
    QVERIFY(common.has_value());
    QCOMPARE(runsOnText(problem, *common),
             u"It runs on Megatron-LM, Megatron-Bridge, torchtitan main, torchtitan v0.2.2, Primus, "
             "Megatron-SWIFT, and LLaMA-Factory, route of Megatron-Bridge."_s);
    QVERIFY(runsOnReasons(judgeRuntimes(problem, *common))
                .contains(u"DeepSpeed has no setting for this layout. pipeline with tensor parallelism: "_s));
    // The best of the sample has stages on two types of GPU, which no runtime takes.
    const auto* runsOn = live.view->findChild<QLabel*>(u"whyView.runsOn"_s);
    QVERIFY(runsOn->isVisible());
    QCOMPARE(runsOn->text(), u"No runtime that the program knows runs this layout as it is."_s);
    QVERIFY(runsOn->toolTip().contains(u"Megatron-LM has no setting for this layout. "_s));
    QCOMPARE(runsOn->accessibleDescription(), runsOn->toolTip());
    QVERIFY(kindWords("program")
                .verdicts(problem, live.bridge.snapshot()->best.front())
                .empty());  // none starts a distributed program
  }

  /// How much better others may be follows from the two figures of the sentence: tokens a second, or dollars.
  void A14_theBoundIsToldInTheUnitOfTheGoal() {
    Live live;
    QVERIFY(live.open());
    plan::Snapshot open = *live.bridge.snapshot();
    open.status = plan::Status::feasible;
    open.has_bound = true;
    open.best[0].tokens_per_second = 40'000.0;
    open.bound_step_seconds = open.best[0].step.value / 1.25;  // 40,000 x 1.25 = 50,000 tokens/s
    open.gap = 0.2;                                            // 1 - 1 / 1.25 = (50,000 - 40,000) / 50,000
    const auto said = [&] {
      return chosenBecause(open)
          .front()
          .html.remove(QRegularExpression(u"<[^>]*>"_s))
          .replace(QChar(0x202F), u' ');
    };
    QVERIFY2(said().contains(u"faster than 50.0 k tok/s; it is at most 20.0 % below that"_s),
             qPrintable(said()));
    open.objective = strategy::Objective::money;
    open.best[0].money.usd_per_trillion_tokens = 2e6;  // 2 M x (1 - 0.2) = 1.6 M
    QVERIFY2(said().contains(u"less than $1.60 M per 1T tok, 20.0 % below it"_s), qPrintable(said()));
    open.has_bound = false;
    QVERIFY2(said().contains(u"not known yet"_s), qPrintable(said()));
  }

  /// From the ranking by double click and by Enter; a request that nothing fits is mended by a button of the
  /// view, as one undo step.
  void A12_theFixOfTheView() {
    MainWindow window;
    window.setAskOnClose(false);
    window.resize(1280, 800);
    window.show();
    const auto finished = [&] {
      return !window.bridge().isStale() && window.bridge().snapshot() &&
             window.bridge().state() == SearchBridge::State::Finished;
    };
    window.openPlan(plan::sample_named("does-not-fit"));
    QTRY_VERIFY_WITH_TIMEOUT(finished(), Live::kPatienceMs);
    QCOMPARE(window.bridge().snapshot()->status, plan::Status::infeasible);
    QVERIFY(!window.bridge().snapshot()->fixes.empty());
    auto* why = window.findChild<QPushButton*>(u"resultsEmpty.why"_s);
    QVERIFY(why->isVisible());
    QTest::mouseClick(why, Qt::LeftButton);
    auto* view = window.findChild<WhyView*>();
    QVERIFY(view->isVisible());
    // There for a pointer only once it is laid out.
    const auto fix = [view]() -> QPushButton* {
      for (QPushButton* button : view->findChildren<QPushButton*>(u"whyView.fix1"_s))
        if (button->isVisible() && !button->size().isEmpty()) return button;
      return nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(fix() != nullptr, Live::kPatienceMs);
    const plan::Plan before = window.document().plan();
    QTest::mouseClick(fix(), Qt::LeftButton);
    QCOMPARE(window.document().undoStack().index(), 1);
    QVERIFY(!(window.document().plan() == before));
    QTRY_VERIFY_WITH_TIMEOUT(finished(), Live::kPatienceMs);
    QVERIFY(!window.bridge().snapshot()->best.empty());
    window.document().undoStack().undo();
    QVERIFY(window.document().plan() == before);
  }
};

}  // namespace tst_why_view

ASTROLABE_TEST(tst_why_view, TestWhyView)
#include "tst_why_view.moc"
