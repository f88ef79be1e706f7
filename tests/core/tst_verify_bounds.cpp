// core/verify: its bounds are what they are by hand, and those of the search node by node; its search of
// splits finds what every split tried finds.
#include <QtTest>
#include <map>
#include <numeric>
#include <random>

#include "certificates.h"
#include "core/cost/collective.h"
#include "core/engine.h"
#include "core/hardware/usable_gpus.h"
#include "core/search/tree.h"
#include "core/strategy/space.h"
#include "core/verify/bounds.h"
#include "core/verify/settings.h"
#include "core/verify/splits.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_verify_bounds {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

/// The family of one pool with one tensor rank and so many replicas, started with a setting.
strategy::Family family_of(const strategy::Space& space, int data_parallel) {
  for (const strategy::Family& family : space.families())
    if (family.data_parallel == data_parallel && family.context_parallel == 1 && family.uses.size() == 1 &&
        family.uses.front().tensor_parallel == 1)
      return family;
  return {};
}

/// The fastest of all splits, each played.
double fastest_split(const cost::Shape& shape) {
  const int stages = shape.stages();
  std::vector<int> layers(static_cast<std::size_t>(stages), 1);
  double best = 1e300;
  const std::function<void(int, int)> deal = [&](int stage, int left) {
    const auto s = static_cast<std::size_t>(stage);
    if (stage == stages - 1) {
      layers[s] = left;
      bool fits = false;
      const double step = verify::step_of(shape, layers, fits);
      if (fits) best = std::min(best, step);
      return;
    }
    for (layers[s] = 1; layers[s] <= left - (stages - 1 - stage); ++layers[s]) {
      const int here = layers[s];
      deal(stage + 1, left - here);
      layers[s] = here;
    }
  };
  deal(0, shape.layers());
  return best;
}

}  // namespace

/// The nodes of a tree as certificates name them, each with the bound that the verifier makes of it.
class BothBounds {
 public:
  explicit BothBounds(const strategy::Problem& problem)
      : m_space(problem),
        m_tables(problem),
        m_bounds(problem, m_tables),
        m_tree(problem, m_space, m_tables, Objective::throughput) {
    m_tree.leave_windows_out();
    while (m_tree.grow(1024)) {
    }
    m_kinds = m_tree.kinds();
    for (const search::Node& root : m_tree.roots()) under(root, root.step);
  }
  int nodes = 0, without_room = 0;
  std::map<strategy::Schedule, int> by_schedule;
  QString apart;  ///< the first node that they disagree about

 private:
  /// Least of the node's own level; `schedule`: of its kind.
  double own(const search::Node& node, strategy::Schedule& schedule) {
    const strategy::Family& family = m_tree.family_of(node);
    strategy::Strategy strategy = verify::start_of(m_space, family);
    m_space.choose(m_kinds[m_tree.kind_of(node)].front(), strategy);
    schedule = strategy.schedule;
    verify::Figures figures = m_bounds.figures(family, strategy);
    if (node.level == search::Level::kind) return m_bounds.any_pipeline(figures, true).seconds;
    std::vector<int> given;
    if (node.level == search::Level::mixture) {
      strategy.pipeline_parallel = node.stages;
      m_space.choose(m_tree.setting_of(node), strategy);
      m_bounds.apply_setting(figures, strategy, node.stages);
      for (std::size_t i = 0; i < node.fixed; ++i) given.push_back(node.mixture[at(figures.pools[i].use)]);
      if (given.size() + 1 == figures.pools.size()) {  // the last takes the rest
        if (given.empty()) return m_bounds.mixture(figures, node.stages, {node.stages}).seconds;
        given.push_back(node.stages - std::accumulate(given.begin(), given.end(), 0));
      }
    }
    return m_bounds.mixture(figures, node.stages, given).seconds;
  }
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  /// `above`: the most that the verifier tells on the way down to the node.
  void under(const search::Node& node, double above) {
    search::Tree::Expansion expansion;
    std::vector<search::Node> lost;
    expansion.lost = &lost;
    m_tree.expand(node, search::Cutoff{Objective::throughput, 1e300, nullptr, 1.0}, expansion);
    for (const search::Node& child : lost) {
      if (child.level == search::Level::configuration) continue;
      strategy::Schedule schedule{};
      ++without_room;
      if (own(child, schedule) < verify::kNoRoom) tell(child, schedule, 0.0);
    }
    for (const search::Node& child : expansion.children) {
      if (child.level == search::Level::configuration) continue;
      strategy::Schedule schedule{};
      const double least = std::max(above, own(child, schedule));
      ++nodes;
      ++by_schedule[schedule];
      if (std::abs(child.step / least - 1.0) > 1e-11) tell(child, schedule, least);
      under(child, least);
    }
  }
  void tell(const search::Node& node, strategy::Schedule schedule, double least) {
    if (apart.isEmpty())
      apart = QStringLiteral("level %1, %2, %3 stages: %4 s, verifier %5 s")
                  .arg(static_cast<int>(node.level))
                  .arg(QString::fromLatin1(strategy::to_string(schedule)))
                  .arg(node.stages)
                  .arg(node.step)
                  .arg(least);
  }

