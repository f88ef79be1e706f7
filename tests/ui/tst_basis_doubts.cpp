// A cost basis without prices for the hardware says at its field what to change, and a button does it; what
// machines cost an hour that are not rented stands in the totals.

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/totals.h"
#include "ui/canvas/worked_totals.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/numbers.h"
#include "ui/shell/basis_doubts.h"
#include "ui/shell/goal_panel.h"

namespace tst_basis_doubts {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using hardware::CostBasis;

class TestBasisDoubts : public QObject {
  Q_OBJECT

  PlanDocument m_document;

  const plan::Plan& plan() const { return m_document.plan(); }
  std::optional<BasisDoubt> doubt() const { return basisDoubt(plan(), m_document.catalogue()); }
  void choose(CostBasis basis) {
    strategy::Job job = plan().job;
    job.cost.basis = basis;
    m_document.undoStack().push(new SetJob(m_document, job, u"basis"_s));
  }

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
  void init() { fillSample(m_document); }

  /// Nodes of a cloud under Rent, and any under Own, are told nothing of.
  void nothingIsMissing() {
    QVERIFY(!doubt());
    choose(CostBasis::own);
    QVERIFY(!doubt());
  }

  /// Nodes of one's own have no rent: bought they have a price.
  void ownNodesUnderRent() {
    GoalPanel panel(m_document);
    panel.resize(320, 900);
    panel.show();
    auto* words = panel.findChild<QLabel*>(u"goalPanel.basis.doubt"_s);
    QVERIFY(words && !words->isVisible());
    m_document.undoStack().push(
        new ReplaceGpus(m_document, std::vector<std::string>{"h100", "a100"}, {}, "onprem-dgx-h100"));
    QVERIFY(doubt() && doubt()->otherKnown && !doubt()->commitment);
    QCOMPARE(doubt()->pools, (std::vector<std::string>{"h100", "h100-sxm"}));
    QVERIFY(words->isVisible());
    QVERIFY2(words->text().contains(u"No rent is known for h100, h100-sxm"_s), qPrintable(words->text()));
    const int steps = m_document.undoStack().count();
    QSignalSpy asked(&panel, &GoalPanel::priceWanted);
    QTest::mouseClick(panel.findChild<QPushButton*>(u"goalPanel.basis.fixes.price"_s), Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].value<std::vector<std::string>>(), (std::vector<std::string>{"h100", "h100-sxm"}));
    QTest::mouseClick(panel.findChild<QPushButton*>(u"goalPanel.basis.fixes.buy"_s), Qt::LeftButton);
    QVERIFY(plan().job.cost.basis == CostBasis::buy);
    QVERIFY(strategy::is_stated(plan().job, "cost.basis"));
    QCOMPARE(m_document.undoStack().count(), steps + 1);
    QVERIFY(!words->isVisible() && !doubt());
    m_document.undoStack().undo();
    QVERIFY(words->isVisible());
  }

  /// The reverse: nodes of a cloud under Buy are counted at their GPUs' price alone, which is told.
  void cloudNodesUnderBuy() {
    GoalPanel panel(m_document);
    panel.resize(320, 900);
    panel.show();
    choose(CostBasis::buy);
    QVERIFY(doubt() && doubt()->gpusAlone && doubt()->otherKnown);
    auto* words = panel.findChild<QLabel*>(u"goalPanel.basis.doubt"_s);
    QVERIFY2(words->isVisible() && words->text().contains(u"GPUs alone"_s), qPrintable(words->text()));
    QTest::mouseClick(panel.findChild<QPushButton*>(u"goalPanel.basis.fixes.rent"_s), Qt::LeftButton);
    QVERIFY(plan().job.cost.basis == CostBasis::rent);
    QVERIFY(!words->isVisible());
    // A price of one's own settles it, too.
    choose(CostBasis::buy);
    m_document.undoStack().push(
        new SetPoolPrice(m_document, std::vector<std::string>{"h100", "a100"}, 30000.0, CostBasis::buy));
    QVERIFY(!doubt());
  }

