// What the command search finds, and the pages for keys and preferences.

#include <QCheckBox>
#include <QDockWidget>
#include <QMenuBar>
#include <QPointer>
#include <QStatusBar>
#include <QToolBar>
#include <algorithm>

#include "core/model/model_reader.h"
#include "core/plan/samples.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/canvas/pool_item.h"
#include "ui/canvas/properties_dialog.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/shell/field_search.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/hints.h"
#include "ui/shell/main_window.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/run_bar.h"
#include "ui/shell/shortcuts_dialog.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

bool isShippedSample(const plan::Plan& plan) {
  const std::vector<std::string>& names = plan::sample_names();
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return plan == plan::sample_named(name); });
}

}  // namespace

/// Actions first, then what stands in lists: hardware, models, the pools of the plan.
std::vector<Command> MainWindow::commands() {
  std::vector<Command> all;
  for (QAction* action : m_actions->all()) {
    const ActionSpec* spec = specOf(action->objectName());
    all.push_back({action->objectName(), withoutLetter(action->text()),
                   spec ? withoutLetter(menuTitle(spec->menu)) : QString(),
                   action->shortcut().toString(QKeySequence::NativeText), action->icon(), action->isEnabled(),
                   [action] { action->trigger(); }});
  }
  ClusterView* view = &m_panels->canvas->view();
  for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools)
    all.push_back({u"pool.%1"_s.arg(QString::fromStdString(pool.id)),
                   tr("Go to %1").arg(QString::fromStdString(pool.id)),
                   tr("Cluster"),
                   {},
                   {},
                   true,
                   [view, id = pool.id] {
                     view->clusterScene().select({id});
                     view->fitSelection();
                     view->setFocus(Qt::OtherFocusReason);
                   }});
  const hardware::Catalogue& catalogue = m_document.catalogue();
  for (const hardware::NodeType& node : catalogue.nodes())
    all.push_back({u"node.%1"_s.arg(QString::fromStdString(node.id)),
                   tr("Add %1").arg(QString::fromStdString(node.name)),
                   m_panels->paletteDock->windowTitle(),
                   {},
                   {},
                   true,
                   [view, id = node.id] {
                     view->addHardware({{}, id});
                   }});
  for (const hardware::Gpu& gpu : catalogue.gpus())
    all.push_back({u"gpu.%1"_s.arg(QString::fromStdString(gpu.id)),
                   tr("Add %1").arg(QString::fromStdString(gpu.name)),
                   m_panels->paletteDock->windowTitle(),
                   {},
                   {},
                   true,
                   [view, id = gpu.id] {
                     view->addHardware({id, {}});
                   }});
  for (const auto& model : model::built_in_models())
    all.push_back({u"preset.%1"_s.arg(QString::fromStdString(model.id)),
                   tr("Load model %1").arg(QString::fromStdString(model.id)),
                   m_panels->modelDock->windowTitle(),
                   {},
                   {},
                   true,
                   [this, id = QString::fromStdString(model.id)] { m_panels->model->loadPreset(id); }});
  for (QCheckBox* limit : m_panels->goal->findChildren<QCheckBox*>()) {
    auto* field = m_panels->goal->findChild<QWidget*>(limit->objectName().remove(u".check"_s));
    if (field == nullptr || field == limit) continue;
    all.push_back({limit->objectName(),
                   tr("Set limit: %1").arg(limit->text()),
                   m_panels->goalDock->windowTitle(),
                   {},
                   {},
                   true,
                   [limit, field] {
                     if (!limit->isChecked()) limit->click();
                     goToField(*field);
                   }});
  }
  addFields(all);
  return all;
}

