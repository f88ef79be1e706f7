// core/model/arguments.h: models told by the arguments of Megatron-LM, in the forms that people keep them.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "core/base/error_codes.h"
#include "core/model/arguments.h"
#include "core/model/model_reader.h"
#include "tests/program/test_program.h"

namespace tst_megatron_arguments {

using namespace astrolabe;
using namespace astrolabe::model;

namespace {

/// Llama-3.1-8B as a launch script holds it: an array, variables, a comment that looks like an argument.
const char* const kScript = R"(#!/bin/bash
# Llama, --num-layers 99 was too slow
export NUM_LAYERS=32
HIDDEN="4096"
MODEL_ARGS=(
    --use-mcore-models
    --num-layers $NUM_LAYERS
    --hidden-size ${HIDDEN}
    --ffn-hidden-size 14336
    --num-attention-heads 32 --group-query-attention --num-query-groups=8
    --seq-length ${SEQ:-8192}
    --max-position-embeddings 8192
    --position-embedding-type rope
    --normalization RMSNorm
    --swiglu --untie-embeddings-and-output-weights
    --disable-bias-linear
    --vocab-size 128256
)
PARALLEL="--tensor-model-parallel-size 2 \
  --pipeline-model-parallel-size 4"
torchrun --nproc_per_node 8 pretrain_gpt.py ${MODEL_ARGS[@]} $PARALLEL --global-batch-size=128
)";

Field field_of(const Architecture& architecture, const std::string& key) {
  for (const Field& field : architecture.fields)
    if (field.key == key) return field;
  return {};
}

std::string without(std::string text, const std::string& part, const std::string& with = {}) {
  const auto at = text.find(part);
  return at == std::string::npos ? text : text.replace(at, part.size(), with);
}

}  // namespace

class TestMegatronArguments : public QObject {
  Q_OBJECT

