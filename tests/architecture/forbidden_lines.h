#pragma once
// Lines that no source may have: comments that say nothing alone, numbers and codes without their names, and
// calls that only one place makes.

#include <filesystem>

#include "tests/architecture/finding.h"

namespace astrolabe::tests {

/// Comments that a formatter broke: rulers on lines of their own, paths with a gap behind a stroke.
Findings torn_comments(const std::filesystem::path& root);
/// Comments that begin with words that only another comment explains, as "Of these" does.
Findings leaning_comments(const std::filesystem::path& root);
/// Functions of a header that do not stand in the source by whose name ("// other.cpp") a comment above them
/// says they do; a blank line ends what it says.
Findings false_labels(const std::filesystem::path& root);
/// Error codes written out outside core/base, which has a name for each.
Findings nameless_codes(const std::filesystem::path& root);
/// Bytes of a GiB, seconds of an hour, and what nothing reaches, written out outside core/base/units.h.
Findings nameless_units(const std::filesystem::path& root);
/// Files opened for reading, and JSON and CBOR parsed, elsewhere than in core/base, which has limits for
/// both; and calls of the file system that throw where it refuses.
Findings other_readers(const std::filesystem::path& root);
/// Sources that write, copy or rename a file in another way than core/base/file_write.
Findings other_writers(const std::filesystem::path& root);
/// Waits for the next event that name a time, too: the toolkit then returns at once where there is none.
Findings spinning_waits(const std::filesystem::path& root);
/// Sources of ui that have a thread or a pool of their own beside the window's: document/latest is the one
/// way.
Findings other_threads(const std::filesystem::path& root);
/// Text files that name a folder of one person's machine.
Findings machine_paths(const std::filesystem::path& root);

}  // namespace astrolabe::tests
