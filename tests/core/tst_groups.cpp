// core/planning/groups: programs on groups as a kind of plan, on the sample and where pipelines do not fit
// the counts.
#include <QtTest>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/hardware/catalogue.h"
#include "core/plan/plan_file.h"
#include "core/planning/groups.h"
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
  void declinesEqualGpus();
  void partsOfTheStepAddUp();
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
  const auto error = read_layout(more, *question);
  QVERIFY(!error.has_value());
  QCOMPARE(QString::fromStdString(error.error().found), QStringLiteral("129 sequences"));
  Json nobody = kept;
  nobody["pipelines"][0]["stages"][0]["pool"] = "nobody";
  QVERIFY(!read_layout(nobody, *question).has_value());
  QVERIFY(!read_layout(Json{{"kind", kGroups}}, *question).has_value());
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

}  // namespace tst_groups

ASTROLABE_TEST(tst_groups, TestGroups)
#include "tst_groups.moc"
