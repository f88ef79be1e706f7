// What the cells of the outline say, to eyes and ears, the values that they take, and pools that are dragged.
#include <QMimeData>
#include <algorithm>
#include <cmath>

#include "core/base/json.h"
#include "core/hardware/pool_unit.h"
#include "ui/canvas/link_item.h"
#include "ui/canvas/outline_model.h"
#include "ui/canvas/pool_face.h"
#include "ui/canvas/rack_face.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/notes.h"
#include "ui/document/commands/racks.h"
#include "ui/render/icons.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

constexpr int kMostNodes = 100000;
constexpr char kDraggedPoolsMime[] = "application/x-astrolabe-outline-pools";

/// As the locale writes it, for the cell was filled so (3.200 is 3200 in German), or with a point. "inf" and
/// "nan" are words.
std::optional<double> numberFrom(const QString& text) {
  bool ok = false;
  double value = QLocale().toDouble(text.trimmed(), &ok);
  if (!ok) value = QLocale::c().toDouble(text.trimmed(), &ok);
  return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// A number of things from 1 to `most`.
std::optional<int> countFrom(const QString& text, int most) {
  const std::optional<double> value = numberFrom(text);
  if (!value || *value < 1 || *value > most || *value != static_cast<int>(*value)) return std::nullopt;
  return static_cast<int>(*value);
}

/// What stands at a place of a list, where it is what is looked for, or else wherever it is.
template <class Thing, class Is>
const Thing* thingAt(const std::vector<Thing>& list, std::size_t place, const Is& is) {
  if (place < list.size() && is(list[place])) return &list[place];
  const auto found = std::find_if(list.begin(), list.end(), is);
  return found != list.end() ? &*found : nullptr;
}

}  // namespace

const hardware::PoolSpec* OutlineModel::poolOf(const Node& node) const {
  return thingAt(m_document.plan().cluster.pools, node.place,
                 [&](const hardware::PoolSpec& pool) { return pool.id == node.id; });
}

const hardware::BetweenPools* OutlineModel::linkOf(const Node& node) const {
  return thingAt(m_document.plan().cluster.between_pools, node.place,
                 [&](const hardware::BetweenPools& link) { return linkId(link.a, link.b) == node.id; });
}

bool OutlineModel::isThere(const QModelIndex& index) const {
  const Node& node = *nodeOf(index);
  switch (node.kind) {
    case Kind::Pool:
      return poolOf(node) != nullptr;
    case Kind::Link:
      return linkOf(node) != nullptr;
    case Kind::Note:
      return findNote(m_document.plan(), node.id) != nullptr;
    case Kind::Rack:
      return findRack(m_document.plan(), node.id) != nullptr;
    case Kind::Bundle:
    case Kind::Networks:
    case Kind::Notes:
      break;
  }
  return true;
}

QVariant OutlineModel::poolData(const Node& node, int column, int role) const {
  const hardware::PoolSpec* pool = poolOf(node);
  if (pool == nullptr) return {};
  const hardware::Catalogue& catalogue = m_document.catalogue();
  const bool edit = role == Qt::EditRole;
  const auto shown = [&](std::optional<double> value, double factor) {
    if (!value) return edit ? QString() : unknownText();
    return edit ? QLocale().toString(*value * factor, 'g', 10) : significantText(*value * factor);
  };
  switch (column) {
    case Name:
      return text(pool->id);
    case Hardware: {
      const QString condition = marksText(marksOf(*pool));
      const QString type = nodeText(*pool, catalogue);
      return condition.isEmpty() ? type
                                 : tr("%1 · %2", "type of node, condition of its GPUs").arg(type, condition);
    }
    case Nodes:
      return pool->nodes;
    case Price: {
      const strategy::Cost& cost = m_document.plan().job.cost;
      if (cost.basis == hardware::CostBasis::rent)
        return shown(poolPrice(*pool, catalogue, cost.commitment), shownMoney(1.0));
      return shown(poolPurchase(*pool, catalogue), shownMoney(1.0));
    }
    case Network:
      return shown(poolNetwork(*pool, catalogue), kBitsPerByte);
    case Rack: {
      const plan::Rack* rack = rackOf(m_document.plan(), pool->id);
      return rack != nullptr ? text(rack->name) : QString();
    }
    default:
      return {};
  }
}

