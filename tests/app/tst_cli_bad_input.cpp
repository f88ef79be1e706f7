// astrolabe-cli and wrong input: status 2, one error object with code, file, place, what was found and what
// would be right; on a terminal a sentence; never a crash, never another program's words.
#include "core/plan/plan_file.h"
#include "tests/app/cli_process.h"
#include "tests/program/test_program.h"

namespace tst_cli_bad_input {

using namespace cli_process;

namespace {

constexpr const char* kGoodCluster =
    R"({"pools": [{"id": "h100", "node": "oci-bm-gpu-h100-8", "nodes": 2}]})";
constexpr const char* kGoodConfig =
    R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
  "num_attention_heads": 32, "num_key_value_heads": 8, "num_hidden_layers": 32, "vocab_size": 128256,
  "max_position_embeddings": 8192, "tie_word_embeddings": false})";

const QStringList kPlan{"plan",     "--model", "config.json", "--cluster",  "cluster.json", "--job",
                        "job.json", "--top",   "1",           "--programs", "never"};

QByteArray replaced(const char* text, const char* what, const char* with) {
  QByteArray bytes(text);
  if (!bytes.contains(what)) qFatal("the sample lacks %s", what);
  return bytes.replace(what, with);
}

}  // namespace

class TestCliBadInput : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    m_place.put("config.json", kGoodConfig);
    // Sound inputs are accepted: what is refused below is refused for its one mistake.
    const Said good = plan("config.json", "cluster.json", "job.json");
    QVERIFY2(good.status == 0, good.all().constData());
  }

  void files_data() {
    QTest::addColumn<QString>("part");  // which of the four inputs is the bad one
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("where");  // must stand in "where"
    QTest::addColumn<QString>("words");  // must stand in "found" or "wanted"
    const auto row = [](const char* name, const char* part, const QByteArray& content, const char* code,
                        const char* where, const char* words) {
      QTest::newRow(name) << part << content << code << where << words;
    };
    // Text that is no JSON, by line and column.
    row("cluster: missing comma", "cluster", "{\n  \"name\": \"a\"\n  \"pools\": []\n}", "AST-D106",
        "line 3, column 3", "comma");
    row("cluster: ends early", "cluster", R"({"pools": [)", "AST-D106", "line 1", "ends too early");
    row("cluster: not JSON at all", "cluster", "hello", "AST-D106", "line 1, column 1", "");
    row("cluster: a list", "cluster", "[1, 2]", "AST-D104", "", "object");
    row("cluster: NaN", "cluster", replaced(kGoodCluster, "\"nodes\": 2", "\"nodes\": NaN"), "AST-D106",
        "line 1", "N");
    row("job: comment", "job", "{ // here\n}", "AST-D106", "line 1, column 3", "comment");
    row("model: broken", "model", "{\"model_type\": \"llama\",\n \"hidden_size\": }", "AST-M101", "line 2",
        "value");
    row("strategy: broken", "strategy", "{\"tensor_parallel\": 8,}", "AST-D106", "line 1", "comma");
    row("cluster: invalid UTF-8", "cluster", QByteArray("{\"name\": \"\xff\xfe\"}"), "AST-D106", "line 1",
        "UTF-8");
    row("cluster: brackets without end", "cluster", QByteArray(100000, '['), "AST-D106", "", "nested");
    // Files that hold something else.
    row("cluster: empty", "cluster", "", "AST-F406", "", "empty");
    row("model: empty", "model", " \n\n", "AST-F406", "", "empty");
    row("job: NUL byte", "job", QByteArray("{\"a\":\n\0 1}", 10), "AST-F408", "line 2", "NUL");
    row("model: NUL byte", "model", QByteArray("{\0}", 3), "AST-F408", "line 1", "NUL");
    row("strategy: empty", "strategy", "", "AST-F406", "", "empty");
    // Keys.
    row("cluster: unknown key", "cluster",
        replaced(kGoodCluster, "\"nodes\"", "\"node_count\": 1, \"nodes\""), "AST-D101",
        "pools[0].node_count", "node");
    row("cluster: repeated key", "cluster",
        replaced(kGoodCluster, "\"nodes\": 2", "\"nodes\": 2, \"nodes\": 3"), "AST-D102", "line 1", "nodes");
    row("job: unknown key", "job",
        R"({"sequence_length": 4096, "global_bach": 64, "tokens": 1e12, "precision": "bf16"})", "AST-D10",
        "global_ba", "global_batch");
    row("job: repeated key", "job",
        R"({"sequence_length": 4096, "global_batch": 64, "global_batch": 32, "tokens": 1e12, "precision": "bf16"})",
        "AST-D102", "line 1", "global_batch");
    row("job: missing key", "job", R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e12})",
        "AST-D103", "precision", "precision");
    row("strategy: unknown key", "strategy", R"({"tensor_paralel": 8})", "AST-D101", "tensor_paralel",
        "tensor_parallel");
    row("job: fixed unknown", "job",
        R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e12, "precision": "bf16", "fixed": {"tp": 8}})",
        "AST-D101", "fixed", "tp");
    // Values.
    row("cluster: zero nodes", "cluster", replaced(kGoodCluster, ": 2", ": 0"), "AST-D105", "pools[0].nodes",
        "0");
    row("cluster: negative nodes", "cluster", replaced(kGoodCluster, ": 2", ": -4"), "AST-D105",
        "pools[0].nodes", "-4");
    row("cluster: half a node", "cluster", replaced(kGoodCluster, ": 2", ": 2.5"), "AST-D104",
        "pools[0].nodes", "whole");
    row("cluster: nodes as text", "cluster", replaced(kGoodCluster, ": 2", ": \"two\""), "AST-D104",
        "pools[0].nodes", "two");
    row("cluster: number beyond doubles", "cluster", replaced(kGoodCluster, ": 2", ": 1e999"), "AST-D1", "",
        "");
    row("cluster: price of zero", "cluster", replaced(kGoodCluster, ": 2", ": 2, \"usd_per_gpu_hour\": 0"),
        "AST-D105", "pools[0].usd_per_gpu_hour", "0");
    row("cluster: negative bandwidth", "cluster",
        replaced(kGoodCluster, ": 2", ": 2, \"inter_node_gb_per_s\": -1"), "AST-D105",
        "pools[0].inter_node_gb_per_s", "-1");
    row("cluster: no pools", "cluster", R"({"name": "none", "pools": []})", "AST-C107", "pools", "");
    row("cluster: unknown GPU", "cluster",
        R"({"pools": [{"id": "a", "gpu": "h100-smx", "nodes": 1, "gpus_per_node": 8}]})", "AST-C101",
        "pools[0].gpu", "h100-sxm");
    row("cluster: unknown node", "cluster", replaced(kGoodCluster, "oci-bm-gpu-h100-8", "oci-bm-gpu-h100"),
        "AST-C102", "pools[0].node", "oci-bm-gpu-h100-8");
    row("cluster: repeated pool", "cluster",
        R"({"pools": [{"id": "a", "gpu": "h100-sxm", "nodes": 1}, {"id": "a", "gpu": "h100-sxm", "nodes": 1}]})",
        "AST-C105", "pools[1]", "a");
    row("cluster: no link", "cluster",
        R"({"pools": [{"id": "a", "node": "oci-bm-gpu-h100-8", "nodes": 1}, {"id": "b", "node": "oci-bm-gpu-a100-v2-8", "nodes": 1}]})",
        "AST-C104", "", "link between");
    row("cluster: link to nowhere", "cluster",
        R"({"pools": [{"id": "a", "node": "oci-bm-gpu-h100-8", "nodes": 1}], "between_pools": [{"a": "a", "b": "z", "gb_per_s": 1}]})",
        "AST-C106", "between_pools[0]", "z");
    row("cluster: no network figure", "cluster",
        R"({"pools": [{"id": "a", "gpu": "h100-sxm", "nodes": 2, "gpus_per_node": 8}]})", "AST-C103",
        "inter_node_gb_per_s", "");
    row("cluster: total above the sum", "cluster",
        replaced(kGoodCluster, "]}", "], \"choose\": {\"max_total_gpus\": 17}}"), "AST-D105",
        "choose.max_total_gpus", "16");
    row("cluster: more than there are", "cluster",
        replaced(kGoodCluster, "]}", "], \"choose\": {\"max_gpus_per_pool\": {\"h100\": 24}}}"), "AST-D105",
        "choose.max_gpus_per_pool.h100", "16");
    row("job: zero batch", "job",
        R"({"sequence_length": 4096, "global_batch": 0, "tokens": 1e12, "precision": "bf16"})", "AST-D105",
        "global_batch", "0");
    row("job: negative tokens", "job",
        R"({"sequence_length": 4096, "global_batch": 64, "tokens": -1e12, "precision": "bf16"})", "AST-D105",
        "tokens", "-");
    row("job: unknown precision", "job",
        R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e12, "precision": "bf17"})", "AST-D105",
        "precision", "bf16");
    row("job: batch that nothing divides", "job",
        R"({"sequence_length": 4096, "global_batch": 61, "tokens": 1e12, "precision": "bf16", "fixed": {"tensor_parallel": 8, "pipeline_parallel": 1, "context_parallel": 1}})",
        "AST-J101", "global_batch", "61");
    row("strategy: degrees that do not add up", "strategy",
        R"({"tensor_parallel": 8, "pipeline_parallel": 3, "data_parallel": 5, "micro_batch": 1,
        "sequence_parallel": true, "zero_stage": 1, "sharding_group": 1, "recompute": "none"})",
        "AST-T101", "", "");
    row("strategy: zero", "strategy", R"({"tensor_parallel": 0})", "AST-D105", "tensor_parallel", "0");
    // Models.
    row("model: no layers", "model", replaced(kGoodConfig, "\"num_hidden_layers\": 32, ", ""), "AST-M102",
        "top level", "num_hidden_layers");
    row("model: heads do not divide", "model",
        replaced(kGoodConfig, "\"num_attention_heads\": 32", "\"num_attention_heads\": 33"), "AST-M103",
        "num_attention_heads", "33");
    row("model: negative width", "model", replaced(kGoodConfig, "4096", "-4096"), "AST-M103", "hidden_size",
        "-4096");
    row("model: no layers at all", "model",
        replaced(kGoodConfig, "\"num_hidden_layers\": 32", "\"num_hidden_layers\": 0"), "AST-M103",
        "num_hidden_layers", "0");
    row("model: unknown family", "model",
        replaced(kGoodConfig, "\"llama\"", "\"foo_ssm\", \"ssm_state_size\": 128"), "AST-M104",
        "ssm_state_size", "128");
    row("model: LoRA", "model",
        R"({"peft_type": "LORA", "base_model_name_or_path": "meta-llama/Llama-3.1-8B", "r": 16, "lora_alpha": 32})",
        "AST-M105", "peft_type", "");
  }
  void files() {
    QFETCH(QString, part);
    QFETCH(QByteArray, content);
    QFETCH(QString, code);
    QFETCH(QString, where);
    QFETCH(QString, words);
    m_place.put("bad.json", content);
    QStringList arguments{"evaluate", "--model",  "config.json", "--cluster",    "cluster.json",
                          "--job",    "job.json", "--strategy",  "strategy.json"};
    arguments[arguments.indexOf("--" + part) + 1] = "bad.json";
    const Said said = m_place.run(arguments + QStringList{"--json"});
    QVERIFY2(said.status == 2, said.all().left(2000).constData());
    QVERIFY2(said.err.isEmpty(), said.err.constData());
    const Json error = said.json()["error"];
    QVERIFY(error.is_object());
    const auto text = [&](const char* key) { return QString::fromStdString(error[key].get<std::string>()); };
    QVERIFY2(text("code").startsWith(code), said.out.constData());
    QVERIFY2(text("file").endsWith("bad.json"), said.out.constData());
    QVERIFY2(text("where").contains(where), said.out.constData());
    QVERIFY2((text("found") + text("wanted")).contains(words), said.out.constData());
    for (const char* foreign : {"exception", "std::", "json."})
      QVERIFY2(!QByteArray(said.out).replace("bad.json", "").contains(foreign), said.out.constData());
    // Without --json the error is a sentence with the file and the code, nothing on standard output.
    const Said plain = m_place.run(arguments);
    QCOMPARE(plain.status, 2);
    QVERIFY(plain.out.isEmpty());
    QVERIFY2(plain.err.contains("bad.json") && plain.err.contains(text("code").toUtf8()),
             plain.err.constData());
  }

  void places_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("code");
    QTest::newRow("a folder") << "folder"
                              << "AST-F405";
    QTest::newRow("nothing there") << "absent.json"
                                   << "AST-F405";
    QTest::newRow("one gigabyte") << "huge.json"
                                  << "AST-F407";
    QTest::newRow("a device") << "/dev/null"
                              << "AST-F405";
  }
  void places() {
    QFETCH(QString, path);
    QFETCH(QString, code);
    QVERIFY(QDir().mkpath(m_place.path("folder")));
    QFile huge(m_place.path("huge.json"));
    QVERIFY(huge.open(QIODevice::WriteOnly));
    QVERIFY(huge.resize(qint64(1) << 30));  // sparse
    huge.close();
    for (const char* part : {"cluster", "job"}) {
      QStringList arguments{"plan",         "--model", "config.json", "--cluster",
                            "cluster.json", "--job",   "job.json",    "--json"};
      arguments[arguments.indexOf(QStringLiteral("--") + part) + 1] = path;
      const Said said = m_place.run(arguments);
      QVERIFY2(said.status == 2, said.all().left(1000).constData());
      QCOMPARE(said.error(), code);
    }
    const Said model = m_place.run({"inspect", path, "--json"});
    QVERIFY2(model.status == 2, model.all().left(1000).constData());
    QVERIFY(model.error().startsWith(QLatin1String("AST-")));
  }
  /// Told before the search starts: limits that nothing can keep, rules that divide by zero.
  void toldBeforeTheSearch() {
    m_place.put("tight.json",
                R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e12, "precision": "bf16",
  "limits": {"deadline_hours": 1}})");
    m_place.put("zero.rules", "thirds: reject if 12 / $experts > 4\n");
    const QStringList parts{"plan",       "--model", "config.json", "--cluster",  "cluster.json",
                            "--programs", "never",   "--rules",     "zero.rules", "--job"};
    const Said said = m_place.run(parts + QStringList{"tight.json"});
    QCOMPARE(said.status, 1);
    for (const char* part :
         {"AST-S302", "too short", "thirds", "divides by zero", "AST-S301", "Raise the deadline"})
      QVERIFY2(said.err.contains(part), said.err.constData());
    QVERIFY(said.err.indexOf("AST-S302") < said.err.indexOf("AST-S301"));
  }
  /// No further rules: a file without a line, one of blanks, one of comments.
  void noFurtherRules() {
    const QByteArray none = m_place.run(kPlan).out;
    for (const char* text : {"", " \n\n", "# nothing yet\n"}) {
      m_place.put("none.rules", text);
      const Said said = m_place.run(kPlan + QStringList{"--rules", "none.rules"});
      QVERIFY2(said.status == 0, said.all().constData());
    }
    QVERIFY(!none.isEmpty());
    QCOMPARE(m_place.run(kPlan + QStringList{"--rules", "missing.rules"}).status, 2);
  }
  /// Two limits that exclude each other (15 kW power one node of 8 GPUs, and 1000 hours take two), and
  /// degrees that take more GPUs than there are.
  void limitsAgainstEachOther() {
    m_place.put("tight.json",
                R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e12, "precision": "bf16",
  "limits": {"deadline_hours": 1000, "power_kw": 15}})");
    m_place.put("choose.json",
                R"({"pools": [{"id": "h100", "node": "oci-bm-gpu-h100-8", "nodes": 2}], "choose": {}})");
    const QStringList parts{"plan",        "--model",    "config.json", "--cluster",
                            "choose.json", "--programs", "never",       "--job"};
    const Said said = m_place.run(parts + QStringList{"tight.json"});
    QCOMPARE(said.status, 1);
    QVERIFY2(said.err.contains("can't power GPUs that finish within"), said.err.constData());
    QVERIFY(said.err.indexOf("AST-S302") < said.err.indexOf("AST-S301"));
    m_place.put("many.json",
                R"({"sequence_length": 4096, "global_batch": 64, "tokens": 1e12, "precision": "bf16",
  "fixed": {"tensor_parallel": 8, "data_parallel": 4}})");
    const Said many = m_place.run(parts + QStringList{"many.json"});
    QCOMPARE(many.status, 1);
    QVERIFY2(many.err.contains("take at least 32 GPUs: 16 may be used"), many.err.constData());
  }
  /// why: what each stage lacks, another goal, and recompute that contradicts the stages.
  void whyTellsEachStage() {
    const QStringList parts{"why",   "--model",  "config.json", "--cluster",  "cluster.json",
                            "--job", "job.json", "--strategy",  "layout.json"};
    m_place.put("layout.json", R"({"tensor_parallel": 1, "data_parallel": 16, "micro_batch": 4})");
    Said said = m_place.run(parts);
    QVERIFY2(said.status == 0 && said.out.contains("Over") && said.out.contains("Activations"),
             said.all().constData());
    said = m_place.run(parts + QStringList{"--json"});
    const QJsonObject given = QJsonDocument::fromJson(said.out)[u"given"].toObject();
    QVERIFY(given[u"memory_per_stage"][0][u"over_gib"].toDouble() > 0.0);
    QCOMPARE(m_place.run(parts + QStringList{"--objective", "gpus"}).status, 0);
    QCOMPARE(m_place.run(parts + QStringList{"--objective", "fast"}).status, 2);
    m_place.put(
        "layout.json",
        R"({"data_parallel": 16, "recompute_layers": 7, "stages": [{"layers": 32, "recompute": "none"}]})");
    said = m_place.run(parts + QStringList{"--json"});
    QVERIFY2(said.status == 2 && said.error() == u"AST-T101", said.all().constData());
  }
  void unknownModelNamesNearOnes() {
    const Said said = m_place.run({"inspect", "llama-3.1-7b", "--json"});
    QCOMPARE(said.status, 2);
    QCOMPARE(said.error(), QStringLiteral("AST-M108"));
    QVERIFY2(said.out.contains("llama-3.1-8b"), said.out.constData());
  }

  void usage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("words");
    const QStringList parts{"--model", "config.json", "--cluster", "cluster.json", "--job", "job.json"};
    QTest::newRow("no command") << QStringList{} << "astrolabe-cli"
                                << "plan";
    QTest::newRow("unknown command") << QStringList{"pln"} << "astrolabe-cli"
                                     << "plan";
    QTest::newRow("unknown option") << QStringList{"plan", "--modle", "x"} << "plan"
                                    << "--model";
    QTest::newRow("no model") << QStringList{"plan"} << "--model"
                              << "nothing";
    QTest::newRow("no strategy") << QStringList{"evaluate"} + parts << "--strategy"
                                 << "nothing";
    QTest::newRow("no file to merge") << QStringList{"merge"} << "F.json"
                                      << "what sweep wrote, all shards";
    QTest::newRow("no table of runs") << QStringList{"validate"} << "MEASURED.csv"
                                      << "measured runs (CSV";
    QTest::newRow("no table of kernels") << QStringList{"fit"} << "TABLES"
                                         << "columns: resources/kernels/README.md";
    QTest::newRow("nowhere to put the fit") << QStringList{"fit", "gemm.csv"} << "--out"
                                            << "the fitted models";
    QTest::newRow("option without value") << QStringList{"plan", "--model"} << "--model"
                                          << "value";
    QTest::newRow("option twice") << QStringList{"plan", "--top", "1", "--top", "2"} << "--top"
                                  << "once";
    QTest::newRow("top of zero") << QStringList{"plan"} + parts + QStringList{"--top", "0"} << "--top"
                                 << "0";
    QTest::newRow("top as word") << QStringList{"plan"} + parts + QStringList{"--top", "many"} << "--top"
                                 << "many";
    QTest::newRow("threads below one")
        << QStringList{"plan"} + parts + QStringList{"--threads", "-1"} << "--threads"
        << "-1";
    QTest::newRow("time limit of zero")
        << QStringList{"plan"} + parts + QStringList{"--time-limit", "0"} << "--time-limit"
        << "0";
    QTest::newRow("time limit nan") << QStringList{"plan"} + parts + QStringList{"--time-limit", "nan"}
                                    << "--time-limit"
                                    << "nan";
    for (const char* command : {"why", "sweep", "shard"}) {
      QStringList whole = QStringList{QLatin1String(command), "--time-limit", "1e10"} + parts;
      if (whole.first() == u"why")
        whole << "--strategy"
              << "layout.json";
      QTest::addRow("%s, time limit of 300 years", command) << whole << "--time-limit"
                                                            << "between 0.001 and 1000000000";
    }
    QTest::newRow("decimal comma") << QStringList{"plan"} + parts + QStringList{"--tolerance", "0,1"}
                                   << "--tolerance"
                                   << "0,1";
    QTest::newRow("unknown goal") << QStringList{"plan"} + parts + QStringList{"--objective", "fast"}
                                  << "--objective"
                                  << "throughput";
    QTest::newRow("unknown wish for programs")
        << QStringList{"plan"} + parts + QStringList{"--programs", "maybe"} << "--programs"
        << "auto";
    QTest::newRow("unknown goal of one click")
        << QStringList{"plan"} + parts + QStringList{"--goal", "small"} << "--goal"
        << "smallest";
    QTest::newRow("goal beside an objective")
        << QStringList{"plan"} + parts + QStringList{"--goal", "smallest", "--objective", "money"} << "--goal"
        << "one of the two";
    QTest::newRow("cheapest without a deadline")
        << QStringList{"plan"} + parts + QStringList{"--goal", "cheapest"} << "--goal"
        << "deadline_hours";
    QTest::newRow("unknown progress")
        << QStringList{"plan"} + parts + QStringList{"--progress", "xml"} << "--progress"
        << "json";
    QTest::newRow("brute alone") << QStringList{"plan"} + parts + QStringList{"--brute-splits"}
                                 << "--brute-splits"
                                 << "exhaustive";
    const QStringList proof{"--certificate", "proof", "--certificate-places"};
    QTest::newRow("proof of no place")
        << QStringList{"plan"} + parts + proof + QStringList{"0"} << "--certificate-places"
        << "between 1 and 1000";
    QTest::newRow("proof of half a place")
        << QStringList{"plan"} + parts + proof + QStringList{"1.5"} << "--certificate-places"
        << "whole number";
    QTest::newRow("places without a proof")
        << QStringList{"plan"} + parts + QStringList{"--certificate-places", "2"} << "--certificate-places"
        << "no --certificate";
    QTest::newRow("plan and parts") << QStringList{"plan", "some.astrolabe"} + parts << "some.astrolabe"
                                    << "either";
    QTest::newRow("standard input twice")
        << QStringList{"plan", "--model", "-", "--cluster", "-", "--job", "job.json"} << "-"
        << "standard input";
    QTest::newRow("unknown catalogue") << QStringList{"catalog", "cpus"} << "catalog"
                                       << "gpus";
    QTest::newRow("one argument too many") << QStringList{"inspect", "llama-3.1-8b", "gpt2-xl"} << "inspect"
                                           << "gpt2-xl";
  }
  void usage() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, where);
    QFETCH(QString, words);
    const Said said = m_place.run(arguments + QStringList{"--json"});
    QVERIFY2(said.status == 2, said.all().left(1000).constData());
    const Json error = said.json()["error"];
    QVERIFY2(error.is_object(), said.all().constData());
    QCOMPARE(error["code"].get<std::string>(), std::string("AST-U501"));
    QCOMPARE(QString::fromStdString(error["where"].get<std::string>()), where);
    QVERIFY2(said.out.contains(words.toUtf8()), said.out.constData());
    const Said plain = m_place.run(arguments);
    QCOMPARE(plain.status, 2);
    QVERIFY(plain.out.isEmpty());
    QVERIFY(plain.err.contains("AST-U501"));
    // "no command" is said where there is none.
    QCOMPARE(plain.err.contains("no command"), where == u"astrolabe-cli" && arguments.isEmpty());
  }

  void plans() {
    const auto code = [&](const QString& name) {
      const Said said = m_place.run({"plan", name, "--json"});
      return said.status == 2 ? said.error() : QString::fromUtf8(said.all().left(1000));
    };
    const auto written = astrolabe::plan::write_plan({astrolabe::plan::sample_plan(), "", ""},
                                                     m_place.path("sample.astrolabe").toStdString());
    QVERIFY(written.has_value());
    QFile sample(m_place.path("sample.astrolabe"));
    QVERIFY(sample.open(QIODevice::ReadOnly));
    QByteArray bytes = sample.readAll();
    m_place.put("cut.astrolabe", bytes.left(bytes.size() / 2));
    QCOMPARE(code("cut.astrolabe"), QStringLiteral("AST-F409"));
    bytes[63] = 9;
    m_place.put("newer.astrolabe", bytes);
    QCOMPARE(code("newer.astrolabe"), QStringLiteral("AST-F401"));
    m_place.put("text.astrolabe", "{}");
    QCOMPARE(code("text.astrolabe"), QStringLiteral("AST-F402"));
    QCOMPARE(code("absent.astrolabe"), QStringLiteral("AST-F405"));
    QCOMPARE(code("."), QStringLiteral("AST-F405"));
  }
  void placesToSaveAreCheckedFirst() {
    for (const char* option : {"--save", "--trace"}) {
      const Said said = m_place.run({"plan", "--model", "config.json", "--cluster", "cluster.json", "--job",
                                     "job.json", option, "absent/file", "--json"});
      QCOMPARE(said.status, 2);
      QCOMPARE(said.error(), QStringLiteral("AST-F404"));
    }
  }
  void moneyNeedsPrices() {
    m_place.put("unpriced.json", R"({"pools": [{"id": "mega", "node": "gcp-a3-megagpu-8g", "nodes": 2}]})");
    const Said said = m_place.run({"plan", "--model", "config.json", "--cluster", "unpriced.json", "--job",
                                   "job.json", "--objective", "money", "--json"});
    QVERIFY2(said.status == 2, said.all().left(1000).constData());
    QCOMPARE(said.error(), QStringLiteral("AST-P202"));
    QVERIFY2(said.out.contains("mega"), said.out.constData());
    const Said unpriced = m_place.run(
        {"plan", "--model", "config.json", "--cluster", "unpriced.json", "--job", "job.json", "--json"});
    QVERIFY2(unpriced.status == 0, unpriced.all().left(1000).constData());
    QVERIFY(unpriced.json()["best"][0]["usd_per_hour"].is_null());
  }
  /// An own price of a GPU type counts where the node has none: 2 nodes of 8 at $3 each are $48 an hour.
  void ownPricesOfGpusCount() {
    m_place.put("unpriced.json", R"({"pools": [{"id": "mega", "node": "gcp-a3-megagpu-8g", "nodes": 2}]})");
    m_place.put("rents.json",
                R"({"gpu_rents": [{"gpu_id": "h100-sxm", "usd_per_gpu_hour": 3, "source": "broker",
      "source_date": "2026-11-20"}]})");
    const Said said = m_place.run({"plan", "--model", "config.json", "--cluster", "unpriced.json", "--job",
                                   "job.json", "--hardware", "rents.json", "--json"});
    QVERIFY2(said.status == 0, said.all().left(1000).constData());
    QCOMPARE(said.json()["best"][0]["usd_per_hour"].get<double>(), 48.0);
  }
  void ownTypesAreChecked() {
    m_place.put("own.json", R"({"gpus": [{"id": "x", "memory_gib": -1}]})");
    const Said said = m_place.run({"catalog", "gpus", "--hardware", "own.json", "--json"});
    QVERIFY2(said.status == 2, said.all().left(1000).constData());
    QCOMPARE(said.json()["error"]["file"].get<std::string>(), std::string("own.json"));
  }

 private:
  Said plan(const QString& model, const QString& cluster, const QString& job) const {
    return m_place.run({"plan", "--model", model, "--cluster", cluster, "--job", job, "--json"});
  }
  Workplace m_place;
};

}  // namespace tst_cli_bad_input

ASTROLABE_TEST(tst_cli_bad_input, TestCliBadInput)
#include "tst_cli_bad_input.moc"
