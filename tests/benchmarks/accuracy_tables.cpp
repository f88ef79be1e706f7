// Bands and the tables of the README.
#include <algorithm>
#include <map>

#include "core/cost/band.h"
#include "tests/benchmarks/accuracy.h"
#include "tests/reference/band_fit.h"

namespace astrolabe::accuracy {

namespace {

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
                       100.0 * calibration::quantile(half_widths, 0.5), rows);
  }
};

std::string cell(const std::vector<double>& errors) {
  if (errors.empty()) return "-";
  const calibration::Score score = calibration::score_of(errors);
  return fmt::format("{:.1f} / {:.1f} / {:+.1f}", 100 * score.median, 100 * score.p90, 100 * score.bias);
}

void markdown_row(const std::string& name, const ScoredRuns& runs, const calibration::UnseenTimes& unseen,
                  const std::function<bool(const MeasuredCase&)>& wanted) {
  Coverage coverage;
  for (const calibration::BandSample& sample : calibration::band_samples(runs, unseen))
    if (wanted(runs.cases[sample.run])) coverage.add(cost::shipped_bands().of(sample.traits), sample.ratio);
  const auto errors = calibration::errors_of(runs, unseen.by_configuration, wanted);
  const std::string inside =
      coverage.rows > 0 ? fmt::format("{:.0f} %", 100.0 * coverage.inside / coverage.rows) : "-";
  fmt::print("| {} | {} | {} | {} | {} |\n", name, errors.size(), cell(errors),
             cell(calibration::errors_of(runs, unseen.source_left_out, wanted)), inside);
}

void markdown_groups(const ScoredRuns& runs, const calibration::UnseenTimes& unseen,
                     std::string MeasuredRun::*key, int least) {
  std::map<std::string, int> rows;
  for (const MeasuredCase& measured : runs.cases) ++rows[measured.run.*key];
  for (const auto& [name, count] : rows)
    if (count >= least)
      markdown_row(name, runs, unseen,
                   [&, wanted = name](const MeasuredCase& m) { return m.run.*key == wanted; });
}

using Coverages = std::map<std::string, Coverage>;

/// What bands hold of the samples: all, and by each thing that makes runs comparable.
Coverages coverages(const ScoredRuns& runs, std::span<const calibration::BandSample> samples,
                    const std::vector<cost::Band>& bands) {
  Coverages found;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const calibration::BandSample& sample = samples[i];
    const MeasuredRun& run = runs.cases[sample.run].run;
    for (const std::string& group :
         {std::string("all"), fmt::format("class: {}", cost::to_string(sample.traits.band_class)),
          fmt::format("tables: {}", sample.traits.own_tables ? "own" : "of a sibling"),
          fmt::format("scale: {}", cost::to_string(sample.traits.scale)),
          fmt::format("kind: {}", cost::to_string(sample.traits.parallelism)), "family: " + run.family,
          "GPU: " + run.gpu})
      found[group].add(bands[i], sample.ratio);
  }
  return found;
}

}  // namespace

void print_bands(const ScoredRuns& runs, const calibration::UnseenTimes& unseen) {
  const std::vector<calibration::BandSample> samples = calibration::band_samples(runs, unseen);
  const double correlation = calibration::configuration_correlation(samples);
  const cost::BandTable fitted = calibration::fit_band_table(samples);
  const cost::BandTable& shipped = cost::shipped_bands();
  fmt::print("\nband: quantiles of measured / predicted, fitted and shipped (correlation {:.2f})\n",
             correlation);
  for (std::size_t kind = 0; kind < fitted.classes.size(); ++kind) {
    std::vector<calibration::BandSample> group;
    std::copy_if(samples.begin(), samples.end(), std::back_inserter(group),
                 [&](const calibration::BandSample& sample) {
                   return sample.traits.band_class == static_cast<cost::BandClass>(kind);
                 });
    fmt::print("{:44} {:.3f} {:.3f}   {:.3f} {:.3f}   tail {:.1f} %\n",
               cost::to_string(static_cast<cost::BandClass>(kind)), fitted.classes[kind].low,
               fitted.classes[kind].high, shipped.classes[kind].low, shipped.classes[kind].high,
               100.0 * calibration::band_tail(group, correlation));
  }
  fmt::print("widths, fitted (shipped): sibling's tables {:.3f} ({:.3f}) own {:.3f} ({:.3f})\n",
             fitted.tables[0], shipped.tables[0], fitted.tables[1], shipped.tables[1]);
  for (std::size_t i = 0; i < fitted.scale.size(); ++i)
    fmt::print("  {:28} {:.3f} ({:.3f})\n", cost::to_string(static_cast<cost::BandScale>(i)), fitted.scale[i],
               shipped.scale[i]);
  for (std::size_t i = 0; i < fitted.parallelism.size(); ++i)
    fmt::print("  {:28} {:.3f} ({:.3f})\n", cost::to_string(static_cast<cost::BandParallelism>(i)),
               fitted.parallelism[i], shipped.parallelism[i]);
  std::vector<cost::Band> bands;
  for (const calibration::BandSample& sample : samples) bands.push_back(shipped.of(sample.traits));
  Coverages with = coverages(runs, samples, bands);
  Coverages by_configuration = coverages(
      runs, samples, calibration::remade_bands(samples, calibration::folds_by_configuration(runs.cases, 10)));
  Coverages by_source =
      coverages(runs, samples,
                calibration::remade_bands(samples, calibration::groups_by(runs.cases, &MeasuredRun::source)));
  fmt::print("\n| unseen rows | shipped band | made without their configurations | without their source |\n");
  fmt::print("|---|---|---|---|\n");
  for (const auto& [name, coverage] : with)
    fmt::print("| {} | {} | {} | {} |\n", name, coverage.text(), by_configuration[name].text(),
               by_source[name].text());
}

