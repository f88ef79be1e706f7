// The price book as a window: filters, quotes added, edited and removed, a table out and in; the palette by
// provider; what the import asks about.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "core/base/file_read.h"
#include "core/hardware/pool_price.h"
#include "core/hardware/price_import.h"
#include "tests/program/test_program.h"
#include "ui/canvas/price_import_dialog.h"
#include "ui/canvas/prices_dialog.h"
#include "ui/canvas/quote_dialog.h"
#include "ui/canvas/seller_dialog.h"
#include "ui/canvas/shelf_model.h"
#include "ui/document/commands/import_prices.h"
#include "ui/document/commands/pool_values.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"

namespace tst_prices {

using namespace astrolabe;
using namespace astrolabe::ui;

namespace {

hardware::Quote broker() {
  hardware::Quote quote;
  quote.node = "oci-bm-gpu-h100-8";
  quote.usd = 40;
  quote.provider = "Broker";
  quote.source = {"offer 9", "2026-11-20", true};
  return quote;
}

int shownRows(const QTableWidget& table) {
  int shown = 0;
  for (int row = 0; row < table.rowCount(); ++row) shown += table.isRowHidden(row) ? 0 : 1;
  return shown;
}

void choose(QDialog& dialog, const char* name, const QString& entry) {
  auto* box = dialog.findChild<QComboBox*>(QLatin1StringView(name));
  QVERIFY2(box != nullptr && box->findText(entry) >= 0, name);
  box->setCurrentIndex(box->findText(entry));
}

}  // namespace

class TestPrices : public QObject {
  Q_OBJECT

 private slots:
  /// A quote of a broker comes in, is found by its provider alone, holds for the pool, and goes again.
  void aQuoteComesAndGoes() {
    PlanDocument document;
    PricesDialog dialog(document);
    connect(&dialog, &PricesDialog::edited, this,
            [&](QUndoCommand* edit) { document.undoStack().push(edit); });
    auto* table = dialog.findChild<QTableWidget*>(QStringLiteral("pricesDialog.table"));
    auto* remove = dialog.findChild<QPushButton*>(QStringLiteral("pricesDialog.remove"));
    const int before = table->rowCount();
    QVERIFY(before > 150);
    document.undoStack().push(new SetQuotes(document, {broker()}, QStringLiteral("Add a quote")));
    QCOMPARE(table->rowCount(), before + 1);
    choose(dialog, "pricesDialog.provider", QStringLiteral("Broker"));
    QCOMPARE(shownRows(*table), 1);
    QVERIFY(!remove->isEnabled());
    table->setCurrentCell(before, 0);
    QVERIFY(remove->isEnabled());
    QVERIFY(table->item(before, 2)->text().contains(QStringLiteral("40")));
    QVERIFY(table->item(before, 3)->text().contains(QStringLiteral("$5.00")));  // of 8 GPUs one
    hardware::PoolSpec pool;
    pool.node = "oci-bm-gpu-h100-8";
    const auto rent = [&] {
      return hardware::pool_rent(pool, document.catalogue(), hardware::Commitment::on_demand)->usd_per_gpu;
    };
    QCOMPARE(rent(), 5.0);
    remove->click();
    QCOMPARE(rent(), 10.0);
    QCOMPARE(table->rowCount(), before);
    document.undoStack().undo();
    QCOMPARE(rent(), 5.0);
    choose(dialog, "pricesDialog.provider", QStringLiteral("All providers"));
    choose(dialog, "pricesDialog.terms", QStringLiteral("to buy"));
    table->setCurrentCell(-1, -1);
    for (int row = 0; row < table->rowCount(); ++row)
      QVERIFY(table->isRowHidden(row) != (table->item(row, 1)->text() == QStringLiteral("to buy")));
    QVERIFY(!remove->isEnabled());
  }

