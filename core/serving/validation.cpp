#include "core/serving/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/base/text.h"

namespace astrolabe::serving {

namespace {

double share_at(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  const auto place =
      std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())));
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(place), values.end());
  return values[place];
}

Json errors_json(const std::vector<const ServingRow*>& rows) {
  const ServingErrors errors = errors_of(rows);
  const auto or_null = [&](double value) { return errors.rows > 0 ? Json(value) : Json(nullptr); };
  return {{"rows", errors.rows},
          {"median_abs_error", or_null(errors.median_abs)},
          {"p90_abs_error", or_null(errors.p90_abs)},
          {"bias", or_null(errors.bias)},
          {"band_coverage", or_null(errors.in_band)}};
}

}  // namespace

Banded figure_of(const Figures& figures, Metric metric) {
  const auto ms = [](Banded seconds) {
    return Banded{seconds.value * 1e3, seconds.low * 1e3, seconds.high * 1e3};
  };
  if (metric == Metric::tpot) return ms(figures.tpot);
  if (metric == Metric::ttft) return ms(figures.ttft);
  return figures.output_tokens_per_second;
}

void count_order(ServingValidation& validation) {
  std::map<std::string, std::vector<const ServingRow*>> questions;
  for (const ServingRow& row : validation.predicted)
    if (row.metric == Metric::tpot) questions[row.of->question].push_back(&row);
  double right = 0.0;
  validation.order_pairs = 0;
  for (const auto& [name, rows] : questions)
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = i + 1; j < rows.size(); ++j) {
        const double apart = rows[i]->measured - rows[j]->measured;
        if (std::abs(apart) <= 0.1 * std::min(rows[i]->measured, rows[j]->measured)) continue;
        ++validation.order_pairs;
        const double told = rows[i]->predicted.value - rows[j]->predicted.value;
        right += told == 0.0 ? 0.5 : (told > 0.0) == (apart > 0.0) ? 1.0 : 0.0;
      }
  validation.order_right = validation.order_pairs > 0 ? right / validation.order_pairs : 0.0;
}

ServingValidation validate(const std::vector<const ServingCase*>& cases, const Constants& constants) {
  ServingValidation validation;
  validation.rows = static_cast<int>(cases.size());
  for (const ServingCase* one : cases) {
    const Figures figures = one->asked.constants ? predict(one->asked, one->deployment)
                                                 : predict(one->asked, one->deployment, constants);
    if (!figures.fits) {
      validation.skipped.push_back(
          {one->id, Error{std::string(code::nothing_fits), {}, one->id, to_string(figures.binds), {}}});
      continue;
    }
    ++validation.predicted_cases;
    for (const Metric metric : kMetrics) {
      const Banded predicted = figure_of(figures, metric);
      // A queue that grows without end has no first token to compare.
      if (!std::isfinite(predicted.value)) continue;
      if (const auto measured = one->measured[static_cast<std::size_t>(metric)])
        validation.predicted.push_back({one, metric, *measured, predicted});
    }
  }
  return validation;
}

ServingValidation validate(const ServingTable& table, const Constants& constants) {
  std::vector<const ServingCase*> cases;
  cases.reserve(table.cases.size());
  for (const ServingCase& one : table.cases) cases.push_back(&one);
  ServingValidation validation = validate(cases, constants);
  validation.rows = table.rows;
  validation.skipped.insert(validation.skipped.begin(), table.skipped.begin(), table.skipped.end());
  count_order(validation);
  return validation;
}

ServingErrors errors_of(const std::vector<const ServingRow*>& rows) {
  ServingErrors errors;
  errors.rows = static_cast<int>(rows.size());
  std::vector<double> absolute, signed_errors;
  double inside = 0.0;
  for (const ServingRow* row : rows) {
    absolute.push_back(std::abs(row->error()));
    signed_errors.push_back(row->error());
    inside += row->predicted.low <= row->measured && row->measured <= row->predicted.high ? 1.0 : 0.0;
  }
  errors.median_abs = share_at(absolute, 0.5);
  errors.p90_abs = share_at(absolute, 0.9);
  errors.bias = share_at(signed_errors, 0.5);
  errors.in_band = rows.empty() ? 0.0 : inside / static_cast<double>(rows.size());
  return errors;
}

std::map<std::string, std::vector<const ServingRow*>> groups_of(const ServingValidation& validation) {
  std::map<std::string, std::vector<const ServingRow*>> groups;
  for (const ServingRow& row : validation.predicted) {
    const ServingCase& of = *row.of;
    if (of.deployment.disaggregated()) {
      groups["disaggregated"].push_back(&row);
    } else if (of.deployment.worker.speculation.draft_tokens > 0) {
      groups["speculation"].push_back(&row);
    } else if (row.metric == Metric::tpot) {
      groups[of.moe ? "tpot moe" : "tpot dense"].push_back(&row);
    } else if (row.metric == Metric::ttft) {
      groups["ttft"].push_back(&row);
      if (of.framework != "sglang") groups["ttft without sglang"].push_back(&row);
    } else {
      groups[of.load_kind == "offline_max" ? "offline"
             : of.load_kind == "batch"     ? "static"
                                           : "output_tok_s"]
          .push_back(&row);
    }
  }
  return groups;
}

Json to_json(const ServingValidation& validation) {
  Json skipped = Json::array();
  for (const SkippedServing& row : validation.skipped)
    skipped.push_back({{"id", row.id}, {"why", error_json(row.error)["error"]}});
  const auto groups = groups_of(validation);
  const auto group = [&](const char* name) {
    const auto found = groups.find(name);
    return errors_json(found == groups.end() ? std::vector<const ServingRow*>{} : found->second);
  };
  const Json order = {{"pairs", validation.order_pairs},
                      {"right", validation.order_pairs > 0 ? Json(validation.order_right) : Json(nullptr)}};
  return {{"rows", validation.rows},
          {"predicted", validation.predicted_cases},
          {"skipped", std::move(skipped)},
          {"serving",
           {{"tpot", {{"dense", group("tpot dense")}, {"moe", group("tpot moe")}}},
            {"output_tok_s", group("output_tok_s")},
            {"offline", group("offline")},
            {"static", group("static")},
            {"ttft", group("ttft")},
            {"ttft_without_sglang", group("ttft without sglang")},
            {"disaggregated", group("disaggregated")},
            {"speculation", group("speculation")},
            {"order", order}}}};
}

std::string rows_csv(const ServingValidation& validation) {
  std::string text = "id,metric,measured,predicted,error,low,high,assumed\n";
  for (const ServingRow& row : validation.predicted)
    text += fmt::format("{},{},{},{},{},{},{},{}\n", csv_cell(row.of->id, true), to_string(row.metric),
                        format_number(row.measured, 6), format_number(row.predicted.value, 6),
                        format_number(row.error(), 6), format_number(row.predicted.low, 6),
                        format_number(row.predicted.high, 6), csv_cell(row.of->assumed, true));
  return text;
}

}  // namespace astrolabe::serving
