// Changed inputs for every reader of core: broken, hostile, deep, long. None crashes, throws or takes more
// than its share; what is refused has words. ASTROLABE_FULL=1: 200 of each.

#include <sys/stat.h>

#include <QTemporaryDir>
#include <fstream>
#include <functional>
#include <numeric>
#include <vector>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/json.h"
#include "core/calibration/calibration.h"
#include "core/calibration/measured_case.h"
#include "core/calibration/measured_kernels.h"
#include "core/calibration/measured_run.h"
#include "core/cost/kernel_library.h"
#include "core/cost/kernel_model.h"
#include "core/hardware/hardware_file.h"
#include "core/hardware/price_import.h"
#include "core/model/graph.h"
#include "core/model/model_reader.h"
#include "core/plan/measured_plan.h"
#include "core/plan/model_source.h"
#include "core/plan/plan_file.h"
#include "core/spmd/devices.h"
#include "core/strategy/job.h"
#include "core/strategy/rules.h"
#include "core/strategy/strategy.h"
#include "core/verify/question.h"
#include "tests/core/certificates.h"
#include "tests/core/changed_files.h"
#include "tests/core/onnx_decoders.h"
#include "tests/core/plan_files.h"
#include "tests/program/test_program.h"
#include "tests/program/trial.h"

namespace tst_hostile_inputs {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

using Outcome = std::optional<Error>;
using Change = std::function<std::string(Mutator&)>;
using Read = std::function<Outcome(const std::string&)>;

/// Changes of one of several sound documents.
Change json_of(std::vector<std::string> sound) {
  return [sound = std::move(sound)](Mutator& mutator) {
    return mutator.json(sound[mutator.below(sound.size())]);
  };
}
Change table_of(std::string sound, char separator = ',') {
  return [sound = std::move(sound), separator](Mutator& mutator) { return mutator.table(sound, separator); };
}

Change onnx_of(std::string sound) {
  return [sound = std::move(sound)](Mutator& mutator) { return changed_onnx(mutator, sound); };
}

/// A reader of parsed JSON.
template <class Use>
Read of_json(Use use) {
  return [use](const std::string& input) -> Outcome {
    const auto json = parse_json(input, code::broken_json);
    if (!json) return json.error();
    return error_of(use(*json));
  };
}

std::string built_in(const char* id) {
  for (const model::BuiltInModel& model : model::built_in_models())
    if (model.id == id) return model.config;
  qFatal("no built-in model %s", id);
}

Outcome read_model_text(const std::string& input) {
  const auto read = model::read_config(input, "changed");
  if (!read) return read.error();
  model::build_graph(*read);
  return std::nullopt;
}

const hardware::Catalogue& catalogue() { return hardware::Catalogue::built_in(); }

std::string file_text(const QString& path) { return read_file(path.toStdString()).value(); }

/// The first rows of a table.
std::string head_of(std::string_view table, int rows) {
  std::size_t end = 0;
  for (; rows > 0 && end != std::string_view::npos; --rows) end = table.find('\n', end + 1);
  return std::string(table.substr(0, end));
}

}  // namespace

