#pragma once
// Reads a sum as the window writes it, to see that it holds.

#include <QString>
#include <cmath>
#include <utility>

namespace astrolabe::ui {

/// Computes what a formula with numbers in it says; not a number where it is no formula.
class Calculator {
 public:
  static double of(const QString& text) {
    Calculator reader(text);
    const double value = reader.sum();
    return reader.m_at == reader.m_text.size() ? value : std::nan("");
  }

 private:
  explicit Calculator(QString text) : m_text(std::move(text)) {
    for (const QChar blank : {QChar(u' '), QChar(0x202F), QChar(0x00A0), QChar(u','), QChar(u'$')})
      m_text.remove(blank);
  }
  bool take(QChar sign) {
    if (m_at >= m_text.size() || m_text.at(m_at) != sign) return false;
    ++m_at;
    return true;
  }
  double sum() {
    double value = product();
    while (true) {
      if (take(u'+'))
        value += product();
      else if (take(QChar(0x2212)))
        value -= product();
      else
        return value;
    }
  }
  double product() {
    double value = factor();
    while (true) {
      if (take(u'×'))
        value *= factor();
      else if (take(u'÷'))
        value /= factor();
      else
        return value;
    }
  }
  double factor() {
    if (take(QChar(0x2212))) return -factor();
    if (take(u'(')) return closed(sum(), u')');
    if (take(u'|')) return std::abs(closed(sum(), u'|'));
    if (take(u'e')) return take(u'^') && take(u'(') ? std::exp(closed(sum(), u')')) : std::nan("");
    const qsizetype begin = m_at;
    while (m_at < m_text.size() &&
           (m_text.at(m_at).category() == QChar::Number_DecimalDigit || m_text.at(m_at) == u'.'))
      ++m_at;
    bool ok = false;
    const double value = m_text.mid(begin, m_at - begin).toDouble(&ok);
    if (!ok) return std::nan("");
    return value == 10.0 ? std::pow(value, raised()) : value;
  }
  double closed(double value, QChar bracket) { return take(bracket) ? value : std::nan(""); }
  /// The power behind a ten; one where there is none.
  double raised() {
    static constexpr QStringView kRaised = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
    const bool negative = take(QChar(0x207B));
    int power = 0;
    bool some = false;
    for (; m_at < m_text.size() && kRaised.contains(m_text.at(m_at)); ++m_at, some = true)
      power = power * 10 + static_cast<int>(kRaised.indexOf(m_text.at(m_at)));
    return !some ? 1.0 : negative ? -power : power;
  }

  QString m_text;
  qsizetype m_at = 0;
};

}  // namespace astrolabe::ui
