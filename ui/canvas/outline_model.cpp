#include "ui/canvas/outline_model.h"

#include <algorithm>

#include "ui/canvas/link_item.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/notes.h"
#include "ui/document/commands/racks.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

constexpr int kMostNodes = 100000;

/// As the locale writes it, for the cell was filled so (3.200 is 3200 in German), or with a point.
std::optional<double> numberFrom(const QString& text) {
  bool ok = false;
  double value = QLocale().toDouble(text.trimmed(), &ok);
  if (!ok) value = QLocale::c().toDouble(text.trimmed(), &ok);
  return ok ? std::optional(value) : std::nullopt;
}

}  // namespace

OutlineModel::OutlineModel(PlanDocument& document, QObject* parent)
    : QAbstractTableModel(parent), m_document(document) {
  connect(&document, &PlanDocument::planChanged, this, &OutlineModel::planChanged);
  m_shown = shownLinks(document.plan().cluster, document.catalogue());
  m_rows = rows();
}

/// Edits of values keep rows and selection; only another number of rows starts over.
void OutlineModel::planChanged() {
  m_shown = shownLinks(m_document.plan().cluster, m_document.catalogue());
  if (const int now = rows(); now != m_rows) {
    beginResetModel();
    m_rows = now;
    endResetModel();
  } else if (now > 0) {
    emit dataChanged(index(0, 0), index(now - 1, kColumns - 1));
  }
}

OutlineModel::Kind OutlineModel::kindOf(int row) const {
  if (row < pools()) return Kind::Pool;
  if (row < pools() + links()) return Kind::Link;
  if (row < head()) return Kind::Bundle;
  return row < head() + notes() ? Kind::Note : Kind::Rack;
}

std::string OutlineModel::idOf(int row) const {
  const plan::Plan& plan = m_document.plan();
  if (row < 0 || row >= std::min(m_rows, rows())) return {};  // the canvas may ask before planChanged()
  if (kindOf(row) == Kind::Pool) return plan.cluster.pools[static_cast<std::size_t>(row)].id;
  if (kindOf(row) == Kind::Bundle) return {};
  if (kindOf(row) == Kind::Link) {
    const hardware::BetweenPools* link = linkAt(row);
    return link != nullptr ? linkId(link->a, link->b) : std::string();
  }
  const int behindLinks = row - head();
  if (kindOf(row) == Kind::Rack) return plan.racks[static_cast<std::size_t>(behindLinks - notes())].name;
  return plan.notes[static_cast<std::size_t>(behindLinks)].id;
}

int OutlineModel::rowOf(Kind kind, const std::string& id) const {
  for (int row = 0; row < m_rows; ++row)
    if (kindOf(row) == kind && idOf(row) == id) return row;
  return -1;
}

int OutlineModel::rowOf(const std::string& id) const {
  for (int row = 0; row < m_rows; ++row)
    if (kindOf(row) != Kind::Bundle && idOf(row) == id) return row;
  return -1;
}

int OutlineModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_rows; }
int OutlineModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case Name:
      return tr("Name");
    case Hardware:
      return tr("Hardware");
    case Nodes:
      return tr("Nodes");
    case Price:
      return m_document.plan().job.cost.basis == hardware::CostBasis::rent ? tr("$/GPU·h") : tr("$/GPU");
    case Network:
      return tr("Network, Gb/s");
    case Rack:
      return tr("Rack");
    default:
      return {};
  }
}

