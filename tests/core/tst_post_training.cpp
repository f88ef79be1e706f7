// Post-training: dataflows, rollouts, placing of roles. Cases H1 to H7 of the specification of related
// planners, section 3.6; all placements as the oracle.
#include <QtTest>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/hardware/catalogue.h"
#include "core/model/model_reader.h"
#include "core/planning/post_trainings.h"
#include "core/post_training/measured.h"
#include "core/post_training/placing.h"
#include "tests/core/draws.h"
#include "tests/program/test_program.h"

namespace tst_post_training {

using namespace astrolabe;
using namespace astrolabe::post_training;

namespace {

/// lat = work / n + h log2 n on one pool; units actor, critic, reference, reward.
PlacingQuestion toy(double h, int gpus) {
  PlacingQuestion question;
  question.unit_of_call = {0, 1, 2,
                           3, 1, 0};  // generation; values, reference, reward; train critic, train actor
  question.after = {{}, {0}, {0}, {0}, {1, 2, 3}, {1, 2, 3}};
  question.units = 4;
  question.gpus = {gpus};
  question.usd_per_gpu_hour = {3600.0};
  question.counts = {{}};
  for (int count = 1; count <= gpus; ++count) question.counts[0].push_back(count);
  question.times = [h](const PlacedSet& set) {
    const std::vector<double> work{64, 8, 8, 8, 48, 48};
    const std::vector<unsigned> unit{0, 1, 2, 3, 1, 0};
    SetTimes times{true, std::vector<double>(6, 0.0)};
    for (std::size_t call = 0; call < 6; ++call)
      if (((set.units >> unit[call]) & 1U) != 0)
        times.seconds[call] = work[call] / set.gpus + h * std::log2(set.gpus);
    return times;
  };
  return question;
}

}  // namespace

class PostTrainingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void partitionsAreCounted() {  // Bell numbers
    const std::vector<std::size_t> bell{1, 2, 5, 15, 52, 203};
    for (int units = 1; units <= 6; ++units)
      QCOMPARE(partitions(units).size(), bell[static_cast<std::size_t>(units) - 1]);
  }

  void toysHaveTheirOptimum_data() {
    QTest::addColumn<double>("h");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<double>("seconds");
    QTest::addColumn<int>("sets");
    QTest::newRow("H1, 8") << 0.0 << 8 << 23.0 << 1;  // all work of 184 over 8
    QTest::newRow("H1, 16") << 0.0 << 16 << 11.5 << 1;
    QTest::newRow("H2") << 0.1 << 16 << 13.9 << 1;  // 11.5 + 6 calls x 0.1 x 4
    QTest::newRow("H3") << 0.4 << 16 << 20.3974 << 2;
    QTest::newRow("H4") << 2.0 << 8 << 47.1699 << 3;
    QTest::newRow("H5") << 2.0 << 16 << 33.9870 << 3;
  }
  void toysHaveTheirOptimum() {
    QFETCH(double, h);
    QFETCH(int, gpus);
    QFETCH(double, seconds);
    QFETCH(int, sets);
    const PlacingFound found = place(toy(h, gpus), PlacingGoal::seconds, 1);
    QVERIFY(std::abs(found.best.front().timeline.seconds - seconds) < 6e-5);
    QCOMPARE(static_cast<int>(found.best.front().sets.size()), sets);
    QCOMPARE(found.bound, found.best.front().timeline.seconds);
  }

  /// 500 random questions of two pools: the search finds what all placements, one by one, have.
  void searchEqualsAllPlacements() {
    std::mt19937 random(52);
    const tests::Pick whole{random};
    const tests::Real real{random};
    for (int round = 0; round < 500; ++round) {
      PlacingQuestion question;
      question.units = whole(1, 3);
      const int calls = whole(question.units, 5);
      for (int call = 0; call < calls; ++call) {
        question.unit_of_call.push_back(call < question.units ? call : whole(0, question.units - 1));
        std::vector<int> after;
        for (int before = 0; before < call; ++before)
          if (whole(0, 2) == 0) after.push_back(before);
        question.after.push_back(after);
      }
      question.gpus = {whole(1, 5), whole(0, 4)};
      question.usd_per_gpu_hour = {real(1.0, 4.0), real(1.0, 4.0)};
      for (const int gpus : question.gpus) {
        question.counts.emplace_back();
        for (int count = 1; count <= gpus; ++count) question.counts.back().push_back(count);
      }
      question.asynchronous = whole(0, 3) == 0 ? 1 : 0;
      std::vector<double> work, rate{real(0.5, 2.0), real(0.5, 2.0)};
      for (int call = 0; call < calls; ++call) work.push_back(real(1.0, 20.0));
      const double h = real(0.0, 2.0);
      const int least = whole(1, 2);
      question.times = [&](const PlacedSet& set) {
        SetTimes times{set.gpus >= least, std::vector<double>(work.size(), 0.0)};
        for (std::size_t call = 0; call < work.size(); ++call)
          if (((set.units >> static_cast<unsigned>(question.unit_of_call[call])) & 1U) != 0)
            times.seconds[call] =
                work[call] / set.gpus * rate[static_cast<std::size_t>(set.pool)] + h * std::log2(set.gpus);
        return times;
      };
      question.sync = [](const std::vector<PlacedSet>& sets) {
        return 0.1 * static_cast<double>(sets.size() - 1);
      };
      for (const PlacingGoal goal :
           {PlacingGoal::seconds, PlacingGoal::usd, PlacingGoal::both, PlacingGoal::gpus}) {
        const PlacingFound found = place(question, goal, 3), all = place_exhaustively(question, goal, 3);
        QCOMPARE(found.best.size(), all.best.size());
        for (std::size_t i = 0; i < found.best.size(); ++i) {
          QCOMPARE(found.best[i].timeline.seconds, all.best[i].timeline.seconds);
          QCOMPARE(found.best[i].usd, all.best[i].usd);
        }
      }
    }
  }

