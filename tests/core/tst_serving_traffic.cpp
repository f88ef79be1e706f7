// Fixed points of serving traffic: hand case 5, laws that hold for every load, and the simulation of the
// engine.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/serving/simulation_apart.h"
#include "serving_cases.h"
#include "tests/program/test_program.h"

namespace tst_serving_traffic {

using namespace astrolabe;
using namespace astrolabe::serving;
using namespace astrolabe::tests;

namespace {

void checkNear(double found, double expected, double tolerance) {
  QVERIFY2(std::fabs(found / expected - 1.0) <= tolerance,
           qPrintable(QStringLiteral("%1, expected %2").arg(found, 0, 'g', 9).arg(expected, 0, 'g', 9)));
}

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

struct Setting {
  const char* model;
  const char* gpu;
  int tensor_parallel;
};
constexpr Setting kSettings[] = {{"llama-3.1-8b", "h100-sxm", 1},
                                 {"llama-3.1-70b", "h100-sxm", 4},
                                 {"gpt-oss-120b", "b200-sxm", 2},
                                 {"deepseek-v3", "b200-sxm", 8}};
constexpr double kLengths[][2] = {{1000, 1000}, {4000, 400}, {300, 1200}};
constexpr double kForever = 1e9;

Question question_of(const Setting& setting, Runtime runtime) {
  Question question = llama_question();
  question.shape = shape(setting.model);
  question.machine = machine(setting.gpu);
  question.engine = engine_of(runtime);
  return question;
}

}  // namespace

class TestServingTraffic : public QObject {
  Q_OBJECT

