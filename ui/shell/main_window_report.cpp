// The report of the window: what goes into it, the builder, as a file and on a printer.

#include <QDateTime>
#include <QEventLoop>
#include <QFileInfo>
#include <QLocale>
#include <QPointer>
#include <QPrintDialog>
#include <QPrintPreviewDialog>
#include <QPrinter>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "core/base/error_codes.h"
#include "core/plan/program_report.h"
#include "ui/compare/compare_window.h"
#include "ui/compare/comparison_text.h"
#include "ui/document/commands/set_report.h"
#include "ui/render/figure_file.h"
#include "ui/render/numbers.h"
#include "ui/render/report_words.h"
#include "ui/render/sensitivity_words.h"
#include "ui/results/ranking_page.h"
#include "ui/results/ranking_view.h"
#include "ui/results/results_panel.h"
#include "ui/results/shown_table.h"
#include "ui/shell/banner.h"
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
    options.additions.push_back(comparisonSection(
        compareScenarios(m_document, m_answers, comparedIds(m_document.plan(), options.settings.compared),
                         Theme::make(ThemeKind::Light))));
  }
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (m_reportSensitivity && m_reportSensitivity->snapshot == snapshot)
    options.sensitivity = m_reportSensitivity->found;
  if (snapshot && snapshot->problem)
    if (const auto programs = m_results->programs().beside(*snapshot); programs && !programs->empty())
      options.program = programs->front().evaluation;
  options.additions.insert(options.additions.end(), m_viewAdditions.begin(), m_viewAdditions.end());
  options.additions.insert(options.additions.end(), m_reportAdditions.begin(), m_reportAdditions.end());
  return options;
}

/// What would change the answer, where a report is to say it and it is not known: beside the window.
void MainWindow::askReportSensitivity() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const bool known = m_reportSensitivity && m_reportSensitivity->snapshot == snapshot;
  if (!canReport() || known || snapshot->status == plan::Status::searching) return;
  if (!reportSettings(m_document.plan().report).has(ReportPart::sensitivity)) return;
  if (m_reportAsker.isWorking() && m_reportAsked == snapshot) return;
  m_reportAsked = snapshot;
  m_reportAsker.ask(snapshot, metricOf(*snapshot), kReportChange);
}

/// The same before a report is written: as far as a few seconds suffice. False where there is nothing to
/// report any more.
bool MainWindow::awaitReportSensitivity() {
  constexpr int kPatienceMs = 10'000;
  if (m_awaitsReport) return false;
  const plan::SnapshotPtr asked = m_bridge.snapshot();
  askReportSensitivity();
  if (!m_reportAsker.isWorking()) return canReport();
  say(tr("Working out what would change the answer…"));
  m_awaitsReport = true;
  const QPointer<MainWindow> window(this);
  QEventLoop loop;
  connect(&m_reportAsker, &SensitivityAsker::answered, &loop, &QEventLoop::quit);
  connect(this, &QObject::destroyed, &loop, &QEventLoop::quit);
  QTimer::singleShot(kPatienceMs, &loop, &QEventLoop::quit);
  loop.exec();
  if (!window) return false;
  m_awaitsReport = false;
  say({});
  if (canReport() && m_bridge.snapshot() == asked) return true;
  say(tr("No report was made: the answer has changed meanwhile."));
  return false;
}

/// One report at a time; another one is told to wait.
bool MainWindow::mayReport() {
  if (m_awaitsReport) say(tr("A report is being made already: try again when it is there."));
  return canReport() && !m_awaitsReport;
}

/// What stood in the way of the pages: a character that no font has, or something else.
Message MainWindow::whyNoPages(const Error& error) {
  Message message = messageFor(error);
  if (error.code != code::cannot_save) return message;
  message.title =
      tr("No font here has the character “%1” of the report.").arg(QString::fromStdString(error.found));
  message.body = tr("Install %1.").arg(wantedText(error.wanted));
  return message;
}

void MainWindow::tellNoPages(const Error& error) {
  m_fileBanner->say(Banner::Kind::Error, whyNoPages(error));
  addDismiss();
}

Result<void> MainWindow::paintReport(QPrinter& printer) {
  if (!canReport()) return {};
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const auto winner = detail(*snapshot->problem, snapshot->best.front().strategy);
  if (!winner) return tl::unexpected<Error>(winner.error());
  return ui::printReport(*snapshot, m_document.plan(), *winner, m_document.catalogue(), reportOptions(),
                         printer);
}

void MainWindow::exportReport() {
  if (!mayReport()) return;
  const QString path =
      askForExport(tr("Write the report"), u".pdf"_s,
                   tr("Report (*.pdf);;Web page (*.html *.htm);;Markdown (*.md *.markdown)"));
  if (path.isEmpty() || !awaitReportSensitivity()) return;
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const auto winner = detail(*snapshot->problem, snapshot->best.front().strategy);
  if (!winner) return tellError(winner.error());
  writeExport(path, [snapshot, winner = *winner, plan = m_document.plan(), catalogue = m_document.catalogue(),
                     options = reportOptions()](const QString& place) {
    return writeReport(*snapshot, plan, winner, catalogue, options, place, reportForm(place));
  });
}

