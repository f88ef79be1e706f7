// core/exports/serving_start.h: scripts and manifests start what the deployment says, each copy on GPUs of
// its own.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <map>
#include <set>

#include "block_yaml.h"
#include "core/base/error_codes.h"
#include "core/exports/row_table.h"
#include "core/exports/serving_start.h"
#include "core/exports/serving_trace.h"
#include "core/exports/yaml.h"
#include "served_fleets.h"
#include "tests/program/test_program.h"

namespace tst_serving_exports {

using namespace astrolabe;
using namespace astrolabe::exports;
using namespace astrolabe::tests;
using serving::Runtime;

class TestServingExports : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  void write(const std::string& name, const std::string& text) {
    const std::string path = m_folder.path().toStdString() + '/' + name;
    std::ofstream(path) << text;
    QFile::setPermissions(QString::fromStdString(path),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }
  /// What a stand-in for the engine sees: its GPUs ("-" where nobody says), the words of its command, and the
  /// port beside it over which vLLM hands over.
  QStringList started(const std::string& script, QStringList arguments) {
    for (const char* name : {"vllm", "python3", "trtllm-serve", "trtllm-llmapi-launch"})
      write(name,
            "#!/bin/bash\necho ${CUDA_VISIBLE_DEVICES:--}\nfor word; do echo \"$word\"; done\n"
            "echo side channel\necho ${VLLM_NIXL_SIDE_CHANNEL_PORT:--}\n");
    write("start.sh", script);
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", m_folder.path() + ":" + environment.value("PATH"));
    environment.insert("MODEL", "a model");
    environment.insert("TMPDIR", m_folder.path());
    environment.remove("CUDA_VISIBLE_DEVICES");
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    arguments.prepend("start.sh");
    process.start("bash", arguments);
    process.waitForFinished();
    return QString::fromUtf8(process.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
  }

 private slots:
  /// 3 copies of 4 GPUs, 2 a machine of 8: 2 machines. 16 GPUs are 2 machines of 8.
  void serversOfAFleet() {
    ServedFleet fleet = served();
    fleet.fleet.groups.push_back(fleet.fleet.groups.front());
    fleet.fleet.groups.back().pool = 1;
    fleet.fleet.groups.push_back(fleet.fleet.groups.front());
    const auto servers = servers_of(fleet);
    QVERIFY(servers);
    QCOMPARE(servers->size(), std::size_t(3));
    QCOMPARE(servers->at(0).name, std::string("h100"));
    QCOMPARE(servers->at(1).name, std::string("old-ones"));
    QCOMPARE(servers->at(2).name, std::string("h100-2"));
    QCOMPARE(servers->at(0).copies_a_node(), 2);
    QCOMPARE(servers->at(1).copies_a_node(), 1);
    QVERIFY(line_of(servers->at(0)).rfind("3 copies on 2 machines of h100: tensor 4", 0) == 0);
    const ServedFleet two = parted(wide(1, 16, 16));
    const auto halves = servers_of(two);
    QCOMPARE(halves->at(0).name, std::string("h100-prefill"));
    QCOMPARE(halves->at(0).copies, 6);  // 2 workers of each of 3 replicas
    QCOMPARE(halves->at(1).copies, 3);
    QCOMPARE(halves->at(0).nodes(), 2);
    QCOMPARE(halves->at(0).gpus_a_node(), 8);
  }

  /// Bash reads every script, and a stand-in for the engine gets the words that the settings say.
  void scriptsRun() {
    QTemporaryDir& folder = m_folder;
    const auto words = [&](const std::string& script, const QStringList& arguments) {
      return started(script, arguments);
    };
    const ServedFleet fleet = served();
    const QStringList vllm = words(*start_script(Runtime::vllm, fleet), {"h100", "1"});
    QCOMPARE(vllm.value(0), QStringLiteral("4,5,6,7"));  // the second copy of a machine
    // 10 ports a GPU: the copy that begins at GPU 4.
    QCOMPARE(vllm.mid(1, 6), (QStringList{"serve", "a model", "--host", "0.0.0.0", "--port", "8040"}));
    QCOMPARE(vllm.value(vllm.indexOf("--max-num-seqs") + 1), QStringLiteral("1024"));
    const QStringList rank = words(*start_script(Runtime::vllm, wide(1, 16, 16)), {"h100", "1", "10.0.0.1"});
    QCOMPARE(rank.value(rank.indexOf("--data-parallel-start-rank") + 1), QStringLiteral("8"));
    QCOMPARE(rank.value(rank.indexOf("--data-parallel-address") + 1), QStringLiteral("10.0.0.1"));
    QVERIFY(rank.contains("--headless"));
    QCOMPARE(rank.value(rank.indexOf("--speculative-config") + 1),
             QStringLiteral(R"({"method":"mtp","num_speculative_tokens":2})"));
    const QStringList first = words(*start_script(Runtime::vllm, wide(1, 16, 16)), {"h100", "0", "10.0.0.1"});
    QVERIFY(!first.contains("--headless"));
    const QStringList sglang =
        words(*start_script(Runtime::sglang, wide(1, 16, 16)), {"h100", "1", "10.0.0.1"});
    QCOMPARE(sglang.value(sglang.indexOf("--dist-init-addr") + 1), QStringLiteral("10.0.0.1:20000"));
    QCOMPARE(sglang.value(sglang.indexOf("--node-rank") + 1), QStringLiteral("1"));
    const auto settings_file = [&] {
      const QStringList trt = words(*start_script(Runtime::tensorrt_llm, fleet), {"h100", "0"});
      return trt.value(trt.indexOf("--extra_llm_api_options") + 1);
    };
    const QString file = settings_file();
    QVERIFY2(file.startsWith(folder.path() + '/'), qPrintable(file));
    QVERIFY(settings_file() != file);  // each start has a file of its own
    QFile yaml(file);
    QVERIFY(yaml.open(QIODevice::ReadOnly));
    const auto documents = yaml_documents(yaml.readAll().toStdString());
    QCOMPARE(documents.size(), std::size_t(1));
    QCOMPARE(documents.front(), nested_settings(start_of(Runtime::tensorrt_llm, fleet).file));
    QCOMPARE(words(*start_script(Runtime::vllm, fleet), {"nobody"}), QStringList{});
  }

  /// Every copy of fleets that share machines, started as the head of the script says: no two on one machine
  /// have a GPU or a port in common, and none is missing.
  void copiesOfAMachineAreApart() {
    std::vector<ServedFleet> fleets;
    // 3 replicas of 2 prompt workers of 2 GPUs and 1 answer worker of 4, on machines of 8: 3 x 8 GPUs.
    ServedFleet shared = parted(served());
    shared.fleet.groups.front().deployment.prefill->tensor_parallel = 2;
    fleets.push_back(shared);
    // Two groups on one pool: 3 copies of 4 GPUs and 2 of 2.
    ServedFleet beside = served();
    beside.fleet.groups.push_back(beside.fleet.groups.front());
    beside.fleet.groups.back().deployment.replicas = 2;
    beside.fleet.groups.back().deployment.worker.tensor_parallel = 2;
    fleets.push_back(beside);
    // Prompt workers on two machines of 8, answer workers of 3 GPUs, 2 a machine.
    ServedFleet uneven = parted(wide(1, 16, 16));
    uneven.fleet.groups.front().deployment.worker = serving::Worker{};
    uneven.fleet.groups.front().deployment.worker.attention_data_parallel = 3;
    uneven.fleet.groups.front().deployment.prefill_workers = 1;
    fleets.push_back(uneven);
    for (const ServedFleet& fleet : fleets)
      for (const Runtime runtime : kRuntimes) {
        const auto servers = servers_of(fleet);
        QVERIFY(servers);
        const auto script = start_script(runtime, fleet);
        QVERIFY2(script.has_value(), script ? "" : script.error().where.c_str());
        std::map<std::pair<const ServedPool*, int>, std::set<int>> gpus, ports;
        for (const Server& server : *servers) {
          QCOMPARE(server.places.size(), static_cast<std::size_t>(server.copies));
          for (int copy = 0; copy < server.copies; ++copy) {
            const CopyPlace place = server.places[static_cast<std::size_t>(copy)];
            for (int node = 0; node < server.nodes(); ++node) {
              QStringList arguments{QString::fromStdString(server.name)};
              if (server.nodes() > 1)
                arguments << QString::number(node) << QStringLiteral("10.0.0.1");
              else
                arguments << QString::number(copy);
              const QStringList words = started(*script, arguments);
              const std::pair machine{server.pool, place.machine + node};
              QStringList visible = words.value(0).split(',');
              if (words.value(0) == QStringLiteral("-")) {  // it has the whole machine
                visible.clear();
                for (int gpu = 0; gpu < server.pool->gpus_per_node; ++gpu) visible << QString::number(gpu);
              }
              QCOMPARE(visible.size(), static_cast<qsizetype>(server.gpus_a_node()));
              for (const QString& gpu : visible) {
                QVERIFY(gpu.toInt() < server.pool->gpus_per_node);
                QVERIFY2(gpus[machine].insert(gpu.toInt()).second,
                         qPrintable(arguments.join(' ') + " on GPU " + gpu));
              }
              for (const char* name : {"--port", "--disaggregation-bootstrap-port", "side channel"}) {
                const auto at = words.indexOf(QLatin1String(name));
                if (at < 0 || words[at + 1] == QStringLiteral("-")) continue;
                QVERIFY2(ports[machine].insert(words[at + 1].toInt()).second,
                         qPrintable(arguments.join(' ') + ' ' + words[at] + ' ' + words[at + 1]));
              }
            }
          }
        }
      }
  }

  /// 3 replicas of 4 + 2 x 2 GPUs fill 3 machines of 8: the answer workers first, 2 on the first and 1 on the
  /// second machine, then prompt workers of 2 GPUs behind it (GPU 4 and 6) and 4 on the third.
  void largestCopiesArePlacedFirst() {
    ServedFleet shared = parted(served());
    shared.fleet.groups.front().deployment.prefill->tensor_parallel = 2;
    const auto servers = servers_of(shared);
    QVERIFY(servers);
    const std::vector<CopyPlace> answers{{0, 0}, {0, 4}, {1, 0}};
    const std::vector<CopyPlace> prompts{{1, 4}, {1, 6}, {2, 0}, {2, 2}, {2, 4}, {2, 6}};
    QVERIFY(servers->at(0).places == prompts);
    QVERIFY(servers->at(1).places == answers);
    QCOMPARE(servers->at(0).machines(), 2);
    QVERIFY(!servers->at(0).only_first_gpu());
    const auto machines = machines_of(*servers);
    QCOMPARE(machines.size(), std::size_t(3));
    QCOMPARE(machines[1].starts.size(), std::size_t(3));
    // 200 copies of 4 on machines of 8 are told in one line.
    ServedFleet many = served();
    many.fleet.groups.front().deployment.replicas = 200;
    const auto alike = machines_of(*servers_of(many));
    QCOMPARE(alike.size(), std::size_t(1));
    QCOMPARE(alike.front().last, 99);
    QVERIFY(start_script(Runtime::vllm, many)
                ->find("# machines 1 to 100 of h100, each: h100 on GPU 0 to 3, "
                       "port 8000; h100 on GPU 4 to 7, port 8040") != std::string::npos);
    // One GPU is no range, and a plan without a name is not named.
    many.fleet.groups.front().deployment.replicas = 1;
    many.fleet.groups.front().deployment.worker.tensor_parallel = 1;
    many.plan.clear();
    const auto single = start_script(Runtime::vllm, many);
    QVERIFY(single && single->find("on GPU 0, port 8000") != std::string::npos);
    QVERIFY(single->find("# plan:") == std::string::npos && single->find("# model:") != std::string::npos);
  }

  void yamlReadsBack() {
    const Json json{
        {"a", 1},
        {"b: c", {{"d", Json::array({1, "two: three", Json{{"e", nullptr}}, Json::array({true})})}}},
        {"empty", Json::object()},
        {"text", "line\n# no comment"},
        {"words", Json::array({"apps/v1", "yes", "No", "1", "a-b", "x y", ""})},
        {"lists", Json::array({Json::array({1, 2}), Json{{"k", "v"}, {"l", Json::array({"m"})}}})}};
    const auto documents = yaml_documents("# head\n---\n" + yaml_text(json));
    QCOMPARE(documents.size(), std::size_t(1));
    QCOMPARE(documents.front(), json);
  }

  /// A column that one row alone has is there for all; a name with a comma stands in quotes.
  void rowsAsCsv() {
    const Json rows = {{{"a", 1}, {"b", {{"c", 2.5}}}}, {{"a", nullptr}, {"d", "x, y"}}};
    QCOMPARE(rows_csv(rows), std::string("a,b.c,d\r\n1,2.5,\r\n,,\"x, y\"\r\n"));
    QCOMPARE(rows_csv(Json::array()), std::string("\r\n"));
  }

  /// Parts of a step follow each other to the time of the GPU; a request ends with its last token.
  void traceOfAnIteration() {
    deploy::Fleet fleet = served().fleet;
    serving::Figures& figures = fleet.groups.front().figures;
    figures.decode_step.products = 30.0;
    figures.decode_step.communication = 10.0;
    figures.decode_step.gpu_ms = 0.04;
    figures.decode_step.host_ms = 0.02;
    figures.decode_step.step_ms = 0.1;
    figures.ttft.value = 0.5;
    figures.e2e.value = 2.0;
    const Json trace = serving_trace(fleet, {"h100"});
    std::map<std::string, std::pair<double, double>> spans;
    for (const Json& event : trace.at("traceEvents"))
      if (event.at("ph") == "X")
        spans[event.at("name")] = {event.at("ts").get<double>(), event.at("dur").get<double>()};
    using Span = std::pair<double, double>;
    QCOMPARE(spans.at("step that decodes"), Span(0.0, 100.0));
    QCOMPARE(spans.at("products"), Span(0.0, 30.0));
    QCOMPARE(spans.at("communication"), Span(30.0, 10.0));
    QCOMPARE(spans.at("step that decodes, host"), Span(0.0, 20.0));
    QCOMPARE(spans.at("to the first token"), Span(0.0, 5e5));
    QCOMPARE(spans.at("tokens behind it"), Span(5e5, 1.5e6));
    QCOMPARE(spans.count("step with prompts"), std::size_t(0));
  }

  void manifestsOfLlmD() {
    ServedFleet fleet = parted(wide(1, 16, 16));
    fleet.fleet.groups.push_back(served().fleet.groups.front());
    const auto text = llm_d_manifests(fleet);
    QVERIFY2(text.has_value(), text ? "" : text.error().where.c_str());
    const auto documents = yaml_documents(*text);
    QCOMPARE(documents.size(), std::size_t(3));
    for (const Json& document : documents) QVERIFY(whole(document));
    const Json& prefill = documents[0];
    QCOMPARE(prefill.at("kind"), Json("LeaderWorkerSet"));
    QCOMPARE(prefill.at("spec").at("replicas"), Json(6));
    QCOMPARE(prefill.at("spec").at("leaderWorkerTemplate").at("size"), Json(2));
    QCOMPARE(prefill.at("metadata").at("labels").at("llm-d.ai/role"), Json("prefill"));
    const Json& set = documents[1].at("spec").at("leaderWorkerTemplate");
    const Json& decode = set.at("leaderTemplate");
    // Machines behind the first take no requests.
    QVERIFY(!set.at("workerTemplate").at("metadata").at("labels").contains("llm-d.ai/model"));
    QVERIFY(!set.at("workerTemplate").at("spec").contains("initContainers"));
    QVERIFY(decode.at("spec").at("initContainers").is_array());
    QCOMPARE(decode.at("spec").at("containers").at(0).at("resources"),
             (Json{{"limits", {{"nvidia.com/gpu", "8"}}}}));
    QVERIFY(decode.at("spec")
                .at("containers")
                .at(0)
                .at("args")
                .at(0)
                .get<std::string>()
                .find("--data-parallel-size 16") != std::string::npos);
    const Json& whole_requests = documents[2];
    QCOMPARE(whole_requests.at("kind"), Json("Deployment"));
    QCOMPARE(whole_requests.at("spec").at("replicas"), Json(3));
    const Json& pod = whole_requests.at("spec").at("template").at("spec");
    QCOMPARE(pod.at("containers").at(0).at("command"), Json::array({"vllm", "serve", "MODEL"}));
    const Json& arguments = pod.at("containers").at(0).at("args");
    QCOMPARE(arguments.at(4), Json("--tensor-parallel-size"));
    QCOMPARE(arguments.at(5), Json("4"));
    QCOMPARE(whole_requests.at("spec").at("selector").at("matchLabels").at("app"),
             whole_requests.at("spec").at("template").at("metadata").at("labels").at("app"));
  }

  void manifestsOfDynamo() {
    for (const Runtime runtime : kRuntimes) {
      ServedFleet fleet = parted(wide(1, 16, 16));
      fleet.job.runtime = runtime;
      const auto text = dynamo_manifest(fleet);
      QVERIFY2(text.has_value(), text ? "" : text.error().where.c_str());
      const auto documents = yaml_documents(*text);
      QCOMPARE(documents.size(), std::size_t(runtime == Runtime::tensorrt_llm ? 2 : 1));
      for (const Json& document : documents) QVERIFY(whole(document));
      const Json& graph = documents.back();
      QCOMPARE(graph.at("kind"), Json("DynamoGraphDeployment"));
      const Json& components = graph.at("spec").at("components");
      QCOMPARE(components.size(), std::size_t(3));
      QCOMPARE(components.at(0).at("type"), Json("frontend"));
      const Json& prefill = components.at(1);
      QCOMPARE(prefill.at("type"), Json("prefill"));
      QCOMPARE(prefill.at("replicas"), Json(6));
      QCOMPARE(prefill.at("multinode").at("nodeCount"), Json(2));
      const Json& container = prefill.at("podTemplate").at("spec").at("containers").at(0);
      QCOMPARE(container.at("resources"), (Json{{"limits", {{"nvidia.com/gpu", "8"}}}}));
      // Each word that is an argument is one of the engine or of Dynamo.
      const EngineArguments engine(to_string(runtime)), dynamo("dynamo");
      int modes = 0;
      for (const Json& word : container.at("args")) {
        const auto& name = word.get_ref<const std::string&>();
        if (name.rfind("--", 0) != 0) continue;
        QVERIFY2(engine.find(name, {}) || dynamo.find(name, {}), name.c_str());
        modes += name == "--disaggregation-mode";
      }
      QCOMPARE(modes, 1);
      if (runtime != Runtime::tensorrt_llm) continue;
      const auto file =
          yaml_documents(documents.front().at("data").at("h100-prefill.yaml").get<std::string>());
      QCOMPARE(file.front().at("tensor_parallel_size"), Json(16));
      QCOMPARE(file.front().at("disable_overlap_scheduler"), Json(true));
    }
  }
};

}  // namespace tst_serving_exports

ASTROLABE_TEST(tst_serving_exports, TestServingExports)
#include "tst_serving_exports.moc"