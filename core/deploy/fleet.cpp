#include "core/deploy/fleet.h"

#include <algorithm>
#include <numeric>

namespace astrolabe::deploy {

namespace {

Json group_json(const Group& group, const std::vector<std::string>& pool_ids) {
  serving::Deployment deployment = group.deployment;
  const auto pool = static_cast<std::size_t>(group.pool);
  if (pool < pool_ids.size()) deployment.pool = pool_ids[pool];
  return serving::to_json(deployment);
}

}  // namespace

const char* to_string(Missed missed) {
  constexpr const char* kNames[] = {"none", "ttft", "tpot", "e2e", "traffic", "memory"};
  return kNames[static_cast<int>(missed)];
}

int Fleet::all_paid() const { return std::accumulate(pool_kept.begin(), pool_kept.end(), paid_gpus); }

Json to_json(const Fleet& fleet, const std::vector<std::string>& pool_ids) {
  if (fleet.groups.size() == 1) return group_json(fleet.groups.front(), pool_ids);
  Json groups = Json::array();
  for (const Group& group : fleet.groups) groups.push_back(group_json(group, pool_ids));
  return {{"groups", std::move(groups)}};
}

Json row_json(const Fleet& fleet) {
  const auto known = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
  Json row = serving::to_json(fleet.figures);
  row["gpus"] = fleet.gpus;
  row["paid_gpus"] = fleet.all_paid();
  row["nodes"] = fleet.nodes;
  row["usd_per_hour"] = known(fleet.usd_per_hour);
  row["usd_per_million_tokens"] = known(fleet.usd_per_million_tokens);
  row["capacity_requests_per_second"] = fleet.capacity_requests_per_second;
  row["keeps_promises"] = fleet.keeps_promises();
  row["missed"] = fleet.keeps_promises() ? Json(nullptr) : Json(to_string(fleet.missed));
  if (fleet.groups.size() > 1) {
    row["groups"] = Json::array();
    for (const Group& group : fleet.groups) {
      Json one = serving::to_json(group.figures);
      one["share"] = group.share;
      one["nodes"] = group.nodes;
      row["groups"].push_back(std::move(one));
    }
  }
  return row;
}

Json row_json(const Fleet& fleet, const std::vector<std::string>& pool_ids) {
  Json row = row_json(fleet);
  const auto by_pool = [&](const std::vector<int>& counts) {
    Json json = Json::object();
    for (std::size_t i = 0; i < counts.size() && i < pool_ids.size(); ++i)
      if (counts[i] > 0) json[pool_ids[i]] = counts[i];
    return json;
  };
  row["gpus"] = by_pool(fleet.pool_gpus);
  std::vector<int> paid = fleet.pool_paid;
  for (std::size_t i = 0; i < paid.size() && i < fleet.pool_kept.size(); ++i) paid[i] += fleet.pool_kept[i];
  row["paid_gpus"] = by_pool(paid);
  return row;
}

}  // namespace astrolabe::deploy
