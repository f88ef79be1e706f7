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
  void waitsByHand();
  void promptsOfManyLengthsMeetTheSimulation();
  void tailsInFlightMeetTheSimulation();
  void pairsKeepTheirTailsInTheSimulation();
  void copiesFillUpAsInTheSimulation();
  void ranksStepTogether();
  void simulationsHoldNoMoreThanFits();
  void answersOfOneToken();
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

/// Erlang C of two servers half busy: A = 1; B = 1 / 2, then 0.5 / 2.5 = 0.2; C = 0.2 / (1 - 0.5 x 0.8) = 1
/// / 3. One worker that reads single prompts of 100 ms half of the time: M/D/1, 0.5 x 100 / (2 x 0.5) = 50
/// ms; with lengths whose squared variation is 1 twice that. Of 100 places 90 taken for 1 s each nobody waits
/// long: 1000 / (100 x 0.1) / 2 = 50 ms where all are taken.
void TestServingTraffic::waitsByHand() {
  checkNear(all_busy(1.0, 0.3), 0.3, 1e-12);
  checkNear(all_busy(2.0, 0.5), 1.0 / 3.0, 1e-12);
  // The limit of many servers meets the formula where one takes over from the other.
  checkNear(all_busy(47.0, 0.9), all_busy(48.0, 0.9), 0.12);
  Readers readers{.count = 1.0, .most = 1.0, .one_ms = 100.0, .full_ms = 100.0};
  checkNear(reading_wait(readers, 0.005).mean, 50.0, 1e-9);
  readers.length_variation = 1.0;
  checkNear(reading_wait(readers, 0.005).mean, 100.0, 1e-9);
  const Spread place = place_wait(100.0, 90.0, 1000.0, 0.0);
  checkNear(place.mean, 50.0 * all_busy(100.0, 0.9), 1e-12);
  checkNear(place.p99, 50.0 * std::log(100.0 * all_busy(100.0, 0.9)), 1e-12);
  QCOMPARE(place_wait(100.0, 20.0, 1000.0, 0.0).p99, 0.0);
}

namespace {

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

/// Requests of published lengths: the first token of the median and of one in a hundred is made of the
/// prompt's own length as well.
void TestServingTraffic::promptsOfManyLengthsMeetTheSimulation() {
  Errors mean, median, tail, tpot, tpot_tail;
  std::uint64_t seed = 700;
  for (const Setting& setting : {kSettings[0], kSettings[1], kSettings[3]})
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
        const Simulated run = simulate(model, {.requests = sample_requests(traffic, 3000, seed++)});
        mean.add(flow.ttft_mean, run.ttft_mean);
        median.add(flow.ttft, run.ttft_median);
        tail.add(flow.ttft_p99, run.ttft_p99);
        tpot.add(flow.tpot, run.tpot_median);
        tpot_tail.add(flow.tpot_p99, run.tpot_p99);
        qInfo("%s %s %.1f: mean %.0f %.0f median %.0f %.0f p99 %.0f %.0f tpot %.1f %.1f p99 %.1f %.1f",
              setting.model, profile, share, flow.ttft_mean, run.ttft_mean, flow.ttft, run.ttft_median,
              flow.ttft_p99, run.ttft_p99, flow.tpot, run.tpot_median, flow.tpot_p99, run.tpot_p99);
      }
  show("mean", mean);
  show("median", median);
  show("tail", tail);
  show("tpot", tpot);
  show("tpot tail", tpot_tail);
  checkWithin("mean first token", mean, 0.15, 0.5);
  checkWithin("first token, 99 %", tail, 0.3, 0.6);
}

/// In flight, without the start of a benchmark: tails of the steady state.
void TestServingTraffic::tailsInFlightMeetTheSimulation() {
  Errors median, tail, tpot_tail;
  std::uint64_t seed = 800;
  for (const Setting& setting : {kSettings[0], kSettings[1], kSettings[2]})
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

/// Pairs of a grid of loads, workers and lengths, several models.
void TestServingTraffic::pairsKeepTheirTailsInTheSimulation() {
  Errors mean, median, tail, tpot;
  std::uint64_t seed = 900;
  int broken = 0;
  for (const Setting& setting : {kSettings[0], kSettings[1], kSettings[2]})
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
void TestServingTraffic::copiesFillUpAsInTheSimulation() {
  constexpr double kPlaces = 32.0;
  std::uint64_t seed = 1000;
  for (const Setting& setting : {kSettings[0], kSettings[1]}) {
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
void TestServingTraffic::ranksStepTogether() {
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
void TestServingTraffic::simulationsHoldNoMoreThanFits() {
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

/// Answers of one token have no further one: there is no time per token, and any promise on it holds.
void TestServingTraffic::answersOfOneToken() {
  Question question = llama_question();
  question.traffic.output = Lengths::fixed(1.0);
  for (const Traffic::Kind kind : {Traffic::Kind::rate, Traffic::Kind::concurrency, Traffic::Kind::offline})
    for (const bool apart : {false, true}) {
      question.traffic.kind = kind;
      question.traffic.requests_per_second = 2.0;
      Deployment deployment{.worker = tensor_parallel(4)};
      if (apart) deployment.prefill = tensor_parallel(4);
      const Figures figures = predict(question, deployment);
      QVERIFY(figures.stable);
      QCOMPARE(figures.tpot.value, 0.0);
      QCOMPARE(figures.tpot_p99.value, 0.0);
      QVERIFY(figures.ttft.value > 0.0 && figures.requests_per_second > 0.0);
      QCOMPARE(figures.e2e.value, figures.ttft.value);
      const Json row = to_json(figures);
      QVERIFY(row["tpot_seconds"].is_null() && row["tokens_per_second_per_user"].is_null());
    }
}

}  // namespace tst_serving_traffic

ASTROLABE_TEST(tst_serving_traffic, TestServingTraffic)
#include "tst_serving_traffic.moc"
