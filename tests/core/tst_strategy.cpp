// core/strategy/strategy: the JSON form, completion by an even split, each mistake with its place, round
// trips.
#include <QtTest>

#include <random>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/strategy/fits.h"
#include "core/strategy/strategy.h"
#include "mistakes.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_strategy {

using namespace astrolabe;
using namespace astrolabe::strategy;

namespace {

const std::vector<std::string> kPools{"new", "old"};

// The example of the interface description, its stages written out: 2 x 20 + 4 x 10 = 80 layers.
const std::string kFull =
    R"({"tensor_parallel": 8, "pipeline_parallel": 6, "virtual_pipeline": 1, "context_parallel": 1,
 "expert_parallel": 1, "expert_tensor_parallel": 1, "data_parallel": 2, "micro_batch": 1, "sequence_parallel": true,
 "zero_stage": 1, "sharding_group": 2, "recompute": "selective", "recompute_layers": 0, "offload_optimizer": false,
 "offload_activations": false, "overlap_grad_reduce": true, "overlap_param_gather": true,
 "overlap_tensor_parallel": false, "schedule": "1f1b",
 "stages": [{"pool": "new", "layers": 20, "tensor_parallel": 8, "recompute": "none", "recompute_layers": 0},
            {"pool": "new", "layers": 20, "tensor_parallel": 8, "recompute": "none", "recompute_layers": 0},
            {"pool": "old", "layers": 10, "tensor_parallel": 4, "recompute": "selective", "recompute_layers": 3},
            {"pool": "old", "layers": 10}, {"pool": "old", "layers": 10}, {"pool": "old", "layers": 10}]})";

Result<Strategy> read(const std::string& text, int layers = 80) {
  const auto json = parse_json(text, code::broken_json);
  if (!json) return tl::unexpected<Error>(json.error());
  return read_strategy(*json, kPools, layers);
}

}  // namespace

class TestStrategy : public QObject {
  Q_OBJECT

