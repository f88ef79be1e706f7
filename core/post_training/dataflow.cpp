#include "core/post_training/dataflow.h"

#include <algorithm>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"

namespace astrolabe::post_training {

namespace {

const std::vector<std::string> kDoes{"generate", "forward", "train"};

Call call(const char* name, const char* role, Do what, std::vector<int> after) {
  return {name, role, what, std::move(after), false};
}

std::vector<Dataflow> made_ready() {
  Dataflow ppo{
      "ppo",
      {call("rollout", "actor", Do::generate, {}), call("old_log_probabilities", "actor", Do::forward, {0}),
       call("reference_log_probabilities", "reference", Do::forward, {0}),
       call("values", "critic", Do::forward, {0}), call("rewards", "reward", Do::forward, {0}),
       call("train_critic", "critic", Do::train, {1, 2, 3, 4}),
       call("train_actor", "actor", Do::train, {1, 2, 3, 4})}};
  Dataflow grpo{
      "grpo",
      {call("rollout", "actor", Do::generate, {}), call("old_log_probabilities", "actor", Do::forward, {0}),
       call("reference_log_probabilities", "reference", Do::forward, {0}),
       call("rewards", "reward", Do::forward, {0}), call("train_actor", "actor", Do::train, {1, 2, 3})}};
  Dataflow remax{
      "remax",
      {call("rollout", "actor", Do::generate, {}), call("baseline", "actor", Do::generate, {}),
       call("reference_log_probabilities", "reference", Do::forward, {0}),
       call("rewards", "reward", Do::forward, {0, 1}), call("train_actor", "actor", Do::train, {2, 3})}};
  remax.calls[1].one_a_prompt = true;
  Dataflow safe = ppo;
  safe.name = "safe_rlhf";
  safe.calls.insert(safe.calls.begin() + 5, call("costs", "cost", Do::forward, {0}));
  for (std::size_t i = 6; i < safe.calls.size(); ++i) safe.calls[i].after = {1, 2, 3, 4, 5};
  Dataflow dpo{"dpo",
               {call("reference_log_probabilities", "reference", Do::forward, {}),
                call("train_actor", "actor", Do::train, {0})}};
  return {std::move(ppo), std::move(grpo), std::move(remax), std::move(safe), std::move(dpo)};
}

/// A call as written: what it waits for by name.
struct Written {
  Call call;
  std::vector<std::string> after;
};

/// Puts each call behind all that it waits for, else as written. Errors: a cycle.
Result<Dataflow> ordered(std::vector<Written> written, const std::string& path) {
  Dataflow flow;
  std::vector<int> place(written.size(), -1);
  const auto index_of = [&](const std::string& name) {
    return std::find_if(written.begin(), written.end(),
                        [&](const Written& other) { return other.call.name == name; }) -
           written.begin();
  };
  while (flow.calls.size() < written.size()) {
    const std::size_t before = flow.calls.size();
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (place[i] >= 0) continue;
      std::vector<int> after;
      for (const std::string& name : written[i].after)
        after.push_back(place[static_cast<std::size_t>(index_of(name))]);
      if (std::find(after.begin(), after.end(), -1) != after.end()) continue;
      std::sort(after.begin(), after.end());
      place[i] = static_cast<int>(flow.calls.size());
      written[i].call.after = std::move(after);
      flow.calls.push_back(written[i].call);
      break;
    }
    if (flow.calls.size() > before) continue;
    std::string cycle;
    for (std::size_t i = 0; i < written.size(); ++i)
      if (place[i] < 0) cycle += (cycle.empty() ? "" : ", ") + written[i].call.name;
    return fail(code::impossible_job, path, cycle,
                {Wanted::Kind::text, {"calls of which none waits for itself over others"}});
  }
  return flow;
}

}  // namespace

const char* to_string(Do what) { return kDoes[static_cast<std::size_t>(what)].c_str(); }

std::vector<std::string> Dataflow::roles() const {
  std::vector<std::string> names;
  for (const Call& each : calls)
    if (std::find(names.begin(), names.end(), each.role) == names.end()) names.push_back(each.role);
  return names;
}

bool Dataflow::does(std::string_view role, Do what) const {
  return std::any_of(calls.begin(), calls.end(),
                     [&](const Call& each) { return each.role == role && each.what == what; });
}

bool Dataflow::generates() const {
  return std::any_of(calls.begin(), calls.end(), [](const Call& each) { return each.what == Do::generate; });
}

const std::vector<Dataflow>& ready_dataflows() {
  static const std::vector<Dataflow> all = made_ready();
  return all;
}

const Dataflow* find_dataflow(std::string_view name) {
  const auto& all = ready_dataflows();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Dataflow& flow) { return flow.name == name; });
  return found == all.end() ? nullptr : &*found;
}

Result<Dataflow> read_dataflow(const Json& json, const std::string& path) {
  if (json.is_string()) {
    const std::string name = json.get<std::string>();
    if (const Dataflow* ready = find_dataflow(name)) return *ready;
    std::vector<std::string> names;
    for (const Dataflow& flow : ready_dataflows()) names.push_back(flow.name);
    return fail(code::out_of_range, path, name, {Wanted::Kind::one_of, std::move(names)});
  }
  if (!json.is_array() || json.empty())
    return fail(code::wrong_type, path, shown(json),
                {Wanted::Kind::text, {"the name of a dataflow, or a list of calls"}});
  std::vector<Written> written;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < json.size(); ++i) {
    ObjectReader reader(json[i], path + '[' + std::to_string(i) + ']');
    Written each;
    each.call.name = reader.string("call");
    each.call.role = reader.string("role");
    each.call.what = static_cast<Do>(reader.choice("do", kDoes));
    each.call.one_a_prompt = reader.boolean("one_a_prompt", false);
    if (const Json* after = reader.any("after"); after != nullptr) {
      if (!after->is_array())
        reader.mistake(code::wrong_type, "after", shown(*after), {Wanted::Kind::array, {}});
      for (const Json& name : *after)
        if (name.is_string()) each.after.push_back(name.get<std::string>());
    }
    if (reader.ok() && std::find(names.begin(), names.end(), each.call.name) != names.end())
      reader.mistake(code::repeated_key, "call", each.call.name, {Wanted::Kind::once, {}});
    if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
    names.push_back(each.call.name);
    written.push_back(std::move(each));
  }
  for (std::size_t i = 0; i < written.size(); ++i)
    for (const std::string& name : written[i].after)
      if (std::find(names.begin(), names.end(), name) == names.end())
        return fail(code::out_of_range, path + '[' + std::to_string(i) + "].after", name,
                    {Wanted::Kind::one_of, near_matches(name, names)});
  return ordered(std::move(written), path);
}

Json to_json(const Dataflow& dataflow) {
  if (!dataflow.name.empty()) return dataflow.name;
  Json list = Json::array();
  for (const Call& each : dataflow.calls) {
    Json after = Json::array();
    for (const int before : each.after)
      after.push_back(dataflow.calls[static_cast<std::size_t>(before)].name);
    list.push_back(
        {{"call", each.name}, {"role", each.role}, {"do", to_string(each.what)}, {"after", after}});
    if (each.one_a_prompt) list.back()["one_a_prompt"] = true;
  }
  return list;
}

}  // namespace astrolabe::post_training
