// astrolabe-cli: the engine without a window.
#include <QString>
#include <algorithm>
#include <exception>
#include <iostream>

#include "app/cli/command.h"
#include "app/cli/speech.h"
#include "app/cli/usage.h"
#include "core/base/error_codes.h"
#include "core/base/file_write.h"
#include "ui/render/messages.h"

namespace {

using namespace astrolabe;
using namespace astrolabe::cli;

/// Our own mistake: said so, with status 4.
int defect(const char* what, bool json) {
  const Error error{std::string(code::defect), "astrolabe-cli", "the program", what, {}};
  if (json)
    print(error_json(error));
  else
    note(ui::messageFor(error).plain());
  return Defect;
}

/// Output that did not arrive is an error of the place it went to (a full disk, a closed pipe): told on
/// standard error, in JSON on one line of it.
int flushed(int status, bool json) {
  std::cout.flush();
  if (std::cout) return status;
  const Error error{std::string(code::cannot_save),
                    "standard output",
                    {},
                    "a write error",
                    {Wanted::Kind::text, {"a place with room that can be written"}}};
  if (!json) return refuse(error, false);
  tell(text_of(error_json(error)) + '\n');
  return BadInput;
}

/// Also told when the rest of the command line could not be read.
bool wantsJson(int argc, char** argv) {
  return std::any_of(argv, argv + argc,
                     [](const char* argument) { return std::string_view(argument) == "--json"; });
}

int start(int argc, char** argv) {
  CLI::App program("Plans the training of large models on clusters one could buy", "astrolabe-cli");
  program.set_version_flag("--version", "astrolabe-cli " ASTROLABE_VERSION);
  program.require_subcommand(1);
  program.get_formatter()->column_width(34);
  Common common;
  Run chosen;
  addPlan(program, chosen, common);
  addEvaluate(program, chosen, common);
  addFit(program, chosen, common);
  addInspect(program, chosen, common);
  addCatalog(program, chosen, common);
  addCompare(program, chosen, common);
  addReport(program, chosen, common);
  addValidate(program, chosen, common);
  addWhy(program, chosen, common);
  addShard(program, chosen, common);
  addSample(program, chosen, common);
  addSweep(program, chosen, common);
  addExport(program, chosen, common);
  addAllToAll(program, chosen, common);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& wish) {  // --help, --version
    return program.exit(wish);
  } catch (const CLI::ParseError& fault) {
    const bool json = wantsJson(argc, argv);
    const int status = refuse(usageErrorFrom(fault, program), json);
    if (!json) tell(usageLine(program) + '\n');
    return status;
  }
  if (const auto error = swallowedOption(program)) return refuse(*error, wantsJson(argc, argv));
  if (const auto error = sharedInput(program)) return refuse(*error, wantsJson(argc, argv));
  return chosen();
}

}  // namespace

int main(int argc, char** argv) {
  tell_size_limits();
  const bool json = wantsJson(argc, argv);
  const English speech;
  try {
    return flushed(start(argc, argv), json);
  } catch (const std::exception& exception) {
    return flushed(defect(exception.what(), json), json);
  }
}
