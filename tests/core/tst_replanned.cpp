// core/planning/replanned: pipelines around slow and failed GPUs as a kind of plan, beside the search.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "cluster_texts.h"
#include "core/hardware/usable_gpus.h"
#include "core/model/graph.h"
#include "core/model/model_reader.h"
#include "core/plan/why.h"
#include "core/planning/pipelines.h"
#include "core/planning/replanned.h"
#include "core/planning/slow_left_out.h"
#include "core/planning/whole_answer.h"
#include "core/replan/paid_nodes.h"
#include "core/replan/pipelines.h"
#include "hurt_nodes.h"
#include "tests/program/test_program.h"

namespace tst_replanned {

using namespace astrolabe;
using namespace astrolabe::planning;
using tests::four_nodes;

namespace {

QuestionPtr asked(double factor) {
  return question_of(four_nodes(24, factor), strategy::Objective::throughput);
}

FoundPtr found_for(const QuestionPtr& question) {
  Run run;
  return replanned_planner().plan(question, run);
}

}  // namespace

class TestReplanned : public QObject {
  Q_OBJECT

 private slots:
  void declinesWithoutMarks() {
    QCOMPARE(replanned_planner().declines(*asked(1.0)), std::string("not_marked"));
    QVERIFY(replanned_planner().declines(*asked(2.0)).empty());
    strategy::Problem named = four_nodes(24, 2.0);
    named.job.software.runtime = "megatron-lm";
    QCOMPARE(replanned_planner().declines(*question_of(named, strategy::Objective::throughput)),
             std::string("runtime"));
  }

  /// A search leaves out the node of a GPU that fails, or goes at the pace of the slow one: 24 of 32 GPUs.
  /// Plans around it use more of them and are faster; each has the gap on its groups, and stands before the
  /// search's best.
  void isFasterThanLeavingTheNodeOut() {
    for (const double factor : {2.5, HUGE_VAL}) {
      const QuestionPtr question = asked(factor);
      SearchOptions options;
      options.threads = 2;
      const plan::SnapshotPtr snapshot = run_search(question->problem, options);
      const FoundPtr found = found_for(question);
      QVERIFY(!found->options.empty());
      const OptionPtr& first = found->options.front();
      QVERIFY(first->is_possible());
      QVERIFY2(first->evaluation.step < snapshot->best.front().step,
               qPrintable(QStringLiteral("%1 %2")
                              .arg(first->evaluation.step.value)
                              .arg(snapshot->best.front().step.value)));
      QVERIFY(first->evaluation.gpus.front() > 24);
      // 32 GPUs compute no faster than each with nothing to wait for: a gap, which is not that of its groups.
      QVERIFY(first->proof.gap > 0.0 && first->proof.gap < 1.0);
      QVERIFY(found->has_bound);
      QCOMPARE(found->gap, first->proof.gap);
      QVERIFY(std::abs(1.0 - *found->least_of_kind / first->evaluation.step.value - found->gap) < 1e-12);
      QVERIFY(std::abs(first->evaluation.time.total() - first->evaluation.step.value) <
              1e-9 * first->evaluation.step.value);
      const std::vector<int> places = places_of(found->options, snapshot->best, snapshot->objective, 20);
      QCOMPARE(places.front(), 1);
      Beside beside;
      beside.others = {{&replanned_planner(), found->options, false}};
      const Json answer = whole_answer_json(*snapshot, beside);
      QCOMPARE(answer["best"][0]["kind"], Json(kReplanned));
      QCOMPARE(answer["pipelines"].size(), found->options.size());
      QVERIFY(std::abs(answer["gap_by_kind"]["pipelines"].get<double>() - first->proof.gap) < 1e-12);
      // That on its own groups is another.
      const double own = answer["best"][0]["gap"].get<double>();
      QVERIFY(own >= 0.0 && own < 1.0);
      QVERIFY(std::abs(1.0 -
                       answer["best"][0]["lower_bound_seconds"].get<double>() / first->evaluation.step.value -
                       own) < 1e-12);
    }
  }

