// The serving side of "How accurate?": errors by group worked by hand, and the page by real keys.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "tests/program/test_program.h"
#include "ui/render/numbers.h"
#include "ui/results/serving_accuracy.h"
#include "ui/shell/accuracy_dialog.h"
#include "ui/shell/serving_accuracy_page.h"

namespace tst_serving_accuracy {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int kWait = 60'000;
const std::string kHeader =
    "id,source,date,framework,gpu,n_gpus,model,precision_weights,precision_kv,tp,pp,ep,dp_attention,"
    "disaggregated,isl,osl,len_dist,load_kind,load_value,output_tok_s_total,ttft_ms_median,tpot_ms_median,"
    "max_batch,speculative\n";

std::string runOf(const char* id, const char* rate, double tpot) {
  return std::string(id) +
         ",own,2025-11,vllm,h100-sxm,4,llama-3.3-70b,fp8,,4,1,,n,n,922,922,uniform [0.8N N],concurrency,64," +
         rate + ",," + QByteArray::number(tpot, 'g', 12).toStdString() + ",,none\n";
}

QStringList lineOf(const QAbstractItemModel& model, int row) {
  QStringList cells;
  for (int column = 0; column < model.columnCount(); ++column)
    cells << model.index(row, column).data().toString();
  return cells;
}

}  // namespace

class TestServingAccuracy : public QObject {
  Q_OBJECT

 private slots:
  /// Errors +10, -20 and +30 %: the middle of 10, 20, 30 is 20, the 90th percentile 30, the middle with its
  /// sign of -20, 10, 30 is 10; two of three lie in their bands. Of two values the upper one counts.
  void groupsByHand() {
    serving::ServingCase dense, experts;
    dense.framework = "vllm";
    dense.gpu = "h100-sxm";
    dense.load_kind = experts.load_kind = "concurrency";
    experts.framework = "sglang";
    experts.gpu = "b200-sxm";
    experts.moe = true;
    const serving::Metric tpot = serving::Metric::tpot;
    const serving::ServingRow one{&dense, tpot, 10.0, {11.0, 9.0, 12.0}};
    const serving::ServingRow two{&dense, tpot, 20.0, {16.0, 15.0, 18.0}};
    const serving::ServingRow three{&experts, tpot, 10.0, {13.0, 9.0, 14.0}};
    ServingErrorGroups groups;
    groups.setRows({&one, &two, &three});
    const auto line = [](const QString& name, int rows, double median, double p90, double typical,
                         double band) {
      return QStringList{name,
                         wholeText(rows),
                         percentText(median),
                         percentText(p90),
                         signedPercentText(typical),
                         percentText(band, 0)};
    };
    QCOMPARE(groups.rowCount(), 8);
    QCOMPARE(lineOf(groups, 0), line(u"All shown"_s, 3, 0.2, 0.3, 0.1, 2.0 / 3.0));
    QCOMPARE(lineOf(groups, 1), line(u"Dense models"_s, 2, 0.2, 0.2, 0.1, 0.5));
    QCOMPARE(lineOf(groups, 2), line(u"Models with experts"_s, 1, 0.3, 0.3, 0.3, 1.0));
    QCOMPARE(lineOf(groups, 3), line(u"Load: at a concurrency"_s, 3, 0.2, 0.3, 0.1, 2.0 / 3.0));
    QCOMPARE(lineOf(groups, 4), line(u"Engine: sglang"_s, 1, 0.3, 0.3, 0.3, 1.0));
    QCOMPARE(lineOf(groups, 5), line(u"Engine: vllm"_s, 2, 0.2, 0.2, 0.1, 0.5));
    QCOMPARE(lineOf(groups, 6), line(u"GPU: b200-sxm"_s, 1, 0.3, 0.3, 0.3, 1.0));
    QCOMPARE(lineOf(groups, 7), line(u"GPU: h100-sxm"_s, 2, 0.2, 0.2, 0.1, 0.5));
  }

  /// A stop drops the work.
  void stops() {
    std::stop_source stop;
    stop.request_stop();
    const auto made =
        servingAccuracyOf(kHeader + runOf("a", "", 10.0), hardware::Catalogue::built_in(), stop.get_token());
    QVERIFY(made.has_value() && *made == nullptr);
  }

