#pragma once

#include <QDialog>

#include "ui/render/theme.h"
#include "ui/results/sweep_results.h"

class QComboBox;
class QLabel;
class QStandardItemModel;
class QTableView;

namespace astrolabe::ui {

class NamedPlot;

/// The results of a sweep as a table that sorts, and a figure of them over one of the inputs. Not modal: what
/// it shows is a file and no plan. Children: sweepWindow.about, .table, .plot, .across, .upward, .export,
/// .close.
class SweepWindow : public QDialog {
  Q_OBJECT

 public:
  /// `file`: its name.
  SweepWindow(SweepResults results, const QString& file, QWidget* parent = nullptr);

 signals:
  /// The table is to be written under a name that a person is asked for.
  void fileOffered(const QString& title, const QString& ending, const QString& filter,
                   const QByteArray& bytes);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fillTable();
  void fillChoices();
  QString aboutText(const QString& file) const;
  /// The place of a value on the axis of a column: its number, or the place of its text among all texts.
  double placeOf(int column, const Json& value) const;
  bool isSwept(int column) const;
  std::vector<QString> namesOf(int column) const;
  /// The words of a case that the axis below does not say, its model and cluster above all; empty for none.
  QString seriesOf(const std::vector<Json>& row, int across) const;
  void draw(const Theme& theme);

  SweepResults m_results;
  QStandardItemModel* m_model;
  QTableView* m_table;
  NamedPlot* m_plot;
  QComboBox *m_across, *m_upward;
  QWidget* m_choices;  ///< of what is drawn
};

}  // namespace astrolabe::ui
