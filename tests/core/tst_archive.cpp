// core/search/archive: what a search keeps for views stays small, even and the nearest.
#include <QtTest>
#include <algorithm>
#include <numeric>
#include <random>

#include "core/search/archive.h"
#include "tests/program/test_program.h"

namespace tst_archive {

using namespace astrolabe;
using search::Archive;

class TestArchive : public QObject {
  Q_OBJECT

  static cost::Evaluation evaluation(int number) {
    cost::Evaluation row;
    row.tokens_per_second = number;
    row.strategy.micro_batch = number + 1;
    return row;
  }

 private slots:
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
      QCOMPARE(seen[i].tokens_per_second, 4.0 * static_cast<double>(i));
    QCOMPARE(seen[1].usd_per_trillion_tokens, -1.0);  // no price
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
