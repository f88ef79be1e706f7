// What pools are called: after what they hold until a person names them, in the document and on the canvas.

#include <QtTest>

#include "core/planning/running.h"
#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/clipboard.h"
#include "ui/canvas/drop.h"
#include "ui/canvas/outline_model.h"
#include "ui/canvas/pool_face.h"
#include "ui/canvas/pool_item.h"
#include "ui/document/commands/copies.h"
#include "ui/document/commands/pool_names.h"
#include "ui/document/commands/racks.h"
#include "ui/document/commands/set_job.h"

namespace tst_pool_names {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestPoolNames : public QObject {
  Q_OBJECT

  PlanDocument m_document;

  /// A strategy whose one stage stands on a pool, as text.
  static std::string onPool(const char* pool) {
    Json stage;
    stage["layers"] = 80;
    stage["pool"] = pool;
    Json strategy;
    strategy["pipeline_parallel"] = 1;
    strategy["stages"].push_back(stage);
    return strategy.dump();
  }
  const plan::Plan& plan() const { return m_document.plan(); }
  std::string name(std::size_t pool) const { return plan().cluster.pools[pool].id; }
  void push(QUndoCommand* command) { m_document.undoStack().push(command); }
  /// Drops hardware on the middle of the tile of a pool, as the canvas does; the ids that it is about then.
  std::vector<std::string> dropOn(const std::string& id, const HardwareId& hardware) {
    const plan::Position corner = plan().layout.at(id);
    const CanvasDrop drop = judgeCanvasDrop(m_document, hardwareMime(hardware, u"x"_s).get(),
                                            {corner.x + 120.0, corner.y + 50.0}, {});
    std::unique_ptr<PlanCommand> command = dropCommand(m_document, drop);
    if (!command) return {};
    const std::vector<std::string> touched = touchedBy(*command, drop);
    push(command.release());
    return touched;
  }

 private slots:
  void init() { fillSample(m_document); }

  /// Other GPUs on a tile are one step, in which everything that knows the pool follows.
  void replacedGpusRename() {
    push(putIntoRack(m_document, {"h100", "a100"}, "Hall"));
    push(leaveOut(m_document, {"h100"}, true));
    push(new SetMyLayouts(m_document, {onPool("h100")}));
    strategy::Job job = plan().job;
    job.rules = "mine: reject if $pool == h100 && $tensor_parallel == 8";
    push(new SetJob(m_document, job, u"rules"_s));
    const plan::Plan before = plan();
    const int steps = m_document.undoStack().count();
    QCOMPARE(dropOn("h100", {"h200-sxm", {}}), std::vector<std::string>{"h200-sxm"});
    QCOMPARE(m_document.undoStack().count(), steps + 1);
    QCOMPARE(plan().cluster.pools[0].gpu, std::string("h200-sxm"));
    QCOMPARE(name(0), std::string("h200-sxm"));
    QCOMPARE(plan().cluster.between_pools.front().a, std::string("h200-sxm"));
    QCOMPARE(plan().racks.front().pools, (std::vector<std::string>{"h200-sxm", "a100"}));
    QCOMPARE(plan().cluster.choose->max_gpus_per_pool, (std::map<std::string, int>{{"h200-sxm", 0}}));
    QVERIFY(plan().layout.contains("h200-sxm") && !plan().layout.contains("h100"));
    QCOMPARE(plan().my_layouts.front(), onPool("h200-sxm"));
    QCOMPARE(plan().job.rules, std::string("mine: reject if $pool == \"h200-sxm\" && $tensor_parallel == 8"));
    QCOMPARE(faceOf(m_document, plan().cluster.pools[0], CanvasLayer::Price, {}).name, u"h200-sxm"_s);
    m_document.undoStack().undo();
    QVERIFY(plan() == before);
    m_document.undoStack().redo();
    QCOMPARE(name(0), std::string("h200-sxm"));
    // And back, by a whole node.
    dropOn("h200-sxm", {{}, "oci-bm-gpu-h100-8"});
    QCOMPARE(name(0), std::string("h100-sxm"));
  }