  strategy::Space m_space;
  cost::Tables m_tables;
  verify::Bounds m_bounds;
  search::Tree m_tree;
  std::vector<std::vector<std::uint64_t>> m_kinds;
};

class TestVerifyBounds : public QObject {
  Q_OBJECT

 private slots:
  /// GPipe with layers of two classes, one dense and nine of experts: memory leaves a fast stage two of
  /// these, so the slow one holds seven, for longer than a micro-batch's least way through both stages. Its K
  /// micro-batches are the bound.
  void roundsOfASlowStageByHand() {
    strategy::Problem problem =
        make_test_problem(make_graph(10, 1024, 16, 8, 4, 1),
                          make_cluster({make_pool("a", 1, 1), make_pool("b", 1, 1, 0.02)}, 50.0), 2048, 8);
    problem.job.allowed = {{"schedule", {"gpipe"}}, {"micro_batch", {"1"}}};
    cost::Tables tables(problem);
    verify::Bounds bounds(problem, tables);
    const strategy::Space space(problem);
    const std::vector<strategy::Family> families = space.families();
    const auto family = std::find_if(families.begin(), families.end(), [](const strategy::Family& each) {
      return each.uses.size() == 2 && each.replicas() == 1;
    });
    QVERIFY(family != families.end());
    strategy::Strategy strategy = verify::start_of(space, *family);
    space.choose(0, strategy);
    QCOMPARE(strategy.schedule, strategy::Schedule::gpipe);
    verify::Figures figures = bounds.figures(*family, strategy);
    QCOMPARE(figures.micro_batches, 8);
    figures.pools[0].holds = 2;
    const verify::PoolFigures& fast = figures.pools[0];
    const verify::PoolFigures& slow = figures.pools[1];
    const double bottleneck = 7.0 * slow.common;
    // The shortest layer on both stages, all else on the fast one.
    const double sum = figures.lightest * (fast.layer + slow.layer) +
                       (10.0 - 2.0 * figures.lightest) * fast.layer + fast.head + figures.cross_link;
    QVERIFY(sum < bottleneck);
    const double least =
        (8.0 * bottleneck + std::min(fast.fixed, slow.fixed)) * cost::straggler_factor(problem, 2);
    QVERIFY(std::abs(bounds.mixture(figures, 2, {1, 1}).seconds - least) < 1e-8 * least);
  }

  /// One node of 8 for 20 USD an hour, of which 4 GPUs are used beside a failed one. Where idle GPUs are
  /// charged it costs 20 USD, used or not, so that the GPUs of a stage add nothing.
  void partsOfAnIdleNodeAddNothing() {
    hardware::Pool pool = make_pool("a", 1, 8);
    pool.unit = 8;
    pool.failed = {{0, 0}};
    hardware::apply_marks(pool);
    QCOMPARE(pool.used_of_node, 4);
    strategy::Problem problem =
        make_test_problem(make_graph(4, 1024), make_cluster({std::move(pool)}), 1024, 16);
    problem.cluster.may_leave_unused = true;
    problem.job.cost.idle_gpus_cost = true;
    cost::Tables tables(problem);
    verify::Bounds bounds(problem, tables);
    const strategy::Space space(problem);
    const strategy::Family family = family_of(space, 4);
    QCOMPARE(family.uses.size(), std::size_t(1));
    strategy::Strategy strategy = verify::start_of(space, family);
    space.choose(0, strategy);
    QCOMPARE(bounds.figures(family, strategy).pools.front().stage_rate, 0.0);
  }

