#pragma once
// What a file held when it was read or written here, to see that another program wrote it since.

#include <cstdint>
#include <string>
#include <string_view>

namespace astrolabe {

/// What tells whether another program wrote a file since; a default one stands for "there was no file".
struct FileMark {
  bool exists = false;
  std::uint64_t size = 0;  ///< bytes
  std::uint64_t hash = 0;  ///< of the content, FNV-1a of 64 bits by words
  /// Which file it was and when it was changed last. All zero: not known, the content decides.
  std::uint64_t device = 0, inode = 0;
  std::int64_t changed = 0;  ///< ns since 1970; the system's own time, which no program sets back

  bool operator==(const FileMark&) const = default;
};

std::uint64_t content_hash(std::string_view content);

/// The mark of an open file, or of the one at a path, without its hash. Taken before a file is read, so that
/// what comes meanwhile is seen.
FileMark stamp_of(int descriptor);
FileMark stamp_of(const std::string& path);

enum class FileSince {
  same,     ///< the content is what it was, also where the file was copied or touched
  changed,  ///< it holds something else, or is there where none was
  gone
};
/// What became of the file at `path`. Its content is read only where its time or place differ. A file that
/// cannot be read or reached is told as the same: writing it says why.
FileSince since(const FileMark& mark, const std::string& path);

}  // namespace astrolabe
