#pragma once
// A drawing as a file or on the clipboard: SVG and PDF as vectors, PNG at a scale.

#include <QImage>
#include <QMimeData>
#include <QPaintDevice>
#include <QSize>
#include <QString>
#include <functional>
#include <memory>

#include "core/base/result.h"

class QPainter;

namespace astrolabe::ui {

/// Draws itself from the origin into `size` design pixels (1/96 inch) of any device, in the looks of paper.
struct Figure {
  QString title;
  QSize size;
  std::function<void(QPaintDevice& device)> paint;
  /// Draws the figure into what a painter draws already, at its origin; empty where it needs a device.
  std::function<void(QPainter& painter)> draw = {};
};

struct FigureOptions {
  double scale = 2.0;        ///< PNG: pixels a design pixel
  bool transparent = false;  ///< no white ground
};

/// The form is that of the ending: .svg, .pdf or .png. Error: AST-F404 when it cannot be written, or has
/// another ending.
Result<void> writeFigure(const Figure& figure, const QString& path, const FigureOptions& options = {});
QByteArray svgOf(const Figure& figure);
QImage imageOf(const Figure& figure, const FigureOptions& options);
/// SVG and PNG, for the clipboard and for dragging out.
std::unique_ptr<QMimeData> mimeOf(const Figure& figure);

}  // namespace astrolabe::ui
