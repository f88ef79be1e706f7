#pragma once
// What readers say of texts with one mistake, as rows of a test, and of damaged ones.

#include <QtTest>
#include <string>
#include <string_view>

#include "core/base/error_codes.h"
#include "core/base/result.h"
#include "random_text.h"

namespace astrolabe::test {

inline void mistake_columns() {
  for (const char* column : {"from", "to", "errorCode", "where", "found", "wanted"})
    QTest::addColumn<QString>(column);
}

/// `from` in the sound text becomes `to`, which is told in these words.
inline void mistake_row(const char* name, const char* from, const char* to, std::string_view error_code,
                        const char* where, const char* found, const char* wanted) {
  QTest::newRow(name) << QString(from) << QString(to)
                      << QString::fromUtf8(error_code.data(), qsizetype(error_code.size())) << QString(where)
                      << QString(found) << QString(wanted);
}

/// `read` refuses the sound text with the mistake of this row, in its words.
template <class Read>
void checkMistake(const std::string& sound, const Read& read) {
  QFETCH(QString, from);
  QFETCH(QString, to);
  QFETCH(QString, errorCode);
  QFETCH(QString, where);
  QFETCH(QString, found);
  QFETCH(QString, wanted);
  QString text = QString::fromStdString(sound);
  const auto at = text.indexOf(from);
  QVERIFY(at >= 0);
  text.replace(at, from.size(), to);
  const auto made = read(text.toStdString());
  QVERIFY(!made);
  QCOMPARE(QString::fromStdString(made.error().code), errorCode);
  QCOMPARE(QString::fromStdString(made.error().where), where);
  QCOMPARE(QString::fromStdString(made.error().found), found);
  if (!wanted.isEmpty()) QCOMPARE(QString::fromStdString(to_text(made.error().wanted)), wanted);
}

/// Of 200 damaged texts `read` refuses more than `least`, each with a code and, where it is JSON of the
/// right type, a place.
template <class Read>
void checkDamaged(const std::string& sound, int least, const Read& read) {
  int refused = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const auto made = read(damaged(sound, seed));
    if (made) continue;  // the edit left a sound text
    ++refused;
    QVERIFY(!made.error().code.empty());
    QVERIFY2(!made.error().where.empty() || made.error().code == code::wrong_type, made.error().code.c_str());
  }
  QVERIFY(refused > least);
}

}  // namespace astrolabe::test
