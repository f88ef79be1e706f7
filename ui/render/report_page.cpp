#include "ui/render/report_page.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QRawFont>
#include <QSvgRenderer>
#include <QTextLayout>
#include <algorithm>
#include <utility>

#include "ui/render/faces.h"
#include "ui/render/report_settings.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct PageWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

constexpr double kPoint = 10.0;  ///< device units of a point
constexpr double kMm = 72.0 / 25.4 * kPoint;
constexpr double kPageLeft = 22 * kMm, kPageTop = 24 * kMm, kPageFoot = 22 * kMm;
constexpr double kDesignPixel = 0.75 * kPoint;  ///< 96 to the inch

/// Controls, marks of direction and blanks have no picture of their own.
bool isDrawn(char32_t character) {
  switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
      return false;
    default:
      return true;
  }
}

QString firstFamily(const QStringList& wanted) {
  for (const QString& family : wanted)
    if (QFontDatabase::hasFamily(family)) return family;
  return wanted.back();
}

}  // namespace

ReportPage::ReportPage(QPagedPaintDevice& paper, int pages, QString headLeft, QString headRight, QString foot)
    : m_paper(paper),
      m_painter(&paper),
      m_serif(facesOf(firstFamily({u"Noto Serif"_s, u"DejaVu Serif"_s}))),
      m_sans(facesOf(firstFamily({u"Noto Sans"_s, u"DejaVu Sans"_s}))),
      m_headLeft(std::move(headLeft)),
      m_headRight(std::move(headRight)),
      m_foot(std::move(foot)),
      m_pages(pages),
      m_width(paper.pageLayout().fullRect(QPageLayout::Point).width() * kPoint - 2 * kPageLeft),
      m_bottom(paper.pageLayout().fullRect(QPageLayout::Point).height() * kPoint - kPageFoot),
      m_y(kPageTop + 4 * kPoint) {
  const double scale = paper.logicalDpiX() / (72.0 * kPoint);
  m_painter.scale(scale, scale);
  furniture();
}

QFont ReportPage::face(bool serif, double points, bool bold) const {
  QFont font;
  font.setFamilies(serif ? m_serif : m_sans);
  font.setPixelSize(static_cast<int>(points * kPoint));
  font.setBold(bold);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

void ReportPage::check(const QString& words, const QFont& font) {
  const QRawFont raw = QRawFont::fromFont(font);
  for (const char32_t character : words.toUcs4())
    if (isDrawn(character) && raw.isValid() && !raw.supportsCharacter(character)) {
      // Another family may fill in, as on screen; only what nobody has is missing.
      const QFontMetricsF metrics(font);
      if (!metrics.inFontUcs4(character)) m_missing = character;
    }
}

double ReportPage::height(const QString& words, const QFont& font, double width) const {
  // Of the paper: on the screen the same words are as much as a hundredth wider.
  return QFontMetricsF(font, m_painter.device())
      .boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, words)
      .height();
}

double ReportPage::text(const QString& words, const QFont& font, const QColor& color, double x, double width,
                        double extra) {
  check(words, font);
  const double high = height(words, font, width);
  need(high);
  m_painter.setFont(font);
  m_painter.setPen(color);
  m_painter.drawText(QRectF(x, m_y, width, high + 10), Qt::TextWordWrap, words);
  m_y += high + extra;
  return high;
}

void ReportPage::caption(const ReportCaption& caption, double extra) {
  const auto& [words, strong] = caption;
  const QFont plain = face(false, 8), bold = face(false, 8, true);
  check(words, plain);
  check(words.left(strong), bold);
  QTextLayout layout(words, plain);
  QTextLayout::FormatRange number{0, static_cast<int>(strong), {}};
  number.format.setFont(bold);
  number.format.setForeground(m_theme.text);
  layout.setFormats({number});
  double high = 0.0;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(m_width);
    line.setPosition(QPointF(0.0, high));
    high += line.height();
  }
  layout.endLayout();
  need(high);
  m_painter.setPen(m_theme.text2);
  layout.draw(&m_painter, QPointF(kPageLeft, m_y));
  m_y += high + extra;
}

bool ReportPage::isAtTop() const { return m_y <= kPageTop + 5 * kPoint; }

void ReportPage::need(double high) {
  if (m_heading) return drawHeading(high);
  if (m_y + high > m_bottom - 14 * kPoint && !isAtTop()) newPage();
}

