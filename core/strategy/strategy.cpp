#include "core/strategy/strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <variant>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/strategy/schedules.h"

namespace astrolabe::strategy {

namespace {

constexpr int kLargestDegree = 1 << 20;

const std::vector<std::string> kRecomputes{"none", "selective", "full"};

using Field = std::variant<int Strategy::*, bool Strategy::*, Recompute Strategy::*, Schedule Strategy::*>;

/// One key of the JSON form and the field behind it; whole numbers carry their range.
struct Setting {
  const char* key;
  Field field;
  int least = 1, most = kLargestDegree;
};

const std::array<Setting, 19>& settings() {
  static const std::array<Setting, 19> table{{{"tensor_parallel", &Strategy::tensor_parallel},
                                              {"pipeline_parallel", &Strategy::pipeline_parallel},
                                              {"virtual_pipeline", &Strategy::virtual_pipeline},
                                              {"context_parallel", &Strategy::context_parallel},
                                              {"expert_parallel", &Strategy::expert_parallel},
                                              {"expert_tensor_parallel", &Strategy::expert_tensor_parallel},
                                              {"data_parallel", &Strategy::data_parallel},
                                              {"micro_batch", &Strategy::micro_batch},
                                              {"sequence_parallel", &Strategy::sequence_parallel},
                                              {"zero_stage", &Strategy::zero_stage, 0, 3},
                                              {"sharding_group", &Strategy::sharding_group},
                                              {"recompute", &Strategy::recompute},
                                              {"recompute_layers", &Strategy::recompute_layers, 0},
                                              {"offload_optimizer", &Strategy::offload_optimizer},
                                              {"offload_activations", &Strategy::offload_activations},
                                              {"overlap_grad_reduce", &Strategy::overlap_grad_reduce},
                                              {"overlap_param_gather", &Strategy::overlap_param_gather},
                                              {"overlap_tensor_parallel", &Strategy::overlap_tensor_parallel},
                                              {"schedule", &Strategy::schedule}}};
  return table;
}

const Setting* find_setting(std::string_view key) {
  const auto found = std::find_if(settings().begin(), settings().end(),
                                  [&](const Setting& candidate) { return candidate.key == key; });
  return found == settings().end() ? nullptr : &*found;
}

/// Reads one field through `reader`, which reports a wrong type or range; an absent key leaves the field
/// alone.
struct FieldReader {
  ObjectReader& reader;
  Strategy& strategy;
  const Setting& setting;

