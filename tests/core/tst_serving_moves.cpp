// core/planning/serving_moves: what another traffic, length, promise or price does to a serving answer,
// against the planner asked with a plan that says the same.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/hardware/catalogue.h"
#include "core/plan/samples.h"
#include "core/planning/behind.h"
#include "core/planning/deployments.h"
#include "core/planning/serving_moves.h"
#include "tests/program/test_program.h"

namespace tst_serving_moves {

using namespace astrolabe;
using planning::ServingLever;
using planning::ServingMetric;
using Kind = ServingLever::Kind;

namespace {

planning::QuestionPtr asked_of(const plan::Plan& plan) {
  const auto made = planning::make_question(plan, hardware::Catalogue::built_in());
  return made ? *made : nullptr;
}

/// 70 B on 8 H200 at 6 requests/s of 1,000 and 300 tokens within 1 s and 30 ms, for that objective.
plan::Plan chat(strategy::Objective objective) {
  plan::Plan plan = plan::serving_sample_named("serve-chat");
  plan.objective = objective;
  return plan;
}

/// The plan with something else in its job.
template <class Edit>
plan::Plan edited(plan::Plan plan, const Edit& edit) {
  Json job = Json::parse(plan.job.asked);
  edit(job);
  plan.job.asked = text_of(job);
  return plan;
}

planning::OptionPtr best_of(const plan::Plan& plan) {
  planning::Run run;
  run.options.threads = 1;
  const planning::FoundPtr found = planning::deployment_planner().plan(asked_of(plan), run);
  return found->options.empty() ? nullptr : found->options.front();
}

const deploy::Fleet& fleet_of(const planning::OptionPtr& option) {
  return planning::as<planning::DeploymentLayout>(option->layout)->fleet();
}

bool same_machines(const planning::OptionPtr& a, const planning::OptionPtr& b) {
  return planning::same_machines(fleet_of(a), fleet_of(b));
}

const planning::ServingSwing* swing_of(const planning::ServingSensitivity& found, Kind kind) {
  const auto at = std::find_if(found.swings.begin(), found.swings.end(),
                               [&](const auto& swing) { return swing.lever.kind == kind; });
  return at == found.swings.end() ? nullptr : &*at;
}

bool near(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::fabs(b); }

}  // namespace

class TestServingMoves : public QObject {
  Q_OBJECT

 private slots:
  /// One node of one pool: traffic, prompt, answer, two promises, rent, speed and links inside the node.
  void levers() {
    const planning::QuestionPtr asked = asked_of(chat(strategy::Objective::money));
    const auto levers = planning::serving_levers(*asked);
    QVERIFY(levers.has_value());
    QCOMPARE(levers->size(), std::size_t(8));
    const auto job = planning::serve_job_of(*asked);
    QVERIFY(job.has_value());
    const double wanted[] = {6.0, 1000.0, 300.0, 1.0, 0.03};
    for (std::size_t i = 0; i < std::size(wanted); ++i)
      QCOMPARE(planning::lever_value(asked->problem, *job, (*levers)[i]), wanted[i]);
    QVERIFY((*levers)[5].of.kind == plan::Lever::Kind::rent);
  }

