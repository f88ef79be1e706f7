#pragma once
// The cluster as a tree: racks with their pools, pools that stand in none, the links between pools, notes.
// What the canvas draws, for eyes and ears that prefer rows; its cells are edited in place, pools are dragged
// into racks. It follows the plan row by row: what is open, selected or current stays so.

#include <QAbstractItemModel>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "ui/canvas/shown_links.h"
#include "ui/document/plan_document.h"

namespace astrolabe::ui {

class OutlineModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { Name, Hardware, Nodes, Price, Network, Rack, kColumns };
  /// Networks and Notes are the branches of links and notes. A bundle is the row of all links that have none
  /// of their own.
  enum class Kind { Pool, Link, Bundle, Note, Rack, Networks, Notes };
  enum Role { IdRole = Qt::UserRole + 1, KindRole };

  explicit OutlineModel(PlanDocument& document, QObject* parent = nullptr);
  ~OutlineModel() override;

  Kind kindOf(const QModelIndex& index) const;
  /// Pool or note id, name of a rack, linkId() of a link; empty for a bundle and a branch.
  std::string idOf(const QModelIndex& index) const;
  /// Invalid where there is no such row.
  QModelIndex indexOf(Kind kind, const std::string& id, int column = Name) const;
  /// The row of the pool `id`; else of the rack, the note or the link that is called so. Invalid without any.
  QModelIndex indexOf(const std::string& id, int column = Name) const;
  /// False while the plan has what the row shows no longer, before the rows follow.
  bool isThere(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  /// Pushes the edit; false (and refused()) when the value cannot be.
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

  /// Pools of this very model go into the rack that they are dropped on, or out of theirs beside all racks.
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  /// Null where no pool is among the rows.
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                       const QModelIndex& parent) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 signals:
  void refused(const QString& reason);
  /// An edit that was made passes a limit of a rack.
  void told(const QString& text);
  /// The rows are about to follow the plan, and have. `renamed`: a row shows what is called otherwise now.
  void aboutToFollow();
  void followed(bool renamed);

 private:
  struct Node;
  using Key = std::pair<Kind, std::string>;
  using Wanted = std::map<Key, const Node*>;
  Node* nodeOf(const QModelIndex& index) const;
  QModelIndex indexOf(const Node& node, int column = Name) const;
  const Node* find(const Key& key) const;

  // How the rows follow the plan: outline_follow.cpp.
  std::unique_ptr<Node> wantedRows() const;
  void follow();
  bool renameRows(Node& mine, const Node& wanted, const Wanted& all);
  void addBranches(const Node& wanted);
  void arrange(const Node& wanted, const Wanted& all);
  void removeGone(Node& mine, const Wanted& all);
  void addRows(Node& mine, const Node& wanted);
  void forget(const Node& node);

  // What the cells say and take: outline_cells.cpp.
  const hardware::PoolSpec* poolOf(const Node& node) const;
  const hardware::BetweenPools* linkOf(const Node& node) const;
  QVariant poolData(const Node& node, int column, int role) const;
  QVariant rackData(const plan::Rack& rack, int column, int role) const;
  QVariant linkData(const Node& node, int column, int role) const;
  QVariant branchData(const Node& node, int column) const;
  QVariant rackMark(const plan::Rack& rack, int column, int role) const;
  QString spoken(const Node& node) const;
  QString thingText(const Node& node, int column) const;
  bool setPool(const hardware::PoolSpec& pool, int column, const QString& text);
  bool setRack(const plan::Rack& rack, int column, const QString& text);
  bool setLink(const hardware::BetweenPools& link, const QString& text);
  bool refuse(const QString& reason);
  void joinRack(const std::vector<std::string>& pools, const std::string& rack);
  std::vector<std::string> draggedPools(const QMimeData* data, const std::string& rack) const;

  PlanDocument& m_document;
  ShownLinks m_shown;
  std::unique_ptr<Node> m_root;
  std::map<Key, Node*> m_nodes;
  QByteArray m_dragKey;  ///< of what is dragged out of this model alone
  /// Of the prices that the heading of their column speaks of.
  hardware::CostBasis m_basis = hardware::CostBasis::rent;
};

/// A row: what it shows, and its rows. Rows know their place, so that a cell of many thousands is found at
/// once.
struct OutlineModel::Node {
  Kind kind = Kind::Pool;
  std::string id;
  Node* parent = nullptr;
  int row = 0;
  std::size_t place = 0;  ///< in the plan's list of its kind
  std::vector<std::unique_ptr<Node>> rows{};

  Key key() const { return {kind, id}; }
  bool isBranch() const { return kind == Kind::Rack || kind == Kind::Networks || kind == Kind::Notes; }
  void number() {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i]->parent = this;
      rows[i]->row = static_cast<int>(i);
    }
  }
};

}  // namespace astrolabe::ui
