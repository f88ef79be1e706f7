#include "core/strategy/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/date.h"
#include "core/base/error_codes.h"
#include "core/base/hours.h"
#include "core/base/text.h"
#include "core/hardware/catalogue.h"
#include "core/strategy/rules.h"

namespace astrolabe::strategy {

namespace {

const std::vector<std::string> kOptimizers{"adam", "adamw", "sgd", "adafactor", "muon"};
const std::vector<std::string> kGradientPrecisions{"fp32", "bf16"};
const std::vector<std::string> kBases{"rent", "buy", "own"};
const std::vector<std::string> kCommitments{"on_demand", "reserved_1y", "reserved_3y", "spot"};
const std::vector<std::string> kPrecisions{"bf16", "fp16", "fp32", "fp8", "fp8_block", "mxfp8", "nvfp4"};
const std::vector<std::string> kRequired{"sequence_length", "global_batch", "tokens", "precision"};

constexpr double kMostImbalance = 64.0;

/// The limits of a job by key.
using Limit = std::pair<const char*, std::optional<double> Limits::*>;
constexpr std::array<Limit, 8> kLimits{{{"budget_usd", &Limits::budget_usd},
                                        {"deadline_hours", &Limits::deadline_hours},
                                        {"power_kw", &Limits::power_kw},
                                        {"usd_per_hour", &Limits::usd_per_hour},
                                        {"usd_per_trillion_tokens", &Limits::usd_per_trillion_tokens},
                                        {"purchase_usd", &Limits::purchase_usd},
                                        {"usd_per_month", &Limits::usd_per_month},
                                        {"ownership_usd", &Limits::ownership_usd}}};

/// Numbers of the cost settings with their sensible range.
struct CostNumber {
  const char* key;
  double Cost::*field;
  double least, most;
};
constexpr std::array<CostNumber, 7> kCostNumbers{{{"years", &Cost::years, 0.1, 50.0},
                                                  {"residual", &Cost::residual, 0.0, 1.0},
                                                  {"utilisation", &Cost::utilisation, 0.01, 1.0},
                                                  {"usd_per_kwh", &Cost::usd_per_kwh, 0.0, 100.0},
                                                  {"pue", &Cost::pue, 1.0, 10.0},
                                                  {"discount_rate", &Cost::discount_rate, 0.0, 1.0},
                                                  {"hall_years", &Cost::hall_years, 1.0, 100.0}}};
/// What nobody assumes: 0 or more, up to what anybody would pay.
struct CostPrice {
  const char* key;
  std::optional<double> Cost::*field;
  double most;
};
constexpr std::array<CostPrice, 5> kCostPrices{
    {{"hosting_usd_per_kw_month", &Cost::hosting_usd_per_kw_month, 1e6},
     {"storage_usd", &Cost::storage_usd, 1e12},
     {"hall_usd_per_kw", &Cost::hall_usd_per_kw, 1e7},
     {"support_share_per_year", &Cost::support_share_per_year, 1.0},
     {"staff_usd_per_year", &Cost::staff_usd_per_year, 1e12}}};
constexpr std::size_t kNearGrids = 5;
constexpr double kMostCarbon = 2000.0;  ///< g for a kWh, twice that of lignite

/// "90d", "12w", "36h": hours; nothing for any other text.
std::optional<double> hours_of(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const char unit = text.back();
  const double each = unit == 'h' ? 1.0 : unit == 'd' ? kHoursPerDay : unit == 'w' ? kHoursPerWeek : 0.0;
  const auto number = parse_number(text.substr(0, text.size() - 1));
  if (each == 0.0 || !number || !(*number > 0.0) || !std::isfinite(*number * each)) return std::nullopt;
  return *number * each;
}

/// A number of hours or a text with its unit.
std::optional<double> read_deadline(ObjectReader& reader) {
  const Json* value = reader.any("deadline_hours");
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) return reader.optional_positive("deadline_hours");
  const auto hours = hours_of(value->get_ref<const std::string&>());
  if (!hours)
    reader.mistake(code::out_of_range, "deadline_hours", shown(*value),
                   {Wanted::Kind::text, {R"(hours above zero, or a text such as "90d" or "12w")"}});
  return hours;
}

/// A day as YYYY-MM-DD; "" where it is left out.
std::string read_day(ObjectReader& reader, const char* key) {
  std::string day = reader.string(key, "");
  if (reader.has(key) && !day_number(day)) {
    reader.mistake(code::out_of_range, key, day,
                   {Wanted::Kind::text, {"a day that exists, such as 2027-03-01"}});
    day.clear();
  }
  return day;
}

void read_limits(ObjectReader& parent, const Json& json, Job& job) {
  ObjectReader reader(json, parent.path_of("limits"));
  for (const auto& [key, field] : kLimits)
    job.limits.*field =
        field == &Limits::deadline_hours ? read_deadline(reader) : reader.optional_positive(key);
  job.limits.done_by = read_day(reader, "done_by");
  if (!job.limits.done_by.empty() && job.start.empty())
    reader.mistake(Error{std::string(code::missing_key),
                         {},
                         parent.path_of("start"),
                         "nothing",
                         {Wanted::Kind::field, {"start"}}});
  if (!job.limits.done_by.empty() && !job.start.empty() && job.limits.done_by < job.start)
    reader.mistake(code::out_of_range, "done_by", job.limits.done_by,
                   {Wanted::Kind::text, {job.start + ", the start, or a later day"}});
  job.limits.memory_headroom = reader.number("memory_headroom", 0.0, 0.9, job.limits.memory_headroom);
  if (reader.has("memory_headroom")) job.stated.emplace_back("limits.memory_headroom");
  reader.finish_into(parent);
}

/// A name alone takes the catalogue's figure; a plan that says both keeps its own when the catalogue moves
/// on.
void read_carbon(ObjectReader& reader, Cost& cost) {
  cost.grid = reader.string("grid", "");
  cost.carbon_g_per_kwh = reader.optional_number("carbon_g_per_kwh", 0.0, kMostCarbon);
  if (cost.grid.empty() || cost.carbon_g_per_kwh) return;
  const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
  if (const hardware::Grid* grid = catalogue.find_grid(cost.grid)) {
    cost.carbon_g_per_kwh = grid->g_per_kwh;
    return;
  }
  std::vector<std::string> known;
  for (const hardware::Grid& grid : catalogue.grids()) known.push_back(grid.id);
  reader.mistake(code::out_of_range, "grid", cost.grid,
                 {Wanted::Kind::one_of, near_matches(cost.grid, known, kNearGrids)});
}

void read_cost(ObjectReader& parent, const Json& json, Job& job) {
  ObjectReader reader(json, parent.path_of("cost"));
  const auto state = [&](const char* key) {
    if (reader.has(key)) job.stated.push_back(fmt::format("cost.{}", key));
  };
  Cost& cost = job.cost;
  cost.basis = static_cast<hardware::CostBasis>(reader.choice("basis", kBases, static_cast<int>(cost.basis)));
  state("basis");
  cost.commitment = static_cast<hardware::Commitment>(
      reader.choice("commitment", kCommitments, static_cast<int>(cost.commitment)));
  state("commitment");
  for (const CostNumber& entry : kCostNumbers) {
    cost.*entry.field = reader.number(entry.key, entry.least, entry.most, cost.*entry.field);
    state(entry.key);
  }
  for (const CostPrice& entry : kCostPrices)
    cost.*entry.field = reader.optional_number(entry.key, 0.0, entry.most);
  read_carbon(reader, cost);
  cost.idle_gpus_cost = reader.boolean("idle_gpus_cost", cost.idle_gpus_cost);
  state("idle_gpus_cost");
  reader.finish_into(parent);
}

/// `fixed`: {key: value}; `allowed`: {key: [values]}. A key may stand in one of the two only.
void read_allowed(ObjectReader& parent, const Json& json, const std::string& name, Job& job) {
  for (const auto& [key, value] : json.items()) {
    const std::string where = fmt::format("{}.{}", parent.path_of(name), key);
    if (job.allowed.contains(key)) {
      parent.mistake(
          Error{std::string(code::repeated_key), {}, where, key, {Wanted::Kind::once, {"fixed", "allowed"}}});
      return;
    }
    std::vector<Json> values{value};
    if (name == "allowed") {
      if (!value.is_array() || value.empty()) {
        parent.mistake(Error{std::string(code::wrong_type),
                             {},
                             where,
                             shown(value),
                             {Wanted::Kind::text, {"an array of at least one value"}}});
        return;
      }
      values.assign(value.begin(), value.end());
    }
    std::vector<std::string> texts;
    for (std::size_t index = 0; index < values.size(); ++index) {
      const bool member = name == "allowed" && !setting(Strategy{}, key).empty();
      const auto text =
          read_setting(key, values[index], member ? fmt::format("{}[{}]", where, index) : where);
      if (!text) {
        parent.mistake(text.error());
        return;
      }
      if (std::find(texts.begin(), texts.end(), *text) == texts.end()) texts.push_back(*text);
    }
    job.allowed.emplace(key, std::move(texts));
  }
}

/// `gradient_reduce` is the older `gradient_precision`, and `fp8_recipe` refines `precision: fp8`: each is
/// kept in the older key alone, and where both are said they have to agree.
void read_chosen_software(ObjectReader& parent, const Json& json, Job& job) {
  job.software = read_software(parent, json);
  if (!job.software.runtime.empty()) note_stated(job, "software.runtime");
  const auto disagree = [&](const char* key, const std::string& said, std::string wanted) {
    parent.mistake(Error{std::string(code::out_of_range),
                         {},
                         fmt::format("{}.{}", parent.path_of("software"), key),
                         said,
                         {Wanted::Kind::text, {std::move(wanted)}}});
  };
  if (const auto said = job.software.said("gradient_reduce")) {
    const std::string reduce(*said);
    if (is_stated(job, "gradient_precision") && reduce != to_string(job.gradient_precision))
      disagree("gradient_reduce", reduce,
               fmt::format("{}, as {} says", to_string(job.gradient_precision),
                           parent.path_of("gradient_precision")));
    job.gradient_precision = reduce == "bf16" ? GradientPrecision::bf16 : GradientPrecision::fp32;
    note_stated(job, "gradient_precision");
    job.software.options.erase("gradient_reduce");
  }
  if (const auto said = job.software.said("fp8_recipe")) {
    using hardware::Precision;
    const std::string recipe(*said);
    const bool scaled_whole = recipe == "delayed" || recipe == "tensorwise";
    const Precision asked = scaled_whole            ? Precision::fp8
                            : recipe == "blockwise" ? Precision::fp8_block
                            : recipe == "mxfp8"     ? Precision::mxfp8
                                                    : Precision::nvfp4;
    if (job.precision == Precision::fp8 && asked != Precision::nvfp4)
      job.precision = asked;
    else if (job.precision != asked)
      disagree("fp8_recipe", recipe,
               fmt::format("{} {}, or no recipe beside {}", parent.path_of("precision"),
                           hardware::to_string(asked), hardware::to_string(job.precision)));
    if (!scaled_whole) job.software.options.erase("fp8_recipe");
  }
}

constexpr const char* kRankKey = "tuning.rank";  ///< unsaid, the runtime has one

/// The JSON value behind the text of a setting: "8" is 8, "true" is true, "full" stays text.
Json setting_json(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  if (const auto number = parse_whole(text)) return *number;
  return text;
}

/// Facts of the hardware stand in the cluster: the nearest key of the job would mislead.
void tell_keys_of_pools(const Json& json, ObjectReader& reader) {
  for (const char* key :
       {"gpu", "node", "nodes", "gpus_per_node", "provider", "region", "usd_per_gpu_hour", "relative_speed"})
    if (json.is_object() && json.contains(key))
      reader.mistake(code::unknown_key, key, key,
                     {Wanted::Kind::text, {"that key in a pool of the cluster"}});
}

}  // namespace

