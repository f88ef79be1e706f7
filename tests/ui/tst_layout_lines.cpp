// ui/render: what layouts over several pools are called, from layouts of which every number is written here.
#include <QtTest>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/hardware/catalogue.h"
#include "core/plan/samples.h"
#include "core/planning/groups.h"
#include "core/planning/replanned.h"
#include "core/planning/sharded.h"
#include "core/planning/widths.h"
#include "tests/program/test_program.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/timeline_words.h"

namespace tst_layout_lines {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestLayoutLines : public QObject {
  Q_OBJECT

  planning::QuestionPtr m_question;

  static mesh::GroupClass groups(int pool, int count, int tensor, int pipeline, int microBatch,
                                 std::int64_t sequences) {
    mesh::GroupClass one;
    one.layout.pool = pool;
    one.layout.groups = count;
    one.layout.tensor_parallel = tensor;
    one.layout.pipeline_parallel = pipeline;
    one.layout.micro_batch = microBatch;
    one.shares.assign(static_cast<std::size_t>(count), sequences);
    return one;
  }
  planning::Option optionOf(const planning::LayoutPtr& layout) const {
    planning::Option option;
    option.layout = layout;
    return option;
  }
  planning::Option groupsOf(std::vector<mesh::GroupClass> classes) const {
    mesh::Program program;
    program.classes = std::move(classes);
    return optionOf(std::make_shared<const planning::GroupsLayout>(std::move(program), 0.0, m_question));
  }
  /// What a report says of it.
  QString told(const planning::Option& option) const {
    return kindWords(option).inWords(option, m_question->problem).join(u'\n').simplified();
  }
  static QString cell(const planning::Option& option, const char* field) {
    return kindWords(option).cell(field, option);
  }

 private slots:
  /// The sample has pools h100 and a100.
  void initTestCase() {
    const auto question = planning::make_question(plan::sample_plan(), hardware::Catalogue::built_in());
    QVERIFY(question);
    m_question = *question;
    QCOMPARE(m_question->problem.pool_ids(), (std::vector<std::string>{"h100", "a100"}));
  }

  /// 3 groups of 8 and 5 of 2 x 4 GPUs. Columns have a value for each pool, or the one that all have.
  void groupsNamePoolsAndCounts() {
    const planning::Option option = groupsOf({groups(0, 3, 8, 1, 2, 6), groups(1, 5, 4, 2, 1, 2)});
    QCOMPARE(layoutLine(option.layout), u"Groups: 24 h100 TP 8 · mbs 2 + 40 a100 TP 4 · PP 2 · mbs 1"_s);
    QCOMPARE(cell(option, "tensor_parallel"), u"8·4"_s);
    QCOMPARE(cell(option, "pipeline_parallel"), u"1·2"_s);
    QCOMPARE(cell(option, "context_parallel"), u"1"_s);
    QVERIFY(std::isnan(kindWords(option).number("tensor_parallel", option)));
    QCOMPARE(kindWords(option).number("context_parallel", option), 1.0);
  }

  /// 3 x 6 = 18 and 5 x 2 = 10 of 28 sequences: 64.3 and 35.7 %.
  void groupsAreToldInWords() {
    std::vector<mesh::GroupClass> classes{groups(0, 3, 8, 1, 2, 6), groups(1, 5, 4, 2, 1, 2)};
    classes[1].layout.layers = {30, 50};
    classes[1].again = {0, 7};
    const QString words = told(groupsOf(classes));
    for (const QString& part :
         {u"24 h100 in groups of 8: tensor parallelism 8, micro-batches of 2. A group takes 6 sequences"_s,
          u"40 a100 in groups of 8: tensor parallelism 4, 2 stages of 30·50 layers, schedule 1f1b, "_s,
          percentText(18.0 / 28.0), percentText(10.0 / 28.0), u"recomputed in the backward pass: 0·7."_s})
      QVERIFY2(words.contains(part.simplified()), qPrintable(words));
    QVERIFY2(told(groupsOf({groups(0, 4, 2, 1, 2, 6), groups(1, 8, 1, 1, 1, 0)}))
                 .contains(u"8 a100 stand idle."_s),
             qPrintable(words));
  }

  /// What differs inside alone is in the name, too; groups without a sequence are idle.
  void groupsThatDifferReadDifferently() {
    const planning::Option one = groupsOf({groups(0, 4, 2, 1, 2, 6), groups(1, 8, 1, 1, 1, 2)});
    const planning::Option other = groupsOf({groups(0, 4, 2, 1, 1, 6), groups(1, 8, 1, 1, 1, 2)});
    QVERIFY(layoutLine(one.layout) != layoutLine(other.layout));
    const planning::Option idle = groupsOf({groups(0, 4, 2, 1, 2, 6), groups(1, 8, 1, 1, 1, 0)});
    QCOMPARE(layoutLine(idle.layout), u"Groups: 8 h100 TP 2 · mbs 2 + 8 a100 idle"_s);
    QCOMPARE(cell(idle, "micro_batch"), u"2"_s);
  }

