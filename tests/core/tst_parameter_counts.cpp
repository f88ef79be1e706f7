// core/model: totals of real models equal the published counts, and change by exactly the tensors that
// change.
#include <QtTest>

#include "core/base/json.h"
#include "core/model/graph.h"
#include "core/model/model_reader.h"
#include "tests/program/budget.h"
#include "tests/program/test_program.h"

namespace tst_parameter_counts {

using namespace astrolabe;
using namespace astrolabe::model;

namespace {

std::int64_t total_of(const std::string& config) {
  const auto architecture = read_config(config, "test");
  if (!architecture) {
    qWarning("%s at %s: %s", architecture.error().code.c_str(), architecture.error().where.c_str(),
             architecture.error().found.c_str());
    return -1;
  }
  return architecture->parameters_total;
}

std::string config_of(const std::string& id) {
  for (const BuiltInModel& model : built_in_models())
    if (model.id == id) return model.config;
  return {};
}

/// The built-in configuration with some values replaced.
std::string changed(const std::string& id, const std::vector<std::pair<std::string, Json>>& values) {
  Json json = Json::parse(config_of(id));
  for (const auto& [key, value] : values) json[key] = value;
  return json.dump();
}

}  // namespace

class TestParameterCounts : public QObject {
  Q_OBJECT

