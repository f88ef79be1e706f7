// ui/render: why a strategy is not first, in sentences.
#include <QLocale>
#include <QtTest>
#include <array>
#include <utility>

#include "tests/program/test_program.h"
#include "ui/render/duration_pair.h"
#include "ui/render/mark_words.h"
#include "ui/render/numbers.h"
#include "ui/render/why_text.h"

namespace tst_why_words {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestWhyWords : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  /// Where slow GPUs are marked both steps are named, and those as ranks stand on the nodes are weighed: 9 s
  /// and 6 s, half as much again, where the ranking counts 10 s and 11 s.
  void namesStepsAsPlaced() {
    plan::Why why;
    why.verdict = plan::Verdict::slower;
    why.as_placed = true;
    why.given.emplace();
    why.best.emplace();
    why.given->step = Seconds{10.0};
    why.given->placed_step = Seconds{9.0};
    why.best->step = Seconds{11.0};
    why.best->placed_step = Seconds{6.0};
    const QString told = whySentences(why, {}).join(u' ');
    for (const double seconds : {9.0, 6.0, 10.0, 11.0})
      QVERIFY2(told.contains(durationText(seconds)), qPrintable(told));
    QVERIFY2(told.contains(signedPercentText(0.5)), qPrintable(told));
    QVERIFY2(!told.contains(signedPercentText(10.0 / 11.0 - 1.0)), qPrintable(told));
    // The first of the ranking may be the slower one on the nodes: each is said of what it is true of.
    why.rank = 1;
    const QStringList first = whySentences(why, {});
    QVERIFY2(first[0].contains(QStringLiteral("as ranks stand on the nodes")), qPrintable(first[0]));
    QVERIFY2(first[1].startsWith(QStringLiteral("The ranking, which counts ")) && first[1].endsWith(u"1."_s),
             qPrintable(first[1]));
    why.rank.reset();
    why.given->placed_step.reset();  // its slow GPUs have their own share: 10 s is its step
    const QString own = whySentences(why, {}).join(u' ');
    const QString ranked = QStringLiteral("The ranking counts %1 for ");
    QVERIFY2(own.contains(ranked.arg(durationText(11.0))), qPrintable(own));
    QVERIFY2(!own.contains(QStringLiteral("The ranking counts ") + durationText(10.0)), qPrintable(own));
    std::swap(why.given, why.best);
    const QString other = whySentences(why, {}).join(u' ');
    QVERIFY2(other.contains(ranked.arg(durationText(11.0))), qPrintable(other));
    std::swap(why.given, why.best);
    // Steps that read alike are told once.
    why.given->placed_step = Seconds{10.0001};
    why.best->placed_step = Seconds{11.0};
    const QString once = whySentences(why, {}).join(u' ');
    QCOMPARE(once.count(durationText(10.0)), 1);
    QCOMPARE(once.count(durationText(11.0)), 1);
    QVERIFY2(!once.contains(QStringLiteral("The ranking counts")), qPrintable(once));
    why.as_placed = false;
    const QString counted = whySentences(why, {}).join(u' ');
    QVERIFY2(counted.contains(signedPercentText(10.0 / 11.0 - 1.0)), qPrintable(counted));
  }

  /// Two that read alike with three digits have those that tell them apart; others, and equal ones, have
  /// three.
  void durationsBesideEachOtherReadApart() {
    using Texts = std::array<QString, 2>;
    const auto seconds = [](const char* number, const char* unit) {
      return durationText(1.0)
          .replace(QStringLiteral("1.00"), QLatin1StringView(number))
          .replace(u's', QLatin1StringView(unit));
    };
    QCOMPARE(durationTexts(1.6379, 1.6416), (Texts{seconds("1.638", "s"), seconds("1.642", "s")}));
    QCOMPARE(durationTexts(21.0612, 21.0643), (Texts{seconds("21.061", "s"), seconds("21.064", "s")}));
    QCOMPARE(durationTexts(0.00964, 0.0310), (Texts{durationText(0.00964), durationText(0.0310)}));
    QCOMPARE(durationTexts(0.010011, 0.010024), (Texts{seconds("10.01", "ms"), seconds("10.02", "ms")}));
    QCOMPARE(durationTexts(2.0, 2.0), (Texts{durationText(2.0), durationText(2.0)}));
    QCOMPARE(durationTexts(2.0, 2.0 + 1e-12), (Texts{durationText(2.0), durationText(2.0)}));
  }

  /// 6 s and 9 s are both told, 9 s and 9.0001 s are "9.00 s" once. The rank and the figures are of 9 s,
  /// which is told of a ranking, too, in which one row reads so.
  void stepsThatReadAlikeAreToldOnce() {
    cost::Evaluation row;
    row.step = Seconds{9.0};
    QVERIFY(placedStepText(row).isEmpty());
    row.placed_step = Seconds{6.0};
    const QStringList told = placedStepSentences(row);
    QCOMPARE(told.size(), 2);
    QVERIFY(told[0].contains(durationText(6.0)) && !told[0].contains(durationText(9.0)));
    QVERIFY(told[1].contains(durationText(9.0)) && !told[1].contains(durationText(6.0)));
    QVERIFY2(told[1].contains(QStringLiteral("speed, job time and cost are of this longer step")),
             qPrintable(told[1]));
    QCOMPARE(placedStepText(row), told.join(u' '));
    const cost::Evaluation apart = row;
    row.placed_step = Seconds{9.0001};
    QVERIFY(placedStepText(row).isEmpty() && !isPlacedApart(row));
    QVERIFY(countedStepsText({}).isEmpty() && countedStepsText({row, row}).isEmpty());
    QVERIFY(countedStepsText({row, apart}).contains(QStringLiteral("and so do speed, job time and cost")));
  }
};

}  // namespace tst_why_words

ASTROLABE_TEST(tst_why_words, TestWhyWords)
#include "tst_why_words.moc"
