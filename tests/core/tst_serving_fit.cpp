// Constants of serving fitted to own runs and kernels: what made the runs comes back, and what a half of a
// table says holds for its other half.
#include <QtTest>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/base/error_codes.h"
#include "core/serving/calibration.h"
#include "core/serving/fit.h"
#include "core/serving/fixed_point.h"
#include "serving_cases.h"
#include "tests/program/test_program.h"

namespace tst_serving_fit {

using namespace astrolabe;
using namespace astrolabe::serving;
using namespace astrolabe::tests;

namespace {

const hardware::Catalogue& catalogue() { return hardware::Catalogue::built_in(); }

constexpr const char* kHeader =
    "id,source,date,framework,gpu,n_gpus,model,precision_weights,precision_kv,tp,pp,ep,dp_attention,"
    "disaggregated,isl,osl,load_kind,load_value,tpot_ms_median,ttft_ms_median,output_tok_s_total\n";

/// Runs of two models at many loads on H100 with vLLM, as a site whose constants are `truth` would measure
/// them; every second figure is `noise` too long, the others too short.
std::string runs_of(const Constants& truth, double noise = 0.0) {
  std::vector<std::string> lines;
  struct Laid {
    const char* model;
    int tp;
  };
  for (const Laid& laid : {Laid{"llama-3.1-8b", 1}, Laid{"llama-3.1-8b", 8}, Laid{"llama-3.1-70b", 4}})
    for (const auto& [input, output] : {std::pair{1000, 1000}, {4000, 300}, {200, 1500}})
      for (const int in_flight : {1, 4, 16, 64, 128})
        lines.push_back("r" + std::to_string(lines.size()) + ",site,2026-05,vllm,h100-sxm," +
                        std::to_string(laid.tp) + "," + laid.model + ",fp8,fp8," + std::to_string(laid.tp) +
                        ",1,1,n,n," + std::to_string(input) + "," + std::to_string(output) + ",concurrency," +
                        std::to_string(in_flight));
  std::string plain = kHeader;
  for (const std::string& line : lines) plain += line + ",1,1,1\n";
  const auto table = read_serving_table(plain, catalogue());
  std::string text = kHeader;
  double sign = 1.0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const ServingCase& one = table->cases[i];
    const Figures figures = predict(one.asked, one.deployment, truth);
    text += lines[i];
    for (const Metric metric : kMetrics) {
      text += "," + std::to_string(figure_of(figures, metric).value * (1.0 + sign * noise));
      sign = -sign;
    }
    text += '\n';
  }
  return text;
}

/// What the site of the tests has: a slower host, slower kernels, a slower front end.
Constants site_constants() {
  Constants truth = shipped_values();
  truth[Constant::host_vllm] *= 1.5;
  truth[Constant::decode_hopper] *= 1.15;
  truth[Constant::front_end] *= 1.6;
  return truth;
}
constexpr Constant kMoved[] = {Constant::host_vllm, Constant::decode_hopper, Constant::front_end};

ServingFit fitted(const OwnTables& tables) {
  auto fit = calibrate(tables, catalogue());
  return fit ? std::move(*fit) : ServingFit{};
}

OwnTables tables_of(std::string_view csv) {
  OwnTables tables;
  const auto added = add_table(csv, "runs.csv", catalogue(), tables);
  return added ? tables : OwnTables{};
}

/// Median of |predicted/measured - 1| over the figures of some cases.
double error_of(const std::vector<ServingCase>& cases, const ServingCalibration* own) {
  ServingTable table;
  table.cases = cases;
  const ServingValidation found = own ? validate(table, *own) : validate(table);
  std::vector<const ServingRow*> rows;
  for (const ServingRow& row : found.predicted) rows.push_back(&row);
  return errors_of(rows).median_abs;
}

std::string attention_rows(double launch_us, double share) {
  OwnKernels own;
  own.constants = kernel_constants(Generation::hopper);
  own.constants.decode.launch_us = launch_us;
  own.constants.decode.bandwidth_share = share;
  Machine h100 = machine("h100-sxm");
  h100.kernels = std::make_shared<const OwnKernels>(own);
  std::string text = "gpu,kv_dtype,batch,context,heads,kv_heads,head_dim,window,latency_us\n";
  for (const int batch : {1, 8, 64, 256})
    for (const int context : {256, 2048, 16384}) {
      KernelTime one;
      one.kernel = InferenceKernel::decode_attention;
      one.dtype = "bf16";
      one.batch = batch;
      one.context = context;
      one.heads = 16.0;
      one.kv_heads = 2.0;
      one.head_dim = 128.0;
      text += "h100-sxm,bf16," + std::to_string(batch) + "," + std::to_string(context) + ",16,2,128,0," +
              std::to_string(kernel_us(h100, one)) + "\n";
    }
  return text;
}

}  // namespace

