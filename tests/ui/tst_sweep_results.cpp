// Results of a sweep in a window: what its file says, as a table, a plot and a file for other programs.
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>
#include <tuple>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/plan/sweep_lines.h"
#include "tests/program/test_program.h"
#include "ui/render/theme.h"
#include "ui/results/named_plot.h"
#include "ui/results/sweep_window.h"

namespace tst_sweep_results {

using namespace astrolabe;
using namespace Qt::StringLiterals;

class TestSweepResults : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    ui::setCurrentTheme(ui::ThemeKind::Light);
  }

  /// Node counts 4, 16, 8; the model is the same in all and is no column. 240 hours are 10 days.
  void columnsAndValues() {
    const auto results = ui::readSweepResults(three());
    QVERIFY(results.has_value());
    QStringList keys;
    for (const auto& column : results->columns) keys << QString::fromStdString(column.key);
    QCOMPARE(keys, QStringList({"cluster.pools[a].nodes", "job.precision", "status", "step_seconds", "days",
                                "usd", "purchase_usd", "gpus", "paid_gpus", "gap", "error"}));
    QCOMPARE(results->rows.size(), std::size_t(3));
    QCOMPARE(results->cases, std::size_t(4));
    QCOMPARE(results->refused, std::size_t(1));
    QVERIFY(results->isTorn);
    QCOMPARE(results->rows[0][0], Json(4));
    QCOMPARE(results->rows[0][4], Json(10.0));
    QCOMPARE(results->rows[0][7], Json(32));  // 24 + 8
    QVERIFY(results->rows[2][3].is_null());   // refused: nothing is known
    QVERIFY(results->isNumber(0) && !results->isNumber(1) && !results->isNumber(2) && results->isNumber(4));
    QCOMPARE(ui::sweepCellText(results->columns[2], Json("optimal")), u"Proven best"_s);
    QCOMPARE(
        ui::sweepCsv(*results),
        QByteArray("cluster.pools[a].nodes,job.precision,status,step_seconds,days,usd,purchase_usd,gpus,"
                   "paid_gpus,gap,error\r\n"
                   "4,bf16,optimal,2.0,10.0,1000.5,,32,32,0.0,\r\n"
                   "16,fp8,optimal,1.0,5.0,2000.0,,32,32,0.0,\r\n"
                   "8,bf16,refused,,,,,,,," +
                   QByteArray::fromStdString(csv_cell(results->rows[2].back().get<std::string>())) + "\r\n"));
    const QString reason = ui::sweepCellText(results->columns.back(), results->rows[2].back());
    QVERIFY2(reason.contains(u"pools[0].nodes"_s) && reason.contains(u"AST-C103"_s), qPrintable(reason));
    QVERIFY(ui::sweepCellText(results->columns.back(), results->rows[0].back()).isEmpty());
  }

  /// Cases that serve have the figures of serving in place of a step and a job.
  void columnsOfServing() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath(u"serving.jsonl"_s).toStdString();
    std::string text;
    for (int i = 0; i < 2; ++i) {
      Json line = plan::line_head({{"g", "0.2.0", "c", 2}, static_cast<std::size_t>(i), "h", "optimal"},
                                  Json{{"set", {{"job.traffic.requests_per_second", 10 * (i + 1)}}}});
      line["status"] = "optimal";
      const Json best{{"kind", "deployment"},
                      {"output_tokens_per_second_per_gpu", 600.0},
                      {"ttft_seconds", 0.3},
                      {"tpot_seconds", 0.02},
                      {"usd_per_million_tokens", 2.5},
                      {"usd_per_hour", 50.0},
                      {"gpus", Json{{"a", 4 * (i + 1)}}},
                      {"paid_gpus", Json{{"a", 8}}}};
      line["answer"] = Json{{"gap", 0.0}, {"best", Json::array({best})}};
      text += text_of(line) + "\n";
    }
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.data(), static_cast<qint64>(text.size()));
    file.close();
    const auto results = ui::readSweepResults(path);
    QVERIFY2(results.has_value(), results ? "" : results.error().found.c_str());
    QStringList keys;
    for (const auto& column : results->columns) keys << QString::fromStdString(column.key);
    QCOMPARE(keys, QStringList({"job.traffic.requests_per_second", "status",
                                "output_tokens_per_second_per_gpu", "ttft_seconds", "tpot_seconds",
                                "usd_per_million_tokens", "usd_per_hour", "gpus", "paid_gpus", "gap"}));
    QCOMPARE(results->rows[1][7], Json(8));  // 4 x 2
    QCOMPARE(ui::sweepCellText(results->columns[2], results->rows[0][2]), u"600"_s);
  }

  /// Cases of post-training have the figures of an iteration.
  void columnsOfPostTraining() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"roles.jsonl"_s);
    Json line = plan::line_head({{"g", "0.2.0", "c", 1}, 0, "h", "optimal"}, Json::object());
    line["status"] = "optimal";
    const Json best{{"kind", "post_training"},       {"iteration_seconds", 60.0},
                    {"usd_per_iteration", 2.5},      {"busy_share", 0.8},
                    {"usd_per_million_tokens", 1.0}, {"gpus", Json{{"a", 16}, {"b", 8}}}};
    line["answer"] = Json{{"gap", 0.0}, {"best", Json::array({best})}};
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(text_of(line) + "\n"));
    file.close();
    const auto results = ui::readSweepResults(path.toStdString());
    QVERIFY2(results.has_value(), results ? "" : results.error().found.c_str());
    QStringList keys;
    for (const auto& column : results->columns) keys << QString::fromStdString(column.key);
    QCOMPARE(keys, QStringList({"status", "iteration_seconds", "usd_per_iteration", "busy_share", "gpus",
                                "paid_gpus", "gap"}));
    QCOMPARE(results->rows[0][4], Json(24));  // 16 + 8
  }

  void tableSortsAndPlotFollows() {
    auto results = ui::readSweepResults(three());
    QVERIFY(results.has_value());
    ui::SweepWindow window(std::move(*results), u"three.jsonl"_s);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto* about = window.findChild<QLabel*>(u"sweepWindow.about"_s);
    QVERIFY2(about->text().startsWith(u"three.jsonl holds 3 of 4 cases."_s), qPrintable(about->text()));
    QVERIFY(about->text().contains(u"torn"_s));
    auto* table = window.findChild<QTableView*>(u"sweepWindow.table"_s);
    const auto nodes = [&] {
      QStringList words;
      for (int row = 0; row < table->model()->rowCount(); ++row)
        words << table->model()->index(row, 0).data().toString();
      return words;
    };
    QCOMPARE(nodes(), QStringList({"4", "16", "8"}));  // as in the file
    table->sortByColumn(0, Qt::AscendingOrder);
    QCOMPARE(nodes(), QStringList({"4", "8", "16"}));  // as numbers, not as words

    const auto* plot = window.findChild<ui::NamedPlot*>(u"sweepWindow.plot"_s);
    auto* across = window.findChild<QComboBox*>(u"sweepWindow.across"_s);
    auto* upward = window.findChild<QComboBox*>(u"sweepWindow.upward"_s);
    QCOMPARE(across->currentText(), u"cluster.pools[a].nodes"_s);
    QCOMPARE(upward->currentText(), u"Days of the job"_s);
    // The two with an answer, told apart by their precision.
    QCOMPARE(plot->graphCount(), 2);
    QVERIFY(plot->legend->visible());
    for (const auto& [graph, name, key, value] :
         {std::tuple(0, u"bf16"_s, 4.0, 10.0), {1, u"fp8"_s, 16.0, 5.0}}) {
      QCOMPARE(plot->graph(graph)->name(), name);
      QCOMPARE(plot->graph(graph)->dataCount(), 1);
      QCOMPARE(plot->graph(graph)->dataMainKey(0), key);
      QCOMPARE(plot->graph(graph)->dataMainValue(0), value);
    }
    QVERIFY(plot->graph(0)->scatterStyle().brush() != plot->graph(1)->scatterStyle().brush());
    QCOMPARE(plot->itemCount(), 2);
    QVERIFY2(plot->itemName(1).startsWith(u"fp8, "_s), qPrintable(plot->itemName(1)));
    const auto ticker = plot->xAxis->ticker().dynamicCast<QCPAxisTickerText>();
    QVERIFY(ticker);
    QCOMPARE(ticker->ticks().keys(), QList<double>({4.0, 16.0}));  // no 2.5 nodes
    upward->setCurrentIndex(upward->findText(u"Cost of the job"_s));
    QCOMPARE(plot->graph(0)->dataMainValue(0), 1000.5);
    across->setCurrentIndex(across->findText(u"Step"_s));  // what came out has the ticks of any axis
    QVERIFY(!plot->xAxis->ticker().dynamicCast<QCPAxisTickerText>());
    across->setCurrentIndex(across->findText(u"job.precision"_s));
    QCOMPARE(plot->graphCount(), 1);  // the axis says it
    QVERIFY(!plot->legend->visible());
    QCOMPARE(plot->graph(0)->dataMainKey(1), 1.0);  // the second word of two

    QSignalSpy offered(&window, &ui::SweepWindow::fileOffered);
    window.findChild<QPushButton*>(u"sweepWindow.export"_s)->click();
    QCOMPARE(offered.count(), 1);
    QVERIFY(offered[0][3].toByteArray().startsWith("cluster.pools[a].nodes,"));
  }

  /// A number that was swept has its tick, unless its words would run into those of the one before.
  void ticksStandApart() {
    auto results =
        ui::readSweepResults(put("near.jsonl", lineOf(0, 4, "bf16", "optimal", 2.0, 240.0, 1.0) +
                                                   lineOf(1, 5, "bf16", "optimal", 1.9, 230.0, 1.0) +
                                                   lineOf(2, 64, "bf16", "optimal", 1.0, 20.0, 1.0)));
    QVERIFY(results.has_value());
    const ui::SweepWindow window(std::move(*results), u"near.jsonl"_s);
    const auto* plot = window.findChild<ui::NamedPlot*>(u"sweepWindow.plot"_s);
    QCOMPARE(plot->graph(0)->dataCount(), 3);
    const auto ticker = plot->xAxis->ticker().dynamicCast<QCPAxisTickerText>();
    QVERIFY(ticker);
    QCOMPARE(ticker->ticks().keys(), QList<double>({4.0, 64.0}));
  }

  /// What is no sweep, and two sweeps in one file.
  void wrongFiles() {
    const auto told = [&](const QByteArray& content) {
      const std::string path = put("wrong.jsonl", content);
      const auto results = ui::readSweepResults(path);
      return results ? std::string() : results.error().code + "|" + results.error().where;
    };
    QCOMPARE(told("{\"sweep\": 1}\n"), std::string(code::usage) + "|line 1");
    QCOMPARE(told("not a line\n"), std::string(code::usage) + "|line 1");
    QCOMPARE(told(""), std::string(code::empty_file) + "|");
    const QByteArray line = lineOf(0, 4, "bf16", "optimal", 1, 1, 1);
    QCOMPARE(told(line + QByteArray(line).replace("\"1.0\"", "\"1.1\"")),
             std::string(code::usage) + "|version");
    QVERIFY(!ui::readSweepResults("/no/such/file.jsonl"));
  }

 private:
  static QByteArray lineOf(std::size_t number, int nodes, const char* precision, const char* status,
                           double step, double hours, double usd) {
    Json line = plan::line_head(
        {{"g", "1.0", "2026-07-01 c", 4}, number, "0", {}},
        Json{{"model", "m"}, {"set", {{"cluster.pools[a].nodes", nodes}, {"job.precision", precision}}}});
    line["status"] = status;
    if (std::string_view(status) == "refused")
      line["error"] = {
          {"code", "AST-C103"}, {"where", "pools[0].nodes"}, {"found", "0"}, {"wanted", "at least 1"}};
    if (std::string_view(status) != "refused")
      line["answer"] = {{"gap", 0.0},
                        {"best", Json::array({{{"step_seconds", step},
                                               {"outcome", {{"hours", hours}, {"usd", usd}}},
                                               {"purchase_usd", nullptr},
                                               {"gpus", {{"a", 24}, {"b", 8}}},
                                               {"paid_gpus", {{"a", 24}, {"b", 8}}}}})}};
    return QByteArray::fromStdString(text_of(line)) + '\n';
  }
  std::string three() const {
    return put("three.jsonl", lineOf(0, 4, "bf16", "optimal", 2.0, 240.0, 1000.5) +
                                  lineOf(1, 16, "fp8", "optimal", 1.0, 120.0, 2000.0) +
                                  lineOf(2, 8, "bf16", "refused", 0, 0, 0) + "{\"case\": 3");
  }
  std::string put(const char* name, const QByteArray& content) const {
    const QString path = m_folder.filePath(QLatin1String(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) qFatal("can't write");
    return path.toStdString();
  }
  QTemporaryDir m_folder;
};

}  // namespace tst_sweep_results

ASTROLABE_TEST(tst_sweep_results, TestSweepResults)
#include "tst_sweep_results.moc"
