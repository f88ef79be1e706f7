#pragma once
// Reports of the sample, written into a folder of their own and read back.

#include <QTemporaryDir>

#include "read_report.h"
#include "reported_sample.h"
#include "ui/render/report.h"

namespace astrolabe::ui {

/// What tests of written reports share.
class WrittenReport : public ReportedSample {
 protected:
  QTemporaryDir m_folder;

  Result<void> write(const QString& name, const ReportOptions& options) {
    const QString path = m_folder.filePath(name);
    return writeReport({*m_snapshot, m_plan, *m_winner, hardware::Catalogue::built_in()}, options, path,
                       reportForm(path));
  }
  read_report::Read written(const char* name, const ReportOptions& options) {
    const auto written = write(QString::fromLatin1(name), options);
    return written
               ? read_report::readHtml(read_report::contentOf(m_folder.filePath(QString::fromLatin1(name))))
               : read_report::Read{};
  }
  static ReportOptions options() {
    ReportOptions options;
    options.created = QDateTime(QDate(2026, 11, 21), QTime(12, 0), Qt::UTC);
    options.settings.author = QStringLiteral("A. Planner & <Sons>");
    options.settings.note = QStringLiteral("- Prices hold | until *March*.");
    return options;
  }
};

}  // namespace astrolabe::ui