  /// Where money is looked for, the gap is one of money; for the set of time and money nothing is known.
  void hasAGapOfMoney() {
    const auto found_of = [](strategy::Objective objective) {
      return found_for(question_of(four_nodes(24, 2.5), objective));
    };
    const FoundPtr found = found_of(strategy::Objective::money);
    QVERIFY(!found->options.empty() && found->has_bound);
    const Option& first = *found->options.front();
    const double usd = first.evaluation.money.usd_per_trillion_tokens.value();
    QVERIFY(*found->least_of_kind > 0.0 && *found->least_of_kind <= usd);
    QVERIFY(found->gap > 0.0 && found->gap < 1.0);
    QVERIFY(std::abs(1.0 - *found->least_of_kind / usd - found->gap) < 1e-12);
    QCOMPARE(first.proof.gap, found->gap);
    const FoundPtr set = found_of(strategy::Objective::pareto);
    QVERIFY(!set->has_bound);
    QCOMPARE(*set->least_of_kind, 0.0);
  }

  /// The first one's step in time: a lane for every stage of every pipeline that differs from those before,
  /// each of its micro-batches once forward a chunk, no pass before the last one has ended, and an end that
  /// is the step's for the pipeline that ends last. Activations come and go within what memory counts.
  void theFirstHasATimeline() {
    const QuestionPtr question = asked(2.5);
    const FoundPtr found = found_for(question);
    QVERIFY(!found->options.empty());
    const Option& first = *found->options.front();
    const auto& layout = *as<ReplannedLayout>(first.layout);
    std::size_t at = 0;
    double end = 0.0;
    for (const std::size_t pipeline : layout.told_apart()) {
      const replan::Pipeline& told = layout.plan().pipelines[pipeline];
      for (const replan::Stage& stage : told.stages) {
        QVERIFY(at < first.timeline.lanes.size());
        const cost::Lane& lane = first.timeline.lanes[at++];
        QCOMPARE(lane.pool, stage.pool);
        QCOMPARE(lane.layers, stage.layers);
        int forward = 0;
        double free = 0.0, most = 0.0;
        for (const cost::Span& span : lane.work) {
          QVERIFY(span.start >= free * (1.0 - 1e-9) && span.end >= span.start);
          QCOMPARE(span.stage, static_cast<int>(at) - 1);
          free = span.end;
          forward += span.kind == cost::SpanKind::forward ? 1 : 0;
        }
        QCOMPARE(forward, told.micro_batches * told.virtual_pipeline);
        for (const cost::MemoryStep& step : lane.memory) most = std::max(most, step.activation_bytes);
        QVERIFY(most > 0.0 && lane.fixed_bytes + most <= lane.limit_bytes * (1.0 + 1e-9));
        QVERIFY(std::abs(lane.memory.back().activation_bytes) <= 1e-6 * most);
        end = std::max(end, free);
      }
    }
    QCOMPARE(at, first.timeline.lanes.size());
    const double step = first.evaluation.step.value;
    QCOMPARE(first.timeline.step, step);
    QVERIFY2(std::abs(end - step) <= 1e-6 * step, qPrintable(QStringLiteral("%1 %2").arg(end).arg(step)));
    // As the layout does that is evaluated alone.
    const auto alone = replanned_planner().evaluate(*question, first.layout);
    QVERIFY(alone);
    QCOMPARE(alone->timeline.lanes.size(), first.timeline.lanes.size());
  }