  /// 100 against 45 tokens/s of a GPU lack 1 - 45/100 = 55 %, $4.44 against $2.00 are 4.44/2 - 1 = 122 %
  /// more, 12 against 8 GPUs 50 %. Without a price nothing is known of the money; a pipeline of 3 s takes 50
  /// % longer than one of 2 s.
  void sharesBehind() {
    using planning::Option;
    using strategy::Objective;
    const auto option = [](double tokens, std::optional<double> usd, int gpus, bool serves) {
      Option made;
      made.evaluation.tokens_per_second_per_gpu = tokens;
      made.evaluation.step = Seconds{tokens > 50.0 ? 2.0 : 3.0};
      made.evaluation.money.usd_per_trillion_tokens = usd;
      made.evaluation.gpus = made.evaluation.paid = {gpus};
      if (serves)
        made.layout = std::make_shared<const planning::DeploymentLayout>(std::make_shared<deploy::Fleet>());
      return made;
    };
    const Option best = option(100.0, 2.00, 8, true), other = option(45.0, 4.44, 12, true);
    QVERIFY(near(*planning::behind(best, other, Objective::throughput), 0.55));
    QVERIFY(near(*planning::behind(best, other, Objective::money), 1.22));
    QVERIFY(near(*planning::behind(best, other, Objective::gpus), 0.5));
    QCOMPARE(*planning::behind(best, best, Objective::throughput), 0.0);
    QVERIFY(*planning::behind(other, best, Objective::throughput) < 0.0);
    QVERIFY(!planning::behind(best, option(45.0, std::nullopt, 8, true), Objective::money));
    QVERIFY(near(
        *planning::behind(option(100.0, {}, 8, false), option(45.0, {}, 8, false), Objective::throughput),
        0.5));
  }

  /// A price alone moves dollars in proportion and nobody's place; ends of everything else are what the
  /// planner says of a plan that asks for it.
  void endsAreThoseOfThePlanner() {
    const plan::Plan plan = chat(strategy::Objective::throughput);
    const auto found =
        planning::serving_sensitivity(*asked_of(plan), ServingMetric::usd_per_million_tokens, 0.1, 1);
    QVERIFY(found.has_value());
    QVERIFY(found->first != nullptr && !found->stopped);
    QVERIFY(same_machines(found->first, best_of(plan)));
    QCOMPARE(found->base, *fleet_of(found->first).usd_per_million_tokens);
    const planning::ServingSwing* rent = swing_of(*found, Kind::hardware);
    QVERIFY(rent != nullptr);
    for (const planning::ServingSwing& swing : found->swings) {
      if (swing.lever.kind != Kind::hardware || swing.lever.of.kind != plan::Lever::Kind::rent) continue;
      QVERIFY(near(*swing.low.metric, 0.9 * found->base) && near(*swing.high.metric, 1.1 * found->base));
      QVERIFY(swing.low.first_stays && swing.high.first_stays && !swing.high.until);
    }
    const auto ends = [&](Kind kind, const auto& edit) {
      const planning::ServingSwing* swing = swing_of(*found, kind);
      QVERIFY(swing != nullptr);
      for (const planning::MovedEnd* end : {&swing->low, &swing->high}) {
        QVERIFY(near(end->value, swing->value * (end == &swing->low ? 0.9 : 1.1)));
        const planning::OptionPtr best = best_of(edited(plan, [&](Json& job) { edit(job, end->value); }));
        QCOMPARE(best != nullptr, end->best != nullptr);
        if (!best) continue;
        QVERIFY(same_machines(best, end->best));
        QVERIFY(near(*fleet_of(best).usd_per_million_tokens, *end->metric));
        QCOMPARE(end->first_stays, same_machines(best, found->first));
        QVERIFY(end->first_stands || !end->first_stays);
        if (end->until) QVERIFY(std::fabs(*end->until - swing->value) < std::fabs(end->value - swing->value));
      }
    };
    ends(Kind::traffic, [](Json& job, double value) { job["traffic"]["requests_per_second"] = value; });
    ends(Kind::output, [](Json& job, double value) { job["output_tokens"] = value; });
    ends(Kind::ttft, [](Json& job, double value) { job["promises"]["ttft_seconds"] = value; });
    ends(Kind::tpot, [](Json& job, double value) { job["promises"]["tpot_seconds"] = value; });
    for (std::size_t i = 1; i < found->swings.size(); ++i)
      QVERIFY(found->swings[i - 1].width(found->base) >= found->swings[i].width(found->base));
  }

