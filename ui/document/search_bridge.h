#pragma once
// Between the engine's threads and the window: questions go down, the newest snapshot comes up.

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <mutex>

#include "core/base/units.h"
#include "core/engine.h"
#include "core/planning/runner.h"
#include "ui/document/plan_document.h"
#include "ui/render/kind_words.h"

namespace astrolabe::ui {

class SearchBridge : public QObject {
  Q_OBJECT

 public:
  enum class State { Ready, Searching, Paused, Stopping, Finished, StoppedEarly, Failed };

  /// The state of a search that ended with `ended`. Precondition: it has ended.
  static State stateOf(const plan::Snapshot& ended);
  /// A search that is stopped before it began ends without a last snapshot: none is waited for after this.
  static constexpr int kLongestStopMs = 500;
  /// A search that ends sooner is drawn once, with its answer: pictures on the way to it wait for that long.
  static constexpr int kFirstPictureMs = 80;

  explicit SearchBridge(PlanDocument& document, QObject* parent = nullptr);
  ~SearchBridge() override;

  /// Every stage holds its own state of the optimizer, whatever `options` say: so the best is proven while a
  /// person edits. That is what the words of the proof name; `plan` looks for state anywhere, too.
  void setOptions(const SearchOptions& options) {
    m_options = options;
    m_options.state_anywhere = false;
  }
  /// With `live` (the default) every changed question starts a search in the next turn of the event loop.
  void setLive(bool live);
  bool isLive() const { return m_live; }
  /// Live searches are not restarted by themselves while the one in force has run, or the last one took,
  /// longer than this on its processors: the run is marked stale instead.
  void setLiveLimit(double seconds) { m_liveLimit = seconds; }
  /// The question in force differs from the one that runs, or ran last.
  bool isOutdated() const;

  void run();
  void stop();
  void setPaused(bool paused);

  /// Takes `snapshot` for what a search of the question in force has reported, in that state: for pictures
  /// that must not depend on a search, and for what another planner found.
  void show(State state, plan::Snapshot snapshot);
  /// True where the job does not train: run() leaves the question to another planner, which tells here how it
  /// stands, and what it found by show().
  bool isHandedOver() const { return m_handedOver; }
  /// How the other planner stands, or why it cannot answer. Nothing unless isHandedOver().
  void tell(State state, const std::optional<Error>& error = {});
  /// What the other planner came to, in words.
  void setElsewhere(ElsewhereWords words);
  const ElsewhereWords& elsewhere() const { return m_elsewhere; }
  /// Shows what a search of `asked` said before: for a scenario that is looked at again. Null: it was not
  /// searched. Nothing is searched for as long as the question in force is that one.
  void take(const plan::SnapshotPtr& snapshot, plan::Plan asked);

  State state() const { return m_state; }
  /// Newest picture; may belong to an older question (then isStale()). Null before the first search.
  plan::SnapshotPtr snapshot() const { return m_snapshot; }
  /// The plan that it answers.
  const plan::Plan& shownPlan() const { return m_shownPlan; }
  const SearchOptions& options() const { return m_options; }
  bool isStale() const;
  int changesSinceRun() const;
  /// Why the question cannot be asked, while it cannot.
  const std::optional<Error>& problemError() const { return m_error; }

 signals:
  /// Null when another plan took the place of the one it answered.
  void snapshotChanged(astrolabe::plan::SnapshotPtr snapshot);
  void stateChanged();
  void staleChanged();
  /// run() has left the question to another planner.
  void handedOver();

 private:
  /// Runs in the next turn of the event loop, ahead of the drawing that an edit asks for.
  void restartSoon();
  void handOver();
  void dropOtherTask();
  void publish(plan::SnapshotPtr snapshot);  // any thread
  void deliver();
  void questionChanged();
  bool startsByItself() const;
  double secondsSoFar() const;
  bool asksTheSame(const plan::Plan& shown) const;
  void forget();
  void setState(State state);

  PlanDocument& m_document;
  SearchOptions m_options;
  bool m_live = true;
  double m_liveLimit = kBeyond;  ///< seconds
  State m_state = State::Ready;
  plan::SnapshotPtr m_snapshot;
  std::optional<Error> m_error;
  bool m_handedOver = false;
  ElsewhereWords m_elsewhere;
  quint64 m_askedRevision = 0;
  plan::Plan m_askedPlan, m_shownPlan;  ///< what the running search and what the snapshot answer
  std::mutex m_mutex;
  plan::SnapshotPtr m_latest;
  bool m_restartDue = false;                      ///< a question waits to be asked
  QTimer m_hold;                                  ///< until the first picture of a search at work is drawn
  QElapsedTimer m_began;                          ///< since the search in force was asked for
  double m_processorAtStart = 0.0, m_took = 0.0;  ///< seconds; what the last search took
  planning::Runner m_runner;                      ///< last: its thread ends before the rest goes
};

}  // namespace astrolabe::ui
