#pragma once

#include <QDialog>
#include <QString>
#include <stop_token>
#include <thread>

#include "core/plan/plan_file.h"
#include "ui/results/accuracy_model.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;
class QVBoxLayout;

namespace astrolabe::ui {

class AccuracyPlots;

/// "How accurate?": predictions of published runs against what was measured, and the same for runs of one's
/// own: two plots, the errors of the shown rows in all and by GPU type, and the rows.
class AccuracyDialog : public QDialog {
  Q_OBJECT

 public:
  explicit AccuracyDialog(hardware::Catalogue catalogue, QWidget* parent = nullptr);
  ~AccuracyDialog() override;
  /// Reads a table of measured runs (CSV) and shows it in place of the published one; a table that cannot be
  /// read changes nothing and is told in the line above the plots.
  void importRuns(const QString& path);
  /// The shown rows as a table (CSV, as `validate --rows` writes it) and the plots as .svg, .pdf or .png;
  /// told in the same line.
  void exportRows(const QString& path);
  void exportPlots(const QString& path);
  bool isReady() const { return m_validation != nullptr; }

 signals:
  void ready();
  /// A row was chosen to be opened.
  void planChosen(const astrolabe::plan::Plan& plan);

 private:
  void buildFilters();
  void buildErrors();
  void buildRows();
  void buildButtons();
  void buildExport();
  QVBoxLayout* column() const;
  void tell(const QString& text);
  void askWhere(const QString& title, const QString& name, const QString& kinds,
                void (AccuracyDialog::*write)(const QString& path));
  void start(std::string csv, const QString& name);
  void arrived(Result<plan::Validation> validation, std::string csv, const QString& name);
  void fillChoices();
  void refilter();
  void summarise();
  void openCurrent();
  const plan::ValidatedRow* currentRow() const;

  hardware::Catalogue m_catalogue;
  std::string m_csv;  ///< of the shown table
  QString m_name;
  ValidationPtr m_validation;
  AccuracyModel m_model;
  AccuracyFilter m_filter{m_model};
  QComboBox *m_quantity, *m_gpu, *m_family, *m_source;
  QLabel *m_summary, *m_message;
  AccuracyPlots* m_plots;
  AccuracyFigures* m_figures;
  AccuracyGroups m_groups;
  QTableView *m_groupTable, *m_table;
  QPushButton *m_open, *m_import, *m_published, *m_export;
  std::jthread m_worker;  ///< last: joins before the rest goes
};

}  // namespace astrolabe::ui