  /// What is shown goes into a table that comes back as the same quotes.
  void aTableOutAndIn() {
    PlanDocument document;
    document.undoStack().push(new SetQuotes(document, {broker()}, QStringLiteral("Add a quote")));
    PricesDialog dialog(document);
    choose(dialog, "pricesDialog.provider", QStringLiteral("Broker"));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("prices.csv"));
    dialog.exportPrices(path);
    const auto text = read_text_file(path.toStdString());
    QVERIFY(text);
    const auto import = hardware::import_prices(*text, document.catalogue());
    QVERIFY(import && import->mistakes.empty());
    QVERIFY(import->types.quotes == std::vector<hardware::Quote>{broker()});
    Error told;
    connect(&dialog, &PricesDialog::refused, this, [&](const Error& error) { told = error; });
    dialog.exportPrices(folder.filePath(QStringLiteral("nowhere/prices.csv")));
    QVERIFY(!told.code.empty());
  }

  /// The form gives back what it was given, and asks for what is missing.
  void theForm() {
    PlanDocument document;
    hardware::Quote quote = broker();
    quote.usd = 41.2345678901;
    quote.region = "eu";
    quote.from_units = 4;
    quote.term = hardware::Term::spot;
    quote.interruptions_per_node_hour = 0.125;
    QuoteDialog dialog(document.catalogue(), quote);
    QVERIFY(dialog.quote() == quote);
    auto* ok = dialog.findChild<QPushButton*>(QStringLiteral("quoteDialog.ok"));
    auto* problem = dialog.findChild<QLabel*>(QStringLiteral("quoteDialog.problem"));
    QVERIFY(ok->isEnabled());
    const auto* each = dialog.findChild<QLabel*>(QStringLiteral("quoteDialog.perGpu"));
    QVERIFY2(each->text().contains(moneyText(41.2345678901 / 8)), qPrintable(each->text()));
    auto* date = dialog.findChild<QLineEdit*>(QStringLiteral("quoteDialog.date"));
    date->setText(QStringLiteral("yesterday"));
    QVERIFY(!ok->isEnabled());
    QVERIFY(problem->text().contains(QStringLiteral("2026-11-20")));
    date->setText(QStringLiteral("2026-11"));
    QVERIFY(ok->isEnabled());
    dialog.findChild<QLineEdit*>(QStringLiteral("quoteDialog.interruptions"))
        ->setText(QStringLiteral("often"));
    QVERIFY(!ok->isEnabled());
    choose(dialog, "quoteDialog.terms", QStringLiteral("on demand"));
    QVERIFY(ok->isEnabled());
    QVERIFY(!dialog.quote().interruptions_per_node_hour);
    dialog.findChild<QLineEdit*>(QStringLiteral("quoteDialog.source"))->clear();
    QVERIFY(!ok->isEnabled());
  }

