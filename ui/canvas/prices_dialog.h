#pragma once

#include <QDialog>
#include <QUndoCommand>
#include <vector>

#include "core/hardware/quote.h"
#include "ui/document/plan_document.h"

class QComboBox;
class QLineEdit;
class QPushButton;
class QTableWidget;
class QVBoxLayout;

namespace astrolabe::ui {

/// The price book: every price that is known, list prices and quotes of one's own, by terms, provider and
/// region, with source and date. Quotes are added, edited and removed here; tables come in and go out. The
/// window stays open and shows what that gives.
/// Children: pricesDialog.search, .provider, .terms, .table, .add, .edit, .remove, .import, .export, .close.
class PricesDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PricesDialog(PlanDocument& document, QWidget* parent = nullptr);
  /// Writes the rows that are shown as a table (CSV), which can be imported again. What is in the way is told
  /// by refused().
  void exportPrices(const QString& path);

 signals:
  void importRequested();
  /// An edit of quotes, to be pushed: it belongs to whoever takes it.
  void edited(QUndoCommand* edit);
  void refused(const astrolabe::Error& error);

 private:
  void addFilters(QVBoxLayout* column);
  void addButtons(QVBoxLayout* column);
  void fill();
  void fillProviders();
  void filter();
  void addQuote();
  void editQuote();
  void removeQuote();
  void offer();
  /// The price of the current row, and its place among one's own quotes; -1: not one of them.
  const hardware::Quote* current() const;
  int ownIndex() const;
  void push(std::vector<hardware::Quote> quotes, const QString& what);

  PlanDocument& m_document;
  std::vector<hardware::Quote> m_book;  ///< by row
  QLineEdit* m_search;
  QComboBox *m_provider, *m_terms;
  QTableWidget* m_table;
  QPushButton *m_edit = nullptr, *m_remove = nullptr;
};

}  // namespace astrolabe::ui
