#pragma once
// What the sections of a report are told to: pages, a web page or Markdown. Words, numbering and order are
// the same on each.

#include <QColor>
#include <QStringList>
#include <array>
#include <functional>
#include <vector>

#include "ui/render/theme.h"

class QPainter;

namespace astrolabe::ui {

/// Width of the text on A4, in design pixels (1/96 inch).
inline constexpr double kReportWidth = 166.0 / 25.4 * 96.0;

struct TableColumn {
  QString heading;
  double share = 1.0;  ///< of the width
  bool number = false;
};

/// "Table 3. Pools.": the first `strong` letters are its number.
struct ReportCaption {
  QString words;
  qsizetype strong = 0;
};

/// What stands at the head and at the foot of a report in any form.
struct ReportHead {
  QString title, author;  ///< author: empty when nobody is named
  QString subject;        ///< the cluster and the date
  QString foot;           ///< program, catalogue and seed
  bool letter = false;    ///< printed on US Letter in place of A4
  /// The line below the title.
  QString under() const;
};

/// The first page below its title.
struct ReportCover {
  QByteArray logo;  ///< PNG or SVG; empty: none
  QStringList lines;
};

class ReportWriter {
 public:
  using Paint = std::function<void(QPainter&, double width)>;

  ReportWriter() = default;
  virtual ~ReportWriter() = default;
  ReportWriter(const ReportWriter&) = delete;
  ReportWriter& operator=(const ReportWriter&) = delete;

  /// The title of the report and these lines; what follows begins on a page of its own.
  virtual void cover(const ReportCover& cover) = 0;
  /// A picture (PNG or SVG) in front of everything.
  virtual void logo(const QByteArray& picture) = 0;
  /// `keep`: design pixels of what follows that must stand on the same page.
  void heading(const QString& text, bool first = false, double keep = 130.0);
  virtual void lead(const QString& text) = 0;
  virtual void paragraph(const QString& text) = 0;
  /// Text with a rule at its left.
  virtual void note(const QString& text, const QColor& rule) = 0;
  /// Numbers between hairlines: label, figure, remark.
  virtual void keyFigures(const std::vector<std::array<QString, 3>>& figures) = 0;
  void table(const QString& words, const std::vector<TableColumn>& columns,
             const std::vector<QStringList>& rows, int boldRow = -1);
  /// `paint` draws in design pixels (1/96 inch) into the given width and height.
  void figure(const QString& words, double height, const Paint& paint);
  const Theme& theme() const { return m_theme; }
  void setGpuOrder(std::vector<std::string> order) { m_theme.gpuOrder = std::move(order); }

 protected:
  virtual void putHeading(const QString& text, bool first, double keep) = 0;
  virtual void putTable(const ReportCaption& caption, const std::vector<TableColumn>& columns,
                        const std::vector<QStringList>& rows, int boldRow) = 0;
  virtual void putFigure(const ReportCaption& caption, double height, const Paint& paint) = 0;
  int figures() const { return m_figures; }

  Theme m_theme = Theme::make(ThemeKind::Light);

 private:
  int m_tables = 0, m_figures = 0;
};

/// A figure of a report as a drawing of its own, as wide as the text of A4: SVG.
QByteArray reportDrawing(const QString& title, double height, const ReportWriter::Paint& paint);

}  // namespace astrolabe::ui
