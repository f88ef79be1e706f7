// ui/results: the ranking as a table, one selection for all views, the timeline's keys, tables beside plots.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QtTest>

#include "live_results.h"
#include "tests/program/test_program.h"
#include "ui/controls/refresh.h"
#include "ui/document/commands/commands.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/marks.h"
#include "ui/results/breakdown_view.h"
#include "ui/results/ranking_view.h"
#include "ui/results/results_panel.h"
#include "ui/results/sensitivity_view.h"
#include "ui/results/timeline_view.h"

namespace tst_results {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestResults : public QObject {
  Q_OBJECT

  /// The first of the ranking whose step repeats itself, or that does not; negative: none. It is selected.
  static int rankThatRepeats(StrategySelection& selection, bool repeats) {
    for (int rank = 0; rank < 20; ++rank) {
      selection.select(rank);
      if ((selection.detail()->timeline.fold_repeats > 0) == repeats) return rank;
    }
    return -1;
  }

 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    fillSample(m_document);
    m_problem = std::make_unique<strategy::Problem>(*m_document.problem());
    SearchOptions options;
    options.threads = 2;
    m_snapshot = run_search(*m_problem, options);
    QVERIFY(m_snapshot->best.size() == 20);
  }

  /// What changes at once is drawn once, and what changes afterwards once more.
  void viewsAreDrawnOnceForAllThatChanges() {
    int drawings = 0;
    Refresh* clock = nullptr;
    Refresh refresh([&] {
      ++drawings;
      clock->drawn();
    });
    clock = &refresh;
    for (const int drawn : {0, 1}) {
      for (int change = 0; change < 5; ++change) refresh.soon();
      QCOMPARE(drawings, drawn);
      QTRY_COMPARE(drawings, drawn + 1);
    }
  }

  /// The model keeps the rules of item models before, between and after snapshots of different length.
  void model() {
    RankingModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QCOMPARE(model.rowCount(), 0);
    model.setSnapshot(m_snapshot);
    QCOMPARE(model.rowCount(), 20);
    auto few = std::make_shared<plan::Snapshot>(*m_snapshot);
    few->best.resize(3);
    model.setSnapshot(few);
    QCOMPARE(model.rowCount(), 3);
    model.setSnapshot(nullptr);
    QCOMPARE(model.rowCount(), 0);
    model.setSnapshot(m_snapshot);
    // Values as the evaluation has them.
    const cost::Evaluation& second = m_snapshot->best[1];
    QCOMPARE(model.index(1, RankingModel::Step).data(RankingModel::SortRole).toDouble(), second.step.value);
    QCOMPARE(model.index(1, RankingModel::Delta).data(RankingModel::SortRole).toDouble(),
             second.tokens_per_second / m_snapshot->best[0].tokens_per_second - 1.0);
    QCOMPARE(model.index(0, RankingModel::Delta).data().toString(), u"—"_s);
    QCOMPARE(model.index(0, RankingModel::GpusUsed).data().toString(), u"32 H100 + 32 A100"_s);
    QVERIFY(model.index(0, RankingModel::Step).data(Qt::ToolTipRole).toString().contains(u"80 % band"_s));
    // Dense model: no column for experts.
    QVERIFY(!model.isColumnUsed(RankingModel::ExpertParallel));
  }

