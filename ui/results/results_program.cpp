// The program's tab: its tools and what is written of it into files.

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QToolButton>
#include <nlohmann/json.hpp>

#include "core/exports/shard_files.h"
#include "ui/results/my_layouts.h"
#include "ui/results/pareto_view.h"
#include "ui/results/program_page.h"
#include "ui/results/program_timeline.h"
#include "ui/results/ranking_page.h"
#include "ui/results/results_panel.h"
#include "ui/results/why_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

void ResultsPanel::addProgram() {
  m_programs = new ProgramBridge(m_document, this);
  // For the ranking: once a search is over, so that it never waits for a program.
  // A scenario that is shown again is answered at once: its search changes no state.
  const auto want = [this] {
    const SearchBridge::State state = m_bridge.state();
    const bool over = state == SearchBridge::State::Finished || state == SearchBridge::State::StoppedEarly;
    const plan::SnapshotPtr snapshot = m_bridge.snapshot();
    m_programs->setWanted(this, over && snapshot && snapshot->problem && !m_bridge.isStale() &&
                                    plan::may_answer(*snapshot->problem));
    rankProgram();
  };
  connect(&m_document, &PlanDocument::questionChanged, this, want);
  connect(&m_bridge, &SearchBridge::stateChanged, this, want);
  connect(m_programs, &ProgramBridge::changed, this, &ResultsPanel::rankProgram);
  want();  // where the panels are made anew, an answer is there already
  auto* page = new ProgramPage(m_document, *m_programs, m_tabs);
  QToolButton* table = makeTool(u"programAsTable"_s, u"table"_s, tr("Show as table"), ToolLook::Toggle);
  connect(table, &QToolButton::toggled, page, &ProgramPage::setShowTable);
  QToolButton* copy = makeTool(u"programCopy"_s, u"copy"_s, tr("Copy as text"), ToolLook::Words);
  connect(copy, &QToolButton::clicked, page,
          [page] { QApplication::clipboard()->setText(page->copyText()); });
  QToolButton* write = makeTool(u"programExport"_s, u"export"_s, tr("Export the program"), ToolLook::Words);
  auto* menu = new QMenu(write);
  menu->setObjectName(u"programExport.menu"_s);
  const auto entry = [&](const QString& name, const QString& words, const QString& ending,
                         const QString& filter, auto&& text) {
    QAction* action = menu->addAction(words);
    action->setObjectName(name);
    connect(action, &QAction::triggered, this, [this, page, words, ending, filter, text] {
      const ProgramPtr report = page->shown();
      if (!report) return;
      const Result<std::string> written = text(*report->answer);
      if (written)
        emit fileOffered(words, ending, filter, QByteArray::fromStdString(*written));
      else
        emit refused(written.error());
    });
  };
  using Answer = plan::ShardAnswer;
  entry(u"programExport.text"_s, tr("Export as text…"), u".program.txt"_s, tr("Text (*.txt)"),
        [](const Answer& answer) { return Result<std::string>(exports::shard_text(answer)); });
  entry(u"programExport.json"_s, tr("Export as JSON…"), u".program.json"_s, tr("JSON (*.json)"),
        [](const Answer& answer) { return Result<std::string>(text_of(plan::to_json(answer), 1) + "\n"); });
  entry(u"programExport.pytorch"_s, tr("Export as a PyTorch script…"), u".program.py"_s, tr("Python (*.py)"),
        [](const Answer& answer) { return exports::shard_script(answer); });
  write->setMenu(menu);
  write->setPopupMode(QToolButton::InstantPopup);
  const auto looks = [this, page, table, copy, write] {
    table->setChecked(page->showsTable());
    for (QToolButton* tool : {table, copy, write}) tool->setEnabled(page->hasProgram());
    updateFigures();
  };
  connect(page, &ProgramPage::looksChanged, table, looks);
  looks();
  addTab({tr("Program"), page, {table, copy, write}, {}, [page] {
            if (!page->hasProgram()) return Figure{};
            constexpr int kWidth = 1200;
            ProgramTimeline& timeline = page->timeline();
            return Figure{tr("One step of the program"),
                          QSize(kWidth, static_cast<int>(timeline.figureHeight())),
                          [&timeline](QPaintDevice& device) {
                            QPainter painter(&device);
                            timeline.paintFigure(painter, kWidth);
                          }};
          }});
}

/// The program of the question at hand, of the whole batch, stands among the strategies.
void ResultsPanel::rankProgram() {
  std::shared_ptr<const Detail> ranked;
  const ProgramPtr report = m_programs->report();
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const bool whole =
      report && snapshot && snapshot->problem && report->sequences == snapshot->problem->job.global_batch;
  const bool ranks = whole && report->competes() && m_programs->state() == ProgramBridge::State::Done;
  // The program may be that of the question before, until it is made anew.
  if (ranks && !m_bridge.isStale() && plan::same_question(m_programs->asked(), m_document.plan())) {
    Detail detail;
    detail.evaluation = report->evaluation;
    detail.timeline = report->timeline;
    ranked = std::make_shared<const Detail>(std::move(detail));
    if (m_ranked && m_ranked->evaluation.strategy == ranked->evaluation.strategy &&
        m_ranked->evaluation.step == ranked->evaluation.step)
      return;
  }
  if (!ranked && !m_ranked) return;
  m_ranked = std::move(ranked);
  m_selection.setProgram(m_ranked);
  showMine();
}

void ResultsPanel::showMine() {
  MineList beside = m_mine->predicted();
  m_why->setMine(beside);
  if (m_ranked) beside.push_back(m_ranked);
  m_ranking->setMine(beside);
  m_pareto->setMine(beside);
}

}  // namespace astrolabe::ui
