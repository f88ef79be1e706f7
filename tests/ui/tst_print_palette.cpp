// ui/render: the palette for printers without colours. Greys and patterns in place of hues, told apart
// without them.
#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QtTest>
#include <cmath>
#include <set>

#include "tests/program/test_program.h"
#include "tests/ui/contrast.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/marks.h"
#include "ui/render/theme.h"

namespace tst_print_palette {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

const QRectF kPlace(10.3, 7.6, 33.4, 21.2);

bool isGrey(const QColor& color) { return color.red() == color.green() && color.green() == color.blue(); }

class TestPrintPalette : public QObject {
  Q_OBJECT

  static QImage painted(const PartStyle& style, const Theme& theme) {
    QImage image(60, 40, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    fillPart(painter, kPlace, style, theme);
    return image;
  }
  static std::set<QRgb> tonesIn(const QImage& image) {
    std::set<QRgb> tones;
    for (int y = 9; y < 27; ++y)
      for (int x = 12; x < 42; ++x) tones.insert(image.pixel(x, y));
    return tones;
  }

 private slots:
  void init() { setPlotPalette(PlotPalette::Print); }
  void cleanup() {
    setPlotPalette(PlotPalette::Colours);
    setCurrentTheme(ThemeKind::Light);
  }

  void kinds_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("light") << int(ThemeKind::Light);
    QTest::newRow("dark") << int(ThemeKind::Dark);
    QTest::newRow("high contrast, light") << int(ThemeKind::HighContrastLight);
    QTest::newRow("high contrast, dark") << int(ThemeKind::HighContrastDark);
  }
  /// Five greys and four patterns beside the hatch of waiting; no two parts look the same, words on them are
  /// legible.
  void kinds() {
    QFETCH(int, kind);
    const Theme theme = Theme::make(static_cast<ThemeKind>(kind));
    QCOMPARE(theme.plots, PlotPalette::Print);
    std::set<QRgb> greys;
    std::set<QString> patterns, looks;
    for (const PartStyle& part : theme.parts) {
      QVERIFY(isGrey(part.color));
      greys.insert(part.color.rgb());
      if (!part.pattern.isEmpty()) patterns.insert(part.pattern);
      const QString look = part.color.name() + part.pattern + (part.hatch ? u" hatched"_s : QString());
      QVERIFY2(looks.insert(look).second, qPrintable(look));
      if (!part.hatch) QVERIFY2(contrast(part.ink, part.color) >= 4.5, qPrintable(look));
    }
    QCOMPARE(greys.size(), std::size_t{5});
    QCOMPARE(patterns.size(), std::size_t{4});
    QVERIFY(isGrey(theme.hatch) &&
            contrast(theme.hatch, theme.part(cost::Part::pipeline_bubble).color) >= 3.0);
    std::set<QString> marks;
    for (const GpuStyle& gpu : theme.gpus) {
      QVERIFY(isGrey(gpu.color));
      QVERIFY2(contrast(gpu.color, theme.canvas) >= 3.0, qPrintable(gpu.color.name()));
      marks.insert(gpu.pattern);
    }
    QCOMPARE(marks.size(), theme.gpus.size());
    // Even steps from little to much, away from the ground.
    for (std::size_t i = 0; i < theme.sequential.size(); ++i) {
      QVERIFY(isGrey(theme.sequential[i]));
      if (i == 0) continue;
      const int step = theme.sequential[i].lightness() - theme.sequential[i - 1].lightness();
      QVERIFY(theme.isDark() ? step >= 20 : step <= -20);
    }
    // All else of the theme is as it was.
    setPlotPalette(PlotPalette::Colours);
    const Theme usual = Theme::make(static_cast<ThemeKind>(kind));
    QCOMPARE(usual.text, theme.text);
    QCOMPARE(usual.accent, theme.accent);
    QVERIFY(!isGrey(usual.part(cost::Part::compute_forward).color));
    QVERIFY(usual.part(cost::Part::recompute).pattern.isEmpty());
  }

