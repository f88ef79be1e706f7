// core/planning/ranking_proof and pareto_set: what is proven of all kinds of plan together, and which of them
// none is as fast and as cheap as, with figures worked out by hand.
#include <QtTest>
#include <random>
#include <set>

#include "core/planning/groups.h"
#include "core/planning/pareto_set.h"
#include "core/planning/pipelines.h"
#include "core/planning/programs.h"
#include "core/planning/ranking_proof.h"
#include "tests/core/hand_made.h"
#include "tests/program/test_program.h"

namespace tst_ranking_proof {

using namespace astrolabe;
using planning::Beside;
using planning::OptionPtr;

namespace {

strategy::Strategy strategy_with(int micro_batch) {
  strategy::Strategy strategy = hand_made::two_stages();
  strategy.micro_batch = micro_batch;
  return strategy;
}

/// Strategies of 4 and 5 s, proven the two best.
plan::Snapshot two_proven() {
  plan::Snapshot snapshot = hand_made::snapshot();
  snapshot.best.push_back(snapshot.best.front());
  snapshot.best.back().strategy = strategy_with(2);
  snapshot.best.back().step = {5.0};
  snapshot.has_bound = true;
  snapshot.places_proven = 2;
  return snapshot;
}

/// A layout that is told as one on groups.
class OfGroups : public planning::Layout {
 public:
  std::string_view kind() const override { return planning::kGroups; }
  Json to_json(const std::vector<std::string>&) const override { return {{"pipelines", Json::array()}}; }
  Json answer_json(const planning::Option&, const strategy::Problem&, int rank) const override {
    return {{"kind", kind()}, {"rank", rank}};
  }
  int compare(const planning::Layout&) const override { return 0; }
};

/// A program on groups; its figures and bound stand for those of any kind.
OptionPtr groups_of(double step, double gap, double tokens_per_second = 1.0, double usd = 1.0) {
  auto option = std::make_shared<planning::Option>();
  option->evaluation = hand_made::evaluation();
  option->evaluation.step = {step};
  option->evaluation.tokens_per_second = tokens_per_second;
  option->evaluation.money.usd_per_trillion_tokens = usd;
  option->proof.gap = gap;
  option->layout = std::make_shared<const OfGroups>();
  return option;
}

Beside beside(const planning::Planner& planner, std::vector<OptionPtr> options, bool stopped) {
  planning::OfPlanner found{&planner, std::move(options), stopped};
  return {{found}, 20, {}};
}

}  // namespace

class TestRankingProof : public QObject {
  Q_OBJECT

 private slots:
  /// Groups of 4.5 s that are the best of theirs, between strategies of 4 and 5 s: the first two places are
  /// proven, the third is not, as another of 4.5 s of groups may stand there: 1 - 4.5 / 5 better.
  void provenAmongStrategies() {
    const plan::Snapshot snapshot = two_proven();
    const auto proof =
        planning::ranking_proof(snapshot, beside(planning::groups_planner(), {groups_of(4.5, 0.0)}, false));
    QVERIFY(proof && proof->is_of_several() && proof->proven());
    QCOMPARE(proof->gap, 0.0);
    QCOMPARE(proof->places_proven, 2);
    QCOMPARE(proof->ranking_gap, 1.0 - 4.5 / 5.0);
    Json answer{{"status", "optimal"}, {"gap", 0.0}, {"places_proven", 2}, {"ranking_gap", 0.0}};
    planning::tell(*proof, snapshot, answer);
    QCOMPARE(answer["status"], Json("optimal"));
    QCOMPARE(answer["gap_by_kind"].dump(), std::string(R"({"pipeline":0.0,"groups":0.0})"));
  }

  /// The bound of groups of 4.5 s with a gap of a fifth is 3.6 s: one may be 1 - 3.6 / 4 better than the
  /// first, so no place is proven, while strategies alone are.
  void unprovenBesideStrategies() {
    const plan::Snapshot snapshot = two_proven();
    const auto proof =
        planning::ranking_proof(snapshot, beside(planning::groups_planner(), {groups_of(4.5, 0.2)}, false));
    QVERIFY(proof && !proof->proven());
    QCOMPARE(proof->places_proven, 0);
    const double gap = 1.0 - 4.5 * (1.0 - 0.2) / 4.0;
    QCOMPARE(proof->gap, gap);
    QCOMPARE(proof->ranking_gap, 1.0 - 4.5 * (1.0 - 0.2) / 5.0);
    Json answer{{"status", "optimal"}, {"gap", 0.0}, {"places_proven", 2}, {"ranking_gap", 0.0}};
    planning::tell(*proof, snapshot, answer);
    QCOMPARE(answer["status"], Json("feasible"));
    QCOMPARE(answer["places_proven"], Json(0));
    QCOMPARE(answer["gap"], Json(gap));
    QCOMPARE(answer["gap_of"], Json::array({"pipeline", "groups"}));
    QCOMPARE(answer["gap_by_kind"]["pipeline"], Json(0.0));
    QCOMPARE(answer["gap_by_kind"]["groups"], Json(gap));
    QCOMPARE(answer["proof_of_strategies"].dump(),
             std::string(R"({"status":"optimal","gap":0.0,"places_proven":2,"ranking_gap":0.0})"));
  }