/// A rack's figures are those of its frame: pools and what it is fed with, nodes and how many fit.
QVariant OutlineModel::rackData(const plan::Rack& rack, int column, int role) const {
  const bool edit = role == Qt::EditRole;
  switch (column) {
    case Name:
      return text(rack.name);
    case Hardware: {
      if (edit) return rack.power_kw ? QLocale().toString(*rack.power_kw, 'g', 10) : QString();
      const QString held = tr("Rack of %n pools", nullptr, static_cast<int>(rack.pools.size()));
      return rack.power_kw ? tr("%1, %2", "what a rack holds, what it is fed with")
                                 .arg(held, powerText(*rack.power_kw * 1e3))
                           : held;
    }
    case Nodes: {
      if (edit) return rack.node_slots ? QString::number(*rack.node_slots) : QString();
      const QString fitting = rackFaceOf(m_document, rack).fitting;
      return fitting.isEmpty() ? QVariant(rackLoad(m_document.plan(), rack, m_document.catalogue()).nodes)
                               : QVariant(fitting);
    }
    default:
      return {};
  }
}

/// The sign and the words of a limit that is passed, and what a cell of a rack takes.
QVariant OutlineModel::rackMark(const plan::Rack& rack, int column, int role) const {
  if (column != Hardware && column != Nodes) return {};
  RackLoad load;
  if (column == Hardware ? rack.power_kw.has_value() : rack.node_slots.has_value())
    load = rackLoad(m_document.plan(), rack, m_document.catalogue());
  (column == Hardware ? load.overSlots : load.overPower) = false;  // each beside its own limit
  const QString over = overRackText(rack, load);
  if (role == Qt::DecorationRole) return over.isEmpty() ? QVariant() : icon(QStringLiteral("warn"));
  const QString takes = column == Hardware ? tr("Power limit of the rack in kW; empty: no limit.")
                                           : tr("Number of nodes that fit into the rack; empty: not stated.");
  return over.isEmpty() ? takes : over + QLatin1Char('\n') + takes;
}

/// A link, or in one row all that have none of their own.
QVariant OutlineModel::linkData(const Node& node, int column, int role) const {
  if (node.kind == Kind::Bundle) {
    const int count = static_cast<int>(m_shown.bundled);
    if (column == Name) return grouped(tr("%n other links", nullptr, count), count);
    if (column == Hardware) return tr("Links drawn while their pools are selected");
    return {};
  }
  const hardware::BetweenPools* link = linkOf(node);
  if (link == nullptr) return {};
  if (column == Name) return tr("%1 – %2", "link between two pools").arg(text(link->a), text(link->b));
  if (column == Hardware) return tr("Link");
  if (column != Network) return {};
  const double gigabits = link->gb_per_s * kBitsPerByte;
  return role == Qt::EditRole ? QLocale().toString(gigabits, 'g', 10) : significantText(gigabits);
}

QVariant OutlineModel::branchData(const Node& node, int column) const {
  const bool networks = node.kind == Kind::Networks;
  if (column == Name) return networks ? tr("Networks") : tr("Notes");
  if (column != Hardware) return {};
  const std::size_t links = m_shown.places.size() + m_shown.bundled;
  const int count = static_cast<int>(networks ? links : m_document.plan().notes.size());
  return grouped(networks ? tr("%n links", nullptr, count) : tr("%n notes", nullptr, count), count);
}

