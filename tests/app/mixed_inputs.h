#pragma once
// Clusters of two types of GPU as files for the headless program, and a job that is short on them.

#include <QByteArray>
#include <QString>

namespace cli_process {

/// As many nodes of eight H100 ("new") as of eight A100 ("old"), 100 GB/s between them.
inline QByteArray mixedCluster(int nodes) {
  return QStringLiteral(R"({"name": "mixed", "pools": [
      {"id": "new", "node": "oci-bm-gpu-h100-8", "nodes": %1},
      {"id": "old", "node": "oci-bm-gpu-a100-v2-8", "nodes": %1}],
    "between_pools": [{"a": "new", "b": "old", "gb_per_s": 100, "latency_us": 12}]})")
      .arg(nodes)
      .toUtf8();
}

/// 64 H100 and 64 A100, described by hand: a search of it takes its time.
inline constexpr const char* kLargeCluster = R"({"name": "large", "pools": [
  {"id": "a", "gpu": "h100-sxm", "nodes": 8, "gpus_per_node": 8, "inter_node_gb_per_s": 400, "usd_per_gpu_hour": 2.5},
  {"id": "b", "gpu": "a100-sxm-80", "nodes": 8, "gpus_per_node": 8, "inter_node_gb_per_s": 200, "usd_per_gpu_hour": 1.3}],
  "between_pools": [{"a": "a", "b": "b", "gb_per_s": 100}]})";

/// 288 sequences of 512 tokens.
inline constexpr const char* kShortJob =
    R"({"sequence_length": 512, "global_batch": 288, "tokens": 1e12, "precision": "bf16"})";

}  // namespace cli_process
