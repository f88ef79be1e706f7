#pragma once
// Connects the synthesis of distributed programs with the window: one worker, the latest question wins.

#include <QObject>
#include <QSet>
#include <QTimer>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/plan/program_report.h"
#include "core/plan/program_summary.h"
#include "core/plan/snapshot.h"
#include "ui/document/plan_document.h"

namespace astrolabe::ui {

using ProgramPtr = std::shared_ptr<const plan::ProgramReport>;
using SummaryPtr = std::shared_ptr<const plan::ProgramSummary>;

/// Synthesises for the document's model and cluster while somebody looks, and anew when the question changes.
class ProgramBridge : public QObject {
  Q_OBJECT

 public:
  enum class State {
    Idle,      ///< nobody asked yet
    NoPlan,    ///< the plan lacks something: error()
    NotMixed,  ///< all devices run at one speed: nothing to find
    Running,
    Done,     ///< report(), which may say that nothing fits
    Stopped,  ///< by a person; report() is of an older question, if any
    Failed    ///< error()
  };

  explicit ProgramBridge(PlanDocument& document, QObject* parent = nullptr);
  ~ProgramBridge() override;

  /// Synthesis runs only while at least one viewer wants its result.
  void setWanted(const QObject* viewer, bool wanted);
  /// Sequences that one step of the program takes; 0: the job's global batch.
  void setSequences(qint64 sequences);
  qint64 sequences() const { return m_sequences; }
  void run();
  void stop();
  /// Stops, and begins nothing by itself any more, whatever is wanted: the window closes.
  void end();

  State state() const { return m_state; }
  /// The newest program; while running it may belong to the question before.
  ProgramPtr report() const { return m_report; }
  /// True where report() is not null and belongs to another question than is asked now.
  bool isStale() const;
  /// The summary of report(); null where that is.
  SummaryPtr summary() const { return m_summary; }
  /// The question asked last: in State::Done that of report(), in State::Failed that of error().
  const plan::Plan& asked() const { return m_asked; }
  /// The number of asked() among all questions that were asked.
  quint64 number() const { return m_number; }
  /// The programs that compete with the strategies of `snapshot`, an answer to the question in force, the
  /// fastest first; none: not known, or not yet.
  std::optional<std::vector<plan::ProgramReport>> beside(const plan::Snapshot& snapshot) const;
  const std::optional<Error>& error() const { return m_error; }
  /// The program is executed against one device while that is wanted; the worker does it when it has nothing
  /// else to do. Empty before, and where a program can't be made small.
  void setProofWanted(bool wanted);
  const std::optional<spmd::Verification>& proof() const { return m_proof; }
  bool isProving() const { return m_proving; }

 signals:
  void changed();
  /// The question is another one; changed() comes when that one is asked.
  void outdated();

 private:
  struct Question {
    strategy::Problem problem;
    std::shared_ptr<const model::Architecture> architecture;
    qint64 sequences = 0;
    quint64 number = 0;
    ProgramPtr proven;  ///< to be executed; then nothing is synthesised
  };
  using Reports = std::shared_ptr<const std::vector<plan::ProgramReport>>;
  struct Answer {
    quint64 number = 0;
    bool is_proof = false;
    std::optional<spmd::Verification> proof;
    Reports reports;  ///< the first is the one that is shown
    SummaryPtr summary;
    std::optional<Error> error;
  };
  void becomeDue();
  void ask();
  void loop(const std::stop_token& closing);
  void deliver(const Answer& answer);
  void prove();
  void setState(State state);

  PlanDocument& m_document;
  QSet<const QObject*> m_viewers;
  qint64 m_sequences = 0;
  bool m_due = true;  ///< the question changed since it was asked
  bool m_ended = false;
  State m_state = State::Idle;
  Reports m_reports;
  ProgramPtr m_report;  ///< the first of them
  SummaryPtr m_summary;
  plan::Plan m_asked;
  std::optional<Error> m_error;
  std::optional<spmd::Verification> m_proof;
  bool m_proofWanted = false, m_proving = false, m_proofTried = false;
  quint64 m_number = 0;  ///< of the newest question
  QTimer m_restart;
  std::mutex m_mutex;
  std::condition_variable_any m_wake;
  std::optional<Question> m_pending;
  std::stop_source m_current;
  std::jthread m_thread;  ///< last: joins before the rest goes
};

}  // namespace astrolabe::ui