 private slots:
  // Sources. "hub": the parameter count in the safetensors metadata of the model's page, as quoted by several
  // public tools; looked up 2026-11. "sum": no count to the last parameter is published; the sum over tensors
  // is in the comment.
  void published_data() {
    QTest::addColumn<qint64>("total");
    const auto row = [](const char* id, qint64 total) { QTest::newRow(id) << total; };
    // hub: 32 layers of 2 x 4096^2 + 2 x 1024 x 4096 + 3 x 4096 x 14336 + 2 x 4096, 2 x 128256 x 4096, norm
    // 4096.
    row("llama-3.1-8b", 8'030'261'248);
    row("llama-3.1-70b", 70'553'706'496);    // hub
    row("llama-3.1-405b", 405'853'388'800);  // hub
    row("llama-2-7b", 6'738'415'616);        // hub
    row("llama-2-13b", 13'015'864'320);      // hub
    row("llama-2-70b", 68'976'648'192);      // hub
    row("mistral-7b", 7'241'732'096);        // hub
    row("mixtral-8x7b", 46'702'792'704);     // hub
    // hub, v0.1 with vocabulary 32000. The 140,630,071,296 one also meets is v0.3 and Instruct: vocabulary
    // 32768, 2 x 768 x 6144 = 9,437,184 more.
    row("mixtral-8x22b", 140'620'634'112);
    row("qwen2.5-7b", 7'615'616'512);         // hub
    row("qwen2.5-72b", 72'706'203'648);       // hub
    row("qwen3-8b", 8'190'735'360);           // hub
    row("qwen3-32b", 32'762'123'264);         // hub
    row("qwen3-30b-a3b", 30'532'122'624);     // hub
    row("qwen3-235b-a22b", 235'093'634'560);  // hub
    row("gemma-2-27b", 27'227'128'320);       // hub
    // hub: the text part (GGUF metadata, vocabulary 262208, n_params 27009346304) with vision tower and
    // projector, 423,060,336.
    row("gemma-3-27b", 27'432'406'640);
    row("phi-3-mini", 3'821'079'552);     // hub
    row("gpt2-xl", 1'557'611'200);        // hub; GPT-2 paper's corrected 1.558 B
    row("gpt-neox-20b", 20'554'567'680);  // model card, table "n_parameters"
    // sum, tied: 60 x (8192 x (128 + 16) x 64 + 9 x 8192^2 + 4 x 8192) + 65024 x 8192 + 2 x 8192. (The
    // hub's 41.84 B stores the tied output matrix a second time.)
    row("falcon-40b", 41'303'293'952);
    // sum: 64 x (12 x 9216^2 + 13 x 9216) + (50272 + 2050) x 9216 + 2 x 9216.
    row("opt-66b", 65'719'701'504);
    row("bloom-176b", 176'247'271'424);  // hub
    // sum: 40 x (2 x 6144^2 + 2 x 512 x 6144 + 2 x 6144 x 24576 + biases 2 x 6144 + 1024 + 24576 + 6144,
    // norms 4 x 6144)
    // + 2 x 49152 x 6144 + 2 x 6144. Untied; only 3B and 7B are tied (bigcode-project/starcoder2, issue 18).
    row("starcoder2-15b", 15'957'889'024);
    row("deepseek-v2", 235'741'434'880);  // hub
    // Header audit of the 163 shards without scales, without layer 61 and without e_score_correction_bias (58
    // x 256 = 14,848, a buffer).
    row("deepseek-v3", 671'026'404'352);
    row("olmo-2-13b", 13'716'198'400);     // hub
    row("gpt-oss-20b", 20'914'757'184);    // model card: 20.91 B
    row("gpt-oss-120b", 116'829'156'672);  // GGUF metadata n_params; model card: 116.83 B
    row("bert-large", 335'141'888);        // BertModel with pooler, num_parameters()
    row("vit-large", 304'351'232);         // ViTModel with pooler; 303,301,632 without
    row("t5-3b", 2'851'598'336);           // T5 paper's 2.8 B, num_parameters()
    // sum: 96 x (12 x 12288^2 + 13 x 12288) + (50257 + 2048) x 12288 + 2 x 12288; GPT-3 paper: 175 B
    // ("174,600M").
    row("gpt3-175b", 174'604'259'328);
    // sum: 128 x (12 x 25600^2 + 13 x 25600) + (51200 + 2048) x 25600 + 2 x 25600; Megatron-LM SC21 table 1:
    // 1008.0 B.
    row("megatron-1t", 1'008'038'758'400);
  }
  void published() {
    QFETCH(qint64, total);
    const auto architecture = read_model(QTest::currentDataTag());
    QVERIFY(architecture);
    QCOMPARE(architecture->parameters_total, std::int64_t(total));
    // The tensors written out add up to the same.
    std::int64_t listed = 0;
    for (const Tensor& tensor : list_tensors(*architecture))
      if (!tensor.tied && tensor.part != Tensor::Part::mtp) listed += tensor.count();
    QCOMPARE(listed, std::int64_t(total));
  }
  void everyBuiltInModelHasAPublishedCount() { QCOMPARE(built_in_models().size(), std::size_t(34)); }

  // Other sizes and variants of the same families, whole configurations as their files have them.
  void variants_data() {
    QTest::addColumn<QString>("config");
    QTest::addColumn<qint64>("total");
    const auto row = [](const char* name, qint64 total, const char* config) {
      QTest::newRow(name) << QString::fromUtf8(config) << total;
    };
    row("llama-7b (1)", 6'738'415'616,
        R"({"architectures": ["LlamaForCausalLM"], "hidden_size": 4096, "intermediate_size": 11008, "model_type": "llama",
            "num_attention_heads": 32, "num_hidden_layers": 32, "vocab_size": 32000})");
    row("llama-3.2-1b, tied", 1'235'814'400,
        R"({"model_type": "llama", "head_dim": 64, "hidden_size": 2048, "intermediate_size": 8192, "num_attention_heads": 32,
            "num_hidden_layers": 16, "num_key_value_heads": 8, "tie_word_embeddings": true, "vocab_size": 128256})");
    row("qwen2-0.5b, tied", 494'032'768,
        R"({"model_type": "qwen2", "hidden_size": 896, "intermediate_size": 4864, "num_attention_heads": 14,
            "num_hidden_layers": 24, "num_key_value_heads": 2, "tie_word_embeddings": true, "vocab_size": 151936})");
    row("qwen1.5-moe-a2.7b", 14'315'784'192,
        R"({"model_type": "qwen2_moe", "decoder_sparse_step": 1, "hidden_size": 2048, "intermediate_size": 5632,
            "moe_intermediate_size": 1408, "num_attention_heads": 16, "num_experts": 60, "num_experts_per_tok": 4,
            "num_hidden_layers": 24, "num_key_value_heads": 16, "shared_expert_intermediate_size": 5632,
            "tie_word_embeddings": false, "vocab_size": 151936})");
    row("gemma-2b (1)", 2'506'172'416,
        R"({"model_type": "gemma", "head_dim": 256, "hidden_size": 2048, "intermediate_size": 16384, "num_attention_heads": 8,
            "num_hidden_layers": 18, "num_key_value_heads": 1, "vocab_size": 256000})");
    row("gemma-2-9b", 9'241'705'984,
        R"({"model_type": "gemma2", "head_dim": 256, "hidden_size": 3584, "intermediate_size": 14336,
            "num_attention_heads": 16, "num_hidden_layers": 42, "num_key_value_heads": 8, "vocab_size": 256000})");
    // hub 4,300,079,472 less 416,866,032 (tower) and 2,950,272 (projector 1152 x 2560 + 1152); heads and
    // vocabulary are the class's defaults.
    row("gemma-3-4b text", 3'880'263'168,
        R"({"model_type": "some_multimodal_model", "text_config": {"hidden_size": 2560, "intermediate_size": 10240,
            "model_type": "gemma3_text", "num_hidden_layers": 34, "sliding_window": 1024}})");
    row("gpt2", 124'439'808,
        R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024, "vocab_size": 50257})");
    row("pythia-6.9b", 6'857'302'016,
        R"({"model_type": "gpt_neox", "hidden_size": 4096, "intermediate_size": 16384, "num_attention_heads": 32,
            "num_hidden_layers": 32, "vocab_size": 50432})");
    row("falcon-7b", 6'921'720'704,
        R"({"model_type": "falcon", "hidden_size": 4544, "multi_query": true, "new_decoder_architecture": false,
            "num_attention_heads": 71, "num_hidden_layers": 32, "parallel_attn": true, "bias": false, "vocab_size": 65024})");
    row("falcon-7b, first release", 6'921'720'704,
        R"({"model_type": "RefinedWebModel", "hidden_size": 4544, "multi_query": true, "n_head": 71, "n_layer": 32,
            "parallel_attn": true, "bias": false, "vocab_size": 65024})");
    // 80 x (14848 x (232 + 16) x 64 + 9 x 14848^2 + 4 x 14848) + 2 x 65024 x 14848 + 2 x 14848, stored untied
    // (hub 180 B).
    row("falcon-180b", 179'522'565'120,
        R"({"model_type": "falcon", "hidden_size": 14848, "new_decoder_architecture": true, "num_attention_heads": 232,
            "num_hidden_layers": 80, "num_kv_heads": 8, "tie_word_embeddings": false, "vocab_size": 65024})");
    // falcon-rw-1b: neither parallel nor multi-query, biases: 24 x (12 x 2048^2 + 13 x 2048) + 50304 x 2048 +
    // 2 x 2048.
    row("falcon-rw-1b", 1'311'625'216,
        R"({"model_type": "falcon", "hidden_size": 2048, "multi_query": false, "new_decoder_architecture": false,
            "num_attention_heads": 32, "num_hidden_layers": 24, "parallel_attn": false, "bias": true, "vocab_size": 50304})");
    row("mpt-7b", 6'649'286'656,
        R"({"model_type": "mpt", "attn_config": {"alibi": true}, "d_model": 4096, "expansion_ratio": 4, "max_seq_len": 2048,
            "n_heads": 32, "n_layers": 32, "no_bias": true, "learned_pos_emb": true, "vocab_size": 50432})");
    row("opt-125m", 125'239'296,
        R"({"model_type": "opt", "ffn_dim": 3072, "hidden_size": 768, "num_attention_heads": 12, "num_hidden_layers": 12,
            "max_position_embeddings": 2048, "vocab_size": 50272, "word_embed_proj_dim": 768})");
    row("opt-350m", 331'196'416,
        R"({"model_type": "opt", "do_layer_norm_before": false, "ffn_dim": 4096, "hidden_size": 1024,
            "num_attention_heads": 16, "num_hidden_layers": 24, "max_position_embeddings": 2048, "vocab_size": 50272,
            "word_embed_proj_dim": 512})");
    row("bloom-560m", 559'214'592,
        R"({"model_type": "bloom", "n_embed": 1024, "n_layer": 24, "num_attention_heads": 16, "vocab_size": 250880})");
    row("starcoder2-3b, tied", 3'030'371'328,
        R"({"model_type": "starcoder2", "hidden_size": 3072, "intermediate_size": 12288, "num_attention_heads": 24,
            "num_hidden_layers": 30, "num_key_value_heads": 2, "use_bias": true, "vocab_size": 49152})");
    row("deepseek-v2-lite, no query latent", 15'706'484'224,
        R"({"model_type": "deepseek_v2", "first_k_dense_replace": 1, "hidden_size": 2048, "intermediate_size": 10944,
            "kv_lora_rank": 512, "moe_intermediate_size": 1408, "moe_layer_freq": 1, "n_routed_experts": 64,
            "n_shared_experts": 2, "num_attention_heads": 16, "num_experts_per_tok": 6, "num_hidden_layers": 27,
            "q_lora_rank": null, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "topk_method": "greedy",
            "v_head_dim": 128, "vocab_size": 102400})");
    row("bert-base", 109'482'240,
        R"({"model_type": "bert", "hidden_size": 768, "intermediate_size": 3072, "max_position_embeddings": 512,
            "num_attention_heads": 12, "num_hidden_layers": 12, "type_vocab_size": 2, "vocab_size": 30522})");
    row("vit-base", 86'389'248,
        R"({"model_type": "vit", "hidden_size": 768, "image_size": 224, "intermediate_size": 3072,
            "num_attention_heads": 12, "num_channels": 3, "num_hidden_layers": 12, "patch_size": 16})");
    row("t5-base", 222'903'552,
        R"({"model_type": "t5", "d_ff": 3072, "d_kv": 64, "d_model": 768, "num_heads": 12, "num_layers": 12,
            "vocab_size": 32128})");
    row("t5-11b", 11'307'321'344,
        R"({"model_type": "t5", "d_ff": 65536, "d_kv": 128, "d_model": 1024, "num_heads": 128, "num_layers": 24,
            "vocab_size": 32128})");
    row("flan-t5-base, gated and untied", 247'577'856,
        R"({"model_type": "t5", "d_ff": 2048, "d_kv": 64, "d_model": 768, "feed_forward_proj": "gated-gelu",
            "num_decoder_layers": 12, "num_heads": 12, "num_layers": 12, "tie_word_embeddings": false, "vocab_size": 32128})");
  }
  void variants() {
    QFETCH(QString, config);
    QFETCH(qint64, total);
    QCOMPARE(total_of(config.toStdString()), std::int64_t(total));
  }

  void A10_activeCountsOnlyChosenExperts() {
    // Mixtral: 32 layers, 6 of 8 experts idle, each 3 x 4096 x 14336: 46,702,792,704 - 33,822,867,456.
    QCOMPARE(read_model("mixtral-8x7b")->parameters_active, std::int64_t(12'879'925'248));
    // DeepSeek-V3: 58 layers, 248 of 256 idle, each 3 x 7168 x 2048 = 44,040,192: idle 633,474,121,728.
    QCOMPARE(read_model("deepseek-v3")->parameters_active,
             std::int64_t(671'026'404'352 - 58LL * 248 * 44'040'192));
    // gpt-oss-120b: experts carry biases: 3 x 2880^2 + 3 x 2880 each, 124 of 128 idle in 36 layers.
    QCOMPARE(read_model("gpt-oss-120b")->parameters_active,
             std::int64_t(116'829'156'672 - 36LL * 124 * (3 * 2880 * 2880 + 3 * 2880)));
    QCOMPARE(read_model("llama-3.1-8b")->parameters_active, std::int64_t(8'030'261'248));
  }
  void multiTokenPredictionCountsApart() {
    // One MoE layer (attention, experts and router, two norms), eh_proj and three norms of its own.
    const std::int64_t attention =
        7168LL * 1536 + 1536 + 1536 * 128 * 192 + 7168 * 576 + 512 + 512 * 128 * 256 + 128 * 128 * 7168;
    const std::int64_t experts = 257LL * 3 * 7168 * 2048 + 256 * 7168;
    const auto architecture = read_model("deepseek-v3");
    QCOMPARE(architecture->parameters_mtp, attention + experts + 2 * 7168 + 2LL * 7168 * 7168 + 3 * 7168);
    // Without the module the total stays.
    QCOMPARE(total_of(changed("deepseek-v3", {{"num_nextn_predict_layers", 0}})),
             architecture->parameters_total);
  }
  void embeddingForMfu() {
    // Untied: the input matrix. Tied: it also works as the head, so only positions are looked up.
    QCOMPARE(read_model("llama-3.1-8b")->parameters_embedding, std::int64_t(128256) * 4096);
    QCOMPARE(read_model("gpt2-xl")->parameters_embedding, std::int64_t(1024) * 1600);
  }

  // A changed size changes the total by exactly those tensors; by family, with the delta as a formula by
  // hand.
  void deltas_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("key");
    QTest::addColumn<qint64>("value");
    QTest::addColumn<qint64>("delta");
    const auto row = [](const char* id, const char* key, qint64 value, qint64 delta) {
      QTest::newRow(qPrintable(QString("%1 %2").arg(id, key))) << id << key << value << delta;
    };
    const qint64 v = 1000;
    row("llama-3.1-8b", "num_hidden_layers", 33,
        2 * 4096 * 4096 + 2 * 1024 * 4096 + 3 * 4096 * 14336 + 2 * 4096);
    row("llama-3.1-8b", "vocab_size", 128256 + v, 2 * v * 4096);
    row("llama-3.1-8b", "intermediate_size", 14336 + 8, 32 * 3 * 4096 * 8);
    row("llama-3.1-8b", "num_key_value_heads", 4, -32 * 2 * 4 * 128 * 4096);
    row("mistral-7b", "num_hidden_layers", 31,
        -(2 * 4096 * 4096 + 2 * 1024 * 4096 + 3 * 4096 * 14336 + 2 * 4096));
    row("mixtral-8x7b", "num_local_experts", 9, 32LL * (3LL * 4096 * 14336 + 4096));
    row("mixtral-8x7b", "num_experts_per_tok", 4, 0);
    row("qwen2.5-7b", "num_hidden_layers", 29,
        2 * 3584 * 3584 + 2 * 512 * 3584 + 3584 + 1024 + 3 * 3584LL * 18944 + 7168);
    row("qwen3-8b", "head_dim", 64, -36LL * (2 * 32 * 64 * 4096 + 2 * 8 * 64 * 4096 + 2 * 64));
    row("qwen3-30b-a3b", "num_experts", 64, -48LL * 64 * (3 * 2048 * 768 + 2048));
    row("qwen3-30b-a3b", "moe_intermediate_size", 769, 48LL * 128 * 3 * 2048);
    row("gemma-2-27b", "vocab_size", 256000 + v, v * 4608);
    row("gemma-2-27b", "num_hidden_layers", 47,
        2LL * 4608 * 4096 + 2 * 4608 * 2048 + 3LL * 4608 * 36864 + 4 * 4608);
    row("phi-3-mini", "intermediate_size", 8193, 32 * 3 * 3072);
    row("gpt2-xl", "n_layer", 49, 12 * 1600 * 1600 + 13 * 1600);
    row("gpt2-xl", "n_positions", 2048, 1024 * 1600);
    row("gpt2-xl", "n_inner", 6401, 48 * (2 * 1600 + 1));
    row("gpt-neox-20b", "vocab_size", 50432 + v, 2 * v * 6144);
    row("falcon-40b", "num_kv_heads", 16, 60LL * 2 * 8 * 64 * 8192);
    row("falcon-40b", "num_hidden_layers", 61, 8192LL * 144 * 64 + 9 * 8192 * 8192 + 4 * 8192);
    row("opt-66b", "max_position_embeddings", 2049, 9216);
    row("bloom-176b", "n_layer", 71, 12LL * 14336 * 14336 + 13 * 14336);
    row("starcoder2-15b", "intermediate_size", 24577, 40 * (2 * 6144 + 1));
    row("deepseek-v2", "n_routed_experts", 168, 59LL * 8 * (3 * 5120 * 1536 + 5120));
    row("deepseek-v3", "n_routed_experts", 264, 58LL * 8 * (3 * 7168 * 2048 + 7168));
    row("deepseek-v3", "first_k_dense_replace", 4,
        3LL * 7168 * 18432 - (257LL * 3 * 7168 * 2048 + 256 * 7168));
    row("deepseek-v3", "kv_lora_rank", 513, 61 * (7168 + 1 + 128 * 256));
    row("olmo-2-13b", "num_hidden_layers", 41, 4 * 5120 * 5120 + 3 * 5120LL * 13824 + 4 * 5120);
    row("gpt-oss-20b", "num_local_experts", 33, 24LL * (3 * 2880 * 2880 + 3 * 2880 + 2880 + 1));
    row("bert-large", "num_hidden_layers", 25, 12 * 1024 * 1024 + 13 * 1024);
    row("vit-large", "patch_size", 32, 1024 * (3 * (32 * 32 - 16 * 16) + 50 - 197));
    row("t5-3b", "num_layers", 25, 12LL * 1024 * 4096 + 2 * 2 * 1024 * 16384 + 5 * 1024);
  }
  void deltas() {
    QFETCH(QString, id);
    QFETCH(QString, key);
    QFETCH(qint64, value);
    QFETCH(qint64, delta);
    const std::string base = id.toStdString();
    std::vector<std::pair<std::string, Json>> change{{key.toStdString(), value}};
    if (Json::parse(config_of(base)).contains("layer_types")) change.emplace_back("layer_types", nullptr);
    QCOMPARE(total_of(changed(base, change)) - total_of(config_of(base)), std::int64_t(delta));
  }
  void widthOfEveryTensorFollows() {
    // gpt2 with n_embd 1600 -> 1700 (head count 25 divides both): n layers of 12 h^2 + 13 h, (V + S) h, 2 h.
    const auto sum = [](std::int64_t h) { return 48 * (12 * h * h + 13 * h) + (50257 + 1024) * h + 2 * h; };
    QCOMPARE(total_of(changed("gpt2-xl", {{"n_embd", 1700}})), sum(1700));
  }
  void A09_nestedEqualsFlat_data() {
    QTest::addColumn<QString>("id");
    for (const BuiltInModel& model : built_in_models())
      if (!Json::parse(model.config).contains("text_config"))
        QTest::newRow(model.id.c_str()) << QString::fromStdString(model.id);
  }
  void A09_nestedEqualsFlat() {
    QFETCH(QString, id);
    const Json flat = Json::parse(config_of(id.toStdString()));
    Json nested = Json::object();
    nested["model_type"] = "some_multimodal_model";
    nested["text_config"] = flat;
    const auto one = read_config(flat.dump(), "a");
    const auto other = read_config(nested.dump(), "b");
    QVERIFY(one && other);
    QCOMPARE(other->parameters_total, one->parameters_total);
    QCOMPARE(other->parameters_active, one->parameters_active);
    QVERIFY(other->layer_kinds == one->layer_kinds);
    QCOMPARE(other->layers, one->layers);
  }
  void largestModelReadsQuickly() {
    const tests::Budget spent;
    const auto architecture = read_model("deepseek-v3");
    const auto tensors = list_tensors(*architecture);
    const Graph graph = build_graph(*architecture);
    const double milliseconds = spent.ms();
    // 3 dense layers of 12, 58 MoE layers of 9 + 3 + 1 + 768, embedding, norm, head, and the prediction
    // module's 781 + 4 norms and products.
    QCOMPARE(tensors.size(), std::size_t(3 * 12 + 58 * 781 + 3 + 781 + 4));
    QVERIFY2(milliseconds < 50 * 4,
             qPrintable(QString::number(milliseconds)));  // 4: sanitizers
    qInfo("read, list and graph of deepseek-v3: %.0f ms", milliseconds);
  }
  void namesAndShapes() {
    const auto find = [](const std::string& id, const std::string& name) {
      for (const Tensor& tensor : list_tensors(*read_model(id)))
        if (tensor.name == name) return tensor.shape;
      return std::vector<std::int64_t>{};
    };
    using Shape = std::vector<std::int64_t>;
    QCOMPARE(find("llama-3.1-8b", "model.layers.31.self_attn.k_proj.weight"), (Shape{1024, 4096}));
    QCOMPARE(find("mixtral-8x7b", "model.layers.0.block_sparse_moe.experts.7.w2.weight"),
             (Shape{4096, 14336}));
    QCOMPARE(find("deepseek-v3", "model.layers.60.mlp.experts.255.down_proj.weight"), (Shape{7168, 2048}));
    QCOMPARE(find("deepseek-v3", "model.layers.61.eh_proj.weight"), (Shape{7168, 14336}));
    QCOMPARE(find("gpt-oss-20b", "model.layers.3.mlp.experts.gate_up_proj"), (Shape{32, 2880, 5760}));
    QCOMPARE(find("gpt2-xl", "transformer.h.47.attn.c_attn.weight"), (Shape{1600, 4800}));
    QCOMPARE(find("phi-3-mini", "model.layers.0.mlp.gate_up_proj.weight"), (Shape{16384, 3072}));
    QCOMPARE(find("t5-3b", "decoder.block.23.layer.1.EncDecAttention.q.weight"), (Shape{4096, 1024}));
    QCOMPARE(find("vit-large", "vit.embeddings.position_embeddings"), (Shape{1, 197, 1024}));
  }
};

}  // namespace tst_parameter_counts

ASTROLABE_TEST(tst_parameter_counts, TestParameterCounts)
#include "tst_parameter_counts.moc"