QVariant OutlineModel::poolData(const hardware::PoolSpec& pool, int column, int role) const {
  const hardware::Catalogue& catalogue = m_document.catalogue();
  const bool edit = role == Qt::EditRole;
  const auto shown = [&](std::optional<double> value, double factor) {
    if (!value) return edit ? QString() : unknownText();
    return edit ? QLocale().toString(*value * factor, 'g', 10) : significantText(*value * factor);
  };
  switch (column) {
    case Name:
      return text(pool.id);
    case Hardware:
      return nodeText(pool, catalogue);
    case Nodes:
      return pool.nodes;
    case Price: {
      const strategy::Cost& cost = m_document.plan().job.cost;
      if (cost.basis == hardware::CostBasis::rent)
        return shown(poolPrice(pool, catalogue, cost.commitment), 1.0);
      return shown(poolPurchase(pool, catalogue), 1.0 / poolGpusPerNode(pool, catalogue));
    }
    case Network:
      return shown(poolNetwork(pool, catalogue), kBitsPerByte);
    case Rack: {
      const plan::Rack* rack = rackOf(m_document.plan(), pool.id);
      return rack != nullptr ? text(rack->name) : QString();
    }
    default:
      return {};
  }
}

/// A rack's figures are those of its frame: GPUs, what it draws of what it is fed with, what it costs.
QVariant OutlineModel::rackData(const plan::Rack& rack, int column, int role) const {
  switch (column) {
    case Name:
      return text(rack.name);
    case Hardware: {
      if (role == Qt::EditRole)
        return rack.power_kw ? QLocale().toString(*rack.power_kw, 'g', 10) : QString();
      const QString held = tr("Rack of %n pools", nullptr, static_cast<int>(rack.pools.size()));
      return rack.power_kw ? tr("%1, %2", "what a rack holds, what it is fed with")
                                 .arg(held, powerText(*rack.power_kw * 1e3))
                           : held;
    }
    case Nodes: {
      int nodes = 0;
      for (const std::string& id : rack.pools)
        if (const hardware::PoolSpec* pool = findPool(m_document.plan(), id)) nodes += pool->nodes;
      return nodes;
    }
    default:
      return {};
  }
}

/// Its name, or behind its hardware the kilowatts it is fed with; empty: not limited.
bool OutlineModel::setRack(const plan::Rack& rack, int column, const QString& entered) {
  if (column == Name) {
    const std::string to = entered.trimmed().toStdString();
    if (to == rack.name) return true;
    if (to.empty()) return refuse(tr("A rack needs a name"));
    if (findRack(m_document.plan(), to) != nullptr)
      return refuse(tr("There is a rack “%1” already").arg(entered));
    m_document.undoStack().push(renameRack(m_document, rack.name, to));
    return true;
  }
  const std::optional<double> kilowatts = numberFrom(entered);
  if (!entered.trimmed().isEmpty() && (!kilowatts || *kilowatts <= 0.0))
    return refuse(tr("“%1” is not a number above zero").arg(entered));
  m_document.undoStack().push(setRackPower(m_document, rack.name, kilowatts));
  return true;
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= std::min(m_rows, rows())) return {};
  const plan::Plan& plan = m_document.plan();
  const Kind kind = kindOf(index.row());
  if (role == IdRole) return text(idOf(index.row()));
  if (role == KindRole) return static_cast<int>(kind);
  if (role == Qt::TextAlignmentRole && index.column() >= Nodes && index.column() != Rack)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  if (kind == Kind::Pool)
    return poolData(plan.cluster.pools[static_cast<std::size_t>(index.row())], index.column(), role);
  if (kind == Kind::Rack)
    return rackData(plan.racks[static_cast<std::size_t>(index.row() - head() - notes())], index.column(),
                    role);
  if (kind == Kind::Note) {
    const plan::Note& note = plan.notes[static_cast<std::size_t>(index.row() - head())];
    if (index.column() == Name) return role == Qt::EditRole ? text(note.text) : text(note.text).simplified();
    return index.column() == Hardware ? tr("Note") : QVariant();
  }
  return linkData(index.row(), index.column(), role);
}

const hardware::BetweenPools* OutlineModel::linkAt(int row) const {
  const std::vector<hardware::BetweenPools>& links = m_document.plan().cluster.between_pools;
  const std::size_t place = m_shown.places[static_cast<std::size_t>(row - pools())];
  return place < links.size() ? &links[place] : nullptr;  // the canvas may ask before planChanged()
}

