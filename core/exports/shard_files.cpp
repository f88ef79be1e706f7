#include "core/exports/shard_files.h"

#include <nlohmann/json.hpp>

#include "core/exports/program_start.h"
#include "core/exports/pytorch.h"
#include "core/onnx/reader.h"
#include "core/spmd/program_text.h"
#include "core/spmd/proof.h"

namespace astrolabe::exports {

static_assert(kShardFaults == spmd::kFaults);

Result<spmd::Graph> read_onnx_model(const std::string& path, const std::map<std::string, std::int64_t>& sizes,
                                    std::int64_t batch) {
  return onnx::read_onnx_file(path, {sizes, batch});
}

Result<ShardProof> prove(const plan::ShardAnswer& answer, int fault, std::optional<unsigned> seed,
                         const std::stop_token& stop) {
  std::optional<spmd::Fault> injected;
  if (fault > 0) injected = static_cast<spmd::Fault>(fault);
  const auto proof = spmd::prove(answer.graph, answer.synthesis.program, injected, stop,
                                 seed.value_or(spmd::VerifyOptions{}.seed));
  if (!proof) return tl::unexpected<Error>(proof.error());
  if (proof->result.stopped) return ShardProof{false, true, {}};
  return ShardProof{proof->result.holds(), false, Json(spmd::to_json(*proof))};
}

std::vector<Machine> machines_of(const hardware::Cluster& cluster, const hardware::Cluster& used) {
  std::vector<int> gpus;
  for (const hardware::Pool& pool : used.pools) gpus.push_back(pool.gpus());
  return machines_of_part(cluster, {gpus}, 0);
}

std::string shard_text(const plan::ShardAnswer& answer, const std::vector<Machine>& machines) {
  return devices_text(machines) + spmd::program_text(answer.graph, answer.synthesis.program);
}

Result<std::string> shard_script(const plan::ShardAnswer& answer, const std::vector<Machine>& machines) {
  return pytorch_script(answer.graph, answer.synthesis.program, machines);
}

}  // namespace astrolabe::exports
