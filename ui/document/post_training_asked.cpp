#include "ui/document/post_training_asked.h"

#include <QString>
#include <algorithm>
#include <array>
#include <utility>

#include "core/model/model_reader.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using post_training::Do;

namespace {

/// What names of files and folders say of a role.
struct RoleHint {
  const char* role;
  std::array<const char*, 4> words;
};
constexpr RoleHint kHints[] = {{"critic", {"critic", "value"}},
                               {"cost", {"cost"}},
                               {"reward", {"reward", "rm"}},
                               {"reference", {"reference", "ref"}},
                               {"actor", {"actor", "policy", "sft"}}};

/// A word of `name`, which separators bound: "rm" is none of "form".
bool holdsWord(const QString& name, QLatin1StringView word) {
  for (qsizetype at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    const qsizetype end = at + word.size();
    if ((at == 0 || !name[at - 1].isLetter()) && (end == name.size() || !name[end].isLetter())) return true;
  }
  return false;
}

/// "" where the name tells none.
std::string hintedRole(const std::string& name) {
  const QString lower = QString::fromStdString(name).toLower();
  for (const RoleHint& hint : kHints)
    for (const char* word : hint.words)
      if (word != nullptr && holdsWord(lower, QLatin1StringView(word))) return hint.role;
  return {};
}

const model::BuiltInModel* builtIn(const std::string& id) {
  const auto& all = model::built_in_models();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.id == id; });
  return found == all.end() ? nullptr : &*found;
}

void putModel(Json& role, const RoleModel& model) {
  for (const char* key : {"rule", "seconds_per_sample", "shares", "config"}) role.erase(key);
  role["model"] = model.name;
  if (!model.config.empty()) role["config"] = model.config;
}

Json& roleIn(Json& asked, const std::string& role) {
  Json& roles = asked["roles"];
  if (!roles.is_object()) roles = Json::object();
  Json& one = roles[role];
  if (!one.is_object()) one = Json::object();
  return one;
}

bool isRule(const Json& asked, const char* role) {
  return asked.contains("roles") && asked["roles"].is_object() && asked["roles"].contains(role) &&
         asked["roles"][role].is_object() && asked["roles"][role].contains("rule");
}

bool isReference(const std::string& role) { return role.starts_with("ref"); }

/// A role that begins: a rule for what scores where scores are by one, else a model.
void beginRole(Json& asked, const std::string& role, bool rules, const std::optional<RoleModel>& model) {
  const bool scores = role == "reward" || role == "cost";
  if (scores && rules)
    setRoleRule(asked, role);
  else if (model)
    putModel(roleIn(asked, role), *model);
  else
    roleIn(asked, role);
}

}  // namespace

std::string RoleModel::text() const {
  if (!config.empty()) return config;
  const model::BuiltInModel* known = builtIn(name);
  return known != nullptr ? known->config : std::string();
}

std::optional<RoleModel> modelOf(const plan::Plan& plan) {
  if (plan.model_text.empty() && builtIn(plan.model_name) == nullptr) return std::nullopt;
  const model::BuiltInModel* known = builtIn(plan.model_name);
  const bool same = known != nullptr && (plan.model_text.empty() || plan.model_text == known->config);
  return RoleModel{plan.model_name, same ? std::string() : plan.model_text};
}

std::optional<post_training::Dataflow> dataflowOf(const Json& asked) {
  if (!asked.contains("dataflow")) return std::nullopt;
  auto read = post_training::read_dataflow(asked["dataflow"], "dataflow");
  return read ? std::optional(std::move(*read)) : std::nullopt;
}

std::vector<std::string> rolesOf(const Json& asked) {
  if (const auto flow = dataflowOf(asked)) return flow->roles();
  std::vector<std::string> roles;
  if (asked.contains("roles") && asked["roles"].is_object())
    for (const auto& role : asked["roles"].items()) roles.push_back(role.key());
  return roles;
}

std::optional<RoleModel> modelOf(const Json& asked, const std::string& role) {
  if (!asked.contains("roles") || !asked["roles"].is_object() || !asked["roles"].contains(role))
    return std::nullopt;
  const Json& one = asked["roles"][role];
  if (!one.is_object() || !one.contains("model") || !one["model"].is_string()) return std::nullopt;
  return RoleModel{one["model"].get<std::string>(), one.value("config", std::string())};
}

