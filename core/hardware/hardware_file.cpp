#include "core/hardware/hardware_file.h"

#include "core/base/error_codes.h"
#include "core/base/json.h"

namespace astrolabe::hardware {

namespace {

bool holds_types(const Json& json) {
  return json.contains("gpus") || json.contains("nodes") || json.contains("gpu_rents") ||
         json.contains("gpu_prices");
}

}  // namespace

bool looks_like_hardware(std::string_view text) {
  const auto json = parse_json(text, code::broken_json, true);
  return json && json->is_object() && (json->contains("pools") || holds_types(*json));
}

Result<HardwareFile> read_hardware_file(std::string_view text) {
  const auto json = parse_json(text, code::broken_json);
  if (!json) return tl::unexpected<Error>(json.error());
  HardwareFile file;
  if (json->is_object() && holds_types(*json) && !json->contains("pools")) {
    auto types = read_own_types(*json);
    if (!types) return tl::unexpected<Error>(types.error());
    file.types = std::move(*types);
    return file;
  }
  auto cluster = read_cluster(*json);
  if (!cluster) return tl::unexpected<Error>(cluster.error());
  file.cluster = std::move(*cluster);
  return file;
}

}  // namespace astrolabe::hardware
