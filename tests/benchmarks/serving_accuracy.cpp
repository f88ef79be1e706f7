// Accuracy of serving predictions: a robust fit of the stacks' constants with their priors, five folds with
// the configuration left out, and GPU types, model families and sources left out. Prints the tables of
// core/serving/README.md; with --write F the refitted constants.
//
//   astrolabe_serving_accuracy TABLE.csv [--folds] [--left-out] [--write constants.json]

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

/// Gauss-Newton with weights of the soft loss, from the priors' means.
Constants fit(const std::vector<const ServingCase*>& cases, const ConstantTable& table,
              const Constants& from) {
  const std::vector<Target> targets = targets_of(cases);
  const std::size_t n = table.rows.size();
  std::vector<double> deviation(n), moved(n);
  const Constants starts = table.starts();
  for (std::size_t j = 0; j < n; ++j) {
    deviation[j] = kPriorScale * table.rows[j].deviation;
    moved[j] = std::log(from.values[j] / starts.values[j]);
  }
  const auto at = [&](const std::vector<double>& x) {
    Constants constants;
    for (std::size_t j = 0; j < n; ++j) constants.values[j] = starts.values[j] * std::exp(x[j]);
    return constants;
  };
  std::vector<double> errors = errors_at(targets, at(moved));
  double loss = loss_of(targets, errors, moved, deviation);
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::vector<double>> slopes(n);
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<double> near = moved;
      near[j] += kStep;
      slopes[j] = errors_at(targets, at(near));
      for (std::size_t i = 0; i < errors.size(); ++i) slopes[j][i] = (slopes[j][i] - errors[i]) / kStep;
    }
    std::vector<std::vector<double>> a(n, std::vector<double>(n, 0.0));
    std::vector<double> b(n, 0.0);
    for (std::size_t i = 0; i < errors.size(); ++i) {
      const double z = errors[i] / kSoft;
      const double weight = targets[i].weight / (kSoft * kSoft * std::sqrt(1.0 + z * z));
      for (std::size_t j = 0; j < n; ++j) {
        if (slopes[j][i] == 0.0) continue;
        b[j] -= weight * slopes[j][i] * errors[i];
        for (std::size_t k = 0; k <= j; ++k) a[j][k] += weight * slopes[j][i] * slopes[k][i];
      }
    }
    for (std::size_t j = 0; j < n; ++j) {
      a[j][j] += 1.0 / (deviation[j] * deviation[j]);
      b[j] -= moved[j] / (deviation[j] * deviation[j]);
    }
    const std::vector<double> step = solve(a, b);
    double scale = 1.0;
    bool better = false;
    for (int half = 0; half < 5 && !better; ++half, scale *= 0.5) {
      std::vector<double> next = moved;
      for (std::size_t j = 0; j < n; ++j) next[j] += scale * step[j];
      std::vector<double> next_errors = errors_at(targets, at(next));
      const double next_loss = loss_of(targets, next_errors, next, deviation);
      if (next_loss < loss) {
        better = true;
        const bool done = loss - next_loss < 1e-4 * loss;
        moved = std::move(next);
        errors = std::move(next_errors);
        loss = next_loss;
        if (done) round = kRounds;
      }
    }
    if (!better) break;
  }
  return at(moved);
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

/// Predicts every case with constants that were fitted without its group.
void left_out(const std::string& name, const ServingTable& table, const ConstantTable& constants,
              const std::function<std::string(const ServingCase&)>& group_of, bool all) {
  std::map<std::string, std::vector<const ServingCase*>> groups;
  for (const ServingCase& one : table.cases) groups[group_of(one)].push_back(&one);
  ServingTable joined;
  ServingValidation together;
  std::vector<ServingTable> parts;
  parts.reserve(groups.size());
  for (const auto& [group, cases] : groups) {
    if (!all && (cases.size() < 30 || cases.size() > table.cases.size() * 9 / 10)) continue;
    std::vector<const ServingCase*> others;
    const std::set<const ServingCase*> out(cases.begin(), cases.end());
    for (const ServingCase& one : table.cases)
      if (!out.contains(&one) && is_scored(one)) others.push_back(&one);
    const Constants fitted = fit(others, constants, constants.values());
    ServingTable& part = parts.emplace_back();
    for (const ServingCase* one : cases) part.cases.push_back(*one);
    part.rows = static_cast<int>(cases.size());
    const ServingValidation one = validate(part, fitted);
    if (!all) print(name + " " + group, one);
    together.predicted.insert(together.predicted.end(), one.predicted.begin(), one.predicted.end());
    together.order_right = (together.order_right * together.order_pairs + one.order_right * one.order_pairs) /
                           std::max(1, together.order_pairs + one.order_pairs);
    together.order_pairs += one.order_pairs;
  }
  print(name, together);
}

/// A number from 0 to `kFolds` - 1 that depends on the text alone (FNV-1a).
std::string fold_of(const std::string& text) {
  std::uint64_t hash = 1469598103934665603ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return std::to_string((hash >> 20) % kFolds);
}

std::string family_of(const ServingCase& one) {
  for (const char* family : {"llama-3.3-70b", "deepseek", "gpt-oss", "minimax", "mixtral", "qwen"})
    if (one.model.starts_with(family)) return family;
  return "other";
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
  for (std::size_t i = 1; i < given.size(); ++i) {
    if (given[i] == "--folds")
      left_out(
          "configuration left out", *table, constants,
          [](const ServingCase& one) { return fold_of(one.configuration); }, true);
    if (given[i] == "--left-out") {
      left_out(
          "GPU type left out", *table, constants, [](const ServingCase& one) { return one.gpu; }, false);
      left_out("family left out", *table, constants, family_of, false);
      left_out(
          "source left out", *table, constants, [](const ServingCase& one) { return one.source; }, false);
    }
    if (given[i] == "--write" && i + 1 < given.size()) {
      std::vector<const ServingCase*> cases;
      for (const ServingCase& one : table->cases)
        if (is_scored(one)) cases.push_back(&one);
      const Constants fitted = fit(cases, constants, constants.values());
      print("fitted to all", validate(*table, fitted));
      std::ofstream(given[++i]) << written(constants, fitted);
    }
  }
  return 0;
}
