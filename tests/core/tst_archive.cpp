// core/search/archive: what a search keeps for views stays small, even and the nearest.
#include <QtTest>
#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "core/search/archive.h"
#include "tests/program/test_program.h"

namespace tst_archive {

using namespace astrolabe;
using search::Archive;

class TestArchive : public QObject {
  Q_OBJECT

  /// Slower and slower, so that the first beats all others.
  static constexpr int kFastest = 1000000;
  static cost::Evaluation evaluation(int number) {
    cost::Evaluation row;
    row.tokens_per_second = kFastest - number;
    row.strategy.micro_batch = number + 1;
    return row;
  }

 private slots:
  /// Of equal steps the first stays; at the same a the lower b takes the place, and what is no better in both
  /// goes.
  void stairs() {
    search::Stairs stairs;
    const auto numbers = [&] {
      std::set<std::size_t> all;
      stairs.collect(all);
      return all;
    };
    QVERIFY(stairs.insert(1.0, 5.0, 0));
    QVERIFY(stairs.insert(2.0, 3.0, 1));
    QVERIFY(!stairs.insert(1.0, 5.0, 2));
    QVERIFY(!stairs.insert(1.5, 5.0, 3));
    QVERIFY(stairs.insert(1.0, 4.0, 4));
    QCOMPARE(numbers(), (std::set<std::size_t>{1, 4}));
    QVERIFY(stairs.insert(1.5, 3.5, 5));
    QCOMPARE(numbers(), (std::set<std::size_t>{1, 4, 5}));
    QVERIFY(stairs.insert(0.5, 3.0, 6));
    QCOMPARE(numbers(), std::set<std::size_t>{6});
  }

  /// One strategy that misses by as much twice stands there once; forgotten, none does.
  void rejectedOnce() {
    Archive archive;
    strategy::Strategy strategy;
    for (const double excess : {0.5, 0.5, 0.25}) archive.rejected(excess, {}, strategy);
    strategy.micro_batch = 2;
    archive.rejected(0.5, {}, strategy);
    QCOMPARE(archive.rejected().size(), std::size_t(3));
    QCOMPARE(archive.rejected().front().excess, 0.25);
    archive.forget_rejected();
    QVERIFY(archive.rejected().empty());
  }

  /// Up to the capacity everything; beyond it every second, then every fourth, evenly.
  void seenStaysEven() {
    constexpr int kAll = static_cast<int>(Archive::kSeen);
    Archive archive;
    for (int i = 0; i < kAll; ++i) archive.saw(evaluation(i));
    QCOMPARE(archive.seen().size(), Archive::kSeen);
    for (int i = kAll; i < 3 * kAll; ++i) archive.saw(evaluation(i));
    // 0, 2, 4 … fill the capacity again at 2 kSeen; from there every fourth: 3 kSeen / 4 points.
    const auto seen = archive.seen();
    QCOMPARE(seen.size(), Archive::kSeen * 3 / 4);
    for (std::size_t i = 0; i < seen.size(); ++i)
      QCOMPARE(seen[i].tokens_per_second, kFastest - 4.0 * static_cast<double>(i));
    QCOMPARE(seen[1].usd_per_trillion_tokens, -1.0);  // no price
  }

