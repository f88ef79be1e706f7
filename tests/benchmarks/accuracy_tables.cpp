// Bands and the tables of the README.
#include <algorithm>
#include <map>

#include "core/cost/band.h"
#include "core/cost/band_constants.h"
#include "tests/benchmarks/accuracy.h"

namespace astrolabe::accuracy {

namespace {

/// Errors of both cross-validations together: the band is for a run that the fit does not know, on a site
/// that it may know.
std::vector<std::pair<const MeasuredCase*, double>> unseen_ratios(const ScoredRuns& runs,
                                                                  const plan::UnseenTimes& unseen) {
  std::vector<std::pair<const MeasuredCase*, double>> ratios;  // measured / predicted
  for (const auto* predicted : {&unseen.by_configuration, &unseen.source_left_out})
    for (std::size_t i = 0; i < runs.cases.size(); ++i)
      if (!plan::noisy(runs.cases[i]))
        ratios.emplace_back(&runs.cases[i], runs.cases[i].measured_seconds_per_token() / (*predicted)[i]);
  return ratios;
}

struct Coverage {
  int rows = 0, inside = 0;
  std::vector<double> half_widths;
  void add(const cost::Band& band, double ratio) {
    ++rows;
    inside += band.low <= ratio && ratio <= band.high ? 1 : 0;
    half_widths.push_back((band.high - band.low) / 2.0);
  }
  std::string text() const {
    return fmt::format("{:5.1f} % inside, half-width {:4.1f} % ({})", 100.0 * inside / std::max(rows, 1),
                       100.0 * plan::quantile(half_widths, 0.5), rows);
  }
};

std::string cell(const std::vector<double>& errors) {
  if (errors.empty()) return "-";
  const plan::Score score = plan::score_of(errors);
  return fmt::format("{:.1f} / {:.1f} / {:+.1f}", 100 * score.median, 100 * score.p90, 100 * score.bias);
}

void markdown_row(const std::string& name, const ScoredRuns& runs, const plan::UnseenTimes& unseen,
                  const std::function<bool(const MeasuredCase&)>& wanted) {
  Coverage coverage;
  for (const auto& [measured, ratio] : unseen_ratios(runs, unseen))
    if (wanted(*measured)) coverage.add(cost::step_band(measured->problem, measured->strategy), ratio);
  const auto errors = plan::errors_of(runs, unseen.by_configuration, wanted);
  const std::string inside =
      coverage.rows > 0 ? fmt::format("{:.0f} %", 100.0 * coverage.inside / coverage.rows) : "-";
  fmt::print("| {} | {} | {} | {} | {} |\n", name, errors.size(), cell(errors),
             cell(plan::errors_of(runs, unseen.source_left_out, wanted)), inside);
}

void markdown_groups(const ScoredRuns& runs, const plan::UnseenTimes& unseen, std::string MeasuredRun::*key,
                     int least) {
  std::map<std::string, int> rows;
  for (const MeasuredCase& measured : runs.cases) ++rows[measured.run.*key];
  for (const auto& [name, count] : rows)
    if (count >= least)
      markdown_row(name, runs, unseen,
                   [&, wanted = name](const MeasuredCase& m) { return m.run.*key == wanted; });
}

double tail_of(cost::BandClass kind) {
  namespace c = cost::constants;
  return kind == cost::BandClass::experts ? c::band_tail_experts : c::band_tail;
}
cost::Band band_of(const std::vector<double>& ratios, cost::BandClass kind) {
  return {plan::quantile(ratios, tail_of(kind)), plan::quantile(ratios, 1.0 - tail_of(kind))};
}

/// Rows inside bands that were made without the rows of their own group.
Coverage remade(const ScoredRuns& runs, const plan::UnseenTimes& unseen, const std::vector<int>& group) {
  std::map<const MeasuredCase*, int> group_of;
  for (std::size_t i = 0; i < runs.cases.size(); ++i) group_of[&runs.cases[i]] = group[i];
  const auto ratios = unseen_ratios(runs, unseen);
  std::map<std::pair<int, cost::BandClass>, cost::Band> bands;
  Coverage coverage;
  for (const auto& [measured, ratio] : ratios) {
    const auto kind = cost::band_class(measured->problem);
    const int own = group_of[measured];
    const auto [band, fresh] = bands.try_emplace({own, kind});
    if (fresh) {
      std::vector<double> others;
      for (const auto& [other, value] : ratios)
        if (group_of[other] != own && cost::band_class(other->problem) == kind) others.push_back(value);
      band->second = band_of(others, kind);
    }
    coverage.add(band->second, ratio);
  }
  return coverage;
}

}  // namespace

void print_bands(const ScoredRuns& runs, const plan::UnseenTimes& unseen) {
  std::map<cost::BandClass, std::vector<double>> ratios;
  std::map<cost::BandClass, Coverage> by_class;
  std::map<std::string, Coverage> by_gpu, by_family, by_scale;
  for (const auto& [measured, ratio] : unseen_ratios(runs, unseen)) {
    const cost::Band band = cost::step_band(measured->problem, measured->strategy);
    const cost::BandClass kind = cost::band_class(measured->problem);
    ratios[kind].push_back(ratio);
    by_class[kind].add(band, ratio);
    by_gpu[measured->run.gpu].add(band, ratio);
    by_family[measured->run.family].add(band, ratio);
    by_scale[*measured->run.gpus > 256 ? "more than 256 GPUs" : "up to 256 GPUs"].add(band, ratio);
  }
  fmt::print("\nband: quantiles of measured / predicted, and what the shipped band holds\n");
  for (const auto& [kind, values] : ratios) {
    const cost::Band band = band_of(values, kind);
    fmt::print("{:44} {:.3f} {:.3f}   {}\n", cost::to_string(kind), band.low, band.high,
               by_class[kind].text());
  }
  fmt::print("made without the rows asked about, ten folds: {}; their source: {}\n",
             remade(runs, unseen, plan::folds_by_configuration(runs.cases, 10)).text(),
             remade(runs, unseen, plan::groups_by(runs.cases, &MeasuredRun::source)).text());
  for (const auto* groups : {&by_gpu, &by_family, &by_scale})
    for (const auto& [name, coverage] : *groups) fmt::print("{:28} {}\n", name, coverage.text());
}

void print_markdown(const ScoredRuns& runs, const plan::UnseenTimes& unseen, const ScoredRuns& memory) {
  fmt::print(
      "| unseen rows, time a token | rows | by configuration | source left out | in the 80 % band |\n");
  fmt::print("|---|---|---|---|---|\n");
  markdown_row("dense", runs, unseen, is_dense);
  markdown_row("experts", runs, unseen, is_moe);
  markdown_groups(runs, unseen, &MeasuredRun::gpu, 15);
  markdown_groups(runs, unseen, &MeasuredRun::family, 1);
  const plan::UnseenMemory found = plan::predict_unseen_memory(memory);
  const auto memory_row = [&](const char* name, const auto& wanted) {
    const auto errors = plan::errors_of(memory, found.by_configuration, wanted);
    fmt::print("| {} | {} | {} | {} | - |\n", name, errors.size(), cell(errors),
               cell(plan::errors_of(memory, found.source_left_out, wanted)));
  };
  using plan::MemoryReading;
  memory_row("peak memory, reading stated",
             [](const MeasuredCase& m) { return m.reading != MemoryReading::unspecified; });
  memory_row("peak memory, allocator's reading",
             [](const MeasuredCase& m) { return m.reading == MemoryReading::allocator; });
  fmt::print(
      "\nMedian / 90th percentile of the absolute error / median error, in %. Layouts of one model on the "
      "same GPUs in the right order, of pairs measured over 5, 10, 20 % apart: ");
  for (const double apart : {0.05, 0.10, 0.20})
    fmt::print("{:.1f}{}", 100 * plan::order_of_calm(runs, unseen.by_configuration, apart).share(),
               apart < 0.2 ? ", " : " %");
  fmt::print("; source left out ");
  for (const double apart : {0.05, 0.10, 0.20})
    fmt::print("{:.1f}{}", 100 * plan::order_of_calm(runs, unseen.source_left_out, apart).share(),
               apart < 0.2 ? ", " : " %");
  fmt::print(
      ". A GPU type left out: dense {}, experts {}. A new site after three of its runs: dense {}, experts "
      "{}.\n",
      cell(plan::errors_of(runs, unseen.gpu_left_out, is_dense)),
      cell(plan::errors_of(runs, unseen.gpu_left_out, is_moe)),
      cell(plan::errors_of(runs, unseen.new_site, is_dense)),
      cell(plan::errors_of(runs, unseen.new_site, is_moe)));
}

}  // namespace astrolabe::accuracy
