#pragma once
// The panels of a window around its canvas: made together, gone together.

#include <QByteArray>
#include <QCoreApplication>
#include <QDockWidget>
#include <QList>

#include "ui/document/plan_document.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"
#include "ui/document/space_estimate.h"

class QMainWindow;

namespace astrolabe::ui {

class Banner;
class CanvasPanel;
class GoalPanel;
class GpuShelf;
class ModelPanel;
class OutlinePanel;
class ResultsPanel;
class RunBar;

/// Views of one plan and of its search. The words, measures and sums in them are those of the moment at which
/// they are made, so another language, text size or currency takes them down and makes them anew.
struct Panels {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Panels)

 public:
  /// Puts them into `window`, in no order yet. Whatever is given outlives the panels.
  Panels(QMainWindow& window, PlanDocument& document, SearchBridge& bridge, StrategySelection& selection,
         const SpaceEstimate& estimate);
  ~Panels();
  Q_DISABLE_COPY_MOVE(Panels)

  /// All docks, from the left to the right, then those below.
  QList<QDockWidget*> docks() const;
  /// Columns, order, sorting and filter of the ranking, which view lies beside the others, how canvas and
  /// palette are set up.
  QByteArray savedViews() const;
  void restoreViews(const QByteArray& saved);
  /// Sets how columns of price tables were read so far (PriceMappings::toBytes).
  void setPriceMappings(const QByteArray& saved);

  Banner* layoutBanner = nullptr;  ///< of the window itself
  Banner* fileBanner = nullptr;    ///< of files
  Banner* banner = nullptr;        ///< of the question and its answer
  CanvasPanel* canvas = nullptr;
  GpuShelf* palette = nullptr;
  OutlinePanel* outline = nullptr;
  ModelPanel* model = nullptr;
  GoalPanel* goal = nullptr;
  RunBar* runBar = nullptr;
  ResultsPanel* results = nullptr;
  QDockWidget *paletteDock = nullptr, *outlineDock = nullptr, *modelDock = nullptr, *goalDock = nullptr,
              *runDock = nullptr, *resultsDock = nullptr;

 private:
  void buildCentre(PlanDocument& document);
  void buildLeft(PlanDocument& document);
  void buildRight(PlanDocument& document, const SpaceEstimate& estimate);
  void buildBelow(PlanDocument& document, SearchBridge& bridge, StrategySelection& selection,
                  const SpaceEstimate& estimate);
  QMainWindow& m_window;
};

}  // namespace astrolabe::ui
