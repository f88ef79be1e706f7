// ui/canvas/worked_totals: the sums under the canvas by hand.
#include <QtTest>

#include "core/hardware/pool_power.h"
#include "sample_document.h"
#include "tests/program/test_program.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/figure_label.h"
#include "ui/canvas/totals.h"
#include "ui/canvas/worked_totals.h"
#include "ui/render/numbers.h"

namespace tst_worked_totals {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using Origin = FormulaInput::Origin;

namespace {

/// 4 nodes of 8 H100 for $2 a GPU hour and $30,000 a GPU, and 2 nodes of 8 A100 for $1 and $10,000, whose
/// networks cost $24,000 a node.
plan::Plan twoPools() {
  plan::Plan plan = plan::sample_plan();
  hardware::PoolSpec& first = plan.cluster.pools[0];
  hardware::PoolSpec& second = plan.cluster.pools[1];
  first.nodes = 4;
  first.gpus_per_node = second.gpus_per_node = 8;
  first.usd_per_gpu_hour = 2.0;
  first.purchase_usd_per_gpu = 30000.0;
  second.nodes = 2;
  second.usd_per_gpu_hour = 1.0;
  second.purchase_usd_per_gpu = 10000.0;
  second.network_usd_per_node = 24000.0;
  return plan;
}

}  // namespace

class TestWorkedTotals : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  /// 32 x 2 + 16 x 1 = 80; 32 x 30,000 + 16 x 10,000 + 2 x 24,000 = 1,168,000.
  void byHand() {
    const plan::Plan plan = twoPools();
    const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
    const WorkedFigure rent = workOut(ClusterTotal::Rent, plan, catalogue);
    QCOMPARE(rent.worked, QStringList{u"32 × $2 + 16 × $1 = $80"_s});
    QCOMPARE(rent.value, u"$80 an hour"_s);
    QCOMPARE(rent.inputs.size(), std::size_t(4));
    QCOMPARE(rent.inputs[1].origin, Origin::Stated);
    const WorkedFigure purchase = workOut(ClusterTotal::Purchase, plan, catalogue);
    QCOMPARE(purchase.worked, QStringList{u"32 × $30,000 + 16 × $10,000 + 2 × $24,000 = $1,168,000"_s});
    QCOMPARE(purchase.value, u"$1,168,000"_s);
    QCOMPARE(purchase.notes.size(), 1);  // the network of the first has no price
    const WorkedFigure power = workOut(ClusterTotal::Power, plan, catalogue);
    const double first = *poolPower(plan.cluster.pools[0], catalogue);
    const double second = *poolPower(plan.cluster.pools[1], catalogue);
    QCOMPARE(power.worked,
             QStringList{u"(4 × %1 + 2 × %2) ÷ 1,000 = %3"_s.arg(
                 preciseText(first), preciseText(second), preciseText((4 * first + 2 * second) / 1000.0))});
    QCOMPARE(power.pools, (std::vector<std::string>{plan.cluster.pools[0].id, plan.cluster.pools[1].id}));
  }

  /// What the canvas tells is of the machines. At the wall stand switches and cooling beside it: as much as
  /// the hover, the note and the accessible name say, which is (machines + switches) x PUE.
  void machinesAndTheWall() {
    plan::Plan plan = twoPools();
    plan.job.cost.pue = 1.25;
    const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
    const Totals totals = totalsOf(plan, catalogue);
    double switches = 0.0;
    for (const hardware::PoolSpec& pool : plan.cluster.pools)
      switches += hardware::switch_power(pool, plan.cluster, catalogue).value * pool.nodes;
    QCOMPARE(*totals.wallWatts, (*totals.powerWatts + switches) * 1.25);
    const QString wall = u"%1 at the wall"_s.arg(powerText(*totals.wallWatts));
    const WorkedFigure power = workOut(ClusterTotal::Power, plan, catalogue);
    QVERIFY2(power.notes.size() == 1 && power.notes[0].startsWith(wall) && power.notes[0].contains(u"1.25"_s),
             qPrintable(power.notes.join(u'\n')));
    PlanDocument document;
    CanvasPanel panel(document);
    plan::PlanFile file;
    file.plan = plan;
    document.reset(file, {});
    const auto* label = panel.findChild<FigureLabel*>(u"canvasTotals.power"_s);
    QVERIFY2(label->toolTip().contains(u'\n' + wall), qPrintable(label->toolTip()));
    QCOMPARE(label->accessibleName(), label->text() + u" of the machines"_s);
  }