void ReportPage::newPage() {
  m_paper.newPage();
  ++m_page;
  m_y = kPageTop + 4 * kPoint;
  furniture();
}

double ReportPage::figureRoom() const {
  constexpr double kHeading = 60 * kPoint, kCaption = 38 * kPoint;
  return m_bottom - kPageTop - kHeading - kCaption;
}

void ReportPage::furniture() {
  const QFont small = face(false, 7.5);
  for (const QString* words : {&m_headLeft, &m_headRight, &m_foot}) check(*words, small);
  m_painter.setFont(small);
  m_painter.setPen(m_theme.text3);
  const QRectF head(kPageLeft, 13 * kMm, m_width, 12 * kPoint),
      foot(kPageLeft, m_bottom + 5 * kPoint, m_width, 12 * kPoint);
  m_painter.drawText(head, Qt::AlignLeft, m_headLeft);
  m_painter.drawText(head, Qt::AlignRight, m_headRight);
  m_painter.drawText(foot, Qt::AlignLeft, m_foot);
  m_painter.drawText(foot, Qt::AlignRight,
                     PageWords::tr("Page %1 of %2").arg(m_page).arg(std::max(m_pages, m_page)));
  m_painter.setPen(QPen(m_theme.border, 0.5 * kPoint));
  m_painter.drawLine(QPointF(kPageLeft, m_bottom), QPointF(kPageLeft + m_width, m_bottom));
}

void ReportPage::cover(const ReportCover& cover) {
  drawHeading(0.0);
  if (!isAtTop()) newPage();  // somebody put it behind other sections
  m_y = m_bottom * 0.3;
  if (!cover.logo.isEmpty()) logo(cover.logo);
  text(m_headLeft, face(true, 28, true), m_theme.text, kPageLeft, m_width, 12 * kPoint);
  m_painter.fillRect(QRectF(kPageLeft, m_y, 48 * kPoint, 2.2 * kPoint), m_theme.accent);
  m_y += 18 * kPoint;
  for (const QString& line : cover.lines)
    text(line, face(true, 12), m_theme.text2, kPageLeft, m_width, 5 * kPoint);
  newPage();
}

void ReportPage::logo(const QByteArray& picture) {
  constexpr double kHigh = 14 * kMm, kWide = 70 * kMm;
  const auto place = [&](QSizeF size) {
    size.scale(kWide, kHigh, Qt::KeepAspectRatio);
    return QRectF(QPointF(kPageLeft, m_y), size);
  };
  if (isSvg(picture)) {
    QSvgRenderer drawing(picture);
    drawing.render(&m_painter, place(drawing.defaultSize()));
  } else {
    const QImage image = QImage::fromData(picture, "PNG");
    m_painter.drawImage(place(image.size()), image);
  }
  m_y += kHigh + 8 * kPoint;
}

void ReportPage::putHeading(const QString& words, bool first, double keep) {
  drawHeading(0.0);  // one that heads nothing
  m_heading = Heading{words, first, keep};
}

/// The heading that waits, where there is room for it and for a thing of this height below it.
void ReportPage::drawHeading(double below) {
  if (!m_heading) return;
  const Heading heading = *std::exchange(m_heading, std::nullopt);
  const QFont font = face(true, heading.first ? 22 : 14, true);
  constexpr double kGap = 6 * kPoint;
  if (!heading.first && !isAtTop()) m_y += 14 * kPoint;
  // A figure taller than the room below its heading shrinks to it: both stand on one page.
  const double kept = std::min(heading.keep * kDesignPixel, figureRoom() + 30 * kPoint);
  need(height(heading.words, font, m_width) + std::max(below + kGap, kept));
  text(heading.words, font, m_theme.text, kPageLeft, m_width, kGap);
}

void ReportPage::lead(const QString& words) {
  text(words, face(true, 10.5), m_theme.text2, kPageLeft, m_width, 8 * kPoint);
}
void ReportPage::paragraph(const QString& words) {
  if (words.isEmpty()) return;
  text(words, face(true, 9.5), m_theme.text, kPageLeft, m_width, 6 * kPoint);
}

void ReportPage::note(const QString& words, const QColor& rule) {
  const QFont font = face(false, 8.5);
  need(height(words, font, m_width - 14 * kPoint));
  const double top = m_y;
  text(words, font, m_theme.text2, kPageLeft + 12 * kPoint, m_width - 14 * kPoint, 2 * kPoint);
  m_painter.fillRect(QRectF(kPageLeft, top, 2.2 * kPoint, m_y - top), rule);
  m_y += 6 * kPoint;
}

