#include "core/model/launch_model.h"

#include <fmt/format.h>

#include <array>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/base/text.h"
#include "core/model/arguments.h"

namespace astrolabe::model {

namespace {

/// Programs that build parts which no argument tells of.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kOtherPrograms{
    {{"vlm", "a vision tower"},
     {"multimodal", "towers"},
     {"pretrain_t5", "an encoder beside the decoder"},
     {"retro", "retrieval"}}};
/// Arguments that add what is not counted.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kNotCounted{
    {{"--is-hybrid-model", "a hybrid of attention and state-space layers without a pattern"},
     {"--mamba-state-dim", "a state-space model without a pattern"},
     {"--heterogeneous-layers-config-path", "layers of unequal form from another file"},
     {"--encoder-num-layers", "an encoder beside the decoder"},
     {"--retro-workdir", "retrieval"},
     {"--enable-mhc-connections", "hyper-connections"}}};

/// Settings of a run: they size nothing here and go to the training fields or to My layout.
constexpr std::array kOfTheRun{"--tensor-model-parallel-size",
                               "--pipeline-model-parallel-size",
                               "--num-layers-per-virtual-pipeline-stage",
                               "--context-parallel-size",
                               "--expert-model-parallel-size",
                               "--expert-tensor-parallel-size",
                               "--micro-batch-size",
                               "--global-batch-size",
                               "--recompute-granularity"};

std::optional<Error> beyond_arguments(const LaunchArguments& launch) {
  const auto refuse = [](std::string_view where, std::string_view found, std::string_view what) {
    return Error{std::string(code::unsupported_model),
                 {},
                 std::string(where),
                 std::string(found),
                 {Wanted::Kind::removed, {fmt::format("{} can't be planned, only a stack of blocks", what)}}};
  };
  for (const auto& [part, what] : kOtherPrograms)
    if (contains_ignoring_case(launch.program, part)) return refuse("program", launch.program, what);
  const bool pattern =
      launch.flags.contains("--hybrid-layer-pattern") || launch.flags.contains("--hybrid-override-pattern");
  for (const auto& [flag, what] : kNotCounted) {
    if (pattern && what.ends_with("a pattern")) continue;
    if (const auto value = launch.flags.find(std::string(flag));
        value != launch.flags.end() && *value != Json(false))
      return refuse(flag, fmt::format("{} {}", flag, shown(*value)), what);
  }
  return {};
}

/// What was left out, for the list of fields.
std::vector<Field> told(const LaunchArguments& launch) {
  std::vector<Field> fields;
  std::string left;
  for (const char* flag : kOfTheRun)
    if (const auto value = launch.flags.find(flag); value != launch.flags.end())
      left += fmt::format("{}{} {}", left.empty() ? "" : " ", flag, value->is_boolean() ? "" : shown(*value));
  if (!left.empty()) fields.push_back({"of_the_run", "left out", Mark::file, left});
  if (contains_ignoring_case(launch.program, "bert"))
    fields.push_back(
        {"program", launch.program, Mark::assumed, "not a causal decoder alone: " + launch.program});
  if (!launch.tokenizer.empty())
    fields.push_back({"tokenizer", launch.tokenizer, Mark::assumed, "vocabulary of that tokenizer"});
  for (const ShellNote& note : launch.notes)
    fields.push_back({"not_read", note.word, Mark::assumed, fmt::format("line {}: {}", note.line, note.why)});
  return fields;
}

EnteredValues entered_by_key(const EnteredValues& entered) {
  EnteredValues by_key;
  for (const auto& [name, value] : entered) by_key.insert_or_assign(key_of_argument(name), value);
  return by_key;
}

/// A mistake of a key as one of its argument.
Error as_argument(Error error) {
  const bool missing = error.code == code::missing_field && error.wanted.kind == Wanted::Kind::field;
  if (missing) {
    error.where = "arguments";
    for (std::string& key : error.wanted.values) key = argument_of(key);
  } else if (error.code == code::impossible_value && error.where.find(' ') == std::string::npos) {
    error.where = argument_of(error.where);
    if (error.wanted.kind == Wanted::Kind::divisor_of)
      error.wanted.values[0] = argument_of(error.wanted.values[0]);
  }
  return error;
}

/// Where values come from, by argument; what no argument gives is Megatron-LM's own default.
std::vector<Field> by_argument(std::vector<Field> fields) {
  for (Field& field : fields) {
    if (field.key == "family") {
      field = {"family", "megatron", Mark::derived, "arguments of Megatron-LM"};
    } else if (field.mark == Mark::file) {
      field.from = argument_of(field.from);
    } else if (field.from == "not told") {
      field.from = "Megatron-LM default";
    }
  }
  return fields;
}

/// What was entered stands in the place of what the script leaves open.
Result<Inspection> inspect_arguments(LaunchArguments launch, const std::string& name,
                                     const EnteredValues& entered) {
  for (const Error& open : launch.unknown) {
    if (!entered.contains(open.where)) return tl::unexpected<Error>(open);
    launch.flags.erase(open.where);
  }
  if (auto error = beyond_arguments(launch)) return tl::unexpected<Error>(std::move(*error));
  const auto keys = megatron_keys(launch.flags);
  if (!keys) return tl::unexpected<Error>(keys.error());
  const EnteredValues by_key = entered_by_key(entered);
  Inspection inspection;
  auto description = describe(*keys, one_line(name), by_key);
  if (!description) return tl::unexpected<Error>(as_argument(std::move(description.error())));
  description->fields = by_argument(std::move(description->fields));
  if (auto error = uncosted(*description))
    inspection.not_planned = std::move(*error).in_file(name);
  else
    inspection.architecture = to_architecture(*description, by_key);
  const std::vector<Field> fields = told(launch);
  description->fields.insert(description->fields.end(), fields.begin(), fields.end());
  if (inspection.architecture)
    inspection.architecture->fields.insert(inspection.architecture->fields.end(), fields.begin(),
                                           fields.end());
  inspection.description = std::move(*description);
  return inspection;
}

}  // namespace

bool is_launch_text(std::string_view text) {
  const std::string_view start = trim(text);
  return !start.starts_with('{') && !start.starts_with('[') && holds_arguments(text);
}

Result<Inspection> inspect_launch(std::string_view text, const std::string& name,
                                  const EnteredValues& entered, const GivenValues& given,
                                  const SourcedFile& sourced) {
  bool from_others = !given.empty();
  const SourcedFile read = [&](const std::string& path) {
    auto found = sourced ? sourced(path) : std::nullopt;
    from_others = from_others || found.has_value();
    return found;
  };
  const LaunchArguments launch = read_arguments(text, given, read);
  auto inspection = inspect_arguments(launch, name, entered);
  if (!inspection) return tl::unexpected<Error>(std::move(inspection.error()).in_file(name));
  // A saved question holds the model in one text.
  if (inspection->architecture)
    inspection->architecture->text = from_others ? arguments_text(launch.flags) : std::string(text);
  return inspection;
}

}  // namespace astrolabe::model
