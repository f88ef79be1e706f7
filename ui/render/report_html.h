#pragma once
// A report as a web page: one file, its figures within it, nothing fetched from elsewhere.

#include <QByteArray>
#include <QStringList>

#include "ui/render/report_writer.h"

namespace astrolabe::ui {

/// Well-formed XML and HTML at once. The same calls give the same bytes.
class ReportHtml : public ReportWriter {
 public:
  explicit ReportHtml(ReportHead head) : m_head(std::move(head)) {}

  void cover(const ReportCover& cover) override;
  void logo(const QByteArray& picture) override;
  void lead(const QString& text) override;
  void paragraph(const QString& text) override;
  void note(const QString& text, const QColor& rule) override;
  void keyFigures(const std::vector<std::array<QString, 3>>& figures) override;
  /// The whole page, in UTF-8.
  QByteArray bytes() const;

 protected:
  void putHeading(const QString& text, bool first, double keep) override;
  void putTable(const ReportCaption& caption, const std::vector<TableColumn>& columns,
                const std::vector<QStringList>& rows, int boldRow) override;
  void putFigure(const ReportCaption& caption, double height, const Paint& paint) override;

 private:
  QString style() const;

  ReportHead m_head;
  QString m_body, m_logo;
  QStringList m_headings;
};

}  // namespace astrolabe::ui