void print_markdown(const ScoredRuns& runs, const calibration::UnseenTimes& unseen,
                    const ScoredRuns& memory) {
  fmt::print(
      "| unseen rows, time a token | rows | by configuration | source left out | in the 80 % band |\n");
  fmt::print("|---|---|---|---|---|\n");
  markdown_row("dense", runs, unseen, is_dense);
  markdown_row("experts", runs, unseen, is_moe);
  markdown_groups(runs, unseen, &MeasuredRun::gpu, 15);
  markdown_groups(runs, unseen, &MeasuredRun::family, 1);
  const calibration::UnseenMemory found = calibration::predict_unseen_memory(memory);
  const auto memory_row = [&](const char* name, const auto& wanted) {
    const auto errors = calibration::errors_of(memory, found.by_configuration, wanted);
    fmt::print("| {} | {} | {} | {} | - |\n", name, errors.size(), cell(errors),
               cell(calibration::errors_of(memory, found.source_left_out, wanted)));
  };
  using calibration::MemoryReading;
  memory_row("peak memory, reading stated",
             [](const MeasuredCase& m) { return m.reading != MemoryReading::unspecified; });
  memory_row("peak memory, allocator's reading",
             [](const MeasuredCase& m) { return m.reading == MemoryReading::allocator; });
  fmt::print(
      "\n| counted | dense | source left out | experts | source left out | new site, dense |\n"
      "|---|---|---|---|---|---|\n");
  for (const auto& [name, counted] :
       {std::pair{"every row", calibration::Counted::rows},
        std::pair{"a run once over its releases", calibration::Counted::runs},
        std::pair{"a configuration once", calibration::Counted::configurations}}) {
    const auto once = [&, how = counted](const std::vector<double>& predicted, const auto& wanted) {
      const auto errors = calibration::errors_counted(runs, predicted, wanted, how);
      return fmt::format("{} ({})", cell(errors), errors.size());
    };
    fmt::print("| {} | {} | {} | {} | {} | {} |\n", name, once(unseen.by_configuration, is_dense),
               once(unseen.source_left_out, is_dense), once(unseen.by_configuration, is_moe),
               once(unseen.source_left_out, is_moe), once(unseen.new_site, is_dense));
  }
  fmt::print(
      "\nMedian / 90th percentile of the absolute error / median error, in %. Layouts of one model on the "
      "same GPUs in the right order, of pairs measured over 5, 10, 20 % apart: ");
  for (const double apart : {0.05, 0.10, 0.20})
    fmt::print("{:.1f}{}", 100 * calibration::order_of_calm(runs, unseen.by_configuration, apart).share(),
               apart < 0.2 ? ", " : " %");
  fmt::print("; source left out ");
  for (const double apart : {0.05, 0.10, 0.20})
    fmt::print("{:.1f}{}", 100 * calibration::order_of_calm(runs, unseen.source_left_out, apart).share(),
               apart < 0.2 ? ", " : " %");
  fmt::print(
      ". A GPU type left out: dense {}, experts {}. A new site after three of its runs: dense {}, experts "
      "{}.\n",
      cell(calibration::errors_of(runs, unseen.gpu_left_out, is_dense)),
      cell(calibration::errors_of(runs, unseen.gpu_left_out, is_moe)),
      cell(calibration::errors_of(runs, unseen.new_site, is_dense)),
      cell(calibration::errors_of(runs, unseen.new_site, is_moe)));
}

}  // namespace astrolabe::accuracy
