#pragma once
// What serves: facts of an engine as data, resources/engines/<id>.json.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::serving {

enum class Runtime { vllm, sglang, tensorrt_llm };

/// "vllm", "sglang", "tensorrt-llm".
const char* to_string(Runtime runtime);
std::optional<Runtime> runtime_from(std::string_view name);

/// An engine at a date.
struct Engine {
  Runtime runtime = Runtime::vllm;
  bool tuned = true;              ///< kernels of experts and scheduling as they are since the end of 2025
  bool tuned_cdna3 = true;        ///< the same on CDNA3, since the middle of 2026
  bool old = false;               ///< vLLM V0, TensorRT engines before the PyTorch backend
  bool separate_prefill = false;  ///< prefill steps run alone
  bool evicts = true;             ///< a full cache preempts; else requests wait until they fit whole
  double memory_share = 0.9;      ///< of the device, or of what weights, work space and reserve leave
  bool share_of_rest = false;
  double reserve_gib = 0.0;
  int max_sequences = 256, max_batched_tokens = 8192;  ///< defaults
  std::string source, date;                            ///< of the facts
};

/// Month of the first release that is known ("2024-09"); empty: none is.
std::string first_release(Runtime runtime);

/// `runtime` at `date` ("2026-06", or longer); empty: the newest.
Engine engine_of(Runtime runtime, std::string_view date = {});

}  // namespace astrolabe::serving
