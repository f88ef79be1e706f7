#pragma once
// Fine-tuning in words.

#include <QString>
#include <optional>

#include "core/strategy/tuning.h"

namespace astrolabe::ui {

/// "LoRA, rank 16", "all weights".
QString tuningMethodText(const strategy::Tuning& tuning);
/// Names one behind the other; `none` where there are none.
QString tuningNames(const std::vector<std::string>& names, const QString& none);
/// All that differs between two tunings in one line: "LoRA, rank 16 · q_proj, v_proj · packed"; nothing
/// without one.
QString tuningText(const std::optional<strategy::Tuning>& tuning);

}  // namespace astrolabe::ui