class TestServingFit : public QObject {
  Q_OBJECT

 private slots:
  /// x = 2 + x/2 has its root at 4; x = 1 + x^2/5 its lesser one at (5 - sqrt 5)/2 = 1.38197.
  void risingFixedPoints() {
    int asked = 0;
    const double line = rising_fixed_point(1.0, 1e9, 1e-9, 100, [&](double x) {
      ++asked;
      return 2.0 + 0.5 * x;
    });
    QVERIFY(std::fabs(line - 4.0) < 1e-6);
    QVERIFY2(asked <= 5, qPrintable(QString::number(asked)));
    const double curve = rising_fixed_point(0.5, 1e9, 1e-9, 100, [](double x) { return 1.0 + 0.2 * x * x; });
    QVERIFY(std::fabs(curve - 0.5 * (5.0 - std::sqrt(5.0))) < 1e-6);
    // x = 1 + 2 x has none above 0: it is left beyond the most.
    QVERIFY(rising_fixed_point(1.0, 1e3, 1e-9, 100, [](double x) { return 1.0 + 2.0 * x; }) > 1e3);
  }

  /// x = sqrt y, y = 2 x: x = 2, y = 4. Repeated substitution turns the map's errors by 1/2 and 2, so plain
  /// steps do not converge fast.
  void fixedPointsOfTwo() {
    int asked = 0;
    const Pair found = fixed_point_of_two({1.0, 1.0}, 1e-9, 60, [&](const Pair& at) {
      ++asked;
      return Image{{std::sqrt(at[1]), 2.0 * at[0]}, 0};
    });
    QVERIFY(std::fabs(found[0] - 2.0) < 1e-6 && std::fabs(found[1] - 4.0) < 1e-6);
    QVERIFY2(asked <= 14, qPrintable(QString::number(asked)));
  }

  /// Every load of a replica ends where damped substitution ends.
  void secantsMeetRepeatedSubstitution() {
    const StepModel model = step_model(llama_question(), tensor_parallel(4));
    const Demand demand{.input = 1000, .output = 500};
    for (const double in_flight : {1.0, 10.0, 100.0, 400.0}) {
      const Flow flow = closed_loop(model, demand, in_flight, 1e9);
      // Little's law, and the cycle's own length at what it says.
      QVERIFY(std::fabs(flow.rate * (flow.ttft + 499.0 * flow.tpot) / in_flight - 1.0) < 1e-3);
    }
  }

  /// With nothing else to move, the constants that made the runs come back.
  void knownConstantsComeBack() {
    const Constants truth = site_constants();
    const OwnTables tables = tables_of(runs_of(truth));
    QCOMPARE(tables.runs.cases.size(), std::size_t(45));
    QVERIFY(tables.skipped.empty());
    std::vector<const ServingCase*> cases;
    for (const ServingCase& one : tables.runs.cases) cases.push_back(&one);
    Priors priors = own_priors();
    for (double& one : priors.deviations) one = 1e-4;
    for (const Constant one : kMoved) priors.deviations[static_cast<std::size_t>(one)] = 2.0;
    const Constants found = fit_constants(cases, priors, shipped_values());
    for (const Constant one : kMoved)
      QVERIFY2(std::fabs(found[one] / truth[one] - 1.0) < 0.02,
               qPrintable(QStringLiteral("%1: %2").arg(int(one)).arg(found[one] / truth[one])));
  }

  /// With the priors of a site all constants that the runs tell of share the difference.
  void ownRunsAreCloser() {
    const ServingCalibration made = fitted(tables_of(runs_of(site_constants()))).calibration;
    QCOMPARE(made.runs, 45);
    QCOMPARE(made.gpus, std::vector<std::string>{"h100-sxm"});
    QCOMPARE(made.engines, std::vector<std::string>{"vllm"});
    QVERIFY2(made.median_abs_error_before > 0.05, qPrintable(QString::number(made.median_abs_error_before)));
    QVERIFY2(made.median_abs_error_after < 0.4 * made.median_abs_error_before,
             qPrintable(QString::number(made.median_abs_error_after)));
    for (const Constant one : kMoved) QVERIFY(made.constants[one] > shipped_values()[one]);
    // What no row tells of stays as it was shipped.
    for (const Constant one : {Constant::host_trt, Constant::decode_ampere, Constant::exchange_us})
      QVERIFY(std::fabs(made.constants[one] / shipped_values()[one] - 1.0) < 1e-9);
  }

