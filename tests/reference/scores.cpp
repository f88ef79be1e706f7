#include "tests/reference/scores.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/csv.h"
#include "core/base/file_read.h"
#include "core/base/text.h"

namespace astrolabe::calibration {

namespace {

constexpr double kMemoryPrior = 1.25;
constexpr int kSiteRuns = 3;
constexpr std::size_t kSiteConfigurations = 4;  // fewer leave nothing to predict

/// The first row of each of three configurations, spread over the source's list of them.
std::vector<std::size_t> site_runs(const ScoredRuns& runs, const std::vector<std::size_t>& members) {
  std::map<std::string, std::size_t> first;
  for (const std::size_t i : members)
    if (runs.weights[i] > 0.0) first.emplace(configuration_of(runs.cases[i]), i);
  std::vector<std::size_t> chosen;
  if (first.size() < kSiteConfigurations) return chosen;
  std::vector<std::size_t> all;
  all.reserve(first.size());
  for (const auto& [name, i] : first) all.push_back(i);
  for (int n = 0; n < kSiteRuns; ++n)
    chosen.push_back(all[(2 * static_cast<std::size_t>(n) + 1) * all.size() / (2 * std::size_t{kSiteRuns})]);
  return chosen;
}

/// Predictions of one left-out source after three of its runs; the three are not scored.
void predict_site(const ScoredRuns& runs, const std::vector<std::size_t>& members,
                  const cost::Coefficients& without, std::vector<double>& predicted) {
  const std::vector<std::size_t> known = site_runs(runs, members);
  if (known.empty()) return;
  std::vector<MeasuredCase> site;
  site.reserve(known.size());
  for (const std::size_t i : known) site.push_back(runs.cases[i]);
  const auto own = std::make_shared<const cost::Coefficients>(refit_to_site(site, without));
  for (const std::size_t i : members)
    if (std::find(known.begin(), known.end(), i) == known.end()) predicted[i] = predict(runs.cases[i], own);
}

}  // namespace

std::vector<MeasuredTable> published_runs(const std::string& folder) {
  std::vector<MeasuredTable> tables;
  for (const char* name : {"measured_training.csv", "measured_training_2.csv"}) {
    const auto text = read_text_file(folder + name);
    auto table = text ? read_measured_runs(*text) : tl::unexpected<Error>(text.error());
    if (!table) return {};
    tables.push_back(std::move(*table));
  }
  return tables;
}

ScoredRuns scored_runs(std::span<const MeasuredTable> tables, const hardware::Catalogue& catalogue,
                       std::string_view left_out) {
  std::set<std::string> contradicting;
  for (const auto& row : read_csv(left_out)) contradicting.insert(row.front());
  std::vector<SkippedRow> skipped;
  ScoredRuns runs;
  for (std::size_t place = 0; place < tables.size(); ++place)
    for (MeasuredCase& measured : make_cases(tables[place], catalogue, skipped)) {
      const MeasuredRun& run = measured.run;
      const bool comparable = !contains_ignoring_case(run.flops_convention, "formula not stated");
      if (!run.is_time() || !measured.complete || run.family == "bert" || !comparable) continue;
      runs.cases.push_back(std::move(measured));
      runs.table.push_back(static_cast<int>(place));
    }
  runs.weights = fit_weights(runs.cases);
  for (std::size_t i = 0; i < runs.cases.size(); ++i)
    if (contradicting.contains(runs.cases[i].run.id)) runs.weights[i] = 0.0;
  return runs;
}

namespace {

/// Memory constants start at the centres of their priors: shipped ones have seen the rows.
cost::Coefficients memory_start() {
  cost::Coefficients start;
  for (const cost::CoefficientInfo& info : cost::memory_table()) start.*info.value = info.start;
  return start;
}

Fitter memory_fitter(const ScoredRuns& memory) {
  FitOptions options;
  options.table = cost::memory_table();
  options.prior_strength = kMemoryPrior;
  return {memory.cases, options};
}

}  // namespace

ScoredRuns scored_memory(const MeasuredTable& table, const hardware::Catalogue& catalogue) {
  std::vector<SkippedRow> skipped;
  ScoredRuns memory;
  for (MeasuredCase& measured : make_cases(table, catalogue, skipped))
    if (!measured.run.is_time() && !measured.run.recompute.empty())
      memory.cases.push_back(std::move(measured));
  memory.weights = fit_weights(memory.cases);
  return memory;
}

cost::Coefficients fit_memory(const ScoredRuns& memory) {
  return memory_fitter(memory).fit(memory.weights, memory_start());
}

UnseenMemory predict_unseen_memory(const ScoredRuns& memory) {
  Fitter fitter = memory_fitter(memory);
  const cost::Coefficients best = fitter.fit(memory.weights, memory_start());
  return {cross_validate(fitter, memory.weights, folds_by_configuration(memory.cases, 10), best),
          cross_validate(fitter, memory.weights, groups_by(memory.cases, &MeasuredRun::source), best)};
}

bool noisy(const MeasuredCase& measured) {
  return contains_ignoring_case(measured.run.notes, "vary by up to");
}

UnseenTimes predict_unseen(const Fitter& fitter, const ScoredRuns& runs, const cost::Coefficients& best) {
  UnseenTimes unseen;
  unseen.by_configuration =
      cross_validate(fitter, runs.weights, folds_by_configuration(runs.cases, 10), best);
  unseen.gpu_left_out = cross_validate(fitter, runs.weights, groups_by(runs.cases, &MeasuredRun::gpu), best);
  unseen.source_left_out.assign(runs.cases.size(), 0.0);
  unseen.new_site.assign(runs.cases.size(), 0.0);
  const std::vector<int> source = groups_by(runs.cases, &MeasuredRun::source);
  const int sources = source.empty() ? 0 : *std::max_element(source.begin(), source.end()) + 1;
  for (int g = 0; g < sources; ++g) {
    std::vector<double> without = runs.weights;
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < source.size(); ++i)
      if (source[i] == g) {
        without[i] = 0.0;
        members.push_back(i);
      }
    const cost::Coefficients others = fitter.refit(without, best);
    const auto shared = std::make_shared<const cost::Coefficients>(others);
    for (const std::size_t i : members) unseen.source_left_out[i] = predict(runs.cases[i], shared);
    predict_site(runs, members, others, unseen.new_site);
  }
  return unseen;
}

