// The simulation of the engine itself: room that is never exceeded, evictions, and traces as they come.
#include <QtTest>
#include <vector>

#include "core/base/error_codes.h"
#include "core/serving/simulation_apart.h"
#include "serving_loads.h"
#include "simulated_errors.h"
#include "tests/program/test_program.h"

namespace tst_serving_simulation {

using namespace astrolabe;
using namespace astrolabe::serving;
using namespace astrolabe::tests;

class TestServingSimulation : public QObject {
  Q_OBJECT

 private slots:
  void fullCachePreempts();
  void tracesRunAsTheyCome();
  void simulationsHoldNoMoreThanFits();
};

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
