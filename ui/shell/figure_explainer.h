#pragma once
// Asking a figure how it is worked out: from the run bar, the results, the goal, the canvas and the
// comparison.

#include <QObject>
#include <QRect>

#include "ui/document/plan_document.h"
#include "ui/document/search_bridge.h"
#include "ui/results/figure_question.h"

namespace astrolabe::ui {

struct Panels;
struct WorkedFigure;

/// Shows a card beside the figure that was asked. It listens to the panels by itself.
class FigureExplainer : public QObject {
  Q_OBJECT

 public:
  /// Cards stand over `window`. Whatever is given outlives the explainer.
  FigureExplainer(const PlanDocument& document, const SearchBridge& bridge, const Panels& panels,
                  QWidget& window);
  /// Explains what the view in front shows, else the best strategy of the search.
  void explainShown();
  /// Shows how a figure at a place of the screen is worked out, over a window beside the main one; null for
  /// the main one.
  void show(const WorkedFigure& figure, const QRect& at, QWidget* over = nullptr);

 private:
  void explainBest(KeyFigure figure, const QRect& at);
  void explain(const FigureQuestion& asked);
  void updateFormula();

  const PlanDocument& m_document;
  const SearchBridge& m_bridge;
  const Panels& m_panels;
  QWidget& m_window;
};

}  // namespace astrolabe::ui
