#include "ui/document/scenario_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "ui/document/commands/pool_facts.h"
#include "ui/render/counted_names.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct ScenarioText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ScenarioText)
};

}  // namespace

QString hardwareText(const hardware::ClusterSpec& cluster, const hardware::Catalogue& catalogue) {
  CountedNames types;
  for (const hardware::PoolSpec& pool : cluster.pools) {
    if (isLeftOut(cluster, pool.id)) continue;
    const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue);
    const QString name =
        gpu != nullptr ? shortGpuName(*gpu) : QString::fromStdString(pool.gpu.empty() ? pool.node : pool.gpu);
    countIn(types, name, pool.nodes * poolGpusPerNode(pool, catalogue));
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
