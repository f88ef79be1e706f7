#pragma once
// The outline beside the canvas: one selection for both.

#include <QWidget>

#include "ui/canvas/outline_model.h"

class QGraphicsItem;
class QKeyEvent;
class QTreeView;

namespace astrolabe::ui {

class ClusterView;

class OutlinePanel : public QWidget {
  Q_OBJECT

 public:
  OutlinePanel(PlanDocument& document, ClusterView& view, QWidget* parent = nullptr);
  OutlineModel& model() { return *m_model; }
  QTreeView& table() { return *m_table; }

 signals:
  void message(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QGraphicsItem* itemOf(const QModelIndex& row) const;
  void toCanvas();
  void fromCanvas();
  void follow(bool renamed);
  void openBranches(const QModelIndex& parent, int first, int last);
  bool walk(bool forward);
  bool editName();
  void showMenu(const QPoint& at);
  ClusterView& m_view;
  OutlineModel* m_model;
  QTreeView* m_table;
  bool m_following = false;  ///< a selection is on its way from one to the other
};

}  // namespace astrolabe::ui
