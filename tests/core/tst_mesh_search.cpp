// core/mesh: the search for the best program of groups, against every pair and by its bound.
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <stop_token>

#include "core/mesh/search.h"
#include "tests/core/cases.h"
#include "tests/core/draws.h"
#include "tests/core/problems.h"
#include "tests/program/test_program.h"

namespace tst_mesh_search {

using namespace astrolabe;
using namespace astrolabe::tests;

class TestMeshSearch : public QObject {
  Q_OBJECT
 private slots:
  void searchEqualsEveryPair();
  void tellsSomeProgramAtOnce();
  void orderOfPoolsChangesNothing();
  void noProgramIsBelowTheBound();
  void whatIsWrittenEvaluatesAlike();
  void allowedValuesHoldForGroups();
  void fourTypesTakeFewEvaluations();
};

namespace {

bool near(double a, double b, double within) { return std::abs(a - b) <= within; }

/// Two unequal pools of few GPUs and a small model: some hundred layouts each.
strategy::Problem two_pools(std::mt19937& random) {
  const Pick pick{random};
  const int nodes = pick(1, 2);
  const double memory = std::array{16.0, 24.0, 80.0}[static_cast<std::size_t>(pick(0, 2))];
  auto cluster = make_cluster(
      {make_pool("a", nodes, 4, 1.0, memory), make_pool("b", pick(1, 2), 4, 0.3 + 0.1 * pick(0, 5), memory)},
      25.0 * pick(1, 4));
  const int experts = pick(0, 3) == 0 ? 4 : 0;
  return make_test_problem(make_graph(4 * pick(2, 6), 2048, 16, 8, experts), std::move(cluster), 2048,
                           16 * pick(1, 6));
}

std::vector<int> all_gpus(const strategy::Problem& problem) {
  std::vector<int> gpus;
  for (const hardware::Pool& pool : problem.cluster.pools) gpus.push_back(pool.gpus());
  return gpus;
}

mesh::Answer searched(const strategy::Problem& problem, bool every_pair = false, long most = 1'000'000) {
  mesh::SearchRequest request;
  request.batch = problem.job.global_batch;
  request.every_pair = every_pair;
  request.most_evaluations = most;
  return mesh::search(problem, all_gpus(problem), request);
}

}  // namespace

void TestMeshSearch::searchEqualsEveryPair() {
  std::mt19937 random(5);
  for (int round = 0; round < cases(6); ++round) {
    const strategy::Problem problem = two_pools(random);
    const mesh::Answer fast = searched(problem), slow = searched(problem, true);
    QCOMPARE(fast.best.size(), slow.best.size());
    for (std::size_t k = 0; k < fast.best.size(); ++k)
      QVERIFY2(near(fast.best[k].step(), slow.best[k].step(), 1e-12 * slow.best[k].step()),
               qPrintable(QStringLiteral("place %1 of round %2: %3 s after %4 programs, %5 s among all %6")
                              .arg(k)
                              .arg(round)
                              .arg(fast.best[k].step(), 0, 'g', 12)
                              .arg(fast.evaluated)
                              .arg(slow.best[k].step(), 0, 'g', 12)
                              .arg(slow.evaluated)));
    QVERIFY(fast.evaluated <= slow.evaluated);
    if (!fast.best.empty()) QVERIFY(fast.bound <= fast.best.front().step() * (1.0 + 1e-9));
  }
}

/// The first program is told before the search knows all layouts, mostly: stopped there, it is the answer,
/// without a bound. Each one that is told is better than all before, the last one the best.
void TestMeshSearch::tellsSomeProgramAtOnce() {
  std::mt19937 random(23);
  int found = 0, at_once = 0;
  for (int round = 0; round < cases(4); ++round) {
    const strategy::Problem problem = two_pools(random);
    std::vector<double> told;
    std::stop_source stop;
    mesh::SearchRequest request;
    request.batch = problem.job.global_batch;
    request.found = [&](const mesh::Program& program) { told.push_back(program.step()); };
    const mesh::Answer whole = mesh::search(problem, all_gpus(problem), request);
    if (whole.best.empty()) continue;
    ++found;
    QVERIFY(std::is_sorted(told.rbegin(), told.rend()));
    QCOMPARE(told.back(), whole.best.front().step());
    request.stop = stop.get_token();
    request.found = [&](const mesh::Program&) { stop.request_stop(); };
    const mesh::Answer soon = mesh::search(problem, all_gpus(problem), request);
    QVERIFY(soon.stopped_early);
    QCOMPARE(soon.best.size(), std::size_t{1});
    QCOMPARE(soon.best.front().step(), told.front());
    if (soon.bound == 0.0) ++at_once;
  }
  QVERIFY(at_once > 0 && at_once <= found);
}

void TestMeshSearch::orderOfPoolsChangesNothing() {
  std::mt19937 random(8);
  for (int round = 0; round < cases(4); ++round) {
    strategy::Problem problem = two_pools(random);
    const mesh::Answer one = searched(problem);
    std::swap(problem.cluster.pools[0], problem.cluster.pools[1]);
    const mesh::Answer other = searched(problem);
    QCOMPARE(one.best.size(), other.best.size());
    QVERIFY2(near(one.bound, other.bound, 1e-5 * std::min(1e6, one.bound)),
             qPrintable(QStringLiteral("%1 and %2").arg(one.bound, 0, 'g', 12).arg(other.bound, 0, 'g', 12)));
    if (!one.best.empty())
      QVERIFY(near(one.best[0].step(), other.best[0].step(), 1e-12 * one.best[0].step()));
  }
}

/// Random layouts of both pools, state even or moved, whatever is recomputed beyond need.
void TestMeshSearch::noProgramIsBelowTheBound() {
  std::mt19937 random(21);
  const Pick pick{random};
  int programs = 0;
  for (int round = 0; round < cases(20); ++round) {
    const strategy::Problem problem = two_pools(random);
    const double bound = searched(problem).bound;
    mesh::Scene scene(problem, all_gpus(problem));
    std::vector<std::vector<std::unique_ptr<mesh::LayoutTable>>> tables(2);
    for (int pool = 0; pool < 2; ++pool)
      for (const mesh::Layout& layout :
           mesh::layouts_of(problem, pool, problem.cluster.pools[static_cast<std::size_t>(pool)].gpus())) {
        auto table = std::make_unique<mesh::LayoutTable>(scene, layout);
        if (table->holds()) tables[static_cast<std::size_t>(pool)].push_back(std::move(table));
      }
    if (tables[0].empty() || tables[1].empty()) continue;
    for (int k = 0; k < 5000; ++k) {
      std::vector<mesh::LayoutTable*> chosen;
      for (const auto& of_pool : tables)
        chosen.push_back(
            of_pool[static_cast<std::size_t>(pick(0, static_cast<int>(of_pool.size()) - 1))].get());
      const auto program = mesh::program_of(scene, chosen, problem.job.global_batch, pick(0, 1) == 1);
      if (!program) continue;
      ++programs;
      QVERIFY2(program->step() >= bound * (1.0 - 1e-9),
               qPrintable(
                   QStringLiteral("%1 is below %2").arg(program->step(), 0, 'g', 12).arg(bound, 0, 'g', 12)));
      std::int64_t sum = 0;
      for (const mesh::GroupClass& one : program->classes)
        for (const std::int64_t share : one.shares) sum += share;
      QCOMPARE(sum, std::int64_t{problem.job.global_batch});
    }
  }
  QVERIFY(programs > 0);
}

void TestMeshSearch::whatIsWrittenEvaluatesAlike() {
  std::mt19937 random(2);
  const strategy::Problem problem = two_pools(random);
  const mesh::Answer answer = searched(problem);
  QVERIFY(!answer.best.empty());
  mesh::Scene scene(problem, all_gpus(problem));
  const auto again = mesh::program_as_written(scene, answer.best.front().classes);
  QVERIFY(again.has_value());
  QVERIFY(near(again->step(), answer.best.front().step(), 1e-12));
  // Whoever asks for layouts afterwards finds the question as it was, not the batch of the shape asked last.
  QCOMPARE(scene.problem().job.global_batch, problem.job.global_batch);
  QCOMPARE(mesh::layouts_of(scene.problem(), 0, all_gpus(problem).front()),
           mesh::layouts_of(problem, 0, all_gpus(problem).front()));
}

/// Groups recompute nothing where the job names other values, are as good as all others that do not, and are
/// none where it asks for what they never do.
void TestMeshSearch::allowedValuesHoldForGroups() {
  std::mt19937 random(17);
  int tight = 0;  // layouts that hold with recomputation alone
  for (int round = 0; round < cases(6); ++round) {
    const strategy::Problem free_problem = two_pools(random);
    strategy::Problem problem = free_problem;
    const mesh::Answer free = searched(free_problem);
    problem.job.allowed["recompute"] = {"none", "selective"};
    mesh::Scene free_scene(free_problem, all_gpus(problem)), scene(problem, all_gpus(problem));
    for (const mesh::Layout& layout : mesh::layouts_of(problem, 0, all_gpus(problem).front())) {
      const mesh::LayoutTable before(free_scene, layout), after(scene, layout);
      const mesh::Again& least = before.least_again();
      const bool again = std::any_of(least.begin(), least.end(), [](int layers) { return layers > 0; });
      QCOMPARE(after.holds(), before.holds() && !again);
      if (before.holds() && again) ++tight;
    }
    const mesh::Answer none = searched(problem);
    const auto recomputes = [](const mesh::Program& program) {
      return std::any_of(program.classes.begin(), program.classes.end(), [](const mesh::GroupClass& one) {
        return std::any_of(one.again.begin(), one.again.end(), [](int layers) { return layers > 0; });
      });
    };
    for (const mesh::Program& program : none.best) QVERIFY(!recomputes(program));
    if (free.best.empty()) {
      QVERIFY(none.best.empty());
    } else if (!recomputes(free.best.front())) {
      QVERIFY(!none.best.empty());
      QVERIFY(near(none.best.front().step() / free.best.front().step(), 1.0, 1e-9));
    } else {
      QVERIFY(none.best.empty() || none.best.front().step() >= free.best.front().step() * (1.0 - 1e-9));
    }
    for (const auto& [key, value] : {std::pair{"recompute", "selective"},
                                     {"offload_optimizer", "true"},
                                     {"offload_activations", "true"},
                                     {"overlap_grad_reduce", "false"},
                                     {"zero_stage", "0"}}) {
      strategy::Problem other = problem;
      other.job.allowed = {{key, {value}}};
      QVERIFY2(mesh::layouts_of(other, 0, all_gpus(problem).front()).empty(), key);
    }
  }
  QVERIFY(tight > 0);
}

/// 64 GPUs of four speeds, some 10^9 programs: those that are looked at unless somebody asks for more bring
/// the gap below 5 %.
void TestMeshSearch::fourTypesTakeFewEvaluations() {
  std::vector<hardware::Pool> pools;
  for (int k = 0; k < 4; ++k)
    pools.push_back(make_pool(std::string(1, static_cast<char>('a' + k)), 2, 8, 1.0 - 0.2 * k, 80.0));
  const auto problem =
      make_test_problem(make_graph(32, 4096, 32, 8), make_cluster(std::move(pools), 100.0), 4096, 256);
  const long most = mesh::SearchRequest().most_evaluations;
  const mesh::Answer answer = searched(problem, false, most);
  QVERIFY(!answer.best.empty());
  QVERIFY2(answer.evaluated <= most + 1, qPrintable(QString::number(answer.evaluated)));
  QVERIFY2(answer.gap() < 0.05, qPrintable(QString::number(answer.gap())));
  QCOMPARE(answer.best.front().classes.size(), std::size_t{4});
}

}  // namespace tst_mesh_search

ASTROLABE_TEST(tst_mesh_search, TestMeshSearch)
#include "tst_mesh_search.moc"