std::string leadingRole(const Json& asked) {
  const std::vector<std::string> roles = rolesOf(asked);
  for (const std::string& role : roles)
    if (modelOf(asked, role)) return role;
  return roles.empty() ? std::string() : roles.front();
}

void setRoleModel(Json& asked, const std::string& role, const RoleModel& model) {
  const std::string leading = leadingRole(asked);
  const std::optional<RoleModel> before = modelOf(asked, role);
  putModel(roleIn(asked, role), model);
  if (role != leading || !before) return;
  for (const std::string& other : rolesOf(asked))
    if (isReference(other) && modelOf(asked, other) == before) putModel(roleIn(asked, other), model);
}

void setRoleRule(Json& asked, const std::string& role) { roleIn(asked, role) = Json{{"rule", true}}; }

void setRoleShares(Json& asked, const std::string& role, const std::string& owner) {
  constexpr int kUsualRank = 16;
  Json& one = roleIn(asked, role);
  for (const char* key : {"rule", "seconds_per_sample", "model", "config"}) one.erase(key);
  one["shares"] = owner;
  one["adapter_rank"] = kUsualRank;
}

void setDataflow(Json& asked, const Json& flow, bool samples_stated) {
  constexpr int kUsualSamples = 8;
  const std::optional<RoleModel> model = modelOf(asked, leadingRole(asked));
  const bool rules = isRule(asked, "reward") || isRule(asked, "cost");
  const bool ready = flow.is_string();
  asked["dataflow"] = flow;
  const std::vector<std::string> roles = rolesOf(asked);
  if (asked.contains("roles") && asked["roles"].is_object()) {
    std::vector<std::string> gone;
    for (const auto& role : asked["roles"].items())
      if (std::find(roles.begin(), roles.end(), role.key()) == roles.end()) gone.push_back(role.key());
    for (const std::string& role : gone) asked["roles"].erase(role);
  }
  for (const std::string& role : roles)
    if (!asked.contains("roles") || !asked["roles"].contains(role)) beginRole(asked, role, rules, model);
  if (samples_stated || !ready) return;
  asked.erase("samples_per_prompt");
  if (flow == "grpo") asked["samples_per_prompt"] = kUsualSamples;
}

Json firstPostTraining(const plan::Plan& plan) {
  constexpr int kPrompts = 512, kPromptTokens = 512, kAnswer = 1024, kLongest = 4096, kMiniBatches = 4;
  Json asked{{"prompts", kPrompts},
             {"prompt_tokens", kPromptTokens},
             {"response_tokens", {{"mean", kAnswer}, {"max", kLongest}}},
             {"mini_batches", kMiniBatches}};
  asked["dataflow"] = "grpo";
  const std::optional<RoleModel> model = modelOf(plan);
  for (const std::string& role : rolesOf(asked)) beginRole(asked, role, true, model);
  setDataflow(asked, "grpo", false);
  return asked;
}

std::vector<std::string> rolesFor(const std::vector<std::string>& roles,
                                  const std::vector<std::string>& names) {
  if (names.size() > roles.size()) return {};
  std::vector<std::string> taken(names.size());
  const auto free = [&](const std::string& role) {
    return std::find(taken.begin(), taken.end(), role) == taken.end();
  };
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string hinted = hintedRole(names[i]);
    if (std::find(roles.begin(), roles.end(), hinted) != roles.end() && free(hinted)) taken[i] = hinted;
  }
  // A reference has its actor's weights: of models without a telling name it comes last.
  std::vector<std::string> order = roles;
  std::stable_partition(order.begin(), order.end(), [](const auto& role) { return !isReference(role); });
  for (std::string& role : taken)
    if (role.empty()) role = *std::find_if(order.begin(), order.end(), free);
  return taken;
}

std::string dataflowFor(const std::vector<std::string>& names) {
  constexpr std::size_t kRolesOfPpo = 4;
  bool critic = false, cost = false;
  for (const std::string& name : names) {
    const std::string role = hintedRole(name);
    critic = critic || role == "critic";
    cost = cost || role == "cost";
  }
  if (cost || names.size() > kRolesOfPpo) return "safe_rlhf";
  return critic || names.size() == kRolesOfPpo ? "ppo" : "grpo";
}

}  // namespace astrolabe::ui
