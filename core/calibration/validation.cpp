#include "core/calibration/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/base/text.h"
#include "core/calibration/fit.h"
#include "core/cost/band.h"
#include "core/cost/constants.h"
#include "core/cost/shape.h"

namespace astrolabe::calibration {

namespace {

/// A prediction that far off is taken for a unit mixed up, not for an error of the model.
constexpr double kUnitFactor = 30.0;

double memory_gib(const MeasuredCase& measured, const cost::Shape& shape) {
  const double unstated_gib = cost::coefficients_of(measured.problem).unstated_gib;
  double most = 0.0;
  for (const cost::StageMemory& stage : shape.evaluate(measured.layers, true).memory) {
    const double unstated = stage.allocator.value / kGib + unstated_gib;
    // What the allocator has reserved: its own fragments, too, but no context.
    const double moving =
        stage.allocator.value - stage.weights.value - stage.gradients.value - stage.optimizer.value;
    const double reserved = (stage.allocator.value + cost::constants::fragmentation * moving) / kGib;
    const double gib = measured.reading == MemoryReading::allocator  ? stage.allocator.value / kGib
                       : measured.reading == MemoryReading::reserved ? reserved
                       : measured.reading == MemoryReading::device   ? stage.total.value / kGib
                                                                     : unstated;
    most = std::max(most, gib);
  }
  return most;
}

double seconds_per_token(const MeasuredCase& measured, const cost::Shape& shape) {
  std::vector<cost::StageCost> stages;
  int begin = 0;
  for (int j = 0; j < shape.stages(); ++j) {
    const strategy::Stage& planned = measured.strategy.stages[static_cast<std::size_t>(j)];
    const cost::LayerRange range{begin, begin + planned.layers};
    stages.push_back(shape.stage(j, range, planned.recompute, planned.recompute_layers));
    begin = range.end;
  }
  std::vector<double> scratch;
  return shape.step(stages, scratch).step / measured.tokens_per_step;
}

Result<void> usable(const MeasuredCase& measured) {
  const strategy::Problem& problem = measured.problem;
  const hardware::Gpu& gpu = problem.cluster.pools.front().gpu;
  if (!hardware::peak(gpu, problem.job.precision))
    return fail(code::bad_measured_row, fmt::format("row {}, column dtype", measured.run.line),
                measured.run.dtype,
                {Wanted::Kind::text, {"a data type that " + gpu.name + " has a rate for"}});
  if (measured.run.is_time() && contains_ignoring_case(measured.run.warn, "power limited") &&
      contains_ignoring_case(measured.run.warn, "limit not stated"))
    return fail(code::bad_measured_row, fmt::format("row {}, column gpu", measured.run.line),
                measured.run.gpu, {Wanted::Kind::text, {"the power limit of the card (\"B200-SXM-700W\")"}});
  return {};
}

Result<void> plausible(const MeasuredCase& measured, double predicted) {
  const double stated = measured.measured();
  const double ratio = predicted / stated;
  if (ratio < kUnitFactor && ratio > 1.0 / kUnitFactor) return {};
  // Of the figure as it stands: a throughput is the inverse of a time.
  const MeasuredKind kind = measured.run.kind;
  const bool rate = kind == MeasuredKind::tokens_per_second_gpu || kind == MeasuredKind::tflops_gpu;
  return fail(code::bad_measured_row, fmt::format("row {}, column measured_value", measured.run.line),
              format_number(measured.run.value),
              {Wanted::Kind::text,
               {fmt::format("a figure in the unit of {} ({:.2g} times the prediction: unit mixed up?)",
                            to_string(kind), std::clamp(rate ? ratio : 1.0 / ratio, 1e-99, 1e99))}});
}

/// An error of what was made from a row, with the row.
Error in_row(int line, Error error) {
  if (!error.where.starts_with("row ")) error.where = fmt::format("row {}, {}", line, error.where);
  return error;
}

std::string or_unstated(const std::string& text) { return text.empty() ? "not stated" : text; }

Json summary_json(const ErrorSummary& summary) {
  return {{"rows", summary.rows},
          {"median_abs_error", summary.median_abs},
          {"p90_abs_error", summary.p90_abs},
          {"bias", summary.bias},
          {"within_10_percent", summary.within_10_percent},
          {"band_coverage", summary.band_coverage},
          {"band_half_width", summary.band_half_width}};
}

std::vector<const ValidatedRow*> select(const Validation& validation,
                                        const std::function<bool(const ValidatedRow&)>& wanted) {
  std::vector<const ValidatedRow*> rows;
  for (const ValidatedRow& row : validation.predicted)
    if (wanted(row)) rows.push_back(&row);
  return rows;
}

}  // namespace

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (place - static_cast<double>(low)) * (values[high] - values[low]);
}

