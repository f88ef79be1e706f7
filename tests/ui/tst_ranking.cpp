// ui/results: the rows of the ranking with pins, rejected and own ones and the filter, and at 200,000 rows.
#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QtTest>
#include <cmath>

#include "ranking_desk.h"
#include "result_snapshots.h"
#include "tests/program/test_program.h"
#include "ui/render/numbers.h"
#include "ui/results/ranking_cells.h"

namespace tst_ranking {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestRanking : public QObject, FoundRanking {
  Q_OBJECT

 private slots:
  void initTestCase() { find(); }

  void pinsStandFirstAndAreTheReference() {
    RankingModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setSnapshot(m_found);
    const strategy::Strategy fifth = m_found->best[4].strategy;
    model.setPinned({planning::layout_of(fifth)});
    QCOMPARE(*model.strategy(0), fifth);
    QVERIFY(model.deltaAgainstPinned());
    QCOMPARE(model.headerData(RankingModel::Delta, Qt::Horizontal, Qt::DisplayRole).toString(),
             u"Δ pinned"_s);
    QCOMPARE(model.index(0, RankingModel::Delta).data().toString(), u"—"_s);
    QCOMPARE(model.index(1, RankingModel::Delta).data(RankingModel::SortRole).toDouble(),
             m_found->best[0].tokens_per_second / m_found->best[4].tokens_per_second - 1.0);
    // A pinned row stays in sight whatever the filter says.
    model.setFilter(*RowFilter::parse(u"rank=1"_s));
    QCOMPARE(model.rowCount(), 2);
    model.setPinned({});
    QCOMPARE(model.rowCount(), 1);
  }

  /// A54: rejected rows come only when asked for, behind the ranking, each with its reason.
  void A54_rejectedRowsHaveReasons() {
    RankingModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setSnapshot(m_found);
    for (int row = 0; row < model.rowCount(); ++row)
      QVERIFY(!model.index(row, 0).data(RankingModel::RejectedRole).toBool());
    QVERIFY(!model.isColumnUsed(RankingModel::Reason));
    model.setShowRejected(true);
    QVERIFY(model.isColumnUsed(RankingModel::Reason));
    QCOMPARE(model.rowCount(), 20 + static_cast<int>(m_found->rejected.size()));
    for (int row = 20; row < model.rowCount(); ++row) {
      QVERIFY(model.index(row, 0).data(RankingModel::RejectedRole).toBool());
      QVERIFY(!model.index(row, RankingModel::Reason).data().toString().isEmpty());
      QCOMPARE(model.index(row, RankingModel::TokensPerSecond).data().toString(), u"—"_s);
    }
    // Nearest first: the sample's limits are memory only, so the reason says how much too much.
    QVERIFY(model.index(20, RankingModel::Reason).data().toString().contains(u"GiB over on"_s));
  }

  /// A row of one's own for a plan with more pools than that of the results which are still shown.
  void aRowOfAPlanWithMorePools() {
    RankingDesk desk;
    const auto problem = std::make_shared<const strategy::Problem>(*desk.document.problem());  // two pools
    const auto snapshot = madeUpSnapshot(problem, 3);
    RankingModel model;
    model.setSnapshot(snapshot);
    planning::Option own;
    own.evaluation = snapshot->best.front();
    own.evaluation.gpus = {8, 0, 0, 8};
    own.evaluation.memory.front().pool = 3;
    own.evaluation.strategy.stages = {{3, 80, 1}};
    model.setMine({std::make_shared<const planning::Option>(own)});
    QCOMPARE(model.rowCount(), 4);
    int found = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
      const QString gpus = model.index(row, RankingModel::GpusUsed).data().toString();
      if (!gpus.contains(u"—"_s)) continue;
      QCOMPARE(gpus, u"8 H100 + 8 —"_s);
      QVERIFY(model.index(row, RankingModel::PeakMemory).data().toString().endsWith(u"—"_s));
      QCOMPARE(model.index(row, RankingModel::GpusUsed).data(RankingModel::PoolsRole).toList().size(), 1);
      ++found;
    }
    QCOMPARE(found, 1);
    // No answer, no rows: nothing says which GPUs its pools are.
    model.setSnapshot(nullptr);
    QCOMPARE(model.rowCount(), 0);
    model.setSnapshot(snapshot);
    QCOMPARE(model.rowCount(), 4);
  }

