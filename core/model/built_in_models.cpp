// The configurations of resources/models, compiled in (packaging/cmake/EmbedTexts.cmake writes the texts).

#include <cstddef>

#include "core/base/embedded_text.h"
#include "core/model/model_reader.h"

namespace astrolabe::model {

extern const EmbeddedText kEmbeddedModels[];
extern const std::size_t kEmbeddedModelsCount;

const std::vector<BuiltInModel>& built_in_models() {
  static const std::vector<BuiltInModel> models = [] {
    std::vector<BuiltInModel> all;
    all.reserve(kEmbeddedModelsCount);
    for (std::size_t i = 0; i < kEmbeddedModelsCount; ++i)
      all.push_back({kEmbeddedModels[i].name, kEmbeddedModels[i].text});
    return all;
  }();
  return models;
}

}  // namespace astrolabe::model
