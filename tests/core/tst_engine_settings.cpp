// core/exports/engine_settings.h: each engine is told what the deployment says, in arguments that it has.
#include <QtTest>
#include <fstream>
#include <map>
#include <set>

#include "core/base/error_codes.h"
#include "core/exports/serving_start.h"
#include "core/exports/yaml.h"
#include "served_fleets.h"
#include "tests/program/test_program.h"

namespace tst_engine_settings {

using namespace astrolabe;
using namespace astrolabe::exports;
using namespace astrolabe::tests;
using serving::Runtime;

class TestEngineSettings : public QObject {
  Q_OBJECT

 private slots:
  void everyArgumentHasASource() {
    for (const char* id : {"vllm", "sglang", "tensorrt-llm", "llm-d", "dynamo"}) {
      const EngineArguments known(id);
      QVERIFY2(!known.title().empty() && known.all().size() > 3, id);
      for (const EngineArgument& argument : known.all()) {
        QVERIFY2(argument.source.rfind("https://", 0) == 0, argument.name.c_str());
        QCOMPARE(argument.date.size(), std::size_t(10));
        QCOMPARE(argument.type == EngineArgument::Type::choice, !argument.choices.empty());
        // No two of one name hold at one date.
        for (const std::string& date : {std::string(), argument.since})
          if (known.find(argument.name, date) && argument.until.empty())
            QCOMPARE(known.find(argument.name, date)->source, argument.source);
      }
    }
  }

  /// Of every layout that an engine takes, each argument is the engine's and of its type.
  void whatIsWrittenIsTheirs() {
    for (const Runtime runtime : kRuntimes)
      for (const ServedFleet& fleet :
           {served(), wide(1, 8, 8), wide(1, 16, 16), parted(wide(1, 16, 16)), wide(8, 1, 8), wide(8, 1, 1)})
        for (const Reads reads : {Reads::command, Reads::file}) {
          const auto servers = servers_of(fleet);
          QVERIFY(servers);
          for (const Server& server : *servers) {
            const auto start = engine_start(runtime, fleet, server, reads);
            QVERIFY2(start.has_value(), start ? "" : (start.error().where + start.error().found).c_str());
            const EngineArguments known(to_string(runtime));
            QVERIFY(known.check(start->arguments, {}));
            QVERIFY(known.check(start->file, {}));
            for (const auto& [name, value] : start->place) QVERIFY2(known.find(name, {}), name.c_str());
            QCOMPARE(start->place.empty(), server.nodes() == 1 || runtime == Runtime::tensorrt_llm);
          }
        }
  }

