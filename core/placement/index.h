#pragma once
// Machines and layers are counted by int, containers by size_t.

#include <cstddef>

namespace astrolabe::placement {

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace astrolabe::placement
