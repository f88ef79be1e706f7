// core/mesh/sharded.h: the search against all ways of few GPUs, in steps that work bounds and in steps that
// traffic bounds.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/hardware/catalogue.h"
#include "core/mesh/sharded.h"
#include "core/planning/question.h"
#include "small_plan.h"
#include "tests/program/test_program.h"

namespace tst_sharded {

using namespace astrolabe;
using mesh::ShardedPart;
using mesh::ShardedProgram;

namespace {

/// BERT large on H100 and A100 whose links all carry so many bytes a second.
strategy::Problem problemWith(double network) {
  plan::Plan plan = smallQuestion();
  plan.job.sequence_length = 2048;
  const auto question = planning::make_question(plan, hardware::Catalogue::built_in());
  strategy::Problem problem = (*question)->problem;
  for (hardware::Pool& pool : problem.cluster.pools)
    pool.inter_node.bandwidth = pool.intra_node.bandwidth = BytesPerSecond{network};
  for (std::vector<hardware::Link>& row : problem.cluster.links)
    for (hardware::Link& link : row) link.bandwidth = BytesPerSecond{network};
  return problem;
}

/// What one GPU of a pool may do with up to `batch` sequences.
std::vector<ShardedPart> waysOf(int pool, std::int64_t batch) {
  std::vector<ShardedPart> ways;
  for (std::int64_t sequences = 0; sequences <= batch; ++sequences)
    for (const int micro : {1, 2, 4, 8, 16})
      for (const bool offloads : {false, true}) {
        if (micro > std::max<std::int64_t>(1, sequences) || (sequences == 0 && offloads)) continue;
        ShardedPart part;
        part.pool = pool;
        part.gpus = 1;
        part.sequences = sequences;
        part.micro_batch = micro;
        part.offloads = offloads;
        ways.push_back(part);
      }
  return ways;
}

double mostBusy(const ShardedProgram& program) {
  double most = 0.0;
  for (const ShardedPart& part : program.parts) most = std::max(most, part.busy());
  return most;
}

double squares(const ShardedProgram& program) {
  double sum = 0.0;
  for (const ShardedPart& part : program.parts) sum += part.gpus * part.busy() * part.busy();
  return sum;
}

/// Every way of the GPUs, those of a pool in the order of their ways: they are alike.
std::vector<ShardedProgram> allWays(const strategy::Problem& problem, const std::vector<int>& gpus,
                                    std::int64_t batch) {
  mesh::Scene scene(problem, gpus);
  std::vector<ShardedProgram> all;
  std::vector<ShardedPart> parts;
  std::vector<std::vector<ShardedPart>> ways;
  for (std::size_t pool = 0; pool < gpus.size(); ++pool)
    ways.push_back(waysOf(static_cast<int>(pool), batch));
  const auto add = [&](auto& self, std::size_t pool, int gpu, std::size_t from, std::int64_t left) -> void {
    if (pool < gpus.size() && gpu == gpus[pool]) return self(self, pool + 1, 0, 0, left);
    if (pool == gpus.size()) {
      if (left != 0) return;
      if (auto program = mesh::sharded_as_written(scene, parts)) all.push_back(std::move(*program));
      return;
    }
    for (std::size_t way = from; way < ways[pool].size(); ++way) {
      if (ways[pool][way].sequences > left) break;
      parts.push_back(ways[pool][way]);
      self(self, pool, gpu + 1, way, left - ways[pool][way].sequences);
      parts.pop_back();
    }
  };
  add(add, 0, 0, 0, batch);
  return all;
}

}  // namespace

class TestSharded : public QObject {
  Q_OBJECT

