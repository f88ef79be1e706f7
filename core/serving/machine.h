#pragma once
// What of a GPU type a serving prediction uses, in the units of the kernels' forms.

#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/hardware/gpu.h"

namespace astrolabe::serving {

/// GPU types that share the constants of their kernels.
enum class Generation { hopper, blackwell, ampere, blackwell_workstation, ada, cdna3 };

inline constexpr int kGenerations = 6;
const char* to_string(Generation generation);

struct OwnKernels;

struct Machine {
  std::string gpu;           ///< catalogue id
  std::string architecture;  ///< "Volta", "Ampere", …
  Generation generation = Generation::hopper;
  double gb_per_s = 0.0;     ///< memory
  double bf16_tflops = 0.0;  ///< dense; of fp16 where the type has no bf16
  bool bf16_products = true;
  double fp8_tflops = 0.0, fp4_tflops = 0.0;  ///< 0 where the type has no such products
  double sm_count = 100.0;
  double l2_mb = 50.0;             ///< 10^6 bytes
  double link_gb_per_s = 0.0;      ///< to its peers, one direction
  int domain = 8;                  ///< GPUs within one link domain
  double network_gb_per_s = 50.0;  ///< of one GPU, beyond the domain
  double memory_bytes = 0.0;
  double host_gib = 0.0;       ///< of the host's memory, one GPU's part that serving may fill; 0: not known
  double host_gb_per_s = 0.0;  ///< between one GPU and that memory, one direction; 0: not known
  std::shared_ptr<const OwnKernels> kernels{};  ///< fitted to own tables of this type; none: its generation's
};

/// `gpu` as a machine. Errors: unknown_hardware_value for a type without memory, bandwidth or a bf16 rate.
Result<Machine> machine_of(const hardware::Gpu& gpu);

}  // namespace astrolabe::serving