  /// A whole node of other GPUs, and a count: neither leaves a name that is not true.
  void aChangedNodeRenames() {
    dropOn("a100", {{}, "oci-bm-gpu-h200-8"});
    QCOMPARE(name(1), std::string("h200-sxm"));
    push(new SetNodeCount(m_document, "h200-sxm", 7));
    QCOMPARE(m_document.undoStack().undoText(), u"Set h200-sxm to 7 nodes"_s);
  }

  /// Several at once get names that differ; each is linked as it was.
  void severalAtOnce() {
    push(new ReplaceGpus(m_document, std::vector<std::string>{"h100", "a100"}, "h200-sxm", {}));
    QCOMPARE(name(0), std::string("h200-sxm"));
    QCOMPARE(name(1), std::string("h200-sxm-2"));
    QCOMPARE(plan().cluster.between_pools.size(), std::size_t(1));
    QCOMPARE(plan().cluster.between_pools[0].b, std::string("h200-sxm-2"));
    QVERIFY(hardware::check(plan().cluster).has_value());
  }

  /// What a person chose stays, whatever the pool comes to hold; copies of it are numbered.
  void aChosenNameStays() {
    push(new RenamePool(m_document, "h100", "training"));
    QCOMPARE(dropOn("training", {"h200-sxm", {}}), std::vector<std::string>{"training"});
    QCOMPARE(name(0), std::string("training"));
    QCOMPARE(plan().cluster.pools[0].gpu, std::string("h200-sxm"));
  }

  /// Names that say what a pool of H100 SXM holds are nobody's own, others are.
  void whoseNames_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("content");
    for (const char* name : {"h100", "h100-sxm", "h100-sxm-2", "h100-12"})
      QTest::newRow(name) << QByteArray(name) << true;
    for (const char* name : {"fast", "h10", "h100-sxm-b", "h1", "2", "new", "h100-", "-2", "h200", "sxm"})
      QTest::newRow(name) << QByteArray(name) << false;
  }
  void whoseNames() {
    QFETCH(QByteArray, name);
    QFETCH(bool, content);
    hardware::PoolSpec pool = plan().cluster.pools[0];
    pool.id = name.toStdString();
    QCOMPARE(isCalledAfterContent(pool, m_document.catalogue()), content);
  }

  /// Copies follow, too, and the name of a kind that has gone is free again.
  void copiesFollow() {
    dropOn("h100", {"h200-sxm", {}});
    Copies copies;
    copies.pools = {plan().cluster.pools[0]};
    copies.positions = {{0.0, 600.0}};
    auto* added = new AddCopies(m_document, copies, AddPools::How::Duplicate);
    const std::string id = added->ids().front();
    push(added);
    QCOMPARE(id, std::string("h200-sxm-2"));
    QCOMPARE(dropOn(id, {"b200-sxm", {}}), std::vector<std::string>{"b200-sxm"});
    const CanvasDrop fresh =
        judgeCanvasDrop(m_document, hardwareMime({"h100-sxm", {}}, u"x"_s).get(), {0, 1200}, {});
    push(dropCommand(m_document, fresh).release());
    QCOMPARE(plan().cluster.pools.back().id, std::string("h100-sxm"));
  }

  /// The step of a presentation that shows a strategy of this scenario knows its pools by their new names;
  /// that of another scenario keeps its own.
  void presentationsFollow() {
    const auto steps = [](const char* first, const char* second) {
      Json json;
      for (const auto& [scenario, pool] : {std::pair(1, first), std::pair(2, second)}) {
        Json step;
        step["scenario"] = scenario;
        step["strategy"] = onPool(pool);
        json["steps"].push_back(step);
      }
      return json.dump();
    };
    QCOMPARE(renamedInPresentation(steps("h100", "h100"), 1, "h100", "h200-sxm"), steps("h200-sxm", "h100"));
    QCOMPARE(renamedInPresentation("{", 1, "h100", "x"), std::string("{"));
    QCOMPARE(renamedInPresentation("", 1, "h100", "x"), std::string());
  }