 private slots:
  void everyKey() {
    const auto strategy = read(kFull);
    QVERIFY(strategy);
    QCOMPARE(strategy->tensor_parallel, 8);
    QCOMPARE(strategy->data_parallel, 2);
    QVERIFY(strategy->sequence_parallel);
    QVERIFY(strategy->schedule == Schedule::one_f_one_b);
    QCOMPARE(strategy->stages.size(), std::size_t(6));
    const Stage third{1, 10, 4, Recompute::selective, 3};
    QVERIFY(strategy->stages[2] == third);
    const Stage fourth{1, 10, 8, Recompute::selective, 0};  // what is left out comes from the strategy
    QVERIFY(strategy->stages[3] == fourth);
  }
  void withoutStagesLayersAreSplitEvenly() {
    const auto strategy = read(R"({"tensor_parallel": 2, "pipeline_parallel": 4, "recompute": "full"})", 10);
    QVERIFY(strategy);
    // 10 = 3 + 3 + 2 + 2
    const std::vector<int> wanted{3, 3, 2, 2};
    QCOMPARE(strategy->stages.size(), std::size_t(4));
    for (std::size_t i = 0; i < 4; ++i) {
      QCOMPARE(strategy->stages[i].layers, wanted[i]);
      QCOMPARE(strategy->stages[i].pool, 0);
      QCOMPARE(strategy->stages[i].tensor_parallel, 2);
      QVERIFY(strategy->stages[i].recompute == Recompute::full);
      QCOMPARE(strategy->stages[i].recompute_layers, wanted[i]);  // full, and no number: every layer
    }
    QCOMPARE(strategy->recompute_layers, 3);
  }
  /// Full recomputation of no layer is a mistake, wherever the number stands; of some stages it is not.
  void recomputesNoLayer() {
    const auto where = [](const char* text) {
      const auto strategy = read(text, 10);
      return strategy ? std::string() : strategy.error().where + " " + strategy.error().code;
    };
    const std::string impossible = std::string(" ") + std::string(code::impossible_strategy);
    QCOMPARE(where(R"({"recompute": "full", "recompute_layers": 0})"), "recompute_layers" + impossible);
    QCOMPARE(
        where(R"({"recompute": "full", "stages": [{"pool": "new", "layers": 10, "recompute_layers": 0}]})"),
        "stages[0].recompute_layers" + impossible);
    QCOMPARE(where(R"({"recompute": "full", "stages": [{"pool": "new", "layers": 6, "recompute_layers": 0},
                                                       {"pool": "new", "layers": 4, "recompute_layers": 1}]})"),
             std::string());
    QCOMPARE(where(R"({"recompute": "none", "recompute_layers": 0})"), std::string());
  }
  /// What the strategy says of recompute is the most that a stage does: left out, it is read from them.
  void recomputeOfStages() {
    const auto strategy = read(
        R"({"stages": [{"pool": "new", "layers": 50, "recompute": "full", "recompute_layers": 7},
                       {"pool": "old", "layers": 20, "recompute": "full"}, {"pool": "old", "layers": 10}]})");
    QVERIFY(strategy);
    QVERIFY(strategy->recompute == Recompute::full);
    QCOMPARE(strategy->recompute_layers, 20);
    QCOMPARE(strategy->stages[0].recompute_layers, 7);
    QCOMPARE(strategy->stages[1].recompute_layers, 20);
    QVERIFY(strategy->stages[2].recompute == Recompute::none);
    QCOMPARE(strategy->stages[2].recompute_layers, 0);
    const auto again = read(to_json(*strategy, kPools).dump());
    QVERIFY(again && *again == *strategy);
  }
  void whatIsLeftOut() {
    const auto strategy =
        read(R"({"data_parallel": 4, "context_parallel": 2, "zero_stage": 1, "virtual_pipeline": 2,
                                   "pipeline_parallel": 2})");
    QVERIFY(strategy);
    QCOMPARE(strategy->sharding_group, 8);  // 4 data x 2 context ranks hold the same weights
    QVERIFY(strategy->schedule == Schedule::interleaved);
    QCOMPARE(read("{}")->sharding_group, 1);
    QCOMPARE(
        read(
            R"({"stages": [{"pool": "old", "layers": 50}, {"pool": "new", "layers": 30, "tensor_parallel": 2}]})")
            ->pipeline_parallel,
        2);
  }
  void mistakes_data() {
    test::mistake_columns();
    const auto row = test::mistake_row;
    row("zero degree", "\"data_parallel\": 2", "\"data_parallel\": 0", code::out_of_range, "data_parallel",
        "0", "between 1 and 1048576");
    row("zero stage", "\"zero_stage\": 1", "\"zero_stage\": 4", code::out_of_range, "zero_stage", "4",
        "between 0 and 3");
    row("schedule", "1f1b", "1f2b", code::out_of_range, "schedule", "1f2b",
        "one of: 1f1b, interleaved, gpipe, zb-h1, zb-v, looped-bfs");
    row("flag", "\"sequence_parallel\": true", "\"sequence_parallel\": \"yes\"", code::wrong_type,
        "sequence_parallel", "yes", "true or false");
    row("misspelt", "micro_batch", "micro_bach", code::unknown_key, "micro_bach", "micro_bach",
        "one of: micro_batch");
    row("stage misspelt", "\"layers\": 20", "\"layer\": 20", code::unknown_key, "stages[0].layer", "layer",
        "");
    row("no stage layers", "\"layers\": 20, ", "", code::missing_key, "stages[0].layers", "nothing",
        "the field \"layers\"");
    row("pool", "\"pool\": \"old\"", "\"pool\": \"odl\"", code::unknown_pool, "stages[2].pool", "odl",
        "one of: old");
    row("sum", "\"layers\": 20", "\"layers\": 21", code::impossible_strategy, "stages",
        "81 layers in all stages together", "the 80 layers of the model");
    row("count", "\"pipeline_parallel\": 6", "\"pipeline_parallel\": 5", code::impossible_strategy, "stages",
        "6 stages", "5 stages, one for each pipeline rank");
    row("first stage", "{\"tensor_parallel\": 8", "{\"tensor_parallel\": 4", code::impossible_strategy,
        "stages[0].tensor_parallel", "8", "the strategy's tensor_parallel 4");
    row("stages against recompute_layers", "\"recompute\": \"selective\", \"recompute_layers\": 0, \"offload",
        "\"recompute\": \"selective\", \"recompute_layers\": 7, \"offload", code::impossible_strategy,
        "recompute_layers", "7", "0, the most that a stage recomputes in full");
    row("stages against recompute", "\"layers\": 20, \"tensor_parallel\": 8, \"recompute\": \"none\"",
        "\"layers\": 20, \"tensor_parallel\": 8, \"recompute\": \"full\"", code::impossible_strategy,
        "stages[0].recompute", "full", "no more than the strategy's recompute selective");
    row("too many recomputed", "\"recompute_layers\": 3", "\"recompute_layers\": 11", code::out_of_range,
        "stages[2].recompute_layers", "11", "between 0 and 10");
    row("stage is no object", "{\"pool\": \"old\", \"layers\": 10}]", "7]", code::wrong_type, "stages[5]",
        "7", "an object");
  }
  void mistakes() {
    test::checkMistake(kFull, [](const std::string& text) { return read(text); });
  }
  /// Without stages written out: 10 layers on 4 stages leave 2 on the smallest to recompute, and all of that
  /// in full. Ranks that share state are counted in 20 bits.
  void whatNoEvenSplitHas() {
    const auto error = [](const std::string& text) {
      const auto strategy = read(text, 10);
      return strategy ? std::string() : strategy.error().where + ": " + to_text(strategy.error().wanted);
    };
    QCOMPARE(error(R"({"pipeline_parallel": 4, "recompute": "full", "recompute_layers": 2})"), std::string());
    QCOMPARE(error(R"({"pipeline_parallel": 4, "recompute": "full", "recompute_layers": 3})"),
             std::string("recompute_layers: at most 2, the layers of the smallest stage"));
    QCOMPARE(error(R"({"recompute": "selective", "recompute_layers": 2})"),
             std::string("recompute_layers: 0 with recompute selective, or recompute full"));
    QCOMPARE(error(R"({"zero_stage": 1, "data_parallel": 524288, "context_parallel": 2})"), std::string());
    QCOMPARE(error(R"({"zero_stage": 1, "data_parallel": 524289, "context_parallel": 2})"),
             std::string("data_parallel: between 1 and 524288"));
  }
  /// Seven layers of a stage are recomputed where it does not say, of one that has five all of them.
  void recomputedLayersOfAShortStage() {
    const auto strategy = read(
        R"({"recompute": "full", "recompute_layers": 7,
            "stages": [{"pool": "new", "layers": 75}, {"pool": "old", "layers": 5}]})");
    QVERIFY2(strategy, strategy ? "" : strategy.error().where.c_str());
    QCOMPARE(strategy->stages[0].recompute_layers, 7);
    QCOMPARE(strategy->stages[1].recompute_layers, 5);
  }
  void moreStagesThanLayers() {
    const auto strategy = read(R"({"pipeline_parallel": 9})", 8);
    QVERIFY(!strategy);
    QCOMPARE(strategy.error().code, std::string(code::impossible_strategy));
    QCOMPARE(to_text(strategy.error().wanted), std::string("at most 8, one layer for each stage"));
  }
  /// 8 layers on pools of 8 and 4 GPUs: stages of 5 and 3 layers, tp 4 and 2, each twice. Whatever is changed
  /// is refused at its place.
  void fitsTheCluster() {
    Problem problem = tests::make_test_problem(
        tests::make_graph(8), tests::make_cluster({tests::make_pool("a", 1, 8), tests::make_pool("b", 1, 4)}),
        1024, 16);
    Strategy good;
    good.pipeline_parallel = good.data_parallel = 2;
    good.stages = {{0, 5, 4, Recompute::none, 0}, {1, 3, 2, Recompute::none, 0}};
    QVERIFY(fits(problem, good).has_value());
    const auto refused = [&](auto change) {
      Strategy other = good;
      change(other);
      const auto result = fits(problem, other);
      if (result) return std::string("fits");
      const Error& error = result.error();
      return error.where + ": " + error.found + ", " + to_text(error.wanted);
    };
    QCOMPARE(refused([](Strategy& s) { s.stages[1].pool = 2; }),
             std::string("stages.pool: 2, a pool of the cluster"));
    QCOMPARE(refused([](Strategy& s) { s.stages[1].layers = 0; }),
             std::string("stages.layers: 0, at least one layer a stage"));
    QCOMPARE(refused([](Strategy& s) { s.stages[1].recompute_layers = 4; }),
             std::string("stages.recompute_layers: 4, at most the layers of the stage"));
    QCOMPARE(refused([](Strategy& s) { s.stages[1].layers = 4; }), std::string("stages: 9 layers, 8 layers"));
    QCOMPARE(refused([](Strategy& s) { s.pipeline_parallel = 3; }),
             std::string("stages: 2 stages, 3 stages"));
    const auto fewer = [](Strategy& s) { s.stages[0].tensor_parallel = 2; };
    const auto more = [](Strategy& s) { s.stages[0].tensor_parallel = 8; };
    QCOMPARE(refused(fewer), std::string("pools[a]: 4 GPUs, 8 GPUs"));
    QCOMPARE(refused(more), std::string("pools[a]: 16 GPUs, 8 GPUs"));
    problem.cluster.may_leave_unused = true;
    QCOMPARE(refused(fewer), std::string("fits"));
    QCOMPARE(refused(more), std::string("pools[a]: 16 GPUs, 8 GPUs at most"));
    problem.cluster.max_total_gpus = 11;
    QCOMPARE(refused([](Strategy&) {}), std::string("choose.max_total_gpus: 12, 11 GPUs at most"));
  }
  void settings() {
    QCOMPARE(setting_keys().size(), std::size_t(19));
    QCOMPARE(setting_keys().front(), std::string("tensor_parallel"));
    const auto strategy = read(kFull).value();
    QCOMPARE(setting(strategy, "tensor_parallel"), std::string("8"));
    QCOMPARE(setting(strategy, "sequence_parallel"), std::string("true"));
    QCOMPARE(setting(strategy, "schedule"), std::string("1f1b"));
    QCOMPARE(setting(strategy, "stages"), std::string());
    QCOMPARE(read_setting("zero_stage", Json(3), "fixed.zero_stage").value(), std::string("3"));
    QCOMPARE(read_setting("zero_stage", Json(4), "fixed.zero_stage").error().where,
             std::string("fixed.zero_stage"));
    QCOMPARE(read_setting("stages", Json(4), "fixed.stages").error().code, std::string(code::unknown_key));
  }
  void randomRoundTrips() {
    std::mt19937 random(11);
    const auto upto = [&](int most) { return 1 + static_cast<int>(random() % static_cast<unsigned>(most)); };
    for (int trial = 0; trial < 300; ++trial) {
      Strategy strategy;
      strategy.virtual_pipeline = upto(4);
      strategy.context_parallel = upto(8);
      strategy.expert_parallel = upto(64);
      strategy.expert_tensor_parallel = upto(8);
      strategy.data_parallel = upto(512);
      strategy.micro_batch = upto(16);
      strategy.sequence_parallel = upto(2) == 1;
      strategy.zero_stage = upto(4) - 1;
      strategy.sharding_group = upto(512);
      strategy.recompute = static_cast<Recompute>(random() % 3);
      strategy.offload_optimizer = upto(2) == 1;
      strategy.offload_activations = upto(2) == 1;
      strategy.overlap_grad_reduce = upto(2) == 1;
      strategy.overlap_param_gather = upto(2) == 1;
      strategy.overlap_tensor_parallel = upto(2) == 1;
      strategy.schedule = static_cast<Schedule>(random() % 5);
      strategy.pipeline_parallel = upto(12);
      int layers = 0;
      for (int s = 0; s < strategy.pipeline_parallel; ++s) {
        Stage stage{upto(2) - 1, upto(20), upto(8), static_cast<Recompute>(random() % 3), 0};
        stage.recompute_layers = upto(stage.layers + 1) - 1;
        layers += stage.layers;
        strategy.stages.push_back(stage);
        // The strategy's own is the most that a stage does.
        strategy.recompute = std::max(strategy.recompute, stage.recompute);
        if (stage.recompute == Recompute::full)
          strategy.recompute_layers = std::max(strategy.recompute_layers, stage.recompute_layers);
      }
      // Full recomputation of no layer is a mistake.
      if (strategy.recompute == Recompute::full && strategy.recompute_layers == 0) {
        strategy.stages.front().recompute = Recompute::full;
        strategy.stages.front().recompute_layers = strategy.recompute_layers = 1;
      }
      strategy.tensor_parallel = strategy.stages.front().tensor_parallel;
      const auto again = read(to_json(strategy, kPools).dump(), layers);
      QVERIFY2(again, again ? "" : again.error().where.c_str());
      QVERIFY(*again == strategy);
    }
  }
  void damagedTextIsRefusedWithAPlace() {
    test::checkDamaged(kFull, 150, [](const std::string& text) { return read(text); });
  }
};

}  // namespace tst_strategy

ASTROLABE_TEST(tst_strategy, TestStrategy)
#include "tst_strategy.moc"
