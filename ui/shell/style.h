#pragma once
// The look of every control: Fusion with the measures and colours of the design tokens, no style sheet.

#include <QProxyStyle>

namespace astrolabe::ui {

/// Controls are 28 px high, 24 px inside docks; views have no frame; focus is a 2 px ring.
/// Dynamic properties that it reads: "primary" (bool, filled button), "invalid" (bool, error edge of a
/// field), "link" (bool, button that looks like a link).
class AstrolabeStyle : public QProxyStyle {
  Q_OBJECT

 public:
  AstrolabeStyle();

  int pixelMetric(PixelMetric metric, const QStyleOption* option = nullptr,
                  const QWidget* widget = nullptr) const override;
  int styleHint(StyleHint hint, const QStyleOption* option = nullptr, const QWidget* widget = nullptr,
                QStyleHintReturn* returnData = nullptr) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                         const QWidget* widget = nullptr) const override;
  QRect subElementRect(SubElement element, const QStyleOption* option,
                       const QWidget* widget = nullptr) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                       const QWidget* widget = nullptr) const override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget = nullptr) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget = nullptr) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget = nullptr) const override;
  void polish(QWidget* widget) override;
  using QProxyStyle::polish;
};

/// Which theme a person chose; System follows the darkness of the desktop's palette, and so does the ground
/// of HighContrast.
enum class ThemeMode { System, Light, Dark, HighContrast };

/// Puts a theme in force for the whole application without a restart: palette, then a style change to every
/// widget.
void applyTheme(ThemeMode mode);
/// The choice in force.
ThemeMode themeMode();
/// Stable words for settings and options: "system", "light", "dark", "high-contrast".
QString themeModeName(ThemeMode mode);
ThemeMode themeModeFrom(const QString& name);

}  // namespace astrolabe::ui
