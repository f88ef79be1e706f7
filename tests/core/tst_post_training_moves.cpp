// Post-training with one value moved, or with more machines: what is told is what the same question gives
// when it is asked with that value.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/hardware/catalogue.h"
#include "core/plan/samples.h"
#include "core/planning/post_training_moves.h"
#include "core/planning/post_trainings.h"
#include "core/strategy/asked.h"
#include "tests/program/test_program.h"

namespace tst_post_training_moves {

using namespace astrolabe;
using planning::PostTrainingLever;
using planning::PostTrainingMetric;
using Kind = PostTrainingLever::Kind;

class PostTrainingMovesTest : public QObject {
  Q_OBJECT

  /// GRPO of 7 B with a rule that takes no time, on nodes of eight H200.
  static planning::QuestionPtr question(int nodes = 1, const Json& changes = Json::object()) {
    plan::Plan plan = plan::post_training_sample_named("post-train-ppo");
    hardware::PoolSpec pool;
    pool.id = "h200";
    pool.gpu = "h200-sxm";
    pool.nodes = nodes;
    pool.gpus_per_node = 8;
    pool.inter_node_gb_per_s = 400.0;
    pool.inter_node_latency_us = 6.0;
    pool.usd_per_gpu_hour = 4.0;
    plan.cluster.pools = {pool};
    plan.cluster.between_pools.clear();
    Json job = Json::parse(R"({"task": "post_train", "dataflow": "grpo", "prompts": 64,
      "samples_per_prompt": 8, "prompt_tokens": 200, "response_tokens": 300,
      "roles": {"actor": {"model": "qwen2.5-7b"}, "reference": {"model": "qwen2.5-7b"},
                "reward": {"rule": true}}})");
    job.update(changes);
    plan.job = *strategy::read_job(job);
    const auto made = planning::make_question(plan, hardware::Catalogue::built_in());
    return made ? *made : nullptr;
  }
  static double seconds(const planning::QuestionPtr& asked) {
    planning::Run run;
    run.options.threads = 1;
    const planning::FoundPtr found = planning::post_training_planner().plan(asked, run);
    return found->options.empty() ? 0.0 : found->options.front()->evaluation.step.value;
  }
  static bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }

 private Q_SLOTS:
  /// Prompts of 64 become round(64 x 0.75) = 48 and 80, answers of 8 a prompt 6 and 10, 200 tokens 150 and
  /// 250, 300 tokens 225 and 375: each end is the answer to that question.
  void endsAreAnswers() {
    const auto asked = question();
    QVERIFY(asked);
    int published = 0;
    const auto found =
        planning::post_training_sensitivity(*asked, PostTrainingMetric::iteration_seconds, 0.25, 1, {},
                                            [&](const planning::PostTrainingSensitivity&) { ++published; });
    QVERIFY(found.has_value() && found->first && !found->stopped);
    QVERIFY(close(found->base, seconds(asked)));
    QCOMPARE(published, static_cast<int>(found->swings.size()));
    QCOMPARE(found->all, published);
    const auto check = [&](Kind kind, double low, double high, const char* key) {
      const auto swing =
          std::find_if(found->swings.begin(), found->swings.end(),
                       [&](const planning::PostTrainingSwing& each) { return each.lever.kind == kind; });
      QVERIFY2(swing != found->swings.end(), key);
      for (const auto& [end, value] : {std::pair{&swing->low, low}, std::pair{&swing->high, high}}) {
        QVERIFY2(close(end->value, value), key);
        QVERIFY2(end->metric, key);
        const double twin = seconds(question(1, Json{{key, value}}));
        QVERIFY2(close(*end->metric, twin), qPrintable(QString::number(*end->metric / twin, 'g', 12)));
      }
      QVERIFY2(*swing->low.metric<found->base&& * swing->high.metric> found->base, key);
    };
    check(Kind::prompts, 48.0, 80.0, "prompts");
    check(Kind::samples, 6.0, 10.0, "samples_per_prompt");
    check(Kind::prompt, 150.0, 250.0, "prompt_tokens");
    check(Kind::response, 225.0, 375.0, "response_tokens");
    double before = std::numeric_limits<double>::infinity();
    for (const planning::PostTrainingSwing& swing : found->swings) {  // the widest first
      QVERIFY(swing.width(found->base) <= before);
      before = swing.width(found->base);
    }
  }

  /// The price moves the cost alone: 10 % less is 10 % cheaper, and the first stays.
  void pricesMoveTheCost() {
    const auto found =
        planning::post_training_sensitivity(*question(), PostTrainingMetric::usd_per_iteration, 0.1, 1);
    QVERIFY(found.has_value() && found->first);
    const auto rent =
        std::find_if(found->swings.begin(), found->swings.end(), [](const planning::PostTrainingSwing& each) {
          return each.lever.kind == Kind::hardware && each.lever.of.kind == plan::Lever::Kind::rent;
        });
    QVERIFY(rent != found->swings.end());
    QVERIFY(rent->low.first_stays && rent->high.first_stays);
    QVERIFY(close(*rent->low.metric, 0.9 * found->base) && close(*rent->high.metric, 1.1 * found->base));
  }

  /// One answer to a prompt cannot become 0.9 answers.
  void wholeNumbersStayWhole() {
    const auto asked = question(1, Json{{"dataflow", "remax"}, {"samples_per_prompt", 1}});
    const auto job = planning::post_train_job_of(*asked);
    QVERIFY(job.has_value());
    for (const PostTrainingLever& lever : planning::post_training_levers(asked->problem, **job, 0.1))
      QVERIFY(lever.kind != Kind::samples);
  }

  /// 2 nodes: a quarter and a half are one node (8 GPUs), three quarters and one are two (round(1.5) = 2),
  /// then 3, 4, 6 and 8 nodes; each is the answer of such a cluster.
  void machinesGrow() {
    const auto asked = question(2);
    QVERIFY(asked);
    const auto found = planning::machine_shares(*asked, 1);
    QVERIFY(found.has_value() && !found->stopped);
    QCOMPARE(found->gpus, 16);
    std::vector<int> gpus;
    for (const planning::MachineSharePoint& point : found->points) {
      gpus.push_back(point.gpus);
      QVERIFY(point.best);
      QVERIFY(close(point.best->evaluation.step.value, seconds(question(point.gpus / 8))));
    }
    QCOMPARE(gpus, (std::vector<int>{8, 16, 24, 32, 48, 64}));
    QCOMPARE(found->all, 6);
  }

  /// A question that cannot be read is refused as a plan of it is.
  void refusesWhatIsWrong() {
    planning::Question asked = *question();
    Json job = strategy::asked_of(asked.problem.job);
    job["mini_batches"] = 10'000;  // of 512 samples
    asked.problem.job.asked = job.dump();
    QVERIFY(!planning::machine_shares(asked, 1).has_value());
    QVERIFY(!planning::post_training_sensitivity(asked, PostTrainingMetric::tokens_per_second, 0.1, 1));
  }
};

}  // namespace tst_post_training_moves

ASTROLABE_TEST(tst_post_training_moves, PostTrainingMovesTest)
#include "tst_post_training_moves.moc"
