#pragma once
// The look of every control: Fusion with the measures and colours of the design tokens, no style sheet.

#include <QProxyStyle>

namespace astrolabe::ui {

/// Controls are 28 px high, 24 px inside docks; views have no frame, fields have one; focus is a 2 px ring.
/// Dynamic properties that it reads: "primary" (bool, filled button), "invalid" (bool, error edge of a
/// field), "link" (bool, button that looks like a link). Fields of one line take control characters for
/// spaces; labels and hints show text as it stands, unless they are told that it is rich.
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
  bool eventFilter(QObject* watched, QEvent* event) override;
};

/// A dynamic property that is set and true.
bool hasProperty(const QWidget* widget, const char* property);
/// A field for several lines, to which an edge belongs as to one of a single line.
bool isTextField(const QWidget* widget);

}  // namespace astrolabe::ui
