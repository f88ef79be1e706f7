#include "core/base/phrase.h"

namespace astrolabe {

std::string to_text(const Phrase& phrase) {
  std::string text;
  for (std::size_t at = 0; at < phrase.form.size(); ++at) {
    const char next = at + 1 < phrase.form.size() ? phrase.form[at + 1] : ' ';
    if (phrase.form[at] != '%' || next < '1' || next > '9') {
      text += phrase.form[at];
      continue;
    }
    const auto value = static_cast<std::size_t>(next - '1');
    text += value < phrase.values.size() ? phrase.values[value] : "?";
    ++at;
  }
  return text;
}

}  // namespace astrolabe