  /// What an untouched form lacks is asked for, not marked as wrong.
  void anUntouchedFormAsks() {
    PlanDocument document;
    QuoteDialog dialog(document.catalogue(), hardware::Quote{});
    const auto* problem = dialog.findChild<QLabel*>(QStringLiteral("quoteDialog.problem"));
    const auto ink = [&] { return problem->palette().color(QPalette::WindowText); };
    QVERIFY(!problem->text().isEmpty());
    QCOMPARE(ink(), currentTheme().text2);
    // The line below the price says what it is for, also while there is none.
    const auto* each = dialog.findChild<QLabel*>(QStringLiteral("quoteDialog.perGpu"));
    auto* types = dialog.findChild<QComboBox*>(QStringLiteral("quoteDialog.type"));
    for (const int type : {0, types->count() - 1}) {
      types->setCurrentIndex(type);
      QVERIFY(each->text().contains(QStringLiteral("GPU")));
    }
    QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("quoteDialog.provider")),
                     QStringLiteral("B"));
    QVERIFY(!problem->text().isEmpty());
    QCOMPARE(ink(), currentTheme().error);
  }

  /// Nodes of one provider, and what it quotes a price for; racks and networks stay.
  void thePaletteByProvider() {
    PlanDocument document;
    ShelfModel model(document);
    const int all = model.shown();
    model.setProvider(QStringLiteral("Lambda"));
    const int lambda = model.shown();
    QVERIFY(lambda < all);
    const auto nodes = [&] {
      std::vector<std::string> ids;
      for (int group = 0; group < model.rowCount(); ++group)
        for (int row = 0; row < model.rowCount(model.index(group, 0)); ++row)
          if (const auto id = model.hardware(model.index(row, 0, model.index(group, 0)));
              id && !id->node.empty())
            ids.push_back(id->node);
      return ids;
    };
    QVERIFY(!nodes().empty());
    for (const std::string& id : nodes()) QVERIFY2(id.starts_with("lambda-"), id.c_str());
    model.setProvider(QStringLiteral("Broker"));
    QVERIFY(nodes().empty());
    document.undoStack().push(new SetQuotes(document, {broker()}, QStringLiteral("Add a quote")));
    QVERIFY(nodes() == std::vector<std::string>{"oci-bm-gpu-h100-8"});
    model.setProvider({});
    QCOMPARE(model.shown(), all);
  }

  /// The form tells which price holds; what is entered is one undoable edit.
  void ofWhomAPoolIsHad() {
    PlanDocument document;
    document.undoStack().push(new SetQuotes(document, {broker()}, QStringLiteral("Add a quote")));
    hardware::PoolSpec pool;
    pool.id = "a";
    pool.node = "oci-bm-gpu-h100-8";
    SellerDialog dialog(pool, document.catalogue(), hardware::Commitment::on_demand);
    auto* price = dialog.findChild<QLabel*>(QStringLiteral("sellerDialog.price"));
    QVERIFY2(price->text().contains(QStringLiteral("offer 9")), qPrintable(price->text()));
    dialog.findChild<QComboBox*>(QStringLiteral("sellerDialog.provider"))
        ->setCurrentText(QStringLiteral("OCI"));
    QVERIFY2(!price->text().contains(QStringLiteral("offer 9")), qPrintable(price->text()));
    auto* often = dialog.findChild<QLineEdit*>(QStringLiteral("sellerDialog.interruptions"));
    QCOMPARE(often->placeholderText(), QStringLiteral("not known"));
    auto* ok = dialog.findChild<QPushButton*>(QStringLiteral("sellerDialog.ok"));
    often->setText(QStringLiteral("-1"));
    QVERIFY(!ok->isEnabled());
    often->setText(QStringLiteral("0.25"));
    QVERIFY(ok->isEnabled());
    const hardware::PoolSpec had = dialog.pool();
    QCOMPARE(had.provider, std::string("OCI"));
    QCOMPARE(had.interruptions_per_node_hour.value(), 0.25);
    plan::Plan plan = document.plan();
    plan.cluster.pools = {pool};
    document.apply(plan);
    document.undoStack().push(new SetSeller(document, had));
    QVERIFY(document.plan().cluster.pools[0] == had);
    document.undoStack().undo();
    QVERIFY(document.plan().cluster.pools[0] == pool);
  }

  /// A price that looks like that of one GPU is asked about, and taken when it is meant.
  void anOddPriceIsAskedAbout() {
    PlanDocument document;
    PriceImportDialog dialog(QStringLiteral("p.csv"),
                             "node,usd_per_hour,source,date\noci-bm-gpu-h100-8,2.5,offer,2026-11-01\n",
                             document.catalogue());
    QCOMPARE(dialog.import().taken, 0);
    auto* told = dialog.findChild<QLabel*>(QStringLiteral("priceImport.told"));
    QVERIFY2(told->text().contains(QStringLiteral("all 8 GPUs")), qPrintable(told->text()));
    auto* meant = dialog.findChild<QPushButton*>(QStringLiteral("priceImport.asWritten"));
    QVERIFY(!meant->isHidden());
    meant->click();
    QCOMPARE(dialog.import().taken, 1);
    QVERIFY(meant->isHidden());
  }
};

}  // namespace tst_prices

ASTROLABE_TEST(tst_prices, TestPrices)
#include "tst_prices.moc"
