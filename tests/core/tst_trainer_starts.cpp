// Placements of post-training as verl and OpenRLHF start them: every name is one of theirs
// (tests/data/post_training/arguments.json), values are those of the placement, the rest is refused by name.
#include <QFile>
#include <QtTest>
#include <set>

#include "core/base/error_codes.h"
#include "core/exports/trainer_start.h"
#include "core/post_training/iteration.h"
#include "tests/program/test_program.h"

namespace tst_trainer_starts {

using namespace astrolabe;
using namespace astrolabe::post_training;

namespace {

strategy::Problem two_nodes() {
  strategy::Problem problem;
  hardware::Pool pool;
  pool.id = "h100";
  pool.nodes = 2;
  pool.gpus_per_node = 8;
  pool.gpu.memory = Bytes{100.0};
  problem.cluster.pools = {pool};
  return problem;
}

RoleLayout layout(int tensor, int zero, strategy::Recompute recompute = strategy::Recompute::none) {
  RoleLayout made;
  made.strategy.tensor_parallel = tensor;
  made.strategy.data_parallel = 16 / tensor;
  made.strategy.zero_stage = zero;
  made.strategy.micro_batch = 2;
  made.strategy.recompute = recompute;
  return made;
}

/// GRPO with actor and reference of one model on all 16 GPUs, eight engines of two GPUs; each role holds
/// one of a GPU's 100 bytes while others work; 64 prompts, 8 answers each, in 4 updates.
Placement together(int actor_zero = 1, int reference_zero = 1) {
  auto job = std::make_shared<Job>();
  job->flow = *find_dataflow("grpo");
  job->prompts = 64.0;
  job->samples_per_prompt = 8.0;
  job->mini_batches = 4;
  job->prompt_longest = 1024.0;
  job->responses.longest = 16384.0;
  for (const std::string& name : job->flow.roles()) {
    Role role;
    role.name = name;
    role.model = "qwen2.5-7b";
    role.rule = name == "reward";
    job->roles.push_back(role);
  }
  const int actor = job->role_named("actor"), reference = job->role_named("reference");
  Placement placement;
  placement.units = {{actor, false}, {actor, true}, {reference, false}};
  Generator engine;
  engine.worker.tensor_parallel = 2;
  engine.replicas = 8;
  engine.places = 64.0;
  engine.bytes = 41.5;
  PlannedSet set{{7U, 0, 16}, {}};
  set.plan.fits = true;
  set.plan.units = {{0, layout(actor_zero == 3 ? 1 : 4, actor_zero, strategy::Recompute::full), {}, 1.0},
                    {1, {}, engine, 0.0},
                    {2, layout(reference_zero == 3 ? 1 : 4, reference_zero), {}, 1.0}};
  set.plan.calls.assign(job->flow.calls.size(), {});
  set.plan.calls[0].parts[Part::decode] = 3.0;
  placement.timeline.seconds = 3.0;
  placement.timeline.busy = {3.0};
  placement.timeline.calls = {{0, 0, 0.0, 3.0}};
  placement.sets = {std::move(set)};
  placement.job = std::move(job);
  return placement;
}

Json value_of(const exports::TrainerSettings& settings, const std::string& name) {
  for (const auto& [key, value] : settings)
    if (key == name) return value;
  return {};
}

}  // namespace

class TrainerStartsTest : public QObject {
  Q_OBJECT

  Json m_names;

  void areTheirs(const exports::TrainerSettings& settings, const char* whose) {
    std::set<std::string> known;
    for (const Json& name : m_names[whose]) known.insert(name.get<std::string>());
    QVERIFY(!known.empty());
    for (const auto& [name, value] : settings)
      if (name != "config-name") QVERIFY2(known.contains(name), name.c_str());
  }

