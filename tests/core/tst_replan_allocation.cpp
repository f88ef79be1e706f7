// core/replan: units dealt out, GPUs grouped and places assigned, by hand (M1 to M8 of the specification of
// related planners) and against brute force.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "core/replan/allocate.h"
#include "core/replan/assignment.h"
#include "core/replan/grouping.h"
#include "tests/program/test_program.h"

namespace tst_replan_allocation {

using namespace astrolabe::replan;

std::vector<Worker> workersOf(const std::vector<double>& seconds, const std::vector<int>& most = {}) {
  std::vector<Worker> workers;
  for (std::size_t j = 0; j < seconds.size(); ++j) {
    workers.push_back({seconds[j]});
    if (!most.empty()) workers.back().most = most[j];
  }
  return workers;
}

double layersOf(const std::vector<double>& seconds, int units) {
  return allocate(workersOf(seconds), units)->seconds;
}

/// Every way to deal out `units`.
double bruteForce(const std::vector<Worker>& workers, int units, std::size_t j = 0) {
  if (j == workers.size()) return units == 0 ? 0.0 : std::numeric_limits<double>::infinity();
  double best = std::numeric_limits<double>::infinity();
  for (int n = workers[j].least; n <= std::min(units, workers[j].most); ++n)
    best = std::min(best, std::max(workers[j].seconds * n, bruteForce(workers, units - n, j + 1)));
  return best;
}

/// The most capacity of any partition into groups whose sizes are powers of two; what is left stays idle.
double mostCapacity(const std::vector<double>& factors, const std::vector<double>& efficiency,
                    unsigned free) {
  double best = 0.0;
  for (unsigned group = free; group > 0; group = (group - 1) & free) {
    const auto size = static_cast<unsigned>(__builtin_popcount(group));
    if ((size & (size - 1)) != 0) continue;
    const auto k = static_cast<std::size_t>(__builtin_ctz(size));
    if (k >= efficiency.size()) continue;
    double slowest = 1.0;
    for (std::size_t i = 0; i < factors.size(); ++i)
      if ((group >> i) & 1U) slowest = std::max(slowest, factors[i]);
    best = std::max(best, 1.0 / (efficiency[k] * slowest) + mostCapacity(factors, efficiency, free & ~group));
  }
  return best;
}

const std::vector<double> kAlpha{7.22, 3.66, 1.90, 1.0};  // Malleus, 70B, groups of 1, 2, 4, 8

class TestReplanAllocation : public QObject {
  Q_OBJECT

