#include "app/cli/usage.h"

#include <algorithm>

#include "app/cli/command.h"
#include "core/base/text.h"

namespace astrolabe::cli {

namespace {

const CLI::App& chosenCommand(const CLI::App& program) {
  const auto chosen = program.get_subcommands();
  return chosen.empty() ? program : *chosen.front();
}

std::vector<std::string> optionsOf(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> commandsOf(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

bool belongsToACommand(const CLI::App& program, const std::string& option) {
  const auto commands = program.get_subcommands([](const CLI::App*) { return true; });
  return std::any_of(commands.begin(), commands.end(), [&](const CLI::App* command) {
    const std::vector<std::string> names = optionsOf(*command);
    return std::find(names.begin(), names.end(), option) != names.end();
  });
}

/// Options that name a file to be written: there "-" is a name like any other.
bool writes(const std::string& option) {
  for (const char* name : {"--certificate", "--fit", "--html", "--markdown", "--out", "--pdf", "--pytorch",
                           "--rows", "--save", "--text", "--trace"})
    if (option == name) return true;
  return false;
}

/// The first argument that the command cannot do without and that is not there: by its name, one without a
/// name by what stands for it in the help text.
std::optional<Error> missingArgument(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    const std::string what = option->get_description();  // a sentence's beginning
    return usageError(option->get_positional() ? option->get_type_name() : option->get_name(), "nothing",
                      {Wanted::Kind::text, {lower(what.substr(0, 1)) + what.substr(1)}});
  }
  return std::nullopt;
}

/// The nearest names, or all of them when none is near.
Wanted oneOf(const std::string& found, std::vector<std::string> names) {
  std::vector<std::string> near = near_matches(found, names);
  return {Wanted::Kind::one_of, near.empty() ? std::move(names) : std::move(near)};
}

}  // namespace

Error usageErrorFrom(const CLI::ParseError& fault, const CLI::App& program) {
  const CLI::App& command = chosenCommand(program);
  const std::string place = &command == &program ? program.get_name() : command.get_name();
  const std::vector<std::string> extras = program.remaining(true);
  if (!extras.empty()) {
    const std::string& extra = extras.front();
    const bool option = extra.size() > 1 && extra.front() == '-';
    // An option of some command, but no command.
    if (option && &command == &program && belongsToACommand(program, extra))
      return usageError(place, "no command", {Wanted::Kind::one_of, commandsOf(program)});
    if (option) return usageError(place, extra, oneOf(extra, optionsOf(command)));
    if (&command == &program) return usageError(place, extra, oneOf(extra, commandsOf(program)));
    return usageError(place, extra, {Wanted::Kind::text, {"no further argument"}});
  }
  if (const auto missing = missingArgument(command); missing && fault.get_name() == "RequiredError")
    return *missing;
  if (fault.get_name() == "RequiredError")
    return usageError(place, "no command", {Wanted::Kind::one_of, commandsOf(program)});
  // The rest names the option first: "--top: 1 required ...".
  const std::string words = fault.what();
  const std::string option = words.substr(0, words.find_first_of(": "));
  const std::string where = option.starts_with("-") ? option : place;
  if (fault.get_name() == "ArgumentMismatch")
    return usageError(where, "no value, or more than one",
                      {Wanted::Kind::text, {"the option once, with one value"}});
  return usageError(where, words, {Wanted::Kind::text, {"what --help shows"}});
}

std::optional<Error> swallowedOption(const CLI::App& program) {
  for (const CLI::Option* option : chosenCommand(program).get_options())
    for (const std::string& value : option->results())
      if (value.starts_with("--"))
        return usageError(option->get_name(), "no value", {Wanted::Kind::text, {"the option with a value"}});
  return std::nullopt;
}

std::optional<Error> sharedInput(const CLI::App& program) {
  std::string first;
  for (const CLI::Option* option : chosenCommand(program).get_options()) {
    const std::string name = option->get_name();
    if (writes(name)) continue;
    for (const std::string& value : option->results()) {
      if (value != "-") continue;
      if (!first.empty())
        return usageError("-", "standard input for " + first + " and for " + name,
                          {Wanted::Kind::text, {"it for one of them"}});
      first = name;
    }
  }
  return std::nullopt;
}

std::string usageLine(const CLI::App& program) {
  const CLI::App& command = chosenCommand(program);
  const std::string name =
      &command == &program ? program.get_name() : program.get_name() + " " + command.get_name();
  std::string line = CLI::Formatter().make_usage(&command, name);
  while (!line.empty() && line.back() == '\n') line.pop_back();
  return line;
}

}  // namespace astrolabe::cli
