// core/strategy/chunks: which layers the chunks of a stage hold, and the best of these splits, in
// core/search/partition and core/verify/splits.
#include <QtTest>
#include <random>
#include <set>

#include "core/cost/bound.h"
#include "core/search/partition.h"
#include "core/strategy/chunks.h"
#include "core/strategy/space.h"
#include "core/verify/splits.h"
#include "tests/core/cases.h"
#include "tests/core/problems.h"
#include "tests/program/test_program.h"

namespace tst_chunks {

using namespace astrolabe;
using namespace astrolabe::tests;
using strategy::Chunking;

namespace {

using Splits = std::vector<std::vector<int>>;

/// The stage of the `place`-th chunk of the model.
int stage_of(const Chunking& chunking, int place) {
  const int j = place % chunking.stages;
  return chunking.back && place >= chunking.stages ? chunking.stages - 1 - j : j;
}

/// Layers of all chunks in the order of the model.
std::vector<int> in_order(const Chunking& chunking, const std::vector<int>& split) {
  std::vector<int> sizes;
  for (int place = 0; place < chunking.stages * chunking.chunks; ++place) {
    const int j = stage_of(chunking, place);
    sizes.push_back(chunking.of_chunk(j, split[static_cast<std::size_t>(j)], place / chunking.stages));
  }
  return sizes;
}

/// Every way to give the two chunks of each stage of a V c layers each but for those of the first stage, of
/// which the last lacks one or two and the first one, where two or three are missing: by stage.
Splits v_by_trying(const Chunking& all) {
  Splits splits;
  for (int c = 1; c <= all.layers; ++c)
    for (const auto& [first, last] : {std::pair{0, 0}, {0, 1}, {1, 1}, {1, 2}})
      if (2 * all.stages * c - first - last == all.layers && last <= c && first + last < 2 * c) {
        splits.emplace_back(static_cast<std::size_t>(all.stages), 2 * c);
        splits.back().front() -= first + last;
      }
  return splits;
}

/// Every way to give the chunks of an interleaved pipeline c layers each but for the first, which may lack
/// one, and those of the last stage, which may lack up to c, three with the first: by stage.
Splits by_trying(const Chunking& all) {
  Splits splits;
  for (int c = 1; c <= all.layers; ++c)
    for (int first = 0; first <= 1; ++first)
      for (int last = 0; last <= 3 - first && last <= c; ++last)
        if (all.stages * all.chunks * c - first - last == all.layers) {
          std::vector<int> split(static_cast<std::size_t>(all.stages), all.chunks * c);
          split.front() -= first;
          split.back() -= last;
          splits.push_back(split);
        }
  return splits;
}

}  // namespace

class TestChunks : public QObject {
  Q_OBJECT

 private slots:
  void splits_data() {
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("chunks");
    QTest::addColumn<Splits>("expected");
    QTest::newRow("equal: 96 / 8 = 12") << 96 << 8 << 4 << Splits{std::vector<int>(8, 12)};
    // Llama-3.1-405B: 126 + embedding + loss = 128 = 16 x 8 chunks of one
    std::vector<int> llama(16, 8);
    llama.front() = llama.back() = 7;
    QTest::newRow("405B, 16 x 8") << 126 << 16 << 8 << Splits{llama};
    // 128 = 8 x 4 chunks of four: of two missing layers the loss may also stand for both
    std::vector<int> both(8, 16), loss(8, 16);
    both.front() = both.back() = 15;
    loss.back() = 14;
    QTest::newRow("405B, 8 x 4") << 126 << 8 << 4 << Splits{loss, both};
    // DeepSeek-V3: 61 = 15 x 4 + 1, or 3 + 14 x 4 + 2
    QTest::newRow("61 layers, 4 x 4") << 61 << 4 << 4 << Splits{{16, 16, 16, 13}, {15, 16, 16, 14}};
    QTest::newRow("four missing") << 60 << 4 << 4 << Splits{};
    QTest::newRow("more chunks than layers") << 126 << 43 << 3 << Splits{};  // 129: three missing of one
  }
  void splits() {
    QFETCH(int, layers);
    QFETCH(int, stages);
    QFETCH(int, chunks);
    QFETCH(Splits, expected);
    const Chunking chunking{layers, stages, chunks};
    QCOMPARE(chunking.splits(), expected);
    QCOMPARE(chunking.possible(), !expected.empty());
  }

