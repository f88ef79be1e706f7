#pragma once
// The names that the shipped samples have, in the language of the reader.

#include <QString>
#include <string_view>

namespace astrolabe::ui {

/// plan::Plan::name, translated where it is that of a shipped sample; any other
/// stays as it is. Files keep the English one.
QString sampleNameText(std::string_view name);

}  // namespace astrolabe::ui
