// core/model: broken model files, each with its code, its place and what would be right.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/model/model_reader.h"
#include "tests/program/test_program.h"

namespace tst_model_errors {

using namespace astrolabe;
using namespace astrolabe::model;

namespace {

const char* const kSound = R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128,
  "num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 2, "vocab_size": 1000})";

/// The sound file with one key replaced; a discarded value removes the key.
std::string with(const char* key, const Json& value) {
  Json json = Json::parse(kSound);
  if (value.is_discarded())
    json.erase(key);
  else
    json[key] = value;
  return json.dump();
}

std::string without(const char* key) { return with(key, Json(Json::value_t::discarded)); }

QString line_of(const Error& error) {
  return QString::fromStdString(error.code + " | " + error.where + " | " + error.found + " | " +
                                to_text(error.wanted));
}

}  // namespace

class TestModelErrors : public QObject {
  Q_OBJECT

 private slots:
  void texts_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");  // code | where | found | wanted
    const auto row = [](const char* name, const std::string& text, const char* expected) {
      QTest::newRow(name) << QString::fromStdString(text) << QString::fromUtf8(expected);
    };
    row("comma missing", "{\n  \"model_type\": \"llama\",\n  \"hidden_size\": 4096\n  \"vocab_size\": 10\n}",
        "AST-M101 | line 4, column 3 | \"vocab_size\" | a comma, colon or closing bracket after "
        "\"hidden_size\"");
    row("cut off", R"({"model_type": "llama", "hidden_size": 40)",
        "AST-M101 | line 1, column 42 | end of file | the rest of the file: it ends too early");
    row("comma too many", "{\"model_type\": \"llama\",\n}",
        "AST-M101 | line 2, column 1 | } | no comma before the closing bracket");
    row("top-level array", "[1, 2]", "AST-M101 | line 1, column 1 | an array | an object");
    row("top-level number", "42", "AST-M101 | line 1, column 1 | 42 | an object");
    row("top-level null", "null", "AST-M101 | line 1, column 1 | null | an object");
    row("empty object", "{}", "AST-M102 | top level and text_config | nothing | the field \"model_type\"");
    row("no heads", without("num_attention_heads"),
        "AST-M102 | top level and text_config | nothing | the field \"num_attention_heads\"");
    row("no width", without("hidden_size"),
        "AST-M102 | top level and text_config | nothing | the field \"hidden_size\"");
    row("no layers", without("num_hidden_layers"),
        "AST-M102 | top level and text_config | nothing | the field \"num_hidden_layers\"");
    row("no vocabulary", without("vocab_size"),
        "AST-M102 | top level and text_config | nothing | the field \"vocab_size\"");
    row("null width", with("hidden_size", nullptr),
        "AST-M102 | top level and text_config | nothing | the field \"hidden_size\"");
    row("heads do not divide", with("num_attention_heads", 5),
        "AST-M103 | num_attention_heads | 5 | a divisor of hidden_size (64)");
    row("kv heads do not divide", with("num_key_value_heads", 3),
        "AST-M103 | num_key_value_heads | 3 | a divisor of num_attention_heads (4)");
    row("zero layers", with("num_hidden_layers", 0),
        "AST-M103 | num_hidden_layers | 0 | between 1 and 10000");
    row("too many layers", with("num_hidden_layers", 10001),
        "AST-M103 | num_hidden_layers | 10001 | between 1 and 10000");
    row("negative width", with("hidden_size", -64),
        "AST-M103 | hidden_size | -64 | between 1 and 2147483647");
    row("width beyond 2^31", with("hidden_size", 4294967296),
        "AST-M103 | hidden_size | 4294967296 | between 1 and 2147483647");
    row("fraction", with("intermediate_size", 128.5),
        "AST-M103 | intermediate_size | 128.5 | a whole number");
    row("number as string", with("hidden_size", "64"), "AST-M103 | hidden_size | \"64\" | a whole number");
    row("list for a number", with("vocab_size", Json::array({1, 2})),
        "AST-M103 | vocab_size | a list of 2 | a whole number");
    row("flag as string", with("tie_word_embeddings", "yes"),
        "AST-M103 | tie_word_embeddings | yes | true or false");
    row("text_config is no object", with("text_config", 3), "AST-M103 | text_config | 3 | an object");
    row("no experts counted",
        R"({"model_type": "deepseek", "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4,
            "num_hidden_layers": 2, "vocab_size": 1000, "num_experts_per_tok": 6})",
        "AST-M102 | num_experts_per_tok | 6 experts a token and no number of experts | the field "
        "\"n_routed_experts\"");
    row("nested value",
        R"({"text_config": {"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 0}})",
        "AST-M103 | text_config.hidden_size | 0 | between 1 and 2147483647");
    row("family is a number", with("model_type", 7), "AST-M103 | model_type | 7 | a string");
    row("layers that run repeatedly", R"({"model_type": "albert"})",
        "AST-M105 | family | layers that run repeatedly | a model of known kinds of layers: this one is read "
        "and counted by inspect, but its cost is not known yet");
    row("keys of experts in a family without", with("num_local_experts", 8),
        "AST-M103 | num_local_experts | 8 | a family that has experts: this one reads no such key");
    row("state space that nothing reads",
        R"({"model_type": "none_of_ours", "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4,
            "num_hidden_layers": 2, "vocab_size": 1000, "mamba_d_state": 16})",
        "AST-M104 | mamba_d_state | 16 | a family that a family file describes: nothing says what this key "
        "builds");
    row("linear layers in a family without",
        R"({"model_type": "olmo3", "layer_types": ["linear_attention"], "num_hidden_layers": 1})",
        "AST-M103 | layer_types | linear_attention | one of: full_attention, sliding_attention");
    row("kinds of another number of layers",
        R"({"model_type": "olmo3", "layer_types": ["full_attention"], "num_hidden_layers": 2})",
        "AST-M103 | layer_types | 1 entries | an array of 2 entries, one per layer");
    row("experts without a count",
        R"({"model_type": "deepseek_v2", "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4,
            "num_hidden_layers": 2, "vocab_size": 1000, "num_experts_per_tok": 6, "kv_lora_rank": 16})",
        "AST-M102 | top level and text_config | nothing | the field \"n_routed_experts\"");
    row("a tower of a kind that no file describes",
        R"({"model_type": "llava", "text_config": {"model_type": "llama"}, "vision_config": {"model_type": "timm_wrapper"}})",
        "AST-M104 | vision_config.model_type | timm_wrapper | a tower that a family file describes");
    row("a tower that nothing reads",
        R"({"model_type": "none_of_ours", "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4,
            "num_hidden_layers": 2, "vocab_size": 1000, "vision_config": {"depth": 2}})",
        "AST-M104 | vision_config | {\"depth\":2} | a family that a family file describes: nothing says what "
        "this "
        "key builds");
    row("text for a size", R"({"model_type": "granite", "hidden_size": "64"})",
        "AST-M103 | hidden_size | \"64\" | a whole number");
    row("adapter", R"({"peft_type": "LORA", "r": 8, "base_model_name_or_path": "x"})",
        "AST-M105 | peft_type | LORA | to be taken out: adapters (LoRA) are not supported, only training of "
        "the whole model");
    row("adapter inside", R"({"text_config": {"model_type": "llama", "lora_r": 8}, "vision_config": {}})",
        "AST-M105 | text_config.lora_r | lora_r = 8 | to be taken out: adapters (LoRA) are not supported, "
        "only "
        "training of the whole model");
    row("frozen layers", with("freeze_layers", 4),
        "AST-M105 | freeze_layers | freeze_layers = 4 | to be taken out: frozen layers are not supported, "
        "only training of "
        "the whole model");
    row("more experts chosen than there are",
        R"({"model_type": "mixtral", "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4,
            "num_key_value_heads": 2, "num_hidden_layers": 2, "vocab_size": 1000, "num_local_experts": 4,
            "num_experts_per_tok": 5})",
        "AST-M103 | num_experts_per_tok | 5 | between 1 and 4");
    row("expert groups do not divide",
        R"({"model_type": "deepseek_v3", "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4,
            "num_hidden_layers": 4, "vocab_size": 1000, "n_routed_experts": 10, "num_experts_per_tok": 2,
            "moe_intermediate_size": 16, "n_group": 4, "topk_group": 2})",
        "AST-M103 | n_group | 4 | a divisor of n_routed_experts (10)");
    row("layer types of another length",
        R"({"model_type": "mistral", "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 8,
            "num_hidden_layers": 2, "vocab_size": 1000, "layer_types": ["full_attention"]})",
        "AST-M103 | layer_types | 1 entries | an array of 2 entries, one per layer");
    row("attention beyond its period",
        R"({"model_type": "jamba", "num_hidden_layers": 8, "attn_layer_period": 4, "attn_layer_offset": 4})",
        "AST-M103 | attn_layer_offset | 4 | between 0 and 3");
    row("experts beyond their period",
        R"({"model_type": "jamba", "num_hidden_layers": 8, "expert_layer_period": 2, "expert_layer_offset": 3})",
        "AST-M103 | expert_layer_offset | 3 | between 0 and 1");
    row("more dense layers than layers",
        R"({"model_type": "deepseek_v3", "num_hidden_layers": 4, "first_k_dense_replace": 5})",
        "AST-M103 | first_k_dense_replace | 5 | between 0 and 4");
    row("a dense layer beyond the layers",
        R"({"model_type": "qwen3_moe", "num_hidden_layers": 4, "mlp_only_layers": [0, 4]})",
        "AST-M103 | mlp_only_layers | 4 | between 0 and 3");
    row("attention beyond the layers, counted from one",
        R"({"model_type": "kimi_linear", "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4,
            "num_hidden_layers": 4, "vocab_size": 1000, "kv_lora_rank": 16, "qk_nope_head_dim": 16,
            "qk_rope_head_dim": 8, "num_experts": 4, "num_experts_per_token": 2, "moe_intermediate_size": 32,
            "linear_attn_config": {"full_attn_layers": [5], "num_heads": 4, "head_dim": 16}})",
        "AST-M103 | linear_attn_config.full_attn_layers | 5 | between 1 and 4");
    row("more layers share keys than there are",
        R"({"model_type": "gemma3n_text", "num_hidden_layers": 4, "num_kv_shared_layers": 5})",
        "AST-M103 | num_kv_shared_layers | 5 | between 0 and 4");
    row("a pattern of another length",
        R"({"model_type": "nemotron_h", "num_hidden_layers": 3, "hybrid_override_pattern": "M*"})",
        "AST-M103 | hybrid_override_pattern | 2 letters | a text of 3 letters, one per layer");
    row("layers without positions of another number",
        R"({"model_type": "smollm3", "num_hidden_layers": 3, "no_rope_layers": [1, 0]})",
        "AST-M103 | no_rope_layers | 2 entries | an array of 3 entries, one per layer");
    row("two numbers of layers", with("n_layer", 3),
        "AST-M103 | n_layer | 3 | 2, as “num_hidden_layers” says");
    row("a tower beside a text model", with("vision_config", Json{{"depth", 2}}),
        "AST-M103 | vision_config | {\"depth\":2} | a family that has this tower: this one reads no such "
        "key");
    row("a state space beside attention", with("mamba_d_state", 16),
        "AST-M103 | mamba_d_state | 16 | a family that has state-space layers: this one reads no such key");
    row("experts inside a text model without",
        R"({"model_type": "llava", "text_config": {"model_type": "llama", "num_local_experts": 8}})",
        "AST-M103 | text_config.num_local_experts | 8 | a family that has experts: this one reads no such "
        "key");
    row("unknown layer type",
        R"({"model_type": "mistral", "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 8,
            "num_hidden_layers": 1, "vocab_size": 1000, "layer_types": ["linear_attention"]})",
        "AST-M103 | layer_types | linear_attention | one of: full_attention, sliding_attention");
    row("patch larger than the image",
        R"({"model_type": "vit", "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4,
            "num_hidden_layers": 2, "image_size": 8, "patch_size": 16})",
        "AST-M103 | patch_size | 16 | between 1 and 8");
    row("more than 10^15 parameters",
        R"({"model_type": "llama", "hidden_size": 1000000, "intermediate_size": 2000000000, "num_attention_heads": 10,
            "num_hidden_layers": 10000, "vocab_size": 1000})",
        "AST-M103 | parameters_total | more than 1000000000000000 | sizes that give at most 1000000000000000 "
        "parameters");
  }
  void texts() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto architecture = read_config(text.toStdString(), "config.json");
    QVERIFY(!architecture);
    QCOMPARE(line_of(architecture.error()), expected);
    QCOMPARE(architecture.error().file, std::string("config.json"));
  }

  void files_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("code");
    QTest::newRow("empty") << "config.json" << QByteArray() << "AST-F406";
    QTest::newRow("blank") << "config.json" << QByteArray("  \n\t ") << "AST-F406";
    QTest::newRow("NUL bytes") << "config.json" << QByteArray("{\"model_type\":\0 \"llama\"}", 24)
                               << "AST-F408";
    QTest::newRow("not UTF-8") << "config.json" << QByteArray("{\"model_type\": \"\xff\xfe\"}") << "AST-M101";
    QTest::newRow("deep nesting") << "config.json" << QByteArray(100'000, '[') << "AST-M101";
    QTest::newRow("adapter") << "adapter_config.json" << QByteArray("{\"peft_type\": \"LORA\"}")
                             << "AST-M105";
    QTest::newRow("byte order mark") << "config.json" << QByteArray("\xEF\xBB\xBF{}") << "AST-M102";
  }
  void files() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, code);
    QTemporaryDir folder;
    const std::string path = folder.filePath(name).toStdString();
    std::ofstream(path, std::ios::binary).write(content.constData(), content.size());
    const auto file = read_model(path);
    QVERIFY(!file);
    QCOMPARE(QString::fromStdString(file.error().code), code);
    QVERIFY(file.error().file.ends_with(name.toStdString()));
    const auto whole = read_model(folder.path().toStdString());
    QVERIFY(!whole);
    QCOMPARE(QString::fromStdString(whole.error().code), code);
  }
  void aFileOfOneGigabyteIsRefusedUnread() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("config.json").toStdString();
    std::ofstream(path) << '{';
    std::filesystem::resize_file(path, 1'000'000'000);  // sparse
    QCOMPARE(read_model(path).error().code, std::string(code::file_too_large));
  }
  void placesWithoutAModel() {
    QTemporaryDir folder;
    const auto nothing = read_model(folder.path().toStdString());
    QVERIFY(!nothing);
    QCOMPARE(nothing.error().code, std::string(code::cannot_read));
    QVERIFY(nothing.error().file.ends_with("config.json"));
    QCOMPARE(read_model(folder.filePath("none/config.json").toStdString()).error().code,
             std::string(code::cannot_read));
    QCOMPARE(read_model(folder.filePath("model.safetensors").toStdString()).error().code,
             std::string(code::cannot_read));
    std::filesystem::create_directory(folder.filePath("config.json").toStdString());
    QCOMPARE(read_model(folder.filePath("config.json").toStdString()).error().code,
             std::string(code::cannot_read));
  }
  void unknownIdsNameTheNearest() {
    const auto error = read_model("llama-3-70b").error();
    QCOMPARE(error.code, std::string(code::unknown_model));
    QCOMPARE(error.found, std::string("llama-3-70b"));
    QVERIFY(std::find(error.wanted.values.begin(), error.wanted.values.end(), "llama-3.1-70b") !=
            error.wanted.values.end());
    QVERIFY(!read_model("").has_value());
    QVERIFY(read_model("Llama-3.1-8B"));
  }
  void everyTruncationOfARealFileIsAnError() {
    const std::string text = built_in_models().front().config;
    for (std::size_t length = 0; length + 2 < text.size(); ++length)
      QVERIFY(!read_config(std::string_view(text).substr(0, length), "cut"));
  }
  void quantisationIsIgnoredForCounts() {
    const auto plain = read_config(kSound, "a");
    const auto quantised = read_config(with("quantization_config", Json{{"load_in_4bit", true}}), "b");
    QVERIFY(plain && quantised);
    QCOMPARE(quantised->parameters_total, plain->parameters_total);
  }
  void nothingFrozenIsNothing() {
    for (const Json& none : {Json(0), Json(0.0), Json(false), Json(""), Json::array(), Json()})
      QVERIFY2(read_config(with("freeze_layers", none), "a"), none.dump().c_str());
    QVERIFY(!read_config(with("freeze_layers", true), "a"));
    QVERIFY(!read_config(with("freeze_layers", 0.5), "a"));
  }
  void unknownKeysAreIgnored() {
    QVERIFY(read_config(with("some_new_key", Json{{"a", Json::array({1, nullptr})}}), "a"));
  }
};

}  // namespace tst_model_errors

ASTROLABE_TEST(tst_model_errors, TestModelErrors)
#include "tst_model_errors.moc"
