#include "core/serving/lengths.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/serving/resources.h"

namespace astrolabe::serving {

namespace {

constexpr double kDeviations90 = 1.2815515655446004, kDeviations99 = 2.3263478740408408;
constexpr double kMostTokens = 1e7, kMostSeconds = 1e10;

/// Spread of the logarithm of a log-normal distribution between median and 90 %.
double log_spread(double p50, double p90) { return std::log(p90 / p50) / kDeviations90; }

/// A stretch of the shares of a distribution, and its lengths at both ends.
struct Stretch {
  double share = 0.0, low = 0.0, high = 0.0;
};

/// Lengths by share, through the stated quantiles: between two of them a + (b - a) t^(1/e - 1), t the share
/// of the way, so that the mean of a stretch is a + (b - a) e. One e for all of them gives the stated mean;
/// where even e = 1 is too little, those beyond 99 % are longer than that.
struct ThroughQuantiles {
  std::array<Stretch, 3> stretches;
  double even = 1.0;     ///< e
  double longest = 1.0;  ///< of those beyond 99 %

  explicit ThroughQuantiles(const Lengths& of)
      : stretches{{{0.5, 1.0, of.p50}, {0.4, of.p50, of.p90}, {0.09, of.p90, of.p99}}}, longest(of.p99) {
    double least = kBeyond99 * longest, range = 0.0;
    for (const Stretch& one : stretches) {
      least += one.share * one.low;
      range += one.share * (one.high - one.low);
    }
    const double above = of.mean - least;
    if (above > range)
      longest += (above - range) / kBeyond99;
    else if (range > 0.0)
      even = std::max(kLeastEven, above / range);
  }
  double at(double share) const {
    double begin = 0.0;
    for (const Stretch& one : stretches) {
      if (share <= begin + one.share)
        return one.low + (one.high - one.low) * std::pow((share - begin) / one.share, 1.0 / even - 1.0);
      begin += one.share;
    }
    return longest;
  }
  /// Mean of the squares: of a stretch a^2 + 2 a (b - a) e + (b - a)^2 e / (2 - e).
  double square() const {
    double sum = kBeyond99 * longest * longest;
    for (const auto& [share, low, high] : stretches) {
      const double rise = high - low;
      sum += share * (low * low + 2.0 * low * rise * even + rise * rise * even / (2.0 - even));
    }
    return sum;
  }

