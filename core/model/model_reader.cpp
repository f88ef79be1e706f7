// From what a person names to the text of a configuration, and the weights beside it.

#include "core/model/model_reader.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/model/safetensors_header.h"

namespace astrolabe::model {

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
    if (std::error_code fault; fs::is_regular_file(folder / name, fault)) return folder / name;
  return {};
}

Result<Architecture> read_config_file(const fs::path& path, const std::string& name,
                                      const EnteredValues& entered) {
  const auto text = read_text_file(path.string());
  if (!text) return tl::unexpected<Error>(text.error());
  auto architecture = read_config(*text, name, entered);
  if (!architecture) return tl::unexpected<Error>(std::move(architecture.error()).in_file(path.string()));
  return architecture;
}

Result<Architecture> read_folder(const fs::path& folder, const EnteredValues& entered) {
  std::error_code fault;
  if (fs::exists(folder / "adapter_config.json", fault))
    return tl::unexpected<Error>(Error{
        std::string(code::unsupported_model),
        (folder / "adapter_config.json").string(),
        {},
        "adapter_config.json",
        {Wanted::Kind::removed, {"adapters (LoRA) are not supported, only training of the whole model"}}});
  if (!fs::exists(folder / "config.json", fault))
    return tl::unexpected<Error>(no_file((folder / "config.json").string()));
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
  std::error_code fault;
  if (!fs::exists(path, fault)) return tl::unexpected<Error>(no_file(path.string()));
  const fs::path folder = path.parent_path();
  if (!fs::exists(folder / "config.json", fault))
    return tl::unexpected<Error>(no_file((folder / "config.json").string()));
  auto architecture = read_config_file(folder / "config.json", shown_name(folder / "config.json"), entered);
  if (!architecture) return architecture;
  // One shard of several says nothing about the total; its index does.
  const bool shard = path.filename().string().find("-of-") != std::string::npos;
  const fs::path index = folder / "model.safetensors.index.json";
  const auto count =
      count_weights(shard && fs::exists(index, fault) ? index.string() : path.string(), *architecture);
  if (!count) return tl::unexpected<Error>(count.error());
  if (shard && !fs::exists(index, fault)) return architecture;
  compare_weights(*count, *architecture);
  return architecture;
}

const BuiltInModel* find_built_in(const std::string& id) {
  for (const BuiltInModel& model : built_in_models())
    if (model.id == lower(id)) return &model;
  return nullptr;
}

}  // namespace

Result<Architecture> read_model(const std::string& where, const EnteredValues& entered) {
  if (where == "-") return read_config_file("-", "standard input", entered);
  if (const BuiltInModel* model = find_built_in(where)) return read_config(model->config, model->id, entered);
  const fs::path path(where);
  std::error_code fault;
  if (fs::is_directory(path, fault)) return read_folder(path, entered);
  if (where.ends_with(".safetensors") || where.ends_with(".index.json"))
    return read_beside_weights(path, entered);
  if (fs::exists(path, fault)) {
    if (path.filename() == "config.json") {
      auto architecture =
          read_folder(path.parent_path().empty() ? fs::path(".") : path.parent_path(), entered);
      if (architecture) architecture->id = shown_name(path);
      return architecture;
    }
    return read_config_file(path, shown_name(path), entered);
  }
  const bool named_as_file = where.find('/') != std::string::npos ||
                             std::any_of(kFileNames.begin(), kFileNames.end(),
                                         [&](std::string_view end) { return where.ends_with(end); });
  if (named_as_file) return tl::unexpected<Error>(no_file(where));
  std::vector<std::string> ids;
  for (const BuiltInModel& model : built_in_models()) ids.push_back(model.id);
  const auto near = near_matches(where, ids, 5);
  return tl::unexpected<Error>(Error{std::string(code::unknown_model),
                                     {},
                                     "model",
                                     where,
                                     {Wanted::Kind::one_of, near.empty() ? ids : near}});
}

Result<Architecture> read_saved(const std::string& name, std::string_view text,
                                const EnteredValues& entered) {
  return text.empty() ? read_model(name, entered) : read_config(text, name, entered);
}

}  // namespace astrolabe::model