  /// Both at once: neither basis has all prices, so that only typing one helps; a pool that is left out needs
  /// none.
  void both() {
    m_document.undoStack().push(new ReplaceGpus(m_document, "h100", {}, "onprem-dgx-h100"));
    QVERIFY(doubt());
    QCOMPARE(doubt()->pools, std::vector<std::string>{"h100"});
    m_document.undoStack().push(leaveOut(m_document, {"h100"}, true));
    QVERIFY(!doubt());
  }

  /// A commitment that nobody offers: the one that has a rent is offered.
  void commitments() {
    strategy::Job job = plan().job;
    job.cost.commitment = hardware::Commitment::reserved_3y;
    m_document.undoStack().push(new SetJob(m_document, job, u"commitment"_s));
    QVERIFY(doubt());
    QVERIFY(doubt()->commitment == hardware::Commitment::on_demand);
    GoalPanel panel(m_document);
    panel.show();
    QTest::mouseClick(panel.findChild<QPushButton*>(u"goalPanel.basis.fixes.commitment"_s), Qt::LeftButton);
    QVERIFY(plan().job.cost.commitment == hardware::Commitment::on_demand);
    QVERIFY(!doubt());
  }

  /// 4 x 10.2 kW of DGX H100 bought, PUE 1.25, 0.1 $/kWh and 150 $ for a kW and month at 80 % of the hours:
  /// Four nodes draw 40.8 kW, and their share of switches 4 x 48 x 1.72 / 128 = 2.58 kW:
  /// 43.38 x (1.25 x 0.1 + 150 / (730.5 x 0.8)) = 43.38 x (0.125 + 0.256674…) = 16.5570… $/h.
  void whatMachinesCostAnHour() {
    m_document.undoStack().push(new RemovePools(m_document, {"a100"}));
    m_document.undoStack().push(new ReplaceGpus(m_document, "h100", {}, "onprem-dgx-h100"));
    QCOMPARE(totalsOf(plan(), m_document.catalogue()).powerWatts.value(), 40'800.0);
    QVERIFY(!totalsOf(plan(), m_document.catalogue()).runningPerHour);
    CanvasTotals totals(m_document);
    totals.resize(900, 32);
    totals.show();
    auto* rate = totals.findChild<QLabel*>(u"canvasTotals.rate"_s);
    QCOMPARE(rate->text(), unknownText() + u"/h"_s);
    strategy::Job job = plan().job;
    job.cost.basis = CostBasis::buy;
    job.cost.pue = 1.25;
    job.cost.usd_per_kwh = 0.1;
    job.cost.utilisation = 0.8;
    m_document.undoStack().push(new SetJob(m_document, job, u"cost"_s));
    QCOMPARE(totalsOf(plan(), m_document.catalogue()).runningPerHour.value(), 43.38 * 0.125);
    QCOMPARE(rate->text(), u"$5.42/h to run"_s);
    QVERIFY2(rate->toolTip().contains(u"hosting has no price"_s), qPrintable(rate->toolTip()));
    job.cost.hosting_usd_per_kw_month = 150.0;
    m_document.undoStack().push(new SetJob(m_document, job, u"cost"_s));
    const double hour = 43.38 * (0.125 + 150.0 / (730.5 * 0.8));
    QCOMPARE(totalsOf(plan(), m_document.catalogue()).runningPerHour.value(), hour);
    QCOMPARE(rate->text(), u"$16.6/h to run"_s);
    const WorkedFigure worked = workOut(ClusterTotal::Running, plan(), m_document.catalogue());
    QVERIFY(worked.formula.id == FormulaId::ClusterRunning);
    QCOMPARE(worked.worked.size(), 1);
    QVERIFY2(worked.worked.front().endsWith(exactMoneyText(hour)), qPrintable(worked.worked.front()));
    choose(CostBasis::rent);
    QCOMPARE(rate->text(), unknownText() + u"/h"_s);
  }
};

}  // namespace tst_basis_doubts

ASTROLABE_TEST(tst_basis_doubts, TestBasisDoubts)
#include "tst_basis_doubts.moc"