  /// An own strategy is ranked among those found: between the two that it lies between in speed.
  void ownStrategiesAreRanked() {
    RankingModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    auto short_list = std::make_shared<plan::Snapshot>(*m_found);
    const strategy::Strategy own = short_list->best[7].strategy;
    short_list->best.erase(short_list->best.begin() + 7);
    model.setSnapshot(short_list);
    const auto predicted = detail(*m_problem, own);
    QVERIFY(predicted.has_value());
    model.setMine({std::make_shared<const planning::Option>(*predicted)});
    QCOMPARE(model.rowOf(planning::layout_of(own)), 7);
    QCOMPARE(model.index(7, RankingModel::Rank).data().toString(), u"mine"_s);
    QCOMPARE(model.index(8, RankingModel::Rank).data().toString(), u"8"_s);
  }

  /// Among each other, too, in whatever order they come: all four are ahead of every strategy found, at a
  /// half to an eighth of the best one's step.
  void whatStandsBesideIsOneRanking() {
    RankingModel model;
    model.setSnapshot(m_found);
    RankingModel::Mine beside;
    for (const double share : {0.5, 0.125, 0.25, 0.2}) {
      planning::Option option;
      option.evaluation = m_found->best.front();
      option.evaluation.step.value *= share;
      option.evaluation.step_low.value *= share;
      option.evaluation.step_high.value *= share;
      option.evaluation.tokens_per_second /= share;
      beside.push_back(std::make_shared<const planning::Option>(option));
    }
    model.setMine(beside);
    const double best = m_found->best.front().tokens_per_second;
    const auto speeds = [&](int first) {
      QList<double> shown;
      for (int row = first; row < first + 4; ++row)
        shown << std::round(model.evaluation(row)->tokens_per_second / best);
      return shown;
    };
    QCOMPARE(speeds(0), QList<double>({8, 5, 4, 2}));
    QCOMPARE(model.index(4, RankingModel::Rank).data().toString(), u"1"_s);
    // Δ is of what stands first, at 8 times the speed of #1: 4 / 8 - 1 = -0.5, and 1 / 8 - 1 = -0.875.
    QCOMPARE(model.index(0, RankingModel::Delta).data().toString(), u"—"_s);
    QCOMPARE(model.index(2, RankingModel::Delta).data().toString(), signedPercentText(-0.5));
    QCOMPARE(model.index(4, RankingModel::Delta).data().toString(), signedPercentText(-0.875));
    model.sort(RankingModel::Rank, Qt::DescendingOrder);
    QCOMPARE(speeds(model.rowCount() - 4), QList<double>({2, 4, 5, 8}));
  }

