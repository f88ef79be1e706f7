#pragma once
// Readers under thousands of changed inputs: none crashes, throws, takes long or much memory, and each error
// has words. What ends the program is found in the folder of kept inputs.

#include <sys/resource.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QtTest>
#include <exception>
#include <fstream>
#include <functional>
#include <optional>
#include <string>

#include "core/base/told.h"
#include "tests/program/budget.h"
#include "tests/program/mutations.h"

namespace astrolabe::tests {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// All of them where ASTROLABE_FULL=1 asks for it, else the slice of every run; ASTROLABE_CASES=n: so many.
inline std::size_t cases_of_reader(std::size_t slice, std::size_t full) {
  if (const int asked = qEnvironmentVariableIntValue("ASTROLABE_CASES"); asked > 0)
    return static_cast<std::size_t>(asked);
  return qEnvironmentVariable("ASTROLABE_FULL") == QStringLiteral("1") ? full : slice;
}

/// Most memory that this program ever held, bytes.
inline std::int64_t most_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

/// One reader and how its inputs are changed.
struct TrialReader {
  std::string name;
  /// A changed input of that many.
  std::function<std::string(Mutator&)> change;
  /// What the reader says: no error, or one.
  std::function<std::optional<Error>(const std::string& input)> read;
  bool refuses = true;  ///< some of the inputs
};

template <class T>
std::optional<Error> error_of(const Result<T>& result) {
  return result ? std::nullopt : std::optional(result.error());
}

/// What is wrong with an error that a person is to understand; empty: nothing.
inline std::string fault_of(const Error& whole) {
  constexpr std::size_t kMostWords = 500;
  const Error error = told(whole);
  if (!error.code.starts_with("AST-")) return "no code: " + error.code;
  if (error.found.empty() && error.where.empty()) return error.code + " says neither where nor what";
  if (to_text(error.wanted).empty()) return error.code + " does not say what would be right";
  for (const std::string* words : {&error.found, &error.where})
    if (words->size() > kMostWords)
      return error.code + " has words of " + std::to_string(words->size()) + " bytes";
  return {};
}

/// Runs `count` cases. Each input stands in a file while it is read, and stays there where the reader fails:
/// build/…/kept/<reader>-<number>.
inline void run_trial(const TrialReader& reader, std::size_t count) {
  constexpr std::uint64_t kSeed = 44'000'000;
  constexpr double kMostMs = kSanitized ? 20'000.0 : 3'000.0;
  constexpr std::int64_t kMostMemory = std::int64_t{kSanitized ? 3072 : 768} << 20;
  const QString folder = QStringLiteral(ASTROLABE_BINARY_DIR "/kept");
  QVERIFY(QDir().mkpath(folder));
  Mutator none = Mutator::none();
  const std::optional<Error> sound = reader.read(reader.change(none));
  QVERIFY2(!sound, sound ? qPrintable(QStringLiteral("what is changed is not sound: %1, %2")
                                          .arg(QString::fromStdString(sound->where),
                                               QString::fromStdString(sound->found)))
                         : "");
  std::size_t refused = 0;
  const std::int64_t before = most_memory();
  for (std::size_t number = 0; number < count; ++number) {
    Mutator mutator(kSeed + number);
    const std::string input = reader.change(mutator);
    const QString kept =
        QStringLiteral("%1/%2-%3").arg(folder, QString::fromStdString(reader.name)).arg(number);
    std::ofstream(kept.toStdString(), std::ios::binary) << input;
    ::alarm(120);  // what never ends ends the program, and its input is kept
    const Budget budget;
    std::string fault;
    try {
      if (const std::optional<Error> error = reader.read(input)) {
        ++refused;
        fault = fault_of(*error);
      }
    } catch (const std::exception& thrown) {
      fault = std::string("threw: ") + thrown.what();
    }
    ::alarm(0);
    if (fault.empty() && budget.ms() > kMostMs) fault = "took " + std::to_string(budget.ms()) + " ms";
    if (fault.empty() && most_memory() - before > kMostMemory)
      fault = "took " + std::to_string((most_memory() - before) >> 20) + " MiB";
    QVERIFY2(fault.empty(),
             qPrintable(QStringLiteral("%1, kept as %2").arg(QString::fromStdString(fault), kept)));
    QFile::remove(kept);
  }
  QVERIFY2(refused > 0 || !reader.refuses, "no input was refused: they are not read");
  qInfo("%s: %zu inputs, %zu refused", reader.name.c_str(), count, refused);
}

}  // namespace astrolabe::tests