const char* to_string(Optimizer optimizer) {
  return kOptimizers[static_cast<std::size_t>(optimizer)].c_str();
}
const char* to_string(GradientPrecision precision) {
  return kGradientPrecisions[static_cast<std::size_t>(precision)].c_str();
}

namespace {

const std::vector<std::string> kTasks{"train", "serve", "post_train"};

/// What every job may say.
void read_shared(ObjectReader& reader, Job& job) {
  job.start = read_day(reader, "start");
  if (const Json* limits = reader.object("limits")) read_limits(reader, *limits, job);
  if (const Json* cost = reader.object("cost")) read_cost(reader, *cost, job);
  if (const Json* reliability = reader.object("reliability"))
    job.reliability = read_reliability(reader, *reliability);
}

/// Where a job of another task keeps what was to be trained before, and a job that trains what was asked.
constexpr const char *kTrainBefore = "train_before", *kAskedBefore = "asked_before";
/// Before the keys of what is asked, among those that somebody stated.
constexpr const char* kAsked = "asked.";

void take_asked(Job& job, const Json& asked) {
  job.asked = text_of(asked);
  for (const auto& member : asked.items()) note_stated(job, kAsked + member.key());
}

/// Takes over what `before` says of training, and nothing of what all jobs may say.
void take_training(Job& job, Job before) {
  before.task = job.task;
  before.asked = std::move(job.asked);
  before.start = job.start;
  before.limits = job.limits;
  before.cost = job.cost;
  before.reliability = job.reliability;
  before.stated.insert(before.stated.end(), job.stated.begin(), job.stated.end());
  job = std::move(before);
}

Result<Job> read_other_job(const Json& json, const std::string& path, const std::string& task) {
  Json shared = Json::object(), own = json;
  own.erase("task");
  own.erase(kTrainBefore);
  for (const char* key : {"start", "limits", "cost", "reliability"})
    if (json.contains(key)) {
      shared[key] = json[key];
      own.erase(key);
    }
  ObjectReader reader(shared, path);
  Job job;
  job.task = task;
  job.software.runtime.clear();
  take_asked(job, own);
  read_shared(reader, job);
  if (const auto result = reader.finish(); !result) return tl::unexpected<Error>(result.error());
  if (!json.contains(kTrainBefore)) return job;
  auto before = read_job(json[kTrainBefore], reader.path_of(kTrainBefore));
  if (!before) return tl::unexpected<Error>(before.error());
  take_training(job, std::move(*before));
  return job;
}

}  // namespace

