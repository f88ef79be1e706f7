#include "core/calibration/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/date.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/calibration/fit.h"
#include "core/calibration/validation.h"

namespace astrolabe::calibration {

namespace {

constexpr const char* kCalibrationFormat = "astrolabe-calibration";
constexpr double kMostRuns = 1e9;

double median_abs_error(const std::vector<MeasuredCase>& cases, const cost::Coefficients& coefficients) {
  const auto shared = std::make_shared<const cost::Coefficients>(coefficients);
  std::vector<double> errors;
  errors.reserve(cases.size());
  for (const MeasuredCase& measured : cases)
    errors.push_back(std::fabs(predict(measured, shared) / measured.measured_seconds_per_token() - 1.0));
  return quantile(errors, 0.5);
}

tl::unexpected<Error> bad(const std::string& where, std::string found, std::string wanted) {
  return fail(code::bad_calibration, where, std::move(found), {Wanted::Kind::text, {std::move(wanted)}});
}

/// What stands at an optional key, a text.
Result<std::string> text_at(const Json& json, const char* key) {
  const Json value = json.value(key, Json(""));
  if (!value.is_string()) return bad(key, value.dump(), "a text");
  return value.get<std::string>();
}

}  // namespace

bool made_on(const Calibration& calibration, const hardware::Gpu& gpu) {
  const auto has = [&](const std::string& id) {
    return std::find(calibration.gpus.begin(), calibration.gpus.end(), id) != calibration.gpus.end();
  };
  return has(gpu.id) || has(gpu.like);
}

Result<Calibration> calibrate(const MeasuredTable& table, const hardware::Catalogue& catalogue, int workers) {
  std::vector<SkippedRow> skipped;
  std::vector<MeasuredCase> cases;
  for (MeasuredCase& measured : make_cases(table, catalogue, skipped))
    if (measured.run.is_time() && measured.complete) cases.push_back(std::move(measured));
  if (cases.empty())
    return fail(code::incomplete_run, "the table", "no complete run",
                {Wanted::Kind::text, {"rows with architecture, layout, batch and a step time"}});
  Calibration calibration;
  calibration.median_abs_error_before = median_abs_error(cases, {});
  calibration.coefficients = refit_to_site(cases, {}, workers);
  calibration.median_abs_error_after = median_abs_error(cases, calibration.coefficients);
  calibration.runs = static_cast<int>(cases.size());
  std::set<std::string> gpus;
  for (const MeasuredCase& measured : cases) gpus.insert(measured.problem.cluster.pools.front().gpu.id);
  calibration.gpus.assign(gpus.begin(), gpus.end());
  return calibration;
}

Json to_json(const Calibration& calibration) {
  Json constants = Json::object();
  for (const cost::CoefficientInfo& info : cost::coefficient_table())
    constants[info.name] = calibration.coefficients.*info.value;
  Json json{{"format", kCalibrationFormat},
            {"cost_model_version", calibration.cost_model_version},
            {"gpus", calibration.gpus},
            {"runs", calibration.runs},
            {"median_abs_error_before", calibration.median_abs_error_before},
            {"median_abs_error_after", calibration.median_abs_error_after},
            {"constants", constants}};
  if (!calibration.date.empty()) json["date"] = calibration.date;
  if (!calibration.source.empty()) json["source"] = calibration.source;
  return json;
}

Result<Calibration> read_calibration(const Json& json) {
  if (!json.is_object() || json.value("format", Json()) != kCalibrationFormat)
    return bad("format", json.is_object() ? json.value("format", Json("nothing")).dump() : "no object",
               "a file written by astrolabe-cli validate --fit");
  Calibration calibration;
  const Json version = json.value("cost_model_version", Json("nothing"));
  if (version != kCostModelVersion)
    return bad("cost_model_version", version.dump(),
               "one made for version " + std::to_string(kCostModelVersion) +
                   " of the cost model: run validate --fit again");
  const Json gpus = json.value("gpus", Json());
  if (!gpus.is_array() || gpus.empty()) return bad("gpus", gpus.dump(), "the GPU types it was made on");
  for (const Json& gpu : gpus) {
    if (!gpu.is_string()) return bad("gpus", gpu.dump(), "catalogue ids");
    calibration.gpus.push_back(gpu.get<std::string>());
  }
  const Json constants = json.value("constants", Json());
  if (!constants.is_object()) return bad("constants", constants.dump(), "an object of constants");
  for (const cost::CoefficientInfo& info : cost::coefficient_table()) {
    const std::string where = std::string("constants.") + info.name;
    const Json value = constants.value(info.name, Json("nothing"));
    const bool inside =
        value.is_number() && value.get<double>() >= info.least && value.get<double>() <= info.most;
    if (!inside)
      return bad(where, value.dump(),
                 "a number between " + format_number(info.least) + " and " + format_number(info.most));
    calibration.coefficients.*info.value = value.get<double>();
  }
  if (constants.size() != cost::coefficient_table().size())
    return bad("constants", std::to_string(constants.size()) + " constants",
               std::to_string(cost::coefficient_table().size()) + " constants, as written by validate --fit");
  const auto number = [&](const char* key) {
    const Json value = json.value(key, Json(0.0));
    return value.is_number() ? value.get<double>() : 0.0;
  };
  for (const auto& [key, field] :
       {std::pair{"median_abs_error_before", &Calibration::median_abs_error_before},
        std::pair{"median_abs_error_after", &Calibration::median_abs_error_after}}) {
    calibration.*field = number(key);
    if (calibration.*field < 0.0)
      return bad(key, json[key].dump(), "a share of the measured time, 0 or more");
  }
  const double runs = number("runs");
  if (!(runs >= 0.0 && runs <= kMostRuns) || runs != std::floor(runs))
    return bad("runs", json["runs"].dump(), "the number of runs that it rests on");
  calibration.runs = static_cast<int>(runs);
  const auto date = text_at(json, "date"), source = text_at(json, "source");
  if (!date) return tl::unexpected<Error>(date.error());
  if (!source) return tl::unexpected<Error>(source.error());
  constexpr std::size_t kDay = 10;  // YYYY-MM-DD
  if (!date->empty() && (date->size() != kDay || !is_date(*date)))
    return bad("date", *date, "a day such as 2026-11-20");
  calibration.date = *date;
  calibration.source = *source;
  return calibration;
}

Result<Calibration> read_calibration_text(const std::string& text) {
  const auto json = parse_json(text, code::bad_calibration);
  if (!json) return tl::unexpected<Error>(json.error());
  return read_calibration(*json);
}

bool same_constants(const std::string& a, const std::string& b) {
  if (a == b || a.empty() || b.empty()) return a == b;
  const auto one = read_calibration_text(a), other = read_calibration_text(b);
  return one && other && one->gpus == other->gpus && one->coefficients == other->coefficients;
}

Validation validate(const MeasuredTable& table, const hardware::Catalogue& catalogue,
                    const Calibration& calibration) {
  const auto check = [&](const MeasuredCase& measured) -> Result<void> {
    if (made_on(calibration, measured.problem.cluster.pools.front().gpu)) return {};
    return fail(code::bad_measured_row, "row " + std::to_string(measured.run.line) + ", column gpu",
                measured.run.gpu, {Wanted::Kind::one_of, calibration.gpus});
  };
  return validate(table, catalogue, std::make_shared<const cost::Coefficients>(calibration.coefficients),
                  check);
}

Result<void> apply(const Calibration& calibration, strategy::Problem& problem) {
  for (const hardware::Pool& pool : problem.cluster.pools)
    if (!made_on(calibration, pool.gpu))
      return bad("gpus", fmt::format("{}", fmt::join(calibration.gpus, ", ")),
                 "one made on runs of " + pool.gpu.id + ", the type of pool " + pool.id);
  problem.coefficients = std::make_shared<const cost::Coefficients>(calibration.coefficients);
  return {};
}

}  // namespace astrolabe::calibration
