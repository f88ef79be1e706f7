#pragma once
// The hardware palette: search, tree, own types.

#include <QJsonObject>
#include <QWidget>
#include <set>
#include <string>
#include <vector>

#include "ui/canvas/price_mapping.h"
#include "ui/canvas/shelf_model.h"

class QComboBox;
class QLineEdit;
class QPushButton;
class QTreeView;
class QUndoCommand;
class QLabel;
class QStackedWidget;

namespace astrolabe::ui {

class GpuShelf : public QWidget {
  Q_OBJECT

 public:
  explicit GpuShelf(PlanDocument& document, QWidget* parent = nullptr);
  /// Without its buttons, which stand in menus as well: for windows that hold little. A low palette does
  /// without them by itself.
  void setCompact(bool compact);
  ShelfModel& model() { return *m_model; }
  QTreeView& tree() { return *m_tree; }
  /// How the columns of price tables were read so far.
  const PriceMappings& priceMappings() const { return m_mappings; }
  void setPriceMappings(const PriceMappings& mappings) { m_mappings = mappings; }
  /// Which groups a person closed and what was used last, and both given back; nonsense is passed over.
  QJsonObject saved() const;
  void restore(const QJsonObject& saved);

 public slots:
  void focusSearch();
  void clearSearch();
  void newGpuType();
  /// A form with the figures of the chosen GPU or node type, to be saved as one's own.
  void editCopy();
  void askForPrices();
  /// The prices in force, from where a table of one's own is imported.
  void showPrices();
  /// Shows what a price table would do, and takes it when that is confirmed. A file that cannot be read is
  /// told.
  void importPrices(const QString& path);

 signals:
  /// Enter, double-click or Shift+Enter on an entry.
  void addRequested(const astrolabe::ui::HardwareId& id, int nodes);
  /// Space on an entry: it is carried to the canvas by keys.
  void carried(const astrolabe::ui::HardwareId& id);
  void message(const QString& text);
  void fileRefused(const astrolabe::Error& error);
  void priceMappingsChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitButtons();
  void setUpSearch();
  void setUpProviders();
  void fillProviders();
  void setUpTree();
  void search(const QString& query);
  void showGroups();
  void addCurrent(bool askHowMany);
  void showMenu(const QPoint& at);
  /// An edit of types and prices; says which nodes of the plan get another price by it.
  void pushPrices(QUndoCommand* edit);
  QWidget* makeEmptyState();
  PlanDocument& m_document;
  PriceMappings m_mappings;
  ShelfModel* m_model;
  QLineEdit* m_search;
  QComboBox* m_provider;
  QStringList m_providers;
  QTreeView* m_tree;
  QStackedWidget* m_pages;
  QWidget* m_bottom = nullptr;
  bool m_compact = false;
  QLabel* m_nothing = nullptr;
  std::set<int> m_closed;           ///< groups that a person closed
  std::vector<std::string> m_hues;  ///< types that have one, as it was drawn last
  bool m_showing = false;           ///< groups open and close by themselves
};

}  // namespace astrolabe::ui
