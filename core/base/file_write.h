#pragma once
// The one way in which a file is written, by window and command line: whole, or not at all.
//
// - The content goes into a temporary file beside the target, is flushed to the disk, and takes the name of
//   the target in one step; then the folder is flushed. A reader, a crash or an error at any moment finds the
//   old file or the new one, byte for byte.
// - Temporary files have short names of their own, so that a target may have the longest name there is. Their
//   writer holds a lock on them: those whose writer has gone are taken away by the next one in the folder.
// - What a symbolic link names is replaced, and the link stays, also one that names nothing yet. Of a file
//   that is replaced, permissions, owner, group, access list and own attributes stay as far as the system
//   lets us; where the group cannot stay, it gets what all others may. A further hard link keeps the old
//   content: to write into a file in place would leave half of it after a crash. For the same reason a file
//   in a folder where no file can be made is not written, though it might be by itself.
// - A file without any right to write is not replaced, whoever asks.
// - Devices, pipes, what is open already (/dev/stdout) and "-", standard output, are written straight.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/file_mark.h"
#include "core/base/result.h"

namespace astrolabe {

/// How `found` of cannot_save begins, where a window has words of its own for it.
namespace obstacle {
inline constexpr std::string_view read_only = "read-only";
inline constexpr std::string_view no_folder = "no such folder";
inline constexpr std::string_view read_only_disk = "a read-only disk";
inline constexpr std::string_view full_disk = "a full disk";
}  // namespace obstacle

/// A file that is being written. Until keep() its place holds what it held before.
class FileWriter {
 public:
  /// Begins it. What is in the way is told by error(), and by everything that follows.
  explicit FileWriter(std::string path);
  /// Takes away what was not kept.
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  /// Adds `content` at the end; false once something went wrong.
  bool write(std::string_view content);
  /// Everything is on the disk, beside its place: what can fail has been done.
  Result<void> sync();
  /// The file takes its place.
  Result<void> keep();
  /// What went wrong first: cannot_save, with what is in the way and the room that is needed.
  const std::optional<Error>& error() const { return m_error; }
  /// The mark of the file as keep() left it, without its hash.
  FileMark stamp() const { return m_stamp; }

 private:
  void begin();
  void begin_beside(std::string_view target);
  bool flush();
  void refuse(std::string found);
  void refuse(int fault);
  void take_away();

  std::string m_path;       ///< as it was asked for
  std::string m_target;     ///< behind all links; empty: written straight
  std::string m_name;       ///< of the target in its folder
  std::string m_temporary;  ///< in the same folder; empty: none, or kept
  int m_folder = -1, m_file = -1;
  std::string m_buffer;
  std::uint64_t m_bytes = 0;  ///< that were to be written
  bool m_synced = false;
  std::optional<Error> m_error;
  FileMark m_stamp;
};

/// Writes `content` as the file at `path`, whole or not at all. Error: cannot_save.
Result<void> write_file(const std::string& path, std::string_view content);

struct NewFile {
  std::string path;
  std::string_view content;
};
/// Several that belong together: all are on the disk before the first takes its place, in their order.
Result<void> write_files(std::span<const NewFile> files);

/// Whether a file could be begun at `path`, so that long work is not in vain. Changes nothing.
Result<void> check_place(const std::string& path);

/// Writes all of `content` to an open file; 0 or the errno of what failed.
int write_all(int descriptor, std::string_view content);

/// From here on a limit on the size of files is an error of the write, not the end of the program.
void tell_size_limits();

}  // namespace astrolabe