/// Every input by its name: of the panels, of the details of the job, and of the pool that is selected.
void MainWindow::addFields(std::vector<Command>& all) {
  for (const QDockWidget* dock : {m_panels->modelDock, m_panels->goalDock})
    for (const NamedField& field : fieldsOf(*dock->widget())) {
      const QString name = field.widget->objectName();
      const bool limit = m_panels->goal->findChild<QWidget*>(name + u".check"_s) != nullptr;
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
  for (const auto& [name, field] : m_panels->goal->detailFields())
    all.push_back({u"field.%1"_s.arg(name),
                   field.name,
                   tr("All limits of the job: %1", "page of a dialog").arg(field.page),
                   {},
                   {},
                   true,
                   [this, name = name] { m_panels->goal->showDetails(name); }});
  const std::vector<std::string> chosen = m_panels->canvas->view().selectedPools();
  const hardware::PoolSpec* pool = chosen.size() == 1 ? findPool(m_document.plan(), chosen.front()) : nullptr;
  if (pool == nullptr) return;
  const QString place = tr("Properties of %1").arg(QString::fromStdString(pool->id));
  for (const auto& [what, value] : propertiesOf(m_document, *pool))
    all.push_back(
        {u"property.%1"_s.arg(what),
         tr("%1: %2", "property and value").arg(what, value),
         place,
         {},
         {},
         true,
         [action = (*m_actions)[editorOf(what, m_document.plan().job.cost.basis)]] { action->trigger(); }});
}

void MainWindow::showCommandSearch() {
  auto* search = new CommandSearch(commands(), this);
  search->setAttribute(Qt::WA_DeleteOnClose);
  search->open();
}

void MainWindow::showShortcuts() {
  ShortcutsDialog dialog(*m_actions, this);
  connect(&dialog, &ShortcutsDialog::keysChanged, this, [this](const QString& action, const QString& keys) {
    if (keys.isNull())
      m_preferences.keys.remove(action);
    else
      m_preferences.keys[action] = keys;
    emit preferencesChosen(m_preferences);
  });
  dialog.exec();
}

void MainWindow::showPreferences() {
  m_preferences.theme = themeMode();
  m_preferences.currency = currentCurrency();
  m_preferences.plots = plotPalette();
  auto* dialog = new PreferencesDialog(m_preferences, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &PreferencesDialog::changed, this, [this](const Preferences& preferences) {
    if (preferences.theme != themeMode()) applyTheme(preferences.theme);
    m_preferences = preferences;
    takeLooks();
    emit preferencesChosen(preferences);
    updateActions();
  });
  // Not waited for: the window behind it is made anew when language or text size change.
  dialog->open();
}

void MainWindow::showHints() {
  if (findChild<Hints*>()) return;
  const QString begins = m_document.plan().cluster.pools.empty() ? tr("Hardware comes first.")
                         : isShippedSample(m_document.plan())    ? tr("This is a sample.")
                                                                 : tr("This is your cluster.");
  std::vector<Hint> hints{
      {m_panels->palette, begins,
       tr("Drag a node from Hardware onto the cluster, or press Enter on one; the search starts again by "
          "itself.")},
      {m_panels->goal, tr("The goal."), tr("Say what counts as best, and what it may cost, draw and take.")},
      {m_panels->runBar, tr("The run bar."),
       tr("It shows how far the search is and how much better any other strategy could still be.")},
      {m_panels->resultsDock->widget(), tr("Every row is a strategy."),
       tr("Select one to see its timeline and what fills its memory; Why explains what keeps it from being "
          "first.")}};
  // What one reads or grasps: tiles, the rows above and below the canvas, the run bar.
  const auto surroundings = [this] {
    const auto placeOf = [this](const QWidget& widget) {
      return QRect(widget.mapTo(this, QPoint()), widget.size());
    };
    const ClusterView& view = m_panels->canvas->view();
    QRect header = placeOf(*m_panels->canvas);
    header.setBottom(placeOf(view).top() - 1);
    QList<QRect> places{header, placeOf(m_panels->canvas->totals()), placeOf(*m_panels->runBar)};
    for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools)
      if (const auto* tile = m_panels->canvas->view().clusterScene().item(pool.id)) {
        const QRect place = view.mapFromScene(tile->sceneBoundingRect()).boundingRect();
        places << place.translated(view.viewport()->mapTo(this, QPoint()));
      }
    // Menus and tools stay in reach, and so does what the status bar says.
    const auto* bar = findChild<QToolBar*>(u"toolBar"_s, Qt::FindDirectChildrenOnly);
    QRect room = rect();
    room.setTop(bar != nullptr ? placeOf(*bar).bottom() + 1 : placeOf(*menuBar()).bottom() + 1);
    room.setBottom(placeOf(*statusBar()).top() - 1);
    return Hints::Surroundings{places, room};
  };
  auto* cards = new Hints(std::move(hints), this, surroundings);
  connect(&m_panels->canvas->view(), &ClusterView::fitted, cards, &Hints::place);
  connect(cards, &Hints::dismissed, this, [this] {
    m_preferences.hints = false;
    emit preferencesChosen(m_preferences);
  });
}

void MainWindow::setPreferences(const Preferences& preferences) {
  for (auto own = m_preferences.keys.begin(); own != m_preferences.keys.end(); ++own)
    if (const ActionSpec* spec = specOf(own.key()); spec && !preferences.keys.contains(own.key()))
      (*m_actions)[qPrintable(own.key())]->setShortcuts(keysOf(*spec));  // given back
  for (auto own = preferences.keys.begin(); own != preferences.keys.end(); ++own)
    if (specOf(own.key()))
      (*m_actions)[qPrintable(own.key())]->setShortcuts(
          own.value().isEmpty() ? QList<QKeySequence>()
                                : QList<QKeySequence>{QKeySequence::fromString(own.value())});
  m_preferences = preferences;
  takeLooks();
  updateActions();
}

/// Palette and currency: sums were written into the panels when they were made.
void MainWindow::takeLooks() {
  if (m_preferences.plots != plotPalette()) applyPlots(m_preferences.plots);
  if (m_preferences.currency == m_builtCurrency) return;
  setCurrentCurrency(m_preferences.currency);
  m_rebuild.start();
}

}  // namespace astrolabe::ui
