// ui/render: numbers as people read them, tokens and icons.
#include <QImage>
#include <QPainter>
#include <QtTest>
#include <cmath>

#include "tests/program/test_program.h"
#include "ui/render/answer_text.h"
#include "ui/render/icons.h"
#include "ui/render/model_title.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"
#include "ui/render/theme.h"

namespace tst_numbers {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestNumbers : public QObject {
  Q_OBJECT

 private slots:
  void countsAreGrouped() {
    QCOMPARE(grouped(QStringLiteral("65536 GPUs"), 65536), wholeText(65536) + QStringLiteral(" GPUs"));
    QVERIFY(!wholeText(65536).contains(QStringLiteral("65536")));
    QCOMPARE(grouped(QStringLiteral("8 GPUs"), 8), QStringLiteral("8 GPUs"));
  }

  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  void significant_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("thousands") << 39310.0 << QStringLiteral("39.3\u202Fk");
    QTest::newRow("rounded up") << 999600.0 << QStringLiteral("1.00\u202FM");
    QTest::newRow("billions") << 70553706496.0 << QStringLiteral("70.6\u202FB");
    QTest::newRow("small") << 0.5 << QStringLiteral("0.500");
    QTest::newRow("plain") << 212.0 << QStringLiteral("212");
    QTest::newRow("minus") << -1500.0 << QStringLiteral("\u22121.50\u202Fk");
  }
  void significant() {
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(significantText(value), text);
  }
  /// Two marks of one axis never read the same: 50,510 and 50,520 need four digits, 50.51 k and 50.52 k.
  void distinct() {
    const auto text = [](double value, int digits) { return significantText(value, digits); };
    QCOMPARE(distinctTexts({50'000.0, 51'000.0}, text),
             (QStringList{QStringLiteral("50.0\u202Fk"), QStringLiteral("51.0\u202Fk")}));
    QCOMPARE(distinctTexts({50'510.0, 50'520.0}, text),
             (QStringList{QStringLiteral("50.51\u202Fk"), QStringLiteral("50.52\u202Fk")}));
    QCOMPARE(distinctTexts({1.0, 1.0}, text).size(), 2);  // equal values may read the same
  }
  /// A raised limit is a round number that is enough: 821,435.18 -> 822,000; headroom goes down, 0.0413
  /// -> 4.1 %.
  void raisedLimits() {
    QCOMPARE(raisedLimit("budget_usd", 821435.18), 822000.0);
    QCOMPARE(raisedLimit("budget_usd", 822000.0), 822000.0);
    QCOMPARE(raisedLimit("power_kw", 88.13), 88.2);
    QCOMPARE(raisedLimit("memory_headroom", 0.0413), 0.041);
  }
  void titlesOfModels() {
    for (const auto& [id, title] : {std::pair("llama-3.1-70b", "Llama 3.1 70B"),
                                    {"mixtral-8x7b", "Mixtral 8x7B"},
                                    {"qwen3-30b-a3b", "Qwen3 30B A3B"},
                                    {"gpt-oss-120b", "GPT OSS 120B"},
                                    {"deepseek-v3", "DeepSeek V3"},
                                    {"megatron-1t", "Megatron 1T"}})
      QCOMPARE(modelTitle(QString::fromLatin1(id)), QString::fromLatin1(title));
  }
  void powersOfTen() {
    QCOMPARE(powerOfTenText(-7), QStringLiteral("10⁻⁷"));
    QCOMPARE(powerOfTenText(-10), QStringLiteral("10⁻¹⁰"));
    QCOMPARE(powerOfTenText(0), QStringLiteral("10⁰"));
    QCOMPARE(powerOfTenText(12), QStringLiteral("10¹²"));
    QCOMPARE(smallText(1.1e-9), QStringLiteral("1.1 × 10⁻⁹"));
  }
  /// All digits but the last of a double, which holds the rounding of sums.
  void exact() {
    QCOMPARE(exactText(39310.472816), QStringLiteral("39,310.472816"));
    QCOMPARE(exactText(1e12), QStringLiteral("1,000,000,000,000"));
    QCOMPARE(exactText(0.1 + 0.2), QStringLiteral("0.3"));
    QCOMPARE(exactText(0.0), QStringLiteral("0"));
    QCOMPARE(exactText(-2.5), QStringLiteral("\u22122.5"));
    QCOMPARE(exactMoneyText(1498000.25), QStringLiteral("$1,498,000.25"));
    QCOMPARE(
        roundedNumbers(QStringLiteral("39,310.472816 \u00F7 13.1072 = 2,999.150453 of 1,498,000.25 and 64")),
        QStringLiteral("39,310.5 \u00F7 13.1072 = 2,999.15 of 1,498,000 and 64"));
    QCOMPARE(exactText(std::nan("")), unknownText());
  }
  void units() {
    QCOMPARE(percentText(0.086), QStringLiteral("8.6\u202F%"));
    // What makes progress is all of the hours only where nothing is lost: 0.9996 would round to 100.0 %.
    QCOMPARE(progressText(0.9996), QStringLiteral(">99.9\u202F%"));
    QCOMPARE(progressText(0.9994), QStringLiteral("99.9\u202F%"));
    QCOMPARE(progressText(1.0), percentText(1.0));
    QCOMPARE(signedPercentText(-0.145), QStringLiteral("\u221214.5\u202F%"));
    QCOMPARE(signedPercentText(0.03), QStringLiteral("+3.0\u202F%"));
    QCOMPARE(durationText(13.34), QStringLiteral("13.3\u202Fs"));
    QCOMPARE(durationText(0.48), QStringLiteral("480\u202Fms"));
    QCOMPARE(durationText(5.3e-11), QStringLiteral("0\u202Fs"));  // what a difference of sums leaves
    QCOMPARE(elapsedText(3723), QStringLiteral("1:02:03"));
    QCOMPARE(gibText(70.0 * 1073741824.0), QStringLiteral("70.0\u202FGiB"));
    QCOMPARE(moneyText(std::nullopt), unknownText());
    QCOMPARE(moneyText(1650000.0), QStringLiteral("$1.65\u202FM"));
    QCOMPARE(networkText(400e9), QStringLiteral("3,200\u202FGb/s"));  // 400 GB/s x 8
    QCOMPARE(powerText(71000), QStringLiteral("71.0\u202FkW"));
  }
  /// Ten thousand years are 87,660,000 h: a job that takes longer never ends, and one whose hours have no
  /// end.
  void jobsThatNeverEnd() {
    cost::Evaluation evaluation;
    evaluation.outcome.usd = Usd{5.0};
    const QString ever = QStringLiteral("for ever");
    for (const double hours : {87660001.0, 2e23, HUGE_VAL}) {
      evaluation.outcome.hours = evaluation.outcome.hours_low = evaluation.outcome.hours_high = hours;
      QCOMPARE(jobHoursText(evaluation.outcome), ever);
      QCOMPARE(outcomeText(evaluation), ever);  // without money and energy
    }
    evaluation.outcome.hours = 87660000.0;
    QCOMPARE(jobHoursText(evaluation.outcome), hoursText(87660000.0));
    QVERIFY(outcomeText(evaluation).contains(moneyText(5.0)));
  }
  /// Of what no line holds three digits and a power of ten; the exact text has all digits that a number has.
  void hugeNumbers() {
    QCOMPARE(wholeText(1e30), QStringLiteral("1.00 × 10³⁰"));
    QCOMPARE(wholeText(-3.456e240), QString(QChar(0x2212)) + QStringLiteral("3.46 × 10²⁴⁰"));
    QCOMPARE(wholeText(9.999e20), QStringLiteral("1.00 × 10²¹"));  // rounded up to the next power
    QCOMPARE(hoursText(24e30), QStringLiteral("1.00 × 10³⁰\u202Fdays"));
    QCOMPARE(moneyText(2.5e18), QStringLiteral("$2.50 × 10¹⁸"));
    QCOMPARE(significantText(2.5e15), QStringLiteral("2,500\u202FT"));
    QCOMPARE(exactText(1.234567e20), QStringLiteral("1.234567 × 10²⁰"));
    QVERIFY(!wholeText(999999999999999.0).contains(QStringLiteral("10")));  // below 10¹⁵ as it is
    for (const double value : {1e15, 1e100, 1.7e308}) QVERIFY(elapsedText(value).size() < 25);
  }
  /// From right to left numbers stay whole: an isolate around sign, digits and unit; in the other direction
  /// there is none.
  void A71_numbersAreIsolated() {
    QVERIFY(!percentText(0.92).contains(QChar(0x2066)));
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    const QStringList texts{percentText(0.92),    signedPercentText(0.03), signedPercentText(-0.145),
                            moneyText(1650000.0), moneyText(-2.0),         durationText(13.34),
                            wholeText(-14.0)};
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    for (const QString& text : texts) {
      QVERIFY2(text.startsWith(QChar(0x2066)) && text.endsWith(QChar(0x2069)), qPrintable(text));
      QCOMPARE(text.count(QChar(0x2066)), text.count(QChar(0x2069)));
    }
  }
  void german() {
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(significantText(39310.0), QStringLiteral("39,3\u202Fk"));
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  }
  /// Every colour of every theme comes from the tokens.
  void tokens() {
    for (const ThemeKind kind :
         {ThemeKind::Light, ThemeKind::Dark, ThemeKind::HighContrastLight, ThemeKind::HighContrastDark}) {
      const Theme theme = Theme::make(kind);
      QVERIFY(theme.text.isValid() && theme.best.isValid() && theme.limit.isValid() && theme.hatch.isValid());
      for (const PartStyle& part : theme.parts) QVERIFY(part.color.isValid() && part.ink.isValid());
      for (const GpuStyle& gpu : theme.gpus) QVERIFY(gpu.color.isValid() && !gpu.pattern.isEmpty());
    }
    QCOMPARE(Theme::make(ThemeKind::Light).accent, QColor(0x1F, 0x5F, 0xD6));
    QCOMPARE(Theme::make(ThemeKind::Dark).part(cost::Part::recompute).color, QColor(0xD0, 0xE5, 0xFD));
    QVERIFY(Theme::make(ThemeKind::Light).part(cost::Part::pipeline_bubble).hatch);
    QCOMPARE(Theme::make(ThemeKind::Light).gpu(8).color, Theme::make(ThemeKind::Light).gpu(0).color);
    QVERIFY(Theme::make(ThemeKind::Light).gpu(8).shape != Theme::make(ThemeKind::Light).gpu(0).shape);
  }
  /// An icon follows the theme that is in force when it is painted.
  void icons() {
    const QIcon play = icon(QStringLiteral("play"));
    const auto has = [&](const QColor& colour) {
      const QImage image = play.pixmap(64).toImage();
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
          if (image.pixelColor(x, y) == colour) return true;
      return false;
    };
    setCurrentTheme(ThemeKind::Light);
    QVERIFY(has(currentTheme().text2));
    setCurrentTheme(ThemeKind::Dark);
    QVERIFY(has(currentTheme().text2));
    setCurrentTheme(ThemeKind::Light);
  }
};

}  // namespace tst_numbers

ASTROLABE_TEST(tst_numbers, TestNumbers)
#include "tst_numbers.moc"
