#pragma once

#include <QStackedWidget>
#include <QWidget>

#include "ui/document/plan_document.h"
#include "ui/document/selection.h"

class QCustomPlot;
class QLabel;
class QTableWidget;
class QToolButton;

namespace astrolabe::ui {

/// Where time, memory and money go: three plots side by side, each with the same numbers as a table.
class BreakdownView : public QWidget {
  Q_OBJECT

 public:
  BreakdownView(PlanDocument& document, StrategySelection& selection, QWidget* parent = nullptr);
  void setStale(bool stale);
  void setShowTable(bool table);
  bool showsTable() const { return m_table; }

 signals:
  void looksChanged();

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Panel {
    QLabel* title = nullptr;
    QStackedWidget* stack = nullptr;
    QCustomPlot* plot = nullptr;
    QTableWidget* table = nullptr;
  };
  Panel makePanel(const QString& name, const QString& title, int stretch);
  void refresh();
  void drawTime(const plan::Snapshot& snapshot);
  void drawMemory(const plan::Snapshot& snapshot, const Detail& detail);
  void drawMoney(const plan::Snapshot& snapshot);
  void style(QCustomPlot& plot) const;
  void wrapLegends();
  QList<int> rows(const plan::Snapshot& snapshot) const;

  PlanDocument& m_document;
  StrategySelection& m_selection;
  Panel m_time, m_memory, m_money;
  bool m_table = false;
  bool m_stale = false;
};

}  // namespace astrolabe::ui
