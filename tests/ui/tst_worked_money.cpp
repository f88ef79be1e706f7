// ui/render/worked_figure: what an hour of bought and owned GPUs costs, worked out by hand.
#include <QtTest>

#include "core/plan/plan_file.h"
#include "tests/program/test_program.h"
#include "tests/ui/worked_lines.h"

namespace tst_worked_money {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Ten GPUs of a node of twelve, 800 W and $32,000 each, where facilities draw 1.25 of what machines do.
struct TenGpus {
  std::shared_ptr<strategy::Problem> problem = std::make_shared<strategy::Problem>();
  explicit TenGpus(hardware::CostBasis basis) {
    problem->job.cost.basis = basis;
    problem->job.cost.pue = 1.25;
    hardware::Pool& pool = problem->cluster.pools.emplace_back();
    pool.id = "own";
    pool.nodes = 1;
    pool.gpus_per_node = 12;
    pool.purchase_per_gpu = Usd{32000.0};
    pool.gpu_power = Watts{800.0};
  }
  /// What an hour of theirs costs, worked out where that is `usd`.
  WorkedFigure hour(double usd) const {
    plan::Snapshot snapshot;
    snapshot.problem = problem;
    cost::Evaluation e;
    e.gpus = {10};
    e.tokens_per_second = 1.0;
    e.money.machine_kw = 8.0;
    e.money.power_kw = 10.0;
    e.money.usd_per_hour = UsdPerHour{usd};
    e.money.usd_per_trillion_tokens = usd * 1e12 / 3600;
    return workOut(KeyFigure::HourMoney, e, snapshot, {}, hardware::Catalogue::built_in());
  }
};

}  // namespace

class TestWorkedMoney : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  /// Bought for $32,000 a GPU, a tenth left after 4 years, 0.8 of the hours used: 8,760 x 4 x 0.8 = 28,032 h,
  /// so 10 x 32,000 x 0.9 / 28,032 = $10.2739…; 8 kW x 1.25, 10 kW at the wall, x $0.1 = $1.
  void boughtByHand() {
    TenGpus ten(hardware::CostBasis::buy);
    const double usd = 10 * 32000 * 0.9 / 28032 + 1.0;
    const WorkedFigure hour = ten.hour(usd);
    QCOMPARE(hour.worked.front().section(u" = "_s, 0, 0),
             u"10 × $32,000 × (1 − 0.1) ÷ (8,760 × 4 × 0.8) + 10 × $0.1"_s);
    QCOMPARE(mistake(hour, usd), QString());
    QVERIFY(hour.worked.contains(u"1.25 × 10 × 800 ÷ 1,000 = 10"_s));
    QCOMPARE(hour.formula.id, FormulaId::HourBuy);
    const WorkedFigure own = TenGpus(hardware::CostBasis::own).hour(1.0);
    QCOMPARE(own.worked.front(), u"10 × $0.1 = $1"_s);
    QVERIFY(!inputOf(own, u"u"_s));  // electricity is paid as it is drawn
  }

  /// Hosting at $146.1 a kW and month of 730.5 h of which 0.8 are used: 8 x 146.1 / 584.4 = $2 beside $1 for
  /// electricity. Two idle GPUs of 800 W are hosted as well: 9.6 kW, $2.4.
  void hostedByHand() {
    TenGpus ten(hardware::CostBasis::own);
    strategy::Cost& asked = ten.problem->job.cost;
    asked.hosting_usd_per_kw_month = 146.1;
    const WorkedFigure own = ten.hour(3.0);
    QCOMPARE(own.worked.front(), u"10 × $0.1 + 8 × $146.1 ÷ (730.5 × 0.8) = $3"_s);
    QCOMPARE(mistake(own, 3.0), QString());
    QCOMPARE(own.formula.symbols, u"C = w k + w′ c / (730.5 u)"_s);
    QVERIFY(inputOf(own, u"u"_s) && inputOf(own, u"c"_s));
    asked.idle_gpus_cost = true;
    const WorkedFigure idle = ten.hour(3.4);
    QCOMPARE(idle.worked.front(), u"10 × $0.1 + 9.6 × $146.1 ÷ (730.5 × 0.8) = $3.4"_s);
    QCOMPARE(mistake(idle, 3.4), QString());
    QCOMPARE(idle.notes.filter(u"Σ i (p + s) c / (730500 u)"_s).size(), 1);
    asked.idle_gpus_cost = false;
    asked.basis = hardware::CostBasis::buy;
    const double usd = 10 * 32000 * 0.9 / 28032 + 3.0;
    const WorkedFigure bought = ten.hour(usd);
    QCOMPARE(bought.worked.front().section(u" = "_s, 0, 0),
             u"10 × $32,000 × (1 − 0.1) ÷ (8,760 × 4 × 0.8) + 10 × $0.1 + 8 × $146.1 ÷ (730.5 × 0.8)"_s);
    QCOMPARE(mistake(bought, usd), QString());
    QVERIFY(bought.formula.symbols.endsWith(u"+ w k + w′ c / (730.5 u)"_s));
  }
};

}  // namespace tst_worked_money

ASTROLABE_TEST(tst_worked_money, TestWorkedMoney)
#include "tst_worked_money.moc"
