// Failures, checkpoints, restarts and a growing batch: against sums written out and against brute force.
#include <QtTest>
#include <cmath>
#include <limits>

#include "core/base/error_codes.h"
#include "core/cost/goodput.h"
#include "core/cost/money.h"
#include "core/cost/shape.h"
#include "core/engine.h"
#include "problems.h"
#include "tests/core/close_to.h"
#include "tests/program/test_program.h"

namespace tst_goodput {

using namespace astrolabe;
using namespace astrolabe::cost;
using namespace astrolabe::tests;
using exact::checkClose;

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// A job of 100 undisturbed hours, with what disturbs it.
Evaluation hundred_hours(const strategy::Problem& problem) {
  Evaluation evaluation;
  evaluation.step = evaluation.step_low = evaluation.step_high = Seconds{1.0};
  evaluation.gpus = {problem.cluster.pools[0].gpus()};
  evaluation.hours_for_job = 100.0;
  evaluation.money.usd_per_hour = UsdPerHour{40.0};
  add_outcome(problem, evaluation);
  return evaluation;
}

Json job_json() {
  return Json{{"sequence_length", 128}, {"global_batch", 16}, {"tokens", 1e9}, {"precision", "bf16"}};
}

}  // namespace

class TestGoodput : public QObject {
  Q_OBJECT

 private slots:
  /// Interval 1,000 s, checkpoint 100 s, restart 50 s, a failure every 10,000 s: 1000 / (10000 x e^0.005 x
  /// (e^0.11 - 1)) = 1000 / (10000 x 1.005012520859401 x 0.1162780704588713) = 0.8557180861928976.
  void usefulShare() {
    checkClose(useful_share(900.0, 100.0, 50.0, kNever), 0.9);
    checkClose(useful_share(1000.0, 100.0, 50.0, 1e4), 0.8557180861928976);
  }

  /// No interval of a fine grid does better than the closed form; for checkpoint 50 s and a failure every
  /// 10,000 s the grid of 0.01 s has its best at 966.95 s (Young: 1000 s).
  void bestInterval() {
    QVERIFY(std::fabs(best_interval(50.0, 1e4) - 966.95) <= 0.011);
    for (const double checkpoint : {1e-3, 1.0, 30.0, 3000.0})
      for (const double mean : {600.0, 1e4, 1e7}) {
        const double best = best_interval(checkpoint, mean);
        const double share = useful_share(best, checkpoint, 60.0, mean);
        for (int power = -34; power <= 34; ++power)  // a tenth to ten times the best interval
          QVERIFY(useful_share(best * std::pow(1.07, power), checkpoint, 60.0, mean) <=
                  share * (1.0 + 1e-12));
      }
  }

