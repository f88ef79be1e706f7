#pragma once
// The doors of `shard` beside synthesis: ONNX files in, proofs and scripts out.

#include <map>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/exports/visible_gpus.h"
#include "core/plan/shard.h"

namespace astrolabe::exports {

inline constexpr int kShardFaults = 8;

/// Forward graph of an exported model; sizes of dynamic dimensions by symbol; `batch` for the first one of
/// every input, 0: by symbol. Errors: those of onnx::read_onnx_file().
Result<spmd::Graph> read_onnx_model(const std::string& path, const std::map<std::string, std::int64_t>& sizes,
                                    std::int64_t batch);

struct ShardProof {
  bool holds = false;    ///< every claim
  bool stopped = false;  ///< before the end: nothing is known
  Json json;             ///< "verified" of the answer; null where it was stopped
};
/// Executes the program against one device on small tensors drawn from `seed` (none: the usual one), with
/// fault 1 to kShardFaults first, 0: none. Errors: those of spmd::prove().
Result<ShardProof> prove(const plan::ShardAnswer& answer, int fault, std::optional<unsigned> seed,
                         const std::stop_token& stop = {});

/// The machines of its devices in the order of these, where the program is for the GPUs of `used`: nodes of
/// `cluster`, which has their marks.
std::vector<Machine> machines_of(const hardware::Cluster& cluster, const hardware::Cluster& used);
/// The program for people, behind lines that say on which of the machines its devices are, and as a PyTorch
/// script; none where they are not known. Errors: those of pytorch_script().
std::string shard_text(const plan::ShardAnswer& answer, const std::vector<Machine>& machines = {});
Result<std::string> shard_script(const plan::ShardAnswer& answer, const std::vector<Machine>& machines = {});

}  // namespace astrolabe::exports
