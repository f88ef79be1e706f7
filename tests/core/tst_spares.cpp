// Failures that last: sums by hand, placings of spares against all others, and goodput against a simulation
// of failures, repairs, spares and restarts.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/cost/goodput.h"
#include "core/cost/money.h"
#include "core/cost/spares.h"
#include "core/engine.h"
#include "core/exports/visible_gpus.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/answer.h"
#include "core/plan/assumptions.h"
#include "problems.h"
#include "tests/core/close_to.h"
#include "tests/program/test_program.h"

namespace tst_spares {

using namespace astrolabe;
using namespace astrolabe::cost;
using namespace astrolabe::tests;
using tests::exact::checkClose;

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Two pools: 4 nodes of 8 GPUs with racks of 2, and 8 nodes of 4.
strategy::Problem two_pools() {
  hardware::Pool a = make_pool("a", 6, 8);
  a.domain = hardware::FailureDomain{hardware::DomainKind::rack, 2};
  strategy::Problem problem =
      make_test_problem(make_graph(4), make_cluster({std::move(a), make_pool("b", 10, 4)}), 128, 16);
  problem.job.reliability = {0.001, 600.0, 1.0, 3600.0, 10.0, 0.5, 0.25, std::nullopt};
  return problem;
}

Evaluation hundred_hours(const strategy::Problem& problem, std::vector<int> used) {
  Evaluation evaluation;
  evaluation.step = evaluation.step_low = evaluation.step_high = Seconds{1.0};
  evaluation.gpus = std::move(used);
  evaluation.hours_for_job = 100.0;
  add_outcome(problem, evaluation);
  return evaluation;
}

/// What a simulation is told: rates in events an hour, times in hours.
struct Simulated {
  struct Pool {
    double single = 0.0, domains = 0.0;
    int domain_nodes = 1, spares = 0;
  };
  std::vector<Pool> pools;
  double passing = 0.0;  ///< failures that need no repair
  double repair = 0.0, interval = 0.0, checkpoint = 0.0, restart = 0.0;
  bool even_repairs = false;  ///< of any time from 0 to twice the mean; else exponential
};

/// Plays a job event by event. It works `interval`, writes a checkpoint, and so on; a failure throws it back
/// to the last checkpoint, and it restarts as soon as no pool has more nodes down than spares. Failures come
/// all the time, but only what hits a job that is not waiting stops it.
class Play {
 public:
  Play(const Simulated& told, std::uint32_t seed) : m_told(told), m_random(seed) {
    m_down.resize(told.pools.size(), 0);
  }

  /// The share of `hours` that was useful work.
  double share(double hours) {
    while (m_now < hours) next();
    return m_kept / m_now;
  }

 private:
  struct Repair {
    double end;
    std::size_t pool;
    int nodes;
  };
  double drawn(double rate) {
    return rate > 0.0 ? -std::log(1.0 - std::uniform_real_distribution<double>(0.0, 1.0)(m_random)) / rate
                      : kNever;
  }
  double repair_time() {
    return m_told.even_repairs ? std::uniform_real_distribution<double>(0.0, 2.0 * m_told.repair)(m_random)
                               : drawn(1.0 / m_told.repair);
  }
  bool waits() const {
    for (std::size_t i = 0; i < m_down.size(); ++i)
      if (m_down[i] > m_told.pools[i].spares) return true;
    return false;
  }
  /// To the next failure or repair, with what the job does in between.
  void next() {
    double rate = m_told.passing;
    for (const Simulated::Pool& pool : m_told.pools) rate += pool.single + pool.domains;
    const double failure = m_now + drawn(rate);
    const auto mended =
        std::min_element(m_repairs.begin(), m_repairs.end(),
                         [](const Repair& left, const Repair& right) { return left.end < right.end; });
    const bool first = mended != m_repairs.end() && mended->end < failure;
    const double until = first ? mended->end : failure;
    if (!waits()) work(until - m_now);
    m_now = until;
    if (first) {
      m_down[mended->pool] -= mended->nodes;
      m_repairs.erase(mended);
      return;
    }
    if (!waits()) m_since = -m_told.restart;  // thrown back; it restarts before it works
    fail(std::uniform_real_distribution<double>(0.0, rate)(m_random));
  }
  /// `m_since`: hours since the last checkpoint or, below 0, what is left of a restart.
  void work(double hours) {
    m_since += hours;
    const double round = m_told.interval + m_told.checkpoint;
    for (; m_since >= round; m_since -= round) m_kept += m_told.interval;
  }
  void fail(double which) {
    for (std::size_t i = 0; i < m_down.size(); ++i) {
      const Simulated::Pool& pool = m_told.pools[i];
      if (which < pool.single + pool.domains) {
        const int nodes = which < pool.single ? 1 : pool.domain_nodes;
        m_down[i] += nodes;
        m_repairs.push_back({m_now + repair_time(), i, nodes});
        return;
      }
      which -= pool.single + pool.domains;
    }
  }

