#pragma once
// A JSON file of hardware: GPU and node types of the user's own, or a cluster.

#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/cluster.h"

namespace astrolabe::hardware {

/// One of the two.
struct HardwareFile {
  std::optional<OwnTypes> types;  ///< as `--hardware` takes them
  std::optional<ClusterSpec> cluster;
};

/// True where the text is a JSON object with the keys of either; a model's configuration has none of them.
bool looks_like_hardware(std::string_view text);
/// Errors: those of JSON and of the two readers, with the line or the key.
Result<HardwareFile> read_hardware_file(std::string_view text);

}  // namespace astrolabe::hardware
