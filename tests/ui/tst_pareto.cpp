// ui/results: points of the Pareto plot, its frontier, what is drawn, the card of differences and its table.
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QToolTip>
#include <QtTest>

#include "live_results.h"
#include "result_snapshots.h"
#include "tests/program/test_program.h"
#include "ui/document/commands/commands.h"
#include "ui/render/answer_text.h"
#include "ui/render/numbers.h"
#include "ui/results/named_plot.h"
#include "ui/results/pareto_view.h"
#include "ui/results/ranking_view.h"

namespace tst_pareto {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestPareto : public QObject {
  Q_OBJECT

  /// `b` is as good as `a` in both and better in one.
  static bool dominates(const PlotPoint& b, const PlotPoint& a, bool largerX, bool largerY) {
    const double ax = largerX ? -a.x : a.x, ay = largerY ? -a.y : a.y;
    const double bx = largerX ? -b.x : b.x, by = largerY ? -b.y : b.y;
    return bx <= ax && by <= ay && (bx < ax || by < ay);
  }

 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QVERIFY(m_live.search());
  }

  /// Titles name the unit of the numbers beside them, up to one to three digits before the point.
  void unitsOfTheAxes() {
    const auto unit = [](PlotAxis axis, double largest) {
      const AxisUnit it = axisUnit(axis, largest);
      return u"%1 %2"_s.arg(largest * it.factor).arg(it.title);
    };
    QCOMPARE(unit(PlotAxis::TokensPerSecond, 512), u"512 tokens/s"_s);
    QCOMPARE(unit(PlotAxis::TokensPerSecond, 51289), u"51.289 tokens/s, thousand"_s);
    QCOMPARE(unit(PlotAxis::TokensPerSecond, 2.5e6), u"2.5 tokens/s, million"_s);
    QCOMPARE(unit(PlotAxis::UsdPerTrillion, 2426000), u"2.426 $/1T tokens, million"_s);
    QCOMPARE(unit(PlotAxis::UsdPerTrillion, 24000), u"24 $/1T tokens, thousand"_s);
    QCOMPARE(unit(PlotAxis::GpusUsed, 65536), u"65536 GPUs used"_s);
    QCOMPARE(axisTitle(PlotAxis::TokensPerSecond), u"tokens/s"_s);  // above whole numbers in the table
  }

  /// A46: the frontier is that of the definition, for every pair of directions, with ties and equal points.
  void A46_frontierIsBruteForce() {
    std::mt19937 random(7);
    std::uniform_int_distribution<int> coarse(0, 40);  // few values: many ties
    for (int round = 0; round < 40; ++round) {
      std::vector<PlotPoint> points(200);
      for (PlotPoint& point : points) {
        point.x = coarse(random);
        point.y = coarse(random);
      }
      const bool largerX = round % 2 == 1, largerY = round / 2 % 2 == 1;
      markFrontier(points, largerX, largerY);
      for (const PlotPoint& a : points) {
        const bool beaten = std::any_of(points.begin(), points.end(), [&](const PlotPoint& b) {
          return dominates(b, a, largerX, largerY);
        });
        QCOMPARE(a.frontier, !beaten);
      }
    }
  }

  /// A46: 200,000 points become 5,000; none of the frontier, of the own and of the wanted ones is missing.
  void A46_thinningKeepsTheFrontier() {
    const auto problem = m_live.bridge.snapshot()->problem;
    const auto many = madeUpSnapshot(problem, 200000);
    const strategy::Strategy& wanted = many->best[123457].strategy;
    const ParetoPoints all = paretoPoints(*many, {}, PlotAxis::UsdPerTrillion, PlotAxis::TokensPerSecond);
    QCOMPARE(all.points.size(), std::size_t{200000});
    const std::vector<std::size_t> drawn = thinned(all.points, 5000, {planning::layout_of(wanted)});
    QCOMPARE(drawn.size(), std::size_t{5000});
    const std::set<std::size_t> shown(drawn.begin(), drawn.end());
    QCOMPARE(shown.size(), drawn.size());
    std::size_t frontier = 0;
    for (std::size_t i = 0; i < all.points.size(); ++i)
      if (all.points[i].frontier) {
        ++frontier;
        QVERIFY(shown.contains(i));
      }
    QVERIFY(frontier > 1);
    QVERIFY(shown.contains(123457));
    // More on the frontier than the limit: all of them stay.
    std::vector<PlotPoint> line(50);
    for (int i = 0; i < 50; ++i) {
      line[static_cast<std::size_t>(i)].x = i;
      line[static_cast<std::size_t>(i)].y = i;
    }
    markFrontier(line, false, true);
    QCOMPARE(thinned(line, 10, {}).size(), std::size_t{50});
  }

