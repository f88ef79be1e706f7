// core/placement/limits, core/planning/serving_moves and placement_scale: what limits layers over machines,
// what more of it gives, and what other links, speeds and machines do.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/hardware/catalogue.h"
#include "core/placement/flow.h"
#include "core/placement/limits.h"
#include "core/plan/samples.h"
#include "core/planning/placement_scale.h"
#include "core/planning/placements.h"
#include "core/planning/serving_moves.h"
#include "placement_cases.h"
#include "tests/program/test_program.h"

namespace tst_placement_moves {

using namespace astrolabe;
using planning::ServingLever;
using planning::ServingMetric;

namespace {

/// The sample of three regions without the third: 80 layers on 4 A100 (12 layers at most) and 8 L4 (7).
plan::Plan two_regions() {
  plan::Plan plan = plan::serving_sample_named("serve-regions");
  plan.cluster.pools.resize(2);
  plan.cluster.between_pools.resize(1);
  return plan;
}

planning::QuestionPtr question_of_plan(const plan::Plan& plan) {
  const auto made = planning::make_question(plan, hardware::Catalogue::built_in());
  return made ? *made : nullptr;
}

double flow_of_option(const planning::OptionPtr& option) {
  return planning::as<planning::PlacementLayout>(option->layout)->layers().placed.flow.tokens_per_second;
}

bool about(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::max(1.0, std::fabs(b)); }

}  // namespace

class TestPlacementMoves : public QObject {
  Q_OBJECT

 private slots:
  /// Two machines a with 2 of 4 layers at 10 tokens/s each feed one b with the other 2 at 30 over links of 6:
  /// both links limit, 12 tokens/s in all. A tenth more of them is 13.2; with links of 100 the machines a
  /// limit, 20, and a tenth more of them is 22.
  void limitsByHand() {
    placement::Network network = tests::network_of(4, {{20.0, 10.0}, {60.0, 30.0}}, {2, 1}, 6.0);
    const placement::Layout layout{{{0, 2}, {0, 2}, {2, 2}}, false};
    placement::Flow flow = placement::FlowSolver(network).solve(layout);
    QCOMPARE(flow.tokens_per_second, 12.0);
    std::vector<placement::Limit> limits = placement::limits_of(network, layout, flow, 1.1);
    QCOMPARE(limits.size(), std::size_t(1));
    QVERIFY(!limits[0].machines);
    QCOMPARE(limits[0].from, 0);
    QCOMPARE(limits[0].to, 1);
    QCOMPARE(limits[0].parts.size(), std::size_t(2));
    QCOMPARE(limits[0].capacity, 12.0);
    QVERIFY(about(limits[0].flow_with_more, 13.2));
    QVERIFY(about(placement::flow_with_all(network, layout, limits, 1.1), 13.2));
    std::fill(network.link_rate.begin(), network.link_rate.end(), 100.0);
    flow = placement::FlowSolver(network).solve(layout);
    QCOMPARE(flow.tokens_per_second, 20.0);
    limits = placement::limits_of(network, layout, flow, 1.1);
    QCOMPARE(limits.size(), std::size_t(1));
    QVERIFY(limits[0].machines && limits[0].from == 0);
    QVERIFY(about(limits[0].flow_with_more, 22.0));
  }

  /// Three machines in a row, each as fast: one of them is the cut, all are full, and only more of all helps.
  void limitsInARow() {
    const placement::Network network = tests::network_of(3, {{10.0}}, {3}, 100.0);
    const placement::Layout layout{{{0, 1}, {1, 1}, {2, 1}}, false};
    const placement::Flow flow = placement::FlowSolver(network).solve(layout);
    QCOMPARE(flow.tokens_per_second, 10.0);
    const std::vector<placement::Limit> limits = placement::limits_of(network, layout, flow, 1.1);
    QCOMPARE(limits.size(), std::size_t(1));
    QCOMPARE(limits[0].parts.size(), std::size_t(1));
    QCOMPARE(limits[0].full.size(), std::size_t(3));
    QVERIFY(about(limits[0].flow_with_more, 11.0));
  }

