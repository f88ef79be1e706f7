// core/exports: starts of layouts on parts of nodes show every process the GPUs of its machine, under every
// launcher, in the commands of every runtime, which stand-ins carry out.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <functional>
#include <map>
#include <set>

#include "core/exports/start.h"
#include "core/exports/visible_gpus.h"
#include "core/hardware/usable_gpus.h"
#include "core/runtimes/judge.h"
#include "core/strategy/software_choice.h"
#include "tests/core/pytorch_job.h"
#include "tests/core/runtime_layouts.h"
#include "tests/program/test_program.h"

namespace tst_visible_gpus {

using namespace astrolabe;
using namespace astrolabe::tests::layouts;
using exports::Start;

namespace {

/// The cluster with twice the nodes, of each of which one GPU has failed, on halves of them: as many GPUs.
/// `which`: the GPU of a node that has failed.
strategy::Problem on_halves(strategy::Problem problem, const std::function<int(int)>& which) {
  hardware::Pool& pool = problem.cluster.pools.front();
  pool.nodes *= 2;
  pool.failed.clear();
  for (int node = 0; node < pool.nodes; ++node) pool.failed.push_back({node, which(node)});
  hardware::apply_marks(pool);
  hardware::choose_usable(pool, {pool.nodes * 4, 1.0, 4});
  return problem;
}

/// Of node n GPU n has failed, of the fifth on GPU 7: the first four of the others.
QString own_gpus(int node) {
  static const QStringList kOwn{"1,2,3,4", "0,2,3,4", "0,1,3,4", "0,1,2,4"};
  return node < 4 ? kOwn[node] : QStringLiteral("0,1,2,3");
}
int own_failed(int node) { return std::min(node, 7); }

struct Shown {
  int status = 0;
  QStringList lines;
};

}  // namespace

class TestVisibleGpus : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  void put(const QString& name, const QByteArray& text) {
    QFile file(m_folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }
  Shown carriedOut(const QStringList& command, const std::map<QString, QString>& known) {
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", m_folder.path() + ":" + environment.value("PATH"));
    environment.remove("CUDA_VISIBLE_DEVICES");
    for (const auto& [name, value] : known) environment.insert(name, value);
    shell.setProcessEnvironment(environment);
    shell.setWorkingDirectory(m_folder.path());
    shell.start("bash", command);
    shell.waitForFinished();
    return {shell.exitCode(),
            QString::fromUtf8(shell.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts)};
  }
  QStringList carriedOut(const std::string& script, const std::map<QString, QString>& known) {
    put("start.sh", QByteArray::fromStdString(script));
    return carriedOut(QStringList{"start.sh"}, known).lines;
  }

 private slots:
  /// Launchers say which GPUs they see; srun does on each machine what it is told, and says how many GPUs it
  /// asked for.
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    put("f", "--one 1\n");
    // With TOLD set they say in its place how many processes they are told to start, and accelerate starts as
    // many as it has for each machine: its --num_processes / --num_machines.
    for (const char* launcher : {"torchrun", "accelerate", "llamafactory-cli", "primus-cli", "megatron"})
      put(launcher,
          "#!/bin/bash\nif [ -z \"$TOLD\" ]; then echo ${CUDA_VISIBLE_DEVICES:--}; exit; fi\n"
          "n=${NPROC_PER_NODE:-$GPUS_PER_NODE}\n"
          "while [ $# -gt 0 ]; do case $1 in\n"
          "  --nproc-per-node) n=$2 ;; --num_processes) all=$2 ;; --num_machines) nodes=$2 ;; esac; shift; "
          "done\n"
          "[ -z \"$all\" ] || n=$((all / nodes))\necho $n\n");
    put("scontrol", "#!/bin/bash\necho first\n");
    put("srun",
        "#!/bin/bash\necho asked $6\nfor ((k = 0; k < $2; ++k)); do SLURM_NODEID=$k \"${@:7}\"; done\n");
  }

