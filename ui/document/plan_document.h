#pragma once
// The one thing a window edits. Every change goes through the undo stack; nothing else may alter the plan.

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/hardware/catalogue.h"
#include "core/model/architecture.h"
#include "core/model/graph.h"
#include "core/model/model_reader.h"
#include "core/plan/plan_file.h"
#include "ui/document/beside_models.h"

namespace astrolabe::ui {

class PlanDocument : public QObject {
  Q_OBJECT

 public:
  explicit PlanDocument(QObject* parent = nullptr);

  const plan::Plan& plan() const { return m_plan; }
  QUndoStack& undoStack() { return m_undoStack; }
  /// The built-in catalogue with what the plan keeps laid over it: rows of that of its day, its own types.
  const hardware::Catalogue& catalogue() const { return m_catalogue; }
  /// The model, read; null while the plan has none or it cannot be read.
  std::shared_ptr<const model::Architecture> architecture() const { return m_architecture; }
  std::shared_ptr<const model::Graph> graph() const { return m_graph; }
  /// Notes what stood beside a configuration when it was read (weights held against it) and its warnings: the
  /// plan keeps the text alone, so they are remembered beside it, wherever undo or a scenario brings the same
  /// text back, and saved. Changes no plan.
  void noteReading(const model::Architecture& read, const model::EnteredValues& entered);
  /// The whole question, or why it cannot be asked yet. Made once for each revision.
  const Result<strategy::Problem>& problem() const;
  /// Rises by one with every change of the question (not of the layout).
  quint64 revision() const { return m_revision; }

  /// Only for commands: replaces the plan and says what changed. Moving boxes alone raises no new question.
  void apply(plan::Plan next);
  /// Shows another scenario of the plan. What is looked at is no edit: it is not undone.
  void showScenario(int id);

  /// Starts over with another plan: clears the undo stack. `path` is empty for a plan never saved.
  void reset(plan::PlanFile file, const QString& path);
  /// Does what reset() does, but the plan counts as changed: it holds work that `path` does not. The mark in
  /// `file` is that of the file at `path` from which the work went out.
  void restore(plan::PlanFile file, const QString& path);
  Result<void> load(const QString& path);
  /// The first save of a plan that was read from an older format keeps the old file as "name.bak".
  Result<void> save(const QString& path);
  /// Everything that a save writes.
  plan::PlanFile file() const;
  /// The plan as it was when it was opened or started: what totals are compared with.
  const plan::Plan& startPlan() const { return m_startPlan; }
  QString path() const { return m_path; }
  /// Whether the file at path() is what was opened or saved here.
  FileSince sinceSaved() const { return since(m_mark, m_path.toStdString()); }
  const FileMark& mark() const { return m_mark; }
  QString displayName() const;
  bool isModified() const { return !m_undoStack.isClean(); }

  /// Keeps what a search of a scenario answered (JSON) to the question that `asked` shows. A save writes it
  /// where the scenario asks that: never beside another question.
  void setAnswer(int scenario, std::string json, const plan::Plan& asked);

  /// Order in which GPU types entered the plan: their colour and shape for its life.
  int gpuIndex(const std::string& gpuId) const;
  /// GPU types in the order of gpuIndex(): for reports and slides (Theme::gpuOrder).
  const std::vector<std::string>& gpuOrder() const { return m_gpuOrder; }
  /// True once a pool of this type has been in the plan.
  bool hasGpu(const std::string& gpuId) const;
  /// Catalogue id of the GPU type of a pool, or the name as written where the catalogue has none.
  std::string gpuOf(const hardware::PoolSpec& pool) const;

 signals:
  void planChanged();      ///< anything, the layout included
  void questionChanged();  ///< cluster, model, job or objective: a new search is due
  void layoutChanged();
  void scenarioShown();     ///< another scenario is shown; comes before the signals of what differs in it
  void scenariosChanged();  ///< which there are, titles, the baseline, or which is shown
  void pathChanged();       ///< path, name or whether there are unsaved changes
  void wasReset();          ///< another plan took the place of this one; comes before the other signals

 private:
  struct KeptAnswer {
    std::string json;
    plan::Plan asked;
  };
  void readModel();
  void noteGpus();
  plan::Plan m_plan, m_startPlan;
  QUndoStack m_undoStack;
  hardware::Catalogue m_catalogue;
  std::shared_ptr<const model::Architecture> m_architecture;
  std::shared_ptr<const model::Graph> m_graph;
  mutable std::optional<Result<strategy::Problem>> m_problem;  ///< of this revision, once it was asked for
  mutable std::vector<std::string> m_gpuOrder;
  BesideModels m_beside;
  QString m_path;
  FileMark m_mark;                      ///< of the file at m_path, as it was opened or saved
  std::map<int, KeptAnswer> m_answers;  ///< by scenario
  plan::Extras m_extras;                ///< what other programs keep in the file
  bool m_keepOlder = false;             ///< the file at m_path has an older format
  quint64 m_revision = 1;
};

}  // namespace astrolabe::ui