 private slots:
  void m1() {
    // 7 x 2.57 = 17.99; of the other 53 layers one stage gets 18.
    const auto dealt = allocate(workersOf({2.57, 1, 1, 1}), 60);
    QCOMPARE(dealt->seconds, 18.0);
    QCOMPARE(dealt->units.front(), 7);
    QCOMPARE(std::accumulate(dealt->units.begin(), dealt->units.end(), 0), 60);
  }
  void m2() {
    // At most 54 layers beside the slow stage: 6 x 4.
    const auto dealt = allocate(workersOf({4, 1, 1, 1}, {60, 17, 18, 19}), 60);
    QCOMPARE(dealt->seconds, 24.0);
    QVERIFY((dealt->units == std::vector<int>{6, 17, 18, 19}));
  }
  void m3() {
    const double first = layersOf({7.22, 7.22, 1.90, 1, 1, 1, 1}, 80);
    const double second = layersOf({3.66, 3.66, 1.90, 1, 1}, 80);
    QCOMPARE(first, 17.0);
    QVERIFY(std::abs(second - 26.6) < 1e-9);  // 14 x 1.90
    // 39 x 17 = 663, 25 x 26.6 = 665.
    QVERIFY(std::abs(layersOf({first, second}, 64) - 665.0) < 1e-9);
  }
  void m4() { QCOMPARE(layersOf({7.35, 3.77, 1.91, 1, 1, 1}, 80), 21.0); }
  void m5() {
    QCOMPARE(layersOf({1.667, 1, 1, 1}, 60), 17.0);
    // 13 x 17 = 221 and 17 x 15 = 255; nothing slow: 16 x 15 = 240; layers and batch as before: 16 x 25.
    QCOMPARE(layersOf({17, 15, 15, 15}, 64), 255.0);
    QCOMPARE(layersOf({15, 15, 15, 15}, 64), 240.0);
    // Fluid: 60 x 64 / (15 + 1 / 1.667) = 246.15.
    QVERIFY(std::abs(60.0 * 64.0 / (15.0 + 1.0 / 1.667) - 246.155) < 1e-2);
  }
  void m6() {
    QCOMPARE(layersOf({2.57, 1, 1, 1}, 60), 18.0);
    QCOMPARE(layersOf({18, 15, 15, 15}, 64), 255.0);
    // Layers as before: the slow pipeline takes 2.57 x 15 = 38.55, 7 x 38.55 = 269.85, 19 x 15 = 285.
    QCOMPARE(layersOf({38.55, 15, 15, 15}, 64), 285.0);
  }
  void m7() {
    const std::vector<double> factors{1, 1, 1.67, 1, 1, 1, 1, 1};
    const std::vector<Grouping> all = groupings(factors, kAlpha, true);
    // 1 / 1.9 + 1 / 3.66 + 1 / 7.22 + 1 / (7.22 x 1.67) = 1.021 is the most of up to four groups. Eight of
    // one GPU get 7 / 7.22 + 1 / (7.22 x 1.67) = 1.052 done: memory and the length of the pipeline speak
    // against.
    QVERIFY(std::abs(all.front().capacity - 1.0525) < 5e-4);
    const auto few = std::find_if(all.begin(), all.end(),
                                  [](const Grouping& grouping) { return grouping.groups.size() <= 4; });
    QVERIFY(std::abs(few->capacity - 1.021) < 5e-4);
    QCOMPARE(few->groups.size(), std::size_t(4));
    QVERIFY(few->groups.back() == std::vector<int>{2});
    QVERIFY(few->idle.empty());
    const auto of = [&](std::vector<std::size_t> sizes) {
      for (const Grouping& grouping : all) {
        std::vector<std::size_t> here;
        for (const auto& group : grouping.groups) here.push_back(group.size());
        if (here == sizes) return grouping.capacity;
      }
      return 0.0;
    };
    QVERIFY(std::abs(of({8}) - 0.599) < 5e-4);
    QVERIFY(std::abs(of({4, 4}) - 0.841) < 5e-4);
    QVERIFY(std::abs(of({4, 2, 1}) - 0.938) < 5e-4);
  }
  void m8() {
    const std::vector<double> factors{1, 1, 1, 1, 1, 1, 1, 12.53};
    const std::vector<Grouping> all = groupings(factors, kAlpha, true);
    const auto isolated = std::find_if(all.begin(), all.end(), [](const Grouping& grouping) {
      return grouping.groups.size() == 4 && grouping.groups.front().size() == 4 &&
             grouping.groups.back() == std::vector<int>{7};
    });
    QVERIFY(isolated != all.end());
    QVERIFY(std::abs(isolated->capacity - 0.949) < 5e-4);
    const auto dropped = std::find_if(all.begin(), all.end(), [](const Grouping& grouping) {
      return grouping.idle == std::vector<int>{7} && grouping.groups.size() == 3;
    });
    QVERIFY(dropped != all.end());
    QVERIFY(std::abs(dropped->capacity - 0.938) < 5e-4);  // within 2 %: the simpler plan
  }

