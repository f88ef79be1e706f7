#include "core/serving/lengths.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/normal.h"
#include "core/base/text.h"
#include "core/serving/resources.h"

namespace astrolabe::serving {

namespace {

constexpr double kNormal90 = 1.2815515655446004;
constexpr double kMostTokens = 1e7;

/// Spread of the logarithm between median and 90 %.
double log_spread(const Lengths& lengths) { return std::log(lengths.p90 / lengths.p50) / kNormal90; }

Lengths with_quantiles(double mean, double p50, double p90, double p99) {
  Lengths lengths;
  lengths.form = Lengths::Form::quantiles;
  lengths.p50 = p50;
  lengths.p90 = p90;
  lengths.p99 = p99;
  const double spread = log_spread(lengths);
  lengths.mean = mean > 0.0 ? mean : p50 * std::exp(0.5 * spread * spread);
  lengths.variation = std::expm1(spread * spread);
  return lengths;
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
      if (number("std") > 0.0) lengths.variation = std::pow(number("std") / lengths.mean, 2.0);
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
  if (p50 <= 0.0 || p90 <= p50) return mean;
  return std::max(1.0,
                  p50 * std::exp(log_spread(*this) * normal_quantile(std::clamp(share, 1e-9, 1.0 - 1e-9))));
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
        !(1.0 <= (*range)[0].get<double>() && (*range)[0].get<double>() <= (*range)[1].get<double>()))
      reader.mistake(code::out_of_range, "uniform", range ? shown(*range) : "",
                     {Wanted::Kind::text, {"the least and the most tokens"}});
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
    const double p50 = reader.number("p50", 1.0, kMostTokens);
    const double p90 = reader.number("p90", std::max(1.0, p50), kMostTokens, p50);
    const double p99 = reader.number("p99", std::max(1.0, p90), kMostTokens, p90);
    const double mean = reader.number("mean", 1.0, kMostTokens, 0.0);
    // Half of all are at least p50 long, a tenth p90, a hundredth p99, and the others a token.
    const double least = 0.5 + 0.4 * p50 + 0.09 * p90 + 0.01 * p99;
    if (reader.has("mean") && mean < least)
      reader.mistake(code::out_of_range, "mean", format_number(mean),
                     {Wanted::Kind::at_least, {format_number(std::ceil(least))}});
    lengths = with_quantiles(mean, p50, p90, p99);
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
      return fail(code::bad_measured_table, "row 1", std::string("no column ") + kNames[i],
                  {Wanted::Kind::field, {kNames[i]}});
  }
  std::vector<Arrival> trace;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    double values[4] = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < 4; ++i) {
      if (place[i] < 0) continue;
      const auto column = static_cast<std::size_t>(place[i]);
      const std::string cell = column < rows[r].size() ? rows[r][column] : std::string{};
      const auto number = parse_number(trim(cell));
      const double least = i == 1 || i == 2 ? 1.0 : 0.0;
      if (!number || *number < least)
        return fail(code::bad_measured_row, fmt::format("row {}, column {}", lines[r], kNames[i]),
                    excerpt(cell), {Wanted::Kind::at_least, {format_number(least)}});
      values[i] = *number;
    }
    if (!trace.empty() && values[0] < trace.back().seconds)
      return fail(code::bad_measured_row, fmt::format("row {}, column arrival_seconds", lines[r]),
                  format_number(values[0]), {Wanted::Kind::at_least, {format_number(trace.back().seconds)}});
    if (values[3] > values[1])
      return fail(code::bad_measured_row, fmt::format("row {}, column cached_tokens", lines[r]),
                  format_number(values[3]), {Wanted::Kind::between, {"0", format_number(values[1])}});
    trace.push_back({values[0], values[1], values[2], values[3]});
  }
  if (trace.empty())
    return fail(code::bad_measured_table, "row 2", "nothing", {Wanted::Kind::text, {"a request"}});
  return trace;
}

}  // namespace astrolabe::serving
