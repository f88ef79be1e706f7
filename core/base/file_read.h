#pragma once
// The one way in which files are read: regular ones alone, of at most so many bytes, and nothing here throws.

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace astrolabe {

/// Largest files that are read, bytes. What is larger is refused before a byte of it is read.
namespace file_limit {
inline constexpr std::int64_t kMib = std::int64_t{1024} * 1024;
/// Configurations and arguments of models; clusters, jobs, strategies, profiles, hardware, calibrations: the
/// largest known takes a MiB.
inline constexpr std::int64_t json = 16 * kMib;
/// Names of 90,000 weights take 9 MiB.
inline constexpr std::int64_t weight_index = 64 * kMib;
/// Tables: prices, measured runs and kernels.
inline constexpr std::int64_t table = 64 * kMib;
inline constexpr std::int64_t rules = kMib;
/// Answers of this program: a sweep has thousands of them.
inline constexpr std::int64_t answers = 64 * kMib;
/// Fitted kernel models.
inline constexpr std::int64_t kernels = 64 * kMib;
/// A graph with its weights inside. Protobuf ends at 2 GiB, and twice the file stands in memory meanwhile.
inline constexpr std::int64_t onnx = 1536 * kMib;
inline constexpr std::int64_t certificate = 64 * kMib;
}  // namespace file_limit

/// Largest text file that is read where its reader names no limit of its own.
inline constexpr std::int64_t kLargestTextFile = 64 * file_limit::kMib;

/// A regular file, open for reading; closed with the object.
class FileReader {
 public:
  /// Errors: cannot_read for what is not there, may not be read, has too long a name, or is no regular file
  /// (a folder, a device, a pipe). Nothing is waited for.
  static Result<FileReader> open(const std::string& path);
  FileReader(FileReader&& other) noexcept;
  FileReader& operator=(FileReader&& other) noexcept;
  ~FileReader();

  /// Bytes, as the file was opened.
  std::int64_t size() const { return m_size; }
  /// The next `count` bytes, or fewer where the file ends. Error: cannot_read.
  Result<std::string> read(std::int64_t count);

 private:
  FileReader(int descriptor, std::int64_t size, std::string path);
  int m_descriptor = -1;
  std::int64_t m_size = 0;
  std::string m_path;
};

/// A regular file, whole. "-" reads standard input, of whatever kind. Errors: those of FileReader::open();
/// file_too_large above `largest` bytes, also where it grows while it is read; empty_file.
Result<std::string> read_file(const std::string& path, std::int64_t largest = kLargestTextFile);
/// read_file() for text: NUL bytes are refused, too.
Result<std::string> read_text_file(const std::string& path, std::int64_t largest = kLargestTextFile);

/// What a path leads to, links followed; `absent` also where the system refuses to look.
enum class PathKind : std::uint8_t { absent, file, folder, other };
PathKind path_kind(const std::string& path);

}  // namespace astrolabe
