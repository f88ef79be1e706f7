// The report of the window: what goes into it, the builder, as a PDF and on a printer.

#include <QDateTime>
#include <QFileInfo>
#include <QPrintDialog>
#include <QPrintPreviewDialog>
#include <QPrinter>

#include "ui/compare/compare_window.h"
#include "ui/compare/comparison_text.h"
#include "ui/document/commands/set_report.h"
#include "ui/shell/main_window.h"
#include "ui/shell/print_preview.h"
#include "ui/shell/report_builder.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

/// An answer to the question in force; an older one is not reported as this one's.
bool MainWindow::canReport() const {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  return snapshot && snapshot->problem && !snapshot->best.empty() && !m_bridge.isStale();
}

/// What pages of the window put into a report, as it stands now.
ReportOptions MainWindow::reportOptions() const {
  ReportOptions options;
  options.created = QDateTime::currentDateTime();
  options.settings = reportSettings(m_document.plan().report);
  if (options.settings.has(ReportPart::options) && !m_document.plan().others.empty()) {
    std::vector<int> ids;
    for (const int id : m_comparedIds)
      if (plan::find_scenario(m_document.plan(), id) != nullptr) ids.push_back(id);
    if (ids.empty()) ids = firstCompared(m_document.plan());
    options.additions.push_back(
        comparisonSection(compareScenarios(m_document, m_answers, ids, Theme::make(ThemeKind::Light))));
  }
  options.additions.insert(options.additions.end(), m_reportAdditions.begin(), m_reportAdditions.end());
  return options;
}

void MainWindow::paintReport(QPrinter& printer) {
  if (!canReport()) return;
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const auto winner = detail(*snapshot->problem, snapshot->best.front().strategy);
  if (!winner) return tellFileError(winner.error());
  ui::printReport(*snapshot, m_document.plan(), *winner, m_document.catalogue(), reportOptions(), printer);
}

void MainWindow::exportReport() {
  if (!canReport()) return;
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const QString path = askForExport(tr("Write the report"), u".pdf"_s, tr("Report (*.pdf)"));
  if (path.isEmpty()) return;
  const auto winner = detail(*snapshot->problem, snapshot->best.front().strategy);
  if (!winner) return tellFileError(winner.error());
  const auto written =
      writeReport(*snapshot, m_document.plan(), *winner, m_document.catalogue(), reportOptions(), path);
  if (!written) return tellFileError(written.error());
  say(tr("Wrote %1").arg(QFileInfo(path).fileName()));
}

void MainWindow::printReport(bool preview) {
  if (!canReport()) return;
  QPrinter printer(QPrinter::HighResolution);
  printer.setDocName(m_document.displayName());
  if (preview) {
    QPrintPreviewDialog dialog(&printer, this);
    dialog.setObjectName(u"printPreview"_s);
    dressPreview(dialog);
    connect(&dialog, &QPrintPreviewDialog::paintRequested, this,
            [this](QPrinter* paper) { paintReport(*paper); });
    dialog.exec();
    return;
  }
  QPrintDialog dialog(&printer, this);
  dialog.setObjectName(u"printDialog"_s);
  if (dialog.exec() != QDialog::Accepted) return;
  paintReport(printer);
  say(tr("Sent the report to %1").arg(printer.printerName()));
}

void MainWindow::showReportBuilder() {
  auto* builder = findChild<ReportBuilder*>();
  if (builder == nullptr) {
    builder = new ReportBuilder(
        m_document, [this](QPrinter* printer) { paintReport(*printer); }, this);
    const auto look = [this, builder] {
      builder->setAnswered(canReport());
      builder->refresh();
    };
    connect(&m_bridge, &SearchBridge::stateChanged, builder, look);
    connect(&m_bridge, &SearchBridge::staleChanged, builder, look);
    connect(builder, &ReportBuilder::exportRequested, this, &MainWindow::exportReport);
    connect(builder, &ReportBuilder::printRequested, this, [this] { printReport(false); });
    builder->setAnswered(canReport());
  }
  m_answers.searchMissing();  // the scenarios that are compared
  builder->show();
  builder->raise();
  builder->activateWindow();
}

/// The comparison goes into the report, or out of it.
void MainWindow::putComparisonIntoReport(bool inside) {
  ReportSettings settings = reportSettings(m_document.plan().report);
  if (settings.has(ReportPart::options) == inside) return;
  if (inside) {  // behind what stands in front of it at first
    const auto behind = std::find_if(settings.parts.begin(), settings.parts.end(),
                                     [](ReportPart part) { return part > ReportPart::options; });
    settings.parts.insert(behind, ReportPart::options);
  } else {
    std::erase(settings.parts, ReportPart::options);
  }
  m_document.undoStack().push(new SetReport(m_document, toJson(settings), nextGesture()));
}

}  // namespace astrolabe::ui
