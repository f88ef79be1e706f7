#pragma once
// What the constants of the cost model mean, in the language of the reader.

#include <QString>
#include <string_view>

namespace astrolabe::ui {

/// calibration::ModelConstant::meaning, translated.
QString constantMeaning(const char* meaning);
/// Whether this meaning of core can be translated: each is, a test says so.
bool hasConstantMeaning(std::string_view meaning);

}  // namespace astrolabe::ui