  void everyRuntimeIsShownItsGpus() {
    std::set<std::string> started;
    for (const Json& row : rows()) {
      const Layout layout = layout_of(row);
      const strategy::Strategy& strategy = layout.strategy;
      const int gpus = strategy.tensor_parallel * strategy.pipeline_parallel * strategy.replicas();
      const int nodes = gpus / 4;
      if (strategy.tensor_parallel > 4 || nodes < 2 || nodes > 4) continue;
      const strategy::Problem halves = on_halves(layout.problem, own_failed);
      for (const runtimes::Runtime& runtime : runtimes::runtimes()) {
        const strategy::Problem problem = runtimes::with_defaults(halves, runtime);
        if (started.contains(runtime.id) ||
            runtimes::judge(runtime, problem, strategy).verdict != runtimes::Verdict::runs)
          continue;
        started.insert(runtime.id);
        const auto text = [&](Start start) {
          return exports::start_file(runtime, problem, strategy, start, "f", {"l", "#1", "1.0"});
        };
        const std::string what = row.at("id").get<std::string>() + " on " + runtime.id;
        const std::string torchrun = text(Start::torchrun);
        for (int k = 0; k < nodes; ++k)
          QVERIFY2(carriedOut(torchrun, {{"NODE_RANK", QString::number(k)}, {"MASTER_ADDR", "h"}}) ==
                       QStringList{own_gpus(k)},
                   (what + '\n' + torchrun).c_str());
        QVERIFY2(carriedOut(torchrun, {{"NODE_RANK", QString::number(nodes)}}).isEmpty(), what.c_str());
        QStringList all{"asked 8"};
        for (int k = 0; k < nodes; ++k) all << own_gpus(k);
        for (const Start slurm : {Start::srun, Start::sbatch})
          QVERIFY2(carriedOut(text(slurm), {}) == all, (what + '\n' + text(slurm)).c_str());
        QVERIFY(text(Start::sbatch).find("#SBATCH --gpus-per-node=8\n") != std::string::npos);
        const Json job = pytorch_job_of(text(Start::kubernetes));
        QCOMPARE(QString::fromStdString(refused_by_operator(job)), QString());
        const Json container = job.at("spec")
                                   .at("pytorchReplicaSpecs")
                                   .at("Master")
                                   .at("template")
                                   .at("spec")
                                   .at("containers")[0];
        QCOMPARE(container.at("resources").at("limits").at("nvidia.com/gpu"), Json(8));
        const QStringList command{"-c",
                                  QString::fromStdString(container.at("command")[2].get<std::string>())};
        for (int k = 0; k < nodes; ++k)
          QVERIFY2(carriedOut(command, {{"NODE_NAME", QStringLiteral("NODE_%1").arg(k)}}).lines ==
                       QStringList{own_gpus(k)},
                   what.c_str());
        const Shown elsewhere = carriedOut(command, {{"NODE_NAME", "another"}});
        QVERIFY2(elsewhere.status == 2 && elsewhere.lines.isEmpty(), what.c_str());
      }
    }
    QVERIFY2(started.size() >= 6, std::to_string(started.size()).c_str());
  }

  /// GPUs that are equal on all machines are said once; whole nodes need no word.
  void sameGpusAreSaidOnce() {
    const Layout layout = layout_of(row_of("tp8-pp6-on-48"));
    const runtimes::Runtime& runtime = *runtimes::find_runtime("megatron-lm");
    const auto text = [&](const strategy::Problem& problem, Start start) {
      return exports::start_file(runtime, runtimes::with_defaults(problem, runtime), layout.strategy, start,
                                 "f", {"l", "#1", "1.0"});
    };
    const strategy::Problem halves = on_halves(layout.problem, [](int) { return 0; });
    for (const Start start : {Start::torchrun, Start::srun, Start::sbatch, Start::kubernetes}) {
      const std::string same = text(halves, start);
      QVERIFY2(same.find("export CUDA_VISIBLE_DEVICES=1,2,3,4") != std::string::npos, same.c_str());
      QVERIFY(same.find("GPUS=(") == std::string::npos && same.find("NODE_NAME") == std::string::npos);
      QVERIFY(text(layout.problem, start).find("VISIBLE_DEVICES") == std::string::npos);
    }
    strategy::Problem amd = halves;
    amd.cluster.pools.front().gpu.vendor = "AMD";
    QVERIFY(text(amd, Start::torchrun).find("export HIP_VISIBLE_DEVICES=1,2,3,4\n") != std::string::npos);
  }

