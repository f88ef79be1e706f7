// What the entries of the menus do with objects: copies, notes, racks, lines, values of pools.
#include <QInputDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <algorithm>
#include <map>

#include "core/hardware/join_pools.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/duplicate_dialog.h"
#include "ui/canvas/properties_dialog.h"
#include "ui/canvas/value_dialog.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/notes.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

void ClusterView::duplicateTimes() {
  const Copies chosen = selectedObjects();
  if (refusedEmpty(chosen)) return;
  const std::string name = !chosen.pools.empty() ? chosen.pools.front().id : chosen.notes.front().id;
  DuplicateDialog dialog(QString::fromStdString(name), this);
  if (dialog.exec() == QDialog::Accepted)
    duplicateCopies(dialog.copies(), dialog.columns(), dialog.gap(), dialog.pattern());
}

void ClusterView::duplicateCopies(int copies, int columns, int gap, const std::string& pattern) {
  const Copies chosen = selectedObjects();
  if (chosen.empty() || copies < 1) return;
  // A block of copies below the selection, as wide as the person asked for.
  const QRectF all = boundsOf(chosen);
  const double stepX = all.width() + gap * kGrid, stepY = all.height() + gap * kGrid;
  Copies block;
  hardware::ClusterSpec named;  // the names of the block itself
  for (int copy = 0; copy < copies; ++copy) {
    const int row = 1 + copy / std::max(1, columns);
    Copies one = chosen;
    shift(one, QPointF((copy % std::max(1, columns)) * stepX, row * stepY), m_scene->snap());
    std::map<std::string, std::string> renamed;
    for (hardware::PoolSpec& pool : one.pools) {
      const std::string name = copyName(one.pools.size() == 1 ? pattern : pool.id, copy + 1);
      pool.id = renamed[pool.id] = freePoolId(named, name);
      named.pools.push_back(pool);
    }
    for (hardware::BetweenPools& link : one.links) {
      link.a = renamed.at(link.a);
      link.b = renamed.at(link.b);
    }
    for (plan::Rack& rack : one.racks) {
      rack.name = copyName(rack.name, copy + 1);
      for (std::string& pool : rack.pools) pool = renamed.at(pool);
    }
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(block.pools, one.pools);
    append(block.positions, one.positions);
    append(block.links, one.links);
    append(block.racks, one.racks);
    append(block.notes, one.notes);
  }
  auto* command = new AddCopies(m_document, block, AddPools::How::Duplicate);
  const std::vector<std::string> added = command->ids();
  push(command);
  m_scene->selectCopies(block, added);
}

void ClusterView::addNoteWith(const QString& text, std::optional<QPointF> at) {
  const QPointF place = at.value_or(mapToScene(viewport()->rect().center()));
  const QPointF corner = m_scene->snap() ? snapped(place) : place;
  std::string id;
  SetNotes* command = addNote(m_document, {corner.x(), corner.y()}, text.toStdString(), id);
  push(command);
  if (NoteItem* note = m_scene->noteItem(id)) {
    m_scene->selectThings({{CanvasThing::Kind::Note, id}});
    ensureVisible(note);
  }
}

/// The words of the selected note, or of a new one.
void ClusterView::askNote() {
  const std::vector<std::string> notes = m_scene->selectedNotes();
  const plan::Note* note = notes.size() == 1 ? findNote(m_document.plan(), notes.front()) : nullptr;
  const QString before = note != nullptr ? QString::fromStdString(note->text) : QString();
  QInputDialog dialog(this);
  dialog.setOption(QInputDialog::UsePlainTextEditForTextInput);
  dialog.setWindowTitle(note != nullptr ? tr("Change note") : tr("New note"));
  dialog.setLabelText(tr("Text:"));
  dialog.setTextValue(before);
  for (auto* field : dialog.findChildren<QPlainTextEdit*>()) field->setAccessibleName(tr("Text:"));
  if (dialog.exec() != QDialog::Accepted) return;
  const QString text = dialog.textValue();
  if (text == before) return;
  if (note == nullptr)
    addNoteWith(text);
  else if (text.trimmed().isEmpty())
    push(removeNotes(m_document, notes));
  else
    push(changeNote(m_document, note->id, text.toStdString()));
}

void ClusterView::askHardware() {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  if (chosen.empty()) return;
  QStringList names;
  std::vector<std::string> ids;
  QString now;
  const hardware::PoolSpec* first = findPool(m_document.plan(), chosen.front());
  for (const hardware::Gpu& gpu : m_document.catalogue().gpus()) {
    names << gpuText(gpu);
    ids.push_back(gpu.id);
    if (first != nullptr && m_document.gpuOf(*first) == gpu.id) now = names.last();
  }
  const qsizetype picked = names.indexOf(askName(tr("Change GPU type"), tr("GPU type:"), names, now));
  if (picked >= 0) replaceGpus(ids[static_cast<std::size_t>(picked)]);
}