  /// The layout that runs names pools and GPUs: it follows, as layouts of one's own do, and undo brings the
  /// old names back. A pool "h100/b" is none of h100's.
  void theRunningLayoutFollows() {
    const auto running = [](const std::string& pool) {
      const std::string text =
          R"({"strategy":{"stages":[{"pool":"@","layers":80}],"pipelines":[{"stages":[{"pool":"@",)"
          R"("gpus":["@/0/0","@/1/7","h100/b/0/0"]}]}],"state":[{"of_pool":"@","pool":"a100"}]},)"
          R"("gpus":{"@":2,"a100":8},"paid_gpus":{"@":8,"a100":8},"idle":["@/1/6"],)"
          R"("stages":[{"nodes":{"@":2,"a100":1},"layers":80}]})";  // of a distributed program
      return QString::fromStdString(text).replace(u'@', QString::fromStdString(pool)).toStdString();
    };
    const std::string placed = R"([{"roles":["actor"],"gpus":{"h100":8}}])";
    strategy::Job job = plan().job;
    job.running = running("h100");
    job.asked = R"({"placement":)" + placed + "}";
    push(new SetJob(m_document, job, u"running"_s));
    push(new SetMyLayouts(m_document, {running("h100"), placed}));
    const plan::Plan before = plan();
    push(new RenamePool(m_document, "h100", "training"));
    QCOMPARE(plan().job.running, running("training"));
    QCOMPARE(plan().job.asked, std::string(R"({"placement":[{"roles":["actor"],"gpus":{"training":8}}]})"));
    QCOMPARE(plan().my_layouts.front(), running("training"));
    QCOMPARE(plan().my_layouts.back(), std::string(R"([{"roles":["actor"],"gpus":{"training":8}}])"));
    m_document.undoStack().undo();
    QVERIFY(plan() == before);
    m_document.undoStack().redo();
    QCOMPARE(plan().job.running, running("training"));
    // Other GPUs on its tile give it another name; the layout goes with it.
    push(new RenamePool(m_document, "training", "h100"));
    push(new ReplaceGpus(m_document, "h100", "h200-sxm", {}));
    QCOMPARE(plan().job.running, running("h200-sxm"));
  }

  /// What ran before a new name runs with it.
  void whatRunsIsRead() {
    strategy::Job job = plan().job;
    job.running =
        R"({"tensor_parallel":8,"pipeline_parallel":4,"data_parallel":2,"micro_batch":1,"recompute":"full",)"
        R"("stages":[{"pool":"h100","layers":20},{"pool":"h100","layers":20},{"pool":"a100","layers":20},)"
        R"({"pool":"a100","layers":20}]})";
    push(new SetJob(m_document, job, u"running"_s));
    const auto reads = [&] {
      const auto problem = m_document.problem();
      return problem && planning::running_layout(*problem).has_value();
    };
    QVERIFY(reads());
    push(new RenamePool(m_document, "h100", "training"));
    QVERIFY(reads());
  }

  /// On the canvas the tile stays selected through a new name, and through its undo.
  void theTileStaysSelected() {
    CanvasPanel panel(m_document);
    panel.resize(900, 500);
    panel.show();
    ClusterScene& scene = panel.view().clusterScene();
    scene.select({"h100"});
    push(new ReplaceGpus(m_document, "h100", "h200-sxm", {}));
    QCOMPARE(scene.selectedPools(), std::vector<std::string>{"h200-sxm"});
    QCOMPARE(scene.item("h200-sxm")->face().name, u"h200-sxm"_s);
    QVERIFY(!scene.item("h100"));
    m_document.undoStack().undo();
    QCOMPARE(scene.selectedPools(), std::vector<std::string>{"h100"});
    OutlineModel outline(m_document);
    push(new ReplaceGpus(m_document, "h100", "h200-sxm", {}));
    QStringList names;
    const std::function<void(const QModelIndex&)> walk = [&](const QModelIndex& parent) {
      for (int row = 0; row < outline.rowCount(parent); ++row) {
        names << outline.index(row, 0, parent).data().toString();
        walk(outline.index(row, 0, parent));
      }
    };
    walk({});
    QVERIFY2(names.contains(u"h200-sxm"_s) && names.contains(u"h200-sxm – a100"_s),
             qPrintable(names.join(u'|')));
    QVERIFY2(!names.join(u'|').contains(u"h100"_s), qPrintable(names.join(u'|')));
  }
};

}  // namespace tst_pool_names

ASTROLABE_TEST(tst_pool_names, TestPoolNames)
#include "tst_pool_names.moc"
