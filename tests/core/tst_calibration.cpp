// Calibrations: fitted to a site's own runs, kept as a file, refused where they do not belong.
#include <QtTest>

#include "core/base/error_codes.h"
#include "core/calibration/calibration.h"
#include "core/calibration/model_constants.h"
#include "tests/program/test_program.h"

namespace tst_calibration {

using namespace astrolabe;
using namespace astrolabe::calibration;

namespace {

const std::string kHeader =
    "id,source,model,family,layers,hidden,heads,kv_heads,ffn,gated_mlp,vocab,seq,gpu,n_gpus,dtype,tp,pp,dp,"
    "mbs,gbs,zero,recompute,framework,date,measured_kind,measured_value\n";

std::string row(const std::string& id, int layers, int hidden, int sequence, int tensor_parallel,
                const std::string& value, const std::string& gpu = "H100-SXM-80GB") {
  const auto text = [](int number) { return std::to_string(number); };
  const int heads = hidden / 128;
  return id + ",own,Llama-like,llama," + text(layers) + "," + text(hidden) + "," + text(heads) + "," +
         text(heads) + "," + text(4 * hidden) + ",1,32000," + text(sequence) + "," + gpu + ",8,bf16," +
         text(tensor_parallel) + ",1," + text(8 / tensor_parallel) + ",1,128,1,none,NeMo,2025-01,iter_s," +
         value + "\n";
}

MeasuredTable table_of(const std::string& rows) { return *read_measured_runs(kHeader + rows); }

/// Three layouts and a fourth, as a site would measure them whose products run at 0.8 of the usual speed.
struct Site {
  Site() {
    slow.gemm_hopper *= 0.8;
    const auto measure = [&](const std::string& id, int layers, int hidden, int sequence, int tp) {
      const MeasuredTable guess = table_of(row(id, layers, hidden, sequence, tp, "1"));
      const auto made = make_case(guess.runs.front(), hardware::Catalogue::built_in());
      const double seconds =
          predict(*made, std::make_shared<const cost::Coefficients>(slow)) * made->tokens_per_step;
      return row(id, layers, hidden, sequence, tp, std::to_string(seconds));
    };
    three =
        measure("a", 32, 4096, 4096, 1) + measure("b", 40, 5120, 4096, 2) + measure("c", 32, 4096, 8192, 4);
    fourth = measure("d", 24, 8192, 4096, 4);
  }
  cost::Coefficients slow;
  std::string three, fourth;
};

Calibration some() {
  Calibration calibration;
  calibration.gpus = {"h100-sxm"};
  calibration.runs = 3;
  calibration.coefficients.straggler = 0.0071;
  return calibration;
}

}  // namespace

class TestCalibration : public QObject {
  Q_OBJECT

 private slots:
  void threeRunsOfASlowSite() {
    const Site site;
    const auto& catalogue = hardware::Catalogue::built_in();
    const auto calibration = calibrate(table_of(site.three), catalogue);
    QVERIFY(calibration);
    QCOMPARE(calibration->runs, 3);
    QCOMPARE(calibration->gpus, std::vector<std::string>{"h100-sxm"});
    // Before: products take 0.8 of what was measured, so a step is predicted more than 5 % too short.
    const MeasuredTable unseen = table_of(site.fourth);
    const double before = validate(unseen, catalogue).predicted.front().error();
    const double after = validate(unseen, catalogue, *calibration).predicted.front().error();
    QVERIFY2(before < -0.05, qPrintable(QString::number(before)));
    // Priors hold some of it back.
    QVERIFY2(std::fabs(after) < 0.5 * std::fabs(before), qPrintable(QString::number(after)));
    QVERIFY(calibration->median_abs_error_after < 0.5 * calibration->median_abs_error_before);
    QVERIFY(calibration->median_abs_error_before > 0.05);
  }

  void aTableWithoutTimesIsNotEnough() {
    const auto none = calibrate(table_of(""), hardware::Catalogue::built_in());
    QVERIFY(!none);
    QCOMPARE(none.error().code, std::string(code::incomplete_run));
  }

  void readsWhatItWrote() {
    const Calibration written = some();
    const auto read = read_calibration(to_json(written));
    QVERIFY(read);
    QVERIFY(read->coefficients == written.coefficients);
    QCOMPARE(read->gpus, written.gpus);
    QCOMPARE(read->runs, 3);
  }

  /// When it was made and from what goes with it where that is known; older ones are written as they were.
  void itsDayAndSource() {
    const Json unknown = to_json(some());
    QVERIFY(!unknown.contains("date") && !unknown.contains("source"));
    const auto old = read_calibration(unknown);
    QVERIFY(old);
    QVERIFY(old->date.empty() && old->source.empty());
    Calibration dated = some();
    dated.date = "2026-11-20";
    dated.source = "runs.csv";
    const auto read = read_calibration_text(to_json(dated).dump());
    QVERIFY(read);
    QCOMPARE(read->date, dated.date);
    QCOMPARE(read->source, dated.source);
    QVERIFY(!read_calibration_text("{"));
    // Constants are the same whenever they were made, and differ from none.
    const std::string one = to_json(dated).dump();
    QVERIFY(same_constants(one, unknown.dump()));
    QVERIFY(same_constants("", ""));
    QVERIFY(!same_constants(one, ""));
    dated.coefficients.straggler *= 2.0;
    QVERIFY(!same_constants(one, to_json(dated).dump()));
    Calibration elsewhere = some();
    elsewhere.gpus.push_back("a100-sxm-80");
    QVERIFY(!same_constants(one, to_json(elsewhere).dump()));
  }

