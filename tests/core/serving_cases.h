#pragma once
// The question of the hand cases: Llama-3.3-70B in fp8, keys and values in fp8, on 4 H100 with vLLM, and the
// constants that those cases were computed with.

#include "core/hardware/catalogue.h"
#include "core/model/model_reader.h"
#include "core/serving/predict.h"

namespace astrolabe::tests {

inline serving::Machine machine(std::string_view gpu) {
  return *serving::machine_of(*hardware::Catalogue::built_in().find_gpu(gpu));
}

inline serving::ModelShape shape(const std::string& id) { return serving::shape_of(*model::read_model(id)); }

inline serving::Constants hand_constants() {
  using enum serving::Constant;
  serving::Constants constants = serving::shipped_constants().starts();
  constants[launch_vllm] = 0.857;
  constants[quantise_vllm] = 0.917;
  constants[small_kernels] = 5.851;
  constants[small_kernel_us] = 2.2;
  constants[decode_hopper] = 1.0189;
  constants[prefill_hopper] = 0.97;
  constants[all_reduce] = 1.293;
  constants[host_vllm] = 1.812;
  constants[host_sequence_vllm] = 0.015;
  constants[gap_vllm] = 0.30;
  constants[host_layer_vllm] = 0.095;
  constants[prefill_step] = 3.8;
  constants[front_end] = 24.0;
  // The cases are of the forms alone.
  constants[kernel_residual] = 0.0;
  constants[gap_sequence_vllm] = 0.0;
  constants[switch_reduce] = 0.0;
  return constants;
}

inline serving::Question llama_question() {
  serving::Question question;
  question.shape = shape("llama-3.1-70b");
  question.machine = machine("h100-sxm");
  question.engine = serving::engine_of(serving::Runtime::vllm, "2025-11");
  question.weights = serving::DataType::fp8;
  question.cache = serving::DataType::fp8;
  question.traffic.kind = serving::Traffic::Kind::concurrency;
  question.traffic.concurrency = 64.0;
  // 0.9 x 1,024 tokens on average, uniform on [0.8 x 1,024, 1,024].
  question.traffic.input = question.traffic.output = serving::Lengths::uniform(820.0, 1024.0);
  return question;
}

inline serving::Worker tensor_parallel(int degree) {
  serving::Worker worker;
  worker.tensor_parallel = degree;
  return worker;
}

}  // namespace astrolabe::tests