/// In all selected pools, as one step.
void ClusterView::replaceGpus(const std::string& gpu) {
  const hardware::Gpu* type = m_document.catalogue().find_gpu(gpu);
  if (type == nullptr) return;
  const std::vector<std::string> pools = m_scene->selectedPools();
  if (pools.empty()) return;
  pushOf(pools.size(), tr("Change GPUs to %1").arg(gpuText(*type)),
         new ReplaceGpus(m_document, pools, gpu, {}));
}

/// The rack that is selected by itself or with its own tiles.
const plan::Rack* ClusterView::onlyRack() const {
  const std::vector<std::string> racks = m_scene->selectedRacks();
  return racks.size() == 1 ? findRack(m_document.plan(), racks.front()) : nullptr;
}

void ClusterView::group() {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  if (chosen.empty()) {
    emit message(tr("Select the pools that stand in one rack first"), false);
    return;
  }
  const std::string name = freeRackName(m_document.plan());
  push(putIntoRack(m_document, chosen, name));
  std::vector<CanvasThing> all{{CanvasThing::Kind::Rack, name}};
  for (const std::string& pool : chosen) all.push_back({CanvasThing::Kind::Pool, pool});
  m_scene->selectThings(all);
}

void ClusterView::ungroup() {
  const std::vector<std::string> racks = m_scene->selectedRacks(), pools = m_scene->selectedPools();
  if (!racks.empty()) return push(removeRacks(m_document, racks));
  const bool any = std::any_of(pools.begin(), pools.end(), [&](const std::string& pool) {
    return rackOf(m_document.plan(), pool) != nullptr;
  });
  if (any)
    push(putIntoRack(m_document, pools, {}));
  else
    emit message(tr("Select a rack, or pools that stand in one, first"), false);
}

void ClusterView::renameRackDialog() {
  const plan::Rack* rack = onlyRack();
  if (rack == nullptr) return;
  const std::string before = rack->name;
  bool ok = false;
  const QString to = QInputDialog::getText(this, tr("Rename rack"), tr("Name:"), QLineEdit::Normal,
                                           QString::fromStdString(before), &ok)
                         .trimmed();
  if (!ok || to.isEmpty() || to.toStdString() == before) return;
  if (findRack(m_document.plan(), to.toStdString()) != nullptr) {
    emit message(tr("There is a rack “%1” already").arg(to), false);
    return;
  }
  push(renameRack(m_document, before, to.toStdString()));
  m_scene->selectThings({{CanvasThing::Kind::Rack, to.toStdString()}});
}

void ClusterView::askRackPower() {
  const plan::Rack* rack = onlyRack();
  if (rack == nullptr) return;
  constexpr double kMostKilowatts = 1e5;
  const std::string name = rack->name;
  const std::optional<double> before = rack->power_kw;
  const auto answer =
      ValueDialog::ask({tr("Power of rack %1").arg(QString::fromStdString(name)),
                        tr("Power limit:"),
                        tr("kW"),
                        tr("A rack that draws more is marked; the search does not look at racks."),
                        before.value_or(40.0),
                        0.1,
                        kMostKilowatts,
                        1,
                        tr("No limit"),
                        false,
                        {},
                        !before},
                       this);
  if (answer && *answer != before) push(setRackPower(m_document, name, *answer));
}

void ClusterView::askRackSlots() {
  const plan::Rack* rack = onlyRack();
  if (rack == nullptr) return;
  constexpr int kUsualSlots = 8;
  const std::string name = rack->name;
  const std::optional<int> before = rack->node_slots;
  const int nodes = rackLoad(m_document.plan(), *rack, m_document.catalogue()).nodes;
  const auto answer =
      ValueDialog::ask({tr("Slots of rack %1").arg(QString::fromStdString(name)),
                        tr("Nodes that fit:"),
                        {},
                        tr("A rack that holds more is marked; the search does not look at racks."),
                        static_cast<double>(before.value_or(std::max(kUsualSlots, nodes))),
                        1,
                        kMostSlots,
                        0,
                        tr("Not stated"),
                        false,
                        {},
                        !before},
                       this);
  if (!answer) return;
  const auto wanted = *answer ? std::optional(static_cast<int>(**answer)) : std::nullopt;
  if (wanted != before) push(setRackSlots(m_document, name, wanted));
}

bool ClusterView::excludesSelection() const {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  return !chosen.empty() && std::all_of(chosen.begin(), chosen.end(), [this](const std::string& id) {
    return isLeftOut(m_document.plan().cluster, id);
  });
}

void ClusterView::toggleExcluded() {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  if (chosen.empty()) return;
  const bool out = !excludesSelection();
  push(leaveOut(m_document, chosen, out), false);
  emit message(out ? tr("Excluded from the search, which may now leave other GPUs unused, too.")
                   : tr("Included in the search again."),
               true);
}

