// Tables of measured serving runs, and the JSON of questions.
#include <QtTest>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/serving/bands.h"
#include "core/serving/resources.h"
#include "core/serving/validation.h"
#include "serving_cases.h"
#include "tests/program/test_program.h"

namespace tst_serving_tables {

using namespace astrolabe;
using namespace astrolabe::serving;
using namespace astrolabe::tests;

namespace {

const std::string kHeader =
    "id,source,date,framework,gpu,n_gpus,model,precision_weights,precision_kv,tp,pp,ep,dp_attention,"
    "disaggregated,"
    "isl,osl,len_dist,load_kind,load_value,output_tok_s_total,ttft_ms_median,tpot_ms_median,max_batch,"
    "speculative\n";
/// Llama-3.3-70B in fp8 on 4 H100: the hand case, with times of about its size.
const std::string kRow =
    "a1,inferencex,2025-11,vllm,h100-sxm,4,llama-3.3-70b,fp8,,4,1,,n,n,922,922,uniform [0.8N "
    "N],concurrency,64,3134,"
    "120,19.6,,none\n";

ServingTable table_of(const std::string& rows) {
  auto table = read_serving_table(kHeader + rows, hardware::Catalogue::built_in());
  return table ? std::move(*table) : ServingTable{};
}

Result<ServeJob> job_of(const char* text) { return read_serve_job(Json::parse(text)); }

/// Where a job with these input tokens and that traffic is refused; empty: nowhere.
std::string refused_at(const std::string& input, const std::string& traffic = R"({"concurrency": 4})") {
  const auto job = job_of((R"({"task": "serve", "traffic": )" + traffic + R"(, "input_tokens": )" + input +
                           R"(, "output_tokens": 10, "precision": "fp8"})")
                              .c_str());
  return job ? std::string() : job.error().where;
}

}  // namespace

class TestServingTables : public QObject {
  Q_OBJECT

 private slots:
  /// Times in another unit, figures below zero and words are left out with row and column. 64 requests at
  /// 3,134 tokens/s take 64 / 3134 = 20.4 ms a token if all decode all the time; twice that is beyond doubt.
  void figuresOfOtherUnitsAreLeftOut() {
    const auto refused = [](const std::string& measured) {
      std::string row = kRow;
      row.replace(row.find("3134,120,19.6"), std::string("3134,120,19.6").size(), measured);
      const ServingTable table = table_of(row);
      return table.skipped.size() == 1 ? table.skipped.front().error.where : std::string();
    };
    QCOMPARE(refused("3134,120,19.6"), std::string());
    QCOMPARE(refused("3134,120,40.8"), std::string());  // 2 x 64 / 3134 s = 40.84 ms
    QCOMPARE(refused("3134,120,40.9"), std::string("row 2, column tpot_ms_median"));
    QCOMPARE(refused(",120,8000"), std::string("row 2, column tpot_ms_median"));
    QCOMPARE(refused("3134,120,0.0196"), std::string("row 2, column tpot_ms_median"));
    QCOMPARE(refused("3134,-120,19.6"), std::string("row 2, column ttft_ms_median"));
    QCOMPARE(refused("fast,120,19.6"), std::string("row 2, column output_tok_s_total"));
    QCOMPARE(refused("3134,,"), std::string());
  }

