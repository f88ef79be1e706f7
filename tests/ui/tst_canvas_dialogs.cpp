// ui/canvas: the forms of palette and canvas, typed into key by key: own GPU types, numbers in every locale.
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/drop.h"
#include "ui/canvas/gpu_type_dialog.h"
#include "ui/canvas/number_box.h"
#include "ui/canvas/value_dialog.h"
#include "ui/document/commands/commands.h"

namespace tst_canvas_dialogs {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestCanvasDialogs : public QObject {
  Q_OBJECT

  /// In place of what the field holds.
  static void type(QWidget& form, const char* name, const QString& text) {
    auto* field = form.findChild<QWidget*>(QLatin1StringView(name));
    QVERIFY2(field, name);
    if (auto* box = qobject_cast<QAbstractSpinBox*>(field))
      box->selectAll();
    else
      qobject_cast<QLineEdit*>(field)->selectAll();
    for (const QChar letter : text) {  // digits of every script have a key
      QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, QString(letter));
      QCoreApplication::sendEvent(field, &press);
    }
    QTest::keyClick(field, Qt::Key_Tab);
  }

 private slots:
  void cleanup() { QLocale::setDefault(QLocale::c()); }

  /// What is wrong is told while one types, field by field; only a whole type can be taken.
  void ownTypesAreCheckedLive() {
    PlanDocument document;
    GpuTypeDialog dialog(document.catalogue());
    dialog.show();
    auto* problem = dialog.findChild<QLabel*>(QStringLiteral("gpuType.problem"));
    auto* take = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    const auto told = [&](const char* word) {
      return !take->isEnabled() && problem->text().contains(QLatin1StringView(word), Qt::CaseInsensitive);
    };
    QVERIFY2(told("name"), qPrintable(problem->text()));
    const QString taken = QString::fromStdString(document.catalogue().gpus().front().id);
    type(dialog, "gpuType.name", taken);
    QVERIFY2(told("already"), qPrintable(problem->text()));
    type(dialog, "gpuType.name", QStringLiteral("Mine 96GB"));
    QVERIFY2(told("memory"), qPrintable(problem->text()));
    type(dialog, "gpuType.memory", QStringLiteral("96"));
    QVERIFY2(told("bandwidth"), qPrintable(problem->text()));
    type(dialog, "gpuType.memoryBandwidth", QStringLiteral("3350.5"));
    QVERIFY2(told("bf16"), qPrintable(problem->text()));
    type(dialog, "gpuType.bf16", QStringLiteral("800"));
    QVERIFY2(told("host link"), qPrintable(problem->text()));
    type(dialog, "gpuType.pcie", QStringLiteral("63"));
    QVERIFY2(told("figures come from"), qPrintable(problem->text()));
    type(dialog, "gpuType.source", QStringLiteral("Offer 17"));
    QVERIFY2(take->isEnabled() && problem->text().isEmpty(), qPrintable(problem->text()));
    type(dialog, "gpuType.note", QStringLiteral("until March"));
    const hardware::Gpu gpu = dialog.gpu();
    QCOMPARE(gpu.id, std::string("mine-96gb"));
    QCOMPARE(gpu.memory->value, 96.0 * 1024 * 1024 * 1024);
    QCOMPARE(gpu.memory_bandwidth->value, 3350.5e9);
    QCOMPARE(gpu.bf16->value, 800e12);
    QCOMPARE(gpu.source.text, std::string("Offer 17"));
    QVERIFY(gpu.source.own);
    document.undoStack().push(new AddGpuType(document, gpu));
    QVERIFY(document.catalogue().find_gpu("mine-96gb") != nullptr);
    QVERIFY(poolFor({"mine-96gb", {}}, document.catalogue()));
    document.undoStack().undo();
    QVERIFY(document.catalogue().find_gpu("mine-96gb") == nullptr);
  }

  void aCopyStartsWithTheFigures() {
    PlanDocument document;
    const hardware::Gpu& from = *document.catalogue().find_gpu("h100-sxm-80");
    GpuTypeDialog dialog(document.catalogue());
    dialog.fill(from);
    const hardware::Gpu gpu = dialog.gpu();
    QVERIFY(gpu.id != from.id);
    QVERIFY(std::abs(gpu.memory->value / from.memory->value - 1.0) < 1e-3);
    QVERIFY(std::abs(gpu.bf16->value / from.bf16->value - 1.0) < 1e-3);
  }

  /// A72: the locale's form and the plain one give the same number in every box.
  void A72_boxesTakeBothForms_data() {
    QTest::addColumn<QString>("locale");
    QTest::addColumn<QString>("typed");
    for (const char* name : {"C", "en_US", "de_DE", "fr_FR", "fa_IR", "ar_EG", "hi_IN"}) {
      const QString locale = QLatin1StringView(name);
      QTest::addRow("%s plain", name) << locale << QStringLiteral("1234.75");
      QString own = QLocale(locale).toString(1234.75, 'f', 2);
      own.remove(QLocale(locale).groupSeparator());
      QTest::addRow("%s own", name) << locale << own;
    }
  }
  void A72_boxesTakeBothForms() {
    QFETCH(QString, locale);
    QFETCH(QString, typed);
    QLocale::setDefault(QLocale(locale));
    ValueDialog dialog({QStringLiteral("Price"),
                        QStringLiteral("Price:"),
                        QStringLiteral("USD"),
                        {},
                        1.0,
                        0.0,
                        10'000.0,
                        4,
                        {}});
    dialog.show();
    type(dialog, "valueDialog.value", typed);
    QCOMPARE(dialog.value().value_or(0.0), 1234.75);
  }

  void boxesKeepTheirLimits() {
    NumberBox box;
    box.setRange(1.0, 64.0);
    box.setDecimals(0);
    box.setValue(8.0);
    box.setSuffix(QStringLiteral(" GPUs"));
    box.show();
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("words"));
    QTest::keyClick(&box, Qt::Key_Tab);
    QCOMPARE(box.value(), 8.0);
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("12"));
    QTest::keyClick(&box, Qt::Key_Tab);
    QCOMPARE(box.value(), 12.0);
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("900"));
    QTest::keyClick(&box, Qt::Key_Tab);
    QVERIFY(box.value() <= 64.0);
  }
};

}  // namespace tst_canvas_dialogs

ASTROLABE_TEST(tst_canvas_dialogs, TestCanvasDialogs)
#include "tst_canvas_dialogs.moc"