  /// H asks how the cell is worked out, and says whose figure it is: a place, or an own strategy that has
  /// none. A row that was not evaluated has nothing to ask.
  void aRowIsAsked() {
    RankingDesk desk;
    RankingView& view = desk.page.view();
    auto short_list = std::make_shared<plan::Snapshot>(*m_found);
    const strategy::Strategy own = short_list->best[7].strategy;
    short_list->best.erase(short_list->best.begin() + 7);
    view.setSnapshot(short_list);
    const auto predicted = detail(*m_problem, own);
    QVERIFY(predicted.has_value());
    view.setMine({std::make_shared<const planning::Option>(*predicted)});
    std::vector<FigureQuestion> asked;
    connect(&view, &RankingView::figureAsked, this,
            [&](const FigureQuestion& question) { asked.push_back(question); });
    const auto ask = [&](int row, int column) {
      view.selectionModel()->setCurrentIndex(view.model()->index(row, column),
                                             QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
      QTest::keyClick(&view, Qt::Key_H);
    };
    ask(7, RankingModel::Mfu);
    ask(8, RankingModel::TokensPerSecond);
    QCOMPARE(asked.size(), std::size_t(2));
    QCOMPARE(asked[0].label, u"mine"_s);
    QCOMPARE(asked[0].figure, KeyFigure::Mfu);
    QVERIFY(asked[0].evaluation.strategy == own);
    QCOMPARE(asked[1].label, u"Rank 8"_s);
    QCOMPARE(asked[1].figure, KeyFigure::Speed);
    QVERIFY(asked[1].evaluation.strategy == short_list->best[7].strategy);
    view.setShowRejected(true);
    QVERIFY(view.model()->rowCount() > 20);
    ask(view.model()->rowCount() - 1, RankingModel::Mfu);
    QCOMPARE(asked.size(), std::size_t(2));
  }

  /// A43: rows that arrive change neither the selected strategy nor the first row of a scrolled list.
  void A43_arrivingRowsMoveNothing() {
    RankingDesk desk;
    RankingView& view = desk.page.view();
    auto first = madeUpSnapshot(m_problem, 400);
    auto half = std::make_shared<plan::Snapshot>(*first);
    half->best.clear();
    for (std::size_t i = 0; i < first->best.size(); i += 2) half->best.push_back(first->best[i]);
    view.setSnapshot(half);
    QCoreApplication::processEvents();  // the scroll bar gets its range
    view.verticalScrollBar()->setValue(60);
    QCOMPARE(view.rowAt(0), 60);
    const strategy::Strategy top = *view.rows().strategy(view.rowAt(0));
    view.selectionModel()->setCurrentIndex(view.model()->index(63, 0),
                                           QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    view.verticalScrollBar()->setValue(60);
    const strategy::Strategy selected = *view.rows().strategy(63);
    view.setSnapshot(first);  // every second row is new
    QCOMPARE(*view.rows().strategy(view.rowAt(0)), top);
    QCOMPARE(view.selectionModel()->selectedRows().size(), 1);
    QCOMPARE(*view.rows().strategy(view.selectionModel()->selectedRows().front().row()), selected);
    QCOMPARE(view.selectionModel()->selectedRows().front().row(), 126);
  }

  /// Whatever rows a sort or a scroll brings in sight, their words have the room that they are painted in.
  void columnsAreWideEnoughForAllRowsInSight() {
    RankingDesk desk;
    RankingView& view = desk.page.view();
    desk.page.resize(700, 160);  // a few rows; all columns together are wider
    view.setSnapshot(madeUpSnapshot(m_problem, 100));
    planning::Option other;  // of no kind: called "mine", which is wider than any place
    other.evaluation = m_found->best.front();
    other.evaluation.tokens_per_second = 1.0;
    other.evaluation.step.value = 1e6;
    other.layout = planning::layout_of(m_found->best.front().strategy);
    view.setMine({std::make_shared<const planning::Option>(other)});
    const int before = view.columnWidth(RankingModel::Rank);
    view.sortByColumn(RankingModel::TokensPerSecond, Qt::AscendingOrder);
    QCOMPARE(view.model()->index(0, RankingModel::Rank).data().toString(), u"mine"_s);
    QVERIFY(view.columnWidth(RankingModel::Rank) > before);
    view.sortByColumn(RankingModel::Rank, Qt::AscendingOrder);
    QCoreApplication::processEvents();  // the scroll bar gets its range
    view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
    const int first = view.rowAt(0), last = view.model()->rowCount() - 1;
    QVERIFY(first > 50 && last >= first);
    for (int row = first; row <= last; ++row)
      for (int column = 0; column < RankingModel::ColumnCount; ++column) {
        if (view.isColumnHidden(column)) continue;
        const QSize words = view.itemDelegate()->sizeHint({}, view.model()->index(row, column));
        QVERIFY2(view.columnWidth(column) >= words.width(), qPrintable(QString::number(column)));
      }
  }

  /// The first row is bold, and what is painted of its GPUs, shapes and all, ends before the inset.
  void gpusAreNotCut() {
    RankingDesk desk;
    RankingView& view = desk.page.view();
    view.setSnapshot(m_found);
    const QModelIndex cell = view.model()->index(0, RankingModel::GpusUsed);
    QVERIFY(cell.data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(cell.data(RankingModel::PoolsRole).toList().size() == 2);
    QStyleOptionViewItem option;
    const int wide = view.itemDelegate()->sizeHint(option, cell).width();
    constexpr int kMore = 60;
    QImage picture(wide + kMore, 26, QImage::Format_RGB32);
    option.rect = picture.rect();
    QPainter painter(&picture);
    view.itemDelegate()->paint(&painter, option, cell);
    painter.end();
    int last = 0;
    for (int x = 0; x < picture.width(); ++x)
      for (int y = 1; y < picture.height() - 2; ++y)  // above the hairline
        if (picture.pixel(x, y) != picture.pixel(picture.width() - 1, 1)) last = x;
    QVERIFY(last > wide / 2);
    QVERIFY2(last < wide - kRankingInset, qPrintable(u"%1 of %2"_s.arg(last).arg(wide)));
  }

  /// What was selected while the list was too low for two rows does not hide the first one later; a list that
  /// a person has scrolled stays there.
  void theFirstRowIsInSightUntilSomebodyScrolls() {
    RankingDesk desk;
    RankingView& view = desk.page.view();
    desk.bridge.show(SearchBridge::State::Finished, *m_found);
    view.setSnapshot(m_found);
    const int all = desk.page.height();
    desk.page.setMinimumHeight(0);
    desk.page.resize(desk.page.width(), view.horizontalHeader()->height() + 30);
    QCoreApplication::processEvents();
    desk.selection.select(1);
    desk.page.resize(desk.page.width(), all);
    QCoreApplication::processEvents();
    QCOMPARE(view.currentIndex().row(), 1);
    QCOMPARE(view.rowAt(0), 0);
    view.verticalScrollBar()->setValue(5);
    QCOMPARE(view.rowAt(0), 5);
    desk.page.resize(desk.page.width(), all - 30);
    QCoreApplication::processEvents();
    QCOMPARE(view.rowAt(0), 5);
  }

  /// A44, what can be told without a clock: 200,000 rows are sorted and filtered rightly.
  void A44_manyRows() {
    RankingModel model;
    const auto many = madeUpSnapshot(m_problem, 200000);
    model.setSnapshot(many);
    QCOMPARE(model.rowCount(), 200000);
    model.sort(RankingModel::UsdPerTrillion, Qt::AscendingOrder);
    for (int row = 1; row < 200000; ++row)
      QVERIFY(*model.evaluation(row - 1)->money.usd_per_trillion_tokens <=
              *model.evaluation(row)->money.usd_per_trillion_tokens);
    model.setFilter(*RowFilter::parse(u"tp=8 speed>49k"_s));
    // Speed is above 49,000 in the first 10,000 rows (0.1 a row); every fourth has TP 8.
    QCOMPARE(model.rowCount(), 2500);
  }

  /// A53: a filter that hides everything says so, and its button brings the rows back.
  void A53_filterHidesAll() {
    RankingDesk desk;
    desk.page.view().setSnapshot(m_found);
    desk.page.focusFilter();
    auto* field = desk.page.findChild<QLineEdit*>(u"ranking.filter"_s);
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, u"tp=1024"_s);
    auto* hidden = desk.page.findChild<QLabel*>(u"ranking.hidden"_s);
    QVERIFY(hidden->isVisible());
    QVERIFY2(hidden->text().contains(u"20 strategies are hidden by the filter"_s),
             qPrintable(hidden->text()));
    QVERIFY2(hidden->text().contains(u"None of the 20 best matches it"_s), qPrintable(hidden->text()));
    QTest::mouseClick(desk.page.findChild<QPushButton*>(u"ranking.clearFilter"_s), Qt::LeftButton);
    QVERIFY(!hidden->isVisible());
    QCOMPARE(desk.page.view().rows().rowCount(), 20);
  }

  /// A mistake is told while one types and filters nothing: no rows of another filter stand below it.
  void filterIsCheckedLive() {
    RankingDesk desk;
    desk.page.view().setSnapshot(m_found);
    desk.page.setFilterShown(true);
    auto* mistake = desk.page.findChild<QLabel*>(u"ranking.filter.mistake"_s);
    QVERIFY(desk.page.setFilterText(u"rank<=5"_s));
    QCOMPARE(desk.page.view().rows().rowCount(), 5);
    QVERIFY(!desk.page.setFilterText(u"rank<=five"_s));
    QVERIFY(mistake->isVisible());
    QVERIFY(mistake->text().contains(u"“five”"_s));
    QCOMPARE(desk.page.view().rows().rowCount(), 20);
    QVERIFY(desk.page.setFilterText({}));
    QCOMPARE(desk.page.view().rows().rowCount(), 20);
  }
};

}  // namespace tst_ranking

ASTROLABE_TEST(tst_ranking, TestRanking)
#include "tst_ranking.moc"