  /// Random layouts: capacities add up to the flow; more of a part is never less, and never more than that
  /// much more.
  void limitsAddUp() {
    std::mt19937 draws(7);
    int told = 0;
    for (int round = 0; round < 200; ++round) {
      const placement::Network network = tests::random_network(draws, 3, 3);
      placement::Layout layout{{}, false};
      for (int machine = 0; machine < 3; ++machine) {
        const int most = network.type_of(machine).most_layers();
        const int layers = std::uniform_int_distribution<int>(1, most)(draws);
        layout.machines.push_back({std::uniform_int_distribution<int>(0, 3 - layers)(draws), layers});
      }
      const placement::Flow flow = placement::FlowSolver(network).solve(layout);
      if (flow.tokens_per_second <= 0.0) continue;
      ++told;
      double sum = 0.0;
      for (const placement::Limit& limit : placement::limits_of(network, layout, flow, 1.1)) {
        sum += limit.capacity;
        QVERIFY(limit.flow_with_more >= flow.tokens_per_second * (1.0 - 1e-9));
        QVERIFY(limit.flow_with_more <= flow.tokens_per_second * 1.1 * (1.0 + 1e-9));
        QVERIFY(limit.full.size() >= limit.parts.size());
      }
      QVERIFY(about(sum, flow.tokens_per_second));
    }
    QVERIFY(told > 20);
  }

  /// Levers are those of serving with the links between regions, without those inside a machine; the first
  /// layout is never better than what its end tells.
  void sensitivity() {
    const planning::QuestionPtr asked = question_of_plan(two_regions());
    QVERIFY(asked);
    const auto levers = planning::serving_levers(*asked);
    QVERIFY(levers.has_value());
    const auto has = [&](plan::Lever::Kind kind) {
      return std::any_of(levers->begin(), levers->end(), [&](const ServingLever& lever) {
        return lever.kind == ServingLever::Kind::hardware && lever.of.kind == kind;
      });
    };
    QVERIFY(has(plan::Lever::Kind::between) && has(plan::Lever::Kind::speed));
    QVERIFY(!has(plan::Lever::Kind::intra_node));
    int published = 0;
    const auto found =
        planning::serving_sensitivity(*asked, ServingMetric::tokens_per_second, 0.1, 1, {},
                                      [&](const planning::ServingSensitivity&) { ++published; });
    QVERIFY(found.has_value() && found->first);
    QCOMPARE(found->swings.size(), levers->size());
    QCOMPARE(published, static_cast<int>(levers->size()));
    QVERIFY(about(found->base, found->first->evaluation.tokens_per_second));
    for (const planning::ServingSwing& swing : found->swings) {
      if (swing.lever.kind != ServingLever::Kind::hardware) continue;
      // More of a link or of a machine never lets less through: the layout stays possible.
      QVERIFY(swing.high.metric && *swing.high.metric >= found->base * (1.0 - 1e-6));
      if (swing.low.first_stays && swing.low.metric) QVERIFY(*swing.low.metric <= found->base * (1.0 + 1e-9));
    }
  }

  /// More machines never let less through; each point is what a plan with so many machines comes to.
  void machines() {
    const plan::Plan plan = two_regions();
    const planning::QuestionPtr asked = question_of_plan(plan);
    QVERIFY(asked);
    const auto scale = planning::machine_scale(*asked);
    QVERIFY(scale.has_value() && scale->now && !scale->stopped);
    QCOMPARE(static_cast<int>(scale->points.size()), scale->all);
    QCOMPARE(scale->all, 8);  // two pools, one machine less and one, two, four more of each
    const double now = flow_of_option(scale->now);
    for (int pool = 0; pool < 2; ++pool) {
      double least = now;
      for (const planning::MachinePoint& point : scale->points) {
        if (point.pool != pool || point.added < 0) continue;
        QVERIFY(point.best);
        QVERIFY(flow_of_option(point.best) >= least * (1.0 - 1e-9));
        least = flow_of_option(point.best);
      }
      QVERIFY(scale->one_more(pool) != nullptr);
      plan::Plan larger = plan;
      larger.cluster.pools[static_cast<std::size_t>(pool)].nodes += 1;
      planning::Run run;
      const planning::FoundPtr found = planning::placement_planner().plan(question_of_plan(larger), run);
      QVERIFY(!found->options.empty());
      const double planned = flow_of_option(found->options.front());
      QVERIFY(flow_of_option(scale->one_more(pool)->best) >= planned * (1.0 - 1e-6));
    }
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = planning::machine_scale(*asked, stop.get_token());
    QVERIFY(stopped && stopped->stopped && stopped->points.empty());
  }
};

}  // namespace tst_placement_moves

ASTROLABE_TEST(tst_placement_moves, TestPlacementMoves)
#include "tst_placement_moves.moc"
