// Steps that tests/device measured on a real GPU, which no fit has seen, against their predictions.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/base/file_read.h"
#include "core/base/text.h"
#include "core/calibration/calibration.h"
#include "core/calibration/kernel_fit.h"
#include "core/calibration/validation.h"
#include "core/cost/kernel_library.h"
#include "tests/program/test_program.h"

namespace tst_own_runs {

using namespace astrolabe;
using namespace astrolabe::calibration;

class TestOwnRuns : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    const std::string path = ASTROLABE_SOURCE_DIR "/tests/data/device/steps.csv";
    const auto text = read_text_file(path);
    QVERIFY(text.has_value());
    const auto table = read_measured_runs(*text);
    QVERIFY(table.has_value());
    m_table = *table;
    m_validation = validate(m_table, hardware::Catalogue::built_in());
    QCOMPARE(m_validation.rows, 66);
    QCOMPARE(m_validation.predicted.size(), std::size_t{66});
  }

  /// Weights in 16 bits, gradients added up in 32, as plans assume: with several micro-batches ten of
  /// twelve steps are inside their band. The two others are predicted slow: a sequence of 32,768 whose
  /// attention cuDNN does faster, and 128 small experts on one GPU, whose products are one kernel there.
  void megatronsSteps() {
    std::vector<double> errors;
    std::vector<std::string> outside;
    for (const ValidatedRow& row : m_validation.predicted) {
      if (!row.time || row.id.find("-megatron") == std::string::npos || one_micro_batch(row)) continue;
      errors.push_back(std::fabs(row.error()));
      if (!row.inside_band()) outside.push_back(row.id);
    }
    QCOMPARE(errors.size(), std::size_t{12});
    // 2.7 % while the constants rested on the first published table alone; both tables together want more of
    // the host and less of the loss.
    QVERIFY2(quantile(errors, 0.5) < 0.044, qPrintable(QString::number(quantile(errors, 0.5))));
    QVERIFY2(quantile(errors, 0.75) < 0.065, qPrintable(QString::number(quantile(errors, 0.75))));
    QCOMPARE(outside, (std::vector<std::string>{"OWN-qwen3-moe-4x4096-2x4-megatron",
                                                "OWN-llama-8b-4x32768-1x2-full-megatron"}));
  }

  /// A bare loop has none of the 30 ms that a step's data, norms and logs take in real trainings: of steps of
  /// one micro-batch, 94 to 186 ms long, that is all the difference.
  void stepsOfOneMicroBatch() {
    int rows = 0;
    for (const ValidatedRow& row : m_validation.predicted) {
      if (!row.time || !one_micro_batch(row)) continue;
      ++rows;
      const MeasuredRun& run = run_of(row);
      const double excess = (row.predicted - row.measured) * *run.global_batch * *run.sequence_length;
      QVERIFY2(excess > 0.02 && excess < 0.036, qPrintable(QString::fromStdString(row.id)));
    }
    QCOMPARE(rows, 11);
  }

  /// The six steps of Llama 1B calibrate the constants, the time of a step on the host among them, which no
  /// fit to published runs moves: nine of ten of the 27 others are then within 17.1 %, before within 26.
  /// (Within 14 % with the constants of before 2026-11-28, which knew PyTorch-native stacks by these rows
  /// alone: steps computed again without torch.compile and small ones are predicted slow since, published
  /// ones of that stack far better.)
  void calibratedToSomeOfThem() {
    const auto of_small = [](const std::string& id) { return id.find("llama-1b") != std::string::npos; };
    MeasuredTable small;
    for (const MeasuredRun& run : m_table.runs)
      if (of_small(run.id)) small.runs.push_back(run);
    const auto calibration = calibrate(small, hardware::Catalogue::built_in(), 1);
    QVERIFY(calibration.has_value());
    QCOMPARE(calibration->runs, 6);
    QCOMPARE(cost::Coefficients{}.step_seconds, 0.03);
    QVERIFY(calibration->coefficients.step_seconds > 0.015 && calibration->coefficients.step_seconds < 0.022);
    const auto of_others = [&](const Validation& validation) {
      std::vector<const ValidatedRow*> rows;
      for (const ValidatedRow& row : validation.predicted)
        if (row.time && !of_small(row.id)) rows.push_back(&row);
      return summarise(rows);
    };
    const ErrorSummary before = of_others(m_validation);
    const ErrorSummary after = of_others(validate(m_table, hardware::Catalogue::built_in(), *calibration));
    QCOMPARE(before.rows, 27);
    QVERIFY2(before.p90_abs > 0.2, qPrintable(QString::number(before.p90_abs)));
    // The tenth hangs on GPT 13B computed again without torch.compile, predicted 19 % slow: 16.5 % before
    // PyTorch's own constants were fitted to both published tables, 17.0 with elementwise work of 4.646 times
    // its bytes, 17.9 since all constants are fitted to both.
    QVERIFY2(after.p90_abs < 0.185, qPrintable(QString::number(after.p90_abs)));
    QVERIFY(after.median_abs < before.median_abs);
    // Bands of 80 %: without calibration 18 of 27 rows, as the published runs of this stack, which its band
    // is of, have the 30 ms of a step on the host that a bare loop lacks.
    QVERIFY(before.band_coverage > 0.62 && before.band_coverage < 0.9);
    QVERIFY2(after.band_coverage > 0.68 && after.band_coverage < 0.9,
             qPrintable(QString::number(after.band_coverage)));
  }

  /// The allocator's peak of the same steps. GPT-2 XL's holds 40 GiB that its other manners do not; a
  /// sequence of 32,768 has a loss that never holds its logits in 32 bits.
  void megatronsMemory() {
    std::vector<double> errors;
    for (const ValidatedRow& row : m_validation.predicted)
      if (!row.time && row.id.find("-megatron") != std::string::npos)
        errors.push_back(std::fabs(row.error()));
    QCOMPARE(errors.size(), std::size_t{16});
    QVERIFY2(quantile(errors, 0.5) < 0.07, qPrintable(QString::number(quantile(errors, 0.5))));
    QCOMPARE(std::count_if(errors.begin(), errors.end(), [](double error) { return error < 0.12; }), 14);
  }

  /// Products run here, for longer than kernel tables run theirs, take 0.88 of their rate; the constant of
  /// steps, fitted to published trainings alone, is 0.8533. cuDNN's attention from 4,096 tokens on.
  void kernels() {
    calibration::MeasuredKernels measured;
    for (const char* name : {"gemm", "attention"}) {
      const std::string path = std::string(ASTROLABE_SOURCE_DIR "/tests/data/device/") + name + ".csv";
      QVERIFY(calibration::read_kernel_table(*read_text_file(path), path, hardware::Catalogue::built_in(),
                                             measured));
    }
    const auto tables = cost::KernelLibrary::built_in()->find("h200-sxm");
    QVERIFY(tables != nullptr);
    std::vector<double> products, attention;
    for (const calibration::MeasuredGemm& row : measured.gemm)
      if (row.m > 1024.0) products.push_back(*calibration::predicted_seconds(*tables, row) / row.seconds);
    for (const calibration::MeasuredAttention& row : measured.attention)
      if (row.kernel == "cudnn" && row.sequence >= 4096.0 && row.heads >= 32.0)
        attention.push_back(std::fabs(*calibration::predicted_seconds(*tables, row) / row.seconds - 1.0));
    QCOMPARE(products.size(), std::size_t{84});
    QVERIFY2(std::fabs(quantile(products, 0.5) - 0.88) < 0.01,
             qPrintable(QString::number(quantile(products, 0.5))));
    QCOMPARE(attention.size(), std::size_t{8});
    QVERIFY2(quantile(attention, 0.5) < 0.05, qPrintable(QString::number(quantile(attention, 0.5))));
  }

 private:
  const MeasuredRun& run_of(const ValidatedRow& row) const {
    return *std::find_if(m_table.runs.begin(), m_table.runs.end(),
                         [&](const MeasuredRun& run) { return run.id == row.id; });
  }
  bool one_micro_batch(const ValidatedRow& row) const {
    return run_of(row).global_batch == run_of(row).micro_batch;
  }

  MeasuredTable m_table;
  Validation m_validation;
};

}  // namespace tst_own_runs

ASTROLABE_TEST(tst_own_runs, TestOwnRuns)
#include "tst_own_runs.moc"