  /// Groups of 3 s lead, proven of theirs: one place is, as the second of groups may be before 4 s.
  void provenAheadOfStrategies() {
    const auto proof = planning::ranking_proof(
        two_proven(), beside(planning::groups_planner(), {groups_of(3.0, 0.0)}, false));
    QVERIFY(proof && proof->proven());
    QCOMPARE(proof->places_proven, 1);
    QCOMPARE(proof->ranking_gap, 1.0 - 3.0 / 5.0);
  }

  /// Nothing fits as a strategy: what is proven is of groups alone.
  void withoutStrategies() {
    plan::Snapshot snapshot = hand_made::snapshot();
    snapshot.best.clear();
    snapshot.status = plan::Status::infeasible;
    const auto proof =
        planning::ranking_proof(snapshot, beside(planning::groups_planner(), {groups_of(3.0, 0.0)}, false));
    QVERIFY(proof && proof->is_of_several());
    Json answer{{"status", "infeasible"}, {"gap", 0.0}};
    planning::tell(*proof, snapshot, answer);
    QCOMPARE(answer["status"], Json("optimal"));
    QCOMPARE(answer["gap_of"], Json::array({"groups"}));
    QVERIFY(!planning::ranking_proof(snapshot, {}));
  }

  /// Stopped before it found one: nothing is known of it, and no place is proven.
  void stoppedBeforeItsBound() {
    const auto proof = planning::ranking_proof(two_proven(), beside(planning::groups_planner(), {}, true));
    QVERIFY(proof && proof->open && !proof->proven());
    QCOMPARE(proof->places_proven, 0);
    QCOMPARE(proof->gap, 0.0);
    QCOMPARE(proof->ranking_gap, 1.0);
    QVERIFY(!proof->kinds.back().gap);
  }

  /// None was found of a kind of which none falls below 3.6 s: one that nobody saw may be 1 - 3.6 / 4 better
  /// than the first, also where its search was stopped. A bound of 4.5 s leaves it behind the first, not
  /// behind the second; without one nothing is known.
  void noneFoundAboveABound() {
    const plan::Snapshot snapshot = two_proven();
    Beside none = beside(planning::groups_planner(), {}, false);
    for (const bool stopped : {false, true}) {
      none.others.front().stopped_early = stopped;
      none.others.front().least = 3.6;
      const auto proof = planning::ranking_proof(snapshot, none);
      QVERIFY(proof && proof->is_of_several() && !proof->proven() && !proof->open);
      QCOMPARE(proof->gap, 1.0 - 3.6 / 4.0);
      QCOMPARE(proof->places_proven, 0);
      QCOMPARE(proof->ranking_gap, 1.0 - 3.6 / 5.0);
      none.others.front().least = 4.5;
      const auto behind = planning::ranking_proof(snapshot, none);
      QVERIFY(behind && behind->proven());
      QCOMPARE(behind->places_proven, 1);
      QCOMPARE(behind->ranking_gap, 1.0 - 4.5 / 5.0);
      none.others.front().least = 0.0;
      const auto unknown = planning::ranking_proof(snapshot, none);
      QVERIFY(unknown && unknown->open && !unknown->kinds.back().gap);
      QCOMPARE(unknown->places_proven, 0);
    }
  }

  /// A flat program behind the first counts for no gap, but its place, the second, is not proven.
  void farBounds() {
    const auto proof = planning::ranking_proof(
        two_proven(), beside(planning::program_planner(), {groups_of(4.5, 0.9)}, true));
    QVERIFY(proof && proof->proven());
    QCOMPARE(proof->kinds.size(), std::size_t(1));
    QCOMPARE(proof->places_proven, 1);
  }

