#pragma once
// Clusters as text, for tests of how they are read, resolved and priced.

#include <string>
#include <vector>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/cluster.h"

namespace cluster_texts {

using namespace astrolabe;
using namespace astrolabe::hardware;

/// The example of the interface description.
inline const std::string kFull = R"({"name": "two generations",
 "pools": [
   {"id": "new", "node": "onprem-dgx-h100", "nodes": 4, "usd_per_gpu_hour": 2.5},
   {"id": "old", "gpu": "a100-sxm-80", "nodes": 8, "gpus_per_node": 8, "intra_node_gb_per_s": 300, "inter_node_gb_per_s": 200,
    "inter_node_latency_us": 6, "usd_per_gpu_hour": 1.3, "relative_speed": 0.9}],
 "between_pools": [{"a": "new", "b": "old", "gb_per_s": 100, "latency_us": 12}],
 "choose": {"max_gpus_per_pool": {"new": 32, "old": 64}, "max_total_gpus": 96}})";

inline Result<ClusterSpec> read(const std::string& text) {
  const auto json = parse_json(text, code::broken_json);
  if (!json) return tl::unexpected<Error>(json.error());
  return read_cluster(*json);
}

/// Read, and resolved against the catalogue that is built in.
inline Result<Cluster> resolved(const std::string& text, Commitment commitment = Commitment::on_demand) {
  const auto spec = read(text);
  if (!spec) return tl::unexpected<Error>(spec.error());
  return resolve(*spec, Catalogue::built_in(), commitment);
}

/// A cluster of one pool "p" with these fields.
inline std::string onePool(const std::string& fields) {
  return R"({"pools": [{"id": "p", )" + fields + "}]}";
}

/// "what = value; " of each.
inline std::string listed(const std::vector<Assumption>& list) {
  std::string text;
  for (const Assumption& entry : list) text += entry.what + " = " + entry.value + "; ";
  return text;
}

}  // namespace cluster_texts
