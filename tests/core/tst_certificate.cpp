// core/verify and core/search/certify: the certificate of every proven answer is accepted, with each goal,
// with limits, with settings that have to be named.
#include <QtTest>
#include <random>

#include "certificates.h"
#include "core/cost/money.h"
#include "core/engine.h"
#include "core/strategy/space.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_certificate {

using namespace astrolabe;
using namespace astrolabe::tests;

class TestCertificate : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    m_problem = free_counts();
    auto made = certificate_of(m_problem);
    QVERIFY(made);
    m_certificate = *made;
  }

  /// Every proven answer of random problems, half of them with limits, feasible or not; what it covers is the
  /// whole space.
  void provenAnswersAreAccepted() {
    std::mt19937 random(20261121);
    std::mt19937 limits(7);
    std::uniform_real_distribution<double> hours(2.5, 4.0), usd(3.5, 5.0);  // powers of ten
    int accepted = 0, infeasible = 0, nodes = 0, limited = 0;
    for (int i = 0; i < cases(300); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      problem.job.flash_attention = i % 5 != 4;
      if (i % 4 >= 2) problem.job.limits.deadline_hours = std::pow(10.0, hours(limits));
      if (i % 4 == 3) problem.job.limits.budget_usd = std::pow(10.0, usd(limits));
      const search::Space counted = search::count(problem);
      const auto certificate = certificate_of(problem);
      if (!certificate) continue;
      const verify::Finding finding = verify::check(*certificate, problem);
      QVERIFY2(finding.accepted, why(finding).constData());
      QVERIFY(finding.configurations + finding.rejected_by_rule == verify::Count(counted.total));
      QVERIFY(finding.rejected_by_rule == verify::Count(counted.rejected_by_rule));
      ++accepted;
      infeasible += certificate->feasible() ? 0 : 1;
      nodes += static_cast<int>(finding.nodes);
      limited += finding.limit > 0 ? 1 : 0;
    }
    QVERIFY2(accepted > cases(250) && infeasible > cases(5) && nodes > cases(3000) && limited > cases(20),
             qPrintable(QStringLiteral("%1 %2 %3 %4").arg(accepted).arg(infeasible).arg(nodes).arg(limited)));
  }

  /// The cheapest strategy, and the set of all that are fast or cheap; half with limits. Altered bounds, of
  /// time and of money, and a set that lacks one of its strategies are refused.
  void moneyAndTheSetOfBoth() {
    std::mt19937 random(46);
    std::mt19937 limits(8);
    std::uniform_real_distribution<double> hours(2.5, 4.0), usd(3.5, 5.0);  // powers of ten
    int money = 0, sets = 0, members = 0, lacking = 0, limited = 0;
    for (int i = 0; i < cases(160); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      problem.job.flash_attention = i % 5 != 4;
      if (i % 5 != 0) without_offload(problem);
      problem.cluster.may_leave_unused = i % 3 == 0;
      if (i % 8 >= 4) problem.job.limits.deadline_hours = std::pow(10.0, hours(limits));
      if (i % 8 >= 6) problem.job.limits.budget_usd = std::pow(10.0, usd(limits));
      for (const Objective objective : {Objective::money, Objective::pareto}) {
        auto certificate = certificate_of(problem, objective);
        if (!certificate) continue;
        const verify::Finding finding = verify::check(*certificate, problem);
        QVERIFY2(finding.accepted, why(finding).constData());
        QVERIFY(bounds_are_checked(*certificate, problem));
        limited += finding.limit > 0 ? 1 : 0;
        (objective == Objective::money ? money : sets) += certificate->feasible() ? 1 : 0;
        if (certificate->incumbents.size() < 2) continue;
        members += static_cast<int>(certificate->incumbents.size());
        Certificate without = *certificate;
        without.incumbents.erase(without.incumbents.begin() +
                                 i % static_cast<int>(without.incumbents.size()));
        QVERIFY(!verify::check(without, problem).accepted);
        ++lacking;
      }
    }
    QVERIFY2(
        money > cases(80) && sets > cases(80) && members > cases(90) && lacking > cases(24) &&
            limited > cases(20),
        qPrintable(
            QStringLiteral("%1 %2 %3 %4 %5").arg(money).arg(sets).arg(members).arg(lacking).arg(limited)));
  }

  void namedSettingsAreCertified_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QStringList>("values");
    QTest::addColumn<int>("depth");
    QTest::newRow("ZeRO 2") << "zero_stage" << QStringList{"2"} << 4;
    QTest::newRow("ZeRO 3") << "zero_stage" << QStringList{"3"} << 4;
    QTest::newRow("ZeRO 1, 2 and 3") << "zero_stage" << QStringList{"1", "2", "3"} << 4;
    QTest::newRow("ZB-V") << "schedule" << QStringList{"zb-v"} << 3;
    QTest::newRow("ZB-V and others") << "schedule" << QStringList{"1f1b", "interleaved", "zb-v"} << 3;
    QTest::newRow("optimizer in host memory") << "offload_optimizer" << QStringList{"true"} << 3;
    QTest::newRow("activations in host memory") << "offload_activations" << QStringList{"true"} << 1;
    QTest::newRow("activations here or there") << "offload_activations" << QStringList{"false", "true"} << 2;
  }
  /// Settings that a job names. Paths as deep as `depth` tell the number of stages (3), the setting
  /// (4): then of pipelines.
  void namedSettingsAreCertified() {
    QFETCH(QString, key);
    QFETCH(QStringList, values);
    QFETCH(int, depth);
    std::vector<std::string> named;
    for (const QString& value : values) named.push_back(value.toStdString());
    std::mt19937 random(1958);
    int accepted = 0, deep = 0;
    constexpr int kProblems = std::max(5, cases(14));
    for (int i = 0; i < kProblems; ++i) {
      strategy::Problem problem = i == 0 ? free_counts() : random_problem(random, i % 2 == 0);
      problem.job.allowed[key.toStdString()] = named;
      const auto certificate = certificate_of(problem);
      if (!certificate) continue;
      const verify::Finding finding = verify::check(*certificate, problem);
      QVERIFY2(finding.accepted, why(finding).constData());
      QVERIFY(bounds_are_checked(*certificate, problem));
      for (const std::size_t n : cut_nodes(*certificate)) {
        const std::vector<std::uint32_t>& path = certificate->nodes[n].path;
        deep += static_cast<int>(path.size()) >= depth && (depth < 3 || path[2] > 1) ? 1 : 0;
      }
      ++accepted;
    }
    QVERIFY2(accepted > kProblems - 4 && deep > kProblems / 3 + 1,
             qPrintable(QStringLiteral("%1 %2").arg(accepted).arg(deep)));
  }

  /// Limits that leave the answer, change it, or leave none; and what is proven under a limit is no proof
  /// without it.
  void limitsAreCertified() {
    const search::Progress free = answer_of(m_problem);
    QVERIFY(free.optimal);
    const cost::Evaluation& fastest = free.best.front();
    const double hours = fastest.hours_for_job;
    const double usd = fastest.money.usd_for_job.value().value;
    std::uint64_t beyond = 0;
    const auto certified = [&](std::optional<double> deadline, std::optional<double> budget,
                               Certificate& out) {
      strategy::Problem problem = m_problem;
      problem.job.limits.deadline_hours = deadline;
      problem.job.limits.budget_usd = budget;
      auto made = certificate_of(problem);
      if (!made) return false;
      out = std::move(*made);
      const verify::Finding finding = verify::check(out, problem);
      beyond = finding.limit;
      if (!finding.accepted) qWarning("%s", finding.reason.c_str());
      return finding.accepted && bounds_are_checked(out, problem);
    };
    Certificate certificate;
    QVERIFY(certified(1.5 * hours, std::nullopt, certificate));
    QVERIFY(certificate.nodes == m_certificate.nodes && beyond == 0);
    QVERIFY(certified(std::nullopt, 0.8 * usd, certificate));
    QVERIFY(certificate.feasible() &&
            certificate.incumbents.front().step > 1.01 * m_certificate.incumbents.front().step);
    QVERIFY(beyond > 0);
    QVERIFY(refused(certificate, m_problem, "breaks a limit"));
    QVERIFY(certified(0.9 * hours, std::nullopt, certificate));
    QVERIFY(!certificate.feasible() && beyond > 0);
    QVERIFY(refused(certificate, m_problem, "breaks a limit"));
    QVERIFY(certified(2.0 * hours, 0.01 * usd, certificate));
    QVERIFY(!certificate.feasible() && beyond > 0);
    // What is slower than the incumbent may well keep a deadline of one and a half of its hours.
    strategy::Problem timed = m_problem;
    timed.job.limits.deadline_hours = 1.5 * hours;
    Certificate altered = m_certificate;
    const auto keeps =
        std::find_if(altered.nodes.begin(), altered.nodes.end(), [&](const verify::Node& node) {
          return node.verdict == Verdict::cut && static_cast<double>(node.seconds) * altered.unit_seconds() <
                                                     1.49 * altered.incumbents.front().step;
        });
    QVERIFY(keeps != altered.nodes.end());
    keeps->verdict = Verdict::limit;
    QVERIFY(refused(altered, timed, "breaks a limit"));
    strategy::Problem cheap = m_problem;
    cheap.job.limits.usd_per_trillion_tokens = 0.8 * *fastest.money.usd_per_trillion_tokens;
    const auto priced = certificate_of(cheap);
    QVERIFY(priced && verify::check(*priced, cheap).accepted);
    QVERIFY(verify::decode(verify::encode(*priced))->nodes == priced->nodes);
  }

  /// Power and cost per hour: nodes of which all draw or cost too much are told as such, and nothing that may
  /// keep the limits is.
  void powerAndRateAreCertified() {
    strategy::Problem problem = m_problem;
    problem.cluster.may_leave_unused = true;
    std::vector<int> all;
    for (const hardware::Pool& pool : problem.cluster.pools) all.push_back(pool.max_gpus);
    const cost::Money whole = cost::hourly(problem.cluster, problem.job, all);
    const auto certified = [&](const strategy::Problem& limited, bool feasible) {
      const auto made = certificate_of(limited);
      if (!made || made->feasible() != feasible) return false;
      const verify::Finding finding = verify::check(*made, limited);
      if (!finding.accepted) qWarning("%s", finding.reason.c_str());
      return finding.accepted && finding.limit > 0 && bounds_are_checked(*made, limited);
    };
    for (const double share : {0.6, 0.3}) {
      strategy::Problem limited = problem;
      limited.job.limits.power_kw = share * whole.power_kw;
      QVERIFY(certified(limited, true));
      limited.job.limits.power_kw.reset();
      limited.job.limits.usd_per_hour = share * whole.usd_per_hour.value().value;
      QVERIFY(certified(limited, true));
    }
    strategy::Problem dark = problem;
    dark.job.limits.power_kw = 1e-3;
    QVERIFY(certified(dark, false));
    // What is beyond 0.3 of the power is not beyond all of it.
    strategy::Problem tight = problem, wide = problem;
    tight.job.limits.power_kw = 0.3 * whole.power_kw;
    wide.job.limits.power_kw = 1.01 * whole.power_kw;
    const auto made = certificate_of(tight);
    QVERIFY(made);
    QVERIFY(!verify::check(*made, wide).accepted);
  }

  /// The fewest GPUs, and the places behind the first of every goal that has them. A place left out, told
  /// twice or in front of a better one is refused, and so is one more GPU than there are.
  void placesAndTheFewestGpus() {
    std::mt19937 random(61);
    int fewest = 0, several = 0, left_out = 0;
    for (int i = 0; i < cases(90); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      problem.job.flash_attention = i % 5 != 4;
      if (i % 5 != 0) without_offload(problem);
      const Objective objective = std::array{Objective::gpus, Objective::throughput, Objective::money}[i % 3];
      if (objective == Objective::gpus) problem.cluster.may_leave_unused = true;
      const auto certificate = certificate_of(problem, objective, 1 + i % 7);
      if (!certificate) continue;
      const verify::Finding finding = verify::check(*certificate, problem);
      QVERIFY2(finding.accepted, why(finding).constData());
      QVERIFY(bounds_are_checked(*certificate, problem));
      const auto read = verify::decode(verify::encode(*certificate));
      QVERIFY(read && read->incumbents == certificate->incumbents && read->nodes == certificate->nodes);
      if (certificate->counts_gpus() && certificate->feasible()) {
        ++fewest;
        Certificate more = *certificate;
        ++more.incumbents.front().gpus;
        QVERIFY(refused(more, problem, "GPUs in whole units, not"));
      }
      const std::size_t places = certificate->incumbents.size();
      if (places < 2) continue;
      ++several;
      Certificate altered = *certificate;
      altered.incumbents[1] = altered.incumbents.front();
      QVERIFY(refused(altered, problem, "are the same"));
      const verify::Incumbent& first = certificate->incumbents.front();
      const verify::Incumbent& last = certificate->incumbents.back();
      if (first.step == last.step && first.gpus == last.gpus) continue;
      altered = *certificate;
      altered.incumbents.erase(altered.incumbents.begin());
      QVERIFY(!verify::check(altered, problem).accepted);
      ++left_out;
      if (places > 2 || (first.usd > last.usd * (1.0 - 1e-9) && certificate->counts_money())) continue;
      altered = *certificate;
      std::swap(altered.incumbents.front(), altered.incumbents.back());
      QVERIFY(refused(altered, problem, "stands behind a worse one"));
    }
    QVERIFY2(fewest >= cases(20) && several >= cases(40) && left_out >= cases(30),
             qPrintable(QStringLiteral("%1 %2 %3").arg(fewest).arg(several).arg(left_out)));
  }

 private:
  strategy::Problem m_problem;
  Certificate m_certificate;
};

}  // namespace tst_certificate

ASTROLABE_TEST(tst_certificate, TestCertificate)
#include "tst_certificate.moc"
