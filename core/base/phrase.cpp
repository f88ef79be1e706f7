#include "core/base/phrase.h"

namespace astrolabe {

std::string to_text(const Phrase& phrase) {
  std::string text;
  for (std::size_t at = 0; at < phrase.form.size(); ++at) {
    const std::size_t value = phrase.form[at] == '%' && at + 1 < phrase.form.size()
                                  ? static_cast<std::size_t>(phrase.form[at + 1] - '1')
                                  : phrase.values.size();
    if (value < phrase.values.size()) {
      text += phrase.values[value];
      ++at;
    } else {
      text += phrase.form[at];
    }
  }
  return text;
}

}  // namespace astrolabe
