#include "app/cli/input_files.h"

#include <cstdlib>
#include <filesystem>

#include "core/base/error_codes.h"
#include "core/hardware/price_import.h"
#include "core/plan/model_source.h"
#include "core/serving/calibration.h"
#include "core/strategy/rules.h"
#include "ui/render/mended_words.h"

namespace astrolabe::cli {

namespace {

std::string configurationFile() {
  const char* folder = std::getenv("XDG_CONFIG_HOME");
  if (folder != nullptr && *folder != '\0') return std::string(folder) + "/astrolabe/hardware.json";
  const char* home = std::getenv("HOME");
  return home == nullptr ? std::string() : std::string(home) + "/.config/astrolabe/hardware.json";
}

/// A table of prices: a row with a mistake refuses it, so that nothing is left out silently.
Result<hardware::OwnTypes> readPrices(const std::string& path) {
  const auto text = read_text_file(path, file_limit::table);
  if (!text) return tl::unexpected<Error>(text.error());
  auto import = hardware::import_prices(*text, hardware::Catalogue::built_in());
  if (!import) return tl::unexpected<Error>(std::move(import.error()).in_file(path));
  if (import->mistakes.empty()) return std::move(import->types);
  return tl::unexpected<Error>(std::move(import->mistakes.front()).in_file(path));
}

Result<hardware::OwnTypes> readTypes(const std::string& path) {
  if (path.ends_with(".csv")) return readPrices(path);
  const auto json = readJson(path);
  if (!json) return tl::unexpected<Error>(json.error());
  auto types = hardware::read_own_types(*json);
  if (!types) return tl::unexpected<Error>(std::move(types.error()).in_file(path));
  return types;
}

}  // namespace

Result<Json> readJson(const std::string& path, std::int64_t largest) {
  const auto text = read_text_file(path, largest);
  if (!text) return tl::unexpected<Error>(text.error());
  auto json = parse_json(*text, code::broken_json);
  if (!json) return tl::unexpected<Error>(std::move(json.error()).in_file(path));
  return json;
}

Result<model::Architecture> readModel(const std::string& where) {
  auto model = plan::read_model_source(where);
  if (model || !model.error().file.empty()) return model;
  return tl::unexpected<Error>(std::move(model.error()).in_file(where));
}

Result<plan::PlanFile> readSavedPlan(const std::string& path) {
  auto file = plan::read_plan(path);
  if (!file) return file;
  if (!file->mended.empty()) {
    const ui::Message message = ui::mendedMessage(QString::fromStdString(path), file->mended);
    note(QStringLiteral("Warning: %1 %2").arg(message.title, message.body));
  }
  if (!file->single_gpus.empty()) {
    const ui::Message message = ui::singleGpusMessage(QString::fromStdString(path), file->single_gpus);
    note(QStringLiteral("%1 %2").arg(message.title, message.body));
  }
  if (file->whole_space) {
    const ui::Message message = ui::wholeSpaceMessage(QString::fromStdString(path));
    note(QStringLiteral("%1 %2").arg(message.title, message.body));
  }
  return file;
}

Result<std::string> readCalibrationText(const std::string& path) {
  const auto json = readJson(path);
  if (!json) return tl::unexpected<Error>(json.error());
  if (serving::is_serving_calibration(*json)) {
    auto own = serving::read_serving_calibration(*json);
    if (!own) return tl::unexpected<Error>(std::move(own.error()).in_file(path));
    if (own->source.empty() && path != "-") own->source = std::filesystem::path(path).filename().string();
    return text_of(serving::to_json(*own));
  }
  auto calibration = calibration::read_calibration(*json);
  if (!calibration) return tl::unexpected<Error>(std::move(calibration.error()).in_file(path));
  if (calibration->source.empty() && path != "-")
    calibration->source = std::filesystem::path(path).filename().string();
  return text_of(calibration::to_json(*calibration));
}

Result<calibration::Calibration> readCalibration(const std::string& path) {
  const auto json = readJson(path);
  if (!json) return tl::unexpected<Error>(json.error());
  auto calibration = calibration::read_calibration(*json);
  if (!calibration) return tl::unexpected<Error>(std::move(calibration.error()).in_file(path));
  return calibration;
}

Result<hardware::OwnTypes> readOwnTypes(const Common& common, bool withConfiguration) {
  hardware::OwnTypes own;
  const std::string configuration = configurationFile();
  if (withConfiguration && path_kind(configuration) != PathKind::absent) {
    auto types = readTypes(configuration);
    if (!types) return types;
    own = std::move(*types);
  }
  if (common.hardware.empty()) return own;
  auto types = readTypes(common.hardware);
  if (!types) return types;
  return hardware::lay_over(std::move(own), *types);
}

Result<std::string> readRules(const std::string& path) {
  if (path.empty()) return std::string();
  auto text = read_text_file(path, file_limit::rules);
  if (!text && text.error().code == code::empty_file) return std::string();  // as one of comments only
  if (!text) return text;
  if (const auto rules = strategy::make_rule_set(*text); !rules)
    return tl::unexpected<Error>(Error(rules.error()).in_file(path));
  return text;
}

}  // namespace astrolabe::cli
