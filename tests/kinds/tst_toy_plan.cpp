// A kind of plan that is added by files alone (tests/kinds/toy_*) is planned, ranked, compared, saved, opened
// and exported like any other.
#include <QTemporaryDir>
#include <QtTest>
#include <condition_variable>
#include <mutex>
#include <set>
#include <string_view>

#include "core/plan/plan_file.h"
#include "core/planning/groups.h"
#include "core/planning/pipelines.h"
#include "core/planning/programs.h"
#include "core/planning/replanned.h"
#include "core/planning/runner.h"
#include "core/planning/sharded.h"
#include "core/planning/whole_answer.h"
#include "tests/app/cli_process.h"
#include "tests/core/problems.h"
#include "tests/core/small_plan.h"
#include "tests/kinds/toy_layout.h"
#include "tests/kinds/toy_planner.h"
#include "tests/program/test_program.h"

namespace tst_toy_plan {

using namespace astrolabe;
using namespace astrolabe::tests;
using namespace astrolabe::planning;

namespace {

/// 32 sequences of 4096 tokens on two nodes of 4 GPUs.
QuestionPtr question() {
  auto cluster = make_cluster({make_pool("a", 2, 4)});
  return question_of(make_test_problem(make_graph(8, 4096, 32, 8), std::move(cluster), 4096, 32),
                     strategy::Objective::throughput);
}

LayoutPtr toy(int gpus) { return std::make_shared<const ToyLayout>(gpus); }

OptionPtr with(LayoutPtr layout, double step) {
  auto option = std::make_shared<Option>();
  option->evaluation.step = {step};
  option->layout = std::move(layout);
  return option;
}

}  // namespace

class TestToyPlan : public QObject {
  Q_OBJECT

  cli_process::Workplace m_place;

  cli_process::Said run(const QStringList& arguments) const {
    QProcess process;
    m_place.start(process, arguments, {}, QStringLiteral("../tests/kinds/toy-cli"));
    process.closeWriteChannel();
    return cli_process::Workplace::finish(process);
  }
  static QStringList asking(const QString& command) {
    return {command,
            QStringLiteral("--model"),
            QStringLiteral("bert-large"),
            QStringLiteral("--cluster"),
            QStringLiteral("cluster.json"),
            QStringLiteral("--job"),
            QStringLiteral("short.json")};
  }

 private slots:
  void initTestCase() {
    // 32 sequences a step on 16 GPUs.
    m_place.put(QStringLiteral("short.json"),
                R"({"sequence_length": 512, "global_batch": 32, "tokens": 1e9, "precision": "bf16"})");
  }

  /// One runner, any planner: 1, 2, 4 and 8 GPUs take 32, 16, 8 and 4 s.
  void plannedByTheRunner() {
    const AddedPlanner added(toy_planner());
    QCOMPARE(find_planner("toy"), &toy_planner());
    QCOMPARE(other_planners().back(), &toy_planner());
    std::mutex mutex;
    std::condition_variable arrived;
    std::vector<FoundPtr> all;
    Runner runner([&](FoundPtr found) {
      const std::lock_guard lock(mutex);
      all.push_back(std::move(found));
      arrived.notify_all();
    });
    const auto wait = [&](std::uint64_t revision) {
      std::unique_lock lock(mutex);
      arrived.wait_for(lock, std::chrono::seconds(60), [&] {
        return !all.empty() && all.back()->revision == revision &&
               all.back()->status != plan::Status::searching;
      });
      return all.back();
    };
    runner.submit(toy_planner(), question(), {}, 1);
    const FoundPtr found = wait(1);
    QCOMPARE(found->status, plan::Status::optimal);
    QCOMPARE(found->options.size(), std::size_t(4));
    QCOMPARE(found->options.front()->evaluation.step.value, 4.0);
    QCOMPARE(found->options.back()->evaluation.step.value, 32.0);
    QCOMPARE(found->options.front()->evaluation.tokens_per_second, 8 * 4096.0);
    QCOMPARE(all.size(), std::size_t(5));  // a picture after each option, and the end
    QCOMPARE(all.front()->status, plan::Status::searching);
    QVERIFY(in_short(found) == found);
    SearchOptions few;
    few.settings = {{"most", 2}};
    runner.submit(toy_planner(), question(), few, 2);
    QCOMPARE(wait(2)->options.size(), std::size_t(2));
    // This runner takes the next question to another planner.
    runner.submit(pipeline_planner(), question(), {}, 3);
    QVERIFY(snapshot_of(wait(3)) != nullptr);
  }

