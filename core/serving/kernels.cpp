#include "core/serving/kernels.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/serving/resources.h"

namespace astrolabe::serving {

namespace {

constexpr double kQuantiseUs = 2.0;  // of a product's launch, in types that quantise their input
constexpr double kDepthUs = 0.0005;  // us an element of the inner dimension

ProductConstants product_of(const Json& values) {
  return {values.at(0).get<double>(), values.at(1).get<double>(),
          values.size() > 2 ? values.at(2).get<double>() : 0.0};
}

std::array<KernelConstants, kGenerations> read_kernels() {
  std::array<KernelConstants, kGenerations> all;
  const Json file = resource("kernels");
  for (int g = 0; g < kGenerations; ++g) {
    const Json& row = file.at("generations").at(to_string(static_cast<Generation>(g)));
    KernelConstants& constants = all[static_cast<std::size_t>(g)];
    const Json& products = row.at("gemm");
    for (int t = 0; t < kDataTypes; ++t) {
      const char* name = to_string(static_cast<DataType>(t));
      const auto place = static_cast<std::size_t>(t);
      constants.native[place] = products.contains(name);
      constants.product[place] =
          product_of(products.contains(name) ? products.at(name) : products.at("bf16"));
    }
    const Json& decode = row.at("decode");
    constants.decode = {decode.at(0).get<double>(), decode.at(1).get<double>(), decode.at(2).get<double>()};
    constants.fp8_cache = row.at("fp8_cache").get<double>();
    constants.prefill = row.at("prefill").get<double>();
    constants.latent = product_of(row.at("latent"));
    constants.latent.compute_share = constants.product[0].compute_share;
    const Json& reduce = row.at("all_reduce");
    constants.all_reduce = {reduce.at(0).get<double>(), reduce.at(1).get<double>(),
                            reduce.at(2).get<double>(), reduce.at(3).get<double>()};
  }
  return all;
}

using ExpertKey = std::string;  // gpu|dtype|runtime

ExpertKey key_of(const std::string& gpu, const std::string& type, const std::string& runtime) {
  return gpu + '|' + type + '|' + runtime;
}

const std::map<ExpertKey, ExpertConstants>& expert_rows() {
  static const std::map<ExpertKey, ExpertConstants> rows = [] {
    std::map<ExpertKey, ExpertConstants> read;
    const Json file = resource("experts");
    for (const Json& row : file.at("rows")) {
      const Json& v = row.at("values");
      read[key_of(row.at("gpu").get<std::string>(), row.at("dtype").get<std::string>(),
                  row.at("runtime").get<std::string>())] = {v.at(0).get<double>(),
                                                            v.at(1).get<double>(),
                                                            v.at(2).get<double>(),
                                                            v.at(3).get<double>(),
                                                            v.at(4).get<double>(),
                                                            v.at(5).get<double>(),
                                                            0.0};
    }
    return read;
  }();
  return rows;
}

/// A row that may stand for a type, and the type at whose rate its products run.
struct ExpertName {
  const char* name;
  DataType rate;
};

/// Nearest first.
std::vector<ExpertName> names_of(DataType type, bool fp4) {
  const ExpertName bf16{"bf16", DataType::bf16}, fp8{"fp8", DataType::fp8}, block{"fp8_block", DataType::fp8};
  const ExpertName four{"w4a16_mxfp4", DataType::bf16}, narrow{"w4a8_mxfp4_mxfp8", DataType::fp8};
  switch (type) {
    case DataType::bf16:
      return {bf16};
    case DataType::fp8:
      return {fp8, block, bf16};
    case DataType::fp8_block:
      return {block, fp8, bf16};
    case DataType::nvfp4:
      return {{"nvfp4", DataType::nvfp4}, four, bf16};
    default:
      break;
  }
  if (fp4) return {narrow, four, bf16};
  return {four, bf16};
}

double peak_of(const Machine& machine, DataType type) {
  const double fp8 = machine.fp8_tflops > 0.0 ? machine.fp8_tflops : machine.bf16_tflops;
  if (type == DataType::nvfp4) return machine.fp4_tflops > 0.0 ? machine.fp4_tflops : fp8;
  if (type == DataType::fp8 || type == DataType::fp8_block) return fp8;
  return machine.bf16_tflops;
}

}  // namespace

std::vector<std::string> gpus_like(const Machine& machine) {
  switch (machine.generation) {
    case Generation::hopper:
      return {machine.gpu, "h100-sxm", "h200-sxm"};
    case Generation::blackwell:
      return {machine.gpu, "b200-sxm", "b300-sxm", "gb200"};
    case Generation::ampere:
      return {machine.gpu, "a100-sxm-80"};
    case Generation::blackwell_workstation:
      return {machine.gpu, "rtx-pro-6000-server"};
    case Generation::ada:
      return {machine.gpu, "rtx-pro-6000-server", "a100-sxm-80"};
    case Generation::cdna3:
      return {machine.gpu, "mi300x"};
  }
  return {machine.gpu};
}

const KernelConstants& kernel_constants(Generation generation) {
  static const std::array<KernelConstants, kGenerations> all = read_kernels();
  return all[static_cast<std::size_t>(generation)];
}

const KernelConstants& kernels_of(const Machine& machine) {
  return machine.kernels ? machine.kernels->constants : kernel_constants(machine.generation);
}

namespace {

struct FoundExperts {
  ExpertRow row;
  DataType rate = DataType::bf16;
};

FoundExperts find_experts(const Machine& machine, DataType type, Runtime runtime) {
  std::vector<std::string> runtimes{to_string(runtime)};
  for (const char* other : {"tensorrt-llm", "vllm", "sglang"})
    if (runtimes.front() != other) runtimes.emplace_back(other);
  for (const auto& [name, rate] : names_of(type, machine.fp4_tflops > 0.0))
    for (const std::string& gpu : gpus_like(machine))
      for (const std::string& by : runtimes)
        if (expert_rows().contains(key_of(gpu, name, by))) return {{gpu, name, by}, rate};
  return {};
}

}  // namespace

ExpertRow expert_row(const Machine& machine, DataType type, Runtime runtime) {
  return find_experts(machine, type, runtime).row;
}

ExpertConstants expert_constants(const Machine& machine, DataType type, Runtime runtime) {
  const FoundExperts found = find_experts(machine, type, runtime);
  if (machine.kernels) {
    std::vector<ExpertName> names = names_of(type, machine.fp4_tflops > 0.0);
    if (type == DataType::int4) names.insert(names.begin(), {"int4_wo", DataType::bf16});
    for (const auto& [name, rate] : names) {
      if (const auto own = machine.kernels->experts.find(std::string(name) + '|' + to_string(runtime));
          own != machine.kernels->experts.end()) {
        ExpertConstants constants = own->second;
        constants.peak_tflops = peak_of(machine, rate);
        return constants;
      }
      if (found.row.dtype == name) break;  // shipped rows of a type are nearer than own ones of another
    }
  }
  if (found.row.gpu.empty()) return {30.0, 0.6, 0.35, 40.0, 0.05, 4.0, machine.bf16_tflops};
  ExpertConstants constants = expert_rows().at(key_of(found.row.gpu, found.row.dtype, found.row.runtime));
  constants.peak_tflops = peak_of(machine, found.rate);
  return constants;
}

ProductForm product_form(const Machine& machine, DataType type, double outputs, double inputs,
                         double launch_scale, double quantise) {
  const KernelConstants& kernels = kernels_of(machine);
  const auto place = static_cast<std::size_t>(type);
  const bool quantises = kernels.native[place] && type != DataType::bf16;
  const ProductConstants& constants = kernels.product[place];
  const double input_bytes = quantises ? bytes_of(type) : 2.0;
  const double memory = constants.bandwidth_share * machine.gb_per_s * 1e3;
  ProductForm form;
  form.launch_us = (constants.launch_us - (quantises ? kQuantiseUs * (1.0 - quantise) : 0.0)) * launch_scale;
  form.weight_us = bytes_of(type) * outputs * inputs / memory;
  form.token_us = (input_bytes * inputs + 2.0 * outputs) / memory;
  form.work_us = 2.0 * outputs * inputs /
                 (constants.compute_share * peak_of(machine, quantises ? type : DataType::bf16) * 1e6);
  form.depth_cubed = cube(kDepthUs * inputs);
  return form;
}

}  // namespace astrolabe::serving