 private Q_SLOTS:
  void initTestCase() {
    QFile file(QStringLiteral(ASTROLABE_SOURCE_DIR "/tests/data/post_training/arguments.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_names = Json::parse(file.readAll().toStdString());
  }

  void verlWithMegatron() {
    const auto settings = exports::verl_settings(together(), two_nodes());
    QVERIFY2(settings.has_value(), settings ? "" : settings.error().where.c_str());
    areTheirs(*settings, "ppo_megatron_trainer");
    QCOMPARE(value_of(*settings, "config-name"), Json("ppo_megatron_trainer"));
    QCOMPARE(value_of(*settings, "algorithm.adv_estimator"), Json("grpo"));
    QCOMPARE(value_of(*settings, "actor_rollout_ref.actor.megatron.tensor_model_parallel_size"), Json(4));
    QCOMPARE(value_of(*settings, "actor_rollout_ref.actor.ppo_mini_batch_size"), Json(16));  // 64 prompts / 4
    QCOMPARE(value_of(*settings, "actor_rollout_ref.rollout.n"), Json(8));
    QCOMPARE(value_of(*settings, "actor_rollout_ref.rollout.tensor_model_parallel_size"), Json(2));
    QCOMPARE(value_of(*settings, "actor_rollout_ref.rollout.gpu_memory_utilization"),
             Json(0.92));  // 100 - 6 free - 1 - 1
    QCOMPARE(value_of(*settings, "trainer.nnodes"), Json(2));
    QCOMPARE(value_of(*settings, "trainer.n_gpus_per_node"), Json(8));
    QCOMPARE(value_of(*settings, "data.max_prompt_length"), Json(1024));
    QCOMPARE(value_of(*settings, "data.max_response_length"), Json(16384));
    QCOMPARE(value_of(*settings, "actor_rollout_ref.rollout.max_num_batched_tokens"),
             Json(17408));  // of 8,192 a whole sample
    const auto script = exports::verl_start(together(), two_nodes());
    QVERIFY(script && script->find("--config-name=ppo_megatron_trainer") != std::string::npos);
  }

  void verlWithFsdp() {
    const auto settings = exports::verl_settings(together(3, 3), two_nodes());
    QVERIFY2(settings.has_value(), settings ? "" : settings.error().where.c_str());
    areTheirs(*settings, "ppo_trainer");
    QCOMPARE(value_of(*settings, "config-name"), Json("ppo_trainer"));
    QCOMPARE(value_of(*settings, "actor_rollout_ref.model.enable_gradient_checkpointing"), Json("True"));
  }

  void openRlhf() {
    const auto settings = exports::openrlhf_settings(together(3, 3), two_nodes());
    QVERIFY2(settings.has_value(), settings ? "" : settings.error().where.c_str());
    areTheirs(*settings, "openrlhf");
    QCOMPARE(value_of(*settings, "--colocate_all_models"), Json(true));
    QCOMPARE(value_of(*settings, "--actor_num_nodes"), Json(2));
    QCOMPARE(value_of(*settings, "--vllm_num_engines"), Json(8));
    QCOMPARE(value_of(*settings, "--train_batch_size"), Json(128));  // 64 x 8 / 4
    QCOMPARE(value_of(*settings, "--advantage_estimator"), Json("group_norm"));
    QCOMPARE(value_of(*settings, "--zero_stage"), Json(3));
    QCOMPARE(value_of(*settings, "--prompt_max_len"), Json(1024));
    QCOMPARE(value_of(*settings, "--generate_max_len"), Json(16384));
  }

  /// 512 samples in updates of 128 on four ranks with micro-batches of two, by what both frameworks assert.
  void unevenBatchesAreRefused_data() {
    QTest::addColumn<QString>("whose");
    QTest::addColumn<double>("prompts");
    QTest::addColumn<double>("answers");
    QTest::addColumn<int>("updates");
    QTest::addColumn<int>("engines");
    QTest::addColumn<double>("longest");
    QTest::addColumn<QString>("where");
    QTest::newRow("samples over ranks") << "verl" << 63.0 << 1.0 << 1 << 8 << 1024.0 << "prompts";
    QTest::newRow("updates over ranks")
        << "verl" << 64.0 << 1.0 << 16 << 8 << 1024.0 << "mini_batches";  // of 4
    QTest::newRow("updates of parts") << "verl" << 64.0 << 8.0 << 5 << 8 << 1024.0 << "mini_batches";
    QTest::newRow("verl's GPUs without an engine")
        << "verl" << 64.0 << 8.0 << 4 << 7 << 1024.0 << "layouts.actor.generate.replicas";
    QTest::newRow("verl's prompts of any length")
        << "verl" << 64.0 << 8.0 << 4 << 8 << 0.0 << "prompt_tokens.max";
    QTest::newRow("one answer a prompt")
        << "openrlhf" << 64.0 << 1.0 << 4 << 8 << 1024.0 << "samples_per_prompt";
    QTest::newRow("a rank without samples") << "openrlhf" << 4.0 << 2.0 << 1 << 8 << 1024.0 << "prompts";
    QTest::newRow("OpenRLHF's GPUs without an engine")
        << "openrlhf" << 64.0 << 8.0 << 4 << 7 << 1024.0 << "layouts.actor.generate.replicas";
    QTest::newRow("OpenRLHF's prompts of any length")
        << "openrlhf" << 64.0 << 8.0 << 4 << 8 << 0.0 << "prompt_tokens.max";
  }
  void unevenBatchesAreRefused() {
    QFETCH(QString, whose);
    QFETCH(double, prompts);
    QFETCH(double, answers);
    QFETCH(int, updates);
    QFETCH(int, engines);
    QFETCH(double, longest);
    QFETCH(QString, where);
    const bool verl = whose == QStringLiteral("verl");
    Placement placement = verl ? together() : together(3, 3);
    auto job = std::make_shared<Job>(*placement.job);
    job->prompts = prompts;
    job->samples_per_prompt = answers;
    job->mini_batches = updates;
    job->prompt_longest = longest;
    placement.job = job;
    placement.sets[0].plan.units[1].generator->replicas = engines;
    const auto settings = verl ? exports::verl_settings(placement, two_nodes())
                               : exports::openrlhf_settings(placement, two_nodes());
    QVERIFY(!settings.has_value());
    QCOMPARE(settings.error().where, where.toStdString());
  }

  void whatTheyCannotIsRefused() {
    const auto mixed = exports::verl_settings(together(1, 3), two_nodes());
    QVERIFY(!mixed.has_value());
    QCOMPARE(mixed.error().where, std::string("layouts.reference"));
    Placement ahead = together();
    auto job = std::make_shared<Job>(*ahead.job);
    job->asynchronous = 1;
    ahead.job = job;
    const auto one_ahead = exports::verl_settings(ahead, two_nodes());
    QVERIFY(!one_ahead.has_value());
    QCOMPARE(one_ahead.error().where, std::string("asynchronous"));
    job->asynchronous = 0;
    job->flow.name = "dpo";
    for (const auto& refused :
         {exports::verl_settings(ahead, two_nodes()), exports::openrlhf_settings(ahead, two_nodes())}) {
      QVERIFY(!refused.has_value());
      QCOMPARE(refused.error().where, std::string("dataflow"));
      QCOMPARE(refused.error().code, std::string(code::out_of_range));
    }
    Placement pipelined = together();
    pipelined.sets[0].plan.units[0].layout->strategy.pipeline_parallel = 2;
    const auto piped = exports::openrlhf_settings(pipelined, two_nodes());
    QVERIFY(!piped.has_value());
    QCOMPARE(piped.error().where, std::string("layouts.actor.pipeline_parallel"));
  }

  /// Megatron roles of a pool share its process groups: the actor has four-way tensor parallelism and one
  /// stage. Under FSDP there are none.
  void verlHasOneLayoutForAPool() {
    const auto refused = [](void (*change)(strategy::Strategy&)) {
      Placement placement = together();
      change(placement.sets[0].plan.units[2].layout->strategy);
      const auto settings = exports::verl_settings(placement, two_nodes());
      return settings ? Error{} : settings.error();
    };
    const Error piped = refused([](strategy::Strategy& of) { of.pipeline_parallel = 2; });
    QCOMPARE(piped.where, std::string("layouts.reference.infer.pipeline_parallel"));
    QCOMPARE(piped.found, std::string("2"));
    QCOMPARE(piped.wanted.values.front().substr(0, 3), std::string("1, "));
    QCOMPARE(refused([](strategy::Strategy& of) { of.tensor_parallel = 2; }).where,
             std::string("layouts.reference.infer.tensor_parallel"));
    QCOMPARE(refused([](strategy::Strategy& of) { of.expert_parallel = 2; }).where,
             std::string("layouts.reference.infer.expert_parallel"));
    QCOMPARE(refused([](strategy::Strategy& of) { of.context_parallel = 2; }).where,
             std::string("layouts.reference.infer.context_parallel"));
  }

  /// The one call of three seconds, in microseconds, on the thread of its role.
  void tracesAnIteration() {
    const Json trace = exports::iteration_trace(together(), two_nodes());
    int spans = 0;
    for (const Json& event : trace)
      if (event["ph"] == "X") {
        ++spans;
        QCOMPARE(event["name"], Json("rollout"));
        QCOMPARE(event["dur"], Json(3e6));
        QCOMPARE(event["args"]["parts"]["decode_us"], Json(3e6));
      }
    QCOMPARE(spans, 1);
  }
};

}  // namespace tst_trainer_starts

ASTROLABE_TEST(tst_trainer_starts, TrainerStartsTest)
#include "tst_trainer_starts.moc"
