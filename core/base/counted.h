#pragma once
// Counts with what is counted, for texts of core and of files, which are English.

#include <cstdint>
#include <string>
#include <string_view>

namespace astrolabe {

/// "1 GPU", "1024 GPUs", "2 micro-batches": `one` where there is one, else `many`, or `one` with an s.
inline std::string counted(std::int64_t count, std::string_view one, std::string_view many = {}) {
  std::string text = std::to_string(count);
  text += ' ';
  if (count == 1 || many.empty())
    text += one;
  else
    text += many;
  if (count != 1 && many.empty()) text += 's';
  return text;
}

}  // namespace astrolabe
