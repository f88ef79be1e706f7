// core/model/shell_script.h and launch_model.h: launch scripts are read by the rules of the shell, and
// nothing of them is run.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "core/base/error_codes.h"
#include "core/model/arguments.h"
#include "core/model/launch_model.h"
#include "core/model/shell_script.h"
#include "tests/program/test_program.h"

namespace tst_launch_scripts {

using namespace astrolabe;
using namespace astrolabe::model;

namespace {

/// Sizes by case, a list by a loop, options by a condition, and widths by arithmetic.
const char* const kForms = R"(#!/bin/bash
SIZE=${1:-small}
case $SIZE in
  small) LAYERS=2; HIDDEN=64 ;;
  base|medium) LAYERS=4; HIDDEN=128 ;;
  *) echo "unknown"; exit 1 ;;
esac
FFN=$(( HIDDEN * 4 ))
FREQ=""
for i in $(seq 1 $LAYERS); do
  if [[ $i -le 1 ]]; then FREQ+="0,"; else FREQ+="1,"; fi
done
FREQ="[${FREQ%,}]"
COMMON=( --normalization RMSNorm --swiglu --disable-bias-linear )  # it's a comment
COMMON+=( "--position-embedding-type rope" )
if [ -z "${TIE}" ] || [ "$TIE" = "0" ]; then COMMON+=( --untie-embeddings-and-output-weights ); fi
GPUS=$(nvidia-smi -L | wc -l)
MODEL="--num-layers $LAYERS --hidden-size $HIDDEN --num-attention-heads $((HIDDEN / 16)) --ffn-hidden-size $FFN"
cat <<EOF
--num-layers 99
EOF
torchrun --nproc_per_node $GPUS pretrain_gpt.py ${MODEL} ${COMMON[@]} ${MORE_OPTIONS} \
  --num-experts 4 --moe-layer-freq $FREQ --moe-ffn-hidden-size $((FFN / 2)) --vocab-size 1000 2>&1 | tee log
)";

/// Of kForms: the first layer is dense, 2 of 4 experts are visited.
std::int64_t forms_total(std::int64_t h, std::int64_t layers, bool tied) {
  const std::int64_t expert = 3 * h * 2 * h;
  return layers * (4 * h * h + 2 * h) + 3 * h * 4 * h + (layers - 1) * (4 * expert + 4 * h) + h +
         (tied ? 1 : 2) * 1000 * h;
}

std::string told(const Error& error) {
  std::string text = error.code + " | " + error.where + " | " + error.found + " | ";
  return text + (error.wanted.values.empty() ? std::string() : error.wanted.values.front());
}

}  // namespace

class TestLaunchScripts : public QObject {
  Q_OBJECT

