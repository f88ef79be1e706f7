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

Result<Inspection> inspect_file(const fs::path& path, const std::string& name, const EnteredValues& entered,
                                const GivenValues& given = {}) {
  const auto text = read_text_file(path.string(), file_limit::json);
  if (!text) return tl::unexpected<Error>(text.error());
  auto inspection = is_launch_text(*text)
                        ? inspect_launch(*text, name, entered, given, files_beside(path.string()))
                        : inspect_config(*text, name, entered);
  if (!inspection) return tl::unexpected<Error>(std::move(inspection.error()).in_file(path.string()));
  if (inspection->not_planned) inspection->not_planned->file = path.string();
  return inspection;
}

Result<Inspection> inspect_folder(const fs::path& folder, const EnteredValues& entered) {
  if (path_kind(folder / "adapter_config.json") != PathKind::absent)
    return tl::unexpected<Error>(Error{
        std::string(code::unsupported_model),
        (folder / "adapter_config.json").string(),
        {},
        "adapter_config.json",
        {Wanted::Kind::removed, {"adapters (LoRA) are not supported, only training of the whole model"}}});
  auto inspection = inspect_file(folder / "config.json", shown_name(folder), entered);
  if (!inspection || !inspection->architecture) return inspection;
  const fs::path weights = weights_in(folder);
  if (weights.empty()) return inspection;
  Architecture& architecture = *inspection->architecture;
  const auto count = count_weights(weights.string(), architecture);
  if (!count) {
    architecture.warnings.push_back(count.error());  // the configuration alone is enough to plan with
  } else if (auto error = compare_weights(*count, architecture)) {
    return tl::unexpected<Error>(std::move(*error).in_file(weights.string()));
  }
  return inspection;
}

/// A weight file or index that was named itself: here a damaged header is an error.
Result<Inspection> inspect_beside_weights(const fs::path& path, const EnteredValues& entered) {
  if (path_kind(path) == PathKind::absent) return tl::unexpected<Error>(no_file(path.string()));
  const fs::path folder = path.parent_path();
  auto inspection = inspect_file(folder / "config.json", shown_name(folder / "config.json"), entered);
  if (!inspection || !inspection->architecture) return inspection;
  // One shard of several says nothing about the total; its index does.
  const bool shard = path.filename().string().find("-of-") != std::string::npos;
  const fs::path index = folder / "model.safetensors.index.json";
  const bool indexed = path_kind(index) != PathKind::absent;
  const auto count =
      count_weights(shard && indexed ? index.string() : path.string(), *inspection->architecture);
  if (!count) return tl::unexpected<Error>(count.error());
  if (!shard || indexed)
    if (auto error = compare_weights(*count, *inspection->architecture))
      return tl::unexpected<Error>(std::move(*error).in_file(path.string()));
  return inspection;
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

Result<Inspection> inspect_built_in(const std::string& id, const EnteredValues& entered,
                                    const GivenValues& given = {}) {
  if (const BuiltInModel* model = find_built_in(id))
    return is_launch_text(model->config) ? inspect_launch(model->config, model->id, entered, given)
                                         : inspect_config(model->config, model->id, entered);
  std::vector<std::string> ids;
  for (const BuiltInModel& model : built_in_models()) ids.push_back(model.id);
  const auto near = near_matches(id, ids, 5);
  return tl::unexpected<Error>(Error{
      std::string(code::unknown_model), {}, "model", id, {Wanted::Kind::one_of, near.empty() ? ids : near}});
}

}  // namespace

Result<Inspection> inspect_model(const std::string& where, const EnteredValues& entered,
                                 const GivenValues& given) {
  if (where == "-") return inspect_file("-", "standard input", entered, given);
  if (find_built_in(where) != nullptr) return inspect_built_in(where, entered, given);
  const fs::path path(where);
  const PathKind kind = path_kind(where);
  if (kind == PathKind::folder) return inspect_folder(path, entered);
  if (where.ends_with(".safetensors") || where.ends_with(".index.json"))
    return inspect_beside_weights(path, entered);
  if (kind != PathKind::absent) {
    if (path.filename() != "config.json") return inspect_file(path, shown_name(path), entered, given);
    auto inspection =
        inspect_folder(path.parent_path().empty() ? fs::path(".") : path.parent_path(), entered);
    if (inspection && inspection->architecture) inspection->architecture->id = shown_name(path);
    return inspection;
  }
  if (named_as_file(where)) return tl::unexpected<Error>(no_file(where));
  return inspect_built_in(where, entered, given);
}

Result<Architecture> read_model(const std::string& where, const EnteredValues& entered) {
  return planned(inspect_model(where, entered));
}

Result<Architecture> read_saved(const std::string& name, std::string_view text,
                                const EnteredValues& entered) {
  if (!text.empty()) return read_config(text, name, entered);
  if (find_built_in(name) != nullptr || !named_as_file(name)) return planned(inspect_built_in(name, entered));
  return fail(code::model_outside, "model", excerpt(name, 200),
              {Wanted::Kind::text, {"a plan that holds its model, or --model with the file beside it"}});
}

}  // namespace astrolabe::model
