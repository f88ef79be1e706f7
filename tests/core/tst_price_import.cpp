// core/hardware/price_import: mapping of columns, per-row mistakes, decimal comma, the overlay in a resolved
// cluster.
#include <QtTest>
#include <cmath>
#include <memory>

#include "core/base/error_codes.h"
#include "core/hardware/cluster.h"
#include "core/hardware/price_import.h"
#include "random_text.h"
#include "tests/program/test_program.h"

namespace tst_price_import {

using namespace astrolabe;
using namespace astrolabe::hardware;

namespace {

const std::string kTable =
    "gpu,node,usd_per_hour,usd_per_gpu_hour,source,date\n"
    "H100-SXM,,,2.10,broker,2026-11-20\n"
    ",OCI-BM-GPU-H100-8,64,,\"quote, signed\",2026-11\n"
    "\n"
    ",aws-p4d-24xlarge,,1.5,quote,2026-11-19\n"
    "mi300x,,,,quote,2026\n";

PriceImport imported(const std::string& text, const PriceImportOptions& options = {}) {
  const auto read =
      std::make_unique<Result<PriceImport>>(import_prices(text, Catalogue::built_in(), options));
  return read->value();
}

PriceColumns mapped(const std::string& gpu, const std::string& price, const std::string& source,
                    const std::string& date) {
  PriceColumns columns;
  columns.gpu = gpu;
  columns.usd_per_gpu_hour = price;
  columns.source = source;
  columns.date = date;
  return columns;
}

}  // namespace

class TestPriceImport : public QObject {
  Q_OBJECT

