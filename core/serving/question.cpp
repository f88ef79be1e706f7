#include "core/serving/question.h"

#include <cmath>

#include "core/base/date.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/serving/products.h"

namespace astrolabe::serving {

namespace {

constexpr double kMostUsers = 1e8, kMostRequestRate = 1e7;  // more is a slip of the pen
constexpr double kMostRate = 1e9, kMostSeconds = 1e6, kMostVariation = 100.0, kMostPrefixTokens = 1e15;
constexpr std::size_t kHours = 24;
constexpr const char* kReplicas = "replicas";
constexpr const char* kLayers = "layers";

void read_traffic(ObjectReader& job, Traffic& traffic) {
  const Json* json = job.object("traffic");
  if (!json) {
    if (job.ok()) job.mistake(code::missing_key, "traffic", "nothing", {Wanted::Kind::field, {"traffic"}});
    return;
  }
  ObjectReader reader(*json, job.path_of("traffic"));
  const auto rate = reader.optional_positive("requests_per_second");
  const auto concurrency = reader.optional_positive("concurrency");
  const bool offline = reader.boolean("offline", false);
  const auto within = [&](const char* key, const std::optional<double>& value, double least, double most) {
    if (value && (*value < least || *value > most))
      reader.mistake(code::out_of_range, key, format_number(*value),
                     {Wanted::Kind::between, {format_number(least), format_number(most)}});
  };
  within("requests_per_second", rate, 0.0, kMostRequestRate);
  within("concurrency", concurrency, 1.0, kMostUsers);
  if (concurrency && *concurrency != std::floor(*concurrency))
    reader.mistake(code::out_of_range, "concurrency", format_number(*concurrency),
                   {Wanted::Kind::whole_number, {}});
  traffic.kind = rate          ? Traffic::Kind::rate
                 : concurrency ? Traffic::Kind::concurrency
                               : Traffic::Kind::offline;
  traffic.requests_per_second = rate.value_or(0.0);
  traffic.concurrency = concurrency.value_or(1.0);
  const auto variation = reader.optional_positive("arrival_cv");
  within("arrival_cv", variation, 0.0, kMostVariation);
  traffic.arrival_variation = variation.value_or(traffic.arrival_variation);
  if (const Json* hours = reader.array("hours")) {
    for (const Json& factor : *hours) {
      if (!factor.is_number() || !(factor.get<double>() >= 0.0 && factor.get<double>() <= kMostRate)) {
        reader.mistake(code::out_of_range, "hours", shown(factor),
                       {Wanted::Kind::between, {"0", format_number(kMostRate)}});
        break;
      }
      traffic.hours.push_back(factor.get<double>());
    }
    if (hours->size() != kHours)
      reader.mistake(code::out_of_range, "hours", std::to_string(hours->size()),
                     {Wanted::Kind::text, {"24 factors"}});
  }
  if (const auto done = reader.finish(); !done) {
    job.mistake(done.error());
    return;
  }
  const int kinds = static_cast<int>(rate.has_value()) + static_cast<int>(concurrency.has_value()) +
                    static_cast<int>(offline);
  if (kinds != 1)
    job.mistake(kinds == 0 ? code::missing_key : code::contradicting_limits, "traffic.requests_per_second",
                shown(*json), {Wanted::Kind::one_of, {"requests_per_second", "concurrency", "offline"}});
}

Lengths read_side(ObjectReader& job, const char* key, bool output, Traffic& traffic) {
  const Json* json = job.any(key);
  if (!json) {
    if (job.ok()) job.mistake(code::missing_key, key, "nothing", {Wanted::Kind::field, {key}});
    return {};
  }
  auto lengths = read_lengths(*json, job.path_of(key), output);
  if (!lengths) {
    job.mistake(lengths.error());
    return {};
  }
  if (lengths->form == Lengths::Form::profile)
    if (const Profile* profile = find_profile(lengths->name))
      traffic.arrival_variation = profile->arrival_variation;
  return *lengths;
}

}  // namespace

namespace {

/// `fixed` and `allowed`; names that the job says elsewhere, too, have to be the same.
void read_chosen(ObjectReader& reader, const Json& json, ServeJob& job) {
  job.choices = read_choices(reader);
  if (!reader.ok()) return;
  const auto engine = job.choices.names.find("engine");
  if (engine != job.choices.names.end()) {
    const auto runtime = runtime_from(engine->second);
    if (!runtime)
      reader.mistake(code::out_of_range, "fixed.engine", engine->second,
                     {Wanted::Kind::one_of, {"vllm", "sglang", "tensorrt-llm"}});
    else if (json.contains("software") && json["software"].contains("runtime") && *runtime != job.runtime)
      reader.mistake(code::contradicting_limits, "fixed.engine", engine->second,
                     {Wanted::Kind::one_of, {to_string(job.runtime)}});
    else
      job.runtime = *runtime;
  }
  for (const auto& [key, is] :
       {std::pair("precision", std::optional(job.weights)), {"kv_precision", job.cache}}) {
    const auto stated = job.choices.names.find(key);
    if (stated == job.choices.names.end()) continue;
    const auto type = data_type_from(stated->second);
    if (!type || !is || *type != *is)
      reader.mistake(code::contradicting_limits, std::string("fixed.") + key, stated->second,
                     {Wanted::Kind::one_of, {is ? to_string(*is) : "bf16"}});
  }
  if (!job.choices.aggregated && job.traffic.kind != Traffic::Kind::rate)
    reader.mistake(code::contradicting_limits, "fixed.kind", "disaggregated",
                   {Wanted::Kind::field, {"traffic.requests_per_second"}});
}

}  // namespace

namespace {

/// Errors at `software.date`: out_of_range for what is no month and for months before the engine's first.
void check_date(ObjectReader& reader, const ServeJob& job) {
  constexpr std::size_t kMonth = 7;  // characters of YYYY-MM
  if (job.date.empty()) return;
  if (!is_date(job.date) || job.date.size() < kMonth) {
    reader.mistake(code::out_of_range, "software.date", job.date,
                   {Wanted::Kind::text, {"a month as 2026-06, or a day of it"}});
    return;
  }
  if (const std::string first = first_release(job.runtime); job.date < first)
    reader.mistake(code::out_of_range, "software.date", job.date, {Wanted::Kind::at_least, {first}});
}

/// Of work that is all there from the start a first token has no time of its own: it comes when its turn
/// does.
void check_offline(ObjectReader& reader, const ServeJob& job) {
  if (job.traffic.kind != Traffic::Kind::offline) return;
  const auto promised = [&](const char* key, const std::optional<double>& seconds) {
    if (seconds)
      reader.mistake(code::contradicting_limits, std::string("promises.") + key, format_number(*seconds),
                     {Wanted::Kind::text,
                      {"traffic.requests_per_second or traffic.concurrency; offline, tpot_seconds alone"}});
  };
  promised("ttft_seconds", job.promises.ttft_seconds);
  promised("e2e_seconds", job.promises.e2e_seconds);
}

}  // namespace

DataType cache_type(DataType weights, Runtime runtime, const ModelShape& shape, const Machine& machine) {
  const bool narrow = weights == DataType::fp8 || weights == DataType::fp8_block ||
                      weights == DataType::nvfp4 || weights == DataType::mxfp4;
  if (!narrow || runtime == Runtime::sglang) return DataType::bf16;
  if (shape.mixed_fp4 && machine.generation != Generation::blackwell) return DataType::bf16;
  return DataType::fp8;
}

Result<ServeJob> read_serve_job(const Json& json) {
  ObjectReader reader(json, "");
  ServeJob job;
  if (const std::string task = reader.string("task"); reader.ok() && task != "serve")
    reader.mistake(code::out_of_range, "task", task, {Wanted::Kind::one_of, {"serve"}});
  // A profile brings the variation of its arrivals; the traffic may state another.
  job.traffic.input = read_side(reader, "input_tokens", false, job.traffic);
  job.traffic.output = read_side(reader, "output_tokens", true, job.traffic);
  read_traffic(reader, job.traffic);
  job.traffic.cached_prefix = reader.number("cached_prefix", 0.0, 1.0, 0.0);
  job.traffic.prefix_tokens = reader.number("prefix_tokens", 0.0, kMostPrefixTokens, 0.0);
  // Without a share of prompts that came before they would count for nothing; a trace may tell one.
  const bool traced = job.traffic.input.form == Lengths::Form::trace;
  if (reader.ok() && job.traffic.prefix_tokens > 0.0 && !json.contains("cached_prefix") && !traced)
    reader.mistake(code::missing_key, "cached_prefix", "nothing", {Wanted::Kind::field, {"cached_prefix"}});
  if (const Json* promises = reader.object("promises")) {
    ObjectReader inner(*promises, reader.path_of("promises"));
    const auto seconds = [&](const char* key) -> std::optional<double> {
      const auto value = inner.optional_positive(key);
      if (value && *value > kMostSeconds)
        inner.mistake(code::out_of_range, key, format_number(*value),
                      {Wanted::Kind::between, {"0", format_number(kMostSeconds)}});
      return value;
    };
    job.promises.ttft_seconds = seconds("ttft_seconds");
    job.promises.tpot_seconds = seconds("tpot_seconds");
    job.promises.e2e_seconds = seconds("e2e_seconds");
    job.promises.quantile = inner.number("quantile", 0.01, 0.9999, 0.5);
    inner.finish_into(reader);
  }
  const auto type = [&](const char* key, const std::string& name) -> std::optional<DataType> {
    const auto read = data_type_from(name);
    if (!read && reader.ok())
      reader.mistake(code::out_of_range, key, name,
                     {Wanted::Kind::one_of, {"bf16", "fp8", "fp8_block", "nvfp4", "mxfp4", "int8", "int4"}});
    return read;
  };
  job.weights = type("precision", reader.string("precision")).value_or(DataType::bf16);
  if (reader.has("kv_precision")) {
    job.cache = type("kv_precision", reader.string("kv_precision"));
    if (job.cache && *job.cache != DataType::bf16 && *job.cache != DataType::fp8)
      reader.mistake(code::out_of_range, "kv_precision", to_string(*job.cache),
                     {Wanted::Kind::one_of, {"bf16", "fp8"}});
  }
  if (const Json* software = reader.object("software")) {
    ObjectReader inner(*software, reader.path_of("software"));
    const std::string name = inner.string("runtime", "vllm");
    if (const auto runtime = runtime_from(name))
      job.runtime = *runtime;
    else
      inner.mistake(code::out_of_range, "runtime", name,
                    {Wanted::Kind::one_of, {"vllm", "sglang", "tensorrt-llm"}});
    job.date = inner.string("date", "");
    inner.finish_into(reader);
  }
  if (const Json* load = reader.any("expert_load")) {
    if (auto read = ExpertLoad::read(*load, reader.path_of("expert_load")))
      job.expert_load = std::move(*read);
    else
      reader.mistake(read.error());
  }
  job.spare_replicas = static_cast<int>(reader.whole("spare_replicas", 0, 1'000'000, 0));
  if (const Json* drafts = reader.object("speculation")) {
    ObjectReader inner(*drafts, reader.path_of("speculation"));
    job.speculation.draft_tokens = static_cast<int>(inner.whole("draft_tokens", 0, 64));
    job.speculation.accepted = inner.number("accepted", 0.0, 1.0);
    inner.finish_into(reader);
  }
  read_chosen(reader, json, job);
  check_date(reader, job);
  check_offline(reader, job);
  const std::string placement = reader.string("placement", kReplicas);
  job.over_layers = placement == kLayers;
  if (reader.ok() && placement != kLayers && placement != kReplicas)
    reader.mistake(code::out_of_range, "placement", placement, {Wanted::Kind::one_of, {kReplicas, kLayers}});
  if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
  return job;
}

Json to_json(const ServeJob& job) {
  Json traffic = Json::object();
  if (job.traffic.kind == Traffic::Kind::rate)
    traffic["requests_per_second"] = job.traffic.requests_per_second;
  if (job.traffic.kind == Traffic::Kind::concurrency) traffic["concurrency"] = job.traffic.concurrency;
  if (job.traffic.kind == Traffic::Kind::offline) traffic["offline"] = true;
  if (job.traffic.arrival_variation != 1.0) traffic["arrival_cv"] = job.traffic.arrival_variation;
  if (!job.traffic.hours.empty()) traffic["hours"] = job.traffic.hours;
  Json promises = {{"quantile", job.promises.quantile}};
  if (job.promises.ttft_seconds) promises["ttft_seconds"] = *job.promises.ttft_seconds;
  if (job.promises.tpot_seconds) promises["tpot_seconds"] = *job.promises.tpot_seconds;
  if (job.promises.e2e_seconds) promises["e2e_seconds"] = *job.promises.e2e_seconds;
  Json json = {{"task", "serve"},
               {"traffic", std::move(traffic)},
               {"input_tokens", to_json(job.traffic.input)},
               {"output_tokens", to_json(job.traffic.output)},
               {"cached_prefix", job.traffic.cached_prefix},
               {"promises", std::move(promises)},
               {"precision", to_string(job.weights)},
               {"software", {{"runtime", to_string(job.runtime)}}},
               {"spare_replicas", job.spare_replicas}};
  if (job.speculation.draft_tokens > 0)
    json["speculation"] = {{"draft_tokens", job.speculation.draft_tokens},
                           {"accepted", job.speculation.accepted}};
  if (job.traffic.prefix_tokens > 0.0) json["prefix_tokens"] = job.traffic.prefix_tokens;
  if (job.over_layers) json["placement"] = kLayers;
  add_choices(json, job.choices);
  if (job.cache) json["kv_precision"] = to_string(*job.cache);
  if (!job.date.empty()) json["software"]["date"] = job.date;
  if (job.expert_load) json["expert_load"] = job.expert_load->to_json();
  return json;
}

Result<void> check_expert_load(const ModelShape& shape, const ServeJob& job) {
  if (!job.expert_load) return {};
  if (!shape.moe())
    return fail(code::out_of_range, "expert_load", "a model without experts",
                {Wanted::Kind::removed, {"it has no experts"}});
  const int experts = job.expert_load->experts();
  for (const LayerShape& layer : shape.layers)
    if (layer.experts > 0 && experts > 0 && layer.experts != experts)
      return fail(code::out_of_range, "expert_load", std::to_string(experts) + " experts",
                  {Wanted::Kind::text, {format_number(layer.experts) + " experts, as the model has"}});
  return {};
}

Result<Question> make_question(const model::Architecture& architecture, const hardware::Gpu& gpu,
                               const ServeJob& job) {
  auto machine = machine_of(gpu);
  if (!machine) return tl::unexpected<Error>(machine.error());
  Question question;
  question.shape = shape_of(architecture);
  if (const auto sound = check_expert_load(question.shape, job); !sound)
    return tl::unexpected<Error>(sound.error());
  question.machine = std::move(*machine);
  if (const auto runs = check_products(question.machine, job.runtime, job.weights); !runs)
    return tl::unexpected<Error>(runs.error());
  question.engine = engine_of(job.runtime, job.date);
  question.weights = job.weights;
  question.cache = job.cache.value_or(cache_type(job.weights, job.runtime, question.shape, question.machine));
  question.traffic = job.traffic;
  question.promises = job.promises;
  question.expert_load = job.expert_load;
  return question;
}

}  // namespace astrolabe::serving
