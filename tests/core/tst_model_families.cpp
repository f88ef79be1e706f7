// core/model: the family files. Each configuration of tests/data/model_families.json counts to the last
// parameter.
#include <QElapsedTimer>
#include <QtTest>
#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "core/base/json.h"
#include "core/model/description.h"
#include "core/model/family_file.h"
#include "core/model/graph.h"
#include "core/model/model_reader.h"
#include "core/model/tolerant_json.h"
#include "tests/program/test_program.h"

namespace tst_model_families {

using namespace astrolabe;
using namespace astrolabe::model;

namespace {

/// case, total, active, mtp and the keys of a published configuration that its counts follow from. The counts
/// are those of the weights that were published, or of the summed shapes of the class.
Json rows() {
  std::ifstream file(ASTROLABE_SOURCE_DIR "/tests/data/model_families.json");
  std::stringstream text;
  text << file.rdbuf();
  return Json::parse(text.str());
}

std::int64_t total_of(const char* config) {
  const auto description = describe_config(config, "test");
  return description ? description->total : -1;
}

}  // namespace

class TestModelFamilies : public QObject {
  Q_OBJECT

 private slots:
  void counts_data() {
    QTest::addColumn<QString>("config");
    QTest::addColumn<qint64>("total");
    QTest::addColumn<qint64>("active");
    QTest::addColumn<qint64>("mtp");
    for (const Json& row : rows())
      QTest::newRow(row["case"].get<std::string>().c_str())
          << QString::fromStdString(row["config"].dump()) << qint64(row["total"].get<std::int64_t>())
          << qint64(row["active"].get<std::int64_t>()) << qint64(row["mtp"].get<std::int64_t>());
  }
  void counts() {
    QFETCH(QString, config);
    QFETCH(qint64, total);
    QFETCH(qint64, active);
    QFETCH(qint64, mtp);
    const auto description = describe_config(config.toStdString(), "test");
    QVERIFY2(description, description ? "" : description.error().where.c_str());
    QCOMPARE(description->total, std::int64_t(total));
    QCOMPARE(description->active, std::int64_t(active));
    QCOMPARE(description->prediction, std::int64_t(mtp));
    QVERIFY(!description->by_keys);
    // What can be planned is planned whole: the classes of the graph add up to the same.
    if (uncosted(*description)) return;
    const auto architecture = read_config(config.toStdString(), "test");
    if (!architecture) return;  // planning asks for a size that the file leaves to its class
    const Graph graph = build_graph(*architecture);
    std::int64_t sum = graph.embedding_parameters + graph.head_parameters;
    for (const int layer : graph.layers) {
      const LayerClass& kind = graph.classes[static_cast<std::size_t>(layer)];
      sum += kind.parameters_split + kind.parameters_replicated + kind.parameters_expert;
    }
    QCOMPARE(sum, architecture->parameters_total);
    QCOMPARE(sum, std::int64_t(total));
  }
  void work_data() {
    QTest::addColumn<QString>("config");
    QTest::addColumn<double>("gflop");
    QTest::addColumn<double>("bytes");
    for (const Json& row : rows())
      if (row.contains("mixer_gflop"))
        QTest::newRow(row["case"].get<std::string>().c_str())
            << QString::fromStdString(row["config"].dump()) << row["mixer_gflop"].get<double>()
            << row["state_bytes"].get<double>();
  }
  /// Operations of a token's mixers beside their weights, forward, of 4,096 tokens, and the state of a
  /// sequence: worked out by hand from the published forms.
  void work() {
    QFETCH(QString, config);
    QFETCH(double, gflop);
    QFETCH(double, bytes);
    const auto description = describe_config(config.toStdString(), "test");
    QVERIFY(description);
    // Layers of these share weights with others, or have kinds without costs.
    static const QStringList without_costs{QStringLiteral("albert-base"), QStringLiteral("deepseek-v4-flash"),
                                           QStringLiteral("default-deberta-v2"),
                                           QStringLiteral("default-zamba2"),
                                           QStringLiteral("ve-want2v_1.3b")};
    const bool refused = without_costs.contains(QString::fromUtf8(QTest::currentDataTag()));
    QCOMPARE(uncosted(*description).has_value(), refused);
    if (refused) return;
    const Architecture architecture = to_architecture(*description);
    const Graph graph = build_graph(architecture);
    constexpr double kTokens = 4096.0;
    double operations = 0.0;
    double state = 0.0;
    for (const int layer : graph.layers) {
      const LayerClass& kind = graph.classes[static_cast<std::size_t>(layer)];
      for (const StateMixer& mixer : kind.state_mixers) operations += mixer.operations;
      for (const Scan& scan : architecture.layer_kinds[static_cast<std::size_t>(layer)].scans)
        state += scan_state_bytes(scan);
      for (const Attention& attention : kind.attention) {
        const double window = attention.window > 0 ? std::min<double>(attention.window, kTokens) : kTokens;
        const double seen = attention.chunk > 0 ? std::min<double>(attention.chunk, kTokens) / 2.0
                            : attention.causal  ? window - window * window / (2.0 * kTokens)
                                                : window;
        operations += 2.0 * attention.heads * (attention.qk_dim + attention.v_dim) * seen;
      }
    }
    const double found = operations / 1e9;
    QVERIFY2(qAbs(found - gflop) < 6e-4 + 0.003 * gflop, qPrintable(QString::number(found)));
    QCOMPARE(state, bytes);
  }
  /// Every family file is whole: what it inherits is there and its formulas can be read.
  void everyFileCanBeRead() {
    for (const std::string& name : family_names()) {
      const Json entry = family_entry(name);
      QVERIFY2(entry.contains("text") || entry.contains("norm") || entry.contains("stacks"), name.c_str());
      for (const char* group : {"each", "mix", "chan"})
        if (entry.contains(group))
          for (const auto& [key, formula] : entry[group].items())
            QVERIFY2(Formula::parse(formula.get<std::string>()), (name + ": " + key).c_str());
    }
  }
  /// 2 layers of 4 x 64^2 + 3 x 64 x 128 + 2 x 64, 2 x 1000 x 64 and a norm of 64.
  void describedByItsKeys() {
    const char* const config = R"({"model_type": "none_of_ours", "hidden_size": 64, "intermediate_size": 128,
      "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 1000})";
    const auto description = describe_config(config, "test");
    QVERIFY(description && description->by_keys);
    QCOMPARE(description->total, std::int64_t(2 * (16384 + 24576 + 128) + 128000 + 64));
    std::set<std::string> assumed;
    for (const Field& field : description->fields)
      if (field.mark == Mark::assumed) assumed.insert(field.key);
    for (const char* key : {"read_as", "kv_heads", "tied_embeddings"}) QVERIFY2(assumed.contains(key), key);
    QVERIFY(read_config(config, "test"));
  }
  /// Infinity and NaN matter only where a number is asked for; comments and a byte order mark nowhere.
  void nonStandardJson() {
    const std::string config = R"({"model_type": "granite", "num_hidden_layers": 1, /* one */
      "time_step_limit": [0.0, Infinity], "scale": NaN, // "none"
      "note": "no // comment, NaN"})";
    QVERIFY(total_of(("\xEF\xBB\xBF" + config).c_str()) > 0);
    QCOMPARE(tolerant_json(R"(["NaN", -Infinity])"), std::string(R"(["NaN", "-Infinity"])"));
    const auto refused = describe_config(R"({"model_type": "granite", "hidden_size": Infinity})", "test");
    QVERIFY(!refused);
    QCOMPARE(refused.error().where, std::string("hidden_size"));
    QCOMPARE(refused.error().found, std::string("\"Infinity\""));
  }
  /// A null that stands there switches the default of the class off: of DeepSeek-V2 the latent of the
  /// queries.
  void nullIsNoDefault() {
    const char* const start =
        R"({"model_type": "deepseek_v2", "num_hidden_layers": 1, "first_k_dense_replace": 1, )"
        R"("hidden_size": 64, "num_attention_heads": 2, "intermediate_size": 64, "vocab_size": 8)";
    // 2 x 192 x 64 straight, or 1536 x 64 + 1536 + 384 x 1536 through the latent.
    const std::int64_t straight = total_of((std::string(start) + R"(, "q_lora_rank": null})").c_str());
    const std::int64_t latent = total_of((std::string(start) + "}").c_str());
    QCOMPARE(latent - straight, std::int64_t(1536 * 64 + 1536 + 384 * 1536 - 384 * 64));
  }
  /// A head of classes or of a reward is no product with the vocabulary.
  void aHeadOfOneScore() {
    const auto model = read_config(R"({"architectures": ["Qwen2ForSequenceClassification"], "num_labels": 1,
        "model_type": "qwen3_next"})",
                                   "test");
    QVERIFY(model);
    QVERIFY(!model->has_head);
    QVERIFY(!build_graph(*model).has_head);
    const auto whole = read_config(R"({"model_type": "qwen3_next"})", "test");
    QVERIFY(whole && whole->has_head);
    QCOMPARE(whole->parameters_total - model->parameters_total, std::int64_t{151'936 - 1} * 2048);
  }
  /// A file without the tower of its family takes that of the class, and says so.
  void aTowerThatIsNotToldIsAssumed() {
    const auto tower = [](const char* config) {
      const auto description = describe_config(config, "test");
      const auto at = std::find_if(description->fields.begin(), description->fields.end(),
                                   [](const Field& field) { return field.key == "vision_config"; });
      return at == description->fields.end() ? std::string("told") : at->value + ", " + at->from;
    };
    QCOMPARE(tower(R"({"model_type": "llava", "text_config": {"model_type": "llama"}})"),
             std::string("clip_vision_model, not told: the tower that the class has"));
    QCOMPARE(tower(R"({"model_type": "llava", "text_config": {"model_type": "llama"},
                       "vision_config": {"model_type": "clip_vision_model"}})"),
             std::string("told"));
  }
  void patterns() {
    const auto pattern = [](const char* config) { return describe_config(config, "test")->pattern; };
    QCOMPARE(pattern(R"({"model_type": "gemma3_text", "num_hidden_layers": 13})"),
             std::string("(sliding+mlp*5 full+mlp)x2 sliding+mlp"));
    QCOMPARE(pattern(R"({"model_type": "qwen3_next", "num_hidden_layers": 8})"),
             std::string("(linear+moe*3 full+moe)x2"));
  }
  void tenThousandLayersAreReadQuickly() {
    QElapsedTimer spent;
    spent.start();
    const auto description =
        describe_config(R"({"model_type": "qwen3_next", "num_hidden_layers": 10000})", "test");
    QVERIFY(description);
    QCOMPARE(description->parts.front().layers.size(), std::size_t(10000));
    qInfo("10,000 layers: %lld ms", static_cast<long long>(spent.elapsed()));
  }
};

}  // namespace tst_model_families

ASTROLABE_TEST(tst_model_families, TestModelFamilies)
#include "tst_model_families.moc"
