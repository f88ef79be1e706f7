// core/planning/groups: programs on groups as a kind of plan, on the sample and where pipelines do not fit
// the counts.
#include <QProcess>
#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/base/error_codes.h"
#include "core/hardware/catalogue.h"
#include "core/mesh/row.h"
#include "core/plan/plan_file.h"
#include "core/planning/groups.h"
#include "small_plan.h"
#include "tests/program/test_program.h"

namespace tst_groups {

using namespace astrolabe;
using namespace astrolabe::planning;

namespace {

QuestionPtr asked(const plan::Plan& plan) {
  const auto question = make_question(plan, hardware::Catalogue::built_in());
  return question ? *question : nullptr;
}

FoundPtr found_for(const QuestionPtr& question) {
  Run run;
  return groups_planner().plan(question, run);
}

}  // namespace

class TestGroups : public QObject {
  Q_OBJECT

 private slots:
  void standsOnBothPools();
  void isReadBackAsItWasWritten();
  void refusesWhatDoesNotAddUp();
  void tellsTheRuleThatALayoutBreaks();
  void tellsSpares();
  void declinesEqualGpus();
  void partsOfTheStepAddUp();
  void tellsWhatIsSent();
  void tellsExpertsApart();
  void scriptHoldsTheWholeModel_data();
  void scriptHoldsTheWholeModel();
  void scriptRefusesWhatItCannotDo();
  void scriptNamesGpusOfParts();
};

void TestGroups::standsOnBothPools() {
  const QuestionPtr question = asked(plan::sample_plan());
  QVERIFY(question != nullptr);
  const FoundPtr found = found_for(question);
  QVERIFY(!found->options.empty());
  const Option& best = *found->options.front();
  QVERIFY(best.is_possible());
  QCOMPARE(best.evaluation.gpus, (std::vector<int>{32, 32}));
  QVERIFY(found->has_bound);
  QVERIFY(found->gap >= 0.0 && found->gap < 0.05);
  const auto& layout = *as<GroupsLayout>(best.layout);
  QVERIFY(layout.lower_bound() <= best.evaluation.step.value);
  std::int64_t sequences = 0;
  for (const GroupsOfPool& pool : layout.pools()) {
    sequences += pool.sequences;
    QCOMPARE(pool.groups * pool.gpus_of_group, 32);
    QVERIFY(pool.end_seconds <= layout.program().work * (1.0 + 1e-9));
  }
  QCOMPARE(sequences, std::int64_t{128});
  for (const cost::StageMemory& memory : best.evaluation.memory) QVERIFY(memory.fits());
}

void TestGroups::isReadBackAsItWasWritten() {
  const QuestionPtr question = asked(plan::sample_plan());
  const FoundPtr found = found_for(question);
  const Option& best = *found->options.front();
  const Json kept = keep(best.layout, question->problem.pool_ids());
  QCOMPARE(kept["kind"], Json(kGroups));
  const auto again = read_layout(kept, *question);
  QVERIFY(again.has_value());
  QVERIFY(same(*again, best.layout));
  const auto option = planning::evaluate(*question, *again);
  QVERIFY(option.has_value());
  QVERIFY(std::abs(option->evaluation.step.value / best.evaluation.step.value - 1.0) < 1e-9);
  QCOMPARE(option->timeline.lanes.size(), option->evaluation.memory.size());
  const std::string text = groups_text(*as<GroupsLayout>(best.layout));
  QVERIFY(text.find("h100") != std::string::npos && text.find("sequences") != std::string::npos);
}

void TestGroups::refusesWhatDoesNotAddUp() {
  const QuestionPtr question = asked(plan::sample_plan());
  const FoundPtr found = found_for(question);
  Json kept = keep(found->options.front()->layout, question->problem.pool_ids());
  Json fewer = kept;
  fewer["pipelines"].erase(0);  // GPUs of a pool are left, or sequences
  const auto short_of = read_layout(fewer, *question);
  QVERIFY(!short_of.has_value());
  QCOMPARE(short_of.error().code, std::string(code::impossible_strategy));
  Json more = kept;
  more["pipelines"][0]["sequences"] = more["pipelines"][0]["sequences"].get<int>() + 1;
  // 96 sequences of h100 over two groups of two stages, interleaved: 48 each, which are 48 micro-batches.
  const auto counted = read_layout(more, *question);
  QVERIFY(!counted.has_value());
  QCOMPARE(counted.error().where, std::string("pipelines[0].micro_batches"));
  more["pipelines"][0].erase("micro_batches");
  const auto error = read_layout(more, *question);
  QVERIFY(!error.has_value());
  QCOMPARE(QString::fromStdString(error.error().found), QStringLiteral("129 sequences"));
  Json wider = kept;
  wider["pipelines"][0]["stages"][0]["gpus"] = wider["pipelines"][0]["stages"][0]["gpus"].get<int>() + 1;
  const auto width = read_layout(wider, *question);
  QVERIFY(!width.has_value());
  QCOMPARE(width.error().where, std::string("pipelines[0].stages[0].gpus"));
  Json nobody = kept;
  nobody["pipelines"][0]["stages"][0]["pool"] = "nobody";
  QVERIFY(!read_layout(nobody, *question).has_value());
  QVERIFY(!read_layout(Json{{"kind", kGroups}}, *question).has_value());
}

void TestGroups::tellsTheRuleThatALayoutBreaks() {
  plan::Plan plan = plan::sample_plan();
  const QuestionPtr question = asked(plan);
  const LayoutPtr best = found_for(question)->options.front()->layout;
  const int tensor = as<GroupsLayout>(best)->pools().front().tensor_parallel;
  plan.job.rules = "narrow: reject if $tensor_parallel >= " + std::to_string(tensor);
  const QuestionPtr stricter = asked(plan);
  QVERIFY(stricter != nullptr);
  const auto again = read_layout(keep(best, question->problem.pool_ids()), *stricter);
  QVERIFY(again.has_value());
  const auto option = planning::evaluate(*stricter, *again);
  QVERIFY(option.has_value());
  QVERIFY(option->violation.binding == cost::Binding::rule);
  QCOMPARE(option->violation.rule, std::string("narrow"));
  QVERIFY(option->evaluation.step.value > 0.0);  // what it would be
}

/// 64 GPUs, each with 0.001 lasting failures an hour for 10 hours: 0.64 repairs under way on average. Without
/// a spare all nodes work in e^-0.64 of the hours.
void TestGroups::tellsSpares() {
  plan::Plan plan = plan::sample_plan();
  plan.job.reliability.failures_per_gpu_hour = 0.001;
  plan.job.reliability.repair_hours = 10.0;
  plan.job.reliability.lasting_share = 1.0;
  plan.job.reliability.domain_share = 0.0;
  plan.job.reliability.goodput_target = 0.01;
  const QuestionPtr question = asked(plan);
  QVERIFY(question != nullptr);
  const FoundPtr found = found_for(question);
  QVERIFY(!found->options.empty());
  const Option& best = *found->options.front();
  QCOMPARE(best.evaluation.gpus, (std::vector<int>{32, 32}));
  const Json goodput = best.layout->answer_json(best, question->problem, 1)["goodput"];
  QVERIFY(std::abs(goodput["available"].get<double>() - std::exp(-0.64)) < 1e-9);
  QCOMPARE(goodput["by_spares"][0]["available"], goodput["available"]);
  QVERIFY(goodput["spares_for_target"]["share"].get<double>() >= 0.01);
}

void TestGroups::declinesEqualGpus() {
  plan::Plan plan = plan::sample_plan();
  plan.cluster.pools.pop_back();
  plan.cluster.between_pools.clear();
  const QuestionPtr question = asked(plan);
  QVERIFY(question != nullptr);
  QCOMPARE(groups_planner().declines(*question), std::string("not_mixed"));
}

void TestGroups::partsOfTheStepAddUp() {
  const FoundPtr found = found_for(asked(plan::sample_plan()));
  for (const OptionPtr& option : found->options) {
    const cost::Evaluation& row = option->evaluation;
    QVERIFY2(std::abs(row.time.total() / row.step.value - 1.0) < 1e-9,
             qPrintable(QStringLiteral("%1 of %2 s").arg(row.time.total()).arg(row.step.value)));
    for (int part = 0; part < cost::kParts; ++part) QVERIFY(row.time[static_cast<cost::Part>(part)] >= 0.0);
    for (const cost::Lane& lane : option->timeline.lanes) {
      QVERIFY(!lane.work.empty());
      QVERIFY(lane.work.back().end <= row.step.value * (1.0 + 1e-6));
      for (std::size_t k = 1; k < lane.work.size(); ++k)
        QVERIFY(lane.work[k].start >= lane.work[k - 1].end - 1e-9);
    }
  }
}

/// Of Llama 3.1 70B on 32 + 32 GPUs, 8192 tokens, hidden 8192, 80 layers with two pairs of collectives each:
/// tensor parallelism moves micro-batch x 8192 / cp x 8192 x 2 bytes a call, 2 x 80 pairs forward and as many
/// backward a micro-batch, and two more for a layer that is computed again. Gradients have twice the bytes of
/// the weights (four a parameter to two). All that the file says of it is what the answer says, and the file
/// is read back.
void TestGroups::tellsWhatIsSent() {
  const QuestionPtr question = asked(plan::sample_plan());
  const FoundPtr found = found_for(question);
  const OptionPtr best = found->options.front();
  const auto& layout = *as<GroupsLayout>(best->layout);
  const Json row = best->layout->answer_json(*best, question->problem, 1);
  std::string file, text;
  for (const Export& form : groups_planner().exports()) {
    if (form.id == "json") file = *form.text(*best);
    if (form.id == "text") text = *form.text(*best);
  }
  const Json written = *parse_json(file, code::broken_json);
  QCOMPARE(written["collectives"], row["collectives"]);
  const auto again = read_layout(written, *question);
  QVERIFY(again.has_value());
  QVERIFY(same(*again, best->layout));
  const std::vector<std::string> ids = question->problem.pool_ids();
  int tensors = 0, gradients = 0;
  double gradient_bytes = 0.0;
  for (const Json& each : row["collectives"]) {
    QVERIFY(each["seconds"].get<double>() >= 0.0 && each["ranks"].get<int>() > 1);
    for (const mesh::GroupClass& one : layout.program().classes) {
      if (ids[static_cast<std::size_t>(one.layout.pool)] != each["pool"].get<std::string>()) continue;
      if (each["along"] == "tensor") {
        ++tensors;
        QCOMPARE(each["bytes"].get<double>(),
                 2.0 * one.layout.micro_batch * 8192.0 / one.layout.context_parallel * 8192.0);
        const double again_layers = std::accumulate(one.again.begin(), one.again.end(), 0.0);
        const double busiest = static_cast<double>(
            mesh::micro_batches_of(one, *std::max_element(one.shares.begin(), one.shares.end())));
        QCOMPARE(each["calls"].get<double>(), busiest * 2.0 * (2.0 * 80.0 + again_layers));
      }
      if (each["along"] == "gradients") {
        ++gradients;
        QCOMPARE(each["seconds"].get<double>(), one.traffic.reduce);
        gradient_bytes = each["bytes"].get<double>();
      }
      if (each["along"] == "weights") QCOMPARE(each["bytes"].get<double>(), gradient_bytes / 2.0);
    }
  }
  QVERIFY(tensors > 0);
  QCOMPARE(gradients, 2);
  QVERIFY(text.find("gradients, reduce_scatter over") != std::string::npos);
  QVERIFY(text.find("claims hold") != std::string::npos);
  QCOMPARE(written["executed"]["violation"], Json(""));
  QVERIFY(text.find("No program on groups of these GPUs takes less than") != std::string::npos);
}

/// Experts have replicas of their own: what is summed up over them stands in rows of its own, and both
/// together take what the traffic takes.
void TestGroups::tellsExpertsApart() {
  const QuestionPtr question = asked(sampleOf("mixtral-8x7b", 128));
  const FoundPtr found = found_for(question);
  const OptionPtr best = found->options.front();
  const mesh::Program& program = as<GroupsLayout>(best->layout)->program();
  int dense = 0, expert = 0;
  for (const mesh::GroupClass& one : program.classes) {
    dense += one.layout.dense_replicas();
    expert += one.layout.expert_replicas();
  }
  const Json row = best->layout->answer_json(*best, question->problem, 1);
  const std::vector<std::string> ids = question->problem.pool_ids();
  for (const mesh::GroupClass& one : program.classes) {
    double seconds = 0.0;
    for (const Json& each : row["collectives"]) {
      if (each["pool"] != ids[static_cast<std::size_t>(one.layout.pool)]) continue;
      const auto along = each["along"].get<std::string>();
      if (along == "gradients") QCOMPARE(each["ranks"].get<int>(), dense);
      if (along == "expert_gradients") QCOMPARE(each["ranks"].get<int>(), expert);
      if (along == "gradients" || along == "expert_gradients") seconds += each["seconds"].get<double>();
    }
    QVERIFY(std::abs(seconds / one.traffic.reduce - 1.0) < 1e-9);
  }
}

void TestGroups::scriptHoldsTheWholeModel_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<int>("batch");
  QTest::newRow("sample, state that moves") << QString() << 256;
  QTest::newRow("uneven shares") << QStringLiteral("llama-3.1-8b") << 128;
  QTest::newRow("experts") << QStringLiteral("mixtral-8x7b") << 128;
}

