#pragma once
// What training and forward passes of a role take on GPUs of one pool, by layout, from the cost model of
// training.

#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/cost/pool_tables.h"
#include "core/hardware/cluster.h"
#include "core/post_training/question.h"
#include "core/strategy/strategy.h"

namespace astrolabe::post_training {

/// A layout of a role on so many GPUs. Seconds of one iteration; bytes of the fullest GPU.
struct RoleLayout {
  strategy::Strategy strategy;
  double train_seconds = 0.0;    ///< all updates; 0 where the role is not trained
  double forward_seconds = 0.0;  ///< one pass over all samples
  double rest_bytes = 0.0;       ///< held while others work: weights, gradients, state of the optimizer
  double train_bytes = 0.0;      ///< held while it is trained, all in all
  double forward_bytes = 0.0;    ///< held while it runs forward, all in all
};

/// What all layouts of a role are asked with.
struct RoleQuestion {
  const Role& role;
  bool trains = false;
  Batch batch = {};
  double samples = 1.0;  ///< of an iteration, whatever their lengths
  int mini_batches = 1, epochs = 1;
  double memory_headroom = 0.06;
  const AskedLayout* asked = nullptr;  ///< none: any
  double year = 2026.5;                ///< release of the trainer, with its fraction
};

/// Layouts on `gpus` of `pool` that no other beats in seconds and bytes at once; empty where none stands.
/// Tensor parallelism inside the domain, pipelines, ZeRO 1 and fully sharded weights, expert parallelism,
/// with and without recomputation. ZeRO 1 runs as Megatron-Core does whose shapes change from batch to batch
/// (no captured graphs), fully sharded weights as eager modules of Hugging Face under FSDP do.
std::vector<RoleLayout> role_layouts(const RoleQuestion& question, const hardware::Pool& pool, int gpus,
                                     cost::KeptTables& kept);

/// Why no layout has what `question.asked` names, whatever it takes of the memory; nothing where one has. The
/// place of the error is the key: more ranks than samples, degrees whose product does not go into `gpus`, the
/// first key whose value no layout has beside those before it, with the values that some have; or "": the
/// rule that forbids it, GPUs that no layout spreads the samples over.
std::optional<Error> layout_refusal(const RoleQuestion& question, const hardware::Pool& pool, int gpus);

/// `gpus` of `pool` alone, as a cluster.
hardware::Cluster part_of(const hardware::Pool& pool, int gpus);

}  // namespace astrolabe::post_training
