#include "core/plan/model_source.h"

#include "core/spmd/onnx_architecture.h"

namespace astrolabe::plan {

Result<model::Architecture> read_model_source(const std::string& where, const model::EnteredValues& entered) {
  return spmd::is_onnx_name(where) ? spmd::read_onnx_architecture(where, entered)
                                   : model::read_model(where, entered);
}

}  // namespace astrolabe::plan