ErrorSummary summarise(std::span<const ValidatedRow* const> rows) {
  ErrorSummary summary;
  summary.rows = static_cast<int>(rows.size());
  if (rows.empty()) return summary;
  std::vector<double> absolute, signed_errors, widths;
  for (const ValidatedRow* row : rows) {
    signed_errors.push_back(row->error());
    absolute.push_back(std::fabs(row->error()));
    widths.push_back((row->high - row->low) / (2.0 * row->predicted));
    summary.within_10_percent += absolute.back() <= 0.1 ? 1.0 : 0.0;
    summary.band_coverage += row->inside_band() ? 1.0 : 0.0;
  }
  summary.median_abs = quantile(absolute, 0.5);
  summary.p90_abs = quantile(absolute, 0.9);
  summary.bias = quantile(signed_errors, 0.5);
  summary.band_half_width = quantile(widths, 0.5);
  summary.within_10_percent /= summary.rows;
  summary.band_coverage /= summary.rows;
  return summary;
}

std::vector<double> one_each(const std::map<std::string, std::vector<double>>& errors) {
  std::vector<double> result;
  for (const auto& [name, members] : errors) {
    std::vector<double> absolute;
    for (const double error : members) absolute.push_back(std::fabs(error));
    result.push_back(std::copysign(quantile(absolute, 0.5), quantile(members, 0.5)));
  }
  return result;
}

ErrorSummary summarise(std::span<const ValidatedRow* const> rows, Counted counted) {
  if (counted == Counted::rows) return summarise(rows);
  std::map<std::string, std::vector<double>> groups;
  for (const ValidatedRow* row : rows)
    groups[counted == Counted::runs ? row->settings : row->configuration].push_back(row->error());
  const std::vector<double> errors = one_each(groups);
  std::vector<double> absolute;
  for (const double error : errors) absolute.push_back(std::fabs(error));
  ErrorSummary summary;
  summary.rows = static_cast<int>(errors.size());
  summary.median_abs = quantile(absolute, 0.5);
  summary.p90_abs = quantile(absolute, 0.9);
  summary.bias = quantile(errors, 0.5);
  return summary;
}

Ordering order_of(std::span<const MeasuredCase> cases, std::span<const double> predicted, double apart) {
  using Key = std::tuple<std::string, std::string, int, std::string, int, std::string, std::string>;
  std::map<Key, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const MeasuredRun& run = cases[i].run;
    if (run.is_time())
      groups[{run.source, run.model, run.sequence_length.value_or(0), run.gpu, run.gpus.value_or(0),
              run.dtype, run.train_mode}]
          .push_back(i);
  }
  Ordering ordering;
  for (const auto& [key, members] : groups)
    for (std::size_t a = 0; a < members.size(); ++a)
      for (std::size_t b = a + 1; b < members.size(); ++b) {
        const double first = cases[members[a]].measured_seconds_per_token();
        const double second = cases[members[b]].measured_seconds_per_token();
        if (std::max(first, second) / std::min(first, second) <= 1.0 + apart) continue;
        if (cases[members[a]].run.layout() == cases[members[b]].run.layout()) continue;  // two releases
        const double here = predicted[members[a]];
        const double there = predicted[members[b]];
        ++ordering.pairs;
        ordering.right += here == there ? 0.5 : (first < second) == (here < there) ? 1.0 : 0.0;
      }
  return ordering;
}

double predict(const MeasuredCase& measured, std::shared_ptr<const cost::Coefficients> coefficients) {
  strategy::Problem problem = measured.problem;
  problem.coefficients = std::move(coefficients);
  cost::Tables tables(problem);
  const cost::Shape shape(tables, measured.strategy);
  return measured.run.is_time() ? seconds_per_token(measured, shape) : memory_gib(measured, shape);
}

std::vector<MeasuredCase> make_cases(const MeasuredTable& table, const hardware::Catalogue& catalogue,
                                     std::vector<SkippedRow>& skipped) {
  std::vector<MeasuredCase> cases;
  for (const MeasuredRun& run : table.runs) {
    auto made = make_case(run, catalogue);
    if (made)
      if (const auto sound = usable(*made); !sound) made = tl::unexpected<Error>(sound.error());
    if (made)
      cases.push_back(std::move(*made));
    else
      skipped.push_back({run.id, in_row(run.line, made.error())});
  }
  return cases;
}

