// core/model: where each value comes from, entered values, layer kinds, and weights beside a configuration.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <fstream>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/model/graph.h"
#include "core/model/model_reader.h"
#include "core/model/safetensors_header.h"
#include "tests/program/test_program.h"

namespace tst_model_reader {

using namespace astrolabe;
using namespace astrolabe::model;

namespace {

// 2 layers of 2 x 64^2 (q, o) + 2 x 32 x 64 (k, v) + 3 x 64 x 128 + 2 x 64; 2 x 1000 x 64; norm 64:
// 2 x (8192 + 4096 + 24576 + 128) + 128000 + 64 = 202048.
const char* const kSmall = R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128,
  "num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 2, "vocab_size": 1000, "torch_dtype": "bfloat16"})";
constexpr std::int64_t kSmallTotal = 202'048;

Field field_of(const Architecture& architecture, const std::string& key) {
  for (const Field& field : architecture.fields)
    if (field.key == key) return field;
  return {};
}

void write(const QString& path, const std::string& content) {
  std::ofstream(path.toStdString(), std::ios::binary) << content;
}

/// A header with these tensors and no data behind it.
std::string header_of(const std::vector<Tensor>& tensors, const std::string& dtype = "BF16") {
  Json json = Json::object();
  json["__metadata__"] = {{"format", "pt"}};
  std::int64_t offset = 0;
  for (const Tensor& tensor : tensors) {
    if (tensor.tied) continue;
    const std::int64_t bytes = tensor.count() * 2;
    json[tensor.name] = {
        {"dtype", dtype}, {"shape", tensor.shape}, {"data_offsets", {offset, offset + bytes}}};
    offset += bytes;
  }
  const std::string text = json.dump();
  std::string file;
  for (int byte = 0; byte < 8; ++byte) file.push_back(static_cast<char>(text.size() >> (8 * byte) & 0xFFU));
  return file + text;
}

std::vector<Tensor> small_tensors() { return list_tensors(*read_config(kSmall, "small")); }

}  // namespace

class TestModelReader : public QObject {
  Q_OBJECT

