// The page that compares predictions with measured runs, given runs of one's own: read, fitted to and
// refused.
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include "core/plan/samples.h"
#include "tests/program/test_program.h"
#include "ui/shell/accuracy_dialog.h"

namespace tst_accuracy_own_runs {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int kPatienceMs = 60'000;

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

class TestAccuracyOwnRuns : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    m_dialog = std::make_unique<AccuracyDialog>(hardware::Catalogue::built_in());
    QSignalSpy ready(m_dialog.get(), &AccuracyDialog::ready);
    m_dialog->show();
    QVERIFY(m_dialog->isReady() || ready.wait(kPatienceMs));
  }

  void ownRuns() {
    const QString path = written(u"runs.csv"_s, kOwnRuns);
    QSignalSpy ready(m_dialog.get(), &AccuracyDialog::ready);
    m_dialog->importRuns(path);
    QVERIFY(ready.wait(kPatienceMs));
    QCOMPARE(table()->model()->rowCount(), 2);
    const QString message = m_dialog->findChild<QLabel*>(u"accuracyDialog.message"_s)->text();
    QVERIFY2(message.contains(u"runs.csv"_s) && message.contains(u"Z900"_s), qPrintable(message));
    // The fit knows the published runs, not these.
    const auto* summary = m_dialog->findChild<QLabel*>(u"accuracyDialog.summary"_s);
    QVERIFY2(
        summary->text().contains(u"(runs.csv), predicted with the constants fitted to published runs."_s),
        qPrintable(summary->text()));
    QTest::mouseClick(m_dialog->findChild<QPushButton*>(u"accuracyDialog.published"_s), Qt::LeftButton);
    QVERIFY(ready.wait(kPatienceMs));
    QVERIFY(table()->model()->rowCount() > 600);
    QVERIFY2(summary->text().contains(u"these among them"_s), qPrintable(summary->text()));
  }

  /// Three runs of one's own: fitted to, predicted better, handed to the plan, saved, refused on another
  /// type.
  void fitsToOwnRuns() {
    const QString path = written(u"runs.csv"_s, QByteArray(kOwnRuns)
                                                    .replace("Z900", "H100-SXM-80GB")
                                                    .replace(",11000\n", ",9000\n")
                                                    .replace(",10000\n", ",8000\n"));
    const auto button = [&](const char* name) {
      return m_dialog->findChild<QPushButton*>(u"accuracyDialog."_s + QLatin1StringView(name));
    };
    QVERIFY(!button("fit")->isVisible());
    QSignalSpy ready(m_dialog.get(), &AccuracyDialog::ready);
    m_dialog->importRuns(path);
    QVERIFY(ready.wait(kPatienceMs));
    QVERIFY(button("fit")->isVisible() && !button("use")->isVisible());
    const auto median = [&] {
      QString text = figure("median");
      return text.remove(QRegularExpression(u"[^0-9.]"_s)).toDouble();
    };
    const double before = median();
    QTest::mouseClick(button("fit"), Qt::LeftButton);
    QVERIFY(ready.wait(kPatienceMs));
    QVERIFY2(median() < before, qPrintable(figure("median")));
    QVERIFY(!button("fit")->isVisible() && button("use")->isVisible() && button("save")->isVisible());
    QSignalSpy chosen(m_dialog.get(), &AccuracyDialog::calibrationChosen);
    QTest::mouseClick(button("use"), Qt::LeftButton);
    QCOMPARE(chosen.count(), 1);
    plan::Plan plan = plan::sample_plan();
    plan.calibration = chosen.front().front().value<std::string>();
    // Made on H100 alone: a plan with A100 beside them is refused, one of H100 takes other constants.
    const auto mixed = plan::make_problem(plan, hardware::Catalogue::built_in());
    QVERIFY(!mixed);
    QCOMPARE(mixed.error().code, std::string("AST-V604"));
    plan.cluster.pools.resize(1);
    plan.cluster.between_pools.clear();
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    QVERIFY(problem.has_value());
    QVERIFY(problem->coefficients != nullptr);
    m_dialog->saveConstants(m_folder.filePath(u"own.json"_s));
    QFile saved(m_folder.filePath(u"own.json"_s));
    QVERIFY(saved.open(QIODevice::ReadOnly));
    const auto read = calibration::read_calibration_text(saved.readAll().toStdString());
    QVERIFY(read.has_value());
    QCOMPARE(read->source, std::string("runs.csv"));
    QCOMPARE(read->date, QDate::currentDate().toString(Qt::ISODate).toStdString());
    QVERIFY(!button("shipped")->isVisible());
    auto* ofPlan = m_dialog->findChild<QLabel*>(u"accuracyDialog.ofPlan"_s);
    QVERIFY(!ofPlan->isVisible());
    m_dialog->setPlanCalibration(plan.calibration);
    QVERIFY(ofPlan->isVisible());
    const QString today = QDate::currentDate().toString(Qt::ISODate);
    QVERIFY2(ofPlan->text().endsWith(u"calibrated on %1 from runs.csv"_s.arg(today)),
             qPrintable(ofPlan->text()));
    QTest::mouseClick(button("shipped"), Qt::LeftButton);
    QVERIFY(chosen.back().front().value<std::string>().empty());
    m_dialog->setPlanCalibration({});
    QVERIFY(!ofPlan->isVisible());
    QTest::mouseClick(button("published"), Qt::LeftButton);
    QVERIFY(ready.wait(kPatienceMs));
    QVERIFY(!button("use")->isVisible() && !button("fit")->isVisible());
  }

  /// A table that is read while constants are fitted to the one before takes the place of the fit; what is
  /// being read can't be fitted to.
  void aTableTakesThePlaceOfAFit() {
    const QString path = written(u"runs.csv"_s, QByteArray(kOwnRuns).replace("Z900", "H100-SXM-80GB"));
    QSignalSpy ready(m_dialog.get(), &AccuracyDialog::ready);
    m_dialog->importRuns(path);
    QVERIFY(ready.wait(kPatienceMs));
    auto* fit = m_dialog->findChild<QPushButton*>(u"accuracyDialog.fit"_s);
    auto* use = m_dialog->findChild<QPushButton*>(u"accuracyDialog.use"_s);
    QVERIFY(fit->isVisible() && fit->isEnabled());
    QTest::mouseClick(fit, Qt::LeftButton);
    QVERIFY(!fit->isEnabled());
    ready.clear();
    m_dialog->importRuns(path);
    QVERIFY(!fit->isEnabled());
    QVERIFY(ready.wait(kPatienceMs));
    QVERIFY(fit->isVisible() && fit->isEnabled() && !use->isVisible());
    QTest::mouseClick(fit, Qt::LeftButton);  // what comes next is this fit, not the one before
    QVERIFY(ready.wait(kPatienceMs));
    QCOMPARE(ready.count(), 2);
    QVERIFY(!fit->isVisible() && use->isVisible());
    QTest::mouseClick(m_dialog->findChild<QPushButton*>(u"accuracyDialog.published"_s), Qt::LeftButton);
    QVERIFY(ready.wait(kPatienceMs));
  }

  /// A table that is none changes nothing and is told.
  void badTable() {
    const QString path = written(u"bad.csv"_s, "colour,shape\nred,round\n");
    const int before = table()->model()->rowCount();
    QSignalSpy ready(m_dialog.get(), &AccuracyDialog::ready);
    m_dialog->importRuns(path);
    QVERIFY(ready.wait(kPatienceMs));
    QCOMPARE(table()->model()->rowCount(), before);
    auto* message = m_dialog->findChild<QLabel*>(u"accuracyDialog.message"_s);
    QVERIFY(message->isVisible());
    QVERIFY2(message->text().contains(u"bad.csv"_s), qPrintable(message->text()));
  }

 private:
  /// The path of a new file with that content.
  QString written(const QString& name, const QByteArray& content) const {
    const QString path = m_folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
      qFatal("can't write %s", qPrintable(path));
    return path;
  }
  QString figure(const char* name) {
    return m_dialog->findChild<QLabel*>(u"accuracyFigures."_s + QLatin1StringView(name))->text();
  }
  QTableView* table() { return m_dialog->findChild<QTableView*>(u"accuracyDialog.table"_s); }
  QTemporaryDir m_folder;
  std::unique_ptr<AccuracyDialog> m_dialog;
};

}  // namespace tst_accuracy_own_runs

ASTROLABE_TEST(tst_accuracy_own_runs, TestAccuracyOwnRuns)
#include "tst_accuracy_own_runs.moc"
