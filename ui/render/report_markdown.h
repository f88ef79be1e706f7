#pragma once
// A report as Markdown with the tables of GitHub, its figures as SVG files beside it.

#include <QByteArray>
#include <utility>

#include "ui/render/report_writer.h"

namespace astrolabe::ui {

class ReportMarkdown : public ReportWriter {
 public:
  /// `folder`: of the figures, seen from the text.
  ReportMarkdown(ReportHead head, QString folder);

  void cover(const ReportCover& cover) override;
  void logo(const QByteArray& picture) override;
  void lead(const QString& text) override;
  void paragraph(const QString& text) override;
  void note(const QString& text, const QColor& rule) override;
  void keyFigures(const std::vector<std::array<QString, 3>>& figures) override;
  /// The text, in UTF-8.
  QByteArray bytes() const;
  /// The drawings by their file names.
  const std::vector<std::pair<QString, QByteArray>>& drawings() const { return m_drawings; }

 protected:
  void putHeading(const QString& text, bool first, double keep) override;
  void putTable(const ReportCaption& caption, const std::vector<TableColumn>& columns,
                const std::vector<QStringList>& rows, int boldRow) override;
  void putFigure(const ReportCaption& caption, double height, const Paint& paint) override;

 private:
  QString pictureOf(const QString& words, const QString& file) const;

  ReportHead m_head;
  QString m_folder, m_text, m_logo;
  std::vector<std::pair<QString, QByteArray>> m_drawings;
};

}  // namespace astrolabe::ui
