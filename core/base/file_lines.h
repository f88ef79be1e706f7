#pragma once
// A file of lines that grows while a long run works: each line is on the disk before the next is begun, so
// that whatever ends the run leaves all but the line it was at. Everything else is written whole
// (file_write.h).

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace astrolabe {

/// Longest line that is read, bytes.
inline constexpr std::int64_t kLongestLine = std::int64_t{64} << 20;

/// What read_lines() found in a file.
struct LinesFound {
  std::int64_t lines = 0;  ///< whole lines
  std::int64_t bytes = 0;  ///< of the whole lines, line ends included
  std::int64_t torn = 0;   ///< bytes behind the last line end: a line whose writer was stopped
};

/// Reads a regular file line by line; `visit` gets the number of a line, from 1, and its text without its
/// end, and what it refuses ends the reading. What is torn it does not get. Errors: those of
/// FileReader::open(); file_too_large for a longer line than kLongestLine; those of `visit`.
Result<LinesFound> read_lines(const std::string& path,
                              const std::function<Result<void>(std::int64_t, std::string_view)>& visit);

/// A file to which one process at a time adds lines.
class LineFile {
 public:
  /// Opens the file, which is made where it is absent, and locks it. Errors: cannot_save, also where another
  /// process holds it.
  static Result<LineFile> open(const std::string& path);
  LineFile(LineFile&& other) noexcept;
  LineFile& operator=(LineFile&& other) noexcept;
  ~LineFile();

  /// Adds `line` and its end in one piece, flushed to the disk. Precondition: no line end in it. What cannot
  /// be written whole is taken away again. Error: cannot_save.
  Result<void> add(std::string_view line);
  /// Cuts everything behind the first `bytes` off. Error: cannot_save.
  Result<void> cut(std::int64_t bytes);

 private:
  LineFile(int descriptor, std::string path);
  int m_descriptor = -1;
  std::string m_path;
};

}  // namespace astrolabe
