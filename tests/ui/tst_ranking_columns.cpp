// ui/results: the columns of the ranking and what their cells and titles say.
#include <QHeaderView>
#include <QJsonArray>
#include <QtTest>

#include "core/base/json.h"
#include "ranking_desk.h"
#include "tests/program/test_program.h"
#include "ui/document/runtime_asker.h"
#include "ui/render/answer_text.h"
#include "ui/render/evidence_words.h"
#include "ui/render/mark_words.h"
#include "ui/render/numbers.h"
#include "ui/render/runtime_words.h"
#include "ui/results/ranking_columns.h"

namespace tst_ranking_columns {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestRankingColumns : public QObject, FoundRanking {
  Q_OBJECT

 private slots:
  void initTestCase() { find(); }

  /// Two places of an ended search are proven: from the third on a sign says that they are not, and why.
  void unprovenPlacesAreMarked() {
    RankingModel model;
    auto two = std::make_shared<plan::Snapshot>(*m_found);
    QVERIFY(two->best.size() > 3 && two->status == plan::Status::optimal);
    QCOMPARE(two->places_proven.value(), static_cast<int>(two->best.size()));
    model.setSnapshot(two);
    QCOMPARE(model.index(2, RankingModel::Rank).data().toString(), u"3"_s);
    QCOMPARE(model.index(2, RankingModel::Rank).data(Qt::ToolTipRole).toString(), QString());
    two = std::make_shared<plan::Snapshot>(*two);
    two->places_proven = 2;
    two->ranking_gap = 0.0077;
    model.setSnapshot(two);
    QCOMPARE(model.index(1, RankingModel::Rank).data().toString(), u"2"_s);
    QCOMPARE(model.index(2, RankingModel::Rank).data().toString(), u"≈3"_s);
    QVERIFY(model.index(2, RankingModel::Rank).data(Qt::ToolTipRole).toString().contains(u"0.77"_s));
    QCOMPARE(model.index(1, RankingModel::Rank).data(Qt::ToolTipRole).toString(), QString());
  }

  /// Each column has a name in files and two titles; what is a setting or a figure is sorted by just that.
  void everyColumnIsARow() {
    RankingModel model;
    model.setSnapshot(m_found);
    const cost::Evaluation& best = m_found->best.front();
    QSet<QByteArray> fields;
    for (int column = 0; column < RankingModel::ColumnCount; ++column) {
      const RankingColumn& row = rankingColumn(column);
      QCOMPARE(static_cast<int>(row.id), column);
      QVERIFY2(!fields.contains(row.field), row.field);
      fields.insert(row.field);
      for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
        QVERIFY2(!model.headerData(column, Qt::Horizontal, role).toString().isEmpty(), row.field);
      QVERIFY2(row.setting == (row.set != nullptr), row.field);
      const QModelIndex cell = model.index(0, column);
      if (row.set != nullptr) QCOMPARE(cell.data(RankingModel::SortRole).toDouble(), row.set(best.strategy));
      if (row.figure != nullptr) QCOMPARE(cell.data(RankingModel::SortRole).toDouble(), row.figure(best));
      if (row.text != nullptr) QCOMPARE(cell.data().toString(), row.text(best));
    }
    QVERIFY(model.headerData(-1, Qt::Horizontal, Qt::DisplayRole).isNull());
    QVERIFY(glossaryOfColumn(-1).isEmpty());
  }