  /// Prices of the user's own are none of the catalogue; nor are the watts of GPUs that are held below
  /// theirs.
  void ownPricesAndLimits() {
    plan::Plan plan = twoPools();
    hardware::PoolSpec& first = plan.cluster.pools[0];
    first.node = "onprem-dgx-h100";
    first.usd_per_gpu_hour.reset();
    first.gpu_power_limit_watts = 500.0;
    hardware::OwnTypes own;
    own.gpu_rents = {{"h100-sxm", {3.0}, {"broker", "2026-01-02", true}}};
    const hardware::Catalogue catalogue = hardware::Catalogue::built_in().with(own);
    const WorkedFigure rent = workOut(ClusterTotal::Rent, plan, catalogue);
    QCOMPARE(rent.worked, QStringList{u"32 × $3 + 16 × $1 = $112"_s});
    QCOMPARE(rent.inputs[1].origin, Origin::OwnPrice);
    QCOMPARE(rent.inputs[1].source, u"broker"_s);
    const WorkedFigure power = workOut(ClusterTotal::Power, plan, catalogue);
    QCOMPARE(power.inputs[1].letter, u"P"_s);
    QCOMPARE(power.inputs[1].origin, Origin::Derived);
    QVERIFY2(power.inputs[1].source.contains(powerText(500.0)), qPrintable(power.inputs[1].source));
    QVERIFY2(!power.inputs[3].source.contains(powerText(500.0)), qPrintable(power.inputs[3].source));
  }

  /// Without a price of one pool there is no sum: the others are told, and which one lacks it.
  void aPriceThatIsNotKnown() {
    plan::Plan plan = twoPools();
    plan.cluster.pools[1] = {};
    plan.cluster.pools[1].id = "unknown";
    plan.cluster.pools[1].gpu = "no-such-gpu";
    const WorkedFigure rent = workOut(ClusterTotal::Rent, plan, hardware::Catalogue::built_in());
    QVERIFY(rent.worked.isEmpty());
    QCOMPARE(rent.value, u"no price"_s);
    QCOMPARE(rent.inputs.back().value, u"no price"_s);
    QVERIFY(rent.inputs.back().name.contains(u"unknown"_s));
  }

  /// The labels ask by click and by key; an empty cluster has nothing to ask.
  void theLabels() {
    PlanDocument document;
    CanvasPanel panel(document);
    panel.resize(1200, 600);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    auto* rate = panel.findChild<FigureLabel*>(u"canvasTotals.rate"_s);
    QVERIFY(rate && !rate->isAskable());
    fillSample(document);
    QTRY_VERIFY(rate->isAskable() && rate->isVisible());
    std::vector<FormulaId> asked;
    QRect place;
    connect(&panel, &CanvasPanel::totalAsked, this, [&](const WorkedFigure& figure, const QRect& at) {
      asked.push_back(figure.formula.id);
      place = at;
    });
    QTest::mouseClick(rate, Qt::LeftButton);
    QCOMPARE(place, QRect(rate->mapToGlobal(QPoint(0, 0)), rate->size()));
    auto* power = panel.findChild<FigureLabel*>(u"canvasTotals.power"_s);
    power->setFocus();
    QTest::keyClick(power, Qt::Key_Return);
    QTest::keyClick(power, Qt::Key_Space);
    QTest::keyClick(power, Qt::Key_Return, Qt::ControlModifier);  // another command's
    QCOMPARE(asked, (std::vector<FormulaId>{FormulaId::ClusterRent, FormulaId::ClusterPower,
                                            FormulaId::ClusterPower}));
    // Pressed on it and let go elsewhere asks nothing.
    QTest::mousePress(rate, Qt::LeftButton);
    QTest::mouseRelease(rate, Qt::LeftButton, {}, QPoint(-30, -30));
    QCOMPARE(asked.size(), std::size_t(3));
  }
};

}  // namespace tst_worked_totals

ASTROLABE_TEST(tst_worked_totals, TestWorkedTotals)
#include "tst_worked_totals.moc"
