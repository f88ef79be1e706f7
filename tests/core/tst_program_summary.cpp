// core/plan/program_summary.h: a program in short says what its instructions and devices say, of one stage
// and of a pipeline.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/plan/plan_file.h"
#include "core/plan/program_row.h"
#include "core/plan/program_summary.h"
#include "program_cases.h"
#include "tests/program/test_program.h"

namespace tst_program_summary {

using namespace astrolabe;
using namespace astrolabe::tests;
using Kind = spmd::Instruction::Kind;
using plan::ProgramSummary;

namespace {

bool near(double value, double expected) {
  return std::fabs(value - expected) <= 1e-9 * std::max(1.0, std::fabs(expected));
}

/// How often each collective runs in one step, and the bytes of the tensors that it moves, from the
/// instructions themselves.
struct Moved {
  double count = 0.0, bytes = 0.0;
};
void addMoved(const plan::ShardAnswer& answer, std::map<Kind, Moved>& moved) {
  for (const spmd::Instruction& one : answer.synthesis.program.instructions) {
    if (one.kind < Kind::all_gather || one.kind > Kind::reshard || one.kind == Kind::slice ||
        one.kind == Kind::mask || one.kind == Kind::pad)
      continue;
    const spmd::Tensor& tensor = answer.graph.tensors[static_cast<std::size_t>(one.inputs[0].tensor)];
    const double runs = answer.synthesis.program.repeats(answer.graph, one);
    moved[one.kind].count += runs;
    moved[one.kind].bytes += runs * tensor.elements() * tensor.element_bytes;
  }
}

bool sameCollectives(const ProgramSummary& made, const std::map<Kind, Moved>& moved) {
  if (made.collectives.size() != moved.size()) return false;
  auto wanted = moved.begin();
  for (const ProgramSummary::Collective& each : made.collectives) {
    if (each.kind != wanted->first || each.count != wanted->second.count ||
        !near(each.bytes, wanted->second.bytes))
      return false;
    ++wanted;
  }
  return true;
}

double sumOf(const std::vector<double>& values, std::size_t first, std::size_t count) {
  const auto from = values.begin() + static_cast<std::ptrdiff_t>(first);
  return std::accumulate(from, from + static_cast<std::ptrdiff_t>(count), 0.0);
}

/// `devices` of a pool with one share.
plan::ProgramLane lane(int pool, int devices, double share) {
  plan::ProgramLane made;
  made.pool = pool;
  made.devices = devices;
  made.share = share;
  return made;
}

plan::ProgramCollective collective(Kind kind, double bytes, int times, int event) {
  plan::ProgramCollective made;
  made.kind = kind;
  made.bytes = bytes;
  made.times = times;
  made.event = event;
  return made;
}

}  // namespace

class TestProgramSummary : public QObject {
  Q_OBJECT

