#pragma once
// Every limit and assumption of the job that the goal panel has no room for. Each field is one undoable edit,
// checked when it is left; what is wrong is said below it.

#include <QDialog>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/document/plan_document.h"

class QAction;
class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QRadioButton;
class QTabWidget;

namespace astrolabe::ui {

/// Fields jobDetails.<key> for the settings of a strategy that are numbers (tensor_parallel …), boxes
/// jobDetails.<key>.<value> for those with names (recompute, schedule, switches),
/// jobDetails.gpus.exactly, .gpus.atMost, .gpus.<pool>, .gpus.total, .years, .residual, .utilisation, .kwh,
/// .pue, .discount, .hosting, .hall, .hallYears, .storageCost, .support, .staff, .failures, .restart,
/// .storage, .checkpoint, .rampStart, .rampIncrement, .rampSequences, .expertImbalance, .idle, .gradients,
/// .flash, .tuning.method, .tuning.rank, .tuning.targets, .tuning.frozen, .tuning.mean, .tuning.p50,
/// .tuning.p90, .tuning.max, .tuning.packing, .tuning.reference; below each "….error", in those with an
/// assumed value "….default".
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
    std::string key;  ///< of Job::stated; empty: none
    /// Left empty, the value is assumed: shown as what stands for it, with a way back to that in the field.
    bool open = false;
    QAction* back = nullptr;
    Show show;
    Take take;
    /// True where the text in the field was refused: it is not the value that holds.
    bool isRefused() const;
  };

  /// At most how many GPUs of a pool; "" for all together.
  struct PoolRow {
    std::string pool;
    QLineEdit* field = nullptr;
    QLabel* error = nullptr;
  };

  /// One box for each value of a setting that has names.
  struct Choices {
    std::string key;
    std::vector<std::pair<std::string, QCheckBox*>> boxes;
  };

  QFormLayout* addPage(const QString& title, const QString& explanation);
  void addRow(QFormLayout* form, const QString& name, const QString& label, const QString& placeholder,
              Row row);
  void addChoices(QFormLayout* form, const std::string& key);
  void takeChoices(const Choices& choices);
  void buildSettings();
  void buildGpus();
  void buildCost();
  void addStated(QFormLayout* form, const QString& name, const QString& label, const QString& tip,
                 std::optional<double> strategy::Cost::*figure, double most, double unit, bool money);
  void addOwnership(QFormLayout* form);
  void addCarbon(QFormLayout* form);
  void buildReliability();
  void buildNumerics();
  void buildTuning();
  void takeMethod(int index);
  void showTuning();
  void takePool(const PoolRow& row);
  void pushChoose(const std::optional<hardware::Choose>& choose);
  void showCounts();
  void commit(const Row& row);
  void tell(const Row& row, const QString& problem);
  void showOrigin(const Row& row);
  /// Closes unless a text is refused; its field then has the focus.
  void closeWhenRight();
  void change(const QString& what, const std::string& key, const std::function<void(strategy::Job&)>& edit);
  void refresh();

  PlanDocument& m_document;
  QTabWidget* m_pages;
  std::vector<Row> m_rows;
  std::vector<Choices> m_choices;
  std::vector<PoolRow> m_pools;
  hardware::Choose m_lastChoose;  ///< put back when "at most" is chosen again
  QRadioButton *m_exactly = nullptr, *m_atMost = nullptr;
  QCheckBox *m_idle = nullptr, *m_flash = nullptr;
  QAction* m_idleBack = nullptr;
  QComboBox *m_gradients = nullptr, *m_grid = nullptr;
  QComboBox *m_method = nullptr, *m_reference = nullptr;
  QCheckBox* m_packing = nullptr;
  std::vector<QLineEdit*> m_ofTuning, m_ofAdapters;  ///< fields that only some methods have a use for
};

}  // namespace astrolabe::ui
