#include "app/cli/command.h"

#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <mutex>

#include "core/base/error_codes.h"
#include "core/base/file_write.h"
#include "core/base/quoting.h"
#include "core/base/text.h"
#include "ui/render/messages.h"

namespace astrolabe::cli {

void Common::addTo(CLI::App& command) {
  command.add_flag("--json", json, "One JSON object on standard output");
  command.add_option("--hardware", hardware, "Own GPU and node types (JSON), or a table of prices (.csv)")
      ->type_name("FILE");
  command.add_option("--threads", threads, "Most workers (default: the cores that this process may use)")
      ->type_name("N");
  command
      .add_option("--seed", seed,
                  "Seed of the small tensors of shard --verify; a search draws nothing, its answer names it")
      ->type_name("N");
  command.add_option("--progress", progress, "text, json (one object a line) or none, on standard error")
      ->type_name("FORM");
}

Result<void> Common::read() {
  constexpr std::int64_t mostThreads = 4096;
  if (!threads.empty()) {
    const auto number = wholeOption("--threads", threads, 1, mostThreads);
    if (!number) return tl::unexpected<Error>(number.error());
    workers = static_cast<int>(*number);
  }
  if (!seed.empty()) {
    const auto number = wholeOption("--seed", seed, 0, std::numeric_limits<unsigned>::max());
    if (!number) return tl::unexpected<Error>(number.error());
    seedValue = static_cast<unsigned>(*number);
  }
  if (!progress.empty() && progress != "text" && progress != "json" && progress != "none")
    return tl::unexpected<Error>(
        usageError("--progress", progress, {Wanted::Kind::one_of, {"text", "json", "none"}}));
  return {};
}

void print(const Json& json) { std::cout << text_of(json, 2) << '\n'; }
void print(const QString& text) { std::cout << plain_lines(text.toStdString()) << '\n'; }

/// What was printed before stands before it, where both go to one place.
void note(const QString& text) {
  std::cout.flush();
  tell(plain_lines(text.toStdString()) + '\n');
}

void tell(std::string_view text) {
  static std::mutex one;
  const std::lock_guard lock(one);
  write_all(STDERR_FILENO, text);  // where it fails nobody listens
}

void sayWritten(const std::vector<std::string>& paths, bool json, Json answer) {
  if (json) {
    answer["written"] = paths.size() == 1 ? Json(paths.front()) : Json(paths);
    print(answer);
    return;
  }
  for (const std::string& path : paths) print(QStringLiteral("Wrote %1.").arg(QString::fromStdString(path)));
}

int refuse(const Error& error, bool json) {
  if (json) {
    print(error_json(error));
  } else {
    note(QStringLiteral("astrolabe-cli: ") + ui::messageFor(error).plain());
    if (std::filesystem::path(error.file).is_absolute()) note(QString::fromStdString(error.file));
  }
  return BadInput;
}

void warn(const std::vector<Error>& warnings) {
  for (const Error& warning : warnings)
    note(QStringLiteral("Warning: %1").arg(ui::messageFor(warning).plain()));
}

Error usageError(const std::string& option, std::string found, Wanted wanted) {
  return Error{std::string(code::usage), {}, option, std::move(found), std::move(wanted)};
}

Result<std::int64_t> wholeOption(const std::string& option, const std::string& text, std::int64_t least,
                                 std::int64_t most) {
  const auto number = parse_whole(text);
  if (number && *number >= least && *number <= most) return *number;
  Wanted wanted{Wanted::Kind::between, {std::to_string(least), std::to_string(most)}};
  if (!number) wanted = {Wanted::Kind::whole_number, {}};
  return tl::unexpected<Error>(usageError(option, text, std::move(wanted)));
}

Result<double> numberOption(const std::string& option, const std::string& text, double least, double most) {
  const auto number = parse_number(text);
  if (number && *number >= least && *number <= most) return *number;
  Wanted wanted{Wanted::Kind::between, {format_number(least), format_number(most)}};
  if (!number) wanted = {Wanted::Kind::number, {}};
  return tl::unexpected<Error>(usageError(option, text, std::move(wanted)));
}

void addTimeLimit(CLI::App& command, std::string& text, const std::string& of) {
  const std::string what = of.empty() ? "Stop after" : "Stop " + of + " after";
  command.add_option("--time-limit", text, what + " so many seconds with the best so far, status 3")
      ->type_name("S");
}

Result<double> readTimeLimit(const std::string& text) {
  constexpr double least = 1e-3, most = 1e9;
  if (text.empty()) return 0.0;
  return numberOption("--time-limit", text, least, most);
}

Result<void> checkOutput(const std::string& path) {
  if (path.empty()) return {};
  return check_place(path);
}

}  // namespace astrolabe::cli