  /// ZB-V with layers of two classes, two dense and ten of experts, on two pools of a stage: each stage has
  /// two chunks of three, and the first may hold the dense ones, but the last holds six of experts, whichever
  /// it is.
  void lastStageOfTheVByHand() {
    strategy::Problem problem =
        make_test_problem(make_graph(12, 1024, 16, 8, 4, 2),
                          make_cluster({make_pool("a", 1, 1), make_pool("b", 1, 1)}, 50.0), 2048, 8);
    problem.job.allowed = {{"schedule", {"zb-v"}}, {"micro_batch", {"1"}}};
    cost::Tables tables(problem);
    verify::Bounds bounds(problem, tables);
    const strategy::Space space(problem);
    const std::vector<strategy::Family> families = space.families();
    const auto family = std::find_if(families.begin(), families.end(),
                                     [](const strategy::Family& each) { return each.uses.size() == 2; });
    QVERIFY(family != families.end());
    strategy::Strategy strategy = verify::start_of(space, *family);
    space.choose(0, strategy);
    strategy.virtual_pipeline = 2;
    QCOMPARE(strategy.schedule, strategy::Schedule::zb_v);
    const verify::Figures figures = bounds.figures(*family, strategy);
    const verify::PoolFigures& pool = figures.pools.front();
    QVERIFY(pool.shortest < 0.9 * pool.common);
    const double least = 8.0 * 6.0 * pool.common + pool.fixed;
    QVERIFY(std::abs(bounds.mixture(figures, 2, {1, 1}).seconds - least) < 1e-8 * least);
  }

  /// The bounds of search and verifier are the same for every node that a certificate may name: of layers of
  /// one class and of two, with pools of all speeds, in much memory and in little.
  void boundsAgree() {
    std::mt19937 random(2811);
    const Real real{random};
    int nodes = 0, without_room = 0;
    std::map<strategy::Schedule, int> by_schedule;
    for (int i = 0; i < cases(480); ++i) {
      const int layers = 4 + i % 6;
      auto graph = i % 3 == 0 ? make_graph(layers, 1024) : make_graph(layers, 1024, 16, 8, 4, 1 + i % 3);
      if (i % 6 == 5)  // in turn
        for (std::size_t k = 0; k < graph->layers.size(); ++k) graph->layers[k] = static_cast<int>(k % 2);
      strategy::Problem problem = make_test_problem(
          std::move(graph),
          make_cluster({make_pool("a", 1, 2, 1.0, i % 2 == 0 ? 80.0 : real(0.8, 3.0)),
                        make_pool("b", 1, 2, real(0.02, 0.9), i % 4 < 2 ? 80.0 : real(0.8, 4.0))},
                       real(5.0, 100.0)),
          2048, 8);
      problem.cluster.may_leave_unused = i % 2 == 0;
      problem.job.allowed["expert_tensor_parallel"] = {"1"};
      problem.job.allowed["schedule"] = {"1f1b", "interleaved", "gpipe", "zb-h1", "zb-v"};
      if (i % 5 == 0) problem.job.allowed["zero_stage"] = {"0", "2", "3"};
      if (i % 4 != 0) without_offload(problem);
      const BothBounds both(problem);
      QVERIFY2(both.apart.isEmpty(), qPrintable(QStringLiteral("problem %1: %2").arg(i).arg(both.apart)));
      nodes += both.nodes;
      without_room += both.without_room;
      for (const auto& [schedule, count] : both.by_schedule) by_schedule[schedule] += count;
    }
    qInfo("%d nodes, %d without room", nodes, without_room);
    QVERIFY2(nodes > cases(200000) && without_room > cases(4000),
             qPrintable(QStringLiteral("%1 %2").arg(nodes).arg(without_room)));
    for (const auto& [schedule, count] : by_schedule)
      QVERIFY2(count > cases(2000), strategy::to_string(schedule));
    QCOMPARE(by_schedule.size(), 5U);
  }

