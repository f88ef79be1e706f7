#include "tests/reference/band_fit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "core/cost/band_constants.h"

namespace astrolabe::calibration {

namespace {

constexpr double kInside = 1.0 - 2.0 * cost::constants::band_left_out;
constexpr int kSweeps = 3;  // widths depend on each other; a third changes nothing in the third digit

std::vector<int> numbers_of_configurations(const ScoredRuns& runs) {
  std::map<std::string, int> number;
  std::vector<int> configuration;
  for (const MeasuredCase& measured : runs.cases)
    configuration.push_back(
        number.emplace(configuration_of(measured), static_cast<int>(number.size())).first->second);
  return configuration;
}

template <class Key>
int number_of(std::span<const BandSample> samples, Key&& key) {
  std::set<std::size_t> found;
  for (const BandSample& sample : samples) found.insert(static_cast<std::size_t>(key(sample)));
  return static_cast<int>(found.size());
}
int configurations_in(std::span<const BandSample> samples) {
  return number_of(samples, [](const BandSample& sample) { return sample.configuration; });
}
int runs_in(std::span<const BandSample> samples) {
  return number_of(samples, [](const BandSample& sample) { return sample.run; });
}

std::size_t class_of(const BandSample& sample) { return static_cast<std::size_t>(sample.traits.band_class); }

/// Error in units of the band: 1 at its ends.
double in_widths(const BandSample& sample, const cost::Band& band) {
  const double log_ratio = std::log(sample.ratio);
  const double end = std::log(log_ratio < 0.0 ? band.low : band.high);
  return end == 0.0 ? 1.0 : std::max(0.0, log_ratio / end);
}

/// One of the three things beside the class that make runs comparable, as places of a BandTable's array.
struct Aspect {
  double* widths;
  int places;
  int (*place)(const cost::BandTraits&);
};

}  // namespace

std::vector<BandSample> band_samples(const ScoredRuns& runs, const UnseenTimes& unseen) {
  const std::vector<int> configuration = numbers_of_configurations(runs);
  std::vector<BandSample> samples;
  for (const auto* predicted : {&unseen.by_configuration, &unseen.source_left_out})
    for (std::size_t i = 0; i < runs.cases.size(); ++i) {
      const MeasuredCase& measured = runs.cases[i];
      if (noisy(measured)) continue;
      const cost::BandTraits traits = cost::band_traits(measured.problem, measured.strategy);
      samples.push_back({i, configuration[i], traits, measured.measured() / (*predicted)[i]});
    }
  return samples;
}

double configuration_correlation(std::span<const BandSample> samples) {
  struct Sum {
    double count = 0.0, value = 0.0;
    double mean() const { return value / count; }
    void add(double x) {
      count += 1.0;
      value += x;
    }
  };
  std::map<std::size_t, Sum> classes;
  std::map<std::pair<std::size_t, int>, Sum> configurations;
  for (const BandSample& sample : samples) {
    classes[class_of(sample)].add(std::log(sample.ratio));
    configurations[{class_of(sample), sample.configuration}].add(std::log(sample.ratio));
  }
  const auto rows = static_cast<double>(samples.size());
  const double between_freedom =
      static_cast<double>(configurations.size()) - static_cast<double>(classes.size());
  const double within_freedom = rows - static_cast<double>(configurations.size());
  if (between_freedom <= 0.0 || within_freedom <= 0.0) return 1.0;
  double between = 0.0;
  double within = 0.0;
  double squares = 0.0;
  for (const auto& [key, sum] : configurations) {
    between += sum.count * std::pow(sum.mean() - classes[key.first].mean(), 2);
    squares += sum.count * sum.count / classes[key.first].count;
  }
  for (const BandSample& sample : samples)
    within +=
        std::pow(std::log(sample.ratio) - configurations[{class_of(sample), sample.configuration}].mean(), 2);
  between /= between_freedom;
  within /= within_freedom;
  const double typical = (rows - squares) / between_freedom;  // samples of a configuration
  const double all = between + (typical - 1.0) * within;
  return all > 0.0 ? std::clamp((between - within) / all, 0.0, 1.0) : 1.0;
}

double band_tail(std::span<const BandSample> of_class, double correlation) {
  const double runs = runs_in(of_class);
  const double of_configuration = runs / std::max(1, configurations_in(of_class));
  const double counted = runs / (1.0 + (of_configuration - 1.0) * correlation);
  if (counted <= 1.0) return 0.0;
  return std::max(0.0, (cost::constants::band_left_out * (counted + 1.0) - 1.0) / (counted - 1.0));
}

cost::BandTable fit_band_table(std::span<const BandSample> samples) {
  cost::BandTable table{{}, {1.0, 1.0}, {1.0, 1.0, 1.0}, {1.0, 1.0, 1.0, 1.0}};
  const double correlation = configuration_correlation(samples);
  for (std::size_t kind = 0; kind < table.classes.size(); ++kind) {
    std::vector<BandSample> members;
    std::vector<double> ratios;
    for (const BandSample& sample : samples)
      if (class_of(sample) == kind) {
        members.push_back(sample);
        ratios.push_back(sample.ratio);
      }
    if (ratios.empty()) continue;
    const double tail = band_tail(members, correlation);
    table.classes[kind] = {quantile(ratios, tail), quantile(ratios, 1.0 - tail)};
  }
  const Aspect aspects[]{
      {table.tables.data(), 2, [](const cost::BandTraits& t) { return t.own_tables ? 1 : 0; }},
      {table.scale.data(), 3, [](const cost::BandTraits& t) { return static_cast<int>(t.scale); }},
      {table.parallelism.data(), 4,
       [](const cost::BandTraits& t) { return static_cast<int>(t.parallelism); }}};
  const double every = configurations_in(samples);
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (const Aspect& aspect : aspects) {
      std::vector<std::vector<BandSample>> members(static_cast<std::size_t>(aspect.places));
      std::vector<std::vector<double>> errors(members.size());
      std::vector<double> all;
      for (const BandSample& sample : samples) {
        const auto place = static_cast<std::size_t>(aspect.place(sample.traits));
        const double others = table.width(sample.traits) / aspect.widths[place];
        all.push_back(in_widths(sample, table.classes[class_of(sample)]) / others);
        errors[place].push_back(all.back());
        members[place].push_back(sample);
      }
      for (std::size_t place = 0; place < members.size(); ++place) {
        const double own = quantile(errors[place], kInside) / quantile(all, kInside);
        const double count = configurations_in(members[place]);
        aspect.widths[place] = own > 0.0 ? std::pow(own, count / (count + every)) : 1.0;
      }
    }
  return table;
}

std::vector<cost::Band> remade_bands(std::span<const BandSample> samples, const std::vector<int>& fold) {
  std::map<int, cost::BandTable> tables;
  std::vector<cost::Band> bands;
  for (const BandSample& sample : samples) {
    const int own = fold[sample.run];
    const auto [table, fresh] = tables.try_emplace(own);
    if (fresh) {
      std::vector<BandSample> others;
      std::copy_if(samples.begin(), samples.end(), std::back_inserter(others),
                   [&](const BandSample& other) { return fold[other.run] != own; });
      table->second = fit_band_table(others);
    }
    bands.push_back(table->second.of(sample.traits));
  }
  return bands;
}

}  // namespace astrolabe::calibration
