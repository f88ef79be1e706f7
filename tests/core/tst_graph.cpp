// core/model: operators by layer class against shapes worked out by hand; parameters of the classes add up.
#include <QtTest>

#include "core/model/graph.h"
#include "core/model/model_reader.h"
#include "tests/program/test_program.h"

namespace tst_graph {

using namespace astrolabe::model;

namespace {

Graph graph_of(const char* id) { return build_graph(*read_model(id)); }

const Gemm* find(const LayerClass& layer, const std::string& name) {
  for (const Gemm& gemm : layer.gemms)
    if (gemm.name == name) return &gemm;
  return nullptr;
}

void check(const LayerClass& layer, const char* name, std::int64_t n, std::int64_t k, Split split) {
  const Gemm* gemm = find(layer, name);
  QVERIFY2(gemm != nullptr, name);
  QCOMPARE(gemm->n, n);
  QCOMPARE(gemm->k, k);
  QVERIFY2(gemm->split == split, name);
}

}  // namespace

class TestGraph : public QObject {
  Q_OBJECT

 private slots:
  void classesAddUpToTheTotal_data() {
    QTest::addColumn<QString>("id");
    for (const BuiltInModel& model : built_in_models())
      QTest::newRow(model.id.c_str()) << QString::fromStdString(model.id);
  }
  void classesAddUpToTheTotal() {
    QFETCH(QString, id);
    const Graph graph = graph_of(qPrintable(id));
    std::int64_t total = graph.embedding_parameters + graph.head_parameters;
    std::int64_t idle = 0;
    for (const int index : graph.layers) {
      const LayerClass& layer = graph.classes[static_cast<std::size_t>(index)];
      total += layer.parameters_split + layer.parameters_replicated + layer.parameters_expert;
      if (layer.experts)
        idle +=
            layer.parameters_expert / layer.experts->count * (layer.experts->count - layer.experts->top_k);
    }
    QCOMPARE(total, graph.parameters_total);
    QCOMPARE(total - idle, graph.parameters_active);
    // Every weight matrix of a layer is one of its products: dense, no bias, no embedding.
    for (const LayerClass& layer : graph.classes) {
      std::int64_t weights = 0;
      for (const Gemm& gemm : layer.gemms) weights += gemm.n * gemm.k;
      const std::int64_t dense = layer.parameters_split + layer.parameters_replicated;
      QVERIFY2(weights <= dense && static_cast<double>(dense - weights) < 0.002 * static_cast<double>(dense),
               qPrintable(QString("%1 of %2").arg(weights).arg(dense)));
    }
  }
  void llama() {
    const Graph graph = graph_of("llama-3.1-70b");
    QCOMPARE(graph.classes.size(), std::size_t(1));
    QCOMPARE(graph.layer_count(), 80);
    const LayerClass& layer = graph.classes[0];
    check(layer, "qkv", 64 * 128 + 2 * 8 * 128, 8192, Split::column);  // 10240
    check(layer, "attention_out", 8192, 8192, Split::row);
    check(layer, "mlp_up", 2 * 28672, 8192, Split::column);
    check(layer, "mlp_down", 8192, 28672, Split::row);
    QCOMPARE(layer.gemms.size(), std::size_t(4));
    // Bytes forward: 16 x 8192, 4 x (64 + 16) x 128, 2 x 3 x 28672; two bytes an element.
    QCOMPARE(layer.hidden_elements, 65536.0);
    QCOMPARE(layer.head_elements, 20480.0);
    QCOMPARE(layer.mlp_elements, 86016.0);
    // Kept, bytes: 8 x 8192, 4 x (64 + 8) x 128, 2 x 28672 x 3.
    QCOMPARE(layer.kept_hidden, 32768.0);
    QCOMPARE(layer.kept_heads, 18432.0);
    QCOMPARE(layer.kept_mlp, 86016.0);
    QCOMPARE(layer.kept_expert, 0.0);
    QCOMPARE(layer.collectives, 2);
    QCOMPARE(layer.parameters_replicated, std::int64_t(2 * 8192));
    QCOMPARE(graph.heads, 64);
    QCOMPARE(graph.kv_heads, 8);
    QCOMPARE(graph.embedding_parameters, std::int64_t(128256) * 8192);
    QCOMPARE(graph.head_parameters, std::int64_t(128256) * 8192 + 8192);
    QVERIFY(graph.has_head);
  }
  void deepseek() {
    const Graph graph = graph_of("deepseek-v3");
    QCOMPARE(graph.classes.size(), std::size_t(2));
    QCOMPARE(graph.layers[2], 0);
    QCOMPARE(graph.layers[3], 1);
    const LayerClass& moe = graph.classes[1];
    check(moe, "latent_down", 1536 + 512 + 64, 7168, Split::replicated);
    check(moe, "query_up", 128 * 192, 1536, Split::column);
    check(moe, "key_value_up", 128 * 256, 512, Split::column);
    check(moe, "attention_out", 7168, 128 * 128, Split::row);
    check(moe, "router", 256, 7168, Split::replicated);
    QVERIFY(!find(moe, "router")->low_precision);
    check(moe, "shared_up", 2 * 2048, 7168, Split::column);
    check(moe, "shared_down", 7168, 2048, Split::row);
    QCOMPARE(moe.attention.size(), std::size_t(1));
    QCOMPARE(moe.attention[0].qk_dim, 192);
    QCOMPARE(moe.attention[0].v_dim, 128);
    QVERIFY(moe.attention[0].latent);
    QCOMPARE(moe.experts->count, 256);
    QCOMPARE(moe.experts->routing_top_groups, 4);
    QCOMPARE(moe.mlp_elements, 3.0 * (8 * 2048 + 2048));
    QCOMPARE(moe.kept_mlp, 3.0 * 2048);
    QCOMPARE(moe.kept_expert, 2.0 * 7168 + 3.0 * 2048);
    QCOMPARE(moe.collectives, 1);
    QCOMPARE(moe.parameters_expert, std::int64_t(256) * 3 * 7168 * 2048);
    check(graph.classes[0], "mlp_up", 2 * 18432, 7168, Split::column);
    QCOMPARE(graph.experts, 256);
  }
  void deepseekWithoutQueryLatent() {
    const auto architecture =
        read_config(R"({"model_type": "deepseek_v2", "hidden_size": 2048, "intermediate_size": 10944,
      "num_attention_heads": 16, "num_hidden_layers": 2, "q_lora_rank": null, "n_routed_experts": null,
      "kv_lora_rank": 512, "vocab_size": 100})",
                    "a");
    QVERIFY(architecture);
    const LayerClass layer = build_graph(*architecture).classes[0];
    check(layer, "query", 16 * 192, 2048, Split::column);
    check(layer, "latent_down", 576, 2048, Split::replicated);
  }
  void gptPlainMlpAndBiases() {
    const LayerClass layer = graph_of("gpt3-175b").classes[0];
    check(layer, "mlp_up", 4 * 12288, 12288, Split::column);
    QCOMPARE(layer.mlp_elements, 2.0 * 4 * 12288);
    // Two norms with bias and the biases of the two row products stay whole: 4 h + 2 h.
    QCOMPARE(layer.parameters_replicated, std::int64_t(6) * 12288);
  }
  void tiedModels() {
    const Graph graph = graph_of("gpt2-xl");
    QVERIFY(graph.tied_embeddings);
    QCOMPARE(graph.embedding_parameters, std::int64_t(50257 + 1024) * 1600);
    QCOMPARE(graph.head_parameters, std::int64_t(2) * 1600);  // the final norm; the matrix is the embedding's
  }
  void falconAddsAttentionAndMlpOnce() { QCOMPARE(graph_of("falcon-40b").classes[0].collectives, 1); }
  void gptOss() {
    const Graph graph = graph_of("gpt-oss-120b");
    QCOMPARE(graph.classes.size(), std::size_t(2));
    const LayerClass& sliding = graph.classes[static_cast<std::size_t>(graph.layers[0])];
    QCOMPARE(sliding.attention[0].window, 128);
    QVERIFY(sliding.attention[0].sink);
    QCOMPARE(graph.classes[static_cast<std::size_t>(graph.layers[1])].attention[0].window, 0);
    check(sliding, "qkv", 64 * 64 + 2 * 8 * 64, 2880, Split::column);
  }
  void encodersAndT5() {
    const Graph bert = graph_of("bert-large");
    QVERIFY(!bert.has_head);
    QVERIFY(!bert.classes[0].attention[0].causal);
    QCOMPARE(graph_of("vit-large").max_sequence, 197);
    const Graph t5 = graph_of("t5-3b");
    QCOMPARE(t5.layer_count(), 48);
    const LayerClass& decoder = t5.classes[1];
    QCOMPARE(decoder.attention.size(), std::size_t(2));
    QVERIFY(decoder.attention[0].causal);
    QVERIFY(!decoder.attention[1].causal);
    check(decoder, "cross_key_value", 2 * 4096, 1024, Split::column);
    QCOMPARE(decoder.collectives, 3);
    QCOMPARE(decoder.hidden_elements, 12.0 * 1024);
  }
};

}  // namespace tst_graph

ASTROLABE_TEST(tst_graph, TestGraph)
#include "tst_graph.moc"
