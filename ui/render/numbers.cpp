#include "ui/render/numbers.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/units.h"
#include "ui/render/money.h"
#include "ui/render/text.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr QChar kMinus(0x2212);

/// From here on digits tell less than a power of ten; below it doubles hold every whole number.
constexpr double kHuge = 1e15;

/// Digits of the locale, grouped by narrow spaces where the locale groups, with the true minus.
QString plainDigits(double value, int decimals) {
  const QLocale locale;
  QString text = locale.toString(std::abs(value), 'f', decimals);
  if (locale.language() ==
      QLocale::C) {  // as the system's locale it may group by commas: thin spaces read in every language
    text = QString::number(std::abs(value), 'f', decimals);
    const qsizetype end = text.indexOf(u'.') < 0 ? text.size() : text.indexOf(u'.');
    for (qsizetype at = end - 3; at > 0; at -= 3) text.insert(at, kThinSpace);
  }
  const bool zero = std::abs(value) < 0.5 * std::pow(10.0, -decimals);
  return value < 0 && !zero ? leftToRightText(kMinus + text) : text;
}

/// The power of ten of a value above zero.
int powerOf(double value) { return static_cast<int>(std::floor(std::log10(value))); }

/// "3.33 × 10²⁹"
QString inPowers(double value, int decimals) {
  int power = powerOf(std::abs(value));
  double mantissa = value / std::pow(10.0, power);
  if (std::round(std::abs(mantissa) * std::pow(10.0, decimals)) >= std::pow(10.0, decimals + 1)) {
    ++power;
    mantissa /= 10.0;
  }
  return leftToRightText(plainDigits(mantissa, decimals) + u" × "_s + powerOfTenText(power));
}

/// plainDigits(), of huge values three digits and a power of ten.
QString digits(double value, int decimals) {
  constexpr int kTold = 2;
  return std::isfinite(value) && std::abs(value) >= kHuge ? inPowers(value, kTold)
                                                          : plainDigits(value, decimals);
}

/// A huge value with all digits that it has: those of a sum's rounding are none.
QString hugeText(double value) {
  int decimals = 14;
  QString plain = QString::number(std::abs(value), 'e', decimals);
  plain.truncate(plain.indexOf(u'e'));
  for (; decimals > 0 && plain.endsWith(u'0'); --decimals) plain.chop(1);
  return inPowers(value, decimals);
}

QString withUnit(const QString& number, const QString& unit) {
  return leftToRightText(number + kThinSpace + unit);
}

struct Prefix {
  double factor;
  const char* letter;
};
constexpr std::array<Prefix, 5> kPrefixes{{{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "k"}, {1.0, ""}}};

/// Decimals that leave `wanted` significant digits of a value with |value| >= 1e-12.
int decimalsFor(double value, int wanted) {
  if (value == 0) return wanted - 1;
  const int whole = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  return std::clamp(wanted - whole, 0, 12);
}

/// " × 10⁻⁹"
QString tenToMinus(int power) { return u" × "_s + powerOfTenText(-power); }

}  // namespace

QString powerOfTenText(int power) {
  static constexpr QStringView kRaised = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
  QString text = power < 0 ? u"10⁻"_s : u"10"_s;
  for (const QChar digit : QString::number(std::abs(power))) text += kRaised[digit.digitValue()];
  return text;
}

QString unknownText() { return u"—"_s; }

QString wholeText(double value) {
  return std::isfinite(value) ? digits(std::round(value), 0) : unknownText();
}

QString grouped(QString text, int count) { return text.replace(QString::number(count), wholeText(count)); }

QString significantText(double value, int count) {
  if (!std::isfinite(value)) return unknownText();
  constexpr double kBeyondPrefixes = 1e18;
  if (std::abs(value) >= kBeyondPrefixes) return digits(value, 0);
  for (const Prefix& prefix : kPrefixes) {
    // 999.6 k is written 1.00 M: rounding decides the prefix, too.
    const double least = prefix.factor > 1 ? prefix.factor * (1.0 - 0.5 * std::pow(10.0, -count)) : 0.0;
    if (std::abs(value) < least) continue;
    const double share = value / prefix.factor;
    const double rounded = share == 0 ? 0 : std::round(share * 1e12) / 1e12;
    const QString number =
        digits(rounded, decimalsFor(std::abs(rounded) < 1 && prefix.factor > 1 ? 1.0 : rounded, count));
    return *prefix.letter ? withUnit(number, QLatin1StringView(prefix.letter)) : number;
  }
  return unknownText();
}