  /// Runs that differ by 4 % from what made them: constants of one half of the layouts and lengths lower the
  /// error of the other half.
  void halfATableHelpsTheOther() {
    const OwnTables all = tables_of(runs_of(site_constants(), 0.04));
    for (const bool odd : {false, true}) {
      OwnTables seen;
      std::vector<ServingCase> unseen;
      std::map<std::string, bool> places;
      for (const ServingCase& one : all.runs.cases) {
        const auto [at, fresh] = places.try_emplace(one.configuration, places.size() % 2 == 1);
        if (at->second == odd)
          seen.runs.cases.push_back(one);
        else
          unseen.push_back(one);
      }
      QVERIFY(seen.runs.cases.size() >= 20 && unseen.size() >= 20);
      const ServingCalibration made = fitted(seen).calibration;
      const double before = error_of(unseen, nullptr), after = error_of(unseen, &made);
      QVERIFY2(after < 0.7 * before, qPrintable(QStringLiteral("%1, before %2").arg(after).arg(before)));
    }
  }

  void kernelsComeBack() {
    const OwnTables tables = tables_of(attention_rows(20.0, 0.7));
    QCOMPARE(tables.kernels.rows.size(), std::size_t(12));
    const ServingFit fit = fitted(tables);
    const auto own = fit.calibration.kernels.find("h100-sxm");
    QVERIFY(own != fit.calibration.kernels.end());
    QVERIFY(std::fabs(own->second->constants.decode.launch_us / 20.0 - 1.0) < 0.03);
    QVERIFY(std::fabs(own->second->constants.decode.bandwidth_share / 0.7 - 1.0) < 0.03);
    QCOMPARE(fit.tables.size(), std::size_t(1));
    QVERIFY(fit.tables.front().median_after < 0.01 && fit.tables.front().median_before > 0.1);
    // A question takes them: slower attention makes slower steps.
    Question question = llama_question();
    const double before = step_model(question, tensor_parallel(4)).step_ms({64, 8000, 0, 1, 0});
    QVERIFY(apply(fit.calibration, question));
    QVERIFY(step_model(question, tensor_parallel(4)).step_ms({64, 8000, 0, 1, 0}) > 1.05 * before);
  }

  /// Rows that judge but differ from those of the fit: a form fitted to twice the times errs more on them
  /// than the shipped one and is left out, with the constants of the runs likewise; asked for, it is taken.
  void whatErrsMoreIsLeftOut() {
    const KernelConstants& shipped = kernel_constants(Generation::hopper);
    const OwnTables plain =
        tables_of(attention_rows(shipped.decode.launch_us, shipped.decode.bandwidth_share));
    OwnTables slow = plain;
    for (KernelTime& one : slow.kernels.rows) one.us *= 2.0;
    slow.runs = tables_of(runs_of(site_constants())).runs;
    OwnTables unseen = plain;
    unseen.runs = tables_of(runs_of(shipped_values())).runs;
    const auto fit = calibrate(slow, catalogue(), 1, {.unseen = &unseen});
    QVERIFY(fit);
    QVERIFY(fit->is_empty() && !fit->constants_taken);
    QCOMPARE(fit->tables.size(), std::size_t(1));
    QVERIFY(!fit->tables.front().taken && fit->tables.front().unseen);
    QVERIFY2(fit->tables.front().median_before < 1e-6 && fit->tables.front().median_after > 0.3,
             qPrintable(QString::number(fit->tables.front().median_after)));
    QCOMPARE(fit->fitted.kernels.size(), std::size_t(1));
    const auto forced = calibrate(slow, catalogue(), 1, {.unseen = &unseen, .also_worse = true});
    QVERIFY(forced && forced->constants_taken && forced->tables.front().taken);
    QCOMPARE(forced->calibration.kernels.size(), std::size_t(1));
    // Judged by the rows of the fit it is better than what is shipped.
    slow.runs = {};
    const auto own = calibrate(slow, catalogue());
    QVERIFY(own && own->tables.front().taken && !own->tables.front().unseen && !own->is_empty());
  }

