#pragma once
// Why a value was assumed, as data: a kind and the values that fill its sentence.

#include <string>
#include <vector>

namespace astrolabe::hardware {

struct Reason {
  enum class Kind {
    source,                 ///< values[0]: who says so, as the catalogue words it
    latency_inside_nodes,   ///< one message between two GPUs of a node
    latency_between_nodes,  ///< one message over RDMA
    slower_network,         ///< of two pools
    equal_nodes,            ///< a pool that was joined to another
    power_like,             ///< values: a machine with the same GPUs, its source
    power_by_factor,        ///< values: the factor, of how many machines, form of their GPUs
    power_of_switches,      ///< of a reference architecture
    sold_as_rack,           ///< values[0]: the GPU type
    host_memory_like,       ///< values[0]: a node, values[1]: its source
    host_memory_as_gpus,    ///< no row of the catalogue says it
    bridge_too_small,       ///< values: the link's type, GPUs that it joins, GPUs of the node
    link_unknown,           ///< values[0]: the link's type
    power_limit,            ///< values: the limit and the rated power, W, and the exponent
    above_fastest,          ///< values[0]: the fastest bandwidth of the catalogue; a warning
    beyond_plausible,       ///< values[0]: the most that is plausible; a warning
    megatron_default,       ///< default of Megatron-LM
    usual_runtime,          ///< values[0]: the runtime that holds where the job names none
    several_gpu_types,      ///< why none does: all GPUs have to be used
    no_usual_tuning,        ///< why none does, values[0]: the runtime that would
    runtime_default,        ///< values: of a runtime, the place in its source, the day on which it was read
    stacks_since_2023,      ///< default of training software
    balanced_routing,       ///< of tokens over experts
    usual_default,          ///< what is usual
    memory_left_free,       ///< a share
    solved_to_fit,          ///< for each configuration, as few as fit
    kernels_of_nearest,     ///< values[0]: the GPU type without tables
    kernels_of_original,    ///< values[0]: the GPU type, made from one that has tables
    newest_software,        ///< as new as the newest measured one
    failures_of_llama_3,    ///< published
    storage_of_llama_3,     ///< published
    restart,                ///< what a restart takes
    repair,                 ///< what a repair takes
    lasting_of_llama_3,     ///< published
    domains_of_llama_3,     ///< published
    context                 ///< of driver and communication
  };
  static constexpr int kKinds = static_cast<int>(Kind::context) + 1;

  Kind kind = Kind::usual_default;
  std::vector<std::string> values;
  bool operator==(const Reason&) const = default;
};

/// The sentence of a kind in English, %1 to %3 where its values stand.
const char* form_of(Reason::Kind kind);
/// Plain English for files and machine output. Locale-free.
std::string to_text(const Reason& reason);

}  // namespace astrolabe::hardware
