// What the Results and Report menus do with the views: tables, plots as files, the ranking as CSV, printing.

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QToolButton>
#include <stop_token>

#include "core/exports/launch_header.h"
#include "core/exports/trace.h"
#include "core/planning/programs.h"
#include "core/planning/whole_answer.h"
#include "ui/canvas/bill.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/cluster_scene.h"
#include "ui/render/figure_file.h"
#include "ui/results/my_layouts.h"
#include "ui/results/ranking_page.h"
#include "ui/results/ranking_text.h"
#include "ui/results/results_panel.h"
#include "ui/shell/bring_up.h"
#include "ui/shell/file_trouble.h"
#include "ui/shell/launch_export.h"
#include "ui/shell/main_window.h"
#include "ui/shell/rules_dialog.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

void MainWindow::connectResults() {
  Actions& a = *m_actions;
  const auto on = [&](const char* name, auto&& slot) {
    connect(a[name], &QAction::triggered, this, std::forward<decltype(slot)>(slot));
  };
  RankingPage& page = m_panels->results->ranking();
  on("actionFilter", [this, &page] {
    m_panels->results->showTab(&page);
    page.focusFilter();
  });
  connect(&m_panels->canvas->view(), &ClusterView::resultsRequested, this,
          [this, &page](const QString& filter) {
            m_panels->resultsDock->show();
            m_panels->results->showTab(&page);
            page.focusFilter();
            page.setFilterText(filter);
          });
  on("actionShowRejected", [this, &page](bool shown) {
    m_panels->results->showTab(&page);
    page.setShowRejected(shown);
  });
  connect(&page.view(), &RankingView::rowsChanged, this, [this] { updateResultActions(); });
  on("actionPin", [&page] { page.view().togglePin(); });
  on("actionCompare", [&page] { page.view().toggleCompare(); });
  on("actionWhy", [this] {
    m_panels->resultsDock->show();
    m_panels->results->showWhy(true);
  });
  connect(m_panels->results, &ResultsPanel::fixRequested, this,
          [this](const plan::Fix& fix) { applyFix(fix); });
  connect(m_panels->results, &ResultsPanel::glossaryRequested, this, &MainWindow::showGlossary);
  connect(m_panels->results, &ResultsPanel::rulesRequested, this,
          [this](const QString& name) { showRules(name); });
  on("actionMyLayout", [this] { m_panels->results->editLayout(); });
  on("actionOpenScript", [this] { askForScript(); });
  on("actionRemoveLayout", [this] {
    if (const auto strategy = m_selection.strategy()) m_panels->results->myLayouts().remove(*strategy);
  });
  on("actionLayBeside", [this] { m_panels->results->toggleBeside(); });
  connect(m_panels->results, &ResultsPanel::accuracyRequested, a["actionAccuracy"], &QAction::trigger);
  on("actionShowAsTable", [this] { m_panels->results->toggleTable(); });
  on("actionCopyFigure", [this] {
    const std::optional<Figure> figure = m_panels->results->currentFigure();
    if (!figure) return;
    QApplication::clipboard()->setMimeData(mimeOf(*figure).release());
    say(tr("Copied the plot"));
  });
  connect(&m_panels->results->tabs(), &QTabWidget::currentChanged, this, [this] { updateResultActions(); });
  connect(m_panels->results, &ResultsPanel::figuresChanged, this, [this] { updateResultActions(); });
  connect(&m_panels->results->myLayouts(), &MyLayouts::changed, this, [this] { updateResultActions(); });
  connect(m_panels->results, &ResultsPanel::runRequested, a["actionRun"], &QAction::trigger);
  connect(m_panels->results, &ResultsPanel::refused, this,
          [this](const Error& error) { tellTrouble(*m_panels->fileBanner, error); });
  connectExports();
}

/// Files and paper.
void MainWindow::connectExports() {
  Actions& a = *m_actions;
  const auto on = [&](const char* name, auto&& slot) {
    connect(a[name], &QAction::triggered, this, std::forward<decltype(slot)>(slot));
  };
  on("actionExportView", [this] { exportView(); });
  on("actionExportRanking", [this] { exportRanking(); });
  on("actionExportCanvas", [this] { exportCanvas(); });
  on("actionExportBill", [this] {
    m_exports.offer(tr("Export the bill of materials"), u".bill.csv"_s, tr("Table (*.csv)"),
                    billOfMaterials(m_document.plan(), m_document.catalogue()));
  });
  for (const runtimes::Runtime& runtime : runtimes::runtimes())
    on((kLaunchPrefix + runtime.id).c_str(), [this, &runtime] {
      const plan::SnapshotPtr snapshot = m_selection.snapshot();
      const auto strategy = m_selection.strategy();
      if (!snapshot || !snapshot->problem || !strategy) return;
      const auto shown = m_selection.detail();
      const exports::LaunchHeader header =
          exports::launch_header(m_document.plan().name, m_selection.label().toStdString(),
                                 QCoreApplication::applicationVersion().toStdString(),
                                 shown ? shown->evaluation : cost::Evaluation{});
      if (const auto file = launchFile(*this, runtime, *snapshot->problem, *strategy, header))
        m_exports.offer(tr("Export launch settings"), file->ending, file->filter, file->bytes);
    });
  on("actionPrintPreview", [this] { m_report.preview(); });
  on("actionPrint", [this] { m_report.print(); });
  connect(m_panels->results, &ResultsPanel::fileOffered, &m_exports, &Exports::offer);
}

