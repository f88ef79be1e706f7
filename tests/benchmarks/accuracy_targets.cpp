// The project's targets beside what is measured, every cell.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/cost/band.h"
#include "tests/benchmarks/accuracy.h"

namespace astrolabe::accuracy {

namespace {

/// Percent of what is measured against percent of the target; `least`: the target is a floor.
void cell(const std::string& what, double found, double target, bool least = false) {
  const bool holds = least ? found >= target : found <= target;
  fmt::print("| {} | {} {:.0f} % | {:.1f} % | {} |\n", what, least ? "at least" : "at most", 100 * target,
             100 * found, holds ? "holds" : "does not hold");
}

struct Target {
  double median = 0.0, p90 = 0.0, bias = 0.0;  ///< 0: none
};

void cells(const std::string& what, const std::vector<double>& errors, const Target& target) {
  const plan::Score score = plan::score_of(errors);
  const auto one = [&](const char* which, double found, double wanted) {
    if (wanted <= 0.0) return;
    const bool holds = found <= wanted;
    fmt::print("| {}, {} | at most {:.3g} % | {:.1f} % | {} |\n", what, which, 100 * wanted, 100 * found,
               holds ? "holds" : "does not hold");
  };
  one("median", score.median, target.median);
  one("90th percentile", score.p90, target.p90);
  one("bias", std::fabs(score.bias), target.bias);
}

void gpu_types(const ScoredRuns& runs, const plan::UnseenTimes& unseen) {
  std::map<std::string, int> rows;
  for (const MeasuredCase& measured : runs.cases)
    if (!plan::noisy(measured)) ++rows[measured.run.gpu];
  for (const auto& [name, count] : rows)
    if (count >= 15)
      cells(fmt::format("{} ({} rows)", name, count),
            plan::errors_of(runs, unseen.by_configuration,
                            [wanted = name](const MeasuredCase& m) { return m.run.gpu == wanted; }),
            {0.07, 0.0, 0.05});
}

void orders(const char* what, const ScoredRuns& runs, const std::vector<double>& predicted,
            const std::vector<double>& targets) {
  const double apart[]{0.05, 0.10, 0.20};
  for (std::size_t i = 0; i < targets.size(); ++i)
    cell(fmt::format("{}, pairs over {:.0f} % apart", what, 100 * apart[i]),
         plan::order_of_calm(runs, predicted, apart[i]).share(), targets[i], true);
}

}  // namespace

void print_targets(const ScoredRuns& runs, const plan::UnseenTimes& unseen, const ScoredRuns& memory) {
  fmt::print("\n| target | wanted | measured | |\n|---|---|---|---|\n");
  cells("dense, by configuration", plan::errors_of(runs, unseen.by_configuration, is_dense),
        {0.035, 0.11, 0.02});
  cells("dense, source left out", plan::errors_of(runs, unseen.source_left_out, is_dense), {0.07, 0.20});
  cells("experts, by configuration", plan::errors_of(runs, unseen.by_configuration, is_moe),
        {0.06, 0.22, 0.04});
  cells("experts, source left out", plan::errors_of(runs, unseen.source_left_out, is_moe), {0.10, 0.30});
  gpu_types(runs, unseen);
  const auto all = [](const MeasuredCase& m) { return !plan::noisy(m); };
  cells("a GPU type left out", plan::errors_of(runs, unseen.gpu_left_out, all), {0.12});
  orders("order of layouts", runs, unseen.by_configuration, {0.88, 0.93, 0.98});
  orders("the same, source left out", runs, unseen.source_left_out, {0.84, 0.88, 0.97});
  const plan::UnseenMemory found = plan::predict_unseen_memory(memory);
  const auto stated = [](const MeasuredCase& m) { return m.reading != plan::MemoryReading::unspecified; };
  const auto allocator = [](const MeasuredCase& m) { return m.reading == plan::MemoryReading::allocator; };
  cells("peak memory, reading stated", plan::errors_of(memory, found.by_configuration, stated), {0.03, 0.09});
  cells("the same, allocator's", plan::errors_of(memory, found.by_configuration, allocator), {0.02, 0.04});
  cells("the same, source left out", plan::errors_of(memory, found.source_left_out, stated), {0.06, 0.16});
  cells("new site after three runs, dense", plan::errors_of(runs, unseen.new_site, is_dense), {0.045, 0.15});
  std::vector<double> widths;
  for (const MeasuredCase& measured : runs.cases) {
    const cost::Band band = cost::step_band(measured.problem, measured.strategy);
    if (is_dense(measured)) widths.push_back((band.high - band.low) / 2.0);
  }
  cell("band, half-width in the middle of dense rows", plan::quantile(widths, 0.5), 0.15);
}

}  // namespace astrolabe::accuracy
