#pragma once
// What the constants of post-training mean, with their values as people read them.

#include <QString>
#include <string_view>

#include "core/post_training/constants.h"

namespace astrolabe::ui {

/// A sentence without its end; the id where it is not known.
QString postTrainingConstantMeaning(std::string_view id);
/// With its unit: "2 GB/s", "70 %".
QString postTrainingConstantValue(const post_training::Constant& constant);

}  // namespace astrolabe::ui