void MainWindow::printReport(bool preview) {
  if (!mayReport() || !awaitReportSensitivity()) return;
  QPrinter printer(QPrinter::HighResolution);
  printer.setDocName(m_document.displayName());
  if (preview) {
    QPrintPreviewDialog dialog(&printer, this);
    dialog.setObjectName(u"printPreview"_s);
    dressPreview(dialog);
    connect(&dialog, &QPrintPreviewDialog::paintRequested, this, [this](QPrinter* paper) {
      if (const auto painted = paintReport(*paper); !painted) tellNoPages(painted.error());
    });
    dialog.exec();
    return;
  }
  QPrintDialog dialog(&printer, this);
  dialog.setObjectName(u"printDialog"_s);
  if (dialog.exec() != QDialog::Accepted) return;
  if (const auto painted = paintReport(printer); !painted) return tellNoPages(painted.error());
  say(tr("Sent the report to %1").arg(printer.printerName()));
}

void MainWindow::showReportBuilder() {
  auto* builder = findChild<ReportBuilder*>();
  if (builder == nullptr) {
    builder = new ReportBuilder(
        m_document,
        [this](QPrinter* printer) {
          const auto painted = paintReport(*printer);
          return painted ? QString() : whyNoPages(painted.error()).plain();
        },
        this);
    const auto look = [this, builder] {
      builder->setAnswered(canReport());
      builder->refresh();
    };
    connect(&m_bridge, &SearchBridge::stateChanged, builder, look);
    connect(&m_bridge, &SearchBridge::staleChanged, builder, look);
    connect(&m_bridge, &SearchBridge::stateChanged, builder, [this, builder] {
      if (builder->isVisible()) askReportSensitivity();
    });
    connect(&m_reportAsker, &SensitivityAsker::answered, builder, look);
    connect(builder, &ReportBuilder::addedRenamed, this, [this](int row, const QString& heading) {
      m_viewAdditions.at(static_cast<std::size_t>(row)).heading = heading;
      viewsOfReportChanged();
    });
    connect(builder, &ReportBuilder::addedRemoved, this, [this](int row) {
      m_viewAdditions.erase(m_viewAdditions.begin() + row);
      viewsOfReportChanged();
    });
    connect(builder, &ReportBuilder::exportRequested, this, &MainWindow::exportReport);
    connect(builder, &ReportBuilder::printRequested, this, [this] { printReport(false); });
    builder->setAnswered(canReport());
    viewsOfReportChanged();
  }
  m_answers.searchMissing();  // the scenarios that are compared
  askReportSensitivity();
  builder->show();
  builder->raise();
  builder->activateWindow();
}

/// A section goes into the report, or out of it; behind what stands in front of it at first.
void MainWindow::putIntoReport(ReportPart part, bool inside, const std::vector<int>& compared) {
  const ReportSettings before = reportSettings(m_document.plan().report);
  ReportSettings settings = before;
  if (part == ReportPart::options) settings.compared = compared;
  if (inside == before.has(part)) {
    if (settings == before) return;
  } else if (inside) {
    const auto behind = std::find_if(settings.parts.begin(), settings.parts.end(),
                                     [part](ReportPart other) { return other > part; });
    settings.parts.insert(behind, part);
  } else {
    std::erase(settings.parts, part);
  }
  m_document.undoStack().push(new SetReport(m_document, toJson(settings), nextGesture()));
}

/// The comparison of these scenarios goes into the report, or out of it; the first ones of the plan are those
/// that it has without being told.
void MainWindow::putComparisonIntoReport(bool inside, const std::vector<int>& ids) {
  const bool chosen = inside && ids != firstCompared(m_document.plan());
  putIntoReport(ReportPart::options, inside, chosen ? ids : std::vector<int>());
}

/// What the results show now, as a section of the appendix: the table, else the drawing, else the words.
void MainWindow::addViewToReport() {
  if (!canReport()) return;
  constexpr int kMostRanked = 20, kMostRows = 100;
  ReportAddition added;
  added.heading = m_results->currentTitle();
  added.paragraph =
      tr("As the window showed it at %1, with %2 selected.")
          .arg(QLocale().toString(QTime::currentTime(), QLocale::ShortFormat), m_selection.label());
  const auto put = [&added](WordTable table, int most, int all) {
    table.rows.resize(std::min(table.rows.size(), static_cast<std::size_t>(most)));
    added.tableWords = added.heading + u'.';
    if (all > most)
      added.tableWords =
          tr("%1: the first %2 of %3 rows.").arg(added.heading, wholeText(most), wholeText(all));
    added.columns = reportColumns(table.heads, table.rows);
    added.rows = std::move(table.rows);
  };
  if (m_results->isRankingInFront()) {
    const QTableView& ranking = m_results->ranking().view();
    put(shownTable(ranking, false, kMostRanked), kMostRanked, ranking.model()->rowCount());
  } else if (const std::optional<WordTable> table = m_results->currentTable()) {
    put(*table, kMostRows, static_cast<int>(table->rows.size()));
  } else if (const std::optional<Figure> figure = m_results->currentFigure()) {
    added.drawingWords = figure->title + u'.';
    added.drawing = svgOf(*figure);
  } else if (const QString words = m_results->currentWords(); !words.isEmpty()) {
    added.paragraph += u'\n' + words;
  } else {
    return say(tr("%1 shows nothing that could be added yet.").arg(added.heading));
  }
  m_viewAdditions.push_back(std::move(added));
  putIntoReport(ReportPart::appendix, true);
  viewsOfReportChanged();
  say(tr("%1 is in the report, for as long as this window is open").arg(m_viewAdditions.back().heading));
}

/// The builder lists them anew.
void MainWindow::viewsOfReportChanged() {
  auto* builder = findChild<ReportBuilder*>();
  if (builder == nullptr) return;
  QStringList headings;
  for (const ReportAddition& view : m_viewAdditions) headings << view.heading;
  builder->setAdded(headings);
  builder->refresh();
}

}  // namespace astrolabe::ui
