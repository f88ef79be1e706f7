#pragma once
// Files that are compiled in: packaging/cmake/EmbedTexts.cmake writes a table of them.

namespace astrolabe {

struct EmbeddedText {
  const char* name;  ///< of the file, without its folder and its last ending
  const char* text;
};

}  // namespace astrolabe
