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
#include "core/serving/validation.h"

namespace {

using namespace astrolabe;
using namespace astrolabe::serving;

constexpr double kSoft = 0.1;        // of a log error: where the loss turns from square to linear
constexpr double kPriorScale = 0.4;  // of the priors' deviations
constexpr double kStep = 0.02;       // of ln(constant) in derivatives
constexpr int kRounds = 6, kFolds = 5;

/// A row of the fit: case, metric, weight.
struct Target {
  const ServingCase* of = nullptr;
  Metric metric = Metric::tpot;
  double weight = 1.0;
};

bool is_scored(const ServingCase& one) {
  return !one.deployment.disaggregated() && one.deployment.worker.speculation.draft_tokens == 0;
}

double weight_of(const ServingCase& one, Metric metric) {
  if (metric == Metric::tpot) return 1.0;
  if (metric == Metric::output_rate) return 0.7;
  return one.framework == "sglang" ? 0.15 : 0.4;
}

std::vector<Target> targets_of(const std::vector<const ServingCase*>& cases) {
  std::map<std::pair<std::string, Metric>, int> sizes;
  for (const ServingCase* one : cases)
    for (const Metric metric : kMetrics)
      if (one->measured[static_cast<std::size_t>(metric)]) ++sizes[{one->configuration, metric}];
  std::vector<Target> targets;
  for (const ServingCase* one : cases)
    for (const Metric metric : kMetrics)
      if (one->measured[static_cast<std::size_t>(metric)])
        targets.push_back(
            {one, metric,
             weight_of(*one, metric) / std::sqrt(static_cast<double>(sizes[{one->configuration, metric}]))});
  return targets;
}

/// ln(predicted/measured) of every target; rows that do not fit count as without error.
std::vector<double> errors_at(const std::vector<Target>& targets, const Constants& constants) {
  std::vector<double> errors(targets.size(), 0.0);
  for (std::size_t i = 0; i < targets.size();) {
    const ServingCase* of = targets[i].of;
    const Figures figures = predict(of->asked, of->deployment, constants);
    for (; i < targets.size() && targets[i].of == of; ++i)
      if (figures.fits)
        errors[i] = std::log(figure_of(figures, targets[i].metric).value /
                             *of->measured[static_cast<std::size_t>(targets[i].metric)]);
  }
  return errors;
}

double loss_of(const std::vector<Target>& targets, const std::vector<double>& errors,
               const std::vector<double>& moved, const std::vector<double>& deviation) {
  double loss = 0.0;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const double z = errors[i] / kSoft;
    loss += targets[i].weight * 2.0 * (std::sqrt(1.0 + z * z) - 1.0);
  }
  for (std::size_t j = 0; j < moved.size(); ++j) loss += moved[j] * moved[j] / (deviation[j] * deviation[j]);
  return loss;
}

/// Solves a x = b for a symmetric positive definite a, by Cholesky.
std::vector<double> solve(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i][k] * a[j][k];
      a[i][j] = i == j ? std::sqrt(std::max(sum, 1e-12)) : sum / a[j][j];
    }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

/// Whether a constant that is named for an engine or a generation can change a case.
bool touches(const std::string& name, const ServingCase& one) {
  const auto ends = [&](const char* end) { return name.ends_with(end); };
  const auto runtime = one.asked.engine.runtime;
  if (ends("_trt")) return runtime == Runtime::tensorrt_llm;
  if (ends("_sglang")) return runtime == Runtime::sglang;
  if (ends("_vllm") || ends("_v0") || name.starts_with("v0_") || name == "host_v0_cdna")
    return runtime == Runtime::vllm;
  const std::string generation = to_string(one.asked.machine.generation);
  if (ends("_cdna3")) return generation == "cdna3";
  if (ends("_ampere")) return generation == "ampere";
  if (name.starts_with("experts_") || name.starts_with("rout")) return one.moe;
  return true;
}

/// ln(predicted/measured) near `at`, as a line in ln(constant): what folds are fitted with.
struct Linear {
  std::vector<Target> targets;
  std::vector<double> at;  ///< ln(constant/start)
  std::vector<double> errors;
  std::vector<std::vector<double>> slopes;  ///< by constant
};

Constants moved_from(const Constants& starts, const std::vector<double>& x) {
  Constants constants;
  for (std::size_t j = 0; j < x.size(); ++j) constants.values[j] = starts.values[j] * std::exp(x[j]);
  return constants;
}

std::vector<double> deviations_of(const ConstantTable& table) {
  std::vector<double> deviation;
  for (const ConstantRow& row : table.rows) deviation.push_back(kPriorScale * row.deviation);
  return deviation;
}

Linear linear_at(const std::vector<const ServingCase*>& cases, const ConstantTable& table,
                 const Constants& constants) {
  Linear linear;
  linear.targets = targets_of(cases);
  const Constants starts = table.starts();
  for (std::size_t j = 0; j < table.rows.size(); ++j)
    linear.at.push_back(std::log(constants.values[j] / starts.values[j]));
  linear.errors = errors_at(linear.targets, constants);
  for (std::size_t j = 0; j < table.rows.size(); ++j) {
    std::vector<Target> touched;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < linear.targets.size(); ++i)
      if (touches(table.rows[j].name, *linear.targets[i].of)) {
        touched.push_back(linear.targets[i]);
        places.push_back(i);
      }
    Constants near = constants;
    near.values[j] *= std::exp(kStep);
    const std::vector<double> errors = errors_at(touched, near);
    std::vector<double>& slopes = linear.slopes.emplace_back(linear.targets.size(), 0.0);
    for (std::size_t i = 0; i < places.size(); ++i)
      slopes[places[i]] = (errors[i] - linear.errors[places[i]]) / kStep;
  }
  return linear;
}