void ClusterView::askPowerLimit() {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return void(message(tr("Select one pool first"), false));
  const hardware::Gpu* gpu = hardware::pool_gpu(*pool, m_document.catalogue());
  if (gpu == nullptr || !gpu->power)
    return void(message(tr("The power of this GPU type is not known, so it can't be limited"), false));
  constexpr double kLeastWatts = 50.0;
  const std::string id = pool->id;
  const double rated = gpu->power->value;
  const auto answer = ValueDialog::ask(
      {tr("Power limit of %1").arg(QString::fromStdString(id)), tr("Each GPU at most:"), tr("W"),
       tr("Rated for %1. Below that it runs at a lower clock: its matrix rate falls with the 0.4th power of "
          "the limit, which is assumed.")
           .arg(powerText(rated)),
       pool->gpu_power_limit_watts.value_or(rated), std::min(kLeastWatts, rated), rated, 0, tr("No limit")},
      this);
  if (!answer) return;
  const std::optional<double> watts = *answer && **answer < rated ? *answer : std::nullopt;
  if (watts != pool->gpu_power_limit_watts) push(new SetPowerLimit(m_document, id, watts));
}

void ClusterView::askHostMemory() {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return void(message(tr("Select one pool first"), false));
  constexpr double kMostGib = 1e6;
  const std::string id = pool->id;
  std::optional<double> now = poolHostMemory(*pool, m_document.catalogue());
  const auto problem = m_document.problem();
  if (!now && problem)  // what is assumed
    for (const hardware::Pool& resolved : problem->cluster.pools)
      if (resolved.id == id && resolved.host_memory) now = in_gib(*resolved.host_memory);
  const auto answer = ValueDialog::ask(
      {tr("Host memory of %1").arg(QString::fromStdString(id)), tr("Memory of a node:"), tr("GiB"),
       tr("Offloaded optimizer state and activations have to fit there: each GPU has its share, and a tenth "
          "is left for the system."),
       now, 1.0, kMostGib, 0, tr("Use catalogue value"), false, now ? QString() : tr("not known")},
      this);
  if (answer && *answer != pool->host_memory_gib) push(new SetHostMemory(m_document, id, *answer));
}

bool ClusterView::reducesInNetwork() const {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  return !chosen.empty() && std::all_of(chosen.begin(), chosen.end(), [&](const std::string& id) {
    const hardware::PoolSpec* pool = findPool(m_document.plan(), id);
    return pool != nullptr && pool->in_network_reduction;
  });
}

bool ClusterView::paysSingleGpus() const {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  return !chosen.empty() && std::all_of(chosen.begin(), chosen.end(), [&](const std::string& id) {
    const hardware::PoolSpec* pool = findPool(m_document.plan(), id);
    return pool != nullptr && pool->unit == 1;
  });
}

void ClusterView::toggleSingleGpus() {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  if (chosen.empty()) return void(message(tr("Select the pools that are paid by single GPUs first"), false));
  push(new SetUnit(m_document, chosen, paysSingleGpus() ? hardware::PoolSpec::kWholeNode : 1));
}

void ClusterView::toggleNetworkReduction() {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  if (chosen.empty()) return void(message(tr("Select the pools on such a network first"), false));
  push(new SetNetworkReduction(m_document, chosen, !reducesInNetwork()));
}

void ClusterView::arrange(Arrange how) {
  const plan::Layout layout = tilePositions(m_document.plan());
  plan::Layout tiles;
  for (const std::string& id : m_scene->selectedPools()) tiles[id] = layout.at(id);
  if (tiles.size() < 2) {
    emit message(tr("Select two tiles or more first"), false);
    return;
  }
  const plan::Layout placed = arranged(tiles, how);
  if (placed != tiles) push(new MoveTiles(m_document, placed));
}

void ClusterView::showInResults() {
  QStringList terms;
  const auto problem = m_document.problem();
  for (const std::string& id : m_scene->selectedPools()) {
    const hardware::PoolSpec* pool = findPool(m_document.plan(), id);
    if (pool == nullptr) continue;
    const auto joined =
        problem ? hardware::joined_pools(problem->cluster) : decltype(hardware::joined_pools({})){};
    const auto whole = joined.find(id);
    // A filter's words end at a space.
    const QString name = QString::fromStdString(whole != joined.end() ? whole->second : id);
    const QString word =
        name.contains(QLatin1Char(' ')) ? QString::fromStdString(m_document.gpuOf(*pool)) : name;
    terms << QStringLiteral("type:%1").arg(word);
  }
  terms.removeDuplicates();
  if (terms.isEmpty())
    emit message(tr("Select the pools whose strategies are wanted first"), false);
  else
    emit resultsRequested(terms.join(QLatin1Char(' ')));
}

void ClusterView::showProperties() {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) {
    emit message(tr("Select one pool first"), false);
    return;
  }
  PropertiesDialog dialog(tr("Properties of %1").arg(QString::fromStdString(pool->id)),
                          propertiesOf(m_document, *pool), this);
  dialog.exec();
}

}  // namespace astrolabe::ui
