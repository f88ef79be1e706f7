#pragma once
// From the names on the command line to the values that the engine takes.

#include <memory>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/input_files.h"
#include "core/hardware/catalogue.h"
#include "core/model/architecture.h"
#include "core/model/shell_script.h"
#include "core/plan/plan_file.h"
#include "core/planning/question.h"

namespace astrolabe::cli {

/// What files hold that many questions come from: read before, and not once for each of them.
struct ReadBefore {
  std::shared_ptr<const Result<model::Architecture>> model = {};
  std::shared_ptr<const plan::PlanFile> plan = {};
  std::optional<Json> cluster = {}, job = {};  ///< in place of those of the files, or of the saved plan
  std::optional<std::string> rules = {}, calibration = {};
  std::optional<hardware::OwnTypes> own = {};
};

/// Where a question comes from: a saved plan, or its three parts.
struct Inputs {
  std::string file;                 ///< F.astrolabe
  std::string scenario;             ///< of it, by title, letter or number; "": the one it was saved with
  std::string catalogueOf;          ///< of it: "plan" (or ""), or "today"
  std::string model, cluster, job;  ///< or these
  std::string strategy;             ///< for evaluate
  std::string calibration;          ///< constants from validate --fit or fit, or ""
  std::string kernels;              ///< a file of fitted kernel models (fit), or ""
  std::string rules;                ///< a file of further rules
  std::string slow;                 ///< a table of slow and failed GPUs, or ""
  std::string objective;            ///< "" keeps that of the plan
  std::string goal;                 ///< smallest, cheapest, or ""
  ReadBefore before = {};

  void addTo(CLI::App& command);
  /// --scenario and --catalogue-of, for commands that take a saved plan
  void addScenarioTo(CLI::App& command);
  /// --objective and --goal
  void addGoalTo(CLI::App& command);
};

struct Question {
  plan::Plan plan;
  std::optional<plan::PlanFile> saved;  ///< the file that it was read from, as it stands there
  hardware::Catalogue catalogue = hardware::Catalogue::built_in();
  strategy::Problem problem;
  std::vector<Error> model_warnings;  ///< of the files that the model was read from

  /// For planners, as it stands.
  planning::QuestionPtr asked() const { return planning::question_of(plan, problem); }
  /// Everything that looks wrong in the question, each with its file, for people.
  std::vector<Error> warnings(const Inputs& inputs) const;
  /// The question as a plan with an answer (JSON). Where it was read from a plan, what other programs keep
  /// there stays in it, and so do the answers of its other scenarios as long as they are asked the same.
  plan::PlanFile file(std::string answer) const;
};

/// Reads everything and checks that the parts belong together. Every error names the file that holds the
/// mistake.
Result<Question> readQuestion(const Inputs& inputs, const Common& common);

/// Reads a question as readQuestion() does, of a saved plan whose scenarios are asked one by one, each with
/// its own errors: `problem` is left empty.
Result<Question> readScenarios(const Inputs& inputs, const Common& common);

/// The goal that --objective or --goal asks for; none keeps that of the plan. Errors: AST-U501.
Result<std::optional<strategy::Objective>> readObjective(const Inputs& inputs);

/// NAME=VALUE of --set as variables and positions of a script. Errors: AST-U501.
Result<model::GivenValues> readGiven(const std::vector<std::string>& pairs);

/// The files that the parts of a question stand in, "" for those that stand in none.
struct PartFiles {
  std::string whole;  ///< all of them in one
  std::string model, cluster, job, calibration;
};

/// A question is checked as a whole: the code tells in which of its files a mistake stands. What names its
/// file already, and what is wrong with the command or the search, stays as it is.
Error inFileOf(Error error, const PartFiles& files);
Error inFileOf(Error error, const Inputs& inputs);

/// Whether the job of a question that serves can be read: its mistakes are none of a deployment that is
/// given.
Result<void> checkServed(const Question& question, const Inputs& inputs);

}  // namespace astrolabe::cli
