// Post-training as it is planned: iterations by hand, limits, forms, rules, sets that nothing holds, the
// sample.
#include <QtTest>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/samples.h"
#include "core/planning/post_trainings.h"
#include "core/post_training/constants.h"
#include "core/post_training/engines.h"
#include "core/post_training/iteration.h"
#include "tests/core/draws.h"
#include "tests/core/post_training_questions.h"
#include "tests/program/test_program.h"

namespace tst_post_training_plans {

using namespace astrolabe;
using namespace astrolabe::post_training;
using tests::planned;
using tests::question;

namespace {

/// A role that writes for 10 s (4 prefill, 5 decoding, 1 the last answers) and learns for 6 s on set 0; a
/// reference that reads for 3 s on set 1; a rule of 2 s on no GPU.
Placement by_hand(int asynchronous, int copies = 4) {
  auto job = std::make_shared<Job>();
  job->flow = *read_dataflow(Json::parse(R"([{"call": "write", "role": "actor", "do": "generate"},
      {"call": "read", "role": "reference", "do": "forward", "after": ["write"]},
      {"call": "judge", "role": "reward", "do": "forward", "after": ["write"]},
      {"call": "learn", "role": "actor", "do": "train", "after": ["read", "judge"]}])"),
                             "dataflow");
  for (const char* name : {"actor", "reference", "reward"}) {
    Role role;
    role.name = name;
    role.rule = role.name == "reward";
    job->roles.push_back(role);
  }
  job->asynchronous = asynchronous;
  Placement placement;
  placement.units = {{0, false}, {0, true}, {1, false}};
  PlannedSet one{{3U, 0, 4}, {}}, two{{4U, 0, 2}, {}};
  one.plan.fits = two.plan.fits = true;
  Generator engine;
  engine.replicas = copies;  // of one GPU each
  one.plan.units = {{0, RoleLayout{}, {}, 20.0}, {1, {}, engine, 0.0}};
  two.plan.units = {{2, RoleLayout{}, {}, 8.0}};
  one.plan.calls.assign(4, {});
  two.plan.calls.assign(4, {});
  one.plan.calls[0].parts[Part::prefill] = 4.0;
  one.plan.calls[0].parts[Part::decode] = 5.0;
  one.plan.calls[0].parts[Part::stragglers] = 1.0;
  one.plan.calls[0].bytes = 40.0;
  one.plan.calls[3].parts[Part::training] = 6.0;
  one.plan.calls[3].bytes = 70.0;
  two.plan.calls[1].parts[Part::forward] = 3.0;
  two.plan.calls[1].bytes = 11.0;
  PlacingQuestion question;
  question.unit_of_call = {1, 2, PlacingQuestion::kNoUnit, 0};
  question.free_seconds = {0.0, 0.0, 2.0, 0.0};
  question.after = {{}, {0}, {0}, {1, 2}};
  question.units = 3;
  question.asynchronous = asynchronous;
  placement.timeline = play(question, {one.placed, two.placed}, {{10.0, 0, 0, 6.0}, {0, 3.0, 0, 0}}, 0.0);
  placement.sets = {std::move(one), std::move(two)};
  placement.job = std::move(job);
  return placement;
}

strategy::Problem one_pool() {
  strategy::Problem problem;
  hardware::Pool pool;
  pool.gpu.memory = Bytes{100.0};
  problem.cluster.pools = {pool};
  problem.job.limits.memory_headroom = 0.1;
  return problem;
}

}  // namespace

class PostTrainingPlansTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// write 0 to 10, read 10 to 13 beside judge 10 to 12, learn 13 to 19: reading decides, judging does not.
  void anIterationAddsUp() {
    const Placement placement = by_hand(0);
    const Iteration iteration = iteration_of(placement, one_pool());
    QCOMPARE(iteration.seconds, 19.0);
    QCOMPARE(iteration.parts.sum(), 19.0);
    QCOMPARE(iteration.parts[Part::decode], 5.0);
    QCOMPARE(iteration.parts[Part::forward], 3.0);
    QCOMPARE(iteration.parts[Part::rule], 0.0);
    QCOMPARE(iteration.parts.most(), Part::training);  // 6 s, decoding 5
    QVERIFY(iteration.lanes[1].blocks.front().critical && !iteration.rules.front().critical);
    QCOMPARE(iteration.busy_share(0), 16.0 / 19.0);
    QCOMPARE(iteration.busy_share(1), 3.0 / 19.0);
    // Set 0 holds 20 + 40 while it writes, 20 while it waits, 70 while it learns; of 100 a plan may use 90.
    QCOMPARE(iteration.lanes[0].limit_bytes, 90.0);
    QCOMPARE(iteration.lanes[0].memory.size(), std::size_t(3));
    QCOMPARE(iteration.lanes[0].memory[0].sum(), 60.0);
    QCOMPARE(iteration.lanes[0].memory[1].sum(), 20.0);
    QCOMPARE(iteration.lanes[0].memory[2].sum(), 70.0);
    QCOMPARE(iteration.lanes[1].memory[0].sum(), 8.0);
    QCOMPARE(iteration.lanes[1].memory[1].sum(), 11.0);
  }

  /// One copy of the engine leaves three of the four GPUs without work for the 10 s that it writes.
  void gpusWithoutAnEngineIdle() {
    const Placement placement = by_hand(0, 1);
    const Iteration iteration = iteration_of(placement, one_pool());
    QCOMPARE(iteration.seconds, 19.0);
    QCOMPARE(iteration.lanes[0].busy_seconds, 8.5);  // 10 / 4 + 6
    QCOMPARE(iteration.busy_share(0), 8.5 / 19.0);
    QCOMPARE(iteration.busy_share(1), 3.0 / 19.0);
    QCOMPARE(placement.busy_share(), (8.5 * 4.0 + 3.0 * 2.0) / (19.0 * 6.0));
    QCOMPARE(by_hand(0).busy_share(), (16.0 * 4.0 + 3.0 * 2.0) / (19.0 * 6.0));
    // Ahead of training the set decides for its 16 s all the same.
    const Iteration ahead = iteration_of(by_hand(1, 1), one_pool());
    QCOMPARE(ahead.seconds, 16.0);
    QCOMPARE(ahead.busy_share(0), 8.5 / 16.0);
    QVERIFY(ahead.lanes[0].blocks.front().critical);
  }

  /// One iteration ahead, set 0 is busy for 16 s of the chain of 19, which is more than half of it.
  void aheadLanesStandBackToBack() {
    const Iteration iteration = iteration_of(by_hand(1), one_pool());
    QCOMPARE(iteration.seconds, 16.0);
    QVERIFY(iteration.steady);
    QCOMPARE(iteration.lanes[0].blocks[1].begin, 10.0);  // no wait for the reference
    QCOMPARE(iteration.parts.sum(), 16.0);
    QCOMPARE(iteration.parts[Part::waiting], 0.0);
  }

  /// Limits on GPUs and seconds, and forms: what all placements one by one have within them.
  void limitsAreSearched() {
    std::mt19937 random(7);
    const tests::Pick whole{random};
    const tests::Real real{random};
    for (int round = 0; round < 200; ++round) {
      PlacingQuestion question;
      question.units = 3;
      question.unit_of_call = {0, 1, 2, 0};
      question.after = {{}, {0}, {0}, {1, 2}};
      question.gpus = {whole(1, 5), whole(0, 4)};
      question.usd_per_gpu_hour = {real(1.0, 4.0), real(1.0, 4.0)};
      question.usd_per_hour = real(0.0, 2.0);
      for (const int gpus : question.gpus) {
        question.counts.emplace_back();
        for (int count = 1; count <= gpus; ++count) question.counts.back().push_back(count);
      }
      const std::vector<double> work{real(1.0, 20.0), real(1.0, 20.0), real(1.0, 20.0), real(1.0, 20.0)};
      question.times = [&](const PlacedSet& set) {
        SetTimes times{true, std::vector<double>(work.size(), 0.0)};
        for (std::size_t call = 0; call < work.size(); ++call)
          if (((set.units >> static_cast<unsigned>(question.unit_of_call[call])) & 1U) != 0)
            times.seconds[call] = work[call] / set.gpus + 0.3 * set.gpus;
        return times;
      };
      const int most = whole(1, 6);
      const double longest = real(5.0, 60.0);
      question.within = [&](const std::vector<int>& gpus, double seconds) {
        return gpus[0] + gpus[1] <= most && seconds <= longest;
      };
      const std::size_t sets = static_cast<std::size_t>(whole(0, 3));
      if (sets > 0)
        question.admits = [sets](const std::vector<unsigned>& parts) { return parts.size() == sets; };
      for (const PlacingGoal goal :
           {PlacingGoal::seconds, PlacingGoal::usd, PlacingGoal::both, PlacingGoal::gpus}) {
        const PlacingFound found = place(question, goal, 3), all = place_exhaustively(question, goal, 3);
        QCOMPARE(found.best.size(), all.best.size());
        for (std::size_t i = 0; i < found.best.size(); ++i) {
          QCOMPARE(found.best[i].timeline.seconds, all.best[i].timeline.seconds);
          QCOMPARE(found.best[i].usd, all.best[i].usd);
          QVERIFY(found.best[i].gpus() <= most && found.best[i].timeline.seconds <= longest);
          QVERIFY(sets == 0 || found.best[i].sets.size() == sets);
        }
      }
    }
  }

  /// Answers of 100 and 300 tokens behind prompts of 100: samples of 200 and 400, E[n^2] / E[n] = 100,000 /
  /// 300; padded each has the longest prompt and the longest answer.
  void samplesArePackedOrPadded() {
    Job job;
    job.prompts = 6.0;
    job.prompt_tokens = 100.0;
    job.responses.lengths = serving::Lengths::fixed(200.0);
    QCOMPARE(job.trained_batch().samples, 6.0);
    QCOMPARE(job.trained_batch().tokens, 300.0);
    const auto uniform = serving::read_lengths(Json::parse(R"({"uniform": [100, 300]})"), "", true);
    QVERIFY(uniform.has_value());
    job.responses.lengths = *uniform;
    const Batch packed = job.trained_batch();
    QVERIFY(std::abs(packed.samples * packed.tokens - 6.0 * 300.0) < 3.0);  // all tokens are there
    // Uniform: E[n] = 300, variance 200^2 / 12, so 300 + 3,333 / 300 = 311.1.
    QVERIFY2(std::abs(packed.tokens - 311.1) < 0.5, qPrintable(QString::number(packed.tokens)));
    job.packed = false;
    job.prompt_longest = 150.0;
    job.responses.longest = 512.0;
    QCOMPARE(job.trained_batch().samples, 6.0);
    QCOMPARE(job.trained_batch().tokens, 662.0);
  }

  /// 512 samples, eight at once, 10 ms each: 64 rounds. A model fits on one GPU, which shards nothing.
  void aRuleAndOneGpu() {
    const planning::QuestionPtr asked =
        question(1, {{"roles",
                      {{"actor", {{"model", "qwen2.5-7b"}, {"adapter_rank", 16}}},
                       {"reference", {{"shares", "actor"}}},
                       {"reward", {{"rule", true}, {"seconds_per_sample", 0.01}, {"at_once", 8}}}}}});
    QVERIFY(asked);
    const auto found = planned(asked);
    QVERIFY(found && !found->error);
    QCOMPARE(found->status, plan::Status::optimal);
    const Placement& placement =
        planning::as<planning::PostTrainingLayout>(found->options.front()->layout)->placement();
    QCOMPARE(placement.gpus(), 1);
    const Json phases = phases_json(placement);
    const auto judged = std::find_if(phases.begin(), phases.end(),
                                     [](const Json& phase) { return phase["call"] == "rewards"; });
    QVERIFY(judged != phases.end());
    QVERIFY(std::abs((*judged)["end_seconds"].get<double>() - (*judged)["begin_seconds"].get<double>() -
                     0.64) < 1e-9);
  }

  /// The best of each form is none better than the best of all, which is that of its own form; the frontier
  /// goes from fast to cheap.
  void formsAndFrontier() {
    const auto found = planned(question(8));
    QVERIFY(found && !found->error);
    QCOMPARE(found->status, plan::Status::optimal);
    const double best = found->options.front()->evaluation.step.value;
    double least = 1e300;
    QCOMPARE(found->forms.size(), std::size_t(3));
    for (const planning::PostTrainingOfForm& form : found->forms)
      if (form.option) {
        QVERIFY(form.option->evaluation.step.value >= best);
        least = std::min(least, form.option->evaluation.step.value);
      }
    QVERIFY(least < 1e300);
    for (std::size_t i = 1; i < found->frontier.size(); ++i) {
      const auto& before =
          planning::as<planning::PostTrainingLayout>(found->frontier[i - 1]->layout)->placement();
      const auto& after = planning::as<planning::PostTrainingLayout>(found->frontier[i]->layout)->placement();
      QVERIFY(before.timeline.seconds < after.timeline.seconds && before.usd > after.usd);
    }
    for (const planning::OptionPtr& option : found->options) {
      const auto& placement = planning::as<planning::PostTrainingLayout>(option->layout)->placement();
      const Json row = option->layout->answer_json(*option, found->question->problem, 1);
      QCOMPARE(row["paid_gpus"]["h200"].get<int>(), 8);  // its one node is paid whole
      const Iteration iteration = iteration_of(placement, found->question->problem);
      QVERIFY(std::abs(iteration.parts.sum() - iteration.seconds) < 1e-6 * iteration.seconds);
      for (std::size_t set = 0; set < iteration.lanes.size(); ++set)
        for (const Held& held : iteration.lanes[set].memory)
          QVERIFY(held.sum() <= placement.sets[set].plan.fullest_bytes * (1.0 + 1e-9));
    }
  }

  /// Roles stand on GPUs at the pace of the slowest: a slow one proves nothing but what no placement with
  /// nothing marked beats, and one that is marked with a factor of 1 changes nothing.
  void slowGpusLeaveOpenWhatIsBetter() {
    const auto with_slow = [](double factor) {
      planning::Question asked = *question(8);
      asked.problem.cluster =
          hardware::remarked(asked.problem.cluster, [&](std::size_t, hardware::Pool& pool) {
            pool.slow = {{0, 3, factor, 1.0}};
          });
      return planned(std::make_shared<const planning::Question>(std::move(asked)));
    };
    const auto sound = planned(question(8));
    QCOMPARE(sound->status, plan::Status::optimal);
    const double best = sound->options.front()->evaluation.step.value;
    const auto same = with_slow(1.0);
    QCOMPARE(same->status, plan::Status::optimal);
    QCOMPARE(same->options.front()->evaluation.step.value, best);
    QVERIFY(same->options.front()->proof.proven);
    const auto slow =
        with_slow(1.8);  // all eight at that pace, or four of them: longer than eight sound ones
    QVERIFY(!slow->options.empty());
    const double own = slow->options.front()->evaluation.step.value;
    QVERIFY(own > best);
    QCOMPARE(slow->status, plan::Status::feasible);
    QVERIFY(!slow->stopped_early && slow->has_bound && !slow->options.front()->proof.proven);
    QVERIFY(std::abs(slow->gap - (1.0 - best / own)) < 1e-9);
  }

  /// A limit on the rate that all GPUs together break: fewer are taken, and the answer is proven within it.
  void moneyIsLimited() {
    const auto free = planned(question(8));
    QVERIFY(free && !free->options.empty() && free->options.front()->evaluation.money.usd_per_hour);
    const double rate = free->options.front()->evaluation.money.usd_per_hour->value;
    const auto limited = planned(question(8, {{"limits", {{"usd_per_hour", 0.9 * rate}}}}));
    QVERIFY(limited && !limited->error);
    for (const planning::OptionPtr& option : limited->options)
      if (option->is_possible()) QVERIFY(option->evaluation.money.usd_per_hour->value <= 0.9 * rate);
    // Nodes are paid for whole: where even one GPU costs more, nothing is possible, and the limit is named.
    const auto none = planned(question(8, {{"limits", {{"usd_per_hour", 0.01}}}}));
    QVERIFY(none && !none->options.empty());
    QCOMPARE(none->status, plan::Status::infeasible);
    QCOMPARE(none->options.front()->violation.binding, cost::Binding::usd_per_hour);
  }

  /// 70 B on one GPU of 141 GB: the placement says which role takes how much.
  void setsThatNothingHolds() {
    const Json roles =
        Json::parse(R"({"actor": {"model": "llama-3.1-70b"}, "reference": {"model": "llama-3.1-8b"},
      "reward": {"rule": true}})");
    const planning::QuestionPtr asked = question(8, {{"roles", roles}});
    const auto read = planning::post_training_planner().read_layout(
        Json::parse(
            R"([{"roles": ["actor"], "gpus": {"h200": 1}}, {"roles": ["reference"], "gpus": {"h200": 1}}])"),
        *asked);
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().code, std::string(code::nothing_fits));
    QCOMPARE(read.error().where, std::string("placement[0]"));
    QVERIFY2(
        read.error().found.find("actor with ") == 0 && read.error().found.find("GiB") != std::string::npos,
        read.error().found.c_str());
    const auto found = planned(question(1, {{"roles", roles}}));
    QVERIFY(found && found->options.empty());
    QCOMPARE(found->lacking_role, std::string("actor"));
    // Weights, gradients and state of 70.6 B parameters at 2 + 4 + 12 bytes are 1,183 GiB.
    QVERIFY(found->needed_gib > 1000.0 && found->limit_gib < 141.0);
  }

  /// Four nodes of eight hold one copy of five GPUs each; 8 + 4 GPUs one of six, three of four; two racks of
  /// 72 and 28 GPUs 14 + 5 copies of five. The twin fills domains one after the other.
  void copiesLieInDomains() {
    deploy::Room room;
    const auto copies = [&](int domain, int gpus, int tensor) {
      room.domain = domain;
      serving::Worker worker;
      worker.tensor_parallel = tensor;
      return most_copies(room, gpus, worker);
    };
    QCOMPARE(copies(8, 32, 5), 4);
    QCOMPARE(copies(8, 12, 6), 1);
    QCOMPARE(copies(8, 12, 4), 3);
    QCOMPARE(copies(8, 6, 4), 1);
    QCOMPARE(copies(8, 32, 16), 0);
    QCOMPARE(copies(72, 100, 5), 19);
    for (int gpus = 1; gpus <= 40; ++gpus)
      for (int tensor = 1; tensor <= 8; ++tensor) {
        int twin = 0;
        for (int left = gpus; left > 0; left -= 8) twin += std::min(left, 8) / tensor;
        QCOMPARE(copies(8, gpus, tensor), twin);
      }
  }

  /// On two nodes of eight, 6 + 2 and 8 or 4 + 4 and 8 lie in nodes; of 6, 6 and 4 one would lie across.
  void setsLieInNodes() {
    hardware::Pool pool;
    pool.nodes = 2;
    pool.gpus_per_node = 8;
    pool.max_gpus = 16;
    QVERIFY(lie_beside(pool, {6, 8, 2}));
    QVERIFY(lie_beside(pool, {4, 4, 8}));
    QVERIFY(lie_beside(pool, {2, 6, 2, 6}));
    QVERIFY(!lie_beside(pool, {6, 6, 4}));
    QVERIFY(!lie_beside(pool, {8, 8, 1}));
    pool.max_gpus = 14;  // the last node has six
    QVERIFY(lie_beside(pool, {8, 6}));
    QVERIFY(!lie_beside(pool, {7, 7}));
    pool.scale_up_domain = 72;
    pool.max_gpus = 16;
    QVERIFY(lie_beside(pool, {6, 6, 4}));
  }

  /// 100 iterations: their hours and money are limited, with failures; without their number nothing could be.
  void theWholeJobIsLimited() {
    const auto free = planned(question(8, {{"steps", 100}}));
    QVERIFY(free && !free->error && !free->options.empty());
    const cost::Evaluation& best = free->options.front()->evaluation;
    const double hours = 100.0 * best.step.value / 3600.0;
    QVERIFY(std::abs(best.hours_for_job / hours - 1.0) < 1e-9);
    QVERIFY(best.outcome.hours > hours && best.outcome.hours < 1.5 * hours);
    QVERIFY(std::abs(best.money.usd_for_job->value / (best.money.usd_per_hour->value * hours) - 1.0) < 1e-9);
    const auto limited = [&](const char* key, double value) {
      return planned(question(8, {{"steps", 100}, {"limits", {{key, value}}}}));
    };
    QCOMPARE(limited("deadline_hours", 1.01 * best.outcome.hours)->status, plan::Status::optimal);
    const auto late = limited("deadline_hours", hours);  // no failure is left for
    QCOMPARE(late->status, plan::Status::infeasible);
    QCOMPARE(late->options.front()->violation.binding, cost::Binding::deadline);
    // How far the answer without limits is beyond is told in place of rows.
    const Json answer = planning::leading_answer_json(planning::post_training_planner(), *late, {});
    QVERIFY(answer["best"].empty());
    QCOMPARE(answer["binding"]["limit"], Json("deadline_hours"));
    QVERIFY(std::abs(answer["binding"]["over"].get<double>() - (best.outcome.hours - hours)) < 1e-6 * hours);
    QCOMPARE(answer["beyond_limits"]["outcome"]["hours"],
             Json(late->options.front()->evaluation.outcome.hours));
    // A form of which even the fastest takes too long is not one that does not fit.
    const double deadline = 1.01 * best.outcome.hours;
    const auto kept = limited("deadline_hours", deadline);
    bool beyond = false;
    for (std::size_t i = 0; i < free->forms.size(); ++i) {
      const planning::OptionPtr& fastest = free->forms[i].option;
      const bool within = fastest && fastest->evaluation.outcome.hours <= deadline;
      QCOMPARE(kept->forms[i].option != nullptr, within);
      QCOMPARE(kept->forms[i].beyond_limits, fastest && !within);
      beyond = beyond || kept->forms[i].beyond_limits;
    }
    QVERIFY(beyond);
    const auto dear = limited("budget_usd", 0.01);
    QCOMPARE(dear->status, plan::Status::infeasible);
    QCOMPARE(dear->options.front()->violation.binding, cost::Binding::budget);
    const auto open = planned(question(8, {{"limits", {{"budget_usd", 1000.0}}}}));
    QVERIFY(open->error);
    QCOMPARE(open->error->where, std::string("steps"));
  }

  /// Without generation there is no engine, and nothing of engines is assumed.
  void onlyEnginesThatTakePartAreAssumed() {
    Job job;
    job.flow = *find_dataflow("dpo");
    QVERIFY(!job.flow.generates());
    QCOMPARE(constants_of(job).size(), std::size_t(1));
    QCOMPARE(constants_of(job).front().id, std::string_view("host_bytes_per_second"));
    job.flow = *find_dataflow("grpo");
    QVERIFY(job.flow.generates());
    QCOMPARE(constants_of(job).size(), std::size_t(8));
    job.responses.assumed_spread = true;
    QCOMPARE(constants_of(job).back().id, std::string_view("log_spread"));
  }

  /// Of eight GPUs six may be used.
  void allGpusAreLimited() {
    const planning::QuestionPtr asked = question(8);
    auto fewer = std::make_shared<planning::Question>(*asked);
    fewer->problem.cluster.max_total_gpus = 6;
    const auto found = planned(fewer);
    QVERIFY(!found->options.empty());
    for (const planning::OptionPtr& option : found->options)
      QVERIFY(planning::as<planning::PostTrainingLayout>(option->layout)->placement().gpus() <= 6);
  }

  void theSample() {
    for (const std::string& name : plan::post_training_sample_names()) {
      const plan::Plan plan = plan::post_training_sample_named(name);
      QCOMPARE(plan.job.task, std::string("post_train"));
      const auto asked = planning::make_question(plan, hardware::Catalogue::built_in());
      QVERIFY2(asked.has_value(), asked ? "" : asked.error().where.c_str());
      QCOMPARE((*asked)->problem.cluster.gpus(), 64);  // 4 x 8 + 4 x 8
      const auto found = planned(*asked);
      QVERIFY2(!found->error, found->error ? found->error->where.c_str() : "");
      QCOMPARE(found->status, plan::Status::optimal);
    }
  }
};

}  // namespace tst_post_training_plans

ASTROLABE_TEST(tst_post_training_plans, PostTrainingPlansTest)
#include "tst_post_training_plans.moc"
