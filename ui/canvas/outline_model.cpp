#include "ui/canvas/outline_model.h"

#include <QUuid>

#include "ui/render/money.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

OutlineModel::OutlineModel(PlanDocument& document, QObject* parent)
    : QAbstractItemModel(parent),
      m_document(document),
      m_root(std::make_unique<Node>()),
      m_dragKey(QUuid::createUuid().toByteArray()) {
  connect(&document, &PlanDocument::planChanged, this, &OutlineModel::follow);
  follow();
}

OutlineModel::~OutlineModel() = default;

OutlineModel::Node* OutlineModel::nodeOf(const QModelIndex& index) const {
  return index.isValid() ? static_cast<Node*>(index.internalPointer()) : m_root.get();
}

QModelIndex OutlineModel::indexOf(const Node& node, int column) const {
  return &node == m_root.get() ? QModelIndex() : createIndex(node.row, column, &node);
}

const OutlineModel::Node* OutlineModel::find(const Key& key) const {
  const auto found = m_nodes.find(key);
  return found != m_nodes.end() ? found->second : nullptr;
}

OutlineModel::Kind OutlineModel::kindOf(const QModelIndex& index) const { return nodeOf(index)->kind; }

std::string OutlineModel::idOf(const QModelIndex& index) const { return nodeOf(index)->id; }

QModelIndex OutlineModel::indexOf(Kind kind, const std::string& id, int column) const {
  const Node* node = find({kind, id});
  return node != nullptr ? indexOf(*node, column) : QModelIndex();
}

QModelIndex OutlineModel::indexOf(const std::string& id, int column) const {
  for (const Kind kind : {Kind::Pool, Kind::Rack, Kind::Note, Kind::Link})
    if (const Node* node = find({kind, id})) return indexOf(*node, column);
  return {};
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= kColumns || row >= rowCount(parent)) return {};
  return indexOf(*nodeOf(parent)->rows[static_cast<std::size_t>(row)], column);
}

QModelIndex OutlineModel::parent(const QModelIndex& index) const {
  return index.isValid() ? indexOf(*nodeOf(index)->parent) : QModelIndex();
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent)->rows.size());
}

int OutlineModel::columnCount(const QModelIndex& parent) const { return parent.column() > 0 ? 0 : kColumns; }

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
      return m_document.plan().job.cost.basis == hardware::CostBasis::rent
                 ? tr("%1/GPU·h", "sign of a currency").arg(currencySign())
                 : tr("%1/node", "sign of a currency").arg(currencySign());
    case Network:
      return tr("Network, Gb/s");
    case Rack:
      return tr("Rack");
    default:
      return {};
  }
}

Qt::ItemFlags OutlineModel::flags(const QModelIndex& index) const {
  // Beside all rows a pool is taken out of its rack.
  if (!index.isValid()) return Qt::ItemIsDropEnabled;
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  bool editable = false;
  switch (kindOf(index)) {
    case Kind::Pool:
      editable = index.column() != Hardware;
      flags |= Qt::ItemIsDragEnabled;
      break;
    case Kind::Rack:
      editable = index.column() <= Nodes;
      flags |= Qt::ItemIsDropEnabled;
      break;
    case Kind::Link:
      editable = index.column() == Network;
      break;
    case Kind::Note:
      editable = index.column() == Name;
      break;
    case Kind::Bundle:
    case Kind::Networks:
    case Kind::Notes:
      break;
  }
  if (!nodeOf(index)->isBranch()) flags |= Qt::ItemNeverHasChildren;
  return editable ? flags | Qt::ItemIsEditable : flags;
}

}  // namespace astrolabe::ui