  /// 16 GPUs failing 0.001 times an hour each: one failure in 62.5 h = 225,000 s. Storage of 1 GB/s and
  /// `parameters` x 14 B make the checkpoint; the job's own interval of 3,600 s is used.
  void statedValues() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}), 128, 16);
    problem.job.reliability = {0.001, 120.0, 1.0, 3600.0};
    const Evaluation evaluation = hundred_hours(problem);
    const Goodput& goodput = evaluation.goodput;
    const double checkpoint = static_cast<double>(problem.graph->parameters_total) * 14.0 / 1e9;
    checkClose(goodput.checkpoint_seconds, checkpoint);
    checkClose(goodput.restart_seconds, 120.0 + checkpoint);
    checkClose(goodput.share,
               3600.0 / (225000.0 * std::exp((120.0 + checkpoint) / 225000.0) *
                         (std::exp((3600.0 + checkpoint) / 225000.0) - 1.0)),
               1e-11);
    checkClose(evaluation.outcome.hours, 100.0 / goodput.share);
    checkClose(evaluation.outcome.usd->value, 4000.0 / goodput.share);
    checkClose(goodput.failures_for_job, evaluation.outcome.hours * 0.016);
  }

  /// Nobody works longer than the job between two checkpoints: one of 1e9 s is that of the 100 hours, 360,000
  /// s.
  void intervalEndsWithTheJob() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}), 128, 16);
    problem.job.reliability = {0.001, 120.0, 1.0, 1e9};
    const Evaluation longer = hundred_hours(problem);
    QCOMPARE(longer.goodput.checkpoint_interval_seconds, 360000.0);
    problem.job.reliability.checkpoint_interval_seconds = 360000.0;
    QCOMPARE(longer.outcome.hours, hundred_hours(problem).outcome.hours);
  }

  /// 2 nodes of spot, each taken away 0.1 times an hour, beside 0.016 failures: a stop in 1 / 0.216 h. Of a
  /// bought node nobody takes anything away, and a node of which one GPU is used is a node.
  void spotIsTakenAway() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}), 128, 16);
    problem.cluster.pools[0].interruptions_per_node_hour = 0.1;
    problem.job.reliability = {0.001, 120.0, 1.0, 3600.0};
    checkClose(hourly(problem.cluster, problem.job, {16}).interruptions_per_hour, 0.2);
    checkClose(hourly(problem.cluster, problem.job, {9}).interruptions_per_hour, 0.2);
    checkClose(hourly(problem.cluster, problem.job, {8}).interruptions_per_hour, 0.1);
    const Goodput goodput = goodput_of(problem, 16, 100.0, 0.2);
    checkClose(goodput.share,
               useful_share(3600.0, goodput.checkpoint_seconds, goodput.restart_seconds, 3600.0 / 0.216));
    checkClose(goodput.interruptions_for_job, 100.0 / goodput.share * 0.2);
    checkClose(goodput.failures_for_job, 100.0 / goodput.share * 0.016);
    QVERIFY(disturbed_hours(problem, 16, 100.0, 0.2) > disturbed_hours(problem, 16, 100.0));
    problem.job.cost.basis = hardware::CostBasis::buy;
    QCOMPARE(hourly(problem.cluster, problem.job, {16}).interruptions_per_hour, 0.0);
  }

  /// A checkpoint has weights in 2 bytes and 12 of Adam's state of every parameter; in fp32 weights in 4
  /// and 8.
  void bytesOfACheckpoint() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 128, 16);
    const auto parameters = static_cast<double>(problem.graph->parameters_total);
    checkClose(checkpoint_bytes(problem).value, 14.0 * parameters);
    problem.job.precision = hardware::Precision::fp32;
    checkClose(checkpoint_bytes(problem).value, 12.0 * parameters);
  }

  /// More failures, slower storage or a longer restart never save time; without failures only checkpoints
  /// cost.
  void monotone() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 64, 8)}), 128, 16);
    double before = 0.0;
    for (const double rate : {0.0, 1e-6, 1e-5, 1e-4, 1e-3}) {
      problem.job.reliability = {rate, 600.0, 1.0, std::nullopt};
      const double hours = hundred_hours(problem).outcome.hours;
      QVERIFY(hours >= std::max(before, 100.0));
      before = hours;
      problem.job.reliability.storage_gb_per_s = 0.5;
      QVERIFY(hundred_hours(problem).outcome.hours >= hours);
      problem.job.reliability = {rate, 1200.0, 1.0, std::nullopt};
      QVERIFY(hundred_hours(problem).outcome.hours >= hours);
    }
  }

  /// Batch 8, 16, 24, then 32 over 3,000 sequences: 1,000 at each smaller batch. Added seconds are the steps
  /// of each level at its own step time minus the same sequences at batch 32.
  void batchRampUp() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 128, 32);
    problem.job.reliability = {0.0, 600.0, 1e6, 1e6};
    strategy::Strategy chosen;
    chosen.data_parallel = 8;
    chosen.zero_stage = 1;
    chosen.sharding_group = 8;
    chosen.stages = {{0, 4, 1, strategy::Recompute::none, 0}};
    const auto step_at = [&](int batch) {
      strategy::Problem changed = problem;
      changed.job.global_batch = batch;
      Tables tables(changed);
      return Shape(tables, chosen).evaluate({4}, true).step.value;
    };
    const auto plain = detail(problem, chosen);
    QVERIFY(plain.has_value());
    QCOMPARE(plain->evaluation.goodput.ramp_up_hours, 0.0);
    problem.job.batch_ramp_up = strategy::BatchRampUp{8, 8, 3000.0};
    const auto ramped = detail(problem, chosen);
    QVERIFY(ramped.has_value());
    const double added =
        1000.0 * (step_at(8) / 8 + step_at(16) / 16 + step_at(24) / 24) - 3000.0 * step_at(32) / 32;
    QVERIFY(added > 0.0);
    checkClose(ramped->evaluation.goodput.ramp_up_hours, added / 3600.0, 1e-9);
    checkClose(ramped->evaluation.hours_for_job, plain->evaluation.hours_for_job);
  }

  void readAndWritten() {
    Json json = job_json();
    json["reliability"] = Json{{"failures_per_gpu_hour", 1e-5}, {"storage_gb_per_s", 50.0}};
    json["batch_ramp_up"] = Json{{"start", 4}, {"increment", 4}, {"sequences", 100.0}};
    const auto job = strategy::read_job(json);
    QVERIFY(job.has_value());
    QCOMPARE(*job->reliability.failures_per_gpu_hour, 1e-5);
    QVERIFY(!job->reliability.restart_seconds);
    QCOMPARE(job->batch_ramp_up->increment, 4);
    const auto again = strategy::read_job(strategy::to_json(*job));
    QVERIFY(again.has_value() && *again == *job);
  }

  /// From 4 to 204 by steps of 2 the batch has 100 sizes before the last; by steps of 1 it has 200.
  void stepsOfTheBatch() {
    Json json = job_json();
    json["global_batch"] = 204;
    json["batch_ramp_up"] = Json{{"start", 4}, {"increment", 2}, {"sequences", 100.0}};
    QVERIFY(strategy::read_job(json).has_value());
    json["batch_ramp_up"]["increment"] = 1;
    const auto job = strategy::read_job(json);
    QVERIFY(!job.has_value());
    QCOMPARE(job.error().where, std::string("batch_ramp_up.increment"));
    QCOMPARE(to_text(job.error().wanted), std::string("at most 100 steps of the batch"));
  }

  void badInput_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("where");
    QTest::newRow("unknown key") << R"({"reliability": {"failures": 1}})"
                                 << "AST-D101"
                                 << "reliability.failures";
    QTest::newRow("negative") << R"({"reliability": {"restart_seconds": -1}})"
                              << "AST-D105"
                              << "reliability.restart_seconds";
    QTest::newRow("above the batch") << R"({"batch_ramp_up": {"start": 17, "increment": 1, "sequences": 9}})"
                                     << "AST-D105"
                                     << "batch_ramp_up.start";
    QTest::newRow("no whole steps") << R"({"batch_ramp_up": {"start": 4, "increment": 5, "sequences": 9}})"
                                    << "AST-D105"
                                    << "batch_ramp_up.increment";
    QTest::newRow("often") << R"({"reliability": {"checkpoint_interval_seconds": 0.5}})"
                           << "AST-D105"
                           << "reliability.checkpoint_interval_seconds";
    QTest::newRow("missing") << R"({"batch_ramp_up": {"start": 4, "increment": 4}})"
                             << "AST-D103"
                             << "batch_ramp_up";
  }
  void badInput() {
    QFETCH(QString, json);
    QFETCH(QString, code);
    QFETCH(QString, where);
    Json merged = job_json();
    merged.update(Json::parse(json.toStdString()));
    const auto job = strategy::read_job(merged);
    QVERIFY(!job.has_value());
    QCOMPARE(QString::fromStdString(job.error().code), code);
    QVERIFY2(QString::fromStdString(job.error().where).startsWith(where), job.error().where.c_str());
  }
};

}  // namespace tst_goodput

ASTROLABE_TEST(tst_goodput, TestGoodput)
#include "tst_goodput.moc"
