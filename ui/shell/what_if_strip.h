#pragma once
// Edits what is tried while presenting: nodes, GPU type and price of each pool.

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QScrollArea>
#include <QSpinBox>
#include <string>
#include <vector>

#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// A row for each pool of a plan that is tried. Nodes go down to 0, which leaves a pool out, where another
/// one remains; a price of 0 is that of the catalogue.
class WhatIfStrip : public QScrollArea {
  Q_OBJECT

 public:
  /// `face`: of all its words.
  WhatIfStrip(PlanDocument& trial, const QFont& face, QWidget* parent);
  /// Prices are not to be seen.
  void setMoneyHidden(bool hidden);
  /// Shows what the edits have brought, in words.
  void setEffect(const QString& text) { m_effect->setText(text); }
  /// The first control takes the focus.
  void begin();
  int wantedHeight() const;

 signals:
  void tried();

 private:
  struct Row {
    std::string pool;
    QSpinBox* nodes = nullptr;
    QComboBox* gpu = nullptr;
    QDoubleSpinBox* price = nullptr;
    QLabel *nodesWords = nullptr, *priceWords = nullptr;
  };
  void addRow(const hardware::PoolSpec& pool, const QFont& face);
  static void nameRow(const Row& row);
  void setNodes(const std::string& pool, int nodes);
  void push(QUndoCommand* command);
  void follow();

  PlanDocument& m_trial;
  std::vector<Row> m_rows;
  QLabel* m_effect = nullptr;
};

}  // namespace astrolabe::ui
