#include "ui/render/theme.h"

#include <QFile>
#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>

#include "ui/render/faces.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr double kBasePixels = 13.0;  ///< the font size at which the tokens are measured

const QJsonObject& tokens() {
  static const QJsonObject parsed = [] {
    QFile file(u":/astrolabe/tokens.json"_s);
    if (!file.open(QIODevice::ReadOnly)) return QJsonObject();
    return QJsonDocument::fromJson(file.readAll()).object();
  }();
  return parsed;
}

Shape shapeFrom(const QString& name) {
  if (name == u"square"_s) return Shape::Square;
  if (name == u"triangle-up"_s) return Shape::TriangleUp;
  if (name == u"diamond"_s) return Shape::Diamond;
  if (name == u"pentagon"_s) return Shape::Pentagon;
  if (name == u"triangle-down"_s) return Shape::TriangleDown;
  if (name == u"cross"_s) return Shape::Cross;
  if (name == u"hexagon"_s) return Shape::Hexagon;
  return Shape::Circle;
}

void readColours(Theme& theme, const QJsonObject& colours) {
  const auto set = [&](const char* name, QColor& target) {
    const QJsonValue value = colours[QLatin1StringView(name)];
    if (value.isString()) target = QColor(value.toString());
  };
  const std::pair<const char*, QColor Theme::*> table[] = {{"window", &Theme::window},
                                                           {"toolbar", &Theme::toolbar},
                                                           {"panel", &Theme::panel},
                                                           {"raised", &Theme::raised},
                                                           {"canvas", &Theme::canvas},
                                                           {"grid", &Theme::grid},
                                                           {"header", &Theme::header},
                                                           {"hover", &Theme::hover},
                                                           {"text", &Theme::text},
                                                           {"text2", &Theme::text2},
                                                           {"text3", &Theme::text3},
                                                           {"disabled", &Theme::disabled},
                                                           {"border", &Theme::border},
                                                           {"borderStrong", &Theme::borderStrong},
                                                           {"focus", &Theme::focus},
                                                           {"selection", &Theme::selection},
                                                           {"selectionText", &Theme::selectionText},
                                                           {"accent", &Theme::accent},
                                                           {"onAccent", &Theme::onAccent},
                                                           {"best", &Theme::best},
                                                           {"bestFill", &Theme::bestFill},
                                                           {"success", &Theme::success},
                                                           {"successFill", &Theme::successFill},
                                                           {"warn", &Theme::warn},
                                                           {"warnFill", &Theme::warnFill},
                                                           {"error", &Theme::error},
                                                           {"errorFill", &Theme::errorFill},
                                                           {"stale", &Theme::stale},
                                                           {"staleFill", &Theme::staleFill},
                                                           {"assumed", &Theme::assumed},
                                                           {"plot", &Theme::plot},
                                                           {"plotGrid", &Theme::plotGrid},
                                                           {"plotAxis", &Theme::plotAxis},
                                                           {"limit", &Theme::limit}};
  for (const auto& [name, member] : table) set(name, theme.*member);
}

/// High contrast: hairlines become text, the fills of states go, icon and word stay.
void strengthen(Theme& theme) {
  const QColor ground = theme.panel;
  for (QColor Theme::*line :
       {&Theme::border, &Theme::borderStrong, &Theme::text2, &Theme::text3, &Theme::plotAxis})
    theme.*line = theme.text;
  for (QColor Theme::*fill :
       {&Theme::toolbar, &Theme::raised, &Theme::canvas, &Theme::header, &Theme::hover, &Theme::bestFill,
        &Theme::successFill, &Theme::warnFill, &Theme::errorFill, &Theme::staleFill, &Theme::plot})
    theme.*fill = ground;
  theme.focus = theme.accent;
  theme.onAccent = ground;
}

/// Greys in place of hues; what told them apart is told by patterns.
void readPrint(Theme& theme, const QJsonObject& print) {
  const QString mode = theme.isDark() ? u"dark"_s : u"light"_s;
  const QJsonArray greys = print[mode].toArray();
  const auto grey = [&](int number) { return QColor(greys[number - 1].toString()); };
  const QColor dark = theme.parts.front().ink;  // of the first part: on a light fill in every theme
  const auto inkOn = [&](const QColor& fill) {
    constexpr int kMiddle = 128;
    return fill.lightness() < kMiddle ? QColor(Qt::white) : dark;
  };
  const QJsonArray parts = print[u"parts"_s].toArray();
  for (std::size_t i = 0; i < theme.parts.size() && i < static_cast<std::size_t>(parts.size()); ++i) {
    const QJsonObject part = parts[static_cast<qsizetype>(i)].toObject();
    PartStyle& style = theme.parts[i];
    style.color = grey(part[u"grey"_s].toInt());
    style.ink = inkOn(style.color);
    if (const QString pattern = part[u"pattern"_s].toString(); pattern != u"solid"_s) style.pattern = pattern;
  }
  const QJsonArray gpus = print[u"gpu"_s].toArray();
  for (std::size_t i = 0; i < theme.gpus.size() && i < static_cast<std::size_t>(gpus.size()); ++i)
    theme.gpus[i].color = grey(gpus[static_cast<qsizetype>(i)].toInt());
  const QJsonArray steps = print[u"sequential"_s].toArray();
  const std::size_t count = theme.sequential.size();
  for (std::size_t i = 0; i < count && i < static_cast<std::size_t>(steps.size()); ++i)
    theme.sequential[theme.isDark() ? count - 1 - i : i] =
        QColor(steps[static_cast<qsizetype>(i)].toString());
  theme.hatch = QColor(print[u"hatch"_s].toObject()[mode].toString());
}

PlotPalette& paletteInForce() {
  static PlotPalette palette = PlotPalette::Colours;
  return palette;
}