  /// 405B on 16 x 8: embedding alone, 126 times a layer, loss alone; 61 layers: of the last stage, every
  /// fourth chunk, the last ones are short, and of one missing less the first of all.
  void sizes() {
    const Chunking llama{126, 16, 8};
    std::vector<int> expected(128, 1);
    expected.front() = expected.back() = 0;
    QCOMPARE(in_order(llama, llama.splits().front()), expected);
    const Chunking deepseek{61, 4, 4};
    expected.assign(16, 4);
    expected[7] = expected[11] = expected[15] = 3;
    QCOMPARE(in_order(deepseek, {16, 16, 16, 13}), expected);
    expected[0] = 3;
    expected[7] = 4;
    QCOMPARE(in_order(deepseek, {15, 16, 16, 14}), expected);
    // Chunk 2 of the second stage is the tenth of the model: after 9 x 4 layers less one that the last stage
    // lacks in front of it, or that the first does; the thirteenth after two of each.
    QCOMPARE(deepseek.first_of(9, 1, 16, 16), 35);
    QCOMPARE(deepseek.first_of(9, 1, 15, 16), 35);
    QCOMPARE(deepseek.first_of(12, 0, 0, 16), 46);
    QCOMPARE(deepseek.first_of(12, 0, 0, 15), 46);
    QCOMPARE(deepseek.first_of(0, 0, 0, 15), 0);
  }

  /// ZB-V: both ends on the first stage. DeepSeek-V3's 61 layers on 8 stages lack three of 64: two behind,
  /// with the loss, one in front. 30 on 16 would leave the first stage none.
  void bothEndsOfTheV() {
    const Chunking deepseek{61, 8, 2, true};
    std::vector<int> split(8, 8);
    split.front() = 5;
    QCOMPARE(deepseek.splits(), Splits{split});
    std::vector<int> expected(16, 4);
    expected.front() = 3;
    expected.back() = 2;
    QCOMPARE(in_order(deepseek, split), expected);
    QCOMPARE(deepseek.first_of(1, 1, 5, 8), 3);
    QCOMPARE(deepseek.first_of(14, 1, 5, 8), 55);
    QCOMPARE(deepseek.first_of(15, 0, 0, 5), 59);
    QCOMPARE((Chunking{31, 16, 2, true}.splits().front().front()), 1);
    QVERIFY(!(Chunking{30, 16, 2, true}.possible()) && !(Chunking{60, 8, 2, true}.possible()));
  }

  /// Up to 40 layers on up to 9 stages: the same splits as by trying, every chunk follows the one before it,
  /// and no stage or first chunk holds fewer layers than is said.
  void everySplit_data() {
    QTest::addColumn<bool>("back");
    QTest::newRow("interleaved") << false;
    QTest::newRow("ZB-V") << true;
  }
  void everySplit() {
    QFETCH(bool, back);
    int several = 0, none = 0, lacking = 0;
    for (int layers = 2; layers <= 40; ++layers)
      for (int stages = 2; stages <= 9; ++stages)
        for (int chunks = 2; chunks <= (back ? 2 : 8); ++chunks) {
          const Chunking chunking{layers, stages, chunks, back};
          const Splits splits = chunking.splits();
          const Splits tried = back ? v_by_trying(chunking) : by_trying(chunking);
          QCOMPARE(std::set(splits.begin(), splits.end()), std::set(tried.begin(), tried.end()));
          QCOMPARE(chunking.possible(), !splits.empty());
          several += splits.size() > 1 ? 1 : 0;
          none += splits.empty() ? 1 : 0;
          for (const std::vector<int>& split : splits) {
            const std::vector<int> sizes = in_order(chunking, split);
            int begin = 0;
            for (int place = 0; place < stages * chunks; ++place) {
              const int j = stage_of(chunking, place);
              const int before = std::accumulate(split.begin(), split.begin() + j, 0);
              QCOMPARE(chunking.first_of(place, j, before, split[static_cast<std::size_t>(j)]), begin);
              begin += sizes[static_cast<std::size_t>(place)];
            }
            QCOMPARE(begin, layers);
            for (int j = 0; j < stages; ++j) {
              QVERIFY(split[static_cast<std::size_t>(j)] >= chunking.least_of(j));
              QVERIFY(split[static_cast<std::size_t>(j)] >= chunking.least_stage());
              QVERIFY(sizes[static_cast<std::size_t>(j)] >= chunking.least_first_chunk(j));
              QVERIFY(chunking.first_of(j, j, std::accumulate(split.begin(), split.begin() + j, 0),
                                        split[static_cast<std::size_t>(j)]) >= chunking.least_before(j));
            }
            int front = 0;
            for (int j = 0; j < stages; ++j) front += sizes[static_cast<std::size_t>(j)];
            QVERIFY(!chunking.in_first_chunks(front + 1));
            QVERIFY(splits.size() > 1 || chunking.in_first_chunks(front));
            lacking += chunking.missing() > 0 ? 1 : 0;
          }
        }
    QVERIFY((back ? several == 0 : several > 100) && none > 100 && lacking > 80);
  }