  /// Where nobody looked for other kinds, what the search says is all. Of a set of time and money, and of few
  /// GPUs, other kinds have no bound: what is proven is of strategies, and no place is.
  void strategiesAlone() {
    plan::Snapshot snapshot = two_proven();
    const auto proof = planning::ranking_proof(snapshot, {});
    QVERIFY(proof && !proof->is_of_several());
    QCOMPARE(proof->places_proven, 2);
    for (const auto objective : {strategy::Objective::pareto, strategy::Objective::gpus}) {
      snapshot.objective = objective;
      const auto alone = planning::ranking_proof(snapshot, {});
      QVERIFY(alone && !alone->is_of_several() && alone->of_strategies);
      const Json answer = planning::whole_answer_json(
          snapshot, beside(planning::groups_planner(), {groups_of(4.5, 0.0)}, false), {});
      QCOMPARE(answer["best"].size(), std::size_t(3));
      QCOMPARE(answer["status"], Json("feasible"));
      QCOMPARE(answer["gap"], Json(0.0));
      QCOMPARE(answer["places_proven"], Json(0));
      QCOMPARE(answer["gap_of"], Json::array({"pipeline"}));
      QCOMPARE(answer["gap_by_kind"].dump(), std::string(R"({"pipeline":0.0,"groups":null})"));
      QCOMPARE(answer["proof_of_strategies"]["status"], Json("optimal"));
      QCOMPARE(answer["proof_of_strategies"]["places_proven"], Json(2));
    }
    // The gap of a set is the one that the search has of it, whatever leads: groups of 3 s.
    snapshot.objective = strategy::Objective::pareto;
    snapshot.gap = 0.25;
    const auto set =
        planning::ranking_proof(snapshot, beside(planning::groups_planner(), {groups_of(3.0, 0.0)}, false));
    QVERIFY(set && set->open && !set->proven());
    QCOMPARE(set->gap, 0.25);
    QCOMPARE(*set->kinds.front().gap, 0.25);
  }

  /// Strategies of 10 and 8 tokens/s for 5 and 3 USD; groups of 12 for 5 beat the first, groups of 9 for 4
  /// stand between, groups of 7 for 3 are beaten by the second.
  void paretoOfAllKinds() {
    plan::Snapshot snapshot = hand_made::snapshot();
    snapshot.pareto = {{10.0, 5.0, strategy_with(1)}, {8.0, 3.0, strategy_with(2)}};
    const std::vector<OptionPtr> others{groups_of(1.0, 0.0, 9.0, 4.0), groups_of(1.0, 0.0, 12.0, 5.0),
                                        groups_of(1.0, 0.0, 7.0, 3.0)};
    const std::vector<planning::ParetoPlan> set = planning::pareto_set(snapshot, others);
    QCOMPARE(set.size(), std::size_t(3));
    QVERIFY(set[0].option == others[1] && set[1].option == others[0] && !set[2].option);
    QCOMPARE(set[2].tokens_per_second, 8.0);
    QCOMPARE(planning::pareto_set(snapshot, {}).size(), std::size_t(2));
    const Json answer =
        planning::whole_answer_json(snapshot, {{{&planning::groups_planner(), others, false}}, 20, {}});
    QCOMPARE(answer["pareto"].size(), std::size_t(3));
    QCOMPARE(answer["pareto"][0]["kind"], Json("groups"));
    QCOMPARE(answer["pareto"][0]["tokens_per_second"], Json(12.0));
    QCOMPARE(answer["pareto"][2]["kind"], Json("pipeline"));
    QCOMPARE(answer["pareto"][2]["strategy"]["micro_batch"], Json(2));
  }

  /// Against every pair: a plan is in the set where none is as good in both and better in one, once for equal
  /// ones.
  void paretoByBruteForce() {
    std::mt19937 random(51);
    for (int round = 0; round < 1000; ++round) {
      const auto draw = [&] { return 1.0 + static_cast<double>(random() % 6); };
      plan::Snapshot snapshot = hand_made::snapshot();
      snapshot.pareto.clear();
      std::vector<std::pair<double, double>> all;
      std::vector<OptionPtr> others;
      for (int i = 0; i < 4; ++i) {
        snapshot.pareto.push_back({draw(), draw(), strategy_with(1 + i)});
        all.emplace_back(snapshot.pareto.back().tokens_per_second,
                         snapshot.pareto.back().usd_per_trillion_tokens);
        all.emplace_back(draw(), draw());
        others.push_back(groups_of(1.0, 0.0, all.back().first, all.back().second));
      }
      std::set<std::pair<double, double>> expected;
      for (const auto& a : all)
        if (std::none_of(all.begin(), all.end(),
                         [&](const auto& b) { return b != a && b.first >= a.first && b.second <= a.second; }))
          expected.insert(a);
      std::set<std::pair<double, double>> found;
      const std::vector<planning::ParetoPlan> set = planning::pareto_set(snapshot, others);
      for (const planning::ParetoPlan& plan : set)
        found.emplace(plan.tokens_per_second, plan.usd_per_trillion_tokens);
      QCOMPARE(found.size(), set.size());
      QVERIFY(found == expected);
    }
  }
};

}  // namespace tst_ranking_proof

ASTROLABE_TEST(tst_ranking_proof, TestRankingProof)
#include "tst_ranking_proof.moc"
