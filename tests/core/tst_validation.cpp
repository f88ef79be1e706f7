// Measured runs: reading tables, the rules of the defaults, and the errors that validate reports.
#include <QtTest>

#include "core/base/error_codes.h"
#include "core/calibration/validation.h"
#include "core/cost/shape.h"
#include "core/engine.h"
#include "core/plan/plan.h"
#include "tests/program/test_program.h"

namespace tst_validation {

using namespace astrolabe;
using namespace astrolabe::plan;
using namespace astrolabe::calibration;

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

  /// A run is asked for by its id; for another the nearest are told, none where nothing is near.
  void runsAreFoundById() {
    const std::string table =
        kHeader + kRow + with(kRow, "a,site", "MB-014,site") + with(kRow, "a,site", "MB-015,site");
    const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
    const auto found = plan_of_run(table, "MB-015", catalogue);
    QVERIFY(found.has_value());
    QCOMPARE(found->job.global_batch, 128);
    const auto near = plan_of_run(table, "MB-016", catalogue);
    QCOMPARE(near.error().code, std::string(code::unknown_run));
    QCOMPARE(near.error().found, std::string("MB-016"));
    QVERIFY(near.error().wanted.kind == Wanted::Kind::one_of);
    QVERIFY(near.error().wanted.values == (std::vector<std::string>{"MB-014", "MB-015"}));
    const auto none = plan_of_run(table, "zzzzz-000", catalogue);
    QCOMPARE(none.error().code, std::string(code::unknown_run));
    QVERIFY(none.error().wanted.kind == Wanted::Kind::text);
  }

  void refusesAHeader_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found");
    QTest::newRow("empty") << ""
                           << "row 1"
                           << "nothing";
    QTest::newRow("twice") << "id,gpu,gpu,measured_kind,measured_value\n"
                           << "row 1, column 3"
                           << "gpu";
    QTest::newRow("missing") << "id,measured_kind,measured_value\n"
                             << "row 1"
                             << "no column gpu";
    QTest::newRow("semicolons") << "id;gpu;measured_kind;measured_value\na;b;iter_s;1\n"
                                << "row 1"
                                << "semicolons";
    QTest::newRow("tabs") << "id\tgpu\tmeasured_kind\tmeasured_value\n"
                          << "row 1"
                          << "tabs";
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

  void namesColumnsThatItDoesNotRead() {
    const auto table = read_measured_runs(
        "id,gpu,n_gpu,measured_kind,measured_value,mood\na,H100-SXM-80GB,8,iter_s,5,fine\n");
    QVERIFY(table.has_value());
    QCOMPARE(table->runs.size(), std::size_t{1});
    QCOMPARE(table->ignored, (std::vector<std::string>{"n_gpu", "mood"}));
    const Validation validation = validate(*table, hardware::Catalogue::built_in());
    QCOMPARE(to_json(validation)["ignored_columns"], Json({"n_gpu", "mood"}));
  }

  void readsWhatElseDecidesSpeedAndMemory() {
    const std::string columns =
        "id,gpu,measured_kind,measured_value,dispatcher,cuda_graphs,compile,overlap_a2a,activation_offload,"
        "fp8_param_gather,grad_reduce_dtype,lora_rank,packing,train_mode,optimizer,mem_kind,warn\n";
    const auto table = read_measured_runs(
        columns +
        "a,H100-SXM-80GB,iter_s,5,deepep,layers,torch,1,0.25,1,bf16,64,padded,lora,adamw,reserved,"
        "\"odd, but so\"\n");
    QVERIFY(table.has_value());
    QVERIFY(table->ignored.empty());
    const MeasuredRun& run = table->runs.at(0);
    QCOMPARE(run.dispatcher, std::string("deepep"));
    QCOMPARE(run.cuda_graphs, std::string("layers"));
    QCOMPARE(run.compile, std::string("torch"));
    QCOMPARE(run.overlap_expert_traffic, std::optional<bool>(true));
    QCOMPARE(run.activation_offload, std::optional<double>(0.25));
    QCOMPARE(run.fp8_param_gather, std::optional<bool>(true));
    QCOMPARE(run.grad_reduce_dtype, std::string("bf16"));
    QCOMPARE(run.lora_rank, std::optional<int>(64));
    QCOMPARE(run.packing, std::string("padded"));
    QVERIFY(run.is_adapter());
    QCOMPARE(run.optimizer, std::string("adamw"));
    QCOMPARE(run.mem_kind, std::string("reserved"));
    QCOMPARE(run.warn, std::string("odd, but so"));
    const auto where = [&](const std::string& cells) {
      const auto read = read_measured_runs(columns + "a,H100-SXM-80GB,iter_s,5," + cells + "\n");
      return read && !read->skipped.empty() ? read->skipped.front().error.where : std::string();
    };
    QCOMPARE(where("deep,,,,,,,,,,,,"), std::string("row 2, column dispatcher"));
    QCOMPARE(where(",,,,2,,,,,,,,"), std::string("row 2, column activation_offload"));
    // Two columns that rule each other out: both are named.
    const auto both = read_measured_runs(columns + "a,H100-SXM-80GB,iter_s,5,,,,,,,,8,,sft,,,\n");
    QCOMPARE(both->skipped.at(0).error.where, std::string("row 2, column lora_rank"));
    QVERIFY(to_text(both->skipped.at(0).error.wanted).find("train_mode sft") != std::string::npos);
  }