  /// A kind says itself whether its search ends by work and whether it finds programs, or neither.
  void saidOfItself() {
    const AddedPlanner added(toy_planner());
    std::set<std::string_view> byWork, ofPrograms;
    for (const Planner* planner : planners()) {
      if (planner->ends_by_work()) byWork.insert(planner->id());
      if (planner->finds_programs()) ofPrograms.insert(planner->id());
    }
    QVERIFY(byWork == (std::set<std::string_view>{kProgram, kReplanned}));
    QVERIFY(ofPrograms == (std::set<std::string_view>{kProgram, kGroups, kSharded}));
    planning::Run run;
    QVERIFY(!toy_planner().plan(question(), run)->least_of_kind);
  }

  /// By figures first, whatever the kind; ties by kinds as they stand in the table, then by layout.
  void rankedAmongAllKinds() {
    const AddedPlanner added(toy_planner());
    const auto speed = strategy::Objective::throughput;
    strategy::Strategy strategy;
    strategy.stages = {{0, 8, 1, strategy::Recompute::none, 0}};
    const OptionPtr pipeline = with(layout_of(strategy), 2.0), slow = with(layout_of(strategy), 9.0);
    auto summary = std::make_shared<const plan::ProgramSummary>();
    const OptionPtr program = with(std::make_shared<const ProgramLayout>(nullptr, summary), 2.0);
    const OptionPtr one = with(toy(1), 2.0), two = with(toy(2), 2.0), fast = with(toy(1), 1.0);
    const std::vector<OptionPtr> expected{fast, pipeline, program, one, two, slow};
    std::vector<OptionPtr> sorted{slow, two, one, program, pipeline, fast};
    std::sort(sorted.begin(), sorted.end(),
              [&](const OptionPtr& a, const OptionPtr& b) { return ranks_before(*a, *b, speed); });
    QVERIFY(sorted == expected);
    QVERIFY(same(toy(2), toy(2)) && !same(toy(2), toy(1)) && !same(toy(1), pipeline->layout));
    QVERIFY(strategy_of(*one) == nullptr && strategy_of(*pipeline) != nullptr);
    // Behind two pipelines of 2 and 9 s, before them, and between them; one place is asked for.
    const std::vector<cost::Evaluation> ranked{pipeline->evaluation, slow->evaluation};
    QCOMPARE(places_of({fast, one, with(toy(4), 10.0)}, ranked, speed, 20), (std::vector<int>{1, 3, 5}));
    QCOMPARE(places_of({fast, one, with(toy(4), 10.0)}, ranked, speed, 2), (std::vector<int>{1, 3, 0}));
  }

  /// The answer lists it under its key, null where nobody looked.
  void standsInTheAnswer() {
    const AddedPlanner added(toy_planner());
    const QuestionPtr asked = question();
    const plan::SnapshotPtr snapshot = run_search(asked->problem, {});
    planning::Run run;
    const FoundPtr found = toy_planner().plan(asked, run);
    const Json answer = whole_answer_json(*snapshot, {{{&toy_planner(), found->options, true}}, 1000, {}});
    QVERIFY(answer["programs"].is_null());
    QCOMPARE(answer["toys"].size(), std::size_t(4));
    QCOMPARE(answer["toys"][0]["gpus"], Json(8));
    const auto faster = std::count_if(snapshot->best.begin(), snapshot->best.end(),
                                      [](const cost::Evaluation& row) { return row.step.value < 4.0; });
    QCOMPARE(answer["toys"][0]["rank"].get<int>(), static_cast<int>(faster) + 1);
    QCOMPARE(answer["toys_stopped_early"], Json(true));
    QVERIFY(whole_answer_json(*snapshot, {})["toys"].is_null());
    // Stopped before it found anything: nobody knows whether a toy is better than what is proven of
    // strategies.
    QVERIFY(snapshot->status == plan::Status::optimal);
    const Json none =
        whole_answer_json(*snapshot, {{{&toy_planner(), std::vector<OptionPtr>{}, true}}, 1000, {}});
    QCOMPARE(none["status"], Json("feasible"));
    const Json looked =
        whole_answer_json(*snapshot, {{{&toy_planner(), std::vector<OptionPtr>{}, false}}, 1000, {}});
    QCOMPARE(looked["status"], Json("optimal"));
  }