  /// Search, then pick a row: timeline and breakdown follow, and the same row stays picked when rows arrive
  /// again.
  void oneSelection() {
    PlanDocument document;
    fillSample(document);
    SearchBridge bridge(document);
    StrategySelection selection(bridge);
    ResultsPanel panel(document, bridge, selection);
    panel.resize(1200, 320);
    panel.show();
    auto* tabs = panel.findChild<QTabWidget*>(u"resultsTabs"_s);
    QCOMPARE(tabs->count(), 11);  // with programs on groups, plans around slow GPUs
    QCOMPARE(panel.findChild<QLabel*>(u"resultsEmpty"_s)->isVisible(), true);  // not searched yet
    bridge.run();
    QTRY_COMPARE_WITH_TIMEOUT(bridge.state(), SearchBridge::State::Finished, 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(panel.findChild<RankingView*>()->isVisible(), 30'000);
    auto* ranking = panel.findChild<RankingView*>();
    QTRY_COMPARE(ranking->model()->rowCount(), 20);
    QCOMPARE(selection.rank(), 0);
    ranking->setFocus();
    QTest::keyClick(ranking, Qt::Key_Down);
    QTest::keyClick(ranking, Qt::Key_Down);
    QCOMPARE(selection.rank(), 2);
    const strategy::Strategy picked = selection.detail()->evaluation.strategy;
    QVERIFY(picked == bridge.snapshot()->best[2].strategy);
    bridge.run();
    QTRY_COMPARE_WITH_TIMEOUT(bridge.state(), SearchBridge::State::Finished, 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(selection.detail()->evaluation.strategy == picked, 120'000);
    // Copy: two headings lines of text and HTML, full precision.
    QTest::keyClick(ranking, Qt::Key_C, Qt::ControlModifier);
    const QString text = QApplication::clipboard()->mimeData()->text();
    QVERIFY2(text.startsWith(u"#\tTokens/s\t"_s), qPrintable(text.left(60)));
    QCOMPARE(text.count(u'\n'), 2);
    QVERIFY(QApplication::clipboard()->mimeData()->html().contains(u"<th>Tokens/s</th>"_s));
    // Any edit marks what is shown as older than the inputs, at once; undo takes the mark away.
    bridge.setLive(false);
    strategy::Job job = document.plan().job;
    job.global_batch = 256;
    document.undoStack().push(new SetJob(document, job, u"batch"_s));
    QVERIFY(ranking->isStale());
    document.undoStack().undo();
    QVERIFY(!ranking->isStale());
  }

  /// Where few GPUs are wanted, a faster strategy on more of them takes the first place at no value.
  void A52_moreGpusTakeNoFirstPlace() {
    plan::Plan plan = m_document.plan();
    plan.cluster.choose = hardware::Choose{};
    const auto problem = plan::make_problem(plan, m_document.catalogue());
    QVERIFY(problem.has_value());
    SearchOptions options;
    options.threads = 2;
    plan::Snapshot answer = *run_search(*problem, options);
    const cost::Evaluation many = answer.best.front();
    options.objective = strategy::Objective::gpus;
    const cost::Evaluation few = run_search(*problem, options)->best.front();
    QVERIFY(few.gpus_used() < many.gpus_used());
    QVERIFY(few.tokens_per_second < many.tokens_per_second);
    answer.best = {few, many};
    const auto turns = [&](strategy::Objective objective) {
      answer.objective = objective;
      const plan::Sensitivity found = sensitivity(answer, plan::Metric::tokens_per_second, 0.1);
      int turned = 0;
      for (const plan::Swing& swing : found.swings) turned += swing.below || swing.above ? 1 : 0;
      return turned;
    };
    QVERIFY(turns(strategy::Objective::throughput) > 0);
    QCOMPARE(turns(strategy::Objective::gpus), 0);
  }

  /// Every end of a bar is what a plan with that value typed into it gives, and on both sides of a break-even
  /// value another strategy is the better one.
  void A52_barsAndTurnsAreRealEvaluations() {
    LiveResults live;
    QVERIFY(live.search());
    SensitivityView view(live.selection);
    view.resize(1000, 300);
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(view.answer() != nullptr, 120'000);
    const plan::Sensitivity& found = view.answer()->found;
    const std::vector<cost::Evaluation>& ranked = view.answer()->snapshot->best;
    const strategy::Problem& asked = *view.answer()->snapshot->problem;
    QVERIFY(found.metric == plan::Metric::usd_per_trillion_tokens);
    QCOMPARE(found.base, *ranked.front().money.usd_per_trillion_tokens);
    using Kind = plan::Lever::Kind;
    /// The plan as a person would change it.
    const auto typed = [&](const plan::Lever& lever, double value) {
      plan::Plan plan = live.document.plan();
      hardware::PoolSpec& pool = plan.cluster.pools[std::size_t(lever.pool)];
      // Links between pools stay as they are while the network of one of them changes.
      plan.cluster.between_pools = {{plan.cluster.pools[0].id, plan.cluster.pools[1].id,
                                     asked.cluster.links[0][1].bandwidth.value / 1e9,
                                     asked.cluster.links[0][1].latency.value * 1e6}};
      if (lever.kind == Kind::rent) pool.usd_per_gpu_hour = value;
      if (lever.kind == Kind::speed) pool.relative_speed = value;
      if (lever.kind == Kind::intra_node) pool.intra_node_gb_per_s = value / 1e9;
      if (lever.kind == Kind::inter_node) pool.inter_node_gb_per_s = value / 1e9;
      if (lever.kind == Kind::between) plan.cluster.between_pools[0].gb_per_s = value / 1e9;
      return *plan::make_problem(plan, live.document.catalogue());
    };
    const auto dollars = [](const strategy::Problem& problem, const strategy::Strategy& strategy) {
      const auto again = detail(problem, strategy);
      return again && again->violation.binding == cost::Binding::none
                 ? *again->evaluation.money.usd_per_trillion_tokens
                 : INFINITY;
    };
    QSet<int> kinds;
    int turns = 0;
    for (const plan::Swing& swing : found.swings) {
      kinds << int(swing.lever.kind);
      QVERIFY(qAbs(swing.low_value / swing.value - 0.9) < 1e-12);
      QVERIFY(qAbs(swing.high_value / swing.value - 1.1) < 1e-12);
      for (const auto& [end, value] :
           {std::pair(swing.low, swing.low_value), std::pair(swing.high, swing.high_value)}) {
        const double wanted = dollars(typed(swing.lever, value), ranked.front().strategy);
        QVERIFY2(
            end && qAbs(*end / wanted - 1.0) < 1e-6,
            qPrintable(u"lever %1: %2 and %3"_s.arg(int(swing.lever.kind)).arg(end.value_or(0)).arg(wanted)));
      }
      const auto best = [&](double value) {
        const strategy::Problem problem = typed(swing.lever, value);
        std::size_t first = 0;
        for (std::size_t row = 1; row < 10; ++row)
          if (dollars(problem, ranked[row].strategy) <
              dollars(problem, ranked[first].strategy) * (1.0 - 1e-9))
            first = row;
        return int(first);
      };
      for (const auto& [at, taker, away] : {std::tuple(swing.below, swing.taker_below, 0.999),
                                            std::tuple(swing.above, swing.taker_above, 1.001)}) {
        if (!at) continue;
        ++turns;
        QCOMPARE(best(*at / away), 0);
        QCOMPARE(best(*at * away), taker);
      }
    }
    QCOMPARE(kinds.size(), 5);  // rent, speed, links in nodes, network, network between
    auto* table = view.findChild<QTableWidget*>(u"sensitivityView.table"_s);
    QCOMPARE(table->rowCount(), int(found.swings.size()));
    const QString words = view.findChild<QLabel*>(u"sensitivityView.words"_s)->text();
    QCOMPARE(words.count(u"wins"_s), turns);
    // A wider change is another answer.
    const plan::Swing widest = found.swings.front();
    view.findChild<QSpinBox*>(u"sensitivityView.change"_s)->setValue(20);
    QTRY_VERIFY_WITH_TIMEOUT(view.answer()->found.change == 0.2, 120'000);
    QVERIFY(qAbs(view.answer()->found.swings.front().low_value / widest.value - 0.8) < 1e-12 ||
            !(view.answer()->found.swings.front().lever == widest.lever));
  }

  /// Bars of the question before, or of another change than the box says, are marked from the first moment.
  void barsOfAnotherQuestionAreMarked() {
    LiveResults live;
    QVERIFY(live.search());
    live.bridge.setLive(false);
    SensitivityView view(live.selection);
    view.resize(1000, 300);
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(view.answer() != nullptr, 120'000);
    QVERIFY(!view.isMarkedOld());
    auto* change = view.findChild<QSpinBox*>(u"sensitivityView.change"_s);
    change->setValue(20);
    QVERIFY(view.isMarkedOld());
    view.findChild<QPushButton*>(u"sensitivityView.stop"_s)->click();
    QCOMPARE(view.answer()->found.change, 0.1);
    QCOMPARE(change->value(), 10);  // as the bars
    QVERIFY(!view.isMarkedOld());
    // Digits beyond what the box takes stay in sight when the answer to those before comes.
    change->selectAll();
    QTest::keyClicks(change, u"125"_s);
    QCOMPARE(change->text(), u"± 125\u202F%"_s);
    QTRY_VERIFY_WITH_TIMEOUT(view.answer()->found.change == 0.12, 120'000);
    QVERIFY(!view.isMarkedOld());
    QCOMPARE(change->text(), u"± 125\u202F%"_s);
    QCOMPARE(change->accessibleDescription(), u"Must be from 1 to 50\u202F%."_s);
    change->setValue(10);
    QTRY_VERIFY_WITH_TIMEOUT(view.answer()->found.change == 0.1, 120'000);

    strategy::Job job = live.document.plan().job;
    job.global_batch = 256;
    live.document.undoStack().push(new SetJob(live.document, job, u"batch"_s));
    plan::Snapshot searching = *live.bridge.snapshot();
    searching.status = plan::Status::searching;
    live.bridge.show(SearchBridge::State::Searching, searching);
    QVERIFY(!live.bridge.isStale());
    QVERIFY(view.isMarkedOld());
    QVERIFY(!view.findChild<QLabel*>(u"sensitivityView.state"_s)->text().isEmpty());
    live.bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(view.answer()->snapshot->problem->job.global_batch == 256, 120'000);
    QVERIFY(!view.isMarkedOld());
    QVERIFY(view.findChild<QLabel*>(u"sensitivityView.state"_s)->text().isEmpty());
  }

  void timelineKeys() {
    PlanDocument document;
    fillSample(document);
    SearchBridge bridge(document);
    StrategySelection selection(bridge);
    TimelineView view(document, selection);
    view.resize(1000, 500);
    view.show();
    bridge.run();
    QTRY_COMPARE_WITH_TIMEOUT(bridge.state(), SearchBridge::State::Finished, 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(selection.detail() != nullptr, 120'000);
    const double step = selection.detail()->timeline.step;
    QCOMPARE(view.visibleBegin(), 0.0);
    QCOMPARE(view.visibleEnd(), step);
    QTest::keyClick(&view, Qt::Key_W);
    // One notch shows 1 / 1.25 of the step.
    QVERIFY(qAbs((view.visibleEnd() - view.visibleBegin()) - step / 1.25) < 1e-9);
    const double before = view.visibleBegin();
    QTest::keyClick(&view, Qt::Key_D);
    QVERIFY(view.visibleBegin() > before);
    QTest::keyClick(&view, Qt::Key_F);
    QCOMPARE(view.visibleEnd(), step);
    QTest::keyClick(&view, Qt::Key_Tab);
    QCOMPARE(view.selectedSpan(), (SpanRef{0, 0}));
    QVERIFY(view.describe(view.selectedSpan()).startsWith(u"forward 1"_s));
    // Not every step repeats itself: of one that does R shows all.
    selection.select(rankThatRepeats(selection, true));
    QVERIFY(view.isFolded());
    QTest::keyClick(&view, Qt::Key_R);
    QVERIFY(!view.isFolded());
  }

  /// Where no step repeats the tool is off and says why; what a person chose holds for the next that does.
  void foldingNeedsWhatRepeats() {
    LiveResults live;
    QVERIFY(live.search());
    StrategySelection& selection = live.selection;
    ResultsPanel panel(live.document, live.bridge, selection);
    panel.resize(1200, 320);
    panel.show();
    const int repeats = rankThatRepeats(selection, true), without = rankThatRepeats(selection, false);
    QVERIFY(repeats >= 0 && without >= 0);
    auto* view = panel.findChild<TimelineView*>();
    auto* fold = panel.findChild<QToolButton*>(u"timelineFold"_s);
    selection.select(repeats);
    QVERIFY(fold->isEnabled() && fold->isChecked() && view->isFolded());
    QCOMPARE(fold->toolTip(), fold->text());
    selection.select(without);
    QVERIFY(!fold->isEnabled() && !fold->isChecked());
    QCOMPARE(fold->accessibleDescription(), u"Nothing repeats often enough in this step."_s);
    QVERIFY(fold->toolTip().contains(fold->accessibleDescription()));
    QTest::keyClick(view, Qt::Key_R);  // chooses nothing
    selection.select(repeats);
    QVERIFY(fold->isEnabled() && fold->isChecked() && view->isFolded());
    fold->click();
    QVERIFY(!view->isFolded());
    selection.select(without);
    selection.select(repeats);
    QVERIFY(fold->isEnabled() && !fold->isChecked() && !view->isFolded());
  }

  /// Each plot has the same numbers as a table; the columns of time and memory add up to their sums.
  void tables() {
    PlanDocument document;
    fillSample(document);
    SearchBridge bridge(document);
    StrategySelection selection(bridge);
    BreakdownView view(document, selection);
    view.resize(1200, 300);
    view.show();
    bridge.run();
    QTRY_COMPARE_WITH_TIMEOUT(bridge.state(), SearchBridge::State::Finished, 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(selection.detail() != nullptr, 120'000);
    view.setShowTable(true);
    for (const char* name :
         {"breakdownView.time.table", "breakdownView.memory.table", "breakdownView.money.table"}) {
      auto* table = view.findChild<QTableWidget*>(QLatin1StringView(name));
      QVERIFY(table->isVisible());
      QVERIFY(table->rowCount() > 2);
      int sumRow = table->rowCount() - 1;
      while (table->verticalHeaderItem(sumRow)->text() != u"Sum"_s) --sumRow;
      for (int column = 0; column < table->columnCount(); ++column) {
        double sum = 0.0;
        for (int row = 0; row < sumRow; ++row) sum += QLocale().toDouble(table->item(row, column)->text());
        // Cells are rounded: half a unit of the last digit each.
        QVERIFY2(qAbs(sum - QLocale().toDouble(table->item(sumRow, column)->text())) <= 0.05 * sumRow + 0.05,
                 name);
      }
    }
    // What is used, free and reserved is the memory of the GPU, whose type each stage names.
    const auto* memory = view.findChild<QTableWidget*>(u"breakdownView.memory.table"_s);
    const auto number = [&](const QString& row, int column) {
      for (int r = 0; r < memory->rowCount(); ++r)
        if (memory->verticalHeaderItem(r)->text() == row)
          return QLocale().toDouble(memory->item(r, column)->text());
      return -1.0;
    };
    const cost::Evaluation& best = selection.detail()->evaluation;
    const auto& pools = selection.snapshot()->problem->cluster.pools;
    QCOMPARE(std::size_t(memory->columnCount()), best.memory.size());
    for (int column = 0; column < memory->columnCount(); ++column) {
      const hardware::Gpu& gpu =
          pools[static_cast<std::size_t>(best.memory[static_cast<std::size_t>(column)].pool)].gpu;
      QCOMPARE(memory->horizontalHeaderItem(column)->text(),
               u"S%1 · %2"_s.arg(column + 1).arg(shortGpuName(gpu)));
      const double whole = number(u"Memory of the GPU"_s, column);
      QVERIFY(qAbs(whole - in_gib(*gpu.memory)) <= 0.051);
      const double parts =
          number(u"Sum"_s, column) + number(u"Free"_s, column) + number(u"Reserve (headroom)"_s, column);
      QVERIFY2(qAbs(parts - whole) <= 0.2, qPrintable(u"%1 of %2"_s.arg(parts).arg(whole)));
    }
  }

  /// Bought GPUs, hosting at 150 $ a kW and month, networks of one pool of two: both are parts of the money.
  /// Per kW and hour of use, 0.8 of all, hosting is 150 / (730.5 x 0.8) = 0.2567 $, electricity 1.3 x 0.10 =
  /// 0.13 $: 1.97 times as much.
  void moneyOfNetworksAndHosting() {
    PlanDocument document;
    fillSample(document);
    strategy::Job job = document.plan().job;
    job.cost.basis = hardware::CostBasis::buy;
    job.cost.hosting_usd_per_kw_month = 150.0;
    document.undoStack().push(new SetJob(document, job, u"Cost"_s));
    document.undoStack().push(new SetNetworkPrice(document, {"h100"}, 16000.0));
    SearchBridge bridge(document);
    StrategySelection selection(bridge);
    BreakdownView view(document, selection);
    view.resize(1200, 300);
    view.show();
    bridge.run();
    QTRY_COMPARE_WITH_TIMEOUT(bridge.state(), SearchBridge::State::Finished, 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(selection.detail() != nullptr, 120'000);
    view.setShowTable(true);
    const auto* table = view.findChild<QTableWidget*>(u"breakdownView.money.table"_s);
    QStringList rows;
    for (int row = 0; row < table->rowCount(); ++row) rows << table->verticalHeaderItem(row)->text();
    QCOMPARE(rows,
             (QStringList{u"Hardware"_s, u"Network"_s, u"Power"_s, u"Hosting"_s, u"Idle GPUs"_s, u"Sum"_s}));
    const auto value = [&](int row) { return QLocale().toDouble(table->item(row, 0)->text()); };
    QVERIFY(value(1) > 0.0);
    QVERIFY2(qAbs(value(3) / value(2) - 150.0 / (730.5 * 0.8) / 0.13) < 0.05,
             qPrintable(table->item(3, 0)->text()));
    QVERIFY(qAbs(value(0) + value(1) + value(2) + value(3) + value(4) - value(5)) < 0.004);
    QCOMPARE(table->accessibleDescription(),
             u"The network between nodes has no price for a100: no total includes it."_s);
  }

  /// 60 GB in a GPU of 80 of which 6 % are reserved: 75.2 - 60 = 15.2 are free, 4.8 reserved. 78 GB leave
  /// nothing below the limit and 2 above it.
  void memoryFillsTheGpu() {
    const Theme theme = Theme::make(ThemeKind::Light);
    cost::StageMemory memory;
    memory.weights = {40e9};
    memory.activations = {20e9};
    memory.total = {60e9};
    memory.limit = {75.2e9};
    const auto sum = [](const std::vector<Share>& shares) {
      double total = 0.0;
      for (const Share& share : shares) total += share.value;
      return total;
    };
    std::vector<Share> shares = gpuMemoryShares(memory, Bytes{80e9}, theme);
    const std::size_t used = memoryShares(memory, theme).size();
    QCOMPARE(shares.size(), used + 2);
    QVERIFY(qAbs(shares[used].value - 15.2e9) < 1.0);
    QVERIFY(qAbs(shares[used + 1].value - 4.8e9) < 1.0);
    QVERIFY(qAbs(sum(shares) - 80e9) < 1.0);
    memory.activations = {38e9};
    memory.total = {78e9};
    shares = gpuMemoryShares(memory, Bytes{80e9}, theme);
    QCOMPARE(shares[used].value, 0.0);
    QVERIFY(qAbs(shares[used + 1].value - 2e9) < 1.0);
    QVERIFY(qAbs(sum(shares) - 80e9) < 1.0);
  }

 private:
  PlanDocument m_document;
  std::unique_ptr<strategy::Problem> m_problem;
  plan::SnapshotPtr m_snapshot;
};

}  // namespace tst_results

ASTROLABE_TEST(tst_results, TestResults)
#include "tst_results.moc"