 private slots:
  void marks() {
    const auto architecture = read_config(kSmall, "small");
    QVERIFY(architecture);
    QCOMPARE(architecture->parameters_total, kSmallTotal);
    const auto check = [&](const char* key, const char* value, Mark mark, const char* from) {
      const Field field = field_of(*architecture, key);
      QCOMPARE(QString::fromStdString(field.value), QString(value));
      QVERIFY2(field.mark == mark, key);
      QCOMPARE(QString::fromStdString(field.from), QString(from));
    };
    check("family", "llama", Mark::file, "model_type");
    check("layers", "2", Mark::file, "num_hidden_layers");
    check("kv_heads", "2", Mark::file, "num_key_value_heads");
    check("head_dim", "16", Mark::derived, "hidden / heads");
    check("tied_embeddings", "false", Mark::assumed, "default of the class");
    check("parameters_total", "202048", Mark::derived, "sum over tensors");
  }
  void placesInsideTextConfig() {
    const auto architecture = read_model("gemma-3-27b");
    QCOMPARE(field_of(*architecture, "heads").from, std::string("text_config.num_attention_heads"));
    QVERIFY(field_of(*architecture, "tied_embeddings").mark == Mark::assumed);
    // The tower works through one picture of 896 x 896 in patches of 14 for each sequence, 64 x 64.
    QCOMPARE(architecture->towers.size(), std::size_t{1});
    QCOMPARE(architecture->towers.front().tokens, 4096.0);
    // The tower, its projector and the table are no work of a token; the table's product with the result is.
    QCOMPARE(architecture->parameters_embedding, std::int64_t{423'060'336});
    QVERIFY(field_of(*architecture, "vision_tokens").mark == Mark::assumed);
    QCOMPARE(build_graph(*architecture).towers.front().layers.size(), std::size_t{27});
    const Json config = Json::parse(architecture->text);
    QCOMPARE(read_config(config.dump(), "a", {{"vision_tokens", 256.0}})->towers.front().tokens, 256.0);
  }
  void enteredValuesFillAndReplace() {
    Json json = Json::parse(kSmall);
    json.erase("num_attention_heads");
    QCOMPARE(read_config(json.dump(), "a").error().code, std::string(code::missing_field));
    const auto filled = read_config(json.dump(), "a", {{"num_attention_heads", 4.0}});
    QVERIFY(filled);
    QCOMPARE(filled->parameters_total, kSmallTotal);
    QVERIFY(field_of(*filled, "heads").mark == Mark::assumed);
    QCOMPARE(field_of(*filled, "heads").from, std::string("entered"));
    json["num_attention_heads"] = 5;  // impossible in the file, put right by hand
    QVERIFY(!read_config(json.dump(), "a"));
    QVERIFY(read_config(json.dump(), "a", {{"num_attention_heads", 4.0}}));
    QCOMPARE(read_config(json.dump(), "a", {{"num_attention_heads", 4.5}}).error().code,
             std::string(code::impossible_value));
    QCOMPARE(read_config(json.dump(), "a", {{"num_attention_heads", 0.0}}).error().found, std::string("0"));
  }
  void familyFromTheClassName() {
    Json json = Json::parse(kSmall);
    json.erase("model_type");
    json["architectures"] = {"LlamaForCausalLM"};
    const auto architecture = read_config(json.dump(), "a");
    QVERIFY(architecture);
    QCOMPARE(architecture->family, std::string("llama"));
    QVERIFY(field_of(*architecture, "family").mark == Mark::derived);
  }
  void layerKinds() {
    // Gemma 3: five sliding layers, then a full one: of 62, layers 5, 11, … 59 are full.
    const auto gemma = read_model("gemma-3-27b");
    const auto full = [](const Architecture& a) {
      return std::count_if(a.layers.begin(), a.layers.end(), [&](int kind) {
        return a.layer_kinds[static_cast<std::size_t>(kind)].window == 0;
      });
    };
    QCOMPARE(full(*gemma), std::ptrdiff_t(10));
    QCOMPARE(gemma->layer_kinds[static_cast<std::size_t>(gemma->layers[5])].window, 0);
    QCOMPARE(gemma->layer_kinds[static_cast<std::size_t>(gemma->layers[0])].window, 1024);
    QCOMPARE(full(*read_model("gemma-2-27b")), std::ptrdiff_t(23));
    QCOMPARE(full(*read_model("gpt-oss-120b")), std::ptrdiff_t(18));
    QCOMPARE(full(*read_model("mistral-7b")), std::ptrdiff_t(0));
    QCOMPARE(full(*read_model("qwen2.5-72b")), std::ptrdiff_t(80));
    const auto deepseek = read_model("deepseek-v3");
    QCOMPARE(deepseek->layer_kinds.size(), std::size_t(2));
    QCOMPARE(deepseek->layer_kinds[static_cast<std::size_t>(deepseek->layers[2])].experts, 0);
    QCOMPARE(deepseek->layer_kinds[static_cast<std::size_t>(deepseek->layers[3])].experts, 256);
    QCOMPARE(deepseek->layer_kinds[1].routing_top_groups, 4);
    const auto t5 = read_model("t5-3b");
    QCOMPARE(t5->layers.size(), std::size_t(48));
    QVERIFY(!t5->layer_kinds[static_cast<std::size_t>(t5->layers[23])].causal);
    QVERIFY(t5->layer_kinds[static_cast<std::size_t>(t5->layers[24])].cross_attention);
  }
  void moeEverySecondLayer() {
    const auto architecture =
        read_config(R"({"model_type": "qwen3_moe", "hidden_size": 64, "intermediate_size": 128,
      "moe_intermediate_size": 32, "num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 6,
      "vocab_size": 100, "num_experts": 8, "num_experts_per_tok": 2, "decoder_sparse_step": 2, "mlp_only_layers": [5]})",
                    "a");
    QVERIFY(architecture);
    // Layers 1, 3 and 5 would be MoE; 5 is kept dense.
    QCOMPARE(architecture->layers, (std::vector<int>{0, 1, 0, 1, 0, 0}));
  }

  void headerCounts() {
    QTemporaryDir folder;
    write(folder.filePath("config.json"), kSmall);
    write(folder.filePath("model.safetensors"), header_of(small_tensors()));
    for (const QString& path :
         {folder.path(), folder.filePath("config.json"), folder.filePath("model.safetensors")}) {
      const auto architecture = read_model(path.toStdString());
      QVERIFY(architecture);
      QVERIFY(architecture->warnings.empty());
      QCOMPARE(field_of(*architecture, "weights").value, std::to_string(kSmallTotal));
      QCOMPARE(field_of(*architecture, "weights").from, std::string("model.safetensors: equal"));
    }
  }
  void aMissingTensorIsAWarningWithBothNumbers() {
    QTemporaryDir folder;
    write(folder.filePath("config.json"), kSmall);
    auto tensors = small_tensors();
    tensors.pop_back();  // the output matrix, 64000 of 202048
    write(folder.filePath("model.safetensors"), header_of(tensors));
    const auto architecture = read_model(folder.path().toStdString());
    QVERIFY(architecture);
    QCOMPARE(architecture->warnings.size(), std::size_t(1));
    QCOMPARE(architecture->warnings[0].code, std::string(code::count_mismatch));
    QCOMPARE(architecture->warnings[0].found, std::string("138048"));
    QVERIFY(architecture->warnings[0].wanted.values[0].starts_with("202048"));
    QCOMPARE(architecture->parameters_total, kSmallTotal);  // the configuration counts
    QCOMPARE(field_of(*architecture, "weights").from,
             std::string("model.safetensors: differs by -64000: the head is not stored (-64000)"));
  }
  void whatNothingExplainsIsAnError() {
    QTemporaryDir folder;
    write(folder.filePath("config.json"), kSmall);
    auto tensors = small_tensors();
    tensors.back().shape[0] -= 1;
    write(folder.filePath("model.safetensors"), header_of(tensors));
    for (const QString& path : {folder.path(), folder.filePath("model.safetensors")}) {
      const auto refused = read_model(path.toStdString());
      QVERIFY(!refused);
      QCOMPARE(refused.error().code, std::string(code::count_mismatch));
      QCOMPARE(refused.error().found, std::string("201984"));
      QCOMPARE(refused.error().wanted.values[0], std::string("202048"));
      QVERIFY(refused.error().file.ends_with("model.safetensors"));
    }
  }
  /// An index tells bytes alone: up to 0.5 % may be of a wider type; 960 of 202,048 are 0.48 %, 1,024 are
  /// not.
  void bytesOfAWiderType() {
    QTemporaryDir folder;
    write(folder.filePath("config.json"), kSmall);
    const QString path = folder.filePath("model.safetensors.index.json");
    const auto read = [&](std::int64_t more) {
      const Json index = {{"metadata", {{"total_size", 2 * (kSmallTotal + more)}}},
                          {"weight_map", {{"lm_head.weight", "absent.safetensors"}}}};
      write(path, index.dump());
      return read_model(path.toStdString());
    };
    QVERIFY(read(960));
    QCOMPARE(
        field_of(*read(960), "weights").from,
        std::string("model.safetensors.index.json: differs by 960: tensors of a wider type, or buffers"));
    QCOMPARE(read(1024).error().code, std::string(code::count_mismatch));
  }
  /// Bytes of MXFP4 blocks hold two values each, of other tensors one; a causal mask of four dimensions is no
  /// bias.
  void blocksAndMasks() {
    const auto architecture = read_config(kSmall, "a");
    QTemporaryDir folder;
    const auto counted = [&](const char* name, const char* dtype, std::vector<std::int64_t> shape) {
      Tensor tensor;
      tensor.name = name;
      tensor.shape = std::move(shape);
      const Json header = {{name,
                            {{"dtype", dtype},
                             {"shape", tensor.shape},
                             {"data_offsets", {0, tensor.count() * (std::string(dtype) == "U8" ? 1 : 2)}}}}};
      const std::string text = header.dump();
      write(folder.filePath("w.safetensors"),
            std::string(1, static_cast<char>(text.size())) + std::string(7, '\0') + text +
                std::string(static_cast<std::size_t>(tensor.count()) * 2, ' '));
      return count_weights(folder.filePath("w.safetensors").toStdString(), *architecture)->parameters;
    };
    QCOMPARE(counted("mlp.experts.gate_up_proj_blocks", "U8", {4, 3}), 24);
    QCOMPARE(counted("mlp.experts.gate_up_proj_bias", "U8", {4, 3}), 12);
    QCOMPARE(counted("mlp.experts.gate_up_proj_blocks", "BF16", {4, 3}), 12);
    QCOMPARE(counted("h.0.attn.bias", "BF16", {1, 1, 2, 2}), 0);
    QCOMPARE(counted("h.0.attention.bias", "BF16", {6}), 6);
  }
  /// Of a quantised model the bytes of an index tell no count; a shard that lies elsewhere is not looked for.
  void indexThatTellsNothing() {
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("model"));
    Json config = Json::parse(kSmall);
    config["quantization_config"] = {{"quant_method", "gptq"}};
    write(folder.filePath("model/config.json"), config.dump());
    write(folder.filePath("elsewhere.safetensors"), header_of(small_tensors()));
    const Json index = {{"metadata", {{"total_size", 2 * kSmallTotal}}},
                        {"weight_map", {{"lm_head.weight", "../elsewhere.safetensors"}}}};
    const QString path = folder.filePath("model/model.safetensors.index.json");
    write(path, index.dump());
    const auto weights = [&] { return field_of(*read_model(path.toStdString()), "weights").value; };
    QCOMPARE(weights(), std::string("not compared"));
    config.erase("quantization_config");
    write(folder.filePath("model/config.json"), config.dump());
    QCOMPARE(weights(), std::to_string(kSmallTotal));
    config["torch_dtype"] = "float32";  // half as many in as many bytes
    write(folder.filePath("model/config.json"), config.dump());
    QCOMPARE(read_model(path.toStdString()).error().found, std::to_string(kSmallTotal / 2));
  }
  /// The text part of a multimodal file says what it says; the file around it what is left.
  void textPartComesFirst() {
    Json json = Json::parse(kSmall);
    const Json text = {{"model_type", "llama"}, {"hidden_size", 128}, {"intermediate_size", 256}};
    json["text_config"] = text;
    const auto architecture = read_config(json.dump(), "a");
    QVERIFY(architecture);
    QCOMPARE(field_of(*architecture, "hidden").value, std::string("128"));
    QCOMPARE(field_of(*architecture, "hidden").from, std::string("text_config.hidden_size"));
    QCOMPARE(field_of(*architecture, "vocabulary").value, std::string("1000"));
  }
  void scalesBuffersAndPredictionAreLeftOut() {
    const auto architecture =
        read_config(R"({"model_type": "deepseek_v3", "hidden_size": 64, "intermediate_size": 128,
      "num_attention_heads": 4, "num_hidden_layers": 4, "vocab_size": 1000, "n_routed_experts": 8, "num_experts_per_tok": 2,
      "moe_intermediate_size": 16, "n_group": 4, "topk_group": 2, "q_lora_rank": 32, "kv_lora_rank": 16,
      "num_nextn_predict_layers": 1})",
                    "a");
    QVERIFY(architecture);
    auto tensors = list_tensors(*architecture);  // the prediction module included
    Tensor scale;
    scale.name = "model.layers.0.self_attn.o_proj.weight_scale_inv";
    scale.shape = {4, 4};
    tensors.push_back(scale);
    scale.name = "model.layers.0.self_attn.rotary_emb.inv_freq";
    tensors.push_back(scale);
    QTemporaryDir folder;
    write(folder.filePath("w.safetensors"), header_of(tensors));
    const auto count = count_weights(folder.filePath("w.safetensors").toStdString(), *architecture);
    QVERIFY(count);
    QCOMPARE(count->parameters, architecture->parameters_total);
    using Beside = std::vector<std::pair<std::string, std::int64_t>>;
    Beside beside = count->beside;
    std::sort(beside.begin(), beside.end());
    QCOMPARE(
        beside,
        (Beside{{"buffers", 16}, {"multi-token prediction", architecture->parameters_mtp}, {"scales", 16}}));
  }
  void indexWithAndWithoutItsShards() {
    QTemporaryDir folder;
    write(folder.filePath("config.json"), kSmall);
    const auto tensors = small_tensors();
    const auto half = static_cast<std::ptrdiff_t>(tensors.size() / 2);
    Json index = {{"metadata", {{"total_size", 2 * kSmallTotal}}}, {"weight_map", Json::object()}};
    for (std::size_t i = 0; i < tensors.size(); ++i)
      index["weight_map"][tensors[i].name] = static_cast<std::ptrdiff_t>(i) < half
                                                 ? "model-00001-of-00002.safetensors"
                                                 : "model-00002-of-00002.safetensors";
    const QString index_path = folder.filePath("model.safetensors.index.json");
    write(index_path, index.dump());
    // No shard is here: the index's bytes over two a parameter.
    QCOMPARE(field_of(*read_model(index_path.toStdString()), "weights").value, std::to_string(kSmallTotal));
    // A tied head that is stored once more is told, and no warning.
    Json tied = Json::parse(kSmall);
    tied["tie_word_embeddings"] = true;
    write(folder.filePath("config.json"), tied.dump());
    const auto twice = read_model(index_path.toStdString());
    QVERIFY(twice->warnings.empty());
    QCOMPARE(field_of(*twice, "weights").from,
             std::string("model.safetensors.index.json: differs by 64000: the tied head stored once more "
                         "(64000)"));
    write(folder.filePath("config.json"), kSmall);
    // Both are here: their headers count, whatever the index claims.
    index["metadata"]["total_size"] = 1;
    write(index_path, index.dump());
    write(folder.filePath("model-00001-of-00002.safetensors"),
          header_of({tensors.begin(), tensors.begin() + half}));
    write(folder.filePath("model-00002-of-00002.safetensors"),
          header_of({tensors.begin() + half, tensors.end()}));
    for (const QString& path :
         {folder.path(), index_path, folder.filePath("model-00001-of-00002.safetensors")})
      QCOMPARE(field_of(*read_model(path.toStdString()), "weights").from,
               std::string("model.safetensors.index.json: equal"));
  }
  void damagedHeaders_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* name, const std::string& header, const char* where) {
      QByteArray content(8, '\0');
      content[0] = static_cast<char>(header.size() & 0xFFU);
      content[1] = static_cast<char>(header.size() >> 8U);
      QTest::newRow(name) << content + QByteArray::fromStdString(header) << QString(where);
    };
    QTest::newRow("seven bytes") << QByteArray("abcdefg") << "byte 0";
    QTest::newRow("length beyond the file") << QByteArray("\xff\xff\0\0\0\0\0\0{}", 10) << "byte 0";
    QTest::newRow("length of 2^63") << QByteArray("\0\0\0\0\0\0\0\x80{}", 10) << "byte 0";
    row("not JSON", "{\"a\": }", "line 1, column 7");
    row("array", "[1]", "header");
    row("no dtype", R"({"a": {"shape": [1], "data_offsets": [0, 2]}})", "a");
    row("negative dimension", R"({"a": {"dtype": "BF16", "shape": [-1], "data_offsets": [0, 2]}})",
        "a.shape");
    row("huge shape",
        R"({"a": {"dtype": "BF16", "shape": [4294967296, 4294967296], "data_offsets": [0, 2]}})", "a.shape");
    row("bytes do not fit", R"({"a": {"dtype": "BF16", "shape": [3], "data_offsets": [0, 5]}})",
        "a.data_offsets");
    row("offset before the data", R"({"a": {"dtype": "BF16", "shape": [1], "data_offsets": [-2, 0]}})",
        "a.data_offsets");
    row("entry is no object", R"({"a": 5})", "a");
    QTest::newRow("length of all bytes left and the length")
        << QByteArray("\x04\0\0\0\0\0\0\0{}", 10) << "byte 0";
  }
  void damagedHeaders() {
    QFETCH(QByteArray, content);
    QFETCH(QString, where);
    QTemporaryDir folder;
    write(folder.filePath("config.json"), kSmall);
    write(folder.filePath("model.safetensors"), content.toStdString());
    const auto named = read_model(folder.filePath("model.safetensors").toStdString());
    QVERIFY(!named);
    QCOMPARE(named.error().code, std::string(code::bad_header));
    QCOMPARE(QString::fromStdString(named.error().where), where);
    QVERIFY(named.error().file.ends_with("model.safetensors"));
    // Beside a sound configuration it is a warning: the plan needs no weights.
    const auto beside = read_model(folder.path().toStdString());
    QVERIFY(beside);
    QCOMPARE(beside->warnings.at(0).code, std::string(code::bad_header));
  }
  void packedWeightsAreNotCompared() {
    QTemporaryDir folder;
    write(folder.filePath("config.json"), kSmall);
    Tensor tensor;
    tensor.name = "model.layers.0.mlp.up_proj.qweight";
    tensor.shape = {8, 128};
    write(folder.filePath("model.safetensors"), header_of({tensor}));
    const auto architecture = read_model(folder.path().toStdString());
    QVERIFY(architecture->warnings.empty());
    QCOMPARE(field_of(*architecture, "weights").value, std::string("not compared"));
  }
  /// A saved question keeps the text of its model, or a name alone.
  void modelOfASavedQuestion() {
    const BuiltInModel& known = built_in_models().front();
    const auto by_name = read_saved(known.id, "");
    const auto by_text = read_saved("mine", known.config);
    QVERIFY(by_name.has_value() && by_text.has_value());
    QCOMPARE(by_name->id, known.id);
    QCOMPARE(by_text->id, std::string("mine"));
    QCOMPARE(build_graph(*by_text).parameters_total, build_graph(*by_name).parameters_total);
    QCOMPARE(read_saved("no-such-model", "").error().code, std::string(code::unknown_model));
    QCOMPARE(read_saved(known.id, "{").error().code, std::string(code::bad_json));
  }

  void nameShown() {
    QCOMPARE(read_model("GPT2-XL")->id, std::string("gpt2-xl"));
    QTemporaryDir folder;
    QDir(folder.path()).mkdir("my-model");
    write(folder.filePath("my-model/config.json"), kSmall);
    QCOMPARE(read_model(folder.filePath("my-model/").toStdString())->id, std::string("my-model"));
    QCOMPARE(read_model(folder.filePath("my-model/config.json").toStdString())->id, std::string("my-model"));
    write(folder.filePath("other.json"), kSmall);
    QCOMPARE(read_model(folder.filePath("other.json").toStdString())->id, std::string("other.json"));
    QCOMPARE(read_model(folder.filePath("other.json").toStdString())->text, std::string(kSmall));
  }
};

}  // namespace tst_model_reader

ASTROLABE_TEST(tst_model_reader, TestModelReader)
#include "tst_model_reader.moc"