 private:
  static constexpr double kBeyond99 = 0.01, kLeastEven = 1e-3;
};

Lengths with_quantiles(double mean, double p50, double p90, double p99) {
  Lengths lengths;
  lengths.form = Lengths::Form::quantiles;
  lengths.p50 = p50;
  lengths.p90 = p90;
  lengths.p99 = p99;
  const double spread = log_spread(p50, p90);
  lengths.mean = mean > 0.0 ? mean : p50 * std::exp(0.5 * spread * spread);
  lengths.variation = std::max(0.0, ThroughQuantiles(lengths).square() / (lengths.mean * lengths.mean) - 1.0);
  return lengths;
}

/// Percentiles rise, and the mean lies between what they allow and the 99th.
Lengths read_quantiles(ObjectReader& reader) {
  const double p50 = reader.number("p50", 1.0, kMostTokens);
  const auto mean = reader.optional_number("mean", 1.0, kMostTokens);
  const auto tail = reader.optional_number("p99", 1.0, kMostTokens);
  // Unsaid, the 90th is that of the log-normal distribution through the median and the 99th, or the mean.
  double spread = 0.0;
  if (tail && *tail > p50)
    spread = std::log(*tail / p50) / kDeviations99;
  else if (mean && *mean > p50)
    spread = std::sqrt(2.0 * std::log(*mean / p50));
  const double p90 =
      reader.number("p90", std::max(1.0, p50), kMostTokens, p50 * std::exp(kDeviations90 * spread));
  const double p99 = reader.number("p99", std::max(1.0, p90), kMostTokens,
                                   p50 * std::exp(kDeviations99 * log_spread(p50, std::max(p50, p90))));
  // Half of all are at least p50 long, a tenth p90, a hundredth p99, and the others a token.
  const double least = 0.5 + 0.4 * p50 + 0.09 * p90 + 0.01 * p99;
  if (mean && (*mean < least || (tail && *mean > p99)))
    reader.mistake(code::out_of_range, "mean", format_number(*mean),
                   {Wanted::Kind::between, {format_number(std::ceil(least)), format_number(p99)}});
  return with_quantiles(mean.value_or(0.0), p50, p90, p99);
}

std::vector<Profile> read_profiles() {
  std::vector<Profile> all;
  const Json file = resource("profiles");
  for (const Json& row : file.at("profiles")) {
    const auto side = [&](const char* key) {
      const Json& json = row.at(key);
      const auto number = [&](const char* name) {
        return json.at(name).is_number() ? json.at(name).get<double>() : 0.0;
      };
      Lengths lengths = with_quantiles(number("mean"), number("p50"), number("p90"), number("p99"));
      lengths.form = Lengths::Form::profile;
      lengths.name = row.at("id").get<std::string>();
      return lengths;
    };
    const Json& gaps = row.at("arrival_variation");
    all.push_back({row.at("id").get<std::string>(), row.at("source").get<std::string>(), side("input"),
                   side("output"), gaps.is_number() ? gaps.get<double>() : 1.0});
  }
  return all;
}

}  // namespace

Lengths Lengths::fixed(double tokens) {
  Lengths lengths;
  lengths.mean = tokens;
  return lengths;
}

Lengths Lengths::of(std::vector<double> all) {
  Lengths lengths;
  if (all.empty()) return lengths;
  double sum = 0.0, squares = 0.0;
  for (const double one : all) {
    sum += one;
    squares += one * one;
  }
  const auto count = static_cast<double>(all.size());
  lengths.mean = sum / count;
  lengths.variation = std::max(0.0, squares / count / (lengths.mean * lengths.mean) - 1.0);
  std::sort(all.begin(), all.end());
  lengths.low = all.front();
  lengths.high = all.back();
  const auto at = [&](double share) { return all[static_cast<std::size_t>(share * (count - 1.0) + 0.5)]; };
  lengths.p50 = at(0.5);
  lengths.p90 = at(0.9);
  lengths.p99 = at(0.99);
  return lengths;
}

Lengths Lengths::uniform(double low, double high) {
  Lengths lengths;
  lengths.form = Form::uniform;
  lengths.low = low;
  lengths.high = high;
  lengths.mean = 0.5 * (low + high);
  lengths.variation = (high - low) * (high - low) / 12.0 / (lengths.mean * lengths.mean);
  return lengths;
}

double Lengths::quantile(double share) const {
  switch (form) {
    case Form::fixed:
      return mean;
    case Form::uniform:
      return low + share * (high - low);
    default:
      break;
  }
  return p50 > 0.0 ? ThroughQuantiles(*this).at(share) : mean;
}

const std::vector<Profile>& profiles() {
  static const std::vector<Profile> all = read_profiles();
  return all;
}

const Profile* find_profile(std::string_view id) {
  const auto& all = profiles();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Profile& profile) { return profile.id == id; });
  return found == all.end() ? nullptr : &*found;
}

