// core/exports/program_start.h: on which GPUs of which nodes the devices of distributed programs are, and how
// torchrun starts them there.
#include <fmt/format.h>

#include <QtTest>

#include "core/exports/program_files.h"
#include "core/exports/program_start.h"
#include "core/exports/shard_files.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/program_report.h"
#include "program_cases.h"
#include "tests/program/test_program.h"

namespace tst_program_start {

using namespace astrolabe;
using namespace astrolabe::tests;
using exports::Machine;

namespace {

/// "    V=0 torchrun --nnodes N --node-rank R … --nproc-per-node P THIS_FILE", a line.
std::string command(int nodes, const char* rank, int processes, const std::string& visible = "") {
  const std::string shown = visible.empty() ? "" : "CUDA_VISIBLE_DEVICES=" + visible + " ";
  return "    " + shown + "torchrun --nnodes " + std::to_string(nodes) + " --node-rank " + rank +
         " --master-addr $MASTER_ADDR --master-port 29500 --nproc-per-node " + std::to_string(processes) +
         " THIS_FILE\n";
}

/// Three nodes of eight, of each of which one GPU has failed, by fours: 12 GPUs; two whole nodes of four.
hardware::Cluster hurt() {
  hardware::Pool fast = make_pool("new", 3, 8), old = make_pool("old", 2, 4);
  fast.failed = {{0, 0}, {1, 0}, {2, 5}};
  hardware::apply_marks(fast);
  return make_cluster({fast, old});
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

class TestProgramStart : public QObject {
  Q_OBJECT

 private slots:
  /// Ranks 0 to 7 are on GPUs 1 to 4 of nodes 0 and 1 of the first pool, 8 to 11 on 0 to 3 of its node 2, 12
  /// to 19 on the second.
  void twoPoolsWithFailedGpus() {
    const std::vector<Machine> machines = exports::machines_of_part(hurt(), {{12, 8}}, 0);
    QCOMPARE(machines.size(), std::size_t(5));
    QCOMPARE(exports::devices_text(machines),
             std::string("devices 0 to 7: new, nodes 0, 1 (GPUs 1, 2, 3, 4 of each)\n"
                         "devices 8 to 11: new, node 2 (GPUs 0, 1, 2, 3)\n"
                         "devices 12 to 19: old\n"));
    const std::string text = exports::torchrun_text(machines);
    const std::string commands = "  new, nodes 0, 1 (NODE_RANK 0 to 1):\n" +
                                 command(5, "$NODE_RANK", 4, "1,2,3,4") + "  new, node 2 (NODE_RANK 2):\n" +
                                 command(5, "2", 4, "0,1,2,3") + "  old (NODE_RANK 3 to 4):\n" +
                                 command(5, "$NODE_RANK", 4);
    QVERIFY2(text.starts_with(commands), text.c_str());
    QVERIFY(has(text, "MASTER_ADDR is the address of the first machine, NODE_RANK the place"));
    QVERIFY(has(text, "--rdzv-backend c10d"));
  }

  /// Of four nodes one has failed: nodes 0, 2 and 3 work. The first stage has 8 GPUs, the second the other 16
  /// and both halves of the second pool.
  void stagesHaveNodesOfTheirOwn() {
    hardware::Pool first = make_pool("a", 4, 8), second = make_pool("b", 2, 8);
    first.failed = {{1, std::nullopt}};
    second.failed = {{0, 0}, {1, 1}};
    hardware::apply_marks(first);
    hardware::apply_marks(second);
    const hardware::Cluster cluster = make_cluster({first, second});
    const std::vector<std::vector<int>> gpus{{8, 0}, {16, 8}};
    const std::string alone = exports::torchrun_text(exports::machines_of_part(cluster, gpus, 0));
    QCOMPARE(alone, std::string("  a, node 0:\n    torchrun --nproc-per-node 8 THIS_FILE\n"));
    const std::string text = exports::torchrun_text(exports::machines_of_part(cluster, gpus, 1));
    QVERIFY2(text.starts_with("  a, nodes 2, 3 (NODE_RANK 0 to 1):\n" + command(4, "$NODE_RANK", 8) +
                              "  b, node 0 (NODE_RANK 2):\n" + command(4, "2", 4, "1,2,3,4") +
                              "  b, node 1 (NODE_RANK 3):\n" + command(4, "3", 4, "0,2,3,4")),
             text.c_str());
  }

  /// 20 GPUs on three nodes of 8: 8, 8 and 4. Processes number the GPUs that they see from 0 on, so that
  /// these four are the first of a node of which all may be seen.
  void aNodeThatIsNotFull() {
    const hardware::Cluster cluster = make_cluster({make_pool("a", 4, 8)});
    const std::vector<Machine> machines = exports::machines_of_part(cluster, {{20}}, 0);
    const std::string text = exports::torchrun_text(machines);
    QVERIFY2(text.starts_with("  a, nodes 0, 1 (NODE_RANK 0 to 1):\n" + command(3, "$NODE_RANK", 8) +
                              "  a, node 2 (NODE_RANK 2):\n" + command(3, "2", 4)),
             text.c_str());
    QCOMPARE(exports::devices_text(machines),
             std::string("devices 0 to 15: a, nodes 0, 1\ndevices 16 to 19: a, node 2\n"));
  }

  /// AMD's variable, a name with a quotation mark, one GPU.
  void namesAndVendors() {
    hardware::Pool pool = make_pool("a\"\"\"b", 1, 2);
    pool.gpu.vendor = "AMD";
    pool.failed = {{0, 0}};
    hardware::apply_marks(pool);
    const std::vector<Machine> machines = exports::machines_of_part(make_cluster({pool}), {{1}}, 0);
    QCOMPARE(
        exports::torchrun_text(machines),
        std::string("  a\\\"\\\"\\\"b:\n    HIP_VISIBLE_DEVICES=1 torchrun --nproc-per-node 1 THIS_FILE\n"));
    QCOMPARE(exports::devices_text(machines), std::string("device 0: a\"\"\"b (GPU 1)\n"));
  }

  /// One node of each of two types, GPU 0 of the slow one has failed: devices 0 to 7 and 8 to 11, in the
  /// program's text and its script. Stages of a pipeline have the machines of both between them.
  void programsOfAQuestion() {
    hardware::Cluster cluster = two_types(1);
    cluster.pools[1].failed = {{0, 0}};
    hardware::apply_marks(cluster.pools[1]);
    QCOMPARE(cluster.pools[1].used_of_node, 4);
    const ProgramCase made = make_case("bert-large", cluster, 512, 96);
    const auto reports = plan::program_reports(made.problem, made.architecture, 0);
    QVERIFY(reports.has_value());
    bool whole = false;
    for (const plan::ProgramReport& report : *reports) {
      const std::string text = exports::program_text(report);
      const auto script = exports::program_script(report);
      QVERIFY(script.has_value());
      if (report.pipeline) {
        int devices = 0;
        for (const plan::ProgramStage& stage : report.pipeline->stages)
          devices += stage.answer->devices.count();
        QCOMPARE(devices, 12);
        QVERIFY(has(text, "(GPUs 1, 2, 3, 4)\n") && has(*script, "torchrun "));
        for (int stage = 1; stage <= report.stages(); ++stage)
          for (const char* part : {"def stage_{}():\n", "\nstage {} of ", " THIS_FILE {}\n"}) {
            const std::string wanted = fmt::format(fmt::runtime(part), stage);
            QVERIFY2(has(*script, wanted), wanted.c_str());
          }
        QVERIFY(!has(*script, "THIS_FILE\n") && !has(*script, "\ndef train_step"));
        continue;
      }
      whole = true;
      QVERIFY2(text.starts_with("devices 0 to 7: fast\ndevices 8 to 11: slow (GPUs 1, 2, 3, 4)\nprogram for"),
               text.substr(0, 300).c_str());
      const std::string start = "on these machines:\n  fast (NODE_RANK 0):\n" + command(2, "0", 8) +
                                "  slow (NODE_RANK 1):\n" + command(2, "1", 4, "1,2,3,4");
      QVERIFY2(has(*script, start), script->substr(0, 900).c_str());
    }
    QVERIFY(whole);
  }
};

}  // namespace tst_program_start

ASTROLABE_TEST(tst_program_start, TestProgramStart)
#include "tst_program_start.moc"
