#pragma once
// Names and texts of a saved plan as they are taken: one that a file of others holds may be anything.

#include <string>
#include <vector>

#include "core/base/json.h"

namespace astrolabe::plan {

/// Replaces control characters by spaces and notes what held some, as it reads afterwards.
class Mended {
 public:
  explicit Mended(std::vector<std::string>& told) : m_told(told) {}
  /// `raw` as a name, on one line: line breaks and tabs are replaced, too.
  std::string name(const std::string& raw);
  /// `raw` as a text, which keeps its line breaks and tabs.
  std::string text(const std::string& raw);
  /// JSON whose strings are texts; what is none stays as it is.
  std::string json(const std::string& raw);
  /// Every string and key of a value that was parsed.
  void names_in(Json& json);
  void texts_in(Json& json);

 private:
  using Mend = std::string (Mended::*)(const std::string& raw);
  void each_in(Json& json, Mend mend);
  std::string noted(const std::string& raw, std::string mended);

  std::vector<std::string>& m_told;
};

}  // namespace astrolabe::plan
