// Groups of ranks that a node could hold but that lie in two, as so many neighbours do not divide a node:
// which they are, against counting; what they take, by hand and against nodes that hold them; that bounds
// stay below, against every configuration and split.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/cost/collective.h"
#include "core/cost/routes.h"
#include "core/cost/shape.h"
#include "core/search/certify.h"
#include "core/search/ranking.h"
#include "core/search/search.h"
#include "core/verify/verify.h"
#include "cost_sums.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_straddling {

using namespace astrolabe;
using namespace astrolabe::cost;
using namespace astrolabe::tests;

namespace {

/// Of ranks that fill `used` GPUs, nodes of `node` one behind the other: of each node how many groups have
/// some ranks in it and others elsewhere.
std::vector<int> reaching_out(int node, int used, Group group) {
  std::vector<int> of_node(static_cast<std::size_t>((used + node - 1) / node), 0);
  const int neighbours = group.size * group.stride;
  for (int first = 0; first + neighbours <= used; first += neighbours)
    for (int lane = 0; lane < group.stride; ++lane) {
      const int from = (first + lane) / node;
      const int to = (first + lane + (group.size - 1) * group.stride) / node;
      if (from == to) continue;
      ++of_node[static_cast<std::size_t>(from)];
      ++of_node[static_cast<std::size_t>(to)];
    }
  return of_node;
}

/// Seconds of both passes of a layer.
double passes(const SplitCost& split, std::size_t kind = kNothingAgain) {
  const LayerTime& time = split.classes.front().time[kind];
  return time.forward_seconds + time.backward_seconds;
}

/// Some group of the strategy lies in two nodes.
bool any_straddles(const strategy::Problem& problem, const strategy::Strategy& s) {
  return std::any_of(s.stages.begin(), s.stages.end(), [&](const strategy::Stage& stage) {
    const hardware::Pool& pool = problem.cluster.pools[static_cast<std::size_t>(stage.pool)];
    return fills_several_nodes(problem.cluster, s, stage.pool) &&
           (straddles({stage.tensor_parallel, 1, true}, pool) ||
            straddles({s.replicas(), stage.tensor_parallel, true}, pool));
  });
}

}  // namespace

class TestStraddling : public QObject {
  Q_OBJECT

 private slots:
  /// Nodes of 1 to 9 GPUs, groups of any size and stride that one could hold, any number of them: some lie in
  /// two nodes exactly where straddles() says so, and those of no node have more than its network together.
  void countedGroups() {
    int some = 0;
    for (int node = 1; node <= 9; ++node) {
      const hardware::Pool pool = make_pool("a", 9, node);
      for (int size = 1; size <= node; ++size)
        for (int stride = 1; size * stride <= node; ++stride)
          for (int blocks = 1; blocks * size * stride <= 9 * node; ++blocks) {
            const int used = blocks * size * stride;
            const Group group{size, stride, used > node};
            const std::vector<int> out = reaching_out(node, used, group);
            const int most = *std::max_element(out.begin(), out.end());
            const QByteArray told = QByteArray::number(node) + ' ' + QByteArray::number(size) + ' ' +
                                    QByteArray::number(stride) + ' ' + QByteArray::number(blocks);
            QVERIFY2(straddles(group, pool) == (most > 0), told);
            QVERIFY2(inside_domain(group, pool) == (most == 0), told);
            const hardware::Link link = group_link(group, pool);
            if (most == 0) {
              QCOMPARE(link.bandwidth.value, pool.intra_node.bandwidth.value);
              continue;
            }
            ++some;
            QVERIFY2(most * link.bandwidth.value <= pool.inter_node.bandwidth.value * (1.0 + 1e-12), told);
            QCOMPARE(link.latency.value, pool.inter_node.latency.value);
            QVERIFY2(ranks_of_domain(group, pool) < size, told);
          }
    }
    QVERIFY(some > 100);
  }