  const Simulated& m_told;
  std::mt19937 m_random;
  std::vector<int> m_down;
  std::vector<Repair> m_repairs;
  double m_now = 0.0, m_kept = 0.0, m_since = 0.0;
};

}  // namespace

class TestSpares : public QObject {
  Q_OBJECT

 private slots:
  /// Half a node under repair on average: e^-0.5 = 0.606530659712633 are none, 1.5 e^-0.5 at most one, 1.625
  /// e^-0.5 at most two.
  void singleNodes() {
    const RepairLoad load{0.5, 0.0, 1};
    checkClose(enough_spares(load, 0), 0.6065306597126334);
    checkClose(enough_spares(load, 1), 0.9097959895689501);
    checkClose(enough_spares(load, 2), 0.9856123220330293);
    QCOMPARE(enough_spares({0.0, 0.0, 1}, 0), 1.0);
  }

  /// Besides, a quarter of a domain of two nodes. One spare is enough without a domain: 1.5 e^-0.75. Two are
  /// enough for two single ones or for a domain alone: (1.625 + 0.25) e^-0.75. Three: (1 + 0.5 + 0.125 +
  /// 0.125/6 + 0.25 x 1.5) e^-0.75.
  void wholeDomains() {
    const RepairLoad load{0.5, 0.25, 2};
    checkClose(enough_spares(load, 1), 0.708549829111522);
    checkClose(enough_spares(load, 2), 0.8856872863894025);
    checkClose(enough_spares(load, 3), 0.9545740753308004);
  }

  /// 4 nodes of 8 GPUs, of which one of 29 used is not full: 32 x 0.001 x 0.5 = 0.016 lasting failures an
  /// hour, 10 h each: 0.16 repairs under way, of which a quarter are racks of two: 0.12 and 0.04. A domain
  /// takes no more nodes than work there.
  void loadOfAPool() {
    strategy::Problem problem = two_pools();
    const auto failures = lasting_failures(problem.cluster, problem.job);
    QVERIFY(failures.has_value());
    const RepairLoad load = repair_load(problem.cluster.pools[0], 29, *failures);
    checkClose(load.nodes, 0.12);
    checkClose(load.domains, 0.04);
    QCOMPARE(load.domain_nodes, 2);
    problem.cluster.pools[0].domain->nodes = 9;
    QCOMPARE(repair_load(problem.cluster.pools[0], 29, *failures).domain_nodes, 4);
    const RepairLoad plain = repair_load(problem.cluster.pools[1], 32, *failures);
    checkClose(plain.nodes, 0.16);
    QCOMPARE(plain.domains, 0.0);
  }

  /// Both pools have to have enough: e^-0.16 without spares each; with one in b, 1.16 e^-0.16 there. A pool
  /// that is not used is not waited for. What is left of the goodput is Daly's.
  void sharesMultiply() {
    strategy::Problem problem = two_pools();
    checkClose(available_of(problem.cluster, problem.job, {32, 32}), std::exp(-0.32));
    checkClose(available_of(problem.cluster, problem.job, {0, 32}), std::exp(-0.16));
    problem.cluster.pools[1].spares = 1;
    checkClose(available_of(problem.cluster, problem.job, {32, 32}), 1.16 * std::exp(-0.32));
    checkClose(hourly(problem.cluster, problem.job, {32, 32}).available, 1.16 * std::exp(-0.32));
    const Evaluation evaluation = hundred_hours(problem, {32, 32});
    const Goodput& goodput = evaluation.goodput;
    checkClose(goodput.available, 1.16 * std::exp(-0.32));
    QCOMPARE(*goodput.repair_hours, 10.0);
    QCOMPARE(goodput.spares, 1);
    checkClose(goodput.share,
               1.16 * std::exp(-0.32) *
                   useful_share(3600.0, goodput.checkpoint_seconds, goodput.restart_seconds, 3600.0 / 0.064));
    checkClose(evaluation.outcome.hours, 100.0 / goodput.share);
  }