void ReportPage::keyFigures(const std::vector<std::array<QString, 3>>& figures) {
  need(66 * kPoint);
  const double share = m_width / static_cast<double>(figures.size());
  m_painter.setPen(QPen(m_theme.borderStrong, 0.4 * kPoint));
  m_painter.drawLine(QPointF(kPageLeft, m_y), QPointF(kPageLeft + m_width, m_y));
  m_painter.drawLine(QPointF(kPageLeft, m_y + 60 * kPoint), QPointF(kPageLeft + m_width, m_y + 60 * kPoint));
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const double x = kPageLeft + share * static_cast<double>(i);
    const auto line = [&](const QString& words, double top, double points, bool bold, const QColor& color) {
      m_painter.setFont(face(false, points, bold));
      m_painter.setPen(color);
      m_painter.drawText(QRectF(x, m_y + top * kPoint, share - 6 * kPoint, points * 1.5 * kPoint),
                         Qt::AlignLeft | Qt::AlignVCenter, words);
    };
    line(figures[i][0], 8, 8, false, m_theme.text2);
    line(figures[i][1], 20, 16, true, m_theme.text);
    line(figures[i][2], 44, 8, false, m_theme.text2);
  }
  m_y += 70 * kPoint;
}

void ReportPage::putTable(const ReportCaption& words, const std::vector<TableColumn>& columns,
                          const std::vector<QStringList>& rows, int boldRow) {
  const QFont normal = face(false, 8.5), bold = face(false, 8.5, true);
  double shares = 0;
  for (const TableColumn& column : columns) shares += column.share;
  const double gap = 8 * kPoint;
  const auto widthOf = [&](std::size_t i) { return m_width * columns[i].share / shares; };
  // A last column of numbers ends at the edge of the text.
  const auto roomOf = [&](std::size_t i) { return widthOf(i) - (i + 1 == columns.size() ? 0.0 : gap); };
  const auto rowHeight = [&](const QStringList& cells, const QFont& font) {
    double high = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
      high = std::max(high, height(cells.value(static_cast<qsizetype>(i)), font, roomOf(i)));
    return high + 5 * kPoint;
  };
  const auto rule = [&](double points, const QColor& color) {
    m_painter.setPen(QPen(color, points * kPoint));
    m_painter.drawLine(QPointF(kPageLeft, m_y), QPointF(kPageLeft + m_width, m_y));
  };
  const auto line = [&](const QStringList& cells, const QFont& font) {
    const double high = rowHeight(cells, font);
    double x = kPageLeft;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const QString cell = cells.value(static_cast<qsizetype>(i));
      check(cell, font);
      m_painter.setFont(font);
      m_painter.setPen(m_theme.text);
      m_painter.drawText(QRectF(x, m_y + 2.5 * kPoint, roomOf(i), high),
                         int(columns[i].number ? Qt::AlignRight : Qt::AlignLeft) | Qt::TextWordWrap, cell);
      x += widthOf(i);
    }
    m_y += high;
  };
  QStringList headings;
  for (const TableColumn& column : columns) headings << column.heading;
  const double head = rowHeight(headings, bold);
  const auto top = [&] {
    rule(0.8, m_theme.text);
    line(headings, bold);
    rule(0.4, m_theme.text);
  };
  need(head + 14 * kPoint + (rows.empty() ? 0 : 2 * rowHeight(rows.front(), bold)));
  caption(words, 3 * kPoint);
  top();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const QFont& font = static_cast<int>(i) == boldRow ? bold : normal;
    const int page = m_page;
    need(rowHeight(rows[i], font));
    if (m_page != page)
      top();
    else if (i > 0)
      rule(0.2, m_theme.border);
    line(rows[i], font);
  }
  rule(0.8, m_theme.text);
  m_y += 10 * kPoint;
}

void ReportPage::putFigure(const ReportCaption& words, double high, const Paint& paint) {
  const double room = figureRoom() / kDesignPixel;
  const double shrink = high > room ? room / high : 1.0;
  const double scale = kDesignPixel * shrink;
  need(high * scale + 24 * kPoint);
  m_painter.save();
  m_painter.translate(kPageLeft, m_y);
  m_painter.scale(scale, scale);
  paint(m_painter, m_width / scale);
  m_painter.restore();
  m_y += high * scale + 4 * kPoint;
  caption(words, 10 * kPoint);
}

}  // namespace astrolabe::ui
