// core/plan/sensitivity: levers, the ends of their bars and the values at which another strategy takes over,
// of strategies whose money and speed are sums written out.
#include <QtTest>
#include <cmath>
#include <functional>

#include "core/hardware/usable_gpus.h"
#include "core/plan/sensitivity.h"
#include "cost_sums.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_sensitivity {

using namespace astrolabe;
using namespace astrolabe::tests;
using plan::Lever;
using plan::Metric;
using plan::Sensitivity;
using plan::Swing;
using strategy::Problem;
using Kind = plan::Lever::Kind;

namespace {

/// What a strategy comes to in a question: dollars for 1e12 tokens, or tokens a second.
using Sum = std::function<double(const Problem&)>;

/// `sums` are those of the ranked strategies, which their micro-batches tell apart; not finite is not
/// possible.
Sensitivity moved(const Problem& problem, Metric metric, double change, const std::vector<Sum>& sums) {
  const plan::Predict predict = [&](const Problem& asked,
                                    const strategy::Strategy& s) -> std::optional<cost::Evaluation> {
    const double sum = sums[static_cast<std::size_t>(s.micro_batch - 1)](asked);
    if (!std::isfinite(sum)) return std::nullopt;
    cost::Evaluation evaluation;
    evaluation.strategy = s;
    (metric == Metric::tokens_per_second ? evaluation.tokens_per_second
                                         : evaluation.money.usd_per_trillion_tokens.emplace()) = sum;
    return evaluation;
  };
  std::vector<cost::Evaluation> ranked;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    strategy::Strategy s;
    s.micro_batch = static_cast<int>(i) + 1;
    ranked.push_back(*predict(problem, s));
  }
  return plan::sensitivity(problem, ranked, metric, change, predict);
}

const Swing& swing_of(const Sensitivity& found, Kind kind) {
  return *std::find_if(found.swings.begin(), found.swings.end(),
                       [&](const Swing& swing) { return swing.lever.kind == kind; });
}

Problem rented(int nodes = 1) {
  return make_test_problem(make_graph(4), make_cluster({make_pool("a", nodes, 8)}), 2048, 8);
}

Problem bought(double utilisation) {
  Problem problem = rented();
  problem.job.cost.basis = hardware::CostBasis::buy;
  problem.job.cost.utilisation = utilisation;
  return problem;
}

double rent(const Problem& problem) { return problem.cluster.pools[0].usd_per_gpu_hour->value; }
double speed(const Problem& problem) { return problem.cluster.pools[0].relative_speed; }
double used(const Problem& problem) { return problem.job.cost.utilisation; }

/// 100 r of the first against `fixed` + 20 r: as much at r = fixed / 80.
std::vector<Sum> dearer_with_rent(double fixed) {
  return {[](const Problem& p) { return 100.0 * rent(p); },
          [fixed](const Problem& p) { return fixed + 20.0 * rent(p); }};
}

}  // namespace

class TestSensitivity : public QObject {
  Q_OBJECT

