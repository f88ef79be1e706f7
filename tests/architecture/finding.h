#pragma once
// What a check of the sources found.

#include <string>
#include <vector>

namespace astrolabe::tests {

/// One broken rule: where it was found and what it breaks.
struct Finding {
  std::string file;  ///< relative to the root
  int line = 0;      ///< from 1; 0 when the whole file or folder is meant
  std::string what;
  bool operator==(const Finding&) const = default;
};
using Findings = std::vector<Finding>;

}  // namespace astrolabe::tests
