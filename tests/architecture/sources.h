#pragma once
// The files of a tree, as the checks read them.

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace astrolabe::tests {

/// Whether it is a header or a source of C++.
bool is_source(const std::filesystem::path& path);
/// Every file below a folder in the order of the names, but for what is built or kept by git; none where
/// there is no such folder.
std::vector<std::filesystem::path> files_under(const std::filesystem::path& folder);
/// The bytes of a file; empty where it cannot be read.
std::string text_of(const std::filesystem::path& path);
/// The path relative to the root, with strokes.
std::string below(const std::filesystem::path& path, const std::filesystem::path& root);

/// Calls visit(number from 1, line) for each line of a file.
template <class Visit>
void each_line(const std::filesystem::path& file, const Visit& visit) {
  std::ifstream in(file);
  int number = 0;
  for (std::string line; std::getline(in, line);) visit(++number, line);
}

}  // namespace astrolabe::tests