  /// Nodes of 8 that cost as wholes; GPU 3 of node 1 and all of node 4 have failed. Pipelines are paid with
  /// the nodes that they are in, failed GPUs of these among them and, where idle GPUs cost, with all 40.
  void pipelinesPayForTheirNodes() {
    strategy::Problem problem;
    problem.cluster = tests::make_cluster({tests::make_pool("a", 5, 8)});
    hardware::Pool& pool = problem.cluster.pools.front();
    pool.unit = 8;
    const auto on = [](const std::vector<int>& nodes, int but = -1) {
      std::set<replan::GpuId> gpus;
      for (const int node : nodes)
        for (int gpu = 0; gpu < 8; ++gpu)
          if (node != 1 || gpu != but) gpus.insert({0, node, gpu});
      return gpus;
    };
    const auto counts = [&](const std::set<replan::GpuId>& used) {
      cost::Evaluation row;
      problem.job.cost.idle_gpus_cost = true;
      replan::tell_gpus(problem, used, row);
      [&] { QCOMPARE(row.all_paid(), std::vector<int>{40}); }();
      problem.job.cost.idle_gpus_cost = false;
      replan::tell_gpus(problem, used, row);
      return std::vector<int>{row.gpus.front(), row.paid.front(), row.kept.front()};
    };
    using Counts = std::vector<int>;
    pool.failed = {{1, 3}, {4, std::nullopt}};
    QCOMPARE(counts(on({0, 1}, 3)), (Counts{15, 16, 0}));
    QCOMPARE(counts(on({0, 2})), (Counts{16, 16, 0}));
    QCOMPARE(counts(on({0, 1, 2, 3}, 3)), (Counts{31, 32, 0}));
    pool.unit = 1;
    QCOMPARE(counts(on({0, 1}, 3)), (Counts{15, 15, 0}));
    pool.unit = 4;
    const std::set<replan::GpuId> half{{0, 1, 4}, {0, 1, 5}, {0, 1, 6}, {0, 1, 7}};
    QCOMPARE(counts(half), (Counts{4, 4, 0}));
    // Of a spare node: it stands idle while node 1 is used in part, stands in for it, or is used beside it.
    pool.unit = 8;
    pool.failed = {{1, 3}};
    pool.spares = 1;
    const auto standing = [&](const std::set<replan::GpuId>& used) {
      return hardware::standing_spares(replan::as_left(problem, used).cluster.pools.front());
    };
    QCOMPARE(counts(on({0, 1, 2, 3}, 3)), (Counts{31, 32, 8}));
    QCOMPARE(standing(on({0, 1, 2, 3}, 3)), 1);
    QCOMPARE(counts(on({0, 2, 3, 4})), (Counts{32, 32, 0}));
    QCOMPARE(standing(on({0, 2, 3, 4})), 0);
    QCOMPARE(counts(on({0, 1, 2, 3, 4}, 3)), (Counts{39, 40, 0}));
    QCOMPARE(standing(on({0, 1, 2, 3, 4}, 3)), 0);
  }

  /// Four nodes of 8, a GPU of one of which has failed. Where all stand there it is 32 x 2.5 = 80 USD an hour
  /// and 32 x 30,000 to buy, for strategies on three nodes or on parts of four as for pipelines around it,
  /// reserved as on demand. Else every row is paid with the nodes that it is in, at 2.5 and 30,000 a GPU.
  void paysAsStrategiesDo() {
    for (const bool idle : {true, false})
      for (const auto commitment : {hardware::Commitment::on_demand, hardware::Commitment::reserved_1y}) {
        strategy::Problem problem = four_nodes(24, HUGE_VAL);
        problem.cluster.pools.front().unit = 8;
        problem.job.cost.commitment = commitment;
        problem.job.cost.idle_gpus_cost = idle;
        SearchOptions options;
        options.threads = 2;
        std::vector<cost::Evaluation> rows = run_search(problem, options)->best;
        const FoundPtr found = found_for(question_of(problem, strategy::Objective::throughput));
        QVERIFY(!rows.empty() && !found->options.empty());
        rows.push_back(found->options.front()->evaluation);
        for (const cost::Evaluation& row : rows) {
          const int paid = idle ? 32 : row.paid.front();
          QVERIFY(paid >= row.gpus.front() && paid % 8 == 0);
          QCOMPARE(row.all_paid(), std::vector<int>{paid});
          QVERIFY(std::abs(row.money.usd_per_hour->value - 2.5 * paid) < 1e-9);
          QVERIFY(std::abs(row.money.purchase->value - 30000.0 * paid) < 1e-6);
          QVERIFY(std::abs(row.ownership->terms[cost::OwnershipTerm::machines] - 30000.0 * paid) < 1e-6);
        }
      }
  }

