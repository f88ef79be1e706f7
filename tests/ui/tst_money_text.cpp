// ui/render/money: sums in another currency by the rate that a person entered, and in a report.
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

#include "core/plan/samples.h"
#include "tests/program/test_program.h"
#include "ui/render/answer_text.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/report.h"
#include "ui/render/sensitivity_words.h"

namespace tst_money_text {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

const QDate kDay(2026, 5, 1);

class TestMoney : public QObject {
  Q_OBJECT

  /// Cells of a web page, in their order.
  static QStringList cellsOf(const QByteArray& page) {
    QStringList cells;
    QXmlStreamReader xml(page);
    while (!xml.atEnd()) {
      xml.readNext();
      if (xml.isStartElement() && (xml.name() == u"td"_s || xml.name() == u"th"_s))
        cells << xml.readElementText(QXmlStreamReader::IncludeChildElements).simplified();
    }
    return cells;
  }

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
  void cleanup() {
    setCurrentCurrency({});
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  }

  /// A sum that is a hair above its limit does not read like it: 10.016 M$ against 10 M$.
  void whatCrossesALimitReadsDifferently() {
    const std::array<QString, 2> money = limitTexts("purchase_usd", 10'016'000.0, 1e7);
    QCOMPARE(money[0], u"$10.02\u202FM"_s);
    QCOMPARE(money[1], u"$10.00\u202FM"_s);
    QCOMPARE(limitTexts("usd_per_hour", 500.0, 460.0)[1], u"$460/h"_s);
    QCOMPARE(limitTexts("budget_usd", 3e6, 3e6)[0], u"$3.00\u202FM"_s);
    const std::array<QString, 2> hours = limitTexts("deadline_hours", 13.0002, 13.0);
    QCOMPARE(hours[0], u"13.0002\u202Fh"_s);
    QCOMPARE(hours[1], u"13.0000\u202Fh"_s);
    QCOMPARE(limitTexts("deadline_hours", 13.0, 5.0)[1], u"5.0\u202Fh"_s);
  }

  /// Converted once, by the money functions; figures and headings have one sign.
  void sumsAreConverted() {
    setCurrentCurrency({u"EUR"_s, 0.92, kDay});
    QCOMPARE(moneyText(1650000.0), u"€1.52\u202FM"_s);  // 1.65 M x 0.92 = 1.518 M
    QCOMPARE(moneyText(-2.0), u"\u2212€1.84"_s);        // 2 x 0.92
    QCOMPARE(moneyText(std::nullopt), unknownText());
    QCOMPARE(exactMoneyText(1498000.25), u"€1,378,160.23"_s);  // x 0.92 = 1,378,160.23
    QCOMPARE(moneyPerTokens(), u"€/1T tokens"_s);
    QCOMPARE(limitText("budget_usd", 3e6), u"€2.76\u202FM"_s);  // 3 M x 0.92
    QCOMPARE(limitText("usd_per_hour", 500.0), u"€460/h"_s);    // 500 x 0.92
    QCOMPARE(spokenMoney(247000.0, 6), u"227,240 EUR"_s);       // 247,000 x 0.92
    plan::Lever power;
    power.kind = plan::Lever::Kind::power_price;
    QCOMPARE(leverText(power, 0.25), u"€0.230/kWh"_s);  // 0.25 x 0.92
    for (const plan::Lever::Kind kind : {plan::Lever::Kind::purchase, plan::Lever::Kind::network})
      QCOMPARE(leverText({kind, 0}, 1000.0),
               u"€920 a GPU"_s);  // a node's network is entered, its share moves
    setCurrentCurrency({});
    QCOMPARE(moneyText(1650000.0), u"$1.65\u202FM"_s);
    QCOMPARE(moneyPerTokens(), u"$/1T tokens"_s);
    QCOMPARE(spokenMoney(247000.0, 6), u"247,000 dollars"_s);
  }

