#pragma once
// What tells a file that was changed from one as it was written.

#include <zlib.h>

#include <cstdint>
#include <string_view>

namespace astrolabe::verify {

/// CRC-32. It guards against accidents: whoever alters a file on purpose makes it anew.
inline std::uint64_t checksum(std::string_view bytes) {
  return crc32_z(crc32_z(0, nullptr, 0), reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

}  // namespace astrolabe::verify