  /// ZeRO 2: in a pipeline 4 ranks inside a domain pass on 3/4 of a layer's gradients in every micro-batch,
  /// and all but the hidden share of that is seen. ZB-V, two stages of six layers: 6 K layers at least.
  void boundsOfSettingsByHand() {
    strategy::Problem problem =
        make_test_problem(make_graph(12, 2048), make_cluster({make_pool("a", 1, 8)}), 2048, 32);
    problem.job.allowed = {{"zero_stage", {"2"}}, {"micro_batch", {"1"}}};
    cost::Tables tables(problem);
    verify::Bounds bounds(problem, tables);
    const strategy::Space space(problem);
    const strategy::Family family = family_of(space, 4);
    QCOMPARE(family.data_parallel, 4);
    strategy::Strategy strategy = verify::start_of(space, family);
    space.choose(0, strategy);
    strategy.overlap_grad_reduce = true;
    verify::Figures figures = bounds.figures(family, strategy);
    const double layer = figures.pools.front().layer;
    bounds.apply_setting(figures, strategy, 1);
    QCOMPARE(figures.pools.front().layer, layer);  // once a step only
    bounds.apply_setting(figures, strategy, 2);
    const model::LayerClass& of = problem.graph->classes.front();
    const double parameters = static_cast<double>(of.parameters_split + of.parameters_replicated);
    const cost::StackTraits& stack = tables.stack(0);
    const double seconds = 0.75 * stack.gradient_bytes * parameters /
                           (450e9 * cost::coefficients_of(problem).tensor_share) *
                           (1.0 - stack.data_overlap) * stack.factor;
    QVERIFY(stack.reduce_passes == 1.0 && seconds > 0.01 * layer);
    QVERIFY(std::abs(figures.pools.front().layer - layer - seconds) < 1e-6 * seconds);

    strategy.zero_stage = 0;
    strategy.schedule = strategy::Schedule::zb_v;
    strategy.virtual_pipeline = 2;
    figures = bounds.figures(family, strategy);
    // K = 32 / 4; the end of a step and the stragglers apart.
    const double straggling = cost::straggler_factor(problem, 8);
    const double least = (8.0 * 6.0 * layer + figures.pools.front().fixed) * straggling;
    QVERIFY(std::abs(bounds.mixture(figures, 2, {}).seconds - least) < 1e-8 * least);
  }

  /// Random shapes: the search over splits finds the fastest and nothing below it.
  void splitSearchMatchesEverySplit() {
    std::mt19937 random(7);
    verify::SplitSearch search;
    int shapes = 0, found = 0, unlike = 0;
    for (int i = 0; i < cases(4000); ++i) {
      strategy::Problem problem = random_problem(random, true);
      // Every other one with dense layers before those of experts, as many as there are stages or fewer.
      if (i % 2 == 1) problem.graph = make_graph(5 + i % 4, 512 << (i % 3), 16, 8, 4, 1 + i / 2 % 3);
      problem.job.allowed = {
          {"schedule", {std::array{"1f1b", "gpipe", "zb-h1"}[static_cast<std::size_t>(i / 4 % 3)]}},
          {"virtual_pipeline", {"1"}}};
      const strategy::Space space(problem);
      cost::Tables tables(problem);
      std::uniform_int_distribution<std::uint64_t> setting(0, space.per_group() - 1);
      std::optional<strategy::Strategy> chosen;
      int tries = 2000;
      space.visit([&](const strategy::Group& group) {
        strategy::Strategy strategy;
        space.configuration(group, setting(random), strategy);
        if (strategy.stages.size() > 1 && strategy::first_broken_rule(problem, strategy) == nullptr &&
            (!chosen || random() % 8 == 0))
          chosen = strategy;
        return --tries > 0;
      });
      if (!chosen) continue;
      const strategy::Strategy& strategy = *chosen;
      const cost::Shape shape(tables, strategy);
      const double fastest = fastest_split(shape);
      const verify::SplitAnswer any = search.faster_than(shape, 1e300);
      QCOMPARE(any.found, fastest < 1e300);
      if (any.found) QCOMPARE(any.step, fastest);
      if (any.found) QCOMPARE(search.faster_than(shape, fastest * (1.0 + 1e-9)).step, fastest);
      const verify::SplitAnswer none = search.faster_than(shape, fastest);
      QVERIFY(none.complete && !none.found);
      ++shapes;
      found += any.found ? 1 : 0;
      unlike += any.found && problem.graph->classes.size() > 1 ? 1 : 0;
    }
    QVERIFY2(shapes > cases(500) && found > cases(250) && unlike > cases(100),
             qPrintable(QStringLiteral("%1 %2 %3").arg(shapes).arg(found).arg(unlike)));
  }
};

}  // namespace tst_verify_bounds

ASTROLABE_TEST(tst_verify_bounds, TestVerifyBounds)
#include "tst_verify_bounds.moc"