  /// A46: the line under the plot says how many of how many are drawn.
  void A46_countsAreSaid() {
    ParetoView view(m_live.document, m_live.selection);
    view.resize(900, 420);
    view.show();
    const auto* counts = view.findChild<QLabel*>(u"pareto.counts"_s);
    const QString kept = wholeText(double(view.points().points.size()));
    const auto evaluated = m_live.bridge.snapshot()->space.evaluated;
    const QString all = evaluated > view.points().points.size()
                            ? u"%1 kept, of %2 evaluated"_s.arg(kept, wholeText(double(evaluated)))
                            : kept;
    QCOMPARE(counts->text(), u"80 % band of the step %1 · showing %2 of %3"_s
                                 .arg(bandText(m_live.bridge.snapshot()->best.front()))
                                 .arg(wholeText(double(view.drawnCount())), all));
    // Without what is dominated, fewer are drawn and the number of all stays.
    const std::size_t before = view.drawnCount();
    QTest::keyClick(view.findChild<QWidget*>(u"paretoPlot"_s), Qt::Key_D);
    QVERIFY(view.drawnCount() < before);
    QVERIFY(counts->text().endsWith(u" of %1"_s.arg(all)));
    // Of many evaluated a part is kept: both numbers stand there.
    const plan::Snapshot whole = *m_live.bridge.snapshot();
    plan::Snapshot more = whole;
    more.space.evaluated = 182334;
    m_live.bridge.show(SearchBridge::State::Finished, more);
    QTRY_VERIFY2_WITH_TIMEOUT(
        counts->text().endsWith(u" of %1 kept, of %2 evaluated"_s.arg(kept, wholeText(182334))),
        qPrintable(counts->text()), 30'000);
    m_live.bridge.show(SearchBridge::State::Finished, whole);
  }

  /// Where limits stand: 10^13 tokens for 30 M$ are 3 M$ for 10^12; in 1000 h they are 10^13 / 3.6e6 =
  /// 2,777,777.8 tokens/s; a step of 8192 x 64 = 524,288 tokens then takes 0.18874 s.
  void limitsByHand() {
    plan::Snapshot snapshot;
    auto problem = std::make_shared<strategy::Problem>(*m_live.bridge.snapshot()->problem);
    problem->job.tokens = 1e13;
    problem->job.sequence_length = 8192;
    problem->job.global_batch = 64;
    problem->job.limits.budget_usd = 30e6;
    problem->job.limits.usd_per_trillion_tokens = 2e6;
    problem->job.limits.deadline_hours = 1000.0;
    snapshot.problem = problem;
    snapshot.has_bound = true;
    snapshot.gap = 0.1;
    snapshot.bound_step_seconds = 0.1;
    const auto near = [](double value, double expected) { return qAbs(value / expected - 1.0) < 1e-9; };
    const auto money = plotLimits(snapshot, PlotAxis::UsdPerTrillion);
    QCOMPARE(money.size(), std::size_t{2});
    QVERIFY(near(money[0].value, 2e6) && money[0].text.startsWith(u"limit"_s));
    QVERIFY(near(money[1].value, 3e6) && money[1].text.startsWith(u"budget"_s));
    const auto speed = plotLimits(snapshot, PlotAxis::TokensPerSecond);
    QCOMPARE(speed.size(), std::size_t{2});
    QVERIFY(near(speed[0].value, 1e13 / 3.6e6) && speed[0].text.startsWith(u"deadline"_s) && !speed[0].bound);
    QVERIFY(near(speed[1].value, 5242880.0) && speed[1].bound);
    const auto seconds = plotLimits(snapshot, PlotAxis::StepSeconds);
    QCOMPARE(seconds.size(), std::size_t{2});
    QVERIFY(near(seconds[0].value, 524288.0 / (1e13 / 3.6e6)));
    QVERIFY(near(seconds[1].value, 0.1) && seconds[1].bound);
    const auto memory = plotLimits(snapshot, PlotAxis::PeakMemory);
    QCOMPARE(memory.size(), std::size_t{1});
    QVERIFY(near(memory[0].value, 1.0));
    QVERIFY(plotLimits(snapshot, PlotAxis::GpusUsed).empty());
    problem->job.limits = {};
    snapshot.gap = 0.0;  // the best is proven: it is the bound
    for (const PlotAxis axis : {PlotAxis::UsdPerTrillion, PlotAxis::TokensPerSecond, PlotAxis::StepSeconds})
      QVERIFY(plotLimits(snapshot, axis).empty());
  }

  /// A budget forty times as large as what is spent leaves the points their room: it is named at the edge.
  void aFarLimitIsAMarkAtTheEdge() {
    LiveResults live;
    QVERIFY(live.search());
    ParetoView view(live.document, live.selection);
    view.resize(900, 420);
    view.show();
    auto* plot = view.findChild<NamedPlot*>(u"paretoPlot"_s);
    const double before = plot->xAxis->range().upper;
    strategy::Job job = live.document.plan().job;
    job.limits.budget_usd = 40.0 * live.bridge.snapshot()->best.front().outcome.usd->value;
    live.document.undoStack().push(new SetJob(live.document, job, u"job"_s));
    live.bridge.run();
    QVERIFY(live.settled());
    ParetoView limited(live.document, live.selection);
    limited.resize(900, 420);
    limited.show();
    plot = limited.findChild<NamedPlot*>(u"paretoPlot"_s);
    QVERIFY2(plot->xAxis->range().upper < 1.5 * before, qPrintable(QString::number(before)));
    QStringList marks;
    for (int i = 0; i < plot->QCustomPlot::itemCount(); ++i) {
      QVERIFY(qobject_cast<QCPItemStraightLine*>(plot->item(i)) == nullptr);
      if (const auto* label = qobject_cast<QCPItemText*>(plot->item(i)))
        if (label->text().startsWith(u"budget"_s)) marks << label->text();
    }
    QCOMPARE(marks, QStringList{u"budget %1 →"_s.arg(moneyText(*job.limits.budget_usd))});
  }

  /// The limits of the job are lines in the plot, upright on the axis to the right, level on the one upwards.
  void limitsAreLines() {
    LiveResults live;
    QVERIFY(live.search());
    const cost::Evaluation best = live.bridge.snapshot()->best.front();
    strategy::Job job = live.document.plan().job;
    job.limits.budget_usd = 1.1 * best.outcome.usd->value;
    job.limits.deadline_hours = 1.1 * best.outcome.hours;
    live.document.undoStack().push(new SetJob(live.document, job, u"job"_s));
    live.bridge.run();
    QVERIFY(live.settled());
    ParetoView view(live.document, live.selection);
    view.resize(900, 420);
    view.show();
    auto* plot = view.findChild<NamedPlot*>(u"paretoPlot"_s);
    const auto lines = [&](bool upright) {
      QStringList texts;
      for (int i = 0; i + 1 < plot->QCustomPlot::itemCount(); ++i) {
        const auto* line = qobject_cast<QCPItemStraightLine*>(plot->item(i));
        const auto* label = qobject_cast<QCPItemText*>(plot->item(i + 1));  // made after its line
        if (line != nullptr && label != nullptr && upright == (line->point1->key() == line->point2->key()))
          texts << label->text().section(u' ', 0, 0);
      }
      return texts;
    };
    QCOMPARE(lines(true), QStringList{u"budget"_s});
    QCOMPARE(lines(false), QStringList{u"deadline"_s});
    view.setAxes(PlotAxis::TokensPerSecond, PlotAxis::UsdPerTrillion);
    QCOMPARE(lines(true), QStringList{u"deadline"_s});
    QCOMPARE(lines(false), QStringList{u"budget"_s});
    view.setAxes(PlotAxis::StepSeconds, PlotAxis::PeakMemory);
    QCOMPARE(lines(true), QStringList{u"deadline"_s});
    QCOMPARE(lines(false), QStringList{u"limit"_s});
  }

  /// Nothing beats the frontier: of the whole space only where the search was for speed and money and ended.
  void frontierSaysOfWhat() {
    plan::Snapshot snapshot;
    snapshot.status = plan::Status::optimal;
    const auto proven = [&](PlotAxis x, PlotAxis y) { return isFrontierProven(snapshot, x, y); };
    QVERIFY(!proven(PlotAxis::UsdPerTrillion, PlotAxis::TokensPerSecond));
    snapshot.objective = strategy::Objective::pareto;
    QVERIFY(proven(PlotAxis::UsdPerTrillion, PlotAxis::TokensPerSecond));
    QVERIFY(proven(PlotAxis::StepSeconds, PlotAxis::UsdPerTrillion));
    QVERIFY(!proven(PlotAxis::UsdPerTrillion, PlotAxis::PeakMemory));
    snapshot.status = plan::Status::feasible;
    QVERIFY(!proven(PlotAxis::UsdPerTrillion, PlotAxis::TokensPerSecond));
    ParetoView view(m_live.document, m_live.selection);  // the fastest was looked for
    view.resize(900, 420);
    view.show();
    auto* plot = view.findChild<NamedPlot*>(u"paretoPlot"_s);
    QStringList names;
    for (int i = 0; i < plot->plottableCount(); ++i) names << plot->plottable(i)->name();
    QVERIFY2(names.contains(u"frontier of those evaluated"_s), qPrintable(names.join(u", "_s)));
  }

  /// The card under the pointer tells the columns that are chosen in the ranking.
  void cardTellsTheChosenColumns() {
    RankingView ranking(m_live.document, m_live.selection);
    ranking.setSnapshot(m_live.bridge.snapshot());
    ParetoView view(m_live.document, m_live.selection);
    view.setRanking(ranking);
    view.resize(900, 420);
    view.show();
    auto* plot = view.findChild<NamedPlot*>(u"paretoPlot"_s);
    plot->replot();
    QPoint at;
    int rank = -1;  // of a point that is the nearest one to its pixel
    for (const PlotPoint& point : view.points().points) {
      if (point.rank < 0 || rank >= 0) continue;
      at = {qRound(plot->xAxis->coordToPixel(point.x * 1e-6)),
            qRound(plot->yAxis->coordToPixel(point.y * 1e-3))};
      if (view.pick(at, false)) rank = m_live.selection.rank();
    }
    QVERIFY(rank >= 0);
    const auto card = [&] {
      QToolTip::hideText();
      QTest::mouseMove(plot, at + QPoint(40, 0));
      QTest::mouseMove(plot, at);
      return QToolTip::text().split(u'\n');
    };
    const auto cell = [&](int column) {
      return u"%1: %2"_s.arg(ranking.rows().headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                             ranking.rows().index(rank, column).data(Qt::DisplayRole).toString());
    };
    for (const bool chosen : {true, false}) {
      ranking.setColumnChosen(RankingModel::Power, chosen);
      ranking.setColumnChosen(RankingModel::Mfu, true);
      const QStringList lines = card();
      QVERIFY2(lines.first().startsWith(u"#%1 "_s.arg(rank + 1)), qPrintable(lines.join(u'|')));
      QVERIFY2(lines.contains(cell(RankingModel::Mfu)), qPrintable(lines.join(u'|')));
      QCOMPARE(lines.contains(cell(RankingModel::Power)), chosen);
    }
    m_live.selection.select(0);
  }

  /// The search's own frontier of time and money is a part of the plot's.
  void searchFrontierIsShown() {
    const plan::SnapshotPtr snapshot = m_live.bridge.snapshot();
    const ParetoPoints all = paretoPoints(*snapshot, {}, PlotAxis::UsdPerTrillion, PlotAxis::TokensPerSecond);
    QVERIFY(!snapshot->pareto.empty());
    for (const plan::ParetoPoint& point : snapshot->pareto) {
      const auto found = std::find_if(all.points.begin(), all.points.end(), [&](const PlotPoint& shown) {
        return *shown.strategy == point.strategy;
      });
      QVERIFY(found != all.points.end());
      QVERIFY(found->frontier);
    }
  }

  /// A45: a point picked in the plot is the strategy of the window, and one picked elsewhere is marked here.
  void A45_pickSelects() {
    ParetoView view(m_live.document, m_live.selection);
    view.resize(900, 420);
    view.show();
    m_live.selection.select(0);
    auto* plot = view.findChild<NamedPlot*>(u"paretoPlot"_s);
    plot->replot();
    const auto& points = view.points().points;
    const auto target =
        std::find_if(points.begin(), points.end(), [](const PlotPoint& point) { return point.rank == 19; });
    QVERIFY(target != points.end());
    const double x = target->x, y = target->y;
    QVERIFY(view.pick({plot->xAxis->coordToPixel(x * 1e-6), plot->yAxis->coordToPixel(y * 1e-3)}, false));
    // Points may lie on each other; what was picked lies where it was clicked.
    const strategy::Strategy picked = *m_live.selection.strategy();
    const auto found = std::find_if(points.begin(), points.end(),
                                    [&](const PlotPoint& point) { return *point.strategy == picked; });
    QVERIFY(found != points.end());
    QCOMPARE(found->x, x);
    QCOMPARE(found->y, y);
    m_live.selection.select(3);
    int marked = 0;
    for (int i = 0; i < plot->itemCount(); ++i)
      if (plot->isItemSelected(i)) {
        ++marked;
        QVERIFY2(plot->itemName(i).startsWith(u"#4 "_s), qPrintable(plot->itemName(i)));
        // How sure the prediction is: the share by which the band of the fourth place reaches below and
        // above.
        const cost::Evaluation& e = m_live.bridge.snapshot()->best[3];
        const QString band = u"80 % band of the step: %1 shorter to %2 longer"_s.arg(
            percentText(1.0 - e.step_low.value / e.step.value, 0),
            percentText(e.step_high.value / e.step.value - 1.0, 0));
        QVERIFY2(plot->itemName(i).contains(band), qPrintable(plot->itemName(i)));
      }
    QCOMPARE(marked, 1);
    // By keys: Home goes to the best.
    QTest::keyClick(plot, Qt::Key_Home);
    QCOMPARE(m_live.selection.rank(), 0);
    m_live.selection.select(0);
  }

  /// A47: the card says B less A; swapping turns every sign round.
  void A47_differenceCard() {
    const auto& best = m_live.bridge.snapshot()->best;
    const Difference d = difference(best[0], best[5]), back = difference(best[5], best[0]);
    QCOMPARE(d.tokensPerSecond, best[5].tokens_per_second - best[0].tokens_per_second);
    QCOMPARE(d.usdPerTrillion,
             *best[5].money.usd_per_trillion_tokens - *best[0].money.usd_per_trillion_tokens);
    QCOMPARE(d.memoryShare, best[5].memory_share() - best[0].memory_share());
    QCOMPARE(back.tokensPerSecond, -d.tokensPerSecond);
    QCOMPARE(back.usdPerTrillion, -d.usdPerTrillion);
    QCOMPARE(back.memoryShare, -d.memoryShare);
    QCOMPARE(back.stepSeconds, -d.stepSeconds);

    ParetoView view(m_live.document, m_live.selection);
    view.resize(900, 420);
    view.show();
    const auto* card = view.findChild<QLabel*>(u"pareto.difference"_s);
    m_live.selection.select(5);
    QVERIFY(!card->isVisible());
    m_live.selection.compareWith(planning::layout_of(best[0].strategy));
    QVERIFY(card->isVisible());
    // #6 is slower than #1: a true minus before the whole number of tokens a second.
    const QString speed = QLocale().toString(qRound(best[0].tokens_per_second - best[5].tokens_per_second));
    const QString digits = QString(speed).remove(QRegularExpression(u"\\D"_s));
    const auto plain = [&] { return QString(card->text()).remove(QRegularExpression(u"[\\x{202f}, ]"_s)); };
    QVERIFY2(plain().contains(QChar(0x2212) + digits), qPrintable(card->text()));
    QTest::keyClick(view.findChild<QWidget*>(u"paretoPlot"_s), Qt::Key_X);
    QCOMPARE(m_live.selection.rank(), 0);
    QVERIFY2(plain().contains(u'+' + digits), qPrintable(card->text()));
    m_live.selection.compareWith({});
  }

  /// The table twin holds a row for each point drawn, the frontier first; its rows select.
  void tableTwin() {
    ParetoView view(m_live.document, m_live.selection);
    view.resize(900, 420);
    view.show();
    view.setShowTable(true);
    auto* table = view.findChild<QTableWidget*>(u"paretoPlot.table"_s);
    QVERIFY(table->isVisible());
    QCOMPARE(std::size_t(table->rowCount()), view.drawnCount());
    const auto frontier = std::count_if(view.points().points.begin(), view.points().points.end(),
                                        [](const PlotPoint& point) { return point.frontier; });
    for (int row = 0; row < table->rowCount(); ++row)
      QCOMPARE(table->item(row, 4)->text(), row < frontier ? u"yes"_s : u"no"_s);
    table->setCurrentCell(table->rowCount() - 1, 0);
    const auto place = std::size_t(table->item(table->rowCount() - 1, 0)->data(Qt::UserRole).toInt());
    QCOMPARE(*m_live.selection.strategy(), *view.points().points[place].strategy);
    m_live.selection.select(0);
  }

 private:
  LiveResults m_live;
};

}  // namespace tst_pareto

ASTROLABE_TEST(tst_pareto, TestPareto)
#include "tst_pareto.moc"
