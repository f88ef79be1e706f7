#include "core/serving/choices.h"

#include <algorithm>

#include "core/base/error_codes.h"

namespace astrolabe::serving {

namespace {

constexpr const char* kKind = "kind";
constexpr const char* kAggregated = "aggregated";
constexpr const char* kDisaggregated = "disaggregated";
constexpr const char* kHostGib = "kv_host_gib";
constexpr int kMostChosen = 10'000'000;
const std::vector<std::string> kNamed{"engine", "precision", "kv_precision"};

/// The values under a key: one of `fixed`, a list of `allowed`.
std::vector<Json> values_of(ObjectReader& reader, const std::string& key, bool fixed) {
  const Json* json = reader.any(key);
  if (json == nullptr) return {};
  if (fixed) return std::vector<Json>(1, *json);
  if (json->is_array() && !json->empty()) return std::vector<Json>(json->begin(), json->end());
  reader.mistake(code::wrong_type, key, shown(*json), {Wanted::Kind::text, {"a list of values"}});
  return {};
}

void read_numbers(ObjectReader& reader, const std::string& key, bool fixed, Choices& choices) {
  const int least = key == kHostGib ? 0 : 1;
  std::vector<int> numbers;
  for (const Json& value : values_of(reader, key, fixed)) {
    if (!value.is_number_integer() || value.get<double>() < least || value.get<double>() > kMostChosen) {
      reader.mistake(code::out_of_range, key, shown(value),
                     {Wanted::Kind::between, {std::to_string(least), std::to_string(kMostChosen)}});
      return;
    }
    numbers.push_back(value.get<int>());
  }
  if (numbers.empty()) return;
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  choices.values[key] = std::move(numbers);
}

void read_kind(ObjectReader& reader, bool fixed, Choices& choices) {
  const std::vector<Json> values = values_of(reader, kKind, fixed);
  if (values.empty()) return;
  choices.aggregated = choices.disaggregated = false;
  for (const Json& value : values) {
    if (value == kAggregated)
      choices.aggregated = true;
    else if (value == kDisaggregated)
      choices.disaggregated = true;
    else
      reader.mistake(code::out_of_range, kKind, shown(value),
                     {Wanted::Kind::one_of, {kAggregated, kDisaggregated}});
  }
}

void read_name(ObjectReader& reader, const std::string& key, bool fixed, Choices& choices) {
  const std::vector<Json> values = values_of(reader, key, fixed);
  if (values.empty()) return;
  if (values.size() > 1 || !values.front().is_string())
    reader.mistake(code::out_of_range, key, shown(values.size() > 1 ? Json(values) : values.front()),
                   {Wanted::Kind::text, {"one name: several are compared as scenarios"}});
  else
    choices.names[key] = values.front().get<std::string>();
}

}  // namespace

const std::vector<std::string>& worker_choice_keys() {
  static const std::vector<std::string> keys{
      "tensor_parallel",         "pipeline_parallel",  "expert_parallel", "expert_tensor_parallel",
      "attention_data_parallel", "max_batched_tokens", kHostGib};
  return keys;
}

int setting_of(const Worker& worker, const std::string& key) {
  if (key == "tensor_parallel") return worker.tensor_parallel;
  if (key == "pipeline_parallel") return worker.pipeline_parallel;
  if (key == "expert_parallel") return worker.expert_parallel;
  if (key == "expert_tensor_parallel") return worker.expert_tensor_parallel();
  if (key == "attention_data_parallel") return worker.attention_data_parallel;
  if (key == kHostGib) return static_cast<int>(worker.kv_host_gib);
  return worker.max_batched_tokens;
}

bool Choices::allow(const Worker& worker) const {
  return std::all_of(values.begin(), values.end(), [&](const auto& one) {
    return std::binary_search(one.second.begin(), one.second.end(), setting_of(worker, one.first));
  });
}

std::vector<int> Choices::budgets(const std::vector<int>& usual) const {
  const auto own = values.find("max_batched_tokens");
  return own == values.end() ? usual : own->second;
}

Choices read_choices(ObjectReader& job) {
  Choices choices;
  const Json* earlier = nullptr;
  for (const bool fixed : {true, false}) {
    const char* name = fixed ? "fixed" : "allowed";
    const Json* json = job.object(name);
    if (json == nullptr) continue;
    ObjectReader reader(*json, job.path_of(name));
    for (const std::string& key : worker_choice_keys()) read_numbers(reader, key, fixed, choices);
    read_kind(reader, fixed, choices);
    for (const std::string& key : kNamed) read_name(reader, key, fixed, choices);
    for (const auto& [key, value] : json->items()) {
      if (fixed) choices.fixed.push_back(key);
      if (earlier != nullptr && earlier->contains(key))
        reader.mistake(code::repeated_key, key, key, {Wanted::Kind::once, {"fixed", "allowed"}});
    }
    earlier = json;
    reader.finish_into(job);
  }
  return choices;
}

void add_choices(Json& job, const Choices& choices) {
  const auto put = [&](const std::string& key, Json values) {
    const bool fixed = std::find(choices.fixed.begin(), choices.fixed.end(), key) != choices.fixed.end();
    if (fixed)
      job["fixed"][key] = values.front();
    else
      job["allowed"][key] = std::move(values);
  };
  for (const auto& [key, numbers] : choices.values) put(key, numbers);
  for (const auto& [key, name] : choices.names) put(key, Json::array({name}));
  if (choices.aggregated && choices.disaggregated) return;
  put(kKind, Json::array({choices.aggregated ? kAggregated : kDisaggregated}));
}

}  // namespace astrolabe::serving
