// The dialog of all limits of the job: what is typed and ticked becomes the job that a file would have given.

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>
#include <QTabWidget>
#include <QTest>

#include "tests/program/test_program.h"
#include "tests/ui/goal_desk.h"
#include "ui/document/plan_document.h"
#include "ui/shell/job_details.h"
#include "ui/shell/job_settings.h"

namespace tst_job_details {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::PlanDocument;
using ui::sample;

class JobDetailsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  /// A range stands for what a search tries in it; values with names are boxes. The plan holds what a list
  /// would have given.
  void rangesAndBoxesOfSettings() {
    PlanDocument document;
    document.reset(sample(), {});
    ui::JobDetailsDialog dialog(document);
    dialog.show();
    const auto enter = [&](const char* name, const QString& text) {
      auto* field = dialog.findChild<QLineEdit*>(u"jobDetails.%1"_s.arg(QLatin1StringView(name)));
      QVERIFY2(field, name);
      field->selectAll();
      QTest::keyClicks(field, text);
      QTest::keyClick(field, Qt::Key_Return);
    };
    const auto allowed = [&](const char* key) {
      const auto& all = document.plan().job.allowed;
      return all.contains(key) ? all.find(key)->second : std::vector<std::string>();
    };
    using Values = std::vector<std::string>;
    // The sample: 8 GPUs a node, so TP is tried at 1 2 4 8; a batch of 128, so DP at its divisors.
    enter("tensor_parallel", u"1-8"_s);
    QCOMPARE(allowed("tensor_parallel"), (Values{"1", "2", "4", "8"}));
    enter("tensor_parallel", u"2 .. 5, 8"_s);
    QCOMPARE(allowed("tensor_parallel"), (Values{"2", "4", "8"}));
    enter("tensor_parallel", u"5-7"_s);
    auto* error = dialog.findChild<QLabel*>(u"jobDetails.tensor_parallel.error"_s);
    QVERIFY2(error->text().contains(u"1 2 4 8"_s), qPrintable(error->text()));
    QCOMPARE(allowed("tensor_parallel"), (Values{"2", "4", "8"}));
    enter("data_parallel", u"3-16"_s);
    QCOMPARE(allowed("data_parallel"), (Values{"4", "8", "16"}));
    enter("pipeline_parallel", u"6-9"_s);  // stages are bounded by the model and the GPUs alone
    QCOMPARE(allowed("pipeline_parallel"), (Values{"6", "7", "8", "9"}));
    enter("pipeline_parallel", u"9-6"_s);
    QVERIFY(!dialog.findChild<QLabel*>(u"jobDetails.pipeline_parallel.error"_s)->text().isEmpty());

    const auto box = [&](const char* name) {
      return dialog.findChild<QCheckBox*>(u"jobDetails.%1"_s.arg(QLatin1StringView(name)));
    };
    for (const char* name : {"recompute.none", "recompute.selective", "recompute.full"})
      QVERIFY2(box(name)->isChecked(), name);
    QTest::keyClick(box("recompute.full"), Qt::Key_Space);
    QCOMPARE(allowed("recompute"), (Values{"none", "selective"}));
    QTest::keyClick(box("recompute.selective"), Qt::Key_Space);
    QCOMPARE(allowed("recompute"), Values{"none"});
    QTest::keyClick(box("recompute.none"), Qt::Key_Space);  // one has to stay
    QVERIFY(box("recompute.none")->isChecked());
    QCOMPARE(allowed("recompute"), Values{"none"});
    QTest::keyClick(box("recompute.selective"), Qt::Key_Space);
    QTest::keyClick(box("recompute.full"), Qt::Key_Space);
    QVERIFY(allowed("recompute").empty());  // all: nothing is narrowed
    QVERIFY(box("schedule.zb-v")->isChecked() && !box("schedule.looped-bfs")->isChecked());
    QTest::keyClick(box("schedule.looped-bfs"), Qt::Key_Space);
    QCOMPARE(allowed("schedule"), (Values{"1f1b", "interleaved", "gpipe", "zb-h1", "zb-v", "looped-bfs"}));
    QTest::keyClick(box("schedule.looped-bfs"), Qt::Key_Space);
    QVERIFY(allowed("schedule").empty());  // those that are searched anyway
    QTest::keyClick(box("offload_optimizer.true"), Qt::Key_Space);
    QCOMPARE(allowed("offload_optimizer"), Values{"false"});
    const auto again = strategy::read_job(strategy::to_json(document.plan().job));
    QVERIFY(again && again->allowed == document.plan().job.allowed);
    QCOMPARE(document.plan().job.stated, sample().plan.job.stated);
  }

