// Closed forms of prefill and decode workers that stand apart, against their simulation.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/serving/simulation_apart.h"
#include "serving_loads.h"
#include "simulated_errors.h"
#include "tests/program/test_program.h"

namespace tst_serving_apart {

using namespace astrolabe;
using namespace astrolabe::serving;
using namespace astrolabe::tests;

class TestServingApart : public QObject {
  Q_OBJECT

 private slots:
  void workersApartMeetTheSimulation();
  void alikeInFlightApartDissolve();
  void burstsReachWorkersApart();
  void pairsKeepTheirTailsInTheSimulation();
};

/// Two workers of prompts and two of answers from little to much load, and in flight.
void TestServingApart::workersApartMeetTheSimulation() {
  Question question = llama_question();
  const Deployment deployment{
      .worker = tensor_parallel(4), .prefill = tensor_parallel(4), .prefill_workers = 2, .decode_workers = 2};
  const StepModel model = step_model(question, tensor_parallel(4));
  ApartInputs inputs;
  inputs.prefill_ranks = inputs.decode_ranks = 2;
  inputs.transfer = transfer_of(question, deployment);
  Errors ttft, tpot, rate;
  std::uint64_t seed = 500;
  const double most = predict(question, deployment).requests_per_second;
  for (const double share : {0.2, 0.5, 0.8}) {
    question.traffic.kind = Traffic::Kind::rate;
    question.traffic.requests_per_second = share * most;
    inputs.in_flight = 0;
    inputs.requests = sample_requests(question.traffic, 1500, seed++);
    const Figures closed = predict(question, deployment);
    const Simulated run = simulate_apart(model, model, inputs);
    ttft.add(closed.ttft_mean.value * 1e3, run.ttft_mean);
    tpot.add(closed.tpot.value * 1e3, run.tpot_mean);
    rate.add(closed.requests_per_second * 1e-3, run.rate);
  }
  for (const int in_flight : {16, 64}) {
    question.traffic.kind = Traffic::Kind::concurrency;
    question.traffic.concurrency = in_flight;
    inputs.in_flight = in_flight;
    inputs.requests = sample_requests(question.traffic, 16 * in_flight, seed++);
    const Figures closed = predict(question, deployment);
    const Simulated run = simulate_apart(model, model, inputs);
    tpot.add(closed.tpot.value * 1e3, run.tpot_mean);
    rate.add(closed.requests_per_second * 1e-3, run.rate);
  }
  checkWithin("time per token", tpot, 0.03, 0.09);
  checkWithin("requests a second", rate, 0.04, 0.08);
  checkWithin("first token", ttft, 0.12, 0.31);
}

/// Apart they fall out of step: of those that end together the first is read alone. Where prompts are what
/// binds, as many decode as come from them, and all others wait to be read.
void TestServingApart::alikeInFlightApartDissolve() {
  Errors mean, tpot, rate;
  std::uint64_t seed = 1300;
  Question question = llama_question();
  question.traffic.input = Lengths::fixed(1000);
  question.traffic.output = Lengths::fixed(300);
  const StepModel model = step_model(question, tensor_parallel(4));
  for (const auto& [reads, writes] : {std::pair{1, 1}, {2, 2}, {1, 3}})
    for (const int in_flight : {4, 16, 48, 128, 256}) {
      const Deployment deployment{.worker = tensor_parallel(4),
                                  .prefill = tensor_parallel(4),
                                  .prefill_workers = reads,
                                  .decode_workers = writes};
      const Transfer transfer = transfer_of(question, deployment);
      const Demand demand = demand_of(question.traffic);
      const Flow flow = disaggregated(model, reads, model, writes, demand, transfer, in_flight, 400.0);
      checkNear(flow.rate * (flow.ttft_mean + 299.0 * flow.tpot), in_flight, 0.02);
      checkNear(flow.batch, flow.rate * 299.0 * flow.tpot, 0.02);
      const Simulated run =
          simulate_apart(model, model,
                         {.requests = sample_requests(question.traffic, 24 * in_flight, seed++),
                          .in_flight = in_flight,
                          .prefill_ranks = reads,
                          .decode_ranks = writes,
                          .places = 400.0,
                          .transfer = transfer});
      mean.add(flow.ttft_mean, run.ttft_mean);
      tpot.add(flow.tpot, run.tpot_mean);
      rate.add(flow.rate, run.rate);
      qInfo("%d + %d in flight %d: mean %.0f %.0f p99 %.0f %.0f tpot %.2f %.2f rate %.4f %.4f", reads, writes,
            in_flight, flow.ttft_mean, run.ttft_mean, flow.ttft_p99, run.ttft_p99, flow.tpot, run.tpot_mean,
            flow.rate, run.rate);
    }
  show("mean", mean);
  show("tpot", tpot);
  show("rate", rate);
  checkWithin("mean first token", mean, 0.15, 0.5);
  checkWithin("time per token", tpot, 0.03, 0.06);
  checkWithin("requests a second", rate, 0.03, 0.06);
}

/// Gaps that vary two and three times as much as Poisson's: closed forms of workers apart are near what the
/// simulation says, and predict() says what the simulation does.
void TestServingApart::burstsReachWorkersApart() {
  Errors mean, tail;
  std::uint64_t seed = 1400;
  for (const double variation : {2.0, 3.0})
    for (const int workers : {1, 2})
      for (const double share : {0.3, 0.6, 0.8}) {
        Question question = question_of(kSettings[1], Runtime::vllm);
        question.traffic.kind = Traffic::Kind::rate;
        question.traffic.input = Lengths::fixed(1000);
        question.traffic.output = Lengths::fixed(300);
        question.traffic.arrival_variation = variation;
        const Worker worker = tensor_parallel(4);
        const Deployment deployment{
            .worker = worker, .prefill = worker, .prefill_workers = workers, .decode_workers = workers};
        const StepModel model = step_model(question, worker);
        const Demand demand = demand_of(question.traffic);
        const double rate = share * readers_of(model, workers, demand).limit();
        question.traffic.requests_per_second = rate * 1e3;
        const Transfer transfer = transfer_of(question, deployment);
        const Flow flow = disaggregated_open(model, workers, model, workers, demand, transfer, rate, 400.0);
        const Simulated run = simulate_apart(model, model,
                                             {.requests = sample_requests(question.traffic, 3000, seed++),
                                              .prefill_ranks = workers,
                                              .decode_ranks = workers,
                                              .places = 400.0,
                                              .transfer = transfer});
        mean.add(flow.ttft_mean, run.ttft_mean);
        tail.add(flow.ttft_p99, run.ttft_p99);
        const Figures figures = predict(question, deployment);
        QVERIFY(figures.tails_simulated);
        qInfo("variation %.0f workers %d %.1f: mean %.0f %.0f p99 %.0f %.0f told %.0f tpot p99 %.1f %.1f",
              variation, workers, share, flow.ttft_mean, run.ttft_mean, flow.ttft_p99, run.ttft_p99,
              figures.ttft_p99.value * 1e3, flow.tpot_p99, run.tpot_p99);
        // Another draw of as many requests.
        QVERIFY(std::fabs(std::log(figures.ttft_p99.value * 1e3 / run.ttft_p99)) < std::log(2.0));
      }
  show("mean", mean);
  show("tail", tail);
  checkWithin("bursts apart: first token", mean, 0.3, 0.7);
  checkWithin("bursts apart: first token, 99 %", tail, 0.35, 0.95);
}

/// Pairs of a grid of loads, workers and lengths, several models.
void TestServingApart::pairsKeepTheirTailsInTheSimulation() {
  Errors mean, median, tail, tpot;
  std::uint64_t seed = 900;
  int broken = 0;
  for (const ServingSetting& setting : {kSettings[0], kSettings[1], kSettings[2]})
    for (const int form : {0, 1, 2})
      for (const int workers : {1, 4})
        for (const double share : {0.3, 0.6, 0.9}) {
          Question question = question_of(setting, Runtime::vllm);
          question.traffic.kind = Traffic::Kind::rate;
          question.traffic.input = Lengths::fixed(form == 0 ? 900 : 4000);
          question.traffic.output = Lengths::fixed(form == 0 ? 300 : 100);
          if (form == 2) take_profile(question.traffic, "azure-2023-conv");
          const Worker worker = tensor_parallel(setting.tensor_parallel);
          const Deployment deployment{
              .worker = worker, .prefill = worker, .prefill_workers = workers, .decode_workers = workers};
          const StepModel model = step_model(question, worker);
          const Demand demand = demand_of(question.traffic);
          const Transfer transfer = transfer_of(question, deployment);
          const double rate = share * std::min(readers_of(model, workers, demand).limit(),
                                               disaggregated(model, workers, model, workers, demand, transfer,
                                                             400.0 * workers, 400.0)
                                                   .rate);
          question.traffic.requests_per_second = rate * 1e3;
          const Flow flow = disaggregated_open(model, workers, model, workers, demand, transfer, rate, 400.0);
          const Simulated run = simulate_apart(model, model,
                                               {.requests = sample_requests(question.traffic, 3000, seed++),
                                                .prefill_ranks = workers,
                                                .decode_ranks = workers,
                                                .places = 400.0,
                                                .transfer = transfer});
          mean.add(flow.ttft_mean, run.ttft_mean);
          median.add(flow.ttft, run.ttft_median);
          tail.add(flow.ttft_p99, run.ttft_p99);
          tpot.add(flow.tpot, run.tpot_mean);
          broken += run.ttft_p99 > 1.25 * flow.ttft_p99 ? 1 : 0;
          qInfo("%s form %d workers %d %.1f: mean %.0f %.0f median %.0f %.0f p99 %.0f %.0f tpot %.1f %.1f",
                setting.model, form, workers, share, flow.ttft_mean, run.ttft_mean, flow.ttft,
                run.ttft_median, flow.ttft_p99, run.ttft_p99, flow.tpot, run.tpot_mean);
        }
  show("mean", mean);
  show("median", median);
  show("tail", tail);
  show("tpot", tpot);
  qInfo("simulated tails above 1.25 times: %d", broken);
  QCOMPARE(broken, 0);
  checkWithin("mean first token", mean, 0.05, 0.2);
  checkWithin("median first token", median, 0.06, 0.2);
  checkWithin("first token, 99 %", tail, 0.12, 0.4);
}

}  // namespace tst_serving_apart

ASTROLABE_TEST(tst_serving_apart, TestServingApart)
#include "tst_serving_apart.moc"
