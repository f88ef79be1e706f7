#pragma once
// An ONNX file as a model to plan with.

#include <string>

#include "core/base/result.h"
#include "core/model/architecture.h"
#include "core/model/model_reader.h"

namespace astrolabe::onnx {

/// Whether the name is that of an ONNX file.
bool is_onnx_name(std::string_view path);

/// The model that is trained where a transformer is exported: layers are counted by their attentions (softmax
/// of the product of two activations), heads and widths are the extents of their indices, the MLP is what
/// else projects in between. Each field says what it was derived from; what a graph does not hold (masks that
/// are inputs, tied matrices stored twice) is assumed. Architecture::text is a configuration that
/// model::read_config takes, so a plan needs the file no longer; parameters are checked against those of the
/// file. `entered`: sizes of open dimensions by symbol; without one sequences are taken as 64 long. Errors:
/// those of read_onnx_file; missing_field for an open dimension that has to be told; unsupported_model names
/// what is no stack of equal blocks (images, cross or latent attention, mixtures of experts): such files can
/// still be sharded as a program.
Result<model::Architecture> read_onnx_architecture(const std::string& path,
                                                   const model::EnteredValues& entered = {});

}  // namespace astrolabe::onnx
