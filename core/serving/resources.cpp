#include "core/serving/resources.h"

#include <cstddef>

#include "core/base/embedded_text.h"

namespace astrolabe::serving {

extern const EmbeddedText kEmbeddedServing[];
extern const std::size_t kEmbeddedServingCount;
extern const EmbeddedText kEmbeddedEngines[];
extern const std::size_t kEmbeddedEnginesCount;
extern const EmbeddedText kEmbeddedServedModels[];
extern const std::size_t kEmbeddedServedModelsCount;
extern const char* const kEmbeddedServingRuns;

namespace {

std::string_view text_in(const EmbeddedText* texts, std::size_t count, std::string_view name) {
  for (std::size_t i = 0; i < count; ++i)
    if (name == texts[i].name) return texts[i].text;
  return {};
}

}  // namespace

Json resource(std::string_view name) {
  return json_or_null(text_in(kEmbeddedServing, kEmbeddedServingCount, name));
}

Json engine_resource(std::string_view name) {
  return json_or_null(text_in(kEmbeddedEngines, kEmbeddedEnginesCount, name));
}

std::string_view served_model(std::string_view name) {
  return text_in(kEmbeddedServedModels, kEmbeddedServedModelsCount, name);
}

std::string_view built_in_serving_runs() { return kEmbeddedServingRuns; }

}  // namespace astrolabe::serving
