#pragma once
// The files that people name on the command line, each read and checked alone. Every error names its file.

#include <cstdint>
#include <string>

#include "app/cli/command.h"
#include "core/base/file_read.h"
#include "core/calibration/calibration.h"
#include "core/hardware/catalogue.h"
#include "core/model/architecture.h"
#include "core/plan/plan_file.h"

namespace astrolabe::cli {

/// A JSON file of ours: text, syntax and repeated keys checked, the file's name in every error.
Result<Json> readJson(const std::string& path, std::int64_t largest = file_limit::json);

/// The catalogue with the user's own types: $XDG_CONFIG_HOME/astrolabe/hardware.json, then `--hardware`.
Result<hardware::OwnTypes> readOwnTypes(const Common& common, bool withConfiguration = true);

/// What a person names as a model, with the name in every error.
Result<model::Architecture> readModel(const std::string& where);

/// A saved plan; what was mended in it, and pools that count single GPUs, are told on standard error.
Result<plan::PlanFile> readSavedPlan(const std::string& path);

/// The calibration in a file. Errors: cannot_read, broken_json, bad_calibration, each with the file.
Result<calibration::Calibration> readCalibration(const std::string& path);
/// The text of the calibration in a file as plans keep it, with the name of the file as its source where it
/// tells none. Errors: those of readCalibration().
Result<std::string> readCalibrationText(const std::string& path);

/// What the file of --rules holds, checked; "" for none. Errors: cannot_read, bad_rule, each with the file.
Result<std::string> readRules(const std::string& path);

}  // namespace astrolabe::cli
