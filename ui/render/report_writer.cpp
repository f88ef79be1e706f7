#include "ui/render/report_writer.h"

#include <QCoreApplication>
#include <QPainter>
#include <cmath>

#include "ui/render/figure_file.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct WriterWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

/// "Table %1. %2" with its number and its words.
ReportCaption captionOf(const QString& form, int number, const QString& words) {
  const QString numbered = form.arg(number);
  return {numbered.arg(words), numbered.arg(QString()).trimmed().size()};
}

}  // namespace

QString ReportHead::under() const { return author.isEmpty() ? subject : author + u" · "_s + subject; }

void ReportWriter::heading(const QString& text, bool first, double keep) { putHeading(text, first, keep); }

void ReportWriter::table(const QString& words, const std::vector<TableColumn>& columns,
                         const std::vector<QStringList>& rows, int boldRow) {
  putTable(captionOf(WriterWords::tr("Table %1. %2"), ++m_tables, words), columns, rows, boldRow);
}

void ReportWriter::figure(const QString& words, double height, const Paint& paint) {
  putFigure(captionOf(WriterWords::tr("Figure %1. %2"), ++m_figures, words), height, paint);
}

QByteArray reportDrawing(const QString& title, double height, const ReportWriter::Paint& paint) {
  Figure figure;
  figure.title = title;
  figure.size = QSize(static_cast<int>(std::ceil(kReportWidth)), static_cast<int>(std::ceil(height)));
  figure.paint = [&paint](QPaintDevice& device) {
    QPainter painter(&device);
    paint(painter, kReportWidth);
  };
  return svgOf(figure);
}

}  // namespace astrolabe::ui
