#include "core/serving/expert_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/text.h"
#include "core/serving/resources.h"

namespace astrolabe::serving {

namespace {

constexpr double kMostSkew = 1e4;
constexpr int kMostExperts = 65'536;
const std::vector<std::string> kPlacements{"in_order", "by_load"};
constexpr std::array<const char*, 3> kShareColumns{"layer", "expert", "share"};

std::vector<SkewProfile> read_skew_profiles() {
  std::vector<SkewProfile> all;
  const Json file = resource("expert_skew");
  for (const Json& row : file.at("profiles")) {
    SkewProfile& profile = all.emplace_back();
    profile.id = row.at("id").get<std::string>();
    profile.source = row.at("source").get<std::string>();
    profile.skew = row.at("skew").get<double>();
    profile.ranks = row.at("ranks").get<int>();
    const Json& balanced = row.at("balanced");
    profile.balanced = balanced.at("skew").get<double>();
    profile.balanced_ranks = balanced.at("ranks").get<int>();
    profile.balanced_spare = balanced.at("redundant_experts").get<int>();
  }
  return all;
}

Error at_job(std::string_view code, const std::string& where, std::string found, Wanted wanted) {
  return {std::string(code), {}, where, std::move(found), std::move(wanted)};
}

/// Number of a cell; whole where `most` is above 0.
Result<double> share_cell(const CsvTable& rows, std::size_t row, int line, std::size_t column, double most) {
  const std::string cell = column < rows[row].size() ? rows[row][column] : std::string{};
  const std::string where = fmt::format("row {}, column {}", line, column + 1);
  const auto number = parse_number(trim(cell));
  if (!number)
    return tl::unexpected<Error>(at_job(code::wrong_type, where, excerpt(cell), {Wanted::Kind::number, {}}));
  if (*number < 0.0 || (most > 0.0 && (*number > most || *number != std::floor(*number))))
    return tl::unexpected<Error>(at_job(code::out_of_range, where, excerpt(cell),
                                        most > 0.0 ? Wanted{Wanted::Kind::between, {"0", format_number(most)}}
                                                   : Wanted{Wanted::Kind::at_least, {"0"}}));
  return *number;
}

/// Every layer has all experts, and some load.
Result<std::vector<std::vector<double>>> whole_layers(const std::map<int, std::map<int, double>>& read) {
  int experts = 0;
  for (const auto& [layer, shares] : read) experts = std::max(experts, shares.rbegin()->first + 1);
  std::vector<std::vector<double>> layers;
  for (const auto& [layer, shares] : read) {
    if (static_cast<int>(shares.size()) != experts) {
      int missing = 0;
      while (shares.contains(missing)) ++missing;
      return tl::unexpected<Error>(
          at_job(code::out_of_range, fmt::format("layer {}", layer),
                 fmt::format("{} of {} experts", shares.size(), experts),
                 {Wanted::Kind::text, {fmt::format("a row for expert {}", missing)}}));
    }
    std::vector<double>& loads = layers.emplace_back();
    double sum = 0.0;
    for (const auto& [expert, share] : shares) {
      loads.push_back(share);
      sum += share;
    }
    if (!(sum > 0.0))
      return tl::unexpected<Error>(at_job(code::out_of_range, fmt::format("layer {}", layer), "0 in all rows",
                                          {Wanted::Kind::positive_number, {}}));
    for (double& load : loads) load *= experts / sum;
  }
  return layers;
}

}  // namespace

const std::vector<SkewProfile>& skew_profiles() {
  static const std::vector<SkewProfile> all = read_skew_profiles();
  return all;
}

Result<std::vector<std::vector<double>>> read_expert_shares(std::string_view csv) {
  std::vector<int> lines;
  const CsvTable rows = read_csv(csv, ',', &lines);
  if (const auto sound = check_widths(rows, lines, code::out_of_range); !sound)
    return tl::unexpected<Error>(sound.error());
  std::array<std::size_t, 3> place{};
  for (std::size_t i = 0; i < kShareColumns.size(); ++i) {
    bool found = false;
    for (std::size_t j = 0; !rows.empty() && j < rows.front().size(); ++j)
      if (trim(rows.front()[j]) == kShareColumns[i]) {
        place[i] = j;
        found = true;
      }
    if (!found)
      return fail(code::out_of_range, "row 1", std::string("no column ") + kShareColumns[i],
                  {Wanted::Kind::field, {kShareColumns[i]}});
  }
  std::map<int, std::map<int, double>> read;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const auto layer = share_cell(rows, r, lines[r], place[0], kMostExperts);
    if (!layer) return tl::unexpected<Error>(layer.error());
    const auto expert = share_cell(rows, r, lines[r], place[1], kMostExperts);
    if (!expert) return tl::unexpected<Error>(expert.error());
    const auto share = share_cell(rows, r, lines[r], place[2], 0.0);
    if (!share) return tl::unexpected<Error>(share.error());
    if (!read[static_cast<int>(*layer)].emplace(static_cast<int>(*expert), *share).second)
      return fail(code::out_of_range, fmt::format("row {}", lines[r]),
                  fmt::format("layer {}, expert {}", *layer, *expert), {Wanted::Kind::once, {}});
  }
  if (read.empty())
    return fail(code::out_of_range, "row 2", "nothing", {Wanted::Kind::text, {"the share of an expert"}});
  return whole_layers(read);
}