  /// Nodes of 6 for layouts of other numbers of ranks (8 are 6 and 2, 16 are 6, 6 and 4): each launcher
  /// starts 6 on every machine and on the last what is left.
  void everyRuntimeFillsTheLastNode() {
    std::set<std::string> started;
    for (const Json& row : rows()) {
      const Layout layout = layout_of(row);
      const strategy::Strategy& strategy = layout.strategy;
      const int gpus = strategy.tensor_parallel * strategy.pipeline_parallel * strategy.replicas();
      if (gpus < 8 || gpus > 64) continue;
      strategy::Problem problem = layout.problem;
      hardware::Pool& pool = problem.cluster.pools.front();
      if (gpus % 6 == 0) continue;
      pool.gpus_per_node = 6;
      pool.nodes = (gpus + 5) / 6;
      for (const runtimes::Runtime& runtime : runtimes::runtimes()) {
        const strategy::Problem asked = runtimes::with_defaults(problem, runtime);
        if (started.contains(runtime.id) ||
            runtimes::judge(runtime, asked, strategy).verdict != runtimes::Verdict::runs)
          continue;
        started.insert(runtime.id);
        for (const Start start : {Start::torchrun, Start::srun}) {
          const std::string text =
              exports::start_file(runtime, asked, strategy, start, "f", {"l", "#1", "1.0"});
          QStringList all;
          if (start == Start::srun) {
            all = carriedOut(text, {{"TOLD", "1"}}).mid(1);
          } else {
            for (int k = 0; k < pool.nodes; ++k)
              all +=
                  carriedOut(text, {{"TOLD", "1"}, {"NODE_RANK", QString::number(k)}, {"MASTER_ADDR", "h"}});
          }
          QStringList wanted(pool.nodes - 1, QStringLiteral("6"));
          wanted << QString::number(gpus % 6);
          QVERIFY2(all == wanted, (runtime.id + '\n' + text + all.join(' ').toStdString()).c_str());
        }
      }
    }
    QVERIFY2(started.size() >= 6, std::to_string(started.size()).c_str());
  }

  /// Two pools of one type, 7 of each node of the first and whole nodes of 8 of the second: 14 + 16 ranks.
  void poolsDifferInRanksOfANode() {
    const Layout layout = layout_of(row_of("tp8-pp6-on-48"));
    const runtimes::Runtime& runtime = *runtimes::find_runtime("megatron-lm");
    strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
    problem.cluster.pools.resize(1);
    hardware::Pool& first = problem.cluster.pools.front();
    first.nodes = 2;
    hardware::Pool second = first;
    second.id = "second";
    first.failed = {{0, 0}, {1, 7}};
    hardware::choose_usable(first, {14, 1.0, 7});
    problem.cluster.pools.push_back(second);
    strategy::Strategy strategy = layout.strategy;
    strategy.tensor_parallel = 1;
    strategy.pipeline_parallel = 15;
    strategy.data_parallel = 2;
    strategy.stages.assign(15, strategy.stages.front());
    for (std::size_t j = 0; j < 15; ++j) {
      strategy.stages[j].tensor_parallel = 1;
      strategy.stages[j].pool = j < 7 ? 0 : 1;
    }
    QCOMPARE(exports::ranks_by_machine(problem, strategy), (std::vector<int>{7, 7, 8, 8}));
    const std::string text =
        exports::start_file(runtime, problem, strategy, Start::torchrun, "f", {"l", "#1", "1.0"});
    const QStringList told{"7", "7", "8", "8"},
        seen{"1,2,3,4,5,6,7", "0,1,2,3,4,5,6", "0,1,2,3,4,5,6,7", "0,1,2,3,4,5,6,7"};
    for (int k = 0; k < 4; ++k) {
      const std::map<QString, QString> machine{{"NODE_RANK", QString::number(k)}, {"MASTER_ADDR", "h"}};
      QVERIFY2(carriedOut(text, machine) == QStringList{seen[k]}, text.c_str());
      std::map<QString, QString> counting = machine;
      counting["TOLD"] = "1";
      QVERIFY2(carriedOut(text, counting) == QStringList{told[k]}, text.c_str());
    }
    QVERIFY2(text.find("\n# Ranks of the machines: 7 on 0 to 1, 8 on 2 to 3.\n") != std::string::npos,
             text.c_str());
  }

