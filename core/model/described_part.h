#pragma once
// One part of a model, read by its family file: the text model or a tower.

#include <string>

#include "core/model/description.h"
#include "core/model/family_file.h"

namespace astrolabe::model {

/// The layers of the part with what stands before and behind them. `entry`: its family file; `scope`: the
/// values of its configuration; `head_class`: the class that the configuration names, which decides on the
/// head where the family file leaves it open. Errors: a formula that asks for what is not there, a number of
/// layers that cannot be, a list that has not one entry per layer, a kind of layer that the family has not.
Result<DescribedPart> read_part(const Json& entry, FamilyScope& scope, std::string head_class);

}  // namespace astrolabe::model
