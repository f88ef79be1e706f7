#pragma once
#include <string>
#include <vector>

#include "core/model/description.h"

namespace astrolabe::model {

/// The layers in short: "(sliding+mlp*5 full+mlp)x10 sliding+mlp*2".
std::string pattern_of(const std::vector<DescribedLayer>& layers);

}  // namespace astrolabe::model