  /// How many nodes are used is searched as well: at any factor the best is that of three nodes with nothing
  /// marked or that of four at the pace of the slow one, both without marks; and it is costed alike by
  /// itself.
  void everyNumberOfNodesIsSearched() {
    bool three = false, four = false;
    for (const double factor : {1.05, 1.2, 1.3, 1.34, 1.4, 1.6, 2.5}) {
      strategy::Problem problem = four_nodes(24, factor);
      problem.cluster.may_leave_unused = true;
      SearchOptions options;
      options.threads = 2;
      const plan::SnapshotPtr snapshot = run_search(problem, options);
      double least = HUGE_VAL;
      for (const int nodes : {3, 4}) {
        strategy::Problem twin = four_nodes(24, 1.0);
        twin.cluster.may_leave_unused = true;
        hardware::Pool& pool = twin.cluster.pools.front();
        pool.max_gpus = 8 * nodes;
        if (nodes == 4) pool.relative_speed /= factor;
        least = std::min(least, run_search(twin, options)->best.front().step.value);
      }
      const cost::Evaluation& best = snapshot->best.front();
      QCOMPARE(snapshot->status, plan::Status::optimal);
      QVERIFY2(std::abs(best.step.value / least - 1.0) < 1e-9,
               qPrintable(QStringLiteral("%1: %2 %3").arg(factor).arg(best.step.value).arg(least)));
      for (const cost::Evaluation& row : snapshot->best) {
        const auto alone = detail(problem, row.strategy);
        QVERIFY(alone && alone->is_possible());
        QVERIFY(std::abs(alone->evaluation.step.value / row.step.value - 1.0) < 1e-9);
      }
      three = three || best.gpus.front() <= 24;
      four = four || best.gpus.front() > 24;
    }
    QVERIFY(three && four);
  }

  /// A fresh start is the row that is fastest as it stands on nodes; no strategy there is faster than what
  /// the search has proven with every GPU slow, over the factor: step (1 - 0) / 1.1.
  void startsTheFastestOnItsNodes() {
    strategy::Problem problem = four_nodes(24, 1.1);
    problem.cluster.may_leave_unused = true;
    SearchOptions options;
    options.threads = 2;
    const plan::SnapshotPtr snapshot = run_search(problem, options);
    QCOMPARE(snapshot->status, plan::Status::optimal);
    const std::vector<replan::Fresh> fresh = fresh_of(*snapshot, {});
    QCOMPARE(fresh.size(), std::size_t(1));
    double least = HUGE_VAL;
    bool placed = false;
    for (const cost::Evaluation& row : snapshot->best) {
      least = std::min(least, row.placed_step.value_or(row.step).value);
      placed = placed || row.placed_step.has_value();
      const auto alone = detail(problem, row.strategy);
      QVERIFY(alone && alone->evaluation.placed_step.has_value() == row.placed_step.has_value());
      if (row.placed_step) QVERIFY(std::abs(*alone->evaluation.placed_step / *row.placed_step - 1.0) < 1e-12);
    }
    QVERIFY(placed);
    QCOMPARE(fresh.front().step_seconds, least);
    QVERIFY(std::abs(fresh.front().lower_bound_seconds * 1.1 / snapshot->best.front().step.value - 1.0) <
            1e-9);
  }

  /// What is kept is read back and costed alike, named by its kind or by its pipelines alone.
  void isReadBackAsItWasWritten() {
    const QuestionPtr question = asked(3.0);
    const OptionPtr first = found_for(question)->options.front();
    Json kept = keep(first->layout, question->problem.pool_ids());
    QCOMPARE(kept["kind"], Json(kReplanned));
    const auto read = read_layout(kept, *question);
    QVERIFY(read);
    QVERIFY(same(*read, first->layout));
    const auto predicted = evaluate(*question, *read);
    QVERIFY(predicted);
    QCOMPARE(predicted->evaluation.step.value, first->evaluation.step.value);
    kept.erase("kind");
    QVERIFY(read_layout(kept, *question));
    const Json row = predicted->layout->answer_json(*predicted, question->problem, 0);
    QVERIFY(row["fits"].get<bool>() && row["strategy"].contains("pipelines"));
  }

  /// Stopped before any layout was found: nobody knows whether pipelines gain, and it is said.
  void stoppedBeforeAnyIsFound() {
    std::stop_source stop;
    stop.request_stop();
    Run run;
    run.stop = stop.get_token();
    const FoundPtr found = replanned_planner().plan(asked(3.0), run);
    QVERIFY(found->stopped_early);
    QVERIFY(!found->has_bound || found->gap > 0.0);
  }