  /// Two sets of 4 and 2 s: in turn 6 s; one step ahead as long as the longer one, and never less than half
  /// of both.
  void aheadItIsAsLongAsTheBusiestSet() {
    PlacingQuestion question;
    question.unit_of_call = {0, 1};
    question.after = {{}, {0}};
    question.units = 2;
    const std::vector<PlacedSet> sets{{1, 0, 1}, {2, 0, 1}};
    const std::vector<std::vector<double>> seconds{{4.0, 0.0}, {0.0, 2.0}};
    QCOMPARE(play(question, sets, seconds, 0.5).seconds, 6.5);
    question.asynchronous = 1;
    QCOMPARE(play(question, sets, seconds, 0.5).seconds, 4.5);
  }

  void dataflowsAreRead() {
    for (const char* name : {"ppo", "grpo", "remax", "safe_rlhf", "dpo"}) {
      const auto flow = read_dataflow(Json(name), "dataflow");
      QVERIFY(flow.has_value());
      QCOMPARE(to_json(*flow), Json(name));
    }
    const auto own =
        read_dataflow(Json::parse(R"([{"call": "learn", "role": "a", "do": "train", "after": ["write"]},
                        {"call": "write", "role": "a", "do": "generate"}])"),
                      "dataflow");
    QVERIFY(own.has_value());
    QCOMPARE(own->calls.front().name, std::string("write"));
    QCOMPARE(own->calls.back().after, std::vector<int>{0});
    const auto cycle =
        read_dataflow(Json::parse(R"([{"call": "x", "role": "a", "do": "train", "after": ["y"]},
                        {"call": "y", "role": "a", "do": "forward", "after": ["x"]}])"),
                      "dataflow");
    QVERIFY(!cycle.has_value());
    QCOMPARE(cycle.error().code, std::string(code::impossible_job));
    QCOMPARE(cycle.error().found, std::string("x, y"));
  }

  void wrongJobsAreTold_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("where");
    QTest::newRow("a role without a model")
        << R"({"roles": {"actor": {}, "reference": {"shares": "actor"}, "reward": {"rule": true}}})"
        << "roles.actor";
    QTest::newRow("a role that no call names")
        << R"({"roles": {"actor": {"model": "qwen2.5-7b"}, "reference": {"shares": "actor"}, "reward": {"rule": true}, "critic": {"rule": true}}})"
        << "roles.critic";
    QTest::newRow("no distribution") << R"({"response_tokens": {"mean": 800}})"
                                     << "response_tokens";
    QTest::newRow("a mean above the longest") << R"({"response_tokens": {"mean": 800, "max": 100}})"
                                              << "response_tokens.max";
    QTest::newRow("a month that there is not") << R"({"date": "2026-13"})"
                                               << "date";
    QTest::newRow("an answer beyond the positions")  // of 131,072 with the prompt
        << R"({"response_tokens": {"mean": 800, "max": 131000}})"
        << "response_tokens.max";
    QTest::newRow("a prompt beyond the positions") << R"({"prompt_tokens": 127000})"
                                                   << "response_tokens.max";
    QTest::newRow("all answers cut") << R"({"response_tokens": {"uniform": [100, 200], "max": 50}})"
                                     << "response_tokens.max";
    QTest::newRow("a layout's key") << R"({"layouts": {"actor": {"train": {"tensor": 2}}}})"
                                    << "layouts.actor.train.tensor";
    QTest::newRow("a layout of a rule") << R"({"layouts": {"reward": {"infer": {"tensor_parallel": 2}}}})"
                                        << "layouts.reward.infer";
    QTest::newRow("no prompts") << R"({"prompts": 0})"
                                << "prompts";
    QTest::newRow("half a prompt") << R"({"prompts": 512.5})"
                                   << "prompts";
    QTest::newRow("an engine of the future") << R"({"date": "2031-01"})"
                                             << "date";
    QTest::newRow("years ahead") << R"({"asynchronous": 1000})"
                                 << "asynchronous";
    QTest::newRow("an advantage of 0") << R"({"samples_per_prompt": 1})"
                                       << "samples_per_prompt";
    const char* dpo = R"({"dataflow": "dpo", "samples_per_prompt": %1,
      "roles": {"actor": {"model": "qwen2.5-7b"}, "reference": {"shares": "actor"}}})";
    for (const int odd : {1, 3})
      QTest::addRow("%d answers in pairs", odd) << QString::fromLatin1(dpo).arg(odd) << "samples_per_prompt";
    QTest::newRow("a reference of other tokens")  // 152,064 and 128,256
        << R"({"roles": {"actor": {"model": "qwen2.5-7b"}, "reference": {"model": "llama-3.1-8b"}, "reward": {"rule": true}}})"
        << "roles.reference.model";
  }
  void wrongJobsAreTold() {
    QFETCH(QString, change);
    QFETCH(QString, where);
    Json job =
        Json::parse(R"({"dataflow": "grpo", "prompts": 64, "samples_per_prompt": 8, "prompt_tokens": 200,
      "response_tokens": {"mean": 800, "max": 4096},
      "roles": {"actor": {"model": "qwen2.5-7b"}, "reference": {"shares": "actor"}, "reward": {"rule": true}}})");
    QVERIFY(read_job(job).has_value());
    job.update(Json::parse(change.toStdString()));
    const auto read = read_job(job);
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().where, where.toStdString());
  }

  /// Of DPO two answers to a prompt make a pair: 2 without a word, 4 are two pairs. GRPO needs a number.
  void answersToAPromptAreCompared() {
    Json job = Json::parse(R"({"dataflow": "dpo", "prompts": 256, "prompt_tokens": 200,
      "response_tokens": {"mean": 800, "max": 4096},
      "roles": {"actor": {"model": "qwen2.5-7b"}, "reference": {"model": "qwen2.5-7b"}}})");
    QCOMPARE(read_job(job)->samples(), 512.0);
    job["samples_per_prompt"] = 4;
    QCOMPARE(read_job(job)->samples(), 1024.0);
    job["roles"]["reference"]["model"] = "llama-3.1-8b";
    const auto other = read_job(job);
    QVERIFY(!other.has_value());
    QCOMPARE(other.error().found, std::string("llama-3.1-8b (128256 tokens)"));
    QVERIFY(other.error().wanted.values.front().ends_with("152064"));
    job = Json::parse(R"({"dataflow": "grpo", "prompts": 64, "prompt_tokens": 200, "response_tokens": 300,
      "roles": {"actor": {"model": "qwen2.5-7b"}, "reference": {"shares": "actor"}, "reward": {"rule": true}}})");
    const auto alone = read_job(job);
    QVERIFY(!alone.has_value());
    QCOMPARE(alone.error().found, std::string("nothing"));
    job["samples_per_prompt"] = 2;
    QVERIFY(read_job(job).has_value());
  }

  /// Uniform from 1,000 to 8,000, cut at 4,096: (4,096^2 - 1,000^2) / 2 + 4,096 x 3,904 = 23,879,392, over
  /// 7,000 are 3,411.3 on average.
  void longAnswersAreCut() {
    const auto job = read_job(
        Json::parse(R"({"dataflow": "grpo", "prompts": 64, "samples_per_prompt": 8, "prompt_tokens": 200,
      "response_tokens": {"uniform": [1000, 8000], "max": 4096},
      "roles": {"actor": {"model": "qwen2.5-7b"}, "reference": {"shares": "actor"}, "reward": {"rule": true}}})"));
    QVERIFY(job.has_value());
    QVERIFY(std::abs(job->responses.lengths.mean - 3411.3) < 1.0);
    QCOMPARE(job->responses.drawn(256).back(), 4096.0);
    QVERIFY(std::abs(job->responses.drawn(256).front() - 1014.0) < 5.0);  // 1,000 + 7,000 / 512
  }

  /// Lengths that are drawn keep the mean and never pass the longest.
  void lengthsKeepTheirMean() {
    Responses responses;
    responses.lengths = serving::Lengths::fixed(800.0);
    responses.longest = 2048.0;
    responses.assumed_spread = true;
    const std::vector<double> drawn = responses.drawn(256);
    double sum = 0.0;
    for (const double tokens : drawn) sum += tokens;
    QVERIFY(std::abs(sum / 256.0 - 800.0) < 2.0);
    QCOMPARE(responses.longest_of(1e6), 2048.0);
    QVERIFY(drawn.front() < 200.0);
    // One replica has the mean; of many with one prompt each some have more than of eight.
    QCOMPARE(responses.imbalance_of(1.0, 8.0), 1.0);
    QVERIFY(responses.imbalance_of(64.0, 1.0) > responses.imbalance_of(8.0, 8.0));
  }
};

}  // namespace tst_post_training

ASTROLABE_TEST(tst_post_training, PostTrainingTest)

#include "tst_post_training.moc"