  /// A table of one's own, measured so that the errors are +10, -20 and +30 %, opens on the serving page;
  /// keys go to the training page and back, and to the rate, which one run has.
  void ownTableByKeys() {
    const hardware::Catalogue catalogue = hardware::Catalogue::built_in();
    const auto made = servingAccuracyOf(kHeader + runOf("a", "", 10.0), catalogue, {});
    QVERIFY(made.has_value() && (*made)->points.size() == 1);
    const double told = (*made)->points.front().predicted;
    QTemporaryDir folder;
    const QString path = folder.filePath(u"own.csv"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        (kHeader + runOf("a", "3134", told / 1.1) + runOf("b", "", told / 0.8) + runOf("c", "", told / 1.3))
            .c_str());
    file.close();

    AccuracyDialog dialog(catalogue);
    auto* page = dialog.findChild<ServingAccuracyPage*>(u"servingAccuracy"_s);
    auto* pages = dialog.findChild<QStackedWidget*>(u"accuracyDialog.pages"_s);
    auto* task = dialog.findChild<QTabBar*>(u"accuracyDialog.task"_s);
    auto* table = dialog.findChild<QTableView*>(u"servingAccuracy.table"_s);
    auto* groups = dialog.findChild<QTableView*>(u"servingAccuracy.groups"_s);
    auto* metric = dialog.findChild<QComboBox*>(u"servingAccuracy.metric"_s);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    QCOMPARE(pages->currentIndex(), 0);
    dialog.importRuns(path);
    QCOMPARE(pages->currentWidget(), page);
    QTRY_VERIFY_WITH_TIMEOUT(page->isReady(), kWait);
    QCOMPARE(table->model()->rowCount(), 3);
    const QStringList all = lineOf(*groups->model(), 0);
    QCOMPARE(all.mid(1, 4),
             (QStringList{u"3"_s, percentText(0.2), percentText(0.3), signedPercentText(0.1)}));

    task->setFocus();
    QTest::keyClick(task, Qt::Key_Left);
    QCOMPARE(pages->currentIndex(), 0);
    QVERIFY(!page->isVisible());
    QTest::keyClick(task, Qt::Key_Right);
    QVERIFY(page->isVisible());
    metric->setFocus();
    QTest::keyClick(metric, Qt::Key_Down);
    QCOMPARE(table->model()->rowCount(), 1);
    QTest::keyClick(metric, Qt::Key_Down);
    QCOMPARE(table->model()->rowCount(), 0);
    QVERIFY(dialog.findChild<QLabel*>(u"servingAccuracy.summary"_s)->text().contains(u"No run"_s));
  }

  /// Three runs that all take half as long again as predicted: constants fitted to them err less, and go to
  /// the plan with their day and table.
  void constantsOfOwnRuns() {
    const auto made = servingAccuracyOf(kHeader + runOf("a", "", 10.0), hardware::Catalogue::built_in(), {});
    QVERIFY(made.has_value());
    const double told = (*made)->points.front().predicted;
    QTemporaryDir folder;
    const QString path = folder.filePath(u"own.csv"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        (kHeader + runOf("a", "", 1.5 * told) + runOf("b", "", 1.5 * told) + runOf("c", "", 1.5 * told))
            .c_str());
    file.close();
    AccuracyDialog dialog(hardware::Catalogue::built_in());
    auto* page = dialog.findChild<ServingAccuracyPage*>(u"servingAccuracy"_s);
    auto* fit = dialog.findChild<QPushButton*>(u"servingAccuracy.fit"_s);
    auto* use = dialog.findChild<QPushButton*>(u"servingAccuracy.use"_s);
    QSignalSpy ready(page, &ServingAccuracyPage::ready);
    page->importRuns(path);
    QVERIFY(ready.wait(kWait));
    QVERIFY(!fit->isHidden() && use->isHidden());
    fit->click();
    QVERIFY(ready.wait(kWait));
    QVERIFY(fit->isHidden() && !use->isHidden());
    QSignalSpy chosen(&dialog, &AccuracyDialog::calibrationChosen);
    use->click();
    QCOMPARE(chosen.size(), 1);
    const auto own = serving::read_serving_calibration_text(chosen.front().front().value<std::string>());
    QVERIFY(own);
    QCOMPARE(own->runs, 3);
    QCOMPARE(own->source, std::string("own.csv"));
    QVERIFY(own->median_abs_error_after < own->median_abs_error_before);
  }

  /// A table without the columns of serving runs changes nothing and is told.
  void otherTablesAreTold() {
    AccuracyDialog dialog(hardware::Catalogue::built_in());
    auto* page = dialog.findChild<ServingAccuracyPage*>(u"servingAccuracy"_s);
    auto* message = dialog.findChild<QLabel*>(u"servingAccuracy.message"_s);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"other.csv"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("id,gpu\nx,h100-sxm\n");
    file.close();
    QSignalSpy ready(page, &ServingAccuracyPage::ready);
    page->importRuns(path);
    QVERIFY(ready.wait(kWait));
    QVERIFY(!page->isReady());
    QVERIFY2(message->text().contains(u"other.csv"_s), qPrintable(message->text()));
  }
};

}  // namespace tst_serving_accuracy

ASTROLABE_TEST(tst_serving_accuracy, TestServingAccuracy)
#include "tst_serving_accuracy.moc"
