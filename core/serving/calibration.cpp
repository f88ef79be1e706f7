#include "core/serving/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>

#include "core/base/date.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/serving/fit.h"

namespace astrolabe::serving {

namespace {

constexpr const char* kServingFormat = "astrolabe-serving-calibration";
constexpr double kMostRuns = 1e9, kMostConstant = 1e6;

tl::unexpected<Error> bad(const std::string& where, std::string found, std::string wanted) {
  return fail(code::bad_calibration, where, std::move(found), {Wanted::Kind::text, {std::move(wanted)}});
}

bool has_name(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Of all figures that are measured.
double median_abs_error(const std::vector<const ServingCase*>& cases, const Constants& constants) {
  const ServingValidation validation = validate(cases, constants);
  std::vector<const ServingRow*> rows;
  for (const ServingRow& row : validation.predicted) rows.push_back(&row);
  return errors_of(rows).median_abs;
}

/// Those of a table that constants are fitted to.
std::vector<const ServingCase*> fittable(const ServingTable& table) {
  std::vector<const ServingCase*> cases;
  for (const ServingCase& one : table.cases)
    if (is_fitted_to(one)) cases.push_back(&one);
  return cases;
}

std::vector<const ServingCase*> places_of(const std::vector<ServingCase>& cases) {
  std::vector<const ServingCase*> places;
  for (const ServingCase& one : cases) places.push_back(&one);
  return places;
}

std::vector<ServingCase> with_kernels(const std::vector<const ServingCase*>& cases,
                                      const KernelsByGpu& kernels) {
  std::vector<ServingCase> made;
  for (const ServingCase* one : cases) {
    ServingCase& kept = made.emplace_back(*one);
    if (const auto own = kernels.find(kept.asked.machine.gpu); own != kernels.end())
      kept.asked.machine.kernels = own->second;
  }
  return made;
}

/// Constants that were fitted to `cases`, with the GPU types and engines of those.
void add_runs(ServingCalibration& into, const std::vector<ServingCase>& cases, const Constants& constants,
              double before, double after) {
  std::set<std::string> gpus(into.gpus.begin(), into.gpus.end()), engines;
  for (const ServingCase& one : cases) {
    gpus.insert(one.asked.machine.gpu);
    engines.insert(to_string(one.asked.engine.runtime));
  }
  into.gpus.assign(gpus.begin(), gpus.end());
  into.engines.assign(engines.begin(), engines.end());
  into.runs = static_cast<int>(cases.size());
  into.constants = constants;
  into.median_abs_error_before = before;
  into.median_abs_error_after = after;
}

/// The forms' constants in the order of the resource files.
Json number_list(std::initializer_list<double> values) { return Json(std::vector<double>(values)); }

Json kernels_json(const OwnKernels& own) {
  const KernelConstants& c = own.constants;
  Json products = Json::object();
  for (int t = 0; t < kDataTypes; ++t) {
    const ProductConstants& one = c.product[static_cast<std::size_t>(t)];
    if (c.native[static_cast<std::size_t>(t)])
      products[to_string(static_cast<DataType>(t))] =
          number_list({one.launch_us, one.bandwidth_share, one.compute_share});
  }
  Json experts = Json::object();
  for (const auto& [name, one] : own.experts)
    experts[name] = number_list({one.launch_us, one.bandwidth_share, one.compute_share, one.padding_rows,
                                 one.expert_us, one.token_traffic});
  return {{"gemm", std::move(products)},
          {"decode", number_list({c.decode.launch_us, c.decode.bandwidth_share, c.decode.cold_us})},
          {"fp8_cache", c.fp8_cache},
          {"latent", number_list({c.latent.launch_us, c.latent.bandwidth_share})},
          {"all_reduce", number_list({c.all_reduce.latency_us, c.all_reduce.rank_us,
                                      c.all_reduce.bandwidth_share, c.all_reduce.root_us})},
          {"experts", std::move(experts)}};
}

/// Reads lists of positive numbers; the first mistake is kept.
class NumberReader {
 public:
  explicit NumberReader(std::string path) : m_path(std::move(path)) {}
  void read(const Json& json, const std::string& key, std::initializer_list<double*> into) {
    if (m_error) return;
    const std::string where = m_path + "." + key;
    const Json list = json.is_object() ? json.value(key, Json()) : Json();
    if (!list.is_array() || list.size() != into.size()) {
      refuse(where, list.dump(), std::to_string(into.size()) + " numbers");
      return;
    }
    std::size_t at = 0;
    for (double* value : into) {
      const Json& one = list[at++];
      if (!one.is_number() || !(one.get<double>() > 0.0 && one.get<double>() <= kMostConstant)) {
        refuse(where, one.dump(), "a positive number");
        return;
      }
      *value = one.get<double>();
    }
  }
  const std::optional<Error>& error() const { return m_error; }

 private:
  void refuse(const std::string& where, std::string found, std::string wanted) {
    m_error = Error{std::string(code::bad_calibration),
                    {},
                    where,
                    std::move(found),
                    {Wanted::Kind::text, {std::move(wanted)}}};
  }

  std::string m_path;
  std::optional<Error> m_error;
};

Result<OwnKernels> forms_from(const Json& json, const Machine& machine, const std::string& path) {
  OwnKernels own;
  own.constants = kernel_constants(machine.generation);
  KernelConstants& c = own.constants;
  NumberReader reader(path);
  if (!json.is_object()) return bad(path, json.dump(), "an object of forms");
  const Json products = json.value("gemm", Json::object()), experts = json.value("experts", Json::object());
  for (const auto& [name, list] : products.items()) {
    const auto type = data_type_from(name);
    if (!type) return bad(path + ".gemm", name, "a number format");
    ProductConstants& one = c.product[static_cast<std::size_t>(*type)];
    c.native[static_cast<std::size_t>(*type)] = true;
    reader.read(products, name, {&one.launch_us, &one.bandwidth_share, &one.compute_share});
  }
  reader.read(json, "decode", {&c.decode.launch_us, &c.decode.bandwidth_share, &c.decode.cold_us});
  reader.read(json, "latent", {&c.latent.launch_us, &c.latent.bandwidth_share});
  reader.read(json, "all_reduce",
              {&c.all_reduce.latency_us, &c.all_reduce.rank_us, &c.all_reduce.bandwidth_share,
               &c.all_reduce.root_us});
  for (const auto& [name, list] : experts.items()) {
    ExpertConstants& one = own.experts[name];
    reader.read(experts, name,
                {&one.launch_us, &one.bandwidth_share, &one.compute_share, &one.padding_rows, &one.expert_us,
                 &one.token_traffic});
  }
  if (reader.error()) return tl::unexpected<Error>(*reader.error());
  const Json cache = json.value("fp8_cache", Json());
  if (!cache.is_number() || !(cache.get<double>() > 0.0))
    return bad(path + ".fp8_cache", cache.dump(), "a share");
  c.fp8_cache = cache.get<double>();
  return own;
}

Result<std::vector<std::string>> read_names(const Json& json, const char* key, bool some) {
  const Json list = json.value(key, Json());
  std::vector<std::string> names;
  if (!list.is_array() || (some && list.empty())) return bad(key, list.dump(), "a list of names");
  for (const Json& one : list) {
    if (!one.is_string()) return bad(key, one.dump(), "names");
    names.push_back(one.get<std::string>());
  }
  return names;
}

Result<Constants> read_values(const Json& json) {
  if (!json.is_object()) return bad("constants", json.dump(), "an object of constants");
  Constants constants;
  const std::vector<ConstantRow>& rows = shipped_constants().rows;
  for (std::size_t j = 0; j < rows.size(); ++j) {
    const Json value = json.value(rows[j].name, Json("nothing"));
    if (!value.is_number() || !(value.get<double>() > 0.0 && value.get<double>() <= kMostConstant))
      return bad("constants." + rows[j].name, value.dump(), "a positive number");
    constants.values[j] = value.get<double>();
  }
  if (json.size() != rows.size())
    return bad("constants", std::to_string(json.size()) + " constants",
               std::to_string(rows.size()) + " constants, as written by fit");
  return constants;
}

}  // namespace

Result<void> add_table(std::string_view csv, const std::string& file, const hardware::Catalogue& catalogue,
                       OwnTables& into) {
  if (!is_serving_table(csv)) {
    const std::size_t known = into.kernels.skipped.size();
    if (const auto read = read_inference_kernels(csv, file, catalogue, into.kernels); !read)
      return tl::unexpected<Error>(read.error());
    into.skipped.insert(into.skipped.end(), into.kernels.skipped.begin() + static_cast<std::ptrdiff_t>(known),
                        into.kernels.skipped.end());
    return {};
  }
  auto table = read_serving_table(csv, catalogue);
  if (!table) return tl::unexpected<Error>(Error(table.error()).in_file(file));
  into.runs.rows += table->rows;
  std::move(table->cases.begin(), table->cases.end(), std::back_inserter(into.runs.cases));
  for (const SkippedServing& row : table->skipped) {
    into.skipped.push_back(Error(row.error).in_file(file));
    into.runs.skipped.push_back(row);
  }
  return {};
}

Result<ServingFit> calibrate(const OwnTables& tables, const hardware::Catalogue& catalogue, int workers,
                             const FitJudge& judge) {
  const std::vector<const ServingCase*> plain = fittable(tables.runs);
  if (plain.empty() && tables.kernels.rows.empty())
    return fail(code::bad_measured_table, "the tables", "no run without drafts on workers of one kind",
                {Wanted::Kind::text, {"measured runs or kernels to fit to"}});
  ServingFit fit;
  if (!tables.kernels.rows.empty()) {
    auto forms =
        fit_kernel_forms(tables.kernels, catalogue,
                         judge.unseen != nullptr ? judge.unseen->kernels : KernelTimes(), judge.also_worse);
    if (!forms) return tl::unexpected<Error>(forms.error());
    fit.fitted.kernels = std::move(forms->all);
    fit.calibration.kernels = std::move(forms->kernels);
    fit.tables = std::move(forms->tables);
    fit.too_small = std::move(forms->too_small);
  }
  for (ServingCalibration* made : {&fit.fitted, &fit.calibration})
    for (const auto& [gpu, own] : made->kernels) made->gpus.push_back(gpu);
  if (plain.empty()) return fit;
  const std::vector<ServingCase> cases = with_kernels(plain, fit.calibration.kernels);
  const Constants found = fit_constants(places_of(cases), own_priors(), shipped_values(), workers);
  std::vector<const ServingCase*> judges =
      judge.unseen != nullptr ? fittable(judge.unseen->runs) : std::vector<const ServingCase*>();
  if (judges.empty()) judges = plain;
  const std::vector<ServingCase> judged = with_kernels(judges, fit.calibration.kernels);
  fit.constants_taken = judge.also_worse || median_abs_error(places_of(judged), found) <=
                                                median_abs_error(judges, shipped_values());
  const double before = median_abs_error(plain, shipped_values());
  const double after = median_abs_error(places_of(cases), found);
  add_runs(fit.fitted, cases, found, before, after);
  if (fit.constants_taken) add_runs(fit.calibration, cases, found, before, after);
  return fit;
}

Json to_json(const ServingCalibration& calibration) {
  Json constants = Json::object(), kernels = Json::object();
  const std::vector<ConstantRow>& rows = shipped_constants().rows;
  for (std::size_t j = 0; j < rows.size(); ++j) constants[rows[j].name] = calibration.constants.values[j];
  for (const auto& [gpu, own] : calibration.kernels) kernels[gpu] = kernels_json(*own);
  Json json{{"format", kServingFormat},
            {"serving_model_version", kServingModelVersion},
            {"gpus", calibration.gpus},
            {"engines", calibration.engines},
            {"runs", calibration.runs},
            {"median_abs_error_before", calibration.median_abs_error_before},
            {"median_abs_error_after", calibration.median_abs_error_after},
            {"constants", std::move(constants)},
            {"kernels", std::move(kernels)}};
  if (!calibration.date.empty()) json["date"] = calibration.date;
  if (!calibration.source.empty()) json["source"] = calibration.source;
  return json;
}

bool is_serving_calibration(const Json& json) {
  return json.is_object() && json.value("format", Json()) == kServingFormat;
}

Result<ServingCalibration> read_serving_calibration(const Json& json) {
  if (!is_serving_calibration(json))
    return bad("format", json.is_object() ? json.value("format", Json("nothing")).dump() : "no object",
               "a file written by astrolabe-cli fit from serving runs or inference kernels");
  const Json version = json.value("serving_model_version", Json("nothing"));
  if (version != kServingModelVersion)
    return bad("serving_model_version", version.dump(),
               "one made for version " + std::to_string(kServingModelVersion) + ": run fit again");
  ServingCalibration read;
  auto gpus = read_names(json, "gpus", true), engines = read_names(json, "engines", false);
  if (!gpus) return tl::unexpected<Error>(gpus.error());
  if (!engines) return tl::unexpected<Error>(engines.error());
  for (const std::string& engine : *engines)
    if (!runtime_from(engine)) return bad("engines", engine, "vllm, sglang or tensorrt-llm");
  read.gpus = std::move(*gpus);
  read.engines = std::move(*engines);
  auto constants = read_values(json.value("constants", Json()));
  if (!constants) return tl::unexpected<Error>(constants.error());
  read.constants = *constants;
  const Json kernels = json.value("kernels", Json::object());
  if (!kernels.is_object()) return bad("kernels", kernels.dump(), "an object of GPU types");
  for (const auto& [gpu, forms] : kernels.items()) {
    const hardware::Gpu* type = hardware::Catalogue::built_in().find_gpu(gpu);
    const auto machine = type ? machine_of(*type) : Result<Machine>(bad("kernels", gpu, "a GPU type"));
    if (!machine) return bad("kernels", gpu, "a GPU type of the catalogue");
    auto own = forms_from(forms, *machine, "kernels." + gpu);
    if (!own) return tl::unexpected<Error>(own.error());
    read.kernels[gpu] = std::make_shared<const OwnKernels>(std::move(*own));
  }
  const auto number = [&](const char* key) {
    const Json value = json.value(key, Json(0.0));
    return value.is_number() && value.get<double>() >= 0.0 && value.get<double>() <= kMostRuns
               ? value.get<double>()
               : -1.0;
  };
  for (const char* key : {"runs", "median_abs_error_before", "median_abs_error_after"})
    if (number(key) < 0.0) return bad(key, json[key].dump(), "a number, 0 or more");
  read.runs = static_cast<int>(number("runs"));
  read.median_abs_error_before = number("median_abs_error_before");
  read.median_abs_error_after = number("median_abs_error_after");
  const Json date = json.value("date", Json("")), source = json.value("source", Json(""));
  if (!date.is_string() || (!date.get<std::string>().empty() && !is_date(date.get<std::string>())))
    return bad("date", date.dump(), "a day such as 2026-11-20");
  if (!source.is_string()) return bad("source", source.dump(), "a text");
  read.date = date.get<std::string>();
  read.source = source.get<std::string>();
  return read;
}

Result<ServingCalibration> read_serving_calibration_text(const std::string& text) {
  const auto json = parse_json(text, code::bad_calibration);
  if (!json) return tl::unexpected<Error>(json.error());
  return read_serving_calibration(*json);
}

Result<void> apply(const ServingCalibration& calibration, Question& question) {
  if (!has_name(calibration.gpus, question.machine.gpu))
    return bad("gpus", fmt::format("{}", fmt::join(calibration.gpus, ", ")),
               "one made on " + question.machine.gpu);
  const std::string engine = to_string(question.engine.runtime);
  if (!calibration.engines.empty() && !has_name(calibration.engines, engine))
    return bad("engines", fmt::format("{}", fmt::join(calibration.engines, ", ")),
               "one made on runs of " + engine);
  question.constants = std::make_shared<const Constants>(calibration.constants);
  if (const auto own = calibration.kernels.find(question.machine.gpu); own != calibration.kernels.end())
    question.machine.kernels = own->second;
  return {};
}

ServingValidation validate(ServingTable& table, const ServingCalibration& calibration) {
  std::vector<ServingCase> kept;
  for (ServingCase& one : table.cases) {
    if (const auto applied = apply(calibration, one.asked); applied)
      kept.push_back(std::move(one));
    else
      table.skipped.push_back({one.id, applied.error()});
  }
  table.cases = std::move(kept);
  return validate(table);
}

}  // namespace astrolabe::serving
