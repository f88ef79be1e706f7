#pragma once
// The hardware palette: search, tree, own types.

#include <QWidget>

#include "ui/canvas/shelf_model.h"

class QLineEdit;
class QPushButton;
class QTreeView;
class QLabel;
class QStackedWidget;

namespace astrolabe::ui {

class GpuShelf : public QWidget {
  Q_OBJECT

 public:
  explicit GpuShelf(PlanDocument& document, QWidget* parent = nullptr);
  ShelfModel& model() { return *m_model; }
  QTreeView& tree() { return *m_tree; }

 public slots:
  void focusSearch();
  void clearSearch();
  void newGpuType();

 signals:
  /// Enter, double-click or Shift+Enter on an entry.
  void addRequested(const astrolabe::ui::HardwareId& id, int nodes);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void search(const QString& query);
  void addCurrent(bool askHowMany);
  QWidget* makeEmptyState();
  PlanDocument& m_document;
  ShelfModel* m_model;
  QLineEdit* m_search;
  QTreeView* m_tree;
  QStackedWidget* m_pages;
  QLabel* m_nothing = nullptr;
};

}  // namespace astrolabe::ui
