// Measured runs: reading tables, the rules of the defaults, and the errors that validate reports.
#include <QtTest>

#include "core/base/error_codes.h"
#include "core/plan/validation.h"

using namespace astrolabe;
using namespace astrolabe::plan;

namespace {

const std::string kHeader =
    "id,source,model,family,layers,hidden,heads,kv_heads,ffn,gated_mlp,vocab,seq,gpu,n_gpus,dtype,tp,pp,vpp,"
    "dp,"
    "mbs,gbs,zero,recompute,framework,date,measured_kind,measured_value\n";
const std::string kRow =
    "a,site,Llama-2-7B,llama,32,4096,32,32,11008,1,32000,4096,H100-SXM-80GB,8,bf16,1,1,1,8,1,128,1,none,"
    "NeMo,2025-01,iter_s,5.2\n";

std::string with(std::string row, const std::string& from, const std::string& to) {
  return row.replace(row.find(from), from.size(), to);
}

MeasuredTable table_of(const std::string& rows) {
  auto table = read_measured_runs(kHeader + rows);
  return table ? *table : MeasuredTable{};
}

MeasuredCase case_of(const std::string& row) {
  const MeasuredTable table = table_of(row);
  return *make_case(table.runs.at(0), hardware::Catalogue::built_in());
}

}  // namespace

class TestValidation : public QObject {
  Q_OBJECT

 private slots:
  void readsARow() {
    const MeasuredTable table = table_of(kRow);
    QCOMPARE(table.runs.size(), std::size_t{1});
    const MeasuredRun& run = table.runs.front();
    QCOMPARE(run.line, 2);
    QCOMPARE(*run.hidden, 4096);
    QCOMPARE(*run.gated, true);
    QVERIFY(!run.context_parallel);  // no such column
    QVERIFY(run.complete());
    QCOMPARE(run.year, 2025.0 + 0.5 / 12.0);  // the middle of January
  }

