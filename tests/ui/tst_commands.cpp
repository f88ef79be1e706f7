// ui/document/commands: every edit can be undone and redone, and says what it does.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <random>

#include "core/calibration/calibration.h"
#include "core/model/model_reader.h"
#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/document/commands/set_calibration.h"

namespace tst_commands {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestCommands : public QObject {
  Q_OBJECT

  static QUndoCommand* randomEdit(PlanDocument& document, std::mt19937& random) {
    const plan::Plan& plan = document.plan();
    const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(random()) % count; };
    const std::size_t pools = plan.cluster.pools.size();
    const auto somePool = [&] { return plan.cluster.pools[pick(pools)].id; };
    const char* const nodes[] = {"oci-bm-gpu-h100-8", "oci-bm-gpu-a100-v2-8", "aws-p5-48xlarge"};
    const char* const gpus[] = {"h100-sxm", "a100-sxm-80", "h200-sxm"};
    if (pools == 0 || pick(8) == 0) {
      hardware::PoolSpec pool;
      pool.node = nodes[pick(3)];
      pool.id = "pool";
      return new AddPools(document, {pool}, {{20.0 * static_cast<double>(pick(50)), 0.0}});
    }
    switch (pick(13)) {
      case 0:
        return new RemovePools(document, {somePool()});
      case 1:
        return new RenamePool(document, somePool(), freePoolId(plan.cluster, "name"));
      case 2:
        return new SetNodeCount(document, somePool(), 1 + static_cast<int>(pick(64)), pick(4));
      case 3:
        return new ReplaceGpus(document, somePool(), gpus[pick(3)], {});
      case 4:
        return new SetPoolPrice(document, somePool(), pick(2) == 0 ? std::nullopt : std::optional(2.5),
                                pick(2) == 0 ? hardware::CostBasis::rent : hardware::CostBasis::buy);
      case 5:
        return new SetPoolNetwork(document, somePool(), pick(2) == 0 ? std::nullopt : std::optional(50.0));
      case 6:
        return new MoveTiles(document, {{somePool(), {static_cast<double>(pick(900)), 40.0}}}, pick(4));
      case 7: {
        strategy::Job job = plan.job;
        job.global_batch = 1 + static_cast<int>(pick(1024));
        return new SetJob(document, job, QStringLiteral("Global batch"), pick(4));
      }
      case 8:
        return new SetObjective(document,
                                pick(2) == 0 ? strategy::Objective::money : strategy::Objective::throughput);
      case 9: {
        const auto& models = model::built_in_models();
        const auto& built = models[pick(models.size())];
        return new SetModel(document, built.id, built.config);
      }
      case 10:
        return new ReplaceGpus(document, somePool(), {}, nodes[pick(3)]);
      case 11:
        return new SetNetworkPrice(document, {somePool()},
                                   pick(2) == 0 ? std::nullopt : std::optional(100.0 * double(pick(90))));
      default:
        if (pools < 2) return new SetPoolPrice(document, somePool(), 1.0);
        return new SetLink(document, plan.cluster.pools[0].id, plan.cluster.pools[1].id,
                           pick(4) == 0 ? std::nullopt : std::optional(1.0 + static_cast<double>(pick(100))));
    }
  }

 private slots:
  void A21_fiveHundredEditsAndBack() {
    PlanDocument document;
    fillSample(document);
    const plan::Plan start = document.plan();
    std::mt19937 random(7);
    for (int i = 0; i < 500; ++i) {
      document.undoStack().push(randomEdit(document, random));
      QVERIFY(!document.undoStack().undoText().isEmpty());
      for (const hardware::BetweenPools& link : document.plan().cluster.between_pools) {
        QVERIFY(findPool(document.plan(), link.a) != nullptr);  // no link outlives its pool
        QVERIFY(findPool(document.plan(), link.b) != nullptr);
      }
    }
    QVERIFY(document.undoStack().count() >= 200);
    const plan::Plan end = document.plan();
    while (document.undoStack().canUndo()) document.undoStack().undo();
    QVERIFY(document.plan() == start);
    while (document.undoStack().canRedo()) document.undoStack().redo();
    QVERIFY(document.plan() == end);
  }

  void layoutRaisesNoQuestion() {
    PlanDocument document;
    fillSample(document);
    QSignalSpy question(&document, &PlanDocument::questionChanged);
    QSignalSpy layout(&document, &PlanDocument::layoutChanged);
    const quint64 before = document.revision();
    document.undoStack().push(new MoveTiles(document, {{"h100", {100, 200}}}));
    QCOMPARE(layout.count(), 1);
    QCOMPARE(question.count(), 0);
    QCOMPARE(document.revision(), before);
    document.undoStack().push(new SetNodeCount(document, "h100", 5));
    QCOMPARE(question.count(), 1);
    QCOMPARE(document.revision(), before + 1);
  }

