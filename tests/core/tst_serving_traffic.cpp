// Fixed points of serving traffic: hand case 5, waits worked out by hand, and laws that hold for every load.
#include <QtTest>
#include <cmath>

#include "core/serving/gamma_tail.h"
#include "core/serving/token_times.h"
#include "serving_loads.h"
#include "tests/program/test_program.h"

namespace tst_serving_traffic {

using namespace astrolabe;
using namespace astrolabe::serving;
using namespace astrolabe::tests;

class TestServingTraffic : public QObject {
  Q_OBJECT

 private slots:
  void closedLoopByHand();
  void closedLoopsKeepLittlesLaw();
  void loadOnlyRaisesTimes();
  void whatComesTooFastQueuesWithoutEnd();
  void namesTheLimitOfSequences();
  void replicasShareTheTraffic();
  void poolsOfPrefillAndDecode();
  void whoWaitsToBeReadIsNotWrittenFor();
  void waitsByHand();
  void gammaTailsByHand();
  void tokenTimesByHand();
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
  for (const ServingSetting& setting : kSettings)
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
  for (const ServingSetting& setting : kSettings)
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

/// One sequence at once of a copy that has room for hundreds, or 8 of 64 in flight: the limit keeps them
/// waiting, not memory and not prompts, however many of these would come. Without limit memory does.
void TestServingTraffic::namesTheLimitOfSequences() {
  Question question = llama_question();
  question.traffic.input = Lengths::fixed(1000.0);
  question.traffic.output = Lengths::fixed(500.0);
  Deployment deployment{.worker = tensor_parallel(4)};
  question.traffic.concurrency = 64.0;
  deployment.worker.max_sequences = 8;
  const Figures in_flight = predict(question, deployment);
  QCOMPARE(in_flight.places, 8.0);
  QCOMPARE(in_flight.binds, Binds::max_sequences);
  QCOMPARE(to_json(in_flight)["binds"], Json("max_sequences"));
  question.traffic.kind = Traffic::Kind::rate;
  question.traffic.requests_per_second = 20.0;
  deployment.worker.max_sequences = 1;
  QCOMPARE(predict(question, deployment).binds, Binds::max_sequences);
  question.traffic.kind = Traffic::Kind::concurrency;
  question.traffic.input = Lengths::fixed(100.0);
  question.traffic.output = Lengths::fixed(4000.0);
  question.traffic.concurrency = deployment.worker.max_sequences = 100'000;
  QCOMPARE(predict(question, deployment).binds, Binds::kv_memory);
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
  // Workers of prompts have a memory of their own: on 8 GPUs that of a copy on 8.
  const Deployment wider{.worker = tensor_parallel(4), .prefill = tensor_parallel(8)};
  const Figures apart = predict(question, wider), copy = predict(question, {.worker = tensor_parallel(8)});
  QVERIFY(apart.prefill_memory && !copy.prefill_memory);
  QCOMPARE(apart.prefill_memory->weights, copy.memory.weights);
  QCOMPARE(to_json(apart)["prefill_memory"]["kv_gib"], to_json(copy)["memory"]["kv_gib"]);
  QVERIFY(apart.prefill_memory->weights < apart.memory.weights);
  // Decode steps have no prompts beside them.
  QVERIFY(one.tpot.value < predict(question, {.worker = tensor_parallel(4)}).tpot.value);
  question.traffic.concurrency = 2000.0;
  deployment.decode_workers = 8;
  const Figures starved = predict(question, deployment);
  QCOMPARE(starved.binds, Binds::prefill);
  deployment.prefill_workers = 2;
  QVERIFY(predict(question, deployment).requests_per_second > 1.5 * starved.requests_per_second);
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

/// 400 users before one worker of prompts and more and more of answers, which have ever less to do: what they
/// write for is what is read times the time of an answer, not all who are not being read. More workers of
/// prompts only make them slower.
void TestServingTraffic::whoWaitsToBeReadIsNotWrittenFor() {
  Question question = llama_question();
  question.traffic.kind = Traffic::Kind::concurrency;
  question.traffic.concurrency = 400.0;
  question.traffic.input = Lengths::fixed(4000.0);
  question.traffic.output = Lengths::fixed(200.0);
  Deployment deployment{.worker = tensor_parallel(4), .prefill = tensor_parallel(4)};
  deployment.worker.max_sequences = 1024;
  double last = 1e9;
  for (const int writers : {4, 8, 16}) {
    deployment.decode_workers = writers;
    deployment.prefill_workers = 1;
    const Figures one = predict(question, deployment);
    QCOMPARE(one.binds, Binds::prefill);
    checkNear(one.batch, one.requests_per_second * 199.0 * one.tpot.value, 0.005);
    QVERIFY(one.tpot.value < last);
    last = one.tpot.value;
    double before = 0.0;
    for (const int readers : {1, 2, 4, 8, 16}) {
      deployment.prefill_workers = readers;
      const Figures more = predict(question, deployment);
      QVERIFY2(more.tpot.value >= before * (1.0 - 1e-3), qPrintable(QString::number(readers)));
      before = more.tpot.value;
    }
  }
}

/// A gamma distribution of mean 2 and variance 4 is exponential: half are below 2 ln 2 = 1.386, 99 % below
/// 2 ln 100 = 9.210. With a variance of 0.0004 it is nearly normal: 97.72 % are below 2 + 2 x 0.02.
void TestServingTraffic::gammaTailsByHand() {
  checkNear(gamma_quantile(2.0, 4.0, 0.5), 1.386, 0.02);
  checkNear(gamma_quantile(2.0, 4.0, 0.99), 9.210, 0.005);
  checkNear(gamma_beyond(2.0, 4.0, 9.210), 0.01, 0.02);
  checkNear(gamma_quantile(2.0, 4e-4, 0.97725), 2.04, 1e-3);
  checkNear(gamma_beyond(2.0, 4e-4, 2.04), 0.02275, 0.03);
  checkNear(gamma_beyond(3.0, 2.0, gamma_quantile(3.0, 2.0, 0.9)), 0.1, 1e-3);
}

/// Steps of 10 ms, of 12.5 ms on average: a fifth of the time is for prompts, of which 0.01 a ms come and
/// take 0.2 / 0.01 = 20 ms each. To 1,000 steps they add 0.2 x 10,000 / 0.8 = 2,500 ms, with the variance
/// 0.01 x 20^2 x 10,000 / 0.8^3 = 78,125 = 279.5^2: one in a hundred takes (10,000 + 2,500 + 2.326 x 279.5) /
/// 1,000 = 13.15 ms a token or a little more. Beside an answer of one step, whose own prompt took 30 ms,
/// others come with the chance 1 - exp(-0.01 x 40) = 0.33: half of them take 10 ms.
void TestServingTraffic::tokenTimesByHand() {
  Demand demand;
  demand.answers.back() = {1.0, 1000.0};
  AnswerSteps steps{.decode = 10.0, .tau = 12.5, .longest = 400.0, .own = 0.0, .rate = 0.01, .tokens = 1.0};
  const Spread long_answers = token_times(demand, steps);
  // 12.5 + 1.2816 x 0.2795 = 12.858.
  checkNear(long_answers.p90, 12.858, 2e-3);
  QVERIFY(long_answers.p99 > 13.15 && long_answers.p99 < 13.20);
  QCOMPARE(token_times(demand, {10.0, 12.5, 13.0, 0.0, 0.01, 1.0}).p99, 13.0);
  // No prompts; and two tokens a step.
  checkNear(token_times(demand, {10.0, 10.0, 400.0, 0.0, 0.01, 1.0}).p99, 10.0, 1e-9);
  checkNear(token_times(demand, {10.0, 10.0, 400.0, 0.0, 0.01, 2.0}).p99, 5.0, 1e-9);
  demand.answers.back().tokens = 1.0;
  steps.own = 30.0;
  const Spread short_answers = token_times(demand, steps);
  QVERIFY(short_answers.p90 > 10.0 && short_answers.p99 > 30.0 && short_answers.p99 < 400.0);
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
      // Offline a request waits for its turn: its first token has no time of its own.
      QCOMPARE(std::isinf(figures.ttft.value), kind == Traffic::Kind::offline);
      const Json row = to_json(figures);
      QCOMPARE(row["ttft_seconds"].is_null() && row["e2e_seconds"].is_null(), kind == Traffic::Kind::offline);
      QVERIFY(row["tpot_seconds"].is_null() && row["tokens_per_second_per_user"].is_null());
    }
}

}  // namespace tst_serving_traffic

ASTROLABE_TEST(tst_serving_traffic, TestServingTraffic)
#include "tst_serving_traffic.moc"
