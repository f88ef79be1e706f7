#include "core/exchange/traffic.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"

namespace astrolabe::exchange {

namespace {

constexpr double kMostEntry = 1e18;

/// A number of a table within [least, kMostEntry]. Errors: bad_measured_row at row and column, from 1.
Result<double> cell_of(const std::string& cell, int row, std::size_t column, double least) {
  const auto number = parse_number(trim(cell));
  const std::string where = fmt::format("row {}, column {}", row, column + 1);
  if (!number) return fail(code::wrong_type, where, excerpt(cell), {Wanted::Kind::number, {}});
  if (*number < least || *number > kMostEntry)
    return fail(code::out_of_range, where, excerpt(cell),
                {Wanted::Kind::between, {format_number(least), format_number(kMostEntry)}});
  return *number;
}

}  // namespace

double Traffic::sent(int gpu) const {
  double sum = 0.0;
  for (int to = 0; to < m_gpus; ++to)
    if (to != gpu) sum += at(gpu, to);
  return sum;
}

double Traffic::received(int gpu) const {
  double sum = 0.0;
  for (int from = 0; from < m_gpus; ++from)
    if (from != gpu) sum += at(from, gpu);
  return sum;
}

double Traffic::total() const {
  double sum = 0.0;
  for (int gpu = 0; gpu < m_gpus; ++gpu) sum += sent(gpu);
  return sum;
}

double Traffic::most() const {
  double most = 0.0;
  for (int gpu = 0; gpu < m_gpus; ++gpu) most = std::max({most, sent(gpu), received(gpu)});
  return most;
}

Traffic Traffic::transposed() const {
  Traffic other(m_gpus);
  for (int from = 0; from < m_gpus; ++from)
    for (int to = 0; to < m_gpus; ++to) other.at(to, from) = at(from, to);
  return other;
}

Traffic Traffic::placed(const std::vector<int>& gpu_of) const {
  Traffic other(m_gpus);
  for (int from = 0; from < m_gpus; ++from)
    for (int to = 0; to < m_gpus; ++to)
      other.at(gpu_of[static_cast<std::size_t>(from)], gpu_of[static_cast<std::size_t>(to)]) = at(from, to);
  return other;
}

Traffic Traffic::operator+(const Traffic& other) const {
  Traffic sum = *this;
  for (std::size_t i = 0; i < sum.m_entries.size(); ++i) sum.m_entries[i] += other.m_entries[i];
  return sum;
}

Result<Traffic> read_traffic(std::string_view csv) {
  std::vector<int> lines;
  const CsvTable rows = read_csv(csv, ',', &lines);
  if (rows.empty())
    return fail(code::out_of_range, "row 1", "nothing", {Wanted::Kind::text, {"a row for each GPU"}});
  if (rows.size() > static_cast<std::size_t>(kMostGpus))
    return fail(code::out_of_range, "the table", fmt::format("{} rows", rows.size()),
                {Wanted::Kind::between, {"1", std::to_string(kMostGpus)}});
  Traffic traffic(static_cast<int>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != rows.size())
      return fail(code::out_of_range, fmt::format("row {}", lines[i]),
                  fmt::format("{} of {} columns", rows[i].size(), rows.size()),
                  {Wanted::Kind::text, {"as many columns as rows"}});
    for (std::size_t j = 0; j < rows.size(); ++j) {
      const auto entry = cell_of(rows[i][j], lines[i], j, 0.0);
      if (!entry) return tl::unexpected<Error>(entry.error());
      traffic.at(static_cast<int>(i), static_cast<int>(j)) = *entry;
    }
  }
  return traffic;
}

Result<std::vector<double>> read_rates(std::string_view csv, int gpus) {
  std::vector<int> lines;
  const CsvTable rows = read_csv(csv, ',', &lines);
  std::vector<double> rates;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      const auto rate = cell_of(rows[i][j], lines[i], j, 0.0);
      if (!rate) return tl::unexpected<Error>(rate.error());
      if (!(*rate > 0.0))
        return fail(code::out_of_range, fmt::format("row {}, column {}", lines[i], j + 1),
                    excerpt(rows[i][j]), {Wanted::Kind::positive_number, {}});
      rates.push_back(*rate);
    }
  if (rates.size() != static_cast<std::size_t>(gpus))
    return fail(code::out_of_range, "the table", fmt::format("{} of {} rates", rates.size(), gpus),
                {Wanted::Kind::text, {"a rate for each GPU of the traffic"}});
  return rates;
}

EvenExchange even_exchange(double message, int ranks, int in_domain) {
  if (ranks <= 1) return {};
  const int inside = std::clamp(in_domain, 1, ranks);
  return {message * (inside - 1.0) / ranks, message * (ranks - inside) / ranks};
}

Traffic traffic_by_load(const std::vector<double>& load, double each) {
  const auto ranks = static_cast<int>(load.size());
  Traffic traffic(ranks);
  for (int from = 0; from < ranks; ++from)
    for (int to = 0; to < ranks; ++to)
      traffic.at(from, to) = each * load[static_cast<std::size_t>(to)] / ranks;
  return traffic;
}

}  // namespace astrolabe::exchange
