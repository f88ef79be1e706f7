// The row of deployments among the results of kinds.

#include <QCoreApplication>

#include "core/planning/deployments.h"
#include "core/planning/placements.h"
#include "ui/results/deployment_ranking.h"
#include "ui/results/deployment_why_page.h"
#include "ui/results/kinds.h"
#include "ui/results/serving_page.h"
#include "ui/results/serving_scale_view.h"
#include "ui/results/serving_sensitivity_view.h"

namespace astrolabe::ui {

namespace {

struct ServingTab {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ResultsPanel)
};

/// What each file is, by the id of its export.
struct ExportName {
  const char* id;
  const char* action;
};
constexpr ExportName kExports[] = {
    {"vllm", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export the start of vLLM…")},
    {"sglang", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export the start of SGLang…")},
    {"tensorrt-llm", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export the start of TensorRT-LLM…")},
    {"llm-d", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export manifests of llm-d…")},
    {"dynamo", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export manifests of Dynamo…")},
    {"csv", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export as CSV…")},
    {"json", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export as JSON…")},
    {"trace", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export as Trace Event JSON…")}};

class DeploymentResults final : public KindResults {
 public:
  std::string_view kind() const override { return planning::kDeployment; }
  std::string_view task() const override { return "serve"; }
  QString title() const override { return ServingTab::tr("Serving"); }
  QString exportTitle() const override { return ServingTab::tr("Export the deployment"); }
  ExportWords wordsOf(const std::string& exportId) const override {
    const QString all = ServingTab::tr("All files (*)");
    for (const ExportName& name : kExports)
      if (exportId == name.id) return {ServingTab::tr(name.action), all};
    return {ServingTab::tr("Export as %1…").arg(QString::fromStdString(exportId)), all};
  }
  KindPage* makePage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent) const override {
    return new ServingPage(document, bridge, parent);
  }
  bool answers(const strategy::Job& job) const override {
    return job.task == task() && !planning::lays_layers(job);
  }
  KindPage* makeRanking(PlanDocument&, PlannerBridge& bridge, QWidget* parent) const override {
    return new KindRanking(bridge, rankingOfDeployments(), parent);
  }
  KindPage* makeWhy(PlanDocument& document, PlannerBridge& bridge, QWidget* parent) const override {
    return new DeploymentWhyPage(document, bridge, parent);
  }
  std::vector<KindPlot> makePlots(PlannerBridge& bridge, QWidget* parent) const override {
    return {{new ServingSensitivityView(bridge, parent), ServingTab::tr("Sensitivity"),
             ServingTab::tr("How robust the best deployment is")},
            {new ServingScaleView(bridge, parent), ServingTab::tr("Scale"),
             ServingTab::tr("GPUs and cost against the traffic")}};
  }
};

}  // namespace

const KindResults& deploymentResults() {
  static const DeploymentResults results;
  return results;
}

}  // namespace astrolabe::ui