  /// Where nobody says anything of repairs, spares or domains another node is at hand at once, as it was.
  void nothingStatedNothingWaits() {
    strategy::Problem problem = two_pools();
    problem.job.reliability = {0.001, 600.0, 1.0, 3600.0};
    problem.cluster.pools[0].domain.reset();
    QVERIFY(!lasting_failures(problem.cluster, problem.job));
    QCOMPARE(available_of(problem.cluster, problem.job, {32, 32}), 1.0);
    const Evaluation evaluation = hundred_hours(problem, {32, 32});
    QVERIFY(!evaluation.goodput.repair_hours);
    QVERIFY(spare_table(problem, evaluation).empty());
    problem.cluster.pools[1].spares = 1;  // assumed: 24 h, 78 % of the failures
    const auto failures = lasting_failures(problem.cluster, problem.job);
    checkClose(failures->per_gpu_hour, 0.00078);
    QCOMPARE(failures->repair_hours, 24.0);
  }

  /// Every value that is assumed is told, and none where it is stated or not used.
  void assumedValuesAreTold() {
    strategy::Problem problem = two_pools();
    const auto told = [&](const std::string& key) {
      const auto all = plan::assumptions_of(problem);
      return std::any_of(all.begin(), all.end(), [&](const hardware::Assumption& one) {
        return one.what == "job.reliability." + key;
      });
    };
    for (const char* key : {"repair_hours", "lasting_share", "domain_share"}) QVERIFY(!told(key));
    problem.job.reliability = {};
    for (const char* key : {"repair_hours", "lasting_share", "domain_share"}) QVERIFY(told(key));
    problem.cluster.pools[0].domain.reset();
    problem.cluster.pools[0].spares = 1;
    QVERIFY(told("repair_hours") && told("lasting_share") && !told("domain_share"));
    problem.cluster.pools[0].spares = 0;
    QVERIFY(!told("repair_hours") && !told("lasting_share"));
  }

  /// Each row of the table has one spare more and holds the most that so many spares can, over all placings.
  void bestPlacingOfSpares() {
    std::mt19937 random(7);
    const Real real{random};
    const Pick pick{random};
    for (int round = 0; round < 100; ++round) {
      std::vector<hardware::Pool> pools;
      std::vector<int> used;
      for (const char* id : {"a", "b", "c"}) {
        pools.push_back(make_pool(id, 40, 8));
        used.push_back(8 * pick(0, 30));
        if (pick(0, 1)) pools.back().domain = hardware::FailureDomain{hardware::DomainKind::rack, pick(1, 4)};
      }
      strategy::Problem problem = make_test_problem(make_graph(4), make_cluster(std::move(pools)), 128, 16);
      problem.job.reliability = {real(1e-5, 1e-3), 600.0, 1.0, 3600.0,
                                 real(1.0, 24.0),  0.8,   0.3, std::nullopt};
      if (used[0] + used[1] + used[2] == 0) continue;
      const Evaluation evaluation = hundred_hours(problem, used);
      const std::vector<SpareNodes> table = spare_table(problem, evaluation);
      QVERIFY(!table.empty());
      for (std::size_t row = 0; row < std::min<std::size_t>(table.size(), 7); ++row) {
        const int nodes = static_cast<int>(row);
        QCOMPARE(table[row].nodes, nodes);
        double best = 0.0;
        for (int a = 0; a <= nodes; ++a)
          for (int b = 0; a + b <= nodes; ++b) {
            problem.cluster.pools[0].spares = a;
            problem.cluster.pools[1].spares = b;
            problem.cluster.pools[2].spares = nodes - a - b;
            best = std::max(best, available_of(problem.cluster, problem.job, used));
          }
        checkClose(table[row].available, best, 1e-9);
        int placed = 0;
        for (std::size_t i = 0; i < 3; ++i) {
          problem.cluster.pools[i].spares = table[row].by_pool[i];
          placed += table[row].by_pool[i];
          QVERIFY(used[i] > 0 || table[row].by_pool[i] == 0);
        }
        QCOMPARE(placed, nodes);
        checkClose(available_of(problem.cluster, problem.job, used), table[row].available, 1e-9);
        const Evaluation again = hundred_hours(problem, used);
        checkClose(again.goodput.share, table[row].share, 1e-9);
      }
    }
  }