 private slots:
  /// Numbers that were made up: 0.9 of a step of 10 s is proven, shares and collectives add up.
  void byHand() {
    strategy::Problem problem;
    problem.cluster = make_cluster({make_pool("none", 0, 8), make_pool("new", 1, 2), make_pool("old", 1, 4)});
    auto answer = std::make_shared<plan::ShardAnswer>();
    answer->synthesis.status = spmd::SynthesisStatus::feasible;
    answer->synthesis.stopped = true;
    answer->synthesis.program.execution = {4, true, false};
    plan::ProgramReport report;
    report.answer = answer;
    report.step = {10.0};
    report.lower_bound = {9.0};
    report.shares = {lane(1, 2, 0.3), lane(2, 3, 0.11), lane(2, 1, 0.07)};  // 0.6 + 0.33 + 0.07 = 1
    report.all_shares = report.shares;
    report.events.resize(2);
    report.events[0].runs = 4;
    report.events[1].runs = 1;
    report.collectives = {collective(Kind::all_reduce, 1e9, 24, 0), collective(Kind::all_gather, 2e9, 3, 1),
                          collective(Kind::all_reduce, 5e8, 2, 1)};
    cost::TimeParts& time = report.evaluation.time;
    time[cost::Part::compute_forward] = 2.0;
    time[cost::Part::compute_backward] = 4.0;
    time[cost::Part::recompute] = 1.0;
    time[cost::Part::optimizer] = 0.5;
    time[cost::Part::tensor_parallel] = 1.0;
    time[cost::Part::data_parallel] = 0.75;
    time[cost::Part::other] = 0.25;
    time[cost::Part::pipeline_bubble] = 0.5;
    for (const auto& [pool, total, limit] : {std::tuple(1, 60.0, 80.0), {2, 30.0, 40.0}, {2, 36.0, 40.0}}) {
      cost::StageMemory memory;
      memory.pool = pool;
      memory.total = gib(total);
      memory.limit = gib(limit);
      report.evaluation.memory.push_back(memory);
    }
    const ProgramSummary made = plan::summary_of(report, problem);
    QVERIFY(made.fits && made.stopped && !made.proven);
    QCOMPARE(made.stages, 1);
    QVERIFY(made.execution == answer->synthesis.program.execution);
    QVERIFY(near(made.gap, 0.1));                       // 1 - 9 / 10
    QVERIFY(near(made.computing_seconds(), 7.5));       // 2 + 4 + 1 + 0.5
    QVERIFY(near(made.communicating_seconds(), 1.75));  // 1 + 0.75
    QCOMPARE(made.pools.size(), std::size_t(2));        // the first has no devices
    QCOMPARE(made.devices(), 6);
    QCOMPARE(made.pools[0].id, std::string("new"));
    QVERIFY(near(made.pools[0].share, 0.3));
    QVERIFY(near(made.pools[1].share, 0.1));  // (3 x 0.11 + 0.07) / 4
    QCOMPARE(in_gib(made.pools[0].memory.total), 60.0);
    QCOMPARE(in_gib(made.pools[1].memory.total), 36.0);  // the fuller of two
    QCOMPARE(made.ratios.size(), std::size_t(3));
    QCOMPARE(made.ratios[1].pool, 1);
    QCOMPARE(made.ratios[1].devices, 3);
    QCOMPARE(made.collectives.size(), std::size_t(2));  // in the order of the instructions
    QVERIFY(made.collectives[0].kind == Kind::all_gather && made.collectives[1].kind == Kind::all_reduce);
    QCOMPARE(made.collectives[0].count, 3.0);
    QCOMPARE(made.collectives[0].bytes, 6e9);
    QCOMPARE(made.collectives[1].count, 98.0);  // 24 x 4 + 2 x 1
    QCOMPARE(made.collectives[1].bytes, 97e9);  // 96 x 1e9 + 2 x 5e8
    QCOMPARE(made.collective_count(), 101.0);
    QCOMPARE(made.collective_bytes(), 103e9);
    // Proven is what the synthesis proves.
    answer->synthesis.status = spmd::SynthesisStatus::optimal;
    QVERIFY(plan::summary_of(report, problem).proven);
    // Nothing of what does not fit but by how much.
    answer->synthesis.status = spmd::SynthesisStatus::infeasible;
    answer->synthesis.short_of = {"old", gib(3.0)};
    const ProgramSummary none = plan::summary_of(report, problem);
    QVERIFY(!none.fits && none.pools.empty() && none.collectives.empty() && none.gap == 0.0);
    QCOMPARE(none.short_of.device, std::string("old"));
  }

  /// A program that was synthesised, against its instructions, ratios and devices.
  void ofAProgram() {
    const ProgramCase made = make_case("bert-large", two_types(1), 512, 256);
    plan::ProgramReport report =
        plan::report_of(program_of(made), made.problem.cluster, 256, std::int64_t{256} * 512);
    QVERIFY(report.fits());
    plan::add_row(made.problem, made.problem.cluster, report);
    const ProgramSummary summary = plan::summary_of(report, made.problem);
    const spmd::Synthesis& synthesis = report.synthesis();
    QVERIFY(near(summary.gap, 1.0 - synthesis.lower_bound / synthesis.step));
    QCOMPARE(summary.proven, synthesis.status == spmd::SynthesisStatus::optimal);
    std::map<Kind, Moved> moved;
    addMoved(*report.answer, moved);
    QVERIFY(!moved.empty());
    QVERIFY(sameCollectives(summary, moved));
    // Eight fast devices, then eight slow ones.
    const std::vector<double>& ratios = synthesis.program.ratios.front();
    QCOMPARE(summary.pools.size(), std::size_t(2));
    for (const std::size_t pool : {std::size_t(0), std::size_t(1)}) {
      QCOMPARE(summary.pools[pool].devices, 8);
      QVERIFY(near(summary.pools[pool].share, sumOf(ratios, 8 * pool, 8) / 8.0));
      // What a device holds at its peak, and what is not the program's; devices of one share differ by a unit
      // of a shard at the most.
      const auto from = synthesis.peak_memory.begin() + static_cast<std::ptrdiff_t>(8 * pool);
      const cost::StageMemory& memory = summary.pools[pool].memory;
      const double held = (memory.total - memory.workspace).value;
      QVERIFY(std::fabs(held / std::max_element(from, from + 8)->value - 1.0) <= 0.01);
      QVERIFY(memory.total <= memory.limit);
    }
    QVERIFY(summary.pools[0].share >= summary.pools[1].share);
    // All of the step: work, traffic, waiting and what comes beside.
    const cost::TimeParts& time = summary.evaluation.time;
    QVERIFY(near(summary.computing_seconds() + summary.communicating_seconds() +
                     time[cost::Part::pipeline_bubble] + time[cost::Part::other],
                 synthesis.step.value));
  }