Result<Job> read_job(const Json& json, const std::string& path) {
  ObjectReader reader(json, path);
  Job job;
  job.software.runtime.clear();  // until the job says it
  job.task = kTasks[static_cast<std::size_t>(reader.choice("task", kTasks, 0))];
  if (reader.ok() && !job.trains()) return read_other_job(json, path, job.task);
  job.sequence_length = static_cast<int>(reader.whole("sequence_length", 1, kLongestSequence));
  job.global_batch = static_cast<int>(reader.whole("global_batch", 1, kLargestBatch));
  job.tokens = reader.number("tokens", 1.0, kMostTokens);
  job.precision = static_cast<hardware::Precision>(reader.choice("precision", kPrecisions));
  job.optimizer =
      static_cast<Optimizer>(reader.choice("optimizer", kOptimizers, static_cast<int>(job.optimizer)));
  job.gradient_precision = static_cast<GradientPrecision>(
      reader.choice("gradient_precision", kGradientPrecisions, static_cast<int>(job.gradient_precision)));
  job.flash_attention = reader.boolean("flash_attention", job.flash_attention);
  job.expert_imbalance = reader.number("expert_imbalance", 1.0, kMostImbalance, job.expert_imbalance);
  job.stated = kRequired;
  for (const char* key : {"optimizer", "gradient_precision", "flash_attention", "expert_imbalance"})
    if (reader.has(key)) job.stated.emplace_back(key);
  read_shared(reader, job);
  if (const Json* ramp_up = reader.object("batch_ramp_up"))
    job.batch_ramp_up = read_batch_ramp_up(reader, *ramp_up, job.global_batch);
  if (const Json* software = reader.object("software")) read_chosen_software(reader, *software, job);
  if (const Json* tuning = reader.object("tuning")) {
    job.tuning = read_tuning(reader, *tuning, job.sequence_length);
    if (tuning->contains("rank")) note_stated(job, kRankKey);
  }
  if (const Json* running = reader.object("running")) job.running = text_of(*running);
  job.steps_left = reader.optional_positive("steps_left");
  if (job.steps_left && *job.steps_left != std::floor(*job.steps_left))
    reader.mistake(code::wrong_type, "steps_left", format_number(*job.steps_left),
                   {Wanted::Kind::whole_number, {}});
  if (const Json* before = reader.object(kAskedBefore)) take_asked(job, *before);
  job.rules = reader.lines("rules", "");
  if (const auto rules = make_rule_set(job.rules); !rules) {
    Error error = rules.error();
    error.where = fmt::format("{}, {}", reader.path_of("rules"), error.where);
    reader.mistake(std::move(error));
  }
  for (const char* name : {"fixed", "allowed"})
    if (const Json* narrowed = reader.object(name)) read_allowed(reader, *narrowed, name, job);
  tell_keys_of_pools(json, reader);
  if (const auto result = reader.finish(); !result) return tl::unexpected<Error>(result.error());
  return job;
}