  /// A GPU has 50 GB/s of its node's network. Pairs in nodes of seven: one rank on either side, 50. Threes:
  /// two on a side at most, 100. Fours in nodes of six share 300 at both ends: 150; pairs two apart have one
  /// rank on a side. Sevens, and threes in nodes of six, lie inside at 450, as pairs do in one node. A rack
  /// of 72 joins nodes of four, which need not all be used.
  void linksByHand() {
    const hardware::Pool seven = make_pool("a", 4, 7), six = make_pool("b", 4, 6);
    const auto rate = [](Group group, const hardware::Pool& pool) {
      return group_link(group, pool).bandwidth.value;
    };
    checkClose(rate({2, 1, true}, seven), 50e9);
    checkClose(rate({3, 1, true}, seven), 100e9);
    checkClose(rate({7, 1, true}, seven), 450e9);
    checkClose(rate({2, 1, false}, seven), 450e9);
    checkClose(rate({4, 1, true}, six), 150e9);
    checkClose(rate({2, 2, true}, six), 50e9);
    checkClose(rate({3, 1, true}, six), 450e9);
    checkClose(rate({3, 1, true}, make_pool("c", 4, 8)), 100e9);
    hardware::Pool rack = make_pool("d", 36, 4);
    rack.scale_up_domain = 72;
    checkClose(rate({16, 1, true}, rack), 450e9);
  }

  /// Tensor parallelism over two in nodes of seven: each of a layer's collectives is a gathering and a
  /// scattering of half of [T, hidden], 2 x T x hidden bytes in all, over one card at its share of 50 GB/s,
  /// and 5 us each. Three stages of two fill six GPUs of one node: as inside. Four fill eight.
  void tensorParallelPairs() {
    strategy::Problem problem =
        make_test_problem(make_graph(12), make_cluster({make_pool("a", 2, 7)}), 2048, 32);
    Tables tables(problem);
    const Coefficients& k = coefficients_of(problem);
    const Splitting inside = splitting_of(plain_strategy(2, 4, 1, 12), 0, 2);
    const Splitting apart = in_nodes(inside, problem.cluster, true);
    QVERIFY(apart.straddles && !in_nodes(inside, problem.cluster, false).straddles);
    const double bytes = 2.0 * 2048 * 1024;
    const double once = 0.5 * bytes / (50e9 * k.network_share) + 5e-6;
    const double collectives = problem.graph->classes.front().collectives;
    checkClose(tables.parts(apart).front()[0].forward[Part::tensor_parallel], collectives * 2.0 * once);
    QVERIFY(passes(tables.split(apart)) > passes(tables.split(inside)));
    for (const int stages : {3, 4}) {
      const strategy::Strategy s = plain_strategy(2, stages, 1, 12);
      QCOMPARE(fills_several_nodes(problem.cluster, s, 0), stages == 4);
      const Shape shape(tables, s);
      checkClose(shape.layer_seconds(1) / straggler_factor(problem, 2 * stages),
                 passes(tables.split(stages == 4 ? apart : inside)), 1e-6);
    }
  }