  /// Every GPU of the canvas, or at most so many of each pool: both at once is no question that a search can
  /// be asked.
  void gpusExactlyOrAtMost() {
    PlanDocument document;
    document.reset(sample(), {});
    ui::JobDetailsDialog dialog(document);
    dialog.show();
    dialog.findChild<QTabWidget*>(u"jobDetails.pages"_s)->setCurrentIndex(1);
    auto* exactly = dialog.findChild<QRadioButton*>(u"jobDetails.gpus.exactly"_s);
    auto* atMost = dialog.findChild<QRadioButton*>(u"jobDetails.gpus.atMost"_s);
    auto* h100 = dialog.findChild<QLineEdit*>(u"jobDetails.gpus.h100"_s);
    QVERIFY(exactly->isChecked() && !document.plan().cluster.choose);
    QTest::keyClicks(h100, u"16"_s);
    QTest::keyClick(h100, Qt::Key_Return);
    QVERIFY(atMost->isChecked());
    QCOMPARE(document.plan().cluster.choose->max_gpus_per_pool.at("h100"), 16);
    h100->clearFocus();
    QTest::keyClick(exactly, Qt::Key_Space);
    QVERIFY(!document.plan().cluster.choose);
    QVERIFY(h100->text().isEmpty());
    QTest::keyClick(atMost, Qt::Key_Space);  // the numbers once entered
    QCOMPARE(document.plan().cluster.choose->max_gpus_per_pool.at("h100"), 16);
    QCOMPARE(h100->text(), u"16"_s);
    h100->selectAll();
    QTest::keyClick(h100, Qt::Key_Delete);
    QTest::keyClick(h100, Qt::Key_Return);
    QVERIFY(document.plan().cluster.choose);  // still at most: all of them
    QVERIFY(document.plan().cluster.choose->max_gpus_per_pool.empty());
    while (document.undoStack().canUndo()) document.undoStack().undo();
    QVERIFY(exactly->isChecked());
    QVERIFY(document.plan() == sample().plan);
  }