 private slots:
  /// A node without a second one has no network to move, a GPU alone in its node no links; pools have what
  /// joins them. The cable is the same from both sides.
  void leversOfPools() {
    const auto kinds = [](const Problem& problem) {
      std::vector<Kind> all;
      for (const Lever& lever : plan::levers_of(problem)) all.push_back(lever.kind);
      return all;
    };
    QVERIFY(kinds(rented()) == (std::vector<Kind>{Kind::rent, Kind::speed, Kind::intra_node}));
    QVERIFY(kinds(rented(2)) ==
            (std::vector<Kind>{Kind::rent, Kind::speed, Kind::intra_node, Kind::inter_node}));
    const Problem two = make_test_problem(
        make_graph(4), make_cluster({make_pool("a", 1, 1), make_pool("b", 1, 1)}, 100.0), 2048, 8);
    QVERIFY(kinds(two) ==
            (std::vector<Kind>{Kind::rent, Kind::speed, Kind::between, Kind::rent, Kind::speed}));
    const Problem slower = plan::with_lever(two, {Kind::between, 0, 1}, 50e9);
    QCOMPARE(slower.cluster.links[0][1].bandwidth.value, 50e9);
    QCOMPARE(slower.cluster.links[1][0].bandwidth.value, 50e9);
    QVERIFY(kinds(bought(0.8)) == (std::vector<Kind>{Kind::purchase, Kind::speed, Kind::intra_node,
                                                     Kind::power_price, Kind::utilisation}));
    // What is owned has no price that is paid for unused hours but that of hosting.
    Problem owned = bought(0.8);
    owned.job.cost.basis = hardware::CostBasis::own;
    QVERIFY(kinds(owned) == (std::vector<Kind>{Kind::speed, Kind::intra_node, Kind::power_price}));
    owned.job.cost.hosting_usd_per_kw_month = 150.0;
    QVERIFY(kinds(owned) == (std::vector<Kind>{Kind::speed, Kind::intra_node, Kind::power_price,
                                               Kind::hosting, Kind::utilisation}));
  }

  /// A network of 200 GB/s that a mark makes twice as slow counts with 100: it is moved as the 200 that were
  /// asked, and at 180 of them the question has 90.
  void leversAreWhatWasAsked() {
    Problem marked = rented(2);
    hardware::Pool& pool = marked.cluster.pools[0];
    pool.inter_node.bandwidth.value = 200e9;
    pool.relative_speed = 1.0;
    hardware::slow_by(pool, {4.0, 1.0, 2.0});
    QCOMPARE(pool.inter_node.bandwidth.value, 100e9);
    QCOMPARE(plan::lever_value(marked, {Kind::inter_node, 0}), 200e9);
    QCOMPARE(plan::lever_value(marked, {Kind::speed, 0}), 1.0);
    QCOMPARE(plan::lever_value(marked, {Kind::rent, 0}), rent(marked));
    const Problem slower = plan::with_lever(marked, {Kind::inter_node, 0}, 180e9);
    QCOMPARE(slower.cluster.pools[0].inter_node.bandwidth.value, 90e9);
  }

  /// At 2.5 USD the first costs 250. A tenth each way 225 and 275; above 250 / 80 = 3.125 the other is
  /// cheaper, found to 1e-4. Rent is all that counts, so its bar is the widest and stands first.
  void endsAndTurnOfARent() {
    const Sensitivity found = moved(rented(2), Metric::usd_per_trillion_tokens, 0.1, dearer_with_rent(250.0));
    QCOMPARE(found.base, 250.0);
    QVERIFY(!found.stopped);
    const Swing& swing = found.swings.front();
    QCOMPARE(swing.lever.kind, Kind::rent);
    checkClose(swing.low_value, 2.25);
    checkClose(swing.high_value, 2.75);
    checkClose(*swing.low, 225.0);
    checkClose(*swing.high, 275.0);
    QVERIFY(!swing.below);
    checkClose(swing.above.value(), 3.125, 1e-4);
    QCOMPARE(swing.taker_above, 1);
    QCOMPARE(swing.taker_below, -1);
    for (std::size_t i = 1; i < found.swings.size(); ++i)
      QVERIFY(!found.swings[i].below && !found.swings[i].above);
  }

  /// A turn at 3.9 times the value is within a factor of 4, one at 4.1 times is not; the same to the other
  /// side.
  void turnsWithinAFactorOfFour() {
    const auto above = [](double times) {
      return swing_of(
                 moved(rented(), Metric::usd_per_trillion_tokens, 0.1, dearer_with_rent(80.0 * 2.5 * times)),
                 Kind::rent)
          .above;
    };
    checkClose(above(3.9).value(), 9.75, 1e-4);
    QVERIFY(!above(4.1));
    const auto below = [](double times) {  // fixed + 20 r against 80 r
      const double fixed = 60.0 * 2.5 / times;
      return swing_of(moved(rented(), Metric::usd_per_trillion_tokens, 0.1,
                            {[fixed](const Problem& p) { return fixed + 20.0 * rent(p); },
                             [](const Problem& p) { return 80.0 * rent(p); }}),
                      Kind::rent)
          .below;
    };
    checkClose(below(3.9).value(), 2.5 / 3.9, 1e-4);
    QVERIFY(!below(4.1));
  }

