// Kernels, steps and memory of serving against sums written out: hand cases 1 to 4, 6 and 7 of the serving
// specification, section 10.
#include <QtTest>
#include <cmath>

#include "serving_cases.h"
#include "tests/program/test_program.h"

namespace tst_serving {

using namespace astrolabe;
using namespace astrolabe::serving;
using namespace astrolabe::tests;

namespace {

constexpr double kThousandth = 1e-3;

void checkNear(double found, double expected, double tolerance = kThousandth) {
  QVERIFY2(std::fabs(found / expected - 1.0) <= tolerance,
           qPrintable(QStringLiteral("%1, expected %2").arg(found, 0, 'g', 9).arg(expected, 0, 'g', 9)));
}

StepParts hand_step(const Load& load) {
  const Question question = llama_question();
  return step_model(question, tensor_parallel(4), hand_constants()).parts(load);
}

}  // namespace

class TestServing : public QObject {
  Q_OBJECT

 private slots:
  void productOfQueriesKeysAndValues();
  void attentionOfDecode();
  void allReduce();
  void stepOfDecode();
  void partsAddUpToTheStep_data();
  void partsAddUpToTheStep();
  void weightsAndCache();
  void distinctExperts();
  void stepGrowsWithLoad();
  void everyKindOfLayerCostsTime();
  void expertsOfSiblings();
  void fp8ExpertsAreNotSlower();
  void typesWithoutProducts();
  void constantsInOrder();
  void deploymentRoundTrip();
  void wrongDegreesAreRefused();
};

void TestServing::productOfQueriesKeysAndValues() {
  // Bytes 2560 x 8192 + 64 x 8192 + 2 x 64 x 2560 = 21,823,488 at 0.80 x 3350 GB/s: 8.143 us;
  // operations 2.261; depth 4.096; cube sum 8.528; launch (3 + 2 x 0.917) x 0.857 = 4.143.
  checkNear(product_form(machine("h100-sxm"), DataType::fp8, 2560, 8192, 0.857, 0.917).us(64), 12.67);
}

void TestServing::attentionOfDecode() {
  // 45,842,432 bytes at 0.705 x 3350: 19.41; 12 x 0.857; 2 x 64 x 2/132; 4.5 x 0.917.
  const Machine h100 = machine("h100-sxm");
  const KernelConstants& kernels = kernel_constants(Generation::hopper);
  checkNear(decode_attention_us(h100, kernels.decode, kernels.decode.bandwidth_share * kernels.fp8_cache,
                                0.857, 64, 1383, 16, 2, 128, 1.0),
            35.76);
}

void TestServing::allReduce() {
  // sqrt(3.58^2 + 4.369^2) + 5.2 x 1.024, times 1.293.
  checkNear(1.293 * all_reduce_us(machine("h100-sxm"), kernel_constants(Generation::hopper).all_reduce, 4,
                                  1'048'576),
            14.18);
  QCOMPARE(all_reduce_us(machine("h100-sxm"), kernel_constants(Generation::hopper).all_reduce, 1, 1e6), 0.0);
}

void TestServing::stepOfDecode() {
  // Kernels alone are written out; in place they take 1.0189 times as long: 14,389 us become 14.66 ms.
  StepParts parts = hand_step({64, 1383, 0, 1, 0});
  checkNear(parts.sum_us(), 14'661);
  parts.scale(1.0 / 1.0189);
  checkNear(parts.products / 80, 12.67 + 10.90 + 49.19 + 26.81);
  checkNear(parts.decode_attention / 80, 35.76);
  checkNear(parts.communication / 160, 14.18);
  checkNear(parts.elementwise / 80, 13.38);
  checkNear(parts.head, 191.8);
  checkNear(parts.sum_us(), 14'389);
  checkNear(parts.gpu_ms, 14.66);
  checkNear(parts.host_ms, 2.77);
  checkNear(parts.step_ms, 14.97);
}

/// Every engine, old and new, every kind of layout and load, on GPUs with and without factors of their own.
void TestServing::partsAddUpToTheStep_data() {
  QTest::addColumn<int>("runtime");
  QTest::addColumn<QString>("date");
  QTest::addColumn<QString>("gpu");
  for (const Runtime runtime : {Runtime::vllm, Runtime::sglang, Runtime::tensorrt_llm})
    for (const char* date : {"2024-09", "2025-09", "2026-06"})
      for (const char* gpu : {"h100-sxm", "b200-sxm", "a100-sxm-80", "mi300x"})
        QTest::addRow("%s %s %s", to_string(runtime), date, gpu)
            << static_cast<int>(runtime) << QString::fromLatin1(date) << QString::fromLatin1(gpu);
}

void TestServing::partsAddUpToTheStep() {
  QFETCH(int, runtime);
  QFETCH(QString, date);
  QFETCH(QString, gpu);
  Question question = llama_question();
  question.machine = machine(gpu.toStdString());
  question.engine = engine_of(static_cast<Runtime>(runtime), date.toStdString());
  Worker tensor = tensor_parallel(8), pipeline = tensor_parallel(4), wide, drafts = tensor_parallel(4);
  pipeline.pipeline_parallel = 2;
  wide.attention_data_parallel = wide.expert_parallel = 8;
  drafts.speculation = {2, 0.8};
  for (const char* id : {"llama-3.1-70b", "deepseek-v3"}) {
    question.shape = shape(id);
    for (const Worker& worker : {tensor, pipeline, wide, drafts}) {
      if (!question.shape.moe() && worker.expert_parallel > 1) continue;
      for (const Deployment& deployment :
           {Deployment{.worker = worker}, Deployment{.worker = worker, .prefill = worker}}) {
        const Json step = to_json(predict(question, deployment))["step"];
        for (const char* kind : {"decode", "mixed"}) {
          const Json& parts = step[kind];
          const double gpu_us = parts["gpu_us"], host_us = parts["exposed_host_us"];
          double sum = 0.0;
          for (const auto& [key, us] : parts.items())
            if (key != "gpu_us" && key != "step_us" && key != "host_us" && key != "exposed_host_us")
              sum += us.get<double>();
          QVERIFY2(std::fabs(sum - gpu_us) <= 1e-9 * gpu_us, qPrintable(QString::number(sum - gpu_us)));
          const double whole = parts["step_us"];
          QVERIFY(host_us >= 0.0 && std::fabs(gpu_us + host_us - whole) <= 1e-9 * whole);
        }
      }
      // A step that reads a prompt alone, as workers of prompts do.
      const StepParts reads = step_model(question, worker).parts({0.0, 0.0, 2048.0, 2048.0, 0.0});
      QVERIFY(reads.prefill_attention > 0.0);
      checkNear(reads.sum_us(), reads.gpu_ms * 1e3, 1e-12);
    }
  }
}

void TestServing::weightsAndCache() {
  const Question question = llama_question();
  const Figures figures = predict(question, {.worker = tensor_parallel(4)}, hand_constants());
  // 68.45/4 + 4 x 1.05/4 GB.
  checkNear(figures.memory.weights, 18.16e9);
  QCOMPARE(figures.memory.kv_token, 40'960.0);
  for (const int degree : {1, 4, 8}) {
    // 61 x 576 bytes, whatever the tensor parallelism.
    Question latent = question;
    latent.shape = shape("deepseek-v3");
    QCOMPARE(predict(latent, {.worker = tensor_parallel(degree)}, hand_constants()).memory.kv_token,
             35'136.0);
  }
}

void TestServing::distinctExperts() {
  QVERIFY(std::fabs(distinct_experts(128, 128, 8, 64) - 125.9) < 0.05);
  QVERIFY(std::fabs(distinct_experts(256, 256, 8, 64) - 222.4) < 0.05);
  QVERIFY(std::fabs(distinct_experts(128, 128, 4, 8) - 28.7) < 0.05);
  // Of 32 experts of a rank; 2.039 = sqrt(2 ln 8).
  const double mean = distinct_experts(32, 256, 8, 4);
  QVERIFY(std::fabs(mean - 3.82) < 0.005);
  QVERIFY(std::fabs(fullest_experts(mean, 32, 8) - 7.56) < 0.01);
  QCOMPARE(fullest_experts(3.0, 32, 1), 3.0);
}

void TestServing::stepGrowsWithLoad() {
  for (const char* id : {"llama-3.1-70b", "deepseek-v3", "gpt-oss-120b", "mixtral-8x7b"}) {
    Question question = llama_question();
    question.shape = shape(id);
    for (const Runtime runtime : {Runtime::vllm, Runtime::sglang, Runtime::tensorrt_llm}) {
      question.engine = engine_of(runtime);
      const StepModel model = step_model(question, tensor_parallel(8));
      double last = 0.0, last_share = 0.0;
      for (double batch = 1.0; batch <= 1024.0; batch *= 1.5) {
        const double step = model.step_ms({batch, 1000, 0, 1, 0});
        QVERIFY2(step >= last, id);
        QVERIFY2(batch / step >= last_share, id);
        QVERIFY2(model.step_ms({batch, 2000, 0, 1, 0}) >= step, id);
        QVERIFY2(model.step_ms({batch, 1000, 512, 512, 0}) > step, id);
        last = step;
        last_share = batch / step;
      }
    }
  }
}

void TestServing::everyKindOfLayerCostsTime() {
  // Layers with a state beside grouped attention, windows, an indexer, dense first layers, shared experts.
  Question question = llama_question();
  question.weights = question.cache = DataType::bf16;
  ModelShape windows = shape("gemma-3-27b");
  question.shape = windows;
  const double windowed = step_model(question, tensor_parallel(4)).step_ms({32, 8000, 0, 1, 0});
  for (LayerShape& layer : windows.layers) layer.window = 0;
  question.shape = windows;
  QVERIFY(step_model(question, tensor_parallel(4)).step_ms({32, 8000, 0, 1, 0}) > windowed);
  ModelShape sparse = shape("deepseek-v3");
  question.shape = sparse;
  const double full = step_model(question, tensor_parallel(8)).step_ms({64, 60'000, 0, 1, 0});
  for (LayerShape& layer : sparse.layers) {
    layer.index_heads = 64;
    layer.index_dim = 128;
    layer.top_keys = 2048;
  }
  question.shape = sparse;
  QVERIFY(step_model(question, tensor_parallel(8)).step_ms({64, 60'000, 0, 1, 0}) < full);
  for (LayerShape& layer : sparse.layers) layer.shared_ffn = 0;
  const double without = count_parameters(sparse).dense;
  QVERIFY(count_parameters(question.shape).dense > without);
}

void TestServing::expertsOfSiblings() {
  // H20 has no row: the nearest of its generation, at its own rates. Nothing answers without a row.
  const ExpertConstants own = expert_constants(machine("h100-sxm"), DataType::fp8_block, Runtime::vllm);
  const ExpertConstants sibling = expert_constants(machine("h20"), DataType::fp8_block, Runtime::vllm);
  QCOMPARE(sibling.launch_us, own.launch_us);
  QCOMPARE(sibling.peak_tflops, machine("h20").fp8_tflops);
  for (const hardware::Gpu& gpu : hardware::Catalogue::built_in().gpus())
    if (const auto any = machine_of(gpu))
      for (int type = 0; type < kDataTypes; ++type)
        QVERIFY(expert_constants(*any, static_cast<DataType>(type), Runtime::sglang).peak_tflops > 0.0);
}

/// Half the bytes and twice the rate: no engine takes longer in fp8. vLLM's table on Hopper was of an untuned
/// kernel, so that of the same kernel as TensorRT-LLM tunes it stands for it.
void TestServing::fp8ExpertsAreNotSlower() {
  for (const char* gpu : {"h100-sxm", "h200-sxm", "h20"}) {
    const ExpertRow row = expert_row(machine(gpu), DataType::fp8, Runtime::vllm);
    QCOMPARE(row.dtype, std::string("fp8"));
    QCOMPARE(row.runtime, std::string("tensorrt-llm"));
    for (const char* model : {"mixtral-8x7b", "qwen3-30b-a3b"}) {
      Question question = llama_question();
      question.shape = shape(model);
      question.machine = machine(gpu);
      const auto step = [&](DataType type, double sequences) {
        question.weights = type;
        return step_model(question, tensor_parallel(2)).parts({sequences, 1000, 0, 1, 0});
      };
      for (const double sequences : {8.0, 64.0, 256.0}) {
        const StepParts wide = step(DataType::bf16, sequences), narrow = step(DataType::fp8, sequences);
        QVERIFY2(narrow.experts < wide.experts, model);
        QVERIFY2(narrow.step_ms < wide.step_ms, model);
      }
    }
  }
}

/// A100 reads fp8 weights and multiplies in bf16 where the engine has Marlin kernels; V100 has fp16 alone.
void TestServing::typesWithoutProducts() {
  const Machine a100 = machine("a100-sxm-80"), v100 = machine("v100-sxm2-32"), h100 = machine("h100-sxm");
  QCOMPARE(products_of(h100, DataType::fp8), Products::native);
  QCOMPARE(products_of(h100, DataType::nvfp4), Products::weights_alone);
  QCOMPARE(products_of(a100, DataType::fp8), Products::weights_alone);
  QCOMPARE(products_of(a100, DataType::bf16), Products::native);
  QCOMPARE(products_of(v100, DataType::bf16), Products::fp16);
  QVERIFY(check_products(a100, Runtime::vllm, DataType::fp8));
  QVERIFY(check_products(v100, Runtime::vllm, DataType::bf16));
  for (const auto& [on, runtime, weights] : {std::tuple{a100, Runtime::tensorrt_llm, DataType::fp8},
                                             {v100, Runtime::vllm, DataType::fp8},
                                             {v100, Runtime::sglang, DataType::bf16},
                                             {v100, Runtime::tensorrt_llm, DataType::bf16}}) {
    const auto refused = check_products(on, runtime, weights);
    QVERIFY(!refused);
    QCOMPARE(refused.error().where, std::string("precision"));
  }
  // Half the bytes, the same products.
  Question question = llama_question();
  question.machine = a100;
  const auto step = [&](DataType type, double tokens) {
    question.weights = type;
    return step_model(question, tensor_parallel(4)).parts({0, 0, tokens, tokens, 0}).products;
  };
  QVERIFY(step(DataType::fp8, 1.0) < 0.75 * step(DataType::bf16, 1.0));
  QVERIFY(step(DataType::fp8, 8192.0) > 0.7 * step(DataType::bf16, 8192.0));
}

void TestServing::constantsInOrder() {
  const ConstantTable& table = shipped_constants();
  QCOMPARE(table.rows.size(), std::size_t(kConstants));
  QCOMPARE(table.rows[static_cast<std::size_t>(Constant::prompt_balance)].name,
           std::string("prompt_balance"));
  QCOMPARE(table.rows.back().name, std::string("front_end_sglang"));
  QVERIFY(!table.source.empty() && !table.date.empty());
  for (const Runtime runtime : {Runtime::vllm, Runtime::sglang, Runtime::tensorrt_llm})
    QVERIFY(!engine_of(runtime).source.empty());
  QVERIFY(engine_of(Runtime::vllm, "2024-10").old);
  QVERIFY(!engine_of(Runtime::vllm, "2025-10").old);
  QCOMPARE(engine_of(Runtime::vllm).memory_share, 0.92);
}

void TestServing::deploymentRoundTrip() {
  const char* text = R"({"pool": "h100", "replicas": 3, "prefill": {"tensor_parallel": 4, "workers": 2},
    "decode": {"tensor_parallel": 2, "attention_data_parallel": 4, "expert_parallel": 8, "workers": 3,
               "speculation": {"draft_tokens": 2, "accepted": 0.5}}})";
  const auto read = read_deployment(Json::parse(text));
  QVERIFY(read);
  QCOMPARE(read->gpus(), 3 * (2 * 4 + 3 * 8));
  QCOMPARE(read->worker.speculation.tokens_a_step(), 1.75);
  const auto again = read_deployment(to_json(*read));
  QVERIFY(again);
  QVERIFY(*again == *read);
}

void TestServing::wrongDegreesAreRefused() {
  const auto refused = [](const char* text) {
    const auto read = read_deployment(Json::parse(text));
    return read ? std::string() : read.error().where;
  };
  QCOMPARE(refused(R"({"tensor_parallel": 4, "expert_parallel": 3})"), std::string("expert_parallel"));
  QCOMPARE(refused(R"({"tensor_parallel": 0})"), std::string("tensor_parallel"));
  QCOMPARE(refused(R"({"tensor_paralel": 2})"), std::string("tensor_paralel"));
  QCOMPARE(refused(R"({"prefill": {}})"), std::string("decode"));
}

}  // namespace tst_serving

ASTROLABE_TEST(tst_serving, TestServing)
#include "tst_serving.moc"
