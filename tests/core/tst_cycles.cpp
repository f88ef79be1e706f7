// core/search/cycles: paths that go round ranges of stages, found for all ranges at once, are those of each
// range by itself.
#include <QtTest>
#include <random>

#include "core/search/cycles.h"
#include "core/strategy/space.h"
#include "tests/core/cases.h"
#include "tests/core/problems.h"
#include "tests/program/test_program.h"

namespace tst_cycles {

using namespace astrolabe;
using namespace astrolabe::tests;
using search::StageTerms;
using strategy::Schedule;

namespace {

/// The paths of a pipeline of one GPU a stage.
search::CriticalPaths paths_of(int stages, int micro_batches, Schedule schedule) {
  strategy::Problem problem =
      make_test_problem(make_graph(stages + 1, 1024, 16, 8),
                        make_cluster({make_pool("a", 1, stages, 1.0, 80.0)}, 20.0), 2048, micro_batches);
  cost::Tables tables(problem);
  strategy::Strategy strategy;
  strategy::Space(problem).start(strategy::Group{{{0, stages, 1}}, 1, 1}, strategy);
  strategy.pipeline_parallel = stages;
  strategy.schedule = schedule;
  search::CriticalPaths paths;
  paths.start(cost::Shape(tables, strategy));
  return paths;
}

/// Range by range, from the definitions in search/partition.h.
class EachRange {
 public:
  EachRange(const search::CriticalPaths& paths, const std::vector<double>& links)
      : m_paths(paths), m_links(links) {
    m_dealt.resize(links.size());
  }
  search::Cycles::Longest of(int stage, const StageTerms& terms) {
    search::Cycles::Longest most;
    m_dealt[at(stage)].terms = terms;
    for (int j = stage + 1; j < m_paths.stages(); ++j) {
      const double passes = m_paths.backwards_left(j) - 1.0;
      const double dwell = dwells(stage + 1, j);
      most.alone = std::max(most.alone, dwell + passes * (terms.backward + terms.weight));
      if (m_paths.rounds(j) < j - stage + 1) continue;
      double way_back = m_dealt[at(j)].terms.backward, longest_back = 0.0;
      for (int i = stage; i < j; ++i) {
        const StageTerms& on = m_dealt[at(i)].terms;
        way_back += on.backward + m_links[at(i)] / 2.0;
        longest_back = std::max(longest_back, on.backward + on.weight);
      }
      const Dealt& last = m_dealt[at(j)];
      const double round = go_round(stage, j);
      most.path = std::max(most.path, round + last.behind);
      most.late = std::max(most.late, round - way_back + last.left);
      most.alone = std::max(most.alone, round + std::max(passes * longest_back, last.terms.stay));
    }
    return most;
  }
  void deal(int stage, const StageTerms& terms, double behind, double left) {
    m_dealt[at(stage)] = {terms, behind, left};
  }

 private:
  struct Dealt {
    StageTerms terms;
    double behind = 0.0, left = 0.0;
  };
  static std::size_t at(int stage) { return static_cast<std::size_t>(stage); }
  /// The longest up to the last forward of `last` that begins on `first` or behind it.
  double dwells(int first, int last) const {
    double most = m_dealt[at(last)].terms.dwell > 0.0 ? m_dealt[at(last)].terms.dwell : -1e300;
    for (int i = first; i < last; ++i)
      if (m_paths.rounds(last) >= last - i + 1) most = std::max(most, go_round(i, last));
    return most;
  }
  double go_round(int first, int last) const {
    const int length = last - first + 1, rounds = static_cast<int>(m_paths.rounds(last));
    double around = 0.0, most = 0.0;
    for (int i = first; i <= last; ++i)
      around += m_dealt[at(i)].terms.sum + (i < last ? m_links[at(i)] : 0.0);
    const auto longest = [](const StageTerms& terms) { return terms.sum + terms.weight; };
    int busiest = first + 1;  // behind the first
    for (int i = busiest + 1; i <= last; ++i)
      if (longest(m_dealt[at(i)].terms) > longest(m_dealt[at(busiest)].terms)) busiest = i;
    for (const int laps : {rounds / length, std::max(1, std::min(rounds, last) / length)}) {
      const int left = rounds - laps * length;
      const int with_weights = std::max(0, laps - (first + length - 1) / length);
      const int full = std::max(0, left - std::max(0, last - laps * length));
      for (const int stay : {first, busiest})
        most = std::max(most, laps * around + with_weights * m_dealt[at(first)].terms.weight +
                                  full * longest(m_dealt[at(stay)].terms) +
                                  (left - full) * m_dealt[at(stay)].terms.sum);
    }
    return most;
  }