  /// The tenth place may take over, the eleventh is not looked at.
  void tenPlacesAreLookedAt() {
    std::vector<Sum> sums = dearer_with_rent(250.0);
    sums.insert(sums.begin() + 1, 8, [](const Problem&) { return 1e6; });
    sums.emplace_back([](const Problem&) { return 260.0; });  // cheaper from 2.6 on, were it looked at
    const Swing swing = swing_of(moved(rented(), Metric::usd_per_trillion_tokens, 0.1, sums), Kind::rent);
    QCOMPARE(swing.taker_above, 9);
    checkClose(swing.above.value(), 3.125, 1e-4);
  }

  /// Tokens a second, the more the better: 1,000 s of the first and 1,500 s - 600 of the third are as much at
  /// a speed s of 1.2. What is as fast, or costs as much, everywhere takes nothing over, rounding or not.
  void fasterTakesOverAndAsFastDoesNot() {
    const Sum first = [](const Problem& p) { return 1000.0 * speed(p); };
    const Swing swing =
        swing_of(moved(rented(), Metric::tokens_per_second, 0.1,
                       {first, first, [](const Problem& p) { return 1500.0 * speed(p) - 600.0; }}),
                 Kind::speed);
    checkClose(*swing.low, 900.0);
    checkClose(*swing.high, 1100.0);
    checkClose(swing.above.value(), 1.2, 1e-4);
    QCOMPARE(swing.taker_above, 2);
    QVERIFY(!swing.below);
    const auto nearly = [&](double times) { return [=](const Problem& p) { return times * first(p); }; };
    for (const Metric metric : {Metric::tokens_per_second, Metric::usd_per_trillion_tokens})
      for (const Swing& tied :
           moved(rented(), metric, 0.1, {first, first, nearly(1.0 + 1e-12), nearly(1.0 - 1e-12)}).swings)
        QVERIFY(!tied.below && !tied.above);
  }

  /// Where the first is not possible there is no end of its bar, and the next takes its place at once.
  void whatIsNotPossibleThere() {
    const auto narrow = [](const Problem& p) { return rent(p) > 2.6 ? INFINITY : 250.0; };
    const Swing swing = swing_of(
        moved(rented(), Metric::usd_per_trillion_tokens, 0.1, {narrow, [](const Problem&) { return 300.0; }}),
        Kind::rent);
    QVERIFY(swing.low && !swing.high);
    checkClose(swing.above.value(), 2.6, 1e-4);
    QCOMPARE(swing.taker_above, 1);
  }

  /// No more than all hours are used: three tenths more than 0.8 end at 1. A turn at 0.97 lies on the way
  /// there, one at 1.1 does not.
  void utilisationEndsAtOne() {
    const auto swing = [](double turn) {  // 100 / u against 50 / u + 50 / turn
      return swing_of(moved(bought(0.8), Metric::usd_per_trillion_tokens, 0.3,
                            {[turn](const Problem& p) { return 50.0 / used(p) + 50.0 / turn; },
                             [](const Problem& p) { return 100.0 / used(p); }}),
                      Kind::utilisation);
    };
    QCOMPARE(swing(1.1).high_value, 1.0);
    checkClose(swing(1.1).low_value, 0.56);
    QVERIFY(!swing(1.1).above);
    checkClose(swing(0.97).above.value(), 0.97, 1e-4);
    checkClose(swing(0.9).above.value(), 0.9, 1e-4);
  }
};

}  // namespace tst_sensitivity

ASTROLABE_TEST(tst_sensitivity, TestSensitivity)
#include "tst_sensitivity.moc"
