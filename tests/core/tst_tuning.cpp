// Fine-tuning: its keys, what it trains and holds, what it takes, and that the search finds what is best.
#include <QtTest>
#include <cmath>
#include <random>

#include "cases.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/calibration/validation.h"
#include "core/cost/layer_cost.h"
#include "core/cost/stack.h"
#include "core/cost/tuning.h"
#include "core/exports/launch.h"
#include "core/runtimes/judge.h"
#include "core/search/search.h"
#include "core/strategy/job.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_tuning {

using namespace astrolabe;
using namespace astrolabe::cost;
using namespace astrolabe::tests;
using strategy::Tuning;
using strategy::TuningMethod;

namespace {

Result<strategy::Job> read(const std::string& tuning) {
  const auto json = parse_json(
      R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e9, "precision": "bf16", "tuning": )" +
          tuning + "}",
      code::broken_json);
  if (!json) return tl::unexpected<Error>(json.error());
  return strategy::read_job(*json);
}

Tuning tuning_of(TuningMethod method, std::vector<std::string> targets = {}, int rank = 16) {
  Tuning tuning;
  tuning.method = method;
  tuning.targets = std::move(targets);
  tuning.rank = rank;
  return tuning;
}

/// Llama-2-7B by its sizes.
std::shared_ptr<model::Graph> seven_billion() {
  auto graph = make_graph(32, 4096, 32, 32);
  model::LayerClass& layer = graph->classes.front();
  layer.gemms[2].n = 2 * 11008;
  layer.gemms[3].k = 11008;
  return graph;
}

/// One GPU, one layer of width 1024, 1024 tokens.
strategy::Problem one_gpu(std::optional<Tuning> tuning) {
  strategy::Problem problem = make_test_problem(make_graph(1), make_cluster({make_pool("a", 1, 1)}), 1024, 8);
  problem.job.tuning = std::move(tuning);
  return problem;
}

SplitCost split_of(const strategy::Problem& problem) {
  const Device device = make_device(problem.cluster.pools[0], problem.job.precision, coefficients_of(problem),
                                    problem.software);
  return split_cost(problem, device, Splitting{});
}

/// GiB that a row of one GPU or several is predicted to take.
double predicted_gib(const std::string& cells) {
  const auto table = calibration::read_measured_runs(
      "id,model,family,layers,hidden,heads,kv_heads,ffn,gated_mlp,vocab,tied_embed,seq,gpu,n_gpus,"
      "gpus_per_node,dtype,tp,pp,cp,dp,mbs,gbs,zero,recompute,flash,framework,date,lora_rank,train_mode,"
      "optimizer,mem_kind,notes,measured_kind,measured_value\n" +
      cells + "\n");
  if (!table || table->runs.size() != 1) return 0.0;
  const auto measured = calibration::make_case(table->runs[0], hardware::Catalogue::built_in());
  return measured ? calibration::predict(*measured) : 0.0;
}

}  // namespace

class TestTuning : public QObject {
  Q_OBJECT

