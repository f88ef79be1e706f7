#include "core/serving/products.h"

#include <algorithm>
#include <vector>

#include "core/base/error_codes.h"
#include "core/serving/resources.h"

namespace astrolabe::serving {

namespace {

bool lists(const Json& runs, const char* key, const std::string& name) {
  const auto list = runs.find(key);
  return list != runs.end() && std::find(list->begin(), list->end(), name) != list->end();
}

bool is_run(const Machine& machine, const Json& runs, DataType weights) {
  switch (products_of(machine, weights)) {
    case Products::native:
      return true;
    case Products::fp16:
      return lists(runs, "fp16_on", machine.architecture);
    case Products::weights_alone:
      return machine.bf16_products && lists(runs, "weights_alone", to_string(weights));
  }
  return false;
}

}  // namespace

const char* to_string(Products products) {
  constexpr const char* kNames[] = {"native", "fp16", "weights_alone"};
  return kNames[static_cast<int>(products)];
}

Products products_of(const Machine& machine, DataType weights) {
  const bool fp8 = weights == DataType::fp8 || weights == DataType::fp8_block;
  if ((fp8 && machine.fp8_tflops <= 0.0) || (weights == DataType::nvfp4 && machine.fp4_tflops <= 0.0))
    return Products::weights_alone;
  return machine.bf16_products ? Products::native : Products::fp16;
}

Result<void> check_products(const Machine& machine, Runtime runtime, DataType weights) {
  const Json file = engine_resource(to_string(runtime));
  if (!file.is_object() || !file.contains("runs")) return {};
  const Json& runs = file["runs"];
  if (is_run(machine, runs, weights)) return {};
  std::vector<std::string> types;
  for (int i = 0; i < kDataTypes; ++i)
    if (is_run(machine, runs, static_cast<DataType>(i)))
      types.emplace_back(to_string(static_cast<DataType>(i)));
  const std::string found =
      std::string(to_string(weights)) + " on " + machine.gpu + " with " + to_string(runtime);
  if (types.empty())
    return fail(code::out_of_range, "precision", found,
                {Wanted::Kind::text, {"a GPU type that the engine runs on"}});
  return fail(code::out_of_range, "precision", found, {Wanted::Kind::one_of, types});
}

}  // namespace astrolabe::serving