  void operator()(int Strategy::*field) const {
    const int before = strategy.*field;
    strategy.*field = static_cast<int>(reader.whole(setting.key, setting.least, setting.most, before));
  }
  void operator()(bool Strategy::*field) const {
    strategy.*field = reader.boolean(setting.key, strategy.*field);
  }
  void operator()(Recompute Strategy::*field) const {
    strategy.*field =
        static_cast<Recompute>(reader.choice(setting.key, kRecomputes, static_cast<int>(strategy.*field)));
  }
  void operator()(Schedule Strategy::*field) const {
    strategy.*field = static_cast<Schedule>(
        reader.choice(setting.key, schedule_names(), static_cast<int>(strategy.*field)));
  }
};

Json field_json(const Strategy& strategy, const Field& field) {
  struct Writer {
    const Strategy& from;
    Json operator()(int Strategy::*member) const { return from.*member; }
    Json operator()(bool Strategy::*member) const { return from.*member; }
    Json operator()(Recompute Strategy::*member) const { return to_string(from.*member); }
    Json operator()(Schedule Strategy::*member) const { return to_string(from.*member); }
  };
  return std::visit(Writer{strategy}, field);
}

void impossible(ObjectReader& reader, std::string_view key, std::string found, std::string wanted) {
  reader.mistake(code::impossible_strategy, key, std::move(found), {Wanted::Kind::text, {std::move(wanted)}});
}

/// Layers that a stage of `layers` recomputes where it does not say how many: as many as the strategy says,
/// else all of them.
int usual_recompute_layers(ObjectReader& strategy_reader, const Strategy& strategy, Recompute recompute,
                           int layers) {
  if (strategy_reader.has("recompute_layers")) return std::min(strategy.recompute_layers, layers);
  return recompute == Recompute::full ? layers : 0;
}

/// A place in `pool_ids`; the first, with a mistake, where it is not there.
int read_pool(ObjectReader& reader, const std::vector<std::string>& pool_ids) {
  const std::string pool =
      pool_ids.size() == 1 ? reader.string("pool", pool_ids.front()) : reader.string("pool");
  const auto found = std::find(pool_ids.begin(), pool_ids.end(), pool);
  if (found != pool_ids.end()) return static_cast<int>(found - pool_ids.begin());
  auto near = near_matches(pool, pool_ids);
  reader.mistake(code::unknown_pool, "pool", pool, {Wanted::Kind::one_of, near.empty() ? pool_ids : near});
  return 0;
}

Stage read_stage(const Json& json, const std::string& path, const Strategy& strategy,
                 const std::vector<std::string>& pool_ids, int layers, ObjectReader& parent) {
  ObjectReader reader(json, path);
  Stage stage;
  stage.pool = read_pool(reader, pool_ids);
  stage.layers = static_cast<int>(reader.whole("layers", 1, std::max(1, layers)));
  stage.tensor_parallel =
      static_cast<int>(reader.whole("tensor_parallel", 1, kLargestDegree, strategy.tensor_parallel));
  stage.recompute =
      static_cast<Recompute>(reader.choice("recompute", kRecomputes, static_cast<int>(strategy.recompute)));
  const int usual = stage.recompute == strategy.recompute || stage.recompute == Recompute::full
                        ? usual_recompute_layers(parent, strategy, stage.recompute, stage.layers)
                        : 0;
  stage.recompute_layers =
      static_cast<int>(reader.whole("recompute_layers", 0, std::max(0, stage.layers), usual));
  if (const auto result = reader.finish(); !result) parent.mistake(result.error());
  return stage;
}

/// The strategy's own recompute is the most that a stage does: stated, it agrees with them; else it is
/// theirs.
void read_recompute_of_stages(ObjectReader& reader, Strategy& strategy) {
  Recompute strongest = Recompute::none;
  int most = 0;
  for (std::size_t index = 0; index < strategy.stages.size(); ++index) {
    const Stage& stage = strategy.stages[index];
    strongest = std::max(strongest, stage.recompute);
    if (stage.recompute == Recompute::full) most = std::max(most, stage.recompute_layers);
    if (reader.has("recompute") && stage.recompute > strategy.recompute) {
      reader.mistake(
          Error{std::string(code::impossible_strategy),
                {},
                fmt::format("{}[{}].recompute", reader.path_of("stages"), index),
                to_string(stage.recompute),
                {Wanted::Kind::text,
                 {fmt::format("no more than the strategy's recompute {}", to_string(strategy.recompute))}}});
      return;
    }
  }
  if (!reader.has("recompute")) strategy.recompute = strongest;
  if (!reader.has("recompute_layers"))
    strategy.recompute_layers = most;
  else if (strategy.recompute_layers != most)
    impossible(reader, "recompute_layers", std::to_string(strategy.recompute_layers),
               fmt::format("{}, the most that a stage recomputes in full", most));
}

void read_stages(ObjectReader& reader, const Json& list, Strategy& strategy,
                 const std::vector<std::string>& pool_ids, int layers) {
  if (!reader.has("pipeline_parallel")) strategy.pipeline_parallel = static_cast<int>(list.size());
  if (static_cast<int>(list.size()) != strategy.pipeline_parallel) {
    impossible(reader, "stages", counted(static_cast<std::int64_t>(list.size()), "stage"),
               counted(strategy.pipeline_parallel, "stage") + ", one for each pipeline rank");
    return;
  }
  int sum = 0;
  for (std::size_t index = 0; index < list.size(); ++index) {
    const std::string path = fmt::format("{}[{}]", reader.path_of("stages"), index);
    strategy.stages.push_back(read_stage(list[index], path, strategy, pool_ids, layers, reader));
    if (!reader.ok()) return;
    sum += strategy.stages.back().layers;
  }
  if (sum != layers)
    impossible(reader, "stages", counted(sum, "layer") + " in all stages together",
               "the " + counted(layers, "layer") + " of the model");
  if (strategy.stages.empty()) return;
  const int first = strategy.stages.front().tensor_parallel;
  if (reader.has("tensor_parallel") && first != strategy.tensor_parallel)
    reader.mistake(Error{
        std::string(code::impossible_strategy),
        {},
        reader.path_of("stages[0].tensor_parallel"),
        std::to_string(first),
        {Wanted::Kind::text, {fmt::format("the strategy's tensor_parallel {}", strategy.tensor_parallel)}}});
  strategy.tensor_parallel = first;
  if (reader.ok()) read_recompute_of_stages(reader, strategy);
}

/// Full recomputation of no layer is none, and whoever wrote it meant something else.
void check_recompute(ObjectReader& reader, const Strategy& strategy) {
  if (strategy.recompute != Recompute::full || strategy.stages.empty()) return;
  for (const Stage& stage : strategy.stages)
    if (stage.recompute == Recompute::full && stage.recompute_layers > 0) return;
  impossible(reader, reader.has("recompute_layers") ? "recompute_layers" : "stages[0].recompute_layers", "0",
             "at least 1 layer with recompute full (every layer where it is left out), or recompute none");
}

/// State that GPUs of other stages store: one entry for each stage and pool, in this order.
void read_state(ObjectReader& reader, const Json& list, Strategy& strategy,
                const std::vector<std::string>& pool_ids) {
  constexpr double kMostGib = 1e9;
  std::map<std::pair<int, int>, std::int64_t> bytes;
  for (std::size_t index = 0; index < list.size(); ++index) {
    ObjectReader part(list[index], fmt::format("{}[{}]", reader.path_of("state"), index));
    const int pool = read_pool(part, pool_ids);
    const auto last = static_cast<std::int64_t>(strategy.stages.size()) - 1;
    const auto stage = static_cast<int>(part.whole("stage", 0, std::max<std::int64_t>(0, last)));
    const double gib = part.positive("gib");
    if (gib > kMostGib)
      part.mistake(code::out_of_range, "gib", shown(gib), {Wanted::Kind::between, {"0", shown(kMostGib)}});
    part.finish_into(reader);
    if (!reader.ok()) return;
    bytes[{stage, pool}] += static_cast<std::int64_t>(std::llround(gib * kGib));
  }
  for (const auto& [place, amount] : bytes) strategy.state.push_back({place.first, place.second, amount});
  if (strategy.state.empty()) return;
  if (strategy.zero_stage < 1)
    impossible(reader, "state", "zero_stage 0", "zero_stage 1 or more, whose ranks own parts of the state");
  else if (strategy.offload_optimizer)
    impossible(reader, "state", "offload_optimizer true", "an optimizer on the GPUs");
}

/// Layers evenly over the stages of the first pool; the first `layers % stages` take one more.
void split_evenly(ObjectReader& reader, Strategy& strategy, int layers) {
  const int stages = strategy.pipeline_parallel;
  if (stages > layers) {
    impossible(reader, "pipeline_parallel", std::to_string(stages),
               fmt::format("at most {}, one layer for each stage", layers));
    return;
  }
  if (strategy.recompute_layers > layers / stages) {
    impossible(reader, "recompute_layers", std::to_string(strategy.recompute_layers),
               fmt::format("at most {}, the layers of the smallest stage", layers / stages));
    return;
  }
  if (strategy.recompute_layers > 0 && strategy.recompute != Recompute::full) {
    impossible(reader, "recompute_layers", std::to_string(strategy.recompute_layers),
               fmt::format("0 with recompute {}, or recompute full", to_string(strategy.recompute)));
    return;
  }
  for (int index = 0; index < stages; ++index) {
    const int held = layers / stages + (index < layers % stages ? 1 : 0);
    strategy.stages.push_back({0, held, strategy.tensor_parallel, strategy.recompute,
                               usual_recompute_layers(reader, strategy, strategy.recompute, held)});
  }
  strategy.recompute_layers = strategy.stages.front().recompute_layers;
}

}  // namespace

const char* to_string(Recompute recompute) {
  return kRecomputes[static_cast<std::size_t>(recompute)].c_str();
}
const char* to_string(Schedule schedule) { return schedule_row(schedule).name; }

const std::vector<std::string>& setting_keys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> names;
    for (const Setting& entry : settings()) names.emplace_back(entry.key);
    return names;
  }();
  return keys;
}