  /// Which runtimes start a layout stands in a column of its own, judged off the window's thread; a click on
  /// the cell asks for the reasons.
  void runtimesHaveTheirColumn() {
    RankingDesk desk;
    RankingView& view = desk.page.view();
    QSignalSpy rows(&view, &RankingView::rowsChanged);
    view.setSnapshot(m_found);
    QVERIFY(!view.isColumnHidden(RankingModel::RunsOn));
    const auto cell = [&](int row) { return view.model()->index(row, RankingModel::RunsOn); };
    while (cell(0).data().toString() == unknownText()) QVERIFY(rows.wait(30'000));
    for (int row = 0; row < view.model()->rowCount(); ++row) {
      const RuntimeVerdicts verdicts =
          judgeRuntimes(*m_problem, m_found->best[static_cast<std::size_t>(row)].strategy);
      QCOMPARE(cell(row).data().toString(), runsOnCell(verdicts, *m_problem));
      QCOMPARE(cell(row).data(RankingModel::SortRole).toInt(), countRunning(verdicts));
      QCOMPARE(cell(row).data(RankingModel::BadgeRole).toBool(), isStarted(verdicts, *m_problem));
      QCOMPARE(cell(row).data(RankingModel::FullRole).toString(), runsOnNames(verdicts));
      QVERIFY(cell(row).data(Qt::ToolTipRole).toString().startsWith(runsOnText(verdicts)));
      QVERIFY(cell(row).data(Qt::ToolTipRole).toString().contains(u"DeepSpeed"_s));
    }
    QVERIFY(cell(0).data(Qt::AccessibleTextRole).toString().startsWith(u"Training runtimes that start"_s));
    std::vector<FigureQuestion> asked;
    connect(&view, &RankingView::figureAsked, this,
            [&](const FigureQuestion& question) { asked.push_back(question); });
    view.selectionModel()->setCurrentIndex(cell(1),
                                           QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    view.scrollTo(cell(1));
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(cell(1)).center());
    QTRY_COMPARE(asked.size(), std::size_t(1));
    QCOMPARE(asked[0].figure, KeyFigure::RunsOn);
    QCOMPARE(asked[0].label, u"Rank 2"_s);
  }

  /// Each layout of a question is judged once; of the lists that wait while one is worked through only the
  /// newest is. Another question begins anew.
  void layoutsAreJudgedOnce() {
    const auto one = [this](std::size_t row) { return m_found->best.at(row).strategy; };
    RuntimeAsker asker;
    QSignalSpy judged(&asker, &RuntimeAsker::judged);
    asker.ask(m_problem, {one(0), one(1), one(0)});
    asker.ask(m_problem, {one(2)});
    asker.ask(m_problem, {one(1), one(3)});
    QVERIFY(asker.known()->empty());
    QTRY_COMPARE_WITH_TIMEOUT(judged.count(), 2, 60'000);
    QCOMPARE(asker.known()->size(), std::size_t{3});
    for (const std::size_t row : {0, 1, 3}) QVERIFY(asker.known()->contains(one(row)));
    QCOMPARE(asker.known()->at(one(0)).size(), judgeRuntimes(*m_problem, one(0)).size());

    asker.ask(m_problem, {one(3), one(0)});  // known: nothing is worked out, and nothing told
    asker.ask(m_problem, {one(2)});
    QTRY_COMPARE_WITH_TIMEOUT(judged.count(), 3, 60'000);
    QCOMPARE(asker.known()->size(), std::size_t{4});

    asker.ask(m_problem, {one(4)});
    asker.ask(m_problem, {one(5)});
    const auto other = std::make_shared<const strategy::Problem>(*m_problem);
    asker.ask(other, {one(0)});  // what was asked before is not waited for
    QVERIFY(asker.known()->empty());
    QTRY_COMPARE_WITH_TIMEOUT(judged.count(), 4, 60'000);
    QCOMPARE(asker.known()->size(), std::size_t{1});
    asker.ask(nullptr, {});
    QVERIFY(asker.known()->empty());
  }

  /// Words of the cell: who starts a layout where any runtime is asked for, else whether the named one does.
  void whoStartsALayoutInFewWords() {
    const auto common = strategy::read_strategy(
        Json{{"tensor_parallel", 8}, {"pipeline_parallel", 4}, {"sequence_parallel", true}},
        m_problem->pool_ids(), m_problem->graph->layer_count());
    QVERIFY(common.has_value());
    strategy::Problem problem = *m_problem;
    const auto words = [&](const char* runtime, const strategy::Strategy& strategy) {
      problem.job.software.runtime = runtime;
      return runsOnCell(judgeRuntimes(problem, strategy), problem);
    };
    QCOMPARE(words("any", *common), u"Megatron-LM, Megatron-Bridge +5"_s);
    QCOMPARE(words("megatron-lm", *common), u"Megatron-LM"_s);
    QCOMPARE(words("deepspeed", *common), u"not on DeepSpeed"_s);
    strategy::Strategy mixed = *common;  // stages on two types of GPU: no runtime takes them
    mixed.schedule = strategy::Schedule::zb_h1;
    mixed.stages.back().pool = 1;
    QCOMPARE(words("any", mixed), u"none as it is"_s);
    QVERIFY(judgeRuntimes(problem, mixed).size() == runtimes::runtimes().size());
    mixed.stages.back().pool = 7;  // of another plan
    QVERIFY(judgeRuntimes(problem, mixed).empty());
    QCOMPARE(words("any", mixed), unknownText());
  }

  /// What predictions rest on has a column where a device was not measured, and only there.
  void devicesNobodyMeasuredHaveAColumn() {
    RankingModel model;
    model.setSnapshot(m_found);
    QVERIFY(!model.isColumnUsed(RankingModel::Evidence));
    auto problem = std::make_shared<strategy::Problem>(*m_problem);
    problem->cluster.pools[1].gpu.architecture = "CDNA3";
    auto other = std::make_shared<plan::Snapshot>(*m_found);
    other->problem = problem;
    model.setSnapshot(other);
    QVERIFY(model.isColumnUsed(RankingModel::Evidence));
    for (int row = 0; row < model.rowCount(); ++row) {
      const strategy::Strategy& s = m_found->best[static_cast<std::size_t>(row)].strategy;
      const bool uses = std::any_of(s.stages.begin(), s.stages.end(),
                                    [](const strategy::Stage& stage) { return stage.pool == 1; });
      const QModelIndex cell = model.index(row, RankingModel::Evidence);
      QCOMPARE(cell.data().toString(), uses ? u"tables"_s : u"measured"_s);
      QCOMPARE(cell.data(RankingModel::BadgeRole).toBool(), uses);
      QCOMPARE(cell.data(Qt::ToolTipRole).toString().contains(evidenceText(cost::Evidence::tables)), uses);
    }
  }

  /// Columns kept by an older version, which did not know of some: these are shown where they usually stand.
  void columnsOfAnOlderVersion() {
    RankingDesk desk;
    RankingView& view = desk.page.view();
    view.setSnapshot(m_found);
    view.setColumnChosen(RankingModel::Mfu, false);
    QJsonObject saved = view.savedColumns();
    for (const QString& key : {u"columns"_s, u"order"_s}) {
      QJsonArray names;
      for (const QJsonValue name : saved[key].toArray())
        if (name.toString() != u"runs_on"_s) names << name;
      saved[key] = names;
    }
    RankingDesk next;
    next.page.view().setSnapshot(m_found);
    next.page.view().restoreColumns(saved);
    QVERIFY(next.page.view().isColumnHidden(RankingModel::Mfu));
    QVERIFY(!next.page.view().isColumnHidden(RankingModel::RunsOn));
    const QHeaderView& header = *next.page.view().horizontalHeader();
    QCOMPARE(header.visualIndex(RankingModel::RunsOn), header.visualIndex(RankingModel::Evidence) + 1);
  }

  /// The band of the predictions stands in the title of the step, its ends in columns to choose.
  void bandIsShown() {
    RankingModel model;
    QCOMPARE(model.headerData(RankingModel::Step, Qt::Horizontal, Qt::DisplayRole).toString(), u"Step"_s);
    const QSignalSpy titles(&model, &QAbstractItemModel::headerDataChanged);
    model.setSnapshot(m_found);
    QVERIFY(!titles.isEmpty());
    const cost::Evaluation& best = m_found->best.front();
    QVERIFY(best.step_low < best.step && best.step < best.step_high);
    QCOMPARE(model.headerData(RankingModel::Step, Qt::Horizontal, Qt::DisplayRole).toString(),
             u"Step %1"_s.arg(bandText(best)));
    cost::Evaluation uneven = best;  // 10 s that may be 9.4 to 10.9
    uneven.step = Seconds{10.0};
    uneven.step_low = Seconds{9.4};
    uneven.step_high = Seconds{10.9};
    QCOMPARE(bandText(uneven).simplified(), u"\u22126 % +9 %"_s);
    // 20 s that may be 19 to 21.
    auto even = std::make_shared<plan::Snapshot>(*m_found);
    even->best[0].step = Seconds{20.0};
    even->best[0].step_low = Seconds{19.0};
    even->best[0].step_high = Seconds{21.0};
    model.setSnapshot(even);
    QCOMPARE(model.headerData(RankingModel::Step, Qt::Horizontal, Qt::DisplayRole).toString().simplified(),
             u"Step ±5 %"_s);
    model.setSnapshot(m_found);
    QCOMPARE(model.index(0, RankingModel::StepLow).data().toString(), durationText(best.step_low.value));
    QCOMPARE(model.index(0, RankingModel::StepHigh).data(RankingModel::SortRole).toDouble(),
             best.step_high.value);
    RankingDesk desk;
    desk.page.view().setSnapshot(m_found);
    QVERIFY(desk.page.view().isColumnHidden(RankingModel::StepLow));
    desk.page.view().setColumnChosen(RankingModel::StepLow, true);
    QVERIFY(!desk.page.view().isColumnHidden(RankingModel::StepLow));
  }

  /// Δ is of what the goal makes better: dearer and larger ones have a minus, and the heading says of what.
  void deltaIsOfTheGoal() {
    RankingModel model;
    const auto title = [&](Qt::ItemDataRole role) {
      return model.headerData(RankingModel::Delta, Qt::Horizontal, role).toString();
    };
    const auto share = [&](int row) {
      return model.index(row, RankingModel::Delta).data(RankingModel::SortRole).toDouble();
    };
    auto money = std::make_shared<plan::Snapshot>(*m_found);
    money->objective = strategy::Objective::money;
    for (cost::Evaluation& row : money->best) row.money.usd_per_trillion_tokens = 2e6;
    money->best[1].money.usd_per_trillion_tokens = 2.28e6;  // 1 - 2.28 / 2 = -0.14
    money->best[2].money.usd_per_trillion_tokens.reset();
    money->best[1].tokens_per_second = 2.0 * money->best[0].tokens_per_second;  // faster, but not better
    model.setSnapshot(money);
    QCOMPARE(title(Qt::DisplayRole), u"Δ best $/1T"_s);
    QVERIFY2(title(Qt::ToolTipRole).contains(u"− is more expensive"_s), qPrintable(title(Qt::ToolTipRole)));
    QVERIFY(qAbs(share(1) + 0.14) < 1e-12);
    QCOMPARE(model.index(1, RankingModel::Delta).data().toString(), signedPercentText(-0.14));
    QCOMPARE(model.index(2, RankingModel::Delta).data().toString(), u"—"_s);
    model.setFilter(*RowFilter::parse(u"delta<-10%"_s));
    QCOMPARE(model.rowCount(), 1);
    model.setFilter({});
    auto few = std::make_shared<plan::Snapshot>(*m_found);
    few->objective = strategy::Objective::gpus;
    few->best[0].paid = {16, 0};
    few->best[1].paid = {16, 8};  // 1 - 24 / 16 = -0.5
    model.setSnapshot(few);
    QCOMPARE(title(Qt::DisplayRole), u"Δ best GPUs"_s);
    QCOMPARE(share(1), -0.5);
    model.setSnapshot(m_found);
    QCOMPARE(title(Qt::DisplayRole), u"Δ best"_s);
    QVERIFY(share(1) <= 0.0);
  }

  /// On hover a cell tells its value to six digits with its unit; memory says of what its percentage is.
  void cellsTellSixDigits() {
    RankingModel model;
    auto exact = std::make_shared<plan::Snapshot>(*m_found);
    exact->best[0].tokens_per_second = 39311.0625;
    exact->best[0].step = Seconds{13.3368};
    exact->best[0].money.usd_per_trillion_tokens = 1498000.25;
    model.setSnapshot(exact);
    const auto tip = [&](int column) {
      return model.index(0, column).data(Qt::ToolTipRole).toString().replace(QChar(0x202F), u' ');
    };
    QCOMPARE(tip(RankingModel::TokensPerSecond), u"39,311.1 tokens/s"_s);
    QVERIFY2(tip(RankingModel::Step).startsWith(u"13.3368 s\n"_s), qPrintable(tip(RankingModel::Step)));
    QVERIFY2(tip(RankingModel::UsdPerTrillion).startsWith(u"$1,498,000 for"_s),
             qPrintable(tip(RankingModel::UsdPerTrillion)));
    const QString memory = tip(RankingModel::PeakMemory);
    QVERIFY2(memory.contains(u"GiB allowed (capacity less headroom)"_s) && memory.endsWith(u"of the limit"_s),
             qPrintable(memory));
    QCOMPARE(model.headerData(RankingModel::PeakMemory, Qt::Horizontal, Qt::DisplayRole).toString(),
             u"Memory, % of limit"_s);
    QVERIFY(tip(RankingModel::TensorParallel).isEmpty());
  }

  /// Where the ranks of a row stand so that its step is shorter than the ranking counts, cells of figures by
  /// which rows are chosen tell both steps on hover; others do not, nor do those of another row.
  void cellsTellTheStepOnTheNodes() {
    RankingModel model;
    auto slow = std::make_shared<plan::Snapshot>(*m_found);
    slow->best[0].placed_step = slow->best[0].step * 0.5;
    model.setSnapshot(slow);
    const QString told = placedStepSentences(slow->best[0]).join(u'\n');
    QVERIFY(!told.isEmpty());
    const auto tells = [&](int row, int column) {
      return model.index(row, column).data(Qt::ToolTipRole).toString().contains(told);
    };
    for (const int column :
         {RankingModel::Rank, RankingModel::TokensPerSecond, RankingModel::UsdPerTrillion, RankingModel::Step,
          RankingModel::JobHours, RankingModel::JobUsd, RankingModel::Delta}) {
      QVERIFY2(tells(0, column), rankingColumn(column).field);
      QVERIFY2(!tells(1, column), rankingColumn(column).field);
    }
    QVERIFY(!tells(0, RankingModel::PeakMemory) && !tells(0, RankingModel::TensorParallel));
  }

  /// Money for tokens has four digits that count, whatever it is: rows 1 % apart read differently.
  void moneyHasFourDigits() {
    RankingModel model;
    const auto cell = [&](double usd) {
      auto found = std::make_shared<plan::Snapshot>(*m_found);
      found->best[0].money.usd_per_trillion_tokens = usd;
      model.setSnapshot(found);
      return model.index(0, RankingModel::UsdPerTrillion).data().toString();
    };
    QCOMPARE(cell(1498000.25), u"1,498,000"_s);
    QCOMPARE(cell(72132.4), u"72,130"_s);
    QCOMPARE(cell(72853.7), u"72,850"_s);  // 1 % more
    QCOMPARE(cell(5951.4), u"5,951"_s);
    QCOMPARE(cell(5950.6), u"5,951"_s);
    QCOMPARE(cell(59.514), u"59.51"_s);
  }

  void columnsAreChosen() {
    RankingDesk desk;
    RankingView& view = desk.page.view();
    view.setSnapshot(m_found);
    QVERIFY(view.isColumnHidden(RankingModel::JobHours));
    view.setColumnChosen(RankingModel::JobHours, true);
    QVERIFY(!view.isColumnHidden(RankingModel::JobHours));
    view.setColumnChosen(RankingModel::Mfu, false);
    QVERIFY(view.isColumnHidden(RankingModel::Mfu));
  }
};

}  // namespace tst_ranking_columns

ASTROLABE_TEST(tst_ranking_columns, TestRankingColumns)
#include "tst_ranking_columns.moc"