Validation validate(const MeasuredTable& table, const hardware::Catalogue& catalogue,
                    const std::shared_ptr<const cost::Coefficients>& coefficients, const CaseCheck& check) {
  Validation validation;
  validation.rows = static_cast<int>(table.runs.size() + table.skipped.size());
  validation.skipped = table.skipped;
  validation.ignored = table.ignored;
  std::vector<MeasuredCase> scored;
  std::vector<double> times;
  for (MeasuredCase& measured : make_cases(table, catalogue, validation.skipped)) {
    if (const auto wanted = check ? check(measured) : Result<void>{}; !wanted) {
      validation.skipped.push_back({measured.run.id, wanted.error()});
      continue;
    }
    const double predicted = predict(measured, coefficients);
    if (const auto sound = plausible(measured, predicted); !sound) {
      validation.skipped.push_back({measured.run.id, sound.error()});
      continue;
    }
    const MeasuredRun& run = measured.run;
    ValidatedRow row;
    row.id = run.id;
    row.source = or_unstated(run.source);
    row.gpu = run.gpu;
    row.family = or_unstated(run.family);
    row.kind = to_string(run.kind);
    row.settings = run.settings();
    row.configuration = configuration_of(measured);
    row.time = run.is_time();
    row.complete = measured.complete;
    row.moe = run.is_moe();
    row.measured = row.time ? measured.measured_seconds_per_token() : run.value;
    row.predicted = predicted;
    const bool doubtful = run.doubtful();
    const cost::Band band = row.time
                                ? cost::step_band(measured.problem, measured.strategy, doubtful)
                                : cost::memory_band(measured.problem.software,
                                                    measured.reading == MemoryReading::allocator, doubtful);
    row.low = predicted * band.low;
    row.high = predicted * band.high;
    row.assumed = measured.assumed;
    validation.predicted.push_back(std::move(row));
    times.push_back(predicted);
    scored.push_back(std::move(measured));
  }
  validation.ordering = order_of(scored, times, 0.05);
  return validation;
}

std::map<std::string, ErrorSummary> by(const Validation& validation, std::string ValidatedRow::*key) {
  return by(
      select(validation, [key](const ValidatedRow& row) { return row.time || key == &ValidatedRow::kind; }),
      key);
}

std::map<std::string, ErrorSummary> by(std::span<const ValidatedRow* const> rows,
                                       std::string ValidatedRow::*key) {
  std::map<std::string, std::vector<const ValidatedRow*>> groups;
  for (const ValidatedRow* row : rows) groups[row->*key].push_back(row);
  std::map<std::string, ErrorSummary> summaries;
  for (const auto& [name, members] : groups) summaries[name] = summarise(members);
  return summaries;
}

Json to_json(const Validation& validation) {
  const auto times = select(validation, [](const ValidatedRow& row) { return row.time; });
  const auto memory = select(validation, [](const ValidatedRow& row) { return !row.time; });
  const ErrorSummary time = summarise(times);
  Json json{{"rows", validation.rows}, {"predicted", validation.predicted.size()}};
  json["skipped"] = Json::array();
  for (const SkippedRow& row : validation.skipped)
    json["skipped"].push_back({{"id", row.id},
                               {"why", fmt::format("{}: found \"{}\", wanted {}", row.error.where,
                                                   row.error.found, to_text(row.error.wanted))},
                               {"code", row.error.code}});
  if (!validation.ignored.empty()) json["ignored_columns"] = validation.ignored;
  json["median_abs_error"] = time.median_abs;
  json["p90_abs_error"] = time.p90_abs;
  json["bias"] = time.bias;
  json["within_10_percent"] = time.within_10_percent;
  const auto groups = [&](std::string ValidatedRow::*key) {
    Json result = Json::object();
    for (const auto& [name, summary] : by(validation, key)) result[name] = summary_json(summary);
    return result;
  };
  json["by_gpu"] = groups(&ValidatedRow::gpu);
  json["by_family"] = groups(&ValidatedRow::family);
  json["by_source"] = groups(&ValidatedRow::source);
  json["by_kind"] = groups(&ValidatedRow::kind);
  for (const auto& [name, moe] : {std::pair{"complete_dense", false}, std::pair{"complete_moe", true}}) {
    const auto rows = select(
        validation, [moe = moe](const ValidatedRow& r) { return r.time && r.complete && r.moe == moe; });
    json[name] = summary_json(summarise(rows));
    for (const auto& [counted, how] : {std::pair{"each_run_once", Counted::runs},
                                       std::pair{"each_configuration_once", Counted::configurations}}) {
      const ErrorSummary once = summarise(rows, how);
      json[name][counted] = {{"rows", once.rows},
                             {"median_abs_error", once.median_abs},
                             {"p90_abs_error", once.p90_abs},
                             {"bias", once.bias}};
    }
  }
  json["band_coverage"] = time.band_coverage;
  json["ordering"] = {{"pairs", validation.ordering.pairs}, {"right", validation.ordering.share()}};
  json["memory"] = summary_json(summarise(memory));
  return json;
}

std::string rows_csv(const Validation& validation) {
  return rows_csv(select(validation, [](const ValidatedRow&) { return true; }));
}

std::string rows_csv(std::span<const ValidatedRow* const> rows) {
  std::string text = "id,measured,predicted,error,low,high,assumed\n";
  for (const ValidatedRow* found : rows) {
    const ValidatedRow& row = *found;
    std::string assumed;
    for (const AssumedSetting& setting : row.assumed)
      assumed += fmt::format("{}{} = {} ({})", assumed.empty() ? "" : "; ", setting.what, setting.value,
                             setting.rule);
    text += fmt::format("{},{},{},{},{},{},{}\n", csv_cell(row.id, true), format_number(row.measured),
                        format_number(row.predicted), format_number(row.error()), format_number(row.low),
                        format_number(row.high), csv_cell(assumed, true));
  }
  return text;
}

}  // namespace astrolabe::calibration