namespace {

/// What every job may say.
void add_shared(Json& json, const Job& job) {
  static const Job assumed;
  const auto stated = [&](std::string_view key) { return is_stated(job, key); };
  if (!job.start.empty()) json["start"] = job.start;
  if (!job.limits.done_by.empty()) json["limits"]["done_by"] = job.limits.done_by;
  for (const auto& [key, field] : kLimits)
    if (job.limits.*field) json["limits"][key] = *(job.limits.*field);
  if (stated("limits.memory_headroom") || job.limits.memory_headroom != assumed.limits.memory_headroom)
    json["limits"]["memory_headroom"] = job.limits.memory_headroom;

  const auto cost = [&](const char* key, const auto& value, const auto& usual, Json written) {
    if (stated(fmt::format("cost.{}", key)) || value != usual) json["cost"][key] = std::move(written);
  };
  cost("basis", job.cost.basis, assumed.cost.basis, kBases[static_cast<std::size_t>(job.cost.basis)]);
  cost("commitment", job.cost.commitment, assumed.cost.commitment,
       kCommitments[static_cast<std::size_t>(job.cost.commitment)]);
  for (const CostNumber& entry : kCostNumbers)
    cost(entry.key, job.cost.*entry.field, assumed.cost.*entry.field, job.cost.*entry.field);
  for (const CostPrice& entry : kCostPrices)
    if (const auto& usd = job.cost.*entry.field) json["cost"][entry.key] = *usd;
  if (!job.cost.grid.empty()) json["cost"]["grid"] = job.cost.grid;
  if (job.cost.carbon_g_per_kwh) json["cost"]["carbon_g_per_kwh"] = *job.cost.carbon_g_per_kwh;
  cost("idle_gpus_cost", job.cost.idle_gpus_cost, assumed.cost.idle_gpus_cost, job.cost.idle_gpus_cost);
  if (job.reliability != assumed.reliability) json["reliability"] = to_json(job.reliability);
}

/// What the job says of training alone; null where that is what a job says of which nothing is known.
Json training_json(const Job& job) {
  Job training = job, unknown;
  training.task = unknown.task;
  training.asked.clear();
  training.start.clear();
  training.limits = unknown.limits;
  training.cost = unknown.cost;
  training.reliability = unknown.reliability;
  std::erase_if(training.stated, [](const std::string& key) {
    return key.starts_with("limits.") || key.starts_with("cost.") || key.starts_with(kAsked);
  });
  if (job.software.runtime.empty()) unknown.software.runtime.clear();
  return training == unknown ? Json() : to_json(training);
}

Json other_json(const Job& job) {
  Json json = job.asked.empty() ? Json::object() : json_or_null(job.asked);
  json["task"] = job.task;
  add_shared(json, job);
  if (Json before = training_json(job); !before.is_null()) json[kTrainBefore] = std::move(before);
  return json;
}

}  // namespace

