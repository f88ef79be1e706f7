// The menu of the canvas: what can be done with whatever is selected.
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <algorithm>

#include "ui/canvas/cluster_view.h"
#include "ui/document/commands/commands.h"

namespace astrolabe::ui {

void ClusterView::addEntry(QMenu& menu, const char* name, const QString& text, const QKeySequence& keys,
                           const std::function<void()>& run) {
  QAction* action = menu.addAction(text);
  action->setObjectName(QLatin1StringView(name));
  action->setShortcut(keys);
  action->setShortcutContext(Qt::WidgetShortcut);
  connect(action, &QAction::triggered, this, run);
}

void ClusterView::addStep(QMenu& menu, const char* name, const QString& text, const QKeySequence& keys,
                          void (ClusterView::*step)()) {
  addEntry(menu, name, text, keys, [this, step] { (this->*step)(); });
}

std::unique_ptr<QMenu> ClusterView::makeContextMenu() {
  auto menu = std::make_unique<QMenu>(this);
  menu->setObjectName(QStringLiteral("clusterMenu"));
  addValueEntries(*menu);
  if (!menu->isEmpty()) menu->addSeparator();
  addEditEntries(*menu);
  addGroupEntries(*menu);
  if (m_scene->selectedPools().size() > 1) addArrangeMenu(*menu);
  if (!menu->isEmpty()) menu->addSeparator();
  addCanvasEntries(*menu);
  return menu;
}

/// What pools, notes and racks hold.
void ClusterView::addValueEntries(QMenu& menu) {
  const bool any = !m_scene->selectedPools().empty(), one = onlyPool() != nullptr;
  const bool rack = onlyRack() != nullptr;
  if (any) {
    addHardwareMenu(menu);
    addStep(menu, "clusterMenu.count", tr("Number of nodes…"), QKeySequence(Qt::Key_Return),
            &ClusterView::askCount);
    addStep(menu, "clusterMenu.price", tr("Price override…"), {}, &ClusterView::askPrice);
    addStep(menu, "clusterMenu.network", tr("Network…"), {}, &ClusterView::askNetwork);
    addStep(menu, "clusterMenu.networkPrice", tr("Price of the network…"), {}, &ClusterView::askNetworkPrice);
  }
  if (one) {
    addStep(menu, "clusterMenu.seller", tr("Provider and region…"), {}, &ClusterView::askSeller);
    addStep(menu, "clusterMenu.unit", tr("Unit of purchase…"), {}, &ClusterView::askUnit);
    addStep(menu, "clusterMenu.nodePower", tr("Power of a node…"), {}, &ClusterView::askNodePower);
    addStep(menu, "clusterMenu.powerLimit", tr("GPU power limit…"), {}, &ClusterView::askPowerLimit);
    addStep(menu, "clusterMenu.hostMemory", tr("Host memory…"), {}, &ClusterView::askHostMemory);
  }
  if (any) {
    addMarksMenu(menu);
    addStep(menu, "clusterMenu.reduces", tr("In-network reduction (SHARP)"), {},
            &ClusterView::toggleNetworkReduction);
    menu.actions().last()->setCheckable(true);
    menu.actions().last()->setChecked(reducesInNetwork());
    addStep(menu, "clusterMenu.singleGpus", tr("Pay for single GPUs"), {}, &ClusterView::toggleSingleGpus);
    menu.actions().last()->setCheckable(true);
    menu.actions().last()->setChecked(paysSingleGpus());
    addStep(menu, "clusterMenu.exclude",
            excludesSelection() ? tr("Include in search") : tr("Exclude from search"), {},
            &ClusterView::toggleExcluded);
    if (canTryWithout())
      addStep(menu, "clusterMenu.without", tr("Scenario without it"), {}, &ClusterView::tryWithout);
    addStep(menu, "clusterMenu.results", tr("Show in results"), {}, &ClusterView::showInResults);
  }
  if (one)
    addStep(menu, "clusterMenu.properties", tr("Properties…"), QKeySequence(Qt::ALT | Qt::Key_Return),
            &ClusterView::showProperties);
  if (!m_scene->selectedNotes().empty())
    addStep(menu, "clusterMenu.note", tr("Change note…"), QKeySequence(Qt::Key_Return),
            &ClusterView::askNote);
  if (rack) {
    addStep(menu, "clusterMenu.rackPower", tr("Power of the rack…"), {}, &ClusterView::askRackPower);
    addStep(menu, "clusterMenu.rackSlots", tr("Slots of the rack…"), {}, &ClusterView::askRackSlots);
  }
  if (one || rack)
    addStep(menu, "clusterMenu.rename", tr("Rename…"), QKeySequence(Qt::Key_F2), &ClusterView::rename);
}

/// The types that the plan has already, the newest of them first, then the way to all others.
void ClusterView::addHardwareMenu(QMenu& menu) {
  constexpr std::size_t kMostRecent = 6;
  QMenu* types = menu.addMenu(tr("Change GPU type"));
  types->menuAction()->setObjectName(QStringLiteral("clusterMenu.hardware"));
  std::vector<std::string> recent;
  const auto& pools = m_document.plan().cluster.pools;
  for (auto pool = pools.rbegin(); pool != pools.rend() && recent.size() < kMostRecent; ++pool)
    if (const std::string gpu = m_document.gpuOf(*pool);
        std::find(recent.begin(), recent.end(), gpu) == recent.end())
      recent.push_back(gpu);
  for (const std::string& id : recent)
    if (const hardware::Gpu* gpu = m_document.catalogue().find_gpu(id))
      addEntry(*types, qPrintable(QStringLiteral("clusterMenu.hardware.%1").arg(QString::fromStdString(id))),
               gpuText(*gpu), {}, [this, id] { replaceGpus(id); });
  types->addSeparator();
  addEntry(*types, "clusterMenu.hardware.other", tr("Other GPU type…"), {}, [this] { askHardware(); });
}

/// Links, and copies by the clipboard or beside the originals.
void ClusterView::addEditEntries(QMenu& menu) {
  const std::vector<std::string> pools = m_scene->selectedPools();
  const bool copied = copiesAnything();
  if (m_scene->selectedLink() != nullptr)
    addStep(menu, "clusterMenu.link", tr("Bandwidth…"), QKeySequence(Qt::Key_Return), &ClusterView::askLink);
  if (pools.size() == 2)
    addEntry(menu, "clusterMenu.between", tr("Bandwidth between them…"), {},
             [this, pools] { askLinkBetween(pools[0], pools[1]); });
  if (copied) {
    addStep(menu, "clusterMenu.cut", tr("Cut"), QKeySequence::Cut, &ClusterView::cut);
    addStep(menu, "clusterMenu.copy", tr("Copy"), QKeySequence::Copy, &ClusterView::copy);
  }
  if (objectsFrom(QApplication::clipboard()->mimeData()))
    addStep(menu, "clusterMenu.paste", tr("Paste"), QKeySequence::Paste, &ClusterView::paste);
  if (copied) {
    addStep(menu, "clusterMenu.duplicate", tr("Duplicate"), QKeySequence(Qt::CTRL | Qt::Key_D),
            &ClusterView::duplicate);
    addStep(menu, "clusterMenu.duplicateTimes", tr("Duplicate n times…"),
            QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), &ClusterView::duplicateTimes);
  }
}