/// Read by Python with a torch that does nothing: every process's part of every parameter is worked out as
/// the script does. Each element lies in one slice, whose ranks all hold it, and all slices are the model's
/// own parameters; every stage takes each micro-batch forward and back once; shares add up to the batch; what
/// moves between stages is what the program moves, as 12 bytes an element, within an element a rank.
void TestGroups::scriptHoldsTheWholeModel() {
  QFETCH(QString, model);
  QFETCH(int, batch);
  const QuestionPtr question = asked(sampleOf(model.toStdString(), batch));
  QVERIFY(question != nullptr);
  const FoundPtr found = found_for(question);
  QVERIFY(!found->options.empty());
  const auto& layout = *as<GroupsLayout>(found->options.front()->layout);
  const auto script = groups_script(layout);
  QVERIFY2(script.has_value(), script ? "" : script.error().where.c_str());
  QProcess python;
  python.start(QStringLiteral("python3"), {QStringLiteral("-c"), QStringLiteral(R"(
import math, sys, types
from unittest.mock import MagicMock
for name in ["torch", "torch.distributed", "torch.distributed.device_mesh", "torch.nn", "torch.nn.functional",
             "torch.utils", "torch.utils.checkpoint"]:
    sys.modules[name] = MagicMock()
sys.modules["torch"].autograd.Function = object
script = types.ModuleType("script")
exec(compile(sys.stdin.read(), "script", "exec"), script.__dict__)
wanted = sum(c["groups"] * script.stage_gpus(c) * c["stages"] for c in script.CLASSES)
seats = [script.Seat(rank) for rank in range(wanted)]
slices = script.slices_of(seats)
once, owned = {}, [0] * wanted
for one in slices:
    for key, box in one.parts:
        once[key] = once.get(key, 0) + math.prod(end - begin for begin, end in box)
    for rank in one.ranks:
        owned[rank] += one.elements // len(one.ranks)
for layer in script.all_layers():
    for name, shape, cuts, start in script.parameters_of(layer):
        assert once[layer, name] == math.prod(shape), (layer, name, once[layer, name], shape)
held = [0] * wanted
for seat in seats:
    for layer in script.all_layers():
        if seat.stage in seat.stages_of(layer):
            for name, shape, cuts, start in script.parameters_of(layer):
                held[seat.rank] += math.prod(end - begin for begin, end in seat.box(shape, cuts))
for seat in seats:
    assert held[seat.rank] == sum(one.elements for one in slices if seat.rank in one.ranks)
sequences = 0
for c in script.CLASSES:
    sequences += sum(n * times for runs in c["micro_batches"] for n, times in runs)
for seat in seats:
    script.Place.seat = seat
    pipeline = script.Pipeline({})
    sizes = pipeline.sizes()
    passes = pipeline.passes(len(sizes))
    assert len(set(passes)) == len(passes)
    kinds = 3 if seat.c["weights_apart"] else 2
    assert len(passes) == kinds * len(sizes) * len(seat.c["way"]) // seat.c["stages"], (seat.rank, len(passes))
moved = sum(n for _, _, _, n in script.transfers_of(seats, owned))
print(sum(once.values()), wanted, sequences, moved * 12 / 2**30)
)")});
  QVERIFY(python.waitForStarted());
  python.write(script->c_str());
  python.closeWriteChannel();
  QVERIFY(python.waitForFinished(120'000));
  QCOMPARE(python.readAllStandardError(), QByteArray());
  const QStringList said = QString::fromUtf8(python.readAllStandardOutput()).split(' ');
  QCOMPARE(said.size(), 4);
  QCOMPARE(said[0].toLongLong(), static_cast<qlonglong>(question->problem.graph->parameters_total));
  QCOMPARE(said[1].toInt(), 64);
  QCOMPARE(said[2].toInt(), batch);
  QVERIFY2(std::abs(said[3].toDouble() - layout.program().state.moved / kGib) < 0.05,
           qPrintable(said[3] + QStringLiteral(" of %1 GiB").arg(layout.program().state.moved / kGib)));
}

void TestGroups::scriptRefusesWhatItCannotDo() {
  plan::Plan plan = plan::sample_plan();
  plan.job.optimizer = strategy::Optimizer::adafactor;
  const FoundPtr found = found_for(asked(plan));
  QVERIFY(!found->options.empty());
  const auto script = groups_script(*as<GroupsLayout>(found->options.front()->layout));
  QVERIFY(!script.has_value());
  QCOMPARE(script.error().code, std::string(code::impossible_job));
  QCOMPARE(script.error().where, std::string("job.optimizer"));
}

/// With the first GPU of every H100 node failed, halves of these nodes work: the script says which GPUs a
/// machine's processes may see. Whole nodes need no word. The sample has 4 nodes of each type.
void TestGroups::scriptNamesGpusOfParts() {
  plan::Plan plan = plan::sample_plan();
  hardware::PoolSpec& h100 = plan.cluster.pools.front();
  for (int node = 0; node < h100.nodes; ++node) h100.failed.push_back({node, 0});
  const QuestionPtr question = asked(plan);
  QVERIFY(question != nullptr);
  const FoundPtr found = found_for(question);
  QVERIFY(!found->options.empty());
  const auto script = groups_script(*as<GroupsLayout>(found->options.front()->layout));
  QVERIFY(script.has_value());
  const std::string command =
      "torchrun --nnodes 8 --node-rank $NODE_RANK --master-addr $MASTER_ADDR --master-port 29500 ";
  const std::string start = "  h100 (NODE_RANK 0 to 3):\n    CUDA_VISIBLE_DEVICES=1,2,3,4 " + command +
                            "--nproc-per-node 4 THIS_FILE\n  a100 (NODE_RANK 4 to 7):\n    " + command +
                            "--nproc-per-node 8 THIS_FILE\n";
  QVERIFY2(script->find(start) != std::string::npos, script->substr(0, 2000).c_str());
  QCOMPARE(QString::fromStdString(*script).count("VISIBLE_DEVICES"), 1);
}

}  // namespace tst_groups

ASTROLABE_TEST(tst_groups, TestGroups)
#include "tst_groups.moc"
