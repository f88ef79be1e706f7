#include "ui/render/money.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct MoneyWords {
  Q_DECLARE_TR_FUNCTIONS(Money)
};

/// Signs that one currency alone has.
constexpr std::pair<QLatin1StringView, char16_t> kSigns[] = {
    {"USD"_L1, u'$'}, {"EUR"_L1, u'€'}, {"GBP"_L1, u'£'}, {"INR"_L1, u'₹'}, {"KRW"_L1, u'₩'}};

Currency& inUse() {
  static Currency currency;
  return currency;
}

}  // namespace

bool isCurrencyCode(const QString& code) {
  return code.size() == 3 &&
         std::all_of(code.begin(), code.end(), [](QChar c) { return c >= u'A' && c <= u'Z'; });
}

bool Currency::isComplete() const {
  if (isDollar()) return perUsd == 1.0;
  return isCurrencyCode(code) && std::isfinite(perUsd) && perUsd > 0.0 && date.isValid();
}

QStringList usualCurrencies() {
  return {u"USD"_s, u"EUR"_s, u"CNY"_s, u"JPY"_s, u"GBP"_s, u"INR"_s,
          u"KRW"_s, u"CAD"_s, u"AUD"_s, u"CHF"_s, u"SGD"_s, u"TWD"_s};
}

const Currency& currentCurrency() { return inUse(); }

void setCurrentCurrency(const Currency& currency) { inUse() = currency.isComplete() ? currency : Currency{}; }

double shownMoney(double usd) { return usd * currentCurrency().perUsd; }

double dollars(double shown) { return shown / currentCurrency().perUsd; }

double plainMoney(double value) {
  return currentCurrency().isDollar() ? value : QString::number(value, 'g', 12).toDouble();
}

double moneyStep(double shown) {
  const double most = shown / 20.0 * (1.0 + 1e-9);  // 0.1 is a twentieth of 2, however it is rounded
  const double power = std::pow(10.0, std::floor(std::log10(most)));
  for (const double digit : {5.0, 2.0})
    if (digit * power <= most) return digit * power;
  return power;
}

int moneyDecimals(double step) {
  if (step >= 1.0) return step >= 10.0 ? 0 : 1;
  return std::max(2, static_cast<int>(std::ceil(-std::log10(step))));
}

QString currencySign() {
  const QString& code = currentCurrency().code;
  for (const auto& [known, sign] : kSigns)
    if (code == known) return QString(QChar(sign));
  const QLocale locale;
  if (locale.currencySymbol(QLocale::CurrencyIsoCode) != code) return code;
  const QString sign = locale.currencySymbol();
  const bool another = std::any_of(std::begin(kSigns), std::end(kSigns),
                                   [&](const auto& known) { return sign.contains(QChar(known.second)); });
  return sign.isEmpty() || another ? code : sign;
}

QString currencyPrefix() {
  const QString sign = currencySign();
  return sign.back().category() == QChar::Symbol_Currency ? sign : sign + kThinSpace;
}

QString moneyPerTokens() { return MoneyWords::tr("%1/1T tokens", "sign of a currency").arg(currencySign()); }

QString moneyFieldTip() {
  const Currency& currency = currentCurrency();
  if (currency.isDollar()) return {};
  return MoneyWords::tr("In %1. Kept in US dollars: 1 USD = %2 %1 of %3, as entered in the preferences.")
      .arg(currency.code, exactText(currency.perUsd), currency.date.toString(Qt::ISODate));
}

QString rateText(QDate today) {
  const Currency& currency = currentCurrency();
  if (currency.isDollar()) return {};
  const QString rate =
      MoneyWords::tr("1 USD = %1 %2, %3, entered", "rate, currency, date")
          .arg(exactText(currency.perUsd), currency.code, currency.date.toString(Qt::ISODate));
  return currency.isOld(today) ? MoneyWords::tr("%1; older than %n days", "rate", kOldPriceDays).arg(rate)
                               : rate;
}

QString spokenMoney(double usd, int digits) {
  const double rounded = QString::number(shownMoney(usd), 'g', digits).toDouble();
  const QString amount = QLocale().toString(rounded, 'f', QLocale::FloatingPointShortest);
  return currentCurrency().isDollar()
             ? MoneyWords::tr("%1 dollars").arg(amount)
             : MoneyWords::tr("%1 %2", "amount, code of a currency").arg(amount, currentCurrency().code);
}

QString shownSum(const QString& value) {
  constexpr QLatin1StringView kDollars = " USD"_L1;
  if (currentCurrency().isDollar() || !value.endsWith(kDollars)) return value;
  bool ok = false;
  const double usd = value.chopped(kDollars.size()).toDouble(&ok);
  return ok ? exactMoneyText(usd) : value;
}

}  // namespace astrolabe::ui