  /// Three stages of eight ranks on nodes of 8 and three on nodes of 16 with other GPUs are 3 machines and 2,
  /// of which the last runs 8 ranks. A PyTorchJob has one template of workers, so there are three: of a
  /// master with 2 workers, and of a master alone that asks for 16 GPUs and for 8. The others count their
  /// pods on from 3 and from 4 and meet at the master of the first. Slurm is asked for 3 x 8 + 2 x 16 GPUs.
  void aJobForEachKindOfMachine() {
    const Layout layout = layout_of(row_of("tp8-pp6-on-48"));
    const runtimes::Runtime& runtime = *runtimes::find_runtime("megatron-lm");
    strategy::Problem problem = runtimes::with_defaults(layout.problem, runtime);
    hardware::Pool other = problem.cluster.pools.front();
    other.id = "other";
    other.gpu.id = "another-gpu";
    other.gpus_per_node = 16;
    problem.cluster.pools.push_back(other);
    strategy::Strategy strategy = layout.strategy;
    QCOMPARE(strategy.stages.size(), std::size_t{6});
    for (std::size_t j = 3; j < 6; ++j) strategy.stages[j].pool = 1;
    const std::string text =
        exports::start_file(runtime, problem, strategy, exports::Start::kubernetes, "f", {"l", "#1", "1.0"});
    const Json list = Json::parse(text.substr(text.find("\n{") + 1));
    QCOMPARE(list.at("kind"), Json("List"));
    const Json& jobs = list.at("items");
    QCOMPARE(jobs.size(), std::size_t{3});
    const std::array<int, 3> gpus{8, 16, 8}, first{0, 3, 4};
    for (std::size_t k = 0; k < 3; ++k) {
      QCOMPARE(QString::fromStdString(refused_by_operator(jobs[k])), QString());
      const Json& roles = jobs[k].at("spec").at("pytorchReplicaSpecs");
      QCOMPARE(roles.contains("Worker"), k == 0);
      if (k == 0) QCOMPARE(roles.at("Worker").at("replicas"), Json(2));
      for (const Json& role : roles) {
        const Json& pod = role.at("template").at("spec");
        QCOMPARE(pod.at("nodeSelector").at("nvidia.com/gpu.product"),
                 Json(k == 0 ? "PRODUCT_0" : "PRODUCT_1"));
        const Json& container = pod.at("containers")[0];
        QCOMPARE(container.at("resources").at("limits").at("nvidia.com/gpu"), Json(gpus[k]));
        const auto command = container.at("command")[2].get<std::string>();
        const std::string counted =
            "export RANK=$((RANK + " + std::to_string(first[k]) + ")) MASTER_ADDR=astrolabe-master-0\n";
        QCOMPARE(command.starts_with(counted), k > 0);
        QVERIFY2(
            command.find("--nnodes 5 --nproc-per-node $(if [ $RANK -lt 3 ]; then echo 8; elif [ $RANK "
                         "-lt 4 ]; then echo 16; else echo 8; fi) --node-rank $RANK ") != std::string::npos,
            command.c_str());
      }
    }
    std::set<std::string> names;
    for (const Json& job : jobs) names.insert(job.at("metadata").at("name").get<std::string>());
    QCOMPARE(names.size(), std::size_t{3});
    for (const auto start : {exports::Start::srun, exports::Start::sbatch}) {
      const std::string slurm =
          exports::start_file(runtime, problem, strategy, start, "f", {"l", "#1", "1.0"});
      QVERIFY2(slurm.find("srun --nodes 5 --ntasks-per-node 1 --gpus 56 bash -c ") != std::string::npos &&
                   slurm.find("# GPUs of the nodes: 8 on 0 to 2, 16 on 3 to 4, all of each.") !=
                       std::string::npos &&
                   slurm.find("gpus-per-node") == std::string::npos,
               slurm.c_str());
      QCOMPARE(slurm.find("#SBATCH --gpus=56\n") != std::string::npos, start == exports::Start::sbatch);
    }
    QVERIFY2(text.find("# PRODUCT_1 is the label nvidia.com/gpu.product of the nodes of other (") !=
                 std::string::npos,
             text.c_str());
  }

  /// 6 GPUs on halves of nodes: 4 of the first, 2 of the second.
  void theLastMachineHasTheRest() {
    const Layout layout = layout_of(row_of("tp8-pp6-on-48"));
    const strategy::Problem halves = on_halves(layout.problem, own_failed);
    strategy::Strategy strategy = layout.strategy;
    strategy.tensor_parallel = 1;
    strategy.data_parallel = 1;
    for (strategy::Stage& stage : strategy.stages) stage.tensor_parallel = 1;
    const std::vector<exports::Machine> machines = exports::machines_in_parts(halves, strategy);
    QCOMPARE(machines.size(), std::size_t(2));
    QCOMPARE(exports::gpu_list(machines[0]), std::string("1,2,3,4"));
    QCOMPARE(exports::gpu_list(machines[1]), std::string("0,2"));
    QVERIFY(exports::machines_in_parts(layout.problem, strategy).empty());
  }
};

}  // namespace tst_visible_gpus

ASTROLABE_TEST(tst_visible_gpus, TestVisibleGpus)
#include "tst_visible_gpus.moc"