 private slots:
  void aSoundTable() {
    const PriceImport import = imported(kTable);
    QVERIFY(import.mistakes.empty());
    QCOMPARE(import.taken, 3);
    QCOMPARE(import.without_price, 1);  // an empty price is no price, never zero
    QCOMPARE(import.types.gpu_rents.size(), std::size_t(1));
    const GpuRent rent{"h100-sxm", {2.10}, {"broker", "2026-11-20", true}};
    QVERIFY(import.types.gpu_rents[0] == rent);
    QCOMPARE(import.types.nodes.size(), std::size_t(2));
    QCOMPARE(import.types.nodes[0].id, std::string("oci-bm-gpu-h100-8"));
    QCOMPARE(import.types.nodes[0].prices.on_demand->value, 64.0);
    QCOMPARE(import.types.nodes[0].source.text, std::string("quote, signed"));
    QVERIFY(import.types.nodes[0].note.find("all but the price: ") != std::string::npos);
    QCOMPARE(import.types.nodes[1].prices.on_demand->value, 12.0);  // 8 x 1.5
    // All else stays as the catalogue has it.
    QVERIFY(import.types.nodes[1].network == Catalogue::built_in().find_node("aws-p4d-24xlarge")->network);
  }
  void pricesReachTheCluster() {
    const Catalogue catalogue = Catalogue::built_in().with(imported(kTable).types);
    const auto price = [&](const char* node) {
      PoolSpec pool;
      pool.node = node;
      pool.id = pool.node;
      const ClusterSpec spec{{}, {pool}, {}, {}};
      return resolve(spec, catalogue, Commitment::on_demand)->pools[0];
    };
    QCOMPARE(price("oci-bm-gpu-h100-8").usd_per_gpu_hour->value,
             8.0);  // 64 / 8: the own node wins over the own GPU price
    QCOMPARE(price("oci-bm-gpu-h100-8").price_date, std::string("2026-11"));
    QCOMPARE(price("onprem-dgx-h100").usd_per_gpu_hour->value, 2.10);
    QCOMPARE(price("onprem-dgx-h100").price_source, std::string("broker"));
  }
  void decimalCommaAndSemicolons() {
    const std::string text =
        "GPU id;USD per GPU "
        "hour;Source;Date\nh100-sxm;2,99;broker;2026-11-20\na100-sxm-80;0.999,5;broker;2026\n";
    const PriceImport plain = imported(text);
    QCOMPARE(plain.taken, 0);
    QCOMPARE(plain.mistakes.size(), std::size_t(2));
    QCOMPARE(plain.mistakes[0].code, std::string(code::bad_price_row));
    QCOMPARE(plain.mistakes[0].where, std::string("row 2, column USD per GPU hour"));
    QCOMPARE(plain.mistakes[0].found, std::string("2,99"));
    QCOMPARE(to_text(plain.mistakes[0].wanted), std::string("a number with “.” decimals"));
    PriceImportOptions options;
    options.decimal_comma = true;
    const PriceImport import = imported(text, options);
    QVERIFY(import.mistakes.empty());
    QCOMPARE(import.types.gpu_rents[0].price.value, 2.99);
    QCOMPARE(import.types.gpu_rents[1].price.value, 999.5);
    const PriceImport dots =
        imported("gpu;usd_per_gpu_hour;source;date\nh100-sxm;2.99;broker;2026\n", options);
    QCOMPARE(dots.mistakes.at(0).found, std::string("2.99"));
  }
  void mappingByHand() {
    const std::string text = "what,preis,wo,wann\nh100-sxm,3,broker,2026-01-02\n";
    QCOMPARE(price_header(text).size(), std::size_t(4));
    QVERIFY(guess_price_columns(price_header(text)) == PriceColumns{});
    PriceImportOptions options;
    options.columns = mapped("what", "preis", "wo", "wann");
    const PriceImport bare = imported(text, options);  // in which currency?
    QCOMPARE(bare.taken, 0);
    QCOMPARE(bare.mistakes.at(0).where, std::string("row 2, column preis"));
    QCOMPARE(bare.mistakes[0].found, std::string("3"));
    QVERIFY(to_text(bare.mistakes[0].wanted).starts_with("a currency with it"));
    options.currency = "USD";
    QCOMPARE(imported(text, options).types.gpu_rents.at(0).price.value, 3.0);
    options.columns = mapped("what", "preis", "wo", "datum");
    const auto result = import_prices(text, Catalogue::built_in(), options);
    QCOMPARE(result.error().code, std::string(code::unknown_key));
    QCOMPARE(result.error().found, std::string("datum"));
  }
  void headersThatLackARole() {
    for (const char* header : {"usd_per_hour,source,date", "gpu,source,date", "gpu,usd_per_hour,date",
                               "gpu,usd_per_hour,source", ""}) {
      const auto result = import_prices(header, Catalogue::built_in());
      QVERIFY2(!result, header);
      QCOMPARE(result.error().code, std::string(code::missing_key));
      QCOMPARE(result.error().where, std::string("row 1"));
    }
  }
  void oneBadRowLeavesTheOthers_data() {
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found");
    const auto add = [](const char* name, const char* row, const char* where, const char* found) {
      QTest::newRow(name) << QString(row) << QString(where) << QString(found);
    };
    add("unknown gpu", "h100-smx,,,2,broker,2026", "row 7, column gpu", "h100-smx");
    add("unknown node", ",oci-bm-gpu-h100-9,2,,broker,2026", "row 7, column node", "oci-bm-gpu-h100-9");
    add("neither", ",,2,,broker,2026", "row 7, column node", "nothing");
    add("gpu of another node", "a100-sxm-80,onprem-dgx-h100,2,,broker,2026", "row 7, column gpu",
        "a100-sxm-80");
    add("zero", "b200-sxm,,,0,broker,2026", "row 7, column usd_per_gpu_hour", "0");
    add("negative", "b200-sxm,,,-1,broker,2026", "row 7, column usd_per_gpu_hour", "-1");
    add("text", "b200-sxm,,,cheap,broker,2026", "row 7, column usd_per_gpu_hour", "cheap");
    add("infinite", "b200-sxm,,,1e999,broker,2026", "row 7, column usd_per_gpu_hour", "1e999");
    add("no source", "b200-sxm,,,2,,2026", "row 7, column source", "nothing");
    add("no date", "b200-sxm,,,2,broker", "row 7, column date", "nothing");
    add("bad date", "b200-sxm,,,2,broker,20.11.2026", "row 7, column date", "20.11.2026");
    add("day", "b200-sxm,,,2,broker,2026-11-32", "row 7, column date", "2026-11-32");
    add("no such day", "b200-sxm,,,2,broker,2026-02-30", "row 7, column date", "2026-02-30");
    add("short day", "b200-sxm,,,2,broker,2026-11-2", "row 7, column date", "2026-11-2");
    add("no month", "b200-sxm,,,2,broker,2026-00", "row 7, column date", "2026-00");
    add("month", "b200-sxm,,,2,broker,2026-13", "row 7, column date", "2026-13");
    add("two prices", ",onprem-dgx-h100,8,2,broker,2026", "row 7, column usd_per_gpu_hour", "2");
    // 8 x 2 = 16 of 16.17 are 1 % off and a hair more.
    add("two prices apart", ",onprem-dgx-h100,16.17,2,broker,2026", "row 7, column usd_per_gpu_hour", "2");
    add("twice", "h100-sxm,,,2,broker,2026", "row 7, column gpu", "h100-sxm");
    add("too many cells", "b200-sxm,,,2,broker,2026,x", "row 7", "7 cells");
    add("unknown number of GPUs", ",azure-nc128ds-xl-rtxpro6000bse-v6,,2,broker,2026", "row 7, column node",
        "azure-nc128ds-xl-rtxpro6000bse-v6");
  }
  void oneBadRowLeavesTheOthers() {
    QFETCH(QString, row);
    QFETCH(QString, where);
    QFETCH(QString, found);
    std::string text = kTable;
    text.append(row.toStdString()).append("\ngb200,,,5,broker,2026\n");
    const PriceImport import = imported(text);
    QCOMPARE(import.taken, 4);
    QCOMPARE(import.mistakes.size(), std::size_t(1));
    QCOMPARE(import.mistakes[0].code, std::string(code::bad_price_row));
    QCOMPARE(QString::fromStdString(import.mistakes[0].where), where);
    QCOMPARE(QString::fromStdString(import.mistakes[0].found), found);
  }
  /// Prices of a node where those of a GPU belong and the other way, of a day that cannot be, of no terms
  /// that there are. The H100 is of 2022 and costs 1.25 to 12.29 USD a GPU and hour: 2.5 for 8 of them are
  /// 0.31, 64 are 8 x 8.
  void whatCannotBeMeant_data() {
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("remedy");
    const auto add = [](const char* name, const char* row, const char* column, const char* found,
                        const char* remedy) {
      QTest::newRow(name) << QString(row) << QStringLiteral("row 2, column ") + column << QString(found)
                          << QString(remedy);
    };
    add("a GPU's price for a node", ",oci-bm-gpu-h100-8,,2.5,,,1,2026", "usd_per_hour", "2.5",
        "the price of all 8 GPUs: 2.5 looks like that of one");
    add("a node's price for a GPU", "h100-sxm,,,64,,,1,2026", "usd_per_hour", "64",
        "the price of one GPU: 64 looks like that of a node of 8");
    add("a GPU's price to buy for a node", ",onprem-dgx-h100,,,31000,,1,2026", "purchase_usd", "31000",
        "the price of all 8 GPUs: 31000 looks like that of one");
    add("old", "a100-sxm-80,,,2,,,1,2019", "date", "2019", "a price of the years 2021 to 2028");
    add("before it was sold", "b200-sxm,,,4,,,1,2022", "date", "2022",
        "a price of the years 2024 to 2028 (B200 SXM was not sold before)");
    add("to come", "h100-sxm,,,2,,,1,3026", "date", "3026", "a price of the years 2022 to 2028");
    add("no such terms", "h100-sxm,,weekly,2,,,1,2026", "term", "weekly", "purchase");
    add("an hour to buy", "h100-sxm,,purchase,2,,,1,2026", "usd_per_hour", "2", "a column purchase_usd");
    add("less than one", "h100-sxm,,,2,,,0,2026", "from_units", "0", "a whole number from 1 on");
    add("interruptions", "h100-sxm,,spot,2,,-1,1,2026", "interruptions_per_node_hour", "-1",
        "how often an hour of a node is interrupted");
  }
  void whatCannotBeMeant() {
    QFETCH(QString, row);
    QFETCH(QString, where);
    QFETCH(QString, found);
    QFETCH(QString, remedy);
    const std::string text =
        "gpu,node,term,usd_per_hour,purchase_usd,interruptions_per_node_hour,from_units,date,source\n" +
        row.toStdString() + ",offer\nh200-sxm,,,4,,,1,2026,offer\n";
    const PriceImport import = imported(text);
    QCOMPARE(import.taken, 1);  // the other row
    QCOMPARE(import.mistakes.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(import.mistakes[0].where), where);
    QCOMPARE(QString::fromStdString(import.mistakes[0].found), found);
    const QString wanted = QString::fromStdString(to_text(import.mistakes[0].wanted));
    QVERIFY2(wanted.contains(remedy), qPrintable(wanted));
  }
  /// Whoever means it says so: by both prices, or for the row.
  void anOddPriceThatIsMeant() {
    const std::string head = "node,usd_per_hour,usd_per_gpu_hour,source,date\n";
    QCOMPARE(imported(head + "oci-bm-gpu-h100-8,2.4,0.3,friend,2026\n").taken, 1);
    PriceImportOptions options;
    options.as_written.insert(2);
    QCOMPARE(imported(head + "oci-bm-gpu-h100-8,2.4,,friend,2026\n").taken, 0);
    QCOMPARE(imported(head + "oci-bm-gpu-h100-8,2.4,,friend,2026\n", options).taken, 1);
  }
  /// Currencies to buy in; "usd_per_gpu" is what the catalogue calls a price to buy.
  void pricesToBuy() {
    const PriceImport import = imported(
        "gpu_id,date,usd_per_gpu,condition,seller_or_source,dataset\n"
        "h100-sxm,2026-09-01,29000,HGX,dealer,\n");
    QVERIFY(import.mistakes.empty());
    QCOMPARE(import.types.gpu_prices.size(), std::size_t(1));
    QCOMPARE(import.types.gpu_prices[0].price.value, 29000.0);
    QCOMPARE(import.types.gpu_prices[0].source, std::string("dealer"));
    PriceImportOptions options;
    options.rates["EUR"] = {1.1, "2026-11-01"};
    const PriceImport euros =
        imported("node,purchase_eur,provider,source,date\nonprem-dgx-h100,250000,Dealer,offer 3,2026-09-01\n",
                 options);
    QVERIFY(euros.mistakes.empty());
    QCOMPARE(euros.types.quotes.size(), std::size_t(1));
    QVERIFY(std::abs(euros.types.quotes[0].usd - 275'000) < 1e-6);
    QCOMPARE(euros.types.quotes[0].provider, std::string("Dealer"));
    QVERIFY(euros.types.quotes[0].term == Term::purchase);
  }
  /// 2.50 EUR at 1.08 USD are 2.70 USD; the price says so itself.
  void anotherCurrencyNeedsARateWithADate() {
    const std::string text =
        "gpu,price_per_gpu_hour,currency,source,date\n"
        "h100-sxm,2.5,EUR,Offer 9,2026-11-20\n"
        "b200-sxm,4,usd,Offer 9,2026-11-20\n"
        "a100-sxm-80,1.5,,Offer 9,2026-11-20\n"
        "mi300x,300,JPY,Offer 9,2026-11-20\n"
        "gb200,3,Euro,Offer 9,2026-11-20\n";
    const PriceImport bare = imported(text);
    QCOMPARE(bare.taken, 1);  // nothing is converted silently, and nothing is taken for USD
    QCOMPARE(bare.mistakes.size(), std::size_t(4));
    QCOMPARE(bare.mistakes[0].code, std::string(code::no_rate));
    QCOMPARE(bare.mistakes[0].where, std::string("row 2, column currency"));
    QCOMPARE(bare.mistakes[0].found, std::string("EUR"));
    QCOMPARE(to_text(bare.mistakes[0].wanted),
             std::string("what 1 EUR is worth in USD and the date of that rate"));
    QCOMPARE(bare.mistakes[1].where, std::string("row 4, column price_per_gpu_hour"));
    QCOMPARE(bare.mistakes[1].found, std::string("1.5"));
    QCOMPARE(bare.mistakes[3].code, std::string(code::bad_price_row));
    QCOMPARE(bare.mistakes[3].found, std::string("EURO"));
    QCOMPARE(bare.currencies.size(), std::size_t(2));
    QVERIFY(bare.currencies.contains("EUR") && bare.currencies.contains("JPY"));
    PriceImportOptions options;
    options.currency = "usd";
    options.rates["EUR"].usd_per_unit = 1.08;
    QCOMPARE(imported(text, options).taken, 2);  // a rate without a date is none
    options.rates["EUR"].date = "2026-11-19";
    options.skipped.insert(5);
    options.skipped.insert(6);
    const PriceImport import = imported(text, options);
    QCOMPARE(import.taken, 3);
    QCOMPARE(import.skipped, 2);
    QVERIFY(import.mistakes.empty());
    QCOMPARE(import.types.gpu_rents[0].price.value, 2.5 * 1.08);
    QCOMPARE(import.types.gpu_rents[0].source.text,
             std::string("Offer 9 (2.5 EUR, 1 EUR = 1.08 USD of 2026-11-19)"));
    QCOMPARE(import.types.gpu_rents[0].source.date, std::string("2026-11-20"));
    QCOMPARE(import.types.gpu_rents[1].source.text, std::string("Offer 9"));
  }
  /// Tables are printed rounded: 8 GPUs at 2 USD are the node's 16.15, of which they lack less than 1 %; the
  /// node's price is taken. Both prices are in one currency.
  void aPriceOfTheNodeAndOfItsGpus() {
    const PriceImport both =
        imported("node,usd_per_hour,usd_per_gpu_hour,source,date\nonprem-dgx-h100,16.15,2,x,2026-12-31\n");
    QVERIFY(both.mistakes.empty());
    QCOMPARE(both.types.nodes.at(0).prices.on_demand->value, 16.15);
    const PriceImport mixed =
        imported("node,eur_per_hour,usd_per_gpu_hour,source,date\nonprem-dgx-h100,16,2,x,2026\n");
    QCOMPARE(mixed.taken, 0);
    QCOMPARE(mixed.mistakes.at(0).code, std::string(code::bad_price_row));
    QCOMPARE(mixed.mistakes[0].where, std::string("row 2, column usd_per_gpu_hour"));
    QCOMPARE(mixed.mistakes[0].found, std::string("USD"));
  }
  /// With a decimal comma dots group three digits each, whole groups before the comma.
  void dotsThatGroupThousands() {
    PriceImportOptions options;
    options.decimal_comma = true;
    // In a currency of which a dollar buys 10,000: prices stay below what a GPU and hour may cost.
    const auto price = [&](const std::string& cell) {
      const PriceImport read =
          imported("gpu;price_per_gpu_hour;currency;usd_per_unit;rate_date;source;date\nh100-sxm;" + cell +
                       ";IDR;0,0001;2026-11-02;x;2026\n",
                   options);
      return read.types.gpu_rents.empty() ? 0.0 : read.types.gpu_rents[0].price.value;
    };
    QVERIFY(std::abs(price("1.234.567,5") - 123.45675) < 1e-9);  // 1,234,567.5 x 0.0001
    QVERIFY(std::abs(price("1.234") - 0.1234) < 1e-12);
    for (const char* wrong : {"12.34,5", "1.2345", ".234", "1,234.5", "1,2,3"}) QCOMPARE(price(wrong), 0.0);
  }
  /// A price for a node of one's own keeps its note as it is: all of the node is one's own word.
  void pricesOfOwnNodes() {
    const Catalogue& today = Catalogue::built_in();
    OwnTypes own;
    own.nodes = {*today.find_node("onprem-dgx-h100")};
    own.nodes[0].source = {"inventory", "2026", true};
    own.nodes[0].note = "rack 7";
    const std::string text = "node,usd_per_hour,source,date\nonprem-dgx-h100,16,x,2026\n";
    const auto import = import_prices(text, today.with(own));
    QVERIFY(import);
    QCOMPARE(import->types.nodes.at(0).note, std::string("rack 7"));
    QCOMPARE(import->types.nodes[0].source.text, std::string("x"));
    QVERIFY(imported(text).types.nodes.at(0).note.find("all but the price: ") != std::string::npos);
  }
  void theRateMayStandInTheTable() {
    const std::string head = "node,eur_per_hour,usd_per_unit,rate_date,source,date\n";
    const PriceImport import = imported(head + "oci-bm-gpu-h100-8,60,1.1,2026-11-19,Offer,2026-11-20\n");
    QVERIFY(import.mistakes.empty());
    QVERIFY(import.currencies.empty());
    QCOMPARE(import.types.nodes.at(0).prices.on_demand->value, 60 * 1.1);
    QCOMPARE(import.types.nodes[0].source.text, std::string("Offer (60 EUR, 1 EUR = 1.1 USD of 2026-11-19)"));
    const PriceImport undated = imported(head + "oci-bm-gpu-h100-8,60,1.1,,Offer,2026-11-20\n");
    QCOMPARE(undated.taken, 0);
    QCOMPARE(undated.mistakes.at(0).where, std::string("row 2, column rate_date"));
    const PriceImport bare = imported(head + "oci-bm-gpu-h100-8,60,,,Offer,2026-11-20\n");
    QCOMPARE(bare.mistakes.at(0).code, std::string(code::no_rate));
    QCOMPARE(bare.mistakes.at(0).where, std::string("row 2, column eur_per_hour"));
    const PriceImport negative = imported(head + "oci-bm-gpu-h100-8,60,-1,2026,Offer,2026-11-20\n");
    QCOMPARE(negative.mistakes.at(0).where, std::string("row 2, column usd_per_unit"));
  }
  void layingOver() {
    OwnTypes base = imported(kTable).types;
    const OwnTypes more =
        imported("gpu,usd_per_gpu_hour,source,date\nh100-sxm,1,x,2026\nb200-sxm,4,x,2026\n").types;
    const OwnTypes both = lay_over(base, more);
    QCOMPARE(both.gpu_rents.size(), std::size_t(2));
    QCOMPARE(both.gpu_rents[0].price.value, 1.0);
    QCOMPARE(both.nodes.size(), std::size_t(2));
    const auto again = read_own_types(to_json(both));
    QVERIFY(again);
    QVERIFY(*again == both);
  }
  void damagedTables() {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
      const auto import = import_prices(test::damaged(kTable, seed), Catalogue::built_in());
      if (!import) {
        QCOMPARE(import.error().where, std::string("row 1"));
        continue;
      }
      for (const Error& error : import->mistakes) QVERIFY(error.where.starts_with("row "));
      for (const GpuRent& rent : import->types.gpu_rents) QVERIFY(rent.price.value > 0.0);
    }
  }
};

}  // namespace tst_price_import

ASTROLABE_TEST(tst_price_import, TestPriceImport)
#include "tst_price_import.moc"
