// core/spmd/ratios.h: the linear programme against the closed form and by its own certificate; segments,
// memory rows and operator classes against sums made by hand.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/error_codes.h"
#include "core/spmd/ratios.h"
#include "spmd_cases.h"

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::tests;

namespace {

double decades(std::mt19937_64& random, double from, double to) {
  return std::pow(10.0, std::uniform_real_distribution<double>(from, to)(random));
}

/// One segment; speeds from a few, so that they repeat.
struct Sample {
  RatioProblem problem;
  Devices devices;
};

Sample random_sample(std::mt19937_64& random) {
  const auto count = std::uniform_int_distribution<int>(1, 16)(random);
  std::vector<double> few;
  for (int k = 0; k < 4; ++k) few.push_back(decades(random, 11.0, 13.0));
  std::vector<double> speeds;
  for (int i = 0; i < count; ++i) speeds.push_back(few[random() % few.size()]);
  Sample sample;
  sample.devices = make_devices(speeds, std::vector<int>(speeds.size(), 1), 1e9);
  RatioTerms terms;
  terms.compute[0] = 1e12 * decades(random, -3.0, 3.0);
  terms.padded = decades(random, -3.0, 3.0);
  terms.constant = decades(random, -3.0, 0.0);
  sample.problem.segments = {terms};
  return sample;
}

bool certified(const Ratios& ratios) {
  return ratios.primal_violation <= 1e-9 && ratios.dual_violation <= 1e-9 && ratios.duality_gap <= 1e-9;
}

}  // namespace

class TestSpmdRatios : public QObject {
  Q_OBJECT

 private slots:
  /// 4.4 of the specification of the method: optimum at B_i ~ min(F_i, phi), phi one of the speeds.
  void programmeIsClosedForm() {
    std::mt19937_64 random(1);
    for (int k = 0; k < 2000; ++k) {
      const Sample sample = random_sample(random);
      const auto solved = solve_ratios(sample.problem, sample.devices);
      QVERIFY(solved.has_value());
      QVERIFY(certified(*solved));
      const Ratios exact = closed_form(sample.problem.segments[0], sample.devices.speeds());
      QVERIFY2(std::fabs(solved->seconds - exact.seconds) <= 1e-10 * exact.seconds,
               qPrintable(QStringLiteral("case %1: %2, %3")
                              .arg(k)
                              .arg(solved->seconds, 0, 'g', 15)
                              .arg(exact.seconds, 0, 'g', 15)));
      QVERIFY(std::fabs(std::accumulate(solved->ratios[0].begin(), solved->ratios[0].end(), 0.0) - 1.0) <=
              1e-12);
    }
  }

  /// F = (1, 2, 4), A = 7, n V / W = C: t(phi) = (A + C phi) / sum(min(F, phi)). C = 1: phi 4: 11 / 7;
  /// phi 2: 9 / 5; phi 1: 8 / 3. C = 5: 27 / 7 = 3.857, 17 / 5 = 3.4, 12 / 3 = 4. C = 10: 47 / 7 = 6.714,
  /// 27 / 5 = 5.4, 17 / 3 = 5.667.  C = 20: 87 / 7, 47 / 5 = 9.4, 27 / 3 = 9.
  void capsByHand_data() {
    QTest::addColumn<double>("padded");
    QTest::addColumn<double>("seconds");
    QTest::addColumn<double>("first");
    QTest::newRow("proportional") << 1.0 << 11.0 / 7 << 1.0 / 7;
    QTest::newRow("cap 2") << 5.0 << 3.4 << 0.2;
    QTest::newRow("cap 2 again") << 10.0 << 5.4 << 0.2;
    QTest::newRow("even") << 20.0 << 9.0 << 1.0 / 3;
  }
  void capsByHand() {
    QFETCH(double, padded);
    QFETCH(double, seconds);
    QFETCH(double, first);
    RatioTerms terms;
    terms.compute[0] = 7.0;
    terms.padded = padded;
    const Ratios exact = closed_form(terms, {1.0, 2.0, 4.0});
    QVERIFY(std::fabs(exact.seconds - seconds) <= 1e-15 * seconds);
    QVERIFY(std::fabs(exact.ratios[0][0] - first) <= 1e-15);
  }

  /// A faster device or a smaller volume never raises the optimum; scaling all speeds and volumes scales
  /// time; exchanging devices exchanges ratios.
  void invariances() {
    std::mt19937_64 random(2);
    for (int k = 0; k < 200; ++k) {
      const Sample sample = random_sample(random);
      const RatioTerms& terms = sample.problem.segments[0];
      std::vector<double> speeds = sample.devices.speeds();
      const double before = closed_form(terms, speeds).seconds - terms.constant;
      std::vector<double> reversed(speeds.rbegin(), speeds.rend());
      auto mirrored = closed_form(terms, reversed).ratios[0];
      std::reverse(mirrored.begin(), mirrored.end());
      const auto straight = closed_form(terms, speeds).ratios[0];
      for (std::size_t i = 0; i < speeds.size(); ++i) QVERIFY(std::fabs(straight[i] - mirrored[i]) <= 1e-12);
      std::vector<double> scaled = speeds;
      for (double& speed : scaled) speed *= 3.0;
      RatioTerms smaller = terms;
      smaller.padded /= 3.0;
      QVERIFY(std::fabs((closed_form(smaller, scaled).seconds - terms.constant) * 3.0 - before) <=
              1e-9 * (before + terms.constant));
      speeds[random() % speeds.size()] *= 1.5;
      QVERIFY(closed_form(terms, speeds).seconds - terms.constant <= before * (1.0 + 1e-12));
    }
  }

