// Layouts of post-training that are written or asked for: what stands is taken as it is, the rest is told at
// its key.
#include <QtTest>

#include "core/planning/post_trainings.h"
#include "tests/core/post_training_questions.h"
#include "tests/program/test_program.h"

namespace tst_post_training_layouts {

using namespace astrolabe;
using namespace astrolabe::post_training;
using tests::planned;
using tests::question;

class PostTrainingLayoutsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void layoutsThatDoNotStandAreTold_data() {
    QTest::addColumn<QString>("layouts");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found");
    QTest::newRow("more copies than fit")
        << R"({"generate": {"actor": {"tensor_parallel": 2, "replicas": 5}}})"
        << "placement[0].layouts.generate.actor.replicas"
        << "5";
    QTest::newRow("no divisor of 28 heads") << R"({"generate": {"actor": {"tensor_parallel": 3}}})"
                                            << "placement[0].layouts.generate.actor.tensor_parallel"
                                            << "3";
    QTest::newRow("more samples than there are") << R"({"train": {"actor": {"micro_batch": 4096}}})"
                                                 << "placement[0].layouts.train.actor.micro_batch"
                                                 << "4096";
    QTest::newRow("more GPUs than the set has")
        << R"({"train": {"actor": {"data_parallel": 4, "tensor_parallel": 8}}})"
        << "placement[0].layouts.train.actor.data_parallel"
        << "tensor_parallel 8 x data_parallel 4 = 32 GPUs";
    QTest::newRow("no divisor of data") << R"({"train": {"actor": {"data_parallel": 3}}})"
                                        << "placement[0].layouts.train.actor.data_parallel"
                                        << "data_parallel 3 = 3 GPUs";
    QTest::newRow("no divisor") << R"({"infer": {"reference": {"tensor_parallel": 3}}})"
                                << "placement[0].layouts.infer.reference.tensor_parallel"
                                << "tensor_parallel 3 = 3 GPUs";
    QTest::newRow("a key of another kind") << R"({"train": {"actor": {"replicas": 4}}})"
                                           << "placement[0].layouts.train.actor.replicas"
                                           << "replicas";
    QTest::newRow("a phase of none") << R"({"infer": {"actor": {"micro_batch": 1}}})"
                                     << "placement[0].layouts.infer.actor"
                                     << "infer";
  }
  void layoutsThatDoNotStandAreTold() {
    QFETCH(QString, layouts);
    QFETCH(QString, where);
    QFETCH(QString, found);
    const auto read = planning::post_training_planner().read_layout(
        Json::array({{{"roles", {"actor", "reference"}},
                      {"gpus", {{"h200", 8}}},
                      {"layouts", Json::parse(layouts.toStdString())}}}),
        *question(8));
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().where, where.toStdString());
    QCOMPARE(read.error().found, found.toStdString());
  }

  /// Layouts that are asked for are those that are played: two copies, a micro-batch that no search tries.
  void layoutsAreTaken() {
    const auto read = planning::post_training_planner().read_layout(
        Json::parse(R"([{"roles": ["actor", "reference"], "gpus": {"h200": 8}, "layouts": {
          "train": {"actor": {"micro_batch": 16}},
          "generate": {"actor": {"tensor_parallel": 2, "replicas": 2}}}}])"),
        *question(8));
    QVERIFY2(read.has_value(), read ? "" : (read.error().where + ' ' + read.error().found).c_str());
    for (const UnitPlan& unit :
         planning::as<planning::PostTrainingLayout>(*read)->placement().sets[0].plan.units) {
      if (unit.generator) QCOMPARE(unit.generator->replicas, 2);
      if (unit.layout && unit.unit == 0) QCOMPARE(unit.layout->strategy.micro_batch, 16);
    }
    // A job that asks for what no set has is told so, not that nothing fits.
    const auto none = planned(
        question(8, {{"layouts", {{"actor", {{"generate", {{"tensor_parallel", 2}, {"replicas", 5}}}}}}}}));
    QVERIFY(none->error);
    QCOMPARE(none->error->where, std::string("layouts.actor.generate.replicas"));
  }

  /// One prompt with eight answers in four updates: two samples an update, so at most two ranks of the actor;
  /// the reference reads eight. Each placement of the search, and each that is written.
  void ranksHaveSamples() {
    const Json few = {{"prompts", 1}, {"mini_batches", 4}};
    const auto found = planned(question(8, few));
    QVERIFY(found && !found->error && !found->options.empty());
    std::vector<planning::OptionPtr> all = found->options;
    all.insert(all.end(), found->frontier.begin(), found->frontier.end());
    for (const planning::OptionPtr& option : all)
      for (const PlannedSet& set :
           planning::as<planning::PostTrainingLayout>(option->layout)->placement().sets)
        for (const UnitPlan& unit : set.plan.units)
          if (unit.layout) {
            const bool actor = unit.unit == 0;
            QVERIFY(unit.layout->strategy.data_parallel <= (actor ? 2 : 8));
          }
    const auto written = [&](const char* layouts, int gpus) {
      return planning::post_training_planner().read_layout(Json::array({{{"roles", {"actor", "reference"}},
                                                                         {"gpus", {{"h200", gpus}}},
                                                                         {"layouts", Json::parse(layouts)}}}),
                                                           *question(8, few));
    };
    QVERIFY(written(R"({"train": {"actor": {"data_parallel": 2}}})", 8).has_value());
    const auto more = written(R"({"train": {"actor": {"data_parallel": 4}}})", 8);
    QVERIFY(!more.has_value());
    QCOMPARE(more.error().where, std::string("placement[0].layouts.train.actor.data_parallel"));
    QCOMPARE(more.error().found, std::string("4"));
    // Six GPUs are spread over three or six ranks by any degrees that are powers of two.
    const auto six = written("{}", 6);
    QVERIFY(!six.has_value());
    QCOMPARE(six.error().where, std::string("placement[0].layouts.train.actor"));
    QCOMPARE(six.error().found, std::string("6 GPUs"));
  }

  /// What an answer tells of a placement (export post_training-json) is read back to the same iteration. A
  /// role without a set is named; its engine, too.
  void answersAreReadBack() {
    const planning::QuestionPtr asked = question(8);
    const auto found = planned(asked);
    QVERIFY(found && !found->options.empty());
    const planning::Option& first = *found->options.front();
    const Json told = first.layout->answer_json(first, asked->problem, 1);
    const auto read = planning::post_training_planner().read_layout(told, *asked);
    QVERIFY2(read.has_value(), read ? "" : (read.error().where + ' ' + read.error().found).c_str());
    QCOMPARE(planning::as<planning::PostTrainingLayout>(*read)->placement().timeline.seconds,
             told["iteration_seconds"].get<double>());
    Json wrong = told;
    wrong["placements"] = 1;
    QVERIFY(!planning::post_training_planner().read_layout(wrong, *asked).has_value());
    const auto lonely = planning::post_training_planner().read_layout(
        Json::parse(R"([{"roles": ["actor"], "gpus": {"h200": 8}}])"), *asked);
    QVERIFY(!lonely.has_value());
    QCOMPARE(lonely.error().found, std::string("no set with reference"));
  }
};

}  // namespace tst_post_training_layouts

ASTROLABE_TEST(tst_post_training_layouts, PostTrainingLayoutsTest)
#include "tst_post_training_layouts.moc"
