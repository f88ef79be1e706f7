#pragma once
// What a job of post-training asks, as a window edits it: the keys that its planner reads.

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/plan/plan.h"
#include "core/post_training/dataflow.h"

namespace astrolabe::ui {

/// A built-in model by its id, or a file's name with its text.
struct RoleModel {
  std::string name;
  std::string config;  ///< "" for a built-in one
  /// The text of its configuration, wherever it is from.
  std::string text() const;
  bool operator==(const RoleModel&) const = default;
};
/// The model of the plan; none where it has none.
std::optional<RoleModel> modelOf(const plan::Plan& plan);

/// None where it cannot be read.
std::optional<post_training::Dataflow> dataflowOf(const Json& asked);
/// In the order of the dataflow; those that are written where that cannot be read.
std::vector<std::string> rolesOf(const Json& asked);
/// None for a role without a model of its own.
std::optional<RoleModel> modelOf(const Json& asked, const std::string& role);
/// The role whose model is the plan's: the first that has one of its own, or may have.
std::string leadingRole(const Json& asked);

/// A reference that had the model of the leading role keeps to it.
void setRoleModel(Json& asked, const std::string& role, const RoleModel& model);
void setRoleRule(Json& asked, const std::string& role);
void setRoleShares(Json& asked, const std::string& role, const std::string& owner);

/// Another dataflow: roles of both stay, new ones begin with the model of the leading role, rewards by a rule
/// where rewards or costs were by one. Samples of a prompt that nobody stated follow the dataflow.
void setDataflow(Json& asked, const Json& flow, bool samples_stated);
/// What is asked where nobody has said anything yet: GRPO of the plan's model.
Json firstPostTraining(const plan::Plan& plan);

/// Which role each of several models takes: by its name where that tells ("critic", "rm", …), the others in
/// the order of the roles. Empty where there are more models than roles.
std::vector<std::string> rolesFor(const std::vector<std::string>& roles,
                                  const std::vector<std::string>& names);
/// The ready dataflow that models of these names are usually for.
std::string dataflowFor(const std::vector<std::string>& names);

}  // namespace astrolabe::ui
