#include "core/serving/engine.h"

#include "core/serving/resources.h"

namespace astrolabe::serving {

const char* to_string(Runtime runtime) {
  constexpr const char* kNames[] = {"vllm", "sglang", "tensorrt-llm"};
  return kNames[static_cast<int>(runtime)];
}

std::optional<Runtime> runtime_from(std::string_view name) {
  for (const Runtime runtime : {Runtime::vllm, Runtime::sglang, Runtime::tensorrt_llm})
    if (name == to_string(runtime)) return runtime;
  return {};
}

std::string first_release(Runtime runtime) {
  const Json file = engine_resource(to_string(runtime));
  return file.is_object() ? file.at("releases").front().at("since").get<std::string>() : std::string();
}

Engine engine_of(Runtime runtime, std::string_view date) {
  Engine engine;
  engine.runtime = runtime;
  const Json file = engine_resource(to_string(runtime));
  if (!file.is_object()) return engine;
  engine.source = file.value("source", "");
  engine.date = file.value("date", "");
  // Each release says what changed with it; a date before the first takes the first.
  bool first = true;
  for (const Json& release : file.at("releases")) {
    if (!first && !date.empty() && date < release.at("since").get<std::string>()) break;
    first = false;
    const Json& facts = release.at("facts");
    engine.tuned = facts.value("tuned", engine.tuned);
    engine.tuned_cdna3 = facts.value("tuned_cdna3", engine.tuned_cdna3);
    engine.old = facts.value("old", engine.old);
    engine.separate_prefill = facts.value("separate_prefill", engine.separate_prefill);
    engine.evicts = facts.value("evicts", engine.evicts);
    engine.memory_share = facts.value("memory_share", engine.memory_share);
    engine.share_of_rest = facts.value("share_of_rest", engine.share_of_rest);
    engine.reserve_gib = facts.value("reserve_gib", engine.reserve_gib);
    engine.max_sequences = facts.value("max_sequences", engine.max_sequences);
    engine.max_batched_tokens = facts.value("max_batched_tokens", engine.max_batched_tokens);
  }
  return engine;
}

}  // namespace astrolabe::serving