  void sharesNamePoolsAndSequences() {
    mesh::ShardedProgram program;
    for (const auto& [pool, gpus, sequences, micro] :
         {std::tuple{0, 8, 5, 4}, std::tuple{1, 3, 2, 2}, std::tuple{1, 5, 1, 2}}) {
      mesh::ShardedPart part;
      part.pool = pool;
      part.gpus = gpus;
      part.sequences = sequences;
      part.micro_batch = micro;
      program.parts.push_back(part);
    }
    const planning::Option option = optionOf(std::make_shared<const planning::ShardedLayout>(
        std::move(program), 0.0, m_question->problem.pool_ids()));
    QCOMPARE(layoutLine(option.layout),
             u"Sharded: 8 h100 × 5 + 3 a100 × 2 + 5 a100 × 1 (GPUs × sequences)"_s);
    QCOMPARE(cell(option, "micro_batch"), u"4·2"_s);   // 4, 2 and 2
    QCOMPARE(cell(option, "data_parallel"), u"16"_s);  // 8 + 3 + 5
    QCOMPARE(cell(option, "zero_stage"), u"3"_s);
    QCOMPARE(cell(option, "expert_parallel"), u"—"_s);
    for (const QString& part : {u"8 h100 take 5 sequences of a step each, in micro-batches of up to 4"_s,
                                u"3 a100 take 2 sequences"_s, u"5 a100 take 1 sequences"_s})
      QVERIFY2(told(option).contains(part), qPrintable(told(option)));
  }

  /// Two groups of TP 8 x CP 2, then three of TP 4 x CP 2: 32 and 24 GPUs.
  void widthsNamePoolsAndCounts() {
    mesh::WideProgram program;
    program.context_parallel = 2;
    for (const auto& [pool, groups, tensor] : {std::tuple{0, 2, 8}, std::tuple{1, 3, 4}}) {
      mesh::WideStage stage;
      stage.pool = pool;
      stage.groups = groups;
      stage.tensor_parallel = tensor;
      stage.layers = pool == 0 ? 20 : 60;
      program.stages.push_back(stage);
    }
    const planning::Option option = optionOf(std::make_shared<const planning::WidthsLayout>(
        std::move(program), 0.0, m_question->problem.pool_ids()));
    QCOMPARE(layoutLine(option.layout), u"Unequal stages: 32 h100 TP 8 → 24 a100 TP 4"_s);
    for (const QString& part : {u"Stage 1: 20 layers on 32 h100 in groups of 16, tensor parallelism 8."_s,
                                u"Stage 2: 60 layers on 24 a100 in groups of 8, tensor parallelism 4."_s})
      QVERIFY2(told(option).contains(part), qPrintable(told(option)));
  }

  /// Two pipelines of 2 + 2 h100 and 4 a100, one of 8 a100: named by their stages, whatever way led to them.
  void pipelinesNamePoolsStagesAndCounts() {
    const auto stage = [](int pool, int tensor) {
      replan::Stage one;
      one.pool = pool;
      one.tensor_parallel = tensor;
      one.gpus.resize(static_cast<std::size_t>(tensor));
      return one;
    };
    replan::Pipeline mixed, alone;
    mixed.stages = {stage(0, 2), stage(0, 2), stage(1, 4)};
    alone.stages = {stage(1, 8)};
    replan::Plan plan;
    plan.kind = replan::Kind::drop;
    plan.strategy.micro_batch = 2;
    plan.pipelines = {mixed, alone, mixed};
    const auto line = [&](const replan::Plan& of) {
      return layoutLine(
          std::make_shared<const planning::ReplannedLayout>(of, m_question->problem.pool_ids()));
    };
    QCOMPARE(line(plan), u"Pipelines: 2 of 4 h100 TP 2 · PP 2 → 4 a100 TP 4 + 1 of 8 a100 TP 8 · mbs 2"_s);
    // In words those that do the same stand together: two pipelines, of two stages alike and one with a slow
    // GPU.
    replan::Plan worded = plan;
    for (replan::Pipeline* each : {&worded.pipelines[0], &worded.pipelines[2]}) {
      each->micro_batches = 12;
      each->stages[0].layers = each->stages[1].layers = 25;
      each->stages[2].layers = 30;
      each->stages[2].factor = 1.8;
    }
    worded.pipelines[1].micro_batches = 8;
    worded.pipelines[1].stages[0].layers = 80;
    const planning::Option option =
        optionOf(std::make_shared<const planning::ReplannedLayout>(worded, m_question->problem.pool_ids()));
    const QString words = told(option);
    for (const QString& part :
         {u"2 × 12 micro-batches of a step: 2 stages of 25 layers on 2 h100 each, tensor parallelism 2; 30 "
          "layers on 4 a100, tensor parallelism 4, %1 times as long as with nothing slow."_s.arg(
              significantText(1.8)),
          u"1 × 8 micro-batches of a step: 80 layers on 8 a100, tensor parallelism 8."_s})
      QVERIFY2(words.contains(part), qPrintable(words));
    // Lanes: three stages of the first pipeline, which stands for the third, and one of the second.
    const QStringList signs{laneSign(option, 0), laneSign(option, 1), laneSign(option, 2),
                            laneSign(option, 3)};
    QCOMPARE(signs, (QStringList{u"P1 S1"_s, u"P1 S2"_s, u"P1 S3"_s, u"P2 S1"_s}));
    replan::Plan kept = plan;
    kept.kind = replan::Kind::keep;
    QCOMPARE(line(kept), line(plan));
    std::swap(plan.pipelines[0].stages[0], plan.pipelines[0].stages[2]);  // another order of stages
    QVERIFY(line(kept) != line(plan));
    // TP 1 is not told; of six shapes four are.
    plan.pipelines.clear();
    for (int stages = 1; stages <= 6; ++stages) {
      plan.pipelines.emplace_back();
      plan.pipelines.back().stages.assign(static_cast<std::size_t>(stages), stage(0, 1));
    }
    QCOMPARE(
        line(plan),
        u"Pipelines: 1 of 1 h100 + 1 of 2 h100 PP 2 + 1 of 3 h100 PP 3 + 1 of 4 h100 PP 4 + … · mbs 2"_s);
  }
};

}  // namespace tst_layout_lines

ASTROLABE_TEST(tst_layout_lines, TestLayoutLines)
#include "tst_layout_lines.moc"
