// The row of layers over machines among the results of kinds.

#include <QCoreApplication>

#include "core/planning/placements.h"
#include "ui/results/kinds.h"
#include "ui/results/placement_page.h"
#include "ui/results/placement_scale_view.h"
#include "ui/results/placement_why_page.h"
#include "ui/results/serving_sensitivity_view.h"

namespace astrolabe::ui {

namespace {

struct PlacementTab {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ResultsPanel)
};

class PlacementResults final : public KindResults {
 public:
  std::string_view kind() const override { return planning::kPlacement; }
  std::string_view task() const override { return "serve"; }
  QString title() const override { return PlacementTab::tr("Layers"); }
  QString exportTitle() const override { return PlacementTab::tr("Export the routing"); }
  ExportWords wordsOf(const std::string&) const override {
    return {PlacementTab::tr("Export layers and routing as JSON…"), PlacementTab::tr("JSON (*.json)")};
  }
  KindPage* makePage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent) const override {
    return new PlacementPage(document, bridge, parent);
  }
  bool answers(const strategy::Job& job) const override { return planning::lays_layers(job); }
  KindPage* makeWhy(PlanDocument& document, PlannerBridge& bridge, QWidget* parent) const override {
    return new PlacementWhyPage(document, bridge, parent);
  }
  std::vector<KindPlot> makePlots(PlannerBridge& bridge, QWidget* parent) const override {
    return {{new ServingSensitivityView(bridge, parent), PlacementTab::tr("Sensitivity"),
             PlacementTab::tr("How robust the best layout is")},
            {new PlacementScaleView(bridge, parent), PlacementTab::tr("Scale"),
             PlacementTab::tr("Tokens/s against machines")}};
  }
};

}  // namespace

const KindResults& placementResults() {
  static const PlacementResults results;
  return results;
}

}  // namespace astrolabe::ui
