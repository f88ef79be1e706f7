#pragma once

#include <QDialog>
#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/calibration/calibration.h"
#include "core/plan/plan_file.h"
#include "ui/document/latest.h"
#include "ui/render/report.h"
#include "ui/results/accuracy_model.h"

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTabBar;
class QTabWidget;
class QTableView;
class QVBoxLayout;

namespace astrolabe::ui {

class AccuracyPlots;
class ServingAccuracyPage;

/// "How accurate?": predictions of published runs against what was measured, and the same for runs of one's
/// own: two plots, the errors of the shown rows in all and by GPU type, the rows, and those that could not be
/// predicted, with the reason. Constants can be refitted to runs of one's own and given to the plan. A choice
/// above shows serving runs in place of the training ones.
class AccuracyDialog : public QDialog {
  Q_OBJECT

 public:
  explicit AccuracyDialog(hardware::Catalogue catalogue, QWidget* parent = nullptr);
  ~AccuracyDialog() override;
  /// Reads a table of measured runs (CSV) and shows it in place of the published one; a table that cannot be
  /// read changes nothing and is told in the line above the plots. A table of serving runs goes to their
  /// page.
  void importRuns(const QString& path);
  /// The shown rows as a table (CSV, as `validate --rows` writes it) and the plots as .svg, .pdf or .png;
  /// told in the same line.
  void exportRows(const QString& path);
  void exportPlots(const QString& path);
  /// Refits the constants to the shown table of one's own, shows it predicted with them, and offers them.
  void fitRuns();
  /// Writes the fitted constants as `validate --fit` does.
  void saveConstants(const QString& path);
  /// The constants that the plan of the window keeps, as it keeps them: when and from what they were made is
  /// said, and they can be taken back. Empty: it has none of its own.
  void setPlanCalibration(const std::string& calibration);
  /// Whether the report has the section of this page.
  void setInReport(bool inside);
  bool isReady() const { return m_validation != nullptr; }

 signals:
  void ready();
  /// A row was chosen to be opened.
  void planChosen(const astrolabe::plan::Plan& plan);
  /// Constants for the plan (JSON); empty: the published ones.
  void calibrationChosen(const std::string& calibration);
  /// The sections that this page puts into the report from now on: one of the shown rows, or none.
  void reportChanged(const std::vector<astrolabe::ui::ReportAddition>& additions);

 private:
  void buildChoice(QVBoxLayout& whole, QWidget& training);
  void buildFilters(QVBoxLayout& whole);
  void buildContent(QVBoxLayout& column);
  void buildErrors(QVBoxLayout& column);
  void buildRows(QVBoxLayout& column);
  void buildButtons(QVBoxLayout& whole);
  void buildFit(QVBoxLayout& below);
  void buildExport();
  void tell(const QString& text);
  void askWhere(const QString& title, const QString& name, const QString& kinds,
                void (AccuracyDialog::*write)(const QString& path));
  void start(const std::string& csv, const QString& name);
  void arrived(Result<calibration::Validation> validation, const std::string& csv, const QString& name);
  void fitted(const Result<calibration::FittedRuns>& fit);
  void present(calibration::Validation validation);
  static std::vector<TextTable::Column> leftOutColumns();
  void fillLeftOut();
  void offer();
  ReportAddition section();
  void fillChoices();
  void refilter();
  void summarise();
  void openCurrent();
  const calibration::ValidatedRow* currentRow() const;

  hardware::Catalogue m_catalogue;
  std::string m_csv;  ///< of the shown table
  QString m_name;
  ValidationPtr m_validation;
  AccuracyModel m_model;
  AccuracyFilter m_filter{m_model};
  QComboBox *m_quantity, *m_gpu, *m_family, *m_source;
  QLabel *m_summary, *m_message, *m_ofPlan;
  AccuracyPlots* m_plots;
  AccuracyFigures* m_figures;
  AccuracyGroups m_groups;
  TextTable m_leftOut;
  QTableView *m_groupTable, *m_table, *m_leftTable;
  QTabWidget* m_tabs;
  QTabBar* m_task;  ///< training or serving
  QStackedWidget* m_pages;
  ServingAccuracyPage* m_serving;
  QPushButton *m_open, *m_import, *m_published, *m_export, *m_report;
  QPushButton *m_fit, *m_use, *m_save, *m_shipped;
  std::optional<calibration::Calibration> m_calibration;  ///< fitted to the shown table
  std::string m_planCalibration;                          ///< as the plan keeps it; empty: none
  bool m_inReport = false;
  Latest m_latest;
};

}  // namespace astrolabe::ui