  void refusesAHeader_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found");
    QTest::newRow("empty") << ""
                           << "row 1"
                           << "nothing";
    QTest::newRow("misspelt") << "id,gpu,n_gpu,measured_kind,measured_value\n"
                              << "row 1, column 3"
                              << "n_gpu";
    QTest::newRow("twice") << "id,gpu,gpu,measured_kind,measured_value\n"
                           << "row 1, column 3"
                           << "gpu";
    QTest::newRow("missing") << "id,measured_kind,measured_value\n"
                             << "row 1"
                             << "no column gpu";
  }
  void refusesAHeader() {
    QFETCH(QString, text);
    QFETCH(QString, where);
    QFETCH(QString, found);
    const auto table = read_measured_runs(text.toStdString());
    QVERIFY(!table);
    QCOMPARE(table.error().code, std::string(code::bad_measured_table));
    QCOMPARE(table.error().where, where.toStdString());
    QCOMPARE(table.error().found, found.toStdString());
  }

  void leavesOutABadRowAndReadsTheOthers_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found");
    QTest::newRow("not a number") << ",32,4096,"
                                  << ",many,4096,"
                                  << "row 2, column layers"
                                  << "many";
    // 1 x 1 x 4 replicas are 4 GPUs, not 8
    QTest::newRow("degrees") << ",1,1,1,8,1,"
                             << ",1,1,1,4,1,"
                             << "row 2, column dp"
                             << "4";
    // 100 sequences over 8 replicas
    QTest::newRow("batch") << ",128,1,none"
                           << ",100,1,none"
                           << "row 2, column gbs"
                           << "100";
    QTest::newRow("data type") << "bf16"
                               << "bf61"
                               << "row 2, column dtype"
                               << "bf61";
    QTest::newRow("kind") << "iter_s"
                          << "iter_ms"
                          << "row 2, column measured_kind"
                          << "iter_ms";
    QTest::newRow("value") << "5.2"
                           << "-5.2"
                           << "row 2, column measured_value"
                           << "-5.2";
    QTest::newRow("too many stages") << ",1,1,1,8,"
                                     << ",1,40,1,,"
                                     << "row 2, column n_gpus"
                                     << "8";
  }
  void leavesOutABadRowAndReadsTheOthers() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, where);
    QFETCH(QString, found);
    const MeasuredTable table =
        table_of(with(kRow, from.toStdString(), to.toStdString()) + with(kRow, "a,", "b,"));
    QCOMPARE(table.runs.size(), std::size_t{1});
    QCOMPARE(table.runs.front().id, std::string("b"));
    QCOMPARE(table.skipped.size(), std::size_t{1});
    QCOMPARE(table.skipped.front().error.where, where.toStdString());
    QCOMPARE(table.skipped.front().error.found, found.toStdString());
  }

  void anIdStandsOnce() {
    const MeasuredTable table = table_of(kRow + kRow);
    QCOMPARE(table.runs.size(), std::size_t{1});
    QCOMPARE(table.skipped.front().error.where, std::string("row 3, column id"));
  }

  void unitsMixedUpAreSaid() {
    // 5200 milliseconds as seconds
    const Validation validation =
        validate(table_of(with(kRow, "5.2", "5200")), hardware::Catalogue::built_in());
    QVERIFY(validation.predicted.empty());
    QCOMPARE(validation.skipped.front().error.where, std::string("row 2, column measured_value"));
  }

  void measuredTimeAToken() {
    // 5.2 s for 128 x 4096 tokens
    QCOMPARE(case_of(kRow).measured_seconds_per_token(), 5.2 / (128.0 * 4096.0));
    // 12600 tokens a second and GPU on 8 GPUs
    QCOMPARE(case_of(with(kRow, "iter_s,5.2", "tok_s_gpu,12600")).measured_seconds_per_token(),
             1.0 / (12600.0 * 8.0));
  }

  void parametersOfTheRow() {
    // Llama-2-7B has 6,738,415,616 parameters
    QCOMPARE(case_of(kRow).problem.graph->parameters_total, std::int64_t{6'738'415'616});
  }

  void anUnknownVariantUsesItsSibling() {
    const MeasuredCase made = case_of(with(kRow, "H100-SXM-80GB", "H100-96GB"));
    const hardware::Gpu& gpu = made.problem.cluster.pools.front().gpu;
    QCOMPARE(gpu.id, std::string("h100-sxm"));
    QCOMPARE(gpu.memory->value, 96.0 * kGib);
    QVERIFY(std::any_of(made.assumed.begin(), made.assumed.end(),
                        [](const AssumedSetting& setting) { return setting.what == "gpu"; }));
  }

  void embeddingAndHeadCountAsLayers() {
    // 126 layers on 8 stages: 128 / 8 = 16, one fewer at both ends
    std::string row = with(kRow, ",32,4096,32,", ",126,4096,32,");
    row = with(row, "H100-SXM-80GB,8,bf16,1,1,1,8", "H100-SXM-80GB,64,bf16,1,8,1,8");
    QCOMPARE(case_of(row).layers, (std::vector<int>{15, 16, 16, 16, 16, 16, 16, 15}));
  }

  void quantiles() {
    // 1 2 3 4: the median lies half way between 2 and 3, the 90th percentile at place 2.7
    QCOMPARE(quantile({4, 1, 3, 2}, 0.5), 2.5);
    QCOMPARE(quantile({4, 1, 3, 2}, 0.9), 3.7);
  }

  void ordersPairs() {
    // Three layouts of one model: 5.2, 5.3 (2 % apart, no pair) and 6.5 s; predicted 1, 3, 2
    std::vector<MeasuredCase> cases{case_of(kRow), case_of(with(kRow, "5.2", "5.3")),
                                    case_of(with(kRow, "5.2", "6.5"))};
    const Ordering ordering = order_of(cases, std::vector<double>{1.0, 3.0, 2.0}, 0.05);
    QCOMPARE(ordering.pairs, 2);
    QCOMPARE(ordering.right, 1);
  }
};

QTEST_GUILESS_MAIN(TestValidation)
#include "tst_validation.moc"
