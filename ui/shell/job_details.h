#pragma once
// Every limit and assumption of the job that the goal panel has no room for. Each field is one undoable edit,
// checked when it is left; what is wrong is said below it.

#include <QDialog>
#include <functional>
#include <vector>

#include "ui/document/plan_document.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QTabWidget;

namespace astrolabe::ui {

/// Fields jobDetails.<key> for the settings of a strategy (tensor_parallel … schedule),
/// jobDetails.gpus.<pool>, .gpus.total, .years, .residual, .utilisation, .kwh, .pue, .failures, .restart,
/// .storage, .checkpoint, .rampStart, .rampIncrement, .rampSequences, .expertImbalance; below each "….error".
class JobDetailsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit JobDetailsDialog(PlanDocument& document, QWidget* parent = nullptr);

 private:
  using Show = std::function<QString(const strategy::Job&)>;
  /// Puts the text into the job, or says what is wrong with it.
  using Take = std::function<QString(const QString&, strategy::Job&)>;
  struct Row {
    QLineEdit* field = nullptr;
    QLabel* error = nullptr;
    QString what;     ///< for the undo step
    std::string key;  ///< of Job::stated
    Show show;
    Take take;
  };

  QFormLayout* addPage(const QString& title, const QString& explanation);
  void addRow(QFormLayout* form, const QString& name, const QString& label, const QString& placeholder,
              Row row);
  void buildSettings();
  void buildGpus();
  void buildCost();
  void buildReliability();
  void buildNumerics();
  void takePool(const std::string& pool, QLineEdit* field, QLabel* error);
  void commit(const Row& row);
  void change(const QString& what, const std::string& key, const std::function<void(strategy::Job&)>& edit);
  void refresh();

  PlanDocument& m_document;
  QTabWidget* m_pages;
  std::vector<Row> m_rows;
  QCheckBox *m_idle = nullptr, *m_flash = nullptr;
  QComboBox* m_gradients = nullptr;
};

/// The values a person typed for one setting ("1 2 4, 8"), without repeats; empty when nothing is typed.
std::vector<std::string> settingValues(const QString& text);

}  // namespace astrolabe::ui
