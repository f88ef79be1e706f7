#pragma once
// Connects a planner beside the search with the window: the latest question wins.

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QTimer>
#include <optional>
#include <vector>

#include "core/planning/planner.h"
#include "core/planning/runner.h"
#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// Plans for the document's question while somebody looks, and anew when the question changes.
class PlannerBridge : public QObject {
  Q_OBJECT

 public:
  enum class State {
    Idle,      ///< nobody asked yet
    NoPlan,    ///< the plan lacks something: error()
    Declines,  ///< the planner has nothing to find: declined()
    Running,
    Done,     ///< found(), which may say that nothing fits
    Stopped,  ///< by a person; found() is of an older question, if any
    Failed    ///< error()
  };

  PlannerBridge(PlanDocument& document, const planning::Planner& planner, QObject* parent = nullptr);
  ~PlannerBridge() override;
  const planning::Planner& planner() const { return m_planner; }

  /// Plans only while at least one viewer wants the result, from kQuietMs after the last change of the
  /// question.
  void setWanted(const QObject* viewer, bool wanted);
  /// So many milliseconds in their place, of a planner that has something to show in a moment on one thread.
  void setQuiet(int milliseconds) { m_quietMs = milliseconds; }
  static constexpr int kQuietMs = 300;  ///< edits in quick succession have their processors for the searches
  /// Settings of the planner (SearchOptions::settings); null: as usual.
  void setSettings(const Json& settings);
  const Json& settings() const { return m_settings; }
  void run();
  /// Of a search on it ends that alone: what was found before stays.
  void stop();
  /// The search for found() was cut short, and more work may find a better plan.
  bool maySearchOn() const;
  /// Puts much more work into the question of found(), which stays the answer until this ends. Nothing unless
  /// maySearchOn().
  void searchOn();
  bool isSearchingOn() const { return m_searchingOn; }
  /// Stops, and begins nothing by itself any more, whatever is wanted: the window closes.
  void end();

  State state() const { return m_state; }
  /// The newest answer; while running it may belong to the question before. Null where there is none.
  planning::FoundPtr found() const { return m_found; }
  /// The first option of found(); null where that is, or has none.
  planning::OptionPtr option() const;
  /// True where found() is not null and belongs to another question than is asked now.
  bool isStale() const;
  /// The question asked last: in State::Done that of found(), in State::Failed that of error().
  const plan::Plan& asked() const { return m_asked; }
  /// The number of asked() among all questions that were asked.
  quint64 number() const { return m_number; }
  /// Why the planner declines the question, in its code.
  const std::string& declined() const { return m_declined; }
  /// The options that compete with the strategies of `snapshot`, an answer to the question in force, the best
  /// first; none: not known, or not yet.
  std::optional<std::vector<planning::OptionPtr>> beside(const plan::Snapshot& snapshot) const;
  const std::optional<Error>& error() const { return m_error; }

 signals:
  void changed();
  /// The question is another one; changed() comes when that one is asked.
  void outdated();

 private:
  void becomeDue();
  void askIfDue();
  void ask();
  void leaveOff();
  void deliver(const planning::FoundPtr& found);
  void takeMore(const planning::FoundPtr& found);
  void setState(State state);

  PlanDocument& m_document;
  const planning::Planner& m_planner;
  QSet<const QObject*> m_viewers;
  Json m_settings;
  bool m_due = true;  ///< the question changed since it was asked
  bool m_ended = false;
  bool m_searchingOn = false, m_searchedOn = false;  ///< for found(), whose state is Done
  State m_state = State::Idle;
  planning::FoundPtr m_found;
  plan::Plan m_asked;
  std::string m_declined;
  std::optional<Error> m_error;
  quint64 m_number = 0;  ///< of the newest question
  QTimer m_restart;
  int m_quietMs = kQuietMs;
  QElapsedTimer m_quiet;      ///< since the question changed
  planning::Runner m_runner;  ///< last: its thread ends before the rest goes
};

}  // namespace astrolabe::ui