  /// F = (1, 2): 24 GiB shared, 24 and 8 GiB of memory: the second device holds 8 / 24. B = (2/3, 1/3),
  /// t = (2/3) / 1, twice the unconstrained 1/3. One more byte there moves 1 / 24 GiB of share to it:
  /// dt = -1 / (24 GiB).
  void memoryRow() {
    Devices devices = make_devices({1.0, 2.0}, {1, 1}, 1e9);
    const double gib = 1073741824.0;
    devices.memory = {{24 * gib}, {8 * gib}};
    RatioProblem problem;
    problem.segments.resize(1);
    problem.segments[0].compute[0] = 1.0;
    problem.memory = {{0.0, {24 * gib}}};
    const auto solved = solve_ratios(problem, devices);
    QVERIFY(solved.has_value());
    QVERIFY(certified(*solved));
    QVERIFY(std::fabs(solved->seconds - 2.0 / 3) <= 1e-12);
    QVERIFY(std::fabs(solved->ratios[0][1] - 1.0 / 3) <= 1e-12);
    QVERIFY(solved->memory_binds);
    QVERIFY(std::fabs(solved->seconds_per_byte[1] - 1.0 / (24 * gib)) <= 1e-9 / (24 * gib));
    QCOMPARE(solved->seconds_per_byte[0], 0.0);
    devices.memory = {{24 * gib}, {24 * gib}};
    const auto roomy = solve_ratios(problem, devices);
    QVERIFY(roomy.has_value());
    QVERIFY(std::fabs(roomy->seconds - 1.0 / 3) <= 1e-12);
    QVERIFY(!roomy->memory_binds);
  }

  /// 24 GiB shared on 8 + 8: 8 GiB lack, said with the device.
  void nothingFits() {
    Devices devices = make_devices({1.0, 2.0}, {1, 1}, 1e9);
    const double gib = 1073741824.0;
    devices.memory = {{8 * gib}, {8 * gib}};
    RatioProblem problem;
    problem.segments.resize(1);
    problem.segments[0].compute[0] = 1.0;
    problem.memory = {{0.0, {24 * gib}}};
    const auto solved = solve_ratios(problem, devices);
    QVERIFY(!solved.has_value());
    QCOMPARE(QString::fromStdString(solved.error().code), QStringLiteral("AST-S301"));
    QVERIFY(QString::fromStdString(solved.error().where).startsWith(QStringLiteral("device ")));
    QCOMPARE(QString::fromStdString(solved.error().found), QStringLiteral("8589934592 bytes missing"));
  }

  /// Two classes of operators: F = (1, 1) for products, (1, 3) for the rest. Work 1 each. t = max(b, 1 - b) +
  /// max(b, (1 - b) / 3): between b = 1/4 and 1/2 it is 1 - b + b = 1, elsewhere more.
  void operatorClasses() {
    Devices devices = make_devices({1.0, 1.0}, {1, 1}, 1e9);
    devices.flops_per_second[1] = {1.0, 3.0};
    RatioProblem problem;
    problem.segments.resize(1);
    problem.segments[0].compute[0] = problem.segments[0].compute[1] = 1.0;
    const auto solved = solve_ratios(problem, devices);
    QVERIFY(solved.has_value());
    QVERIFY(certified(*solved));
    QVERIFY(std::fabs(solved->seconds - 1.0) <= 1e-12);
    QVERIFY(solved->ratios[0][0] >= 0.25 - 1e-12 && solved->ratios[0][0] <= 0.5 + 1e-12);
  }

  /// F = (1, 3). First segment: work 1, proportional (1/4, 3/4). Second: padded 1, even. Moving costs D |P -
  /// P'|: with b, b' the first shares: (1 - b) / 3 for b <= 1/4 (else b) + max(b', 1 - b') + D |b - b'|. D =
  /// 0: 1/4 + 1/2. D = 10: b = b': max(b, (1 - b) / 3) + 1 - b has slope 0 from 1/4 to 1/2: 1. D = 0.5: b =
  /// 1/4, b' = 1/2: 3/4 + 1/8; slope in b' is D - 1 < 0.
  void segments_data() {
    QTest::addColumn<double>("border");
    QTest::addColumn<double>("seconds");
    QTest::newRow("free") << 0.0 << 0.75;
    QTest::newRow("dear") << 10.0 << 1.0;
    QTest::newRow("worth it") << 0.5 << 0.875;
  }
  void segments() {
    QFETCH(double, border);
    QFETCH(double, seconds);
    const Devices devices = make_devices({1.0, 3.0}, {1, 1}, 1e9);
    RatioProblem problem;
    problem.segments.resize(2);
    problem.segments[0].compute[0] = 1.0;
    problem.segments[1].padded = 1.0;
    problem.borders = {{0, 1, border}};
    const auto solved = solve_ratios(problem, devices);
    QVERIFY(solved.has_value());
    QVERIFY(certified(*solved));
    QVERIFY2(std::fabs(solved->seconds - seconds) <= 1e-12, qPrintable(QString::number(solved->seconds)));
  }
};

QTEST_GUILESS_MAIN(TestSpmdRatios)
#include "tst_spmd_ratios.moc"
