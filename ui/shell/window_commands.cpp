#include "ui/shell/window_commands.h"

#include <QCheckBox>
#include <QPointer>

#include "core/model/model_reader.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/properties_dialog.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/shell/actions.h"
#include "ui/shell/field_search.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/panels.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct WindowCommands {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WindowCommands)
};

/// Every input by its name: of the panels, of the details of the job, and of the pool that is selected.
void addFields(std::vector<Command>& all, const Actions& actions, const Panels& panels,
               const PlanDocument& document) {
  for (const QDockWidget* dock : {panels.modelDock, panels.goalDock})
    for (const NamedField& field : fieldsOf(*dock->widget())) {
      const QString name = field.widget->objectName();
      const bool limit = panels.goal->findChild<QWidget*>(name + u".check"_s) != nullptr;
      if (limit || name.endsWith(u".check"_s)) continue;  // "Set limit" ticks the box, too
      all.push_back({u"field.%1"_s.arg(name),
                     field.name,
                     dock->windowTitle(),
                     {},
                     {},
                     field.widget->isEnabled(),
                     [widget = QPointer<QWidget>(field.widget)] {
                       if (widget) goToField(*widget);
                     }});
    }
  for (const auto& [name, field] : panels.goal->detailFields())
    all.push_back({u"field.%1"_s.arg(name),
                   field.name,
                   WindowCommands::tr("All limits of the job: %1", "page of a dialog").arg(field.page),
                   {},
                   {},
                   true,
                   [goal = panels.goal, name = name] { goal->showDetails(name); }});
  const std::vector<std::string> chosen = panels.canvas->view().selectedPools();
  const hardware::PoolSpec* pool = chosen.size() == 1 ? findPool(document.plan(), chosen.front()) : nullptr;
  if (pool == nullptr) return;
  const QString place = WindowCommands::tr("Properties of %1").arg(QString::fromStdString(pool->id));
  for (const auto& [what, value] : propertiesOf(document, *pool))
    all.push_back(
        {u"property.%1"_s.arg(what),
         WindowCommands::tr("%1: %2", "property and value").arg(what, value),
         place,
         {},
         {},
         true,
         [action = actions[editorOf(what, document.plan().job.cost.basis)]] { action->trigger(); }});
}

}  // namespace

std::vector<Command> windowCommands(const Actions& actions, const Panels& panels,
                                    const PlanDocument& document) {
  std::vector<Command> all;
  for (QAction* action : actions.all()) {
    const ActionSpec* spec = specOf(action->objectName());
    all.push_back({action->objectName(), withoutLetter(action->text()),
                   spec ? withoutLetter(menuTitle(spec->menu)) : QString(),
                   action->shortcut().toString(QKeySequence::NativeText), action->icon(), action->isEnabled(),
                   [action] { action->trigger(); }});
  }
  ClusterView* view = &panels.canvas->view();
  for (const hardware::PoolSpec& pool : document.plan().cluster.pools)
    all.push_back({u"pool.%1"_s.arg(QString::fromStdString(pool.id)),
                   WindowCommands::tr("Go to %1").arg(QString::fromStdString(pool.id)),
                   WindowCommands::tr("Cluster"),
                   {},
                   {},
                   true,
                   [view, id = pool.id] {
                     view->clusterScene().select({id});
                     view->fitSelection();
                     view->setFocus(Qt::OtherFocusReason);
                   }});
  const hardware::Catalogue& catalogue = document.catalogue();
  for (const hardware::NodeType& node : catalogue.nodes())
    all.push_back({u"node.%1"_s.arg(QString::fromStdString(node.id)),
                   WindowCommands::tr("Add %1").arg(QString::fromStdString(node.name)),
                   panels.paletteDock->windowTitle(),
                   {},
                   {},
                   true,
                   [view, id = node.id] {
                     view->addHardware({{}, id});
                   }});
  for (const hardware::Gpu& gpu : catalogue.gpus())
    all.push_back({u"gpu.%1"_s.arg(QString::fromStdString(gpu.id)),
                   WindowCommands::tr("Add %1").arg(QString::fromStdString(gpu.name)),
                   panels.paletteDock->windowTitle(),
                   {},
                   {},
                   true,
                   [view, id = gpu.id] {
                     view->addHardware({id, {}});
                   }});
  for (const auto& model : model::built_in_models())
    all.push_back({u"preset.%1"_s.arg(QString::fromStdString(model.id)),
                   WindowCommands::tr("Load model %1").arg(QString::fromStdString(model.id)),
                   panels.modelDock->windowTitle(),
                   {},
                   {},
                   true,
                   [panel = panels.model, id = QString::fromStdString(model.id)] { panel->loadPreset(id); }});
  for (QCheckBox* limit : panels.goal->findChildren<QCheckBox*>()) {
    auto* field = panels.goal->findChild<QWidget*>(limit->objectName().remove(u".check"_s));
    if (field == nullptr || field == limit) continue;
    all.push_back({limit->objectName(),
                   WindowCommands::tr("Set limit: %1").arg(limit->text()),
                   panels.goalDock->windowTitle(),
                   {},
                   {},
                   true,
                   [limit, field] {
                     if (!limit->isChecked()) limit->click();
                     goToField(*field);
                   }});
  }
  addFields(all, actions, panels, document);
  return all;
}

}  // namespace astrolabe::ui