Result<Lengths> read_lengths(const Json& json, const std::string& path, bool output) {
  if (json.is_number()) {
    const double tokens = json.get<double>();
    if (!(tokens >= 1.0 && tokens <= kMostTokens))
      return fail(code::out_of_range, path, shown(json),
                  {Wanted::Kind::between, {"1", format_number(kMostTokens)}});
    return Lengths::fixed(tokens);
  }
  if (!json.is_object()) return fail(code::wrong_type, path, shown(json), {Wanted::Kind::number, {}});
  ObjectReader reader(json, path);
  Lengths lengths;
  if (reader.has("uniform")) {
    const Json* range = reader.array("uniform");
    if (!range || range->size() != 2 || !(*range)[0].is_number() || !(*range)[1].is_number() ||
        !(1.0 <= (*range)[0].get<double>() && (*range)[0].get<double>() <= (*range)[1].get<double>() &&
          (*range)[1].get<double>() <= kMostTokens))
      reader.mistake(
          code::out_of_range, "uniform", range ? shown(*range) : "",
          {Wanted::Kind::text, {"the least and the most tokens, 1 to " + format_number(kMostTokens)}});
    else
      lengths = Lengths::uniform((*range)[0].get<double>(), (*range)[1].get<double>());
  } else if (reader.has("profile")) {
    const std::string id = reader.string("profile");
    if (const Profile* profile = find_profile(id)) {
      lengths = output ? profile->output : profile->input;
    } else if (reader.ok()) {
      std::vector<std::string> ids;
      for (const Profile& known : profiles()) ids.push_back(known.id);
      reader.mistake(code::out_of_range, "profile", id, {Wanted::Kind::one_of, ids});
    }
  } else if (reader.has("trace")) {
    lengths.form = Lengths::Form::trace;
    lengths.name = reader.string("trace");
  } else {
    lengths = read_quantiles(reader);
  }
  if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
  return lengths;
}

Json to_json(const Lengths& lengths) {
  switch (lengths.form) {
    case Lengths::Form::fixed:
      return lengths.mean;
    case Lengths::Form::uniform:
      return {{"uniform", {lengths.low, lengths.high}}};
    case Lengths::Form::trace:
      return {{"trace", lengths.name}};
    case Lengths::Form::profile:
      return {{"profile", lengths.name}};
    case Lengths::Form::quantiles:
      break;
  }
  return {{"mean", lengths.mean}, {"p50", lengths.p50}, {"p90", lengths.p90}, {"p99", lengths.p99}};
}

Result<std::vector<Arrival>> read_trace(std::string_view csv) {
  std::vector<int> lines;
  const CsvTable rows = read_csv(csv, ',', &lines);
  constexpr const char* kNames[] = {"arrival_seconds", "input_tokens", "output_tokens", "cached_tokens"};
  std::ptrdiff_t place[4];
  for (int i = 0; i < 4; ++i) {
    place[i] = -1;
    if (!rows.empty())
      for (std::size_t j = 0; j < rows.front().size(); ++j)
        if (trim(rows.front()[j]) == kNames[i]) place[i] = static_cast<std::ptrdiff_t>(j);
    if (i < 3 && place[i] < 0)
      return fail(code::bad_trace, "row 1", std::string("no column ") + kNames[i],
                  {Wanted::Kind::field, {kNames[i]}});
  }
  if (const auto sound = check_widths(rows, lines, code::bad_trace); !sound)
    return tl::unexpected<Error>(sound.error());
  std::vector<Arrival> trace;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    double values[4] = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < 4; ++i) {
      if (place[i] < 0) continue;
      const auto column = static_cast<std::size_t>(place[i]);
      const std::string cell = column < rows[r].size() ? rows[r][column] : std::string{};
      const auto number = parse_number(trim(cell));
      const bool tokens = i == 1 || i == 2;
      const double least = tokens ? 1.0 : 0.0, most = i == 0 ? kMostSeconds : kMostTokens;
      if (!number || !(*number >= least && *number <= most))
        return fail(code::bad_trace, fmt::format("row {}, column {}", lines[r], kNames[i]), excerpt(cell),
                    {Wanted::Kind::between, {format_number(least), format_number(most)}});
      values[i] = *number;
    }
    if (!trace.empty() && values[0] < trace.back().seconds)
      return fail(code::bad_trace, fmt::format("row {}, column arrival_seconds", lines[r]),
                  format_number(values[0]), {Wanted::Kind::at_least, {format_number(trace.back().seconds)}});
    if (values[3] > values[1])
      return fail(code::bad_trace, fmt::format("row {}, column cached_tokens", lines[r]),
                  format_number(values[3]), {Wanted::Kind::between, {"0", format_number(values[1])}});
    trace.push_back({values[0], values[1], values[2], values[3], lines[r]});
  }
  if (trace.empty()) return fail(code::bad_trace, "row 2", "nothing", {Wanted::Kind::text, {"a request"}});
  return trace;
}

}  // namespace astrolabe::serving