  /// What deployments are looked for: read, written again, and wrong at the place.
  void readsFixedAndAllowed() {
    const auto job = [](const std::string& chosen, const std::string& traffic = R"({"concurrency": 4})") {
      return job_of((R"({"task": "serve", "traffic": )" + traffic +
                     R"(, "input_tokens": 100, "output_tokens": 10, "precision": "fp8", )" + chosen + "}")
                        .c_str());
    };
    const auto read = job(R"("fixed": {"tensor_parallel": 4, "engine": "sglang", "kind": "aggregated"},
                             "allowed": {"pipeline_parallel": [2, 1]})");
    QVERIFY(read);
    QCOMPARE(read->runtime, Runtime::sglang);
    QVERIFY(read->choices.aggregated && !read->choices.disaggregated);
    Worker worker = tensor_parallel(4);
    QVERIFY(read->choices.allow(worker));
    worker.pipeline_parallel = 3;
    QVERIFY(!read->choices.allow(worker));
    const Json written = to_json(*read);
    QCOMPARE(written["fixed"],
             Json::parse(R"({"tensor_parallel": 4, "engine": "sglang", "kind": "aggregated"})"));
    QCOMPARE(written["allowed"], Json::parse(R"({"pipeline_parallel": [1, 2]})"));
    QVERIFY(read_serve_job(written));
    const auto unknown = job(R"("fixed": {"tensor_paralel": 4})");
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().where, std::string("fixed.tensor_paralel"));
    QVERIFY(to_text(unknown.error().wanted).find("tensor_parallel") != std::string::npos);
    for (const char* bad : {R"("fixed": {"tensor_parallel": 4}, "allowed": {"tensor_parallel": [2]})",
                            R"("fixed": {"tensor_parallel": "four"})", R"("fixed": {"kind": "both"})",
                            R"("allowed": {"engine": ["vllm", "sglang"]})",
                            R"("fixed": {"precision": "bf16"})", R"("fixed": {"kind": "disaggregated"})",
                            R"("fixed": {"engine": "vllm"}, "software": {"runtime": "sglang"})"})
      QVERIFY2(!job(bad), bad);
    QVERIFY(job(R"("fixed": {"kind": "disaggregated"})", R"({"requests_per_second": 4})"));
  }