/// A link, or in one row all that have none of their own.
QVariant OutlineModel::linkData(int row, int column, int role) const {
  if (kindOf(row) == Kind::Bundle) {
    const int count = static_cast<int>(m_shown.bundled);
    if (column == Name) return grouped(tr("%n other links", nullptr, count), count);
    if (column == Hardware) return tr("Links drawn while their pools are selected");
    return {};
  }
  const hardware::BetweenPools* link = linkAt(row);
  if (link == nullptr) return {};
  if (column == Name) return tr("%1 – %2", "link between two pools").arg(text(link->a), text(link->b));
  if (column == Hardware) return tr("Link");
  if (column != Network) return {};
  const double gigabits = link->gb_per_s * kBitsPerByte;
  return role == Qt::EditRole ? QLocale().toString(gigabits, 'g', 10) : significantText(gigabits);
}

Qt::ItemFlags OutlineModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const Qt::ItemFlags plain = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  const Kind kind = kindOf(index.row());
  const bool editable = kind == Kind::Pool   ? index.column() != Hardware
                        : kind == Kind::Rack ? index.column() <= Hardware
                        : kind == Kind::Link ? index.column() == Network
                                             : kind == Kind::Note && index.column() == Name;
  return editable ? plain | Qt::ItemIsEditable : plain;
}

bool OutlineModel::refuse(const QString& reason) {
  emit refused(reason);
  return false;
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
    stack.push(putIntoRack(m_document, {pool.id}, entered.trimmed().toStdString()));
    return true;
  }
  const std::optional<double> value = numberFrom(entered);
  if (column == Nodes) {
    if (!value || *value < 1 || *value > kMostNodes || *value != static_cast<int>(*value))
      return refuse(tr("“%1” is no number of nodes: enter a whole number from 1").arg(entered));
    if (static_cast<int>(*value) != pool.nodes)
      stack.push(new SetNodeCount(m_document, pool.id, static_cast<int>(*value)));
    return true;
  }
  if (!entered.trimmed().isEmpty() && (!value || *value < 0.0 || (column == Network && *value <= 0.0)))
    return refuse(tr("“%1” is not a number above zero").arg(entered));
  if (column == Price)
    stack.push(new SetPoolPrice(m_document, pool.id, value, m_document.plan().job.cost.basis));
  if (column == Network)
    stack.push(
        new SetPoolNetwork(m_document, pool.id, value ? std::optional(*value / kBitsPerByte) : std::nullopt));
  return true;
}

bool OutlineModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable)) return false;
  const QString entered = value.toString();
  if (entered == data(index, Qt::EditRole).toString()) return true;  // nothing was changed
  const plan::Plan& plan = m_document.plan();
  switch (kindOf(index.row())) {
    case Kind::Pool:
      return setPool(hardware::PoolSpec(plan.cluster.pools[static_cast<std::size_t>(index.row())]),
                     index.column(), entered);
    case Kind::Note:
      m_document.undoStack().push(changeNote(m_document, idOf(index.row()), entered.toStdString()));
      return true;
    case Kind::Rack:
      return setRack(plan::Rack(plan.racks[static_cast<std::size_t>(index.row() - head() - notes())]),
                     index.column(), entered);
    case Kind::Bundle:
      return false;
    case Kind::Link:
      break;
  }
  if (linkAt(index.row()) == nullptr) return false;
  const hardware::BetweenPools link = *linkAt(index.row());
  const std::optional<double> gigabits = numberFrom(entered);
  if (!gigabits || *gigabits <= 0.0) return refuse(tr("“%1” is not a number above zero").arg(entered));
  m_document.undoStack().push(
      new SetLink(m_document, link.a, link.b, *gigabits / kBitsPerByte, link.latency_us));
  return true;
}

}  // namespace astrolabe::ui