class TestHostileInputs : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    addModels();
    addQuestions();
    addTables();
    addWholeFiles();
  }
  void readersBear_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_readers.size(); ++i)
      QTest::newRow(m_readers[i].name.c_str()) << static_cast<int>(i);
  }
  void readersBear() {
    QFETCH(int, index);
    run_trial(m_readers[static_cast<std::size_t>(index)], cases_of_reader(kSanitized ? 20 : 60, 200));
  }

  /// 500,000 lists in each other: what ended the program when it was given to --kernels.
  void deepCbor() {
    const auto read = cost::read_kernel_file(std::string(500'000, '\x81'));
    QVERIFY(!read);
    QCOMPARE(read.error().code, std::string(code::bad_kernel_file));
    QCOMPARE(read.error().found, std::string("brackets nested too deeply"));
  }
  void deepJson() {
    Mutator mutator(1);
    QCOMPARE(json_or_null(std::string(200, '[') + std::string(200, ']')).size(), std::size_t{1});
    QVERIFY(json_or_null(std::string(201, '[') + std::string(201, ']')).is_null());
    QVERIFY(json_or_null(mutator.nested(1'000'000)).is_null());
  }
  /// A key is looked for among 200,000 others without going through them.
  void manyKeys() {
    std::string text = "{";
    for (int i = 0; i < 200'000; ++i) text += "\"model.layers." + std::to_string(i) + "\": 1, ";
    const Budget budget;
    const auto sound = parse_json(text + "\"last\": 2}", code::broken_json);
    QVERIFY(sound);
    QCOMPARE(sound->size(), std::size_t{200'001});
    const auto twice = parse_json(text + "\"model.layers.7\": 2}", code::broken_json);
    QCOMPARE(twice.error().code, std::string(code::repeated_key));
    const auto last = parse_json(text + "\"model.layers.7\": 2}", code::broken_json, true);
    QCOMPARE((*last)["model.layers.7"], Json(2));
    QCOMPARE(last->size(), std::size_t{200'000});
    QVERIFY2(budget.ms() < (kSanitized ? 30'000 : 3'000), qPrintable(QString::number(budget.ms())));
  }
  void manyValues() {
    std::string text = "[1";
    for (int i = 0; i < 8'000'000; ++i) text += ",1";
    QCOMPARE(parse_json(text + "]", code::broken_json).error().found,
             std::string("more than 8 million values"));
  }

  /// Regular files alone are read; nothing waits for a pipe, and no device is asked.
  void onlyRegularFiles_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("found");
    const QString pipe = m_folder.filePath("pipe");
    QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
    QTest::newRow("pipe") << pipe << "not a regular file";
    QTest::newRow("device") << "/dev/zero"
                            << "not a regular file";
    const QString folder = m_folder.filePath("folder");
    QVERIFY(QDir().mkpath(folder));
    QTest::newRow("folder") << folder << "a directory";
    QTest::newRow("nothing") << m_folder.filePath("none") << "no such file";
    QTest::newRow("inside a file") << m_folder.filePath("pipe/none") << "no such file";
    QTest::newRow("long name") << m_folder.filePath(QString(300, u'n'))
                               << "a name that is too long for this system";
  }
  void onlyRegularFiles() {
    QFETCH(QString, path);
    QFETCH(QString, found);
    const Budget budget;
    for (const auto& error :
         {read_file(path.toStdString()).error(), plan::read_plan(path.toStdString()).error()}) {
      QCOMPARE(error.code, std::string(code::cannot_read));
      QCOMPARE(error.found, found.toStdString());
      QCOMPARE(error.file, path.toStdString());
    }
    QVERIFY(budget.clock_ms() < 5'000);
    QVERIFY(!plan::looks_like_plan(path.toStdString()));
    QVERIFY(!plan::read_model_source(path.toStdString()));
    QVERIFY(!plan::read_model_source(path.toStdString() + ".onnx"));
  }
  /// A model of 2 GB is refused, and none of it read: the file has holes alone.
  void aLargeOnnxFileIsNotRead() {
    const std::string path = m_folder.filePath("large.onnx").toStdString();
    std::ofstream(path) << 'x';
    std::filesystem::resize_file(path, 2'000'000'000);
    const Budget budget;
    const auto read = plan::read_model_source(path);
    QCOMPARE(read.error().code, std::string(code::file_too_large));
    QCOMPARE(read.error().found, std::string("2000000000 bytes"));
    QVERIFY(budget.clock_ms() < 1'000);
  }
  /// A saved question never makes the program open a file.
  void noFileIsReadForASavedQuestion() {
    for (const char* name : {"/dev/zero", "-", "../config.json", "model.onnx", "folder/"}) {
      const auto read = model::read_saved(name, "");
      QCOMPARE(read.error().code, std::string(code::model_outside));
      QCOMPARE(read.error().found, std::string(name));
    }
    QVERIFY(model::read_saved("llama-3.1-8b", ""));
    QCOMPARE(model::read_saved("llama-3.2-8b", "").error().code, std::string(code::unknown_model));
  }
  /// A shard's name longer than the system allows is a shard that is not there.
  void longNameOfAShard() {
    const QString folder = m_folder.filePath("long");
    QVERIFY(QDir().mkpath(folder));
    put(folder + "/config.json", built_in("llama-3.1-8b"));
    put(folder + "/model.safetensors.index.json",
        Json{{"weight_map", {{"model.norm.weight", std::string(5'000, 'n')}}}}.dump());
    const auto read = model::read_model(folder.toStdString());
    QVERIFY2(read, read ? "" : read.error().found.c_str());
  }

 private:
  static void put(const QString& path, const std::string& content) {
    std::ofstream(path.toStdString(), std::ios::binary | std::ios::trunc) << content;
  }
  void add(const char* name, Change change, Read read) {
    m_readers.push_back({name, std::move(change), std::move(read)});
  }
  /// A reader of a file of that name.
  Read in_file(const char* name, std::function<Outcome(const std::string& path)> read) {
    const QString path = m_folder.filePath(name);
    return [path, read = std::move(read)](const std::string& input) {
      put(path, input);
      return read(path.toStdString());
    };
  }

  void addModels() {
    add("config",
        json_of({built_in("llama-3.1-8b"), built_in("deepseek-v3"), built_in("gpt-oss-120b"),
                 built_in("t5-3b"), built_in("bert-large"), built_in("falcon-40b")}),
        read_model_text);
    add("text_config", json_of({built_in("gemma-3-27b")}), read_model_text);
    add("arguments",
        table_of(
            "torchrun pretrain_gpt.py \\\n  --num-layers 32 --hidden-size 4096 --num-attention-heads 32 \\\n"
            "  --group-query-attention --num-query-groups 8 --ffn-hidden-size 14336 --seq-length 8192 \\\n"
            "  --max-position-embeddings 8192 --vocab-size 128256 --swiglu --normalization RMSNorm\n",
            ' '),
        read_model_text);
    put(m_folder.filePath("config.json"), built_in("llama-3.1-8b"));
    add("index",
        json_of({R"({"metadata": {"total_size": 16060522496}, "weight_map": {"model.embed_tokens.weight":
          "model-00001-of-00002.safetensors", "model.norm.weight": "model-00002-of-00002.safetensors"}})"}),
        in_file("model.safetensors.index.json",
                [](const std::string& path) { return error_of(model::read_model(path)); }));
    // A whole model of one layer: what its weights hold is what its configuration counts.
    QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("small")));
    put(m_folder.filePath("small/config.json"),
        R"({"model_type": "llama", "hidden_size": 4, "intermediate_size": 8, "num_attention_heads": 1, "num_key_value_heads": 1,
            "num_hidden_layers": 1, "vocab_size": 16, "max_position_embeddings": 128, "tie_word_embeddings": true})");
    Json tensors{{"__metadata__", {{"format", "pt"}}}};
    int end = 0;
    const auto hold = [&](const std::string& name, const std::vector<int>& shape) {
      const int begin = end;
      end += 2 * std::accumulate(shape.begin(), shape.end(), 1, std::multiplies<>());
      tensors["model." + name + ".weight"] = {
          {"dtype", "BF16"}, {"shape", shape}, {"data_offsets", {begin, end}}};
    };
    hold("embed_tokens", {16, 4});
    for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"})
      hold(std::string("layers.0.self_attn.") + name, {4, 4});
    hold("layers.0.mlp.gate_proj", {8, 4});
    hold("layers.0.mlp.up_proj", {8, 4});
    hold("layers.0.mlp.down_proj", {4, 8});
    for (const char* name : {"layers.0.input_layernorm", "layers.0.post_attention_layernorm", "norm"})
      hold(name, {4});
    add(
        "header",
        [header = tensors.dump(), end](Mutator& mutator) {
          const std::string text = mutator.json(header);
          std::string length(8, '\0');
          for (std::size_t i = 0; i < 8; ++i) length[i] = static_cast<char>((text.size() >> (8 * i)) & 0xFFU);
          const std::string whole = length + text + std::string(static_cast<std::size_t>(end), '\0');
          return mutator.below(4) == 0 ? mutator.bytes(whole) : whole;
        },
        in_file("small/only.safetensors",
                [](const std::string& path) { return error_of(model::read_model(path)); }));
    add("onnx", onnx_of(tests::onnx_llama().bytes()), in_file("model.onnx", [](const std::string& path) {
          return error_of(plan::read_model_source(path, {{"sequence", 6}}));
        }));
  }

  void addQuestions() {
    add("cluster",
        json_of(
            {R"({"name": "two", "pools": [{"id": "new", "node": "onprem-dgx-h100", "nodes": 4, "usd_per_gpu_hour": 2.5},
          {"id": "old", "gpu": "a100-sxm-80", "nodes": 8, "gpus_per_node": 8, "intra_node_gb_per_s": 300,
           "inter_node_gb_per_s": 200, "inter_node_latency_us": 6, "usd_per_gpu_hour": 1.3, "relative_speed": 1.0}],
          "between_pools": [{"a": "new", "b": "old", "gb_per_s": 100, "latency_us": 12}],
          "choose": {"max_gpus_per_pool": {"new": 32, "old": 64}, "max_total_gpus": 96}})"}),
        of_json([](const Json& json) -> Result<hardware::Cluster> {
          const auto spec = hardware::read_cluster(json);
          if (!spec) return tl::unexpected<Error>(spec.error());
          return hardware::resolve(*spec, catalogue(), hardware::Commitment::on_demand);
        }));
    add("job",
        json_of(
            {R"({"sequence_length": 4096, "global_batch": 1024, "tokens": 1e12, "precision": "bf16", "optimizer": "adam",
          "flash_attention": true, "fixed": {"tensor_parallel": 8}, "allowed": {"recompute": ["none", "selective"]},
          "limits": {"budget_usd": 1e6, "deadline_hours": 2000, "power_kw": 90, "memory_headroom": 0.06},
          "cost": {"basis": "rent", "commitment": "on_demand", "years": 4, "residual": 0.1, "pue": 1.3}})"}),
        of_json([](const Json& json) { return strategy::read_job(json); }));
    add("strategy",
        json_of(
            {R"({"tensor_parallel": 8, "pipeline_parallel": 2, "virtual_pipeline": 1, "context_parallel": 1, "data_parallel": 2,
          "micro_batch": 1, "sequence_parallel": true, "zero_stage": 1, "recompute": "selective", "schedule": "1f1b",
          "stages": [{"pool": "new", "layers": 20, "tensor_parallel": 8, "recompute": "none", "recompute_layers": 0},
                     {"pool": "old", "layers": 12, "tensor_parallel": 8, "recompute": "none", "recompute_layers": 0}]})"}),
        of_json([](const Json& json) {
          return strategy::read_strategy(json, {"new", "old"}, 32);
        }));
    add("profile",
        json_of({R"({"devices": [{"flops_per_second": 3.86e12, "count": 2, "name": "a", "memory_gib": 16}],
          "bandwidth_bytes_per_second": {"all_gather": 1e9, "all_gather_grouped": 1e9, "all_reduce": 1e9,
            "reduce_scatter": 1e9, "reduce_scatter_grouped": 1e9, "all_to_all": 1e9}, "latency_seconds": 1e-5})"}),
        of_json([](const Json& json) { return spmd::read_profile(json); }));
    add("hardware",
        json_of(
            {R"({"gpus": [{"id": "my-gpu", "name": "Mine", "memory_gib": 96, "mem_bw_GBps": 4000, "bf16_tflops": 1000,
          "tdp_w": 700, "like": "h100-sxm"}], "nodes": [{"id": "my-node", "name": "Mine", "gpu_id": "my-gpu",
          "gpus_per_node": 8, "network_total_GBps": 400, "kind": "on-prem"}]})",
             R"({"pools": [{"id": "h100", "node": "oci-bm-gpu-h100-8", "nodes": 2}]})"}),
        [](const std::string& input) { return error_of(hardware::read_hardware_file(input)); });
    add("rules",
        table_of("no_wide: reject if $tensor_parallel > 8 && $pipeline_parallel != 1\n"
                 "  because \"wide stages are slow\"\nodd: reject if $data_parallel % 2 != 0\n",
                 ' '),
        [](const std::string& input) -> Outcome {
          const auto rules = strategy::make_rule_set(input);
          if (rules) return std::nullopt;
          return rules.error();
        });
  }

  void addTables() {
    add("prices",
        table_of("node,gpu,usd_per_hour,usd_per_gpu_hour,source,date\noci-bm-gpu-h100-8,,80,,list,2026-01-"
                 "05\n,h100-sxm,,2.5,list,2026-01-05\n"),
        [](const std::string& input) -> Outcome {
          const auto read = hardware::import_prices(input, catalogue());
          if (!read) return read.error();
          return read->mistakes.empty() ? std::nullopt : Outcome(read->mistakes.front());
        });
    add("measured", table_of(head_of(plan::built_in_measured_runs(), 12)),
        [](const std::string& input) -> Outcome {
          const auto read = calibration::read_measured_runs(input);
          if (!read) return read.error();
          for (const calibration::MeasuredRun& run : read->runs)
            if (const auto made = calibration::make_case(run, catalogue()); !made) return made.error();
          return std::nullopt;
        });
    const auto kernels = [this](const char* name) {
      add(name,
          table_of(head_of(file_text(QStringLiteral(ASTROLABE_SOURCE_DIR "/tests/data/kernels/%1.csv")
                                         .arg(QLatin1StringView(name))),
                           20)),
          [](const std::string& input) -> Outcome {
            calibration::MeasuredKernels into;
            const auto read = calibration::read_kernel_table(input, "table.csv", catalogue(), into);
            if (!read) return read.error();
            return into.skipped.empty() ? std::nullopt : Outcome(into.skipped.front());
          });
    };
    for (const char* name : {"unseen_gemm", "unseen_attention", "unseen_collective", "unseen_moe"})
      kernels(name);
    calibration::Calibration fitted;
    fitted.gpus = {"h100-sxm"};
    fitted.runs = 10;
    const std::string calibration = calibration::to_json(fitted).dump();
    QVERIFY(calibration::read_calibration_text(calibration));
    add("calibration", json_of({calibration}),
        of_json([](const Json& json) { return calibration::read_calibration(json); }));
  }

  void addWholeFiles() {
    std::string sound;  // the shortest of the shipped ones
    for (const auto& entry : cost::KernelLibrary::built_in()->entries())
      if (std::string file = cost::write_kernel_file({*entry}); sound.empty() || file.size() < sound.size())
        sound = std::move(file);
    QVERIFY(cost::read_kernel_file(sound));
    const std::string as_text = parse_cbor(sound, code::bad_kernel_file).value().dump();
    add(
        "kernels",
        [sound, as_text](Mutator& mutator) {
          if (mutator.below(2) == 0) return mutator.bytes(sound);
          Json changed = json_or_null(mutator.json(as_text));
          make_binary(changed);
          const auto bytes = Json::to_cbor(changed);
          return std::string(bytes.begin(), bytes.end());
        },
        [](const std::string& input) -> Outcome {
          const auto read = cost::read_kernel_file(input);
          if (!read) return read.error();
          return error_of(cost::check_kernel_types(*read, catalogue()));
        });
    const std::string path = m_folder.filePath("sound.astrolabe").toStdString();
    plan::PlanFile whole = plan_files::three_scenarios();
    whole.plan.report = R"({"title": "Plan", "parts": ["summary"], "compared": [1, 2]})";
    whole.plan.presentation = R"([{"page": "winner", "shown": true, "scenario": 2}])";
    QVERIFY(plan::write_plan(whole, path));
    const std::string again = m_folder.filePath("again.astrolabe").toStdString();
    const std::string scratch = m_folder.filePath("scratch.astrolabe").toStdString();
    add(
        "plan",
        [plan = file_text(QString::fromStdString(path)), scratch](Mutator& mutator) {
          return changed_plan(mutator, plan, scratch);
        },
        in_file("changed.astrolabe", [again, reads = 0](const std::string& file) mutable -> Outcome {
          const auto read = plan::read_plan(file);
          if (!read) return read.error();
          // What is read can be asked, written, and read again.
          if (const auto problem = plan::make_problem(read->plan, catalogue());
              !problem && !fault_of(problem.error()).empty())
            return problem.error();
          constexpr int kWrittenAgain = 8;  // each waits for the disk
          if (++reads % kWrittenAgain != 0) return std::nullopt;
          if (const auto written = plan::write_plan(*read, again); !written) return written.error();
          const auto reread = plan::read_plan(again);
          if (!reread)
            qFatal("written and not read: %s %s", reread.error().where.c_str(), reread.error().found.c_str());
          return std::nullopt;
        }));
    const auto certificate = certificate_of(free_counts());
    QVERIFY(certificate);
    auto proof = *certificate;
    const plan::Plan asked = plan::sample_plan();
    proof.question = verify::to_json({"llama-3.1-8b", "", {}, asked.cluster, {}, {}, asked.job, {}});
    const auto change = [proof](Mutator& mutator) {
      if (mutator.below(3) == 0) return mutator.bytes(verify::encode(proof));
      auto changed = proof;  // with sums that are right
      changed.question = json_or_null(mutator.json(proof.question.dump()));
      return verify::encode(changed);
    };
    add("certificate", change, [](const std::string& input) -> Outcome {
      const auto read = verify::decode(input);
      if (!read) return read.error();
      const auto question = verify::read_question(read->question);
      if (!question) return question.error();
      return error_of(verify::problem_of(*question, read->objective));
    });
  }

  QTemporaryDir m_folder;
  std::vector<TrialReader> m_readers;
};

}  // namespace tst_hostile_inputs

ASTROLABE_TEST(tst_hostile_inputs, TestHostileInputs)
#include "tst_hostile_inputs.moc"
