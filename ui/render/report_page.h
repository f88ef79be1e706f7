#pragma once
// Paper: text, tables and figures from top to bottom over pages. Lengths in tenths of a point.

#include <QPagedPaintDevice>
#include <QPainter>
#include <QStringList>
#include <functional>
#include <vector>

#include "ui/render/theme.h"

namespace astrolabe::ui {

struct TableColumn {
  QString heading;
  double share = 1.0;  ///< of the width
  bool number = false;
};

class ReportPage {
 public:
  /// `paper`: without margins, of any size and resolution. `pages`: total for "Page x of y", 0 in the pass that
  /// counts.
  ReportPage(QPagedPaintDevice& paper, int pages, QString headLeft, QString headRight, QString foot);

  /// `keep`: design pixels of what follows that must stand on the same page.
  void heading(const QString& text, bool first = false, double keep = 130.0);
  void lead(const QString& text);
  void paragraph(const QString& text);
  /// Text with a rule at its left.
  void note(const QString& text, const QColor& rule);
  /// Numbers between hairlines: label, figure, remark.
  void keyFigures(const std::vector<std::array<QString, 3>>& figures);
  void table(const QString& words, const std::vector<TableColumn>& columns,
             const std::vector<QStringList>& rows, int boldRow = -1);
  /// `paint` draws in design pixels (1/96 inch) into the given width and height.
  void figure(const QString& words, double height, const std::function<void(QPainter&, double width)>& paint);
  int pages() const { return m_page; }
  /// A character that no font has; 0 when there is none.
  char32_t missing() const { return m_missing; }
  const Theme& theme() const { return m_theme; }

 private:
  QFont face(bool serif, double points, bool bold = false) const;
  void need(double height);
  void furniture();
  double text(const QString& words, const QFont& font, const QColor& color, double x, double width,
              double line);
  /// A caption whose first `strong` letters, the number, are bold.
  void caption(const QString& words, qsizetype strong, double extra);
  double height(const QString& words, const QFont& font, double width) const;
  void check(const QString& words, const QFont& font);

  QPagedPaintDevice& m_paper;
  QPainter m_painter;
  Theme m_theme = Theme::make(ThemeKind::Light);
  QString m_serif, m_sans, m_headLeft, m_headRight, m_foot;
  int m_page = 1, m_pages = 0, m_tables = 0, m_figures = 0;
  double m_width, m_bottom;  ///< of the text; where it ends on a page
  double m_y = 0.0;
  char32_t m_missing = 0;
};

}  // namespace astrolabe::ui