  void takesBitsForBitsAndBytesForBytes() {
    const auto rate = [](const std::string& link) {
      const auto table = read_measured_runs(
          "id,gpu,n_gpus,gpus_per_node,layers,hidden,heads,seq,inter_node_link,measured_kind,measured_value\n"
          "a,H100-SXM-80GB,16,8,32,4096,32,4096," +
          link + ",iter_s,5\n");
      std::vector<AssumedSetting> assumed;
      const auto cluster = measured_cluster(table->runs.at(0), hardware::Catalogue::built_in(), assumed);
      return cluster ? cluster->pools.front().inter_node.bandwidth.value / 1e9 : -1.0;
    };
    QCOMPARE(rate("8x50 GB/s"), 400.0);
    QCOMPARE(rate("8 x 400 Gb/s per node"), 400.0);
    QCOMPARE(rate("InfiniBand 8 x 400 Gb/s per node (8 x 50 gigabytes/s)"), 400.0);
    QCOMPARE(rate("RDMA 400 Gb/s per GPU"), 400.0);
    QCOMPARE(rate("8x HDR InfiniBand 200 Gb/s per node"), 200.0);
    QCOMPARE(rate("3x 400 GbE RoCE a node"), 150.0);
  }

  void readsPowerLimitAndMemoryInTheGpuCell() {
    const auto pool = [](const std::string& gpu, const std::string& notes) {
      const auto table =
          read_measured_runs("id,gpu,n_gpus,layers,hidden,heads,seq,measured_kind,measured_value,notes\na," +
                             gpu + ",8,32,4096,32,4096,iter_s,5," + notes + "\n");
      std::vector<AssumedSetting> assumed;
      return measured_cluster(table->runs.at(0), hardware::Catalogue::built_in(), assumed)->pools.front();
    };
    const hardware::Pool capped = pool("H100-SXM-96GB-500W", "HBM2e H100 at 2.4 TB/s limited to 500 W");
    QCOMPARE(capped.gpu.memory->value, 96.0 * kGib);
    QCOMPARE(capped.gpu.memory_bandwidth->value, 2.4e12);
    QVERIFY(std::abs(capped.sustained_clock - std::pow(500.0 / 700.0, 0.4)) < 1e-12);
    QCOMPARE(pool("H100-SXM-80GB", "").sustained_clock, 1.0);
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
    QTest::newRow("a quote to the end") << ",bf16,"
                                        << ",\"bf16,"
                                        << "row 2"
                                        << "a quote that is not closed";
    QTest::newRow("kind") << "iter_s"
                          << "iter_ms"
                          << "row 2, column measured_kind"
                          << "iter_ms";
    QTest::newRow("value") << "5.2"
                           << "-5.2"
                           << "row 2, column measured_value"
                           << "-5.2";
    QTest::newRow("date") << "2025-01"
                          << "2025-13"
                          << "row 2, column date"
                          << "2025-13";
    QTest::newRow("far future") << "2025-01"
                                << "3025-01"
                                << "row 2, column date"
                                << "3025-01";
    // 32 layers, embedding and head leave 34 places for chunks of one stage
    QTest::newRow("too many chunks") << ",1,1,1,8,1,"
                                     << ",1,1,35,8,1,"
                                     << "row 2, column vpp"
                                     << "35";
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

  /// Text of another encoding, and what a model and its splitting must agree in.
  void leavesOutWhatCannotBe() {
    const auto where = [](const std::string& row) {
      const MeasuredTable table = table_of(row + with(kRow, "a,", "b,"));
      return table.runs.size() == 1 && table.skipped.size() == 1 ? table.skipped.front().error.where : "";
    };
    QCOMPARE(where(with(kRow, "site", "caf\xE9")), std::string("row 2, column source"));
    QCOMPARE(where(with(kRow, ",32,32,11008", ",32,5,11008")), std::string("row 2, column heads"));
    QCOMPARE(where(with(kRow, ",4096,32,32,", ",16,32,32,")), std::string("row 2, column heads"));
    const std::string columns =
        "id,gpu,measured_kind,measured_value,experts,topk,ep,n_gpus,gpus_per_node,seq,cp\n";
    const auto mixture = [&](const std::string& cells) {
      const auto table = read_measured_runs(columns + "a,H100-SXM-80GB,iter_s,5," + cells + "\n");
      return table->skipped.empty() ? "" : table->skipped.front().error.where;
    };
    QCOMPARE(mixture("8,2,4,16,8,4096,2"), std::string());
    QCOMPARE(mixture("8,9,4,16,8,4096,2"), std::string("row 2, column topk"));
    QCOMPARE(mixture("8,2,3,18,6,4096,2"), std::string("row 2, column experts"));
    QCOMPARE(mixture("8,2,4,18,6,4096,2"), std::string("row 2, column n_gpus"));
    QCOMPARE(mixture("8,2,4,16,5,4096,2"), std::string("row 2, column n_gpus"));
    QCOMPARE(mixture("8,2,4,16,8,4095,2"), std::string("row 2, column seq"));
    // Counts of parameters are for the reader, and must be numbers all the same.
    const auto counted = [](const std::string& cells) {
      const auto table = read_measured_runs("id,gpu,measured_kind,measured_value,params_b,active_params_b\n" +
                                            ("a,x,iter_s,1," + cells) + "\n");
      return table->skipped.empty() ? "" : table->skipped.front().error.where;
    };
    QCOMPARE(counted("70.6,70.6"), std::string());
    QCOMPARE(counted(","), std::string());
    QCOMPARE(counted("70 B,"), std::string("row 2, column params_b"));
    QCOMPARE(counted("47,0"), std::string("row 2, column active_params_b"));
    // More nodes than a pool may have: told with the row.
    const Validation validation =
        validate(table_of(with(with(kRow, ",8,bf16,1,1,1,8,1,128,", ",8000000,bf16,1,1,1,8000000,1,8000000,"),
                               "5.2", "1")),
                 hardware::Catalogue::built_in());
    QVERIFY(
        QString::fromStdString(validation.skipped.front().error.where).startsWith(QStringLiteral("row 2")));
  }

  /// Lines may end as on any system, and a byte order mark may lead.
  void endsOfLines() {
    for (const char* end : {"\n", "\r\n", "\r"}) {
      const auto table = read_measured_runs(std::string("\xEF\xBB\xBFid,gpu,measured_kind,measured_value") +
                                            end + "a,x,iter_s,1" + end + "b,x,iter_s,2" + end);
      QCOMPARE(table->runs.size(), std::size_t{2});
      QCOMPARE(table->runs.back().line, 3);
    }
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
    QCOMPARE(validation.skipped.front().error.found, std::string("5200"));
  }

  /// A row that names a built-in model, its GPUs and a throughput is predicted; all else is said.
  void fewColumnsAreEnough() {
    const auto table = read_measured_runs(
        "id,model,gpu,measured_kind,measured_value\n"
        "a,Llama-3.1-8B,H100-SXM-80GB,tok_s_gpu,11000\n"
        "b,Llama-3.1-8B,H100-SXM-80GB,iter_s,5.2\n"
        "c,no such model,H100-SXM-80GB,tok_s_gpu,11000\n");
    const Validation validation = validate(*table, hardware::Catalogue::built_in());
    QCOMPARE(validation.predicted.size(), std::size_t{1});
    const ValidatedRow& row = validation.predicted.front();
    QVERIFY(!row.complete);
    std::map<std::string, std::string> assumed;
    for (const AssumedSetting& setting : row.assumed) assumed[setting.what] = setting.value;
    QCOMPARE(assumed["model"], std::string("llama-3.1-8b"));
    QCOMPARE(assumed["seq"], std::string("4096"));
    QCOMPARE(assumed["n_gpus"], std::string("8"));
    for (const char* searched : {"tp", "pp", "mbs", "gbs", "cp", "recompute", "dtype", "date"})
      QVERIFY2(assumed.contains(searched), searched);
    // Llama-3.1-8B has 8,030,261,248 parameters.
    QCOMPARE(make_case(table->runs.front(), hardware::Catalogue::built_in())->problem.graph->parameters_total,
             std::int64_t{8'030'261'248});
    // Seconds of a step say nothing without tokens and GPUs; a model that nobody knows needs its sizes.
    QCOMPARE(validation.skipped.at(0).error.where, std::string("row 3, column seq"));
    QCOMPARE(validation.skipped.at(1).error.where, std::string("row 4, column layers"));
  }

  /// Without tp, pp and mbs: the fastest of all layouts that fit. Llama-2-7B on one H100 a replica does not.
  void anOpenLayoutIsSearched() {
    const std::string open = with(kRow, "bf16,1,1,1,8,1,", "bf16,,,,,,");
    const MeasuredCase found = case_of(open);
    QVERIFY(!found.complete);
    double best = 1e300;
    int fitting = 0;
    for (const int tp : {1, 2, 4, 8})
      for (const int pp : {1, 2, 4, 8})
        for (const int mbs : {1, 2, 4, 8, 16, 32, 64}) {
          if (8 % (tp * pp) != 0 || 128 % (mbs * 8 / (tp * pp)) != 0) continue;
          const MeasuredCase one = case_of(with(
              kRow, "bf16,1,1,1,8,1,",
              "bf16," + std::to_string(tp) + "," + std::to_string(pp) + ",,," + std::to_string(mbs) + ","));
          cost::Tables tables(one.problem);
          const auto evaluation = cost::Shape(tables, one.strategy).evaluate(one.layers, true);
          const bool fits = std::all_of(evaluation.memory.begin(), evaluation.memory.end(),
                                        [](const cost::StageMemory& stage) { return stage.fits(); });
          if (fits) best = std::min(best, predict(one));
          fitting += fits ? 1 : 0;
        }
    QVERIFY(fitting > 10);
    QVERIFY(std::fabs(predict(found) / best - 1.0) < 1e-12);
    for (const char* name : {"tp", "pp", "mbs"})
      QVERIFY(std::any_of(found.assumed.begin(), found.assumed.end(), [&](const AssumedSetting& setting) {
        return setting.what == name && setting.rule == "searched: the fastest layout that fits";
      }));
  }

  /// A memory row that states nothing about recomputation has the cheapest kind with which it fits.
  void unstatedRecomputation() {
    const auto kind = [](const char* layout) {
      const std::string row = with(with(kRow, "1,128,1,none", layout), "iter_s,5.2", "peak_mem_gib,70");
      return case_of(row).strategy.recompute;
    };
    QCOMPARE(kind("1,128,1,"), strategy::Recompute::none);
    QCOMPARE(kind("16,128,1,"), strategy::Recompute::full);
    QCOMPARE(kind("16,128,1,none"), strategy::Recompute::none);
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

  /// Errors of one run count as one: of -1, 2 and 3 % the median size, 2 %, with the sign of the median, 2 %.
  void countsOneEach() {
    const std::vector<double> errors = one_each({{"a", {0.02, -0.01, 0.03}}, {"b", {-0.5}}});
    QCOMPARE(errors, (std::vector<double>{0.02, -0.5}));
    // Another date or framework is the same run; another batch is not.
    const MeasuredRun run = table_of(kRow).runs.front();
    QCOMPARE(table_of(with(kRow, "2025-01", "2026-01")).runs.front().settings(), run.settings());
    QVERIFY(table_of(with(kRow, ",128,1,none", ",256,1,none")).runs.front().settings() != run.settings());
  }

  void ordersPairs() {
    // Three layouts of one model: 5.2, 5.3 (2 % apart, no pair) and 6.5 s; predicted 1, 3, 2
    const auto layout = [](const std::string& micro_batch, const std::string& seconds) {
      return case_of(with(with(kRow, ",8,1,128,", ",8," + micro_batch + ",128,"), "5.2", seconds));
    };
    const std::vector<MeasuredCase> cases{layout("1", "5.2"), layout("2", "5.3"), layout("4", "6.5")};
    const Ordering ordering = order_of(cases, std::vector<double>{1.0, 3.0, 2.0}, 0.05);
    QCOMPARE(ordering.pairs, 2);
    QCOMPARE(ordering.right, 1.0);
  }
};

}  // namespace tst_validation

ASTROLABE_TEST(tst_validation, TestValidation)
#include "tst_validation.moc"
