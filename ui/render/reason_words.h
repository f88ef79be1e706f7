#pragma once
// Why a value was assumed or how it was derived, in the language of the reader.

#include <QString>
#include <string_view>

#include "core/base/phrase.h"
#include "core/hardware/reason.h"
#include "core/model/architecture.h"

namespace astrolabe::ui {

/// hardware::Assumption::why, translated. Names in it (types, sources, keys) stay as they are.
QString reasonText(const hardware::Reason& reason);
/// A reason that core gives as text, translated: calibration::AssumedSetting::rule, model::Field::from. Names
/// and formulas stay as they are.
QString reasonText(std::string_view reason);
/// What core says of an argument or a setting, translated: why it is not used, what holds instead.
QString phraseText(const Phrase& phrase);
/// Whether this reason of core can be translated: each sentence is, a test says so.
bool hasReasonText(const hardware::Reason& reason);
bool hasReasonText(std::string_view reason);
/// A person typed it in place of what the model's file lacks: stated, though no file says it.
bool isTyped(const model::Field& field);

}  // namespace astrolabe::ui