  /// One slow GPU in each node: what is found where these have failed is found without weighing what they
  /// could still do, with the same step, and they stand idle.
  void leavesSlowOutAsIfFailed() {
    strategy::Problem slow = four_nodes(24, 1.0), failed = four_nodes(24, 1.0);
    for (int node = 0; node < 4; ++node) {
      slow.cluster.pools.front().slow.push_back({node, 3, 30.0, 1.0});
      failed.cluster.pools.front().failed.push_back({node, 3});
    }
    hardware::apply_marks(slow.cluster.pools.front());
    hardware::apply_marks(failed.cluster.pools.front());
    SearchOptions options;
    options.threads = 2;
    const plan::SnapshotPtr snapshot = run_search(four_nodes(24, 1.0), options);
    int plans = 0;
    PlanWork work;
    for (const cost::Evaluation& row : snapshot->best) {
      const auto without = fastest_without_slow(slow, row.strategy, work);
      const auto around = fastest_around(failed, row.strategy, work);
      QCOMPARE(without.has_value(), around.has_value());
      if (!without) continue;
      ++plans;
      QCOMPARE(without->step_seconds, around->step_seconds);
      for (const replan::Pipeline& pipeline : without->pipelines)
        for (const replan::Stage& stage : pipeline.stages)
          for (const replan::GpuId& gpu : stage.gpus) QVERIFY(gpu.gpu != 3);
      const auto idle = std::count_if(without->idle.begin(), without->idle.end(),
                                      [](const replan::GpuId& gpu) { return gpu.gpu == 3; });
      if (row.gpus.front() == 32) QCOMPARE(int(idle), 4);
      const auto predicted = replan::predict(slow, *without);
      QVERIFY(predicted && std::abs(predicted->row.step.value / without->step_seconds - 1.0) < 1e-9);
    }
    QVERIFY(plans > 0 && work.done > 0);
  }

  /// GPU 3 of node 1 has failed: its pipeline goes on with the rest. A node of which links alone take 1.01
  /// times as long serves as before, at no more than 1.01 times the step: it is left out of no pipeline.
  void slowLinksBesideAFailedGpuAreUsed() {
    const strategy::Problem failed = four_nodes(12, HUGE_VAL);
    strategy::Problem marked = failed;
    marked.cluster.pools.front().slow = {{2, {}, 1.0, 1.01}};
    hardware::apply_marks(marked.cluster.pools.front());
    const strategy::Strategy base = tests::four_pipelines(12);
    PlanWork work;
    const auto without = fastest_around(failed, base, work), with = fastest_around(marked, base, work);
    QVERIFY(without && with);
    QVERIFY2(with->step_seconds <= 1.01 * without->step_seconds * (1.0 + 1e-9),
             qPrintable(QStringLiteral("%1 %2").arg(with->step_seconds).arg(without->step_seconds)));
    int of_node_two = 0;
    for (const replan::Pipeline& pipeline : with->pipelines)
      for (const replan::Stage& stage : pipeline.stages)
        for (const replan::GpuId& gpu : stage.gpus) of_node_two += gpu.node == 2 ? 1 : 0;
    QCOMPARE(of_node_two, 8);
    const auto predicted = replan::predict(marked, *with);
    QVERIFY(predicted && predicted->fits);
    QVERIFY(std::abs(predicted->row.step.value / with->step_seconds - 1.0) < 1e-9);
  }

  /// GPU 3 of node 1 has failed; the stages there hold 4 layers. The links of node 2, where the next stages
  /// are, take 1.01 times as long. These take over layers as if nothing of them were slow: no step takes more
  /// than 1.01 times as long.
  void slowStagesTakeOverLayers() {
    const strategy::Problem failed = four_nodes(48, HUGE_VAL);
    strategy::Problem marked = failed;
    marked.cluster.pools.front().slow = {{2, {}, 1.0, 1.01}};
    hardware::apply_marks(marked.cluster.pools.front());
    strategy::Strategy base = tests::four_pipelines(48);
    const int layers[] = {16, 4, 14, 14};
    for (int j = 0; j < 4; ++j) base.stages[static_cast<std::size_t>(j)].layers = layers[j];
    PlanWork work;
    const auto without = fastest_around(failed, base, work), with = fastest_around(marked, base, work);
    QVERIFY(without && with);
    QVERIFY2(with->step_seconds <= 1.01 * without->step_seconds * (1.0 + 1e-9),
             qPrintable(QStringLiteral("%1 %2").arg(with->step_seconds).arg(without->step_seconds)));
  }