  /// Three nodes have 20 of 24 layers, a node that of the slower type the other four.
  void ofAPipeline() {
    const ProgramCase made = make_case("bert-large", two_types(2), 512, 384);
    const auto found =
        plan::program_pipeline(request_of(made), {{{2, 1}, 20}, {{0, 1}, 4}}, {4, false, false});
    QVERIFY(found && *found);
    plan::ProgramReport report =
        plan::report_of(std::make_shared<const plan::ProgramPipeline>(**found), 384, std::int64_t{384} * 512);
    plan::add_row(made.problem, made.problem.cluster, report);
    const ProgramSummary summary = plan::summary_of(report, made.problem);
    QCOMPARE(summary.stages, 2);
    QVERIFY(!summary.proven);
    QCOMPARE(summary.execution.micro_batches, 4);
    QVERIFY(near(summary.gap, std::max(0.0, 1.0 - (*found)->lower_bound.value / (*found)->end.step)));
    std::map<Kind, Moved> moved;
    for (const plan::ProgramStage& stage : (*found)->stages) addMoved(*stage.answer, moved);
    QVERIFY(sameCollectives(summary, moved));
    // Of the first stage 16 fast devices and 8 slow ones; the second is all of the other slow node.
    const std::vector<double>& ratios = (*found)->stages[0].answer->synthesis.program.ratios.front();
    QCOMPARE(summary.pools.size(), std::size_t(2));
    QCOMPARE(summary.pools[0].devices, 16);
    QCOMPARE(summary.pools[1].devices, 16);
    QVERIFY(near(summary.pools[0].share, 20.0 / 24.0 * sumOf(ratios, 0, 16) / 16.0));
    QVERIFY(near(summary.pools[1].share, (20.0 / 24.0 * sumOf(ratios, 16, 8) + 4.0 / 24.0) / 16.0));
    QVERIFY(near(16.0 * summary.pools[0].share + 16.0 * summary.pools[1].share, 1.0));
    // The summary is the same whichever stage is shown.
    for (const int stage : {0, 1}) {
      plan::ProgramReport shown = plan::with_stage(report, stage);
      const ProgramSummary again = plan::summary_of(shown, made.problem);
      QVERIFY(sameCollectives(again, moved));
      QCOMPARE(again.pools[1].share, summary.pools[1].share);
    }
  }

  /// Model, sequences and precision make a graph; what it costs and how long one trains do not.
  void graphsThatAreTheSame() {
    const plan::Plan one = plan::sample_plan();
    plan::Plan other = one;
    other.job.tokens *= 2.0;
    other.cluster.pools[0].nodes = 1;
    other.objective = strategy::Objective::money;
    QVERIFY(plan::same_graph(one, other));
    for (int changed = 0; changed < 4; ++changed) {
      other = one;
      if (changed == 0) other.job.global_batch *= 2;
      if (changed == 1) other.job.sequence_length /= 2;
      if (changed == 2) other.job.precision = hardware::Precision::fp8;
      if (changed == 3) other.model_text += ' ';
      QVERIFY2(!plan::same_graph(one, other), qPrintable(QString::number(changed)));
    }
  }
};

}  // namespace tst_program_summary

ASTROLABE_TEST(tst_program_summary, TestProgramSummary)
#include "tst_program_summary.moc"
