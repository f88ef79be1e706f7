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

namespace astrolabe::ui {

class AccuracyPlots;

/// "How accurate?": predictions of published runs against what was measured, and the same for runs of one's
/// own.
class AccuracyDialog : public QDialog {
  Q_OBJECT

 public:
  explicit AccuracyDialog(hardware::Catalogue catalogue, QWidget* parent = nullptr);
  ~AccuracyDialog() override;
  /// Reads a table of measured runs (CSV) and shows it in place of the published one; a table that cannot be
  /// read changes nothing and is told in the line above the plots.
  void importRuns(const QString& path);
  bool isReady() const { return m_validation != nullptr; }

 signals:
  void ready();
  /// A row was chosen to be opened.
  void planChosen(const astrolabe::plan::Plan& plan);

 private:
  void buildFilters();
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
  QTableView* m_table;
  QPushButton *m_open, *m_import, *m_published;
  std::jthread m_worker;  ///< last: joins before the rest goes
};

}  // namespace astrolabe::ui
