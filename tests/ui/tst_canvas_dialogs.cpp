// ui/canvas: the forms of palette and canvas, typed into key by key: own GPU types, numbers in every locale.
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QtTest>
#include <algorithm>

#include "core/engine.h"
#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/drop.h"
#include "ui/canvas/duplicate_dialog.h"
#include "ui/canvas/gpu_type_dialog.h"
#include "ui/canvas/node_type_dialog.h"
#include "ui/canvas/value_dialog.h"
#include "ui/controls/number_box.h"
#include "ui/document/commands/commands.h"
#include "ui/render/theme.h"

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
    const auto ink = [&] { return problem->palette().color(QPalette::WindowText); };
    QCOMPARE(ink(), currentTheme().text2);  // a request: nobody has done anything wrong yet
    const QString taken = QString::fromStdString(document.catalogue().gpus().front().id);
    type(dialog, "gpuType.name", taken);
    QVERIFY2(told("already"), qPrintable(problem->text()));
    QCOMPARE(ink(), currentTheme().error);
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

  /// What the form does not show, and what nobody changes in it, is the original's to the last bit: a
  /// strategy takes as long on the copy, also after the plan was written and read.
  void anUnchangedCopyRunsAsTheOriginal() {
    PlanDocument document;
    fillSample(document);
    document.undoStack().push(new ReplaceGpus(document, "h100", "h100-sxm", {}));
    const auto original = document.problem();
    QVERIFY(original.has_value());
    const plan::SnapshotPtr answer = run_search(*original, {});
    QVERIFY(!answer->best.empty());
    const strategy::Strategy best = answer->best.front().strategy;
    const double seconds = detail(*original, best)->evaluation.step.value;

    GpuTypeDialog dialog(document.catalogue());
    dialog.fill(*document.catalogue().find_gpu("h100-sxm"));
    dialog.show();
    const hardware::Gpu copy = dialog.gpu();
    QCOMPARE(copy.like, std::string("h100-sxm"));
    QCOMPARE(copy.architecture, std::string("Hopper"));
    document.undoStack().push(new AddGpuType(document, copy));
    const auto read = hardware::read_own_types(hardware::to_json(document.plan().own_types));
    QVERIFY(read && *read == document.plan().own_types);
    document.undoStack().push(new ReplaceGpus(document, "h100", copy.id, {}));
    const auto copied = document.problem();
    QVERIFY(copied.has_value());
    QCOMPARE(copied->cluster.pools.front().gpu.id, copy.id);
    QVERIFY(detail(*copied, best)->evaluation.step.value == seconds);
    const std::vector<hardware::Assumption> told = run_search(*copied, {})->assumptions;
    QVERIFY(std::any_of(told.begin(), told.end(), [&](const hardware::Assumption& each) {
      return each.what == "pools[" + copy.id + "].kernels" && each.value == "h100-sxm";
    }));

    // A figure that is changed counts, and its kernels stay those of the original: half the rate, more time.
    type(dialog, "gpuType.bf16", QStringLiteral("494.7"));
    QCOMPARE(dialog.gpu().bf16->value, 494.7e12);
    QCOMPARE(dialog.gpu().memory->value, copy.memory->value);
    document.undoStack().push(new AddGpuType(document, dialog.gpu()));
    const auto slower = document.problem();
    QVERIFY(slower.has_value());
    QVERIFY(detail(*slower, best)->evaluation.step.value > seconds);
  }

  /// A new type may have its prices from the start; a copy has those of its original.
  void ownTypesHavePrices() {
    PlanDocument document;
    fillSample(document);
    GpuTypeDialog dialog(document.catalogue());
    dialog.show();
    for (const auto& [field, value] : {std::pair("name", "Mine 96GB"),
                                       {"memory", "96"},
                                       {"memoryBandwidth", "3350"},
                                       {"bf16", "800"},
                                       {"pcie", "63"},
                                       {"source", "Offer 17"}})
      type(dialog, qPrintable(QStringLiteral("gpuType.%1").arg(QLatin1StringView(field))),
           QLatin1StringView(value));
    QVERIFY(!dialog.purchase() && !dialog.rent());  // both may be left out
    type(dialog, "gpuType.purchase", QStringLiteral("25000"));
    type(dialog, "gpuType.rent", QStringLiteral("1.75"));
    const plan::Plan before = document.plan();
    document.undoStack().push(new AddGpuType(document, dialog.gpu(), dialog.purchase(), dialog.rent()));
    hardware::PoolSpec pool;
    pool.gpu = "mine-96gb";
    pool.gpus_per_node = 4;
    QCOMPARE(poolPrice(pool, document.catalogue(), hardware::Commitment::on_demand).value_or(0.0), 1.75);
    QCOMPARE(poolPurchase(pool, document.catalogue()).value_or(0.0), 100'000.0);  // 4 x 25,000
    document.undoStack().undo();
    QVERIFY(document.plan() == before);
    GpuTypeDialog copied(document.catalogue());
    copied.fill(*document.catalogue().find_gpu("h100-sxm"));
    const hardware::GpuPrice* original = document.catalogue().purchase_price("h100-sxm");
    QVERIFY(original && copied.purchase());
    QCOMPARE(copied.purchase()->price.value, original->price.value);
    QCOMPARE(copied.purchase()->source, original->source);
    QCOMPARE(copied.purchase()->gpu_id, copied.gpu().id);
  }

  /// A node of the catalogue as one's own: twice the network, another price, all else as it was.
  void aNodeIsCopied() {
    PlanDocument document;
    const hardware::NodeType from = *document.catalogue().find_node("onprem-dgx-h100");
    NodeTypeDialog dialog(document.catalogue(), from);
    dialog.show();
    auto* take = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    QVERIFY(take->isEnabled());
    hardware::NodeType same = dialog.node();
    QVERIFY(same.id != from.id && same.source.own);
    same.id = from.id;
    same.name = from.name;
    same.source = from.source;
    QVERIFY(same == from);
    type(dialog, "nodeType.name", QStringLiteral("onprem dgx h100"));  // an id that is taken
    QVERIFY(!take->isEnabled());
    type(dialog, "nodeType.name", QStringLiteral("Ours"));
    type(dialog, "nodeType.network", QStringLiteral("6400"));
    type(dialog, "nodeType.purchase", QStringLiteral("300000"));
    type(dialog, "nodeType.onDemand", QStringLiteral("20"));
    QVERIFY(take->isEnabled());
    const hardware::NodeType made = dialog.node();
    QCOMPARE(made.network->value, 800e9);  // 6,400 Gb/s over 8
    QCOMPARE(made.prices.purchase_typical->value, 300'000.0);
    QVERIFY(!made.prices.purchase_low && !made.prices.purchase_high);
    QCOMPARE(made.gpus, from.gpus);
    const plan::Plan before = document.plan();
    document.undoStack().push(new AddNodeType(document, made));
    const auto pool = poolFor({{}, "ours"}, document.catalogue());
    QVERIFY(pool);
    QCOMPARE(poolPrice(*pool, document.catalogue(), hardware::Commitment::on_demand).value_or(0.0), 2.5);
    QCOMPARE(poolPurchase(*pool, document.catalogue()).value_or(0.0), 300'000.0);
    document.undoStack().undo();
    QVERIFY(document.plan() == before);
  }

  /// Reserved and spot prices are those of the node as it is listed: with other GPUs, another number of them
  /// or another price on demand nothing is known of them; another network changes none of them.
  void aCopyKeepsListPricesOfTheSameNode() {
    PlanDocument document;
    const auto& nodes = document.catalogue().nodes();
    const auto listed = std::find_if(nodes.begin(), nodes.end(), [](const hardware::NodeType& node) {
      return node.prices.on_demand && node.prices.reserved_1y && node.prices.spot;
    });
    QVERIFY(listed != nodes.end());
    const hardware::NodeType from = *listed;
    const auto pricesAfter = [&](const auto& edit) {
      NodeTypeDialog dialog(document.catalogue(), from);
      dialog.show();
      edit(dialog);
      return dialog.node().prices;
    };
    const hardware::NodePrices same =
        pricesAfter([](NodeTypeDialog& dialog) { type(dialog, "nodeType.network", QStringLiteral("123")); });
    QVERIFY(same == from.prices);
    for (const hardware::NodePrices& prices :
         {pricesAfter([](NodeTypeDialog& dialog) { type(dialog, "nodeType.onDemand", QStringLiteral("7")); }),
          pricesAfter([](NodeTypeDialog& dialog) {
            auto* gpus = dialog.findChild<QSpinBox*>(QStringLiteral("nodeType.gpus"));
            gpus->setValue(gpus->value() + 1);
          }),
          pricesAfter([](NodeTypeDialog& dialog) {
            auto* gpu = dialog.findChild<QComboBox*>(QStringLiteral("nodeType.gpu"));
            gpu->setCurrentIndex(gpu->currentIndex() == 0 ? 1 : 0);
          })}) {
      QVERIFY(prices.on_demand);
      QVERIFY(!prices.reserved_1y && !prices.reserved_3y && !prices.spot);
      QVERIFY(prices.reserved_date.empty());
    }
  }

  /// A link of another speed is still the original's kind of link; without one the GPUs meet over PCIe.
  void aCopyWithAnotherLink() {
    PlanDocument document;
    const hardware::Gpu from = *document.catalogue().find_gpu("h100-sxm");
    GpuTypeDialog dialog(document.catalogue());
    dialog.fill(from);
    dialog.show();
    type(dialog, "gpuType.link", QStringLiteral("200"));
    QCOMPARE(dialog.gpu().link->value, 200e9);
    QCOMPARE(dialog.gpu().link_type, from.link_type);
    QVERIFY(!dialog.gpu().link_both_directions);
    type(dialog, "gpuType.link", QStringLiteral("0"));
    QCOMPARE(dialog.gpu().link_type, std::string("PCIe"));
    QCOMPARE(dialog.gpu().link->value, from.pcie->value);
    type(dialog, "gpuType.memory", QStringLiteral("100"));
    QCOMPARE(dialog.gpu().memory->value, 100.0 * 1024 * 1024 * 1024);
    QVERIFY(!dialog.gpu().memory_gb_label);
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
    QCOMPARE(box.text(), QStringLiteral("900 GPUs"));  // no digit is dropped
    QCOMPARE(box.problem(), QStringLiteral("Must be from 1 to 64 GPUs."));
    QFocusEvent left(QEvent::FocusOut);
    QCoreApplication::sendEvent(&box, &left);
    QCOMPARE(box.text(), QStringLiteral("900 GPUs"));
    QVERIFY(box.property("invalid").toBool());
    QTest::keyClick(&box, Qt::Key_Return);  // takes nothing
    QCOMPARE(box.text(), QStringLiteral("900 GPUs"));
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("64"));
    QCOMPARE(box.value(), 64.0);
    QVERIFY(box.problem().isEmpty());
    QVERIFY(!box.property("invalid").toBool());
    WholeBox whole;
    whole.setRange(1, 1024);
    whole.setPrefix(QStringLiteral("± "));
    whole.setValue(8);
    whole.show();
    for (const QString& text : {QStringLiteral("5000"), QStringLiteral("12.5"), QStringLiteral("0")}) {
      whole.selectAll();
      QTest::keyClicks(&whole, text);
      QVERIFY2(whole.text().contains(text), qPrintable(whole.text()));
      QCOMPARE(whole.problem(), QStringLiteral("Must be from 1 to 1024."));
    }
    const int held = whole.value();
    QTest::keyClick(&whole, Qt::Key_Up);
    QVERIFY(whole.problem().isEmpty());
    QCOMPARE(whole.value(), held + 1);
    whole.selectAll();
    QTest::keyClicks(&whole, QStringLiteral("640"));
    QCOMPARE(whole.value(), 640);
  }

  /// A number beyond the range of its field stays as it was typed, and the form says which range that is and
  /// cannot be taken meanwhile.
  void formsRefuseWhatIsOutOfRange() {
    PlanDocument document;
    GpuTypeDialog dialog(document.catalogue());
    dialog.fill(*document.catalogue().find_gpu("h100-sxm-80"));
    dialog.show();
    const auto* problem = dialog.findChild<QLabel*>(QStringLiteral("gpuType.problem"));
    const auto* take = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    QVERIFY2(take->isEnabled(), qPrintable(problem->text()));
    for (const auto& [field, typed, range] :
         {std::tuple("gpuType.memory", "40960", "Memory: Must be from 0 to 4096"),
          {"gpuType.pcie", "123456", "from 0 to 10000"},
          {"gpuType.linkDomain", "5000", "from 1 to 1024"}}) {
      auto* box = dialog.findChild<QAbstractSpinBox*>(QLatin1StringView(field));
      const QString held = box->text();
      type(dialog, field, QLatin1StringView(typed));
      QVERIFY2(box->text().startsWith(QLatin1StringView(typed)), qPrintable(box->text()));
      QVERIFY2(problem->text().contains(QLatin1StringView(range)), qPrintable(problem->text()));
      QVERIFY(!take->isEnabled());
      QTest::keyClick(box, Qt::Key_Return);
      QVERIFY(dialog.isVisible());
      type(dialog, field, QStringLiteral("7"));
      QVERIFY2(take->isEnabled(), qPrintable(problem->text()));
      QVERIFY(held != box->text());
    }
    QCOMPARE(dialog.gpu().memory->value, 7.0 * 1024 * 1024 * 1024);
    DuplicateDialog copies(QStringLiteral("node"));
    copies.show();
    type(copies, "duplicateDialog.copies", QStringLiteral("900"));
    const auto* told = copies.findChild<QLabel*>(QStringLiteral("duplicateDialog.example"));
    QCOMPARE(told->text(), QStringLiteral("Copies: Must be from 1 to 500."));
    QVERIFY(!copies.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
    ValueDialog::Ask ask;
    ask.label = QStringLiteral("Price:");
    ask.most = 100.0;
    ValueDialog price(ask);
    price.show();
    type(price, "valueDialog.value", QStringLiteral("1000"));
    QCOMPARE(price.findChild<QLabel*>(QStringLiteral("valueDialog.problem"))->text(),
             QStringLiteral("Must be from 0 to 100."));
    QTest::keyClick(price.findChild<QWidget*>(QStringLiteral("valueDialog.value")), Qt::Key_Return);
    QVERIFY(price.isVisible());
  }

  /// A field that may hold no number says so, takes what is typed over that, and comes back to it by keys.
  void boxesMayBeEmpty() {
    const QString words = QStringLiteral("not stated");
    NumberBox box;
    box.setDecimals(2);
    box.setRange(0.0, 1e7);
    box.setSuffix(QStringLiteral(" USD"));
    QVERIFY(!box.isEmpty());
    box.allowEmpty(words);
    QCOMPARE(box.value(), 0.0);
    box.setValue(box.minimum());
    box.show();
    QVERIFY(box.isEmpty());
    QCOMPARE(box.text(), words);
    box.findChild<QLineEdit*>()->setCursorPosition(3);  // a click among the words
    QTest::keyClicks(&box, QStringLiteral("50"));
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(box.value(), 50.0);
    QCOMPARE(box.text(), QStringLiteral("50.00 USD"));
    box.selectAll();
    QTest::keyClick(&box, Qt::Key_Delete);
    QTest::keyClick(&box, Qt::Key_Return);
    QVERIFY(box.isEmpty());
    QCOMPARE(box.text(), words);
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("-7"));  // below all that it takes
    QTest::keyClick(&box, Qt::Key_Return);
    QVERIFY(box.isEmpty());
    QTest::keyClick(&box, Qt::Key_Up);
    QVERIFY(!box.isEmpty());
    QCOMPARE(box.value(), 0.0);
    box.setValue(0.5);
    QTest::keyClick(&box, Qt::Key_Down);
    QCOMPARE(box.value(), 0.0);
    QTest::keyClick(&box, Qt::Key_Down);
    QCOMPARE(box.text(), words);
  }

  void aDialogMayOpenEmpty() {
    ValueDialog::Ask ask;
    ask.label = QStringLiteral("Price:");
    ask.value.reset();
    ask.most = 100.0;
    ask.empty = QStringLiteral("not stated");
    ValueDialog dialog(ask);
    dialog.show();
    QVERIFY(dialog.isUntouched());
    QVERIFY(!dialog.value());
    type(dialog, "valueDialog.value", QStringLiteral("7"));
    QVERIFY(!dialog.isUntouched());
    QCOMPARE(dialog.value(), std::optional(7.0));
  }
};

}  // namespace tst_canvas_dialogs

ASTROLABE_TEST(tst_canvas_dialogs, TestCanvasDialogs)
#include "tst_canvas_dialogs.moc"
