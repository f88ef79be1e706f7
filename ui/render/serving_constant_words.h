#pragma once
// What the constants of serving engines mean, in the language of the reader.

#include <QString>
#include <string>

namespace astrolabe::ui {

/// serving::ConstantRow::meaning, translated; the name of an engine or of GPUs behind its last comma stays.
QString servingConstantMeaning(const std::string& meaning);
/// Whether this meaning can be translated: each is, a test says so.
bool hasServingConstantMeaning(const std::string& meaning);
/// A unit of the table as it is written: "µs" for "us".
QString servingConstantUnit(const std::string& unit);

}  // namespace astrolabe::ui