  /// 1,000 tokens of prompt and at most 500.5 of answer: 1,501.
  void valuesOfVllm() {
    const ServedFleet fleet = served();
    const EngineSettings settings = start_of(Runtime::vllm, fleet).arguments;
    QCOMPARE(of(settings, "--tensor-parallel-size"), Json(4));
    QCOMPARE(of(settings, "--pipeline-parallel-size"), Json());
    QCOMPARE(of(settings, "--max-num-batched-tokens"), Json(4096));
    QCOMPARE(of(settings, "--max-num-seqs"), Json(1024));  // the engine's own
    QCOMPARE(of(settings, "--max-model-len"), Json(1501));
    QCOMPARE(of(settings, "--gpu-memory-utilization"), Json(0.92));
    QCOMPARE(of(settings, "--quantization"), Json("fp8"));
    QCOMPARE(of(settings, "--kv-cache-dtype"), Json("fp8"));
    QCOMPARE(of(settings, "--no-enable-prefix-caching"), Json(true));
    QCOMPARE(of(settings, "--speculative-config"), Json());
    ServedFleet cached = served();
    cached.job.traffic.cached_prefix = 0.4;
    cached.pools.front().question->weights = cached.pools.front().question->cache = serving::DataType::bf16;
    worker_of(cached).speculation = {3, 0.7};
    worker_of(cached).pipeline_parallel = 2;
    const EngineSettings others = start_of(Runtime::vllm, cached).arguments;
    QCOMPARE(of(others, "--enable-prefix-caching"), Json(true));
    QCOMPARE(of(others, "--no-enable-prefix-caching"), Json());
    QCOMPARE(of(others, "--dtype"), Json("bfloat16"));
    QCOMPARE(of(others, "--quantization"), Json());
    QCOMPARE(of(others, "--kv-cache-dtype"), Json("bfloat16"));
    QCOMPARE(of(others, "--pipeline-parallel-size"), Json(2));
    // Llama predicts no further tokens itself: another model drafts.
    QCOMPARE(of(others, "--speculative-config"),
             (Json{{"method", "draft_model"}, {"num_speculative_tokens", 3}, {"model", "DRAFT_MODEL"}}));
    cached.job.date = "2025-06";  // before keys and values could be called bfloat16
    QCOMPARE(of(start_of(Runtime::vllm, cached).arguments, "--kv-cache-dtype"), Json("auto"));
    const EngineSettings experts = start_of(Runtime::vllm, wide(1, 8, 8)).arguments;
    QCOMPARE(of(experts, "--data-parallel-size"), Json(8));
    QCOMPARE(of(experts, "--enable-expert-parallel"), Json(true));
    QCOMPARE(of(experts, "--max-num-seqs"), Json(128));
    QCOMPARE(of(experts, "--speculative-config"), (Json{{"method", "mtp"}, {"num_speculative_tokens", 2}}));
    ServedFleet before = wide(1, 8, 8);
    before.job.date = "2025-08";  // each family had a name of its own, which vLLM takes from the model
    QCOMPARE(of(start_of(Runtime::vllm, before).arguments, "--speculative-config"),
             Json({{"num_speculative_tokens", 2}}));
    QCOMPARE(of(start_of(Runtime::vllm, wide(8, 1, 1)).arguments, "--enable-expert-parallel"), Json());
    // Experts on two machines: kernels that send over their network.
    const EngineSettings apart = start_of(Runtime::vllm, wide(1, 16, 16)).arguments;
    QCOMPARE(of(apart, "--all2all-backend"), Json("deepep_low_latency"));
    QCOMPARE(of(experts, "--all2all-backend"), Json());
    QCOMPARE(of(start_of(Runtime::vllm, parted(wide(1, 16, 16))).arguments, "--all2all-backend"),
             Json("deepep_high_throughput"));
    QCOMPARE(of(start_of(Runtime::sglang, wide(1, 16, 16)).arguments, "--moe-a2a-backend"), Json("deepep"));
    const EngineSettings transfer = start_of(Runtime::vllm, parted(served())).arguments;
    QCOMPARE(of(transfer, "--kv-transfer-config"),
             (Json{{"kv_connector", "NixlConnector"}, {"kv_role", "kv_both"}}));
  }

  /// SGLang counts ranks and limits over data-parallel attention: 2 x 4 ranks, 4,096 x 4 tokens, 128 x 4.
  void valuesOfSglang() {
    const EngineSettings settings = start_of(Runtime::sglang, wide(2, 4, 4)).arguments;
    QCOMPARE(of(settings, "--tensor-parallel-size"), Json(8));
    QCOMPARE(of(settings, "--data-parallel-size"), Json(4));
    QCOMPARE(of(settings, "--enable-dp-attention"), Json(true));
    QCOMPARE(of(settings, "--expert-parallel-size"), Json(4));
    QCOMPARE(of(settings, "--chunked-prefill-size"), Json(16384));
    QCOMPARE(of(settings, "--max-running-requests"), Json(512));
    QCOMPARE(of(settings, "--context-length"), Json(1501));
    QCOMPARE(of(settings, "--kv-cache-dtype"), Json("fp8_e4m3"));
    QCOMPARE(of(settings, "--disable-radix-cache"), Json(true));
    QCOMPARE(of(settings, "--speculative-algorithm"), Json("EAGLE"));
    QCOMPARE(of(settings, "--speculative-num-steps"), Json(2));
    QCOMPARE(of(settings, "--speculative-num-draft-tokens"), Json(3));
    const ServedFleet two = parted(served());
    QCOMPARE(of(start_of(Runtime::sglang, two, 0).arguments, "--disaggregation-mode"), Json("prefill"));
    QCOMPARE(of(start_of(Runtime::sglang, two, 1).arguments, "--disaggregation-mode"), Json("decode"));
  }

  void valuesOfTensorRtLlm() {
    const EngineStart start = start_of(Runtime::tensorrt_llm, wide(1, 8, 4));
    QCOMPARE(of(start.arguments, "--tp_size"), Json(8));
    QCOMPARE(of(start.arguments, "--ep_size"), Json(4));
    QCOMPARE(of(start.arguments, "--max_batch_size"), Json(128));
    QCOMPARE(of(start.arguments, "--max_num_tokens"), Json(4096));
    QCOMPARE(of(start.arguments, "--max_seq_len"), Json(1501));
    const Json file = nested_settings(start.file);
    QCOMPARE(file.at("enable_attention_dp"), Json(true));
    QCOMPARE(file.at("kv_cache_config"),
             (Json{{"dtype", "fp8"}, {"enable_block_reuse", false}, {"free_gpu_memory_fraction", 0.9}}));
    QCOMPARE(file.at("speculative_config"),
             (Json{{"decoding_type", "MTP"}, {"num_nextn_predict_layers", 2}}));
    const EngineStart all = start_of(Runtime::tensorrt_llm, wide(1, 8, 4), 0, Reads::file);
    QVERIFY(all.arguments.empty());
    QCOMPARE(of(all.file, "moe_expert_parallel_size"), Json(4));
    QCOMPARE(of(start_of(Runtime::tensorrt_llm, served()).file, "enable_attention_dp"), Json(false));
  }