Result<std::shared_ptr<const ExpertLoad>> ExpertLoad::read(const Json& json, const std::string& path) {
  auto load = std::make_shared<ExpertLoad>();
  if (json.is_string()) {
    load->m_file = json.get<std::string>();
  } else {
    if (!json.is_object()) return fail(code::wrong_type, path, shown(json), {Wanted::Kind::object, {}});
    ObjectReader reader(json, path);
    const bool file = reader.has("file"), skew = reader.has("skew"), profile = reader.has("profile");
    if (static_cast<int>(file) + static_cast<int>(skew) + static_cast<int>(profile) != 1)
      reader.mistake(code::contradicting_limits, "skew", shown(json),
                     {Wanted::Kind::one_of, {"file", "skew", "profile"}});
    if (file) load->m_file = reader.string("file");
    if (skew) {
      load->m_skew = reader.number("skew", 1.0, kMostSkew);
      load->m_ranks = static_cast<int>(reader.whole("ranks", 0, kMostExperts, 0));
    }
    if (profile) {
      load->m_profile = reader.string("profile");
      std::vector<std::string> ids;
      for (const SkewProfile& known : skew_profiles()) {
        ids.push_back(known.id);
        if (known.id != load->m_profile) continue;
        load->m_skew = known.skew;
        load->m_ranks = known.ranks;
      }
      if (load->m_ranks == 0)
        reader.mistake(code::out_of_range, "profile", load->m_profile, {Wanted::Kind::one_of, ids});
    }
    load->m_spare = static_cast<int>(reader.whole("redundant_experts", 0, kMostExperts, 0));
    load->m_placement =
        static_cast<Placement>(reader.choice("placement", kPlacements, load->m_spare > 0 ? 1 : 0));
    if (load->m_spare > 0 && load->m_placement == Placement::in_order)
      reader.mistake(code::contradicting_limits, "placement", "in_order",
                     {Wanted::Kind::one_of, {"by_load"}});
    if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
  }
  if (!load->m_file.empty()) {
    // Told at the key of the job, as that is the file which is read.
    const auto text = read_text_file(load->m_file, file_limit::table);
    if (!text)
      return fail(code::out_of_range, path, excerpt(load->m_file), {Wanted::Kind::readable_file, {}});
    auto layers = read_expert_shares(*text);
    if (!layers) {
      Error error = layers.error();
      error.where = fmt::format("{}: {}, {}", path, load->m_file, error.where);
      return tl::unexpected<Error>(std::move(error));
    }
    load->m_layers = std::move(*layers);
  }
  return load;
}

Json ExpertLoad::to_json() const {
  Json json = Json::object();
  if (!m_file.empty())
    json["file"] = m_file;
  else if (!m_profile.empty())
    json["profile"] = m_profile;
  else
    json["skew"] = m_skew;
  if (m_profile.empty() && m_file.empty() && m_ranks > 0) json["ranks"] = m_ranks;
  if (m_spare > 0) json["redundant_experts"] = m_spare;
  if (m_placement == Placement::by_load && m_spare == 0) json["placement"] = "by_load";
  return json.size() == 1 && json.contains("file") ? Json(m_file) : json;
}

std::vector<std::vector<double>> ExpertLoad::layers(int experts, int ranks) const {
  if (!m_layers.empty()) return m_layers;
  return {exchange::loads_of_skew(experts, std::min(experts, m_ranks > 0 ? m_ranks : ranks), m_skew)};
}

exchange::ExpertPlacement ExpertLoad::placement(int experts, int ranks) const {
  const exchange::Snapshots loads{layers(experts, ranks).front()};
  return m_placement == Placement::by_load ? exchange::place_by_load(loads, ranks, m_spare)
                                           : exchange::place_in_order(loads, ranks);
}

ExpertBalance ExpertLoad::balance(int experts, int ranks) const {
  const std::lock_guard lock(m_mutex);
  if (const auto known = m_known.find({experts, ranks}); known != m_known.end()) return known->second;
  ExpertBalance balance;
  balance.ranks = ranks;
  if (experts > 0 && ranks > 1 && ranks <= experts) {
    const auto all = layers(experts, ranks);
    const bool by_load = m_placement == Placement::by_load;
    balance.in_order = balance.bound = balance.used = 0.0;
    for (const std::vector<double>& loads : all) {
      const double part = 1.0 / static_cast<double>(all.size());
      const double in_order = exchange::place_in_order({loads}, ranks).fullest;
      balance.in_order += part * in_order;
      balance.used += part * (by_load ? exchange::place_by_load({loads}, ranks, m_spare).fullest : in_order);
      balance.bound += part * exchange::fullest_bound({loads}, ranks, m_spare);
    }
  }
  m_known.emplace(std::pair(experts, ranks), balance);
  return balance;
}

}  // namespace astrolabe::serving
