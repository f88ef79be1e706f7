#pragma once
// A sentence as data: its English form, and the values that stand in it. A view translates the form.

#include <string>
#include <utility>
#include <vector>

namespace astrolabe {

struct Phrase {
  std::string form;  ///< English, with %1 to %9 where values stand
  std::vector<std::string> values;

  Phrase() = default;
  Phrase(const char* words) : form(words) {}
  Phrase(std::string words, std::vector<std::string> with = {})
      : form(std::move(words)), values(std::move(with)) {}
  bool empty() const { return form.empty(); }
  bool operator==(const Phrase&) const = default;
};

/// The sentence in English, for files and machine output; "?" where a value lacks.
std::string to_text(const Phrase& phrase);

}  // namespace astrolabe