  /// Half of the lengths are at least 300, a tenth, too, and the others a token: the mean is 0.5 + 0.5 x 300
  /// or more. As many users as people is a slip of the pen.
  void refusesWhatCannotBe() {
    QCOMPARE(refused_at(R"({"mean": 150, "p50": 300})"), std::string("input_tokens.mean"));
    QCOMPARE(refused_at(R"({"mean": 151, "p50": 300})"), std::string());
    // 0.5 + 0.4 x 100 + 0.09 x 1000 + 0.01 x 10,000 = 230.5.
    QCOMPARE(refused_at(R"({"mean": 230, "p50": 100, "p90": 1000, "p99": 10000})"),
             std::string("input_tokens.mean"));
    QCOMPARE(refused_at(R"({"mean": 231, "p50": 100, "p90": 1000, "p99": 10000})"), std::string());
    QCOMPARE(refused_at("100", R"({"concurrency": 1e18})"), std::string("traffic.concurrency"));
    QCOMPARE(refused_at("100", R"({"requests_per_second": 1e18})"),
             std::string("traffic.requests_per_second"));
    QCOMPARE(refused_at("100", R"({"concurrency": 0.5})"), std::string("traffic.concurrency"));
    QCOMPARE(refused_at("100", R"({"concurrency": 2.5})"), std::string("traffic.concurrency"));
    QCOMPARE(refused_at("100", R"({"concurrency": 64.0})"), std::string());
    const auto cached = [](const char* more) {
      const auto job = job_of((std::string(R"({"task": "serve", "traffic": {"concurrency": 4}, "precision": "fp8",
          "input_tokens": 100, "output_tokens": 10, "prefix_tokens": 5000)") + more + "}").c_str());
      return job ? std::string() : job.error().where;
    };
    QCOMPARE(cached(""), std::string("cached_prefix"));
    QCOMPARE(cached(R"(, "cached_prefix": 0.5)"), std::string());
    std::string hours = "-1";
    for (int hour = 1; hour < 24; ++hour) hours += ", 1";
    const auto below = job_of((R"({"task": "serve", "traffic": {"requests_per_second": 1, "hours": [)" + hours +
                               R"(]}, "input_tokens": 9, "output_tokens": 9, "precision": "fp8"})")
                                  .c_str());
    QVERIFY(!below && below.error().where == "traffic.hours");
    QVERIFY(below.error().wanted.kind == Wanted::Kind::between && below.error().wanted.values[0] == "0");
    QCOMPARE(refused_at("100", R"({"requests_per_second": 1, "arrival_cv": 0})"),
             std::string("traffic.arrival_cv"));
    QCOMPARE(refused_at("100", R"({"requests_per_second": 1, "arrival_cv": -1})"),
             std::string("traffic.arrival_cv"));
    QCOMPARE(refused_at("100", R"({"requests_per_second": 1, "arrival_cv": 101})"),
             std::string("traffic.arrival_cv"));
    // Percentiles rise, and no mean is above the 99th that is said.
    QCOMPARE(refused_at(R"({"p50": 500, "p99": 100})"), std::string("input_tokens.p99"));
    QCOMPARE(refused_at(R"({"p50": 500, "p90": 400})"), std::string("input_tokens.p90"));
    QCOMPARE(refused_at(R"({"p50": 100, "p90": 300, "p99": 200})"), std::string("input_tokens.p99"));
    QCOMPARE(refused_at(R"({"mean": 401, "p50": 100, "p99": 400})"), std::string("input_tokens.mean"));
    QCOMPARE(refused_at(R"({"uniform": [1, 1e9]})"), std::string("input_tokens.uniform"));
  }

  /// Months that no year has, and engines before their first release; of offline work no first token is
  /// promised.
  void refusesDatesAndPromisesThatMeanNothing() {
    const auto refused = [](const std::string& more, const std::string& traffic) {
      const auto job =
          job_of((R"({"task": "serve", "traffic": )" + traffic +
                  R"(, "input_tokens": 9, "output_tokens": 9, "precision": "fp8", )" + more + "}")
                     .c_str());
      return job ? std::string() : job.error().where;
    };
    const auto dated = [&](const std::string& date) {
      return refused(R"("software": {"runtime": "vllm", "date": ")" + date + R"("})",
                     R"({"concurrency": 4})");
    };
    QCOMPARE(first_release(Runtime::vllm), std::string("2024-09"));
    for (const char* bad : {"1999-13", "2025-00", "2025-02-30", "2025", "soon", "2019-01", "2024-08"})
      QCOMPARE(dated(bad), std::string("software.date"));
    for (const char* good : {"2024-09", "2024-09-01", "2026-06"}) QCOMPARE(dated(good), std::string());
    const std::string offline = R"({"offline": true})";
    QCOMPARE(refused(R"("promises": {"ttft_seconds": 1})", offline), std::string("promises.ttft_seconds"));
    QCOMPARE(refused(R"("promises": {"e2e_seconds": 9})", offline), std::string("promises.e2e_seconds"));
    QCOMPARE(refused(R"("promises": {"tpot_seconds": 1})", offline), std::string());
  }

  void headerTellsTheKind();
  void rowBecomesQuestion();
  void badRowsAreLeftOut();
  void attentionDataParallelRow();
  void answerHasItsKeys();
  void orderCountsPairs();
  void shippedRunsLieInTheirBands();
  void bandsWidenWithWhatIsUnknown();
  void everyServedModelReads();
  void jobRoundTrip();
  void wrongJobsAreRefused();
  void lengthsOfQuantiles();
  void namesAllProfiles();
};

void TestServingTables::headerTellsTheKind() {
  QVERIFY(is_serving_table(kHeader + kRow));
  QVERIFY(!is_serving_table("id,gpu,measured_kind,measured_value\nx,h100-sxm,iter_s,1\n"));
  const auto without = read_serving_table("id,isl,osl,load_kind\n", hardware::Catalogue::built_in());
  QVERIFY(!without);
  QCOMPARE(without.error().code, std::string(code::bad_measured_table));
}

void TestServingTables::rowBecomesQuestion() {
  const ServingTable table = table_of(kRow);
  QCOMPARE(table.cases.size(), std::size_t{1});
  const ServingCase& one = table.cases.front();
  QCOMPARE(one.deployment.worker.tensor_parallel, 4);
  QCOMPARE(one.deployment.replicas, 1);
  QCOMPARE(one.asked.weights, DataType::fp8);
  QCOMPARE(one.asked.cache, DataType::fp8);
  QCOMPARE(one.assumed, std::string("fp8 cache"));
  QCOMPARE(one.asked.traffic.input.mean, 922.0);
  QVERIFY(!one.moe);
  const ServingValidation validation = validate(table);
  QCOMPARE(validation.predicted.size(), std::size_t{3});
  const Figures figures = predict(one.asked, one.deployment);
  QCOMPARE(validation.predicted[0].metric, Metric::tpot);
  QCOMPARE(validation.predicted[0].predicted.value, figures.tpot.value * 1e3);
  QCOMPARE(validation.predicted[0].error(), figures.tpot.value * 1e3 / 19.6 - 1.0);
  // Measured 19.6 ms; the shipped constants are within a fifth.
  QVERIFY(std::fabs(validation.predicted[0].error()) < 0.2);
  const std::string csv = rows_csv(validation);
  QVERIFY(
      csv.starts_with("id,metric,measured,predicted,error,low,high,assumed\n\"a1\",tpot_ms_median,19.6,"));
  QVERIFY(csv.find("\n\"a1\",output_tok_s_total,3134,") != std::string::npos);
  ServingTable formula = table_of(kRow);
  formula.cases.front().id = "=1+1";  // a spreadsheet would compute it
  QVERIFY(rows_csv(validate(formula)).find("\n\"'=1+1\",tpot_ms_median,19.6,") != std::string::npos);
}

void TestServingTables::badRowsAreLeftOut() {
  const ServingTable table = table_of(
      kRow + "b,inferencex,2025-11,vllm,h100-sxm,4,llama-3.3-70b,fp8,,4,1,,n,n,,922,,concurrency,64,1,,,,\n" +
      "c,inferencex,2025-11,deepspeed,h100-sxm,4,llama-3.3-70b,fp8,,4,1,,n,n,9,9,,concurrency,64,1,,,,\n" +
      "d,inferencex,2025-11,vllm,h100-sxm,4,no-such-model,fp8,,4,1,,n,n,9,9,,concurrency,64,1,,,,\n" +
      "e,short\n");
  QCOMPARE(table.rows, 5);
  QCOMPARE(table.cases.size(), std::size_t{1});
  QCOMPARE(table.skipped.size(), std::size_t{4});
  QVERIFY(table.skipped[0].error.where.find("column isl") != std::string::npos);
  QVERIFY(table.skipped[1].error.where.find("column framework") != std::string::npos);
  QVERIFY(table.skipped[2].error.where.find("column model") != std::string::npos);
  QCOMPARE(table.skipped[3].error.where, std::string("row 6"));
}

void TestServingTables::attentionDataParallelRow() {
  const ServingTable table = table_of(
      "x,inferencex,2025-12,tensorrt-llm,b200-sxm,8,deepseek-r1,fp4,,8,1,8,y,n,922,922,uniform,concurrency,"
      "64,1,1,1,,none\n");
  QCOMPARE(table.cases.size(), std::size_t{1});
  const Worker& worker = table.cases.front().deployment.worker;
  QCOMPARE(worker.tensor_parallel, 1);
  QCOMPARE(worker.attention_data_parallel, 8);
  QCOMPARE(worker.expert_parallel, 8);
  QCOMPARE(table.cases.front().deployment.gpus(), 8);
  QVERIFY(table.cases.front().moe);
}

void TestServingTables::answerHasItsKeys() {
  const Json answer = to_json(validate(table_of(kRow)));
  QCOMPARE(answer.at("rows").get<int>(), 1);
  QCOMPARE(answer.at("predicted").get<int>(), 1);
  const Json& serving = answer.at("serving");
  QCOMPARE(serving.at("tpot").at("dense").at("rows").get<int>(), 1);
  QVERIFY(serving.at("tpot").at("dense").at("median_abs_error").is_number());
  QVERIFY(serving.at("tpot").at("moe").at("median_abs_error").is_null());
  for (const char* key : {"output_tok_s", "offline", "ttft", "order"}) QVERIFY2(serving.contains(key), key);
}

void TestServingTables::orderCountsPairs() {
  // Twice the GPUs is faster, measured and predicted: one pair, in order. Told the other way round it is not.
  const auto wide = [](const char* tpot) {
    return "w,inferencex,2025-11,vllm,h100-sxm,8,llama-3.3-70b,fp8,,8,1,,n,n,922,922,uniform [0.8N "
           "N],concurrency,64,,," +
           std::string(tpot) + ",,none\n";
  };
  const ServingValidation right = validate(table_of(kRow + wide("13")));
  QCOMPARE(right.order_pairs, 1);
  QCOMPARE(right.order_right, 1.0);
  QCOMPARE(validate(table_of(kRow + wide("29"))).order_right, 0.0);
  QCOMPARE(validate(table_of(kRow + wide("20"))).order_pairs, 0);
}

void TestServingTables::shippedRunsLieInTheirBands() {
  const auto table = read_serving_table(built_in_serving_runs(), hardware::Catalogue::built_in());
  QVERIFY(table.has_value());
  QCOMPARE(table->rows, 5'220);
  const ServingValidation validation = validate(*table);
  QVERIFY(validation.skipped.size() * 20 < 5'220);  // at most 5 %
  struct Expected {
    const char* group;
    double median, p90;  // issue "Serving", configuration left out
  };
  auto groups = groups_of(validation);
  for (const Expected& expected : {Expected{"tpot dense", 0.06, 0.13},
                                   {"tpot moe", 0.09, 0.22},
                                   {"output_tok_s", 0.08, 0.25},
                                   {"static", 0.11, 0.40},
                                   {"offline", 0.13, 0.43},
                                   {"ttft without sglang", 0.17, 0.50}}) {
    const ServingErrors errors = errors_of(groups[expected.group]);
    const QString figures = QStringLiteral("%1: %2 / %3, %4 in bands")
                                .arg(QLatin1String(expected.group))
                                .arg(errors.median_abs)
                                .arg(errors.p90_abs)
                                .arg(errors.in_band);
    QVERIFY2(errors.median_abs <= expected.median && errors.p90_abs <= expected.p90, qPrintable(figures));
    QVERIFY2(errors.in_band >= 0.75 && errors.in_band <= 0.87, qPrintable(figures));
  }
  QVERIFY(validation.order_right > 0.96);
}

void TestServingTables::bandsWidenWithWhatIsUnknown() {
  QVERIFY(gpu_was_measured("h100-sxm") && !gpu_was_measured("l4"));
  QVERIFY(family_was_measured("llama") && !family_was_measured("no-such-family"));
  for (const Runtime runtime : {Runtime::vllm, Runtime::sglang, Runtime::tensorrt_llm})
    for (int kind = 0; kind < kBandings; ++kind) {
      const auto banding = static_cast<Banding>(kind);
      Evidence evidence{.runtime = runtime, .moe = true};
      const Band known = band_of(evidence, banding);
      QVERIFY(known.low > 0.0 && known.low < 1.0 && known.high > 1.0);
      evidence.gpu_measured = evidence.family_measured = false;
      const Band unknown = band_of(evidence, banding);
      QVERIFY(unknown.low <= known.low && unknown.high >= known.high);
    }
}

void TestServingTables::everyServedModelReads() {
  const Json names = resource("names").at("names");
  for (const auto& [name, of] : names.items()) {
    const std::string id = of.get<std::string>();
    const std::string_view config = served_model(id);
    const auto read = config.empty() ? model::read_model(id) : model::read_config(config, id);
    QVERIFY2(read.has_value(), name.c_str());
    QVERIFY2(shape_of(*read).layer_count > 0, name.c_str());
  }
  // Counted once more from the shape: attention, MLP, experts and head make the model, but for its embedding.
  const auto glm = model::read_config(served_model("glm-5"), "glm-5");
  QVERIFY(glm);
  const ParameterCounts counts = count_parameters(shape_of(*glm));
  const double sum = counts.attention + counts.dense + counts.experts + 2.0 * counts.head;
  QVERIFY(std::fabs(sum / static_cast<double>(glm->parameters_total) - 1.0) < 0.002);
}

void TestServingTables::jobRoundTrip() {
  const auto job = job_of(
      R"({"task": "serve", "traffic": {"requests_per_second": 20}, "input_tokens": {"profile": "azure-2023-conv"},
    "output_tokens": {"uniform": [800, 1000]}, "cached_prefix": 0.25, "promises": {"ttft_seconds": 1.0, "tpot_seconds": 0.03},
    "precision": "fp8", "kv_precision": "fp8", "software": {"runtime": "sglang", "date": "2026-06"}, "placement": "layers"})");
  QVERIFY(job);
  QVERIFY(job->over_layers);
  QCOMPARE(job->traffic.kind, Traffic::Kind::rate);
  QCOMPARE(job->traffic.output.mean, 900.0);
  QCOMPARE(job->runtime, Runtime::sglang);
  QVERIFY(job->traffic.input.mean > 1000.0 && job->traffic.input.variation > 0.5);
  // The profile brings how unevenly its requests come.
  QVERIFY(std::fabs(job->traffic.arrival_variation - 1.094) < 1e-9);
  const Json once = to_json(*job);
  const auto again = read_serve_job(once);
  QVERIFY(again);
  QCOMPARE(to_json(*again), once);
}

void TestServingTables::wrongJobsAreRefused() {
  const auto refused = [](const char* text) {
    const auto job = job_of(text);
    return job ? std::string() : job.error().where;
  };
  QCOMPARE(refused(R"({"task": "serve", "input_tokens": 1, "output_tokens": 1, "precision": "bf16"})"),
           std::string("traffic"));
  QCOMPARE(
      refused(
          R"({"task": "serve", "traffic": {"offline": true, "concurrency": 2}, "input_tokens": 1, "output_tokens": 1, "precision": "bf16"})"),
      std::string("traffic.requests_per_second"));
  QCOMPARE(
      refused(
          R"({"task": "serve", "traffic": {"offline": true}, "input_tokens": -1, "output_tokens": 1, "precision": "bf16"})"),
      std::string("input_tokens"));
  QCOMPARE(
      refused(
          R"({"task": "serve", "traffic": {"offline": true}, "input_tokens": {"profile": "azure"}, "output_tokens": 1, "precision": "bf16"})"),
      std::string("input_tokens.profile"));
  QCOMPARE(
      refused(
          R"({"task": "serve", "traffic": {"offline": true}, "input_tokens": 1, "output_tokens": 1, "precision": "fp7"})"),
      std::string("precision"));
}

/// An unknown trace is answered with all that are known.
void TestServingTables::namesAllProfiles() {
  const auto read = read_lengths(Json{{"profile", "nonsense"}}, "input_tokens", false);
  QVERIFY(!read);
  QCOMPARE(read.error().wanted.values.size(), profiles().size());
  QVERIFY(!profiles().empty());
}

void TestServingTables::lengthsOfQuantiles() {
  const auto read = read_lengths(Json::parse(R"({"p50": 500, "p90": 2000})"), "input_tokens", false);
  QVERIFY(read);
  QVERIFY(std::fabs(read->quantile(0.5) - 500.0) < 1e-3);
  QVERIFY(std::fabs(read->quantile(0.9) - 2000.0) < 1e-2);
  // A log-normal: ln(4)/1.2816 is its spread.
  const double spread = std::log(4.0) / 1.2815515655;
  QVERIFY(std::fabs(read->mean - 500.0 * std::exp(0.5 * spread * spread)) < 1e-2);
  // A median and a 99th percentile: 500 x 8^(1.2816 / 2.3263) = 500 x 3.1440 = 1,572 is the 90th.
  const auto tail = read_lengths(Json::parse(R"({"p50": 500, "p99": 4000})"), "input_tokens", false);
  QVERIFY(tail && std::fabs(tail->quantile(0.9) - 1572.0) < 0.5);
  // A mean of 824.36 = 500 exp(1 / 2) is a spread of 1: the 90th is 500 exp(1.2816) = 1,801.2.
  const auto wide = read_lengths(Json::parse(R"({"mean": 824.36, "p50": 500})"), "input_tokens", false);
  QVERIFY(wide && std::fabs(wide->p90 - 1801.2) < 0.5 && wide->p99 > wide->p90);
  QCOMPARE(Lengths::uniform(800, 1000).quantile(0.25), 850.0);
  // By hand: least 0.5 x 1 + 0.4 x 101 + 0.09 x 201 + 0.01 x 301 = 62; with all e = 1 0.5 x 100 + 0.4 x 100 +
  // 0.09 x 100 = 99 more. A mean of 111.5 is e = 0.5: between quantiles lengths rise evenly.
  const auto even =
      read_lengths(Json::parse(R"({"mean": 111.5, "p50": 101, "p90": 201, "p99": 301})"), "", true);
  QVERIFY(even);
  QVERIFY(std::fabs(even->quantile(0.25) - 51.0) < 1e-9 && std::fabs(even->quantile(0.7) - 151.0) < 1e-9);
  QVERIFY(std::fabs(even->quantile(0.945) - 251.0) < 1e-9);
  QCOMPARE(even->quantile(0.995), 301.0);
  // What is drawn has the stated mean and variation, of every profile.
  for (const Profile& profile : profiles())
    for (const Lengths& of : {profile.input, profile.output}) {
      double sum = 0.0, squares = 0.0;
      constexpr int kDraws = 20000;
      for (int i = 0; i < kDraws; ++i) {
        const double one = of.quantile((i + 0.5) / kDraws);
        sum += one / kDraws;
        squares += one * one / kDraws;
      }
      QVERIFY2(std::fabs(sum / of.mean - 1.0) < 1e-3, profile.id.c_str());
      QVERIFY2(std::fabs((squares / (sum * sum) - 1.0) / of.variation - 1.0) < 0.01, profile.id.c_str());
    }
}

}  // namespace tst_serving_tables

ASTROLABE_TEST(tst_serving_tables, TestServingTables)
#include "tst_serving_tables.moc"
