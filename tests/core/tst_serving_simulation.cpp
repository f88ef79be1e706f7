// Fixed points of serving traffic against the simulation of the engine, and what the simulation itself keeps
// to.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/error_codes.h"
#include "core/serving/simulation_apart.h"
#include "serving_loads.h"
#include "tests/program/test_program.h"

namespace tst_serving_simulation {

using namespace astrolabe;
using namespace astrolabe::serving;
using namespace astrolabe::tests;

namespace {

/// Absolute relative errors of closed forms against the simulation.
struct Errors {
  std::vector<double> values;
  void add(double closed, double simulated) { values.push_back(std::fabs(closed / simulated - 1.0)); }
  double at(double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
  }
};

void checkWithin(const char* what, Errors errors, double median, double p90) {
  QVERIFY2(errors.at(0.5) <= median && errors.at(0.9) <= p90,
           qPrintable(QStringLiteral("%1: %2 / %3 of %4, allowed %5 / %6")
                          .arg(QLatin1String(what))
                          .arg(errors.at(0.5))
                          .arg(errors.at(0.9))
                          .arg(errors.values.size())
                          .arg(median)
                          .arg(p90)));
}

/// Lengths of a published trace.
void take_profile(Traffic& traffic, const char* id) {
  const Profile* profile = find_profile(id);
  traffic.input = profile->input;
  traffic.output = profile->output;
}
constexpr const char* kProfiles[] = {"azure-2023-conv", "arxiv-summarization (vidur)",
                                     "mooncake-synthetic_trace"};

void show(const char* what, Errors errors) {
  qInfo("%s: %.3f / %.3f of %zu", what, errors.at(0.5), errors.at(0.9), errors.values.size());
}

}  // namespace

class TestServingSimulation : public QObject {
  Q_OBJECT

