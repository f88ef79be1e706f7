// core/strategy/job: the JSON form, each mistake with its place, round trips, damaged text.
#include <QtTest>

#include <random>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/strategy/asked.h"
#include "core/strategy/job.h"
#include "mistakes.h"
#include "tests/program/test_program.h"

namespace tst_job {

using namespace astrolabe;
using namespace astrolabe::strategy;

namespace {

const std::string kFull =
    R"({"sequence_length": 4096, "global_batch": 1024, "tokens": 1e12, "precision": "bf16",
 "optimizer": "adam", "gradient_precision": "fp32", "flash_attention": true,
 "fixed": {"tensor_parallel": 8}, "allowed": {"recompute": ["none", "selective"]},
 "limits": {"budget_usd": 1e6, "deadline_hours": 2000, "power_kw": 90, "usd_per_hour": 400, "memory_headroom": 0.06},
 "cost": {"basis": "rent", "commitment": "on_demand", "years": 4, "residual": 0.1, "utilisation": 0.8,
          "usd_per_kwh": 0.10, "pue": 1.3, "idle_gpus_cost": false}})";
const std::string kShort =
    R"({"sequence_length": 8192, "global_batch": 128, "tokens": 1e12, "precision": "fp8"})";

Result<Job> read(const std::string& text) {
  const auto json = parse_json(text, code::broken_json);
  if (!json) return tl::unexpected<Error>(json.error());
  return read_job(*json);
}

}  // namespace

class TestJob : public QObject {
  Q_OBJECT

 private slots:
  /// 1,000 sequences in 3 replicas of 5: 66 whole micro-batches of each, 10 sequences left. Degrees whose
  /// product no int holds leave none.
  void microBatchesOfAStep() {
    Job job;
    job.global_batch = 1000;
    QCOMPARE(job.micro_batches(3, 5), 66);
    QCOMPARE(job.micro_batches(1, 1), 1000);
    QCOMPARE(job.micro_batches(1000, 1), 1);
    QCOMPARE(job.micro_batches(1 << 20, 1 << 12), 0);
  }

