#pragma once

#include <QDialog>

#include "ui/document/plan_document.h"

class QLineEdit;
class QTableWidget;

namespace astrolabe::ui {

/// The prices in force: of each node type and each single GPU, with source and date. Prices come in from a
/// table of one's own; the window stays open and shows them.
class PricesDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PricesDialog(PlanDocument& document, QWidget* parent = nullptr);

 signals:
  void importRequested();

 private:
  void fill();
  void filter();

  PlanDocument& m_document;
  QLineEdit* m_search;
  QTableWidget* m_table;
};

}  // namespace astrolabe::ui