std::string setting(const Strategy& strategy, std::string_view key) {
  const Setting* found = find_setting(key);
  return found == nullptr ? std::string() : shown(field_json(strategy, found->field));
}

Result<std::string> read_setting(std::string_view key, const Json& value, const std::string& where) {
  const Setting* found = find_setting(key);
  if (found == nullptr) {
    const std::vector<std::string> near = near_matches(key, setting_keys());
    return fail(code::unknown_key, where, std::string(key),
                {Wanted::Kind::one_of, near.empty() ? setting_keys() : near});
  }
  Strategy strategy;
  Json object = Json::object();
  object[std::string(key)] = value;
  ObjectReader reader(object, "");
  if (value.is_null()) reader.mistake(code::wrong_type, key, "null", {Wanted::Kind::text, {"a value"}});
  std::visit(FieldReader{reader, strategy, *found}, found->field);
  if (auto result = reader.finish(); !result) {
    Error error = result.error();
    error.where = where;
    return tl::unexpected<Error>(std::move(error));
  }
  return setting(strategy, key);
}

Result<Strategy> read_strategy(const Json& json, const std::vector<std::string>& pool_ids, int layers,
                               const std::string& path) {
  ObjectReader reader(json, path);
  Strategy strategy;
  for (const Setting& entry : settings()) std::visit(FieldReader{reader, strategy, entry}, entry.field);
  if (!reader.has("sharding_group") && strategy.zero_stage > 0) {
    const std::int64_t ranks = std::int64_t{strategy.data_parallel} * strategy.context_parallel;
    if (ranks > kLargestDegree)
      reader.mistake(
          code::out_of_range, "data_parallel", std::to_string(strategy.data_parallel),
          {Wanted::Kind::between, {"1", std::to_string(kLargestDegree / strategy.context_parallel)}});
    else
      strategy.sharding_group = static_cast<int>(ranks);
  }
  if (!reader.has("schedule") && strategy.virtual_pipeline > 1) strategy.schedule = Schedule::interleaved;
  if (const Json* stages = reader.array("stages"); stages != nullptr && reader.ok())
    read_stages(reader, *stages, strategy, pool_ids, layers);
  else if (reader.ok())
    split_evenly(reader, strategy, layers);
  if (reader.ok()) check_recompute(reader, strategy);
  if (const Json* state = reader.array("state"); state != nullptr && reader.ok())
    read_state(reader, *state, strategy, pool_ids);
  if (const auto result = reader.finish(); !result) return tl::unexpected<Error>(result.error());
  return strategy;
}

Json to_json(const Strategy& strategy, const std::vector<std::string>& pool_ids) {
  Json json = Json::object();
  for (const Setting& entry : settings()) json[entry.key] = field_json(strategy, entry.field);
  Json stages = Json::array();
  for (const Stage& stage : strategy.stages) {
    const auto pool = static_cast<std::size_t>(stage.pool);
    stages.push_back(Json{{"pool", pool < pool_ids.size() ? pool_ids[pool] : std::string()},
                          {"layers", stage.layers},
                          {"tensor_parallel", stage.tensor_parallel},
                          {"recompute", to_string(stage.recompute)},
                          {"recompute_layers", stage.recompute_layers}});
  }
  json["stages"] = std::move(stages);
  if (strategy.state.empty()) return json;
  Json state = Json::array();
  for (const MovedState& part : strategy.state) {
    const auto pool = static_cast<std::size_t>(part.pool);
    state.push_back(Json{{"pool", pool < pool_ids.size() ? pool_ids[pool] : std::string()},
                         {"stage", part.stage},
                         {"gib", in_gib({static_cast<double>(part.bytes)})}});
  }
  json["state"] = std::move(state);
  return json;
}

}  // namespace astrolabe::strategy
