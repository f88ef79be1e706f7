#pragma once
// The distributed programs of the plan's scenarios in short: what was synthesised last for each is kept while
// others are looked at.

#include <QObject>
#include <QPointer>
#include <map>
#include <optional>
#include <thread>

#include "ui/document/gone_scenarios.h"
#include "ui/document/program_bridge.h"
#include "ui/document/scenario_queue.h"

namespace astrolabe::ui {

/// What a synthesis came to, with the plan that it was asked of.
struct ScenarioProgram {
  SummaryPtr summary;          ///< null: error
  std::optional<Error> error;  ///< of the model, or of the synthesis
  plan::Plan asked;
};

/// Takes over what the window synthesises for the scenario that is shown. For the others somebody has to ask:
/// they are synthesised behind the window, one after the other.
class ScenarioPrograms : public QObject {
  Q_OBJECT

 public:
  explicit ScenarioPrograms(PlanDocument& document, QObject* parent = nullptr);
  ~ScenarioPrograms() override;

  /// Keeps what this bridge finds, of the whole batch.
  void follow(ProgramBridge& bridge);
  /// The program of what a scenario asks, also where it was found for another that asks the same; else the
  /// last one of its own; null where there is none.
  const ScenarioProgram* of(int id) const;
  /// True where the program of a scenario belongs to another question than the scenario asks now.
  bool isStale(int id) const;
  bool isSynthesising(int id) const;
  /// Synthesises for a scenario, for the shown one in the window unless that is busy with another.
  void synthesise(int id);
  /// Ends the synthesis for a scenario, or takes back that it is to be done; what was known stays.
  void stop(int id);
  /// Ends every synthesis and begins no other: the window closes.
  void end();

 signals:
  void changed();

 private:
  bool runsInWindow(int id) const;
  void giveOver();
  void keep();
  void begin();
  void takeBack(int id);
  void giveUp();
  void stopWaiting();
  void arrived(quint64 number, const ScenarioProgram& made);
  void forget();
  void dropGone();

  PlanDocument& m_document;
  QPointer<ProgramBridge> m_bridge;
  std::map<int, ScenarioProgram> m_programs;
  GoneScenarios m_gone;
  ScenarioQueue m_queue;
  int m_inWindow = 0;       ///< id of the one that the window was told to synthesise; 0: none
  quint64 m_forgotten = 0;  ///< the last question of the bridge that was of another plan or of one that went
  std::jthread m_worker;    ///< last: joins before the rest goes
};

}  // namespace astrolabe::ui
