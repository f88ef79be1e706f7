#pragma once
// What every command of astrolabe-cli shares: options, exit statuses, and how errors and answers are written.

#include <CLI/CLI.hpp>
#include <QString>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::cli {

enum ExitStatus : int {
  Done = 0,
  NothingFits = 1,   ///< sound request, no strategy; the answer says why
  BadInput = 2,      ///< input or usage
  StoppedEarly = 3,  ///< time limit or signal; best so far was printed
  Defect = 4         ///< our own mistake
};

/// Options that every command takes. Numbers arrive as text and are read without locale.
struct Common {
  bool json = false;
  std::string threads, seed, progress, hardware;
  int workers = 0;  ///< 0: all that the process may use
  unsigned seedValue = 0;

  void addTo(CLI::App& command);
  /// Reads the texts. Errors: AST-U501.
  Result<void> read();
};

/// A command adds its options to the program and leaves here what is to be run when it was chosen.
using Run = std::function<int()>;
void addPlan(CLI::App& program, Run& run, Common& common);
void addEvaluate(CLI::App& program, Run& run, Common& common);
void addFit(CLI::App& program, Run& run, Common& common);
void addInspect(CLI::App& program, Run& run, Common& common);
void addCatalog(CLI::App& program, Run& run, Common& common);
void addCompare(CLI::App& program, Run& run, Common& common);
void addReport(CLI::App& program, Run& run, Common& common);
void addValidate(CLI::App& program, Run& run, Common& common);
void addWhy(CLI::App& program, Run& run, Common& common);
void addShard(CLI::App& program, Run& run, Common& common);
void addSample(CLI::App& program, Run& run, Common& common);
void addExport(CLI::App& program, Run& run, Common& common);
void addAllToAll(CLI::App& program, Run& run, Common& common);
/// sweep and merge.
void addSweep(CLI::App& program, Run& run, Common& common);

/// Prints the one JSON object of a command.
void print(const Json& json);
/// Prints UTF-8 text on standard output or standard error: of control characters only line breaks and tabs
/// reach a terminal.
void print(const QString& text);
void note(const QString& text);
/// Writes on standard error in one piece as it stands, so that no other thread's words stand within it: the
/// one place that does.
void tell(std::string_view text);
/// Tells which files were written: `answer` with the path, or a list of several, under `written`, or a
/// sentence each.
void sayWritten(const std::vector<std::string>& paths, bool json, Json answer = Json::object());
/// Says what is wrong, as JSON on standard output or as a sentence on standard error; returns BadInput.
int refuse(const Error& error, bool json);
/// What looks wrong and is planned with all the same, as sentences on standard error.
void warn(const std::vector<Error>& warnings);
/// A usage error at an option: what was found there and what would be right.
Error usageError(const std::string& option, std::string found, Wanted wanted);

/// Option values with their limits. Errors: AST-U501 at `option`.
Result<std::int64_t> wholeOption(const std::string& option, const std::string& text, std::int64_t least,
                                 std::int64_t most);
Result<double> numberOption(const std::string& option, const std::string& text, double least, double most);
/// --time-limit, as text; `of`: what ends then ("each search"), the command's work when left out.
void addTimeLimit(CLI::App& command, std::string& text, const std::string& of = {});
/// Seconds, 0 for none. Errors: AST-U501.
Result<double> readTimeLimit(const std::string& text);
/// The folder of an output file exists and lets itself be written to, so that a long search is not in vain.
Result<void> checkOutput(const std::string& path);

}  // namespace astrolabe::cli
