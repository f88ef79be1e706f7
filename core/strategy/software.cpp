#include "core/strategy/software.h"

namespace astrolabe::strategy {

const char* to_string(Stack stack) {
  switch (stack) {
    case Stack::megatron_core:
      return "megatron_core";
    case Stack::jax:
      return "jax";
    case Stack::fsdp_compiled:
      return "fsdp_compiled";
    case Stack::fsdp_eager:
      return "fsdp_eager";
    case Stack::megatron_2022:
      return "megatron_2022";
    case Stack::deepspeed:
      return "deepspeed";
    case Stack::intern_evo:
      return "intern_evo";
    case Stack::native:
      return "native";
    case Stack::torch_native:
      return "torch_native";
    case Stack::trainer:
      return "trainer";
  }
  return "megatron_core";
}

}  // namespace astrolabe::strategy
