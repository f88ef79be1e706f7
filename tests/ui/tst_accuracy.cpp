// The page that compares predictions with published runs: real table, real events, then a look at what it
// shows.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/calibration/validation.h"
#include "core/plan/measured_plan.h"
#include "tests/program/test_program.h"
#include "ui/render/numbers.h"
#include "ui/render/reason_words.h"
#include "ui/results/accuracy_summary.h"
#include "ui/results/named_plot.h"
#include "ui/shell/accuracy_dialog.h"

namespace tst_accuracy {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int kWait = 60'000;

}  // namespace

class TestAccuracy : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    m_dialog = std::make_unique<AccuracyDialog>(hardware::Catalogue::built_in());
    QSignalSpy ready(m_dialog.get(), &AccuracyDialog::ready);
    m_dialog->show();
    QVERIFY(m_dialog->isReady() || ready.wait(kWait));
    m_validation = *validate();
  }

  /// The table holds every predicted time row, and the sentence above says the same figures as the
  /// validation.
  void showsEveryRow() {
    std::vector<const calibration::ValidatedRow*> times;
    for (const calibration::ValidatedRow& row : m_validation.predicted)
      if (row.time) times.push_back(&row);
    QVERIFY(times.size() > 600);
    QCOMPARE(table()->model()->rowCount(), static_cast<int>(times.size()));
    const QString text = m_dialog->findChild<QLabel*>(u"accuracyDialog.summary"_s)->text();
    QVERIFY2(text.contains(QString::number(times.size())), qPrintable(text));
  }

  /// Powers of ten beside both axes, raised in every language.
  void axesCountInPowersOfTen() {
    const auto* plot = m_dialog->findChild<NamedPlot*>(u"accuracyPlots.scatter"_s);
    QVERIFY(plot);
    for (const QCPAxis* axis : {plot->xAxis, plot->yAxis}) {
      QTRY_VERIFY(QStringList(axis->tickVectorLabels()).contains(u"10⁻⁵"_s));
      for (const QString& label : axis->tickVectorLabels())
        QVERIFY2(!label.contains(u'e', Qt::CaseInsensitive), qPrintable(label));
    }
  }

  /// Figures above and by GPU type, against the rows of the table counted and sorted here.
  void figuresAreOfTheShownRows() {
    auto* gpu = m_dialog->findChild<QComboBox*>(u"accuracyDialog.gpu"_s);
    auto* source = m_dialog->findChild<QComboBox*>(u"accuracyDialog.source"_s);
    QStringList told;
    for (const auto& [box, value] :
         {std::pair{gpu, u"all"_s}, {gpu, u"B200-SXM"_s}, {source, source->itemText(1)}}) {
      gpu->setCurrentIndex(0);
      source->setCurrentIndex(0);
      box->setCurrentIndex(box->findText(value));
      const std::vector<const calibration::ValidatedRow*> rows = shown();
      QVERIFY2(!rows.empty(), qPrintable(value));
      const Expected all = expected(rows);
      QVERIFY2(figure("rows").startsWith(wholeText(double(rows.size()))), qPrintable(figure("rows")));
      QCOMPARE(figure("rows").contains(u' '), value != u"all"_s);
      QCOMPARE(figure("median"), all.median);
      QCOMPARE(figure("p90"), all.p90);
      QCOMPARE(figure("bias"), all.bias);
      QCOMPARE(figure("band"), all.band);
      told << figure("median") + figure("p90") + figure("band");
      std::map<std::string, std::vector<const calibration::ValidatedRow*>> types;
      for (const calibration::ValidatedRow* row : rows) types[row->gpu].push_back(row);
      const QAbstractItemModel* groups = groupTable()->model();
      QCOMPARE(groups->rowCount(), int(types.size()));
      for (int i = 0; i < groups->rowCount(); ++i) {
        const auto text = [&](int column) { return groups->index(i, column).data().toString(); };
        const auto& members = types.at(text(0).toStdString());
        const Expected errors = expected(members);
        QCOMPARE(text(1), QString::number(members.size()));
        QCOMPARE((QStringList{text(2), text(3), text(4), text(5)}),
                 (QStringList{errors.median, errors.p90, errors.bias, errors.band}));
        QVERIFY(!groups->index(i, 0).data(Qt::DecorationRole).value<QPixmap>().isNull());
      }
    }
    QCOMPARE(QSet<QString>(told.begin(), told.end()).size(), told.size());
    gpu->setCurrentIndex(0);
    source->setCurrentIndex(0);
  }

  /// A filter that nothing passes: no figure, no type, nothing to export.
  void noRows() {
    auto* gpu = m_dialog->findChild<QComboBox*>(u"accuracyDialog.gpu"_s);
    auto* quantity = m_dialog->findChild<QComboBox*>(u"accuracyDialog.quantity"_s);
    std::set<std::string> memory;
    for (const calibration::ValidatedRow& row : m_validation.predicted)
      if (!row.time) memory.insert(row.gpu);
    quantity->setCurrentIndex(1);
    for (int i = 1; i < gpu->count(); ++i)
      if (!memory.contains(gpu->itemText(i).toStdString())) gpu->setCurrentIndex(i);
    QCOMPARE(table()->model()->rowCount(), 0);
    QCOMPARE(groupTable()->model()->rowCount(), 0);
    for (const char* name : {"median", "p90", "bias", "band"}) QCOMPARE(figure(name), unknownText());
    QVERIFY(!m_dialog->findChild<QPushButton*>(u"accuracyDialog.export"_s)->isEnabled());
    gpu->setCurrentIndex(0);
    quantity->setCurrentIndex(0);
  }

  /// One graph a type in the plot, with its shape and colour, which a filter does not change.
  void typesHaveLooks() {
    const AccuracyTypes types(m_validation);
    std::set<std::string> all;
    for (const calibration::ValidatedRow& row : m_validation.predicted) all.insert(row.gpu);
    std::set<std::pair<QRgb, Shape>> looks;
    for (const std::string& gpu : all) {
      const GpuStyle style = types.style(gpu, currentTheme());
      looks.emplace(style.color.rgb(), style.shape);
    }
    QCOMPARE(looks.size(), all.size());
    auto* gpu = m_dialog->findChild<QComboBox*>(u"accuracyDialog.gpu"_s);
    const auto look = [&]() -> QColor {
      auto* plot = m_dialog->findChild<NamedPlot*>(u"accuracyPlots.scatter"_s);
      for (int i = 0; i < plot->graphCount(); ++i)
        if (plot->graph(i)->name() == u"B200-SXM"_s) return plot->graph(i)->scatterStyle().brush().color();
      return {};
    };
    const QColor before = look();
    QCOMPARE(before.rgb(), types.style("B200-SXM", currentTheme()).color.rgb());
    gpu->setCurrentIndex(gpu->findText(u"B200-SXM"_s));
    QCOMPARE(look(), before);
    auto* plot = m_dialog->findChild<NamedPlot*>(u"accuracyPlots.scatter"_s);
    QCOMPARE(plot->itemCount(), int(shown().size()));
    QVERIFY(plot->itemName(0).contains(u"B200-SXM"_s));
    gpu->setCurrentIndex(0);
  }

  /// The file of rows has the shown rows in their order; the drawings are what their endings say.
  void exports() {
    QTemporaryDir folder;
    auto* gpu = m_dialog->findChild<QComboBox*>(u"accuracyDialog.gpu"_s);
    gpu->setCurrentIndex(gpu->findText(u"B200-SXM"_s));
    m_dialog->exportRows(folder.filePath(u"rows.csv"_s));
    QFile file(folder.filePath(u"rows.csv"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    const std::vector<const calibration::ValidatedRow*> rows = shown();
    QCOMPARE(lines.size(), qsizetype(rows.size() + 1));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const QList<QByteArray> cells = lines[qsizetype(i + 1)].split(',');
      QCOMPARE(cells[0], QByteArray("\"") + rows[i]->id.c_str() + '"');
      QVERIFY(std::fabs(cells[1].toDouble() / rows[i]->measured - 1.0) < 1e-9);
      QVERIFY(std::fabs(cells[2].toDouble() / rows[i]->predicted - 1.0) < 1e-9);
    }
    gpu->setCurrentIndex(0);
    for (const auto& [name, begin] : {std::pair{u"plot.svg"_s, QByteArray("<?xml")},
                                      {u"plot.pdf"_s, QByteArray("%PDF")},
                                      {u"plot.png"_s, QByteArray("\x89PNG")}}) {
      m_dialog->exportPlots(folder.filePath(name));
      QFile drawing(folder.filePath(name));
      QVERIFY2(drawing.open(QIODevice::ReadOnly), qPrintable(name));
      const QByteArray bytes = drawing.readAll();
      QVERIFY2(bytes.startsWith(begin), qPrintable(name));
      QVERIFY(!name.endsWith(u"svg"_s) || bytes.contains("GB200"));
    }
    auto* message = m_dialog->findChild<QLabel*>(u"accuracyDialog.message"_s);
    QVERIFY2(message->text().contains(u"plot.png"_s), qPrintable(message->text()));
    m_dialog->exportPlots(folder.filePath(u"none/plot.svg"_s));
    QVERIFY2(message->text().contains(u"AST-F404"_s) || message->text().contains(u"plot.svg"_s),
             qPrintable(message->text()));
    m_dialog->exportRows(folder.filePath(u"none/rows.csv"_s));
    QVERIFY2(message->text().contains(u"rows.csv"_s), qPrintable(message->text()));
  }

  void filters() {
    auto* gpu = m_dialog->findChild<QComboBox*>(u"accuracyDialog.gpu"_s);
    const int index = gpu->findData(u"GB200"_s);
    QVERIFY(index > 0);
    gpu->setCurrentIndex(index);
    int expected = 0;
    for (const calibration::ValidatedRow& row : m_validation.predicted)
      expected += row.time && row.gpu == "GB200" ? 1 : 0;
    QVERIFY(expected > 0);
    QCOMPARE(table()->model()->rowCount(), expected);
    gpu->setCurrentIndex(0);
    auto* quantity = m_dialog->findChild<QComboBox*>(u"accuracyDialog.quantity"_s);
    quantity->setCurrentIndex(1);
    int memory = 0;
    for (const calibration::ValidatedRow& row : m_validation.predicted) memory += row.time ? 0 : 1;
    QCOMPARE(table()->model()->rowCount(), memory);
    quantity->setCurrentIndex(0);
  }

  /// Enter on a row hands out the run as a plan: its GPUs, its layout fixed, a model with its layers.
  void opensARunAsAPlan() {
    QSignalSpy chosen(m_dialog.get(), &AccuracyDialog::planChosen);
    table()->setFocus();
    int row = 0;
    while (row < table()->model()->rowCount() &&
           !table()->model()->index(row, 0).data().toString().startsWith(u"KORTHI"_s))
      ++row;
    if (row == table()->model()->rowCount()) row = 0;
    const std::string id = table()->model()->index(row, 0).data().toString().toStdString();
    table()->selectRow(row);
    QTest::mouseClick(m_dialog->findChild<QPushButton*>(u"accuracyDialog.open"_s), Qt::LeftButton);
    QCOMPARE(chosen.count(), 1);
    const auto plan = chosen.front().front().value<plan::Plan>();
    QCOMPARE(plan.name, id);
    const auto runs = calibration::read_measured_runs(plan::built_in_measured_runs());
    for (const calibration::MeasuredRun& run : runs->runs) {
      if (run.id != id) continue;
      QCOMPARE(plan.cluster.pools.front().nodes * *plan.cluster.pools.front().gpus_per_node, *run.gpus);
      QCOMPARE(plan.job.allowed.at("tensor_parallel").front(),
               std::to_string(run.tensor_parallel.value_or(1)));
      QCOMPARE(plan.job.sequence_length, *run.sequence_length);
    }
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    QVERIFY2(problem.has_value(), problem ? "" : (problem.error().code + problem.error().where).c_str());
  }

  /// Every complete row of the published table becomes a plan whose model has the row's sizes.
  void everyRunIsAPlan() {
    const auto runs = calibration::read_measured_runs(plan::built_in_measured_runs());
    std::vector<calibration::SkippedRow> skipped;
    const auto cases = calibration::make_cases(*runs, hardware::Catalogue::built_in(), skipped);
    int checked = 0;
    for (const calibration::MeasuredCase& measured : cases) {
      for (const calibration::AssumedSetting& each : measured.assumed)
        QVERIFY2(hasReasonText(each.rule) || each.rule == "dp x tp x pp x cp" || each.rule == "4 x hidden",
                 each.rule.c_str());
      if (!measured.complete || measured.run.family == "bert") continue;
      const plan::Plan plan = plan::plan_of(measured);
      const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
      QVERIFY2(problem.has_value(),
               (measured.run.id + ": " + (problem ? "" : problem.error().where + " " + problem.error().found))
                   .c_str());
      const double stated = static_cast<double>(measured.problem.graph->parameters_total);
      const double made = static_cast<double>(problem->graph->parameters_total);
      QVERIFY2(std::fabs(made / stated - 1.0) < 0.06,
               (measured.run.id + ": " + std::to_string(made) + " for " + std::to_string(stated)).c_str());
      ++checked;
    }
    QVERIFY(checked > 600);
  }

  /// Every run that could not be predicted is listed with its reason: row, column, value.
  void leftOutRunsAreListed() {
    auto* list = m_dialog->findChild<QTableView*>(u"accuracyDialog.leftOut"_s);
    auto* tabs = m_dialog->findChild<QTabWidget*>(u"accuracyDialog.tabs"_s);
    QCOMPARE(list->model()->rowCount(), int(m_validation.skipped.size()));
    QVERIFY2(tabs->tabText(1).contains(QString::number(list->model()->rowCount())),
             qPrintable(tabs->tabText(1)));
    std::set<std::string> named;
    for (int i = 0; i < list->model()->rowCount(); ++i) {
      named.insert(list->model()->index(i, 0).data().toString().toStdString());
      const QString reason = list->model()->index(i, 1).data().toString();
      QVERIFY2(reason.contains(QRegularExpression(u"[Rr]ow \\d+"_s)), qPrintable(reason));
    }
    for (const calibration::SkippedRow& row : m_validation.skipped)
      QVERIFY2(named.contains(row.id), row.id.c_str());
  }

  /// The section has the shown rows' figures, a drawing and the errors by type; pressed again it goes.
  void addsToTheReport() {
    QSignalSpy changed(m_dialog.get(), &AccuracyDialog::reportChanged);
    auto* gpu = m_dialog->findChild<QComboBox*>(u"accuracyDialog.gpu"_s);
    gpu->setCurrentIndex(gpu->findText(u"GB200"_s));
    auto* button = m_dialog->findChild<QPushButton*>(u"accuracyDialog.report"_s);
    const QString add = button->text();
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(changed.count(), 1);
    const auto added = changed.front().front().value<std::vector<ReportAddition>>();
    QCOMPARE(added.size(), std::size_t{1});
    QVERIFY2(added.front().paragraph.contains(figure("median")), qPrintable(added.front().paragraph));
    QVERIFY(added.front().paragraph.contains(u"GB200"_s));
    QVERIFY(added.front().drawing.contains("<svg"));
    QCOMPARE(added.front().rows.size(), std::size_t{1});
    QCOMPARE(added.front().rows.front().size(), qsizetype(added.front().columns.size()));
    QVERIFY(button->text() != add);
    gpu->setCurrentIndex(0);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(changed.count(), 2);
    QVERIFY(changed.back().front().value<std::vector<ReportAddition>>().empty());
    QCOMPARE(button->text(), add);
  }

 private:
  static Result<calibration::Validation> validate() {
    return calibration::validate(*calibration::read_measured_runs(plan::built_in_measured_runs()),
                                 hardware::Catalogue::built_in());
  }
  struct Expected {
    QString median, p90, bias, band;
  };
  /// Between the sorted neighbours of a share of the way.
  static double at(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double above = values[std::min(below + 1, values.size() - 1)];
    return values[below] + (place - static_cast<double>(below)) * (above - values[below]);
  }
  static Expected expected(const std::vector<const calibration::ValidatedRow*>& rows) {
    std::vector<double> errors, sizes;
    double inside = 0.0;
    for (const calibration::ValidatedRow* row : rows) {
      errors.push_back((row->predicted - row->measured) / row->measured);
      sizes.push_back(std::abs(errors.back()));
      inside += row->measured >= row->low && row->measured <= row->high ? 1.0 : 0.0;
    }
    return {percentText(at(sizes, 0.5)), percentText(at(sizes, 0.9)), signedPercentText(at(errors, 0.5)),
            percentText(inside / static_cast<double>(rows.size()), 0)};
  }
  /// Rows of the own validation that the table lists, in its order.
  std::vector<const calibration::ValidatedRow*> shown() {
    std::vector<const calibration::ValidatedRow*> rows;
    for (int i = 0; i < table()->model()->rowCount(); ++i) {
      const std::string id = table()->model()->index(i, AccuracyModel::Id).data().toString().toStdString();
      for (const calibration::ValidatedRow& row : m_validation.predicted)
        if (row.id == id) rows.push_back(&row);
    }
    return rows;
  }
  QString figure(const char* name) {
    return m_dialog->findChild<QLabel*>(u"accuracyFigures."_s + QLatin1StringView(name))->text();
  }
  QTableView* groupTable() { return m_dialog->findChild<QTableView*>(u"accuracyDialog.groups"_s); }
  QTableView* table() { return m_dialog->findChild<QTableView*>(u"accuracyDialog.table"_s); }
  std::unique_ptr<AccuracyDialog> m_dialog;
  calibration::Validation m_validation;
};

}  // namespace tst_accuracy

ASTROLABE_TEST(tst_accuracy, TestAccuracy)
#include "tst_accuracy.moc"