  void everyLimitOfTheJob() {
    PlanDocument document;
    document.reset(sample(), {});
    ui::JobDetailsDialog dialog(document);
    const auto enter = [&](const char* name, const QString& text) {
      auto* field = dialog.findChild<QLineEdit*>(u"jobDetails.%1"_s.arg(QLatin1StringView(name)));
      QVERIFY2(field, name);
      field->setText(text);
      emit field->editingFinished();
    };
    const auto told = [&](const char* name) {
      return dialog.findChild<QLabel*>(u"jobDetails.%1.error"_s.arg(QLatin1StringView(name)))->text();
    };
    for (const std::string& key : strategy::setting_keys()) {
      const QString name = u"jobDetails.%1"_s.arg(QString::fromStdString(key));
      const auto choices = ui::settingChoices(key);
      QVERIFY2(choices.empty() == (dialog.findChild<QLineEdit*>(name) != nullptr), key.c_str());
      for (const auto& [value, words] : choices)
        QVERIFY2(dialog.findChild<QCheckBox*>(name + u'.' + QString::fromStdString(value)), key.c_str());
      QVERIFY2(ui::settingName(key) != QString::fromStdString(key), key.c_str());
    }
    enter("tensor_parallel", u"4, 8 8"_s);
    QCOMPARE(document.plan().job.allowed.at("tensor_parallel"), (std::vector<std::string>{"4", "8"}));
    enter("tensor_parallel", u"four"_s);
    QVERIFY(told("tensor_parallel").contains(u"four"_s));
    QCOMPARE(document.plan().job.allowed.at("tensor_parallel"), (std::vector<std::string>{"4", "8"}));
    enter("tensor_parallel", {});
    QVERIFY(told("tensor_parallel").isEmpty());
    QVERIFY(!document.plan().job.allowed.contains("tensor_parallel"));
    enter("years", u"3"_s);
    QCOMPARE(document.plan().job.cost.years, 3.0);
    enter("utilisation", u"150"_s);
    QVERIFY(!told("utilisation").isEmpty());
    QCOMPARE(dialog.findChild<QLineEdit*>(u"jobDetails.hosting"_s)->placeholderText(), u"no price"_s);
    enter("hosting", u"150"_s);
    QCOMPARE(document.plan().job.cost.hosting_usd_per_kw_month.value_or(0.0), 150.0);
    enter("hosting", u"-1"_s);
    QVERIFY(!told("hosting").isEmpty());
    QCOMPARE(document.plan().job.cost.hosting_usd_per_kw_month.value_or(0.0), 150.0);
    enter("hosting", u"0"_s);  // a price, that of what costs nothing
    QCOMPARE(document.plan().job.cost.hosting_usd_per_kw_month.value_or(1.0), 0.0);
    enter("hosting", {});
    QVERIFY(!document.plan().job.cost.hosting_usd_per_kw_month);
    QVERIFY(told("hosting").isEmpty());
    auto* grid = dialog.findChild<QComboBox*>(u"jobDetails.grid"_s);
    grid->setCurrentIndex(grid->findData(u"europe-west9"_s));
    emit grid->activated(grid->currentIndex());
    QCOMPARE(document.plan().job.cost.carbon_g_per_kwh.value_or(0.0), 15.83);
    QCOMPARE(dialog.findChild<QLineEdit*>(u"jobDetails.carbon"_s)->text(), u"15.83"_s);
    enter("carbon", u"25"_s);  // a figure of one's own is of no grid
    QCOMPARE(document.plan().job.cost.carbon_g_per_kwh.value_or(0.0), 25.0);
    QCOMPARE(document.plan().job.cost.grid, std::string());
    QCOMPARE(grid->currentIndex(), 0);
    enter("carbon", {});
    QVERIFY(!document.plan().job.cost.carbon_g_per_kwh);
    enter("failures", u"2e-5"_s);
    QCOMPARE(*document.plan().job.reliability.failures_per_gpu_hour, 2e-5);
    enter("failures", {});
    QVERIFY(!document.plan().job.reliability.failures_per_gpu_hour);
    enter("expertImbalance", u"1.5"_s);
    QCOMPARE(document.plan().job.expert_imbalance, 1.5);
    enter("expertImbalance", u"0.5"_s);  // the fullest rank holds at least the mean
    QVERIFY(!told("expertImbalance").isEmpty());
    QCOMPARE(document.plan().job.expert_imbalance, 1.5);
    // The ramp-up has the limit of the batch, 128 in the sample, and whole sequences.
    enter("rampStart", u"1T"_s);
    QCOMPARE(told("rampStart"), u"Must be from 1 to 128."_s);
    enter("rampStart", u"12.5"_s);
    QCOMPARE(told("rampStart"), u"Must be a whole number."_s);
    QVERIFY(!document.plan().job.batch_ramp_up);
    enter("rampStart", {});
    QVERIFY(told("rampStart").isEmpty());
    enter("gpus.h100", u"16"_s);
    QCOMPARE(document.plan().cluster.choose->max_gpus_per_pool.at("h100"), 16);
    enter("gpus.h100", u"33"_s);  // there are 32
    QVERIFY(told("gpus.h100").contains(u"32"_s));
    QCOMPARE(document.plan().cluster.choose->max_gpus_per_pool.at("h100"), 16);
    const plan::Plan before = sample().plan;
    while (document.undoStack().canUndo()) document.undoStack().undo();
    QVERIFY(document.plan() == before);
  }

