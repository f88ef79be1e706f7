#pragma once
// What a GPU type multiplies weights of a type in, and whether an engine does that.
#include "core/base/result.h"
#include "core/serving/data_type.h"
#include "core/serving/engine.h"
#include "core/serving/machine.h"

namespace astrolabe::serving {

/// `fp16`: the type has no bf16 products. `weights_alone`: it has no products of the weights' type, so
/// weights are read as they are and multiplied in bf16 (Marlin kernels).
enum class Products { native, fp16, weights_alone };
/// "native", "fp16", "weights_alone".
const char* to_string(Products products);

Products products_of(const Machine& machine, DataType weights);

/// Errors: out_of_range at "precision" where the engine's file (`runs` of resources/engines) has no kernels
/// for such weights on such a type, with the types that it runs there.
Result<void> check_products(const Machine& machine, Runtime runtime, DataType weights);

}  // namespace astrolabe::serving
