// Scenarios side by side: changes to the baseline, one axis, differences, what is stale, which inputs differ.

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>
#include <functional>

#include "core/plan/plan_file.h"
#include "tests/app/compare_desk.h"
#include "tests/program/test_program.h"
#include "ui/compare/compare_bars.h"
#include "ui/compare/comparison_inputs.h"
#include "ui/document/commands/scenarios.h"
#include "ui/render/numbers.h"

namespace tst_compare {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::comparing;
using ui::document;
using ui::edit;
using ui::opened;
using ui::plan;
using ui::threeScenarios;

namespace {

/// What a search of its own finds.
plan::SnapshotPtr searched(const plan::Plan& asked) {
  const auto problem = plan::make_problem(asked, hardware::Catalogue::built_in());
  SearchOptions options;
  options.objective = asked.objective;
  return run_search(*problem, options);
}

}  // namespace

class CompareTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }
  void A55_changesAgainstTheBaseline() {
    const auto window = threeScenarios();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    const ui::Comparison& shown = page.comparison();
    QCOMPARE(shown.columns.size(), std::size_t(3));
    QCOMPARE(shown.baseline(), 0);
    std::vector<cost::Evaluation> best;
    for (const int id : {1, 2, 3}) best.push_back(searched(plan::plan_of(plan(*window), id))->best.front());
    const auto check = [&](const char* field, const auto& read, bool moreIsBetter) {
      const ui::ComparedRow& each = row(shown, field);
      for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(each.cells[i].value.value(), read(best[i]));
        const double share = read(best[i]) / read(best[0]) - 1.0;
        QCOMPARE(each.cells[i].share, share);
        if (i > 0)
          QCOMPARE(each.cells[i].change == ui::ComparedCell::Change::Better, (share > 0.0) == moreIsBetter);
      }
    };
    check(
        "tokens_per_second", [](const cost::Evaluation& e) { return e.tokens_per_second; }, true);
    check(
        "step_seconds", [](const cost::Evaluation& e) { return e.step.value; }, false);
    check(
        "outcome_hours", [](const cost::Evaluation& e) { return e.outcome.hours; }, false);
    check(
        "hours_for_job", [](const cost::Evaluation& e) { return e.hours_for_job; }, false);
    check(
        "usd_per_trillion_tokens", [](const cost::Evaluation& e) { return *e.money.usd_per_trillion_tokens; },
        false);
    check(
        "power_kw", [](const cost::Evaluation& e) { return e.money.power_kw; }, false);
    // What rests on an estimate says so and leans: the switches between several nodes are one.
    for (std::size_t i = 0; i < 3; ++i)
      for (const char* field : {"power_kw", "outcome_energy_kwh"}) {
        const ui::ComparedCell& cell = row(shown, field).cells[i];
        QCOMPARE(cell.estimated, best[i].money.power_estimated);
        QCOMPARE(cell.text.startsWith(u"≈"_s), cell.estimated);
      }
    QVERIFY(best[0].money.power_estimated);
    QVERIFY(page.findChild<QWidget*>(u"compareWindow.power_kw.A"_s)
                ->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly)
                ->font()
                .italic());
    // What is to be bought is what the answer pays for, to the last digit.
    for (std::size_t i = 0; i < 3; ++i) {
      QVERIFY(best[i].money.purchase);
      QVERIFY(row(shown, "purchase_usd").cells[i].value == best[i].money.purchase->value);
    }
    // One of them is to be taken, and it is said which.
    QVERIFY2(shown.decision.sentence.startsWith(u"Rent A: "_s), qPrintable(shown.decision.sentence));
    QCOMPARE(row(shown, "place").cells[0].text, u"1"_s);
    const auto* decision = page.findChild<QLabel*>(u"compareWindow.decision"_s);
    QVERIFY(decision->isVisible() && decision->text().startsWith(shown.decision.sentence));
    // The words: the sample loses a part of its speed with half of its H100.
    auto* change = page.findChild<QLabel*>(u"compareWindow.tokens_per_second.B.change"_s);
    QVERIFY(change->text().contains(
        ui::signedPercentText(best[1].tokens_per_second / best[0].tokens_per_second - 1.0)));
    QVERIFY(change->text().contains(u"▼"_s));
    // By how much, in tokens a second, beside the share.
    QVERIFY2(change->text().contains(u"−"_s +
                                     ui::wholeText(best[0].tokens_per_second - best[1].tokens_per_second)),
             qPrintable(change->text()));
    const auto* value = page.findChild<QWidget*>(u"compareWindow.tokens_per_second.B"_s)
                            ->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(value != change && value->accessibleName() != change->accessibleName());
    QVERIFY(value->accessibleName().contains(ui::wholeText(best[1].tokens_per_second)));
    QVERIFY(change->accessibleName().contains(u"change"_s));
    QVERIFY(page.findChild<QLabel*>(u"compareWindow.tokens_per_second.A.change"_s)->text() == u"baseline"_s);
  }
  /// Nobody sees a window that is closed: it follows the plan when it is shown again.
  void aClosedOneFollowsWhenItIsShown() {
    const auto window = threeScenarios();
    CompareWindow& page = compare(*window);
    QCOMPARE(page.comparison().all, 3);
    page.close();
    document(*window).undoStack().push(ui::removeScenario(document(*window), 2));
    QTest::qWait(600);  // more than twice what one drawing waits for the next
    QCOMPARE(page.comparison().all, 3);
    trigger(*window, "actionScenarioCompare");
    QCOMPARE(page.comparison().all, 2);
  }
  void A55_oneAxisForAll() {
    const auto window = threeScenarios();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    for (const char* field : {"step_seconds", "memory_gib", "money_per_hour"}) {
      const ui::ComparedRow& each = row(page.comparison(), field);
      double most = 0.0;
      for (const ui::ComparedCell& cell : each.cells) {
        QVERIFY(!cell.bars.empty());
        for (const ui::ComparedBar& bar : cell.bars) most = std::max({most, bar.total(), bar.limit});
      }
      QCOMPARE(each.most, most);
      QVERIFY(ui::barAxis(most).end >= most);
    }
    // Parts add up to the step.
    const ui::ComparedRow& time = row(page.comparison(), "step_seconds");
    for (const ui::ComparedCell& cell : time.cells)
      QVERIFY(std::abs(cell.bars.front().total() / *cell.value - 1.0) < 1e-9);
    // Bars of one row are equally wide on the screen.
    const auto wide = [&](const char* letter) {
      return page
          .findChild<ui::CompareBars*>(u"compareWindow.step_seconds.%1.bars"_s.arg(QLatin1StringView(letter)))
          ->width();
    };
    QTRY_VERIFY(wide("A") > 100 && std::abs(wide("B") - wide("A")) <= 1 &&
                std::abs(wide("C") - wide("A")) <= 1);
  }
  void axes_data() {
    QTest::addColumn<double>("most");
    QTest::addColumn<double>("step");
    QTest::addColumn<double>("end");
    QTest::newRow("22.9") << 22.9 << 5.0 << 25.0;
    QTest::newRow("10") << 10.0 << 2.0 << 10.0;
    QTest::newRow("80") << 80.0 << 20.0 << 80.0;
    QTest::newRow("0.13") << 0.13 << 0.05 << 0.15;
    QTest::newRow("212") << 212.0 << 50.0 << 250.0;
    QTest::newRow("51") << 51.0 << 20.0 << 60.0;
  }
  void axes() {
    QFETCH(double, most);
    QFETCH(double, step);
    QFETCH(double, end);
    const ui::BarAxis axis = ui::barAxis(most);
    QCOMPARE(axis.step, step);
    QCOMPARE(axis.end, end);
  }
  void A55_differencesOnly() {
    const auto window = threeScenarios();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    QVERIFY(page.findChild<QWidget*>(u"compareWindow.model.A"_s));
    auto* only = page.findChild<QCheckBox*>(u"compareWindow.differences"_s);
    QTest::mouseClick(only, Qt::LeftButton, {}, QPoint(8, only->height() / 2));
    QVERIFY(page.differencesOnly());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    for (const ui::ComparedRow& each : page.comparison().rows) {
      const bool there = page.findChild<QWidget*>(u"compareWindow.%1.A"_s.arg(QLatin1StringView(each.field)));
      QCOMPARE(there, each.differs());
    }
    QVERIFY(!page.findChild<QWidget*>(u"compareWindow.model.A"_s));  // the same in all
    QVERIFY(page.findChild<QWidget*>(u"compareWindow.hardware.A"_s));
  }
  void A55_staleColumnsSaySo() {
    const auto window = threeScenarios();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    window->bridge().setLive(false);
    edit(*window, 1, 3);
    QTRY_VERIFY(!page.comparison().columns[2].state.isEmpty());
    QVERIFY(page.comparison().columns[2].stale);
    QVERIFY(page.comparison().columns[2].state.contains(u"hardware or prices"_s));
    QVERIFY(!page.comparison().columns[0].stale);
    auto* again = page.findChild<QToolButton*>(u"compareWindow.run.C"_s);
    QVERIFY(again);
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
  }
  void oneScenarioSaysWhatToDo() {
    const auto window = opened(true);
    CompareWindow& page = compare(*window);
    auto* duplicate = page.findChild<QPushButton*>(u"compareWindow.duplicate"_s);
    QVERIFY(duplicate);
    QTest::mouseClick(duplicate, Qt::LeftButton);
    QTRY_COMPARE(page.comparison().columns.size(), std::size_t(2));
  }
  void goesWithItsWindow() {
    const auto window = opened();
    const CompareWindow& page = compare(*window);
    QVERIFY(page.isVisible());
    window->close();
    QVERIFY(!page.isVisible());
  }
  void chosenFromTheComparison() {
    const auto window = threeScenarios();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    QTest::mouseClick(page.findChild<QToolButton*>(u"compareWindow.show.B"_s), Qt::LeftButton);
    QCOMPARE(plan(*window).id, 2);
    QTest::mouseClick(page.findChild<QToolButton*>(u"compareWindow.baseline.C"_s), Qt::LeftButton);
    QCOMPARE(plan(*window).baseline, 3);
    QTRY_COMPARE(page.comparison().baseline(), 2);
    page.setShown({1, 2});
    QCOMPARE(page.comparison().columns.size(), std::size_t(2));
    QCOMPARE(page.comparison().baseline(), -1);  // changes are to it all the same
    QVERIFY(row(page.comparison(), "tokens_per_second").cells[0].change == ui::ComparedCell::Change::Better);
  }
  /// Once the heads are scrolled away, the names stand above their columns.
  void namesStayInSight() {
    const auto window = threeScenarios();
    CompareWindow& page = compare(*window);
    page.resize(900, 500);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    const auto* names = page.findChild<QWidget*>(u"compareWindow.names"_s);
    QVERIFY(!names->isVisible());
    auto* scroll = page.findChild<QScrollArea*>(u"compareWindow.scroll"_s);
    QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 200);
    scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
    QTRY_VERIFY(names->isVisible());
    const auto left = [&](const QString& name) {
      return page.findChild<QLabel*>(name)->mapTo(&page, QPoint()).x();
    };
    for (const QString& letter : {u"A"_s, u"B"_s, u"C"_s})
      QTRY_COMPARE(left(u"compareWindow.names.%1"_s.arg(letter)),
                   left(u"compareWindow.name.%1"_s.arg(letter)));
    scroll->verticalScrollBar()->setValue(0);
    QTRY_VERIFY(!names->isVisible());
  }
  /// Whatever differs in two questions stands in a row of the inputs: in this one and in no other.
  void causesHaveRows_data() {
    using Change = std::function<void(plan::Plan&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("field");
    const auto causes = [](const char* name, const char* field, Change change) {
      QTest::newRow(name) << std::move(change) << QString::fromLatin1(field);
    };
    causes("tokens", "tokens", [](plan::Plan& p) { p.job.tokens *= 2; });
    causes("precision", "precision_and_optimizer",
           [](plan::Plan& p) { p.job.precision = hardware::Precision::fp8; });
    causes("optimizer", "precision_and_optimizer",
           [](plan::Plan& p) { p.job.optimizer = strategy::Optimizer::sgd; });
    causes("headroom", "memory_headroom", [](plan::Plan& p) { p.job.limits.memory_headroom = 0.2; });
    causes("budget", "limits", [](plan::Plan& p) { p.job.limits.budget_usd = 1e6; });
    causes("commitment", "commitment",
           [](plan::Plan& p) { p.job.cost.commitment = hardware::Commitment::spot; });
    causes("own price", "prices", [](plan::Plan& p) { p.cluster.pools[0].usd_per_gpu_hour = 1.25; });
    // Where the search may choose how many, the goal is called Mixed GPUs.
    causes("GPU counts", "gpu_counts goal", [](plan::Plan& p) {
      p.cluster.choose.emplace();
      p.cluster.choose->max_gpus_per_pool[p.cluster.pools[0].id] = 16;
    });
    causes("link", "links", [](plan::Plan& p) { p.cluster.between_pools[0].gb_per_s *= 2; });
    causes("slow GPU", "marks", [](plan::Plan& p) { p.cluster.pools[0].slow = {{3, 5, 2.5, 1.0}}; });
    causes("failed node", "marks", [](plan::Plan& p) { p.cluster.pools[0].failed = {{3, {}}}; });
    causes("spares", "marks", [](plan::Plan& p) { p.cluster.pools[1].spares = 1; });
    causes("domain", "marks", [](plan::Plan& p) {
      p.cluster.pools[1].domain = hardware::FailureDomain{hardware::DomainKind::rack, 2};
    });
    causes("fixed", "settings", [](plan::Plan& p) { p.job.allowed["pipeline_parallel"] = {"4"}; });
    causes("rules", "rules", [](plan::Plan& p) { p.job.rules = "own: pp <= 4"; });
    causes("speed", "other_settings", [](plan::Plan& p) { p.cluster.pools[1].relative_speed = 0.9; });
    causes("facility power", "other_settings", [](plan::Plan& p) { p.job.cost.pue = 1.6; });
    causes("attention", "other_settings",
           [](plan::Plan& p) { p.job.flash_attention = !p.job.flash_attention; });
    causes("network price", "network_prices",
           [](plan::Plan& p) { p.cluster.pools[1].network_usd_per_node = 16000.0; });
    causes("hosting", "hosting", [](plan::Plan& p) { p.job.cost.hosting_usd_per_kw_month = 150.0; });
    causes("fine-tuning", "tuning", [](plan::Plan& p) { p.job.tuning.emplace(); });
    causes("who set it", "", [](plan::Plan& p) { p.job.stated.push_back("optimizer"); });
  }
  void causesHaveRows() {
    using Change = std::function<void(plan::Plan&)>;
    QFETCH(Change, change);
    QFETCH(QString, field);
    const plan::Plan before = plan::sample_plan();
    plan::Plan after = before;
    change(after);
    QStringList differ;
    for (const ui::AskedRow& asked : ui::askedRows({&before, &after}, hardware::Catalogue::built_in())) {
      // A row of prices follows the commitment.
      if (asked.cells[0] != asked.cells[1] &&
          !(field == u"commitment"_s && QLatin1StringView(asked.field) == QLatin1StringView("prices")))
        differ << QLatin1StringView(asked.field);
    }
    QCOMPARE(differ.join(u' '), field);
  }
  /// Marks are told in words, by node, whatever their order in the file.
  void marksAreWords() {
    plan::Plan plain = plan::sample_plan(), marked = plain;
    hardware::PoolSpec& pool = marked.cluster.pools[0];
    pool.failed = {{3, {}}, {1, 2}};
    pool.slow = {{2, 5, 2.5, 1.0}};
    pool.spares = 1;
    pool.domain = hardware::FailureDomain{hardware::DomainKind::rack, 2};
    for (const ui::AskedRow& row : ui::askedRows({&plain, &marked}, hardware::Catalogue::built_in())) {
      if (QLatin1StringView(row.field) == "marks"_L1) {
        QCOMPARE(row.cells[0], u"none"_s);
        QCOMPARE(row.cells[1],
                 u"h100: Node 1, GPU 2: failed; Node 2, GPU 5: 2.50 × slower; Node 3: failed; "
                 u"1 spare; racks of 2"_s);
      }
      if (QLatin1StringView(row.field) == "other_settings"_L1)
        QCOMPARE(row.cells, (QStringList{u"the same"_s, u"the same"_s}));
    }
    for (const ui::AskedRow& row : ui::askedRows({&plain, &plain}, hardware::Catalogue::built_in()))
      if (QLatin1StringView(row.field) == "marks"_L1) QVERIFY(ui::asksNothing(row));
  }
  /// A pool is compared between the scenarios that have it: no column tells of a pool that is not its own.
  void otherSettingsNameNoForeignPool() {
    plan::Plan one = plan::sample_plan(), two = one, three = one;  // pools h100 and a100
    two.cluster.pools[1].id = "b200";
    two.cluster.pools[1].relative_speed = 0.9;
    const auto further = [](const std::vector<const plan::Plan*>& plans) {
      for (const ui::AskedRow& row : ui::askedRows(plans, hardware::Catalogue::built_in()))
        if (QLatin1StringView(row.field) == "other_settings"_L1) return row.cells.join(u" | "_s);
      return QString();
    };
    QCOMPARE(further({&one, &two}), u"the same | the same"_s);
    three.cluster.pools[1].relative_speed = 0.8;
    QCOMPARE(further({&one, &two, &three}),
             u"a100.relative_speed as assumed | — | a100.relative_speed 0.8"_s);
  }
  void aScenarioThatCannotBeAskedSaysWhy() {
    const auto window = threeScenarios();
    document(*window).showScenario(1);
    plan::Plan next = plan(*window);
    plan::find_scenario(next, 2)->cluster.pools.clear();
    plan::find_scenario(next, 2)->cluster.between_pools.clear();
    document(*window).apply(next);
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(page.comparison().columns[2].state.isEmpty(), kPatienceMs);
    const ui::ComparedColumn& empty = page.comparison().columns[1];
    QVERIFY(!empty.searchable);
    QVERIFY(!empty.state.isEmpty());
    QVERIFY(!page.findChild<QToolButton*>(u"compareWindow.run.B"_s));
    QCOMPARE(row(page.comparison(), "tokens_per_second").cells[1].text, ui::unknownText());
  }
};

}  // namespace tst_compare

ASTROLABE_TEST(tst_compare, CompareTest)
#include "tst_compare.moc"
