#pragma once
// The lines of a sweep: one case each, with what tells whether two lines belong together.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::plan {

/// What all lines of a sweep share: lines of two sweeps are never put together.
struct SweepIdentity {
  std::string grid;       ///< hash of everything that is asked, of all cases
  std::string version;    ///< of the program
  std::string catalogue;  ///< "2026-07-01 5f0c…": date and hash of the hardware and prices that it rests on
  std::size_t cases = 0;  ///< of the whole sweep
  bool operator==(const SweepIdentity&) const = default;
};

/// A line without its answer.
struct SweepLine {
  SweepIdentity sweep;
  std::size_t number = 0;  ///< of the case, from 0
  std::string inputs_hash;
  std::string status;  ///< of the answer, or "refused"
};

/// Hash of a text that describes inputs, 16 hexadecimal digits.
std::string hash_text(std::string_view text);

/// {"case", "cases", "inputs_hash", "version", "catalogue", "grid", "inputs"}: how a line begins.
Json line_head(const SweepLine& line, Json inputs);
/// Reads a line. Errors: usage, with the line's number, where it is no line of a sweep.
Result<SweepLine> read_sweep_line(std::string_view text, std::int64_t number);

/// The error that the lines in `file` are of another sweep than `wanted`: which of version, catalogue and
/// grid differs, with both values. Precondition: they differ.
Error other_sweep(const SweepIdentity& found, const SweepIdentity& wanted, const std::string& file,
                  const std::string& of);

/// Lines of one sweep, put together from files.
class SweepShards {
 public:
  /// Reads a file of lines. Errors: those of read_lines() and read_sweep_line(), a line of another sweep than
  /// the first, a case that is there already.
  Result<void> read(const std::string& file);
  /// All lines in the order of their cases, each with its end. Error: cases that are missing, by number from
  /// 1 and by the part of an array that they belong to, and files that end in a torn line or hold none.
  Result<std::string> whole() const;

 private:
  struct Part {
    std::string file;
    std::vector<std::size_t> cases;
    bool torn = false;
  };
  std::vector<Part> m_parts;
  std::map<std::size_t, std::string> m_lines;
  SweepIdentity m_sweep;
};

/// "no case 3, 7 and 11 (part 3/4)": cases that are missing, from 0, for a message that counts from 1; the
/// part where `parts`, the cases of each file, tell into how many the sweep was cut.
std::string missing_text(const std::vector<std::size_t>& missing,
                         const std::vector<std::vector<std::size_t>>& parts);

}  // namespace astrolabe::plan
