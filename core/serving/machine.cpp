#include "core/serving/machine.h"

#include "core/base/error_codes.h"
#include "core/serving/data_type.h"

namespace astrolabe::serving {

namespace {

constexpr double kTypicalL2Mib = 50.0, kTypicalMultiprocessors = 132.0, kPcie = 31.5;

Generation generation_of(const hardware::Gpu& gpu) {
  const std::string& family = gpu.architecture;
  if (family.starts_with("Hopper")) return Generation::hopper;
  if (family.find("GB202") != std::string::npos) return Generation::blackwell_workstation;
  if (family.starts_with("Blackwell") || family.starts_with("Rubin")) return Generation::blackwell;
  if (family.starts_with("Ada")) return Generation::ada;
  if (gpu.vendor == "NVIDIA") return Generation::ampere;
  return Generation::cdna3;
}

}  // namespace

const char* to_string(Generation generation) {
  constexpr const char* kNames[] = {"hopper", "blackwell", "ampere", "blackwell_workstation", "ada", "cdna3"};
  return kNames[static_cast<int>(generation)];
}

const char* to_string(DataType type) {
  constexpr const char* kNames[] = {"bf16", "fp8", "fp8_block", "nvfp4", "mxfp4", "int8", "int4"};
  return kNames[static_cast<int>(type)];
}

std::optional<DataType> data_type_from(std::string_view name) {
  if (name == "fp16") return DataType::bf16;
  if (name == "mxfp8") return DataType::fp8_block;
  for (int i = 0; i < kDataTypes; ++i)
    if (name == to_string(static_cast<DataType>(i))) return static_cast<DataType>(i);
  return {};
}

Result<Machine> machine_of(const hardware::Gpu& gpu) {
  const auto missing = [&](const char* column) {
    return fail(code::unknown_hardware_value, gpu.id, "", {Wanted::Kind::field, {column}});
  };
  if (!gpu.memory) return missing("memory_gib");
  if (!gpu.memory_bandwidth) return missing("mem_bw_GBps");
  const auto products = gpu.bf16 ? gpu.bf16 : gpu.fp16;
  if (!products) return missing("bf16_tflops");
  Machine machine;
  machine.gpu = gpu.id;
  machine.architecture = gpu.architecture;
  machine.bf16_products = gpu.bf16.has_value();
  machine.generation = generation_of(gpu);
  machine.gb_per_s = gpu.memory_bandwidth->value / kGb;
  machine.bf16_tflops = products->value / kTera;
  if (gpu.fp8) machine.fp8_tflops = gpu.fp8->value / kTera;
  if (gpu.fp4) machine.fp4_tflops = gpu.fp4->value / kTera;
  machine.sm_count = gpu.sm_count.value_or(static_cast<int>(kTypicalMultiprocessors));
  // The forms were fitted with the MiB of datasheets counted as 10^6 bytes.
  machine.l2_mb = gpu.l2_mib.value_or(kTypicalL2Mib);
  machine.link_gb_per_s = gpu.link ? gpu.link->value / kGb : gpu.pcie ? gpu.pcie->value / kGb : kPcie;
  machine.domain = gpu.link_domain.value_or(8);
  machine.memory_bytes = gpu.memory->value;
  return machine;
}

}  // namespace astrolabe::serving