/// Racks, single nodes, and what goes.
void ClusterView::addGroupEntries(QMenu& menu) {
  const std::vector<std::string> pools = m_scene->selectedPools();
  const bool racked = std::any_of(pools.begin(), pools.end(), [this](const std::string& pool) {
    return rackOf(m_document.plan(), pool) != nullptr;
  });
  if (!pools.empty())
    addStep(menu, "clusterMenu.group", tr("Group into a rack"),
            QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G), &ClusterView::group);
  if (onlyPool() != nullptr && onlyPool()->nodes > 1)
    addStep(menu, "clusterMenu.expand", tr("Expand into single nodes"),
            QKeySequence(Qt::CTRL | Qt::Key_BracketRight), &ClusterView::expandSelection);
  if (pools.size() > 1)
    addStep(menu, "clusterMenu.collapse", tr("Collapse identical nodes"),
            QKeySequence(Qt::CTRL | Qt::Key_BracketLeft), &ClusterView::collapseSelection);
  if (!m_scene->selectedRacks().empty() || racked)
    addStep(menu, "clusterMenu.ungroup", tr("Ungroup"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_U),
            &ClusterView::ungroup);
  if (copiesAnything() || !m_scene->selectedLinks().empty())
    addStep(menu, "clusterMenu.delete", tr("Delete"), QKeySequence::Delete, &ClusterView::deleteSelection);
}

void ClusterView::addArrangeMenu(QMenu& menu) {
  QMenu* lines = menu.addMenu(tr("Arrange"));
  lines->setObjectName(QStringLiteral("clusterMenu.arrange"));
  const std::pair<const char*, QString> ways[] = {{"left", tr("Left edges")},
                                                  {"centre", tr("Centres")},
                                                  {"right", tr("Right edges")},
                                                  {"top", tr("Top edges")},
                                                  {"middle", tr("Middles")},
                                                  {"bottom", tr("Bottom edges")},
                                                  {"across", tr("Distribute horizontally")},
                                                  {"down", tr("Distribute vertically")}};
  int number = 0;
  for (const auto& [name, text] : ways)
    addEntry(*lines, qPrintable(QStringLiteral("clusterMenu.arrange.%1").arg(QLatin1StringView(name))), text,
             {}, [this, how = static_cast<Arrange>(number++)] { arrange(how); });
}

/// What concerns the canvas itself.
void ClusterView::addCanvasEntries(QMenu& menu) {
  if (m_scene->selectedPools().empty() && m_scene->selectedNotes().empty())
    addStep(menu, "clusterMenu.newNote", tr("New note…"), QKeySequence(Qt::Key_N), &ClusterView::askNote);
  if (m_document.plan().cluster.pools.empty()) return;
  if (m_scene->selectedPools().empty())
    addStep(menu, "clusterMenu.loadMarks", tr("Load slow and failed GPUs…"), {}, &ClusterView::loadMarks);
  addStep(menu, "clusterMenu.selectAll", tr("Select all"), QKeySequence::SelectAll, &ClusterView::selectAll);
  addStep(menu, "clusterMenu.fit", tr("Fit all"), QKeySequence(Qt::CTRL | Qt::Key_9), &ClusterView::fitAll);
}

/// Something is selected that copies are made of; links go with their ends.
bool ClusterView::copiesAnything() const {
  return !m_scene->selectedPools().empty() || !m_scene->selectedNotes().empty() ||
         !m_scene->selectedRacks().empty();
}

}  // namespace astrolabe::ui
