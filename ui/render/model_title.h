#pragma once
// The name of a built-in model as people write it.

#include <QString>

namespace astrolabe::ui {

/// "Llama 3.1 70B" for "llama-3.1-70b", "Mixtral 8x7B", "GPT-OSS 20B", "DeepSeek V3".
QString modelTitle(const QString& id);

}  // namespace astrolabe::ui
