// What stands in the way where nothing fits, and the fixes that are told: each found by a search.
#include <QtTest>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "cases.h"
#include "core/cost/limits.h"
#include "core/engine.h"
#include "core/plan/fixes.h"
#include "core/strategy/rules.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_binding {

using namespace astrolabe;
using namespace astrolabe::tests;

class TestBinding : public QObject {
  Q_OBJECT

 private slots:
  /// A model far too large: nothing fits, the missing memory is told, and the fix found makes it possible.
  void nothingFits() {
    const strategy::Problem problem = make_test_problem(
        make_graph(40, 4096, 32, 8), make_cluster({make_pool("small", 1, 2, 1.0, 24.0)}), 4096, 8);
    const plan::SnapshotPtr answer = run_search(problem, {});
    QCOMPARE(answer->status, plan::Status::infeasible);
    QVERIFY(answer->best.empty());
    QCOMPARE(answer->binding.violation.binding, cost::Binding::memory);
    QVERIFY(answer->binding.violation.over.value > 0);
    QVERIFY(!answer->fixes.empty());
    QCOMPARE(answer->fixes.front().kind, plan::Fix::Kind::add_nodes);
    strategy::Problem fixed = problem;
    fixed.cluster.pools[0].nodes += static_cast<int>(answer->fixes.front().amount);
    fixed.cluster.pools[0].max_gpus = fixed.cluster.pools[0].gpus();
    QVERIFY(!run_search(fixed, {})->best.empty());
    // Where no more GPUs may be used than there are, with the nodes more of them may.
    strategy::Problem chosen = problem;
    chosen.cluster.may_leave_unused = true;
    chosen.cluster.max_total_gpus = 2;
    const plan::SnapshotPtr limited = run_search(chosen, {});
    QVERIFY(!limited->fixes.empty());
    QCOMPARE(limited->fixes.front().kind, plan::Fix::Kind::add_nodes);
    const int more = static_cast<int>(limited->fixes.front().amount);
    chosen.cluster.pools[0].nodes += more;
    chosen.cluster.pools[0].max_gpus = chosen.cluster.pools[0].gpus();
    chosen.cluster.max_total_gpus = 2 + 2 * more;
    QVERIFY(!run_search(chosen, {})->best.empty());
  }

  /// A limit that nothing keeps: which one, by how much, and the value that would do.
  void limitBinds() {
    strategy::Problem problem =
        make_test_problem(make_graph(8), make_cluster({make_pool("a", 1, 4)}), 2048, 16);
    problem.job.limits.power_kw = 3.0;  // 4 GPUs x 1 kW x 1.3 at the wall
    const plan::SnapshotPtr answer = run_search(problem, {});
    QCOMPARE(answer->status, plan::Status::infeasible);
    QCOMPARE(answer->binding.violation.binding, cost::Binding::power);
    QCOMPARE(answer->binding.violation.found, 5.2);
    QCOMPARE(answer->fixes.front().kind, plan::Fix::Kind::raise_limit);
    QCOMPARE(answer->fixes.front().amount, 5.2);
  }

  /// How far from possible: 4.7 GiB over 94 % of 80 GiB is 4.7 / 75.2 = 0.0625 of it; of a host that lends a
  /// GPU 28.8 GiB, 3.6 are an eighth; 5 kW are a quarter above 4. Memory of no pool in particular is as far
  /// as can be.
  void excessByHand() {
    strategy::Problem problem =
        make_test_problem(make_graph(8), make_cluster({make_pool("a", 1, 8)}), 2048, 16);
    problem.job.limits.memory_headroom = 0.06;
    problem.cluster.pools[0].host_memory = gib(256);  // 0.9 x 256 / 8 = 28.8 for each
    cost::Violation violation;
    violation.binding = cost::Binding::memory;
    violation.pool = 0;
    violation.over = gib(4.7);
    const auto excess_is = [&](double expected) {
      const double found = cost::excess(violation, problem);
      QVERIFY2(std::fabs(found - expected) <= 1e-12 * expected, QByteArray::number(found).constData());
    };
    excess_is(0.0625);
    violation.binding = cost::Binding::host_memory;
    violation.over = gib(3.6);
    excess_is(0.125);
    violation.pool = -1;
    excess_is(1e300);
    violation = {};
    violation.binding = cost::Binding::power;
    violation.limit = 4.0;
    violation.found = 5.0;
    excess_is(0.25);
  }

