// ui/render: the colours of the palettes as people with a colour vision deficiency see them.
#include <QtTest>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "tests/program/test_program.h"
#include "ui/render/theme.h"

namespace tst_colours {

using namespace astrolabe;
using namespace astrolabe::ui;

namespace {

using Triple = std::array<double, 3>;

constexpr double kDegree = std::numbers::pi / 180.0;

/// CIE 1976 L*a*b* of linear sRGB, white D65.
Triple lab(const Triple& rgb) {
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
  const double x = f((0.4124564 * rgb[0] + 0.3575761 * rgb[1] + 0.1804375 * rgb[2]) / 0.95047);
  const double y = f(0.2126729 * rgb[0] + 0.7151522 * rgb[1] + 0.0721750 * rgb[2]);
  const double z = f((0.0193339 * rgb[0] + 0.1191920 * rgb[1] + 0.9503041 * rgb[2]) / 1.08883);
  return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

/// CIEDE2000 with all weights 1 (Sharma, Wu, Dalal, Color Research and Application 30, 2005).
double distance(const Triple& a, const Triple& b) {
  const double mean = (std::hypot(a[1], a[2]) + std::hypot(b[1], b[2])) / 2;
  const double g = 0.5 * (1 - std::sqrt(std::pow(mean, 7) / (std::pow(mean, 7) + std::pow(25.0, 7))));
  const double a1 = (1 + g) * a[1], a2 = (1 + g) * b[1];
  const double c1 = std::hypot(a1, a[2]), c2 = std::hypot(a2, b[2]);
  const auto hue = [](double x, double y) {
    if (x == 0.0 && y == 0.0) return 0.0;
    const double angle = std::atan2(y, x) / kDegree;
    return angle < 0 ? angle + 360 : angle;
  };
  const double h1 = hue(a1, a[2]), h2 = hue(a2, b[2]);
  double turn = h2 - h1;
  if (c1 * c2 == 0.0) turn = 0.0;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  double h = h1 + h2;
  if (c1 * c2 != 0.0) h = std::fabs(h1 - h2) <= 180 ? h / 2 : (h < 360 ? (h + 360) / 2 : (h - 360) / 2);
  const double l = (a[0] + b[0]) / 2, c = (c1 + c2) / 2;
  const double t = 1 - 0.17 * std::cos((h - 30) * kDegree) + 0.24 * std::cos(2 * h * kDegree) +
                   0.32 * std::cos((3 * h + 6) * kDegree) - 0.20 * std::cos((4 * h - 63) * kDegree);
  const double sl = 1 + 0.015 * (l - 50) * (l - 50) / std::sqrt(20 + (l - 50) * (l - 50));
  const double sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t;
  const double rc = 2 * std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7)));
  const double rt = -std::sin(60 * std::exp(-std::pow((h - 275) / 25, 2)) * kDegree) * rc;
  const double dl = (b[0] - a[0]) / sl, dc = (c2 - c1) / sc;
  const double dh = 2 * std::sqrt(c1 * c2) * std::sin(turn / 2 * kDegree) / sh;
  return std::sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh);
}

using Matrix = std::array<Triple, 3>;

Triple seen(const QColor& color, const Matrix& eye) {
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  const Triple rgb{linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
  Triple out{};
  for (std::size_t i = 0; i < 3; ++i)
    out[i] = std::clamp(eye[i][0] * rgb[0] + eye[i][1] * rgb[1] + eye[i][2] * rgb[2], 0.0, 1.0);
  return lab(out);
}

double nearest(const std::vector<QColor>& colours, const Matrix& eye) {
  double least = 1e9;
  for (std::size_t i = 0; i < colours.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      least = std::min(least, distance(seen(colours[i], eye), seen(colours[j], eye)));
  return least;
}

}  // namespace

class TestColours : public QObject {
  Q_OBJECT

 private slots:
  /// Pairs 1, 7 and 17 of the published test data of CIEDE2000.
  void theDistanceItself() {
    QVERIFY(std::fabs(distance({50, 2.6772, -79.7751}, {50, 0, -82.7485}) - 2.0425) < 5e-5);
    QVERIFY(std::fabs(distance({50, 0, 0}, {50, -1, 2}) - 2.3669) < 5e-5);
    QVERIFY(std::fabs(distance({50, 2.5, 0}, {73, 25, -18}) - 27.1492) < 5e-5);
  }

  /// Simulated as in Machado, Oliveira, Fernandes (IEEE TVCG 15, 2009), severity 1.
  void A67_palettesStayApart_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("eye");
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark})
      for (int eye = 0; eye < 4; ++eye)
        QTest::addRow("%s, eye %d", kind == ThemeKind::Light ? "light" : "dark", eye) << int(kind) << eye;
  }
  void A67_palettesStayApart() {
    static const std::array<Matrix, 4> kEyes{
        Matrix{Triple{1, 0, 0}, Triple{0, 1, 0}, Triple{0, 0, 1}},
        Matrix{Triple{0.152286, 1.052583, -0.204868}, Triple{0.114503, 0.786281, 0.099216},
               Triple{-0.003882, -0.048116, 1.051998}},
        Matrix{Triple{0.367322, 0.860646, -0.227968}, Triple{0.280085, 0.672501, 0.047413},
               Triple{-0.011820, 0.042940, 0.968881}},
        Matrix{Triple{1.255528, -0.076749, -0.178779}, Triple{-0.078411, 0.930809, 0.147602},
               Triple{0.004733, 0.691367, 0.303900}}};
    QFETCH(int, kind);
    QFETCH(int, eye);
    const Theme theme = Theme::make(static_cast<ThemeKind>(kind));
    std::vector<QColor> parts, gpus;
    for (int i = 0; i < cost::kParts; ++i)
      if (const PartStyle& style = theme.part(static_cast<cost::Part>(i)); !style.hatch)
        parts.push_back(style.color);
    for (int i = 0; i < 8; ++i) gpus.push_back(theme.gpu(i).color);
    // A step of ten is told apart side by side; the hues of GPU types may come closer, for each has its
    // shape.
    QVERIFY2(nearest(parts, kEyes[std::size_t(eye)]) >= 10.0,
             qPrintable(QString::number(nearest(parts, kEyes[std::size_t(eye)]))));
    QVERIFY2(nearest(gpus, kEyes[std::size_t(eye)]) >= 5.0,
             qPrintable(QString::number(nearest(gpus, kEyes[std::size_t(eye)]))));
  }

  /// No two of eight GPU types share a shape, nor a pattern; waiting is the one part that is hatched.
  void A67_shapesRepeatTheColours() {
    const Theme theme = Theme::make(ThemeKind::Light);
    std::set<Shape> shapes;
    std::set<QString> patterns;
    for (int i = 0; i < 8; ++i) {
      shapes.insert(theme.gpu(i).shape);
      patterns.insert(theme.gpu(i).pattern);
    }
    QCOMPARE(shapes.size(), std::size_t{8});
    QCOMPARE(patterns.size(), std::size_t{8});
    for (int i = 0; i < cost::kParts; ++i)
      QCOMPARE(theme.part(static_cast<cost::Part>(i)).hatch,
               static_cast<cost::Part>(i) == cost::Part::pipeline_bubble);
  }
};

}  // namespace tst_colours

ASTROLABE_TEST(tst_colours, TestColours)
#include "tst_colours.moc"
