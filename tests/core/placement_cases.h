#pragma once
// Networks for tests of layers over unequal machines: Helix's clusters and random small ones.

#include <fstream>
#include <map>
#include <random>
#include <string>

#include "core/base/json.h"
#include "core/placement/placement.h"

namespace astrolabe::tests {

/// `machines` of each table; every pair has a link of `rate` tokens/s and `seconds`.
inline placement::Network network_of(int layers, const std::vector<std::vector<double>>& tables,
                                     const std::vector<int>& machines, double rate, double seconds = 0.0) {
  placement::Network network;
  network.layers = layers;
  for (std::size_t type = 0; type < tables.size(); ++type) {
    const std::string name(1, static_cast<char>('a' + type));
    std::vector<double> steps;
    for (const double table : tables[type]) steps.push_back(1.0 / table);
    network.types.push_back({name, tables[type], steps, false});
    for (int index = 0; index < machines[type]; ++index)
      network.machines.push_back(
          {{static_cast<int>(type), index}, static_cast<int>(type), name + "/" + std::to_string(index)});
  }
  const std::size_t count = network.machines.size();
  network.link_rate.assign(count * count, rate);
  network.hop_seconds.assign(count * count, seconds);
  network.door_rate.assign(count, 1e12);
  return network;
}

inline void set_link(placement::Network& network, int a, int b, double rate) {
  const std::size_t count = network.machines.size();
  network.link_rate[static_cast<std::size_t>(a) * count + static_cast<std::size_t>(b)] = rate;
  network.link_rate[static_cast<std::size_t>(b) * count + static_cast<std::size_t>(a)] = rate;
}

/// A file of tests/data/helix, and the place of each of its machines in the network.
struct HelixCase {
  placement::Network network;
  std::map<std::string, int> places;
  Json json;

  placement::Layout layout(const Json& stored) const {
    placement::Layout layout{std::vector<placement::Interval>(network.machines.size()),
                             stored["partial_inference"].get<bool>()};
    for (const Json& each : stored["placement"])
      layout.machines[static_cast<std::size_t>(places.at(each["machine"].get<std::string>()))] = {
          each["first_layer"].get<int>(), each["layers"].get<int>()};
    return layout;
  }
};

inline HelixCase helix_case(const std::string& name) {
  HelixCase helix;
  std::ifstream file(std::string(ASTROLABE_SOURCE_DIR "/tests/data/helix/") + name + ".json");
  helix.json = Json::parse(file);
  const Json& json = helix.json;
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> pools;
  for (const Json& machine : json["machines"])
    pools[{machine["type"].get<std::string>(), machine.value("region", std::string())}].push_back(
        machine["name"].get<std::string>());
  std::vector<std::vector<double>> tables;
  std::vector<int> counts;
  for (const auto& [pool, names] : pools) {
    tables.push_back(json["throughput_tokens_per_s"][pool.first].get<std::vector<double>>());
    for (std::size_t i = 0; i < names.size(); ++i)
      helix.places[names[i]] = static_cast<int>(helix.places.size());
    counts.push_back(static_cast<int>(names.size()));
  }
  const double activation = json["model"]["activation_bytes_per_token"].get<double>();
  const Json& links = json["links"];
  const double all = links.contains("complete") ? links["complete"]["bytes_per_s"].get<double>() : 0.0;
  helix.network = network_of(json["model"]["layers"].get<int>(), tables, counts, all / activation, 1e-3);
  if (links.contains("list"))
    for (const Json& link : links["list"])
      set_link(helix.network, helix.places.at(link["a"].get<std::string>()),
               helix.places.at(link["b"].get<std::string>()), link["bytes_per_s"].get<double>() / activation);
  return helix;
}

/// Two or three machines, `layers` layers, rates from 1 to 20, links from 0 to 15.
inline placement::Network random_network(std::mt19937& draws, int layers, int machines) {
  const auto whole = [&](int least, int most) {
    return static_cast<double>(std::uniform_int_distribution<int>(least, most)(draws));
  };
  std::vector<std::vector<double>> tables;
  for (int machine = 0; machine < machines; ++machine) {
    std::vector<double> table(static_cast<std::size_t>(whole(1, layers)));
    for (double& rate : table) rate = whole(1, 20);
    tables.push_back(std::move(table));
  }
  placement::Network network =
      network_of(layers, tables, std::vector<int>(static_cast<std::size_t>(machines), 1), 0.0);
  for (double& rate : network.link_rate) rate = whole(0, 15);
  return network;
}

}  // namespace astrolabe::tests
