#pragma once
// Malformed text for readers: edits of a sound document, reproducible by seed.

#include <cstdint>
#include <random>
#include <string>

namespace astrolabe::test {

/// `text` after one to four random edits: bytes replaced, removed, doubled, or the text cut off.
inline std::string damaged(std::string text, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t bound) {
    return static_cast<std::size_t>(random() % std::max<std::size_t>(1, bound));
  };
  static const std::string bytes = "{}[]\",:0123456789-+eE.tfn \n\\/#'\x01\x7f\xc3\xff";
  const std::size_t edits = 1 + below(4);
  for (std::size_t edit = 0; edit < edits && !text.empty(); ++edit) {
    const std::size_t at = below(text.size());
    switch (below(5)) {
      case 0:
        text[at] = bytes[below(bytes.size())];
        break;
      case 1:
        text.erase(at, 1 + below(8));
        break;
      case 2:
        text.insert(at, text.substr(at, 1 + below(12)));
        break;
      case 3:
        text.insert(at, 1, bytes[below(bytes.size())]);
        break;
      default:
        text.resize(at);
        break;
    }
  }
  return text;
}

}  // namespace astrolabe::test
