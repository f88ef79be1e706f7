#pragma once
// Whoever finds options of one kind. All planners stand in one table: core/planning/planners.cpp.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/plan/snapshot.h"
#include "core/planning/option.h"
#include "core/planning/question.h"
#include "core/planning/search_options.h"

namespace astrolabe::planning {

/// What a planner has found so far: an immutable picture. Planners that tell more derive from it.
struct Found {
  virtual ~Found() = default;
  std::string planner;         ///< its id
  std::uint64_t revision = 0;  ///< of the question
  QuestionPtr question;
  plan::Status status = plan::Status::searching;
  /// False where settings changed what one step is of: then the options stand beside no others.
  bool of_the_job = true;
  bool stopped_early = false;      ///< by a limit of time or a person: there may be better ones
  std::vector<OptionPtr> options;  ///< the best first; among them some that are not possible
  bool has_bound = false;
  double gap = 1.0;  ///< of the first; meaningful when has_bound
  /// The value in what is looked for that no plan of the kind falls below, told whether any was found or not:
  /// 0 where nobody knows it. None: the kind tells none.
  std::optional<double> least_of_kind{};
  double seconds = 0.0;        ///< that it took
  std::optional<Error> error;  ///< status failed: what of the question keeps it from an answer
  std::string defect;          ///< status failed: what we did wrong
};
using FoundPtr = std::shared_ptr<const Found>;
using PublishFound = std::function<void(FoundPtr)>;

/// Why it holds no answer: its error, or its defect as one; empty where it holds one, or may come to one.
std::optional<Error> error_of(const Found& found);
/// `found` with its layouts in short, see Layout::in_short().
FoundPtr in_short(const FoundPtr& found);

/// How a planner is run, and what it is at.
struct Run {
  SearchOptions options = {};
  std::stop_token stop = {};
  PublishFound publish = {};  ///< empty: nobody looks
  std::uint64_t revision = 0;
  const std::atomic<bool>* paused = nullptr;  ///< while true, the planner waits; null: nothing holds it up
  plan::Phase phase = plan::Phase::none;      ///< kept by the planner, for who tells what failed
};

/// A layout that runs with its work dealt out anew, and what GPUs receive for it: state of the optimizer and
/// the weights that go with it.
struct DealtAnew {
  LayoutPtr layout;
  double bytes = 0.0;                 ///< all GPUs together
  std::vector<double> most_of_a_gpu;  ///< bytes, by pool
};

/// A file that an option can be written into.
struct Export {
  std::string id;      ///< of the action and the command line: "text", "json", "pytorch"
  std::string ending;  ///< ".program.txt"
  std::function<Result<std::string>(const Option&)> text;  ///< of the whole file
};

class Planner {
 public:
  virtual ~Planner() = default;

  /// The kind of its layouts.
  virtual std::string_view id() const = 0;
  /// Under which an answer lists its options and the command line asks for them: "programs".
  virtual std::string_view answer_key() const = 0;
  /// What --answer_key says of itself.
  virtual std::string help() const = 0;

  /// Empty where it answers the question; else why not, as a code that views turn into a sentence.
  virtual std::string declines(const Question& question) const = 0;
  /// False where the limits of the job keep every option from a place in the ranking, which is known without
  /// planning.
  virtual bool may_rank(const Question& question) const = 0;
  /// True where it takes so long that it waits for somebody to ask.
  virtual bool takes_long(const Question& question) const = 0;
  /// True where it has something to show in a moment and takes one thread: it need not wait for the search of
  /// strategies to end.
  virtual bool begins_with_search() const { return false; }
  /// True where its search ends by the work that it takes, in every run at the same place: a clock ends it
  /// only where that takes far too long.
  virtual bool ends_by_work() const { return false; }
  /// True where its layouts are programs of some form: who wants none is told of them only where their kind
  /// is asked for by name. Pipelines of unequal shape or width are none.
  virtual bool finds_programs() const { return false; }

  /// Answers in the calling thread. Wrong input is Found::error; it throws only where we are wrong.
  virtual FoundPtr plan(const QuestionPtr& question, Run& run) const = 0;
  /// The end of a run that threw `defect` after it had published `last` (null: nothing).
  virtual FoundPtr failed(const QuestionPtr& question, const Run& run, const FoundPtr& last,
                          const std::string& defect) const;

  /// Whether `json`, which names no kind, is written as layouts of this kind are and those of no other.
  virtual bool is_written(const Json& json) const;
  /// A layout that a plan keeps or a person typed. Errors: what it names and the question does not have.
  virtual Result<LayoutPtr> read_layout(const Json& json, const Question& question) const = 0;
  /// Predicts one layout of its kind, with its timeline. Errors: layouts that cannot stand on the cluster.
  virtual Result<Option> evaluate(const Question& question, const LayoutPtr& layout) const = 0;
  /// `running`, a layout of its kind with its figures, with batch and state dealt out anew over the GPUs of
  /// the question, all else as it is. None where the kind has no shares, where its groups do not stand on
  /// these GPUs, or where they lack memory.
  virtual std::optional<DealtAnew> dealt_anew(const Question& question, const LayoutPtr& running) const;
  virtual std::vector<Export> exports() const { return {}; }
};

/// All planners, in the order in which kinds are listed and ties break; the first is that of pipelines.
const std::vector<const Planner*>& planners();
/// All but that of pipelines.
std::vector<const Planner*> other_planners();
/// Null for an id that nobody has.
const Planner* find_planner(std::string_view id);

/// A planner that stands in the table behind the others while this lives: for tests. No runner may be at work
/// when it comes or goes.
class AddedPlanner {
 public:
  explicit AddedPlanner(const Planner& planner);
  ~AddedPlanner();
  AddedPlanner(const AddedPlanner&) = delete;
  AddedPlanner& operator=(const AddedPlanner&) = delete;

 private:
  const Planner& m_planner;
};

/// Reads a layout as keep() wrote it, as an answer lists it, or of a row of an answer: written_layout() says
/// of which kind it is. Errors: out_of_range for a kind that nobody has; those of the planner.
Result<LayoutPtr> read_layout(const Json& json, const Question& question);
/// The layout as a plan keeps it: its JSON with "kind", which pipelines leave out.
Json keep(const LayoutPtr& layout, const std::vector<std::string>& pool_ids);
/// Predicts a layout of any kind. Errors: those of its planner.
Result<Option> evaluate(const Question& question, const LayoutPtr& layout);

}  // namespace astrolabe::planning