  /// Whatever its size, a sum is said in digits and not in powers of ten.
  void spokenSums() {
    QCOMPARE(spokenMoney(2.5, 4), u"2.5 dollars"_s);
    QCOMPARE(spokenMoney(2.34567, 4), u"2.346 dollars"_s);
    QCOMPARE(spokenMoney(3'141'592.0, 6), u"3,141,590 dollars"_s);
    setCurrentCurrency({u"IDR"_s, 16000.0, kDay});
    QCOMPARE(spokenMoney(2.5, 4), u"40,000 IDR"_s);       // 2.5 x 16,000
    QCOMPARE(spokenMoney(0.1234567, 4), u"1,975 IDR"_s);  // 1,975.3
    QCOMPARE(spokenMoney(300000.0, 6), u"4,800,000,000 IDR"_s);
  }

  /// A sign where it is the currency's alone, or the locale's own; else the code and a narrow space.
  void signsAndCodes() {
    const auto sign = [](const QString& code) {
      setCurrentCurrency({code, 2.0, kDay});
      return currencySign();
    };
    QCOMPARE(sign(u"EUR"_s), u"€"_s);
    QCOMPARE(sign(u"GBP"_s), u"£"_s);
    QCOMPARE(sign(u"INR"_s), u"₹"_s);
    QCOMPARE(sign(u"CAD"_s), u"CAD"_s);
    QCOMPARE(moneyText(1.35), u"CAD\u202F2.70"_s);  // 1.35 x 2
    QCOMPARE(sign(u"CNY"_s), u"CNY"_s);
    QLocale::setDefault(QLocale(QLocale::Chinese, QLocale::SimplifiedChineseScript, QLocale::China));
    QCOMPARE(sign(u"CNY"_s), u"¥"_s);
    QCOMPARE(sign(u"JPY"_s), u"JPY"_s);  // "¥" is the yuan there
    QLocale::setDefault(QLocale(QLocale::Danish, QLocale::Denmark));
    QCOMPARE(sign(u"DKK"_s), u"kr."_s);
    QCOMPARE(currencyPrefix(), u"kr.\u202F"_s);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::Canada));
    QCOMPARE(sign(u"CAD"_s), u"CAD"_s);  // "$" is the dollar of the United States
  }

  /// Nothing is converted by what is not whole.
  void whatIsNoCurrency_data() {
    QTest::addColumn<Currency>("currency");
    QTest::addColumn<bool>("whole");
    QTest::newRow("dollars") << Currency{} << true;
    QTest::newRow("euros") << Currency{u"EUR"_s, 0.92, kDay} << true;
    QTest::newRow("no day") << Currency{u"EUR"_s, 0.92, {}} << false;
    QTest::newRow("no rate") << Currency{u"EUR"_s, 0.0, kDay} << false;
    QTest::newRow("below zero") << Currency{u"EUR"_s, -1.0, kDay} << false;
    QTest::newRow("no number") << Currency{u"EUR"_s, std::nan(""), kDay} << false;
    QTest::newRow("two letters") << Currency{u"EU"_s, 0.92, kDay} << false;
    QTest::newRow("digits") << Currency{u"EU1"_s, 0.92, kDay} << false;
    QTest::newRow("small letters") << Currency{u"eur"_s, 0.92, kDay} << false;
    QTest::newRow("a dollar that is none") << Currency{u"USD"_s, 0.9, kDay} << false;
  }
  void whatIsNoCurrency() {
    QFETCH(Currency, currency);
    QFETCH(bool, whole);
    QCOMPARE(currency.isComplete(), whole);
    setCurrentCurrency(currency);
    QCOMPARE(currentCurrency() == currency, whole);
    if (!whole) QVERIFY(currentCurrency().isDollar());
  }

  /// 30 + 30 + 31 + 31 + 30 + 28 days from the first of May to the 28th of October: 180 are not yet old.
  void oldRates() {
    const Currency euros{u"EUR"_s, 0.92, kDay};
    QVERIFY(!euros.isOld(QDate(2026, 10, 28)));
    QVERIFY(euros.isOld(QDate(2026, 10, 29)));
    QVERIFY(!Currency{}.isOld(QDate(2026, 10, 29)));
    setCurrentCurrency(euros);
    QCOMPARE(rateText(QDate(2026, 10, 28)), u"1 USD = 0.92 EUR, 2026-05-01, entered"_s);
    QCOMPARE(rateText(QDate(2026, 10, 29)), u"1 USD = 0.92 EUR, 2026-05-01, entered; older than 180 days"_s);
    QVERIFY(moneyFieldTip().contains(u"EUR"_s) && moneyFieldTip().contains(u"0.92"_s));
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));  // the day in one form in every language
    const QString tip = moneyFieldTip(), rate = rateText(QDate(2026, 10, 28));
    QLocale::setDefault(before);
    QVERIFY2(tip.contains(u"2026-05-01"_s) && rate.contains(u"2026-05-01"_s), qPrintable(tip + u'\n' + rate));
    setCurrentCurrency({});
    QVERIFY(rateText(QDate(2026, 10, 29)).isEmpty() && moneyFieldTip().isEmpty());
  }

  /// What is typed is kept in dollars and comes back as it was typed.
  void thereAndBack() {
    setCurrentCurrency({u"EUR"_s, 0.92, kDay});
    for (const double typed : {100.0, 0.07, 2.49, 227240.0, 1e6, 3.3e7})
      QCOMPARE(plainMoney(shownMoney(dollars(typed))), typed);
    QCOMPARE(shownMoney(247000.0), 247000.0 * 0.92);
    {
      const InDollars meanwhile;
      QCOMPARE(moneyText(2.0), u"$2.00"_s);
    }
    QCOMPARE(moneyText(2.0), u"€1.84"_s);
    QCOMPARE(shownSum(u"27000 USD"_s), u"€24,840"_s);  // x 0.92
    QCOMPARE(shownSum(u"fp32"_s), u"fp32"_s);
    setCurrentCurrency({});
    QCOMPARE(shownSum(u"27000 USD"_s), u"27000 USD"_s);
  }

  /// Every sum of a report is in the currency, and its method says the rate and its day.
  void aReport() {
    QTemporaryDir folder;
    const plan::Plan plan = plan::sample_plan();
    const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
    const auto problem = plan::make_problem(plan, catalogue);
    QVERIFY(problem.has_value());
    const plan::SnapshotPtr snapshot = run_search(*problem, {});
    QVERIFY(!snapshot->best.empty());
    const auto winner = detail(*problem, snapshot->best.front().strategy);
    QVERIFY(winner.has_value());
    ReportOptions options;
    options.created = QDateTime(QDate(2026, 11, 21), QTime(12, 0), Qt::UTC);
    const auto written = [&](const QString& name) {
      const QString path = folder.filePath(name);
      QFile file(path);
      return writeReport({*snapshot, plan, *winner, catalogue}, options, path, ReportForm::html) &&
                     file.open(QIODevice::ReadOnly)
                 ? file.readAll()
                 : QByteArray();
    };
    const QByteArray dollars = written(u"dollars.html"_s);
    setCurrentCurrency({u"EUR"_s, 0.92, kDay});
    const QByteArray euros = written(u"euros.html"_s);
    const QStringList before = cellsOf(dollars), after = cellsOf(euros);
    QVERIFY(!before.isEmpty());
    QCOMPARE(after.size(), before.size());
    int sums = 0;
    for (qsizetype i = 0; i < before.size(); ++i) {
      if (!before[i].startsWith(u'$')) continue;
      ++sums;
      QVERIFY2(after[i].startsWith(u'€'), qPrintable(before[i] + u" and "_s + after[i]));
    }
    QVERIFY2(sums > 10, qPrintable(QString::number(sums)));
    const double best = *snapshot->best.front().money.usd_per_trillion_tokens;
    QVERIFY(after.contains((u"€"_s + significantText(best * 0.92)).simplified()));
    QVERIFY(QString::fromUtf8(euros).contains(
        u"Money: 1 USD = 0.92 EUR, 2026-05-01, entered; older than 180 days."_s));
    QVERIFY(!dollars.contains("Money: 1 USD"));
  }
};

}  // namespace tst_money_text

ASTROLABE_TEST(tst_money_text, TestMoney)
#include "tst_money_text.moc"