 private slots:
  void openLoopsMeetTheSimulation();
  void closedLoopsMeetTheSimulation();
  void finiteRunsEnd();
  void burstsMeetTheSimulation();
  void usersBeyondThePlacesWait();
  void fullCachePreempts();
  void tracesRunAsTheyCome();
  void workersApartMeetTheSimulation();
  void promptsOfManyLengthsMeetTheSimulation();
  void tailsInFlightMeetTheSimulation();
  void alikeInFlightKeepTheirPhase();
  void alikeInFlightApartDissolve();
  void pairsKeepTheirTailsInTheSimulation();
  void burstsReachWorkersApart();
  void copiesFillUpAsInTheSimulation();
  void ranksStepTogether();
  void simulationsHoldNoMoreThanFits();
};

void TestServingSimulation::openLoopsMeetTheSimulation() {
  Errors ttft, tpot, ttft_tail, tpot_tail;
  std::uint64_t seed = 1;
  for (const ServingSetting& setting : kSettings)
    for (const Runtime runtime : {Runtime::vllm, Runtime::sglang}) {
      const Question question = question_of(setting, runtime);
      const StepModel model = step_model(question, tensor_parallel(setting.tensor_parallel));
      for (const auto& [input, output] : kLengths)
        for (const double share : {0.3, 0.6}) {
          const Demand demand{.input = input, .output = output};
          const double rate = share * closed_loop(model, demand, 512, kForever).rate;
          const Flow flow = open_loop(model, demand, rate, kForever);
          Traffic traffic;
          traffic.kind = Traffic::Kind::rate;
          traffic.requests_per_second = rate * 1e3;
          traffic.input = Lengths::fixed(input);
          traffic.output = Lengths::fixed(output);
          const Simulated run = simulate(model, {.requests = sample_requests(traffic, 3000, seed++)});
          ttft.add(flow.ttft_mean, run.ttft_mean);
          tpot.add(flow.tpot, run.tpot_mean);
          ttft_tail.add(flow.ttft_p99, run.ttft_p99);
          tpot_tail.add(flow.tpot_p99, run.tpot_p99);
        }
    }
  checkWithin("first token", ttft, 0.03, 0.09);
  checkWithin("time per token", tpot, 0.025, 0.09);
  checkWithin("first token, 99 %", ttft_tail, 0.12, 0.31);
  checkWithin("time per token, 99 %", tpot_tail, 0.06, 0.25);
}

void TestServingSimulation::closedLoopsMeetTheSimulation() {
  Errors ttft, tpot, rate;
  std::uint64_t seed = 100;
  for (const ServingSetting& setting : kSettings)
    for (const Runtime runtime : {Runtime::vllm, Runtime::sglang}) {
      const Question question = question_of(setting, runtime);
      const StepModel model = step_model(question, tensor_parallel(setting.tensor_parallel));
      for (const auto& [input, output] : kLengths)
        for (const int in_flight : {16, 96}) {
          Traffic traffic;
          traffic.input = Lengths::uniform(0.8 * input, input);
          traffic.output = Lengths::uniform(0.8 * output, output);
          const Flow flow = closed_loop(model, demand_of(traffic), in_flight, kForever);
          const Simulated run = simulate(
              model, {.requests = sample_requests(traffic, 12 * in_flight, seed++), .in_flight = in_flight});
          ttft.add(flow.ttft_mean, run.ttft_mean);
          tpot.add(flow.tpot, run.tpot_mean);
          rate.add(flow.rate * 0.9 * output, run.output_rate);
        }
    }
  checkWithin("time per token", tpot, 0.01, 0.04);
  checkWithin("tokens a second", rate, 0.021, 0.03);
  checkWithin("first token", ttft, 0.05, 0.12);
}

/// 100 requests at ten times the rate that is served: nearer to the simulation than any steady state is.
void TestServingSimulation::finiteRunsEnd() {
  const Question question = question_of(kSettings[1], Runtime::vllm);
  const StepModel model = step_model(question, tensor_parallel(4));
  const Demand demand{.input = 4000, .output = 400};
  const double rate = 10.0 * closed_loop(model, demand, 100, kForever).rate;
  const Flow flow = finite_run(model, demand, 100, rate, kForever);
  Traffic traffic;
  traffic.kind = Traffic::Kind::rate;
  traffic.requests_per_second = rate * 1e3;
  traffic.input = Lengths::fixed(4000);
  traffic.output = Lengths::fixed(400);
  const Simulated run = simulate(model, {.requests = sample_requests(traffic, 100, 3), .warm_up = 0.0});
  checkNear(flow.ttft, run.ttft_median, 0.12);
  checkNear(flow.tpot, run.tpot_mean, 0.06);
}

/// Bursts (squared variations 2.25 to 9): 99th percentiles of the closed forms are those of the simulation as
/// nearly as without bursts; what predict() says is the simulation's.
void TestServingSimulation::burstsMeetTheSimulation() {
  Errors ttft, tpot, ttft_tail, tpot_tail;
  std::uint64_t seed = 500;
  for (const ServingSetting& setting : kSettings)
    for (const double variation : {1.5, 2.0, 3.0})
      for (const auto& [input, output] : kLengths) {
        const Question question = question_of(setting, Runtime::vllm);
        const StepModel model = step_model(question, tensor_parallel(setting.tensor_parallel));
        Demand demand{.input = input, .output = output};
        demand.arrival_variation = variation;
        const double rate = 0.4 * closed_loop(model, demand, 512, kForever).rate;
        const Flow flow = open_loop(model, demand, rate, kForever);
        Traffic traffic;
        traffic.kind = Traffic::Kind::rate;
        traffic.requests_per_second = rate * 1e3;
        traffic.arrival_variation = variation;
        traffic.input = Lengths::fixed(input);
        traffic.output = Lengths::fixed(output);
        const Simulated run = simulate(model, {.requests = sample_requests(traffic, 3000, seed++)});
        ttft.add(flow.ttft_mean, run.ttft_mean);
        tpot.add(flow.tpot, run.tpot_mean);
        ttft_tail.add(flow.ttft_p99, run.ttft_p99);
        tpot_tail.add(flow.tpot_p99, run.tpot_p99);
      }
  checkWithin("bursts: first token", ttft, 0.08, 0.35);
  checkWithin("bursts: time per token", tpot, 0.05, 0.14);
  checkWithin("bursts: first token, 99 %", ttft_tail, 0.15, 0.50);
  checkWithin("bursts: time per token, 99 %", tpot_tail, 0.13, 0.40);
  Question bursty = llama_question();
  bursty.traffic.kind = Traffic::Kind::rate;
  bursty.traffic.requests_per_second = 2.0;
  QVERIFY(!predict(bursty, {.worker = tensor_parallel(4)}).tails_simulated);
  const double plain = predict(bursty, {.worker = tensor_parallel(4)}).tpot_p99.value;
  bursty.traffic.arrival_variation = 3.0;
  const Figures figures = predict(bursty, {.worker = tensor_parallel(4)});
  QVERIFY(figures.tails_simulated);
  QVERIFY(figures.tpot_p99.value > plain);
  QCOMPARE(to_json(figures)["tails"], Json("simulation"));
}

/// Of N in flight, N - places wait: with all places taken X = places / served, so a first token waits
/// (N / places - 1) x served. The simulation says the same, within serving.md 5's 3.8 / 9 %.
void TestServingSimulation::usersBeyondThePlacesWait() {
  Errors ttft, rate;
  std::uint64_t seed = 300;
  constexpr double kPlaces = 48.0;
  for (const ServingSetting& setting : kSettings)
    for (const Runtime runtime : {Runtime::vllm, Runtime::sglang}) {
      const Question question = question_of(setting, runtime);
      const StepModel model = step_model(question, tensor_parallel(setting.tensor_parallel));
      for (const int in_flight : {96, 192}) {
        Traffic traffic;
        traffic.input = traffic.output = Lengths::uniform(400, 500);
        const Flow flow = closed_loop(model, demand_of(traffic), in_flight, kPlaces);
        const double served = flow.ttft_mean - flow.wait + 449.0 * flow.tpot;
        checkNear(flow.wait, (in_flight / kPlaces - 1.0) * served, 0.01);
        QCOMPARE(closed_loop(model, demand_of(traffic), kPlaces, kPlaces).wait, 0.0);
        const Simulated run = simulate(model, {.requests = sample_requests(traffic, 12 * in_flight, seed++),
                                               .in_flight = in_flight,
                                               .places = kPlaces});
        ttft.add(flow.ttft_mean, run.ttft_mean);
        rate.add(flow.rate * 450.0, run.output_rate);
      }
    }
  checkWithin("first token", ttft, 0.038, 0.09);
  checkWithin("tokens a second", rate, 0.04, 0.06);
}

void TestServingSimulation::fullCachePreempts() {
  const Question question = llama_question();
  const StepModel model = step_model(question, tensor_parallel(4));
  Traffic traffic;
  traffic.input = traffic.output = Lengths::uniform(820, 1024);
  SimulationInputs inputs{.requests = sample_requests(traffic, 600, 7), .in_flight = 100};
  const Simulated roomy = simulate(model, inputs);
  QCOMPARE(roomy.preemptions, 0);
  inputs.kv_tokens = 100 * 1300.0;
  const Simulated tight = simulate(model, inputs);
  QVERIFY(tight.preemptions > 0);
  QVERIFY(tight.rate < roomy.rate);
  // An engine that does not evict takes room for the whole answer.
  Question whole = question;
  whole.engine.evicts = false;
  const Simulated held = simulate(step_model(whole, tensor_parallel(4)), inputs);
  QCOMPARE(held.preemptions, 0);
  QVERIFY(held.ttft_mean > tight.ttft_median);
}

void TestServingSimulation::tracesRunAsTheyCome() {
  const auto trace = read_trace(
      "arrival_seconds,input_tokens,output_tokens,cached_tokens\n0,1000,10,0\n0.5,1000,10,900\n100,1000,10,"
      "0\n");
  QVERIFY(trace);
  const StepModel model = step_model(llama_question(), tensor_parallel(4));
  const Simulated run = simulate(model, {.requests = *trace, .warm_up = 0.0});
  // Each is alone; the second reads a tenth of its prompt.
  const double alone = model.front_end_ms() + model.step_ms({0, 0, 1000, 1000, 0});
  checkNear(run.ttft_median, alone, 1e-9);
  QVERIFY(run.ttft_mean < alone);
  for (const char* bad :
       {"arrival_seconds,input_tokens,output_tokens\n0,-5,10\n",
        "arrival_seconds,input_tokens,output_tokens\n2,5,10\n1,5,10\n",
        "arrival_seconds,input_tokens,output_tokens\n0,,10\n", "arrival_seconds,input_tokens\n0,5\n",
        "arrival_seconds,input_tokens,output_tokens\n0,5,10,7\n",
        "arrival_seconds,input_tokens,output_tokens\n0,1e9,10\n"}) {
    const auto read = read_trace(bad);
    QVERIFY2(!read, bad);
    QCOMPARE(read.error().code, std::string(code::bad_trace));
  }
  // Of three requests the second is longer than the room: 1,000 + 10 fit, 5,000 + 10 do not.
  std::vector<Arrival> some = *trace;
  some[1].input = 5000.0;
  QCOMPARE(some[1].line, 3);
  const Simulated without = simulate(model, {.requests = some, .kv_tokens = 2000.0, .warm_up = 0.0});
  QCOMPARE(without.left_out, 1);
  checkNear(without.ttft_mean, alone, 1e-9);
  const Simulated apart =
      simulate_apart(model, model, {.requests = some, .kv_tokens = 2000.0, .transfer = {1e5, 50.0, 2.0}});
  QCOMPARE(apart.left_out, 1);
}

/// Two workers of prompts and two of answers from little to much load, and in flight.
void TestServingSimulation::workersApartMeetTheSimulation() {
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

/// Requests of published lengths: the first token of the median and of one in a hundred is made of the
/// prompt's own length as well.
void TestServingSimulation::promptsOfManyLengthsMeetTheSimulation() {
  Errors mean, median, tail, tpot, tpot_90, tpot_tail;
  std::uint64_t seed = 700;
  for (const ServingSetting& setting : {kSettings[0], kSettings[1], kSettings[3]})
    for (const char* profile : kProfiles)
      for (const double share : {0.3, 0.7}) {
        const Question question = question_of(setting, Runtime::vllm);
        const StepModel model = step_model(question, tensor_parallel(setting.tensor_parallel));
        Traffic traffic;
        traffic.kind = Traffic::Kind::rate;
        take_profile(traffic, profile);
        const Demand demand = demand_of(traffic);
        const double rate = share * closed_loop(model, demand, 256, kForever).rate;
        traffic.requests_per_second = rate * 1e3;
        const Flow flow = open_loop(model, demand, rate, kForever);
        const Simulated run =
            simulate(model, {.requests = sample_requests(traffic, 3000, seed++), .quantile = 0.9});
        mean.add(flow.ttft_mean, run.ttft_mean);
        median.add(flow.ttft, run.ttft_median);
        tail.add(flow.ttft_p99, run.ttft_p99);
        tpot.add(flow.tpot, run.tpot_median);
        tpot_90.add(flow.tpot_p90, run.tpot_promised);
        tpot_tail.add(flow.tpot_p99, run.tpot_p99);
        qInfo(
            "%s %s %.1f: mean %.0f %.0f median %.0f %.0f p99 %.0f %.0f tpot %.1f %.1f p90 %.1f %.1f p99 %.1f "
            "%.1f",
            setting.model, profile, share, flow.ttft_mean, run.ttft_mean, flow.ttft, run.ttft_median,
            flow.ttft_p99, run.ttft_p99, flow.tpot, run.tpot_median, flow.tpot_p90, run.tpot_promised,
            flow.tpot_p99, run.tpot_p99);
      }
  show("tpot 90 %", tpot_90);
  show("mean", mean);
  show("median", median);
  show("tail", tail);
  show("tpot", tpot);
  show("tpot tail", tpot_tail);
  checkWithin("mean first token", mean, 0.15, 0.5);
  checkWithin("first token, 99 %", tail, 0.3, 0.6);
  checkWithin("time per token, 90 %", tpot_90, 0.15, 0.6);
  checkWithin("time per token, 99 %", tpot_tail, 0.25, 0.5);
}

/// In flight, without the start of a benchmark: tails of the steady state.
void TestServingSimulation::tailsInFlightMeetTheSimulation() {
  Errors median, tail, tpot_tail;
  std::uint64_t seed = 800;
  for (const ServingSetting& setting : {kSettings[0], kSettings[1], kSettings[2]})
    for (const Runtime runtime : {Runtime::vllm, Runtime::sglang})
      for (const int form : {0, 1, 2})
        for (const int in_flight : {16, 64}) {
          const Question question = question_of(setting, runtime);
          const StepModel model = step_model(question, tensor_parallel(setting.tensor_parallel));
          Traffic traffic;
          traffic.input = form == 0 ? Lengths::fixed(1000) : Lengths::uniform(800, 1000);
          traffic.output = form == 0 ? Lengths::fixed(400) : Lengths::uniform(320, 400);
          if (form == 2) take_profile(traffic, "azure-2023-conv");
          traffic.concurrency = in_flight;
          const Flow flow = closed_loop(model, demand_of(traffic), in_flight, kForever);
          const Simulated run = simulate(
              model, {.requests = sample_requests(traffic, 30 * in_flight, seed++), .in_flight = in_flight});
          median.add(flow.ttft, run.ttft_median);
          tail.add(flow.ttft_p99, run.ttft_p99);
          tpot_tail.add(flow.tpot_p99, run.tpot_p99);
          qInfo("%s %d form %d in flight %d: median %.0f %.0f p99 %.0f %.0f tpot p99 %.1f %.1f",
                setting.model, static_cast<int>(runtime), form, in_flight, flow.ttft, run.ttft_median,
                flow.ttft_p99, run.ttft_p99, flow.tpot_p99, run.tpot_p99);
        }
  show("median", median);
  show("tail", tail);
  show("tpot tail", tpot_tail);
  checkWithin("median first token", median, 0.12, 0.35);
  checkWithin("first token, 99 %", tail, 0.15, 0.45);
}

/// Requests that are all alike stay in step: those read together end together and come again together. Times
/// of all first tokens and of the tokens behind them are those of the simulation, and N requests are in
/// flight: N = rate x (first token + steps x time per token).
void TestServingSimulation::alikeInFlightKeepTheirPhase() {
  Errors mean, tail, tpot, rate;
  std::uint64_t seed = 1200;
  for (const ServingSetting& setting : {kSettings[0], kSettings[1], kSettings[2]})
    for (const Runtime runtime : {Runtime::vllm, Runtime::sglang})
      for (const auto& [input, output] : kLengths)
        for (const int in_flight : {4, 16, 64}) {
          const Question question = question_of(setting, runtime);
          const StepModel model = step_model(question, tensor_parallel(setting.tensor_parallel));
          Traffic traffic;
          traffic.input = Lengths::fixed(input);
          traffic.output = Lengths::fixed(output);
          traffic.concurrency = in_flight;
          const Flow flow = closed_loop(model, demand_of(traffic), in_flight, kForever);
          const double users = flow.rate * (flow.ttft_mean + (output - 1.0) * flow.tpot);
          checkNear(users, in_flight, 0.02);
          const Simulated run = simulate(
              model, {.requests = sample_requests(traffic, 24 * in_flight, seed++), .in_flight = in_flight});
          mean.add(flow.ttft_mean, run.ttft_mean);
          tail.add(flow.ttft_p99, run.ttft_p99);
          tpot.add(flow.tpot, run.tpot_mean);
          rate.add(flow.rate, run.rate);
          qInfo("%s %d %g/%g in flight %d: mean %.0f %.0f p99 %.0f %.0f tpot %.2f %.2f", setting.model,
                static_cast<int>(runtime), input, output, in_flight, flow.ttft_mean, run.ttft_mean,
                flow.ttft_p99, run.ttft_p99, flow.tpot, run.tpot_mean);
        }
  show("mean", mean);
  show("tail", tail);
  show("tpot", tpot);
  show("rate", rate);
  checkWithin("mean first token", mean, 0.12, 0.5);
  checkWithin("first token, 99 %", tail, 0.12, 0.5);
  checkWithin("time per token", tpot, 0.03, 0.08);
}

/// Apart they fall out of step: of those that end together the first is read alone. Where prompts are what
/// binds, as many decode as come from them, and all others wait to be read.
void TestServingSimulation::alikeInFlightApartDissolve() {
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
void TestServingSimulation::burstsReachWorkersApart() {
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
void TestServingSimulation::pairsKeepTheirTailsInTheSimulation() {
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

/// Copies with 32 places towards all of them taken: the wait for a place comes before the mean batch fills
/// them.
void TestServingSimulation::copiesFillUpAsInTheSimulation() {
  constexpr double kPlaces = 32.0;
  std::uint64_t seed = 1000;
  for (const ServingSetting& setting : {kSettings[0], kSettings[1]}) {
    const Question question = question_of(setting, Runtime::vllm);
    const StepModel model = step_model(question, tensor_parallel(setting.tensor_parallel));
    const Demand demand{.input = 500, .output = 300};
    const double most = closed_loop(model, demand, kPlaces, kPlaces).rate;
    for (const double share : {0.6, 0.8, 0.9}) {
      Traffic traffic;
      traffic.kind = Traffic::Kind::rate;
      traffic.requests_per_second = share * most * 1e3;
      traffic.input = Lengths::fixed(500);
      traffic.output = Lengths::fixed(300);
      const Flow flow = open_loop(model, demand, share * most, kPlaces);
      const Simulated run =
          simulate(model, {.requests = sample_requests(traffic, 6000, seed++), .places = kPlaces});
      qInfo("%s %.1f: batch %.1f %.1f mean %.0f %.0f p99 %.0f %.0f", setting.model, share, flow.batch,
            run.batch, flow.ttft_mean, run.ttft_mean, flow.ttft_p99, run.ttft_p99);
      QVERIFY(flow.stable);
      checkNear(flow.batch, run.batch, 0.05);
      // Tails of a copy nearly full lie far apart from one draw to the next.
      QVERIFY(std::fabs(std::log(flow.ttft_p99 / run.ttft_p99)) < std::log(2.0));
    }
  }
}

/// Four ranks of attention data parallelism with a quarter of the traffic each: a prompt on one stalls all,
/// so that the copy as a whole meets the closed form.
void TestServingSimulation::ranksStepTogether() {
  Question question = question_of(kSettings[3], Runtime::vllm);
  Worker worker;
  worker.attention_data_parallel = worker.expert_parallel = 8;
  const StepModel model = step_model(question, worker);
  Errors ttft, tpot;
  std::uint64_t seed = 1100;
  for (const double share : {0.3, 0.6}) {
    const Demand demand{.input = 1000, .output = 400};
    const double rate = share * closed_loop(model, demand, 512, kForever).rate;
    Traffic traffic;
    traffic.kind = Traffic::Kind::rate;
    traffic.requests_per_second = rate * 1e3;
    traffic.input = Lengths::fixed(1000);
    traffic.output = Lengths::fixed(400);
    const Flow flow = open_loop(model, demand, rate, kForever);
    const Simulated run = simulate(model, {.requests = sample_requests(traffic, 3000, seed++)});
    qInfo("ranks %.1f: batch %.1f %.1f mean %.0f %.0f tpot %.1f %.1f", share, flow.batch, run.batch,
          flow.ttft_mean, run.ttft_mean, flow.tpot, run.tpot_mean);
    ttft.add(flow.ttft_mean, run.ttft_mean);
    tpot.add(flow.tpot, run.tpot_mean);
  }
  checkWithin("ranks: time per token", tpot, 0.12, 0.15);
  checkWithin("ranks: first token", ttft, 0.25, 0.4);
}

/// gpt-oss: half of its layers have windows, whose room a sequence takes whatever its length. Preempting,
/// holding whole lengths and apart, no more is held than fits.
void TestServingSimulation::simulationsHoldNoMoreThanFits() {
  const Question question = question_of(kSettings[2], Runtime::vllm);
  Traffic traffic;
  traffic.input = traffic.output = Lengths::uniform(400, 800);
  SimulationInputs inputs{.requests = sample_requests(traffic, 400, 11),
                          .in_flight = 64,
                          .kv_tokens = 40'000.0,
                          .kv_sequence = 300.0};
  for (const bool evicts : {true, false}) {
    Question asked = question;
    asked.engine.evicts = evicts;
    const StepModel model = step_model(asked, tensor_parallel(2));
    const Simulated run = simulate(model, inputs);
    QVERIFY(run.most_held <= inputs.kv_tokens && run.most_held > 0.7 * inputs.kv_tokens);
    // 300 + 400 + 1 tokens at the least.
    QVERIFY(run.batch <= inputs.kv_tokens / 700.0);
    QVERIFY(run.rate > 0.0 && (run.preemptions > 0) == evicts);
  }
  const StepModel model = step_model(question, tensor_parallel(2));
  const Simulated apart = simulate_apart(model, model,
                                         {.requests = inputs.requests,
                                          .in_flight = 64,
                                          .kv_tokens = inputs.kv_tokens,
                                          .kv_sequence = inputs.kv_sequence,
                                          .transfer = {1e5, 50.0, 2.0}});
  QVERIFY(apart.most_held <= inputs.kv_tokens && apart.most_held > 0.7 * inputs.kv_tokens);
}

}  // namespace tst_serving_simulation

ASTROLABE_TEST(tst_serving_simulation, TestServingSimulation)
#include "tst_serving_simulation.moc"