  void stepsOfOneGestureAreOneUndoStep() {
    PlanDocument document;
    fillSample(document);
    const quint64 gesture = nextGesture();
    for (int nodes = 5; nodes <= 9; ++nodes)
      document.undoStack().push(new SetNodeCount(document, "h100", nodes, gesture));
    QCOMPARE(document.undoStack().count(), 1);
    QCOMPARE(findPool(document.plan(), "h100")->nodes, 9);
    document.undoStack().push(new SetNodeCount(document, "h100", 10));
    QCOMPARE(document.undoStack().count(), 2);
    document.undoStack().undo();
    document.undoStack().undo();
    QCOMPARE(findPool(document.plan(), "h100")->nodes, 4);
  }

  /// Links of single machines go with the machines, take a new name along and come back with an undo.
  void linksOfMachinesFollowTheirPools() {
    PlanDocument document;
    plan::PlanFile file;
    file.plan = plan::sample_plan();
    const std::string first = file.plan.cluster.pools[0].id, second = file.plan.cluster.pools[1].id;
    file.plan.cluster.machine_links = {{first + "/0", first + "/3", 1.0, {}},
                                       {first + "/1", second + "/2", 2.0, {}}};
    document.reset(file, {});
    const auto links = [&]() -> const std::vector<hardware::MachineLinkSpec>& {
      return document.plan().cluster.machine_links;
    };
    document.undoStack().push(new SetNodeCount(document, first, 2));  // machine 3 goes
    QCOMPARE(links().size(), std::size_t(1));
    QCOMPARE(links()[0].b, second + "/2");
    document.undoStack().undo();
    QVERIFY(links() == file.plan.cluster.machine_links);
    document.undoStack().push(new RenamePool(document, first, "other"));
    QCOMPARE(links()[0].a, std::string("other/0"));
    QCOMPARE(links()[1].b, second + "/2");
    document.undoStack().undo();
    document.undoStack().push(new RemovePools(document, {second}));
    QCOMPARE(links().size(), std::size_t(1));
    document.undoStack().undo();
    QVERIFY(links() == file.plan.cluster.machine_links);
  }

  void newPoolsAreLinkedByTheSmallerNetwork() {
    PlanDocument document;
    fillSample(document);
    hardware::PoolSpec pool;
    pool.node = "aws-p4d-24xlarge";  // EFA 4 x 100 Gb/s = 50 GB/s
    pool.id = "h100";                // taken
    auto* command = new AddPools(document, {pool}, {{0, 300}});
    QCOMPARE(command->ids(), std::vector<std::string>{"h100-2"});
    document.undoStack().push(command);
    // One link to each of the two other pools: min(50, 400) and min(50, 200) GB/s.
    int found = 0;
    for (const hardware::BetweenPools& link : document.plan().cluster.between_pools) {
      if (link.a != "h100-2" && link.b != "h100-2") continue;
      ++found;
      QCOMPARE(link.gb_per_s, 50.0);
      QVERIFY(AssumedLinks(document.plan().cluster, document.catalogue()).isAssumed(link));
    }
    QCOMPARE(found, 2);
    document.undoStack().push(new SetLink(document, "h100", "h100-2", 25.0));
    for (const hardware::BetweenPools& link : document.plan().cluster.between_pools)
      if (link.gb_per_s == 25.0)
        QVERIFY(!AssumedLinks(document.plan().cluster, document.catalogue()).isAssumed(link));
    document.undoStack().push(new RemovePools(document, {"h100-2"}));
    QCOMPARE(document.plan().cluster.between_pools.size(), std::size_t(1));
  }

  /// Machines that nobody rents are bought where nobody said otherwise, so that there are dollars at once;
  /// those of a cloud are rented, and what comes later changes nothing.
  void theFirstMachinesSayHowTheyArePaid() {
    const auto basisWith = [](const char* node, bool stated) {
      PlanDocument document;
      document.reset({}, {});
      if (stated) {
        strategy::Job job = document.plan().job;
        strategy::note_stated(job, "cost.basis");
        document.undoStack().push(new SetJob(document, job, QStringLiteral("basis")));
      }
      const plan::Plan before = document.plan();
      hardware::PoolSpec pool;
      pool.node = pool.id = node;
      document.undoStack().push(new AddPools(document, {pool}, {}));
      const hardware::CostBasis basis = document.plan().job.cost.basis;
      pool.node = pool.id = "oci-bm-gpu-h100-8";
      document.undoStack().push(new AddPools(document, {pool}, {}));
      if (document.plan().job.cost.basis != basis) return hardware::CostBasis::own;
      document.undoStack().undo();
      document.undoStack().undo();
      return document.plan() == before ? basis : hardware::CostBasis::own;
    };
    QVERIFY(basisWith("onprem-hgx-h200", false) == hardware::CostBasis::buy);
    QVERIFY(basisWith("onprem-hgx-h200", true) == hardware::CostBasis::rent);
    QVERIFY(basisWith("aws-p5-48xlarge", false) == hardware::CostBasis::rent);
  }

