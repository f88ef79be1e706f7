#include "ui/shell/result_actions.h"

#include <QApplication>
#include <QClipboard>
#include <QTabWidget>

#include "ui/canvas/canvas_panel.h"
#include "ui/render/figure_file.h"
#include "ui/results/my_layouts.h"
#include "ui/results/ranking_page.h"
#include "ui/results/results_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/announcer.h"
#include "ui/shell/panels.h"

namespace astrolabe::ui {

ResultActions::ResultActions(const Actions& actions, const PlanDocument& document, const SearchBridge& bridge,
                             const StrategySelection& selection, const Panels& panels, Announcer& announcer)
    : m_actions(actions),
      m_document(document),
      m_bridge(bridge),
      m_selection(selection),
      m_panels(panels),
      m_announcer(announcer) {
  connectRanking();
  connectViews();
}

void ResultActions::connectRanking() {
  RankingPage& page = m_panels.results->ranking();
  connect(m_actions["actionFilter"], &QAction::triggered, this, [this, &page] {
    m_panels.results->showTab(&page);
    page.focusFilter();
  });
  connect(&m_panels.canvas->view(), &ClusterView::resultsRequested, this,
          [this, &page](const QString& filter) {
            m_panels.resultsDock->show();
            m_panels.results->showTab(&page);
            page.focusFilter();
            page.setFilterText(filter);
          });
  connect(m_actions["actionShowRejected"], &QAction::triggered, this, [this, &page](bool shown) {
    m_panels.results->showTab(&page);
    page.setShowRejected(shown);
  });
  connect(&page.view(), &RankingView::rowsChanged, this, &ResultActions::update);
  connect(m_actions["actionPin"], &QAction::triggered, this, [&page] { page.view().togglePin(); });
  connect(m_actions["actionCompare"], &QAction::triggered, this, [&page] { page.view().toggleCompare(); });
}

void ResultActions::connectViews() {
  ResultsPanel* results = m_panels.results;
  connect(m_actions["actionWhy"], &QAction::triggered, this, [this, results] {
    m_panels.resultsDock->show();
    results->showWhy(true);
  });
  connect(m_actions["actionMyLayout"], &QAction::triggered, this, [results] { results->editLayout(); });
  connect(m_actions["actionRemoveLayout"], &QAction::triggered, this, [this, results] {
    if (const auto layout = m_selection.layout()) results->myLayouts().remove(layout);
  });
  connect(m_actions["actionLayBeside"], &QAction::triggered, this, [results] { results->toggleBeside(); });
  connect(m_actions["actionShowAsTable"], &QAction::triggered, this, [results] { results->toggleTable(); });
  connect(m_actions["actionCopyFigure"], &QAction::triggered, this, &ResultActions::copyFigure);
  connect(results, &ResultsPanel::accuracyRequested, m_actions["actionAccuracy"], &QAction::trigger);
  connect(results, &ResultsPanel::runRequested, m_actions["actionRun"], &QAction::trigger);
  connect(&results->tabs(), &QTabWidget::currentChanged, this, &ResultActions::update);
  connect(results, &ResultsPanel::figuresChanged, this, &ResultActions::update);
  connect(&results->myLayouts(), &MyLayouts::changed, this, &ResultActions::update);
}

void ResultActions::copyFigure() {
  const std::optional<Figure> figure = m_panels.results->currentFigure();
  if (!figure) return;
  QApplication::clipboard()->setMimeData(mimeOf(*figure).release());
  m_announcer.say(tr("Copied the plot"));
}

void ResultActions::update() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const bool some = snapshot && !snapshot->best.empty();
  const auto strategy = m_selection.strategy();
  for (const char* name :
       {"actionFilter", "actionPin", "actionCompare", "actionMyLayout", "actionExportRanking"})
    m_actions[name]->setEnabled(some);
  m_actions["actionWhy"]->setEnabled(snapshot != nullptr);
  m_actions["actionHowWorkedOut"]->setEnabled(some);
  m_actions["actionRemoveLayout"]->setEnabled(m_selection.layout() &&
                                              m_panels.results->myLayouts().contains(m_selection.layout()));
  m_actions["actionShowRejected"]->setEnabled(snapshot && !snapshot->rejected.empty());
  m_actions["actionShowRejected"]->setChecked(m_panels.results->ranking().view().rows().showsRejected());
  m_actions["actionShowAsTable"]->setEnabled(m_panels.results->hasTable());
  m_actions["actionLayBeside"]->setChecked(m_panels.results->beside() != nullptr);
  const bool views = some || (m_bridge.isHandedOver() && m_panels.results->frontPage() != nullptr);
  m_actions["actionLayBeside"]->setEnabled(views);
  const bool figure = m_panels.results->currentFigure().has_value();
  m_actions["actionCopyFigure"]->setEnabled(figure);
  m_actions["actionExportView"]->setEnabled(some || (views && figure));
  for (const runtimes::Runtime& runtime : runtimes::runtimes())  // a program has no degrees to write
    m_actions[(kLaunchPrefix + runtime.id).c_str()]->setEnabled(strategy.has_value());
  for (const char* name : {"actionExportCanvas", "actionExportBill"})
    m_actions[name]->setEnabled(!m_document.plan().cluster.pools.empty());
}

}  // namespace astrolabe::ui