Json to_json(const Job& job) {
  if (!job.trains()) return other_json(job);
  static const Job assumed;
  const auto stated = [&](std::string_view key) { return is_stated(job, key); };
  Json json{{"sequence_length", job.sequence_length},
            {"global_batch", job.global_batch},
            {"tokens", job.tokens},
            {"precision", hardware::to_string(job.precision)}};
  if (stated("optimizer") || job.optimizer != assumed.optimizer) json["optimizer"] = to_string(job.optimizer);
  if (stated("gradient_precision") || job.gradient_precision != assumed.gradient_precision)
    json["gradient_precision"] = to_string(job.gradient_precision);
  if (stated("flash_attention") || job.flash_attention != assumed.flash_attention)
    json["flash_attention"] = job.flash_attention;
  if (stated("expert_imbalance") || job.expert_imbalance != assumed.expert_imbalance)
    json["expert_imbalance"] = job.expert_imbalance;
  for (const auto& [key, values] : job.allowed) {
    if (values.size() == 1) {
      json["fixed"][key] = setting_json(values.front());
    } else {
      for (const std::string& value : values) json["allowed"][key].push_back(setting_json(value));
    }
  }
  add_shared(json, job);
  if (job.batch_ramp_up) json["batch_ramp_up"] = to_json(*job.batch_ramp_up);
  SoftwareChoice software = job.software;
  if (job.precision != hardware::Precision::fp8) software.options.erase("fp8_recipe");
  if (Json said = to_json(software); !said.empty()) json["software"] = std::move(said);
  if (job.tuning) {
    json["tuning"] = to_json(*job.tuning);
    if (!stated(kRankKey) && job.tuning->rank == kDefaultRank) json["tuning"].erase("rank");
  }
  if (!job.running.empty()) json["running"] = json_or_null(job.running);
  if (job.steps_left) json["steps_left"] = *job.steps_left;
  if (!job.rules.empty()) json["rules"] = job.rules;
  if (!job.asked.empty()) json[kAskedBefore] = json_or_null(job.asked);
  return json;
}

void take_back(Job& job, std::string_view key) {
  static const Job assumed;
  std::erase(job.stated, key);
  for (const CostNumber& entry : kCostNumbers)
    if (key == fmt::format("cost.{}", entry.key)) job.cost.*entry.field = assumed.cost.*entry.field;
  if (key == "cost.basis") job.cost.basis = assumed.cost.basis;
  if (key == "cost.commitment") job.cost.commitment = assumed.cost.commitment;
  if (key == "cost.idle_gpus_cost") job.cost.idle_gpus_cost = assumed.cost.idle_gpus_cost;
  if (key == "limits.memory_headroom") job.limits.memory_headroom = assumed.limits.memory_headroom;
  if (key == "optimizer") job.optimizer = assumed.optimizer;
  if (key == "software.runtime") job.software.runtime.clear();
  if (key == "gradient_precision") job.gradient_precision = assumed.gradient_precision;
  if (key == "flash_attention") job.flash_attention = assumed.flash_attention;
  if (key == "expert_imbalance") job.expert_imbalance = assumed.expert_imbalance;
}

}  // namespace astrolabe::strategy
