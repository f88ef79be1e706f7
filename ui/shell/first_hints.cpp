#include "ui/shell/first_hints.h"

#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>
#include <algorithm>

#include "core/plan/samples.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/canvas/pool_item.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/hints.h"
#include "ui/shell/panels.h"
#include "ui/shell/run_bar.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct FirstHints {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::FirstHints)
};

bool isShippedSample(const plan::Plan& plan) {
  const auto any = [&](const std::vector<std::string>& names, plan::Plan (*named)(std::string_view)) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return plan == named(name); });
  };
  return any(plan::sample_names(), plan::sample_named) ||
         any(plan::serving_sample_names(), plan::serving_sample_named);
}

/// What one reads or grasps: tiles, the rows above and below the canvas, the run bar.
Hints::Surroundings surroundingsOf(const QMainWindow& window, const Panels& panels,
                                   const PlanDocument& document) {
  const auto placeOf = [&window](const QWidget& widget) {
    return QRect(widget.mapTo(&window, QPoint()), widget.size());
  };
  ClusterView& view = panels.canvas->view();
  QRect header = placeOf(*panels.canvas);
  header.setBottom(placeOf(view).top() - 1);
  QList<QRect> places{header, placeOf(panels.canvas->totals()), placeOf(*panels.runBar)};
  for (const hardware::PoolSpec& pool : document.plan().cluster.pools)
    if (const auto* tile = view.clusterScene().item(pool.id)) {
      const QRect place = view.mapFromScene(tile->sceneBoundingRect()).boundingRect();
      places << place.translated(view.viewport()->mapTo(&window, QPoint()));
    }
  // Menus and tools stay in reach, and so does what the status bar says.
  const auto* bar = window.findChild<QToolBar*>(u"toolBar"_s, Qt::FindDirectChildrenOnly);
  QRect room = window.rect();
  room.setTop(bar != nullptr ? placeOf(*bar).bottom() + 1 : placeOf(*window.menuBar()).bottom() + 1);
  room.setBottom(placeOf(*window.statusBar()).top() - 1);
  return Hints::Surroundings{places, room};
}

}  // namespace

Hints* firstHints(QMainWindow& window, const Panels& panels, const PlanDocument& document) {
  const QString begins = document.plan().cluster.pools.empty() ? FirstHints::tr("Hardware comes first.")
                         : isShippedSample(document.plan())    ? FirstHints::tr("This is a sample.")
                                                               : FirstHints::tr("This is your cluster.");
  std::vector<Hint> hints{
      {panels.palette, begins,
       FirstHints::tr("Drag a node from Hardware onto the cluster, or press Enter on one; the search starts "
                      "again by itself.")},
      {panels.goal, FirstHints::tr("The goal."),
       FirstHints::tr("Say what counts as best, and what it may cost, draw and take.")},
      {panels.runBar, FirstHints::tr("The run bar."),
       FirstHints::tr("It shows how far the search is and how much better any other strategy could still "
                      "be.")},
      {panels.resultsDock->widget(), FirstHints::tr("Every row is a strategy."),
       FirstHints::tr("Select one to see its timeline and what fills its memory; Why explains what keeps it "
                      "from being first.")}};
  auto* cards = new Hints(std::move(hints), &window,
                          [&window, &panels, &document] { return surroundingsOf(window, panels, document); });
  QObject::connect(&panels.canvas->view(), &ClusterView::fitted, cards, &Hints::place);
  return cards;
}

}  // namespace astrolabe::ui
