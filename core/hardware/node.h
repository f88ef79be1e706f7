#pragma once
// One machine or instance type: GPUs, network and prices, each with its source.

#include <optional>
#include <string>

#include "core/hardware/gpu.h"

namespace astrolabe::hardware {

/// List prices of a whole node; empty is "no price", never zero.
struct NodePrices {
  std::optional<UsdPerHour> on_demand, reserved_1y, reserved_3y, spot;
  std::optional<Usd> purchase_low, purchase_typical, purchase_high;
  std::string reserved_date;
  bool operator==(const NodePrices&) const = default;
};

struct NodeType {
  std::string id;
  std::string provider, name;
  bool cloud = false;
  std::string gpu_id;
  int gpus = 0;  ///< per node; 0 is "not known"
  std::string network_type;
  std::optional<BytesPerSecond> network;  ///< whole node, scale-out, one direction
  std::optional<int>
      scale_up_domain;  ///< GPUs joined by the fast link (72 for NVL72: the rack, not the tray)
  std::optional<int> vcpus;
  std::optional<double> ram_gib;
  std::string region;
  NodePrices prices;
  std::optional<Watts> power;  ///< maximum of the whole system as published
  Source source;
  std::string note;
  bool operator==(const NodeType&) const = default;
};

/// A purchase price of a single GPU, one row of the price list.
struct GpuPrice {
  std::string gpu_id, date;
  Usd price;
  std::string condition, source;
  bool operator==(const GpuPrice&) const = default;
};

/// A price of the user for renting one GPU of a type, whatever node it sits in.
struct GpuRent {
  std::string gpu_id;
  UsdPerHour price;
  Source source;
  bool operator==(const GpuRent&) const = default;
};

}  // namespace astrolabe::hardware
