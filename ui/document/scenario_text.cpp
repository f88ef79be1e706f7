#include "ui/document/scenario_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <utility>
#include <vector>

#include "ui/document/commands/pool_facts.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct ScenarioText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ScenarioText)
};

}  // namespace

QString hardwareText(const hardware::ClusterSpec& cluster, const hardware::Catalogue& catalogue) {
  std::vector<std::pair<QString, int>> types;
  for (const hardware::PoolSpec& pool : cluster.pools) {
    if (isLeftOut(cluster, pool.id)) continue;
    const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue);
    const QString name =
        gpu != nullptr ? shortGpuName(*gpu) : QString::fromStdString(pool.gpu.empty() ? pool.node : pool.gpu);
    const auto known =
        std::find_if(types.begin(), types.end(), [&](const auto& type) { return type.first == name; });
    const int gpus = pool.nodes * poolGpusPerNode(pool, catalogue);
    if (known == types.end())
      types.emplace_back(name, gpus);
    else
      known->second += gpus;
  }
  QStringList parts;
  for (const auto& [name, gpus] : types)
    parts << ScenarioText::tr("%1 %2", "count and GPU type").arg(wholeText(gpus), name);
  return parts.isEmpty() ? ScenarioText::tr("no hardware") : parts.join(QStringLiteral(" + "));
}

QString scenarioName(const plan::Scenario& scenario, const hardware::Catalogue& catalogue) {
  return scenario.title.empty() ? hardwareText(scenario.cluster, catalogue)
                                : QString::fromStdString(scenario.title);
}

QString scenarioLabel(const plan::Plan& plan, int id, const hardware::Catalogue& catalogue) {
  return ScenarioText::tr("%1: %2", "letter and name of a scenario")
      .arg(QString::fromStdString(plan::scenario_letter(plan::place_of(plan, id))),
           scenarioName(*plan::find_scenario(plan, id), catalogue));
}

}  // namespace astrolabe::ui