  /// Settings and rules that leave nothing: each fix names what to give up, and makes the question possible.
  void settingsAndRulesBind() {
    strategy::Problem problem =
        make_test_problem(make_graph(8), make_cluster({make_pool("a", 1, 4)}), 2048, 16);
    problem.job.allowed["tensor_parallel"] = {"3"};
    plan::SnapshotPtr answer = run_search(problem, {});
    QCOMPARE(answer->status, plan::Status::infeasible);
    QCOMPARE(answer->fixes.size(), std::size_t(1));
    QCOMPARE(answer->fixes.front().kind, plan::Fix::Kind::free_setting);
    QCOMPARE(answer->fixes.front().limit, std::string("tensor_parallel"));

    problem.job.allowed["data_parallel"] = {"7"};  // neither alone is enough
    answer = run_search(problem, {});
    QCOMPARE(answer->fixes.size(), std::size_t(1));
    QCOMPARE(answer->fixes.front().kind, plan::Fix::Kind::free_setting);
    QVERIFY(answer->fixes.front().limit.empty());

    problem.job.allowed.clear();
    problem.job.rules = "mine: reject if $tensor_parallel >= 1";
    problem.rules = strategy::make_rule_set(problem.job.rules).value();
    answer = run_search(problem, {});
    QCOMPARE(answer->status, plan::Status::infeasible);
    QCOMPARE(answer->binding.violation.binding, cost::Binding::rule);
    QCOMPARE(answer->binding.violation.rule, std::string("mine"));
    QCOMPARE(answer->fixes.size(), std::size_t(1));
    QCOMPARE(answer->fixes.front().kind, plan::Fix::Kind::rule_off);
    problem.job.rules = plan::without_rule(problem.job.rules + "\nother: reject if $micro_batch > 4", "mine");
    problem.rules = strategy::make_rule_set(problem.job.rules).value();
    QCOMPARE(strategy::rules_of(problem).back().name, std::string("other"));
    QVERIFY(!run_search(problem, {})->best.empty());
    QCOMPARE(plan::without_rule("", "tensor_beyond_domain"), std::string("tensor_beyond_domain: off\n"));
    const std::string own =
        "mine: reject if $micro_batch > 4";  // the last line is one whether it ends or not
    for (const std::string& text : {own, own + "\n"})
      QCOMPARE(plan::without_rule(text, "tensor_beyond_domain"), own + "\ntensor_beyond_domain: off\n");
  }

  /// Weights and gradients of a fixed pipeline are too large where only the optimizer is sharded: beside more
  /// nodes the rule against more of it is named, and without the rule there is an answer.
  void shippedRuleBindsMemory() {
    strategy::Problem problem = make_test_problem(make_graph(24, 4096, 32, 8),
                                                  make_cluster({make_pool("a", 1, 8, 1.0, 16.0)}), 2048, 16);
    problem.job.allowed = {{"pipeline_parallel", {"2"}}, {"tensor_parallel", {"1"}}};
    const plan::SnapshotPtr answer = run_search(problem, {});
    QCOMPARE(answer->status, plan::Status::infeasible);
    QCOMPARE(answer->binding.violation.binding, cost::Binding::memory);
    std::vector<std::string> off;
    for (const plan::Fix& fix : answer->fixes)
      if (fix.kind == plan::Fix::Kind::rule_off) off.push_back(fix.limit);
    QCOMPARE(off, std::vector<std::string>{"sharding_with_pipeline"});
    problem.rules = strategy::make_rule_set("sharding_with_pipeline: off").value();
    QVERIFY(!run_search(problem, {})->best.empty());
  }

  /// Limits that contradict each other: the fix raises as many as are needed at once, no other, and is
  /// enough.
  void severalLimitsBind() {
    strategy::Problem problem =
        make_test_problem(make_graph(8), make_cluster({make_pool("a", 1, 4)}), 2048, 16);
    problem.cluster.may_leave_unused = true;
    problem.job.limits.deadline_hours = 1.0;
    problem.job.limits.budget_usd = 1.0;
    problem.job.limits.power_kw = 100.0;  // four GPUs draw 5.2
    const plan::SnapshotPtr answer = run_search(problem, {});
    QCOMPARE(answer->fixes.size(), std::size_t(1));
    const plan::Fix& fix = answer->fixes.front();
    QCOMPARE(fix.limit, std::string("deadline_hours"));
    QCOMPARE(fix.also.size(), std::size_t(1));
    QCOMPARE(fix.also.front().first, std::string("budget_usd"));
    problem.job.limits.deadline_hours = fix.amount;
    QVERIFY(run_search(problem, {})->best.empty());
    problem.job.limits.budget_usd = fix.also.front().second;
    QVERIFY(!run_search(problem, {})->best.empty());
  }

  /// The least power that any strategy draws, of GPUs that are not alike: below it nothing fits.
  void leastPower() {
    hardware::Cluster cluster = make_cluster({make_pool("a", 1, 4), make_pool("b", 1, 8, 0.5)});
    cluster.pools[1].gpu_power = Watts{400};
    cluster.may_leave_unused = true;
    strategy::Problem problem = make_test_problem(make_graph(8), cluster, 2048, 16);
    problem.job.limits.power_kw = 0.1;
    const plan::SnapshotPtr answer = run_search(problem, {});
    QCOMPARE(answer->status, plan::Status::infeasible);
    QCOMPARE(answer->fixes.size(), std::size_t(1));
    problem.job.limits.power_kw = answer->fixes.front().amount;
    QVERIFY(!run_search(problem, {})->best.empty());
    problem.job.limits.power_kw = answer->fixes.front().amount * (1.0 - 1e-9);
    QVERIFY(run_search(problem, {})->best.empty());
  }