  /// A text that is refused stays, whatever else changes, is not told as assumed, and keeps the dialog open
  /// with the focus in it; Escape drops it.
  void aRefusedTextKeepsTheDialog() {
    PlanDocument document;
    document.reset(sample(), {});
    ui::JobDetailsDialog dialog(document);
    dialog.show();
    auto* pages = dialog.findChild<QTabWidget*>(u"jobDetails.pages"_s);
    auto* years = dialog.findChild<QLineEdit*>(u"jobDetails.years"_s);
    pages->setCurrentIndex(2);
    QVERIFY(years->accessibleName().endsWith(u", assumed"_s));
    QTest::keyClicks(years, u"300"_s);
    QTest::keyClick(years, Qt::Key_Return);
    auto* told = dialog.findChild<QLabel*>(u"jobDetails.years.error"_s);
    QCOMPARE(told->text(), u"Must be from 0.1 to 30."_s);
    QVERIFY(!years->accessibleName().endsWith(u", assumed"_s));
    auto* h100 = dialog.findChild<QLineEdit*>(u"jobDetails.gpus.h100"_s);
    pages->setCurrentIndex(1);
    QTest::keyClicks(h100, u"16"_s);
    QTest::keyClick(h100, Qt::Key_Return);
    QCOMPARE(document.plan().cluster.choose->max_gpus_per_pool.at("h100"), 16);
    QCOMPARE(years->text(), u"300"_s);
    auto* close = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Close);
    close->click();
    QVERIFY(dialog.isVisible());
    QCOMPARE(pages->currentIndex(), 2);
    QCOMPARE(dialog.focusWidget(), years);
    years->selectAll();
    QTest::keyClicks(years, u"3"_s);
    QTest::keyClick(years, Qt::Key_Return);
    QCOMPARE(document.plan().job.cost.years, 3.0);
    close->click();
    QVERIFY(!dialog.isVisible());
  }

  /// Fine-tuning as a file would have said it; what a method has no use for goes with it.
  void fineTuning() {
    PlanDocument document;
    document.reset(sample(), {});
    ui::JobDetailsDialog dialog(document);
    const auto box = [&](const char* name) {
      return dialog.findChild<QComboBox*>(u"jobDetails.tuning.%1"_s.arg(QLatin1StringView(name)));
    };
    const auto field = [&](const char* name) {
      return dialog.findChild<QLineEdit*>(u"jobDetails.tuning.%1"_s.arg(QLatin1StringView(name)));
    };
    const auto enter = [&](const char* name, const QString& text) {
      field(name)->setText(text);
      emit field(name)->editingFinished();
    };
    const auto choose = [&](const char* name, int index) {
      box(name)->setCurrentIndex(index);
      emit box(name)->activated(index);
    };
    const auto told = [&](const char* name) {
      return dialog.findChild<QLabel*>(u"jobDetails.tuning.%1.error"_s.arg(QLatin1StringView(name)))->text();
    };
    QVERIFY(!field("rank")->isEnabled() && !field("mean")->isEnabled());
    choose("method", 3);
    QVERIFY(document.plan().job.tuning->method == strategy::TuningMethod::qlora);
    QVERIFY(field("rank")->isEnabled());
    enter("rank", u"0"_s);
    QCOMPARE(told("rank"), u"Must be a whole number from 1 to 65536."_s);
    enter("rank", u"64"_s);
    QCOMPARE(document.plan().job.tuning->rank, 64);
    enter("targets", u"q_proj, v_proj"_s);
    QCOMPARE(document.plan().job.tuning->targets, (std::vector<std::string>{"q_proj", "v_proj"}));
    enter("mean", u"800"_s);
    enter("p50", u"900"_s);
    enter("p90", u"600"_s);
    QVERIFY(!told("p90").isEmpty());
    QVERIFY(!document.plan().job.tuning->lengths->p90);
    choose("reference", 3);
    QVERIFY(document.plan().job.tuning->reference == strategy::Reference::adapter);
    choose("method", 1);
    const strategy::Tuning& whole = *document.plan().job.tuning;
    QVERIFY(whole.targets.empty() && whole.reference == strategy::Reference::copy);
    QVERIFY(!field("rank")->isEnabled() && field("mean")->isEnabled());
    choose("method", 0);
    QVERIFY(!document.plan().job.tuning);
    while (document.undoStack().canUndo()) document.undoStack().undo();
    QVERIFY(document.plan() == sample().plan);
  }
};

}  // namespace tst_job_details

ASTROLABE_TEST(tst_job_details, JobDetailsTest)
#include "tst_job_details.moc"
