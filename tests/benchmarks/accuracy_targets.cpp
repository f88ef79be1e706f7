// The project's targets beside what is measured, every cell.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/cost/band.h"
#include "tests/benchmarks/accuracy.h"

namespace astrolabe::accuracy {

namespace {

constexpr calibration::Counted kCounted[]{calibration::Counted::rows, calibration::Counted::runs,
                                          calibration::Counted::configurations};

std::string verdict(double found, double target, bool least = false) {
  const bool holds = least ? found >= target : found <= target;
  return fmt::format("{:.1f} %, {}", 100 * found, holds ? "holds" : "does not hold");
}

/// Percent of what is measured against percent of the target; `least`: the target is a floor.
void cell(const std::string& what, double found, double target, bool least = false) {
  fmt::print("| {} | {} {:.0f} % | {} | | |\n", what, least ? "at least" : "at most", 100 * target,
             verdict(found, target, least));
}

struct Target {
  double median = 0.0, p90 = 0.0, bias = 0.0;  ///< 0: none
};

/// Errors by row, and where every run or configuration counts once.
void cells(const std::string& what, const std::vector<std::vector<double>>& counted, const Target& target) {
  std::vector<calibration::Score> scores;
  for (const std::vector<double>& errors : counted) scores.push_back(calibration::score_of(errors));
  const auto one = [&](const char* which, double wanted, const auto& found) {
    if (wanted <= 0.0) return;
    fmt::print("| {}, {} | at most {:.3g} % |", what, which, 100 * wanted);
    for (const calibration::Score& score : scores) fmt::print(" {} |", verdict(found(score), wanted));
    for (std::size_t i = scores.size(); i < std::size(kCounted); ++i) fmt::print(" |");
    fmt::print("\n");
  };
  one("median", target.median, [](const calibration::Score& s) { return s.median; });
  one("90th percentile", target.p90, [](const calibration::Score& s) { return s.p90; });
  one("bias", target.bias, [](const calibration::Score& s) { return std::fabs(s.bias); });
}

void cells(const std::string& what, const ScoredRuns& runs, const std::vector<double>& predicted,
           const std::function<bool(const MeasuredCase&)>& wanted, const Target& target) {
  std::vector<std::vector<double>> counted;
  for (const calibration::Counted how : kCounted)
    counted.push_back(calibration::errors_counted(runs, predicted, wanted, how));
  cells(what, counted, target);
}

void gpu_types(const ScoredRuns& runs, const calibration::UnseenTimes& unseen) {
  std::map<std::string, int> rows;
  for (const MeasuredCase& measured : runs.cases)
    if (!calibration::noisy(measured)) ++rows[measured.run.gpu];
  for (const auto& [name, count] : rows)
    if (count >= 15)
      cells(fmt::format("{} ({} rows)", name, count), runs, unseen.by_configuration,
            [wanted = name](const MeasuredCase& m) { return m.run.gpu == wanted; }, {0.07, 0.0, 0.05});
}

void orders(const char* what, const ScoredRuns& runs, const std::vector<double>& predicted,
            const std::vector<double>& targets) {
  const double apart[]{0.05, 0.10, 0.20};
  for (std::size_t i = 0; i < targets.size(); ++i)
    cell(fmt::format("{}, pairs over {:.0f} % apart", what, 100 * apart[i]),
         calibration::order_of_calm(runs, predicted, apart[i]).share(), targets[i], true);
}

}  // namespace

void print_targets(const ScoredRuns& runs, const calibration::UnseenTimes& unseen, const ScoredRuns& memory) {
  fmt::print(
      "\n| target | wanted | by row | each run once over its releases | each configuration once |\n"
      "|---|---|---|---|---|\n");
  cells("dense, by configuration", runs, unseen.by_configuration, is_dense, {0.035, 0.11, 0.02});
  cells("dense, source left out", runs, unseen.source_left_out, is_dense, {0.07, 0.20});
  cells("experts, by configuration", runs, unseen.by_configuration, is_moe, {0.06, 0.22, 0.04});
  cells("experts, source left out", runs, unseen.source_left_out, is_moe, {0.10, 0.30});
  gpu_types(runs, unseen);
  const auto all = [](const MeasuredCase& m) { return !calibration::noisy(m); };
  cells("a GPU type left out", runs, unseen.gpu_left_out, all, {0.12});
  orders("order of layouts", runs, unseen.by_configuration, {0.87, 0.91, 0.95});
  orders("the same, source left out", runs, unseen.source_left_out, {0.82, 0.87, 0.94});
  const calibration::UnseenMemory found = calibration::predict_unseen_memory(memory);
  const auto stated = [](const MeasuredCase& m) {
    return m.reading != calibration::MemoryReading::unspecified;
  };
  const auto allocator = [](const MeasuredCase& m) {
    return m.reading == calibration::MemoryReading::allocator;
  };
  cells("peak memory, reading stated", memory, found.by_configuration, stated, {0.03, 0.09});
  cells("the same, allocator's", memory, found.by_configuration, allocator, {0.02, 0.04});
  cells("the same, source left out", memory, found.source_left_out, stated, {0.06, 0.16});
  cells("new site after three runs, dense", runs, unseen.new_site, is_dense, {0.045, 0.15});
  std::vector<double> widths;
  for (const MeasuredCase& measured : runs.cases) {
    const cost::Band band = cost::step_band(measured.problem, measured.strategy);
    if (is_dense(measured)) widths.push_back((band.high - band.low) / 2.0);
  }
  cell("band, half-width in the middle of dense rows", calibration::quantile(widths, 0.5), 0.15);
}

}  // namespace astrolabe::accuracy