  /// With nothing marked the fastest replicas of Mixtral on 24 + 16 GPUs share experts: where a GPU fails, a
  /// whole stage of all that share goes. Of groups of eight that hold all experts the other seven go on. What
  /// is found is no slower than what is made of such a layout by hand, and uses 23 + 16.
  void replicasApartAreTriedToo() {
    const auto cluster = cluster_texts::resolved(R"({"pools": [
      {"id": "h", "node": "onprem-dgx-h100", "nodes": 3, "failed": [{"node": 0, "gpu": 3}]},
      {"id": "a", "node": "onprem-dgx-a100-80", "nodes": 2}],
      "between_pools": [{"a": "h", "b": "a", "gb_per_s": 50, "latency_us": 12}]})");
    const auto architecture = model::read_model("mixtral-8x7b");
    QVERIFY(cluster && architecture);
    strategy::Job job;
    job.sequence_length = 4096;
    job.global_batch = 256;
    job.tokens = 1e11;
    const auto problem =
        strategy::make_problem(std::make_shared<const model::Graph>(model::build_graph(*architecture)),
                               *cluster, job, strategy::Objective::throughput);
    QVERIFY(problem);
    strategy::Strategy base;
    base.tensor_parallel = base.expert_parallel = 8;
    base.pipeline_parallel = 5;
    base.micro_batch = 4;
    base.sequence_parallel = base.overlap_tensor_parallel = true;
    base.schedule = strategy::Schedule::zb_h1;
    base.stages = {{1, 4, 8}, {1, 4, 8}, {0, 4, 8}, {0, 10, 8}, {0, 10, 8}};
    PlanWork work;
    const auto by_hand = fastest_around(*problem, base, work);
    QVERIFY(by_hand);
    const FoundPtr found = found_for(question_of(*problem, strategy::Objective::throughput));
    QVERIFY(!found->options.empty() && found->options.front()->is_possible());
    const cost::Evaluation& first = found->options.front()->evaluation;
    QVERIFY2(first.step.value <= by_hand->step_seconds * (1.0 + 1e-9),
             qPrintable(QStringLiteral("%1 %2").arg(first.step.value).arg(by_hand->step_seconds)));
    QCOMPARE(first.gpus, (std::vector<int>{23, 16}));
  }

  /// Equal plans byte by byte, whatever the number of workers, and beside a stop that nobody asks for;
  /// work is counted alike.
  void isTheSameInEveryRun() {
    const QuestionPtr question = asked(2.5);
    const auto found_by = [&](int threads, const std::stop_token& stop) {
      Run run;
      run.options.threads = threads;
      run.stop = stop;
      const FoundPtr found = replanned_planner().plan(question, run);
      std::string text = found->stopped_early ? "early" : "";
      for (const OptionPtr& option : found->options)
        text += text_of(option->layout->answer_json(*option, question->problem, 1), 0);
      return text;
    };
    const std::string once = found_by(1, {});
    QVERIFY(!once.empty());
    std::stop_source nobody;
    for (const int threads : {1, 2, 5}) QCOMPARE(found_by(threads, nobody.get_token()), once);
    PlanWork first, second;
    const strategy::Strategy base = tests::four_pipelines(24);
    QVERIFY(fastest_around(question->problem, base, first) &&
            fastest_around(question->problem, base, second));
    QVERIFY(first.done > 0);
    QCOMPARE(first.done, second.done);
  }

  /// A stop that was asked for ends before a plan is found.
  void stopsBetweenPlans() {
    std::stop_source stop;
    stop.request_stop();
    PlanWork work{stop.get_token()};
    QVERIFY(!fastest_around(asked(2.5)->problem, tests::four_pipelines(24), work));
  }

  /// Against the best strategy term by term: the parts add up to the difference of the steps.
  void isExplainedTermByTerm() {
    const QuestionPtr question = asked(3.0);
    SearchOptions options;
    options.threads = 2;
    const plan::SnapshotPtr snapshot = run_search(question->problem, options);
    const OptionPtr first = found_for(question)->options.front();
    const plan::Why why = plan::explain(question->problem, first->evaluation.strategy, first->evaluation,
                                        first->violation, *snapshot);
    QCOMPARE(why.verdict, plan::Verdict::best);
    QVERIFY(why.is_ahead());
    double sum = 0.0;
    for (const plan::PartDifference& part : why.differences) sum += part.difference();
    QVERIFY(why.best && std::abs(sum - (first->evaluation.step.value - why.best->step.value)) < 1e-9);
  }
};

}  // namespace tst_replanned

ASTROLABE_TEST(tst_replanned, TestReplanned)
#include "tst_replanned.moc"
