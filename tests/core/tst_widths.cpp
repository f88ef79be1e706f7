// core/mesh/widths: pipelines whose stages have groups of their own number, against sums by hand, strategies
// and all splits of small models; their kind of plan.
#include <QtTest>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>

#include "core/base/error_codes.h"
#include "core/cost/shape.h"
#include "core/hardware/catalogue.h"
#include "core/mesh/widths_bound.h"
#include "core/mesh/widths_search.h"
#include "core/plan/plan_file.h"
#include "core/planning/widths.h"
#include "tests/core/cases.h"
#include "tests/core/draws.h"
#include "tests/core/problems.h"
#include "tests/program/test_program.h"

namespace tst_widths {

using namespace astrolabe;
using namespace astrolabe::tests;
using mesh::GroupPasses;
using mesh::PlayedStage;

class TestWidths : public QObject {
  Q_OBJECT
 private slots:
  void playsByHand();
  void unequalWidthsWinOnOddCounts();
  void stagesBehindAreKeptAtWork();
  void boundByHand();
  void memoryOfWhatIsInFlight();
  void stateNeedsRoomInAll();
  void noSplitThatFitsIsExcluded();
  void equalWidthsAreAStrategy();
  void countsThatDivide();
  void searchEqualsEverySplit();
  void noPipelineIsBelowTheBound();
  void isReadBackAsItWasWritten();
  void refusesWhatDoesNotAddUp();
};

namespace {

PlayedStage stage_of(std::vector<GroupPasses> groups, int in_flight) {
  return {std::move(groups), in_flight, 0.0};
}

std::vector<int> counts(const std::vector<int>& routes, std::size_t groups) {
  std::vector<int> count(groups, 0);
  for (const int g : routes) ++count[static_cast<std::size_t>(g)];
  return count;
}

/// Two unequal pools whose counts nothing divides.
strategy::Problem odd_pools(std::mt19937& random, int layers) {
  const Pick pick{random};
  const double memory = std::array{8.0, 16.0, 80.0}[static_cast<std::size_t>(pick(0, 2))];
  const int per_node = pick(1, 2);
  auto cluster = make_cluster(
      {make_pool("a", 3, per_node, 1.0, memory), make_pool("b", 2, per_node, 0.3 + 0.1 * pick(0, 5), memory)},
      25.0 * pick(1, 4));
  return make_test_problem(make_graph(layers, 2048, 16, 8), std::move(cluster), 2048, 4 * pick(2, 6));
}

std::vector<int> working(const strategy::Problem& problem) {
  std::vector<int> gpus;
  for (const hardware::Pool& pool : problem.cluster.pools) gpus.push_back(pool.gpus());
  return gpus;
}

mesh::WidthsAnswer searched(const strategy::Problem& problem, bool every_split = false) {
  mesh::WidthsRequest request;
  request.batch = problem.job.global_batch;
  request.every_split = every_split;
  return mesh::search_widths(problem, working(problem), request);
}

/// Five nodes of one type and three of another, a model of 32 layers.
planning::QuestionPtr five_and_three() {
  plan::Plan plan = plan::sample_plan();
  plan.cluster.pools[0].nodes = 5;
  plan.cluster.pools[1].nodes = 3;
  const auto question = planning::make_question(plan, hardware::Catalogue::built_in());
  return question ? *question : nullptr;
}

}  // namespace

/// A stage of one group and 1 layer of 3 s, one of groups of 3 and 6 s a layer with 2 layers: of six
/// micro-batches the fast group takes 4 (4 x 6 = 24 s), the slow one 2 (2 x 12 = 24 s). And three layers on
/// groups of 1 and 2 s a layer before two layers of 1 s: 6 and 3 of nine. Forwards take a third.
void TestWidths::playsByHand() {
  const std::vector<GroupPasses> unequal{{2.0, 4.0}, {4.0, 8.0}};
  QCOMPARE(counts(mesh::routes_of(unequal, 6), 2), (std::vector<int>{4, 2}));
  QCOMPARE(mesh::play_groups({stage_of({{1.0, 2.0}}, 3), stage_of(unequal, 2)}, 6),
           (std::vector<double>{33.0, 31.0}));
  const std::vector<GroupPasses> first{{1.0, 2.0}, {2.0, 4.0}};
  QCOMPARE(counts(mesh::routes_of(first, 9), 2), (std::vector<int>{6, 3}));
  const std::vector<double> ends =
      mesh::play_groups({stage_of(first, 3), stage_of({{2.0 / 3.0, 4.0 / 3.0}}, 1)}, 9);
  QVERIFY(std::abs(ends[0] - 23.0) < 1e-9 && std::abs(ends[1] - 19.0) < 1e-9);
}

/// Five GPUs, ten layers of 3 s (forward 1), six micro-batches. Five stages of 2 layers each: (5 - 1 + 6) x 6
/// = 60 s. Two stages of 2 and 3 GPUs with 4 and 6 layers: A takes 0 2 4, B 1 3 5; C 0 3, D 1 4, E 2 5.
/// Forwards of 0 and 1 end at 4, of 2 and 3 at 8, of 4 and 5 at 12. C and D: 4 to 10, back to 22; E: 8 to
/// 14, back to 26; then 3 and 4 from 22 to 28, back to 40, and 5 from 26 to 32, back to 44. B goes back over
/// 1 from 22 to 30, over 3 from 40 to 48, over 5 from 48 to 56.
void TestWidths::unequalWidthsWinOnOddCounts() {
  const std::vector<PlayedStage> unequal{stage_of(std::vector<GroupPasses>(2, {4.0, 8.0}), 3),
                                         stage_of(std::vector<GroupPasses>(3, {6.0, 12.0}), 1)};
  QCOMPARE(mesh::play_groups(unequal, 6), (std::vector<double>{56.0, 44.0}));
  std::vector<PlayedStage> equal;
  for (int j = 0; j < 5; ++j) equal.push_back(stage_of({{2.0, 4.0}}, 5 - j));
  QCOMPARE(mesh::play_groups(equal, 6).front(), 60.0);
  std::vector<std::vector<mesh::PlayedPass>> passes;
  mesh::play_groups(unequal, 6, &passes);
  QCOMPARE(passes[0].size(), std::size_t{12});
  for (const std::vector<mesh::PlayedPass>& of_stage : passes) {
    std::map<int, double> busy_until;
    for (const mesh::PlayedPass& pass : of_stage) {
      QVERIFY(pass.start >= busy_until[pass.group]);  // a group does one thing at a time
      busy_until[pass.group] = pass.end;
    }
  }
}

/// Equal widths: as 1F1B. Of 3, 1 and 4 groups: 4 / 4, 5 / 1, 8 / 3 rounded up. No more than the share.
void TestWidths::stagesBehindAreKeptAtWork() {
  QCOMPARE(mesh::in_flight_of({2, 2, 2}, 64, 0), (std::vector<int>{3, 2, 1}));
  QCOMPARE(mesh::in_flight_of({3, 1, 4}, 64, 0), (std::vector<int>{3, 5, 1}));
  QCOMPARE(mesh::in_flight_of({3, 1, 4}, 64, 1), (std::vector<int>{4, 6, 2}));
  QCOMPARE(mesh::in_flight_of({3, 1, 4}, 3, 1), (std::vector<int>{1, 3, 1}));
}

/// Ten layers of 3 s, six micro-batches, 2 and 3 groups: shares 3 and 2. By rates alone 4 and 6 layers take
/// 3 x 12 = 36 and 2 x 18 = 36 s. The second stage also waits for the first one's passes: 12 + 36 = 48, with
/// 5 and 5 layers 15 + 30 = 45, which is what the first one takes: 3 x 15. In less than 45 s the first stage
/// holds 4 at most, the second one at most 7 by its rate, hence no fewer than 3 and 6; but behind 9 s it
/// holds 5.
void TestWidths::boundByHand() {
  mesh::WideNumbers one, other;
  one.groups = 2;
  other.groups = 3;
  one.layer = other.layer = 3.0;
  const mesh::WideBounds bounds({one, other}, 10, 6, 0.0);
  const double quick = bounds.quick();
  QVERIFY(quick <= 45.0 && quick > 44.9);
  one.most = 3;
  other.most = 6;
  QVERIFY(mesh::WideBounds({one, other}, 10, 6, 0.0).quick() >= kBeyond);
  one.most = other.most = 10;
  const mesh::WideBound least = bounds.least(0.0, 1000.0, 1e-4);
  QVERIFY(least.seconds <= 45.0 && least.seconds > 44.9);
  QCOMPARE(least.layers, (std::vector<int>{5, 5}));
  QVERIFY(bounds.split_within(44.9).empty());
  // 2 s behind the last backward.
  const mesh::WideBound later = mesh::WideBounds({one, other}, 10, 6, 2.0).least(0.0, 1000.0, 1e-4);
  QVERIFY(later.seconds <= 47.0 && later.seconds > 46.9);
}

/// A layer keeps 1 byte of a micro-batch, 0 when it is recomputed. Two stages of one group, ten layers, six
/// micro-batches of 3 s a layer: in T = 105 s (5 and 5 layers: 6 x 15 + 15) those of the first stage are in
/// flight for 30 s each, 6 x 30 / 105 = 1.7: two at once hold 10 bytes. With 8 two layers have to be
/// recomputed, which takes (1 s each) 6 x 17 + ...: beyond 105 s.
void TestWidths::memoryOfWhatIsInFlight() {
  mesh::WideNumbers stage;
  stage.layer = 3.0;
  stage.again = 1.0;
  stage.kept = 1.0;
  stage.limit = 8.0;
  QCOMPARE(stage.fewest(5, 1), 0);
  QCOMPARE(stage.fewest(5, 2), 1);  // 2 x 4 = 8
  QCOMPARE(stage.fewest(5, 9), 5);  // 9 > 8 of one layer alone
  stage.least = 1.0;
  QCOMPARE(stage.fewest(5, 2), -1);
  stage.least = 0.0;
  mesh::WideNumbers last = stage;
  stage.limit = 1e9;
  const double free = mesh::WideBounds({stage, last}, 10, 6, 0.0).least(0.0, 1000.0, 1e-4).seconds;
  QVERIFY(free <= 105.0 && free > 104.9);  // the second stage holds one at a time: 5 bytes
  stage.limit = 8.0;
  QVERIFY(mesh::WideBounds({stage, last}, 10, 6, 0.0).least(0.0, 1000.0, 1e-4).seconds > free);
}

/// Two stages of one group, ten layers of 3 s that keep 1 byte each, six micro-batches; a layer has 1 byte of
/// state, which may lie on either GPU: 10 in all. Each of them has 4: never enough. 5: enough once every
/// layer is recomputed. In 105 s the stages hold 2 x 5 and 5 bytes: 13 leave them 26 - 10 = 16. 10 leave them
/// 10; two layers of the first stage are recomputed at most (6 x 17 = 102 s), none of the second (15 + 6 x 15
/// = 105 s), and 2 x 3 + 5 bytes are one too many.
void TestWidths::stateNeedsRoomInAll() {
  mesh::WideNumbers stage;
  stage.layer = 3.0;
  stage.again = 1.0;
  stage.kept = 1.0;
  stage.state_layer = 1.0;
  const auto within = [&](double limit, double seconds) {
    stage.limit = limit;
    return !mesh::WideBounds({stage, stage}, 10, 6, 0.0).split_within(seconds).empty();
  };
  QVERIFY(!within(4.0, 1e6) && within(5.0, 1e6));
  QVERIFY(within(13.0, 105.0) && !within(10.0, 105.0));
}

/// Splits of few layers with what they recompute, one by one: what holds by each rule within the time is in
/// none of the bounds' blind spots, however time and memory are traded.
void TestWidths::noSplitThatFitsIsExcluded() {
  std::mt19937 random(77);
  const Pick pick{random};
  int excluded = 0, kept = 0;
  for (int round = 0; round < cases(2000); ++round) {
    const int layers = pick(3, 6), micro_batches = pick(4, 24);
    std::vector<mesh::WideNumbers> stages(static_cast<std::size_t>(pick(2, 3)));
    for (mesh::WideNumbers& stage : stages) {
      stage.groups = pick(1, 4);
      stage.gpus = pick(1, 2);
      stage.edge = 0.1 * pick(0, 4);
      stage.layer = 0.5 + 0.1 * pick(0, 10);
      stage.again = 0.1 * pick(0, 4);
      stage.link = 0.05 * pick(0, 3);
      stage.fixed = pick(0, 3);
      stage.held = 0.5 * pick(0, 3);
      stage.kept = 0.5 * pick(0, 4);
      stage.least = stage.kept * 0.25 * pick(0, 4);
      stage.live = 0.25 * pick(0, 2);
      stage.state_edge = pick(0, 2);
      stage.state_layer = pick(0, 3);
      stage.limit = pick(6, 24);
    }
    double rate = 0.0;
    for (const mesh::WideNumbers& stage : stages) rate += stage.groups / stage.layer;
    const double seconds = micro_batches * layers / rate * (1.0 + 0.1 * pick(0, 30));
    double room = 0.0;
    for (const mesh::WideNumbers& stage : stages) room += stage.gpus_of_stage() * stage.limit;
    const std::size_t count = stages.size();
    std::vector<int> k(count), r(count);
    const auto fits = [&] {
      double before = 0.0, behind = 0.0, bytes = 0.0;
      for (std::size_t j = 0; j < count; ++j) behind += stages[j].seconds(k[j], r[j]);
      for (std::size_t j = 0; j < count; ++j) {
        const mesh::WideNumbers& stage = stages[j];
        const double took = stage.seconds(k[j], r[j]);
        const int share = (micro_batches + stage.groups - 1) / stage.groups;
        if (before + share * took > seconds) return false;
        const int in_flight = std::max(1, static_cast<int>(std::ceil(share * behind / seconds)));
        const double own = stage.own(k[j], r[j], in_flight);
        if (own > stage.limit) return false;
        bytes += stage.gpus_of_stage() * own + stage.state_edge + k[j] * stage.state_layer;
        before += took + stage.link;
        behind -= took;
      }
      return bytes <= room;
    };
    const std::function<bool(std::size_t, int)> any = [&](std::size_t j, int left) {
      if (j == count) return left == 0 && fits();
      for (k[j] = 1; k[j] <= left; ++k[j])
        for (r[j] = 0; r[j] <= k[j]; ++r[j])
          if (any(j + 1, left - k[j])) return true;
      return false;
    };
    const mesh::WideBounds bounds(stages, layers, micro_batches, 0.0);
    const std::vector<int> split = bounds.split_within(seconds);
    if (split.empty()) ++excluded;
    if (!any(0, layers)) continue;
    ++kept;
    QVERIFY2(!split.empty(), qPrintable(QStringLiteral("round %1").arg(round)));
    QCOMPARE(std::accumulate(split.begin(), split.end(), 0), layers);
    QVERIFY(bounds.quick() <= seconds);
    const double least = bounds.least(0.0, seconds).seconds;
    QVERIFY(least <= seconds && bounds.quick() <= least * (1.0 + 1e-3));
  }
  QVERIFY2(excluded > 0 && kept > 0, qPrintable(QStringLiteral("%1 and %2").arg(excluded).arg(kept)));
}

/// Stages of equal width are what strategies have: the play agrees with 1F1B.
void TestWidths::equalWidthsAreAStrategy() {
  std::mt19937 random(11);
  const Pick pick{random};
  for (int round = 0; round < cases(20); ++round) {
    const int nodes = pick(1, 2);
    auto problem = make_test_problem(
        make_graph(12, 2048, 16, 8),
        make_cluster({make_pool("a", nodes, 4, 1.0, 80.0), make_pool("b", nodes, 4, 0.5, 80.0)}, 50.0), 2048,
        nodes * 4 * 16);
    mesh::Scene scene(problem, working(problem));
    mesh::WideCosts costs(scene, problem.job.global_batch);
    mesh::WideProgram program;
    const int tensor = pick(0, 1) == 0 ? 2 : 4;
    for (int j = 0; j < 2; ++j) {
      mesh::WideStage stage;
      stage.pool = j;
      stage.tensor_parallel = tensor;
      stage.groups = nodes * 4 / tensor;
      stage.layers = j == 0 ? 8 : 4;
      program.stages.push_back(stage);
    }
    const auto made = costs.made_of(program, {});
    QVERIFY(made.has_value());
    strategy::Strategy strategy;
    strategy.tensor_parallel = tensor;
    strategy.pipeline_parallel = 2;
    strategy.data_parallel = nodes * 4 / tensor;
    strategy.sequence_parallel = strategy.overlap_tensor_parallel = true;
    const bool several = strategy.data_parallel > 1;
    strategy.zero_stage = several ? 1 : 0;
    strategy.sharding_group = strategy.data_parallel;
    strategy.overlap_grad_reduce = strategy.overlap_param_gather = several;
    for (const mesh::WideStage& stage : made->stages) {
      strategy.stages.push_back({stage.pool, stage.layers, tensor, strategy::Recompute::full, stage.again});
      if (stage.again == 0) strategy.stages.back().recompute = strategy::Recompute::none;
    }
    cost::Tables tables(problem);
    const double step = cost::Shape(tables, strategy).evaluate({8, 4}, true).step.value;
    QVERIFY2(std::abs(made->step() / step - 1.0) < 0.01,
             qPrintable(QStringLiteral("%1 and %2").arg(made->step(), 0, 'g', 8).arg(step, 0, 'g', 8)));
  }
}

/// 5 and 3 nodes of 8: no width of two nodes or more. 4 and 4 are alike, 6 and 4 take stages of 2 nodes.
void TestWidths::countsThatDivide() {
  QVERIFY(!mesh::widths_divide({40, 24}, {8, 8}));
  QVERIFY(!mesh::widths_divide({24, 8}, {8, 8}));
  QVERIFY(!mesh::widths_divide({7, 8}, {7, 8}));
  QVERIFY(mesh::widths_divide({32, 32}, {8, 8}));
  QVERIFY(mesh::widths_divide({48, 32}, {8, 8}));
  QVERIFY(mesh::widths_divide({32, 0, 32}, {8, 8, 8}));
  // 4: 4; 1 3, 2 2, 3 1; 1 1 2, 1 2 1, 2 1 1.
  QCOMPARE(mesh::cuts_into_widths(4, 3).size(), std::size_t{7});
  QCOMPARE(mesh::cuts_into_widths(7, 1), (std::vector<std::vector<int>>{{7}}));
}

/// Five layers: the best of every split of every line, in flight and kept in every way.
void TestWidths::searchEqualsEverySplit() {
  std::mt19937 random(5);
  int fitting = 0;
  for (int round = 0; round < cases(60); ++round) {
    const strategy::Problem problem = odd_pools(random, 5);
    const mesh::WidthsAnswer found = searched(problem), all = searched(problem, true);
    QCOMPARE(found.best.empty(), all.best.empty());
    if (all.best.empty()) continue;
    ++fitting;
    QVERIFY2(std::abs(found.best[0].step() / all.best[0].step() - 1.0) < 1e-9,
             qPrintable(QStringLiteral("%1 and %2")
                            .arg(found.best[0].step(), 0, 'g', 12)
                            .arg(all.best[0].step(), 0, 'g', 12)));
    QVERIFY(found.bound <= all.best[0].step() * (1.0 + 1e-9));
  }
  QVERIFY(fitting > 0);
}

/// Widths, layers and what is in flight at random.
void TestWidths::noPipelineIsBelowTheBound() {
  std::mt19937 random(31);
  const Pick pick{random};
  int programs = 0;
  for (int round = 0; round < cases(20); ++round) {
    const int layers = pick(6, 16);
    const strategy::Problem problem = odd_pools(random, layers);
    const double bound = searched(problem).bound;
    mesh::Scene scene(problem, working(problem));
    mesh::WideCosts costs(scene, problem.job.global_batch);
    for (int k = 0; k < 200; ++k) {
      mesh::WideProgram program;
      program.micro_batch = pick(1, 2);
      const int first = pick(0, 1);
      for (const int pool : {first, 1 - first}) {
        const int gpus = problem.cluster.pools[static_cast<std::size_t>(pool)].gpus();
        const int tensor = std::min(pick(1, 2), problem.cluster.pools[0].gpus_per_node);
        const auto all = mesh::cuts_into_widths(gpus / tensor, 3);
        for (const int width : all[static_cast<std::size_t>(pick(0, static_cast<int>(all.size()) - 1))]) {
          mesh::WideStage stage;
          stage.pool = pool;
          stage.tensor_parallel = tensor;
          stage.groups = width;
          program.stages.push_back(stage);
        }
      }
      int left = layers - static_cast<int>(program.stages.size());
      if (left < 0) continue;
      for (; left > 0; --left)
        ++program.stages[static_cast<std::size_t>(pick(0, static_cast<int>(program.stages.size()) - 1))]
              .layers;
      bool equal = true;
      for (const mesh::WideStage& stage : program.stages)
        equal = equal && stage.groups == program.stages.front().groups;
      const auto made = costs.made_of(program, {pick(0, 4), pick(0, 8), 0.5 * pick(0, 2)});
      if (!made || equal) continue;
      ++programs;
      QVERIFY2(
          made->step() >= bound * (1.0 - 1e-9),
          qPrintable(QStringLiteral("%1 is below %2").arg(made->step(), 0, 'g', 12).arg(bound, 0, 'g', 12)));
    }
  }
  QVERIFY2(programs > cases(20) * 50, qPrintable(QString::number(programs)));
}

void TestWidths::isReadBackAsItWasWritten() {
  const planning::QuestionPtr question = five_and_three();
  QVERIFY(question != nullptr);
  const planning::Planner& planner = planning::widths_planner();
  QCOMPARE(planner.declines(*question), std::string());
  planning::Run run;
  const planning::FoundPtr found = planner.plan(question, run);
  QVERIFY(!found->options.empty());
  const planning::Option& best = *found->options.front();
  QVERIFY(best.is_possible());
  QCOMPARE(best.evaluation.gpus, (std::vector<int>{40, 24}));
  QVERIFY2(found->gap >= 0.0 && found->gap < 0.05, qPrintable(QString::number(found->gap)));
  for (const cost::StageMemory& memory : best.evaluation.memory) QVERIFY(memory.fits());
  QVERIFY(std::abs(best.evaluation.time.total() / best.evaluation.step.value - 1.0) < 1e-9);
  QCOMPARE(best.timeline.lanes.size(), best.evaluation.memory.size());
  const Json kept = planning::keep(best.layout, question->problem.pool_ids());
  QCOMPARE(kept["kind"], Json(planning::kWidths));
  const auto again = planning::read_layout(kept, *question);
  QVERIFY(again.has_value());
  QVERIFY(planning::same(*again, best.layout));
  const auto option = planning::evaluate(*question, *again);
  QVERIFY(option.has_value());
  QVERIFY(std::abs(option->evaluation.step.value / best.evaluation.step.value - 1.0) < 1e-9);
  const std::string text = planning::widths_text(*planning::as<planning::WidthsLayout>(best.layout));
  QVERIFY(text.find("h100") != std::string::npos && text.find("stage 2") != std::string::npos);
}

void TestWidths::refusesWhatDoesNotAddUp() {
  const planning::QuestionPtr question = five_and_three();
  const Json stage{{"pool", "h100"}, {"layers", 50}, {"tensor_parallel", 8}, {"groups", 5}, {"in_flight", 1}};
  Json first = stage;
  first["pool"] = "a100";
  first["groups"] = 3;
  first["layers"] = 30;
  first["in_flight"] = 3;
  const auto read = [&](const Json& one, const Json& other) {
    return planning::read_layout(
        Json{{"kind", planning::kWidths},
             {"pipelines", Json::array({Json{{"stages", Json::array({one, other})}}})}},
        *question);
  };
  const auto error_of = [&](const Json& one, const Json& other) {
    const auto got = read(one, other);
    return got ? QString() : QString::fromStdString(got.error().found);
  };
  Json wrong = stage;
  wrong["groups"] = 4;
  QCOMPARE(error_of(first, wrong), QStringLiteral("32 GPUs of h100"));
  wrong = stage;
  wrong["layers"] = 51;
  QCOMPARE(error_of(first, wrong), QStringLiteral("81 layers"));
  wrong["pool"] = "nobody";
  QVERIFY(!read(first, wrong).has_value());
  QVERIFY(!planning::read_layout(Json{{"kind", planning::kWidths}}, *question).has_value());
  const auto even = planning::make_question(plan::sample_plan(), hardware::Catalogue::built_in());
  QVERIFY(even.has_value());
  QCOMPARE(planning::widths_planner().declines(**even), std::string("even_counts"));
}

}  // namespace tst_widths

ASTROLABE_TEST(tst_widths, TestWidths)
#include "tst_widths.moc"
