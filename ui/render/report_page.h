#pragma once
// Paper: text, tables and figures from top to bottom over pages. Lengths in tenths of a point.

#include <QPagedPaintDevice>
#include <QPainter>
#include <optional>

#include "ui/render/report_writer.h"

namespace astrolabe::ui {

class ReportPage : public ReportWriter {
 public:
  /// `paper`: without margins, of any size and resolution. `pages`: total for "Page x of y", 0 in the pass
  /// that counts.
  ReportPage(QPagedPaintDevice& paper, int pages, QString headLeft, QString headRight, QString foot);
  ~ReportPage() override { drawHeading(0.0); }
  Q_DISABLE_COPY_MOVE(ReportPage)

  void cover(const ReportCover& cover) override;
  void logo(const QByteArray& picture) override;
  void lead(const QString& text) override;
  void paragraph(const QString& text) override;
  void note(const QString& text, const QColor& rule) override;
  void keyFigures(const std::vector<std::array<QString, 3>>& figures) override;
  int pages() const { return m_page; }
  /// A character that no font has; 0 when there is none.
  char32_t missing() const { return m_missing; }

 protected:
  void putHeading(const QString& text, bool first, double keep) override;
  void putTable(const ReportCaption& caption, const std::vector<TableColumn>& columns,
                const std::vector<QStringList>& rows, int boldRow) override;
  void putFigure(const ReportCaption& caption, double height, const Paint& paint) override;

 private:
  /// A heading waits for what it heads, so that both stand on one page.
  struct Heading {
    QString words;
    bool first = false;
    double keep = 0.0;
  };

  QFont face(bool serif, double points, bool bold = false) const;
  /// Room for a thing so high, below the heading that waits for it.
  void need(double height);
  void drawHeading(double below);
  bool isAtTop() const;
  void newPage();
  /// Height of the tallest figure that stands on one page with its heading and its caption.
  double figureRoom() const;
  void furniture();
  double text(const QString& words, const QFont& font, const QColor& color, double x, double width,
              double line);
  void caption(const ReportCaption& caption, double extra);
  double height(const QString& words, const QFont& font, double width) const;
  void check(const QString& words, const QFont& font);

  QPagedPaintDevice& m_paper;
  QPainter m_painter;
  QStringList m_serif, m_sans;
  QString m_headLeft, m_headRight, m_foot;
  int m_page = 1, m_pages = 0;
  double m_width, m_bottom;  ///< of the text; where it ends on a page
  double m_y = 0.0;
  std::optional<Heading> m_heading;
  char32_t m_missing = 0;
};

}  // namespace astrolabe::ui