  /// More traffic never takes fewer GPUs; what the machines cannot do says how many nodes would.
  void trafficGrows() {
    // 8 H200 do some 27 requests/s of 1,300 tokens within the promises, so 80 are beyond them.
    const plan::Plan plan = edited(chat(strategy::Objective::gpus),
                                   [](Json& job) { job["traffic"]["requests_per_second"] = 20.0; });
    int published = 0;
    const auto scale =
        planning::traffic_scale(*asked_of(plan), 1, {}, [&](const planning::TrafficScale&) { ++published; });
    QVERIFY(scale.has_value());
    QCOMPARE(scale->points.size(), std::size_t(9));
    QCOMPARE(published, 9);
    QCOMPARE(scale->demand, 20.0);
    QCOMPARE(scale->points.front().demand, 2.5);  // 20 / 8
    QCOMPARE(scale->points.back().demand, 80.0);  // 20 x 4
    int least = 0;
    bool ended = false;
    for (const planning::TrafficPoint& point : scale->points) {
      if (!point.best) {
        ended = true;
        QVERIFY(point.shortfall.has_value());
        continue;
      }
      QVERIFY(!ended);
      QVERIFY(fleet_of(point.best).paid_gpus >= least);
      least = fleet_of(point.best).paid_gpus;
      QVERIFY(near(fleet_of(point.best).figures.requests_per_second, point.demand));
    }
    QVERIFY(ended);
    QVERIFY(scale->points.back().shortfall->nodes_needed > 1);
    const planning::OptionPtr best = best_of(plan);
    QCOMPARE(best != nullptr, scale->points[4].best != nullptr);
    if (best) QVERIFY(same_machines(scale->points[4].best, best));
  }

  /// Each pool is taken at the pace of its slowest GPU, and fewer GPUs without it may be better: proven is
  /// what no answer with nothing marked beats, and else the gap is the share by which that one does.
  void slowGpusLeaveOpenWhatIsBetter() {
    const auto found_with = [](double factor) {
      plan::Plan plan = chat(strategy::Objective::throughput);
      if (factor > 0.0) plan.cluster.pools.front().slow = {{0, 0, factor, 1.0}};
      planning::Run run;
      run.options.threads = 1;
      return planning::deployment_planner().plan(asked_of(plan), run);
    };
    const planning::FoundPtr sound = found_with(0.0);
    QCOMPARE(sound->status, plan::Status::optimal);
    QVERIFY(!sound->options.empty());
    const double best = fleet_of(sound->options.front()).figures.output_tokens_per_second_per_gpu;
    int open = 0;
    for (const double factor : {1.0, 1.1, 1.5, 1.9}) {
      const planning::FoundPtr found = found_with(factor);
      QVERIFY(!found->error && !found->stopped_early);
      QVERIFY(found->status != plan::Status::infeasible);
      if (factor == 1.0) QCOMPARE(found->status, plan::Status::optimal);
      if (found->options.empty()) {
        QCOMPARE(found->status, plan::Status::feasible);
        QVERIFY(!found->has_bound);
        ++open;
        continue;
      }
      const planning::Option& first = *found->options.front();
      const double own = fleet_of(found->options.front()).figures.output_tokens_per_second_per_gpu;
      const bool same = near(own, best);
      QVERIFY(same || own < best);
      QCOMPARE(found->status == plan::Status::optimal, same);
      QCOMPARE(first.proof.proven, same);
      if (found->has_bound) QVERIFY(std::abs(found->gap - (1.0 - own / best)) < 1e-6);
      open += same ? 0 : 1;
    }
    QVERIFY(open > 0);  // at 1.9 all eight promise less than four sound ones do
  }

  /// Nothing grows where all requests wait from the start; a stop ends both early.
  void refusesAndStops() {
    const plan::Plan offline = edited(chat(strategy::Objective::money), [](Json& job) {
      job["traffic"] = {{"offline", true}};
      job.erase("promises");
    });
    QVERIFY(!planning::traffic_scale(*asked_of(offline), 1));
    std::stop_source stop;
    stop.request_stop();
    const auto scale =
        planning::traffic_scale(*asked_of(chat(strategy::Objective::money)), 1, stop.get_token());
    QVERIFY(scale && scale->stopped && scale->points.empty());
  }
};

}  // namespace tst_serving_moves

ASTROLABE_TEST(tst_serving_moves, TestServingMoves)
#include "tst_serving_moves.moc"