QString percentText(double share, int decimals) {
  return std::isfinite(share) ? withUnit(digits(share * 100.0, decimals), u"%"_s) : unknownText();
}

QString signedPercentText(double share, int decimals) {
  if (!std::isfinite(share)) return unknownText();
  const QString text = percentText(share, decimals);
  return share > 0 ? leftToRightText(u"+"_s + text) : text;
}

QString durationText(double seconds) {
  if (!std::isfinite(seconds)) return unknownText();
  const double size = std::abs(seconds);
  if (size >= 1.0) return withUnit(digits(seconds, decimalsFor(seconds, 3)), u"s"_s);
  if (size >= 1e-3) return withUnit(digits(seconds * 1e3, decimalsFor(seconds * 1e3, 3)), u"ms"_s);
  if (size < 1e-9) return withUnit(u"0"_s, u"s"_s);  // what sums leave: no event is that short
  return withUnit(digits(seconds * 1e6, decimalsFor(seconds * 1e6, 3)), u"µs"_s);
}

QString elapsedText(double seconds) {
  const auto whole = static_cast<qint64>(std::clamp(seconds, 0.0, kHuge));
  const qint64 hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
  const auto two = [](qint64 value) { return u"%1"_s.arg(value, 2, 10, QChar(u'0')); };
  return hours > 0 ? u"%1:%2:%3"_s.arg(hours).arg(two(minutes), two(rest))
                   : u"%1:%2"_s.arg(minutes).arg(two(rest));
}

QString hoursText(double hours) {
  if (!std::isfinite(hours)) return unknownText();
  if (hours >= 72.0)
    return withUnit(digits(hours / 24.0, decimalsFor(hours / 24.0, 3)),
                    QCoreApplication::translate("Numbers", "days", "unit"));
  return withUnit(digits(hours, decimalsFor(hours, 2)), u"h"_s);
}

QString hoursBandText(double hours, double low, double high) {
  const QString middle = hoursText(hours);
  if (!std::isfinite(hours) || !std::isfinite(low) || !std::isfinite(high)) return middle;
  const double unit = hours >= 72.0 ? 24.0 : 1.0;
  const int decimals = decimalsFor(hours / unit, hours >= 72.0 ? 3 : 2);
  return QCoreApplication::translate("Numbers", "%1 (%2 to %3)", "198 days (181 to 221)")
      .arg(middle, digits(low / unit, decimals), digits(high / unit, decimals));
}

QString carbonText(double kilograms) {
  constexpr double kTonne = 1e3;
  if (!std::isfinite(kilograms)) return unknownText();
  const bool tonnes = kilograms >= kTonne;
  const double shown = tonnes ? kilograms / kTonne : kilograms;
  return withUnit(digits(shown, decimalsFor(shown, 3)), tonnes ? u"t CO₂e"_s : u"kg CO₂e"_s);
}

QString energyText(double kwh) {
  constexpr double kThousand = 1e3;
  if (!std::isfinite(kwh)) return unknownText();
  if (kwh >= kThousand * kThousand) return withUnit(digits(kwh / 1e6, decimalsFor(kwh / 1e6, 3)), u"GWh"_s);
  if (kwh >= kThousand) return withUnit(digits(kwh / 1e3, decimalsFor(kwh / 1e3, 3)), u"MWh"_s);
  return withUnit(digits(kwh, decimalsFor(kwh, 3)), u"kWh"_s);
}

QString gibText(double bytes, int decimals) {
  return std::isfinite(bytes) ? withUnit(digits(bytes / kGib, decimals), u"GiB"_s) : unknownText();
}

QStringList distinctTexts(const std::vector<double>& values,
                          const std::function<QString(double, int)>& text) {
  constexpr int kFewest = 3, kMost = 12;
  QStringList texts;
  for (int digits = kFewest; digits <= kMost; ++digits) {
    texts.clear();
    for (const double value : values) texts << text(value, digits);
    QStringList different = texts;
    if (different.removeDuplicates() == 0) break;
  }
  return texts;
}

QString moneyText(std::optional<double> usd, int count) {
  if (!usd || !std::isfinite(*usd)) return unknownText();
  const QString amount = significantText(std::abs(shownMoney(*usd)), count);
  return leftToRightText((*usd < 0 ? QString(kMinus) : QString()) + currencyPrefix() + amount);
}

