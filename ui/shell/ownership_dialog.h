#pragma once
// Shows what the machines of a strategy cost over the years, term by term, beside renting them over time.

#include <QDialog>

#include "ui/document/selection.h"
#include "ui/render/theme.h"

class QLabel;
class QTableWidget;

namespace astrolabe::ui {

class NamedPlot;

/// Shows the selected strategy, and follows it. Children: ownership.words (when buying is cheaper), .plot,
/// .table, .notes (what nobody states, whose rent), .state, .close.
class OwnershipDialog : public QDialog {
  Q_OBJECT

 public:
  explicit OwnershipDialog(StrategySelection& selection, QWidget* parent = nullptr);

 signals:
  /// The costs of the job are to be stated.
  void costsRequested();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fill();
  void fillTable();
  void draw(const Theme& theme);

  StrategySelection& m_selection;
  QLabel *m_words, *m_notes;
  NamedPlot* m_plot;
  QTableWidget* m_table;
};

}  // namespace astrolabe::ui