  /// As they are painted: a pattern is seen on its grey, and every pair of parts differs.
  void painting() {
    const Theme theme = Theme::make(ThemeKind::Light);
    std::vector<QImage> images;
    for (const PartStyle& part : theme.parts) {
      const QImage image = painted(part, theme);
      QCOMPARE(tonesIn(image).size() > 1, part.hatch || !part.pattern.isEmpty());
      for (const QImage& other : images) QVERIFY(image != other);
      images.push_back(image);
      QCOMPARE(image.pixelColor(5, 20), QColor(Qt::white));  // beside it nothing is painted
      QCOMPARE(image.pixelColor(50, 20), QColor(Qt::white));
      QCOMPARE(partBrush(part, theme).style() == Qt::TexturePattern, part.hatch || !part.pattern.isEmpty());
    }
    // In colours there is the hatch of waiting alone.
    setPlotPalette(PlotPalette::Colours);
    const Theme colours = Theme::make(ThemeKind::Light);
    for (const PartStyle& part : colours.parts) {
      QCOMPARE(tonesIn(painted(part, colours)).size() > 1, part.hatch);
      if (!part.hatch) QCOMPARE(partBrush(part, colours, 0.5).color().alpha(), 128);
    }
  }

  /// Drawings in files know no clip: what a pattern draws ends within its part.
  void patternsEndInTheirPart() {
    const Theme theme = Theme::make(ThemeKind::Light);
    static const QRegularExpression lines(u"<polyline[^>]*points=\"([^\"]*)\""_s);
    static const QRegularExpression dots(u"<circle cx=\"([^\"]*)\" cy=\"([^\"]*)\" r=\"([^\"]*)\""_s);
    const QRectF room = kPlace.adjusted(-0.01, -0.01, 0.01, 0.01);
    for (const PartStyle& part : theme.parts) {
      if (part.pattern.isEmpty()) continue;
      QBuffer file;
      file.open(QIODevice::WriteOnly);
      QSvgGenerator drawing;
      drawing.setOutputDevice(&file);
      drawing.setSize({60, 40});
      drawing.setViewBox(QRect(0, 0, 60, 40));
      QPainter painter(&drawing);
      fillPart(painter, kPlace, part, theme);
      painter.end();
      const QString text = QString::fromUtf8(file.data());
      int found = 0;
      for (const auto& match : lines.globalMatch(text))
        for (const QString& point : match.captured(1).split(u' ', Qt::SkipEmptyParts)) {
          const QStringList both = point.split(u',');
          QVERIFY2(room.contains(both[0].toDouble(), both[1].toDouble()), qPrintable(part.pattern + point));
          ++found;
        }
      for (const auto& match : dots.globalMatch(text)) {
        const double x = match.captured(1).toDouble(), y = match.captured(2).toDouble(),
                     r = match.captured(3).toDouble();
        QVERIFY(room.contains(QRectF(x - r, y - r, 2 * r, 2 * r)));
        ++found;
      }
      QVERIFY2(found >= 8, qPrintable(part.pattern));
    }
  }

  /// Shares of time and memory carry the pattern of their part.
  void shares() {
    const Theme theme = Theme::make(ThemeKind::Light);
    cost::Evaluation evaluation;
    evaluation.time[cost::Part::compute_forward] = 1.0;
    evaluation.time[cost::Part::recompute] = 0.5;
    const std::vector<Share> time = timeShares(evaluation, theme);
    QCOMPARE(time.size(), std::size_t{2});
    QCOMPARE(time[0].color, time[1].color);  // forward once more, which its lines say
    QVERIFY(time[0].pattern.isEmpty());
    QCOMPARE(time[1].pattern, u"lines-0"_s);
    std::set<QString> looks;
    for (const Share& share : memoryShares(cost::StageMemory{}, theme))
      looks.insert(share.color.name() + share.pattern);
    QCOMPARE(looks.size(), std::size_t{5});
  }

  /// The theme in force follows.
  void inForce() {
    QCOMPARE(plotPalette(), PlotPalette::Print);
    QVERIFY(isGrey(currentTheme().part(cost::Part::compute_forward).color));
    setCurrentTheme(ThemeKind::Dark);
    QVERIFY(isGrey(currentTheme().part(cost::Part::compute_forward).color));
    setPlotPalette(PlotPalette::Colours);
    QCOMPARE(currentTheme().kind, ThemeKind::Dark);
    QVERIFY(!isGrey(currentTheme().part(cost::Part::compute_forward).color));
  }
};

}  // namespace tst_print_palette

ASTROLABE_TEST(tst_print_palette, TestPrintPalette)
#include "tst_print_palette.moc"