 private slots:
  void closedLoopByHand();
  void closedLoopsKeepLittlesLaw();
  void loadOnlyRaisesTimes();
  void openLoopsMeetTheSimulation();
  void closedLoopsMeetTheSimulation();
  void finiteRunsEnd();
  void burstsMeetTheSimulation();
  void usersBeyondThePlacesWait();
  void whatComesTooFastQueuesWithoutEnd();
  void fullCachePreempts();
  void tracesRunAsTheyCome();
  void replicasShareTheTraffic();
  void poolsOfPrefillAndDecode();
  void workersApartMeetTheSimulation();
};

void TestServingTraffic::closedLoopByHand() {
  // N = 64, I = O = 922: q 0.067, mixed step 60.8, TPOT 18.0, X 3.84/s, 3,536 tok/s, TTFT 99.7 and 259 with
  // its burst.
  Question question = llama_question();
  question.traffic.waves = 10.0;
  const Figures figures = predict(question, {.worker = tensor_parallel(4)}, hand_constants());
  checkNear(figures.tpot.value, 0.0180, 0.02);
  checkNear(figures.requests_per_second, 3.84, 0.02);
  checkNear(figures.output_tokens_per_second.value, 3'536, 0.02);
  checkNear(figures.ttft.value, 0.0997, 0.02);
  checkNear(figures.ttft_mean.value, 0.259, 0.02);
  const StepModel model = step_model(question, tensor_parallel(4), hand_constants());
  const Flow flow = closed_loop(model, demand_of(question.traffic), 64, kForever);
  checkNear(flow.prefill_share, 0.067, 0.02);
  checkNear(flow.step_mixed, 60.8, 0.02);
}

void TestServingTraffic::closedLoopsKeepLittlesLaw() {
  for (const Setting& setting : kSettings)
    for (const Runtime runtime : {Runtime::vllm, Runtime::sglang, Runtime::tensorrt_llm}) {
      const StepModel model =
          step_model(question_of(setting, runtime), tensor_parallel(setting.tensor_parallel));
      for (const auto& [input, output] : kLengths)
        for (const double in_flight : {1.0, 16.0, 200.0, 3000.0}) {
          const Demand demand{.input = input, .output = output};
          const Flow flow = closed_loop(model, demand, in_flight, 512);
          checkNear(flow.rate * (flow.ttft_mean + (output - 1.0) * flow.tpot), in_flight, 0.01);
        }
    }
}

void TestServingTraffic::loadOnlyRaisesTimes() {
  for (const Setting& setting : kSettings)
    for (const Runtime runtime : {Runtime::vllm, Runtime::sglang, Runtime::tensorrt_llm}) {
      const StepModel model =
          step_model(question_of(setting, runtime), tensor_parallel(setting.tensor_parallel));
      for (const auto& [input, output] : kLengths) {
        Flow last;
        for (double in_flight = 1.0; in_flight <= 512.0; in_flight *= 2.0) {
          const Flow flow = closed_loop(model, {.input = input, .output = output}, in_flight, kForever);
          // The fixed point ends within its tolerance.
          QVERIFY2(flow.tpot >= last.tpot * (1.0 - 1e-3), setting.model);
          QVERIFY2(flow.rate >= last.rate * (1.0 - 1e-3), setting.model);
          last = flow;
        }
      }
    }
}

void TestServingTraffic::openLoopsMeetTheSimulation() {
  Errors ttft, tpot, ttft_tail, tpot_tail;
  std::uint64_t seed = 1;
  for (const Setting& setting : kSettings)
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

void TestServingTraffic::closedLoopsMeetTheSimulation() {
  Errors ttft, tpot, rate;
  std::uint64_t seed = 100;
  for (const Setting& setting : kSettings)
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
void TestServingTraffic::finiteRunsEnd() {
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
void TestServingTraffic::burstsMeetTheSimulation() {
  Errors ttft, tpot, ttft_tail, tpot_tail;
  std::uint64_t seed = 500;
  for (const Setting& setting : kSettings)
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
void TestServingTraffic::usersBeyondThePlacesWait() {
  Errors ttft, rate;
  std::uint64_t seed = 300;
  constexpr double kPlaces = 48.0;
  for (const Setting& setting : kSettings)
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

/// A deployment that is asked for three times what it carries: its batch is that of all places, its rate what
/// these do, and the queue has no end.
void TestServingTraffic::whatComesTooFastQueuesWithoutEnd() {
  Question question = llama_question();
  Deployment deployment{.worker = tensor_parallel(4)};
  deployment.worker.max_sequences = 32;
  question.traffic.concurrency = 32.0;
  const double most = predict(question, deployment).requests_per_second;
  question.traffic.kind = Traffic::Kind::rate;
  question.traffic.requests_per_second = 3.0 * most;
  const Figures figures = predict(question, deployment);
  QVERIFY(!figures.stable);
  QVERIFY(figures.batch <= 32.0 && figures.batch > 16.0);
  checkNear(figures.requests_per_second, most, 1e-6);
  QVERIFY(std::isinf(figures.ttft.value) && std::isinf(figures.e2e.value));
  const Json row = to_json(figures);
  QVERIFY(row["ttft_seconds"].is_null() && row["tpot_seconds"].is_number() && row["stable"] == false);
  deployment.prefill = tensor_parallel(4);
  const Figures apart = predict(question, deployment);
  QVERIFY(!apart.stable && apart.batch <= 32.0 && std::isinf(apart.ttft.value));
}

void TestServingTraffic::fullCachePreempts() {
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

void TestServingTraffic::tracesRunAsTheyCome() {
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
        "arrival_seconds,input_tokens,output_tokens\n0,,10\n", "arrival_seconds,input_tokens\n0,5\n"})
    QVERIFY2(!read_trace(bad), bad);
}

void TestServingTraffic::replicasShareTheTraffic() {
  Question question = llama_question();
  const Figures one = predict(question, {.worker = tensor_parallel(4)});
  question.traffic.concurrency *= 3.0;
  const Figures three = predict(question, {.replicas = 3, .worker = tensor_parallel(4)});
  QCOMPARE(three.gpus, 12);
  checkNear(three.tpot.value, one.tpot.value, 1e-9);
  checkNear(three.output_tokens_per_second.value, 3.0 * one.output_tokens_per_second.value, 1e-9);
  // What does not fit says so: 70 GB of weights on one GPU of 40.
  Question small = question;
  small.machine = machine("a100-sxm-40");
  const Figures none = predict(small, {.worker = tensor_parallel(1)});
  QVERIFY(!none.fits);
  QCOMPARE(none.binds, Binds::weights);
}

void TestServingTraffic::poolsOfPrefillAndDecode() {
  Question question = llama_question();
  Deployment deployment{.worker = tensor_parallel(4), .prefill = tensor_parallel(4)};
  const Figures one = predict(question, deployment);
  QCOMPARE(one.gpus, 8);
  // Decode steps have no prompts beside them.
  QVERIFY(one.tpot.value < predict(question, {.worker = tensor_parallel(4)}).tpot.value);
  question.traffic.concurrency = 2000.0;
  deployment.decode_workers = 8;
  const Figures starved = predict(question, deployment);
  QCOMPARE(starved.binds, Binds::prefill);
  deployment.prefill_workers = 2;
  QVERIFY(predict(question, deployment).requests_per_second > 1.5 * starved.requests_per_second);
}

/// Two workers of prompts and two of answers from little to much load, and in flight.
void TestServingTraffic::workersApartMeetTheSimulation() {
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

}  // namespace tst_serving_traffic

ASTROLABE_TEST(tst_serving_traffic, TestServingTraffic)
#include "tst_serving_traffic.moc"