QString bandwidthText(double bytesPerSecond) { return withUnit(digits(bytesPerSecond / 1e9, 0), u"GB/s"_s); }

QString networkText(double bytesPerSecond) {
  const double gigabits = bytesPerSecond * kBitsPerByte / 1e9;
  // A link of less than one gigabit is not none.
  const bool part = gigabits > 0.0 && gigabits < 1.0;
  return withUnit(part ? significantText(gigabits, 2) : digits(gigabits, 0), u"Gb/s"_s);
}

QString powerText(double watts) {
  return watts >= 1000.0 ? withUnit(digits(watts / 1000.0, decimalsFor(watts / 1000.0, 3)), u"kW"_s)
                         : withUnit(digits(watts, 0), u"W"_s);
}

QString speedText(double flopsPerSecond) {
  constexpr double kTera = 1e12;
  const double tera = flopsPerSecond / kTera;
  return withUnit(digits(tera, decimalsFor(tera, 3)), u"TFLOP/s"_s);
}

QString smallText(double value) {
  if (!(value > 0.0) || value >= 0.1) return digits(value, value > 0.0 ? 2 : 0);
  const int power = powerOf(value);
  return digits(value / std::pow(10.0, power), 1) + tenToMinus(-power);
}

QString exactText(double value) {
  if (!std::isfinite(value)) return unknownText();
  if (std::abs(value) >= kHuge) return hugeText(value);
  // Sums carry their rounding in the sixteenth digit.
  constexpr int kDigits = 15;
  int decimals = decimalsFor(value, kDigits);
  QString plain = QString::number(std::abs(value), 'f', decimals);
  for (; decimals > 0 && plain.endsWith(u'0'); --decimals) plain.chop(1);
  return digits(value, decimals);
}

QString roundedNumbers(const QString& text) {
  constexpr int kMost = 7, kDigits = 6;
  const QLocale locale;
  const auto escaped = [](const QString& mark) { return QRegularExpression::escape(mark); };
  static QRegularExpression number;  // compiled again for another locale alone
  if (const QString pattern =
          u"\\d(?:\\d|%1)*%2\\d+"_s.arg(escaped(locale.groupSeparator()), escaped(locale.decimalPoint()));
      number.pattern() != pattern)
    number.setPattern(pattern);
  QString rounded;
  qsizetype from = 0;
  for (auto found = number.globalMatch(text); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    bool read = false;
    const double value = locale.toDouble(match.captured(), &read);
    QString shown = match.captured();
    const auto count = std::count_if(shown.begin(), shown.end(), [](QChar c) { return c.isDigit(); });
    if (read && count > kMost) {
      int decimals = decimalsFor(value, kDigits);
      QString plain = QString::number(value, 'f', decimals);
      for (; decimals > 0 && plain.endsWith(u'0'); --decimals) plain.chop(1);
      shown = digits(value, decimals);
    }
    rounded += text.mid(from, match.capturedStart() - from) + shown;
    from = match.capturedEnd();
  }
  return rounded + text.mid(from);
}

QString preciseText(double value) {
  if (!std::isfinite(value)) return unknownText();
  if (std::abs(value) >= kHuge) return hugeText(value);
  constexpr int kDigits = 15, kLeastPower = -4;
  const int power = value == 0.0 ? 0 : powerOf(std::abs(value));
  if (power < kLeastPower)
    return u"(%1)"_s.arg(preciseText(value / std::pow(10.0, power)) + tenToMinus(-power));
  int decimals = std::max(0, kDigits - 1 - power);
  QString plain = QString::number(std::abs(value), 'f', decimals);
  for (; decimals > 0 && plain.endsWith(u'0'); --decimals) plain.chop(1);
  return digits(value, decimals);
}

QString exactMoneyText(double usd) {
  if (!std::isfinite(usd)) return unknownText();
  const QString amount = exactText(plainMoney(std::abs(shownMoney(usd))));
  return leftToRightText((usd < 0 ? QString(kMinus) : QString()) + currencyPrefix() + amount);
}

QString countText(double count) { return significantText(count, 3); }

std::optional<double> numberOf(const QString& typed) {
  bool ok = false;
  double value = QLocale::c().toDouble(typed, &ok);
  if (!ok) value = QLocale().toDouble(typed, &ok);
  return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace astrolabe::ui
