#pragma once

#include <QSortFilterProxyModel>
#include <QString>
#include <QWidget>
#include <string>

#include "core/hardware/catalogue.h"
#include "ui/document/latest.h"
#include "ui/results/serving_accuracy.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTabWidget;
class QTableView;
class QVBoxLayout;

namespace astrolabe::ui {

/// The serving side of "How accurate?": predictions of measured serving runs, published ones or one's own,
/// for time per token, output rate and time to the first token: plots, errors by group, rows, rows left out.
class ServingAccuracyPage : public QWidget {
  Q_OBJECT

 public:
  explicit ServingAccuracyPage(hardware::Catalogue catalogue, QWidget* parent = nullptr);
  ~ServingAccuracyPage() override;
  /// Predicts the published runs where nothing was asked yet.
  void begin();
  /// Reads a table (CSV) and shows it in place of the published one; one that cannot be read changes nothing
  /// and is told in the line above the plots.
  void importRuns(const QString& path);
  bool isReady() const { return m_shown != nullptr; }

 signals:
  void ready();
  /// The button that closes the window was pressed.
  void closeAsked();
  /// Constants for the plan (JSON), fitted to the shown runs.
  void calibrationChosen(const std::string& calibration);

 private:
  void buildChoices(QVBoxLayout& whole);
  void buildPlots(QVBoxLayout& column);
  void buildTables(QVBoxLayout& column);
  void buildBelow(QVBoxLayout& whole);
  void start(const std::string& csv, const QString& name);
  void fitRuns();
  void useConstants();
  void offer();
  void arrived(const Result<ServingAccuracyPtr>& made, const std::string& csv, const QString& name);
  void fillChoices();
  void fillLeftOut();
  void refilter();
  void summarise(int shown);
  void tell(const QString& text);
  void mark();

  hardware::Catalogue m_catalogue;
  bool m_begun = false;
  QString m_name;     ///< of the shown table; empty: the published one
  std::string m_csv;  ///< the shown table
  ServingAccuracyPtr m_shown;
  QComboBox *m_metric, *m_gpu, *m_engine, *m_source;
  QLabel *m_summary, *m_message;
  AccuracyPlots* m_plots;
  ServingErrorGroups m_groups;
  ServingRuns m_runs;
  TextTable m_leftOut;
  QSortFilterProxyModel m_sorted;
  QTableView *m_groupTable, *m_table, *m_leftTable;
  QTabWidget* m_tabs;
  QPushButton *m_import, *m_published, *m_fit, *m_use;
  Latest m_latest;
};

}  // namespace astrolabe::ui