  const search::CriticalPaths& m_paths;
  const std::vector<double>& m_links;
  std::vector<Dealt> m_dealt;
};

}  // namespace

class TestCycles : public QObject {
  Q_OBJECT

 private slots:
  void byHand_data() {
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("path");
    // The last of three stages has 4 rounds of the 5 micro-batches: a path goes twice round it and the one
    // before, 2 (6 + 3 + 4), or once and stays for two rounds on the longer one, 13 + 2 * 6. Nothing behind.
    QTest::newRow("twice round") << 6.0 << 26.0;
    // 2 (10 + 3 + 4) against 17 + 2 * 10.
    QTest::newRow("once, then stay") << 10.0 << 37.0;
  }
  void byHand() {
    QFETCH(double, first);
    const search::CriticalPaths paths = paths_of(3, 5, Schedule::one_f_one_b);
    const std::vector<double> links = {2.0, 3.0, 0.0};
    search::Cycles cycles;
    cycles.start(paths, links);
    StageTerms last, before;
    last.sum = 4.0;
    last.backward = 2.5;
    before.sum = first;
    before.backward = 3.5;
    cycles.open(2);
    cycles.deal(2, last, 0.0, 7.0);
    cycles.open(1);
    const search::Cycles::Longest most = cycles.of(1, before);
    QTEST(most.path, "path");
    // Back by two backward passes and half the links, then what follows the last forward of the last stage.
    QCOMPARE(most.late, most.path - 2.5 - 3.5 - 1.5 + 7.0);
    // No backward pass of the last stage is left behind its last forward but one.
    QCOMPARE(most.alone, most.path);
  }

  void eachRange_data() {
    QTest::addColumn<int>("schedule");
    QTest::newRow("1F1B") << static_cast<int>(Schedule::one_f_one_b);
    QTest::newRow("ZB-H1") << static_cast<int>(Schedule::zb_h1);
  }
  /// Fewer micro-batches than stages to many; whole seconds, so that sums are exact and lengths tie. Stages
  /// are dealt out and taken back as the search does it, on one object for pipelines of any size.
  void eachRange() {
    QFETCH(int, schedule);
    std::mt19937 random(67);
    const Pick pick{random};
    search::Cycles cycles;
    int went_round = 0, stayed = 0;
    for (int i = 0; i < cases(300); ++i) {
      const int stages = pick(1, 9);
      const int micro_batches = i % 3 == 0 ? pick(1, 2 * stages) : pick(stages, 40);
      const search::CriticalPaths paths = paths_of(stages, micro_batches, static_cast<Schedule>(schedule));
      std::vector<double> links;
      for (int j = 0; j < stages; ++j)
        links.push_back(j + 1 < stages ? 2.0 * pick(0, i % 4 == 0 ? 200 : 10) : 0.0);
      EachRange each(paths, links);
      cycles.start(paths, links);
      const auto random_terms = [&] {
        StageTerms terms;
        terms.backward = pick(1, 40);
        terms.sum = terms.backward + pick(1, 20);
        if (static_cast<Schedule>(schedule) == Schedule::zb_h1) terms.weight = pick(0, 30);
        terms.dwell = i % 5 == 0 ? 0.0 : pick(0, 2000);
        terms.stay = pick(0, i % 2 == 0 ? 10 : 400);
        return terms;
      };
      int stage = stages - 1;
      for (int moves = 0; moves < 4 * stages && stage >= 0; ++moves) {
        cycles.open(stage);
        const StageTerms tried = random_terms();
        const search::Cycles::Longest quick = cycles.of(stage, tried), slow = each.of(stage, tried);
        QCOMPARE(quick.path, slow.path);
        QCOMPARE(quick.alone, slow.alone);
        if (slow.late > -1e299)
          QCOMPARE(quick.late, slow.late);
        else
          QVERIFY(quick.late < -1e299);
        went_round += slow.path > 0.0 ? 1 : 0;
        stayed += slow.alone > slow.path ? 1 : 0;
        const StageTerms dealt = random_terms();
        const double behind = pick(0, 300), left = pick(0, 300);
        cycles.deal(stage, dealt, behind, left);
        each.deal(stage, dealt, behind, left);
        // On, or back to some stage behind, which is dealt out anew.
        stage = moves % 3 == 2 ? pick(stage, stages - 1) : stage - 1;
      }
    }
    QVERIFY2(went_round > cases(1000) && stayed > cases(300),
             qPrintable(QStringLiteral("%1, %2").arg(went_round).arg(stayed)));
  }
};

}  // namespace tst_cycles

ASTROLABE_TEST(tst_cycles, TestCycles)
#include "tst_cycles.moc"
