#pragma once
// Plans of the kinds beside the search of strategies, as `--programs` and its like ask for them.

#include <CLI/CLI.hpp>
#include <QString>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/base/json.h"
#include "core/base/stop_later.h"
#include "core/plan/snapshot.h"
#include "core/planning/planner.h"
#include "core/planning/whole_answer.h"

namespace astrolabe::cli {

/// The moment at which a time limit is over; empty: no limit.
using Deadline = StopLater::Deadline;

/// Whether the options of each other planner are looked for: an option of the command for each of them.
class OtherPlans {
 public:
  void addTo(CLI::App& command);
  /// Error: AST-U501.
  Result<void> check() const;
  /// False where the question is not to be asked: as it was told, or because it takes long.
  bool wants(const planning::Planner& planner, const planning::Question& question) const;
  /// False with `--programs never`: then programs on groups and shares of sharded data parallelism, and state
  /// on other GPUs, are looked for only where their own options ask for them.
  bool wantsPrograms() const;
  bool toTheEnd(const planning::Planner& planner) const { return when(planner) == "always"; }

 private:
  std::string when(const planning::Planner& planner) const;
  std::map<std::string, std::string> m_when;  ///< by id of the planner; "auto" where nothing is said
};

/// What is said of a kind beside its options.
struct KindNote {
  std::string key;  ///< of the kind in an answer: "pipelines"
  /// "stopped_early"; of a kind that was asked for by name and has no option "error", why it declines the
  /// question (planning::Planner::declines()), "limits" or "none".
  std::string code;
  QString text;
};
/// {"key", "code", "text"} of each.
Json notesJson(const std::vector<KindNote>& notes);

/// What each of other_planners() came to.
struct OthersFound {
  struct One {
    const planning::Planner* planner = nullptr;
    bool wanted = false;
    bool always = false;  ///< it was asked for by name
    std::string
        declined;  ///< why it does not answer the question (planning::Planner::declines); empty: it does
    bool may_rank = true;        ///< false: a limit of the job keeps all of its options from a place
    planning::FoundPtr found;    ///< null: it was not asked
    bool out_of_budget = false;  ///< it ended so that the answer need not wait: its gap is told
    bool by_clock = false;       ///< not by the work that it took: another run may end it elsewhere
    bool stoppedEarly() const { return found && found->stopped_early; }
    /// By a limit of time that was asked for or a person, not by the budget.
    bool cutShort() const { return stoppedEarly() && !out_of_budget; }
    std::vector<planning::OptionPtr> options() const;  ///< those that are possible
  };
  std::vector<One> all;
  bool cutShort() const;
  /// As an answer tells them.
  planning::Beside beside(int top, std::vector<Error> modelWarnings) const;
  /// Kinds of which something is not known or that were asked for by name and are not there: why, in the
  /// order of the table. `problem`: that was searched.
  std::vector<KindNote> notes(const strategy::Problem& problem) const;
};

/// Runs those of the other planners that `others` wants beside the search, on half as many threads as it has:
/// one after the other where that is one, distributed programs last.
class OthersSearch {
 public:
  /// Begins. It ends at the deadline and when `stop` says so. `threads`: those of the search, 0: all cores.
  OthersSearch(const OtherPlans& others, planning::QuestionPtr question, std::stop_token stop,
               Deadline deadline, int threads);
  ~OthersSearch();
  OthersSearch(const OthersSearch&) = delete;
  OthersSearch& operator=(const OthersSearch&) = delete;
  /// What they came to once the search has, whose threads are then theirs; `waits` is told each that has
  /// something to find. Who needs longer than an answer may wait for is stopped, with the best so far: a
  /// second after the search, or three after the beginning, of those told to go on to the end four.
  /// Distributed programs and pipelines around marks end by counted work, so that every command comes to the
  /// same ones; by the clock not before 60 seconds, of those told to go on 180.
  OthersFound found(const plan::Snapshot& snapshot,
                    const std::function<void(const planning::Planner&)>& waits);

 private:
  struct Asked;
  void employ(int workers);
  void work();
  void run(Asked& asked, int threads);
  StopLater::Clock::time_point until(const Asked& asked) const;
  void finish(Asked& asked, bool failed);

  planning::QuestionPtr m_question;
  std::stop_token m_stop;
  Deadline m_deadline;
  int m_threads;
  StopLater::Clock::time_point m_begin = StopLater::Clock::now();
  std::mutex m_mutex;
  std::condition_variable m_ended;
  std::vector<std::shared_ptr<Asked>> m_asked;
  std::vector<Asked*> m_order;          ///< those that have something to find
  bool m_searched = false;              ///< the search has ended
  std::size_t m_begun = 0;              ///< the first of them
  std::vector<std::jthread> m_workers;  ///< last: join before the rest goes
};

}  // namespace astrolabe::cli
