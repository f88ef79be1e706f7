#pragma once
// Remembers what stood beside the configurations of models when they were read: weights, held against them.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/model/architecture.h"
#include "core/model/model_reader.h"
#include "core/plan/plan.h"

namespace astrolabe::ui {

struct BesideModel {
  std::vector<model::Field> fields;  ///< "weights" alone
  std::vector<Error> warnings;
};
/// What stood beside each configuration, by its text and the values typed for it.
using BesideModels = std::map<std::pair<std::string, model::EnteredValues>, BesideModel>;

/// The key of `meta` under which a plan's file holds it.
inline constexpr const char* kBesideModelsKey = "beside_models";
/// JSON of those in `all` whose models the plan's scenarios train, files by name alone. Empty for none.
std::string besideModelsText(const BesideModels& all, const plan::Plan& plan);
/// Reads what besideModelsText() writes; what cannot be read is left out.
BesideModels besideModelsFrom(const std::string& text, const plan::Plan& plan);

}  // namespace astrolabe::ui
