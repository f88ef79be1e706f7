#include "core/hardware/reason.h"

#include "core/base/phrase.h"

namespace astrolabe::hardware {

const char* form_of(Reason::Kind kind) {
  using Kind = Reason::Kind;
  switch (kind) {
    case Kind::source:
      return "%1";
    case Kind::latency_inside_nodes:
      return "usual for one message between two GPUs of a node";
    case Kind::latency_between_nodes:
      return "usual for one message over RDMA";
    case Kind::slower_network:
      return "the slower of the two pools' networks";
    case Kind::equal_nodes:
      return "equal nodes, joined by a network as fast as their own";
    case Kind::power_like:
      return "an estimate: as much for each GPU as %1, %2";
    case Kind::power_by_factor:
      return "an estimate: the power of the GPUs times %1, the median of %2 published machines (form of "
             "their "
             "GPUs: %3)";
    case Kind::power_of_switches:
      return "two tiers of 64-port switches of 1.72 kW, 48 for 128 nodes of 400 GB/s (NVIDIA DGX SuperPOD "
             "B200 reference architecture, 2025)";
    case Kind::sold_as_rack:
      return "the rack that %1 is sold in";
    case Kind::host_memory_like:
      return "as much for each GPU as in %1: %2";
    case Kind::host_memory_as_gpus:
      return "as much as the GPUs' own memory";
    case Kind::bridge_too_small:
      return "%1 joins %2 GPUs, the node has %3: PCIe between the rest";
    case Kind::link_unknown:
      return "the bandwidth of %1 is not known: PCIe";
    case Kind::power_limit:
      return "(%1 W / %2 W)^%3: matrix rates under a power limit";
    case Kind::above_fastest:
      return "above the fastest in the catalogue, %1: bits?";
    case Kind::beyond_plausible:
      return "far beyond anything known, %1 at most: is it meant?";
    case Kind::megatron_default:
      return "Megatron-LM's default";
    case Kind::usual_runtime:
      return "the job names no runtime: only what %1 starts is searched";
    case Kind::several_gpu_types:
      return "all GPUs have to be used, and no runtime trains on several types at once: the whole space is "
             "searched";
    case Kind::no_usual_tuning:
      return "the job names no runtime, and %1 does not fine-tune so: the whole space is searched";
    case Kind::runtime_default:
      return "default of %1, %2 (%3)";
    case Kind::stacks_since_2023:
      return "default of stacks since 2023";
    case Kind::balanced_routing:
      return "balanced routing, as the measured runs force it (Megatron-Bridge's performance recipes)";
    case Kind::usual_default:
      return "default";
    case Kind::memory_left_free:
      return "share of memory left free";
    case Kind::solved_to_fit:
      return "solved for each configuration: as few as fit";
    case Kind::kernels_of_nearest:
      return "no kernel tables for %1: efficiencies of its nearest measured type";
    case Kind::kernels_of_original:
      return "no kernel tables for %1: those of the type it was made from";
    case Kind::newest_software:
      return "training stack as new as the newest measured one";
    case Kind::failures_of_llama_3:
      return "419 unexpected interruptions in 54 days on 16,384 H100 (Llama 3, 2024)";
    case Kind::storage_of_llama_3:
      return "2 TB/s for 24,576 GPUs (Llama 3, 2024)";
    case Kind::restart:
      return "noticing a failure, replacing the node, starting again";
    case Kind::repair:
      return "clusters take from under an hour to over a day on average (Schroeder and Gibson, DSN 2006)";
    case Kind::lasting_of_llama_3:
      return "about 327 of 419 interruptions came from hardware (Llama 3, 2024)";
    case Kind::domains_of_llama_3:
      return "35 of about 327 interruptions by hardware came from switches and cables (Llama 3, 2024)";
    case Kind::context:
      return "driver and communication context, at most a tenth of a card";
  }
  return "";
}

std::string to_text(const Reason& reason) {
  return astrolabe::to_text(Phrase(form_of(reason.kind), reason.values));
}

}  // namespace astrolabe::hardware