/// Where the loss of a linear model is least, by weights of the soft loss; targets of `out` do not count.
std::vector<double> least(const Linear& linear, const std::vector<double>& deviation,
                          const std::function<bool(const ServingCase&)>& out) {
  const std::size_t n = linear.at.size();
  std::vector<double> moved = linear.at;
  std::vector<double> errors = linear.errors;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::vector<double>> a(n, std::vector<double>(n, 0.0));
    std::vector<double> b(n, 0.0);
    for (std::size_t i = 0; i < errors.size(); ++i) {
      if (out(*linear.targets[i].of)) continue;
      const double z = errors[i] / kSoft;
      const double weight = linear.targets[i].weight / (kSoft * kSoft * std::sqrt(1.0 + z * z));
      for (std::size_t j = 0; j < n; ++j) {
        const double slope = linear.slopes[j][i];
        if (slope == 0.0) continue;
        b[j] -= weight * slope * errors[i];
        for (std::size_t k = 0; k <= j; ++k) a[j][k] += weight * slope * linear.slopes[k][i];
      }
    }
    for (std::size_t j = 0; j < n; ++j) {
      a[j][j] += 1.0 / (deviation[j] * deviation[j]);
      b[j] -= moved[j] / (deviation[j] * deviation[j]);
    }
    const std::vector<double> step = solve(a, b);
    for (std::size_t j = 0; j < n; ++j) {
      moved[j] += step[j];
      for (std::size_t i = 0; i < errors.size(); ++i) errors[i] += step[j] * linear.slopes[j][i];
    }
  }
  return moved;
}

/// Gauss-Newton with weights of the soft loss.
Constants fit(const std::vector<const ServingCase*>& cases, const ConstantTable& table, Constants best) {
  const std::vector<double> deviation = deviations_of(table);
  const Constants starts = table.starts();
  const std::vector<Target> targets = targets_of(cases);
  const auto loss_at = [&](const std::vector<double>& x) {
    return loss_of(targets, errors_at(targets, moved_from(starts, x)), x, deviation);
  };
  for (int round = 0; round < kRounds; ++round) {
    const Linear linear = linear_at(cases, table, best);
    const double loss = loss_of(targets, linear.errors, linear.at, deviation);
    const std::vector<double> to = least(linear, deviation, [](const ServingCase&) { return false; });
    double scale = 1.0, next_loss = loss;
    std::vector<double> next;
    for (int half = 0; half < 5 && next_loss >= loss; ++half, scale *= 0.5) {
      next = linear.at;
      for (std::size_t j = 0; j < next.size(); ++j) next[j] += scale * (to[j] - linear.at[j]);
      next_loss = loss_at(next);
    }
    if (next_loss >= loss) break;
    best = moved_from(starts, next);
    if (loss - next_loss < 1e-3 * loss) break;
  }
  return best;
}

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

/// Predicts every case with constants that were fitted without its group: the fit to all rows, moved as far
/// as its slopes say that it moves without the group.
ServingValidation left_out(const std::string& name, const ServingTable& table, const ConstantTable& constants,
                           const Linear& linear,
                           const std::function<std::string(const ServingCase&)>& group_of, bool all) {
  std::map<std::string, std::vector<const ServingCase*>> groups;
  for (const ServingCase& one : table.cases) groups[group_of(one)].push_back(&one);
  ServingValidation together;
  for (const auto& [group, cases] : groups) {
    if (!all && (cases.size() < 30 || cases.size() > table.cases.size() * 9 / 10)) continue;
    const std::vector<double> moved = least(linear, deviations_of(constants),
                                            [&](const ServingCase& one) { return group_of(one) == group; });
    ServingValidation one = validate(cases, moved_from(constants.starts(), moved));
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
            if (is_scored(*row.of) && static_cast<int>(banding_of(row)) == banding &&
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
    if (is_scored(one)) ++counts[name_of(one)];
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
    if (is_scored(one)) cases.push_back(&one);
  const Constants fitted = fit(cases, constants, constants.values());
  print("fitted to all", validate(*table, fitted));
  const Linear linear = linear_at(cases, constants, fitted);
  std::string rows, bands;
  const auto gpu_of = [](const ServingCase& one) { return one.asked.machine.gpu; };
  const auto family_of = [](const ServingCase& one) { return one.asked.shape.family; };
  for (std::size_t i = 1; i < given.size(); ++i) {
    if (given[i] == "--rows" && i + 1 < given.size()) rows = given[++i];
    if (given[i] == "--folds") {
      const ServingValidation folds = left_out(
          "configuration left out", *table, constants, linear,
          [](const ServingCase& one) { return fold_of(one.configuration); }, true);
      if (!rows.empty()) std::ofstream(rows) << rows_csv(folds);
      bands = bands_of("configuration", folds);
    }
    if (given[i] == "--left-out") {
      bands +=
          ",\n" + bands_of("gpu", left_out("GPU type left out", *table, constants, linear, gpu_of, false));
      bands += ",\n" +
               bands_of("family", left_out("family left out", *table, constants, linear, family_of, false));
      left_out(
          "source left out", *table, constants, linear, [](const ServingCase& one) { return one.source; },
          false);
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
