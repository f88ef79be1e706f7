#pragma once
// The hardware palette as a tree: what was used last, nodes, GPUs, racks, networks, own types; searched word
// by word.

#include <QAbstractItemModel>
#include <QDate>
#include <QStringList>
#include <set>
#include <vector>

#include "core/cost/evidence.h"
#include "ui/canvas/clipboard.h"
#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// True when every word of `query` is in `haystack` (any order, any case); a word such as ">=80GB", "<48" or
/// "=141gb" compares with the memory, one such as "<$10", ">=200000usd", or "<9/h" in the currency in force
/// with the price of the row (dollars) instead. What is not known matches no comparison.
bool shelfMatches(const QString& query, const QString& haystack, std::optional<double> memoryGb,
                  std::optional<double> price = {});

class ShelfModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum class Group { Recent, Nodes, Gpus, Racks, Networks, Own };
  enum Role {
    SecondLineRole = Qt::UserRole + 1,  ///< memory · link
    PriceRole,
    DateRole,        ///< source date, or "no price"
    OldRole,         ///< bool: the price is older than kOldPriceDays
    GpuRole,         ///< catalogue id of the GPU type
    UnmeasuredRole,  ///< what stands behind its predictions, in a word; "" where runs of it were measured
    CountRole,       ///< of a group: entries shown
    IsGroupRole      ///< bool
  };
  explicit ShelfModel(PlanDocument& document, QObject* parent = nullptr);

  /// Shows only what matches; see shelfMatches().
  void setQuery(const QString& query);
  QString query() const { return m_query; }
  /// Shows only nodes and GPUs that this provider sells or quotes; "" shows all. Racks and networks stay.
  void setProvider(const QString& provider);
  QString provider() const { return m_provider; }
  /// The day against which prices are old. Today unless set (tests, screenshots).
  void setToday(QDate today);
  /// What was used last, the newest first: of this session, and of earlier ones where it is given back.
  const std::vector<HardwareId>& recent() const { return m_recent; }
  void setRecent(std::vector<HardwareId> recent);
  /// Number of entries shown in all groups.
  int shown() const;
  /// The entry of a row; empty for a group.
  std::optional<HardwareId> hardware(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }

 private:
  struct Entry {
    HardwareId id;
    std::string gpu;
    QString name, second, price, date, tip, haystack;
    std::optional<double> memoryGb, priceUsd;
    std::set<std::string> providers{};  ///< as name_key() writes them
    bool old = false;
    cost::Evidence evidence = cost::Evidence::measured;
  };
  static constexpr int kGroups = 6;
  static constexpr std::size_t kRecent = 6;
  void rebuild();
  strategy::Software software() const;
  void followSoftware();
  void filter();
  /// `unit`: GPUs of the nodes that are had at once, as in HardwareId.
  Entry entryFor(const hardware::NodeType& node, int unit = 0) const;
  Entry entryFor(const hardware::Gpu& gpu) const;
  void markEvidence(Entry& entry, const hardware::Gpu& gpu) const;
  void addProviders(Entry& entry, const std::string& provider) const;
  std::vector<Entry> racks() const;
  std::vector<Entry> networks() const;
  void noteUsed();
  void fillRecent();
  bool isOld(const std::string& date) const;
  QVariant groupData(int group, int role) const;
  QVariant entryData(const Entry& entry, int role) const;
  const Entry* entryAt(const QModelIndex& index) const;
  PlanDocument& m_document;
  QString m_query, m_provider;
  QDate m_today;
  std::vector<HardwareId> m_recent;
  std::set<std::string> m_seen;   ///< pools that were in the plan already
  std::string m_types;            ///< own types and catalogue rows of the last rebuild, as JSON
  strategy::Software m_software;  ///< of the question, at the last rebuild
  std::vector<Entry> m_all[kGroups];
  std::vector<int> m_visible[kGroups];
};

}  // namespace astrolabe::ui
