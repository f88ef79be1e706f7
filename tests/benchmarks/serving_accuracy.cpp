// Accuracy of serving predictions: a robust fit of the stacks' constants with their priors, five folds with
// the configuration left out, and GPU types, model families and sources left out. Prints the tables of
// core/serving/README.md; with --write F the refitted constants.
//
//   astrolabe_serving_accuracy TABLE.csv [--folds] [--left-out] [--rows F.csv] [--bands bands.json]
//                              [--write constants.json]
//
// --rows before --folds: the rows that the folds predict, as `validate --rows` writes them. --bands after
// --folds and --left-out: resources/serving/bands.json.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/serving/bands.h"
#include "core/serving/fit.h"
#include "core/serving/validation.h"

namespace {

using namespace astrolabe;
using namespace astrolabe::serving;

constexpr int kFolds = 5;

void print(const std::string& name, const ServingValidation& validation) {
  std::string line = fmt::format("{:<28}", name);
  for (const auto& [group, rows] : groups_of(validation)) {
    const ServingErrors e = errors_of(rows);
    line += fmt::format(" | {} {:.1f}/{:.1f}/{:+.1f} ({})", group, 100 * e.median_abs, 100 * e.p90_abs,
                        100 * e.bias, e.rows);
  }
  fmt::print("{} | order {:.1f} % of {}\n", line, 100 * validation.order_right, validation.order_pairs);
  std::fflush(stdout);
}

/// Targets of a fit and their errors near it.
struct Fitted {
  std::vector<FitTarget> targets;
  Priors priors;
  Lines lines;
};

/// Predicts every case with constants that were fitted without its group: the fit to all rows, moved as far
/// as its slopes say that it moves without the group.
ServingValidation left_out(const std::string& name, const ServingTable& table, const Fitted& fitted,
                           const std::function<std::string(const ServingCase&)>& group_of, bool all) {
  std::map<std::string, std::vector<const ServingCase*>> groups;
  for (const ServingCase& one : table.cases) groups[group_of(one)].push_back(&one);
  ServingValidation together;
  for (const auto& [group, cases] : groups) {
    if (!all && (cases.size() < 30 || cases.size() > table.cases.size() * 9 / 10)) continue;
    Lines others = fitted.lines;
    for (std::size_t i = 0; i < others.weights.size(); ++i)
      if (group_of(*fitted.targets[i].of) == group) others.weights[i] = 0.0;
    ServingValidation one =
        validate(cases, moved_from(fitted.priors.centre, least_of(others, fitted.priors.deviations)));
    count_order(one);
    if (!all) print(name + " " + group, one);
    together.predicted.insert(together.predicted.end(), one.predicted.begin(), one.predicted.end());
  }
  count_order(together);
  print(name, together);
  return together;
}

/// A number from 0 to `kFolds` - 1 that depends on the text alone (FNV-1a).
std::string fold_of(const std::string& text) {
  std::uint64_t hash = 1469598103934665603ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return std::to_string((hash >> 20) % kFolds);
}

Banding banding_of(const ServingRow& row) {
  if (row.metric == Metric::tpot) return Banding::tpot;
  if (row.metric == Metric::ttft) return Banding::ttft;
  return row.of->load_kind == "offline_max" ? Banding::offline
         : row.of->load_kind == "batch"     ? Banding::batch
                                            : Banding::rate;
}

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1,
                         static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

/// Bands of one kind of rows left out, as rows of bands.json. What fewer than kLeastRuns rows tell is taken
/// of all models, then of all engines.
std::string bands_of(const std::string& unseen, const ServingValidation& validation) {
  std::string text;
  for (const Runtime runtime : {Runtime::vllm, Runtime::sglang, Runtime::tensorrt_llm})
    for (const bool moe : {false, true})
      for (int banding = 0; banding < kBandings; ++banding) {
        std::vector<double> ratios;
        for (int wide = 0; wide < 3 && static_cast<int>(ratios.size()) < kLeastRuns; ++wide) {
          ratios.clear();
          for (const ServingRow& row : validation.predicted)
            if (is_fitted_to(*row.of) && static_cast<int>(banding_of(row)) == banding &&
                (wide > 1 || row.of->asked.engine.runtime == runtime) && (wide > 0 || row.of->moe == moe))
              ratios.push_back(row.measured / row.predicted.value);
        }
        if (ratios.empty()) continue;
        text += fmt::format(
            "{}  {{\"unseen\": \"{}\", \"runtime\": \"{}\", \"moe\": {}, \"of\": \"{}\", \"low\": {:.3f}, "
            "\"high\": {:.3f}, \"rows\": {}}}",
            text.empty() ? "" : ",\n", unseen, to_string(runtime), moe,
            to_string(static_cast<Banding>(banding)), quantile(ratios, 0.1), quantile(ratios, 0.9),
            ratios.size());
      }
  return text;
}

/// Names of which the scored cases have at least kLeastRuns.
std::string measured_names(const ServingTable& table,
                           const std::function<std::string(const ServingCase&)>& name_of) {
  std::map<std::string, int> counts;
  for (const ServingCase& one : table.cases)
    if (is_fitted_to(one)) ++counts[name_of(one)];
  std::string text;
  for (const auto& [name, count] : counts)
    if (count >= kLeastRuns) text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
  return text;
}

std::string written(const ConstantTable& table, const Constants& fitted) {
  std::string text = fmt::format(
      "{{\n \"title\": \"Constants of the serving stacks\",\n \"source\": \"{}\",\n \"date\": \"{}\",\n "
      "\"constants\": [\n",
      table.source, table.date);
  for (std::size_t j = 0; j < table.rows.size(); ++j) {
    const ConstantRow& row = table.rows[j];
    text += fmt::format(
        "  {{\"name\": \"{}\", \"value\": {:.4g}, \"start\": {:.4g}, \"deviation\": {:.4g}, \"unit\": "
        "\"{}\", "
        "\"meaning\": \"{}\"}}{}\n",
        row.name, fitted.values[j], row.start, row.deviation, row.unit, row.meaning,
        j + 1 < table.rows.size() ? "," : "");
  }
  return text + " ]\n}\n";
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> given(arguments + 1, arguments + count);
  if (given.empty()) {
    fmt::print("usage: astrolabe_serving_accuracy TABLE.csv [--folds] [--left-out] [--write F.json]\n");
    return 2;
  }
  std::ifstream in(given[0]);
  std::ostringstream text;
  text << in.rdbuf();
  const auto table = read_serving_table(text.str(), hardware::Catalogue::built_in());
  if (!table) {
    fmt::print("{}: {}\n", table.error().where, table.error().found);
    return 2;
  }
  const ConstantTable& constants = shipped_constants();
  print("shipped", validate(*table));
  print("priors alone", validate(*table, constants.starts()));
  std::vector<const ServingCase*> cases;
  for (const ServingCase& one : table->cases)
    if (is_fitted_to(one)) cases.push_back(&one);
  Fitted all{targets_of(cases), priors_of(constants), {}};
  const Constants fitted = fit_constants(cases, all.priors, constants.values());
  print("fitted to all", validate(*table, fitted));
  all.lines = lines_at(all.targets, all.priors, fitted);
  std::string rows, bands;
  const auto gpu_of = [](const ServingCase& one) { return one.asked.machine.gpu; };
  const auto family_of = [](const ServingCase& one) { return one.asked.shape.family; };
  for (std::size_t i = 1; i < given.size(); ++i) {
    if (given[i] == "--rows" && i + 1 < given.size()) rows = given[++i];
    if (given[i] == "--folds") {
      const ServingValidation folds = left_out(
          "configuration left out", *table, all,
          [](const ServingCase& one) { return fold_of(one.configuration); }, true);
      if (!rows.empty()) std::ofstream(rows) << rows_csv(folds);
      bands = bands_of("configuration", folds);
    }
    if (given[i] == "--left-out") {
      bands += ",\n" + bands_of("gpu", left_out("GPU type left out", *table, all, gpu_of, false));
      bands += ",\n" + bands_of("family", left_out("family left out", *table, all, family_of, false));
      left_out(
          "source left out", *table, all, [](const ServingCase& one) { return one.source; }, false);
    }
    if (given[i] == "--bands" && i + 1 < given.size())
      std::ofstream(given[++i]) << fmt::format(
          "{{\n \"title\": \"Measured over predicted serving runs\",\n \"source\": \"10th and 90th "
          "percentile of runs whose configuration, "
          "GPU type or family of models was left out of the fit; tests/benchmarks/serving_accuracy.cpp\",\n "
          "\"date\": \"{}\",\n "
          "\"gpus\": [{}],\n \"families\": [{}],\n \"bands\": [\n{}\n ]\n}}\n",
          constants.date, measured_names(*table, gpu_of), measured_names(*table, family_of), bands);
    if (given[i] == "--write" && i + 1 < given.size())
      std::ofstream(given[++i]) << written(constants, fitted);
  }
  return 0;
}