  /// A limit below what any strategy takes: the fix is the least of all that are possible, every one of them
  /// looked at, and the strategy that needs it is called the closest. A job that is late may also get nodes.
  void limitsAreRaisedToTheNearest() {
    std::mt19937 random(31);
    int told = 0, grew = 0;
    for (int trial = 0; trial < cases(12); ++trial) {
      strategy::Problem problem = random_problem(random, trial % 2 == 0);
      problem.cluster.may_leave_unused = true;
      SearchOptions all;
      all.exhaustive = true;
      all.top = 1 << 20;
      const plan::SnapshotPtr fast = run_search(problem, all);
      if (fast->best.empty()) continue;
      all.objective = strategy::Objective::money;
      const plan::SnapshotPtr cheap = run_search(problem, all);
      double power = 1e300, rate = 1e300;
      for (const cost::Evaluation& each : fast->best) {
        power = std::min(power, each.money.power_kw);
        rate = std::min(rate, each.money.usd_per_hour->value);
      }
      const auto nearest = [&](const char* limit, std::optional<double> strategy::Limits::*field,
                               double least) {
        strategy::Problem tight = problem;
        tight.job.limits.*field = least * 0.9;
        const plan::SnapshotPtr answer = run_search(tight, {});
        QCOMPARE(answer->status, plan::Status::infeasible);
        QVERIFY(!answer->fixes.empty() && answer->fixes.size() <= 2);
        const plan::Fix& fix = answer->fixes.front();
        QCOMPARE(fix.kind, plan::Fix::Kind::raise_limit);
        QCOMPARE(fix.limit, std::string(limit));
        if (answer->fixes.size() == 2) {  // more nodes are in time, and they are enough
          const plan::Fix& more = answer->fixes.back();
          QVERIFY(more.kind == plan::Fix::Kind::add_nodes && fix.limit == "deadline_hours");
          strategy::Problem grown = tight;
          for (hardware::Pool& pool : grown.cluster.pools)
            if (pool.id == more.pool) {
              pool.nodes += static_cast<int>(more.amount);
              pool.max_gpus += static_cast<int>(more.amount) * pool.gpus_per_node;
            }
          if (grown.cluster.max_total_gpus) *grown.cluster.max_total_gpus += 1 << 20;
          QVERIFY(!run_search(grown, {})->best.empty());
          ++grew;
        }
        QVERIFY2(std::abs(fix.amount / least - 1.0) < 1e-9, limit);
        QVERIFY2(std::abs(answer->binding.violation.found / least - 1.0) < 1e-9, limit);
        ++told;
      };
      nearest("power_kw", &strategy::Limits::power_kw, power);
      nearest("usd_per_hour", &strategy::Limits::usd_per_hour, rate);
      nearest("deadline_hours", &strategy::Limits::deadline_hours, fast->best.front().hours_for_job);
      nearest("budget_usd", &strategy::Limits::budget_usd, cheap->best.front().money.usd_for_job->value);
      nearest("usd_per_trillion_tokens", &strategy::Limits::usd_per_trillion_tokens,
              *cheap->best.front().money.usd_per_trillion_tokens);
      if (QTest::currentTestFailed()) return;
    }
    QVERIFY(told >= 5 * cases(6));
    if (cases(12) == 12) QVERIFY(grew > 0);  // the two trials under a sanitizer need no nodes
  }

  /// Too little memory: as many nodes as are said are enough, and one less is not, whether all GPUs have to
  /// be used or not.
  void nodesAreTheFewest() {
    std::mt19937 random(32);
    int told = 0;
    for (int trial = 0; trial < cases(24); ++trial) {
      const double memory = std::uniform_real_distribution<double>(2.0, 9.0)(random);
      const int nodes = std::uniform_int_distribution<int>(1, 3)(random);
      strategy::Problem problem = make_test_problem(
          make_graph(16, 2048, 16, 8), make_cluster({make_pool("a", nodes, 2, 1.0, memory)}), 2048, 64);
      problem.cluster.may_leave_unused = trial % 2 == 1;
      const plan::SnapshotPtr answer = run_search(problem, {});
      if (!answer->best.empty()) continue;
      const auto fits_with = [&](int more) {
        strategy::Problem grown = problem;
        grown.cluster.pools[0].nodes += more;
        grown.cluster.pools[0].max_gpus += 2 * more;
        return !run_search(grown, {})->best.empty();
      };
      for (const plan::Fix& fix : answer->fixes) {
        if (fix.kind != plan::Fix::Kind::add_nodes) continue;
        const int more = static_cast<int>(fix.amount);
        QVERIFY(fits_with(more));
        for (int fewer = 1; fewer < more; ++fewer)
          QVERIFY2(!fits_with(fewer), qPrintable(QStringLiteral("%1 of %2").arg(fewer).arg(more)));
        ++told;
      }
    }
    QVERIFY(told >= cases(6));
  }
};

}  // namespace tst_binding

ASTROLABE_TEST(tst_binding, TestBinding)
#include "tst_binding.moc"
