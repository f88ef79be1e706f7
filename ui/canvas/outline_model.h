#pragma once
// The cluster as a table: pools, the links between them, notes. What the canvas draws, for eyes and ears that
// prefer rows; its cells are edited in place.

#include <QAbstractTableModel>

#include "ui/canvas/shown_links.h"
#include "ui/document/plan_document.h"

namespace astrolabe::ui {

class OutlineModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Name, Hardware, Nodes, Price, Network, Rack, kColumns };
  /// A bundle is the row of all links that have none of their own.
  enum class Kind { Pool, Link, Bundle, Note, Rack };
  enum Role { IdRole = Qt::UserRole + 1, KindRole };

  explicit OutlineModel(PlanDocument& document, QObject* parent = nullptr);

  Kind kindOf(int row) const;
  /// Pool or note id, name of a rack, linkId() of a link; empty for a bundle.
  std::string idOf(int row) const;
  int rowOf(const std::string& id) const;
  int rowOf(Kind kind, const std::string& id) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  /// Pushes the edit; false (and refused()) when the value cannot be.
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

 signals:
  void refused(const QString& reason);

 private:
  int pools() const { return static_cast<int>(m_document.plan().cluster.pools.size()); }
  /// Links with a row, and one for the others.
  int links() const { return static_cast<int>(m_shown.places.size()); }
  int bundles() const { return m_shown.bundled > 0 ? 1 : 0; }
  /// The rows before the notes.
  int head() const { return pools() + links() + bundles(); }
  const hardware::BetweenPools* linkAt(int row) const;
  QVariant linkData(int row, int column, int role) const;
  void planChanged();
  QVariant poolData(const hardware::PoolSpec& pool, int column, int role) const;
  bool setPool(const hardware::PoolSpec& pool, int column, const QString& text);
  QVariant rackData(const plan::Rack& rack, int column, int role) const;
  bool setRack(const plan::Rack& rack, int column, const QString& text);
  int notes() const { return static_cast<int>(m_document.plan().notes.size()); }
  int rows() const { return head() + notes() + static_cast<int>(m_document.plan().racks.size()); }
  bool refuse(const QString& reason);
  PlanDocument& m_document;
  ShownLinks m_shown;
  int m_rows = 0;
};

}  // namespace astrolabe::ui