 private slots:
  void everyKey() {
    const auto job = read(
        R"({"method": "qlora", "rank": 64, "targets": ["q_proj", "v_proj"], "frozen": ["vision"],
            "lengths": {"mean": 800, "p50": 500, "p90": 2000, "max": 4096}, "packing": false,
            "preference": {"reference": "adapter"}})");
    QVERIFY(job);
    const Tuning& tuning = *job->tuning;
    QVERIFY(tuning.method == TuningMethod::qlora);
    QCOMPARE(tuning.rank, 64);
    QCOMPARE(tuning.targets.size(), std::size_t{2});
    QCOMPARE(tuning.lengths->p90.value(), 2000.0);
    QVERIFY(!tuning.packing);
    QVERIFY(tuning.reference == strategy::Reference::adapter);
    QCOMPARE(job->tokens_per_step(), 64 * 800.0);
    const auto again = strategy::read_job(strategy::to_json(*job));
    QVERIFY(again && again->tuning == job->tuning);
  }

  void mistakes_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("where");
    QTest::newRow("no method") << R"({"rank": 8})"
                               << "tuning.method";
    QTest::newRow("rank 0") << R"({"method": "lora", "rank": 0})"
                            << "tuning.rank";
    QTest::newRow("a rank of nothing") << R"({"method": "full", "rank": 8})"
                                       << "tuning.rank";
    QTest::newRow("targets of nothing") << R"({"method": "full", "targets": ["q_proj"]})"
                                        << "tuning.targets";
    QTest::newRow("a name twice") << R"({"method": "lora", "targets": ["q_proj", "q_proj"]})"
                                  << "tuning.targets[1]";
    QTest::newRow("no adapters to switch off")
        << R"({"method": "full", "preference": {"reference": "adapter"}})"
        << "tuning.preference.reference";
    QTest::newRow("percentiles fall")
        << R"({"method": "full", "lengths": {"mean": 500, "p50": 600, "p90": 400}})"
        << "tuning.lengths.p90";
    QTest::newRow("mean above all") << R"({"method": "full", "lengths": {"mean": 900, "max": 800}})"
                                    << "tuning.lengths.mean";
    // At most 0.5 x 100 + 0.4 x 200 + 0.1 x 1000 = 230; at least 0.5 + 0.4 x 100 + 0.1 x 200 = 60.5.
    QTest::newRow("mean too long")
        << R"({"method": "full", "lengths": {"mean": 231, "p50": 100, "p90": 200, "max": 1000}})"
        << "tuning.lengths.mean";
    QTest::newRow("mean too short")
        << R"({"method": "full", "lengths": {"mean": 60, "p50": 100, "p90": 200, "max": 1000}})"
        << "tuning.lengths.mean";
    QTest::newRow("nothing said") << R"({"method": "full", "lengths": {"max": 100}})"
                                  << "tuning.lengths";
    QTest::newRow("no such file") << R"({"method": "full", "lengths": {"file": "/nowhere/l.csv"}})"
                                  << "tuning.lengths.file";
  }
  void mistakes() {
    QFETCH(QString, text);
    QFETCH(QString, where);
    const auto job = read(text.toStdString());
    QVERIFY(!job);
    QCOMPARE(QString::fromStdString(job.error().where), where);
  }

  /// Names of nothing in the model are told with those that there are.
  void namesOfTheModel() {
    const auto refused = [](const Tuning& tuning) {
      const auto result = strategy::check_tuning(tuning, *make_graph(2));
      return result ? QString() : QString::fromStdString(result.error().where);
    };
    QCOMPARE(refused(tuning_of(TuningMethod::lora, {"q_proj", "down_proj"})), QString());
    QCOMPARE(refused(tuning_of(TuningMethod::lora, {"q_porj"})), QStringLiteral("tuning.targets"));
    const auto near = strategy::check_tuning(tuning_of(TuningMethod::lora, {"q_porj"}), *make_graph(2));
    QCOMPARE(near.error().wanted.values.front(), std::string("q_proj"));
    Tuning frozen;
    frozen.frozen = {"vision"};
    QCOMPARE(refused(frozen), QStringLiteral("tuning.frozen"));
    frozen.frozen = {"embedding", "head", "dense"};
    QCOMPARE(refused(frozen), QStringLiteral("tuning.frozen"));
    frozen.frozen = {"embedding", "dense"};
    QCOMPARE(refused(frozen), QString());
  }

  /// Rank 8 beside queries and values of Llama-2-7B: 32 x 2 x 8 x (4096 + 4096) = 4,194,304. Rank 64 beside
  /// every product of Qwen's names: 32 x 64 x (4096 + 12288 + 2 x 4096 + 3 x (4096 + 11008)) = 143,130,624.
  void trainedParameters() {
    strategy::Problem problem =
        make_test_problem(seven_billion(), make_cluster({make_pool("a", 1, 1)}), 1024, 8);
    problem.job.tuning = tuning_of(TuningMethod::lora, {"q_proj", "v_proj"}, 8);
    QCOMPARE(trained_parameters(problem), 4194304.0);
    problem.job.tuning = tuning_of(TuningMethod::lora, {"c_attn", "c_proj", "w1", "w2"}, 64);
    QCOMPARE(trained_parameters(problem), 143130624.0);
  }

  /// Beside frozen weights nothing but the adapters has gradients: backward is shorter by the gradients of
  /// the weights, and only the adapters are reduced, stepped and kept in three forms.
  void frozenWeights() {
    const SplitCost full = split_of(one_gpu(std::nullopt));
    const SplitCost lora = split_of(one_gpu(tuning_of(TuningMethod::lora, {"q_proj", "v_proj"}, 8)));
    const LayerCost& all = full.classes[0];
    const LayerCost& few = lora.classes[0];
    // Queries 1024 x 1024, values 512 x 1024.
    QCOMPARE(few.dense_parameters, 8.0 * (1024 + 1024 + 512 + 1024));
    QCOMPARE(few.frozen_dense_bytes, 2.0 * all.dense_parameters);
    QVERIFY(few.weight_seconds < all.weight_seconds);
    QVERIFY(few.time[0].backward_seconds < all.time[0].backward_seconds);
    QVERIFY(few.kept_bytes[0] < all.kept_bytes[0]);
    QCOMPARE(lora.edge.head_weight_seconds, 0.0);
    QCOMPARE(lora.edge.embedding_parameters, 0.0);
    // In 4 bits, with the scales of blocks of 64 in 8 and theirs of 256 in 32: 0.5159 bytes.
    const SplitCost qlora = split_of(one_gpu(tuning_of(TuningMethod::qlora, {"q_proj", "v_proj"}, 8)));
    const double products = all.dense_parameters - 2.0 * 1024;
    const double stored = 0.5 + 1.0 / 64.0 + 4.0 / (64.0 * 256.0);
    QVERIFY(std::fabs(qlora.classes[0].frozen_dense_bytes - stored * products - 2.0 * 2.0 * 1024) < 1.0);
    QVERIFY(qlora.classes[0].time[0].forward_seconds > few.time[0].forward_seconds);
  }

  /// A reference model answers with a forward pass of its own; only a copy has weights.
  void referenceModel() {
    Tuning tuning;
    const SplitCost alone = split_of(one_gpu(tuning));
    tuning.reference = strategy::Reference::precomputed;
    QVERIFY(split_of(one_gpu(tuning)).classes[0].time[0].forward_seconds ==
            alone.classes[0].time[0].forward_seconds);
    tuning.reference = strategy::Reference::copy;
    const SplitCost beside = split_of(one_gpu(tuning));
    QCOMPARE(beside.classes[0].time[0].forward_seconds, 2.0 * alone.classes[0].time[0].forward_seconds);
    QCOMPARE(beside.classes[0].time[0].backward_seconds, alone.classes[0].time[0].backward_seconds);
    QCOMPARE(beside.edge.head_forward, 2.0 * alone.edge.head_forward);
    QCOMPARE(beside.classes[0].frozen_dense_bytes, 2.0 * alone.classes[0].dense_parameters);
    QCOMPARE(beside.classes[0].dense_parameters, alone.classes[0].dense_parameters);
  }

  /// Layers in front of all that is trained are passed forward alone.
  void nothingComesBack() {
    Tuning tuning;
    tuning.frozen = {"embedding", "dense"};
    const SplitCost split = split_of(one_gpu(tuning));
    QCOMPARE(split.classes[0].time[0].backward_seconds, 0.0);
    QCOMPARE(split.classes[0].kept_bytes[0], 0.0);
    QVERIFY(split.edge.head_parameters > 0.0);
  }

  /// Samples of one length: as many tokens, attention as long as a sample. The longest of many nears the
  /// longest of all, and percentiles keep their mean.
  void lengths() {
    Tuning tuning;
    tuning.lengths = strategy::SampleLengths{256.0, 256.0, 256.0, 256.0};
    QVERIFY(std::fabs(strategy::attended_tokens(tuning, 4096, 1) - 256.0) < 1e-6);
    QCOMPARE(strategy::computed_tokens(tuning, 4096, 1), 4096.0);
    QCOMPARE(strategy::real_tokens(tuning, 4096), 4096.0);
    tuning.packing = false;
    QVERIFY(std::fabs(strategy::computed_tokens(tuning, 4096, 4) - 256.0) < 1e-6);
    tuning.lengths = strategy::SampleLengths{800.0, 500.0, 2000.0, 8192.0};
    const strategy::LengthMoments moments = strategy::moments_of(*tuning.lengths, 8192);
    QVERIFY2(std::fabs(moments.mean - 800.0) < 8.0, qPrintable(QString::number(moments.mean)));
    QVERIFY(moments.mean_square > 800.0 * 800.0);
    double before = moments.mean;
    for (const double count : {2.0, 4.0, 16.0, 256.0}) {
      const double longest = strategy::longest_of(*tuning.lengths, 8192, count);
      QVERIFY(longest > before);
      before = longest;
    }
    QVERIFY(before > 0.7 * 8192 && before < 8192);
    const strategy::SampleLengths read = strategy::lengths_of({3.0, 1.0, 2.0, 10.0});
    QCOMPARE(read.mean.value(), 4.0);
    QCOMPARE(read.p50.value(), 3.0);
    QCOMPARE(read.max.value(), 10.0);
  }

  /// No runtime writes a layout of pretraining for it: what runs it names the adapters in its file.
  void noRuntimeDropsIt() {
    const strategy::Problem problem = one_gpu(tuning_of(TuningMethod::lora));
    const search::Progress found = search::run(problem, {}, {}, nullptr, {});
    QVERIFY(!found.best.empty());
    const strategy::Strategy& best = found.best.front().strategy;
    int refused = 0, written = 0;
    for (const runtimes::Runtime& runtime : runtimes::runtimes()) {
      const strategy::Problem its = runtimes::with_defaults(problem, runtime);
      if (runtimes::judge(runtime, its, best).verdict != runtimes::Verdict::runs) {
        ++refused;
        continue;
      }
      ++written;
      const std::string text = lower(exports::launch_file(runtime, its, best, {"lab", "#1", "1.0"}));
      QVERIFY2(text.find("lora") != std::string::npos, text.c_str());
    }
    QVERIFY(refused > 0 && written > 0);
  }

  void handCases_data() {
    QTest::addColumn<QString>("cells");
    QTest::addColumn<double>("gib");
    const auto litgpt = [](const char* gpus, const char* sharding, const char* how, const char* quantised) {
      return QStringLiteral(
                 "a,Llama-2-7B,llama,32,4096,32,32,11008,1,32000,0,1304,A100-SXM-40GB,%1,bf16,1,1,1,%2,%3,"
                 "adamw,"
                 "allocated,%4; optimizer: AdamW (bf16-true),peak_mem_gib,20")
          .arg(QLatin1String(gpus), QLatin1String(sharding), QLatin1String(how), QLatin1String(quantised));
    };
    QTest::newRow("rank 8") << litgpt("1,1", "1,1,,0,none,1", "LitGPT,2023-11,8,lora", "quantisation None")
                            << 19.79;
    QTest::newRow("rank 8 beside NF4")
        << litgpt("1,1", "1,1,,0,none,1", "LitGPT,2023-11,8,qlora", "quantisation bnb.nf4-dq") << 12.55;
    QTest::newRow("read whole by two")
        << litgpt("2,2", "2,1,,3,none,1", "LitGPT FSDP,2023-11,8,lora", "quantisation None") << 20.47;
    QTest::newRow("embedding and head beside rank 64")
        << "a,Qwen1-7B,llama,32,4096,32,32,11008,1,151936,0,2048,A100-SXM-80GB,1,1,bf16,1,1,1,1,1,8,0,full,1,"
           "Qwen finetune.py (HF Trainer + PEFT),2023-11,64,lora,adamw,device,LoRA also trains embedding and "
           "output layer,peak_mem_gib,33"
        << 32.58;
    QTest::newRow("72B beside GPTQ")
        << "a,Qwen1-72B,llama,80,8192,64,64,24576,1,152064,0,256,A100-SXM-80GB,1,1,bf16,1,1,1,1,1,8,0,full,1,"
           "Qwen finetune.py (HF Trainer + PEFT),2023-11,64,qlora,adamw,device,Q-LoRA,peak_mem_gib,57"
        << 54.78;
  }
  /// The worked cases of the memory of adapters, GiB.
  void handCases() {
    QFETCH(QString, cells);
    QFETCH(double, gib);
    const double found = predicted_gib(cells.toStdString());
    QVERIFY2(std::fabs(found / gib - 1.0) < 0.06,
             qPrintable(QStringLiteral("%1 GiB, by hand %2").arg(found).arg(gib)));
  }

  /// With any tuning what is best is the best of everything, and no bound lies above it.
  void prunedEqualsExhaustive() {
    std::mt19937 random(97);
    int optimal = 0;
    int infeasible = 0;
    for (int i = 0; i < cases(80); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 1);
      without_offload(problem);
      Tuning tuning = tuning_of(static_cast<TuningMethod>(i % 4), {}, 1 << random() % 8);
      if (i % 4 == 0) tuning.frozen = {i % 8 == 0 ? "embedding" : "head"};
      if (i % 4 == 0 && i % 12 == 0) tuning.frozen.push_back(problem.graph->classes.front().name);
      if (i % 3 == 0) tuning.reference = strategy::Reference::copy;
      if (i % 5 < 2) {
        tuning.lengths = strategy::SampleLengths{300.0, 200.0, 700.0, 1024.0};
        tuning.packing = i % 5 == 0;
      }
      problem.job.tuning = tuning;
      if (!strategy::check_tuning(tuning, *problem.graph)) continue;
      if (i % 4 == 1) problem.job.allowed["zero_stage"] = {"0", "1", "2", "3"};
      search::Request request;
      request.objective = i % 3 == 2 ? strategy::Objective::money : strategy::Objective::throughput;
      if (i % 2 == 1) request.effort.enumerate_below = 0.0;
      const search::Progress quick = search::run(problem, request, {}, nullptr, {});
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = search::run(problem, request, {}, nullptr, {});
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (brute.best.empty()) {
        ++infeasible;
        continue;
      }
      const double best = brute.best.front().step.value;
      if (quick.optimal) {
        ++optimal;
        QVERIFY2(qAbs(quick.best.front().step.value - best) <= 1e-12 * best,
                 qPrintable(QStringLiteral("problem %1").arg(i)));
        continue;
      }
      const double value = request.objective == strategy::Objective::money
                               ? *brute.best.front().money.usd_per_trillion_tokens
                               : best;
      QVERIFY2(quick.bound <= value * (1.0 + 1e-12), qPrintable(QStringLiteral("problem %1").arg(i)));
    }
    qInfo("optimal %d, infeasible %d of %d", optimal, infeasible, cases(80));
    QVERIFY(optimal > cases(80) / 2);
  }
};

}  // namespace tst_tuning

ASTROLABE_TEST(tst_tuning, TestTuning)
#include "tst_tuning.moc"