/// A row in words: what it is, where it stands and which of its kind it is.
QString OutlineModel::spoken(const Node& node) const {
  const QLocale locale;
  switch (node.kind) {
    case Kind::Pool: {
      const hardware::PoolSpec* pool = poolOf(node);
      if (pool == nullptr) return {};
      const QString face = faceOf(m_document, *pool, CanvasLayer::Price, {}).spoken;
      const QString number = locale.toString(static_cast<qulonglong>(node.place + 1));
      const QString all = locale.toString(static_cast<qulonglong>(m_document.plan().cluster.pools.size()));
      const plan::Rack* rack = rackOf(m_document.plan(), pool->id);
      return rack == nullptr ? tr("%1, pool %2 of %3", "a pool in words").arg(face, number, all)
                             : tr("%1, rack %2, pool %3 of %4", "a pool in words")
                                   .arg(face, text(rack->name), number, all);
    }
    case Kind::Rack: {
      const plan::Rack* rack = findRack(m_document.plan(), node.id);
      return rack != nullptr ? rackFaceOf(m_document, *rack).spoken : QString();
    }
    case Kind::Link: {
      const hardware::BetweenPools* link = linkOf(node);
      if (link == nullptr) return {};
      return tr("Link %1 – %2: %3, link %4 of %5", "a link in words")
          .arg(text(link->a), text(link->b), networkText(link->gb_per_s * kGb), locale.toString(node.row + 1),
               locale.toString(static_cast<qulonglong>(m_shown.places.size())));
    }
    case Kind::Note:
      return tr("Note: %1, note %2 of %3", "a note in words")
          .arg(thingText(node, Name), locale.toString(node.row + 1),
               locale.toString(static_cast<qulonglong>(m_document.plan().notes.size())));
    case Kind::Networks:
    case Kind::Notes:
      return tr("%1: %2", "name of a branch, how many rows")
          .arg(thingText(node, Name), thingText(node, Hardware));
    case Kind::Bundle:
      break;
  }
  return thingText(node, Name);
}

QString OutlineModel::thingText(const Node& node, int column) const {
  return data(indexOf(node, column), Qt::DisplayRole).toString();
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Node& node = *nodeOf(index);
  const int column = index.column();
  if (role == IdRole) return text(node.id);
  if (role == KindRole) return static_cast<int>(node.kind);
  if (role == Qt::TextAlignmentRole && column >= Nodes && column != Rack)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::AccessibleTextRole) {
    const QString cell = thingText(node, column);
    if (column == Name) return spoken(node);
    return cell.isEmpty() ? QVariant()
                          : tr("%1: %2", "a column and what stands in it")
                                .arg(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), cell);
  }
  const bool shows = role == Qt::DisplayRole || role == Qt::EditRole;
  if (node.kind == Kind::Rack) {
    const plan::Rack* rack = findRack(m_document.plan(), node.id);
    if (rack == nullptr) return {};
    if (role == Qt::DecorationRole || role == Qt::ToolTipRole) return rackMark(*rack, column, role);
    return shows ? rackData(*rack, column, role) : QVariant();
  }
  if (!shows) return {};
  switch (node.kind) {
    case Kind::Pool:
      return poolData(node, column, role);
    case Kind::Note: {
      const plan::Note* note = findNote(m_document.plan(), node.id);
      if (note == nullptr) return {};
      if (column == Name) return role == Qt::EditRole ? text(note->text) : text(note->text).simplified();
      return column == Hardware ? tr("Note") : QVariant();
    }
    case Kind::Networks:
    case Kind::Notes:
      return branchData(node, column);
    case Kind::Link:
    case Kind::Bundle:
    case Kind::Rack:
      break;
  }
  return linkData(node, column, role);
}

bool OutlineModel::refuse(const QString& reason) {
  emit refused(reason);
  return false;
}

