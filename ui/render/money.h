#pragma once
// In which currency money is shown and typed. What is computed, kept and written into files is US dollars.

#include <QDate>
#include <QMetaType>
#include <QString>
#include <optional>

namespace astrolabe::ui {

/// A price, and what a dollar is worth, is old after so many days.
inline constexpr int kOldPriceDays = 180;

/// A currency and what a person said a dollar is worth in it.
struct Currency {
  QString code = QStringLiteral("USD");  ///< ISO 4217
  double perUsd = 1.0;                   ///< units of it for one dollar, above zero
  QDate date;                            ///< day of that rate; none for dollars

  bool isDollar() const { return code == QLatin1StringView("USD"); }
  /// False without a code of three letters, a rate above zero or its day: nothing to convert by.
  bool isComplete() const;
  /// True where the rate is older than prices may be on `today`.
  bool isOld(QDate today) const { return date.isValid() && date.daysTo(today) > kOldPriceDays; }
  bool operator==(const Currency&) const = default;
};

/// True for three letters from A to Z.
bool isCurrencyCode(const QString& code);
/// Codes that are offered; any other may be typed.
QStringList usualCurrencies();

/// The currency in force for every text and field of money; dollars at the start of a program.
const Currency& currentCurrency();
/// Dollars in place of one that is not complete.
void setCurrentCurrency(const Currency& currency);

/// Dollars while it lives: for what is written in them whatever the window shows. In the window's thread.
class InDollars {
 public:
  InDollars() : m_before(currentCurrency()) { setCurrentCurrency({}); }
  ~InDollars() { setCurrentCurrency(m_before); }
  InDollars(const InDollars&) = delete;
  InDollars& operator=(const InDollars&) = delete;

 private:
  Currency m_before;
};

/// An amount in the currency in force for `usd` dollars, and back.
double shownMoney(double usd);
double dollars(double shown);
/// `value`, an amount after a conversion, rounded to twelve digits: 100, not 99.99999999999999. Dollars stay.
double plainMoney(double value);
/// By how much a field that holds `shown`, above zero, goes up and down: the largest of 1, 2 and 5 times a
/// power of ten that is at most a twentieth of it, so 2 to 5 % of it in any currency.
double moneyStep(double shown);
/// Digits behind the point of a field with such a step: two, or as many as it needs; fewer where whole units
/// are little.
int moneyDecimals(double step);

/// "$", "€", or the code where no sign is the currency's alone: "CAD". The locale's own currency has the
/// locale's sign: "¥" for CNY in Chinese.
QString currencySign();
/// The sign as it stands before digits: a code, and a sign of letters such as "kr.", keeps a narrow space.
QString currencyPrefix();
/// "$/1T tokens", "€/1T tokens".
QString moneyPerTokens();
/// Said of a field of money: in which currency it is typed and how that is kept. Empty for dollars.
QString moneyFieldTip();
/// "1 USD = 0.92 EUR, 2026-11-01, entered", with the word for an old one; empty for dollars.
QString rateText(QDate today);
/// For the ear, rounded to `digits` digits and without powers of ten: "247,000 dollars", "227,240 EUR".
QString spokenMoney(double usd, int digits);
/// `value` as core states an assumed sum, "27000 USD", in the currency in force; any other text as it is.
QString shownSum(const QString& value);

}  // namespace astrolabe::ui

Q_DECLARE_METATYPE(astrolabe::ui::Currency)