  /// The search's and the verifier's best split of interleaved pipelines and Vs over two pools, of one class
  /// of layers or two, in memory from little to much: that of all splits, each played by itself.
  void bestOfAll() {
    std::mt19937 random(83);
    const Pick pick{random};
    const Real real{random};
    int compared = 0, several = 0, second = 0, nothing = 0, short_vs = 0;
    for (int i = 0; i < cases(2500); ++i) {
      const bool back = i % 7 > 4;
      const int there = pick(1, 3), here = pick(1, 2), stages = there + here, chunks = back ? 2 : pick(2, 4);
      const int most = stages * chunks * pick(1, 3);
      const int layers = std::max(stages, most - pick(0, 3));
      const Chunking chunking{layers, stages, chunks, back};
      if (!chunking.possible()) continue;
      const int experts = i % 3 == 2 ? 4 : 0;
      strategy::Problem problem =
          make_test_problem(make_graph(layers, 1024, 16, 8, experts, experts > 0 ? pick(0, 2) : 0),
                            make_cluster({make_pool("a", 1, there, 1.0, i % 4 == 0 ? real(2.0, 8.0) : 80.0),
                                          make_pool("b", 1, here, real(0.4, 1.0))},
                                         real(1.0, 80.0)),
                            2048, stages * pick(1, 6));
      cost::Tables tables(problem);
      strategy::Strategy strategy;
      strategy::Space(problem).start(i % 2 == 0 ? strategy::Group{{{0, there, 1}, {1, here, 1}}, 1, 1}
                                                : strategy::Group{{{1, here, 1}, {0, there, 1}}, 1, 1},
                                     strategy);
      strategy.pipeline_parallel = stages;
      strategy.virtual_pipeline = chunks;
      strategy.schedule = back ? strategy::Schedule::zb_v : strategy::Schedule::interleaved;
      strategy.recompute = i % 5 == 0 ? strategy::Recompute::full : strategy::Recompute::none;
      const cost::Shape shape(tables, strategy);
      double best = 1e300;
      std::vector<int> best_split;
      const Splits splits = back ? v_by_trying(chunking) : by_trying(chunking);
      for (const std::vector<int>& split : splits) {
        bool fits = false;
        const double step = verify::step_of(shape, split, fits);
        if (fits && step < best) {
          best = step;
          best_split = split;
        }
      }
      search::Partitioner partitioner;
      const search::Partition found = partitioner.best(shape, {});
      QVERIFY(found.exact);
      QCOMPARE(found.feasible, best < 1e300);
      verify::SplitSearch verifier;
      if (!found.feasible) {
        QVERIFY(found.over.value > 0.0 && found.over_stage >= 0);
        QVERIFY(!verifier.faster_than(shape, 1e300).found);
        ++nothing;
        continue;
      }
      QCOMPARE(found.step, best);
      QCOMPARE(found.layers, best_split);
      QVERIFY(cost::step_lower_bound(shape) <= best);
      QVERIFY(!verifier.faster_than(shape, best).found);
      QCOMPARE(verifier.faster_than(shape, best * (1.0 + 1e-9)).step, best);
      search::Effort effort;
      effort.cut = best * (1.0 - 1e-6);
      const search::Partition cut = partitioner.best(shape, effort);
      QVERIFY(cut.cut && !cut.feasible && cut.lower_bound > effort.cut && cut.lower_bound <= best);
      ++compared;
      short_vs += back && chunking.missing() > 0 ? 1 : 0;
      several += splits.size() > 1 ? 1 : 0;
      second += splits.size() > 1 && best_split == chunking.splits().back() ? 1 : 0;
    }
    qInfo("%d compared, %d of several splits, %d of these the second, %d short Vs, %d fit nowhere", compared,
          several, second, short_vs, nothing);
    QVERIFY(compared > cases(1000) && several > cases(300) && second > cases(25) && nothing > cases(15));
    QVERIFY(short_vs > cases(150));
  }
};

}  // namespace tst_chunks

ASTROLABE_TEST(tst_chunks, TestChunks)
#include "tst_chunks.moc"