ScoredRuns of_table(const ScoredRuns& runs, int table) {
  ScoredRuns part;
  for (std::size_t i = 0; i < runs.cases.size(); ++i) {
    if (runs.table[i] != table) continue;
    part.cases.push_back(runs.cases[i]);
    part.table.push_back(table);
    part.weights.push_back(runs.weights[i]);
  }
  return part;
}

std::vector<double> of_table(const ScoredRuns& runs, const std::vector<double>& predicted, int table) {
  std::vector<double> part;
  for (std::size_t i = 0; i < predicted.size(); ++i)
    if (runs.table[i] == table) part.push_back(predicted[i]);
  return part;
}

UnseenTimes of_table(const ScoredRuns& runs, const UnseenTimes& unseen, int table) {
  return {of_table(runs, unseen.by_configuration, table), of_table(runs, unseen.source_left_out, table),
          of_table(runs, unseen.gpu_left_out, table), of_table(runs, unseen.new_site, table)};
}

Score score_of(const std::vector<double>& errors) {
  std::vector<double> absolute;
  absolute.reserve(errors.size());
  for (const double error : errors) absolute.push_back(std::fabs(error));
  return {static_cast<int>(errors.size()), quantile(absolute, 0.5), quantile(absolute, 0.9),
          quantile(errors, 0.5)};
}

std::vector<double> errors_counted(const ScoredRuns& runs, const std::vector<double>& predicted,
                                   const std::function<bool(const MeasuredCase&)>& wanted, Counted counted) {
  if (counted == Counted::rows) return errors_of(runs, predicted, wanted);
  std::map<std::string, std::vector<double>> groups;
  for (std::size_t i = 0; i < runs.cases.size(); ++i) {
    const MeasuredCase& measured = runs.cases[i];
    if (predicted[i] <= 0.0 || !wanted(measured)) continue;
    groups[counted == Counted::runs ? measured.run.settings() : configuration_of(measured)].push_back(
        predicted[i] / measured.measured() - 1.0);
  }
  return one_each(groups);
}

Ordering order_of_calm(const ScoredRuns& runs, const std::vector<double>& predicted, double apart) {
  std::vector<MeasuredCase> calm;
  std::vector<double> times;
  for (std::size_t i = 0; i < runs.cases.size(); ++i)
    if (!noisy(runs.cases[i])) {
      calm.push_back(runs.cases[i]);
      times.push_back(predicted[i]);
    }
  return order_of(calm, times, apart);
}

}  // namespace astrolabe::calibration