 private slots:
  void forms_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* script, const char* words) {
      QTest::newRow(name) << QString::fromUtf8(script) << QString::fromUtf8(words);
    };
    row("single quotes are literal", "A='$B x'\nrun --a \"$A\"", "run|--a|$B x");
    row("unquoted values part at blanks", "A='1  2'\nrun --a $A", "run|--a|1|2");
    row("a default", "run ${A:-4} ${A-5} ${B:=6} $B", "run|4|5|6|6");
    row("a default of a position", "run ${1:-small}", "run|small");
    row("an alternative", "A=1\nrun ${A:+yes} ${B:+no}x", "run|yes|x");
    row("cut", "A=dir/model-8b.sh\nrun ${A##*/} ${A%.sh} ${A#*/} ${A%%-*}",
        "run|model-8b.sh|dir/model-8b|model-8b.sh|dir/model");
    row("replaced", "A=a-b-c\nrun ${A/-/_} ${A//-/_}", "run|a_b-c|a_b_c");
    row("a part", "A=abcdef\nrun ${A:2:3} ${A:4} ${#A}", "run|cde|ef|6");
    row("arithmetic", "A=7\nrun $((A*2+1)) $(( $A / 2 )) $((A > 3 ? 8 : 9)) $((2**5 % 7))", "run|15|3|8|4");
    row("counting", "i=1\n((i++))\nlet i+=2\nrun $i", "run|4");
    row("lists", "A=(a \"b c\" d)\nA+=(e)\nrun \"${A[@]}\" ${#A[@]} ${A[1]}", "run|a|b c|d|e|4|b|c");
    row("a list as one word", "A=(1 0 1)\nB=$(IFS=', '; echo \"${A[*]}\")\nrun [$B]", "run|[1,0,1]");
    row("printf -v", "printf -v A '[%s]' \"$(echo 1 2)\"\nrun \"$A\"", "run|[1 2]");
    row("a counted loop", "A=\nfor ((i=0;i<3;i++)); do A+=$i; done\nrun $A", "run|012");
    row("a loop over words", "A=x\nfor w in a b; do A=$A$w; done\nrun $A", "run|xab");
    row("else", "A=2\nif [ $A -gt 3 ]; then B=1; elif (( A == 2 )); then B=2; else B=3; fi\nrun $B", "run|2");
    row("a pattern", "A=llama-8b\nif [[ $A == *8b && ! $A = x ]]; then B=1; fi\nrun $B", "run|1");
    row("and, or", "[ 1 = 2 ] && A=no\n[ 1 = 1 ] || A=never\nrun ${A:-kept}", "run|kept");
    row("no file is there", "if [ -f /etc/passwd ]; then A=1; else A=2; fi\nrun $A", "run|2");
    row("line ends", "run --a \\\n  1 \\\r\n  --b", "run|--a|1|--b");
    row("a list that goes on", "--a 1\n--b 2", "--a|1|--b|2");
    row("eval", "C=\"run --a '[1]*2'\"\neval $C", "run|--a|[1]*2");
    row("a function is not followed", "f() {\n  A=2\n}\nA=1\nf\nrun $A", "run|1");
    row("while is not followed", "A=1\nwhile [ $A -lt 3 ]; do A=5; done\nrun $A", "run|1");
    row("of the environment", "X=1 run --a", "run|--a");
    row("a subshell", "( cd x && run --a )", "run|--a");
  }
  void forms() {
    QFETCH(QString, script);
    QFETCH(QString, words);
    const ShellReading reading = read_shell(script.toStdString());
    QVERIFY(!reading.commands.empty());
    QStringList found;
    for (const std::string& word : reading.commands.back().words)
      found.append(QString::fromStdString(with_names(word)));
    QCOMPARE(found.join(u'|'), words);
  }
  void whatCannotBeKnown() {
    const ShellReading reading = read_shell(
        "A=$2\nB=$(date)\nif [ $A = 8B ]; then L=32; elif [ $A = 70B ]; then L=80; else L=1; fi\n"
        "case $C in one|two) D=1 ;; esac\nrun $A \"$B\" $L $D ${E:-}");
    const auto& words = reading.commands.back().words;
    QCOMPARE(words.size(), std::size_t{5});
    QCOMPARE(unknown_name(words[1]), std::string("A"));
    QCOMPARE(unknown_name(words[2]), std::string("B"));
    QCOMPARE(with_names(words[3]), std::string("$L"));
    QCOMPARE(reading.possible.at("A"), (std::vector<std::string>{"8B", "70B"}));
    QCOMPARE(reading.possible.at("C"), (std::vector<std::string>{"one", "two"}));
    QCOMPARE(reading.decided_by.at("L"), std::string("A"));
    QCOMPARE(reading.decided_by.at("D"), std::string("C"));
  }
  void aScriptOfManyForms() {
    const auto small = inspect_launch(kForms, "forms.sh");
    QVERIFY2(small, small ? "" : told(small.error()).c_str());
    QVERIFY(small->description && small->architecture);
    QCOMPARE(small->description->total, forms_total(64, 2, false));
    QCOMPARE(small->description->active, forms_total(64, 2, false) - 2 * 3 * 64 * 128);
    QCOMPARE(small->architecture->parameters_total, forms_total(64, 2, false));
    QCOMPARE(small->architecture->text, std::string(kForms));
    // A value that is given takes the place of what is unknown, not of what the script says.
    const auto constant = inspect_launch(kForms, "forms.sh", {}, {{"SIZE", "base"}});
    QVERIFY(constant);
    QCOMPARE(constant->description->total, forms_total(64, 2, false));
    const auto base = inspect_launch(kForms, "forms.sh", {}, {{"1", "base"}, {"TIE", "1"}});
    QVERIFY(base);
    QCOMPARE(base->description->total, forms_total(128, 4, true));
    // What was given is in the text, so that a saved question reads the same model.
    const auto again = read_config(base->architecture->text, "saved");
    QVERIFY2(again, again ? "" : told(again.error()).c_str());
    QCOMPARE(again->parameters_total, forms_total(128, 4, true));
  }
  /// Mamba-2, MLP, attention, experts: one norm a letter; what stands behind "/" predicts further tokens.
  void aHybridByItsLetters() {
    const auto read = inspect_launch(
        "--hybrid-layer-pattern 'M-*E|M/*E' --hidden-size 64 --ffn-hidden-size 128 --num-attention-heads 4 "
        "--mamba-num-heads 4 --mamba-head-dim 16 --mamba-num-groups 2 --mamba-state-dim 8 --num-experts 4 "
        "--moe-ffn-hidden-size 32 --squared-relu --disable-bias-linear --normalization RMSNorm "
        "--position-embedding-type none --untie-embeddings-and-output-weights --vocab-size 1000",
        "hybrid");
    QVERIFY2(read, read ? "" : told(read.error()).c_str());
    const std::int64_t mamba =
        (2 * 64 + 2 * 2 * 8 + 4) * 64 + (64 + 2 * 2 * 8) * (4 + 1) + 3 * 4 + 64 + 64 * 64;
    const std::int64_t others = 2 * 64 * 128 + 4 * 64 * 64 + 4 * 2 * 64 * 32 + 4 * 64;
    QCOMPARE(read->description->total, 2 * mamba + others + 5 * 64 + 64 + 2 * 1000 * 64);
    QCOMPARE(read->description->parts.front().layers.size(), std::size_t{5});
    QVERIFY(read->architecture && !read->not_planned);
    const model::LayerKind& mixer = read->architecture->layer_kinds.front();
    QCOMPARE(mixer.scans.size(), std::size_t{1});
    QCOMPARE(mixer.scans.front().heads, 4);
    QCOMPARE(mixer.heads + mixer.ffn, 0);
  }
  void aYamlFile() {
    const auto read = inspect_launch(
        "ENV_VARS:\n  LAYERS: 2\nMODEL_ARGS:\n  # --num-layers: 9\n  --num-layers: ${LAYERS}\n"
        "  --hidden-size: 64   # wide\n  --num-attention-heads: 4\n  --ffn-hidden-size: 128\n  --swiglu: "
        "true\n"
        "  --normalization: RMSNorm\n  --disable-bias-linear: true\n  --add-qkv-bias: false\n"
        "  --untie-embeddings-and-output-weights: true\n  --position-embedding-type: rope\n"
        "  --micro-batch-size: ${MBS}\n  --vocab-size: 1000\n",
        "small.yaml");
    QVERIFY2(read, read ? "" : told(read.error()).c_str());
    QCOMPARE(read->description->total,
             std::int64_t{2} * (4 * 64 * 64 + 3 * 64 * 128 + 128) + 64 + 2 * 1000 * 64);
  }
  /// A table gives the vocabulary of known tokenizers; of others it is asked for.
  void theVocabularyOfATokenizer() {
    const std::string script =
        "--num-layers 2 --hidden-size 64 --num-attention-heads 4 --position-embedding-type rope ";
    const auto known = inspect_launch(script + "--tokenizer-model Qwen/Qwen3-8B", "known");
    QVERIFY(known && known->architecture);
    QCOMPARE(known->architecture->vocabulary, 151936);
    const auto asked = inspect_launch(script + "--tokenizer-model mine", "asked");
    QVERIFY(!asked);
    QCOMPARE(told(asked.error()), std::string("AST-M102 | arguments | nothing | --vocab-size"));
    const auto entered = inspect_launch(script, "entered", {{"--vocab-size", 1000}});
    QVERIFY(entered && entered->description);
    QCOMPARE(entered->architecture->vocabulary, 1000);
  }
  void theCodeOfAScript() {
    const std::string script =
        "--num-layers 4 --hidden-size 64 --num-attention-heads 4 --position-embedding-type rope "
        "--vocab-size 1000 ";
    const auto linear =
        inspect_launch(script + "--spec slime_plugins.models.qwen3_next get_qwen3_next_spec", "linear");
    QVERIFY2(linear, linear ? "" : told(linear.error()).c_str());
    QVERIFY(linear->architecture);
    QCOMPARE(linear->description->parts.front().layers[2].mixer, std::string("linear"));
    QCOMPARE(linear->description->parts.front().layers[3].mixer, std::string("full"));
    const auto unknown = inspect_launch(script + "--spec mine.layers spec", "unknown");
    QVERIFY(!unknown);
    QVERIFY2(told(unknown.error()).starts_with("AST-M105 | --spec | mine.layers spec"),
             told(unknown.error()).c_str());
    const auto tower = inspect_launch("torchrun pretrain_vlm.py " + script, "tower");
    QVERIFY(!tower);
    QVERIFY(told(tower.error()).starts_with("AST-M105 | program | pretrain_vlm.py"));
  }
  /// A file beside the script or below its folder is read, no other.
  void aSourcedFile() {
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("run/models")));
    const auto write = [&](const char* name, const std::string& text) {
      const std::string path = folder.filePath(QString::fromUtf8(name)).toStdString();
      std::ofstream(path) << text;
      return path;
    };
    const std::string model =
        "MODEL_ARGS=(--num-layers ${N:-2} --hidden-size 64 --num-attention-heads 4 "
        "--position-embedding-type rope --vocab-size 1000)\n";
    write("run/models/small.sh", model);
    write("outside.sh", model);
    const std::string head = "#!/bin/bash\nDIR=\"$(cd \"$(dirname \"$0\")\" && pwd)\"\nN=3\n";
    const std::string tail = "torchrun train.py ${MODEL_ARGS[@]}\n";
    const auto read = read_model(write("run/a.sh", head + "source \"${DIR}/models/small.sh\"\n" + tail));
    QVERIFY2(read, read ? "" : told(read.error()).c_str());
    QCOMPARE(read->layers.size(), std::size_t{3});
    const auto again = read_config(read->text, "saved");
    QVERIFY(again);
    QCOMPARE(again->parameters_total, read->parameters_total);
    QVERIFY(!read_model(write("run/b.sh", head + "source \"$DIR/../outside.sh\"\n" + tail)));
    const std::string whole = folder.filePath(QStringLiteral("outside.sh")).toStdString();
    QVERIFY(!read_model(write("run/c.sh", head + "source " + whole + "\n" + tail)));
  }
  void lists() {
    using List = std::vector<std::int64_t>;
    QCOMPARE(argument_list("([0]*2+[1]*3)").value(), (List{0, 0, 1, 1, 1}));
    QCOMPARE(argument_list("([1] * 2 + [0]) * 2").value(), (List{1, 1, 0, 1, 1, 0}));
    QCOMPARE(argument_list("[0,1, 1]").value(), (List{0, 1, 1}));
    for (const char* wrong : {"[0,1", "[1]*x", "__import__('os')", "[1]*999999999", "([1]", "3"})
      QVERIFY2(!argument_list(wrong), wrong);
  }
  /// Scripts made to hold a reader up end all the same.
  void hostileScripts() {
    std::string doubling = "A=aaaaaaaaaaaaaaaa\n", nested, brackets = "((", quotes = "A=";
    for (int i = 0; i < 60; ++i) doubling += "A=$A$A\nrun $A $A $A\n";
    for (int i = 0; i < 20'000; ++i) {
      nested += "if true; then\n";
      brackets += '(';
      quotes += "\"$(";
    }
    for (const std::string& script :
         {doubling, nested, brackets, quotes, std::string("for ((;;)); do A+=(x); done"),
          std::string("for ((i=0;i<9999999;i++)); do for ((j=0;j<9999999;j++)); do A=$i; done; done"),
          std::string("A='eval $A'\neval $A"),
          std::string("run $((1?1?1?1?1:2)) $((9223372036854775807+1))")})
      read_shell(script + "\nrun --num-layers 2");
  }
};

}  // namespace tst_launch_scripts

ASTROLABE_TEST(tst_launch_scripts, TestLaunchScripts)
#include "tst_launch_scripts.moc"
