#pragma once
// What the formulas of a family file ask of a variable by the number of the layer, so that every list, every
// number of a layer and every offset of a configuration is held against the number of layers in one way.

#include <string>
#include <vector>

#include "core/base/json.h"

namespace astrolabe::model {

struct LayerUse {
  enum class Kind {
    item,    ///< "x[i]": a list, or a text, with an entry for each layer
    member,  ///< "i in x": numbers of layers
    bound,   ///< "i>=x", "L-x": a number of layers
    offset   ///< "i%p==x": a place within the period `p`
  } kind = Kind::item;
  std::string name;    ///< of the variable
  int first = 0;       ///< of a member: the number that the first layer has, 0 or 1
  std::string period;  ///< of an offset: the variable p

  friend bool operator==(const LayerUse&, const LayerUse&) = default;
};

/// All such uses in the formulas of `entry`, a family file with what it inherits; each once.
std::vector<LayerUse> layer_uses(const Json& entry);

}  // namespace astrolabe::model