  /// Forms of experts in one type say nothing of experts in another that ships with rows of its own; int4 is
  /// predicted by the table of its name.
  void formsOfOneTypeAlone() {
    Machine h100 = machine("h100-sxm");
    const ExpertConstants four = expert_constants(h100, DataType::mxfp4, Runtime::vllm);
    OwnKernels own;
    own.constants = kernel_constants(Generation::hopper);
    own.experts["bf16|vllm"] = {1000.0, 0.1, 0.1, 1.0, 1.0, 1.0, 0.0};
    h100.kernels = std::make_shared<const OwnKernels>(own);
    QCOMPARE(expert_constants(h100, DataType::mxfp4, Runtime::vllm).launch_us, four.launch_us);
    QCOMPARE(expert_constants(h100, DataType::bf16, Runtime::vllm).launch_us, 1000.0);
    own.experts["int4_wo|vllm"] = {50.0, 0.1, 0.1, 1.0, 1.0, 1.0, 0.0};
    h100.kernels = std::make_shared<const OwnKernels>(own);
    QCOMPARE(expert_constants(h100, DataType::int4, Runtime::vllm).launch_us, 50.0);
    QCOMPARE(expert_constants(h100, DataType::mxfp4, Runtime::vllm).launch_us, four.launch_us);
  }

  void filesKeepWhatWasFitted() {
    OwnTables tables = tables_of(attention_rows(20.0, 0.7));
    QVERIFY(add_table(runs_of(site_constants()), "runs.csv", catalogue(), tables));
    const ServingCalibration made = fitted(tables).calibration;
    const auto read = read_serving_calibration_text(to_json(made).dump());
    QVERIFY(read);
    QCOMPARE(read->gpus, made.gpus);
    QCOMPARE(read->runs, made.runs);
    QVERIFY(read->constants.values == made.constants.values);
    QCOMPARE(read->kernels.size(), std::size_t(1));
    QVERIFY(*read->kernels.begin()->second == *made.kernels.begin()->second);
    Json json = to_json(made);
    const auto refused = [&](const char* key, const Json& value) {
      Json other = json;
      other[key] = value;
      const auto found = read_serving_calibration(other);
      return !found && found.error().code == code::bad_calibration &&
             found.error().where.starts_with(std::string(key) == "format" ? "format" : key);
    };
    QVERIFY(refused("format", "astrolabe-calibration"));
    QVERIFY(refused("serving_model_version", 99));
    QVERIFY(refused("gpus", Json::array()));
    QVERIFY(refused("constants", Json::object()));
    QVERIFY(refused("kernels", {{"h100-sxm", {{"decode", {1, 2}}}}}));
    QVERIFY(refused("runs", -1));
  }

  void otherTypesAndEnginesAreRefused() {
    ServingCalibration made;
    made.gpus = {"h100-sxm"};
    made.engines = {"vllm"};
    Question question = llama_question();
    QVERIFY(apply(made, question));
    question.machine = machine("a100-sxm-80");
    const auto type = apply(made, question);
    QVERIFY(!type && type.error().code == code::bad_calibration && type.error().where == "gpus");
    question = llama_question();
    question.engine = engine_of(Runtime::sglang);
    const auto engine = apply(made, question);
    QVERIFY(!engine && engine.error().where == "engines");
  }

  void mistakesTellRowAndColumn() {
    const std::string head = "gpu,kv_dtype,batch,context,heads,kv_heads,head_dim,window,latency_us\n";
    OwnTables tables;
    QVERIFY(add_table(head + "h100-sxm,bf16,1,256,16,2,128,0,-3\nh999,bf16,1,256,16,2,128,0,10\n", "a.csv",
                      catalogue(), tables));
    QCOMPARE(tables.skipped.size(), std::size_t(2));
    QCOMPARE(tables.skipped[0].where, std::string("row 2, column latency_us"));
    QCOMPARE(tables.skipped[0].file, std::string("a.csv"));
    QCOMPARE(tables.skipped[1].where, std::string("row 3, column gpu"));
    const auto header = add_table("gpu,kv_dtype,batch,context,heads\n", "b.csv", catalogue(), tables);
    QVERIFY(!header && header.error().code == code::bad_table_header);
    const auto few = calibrate(tables_of(head + "h100-sxm,bf16,1,256,16,2,128,0,12\n"), catalogue());
    QVERIFY(!few && few.error().code == code::too_few_rows);
  }
};

}  // namespace tst_serving_fit

ASTROLABE_TEST(tst_serving_fit, TestServingFit)
#include "tst_serving_fit.moc"
