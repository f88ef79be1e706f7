// The configurations of resources/models, compiled in (packaging/cmake/EmbedModels.cmake writes the texts).

#include <cstddef>

#include "core/model/model_reader.h"

namespace astrolabe::model {

struct EmbeddedModel {
  const char* id;
  const char* config;
};
extern const EmbeddedModel kEmbeddedModels[];
extern const std::size_t kEmbeddedModelCount;

const std::vector<BuiltInModel>& built_in_models() {
  static const std::vector<BuiltInModel> models = [] {
    std::vector<BuiltInModel> all;
    all.reserve(kEmbeddedModelCount);
    for (std::size_t i = 0; i < kEmbeddedModelCount; ++i)
      all.push_back({kEmbeddedModels[i].id, kEmbeddedModels[i].config});
    return all;
  }();
  return models;
}

}  // namespace astrolabe::model