  void whatAnEngineCannotExpressIsRefused() {
    const auto check = [](const Error& error, const char* where, const char* found, const char* says) {
      QCOMPARE(error.where, std::string(where));
      QCOMPARE(error.found, std::string(found));
      QVERIFY2(to_text(error.wanted).find(says) != std::string::npos, to_text(error.wanted).c_str());
    };
    check(refused(Runtime::vllm, wide(1, 8, 4)), "expert_parallel", "4", "1 or 8");
    check(refused(Runtime::tensorrt_llm, wide(2, 4, 8)), "attention_data_parallel", "4", "1 or 8");
    ServedFleet dense = served();
    worker_of(dense).attention_data_parallel = 2;
    check(refused(Runtime::sglang, dense), "attention_data_parallel", "2", "no experts");
    ServedFleet early = wide(1, 8, 8);
    early.job.date = "2024-12";
    check(refused(Runtime::vllm, early), "--data-parallel-size", "8", "2025-04");
    ServedFleet amd = served();
    amd.pools.front().vendor = "AMD";
    check(refused(Runtime::tensorrt_llm, amd), "software.runtime", "tensorrt-llm", "vllm");
    ServedFleet past = served();
    past.positions = 1500;
    check(refused(Runtime::vllm, past), "input_tokens", "1501", "1500 positions");
    ServedFleet other = served();
    other.job.runtime = Runtime::tensorrt_llm;
    const auto llm_d = llm_d_manifests(other);
    QVERIFY(!llm_d);
    check(llm_d.error(), "software.runtime", "tensorrt-llm", "sglang");
    const EngineArguments known("vllm");
    QCOMPARE(known.check({{"--max-num-seqs", "many"}}, {}).error().where, std::string("--max-num-seqs"));
    QCOMPARE(known.check({{"--max-seqs", 3}}, {}).error().where, std::string("--max-seqs"));
    QVERIFY(!known.check({{"--kv-cache-dtype", "fp7"}}, {}));
  }

  /// 20 GiB a GPU: 80 GiB over 4 tensor ranks for vLLM, 21 whole GB (20 x 1.0737 = 21.47) a rank for SGLang,
  /// 20 x 2^30 = 21,474,836,480 bytes a rank for TensorRT-LLM.
  void valuesOfTheHostsMemory() {
    ServedFleet fleet = served();
    fleet.job.traffic.cached_prefix = 0.5;
    worker_of(fleet).kv_host_gib = 20.0;
    const EngineSettings vllm = start_of(Runtime::vllm, fleet).arguments;
    QCOMPARE(of(vllm, "--kv-offloading-size"), Json(80.0));
    QCOMPARE(of(vllm, "--kv-offloading-backend"), Json("native"));
    const EngineSettings sglang = start_of(Runtime::sglang, fleet).arguments;
    QCOMPARE(of(sglang, "--enable-hierarchical-cache"), Json(true));
    QCOMPARE(of(sglang, "--hicache-size"), Json(21));
    QCOMPARE(of(start_of(Runtime::tensorrt_llm, fleet).file, "kv_cache_config.host_cache_size"),
             Json(21474836480));
    QCOMPARE(of(start_of(Runtime::vllm, served()).arguments, "--kv-offloading-size"), Json());
    // SGLang copies what the GPU has, 30 GiB here.
    fleet.fleet.groups.front().figures.memory.kv_bytes = 30.0 * 1073741824.0;
    QCOMPARE(refused(Runtime::sglang, fleet).where, std::string("kv_host_gib"));
    fleet.job.date = "2025-06";  // before vLLM had it
    QCOMPARE(refused(Runtime::vllm, fleet).where, std::string("--kv-offloading-size"));
    QCOMPARE(refused(Runtime::vllm, parted(fleet)).where, std::string("kv_host_gib"));
  }
};

}  // namespace tst_engine_settings

ASTROLABE_TEST(tst_engine_settings, TestEngineSettings)
#include "tst_engine_settings.moc"