  void bareGpusAskForANetworkAndLinkOnceItIsKnown() {
    PlanDocument document;
    document.reset({}, {});
    hardware::PoolSpec pool;
    pool.gpu = pool.id = "h100-sxm";
    pool.gpus_per_node = 8;
    hardware::PoolSpec other = pool;
    other.gpu = other.id = "a100-sxm-80";
    document.undoStack().push(new AddPools(document, {pool, other}, {}));
    QVERIFY(document.plan().cluster.between_pools.empty());
    document.undoStack().push(new SetPoolNetwork(document, "h100-sxm", 50.0));
    QCOMPARE(document.plan().cluster.between_pools.size(), std::size_t(1));
    QCOMPARE(document.plan().cluster.between_pools[0].gb_per_s, 50.0);
    document.undoStack().push(new SetPoolNetwork(document, "a100-sxm-80", 25.0));
    QCOMPARE(document.plan().cluster.between_pools[0].gb_per_s, 25.0);  // assumed links follow
    document.undoStack().undo();
    document.undoStack().undo();
    QVERIFY(document.plan().cluster.between_pools.empty());
  }

  void replacingGpusSaysSo() {
    PlanDocument document;
    fillSample(document);
    document.undoStack().push(new ReplaceGpus(document, "a100", "h100-sxm", {}));
    const hardware::PoolSpec* pool = findPool(document.plan(), "h100-sxm");
    QVERIFY(pool);
    QCOMPARE(pool->gpu, std::string("h100-sxm"));
    QCOMPARE(pool->gpus_per_node.value(), 8);
    QCOMPARE(pool->inter_node_gb_per_s.value(), 200.0);  // the machine keeps its network cards
    QCOMPARE(document.undoStack().undoText(),
             QStringLiteral("Replace GPUs: 8 × A100 SXM4 80GB → 8 × H100 SXM5 80GB"));
  }

  void saveLoadAndReset() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.astrolabe"));
    PlanDocument document;
    fillSample(document);
    document.undoStack().push(new SetNodeCount(document, "h100", 7));
    QVERIFY(document.isModified());
    QVERIFY(document.save(path));
    QVERIFY(!document.isModified());
    QCOMPARE(document.displayName(), QStringLiteral("a.astrolabe"));
    PlanDocument other;
    QVERIFY(other.load(path));
    QVERIFY(other.plan() == document.plan());
    QVERIFY(other.architecture() != nullptr);
    QVERIFY(!other.load(folder.filePath(QStringLiteral("none.astrolabe"))));
    QVERIFY(other.plan() == document.plan());  // nothing lost
  }

  /// Constants of one's own are part of the question, travel with the plan and are one step to undo.
  void constantsOfOwnRuns() {
    PlanDocument document;
    fillSample(document);
    const plan::Plan before = document.plan();
    calibration::Calibration calibration;
    calibration.gpus = {"h100-sxm", "a100-sxm-80"};
    calibration.coefficients.gemm_hopper *= 0.9;
    calibration.date = "2026-11-20";
    calibration.source = "runs.csv";
    QSignalSpy asked(&document, &PlanDocument::questionChanged);
    document.undoStack().push(new SetCalibration(document, calibration::to_json(calibration).dump()));
    QCOMPARE(asked.count(), 1);
    const auto problem = document.problem();
    QVERIFY(problem.has_value() && problem->coefficients != nullptr);
    QCOMPARE(problem->coefficients->gemm_hopper, calibration.coefficients.gemm_hopper);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("own.astrolabe"));
    QVERIFY(document.save(path));
    PlanDocument other;
    QVERIFY(other.load(path));
    QCOMPARE(other.plan().calibration, document.plan().calibration);
    const auto kept = calibration::read_calibration_text(other.plan().calibration);
    QVERIFY(kept.has_value());
    QCOMPARE(kept->date, calibration.date);
    QCOMPARE(kept->source, calibration.source);
    // A type that it was not made on is refused with the type.
    document.undoStack().push(new ReplaceGpus(document, "a100", "h200-sxm", {}));
    const auto refused = document.problem();
    QVERIFY(!refused);
    QVERIFY(refused.error().code == "AST-V604");
    document.undoStack().undo();
    document.undoStack().undo();
    QVERIFY(document.plan() == before);
    QVERIFY(document.problem()->coefficients == nullptr);
  }

  void typesKeepTheirOrder() {
    PlanDocument document;
    fillSample(document);
    QCOMPARE(document.gpuIndex("h100-sxm"), 0);
    QCOMPARE(document.gpuIndex("a100-sxm-80"), 1);
    document.undoStack().push(new RemovePools(document, {"h100"}));
    QCOMPARE(document.gpuIndex("a100-sxm-80"), 1);
    QVERIFY(!document.hasGpu("h200-sxm"));
  }
};

}  // namespace tst_commands

ASTROLABE_TEST(tst_commands, TestCommands)
#include "tst_commands.moc"