  /// Nothing is sooner done over two nodes than in one, however slow the links inside a node are; where no
  /// group lies in two nothing changes.
  void neverSoonerThanInside() {
    std::mt19937 random(5);
    const Pick pick{random};
    const Real real{random};
    int straddling = 0;
    for (int trial = 0; trial < cases(300); ++trial) {
      const int node = pick(2, 8), experts = pick(0, 1) * 4;
      hardware::Pool pool = make_pool("a", 3, node);
      pool.intra_node = {gb_per_s(std::exp2(real(2.0, 9.0))), microseconds(real(1.0, 20.0))};
      pool.inter_node.bandwidth = gb_per_s(std::exp2(real(3.0, 10.0)));
      pool.intra_node.reduces = pick(0, 1) == 1;
      pool.inter_node.reduces = pick(0, 1) == 1;
      strategy::Problem problem =
          make_test_problem(make_graph(2, 1024, 16, 8, experts), make_cluster({pool}), 4096, 8);
      Tables tables(problem);
      Splitting inside{0, pick(1, 4), 1 << pick(0, 1), experts > 0 ? 1 << pick(0, 2) : 1, 1};
      inside.sequence_parallel = inside.tensor_parallel > 1;
      inside.gathered_over = pick(0, 2) == 0 ? pick(2, 4) : 1;
      const Splitting apart = in_nodes(inside, problem.cluster, true);
      straddling += apart.straddles ? 1 : 0;
      for (std::size_t kind = 0; kind < 3; ++kind) {
        const double there = passes(tables.split(apart), kind), here = passes(tables.split(inside), kind);
        QVERIFY2(apart.straddles ? there >= here * (1.0 - 1e-12) : there == here, QByteArray::number(trial));
      }
      const Group group{pick(2, 4), pick(1, 3), true};
      for (const Collective collective :
           {Collective::all_gather, Collective::reduce_scatter, Collective::all_reduce}) {
        const Coefficients& k = coefficients_of(problem);
        const auto seconds = [&](Group of, double parameters) {
          return route_of(collective, 2.0, of, pool, tables.device(0), k).seconds(parameters, 2.0);
        };
        for (const double parameters : {1e3, 1e6, 1e9}) {
          const double there = seconds(group, parameters);
          const double here = seconds({group.size, group.stride}, parameters);
          QVERIFY2(straddles(group, pool) ? there >= here * (1.0 - 1e-12) : there == here,
                   QByteArray::number(trial));
        }
      }
    }
    QVERIFY(straddling > cases(50));
  }

  /// Two nodes of 3, 5, 6 or 7 GPUs, alone or beside a pair: the search finds what every configuration and
  /// split finds, and the verifier accepts its proof.
  void searchedAsEveryConfiguration() {
    std::mt19937 random(23);
    const Pick pick{random};
    const Real real{random};
    int straddling = 0, proven = 0;
    for (int trial = 0; trial < cases(20); ++trial) {
      const int node = std::vector<int>{3, 5, 6, 7}[static_cast<std::size_t>(trial % 4)];
      std::vector<hardware::Pool> pools{
          make_pool("a", 2, node, 1.0, pick(0, 1) == 0 ? real(1.5, 6.0) : 80.0)};
      if (pick(0, 1) == 0) pools.push_back(make_pool("b", 1, 2, real(0.3, 0.9)));
      hardware::Cluster cluster = make_cluster(std::move(pools), real(20.0, 100.0));
      cluster.may_leave_unused = pick(0, 2) > 0;
      strategy::Problem problem = make_test_problem(make_graph(pick(3, 7), 512 << pick(0, 1), 12, 12),
                                                    std::move(cluster), 1024, 6 << pick(0, 2));
      without_offload(problem);
      problem.job.allowed["micro_batch"] = {"1", "2"};
      if (pick(0, 3) == 0) problem.job.allowed["zero_stage"] = {"1", "2", "3"};
      search::Request request;
      request.objective = pick(0, 2) == 0 ? strategy::Objective::money : strategy::Objective::throughput;
      if (trial % 2 == 1) request.effort.enumerate_below = 0.0;  // proofs by bound
      const search::Progress quick = search::run(problem, request, {}, nullptr, {});
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = search::run(problem, request, {}, nullptr, {});
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (brute.best.empty()) continue;
      QVERIFY2(quick.optimal, QByteArray::number(trial));
      QVERIFY2(search::compare_figures(quick.best.front(), brute.best.front(), request.objective) == 0,
               QByteArray::number(trial));
      for (const cost::Evaluation& row : brute.best)
        straddling += any_straddles(problem, row.strategy) ? 1 : 0;
      const auto certificate = search::certify(problem, request.objective, {quick.best.front().strategy}, {});
      QVERIFY2(certificate.has_value(), QByteArray::number(trial));
      const verify::Finding finding = verify::check(*certificate, problem);
      QVERIFY2(finding.accepted, finding.reason.c_str());
      ++proven;
    }
    QVERIFY2(straddling > cases(10) && proven > cases(10),
             qPrintable(QStringLiteral("%1 %2").arg(straddling).arg(proven)));
  }
};

}  // namespace tst_straddling

ASTROLABE_TEST(tst_straddling, TestStraddling)
#include "tst_straddling.moc"
