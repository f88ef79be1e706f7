// ui/canvas/price_import_dialog: a table of prices with rows that cannot be read, its columns and currencies,
// and whom its prices reach.
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QtTest>

#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/price_import_dialog.h"
#include "ui/canvas/price_reach.h"
#include "ui/canvas/shelf_model.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/import_prices.h"

namespace tst_price_table {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestPriceTable : public QObject {
  Q_OBJECT

 private slots:
  void A11_aTableWithABadRow() {
    const std::string text =
        "node,usd_per_hour,source,date\n"
        "oci-bm-gpu-h100-8,70.5,Offer 17,2026-11-01\n"
        "oci-bm-gpu-a100-v2-8,\"22,99\",Offer 17,2026-11-01\n"
        "oci-bm-gpu-h200-8,,Offer 17,2026-11-01\n";
    PlanDocument document;
    PriceImportDialog dialog(QStringLiteral("prices.csv"), text, document.catalogue());
    auto* rows = dialog.findChild<QTableWidget*>(QStringLiteral("priceImport.rows"));
    QCOMPARE(rows->rowCount(), 3);
    QVERIFY(rows->item(0, 1)->text().contains(QChar(0x2713)));  // a tick
    QVERIFY2(rows->item(1, 1)->text().contains(QStringLiteral("2,99")), qPrintable(rows->item(1, 1)->text()));
    QVERIFY(rows->item(2, 1)->text().contains(QStringLiteral("no price")));
    const auto* told = dialog.findChild<QLabel*>(QStringLiteral("priceImport.told"));
    rows->setCurrentCell(0, 1);
    QCOMPARE(told->text(), QStringLiteral("Row 2 is fine."));
    rows->setCurrentCell(2, 1);
    QVERIFY2(told->text().contains(QStringLiteral("no price")), qPrintable(told->text()));
    QCOMPARE(dialog.import().taken, 1);
    QCOMPARE(dialog.import().without_price, 1);
    QCOMPARE(dialog.import().mistakes.size(), std::size_t(1));
    // With a decimal comma the second row is a price, and the first, 70.5, is not.
    dialog.findChild<QCheckBox*>(QStringLiteral("priceImport.comma"))->click();
    QVERIFY(rows->item(1, 1)->text().contains(QChar(0x2713)));
    dialog.findChild<QCheckBox*>(QStringLiteral("priceImport.comma"))->click();
    document.undoStack().push(new ImportPrices(document, dialog.import().types, dialog.import().taken));
    ShelfModel model(document);
    model.setQuery(QStringLiteral("oci h100"));
    QCOMPARE(document.catalogue().find_node("oci-bm-gpu-h100-8")->prices.on_demand->value, 70.5);
    document.undoStack().undo();
    QCOMPARE(document.catalogue().find_node("oci-bm-gpu-h100-8")->prices.on_demand->value, 80.0);
  }

  /// P201: the message of a row has its buttons; skipping is done by mouse and by keys and can be taken back.
  void P201_rowsAreSkippedByMouseAndKeys() {
    const std::string text =
        "node,usd_per_hour,source,date\n"
        "oci-bm-gpu-h100-8,70.5,Offer 17,2026-11-01\n"
        "\n"
        "oci-bm-gpu-a100-v2-8,\"22,99\",Offer 17,2026-11-01\n"
        "oci-bm-gpu-h200-8,cheap,Offer 17,2026-11-01\n";
    PlanDocument document;
    PriceImportDialog dialog(QStringLiteral("prices.csv"), text, document.catalogue());
    dialog.show();
    auto* rows = dialog.findChild<QTableWidget*>(QStringLiteral("priceImport.rows"));
    auto* told = dialog.findChild<QLabel*>(QStringLiteral("priceImport.told"));
    auto* skip = dialog.findChild<QPushButton*>(QStringLiteral("priceImport.skip"));
    auto* comma = dialog.findChild<QPushButton*>(QStringLiteral("priceImport.useComma"));
    QCOMPARE(rows->currentRow(), 1);  // the first that needs a word; its line is the 4th of the file
    QVERIFY2(told->text().contains(QStringLiteral("4")) && told->text().contains(QStringLiteral("2,99")),
             qPrintable(told->text()));
    QVERIFY2(told->text().contains(QStringLiteral("usd_per_hour")), qPrintable(told->text()));
    QVERIFY(comma->isVisible());
    QTest::mouseClick(skip, Qt::LeftButton);
    QCOMPARE(dialog.import().skipped, 1);
    QCOMPARE(dialog.import().mistakes.size(), std::size_t(1));
    QCOMPARE(rows->currentRow(), 2);  // on to the next
    QVERIFY(rows->item(1, 1)->text().contains(QStringLiteral("skipped")));
    QVERIFY(!comma->isVisible());
    rows->setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    QTest::keyClick(rows, Qt::Key_Delete);
    QCOMPARE(dialog.import().skipped, 2);
    QVERIFY(dialog.import().mistakes.empty());
    QCOMPARE(dialog.import().taken, 1);
    QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualItemRect(rows->item(1, 1)).center());
    QTest::keyClick(rows, Qt::Key_Delete);  // taken again
    QCOMPARE(dialog.import().skipped, 1);
    QTest::mouseClick(comma, Qt::LeftButton);
    QVERIFY(rows->item(1, 1)->text().contains(QChar(0x2713)));
    QVERIFY(dialog.findChild<QCheckBox*>(QStringLiteral("priceImport.comma"))->isChecked());
  }