  /// 64 nodes of 8 GPUs, 512 x 0.0001 x 10 h = 0.512 repairs under way: e^-0.512 = 0.59930 without spares,
  /// 1.512 e^-0.512 = 0.90613 with one, (1.512 + 0.131072) e^-0.512 = 0.98468 with two.
  void sparesForATarget() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 70, 8)}), 128, 16);
    problem.job.reliability = {1e-4, 0.0, 1e9, 1e4, 10.0, 1.0, 0.0, std::nullopt};
    const Evaluation evaluation = hundred_hours(problem, {512});
    const std::vector<SpareNodes> table = spare_table(problem, evaluation);
    const double daly = evaluation.goodput.share / evaluation.goodput.available;
    checkClose(table[0].share, daly * std::exp(-0.512));
    checkClose(table[1].share, daly * 1.512 * std::exp(-0.512));
    checkClose(table[2].share, daly * 1.643072 * std::exp(-0.512));
    QCOMPARE(spares_for(table, 0.55 * daly)->nodes, 0);
    QCOMPARE(spares_for(table, 0.9 * daly)->nodes, 1);
    QCOMPARE(spares_for(table, 0.98 * daly)->nodes, 2);
    QVERIFY(!spares_for(table, 1.0));
    QVERIFY(1.0 - table.back().available < 1e-4);
    QVERIFY(1.0 - table[table.size() - 2].available >= 1e-4);
  }

  /// One spare of two nodes is at work for the failed one: 8 x 0.01 x 10 h = 0.8 repairs under way of the
  /// node in use, e^-0.8 of the hours. The answer tells no spare, and pays for the node in use or, where idle
  /// GPUs cost, for both.
  void answerCountsSparesThatAreLeft() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}), 128, 32);
    problem.job.reliability = {0.01, 1.0, 1e12, std::nullopt, 10.0, 1.0, 0.0, 0.9};
    problem.cluster.pools[0].spares = 1;
    problem.cluster.pools[0].failed = {{1, 2}};
    hardware::apply_marks(problem.cluster.pools[0]);
    QCOMPARE(problem.cluster.pools[0].max_gpus, 8);
    strategy::Strategy chosen;
    chosen.data_parallel = 8;
    chosen.zero_stage = 1;
    chosen.sharding_group = 8;
    chosen.stages = {{0, 4, 1, strategy::Recompute::none, 0}};
    for (const bool idle : {false, true}) {
      problem.job.cost.idle_gpus_cost = idle;
      const auto found = detail(problem, chosen);
      QVERIFY(found.has_value());
      const Json row = plan::row_json(found->evaluation, problem);
      checkClose(row["goodput"]["available"].get<double>(), std::exp(-0.8));
      QCOMPARE(row["goodput"]["spares"].get<int>(), 0);
      QCOMPARE(row["paid_gpus"]["a"].get<int>(), idle ? 16 : 8);
    }
  }

  /// The answer tells it where failures last, and nowhere else: 8 GPUs x 0.01 x 10 h = 0.8 repairs under way;
  /// without spares e^-0.8 of the hours, with one 1.8 e^-0.8 = 0.80879, with two 2.12 e^-0.8 = 0.95258.
  void answerTellsSpares() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 128, 32);
    problem.job.reliability = {0.01, 1.0, 1e12, std::nullopt, 10.0, 1.0, 0.0, 0.9};
    strategy::Strategy chosen;
    chosen.data_parallel = 8;
    chosen.zero_stage = 1;
    chosen.sharding_group = 8;
    chosen.stages = {{0, 4, 1, strategy::Recompute::none, 0}};
    const auto found = detail(problem, chosen);
    QVERIFY(found.has_value());
    const Json goodput = plan::row_json(found->evaluation, problem)["goodput"];
    checkClose(goodput["available"].get<double>(), std::exp(-0.8));
    QCOMPARE(goodput["repair_hours"].get<double>(), 10.0);
    QCOMPARE(goodput["spares"].get<int>(), 0);
    checkClose(goodput["by_spares"][1]["available"].get<double>(), 1.8 * std::exp(-0.8));
    QCOMPARE(goodput["by_spares"][2]["pools"].dump(), std::string(R"({"a":2})"));
    QCOMPARE(goodput["spares_for_target"]["nodes"].get<int>(), 2);
    problem.job.reliability.repair_hours.reset();
    const auto plain = detail(problem, chosen);
    QVERIFY(plain.has_value());
    const Json without = plan::row_json(plain->evaluation, problem)["goodput"];
    QVERIFY(!without.contains("available") && !without.contains("by_spares"));
  }

  /// Of six nodes of 8 GPUs one has lost a GPU and one all: four whole ones are left.
  void startsNameNodes() {
    hardware::Pool pool = make_pool("a", 6, 8);
    QCOMPARE(exports::name_with_nodes(pool, 48), std::string("a"));
    QCOMPARE(exports::name_with_nodes(pool, 8), std::string("a, node 0"));
    QCOMPARE(exports::name_with_nodes(pool, 24), std::string("a, nodes 0 to 2"));
    pool.failed = {{1, 3}, {4, std::nullopt}};
    QCOMPARE(exports::name_with_nodes(pool, 32), std::string("a, nodes 0, 2, 3, 5"));
  }

  /// More spares never wait longer; longer repairs, more failures and larger domains never wait less.
  void monotone() {
    std::mt19937 random(11);
    const Real real{random};
    for (int round = 0; round < 300; ++round) {
      const RepairLoad load{real(0.0, 20.0), real(0.0, 3.0), 1 + round % 5};
      for (int spares = 0; spares < 30; ++spares) {
        const double share = enough_spares(load, spares);
        QVERIFY(enough_spares(load, spares + 1) >= share);
        QVERIFY(enough_spares({load.nodes * 1.1, load.domains, load.domain_nodes}, spares) <= share + 1e-15);
        QVERIFY(enough_spares({load.nodes, load.domains * 1.1, load.domain_nodes}, spares) <= share + 1e-15);
        QVERIFY(enough_spares({load.nodes, load.domains, load.domain_nodes + 1}, spares) <= share + 1e-15);
      }
    }
  }

  /// With repairs, too, no interval between checkpoints does better than the one that is chosen.
  void bestInterval() {
    strategy::Problem problem = two_pools();
    problem.job.reliability.checkpoint_interval_seconds.reset();
    const double best = hundred_hours(problem, {32, 32}).goodput.share;
    const double interval = hundred_hours(problem, {32, 32}).goodput.checkpoint_interval_seconds;
    for (int power = -34; power <= 34; ++power) {
      problem.job.reliability.checkpoint_interval_seconds = interval * std::pow(1.07, power);
      QVERIFY(hundred_hours(problem, {32, 32}).goodput.share <= best * (1.0 + 1e-12));
    }
  }

  /// The closed form against a job that is played: failures, repairs, spares that stand in, whole domains,
  /// restarts that are disturbed, repairs of any distribution. Four million hours: within 1 %.
  void simulationTwin() {
    std::mt19937 random(3);
    const Real real{random};
    const Pick pick{random};
    for (std::uint32_t round = 0; round < 12; ++round) {
      Simulated told;
      told.passing = real(0.0, 0.05);
      told.repair = real(5.0, 40.0);
      told.interval = real(0.5, 3.0);
      told.checkpoint = real(0.01, 0.2);
      told.restart = real(0.05, 1.0);
      told.even_repairs = round % 2 == 1;
      double stops = told.passing;
      double expected = 1.0;
      for (int pool = pick(1, 3); pool > 0; --pool) {
        Simulated::Pool one{real(0.001, 0.03), pick(0, 1) * real(0.0, 0.01), pick(2, 4), pick(0, 4)};
        stops += one.single + one.domains;
        expected *= enough_spares({one.single * told.repair, one.domains * told.repair, one.domain_nodes},
                                  one.spares);
        told.pools.push_back(one);
      }
      expected *= useful_share(told.interval, told.checkpoint, told.restart, 1.0 / stops);
      const double found = Play(told, round + 1).share(4e6);
      QVERIFY2(std::fabs(found / expected - 1.0) <= 0.01,
               qPrintable(QStringLiteral("round %1: %2, expected %3").arg(round).arg(found).arg(expected)));
    }
  }
};

}  // namespace tst_spares

ASTROLABE_TEST(tst_spares, TestSpares)
#include "tst_spares.moc"