Theme& inForce() {
  static Theme theme = Theme::make(ThemeKind::Light);
  return theme;
}

}  // namespace

GpuStyle Theme::gpu(int index) const {
  const int count = static_cast<int>(gpus.size());
  const int hue = ((index % count) + count) % count;
  GpuStyle style = gpus[static_cast<std::size_t>(hue)];
  if (index >= count) style.shape = gpus[static_cast<std::size_t>((hue + index / count) % count)].shape;
  return style;
}

QPalette Theme::palette() const {
  QPalette palette;
  const auto set = [&](QPalette::ColorRole role, const QColor& colour) {
    for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled})
      palette.setColor(group, role, colour);
  };
  set(QPalette::Window, window);
  set(QPalette::Base, panel);
  set(QPalette::AlternateBase, header);
  set(QPalette::Button, toolbar);
  set(QPalette::ToolTipBase, raised);
  set(QPalette::ToolTipText, text);
  set(QPalette::WindowText, text);
  set(QPalette::Text, text);
  set(QPalette::ButtonText, text);
  set(QPalette::BrightText, text);
  set(QPalette::PlaceholderText, text3);
  set(QPalette::Light, panel);
  set(QPalette::Midlight, header);
  set(QPalette::Mid, border);
  set(QPalette::Dark, borderStrong);
  set(QPalette::Shadow, borderStrong);
  set(QPalette::Highlight, selection);
  set(QPalette::HighlightedText, selectionText);
  set(QPalette::Link, accent);
  set(QPalette::LinkVisited, accent);
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, disabled);
  return palette;
}

Theme Theme::make(ThemeKind kind) {
  Theme theme;
  theme.kind = kind;
  const QString mode = theme.isDark() ? u"dark"_s : u"light"_s;
  const QJsonObject& all = tokens();
  readColours(theme, all[u"color"_s].toObject()[mode].toObject());
  if (kind == ThemeKind::HighContrastLight || kind == ThemeKind::HighContrastDark) {
    readColours(theme, all[u"highContrast"_s].toObject()[mode].toObject());
    strengthen(theme);
  }
  theme.hatch = QColor(all[u"hatch"_s].toObject()[mode].toString());
  const QString ink = theme.isDark() ? u"inkDark"_s : u"inkLight"_s;
  const QJsonArray parts = all[u"parts"_s].toArray();
  for (int i = 0; i < cost::kParts && i < parts.size(); ++i) {
    const QJsonObject part = parts[i].toObject();
    theme.parts[static_cast<std::size_t>(i)] = {QColor(part[mode].toString()), QColor(part[ink].toString()),
                                                part[u"hatch"_s].toBool()};
  }
  const QJsonArray gpus = all[u"gpu"_s].toArray();
  for (std::size_t i = 0; i < theme.gpus.size() && i < static_cast<std::size_t>(gpus.size()); ++i) {
    const QJsonObject gpu = gpus[static_cast<qsizetype>(i)].toObject();
    theme.gpus[i] = {QColor(gpu[mode].toString()), shapeFrom(gpu[u"shape"_s].toString()),
                     gpu[u"pattern"_s].toString()};
  }
  const QJsonArray steps = all[u"sequential"_s].toObject()[mode].toArray();
  for (std::size_t i = 0; i < theme.sequential.size() && i < static_cast<std::size_t>(steps.size()); ++i)
    theme.sequential[i] = QColor(steps[static_cast<qsizetype>(i)].toString());
  theme.plots = paletteInForce();
  if (theme.plots == PlotPalette::Print) readPrint(theme, all[u"print"_s].toObject());
  return theme;
}

const Theme& currentTheme() { return inForce(); }

void setCurrentTheme(ThemeKind kind) { inForce() = Theme::make(kind); }

PlotPalette plotPalette() { return paletteInForce(); }

void setPlotPalette(PlotPalette palette) {
  paletteInForce() = palette;
  setCurrentTheme(currentTheme().kind);
}

double fontScale() {
  if (!qGuiApp) return 1.0;
  // Every control asks as it is laid out: matched with a face once for each size.
  static std::pair<int, double> measured;
  static double scale = 0.0;
  const QFont face = QGuiApplication::font();
  const std::pair<int, double> asked(face.pixelSize(), face.pointSizeF());
  if (scale <= 0.0 || asked != measured) {
    const int pixels = QFontInfo(face).pixelSize();
    scale = pixels > 0 ? pixels / kBasePixels : 1.0;
    measured = asked;
  }
  return scale;
}

bool largeText() {
  constexpr double kLarge = 1.5;
  return fontScale() > kLarge;
}

int scaled(double pixels) { return static_cast<int>(std::lround(pixels * fontScale())); }

QFont font(TextRole role) {
  QFont face =
      role == TextRole::Mono ? QFontDatabase::systemFont(QFontDatabase::FixedFont) : QGuiApplication::font();
  if (role == TextRole::Mono) face.setFamilies(facesOf(face.family()));
  const auto set = [&](double pixels, QFont::Weight weight) {
    face.setPixelSize(std::max(1, scaled(pixels)));
    face.setWeight(weight);
  };
  switch (role) {
    case TextRole::Caption:
      set(11, QFont::Normal);
      break;
    case TextRole::Body:
      set(13, QFont::Normal);
      break;
    case TextRole::BodyStrong:
      set(13, QFont::DemiBold);
      break;
    case TextRole::Section:
      set(12, QFont::DemiBold);
      break;
    case TextRole::Title:
      set(15, QFont::DemiBold);
      break;
    case TextRole::Figure:
      set(20, QFont::DemiBold);
      break;
    case TextRole::Mono:
      set(12, QFont::Normal);
      break;
  }
  return face;
}

}  // namespace astrolabe::ui
