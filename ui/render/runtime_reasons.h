#pragma once
// What the files of runtimes say of settings and conditions, in the language of the reader.

#include <QString>
#include <span>
#include <string_view>

namespace astrolabe::ui {

/// The name of a setting or the reason of a condition, translated; any other text stays as it is. Names of
/// arguments and programs in it stay.
QString runtimeReasonText(std::string_view english);
/// Every text that is translated, in English: a test says that no runtime has another.
std::span<const char* const> runtimeReasons();

}  // namespace astrolabe::ui
