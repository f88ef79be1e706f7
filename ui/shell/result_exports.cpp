#include "ui/shell/result_exports.h"

#include <QCoreApplication>

#include "core/exports/launch_header.h"
#include "core/exports/trace.h"
#include "core/planning/whole_answer.h"
#include "ui/canvas/bill.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/render/figure_file.h"
#include "ui/results/ranking_page.h"
#include "ui/results/ranking_text.h"
#include "ui/results/results_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/announcer.h"
#include "ui/shell/beside_search.h"
#include "ui/shell/exports.h"
#include "ui/shell/launch_export.h"
#include "ui/shell/panels.h"
#include "ui/shell/task_answer.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

ResultExports::ResultExports(const Actions& actions, const PlanDocument& document, SearchBridge& bridge,
                             StrategySelection& selection, const Panels& panels, Exports& exports,
                             Announcer& announcer, QWidget& window)
    : m_document(document),
      m_bridge(bridge),
      m_selection(selection),
      m_panels(panels),
      m_exports(exports),
      m_announcer(announcer),
      m_window(window) {
  connect(actions["actionExportJson"], &QAction::triggered, this, &ResultExports::exportJson);
  connect(actions["actionExportTrace"], &QAction::triggered, this, &ResultExports::exportTrace);
  connect(actions["actionExportView"], &QAction::triggered, this, &ResultExports::exportView);
  connect(actions["actionExportRanking"], &QAction::triggered, this, &ResultExports::exportRanking);
  connect(actions["actionExportCanvas"], &QAction::triggered, this, &ResultExports::exportCanvas);
  connect(actions["actionExportBill"], &QAction::triggered, this, &ResultExports::exportBill);
  for (const runtimes::Runtime& runtime : runtimes::runtimes())
    connect(actions[(kLaunchPrefix + runtime.id).c_str()], &QAction::triggered, this,
            [this, &runtime] { exportLaunch(runtime); });
  connect(panels.results, &ResultsPanel::fileOffered, &m_exports, &Exports::offer);
}

void ResultExports::exportJson() {
  if (const planning::FoundPtr found = taskAnswer(m_document, *m_panels.results)) return exportFound(found);
  const plan::SnapshotPtr snapshot = m_panels.results->answer();
  if (!snapshot || !snapshot->problem) return;
  const QString path = m_exports.ask(tr("Export the answer"), u".json"_s, tr("JSON (*.json)"));
  if (path.isEmpty()) return;
  planning::Beside beside;
  beside.top = m_bridge.options().top;
  if (!m_bridge.isStale()) beside = besideSearch(*m_panels.results, *snapshot, beside.top);
  if (const auto architecture = m_document.architecture()) beside.model_warnings = architecture->warnings;
  m_exports.writeLong(path, [snapshot, beside](QIODevice& file, const std::stop_token& stop) {
    const std::string text = text_of(planning::whole_answer_json(*snapshot, beside, stop), 1) + "\n";
    return file.write(text.data(), qint64(text.size())) == qint64(text.size());
  });
}

/// The answer of another planner than the search, as the command line prints it.
void ResultExports::exportFound(const planning::FoundPtr& found) {
  const auto* planner = dynamic_cast<const planning::LeadingPlanner*>(planning::find_planner(found->planner));
  if (planner == nullptr) return;
  const QString path = m_exports.ask(tr("Export the answer"), u".json"_s, tr("JSON (*.json)"));
  if (path.isEmpty()) return;
  m_exports.writeLong(
      path, [planner, found, options = m_bridge.options()](QIODevice& file, const std::stop_token&) {
        const std::string text = text_of(planning::leading_answer_json(*planner, *found, options), 1) + "\n";
        return file.write(text.data(), qint64(text.size())) == qint64(text.size());
      });
}

void ResultExports::exportTrace() {
  const planning::OptionPtr detail = m_selection.detail();
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

void ResultExports::exportView() {
  if (m_panels.results->isRankingInFront()) return exportRanking();
  if (const std::optional<WordTable> table = m_panels.results->currentTable())
    return m_exports.offer(tr("Export the table"), u".table.csv"_s, tr("Table (*.csv)"), csvOf(*table));
  if (const std::optional<Figure> figure = m_panels.results->currentFigure())
    return m_exports.offerFigure(tr("Export the plot"), *figure);
  if (const QString words = m_panels.results->currentWords(); !words.isEmpty())
    return m_exports.offer(tr("Export the text"), u".txt"_s, tr("Text (*.txt)"), words.toUtf8());
  m_announcer.say(tr("%1 shows nothing that could be exported yet.").arg(m_panels.results->currentTitle()));
}

void ResultExports::exportRanking() {
  const QString path = m_exports.ask(tr("Export the ranking"), u".ranking.csv"_s, tr("Table (*.csv)"));
  if (path.isEmpty()) return;
  m_exports.writeLong(
      path, [rows = m_panels.results->ranking().view().rows().frozen()](
                QIODevice& file, const std::stop_token& stop) { return writeRankingCsv(*rows, file, stop); });
}

void ResultExports::exportCanvas() {
  m_exports.offerFigure(tr("Export the cluster"), m_panels.canvas->view().clusterScene().figure());
}

void ResultExports::exportBill() {
  m_exports.offer(tr("Export the bill of materials"), u".bill.csv"_s, tr("Table (*.csv)"),
                  billOfMaterials(m_document.plan(), m_document.catalogue()));
}

void ResultExports::exportLaunch(const runtimes::Runtime& runtime) {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  const auto strategy = m_selection.strategy();
  if (!snapshot || !snapshot->problem || !strategy) return;
  const auto shown = m_selection.detail();
  const exports::LaunchHeader header = exports::launch_header(
      m_document.plan().name, m_selection.label().toStdString(),
      QCoreApplication::applicationVersion().toStdString(), shown ? shown->evaluation : cost::Evaluation{});
  if (const auto file = launchFile(m_window, runtime, *snapshot->problem, *strategy, header))
    m_exports.offer(tr("Export launch settings"), file->ending, file->filter, file->bytes);
}

}  // namespace astrolabe::ui
