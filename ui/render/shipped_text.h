#pragma once
// What core says in English, in the language of the reader, where it stands in a list of what is translated.

#include <QCoreApplication>
#include <QString>
#include <algorithm>
#include <span>
#include <string_view>

namespace astrolabe::ui {

/// A text that stands in `list`, as `context` translates it; any other text as it is.
inline QString shippedText(std::span<const char* const> list, const char* context, std::string_view english) {
  const auto found = std::find(list.begin(), list.end(), english);
  return found != list.end() ? QCoreApplication::translate(context, *found)
                             : QString::fromUtf8(english.data(), static_cast<qsizetype>(english.size()));
}

}  // namespace astrolabe::ui