  /// A job that serves keeps what was to be trained before, and the other way round, through a file.
  void keepsWhatAnotherTaskAsked() {
    const auto trained = read(kFull);
    QVERIFY(trained);
    Job job = *trained;
    job.task = "serve";
    job.asked = R"({"input_tokens":1000,"traffic":{"offline":true}})";
    const Json served = to_json(job);
    QCOMPARE(served["task"], Json("serve"));
    QCOMPARE(served["input_tokens"], Json(1000));
    QVERIFY(!served.contains("sequence_length"));
    QCOMPARE(served["train_before"]["sequence_length"], Json(4096));
    QVERIFY(!served["train_before"].contains("limits"));
    QCOMPARE(served["limits"]["budget_usd"], Json(1e6));
    auto again = read_job(served);
    QVERIFY(again);
    QCOMPARE(again->asked, job.asked);
    QCOMPARE(again->global_batch, 1024);
    QVERIFY(is_stated(*again, "asked.traffic") && is_stated(*again, "cost.pue"));
    again->task = "train";
    Json back = to_json(*again);
    QCOMPARE(back["asked_before"], Json::parse(job.asked));
    const auto both = read_job(back);
    QVERIFY(both);
    QCOMPARE(both->asked, job.asked);
    back.erase("asked_before");
    QCOMPARE(back, to_json(*trained));
    // Who never trained keeps nothing of it.
    const auto alone = read(R"({"task": "serve", "traffic": {"offline": true}})");
    QVERIFY(alone);
    QVERIFY(!to_json(*alone).contains("train_before"));
    const auto wrong = read(R"({"task": "serve", "train_before": {"tokens": 1}})");
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().where, std::string("train_before.sequence_length"));
  }

  /// Serving and post-training keep each other's question, and neither planner reads the other's.
  void turnsBetweenTasksThatAsk() {
    Job job = *read(kFull);
    turn_to(job, "serve");
    QCOMPARE(job.task, std::string("serve"));
    QVERIFY(asked_of(job).empty());
    const Json served{{"traffic", {{"offline", true}}}};
    job.asked = text_of(served);
    turn_to(job, "post_train");
    QVERIFY(asked_of(job).empty());
    Json own = Json::parse(job.asked);
    const Json flow{{"dataflow", "grpo"}};
    own.update(flow);
    job.asked = text_of(own);
    QCOMPARE(asked_of(job), flow);
    // Over training and through a file, both are still there.
    turn_to(job, "train");
    const auto again = read_job(to_json(job));
    QVERIFY(again);
    job = *again;
    turn_to(job, "serve");
    QCOMPARE(asked_of(job), served);
    turn_to(job, "post_train");
    QCOMPARE(asked_of(job), flow);
    // Who turns to a task and asks nothing of it loses nothing either.
    job.asked = R"({"asked_before":{"dataflow":"ppo"}})";
    turn_to(job, "post_train");
    QCOMPARE(asked_of(job), (Json{{"dataflow", "ppo"}}));
  }

  void everyKey() {
    const auto job = read(kFull);
    QVERIFY(job);
    QCOMPARE(job->sequence_length, 4096);
    QCOMPARE(job->global_batch, 1024);
    QCOMPARE(job->tokens, 1e12);
    QVERIFY(job->precision == hardware::Precision::bf16);
    QVERIFY(job->gradient_precision == GradientPrecision::fp32);
    const Allowed wanted{{"tensor_parallel", {"8"}}, {"recompute", {"none", "selective"}}};
    QVERIFY(job->allowed == wanted);
    QCOMPARE(job->limits.budget_usd.value(), 1e6);
    QCOMPARE(job->limits.deadline_hours.value(), 2000.0);
    QCOMPARE(job->limits.power_kw.value(), 90.0);
    QCOMPARE(job->limits.usd_per_hour.value(), 400.0);
    QCOMPARE(job->limits.memory_headroom, 0.06);
    QCOMPARE(job->cost.years, 4.0);
    // 4 required, 3 more at the top, 1 limit with an assumed value, 8 of cost.
    QCOMPARE(job->stated.size(), std::size_t(16));
  }
  /// A grid gives its intensity; a figure beside it wins; nothing is assumed.
  void carbonIsAFigureOrNone() {
    const auto of = [](const std::string& cost) {
      return read(R"({"sequence_length": 4096, "global_batch": 8, "tokens": 1e12, "precision": "bf16")" +
                  cost + "}");
    };
    QVERIFY(!of("")->cost.carbon_g_per_kwh);
    const auto iowa = of(R"(, "cost": {"grid": "us-central1"})");
    QVERIFY(iowa);
    QCOMPARE(iowa->cost.carbon_g_per_kwh.value(), 431.95);
    QCOMPARE(to_json(*iowa).at("cost").at("carbon_g_per_kwh").get<double>(), 431.95);
    QCOMPARE(
        of(R"(, "cost": {"grid": "us-central1", "carbon_g_per_kwh": 25})")->cost.carbon_g_per_kwh.value(),
        25.0);
    QCOMPARE(of(R"(, "cost": {"carbon_g_per_kwh": 0})")->cost.carbon_g_per_kwh.value(), 0.0);
    const auto wrong = of(R"(, "cost": {"grid": "us-centrall"})");
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().where, std::string("cost.grid"));
    QCOMPARE(wrong.error().wanted.values.front(), std::string("us-central1"));
  }

  /// Hosting has a price, that may be zero, or none: never an assumed one, so nothing notes that it is
  /// stated.
  void hostingIsAPriceOrNone() {
    const auto of = [](const std::string& cost) {
      return read(R"({"sequence_length": 4096, "global_batch": 8, "tokens": 1e12, "precision": "bf16")" +
                  cost + "}");
    };
    const auto none = of("");
    QVERIFY(none && !none->cost.hosting_usd_per_kw_month);
    QVERIFY(!to_json(*none).contains("cost"));
    for (const double usd : {0.0, 150.0}) {
      const auto job = of(R"(, "cost": {"hosting_usd_per_kw_month": )" + std::to_string(usd) + "}");
      QVERIFY(job);
      QCOMPARE(job->cost.hosting_usd_per_kw_month.value(), usd);
      QVERIFY(job->stated == none->stated);
      QCOMPARE(to_json(*job).at("cost").at("hosting_usd_per_kw_month").get<double>(), usd);
    }
  }
  void onlyFourKeysAreRequired() {
    const auto job = read(kShort);
    QVERIFY(job);
    QVERIFY(job->precision == hardware::Precision::fp8);
    QVERIFY(job->optimizer == Optimizer::adam);
    QCOMPARE(job->limits.memory_headroom, 0.06);
    QVERIFY(!job->limits.budget_usd);
    QCOMPARE(job->stated.size(), std::size_t(4));
    QCOMPARE(to_json(*job).size(), std::size_t(4));
  }
  void mistakes_data() {
    test::mistake_columns();
    const auto row = test::mistake_row;
    row("missing", R"("sequence_length": 4096, )", "", code::missing_key, "sequence_length", "nothing",
        "the field \"sequence_length\"");
    row("missing precision", R"("precision": "bf16",)", "", code::missing_key, "precision", "nothing",
        "the field \"precision\"");
    row("misspelt", "global_batch", "global_bacth", code::unknown_key, "global_bacth", "global_bacth",
        "one of: global_batch");
    row("of the cluster", R"("precision": "bf16",)", R"("precision": "bf16", "region": "eu",)",
        code::unknown_key, "region", "region", "that key in a pool of the cluster");
    row("repeated", R"("precision": "bf16",)", R"("precision": "bf16", "precision": "bf16",)",
        code::repeated_key, "line 1, column 86", "precision", "the key only once");
    row("zero", "4096", "0", code::out_of_range, "sequence_length", "0", "between 1 and 134217728");
    row("negative", "1024", "-3", code::out_of_range, "global_batch", "-3", "between 1 and 100000000");
    row("not whole", "1024", "2.5", code::wrong_type, "global_batch", "2.5", "a whole number");
    row("text for number", "1e12", "\"many\"", code::wrong_type, "tokens", "many", "a finite number");
    row("too many tokens", "1e12", "1e19", code::out_of_range, "tokens", "1e+19", "between 1 and 1e+18");
    row("infinite", "1e12", "1e999", code::broken_json, "line 1, column 59", "1e999",
        "a number below 1.8e308");
    row("precision", "\"bf16\"", "\"int4\"", code::out_of_range, "precision", "int4",
        "one of: bf16, fp16, fp32, fp8, fp8_block, mxfp8, nvfp4");
    row("optimizer", "\"adam\"", "\"lion\"", code::out_of_range, "optimizer", "lion",
        "one of: adam, adamw, sgd, adafactor, muon");
    row("flag", "\"flash_attention\": true", "\"flash_attention\": 1", code::wrong_type, "flash_attention",
        "1", "true or false");
    row("limit", "2000", "0", code::out_of_range, "limits.deadline_hours", "0", "a finite number above zero");
    row("headroom", "0.06", "1.5", code::out_of_range, "limits.memory_headroom", "1.5", "between 0 and 0.9");
    row("no room left", "0.06", "0.95", code::out_of_range, "limits.memory_headroom", "0.95",
        "between 0 and 0.9");
    row("never used", "0.8", "0", code::out_of_range, "cost.utilisation", "0", "between 0.01 and 1");
    row("less than drawn", "1.3", "0.9", code::out_of_range, "cost.pue", "0.9", "between 1 and 10");
    row("unknown limit", "power_kw", "power_w", code::unknown_key, "limits.power_w", "power_w", "");
    row("basis", "\"rent\"", "\"lease\"", code::out_of_range, "cost.basis", "lease",
        "one of: rent, buy, own");
    row("utilisation", "0.8", "80", code::out_of_range, "cost.utilisation", "80", "between 0.01 and 1");
    row("hosting", "\"pue\": 1.3", "\"pue\": 1.3, \"hosting_usd_per_kw_month\": -1", code::out_of_range,
        "cost.hosting_usd_per_kw_month", "-1", "between 0 and 1000000");
    row("fixed range", R"("tensor_parallel": 8)", R"("tensor_parallel": 0)", code::out_of_range,
        "fixed.tensor_parallel", "0", "between 1 and 1048576");
    row("fixed unknown", R"("tensor_parallel": 8)", R"("tensor_paralel": 8)", code::unknown_key,
        "fixed.tensor_paralel", "tensor_paralel", "");
    row("allowed value", R"(["none", "selective"])", R"(["none", "half"])", code::out_of_range,
        "allowed.recompute[1]", "half", "one of: none, selective, full");
    row("allowed empty", R"(["none", "selective"])", "[]", code::wrong_type, "allowed.recompute", "[]",
        "an array of at least one value");
    row("fixed and allowed", R"("allowed": {"recompute")", R"("allowed": {"tensor_parallel")",
        code::repeated_key, "allowed.tensor_parallel", "tensor_parallel",
        "the key in one of fixed and allowed");
  }
  void mistakes() { test::checkMistake(kFull, read); }
  /// A limit that is no object comes later: that the cost stands twice is told first.
  void repeatedKeyFirst() {
    std::string text = kFull;
    const std::string limits = R"("limits": {)";
    text.replace(text.find(limits), limits.size(), R"("limits": 3, "cost": {)");
    QCOMPARE(read(text).error().code, std::string(code::repeated_key));
  }
  void aValueAllowedTwiceIsAllowed() {
    std::string text = kFull;
    text.replace(text.find(R"(["none", "selective"])"), 21, R"(["none", "selective", "none"])");
    QVERIFY(read(text)->allowed.at("recompute") == (std::vector<std::string>{"none", "selective"}));
  }
  void placeInsideALargerFile() {
    const auto job = read_job(Json::parse(R"({"sequence_length": -1})"), "problem.job");
    QVERIFY(!job);
    QCOMPARE(job.error().where, std::string("problem.job.sequence_length"));
  }
  void roundTrip() {
    for (const std::string& text : {kFull, kShort}) {
      const auto job = read(text);
      QVERIFY(job);
      const auto again = read_job(to_json(*job));
      QVERIFY(again);
      QVERIFY(*again == *job);
    }
  }
  void randomRoundTrips() {
    std::mt19937 random(7);
    const auto chance = [&] { return random() % 2 == 0; };
    const auto upto = [&](int most) { return 1 + static_cast<int>(random() % static_cast<unsigned>(most)); };
    for (int trial = 0; trial < 300; ++trial) {
      Job job;
      job.sequence_length = upto(1 << 20);
      job.global_batch = upto(1 << 16);
      job.tokens = upto(1 << 30) * 1234.567;
      job.precision = static_cast<hardware::Precision>(random() % 7);
      job.optimizer = static_cast<Optimizer>(random() % 5);
      job.gradient_precision = static_cast<GradientPrecision>(random() % 2);
      job.flash_attention = chance();
      if (chance()) job.allowed["data_parallel"] = {std::to_string(upto(64))};
      if (chance()) job.allowed["schedule"] = {"1f1b", "zb-v"};
      if (chance()) job.allowed["sequence_parallel"] = {"true"};
      if (chance()) job.limits.budget_usd = upto(1000) / 7.0;
      if (chance()) job.limits.usd_per_trillion_tokens = upto(1000) * 0.1;
      if (chance()) job.limits.memory_headroom = (upto(90) - 1) / 100.0;
      if (chance()) job.cost.basis = hardware::CostBasis::buy;
      if (chance()) job.cost.commitment = hardware::Commitment::spot;
      if (chance()) job.cost.residual = upto(100) / 101.0;
      if (chance()) job.cost.idle_gpus_cost = true;
      if (chance()) job.cost.hosting_usd_per_kw_month = (upto(1000) - 1) / 7.0;
      auto again = read_job(parse_json(to_json(job).dump(), code::broken_json).value());
      QVERIFY2(again, again ? "" : again.error().where.c_str());
      QVERIFY(to_json(*again) == to_json(job));
      again->stated = job.stated;
      QVERIFY(*again == job);
    }
  }
  void whatIsStatedIsNotedOnce() {
    Job job;
    for (const char* key : {"cost.years", "", "cost.years"}) note_stated(job, key);
    QVERIFY(job.stated == std::vector<std::string>{"cost.years"});
    QVERIFY(is_stated(job, "cost.years"));
    QVERIFY(!is_stated(job, "cost") && !is_stated(job, ""));
  }
  /// Every value that may be left out, unlike what is assumed: taken back, the job is one that never said it.
  void whatIsTakenBackIsAssumedAgain() {
    const std::string required =
        R"({"sequence_length": 4096, "global_batch": 1024, "tokens": 1e12, "precision": "bf16")";
    auto job = read(required + R"(, "optimizer": "sgd", "gradient_precision": "bf16",
      "flash_attention": false, "expert_imbalance": 2, "limits": {"memory_headroom": 0.1},
      "cost": {"basis": "buy", "commitment": "spot", "years": 3, "residual": 0.2, "utilisation": 0.7,
               "usd_per_kwh": 0.2, "pue": 1.5, "idle_gpus_cost": true}})");
    const auto plain = read(required + "}");
    QVERIFY(job && plain);
    QCOMPARE(job->stated.size(), plain->stated.size() + 13);  // 4, the headroom, 8 of the costs
    for (const std::string& key : std::vector<std::string>(job->stated)) {
      if (is_stated(*plain, key)) continue;
      const Job before = *job;
      take_back(*job, key);
      QVERIFY2(!is_stated(*job, key), key.c_str());
      const Job after = *job;
      job->stated = before.stated;
      QVERIFY2(!(*job == before), key.c_str());  // its value, too
      *job = after;
    }
    QVERIFY(*job == *plain);
    take_back(*job, "tokens");
    QVERIFY(!is_stated(*job, "tokens"));
    QCOMPARE(job->tokens, 1e12);
  }
  void damagedTextIsRefusedWithAPlace() { test::checkDamaged(kFull, 150, read); }
};

}  // namespace tst_job

ASTROLABE_TEST(tst_job, TestJob)
#include "tst_job.moc"