  void madeOnATypeOrItsCopies() {
    hardware::Gpu gpu;
    gpu.id = "h100-sxm";
    QVERIFY(made_on(some(), gpu));
    gpu.id = "ours";
    QVERIFY(!made_on(some(), gpu));
    gpu.like = "h100-sxm";
    QVERIFY(made_on(some(), gpu));
  }

  void refuses_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");  // JSON; empty removes the key
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found");
    const auto add = [](const char* name, const char* pointer, const char* value, const char* where,
                        const char* found) {
      QTest::newRow(name) << QString::fromLatin1(pointer) << QString::fromLatin1(value)
                          << QString::fromLatin1(where) << QString::fromLatin1(found);
    };
    add("another file", "/format", "", "format", "\"nothing\"");
    add("another version", "/cost_model_version", "0", "cost_model_version", "0");
    add("no GPU", "/gpus", "[]", "gpus", "[]");
    add("a GPU that is a number", "/gpus", "[7]", "gpus", "7");
    add("a constant missing", "/constants/straggler", "", "constants.straggler", "\"nothing\"");
    add("beyond its bounds", "/constants/gemm_hopper", "12", "constants.gemm_hopper", "12");
    add("fewer than no runs", "/runs", "-3", "runs", "-3");
    add("half a run", "/runs", "2.5", "runs", "2.5");
    add("runs beyond counting", "/runs", "1e300", "runs", "1e+300");
    add("an error below zero", "/median_abs_error_before", "-0.1", "median_abs_error_before", "-0.1");
    add("not a number", "/constants/gemm_hopper", "\"fast\"", "constants.gemm_hopper", "\"fast\"");
    add("a thirteenth month", "/date", "\"2026-13-01\"", "date", "2026-13-01");
    add("a day of no year", "/date", "\"2026-06-31\"", "date", "2026-06-31");
    add("a year alone", "/date", "\"2026\"", "date", "2026");
    add("a day that is a number", "/date", "20261120", "date", "20261120");
    add("a source that is a number", "/source", "7", "source", "7");
  }
  void refuses() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, where);
    QFETCH(QString, found);
    Json json = to_json(some());
    const Json::json_pointer place(pointer.toStdString());
    if (value.isEmpty())
      json.at(place.parent_pointer()).erase(place.back());
    else
      json[place] = Json::parse(value.toStdString());
    const auto read = read_calibration(json);
    QVERIFY(!read);
    QCOMPARE(read.error().code, std::string(code::bad_calibration));
    QCOMPARE(read.error().where, where.toStdString());
    QCOMPARE(read.error().found, found.toStdString());
  }

  void refusesAConstantThatItDoesNotKnow() {
    Json json = to_json(some());
    json["constants"]["warp"] = 9.0;
    const auto read = read_calibration(json);
    QVERIFY(!read);
    QVERIFY(read.error().where.starts_with("constants"));
  }

  void belongsToItsGpus() {
    strategy::Problem problem;
    problem.cluster.pools.resize(1);
    problem.cluster.pools.front().id = "main";
    problem.cluster.pools.front().gpu.id = "h100-sxm";
    QVERIFY(apply(some(), problem));
    QCOMPARE(problem.coefficients->straggler, 0.0071);
    problem.cluster.pools.front().gpu.id = "a100-sxm-80";
    const auto other = apply(some(), problem);
    QVERIFY(!other);
    QCOMPARE(other.error().code, std::string(code::bad_calibration));
    QCOMPARE(other.error().found, std::string("h100-sxm"));
    QVERIFY(to_text(other.error().wanted).find("a100-sxm-80") != std::string::npos);
  }

  /// What published runs do not move is told as fixed, until runs of one's own have moved it; every constant
  /// once either way.
  void constantsOfASite() {
    strategy::Problem problem;
    problem.cluster.pools.resize(1);
    problem.cluster.pools.front().gpu.id = "h100-sxm";
    const auto fitted = [&](const char* name) {
      int found = 0, told = 0;
      for (const ModelConstant& one : model_constants(problem)) {
        found += one.name == std::string(name) ? 1 : 0;
        told += one.name == std::string(name) && one.fitted ? 1 : 0;
      }
      return found == 1 ? told : -1;
    };
    QCOMPARE(fitted("step_seconds"), 0);
    QCOMPARE(fitted("grouped_seconds"), 0);
    QCOMPARE(fitted("straggler"), 1);
    QVERIFY(apply(some(), problem));
    QCOMPARE(fitted("step_seconds"), 1);
    QCOMPARE(fitted("grouped_seconds"), 1);
    QCOMPARE(fitted("straggler"), 1);
  }

  void rowsOfOtherTypesAreLeftOut() {
    const Validation validation = validate(
        table_of(row("a", 32, 4096, 4096, 1, "5.2") + row("b", 32, 4096, 4096, 1, "9.2", "A100-SXM-80GB")),
        hardware::Catalogue::built_in(), some());
    QCOMPARE(validation.predicted.size(), std::size_t{1});
    QCOMPARE(validation.skipped.front().id, std::string("b"));
    QCOMPARE(validation.skipped.front().error.where, std::string("row 3, column gpu"));
  }
};

}  // namespace tst_calibration

ASTROLABE_TEST(tst_calibration, TestCalibration)
#include "tst_calibration.moc"
