#pragma once
// The rooms of the house: which may include which, and whether each file and folder is named where it has to
// be.

#include <filesystem>
#include <string>

#include "tests/architecture/finding.h"

namespace astrolabe::tests {

/// The room of a path relative to the root: "core/cost", "core/engine", "ui/render", "app", "" for others.
std::string room_of(const std::string& path);

/// Includes that cross from one room into one it may not know, and Qt headers inside core.
Findings forbidden_includes(const std::filesystem::path& root);
/// Sources that a CMakeLists.txt names and that are missing; sources of core, ui and app that none names.
Findings unlisted_sources(const std::filesystem::path& root);
/// Top-level rooms without a README.md.
Findings rooms_without_readme(const std::filesystem::path& root);
/// Folders that the README.md of their room does not name, and rooms of core that CONTRIBUTING.md does not.
Findings unnamed_folders(const std::filesystem::path& root);
/// Benchmarks that a README.md names and tests/benchmarks does not build.
Findings unknown_benchmarks(const std::filesystem::path& root);
/// Headers without `#pragma once`.
Findings unguarded_headers(const std::filesystem::path& root);
}  // namespace astrolabe::tests