  /// The columns that a person chose are chosen again for the next table with the same heading, also after a
  /// restart, and for no other.
  void columnsAreRemembered() {
    const std::string text =
        "machine,what it costs,from,day\n"
        "oci-bm-gpu-h100-8,\"70,5\",Offer 17,2026-11-01\n";
    PlanDocument document;
    PriceMappings known;
    const auto choose = [](PriceImportDialog& dialog, const char* role, const QString& column) {
      auto* choice = dialog.findChild<QComboBox*>(QStringLiteral("priceImport.") + QLatin1StringView(role));
      choice->setFocus();
      QTest::keyClicks(choice, column);  // as a person picks an entry by keys
      QCOMPARE(choice->currentText(), column);
    };
    {
      PriceImportDialog dialog(QStringLiteral("a.csv"), text, document.catalogue(), nullptr, known);
      dialog.show();
      QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("priceImport.remembered")) == nullptr);
      QCOMPARE(dialog.import().taken, 0);
      choose(dialog, "unsaid", QStringLiteral("USD"));
      choose(dialog, "node", QStringLiteral("machine"));
      choose(dialog, "usdPerHour", QStringLiteral("what it costs"));
      choose(dialog, "source", QStringLiteral("from"));
      choose(dialog, "date", QStringLiteral("day"));
      dialog.findChild<QCheckBox*>(QStringLiteral("priceImport.comma"))->click();
      QCOMPARE(dialog.import().taken, 1);
      known.remember(dialog.mapping());
    }
    const PriceMappings again = PriceMappings::fromBytes(known.toBytes());
    QVERIFY(again == known);
    PriceImportDialog next(QStringLiteral("b.csv"), text, document.catalogue(), nullptr, again);
    QCOMPARE(next.import().taken, 1);
    QVERIFY(next.findChild<QCheckBox*>(QStringLiteral("priceImport.comma"))->isChecked());
    QVERIFY(next.findChild<QLabel*>(QStringLiteral("priceImport.remembered")) != nullptr);
    PriceImportDialog other(QStringLiteral("c.csv"), "machine,price,from,day\n", document.catalogue(),
                            nullptr, again);
    QCOMPARE(other.findChild<QComboBox*>(QStringLiteral("priceImport.node"))->currentIndex(), 0);
    QVERIFY(PriceMappings::fromBytes("no JSON") == PriceMappings());
    for (int i = 0; i < 30; ++i) {
      PriceMapping mapping;
      mapping.header = {std::to_string(i)};
      known.remember(mapping);
    }
    QVERIFY(known.find({"29"}) && known.find({"10"}) && !known.find({"9"}));
  }

  /// A price in another currency asks for its rate and the day of it, in place.
  void anotherCurrencyAsksForItsRate() {
    const std::string text =
        "node,price_per_hour,currency,source,date\n"
        "oci-bm-gpu-h100-8,60,EUR,Offer 17,2026-11-01\n";
    PlanDocument document;
    PriceImportDialog dialog(QStringLiteral("prices.csv"), text, document.catalogue());
    dialog.show();
    auto* take = dialog.findChild<QPushButton*>(QStringLiteral("priceImport.take"));
    QVERIFY(!take->isEnabled());
    auto* told = dialog.findChild<QLabel*>(QStringLiteral("priceImport.told"));
    QVERIFY2(told->text().contains(QStringLiteral("EUR")), qPrintable(told->text()));
    auto* rate = dialog.findChild<QDoubleSpinBox*>(QStringLiteral("priceImport.rate.EUR"));
    auto* date = dialog.findChild<QLineEdit*>(QStringLiteral("priceImport.rateDate.EUR"));
    QVERIFY(rate && date && rate->isVisible());
    rate->setFocus();
    rate->selectAll();
    QTest::keyClicks(rate, QStringLiteral("1.1"));
    QTest::keyClick(rate, Qt::Key_Tab);
    QVERIFY(!take->isEnabled());  // no day, no rate
    QTest::keyClicks(date, QStringLiteral("2026-11-19"));
    QVERIFY(take->isEnabled());
    QTest::mouseClick(take, Qt::LeftButton);
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    document.undoStack().push(new ImportPrices(document, dialog.import().types, dialog.import().taken));
    const hardware::NodeType* node = document.catalogue().find_node("oci-bm-gpu-h100-8");
    QCOMPARE(node->prices.on_demand->value, 60 * 1.1);
    QCOMPARE(QString::fromStdString(node->source.text),
             QStringLiteral("Offer 17 (60 EUR, 1 EUR = 1.1 USD of 2026-11-19)"));
  }

  /// A price of a GPU alone holds for every node with it. Before it is taken, the window says how many node
  /// types that are; then how many nodes of the plan. A node with a price of one's own keeps that.
  void aPriceOfAGpuSaysWhomItReaches() {
    const std::string text =
        "gpu,usd_per_gpu_hour,source,date\n"
        "h100-sxm,1.25,Offer 17,2026-11-01\n";
    PlanDocument document;
    fillSample(document);  // 4 nodes of h100, 4 of a100
    const hardware::Catalogue before = document.catalogue();
    PriceImportDialog dialog(QStringLiteral("prices.csv"), text, before);
    QCOMPARE(dialog.import().taken, 1);
    int types = 0;
    for (const hardware::NodeType& node : before.nodes())
      if (const hardware::Gpu* gpu = before.find_gpu(node.gpu_id); gpu != nullptr && gpu->id == "h100-sxm")
        ++types;
    QVERIFY(types > 6);
    const QString told = dialog.findChild<QLabel*>(QStringLiteral("priceImport.summary"))->text();
    QVERIFY2(told.contains(QStringLiteral("%1 node types get another price (").arg(types)), qPrintable(told));
    QVERIFY2(told.contains(QStringLiteral(" and %1 more").arg(types - 6)), qPrintable(told));
    const auto take = [&] {
      document.undoStack().push(new ImportPrices(document, dialog.import().types, dialog.import().taken));
    };
    take();
    QCOMPARE(poolsReached(document.plan(), before, document.catalogue()),
             QStringLiteral("4 nodes of this plan get another price: 4 of h100."));
    document.undoStack().undo();
    QVERIFY(poolsReached(document.plan(), before, document.catalogue()).isEmpty());
    document.undoStack().push(new SetPoolPrice(document, "h100", 2.0));  // a pool's own price stays
    take();
    const QString left = poolsReached(document.plan(), before, document.catalogue());
    QVERIFY2(left.isEmpty(), qPrintable(left));
  }

  void aTableWithoutTheNeededColumns() {
    PlanDocument document;
    PriceImportDialog dialog(QStringLiteral("prices.csv"), "what,ever\n1,2\n", document.catalogue());
    QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("priceImport.take"))->isEnabled());
    const QString told = dialog.findChild<QLabel*>(QStringLiteral("priceImport.summary"))->text();
    QVERIFY2(told.contains(QStringLiteral("prices.csv")), qPrintable(told));
  }
};

}  // namespace tst_price_table

ASTROLABE_TEST(tst_price_table, TestPriceTable)
#include "tst_price_table.moc"
