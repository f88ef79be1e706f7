#include "core/post_training/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/date.h"
#include "core/base/error_codes.h"
#include "core/base/normal.h"
#include "core/base/text.h"
#include "core/deploy/question.h"
#include "core/model/model_reader.h"
#include "core/post_training/constants.h"
#include "core/strategy/strategy.h"

namespace astrolabe::post_training {

namespace {

constexpr std::int64_t kMostSamples = 100'000'000;
constexpr double kLongestAnswer = 1e7, kMostSteps = 1e9;
constexpr int kSpreadParts = 64, kCutParts = 1024, kMostDegree = 1'000'000;
constexpr int kMostAhead = 16;        // iterations: the most that AReaL (arXiv:2505.24298) is trained with
constexpr int kMostPadding = 512;     // rows that tables of tokens are filled up by, of one tokenizer
constexpr double kNewestYear = 2027;  // of engines that are known: before it
constexpr std::array kEngineKeys{"replicas",           "tensor_parallel",        "pipeline_parallel",
                                 "expert_parallel",    "expert_tensor_parallel", "attention_data_parallel",
                                 "max_batched_tokens", "max_sequences"};

Result<void> read_model(Role& role, ObjectReader& reader) {
  role.model = reader.string("model");
  role.config = reader.lines("config", "");
  if (!reader.ok()) return {};
  auto architecture = model::read_saved(role.model, role.config);
  if (!architecture) {
    architecture.error().where = reader.path_of("model");
    return tl::unexpected<Error>(std::move(architecture.error()));
  }
  role.architecture = std::make_shared<const model::Architecture>(std::move(*architecture));
  role.graph = std::make_shared<const model::Graph>(model::build_graph(*role.architecture));
  return {};
}

Result<Role> read_role(const std::string& name, const Json& json, const std::string& path) {
  ObjectReader reader(json, path);
  Role role;
  role.name = name;
  role.rule = reader.boolean("rule", false);
  role.shares = reader.string("shares", "");
  const int kinds = (role.rule ? 1 : 0) + (role.shares.empty() ? 0 : 1) + (reader.has("model") ? 1 : 0);
  if (reader.ok() && kinds != 1)
    reader.mistake(Error{std::string(kinds == 0 ? code::missing_key : code::impossible_job),
                         {},
                         path,
                         kinds == 0 ? "nothing" : "several",
                         {Wanted::Kind::text, {"one of: a model, \"rule\": true, \"shares\" with a role"}}});
  if (role.rule) {
    role.seconds_per_sample = reader.number("seconds_per_sample", 0.0, 1e6, 0.0);
    role.at_once = static_cast<int>(reader.whole("at_once", 1, 1'000'000, 1));
  }
  if (!role.rule) role.adapter_rank = static_cast<int>(reader.whole("adapter_rank", 0, 65'536, 0));
  const std::string precision = reader.string("precision", "bf16");
  if (const auto known = hardware::precision_from(precision))
    role.precision = *known;
  else
    reader.mistake(code::out_of_range, "precision", precision,
                   {Wanted::Kind::one_of, {"bf16", "fp16", "fp32", "fp8"}});
  if (reader.ok() && !role.rule && role.shares.empty())
    if (const auto read = read_model(role, reader); !read) return tl::unexpected<Error>(read.error());
  if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
  return role;
}

/// Gives roles that share weights the model of their owner. Errors: an owner that is none.
Result<void> join_shared(Job& job) {
  for (Role& role : job.roles) {
    if (role.shares.empty()) continue;
    const int owner = job.role_named(role.shares);
    std::vector<std::string> owners;
    for (const Role& other : job.roles)
      if (other.architecture && other.shares.empty()) owners.push_back(other.name);
    if (owner < 0 || !job.roles[static_cast<std::size_t>(owner)].architecture ||
        !job.roles[static_cast<std::size_t>(owner)].shares.empty())
      return fail(code::out_of_range, "roles." + role.name + ".shares", role.shares,
                  {Wanted::Kind::one_of, std::move(owners)});
    Role& own = job.roles[static_cast<std::size_t>(owner)];
    role.architecture = own.architecture;
    role.graph = own.graph;
    // Weights that another role needs unchanged are not trained: adapters are.
    if (job.flow.does(own.name, Do::train) && own.adapter_rank == 0)
      own.adapter_rank = std::max(1, role.adapter_rank);
  }
  return {};
}

Result<void> read_roles(Job& job, const Json* json) {
  const std::vector<std::string> names = job.flow.roles();
  for (const std::string& name : names) {
    const std::string path = "roles." + name;
    if (json == nullptr || !json->contains(name))
      return fail(code::missing_key, path, "nothing",
                  {Wanted::Kind::text, {"a model, \"rule\": true, or \"shares\" with a role"}});
    auto role = read_role(name, (*json)[name], path);
    if (!role) return tl::unexpected<Error>(std::move(role.error()));
    for (const Call& call : job.flow.calls)
      if (role->rule && call.role == name && call.what != Do::forward)
        return fail(code::impossible_job, path,
                    "a rule that is asked to " + std::string(to_string(call.what)),
                    {Wanted::Kind::text, {"a model"}});
    job.roles.push_back(std::move(*role));
  }
  for (auto it = json->begin(); it != json->end(); ++it)
    if (job.role_named(it.key()) < 0)
      return fail(code::unknown_key, "roles." + it.key(), it.key(), {Wanted::Kind::one_of, names});
  return join_shared(job);
}

/// Lengths that are stated as they would come, not as they came: what cuts them lowers their mean. Errors:
/// out_of_range where all are cut.
Result<void> cut_lengths(Responses& responses, const std::string& path) {
  using Form = serving::Lengths::Form;
  serving::Lengths& lengths = responses.lengths;
  if (responses.longest <= 0.0 || lengths.form == Form::fixed || lengths.form == Form::quantiles) return {};
  if (lengths.form == Form::uniform && responses.longest < lengths.low)
    return fail(code::out_of_range, path + ".max", format_number(responses.longest),
                {Wanted::Kind::at_least, {format_number(lengths.low)}});
  double sum = 0.0;
  for (int i = 0; i < kCutParts; ++i)
    sum += std::min(lengths.quantile((i + 0.5) / kCutParts), responses.longest);
  lengths.mean = std::min(lengths.mean, sum / kCutParts);
  return {};
}

Result<Responses> read_responses(const Json& json, const std::string& path) {
  Responses responses;
  Json lengths = json;
  if (json.is_object() && json.contains("max")) {
    lengths.erase("max");
    ObjectReader reader(json, path);
    responses.longest = reader.number("max", 1.0, kLongestAnswer);
    if (!reader.ok()) {
      const auto done = reader.finish();
      return tl::unexpected<Error>(done.error());
    }
  }
  const bool mean_alone = lengths.is_object() && lengths.size() == 1 && lengths.contains("mean");
  if (mean_alone) {
    if (responses.longest <= 0.0)
      return fail(
          code::missing_key, path, shown(json),
          {Wanted::Kind::text, {"how lengths are spread: p50, p90 and p99, uniform, profile, trace or max"}});
    lengths = lengths["mean"];
    responses.assumed_spread = true;
  }
  auto read = serving::read_lengths(lengths, path, true);
  if (!read) return tl::unexpected<Error>(std::move(read.error()));
  responses.lengths = std::move(*read);
  if (const auto cut = cut_lengths(responses, path); !cut) return tl::unexpected<Error>(cut.error());
  if (responses.longest > 0.0 && responses.lengths.mean > responses.longest)
    return fail(code::out_of_range, path + ".max", format_number(responses.longest),
                {Wanted::Kind::at_least, {format_number(responses.lengths.mean)}});
  return responses;
}

struct Prompts {
  double mean = 0.0, longest = 0.0;
};

/// Means of prompts alone count where samples are packed: all samples of an iteration are read. `max`: what
/// they are padded to.
Result<Prompts> read_prompts(Json json, const std::string& path) {
  Prompts prompts;
  if (json.is_object() && json.contains("max")) {
    ObjectReader reader(json, path);
    prompts.longest = reader.number("max", 1.0, kLongestAnswer);
    if (!reader.ok()) {
      const auto done = reader.finish();
      return tl::unexpected<Error>(done.error());
    }
    json.erase("max");
  }
  const bool mean_alone = json.is_object() && json.size() == 1 && json.contains("mean");
  const auto lengths = serving::read_lengths(mean_alone ? json["mean"] : json, path, false);
  if (!lengths) return tl::unexpected<Error>(lengths.error());
  prompts.mean = lengths->mean;
  if (prompts.longest <= 0.0 && !mean_alone) {
    if (lengths->form == serving::Lengths::Form::fixed) prompts.longest = lengths->mean;
    if (lengths->form == serving::Lengths::Form::uniform) prompts.longest = lengths->high;
  }
  if (prompts.longest > 0.0 && prompts.longest < prompts.mean)
    return fail(code::out_of_range, path + ".max", format_number(prompts.longest),
                {Wanted::Kind::at_least, {format_number(prompts.mean)}});
  return prompts;
}

/// Errors: out_of_range at a reference that does not know the actor's tokens.
Result<void> check_reference(const Job& job) {
  const int at = job.role_named("reference"), actor = job.role_named("actor");
  if (at < 0 || actor < 0) return {};
  const Role& reference = job.roles[static_cast<std::size_t>(at)];
  const Role& of = job.roles[static_cast<std::size_t>(actor)];
  if (!reference.architecture || !of.architecture) return {};
  const int has = reference.architecture->vocabulary, needs = of.architecture->vocabulary;
  if (has <= 0 || needs <= 0 || std::abs(has - needs) < kMostPadding) return {};
  return fail(code::out_of_range, "roles.reference.model",
              fmt::format("{} ({} tokens)", reference.model_name(), has),
              {Wanted::Kind::text,
               {fmt::format("a model of the actor's tokens: {} has {}", of.model_name(), needs)}});
}

/// Errors at samples_per_prompt: pairs of DPO that are none, groups of GRPO whose advantage is always 0.
void check_samples(ObjectReader& reader, const Job& job) {
  if (!reader.ok()) return;
  const bool odd = std::fmod(job.samples_per_prompt, 2.0) != 0.0;
  const std::string found =
      reader.has("samples_per_prompt") ? format_number(job.samples_per_prompt) : "nothing";
  if (job.flow.name == "dpo" && odd)
    reader.mistake(code::out_of_range, "samples_per_prompt", found,
                   {Wanted::Kind::text, {"2, or another even number: two answers make a pair"}});
  if (job.flow.name == "grpo" && job.samples_per_prompt < 2.0)
    reader.mistake(code::out_of_range, "samples_per_prompt", found,
                   {Wanted::Kind::text, {"2 or more: GRPO compares answers to one prompt"}});
}

/// Errors: out_of_range where prompt and answer together are longer than a model reads.
Result<void> check_positions(const Job& job) {
  for (const Role& role : job.roles) {
    const int most = role.architecture ? deploy::positions_of(*role.architecture) : 0;
    if (most <= 0 || job.longest_sample() <= most) continue;
    const double answer = std::max(job.responses.stated_longest(), job.responses.lengths.mean);
    const double prompt = job.longest_sample() - answer;
    return fail(code::out_of_range,
                "response_tokens" + std::string(job.responses.longest > 0.0 ? ".max" : ""),
                format_number(answer),
                {Wanted::Kind::text,
                 {fmt::format("at most {}: {} ({}) reads {} tokens, and {} prompt has {}",
                              format_number(std::max(0.0, std::floor(most - prompt))), role.name, role.model,
                              most, job.prompt_longest > 0.0 ? "the longest" : "a", format_number(prompt))}});
  }
  return {};
}

Result<void> read_engine_layout(const Json& layout, const std::string& path, AskedLayout& asked) {
  ObjectReader reader(layout, path);
  reader.any("pool");
  for (const char* key : kEngineKeys)
    if (reader.has(key)) {
      const bool engines_own = std::string_view(key) == "max_sequences";
      asked[key] = std::to_string(reader.whole(key, engines_own ? 0 : 1, kMostDegree));
    }
  return reader.finish();
}

Result<void> read_layouts(Job& job, const Json* json) {
  if (json == nullptr) return {};
  for (auto role = json->begin(); role != json->end(); ++role) {
    const std::string path = "layouts." + role.key();
    if (job.role_named(role.key()) < 0)
      return fail(code::unknown_key, path, role.key(), {Wanted::Kind::one_of, job.flow.roles()});
    ObjectReader reader(role.value(), path);
    for (const char* phase : {"train", "infer", "generate"})
      if (const Json* layout = reader.object(phase); layout != nullptr && reader.ok())
        if (auto read = read_role_layout(phase, role.key(), *layout, reader.path_of(phase), job); !read)
          reader.mistake(std::move(read.error()));
    if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
  }
  return {};
}

}  // namespace

int Job::role_named(std::string_view name) const {
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (roles[i].name == name) return static_cast<int>(i);
  return -1;
}

double Responses::stated_longest() const {
  if (longest > 0.0) return longest;
  if (assumed_spread) return 0.0;
  return lengths.form == serving::Lengths::Form::fixed     ? lengths.mean
         : lengths.form == serving::Lengths::Form::uniform ? lengths.high
                                                           : 0.0;
}

std::vector<double> Responses::drawn(int count) const {
  std::vector<double> all(static_cast<std::size_t>(std::max(1, count)), lengths.mean);
  if (!assumed_spread && lengths.form == serving::Lengths::Form::fixed) return all;
  const double factor = factor_of_cut();
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = cut(factor * raw((static_cast<double>(i) + 0.5) / static_cast<double>(all.size())));
  return all;
}

double Responses::longest_of(double count) const {
  if (!assumed_spread && lengths.form == serving::Lengths::Form::fixed) return lengths.mean;
  // Some answers never come to an end.
  if (longest > 0.0 && count * constants::endless_share >= 1.0) return longest;
  return cut(factor_of_cut() * raw(1.0 - 0.5 / std::max(1.0, count)));
}

double Responses::imbalance_of(double replicas, double prompts) const {
  if (replicas <= 1.0 || (!assumed_spread && lengths.form == serving::Lengths::Form::fixed)) return 1.0;
  double squares = 0.0, sum = 0.0;
  const std::vector<double> parts = drawn(kSpreadParts);
  for (const double tokens : parts) {
    sum += tokens;
    squares += tokens * tokens;
  }
  const double mean = sum / kSpreadParts, variance = std::max(0.0, squares / kSpreadParts - mean * mean);
  const double between = constants::share_of_prompts * std::sqrt(variance) / mean;
  return 1.0 + between * normal_quantile(1.0 - 0.5 / replicas) / std::sqrt(std::max(1.0, prompts));
}

double Responses::raw(double share) const {
  return assumed_spread ? lengths.mean * std::exp(constants::log_spread * normal_quantile(share))
                        : lengths.quantile(share);
}

double Responses::cut(double tokens) const {
  return std::clamp(std::round(tokens), 1.0, longest > 0.0 ? longest : kLongestAnswer);
}

// Cutting long answers lowers the mean: lengths grow by one factor until the mean is the stated one.
double Responses::factor_of_cut() const {
  constexpr int kParts = 256;
  std::array<double, kParts> parts{};
  for (std::size_t i = 0; i < kParts; ++i) parts[i] = raw((static_cast<double>(i) + 0.5) / kParts);
  double low = 0.01, high = 1e4;
  for (int step = 0; step < 60; ++step) {
    const double factor = std::sqrt(low * high);
    double sum = 0.0;
    for (const double part : parts) sum += cut(factor * part);
    (sum / kParts < lengths.mean ? low : high) = factor;
  }
  return std::sqrt(low * high);
}

double Job::year() const {
  constexpr double kNewest = 2026.5, kOldest = 2022.0;
  if (date.size() < 4) return kNewest;
  const auto year = parse_number(date.substr(0, 4));
  const auto month = date.size() >= 7 ? parse_number(date.substr(5, 2)) : std::optional<double>(6.5);
  if (!year || !month) return kNewest;
  return std::clamp(*year + (*month - 0.5) / 12.0, kOldest, kNewest);
}

double Job::longest_sample() const {
  return std::max(prompt_longest, prompt_tokens) +
         std::max(responses.stated_longest(), responses.lengths.mean);
}

Batch Job::trained_batch() const {
  if (!packed) return {samples(), longest_sample()};
  double squares = 0.0, sum = 0.0;
  for (const double tokens : responses.drawn(kSpreadParts)) {
    sum += prompt_tokens + tokens;
    squares += (prompt_tokens + tokens) * (prompt_tokens + tokens);
  }
  const double length = squares / sum;
  return {samples() * sum / kSpreadParts / length, length};
}

Result<void> read_role_layout(const std::string& phase, const std::string& role, const Json& layout,
                              const std::string& path, Job& job) {
  const bool trains = job.flow.does(role, Do::train), generates = job.flow.does(role, Do::generate);
  const bool is_rule = job.roles[static_cast<std::size_t>(job.role_named(role))].rule;
  std::vector<std::string> phases;
  if (trains) phases.emplace_back("train");
  if (!trains && !is_rule && job.flow.does(role, Do::forward)) phases.emplace_back("infer");
  if (generates) phases.emplace_back("generate");
  if (std::find(phases.begin(), phases.end(), phase) == phases.end()) {
    if (trains && phase == "infer")
      return fail(
          code::out_of_range, path, phase,
          {Wanted::Kind::text, {"\"train\": forward passes of a role that is trained have its layout"}});
    return fail(code::out_of_range, path, phase, {Wanted::Kind::one_of, std::move(phases)});
  }
  if (!layout.is_object()) return fail(code::wrong_type, path, shown(layout), {Wanted::Kind::object, {}});
  if (phase == "generate") return read_engine_layout(layout, path, job.generate[role]);
  AskedLayout& asked = (trains ? job.train : job.infer)[role];
  for (const auto& [key, value] : layout.items()) {
    auto read = strategy::read_setting(key, value, path + '.' + key);
    if (!read) return tl::unexpected<Error>(read.error());
    asked[key] = std::move(*read);
  }
  return {};
}

Result<Job> read_job(const Json& asked) {
  Job job;
  ObjectReader reader(asked, "");
  reader.any("task");
  const Json* flow = reader.any("dataflow");
  if (flow == nullptr)
    return fail(code::missing_key, "dataflow", "nothing",
                {Wanted::Kind::text, {"ppo, grpo, remax, safe_rlhf, dpo, or a list of calls"}});
  auto dataflow = read_dataflow(*flow, "dataflow");
  if (!dataflow) return tl::unexpected<Error>(std::move(dataflow.error()));
  job.flow = std::move(*dataflow);
  job.prompts = static_cast<double>(reader.whole("prompts", 1, kMostSamples));
  const bool pairs = job.flow.name == "dpo";  // a chosen and a rejected answer
  job.samples_per_prompt = static_cast<double>(reader.whole("samples_per_prompt", 1, 100'000, pairs ? 2 : 1));
  check_samples(reader, job);
  job.mini_batches = static_cast<int>(reader.whole("mini_batches", 1, 100'000, 1));
  if (reader.ok() && job.mini_batches > job.samples())
    reader.mistake(code::out_of_range, "mini_batches", std::to_string(job.mini_batches),
                   {Wanted::Kind::between, {"1", format_number(job.samples())}});
  job.epochs = static_cast<int>(reader.whole("epochs", 1, 1000, 1));
  job.asynchronous = static_cast<int>(reader.whole("asynchronous", 0, kMostAhead, 0));
  job.packed = reader.boolean("packed", true);
  const std::string engine = reader.string("engine", "vllm");
  if (const auto runtime = serving::runtime_from(engine))
    job.runtime = *runtime;
  else
    reader.mistake(code::out_of_range, "engine", engine,
                   {Wanted::Kind::one_of, {"vllm", "sglang", "tensorrt-llm"}});
  job.date = reader.string("date", "");
  if (reader.ok() && !job.date.empty() && !is_date(job.date))
    reader.mistake(code::out_of_range, "date", job.date,
                   {Wanted::Kind::text, {"a year, a month or a day: 2026, 2026-06 or 2026-06-15"}});
  if (reader.ok() && !job.date.empty() && *parse_number(job.date.substr(0, 4)) >= kNewestYear)
    reader.mistake(
        code::out_of_range, "date", job.date,
        {Wanted::Kind::text, {"2026-12 at the latest; without it, the newest engine that is known"}});
  job.steps = reader.optional_number("steps", 1.0, kMostSteps);
  const Json* prompt = reader.any("prompt_tokens");
  const Json* response = reader.any("response_tokens");
  const Json* roles = reader.object("roles");
  const Json* layouts = reader.object("layouts");
  for (const auto& [json, key] : {std::pair{prompt, "prompt_tokens"}, {response, "response_tokens"}})
    if (json == nullptr && reader.ok())
      reader.mistake(code::missing_key, key, "nothing", {Wanted::Kind::field, {key}});
  if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
  const auto prompts = read_prompts(*prompt, "prompt_tokens");
  if (!prompts) return tl::unexpected<Error>(prompts.error());
  job.prompt_tokens = prompts->mean;
  job.prompt_longest = prompts->longest;
  auto responses = read_responses(*response, "response_tokens");
  if (!responses) return tl::unexpected<Error>(std::move(responses.error()));
  job.responses = std::move(*responses);
  if (const auto read = read_roles(job, roles); !read) return tl::unexpected<Error>(read.error());
  if (const auto same = check_reference(job); !same) return tl::unexpected<Error>(same.error());
  if (const auto fits = check_positions(job); !fits) return tl::unexpected<Error>(fits.error());
  if (const auto read = read_layouts(job, layouts); !read) return tl::unexpected<Error>(read.error());
  return job;
}

}  // namespace astrolabe::post_training
