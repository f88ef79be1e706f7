#pragma once
// Edits what is to be trained, what counts as best, and within which limits. Every edit is one undo step.

#include <QWidget>
#include <functional>

#include "core/cost/evaluation.h"
#include "core/plan/contradictions.h"
#include "ui/document/plan_document.h"
#include "ui/render/worked_figure.h"
#include "ui/shell/field_search.h"

class QAction;
class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace astrolabe::ui {

class FieldFixes;
class FigureLabel;
class GoalChoice;
class GoalDates;
class NumberField;
class PostTrainingPanel;
class SearchLimitRow;
class SpaceEstimate;
class TrafficPanel;

/// Fields goalPanel.sequence, .batch, .batchUnit, .tokens, .precision, .optimizer, those of GoalChoice,
/// .budget, .purchase, .ownership, .usdPerHour, .usdPerMonth, .usdPerTokens, .deadline, .power, .headroom
/// (limits with "….check" and, while they are on, "….meaning"), .deadlineUnit, those of GoalDates, .basis,
/// .commitment, .cost.assumed (which of the two nobody stated), .space, those of SearchLimitRow, BasisDoubts
/// and ClusterDoubts. Below a field that contradicts others: "….fixes" with buttons .set, .ask, .unused,
/// .off, .below, .above, .allowAll.
class GoalPanel : public QWidget {
  Q_OBJECT

 public:
  explicit GoalPanel(PlanDocument& document, QWidget* parent = nullptr);
  /// Sets the estimate whose words stand in the line that counts the space; it must outlive this panel.
  void setEstimate(const SpaceEstimate& estimate);
  /// Sets what the best strategy costs, takes and draws, and what leads the ranking (null: that strategy):
  /// there, where both just keep it, a limit begins that a click switches on.
  void setBest(const cost::Evaluation& best, const cost::Evaluation* leader = nullptr);
  /// The formula of the cost with the numbers of what is best in it; in words where there is none (null) or
  /// it has no price.
  void setFormula(const cost::Evaluation* best);
  /// The fields of what is trained or served, at the top of this panel unless another one takes them.
  QWidget* inputs() const { return m_inputs; }
  /// Those of what is served.
  TrafficPanel& traffic() { return *m_traffic; }
  /// Those of what is post-trained.
  PostTrainingPanel& postTraining() { return *m_postTraining; }
  GoalChoice& goal() { return *m_goal; }
  SearchLimitRow& searchLimit() { return *m_searchLimit; }
  /// Shows every limit and assumption of the job, at once the one whose control is called so.
  void showDetails(const QString& field = {});
  /// The inputs that showDetails() has, with the names of their controls.
  std::vector<std::pair<QString, NamedField>> detailFields();
  /// Takes what was typed into the fields as Enter does. The first of them whose text is refused, with why as
  /// its accessible description; null where there is none, so that the plan is what the fields say.
  QLineEdit* takeTyped();
  /// Gives the field of a limit the focus, with its number selected: "budget_usd", "memory_headroom".
  void focusLimit(const std::string& limit);
  /// The height of all that the panel shows, in pixels.
  int wantedHeight() const;

 signals:
  /// The fields of another task than before are shown.
  void taskShown();
  /// How a figure of the best strategy is worked out was asked; `at` is where it stands on the screen.
  void figureAsked(astrolabe::ui::KeyFigure figure, const QRect& at);
  /// A price of these pools is to be typed.
  void priceWanted(const std::vector<std::string>& pools);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  /// How a limit is shown and told.
  struct LimitLook {
    std::optional<double> strategy::Limits::*limit = nullptr;
    const char* key = "";       ///< as the plan file has it
    QString name, label, unit;  ///< name: of its controls
    QString text;               ///< what it limits, for the undo step
    QString help;               ///< what it limits, in a sentence
    /// What a strategy takes of the limit, in the unit of the plan file; empty where that is not known.
    std::optional<double> (*taken)(const cost::Evaluation&) = nullptr;
  };
  struct LimitRow : LimitLook {
    QCheckBox* check = nullptr;
    NumberField* field = nullptr;
    FieldFixes* fixes = nullptr;
    QList<QWidget*> all = {};          ///< what shows the limit while it can be asked for
    QLabel* meaning = nullptr;         ///< shown while it is on
    std::optional<double> start = {};  ///< plan value that the best just keeps
  };
  using Edit = std::function<void(strategy::Job&)>;

  void change(const QString& what, const std::string& key, const Edit& edit);
  void refresh();
  void showAssumed(const strategy::Job& job);
  void showTask(const std::string& task);
  void showSpace();
  bool batchIsInTokens() const;
  void limitBatch();
  void takeBatch(double value);
  void offerWholeBatches();
  QList<NumberField*> numberFields() const;
  void colour();
  // goal_fields.cpp
  void buildTraining(QVBoxLayout* column);
  void connectTraining();
  void buildGoal(QVBoxLayout* column);
  void buildCost(QVBoxLayout* column);
  static int fieldWidth();
  // goal_limits.cpp
  void buildLimits(QVBoxLayout* column);
  void addLimit(QVBoxLayout* column, const LimitLook& look);
  QComboBox* timeUnits(NumberField* field);
  void buildHeadroom(QVBoxLayout* column);
  // goal_problems.cpp
  void showProblem();
  static QString toldWithCode(const plan::Contradiction& found);
  void showLimit(const LimitRow& row, const plan::Contradiction* found);
  void offerBatches();
  void leaveUnused(std::optional<int> most);

  /// Keys under which the reader of jobs notes values as stated. Of the limits the headroom alone has one:
  /// the others have no value where nobody sets one.
  static constexpr const char *kBasis = "cost.basis", *kCommitment = "cost.commitment",
                              *kOptimizer = "optimizer", *kRuntime = "software.runtime",
                              *kHeadroom = "limits.memory_headroom";

  PlanDocument& m_document;
  bool m_refreshing = false;
  NumberField *m_sequence = nullptr, *m_batch = nullptr, *m_tokens = nullptr, *m_headroom = nullptr;
  QCheckBox* m_headroomCheck = nullptr;
  double m_lastHeadroom = 6.0;       ///< percent, put back when the box is ticked again
  QComboBox* m_batchUnit = nullptr;  ///< sequences or tokens
  QComboBox *m_precision = nullptr, *m_optimizer = nullptr, *m_software = nullptr, *m_basis = nullptr,
            *m_commitment = nullptr;
  GoalChoice* m_goal = nullptr;
  GoalDates* m_dates = nullptr;
  FieldFixes *m_batchFixes = nullptr, *m_spaceFixes = nullptr;
  QWidget *m_inputs = nullptr, *m_training = nullptr;
  TrafficPanel* m_traffic = nullptr;
  PostTrainingPanel* m_postTraining = nullptr;
  QLabel *m_goalError = nullptr, *m_space = nullptr, *m_costAssumed = nullptr;
  FigureLabel* m_formula = nullptr;
  QWidget* m_body = nullptr;  ///< what is scrolled
  std::string m_shownTask;
  QLabel *m_precisionLabel = nullptr, *m_optimizerLabel = nullptr, *m_softwareLabel = nullptr;
  SearchLimitRow* m_searchLimit = nullptr;
  /// Entries that lead back to what is assumed, and the key of Job::stated that each speaks of.
  std::vector<std::pair<QAction*, const char*>> m_ways;
  QList<QLabel*> m_quiet;
  std::vector<LimitRow> m_limits;
  const SpaceEstimate* m_estimate = nullptr;
};

}  // namespace astrolabe::ui
