// From what a person names to the text of a configuration, and the weights beside it.

#include "core/model/model_reader.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/text.h"
#include "core/model/description.h"
#include "core/model/launch_model.h"
#include "core/model/safetensors_header.h"

namespace astrolabe::model {

SourcedFile files_beside(const std::string& script) {
  if (script == "-") return {};
  return [folder = std::filesystem::path(script).parent_path()](
             const std::string& path) -> std::optional<std::string> {
    const std::filesystem::path whole = folder / path;
    if (path_kind(whole) != PathKind::file) return {};
    auto text = read_text_file(whole.string(), file_limit::json);
    return text ? std::optional<std::string>(std::move(*text)) : std::nullopt;
  };
}

namespace {

namespace fs = std::filesystem;

/// How files of models are called: what ends so is no built-in id.
constexpr std::array<std::string_view, 5> kFileNames{".json", ".sh", ".txt", ".yaml", ".onnx"};

/// The path's own name, or that of the folder around a file called config.json.
std::string shown_name(const fs::path& path) {
  std::error_code fault;
  fs::path whole = fs::absolute(path, fault).lexically_normal();
  if (whole.filename().empty()) whole = whole.parent_path();
  if (whole.filename() == "config.json" && !whole.parent_path().filename().empty())
    whole = whole.parent_path();
  return whole.filename().string();
}

Error no_file(const std::string& path) {
  return {std::string(code::cannot_read), path, {}, "no such file", {Wanted::Kind::readable_file, {}}};
}

/// The index or weight file in `folder`, the index first; empty when there is none.
fs::path weights_in(const fs::path& folder) {
  for (const char* name : {"model.safetensors.index.json", "model.safetensors"})
    if (path_kind(folder / name) == PathKind::file) return folder / name;
  return {};
}

Result<Architecture> read_config_file(const fs::path& path, const std::string& name,
                                      const EnteredValues& entered) {
  const auto text = read_text_file(path.string(), file_limit::json);
  if (!text) return tl::unexpected<Error>(text.error());
  if (is_launch_text(*text)) {
    auto launched = inspect_launch(*text, name, entered, {}, files_beside(path.string()));
    if (!launched || launched->not_planned)
      return tl::unexpected<Error>(
          std::move(launched ? *launched->not_planned : launched.error()).in_file(path.string()));
    return std::move(*launched->architecture);
  }
  auto architecture = read_config(*text, name, entered);
  if (!architecture) return tl::unexpected<Error>(std::move(architecture.error()).in_file(path.string()));
  return architecture;
}

Result<Architecture> read_folder(const fs::path& folder, const EnteredValues& entered) {
  if (path_kind(folder / "adapter_config.json") != PathKind::absent)
    return tl::unexpected<Error>(Error{
        std::string(code::unsupported_model),
        (folder / "adapter_config.json").string(),
        {},
        "adapter_config.json",
        {Wanted::Kind::removed, {"adapters (LoRA) are not supported, only training of the whole model"}}});
  auto architecture = read_config_file(folder / "config.json", shown_name(folder), entered);
  if (!architecture) return architecture;
  const fs::path weights = weights_in(folder);
  if (weights.empty()) return architecture;
  const auto count = count_weights(weights.string(), *architecture);
  if (count)
    compare_weights(*count, *architecture);
  else
    architecture->warnings.push_back(count.error());  // the configuration alone is enough to plan with
  return architecture;
}

/// A weight file or index that was named itself: here a damaged header is an error.
Result<Architecture> read_beside_weights(const fs::path& path, const EnteredValues& entered) {
  if (path_kind(path) == PathKind::absent) return tl::unexpected<Error>(no_file(path.string()));
  const fs::path folder = path.parent_path();
  auto architecture = read_config_file(folder / "config.json", shown_name(folder / "config.json"), entered);
  if (!architecture) return architecture;
  // One shard of several says nothing about the total; its index does.
  const bool shard = path.filename().string().find("-of-") != std::string::npos;
  const fs::path index = folder / "model.safetensors.index.json";
  const bool indexed = path_kind(index) != PathKind::absent;
  const auto count = count_weights(shard && indexed ? index.string() : path.string(), *architecture);
  if (!count) return tl::unexpected<Error>(count.error());
  if (shard && !indexed) return architecture;
  compare_weights(*count, *architecture);
  return architecture;
}

const BuiltInModel* find_built_in(const std::string& id) {
  for (const BuiltInModel& model : built_in_models())
    if (model.id == lower(id)) return &model;
  return nullptr;
}

bool named_as_file(const std::string& name) {
  return name == "-" || name.find('/') != std::string::npos ||
         std::any_of(kFileNames.begin(), kFileNames.end(),
                     [&](std::string_view end) { return name.ends_with(end); });
}

Result<Architecture> read_built_in(const std::string& id, const EnteredValues& entered) {
  if (const BuiltInModel* model = find_built_in(id)) return read_config(model->config, model->id, entered);
  std::vector<std::string> ids;
  for (const BuiltInModel& model : built_in_models()) ids.push_back(model.id);
  const auto near = near_matches(id, ids, 5);
  return tl::unexpected<Error>(Error{
      std::string(code::unknown_model), {}, "model", id, {Wanted::Kind::one_of, near.empty() ? ids : near}});
}

}  // namespace

Result<Architecture> read_model(const std::string& where, const EnteredValues& entered) {
  if (where == "-") return read_config_file("-", "standard input", entered);
  if (find_built_in(where) != nullptr) return read_built_in(where, entered);
  const fs::path path(where);
  const PathKind kind = path_kind(where);
  if (kind == PathKind::folder) return read_folder(path, entered);
  if (where.ends_with(".safetensors") || where.ends_with(".index.json"))
    return read_beside_weights(path, entered);
  if (kind != PathKind::absent) {
    if (path.filename() == "config.json") {
      auto architecture =
          read_folder(path.parent_path().empty() ? fs::path(".") : path.parent_path(), entered);
      if (architecture) architecture->id = shown_name(path);
      return architecture;
    }
    return read_config_file(path, shown_name(path), entered);
  }
  if (named_as_file(where)) return tl::unexpected<Error>(no_file(where));
  return read_built_in(where, entered);
}

namespace {

/// The text of the configuration that `where` names; empty where that is none.
std::string configuration_of(const std::string& where) {
  if (const BuiltInModel* model = find_built_in(where)) return model->config;
  fs::path path(where);
  if (path_kind(where) == PathKind::folder)
    path /= "config.json";
  else if (where.ends_with(".safetensors") || where.ends_with(".index.json"))
    path = path.parent_path() / "config.json";
  return read_text_file(path.string(), file_limit::json).value_or(std::string());
}

}  // namespace

Result<Inspection> inspect_model(const std::string& where, const EnteredValues& entered,
                                 const GivenValues& given) {
  Inspection inspection;
  std::string text;
  Result<Architecture> architecture = Architecture{};
  if (where != "-")
    if (text = configuration_of(where); is_launch_text(text)) {
      const fs::path path(where);
      const bool built_in = find_built_in(where) != nullptr;
      auto launched = inspect_launch(text, built_in ? where : shown_name(path), entered, given,
                                     built_in ? SourcedFile() : files_beside(path.string()));
      if (!launched) return tl::unexpected<Error>(std::move(launched.error()).in_file(where));
      return launched;
    }
  if (where == "-") {
    const auto read = read_text_file("-", file_limit::json);
    if (!read) return tl::unexpected<Error>(read.error());
    text = *read;
    architecture = read_config(text, "standard input", entered);
  } else {
    architecture = read_model(where, entered);
    text = configuration_of(where);
  }
  // A file that leaves sizes to the defaults of its class is counted; planning asks for them.
  const bool counted = !architecture && (architecture.error().code == code::unsupported_model ||
                                         architecture.error().code == code::missing_field);
  if (!architecture && !counted) return tl::unexpected<Error>(std::move(architecture.error()));
  if (trim(text).starts_with('{') || trim(text).starts_with("\xEF\xBB\xBF{")) {
    const std::string name = architecture ? architecture->id : shown_name(fs::path(where));
    auto description = describe_config(text, name, entered);
    if (description) inspection.description = std::move(*description);
  }
  if (architecture) {
    inspection.architecture = std::move(*architecture);
  } else {
    // Adapters and frozen layers are refused whole; kinds of layers without a cost are counted.
    const bool by_defaults = architecture.error().code == code::missing_field;
    if (!inspection.description || !(by_defaults || uncosted(*inspection.description)))
      return tl::unexpected<Error>(std::move(architecture.error()));
    inspection.not_planned = std::move(architecture.error());
  }
  return inspection;
}

Result<Architecture> read_saved(const std::string& name, std::string_view text,
                                const EnteredValues& entered) {
  if (!text.empty()) return read_config(text, name, entered);
  if (find_built_in(name) != nullptr || !named_as_file(name)) return read_built_in(name, entered);
  return fail(code::model_outside, "model", excerpt(name, 200),
              {Wanted::Kind::text, {"a plan that holds its model, or --model with the file beside it"}});
}

}  // namespace astrolabe::model