/// Pools into a rack, or out of theirs; a rack that has too much then says so.
void OutlineModel::joinRack(const std::vector<std::string>& pools, const std::string& rack) {
  m_document.undoStack().push(putIntoRack(m_document, pools, rack));
  const plan::Rack* joined = findRack(m_document.plan(), rack);
  if (joined == nullptr) return;
  const QString over = overRackText(*joined, rackLoad(m_document.plan(), *joined, m_document.catalogue()));
  if (!over.isEmpty()) emit told(tr("Rack %1: %2", "name, which limit it passes").arg(text(rack), over));
}

/// Its name, in its second column the kilowatts it is fed with, in its third how many nodes fit; empty: not
/// stated.
bool OutlineModel::setRack(const plan::Rack& rack, int column, const QString& entered) {
  QUndoStack& stack = m_document.undoStack();
  if (column == Name) {
    const std::string to = entered.trimmed().toStdString();
    if (to == rack.name) return true;
    if (to.empty()) return refuse(tr("A rack needs a name"));
    if (findRack(m_document.plan(), to) != nullptr)
      return refuse(tr("There is a rack “%1” already").arg(entered));
    stack.push(renameRack(m_document, rack.name, to));
    return true;
  }
  const bool none = entered.trimmed().isEmpty();
  if (column == Nodes) {
    const std::optional<int> nodes = countFrom(entered, kMostSlots);
    if (!none && !nodes)
      return refuse(tr("“%1” is no number of slots: enter a whole number from 1, or nothing").arg(entered));
    if (nodes == rack.node_slots) return true;
    stack.push(setRackSlots(m_document, rack.name, nodes));
    return true;
  }
  const std::optional<double> kilowatts = numberFrom(entered);
  if (!none && (!kilowatts || *kilowatts <= 0.0))
    return refuse(tr("“%1” is not a number above zero").arg(entered));
  if (kilowatts == rack.power_kw) return true;
  stack.push(setRackPower(m_document, rack.name, kilowatts));
  return true;
}

bool OutlineModel::setPool(const hardware::PoolSpec& pool, int column, const QString& entered) {
  QUndoStack& stack = m_document.undoStack();
  if (column == Name) {
    const std::string to = entered.trimmed().toStdString();
    if (to == pool.id) return true;
    if (to.empty()) return refuse(tr("A pool needs a name"));
    if (findPool(m_document.plan(), to) != nullptr)
      return refuse(tr("There is a pool “%1” already").arg(entered));
    stack.push(new RenamePool(m_document, pool.id, to));
    return true;
  }
  if (column == Rack) {
    const std::string to = entered.trimmed().toStdString();
    const plan::Rack* now = rackOf(m_document.plan(), pool.id);
    if (to != (now != nullptr ? now->name : std::string())) joinRack({pool.id}, to);
    return true;
  }
  if (column == Nodes) {
    const std::optional<int> nodes = countFrom(entered, kMostNodes);
    if (!nodes) return refuse(tr("“%1” is no number of nodes: enter a whole number from 1").arg(entered));
    if (hardware::whole_nodes(*nodes, pool, m_document.catalogue()) != *nodes)
      return refuse(tr("“%1” is no whole number of units: %n nodes are had at once", nullptr,
                       hardware::nodes_at_once(pool, m_document.catalogue()))
                        .arg(entered));
    if (*nodes != pool.nodes) stack.push(new SetNodeCount(m_document, pool.id, *nodes));
    return true;
  }
  const std::optional<double> value = numberFrom(entered);
  if (!entered.trimmed().isEmpty() && (!value || *value <= 0.0))
    return refuse(tr("“%1” is not a number above zero").arg(entered));
  std::optional<double> kept;
  if (value) kept = column == Price ? dollars(*value) : *value / kBitsPerByte;
  const hardware::CostBasis basis = m_document.plan().job.cost.basis;
  const bool rents = basis == hardware::CostBasis::rent;
  if (kept && column == Price && !rents) *kept /= poolGpusPerNode(pool, m_document.catalogue());
  const auto& own = rents ? pool.usd_per_gpu_hour : pool.purchase_usd_per_gpu;
  if (column == Price && kept != own) stack.push(new SetPoolPrice(m_document, pool.id, kept, basis));
  if (column == Network && kept != pool.inter_node_gb_per_s)
    stack.push(new SetPoolNetwork(m_document, pool.id, kept));
  return true;
}