 private slots:
  void isTheBestOfAllWays_data() {
    QTest::addColumn<double>("network");
    QTest::addColumn<std::vector<int>>("gpus");
    QTest::addColumn<int>("batch");
    QTest::addColumn<bool>("byTraffic");
    QTest::newRow("work, two fast GPUs") << 1e12 << std::vector<int>{2, 1} << 5 << false;
    QTest::newRow("work, two slow GPUs") << 1e12 << std::vector<int>{1, 2} << 4 << false;
    QTest::newRow("traffic, two fast GPUs") << 1e8 << std::vector<int>{2, 1} << 5 << true;
    QTest::newRow("traffic, two slow GPUs") << 1e8 << std::vector<int>{1, 2} << 5 << true;
    QTest::newRow("traffic, a sequence for each") << 1e8 << std::vector<int>{2, 1} << 3 << true;
    QTest::newRow("traffic, fewer sequences than GPUs") << 1e8 << std::vector<int>{1, 2} << 2 << true;
  }
  /// No way takes a shorter step; of those that take the same none has a less busy busiest GPU, and of these
  /// none a smaller sum of squares.
  void isTheBestOfAllWays() {
    QFETCH(double, network);
    QFETCH(std::vector<int>, gpus);
    QFETCH(int, batch);
    QFETCH(bool, byTraffic);
    const strategy::Problem problem = problemWith(network);
    const mesh::ShardedAnswer answer = mesh::search_sharded(problem, gpus, batch);
    QVERIFY(answer.best);
    const ShardedProgram& best = *answer.best;
    QCOMPARE(best.by_traffic, byTraffic);
    const std::vector<ShardedProgram> all = allWays(problem, gpus, batch);
    QVERIFY(all.size() > 10);
    constexpr double kRounding = 1.0 + 1e-12;
    constexpr double kMost = std::numeric_limits<double>::infinity();
    double step = kMost, busy = kMost, sum = kMost;
    for (const ShardedProgram& one : all) step = std::min(step, one.step());
    QVERIFY2(best.step() <= step * kRounding && step <= best.step() * kRounding,
             qPrintable(QStringLiteral("%1, not %2").arg(best.step()).arg(step)));
    for (const ShardedProgram& one : all)
      if (one.step() <= step * kRounding) busy = std::min(busy, mostBusy(one));
    QVERIFY2(mostBusy(best) <= busy * kRounding,
             qPrintable(QStringLiteral("%1, not %2").arg(mostBusy(best)).arg(busy)));
    for (const ShardedProgram& one : all)
      if (one.step() <= step * kRounding && mostBusy(one) <= busy * kRounding)
        sum = std::min(sum, squares(one));
    QVERIFY2(squares(best) <= sum * kRounding,
             qPrintable(QStringLiteral("%1, not %2").arg(squares(best)).arg(sum)));
  }

  /// Where traffic hides all work, 16 GPUs of two speeds: each H100 does no fewer sequences than any A100,
  /// none is idle, and who asks again is told the same.
  void sequencesGoBySpeed() {
    const strategy::Problem problem = problemWith(1e8);
    const mesh::ShardedAnswer answer = mesh::search_sharded(problem, {8, 8}, 40);
    QVERIFY(answer.best && answer.best->by_traffic);
    std::int64_t fewest = 40, most = 0, done = 0;
    for (const ShardedPart& part : answer.best->parts) {
      done += part.gpus * part.sequences;
      if (part.pool == 0)
        fewest = std::min(fewest, part.sequences);
      else
        most = std::max(most, part.sequences);
      QVERIFY(!part.offloads);
    }
    QCOMPARE(done, std::int64_t{40});
    QVERIFY2(fewest > 0 && fewest >= most, qPrintable(QStringLiteral("%1, %2").arg(fewest).arg(most)));
    const mesh::ShardedAnswer again = mesh::search_sharded(problem, {8, 8}, 40);
    QCOMPARE(again.best->parts.size(), answer.best->parts.size());
    for (std::size_t k = 0; k < again.best->parts.size(); ++k) {
      QCOMPARE(again.best->parts[k].gpus, answer.best->parts[k].gpus);
      QCOMPARE(again.best->parts[k].sequences, answer.best->parts[k].sequences);
    }
  }
};

}  // namespace tst_sharded

ASTROLABE_TEST(tst_sharded, TestSharded)
#include "tst_sharded.moc"
