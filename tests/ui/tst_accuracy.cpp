// The page that compares predictions with measured runs: real table, real events, then a look at what it
// shows.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include "core/plan/measured_plan.h"
#include "core/plan/validation.h"
#include "ui/shell/accuracy_dialog.h"

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int kWait = 60'000;

/// Three runs of one layout, the second with an unknown GPU.
const char* const kOwnRuns =
    "id,model,family,layers,hidden,heads,ffn,vocab,seq,gpu,n_gpus,dtype,tp,pp,mbs,gbs,zero,recompute,"
    "framework,date,"
    "measured_kind,measured_value\n"
    "own-1,llama-2-7b,llama,32,4096,32,11008,32000,4096,H100-SXM-80GB,8,bf16,1,1,1,128,1,none,NeMo,2025-01,"
    "tok_s_gpu,11000\n"
    "own-2,llama-2-7b,llama,32,4096,32,11008,32000,4096,Z900,8,bf16,1,1,1,128,1,none,NeMo,2025-01,tok_s_gpu,"
    "11000\n"
    "own-3,llama-2-7b,llama,32,4096,32,11008,32000,4096,H100-SXM-80GB,8,bf16,2,1,1,128,1,none,NeMo,2025-01,"
    "tok_s_gpu,10000\n";

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
    std::vector<const plan::ValidatedRow*> times;
    for (const plan::ValidatedRow& row : m_validation.predicted)
      if (row.time) times.push_back(&row);
    QVERIFY(times.size() > 600);
    QCOMPARE(table()->model()->rowCount(), static_cast<int>(times.size()));
    const QString text = m_dialog->findChild<QLabel*>(u"accuracyDialog.summary"_s)->text();
    QVERIFY2(text.contains(QString::number(times.size())), qPrintable(text));
  }

  void filters() {
    auto* gpu = m_dialog->findChild<QComboBox*>(u"accuracyDialog.gpu"_s);
    const int index = gpu->findData(u"GB200"_s);
    QVERIFY(index > 0);
    gpu->setCurrentIndex(index);
    int expected = 0;
    for (const plan::ValidatedRow& row : m_validation.predicted)
      expected += row.time && row.gpu == "GB200" ? 1 : 0;
    QVERIFY(expected > 0);
    QCOMPARE(table()->model()->rowCount(), expected);
    gpu->setCurrentIndex(0);
    auto* quantity = m_dialog->findChild<QComboBox*>(u"accuracyDialog.quantity"_s);
    quantity->setCurrentIndex(1);
    int memory = 0;
    for (const plan::ValidatedRow& row : m_validation.predicted) memory += row.time ? 0 : 1;
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
    const auto runs = plan::read_measured_runs(plan::built_in_measured_runs());
    for (const plan::MeasuredRun& run : runs->runs) {
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
    const auto runs = plan::read_measured_runs(plan::built_in_measured_runs());
    std::vector<plan::SkippedRow> skipped;
    const auto cases = plan::make_cases(*runs, hardware::Catalogue::built_in(), skipped);
    int checked = 0;
    for (const plan::MeasuredCase& measured : cases) {
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

  void ownRuns() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"runs.csv"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(kOwnRuns);
    file.close();
    QSignalSpy ready(m_dialog.get(), &AccuracyDialog::ready);
    m_dialog->importRuns(path);
    QVERIFY(ready.wait(kWait));
    QCOMPARE(table()->model()->rowCount(), 2);
    const QString message = m_dialog->findChild<QLabel*>(u"accuracyDialog.message"_s)->text();
    QVERIFY2(message.contains(u"runs.csv"_s) && message.contains(u"Z900"_s), qPrintable(message));
    QTest::mouseClick(m_dialog->findChild<QPushButton*>(u"accuracyDialog.published"_s), Qt::LeftButton);
    QVERIFY(ready.wait(kWait));
    QVERIFY(table()->model()->rowCount() > 600);
  }

  /// A table that is none changes nothing and is told.
  void badTable() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"bad.csv"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("colour,shape\nred,round\n");
    file.close();
    const int before = table()->model()->rowCount();
    QSignalSpy ready(m_dialog.get(), &AccuracyDialog::ready);
    m_dialog->importRuns(path);
    QVERIFY(ready.wait(kWait));
    QCOMPARE(table()->model()->rowCount(), before);
    auto* message = m_dialog->findChild<QLabel*>(u"accuracyDialog.message"_s);
    QVERIFY(message->isVisible());
    QVERIFY2(message->text().contains(u"bad.csv"_s), qPrintable(message->text()));
  }

 private:
  static Result<plan::Validation> validate() {
    return plan::validate(*plan::read_measured_runs(plan::built_in_measured_runs()),
                          hardware::Catalogue::built_in());
  }
  QTableView* table() { return m_dialog->findChild<QTableView*>(u"accuracyDialog.table"_s); }
  std::unique_ptr<AccuracyDialog> m_dialog;
  plan::Validation m_validation;
};

QTEST_MAIN(TestAccuracy)
#include "tst_accuracy.moc"
