#include "ui/render/figure_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "core/base/error_codes.h"
#include "ui/render/file_device.h"
#include "ui/render/quoting.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kDotsPerInch = 96;  ///< of design pixels

QByteArray pdfOf(const Figure& figure) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(figure.title);
  writer.setCreator(QCoreApplication::applicationName());
  writer.setResolution(kDotsPerInch);
  const QSizeF points = QSizeF(figure.size) * 72.0 / kDotsPerInch;
  writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF(0, 0, 0, 0));
  figure.paint(writer);
  buffer.close();
  return bytes;
}

}  // namespace

QByteArray svgOf(const Figure& figure) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setTitle(htmlText(figure.title));  // written as it is
  generator.setResolution(kDotsPerInch);
  generator.setSize(figure.size);
  generator.setViewBox(QRect(QPoint(), figure.size));
  figure.paint(generator);
  buffer.close();
  return soundXml(bytes);
}

QImage imageOf(const Figure& figure, const FigureOptions& options) {
  QImage image((QSizeF(figure.size) * options.scale).toSize(), QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(options.scale);
  image.fill(options.transparent ? Qt::transparent : Qt::white);
  figure.paint(image);
  return image;
}

Result<void> writeFigure(const Figure& figure, const QString& path, const FigureOptions& options) {
  const QString ending = QFileInfo(path).suffix().toLower();
  QByteArray bytes;
  if (ending == u"svg"_s) {
    bytes = svgOf(figure);
  } else if (ending == u"pdf"_s) {
    bytes = pdfOf(figure);
  } else if (ending == u"png"_s) {
    QBuffer buffer(&bytes);
    imageOf(figure, options).save(&buffer, "PNG");
  } else {
    return fail(code::cannot_save, path.toStdString(), ending.toStdString(),
                {Wanted::Kind::one_of, {".svg", ".pdf", ".png"}});
  }
  return writeBytes(path, bytes);
}

std::unique_ptr<QMimeData> mimeOf(const Figure& figure) {
  auto mime = std::make_unique<QMimeData>();
  mime->setData(u"image/svg+xml"_s, svgOf(figure));
  mime->setImageData(imageOf(figure, {}));
  return mime;
}

}  // namespace astrolabe::ui
