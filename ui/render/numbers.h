#pragma once
// Numbers and units as people read them: the locale's digits and separators, narrow no-break space before
// units, true minus, "—" for unknown.

#include <QLocale>
#include <QString>
#include <QStringList>
#include <functional>
#include <optional>
#include <vector>

namespace astrolabe::ui {

inline constexpr double kBitsPerByte = 8.0;  ///< networks are told in bits, kept in bytes

QString unknownText();                                  ///< "—"
QString wholeText(double value);                        ///< 39 310, grouped
QString significantText(double value, int digits = 3);  ///< 39.3 k, 1.65 M, 70.6 B
/// `text` with `count`, which a plural form put into it, in groups: "65536 GPUs" as "65 536 GPUs".
QString grouped(QString text, int count);
/// Texts of `values`, each by `text` with three digits or, where two would read the same, with as many as
/// tell them apart (twelve at most).
QStringList distinctTexts(const std::vector<double>& values, const std::function<QString(double, int)>& text);
QString percentText(double share, int decimals = 1);        ///< 0.086 -> 8.6 %
QString signedPercentText(double share, int decimals = 1);  ///< −14.5 %, +3.0 %
QString durationText(double seconds);                       ///< 13.3 s, 480 ms, 12 µs
QString carbonText(double kilograms);                       ///< 412 kg, 217 t, with CO2e
QString elapsedText(double seconds);                        ///< 0:44, 1:02:03
QString hoursText(double hours);                            ///< 5.2 h, 209 days
/// 198 days (181 to 221): the band in the unit of the middle.
QString hoursBandText(double hours, double low, double high);
QString energyText(double kwh);                   ///< 950 kWh, 2.10 GWh
QString gibText(double bytes, int decimals = 1);  ///< 70.0 GiB
/// $1.65 M, in the currency in force (ui/render/money.h): €1.52 M; empty is "—".
QString moneyText(std::optional<double> usd, int digits = 3);
QString bandwidthText(double bytesPerSecond);  ///< 900 GB/s
QString networkText(double bytesPerSecond);    ///< 400 Gb/s
QString speedText(double flopsPerSecond);      ///< 408 TFLOP/s
QString smallText(double value);               ///< 1.1 × 10⁻⁹, 0
QString powerOfTenText(int power);             ///< 10⁻³, 10²
QString powerText(double watts);               ///< 71.0 kW
QString exactText(double value);               ///< fifteen digits: 39 310.472816
/// Fifteen digits of a number in a formula, whatever its size; tiny ones as (6.19 × 10⁻⁷), in brackets.
QString preciseText(double value);
/// A text whose numbers are rounded to six digits where they have more than seven and decimals: for popups.
QString roundedNumbers(const QString& text);
QString exactMoneyText(double usd);  ///< the same with a sign: $1 498 000.25
QString countText(double count);     ///< 70.6 B, of parameters or tokens

/// What somebody typed: with a point, or else as the locale writes it. Nothing where it is no finite number.
std::optional<double> numberOf(const QString& typed);

}  // namespace astrolabe::ui