 private slots:
  void aScriptIsTheModelItNames() {
    const auto read = read_config(kScript, "llama.sh");
    QVERIFY2(read, read ? "" : read.error().found.c_str());
    const auto built_in = read_model("llama-3.1-8b");
    QCOMPARE(read->parameters_total, built_in->parameters_total);
    QCOMPARE(read->layer_kinds.size(), std::size_t{1});
    QVERIFY(read->layer_kinds.front() == built_in->layer_kinds.front());
    QCOMPARE(read->layers.size(), std::size_t{32});
    QCOMPARE(read->max_sequence, 8192);
    QCOMPARE(read->positions, 0);
    QCOMPARE(read->text, std::string(kScript));
    const auto check = [&](const char* key, const char* value, Mark mark, const char* from) {
      const Field field = field_of(*read, key);
      QCOMPARE(QString::fromStdString(field.value), QString(value));
      QVERIFY2(field.mark == mark, key);
      QCOMPARE(QString::fromStdString(field.from), QString(from));
    };
    check("layers", "32", Mark::file, "--num-layers");
    check("kv_heads", "8", Mark::file, "--num-query-groups");
    check("head_dim", "128", Mark::derived, "hidden / heads");
    check("tied_embeddings", "false", Mark::derived, "not untie_embeddings_and_output_weights");
    check("of_the_run", "left out", Mark::file,
          "--tensor-model-parallel-size 2 --pipeline-model-parallel-size 4 --global-batch-size 128");
  }
  /// 96 blocks of (4 h^2 + 4 h) + (8 h^2 + 5 h) + 4 h, two tables, the last norm; h = 12288: GPT-3.
  void megatronsOwnDefaults() {
    const auto read = read_config(
        "--num-layers 96 --hidden-size 12288 --num-attention-heads 96 --seq-length 2048 --vocab-size 50257",
        "gpt3");
    QVERIFY(read);
    constexpr std::int64_t h = 12288;
    QCOMPARE(read->parameters_total, 96 * (12 * h * h + 13 * h) + (50257 + 2048) * h + 2 * h);
    QVERIFY(field_of(*read, "ffn").mark == Mark::derived);
    QCOMPARE(field_of(*read, "ffn").value, std::string("49152"));
    QVERIFY(field_of(*read, "untie_embeddings_and_output_weights").mark == Mark::assumed);
    QVERIFY(field_of(*read, "positions").mark == Mark::assumed);  // from --seq-length
    QCOMPARE(read->positions, 2048);
    // Two thirds of 4 h in whole multiples of 64: 8 x 4096 / 3 = 10922.7, 170 x 64 = 10880.
    const auto gated = read_config(
        "--num-layers 2 --hidden-size 4096 --num-attention-heads 32 --swiglu "
        "--no-position-embedding --vocab-size 1000",
        "gated");
    QVERIFY(gated);
    QCOMPARE(gated->layer_kinds.front().ffn, 10880);
    // Without --group-query-attention Megatron passes over the number of groups.
    const auto ignored = read_config(
        "--num-layers 2 --hidden-size 256 --num-attention-heads 8 --num-query-groups 2 "
        "--max-position-embeddings 128 --vocab-size 1000",
        "ignored");
    QVERIFY(ignored);
    QCOMPARE(ignored->layer_kinds.front().kv_heads, 8);
    QVERIFY(field_of(*ignored, "kv_heads").mark == Mark::derived);
    QVERIFY(field_of(*ignored, "kv_heads").from.find("group_query_attention") != std::string::npos);
  }
  /// DeepSeek-V3 as Megatron's own recipes hold it.
  void aMixtureWithLatentAttention() {
    const auto read = read_config(R"y(MODEL_ARGS:
  --num-layers: 61
  --hidden-size: 7168
  --ffn-hidden-size: 18432
  --num-attention-heads: 128
  --multi-latent-attention: true
  --q-lora-rank: 1536
  --kv-lora-rank: 512
  --qk-layernorm: true
  --num-experts: 256
  --moe-layer-freq: "([0] * 3 + [1] * 58)"
  --moe-ffn-hidden-size: 2048
  --moe-shared-expert-intermediate-size: 2048
  --moe-router-topk: 8
  --normalization: RMSNorm
  --swiglu: true
  --disable-bias-linear: true
  --untie-embeddings-and-output-weights: true
  --position-embedding-type: rope
  --vocab-size: 129280
)y",
                                  "deepseek.yaml");
    QVERIFY2(read, read ? "" : (read.error().where + read.error().found).c_str());
    const auto built_in = read_model("deepseek-v3");
    QCOMPARE(read->parameters_total, built_in->parameters_total);
    QCOMPARE(read->layer_kinds.size(), std::size_t{2});
    QVERIFY(read->layers[2] != read->layers[3]);
    QCOMPARE(read->layer_kinds[1].experts, 256);
    QCOMPARE(read->layer_kinds[1].top_k, 8);
  }
  void mixtralHasTwoOfEightByDefault() {
    const auto read = read_config(
        "--num-layers 32 --hidden-size 4096 --num-attention-heads 32 --group-query-attention "
        "--num-query-groups 8 "
        "--ffn-hidden-size 14336 --swiglu --num-experts 8 --normalization RMSNorm --disable-bias-linear "
        "--untie-embeddings-and-output-weights --use-rotary-position-embeddings --vocab-size 32000",
        "mixtral");
    QVERIFY(read);
    const auto built_in = read_model("mixtral-8x7b");
    QCOMPARE(read->parameters_total, built_in->parameters_total);
    QCOMPARE(read->parameters_active, built_in->parameters_active);
    QVERIFY(field_of(*read, "top_k").mark == Mark::assumed);
    QCOMPARE(field_of(*read, "top_k").from, std::string("Megatron-LM default"));
  }
  void whatIsWrong_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("told");
    const auto row = [](const char* name, const std::string& text, const char* told) {
      QTest::newRow(name) << QString::fromStdString(text) << QString(told);
    };
    const std::string script = kScript;
    row("missing", without(script, "--vocab-size 128256"), "AST-M102 | arguments | nothing | --vocab-size");
    row("a variable nobody sets", without(script, "export NUM_LAYERS=32"),
        "AST-M103 | --num-layers | \"$NUM_LAYERS\" | ");
    row("a value of another",
        without(script, "export NUM_LAYERS=32",
                "if [ $SIZE = 8B ]; then NUM_LAYERS=32; elif [ $SIZE = 70B ]; then NUM_LAYERS=80; fi"),
        "AST-M103 | --num-layers | \"$NUM_LAYERS\" | a value of SIZE, such as 8B, 70B");
    row("uneven heads",
        without(script, "--num-attention-heads 32 --group-query-attention", "--num-attention-heads 31"),
        "AST-M103 | --num-attention-heads | 31 | --hidden-size");
    row("a hybrid", script + " --is-hybrid-model",
        "AST-M105 | --is-hybrid-model | --is-hybrid-model true | a hybrid");
    row("a list of too few", script + " --num-experts 8 --moe-layer-freq [0,1]",
        "AST-M103 | --moe-layer-freq | 2 entries | an array of 32 entries, one per layer");
    row("no arguments at all", "#!/bin/bash\necho hello\n", "AST-M101 | line 1");
  }
  void whatIsWrong() {
    QFETCH(QString, text);
    QFETCH(QString, told);
    const auto read = read_config(text.toStdString(), "run.sh");
    QVERIFY(!read);
    const Error& error = read.error();
    const QString wanted =
        error.wanted.values.empty() ? QString() : QString::fromStdString(error.wanted.values.front());
    const QString said =
        QString::fromStdString(error.code + " | " + error.where + " | " + error.found + " | ") + wanted;
    QVERIFY2(said.startsWith(told), qPrintable(said));
  }
  void aMissingValueCanBeEntered() {
    const std::string text = without(kScript, "--vocab-size 128256");
    const auto read = read_config(text, "llama.sh", {{"--vocab-size", 128256}});
    QVERIFY(read);
    QCOMPARE(read->parameters_total, read_model("llama-3.1-8b")->parameters_total);
    QVERIFY(field_of(*read, "vocabulary").mark == Mark::assumed);
    QCOMPARE(field_of(*read, "vocabulary").from, std::string("entered"));
  }
  /// Each value that the script leaves open is asked for in turn, until all are entered.
  void openValuesCanBeEntered() {
    const std::string text =
        without(without(kScript, "export NUM_LAYERS=32"), "--vocab-size 128256", "--vocab-size $WORDS");
    const auto none = read_config(text, "llama.sh");
    QVERIFY(!none);
    QCOMPARE(none.error().where, std::string("--num-layers"));
    const auto one = read_config(text, "llama.sh", {{"--num-layers", 32}});
    QVERIFY(!one);
    QCOMPARE(one.error().where, std::string("--vocab-size"));
    const auto both = read_config(text, "llama.sh", {{"--num-layers", 32}, {"--vocab-size", 128256}});
    QVERIFY2(both, both ? "" : both.error().where.c_str());
    QCOMPARE(both->parameters_total, read_model("llama-3.1-8b")->parameters_total);
    QCOMPARE(field_of(*both, "layers").from, std::string("entered"));
  }
  void fromAFile() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("llama3.sh").toStdString();
    std::ofstream(path) << kScript;
    const auto read = read_model(path);
    QVERIFY(read);
    QCOMPARE(read->id, std::string("llama3.sh"));
    QCOMPARE(read_model(folder.filePath("none.sh").toStdString()).error().code,
             std::string(code::cannot_read));
    QVERIFY(!holds_arguments("{\"hidden_size\": 3}"));
  }
};

}  // namespace tst_megatron_arguments

ASTROLABE_TEST(tst_megatron_arguments, TestMegatronArguments)
#include "tst_megatron_arguments.moc"
