#pragma once
// Why a value was assumed or how it was derived, in the language of the reader.

#include <QString>
#include <string_view>

namespace astrolabe::ui {

/// hardware::Assumption::why, plan::AssumedSetting::rule or model::Field::from, translated. Names in it (types,
/// sources, keys, formulas) stay as they are.
QString reasonText(std::string_view reason);
/// Whether this reason of core can be translated: each sentence is, a test says so.
bool hasReasonText(std::string_view reason);

}  // namespace astrolabe::ui