  /// Of what is evaluated every strategy that no other one beats is kept, in speed and money, in memory and
  /// GPUs, however many there are; and the rest is thinned out.
  void frontIsNeverThinned() {
    constexpr int kAll = 5 * static_cast<int>(Archive::kSeen);
    std::mt19937 random(11);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    Archive archive;
    std::vector<cost::Evaluation> all;
    for (int i = 0; i < kAll; ++i) {
      cost::Evaluation row = evaluation(i);
      row.tokens_per_second = 1000.0 * share(random);
      row.money.usd_per_trillion_tokens = 1e6 * share(random);
      row.gpus = {1 + static_cast<int>(64.0 * share(random))};
      cost::StageMemory memory;
      memory.limit = {80e9};
      memory.total = {80e9 * share(random)};
      row.memory = {memory};
      archive.saw(row);
      all.push_back(std::move(row));
    }
    const auto seen = archive.seen();
    QVERIFY(seen.size() <= Archive::kSeen);
    const auto kept = [&](const cost::Evaluation& row) {
      return std::any_of(seen.begin(), seen.end(), [&](const search::SeenPoint& point) {
        return point.strategy.micro_batch == row.strategy.micro_batch;
      });
    };
    // By definition: sorted by the one, each is better in the other than all before it.
    const auto front = [&](const auto& first, const auto& second) {
      std::vector<const cost::Evaluation*> order;
      for (const cost::Evaluation& row : all) order.push_back(&row);
      std::sort(order.begin(), order.end(), [&](const auto* a, const auto* b) {
        return first(*a) != first(*b) ? first(*a) < first(*b) : second(*a) < second(*b);
      });
      std::vector<const cost::Evaluation*> best;
      for (const cost::Evaluation* row : order)
        if (best.empty() || second(*row) < second(*best.back())) best.push_back(row);
      return best;
    };
    const auto slowness = [](const cost::Evaluation& row) { return -row.tokens_per_second; };
    const auto money = [](const cost::Evaluation& row) { return *row.money.usd_per_trillion_tokens; };
    const auto memory = [](const cost::Evaluation& row) { return row.memory_share(); };
    const auto gpus = [](const cost::Evaluation& row) { return double(row.gpus_used()); };
    const auto per_gpu = [](const cost::Evaluation& row) { return -row.tokens_per_second / row.gpus_used(); };
    for (const auto& best : {front(slowness, money), front(memory, gpus), front(per_gpu, memory)}) {
      QVERIFY(best.size() > 2);
      for (const cost::Evaluation* row : best) QVERIFY(kept(*row));
    }
  }

  /// Of strategies that miss by as much the first ones stay, whichever come last.
  void rejectedAlike() {
    Archive archive;
    strategy::Strategy strategy;
    const auto reject = [&](int micro_batch) {
      strategy.micro_batch = micro_batch;
      archive.rejected(1.0, {}, strategy);
    };
    constexpr int kAll = static_cast<int>(Archive::kRejected);
    for (int i = 0; i < kAll; ++i) reject(2 + i);
    reject(kAll + 2);
    QCOMPARE(archive.rejected().back().strategy.micro_batch, kAll + 1);
    reject(1);
    QCOMPARE(archive.rejected().front().strategy.micro_batch, 1);
    QCOMPARE(archive.rejected().back().strategy.micro_batch, kAll);
    QCOMPARE(archive.rejected().size(), Archive::kRejected);
  }

  /// Of 3000 in any order the 1000 nearest, nearest first; equals by the strategy, whatever came first.
  void rejectedAreTheNearest() {
    std::vector<int> order(3000);
    std::iota(order.begin(), order.end(), 0);
    std::mt19937 random(3);
    for (int round = 0; round < 3; ++round) {
      std::shuffle(order.begin(), order.end(), random);
      Archive archive;
      for (const int i : order) {
        strategy::Strategy strategy;
        strategy.micro_batch = i + 1;
        const int excess = i / 3;  // three of each: 0, 0, 0, 1, 1, 1 …
        archive.rejected(excess, {}, strategy);
      }
      const auto rejected = archive.rejected();
      QCOMPARE(rejected.size(), Archive::kRejected);
      for (int i = 0; i < 1000; ++i) {
        const int excess = i / 3;
        QCOMPARE(rejected[static_cast<std::size_t>(i)].excess, static_cast<double>(excess));
        QCOMPARE(rejected[static_cast<std::size_t>(i)].strategy.micro_batch, i + 1);
      }
    }
  }
};

}  // namespace tst_archive

ASTROLABE_TEST(tst_archive, TestArchive)
#include "tst_archive.moc"