  /// 1,000 random cases, every way to deal out.
  void dealtAsBruteForce() {
    std::mt19937 random(1);
    for (int n = 0; n < 1000; ++n) {
      const auto draw = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
      std::vector<Worker> workers;
      for (int j = draw(1, 4); j > 0; --j) workers.push_back({draw(1, 40) / 8.0, draw(0, 2), draw(2, 12)});
      const int units = draw(1, 16);
      const double best = bruteForce(workers, units);
      const auto dealt = allocate(workers, units);
      QCOMPARE(dealt.has_value(), std::isfinite(best));
      if (!dealt) continue;
      QCOMPARE(dealt->seconds, best);
      double slowest = 0.0;
      int sum = 0;
      for (std::size_t j = 0; j < workers.size(); ++j) {
        slowest = std::max(slowest, workers[j].seconds * dealt->units[j]);
        sum += dealt->units[j];
        QVERIFY(dealt->units[j] >= workers[j].least && dealt->units[j] <= workers[j].most);
      }
      QVERIFY(slowest <= best);
      QCOMPARE(sum, units);
      // As classes of pipelines they are dealt alike.
      std::vector<WorkerClass> classes;
      for (const Worker& worker : workers)
        classes.push_back({1, [worker](int m) { return worker.seconds * m; }, worker.least, worker.most, 1});
      const auto same = allocate(classes, units);
      QVERIFY(same);
      QCOMPARE(same->seconds, best);
    }
  }
  /// Pipelines whose times have a fill, in multiples of a quantum.
  void classesAsBruteForce() {
    std::mt19937 random(2);
    for (int n = 0; n < 300; ++n) {
      const auto draw = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
      const int count = draw(1, 2), quantum = draw(1, 2), total = quantum * draw(3, 10);
      const double each = draw(1, 30), fill = draw(0, 50), slow = draw(1, 90);
      const auto seconds = [each, fill](int m) { return fill + each * m; };
      const auto slowed = [slow, fill](int m) { return fill + slow * m; };
      double best = std::numeric_limits<double>::infinity();
      for (int a = quantum; a <= total; a += quantum)
        for (int b = quantum; b <= total; b += quantum) {
          const int c = total - a - (count == 2 ? b : 0);
          if (c < quantum || c % quantum != 0) continue;
          best = std::min(best, std::max({seconds(a), count == 2 ? seconds(b) : 0.0, slowed(c)}));
        }
      const auto dealt =
          allocate({{count, seconds, quantum, 100, quantum}, {1, slowed, quantum, 100, quantum}}, total);
      QCOMPARE(dealt.has_value(), std::isfinite(best));
      if (dealt) QCOMPARE(dealt->seconds, best);
    }
  }
  void groupedAsBruteForce() {
    std::mt19937 random(3);
    for (int n = 0; n < 200; ++n) {
      std::vector<double> factors;
      for (int i = std::uniform_int_distribution(1, 6)(random); i > 0; --i)
        factors.push_back(std::uniform_int_distribution(0, 1)(random) == 0
                              ? 1.0
                              : std::uniform_real_distribution(1.0, 6.0)(random));
      const std::vector<double> efficiency{4.0 * 1.8, 2.0 * 1.8, 1.9};
      const double best = mostCapacity(factors, efficiency, (1U << factors.size()) - 1U);
      QVERIFY(std::abs(groupings(factors, efficiency, true).front().capacity - best) < 1e-12);
    }
  }
  void assignedAsBruteForce() {
    std::mt19937 random(4);
    for (int n = 0; n < 300; ++n) {
      const int size = std::uniform_int_distribution(1, 6)(random);
      std::vector<std::vector<double>> cost(static_cast<std::size_t>(size));
      for (auto& row : cost)
        for (int j = 0; j < size; ++j) row.push_back(std::uniform_int_distribution(0, 20)(random));
      std::vector<int> order(static_cast<std::size_t>(size));
      std::iota(order.begin(), order.end(), 0);
      const auto sum = [&](const std::vector<int>& places) {
        double all = 0.0;
        for (std::size_t i = 0; i < places.size(); ++i) all += cost[i][static_cast<std::size_t>(places[i])];
        return all;
      };
      double best = sum(order);
      while (std::next_permutation(order.begin(), order.end())) best = std::min(best, sum(order));
      QCOMPARE(sum(assignment(cost)), best);
    }
  }
};

}  // namespace tst_replan_allocation

ASTROLABE_TEST(tst_replan_allocation, TestReplanAllocation)
#include "tst_replan_allocation.moc"