bool OutlineModel::setLink(const hardware::BetweenPools& link, const QString& entered) {
  const std::optional<double> gigabits = numberFrom(entered);
  if (!gigabits || *gigabits <= 0.0) return refuse(tr("“%1” is not a number above zero").arg(entered));
  m_document.undoStack().push(
      new SetLink(m_document, link.a, link.b, *gigabits / kBitsPerByte, link.latency_us));
  return true;
}

bool OutlineModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable) || !isThere(index)) return false;
  const QString entered = value.toString();
  if (entered == data(index, Qt::EditRole).toString()) return true;  // nothing was changed
  const Node& node = *nodeOf(index);
  switch (node.kind) {  // the edit takes copies: what it changes is what they are of
    case Kind::Pool:
      return setPool(hardware::PoolSpec(*poolOf(node)), index.column(), entered);
    case Kind::Rack:
      return setRack(plan::Rack(*findRack(m_document.plan(), node.id)), index.column(), entered);
    case Kind::Link:
      return setLink(hardware::BetweenPools(*linkOf(node)), entered);
    case Kind::Note:
      m_document.undoStack().push(changeNote(m_document, std::string(node.id), entered.toStdString()));
      return true;
    case Kind::Bundle:
    case Kind::Networks:
    case Kind::Notes:
      break;
  }
  return false;
}

QStringList OutlineModel::mimeTypes() const { return {QLatin1StringView(kDraggedPoolsMime)}; }

QMimeData* OutlineModel::mimeData(const QModelIndexList& indexes) const {
  Json pools = Json::array();
  for (const QModelIndex& index : indexes)
    if (index.column() == Name && kindOf(index) == Kind::Pool) pools.push_back(idOf(index));
  if (pools.empty()) return nullptr;
  auto data = std::make_unique<QMimeData>();
  const Json dragged{{"model", m_dragKey.toStdString()}, {"pools", std::move(pools)}};
  data->setData(QLatin1StringView(kDraggedPoolsMime), QByteArray::fromStdString(text_of(dragged)));
  return data.release();
}

/// Pools of the plan that were dragged out of this model and do not stand in `rack` yet, or in any where that
/// is empty; of another window's none.
std::vector<std::string> OutlineModel::draggedPools(const QMimeData* data, const std::string& rack) const {
  std::vector<std::string> pools;
  if (data == nullptr) return pools;
  const Json dragged = json_or_null(data->data(QLatin1StringView(kDraggedPoolsMime)).toStdString());
  if (!dragged.is_object() || dragged.value("model", Json()) != m_dragKey.toStdString()) return pools;
  for (const Json& each : dragged.value("pools", Json::array())) {
    const std::string pool = each.is_string() ? each.get<std::string>() : std::string();
    if (findPool(m_document.plan(), pool) == nullptr) continue;
    const plan::Rack* standing = rackOf(m_document.plan(), pool);
    if (standing == nullptr ? !rack.empty() : standing->name != rack) pools.push_back(pool);
  }
  return pools;
}

bool OutlineModel::canDropMimeData(const QMimeData* data, Qt::DropAction action, int, int,
                                   const QModelIndex& parent) const {
  if (action != Qt::MoveAction || (parent.isValid() && kindOf(parent) != Kind::Rack)) return false;
  return !draggedPools(data, idOf(parent)).empty();
}

bool OutlineModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                                const QModelIndex& parent) {
  if (!canDropMimeData(data, action, row, column, parent)) return false;
  const std::string into = idOf(parent);
  joinRack(draggedPools(data, into), into);
  return true;
}

}  // namespace astrolabe::ui