/// One window of rules beside the plan; it stays open while one works.
void MainWindow::showRules(const QString& name) {
  auto* rules = findChild<RulesDialog*>();
  if (rules == nullptr) {
    rules = new RulesDialog(m_document, this);
    rules->setAttribute(Qt::WA_DeleteOnClose);
  }
  if (!name.isEmpty()) rules->showRule(name);
  bringUp(*rules);
}

void MainWindow::updateResultActions() {
  Actions& a = *m_actions;
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const bool some = snapshot && !snapshot->best.empty();
  const auto strategy = m_selection.strategy();
  for (const char* name :
       {"actionFilter", "actionPin", "actionCompare", "actionMyLayout", "actionExportRanking"})
    a[name]->setEnabled(some);
  a["actionWhy"]->setEnabled(snapshot != nullptr);
  a["actionHowWorkedOut"]->setEnabled(some);
  a["actionRemoveLayout"]->setEnabled(strategy && m_panels->results->myLayouts().contains(*strategy));
  a["actionShowRejected"]->setEnabled(snapshot && !snapshot->rejected.empty());
  a["actionShowRejected"]->setChecked(m_panels->results->ranking().view().rows().showsRejected());
  a["actionShowAsTable"]->setEnabled(m_panels->results->hasTable());
  a["actionLayBeside"]->setChecked(m_panels->results->beside() != nullptr);
  a["actionLayBeside"]->setEnabled(some);
  const bool figure = m_panels->results->currentFigure().has_value();
  a["actionCopyFigure"]->setEnabled(figure);
  a["actionExportView"]->setEnabled(some);
  for (const runtimes::Runtime& runtime : runtimes::runtimes())  // a program has no degrees to write
    a[(kLaunchPrefix + runtime.id).c_str()]->setEnabled(strategy && !strategy->is_program());
  for (const char* name : {"actionExportCanvas", "actionExportBill"})
    a[name]->setEnabled(!m_document.plan().cluster.pools.empty());
  for (const char* name : {"actionPrintPreview", "actionPrint"})
    a[name]->setEnabled(some && !m_bridge.isStale());
}

void MainWindow::exportJson() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (!snapshot || !snapshot->problem) return;
  const QString path = m_exports.ask(tr("Export the answer"), u".json"_s, tr("JSON (*.json)"));
  if (path.isEmpty()) return;
  planning::Beside beside;
  if (const auto programs = m_panels->results->programs().beside(*snapshot); programs && !m_bridge.isStale())
    beside.others.push_back(
        {&planning::program_planner(), planning::options_of(*programs, *snapshot->problem), false});
  beside.top = m_bridge.options().top;
  if (const auto architecture = m_document.architecture()) beside.model_warnings = architecture->warnings;
  m_exports.writeLong(path, [snapshot, beside](QIODevice& file, const std::stop_token& stop) {
    const std::string text = text_of(planning::whole_answer_json(*snapshot, beside, stop), 1) + "\n";
    return file.write(text.data(), qint64(text.size())) == qint64(text.size());
  });
}

void MainWindow::exportTrace() {
  const std::shared_ptr<const Detail> detail = m_selection.detail();
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  if (!detail || !snapshot || !snapshot->problem) return;
  const QString path = m_exports.ask(tr("Export the timeline"), u".trace.json"_s, tr("Trace (*.json)"));
  if (path.isEmpty()) return;
  std::vector<std::string> names;
  const std::vector<std::string> pools = snapshot->problem->pool_ids();
  for (std::size_t stage = 0; stage < detail->timeline.lanes.size(); ++stage)
    names.push_back("stage " + std::to_string(stage + 1) + " (" +
                    pools.at(std::size_t(detail->timeline.lanes[stage].pool)) + ")");
  m_exports.writeLong(path, [detail, names](QIODevice& file, const std::stop_token&) {
    const std::string text = text_of(exports::trace_json(detail->timeline, names)) + "\n";
    return file.write(text.data(), qint64(text.size())) == qint64(text.size());
  });
}

void MainWindow::exportView() {
  if (m_panels->results->isRankingInFront()) return exportRanking();
  if (const std::optional<WordTable> table = m_panels->results->currentTable())
    return m_exports.offer(tr("Export the table"), u".table.csv"_s, tr("Table (*.csv)"), csvOf(*table));
  if (const std::optional<Figure> figure = m_panels->results->currentFigure())
    return exportFigure(*figure, tr("Export the plot"));
  if (const QString words = m_panels->results->currentWords(); !words.isEmpty())
    return m_exports.offer(tr("Export the text"), u".txt"_s, tr("Text (*.txt)"), words.toUtf8());
  say(tr("%1 shows nothing that could be exported yet.").arg(m_panels->results->currentTitle()));
}

void MainWindow::exportRanking() {
  const QString path = m_exports.ask(tr("Export the ranking"), u".ranking.csv"_s, tr("Table (*.csv)"));
  if (path.isEmpty()) return;
  m_exports.writeLong(
      path, [rows = m_panels->results->ranking().view().rows().frozen()](
                QIODevice& file, const std::stop_token& stop) { return writeRankingCsv(*rows, file, stop); });
}

void MainWindow::exportCanvas() {
  exportFigure(m_panels->canvas->view().clusterScene().figure(), tr("Export the cluster"));
}

void MainWindow::exportFigure(const Figure& figure, const QString& title) {
  const QString path =
      m_exports.ask(title, u".svg"_s, tr("Vector drawing (*.svg);;PDF (*.pdf);;Picture (*.png)"));
  if (!path.isEmpty())
    m_exports.write(path, [figure](const QString& place) { return writeFigure(figure, place); });
}

}  // namespace astrolabe::ui
