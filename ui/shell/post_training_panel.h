#pragma once
// What is asked of post-training: dataflow, roles, samples, lengths of answers, updates, engine. Every edit
// is one undo step.

#include "ui/document/plan_document.h"
#include "ui/shell/field_rows.h"

class QPushButton;

namespace astrolabe::ui {

class LengthsField;
class RoleList;

/// Fields postTraining.flow, .steps, those of RoleList, .prompts, .samples, those of LengthsField under
/// .prompt and .answer, .longestPrompt, .spread, .longest, .miniBatches, .epochs, .packed, .ahead, .engine,
/// .engineDate, .iterations, .error. Values that nobody stated look it.
class PostTrainingPanel : public FieldRows {
  Q_OBJECT

 public:
  explicit PostTrainingPanel(PlanDocument& document, QWidget* parent = nullptr);
  /// Says what is wrong with the question at the field that it concerns, or at the end; none takes it back.
  void tell(const std::optional<Error>& error);

 signals:
  /// A model for this role is to be chosen as a file, as a preset, or to be read from `path`.
  void fileWanted(const QString& role);
  void presetWanted(const QString& role);
  void fileDropped(const QString& role, const QString& path);

 private:
  using Edit = std::function<void(Json&)>;
  void change(const QString& what, const std::string& key, const Edit& edit);
  NumberField* addNumber(const char* name, const QString& label, const QString& unit, const QString& meaning,
                         const char* key, const QString& what, double low);
  void addFlow();
  void addSamples();
  void addUpdates();
  void addWholeJob();
  void takeFlow(int index);
  void editSteps();
  void takeAnswers(const Json& lengths);
  void refresh();
  void refreshAnswers(const Json& asked);
  void check();
  bool isStated(const Json& asked, const std::string& key) const;

  PlanDocument& m_document;
  bool m_refreshing = false;
  QComboBox *m_flow = nullptr, *m_ahead = nullptr, *m_engine = nullptr;
  QPushButton* m_steps = nullptr;
  RoleList* m_roles = nullptr;
  NumberField *m_prompts = nullptr, *m_samples = nullptr, *m_longest = nullptr, *m_miniBatches = nullptr,
              *m_epochs = nullptr, *m_iterations = nullptr, *m_longestPrompt = nullptr;
  QLineEdit* m_date = nullptr;
  LengthsField *m_prompt = nullptr, *m_answer = nullptr;
  QCheckBox *m_spread = nullptr, *m_packed = nullptr;
  QLabel *m_flowLabel = nullptr, *m_aheadLabel = nullptr, *m_engineLabel = nullptr, *m_dateLabel = nullptr,
         *m_longestPromptLabel = nullptr, *m_error = nullptr;
  std::string m_checked;         ///< what was read last
  std::optional<Error> m_wrong;  ///< of it
};

}  // namespace astrolabe::ui