  /// What a plan keeps names its kind; without one it is a strategy, as in files of before.
  void savedAndOpened() {
    const AddedPlanner added(toy_planner());
    const QuestionPtr asked = question();
    const std::vector<std::string> pools = asked->problem.pool_ids();
    QCOMPARE(keep(toy(4), pools).dump(), std::string(R"({"gpus":4,"kind":"toy"})"));
    plan::PlanFile file;
    file.plan = smallQuestion();
    file.plan.my_layouts = {keep(toy(4), pools).dump(), R"({"tensor_parallel": 8})"};
    file.answer = R"({"toys":[{"gpus":4,"kind":"toy"}]})";
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("toy.astrolabe")).toStdString();
    QVERIFY(plan::write_plan(file, path).has_value());
    const auto opened = plan::read_plan(path);
    QVERIFY(opened.has_value());
    QCOMPARE(opened->answer, file.answer);
    const auto kept = read_layout(Json::parse(opened->plan.my_layouts[0]), *asked);
    QVERIFY(kept.has_value() && same(*kept, toy(4)));
    const auto first = read_layout(Json::parse(opened->plan.my_layouts[1]), *asked);
    QVERIFY(first.has_value() && as<PipelineLayout>(*first)->strategy().tensor_parallel == 8);
    QCOMPARE(evaluate(*asked, *kept)->evaluation.step.value, 8.0);
    // A kind that nobody has, or has no more.
    const auto unknown = read_layout(Json{{"gpus", 4}, {"kind", "doll"}}, *asked);
    QCOMPARE(unknown.error().where, std::string("kind"));
    // Wanted is any kind that a planner has, however many there are: pipelines first, what was added last.
    const std::vector<std::string>& wanted = unknown.error().wanted.values;
    QVERIFY(wanted.size() >= 2 && wanted.front() == "pipeline" && wanted.back() == "toy");
    QCOMPARE(std::set<std::string>(wanted.begin(), wanted.end()).size(), wanted.size());
    QCOMPARE(wanted.size(), planners().size());
    QVERIFY(!read_layout(Json{{"gpus", 9}, {"kind", "toy"}}, *asked).has_value());
  }

  /// The headless program lists it beside programs, as it is told.
  void commandLinePlans() {
    const cli_process::Said said =
        run(asking(QStringLiteral("plan")) + QStringList{QStringLiteral("--json")});
    QVERIFY2(said.status == 0, said.all().constData());
    const Json toys = said.json()["toys"];
    QCOMPARE(toys.size(), std::size_t(5));  // 1, 2, 4, 8, 16
    QCOMPARE(toys[0]["step_seconds"], Json(2.0));
    QVERIFY(run(asking(QStringLiteral("plan")) +
                QStringList{QStringLiteral("--json"), QStringLiteral("--toys"), QStringLiteral("never")})
                .json()["toys"]
                .is_null());
    const cli_process::Said told = run(asking(QStringLiteral("plan")));
    QVERIFY2(told.out.contains("\ntoy, "), told.all().constData());
    QVERIFY(run({QStringLiteral("plan"), QStringLiteral("--help")}).out.contains("--toys WHEN"));
  }
  void commandLineEvaluates() {
    m_place.put(QStringLiteral("toy.json"), R"({"kind": "toy", "gpus": 4})");
    const QStringList arguments = asking(QStringLiteral("evaluate")) +
                                  QStringList{QStringLiteral("--strategy"), QStringLiteral("toy.json")};
    const cli_process::Said said = run(arguments + QStringList{QStringLiteral("--json")});
    QVERIFY2(said.status == 0, said.all().constData());
    QCOMPARE(said.json()["step_seconds"], Json(8.0));
    const cli_process::Said told = run(arguments);
    QVERIFY2(told.status == 0 && told.out.startsWith("toy "), told.all().constData());
  }
  void commandLineExports() {
    const auto exported = [this](const QString& form) {
      return run(asking(QStringLiteral("export")) + QStringList{QStringLiteral("--format"), form,
                                                                QStringLiteral("--out"),
                                                                QStringLiteral("toy.txt")});
    };
    const cli_process::Said said = exported(QStringLiteral("toy-text"));
    QVERIFY2(said.status == 0, said.all().constData());
    QFile written(m_place.path(QStringLiteral("toy.txt")));
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), QByteArray("toy of 16 GPUs\n"));
    // Equal GPUs have no program.
    const cli_process::Said none = exported(QStringLiteral("program-text"));
    QVERIFY2(
        none.status == 1 && none.err.contains("no distributed programs to find: all GPUs work at one speed"),
        none.all().constData());
  }
  /// Scenarios of a saved plan are asked by every planner.
  void commandLineCompares() {
    plan::PlanFile file;
    file.plan = smallQuestion();
    plan::Scenario second = file.plan;
    second.id = 2;
    second.cluster.pools.front().nodes = 2;
    file.plan.others = {second};
    QVERIFY(plan::write_plan(file, m_place.path(QStringLiteral("two.astrolabe")).toStdString()).has_value());
    const cli_process::Said said =
        run({QStringLiteral("compare"), QStringLiteral("two.astrolabe"), QStringLiteral("--json"),
             QStringLiteral("--toys"), QStringLiteral("always"), QStringLiteral("--progress=json")});
    QVERIFY2(said.status == 0, said.all().constData());
    QVERIFY2(said.err.contains(R"("step":"toys")"), said.err.constData());
  }
};

}  // namespace tst_toy_plan

ASTROLABE_TEST(tst_toy_plan, TestToyPlan)
#include "tst_toy_plan.moc"
